//! The stages of a VCT search: alone, in turns with another search or beside it, and in portions.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use renju_core::geometry::Point;
use renju_core::limits::{Control, Limits, Observer, Progress};
use renju_core::pattern::ShapeBoard;
use renju_core::position::Position;
use renju_system::threads;

use super::answer::{Answer, Scope, checked};
use super::budget::SolverBudget;
use super::dfpn::{Advisor, Dfpn};
use super::dfpn_table::DfpnTable;
use super::move_generator::VctStage;
use super::tree_builder::prove;
use super::vcf::VcfSolver;
use super::vcf_table::VcfTable;
use super::{Node, ProofTree};

/// Nodes of the first turn of either search; each later turn has twice as many. Of those tried, from
/// 15,000 to 100,000 and twice to four times as many, none solves more of the answer key in a second.
const FIRST_TURN: u64 = 50_000;

/// Nodes between two looks whether a search on another thread has found a win.
const NODES_BETWEEN_WORDS: u64 = 10_000;

/// Looks for a win, of those that begin with `first` if that is a point.
pub(super) fn search(mut dfpn: Dfpn<'_>, first: Option<Point>) -> (Answer, Dfpn<'_>) {
    (search_both_stages(&mut dfpn, first), dfpn)
}

/// Looks for a win in turns with another search. Once that has found one, its moves are tried first,
/// to prove it and to make its tree.
pub(super) fn search_in_turns<'a>(
    mut dfpn: Dfpn<'a>,
    advisor: &'a mut dyn Advisor,
) -> (Answer, Dfpn<'a>) {
    let mut turn = FIRST_TURN;
    loop {
        dfpn.budget_mut().allow(turn);
        let answer = search_both_stages(&mut dfpn, None);
        let is_proved = dfpn.is_proved();
        let budget = dfpn.budget_mut();
        if !budget.is_paused() {
            return if turn == FIRST_TURN {
                (answer, dfpn)
            } else {
                doubt(answer, dfpn, advisor)
            };
        }
        if is_proved || budget.lend(turn, |control| advisor.search(control)) {
            break;
        }
        turn = turn.saturating_mul(2);
    }
    finish(dfpn, Some(advisor))
}

/// Looks for a win while another search does so on a thread of its own. When that has found one, its
/// moves are tried first.
pub(super) fn search_in_parallel<'a>(
    mut dfpn: Dfpn<'a>,
    advisor: &'a mut dyn Advisor,
) -> (Answer, Dfpn<'a>) {
    // Most wins take less than a thread does.
    dfpn.budget_mut().allow(FIRST_TURN);
    let answer = search_both_stages(&mut dfpn, None);
    if !dfpn.budget().is_paused() {
        return (answer, dfpn);
    }
    let (is_over, is_done) = (AtomicBool::new(false), AtomicBool::new(false));
    let time = dfpn.budget().left().time;
    let both = thread::scope(|scope| {
        let work = || {
            let found = ask_in_turns(advisor, time, &is_over);
            is_done.store(true, Ordering::Release);
            found
        };
        let beside = threads::start_scoped(scope, "advisor", work).ok()?;
        let answer = loop {
            dfpn.budget_mut().allow(NODES_BETWEEN_WORDS);
            let answer = search_both_stages(&mut dfpn, None);
            let is_paused = dfpn.budget().is_paused();
            if !is_paused || is_done.load(Ordering::Acquire) || dfpn.is_proved() {
                break (!is_paused).then_some(answer);
            }
        };
        is_over.store(true, Ordering::Relaxed);
        let found = beside.join().unwrap_or_else(|panic| resume_unwind(panic));
        Some((answer, found))
    });
    let Some((answer, (nodes, is_won))) = both else {
        // The system has no thread to give.
        return search_in_turns(dfpn, advisor);
    };
    dfpn.budget_mut().progress.nodes += nodes;
    match answer {
        Some(answer) => doubt(answer, dfpn, advisor),
        None => finish(dfpn, is_won.then_some(advisor)),
    }
}

