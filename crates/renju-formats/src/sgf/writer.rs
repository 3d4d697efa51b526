//! Writes a game tree as SGF, FF 4, with private properties for data that SGF lacks.

use std::borrow::Cow;
use std::fmt::Write;

use crate::characters::with_line_feeds;
use crate::loss::{Impossible, Loss, Losses};
use crate::parsed::storable;
use crate::setup_text::Written;
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::{Game, NodeExtras, StoredValue, Tree, TreePlace};
use renju_core::rule::Rule;

use super::names::{BEST, MARKS, RULE, START, STORED, TIME, rule_of};

/// Writes a game with all its variations: FF[4], one node on a line, a line break before each
/// variation.
///
/// What Smart Game Format has no property for is written in private ones, as it allows: see
/// `docs/formats.md`.
pub(crate) fn write(game: &Game) -> Result<Written, Impossible> {
    let mut text = SgfText {
        body: String::from("(;FF[4]GM[4]CA[UTF-8]"),
        lost: Losses::default(),
        size: game.size.unwrap_or(Size::RENJU),
    };
    text.head(game);
    let tree = &game.tree;
    for place in tree.places() {
        if place != Tree::ROOT {
            text.body.push('\n');
            if has_siblings(tree, place) {
                text.body.push('(');
            }
            text.body.push(';');
        }
        text.node(tree, place)?;
        if tree.children(place).next().is_none() {
            text.close(tree, place);
        }
    }
    text.body.push_str(")\n");
    Ok(Written {
        bytes: text.body.into_bytes(),
        lost: text.lost,
    })
}

fn has_siblings(tree: &Tree, place: TreePlace) -> bool {
    let parent = tree.parent(place);
    parent.is_some_and(|parent| tree.children(parent).nth(1).is_some())
}

/// A text in the making.
struct SgfText {
    body: String,
    /// Texts that come back with other characters.
    lost: Losses,
    size: Size,
}

impl SgfText {
    /// What the root says of the game.
    fn head(&mut self, game: &Game) {
        let info = &game.info;
        self.add("SZ", &self.size.get().to_string());
        let written = info.rule.as_deref();
        let has_breaks = written.is_some_and(|text| text.contains('\r'));
        self.lost.add(Loss::Rule, usize::from(has_breaks));
        let rule = written.filter(|text| rule_of(text) == game.rule);
        if let Some(rule) = rule.or(game.rule.map(Rule::name)) {
            self.add("RU", rule);
        }
        if let Some(other) = written.filter(|_| rule.is_none()) {
            self.add(RULE, other);
        }
        let texts = [
            ("GN", game.id.as_deref(), Loss::Name),
            ("PB", info.black_player.as_deref(), Loss::Players),
            ("PW", info.white_player.as_deref(), Loss::Players),
            ("DT", info.date.as_deref(), Loss::Event),
            ("EV", info.event.as_deref(), Loss::Event),
            ("RO", info.round.as_deref(), Loss::Event),
            ("RE", info.result.as_deref(), Loss::Result),
        ];
        for (name, text, loss) in texts {
            if let Some(text) = text {
                self.lost.add(loss, usize::from(text.contains('\r')));
                self.add(name, text);
            }
        }
        if let Some(best) = info.best {
            self.points(BEST, &[best]);
        }
        self.others(&info.properties);
    }

    fn node(&mut self, tree: &Tree, place: TreePlace) -> Result<(), Impossible> {
        let node = tree.node(place);
        if let Some((color, point)) = node.played {
            self.body.push_str(letter(color));
            self.body.push('[');
            if let Some(point) = point {
                self.point(point)?;
            }
            self.body.push(']');
        }
        let more = node.more();
        if let Some(more) = more {
            self.stones(more)?;
        }
        for (name, text) in [("N", node.title()), ("C", node.comment())] {
            if !text.is_empty() {
                self.lose_breaks(text);
                self.add(name, text);
            }
        }
        more.map_or(Ok(()), |more| self.rest(more))
    }

    fn stones(&mut self, more: &NodeExtras) -> Result<(), Impossible> {
        for (name, points) in [
            ("AB", &more.black),
            ("AW", &more.white),
            ("AE", &more.emptied),
        ] {
            for point in points {
                self.on_board(*point)?;
            }
            self.points(name, points);
        }
        if let Some(to_move) = more.to_move {
            self.add("PL", letter(to_move));
        }
        Ok(())
    }

