//! Colour themes of pictures and plots, with contrasts that keep marks legible on the wood.

use super::board_picture::MarkStyle;
use super::scene::{Dash, Rgb, Stroke};
use crate::board::Color;
use crate::named_enum::named_enum;

named_enum! {
    /// The colours of a picture.
    pub enum Theme: "theme" {
        /// A board of light wood, for white pages.
        Light = "light",
        /// A board of dark wood, for dark pages.
        Dark = "dark",
        /// Black on white, without wood: signs and patterns say what colours say elsewhere.
        Print = "print",
    }
}

/// The colours of a theme.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Palette {
    /// The wood of the board, and of the sheet around it.
    pub(super) wood: Rgb,
    /// Grid, star points, coordinates and text: softer than the stones.
    pub(super) ink: Rgb,
    black: Rgb,
    white: Rgb,
    /// Around a stone of either colour.
    pub(super) outline: Rgb,
    /// The inside of a diamond and what surrounds dots and crosses.
    pub(super) halo: Rgb,
    /// Forbidden points: a contrast of at least 6 to 1 on the board.
    pub(super) red: Rgb,
    /// The discs of a heat map.
    pub(super) blue: Rgb,
    three: Rgb,
    four: Rgb,
    five: Rgb,
    /// How much of its colour a stone has that is not on the board yet.
    ghost: f32,
    /// Whether dots have signs, since they are all of one colour.
    pub(super) has_signs: bool,
}

const LIGHT: Palette = Palette {
    wood: Rgb::from_hex(0x00F3_E0B8),
    ink: Rgb::from_hex(0x004A_3822),
    black: Rgb::from_hex(0x0011_1111),
    white: Rgb::from_hex(0x00FD_FCF8),
    outline: Rgb::from_hex(0x0011_1111),
    halo: Rgb::from_hex(0x00FD_FCF8),
    red: Rgb::from_hex(0x00A3_1621),
    blue: Rgb::from_hex(0x0023_6FA8),
    three: Rgb::from_hex(0x0000_5FA3),
    four: Rgb::from_hex(0x0074_2F8C),
    five: Rgb::from_hex(0x0000_6B4A),
    ghost: 0.55,
    has_signs: false,
};

const DARK: Palette = Palette {
    wood: Rgb::from_hex(0x0038_3026),
    ink: Rgb::from_hex(0x00BF_AF90),
    black: Rgb::from_hex(0x0006_0606),
    white: Rgb::from_hex(0x00EC_E8DC),
    outline: Rgb::from_hex(0x00A0_9376),
    halo: Rgb::from_hex(0x0016_120D),
    red: Rgb::from_hex(0x00FF_8A80),
    blue: Rgb::from_hex(0x0058_A6F0),
    three: Rgb::from_hex(0x0079_C0FF),
    four: Rgb::from_hex(0x00DD_B0FF),
    five: Rgb::from_hex(0x0066_DD8B),
    ghost: 0.4,
    has_signs: false,
};

const PRINT: Palette = Palette {
    wood: WHITE,
    ink: BLACK,
    black: BLACK,
    white: WHITE,
    outline: BLACK,
    halo: WHITE,
    red: BLACK,
    blue: BLACK,
    three: BLACK,
    four: BLACK,
    five: BLACK,
    ghost: 0.3,
    has_signs: true,
};

const BLACK: Rgb = Rgb::from_hex(0);
const WHITE: Rgb = Rgb::from_hex(0x00FF_FFFF);

/// The colours of a plot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlotColors {
    /// The sheet that all is drawn on.
    pub background: Rgb,
    /// The lines of the frame.
    pub grid: Rgb,
    /// Text, and what is plotted.
    pub ink: Rgb,
    /// What is good to know.
    pub strong: Rgb,
    /// Moves that were mistakes.
    pub bad: Rgb,
}

impl Theme {
    /// The colours of a plot in this theme.
    pub const fn plot_colors(self) -> PlotColors {
        let palette = self.palette();
        PlotColors {
            background: palette.wood,
            grid: match self {
                Theme::Print => Rgb::from_hex(0x0099_9999),
                Theme::Light | Theme::Dark => palette.ink,
            },
            ink: palette.outline,
            strong: palette.blue,
            bad: palette.red,
        }
    }

    pub(super) const fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Print => &PRINT,
        }
    }
}

impl Palette {
    /// The colour of a stone.
    pub(super) const fn stone(&self, color: Color) -> Rgb {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The colour of a stone that is not on the board yet.
    pub(super) fn ghost(&self, color: Color) -> Rgb {
        self.wood.mix(self.stone(color), self.ghost)
    }

    /// Black or white, whichever is easier to read on `sheet`.
    pub(super) fn ink_on(&self, sheet: Rgb) -> Rgb {
        sheet.clearer(self.black, self.white)
    }

    /// The colour of the border of a marked line, and of a dot.
    pub(super) const fn mark(&self, style: MarkStyle) -> Rgb {
        match style {
            MarkStyle::Three => self.three,
            MarkStyle::Four => self.four,
            MarkStyle::Five => self.five,
            MarkStyle::Bad => self.red,
        }
    }

    /// The border of a marked line: each style has a pattern of its own, for readers who see no
    /// colours.
    pub(super) fn border(&self, style: MarkStyle) -> Stroke {
        let (width, dash) = match style {
            MarkStyle::Three => (0.05, Some((0.16, 0.14))),
            MarkStyle::Four => (0.05, None),
            MarkStyle::Five => (0.09, None),
            MarkStyle::Bad => (0.07, Some((0.0, 0.14))),
        };
        Stroke {
            color: self.mark(style),
            width,
            dash: dash.map(|(on, off)| Dash { on, off }),
        }
    }
}
