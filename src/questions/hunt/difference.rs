//! How two answers to the same question differ, and who finds that out.

use serde::Serialize;

use crate::eval::{Failure, Worth};
use crate::geometry::Point;
use crate::named_enum::named_enum;
use crate::pattern::Shape;
use crate::position::Position;
use crate::questions::{MoveOrPass, VerdictReport};

named_enum! {
    /// What is wrong with the first answer, or how it differs from the second.
    #[derive(PartialOrd, Ord)]
    pub enum DifferenceKind: "difference" {
        /// Black may not play there by an overline, and the judge lets him.
        MissesOverline = "misses_overline",
        /// Black may not play there by a double-four, and the judge lets him.
        MissesDoubleFour = "misses_double_four",
        /// Black may not play there by a double-three, and the judge lets him.
        MissesDoubleThree = "misses_double_three",
        /// Black wins there by a five, which comes before all else, and the judge forbids it.
        ForbidsFive = "forbids_five",
        /// The judge forbids a point by threes of which one is none.
        ForbidsFalseThree = "forbids_false_three",
        /// The judge forbids a point that does not even look forbidden.
        ForbidsLegal = "forbids_legal",
        /// The best points of two evaluators.
        OtherBest = "other_best",
        /// A move that cannot be played.
        IllegalMove = "illegal_move",
        /// Black's move is forbidden.
        ForbiddenMove = "forbidden_move",
        /// A win by fours was there, and the move begins none.
        MissesWin = "misses_win",
        /// After the move the opponent wins by fours; after another move no win, by threats either, is found.
        AllowsWin = "allows_win",
        /// The value of a search is not that of the min-max of its tree.
        WrongValue = "wrong_value",
    }
}

named_enum! {
    /// What the verdict on a point turns on, where there is more to it than its kind.
    #[derive(PartialOrd, Ord)]
    pub enum VerdictDetail: "detail" {
        /// The other reading of a three has the verdict of the judge.
        OtherReading = "other_reading",
        /// Two fours are on one line.
        OneLine = "one_line",
        /// Four in a row would have a white stone at an end.
        White = "white",
        /// Four in a row would end at the edge.
        Edge = "edge",
        /// A fifth stone would make six.
        Six = "six",
        /// The stone that would make a straight four makes a five.
        MakesFive = "makes_five",
        /// The stone that would make a straight four is itself forbidden.
        Nested = "nested",
    }
}

/// What one of the two answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HuntAnswer {
    /// What the judge, evaluator or player is called; `renju` for what is proved.
    pub name: String,
    /// The points that it forbids, holds best, or plays; for a proof the moves that are right.
    pub points: Vec<Point>,
    /// What its best point, or the position, is worth to it.
    pub value: Option<Worth>,
    /// What the best point of the other one is worth to it.
    pub others: Option<Worth>,
}

/// One difference on a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// What is wrong with the first answer, or how it differs from the second.
    pub kind: DifferenceKind,
    /// What a verdict turns on, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<VerdictDetail>,
    /// The strongest shapes, of either side, on the best points of both evaluators.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
    /// Moves of both sides to the win that is missed or allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// The point in question; null where it is the whole board.
    pub point: Option<Point>,
    /// What the one that is tested answers, then what it is held against.
    pub answers: [HuntAnswer; 2],
    /// The verdict by the rules, with its proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Box<VerdictReport>>,
    /// The win that is missed or allowed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<MoveOrPass>,
    /// What a program must find there, in the words of `check`; nothing where that is not known.
    #[serde(skip)]
    pub expect: Vec<String>,
}

impl Difference {
    pub(super) fn new(kind: DifferenceKind, answers: [HuntAnswer; 2]) -> Difference {
        Difference {
            kind,
            details: Vec::new(),
            shapes: Vec::new(),
            plies: None,
            point: None,
            answers,
            verdict: None,
            line: Vec::new(),
            expect: Vec::new(),
        }
    }

    /// Whether this is what `larger` becomes with stones taken away: the same kind, and nothing new
    /// that it turns on.
    pub(super) fn is_left_of(&self, larger: &Difference) -> bool {
        let is_known = |detail| larger.details.contains(detail);
        self.kind == larger.kind
            && self.shapes == larger.shapes
            && self.plies == larger.plies
            && self.details.iter().all(is_known)
    }
}

/// Two that answer the same question. Several threads ask at once.
pub trait HuntPair: Sync {
    /// Where their answers to a position differ; nothing where they do not.
    ///
    /// # Errors
    ///
    /// If one of them does not answer.
    fn differences(&self, position: &Position) -> Result<Vec<Difference>, Failure>;

    /// Adds what takes longer to find out, once a position is as small as it gets.
    fn complete(&self, _: &Position, _: &mut Difference) {}
}
