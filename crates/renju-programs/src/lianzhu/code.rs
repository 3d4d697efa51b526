//! Shape codes of the lianzhu program: how it classifies one line through a stone, and the bans
//! that follow from four codes.

use renju_core::board::View;
use renju_core::forbidden::ForbiddenKind;
use renju_core::geometry::{ByDirection, Direction};
use renju_core::named_enum::named_enum;

/// The lines through a point in the program's order.
pub(super) const DIRECTIONS: [Direction; 4] = [
    Direction::Rising,
    Direction::Vertical,
    Direction::Falling,
    Direction::Horizontal,
];

/// Where a [`View`] has its point.
const CENTRE: i8 = 5;

named_enum! {
    /// What a stone on a point makes of one line, in the program's words.
    pub(super) enum LineCode: "code" {
        /// Six or more in a row.
        Overline = "overline",
        /// Five in a row.
        Five = "five",
        /// Four in a row, open on both sides.
        LiveFour = "live four",
        /// Four that one cell makes five.
        RushFour = "rush four",
        /// Four in a row, closed on both sides.
        DeadFour = "dead four",
        /// Two fours that share stones, one on each side.
        DoubleFour = "double four in one line",
        /// Three that one cell makes a live four.
        LiveThree = "live three",
        /// A live three with a gap.
        JumpLiveThree = "jump live three",
        /// Three that can only become a rush four.
        SleepingThree = "sleeping three",
        /// Two that one cell makes a live three.
        LiveTwo = "live two",
        /// Two that can only become a sleeping three.
        SleepingTwo = "sleeping two",
        /// A line without any shape.
        Nothing = "nothing",
    }
}

impl LineCode {
    /// What `view` says of its point, looking `reach` cells to each side.
    pub(super) fn of(view: View, reach: i8) -> LineCode {
        let arms = [Arm::along(view, 1, reach), Arm::along(view, -1, reach)];
        let solid = arms[0].near + arms[1].near - 1;
        match solid {
            6.. => LineCode::Overline,
            5 => LineCode::Five,
            4 => solid_four(arms),
            _ => four_with_a_gap(arms).unwrap_or_else(|| three_or_less(arms, solid)),
        }
    }

    /// The letter of the answer key.
    pub(super) fn letter(self) -> char {
        const IN_ORDER: &[u8; 12] = b"L54cdD3tm2n.";
        char::from(IN_ORDER[self as usize])
    }

    /// Whether it is five or more in a row.
    pub(super) const fn is_five_or_more(self) -> bool {
        matches!(self, LineCode::Five | LineCode::Overline)
    }
}

/// One side of a point: own stones up to the first other cell, and behind it if that is empty.
///
/// Lengths count the point, and the far one the gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arm {
    near: i8,
    is_near_open: bool,
    far: i8,
    is_far_open: bool,
}

impl Arm {
    pub(super) fn along(view: View, step: i8, reach: i8) -> Arm {
        let (near, is_near_open) = scan(view, step, reach, 1);
        let (far, is_far_open) = if is_near_open {
            scan(view, step, reach, near + 1)
        } else {
            (near + 1, false)
        };
        Arm {
            near,
            is_near_open,
            far,
            is_far_open,
        }
    }

    /// How many steps away its own stones are.
    pub(super) fn stones(self) -> impl Iterator<Item = i8> {
        (1..self.near).chain(self.near + 1..self.far)
    }

    /// The length that filling the gap gives together with the other side.
    const fn joined(self, other: Arm) -> i8 {
        self.far + other.near - 1
    }
}

/// The first cell from `count` steps on that is not an own stone, and whether it is empty.
fn scan(view: View, step: i8, reach: i8, mut count: i8) -> (i8, bool) {
    while count <= reach {
        let bit = 1 << (CENTRE + step * count);
        if view.blocked & bit != 0 {
            return (count, false);
        }
        if view.own & bit == 0 {
            return (count, true);
        }
        count += 1;
    }
    (count, false)
}

fn solid_four([right, left]: [Arm; 2]) -> LineCode {
    match (right.is_near_open, left.is_near_open) {
        (true, true) => LineCode::LiveFour,
        (false, false) => LineCode::DeadFour,
        _ => LineCode::RushFour,
    }
}

fn four_with_a_gap([right, left]: [Arm; 2]) -> Option<LineCode> {
    match (right.joined(left) >= 5, left.joined(right) >= 5) {
        (true, true) => Some(LineCode::DoubleFour),
        (false, false) => None,
        _ => Some(LineCode::RushFour),
    }
}

