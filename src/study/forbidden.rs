use serde::Serialize;

use crate::board::{Board, Color};
use crate::forbidden::{ForbiddenKind, Proof, ThreeReading, Verdict, forbidden_points, judge_by};
use crate::forbidden::{forbidden_kinds, suspects};
use crate::geometry::Point;
use crate::named_enum::named_enum;
use crate::position::{GameEnd, Outcome, Position};
use crate::rule::Run;

use super::ReportHeader;

/// What to tell of forbidden points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ForbiddenOptions {
    /// What a three is.
    pub reading: ThreeReading,
    /// Whether look-alikes that are allowed are listed too.
    pub near_misses: bool,
    /// Levels of nested verdicts in the proofs; 0 for no proof, `None` for all.
    pub depth: Option<usize>,
    /// Whether to add their number.
    pub count: bool,
}

impl Default for ForbiddenOptions {
    /// The literal reading, forbidden points only, with all their reasons.
    fn default() -> ForbiddenOptions {
        let reading = ThreeReading::Literal;
        ForbiddenOptions {
            reading,
            near_misses: false,
            depth: None,
            count: false,
        }
    }
}

/// The points that Black may not play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ForbiddenReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// The forbidden points in reading order.
    pub forbidden: Vec<ForbiddenPoint>,
    /// Look-alikes that are allowed, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near_misses: Option<Vec<NearMiss>>,
    /// The number of forbidden points, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// The forbidden moves that were played, if one ended the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub played: Vec<ForbiddenMove>,
}

/// A move of Black's that was forbidden when it was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ForbiddenMove {
    /// Its number in the game, from 1; `None` for the last stone of a diagram.
    #[serde(rename = "move")]
    pub number: Option<usize>,
    /// The point and the proof, on the board before the move.
    #[serde(flatten)]
    pub found: ForbiddenPoint,
    /// That board, for pictures.
    #[serde(skip)]
    pub before: Board,
}

/// A point that Black may not play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ForbiddenPoint {
    /// The point in question.
    pub point: Point,
    /// Why: all kinds that hold.
    pub kinds: Vec<ForbiddenKind>,
    /// What proves it, as deep as asked for.
    pub proof: Option<Proof>,
}

/// A point that looks forbidden and is not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NearMiss {
    /// The point in question.
    pub point: Point,
    /// Why it is none.
    pub reasons: Vec<NearMissReason>,
    /// The five that comes first, if it makes one.
    pub five: Option<Run>,
    /// What was found, as deep as asked for.
    pub proof: Option<Proof>,
}

named_enum! {
    /// Why a point that looks forbidden is not.
    pub enum NearMissReason: "reason" {
        /// Of its two or more threes at least one is not real.
        FalseThree = "false_three",
        /// It makes a five, which comes before what else it makes.
        FiveFirst = "five_first",
        /// The other reading of a three would forbid it.
        OtherReading = "other_reading",
    }
}

/// The verdict on one point with its whole proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VerdictReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// The point that was judged.
    pub point: Point,
    /// For a point with a black stone: how the board without it was had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_played: Option<AsPlayed>,
    /// What becomes of a black stone there.
    pub verdict: VerdictName,
    /// Why it is forbidden: all kinds that hold.
    pub kinds: Vec<ForbiddenKind>,
    /// The five it makes.
    pub five: Option<Run>,
    /// What was found; `None` where the rule forbids nothing, or if no proof was asked for.
    pub proof: Option<Proof>,
    /// The board that the point was judged on, for pictures: without the stone on it and, in a
    /// game, without what was played later.
    #[serde(skip)]
    pub before: Box<Board>,
}

/// On which board a stone that stands was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct AsPlayed {
    /// The number of its move, from 1: the moves before it stood. `None` where the order is not
    /// known: all other stones stood.
    #[serde(rename = "move")]
    pub number: Option<usize>,
}

named_enum! {
    /// A verdict in a word.
    pub enum VerdictName: "verdict" {
        /// Black may play here.
        Allowed = "allowed",
        /// Black may not.
        Forbidden = "forbidden",
        /// Black may, and wins.
        Wins = "wins",
    }
}

/// Lists the points that Black may not play. Only renju forbids any, whichever side is to move.
///
/// ```
/// use renju::notation::{ParseOptions, parse_moves};
/// use renju::position::{Position, PositionOverrides};
/// use renju::study::{ForbiddenOptions, forbidden};
///
/// let setup = parse_moves("f8 a1 g8 a3 h6 a5 h7 a7", &ParseOptions::default())?;
/// let position = Position::from_setup(&setup, &PositionOverrides::default())?;
/// let report = forbidden("mine", &position, &ForbiddenOptions::default());
/// assert_eq!(report.forbidden[0].point, "H8".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forbidden(id: &str, position: &Position, options: &ForbiddenOptions) -> ForbiddenReport {
    let board = position.board();
    let restricts = position.rule().restricts(Color::Black);
    let forbidden = if restricts {
        explained(board, options)
    } else {
        Vec::new()
    };
    let near_misses = options.near_misses.then(|| {
        if restricts {
            near_misses(board, options)
        } else {
            Vec::new()
        }
    });
    ForbiddenReport {
        header: ReportHeader::new(id, "forbidden", position),
        count: options.count.then_some(forbidden.len()),
        forbidden,
        near_misses,
        played: forbidden_moves(position, options),
    }
}

fn explained(board: &Board, options: &ForbiddenOptions) -> Vec<ForbiddenPoint> {
    let points = forbidden_points(board, options.reading);
    points
        .iter()
        .map(|point| explain(board, point, options))
        .collect()
}

