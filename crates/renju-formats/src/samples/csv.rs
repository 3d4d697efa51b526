//! Training samples as CSV rows: the moves before, the next move, the result for the side to move.

use crate::characters::{Character, characters, text, trimmed};
use crate::coordinates::{CoordinateSystem, shortened};
use crate::loss::{Impossible, Loss};
use crate::occupied_points::play;
use crate::parsed::{ByteStream, Evidence, ParsedSetup, ParsedSetups, TextSample};
use crate::setup_text::{BESIDE_MOVES, SetupText};
use crate::{ErrorCode, Format, ParseError, ParseOptions, ResolvedOptions, TextLines};
use renju_core::counted::counted;
use renju_core::geometry::Point;
use renju_core::position::{GameInfo, Setup};

use super::packed::{next_move, result_code, result_of, to_move_after};

/// The first row of some files.
const HEAD: &str = "Position,Move,Result";

/// Reads rows such as `h8i9f10,g9,0`: moves before, the next move, and the result for the side to
/// move; rows of the board count from the top.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let options = options.rows_from_top();
    let lines = TextLines::new(input, options.encoding);
    Box::new(lines.filter_map(move |line| {
        let parsed = line.and_then(|line| {
            let row = characters(&line.text);
            let row = trimmed(&row);
            if row.is_empty() || line.number == 1 && is_head(&line.text) {
                return Ok(None);
            }
            let setup = sample(row, options).map_err(|error| error.on(&line))?;
            let assumed = ResolvedOptions::new(Format::SampleCsv, options, line.encoding);
            Ok(Some(ParsedSetup::new(setup, assumed, Some(line.number))))
        });
        parsed.transpose()
    }))
}

/// The first row, or a row of moves, one move and a result.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let begins = |line: &String| is_head(line) || is_sample(line);
    Evidence::certain_if(sample.lines.first().is_some_and(begins))
}

fn is_head(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim();
    line.replace(' ', "").eq_ignore_ascii_case(HEAD)
}

fn is_sample(line: &str) -> bool {
    let fields: Vec<&str> = line.trim().split(',').collect();
    let [game, next, "0" | "1" | "2"] = fields[..] else {
        return false;
    };
    let is_letter = |char: char| char.is_ascii_lowercase();
    let mut moves = game.split(is_letter).skip(1);
    let are_moves = moves.all(|row| row.parse::<u8>().is_ok());
    let is_move = next
        .strip_prefix(is_letter)
        .is_some_and(|row| row.parse::<u8>().is_ok());
    are_moves && is_move && (game.is_empty() || game.starts_with(is_letter))
}

/// The position of a row, with its next move and its result.
fn sample(row: &[Character], options: ParseOptions) -> Result<Setup, ParseError> {
    let names = CoordinateSystem::new(None, options);
    let cells: Vec<&[Character]> = row.split(|character| character.char == ',').collect();
    let [game, next, result] = cells[..] else {
        let message = format!(
            "a sample is a row of {HEAD}, and this has {}",
            counted(cells.len(), "cell", "cells")
        );
        return Err(ParseError::new(ErrorCode::BadFile, message).over(row));
    };
    let moves = play(trimmed(game), names)?;
    let next = trimmed(next);
    let best = names.parse(&text(next)).map_err(|error| error.over(next))?;
    if moves.contains(&Some(best)) {
        let error = ParseError::new(ErrorCode::PointTaken, format!("{best} is taken"));
        return Err(error.over(next));
    }
    let result = trimmed(result);
    let code = text(result);
    let number = ["0", "1", "2"].iter().position(|number| *number == code);
    let number = number.ok_or_else(|| {
        let message = format!("{:?} is no result: 0, 1 or 2", shortened(&code));
        ParseError::new(ErrorCode::BadFile, message).over(result)
    })?;
    let words = result_of(number as u8, to_move_after(moves.len()))?;
    Ok(Setup {
        moves,
        size: options.size,
        info: Some(Box::new(GameInfo {
            result: Some(words),
            best: Some(best),
            ..GameInfo::default()
        })),
        ..Setup::default()
    })
}

