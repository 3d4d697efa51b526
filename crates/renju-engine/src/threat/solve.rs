//! Entry point of the threat solver: options, and the choice between VCF and VCT search.

use std::mem;

use serde::Serialize;

use renju_core::board::Color;
use renju_core::geometry::Point;
use renju_core::limits::{Control, Progress, StopReason};
use renju_core::named_enum::named_enum;
use renju_core::pattern::ShapeBoard;
use renju_core::position::{Outcome, Position};

use super::answer::{Answer, Scope, Solution, checked};
use super::budget::SolverBudget;
use super::dfpn::{Advisor, Dfpn};
use super::dfpn_table::DfpnTable;
use super::move_generator::VctStage;
use super::tree_builder::vcf_tree;
use super::vcf::{ANY_LENGTH, VcfLimits, VcfSolver};
use super::vcf_table::{VcfResult, VcfTable};
use super::{ProofTree, vct};

named_enum! {
    /// What a win may be made of.
    pub enum Attack: "attack" {
        /// Fours only: victory by continuous fours.
        Vcf = "vcf",
        /// Fours, threes and every other move that threatens a VCF: victory by continuous threats.
        Vct = "vct",
    }
}

impl Attack {
    /// What has been tried where a solver finds no win of this kind.
    pub const fn scope(self) -> Scope {
        match self {
            Attack::Vcf => Scope::Fours,
            Attack::Vct => Scope::Threats,
        }
    }
}

/// What to prove, and for whom. Nodes and time are limits of the [`Control`](renju_core::limits::Control).
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

/// Looks for a forced win of one side. If the other side is to move, it is assumed to pass.
///
/// A win is checked by [`verify`](super::verify) before it is reported. Under a node limit alone
/// the answer is the same every time.
///
/// ```
/// use renju_core::limits::{Control, Limits};
/// use renju_core::position::{Position, PositionOverrides, Setup};
/// use renju_engine::threat::{Answer, Attack, SolveOptions, solve};
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
        self.solve_from(position, Start::Anywhere, control)
    }

    /// Looks for a forced win as [`solve`] does, a VCT beside another search.
    pub(crate) fn solve_beside(
        &mut self,
        position: &Position,
        beside: Beside<'_>,
        control: &Control<'_>,
    ) -> Solution {
        self.solve_from(position, Start::Beside(beside), control)
    }

    /// Looks for a forced win that begins with a stone on `first`, an empty point. One that the
    /// attacker may not play begins none.
    pub fn solve_after(
        &mut self,
        position: &Position,
        first: Point,
        control: &Control<'_>,
    ) -> Solution {
        self.solve_from(position, Start::With(first), control)
    }

    fn solve_from(
        &mut self,
        position: &Position,
        start: Start<'_>,
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
            Attack::Vcf => self.solve_vcf(fours, attacker, start.point()),
            Attack::Vct => self.solve_vct(fours, attacker, start),
        };
        let left = control.limits().time;
        let left = left.map(|time| time.saturating_sub(control.elapsed()));
        Solution {
            answer: checked(position, attacker, self.options.max_plies, answer, left),
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

    fn solve_vct(
        &mut self,
        solver: VcfSolver<'_>,
        attacker: Color,
        start: Start<'_>,
    ) -> (Answer, Progress) {
        let table = mem::take(&mut self.dfpn_table);
        let dfpn = Dfpn::new(solver, attacker, VctStage::QUICK, table);
        let (answer, dfpn) = match start {
            Start::Anywhere => vct::search(dfpn, None),
            Start::With(first) => vct::search(dfpn, Some(first)),
            Start::Beside(Beside::InTurns(advisor)) => vct::search_in_turns(dfpn, advisor),
            Start::Beside(Beside::InParallel(advisor)) => vct::search_in_parallel(dfpn, advisor),
        };
        let (solver, table) = dfpn.into_parts();
        let progress = solver.budget.progress;
        self.vcf_table = solver.into_table();
        self.dfpn_table = table;
        (answer, progress)
    }
}

/// How a win is looked for.
enum Start<'a> {
    Anywhere,
    /// One that begins with this point.
    With(Point),
    Beside(Beside<'a>),
}

/// Another search for the same win, and how it shares the time.
pub(crate) enum Beside<'a> {
    /// On one thread: the same answer every time under a limit of nodes.
    InTurns(&'a mut dyn Advisor),
    /// On a thread of its own.
    InParallel(&'a mut dyn Advisor),
}

impl Start<'_> {
    const fn point(&self) -> Option<Point> {
        match self {
            Start::With(point) => Some(*point),
            Start::Anywhere | Start::Beside(_) => None,
        }
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
