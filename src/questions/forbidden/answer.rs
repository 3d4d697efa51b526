//! Black's forbidden points, with proofs, near misses, and a limit on nested judgements.

use serde::Serialize;

use crate::board::{Board, Color};
use crate::forbidden::{
    Forbidden, ForbiddenKind, Proof, ProofBuilder, ThreeReading, Verdict, suspects,
};
use crate::geometry::{Point, PointSet};
use crate::named_enum::named_enum;
use crate::position::{GameEnd, Outcome, Position, PositionId};
use crate::questions::ReportHeader;
use crate::rule::{Run, winning_row};

/// What to tell of forbidden points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ForbiddenOptions {
    /// What a three is.
    pub reading: ThreeReading,
    /// Whether look-alikes that are allowed are listed too.
    pub near_misses: bool,
    /// Levels of nested verdicts in the proofs; 0 for no proof, `None` for all.
    pub depth: Option<usize>,
    /// Whether to add their number. Nothing is proved then, unless `depth` asks for it.
    pub count: bool,
    /// Judgements of look-alike double-threes, nested ones included, that may be spent on a board.
    /// What is not decided then is said to be open.
    pub judgements: u64,
}

/// Seven times what was needed on the worst boards that a long search for such boards found, and
/// decided in some hundredths of a second.
const JUDGEMENTS: u64 = 10_000;

/// Nested proofs in one answer, and in the proof of a move that was played. The most that a board
/// of the answer key takes is 77.
const NESTED_PROOFS: usize = 128;

impl Default for ForbiddenOptions {
    /// The literal reading, forbidden points only, with all their reasons.
    fn default() -> ForbiddenOptions {
        let reading = ThreeReading::Literal;
        ForbiddenOptions {
            reading,
            near_misses: false,
            depth: None,
            count: false,
            judgements: JUDGEMENTS,
        }
    }
}

impl ForbiddenOptions {
    /// The levels of proofs that are built.
    fn proved_depth(&self) -> Option<usize> {
        self.depth.or(self.count.then_some(0))
    }

    fn builder<'a>(&self, board: &'a Board) -> ProofBuilder<'a> {
        ProofBuilder::new(board, self.reading, self.judgements)
    }
}

/// The points that Black may not play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Whether a limit ended it: points are open, or proofs have fewer levels than were asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// Points that could not be decided within that limit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<Point>,
}

/// A move of Black's that was forbidden when it was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForbiddenMove {
    /// Its number in the game, from 1; `None` for the last stone of a diagram.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub number: Option<usize>,
    /// The point and the proof, on the board before the move.
    #[serde(flatten)]
    pub found: ForbiddenPoint,
    /// Whether the proof has fewer levels than were asked for.
    #[serde(skip)]
    pub is_cut: bool,
    /// That board, for pictures.
    #[serde(skip)]
    pub before: Board,
}

/// A point that Black may not play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The row that wins, if the stone makes one under the rule: more than five stones where longer
    /// rows win.
    pub five: Option<Run>,
    /// What was found; `None` where the rule forbids nothing, or if no proof was asked for.
    pub proof: Option<Proof>,
    /// Whether a limit ended it: the verdict is unknown, or the proof has fewer levels than were
    /// asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// The board that the point was judged on, for pictures: without the stone on it and, in a
    /// game, without what was played later.
    #[serde(skip)]
    pub before: Box<Board>,
}

/// On which board a stone that stands was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AsPlayed {
    /// The number of its move, from 1: the moves before it stood. `None` where the order is not
    /// known: all other stones stood.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub number: Option<usize>,
}

named_enum! {
    /// A verdict in a word.
    pub enum VerdictName: "verdict" {
        /// Black may play here.
        Allowed = "allowed",
        /// Black may not.
        Forbidden = "forbidden",
        /// Black may, and wins by a row that wins under the rule.
        Wins = "wins",
        /// It could not be decided within the limit of judgements.
        Unknown = "unknown",
    }
}

/// Lists the points that Black may not play. Only renju forbids any, whichever side is to move.
///
/// ```
/// use renju::notation::{ParseOptions, parse_moves};
/// use renju::position::{Position, PositionOverrides};
/// use renju::questions::{ForbiddenOptions, forbidden};
///
/// let setup = parse_moves("f8 a1 g8 a3 h6 a5 h7 a7", &ParseOptions::default())?;
/// let position = Position::from_setup(&setup, &PositionOverrides::default())?;
/// let report = forbidden("mine", &position, &ForbiddenOptions::default());
/// assert_eq!(report.forbidden[0].point, "H8".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forbidden(
    id: impl Into<PositionId>,
    position: &Position,
    options: &ForbiddenOptions,
) -> ForbiddenReport {
    let restricts = position.rule().restricts(Color::Black);
    let mut findings = if restricts {
        Findings::of(position.board(), options)
    } else {
        Findings::default()
    };
    let played = forbidden_moves(position, options);
    findings.is_cut |= played.iter().any(|played| played.is_cut);
    ForbiddenReport {
        header: ReportHeader::new(id, "forbidden", position),
        count: options.count.then_some(findings.forbidden.len()),
        forbidden: findings.forbidden,
        near_misses: options.near_misses.then_some(findings.near_misses),
        played,
        truncated: findings.is_cut || !findings.undecided.is_empty(),
        undecided: findings.undecided,
    }
}

