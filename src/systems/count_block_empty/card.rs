use std::borrow::Cow;

use crate::eval::{EvaluatorInfo, KnownBug, RanksBy, Variant};

pub(super) const PUBLISHED: EvaluatorInfo = EvaluatorInfo {
    name: Cow::Borrowed("count-block-empty"),
    title: Cow::Borrowed("count, block and gap of each line through a stone"),
    source: Cow::Borrowed("the \"brain\" for 12x12 boards (2023)"),
    unit: Cow::Borrowed("points of the shape table: 10 is a live one, 10000000 a five"),
    perspective: Cow::Borrowed(
        "own stones minus the enemy's, each stone with every shape it is part of; the side to move plays no part; a point is worth what a stone of that side there would see",
    ),
    ranks_by: RanksBy::Own,
    serves: Cow::Borrowed(
        "sides 5 to 20, every rule with the same numbers; the fixed first moves on 12x12 only",
    ),
    mistakes: Cow::Borrowed(&MISTAKES),
    variants: Cow::Borrowed(&[Variant {
        name: "corrected",
        what: "falling diagonals read like the other lines, room for a five demanded, search repaired",
    }]),
};

const MISTAKES: [KnownBug; 7] = [
    KnownBug {
        id: "C1",
        what: "on falling diagonals the lower half counts stones beside the gap when there is no gap, and does not when there is one",
        corrected: Some("the same rule in all four directions"),
    },
    KnownBug {
        id: "C2",
        what: "search: leaves are always seen by the side that searches, with one sign, so that only odd depths are right",
        corrected: Some("leaves are seen by the side to move"),
    },
    KnownBug {
        id: "C3",
        what: "search: goes on after a five",
        corrected: Some("stops there; the sooner a five comes, the more it counts"),
    },
    KnownBug {
        id: "C4",
        what: "a shape counts as live if the two cells beside it are empty, though there may be no room for a five or for just one",
        corrected: Some(
            "fewer than five cells between enemy and edge count for nothing, and with just five one end counts as blocked",
        ),
    },
    KnownBug {
        id: "C5",
        what: "only one gap is seen: three stones with two gaps are read as two with one",
        corrected: None,
    },
    KnownBug {
        id: "C6",
        what: "search: stored values do not say whether they are bounds; harmless, as only leaves are stored",
        corrected: Some("nothing is stored; neither edition needs it here"),
    },
    KnownBug {
        id: "C7",
        what: "search: moves are ordered by what they are worth to the side to move alone",
        corrected: Some("by what they are worth to both sides together"),
    },
];
