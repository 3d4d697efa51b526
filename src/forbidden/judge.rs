//! The rule text turned into code line by line: slow, and the source of every reason.

use crate::board::{Board, Color};
use crate::geometry::{Direction, Point};
use crate::rule::{Rule, Run, row_length_through, row_through};

use super::{
    Extension, ExtensionResult, Forbidden, ForbiddenKind, ForbiddenReason, Four, Obstacle,
    ObstacleKind, Proof, Three, ThreeReading, Verdict, Win,
};

/// Tells what becomes of a black stone on `point`, and why.
///
/// A three counts only while it can still become a straight four, and the stone that makes it
/// so must itself be allowed (RIF 9.3); the question is asked again there, on the board with
/// the new stone, and ends because every step adds a stone.
///
/// ```text
/// 9 . . . . . . .
/// 8 . . X X * . .      * is a double-three:
/// 7 . . . . X . .      E8 joins C8 D8 and E7 E6
/// 6 . . . . X . .
///   A B C D E F G
/// ```
///
/// ```
/// use renju::board::Board;
/// use renju::forbidden::{ForbiddenKind, judge};
/// use renju::geometry::Size;
///
/// let black = ["C8", "D8", "E7", "E6"].map(|name| name.parse().unwrap());
/// let board = Board::with_stones(Size::RENJU, &black, &[]);
/// let verdict = judge(&board, "E8".parse()?);
/// assert_eq!(verdict.kinds(), [ForbiddenKind::DoubleThree]);
/// # Ok::<(), renju::geometry::ParsePointError>(())
/// ```
///
/// # Panics
///
/// Panics if `point` is off the board or has a stone.
pub fn judge(board: &Board, point: Point) -> Verdict {
    judge_by(board, point, ThreeReading::Literal)
}

/// Judges a point as [`judge`] does, under a chosen reading of what a three is.
///
/// # Panics
///
/// Panics if `point` is off the board or has a stone.
pub fn judge_by(board: &Board, point: Point, reading: ThreeReading) -> Verdict {
    ProofBuilder {
        board: board.clone(),
        reading,
    }
    .verdict(point)
}

impl Rule {
    /// Why `color` may not play the empty `point`; empty if it may. Follows the rule text
    /// ([`judge`]), so it is slow.
    pub fn forbidden_kinds(self, board: &Board, point: Point, color: Color) -> Vec<ForbiddenKind> {
        if self.restricts(color) {
            judge(board, point).kinds().to_vec()
        } else {
            Vec::new()
        }
    }

    /// Whether `color` may play the empty `point`, by the rule text. White may play everywhere.
    ///
    /// ```
    /// use renju::board::{Board, Color};
    /// use renju::geometry::{Point, Size};
    /// use renju::rule::Rule;
    ///
    /// let black: [Point; 4] = ["F8", "G8", "H6", "H7"].map(|name| name.parse().unwrap());
    /// let board = Board::with_stones(Size::RENJU, &black, &[]);
    /// let h8: Point = "H8".parse()?;
    /// assert!(!Rule::Renju.allows(&board, h8, Color::Black));
    /// assert!(Rule::Renju.allows(&board, h8, Color::White));
    /// assert!(Rule::Standard.allows(&board, h8, Color::Black));
    /// # Ok::<(), renju::geometry::ParsePointError>(())
    /// ```
    pub fn allows(self, board: &Board, point: Point, color: Color) -> bool {
        !self.restricts(color) || !judge(board, point).is_forbidden()
    }
}

struct ProofBuilder {
    board: Board,
    reading: ThreeReading,
}

impl ProofBuilder {
    /// RIF 9.2: a five wins; without one, an overline, a double-four or a double-three loses.
    fn verdict(&mut self, point: Point) -> Verdict {
        self.board.place(point, Color::Black);
        let five = self.rows(point, |stones| stones == 5).into_iter().next();
        let proof = Proof {
            overlines: self.rows(point, |stones| stones > 5),
            fours: each_line(|direction| self.fours(point, direction)),
            threes: each_line(|direction| self.three(point, direction)),
        };
        self.board.lift(point);
        let kinds = proof.kinds();
        match five {
            Some(five) => Verdict::Wins(Win { five, proof }),
            None if kinds.is_empty() => Verdict::Allowed(proof),
            None => Verdict::Forbidden(Forbidden { kinds, proof }),
        }
    }

    /// The unbroken rows through a stone whose length counts.
    fn rows(&self, point: Point, counts: impl Fn(usize) -> bool + Copy) -> Vec<Run> {
        each_line(|direction| {
            let row = self.row(point, direction, counts)?;
            Some(Run::new(direction, row))
        })
    }

