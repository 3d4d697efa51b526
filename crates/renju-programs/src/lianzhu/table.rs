//! Incremental board state for the lianzhu search: codes, values and bans, updated with each
//! stone that comes or goes.

use renju_core::board::{Board, ByColor, Color, View};
use renju_core::forbidden::{ThreeReading, forbidden_kinds, forbidden_points};
use renju_core::geometry::{ByDirection, Direction, Point, PointMap, PointSet};
use renju_core::rule::Rule;
use renju_engine::eval::{Edition, Term};

use super::code::{Arm, DIRECTIONS, LianzhuBan, LineCode};
use super::weights::LianzhuWeights;

/// How Black weighs White's threats at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum LeafMode {
    /// White's best threat counts once.
    Charge,
    /// White's best threat counts twice.
    Defend,
}

impl LeafMode {
    /// That of a side's first search.
    pub(super) const fn at_first(side: Color) -> LeafMode {
        match side {
            Color::Black => LeafMode::Charge,
            Color::White => LeafMode::Defend,
        }
    }
}

/// Codes, values and forbidden points of a board, kept up to date as stones come and go.
///
/// A line of a point counts once another stone has stood on it within reach, and goes on counting
/// when that stone is gone. So, where nothing is worth something, the values after a move was
/// tried and taken back are not those of before.
#[derive(Clone, Debug)]
pub(super) struct LianzhuTable<'a> {
    weights: &'a LianzhuWeights,
    rule: Rule,
    board: Board,
    codes: ByColor<PointMap<ByDirection<LineCode>>>,
    touched: PointMap<ByDirection<bool>>,
    values: ByColor<PointMap<i64>>,
    bans: PointSet,
}

impl<'a> LianzhuTable<'a> {
    /// The table of a board that was set up without taking back.
    pub(super) fn new(weights: &'a LianzhuWeights, board: &Board, rule: Rule) -> LianzhuTable<'a> {
        let mut table = LianzhuTable {
            weights,
            rule,
            board: board.clone(),
            codes: ByColor::from_fn(|_| PointMap::filled(ByDirection([LineCode::Nothing; 4]))),
            touched: PointMap::filled(ByDirection::default()),
            values: ByColor::from_fn(|_| PointMap::filled(0)),
            bans: PointSet::EMPTY,
        };
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        for stone in stones.iter() {
            for (point, direction) in table.neighbours(stone) {
                table.touched[point][direction] = true;
            }
        }
        for point in board.size().points() {
            for direction in DIRECTIONS {
                table.read(point, direction, Color::Black);
                table.read(point, direction, Color::White);
            }
        }
        table.set_bans(board.empties());
        table
    }

    /// The weights of the program.
    pub(super) const fn weights(&self) -> &'a LianzhuWeights {
        self.weights
    }

    /// The stones as they stand now.
    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// What a stone of `color` makes, or would make, on each line of any point.
    pub(super) fn codes(&self, color: Color, point: Point) -> ByDirection<LineCode> {
        self.codes[color][point]
    }

    /// What any point, empty or not, is worth to `color`.
    pub(super) fn value(&self, color: Color, point: Point) -> i64 {
        self.values[color][point]
    }

    /// What it is worth to both sides together.
    pub(super) fn total(&self, point: Point) -> i64 {
        self.value(Color::Black, point) + self.value(Color::White, point)
    }

    /// The empty points that are forbidden to Black.
    pub(super) const fn bans(&self) -> PointSet {
        self.bans
    }

    /// Whether `color` may play on an empty point.
    pub(super) const fn is_legal(&self, point: Point, color: Color) -> bool {
        matches!(color, Color::White) || !self.bans.contains(point)
    }

    /// Whether a stone of `color` makes five or more in a row.
    pub(super) fn makes_five(&self, color: Color, point: Point) -> bool {
        let codes = self.codes(color, point);
        codes.0.into_iter().any(LineCode::is_five_or_more)
    }

    /// What the search takes the board to be worth to `side`. White has only one mode.
    ///
    /// Black sets the best of its stones against White's best empty point; White sets all its
    /// stones against all empty points that Black may play on.
    pub(super) fn leaf(&self, side: Color, mode: LeafMode) -> i64 {
        let values =
            |points: PointSet, color| points.iter().map(move |point| self.value(color, point));
        let (stones, empties) = (self.board.stones(side), self.board.empties());
        match side {
            Color::Black => {
                let attack = values(stones, Color::Black).fold(0, i64::max);
                let threat = values(empties, Color::White).fold(0, i64::max);
                match mode {
                    LeafMode::Charge => attack - threat,
                    LeafMode::Defend => attack - 2 * threat,
                }
            }
            Color::White => {
                let open = values(empties - self.bans, Color::Black);
                values(stones, Color::White).sum::<i64>() - open.sum::<i64>()
            }
        }
    }

