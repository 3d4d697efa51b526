use std::fmt;

use serde::Serialize;

/// What stones of one side on one line are worth, weakest first.
///
/// A shape is named by what one more stone makes of it; points of other lines, and whether
/// Black may play there, do not matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Shape {
    /// Nothing: no five can come of it, or it takes more than three stones.
    #[default]
    Dead,
    /// One more stone makes only a closed three.
    ClosedTwo,
    /// One more stone makes an open three.
    OpenTwo,
    /// One more stone makes only a four.
    ClosedThree,
    /// One more stone makes a straight four.
    OpenThree,
    /// One empty point makes a five.
    Four,
    /// Two fours on one line that share a stone and are no straight four, as in `X.XXX.X`. Never
    /// stands by itself: it is what one stone makes, and counts as two fours once it stands.
    TwoFours,
    /// An unbroken four, both neighbours empty, each making a five.
    StraightFour,
    /// A row of six or more that does not win.
    Overline,
    /// A row that wins: exactly five, or longer where the rule lets longer rows win.
    Five,
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

    /// The name in JSON, such as `"open_three"`.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Dead => "dead",
            Shape::ClosedTwo => "closed_two",
            Shape::OpenTwo => "open_two",
            Shape::ClosedThree => "closed_three",
            Shape::OpenThree => "open_three",
            Shape::Four => "four",
            Shape::TwoFours => "two_fours",
            Shape::StraightFour => "straight_four",
            Shape::Overline => "overline",
            Shape::Five => "five",
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
