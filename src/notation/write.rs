use std::collections::BTreeMap;

use serde::Serialize;
use thiserror::Error;

use crate::board::{ByColor, Color};
use crate::geometry::{Point, Size};
use crate::position::Setup;

use super::{Format, diagram, jsonl, moves};

/// Writes a set-up down, with a line end behind.
///
/// ```
/// use renju::notation::{Format, ParseOptions, WriteError, parse_moves, write};
///
/// let game = parse_moves("H8 I9", &ParseOptions::default())?;
/// assert_eq!(write(&game, Format::Moves)?, b"h8i9\n");
///
/// // A diagram has no order: it is written all the same, and what it lacks is named.
/// let Err(WriteError::Lossy(lossy)) = write(&game, Format::Diagram) else { panic!() };
/// assert!(lossy.bytes.starts_with(b"   A B C"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`WriteError::Lossy`] holds the bytes and what they leave out; [`WriteError::Impossible`] says
/// why the format cannot hold it at all.
pub fn write(setup: &Setup, format: Format) -> Result<Vec<u8>, WriteError> {
    let text = match format {
        Format::Diagram => diagram::write(setup, diagram::Style::Ascii)?,
        Format::Unicode => diagram::write(setup, diagram::Style::Unicode)?,
        Format::Moves => moves::write(setup)?,
        Format::Jsonl => jsonl::write(setup)?,
        Format::Katago => jsonl::write_query(setup)?,
    };
    let bytes = text.body.into_bytes();
    if text.lost.is_empty() {
        Ok(bytes)
    } else {
        let lost = text.lost;
        Err(WriteError::Lossy(Lossy { bytes, lost }))
    }
}

/// What stands in the way of writing a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WriteError {
    /// The format cannot say everything.
    #[error("{0}")]
    Lossy(Lossy),
    /// The format cannot say it at all.
    #[error(transparent)]
    Impossible(#[from] Impossible),
}

/// The bytes all the same, and what they leave out. The caller decides whether that matters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("what is written leaves out {}", names(lost))]
pub struct Lossy {
    /// What could be written.
    pub bytes: Vec<u8>,
    /// What could not, in the order of [`Loss`].
    pub lost: Vec<Loss>,
}

fn names(lost: &[Loss]) -> String {
    let names: Vec<&str> = lost.iter().map(|loss| loss.name()).collect();
    names.join(", ")
}

/// Something that a format does not say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Loss {
    /// What the position is called.
    Name,
    /// The side of the board.
    Size,
    /// The rule.
    Rule,
    /// The side to move.
    SideToMove,
    /// In which order the stones were played.
    MoveOrder,
    /// Passes among the moves.
    Passes,
    /// Which move is marked as the last.
    LastMove,
    /// Points marked as forbidden.
    Claims,
    /// What is expected of the program.
    Expectations,
}

impl Loss {
    /// The name in words.
    pub const fn name(self) -> &'static str {
        match self {
            Loss::Name => "the name",
            Loss::Size => "the size of the board",
            Loss::Rule => "the rule",
            Loss::SideToMove => "the side to move",
            Loss::MoveOrder => "the order of the moves",
            Loss::Passes => "passes",
            Loss::LastMove => "the mark of the last move",
            Loss::Claims => "points marked as forbidden",
            Loss::Expectations => "expectations",
        }
    }
}

/// Why a set-up cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Impossible {
    /// Stones without an order in a format that has only moves.
    #[error("the stones have no order, and this format has nothing but moves")]
    NoOrder,
    /// White plays the first move in a format where Black does.
    #[error("white plays first, and in this format black does")]
    WhiteFirst,
    /// No board: two stones on a point.
    #[error("two stones stand on {0}")]
    PointTaken(Point),
    /// No board: a stone or a mark off it.
    #[error("{0} is off the {1} board")]
    OffBoard(Point, Size),
}

/// A text in the making, and what there is to say of the set-up it is made of.
pub(super) struct Text<'a> {
    setup: &'a Setup,
    pub(super) size: Size,
    /// All stones after the moves.
    pub(super) stones: BTreeMap<Point, Color>,
    /// Who plays the first of the moves.
    pub(super) mover: Color,
    pub(super) body: String,
    pub(super) lost: Vec<Loss>,
}

