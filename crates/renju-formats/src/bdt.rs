//! Games as `ShowRenju` saves them, one on a line: `,=[,,,8887A9,,,]`.
//!
//! Two hexadecimal digits are a move, its column and its row, both from 1 and from the top left. It
//! is the fourth of seven fields; what may stand in the others is kept as it is.

use super::header::same_size;
use super::loss::{Impossible, Loss};
use super::move_list::{MoveFile, MoveList, ReadGame, items};
use super::parsed::{ByteStream, Evidence, ParsedSetups, TextSample};
use super::setup_text::SetupText;
use super::{
    ErrorCode, Format, ParseError, ParseOptions, TextLine, TextLines, excerpt, properties,
};
use renju_core::geometry::{Point, Size};
use renju_core::position::{GameInfo, Setup};

const FILE: MoveFile = MoveFile {
    format: Format::Bdt,
    origin: 1,
    hint: "columns and rows count from 1",
    is_15x15: true,
    has_passes: false,
};
/// How a line begins, and how it ends.
const BEGIN: &str = ",=[";
const END: &str = "]";
/// Which of the fields holds the moves, and how many there are.
const MOVES: usize = 3;
const FIELDS: usize = 7;
/// Private: the other fields, if one of them says something.
const OTHERS: &str = "BDT";

/// The beginning of a line.
pub(super) fn detect(sample: &TextSample<'_>) -> Evidence {
    let first = sample.lines.first().map_or("", |line| line);
    Evidence::certain_if(first.trim_start_matches(is_before).starts_with(BEGIN))
}

/// What may stand before a game.
fn is_before(char: char) -> bool {
    char.is_whitespace() || char == '\u{feff}'
}

/// The games of a file.
pub(super) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let lines = TextLines::new(input, options.encoding).not_blank();
    let games = lines.map(move |line| {
        let game = line.and_then(|line| game(&line, options).map_err(|error| error.on(&line)));
        game.unwrap_or_else(|error| vec![Err(error)])
    });
    let empty = ParseError::new(ErrorCode::BadFile, "the file is empty");
    items(games, empty)
}

fn game(line: &TextLine, options: ParseOptions) -> Result<ReadGame, ParseError> {
    same_size(Size::RENJU, options)?;
    let begun = line.text.trim_start_matches(is_before);
    let fields = fields(begun).ok_or_else(|| no_game(&line.text))?;
    let mut moves = MoveList::default();
    for (number, move_digits) in fields[MOVES].as_bytes().chunks(2).enumerate() {
        let place = |error: ParseError| {
            let ahead = line.text.chars().count() - begun.chars().count() + BEGIN.len();
            let widths = fields[..MOVES].iter().map(|text| text.chars().count() + 1);
            let column = ahead + widths.sum::<usize>() + 2 * number + 1;
            error.at(column as u32, move_digits.len()).on(line)
        };
        moves.take(point(move_digits).map(Some), place);
    }
    let mut info = GameInfo::default();
    let mut others = fields.to_vec();
    others.remove(MOVES);
    if others.iter().any(|text| !text.is_empty()) {
        properties::add(&mut info, OTHERS, &others);
    }
    let about = Setup {
        size: Some(Size::RENJU),
        info: Some(Box::new(info)),
        ..Setup::default()
    };
    Ok(FILE.game(moves, about, options, Some(line)))
}

/// The fields of a line.
fn fields(line: &str) -> Option<[&str; FIELDS]> {
    let inner = line.trim_end().strip_prefix(BEGIN)?.strip_suffix(END)?;
    let fields: Vec<&str> = inner.split(',').take(FIELDS + 1).collect();
    fields.try_into().ok()
}

fn no_game(line: &str) -> ParseError {
    let message = format!("{:?} is no game", excerpt(line.trim()));
    ParseError::new(ErrorCode::BadFile, message)
        .hint("a game looks like ,=[,,,8887A9,,,]")
        .at(1, line.chars().count())
}

/// The point of two digits.
fn point(digits: &[u8]) -> Result<Point, ParseError> {
    let shown = String::from_utf8_lossy(digits);
    let digit = |at: usize| char::from(*digits.get(at)?).to_digit(16);
    let (column, row) = digit(0).zip(digit(1)).ok_or_else(|| {
        let message = format!("{:?} is no move", excerpt(&shown));
        ParseError::new(ErrorCode::BadPoint, message)
            .hint("a move has two digits from 1 to F, its column and its row")
    })?;
    FILE.point(Size::RENJU, [column, row].map(i64::from), shown)
}