    /// The empty points that `side` tries: up to `width` with the highest total above 0, best
    /// first and in reading order where equal, Black's forbidden points left out.
    pub(super) fn candidates(&self, side: Color, width: usize) -> Vec<Point> {
        let mut best: Vec<(i64, Point)> = Vec::with_capacity(width.min(400) + 1);
        for point in self.board.empties().iter() {
            let total = self.total(point);
            let is_full = best.len() == width;
            let is_low = is_full && best.last().is_none_or(|&(last, _)| last >= total);
            if total <= 0 || is_low || !self.is_legal(point, side) {
                continue;
            }
            let place = best.partition_point(|&(other, _)| other >= total);
            best.insert(place, (total, point));
            best.truncate(width);
        }
        best.into_iter().map(|(_, point)| point).collect()
    }

    /// The addends of the value of a point, each with the own stones of its shape.
    pub(super) fn terms(&self, color: Color, point: Point) -> Vec<Term> {
        let term = |direction: Direction| {
            let code = self.codes[color][point][direction];
            let value = self.worth(color, point, direction);
            (value != 0).then(|| {
                let stones = self.stones_of(color, point, direction);
                Term::new(format!("{}, {direction}", code.name()), value, stones)
            })
        };
        DIRECTIONS.into_iter().filter_map(term).collect()
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// Panics if `point` is off the board or has a stone.
    pub(super) fn place(&mut self, point: Point, color: Color) {
        self.board.place(point, color);
        self.refresh(point);
    }

    /// Takes the stone off `point`.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub(super) fn lift(&mut self, point: Point) {
        self.board.lift(point);
        self.refresh(point);
    }

    /// Brings up to date what a stone that came to `changed`, or left it, has a part in.
    fn refresh(&mut self, changed: Point) {
        let mut near = PointSet::EMPTY;
        near.insert(changed);
        for (point, direction) in self.neighbours(changed) {
            near.insert(point);
            self.touched[point][direction] = true;
            self.read(point, direction, Color::Black);
            self.read(point, direction, Color::White);
        }
        self.set_bans(near);
    }

    /// Judges these points again, and reads what their bans block.
    fn set_bans(&mut self, near: PointSet) {
        let before = self.bans;
        self.bans = match self.weights.edition {
            Edition::Corrected if !self.rule.restricts(Color::Black) => PointSet::EMPTY,
            Edition::Corrected => forbidden_points(&self.board, ThreeReading::Literal),
            Edition::Published => (before - near) | self.judged(near & self.board.empties()),
        };
        if self.weights.ban_blocks {
            self.read_around((before - self.bans) | (self.bans - before));
        }
    }

    /// Which of these empty points the published program forbids to Black.
    fn judged(&self, empty: PointSet) -> PointSet {
        let ban = |point| {
            if self.weights.ban_blocks {
                self.weights.ban(&self.board, point)
            } else {
                LianzhuBan::of(self.codes.black[point])
            }
        };
        let is_banned = |&point: &Point| ban(point).is_some();
        empty.iter().filter(is_banned).collect()
    }

    /// Reads Black's codes again wherever one of these points is in the window.
    fn read_around(&mut self, changed: PointSet) {
        for point in changed.iter() {
            for (near, direction) in self.neighbours(point) {
                self.read(near, direction, Color::Black);
            }
        }
    }

    /// The points within reach of `point`, each with the line that it shares with it.
    fn neighbours(&self, point: Point) -> impl Iterator<Item = (Point, Direction)> + use<> {
        let (size, reach) = (self.board.size(), self.weights.reach());
        DIRECTIONS.into_iter().flat_map(move |direction| {
            let at = move |count: i8| point.step(direction, count).filter(|at| at.is_on(size));
            let counts = (-reach..=reach).filter(|&count| count != 0);
            counts
                .filter_map(at)
                .map(move |neighbour| (neighbour, direction))
        })
    }