impl<'a> Text<'a> {
    /// A text about `setup`, as yet empty.
    ///
    /// # Errors
    ///
    /// If the stones of `setup` stand on no board.
    pub(super) fn about(setup: &'a Setup) -> Result<Text<'a>, Impossible> {
        let mut text = Text {
            setup,
            size: setup.size.unwrap_or(Size::RENJU),
            stones: BTreeMap::new(),
            mover: setup.first_to_play(),
            body: String::new(),
            lost: Vec::new(),
        };
        for &point in &setup.black {
            text.put(point, Color::Black)?;
        }
        for &point in &setup.white {
            text.put(point, Color::White)?;
        }
        let mut color = text.mover;
        for point in &setup.moves {
            point.map_or(Ok(()), |point| text.put(point, color))?;
            color = !color;
        }
        Ok(text)
    }

    fn put(&mut self, point: Point, color: Color) -> Result<(), Impossible> {
        if !point.is_on(self.size) {
            return Err(Impossible::OffBoard(point, self.size));
        }
        match self.stones.insert(point, color) {
            None => Ok(()),
            Some(_) => Err(Impossible::PointTaken(point)),
        }
    }

    pub(super) fn has_stones(&self) -> bool {
        !self.stones.is_empty()
    }

    pub(super) fn has_stones_before_moves(&self) -> bool {
        !self.setup.black.is_empty() || !self.setup.white.is_empty()
    }

    /// The stones of each colour in reading order.
    pub(super) fn by_color(&self) -> ByColor<Vec<Point>> {
        ByColor::from_fn(|color| {
            let own = self.stones.iter().filter(|&(_, &other)| other == color);
            own.map(|(&point, _)| point).collect()
        })
    }

    /// Whose turn it is after the moves.
    pub(super) fn after_moves(&self) -> Color {
        if self.setup.moves.len().is_multiple_of(2) {
            self.mover
        } else {
            !self.mover
        }
    }

    /// The side to move: as said, else whose turn it is after the moves, if there are any.
    pub(super) fn to_move(&self) -> Option<Color> {
        let after_moves = Some(self.after_moves()).filter(|_| !self.setup.moves.is_empty());
        self.setup.to_move.or(after_moves)
    }

    /// The side to move as the counts of stones tell it, if they do.
    pub(super) fn to_move_by_counts(&self) -> Option<Color> {
        let stones = self.by_color();
        match (stones.black.len(), stones.white.len()) {
            (black, white) if black == white => Some(Color::Black),
            (black, white) if black == white + 1 => Some(Color::White),
            _ => None,
        }
    }

    /// Notes a loss, if there is something to lose.
    pub(super) fn loses(&mut self, loss: Loss, is_lost: bool) {
        if is_lost && !self.lost.contains(&loss) {
            self.lost.push(loss);
            self.lost.sort_unstable();
        }
    }

    /// Notes the loss of the order of the moves and of the passes among them.
    pub(super) fn loses_order(&mut self) {
        self.loses(Loss::MoveOrder, !self.setup.moves.is_empty());
        self.loses(Loss::Passes, self.setup.moves.contains(&None));
    }

    /// Notes the loss of the mark of the last move, unless it is the last of the moves.
    pub(super) fn loses_last(&mut self) {
        let last = self.setup.moves.iter().rev().find_map(|&point| point);
        self.loses(
            Loss::LastMove,
            self.setup.last.is_some() && self.setup.last != last,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    fn points(names: &str) -> Vec<Point> {
        names
            .split_whitespace()
            .map(|name| name.parse().unwrap())
            .collect()
    }

    fn lost(setup: &Setup, format: Format) -> Vec<Loss> {
        match write(setup, format) {
            Ok(_) => Vec::new(),
            Err(WriteError::Lossy(lossy)) => lossy.lost,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn what_a_format_does_not_say_is_named() {
        let game = Setup {
            rule: Some(Rule::Renju),
            size: Some(Size::MAX),
            moves: vec![points("H8").pop(), None],
            ..Setup::default()
        };
        assert_eq!(lost(&game, Format::Jsonl), []);
        assert_eq!(lost(&game, Format::Moves), [Loss::Size, Loss::Rule]);
        assert_eq!(
            lost(&game, Format::Diagram),
            [Loss::MoveOrder, Loss::Passes]
        );
    }

    #[test]
    fn stones_without_order_are_no_moves() {
        let setup = Setup {
            black: points("H8"),
            ..Setup::default()
        };
        let error = write(&setup, Format::Moves).unwrap_err();
        assert_eq!(error, WriteError::Impossible(Impossible::NoOrder));
    }

    #[test]
    fn what_stands_on_no_board_is_not_written() {
        let twice = Setup {
            black: points("H8"),
            white: points("H8"),
            ..Setup::default()
        };
        let off = Setup {
            black: points("T20"),
            ..Setup::default()
        };
        for format in [
            Format::Diagram,
            Format::Unicode,
            Format::Jsonl,
            Format::Moves,
        ] {
            assert!(matches!(
                write(&twice, format),
                Err(WriteError::Impossible(Impossible::PointTaken(_)))
            ));
            assert!(matches!(
                write(&off, format),
                Err(WriteError::Impossible(Impossible::OffBoard(..)))
            ));
        }
    }
}
