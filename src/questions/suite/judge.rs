//! Decides which moves solve a test, by its best moves or by a win that our solver proves.

use crate::limits::{Control, Limits, Observer};
use crate::position::Position;
use crate::questions::{CheckedExpectation, Expectation, MoveOrPass};
use crate::search::WinSolver;
use crate::threat::{Answer, Attack, SolveOptions};

/// Nodes for the win by fours after a move.
const VCF_NODES: u64 = 1_000_000;
/// Nodes for the win by threats after a move.
const VCT_NODES: u64 = 2_000_000;
/// Bytes of the tables of a solver.
const TABLE_BYTES: usize = 16 << 20;

/// Decides which moves solve an expectation.
pub struct SuiteJudge<'a> {
    position: &'a Position,
    expectation: &'a Expectation,
    observer: &'a dyn Observer,
    /// What was decided of moves.
    known: Vec<(MoveOrPass, Option<bool>)>,
}

impl<'a> SuiteJudge<'a> {
    /// Whether players can be asked about an expectation: it expects a best move or a win.
    pub const fn is_for(expectation: &Expectation) -> bool {
        matches!(
            expectation,
            Expectation::Best { .. } | Expectation::Win { .. }
        )
    }

    /// A judge of moves from a position. `answer` is what our own solver or search says of the
    /// expectation: a win that is proved there is not proved again.
    pub fn new(
        position: &'a Position,
        expectation: &'a Expectation,
        answer: &CheckedExpectation,
        observer: &'a dyn Observer,
    ) -> SuiteJudge<'a> {
        let is_won = matches!(answer.found.first(), Some(Expectation::Win { .. }));
        let first = answer.line.first().filter(|_| is_won);
        SuiteJudge {
            position,
            expectation,
            observer,
            known: first
                .map(|&first| (first, Some(true)))
                .into_iter()
                .collect(),
        }
    }

    /// Whether a move solves the expectation: it is one of the best moves, or it begins a win that
    /// our solver proves, by fours or by threats. `None` if the solver has found neither a win nor
    /// that there is none within its limits (1,000,000 nodes for fours, 2,000,000 for threats).
    pub fn solves(&mut self, played: MoveOrPass) -> Option<bool> {
        if let Expectation::Best { moves } = self.expectation {
            return Some(moves.contains(&played));
        }
        let known = self.known.iter().find(|(known, _)| *known == played);
        if let Some(&(_, solves)) = known {
            return solves;
        }
        let solves = self.wins(played);
        self.known.push((played, solves));
        solves
    }

    fn wins(&self, played: MoveOrPass) -> Option<bool> {
        let MoveOrPass::At(point) = played else {
            return Some(false);
        };
        if self.position.clone().play(point).is_err() {
            return Some(false);
        }
        let limits = [(Attack::Vcf, VCF_NODES), (Attack::Vct, VCT_NODES)];
        let mut is_open = false;
        for (attack, nodes) in limits {
            let options = SolveOptions {
                table_bytes: TABLE_BYTES,
                ..SolveOptions::new(attack)
            };
            let control = Control::observed(Limits::nodes(nodes), self.observer);
            let found = WinSolver::new(options).solve_after(self.position, point, &control);
            match found.answer {
                Answer::Proven(_) => return Some(true),
                Answer::Disproven(_) => is_open = false,
                Answer::Unknown(_) => is_open = true,
            }
        }
        (!is_open).then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::NoObserver;
    use crate::position::{PositionOverrides, Setup};
    use crate::rule::Rule;

    fn position(moves: &str) -> Position {
        let moves = moves.split_whitespace();
        let setup = Setup {
            moves: moves.map(|name| Some(name.parse().unwrap())).collect(),
            rule: Some(Rule::Freestyle),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    fn judged(moves: &str, expectation: &str, played: &str) -> Option<bool> {
        let position = position(moves);
        let unknown = CheckedExpectation {
            met: None,
            found: Vec::new(),
            line: Vec::new(),
            thoughts: Vec::new(),
            stop: None,
            nodes: 0,
        };
        let played = match played {
            "pass" => MoveOrPass::Pass,
            name => MoveOrPass::At(name.parse().unwrap()),
        };
        let expectation: Expectation = expectation.parse().unwrap();
        SuiteJudge::new(&position, &expectation, &unknown, &NoObserver).solves(played)
    }

    #[test]
    fn a_win_is_solved_by_every_move_that_begins_one() {
        // Three black stones in a row: a four wins at either end, and so does a second three.
        let three = "H8 A1 I8 A3 J8 A5";
        for (expectation, played, solves) in [
            ("vcf win", "K8", true),
            ("vcf win 3", "G8", true),
            ("vct win", "G8", true),
            ("vcf win", "O15", false),
            ("vcf win", "H8", false),
            ("vcf win", "pass", false),
            ("best K8 or G8", "G8", true),
            ("best K8 or G8", "L8", false),
        ] {
            let found = judged(three, expectation, played);
            assert_eq!(found, Some(solves), "{expectation}, {played}");
        }
    }

    #[test]
    fn a_win_by_threats_solves_what_expects_one_by_fours() {
        // J8 makes two open threes; no move makes a four.
        let crossing = "H8 A1 I8 A9 J9 O1 J10 O15";
        assert_eq!(judged(crossing, "vcf win", "J8"), Some(true));
    }
}
