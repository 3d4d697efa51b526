//! Verdicts with their reasons: what the shape table finds, told as the rule text tells it.

use crate::board::{Board, Color};
use crate::geometry::{Direction, Point, PointSet};
use crate::pattern::{Shape, ShapeEntry};
use crate::rule::Run;

use super::fast::{FastJudge, Legality, Lines, Overlay};
use super::line::StoneLine;
use super::memory::{Memory, lines_in_reach};
use super::{
    Extension, ExtensionResult, Forbidden, ForbiddenKind, ForbiddenReason, Proof, Three,
    ThreeReading, Verdict, Win,
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
/// use renju_core::board::Board;
/// use renju_core::forbidden::{ForbiddenKind, judge};
/// use renju_core::geometry::Size;
///
/// let black = ["C8", "D8", "E7", "E6"].map(|name| name.parse().unwrap());
/// let board = Board::with_stones(Size::RENJU, &black, &[]);
/// let verdict = judge(&board, "E8".parse()?);
/// assert_eq!(verdict.kinds(), [ForbiddenKind::DoubleThree]);
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
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
    let mut builder = ProofBuilder::new(board, reading, u64::MAX);
    let verdict = builder.verdict(point, None);
    verdict.expect("a judge without a limit decides")
}

/// Judges points of one board, and proves each verdict.
///
/// A nested verdict with further ones within is proved once for the board: where it comes up again,
/// after the same trial stones as far as they matter, [`ForbiddenReason::see`] tells where its
/// proof was given.
pub struct ProofBuilder<'a> {
    board: &'a Board,
    fast: FastJudge<'a>,
    told: Memory<ProvedVerdict>,
    nested: Vec<usize>,
}

/// A nested verdict that has been proved.
#[derive(Clone)]
struct ProvedVerdict {
    kinds: Vec<ForbiddenKind>,
    at: Vec<Point>,
    /// Whether there are verdicts within its proof; it is short if not, and given again.
    has_nested: bool,
    /// The levels that were shown of its proof; `None` for all.
    depth: Option<usize>,
}

