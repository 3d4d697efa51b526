//! Patterns in games, held against a slow scan: every position of a game is turned, mirrored and
//! swapped as a whole board, and every place of the pattern is looked at point by point.

use std::collections::{BTreeMap, BTreeSet};

use renju::board::{Board, Color};
use renju::geometry::{Point, PointSet, Size, Symmetry};
use renju::position::Setup;
use renju::questions::MoveOrPass;
use renju::questions::find::{NoPattern, PatternFinder, PatternHit, StonePattern};

/// Numbers that are the same in every run (Numerical Recipes, a linear congruence).
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % count
    }
}

/// A game near a corner or the middle of a small board, so that patterns come up; with some stones
/// before the first move and some passes.
fn game(numbers: &mut Numbers, size: Size) -> Setup {
    let mut free: Vec<Point> = size.points().collect();
    let mut take = |numbers: &mut Numbers| free.swap_remove(numbers.below(free.len()));
    let placed = numbers.below(3);
    let black = (0..placed).map(|_| take(numbers)).collect();
    let white = (0..placed).map(|_| take(numbers)).collect();
    let count = 4 + numbers.below(12);
    let moves = (0..count).map(|_| (numbers.below(12) > 0).then(|| take(numbers)));
    Setup {
        size: Some(size),
        black,
        white,
        moves: moves.collect(),
        ..Setup::default()
    }
}

/// The board after some moves.
fn board_after(game: &Setup, size: Size, count: usize) -> Board {
    let mut board = Board::with_stones(size, &game.black, &game.white);
    for (number, played) in game.moves[..count].iter().enumerate() {
        if let Some(point) = *played {
            board.place(point, game.to_play_after(number));
        }
    }
    board
}

/// What a pattern asks of the points of a board, each with its stone or none.
type Asked = BTreeSet<(Point, Option<Color>)>;

/// A pattern somewhere on the board of a game: what it asks there, and by which ways it comes there.
type Standing = BTreeMap<Asked, Vec<(Symmetry, bool, (i16, i16))>>;

/// The pattern at one offset on the board as one symmetry turns it back: what it asks of the board of
/// the game, if it stands there.
fn asked_at(
    pattern: &[(Point, Option<Color>)],
    any: PointSet,
    board: &Board,
    symmetry: Symmetry,
    is_swapped: bool,
    (dx, dy): (i16, i16),
) -> Option<Asked> {
    let place = |point: Point| {
        let column = u8::try_from(i16::from(point.column()) + dx).ok()?;
        let row = u8::try_from(i16::from(point.row()) + dy).ok()?;
        symmetry.apply(Point::new(column, row)?, board.size())
    };
    let mut asked = Asked::new();
    if any.iter().any(|point| place(point).is_none()) {
        return None;
    }
    for &(point, held) in pattern {
        let there = place(point)?;
        let held = held.map(|color| if is_swapped { !color } else { color });
        if board.stone(there) != held {
            return None;
        }
        asked.insert((there, held));
    }
    Some(asked)
}

fn standing(pattern: &StonePattern, board: &Board, is_exact: bool) -> Standing {
    let points = [
        (pattern.black, Some(Color::Black)),
        (pattern.white, Some(Color::White)),
        (pattern.empty, None),
    ];
    let points = points
        .into_iter()
        .flat_map(|(set, held)| set.iter().map(move |point| (point, held)));
    let points: Vec<_> = points.collect();
    let side = i16::from(board.size().get());
    let reach = if pattern.board.is_some() { 0 } else { side };
    let mut found = Standing::new();
    for is_swapped in [false, true] {
        for symmetry in Symmetry::ALL {
            for offset in (-reach..=reach).flat_map(|x| (-reach..=reach).map(move |y| (x, y))) {
                if let Some(asked) =
                    asked_at(&points, pattern.any, board, symmetry, is_swapped, offset)
                {
                    found
                        .entry(asked)
                        .or_default()
                        .push((symmetry, is_swapped, offset));
                }
            }
            if is_exact {
                return found;
            }
        }
    }
    found
}

