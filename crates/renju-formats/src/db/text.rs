//! Text field of a database record: board texts, title and comment in one string.

use crate::Origin;
use renju_core::geometry::{Point, Size};
use renju_core::position::GameNode;

/// What a text with board texts begins with.
const BOARD_TEXTS: &str = "@BTXT@";

/// Separates the parts of a text.
const SEPARATOR: char = '\u{8}';

/// The end of a text in old files.
const END: char = '\0';

/// The board of a record, and where its rows are counted from.
#[derive(Clone, Copy)]
pub(super) struct RecordBoard {
    pub(super) size: Size,
    pub(super) origin: Origin,
}

impl RecordBoard {
    /// The point in a column and a row, both from 0, if the board has it.
    pub(super) fn point(self, column: u8, row: u8) -> Option<Point> {
        let side = self.size.get();
        if column >= side || row >= side {
            return None;
        }
        match self.origin {
            Origin::BottomLeft => Point::new(column, row),
            Origin::TopLeft => Point::new(column, side - 1 - row),
        }
    }
}

/// Gives a node the board texts and comments of a record; what the first wrong line says.
pub(super) fn put(node: &mut GameNode, text: &str, board: RecordBoard) -> Option<String> {
    let text = text.strip_suffix(END).unwrap_or(text);
    let mut wrong = None;
    let comments = match text.strip_prefix(BOARD_TEXTS) {
        Some(rest) => {
            let (labels, comments) = rest.split_once(SEPARATOR).unwrap_or((rest, ""));
            for line in labels.split('\n').filter(|line| !line.is_empty()) {
                match label(line, board) {
                    Some(label) => node.more_mut().labels.push(label),
                    None => wrong = wrong.or_else(|| Some(line.to_owned())),
                }
            }
            comments
        }
        None => text,
    };
    match comments.split_once(SEPARATOR) {
        Some((title, comment)) => {
            title.clone_into(&mut node.text_mut().title);
            comment.clone_into(&mut node.text_mut().comment);
        }
        None if comments.is_empty() => {}
        None => comments.clone_into(&mut node.text_mut().comment),
    }
    wrong
}

/// The column and the row, each a digit or a letter from `A` for 10, and a text.
fn label(line: &str, board: RecordBoard) -> Option<(Point, String)> {
    let mut chars = line.chars();
    let mut digit = || u8::try_from(chars.next()?.to_digit(36)?).ok();
    let point = board.point(digit()?, digit()?)?;
    let text = chars.as_str();
    Some((point, text.strip_suffix(END).unwrap_or(text).to_owned()))
}

/// The text of a record, and how many characters of it have no place there.
pub(super) fn text_of(node: &GameNode) -> (String, usize) {
    let mut lacking = 0;
    let mut without = |text: &str, signs: &[char]| {
        lacking += text.matches(signs).count();
        text.replace(signs, "")
    };
    let mut text = String::new();
    for (point, label) in node.more().iter().flat_map(|more| &more.labels) {
        text.push_str(if text.is_empty() { BOARD_TEXTS } else { "\n" });
        for number in [point.column(), point.row()] {
            let digit = char::from_digit(u32::from(number), 36).unwrap_or_default();
            text.push(digit.to_ascii_uppercase());
        }
        text.push_str(&without(label, &['\n', SEPARATOR, END]));
    }
    let title = without(node.title(), &[SEPARATOR]);
    let mut comments = node.comment().to_owned();
    if !title.is_empty() || comments.contains(SEPARATOR) {
        comments = format!("{title}{SEPARATOR}{comments}");
    }
    if text.is_empty() && comments.starts_with(BOARD_TEXTS) {
        text.push_str(BOARD_TEXTS);
    }
    if !text.is_empty() && !comments.is_empty() {
        text.push(SEPARATOR);
    }
    text.push_str(&comments);
    if text.ends_with(END) {
        text.push(END);
    }
    (text, lacking)
}