impl<'a> ProofBuilder<'a> {
    /// A builder that gives up after this many judgements of look-alike double-threes and nested
    /// proofs.
    pub fn new(board: &'a Board, reading: ThreeReading, limit: u64) -> ProofBuilder<'a> {
        ProofBuilder {
            board,
            fast: FastJudge::limited(board, reading, limit),
            told: Memory::default(),
            nested: Vec::new(),
        }
    }

    /// How many nested proofs were given so far: those of fourth stones, those within them, and so
    /// on. What refers to another place does not count.
    pub fn nested_proofs(&self) -> &[usize] {
        &self.nested
    }

    /// Why Black may not play the empty `point`, without proof: all kinds that hold. `None` if
    /// that could not be decided within the limit.
    pub fn kinds(&mut self, point: Point) -> Option<Vec<ForbiddenKind>> {
        self.fast.kinds(point, None)
    }

    /// Whether Black may not play the empty `point`. `None` if that could not be decided within
    /// the limit.
    pub fn is_forbidden(&mut self, point: Point) -> Option<bool> {
        self.fast.is_forbidden(point)
    }

    /// The verdict on a point, its proof with at most this many levels, itself the first. `None` if
    /// the limit was too low for it.
    ///
    /// # Panics
    ///
    /// Panics if `point` is off the board or has a stone.
    pub fn verdict(&mut self, point: Point, depth: Option<usize>) -> Option<Verdict> {
        assert!(
            point.is_on(self.board.size()) && self.board.is_empty(point),
            "{point} is judged as an empty point of the board"
        );
        self.fast.remember();
        self.fast.take_read();
        let lines = self.fast.lines(point, None);
        let proof = self.proof(point, None, &lines, depth)?;
        Some(match five(point, &lines) {
            Some(five) => Verdict::Wins(Win { five, proof }),
            None => match proof.kinds() {
                kinds if kinds.is_empty() => Verdict::Allowed(proof),
                kinds => Verdict::Forbidden(Forbidden { kinds, proof }),
            },
        })
    }

    /// What a stone on `point` makes, with nested proofs down to `depth` levels.
    fn proof(
        &mut self,
        point: Point,
        trial: Option<&Overlay<'_>>,
        lines: &Lines,
        depth: Option<usize>,
    ) -> Option<Proof> {
        let stone = Overlay {
            at: point,
            under: trial,
        };
        let mut proof = Proof::default();
        for (direction, &entry) in lines.entries.iter() {
            let line = StoneLine::new(point, direction, lines.views[direction]);
            match entry.shape() {
                Shape::Overline => proof.overlines.push(self.overline(&stone, direction)),
                Shape::OpenThree => {
                    let three = self.three(&line, entry, &stone, depth)?;
                    proof.threes.push(three);
                }
                shape if shape.fours() > 0 => proof.fours.extend(line.fours()),
                _ => {}
            }
        }
        Some(proof)
    }

    /// The whole row through a stone, which may reach farther than lines are read.
    fn overline(&mut self, stone: &Overlay<'_>, direction: Direction) -> Run {
        let trial: PointSet = Overlay::stones(Some(stone)).collect();
        let black = self.board.stones(Color::Black) | trial;
        let along = |outwards: i8| {
            let steps = (1..).map_while(move |count| stone.at.step(direction, count * outwards));
            steps.take_while(|&at| black.contains(at))
        };
        let stones: Vec<Point> = along(-1).chain([stone.at]).chain(along(1)).collect();
        let row: PointSet = stones.iter().copied().collect();
        let ends = [-1, 1].map(|outwards| {
            let beyond = along(outwards).count() as i8 + 1;
            stone.at.step(direction, beyond * outwards)
        });
        self.told.read(row | ends.into_iter().flatten().collect());
        Run::new(direction, stones)
    }

    /// A look-alike three, and what becomes of it.
    fn three(
        &mut self,
        line: &StoneLine,
        entry: ShapeEntry,
        stone: &Overlay<'_>,
        depth: Option<usize>,
    ) -> Option<Three> {
        let (behind, ahead) = line.beside();
        let is_straight = [entry.extends_backward(), entry.extends_forward()];
        let run = line.three(if is_straight[0] { behind } else { ahead });
        let mut extensions = Vec::with_capacity(2);
        for (fourth, is_straight) in [behind, ahead].into_iter().zip(is_straight) {
            let outcome = match line.four_in_a_row(fourth, &run) {
                None => continue,
                Some(_) if is_straight => self.result(line.point(fourth), stone, depth)?,
                Some(row) => ExtensionResult::NotStraight {
                    obstacles: line.obstacles(row, self.board),
                },
            };
            let at = line.point(fourth);
            extensions.push(Extension { at, outcome });
        }
        extensions.sort_by_key(|extension| extension.at);
        let is_straight_four =
            |extension: &Extension| extension.outcome == ExtensionResult::StraightFour;
        Some(Three {
            run,
            real: extensions.iter().any(is_straight_four),
            extensions,
        })
    }

    /// RIF 9.3: whether the stone that would make a straight four of a three may do so.
    fn result(
        &mut self,
        at: Point,
        stone: &Overlay<'_>,
        depth: Option<usize>,
    ) -> Option<ExtensionResult> {
        let legality = self.fast.legality(at, Some(stone))?;
        self.told.read(self.fast.take_read());
        Some(match (legality, self.fast.reading()) {
            (Legality::Forbidden, _) => ExtensionResult::Forbidden {
                because: self.because(at, stone, depth.map(|depth| depth - 1))?,
            },
            (Legality::Wins, ThreeReading::Literal) => {
                let five = five(at, &self.fast.lines(at, Some(stone)));
                ExtensionResult::MakesFive {
                    five: five.expect("a stone that wins makes a five"),
                }
            }
            (Legality::Wins | Legality::Allowed, _) => ExtensionResult::StraightFour,
        })
    }

    /// Why a fourth stone is forbidden, with at most this many levels of proof.
    fn because(
        &mut self,
        at: Point,
        stone: &Overlay<'_>,
        depth: Option<usize>,
    ) -> Option<ForbiddenReason> {
        let trial: PointSet = Overlay::stones(Some(stone)).collect();
        if depth == Some(0) {
            let kinds = self.fast.kinds(at, Some(stone))?;
            self.told.read(self.fast.take_read());
            return Some(ForbiddenReason {
                kinds,
                proof: None,
                see: None,
            });
        }
        let shows_enough = |told: &ProvedVerdict| match (told.depth, depth) {
            (None, _) => true,
            (Some(shown), asked) => asked.is_some_and(|asked| asked <= shown),
        };
        let is_worth_it = |told: &ProvedVerdict| told.has_nested && shows_enough(told);
        if let Some(told) = self.told.recall(at, trial, is_worth_it) {
            return Some(ForbiddenReason {
                kinds: told.kinds,
                proof: None,
                see: Some(told.at),
            });
        }
        self.fast.spend()?;
        self.count_nested(trial.len());
        let lines = self.fast.lines(at, Some(stone));
        let outer = self.told.begin(lines_in_reach(at, &lines.views));
        let proof = self.proof(at, Some(stone), &lines, depth)?;
        let kinds = proof.kinds();
        let told = ProvedVerdict {
            kinds: kinds.clone(),
            at: path(at, stone),
            has_nested: proof.has_nested(),
            depth,
        };
        self.told.end(outer, at, trial, told);
        Some(ForbiddenReason {
            kinds,
            proof: Some(proof),
            see: None,
        })
    }

    /// Counts a proof after these trial stones.
    fn count_nested(&mut self, stones: usize) {
        if self.nested.len() < stones {
            self.nested.resize(stones, 0);
        }
        self.nested[stones - 1] += 1;
    }
}

/// The five that a stone makes.
fn five(point: Point, lines: &Lines) -> Option<Run> {
    let (direction, _) = lines
        .entries
        .iter()
        .find(|(_, entry)| entry.shape() == Shape::Five)?;
    StoneLine::new(point, direction, lines.views[direction]).five()
}

/// The stones that led to a point, the point that was judged first, and the point itself.
fn path(at: Point, stone: &Overlay<'_>) -> Vec<Point> {
    let mut path: Vec<Point> = Overlay::stones(Some(stone)).collect();
    path.reverse();
    path.push(at);
    path
}
