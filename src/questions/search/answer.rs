//! Best play by alpha-beta search, a published program, or an engine, as lines of play.

use std::time::Duration;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use thiserror::Error;

use super::line_check::{IllegalMove, WinClaim};
use crate::board::Color;
use crate::eval::{Evaluator, Failure, How, Odds, PlayOptions, System, play_in_time};
use crate::forbidden::{ForbiddenKind, ThreeReading, forbidden_kinds};
use crate::geometry::{Point, PointSet, Size};
use crate::limits::{Control, Iteration, Limits, Observer, PrincipalVariation, StopReason, Value};
use crate::named_enum::named_enum;
use crate::position::{LegalPlay, Position, PositionId};
use crate::questions::{MoveOrPass, MovePurpose, ReportHeader, purpose};
use crate::search::{self, ForcedWins, SearchOptions, TranspositionTable};

named_enum! {
    /// The search that produced an answer.
    pub enum SearchAlgorithm: "algorithm" {
        /// By principal variation search, the program's own.
        Pvs = "pvs",
        /// By the search of a published program.
        Published = "published",
        /// By an engine in another process.
        Engine = "engine",
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// The evaluator of positions.
    pub evaluator: String,
    /// The search that found the lines.
    pub algorithm: SearchAlgorithm,
    /// Depth of the search in plies; 0 where an engine does not tell.
    pub depth: usize,
    /// Moves of the longest line looked at; `None` for published programs and engines.
    pub selective_depth: Option<usize>,
    /// Number of nodes searched; 0 for an engine, whose nodes are not known.
    pub nodes: u64,
    /// Whether the same question is always answered alike.
    pub deterministic: bool,
    /// Why it ended; `None` while it goes on, and for an engine, which does not tell.
    pub stop: Option<StopReason>,
    /// How a published program came by its move; `None` for others, and if the game is over.
    pub how: Option<How>,
    /// The best moves, each with what follows, best first; empty if there is none.
    pub lines: Vec<ReportedLine>,
    /// Whether a forced win of either side was found, excluded or left open; `None` on the way to
    /// the answer, for published programs, and if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<ForcedWins>,
    /// What the first move threatens and stops; `None` where it was not asked or is no move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_move: Option<MovePurpose>,
    /// Moves that were not chosen and are explained; absent where none is asked about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub explained: Vec<ExplainedMove>,
    /// Whether this is the answer or an iteration on the way to it, where both are told.
    #[serde(rename = "final", skip_serializing_if = "Option::is_none")]
    pub is_final: Option<bool>,
    /// What the points of the scores mean.
    #[serde(skip)]
    pub unit: String,
    /// The time it took.
    #[serde(skip)]
    pub elapsed: Duration,
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportedLine {
    /// What it is worth; `None` where a program plays without a value.
    pub score: Option<LineScore>,
    /// Its moves, of both sides in turn.
    pub moves: Vec<MoveOrPass>,
    /// What our solver makes of the win or the loss that an engine claims; absent where none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<WinClaim>,
    /// The move of an engine's line that the rules do not allow: the line ends before it. Absent
    /// where all of it can be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal: Option<IllegalMove>,
}

/// A move that was not chosen, and what it comes to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainedMove {
    /// The move that was asked about.
    pub point: Point,
    /// Plies that it was searched: those of the answer, or less if a limit came first.
    pub depth: usize,
    /// What it gives away in points; null where one of both is decided.
    pub loses: Option<i64>,
    /// The move with its refutation.
    #[serde(flatten)]
    pub line: ReportedLine,
}

/// What a line is worth: `{"view":"black","points":165,"chance":0.659}`,
/// `{"view":"black","win_in":7}`, `{"view":"black","loss_in":8}` or
/// `{"view":"black","draw":true}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineScore {
    /// Who wins or loses, and whose gain positive points are.
    pub view: Color,
    /// The points, in the unit of the evaluator, or the moves of both sides to the five.
    pub value: Value,
    /// The chance to win that was measured for such points, in thousandths; `None` for proved
    /// values, and where the evaluator was not fitted to results.
    pub chance: Option<u16>,
}

