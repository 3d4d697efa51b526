//! Cases with a position: those that come with the program, and those of a user's files.

use crate::batch::check::test_positions;
use crate::batch::{ReadOptions, Record, RecordError, Sources};
use crate::notation::{Format, ParseOptions};
use crate::position::{Position, PositionId};
use crate::questions::Expectation;
use crate::questions::examine::ExamineGroup;

/// The positions that come with the program, `positions/examine`.
const BUILT_IN: [(ExamineGroup, &str); 5] = [
    (
        ExamineGroup::Rules,
        include_str!("../../positions/examine/rules.jsonl"),
    ),
    (
        ExamineGroup::MustMoves,
        include_str!("../../positions/examine/must-moves.jsonl"),
    ),
    (
        ExamineGroup::Wins,
        include_str!("../../positions/examine/wins.jsonl"),
    ),
    (
        ExamineGroup::Traps,
        include_str!("../../positions/examine/traps.jsonl"),
    ),
    (
        ExamineGroup::Symmetry,
        include_str!("../../positions/examine/quiet.jsonl"),
    ),
];

/// A position, and what is right there.
#[derive(Clone, Debug)]
pub struct PositionCase {
    /// What it is about.
    pub group: ExamineGroup,
    /// What a file calls it; by that it is found again in another run.
    pub id: PositionId,
    /// The position, of which the side to move is known.
    pub position: Position,
    /// What holds of it; empty where any move will do.
    pub expect: Vec<Expectation>,
}

/// The cases that come with the program. Those of `Symmetry` expect nothing: their positions are
/// asked in all images, and again and again.
///
/// # Errors
///
/// Never, as the tests read them.
pub fn built_in_cases() -> Result<Vec<PositionCase>, Box<RecordError>> {
    let mut cases = Vec::new();
    for (group, text) in BUILT_IN {
        let options = ParseOptions::default();
        let sources = Sources::of_text(group.name(), text, Some(Format::Jsonl), options);
        cases.extend(cases_of(group, sources, &ReadOptions::default())?);
    }
    Ok(cases)
}

/// The cases of records, in their order; those of `Own` expect something.
///
/// # Errors
///
/// What cannot be read, with its place.
pub fn cases_of(
    group: ExamineGroup,
    records: impl Iterator<Item = Record>,
    options: &ReadOptions,
) -> Result<Vec<PositionCase>, Box<RecordError>> {
    let mut cases = Vec::new();
    for record in records {
        for asked in test_positions(record, options) {
            let asked = asked?;
            let (expect, errors) = asked.expectations();
            if let Some(error) = errors.into_iter().next() {
                return Err(Box::new(error));
            }
            let entry = asked.entry;
            let is_over = entry.position.outcome().is_some();
            if (group == ExamineGroup::Own && expect.is_empty()) || is_over {
                continue;
            }
            cases.push(PositionCase {
                group,
                id: entry.id,
                position: entry.position,
                expect: expect.into_iter().map(|(_, words)| words).collect(),
            });
        }
    }
    Ok(cases)
}

impl PositionCase {
    /// Whether a win of the side to move is expected.
    pub(super) fn expects_win(&self) -> bool {
        let is_win = |one: &Expectation| matches!(one, Expectation::Win { .. });
        self.expect.iter().any(is_win)
    }
}
