use std::borrow::Cow;

use crate::eval::{EvaluatorInfo, KnownBug, RanksBy, Variant};

pub(super) const PUBLISHED: EvaluatorInfo = EvaluatorInfo {
    name: Cow::Borrowed("lianzhu"),
    title: Cow::Borrowed("one shape code for each of the four lines of a point"),
    source: Cow::Borrowed("EricJin2002, second-generation Gomoku program (2021)"),
    unit: Cow::Borrowed(
        "points of the code table: 50 is a live two, 8000 a live three, 100000 a live four, 5000000 a five",
    ),
    perspective: Cow::Borrowed(
        "what a stone of the side would make on the point, for that side alone; the program ranks by both sides' values together; the board has no value outside the search",
    ),
    ranks_by: RanksBy::Both,
    serves: Cow::Borrowed(
        "sides 5 to 20; as published, every rule with the same numbers and marks; the corrected edition heeds forbidden points and overlines of Black under renju only; the fixed first moves H8 and G8 on 15x15 only",
    ),
    mistakes: Cow::Borrowed(&MISTAKES),
    variants: Cow::Borrowed(&[
        Variant {
            name: "corrected",
            what: "nothing is worth 0, shapes are read five cells far, forbidden points are those of the rules",
        },
        Variant {
            name: "ban-blocks",
            what: "Black's forbidden points block Black's shapes: a table that the program builds and never uses",
        },
    ]),
};

const MISTAKES: [KnownBug; 8] = [
    KnownBug {
        id: "B1",
        what: "a line without a shape has the code of a sleeping two and is worth 10 like it",
        corrected: Some("worth 0"),
    },
    KnownBug {
        id: "B2",
        what: "a line counts once a stone was tried near the point, so values depend on the moves that the search has tried before",
        corrected: Some("values depend on the board alone, because nothing is worth 0"),
    },
    KnownBug {
        id: "B3",
        what: "a point is read four cells far: five own stones on one side of it make a five, not an overline",
        corrected: Some("read five cells far"),
    },
    KnownBug {
        id: "B4",
        what: "an overline is worth as much as a five to Black too",
        corrected: Some("worth 0 to Black under renju"),
    },
    KnownBug {
        id: "B5",
        what: "forbidden points: the cells that complete a three or a four are not tested",
        corrected: Some("the forbidden points of the rules, judged to the end"),
    },
    KnownBug {
        id: "B6",
        what: "a gap next to the end of what is read makes the line behind it count as closed",
        corrected: Some("read five cells far; no code comes out differently for it"),
    },
    KnownBug {
        id: "B7",
        what: "at the end of a line of play Black looks at one greatest value for each side",
        corrected: None,
    },
    KnownBug {
        id: "B8",
        what: "with forbidden moves switched off, forbidden points are marked all the same, and Black's search leaves them out",
        corrected: Some("no marks where the rule forbids nothing"),
    },
];
