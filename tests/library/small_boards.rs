//! Nearly full small boards, where every game can be played to its end: whatever the search and
//! the solvers claim is held against that.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use renju::board::{Board, ByColor, Color};
use renju::contest::{GameStart, MoveLimits, Player, SearchPlayer, play_game};
use renju::eval::shapes::Shapes;
use renju::geometry::{Point, Size};
use renju::limits::{Control, Limits, NoObserver, PrincipalVariation, StopReason, Value};
use renju::pattern::ShapeBoard;
use renju::position::{Position, PositionOverrides, Setup};
use renju::questions::{DefenceMeans, DefenceVerdict, WinFinder, defences, winning_moves};
use renju::rule::Rule;
use renju::search::WinSolver;
use renju::search::{SearchOptions, TranspositionTable, search};
use renju::threat::{Answer, Attack, SolveOptions, solve};

/// What a position is worth to the side to move with best play of both: `Some` of the moves of both
/// sides to the five, passes included, positive for a win; `None` for a draw.
type Worth = Option<i16>;

/// Plays every game from a board to its end, each position once.
struct Enumeration {
    shapes: ShapeBoard,
    /// The points that were empty at first, in the order of the digits of a position's number.
    points: Vec<Point>,
    known: Vec<Option<Worth>>,
}

impl Enumeration {
    fn new(board: &Board, rule: Rule) -> Enumeration {
        let points: Vec<Point> = board.empties().iter().collect();
        Enumeration {
            known: vec![None; 2 * 3usize.pow(points.len() as u32)],
            shapes: ShapeBoard::new(board.clone(), rule),
            points,
        }
    }

    fn worth(&mut self, side: Color) -> Worth {
        self.worth_of(side, 0)
    }

    /// The worth to the other side after a legal move that does not end the game.
    fn after(&mut self, position: &Position, point: Point) -> Worth {
        let place = self.points.iter().position(|&at| at == point);
        let place = place.expect("it was empty") as u32;
        let side = position.to_move();
        let stone = (1 + usize::from(side == Color::White)) * 3usize.pow(place);
        self.shapes.play(point, side);
        let worth = self.worth_of(!side, stone);
        self.shapes.undo();
        worth
    }

    /// `number` has a digit in base 3 for each point: empty, black, white.
    fn worth_of(&mut self, side: Color, number: usize) -> Worth {
        let slot = 2 * number + usize::from(side == Color::White);
        if let Some(known) = self.known[slot] {
            return known;
        }
        let worth = self.best_of(side, number);
        self.known[slot] = Some(worth);
        worth
    }

    fn best_of(&mut self, side: Color, number: usize) -> Worth {
        if self.shapes.board().empties().is_empty() {
            return None;
        }
        let mut best = None;
        let mut digit = 1 + usize::from(side == Color::White);
        for place in 0..self.points.len() {
            let (point, stone) = (self.points[place], digit);
            digit *= 3;
            if !self.shapes.board().is_empty(point) || !self.shapes.is_legal(point, side) {
                continue;
            }
            let worth = if self.shapes.fives(side).contains(point) {
                Some(1)
            } else {
                self.shapes.play(point, side);
                let worth = before(self.worth_of(!side, number + stone));
                self.shapes.undo();
                worth
            };
            best = Some(best.map_or(worth, |best| better(best, worth)));
        }
        // A side without a legal move passes.
        best.unwrap_or_else(|| before(self.worth_of(!side, number)))
    }
}

/// The worth of a position from that of the one after its move.
fn before(after: Worth) -> Worth {
    after.map(|plies| if plies > 0 { -plies - 1 } else { 1 - plies })
}

/// A win before a draw before a loss, a near win and a far loss.
fn better(one: Worth, other: Worth) -> Worth {
    let rank = |worth: Worth| match worth {
        Some(plies) if plies > 0 => 1000 - plies,
        Some(plies) => -1000 - plies,
        None => 0,
    };
    if rank(one) >= rank(other) { one } else { other }
}

