//! JSON answers of the analysis engine: the fields that a client receives for a turn of a query.

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::board::{Color, canonical};
use crate::eval::{PointWorths, Worth};
use crate::geometry::Point;
use crate::limits::{self, StopReason};
use crate::notation::{Letters, MoveName};
use crate::position::Position;
use crate::questions::{LineScore, MoveOrPass, Report, ReportedLine, SearchReport};

use super::query::AnalysisQuery;
use super::query_id::QueryId;
use super::study_settings::QueryStudy;
use super::tree_excerpt::TreeExcerpt;

/// A line of JSON, without its end.
pub(super) fn line_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("an answer has nothing but string keys")
}

/// The answer to a turn of a query.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnalysisAnswer {
    /// The id of the query.
    pub(super) id: QueryId,
    /// The turn: how many of the listed moves were made before it.
    pub(super) turn_number: usize,
    /// Whether the search goes on, and another answer comes.
    pub(super) is_during_search: bool,
    /// The letters of the points in it: those of the query.
    pub(super) letters: Letters,
    /// Set where nothing was found out, because the query was terminated before it began, or
    /// because of the error.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) no_results: bool,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    /// What was asked, where it was no search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) study: Option<QueryStudy>,
    /// The answer to it, as `--json` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) report: Option<StudyReport>,
    /// Where that has several lines, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reports: Option<Vec<StudyReport>>,
    /// A forced win with its replies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tree: Option<TreeExcerpt>,
    /// The answer in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    /// What a search found.
    #[serde(flatten)]
    pub(super) found: Option<SearchAnswer>,
    /// What the evaluator prefers points by, row by row from the top left, and for a pass; `null`
    /// where no move can be made, and where it has no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) policy: Option<Vec<Option<Worth>>>,
}

/// What a search found, or has found so far.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SearchAnswer {
    /// The best moves, best first.
    move_infos: Vec<MoveInfo>,
    /// What is known of the position itself.
    root_info: RootInfo,
}

/// A move, its value and what follows.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    /// The move.
    #[serde(rename = "move")]
    first: MoveName,
    /// Its place among the best, from 0.
    order: usize,
    /// Nodes of the whole search: they are not counted for each move.
    visits: u64,
    /// The chance of the side to move to win, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    winrate: Option<f64>,
    /// What it is worth.
    score: Option<LineScore>,
    /// What the evaluator prefers the point by, without search; only if the policy was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    prior: Option<Worth>,
    /// The move and what follows.
    pv: Vec<MoveName>,
}

/// What is known of a position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    /// The side to move.
    current_player: &'static str,
    /// Nodes that were searched.
    visits: u64,
    /// The chance of the side to move to win, where it is known: that of its best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    winrate: Option<f64>,
    /// What the best move is worth; `None` if there is none.
    score: Option<LineScore>,
    /// Depth of the search in plies.
    depth: usize,
    /// Moves of the longest line looked at.
    selective_depth: Option<usize>,
    /// Why the search ended; `None` while it goes on.
    stop: Option<StopReason>,
    /// A hash of the stones and the side to move, in hexadecimal.
    this_hash: String,
    /// The same for positions that are mirror images.
    sym_hash: String,
}

impl AnalysisAnswer {
    /// An answer with nothing in it.
    pub(super) fn to(query: &AnalysisQuery, turn_number: usize) -> AnalysisAnswer {
        AnalysisAnswer {
            id: query.id.clone(),
            turn_number,
            is_during_search: false,
            letters: query.letters,
            no_results: false,
            error: None,
            study: None,
            report: None,
            reports: None,
            tree: None,
            text: None,
            found: None,
            policy: None,
        }
    }

    /// This answer with the reports of a study other than a search.
    pub(super) fn with_reports(self, reports: &[Report], query: &AnalysisQuery) -> AnalysisAnswer {
        let named = |report: &Report| StudyReport(report.clone(), query.letters);
        let is_list = query.study.kind == QueryStudy::Game;
        AnalysisAnswer {
            study: Some(query.study.kind),
            report: reports.first().filter(|_| !is_list).map(named),
            reports: is_list.then(|| reports.iter().map(named).collect()),
            ..self
        }
    }
}

