//! The solver against the slow definition, on random boards.

use renju_core::board::{Board, Color};
use renju_core::geometry::{Point, Size};
use renju_core::limits::{Control, Limits, StopReason};
use renju_core::pattern::ShapeBoard;
use renju_core::position::{Position, PositionOverrides, Setup};
use renju_core::rule::Rule;

use super::budget::SolverBudget;
use super::dfpn::{Advisor, Dfpn};
use super::dfpn_table::DfpnTable;
use super::move_generator::VctStage;
use super::vcf::VcfSolver;
use super::vcf_table::VcfTable;
use super::{
    Answer, Attack, Node, NodeId, ProofTree, Scope, SolveOptions, Solver, ThreatOutcome, solve,
    vct, verify,
};

/// Nodes of the definition; a board that takes more is left out.
const PATIENCE: u64 = 3_000;

/// Numbers that look random and are the same every time (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    /// A board that is filled to some part, most of it in one place, and a side to move.
    fn position(&mut self, lines: u8, rule: Rule) -> Position {
        let size = Size::new(lines).unwrap();
        let reach = 5 + self.below(u64::from(lines) - 4);
        let corner = [0; 2].map(|_| self.below(u64::from(lines) - reach + 1));
        let filled = 2 + self.below(4);
        let [mut black, mut white] = [Vec::new(), Vec::new()];
        for column in 0..reach {
            for row in 0..reach {
                let at = Point::new((corner[0] + column) as u8, (corner[1] + row) as u8);
                if self.below(10) < filled {
                    let stones = if self.below(2) == 0 {
                        &mut black
                    } else {
                        &mut white
                    };
                    stones.extend(at);
                }
            }
        }
        let setup = Setup {
            size: Some(size),
            rule: Some(rule),
            to_move: Some(Color::BOTH[self.below(2) as usize]),
            black,
            white,
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }
}

fn options(attacker: Color) -> SolveOptions {
    SolveOptions {
        attacker: Some(attacker),
        table_bytes: 1 << 16,
        ..SolveOptions::new(Attack::Vcf)
    }
}

fn answer(position: &Position, options: &SolveOptions) -> Answer {
    solve(position, options, &Control::unlimited()).answer
}

/// The answer, and the plies of a win that was checked.
fn plies(position: &Position, attacker: Color, answer: &Answer) -> Option<u32> {
    match answer {
        Answer::Proven(tree) => Some(checked(position, attacker, tree)),
        Answer::Disproven(_) | Answer::Unknown(_) => None,
    }
}

fn checked(position: &Position, attacker: Color, tree: &ProofTree) -> u32 {
    match verify(position, attacker, tree, &Control::unlimited()) {
        Ok(checked) => checked.plies,
        Err(flaw) => panic!("{flaw}, {}", drawn(position)),
    }
}

fn drawn(position: &Position) -> String {
    let stones = |color| position.board().stones(color).iter().collect::<Vec<_>>();
    let [black, white] = Color::BOTH.map(stones);
    format!(
        "{} {:?} {black:?} {white:?}",
        position.rule(),
        position.board().size()
    )
}

/// Compares the answers for one attacker; the plies of the definition's win.
fn compare(position: &Position, attacker: Color) -> Option<u32> {
    let open = options(attacker);
    let expected = by_definition(position, attacker, PATIENCE);
    if matches!(expected, Answer::Unknown(_)) {
        return None;
    }
    let expected_plies = plies(position, attacker, &expected);
    let same = |found: &Answer| {
        let is_same = match (found, &expected) {
            (Answer::Disproven(found), Answer::Disproven(expected)) => found == expected,
            (found, expected) => {
                matches!(found, Answer::Proven(_)) && matches!(expected, Answer::Proven(_))
            }
        };
        assert!(is_same, "{found:?}, not {expected:?}, {}", drawn(position));
    };
    let found = answer(position, &open);
    same(&found);
    plies(position, attacker, &found);
    let shortest = SolveOptions {
        shortest: true,
        ..open
    };
    let found = answer(position, &shortest);
    same(&found);
    let least = plies(position, attacker, &found)?;
    assert!(Some(least) <= expected_plies, "{}", drawn(position));
    no_win_is_shorter(position, attacker, least);
    threats_win_too(position, attacker);
    Some(least)
}

fn no_win_is_shorter(position: &Position, attacker: Color, least: u32) {
    let Some(less) = least.checked_sub(2) else {
        return;
    };
    let options = SolveOptions {
        max_plies: Some(less as u16),
        ..options(attacker)
    };
    let found = answer(position, &options);
    let is_open = found == Answer::Unknown(StopReason::Plies);
    assert!(is_open, "{found:?} in {less} plies, {}", drawn(position));
}