/// What a hit says, to be compared.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SlowHit {
    after: usize,
    next: Option<String>,
    next_in_pattern: Option<Point>,
}

fn slow_hits(pattern: &StonePattern, game: &Setup, size: Size, is_exact: bool) -> Vec<SlowHit> {
    let mut before = Standing::new();
    let mut hits = Vec::new();
    for after in 0..=game.moves.len() {
        let board = board_after(game, size, after);
        let now = standing(pattern, &board, is_exact);
        for (_, ways) in now.iter().filter(|(asked, _)| !before.contains_key(*asked)) {
            let next = game.moves.get(after).copied();
            let origins = ways.iter().filter_map(|&(symmetry, _, (dx, dy))| {
                let inverse = Symmetry::ALL.into_iter().find(|inverse| {
                    size.points().all(|point| {
                        let there = symmetry.apply(point, size);
                        there.and_then(|there| inverse.apply(there, size)) == Some(point)
                    })
                });
                let back = inverse?.apply(next.flatten()?, size)?;
                let column = u8::try_from(i16::from(back.column()) - dx).ok()?;
                Point::new(column, u8::try_from(i16::from(back.row()) - dy).ok()?)
            });
            hits.push(SlowHit {
                after,
                next: next.map(|next| MoveOrPass::from(next).to_string()),
                next_in_pattern: origins.min(),
            });
        }
        before = now;
    }
    hits.sort();
    hits
}

fn hits(pattern: &StonePattern, game: &Setup, size: Size, is_exact: bool) -> Vec<SlowHit> {
    let finder = PatternFinder::new(pattern, is_exact).unwrap();
    let said = |hit: &PatternHit| SlowHit {
        after: hit.after as usize,
        next: hit.next.map(|next| next.to_string()),
        next_in_pattern: hit.next_in_pattern,
    };
    let mut hits: Vec<SlowHit> = finder.find(game, size).iter().map(said).collect();
    hits.sort();
    hits
}

/// Some points of a board, each as it is there.
fn part_of(board: &Board, points: impl Iterator<Item = Point>) -> StonePattern {
    let points: PointSet = points.collect();
    StonePattern {
        board: Some(board.size()),
        black: points & board.stones(Color::Black),
        white: points & board.stones(Color::White),
        empty: points & board.empties(),
        any: PointSet::default(),
    }
}

fn has_stone(pattern: &StonePattern) -> bool {
    !(pattern.black | pattern.white).is_empty()
}

