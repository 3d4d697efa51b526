//! Expectations to check, found in comments and JSON fields, with the lines they stand on.

use super::super::{Entry, ReadOptions, Record, RecordBody, RecordError, RecordId};
use crate::notation::{
    ErrorCode, ExpectationSpan, ParseError, ParsedGame, TextLine, expectation_places,
};
use crate::position::{Setup, TreePlace};
use crate::questions::{
    CheckLine, Expectation, ExpectationError, ExpectationProblem, expectation_of_comment,
};

/// A position with what is expected of it.
pub struct TestPosition {
    /// The position as it was read.
    pub entry: Box<Entry>,
    place: RecordId,
    /// The first line of the record.
    first_line: Option<u64>,
    /// Where the expectations stand, as far as that is known.
    places: Vec<ExpectationSpan>,
    /// Its text, if it is JSON.
    json: Option<TextLine>,
}

/// The positions of a record: of a tree one for each node whose comment expects something, its id ending
/// in `@` and the number of moves; those of its main line if there is no such node.
pub fn test_positions(
    record: Record,
    options: &ReadOptions,
) -> Vec<Result<TestPosition, Box<RecordError>>> {
    let Ok(RecordBody::Game(game)) = &record.body else {
        return positions_of(record, "", options);
    };
    let nodes = expecting_nodes(game);
    if nodes.is_empty() {
        return positions_of(record, "", options);
    }
    let of_node = |(setup, end): (Setup, String)| {
        let mut parsed = game.as_ref().clone().main_line();
        (parsed.setup, parsed.other_lines) = (setup, 0);
        let record = Record {
            line: None,
            body: Ok(RecordBody::Setup(Box::new(parsed))),
            ..record.clone()
        };
        positions_of(record, &end, options)
    };
    nodes.into_iter().flat_map(of_node).collect()
}

/// The positions of nodes whose comments expect something, each with the end of its id: the number of
/// moves that lead there.
fn expecting_nodes(game: &ParsedGame) -> Vec<(Setup, String)> {
    let tree = &game.game.tree;
    let of_node = |place: TreePlace| {
        let comment = tree.node(place).comment();
        let expect: Vec<String> = comment.lines().filter_map(expectation_of_comment).collect();
        if expect.is_empty() {
            return None;
        }
        let setup = game.game.setup(place);
        let end = format!("@{}", setup.moves.len());
        Some((Setup { expect, ..setup }, end))
    };
    tree.places().filter_map(of_node).collect()
}

fn positions_of(
    record: Record,
    end_of_id: &str,
    options: &ReadOptions,
) -> Vec<Result<TestPosition, Box<RecordError>>> {
    let places = match &record.body {
        Ok(RecordBody::Line(line)) => expectation_places(line),
        Ok(RecordBody::Setup(parsed)) => parsed.expect_places.clone(),
        _ => Vec::new(),
    };
    let json = match &record.body {
        Ok(RecordBody::Line(line)) => Some(line.clone()),
        _ => None,
    };
    let (place, first_line) = (record.place.clone(), record.line);
    let entries = record.entries(options).into_iter();
    let asked = |mut entry: Box<Entry>| {
        entry.id = entry.id.followed_by(end_of_id);
        TestPosition {
            entry,
            place: place.clone(),
            first_line,
            places: places.clone(),
            json: json.clone(),
        }
    };
    entries.map(|entry| entry.map(asked)).collect()
}

impl TestPosition {
    /// An expectation as it was read.
    ///
    /// # Panics
    ///
    /// If the position has none of this number.
    pub fn words(&self, number: usize) -> &str {
        &self.entry.setup.expect[number]
    }

    /// The expectations that can be asked, each with its number, and what is wrong with the others.
    pub fn expectations(&self) -> (Vec<(usize, Expectation)>, Vec<RecordError>) {
        let mut known: Vec<(usize, Expectation)> = Vec::new();
        let mut errors = Vec::new();
        for (number, words) in self.entry.setup.expect.iter().enumerate() {
            let read = words.parse::<Expectation>().and_then(|expectation| {
                expectation.fits(&self.entry.position)?;
                let other = known
                    .iter()
                    .find(|(_, other)| expectation.contradicts(other));
                match other {
                    None => Ok(expectation),
                    Some(&(other, _)) => Err(self.contradiction(other)),
                }
            });
            match read {
                Ok(expectation) => known.push((number, expectation)),
                Err(error) => errors.push(self.error(number, &error)),
            }
        }
        (known, errors)
    }

