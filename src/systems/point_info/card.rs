use std::borrow::Cow;

use crate::eval::{EvaluatorInfo, KnownBug, RanksBy, Variant};

pub(super) const PUBLISHED: EvaluatorInfo = EvaluatorInfo {
    name: Cow::Borrowed("point-info"),
    title: Cow::Borrowed("five arrays a direction, eight counters a point"),
    source: Cow::Borrowed("MingZwhy, five arrays (2021), with a tutorial of 2022"),
    unit: Cow::Borrowed(
        "points: 120 is a live two, 720 a live three, 50000 a five; on the board other weights",
    ),
    perspective: Cow::Borrowed(
        "a point: what a stone of that side makes there. The board: own shapes minus the enemy's, as if the side had just moved and the enemy played next, so the two sides' values do not cancel",
    ),
    ranks_by: RanksBy::Both,
    serves: Cow::Borrowed(
        "sides 5 to 20, every rule with the same numbers: Black is always restricted, White never; the first move at H8 on 15x15 only; the list of replies to moves 2 to 9 is left out",
    ),
    mistakes: Cow::Borrowed(&MISTAKES),
    variants: Cow::Borrowed(&[
        Variant {
            name: "corrected",
            what: "edges, fives, nine in a row, double fours on a line, kinds, board weights and search repaired",
        },
        Variant {
            name: "tutorial",
            what: "the room behind a jump ends at the wrong group of stones, as in the tutorial's file",
        },
    ]),
};

const MISTAKES: [KnownBug; 9] = [
    KnownBug {
        id: "E1",
        what: "walks to the upper and lower left run past column A into the end of another row",
        corrected: Some("every walk ends at the edge"),
    },
    KnownBug {
        id: "E2",
        what: "the count ends at the first five or overline in the order of the lines: an overline met before a five forbids a winning move, and fours or threes met before a five forbid it too",
        corrected: Some(
            "a five in any line comes first, then an overline; nothing else counts on such a point",
        ),
    },
    KnownBug {
        id: "E3",
        what: "nine in a row with the point in the middle is a five",
        corrected: Some("an overline; a five for White as any longer row"),
    },
    KnownBug {
        id: "E4",
        what: "X.XXX.X and XX.XX.XX are one live four, so that they are no double four",
        corrected: Some("two rush fours"),
    },
    KnownBug {
        id: "E5",
        what: "on the board the enemy's live four weighs no more than a rush four, and a five nothing",
        corrected: Some(
            "10000000 for the live four, as declared, and 100000000 for a five of either side",
        ),
    },
    KnownBug {
        id: "E6",
        what: "three fours with two live threes, or four fours with a live three, are of no kind and so allowed",
        corrected: Some("two fours or two live threes forbid; those cases are called 4-4-4-3"),
    },
    KnownBug {
        id: "E7",
        what: "search: the best reply at a leaf is never worth less than -100000",
        corrected: Some("the greatest value counts, however low; the search window has no bounds"),
    },
    KnownBug {
        id: "E8",
        what: "X..XX is a live two for its pair and nothing for its single stone; X...X and X..X are nothing",
        corrected: None,
    },
    KnownBug {
        id: "E9",
        what: "a jump four or a jump three adds a rush two of the same line besides",
        corrected: Some("a two is counted only on a line without a four or a three"),
    },
];
