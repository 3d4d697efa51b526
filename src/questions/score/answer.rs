//! Values that an evaluator gives to the board and to its points, ranked for each side.

use serde::{Serialize, Serializer};

use crate::board::{ByColor, Color};
use crate::eval::{
    ByKey, ByPoint, Details, Evaluation, Evaluator, Failure, PointWorths, SearchedMove, Term, Worth,
};
use crate::forbidden::{ThreeReading, forbidden_points};
use crate::geometry::{Point, PointMap, PointSet};
use crate::position::{Position, PositionId};
use crate::questions::ReportHeader;
use crate::questions::agreement::{RankedPoint, best_points, valued_empties};

/// What to tell of an evaluator's opinion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ScoreOptions {
    /// Only as this side sees it; both if `None`.
    pub of: Option<Color>,
    /// Only so many points of each side, the best.
    pub top: Option<usize>,
    /// Only this empty point.
    pub at: Option<Point>,
    /// Whether to tell what adds up to the values.
    pub terms: bool,
    /// Whether to tell everything a published system computes.
    pub details: bool,
}

/// What an evaluator says of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// Name of the evaluator.
    pub evaluator: String,
    /// What a value of 1 stands for.
    pub unit: String,
    /// What the board is worth to each side; `None` where there is no such value.
    pub board: ByColor<Option<Worth>>,
    /// What empty points are worth to each side; `None` for a side that was not asked for.
    pub points: ByColor<Option<ScoredPoints>>,
    /// What an evaluator that searches found out about points: proved ends, depths, lines.
    #[serde(skip_serializing_if = "has_none")]
    pub searched: ByColor<ByPoint<SearchedMove>>,
    /// The points that the rule forbids to Black.
    pub forbidden: Vec<Point>,
    /// What adds up to the values above, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<ScoreTerms>,
    /// Everything a published system computes, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Details>,
    /// Whose gain a positive value is.
    #[serde(skip)]
    pub perspective: String,
    /// The stones of each side.
    #[serde(skip)]
    pub placed: ByColor<Vec<Point>>,
}

fn has_none(searched: &ByColor<ByPoint<SearchedMove>>) -> bool {
    searched.black.is_empty() && searched.white.is_empty()
}

/// Points with their values and ranks among all empty points, best first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScoredPoints(pub Vec<RankedPoint>);

impl ScoredPoints {
    /// The points sorted in reading order.
    pub fn in_reading_order(&self) -> Vec<RankedPoint> {
        let mut points = self.0.clone();
        points.sort_by_key(|ranked| ranked.point);
        points
    }
}

impl Serialize for ScoredPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let points = self.in_reading_order().into_iter();
        serializer.collect_map(points.map(|ranked| (ranked.point, ranked.value)))
    }
}

/// What adds up to values; `None` where nothing is known of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreTerms {
    /// To those of the board.
    pub board: ByColor<Option<Vec<Term>>>,
    /// To those of points.
    pub points: ByColor<Option<ByPoint<Vec<Term>>>>,
}

/// Asks an evaluator what a position and its empty points are worth.
///
/// ```
/// use renju::geometry::Size;
/// use renju::position::Position;
/// use renju::rule::Rule;
/// use renju::questions::{ScoreOptions, score};
///
/// let position = Position::new(Size::RENJU, Rule::Renju).play("H8".parse()?)?;
/// let program = renju::systems::find("five-tuple")?;
/// let report = score("mine", &position, &*program, &ScoreOptions::default())?;
/// assert_eq!(report.board.black, Some(60.into())); // Twenty windows with a lone stone, 3 points each.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Why the evaluator gives no answer.
///
/// # Panics
///
/// Panics if `options.at` is off the board or has a stone.
pub fn score(
    id: impl Into<PositionId>,
    position: &Position,
    evaluator: &dyn Evaluator,
    options: &ScoreOptions,
) -> Result<ScoreReport, Failure> {
    let board = position.board();
    if let Some(point) = options.at {
        assert!(board.is_empty(point), "{point} is off the board or taken");
    }
    let said = said_by(evaluator, position, options.of)?;
    let points = ByColor::from_fn(|side| {
        let values = said[side].as_ref()?.points.as_ref()?;
        Some(chosen(position, values, options))
    });
    let card = evaluator.info();
    Ok(ScoreReport {
        header: ReportHeader::new(id, "score", position),
        evaluator: card.name.clone(),
        unit: card.unit.clone(),
        board: ByColor::from_fn(|side| said[side].as_ref().and_then(|said| said.board)),
        terms: options
            .terms
            .then(|| terms(position, evaluator, &said, &points)),
        searched: ByColor::from_fn(|side| {
            let told = points[side].as_ref().map_or(&[][..], |points| &points.0);
            let Some(said) = &said[side] else {
                return ByKey(Vec::new());
            };
            let find = |point| said.searched.iter().find(|moved| moved.point == point);
            let ranked = told.iter().filter_map(|at| find(at.point));
            let values = said.points.as_ref();
            // What an engine plays and says no value of.
            let bare = said.searched.iter().filter(|moved| {
                let value = values.and_then(|values| values[moved.point]);
                value.is_none() && options.at.is_none_or(|at| at == moved.point)
            });
            let all = ranked.chain(bare);
            all.map(|moved| (moved.point, moved.clone())).collect()
        }),
        points,
        forbidden: forbidden(position),
        details: options
            .details
            .then(|| Some(evaluator.as_system()?.details(position)))
            .flatten(),
        perspective: card.perspective.clone(),
        placed: ByColor::from_fn(|side| board.stones(side).iter().collect()),
    })
}

