//! Training samples in binary, one position each: the stones in order, the next move, the result.

use crate::bytes::ByteReader;
use crate::coordinates::CoordinateSystem;
use crate::header::same_size;
use crate::loss::{Impossible, Loss};
use crate::parsed::{ByteStream, ParsedSetup, ParsedSetups, failed};
use crate::properties::others;
use crate::setup_text::{BESIDE_MOVES, SetupText};
use crate::{Encoding, ErrorCode, Format, ParseError, ParseOptions, ResolvedOptions};
use renju_core::board::Color;
use renju_core::counted::counted;
use renju_core::geometry::Size;
use renju_core::position::{GameInfo, Setup};

use super::packed::{
    POINT_BITS, TakenPoints, next_move, numbers, packed, reader, result_code, result_of, rule_code,
    rule_of, said_numbers, size_of, to_move_after, unpacked,
};

/// Bits of stones above those of their points, where they are not 0.
const STONE_BITS: &str = "STONEBITS";
/// Bits of the next move above those of its point, where they are not its colour.
const NEXT_BITS: &str = "NEXTBITS";
/// What stands in place of a next move where there is none.
const NO_MOVE: u16 = 0x1fff;

/// Reads the samples of a file one after the other.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    match reader(input) {
        Ok(bytes) => Box::new(BinReader {
            bytes,
            options: options.rows_from_top(),
            is_done: false,
        }),
        Err(error) => failed(error),
    }
}

/// Whether bytes are samples, all of them or as far as they go: no number is out of its range, no
/// point is off its board or taken.
pub(crate) fn is_bin(bytes: &[u8], is_whole: bool) -> bool {
    let mut rest = bytes;
    let mut has_stones = false;
    while let Some((head, behind)) = rest.split_first_chunk() {
        let head = BinHead::of(*head);
        let Some((stones, behind)) = behind.split_at_checked(2 * head.stones) else {
            break;
        };
        if head.sample(stones, ParseOptions::default(), 0).is_err() {
            return false;
        }
        has_stones |= head.stones > 0;
        rest = behind;
    }
    let is_text = bytes.iter().all(|&byte| byte >= 9);
    has_stones && !is_text && (rest.is_empty() || !is_whole)
}

/// The first four bytes of a sample.
struct BinHead {
    result: u8,
    stones: usize,
    side: u8,
    rule: u8,
    /// The next move, with bits above those of its point.
    next: u16,
}

impl BinHead {
    fn of(bytes: [u8; 4]) -> BinHead {
        let [first, second] = [[bytes[0], bytes[1]], [bytes[2], bytes[3]]].map(u16::from_le_bytes);
        BinHead {
            result: (first & 3) as u8,
            stones: usize::from(first >> 2 & 0x1ff),
            side: (first >> 11) as u8,
            rule: (second & 7) as u8,
            next: second >> 3,
        }
    }

    /// Whether its length cannot be true.
    fn is_nonsense(&self) -> bool {
        self.side < Size::MIN.get() || self.stones > usize::from(self.side).pow(2)
    }

    /// The sample with these stones, which begins at a byte.
    fn sample(
        &self,
        stones: &[u8],
        options: ParseOptions,
        start: u64,
    ) -> Result<Setup, ParseError> {
        let at_head = |error: ParseError| error.at_byte(start);
        let size = size_of(self.side).map_err(at_head)?;
        same_size(size, options).map_err(at_head)?;
        let names = CoordinateSystem::new(Some(size), options);
        let to_move = to_move_after(self.stones);
        let mut info = GameInfo {
            result: Some(result_of(self.result, to_move).map_err(at_head)?),
            ..GameInfo::default()
        };
        let rule = rule_of(self.rule).map_err(at_head)?;
        let mut taken = TakenPoints::new();
        let mut moves = Vec::new();
        for (bits, at) in numbers(stones).zip((start + 4..).step_by(2)) {
            let point = unpacked(bits, names).map_err(|error| error.at_byte(at))?;
            taken.put(point).map_err(|error| error.at_byte(at))?;
            moves.push(Some(point));
        }
        if self.next != NO_MOVE {
            let at_next = |error: ParseError| error.at_byte(start + 2);
            let best = unpacked(self.next, names).map_err(at_next)?;
            taken.put(best).map_err(at_next)?;
            info.best = Some(best);
        }
        self.keep_bits(&mut info, stones, to_move);
        Ok(Setup {
            size: Some(size),
            rule: Some(rule),
            moves,
            info: Some(Box::new(info)),
            ..Setup::default()
        })
    }