    /// That an expectation contradicts the one of this number.
    fn contradiction(&self, other: usize) -> ExpectationError {
        let words = self.words(other).to_owned();
        ExpectationError {
            word: None,
            problem: ExpectationProblem::Contradiction(words),
            meant: None,
        }
    }

    /// The error with its place in the file.
    fn error(&self, number: usize, error: &ExpectationError) -> RecordError {
        let code = code_of(&error.problem);
        let place = self.places.get(number);
        let mut message = error.to_string();
        // Where no caret shows the words, and where they are right by themselves, they are named.
        if place.is_none() || matches!(error.problem, ExpectationProblem::Contradiction(_)) {
            message = format!("`{}`: {message}", self.words(number));
        }
        let mut told = if let Some(place) = place {
            place.error(error.word, code, message)
        } else {
            ParseError::new(code, message)
        };
        told.line = told.line.or(self.first_line);
        told.hint = match (&error.problem, error.meant) {
            (_, Some(meant)) => Some(format!("did you mean {meant}?")),
            (ExpectationProblem::UnknownSubject(_) | ExpectationProblem::Empty, None) => {
                Some("expectations begin with forbidden, legal, vcf, vct, best or shape".to_owned())
            }
            (ExpectationProblem::SideOpen, None) => {
                Some("--to-move names the side, or `# to move:` above the board".to_owned())
            }
            _ => None,
        };
        let place = match told.line {
            Some(_) => self.place.clone(),
            None => RecordId::file(self.entry.id.to_string()),
        };
        RecordError {
            id: self.entry.id.clone(),
            place,
            error: told,
        }
    }

    /// The file as it was named.
    pub(super) fn source(&self) -> &str {
        &self.place.source
    }

    /// The first line of the record, in a format of text.
    pub(super) const fn first_line(&self) -> Option<u64> {
        self.first_line
    }

    /// Where the expectation of this number stands.
    pub(super) fn place_of(&self, number: usize) -> Option<&ExpectationSpan> {
        self.places.get(number)
    }

    /// Where the last expectation stands.
    pub(super) fn last_place(&self) -> Option<&ExpectationSpan> {
        self.places.last()
    }

    /// Whether the record is one of JSON.
    pub(super) const fn is_json(&self) -> bool {
        self.json.is_some()
    }

    /// The text of a record of JSON.
    pub(super) const fn json_text(&self) -> Option<&TextLine> {
        self.json.as_ref()
    }

    /// Finds out whether the words of expectations can be written into the file.
    ///
    /// # Errors
    ///
    /// Why they cannot.
    pub(super) fn can_be_updated(&self) -> Result<(), String> {
        let read = &self.entry.read;
        let source = self.source();
        if source == "-" || source == "-m" {
            return Err("it is no file".to_owned());
        }
        if [".gz", ".zst", ".lz4"]
            .iter()
            .any(|end| source.ends_with(end))
        {
            return Err("it is compressed".to_owned());
        }
        if !["diagram", "moves", "jsonl"].contains(&&*read.format) {
            let format = &read.format;
            return Err(format!("expectations are not written into {format}"));
        }
        let is_ours =
            |said: &Option<String>, ours: &str| said.as_deref().is_none_or(|it| it == ours);
        if !is_ours(&read.origin, "bottom-left") || !is_ours(&read.letters, "all") {
            return Err("its points have other names than ours".to_owned());
        }
        Ok(())
    }

    /// The line of an answer to the expectation of this number, or of a finding about the position.
    pub fn line(&self, number: Option<usize>) -> CheckLine {
        let place = number.and_then(|number| self.places.get(number));
        let place = match place {
            Some(place) => (Some(place.line.number), Some(place.file_column())),
            None => (self.first_line, None),
        };
        CheckLine::new(self.entry.id.clone(), self.place.source.to_string(), place)
    }
}

const fn code_of(problem: &ExpectationProblem) -> ErrorCode {
    match problem {
        ExpectationProblem::NoPoint(_) => ErrorCode::BadPoint,
        ExpectationProblem::OffBoard { .. } => ErrorCode::OffBoard,
        ExpectationProblem::Taken { .. } => ErrorCode::PointTaken,
        ExpectationProblem::SideOpen => ErrorCode::SideUnclear,
        _ => ErrorCode::BadExpectation,
    }
}
