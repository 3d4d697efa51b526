//! Analysis queries: the study, turns, limits and report settings that a client asks for in JSON.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;

use crate::geometry::{Point, Size};
use crate::limits::Limits;
use crate::named_enum::named_enum;
use crate::notation::{JsonLine, Letters, QueryTurn, parse_point};
use crate::position::{Position, PositionOverrides, Setup, SetupErrors};
#[cfg(feature = "render")]
use crate::render::Lang;

use super::options::AnalysisOptions;
use super::query_id::QueryId;
use super::root_moves::RootMoves;
use super::settings::{FieldError, QuerySettings, one_of, whole};

/// The most moves that are reported with their lines: more than any board has points.
const MOST_LINES: i64 = 400;

named_enum! {
    /// What is asked about a position.
    pub(super) enum QueryStudy: "study" {
        /// Best play.
        Search = "search",
        /// The forbidden points.
        Forbidden = "forbidden",
        /// A win by continuous fours.
        Vcf = "vcf",
        /// A win by continuous threats.
        Vct = "vct",
        /// What the position is, and how the game ended.
        Show = "show",
        /// The shapes that stand.
        Patterns = "patterns",
        /// What an evaluator says of the points.
        Score = "score",
        /// What the other side threatens, and what stops it.
        Threats = "threats",
        /// What each move of the game missed and allowed.
        Game = "game",
    }
}

named_enum! {
    /// What a study tells in addition.
    pub(super) enum StudyExtra: "extra" {
        /// With `forbidden`: points that look forbidden and are not.
        NearMisses = "near_misses",
        /// With `patterns`: each shape with its points.
        Shapes = "shapes",
        /// With `score`: what adds up to the values.
        Terms = "terms",
        /// With `vcf` and `vct`: the win with every reply.
        Tree = "tree",
    }
}

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
    pub(super) study: QueryStudy,
    /// What the study tells in addition.
    pub(super) extras: Vec<StudyExtra>,
    /// The empty point that `score` is asked about; all without one.
    pub(super) at: Option<Point>,
    /// The evaluator that is asked; that of the session without a name.
    pub(super) evaluator: Option<String>,
    /// The language in which the answer is put into words as well.
    #[cfg(feature = "render")]
    pub(super) text: Option<Lang>,
    pub(super) limits: Limits,
    pub(super) depth: Option<u16>,
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
        let study = settings.named("study", QueryStudy::ALL)?;
        let extras = settings.read("with", &one_of("a list of", StudyExtra::ALL), |value| {
            let names = value.as_array()?.iter();
            names.map(|name| name.as_str()?.parse().ok()).collect()
        })?;
        let size = setup.size.unwrap_or(Size::RENJU);
        let point = |value: &Value| parse_point(value.as_str()?, size, options.letters).ok();
        let evaluator = settings.read("evaluator", "the name of an evaluator", |value| {
            value.as_str().map(str::to_owned)
        })?;
        let limits = Limits {
            nodes: settings
                .whole("maxVisits", 1..=i64::MAX)?
                .map(i64::unsigned_abs),
            time: settings.seconds("maxTime")?,
        };
        let pv_length = settings.whole("analysisPVLen", 0..=i64::MAX)?;
        let lines = settings.whole("lines", 1..=MOST_LINES)?.unwrap_or(1);
        Ok(AnalysisQuery {
            id,
            turns: asked_turns(&turns, settings)?,
            study: study.unwrap_or(QueryStudy::Search),
            extras: extras.unwrap_or_default(),
            at: settings.read("at", "a point of the board", point)?,
            evaluator,
            #[cfg(feature = "render")]
            text: settings.read("text", "the name of a language", |value| {
                value.as_str()?.parse().ok()
            })?,
            limits: options.limits(limits),
            depth: options.depth,
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
        let message = "priorities must be as many as analyzeTurns";
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
pub(super) const FIELDS: [&str; 29] = [
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
    "study",
    "with",
    "at",
    "evaluator",
    "text",
    "terminateId",
    "turnNumbers",
    "rule",
];
