//! May this side play here? Asked of the rule text, or of the shapes where speed matters.

use crate::board::{Board, Color};
use crate::geometry::Point;
use crate::pattern::ShapeBoard;
use crate::rule::Rule;

use super::{ForbiddenKind, is_forbidden, judge};

impl Rule {
    /// Why `color` may not play the empty `point`; empty if it may. Follows the rule text
    /// ([`judge`]), so it is slow.
    pub fn forbidden_kinds(self, board: &Board, point: Point, color: Color) -> Vec<ForbiddenKind> {
        if self.restricts(color) {
            judge(board, point).kinds().to_vec()
        } else {
            Vec::new()
        }
    }

    /// Whether `color` may play the empty `point`, by the rule text. White may play everywhere.
    ///
    /// ```
    /// use renju::board::{Board, Color};
    /// use renju::geometry::{Point, Size};
    /// use renju::rule::Rule;
    ///
    /// let black: [Point; 4] = ["F8", "G8", "H6", "H7"].map(|name| name.parse().unwrap());
    /// let board = Board::with_stones(Size::RENJU, &black, &[]);
    /// let h8: Point = "H8".parse()?;
    /// assert!(!Rule::Renju.allows(&board, h8, Color::Black));
    /// assert!(Rule::Renju.allows(&board, h8, Color::White));
    /// assert!(Rule::Standard.allows(&board, h8, Color::Black));
    /// # Ok::<(), renju::geometry::ParsePointError>(())
    /// ```
    pub fn allows(self, board: &Board, point: Point, color: Color) -> bool {
        !self.restricts(color) || !judge(board, point).is_forbidden()
    }
}

impl ShapeBoard {
    /// Whether `color` may play the empty `point`, from the shape table: for inner loops.
    #[inline]
    pub fn is_legal(&self, point: Point, color: Color) -> bool {
        color == Color::White || !is_forbidden(self, point)
    }
}
