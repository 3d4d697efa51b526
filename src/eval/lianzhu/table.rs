use crate::board::{Board, ByColor, Color, View};
use crate::eval::{Edition, Term};
use crate::forbidden::{ThreeReading, forbidden_points, quick};
use crate::geometry::{ByDirection, Direction, Point, PointMap, PointSet};
use crate::rules::Rule;

use super::code::{Arm, DIRECTIONS};
use super::{Ban, Code, Lianzhu};

/// Codes, values and forbidden points of a board, kept up to date as stones come and go.
///
/// A line of a point counts once another stone has stood on it within reach, and goes on counting
/// when that stone is gone. So, where nothing is worth something, the values after a move was
/// tried and taken back are not those of before.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    program: &'a Lianzhu,
    rule: Rule,
    board: Board,
    codes: ByColor<PointMap<ByDirection<Code>>>,
    touched: PointMap<ByDirection<bool>>,
    values: ByColor<PointMap<i64>>,
    bans: PointSet,
}

impl<'a> Table<'a> {
    /// The table of a board that was set up without taking back.
    pub fn new(program: &'a Lianzhu, board: &Board, rule: Rule) -> Table<'a> {
        let mut table = Table {
            program,
            rule,
            board: board.clone(),
            codes: ByColor::from_fn(|_| PointMap::filled(ByDirection([Code::Nothing; 4]))),
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
        table.bans = table.judged(board.empties());
        for point in board.size().points() {
            for direction in DIRECTIONS {
                table.read(point, direction, Color::Black);
                table.read(point, direction, Color::White);
            }
        }
        table
    }

    /// The stones.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What a stone of `color` makes, or would make, on each line of any point.
    pub fn codes(&self, color: Color, point: Point) -> ByDirection<Code> {
        self.codes[color][point]
    }

    /// What any point, empty or not, is worth to `color`.
    pub fn value(&self, color: Color, point: Point) -> i64 {
        self.values[color][point]
    }

    /// What it is worth to both sides together.
    pub fn total(&self, point: Point) -> i64 {
        self.value(Color::Black, point) + self.value(Color::White, point)
    }

    /// The empty points that are forbidden to Black.
    pub const fn bans(&self) -> PointSet {
        self.bans
    }

    /// Whether `color` may play on an empty point.
    pub const fn is_legal(&self, point: Point, color: Color) -> bool {
        matches!(color, Color::White) || !self.bans.contains(point)
    }

    /// Whether a stone of `color` makes five or more in a row.
    pub fn makes_five(&self, color: Color, point: Point) -> bool {
        let codes = self.codes(color, point);
        codes.0.into_iter().any(Code::is_five_or_more)
    }

    /// The addends of the value of a point, each with the own stones of its shape.
    pub fn terms(&self, color: Color, point: Point) -> Vec<Term> {
        let term = |direction: Direction| {
            let code = self.codes[color][point][direction];
            let value = self.worth(color, point, direction);
            (value != 0).then(|| {
                let stones = self.stones_of(color, point, direction);
                Term::new(code.name(), value, stones)
            })
        };
        DIRECTIONS.into_iter().filter_map(term).collect()
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// Panics if `point` is off the board or has a stone.
    pub fn place(&mut self, point: Point, color: Color) {
        self.board.place(point, color);
        self.refresh(point);
    }

    /// Takes the stone off `point`.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub fn lift(&mut self, point: Point) {
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
        let empty = self.board.empties();
        let (before, asked) = match self.program.weights.edition {
            Edition::Published => (self.bans, near & empty),
            Edition::Corrected => (self.bans, empty),
        };
        self.bans = (before - near - asked) | self.judged(asked);
        if self.program.weights.ban_blocks {
            self.read_around((before - self.bans) | (self.bans - before));
        }
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
        let (size, reach) = (self.board.size(), self.program.reach());
        DIRECTIONS.into_iter().flat_map(move |direction| {
            let at = move |count: i8| point.step(direction, count).filter(|at| at.is_on(size));
            let counts = (-reach..=reach).filter(|&count| count != 0);
            counts
                .filter_map(at)
                .map(move |neighbour| (neighbour, direction))
        })
    }

    /// Which of these empty points are forbidden to Black.
    fn judged(&self, empty: PointSet) -> PointSet {
        match self.program.weights.edition {
            Edition::Corrected if !self.rule.restricts_black() => PointSet::EMPTY,
            Edition::Corrected => forbidden_points(&self.board, ThreeReading::Literal) & empty,
            Edition::Published => {
                let is_banned = |&point: &Point| self.program.ban(&self.board, point).is_some();
                empty.iter().filter(is_banned).collect()
            }
        }
    }

    /// Reads the code of a line again, and with it the value of the point.
    fn read(&mut self, point: Point, direction: Direction, color: Color) {
        let view = self.view(point, direction, color);
        self.codes[color][point][direction] = Code::of(view, self.program.reach());
        let worth = |direction| self.worth(color, point, direction);
        self.values[color][point] = DIRECTIONS.into_iter().map(worth).sum();
    }

    fn worth(&self, color: Color, point: Point, direction: Direction) -> i64 {
        let code = self.codes[color][point][direction];
        let is_refused = self.program.weights.edition == Edition::Corrected
            && color == Color::Black
            && self.rule.restricts_black()
            && code == Code::Overline;
        if is_refused || !self.touched[point][direction] {
            return 0;
        }
        self.program.weights.codes.of(code)
    }

    /// A line through the eyes of one side, with Black's bans in the way if they block.
    fn view(&self, point: Point, direction: Direction, color: Color) -> View {
        let mut view = self.board.window(point, direction).seen_by(color);
        if self.program.weights.ban_blocks && color == Color::Black {
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
            let arm = Arm::along(view, step, self.program.reach());
            let at = |count: i8| point.step(direction, step * count);
            stones.extend(arm.stones().filter_map(at));
        }
        stones
    }
}

impl Lianzhu {
    /// The code of a line on an empty board of bans: what forbidden points do not block.
    fn plain_codes(&self, board: &Board, point: Point, color: Color) -> ByDirection<Code> {
        ByDirection::from_fn(|direction| {
            let view = board.window(point, direction).seen_by(color);
            Code::of(view, self.reach())
        })
    }

    /// Why Black may not play on an empty point: as published by the point's own codes, in the
    /// corrected edition by the rules of renju, whichever rule is played.
    pub fn ban(&self, board: &Board, point: Point) -> Option<Ban> {
        match self.weights.edition {
            Edition::Published => Ban::of(self.plain_codes(board, point, Color::Black)),
            Edition::Corrected => Ban::of_kinds(&quick::kinds(board, point, ThreeReading::Literal)),
        }
    }
}
