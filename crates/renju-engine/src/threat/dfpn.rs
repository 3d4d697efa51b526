//! Victory by continuous threats (VCT): depth-first proof-number search (df-pn, Nagai 2002) over
//! threats and the replies that may stop them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::move_scores::{MoveScores, MoveShapes};
use renju_core::board::{Color, Key};
use renju_core::geometry::Point;
use renju_core::limits::Control;
use renju_core::pattern::ShapeBoard;

use super::budget::SolverBudget;
use super::dfpn_table::{Child, DfpnTable, INFINITY, ProofNumbers};
use super::move_generator::{AttackMoves, DefenceMoves, MoveGenerator, VctStage};
use super::vcf::VcfSolver;

/// A search of another kind beside the solver of threats, for the same attacker: it sees wins that
/// the solver comes to late, through moves that threaten nothing yet.
///
/// It is not believed: the solver tries its moves first, and proves the win itself.
pub(crate) trait Advisor: Send {
    /// Searches under these limits, from the first depth again but with what it remembers of earlier
    /// turns; the nodes that it took, and whether the attacker wins by what it found.
    fn search(&mut self, control: &Control<'_>) -> (u64, bool);

    /// The move that wins in the position with this key, the attacker to move, if it found one.
    fn winning_move(&self, key: u64) -> Option<Point>;
}

/// Who is to move, seen from the win that is to be proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeType {
    /// The attacker is to move: one winning move is enough.
    Or,
    /// The defender is to move: every reply has to lose.
    And,
}

impl NodeType {
    const fn other(self) -> NodeType {
        match self {
            NodeType::Or => NodeType::And,
            NodeType::And => NodeType::Or,
        }
    }
}

/// Thresholds that only a decided node reaches.
const UNLIMITED: ProofNumbers = ProofNumbers {
    phi: INFINITY,
    delta: INFINITY,
};

/// A df-pn search for one attacker, and the table of what it has found so far.
pub(super) struct Dfpn<'c> {
    pub(super) moves: MoveGenerator<'c>,
    table: DfpnTable,
    /// Replies that the generator missed, by the key of the AND node. Only a stage with small node
    /// limits misses any; building the tree finds them.
    missing_replies: HashMap<u64, Vec<Point>>,
    advisor: Option<&'c dyn Advisor>,
    /// The keys of AND nodes behind a move of the advisor.
    advised: HashSet<u64>,
}

/// What a move costs more to begin with where the advisor knows a winning one.
const UNADVISED_COST: u32 = 1_000;
/// How much less a move promises, in the unit of [`MoveScores`], for which it costs one more. With 10
/// or 40, less of the answer key is solved.
const SCORE_PER_COST: i32 = 20;
/// The most that a move costs more than the most promising one.
const MAX_COST_OF_SCORE: i32 = 12;

/// The child that df-pn searches next.
#[derive(Clone, Copy)]
struct Selection {
    /// The node's own numbers, from those of its children.
    numbers: ProofNumbers,
    /// The move of the child with the least `delta`; `None` for the quiet threats.
    point: Option<Point>,
    /// The `phi` of that child.
    phi: u32,
    /// The `delta` of the second best child.
    second_delta: u32,
}

