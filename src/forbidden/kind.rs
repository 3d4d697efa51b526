use crate::named_enum::named_enum;

named_enum! {
    /// Why a point is forbidden to Black (RIF 9.2). The rules know no precedence among the three.
    #[derive(PartialOrd, Ord)]
    pub enum ForbiddenKind: "kind" {
        /// The stone makes two or more threes that meet in it.
        DoubleThree = "double_three",
        /// The stone makes two or more fours that meet in it, on one line or on several.
        DoubleFour = "double_four",
        /// The stone makes an unbroken row of six or more.
        Overline = "overline",
    }
}

impl ForbiddenKind {
    /// The mark in diagrams: `3`, `4` or `6`.
    pub const fn digit(self) -> char {
        match self {
            ForbiddenKind::DoubleThree => '3',
            ForbiddenKind::DoubleFour => '4',
            ForbiddenKind::Overline => '6',
        }
    }
}
