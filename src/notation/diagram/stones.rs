use crate::board::Color;
use crate::geometry::Point;
use crate::notation::{ErrorCode, ParseError, TextLine};
use crate::position::{Claim, Setup};

use super::layout::{CellContent, DiagramCell};

/// A board as it is drawn: every point in reading order, what is seen there, and on which line.
pub(super) struct DrawnBoard<'a> {
    pub(super) points: Vec<(Point, DiagramCell, &'a TextLine)>,
}

/// What the numbers of a drawing are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NumberMeaning {
    /// Cells of a matrix and marks: 0 empty, 1 black, 2 white, 3, 4 and 6 forbidden.
    Marks,
    /// Moves in order, odd ones black.
    Moves,
}

impl DrawnBoard<'_> {
    /// Puts stones, moves, claims and the last move into `setup`.
    ///
    /// # Errors
    ///
    /// `bad_board` if numbers are moves and one is missing or stands twice.
    pub(super) fn put_into(&self, setup: &mut Setup) -> Result<(), ParseError> {
        let numbers = self.numbers();
        for &(point, cell, _) in &self.points {
            match cell.content {
                CellContent::Stone(color) | CellContent::Triangle(color) => {
                    put(setup, point, color);
                }
                CellContent::Forbidden(mark) => setup.claims.push(Claim { point, mark }),
                CellContent::Number(number) if numbers == NumberMeaning::Marks => {
                    mark(setup, point, number);
                }
                CellContent::Number(_) | CellContent::Empty | CellContent::Unknown(_) => {}
            }
        }
        if numbers == NumberMeaning::Moves {
            self.put_moves(setup)?;
        }
        setup.last = self.last();
        Ok(())
    }

    /// Every number but 0.
    fn counted(&self) -> impl Iterator<Item = u32> {
        self.points
            .iter()
            .filter_map(|(_, cell, _)| match cell.content {
                CellContent::Number(number) if number > 0 => Some(number),
                _ => None,
            })
    }

    /// What the numbers are: marks if they are 1 and 2, or 3, 4 and 6 besides; else moves.
    ///
    /// Where both can be meant, moves are numbers from 1 on without a gap, three at least.
    fn numbers(&self) -> NumberMeaning {
        let mut numbers: Vec<u32> = self.counted().collect();
        numbers.sort_unstable();
        let can_be_marks = numbers.iter().all(|number| matches!(number, 1..=4 | 6));
        let runs_on = numbers.iter().copied().eq(1..=numbers.len() as u32);
        if can_be_marks && !(runs_on && numbers.len() >= 3) {
            NumberMeaning::Marks
        } else {
            NumberMeaning::Moves
        }
    }

    /// Reads the numbers as moves; stones without a number stood before them.
    fn put_moves(&self, setup: &mut Setup) -> Result<(), ParseError> {
        let mut moves: Vec<(u32, Point, DiagramCell, &TextLine)> = self
            .points
            .iter()
            .filter_map(|&(point, cell, line)| match cell.content {
                CellContent::Number(number) if number > 0 => Some((number, point, cell, line)),
                _ => None,
            })
            .collect();
        moves.sort_by_key(|&(number, point, ..)| (number, point));
        let has_stones = !setup.black.is_empty() || !setup.white.is_empty();
        let first = moves
            .first()
            .filter(|_| has_stones)
            .map_or(1, |first| first.0);
        let most = self.points.len() as u32;
        for (expected, &(number, point, cell, line)) in (first.min(most)..).zip(&moves) {
            if number != expected {
                let message = if number > most {
                    format!("a move number beyond the {most} points of the board")
                } else if number < expected {
                    format!("move {number} stands twice")
                } else {
                    format!("move {expected} is missing")
                };
                return Err(ParseError::new(ErrorCode::BadBoard, message)
                    .at(cell.column, cell.width)
                    .on(line));
            }
            setup.moves.push(Some(point));
        }
        let starts = if first % 2 == 1 {
            Color::Black
        } else {
            Color::White
        };
        setup.first = Some(starts).filter(|&starts| starts != setup.first_to_play());
        Ok(())
    }

    /// The one stone in brackets, or the one triangle.
    fn last(&self) -> Option<Point> {
        let only = |is_marked: &dyn Fn(&DiagramCell) -> bool| {
            let mut marked = self.points.iter().filter(|(_, cell, _)| is_marked(cell));
            marked.next().filter(|_| marked.next().is_none())
        };
        let has_stone = |cell: &DiagramCell| {
            !matches!(cell.content, CellContent::Empty | CellContent::Forbidden(_))
        };
        let enclosed = only(&|cell| cell.is_enclosed).filter(|(_, cell, _)| has_stone(cell));
        enclosed
            .or_else(|| only(&|cell| matches!(cell.content, CellContent::Triangle(_))))
            .map(|&(point, ..)| point)
    }
}

fn put(setup: &mut Setup, point: Point, color: Color) {
    match color {
        Color::Black => setup.black.push(point),
        Color::White => setup.white.push(point),
    }
}

fn mark(setup: &mut Setup, point: Point, number: u32) {
    match number {
        1 => put(setup, point, Color::Black),
        2 => put(setup, point, Color::White),
        _ => setup.claims.extend(
            char::from_digit(number, 10)
                .filter(|&mark| mark != '0')
                .map(|mark| Claim { point, mark }),
        ),
    }
}