    /// Keeps the bits that are not as they are written otherwise.
    fn keep_bits(&self, info: &mut GameInfo, stones: &[u8], to_move: Color) {
        if numbers(stones).any(|bits| bits > POINT_BITS) {
            let bits = numbers(stones).map(|bits| (bits >> 10).to_string());
            info.properties
                .push((STONE_BITS.to_owned(), bits.collect()));
        }
        let bits = self.next >> 10;
        if self.next != NO_MOVE && bits != color_bits(to_move) {
            let value = vec![bits.to_string()];
            info.properties.push((NEXT_BITS.to_owned(), value));
        }
    }
}

/// The bits above those of the point of a next move, as c-gomoku-cli writes them.
fn color_bits(color: Color) -> u16 {
    u16::from(color == Color::White)
}

/// Reads a sample at a time.
struct BinReader<'a> {
    bytes: ByteReader<'a>,
    options: ParseOptions,
    is_done: bool,
}

impl BinReader<'_> {
    /// The next sample; an error that ends the file sets `is_done`.
    fn sample(&mut self) -> Result<Option<Setup>, ParseError> {
        self.is_done = true;
        let start = self.bytes.offset();
        if self.bytes.is_at_end()? {
            return Ok(None);
        }
        let head = self.bytes.exactly(4)?;
        let head = BinHead::of(std::array::from_fn(|at| head[at]));
        if head.is_nonsense() {
            let message = format!(
                "no sample begins here: {} on a board of {}; what follows is left out",
                counted(head.stones, "stone", "stones"),
                counted(head.side, "line", "lines")
            );
            return Err(ParseError::new(ErrorCode::BadFile, message).at_byte(start));
        }
        let stones = self.bytes.exactly(2 * head.stones)?;
        self.is_done = false;
        head.sample(&stones, self.options, start).map(Some)
    }
}

impl Iterator for BinReader<'_> {
    type Item = Result<ParsedSetup, ParseError>;

    fn next(&mut self) -> Option<Result<ParsedSetup, ParseError>> {
        if self.is_done {
            return None;
        }
        let setup = self.sample().transpose()?;
        let assumed = ResolvedOptions::new(Format::SampleBin, self.options, Encoding::UTF_8);
        Some(setup.map(|setup| ParsedSetup::new(setup, assumed, None)))
    }
}

