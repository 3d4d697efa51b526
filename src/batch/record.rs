//! Input records of a batch run: their place and id, and the positions read from each.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

use super::content::{
    content_of_position, content_of_setup, content_of_text, content_of_unread, id_of_content,
};
use super::going_on::{NoGoingOn, going_on};
use super::pick::Pick;
use super::run::Consumed;
use crate::board::Color;
use crate::fnv::fnv1a;
use crate::geometry::{Point, Size};
use crate::notation::{
    ErrorCode, Format, LineText, ParseError, ParseOptions, ParsedGame, ParsedSetup,
    ResolvedOptions, TextLine, line_id, parse_line,
};
use crate::position::{Position, PositionId, PositionOverrides, Setup, SetupErrors, SetupProblem};
use crate::questions::ReadInfo;
use crate::rule::Rule;
use renju_core::counted::counted;

/// Where a record comes from; its id, unless it names one itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordId {
    /// The file as named by the user, `-` for standard input, `-m` for moves of the command line.
    pub source: Arc<str>,
    /// Its number in the file, from 1, where the file holds several or is one of records by lines.
    pub number: Option<u64>,
}

impl RecordId {
    /// A whole source, or its only record.
    pub fn file(source: impl Into<Arc<str>>) -> RecordId {
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
    /// Whether it is one of records by lines: JSON, or a row of a table.
    pub is_by_lines: bool,
    /// Which of its positions are taken, where its own name says so.
    pub pick: Option<Pick>,
}

/// What a record holds.
#[derive(Clone, Debug)]
pub enum RecordBody {
    /// A JSON text, to be parsed by the worker.
    Line(TextLine),
    /// A set-up, read by the stream of its format.
    Setup(Box<ParsedSetup>),
    /// A game with its variations.
    Game(Box<ParsedGame>),
}

/// A valid position of the input, with its id.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What the record calls it, else what [`Naming`] does; with `@N` behind it where every
    /// position of a game is taken.
    pub id: PositionId,
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
#[derive(Clone, Debug, Error)]
#[error("{id}: {error}")]
pub struct RecordError {
    /// What the record calls it, as far as that could be read, else what [`Naming`] does.
    pub id: PositionId,
    /// Where it comes from.
    pub place: RecordId,
    /// What is wrong, and its place in the source.
    pub error: ParseError,
}

/// A position of the input, or why it cannot be read.
pub type EntryResult = Result<Box<Entry>, Box<RecordError>>;

/// What records are called that have no id of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Naming {
    /// Their place: `FILE`, or `FILE#K`.
    #[default]
    Place,
    /// Records by lines and those of standard input 16 hexadecimal digits: the hash of what they
    /// say, so that it does not matter what stands before them. Others their place.
    Content,
    /// They are errors, called as by `Content`.
    Refused,
}

/// How records become positions.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// What the user says of the position.
    pub asked: PositionOverrides,
    /// How text is read.
    pub reading: ParseOptions,
    /// Which positions of a game are taken, where the record does not say so.
    pub pick: Pick,
    /// Moves that are played on top of each position, `None` a pass.
    pub going_on: Vec<Option<Point>>,
    /// What records are called that have no id of their own.
    pub naming: Naming,
}

impl ReadOptions {
    /// The position of a set-up with the moves played that go on from it, and the set-up that says so where
    /// there are such moves.
    ///
    /// # Errors
    ///
    /// If it is no position, or the moves cannot be played on top of it.
    pub fn position_of(
        &self,
        setup: &Setup,
        read_as: &ResolvedOptions,
    ) -> Result<(Option<Setup>, Position), ParseError> {
        let changed = match &self.going_on[..] {
            [] => None,
            moves => Some(
                going_on(setup, self.asked, moves).map_err(|error| match error {
                    NoGoingOn::Setup(errors) => refused(&errors, read_as),
                    NoGoingOn::Position(error) => error,
                })?,
            ),
        };
        let (setup, asked) = match &changed {
            Some((setup, asked)) => (setup, asked),
            None => (setup, &self.asked),
        };
        let position = Position::from_setup(setup, asked);
        let position = position.map_err(|errors| refused(&errors, read_as))?;
        Ok((changed.map(|(setup, _)| setup), position))
    }
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
            Ok(RecordBody::Game(parsed)) => of(&format!("{:?}", parsed.game.main_setup())),
            Err(error) => Consumed {
                bytes: error.message.len() as u64,
                hash: content_of_unread(error),
            },
        }
    }

    /// The positions of this record, each checked by itself.
    pub fn entries(self, options: &ReadOptions) -> Vec<EntryResult> {
        let is_loose = self.is_by_lines || &*self.place.source == "-";
        let source = RecordSource {
            is_by_content: is_loose && options.naming != Naming::Place,
            place: self.place,
            line: self.line,
        };
        let body = match self.body {
            Ok(body) => body,
            Err(error) => {
                let id = source.id(error.id.as_deref().cloned(), || content_of_unread(&error));
                return vec![source.failed(id, error)];
            }
        };
        let content = match RecordContent::of(body, options) {
            Ok(content) => content,
            Err(unread) => {
                let id = source.id(unread.id, || unread.content);
                return vec![source.failed(id, unread.error)];
            }
        };
        if options.naming == Naming::Refused && !content.has_id() {
            let id = source.id(None, || content.hash(options.asked));
            return vec![source.failed(id, without_id())];
        }
        source.entries(
            content,
            self.pick.as_ref().unwrap_or(&options.pick),
            options,
        )
    }
}

