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

const fn ansi(label: Label) -> Ansi {
    match label {
        Label::Heading | Label::Focus => Ansi::new().bold(),
        Label::Faint => Ansi::new().dimmed(),
        Label::Black => AnsiColor::Cyan.on_default().bold(),
        Label::White => AnsiColor::Yellow.on_default(),
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
