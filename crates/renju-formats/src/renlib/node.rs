//! Binary layout of a `RenLib` file: header, versions, flags of a node, and the byte of a point.

use renju_core::geometry::{Point, Size};

/// How a file begins, unless it begins with its first node.
pub(super) const NAME: &[u8] = b"\xffRenLib\xff";

/// The length of the header: the name, two bytes of the version, and filling.
pub(super) const HEADER: usize = 20;

/// The version that is written where every line begins at H8 and no side passes.
pub(super) const OLD_VERSION: [u8; 2] = [3, 0];

/// The version in which a node at no point comes first, the root.
pub(super) const VERSION: [u8; 2] = [3, 4];

/// A sibling comes after the subtree.
pub(super) const SIBLING: u8 = 0x80;
/// There are no children.
pub(super) const LEAF: u8 = 0x40;
/// A comment in seven bits follows, whose last byte has the eighth set.
pub(super) const OLD_COMMENT: u8 = 0x20;
/// The move is marked.
pub(super) const MARK: u8 = 0x10;
/// A comment comes behind the flags, up to a zero byte.
pub(super) const COMMENT: u8 = 0x08;
/// The program shows this node first.
pub(super) const START: u8 = 0x04;
/// The node is no move, and has its point for a board text.
pub(super) const NO_MOVE: u8 = 0x02;
/// Two bytes with more flags follow.
pub(super) const MORE: u8 = 0x01;
/// Among those: a board text follows.
pub(super) const BOARD_TEXT: u16 = 0x0001;

/// Separates the comment of one line from the longer one.
pub(super) const SEPARATOR: char = '\u{8}';

/// The property of a node with a board text that has no point to stand on: that of a pass.
pub(super) const LOOSE_TEXT: &str = "BOARDTEXT";

/// The byte of a point, the column from 1 in its low half, the row from the top in its high one;
/// `None` if the board lacks it.
pub(super) fn position_of(point: Point) -> Option<u8> {
    let from_top = Size::RENJU.get() - 1 - point.row().min(Size::RENJU.get() - 1);
    let is_there = point.is_on(Size::RENJU);
    is_there.then_some(from_top << 4 | (point.column() + 1))
}

/// The point of such a byte.
pub(super) fn point_at(position: u8) -> Option<Point> {
    let column = (position & 0x0f).checked_sub(1)?;
    let row = (Size::RENJU.get() - 1).checked_sub(position >> 4)?;
    Point::new(column, row)
}
