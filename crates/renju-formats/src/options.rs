//! Options of reading and writing: format, board size, coordinates, stone marks, encoding.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use renju_core::geometry::Size;
use renju_core::named_enum::named_enum;

use super::{Assumptions, Encoding, PairOrder};

named_enum! {
    /// A way of writing positions and games down.
    #[non_exhaustive]
    pub enum Format: "format" {
        /// Boards as people type them; written with `X`, `O` and `.`.
        Diagram = "diagram",
        /// Boards too, written with `●`, `○` and box lines.
        Unicode = "unicode",
        /// Move strings such as `h8i9f10`, one game per line.
        Moves = "moves",
        /// Boards in a fenced block below a line that says whose turn it is, for threads and notes.
        Markdown = "markdown",
        /// Addresses of boards on the web, one on a line.
        Url = "url",
        /// One JSON object per line, or an array of them: position lines, queries as `KataGo` takes
        /// them, boards as strings.
        Jsonl = "jsonl",
        /// Queries as `KataGo` takes them, and nothing else.
        Katago = "katago",
        /// Tables with a column of moves.
        Csv = "csv",
        /// Smart Game Format: games with variations, of which the main line is read.
        Sgf = "sgf",
        /// Games of Piskvork, the manager of the Gomocup tournaments.
        Psq = "psq",
        /// Games of Piskvork in its older form, without the size of the board.
        Rec = "rec",
        /// Libraries of `RenLib`: trees with comments and board texts on 15x15, in binary.
        Lib = "lib",
        /// Moves as bytes, on 15x15.
        Pos = "pos",
        /// Games of Yixin-Board.
        Sav = "sav",
        /// Games of `ShowRenju`, one on a line, on 15x15.
        Bdt = "bdt",
        /// Databases of Yixin and Rapfi: positions with values and texts, in binary.
        Db = "db",
        /// The tables that Rapfi exports its databases to.
        DbCsv = "db-csv",
        /// `BOARD` blocks of the Gomocup protocol.
        Gomocup = "gomocup",
        /// Openings as pairs of numbers that count from the centre, as Gomocup takes them.
        OpeningsOffset = "openings-offset",
        /// Openings as move strings with row 1 at the top.
        OpeningsPos = "openings-pos",
        /// Openings as JSON objects with `coordinates` that count from the centre.
        OpeningsJson = "openings-json",
        /// Openings as points with commas between them.
        OpeningsCsv = "openings-csv",
        /// The database of `RenjuNet` in XML, which is read and not written.
        Rif = "rif",
        /// Training samples as rows of a position, the move played there and the result.
        SampleCsv = "sample-csv",
        /// Training samples in bytes, each with all the moves before it; in an LZ4 frame or not.
        SampleBin = "sample-bin",
        /// Training samples as whole games with the candidates of each move and their values; in an
        /// LZ4 frame or not.
        Binpack = "binpack",
    }
}

/// What letters and digits alone do not tell, as far as the user said it.
///
/// `None` leaves it to the text, and where the text is silent to the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParseOptions {
    /// The side of the board. A diagram of another side is an error.
    pub size: Option<Size>,
    /// Where row 1 is.
    pub origin: Option<Origin>,
    /// Whether the columns leave out the letter I.
    pub letters: Option<Letters>,
    /// Which characters are stones.
    pub marks: Option<StoneMarks>,
    /// What pairs of numbers mean; nothing in a text tells.
    pub pairs: Option<PairOrder>,
    /// How bytes stand for characters.
    pub encoding: Option<Encoding>,
    /// Whether a field one letter off one that is read is an error, and not only a warning.
    pub strict_fields: bool,
    /// Whether fields of JSON lines that mean nothing to a reader are kept with their values.
    pub keep_unknown: bool,
    /// Whether every line of a tree is read, and not the main line alone.
    pub variations: bool,
    /// Most bytes that one game of a tree format may have, 1 GiB if not said: of a file that was
    /// compressed a little may be unpacked to anything.
    pub game_bytes: Option<u64>,
}

/// What a format leaves open when something is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WriteOptions {
    /// How characters stand as bytes in binary files, which do not say it: UTF-8 if not said.
    pub encoding: Option<Encoding>,
}

/// The options that a record was read with: given by the user, found in the text, or assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ResolvedOptions {
    /// The format that was given or detected.
    pub format: Format,
    /// Where row 1 is.
    pub origin: Origin,
    /// Whether the columns leave out the letter I.
    pub letters: Letters,
    /// How bytes stand for characters.
    pub encoding: Encoding,
    /// Which characters are stones, if the user or a legend said it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stones: Option<StoneMarks>,
    /// What else was assumed.
    #[serde(skip_serializing_if = "Assumptions::is_empty")]
    pub assumed: Assumptions,
}

impl ResolvedOptions {
    /// What `options` says, and elsewhere the defaults.
    pub fn new(format: Format, options: ParseOptions, encoding: Encoding) -> ResolvedOptions {
        ResolvedOptions {
            format,
            origin: options.origin.unwrap_or_default(),
            letters: options.letters.unwrap_or_default(),
            encoding,
            stones: options.marks,
            assumed: Assumptions::default(),
        }
    }

