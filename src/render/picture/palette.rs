use crate::board::Color;

use super::board_picture::Tone;
use super::scene::{Dash, Ink, Stroke};

/// The board.
pub(super) const WOOD: Ink = Ink::from_rgb(0x00F3_E0B8);
/// Grid, star points, coordinates and words: dark brown, softer than the black stones.
pub(super) const BROWN: Ink = Ink::from_rgb(0x004A_3822);
/// Black stones.
pub(super) const BLACK: Ink = Ink::from_rgb(0x0011_1111);
/// White stones.
pub(super) const WHITE: Ink = Ink::from_rgb(0x00FD_FCF8);
/// Forbidden points: dark enough for a contrast of 6 to 1 on the board.
pub(super) const RED: Ink = Ink::from_rgb(0x00A3_1621);
/// Values.
pub(super) const BLUE: Ink = Ink::from_rgb(0x0023_6FA8);

/// The colour of a stone.
pub(super) const fn stone(color: Color) -> Ink {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// The colour of the border of a marked line, and of a dot.
pub(super) const fn tone(tone: Tone) -> Ink {
    match tone {
        Tone::Three => Ink::from_rgb(0x0000_5FA3),
        Tone::Four => Ink::from_rgb(0x0074_2F8C),
        Tone::Five => Ink::from_rgb(0x0000_6B4A),
        Tone::Bad => RED,
    }
}

/// The border of a marked line: each tone has a pattern of its own, for those who see no colours.
pub(super) const fn border(of: Tone) -> Stroke {
    let (width, dash) = match of {
        Tone::Three => (
            0.05,
            Some(Dash {
                on: 0.16,
                off: 0.14,
            }),
        ),
        Tone::Four => (0.05, None),
        Tone::Five => (0.09, None),
        Tone::Bad => (0.07, Some(Dash { on: 0.0, off: 0.14 })),
    };
    Stroke {
        ink: tone(of),
        width,
        dash,
    }
}
