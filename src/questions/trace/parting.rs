//! Where two searches part: the smallest node at which one contradicts the other.

use std::collections::HashMap;

use serde::Serialize;

use super::answer::SearchTrace;
use super::node::{TraceAlgorithm, TraceNode};
use crate::geometry::Point;
use crate::named_enum::named_enum;
use crate::report_header::VERSION;
use crate::trace::NodeEnd;

named_enum! {
    /// How a node of one search contradicts the other.
    pub enum PartingKind: "parting" {
        /// Its value is not what its window lets it claim.
        Value = "value",
        /// Its move is not worth what it claims.
        Move = "move",
        /// Its window is wider than that of the node above, so that too little is cut off.
        Window = "window",
        /// The answer is not the value of the root.
        Answer = "answer",
        /// The chosen move is not worth the value of the root.
        Choice = "choice",
        /// The first node in the order of the searches that is not the same.
        Node = "node",
        /// One search has no more nodes where the other goes on.
        End = "end",
    }
}

/// Where a search contradicts another one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Parting {
    /// How the two contradict each other.
    pub kind: PartingKind,
    /// The node of the first search; null where it has no more.
    pub here: Option<TraceNode>,
    /// The node of the second search.
    pub there: Option<TraceNode>,
    /// For `window` the node above with the window that is left there; for `move` and `choice` the node
    /// of the second search after the move; null for other kinds.
    pub beside: Option<TraceNode>,
    /// The value and the move that the first search answered, where these are wrong.
    pub answer: Option<(i64, Option<Point>)>,
}

/// What came of comparing two searches.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartingReport {
    /// Version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the question, `"trace_parting"`.
    pub study: &'static str,
    /// Whether the second one is a min-max of the same tree, against which the windows of the first are
    /// held; otherwise the nodes are compared in their order.
    pub by_windows: bool,
    /// Nodes of the first search that were compared.
    pub compared: usize,
    /// Nodes of it that the second does not have, and those that a limit ended.
    pub not_compared: usize,
    /// Nodes whose claim the second search contradicts.
    pub wrong: usize,
    /// The smallest of them, or the first; null where the searches agree.
    pub parting: Option<Parting>,
}

impl PartingReport {
    /// Nothing was compared.
    pub(super) const NOTHING: PartingReport = PartingReport {
        v: VERSION,
        study: "trace_parting",
        by_windows: true,
        compared: 0,
        not_compared: 0,
        wrong: 0,
        parting: None,
    };
}

/// Where `first` parts from `second`.
///
/// If `second` is a min-max, the window of a node says what its value claims (Knuth and Moore 1975): the
/// exact value between alpha and beta, an upper bound at or below alpha, a lower bound at or above beta.
/// Of the nodes whose claim is wrong the one with the smallest tree is told.
pub fn parting(first: &SearchTrace, second: &SearchTrace) -> PartingReport {
    if second.head.algorithm == TraceAlgorithm::MinMax {
        Windows::of(first, second).report()
    } else {
        in_order(first, second)
    }
}

fn in_order(first: &SearchTrace, second: &SearchTrace) -> PartingReport {
    // Further threads come as they like.
    let is_first_thread = |node: &&TraceNode| node.thread == 0;
    let mut here = first.nodes.iter().filter(is_first_thread);
    let mut there = second.nodes.iter().filter(is_first_thread);
    let mut compared = 0;
    let found = loop {
        let pair = (here.next(), there.next());
        match pair {
            (None, None) => break None,
            (one, other) if one == other => compared += 1,
            pair => break Some(pair),
        }
    };
    let parting = found.map(|(here, there)| Parting {
        kind: if here.is_some() && there.is_some() {
            PartingKind::Node
        } else {
            PartingKind::End
        },
        here: here.cloned(),
        there: there.cloned(),
        beside: None,
        answer: None,
    });
    PartingReport {
        by_windows: false,
        compared,
        not_compared: first.nodes.len() - compared,
        wrong: usize::from(parting.is_some()),
        parting,
        ..PartingReport::NOTHING
    }
}

/// A place in a tree: the moves to it, and the depth in eighths of a ply.
type NodePlace<'a> = (&'a [Option<Point>], i32);

/// The claims of a search held against a min-max of its tree.
struct Windows<'a> {
    first: &'a SearchTrace,
    exact: HashMap<NodePlace<'a>, &'a TraceNode>,
}

