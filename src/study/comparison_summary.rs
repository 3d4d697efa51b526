use serde::Serialize;

use super::{ComparisonReport, PairAgreement, VERSION};

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
    #[serde(skip)]
    sums: Vec<Sums>,
}

/// How far two evaluators agree on average.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
            sums: Vec::new(),
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
        let taus = report.agreement.iter().filter_map(|pair| pair.kendall_tau);
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
        let number = self.agreement.iter().position(is_same).unwrap_or_else(|| {
            self.agreement.push(MeanAgreement {
                a: pair.a.clone(),
                b: pair.b.clone(),
                positions: 0,
                kendall_tau: None,
                same_best: 0,
                top_shared: None,
            });
            self.sums.push(Sums::default());
            self.sums.len() - 1
        });
        let (mean, sums) = (&mut self.agreement[number], &mut self.sums[number]);
        mean.positions += 1;
        mean.same_best += usize::from(pair.same_best);
        sums.shared += pair.top_shared;
        if let Some(tau) = pair.kendall_tau {
            sums.tau += tau;
            sums.taus += 1;
            mean.kendall_tau = Some(sums.tau / f64::from(sums.taus));
        }
        #[expect(clippy::cast_precision_loss, reason = "a mean is rounded anyway")]
        let shared = sums.shared as f64 / mean.positions as f64;
        mean.top_shared = Some(shared);
    }
}