    /// What `options` say, but that rows count from the top, as the format says itself.
    pub(super) fn from_top(
        format: Format,
        options: ParseOptions,
        encoding: Encoding,
    ) -> ResolvedOptions {
        ResolvedOptions {
            origin: Origin::TopLeft,
            ..ResolvedOptions::new(format, options, encoding)
        }
    }
}

named_enum! {
    /// Where row 1 is. The same `f10` is written for two mirrored points by different programs.
    #[derive(Default)]
    pub enum Origin: "origin" {
        /// At the bottom.
        #[default]
        BottomLeft = "bottom-left",
        /// At the top.
        TopLeft = "top-left",
    }
}

named_enum! {
    /// Which letters name the columns.
    #[derive(Default)]
    pub enum Letters: "letters" {
        /// A B C D E F G H I J K: all of them.
        #[default]
        All = "all",
        /// A B C D E F G H J K L: as in Go, without I.
        SkipI = "skip-i",
    }
}

impl Letters {
    /// The letter of a column counted from 0.
    pub(super) const fn letter(self, column: u8) -> char {
        let skipped = match self {
            Letters::SkipI if column >= 8 => 1,
            _ => 0,
        };
        (b'A' + column + skipped) as char
    }

    /// The column of a capital letter, counted from 0; `None` for what is no letter here.
    pub(super) fn column(self, letter: char) -> Option<u8> {
        let place = u8::try_from(letter).ok()?.checked_sub(b'A')?;
        let column = place - u8::from(self == Letters::SkipI && letter > 'I');
        (column < 26 && self.letter(column) == letter).then_some(column)
    }
}

/// Which characters of a diagram are stones: `black=o,white=x`, `empty=e`, or all three.
///
/// They win over the usual meaning; other characters keep theirs. A letter stands for its small
/// and its capital form, unless the two are different marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoneMarks {
    /// What a black stone looks like, if it is unusual.
    pub black: Option<char>,
    /// What a white stone looks like, if it is unusual.
    pub white: Option<char>,
    /// An empty point, if it is unusual.
    pub empty: Option<char>,
}

impl fmt::Display for StoneMarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = [
            ("black", self.black),
            ("white", self.white),
            ("empty", self.empty),
        ];
        let said = named
            .iter()
            .filter_map(|(name, mark)| Some(format!("{name}={}", (*mark)?)));
        f.write_str(&said.collect::<Vec<_>>().join(","))
    }
}

impl Serialize for StoneMarks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why a text is no [`StoneMarks`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseMarksError {
    /// A part that is not `black=`, `white=` or `empty=` and one character.
    #[error("{0:?} is not of the form black=o,white=x")]
    Form(String),
    /// A mark given twice, or for two things.
    #[error("{0:?} names one mark or colour twice")]
    Twice(String),
}

impl FromStr for StoneMarks {
    type Err = ParseMarksError;

    fn from_str(text: &str) -> Result<StoneMarks, ParseMarksError> {
        let form = || ParseMarksError::Form(text.to_owned());
        let mut given = [None; 3];
        for part in text.split(',') {
            let (what, mark) = part.split_once('=').ok_or_else(form)?;
            let place = ["black", "white", "empty"]
                .iter()
                .position(|name| name.eq_ignore_ascii_case(what.trim()))
                .ok_or_else(form)?;
            let mut characters = mark.trim().chars();
            let (Some(mark), None) = (characters.next(), characters.next()) else {
                return Err(form());
            };
            if given[place].is_some() || given.contains(&Some(mark)) {
                return Err(ParseMarksError::Twice(text.to_owned()));
            }
            given[place] = Some(mark);
        }
        let [black, white, empty] = given;
        Ok(StoneMarks {
            black,
            white,
            empty,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back() {
        for origin in [Origin::BottomLeft, Origin::TopLeft] {
            assert_eq!(origin.name().parse(), Ok(origin));
            assert_eq!(serde_json::to_value(origin).unwrap(), origin.name());
        }
        for letters in [Letters::All, Letters::SkipI] {
            assert_eq!(letters.name().parse(), Ok(letters));
            assert_eq!(serde_json::to_value(letters).unwrap(), letters.name());
        }
        for text in ["black=o,white=x", "black=●,white=○,empty=?"] {
            assert_eq!(text.parse::<StoneMarks>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn letters_without_i_run_one_further() {
        assert_eq!(Letters::All.column('J'), Some(9));
        assert_eq!(Letters::SkipI.column('J'), Some(8));
        assert_eq!(Letters::SkipI.column('I'), None);
        assert_eq!(Letters::SkipI.column('Z'), Some(24));
        assert_eq!(Letters::All.column('?'), None);
        for letters in [Letters::All, Letters::SkipI] {
            for column in 0..20 {
                assert_eq!(letters.column(letters.letter(column)), Some(column));
            }
        }
    }

    #[test]
    fn marks_must_name_both_colours_once() {
        for text in ["", "black=o,white=xx", "o,x", "red=o,white=x"] {
            assert!(
                matches!(text.parse::<StoneMarks>(), Err(ParseMarksError::Form(_))),
                "{text}"
            );
        }
        for text in ["black=o,white=o", "black=o,black=x,white=y"] {
            assert!(
                matches!(text.parse::<StoneMarks>(), Err(ParseMarksError::Twice(_))),
                "{text}"
            );
        }
    }
}