/// Writes a game as a line.
pub(super) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = FILE.begin(setup)?;
    let moves = setup.moves.iter().flatten().map(|&point| {
        let (column, row) = FILE.column_and_row(point, Size::RENJU);
        format!("{column:X}{row:X}")
    });
    let moves: String = moves.collect();
    let info = setup.info.as_deref();
    let mut fields = properties::texts(info, OTHERS);
    let is_field = |text: &String| !text.contains(|char: char| char.is_control() || char == ',');
    let are_fields = fields.len() == FIELDS - 1 && fields.iter().all(is_field);
    text.lose(Loss::Properties, !fields.is_empty() && !are_fields);
    if !are_fields {
        fields = vec![String::new(); FIELDS - 1];
    }
    fields.insert(MOVES, moves);
    text.body = format!("{BEGIN}{}{END}\r\n", fields.join(",")).into_bytes();
    text.keep(&[Loss::Properties]);
    text.lost
        .add(Loss::Properties, properties::others(info, &[OTHERS]));
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParsedSetup, WriteError, detect as detect_format, stream, write as write_all};

    const GAMES: &str = ",=[,,,8887F1,,,]\r\n,=[Li,2001,,88,,a b,]\r\n,=[,,,,,,]\r\n";

    fn items(bytes: &[u8]) -> Vec<Result<ParsedSetup, ParseError>> {
        stream(bytes, Format::Bdt, &ParseOptions::default()).collect()
    }

    fn names(setup: &Setup) -> String {
        let names = setup.moves.iter().flatten().map(ToString::to_string);
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_line_is_a_game() {
        let options = ParseOptions::default();
        assert_eq!(detect_format(GAMES.as_bytes(), &options), Ok(Format::Bdt));
        let found: Vec<_> = items(GAMES.as_bytes()).into_iter().flatten().collect();
        let moves: Vec<String> = found.iter().map(|game| names(&game.setup)).collect();
        assert_eq!(moves, ["H8 H9 O15", "H8", ""]);
        let written: Vec<u8> = found
            .iter()
            .flat_map(|game| write_all(&game.setup, Format::Bdt).unwrap())
            .collect();
        assert_eq!(written, GAMES.as_bytes());
        let small = items(b"\n,=[,,,8A,,,]\n,=[,,,8a,,,]\n");
        assert_eq!(
            small[0].as_ref().unwrap().setup,
            small[1].as_ref().unwrap().setup
        );
    }

    #[test]
    fn mistakes_have_their_place_and_reading_goes_on() {
        for (line, code, column, good) in [
            (",=[,,,8888,,,]", ErrorCode::PointTaken, 9, "H8"),
            (",=[é,,,8801,,,]", ErrorCode::OffBoard, 10, "H8"),
            (",=[,,,888,,,]", ErrorCode::BadPoint, 9, "H8"),
            (",=[,,,88G1,,,]", ErrorCode::BadPoint, 9, "H8"),
            (",=[,,,88,,]", ErrorCode::BadFile, 1, ""),
            (",=[,,,88,,,,]", ErrorCode::BadFile, 1, ""),
            (",=[,,,88,,,", ErrorCode::BadFile, 1, ""),
            ("h8", ErrorCode::BadFile, 1, ""),
        ] {
            let text = format!("{line}\n{GAMES}");
            let mut found = items(text.as_bytes());
            assert_eq!(
                found.iter().flatten().count(),
                3 + usize::from(!good.is_empty())
            );
            found.truncate(found.len() - 3);
            let error = found.pop().unwrap().unwrap_err();
            let place = (error.line, error.column);
            assert_eq!(
                (error.code, place),
                (code, (Some(1), Some(column))),
                "{line}"
            );
            let found = found.pop().map(|game| names(&game.unwrap().setup));
            assert_eq!(found.unwrap_or_default(), good, "{line}");
        }
        assert!(items(b"\n").len() == 1 && items(b"")[0].is_err());
    }

    #[test]
    fn damaged_files_are_read_to_their_end() {
        for at in 0..GAMES.len() {
            assert!((1..=6).contains(&items(&GAMES.as_bytes()[..at]).len()));
            for byte in [0, b'\n', b',', b'9', b']', 0xff] {
                let mut bytes = GAMES.as_bytes().to_vec();
                bytes[at] = byte;
                assert!((1..=6).contains(&items(&bytes).len()));
            }
        }
    }

    #[test]
    fn fields_that_do_not_fit_are_lost() {
        let mut setup = items(GAMES.as_bytes()).remove(1).unwrap().setup;
        setup.info.as_mut().unwrap().properties[0].1[0] = "a,b".to_owned();
        let Err(WriteError::Lossy(lossy)) = write_all(&setup, Format::Bdt) else {
            panic!("{setup:?}");
        };
        assert_eq!(lossy.bytes, b",=[,,,88,,,]\r\n");
        setup.moves.push(None);
        let refused = Err(WriteError::Impossible(Impossible::Pass));
        assert_eq!(write_all(&setup, Format::Bdt), refused);
    }
}