impl LineScore {
    /// The score of a value with the chance that the evaluator's fit gives it.
    pub(crate) fn new(view: Color, value: Value, odds: Option<Odds>) -> LineScore {
        let chance = match value {
            Value::Points(points) => odds.map(|odds| odds.chance(points)),
            _ => None,
        };
        LineScore {
            view,
            value,
            chance: chance.map(|chance| ((chance * 1000.0).round() as u16).clamp(1, 999)),
        }
    }

    /// The chance of the side whose view it is, in thousandths, by proof or by points; `None` where the
    /// evaluator gives no chances.
    pub(crate) const fn own_chance(self) -> Option<u16> {
        match self.value {
            Value::Points(_) => self.chance,
            Value::WinIn(_) => Some(1000),
            Value::LossIn(_) => Some(0),
            Value::Draw => Some(500),
        }
    }
}

impl Serialize for LineScore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut score = serializer.serialize_struct("score", 2)?;
        score.serialize_field("view", &self.view)?;
        match &self.value {
            Value::Points(points) => score.serialize_field("points", points)?,
            Value::WinIn(plies) => score.serialize_field("win_in", plies)?,
            Value::LossIn(plies) => score.serialize_field("loss_in", plies)?,
            Value::Draw => score.serialize_field("draw", &true)?,
        }
        if let Some(chance) = self.chance {
            score.serialize_field("chance", &(f64::from(chance) / 1000.0))?;
        }
        score.end()
    }
}

/// A question to the search.
#[derive(Clone, Copy)]
pub struct SearchQuestion<'a> {
    /// The name of the position.
    pub id: &'a PositionId,
    /// The position to search.
    pub position: &'a Position,
    /// The evaluator of positions.
    pub evaluator: &'a dyn Evaluator,
    /// Depth, lines, root moves and threads.
    pub options: SearchOptions,
    /// How much it may take.
    pub limits: Limits,
}

impl SearchQuestion<'_> {
    /// What is known after an iteration; without a `stop` the search goes on.
    pub fn report(&self, known: &Iteration, stop: Option<StopReason>) -> SearchReport {
        let card = self.evaluator.info();
        let view = self.position.to_move();
        let odds = card.odds(self.position, view);
        let line = |line: &PrincipalVariation| ReportedLine {
            score: Some(LineScore::new(view, line.value, odds)),
            moves: line.moves.iter().copied().map(MoveOrPass::from).collect(),
            claim: None,
            illegal: None,
        };
        SearchReport {
            evaluator: card.name.clone(),
            depth: known.depth.into(),
            selective_depth: Some(known.selective_depth.into()),
            nodes: known.nodes,
            deterministic: self.is_deterministic(stop),
            stop,
            lines: known.lines.iter().map(line).collect(),
            unit: card.unit.clone(),
            elapsed: known.elapsed,
            ..SearchReport::without_answer(self.id, self.position)
        }
    }

    /// Threads race for what they remember, and clocks differ.
    fn is_deterministic(&self, stop: Option<StopReason>) -> bool {
        let is_alone = self.options.threads <= 1 && self.limits.time.is_none();
        stop == Some(StopReason::GameOver) || is_alone && stop != Some(StopReason::Interrupted)
    }
}

impl SearchReport {
    /// Adds what the first move threatens and stops, which takes the solver a few milliseconds.
    #[must_use]
    pub fn with_purpose(self, position: &Position) -> SearchReport {
        let first = self.lines.first().and_then(|line| line.moves.first());
        let first_move = match first {
            Some(&MoveOrPass::At(point)) => Some(purpose(position, point)),
            _ => None,
        };
        SearchReport { first_move, ..self }
    }