/// Writes a sample: the moves, the next one and the result.
pub(crate) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    let points = text.points_in_order()?;
    let size = text.size;
    let (info, best) = next_move(setup, &points, size)?;
    let to_move = to_move_after(points.len());
    let (result, is_exact) = result_code(info, to_move)?;
    let of_next = said_numbers(info, NEXT_BITS).next();
    let of_next = of_next.unwrap_or(color_bits(to_move));
    let of_stones = said_numbers(info, STONE_BITS).chain(std::iter::repeat(0));
    let first = u16::from(size.get()) << 11 | (points.len() as u16) << 2 | u16::from(result);
    let next = (of_next & 7) << 10 | packed(best, size);
    let second = next << 3 | u16::from(rule_code(setup.rule, size));
    let stones = points.iter().zip(of_stones);
    let stones = stones.map(|(&point, bits)| (bits & 0x3f) << 10 | packed(point, size));
    let numbers = [first, second].into_iter().chain(stones);
    text.body = numbers.flat_map(u16::to_le_bytes).collect();
    text.lost.add(
        Loss::Properties,
        others(Some(info), &[STONE_BITS, NEXT_BITS]),
    );
    text.lose(Loss::Result, !is_exact);
    text.keep(&[Loss::Result, Loss::Best, Loss::Properties]);
    text.leave_out(&BESIDE_MOVES);
    text.lost.remove(Loss::Size);
    text.lost.remove(Loss::Rule);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{detect, parse_moves, read as read_all, stream, write as write_all};

    /// White to move on 15x15, renju, lost: H8 H9 J10, then A15; black to move on 20x20, drawn.
    const SAMPLES: [u8; 18] = [
        0x0c, 0x78, 0x04, 0x20, 0xe7, 0, 0xe6, 0, 0x25, 1, //
        0x09, 0xa0, 0x98, 0, 0x41, 0, 0x73, 2,
    ];

    fn items(bytes: &[u8]) -> Vec<Result<ParsedSetup, ParseError>> {
        stream(bytes, Format::SampleBin, &ParseOptions::default()).collect()
    }

    #[test]
    fn samples_are_read_and_written_back() {
        assert_eq!(
            detect(&SAMPLES, &ParseOptions::default()),
            Ok(Format::SampleBin)
        );
        let found = read_all(&SAMPLES, Format::SampleBin, &ParseOptions::default()).unwrap();
        let game = parse_moves("h8 h9 j10", &ParseOptions::default()).unwrap();
        let first = &found[0].setup;
        let info = first.info.as_deref().unwrap();
        assert_eq!((&first.moves, first.size), (&game.moves, Some(Size::RENJU)));
        assert_eq!(info.result.as_deref(), Some("B+"));
        assert_eq!(info.best.unwrap().to_string(), "A15");
        let second = &found[1].setup;
        assert_eq!(second.size, Some(Size::MAX));
        let info = second.info.as_deref().unwrap();
        assert_eq!(info.result.as_deref(), Some("Draw"));
        assert_eq!(info.best.unwrap().to_string(), "A1");
        let written = found
            .iter()
            .flat_map(|sample| write_all(&sample.setup, Format::SampleBin).unwrap());
        assert_eq!(written.collect::<Vec<u8>>(), SAMPLES);
    }

    #[test]
    fn bits_beyond_the_points_come_back() {
        let mut bytes = SAMPLES[..10].to_vec();
        bytes[3] = 0x60;
        bytes[5] = 0xfc;
        let found = items(&bytes);
        let setup = &found[0].as_ref().unwrap().setup;
        assert_eq!(setup.info.as_deref().unwrap().properties.len(), 2);
        assert_eq!(write_all(setup, Format::SampleBin).unwrap(), bytes);
    }

    #[test]
    fn mistakes_are_at_their_byte_and_cost_one_sample() {
        let with = |at: usize, byte: u8| {
            let mut bytes = SAMPLES;
            bytes[at] = byte;
            let found = items(&bytes);
            let error = found[0].as_ref().unwrap_err();
            (error.code, error.offset, found.len())
        };
        assert_eq!(with(6, 0xe7), (ErrorCode::PointTaken, Some(6), 2));
        assert_eq!(with(6, 0xef), (ErrorCode::OffBoard, Some(6), 2));
        assert_eq!(with(2, 0x02), (ErrorCode::BadRule, Some(0), 2));
        assert_eq!(with(0, 0x0f), (ErrorCode::BadFile, Some(0), 2));
        assert_eq!(with(1, 0xb0), (ErrorCode::BadSize, Some(0), 2));
        assert_eq!(with(1, 0x18), (ErrorCode::BadFile, Some(0), 1));
    }

    #[test]
    fn cut_and_flipped_bytes_end_in_errors() {
        for end in 0..SAMPLES.len() {
            let found = items(&SAMPLES[..end]);
            let is_whole = end == 0 || end == 10;
            assert_eq!(found.iter().all(Result::is_ok), is_whole, "{end}");
        }
        for at in 0..SAMPLES.len() {
            for bit in 0..8 {
                let mut bytes = SAMPLES;
                bytes[at] ^= 1 << bit;
                for sample in items(&bytes).into_iter().flatten() {
                    let _ = write_all(&sample.setup, Format::SampleBin);
                }
            }
        }
    }

    #[test]
    fn a_frame_is_read_through() {
        use std::io::Write;
        let mut frame = lz4_flex::frame::FrameEncoder::new(Vec::new());
        frame.write_all(&SAMPLES).unwrap();
        let bytes = frame.finish().unwrap();
        assert_eq!(
            detect(&bytes, &ParseOptions::default()),
            Ok(Format::SampleBin)
        );
        assert_eq!(items(&bytes).len(), 2);
        assert!(items(&bytes[..bytes.len() / 2]).last().unwrap().is_err());
    }
}