fn explain(board: &Board, point: Point, options: &ForbiddenOptions) -> ForbiddenPoint {
    match options.depth {
        Some(0) => ForbiddenPoint {
            point,
            kinds: forbidden_kinds(board, point, options.reading),
            proof: None,
        },
        depth => {
            let verdict = judge_by(board, point, options.reading);
            ForbiddenPoint {
                point,
                kinds: verdict.kinds().to_vec(),
                proof: cut(verdict.proof(), depth),
            }
        }
    }
}

/// The forbidden moves of a game that one of them ended, each on the board before it; of a diagram
/// the stone that is marked as the last.
fn forbidden_moves(position: &Position, options: &ForbiddenOptions) -> Vec<ForbiddenMove> {
    let is_forbidden_end = |outcome: &Outcome| outcome.by == GameEnd::Forbidden;
    if !position.outcome().is_some_and(is_forbidden_end) {
        return Vec::new();
    }
    let stones = position.board().stones(Color::Black).iter();
    let moves = stones.filter_map(|point| {
        let (before, number) = position.before_stone(point);
        if number.is_none() && position.last_move() != Some(point) {
            return None;
        }
        let found = explain(&before, point, options);
        (!found.kinds.is_empty()).then_some(ForbiddenMove {
            number,
            found,
            before,
        })
    });
    let mut moves: Vec<ForbiddenMove> = moves.collect();
    moves.sort_by_key(|played| played.number);
    moves
}

impl ForbiddenReport {
    /// The report with nested verdicts of at most this number of levels; `None` keeps all.
    #[must_use]
    pub fn pruned(mut self, depth: Option<usize>) -> ForbiddenReport {
        let played = self.played.iter_mut().map(|played| &mut played.found.proof);
        let found = self.forbidden.iter_mut().map(|found| &mut found.proof);
        let near = self.near_misses.iter_mut().flatten();
        let near = near.map(|near| &mut near.proof);
        for proof in played.chain(found).chain(near) {
            *proof = proof.as_ref().and_then(|proof| cut(proof, depth));
        }
        self
    }
}

impl VerdictReport {
    /// The report with nested verdicts of at most this number of levels; `None` keeps all.
    #[must_use]
    pub fn pruned(mut self, depth: Option<usize>) -> VerdictReport {
        self.proof = self.proof.as_ref().and_then(|proof| cut(proof, depth));
        self
    }
}

fn cut(proof: &Proof, depth: Option<usize>) -> Option<Proof> {
    match depth {
        None => Some(proof.clone()),
        Some(depth) => proof.clone().pruned(depth),
    }
}

fn near_misses(board: &Board, options: &ForbiddenOptions) -> Vec<NearMiss> {
    let other = match options.reading {
        ThreeReading::Literal => ThreeReading::FiveCounts,
        ThreeReading::FiveCounts => ThreeReading::Literal,
    };
    let by_other_reading = forbidden_points(board, other);
    suspects(board)
        .iter()
        .filter_map(|point| {
            let verdict = judge_by(board, point, options.reading);
            let reasons = reasons(&verdict, by_other_reading.contains(point));
            let five = match &verdict {
                Verdict::Wins(win) => Some(win.five.clone()),
                Verdict::Allowed(_) | Verdict::Forbidden(_) => None,
            };
            let proof = cut(verdict.proof(), options.depth);
            (!reasons.is_empty()).then_some(NearMiss {
                point,
                reasons,
                five,
                proof,
            })
        })
        .collect()
}

fn reasons(verdict: &Verdict, is_forbidden_otherwise: bool) -> Vec<NearMissReason> {
    let (false_three, five_first) = match verdict {
        Verdict::Forbidden(_) => return Vec::new(),
        Verdict::Allowed(proof) => (proof.has_false_double_three(), false),
        Verdict::Wins(win) => (false, !win.proof.kinds().is_empty()),
    };
    [
        (NearMissReason::FalseThree, false_three),
        (NearMissReason::FiveFirst, five_first),
        (NearMissReason::OtherReading, is_forbidden_otherwise),
    ]
    .into_iter()
    .filter_map(|(reason, holds)| holds.then_some(reason))
    .collect()
}

/// Judges one point. A black stone is judged as if it had just been played: on the board before
/// its move or, where the order is not known, with all other stones standing.
///
/// # Panics
///
/// Panics if `point` is off the board or has a white stone.
pub fn verdict(
    id: &str,
    position: &Position,
    point: Point,
    options: &ForbiddenOptions,
) -> VerdictReport {
    let (before, as_played) = if position.board().is_empty(point) {
        (position.board().clone(), None)
    } else {
        let (before, number) = position.before_stone(point);
        (before, Some(AsPlayed { number }))
    };
    let judged = judge_by(&before, point, options.reading);
    let restricts = position.rule().restricts(Color::Black);
    let (verdict, five) = match &judged {
        Verdict::Wins(win) => (VerdictName::Wins, Some(win.five.clone())),
        Verdict::Forbidden(_) if restricts => (VerdictName::Forbidden, None),
        Verdict::Forbidden(_) | Verdict::Allowed(_) => (VerdictName::Allowed, None),
    };
    VerdictReport {
        header: ReportHeader::new(id, "verdict", position),
        point,
        as_played,
        verdict,
        kinds: if restricts {
            judged.kinds().to_vec()
        } else {
            Vec::new()
        },
        five,
        proof: cut(judged.proof(), options.depth).filter(|_| restricts),
        before: Box::new(before),
    }
}