/// Has the advisor search turn by turn, from the first depth again each time: with what it remembers
/// it comes to more wins so than in one search. The nodes that it took, and whether it found a win.
fn ask_in_turns(
    advisor: &mut dyn Advisor,
    time: Option<Duration>,
    is_over: &AtomicBool,
) -> (u64, bool) {
    let whole = Control::unlimited();
    let (mut turn, mut nodes) = (FIRST_TURN, 0);
    loop {
        let limits = Limits {
            nodes: Some(turn),
            time: time.map(|time| time.saturating_sub(whole.elapsed())),
        };
        let (spent, is_won) = advisor.search(&Control::observed(limits, is_over));
        nodes += spent;
        if is_won || spent < turn {
            return (nodes, is_won);
        }
        turn = turn.saturating_mul(2);
    }
}

/// Where threats do not win, has the advisor spend as many nodes as all so far: quiet moves may. A win
/// that it finds is given sixteen times as many to be proved.
fn doubt<'a>(
    answer: Answer,
    mut dfpn: Dfpn<'a>,
    advisor: &'a mut dyn Advisor,
) -> (Answer, Dfpn<'a>) {
    let budget = dfpn.budget_mut();
    let disproof = budget.progress;
    let is_disproved = matches!(answer, Answer::Disproven(_));
    if !is_disproved || !budget.lend(disproof.nodes, |control| advisor.search(control)) {
        return (answer, dfpn);
    }
    budget.allow(disproof.nodes.saturating_mul(16));
    match search(dfpn.advised_by(advisor), None) {
        (Answer::Unknown(_), mut dfpn) => {
            let progress = &mut dfpn.budget_mut().progress;
            let nodes = progress.nodes;
            *progress = Progress { nodes, ..disproof };
            (answer, dfpn)
        }
        found => found,
    }
}

/// Goes on without another pause. The moves of an advisor that has found a win are tried first, unless
/// the solver has proved one itself, so that only the tree is missing.
fn finish<'a>(mut dfpn: Dfpn<'a>, advisor: Option<&'a mut dyn Advisor>) -> (Answer, Dfpn<'a>) {
    if let Some(advisor) = advisor
        && !dfpn.is_proved()
    {
        dfpn = dfpn.advised_by(advisor);
    }
    dfpn.budget_mut().allow(u64::MAX);
    search(dfpn, None)
}

/// First with small node limits for every VCF on the way; what is not won so is searched with limits
/// that miss no threat.
fn search_both_stages(dfpn: &mut Dfpn<'_>, first: Option<Point>) -> Answer {
    let answer = search_threats(dfpn, first);
    if matches!(answer, Answer::Disproven(_)) && dfpn.moves.stage == VctStage::QUICK {
        dfpn.restart(VctStage::THOROUGH);
        return search_threats(dfpn, first);
    }
    answer
}