    /// Reads the code of a line again, and with it the value of the point.
    fn read(&mut self, point: Point, direction: Direction, color: Color) {
        let view = self.view(point, direction, color);
        self.codes[color][point][direction] = LineCode::of(view, self.weights.reach());
        let worth = |direction| self.worth(color, point, direction);
        self.values[color][point] = DIRECTIONS.into_iter().map(worth).sum();
    }

    fn worth(&self, color: Color, point: Point, direction: Direction) -> i64 {
        let code = self.codes[color][point][direction];
        let is_refused = self.weights.edition == Edition::Corrected
            && color == Color::Black
            && self.rule.restricts(Color::Black)
            && code == LineCode::Overline;
        if is_refused || !self.touched[point][direction] {
            return 0;
        }
        self.weights.codes.of(code)
    }

    /// A line through the eyes of one side, with Black's bans in the way if they block.
    fn view(&self, point: Point, direction: Direction, color: Color) -> View {
        let mut view = self.board.window(point, direction).seen_by(color);
        if self.weights.ban_blocks && color == Color::Black {
            for bit in 0..11 {
                let at = point.step(direction, bit - 5);
                let is_banned = at.is_some_and(|at| self.bans.contains(at));
                view.blocked |= u16::from(is_banned) << bit;
            }
        }
        view
    }

    /// The point and the own stones that its code on a line was read from.
    fn stones_of(&self, color: Color, point: Point, direction: Direction) -> Vec<Point> {
        let view = self.view(point, direction, color);
        let mut stones = vec![point];
        for step in [1, -1] {
            let arm = Arm::along(view, step, self.weights.reach());
            let at = |count: i8| point.step(direction, step * count);
            stones.extend(arm.stones().filter_map(at));
        }
        stones
    }
}