    /// The row that a black stone on `point` makes or has, if its length counts.
    fn row(
        &self,
        point: Point,
        direction: Direction,
        counts: impl Fn(usize) -> bool,
    ) -> Option<Vec<Point>> {
        let length = row_length_through(&self.board, point, direction, Color::Black);
        counts(length).then(|| row_through(&self.board, point, direction, Color::Black))
    }

    /// Sets of four stones with `point` among them that one stone makes a row of exactly five.
    fn fours(&self, point: Point, direction: Direction) -> Vec<Four> {
        let mut fours: Vec<Four> = Vec::new();
        for empty in self.empty_points_near(point, direction, 4) {
            let row = self.row(empty, direction, |stones| stones == 5);
            let Some(row) = row.filter(|row| row.contains(&point)) else {
                continue;
            };
            let stones = row.into_iter().filter(|&stone| stone != empty).collect();
            let run = Run::new(direction, stones);
            match fours.iter_mut().find(|four| four.run == run) {
                Some(straight) => straight.fives_at.push(empty),
                None => fours.push(Four {
                    run,
                    fives_at: vec![empty],
                }),
            }
        }
        for four in &mut fours {
            four.fives_at.sort_unstable();
        }
        fours
    }

    /// The three through `point` on a line. There is at most one: a straight four in the making
    /// needs both ends empty and no black stone beyond, which leaves no room for another.
    fn three(&mut self, point: Point, direction: Direction) -> Option<Three> {
        let fourth_stones: Vec<(Point, Vec<Point>)> = self
            .empty_points_near(point, direction, 3)
            .filter_map(|empty| Some((empty, self.row(empty, direction, |stones| stones == 4)?)))
            .filter(|(_, row)| row.contains(&point))
            .collect();
        let three_of = |(empty, row): &(Point, Vec<Point>)| {
            Run::new(
                direction,
                row.iter().copied().filter(|stone| stone != empty).collect(),
            )
        };
        let straight = fourth_stones
            .iter()
            .find(|(_, row)| self.is_straight(row, direction))?;
        let run = three_of(straight);
        let mut extensions: Vec<Extension> = fourth_stones
            .iter()
            .filter(|fourth| three_of(fourth) == run)
            .map(|(at, row)| Extension {
                at: *at,
                outcome: self.outcome(*at, row, direction),
            })
            .collect();
        extensions.sort_by_key(|extension| extension.at);
        let real = extensions
            .iter()
            .any(|extension| extension.outcome == ExtensionResult::StraightFour);
        Some(Three {
            run,
            real,
            extensions,
        })
    }

    fn is_straight(&self, row: &[Point], direction: Direction) -> bool {
        self.obstacles(row, direction).is_empty()
    }

    /// What keeps four in a row, one of them yet to be placed, from becoming a five at either end.
    fn obstacles(&self, row: &[Point], direction: Direction) -> Vec<Obstacle> {
        [(row[0], -1), (row[3], 1)]
            .into_iter()
            .filter_map(|(last, outwards)| {
                let on_board = |point: &Point| point.is_on(self.board.size());
                let end = last.step(direction, outwards).filter(on_board);
                let beyond = last.step(direction, 2 * outwards);
                let what = match end {
                    None => ObstacleKind::Edge,
                    Some(end) if !self.board.is_empty(end) => ObstacleKind::White,
                    Some(_) if beyond.is_some_and(|at| self.is_black(at)) => ObstacleKind::Six,
                    Some(_) => return None,
                };
                Some(Obstacle { end, what })
            })
            .collect()
    }

    fn is_black(&self, point: Point) -> bool {
        self.board.stone(point) == Some(Color::Black)
    }

    /// RIF 9.3: whether the stone that would make four in a row of a three may do so.
    fn outcome(&mut self, at: Point, row: &[Point], direction: Direction) -> ExtensionResult {
        let obstacles = self.obstacles(row, direction);
        if !obstacles.is_empty() {
            return ExtensionResult::NotStraight { obstacles };
        }
        match (self.verdict(at), self.reading) {
            (Verdict::Wins(win), ThreeReading::Literal) => {
                ExtensionResult::MakesFive { five: win.five }
            }
            (Verdict::Forbidden(Forbidden { kinds, proof }), _) => ExtensionResult::Forbidden {
                because: ForbiddenReason {
                    kinds,
                    proof: Some(proof),
                },
            },
            (Verdict::Allowed(_) | Verdict::Wins(_), _) => ExtensionResult::StraightFour,
        }
    }

    fn empty_points_near(
        &self,
        point: Point,
        direction: Direction,
        reach: i8,
    ) -> impl Iterator<Item = Point> {
        (-reach..=reach)
            .filter_map(move |count| point.step(direction, count))
            .filter(|&at| self.board.is_empty(at))
    }
}

/// What is found on each of the four lines, one after the other.
fn each_line<T, I: IntoIterator<Item = T>>(find: impl FnMut(Direction) -> I) -> Vec<T> {
    Direction::ALL.into_iter().flat_map(find).collect()
}