/// A win that begins with `first`, if that is a point. The search takes for granted that an attack may
/// be played and stops the defender's fives.
fn search_threats(dfpn: &mut Dfpn<'_>, first: Option<Point>) -> Answer {
    let (shapes, attacker) = (dfpn.shapes(), dfpn.moves.attacker);
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
    match (prove(dfpn, first), dfpn.budget().stopped()) {
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
        self.dfpn.budget_mut().allow(nodes);
        let answer = search_threats(&mut self.dfpn, None);
        checked(&self.position, self.position.to_move(), None, answer, None)
    }

    /// Nodes visited so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.dfpn.budget().progress.nodes
    }

    /// The position that is searched.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use renju_core::board::{Board, Color};
    use renju_core::geometry::Size;
    use renju_core::limits::StopReason;
    use renju_core::rule::Rule;

    /// Says that the attacker wins, or that it found nothing, and notes the nodes it was allowed.
    #[derive(Default)]
    struct Says {
        is_won: bool,
        /// The most nodes that it takes at a time.
        takes: u64,
        allowed: Vec<u64>,
    }

    impl Advisor for Says {
        fn search(&mut self, control: &Control<'_>) -> (u64, bool) {
            let nodes = control.limits().nodes.expect("a number for each turn");
            self.allowed.push(nodes);
            (nodes.min(self.takes), self.is_won)
        }

        fn winning_move(&self, _: u64) -> Option<Point> {
            None
        }
    }

    /// A solver for Black, which has taken some nodes.
    fn dfpn(stones: [&str; 2], rule: Rule, limits: Limits, nodes: u64) -> Dfpn<'static> {
        let [black, white] = stones.map(|names| -> Vec<Point> {
            let names = names.split(' ').map(|name| name.parse().unwrap());
            names.collect()
        });
        let board = Board::with_stones(Size::RENJU, &black, &white);
        let shapes = ShapeBoard::new(board, rule);
        let mut budget = SolverBudget::new(&Control::new(limits));
        budget.progress.nodes = nodes;
        let solver = VcfSolver::new(shapes, budget, VcfTable::new(1 << 20));
        Dfpn::new(
            solver,
            Color::Black,
            VctStage::QUICK,
            DfpnTable::new(1 << 20),
        )
    }

    /// What an answer comes to after `doubt`, on a board where two threes win.
    fn doubted(answer: &Answer, limits: Limits, nodes: u64, advisor: &mut Says) -> Answer {
        let two_threes = ["F8 G8 H9 H10", "E3 A1 A3 A5"];
        let dfpn = dfpn(two_threes, Rule::Freestyle, limits, nodes);
        doubt(answer.clone(), dfpn, advisor).0
    }

    #[test]
    fn a_disproof_is_doubted_where_the_other_search_sees_a_win() {
        let none = Answer::Disproven(Scope::Threats);
        let stopped = Answer::Unknown(StopReason::Nodes);
        let mut sees = Says {
            is_won: true,
            ..Says::default()
        };
        let found = doubted(&none, Limits::NONE, 700, &mut sees);
        assert!(matches!(found, Answer::Proven(_)));
        assert_eq!(doubted(&none, Limits::nodes(701), 700, &mut sees), none);
        assert_eq!(doubted(&none, Limits::NONE, 1, &mut sees), none);
        assert_eq!(sees.allowed, [700, 1, 1], "as many nodes as all so far");
        assert_eq!(doubted(&stopped, Limits::NONE, 700, &mut sees), stopped);
        let mut sees_nothing = Says::default();
        let found = doubted(&none, Limits::NONE, 700, &mut sees_nothing);
        assert_eq!(found, none);
    }

    #[test]
    fn only_a_late_disproof_is_doubted() {
        let none = Answer::Disproven(Scope::Threats);
        let (early, late) = (
            ["H8 E7 D3 H10 G7 F7", "E4 H9 K11 F8 F6 H7"],
            [
                "H8 E9 G8 F9 H10 I9 J8 J7 J6 J4 I8",
                "F10 H5 F8 G9 H7 G7 K7 I5 H6 J5 K8",
            ],
        );
        let mut advisor = Says::default();
        let (answer, _) = search_in_turns(dfpn(early, Rule::Renju, Limits::NONE, 0), &mut advisor);
        assert_eq!((answer, advisor.allowed.len()), (none.clone(), 0));
        let (answer, dfpn) =
            search_in_turns(dfpn(late, Rule::Renju, Limits::NONE, 0), &mut advisor);
        assert_eq!(answer, none);
        let nodes = dfpn.budget().progress.nodes;
        assert_eq!(advisor.allowed, [FIRST_TURN, nodes]);
    }

    #[test]
    fn turns_double_until_one_is_not_used_up() {
        let mut advisor = Says {
            takes: 3 * FIRST_TURN,
            ..Says::default()
        };
        let found = ask_in_turns(&mut advisor, None, &AtomicBool::new(false));
        assert_eq!(found, (6 * FIRST_TURN, false));
        assert_eq!(advisor.allowed, [1, 2, 4].map(|turns| turns * FIRST_TURN));
    }
}