    fn rest(&mut self, more: &NodeExtras) -> Result<(), Impossible> {
        if !more.labels.is_empty() {
            self.body.push_str("LB");
            for (point, label) in &more.labels {
                self.body.push('[');
                self.point(*point)?;
                self.body.push(':');
                self.lose_breaks(label);
                self.escaped(label);
                self.body.push(']');
            }
        }
        for (name, mark) in MARKS {
            let marked = more.marks.iter().filter(|(_, other)| *other == mark);
            let marked: Vec<Point> = marked.map(|&(point, _)| point).collect();
            for point in &marked {
                self.on_board(*point)?;
            }
            self.points(name, &marked);
        }
        for (name, is_said) in [("HO", more.is_marked), (START, more.is_start)] {
            if is_said {
                self.add(name, "1");
            }
        }
        if let Some(time) = more.time {
            self.add(TIME, &time.to_string());
        }
        if let Some(value) = &more.value {
            self.add(STORED, &stored(value));
        }
        self.others(&more.properties);
        Ok(())
    }

    /// The brackets of the variations that end with a leaf.
    fn close(&mut self, tree: &Tree, leaf: TreePlace) {
        let mut at = leaf;
        while let Some(parent) = tree.parent(at) {
            if has_siblings(tree, at) {
                self.body.push(')');
            }
            if tree.next_sibling(at).is_some() {
                return;
            }
            at = parent;
        }
    }

    /// Properties of others, as they were written.
    fn others(&mut self, properties: &[(String, Vec<String>)]) {
        for (name, values) in properties {
            self.body.push_str(name);
            for value in values {
                self.lost
                    .add(Loss::Properties, usize::from(value.contains('\r')));
                let value = self.stored(value);
                let _ = write!(self.body, "[{value}]");
            }
        }
    }

    /// A carriage return is read as any line break.
    fn lose_breaks(&mut self, text: &str) {
        self.lost
            .add(Loss::Characters, usize::from(text.contains('\r')));
    }

    /// Adds a property with a text.
    fn add(&mut self, name: &str, text: &str) {
        self.body.push_str(name);
        self.body.push('[');
        self.escaped(text);
        self.body.push(']');
    }

    /// The text with a sign for what no text file can have.
    fn stored<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        let (text, replaced) = storable(text);
        self.lost.add(Loss::Characters, replaced);
        text
    }

    fn escaped(&mut self, text: &str) {
        let text = self.stored(text);
        let other = with_line_feeds(&text);
        for char in other.as_deref().unwrap_or(&text).chars() {
            if matches!(char, '\\' | ']') {
                self.body.push('\\');
            }
            self.body.push(char);
        }
    }

    fn points(&mut self, name: &str, points: &[Point]) {
        if points.is_empty() {
            return;
        }
        self.body.push_str(name);
        for &point in points {
            self.body.push('[');
            self.letters(point);
            self.body.push(']');
        }
    }

    fn point(&mut self, point: Point) -> Result<(), Impossible> {
        self.on_board(point)?;
        self.letters(point);
        Ok(())
    }

    fn letters(&mut self, point: Point) {
        let letter = |number: u8| char::from(b'a' + number);
        self.body.push(letter(point.column()));
        let from_top = self.size.get().saturating_sub(1 + point.row());
        self.body.push(letter(from_top));
    }

    fn on_board(&self, point: Point) -> Result<(), Impossible> {
        if point.is_on(self.size) {
            Ok(())
        } else {
            Err(Impossible::OffBoard(point, self.size))
        }
    }
}

/// `value:depth:bound:label`, each part empty if it is not known; `#13` is a label by its code.
fn stored(stored: &StoredValue) -> String {
    let StoredValue {
        label,
        value,
        depth,
        bound,
    } = stored;
    let number = |number: &Option<i32>| number.map_or_else(String::new, |some| some.to_string());
    let bound = bound.map_or("", |bound| bound.name());
    let label = match label {
        None => String::new(),
        Some(StoredValue::UNDECIDED) => "-1".to_owned(),
        Some(control) if control.is_control() => format!("#{}", u32::from(*control)),
        Some(letter) => letter.to_string(),
    };
    format!("{}:{}:{bound}:{label}", number(value), number(depth))
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