/// Writes a row such as `h8i9f10,g9,0`.
pub(crate) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    let points = text.points_in_order()?;
    let size = text.size;
    let (info, best) = next_move(setup, &points, size)?;
    let (code, is_exact) = result_code(info, to_move_after(points.len()))?;
    let name = |point: &Point| {
        let letter = point.letter().to_ascii_lowercase();
        format!("{letter}{}", size.get() - point.row())
    };
    let game: String = points.iter().map(name).collect();
    text.body = format!("{game},{},{code}\n", name(&best)).into_bytes();
    text.lose(Loss::Result, !is_exact);
    text.keep(&[Loss::Result, Loss::Best]);
    text.leave_out(&BESIDE_MOVES);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Origin, detect as detect_format, parse_moves, read as read_all};
    use crate::{stream, write as write_all};

    #[test]
    fn rows_are_read_and_written_back() {
        let text = "h8h7,a15,0\nh8,o1,1\n,c3,2\n";
        let options = ParseOptions::default();
        assert_eq!(
            detect_format(text.as_bytes(), &options),
            Ok(Format::SampleCsv)
        );
        let found = read_all(text.as_bytes(), Format::SampleCsv, &options).unwrap();
        let game = parse_moves("h8 h9", &options).unwrap();
        assert_eq!(found[0].setup.moves, game.moves);
        assert_eq!(found[0].assumed.origin, Origin::TopLeft);
        let info = |at: usize| {
            let info = found[at].setup.info.clone().unwrap();
            (info.best.unwrap().to_string(), info.result.unwrap())
        };
        assert_eq!(info(0), ("A1".to_owned(), "W+".to_owned()));
        assert_eq!(info(1), ("O15".to_owned(), "Draw".to_owned()));
        assert_eq!(info(2), ("C13".to_owned(), "B+".to_owned()));
        let written: Vec<u8> = found
            .iter()
            .flat_map(|sample| write_all(&sample.setup, Format::SampleCsv).unwrap())
            .collect();
        assert_eq!(written, text.as_bytes());
    }

    #[test]
    fn mistakes_have_their_place_and_do_not_end_the_file() {
        let text = "Position,Move,Result\nh8,h8,0\nh8,p1,0\nh8,h7,3\nh8,h7\nh8h8,a1,0\nh8,h7,0\n";
        let options = ParseOptions::default();
        assert_eq!(
            detect_format(text.as_bytes(), &options),
            Ok(Format::SampleCsv)
        );
        let found: Vec<_> = stream(text.as_bytes(), Format::SampleCsv, &options).collect();
        let place = |at: usize| {
            let error = found[at].as_ref().unwrap_err();
            (error.code, error.line, error.column)
        };
        assert_eq!(place(0), (ErrorCode::PointTaken, Some(2), Some(4)));
        assert_eq!(place(1), (ErrorCode::OffBoard, Some(3), Some(4)));
        assert_eq!(place(2), (ErrorCode::BadFile, Some(4), Some(7)));
        assert_eq!(place(3), (ErrorCode::BadFile, Some(5), Some(1)));
        assert_eq!(place(4), (ErrorCode::PointTaken, Some(6), Some(3)));
        assert!(found[5].is_ok() && found.len() == 6);
    }

    #[test]
    fn what_is_no_sample_is_refused() {
        let game = parse_moves("h8 i9", &ParseOptions::default()).unwrap();
        let refused = |setup: &Setup| write_all(setup, Format::SampleCsv).unwrap_err();
        assert_eq!(refused(&game), Impossible::NoBest.into());
        let with = |result: Option<&str>| Setup {
            info: Some(Box::new(GameInfo {
                best: "A1".parse().ok(),
                result: result.map(str::to_owned),
                ..GameInfo::default()
            })),
            ..game.clone()
        };
        assert_eq!(refused(&with(None)), Impossible::NoResult.into());
        assert_eq!(refused(&with(Some("Void"))), Impossible::NoResult.into());
        let lossy = refused(&with(Some("W+Resign"))).to_string();
        assert_eq!(lossy, "what is written leaves out the result");
    }
}