/// Marsaglia's xorshift: the same boards on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// A board of side 5 to 7 with a few empty points where no side has won. Stones are put one by one,
/// each so that it makes no row of five or more, as long as that is possible.
fn position(random: &mut Random, rule: Rule, most_empty: usize) -> Option<Position> {
    let size = Size::new(5 + random.below(3) as u8)?;
    let mut points: Vec<Point> = size.points().collect();
    for place in (1..points.len()).rev() {
        points.swap(place, random.below(place + 1));
    }
    // Where Black has more stones, there are more points that are forbidden.
    let white_share = 2 + random.below(3);
    let mut board = Board::empty(size);
    for &point in &points[1 + random.below(most_empty)..] {
        let first = Color::BOTH[usize::from(random.below(white_share + 2) < 2)];
        let makes_row = |color: Color| Rule::Freestyle.makes_five(&board, point, color);
        let color = if makes_row(first) { !first } else { first };
        if makes_row(color) {
            return None;
        }
        board.place(point, color);
    }
    let setup = Setup {
        size: Some(size),
        rule: Some(rule),
        to_move: Some(Color::BOTH[random.below(2)]),
        black: board.stones(Color::Black).iter().collect(),
        white: board.stones(Color::White).iter().collect(),
        ..Setup::default()
    };
    let position = Position::from_setup(&setup, &PositionOverrides::default()).ok()?;
    position.outcome().is_none().then_some(position)
}

/// A board where Black is to move and every empty point is forbidden.
fn position_to_pass(random: &mut Random) -> Option<Position> {
    position(random, Rule::Renju, 4).filter(must_pass)
}

/// Holds the end of a game between two searches that see all of it against the truth.
fn check_match(position: &Position, worth: Worth) {
    let limits = MoveLimits {
        depth: Some(14),
        ..MoveLimits::of(Limits::NONE)
    };
    let start = GameStart {
        position,
        limits,
        seed: 1,
    };
    let player = || SearchPlayer::new(renju::systems::find("shapes").unwrap(), 1 << 20);
    let (mut black, mut white) = (player(), player());
    let players = ByColor {
        black: &mut black as &mut dyn Player,
        white: &mut white,
    };
    let game = play_game(&start, players, &AtomicBool::new(false)).unwrap();
    let side = position.to_move();
    let winner = worth.map(|plies| if plies > 0 { side } else { !side });
    assert_eq!(game.winner, winner, "{:?}", position.to_setup());
}

fn must_pass(position: &Position) -> bool {
    let (board, side) = (position.board(), position.to_move());
    let mut empties = board.empties().iter();
    !empties.any(|point| position.rule().allows(board, point, side))
}

/// Holds what the search says against the truth.
fn check_search(position: &Position, worth: Worth) {
    let control = Control::new(Limits::nodes(3_000_000));
    let mut table = TranspositionTable::new(4 << 20);
    let evaluator = renju::systems::find("shapes").unwrap();
    let options = SearchOptions {
        threads: 1,
        ..SearchOptions::default()
    };
    let found = search(position, &*evaluator, &options, &control, &mut table);
    let said = found.last.lines[0].value;
    let seen = format!(
        "{said:?}, {:?} after {} nodes, is {worth:?}: {:?}",
        found.stop,
        found.last.nodes,
        position.to_setup()
    );
    match (said, worth) {
        (Value::WinIn(plies), Some(least)) => assert!(least > 0 && least as u16 <= plies, "{seen}"),
        (Value::LossIn(plies), Some(most)) => assert!(most < 0 && -most as u16 <= plies, "{seen}"),
        (Value::Draw, None) => {}
        _ => panic!("{seen}"),
    }
    assert_eq!(found.stop, StopReason::Decided, "{seen}");
}

