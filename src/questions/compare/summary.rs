//! Comparison of evaluators over many positions: mean agreement and the widest differences.

use std::cmp::Reverse;

use serde::Serialize;

use crate::geometry::Point;
use crate::position::PositionId;
use crate::questions::agreement::Gap;
use crate::questions::{ComparedPoint, ComparisonReport, PairAgreement, VERSION};

/// How many of the positions with the least agreement, or with the widest gaps, are named.
const NAMED: usize = 10;

/// What a comparison of many positions comes to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparisonSummary {
    /// The version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the question, always `"compare_summary"`.
    pub study: &'static str,
    /// Number of positions compared.
    pub positions: usize,
    /// The one that the others are held against.
    pub reference: String,
    /// Where each of the others chooses and ranks otherwise.
    pub against: Vec<Contrast>,
    /// The mean agreement of each pair.
    pub agreement: Vec<MeanAgreement>,
    /// The positions with the least agreement, least first.
    pub differ_most: Vec<Disagreement>,
}

/// Where an evaluator chooses and ranks otherwise than the reference.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contrast {
    /// Name of the evaluator.
    pub name: String,
    /// Positions that both answered.
    pub positions: usize,
    /// Positions to which it gave no answer.
    pub failed: usize,
    /// The positions where it has no best point in common with the reference, the choices that
    /// the other ranks lowest first.
    pub changed: Vec<ChangedChoice>,
    /// Of the others those where the ranks of a point of either top differ most.
    pub widest: Vec<GapAt>,
}

/// A position where an evaluator would play another move than the reference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangedChoice {
    /// The name of the position.
    pub id: PositionId,
    /// The best points of the reference.
    pub reference_best: Vec<Point>,
    /// The best rank that the evaluator gives one of these.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub rank_of_reference_best: Option<usize>,
    /// The best points of the evaluator.
    pub best: Vec<Point>,
    /// The best rank that the reference gives one of these.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub rank_of_best: Option<usize>,
}

impl ChangedChoice {
    /// How low the one ranks what the other chooses; one that is not ranked at all is lowest.
    fn distance(&self) -> usize {
        let ranks = [self.rank_of_reference_best, self.rank_of_best];
        let far = ranks.map(|rank| rank.unwrap_or(usize::MAX));
        far[0].max(far[1])
    }
}

/// A point that is ranked otherwise, and its position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GapAt {
    /// The name of the position.
    pub id: PositionId,
    /// The point, with the ranks of the reference and of the evaluator.
    #[serde(flatten)]
    pub gap: Gap,
}

/// How far two evaluators agree on average.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanAgreement {
    /// Name of the first evaluator.
    pub a: String,
    /// Name of the second evaluator.
    pub b: String,
    /// Positions that both answered.
    pub positions: usize,
    /// The mean of Kendall's tau-b, over positions where there is one.
    #[cfg_attr(feature = "schema", schemars(range(min = -1, max = 1)))]
    pub kendall_tau: Option<f64>,
    /// The mean of tau-b over the points that are among the best of either.
    #[cfg_attr(feature = "schema", schemars(range(min = -1, max = 1)))]
    pub tau_top: Option<f64>,
    /// Positions with a best point in common.
    pub same_best: usize,
    /// The mean number of points in both tops.
    pub top_shared: Option<f64>,
    #[serde(skip)]
    sums: Sums,
}

/// A position on which evaluators agree little.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Disagreement {
    /// The name of the position.
    pub id: PositionId,
    /// The mean of Kendall's tau-b over the pairs that have one.
    #[cfg_attr(feature = "schema", schemars(range(min = -1, max = 1)))]
    pub kendall_tau: f64,
}

/// What has been added up for a pair.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Sums {
    tau: Mean,
    tau_top: Mean,
    shared: usize,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Mean {
    sum: f64,
    count: u32,
}

impl Mean {
    fn add(&mut self, value: Option<f64>) {
        if let Some(value) = value {
            self.sum += value;
            self.count += 1;
        }
    }