    /// What is known of a position before anything is asked.
    pub(super) fn without_answer(id: impl Into<PositionId>, position: &Position) -> SearchReport {
        SearchReport {
            header: ReportHeader::new(id, "search", position),
            evaluator: String::new(),
            algorithm: SearchAlgorithm::Pvs,
            depth: 0,
            selective_depth: None,
            nodes: 0,
            deterministic: true,
            stop: None,
            how: None,
            lines: Vec::new(),
            threats: None,
            first_move: None,
            explained: Vec::new(),
            is_final: None,
            unit: String::new(),
            elapsed: Duration::ZERO,
        }
    }
}

/// Looks for best play. A game that is over is not searched.
///
/// # Errors
///
/// If the evaluator has no answer for this position, as seen by either side.
pub fn search(
    question: &SearchQuestion<'_>,
    observer: &dyn Observer,
    table: &mut TranspositionTable,
) -> Result<SearchReport, Failure> {
    let control = Control::observed(question.limits, observer);
    let SearchQuestion {
        position,
        evaluator,
        options,
        ..
    } = *question;
    check_served(position, evaluator)?;
    let found = search::search(position, evaluator, &options, &control, table);
    Ok(SearchReport {
        threats: found.forced_wins,
        ..question.report(&found.last, Some(found.stop))
    })
}

/// Finds out before a search whether the evaluator serves the position.
pub(crate) fn check_served(position: &Position, evaluator: &dyn Evaluator) -> Result<(), Failure> {
    if position.outcome().is_none() {
        for side in Color::BOTH {
            evaluator.evaluate(position, side)?;
        }
    }
    Ok(())
}

/// Asks a published program for its move. A game that is over is not searched.
pub fn search_published(
    id: impl Into<PositionId>,
    position: &Position,
    program: &dyn System,
    options: &PlayOptions,
    control: &Control<'_>,
) -> SearchReport {
    let report = SearchReport {
        evaluator: program.info().name.clone(),
        algorithm: SearchAlgorithm::Published,
        stop: Some(StopReason::GameOver),
        ..SearchReport::without_answer(id, position)
    };
    if position.outcome().is_some() {
        return report;
    }
    let found = play_in_time(program, position, options, control);
    let score = found
        .value
        .map(|points| LineScore::new(position.to_move(), Value::Points(points), None));
    let moves: Vec<MoveOrPass> = found.moves.iter().copied().map(MoveOrPass::At).collect();
    let line = (!moves.is_empty()).then_some(ReportedLine {
        score,
        moves,
        claim: None,
        illegal: None,
    });
    SearchReport {
        depth: found.depth,
        nodes: found.nodes,
        deterministic: control.limits().time.is_none()
            && found.stop != Some(StopReason::Interrupted),
        stop: Some(found.stop.unwrap_or(StopReason::Depth)),
        how: Some(found.how),
        lines: line.into_iter().collect(),
        ..report
    }
}

/// The first moves that a search is to choose from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FirstMoves {
    /// Those that were named and may be played; all moves without it.
    pub only: Option<PointSet>,
    /// Those that are not wanted.
    pub avoid: PointSet,
    /// Those that were named and are forbidden.
    pub forbidden: Vec<Point>,
}

/// Why there is nothing to choose from.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoFirstMove {
    /// A point that the board does not have.
    #[error("{point} is not on a {size} board")]
    OffBoard {
        /// Which.
        point: Point,
        /// The board.
        size: Size,
    },
    /// A point that has a stone.
    #[error("{point} has a {color} stone, so it cannot be a first move")]
    Taken {
        /// Which.
        point: Point,
        /// Whose stone.
        color: Color,
    },
    /// Every point that was named is forbidden; the first of them.
    #[error(
        "{point} is forbidden to black ({}), and no other first move is left",
        ForbiddenKind::in_words(kinds)
    )]
    Forbidden {
        /// Which.
        point: Point,
        /// By what.
        kinds: Vec<ForbiddenKind>,
    },
    /// Every legal move is to be avoided.
    #[error("no first move is left: all legal moves that may be chosen are excluded")]
    AllAvoided,
}

