//! Content hashes of batch records: they give ids, place records in shards, and check resumed runs.

use std::fmt::{self, Display};

use crate::board::Color;
use crate::fnv::{FNV_OF_NOTHING, fnv1a, fnv1a_with};
use crate::geometry::{Point, Size};
use crate::notation::ParseError;
use crate::position::{Position, PositionId, Setup};

/// The id of a record that has none, made of the hash of what it says.
pub(super) fn id_of_content(hash: u64) -> PositionId {
    PositionId::from(format!("{hash:016x}"))
}

/// The hash of size, rule, side to move, black and white stones in reading order, as
/// `docs/batch.md` writes it down; it will not change.
pub(super) fn content_of_position(position: &Position) -> u64 {
    let board = position.board();
    let [black, white] = Color::BOTH.map(|color| Listed(move || board.stones(color).iter()));
    fnv1a_of(format_args!(
        "{} {} {} {black} / {white}",
        board.size().get(),
        position.rule(),
        position.to_move(),
    ))
}

/// The hash of a set-up that is no position, and whose text is not at hand.
pub(super) fn content_of_setup(setup: &Setup) -> u64 {
    let or_dash =
        |said: Option<&dyn Display>| said.map_or_else(|| "-".to_owned(), ToString::to_string);
    let name = |played: &Option<Point>| or_dash(played.as_ref().map(|point| point as _));
    fnv1a_of(format_args!(
        "{} {} {} {} / {} : {}",
        or_dash(setup.size.map(Size::get).as_ref().map(|side| side as _)),
        or_dash(setup.rule.as_ref().map(|rule| rule as _)),
        or_dash(setup.to_move.as_ref().map(|color| color as _)),
        Listed(|| setup.black.iter()),
        Listed(|| setup.white.iter()),
        Listed(|| setup.moves.iter().map(name)),
    ))
}

/// The hash of a record that cannot be read: of its bytes, where they are known.
pub(super) fn content_of_unread(error: &ParseError) -> u64 {
    error.content.unwrap_or_else(|| {
        let shown = error.excerpt.as_ref().map_or("", |excerpt| &excerpt.text);
        fnv1a_of(format_args!("{}\n{shown}", error.message))
    })
}

/// The hash of the text of a record.
pub(super) fn content_of_text(text: &str) -> u64 {
    fnv1a(text.as_bytes())
}

/// The hash of what a value is displayed as, without the text of it.
fn fnv1a_of(value: impl fmt::Display) -> u64 {
    struct Hasher(u64);
    impl fmt::Write for Hasher {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = fnv1a_with(self.0, text.as_bytes());
            Ok(())
        }
    }

    let mut hasher = Hasher(FNV_OF_NOTHING);
    // A hasher takes any text.
    let _ = fmt::Write::write_fmt(&mut hasher, format_args!("{value}"));
    hasher.0
}

/// Things with blanks between them.
struct Listed<F>(F);

impl<I: Iterator<Item: Display>, F: Fn() -> I> Display for Listed<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in (self.0)().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(f, "{blank}{item}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::PositionOverrides;

    #[test]
    fn the_hash_of_a_position_is_that_of_its_description() {
        let at = |name: &str| name.parse().unwrap();
        let setup = Setup {
            black: vec![at("I9"), at("H8")],
            white: vec![at("A1")],
            ..Setup::default()
        };
        let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        assert_eq!(fnv1a_of(format_args!("foo{}", "bar")), fnv1a(b"foobar"));
        let text = "15 renju white H8 I9 / A1";
        assert_eq!(content_of_position(&position), content_of_text(text));
        assert_eq!(
            id_of_content(content_of_text("a")).as_str(),
            "af63dc4c8601ec8c"
        );
        assert_ne!(
            content_of_setup(&setup),
            content_of_setup(&Setup::default())
        );
    }
}