impl LianzhuWeights {
    /// Why Black may not play on an empty point: as published by the point's own codes, in the
    /// corrected edition by the rules of renju, whichever rule is played.
    pub(super) fn ban(&self, board: &Board, point: Point) -> Option<LianzhuBan> {
        if self.edition == Edition::Corrected {
            return LianzhuBan::of_kinds(&forbidden_kinds(board, point, ThreeReading::Literal));
        }
        LianzhuBan::of(ByDirection::from_fn(|direction| {
            let view = board.window(point, direction).seen_by(Color::Black);
            LineCode::of(view, self.reach())
        }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Lianzhu;
    use super::super::weights::LianzhuWeights;
    use super::*;
    use crate::program::of_edition;
    use renju_core::geometry::Size;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn points(names: &str) -> Vec<Point> {
        names.split_whitespace().map(point).collect()
    }

    fn board(black: &str, white: &str) -> Board {
        Board::with_stones(Size::RENJU, &points(black), &points(white))
    }

    fn table(edition: Edition, board: &Board, rule: Rule) -> LianzhuTable<'static> {
        LianzhuTable::new(&of_edition::<LianzhuWeights>(edition).weights, board, rule)
    }

    /// Puts a stone on each point in turn, or takes it off if there is one.
    fn toggle_all(table: &mut LianzhuTable, steps: &[(usize, bool)]) {
        let all: Vec<Point> = table.board().size().points().collect();
        for &(number, is_black) in steps {
            let at = all[number % all.len()];
            match (table.board().stone(at), is_black) {
                (Some(_), _) => table.lift(at),
                (None, true) => table.place(at, Color::Black),
                (None, false) => table.place(at, Color::White),
            }
        }
    }

    fn assert_as_if_new(program: &Lianzhu, table: &LianzhuTable, rule: Rule) {
        let new = LianzhuTable::new(&program.weights, table.board(), rule);
        assert_eq!(table.bans, new.bans);
        for point in table.board().size().points() {
            for color in Color::BOTH {
                assert_eq!(table.codes(color, point), new.codes(color, point));
                let more = table.value(color, point) - new.value(color, point);
                let nothing = program.weights.codes.nothing;
                let touches: Vec<i64> = (0..=4).map(|count| count * nothing).collect();
                assert!(touches.contains(&more), "{color} {point}: {more}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_table_that_follows_the_stones_is_as_if_new(
            side in 5u8..=20,
            steps in prop::collection::vec((0usize..400, any::<bool>()), 0..80),
        ) {
            let size = Size::new(side).unwrap();
            for program in [
                of_edition::<LianzhuWeights>(Edition::Published),
                of_edition::<LianzhuWeights>(Edition::Corrected),
                Box::leak(Box::new(Lianzhu::shipped("ban-blocks"))),
            ] {
                for rule in [Rule::Renju, Rule::Freestyle] {
                    let mut table = LianzhuTable::new(&program.weights, &Board::empty(size), rule);
                    toggle_all(&mut table, &steps);
                    assert_as_if_new(program, &table, rule);
                }
            }
        }
    }

    #[test]
    fn b1_a_line_without_a_shape_is_worth_a_sleeping_two_or_nothing() {
        let lone = board("H8", "");
        for (edition, value) in [(Edition::Published, 10), (Edition::Corrected, 0)] {
            let table = table(edition, &lone, Rule::Renju);
            let (l8, m8) = (point("L8"), point("M8"));
            assert_eq!(table.value(Color::Black, l8), value);
            assert_eq!(table.value(Color::Black, m8), 0);
        }
    }

    #[test]
    fn b2_a_move_tried_and_taken_back_leaves_a_trace_or_none() {
        for (edition, trace) in [(Edition::Published, 10), (Edition::Corrected, 0)] {
            let mut table = table(edition, &board("H8", ""), Rule::Renju);
            table.place(point("O15"), Color::White);
            table.lift(point("O15"));
            assert_eq!(table.value(Color::Black, point("O14")), trace);
        }
    }

    #[test]
    fn b3_five_stones_on_one_side_make_a_five_or_an_overline() {
        let five = board("C8 D8 E8 F8 G8", "");
        for (edition, code) in [
            (Edition::Published, LineCode::Five),
            (Edition::Corrected, LineCode::Overline),
        ] {
            let table = table(edition, &five, Rule::Renju);
            let codes = table.codes(Color::Black, point("H8"));
            assert_eq!(codes[Direction::Horizontal], code);
        }
    }

    #[test]
    fn b4_an_overline_is_worth_nothing_to_black_where_it_is_forbidden() {
        let (black, white) = ("C8 D8 E8 G8 H8", "C2 D2 E2 G2 H2");
        let both = board(black, white);
        let value = |edition, rule, color, name| {
            let table = table(edition, &both, rule);
            table.worth(color, point(name), Direction::Horizontal)
        };
        for (edition, rule, expected) in [
            (Edition::Published, Rule::Renju, 5_000_000),
            (Edition::Corrected, Rule::Renju, 0),
            (Edition::Corrected, Rule::Freestyle, 5_000_000),
        ] {
            assert_eq!(value(edition, rule, Color::Black, "F8"), expected);
            assert_eq!(value(edition, rule, Color::White, "F2"), 5_000_000);
        }
    }

    #[test]
    fn b5_a_three_that_cannot_become_a_straight_four_does_not_count_any_more() {
        // H5 and H9 make fours of the column, but H4 and H10 would then make six.
        let black = board("F8 G8 H6 H7 H3 H11", "");
        let at = point("H8");
        let is_banned = |edition| {
            let program = of_edition::<LianzhuWeights>(edition);
            program.weights.ban(&black, at).is_some()
        };
        assert!(is_banned(Edition::Published) && !is_banned(Edition::Corrected));
    }

    #[test]
    fn b8_nothing_is_marked_where_nothing_is_forbidden() {
        let double_three = board("F8 G8 H6 H7", "");
        let is_marked = |edition, rule| {
            let table = table(edition, &double_three, rule);
            table.bans().contains(point("H8"))
        };
        assert!(is_marked(Edition::Published, Rule::Freestyle));
        assert!(!is_marked(Edition::Corrected, Rule::Freestyle));
        assert!(is_marked(Edition::Corrected, Rule::Renju));
    }

    #[test]
    fn bans_block_black_where_they_are_asked_to() {
        let double_three = board("F8 G8 H6 H7", "");
        let letter = |program: &Lianzhu| {
            let table = LianzhuTable::new(&program.weights, &double_three, Rule::Renju);
            let codes = table.codes(Color::Black, point("G8"));
            codes[Direction::Horizontal].letter()
        };
        assert_eq!(
            letter(of_edition::<LianzhuWeights>(Edition::Published)),
            '2'
        );
        assert_eq!(
            letter(Box::leak(Box::new(Lianzhu::shipped("ban-blocks")))),
            'n'
        );
    }

    #[test]
    fn a_term_names_the_stones_of_its_shape() {
        let table = table(Edition::Published, &board("F8 H8", "M8"), Rule::Renju);
        let terms = table.terms(Color::Black, point("I8"));
        let expected = Term::new("sleeping three", 500, points("F8 H8 I8"));
        assert_eq!(terms[0].stones, expected.stones);
    }
}
