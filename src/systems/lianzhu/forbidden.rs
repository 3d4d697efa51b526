use crate::forbidden::ForbiddenKind;
use crate::geometry::ByDirection;

use super::Code;

/// Why the program forbids a point to Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ban {
    /// Six or more in a row.
    Overline,
    /// Two fours in one line.
    DoubleFourInLine,
    /// Fours in two lines.
    DoubleFour,
    /// Threes in two lines.
    DoubleThree,
}

impl Ban {
    /// What Black's codes on an empty point come to. The cells that would complete a three or a
    /// four are not looked at.
    pub fn of(codes: ByDirection<Code>) -> Option<Ban> {
        let count = |wanted: &[Code]| codes.0.iter().filter(|code| wanted.contains(code)).count();
        if count(&[Code::Five]) > 0 {
            None
        } else if count(&[Code::Overline]) > 0 {
            Some(Ban::Overline)
        } else if count(&[Code::DoubleFour]) > 0 {
            Some(Ban::DoubleFourInLine)
        } else if count(&[Code::LiveFour, Code::RushFour]) >= 2 {
            Some(Ban::DoubleFour)
        } else if count(&[Code::LiveThree, Code::JumpLiveThree]) >= 2 {
            Some(Ban::DoubleThree)
        } else {
            None
        }
    }

    /// The first of the kinds of the rules, in the program's order.
    pub(super) fn of_kinds(kinds: &[ForbiddenKind]) -> Option<Ban> {
        let order = [
            (ForbiddenKind::Overline, Ban::Overline),
            (ForbiddenKind::DoubleFour, Ban::DoubleFour),
            (ForbiddenKind::DoubleThree, Ban::DoubleThree),
        ];
        order
            .into_iter()
            .find_map(|(kind, ban)| kinds.contains(&kind).then_some(ban))
    }

    /// The name in JSON, such as `"double_four"`.
    pub const fn name(self) -> &'static str {
        match self {
            Ban::Overline => "overline",
            Ban::DoubleFourInLine => "double_four_in_line",
            Ban::DoubleFour => "double_four",
            Ban::DoubleThree => "double_three",
        }
    }
}