/// Holds what a search says that any limit cuts short against the truth: a few nodes or
/// milliseconds, one thread or two, one line or several.
fn check_search_in_haste(position: &Position, enumeration: &mut Enumeration, with_time: bool) {
    let nodes = [2, 5, 10, 20, 50, 200].map(Limits::nodes);
    let times = [1, 5, 20].map(|time| Limits::time(Duration::from_millis(time)));
    let times = times.into_iter().filter(|_| with_time);
    for limits in nodes.into_iter().chain(times) {
        for (threads, lines) in [(1, 1), (1, 3), (2, 1), (2, 3)] {
            let options = SearchOptions {
                threads,
                lines,
                ..SearchOptions::default()
            };
            let control = Control::new(limits);
            let mut table = TranspositionTable::new(1 << 16);
            let found = search(position, Shapes::ours(), &options, &control, &mut table);
            check_claims(position, &found.last.lines, enumeration);
        }
    }
}

/// Holds every win, loss and draw that lines claim against the truth: of the line's own move, and
/// of all moves but those of the lines above it.
fn check_claims(position: &Position, lines: &[PrincipalVariation], truth: &mut Enumeration) {
    let is_legal = |point: &Point| {
        let board = position.board();
        position.rule().allows(board, *point, position.to_move())
    };
    let mut open: Vec<Point> = position.board().empties().iter().filter(is_legal).collect();
    let worth = |point: Point, truth: &mut Enumeration| {
        let after = position.clone().play(point).expect("it is legal");
        match after.outcome() {
            Some(outcome) => outcome.winner.map(|_| 1),
            None => before(truth.after(position, point)),
        }
    };
    for line in lines {
        let seen = format!("{line:?} of {lines:?}: {:?}", position.to_setup());
        let best = open.iter().map(|&point| worth(point, truth)).reduce(better);
        let best = best.unwrap_or_else(|| truth.worth(position.to_move()));
        let own = line.moves.first().copied().flatten();
        let own = own.map_or(best, |own| worth(own, truth));
        match line.value {
            Value::WinIn(plies) => {
                let holds = own.is_some_and(|least| least > 0 && least as u16 <= plies);
                assert!(holds, "is {own:?}: {seen}");
            }
            Value::LossIn(plies) => {
                let holds = best.is_some_and(|most| most < 0 && -most as u16 <= plies);
                assert!(holds, "the best that is left is {best:?}: {seen}");
            }
            Value::Draw => assert_eq!((own, best), (None, None), "{seen}"),
            Value::Points(_) => {}
        }
        open.retain(|&point| line.moves.first() != Some(&Some(point)));
    }
}

/// Holds what the solvers say of a side against the truth, were that side to move.
fn check_solver(position: &Position, attack: Attack, attacker: Color, worth: Worth) {
    let control = Control::new(Limits::nodes(20_000));
    let options = SolveOptions {
        attacker: Some(attacker),
        table_bytes: 1 << 20,
        ..SolveOptions::new(attack)
    };
    if let Answer::Proven(tree) = solve(position, &options, &control).answer {
        let plies = tree.main_line(position, attacker).len() as i16;
        let holds = worth.is_some_and(|least| least > 0 && least <= plies);
        assert!(
            holds,
            "{attack:?} in {plies}, is {worth:?}: {:?}",
            position.to_setup()
        );
    }
}

