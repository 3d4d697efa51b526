use std::borrow::Cow;

use crate::eval::{EvaluatorInfo, KnownBug, RanksBy, Variant};

pub(super) const PUBLISHED: EvaluatorInfo = EvaluatorInfo {
    name: Cow::Borrowed("five-tuple"),
    title: Cow::Borrowed("windows of five cells, summed over the board"),
    source: Cow::Borrowed(
        "YiDingg, Gomoku design document (2024) and program v2.0; forbidden points of v3.1",
    ),
    unit: Cow::Borrowed("points of the window table: 3 is a lone stone's window, 1000000 a five"),
    perspective: Cow::Borrowed(
        "own windows minus the enemy's; the side to move plays no part; a point is worth the board after a stone there, plus a bonus of the place",
    ),
    ranks_by: RanksBy::Own,
    serves: Cow::Borrowed(
        "sides 5 to 20, every rule with the same numbers; the bonus of the place on 15x15 only; forced moves of the corrected edition heed forbidden points under renju",
    ),
    mistakes: Cow::Borrowed(&MISTAKES),
    variants: Cow::Borrowed(&[
        Variant {
            name: "corrected",
            what: "forced moves, win test and forbidden points repaired; the values are the same",
        },
        Variant {
            name: "document-table",
            what: "the bonus table as the document prints it: 12 for 8 at F and J of lines 6 and 10",
        },
    ]),
};

const MISTAKES: [KnownBug; 10] = [
    KnownBug {
        id: "A1",
        what: "forced moves: the first window decides, so an enemy three met earlier is blocked before an own five is made",
        corrected: Some("four passes over the board, one for each rule"),
    },
    KnownBug {
        id: "A2",
        what: "forced moves: the legality of the first end of a three is tested twice, that of the last never",
        corrected: Some("both ends are tested"),
    },
    KnownBug {
        id: "A3",
        what: "forced moves: after the last end was tried the first is cleared again; the working copy keeps a stone, and is dropped",
        corrected: Some("the right cell is cleared"),
    },
    KnownBug {
        id: "A4",
        what: "the harm that an enemy stone would do is announced and never computed",
        corrected: Some("computed; `harm` in the details"),
    },
    KnownBug {
        id: "A5",
        what: "a helper that looks for overlines calls every point illegal; it is never called",
        corrected: Some("the judge looks along all four directions"),
    },
    KnownBug {
        id: "A6",
        what: "win test: a five to the left and up that reaches column A is not seen",
        corrected: Some("seen"),
    },
    KnownBug {
        id: "A7",
        what: "forbidden points: a run of four between two white stones counts as a four",
        corrected: Some("the two cells beside it are looked at"),
    },
    KnownBug {
        id: "A8",
        what: "forbidden points: a five does not win over a double-four or a double-three",
        corrected: Some("a run of exactly five is always legal"),
    },
    KnownBug {
        id: "A9",
        what: "forbidden points: four black stones below and to the lower left forbid a point whatever else is around",
        corrected: Some("dropped"),
    },
    KnownBug {
        id: "A10",
        what: "forbidden points: a jump four whose fifth stone makes six counts as a four",
        corrected: Some("only exactly five counts"),
    },
];