#[test]
fn whole_positions_are_found_where_a_slow_scan_finds_them() {
    let mut numbers = Numbers(1);
    let size = Size::MIN;
    let mut found = 0;
    for _ in 0..150 {
        // A position of few stones, which other games have as well.
        let own = game(&mut numbers, size);
        let stones = own.moves.iter().flatten().take(1 + numbers.below(2));
        let points: Vec<Point> = stones.copied().collect();
        let board = Board::with_stones(size, &points[..1], &points[1..]);
        let pattern = StonePattern::position(&board);
        for _ in 0..8 {
            let mut other = game(&mut numbers, size);
            (other.black, other.white) = (Vec::new(), Vec::new());
            for is_exact in [false, true] {
                let expected = slow_hits(&pattern, &other, size, is_exact);
                assert_eq!(
                    hits(&pattern, &other, size, is_exact),
                    expected,
                    "{other:?}"
                );
                found += expected.len();
            }
        }
        let board = board_after(&own, size, own.moves.len());
        if board.empties().len() < size.area() {
            let whole = StonePattern::position(&board);
            assert_eq!(
                hits(&whole, &own, size, false),
                slow_hits(&whole, &own, size, false)
            );
            assert!(!hits(&whole, &own, size, true).is_empty());
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn local_patterns_are_found_where_a_slow_scan_finds_them() {
    let mut numbers = Numbers(2);
    let mut found = [0; 3];
    for round in 0..150 {
        let size = Size::new(5 + round % 3).unwrap();
        let own = game(&mut numbers, size);
        let board = board_after(&own, size, own.moves.len());
        let corner = (numbers.below(3) as u8, numbers.below(3) as u8);
        let is_near = |point: &Point| {
            (corner.0..corner.0 + 3).contains(&point.column())
                && (corner.1..corner.1 + 2).contains(&point.row())
        };
        let near: Vec<Point> = size.points().filter(is_near).collect();
        let chosen: Vec<Point> = near.into_iter().filter(|_| numbers.below(4) > 0).collect();
        let in_place = part_of(&board, chosen.into_iter());
        if !has_stone(&in_place) {
            continue;
        }
        let anywhere = in_place.clone().anywhere().unwrap();
        // The first columns and rows of a diagram may be `?`, and more of them around it.
        let sides = [corner.0 + 3, corner.1 + 2].map(|side| (side + round % 2).min(size.get()));
        let is_in = |point: &Point| point.column() < sides[0] && point.row() < sides[1];
        let diagram = StonePattern {
            any: size.points().filter(is_in).collect(),
            ..anywhere.clone()
        };
        for (kind, pattern) in [in_place, anywhere, diagram].iter().enumerate() {
            for other in [own.clone(), game(&mut numbers, size)] {
                for is_exact in [false, true] {
                    let expected = slow_hits(pattern, &other, size, is_exact);
                    let told = hits(pattern, &other, size, is_exact);
                    assert_eq!(told, expected, "{pattern:?} in {other:?}");
                    found[kind] += expected.len();
                }
            }
        }
    }
    assert!(found[0] > 200 && found[1] > 1000, "{found:?}");
    assert!(found[2] > 200 && found[2] < found[1], "{found:?}");
}

#[test]
fn a_pattern_says_how_it_lies_in_the_game() {
    let point = |name: &str| name.parse::<Point>().unwrap();
    let points = |names: &str| names.split(' ').map(point).collect::<PointSet>();
    let pattern = StonePattern {
        board: Some(Size::RENJU),
        black: points("H8 G7"),
        white: points("I8"),
        empty: points("J8"),
        any: PointSet::default(),
    };
    let finder = PatternFinder::new(&pattern, false).unwrap();
    // The same turned right, colours swapped: I9 black, H8 and G9 white, H6 played next.
    let turned = |name: &str| Symmetry::Rot90.apply(point(name), Size::RENJU);
    let pass = None;
    let game = Setup {
        moves: vec![turned("I8"), turned("H8"), pass, turned("G7"), turned("J9")],
        ..Setup::default()
    };
    let found = finder.find(&game, Size::RENJU);
    let [hit] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(
        (hit.after, hit.symmetry, hit.is_swapped),
        (4, Symmetry::Rot90, true)
    );
    assert_eq!(hit.next_in_pattern, Some(point("J9")));
    assert_eq!(hit.next, Some(MoveOrPass::from(turned("J9"))));
    assert!(
        PatternFinder::new(&pattern, true)
            .unwrap()
            .find(&game, Size::RENJU)
            .is_empty()
    );
    let twenty = Size::new(20).unwrap();
    assert!(!finder.fits(twenty) && finder.find(&game, twenty).is_empty());
}

#[test]
fn patterns_without_a_stone_are_refused() {
    let empty = StonePattern::position(&Board::empty(Size::RENJU));
    assert_eq!(
        PatternFinder::new(&empty, false).unwrap_err(),
        NoPattern::Empty
    );
    let whole = StonePattern::position(&Board::with_stones(
        Size::RENJU,
        &["H8".parse().unwrap()],
        &[],
    ));
    assert_eq!(whole.anywhere().unwrap_err(), NoPattern::Whole);
}
