use serde::Serialize;

use super::agreement::{Agreement, Ranking, agreement};
use super::scores::{forbidden, preferences};
use super::{ReportHeader, VERSION};
use crate::board::Color;
use crate::eval::{ByKey, Evaluator, Failure, RanksBy, forbidden_by};
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
    pub failed: ByName<Failure>,
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
    /// How far their rankings agree.
    #[serde(flatten)]
    pub agreement: Agreement,
}

/// Values by the name of an evaluator, in the order they were asked for.
pub type ByName<T> = ByKey<String, T>;

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
    let names = opinions.iter().map(|opinion| opinion.name.clone());
    let failed = opinions.iter().filter_map(|opinion| {
        let failure = opinion.ranking.as_ref().err()?;
        Some((opinion.name.clone(), failure.clone()))
    });
    let best = opinions.iter().filter_map(|opinion| {
        let mut best: Vec<Point> = opinion.ranking()?.best().collect();
        best.sort_unstable();
        Some((opinion.name.clone(), best))
    });
    let cards = evaluators.iter().map(|evaluator| evaluator.info());
    ComparisonReport {
        header: ReportHeader::new(id, "compare", position),
        mover: position.to_move(),
        evaluators: names.collect(),
        reference: reference.name.clone(),
        ranks_by: cards
            .map(|card| (card.name.clone(), card.ranks_by))
            .collect(),
        points: points(reference, &opinions, options.top),
        best: best.collect(),
        agreement: pairs(&opinions, options.top),
        judges: judges(position, evaluators),
        failed: failed.collect(),
        within_gap: options
            .max_rank_gap
            .and_then(|gap| within(&opinions, options, gap)),
    }
}

/// Asks all evaluators, side by side where there are threads.
fn opinions(position: &Position, evaluators: &[&dyn Evaluator]) -> Vec<Opinion> {
    #[cfg(feature = "parallel")]
    use rayon::prelude::*;

    #[cfg(feature = "parallel")]
    let asked = evaluators.par_iter();
    #[cfg(not(feature = "parallel"))]
    let asked = evaluators.iter();
    let opinion = |evaluator: &&dyn Evaluator| Opinion {
        name: evaluator.info().name.clone(),
        ranking: preferences(position, *evaluator)
            .map(|values| Ranking::of_empties(position, &values)),
    };
    asked.map(opinion).collect()
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
            scores: scores.collect(),
            ranks: ranks.collect(),
        }
    })
    .collect()
}

fn pairs(opinions: &[Opinion], top: usize) -> Vec<PairAgreement> {
    let mut pairs = Vec::new();
    for (number, one) in opinions.iter().enumerate() {
        for other in &opinions[number + 1..] {
            if let (Some(here), Some(there)) = (one.ranking(), other.ranking()) {
                pairs.push(PairAgreement {
                    a: one.name.clone(),
                    b: other.name.clone(),
                    agreement: agreement(here, there, top),
                });
            }
        }
    }
    pairs
}

fn judges(position: &Position, evaluators: &[&dyn Evaluator]) -> ByName<Vec<Point>> {
    let programs = evaluators.iter().filter_map(|evaluator| {
        let forbidden_by = forbidden_by(evaluator.forbidden_rule()?, position.board());
        let points = forbidden_by.into_iter().map(|(point, _)| point);
        Some((evaluator.info().name.clone(), points.collect()))
    });
    let rules = std::iter::once(("rules".to_owned(), forbidden(position)));
    rules.chain(programs).collect()
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

/// How many of the positions with the least agreement are named.
const NAMED: usize = 10;

/// What a comparison of many positions comes to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ComparisonSummary {
    /// The version of the JSON lines.
    pub v: u32,
    /// Name of the question, always `"compare_summary"`.
    pub study: &'static str,
    /// Number of positions compared.
    pub positions: usize,
    /// The mean agreement of each pair.
    pub agreement: Vec<MeanAgreement>,
    /// The positions with the least agreement, least first.
    pub differ_most: Vec<Disagreement>,
}

/// How far two evaluators agree on average.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MeanAgreement {
    /// Name of the first evaluator.
    pub a: String,
    /// Name of the second evaluator.
    pub b: String,
    /// Positions that both answered.
    pub positions: usize,
    /// The mean of Kendall's tau-b, over positions where there is one.
    pub kendall_tau: Option<f64>,
    /// Positions with a best point in common.
    pub same_best: usize,
    /// The mean number of points in both tops.
    pub top_shared: Option<f64>,
    #[serde(skip)]
    sums: Sums,
}

/// A position on which evaluators agree little.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Disagreement {
    /// The name of the position.
    pub id: String,
    /// The mean of Kendall's tau-b over the pairs that have one.
    pub kendall_tau: f64,
}

/// What has been added up for a pair.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Sums {
    tau: f64,
    taus: u32,
    shared: usize,
}

impl Default for ComparisonSummary {
    fn default() -> ComparisonSummary {
        ComparisonSummary {
            v: VERSION,
            study: "compare_summary",
            positions: 0,
            agreement: Vec::new(),
            differ_most: Vec::new(),
        }
    }
}

impl ComparisonSummary {
    /// Counts one more position.
    pub fn add(&mut self, report: &ComparisonReport) {
        self.positions += 1;
        for pair in &report.agreement {
            self.add_pair(pair);
        }
        let pairs = report.agreement.iter();
        let taus = pairs.filter_map(|pair| pair.agreement.kendall_tau);
        let (count, sum) = taus.fold((0u32, 0.0), |(count, sum), tau| (count + 1, sum + tau));
        if count > 0 {
            self.differ_most.push(Disagreement {
                id: report.header.id.clone(),
                kendall_tau: sum / f64::from(count),
            });
            self.differ_most
                .sort_by(|one, other| one.kendall_tau.total_cmp(&other.kendall_tau));
            self.differ_most.truncate(NAMED);
        }
    }

    fn add_pair(&mut self, pair: &PairAgreement) {
        let is_same = |mean: &MeanAgreement| (&mean.a, &mean.b) == (&pair.a, &pair.b);
        let known = self.agreement.iter().position(is_same);
        let number = known.unwrap_or_else(|| {
            self.agreement.push(MeanAgreement {
                a: pair.a.clone(),
                b: pair.b.clone(),
                ..MeanAgreement::default()
            });
            self.agreement.len() - 1
        });
        let (mean, found) = (&mut self.agreement[number], pair.agreement);
        mean.positions += 1;
        mean.same_best += usize::from(found.same_best);
        mean.sums.shared += found.top_shared;
        if let Some(tau) = found.kendall_tau {
            mean.sums.tau += tau;
            mean.sums.taus += 1;
            mean.kendall_tau = Some(mean.sums.tau / f64::from(mean.sums.taus));
        }
        #[expect(clippy::cast_precision_loss, reason = "a mean is rounded anyway")]
        let shared = mean.sums.shared as f64 / mean.positions as f64;
        mean.top_shared = Some(shared);
    }
}