/// Checks the points that were named against a position. Where the game is over, or no move is
/// legal anyway, there is nothing to choose and so nothing to refuse but points that cannot be.
///
/// # Errors
///
/// If a point is off the board, if one to choose from is taken, or if no legal move is left.
pub fn first_moves(
    position: &Position,
    only: &[Point],
    avoid: &[Point],
) -> Result<FirstMoves, NoFirstMove> {
    let (board, size) = (position.board(), position.board().size());
    if let Some(&point) = only.iter().chain(avoid).find(|point| !point.is_on(size)) {
        return Err(NoFirstMove::OffBoard { point, size });
    }
    let LegalPlay::Move(legal) = position.legal_play() else {
        return Ok(FirstMoves::default());
    };
    let taken = |&point: &Point| Some((point, board.stone(point)?));
    if let Some((point, color)) = only.iter().find_map(taken) {
        return Err(NoFirstMove::Taken { point, color });
    }
    let avoided: PointSet = avoid.iter().copied().collect();
    let named: PointSet = only.iter().copied().collect();
    let wanted = if only.is_empty() {
        legal
    } else {
        named & legal
    };
    if (wanted - avoided).is_empty() {
        let forbidden = only.iter().copied().find(|&point| !legal.contains(point));
        return Err(match forbidden {
            Some(point) => NoFirstMove::Forbidden {
                point,
                kinds: forbidden_kinds(board, point, ThreeReading::Literal),
            },
            None => NoFirstMove::AllAvoided,
        });
    }
    Ok(FirstMoves {
        only: (!only.is_empty()).then_some(wanted),
        avoid: avoided,
        forbidden: (named - legal).iter().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{PositionOverrides, Setup};

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    /// A double-three at H8.
    fn position() -> Position {
        let setup = Setup {
            black: points("F8 G8 H6 H7"),
            white: points("A1 A3 A5 A7"),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    fn refused(only: &str, avoid: &str) -> String {
        let refused = first_moves(&position(), &points(only), &points(avoid));
        refused.unwrap_err().to_string()
    }

    #[test]
    fn a_forbidden_point_is_left_out_while_others_are_left() {
        let chosen = first_moves(&position(), &points("H8 I8 E8"), &points("E8")).unwrap();
        assert_eq!(chosen.forbidden, points("H8"));
        assert_eq!(chosen.only, Some(points("I8 E8").into_iter().collect()));
        assert!(chosen.avoid.contains(points("E8")[0]));
        let all = first_moves(&position(), &[], &[]).unwrap();
        assert_eq!(all, FirstMoves::default());
    }

    #[test]
    fn what_leaves_nothing_is_refused_with_the_reason() {
        assert_eq!(
            refused("H8", ""),
            "H8 is forbidden to black (double-three), and no other first move is left"
        );
        assert_eq!(
            refused("E8", "E8"),
            "no first move is left: all legal moves that may be chosen are excluded"
        );
        assert_eq!(refused("I8 T20", ""), "T20 is not on a 15x15 board");
        assert_eq!(refused("", "T20"), "T20 is not on a 15x15 board");
        assert_eq!(
            refused("A1 I8", ""),
            "A1 has a white stone, so it cannot be a first move"
        );
    }

    #[test]
    fn a_game_that_is_over_leaves_nothing_to_choose() {
        let setup = Setup {
            black: points("F8 G8 H8 I8 J8"),
            white: points("A1 A3 A5 A7"),
            ..Setup::default()
        };
        let over = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        let chosen = first_moves(&over, &points("F8"), &[]).unwrap();
        assert_eq!(chosen, FirstMoves::default());
    }
}