/// What is found on one board.
#[derive(Default)]
struct Findings {
    forbidden: Vec<ForbiddenPoint>,
    near_misses: Vec<NearMiss>,
    undecided: Vec<Point>,
    /// Whether proofs have fewer levels than were asked for.
    is_cut: bool,
}

impl Findings {
    /// What is found, with proofs of as many levels as were asked for and there is room for.
    fn of(board: &Board, options: &ForbiddenOptions) -> Findings {
        let (findings, too_deep) = Findings::proved_to(options.proved_depth(), board, options);
        match too_deep {
            None => findings,
            depth => Findings {
                is_cut: true,
                ..Findings::proved_to(depth, board, options).0
            },
        }
    }

    /// What is found with proofs of these levels; if those are too long, the levels there is room
    /// for.
    fn proved_to(
        depth: Option<usize>,
        board: &Board,
        options: &ForbiddenOptions,
    ) -> (Findings, Option<usize>) {
        let mut findings = Findings::default();
        let mut builder = options.builder(board);
        for point in suspects(board).iter() {
            match builder.kinds(point) {
                None => findings.undecided.push(point),
                Some(kinds) if kinds.is_empty() => {}
                Some(kinds) => {
                    let proof = proved(&mut builder, point, depth);
                    findings.is_cut |= proof.is_cut;
                    findings.forbidden.push(ForbiddenPoint {
                        point,
                        kinds,
                        proof: proof.proof,
                    });
                }
            }
        }
        if options.near_misses {
            findings.add_near_misses(depth, board, &mut builder, options);
        }
        (findings, depth_with_room(&builder))
    }

    fn add_near_misses(
        &mut self,
        depth: Option<usize>,
        board: &Board,
        builder: &mut ProofBuilder<'_>,
        options: &ForbiddenOptions,
    ) {
        let other = options.reading.other();
        let mut by_other_reading = ProofBuilder::new(board, other, options.judgements);
        let is_proved = depth != Some(0);
        let forbidden = self.forbidden.iter().map(|found| found.point);
        let known: PointSet = forbidden.chain(self.undecided.iter().copied()).collect();
        for point in (suspects(board) - known).iter() {
            // The threes of the point itself tell whether it is one.
            let verdict = builder.verdict(point, depth.map(|depth| depth.max(1)));
            let is_forbidden_otherwise = by_other_reading.is_forbidden(point);
            match verdict.zip(is_forbidden_otherwise) {
                None => self.undecided.push(point),
                Some((verdict, otherwise)) => {
                    self.near_misses
                        .extend(near_miss(point, verdict, otherwise, is_proved));
                }
            }
        }
        self.undecided.sort_unstable();
    }
}

/// The levels of proof that there is room for, if those that were built are too many.
fn depth_with_room(builder: &ProofBuilder<'_>) -> Option<usize> {
    let nested = builder.nested_proofs();
    if nested.iter().sum::<usize>() <= NESTED_PROOFS {
        return None;
    }
    let up_to = |levels: &usize| nested[..*levels].iter().sum::<usize>() <= NESTED_PROOFS;
    (0..nested.len())
        .take_while(up_to)
        .last()
        .map(|levels| levels + 1)
}

/// A proof as far as it was asked for and could be built.
struct ProofInRoom {
    proof: Option<Proof>,
    is_cut: bool,
}

/// The proof of a forbidden point down to some levels.
fn proved(builder: &mut ProofBuilder<'_>, point: Point, depth: Option<usize>) -> ProofInRoom {
    let is_asked_for = depth != Some(0);
    let verdict = is_asked_for.then(|| builder.verdict(point, depth));
    let proof = verdict.flatten().map(Verdict::into_proof);
    ProofInRoom {
        is_cut: is_asked_for && proof.is_none(),
        proof,
    }
}

