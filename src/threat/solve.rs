use std::mem;

use serde::Serialize;

use crate::board::Color;
use crate::geometry::Point;
use crate::limits::{Control, Limits, Observer, Progress, StopReason};
use crate::named_enum::named_enum;
use crate::pattern::ShapeBoard;
use crate::position::{Outcome, Position};

use super::dfpn::Dfpn;
use super::dfpn_table::DfpnTable;
use super::move_generator::VctStage;
use super::tree_builder::{prove, vcf_tree};
use super::vcf::{ANY_LENGTH, SolverBudget, VcfLimits, VcfSolver};
use super::vcf_table::{VcfResult, VcfTable};
use super::{Node, ProofTree, verify};

named_enum! {
    /// What a win may be made of.
    pub enum Attack: "attack" {
        /// Fours only: victory by continuous fours.
        Vcf = "vcf",
        /// Fours, threes and every other move that threatens a VCF: victory by continuous threats.
        Vct = "vct",
    }
}

/// What to prove, and for whom. Nodes and time are limits of the [`Control`](crate::limits::Control).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SolveOptions {
    /// What the win may be made of.
    pub attack: Attack,
    /// Whose win to prove; `None` is the side to move.
    pub attacker: Option<Color>,
    /// Whether the win has to be a shortest one. This is proved of a VCF; a VCT ignores it.
    pub shortest: bool,
    /// The longest line to look at, in moves of both sides, the five included.
    pub max_plies: Option<u16>,
    /// The size of all transposition tables together, in bytes.
    pub table_bytes: usize,
}

impl SolveOptions {
    /// Any win of the side to move, with tables of 64 MiB.
    pub const fn new(attack: Attack) -> SolveOptions {
        SolveOptions {
            attack,
            attacker: None,
            shortest: false,
            max_plies: None,
            table_bytes: 64 << 20,
        }
    }

    /// The side whose win is to be proved in this position.
    pub fn attacker_in(&self, position: &Position) -> Color {
        self.attacker.unwrap_or(position.to_move())
    }
}

/// The answer of a solver, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Whether there is a win.
    pub answer: Answer,
    /// Nodes visited; for a VCT also the last proof and disproof number of the root.
    pub progress: Progress,
    /// Whether a win is known to be a shortest one.
    pub is_shortest: bool,
}

/// Whether there is a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a win: the tree answers every reply and was checked by the rules.
    Proven(ProofTree),
    /// There is no win within that scope.
    Disproven(Scope),
    /// A limit was reached first.
    Unknown(StopReason),
}

named_enum! {
    /// Whether there is a win.
    pub enum ThreatOutcome: "outcome" {
        /// There is.
        Win = "win",
        /// There is none within the scope.
        None = "none",
        /// A limit was reached first.
        Unknown = "unknown",
    }
}

impl Answer {
    /// The answer without its proof.
    pub const fn outcome(&self) -> ThreatOutcome {
        match self {
            Answer::Proven(_) => ThreatOutcome::Win,
            Answer::Disproven(_) => ThreatOutcome::None,
            Answer::Unknown(_) => ThreatOutcome::Unknown,
        }
    }
}

/// Which attacks a disproof covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The game is over, and the attacker has not won it.
    GameOver,
    /// Every continuous four of any length.
    Fours,
    /// Every continuous threat: fours, and all moves after which, if the defender passed, the
    /// attacker would have a VCF of at most three fours.
    Threats,
}

/// Looks for a forced win of one side. If the other side is to move, it is assumed to pass.
///
/// A win is checked by [`verify`] before it is reported. Under a node limit alone the answer is
/// the same every time.
///
/// ```
/// use renju::limits::{Control, Limits};
/// use renju::position::{Position, PositionOverrides, Setup};
/// use renju::threat::{Answer, Attack, SolveOptions, solve};
///
/// let points = |names: &str| names.split(' ').map(|name| name.parse().unwrap()).collect();
/// let setup = Setup {
///     black: points("F8 G8 H8 H9 H10"),
///     white: points("E8 A1 A3 A5 A7"),
///     ..Setup::default()
/// };
/// let position = Position::from_setup(&setup, &PositionOverrides::default())?;
/// let control = Control::new(Limits::nodes(10_000));
/// let solution = solve(&position, &SolveOptions::new(Attack::Vcf), &control);
/// let Answer::Proven(tree) = solution.answer else {
///     panic!("two threes that meet in H8 win by fours");
/// };
/// assert!(tree.root().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(position: &Position, options: &SolveOptions, control: &Control<'_>) -> Solution {
    Solver::new(*options).solve(position, control)
}