impl<'a> Windows<'a> {
    fn of(first: &'a SearchTrace, second: &'a SearchTrace) -> Windows<'a> {
        let exact = second.nodes.iter();
        let exact = exact.filter(|node| node.end != NodeEnd::Stopped);
        let exact = exact.map(|node| ((&node.path[..], eighths(node)), node));
        Windows {
            first,
            exact: exact.collect(),
        }
    }

    fn report(&self) -> PartingReport {
        let (mut compared, mut not_compared) = (0, 0);
        let mut wrong: Vec<(PartingKind, &TraceNode)> = Vec::new();
        for node in &self.first.nodes {
            let exact = self.exact_of(node);
            let is_whole = node.end != NodeEnd::Stopped && node.excluded.is_none();
            let Some(exact) = exact.filter(|_| is_whole) else {
                not_compared += 1;
                continue;
            };
            compared += 1;
            if !is_claim_right(node, exact.value) {
                wrong.push((PartingKind::Value, node));
            } else if self.wrong_move(node).is_some() {
                wrong.push((PartingKind::Move, node));
            }
        }
        // Children end before their parents, so of equal trees the first is not above another one.
        let smallest = wrong.iter().min_by_key(|(_, node)| node.nodes);
        let parting = smallest.map(|&(kind, node)| self.parting(kind, node));
        let answer = parting.is_none().then(|| self.wrong_answer()).flatten();
        let parting = parting.or(answer).or_else(|| self.wide_window());
        PartingReport {
            compared,
            not_compared,
            wrong: wrong.len().max(usize::from(parting.is_some())),
            parting,
            ..PartingReport::NOTHING
        }
    }

    fn exact_of(&self, node: &TraceNode) -> Option<&'a TraceNode> {
        self.exact.get(&(&node.path[..], eighths(node))).copied()
    }

    fn parting(&self, kind: PartingKind, node: &TraceNode) -> Parting {
        Parting {
            kind,
            here: Some(node.clone()),
            there: self.exact_of(node).cloned(),
            beside: match kind {
                PartingKind::Move => self.wrong_move(node).cloned(),
                _ => None,
            },
            answer: None,
        }
    }

    /// The node after the best move of `node`, in the min-max, if that move is not worth what the node
    /// claims.
    fn wrong_move(&self, node: &TraceNode) -> Option<&'a TraceNode> {
        let best = node.best?;
        let has_failed = if node.is_own() {
            node.is_at_most()
        } else {
            node.is_at_least()
        };
        if node.tried == 0 || has_failed {
            return None; // Of moves that are all too bad none is the best.
        }
        let after = self.after(node, best)?;
        (!is_claim_right(node, after.value)).then_some(after)
    }

    /// The node of the min-max after a move; one ply less deep.
    fn after(&self, node: &TraceNode, point: Point) -> Option<&'a TraceNode> {
        let mut path = node.path.clone();
        path.push(Some(point));
        self.exact.get(&(&path[..], eighths(node) - 8)).copied()
    }

    /// Whether what was answered is the value of the root, and the chosen move worth it.
    fn wrong_answer(&self) -> Option<Parting> {
        let end = self.first.end.as_ref()?;
        let root = self.first.last_root()?;
        let exact = self.exact_of(root)?;
        let value = end.answer?;
        let told = |kind, beside: Option<&TraceNode>| Parting {
            kind,
            here: Some(root.clone()),
            there: Some(exact.clone()),
            beside: beside.cloned(),
            answer: Some((value, end.best)),
        };
        // Beyond the widest window of the search all values are the same to it.
        let is_beyond = |window: [Option<i64>; 2]| {
            window[1].is_some_and(|beta| value >= beta && exact.value >= beta)
                || window[0].is_some_and(|alpha| value <= alpha && exact.value <= alpha)
        };
        if value != exact.value && !is_beyond([exact.alpha, exact.beta]) {
            return Some(told(PartingKind::Answer, None));
        }
        let after = self.after(root, end.best?)?;
        let is_worth_it = after.value == value || is_beyond([exact.alpha, exact.beta]);
        (!is_worth_it).then(|| told(PartingKind::Choice, Some(after)))
    }

    /// A node whose window is wider than what is known above it: right, but not cut off as it could be.
    fn wide_window(&self) -> Option<Parting> {
        // By ply: the nodes whose parent has not ended yet.
        let mut open: Vec<Vec<&TraceNode>> = Vec::new();
        for node in self.first.nodes.iter().filter(|node| node.thread == 0) {
            let ply = node.path.len();
            if open.len() < ply + 2 {
                open.resize_with(ply + 2, Vec::new);
            }
            let children = std::mem::take(&mut open[ply + 1]);
            if let Some((child, [low, high])) = too_wide(node, &children) {
                let narrower = TraceNode {
                    alpha: (low > i64::MIN).then_some(low),
                    beta: (high < i64::MAX).then_some(high),
                    ..node.clone()
                };
                return Some(Parting {
                    beside: Some(narrower),
                    ..self.parting(PartingKind::Window, child)
                });
            }
            open[ply].push(node);
        }
        None
    }
}

/// The first child that is searched with a wider window than its parent's and the values of the children
/// before it leave, and what these leave. One less is allowed: a root that wants to know equal moves asks
/// for it.
fn too_wide<'a>(
    parent: &TraceNode,
    children: &[&'a TraceNode],
) -> Option<(&'a TraceNode, [i64; 2])> {
    let mut low = parent.alpha.unwrap_or(i64::MIN);
    let mut high = parent.beta.unwrap_or(i64::MAX);
    for child in children {
        if !child.path.starts_with(&parent.path) {
            continue;
        }
        let is_wide = child.alpha.unwrap_or(i64::MIN) < low.saturating_sub(1)
            || child.beta.unwrap_or(i64::MAX) > high.saturating_add(1);
        if is_wide {
            return Some((child, [low, high]));
        }
        if parent.is_own() {
            low = low.max(child.value);
        } else {
            high = high.min(child.value);
        }
    }
    None
}

/// Whether the value of a node, under its window, is a true claim about its exact value.
fn is_claim_right(node: &TraceNode, exact: i64) -> bool {
    match (node.is_at_most(), node.is_at_least()) {
        (true, true) => true, // An empty window asks nothing.
        (true, false) => exact <= node.value,
        (false, true) => exact >= node.value,
        (false, false) => exact == node.value,
    }
}

fn eighths(node: &TraceNode) -> i32 {
    (node.depth * 8.0) as i32
}
