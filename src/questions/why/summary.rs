//! Weights over many positions: which decide, which never matter, which say the same.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::eval::Worth;
use crate::questions::{VERSION, WeightTrials, WhyReport};

/// What the weights of an evaluator have to do with its choices in many positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WeightSummary {
    /// Version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the question, always `"why_summary"`.
    pub study: &'static str,
    /// Number of positions with an answer.
    pub positions: usize,
    /// The weights that matter somewhere, those first whose smallest change is most often the smallest
    /// of all.
    pub weights: Vec<WeightUse>,
    /// The weights on which no choice between the two points of a position depends.
    pub never: Vec<String>,
    /// Weights that add to all these values in one proportion: one of each group would do.
    pub collinear: Vec<Vec<String>>,
    /// What each weight adds to the values of each position's points, by position and point.
    #[serde(skip)]
    slopes: BTreeMap<String, BTreeMap<(usize, usize), Worth>>,
    #[serde(skip)]
    decides: BTreeMap<String, usize>,
    #[serde(skip)]
    matters: BTreeMap<String, usize>,
    #[serde(skip)]
    nonlinear: BTreeSet<String>,
}

/// In how many positions a weight matters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WeightUse {
    /// The place of the weight in its file.
    pub weight: String,
    /// Positions where its change is the smallest that makes another point better, in relation to the
    /// weight.
    pub decides: usize,
    /// Positions where a change of it alone makes another point better.
    pub matters: usize,
}

impl Default for WeightSummary {
    fn default() -> WeightSummary {
        WeightSummary {
            v: VERSION,
            study: "why_summary",
            positions: 0,
            weights: Vec::new(),
            never: Vec::new(),
            collinear: Vec::new(),
            slopes: BTreeMap::new(),
            decides: BTreeMap::new(),
            matters: BTreeMap::new(),
            nonlinear: BTreeSet::new(),
        }
    }
}

impl WeightSummary {
    /// Counts an answer that has weights.
    pub fn add(&mut self, report: &WhyReport) {
        let Some(found) = &report.weights else { return };
        for (place, change) in found.changes.iter().enumerate() {
            let decides = usize::from(place == 0);
            *self.decides.entry(change.weight.clone()).or_default() += decides;
            *self.matters.entry(change.weight.clone()).or_default() += 1;
        }
        for (weight, pair) in &found.slopes.0 {
            let slopes = self.slopes.entry(weight.clone()).or_default();
            let added = pair
                .iter()
                .enumerate()
                .filter(|(_, slope)| **slope != Worth::default());
            slopes.extend(added.map(|(which, slope)| ((self.positions, which), *slope)));
        }
        self.nonlinear.extend(found.nonlinear.iter().cloned());
        self.positions += 1;
    }

    /// Says what the answers come to, once all are counted.
    pub fn finish(&mut self, trials: &WeightTrials) {
        let uses = self.matters.iter().map(|(weight, &matters)| WeightUse {
            weight: weight.clone(),
            decides: self.decides[weight],
            matters,
        });
        self.weights = uses.collect();
        self.weights
            .sort_by_key(|of| Reverse((of.decides, of.matters)));
        let is_used = |name: &String| {
            self.matters.contains_key(name)
                || self.slopes.contains_key(name)
                || self.nonlinear.contains(name)
        };
        self.never = trials.names().filter(|name| !is_used(name)).collect();
        let mut groups: Vec<Vec<String>> = Vec::new();
        for (name, slopes) in &self.slopes {
            let is_same = |group: &&mut Vec<String>| are_collinear(&self.slopes[&group[0]], slopes);
            match groups.iter_mut().find(is_same) {
                Some(group) => group.push(name.clone()),
                None => groups.push(vec![name.clone()]),
            }
        }
        groups.retain(|group| group.len() > 1);
        self.collinear = groups;
    }
}

/// Whether two weights add to the same values, in one proportion.
fn are_collinear(
    one: &BTreeMap<(usize, usize), Worth>,
    other: &BTreeMap<(usize, usize), Worth>,
) -> bool {
    let (Some(first), Some(second)) = (one.values().next(), other.values().next()) else {
        return false;
    };
    let mut both = one.iter().zip(other);
    one.len() == other.len()
        && both
            .all(|((at, a), (there, b))| at == there && product(*a, *second) == product(*b, *first))
}

fn product(one: Worth, other: Worth) -> Option<Worth> {
    Worth::new(one.get() * other.get())
}