/// A solver that keeps its memory from one position to the next, for those who ask about many. It
/// remembers nothing of the positions before: its answers are those of [`solve`].
pub struct Solver {
    options: SolveOptions,
    vcf_table: VcfTable,
    dfpn_table: DfpnTable,
}

impl Solver {
    /// A solver with tables of the size asked for, or smaller ones where the system has not that
    /// much memory.
    pub fn new(options: SolveOptions) -> Solver {
        let (vcf_bytes, dfpn_bytes) = table_sizes(&options);
        Solver {
            options,
            vcf_table: VcfTable::new(vcf_bytes),
            dfpn_table: dfpn_bytes.map_or_else(DfpnTable::default, DfpnTable::new),
        }
    }

    /// What it looks for.
    pub const fn options(&self) -> &SolveOptions {
        &self.options
    }

    /// Looks for a forced win, as [`solve`] does.
    pub fn solve(&mut self, position: &Position, control: &Control<'_>) -> Solution {
        self.solve_from(position, None, control)
    }

    /// Looks for a forced win that begins with a stone on `first`, an empty point. One that the
    /// attacker may not play begins none.
    pub fn solve_after(
        &mut self,
        position: &Position,
        first: Point,
        control: &Control<'_>,
    ) -> Solution {
        self.solve_from(position, Some(first), control)
    }

    fn solve_from(
        &mut self,
        position: &Position,
        first: Option<Point>,
        control: &Control<'_>,
    ) -> Solution {
        let attacker = self.options.attacker_in(position);
        if let Some(outcome) = position.outcome() {
            return finished(outcome, attacker);
        }
        let shapes = ShapeBoard::new(position.board().clone(), position.rule());
        let budget = SolverBudget::new(control);
        let fours = VcfSolver::new(shapes, budget, mem::take(&mut self.vcf_table));
        let (answer, progress) = match self.options.attack {
            Attack::Vcf => self.solve_vcf(fours, attacker, first),
            Attack::Vct => self.solve_vct(fours, attacker, first),
        };
        Solution {
            answer: checked(position, attacker, self.options.max_plies, answer),
            progress,
            is_shortest: self.options.shortest && self.options.attack == Attack::Vcf,
        }
    }

    /// A VCF; a shortest one is found by iterative deepening in the number of fours.
    fn solve_vcf(
        &mut self,
        mut solver: VcfSolver<'_>,
        attacker: Color,
        start: Option<Point>,
    ) -> (Answer, Progress) {
        let to_fours = |plies: u16| plies.saturating_sub(1) / 2;
        let most = self.options.max_plies.map_or(ANY_LENGTH, to_fours);
        let first = if self.options.shortest {
            most.min(1)
        } else {
            most
        };
        let mut answer = Answer::Unknown(StopReason::Plies);
        for max_fours in first..=most {
            let limits = VcfLimits {
                max_fours,
                until_node: u64::MAX,
            };
            let found = match start {
                None => solver.search(attacker, limits),
                Some(point) => solver.search_after(attacker, point, limits),
            };
            match found {
                VcfResult::Win => answer = Answer::Proven(vcf_tree(&solver.steps(attacker))),
                VcfResult::NoWin => answer = Answer::Disproven(Scope::Fours),
                VcfResult::LimitReached => match solver.budget.stopped() {
                    Some(stop) => answer = Answer::Unknown(stop),
                    None => continue,
                },
            }
            break;
        }
        let progress = solver.budget.progress;
        self.vcf_table = solver.into_table();
        (answer, progress)
    }

    /// A VCT, first with small node limits for every VCF on the way; what is not won so is searched
    /// with limits that miss no threat.
    fn solve_vct(
        &mut self,
        solver: VcfSolver<'_>,
        attacker: Color,
        first: Option<Point>,
    ) -> (Answer, Progress) {
        let table = mem::take(&mut self.dfpn_table);
        let mut dfpn = Dfpn::new(solver, attacker, VctStage::QUICK, table);
        let mut answer = search_threats(&mut dfpn, first);
        if matches!(answer, Answer::Disproven(_)) {
            let (solver, table) = dfpn.into_parts();
            dfpn = Dfpn::new(solver, attacker, VctStage::THOROUGH, table);
            answer = search_threats(&mut dfpn, first);
        }
        let (solver, table) = dfpn.into_parts();
        let progress = solver.budget.progress;
        self.vcf_table = solver.into_table();
        self.dfpn_table = table;
        (answer, progress)
    }
}