/// What the evaluator says to one side, or to both.
fn said_by(
    evaluator: &dyn Evaluator,
    position: &Position,
    of: Option<Color>,
) -> Result<ByColor<Option<Evaluation>>, Failure> {
    let (black, white) = match of {
        Some(Color::Black) => (Some(evaluator.evaluate(position, Color::Black)?), None),
        Some(Color::White) => (None, Some(evaluator.evaluate(position, Color::White)?)),
        None => {
            let ByColor { black, white } = evaluator.evaluate_both(position)?;
            (Some(black), Some(white))
        }
    };
    Ok(ByColor { black, white })
}

/// The points that the rule forbids to Black.
pub(crate) fn forbidden(position: &Position) -> Vec<Point> {
    if !position.rule().restricts(Color::Black) {
        return Vec::new();
    }
    forbidden_points(position.board(), ThreeReading::default())
        .iter()
        .collect()
}

fn chosen(position: &Position, values: &PointWorths, options: &ScoreOptions) -> ScoredPoints {
    let values = valued_empties(position, values);
    let Some(at) = options.at else {
        return ScoredPoints(best_points(values, options.top.unwrap_or(usize::MAX)));
    };
    let mut points = best_points(values, usize::MAX);
    points.retain(|ranked| ranked.point == at);
    points.truncate(options.top.unwrap_or(usize::MAX));
    ScoredPoints(points)
}

fn terms(
    position: &Position,
    evaluator: &dyn Evaluator,
    said: &ByColor<Option<Evaluation>>,
    points: &ByColor<Option<ScoredPoints>>,
) -> ScoreTerms {
    let of_points = |side: Color, points: &ScoredPoints| {
        let points = points.in_reading_order().into_iter();
        let terms = points.filter_map(|RankedPoint { point, .. }| {
            Some((point, evaluator.point_terms(position, side, point)?))
        });
        terms.collect::<ByPoint<Vec<Term>>>()
    };
    ScoreTerms {
        board: ByColor::from_fn(|side| {
            said[side].as_ref()?.board?;
            evaluator.board_terms(position, side)
        }),
        points: ByColor::from_fn(|side| Some(of_points(side, points[side].as_ref()?))),
    }
}

/// What an evaluator prefers the points by that the side to move may play; `None` for a point that
/// it does not value, one with a stone, and one that is forbidden.
///
/// # Errors
///
/// Why the evaluator gives no answer.
pub fn move_values(position: &Position, evaluator: &dyn Evaluator) -> Result<PointWorths, Failure> {
    let board = position.board();
    let mut playable = board.empties();
    if position.rule().restricts(position.to_move()) {
        playable = playable - forbidden_points(board, ThreeReading::default());
    }
    let mut values = preferences(position, evaluator)?.values;
    for point in (PointSet::all(board.size()) - playable).iter() {
        values[point] = None;
    }
    Ok(values)
}

/// What an evaluator prefers points by, and what it found out about them.
pub(crate) struct Preferences {
    pub(crate) values: PointWorths,
    pub(crate) searched: Vec<SearchedMove>,
}

/// What an evaluator prefers points by, for the side to move.
pub(crate) fn preferences(
    position: &Position,
    evaluator: &dyn Evaluator,
) -> Result<Preferences, Failure> {
    preferences_of(position, evaluator, position.to_move())
}

/// What an evaluator prefers points by, for `side`.
pub(crate) fn preferences_of(
    position: &Position,
    evaluator: &dyn Evaluator,
    side: Color,
) -> Result<Preferences, Failure> {
    use crate::eval::RanksBy;

    let none = || PointMap::filled(None);
    let own = evaluator.evaluate(position, side)?;
    let mut values = own.points.unwrap_or_else(none);
    if evaluator.info().ranks_by == RanksBy::Both {
        let other = evaluator
            .evaluate(position, !side)?
            .points
            .unwrap_or_else(none);
        for point in position.board().empties().iter() {
            values[point] = values[point]
                .zip(other[point])
                .map(|(own, others)| own + others);
        }
    }
    Ok(Preferences {
        values,
        searched: own.searched,
    })
}