/// Whether `attacker`, who is to move, wins by fours alone: every four and every reply, by the rules.
fn has_vcf(board: &mut Board, rule: Rule, attacker: Color) -> bool {
    let makes_five = |board: &Board, color| {
        let fives = board.empties().iter();
        let fives = fives.filter(move |&at| rule.makes_five(board, at, color));
        fives.collect::<Vec<Point>>()
    };
    if !makes_five(board, attacker).is_empty() {
        return true;
    }
    let must = makes_five(board, !attacker);
    if must.len() > 1 {
        return false;
    }
    let tried: Vec<Point> = match must.first() {
        Some(&only) => vec![only],
        None => board.empties().iter().collect(),
    };
    for four in tried {
        if !rule.allows(board, four, attacker) {
            continue;
        }
        board.place(four, attacker);
        let fives = makes_five(board, attacker);
        let wins = match fives.as_slice() {
            [] => false,
            [only] if rule.allows(board, *only, !attacker) => {
                board.place(*only, !attacker);
                let wins = has_vcf(board, rule, attacker);
                board.lift(*only);
                wins
            }
            _ => true,
        };
        board.lift(four);
        if wins {
            return true;
        }
    }
    false
}

/// Holds what is said of every move against a threat against the truth.
fn check_defences(position: &Position, enumeration: &mut Enumeration) {
    for attack in [Attack::Vcf, Attack::Vct] {
        let mut finder = WinFinder::new(attack, 1 << 20);
        let limits = Limits::NONE;
        let report = defences("", position, &mut finder, limits, &NoObserver);
        let seen = format!("{attack:?}: {:?}", position.to_setup());
        assert!(report.complete, "{seen}");
        if attack == Attack::Vcf {
            let mut board = position.board().clone();
            let is_threat = has_vcf(&mut board, position.rule(), !position.to_move());
            assert_eq!(report.threat.is_some(), is_threat, "{seen}");
        }
        for defence in &report.moves {
            let seen = format!("{defence:?} {seen}");
            let after = position.clone().play(defence.point).unwrap();
            if after.outcome().is_some() {
                assert_eq!(defence.verdict, DefenceVerdict::Holds, "{seen}");
                continue;
            }
            let truth = enumeration.after(position, defence.point);
            if let Some(win) = &defence.win {
                assert!(
                    truth.is_some_and(|plies| plies > 0 && plies <= win.plies as i16),
                    "{seen}"
                );
            }
            if defence.means == Some(DefenceMeans::Win) {
                assert!(truth.is_some_and(|plies| plies < 0), "{seen} {truth:?}");
            }
            if attack == Attack::Vcf {
                let mut board = after.board().clone();
                let loses = has_vcf(&mut board, position.rule(), after.to_move());
                assert_eq!(defence.verdict == DefenceVerdict::Loses, loses, "{seen}");
            }
        }
    }
}

/// Holds what is said of every first move of a win against the truth.
fn check_winning_moves(position: &Position, enumeration: &mut Enumeration) {
    for attack in [Attack::Vcf, Attack::Vct] {
        let options = SolveOptions {
            table_bytes: 1 << 20,
            ..SolveOptions::new(attack)
        };
        let mut solver = WinSolver::new(options);
        let report = winning_moves("", position, &[], &mut solver, Limits::NONE, &NoObserver);
        let (moves, open) = (&report.moves, &report.undecided);
        let seen = format!("{attack:?} {moves:?} {open:?} {:?}", position.to_setup());
        assert!(report.complete, "{seen}");
        assert_eq!(report.only.is_some(), report.moves.len() == 1, "{seen}");
        for winning in &report.moves {
            let after = position.clone().play(winning.point).unwrap();
            if let Some(outcome) = after.outcome() {
                assert_eq!(outcome.winner, Some(position.to_move()), "{seen}");
                continue;
            }
            let truth = enumeration.after(position, winning.point);
            let least = truth.map(|plies| 1 - plies);
            assert!(
                least.is_some_and(|least| least > 0 && least <= winning.plies as i16),
                "{seen}"
            );
        }
        if attack == Attack::Vcf {
            let mut board = position.board().clone();
            let is_won = has_vcf(&mut board, position.rule(), position.to_move());
            assert_eq!(!report.moves.is_empty(), is_won, "{seen}");
        }
    }
}

