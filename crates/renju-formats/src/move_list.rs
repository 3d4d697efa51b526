//! What files of moves have in common: a spec of how they count and what they hold, the moves as they
//! are read, up to the first mistake, and what of a set-up such a list cannot say.

use std::fmt::Display;

use super::loss::{Impossible, Loss};
use super::parsed::{ParsedSetup, ParsedSetups};
use super::setup_text::{BESIDE_MOVES, SetupText};
use super::{Encoding, ErrorCode, Format, ParseError, ParseOptions, ResolvedOptions, TextLine};
use renju_core::counted::counted;
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::position::Setup;

/// How a file of moves counts, from the top left, and what it can hold. Black plays first.
pub(super) struct MoveFile {
    pub(super) format: Format,
    /// The number of the first column and of the first row.
    pub(super) origin: u8,
    /// What to do about a point off the board; nothing where a format has an error of its own.
    pub(super) hint: &'static str,
    /// Whether the board has 15 lines in any file.
    pub(super) is_15x15: bool,
    pub(super) has_passes: bool,
}

/// The moves of a game as they are read. From the first mistake on they are left out: what follows
/// is another game without the move that is missing.
#[derive(Default)]
pub(super) struct MoveList {
    moves: Vec<Option<Point>>,
    taken: PointSet,
    error: Option<ParseError>,
    left_out: usize,
}

/// A game as far as it is good, then the first mistake and how many moves are left out for it.
pub(super) type ReadGame = Vec<Result<ParsedSetup, ParseError>>;

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

    /// Takes a move that has a line of its own; whether it is one of the game.
    pub(super) fn take_line(&mut self, read: Result<Point, ParseError>, line: &TextLine) -> bool {
        self.take(read.map(Some), |error| {
            error.at(1, line.text.chars().count()).on(line)
        })
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
}

impl MoveFile {
    /// The point of a column and a row, which stand in the file as `shown`.
    pub(super) fn point(
        &self,
        size: Size,
        [column, row]: [i64; 2],
        shown: impl Display,
    ) -> Result<Point, ParseError> {
        let lines = i64::from(size.get());
        let [column, row] = [column, row].map(|at| at.saturating_sub(self.origin.into()));
        let is_there = (0..lines).contains(&column) && (0..lines).contains(&row);
        let point = is_there.then(|| Point::new(column as u8, (lines - 1 - row) as u8));
        point.flatten().ok_or_else(|| {
            let message = format!("{shown} is off the {size} board");
            ParseError::new(ErrorCode::OffBoard, message).hint(self.hint)
        })
    }

    /// The column and the row of a point.
    pub(super) fn column_and_row(&self, point: Point, size: Size) -> (u8, u8) {
        let row = size.get() - 1 - point.row();
        (point.column() + self.origin, row + self.origin)
    }

    /// The game of these moves, of which its file says `about`; no game if the first move is a
    /// mistake. `line` is the first of the game.
    pub(super) fn game(
        &self,
        moves: MoveList,
        about: Setup,
        options: ParseOptions,
        line: Option<&TextLine>,
    ) -> ReadGame {
        let mut error = moves.error;
        if let Some(error) = &mut error {
            let left_out = match moves.left_out {
                0 => String::new(),
                1 => "; this move is left out".to_owned(),
                more => format!("; the {more} moves from here on are left out"),
            };
            error.message.push_str(&left_out);
        }
        let is_good = error.is_none() || !moves.moves.is_empty();
        let encoding = line.map_or(Encoding::UTF_8, |line| line.encoding);
        let assumed = ResolvedOptions::from_top(self.format, options, encoding);
        let setup = Setup {
            moves: moves.moves,
            info: about.info.filter(|info| !info.is_empty()),
            ..about
        };
        let parsed = ParsedSetup::new(setup, assumed, line.map(|line| line.number));
        let game = is_good.then_some(Ok(parsed));
        game.into_iter().chain(error.map(Err)).collect()
    }

    /// Begins the text of a file, and notes what it leaves out of the set-up.
    ///
    /// # Errors
    ///
    /// If there is no such list of moves.
    pub(super) fn begin<'a>(&self, setup: &'a Setup) -> Result<SetupText<'a>, Impossible> {
        let mut text = SetupText::about(setup)?;
        text.begins_with_black()?;
        if !self.has_passes && setup.moves.contains(&None) {
            return Err(Impossible::Pass);
        }
        if self.is_15x15 && text.size != Size::RENJU {
            return Err(Impossible::OtherSize(text.size, "15x15"));
        }
        text.leave_out(&BESIDE_MOVES);
        text.lost.remove(Loss::Size);
        Ok(text)
    }
}

/// What comes of these games; of none at all, `empty`.
pub(super) fn items<'a>(
    mut games: impl Iterator<Item = ReadGame> + Send + 'a,
    empty: ParseError,
) -> ParsedSetups<'a> {
    let mut empty = Some(empty);
    let games = std::iter::from_fn(move || {
        let empty = empty.take();
        games.next().or_else(|| Some(vec![Err(empty?)]))
    });
    Box::new(games.flatten())
}

/// That more stands behind the moves than there should.
pub(super) fn goes_on(count: u64) -> ParseError {
    let moves = counted(count, "move", "moves");
    let message = format!("the file goes on after its {moves}");
    ParseError::new(ErrorCode::BadFile, message)
}
