//! Parses `START`, `PLACE`, `TURN` and `END`, and writes points as a row and a column.

use renju_core::board::Color;
use renju_core::geometry::{Point, Size};

/// The lines of the board.
pub(super) const SIDE: Size = match Size::new(12) {
    Some(side) => side,
    None => Size::MIN,
};
/// Bytes of a line that may mean something.
pub(super) const LINE_BYTES: usize = 4096;

/// A line of the manager, parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlaceTurnCommand {
    /// A game begins, in which this is our colour.
    Start(Color),
    /// The opponent has played there.
    Place(Point),
    /// A move is asked for.
    Turn,
    /// The game is over, and so is the session.
    End,
}

impl PlaceTurnCommand {
    /// The command of a line; `None` if its first word is none.
    ///
    /// # Errors
    ///
    /// What is wrong with a command. One that ends the session is never wrong.
    pub(super) fn parse(line: &str) -> Result<Option<PlaceTurnCommand>, String> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default().to_ascii_uppercase();
        let arguments: Vec<&str> = words.take(3).collect();
        let command = match name.as_str() {
            "START" => start(&arguments).map(PlaceTurnCommand::Start),
            "PLACE" => place(&arguments).map(PlaceTurnCommand::Place),
            "TURN" if arguments.is_empty() => Ok(PlaceTurnCommand::Turn),
            "TURN" => Err("TURN stands alone".to_owned()),
            "END" => return Ok(Some(PlaceTurnCommand::End)),
            _ => return Ok(None),
        };
        if line.len() > LINE_BYTES {
            return Err(format!("a line has at most {LINE_BYTES} bytes"));
        }
        command.map(Some)
    }
}

fn start(arguments: &[&str]) -> Result<Color, String> {
    match arguments {
        ["1"] => Ok(Color::Black),
        ["2"] => Ok(Color::White),
        _ => Err("START has a colour: 1 for black, 2 for white".to_owned()),
    }
}

fn place(arguments: &[&str]) -> Result<Point, String> {
    let number = |text: &str| {
        // `parse` would accept a plus sign.
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse::<u8>().ok()).flatten()
    };
    let point = match arguments {
        &[row, column] => number(row).zip(number(column)),
        _ => None,
    };
    let point = point.and_then(|(row, column)| Point::new(column, row));
    let point = point.filter(|point| point.is_on(SIDE));
    point.ok_or_else(|| "PLACE has a row and a column, 0 to 11".to_owned())
}

/// A point as the protocol writes it, row and column.
pub(super) fn in_words(point: Point) -> String {
    format!("{} {}", point.row(), point.column())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<PlaceTurnCommand>, String> {
        PlaceTurnCommand::parse(line)
    }

    #[test]
    fn every_command_is_read() {
        let place = |name: &str| Ok(Some(PlaceTurnCommand::Place(name.parse().unwrap())));
        assert_eq!(SIDE.get(), 12);
        assert_eq!(
            parsed("START 1"),
            Ok(Some(PlaceTurnCommand::Start(Color::Black)))
        );
        assert_eq!(
            parsed(" start\t2 "),
            Ok(Some(PlaceTurnCommand::Start(Color::White)))
        );
        assert_eq!(parsed("PLACE 4 7"), place("H5"));
        assert_eq!(parsed("PLACE 11 0"), place("A12"));
        assert_eq!(parsed("TURN"), Ok(Some(PlaceTurnCommand::Turn)));
        for line in [
            "END 0",
            "END 1",
            "END",
            "END of it",
            &format!("END{:5000}", ""),
        ] {
            assert_eq!(parsed(line), Ok(Some(PlaceTurnCommand::End)));
        }
    }

    #[test]
    fn a_point_reads_back() {
        for point in SIDE.points() {
            let line = format!("PLACE {}", in_words(point));
            assert_eq!(parsed(&line), Ok(Some(PlaceTurnCommand::Place(point))));
        }
    }

    #[test]
    fn unknown_words_are_passed_over() {
        for line in [
            "",
            "  ",
            "DEBUG",
            "4 4",
            "STARTS 1",
            "\0",
            "\u{e9}",
            &"x".repeat(5000),
        ] {
            assert_eq!(parsed(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn a_command_that_is_wrong_says_so() {
        let starts = [
            "START",
            "START 0",
            "START 3",
            "START 1 2",
            "START black",
            "START +1",
        ];
        let places = [
            "PLACE",
            "PLACE 1",
            "PLACE 1 2 3",
            "PLACE 12 0",
            "PLACE 0 12",
            "PLACE -1 0",
            "PLACE +1 0",
            "PLACE 1,2",
            "PLACE 999999999999 0",
            "PLACE a b",
        ];
        for line in starts.iter().chain(&places).chain(&["TURN 1"]) {
            assert!(parsed(line).is_err(), "{line}");
        }
        let long = format!("PLACE 1 2{:5000}", "");
        assert_eq!(parsed(&long).unwrap_err(), "a line has at most 4096 bytes");
    }
}
