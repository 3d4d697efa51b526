//! Comments and board texts of `RenLib` nodes, and the guess of the encoding that they share.

use crate::bytes::ByteReader;
use crate::{Encoding, ErrorCode, ParseError};
use renju_core::geometry::Point;
use renju_core::position::{Game, GameNode, Tree, TreePlace};

use super::node::{LOOSE_TEXT, SEPARATOR};

/// The texts of a library, not decoded before all are there: together they tell their encoding.
#[derive(Default)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    found: Vec<UndecodedText>,
}

/// What a text is.
#[derive(Clone, Copy)]
pub(super) enum TextKind {
    Comment,
    /// A text on a point, for the node that it is seen at.
    Label(Point),
    /// A board text without a point.
    Loose,
}

/// A text, the node it belongs to, and its place among the bytes.
struct UndecodedText {
    place: TreePlace,
    kind: TextKind,
    start: usize,
    end: usize,
    /// Its place in the file.
    offset: u64,
}

impl Texts {
    /// Reads a text; where it belongs to no node, it is passed over.
    ///
    /// # Errors
    ///
    /// If the file ends in it. What is there of it is kept.
    pub(super) fn read(
        &mut self,
        bytes: &mut ByteReader<'_>,
        owner: Option<(TreePlace, TextKind)>,
    ) -> Result<(), ParseError> {
        let (start, offset) = (self.bytes.len(), bytes.offset());
        let outcome = self.read_pairs(bytes);
        match owner {
            Some((place, kind)) => {
                let end = self.bytes.len();
                self.found.push(UndecodedText {
                    place,
                    kind,
                    start,
                    end,
                    offset,
                });
                self.bytes.push(b'\n'); // No character goes across two texts.
            }
            None => self.bytes.truncate(start),
        }
        outcome
    }

    /// Pairs of bytes up to a zero; a zero that comes first has another one behind it.
    fn read_pairs(&mut self, bytes: &mut ByteReader<'_>) -> Result<(), ParseError> {
        loop {
            for is_first in [true, false] {
                match bytes.next()? {
                    Some(0) if is_first => return bytes.next().map(|_| ()),
                    Some(0) => return Ok(()),
                    Some(byte) => self.bytes.push(byte),
                    None => return Err(bytes.error(ErrorCode::BadFile, IN_TEXT)),
                }
            }
        }
    }

    /// Gives the nodes their texts, and tells in which encoding they were read, with the first text
    /// that is none in it and the number of those.
    pub(super) fn decode(
        self,
        game: &mut Game,
        asked: Option<Encoding>,
    ) -> (Encoding, Option<(ParseError, usize)>) {
        let encoding = asked.unwrap_or_else(|| Encoding::guess(&self.bytes));
        let mut wrong = None;
        for text in &self.found {
            let (decoded, is_exact) = encoding.decode_leniently(&self.bytes[text.start..text.end]);
            put(game, text.place, text.kind, &decoded);
            if !is_exact {
                let message = format!("the text is not {encoding}");
                let error = || ParseError::new(ErrorCode::BadEncoding, message);
                let (_, more) = wrong.get_or_insert_with(|| (error().at_byte(text.offset), 0));
                *more += 1;
            }
        }
        (encoding, wrong)
    }
}

const IN_TEXT: &str = "the file ends within a text";

/// Reads a comment in the coding of old: seven bits with Danish letters, the eighth at the end.
///
/// # Errors
///
/// If the file ends in it.
pub(super) fn old_comment(bytes: &mut ByteReader<'_>) -> Result<String, ParseError> {
    let mut text = String::new();
    loop {
        for is_first in [true, false] {
            let byte = bytes.next()?;
            let byte = byte.ok_or_else(|| bytes.error(ErrorCode::BadFile, IN_TEXT))?;
            text.push(match byte & 0x7f {
                b'{' => 'æ',
                b'|' => 'ø',
                b'}' => 'å',
                b'[' => 'Æ',
                b'\\' => 'Ø',
                b']' => 'Å',
                other => char::from(other),
            });
            if byte & 0x80 != 0 {
                if is_first {
                    bytes.next()?;
                }
                return Ok(text);
            }
        }
    }
}

/// Gives a node a text, line breaks being `\n`.
pub(super) fn put(game: &mut Game, place: TreePlace, kind: TextKind, text: &str) {
    let text = text.replace("\r\n", "\n");
    match kind {
        TextKind::Comment => {
            let put = game.tree.node_mut(place).text_mut();
            match text.split_once(SEPARATOR) {
                Some((title, comment)) => {
                    title.clone_into(&mut put.title);
                    comment.clone_into(&mut put.comment);
                }
                None => put.title = text,
            }
        }
        TextKind::Label(point) => {
            let more = game.tree.node_mut(place).more_mut();
            more.labels.push((point, text));
        }
        TextKind::Loose => {
            let escaped = text.replace('\\', "\\\\").replace(']', "\\]");
            let property = (LOOSE_TEXT.to_owned(), vec![escaped]);
            if place == Tree::ROOT {
                game.info.properties.push(property);
            } else {
                let more = game.tree.node_mut(place).more_mut();
                more.properties.push(property);
            }
        }
    }
}

/// The board text that stands on no point, as [`put`] keeps it.
pub(super) fn loose_text(properties: &[(String, Vec<String>)]) -> Option<String> {
    let (_, values) = properties.iter().find(|(name, _)| name == LOOSE_TEXT)?;
    let mut text = String::new();
    let mut chars = values.first()?.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => text.extend(chars.next()),
            _ => text.push(char),
        }
    }
    Some(text)
}

/// The comment of a node as a library has it; `None` if there is none.
pub(super) fn comment_of(node: &GameNode) -> Option<String> {
    let mut text = node.title().replace(SEPARATOR, "");
    if !node.comment().is_empty() {
        text.push(SEPARATOR);
        text.push_str(node.comment());
    }
    (!text.is_empty()).then_some(text)
}
