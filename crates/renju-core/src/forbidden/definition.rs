//! The rule text turned into code line by line: slow, and what the quick judges are held against.

use crate::board::{Board, Color};
use crate::geometry::{ByDirection, Direction, Point, PointSet};
use crate::rule::{Rule, Run, row_length_through, row_through};

use super::memory::{Memory, lines_in_reach};
use super::{
    Extension, ExtensionResult, Forbidden, ForbiddenKind, ForbiddenReason, Four, Obstacle,
    ObstacleKind, Proof, Three, ThreeReading, Verdict, Win,
};

/// Judges a point as [`judge_by`](super::judge_by) does, by the definition alone: on rows of stones,
/// without tables, and with nothing remembered and nothing shared.
///
/// For tests: boards can be made on which it takes longer than anybody waits, because the number
/// of nested verdicts can grow with every stone as powers do.
///
/// # Panics
///
/// Panics if `point` is off the board or has a stone.
pub fn judge_by_definition(board: &Board, point: Point, reading: ThreeReading) -> Verdict {
    Definition {
        board: board.clone(),
        reading,
        trial: PointSet::EMPTY,
        memory: None,
    }
    .verdict(point)
}

impl Rule {
    /// Why `color` may not play the empty `point`; empty if it may. Follows the rule text, so it
    /// is slow.
    pub fn forbidden_kinds(self, board: &Board, point: Point, color: Color) -> Vec<ForbiddenKind> {
        if self.restricts(color) {
            by_rule_text(board, point).kinds().to_vec()
        } else {
            Vec::new()
        }
    }

    /// Whether `color` may play the empty `point`, by the rule text. White may play everywhere.
    ///
    /// ```
    /// use renju_core::board::{Board, Color};
    /// use renju_core::geometry::{Point, Size};
    /// use renju_core::rule::Rule;
    ///
    /// let black: [Point; 4] = ["F8", "G8", "H6", "H7"].map(|name| name.parse().unwrap());
    /// let board = Board::with_stones(Size::RENJU, &black, &[]);
    /// let h8: Point = "H8".parse()?;
    /// assert!(!Rule::Renju.allows(&board, h8, Color::Black));
    /// assert!(Rule::Renju.allows(&board, h8, Color::White));
    /// assert!(Rule::Standard.allows(&board, h8, Color::Black));
    /// # Ok::<(), renju_core::geometry::ParsePointError>(())
    /// ```
    pub fn allows(self, board: &Board, point: Point, color: Color) -> bool {
        !self.restricts(color) || !by_rule_text(board, point).is_forbidden()
    }
}

/// The verdict by the definition; proofs of nested verdicts that were met before are left out.
fn by_rule_text(board: &Board, point: Point) -> Verdict {
    Definition {
        board: board.clone(),
        reading: ThreeReading::Literal,
        trial: PointSet::EMPTY,
        memory: Some(Memory::default()),
    }
    .verdict(point)
}

/// A point that makes four in a row of a three, and that row.
type FourthStone = (Point, Vec<Point>);

struct Definition {
    board: Board,
    reading: ThreeReading,
    /// The black stones that were put on the board to look further.
    trial: PointSet,
    /// What became of fourth stones before, if that is to be remembered. Of nested verdicts no more
    /// is found out then than whether they hold.
    memory: Option<Memory<ExtensionResult>>,
}

impl Definition {
    /// RIF 9.2: a five wins; without one, an overline, a double-four or a double-three loses.
    fn verdict(&mut self, point: Point) -> Verdict {
        self.board.place(point, Color::Black);
        self.trial.insert(point);
        let five = self.rows(point, |stones| stones == 5).into_iter().next();
        let mut proof = Proof {
            overlines: self.rows(point, |stones| stones > 5),
            fours: each_line(|direction| self.fours(point, direction)),
            threes: Vec::new(),
        };
        let is_decided = five.is_some() || !proof.kinds().is_empty() || !self.has_two_threes(point);
        if !(is_decided && self.asks_only_whether()) {
            proof.threes = each_line(|direction| self.three(point, direction));
        }
        self.trial.remove(point);
        self.board.lift(point);
        let kinds = proof.kinds();
        match five {
            Some(five) => Verdict::Wins(Win { five, proof }),
            None if kinds.is_empty() => Verdict::Allowed(proof),
            None => Verdict::Forbidden(Forbidden { kinds, proof }),
        }
    }

    /// Whether just the verdict on a fourth stone matters, and not all its reasons.
    fn asks_only_whether(&self) -> bool {
        self.memory.is_some() && self.trial.len() > 1
    }

    /// Whether the stone makes two threes, real or not.
    fn has_two_threes(&self, point: Point) -> bool {
        let look_alike = |direction: &&Direction| self.look_alike(point, **direction).is_some();
        Direction::ALL.iter().filter(look_alike).count() >= 2
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

    /// The three stones through `point` on a line that one more would make a straight four, and all
    /// points that would make four in a row of them, with that row.
    fn look_alike(&self, point: Point, direction: Direction) -> Option<(Run, Vec<FourthStone>)> {
        let mut fourth_stones: Vec<FourthStone> = self
            .empty_points_near(point, direction, 3)
            .filter_map(|empty| Some((empty, self.row(empty, direction, |stones| stones == 4)?)))
            .filter(|(_, row)| row.contains(&point))
            .collect();
        let three_of = |(empty, row): &FourthStone| {
            Run::new(
                direction,
                row.iter().copied().filter(|stone| stone != empty).collect(),
            )
        };
        let straight = fourth_stones
            .iter()
            .find(|(_, row)| self.is_straight(row, direction))?;
        let run = three_of(straight);
        fourth_stones.retain(|fourth| three_of(fourth) == run);
        Some((run, fourth_stones))
    }

    /// The three through `point` on a line. There is at most one: a straight four in the making
    /// needs both ends empty and no black stone beyond, which leaves no room for another.
    fn three(&mut self, point: Point, direction: Direction) -> Option<Three> {
        let (run, fourth_stones) = self.look_alike(point, direction)?;
        let mut extensions: Vec<Extension> = fourth_stones
            .iter()
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
        let Some(memory) = &mut self.memory else {
            return self.result(at);
        };
        let stones = self.trial;
        if let Some(known) = memory.recall(at, stones, |_| true) {
            return known;
        }
        let blocked = |direction| self.board.window(at, direction).seen_by(Color::Black);
        let outer = memory.begin(lines_in_reach(at, &ByDirection::from_fn(blocked)));
        let result = self.result(at);
        if let Some(memory) = &mut self.memory {
            memory.end(outer, at, stones, without_proof(result.clone()));
        }
        result
    }

    /// What becomes of a stone that makes a straight four.
    fn result(&mut self, at: Point) -> ExtensionResult {
        match (self.verdict(at), self.reading) {
            (Verdict::Wins(win), ThreeReading::Literal) => {
                ExtensionResult::MakesFive { five: win.five }
            }
            (Verdict::Forbidden(Forbidden { kinds, proof }), _) => ExtensionResult::Forbidden {
                because: ForbiddenReason {
                    kinds,
                    proof: Some(proof),
                    see: None,
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

fn without_proof(result: ExtensionResult) -> ExtensionResult {
    match result {
        ExtensionResult::Forbidden { because } => ExtensionResult::Forbidden {
            because: ForbiddenReason {
                proof: None,
                ..because
            },
        },
        other => other,
    }
}

/// What is found on each of the four lines, one after the other.
fn each_line<T, I: IntoIterator<Item = T>>(find: impl FnMut(Direction) -> I) -> Vec<T> {
    Direction::ALL.into_iter().flat_map(find).collect()
}