/// The answer where the game is over.
fn finished(outcome: &Outcome, attacker: Color) -> Solution {
    let answer = if outcome.winner == Some(attacker) {
        Answer::Proven(ProofTree::empty())
    } else {
        Answer::Disproven(Scope::GameOver)
    };
    Solution {
        answer,
        progress: Progress::default(),
        is_shortest: true,
    }
}

/// The bytes of the VCF table and of the df-pn table. A VCT searches fours in small portions only,
/// so that a small VCF table does. A fourth is left for the tree, for dropping half of a full
/// table, and for what allocators cannot use.
fn table_sizes(options: &SolveOptions) -> (usize, Option<usize>) {
    match options.attack {
        Attack::Vcf => (options.table_bytes, None),
        Attack::Vct => {
            let vcf_bytes = (options.table_bytes / 8).min(MAX_VCF_BYTES);
            (vcf_bytes, Some(options.table_bytes / 4 * 3 - vcf_bytes))
        }
    }
}

/// The largest VCF table of a VCT search, in bytes.
const MAX_VCF_BYTES: usize = 8 << 20;

/// The answer, a win only if the rules confirm it and it is no longer than asked for.
fn checked(position: &Position, attacker: Color, max_plies: Option<u16>, answer: Answer) -> Answer {
    let Answer::Proven(tree) = &answer else {
        return answer;
    };
    match verify(position, attacker, tree, &Control::unlimited()) {
        Ok(checked) if max_plies.is_some_and(|max| checked.plies > u32::from(max)) => {
            Answer::Unknown(StopReason::Plies)
        }
        Ok(_) => answer,
        Err(_) => Answer::Unknown(StopReason::Unverified),
    }
}

/// A win that begins with `first`, if that is a point. The search takes for granted that an attack may
/// be played and stops the defender's fives.
fn search_threats(dfpn: &mut Dfpn<'_>, first: Option<Point>) -> Answer {
    let (shapes, attacker) = (&dfpn.moves.solver.shapes, dfpn.moves.attacker);
    if let Some(first) = first {
        if shapes.fives(attacker).contains(first) {
            let mut tree = ProofTree::empty();
            tree.add(Node::leaf(first));
            return Answer::Proven(tree);
        }
        if !shapes.stops_fives(first, attacker) || !shapes.is_legal(first, attacker) {
            return Answer::Disproven(Scope::Threats);
        }
    }
    match (prove(dfpn, first), dfpn.moves.solver.budget.stopped()) {
        (Some(tree), _) => Answer::Proven(tree),
        (None, Some(stop)) => Answer::Unknown(stop),
        (None, None) => Answer::Disproven(Scope::Threats),
    }
}

/// A VCT search in portions, for an engine that searches on between them; its tables are kept.
/// Its node limits are small, so that a disproof does not hold: it means "not worth more nodes".
pub(crate) struct IncrementalVct<'c> {
    position: Position,
    dfpn: Dfpn<'c>,
}

impl<'c> IncrementalVct<'c> {
    /// For a win of the side to move of a game that is not over.
    pub(crate) fn new(
        position: Position,
        table_bytes: usize,
        observer: &'c dyn Observer,
    ) -> IncrementalVct<'c> {
        let shapes = ShapeBoard::new(position.board().clone(), position.rule());
        let budget = SolverBudget::new(&Control::observed(Limits::NONE, observer));
        let solver = VcfSolver::new(shapes, budget, VcfTable::new(table_bytes / 8));
        let attacker = position.to_move();
        IncrementalVct {
            dfpn: Dfpn::new(
                solver,
                attacker,
                VctStage::QUICK,
                DfpnTable::new(table_bytes / 4 * 3),
            ),
            position,
        }
    }

    /// Goes on for that many nodes.
    pub(crate) fn search(&mut self, nodes: u64) -> Answer {
        self.dfpn.moves.solver.budget.extend(nodes);
        let answer = search_threats(&mut self.dfpn, None);
        checked(&self.position, self.position.to_move(), None, answer)
    }

    /// Nodes visited so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.dfpn.moves.solver.budget.progress.nodes
    }

    /// The position that is searched.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }
}