impl SearchAnswer {
    /// What a report says in the words of the protocol.
    pub(super) fn new(
        report: &SearchReport,
        query: &AnalysisQuery,
        position: &Position,
        policy: Option<&PointWorths>,
    ) -> SearchAnswer {
        let info = |(order, line): (usize, &ReportedLine)| {
            let first = point_of(*line.moves.first()?);
            let length = query
                .pv_length
                .map_or(usize::MAX, |more| more.saturating_add(1));
            let pv = line.moves.iter().take(length).copied().map(point_of);
            Some(MoveInfo {
                first: MoveName(first, query.letters),
                order,
                visits: report.nodes,
                winrate: winrate(line.score),
                score: line.score,
                prior: policy.and_then(|policy| policy[first?]),
                pv: pv.map(|point| MoveName(point, query.letters)).collect(),
            })
        };
        let move_infos: Vec<MoveInfo> = report.lines.iter().enumerate().filter_map(info).collect();
        let best = move_infos.first().and_then(|best| best.score);
        let (board, mover) = (position.board(), position.to_move());
        let hash = |key: u64| format!("{key:016X}");
        SearchAnswer {
            root_info: RootInfo {
                current_player: match mover {
                    Color::Black => "B",
                    Color::White => "W",
                },
                visits: report.nodes,
                winrate: winrate(best),
                score: best,
                depth: report.depth,
                selective_depth: report.selective_depth,
                stop: report.stop,
                this_hash: hash(board.key().for_side(mover)),
                sym_hash: hash(canonical(board).0.key().for_side(mover)),
            },
            move_infos,
        }
    }
}

/// The values of points in the order of the protocol: row by row from the top left, a pass last.
pub(super) fn policy_list(position: &Position, values: &PointWorths) -> Vec<Option<Worth>> {
    let side = position.board().size().get();
    let rows = (0..side).rev();
    let points = rows.flat_map(|row| (0..side).filter_map(move |column| Point::new(column, row)));
    points.map(|point| values[point]).chain([None]).collect()
}

/// The chance that was measured for such a value; a proved result is certain.
fn winrate(score: Option<LineScore>) -> Option<f64> {
    let score = score?;
    match score.value {
        limits::Value::Points(_) => score
            .chance
            .map(|thousandths| f64::from(thousandths) / 1000.0),
        limits::Value::WinIn(_) => Some(1.0),
        limits::Value::LossIn(_) => Some(0.0),
        limits::Value::Draw => Some(0.5),
    }
}

fn point_of(played: MoveOrPass) -> Option<Point> {
    match played {
        MoveOrPass::At(point) => Some(point),
        MoveOrPass::Pass => None,
    }
}

/// The answer to a question other than for best play, its points in the letters of the query.
pub(super) struct StudyReport(pub(super) Report, pub(super) Letters);

impl Serialize for StudyReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let StudyReport(report, letters) = self;
        if *letters == Letters::All {
            return report.serialize(serializer);
        }
        let mut report = serde_json::to_value(report).map_err(S::Error::custom)?;
        if let Value::Object(fields) = &mut report {
            let others = fields.iter_mut().filter(|(name, _)| *name != "id");
            others.for_each(|(_, value)| rename_points(value, *letters));
        }
        report.serialize(serializer)
    }
}

/// Writes every text that is the name of a point with other letters.
fn rename_points(value: &mut Value, letters: Letters) {
    let renamed = |text: &str| {
        let point: Point = text
            .parse()
            .ok()
            .filter(|point: &Point| point.to_string() == text)?;
        Some(MoveName(Some(point), letters).to_string())
    };
    match value {
        Value::String(text) => *text = renamed(text).unwrap_or_else(|| std::mem::take(text)),
        Value::Array(list) => list
            .iter_mut()
            .for_each(|item| rename_points(item, letters)),
        Value::Object(fields) => {
            let old = std::mem::take(fields).into_iter();
            fields.extend(old.map(|(name, mut value)| {
                rename_points(&mut value, letters);
                (renamed(&name).unwrap_or(name), value)
            }));
        }
        _ => {}
    }
}
