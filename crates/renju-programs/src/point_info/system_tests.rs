use super::counters::{CountedKind, Counter, Counters};
use super::memory::CellAddress;
use super::play::sort_moves;
use super::system::{board_terms, point_terms};
use super::{PointInfo, PointInfoWeights};
use crate::program::of_edition;
use renju_core::board::{Board, Color};
use renju_core::geometry::{Point, Size, Symmetry};
use renju_core::position::{Position, PositionOverrides, Setup};
use renju_core::rule::Rule;
use renju_engine::eval::{Edition, Evaluator, ForbiddenRule, Term, Weights, Worth};

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(point).collect()
}

fn board(black: &str, white: &str) -> Board {
    Board::with_stones(Size::RENJU, &points(black), &points(white))
}

fn counters(edition: Edition, board: &Board, at: &str, side: Color) -> String {
    let program = of_edition::<PointInfoWeights>(edition);
    program.counters(board, side)[point(at)]
        .unwrap()
        .to_string()
}

/// The counters of Black on a point, published and corrected.
fn both(board: &Board, at: &str) -> [String; 2] {
    [Edition::Published, Edition::Corrected]
        .map(|edition| counters(edition, board, at, Color::Black))
}

fn bans(board: &Board, at: &str) -> [Option<&'static str>; 2] {
    [Edition::Published, Edition::Corrected]
        .map(|edition| of_edition::<PointInfoWeights>(edition).forbids(board, point(at)))
}

/// The same numbers each time, none of them special.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) % bound
    }

    /// Stones of both sides on about two of `sparse` points.
    fn board(&mut self, size: Size, sparse: u64) -> Board {
        let mut board = Board::empty(size);
        for point in size.points() {
            match self.below(sparse) {
                0 => board.place(point, Color::Black),
                1 => board.place(point, Color::White),
                _ => {}
            }
        }
        board
    }
}

fn every_size() -> impl Iterator<Item = Size> {
    (5..=20).filter_map(Size::new)
}

#[test]
fn e1_a_row_of_another_edge_counts_as_published_only() {
    let board = board("O10 N11 M12 L13", "");
    assert_eq!(both(&board, "A8"), ["01000000", "00000000"]);
}

#[test]
fn e2_a_five_comes_before_an_overline() {
    let board = board("H5 H6 H7 H9 H10 D8 E8 F8 G8", "");
    assert_eq!(both(&board, "H8"), ["10000000", "01000000"]);
    assert_eq!(bans(&board, "H8"), [Some("overline"), None]);
}

#[test]
fn e2_a_five_comes_before_a_double_four() {
    let board = board("H5 H6 H7 E5 F6 G7 D8 E8 F8 G8", "");
    assert_eq!(both(&board, "H8"), ["01200000", "01000000"]);
    assert_eq!(bans(&board, "H8"), [Some("4-4"), None]);
}

#[test]
fn e3_nine_in_a_row_is_an_overline() {
    let board = board("D8 E8 F8 G8 I8 J8 K8 L8", "");
    assert_eq!(both(&board, "H8"), ["01000000", "10000000"]);
}

#[test]
fn e4_two_fours_on_a_line_are_a_double_four() {
    for stones in ["E8 G8 I8 K8", "D8 E8 G8 J8 K8"] {
        let board = board(stones, "");
        let [published, corrected] = both(&board, "H8");
        assert_eq!((&published[..6], &*corrected), ("001000", "00020000"));
        assert_eq!(bans(&board, "H8"), [None, Some("4-4")]);
    }
}

#[test]
fn e5_the_opponents_live_four_and_fives_weigh_on_the_board() {
    let values = |board: &Board, side| {
        [Edition::Published, Edition::Corrected]
            .map(|edition| of_edition::<PointInfoWeights>(edition).board_value(board, side))
    };
    let live_four = board("", "F8 G8 H8 I8");
    assert_eq!(values(&live_four, Color::Black), [-1_000_000, -10_000_000]);
    assert_eq!(values(&live_four, Color::White), [100_000, 100_000]);
    let five = board("", "F8 G8 H8 I8 J8");
    assert_eq!(values(&five, Color::White), [0, 100_000_000]);
    assert_eq!(values(&five, Color::Black), [0, -100_000_000]);
}

#[test]
fn e6_many_fours_with_threes_are_forbidden() {
    let mut counters = Counters::default();
    for (fours, threes) in [(3, 2), (4, 1), (5, 3)] {
        counters[Counter::Rush4] = fours;
        counters[Counter::Live3] = threes;
        assert_eq!(counters.ban(Edition::Published), None);
        let corrected = counters.ban(Edition::Corrected);
        assert_eq!(corrected, Some(CountedKind::TripleFourThree));
    }
}

