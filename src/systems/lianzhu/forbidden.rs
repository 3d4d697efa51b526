use crate::forbidden::ForbiddenKind;
use crate::geometry::ByDirection;

use super::LineCode;

/// Why the program forbids a point to Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LianzhuBan {
    /// Six or more in a row.
    Overline,
    /// Two fours in one line.
    DoubleFourInLine,
    /// Fours in two lines.
    DoubleFour,
    /// Threes in two lines.
    DoubleThree,
}

impl LianzhuBan {
    /// What Black's codes on an empty point come to. The cells that would complete a three or a
    /// four are not looked at.
    pub fn of(codes: ByDirection<LineCode>) -> Option<LianzhuBan> {
        let count =
            |wanted: &[LineCode]| codes.0.iter().filter(|code| wanted.contains(code)).count();
        if count(&[LineCode::Five]) > 0 {
            None
        } else if count(&[LineCode::Overline]) > 0 {
            Some(LianzhuBan::Overline)
        } else if count(&[LineCode::DoubleFour]) > 0 {
            Some(LianzhuBan::DoubleFourInLine)
        } else if count(&[LineCode::LiveFour, LineCode::RushFour]) >= 2 {
            Some(LianzhuBan::DoubleFour)
        } else if count(&[LineCode::LiveThree, LineCode::JumpLiveThree]) >= 2 {
            Some(LianzhuBan::DoubleThree)
        } else {
            None
        }
    }

    /// The first of the kinds of the rules, in the program's order.
    pub(super) fn of_kinds(kinds: &[ForbiddenKind]) -> Option<LianzhuBan> {
        let order = [
            (ForbiddenKind::Overline, LianzhuBan::Overline),
            (ForbiddenKind::DoubleFour, LianzhuBan::DoubleFour),
            (ForbiddenKind::DoubleThree, LianzhuBan::DoubleThree),
        ];
        order
            .into_iter()
            .find_map(|(kind, ban)| kinds.contains(&kind).then_some(ban))
    }

    /// The name in JSON, such as `"double_four"`.
    pub const fn name(self) -> &'static str {
        match self {
            LianzhuBan::Overline => "overline",
            LianzhuBan::DoubleFourInLine => "double_four_in_line",
            LianzhuBan::DoubleFour => "double_four",
            LianzhuBan::DoubleThree => "double_three",
        }
    }
}