fn threats_win_too(position: &Position, attacker: Color) {
    let options = SolveOptions {
        attack: Attack::Vct,
        ..options(attacker)
    };
    let control = Control::new(Limits::nodes(100_000));
    let found = solve(position, &options, &control).answer;
    let plies = plies(position, attacker, &found);
    assert!(plies.is_some(), "{found:?}, {}", drawn(position));
}

/// Compares so many boards of each rule. Gives the wins of at least so many plies.
fn compare_boards<const N: usize>(side: u8, boards: u32, lengths: [u32; N]) -> [u32; N] {
    let mut wins = [0; N];
    for rule in Rule::ALL {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ u64::from(side));
        for _ in 0..boards {
            let position = dice.position(side, rule);
            for attacker in Color::BOTH {
                let plies = compare(&position, attacker).unwrap_or(0);
                for (count, length) in wins.iter_mut().zip(lengths) {
                    *count += u32::from(plies >= length);
                }
            }
        }
    }
    wins
}

#[test]
fn the_smallest_boards_are_answered_as_defined() {
    let [wins, fours] = compare_boards(5, 3000, [1, 3]);
    assert!(wins > 900 && fours > 120, "{wins} wins, {fours} by fours");
}

#[test]
fn boards_of_seven_lines_are_answered_as_defined() {
    let [fours, long] = compare_boards(7, 1500, [3, 5]);
    assert!(
        fours > 1000 && long > 60,
        "{fours} wins by fours, {long} long"
    );
}

#[test]
fn boards_of_nine_lines_are_answered_as_defined() {
    let [fours, long] = compare_boards(9, 1500, [3, 7]);
    assert!(
        fours > 1000 && long > 60,
        "{fours} wins by fours, {long} long"
    );
}

#[test]
fn boards_of_twelve_lines_are_answered_as_defined() {
    let [fours, long] = compare_boards(12, 1000, [3, 7]);
    assert!(
        fours > 1000 && long > 60,
        "{fours} wins by fours, {long} long"
    );
}

/// Advises a move that follows from the position alone: mostly a bad one, on any point there is.
struct BadAdvisor;

impl Advisor for BadAdvisor {
    fn search(&mut self, _: &Control<'_>) -> (u64, bool) {
        (0, true)
    }

    fn winning_move(&self, key: u64) -> Option<Point> {
        let slot = |bits: u64| (bits % 12) as u8;
        Point::new(slot(key), slot(key >> 8))
    }
}

#[test]
fn bad_advice_makes_no_answer_wrong() {
    let mut wins = 0;
    for rule in Rule::ALL {
        let mut dice = Dice(0x1234_5678_9abc_def1);
        for _ in 0..300 {
            let position = dice.position(9, rule);
            let attacker = position.to_move();
            let expected = by_definition(&position, attacker, PATIENCE);
            if position.outcome().is_some() || expected.outcome() == ThreatOutcome::Unknown {
                continue;
            }
            let shapes = ShapeBoard::new(position.board().clone(), rule);
            let budget = SolverBudget::new(&Control::new(Limits::nodes(200_000)));
            let fours = VcfSolver::new(shapes, budget, VcfTable::new(1 << 14));
            let table = DfpnTable::new(1 << 16);
            let dfpn = Dfpn::new(fours, attacker, VctStage::QUICK, table);
            let (found, _) = vct::search(dfpn.advised_by(&BadAdvisor), None);
            let is_win = plies(&position, attacker, &found).is_some();
            let is_missed = expected.outcome() == ThreatOutcome::Win && !is_win;
            assert!(!is_missed, "{found:?}, {}", drawn(&position));
            wins += u32::from(is_win);
        }
    }
    assert!(wins > 200, "{wins} wins");
}

/// Compares the answers for each first move; the number of moves that begin a win.
fn compare_first_moves(position: &Position, attacker: Color) -> Option<u32> {
    let mut solver = Solver::new(options(attacker));
    let mut threats = Solver::new(SolveOptions {
        attack: Attack::Vct,
        ..options(attacker)
    });
    let limit = Control::new(Limits::nodes(5_000));
    let mut wins = 0;
    for first in position.board().empties().iter() {
        let expected = begins_by_definition(position, attacker, first)?;
        let found = solver.solve_after(position, first, &Control::unlimited());
        let by_threats = threats.solve_after(position, first, &limit);
        let found = [found.answer, by_threats.answer];
        for answer in &found {
            if let Answer::Proven(tree) = answer {
                checked(position, attacker, tree);
                let root = tree.root().expect("the game is not over");
                assert_eq!(tree.node(root).attack, first, "{}", drawn(position));
            }
        }
        let is_won = found.map(|answer| answer.outcome() == ThreatOutcome::Win);
        assert_eq!(is_won[0], expected, "{first} {}", drawn(position));
        assert!(is_won[1] || !expected, "{first} {}", drawn(position));
        wins += u32::from(expected);
    }
    let is_won = wins > 0;
    let found = answer(position, &options(attacker)).outcome();
    assert_eq!(found == ThreatOutcome::Win, is_won, "{}", drawn(position));
    Some(wins)
}

