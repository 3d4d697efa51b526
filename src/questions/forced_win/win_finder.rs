//! Finds forced wins of either side, first by fours alone and then by other threats.

use std::time::Duration;

use serde::Serialize;

use super::win_steps::line;
use crate::board::Color;
use crate::geometry::Point;
use crate::limits::{Control, Limits, Observer, StopReason};
use crate::named_enum::named_enum;
use crate::position::Position;
use crate::questions::MoveOrPass;
use crate::search::WinSolver;
use crate::threat::{Answer, Attack, ProofTree, Scope, Solution, SolveOptions, ThreatOutcome};

named_enum! {
    /// What a forced win is made of.
    pub enum WinKind: "win" {
        /// A five at once.
        Five = "five",
        /// Continuous fours.
        Vcf = "vcf",
        /// Continuous threats.
        Vct = "vct",
    }
}

/// A forced win with its line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForcedLine {
    /// What it is made of.
    pub kind: WinKind,
    /// Moves of both sides to the five.
    pub plies: usize,
    /// Those moves, against the defence that holds out longest.
    pub line: Vec<MoveOrPass>,
}

impl ForcedLine {
    /// The win that a tree proves in a position; `attack` is what was looked for.
    pub(crate) fn of_tree(
        tree: &ProofTree,
        position: &Position,
        attacker: Color,
        attack: Attack,
    ) -> ForcedLine {
        let line = line(tree, position, attacker);
        ForcedLine {
            kind: match attack {
                _ if line.len() <= 1 => WinKind::Five,
                Attack::Vcf => WinKind::Vcf,
                Attack::Vct => WinKind::Vct,
            },
            plies: line.len(),
            line,
        }
    }
}

/// What was found out about a forced win of the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FoundWin {
    /// The win, if there is one.
    pub(crate) win: Option<(ForcedLine, ProofTree)>,
    /// Which attacks were all refuted, if there is none.
    pub(crate) scope: Option<Scope>,
    /// Why it is not known.
    pub(crate) stop: Option<StopReason>,
    pub(crate) nodes: u64,
}

impl FoundWin {
    /// The answer of a solver for the side to move.
    fn new(solution: Solution, position: &Position, attack: Attack) -> FoundWin {
        let (mut win, mut scope, mut stop) = (None, None, None);
        match solution.answer {
            Answer::Proven(tree) => {
                let line = ForcedLine::of_tree(&tree, position, position.to_move(), attack);
                win = Some((line, tree));
            }
            Answer::Disproven(none) => scope = Some(none),
            Answer::Unknown(why) => stop = Some(why),
        }
        FoundWin {
            win,
            scope,
            stop,
            nodes: solution.progress.nodes,
        }
    }

    pub(crate) const fn outcome(&self) -> ThreatOutcome {
        match (&self.win, self.scope) {
            (Some(_), _) => ThreatOutcome::Win,
            (None, Some(_)) => ThreatOutcome::None,
            (None, None) => ThreatOutcome::Unknown,
        }
    }

    /// The line of the win.
    pub(crate) fn line(&self) -> Option<&ForcedLine> {
        self.win.as_ref().map(|(line, _)| line)
    }
}

/// Looks for forced wins of either side, first by fours and then, if wanted, by other threats. It
/// remembers nothing of the positions before.
pub struct WinFinder {
    fours: WinSolver,
    threats: Option<WinSolver>,
}

/// The share of the nodes and of the time that fours alone may take where threats come behind them.
const SHARE_OF_FOURS: u32 = 4;

impl WinFinder {
    /// For wins by this attack, with tables of `table_bytes` bytes together.
    pub fn new(attack: Attack, table_bytes: usize) -> WinFinder {
        let options = |attack, table_bytes| SolveOptions {
            table_bytes,
            shortest: true,
            ..SolveOptions::new(attack)
        };
        let threats = (attack == Attack::Vct)
            .then(|| WinSolver::new(options(Attack::Vct, table_bytes / 4 * 3)));
        WinFinder {
            fours: WinSolver::new(options(Attack::Vcf, table_bytes / 4)),
            threats,
        }
    }

    /// Sets the number of threads, 1 at first: as [`WinSolver::on_threads`].
    #[must_use]
    pub fn on_threads(self, threads: usize) -> WinFinder {
        WinFinder {
            threats: self.threats.map(|solver| solver.on_threads(threads)),
            ..self
        }
    }

    /// What the wins that it finds may be made of.
    pub const fn attack(&self) -> Attack {
        if self.threats.is_some() {
            Attack::Vct
        } else {
            Attack::Vcf
        }
    }

    /// A forced win of the side to move.
    pub(crate) fn find(
        &mut self,
        position: &Position,
        limits: Limits,
        observer: &dyn Observer,
    ) -> FoundWin {
        let share = if self.threats.is_some() {
            shared(limits)
        } else {
            limits
        };
        let control = Control::observed(share, observer);
        let by_fours = self.fours.solve(position, &control);
        let nodes = by_fours.progress.nodes;
        let is_open = !matches!(by_fours.answer, Answer::Proven(_))
            && by_fours.answer != Answer::Disproven(Scope::GameOver);
        let found = match &mut self.threats {
            Some(threats) if is_open => {
                let left = less(limits, nodes, control.elapsed());
                let mut found = threats.solve(position, &Control::observed(left, observer));
                found.progress.nodes += nodes;
                (found, Attack::Vct)
            }
            _ => (by_fours, Attack::Vcf),
        };
        let (solution, attack) = found;
        FoundWin::new(solution, position, attack)
    }

    /// A forced win of the side to move that begins with a stone on `point`.
    pub(crate) fn find_after(
        &mut self,
        position: &Position,
        point: Point,
        limits: Limits,
        observer: &dyn Observer,
    ) -> FoundWin {
        let attack = self.attack();
        let solver = self.threats.as_mut().unwrap_or(&mut self.fours);
        let control = Control::observed(limits, observer);
        FoundWin::new(
            solver.solve_after(position, point, &control),
            position,
            attack,
        )
    }
}

/// The part of the limits that fours may take.
fn shared(limits: Limits) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| nodes / u64::from(SHARE_OF_FOURS)),
        time: limits.time.map(|time| time / SHARE_OF_FOURS),
    }
}

/// Why work in several parts is open: an interruption, else the first limit that was reached.
pub(crate) fn either_stop(
    before: Option<StopReason>,
    now: Option<StopReason>,
) -> Option<StopReason> {
    match now {
        Some(StopReason::Interrupted) => now,
        _ => before.or(now),
    }
}

/// What is left of limits.
pub(crate) fn less(limits: Limits, nodes: u64, time: Duration) -> Limits {
    Limits {
        nodes: limits.nodes.map(|all| all.saturating_sub(nodes)),
        time: limits.time.map(|all| all.saturating_sub(time)),
    }
}