    fn get(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

impl Default for ComparisonSummary {
    fn default() -> ComparisonSummary {
        ComparisonSummary {
            v: VERSION,
            study: "compare_summary",
            positions: 0,
            reference: String::new(),
            against: Vec::new(),
            agreement: Vec::new(),
            differ_most: Vec::new(),
        }
    }
}

impl ComparisonSummary {
    /// Counts one more position.
    pub fn add(&mut self, report: &ComparisonReport) {
        self.positions += 1;
        self.reference.clone_from(&report.reference);
        let others = report.evaluators.iter();
        for name in others.filter(|name| **name != report.reference) {
            self.contrast(name).add(report);
        }
        for pair in &report.agreement {
            self.mean(pair).add(pair);
        }
        let mut taus = Mean::default();
        for pair in &report.agreement {
            taus.add(pair.agreement.kendall_tau);
        }
        if let Some(kendall_tau) = taus.get() {
            self.differ_most.push(Disagreement {
                id: report.header.id.clone(),
                kendall_tau,
            });
            self.differ_most
                .sort_by(|one, other| one.kendall_tau.total_cmp(&other.kendall_tau));
            self.differ_most.truncate(NAMED);
        }
    }

    fn contrast(&mut self, name: &str) -> &mut Contrast {
        let known = self.against.iter().position(|known| known.name == name);
        let number = known.unwrap_or_else(|| {
            self.against.push(Contrast {
                name: name.to_owned(),
                ..Contrast::default()
            });
            self.against.len() - 1
        });
        &mut self.against[number]
    }

    fn mean(&mut self, pair: &PairAgreement) -> &mut MeanAgreement {
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
        &mut self.agreement[number]
    }
}

impl Contrast {
    fn add(&mut self, report: &ComparisonReport) {
        self.failed += usize::from(report.failed.get(&*self.name).is_some());
        let Some(pair) = report.pair_with_reference(&self.name) else {
            return;
        };
        self.positions += 1;
        if report.changed.contains(&self.name) {
            let new = changed(&self.name, report);
            let farther = |known: &ChangedChoice| known.distance() >= new.distance();
            let place = self.changed.partition_point(farther);
            self.changed.insert(place, new);
        } else if let Some(gap) = pair.widest_gap {
            self.widest.push(GapAt {
                id: report.header.id.clone(),
                gap,
            });
            let width = |at: &GapAt| Reverse(at.gap.ranks[0].abs_diff(at.gap.ranks[1]));
            self.widest.sort_by_key(width);
            self.widest.truncate(NAMED);
        }
    }
}

/// The choices of the reference and of another evaluator, which differ.
fn changed(name: &str, report: &ComparisonReport) -> ChangedChoice {
    let best = |of: &str| report.best.get(of).cloned().unwrap_or_default();
    let rank = |points: &[Point], by: &str| {
        let compared = report.points.iter().chain(&report.others);
        let compared = compared.filter(|compared| points.contains(&compared.point));
        let ranks = compared.filter_map(|at: &ComparedPoint| *at.ranks.get(by)?);
        ranks.min()
    };
    let (reference_best, own_best) = (best(&report.reference), best(name));
    ChangedChoice {
        id: report.header.id.clone(),
        rank_of_reference_best: rank(&reference_best, name),
        rank_of_best: rank(&own_best, &report.reference),
        reference_best,
        best: own_best,
    }
}

impl MeanAgreement {
    fn add(&mut self, pair: &PairAgreement) {
        let found = pair.agreement;
        self.positions += 1;
        self.same_best += usize::from(found.same_best);
        self.sums.shared += found.top_shared;
        self.sums.tau.add(found.kendall_tau);
        self.sums.tau_top.add(found.tau_top);
        self.kendall_tau = self.sums.tau.get();
        self.tau_top = self.sums.tau_top.get();
        #[expect(clippy::cast_precision_loss, reason = "a mean is rounded anyway")]
        let shared = self.sums.shared as f64 / self.positions as f64;
        self.top_shared = Some(shared);
    }
}