#[test]
fn a_four_and_a_three_are_allowed_in_both_editions() {
    let mut counters = Counters::default();
    counters[Counter::Live4] = 1;
    counters[Counter::Live3] = 1;
    assert_eq!(counters.ban(Edition::Published), None);
    assert_eq!(counters.ban(Edition::Corrected), None);
}

#[test]
fn e9_a_jump_four_is_no_rush_two_besides() {
    let board = board("E8 F8 I8", "");
    assert_eq!(both(&board, "H8"), ["00010001", "00010000"]);
}

#[test]
fn the_corrected_edition_counts_the_same_from_every_side() {
    let mut numbers = Numbers(8);
    let program = of_edition::<PointInfoWeights>(Edition::Corrected);
    for size in every_size() {
        let board = numbers.board(size, 5);
        for symmetry in Symmetry::ALL {
            let turn = |at| symmetry.apply(at, size).unwrap();
            let stones = |color| board.stones(color).iter().map(turn).collect::<Vec<_>>();
            let turned = Board::with_stones(size, &stones(Color::Black), &stones(Color::White));
            for side in Color::BOTH {
                let (here, there) = (
                    program.counters(&board, side),
                    program.counters(&turned, side),
                );
                for at in size.points() {
                    assert_eq!(here[at], there[turn(at)], "{at} {symmetry:?} {size}");
                }
            }
        }
    }
}

#[test]
fn trial_stones_leave_no_trace() {
    let mut numbers = Numbers(15);
    for size in every_size() {
        for program in [
            of_edition::<PointInfoWeights>(Edition::Published),
            of_edition::<PointInfoWeights>(Edition::Corrected),
            &PointInfo::shipped("tutorial"),
        ] {
            let mut reader = program.reader(&numbers.board(size, 6));
            let before = reader.clone();
            for spot in before.memory.spots() {
                reader.counters(spot, Color::Black);
                reader.is_forbidden_next(spot);
                assert_eq!(reader.memory, before.memory);
            }
        }
    }
}

#[test]
fn terms_sum_to_values_on_every_side() {
    let mut numbers = Numbers(20);
    for size in every_size() {
        let board = numbers.board(size, 4);
        for program in [
            of_edition::<PointInfoWeights>(Edition::Published),
            of_edition::<PointInfoWeights>(Edition::Corrected),
            &PointInfo::shipped("tutorial"),
        ] {
            for side in Color::BOTH {
                let sum = |terms: Vec<Term>| terms.iter().map(|term| term.value).sum::<Worth>();
                let terms = board_terms(program, &board, side);
                assert_eq!(sum(terms), Worth::from(program.board_value(&board, side)));
                let values = program.point_values(&board, side);
                for at in board.empties().iter() {
                    let terms = point_terms(program, &board, side, at);
                    assert_eq!(Some(sum(terms).rounded()), values[at], "{at} on {size}");
                }
            }
        }
    }
}

#[test]
fn a_term_names_the_stones_it_was_read_from() {
    let setup = Setup {
        rule: Some(Rule::Renju),
        to_move: Some(Color::Black),
        black: points("D8 E8 F8 J8 K8 L8 H9 H10"),
        ..Setup::default()
    };
    let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
    let program = of_edition::<PointInfoWeights>(Edition::Published);
    let terms = program
        .point_terms(&position, Color::Black, point("H8"))
        .unwrap();
    let told: Vec<_> = terms
        .iter()
        .map(|term| (&*term.name, term.value.rounded(), term.stones.clone()))
        .collect();
    assert_eq!(
        told,
        [
            ("live three, column", 720, points("H8 H9 H10")),
            ("rush four, row", 720, points("H8 J8 K8 L8")),
            ("rush four, row", 720, points("D8 E8 F8 H8")),
        ]
    );
}

#[test]
fn sorting_orders_by_value() {
    let mut numbers = Numbers(3);
    let spots: Vec<CellAddress> = Size::RENJU
        .points()
        .map(|point| CellAddress::of(point, Size::RENJU))
        .collect();
    for length in 0..60 {
        let mut moves: Vec<(CellAddress, i64)> = spots[..length]
            .iter()
            .map(|&spot| (spot, numbers.below(9) as i64))
            .collect();
        let mut expected: Vec<i64> = moves.iter().map(|&(_, value)| value).collect();
        expected.sort_unstable();
        sort_moves(&mut moves);
        let found: Vec<i64> = moves.iter().map(|&(_, value)| value).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn weights_need_divisors() {
    let wrong = PointInfoWeights::SHIPPED.replace("live3 = 3", "live3 = 0");
    let error = PointInfoWeights::from_toml(wrong.as_str().into()).unwrap_err();
    assert!(error.message.contains("live three is 0"), "{error}");
}
