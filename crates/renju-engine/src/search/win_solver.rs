//! Forced wins by a solver of threats and the search in turns: each sees wins that the other comes to
//! late.

use std::collections::HashMap;

use crate::eval::network::Network;
use crate::threat::{Advisor, Attack, Beside, Solution, SolveOptions, Solver};
use renju_core::geometry::Point;
use renju_core::limits::{Control, Limits, Value};
use renju_core::position::Position;

use super::SearchOptions;
use super::score::is_win;
use super::threads::search_with;
use super::transposition::TranspositionTable;
use super::win_probe::Probes;

/// A [`Solver`] that asks the search where it does not come to an answer soon.
///
/// A win that the search finds is proved by the solver: its moves are tried first, and the tree
/// answers every reply as always. It may pass through quiet moves that threaten nothing yet. Only
/// the solver says that there is no win; where it takes more than its first turn for that, of 50,000
/// nodes, the search is asked once more.
///
/// A VCT that is limited in its length, that begins with a given move, or whose attacker is not to
/// move is looked for by the solver alone, and so is a VCF.
///
/// ```
/// use renju_core::limits::{Control, Limits};
/// use renju_core::position::{Position, PositionOverrides, Setup};
/// use renju_engine::search::WinSolver;
/// use renju_engine::threat::{Answer, Attack, SolveOptions};
///
/// let points = |names: &str| names.split(' ').map(|name| name.parse().unwrap()).collect();
/// let setup = Setup {
///     black: points("F8 G8 H9 H10"),
///     white: points("E8 A1 A3 A5"),
///     ..Setup::default()
/// };
/// let position = Position::from_setup(&setup, &PositionOverrides::default())?;
/// let mut solver = WinSolver::new(SolveOptions::new(Attack::Vct));
/// let solution = solver.solve(&position, &Control::new(Limits::nodes(200_000)));
/// assert!(matches!(solution.answer, Answer::Proven(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WinSolver {
    options: SolveOptions,
    solver: Solver,
    /// Threads that it may use; more than two are no use to it.
    threads: usize,
    /// The table of the search, made when that is first asked.
    table: Option<TranspositionTable>,
}

impl WinSolver {
    /// A solver with tables of the size asked for. For a VCT, the search has a fourth of it.
    pub fn new(options: SolveOptions) -> WinSolver {
        let solver = Solver::new(SolveOptions {
            table_bytes: options.table_bytes - bytes_of_search(&options),
            ..options
        });
        WinSolver {
            options,
            solver,
            threads: 1,
            table: None,
        }
    }

    /// Sets the number of threads, 1 at first. With two or more the search has one of its own, so that
    /// both work at once. Where nodes are limited, or time is not, they take turns all the same: the
    /// answer has to be the same every time.
    #[must_use]
    pub fn on_threads(self, threads: usize) -> WinSolver {
        WinSolver { threads, ..self }
    }

    /// What it looks for.
    pub const fn options(&self) -> &SolveOptions {
        &self.options
    }

    /// Looks for a forced win. It remembers nothing of the positions before, and under a node limit
    /// alone the answer is the same every time.
    pub fn solve(&mut self, position: &Position, control: &Control<'_>) -> Solution {
        let options = &self.options;
        let takes_turns = options.attack == Attack::Vct
            && options.max_plies.is_none()
            && options.attacker_in(position) == position.to_move();
        if !takes_turns {
            return self.solver.solve(position, control);
        }
        let mut advisor = SearchAdvisor {
            position,
            table_bytes: bytes_of_search(options),
            table: &mut self.table,
            is_asked: false,
            line: HashMap::new(),
        };
        let Limits { nodes, time } = control.limits();
        let is_parallel = cfg!(feature = "parallel") && self.threads > 1;
        let beside = if is_parallel && nodes.is_none() && time.is_some() {
            Beside::InParallel(&mut advisor)
        } else {
            Beside::InTurns(&mut advisor)
        };
        self.solver.solve_beside(position, beside, control)
    }

    /// Looks for a forced win that begins with a stone on `first`, by the solver alone: as
    /// [`Solver::solve_after`].
    pub fn solve_after(
        &mut self,
        position: &Position,
        first: Point,
        control: &Control<'_>,
    ) -> Solution {
        self.solver.solve_after(position, first, control)
    }
}

/// The part of the tables that the search has, in bytes: a fourth where it is asked at all.
const fn bytes_of_search(options: &SolveOptions) -> usize {
    match options.attack {
        Attack::Vcf => 0,
        Attack::Vct => options.table_bytes / 4,
    }
}

/// The search of one position, a turn at a time.
struct SearchAdvisor<'a> {
    position: &'a Position,
    table_bytes: usize,
    table: &'a mut Option<TranspositionTable>,
    /// Whether there was a turn already, so that the table is of this position.
    is_asked: bool,
    /// The moves of the winning line, by the keys of the positions in which the attacker plays them.
    line: HashMap<u64, Point>,
}

impl SearchAdvisor<'_> {
    fn remember(&mut self, line: &[Option<Point>]) {
        let mut board = self.position.board().clone();
        let mut side = self.position.to_move();
        for (ply, point) in line.iter().enumerate() {
            if let Some(point) = *point {
                if ply % 2 == 0 {
                    self.line.insert(board.key().for_side(side), point);
                }
                board.place(point, side);
            }
            side = !side;
        }
    }
}

