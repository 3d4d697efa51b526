use crate::board::Color;

use super::board_picture::MarkStyle;
use super::scene::{Dash, Rgb, Stroke};

/// The colour of the board itself.
pub(super) const WOOD: Rgb = Rgb::from_hex(0x00F3_E0B8);
/// Grid, star points, coordinates and text: dark brown, softer than the black stones.
pub(super) const BROWN: Rgb = Rgb::from_hex(0x004A_3822);
pub(super) const BLACK: Rgb = Rgb::from_hex(0x0011_1111);
pub(super) const WHITE: Rgb = Rgb::from_hex(0x00FD_FCF8);
/// Forbidden points: dark enough for a contrast of 6 to 1 on the board.
pub(super) const RED: Rgb = Rgb::from_hex(0x00A3_1621);
/// The discs of a heat map.
pub(super) const BLUE: Rgb = Rgb::from_hex(0x0023_6FA8);

/// The colour of a stone.
pub(super) const fn stone(color: Color) -> Rgb {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// The colour of the border of a marked line, and of a dot.
pub(super) const fn mark(style: MarkStyle) -> Rgb {
    match style {
        MarkStyle::Three => Rgb::from_hex(0x0000_5FA3),
        MarkStyle::Four => Rgb::from_hex(0x0074_2F8C),
        MarkStyle::Five => Rgb::from_hex(0x0000_6B4A),
        MarkStyle::Bad => RED,
    }
}

/// The border of a marked line: each style has a pattern of its own, for readers who see no colours.
pub(super) fn border(style: MarkStyle) -> Stroke {
    let (width, dash) = match style {
        MarkStyle::Three => (0.05, Some((0.16, 0.14))),
        MarkStyle::Four => (0.05, None),
        MarkStyle::Five => (0.09, None),
        MarkStyle::Bad => (0.07, Some((0.0, 0.14))),
    };
    Stroke {
        color: mark(style),
        width,
        dash: dash.map(|(on, off)| Dash { on, off }),
    }
}