#[test]
fn first_moves_are_answered_as_defined() {
    let (mut alone, mut several) = (0, 0);
    for (rule, side) in Rule::ALL.into_iter().zip([6, 7, 9]) {
        let mut dice = Dice(0x2545_f491_4f6c_dd1d ^ u64::from(side));
        for _ in 0..50 {
            let position = dice.position(side, rule);
            if position.outcome().is_some() {
                continue;
            }
            for attacker in Color::BOTH {
                let wins = compare_first_moves(&position, attacker).unwrap_or(0);
                alone += u32::from(wins == 1);
                several += u32::from(wins > 1);
            }
        }
    }
    assert!(alone > 10 && several > 30, "{alone} alone, {several}");
}

/// Whether a VCF begins with a stone on `first`; `None` if the definition takes too long.
fn begins_by_definition(position: &Position, attacker: Color, first: Point) -> Option<bool> {
    let mut search = DefinitionSearch::new(position, attacker, PATIENCE);
    if search.fives(attacker).contains(&first) {
        return Some(true);
    }
    if !search.rule.allows(&search.board, first, attacker) {
        return Some(false);
    }
    search.board.place(first, attacker);
    let is_won = search.defend(first).is_some();
    (!search.is_stopped()).then_some(is_won)
}

/// The slow definition of a VCF: every four, every reply, by the rules alone.
struct DefinitionSearch {
    board: Board,
    rule: Rule,
    attacker: Color,
    tree: ProofTree,
    nodes: u64,
    max_nodes: u64,
}

/// Whether there is a VCF, found without table and without move ordering.
fn by_definition(position: &Position, attacker: Color, max_nodes: u64) -> Answer {
    let mut search = DefinitionSearch::new(position, attacker, max_nodes);
    match position.outcome() {
        Some(outcome) if outcome.winner == Some(attacker) => Answer::Proven(ProofTree::empty()),
        Some(_) => Answer::Disproven(Scope::GameOver),
        None => match search.attack() {
            Some(_) => Answer::Proven(search.tree),
            None if search.is_stopped() => Answer::Unknown(StopReason::Nodes),
            None => Answer::Disproven(Scope::Fours),
        },
    }
}

impl DefinitionSearch {
    fn new(position: &Position, attacker: Color, max_nodes: u64) -> DefinitionSearch {
        DefinitionSearch {
            board: position.board().clone(),
            rule: position.rule(),
            attacker,
            tree: ProofTree::empty(),
            nodes: 0,
            max_nodes,
        }
    }

    const fn is_stopped(&self) -> bool {
        self.nodes > self.max_nodes
    }

    fn fives(&mut self, color: Color) -> Vec<Point> {
        let makes = |at: &Point| self.rule.makes_five(&self.board, *at, color);
        self.board.empties().iter().filter(makes).collect()
    }

    fn attack(&mut self) -> Option<NodeId> {
        let attacker = self.attacker;
        if let Some(&five) = self.fives(attacker).first() {
            return Some(self.tree.add(Node::leaf(five)));
        }
        let must = self.fives(!attacker);
        let tried: Vec<Point> = match must.as_slice() {
            [] => self.board.empties().iter().collect(),
            [only] => vec![*only],
            _ => return None,
        };
        for at in tried {
            if !self.rule.allows(&self.board, at, attacker) {
                continue;
            }
            self.nodes += 1;
            if self.is_stopped() {
                return None;
            }
            self.board.place(at, attacker);
            let node = self.defend(at);
            self.board.lift(at);
            if let Some(node) = node {
                return Some(self.tree.add(node));
            }
        }
        None
    }

    /// The node of a four with the answers to every reply; `None` if it is no four, or some reply
    /// holds.
    fn defend(&mut self, four: Point) -> Option<Node> {
        let attacker = self.attacker;
        let fives = self.fives(attacker);
        let &first = fives.first()?;
        if !self.fives(!attacker).is_empty() {
            return None;
        }
        let mut node = Node::leaf(four);
        if self.rule.allows(&self.board, first, !attacker) {
            self.board.place(first, !attacker);
            let then = self.attack();
            self.board.lift(first);
            node.replies.push((first, then?));
        }
        node.others = Some(self.tree.add(Node::leaf(first)));
        Some(node)
    }
}
