use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::fnv::fnv1a;
use super::run::Consumed;
use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::notation::{
    ErrorCode, Format, ParseError, ParseOptions, ParsedSetup, ResolvedOptions, TextLine, line_id,
    parse_line,
};
use crate::position::{Position, PositionOverrides, Setup, SetupErrors, SetupProblem};
use crate::rule::Rule;
use crate::study::ReadInfo;

/// Where a record comes from; its id, unless it names one itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordId {
    /// The file as named by the user, `-` for standard input, `-m` for moves of the command line.
    pub source: String,
    /// Its number in the file, from 1, where the file holds several or is one of records by lines.
    pub number: Option<u64>,
}

impl RecordId {
    /// A whole source, or its only record.
    pub fn file(source: impl Into<String>) -> RecordId {
        RecordId {
            source: source.into(),
            number: None,
        }
    }
}

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}#{number}", self.source),
            None => f.write_str(&self.source),
        }
    }
}

/// One record of the input.
#[derive(Clone, Debug)]
pub struct Record {
    /// Where it comes from.
    pub place: RecordId,
    /// The line it begins on, from 1; `None` if it could not even be opened.
    pub line: Option<u64>,
    /// What was read, or why it could not be.
    pub body: Result<RecordBody, ParseError>,
}

/// What a record holds.
#[derive(Clone, Debug)]
pub enum RecordBody {
    /// A JSON text, to be parsed by the worker.
    Line(TextLine),
    /// A set-up, read by the stream of its format.
    Setup(Box<ParsedSetup>),
}

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
    /// What may be meant otherwise than it was read, each with its place.
    pub warnings: Vec<RecordError>,
}

/// What is wrong, or may be, with a record or a position of one.
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
    /// What the record says, wherever it comes from. A JSON line has the bytes it is written with, a
    /// record of another format those of what was understood.
    pub fn content(&self) -> Consumed {
        let of = |text: &str| Consumed {
            bytes: text.len() as u64,
            hash: fnv1a(text.as_bytes()),
        };
        match &self.body {
            Ok(RecordBody::Line(line)) => of(&line.text),
            Ok(RecordBody::Setup(parsed)) => of(&format!("{:?}", parsed.setup)),
            Err(error) => of(&error.message),
        }
    }

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
        let body = match body {
            Ok(body) => body,
            Err(error) => return vec![failed(place.to_string(), error)],
        };
        let content = match RecordContent::of(body, options) {
            Ok(content) => content,
            Err(unread) => {
                let id = unread.id.unwrap_or_else(|| place.to_string());
                return vec![failed(id, unread.error)];
            }
        };
        let RecordContent {
            setups,
            assumed,
            unknown,
            mut warnings,
        } = content;
        let read = read_info(&place, &assumed);
        let is_one = setups.len() == 1;
        let mut entries = Vec::new();
        for (turn, setup) in setups {
            let id = setup.id.clone().unwrap_or_else(|| place.to_string());
            let id = match turn {
                Some(turn) if !is_one => format!("{id}@{turn}"),
                _ => id,
            };
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
                        unknown: unknown.clone(),
                        warnings: at_place(std::mem::take(&mut warnings), &place),
                    })),
                    Err(errors) => failed(id, refused(&errors, &assumed)),
                }
            }));
        }
        entries
    }
}

/// The warnings as those of a record.
fn at_place(warnings: Vec<ParseError>, place: &RecordId) -> Vec<RecordError> {
    let at_place = |error| RecordError {
        id: place.to_string(),
        place: place.clone(),
        error,
    };
    warnings.into_iter().map(at_place).collect()
}

/// What the body of a record says.
struct RecordContent {
    setups: Vec<(Option<usize>, Setup)>,
    assumed: ResolvedOptions,
    unknown: Map<String, Value>,
    warnings: Vec<ParseError>,
}

/// Why a body cannot be read, and the name of its record as far as that can.
struct UnreadRecord {
    id: Option<String>,
    error: ParseError,
}

impl RecordContent {
    /// Reads a body.
    fn of(body: RecordBody, options: &ReadOptions) -> Result<RecordContent, Box<UnreadRecord>> {
        let line = match body {
            RecordBody::Line(line) => line,
            RecordBody::Setup(parsed) => {
                return Ok(RecordContent {
                    setups: vec![(None, parsed.setup)],
                    assumed: parsed.assumed,
                    unknown: Map::new(),
                    warnings: parsed.warnings,
                });
            }
        };
        match parse_line(&line.text, &options.reading) {
            Ok(parsed) => Ok(RecordContent {
                setups: parsed.setups(),
                assumed: parsed.assumed,
                unknown: parsed.unknown,
                warnings: parsed
                    .warnings
                    .into_iter()
                    .map(|warning| warning.in_file_of(&line))
                    .collect(),
            }),
            Err(error) => {
                let error = naming_all_points(error, &line.text, options.asked);
                Err(Box::new(UnreadRecord {
                    id: line_id(&line.text),
                    error: error.in_file_of(&line),
                }))
            }
        }
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
    let Ok(line) = serde_json::from_str::<StonesOnly>(text) else {
        return error;
    };
    let setup = Setup {
        size: line.size,
        rule: line.rule,
        to_move: line.to_move,
        black: line.black,
        white: line.white,
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

fn refused(errors: &SetupErrors, read_as: &ResolvedOptions) -> ParseError {
    let code = match errors.0.first() {
        Some(SetupProblem::SizeDiffers { .. }) => ErrorCode::BadSize,
        Some(SetupProblem::OffBoard { .. }) => ErrorCode::OffBoard,
        Some(SetupProblem::Taken { .. }) => ErrorCode::PointTaken,
        Some(SetupProblem::SideUnclear { .. }) => ErrorCode::SideUnclear,
        None => ErrorCode::BadBoard,
    };
    let error = ParseError::new(code, errors.to_string());
    match errors.0.first() {
        Some(&SetupProblem::SideUnclear { black, white }) => {
            error.hint(hint_for_side(black, white, read_as))
        }
        _ => error,
    }
}

/// How to name the side to move; for a diagram with one white stone more also how to read it with
/// its colours the other way round.
fn hint_for_side(black: usize, white: usize, read_as: &ResolvedOptions) -> String {
    let name_it = "name it with --to-move black or white, or with to_move in a JSON line";
    if read_as.format != Format::Diagram || white != black + 1 {
        return name_it.to_owned();
    }
    let (black, white) = read_as
        .stones
        .map_or(('x', 'o'), |marks| (marks.black, marks.white));
    format!(
        "{name_it}; if the colours are the other way round, add --stones black={white},white={black}"
    )
}
