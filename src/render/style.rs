//! Output style: language and width, and the terminal colours of each label.

use anstyle::{Ansi256Color, AnsiColor, Color, Style as Ansi};

use super::Lang;

/// How the output looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether colours may be used.
    pub color: bool,
    /// Language of the words.
    pub lang: Lang,
    /// Whether what readers know after the first time is said again, such as units.
    pub verbose: bool,
    /// Columns that tables and lines have; `None` for as many as they need.
    pub width: Option<usize>,
}

/// What a piece of text is; the one table below turns it into colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// The name of a position.
    Heading,
    /// Coordinates and other things that recede.
    Faint,
    /// A black stone on a board.
    Black,
    /// A white stone on a board.
    White,
    /// A forbidden point and its kind.
    Bad,
    /// A point that may be played, or a win.
    Good,
    /// The stone or the point in question.
    Focus,
    /// A number on a heat map.
    Heat(Heat),
}

/// How high a number on a heat map is among all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heat {
    /// In the lower half.
    Cold,
    /// In the upper half.
    Mild,
    /// In the best quarter.
    Warm,
    /// In the best tenth.
    Hot,
    /// The best of all.
    Best,
}

impl Heat {
    /// The heat of the number at `place`, from 0 for the best, of `count`.
    pub const fn of(place: usize, count: usize) -> Heat {
        if place == 0 {
            Heat::Best
        } else if place * 10 < count {
            Heat::Hot
        } else if place * 4 < count {
            Heat::Warm
        } else if place * 2 < count {
            Heat::Mild
        } else {
            Heat::Cold
        }
    }

    /// The background, from the 256 colours that every terminal of today has.
    const fn background(self) -> u8 {
        match self {
            Heat::Cold => 236,
            Heat::Mild => 58,
            Heat::Warm => 136,
            Heat::Hot => 208,
            Heat::Best => 196,
        }
    }
}

/// The wood of a board, its lines and what stands on it, as in `play`, of the 256 colours that every
/// terminal of today has.
const WOOD: u8 = 179;
const LINES: u8 = 94;
const BLACK: u8 = 16;
const WHITE: u8 = 231;
const BAD: u8 = 160;

/// What stands on a board; `None` for its lines.
const fn on_wood(label: Option<Label>) -> Ansi {
    let (ink, is_bold) = match label {
        None => (LINES, false),
        Some(Label::White) => (WHITE, true),
        Some(Label::Bad) => (BAD, true),
        Some(_) => (BLACK, true),
    };
    let style = Ansi::new()
        .fg_color(Some(Color::Ansi256(Ansi256Color(ink))))
        .bg_color(Some(Color::Ansi256(Ansi256Color(WOOD))));
    if is_bold { style.bold() } else { style }
}

const fn ansi(label: Label) -> Ansi {
    match label {
        Label::Heading | Label::Focus | Label::Black | Label::White => Ansi::new().bold(),
        Label::Faint => Ansi::new().dimmed(),
        Label::Bad => AnsiColor::Red.on_default().bold(),
        Label::Good => AnsiColor::Green.on_default().bold(),
        Label::Heat(heat) => {
            let front = match heat {
                Heat::Cold | Heat::Mild => AnsiColor::White,
                _ => AnsiColor::Black,
            };
            Ansi::new()
                .fg_color(Some(Color::Ansi(front)))
                .bg_color(Some(Color::Ansi256(Ansi256Color(heat.background()))))
        }
    }
}

impl Style {
    /// No colour, in English.
    pub const PLAIN: Style = Style {
        color: false,
        lang: Lang::ENGLISH,
        verbose: false,
        width: None,
    };

    /// No colour, in this language.
    pub const fn plain(lang: Lang) -> Style {
        Style {
            lang,
            ..Style::PLAIN
        }
    }

    /// What stands on a board, in the colours of wood and stones; `None` for the lines of the board.
    pub(super) fn paint_on_board(self, label: Option<Label>, text: &str) -> String {
        if let (true, Some(label @ Label::Heat(_))) = (self.color, label) {
            return self.paint(label, text);
        }
        if self.color {
            let style = on_wood(label);
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// The text in the colours of its label, or as it is.
    pub fn paint(self, label: Label, text: &str) -> String {
        if self.color {
            let style = ansi(label);
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}
