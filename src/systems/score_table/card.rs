use std::borrow::Cow;

use crate::eval::{EvaluatorInfo, KnownBug, RanksBy, Variant};

const SOURCE: &str =
    "lyh543, simple AI (2019), with the score table of Dong Hong'an's thesis (2005)";
const UNIT: &str = "points of the score table: 20 is a lone stone with room, 50000 a five";

pub(super) const PUBLISHED: EvaluatorInfo = EvaluatorInfo {
    name: Cow::Borrowed("score-table"),
    title: Cow::Borrowed("run lengths of each line, looked up in a score table"),
    source: Cow::Borrowed(SOURCE),
    unit: Cow::Borrowed(UNIT),
    perspective: Cow::Borrowed(
        "a point is worth what a stone of that side there would reach; the enemy only gets in the way; there is no value of a board",
    ),
    ranks_by: RanksBy::Own,
    serves: Cow::Borrowed("sides 5 to 20, every rule with the same numbers"),
    mistakes: Cow::Borrowed(&MISTAKES),
    variants: Cow::Borrowed(&[Variant {
        name: "corrected",
        what: "lone stones beside longer runs and narrow edges seen, search repaired",
    }]),
};

pub(super) const WINDOWS: EvaluatorInfo = EvaluatorInfo {
    name: Cow::Borrowed("score-table-windows"),
    title: Cow::Borrowed("the patterns of the score table, slid over each line"),
    source: Cow::Borrowed("the score table of Dong Hong'an's thesis (2005), read as windows"),
    unit: Cow::Borrowed(UNIT),
    perspective: Cow::Borrowed(
        "own patterns minus the enemy's, each wherever it is found, one inside another too; a point is worth the greatest pattern of each line that a stone of that side there would be part of",
    ),
    ranks_by: RanksBy::Own,
    serves: Cow::Borrowed("sides 5 to 20, every rule with the same numbers"),
    mistakes: Cow::Borrowed(&[]),
    variants: Cow::Borrowed(&[]),
};

const MISTAKES: [KnownBug; 8] = [
    KnownBug {
        id: "D1",
        what: "a line where the run across a gap is longer than the run of the stone itself counts for nothing: the lone stone of X.XXX and of X.XX",
        corrected: Some("the line is measured from the longer run"),
    },
    KnownBug {
        id: "D2",
        what: "one empty cell before the edge or the enemy is not seen: a four with only that cell left counts for nothing",
        corrected: Some("a section that is entered has length 0"),
    },
    KnownBug {
        id: "D3",
        what: "the table has no row for closed threes and twos; they count for nothing, or for what is left of them",
        corrected: None,
    },
    KnownBug {
        id: "D4",
        what: "search: the last stone of a branch is scored without the stones on the way to it",
        corrected: Some("they are put down"),
    },
    KnownBug {
        id: "D5",
        what: "search: each side looks only at its own gain, so that blocking is worth nothing except where a branch is lost",
        corrected: Some("the other side's best reply is subtracted"),
    },
    KnownBug {
        id: "D6",
        what: "search: of the 80 points around a stone only the 32 on its eight lines are tried",
        corrected: Some("all of them are weighed, and the ten best are followed"),
    },
    KnownBug {
        id: "D7",
        what: "a last stone that fills the board and makes five is a draw",
        corrected: Some("a five is looked for first"),
    },
    KnownBug {
        id: "D8",
        what: "search: where every branch is lost, the empty point next in reading order is played",
        corrected: Some(
            "the whole board is searched, and then the point that weighs most is played",
        ),
    },
];