/// Whether White threatens to win by fours, Black has no five and no four, and every point that would stop White
/// is forbidden to Black: an open three between forbidden ends is one such threat.
fn is_lost_by_bans(position: &Position) -> bool {
    let (board, rule) = (position.board(), position.rule());
    let makes_four = |board: &Board, at: Point| {
        let mut after = board.clone();
        after.place(at, Color::Black);
        let mut empties = after.empties().iter();
        rule.makes_five(board, at, Color::Black)
            || empties.any(|five| rule.makes_five(&after, five, Color::Black))
    };
    let wins_after = |at: Point| {
        let mut after = board.clone();
        after.place(at, Color::Black);
        has_vcf(&mut after, rule, Color::White)
    };
    let legal = || {
        board
            .empties()
            .iter()
            .filter(|&at| rule.allows(board, at, Color::Black))
    };
    let would_stop = |at: Point| !wins_after(at);
    has_vcf(&mut board.clone(), rule, Color::White)
        && legal().all(|at| !makes_four(board, at) && wins_after(at))
        && board.empties().iter().any(would_stop)
}

/// Random boards with a threat of White's that bans alone keep Black from stopping: `threats`, `search`
/// and the enumeration agree that Black has lost.
fn check_losses_by_bans(seed: u64, count: usize, most_empty: usize) {
    let mut random = Random(seed);
    let mut checked = 0;
    while checked < count {
        let Some(position) = position(&mut random, Rule::Renju, most_empty) else {
            continue;
        };
        if position.to_move() == Color::White || !is_lost_by_bans(&position) {
            continue;
        }
        checked += 1;
        let board = format!("{:?}", position.to_setup());
        let mut enumeration = Enumeration::new(position.board(), position.rule());
        let worth = enumeration.worth(Color::Black);
        assert!(worth.is_some_and(|plies| plies < 0), "{worth:?} {board}");
        for attack in [Attack::Vcf, Attack::Vct] {
            let mut finder = WinFinder::new(attack, 1 << 20);
            let report = defences("", &position, &mut finder, Limits::NONE, &NoObserver);
            assert!(report.complete && report.threat.is_some(), "{board}");
            assert!(
                report.own_win.is_none() && report.holding().next().is_none(),
                "{board}"
            );
            assert_eq!(report.moves.is_empty(), position.must_pass(), "{board}");
        }
        check_search(&position, worth);
    }
}

#[test]
fn a_threat_that_bans_keep_black_from_stopping_is_a_loss() {
    check_losses_by_bans(0x9e37_79b9_7f4a_7c15, 200, 8);
}

fn check(seed: u64, count: usize, most_empty: usize) {
    let mut random = Random(seed);
    for number in 0..count {
        let position = loop {
            let rule = [Rule::Renju, Rule::Standard, Rule::Freestyle][random.below(3)];
            let made = if number % 20 == 0 {
                position_to_pass(&mut random)
            } else {
                position(&mut random, rule, most_empty)
            };
            if let Some(position) = made {
                break position;
            }
        };
        let mut enumeration = Enumeration::new(position.board(), position.rule());
        let worth = enumeration.worth(position.to_move());
        check_search(&position, worth);
        assert_eq!(position.must_pass(), must_pass(&position));
        if position.must_pass() {
            check_match(&position, worth);
        }
        check_search_in_haste(&position, &mut enumeration, number % 10 == 0);
        check_defences(&position, &mut enumeration);
        check_winning_moves(&position, &mut enumeration);
        for attacker in Color::BOTH {
            let worth = enumeration.worth(attacker);
            for attack in [Attack::Vcf, Attack::Vct] {
                check_solver(&position, attack, attacker, worth);
            }
        }
    }
}

#[test]
fn nothing_false_is_said_of_small_boards() {
    check(0x9e37_79b9_7f4a_7c15, 400, 8);
}

#[test]
#[ignore = "takes minutes"]
fn nothing_false_is_said_of_a_thousand_small_boards() {
    check(0x2545_f491_4f6c_dd1d, 1_000, 12);
}
