//! The lines of a trace: its head, a line for each visit to a node, its end.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::named_enum::named_enum;
use crate::position::Position;
use crate::rule::Rule;
use crate::trace::{NodeEnd, TracedNode};

/// The version of the lines.
pub(super) const TRACE_VERSION: u32 = 1;
/// Cuts by this move or a later one are counted together.
const LAST_CUT: usize = 16;

named_enum! {
    /// How the search that was traced looks for its value.
    pub enum TraceAlgorithm: "algorithm" {
        /// Every node of the tree, without a cut.
        MinMax = "min_max",
        /// The same with cuts, without other pruning.
        AlphaBeta = "alpha_beta",
        /// Principal variation search, with a table, reductions, extensions and pruning.
        Pvs = "pvs",
    }
}

/// The first line of a trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceHead {
    /// Version of the lines, 1.
    pub trace: u32,
    /// How the search looks for its value.
    pub algorithm: TraceAlgorithm,
    /// The program that searched.
    #[serde(default)]
    pub program: String,
    /// The evaluator of leaves.
    #[serde(default)]
    pub evaluator: String,
    /// Side of the board in points.
    #[serde(default)]
    pub size: Option<Size>,
    /// The rule by which moves are judged.
    #[serde(default)]
    pub rule: Option<Rule>,
    /// The side that searches.
    #[serde(default)]
    pub to_move: Option<Color>,
    /// The black stones of the root.
    #[serde(default)]
    pub black: Vec<Point>,
    /// The white stones of the root.
    #[serde(default)]
    pub white: Vec<Point>,
}

impl TraceHead {
    /// The head of a trace of our own.
    pub fn new(algorithm: TraceAlgorithm, evaluator: &str, position: &Position) -> TraceHead {
        let board = position.board();
        let stones = |color| board.stones(color).iter().collect();
        TraceHead {
            trace: TRACE_VERSION,
            algorithm,
            program: concat!("renju ", env!("CARGO_PKG_VERSION")).to_owned(),
            evaluator: evaluator.to_owned(),
            size: Some(board.size()),
            rule: Some(position.rule()),
            to_move: Some(position.to_move()),
            black: stones(Color::Black),
            white: stones(Color::White),
        }
    }
}

/// A visit to a node. Values are seen by the side that searches: at even plies the greatest is looked
/// for, at odd ones the least.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceNode {
    /// The moves from the root, such as `"H8 I9"`; `"pass"` is a pass, the root an empty text.
    #[serde(with = "path_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub path: Vec<Option<Point>>,
    /// The thread that searched it, where there are several.
    #[serde(default, skip_serializing_if = "is_first")]
    pub thread: usize,
    /// Plies that were still to be searched.
    pub depth: f32,
    /// The lower bound of the window; null where there is none.
    #[serde(default)]
    pub alpha: Option<i64>,
    /// The upper bound of the window; null where there is none.
    #[serde(default)]
    pub beta: Option<i64>,
    /// Its value: up to alpha only an upper bound, from beta on only a lower one.
    pub value: i64,
    /// Why the search left it.
    pub end: NodeEnd,
    /// The move that gave the value or cut the node off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Point>,
    /// Moves that were searched.
    #[serde(default)]
    pub tried: u32,
    /// Nodes of its tree, itself included.
    #[serde(default)]
    pub nodes: u64,
    /// The move that was left out, in the search that a singular extension asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Point>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_first(thread: &usize) -> bool {
    *thread == 0
}

impl TraceNode {
    /// What a node looks like once it has ended.
    pub(super) fn of(node: &TracedNode<'_>) -> TraceNode {
        TraceNode {
            path: node.path.to_vec(),
            thread: node.thread,
            depth: node.depth,
            alpha: node.window[0],
            beta: node.window[1],
            value: node.value,
            end: node.end,
            best: node.best,
            tried: node.tried,
            nodes: node.nodes,
            excluded: node.excluded,
        }
    }

    /// Whether the greatest value is looked for here.
    pub const fn is_own(&self) -> bool {
        self.path.len().is_multiple_of(2)
    }

    /// Whether its value is only an upper bound.
    pub fn is_at_most(&self) -> bool {
        self.alpha.is_some_and(|alpha| self.value <= alpha)
    }

    /// Whether its value is only a lower bound.
    pub fn is_at_least(&self) -> bool {
        self.beta.is_some_and(|beta| self.value >= beta)
    }
}

/// The moves from the root as one text.
pub(super) mod path_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::geometry::Point;
    use crate::report_header::MoveOrPass;

    /// `H8 I9`; nothing is the root.
    pub(in crate::questions::trace) fn text(path: &[Option<Point>]) -> String {
        let moves = path.iter().map(|&at| MoveOrPass::from(at).to_string());
        moves.collect::<Vec<_>>().join(" ")
    }

    pub(in crate::questions::trace) fn serialize<S: Serializer>(
        path: &[Option<Point>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&text(path))
    }

    pub(in crate::questions::trace) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Option<Point>>, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        let moves = text.split_whitespace().map(|word| match word {
            "pass" => Ok(None),
            word => word.parse().map(Some).map_err(D::Error::custom),
        });
        moves.collect()
    }
}

/// The last line of a trace.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceEnd {
    /// The value of the answer to the side that searches; null where there is none.
    #[serde(default)]
    pub answer: Option<i64>,
    /// The move that was chosen; null where there is none, or a pass.
    #[serde(default)]
    pub best: Option<Point>,
    /// Visits that have no line, as there were too many or they were not asked for.
    #[serde(default)]
    pub left_out: u64,
    /// What all visits come to, with and without a line.
    pub totals: TraceTotals,
}

/// What the visits to the nodes of a search come to.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceTotals {
    /// Visits to all nodes.
    pub visits: u64,
    /// How many ended for each reason.
    pub ends: BTreeMap<String, u64>,
    /// How many were cut off by the first move, the second, ..; the last number is that of all later ones.
    pub cuts: Vec<u64>,
    /// By ply from the root.
    pub plies: Vec<PlyTotals>,
    /// Depth and nodes of each search of the root.
    pub roots: Vec<(f32, u64)>,
}

/// What the visits at one ply come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlyTotals {
    /// Visits at this ply.
    pub visits: u64,
    /// Those in which moves were searched.
    pub inner: u64,
    /// The moves that were searched in them.
    pub tried: u64,
    /// Those that a move cut off.
    pub cut: u64,
}

impl TraceTotals {
    /// Counts a visit where it belongs.
    pub(super) fn add(&mut self, node: &TraceNode) {
        self.visits += 1;
        *self.ends.entry(node.end.name().to_owned()).or_default() += 1;
        let ply = node.path.len();
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, PlyTotals::default());
        }
        let here = &mut self.plies[ply];
        here.visits += 1;
        here.inner += u64::from(node.tried > 0);
        here.tried += u64::from(node.tried);
        if node.end == NodeEnd::Cut && node.tried > 0 {
            here.cut += 1;
            let number = (node.tried as usize).min(LAST_CUT);
            if self.cuts.len() < number {
                self.cuts.resize(number, 0);
            }
            self.cuts[number - 1] += 1;
        }
        if node.path.is_empty() && node.excluded.is_none() {
            self.roots.push((node.depth, node.nodes));
        }
    }
}
