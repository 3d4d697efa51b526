//! Analysis queries: the study, turns, limits and report settings that a client asks for in JSON.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::geometry::Size;
use crate::limits::Limits;
use crate::notation::{JsonLine, Letters, QueryTurn};
use crate::position::{Position, PositionOverrides, Setup, SetupErrors};

use super::options::AnalysisOptions;
use super::query_id::QueryId;
use super::root_moves::RootMoves;
use super::settings::{FieldError, QuerySettings, whole};
use super::study_settings::StudySettings;

/// The most moves that are reported with their lines: more than any board has points.
const MOST_LINES: i64 = 400;
/// The most threads of a search.
const MOST_THREADS: i64 = 1024;

/// A query about some turns of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisQuery {
    /// What the client calls it.
    pub id: QueryId,
    /// The game.
    setup: Setup,
    /// The letters of its points and of those of its answers.
    pub(super) letters: Letters,
    /// The turns that are asked for, each once.
    pub(super) turns: Vec<AskedTurn>,
    /// The question about each of them.
    pub(super) study: StudySettings,
    pub(super) limits: Limits,
    pub(super) depth: Option<u16>,
    /// Threads of a search.
    pub(super) threads: usize,
    /// Number of best moves to report.
    pub(super) lines: usize,
    /// Moves of a line after its first one.
    pub(super) pv_length: Option<usize>,
    pub(super) has_policy: bool,
    pub(super) report_every: Option<Duration>,
    pub(super) root_moves: RootMoves,
}

/// A turn of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AskedTurn {
    pub(super) turn: QueryTurn,
    /// A higher one is answered first.
    pub(super) priority: i64,
}

impl AnalysisQuery {
    /// Reads the fields of a query that say more than its position, of which `listed` moves are
    /// listed: the set-up has the passes between them as well.
    pub(super) fn read(
        id: QueryId,
        line: &mut JsonLine,
        listed: usize,
        settings: &mut QuerySettings,
        options: &AnalysisOptions,
    ) -> Result<AnalysisQuery, FieldError> {
        let setup = std::mem::take(&mut line.setup);
        let setup = Setup {
            id: None,
            rule: setup.rule.or(options.rule),
            ..setup
        };
        let mut turns = std::mem::take(&mut line.turns);
        if turns.is_empty() {
            let moves = setup.moves.len();
            turns.push(QueryTurn {
                number: listed,
                moves,
            });
        }
        let size = setup.size.unwrap_or(Size::RENJU);
        let limits = Limits {
            nodes: settings
                .whole("maxVisits", 1..=i64::MAX)?
                .map(i64::unsigned_abs),
            time: settings.seconds("maxTime")?,
        };
        let pv_length = settings.whole("analysisPVLen", 0..=i64::MAX)?;
        let lines = settings.whole("lines", 1..=MOST_LINES)?.unwrap_or(1);
        let threads = settings.whole("threads", 1..=MOST_THREADS)?.unwrap_or(1);
        Ok(AnalysisQuery {
            id,
            turns: asked_turns(&turns, settings)?,
            study: StudySettings::read(settings, size, options.letters)?,
            limits: options.limits(limits),
            depth: options.depth,
            threads: usize::try_from(threads).unwrap_or(1),
            lines: usize::try_from(lines).unwrap_or(1),
            pv_length: pv_length.and_then(|length| usize::try_from(length).ok()),
            has_policy: settings.flag("includePolicy")?,
            report_every: settings.seconds("reportDuringSearchEvery")?,
            root_moves: RootMoves::read(settings, size, options.letters)?,
            letters: options.letters,
            setup,
        })
    }

    /// The position of a turn.
    ///
    /// # Errors
    ///
    /// If it leaves open whose turn it is, which only one without moves can.
    pub(super) fn position(&self, turn: QueryTurn) -> Result<Position, SetupErrors> {
        Position::from_setup(&self.setup(turn), &PositionOverrides::default())
    }

    /// The game up to a turn.
    pub(super) fn setup(&self, turn: QueryTurn) -> Setup {
        let after = self.setup.after(turn.moves);
        after.unwrap_or_else(|| self.setup.clone())
    }
}

/// The turns with their priorities, each once.
fn asked_turns(
    turns: &[QueryTurn],
    settings: &mut QuerySettings,
) -> Result<Vec<AskedTurn>, FieldError> {
    let one = settings.whole("priority", i64::MIN..=i64::MAX)?;
    let priorities = settings.read("priorities", "a list of whole numbers", |value| {
        let list = value.as_array()?.iter();
        list.map(whole).collect::<Option<Vec<i64>>>()
    })?;
    if let Some(priorities) = &priorities
        && priorities.len() != turns.len()
    {
        let message = "priorities must have as many entries as analyzeTurns";
        return Err(FieldError::new("priorities", message));
    }
    let mut asked: Vec<AskedTurn> = Vec::new();
    let mut known = BTreeSet::new();
    for (index, &turn) in turns.iter().enumerate() {
        if known.insert(turn.number) {
            let own = priorities.as_ref().map(|priorities| priorities[index]);
            let priority = own.or(one).unwrap_or_default();
            asked.push(AskedTurn { turn, priority });
        }
    }
    Ok(asked)
}

/// The fields that a query may have, those of its position included.
pub(super) const FIELDS: [&str; 30] = [
    "id",
    "action",
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "boardXSize",
    "boardYSize",
    "boardSize",
    "analyzeTurns",
    "maxVisits",
    "maxTime",
    "includePolicy",
    "avoidMoves",
    "allowMoves",
    "priority",
    "priorities",
    "reportDuringSearchEvery",
    "analysisPVLen",
    "letters",
    "lines",
    "threads",
    "study",
    "with",
    "at",
    "evaluator",
    "text",
    "terminateId",
    "turnNumbers",
    "rule",
];