fn three_or_less(arms: [Arm; 2], solid: i8) -> LineCode {
    if solid == 3 {
        return solid_three(arms);
    }
    let [right, left] = arms;
    let is_three_twice = right.joined(left) >= 4 && left.joined(right) >= 4;
    if is_three_twice && right.is_far_open && left.is_far_open {
        return LineCode::LiveThree;
    }
    let by_length = [
        (4, LineCode::JumpLiveThree, LineCode::SleepingThree),
        (3, LineCode::LiveTwo, LineCode::SleepingTwo),
    ];
    by_length
        .into_iter()
        .find_map(|(length, open, closed)| {
            let is_long = |one: Arm, other: Arm| one.joined(other) >= length;
            let both = |one: Arm, other: Arm| one.is_far_open && other.is_near_open;
            let either = |one: Arm, other: Arm| one.is_far_open || other.is_near_open;
            let some_side = |is_open: &dyn Fn(Arm, Arm) -> bool| {
                is_long(right, left) && is_open(right, left)
                    || is_long(left, right) && is_open(left, right)
            };
            match (some_side(&both), some_side(&either)) {
                (true, _) => Some(open),
                (false, true) => Some(closed),
                (false, false) => None,
            }
        })
        .unwrap_or(LineCode::Nothing)
}

fn solid_three([right, left]: [Arm; 2]) -> LineCode {
    let is_live = right.is_far_open && left.is_far_open;
    let jumps = |one: Arm, other: Arm| one.is_far_open && other.is_near_open;
    if is_live {
        LineCode::LiveThree
    } else if jumps(right, left) || jumps(left, right) {
        LineCode::JumpLiveThree
    } else if right.is_near_open && left.is_near_open || right.is_far_open || left.is_far_open {
        LineCode::SleepingThree
    } else {
        LineCode::Nothing
    }
}

named_enum! {
    /// Why the program forbids a point to Black.
    pub(super) enum LianzhuBan: "ban" {
        /// Six or more in a row.
        Overline = "overline",
        /// Two fours in one line.
        DoubleFourInLine = "double_four_in_line",
        /// Fours in two lines.
        DoubleFour = "double_four",
        /// Threes in two lines.
        DoubleThree = "double_three",
    }
}

impl LianzhuBan {
    /// What Black's codes on an empty point come to. The cells that would complete a three or a
    /// four are not looked at.
    pub(super) fn of(codes: ByDirection<LineCode>) -> Option<LianzhuBan> {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use renju_core::board::{Board, Color};
    use renju_core::geometry::{Point, Size};

    /// The letters of the own stones of a pattern in the middle of a row.
    fn letters(pattern: &str) -> String {
        let mut board = Board::empty(Size::RENJU);
        let mut own = Vec::new();
        for (column, cell) in (4..).zip(pattern.chars()) {
            let point = Point::new(column, 7).unwrap();
            match cell {
                'X' => {
                    board.place(point, Color::Black);
                    own.push(point);
                }
                'O' => board.place(point, Color::White),
                _ => {}
            }
        }
        let view = |point| board.window(point, Direction::Horizontal);
        own.into_iter()
            .map(|point| LineCode::of(view(point).seen_by(Color::Black), 4).letter())
            .collect()
    }

    #[test]
    fn every_stone_of_a_shape_has_the_published_code() {
        let shapes = [
            ("XXXXX", "55555"),
            (".XXXX.", "4444"),
            ("OXXXX.", "cccc"),
            ("X.XXX", "cccc"),
            ("XX.XX", "cccc"),
            ("OXXXXO", "dddd"),
            ("..XXX..", "333"),
            (".X.XX.", "ttt"),
            (".XX.X.", "ttt"),
            ("OXXX..", "mmm"),
            ("OXX.X.", "mmm"),
            ("OX.XX.", "mmm"),
            ("X..XX", ".22"),
            ("X.X.X", "222"),
            ("O.XXX.O", "mmm"),
            ("OXXXO", "..."),
            ("..XX..", "22"),
            ("..X.X..", "22"),
            (".X..X.", ".."),
            ("OXX...", "nn"),
            ("OX.X..", "nn"),
            ("OX..X.", ".."),
            ("X...X", ".."),
            ("OXXO", ".."),
            ("XXXXXX", "5LLLL5"),
        ];
        for (pattern, expected) in shapes {
            assert_eq!(letters(pattern), expected, "{pattern}");
        }
    }

    /// Every way to fill the ten cells around a point.
    fn views() -> impl Iterator<Item = View> {
        (0..59049u32).map(|mut number| {
            let mut view = View { own: 0, blocked: 0 };
            for bit in (0..11).filter(|&bit| bit != 5) {
                match number % 3 {
                    1 => view.own |= 1 << bit,
                    2 => view.blocked |= 1 << bit,
                    _ => {}
                }
                number /= 3;
            }
            view
        })
    }

    #[test]
    fn a_fifth_cell_tells_fives_from_overlines_and_nothing_else() {
        let mut told = 0;
        for view in views() {
            let (four, five) = (LineCode::of(view, 4), LineCode::of(view, 5));
            if four != five {
                assert_eq!(
                    (four, five),
                    (LineCode::Five, LineCode::Overline),
                    "{view:?}"
                );
                told += 1;
            }
        }
        assert!(told > 0);
    }

    #[test]
    fn a_line_reads_the_same_from_both_ends() {
        let turned = |bits: u16| bits.reverse_bits() >> 5;
        for view in views() {
            let other = View {
                own: turned(view.own),
                blocked: turned(view.blocked),
            };
            assert_eq!(LineCode::of(view, 4), LineCode::of(other, 4), "{view:?}");
        }
    }
}
