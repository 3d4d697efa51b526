use anstyle::{AnsiColor, Style as Ansi};

use super::Lang;

/// How the output looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether colours may be used.
    pub color: bool,
    /// In which language.
    pub lang: Lang,
}

/// What a piece of text is; the one table below turns it into colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// The name of a position.
    Heading,
    /// Coordinates and other things that recede.
    Faint,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// A forbidden point and its kind.
    Bad,
    /// A point that may be played, or a win.
    Good,
    /// The stone or the point in question.
    Focus,
}

const fn ansi(label: Label) -> Ansi {
    match label {
        Label::Heading | Label::Focus => Ansi::new().bold(),
        Label::Faint => Ansi::new().dimmed(),
        Label::Black => AnsiColor::Cyan.on_default().bold(),
        Label::White => AnsiColor::Yellow.on_default(),
        Label::Bad => AnsiColor::Red.on_default().bold(),
        Label::Good => AnsiColor::Green.on_default().bold(),
    }
}

impl Style {
    /// No colour, in English.
    pub const PLAIN: Style = Style {
        color: false,
        lang: Lang::English,
    };

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
