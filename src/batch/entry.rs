use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::notation::{
    ErrorCode, Format, JsonLine, ParseError, ParseOptions, ResolvedOptions, line_id, parse_line,
};
use crate::position::{Position, PositionOverrides, Setup, SetupErrors, SetupProblem};
use crate::rule::Rule;
use crate::study::ReadInfo;

use super::{Record, RecordBody, RecordId};

/// A position of the input, checked and with its name.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name: what the record calls it, else its place; with `@N` behind it where every
    /// position of a game is taken.
    pub id: String,
    /// What was read.
    pub setup: Setup,
    /// The position.
    pub position: Position,
    /// How it was read.
    pub read: ReadInfo,
    /// Fields of a JSON line that mean nothing to us.
    pub unknown: Map<String, Value>,
}

/// A record, or a position of one, that could not be read.
#[derive(Clone, Debug)]
pub struct RecordError {
    /// Its name, as far as that could be read.
    pub id: String,
    /// Where it comes from.
    pub place: RecordId,
    /// What is wrong.
    pub error: ParseError,
}

/// Which positions of a game are taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pick {
    /// The last.
    #[default]
    Last,
    /// The one after so many moves.
    After(usize),
    /// Every one, from the first stones on.
    All,
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::Last => f.write_str("last"),
            Pick::After(count) => write!(f, "{count}"),
            Pick::All => f.write_str("all"),
        }
    }
}

/// How records become positions.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// What the user says of the position.
    pub asked: PositionOverrides,
    /// How text is read.
    pub reading: ParseOptions,
    /// Which positions of a game are taken.
    pub pick: Pick,
}

impl Record {
    /// The positions of this record, each checked by itself.
    pub fn entries(self, read_options: &ReadOptions) -> Vec<Result<Box<Entry>, Box<RecordError>>> {
        let Record { place, line, body } = self;
        let complain = |id: &str, error: ParseError| {
            let error = ParseError {
                line: error.line.or(line),
                ..error
            };
            Err(Box::new(RecordError {
                id: id.to_owned(),
                place: place.clone(),
                error,
            }))
        };
        let reads = match body {
            Err(error) => return vec![complain(&place.to_string(), error)],
            Ok(RecordBody::Setup(setup, assumed)) => {
                let suffix = String::new();
                vec![Read {
                    setup: *setup,
                    suffix,
                    assumed,
                    unknown: Map::new(),
                }]
            }
            Ok(RecordBody::Line(text)) => match parse_line(&text, &read_options.reading) {
                Ok(parsed) => of_line(&parsed),
                Err(error) => {
                    let id = line_id(&text).unwrap_or_else(|| place.to_string());
                    let error = with_all_complaints(error, &text, read_options.asked);
                    let above = line.map_or(0, |line| line - 1);
                    return vec![complain(&id, error.further_down(above))];
                }
            },
        };
        let mut entries = Vec::new();
        for read in reads {
            let own = read.setup.id.clone().unwrap_or_else(|| place.to_string());
            let name = format!("{own}{}", read.suffix);
            match picked(&read.setup, read_options.pick) {
                None => {
                    let message = no_such_move(&read.setup, read_options.pick);
                    entries.push(complain(
                        &name,
                        ParseError::new(ErrorCode::Unsupported, message),
                    ));
                }
                Some(picked) => entries.extend(picked.into_iter().map(|(suffix, setup)| {
                    let id = format!("{name}{suffix}");
                    match Position::from_setup(&setup, &read_options.asked) {
                        Ok(position) => Ok(Box::new(Entry {
                            id,
                            position,
                            setup,
                            read: read.info(&place),
                            unknown: read.unknown.clone(),
                        })),
                        Err(errors) => complain(&id, refused(&errors)),
                    }
                })),
            }
        }
        entries
    }
}

/// A set-up with what is known of its reading.
struct Read {
    setup: Setup,
    /// What its name gets where a line asks for several positions.
    suffix: String,
    assumed: ResolvedOptions,
    unknown: Map<String, Value>,
}

impl Read {
    fn info(&self, place: &RecordId) -> ReadInfo {
        let assumed = &self.assumed;
        let is_text = assumed.format != Format::Jsonl;
        ReadInfo {
            source: place.to_string(),
            format: assumed.format.to_string(),
            origin: is_text.then(|| assumed.origin.to_string()),
            letters: Some(assumed.letters.to_string()),
            encoding: Some(assumed.encoding.to_string()),
            stones: assumed.stones.map(|stones| stones.to_string()),
        }
    }
}

/// The set-ups that a JSON line asks for.
fn of_line(line: &JsonLine) -> Vec<Read> {
    let setups = line.setups();
    let is_one = setups.len() == 1;
    let read = |(turn, setup): (Option<usize>, Setup)| {
        let suffix = turn
            .filter(|_| !is_one)
            .map_or(String::new(), |turn| format!("@{turn}"));
        Read {
            setup,
            suffix,
            assumed: line.assumed.clone(),
            unknown: line.unknown.clone(),
        }
    };
    setups.into_iter().map(read).collect()
}

/// The set-ups that were asked for, each with what its name gets; `None` if there is no such move.
fn picked(setup: &Setup, pick: Pick) -> Option<Vec<(String, Setup)>> {
    match pick {
        Pick::Last => Some(vec![(String::new(), setup.clone())]),
        Pick::After(count) => Some(vec![(String::new(), setup.after(count)?)]),
        Pick::All => (0..=setup.moves.len())
            .map(|count| Some((format!("@{count}"), setup.after(count)?)))
            .collect(),
    }
}

/// A position line as far as its points can be read, whatever they say.
#[derive(Deserialize)]
struct Stones {
    size: Option<Size>,
    rule: Option<Rule>,
    to_move: Option<Color>,
    #[serde(default)]
    black: Vec<Point>,
    #[serde(default)]
    white: Vec<Point>,
}

/// A reader stops at the first point that cannot be; here all of them are named, at the place of the first.
fn with_all_complaints(error: ParseError, text: &str, asked: PositionOverrides) -> ParseError {
    if !matches!(error.code, ErrorCode::OffBoard | ErrorCode::PointTaken) {
        return error;
    }
    let Ok(stones) = serde_json::from_str::<Stones>(text) else {
        return error;
    };
    let Stones {
        size,
        rule,
        to_move,
        black,
        white,
    } = stones;
    let setup = Setup {
        size,
        rule,
        to_move,
        black,
        white,
        ..Setup::default()
    };
    match Position::from_setup(&setup, &asked) {
        Err(errors) if errors.0.len() > 1 => ParseError {
            message: errors.to_string(),
            ..error
        },
        _ => error,
    }
}

fn no_such_move(setup: &Setup, pick: Pick) -> String {
    match setup.moves.len() {
        0 => "the stones have no order, so none of them is the last of so many moves".to_owned(),
        count => format!("there is no move {pick}: the game has {count} moves"),
    }
}

fn refused(errors: &SetupErrors) -> ParseError {
    let code = match errors.0.first() {
        Some(SetupProblem::SizeDiffers { .. }) => ErrorCode::BadSize,
        Some(SetupProblem::OffBoard { .. }) => ErrorCode::OffBoard,
        Some(SetupProblem::Taken { .. }) => ErrorCode::PointTaken,
        Some(SetupProblem::SideUnclear { .. }) => ErrorCode::SideUnclear,
        None => ErrorCode::BadBoard,
    };
    ParseError::new(code, errors.to_string())
}
