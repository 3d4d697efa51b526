//! The kinds of shapes from dead to five, ordered by strength, with their definitions.

use crate::named_enum::named_enum;

named_enum! {
    /// What stones of one side on one line are worth, weakest first.
    ///
    /// A shape is named by what one more stone makes of it; points of other lines, and whether
    /// Black may play there, do not matter.
    #[derive(PartialOrd, Ord, Default)]
    #[repr(u8)]
    pub enum Shape: "shape" {
        /// Nothing: no five can come of it, or it takes more than three stones.
        #[default]
        Dead = "dead",
        /// One more stone makes only a closed three.
        ClosedTwo = "closed_two",
        /// One more stone makes an open three.
        OpenTwo = "open_two",
        /// One more stone makes only a four.
        ClosedThree = "closed_three",
        /// One more stone makes a straight four.
        OpenThree = "open_three",
        /// One empty point makes a five.
        Four = "four",
        /// Two fours on one line that share a stone and are no straight four, as in `X.XXX.X`. Never
        /// stands by itself: it is what one stone makes, and counts as two fours once it stands.
        TwoFours = "two_fours",
        /// An unbroken four, both neighbours empty, each making a five.
        StraightFour = "straight_four",
        /// A row of six or more that does not win.
        Overline = "overline",
        /// A row that wins: exactly five, or longer where the rule lets longer rows win.
        Five = "five",
    }
}

impl Shape {
    /// The eight that can stand on a board, strongest first: the order of counts.
    pub const STANDING: [Shape; 8] = [
        Shape::Five,
        Shape::Overline,
        Shape::StraightFour,
        Shape::Four,
        Shape::OpenThree,
        Shape::ClosedThree,
        Shape::OpenTwo,
        Shape::ClosedTwo,
    ];

    /// The number of fours that a stone with this shape makes on its line: 0, 1 or 2.
    pub const fn fours(self) -> usize {
        match self {
            Shape::Four | Shape::StraightFour => 1,
            Shape::TwoFours => 2,
            _ => 0,
        }
    }
}