/// That a record has no id where each must have one.
fn without_id() -> ParseError {
    let error = ParseError::new(ErrorCode::MissingField, "the record has no id");
    error.hint(
        "--require-id asks for one: the field id of JSON, the column id of a table, or # name: above a board",
    )
}

/// Where a record comes from, and what it is called if it does not say so.
struct RecordSource {
    place: RecordId,
    line: Option<u64>,
    is_by_content: bool,
}

impl RecordSource {
    /// The id of the record, or the one it gets; `content` is the hash of what it says.
    fn id(&self, own: Option<PositionId>, content: impl FnOnce() -> u64) -> PositionId {
        own.unwrap_or_else(|| {
            if self.is_by_content {
                id_of_content(content())
            } else {
                PositionId::from(self.place.to_string())
            }
        })
    }

    fn failed(&self, id: PositionId, error: ParseError) -> EntryResult {
        let line = error.line.or(self.line);
        Err(Box::new(RecordError {
            id,
            place: self.place.clone(),
            error: ParseError { line, ..error },
        }))
    }

    /// The positions of a record that was read.
    fn entries(
        &self,
        content: RecordContent,
        pick: &Pick,
        options: &ReadOptions,
    ) -> Vec<EntryResult> {
        let RecordContent {
            setups,
            text,
            assumed,
            other_lines,
            unknown,
            mut warnings,
        } = content;
        let read = read_info(&self.place, &assumed, other_lines);
        let is_one = setups.len() == 1;
        let hash = |setup: &Setup| unread_hash(text.as_deref(), setup);
        let (mut entries, mut is_said) = (Vec::new(), false);
        for (turn, setup) in setups {
            let turn = turn.filter(|_| !is_one);
            let end = turn.map_or_else(String::new, |turn| format!("@{turn}"));
            let picked = match pick.of(&setup) {
                Ok(picked) => picked,
                Err(error) => {
                    let id = self.id(setup.id.clone(), || hash(&setup));
                    entries.push(self.failed(id.followed_by(&end), error));
                    continue;
                }
            };
            entries.extend(picked.into_iter().map(|(suffix, setup)| {
                let own = setup.id.clone();
                let whole = |id: PositionId| id.followed_by(&format!("{end}{suffix}"));
                match options.position_of(&setup, &assumed) {
                    Ok((changed, position)) => {
                        let setup = changed.unwrap_or(setup);
                        let odd = warning_of_unclaimed(&position);
                        let odd = odd.or_else(|| warning_of_more(&position));
                        let odd = odd.filter(|_| !std::mem::replace(&mut is_said, true));
                        warnings.extend(odd);
                        Ok(Box::new(Entry {
                            id: whole(self.id(own, || content_of_position(&position))),
                            position,
                            setup,
                            read: read.clone(),
                            unknown: unknown.clone(),
                            warnings: at_place(std::mem::take(&mut warnings), &self.place),
                        }))
                    }
                    Err(error) => self.failed(whole(self.id(own, || hash(&setup))), error),
                }
            }));
        }
        entries
    }
}

/// That forbidden moves of the game were not claimed.
fn warning_of_unclaimed(position: &Position) -> Option<ParseError> {
    let [first, others @ ..] = position.unclaimed() else {
        return None;
    };
    let message = match others.len() {
        0 => format!(
            "{first} was forbidden and White played on: it was not claimed, and the game goes on"
        ),
        more => format!(
            "{first} and {more} more were forbidden and White played on: they were not claimed, and the game goes on"
        ),
    };
    Some(ParseError::new(ErrorCode::BadPoint, message))
}

