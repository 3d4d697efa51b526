//! The opening rules by name, the boards they are played on, and the squares they require.

use renju_core::geometry::Size;
use renju_core::named_enum::named_enum;

use super::central_square::CentralSquare;

named_enum! {
    /// How a game is opened: where the first stones may be put, and who may swap colours when.
    ///
    /// The rules with numbers in their names are those of the Renju International Federation, which
    /// plays them on 15 lines; here they are played on every board that has a centre and at least 9
    /// lines, and under every rule of the game.
    #[derive(Default)]
    pub enum OpeningRule: "opening rule" {
        /// No clause at all: Black begins where he likes.
        #[default]
        Free = "free",
        /// Black's first stone is put on the centre, or on one of the four points in the middle of a
        /// board with an even number of lines.
        Center = "center",
        /// The first person puts three stones, black, white, black, on any points; the second takes
        /// a colour.
        Swap = "swap",
        /// As `swap`, but instead of taking a colour the second person may put a white and a
        /// black stone more, and then the first takes a colour.
        Swap2 = "swap2",
        /// The first person puts one of the 26 openings of renju; the second may swap; White puts
        /// the fourth stone; Black offers two fifth moves, of which White chooses one.
        Renju26 = "renju26",
        /// As `renju26`, but with the fourth stone White declares how many fifth moves are offered, 1
        /// to 8, and the other person may swap again.
        Soosorv8 = "soosorv8",
        /// Each of the first stones lies in a square around the centre that grows, and may be
        /// answered by a swap; instead of the fifth stone Black may offer ten fifth moves on the
        /// whole board.
        Taraguchi10 = "taraguchi10",
    }
}

impl OpeningRule {
    /// The most fifth moves that can be declared under `soosorv8`.
    pub(super) const MAX_DECLARED: u8 = 8;

    /// The side of the smallest board for rules with squares up to 9x9 around a centre.
    pub(super) const MIN_SIDE: u8 = 9;

    /// Whether the opening can be played on a board of that size.
    pub const fn is_played_on(self, size: Size) -> bool {
        match self {
            OpeningRule::Free | OpeningRule::Center | OpeningRule::Swap | OpeningRule::Swap2 => {
                true
            }
            OpeningRule::Renju26 | OpeningRule::Soosorv8 | OpeningRule::Taraguchi10 => {
                size.get() % 2 == 1 && size.get() >= OpeningRule::MIN_SIDE
            }
        }
    }

    /// The square in which the stone with this number, counted from 1, has to be put; `None` if it
    /// may be put anywhere.
    pub fn square(self, size: Size, number: usize) -> Option<CentralSquare> {
        let lines = match (self, number) {
            (OpeningRule::Center, 1) => 2 - size.get() % 2,
            (OpeningRule::Renju26 | OpeningRule::Soosorv8, 1..=3)
            | (OpeningRule::Taraguchi10, 1..=5) => 2 * number as u8 - 1,
            _ => return None,
        };
        CentralSquare::new(size, lines)
    }
}
