use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::notation::{
    ErrorCode, Format, ParseError, ParseOptions, ResolvedOptions, line_id, parse_line,
};
use crate::position::{Position, PositionOverrides, Setup, SetupErrors, SetupProblem};
use crate::rule::Rule;
use crate::study::ReadInfo;

use super::{Record, RecordBody, RecordId};

/// A valid position of the input, with its id.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What the record calls it, else its source; with `@N` behind it where every position of a
    /// game is taken.
    pub id: String,
    /// What the input says.
    pub setup: Setup,
    /// The position it describes.
    pub position: Position,
    /// How the input was read.
    pub read: ReadInfo,
    /// The fields of a JSON line that have no meaning here.
    pub unknown: Map<String, Value>,
}

/// A record, or a position of one, that cannot be read.
#[derive(Clone, Debug)]
pub struct RecordError {
    /// What the record calls it, as far as that could be read, else its source.
    pub id: String,
    /// Where it comes from.
    pub place: RecordId,
    /// What is wrong, and its place in the source.
    pub error: ParseError,
}

/// A position of the input, or why it cannot be read.
pub type EntryResult = Result<Box<Entry>, Box<RecordError>>;

/// Which positions of a game are taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pick {
    /// The position after the last move.
    #[default]
    Last,
    /// The one after this many moves.
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

impl Serialize for Pick {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
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
    pub fn entries(self, options: &ReadOptions) -> Vec<EntryResult> {
        let Record { place, line, body } = self;
        let failed = |id: String, error: ParseError| {
            let line = error.line.or(line);
            Err(Box::new(RecordError {
                id,
                place: place.clone(),
                error: ParseError { line, ..error },
            }))
        };
        let content = match body {
            Err(error) => return vec![failed(place.to_string(), error)],
            Ok(RecordBody::Setup(setup, assumed)) => RecordContent::of_setup(*setup, assumed),
            Ok(RecordBody::Line(text)) => match RecordContent::of_line(&text, options) {
                Ok(content) => content,
                Err(error) => {
                    let id = line_id(&text).unwrap_or_else(|| place.to_string());
                    let above = line.map_or(0, |line| line - 1);
                    return vec![failed(id, error.further_down(above))];
                }
            },
        };
        let read = read_info(&place, &content.assumed);
        let mut entries = Vec::new();
        for (suffix, setup) in content.setups {
            let id = setup.id.clone().unwrap_or_else(|| place.to_string()) + &suffix;
            let picked = match picked(&setup, options.pick) {
                Ok(picked) => picked,
                Err(error) => {
                    entries.push(failed(id, error));
                    continue;
                }
            };
            entries.extend(picked.into_iter().map(|(suffix, setup)| {
                let id = format!("{id}{suffix}");
                match Position::from_setup(&setup, &options.asked) {
                    Ok(position) => Ok(Box::new(Entry {
                        id,
                        position,
                        setup,
                        read: read.clone(),
                        unknown: content.unknown.clone(),
                    })),
                    Err(errors) => failed(id, refused(&errors)),
                }
            }));
        }
        entries
    }
}

/// What a record holds: set-ups, each with the end of its id, and how they were read.
struct RecordContent {
    setups: Vec<(String, Setup)>,
    assumed: ResolvedOptions,
    unknown: Map<String, Value>,
}

impl RecordContent {
    fn of_setup(setup: Setup, assumed: ResolvedOptions) -> RecordContent {
        RecordContent {
            setups: vec![(String::new(), setup)],
            assumed,
            unknown: Map::new(),
        }
    }

    fn of_line(text: &str, options: &ReadOptions) -> Result<RecordContent, ParseError> {
        let line = parse_line(text, &options.reading)
            .map_err(|error| naming_all_points(error, text, options.asked))?;
        let setups = line.setups();
        let is_one = setups.len() == 1;
        let suffix = |turn: Option<usize>| match turn {
            Some(turn) if !is_one => format!("@{turn}"),
            _ => String::new(),
        };
        let setups = setups
            .into_iter()
            .map(|(turn, setup)| (suffix(turn), setup));
        Ok(RecordContent {
            setups: setups.collect(),
            assumed: line.assumed,
            unknown: line.unknown,
        })
    }
}

fn read_info(place: &RecordId, assumed: &ResolvedOptions) -> ReadInfo {
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

/// The set-ups that were asked for, each with the end of its id.
fn picked(setup: &Setup, pick: Pick) -> Result<Vec<(String, Setup)>, ParseError> {
    let picked: Option<Vec<_>> = match pick {
        Pick::Last => Some(vec![(String::new(), setup.clone())]),
        Pick::After(count) => setup.after(count).map(|setup| vec![(String::new(), setup)]),
        Pick::All => (0..=setup.moves.len())
            .map(|count| Some((format!("@{count}"), setup.after(count)?)))
            .collect(),
    };
    picked.ok_or_else(|| {
        let message = match setup.moves.len() {
            0 => "the order of the stones is not known, so there is no position after a move"
                .to_owned(),
            count => format!("there is no move {pick}: the game has {count} moves"),
        };
        ParseError::new(ErrorCode::Unsupported, message)
    })
}

/// A position line as far as its points can be read, on the board or not.
#[derive(Deserialize)]
struct StonesOnly {
    size: Option<Size>,
    rule: Option<Rule>,
    to_move: Option<Color>,
    #[serde(default)]
    black: Vec<Point>,
    #[serde(default)]
    white: Vec<Point>,
}

/// A reader stops at the first impossible point; this names all of them, at the place of the first.
fn naming_all_points(error: ParseError, text: &str, asked: PositionOverrides) -> ParseError {
    if !matches!(error.code, ErrorCode::OffBoard | ErrorCode::PointTaken) {
        return error;
    }
    let Ok(stones) = serde_json::from_str::<StonesOnly>(text) else {
        return error;
    };
    let StonesOnly {
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
