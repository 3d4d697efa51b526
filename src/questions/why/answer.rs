//! The difference of two points' values, or of two evaluators' counts at one point, term by term.

use serde::Serialize;

use super::occlusion;
use super::points::{OtherPoint, ValuedPoints, WhyPoint};
use super::terms::{PairedTerm, shares, terms_of};
use super::weights::{WeightChanges, WeightTrials};
use crate::board::Color;
use crate::eval::{ByPoint, Evaluator, Failure, FailureKind, Worth};
use crate::geometry::Point;
use crate::named_enum::named_enum;
use crate::position::{Position, PositionId};
use crate::questions::ReportHeader;

/// Which points are compared, for whom, and by which evaluator.
#[derive(Clone, Copy, Default)]
pub struct WhyOptions<'a> {
    /// For this side; the side to move if `None`.
    pub of: Option<Color>,
    /// Two points; one and the best other one; or the two best.
    pub points: [Option<Point>; 2],
    /// The best point, or the one that is named, and every other one.
    pub all: bool,
    /// Another evaluator, which is asked about the same point.
    pub other: Option<&'a dyn Evaluator>,
    /// The evaluator's weights, to be tried one by one.
    pub weights: Option<&'a WeightTrials>,
}

named_enum! {
    /// What an answer to why a point is better is made of.
    pub enum WhyBasis: "why" {
        /// The evaluator's own terms, which add up to the difference.
        Terms = "terms",
        /// The values without one stone after the other, of an evaluator that has no terms.
        Occlusion = "occlusion",
        /// The shares that stones have in the terms of two evaluators.
        Shares = "shares",
    }
}

/// Why an evaluator prefers one point to another.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// Name of the evaluator.
    pub evaluator: String,
    /// What a value of 1 stands for.
    pub unit: String,
    /// Name of the other evaluator, if two are asked about one point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// The side that the points are compared for.
    pub side: Color,
    /// What the difference is put down to: `terms` that add up to it; what an evaluator without terms
    /// says when a stone is taken away, `occlusion`; or the `shares` of two evaluators.
    pub by: WhyBasis,
    /// The two that are compared: two points, or one point as two evaluators see it. With `others`
    /// the one that all others are compared with.
    pub points: Vec<WhyPoint>,
    /// The value of the first minus that of the second; `None` of two evaluators, whose units differ.
    pub difference: Option<Worth>,
    /// Terms of the two, the greatest difference first. Their differences add up to `difference`; by
    /// shares they are in percent of everything that an evaluator adds or takes away at the point.
    pub terms: Vec<PairedTerm>,
    /// By occlusion: by how much the difference changes when a stone is taken away.
    #[serde(skip_serializing_if = "ByPoint::is_empty")]
    pub occlusion: ByPoint<Worth>,
    /// Every other point, if all were asked about, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OtherPoint>,
    /// If asked for: which weight alone makes another point better. Of two points that are named the
    /// worse one, else any point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightChanges>,
}

/// Asks an evaluator why it prefers one point to another.
///
/// ```
/// use renju::geometry::Size;
/// use renju::position::Position;
/// use renju::questions::{WhyOptions, why};
/// use renju::rule::Rule;
///
/// let position = Position::new(Size::RENJU, Rule::Renju).play("H8".parse()?)?;
/// let program = renju::systems::find("five-tuple")?;
/// let points = [Some("H9".parse()?), Some("A1".parse()?)];
/// let options = WhyOptions { points, ..WhyOptions::default() };
/// let report = why("mine", &position, &*program, &options)?;
/// let sum = report.terms.iter().map(|term| term.difference).sum();
/// assert_eq!(report.difference, Some(sum));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Why the evaluator gives no answer: it has no value of a point, or the side has no two points.
pub fn why(
    id: impl Into<PositionId>,
    position: &Position,
    evaluator: &dyn Evaluator,
    options: &WhyOptions<'_>,
) -> Result<WhyReport, Failure> {
    let side = options.of.unwrap_or(position.to_move());
    let info = evaluator.info();
    let mut report = WhyReport {
        header: ReportHeader::new(id, "why", position),
        evaluator: info.name.clone(),
        unit: info.unit.clone(),
        other: options.other.map(|other| other.info().name.clone()),
        side,
        by: WhyBasis::Terms,
        points: Vec::new(),
        difference: None,
        terms: Vec::new(),
        occlusion: ByPoint::from_iter([]),
        others: Vec::new(),
        weights: None,
    };
    let valued = ValuedPoints::new(position, evaluator, side)?;
    let first = match options.points[0] {
        Some(named) => valued.of(named)?,
        None => valued.best_but(None)?,
    };
    report.points.push(first);
    if let Some(other) = options.other {
        add_shares(&mut report, position, [evaluator, other], first.point)?;
        return Ok(report);
    }
    if options.all {
        report.others = valued.others(first);
        return Ok(report);
    }
    let second = match options.points[1] {
        Some(named) => valued.of(named)?,
        None => valued.best_but(Some(first.point))?,
    };
    report.points.push(second);
    let difference = first.value + -second.value;
    report.difference = Some(difference);
    if let Some(trials) = options.weights {
        let is_any = options.points == [None; 2];
        report.weights = Some(weight_changes(&valued, trials, [first, second], is_any)?);
    }
    if let Some(terms) = valued.pairs(first.point, second.point) {
        report.terms = terms;
    } else {
        let points = [first.point, second.point];
        report.by = WhyBasis::Occlusion;
        report.occlusion = occlusion::changes(position, evaluator, side, points, difference);
    }
    Ok(report)
}

/// The smallest changes of weights: until the worse of two named points is better, or any point than the
/// best.
fn weight_changes(
    valued: &ValuedPoints<'_>,
    trials: &WeightTrials,
    [first, second]: [WhyPoint; 2],
    is_any: bool,
) -> Result<WeightChanges, Failure> {
    let (better, other) = if second.value > first.value {
        (second, first)
    } else {
        (first, second)
    };
    let others: Vec<Point> = if is_any {
        let playable = valued.playable.points().iter().map(|ranked| ranked.point);
        playable.filter(|&point| point != better.point).collect()
    } else {
        vec![other.point]
    };
    trials.changes(valued, [first.point, second.point], better.point, &others)
}

/// Fills in what two evaluators count at the same point.
fn add_shares(
    report: &mut WhyReport,
    position: &Position,
    evaluators: [&dyn Evaluator; 2],
    point: Point,
) -> Result<(), Failure> {
    let theirs = ValuedPoints::new(position, evaluators[1], report.side)?.of(point)?;
    let [ours, others] = evaluators.map(|each| {
        let terms = terms_of(position, each, report.side, point);
        terms.ok_or_else(|| no_terms(each))
    });
    report.by = WhyBasis::Shares;
    report.points.push(theirs);
    report.terms = shares(position.board(), report.side, [ours?, others?]);
    Ok(())
}

fn no_terms(evaluator: &dyn Evaluator) -> Failure {
    let name = &evaluator.info().name;
    let message = format!("{name} says nothing of what its values are made of");
    Failure::new(FailureKind::Unsupported, message)
}
