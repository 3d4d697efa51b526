use serde::{Serialize, Serializer};

use super::ReportHeader;
use super::agreement::{Agreement, Ranking, agreement};
use super::scores::{forbidden, preferences};
use crate::board::Color;
use crate::eval::{Evaluator, Failure, RanksBy, forbidden_by};
use crate::geometry::Point;
use crate::position::Position;

/// Options of a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ComparisonOptions {
    /// How many points to tell, and how many are a top.
    pub top: usize,
    /// The number among the evaluators of the one that the others are held against.
    pub reference: usize,
    /// How far off the reference's top points may be ranked.
    pub max_rank_gap: Option<usize>,
}

/// What several evaluators say of the same position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ComparisonReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// The side whose move is looked for.
    pub mover: Color,
    /// Who is compared, failed ones too.
    pub evaluators: Vec<String>,
    /// The one that the others are held against.
    pub reference: String,
    /// By whose values of a point each ranks, and scores here: the mover's, or both sides' added.
    pub ranks_by: ByName<RanksBy>,
    /// The reference's best points, best first.
    pub points: Vec<ComparedPoint>,
    /// The best points of each evaluator.
    pub best: ByName<Vec<Point>>,
    /// How far each pair agrees.
    pub agreement: Vec<PairAgreement>,
    /// Which points the rules and the programs forbid to Black.
    pub judges: ByName<Vec<Point>>,
    /// The evaluators that gave no answer, and why.
    pub failed: ByName<Failed>,
    /// Whether no evaluator ranks one of the reference's points too far off, if that was asked:
    /// `None` if it was not or if one of them gave no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_gap: Option<bool>,
}

/// A point as the evaluators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ComparedPoint {
    /// The point compared here.
    pub point: Point,
    /// Its value to each.
    pub scores: ByName<Option<i64>>,
    /// Its rank with each.
    pub ranks: ByName<Option<usize>>,
}

/// How far two evaluators agree on a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairAgreement {
    /// Name of the first evaluator.
    pub a: String,
    /// Name of the second evaluator.
    pub b: String,
    /// Kendall's tau-b over points that both score.
    pub kendall_tau: Option<f64>,
    /// Whether they have a best point in common.
    pub same_best: bool,
    /// How many points a top has.
    pub top: usize,
    /// Points in both tops.
    pub top_shared: usize,
    /// The point of either top whose ranks differ most.
    pub widest_gap: Option<Gap>,
}

/// A point that two evaluators rank differently.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Gap {
    /// The point compared here.
    pub point: Point,
    /// Its ranks with the one and the other.
    pub ranks: [usize; 2],
}

/// Why an evaluator gave no answer; in JSON its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed(pub Failure);

impl Serialize for Failed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.kind.serialize(serializer)
    }
}

/// Values by the name of an evaluator, in the order they were asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByName<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for ByName<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// One evaluator's ranking of the empty points, or why there is none.
struct Opinion {
    name: String,
    ranking: Result<Ranking, Failure>,
}

impl Opinion {
    fn ranking(&self) -> Option<&Ranking> {
        self.ranking.as_ref().ok()
    }
}

/// Compares what evaluators say of the moves of the side to move.
///
/// ```
/// use renju::geometry::Size;
/// use renju::position::Position;
/// use renju::rule::Rule;
/// use renju::study::{ComparisonOptions, compare};
///
/// let position = Position::new(Size::RENJU, Rule::Renju).play("H8".parse()?)?;
/// let ours = renju::systems::find("shapes")?;
/// let theirs = renju::systems::find("five-tuple")?;
/// let options = ComparisonOptions { top: 10, reference: 0, max_rank_gap: None };
/// let report = compare("mine", &position, &[&*ours, &*theirs], &options);
/// assert_eq!(report.agreement.len(), 1); // One pair, with its rank agreement.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Panics if there is no evaluator of the number `options.reference`.
pub fn compare(
    id: &str,
    position: &Position,
    evaluators: &[&dyn Evaluator],
    options: &ComparisonOptions,
) -> ComparisonReport {
    let opinions = opinions(position, evaluators);
    let reference = &opinions[options.reference];
    let failed = opinions.iter().filter_map(|opinion| {
        let failure = opinion.ranking.as_ref().err()?;
        Some((opinion.name.clone(), Failed(failure.clone())))
    });
    let best = opinions.iter().filter_map(|opinion| {
        let mut best: Vec<Point> = opinion.ranking()?.best().collect();
        best.sort_unstable();
        Some((opinion.name.clone(), best))
    });
    ComparisonReport {
        header: ReportHeader::new(id, "compare", position),
        mover: position.to_move(),
        evaluators: opinions
            .iter()
            .map(|opinion| opinion.name.clone())
            .collect(),
        reference: reference.name.clone(),
        ranks_by: ranks_by(evaluators),
        points: points(reference, &opinions, options.top),
        best: ByName(best.collect()),
        agreement: pairs(&opinions, options.top),
        judges: judges(position, evaluators),
        failed: ByName(failed.collect()),
        within_gap: options
            .max_rank_gap
            .and_then(|gap| within(&opinions, options, gap)),
    }
}

