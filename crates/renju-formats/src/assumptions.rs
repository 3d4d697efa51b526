//! What a reader assumed where a text does not say it, each assumption with a name and a sentence.

use std::fmt;

use serde::{Serialize, Serializer};

use renju_core::named_enum::named_enum;

named_enum! {
    /// What was assumed while a text was read.
    #[non_exhaustive]
    pub enum Assumption: "assumption" {
        /// A caption says whose turn it is.
        CaptionNamesSide = "caption-names-the-side",
        /// A legend says which sign is whose stone.
        LegendNamesStones = "legend-names-the-stones",
        /// A caption says which move was the last.
        CaptionNamesLast = "caption-names-the-last-move",
        /// Of 1, -1 and 0, -1 is white.
        MinusOneIsWhite = "minus-one-is-white",
        /// Letters among round stones, and signs on a few empty points, are marks.
        SignsAreMarks = "signs-are-marks",
        /// The sign that fills most of a board is an empty point.
        MostFrequentIsEmpty = "most-frequent-is-empty",
        /// A stone in the other form of its letter is the last move.
        CapitalIsLast = "capital-is-the-last-move",
        /// The moves below a board are those that made it.
        MovesMakeBoard = "moves-make-the-board",
        /// Numbers that go on from line to line are one game.
        NumbersGoOn = "numbers-go-on",
        /// Words between moves are no moves.
        WordsLeftOut = "words-left-out",
        /// Of several fifth moves, the one that is named again is played.
        FifthMoveChosen = "fifth-move-chosen",
        /// The columns leave out the letter I, as those of this kind of record do.
        LettersSkipI = "letters-skip-i",
        /// Two letters without a digit are a point of Smart Game Format.
        LettersArePoints = "letters-are-points",
    }
}

impl Assumption {
    /// What was assumed, as a sentence without a full stop.
    pub const fn sentence(self) -> &'static str {
        match self {
            Assumption::CaptionNamesSide => "a caption says whose turn it is",
            Assumption::LegendNamesStones => "a legend says which sign is whose stone",
            Assumption::CaptionNamesLast => "a caption says which move was the last",
            Assumption::MinusOneIsWhite => "1 is black, -1 is white, and 0 is empty",
            Assumption::SignsAreMarks => "letters and signs among the stones mark empty points",
            Assumption::MostFrequentIsEmpty => {
                "the sign that fills most of the board is an empty point"
            }
            Assumption::CapitalIsLast => {
                "the stone in the other form of its letter is the last move"
            }
            Assumption::MovesMakeBoard => "the moves below the board are those that made it",
            Assumption::NumbersGoOn => "numbers that go on from line to line are one game",
            Assumption::WordsLeftOut => "numbers, words and results between the moves are left out",
            Assumption::FifthMoveChosen => "the fifth move that is named again is played",
            Assumption::LettersSkipI => {
                "the columns leave out the letter I (--letters all keeps it)"
            }
            Assumption::LettersArePoints => {
                "two letters are a point, column and row from the top, as in SGF"
            }
        }
    }
}

/// A set of assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Assumptions(u32);

impl Assumptions {
    /// Notes that an assumption was made.
    pub(super) const fn insert(&mut self, assumption: Assumption) {
        self.0 |= 1 << assumption as u32;
    }

    /// Adds those of another set.
    pub(super) const fn extend(&mut self, others: Assumptions) {
        self.0 |= others.0;
    }

    /// Whether it was made.
    pub const fn has(self, assumption: Assumption) -> bool {
        self.0 >> assumption as u32 & 1 == 1
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Those that were made, in the order of their declaration.
    pub fn iter(self) -> impl Iterator<Item = Assumption> {
        let is_made = move |assumption: &Assumption| self.has(*assumption);
        Assumption::ALL.into_iter().filter(is_made)
    }
}

impl fmt::Debug for Assumptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Assumptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