impl<'c> Dfpn<'c> {
    /// A search that starts with an empty table.
    pub(super) fn new(
        solver: VcfSolver<'c>,
        attacker: Color,
        stage: VctStage,
        table: DfpnTable,
    ) -> Dfpn<'c> {
        Dfpn {
            moves: MoveGenerator {
                solver,
                attacker,
                stage,
            },
            table,
            missing_replies: HashMap::new(),
            advisor: None,
            advised: HashSet::new(),
        }
    }

    /// Starts again with other node limits.
    pub(super) fn restart(&mut self, stage: VctStage) {
        self.moves.stage = stage;
        self.table.clear();
        self.missing_replies.clear();
    }

    /// Starts again from the first stage with an advisor, whose winning moves are tried first.
    pub(super) fn advised_by<'a>(mut self, advisor: &'a dyn Advisor) -> Dfpn<'a>
    where
        'c: 'a,
    {
        self.restart(VctStage::QUICK);
        Dfpn {
            advisor: Some(advisor),
            ..self
        }
    }

    /// The solver of fours and the table, emptied.
    pub(super) fn into_parts(mut self) -> (VcfSolver<'c>, DfpnTable) {
        self.table.clear();
        (self.moves.solver, self.table)
    }

    /// Searches from the position, the attacker to move, until it is decided or the budget ends.
    /// Returns whether a win is proved; if `first` is a point, one that begins with a stone there.
    pub(super) fn prove(&mut self, first: Option<Point>) -> bool {
        let Some(first) = first else {
            return self.search(NodeType::Or, UNLIMITED, 0, true).phi == 0;
        };
        self.moves.solver.play(first, self.moves.attacker);
        let numbers = self.search(NodeType::And, UNLIMITED, 1, true);
        self.moves.solver.shapes.undo();
        numbers.delta == 0
    }

    /// Whether a win is proved in the position on the board, the attacker to move.
    pub(super) fn is_proved(&self) -> bool {
        let entry = self.table.get(self.key(NodeType::Or));
        entry.is_some_and(|entry| entry.numbers.phi == 0)
    }

    /// The winning move of a position that was proved, the attacker to move. Searches again what
    /// the table has dropped; `None` if the budget ends first.
    pub(super) fn proved_attack(&mut self) -> Option<Point> {
        while self.prove(None) {
            let entry = self.table.get(self.key(NodeType::Or))?;
            let children = Arc::clone(entry.children.as_ref()?);
            let selection = self.select(NodeType::Or, &children);
            if selection.numbers.phi == 0 {
                return selection.point;
            }
        }
        None
    }

    /// The replies that have to be answered one by one after the attacker's last move.
    pub(super) fn holding_replies(&mut self) -> Vec<Point> {
        match self.expand(NodeType::And, 0, true) {
            Ok(children) => children.iter().filter_map(|child| child.point).collect(),
            Err(_) => Vec::new(),
        }
    }

    /// Adds a reply to an AND node. What rests on the old replies is not known, so everything has
    /// to be proved again.
    pub(super) fn add_missing_reply(&mut self, key: u64, reply: Point) {
        self.missing_replies.entry(key).or_default().push(reply);
        self.table.clear();
    }

    /// The table's key of the node on the board.
    pub(super) fn key(&self, node_type: NodeType) -> u64 {
        self.node_key(node_type, self.shapes().board().key())
    }

    fn node_key(&self, node_type: NodeType, stones: Key) -> u64 {
        let key = stones.for_side(self.moves.attacker);
        match node_type {
            NodeType::Or => key,
            NodeType::And => !key,
        }
    }

    fn color(&self, node_type: NodeType) -> Color {
        match node_type {
            NodeType::Or => self.moves.attacker,
            NodeType::And => !self.moves.attacker,
        }
    }

    /// What it may still take, and how far it is.
    pub(super) const fn budget(&self) -> &SolverBudget<'c> {
        &self.moves.solver.budget
    }

    pub(super) const fn budget_mut(&mut self) -> &mut SolverBudget<'c> {
        &mut self.moves.solver.budget
    }

    /// The board with the moves up to the node at hand.
    pub(super) const fn shapes(&self) -> &ShapeBoard {
        &self.moves.solver.shapes
    }

    const fn is_stopped(&self) -> bool {
        self.budget().stopped().is_some()
    }

    /// Searches a node until one of its numbers reaches its threshold (Nagai's multiple iterative
    /// deepening).
    fn search(
        &mut self,
        node_type: NodeType,
        threshold: ProofNumbers,
        ply: u32,
        may_have_vcf: bool,
    ) -> ProofNumbers {
        let key = self.key(node_type);
        let mut children = match self.children(key, node_type, ply, may_have_vcf) {
            Ok(children) => children,
            Err(numbers) => return numbers,
        };
        loop {
            let selection = self.select(node_type, &children);
            let numbers = selection.numbers;
            self.table.store(key, numbers, Some(&children));
            let budget = self.budget_mut();
            if ply == 0 {
                budget.progress.proof = Some(numbers.phi);
                budget.progress.disproof = Some(numbers.delta);
            }
            if numbers.phi >= threshold.phi
                || numbers.delta >= threshold.delta
                || !budget.may_enter()
            {
                return numbers;
            }
            let Some(point) = selection.point else {
                let wider = self.with_quiet_threats(&children, ply);
                if self.is_stopped() {
                    return numbers;
                }
                children = wider;
                continue;
            };
            self.search_child(
                node_type,
                point,
                child_threshold(threshold, &selection),
                ply,
            );
        }
    }

    fn search_child(
        &mut self,
        node_type: NodeType,
        point: Point,
        threshold: ProofNumbers,
        ply: u32,
    ) {
        let color = self.color(node_type);
        let solver = &mut self.moves.solver;
        // Replies to a four are not tested for a VCF when they are generated; all others are.
        let may_have_vcf =
            node_type == NodeType::And && !solver.shapes.fives(self.moves.attacker).is_empty();
        solver.play(point, color);
        self.search(node_type.other(), threshold, ply + 1, may_have_vcf);
        self.moves.solver.shapes.undo();
    }

    /// The moves of a node, from the table or generated; `Err` if it is decided without search.
    fn children(
        &mut self,
        key: u64,
        node_type: NodeType,
        ply: u32,
        may_have_vcf: bool,
    ) -> Result<Arc<[Child]>, ProofNumbers> {
        let stored = self.table.get(key);
        if let Some(children) = stored.and_then(|entry| entry.children.clone()) {
            return Ok(children);
        }
        let expanded = self.expand(node_type, ply, may_have_vcf);
        match expanded {
            // What was generated while the budget ended may not be complete.
            Ok(_) if self.is_stopped() => return Err(ProofNumbers::UNKNOWN),
            Err(numbers) if !self.is_stopped() => self.table.store(key, numbers, None),
            _ => {}
        }
        expanded
    }

    /// The numbers of a node, and the child to search next: the one with the least `delta`.
    ///
    /// `delta` is not the sum of the children's `phi` but the greatest of them plus the number of
    /// other open children (weak proof-number search, Ueda and others 2008): sums count a position
    /// that is reached by transposition several times, and grow without bound on threats.
    fn select(&self, node_type: NodeType, children: &[Child]) -> Selection {
        let color = self.color(node_type);
        let stones = self.shapes().board().key();
        let child_key = |point| self.node_key(node_type.other(), stones.with_stone(point, color));
        let mut best: Option<(Option<Point>, ProofNumbers)> = None;
        let mut second_delta = INFINITY;
        let (mut max_phi, mut open) = (0, 0_u32);
        for child in children {
            let entry = child
                .point
                .and_then(|point| self.table.get(child_key(point)));
            let numbers = entry.map_or(child.initial, |entry| entry.numbers);
            if numbers.phi > 0 && numbers.delta > 0 {
                open += 1;
            }
            max_phi = max_phi.max(numbers.phi);
            let order = |numbers: ProofNumbers| (numbers.delta, numbers.phi);
            match best {
                Some((_, best)) if order(best) <= order(numbers) => {
                    second_delta = second_delta.min(numbers.delta);
                }
                _ => {
                    second_delta = best.map_or(second_delta, |(_, best)| best.delta);
                    best = Some((child.point, numbers));
                }
            }
        }
        // A node without children is lost, as if its only child were won for the other side.
        let (point, best) = best.unwrap_or((None, ProofNumbers::WON));
        let numbers = if best.delta >= INFINITY {
            ProofNumbers::LOST
        } else if best.delta == 0 {
            ProofNumbers::WON
        } else if max_phi >= INFINITY {
            ProofNumbers {
                phi: best.delta,
                delta: INFINITY,
            }
        } else {
            ProofNumbers {
                phi: best.delta,
                delta: max_phi + open.saturating_sub(1),
            }
        };
        Selection {
            numbers,
            point,
            phi: best.phi,
            second_delta,
        }
    }

    fn expand(
        &mut self,
        node_type: NodeType,
        ply: u32,
        may_have_vcf: bool,
    ) -> Result<Arc<[Child]>, ProofNumbers> {
        match node_type {
            NodeType::Or => match self.moves.attack_moves(may_have_vcf) {
                AttackMoves::Won => Err(ProofNumbers::WON),
                AttackMoves::Lost => Err(ProofNumbers::LOST),
                AttackMoves::Moves { points, quiet } => {
                    Ok(self.attack_children(points, quiet, ply))
                }
            },
            NodeType::And => match self.defence_moves() {
                DefenceMoves::None => Err(ProofNumbers::LOST),
                DefenceMoves::NotNeeded => Err(ProofNumbers::WON),
                DefenceMoves::Moves(points) => {
                    let initial = ProofNumbers {
                        phi: 1 + ply,
                        delta: 1,
                    };
                    let child = |point| Child {
                        point: Some(point),
                        initial,
                    };
                    Ok(points.into_iter().map(child).collect())
                }
            },
        }
    }

    /// The defender's moves, with the replies that the generator is known to miss here.
    fn defence_moves(&mut self) -> DefenceMoves {
        let is_advised = self.advised.contains(&self.key(NodeType::And));
        let found = self.moves.defence_moves(is_advised);
        match (found, self.missing_replies.get(&self.key(NodeType::And))) {
            (DefenceMoves::Moves(mut points), Some(more)) => {
                let new: Vec<Point> = more
                    .iter()
                    .copied()
                    .filter(|at| !points.contains(at))
                    .collect();
                points.extend(new);
                DefenceMoves::Moves(points)
            }
            (DefenceMoves::None, Some(more)) => DefenceMoves::Moves(more.clone()),
            (found, _) => found,
        }
    }

    /// The children of an OR node: the advisor's move, if there is one, the threats, and with `quiet`
    /// the placeholder of the quiet ones.
    fn attack_children(&mut self, mut points: Vec<Point>, quiet: bool, ply: u32) -> Arc<[Child]> {
        let key = self.key(NodeType::Or);
        let advice = self.advisor.and_then(|advisor| advisor.winning_move(key));
        let (shapes, attacker) = (self.shapes(), self.moves.attacker);
        let can_be_played = |&point: &Point| {
            shapes.board().is_empty(point)
                && shapes.stops_fives(point, attacker)
                && shapes.is_legal(point, attacker)
        };
        let advice = advice.filter(can_be_played);
        let mut cost = ply;
        if let Some(point) = advice {
            let stones = shapes.board().key().with_stone(point, attacker);
            self.advised.insert(self.node_key(NodeType::And, stones));
            points.retain(|&other| other != point);
            cost += UNADVISED_COST;
        }
        let advised = advice.map(|point| Child::attack(Some(point), 1));
        let quiet = quiet.then(|| Child::attack(None, self.moves.stage.quiet_cost + cost));
        let threats = self.threats(&points, cost);
        advised.into_iter().chain(threats).chain(quiet).collect()
    }

    /// The moves with the quiet threats generated, in the place of their placeholder.
    fn with_quiet_threats(&mut self, children: &[Child], ply: u32) -> Arc<[Child]> {
        let mut quiet = self.moves.quiet_threats();
        quiet.retain(|&point| children.iter().all(|child| child.point != Some(point)));
        let plain = children.iter().copied();
        let plain = plain.filter(|child| child.point.is_some());
        plain.chain(self.threats(&quiet, ply)).collect()
    }

    /// Threats that have not been searched. What promises less costs more, and so do deeper ones, so
    /// that short wins are found first.
    fn threats(&self, points: &[Point], ply: u32) -> Vec<Child> {
        let (shapes, attacker) = (self.shapes(), self.moves.attacker);
        let table = MoveScores::of(shapes.rule())[attacker].table(shapes, attacker);
        let score = |&point: &Point| table.score(MoveShapes::of(shapes, attacker, point), attacker);
        let scores: Vec<i32> = points.iter().map(score).collect();
        let best = scores.iter().copied().max().unwrap_or_default();
        let threat = |(&point, &score): (&Point, &i32)| {
            let less = ((best - score) / SCORE_PER_COST).min(MAX_COST_OF_SCORE);
            Child::attack(Some(point), 1 + less.unsigned_abs() + ply)
        };
        points.iter().zip(&scores).map(threat).collect()
    }
}

/// The thresholds of the selected child, as of df-pn (Nagai 2002) seen from the child: its `delta`
/// is its parent's `phi`.
///
/// `delta`: it is searched until it is no longer the best, with a margin of an eighth (the 1 +
/// epsilon trick, Pawlewicz and Lew 2007), so that the search does not jump between two children that are
/// about equal. `phi`: what the parent's threshold leaves beyond its other children, as if their
/// numbers were added up. Where [`select`](Dfpn::select) takes their greatest that is less than
/// there is room for, so a child returns early rather than late.
fn child_threshold(threshold: ProofNumbers, selection: &Selection) -> ProofNumbers {
    let second = selection.second_delta;
    ProofNumbers {
        phi: threshold.delta - (selection.numbers.delta - selection.phi),
        delta: threshold.phi.min(second + second / 8 + 1),
    }
}