fn opinion(position: &Position, evaluator: &dyn Evaluator) -> Opinion {
    let ranking = preferences(position, evaluator).map(|values| {
        let empties = position.board().empties();
        Ranking::new(
            empties
                .iter()
                .filter_map(|point| Some((point, values[point]?))),
        )
    });
    Opinion {
        name: evaluator.info().name.clone(),
        ranking,
    }
}

/// Asks all evaluators side by side.
#[cfg(feature = "parallel")]
fn opinions(position: &Position, evaluators: &[&dyn Evaluator]) -> Vec<Opinion> {
    use rayon::prelude::*;

    let asked = evaluators.par_iter();
    asked
        .map(|&evaluator| opinion(position, evaluator))
        .collect()
}

#[cfg(not(feature = "parallel"))]
fn opinions(position: &Position, evaluators: &[&dyn Evaluator]) -> Vec<Opinion> {
    let asked = evaluators.iter();
    asked
        .map(|&evaluator| opinion(position, evaluator))
        .collect()
}

fn points(reference: &Opinion, opinions: &[Opinion], top: usize) -> Vec<ComparedPoint> {
    let Some(ranking) = reference.ranking() else {
        return Vec::new();
    };
    let told = ranking.points().iter().take(top);
    told.map(|ranked| {
        let answered = || {
            opinions
                .iter()
                .filter_map(|opinion| Some((opinion, opinion.ranking()?)))
        };
        let scores = answered().map(|(opinion, ranking)| {
            let score = ranking.of(ranked.point).map(|found| found.value);
            (opinion.name.clone(), score)
        });
        let ranks = answered().map(|(opinion, ranking)| {
            let rank = ranking.of(ranked.point).map(|found| found.rank);
            (opinion.name.clone(), rank)
        });
        ComparedPoint {
            point: ranked.point,
            scores: ByName(scores.collect()),
            ranks: ByName(ranks.collect()),
        }
    })
    .collect()
}

fn pairs(opinions: &[Opinion], top: usize) -> Vec<PairAgreement> {
    let mut pairs = Vec::new();
    for (number, one) in opinions.iter().enumerate() {
        for other in &opinions[number + 1..] {
            if let (Some(here), Some(there)) = (one.ranking(), other.ranking()) {
                pairs.push(pair(&one.name, &other.name, &agreement(here, there, top)));
            }
        }
    }
    pairs
}

fn pair(a: &str, b: &str, found: &Agreement) -> PairAgreement {
    PairAgreement {
        a: a.to_owned(),
        b: b.to_owned(),
        kendall_tau: found.kendall_tau,
        same_best: found.same_best,
        top: found.top,
        top_shared: found.top_shared,
        widest_gap: found.widest.map(|(point, here, there)| Gap {
            point,
            ranks: [here, there],
        }),
    }
}

fn judges(position: &Position, evaluators: &[&dyn Evaluator]) -> ByName<Vec<Point>> {
    let programs = evaluators.iter().filter_map(|evaluator| {
        let forbidden_by = forbidden_by(evaluator.forbidden_rule()?, position.board());
        let points = forbidden_by.into_iter().map(|(point, _)| point);
        Some((evaluator.info().name.clone(), points.collect()))
    });
    let rules = std::iter::once(("rules".to_owned(), forbidden(position)));
    ByName(rules.chain(programs).collect())
}

fn ranks_by(evaluators: &[&dyn Evaluator]) -> ByName<RanksBy> {
    let cards = evaluators.iter().map(|evaluator| evaluator.info());
    ByName(
        cards
            .map(|card| (card.name.clone(), card.ranks_by))
            .collect(),
    )
}

/// Whether every evaluator ranks the reference's top points at most `gap` places off; a point it
/// does not rank is off by more than any gap. `None` if those that answered do, and one did not.
fn within(opinions: &[Opinion], options: &ComparisonOptions, gap: usize) -> Option<bool> {
    let reference = opinions[options.reference].ranking()?;
    let holds = opinions.iter().filter_map(Opinion::ranking).all(|ranking| {
        reference.points().iter().take(options.top).all(|ranked| {
            let there = ranking.of(ranked.point);
            there.is_some_and(|there| there.rank.abs_diff(ranked.rank) <= gap)
        })
    });
    let have_all_answered = opinions.iter().all(|opinion| opinion.ranking.is_ok());
    (!holds || have_all_answered).then_some(holds)
}