/// That a game goes on behind the five that ended it.
fn warning_of_more(position: &Position) -> Option<ParseError> {
    let moves = position.moves()?;
    let row = &position.outcome()?.points;
    let is_in_row = |played: &Option<Point>| played.is_some_and(|point| row.contains(&point));
    let last = moves.iter().rposition(is_in_row)?;
    let ending = moves[last]?;
    let more = counted(moves.len() - 1 - last, "move", "moves");
    let message = format!("{ending} ended the game, with {more} after it");
    (last + 1 < moves.len()).then(|| ParseError::new(ErrorCode::BadPoint, message))
}

/// The hash of a record that gives no position: of its text where that is at hand.
fn unread_hash(text: Option<&str>, setup: &Setup) -> u64 {
    text.map_or_else(|| content_of_setup(setup), content_of_text)
}

/// The warnings as those of a record.
fn at_place(warnings: Vec<ParseError>, place: &RecordId) -> Vec<RecordError> {
    let at_place = |error| RecordError {
        id: place.to_string().into(),
        place: place.clone(),
        error,
    };
    warnings.into_iter().map(at_place).collect()
}

/// What the body of a record says.
struct RecordContent {
    setups: Vec<(Option<usize>, Setup)>,
    /// Its text, if it is JSON.
    text: Option<LineText>,
    assumed: ResolvedOptions,
    /// Lines of its tree that are left out.
    other_lines: usize,
    unknown: Map<String, Value>,
    warnings: Vec<ParseError>,
}

/// Why a body cannot be read, and the name of its record as far as that can.
struct UnreadRecord {
    id: Option<PositionId>,
    /// The hash of its text.
    content: u64,
    error: ParseError,
}

impl RecordContent {
    fn of_setup(parsed: ParsedSetup) -> RecordContent {
        RecordContent {
            setups: vec![(None, parsed.setup)],
            text: None,
            assumed: parsed.assumed,
            other_lines: parsed.other_lines,
            unknown: Map::new(),
            warnings: parsed.warnings,
        }
    }

    /// Reads a body.
    fn of(body: RecordBody, options: &ReadOptions) -> Result<RecordContent, Box<UnreadRecord>> {
        let line = match body {
            RecordBody::Line(line) => line,
            RecordBody::Setup(parsed) => return Ok(RecordContent::of_setup(*parsed)),
            RecordBody::Game(parsed) => return Ok(RecordContent::of_setup(parsed.main_line())),
        };
        match parse_line(&line.text, &options.reading) {
            Ok(parsed) => Ok(RecordContent {
                setups: parsed.setups(),
                assumed: parsed.assumed,
                other_lines: 0,
                unknown: parsed.unknown,
                warnings: parsed
                    .warnings
                    .into_iter()
                    .map(|warning| warning.in_file_of(&line))
                    .collect(),
                text: Some(line.text),
            }),
            Err(error) => {
                let error = naming_all_points(error, &line.text, options.asked);
                Err(Box::new(UnreadRecord {
                    id: line_id(&line.text),
                    content: content_of_text(&line.text),
                    error: error.in_file_of(&line),
                }))
            }
        }
    }
}

impl RecordContent {
    /// Whether the record names itself.
    fn has_id(&self) -> bool {
        self.setups.iter().all(|(_, setup)| setup.id.is_some())
    }

    /// The hash of what it says.
    fn hash(&self, asked: PositionOverrides) -> u64 {
        let Some((_, setup)) = self.setups.first() else {
            return content_of_text(self.text.as_deref().unwrap_or_default());
        };
        match Position::from_setup(setup, &asked) {
            Ok(position) => content_of_position(&position),
            Err(_) => unread_hash(self.text.as_deref(), setup),
        }
    }
}

fn read_info(place: &RecordId, assumed: &ResolvedOptions, other_lines: usize) -> ReadInfo {
    let is_text = assumed.format != Format::Jsonl;
    ReadInfo {
        source: place.to_string(),
        format: assumed.format.to_string(),
        origin: is_text.then(|| assumed.origin.to_string()),
        letters: Some(assumed.letters.to_string()),
        encoding: Some(assumed.encoding.to_string()),
        stones: assumed.stones.map(|stones| stones.to_string()),
        assumed: assumed
            .assumed
            .iter()
            .map(|made| made.to_string())
            .collect(),
        other_lines,
    }
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
        Some(SetupProblem::TooManyMoves { .. }) => ErrorCode::TooLarge,
        Some(SetupProblem::SideUnclear { .. }) => ErrorCode::SideUnclear,
        _ => ErrorCode::BadBoard,
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
    let (black, white) = read_as.stones.map_or(('x', 'o'), |marks| {
        (marks.black.unwrap_or('x'), marks.white.unwrap_or('o'))
    });
    format!(
        "{name_it}; if the colours are the other way round, add --stones black={white},white={black}"
    )
}