impl Advisor for SearchAdvisor<'_> {
    fn search(&mut self, control: &Control<'_>) -> (u64, bool) {
        let bytes = self.table_bytes;
        let table = self
            .table
            .get_or_insert_with(|| TranspositionTable::new(bytes));
        if !self.is_asked {
            table.clear();
            self.is_asked = true;
        }
        let (evaluator, options) = (Network::ours(), SearchOptions::default());
        let found = search_with(
            Probes::Fours,
            self.position,
            evaluator,
            &options,
            control,
            table,
        );
        let best = found.last.lines.first();
        let win = best.filter(|best| matches!(best.value, Value::WinIn(_)));
        if let Some(win) = win {
            self.remember(&win.moves);
        }
        (found.last.nodes, win.is_some())
    }

    fn winning_move(&self, key: u64) -> Option<Point> {
        let on_line = self.line.get(&key).copied();
        on_line.or_else(|| {
            let entry = self.table.as_ref()?.probe(key)?;
            let is_proved = is_win(entry.score) && entry.bound.is_lower();
            entry.best.filter(|_| is_proved)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::threat::{Answer, ProofTree, Scope, ThreatOutcome, verify};
    use renju_core::board::Color;
    use renju_core::geometry::Size;
    use renju_core::limits::StopReason;
    use renju_core::rule::Rule;

    fn position(moves: &str) -> Position {
        let moves = moves.split_whitespace().map(|name| name.parse().unwrap());
        let empty = Position::new(Size::RENJU, Rule::Freestyle);
        moves.fold(empty, |position, point| position.play(point).unwrap())
    }

    /// Of a game of ours. The solver alone needs more nodes than both in turns.
    const PREPARED_QUIETLY: &str =
        "H6 G5 E10 H10 K7 G6 G7 I5 F8 E9 D9 F5 H5 H7 I8 G8 F11 G12 K8 J7 J8 L8";

    fn options(table_bytes: usize) -> SolveOptions {
        SolveOptions {
            table_bytes,
            ..SolveOptions::new(Attack::Vct)
        }
    }

    #[test]
    fn a_win_that_the_search_sees_is_proved() {
        let position = position(PREPARED_QUIETLY);
        let limit = |nodes| Control::new(Limits::nodes(nodes));
        let mut solver = WinSolver::new(options(16 << 20));
        let found = solver.solve(&position, &limit(200_000));
        let Answer::Proven(tree) = &found.answer else {
            panic!("{:?}", found.answer.outcome());
        };
        assert!(found.progress.nodes <= 200_000);
        assert!(verify(&position, Color::Black, tree, &Control::unlimited()).is_ok());
        let again = WinSolver::new(options(16 << 20)).solve(&position, &limit(200_000));
        assert_eq!(found, again);
        assert_eq!(found, solver.solve(&position, &limit(200_000)));
        let alone = Solver::new(options(16 << 20)).solve(&position, &limit(200_000));
        assert_eq!(alone.answer.outcome(), ThreatOutcome::Unknown);
    }

    #[test]
    fn the_turns_keep_to_the_limits() {
        let position = position(PREPARED_QUIETLY);
        let mut solver = WinSolver::new(options(1 << 20));
        for nodes in [49_000, 60_000, 75_000] {
            let found = solver.solve(&position, &Control::new(Limits::nodes(nodes)));
            assert_eq!(found.answer, Answer::Unknown(StopReason::Nodes));
            let spent = found.progress.nodes;
            assert!((nodes..nodes + 100).contains(&spent), "{spent} of {nodes}");
        }
        let at_once = Control::new(Limits::time(Duration::ZERO));
        let found = solver.solve(&position, &at_once);
        assert_eq!(found.answer, Answer::Unknown(StopReason::Time));
    }

    #[test]
    fn two_threads_prove_it_too() {
        let position = position(PREPARED_QUIETLY);
        let mut solver = WinSolver::new(options(16 << 20)).on_threads(2);
        let minute = Control::new(Limits::time(Duration::from_secs(60)));
        let found = solver.solve(&position, &minute);
        let Answer::Proven(tree) = &found.answer else {
            panic!("{:?}", found.answer.outcome());
        };
        assert!(verify(&position, Color::Black, tree, &Control::unlimited()).is_ok());
        let none = self::position("H8 A1 I9 A3");
        let found = solver.solve(
            &none,
            &Control::new(Limits::time(Duration::from_millis(200))),
        );
        assert!(!matches!(found.answer, Answer::Proven(_)));
        let in_turns = WinSolver::new(options(16 << 20))
            .solve(&position, &Control::new(Limits::nodes(200_000)));
        assert_eq!(
            in_turns,
            solver.solve(&position, &Control::new(Limits::nodes(200_000)))
        );
    }

    #[test]
    fn what_is_over_is_not_searched() {
        let position = position("H8 A1 I8 A2 J8 A3 K8 A4 L8");
        let mut solver = WinSolver::new(options(1 << 20));
        let found = solver.solve(&position, &Control::unlimited());
        assert_eq!(found.progress.nodes, 0);
        let lost = Answer::Disproven(Scope::GameOver);
        assert_eq!(found.answer, lost);
        let options = SolveOptions {
            attacker: Some(Color::Black),
            ..options(1 << 20)
        };
        let found = WinSolver::new(options).solve(&position, &Control::unlimited());
        assert_eq!(found.answer, Answer::Proven(ProofTree::empty()));
    }
}
