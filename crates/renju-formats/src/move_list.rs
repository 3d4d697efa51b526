//! What formats with nothing but a list of moves have in common: the moves as they are read, up to
//! the first mistake, and what of a set-up such a list cannot say.

use super::loss::{Impossible, Loss};
use super::parsed::ParsedSetup;
use super::setup_text::SetupText;
use super::{
    Encoding, ErrorCode, Format, Origin, ParseError, ParseOptions, ResolvedOptions, TextLine,
};
use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::position::Setup;

/// The moves of a game as they are read. From the first mistake on they are left out: what follows
/// is another game without the move that is missing.
#[derive(Default)]
pub(super) struct MoveList {
    moves: Vec<Option<Point>>,
    taken: PointSet,
    error: Option<ParseError>,
    left_out: usize,
}

/// A game as far as it is good, and what is wrong with the rest.
pub(super) struct ReadGame {
    /// `None` if nothing of it is good.
    pub(super) parsed: Option<ParsedSetup>,
    /// The first mistake, and how many moves are left out for it.
    pub(super) error: Option<ParseError>,
}

impl MoveList {
    /// Takes a move that was read, `None` for a pass, unless there was a mistake before; whether it
    /// is one of the game. `place` puts the mistake, if it is one, where it stands.
    pub(super) fn take(
        &mut self,
        read: Result<Option<Point>, ParseError>,
        place: impl FnOnce(ParseError) -> ParseError,
    ) -> bool {
        if self.error.is_some() {
            self.left_out += 1;
            return false;
        }
        if let Err(error) = read.and_then(|point| self.play(point)) {
            self.error = Some(place(error));
            self.left_out = 1;
            return false;
        }
        true
    }

    fn play(&mut self, point: Option<Point>) -> Result<(), ParseError> {
        if let Some(taken) = point.filter(|&point| !self.taken.insert(point)) {
            let before = self.moves.iter().take_while(|&&other| other != point);
            let message = format!("{taken} is taken by move {}", before.count() + 1);
            return Err(ParseError::new(ErrorCode::PointTaken, message));
        }
        self.moves.push(point);
        Ok(())
    }

    /// Notes a mistake that is no move. What comes after it is left out.
    pub(super) fn fail(&mut self, error: ParseError) {
        self.error.get_or_insert(error);
    }

    /// Counts moves that are left out.
    pub(super) fn leave_out(&mut self, moves: usize) {
        self.left_out += moves;
    }

    /// How many moves there are so far.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The game, which `parsed` makes of the moves; no game if the first move is a mistake.
    pub(super) fn finish(self, parsed: impl FnOnce(Vec<Option<Point>>) -> ParsedSetup) -> ReadGame {
        let is_good = self.error.is_none() || !self.moves.is_empty();
        let mut error = self.error;
        if let Some(error) = &mut error {
            let left_out = match self.left_out {
                0 => String::new(),
                1 => "; this move is left out".to_owned(),
                more => format!("; the {more} moves from here on are left out"),
            };
            error.message.push_str(&left_out);
        }
        ReadGame {
            parsed: is_good.then(|| parsed(self.moves)),
            error,
        }
    }
}

impl ReadGame {
    /// That there is no game.
    pub(super) fn failed(error: ParseError) -> ReadGame {
        ReadGame {
            parsed: None,
            error: Some(error),
        }
    }

    /// The game, then what is wrong with it.
    pub(super) fn items(self) -> impl Iterator<Item = Result<ParsedSetup, ParseError>> {
        let game = self.parsed.map(Ok);
        game.into_iter().chain(self.error.map(Err))
    }
}

/// A set-up that was read in `format`, which counts rows from the top; `line` is its first.
pub(super) fn parsed_from_top(
    setup: Setup,
    format: Format,
    options: ParseOptions,
    line: Option<&TextLine>,
) -> ParsedSetup {
    let options = ParseOptions {
        origin: Some(Origin::TopLeft),
        ..options
    };
    let encoding = line.map_or(Encoding::UTF_8, |line| line.encoding);
    ParsedSetup {
        setup,
        assumed: ResolvedOptions::new(format, options, encoding),
        line: line.map(|line| line.number),
        turn: None,
        other_lines: 0,
        expect_places: Vec::new(),
        warnings: Vec::new(),
    }
}

/// The point of a column and a row, both from 0 and from the top left.
pub(super) fn point_from_top(size: Size, column: i64, row: i64) -> Option<Point> {
    let lines = i64::from(size.get());
    let is_there = (0..lines).contains(&column) && (0..lines).contains(&row);
    is_there.then(|| Point::new(column as u8, (lines - 1 - row) as u8))?
}

/// The column and the row of a point, both from 0 and from the top left.
pub(super) fn from_top(point: Point, size: Size) -> (u8, u8) {
    (point.column(), size.get() - 1 - point.row())
}

/// Begins the text of a format that has nothing but moves, Black's first, and notes what it leaves
/// out of the set-up.
///
/// # Errors
///
/// If there is no such list of moves.
pub(super) fn begin_moves(setup: &Setup, has_passes: bool) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    if text.has_stones_before_moves() {
        return Err(Impossible::NoOrder);
    }
    if setup.first_to_play() != Color::Black && !setup.moves.is_empty() {
        return Err(Impossible::WhiteFirst);
    }
    if !has_passes && setup.moves.contains(&None) {
        return Err(Impossible::Pass);
    }
    text.leave_out(&[
        Loss::Name,
        Loss::Rule,
        Loss::SideToMove,
        Loss::LastMove,
        Loss::Claims,
        Loss::Expectations,
    ]);
    Ok(text)
}

/// Refuses boards of another side than 15.
pub(super) fn on_15_lines(text: &SetupText<'_>) -> Result<(), Impossible> {
    if text.size == Size::RENJU {
        Ok(())
    } else {
        Err(Impossible::OtherSize(text.size, "15x15"))
    }
}