/// The verdict on one point of a board, with as many levels of proof as there is room for, and
/// whether those are fewer than were asked for.
fn judged(board: &Board, point: Point, options: &ForbiddenOptions) -> (Option<Verdict>, bool) {
    // The threes of the point itself tell its kinds.
    let depth = options.proved_depth().map(|depth| depth.max(1));
    let mut builder = options.builder(board);
    let verdict = builder.verdict(point, depth);
    match depth_with_room(&builder) {
        None => (verdict, false),
        depth => (options.builder(board).verdict(point, depth), true),
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
        let (verdict, is_cut) = judged(&before, point, options);
        let Some(Verdict::Forbidden(Forbidden { kinds, proof })) = verdict else {
            return None;
        };
        let found = ForbiddenPoint {
            point,
            kinds,
            proof: Some(proof).filter(|_| options.proved_depth() != Some(0)),
        };
        Some(ForbiddenMove {
            number,
            found,
            is_cut,
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

/// A point that is not forbidden, if it looks so.
fn near_miss(
    point: Point,
    verdict: Verdict,
    is_forbidden_otherwise: bool,
    is_proved: bool,
) -> Option<NearMiss> {
    let reasons = reasons(&verdict, is_forbidden_otherwise);
    let five = match &verdict {
        Verdict::Wins(win) => Some(win.five.clone()),
        Verdict::Allowed(_) | Verdict::Forbidden(_) => None,
    };
    (!reasons.is_empty()).then(|| NearMiss {
        point,
        reasons,
        five,
        proof: is_proved.then(|| verdict.into_proof()),
    })
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
    id: impl Into<PositionId>,
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
    let rule = position.rule();
    let five = winning_row(&before, rule, point, Color::Black);
    let restricts = rule.restricts(Color::Black);
    // Where nothing is forbidden there is nothing to judge.
    let (judged, is_cut) = if restricts {
        judged(&before, point, options)
    } else {
        (None, false)
    };
    let verdict = match &judged {
        _ if five.is_some() => VerdictName::Wins,
        Some(Verdict::Forbidden(_)) => VerdictName::Forbidden,
        None if restricts => VerdictName::Unknown,
        _ => VerdictName::Allowed,
    };
    let kinds = judged.as_ref().map(Verdict::kinds);
    VerdictReport {
        header: ReportHeader::new(id, "verdict", position),
        point,
        as_played,
        verdict,
        kinds: kinds.unwrap_or_default().to_vec(),
        five,
        truncated: is_cut || restricts && judged.is_none(),
        proof: judged
            .filter(|_| options.proved_depth() != Some(0))
            .map(Verdict::into_proof),
        before: Box::new(before),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::rule::Rule;

    fn position(black: &[&str]) -> Position {
        let black: Vec<Point> = black.iter().map(|name| name.parse().unwrap()).collect();
        let board = Board::with_stones(Size::RENJU, &black, &[]);
        Position::of_board(board, Rule::Renju, Color::Black)
    }

    #[test]
    fn what_the_limit_leaves_open_is_said_to_be_open() {
        let options = ForbiddenOptions {
            judgements: 0,
            near_misses: true,
            ..ForbiddenOptions::default()
        };
        let nested = position(&["F6", "H6", "G7", "I7", "G8", "F10", "H10", "I11"]);
        let report = forbidden("mine", &nested, &options);
        let f8: Point = "F8".parse().unwrap();
        assert!(report.undecided.contains(&f8) && report.truncated);
        let report = verdict("mine", &nested, f8, &options);
        assert_eq!(report.verdict, VerdictName::Unknown);
        assert!(report.truncated && report.proof.is_none());
    }

    #[derive(serde::Deserialize)]
    struct Hostile {
        id: String,
        size: u8,
        black: Vec<Point>,
        white: Vec<Point>,
    }

    #[test]
    fn answers_about_hostile_boards_are_whole_and_of_moderate_length() {
        let options = ForbiddenOptions {
            near_misses: true,
            ..ForbiddenOptions::default()
        };
        for line in include_str!("../../../tests/data/hostile.jsonl").lines() {
            let row: Hostile = serde_json::from_str(line).unwrap();
            let size = Size::new(row.size).unwrap();
            let board = Board::with_stones(size, &row.black, &row.white);
            let position = Position::of_board(board, Rule::Renju, Color::Black);
            let report = forbidden(&row.id, &position, &options);
            assert!(report.undecided.is_empty(), "{}", row.id);
            let length = serde_json::to_string(&report).unwrap().len();
            assert!(length < 250_000, "{}: {length} bytes", row.id);
        }
    }

    #[test]
    fn a_count_builds_no_proof_unless_it_is_asked_for() {
        let mut options = ForbiddenOptions {
            count: true,
            ..ForbiddenOptions::default()
        };
        let double_three = position(&["F8", "G8", "H6", "H7"]);
        let report = forbidden("mine", &double_three, &options);
        assert!(report.count == Some(1) && report.forbidden[0].proof.is_none());
        assert!(!report.truncated);
        options.depth = Some(1);
        let report = forbidden("mine", &double_three, &options);
        assert!(report.forbidden[0].proof.is_some());
    }
}
