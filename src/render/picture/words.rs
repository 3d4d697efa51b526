//! A picture in words, for readers who cannot see it.

use std::fmt::Write as _;

use super::board_picture::{BoardPicture, Mark, MarkStyle};
use crate::board::Color;
use crate::geometry::Point;
use crate::render::Lang;

/// Points of a heat map that are named.
const NAMED: usize = 10;

/// What is seen, in a few words.
pub(super) fn title(picture: &BoardPicture, lang: Lang) -> String {
    match &picture.caption {
        Some(words) if !words.trim().is_empty() => words.clone(),
        _ => lang.format("picture.title", &[("size", &picture.size)]),
    }
}

/// The board and what is marked on it.
pub(super) fn description(picture: &BoardPicture, lang: Lang) -> String {
    let mut words = Words {
        text: lang.format("picture.board", &[("size", &picture.size)]),
        picture,
        lang,
    };
    if let Some(part) = picture.part {
        words.sentence(lang.text("picture.part"), &[part.to_string()]);
    }
    for color in Color::BOTH {
        let stones = of_color(&picture.stones, color);
        words.list(lang.word(color), stones, Point::to_string);
    }
    words.forbidden();
    words.list(
        lang.text("picture.moves"),
        &picture.numbers,
        |(point, number)| format!("{number} {point}"),
    );
    words.lines();
    words.marks();
    words.heat();
    words.text
}

fn of_color(stones: &[(Point, Color)], color: Color) -> Vec<Point> {
    let of_color = stones.iter().filter(|(_, of)| *of == color);
    of_color.map(|(point, _)| *point).collect()
}

/// A description on the way.
struct Words<'a> {
    text: String,
    picture: &'a BoardPicture,
    lang: Lang,
}

/// A thing on a board.
trait Placed {
    fn point(&self) -> Point;
}

impl Placed for Point {
    fn point(&self) -> Point {
        *self
    }
}

impl<T> Placed for (Point, T) {
    fn point(&self) -> Point {
        self.0
    }
}

impl Words<'_> {
    /// Adds ` Name: A1 B2.` if there is something on the board.
    fn list<T: Placed>(
        &mut self,
        name: &str,
        things: impl AsRef<[T]>,
        said: impl Fn(&T) -> String,
    ) {
        let on_board = things.as_ref().iter();
        let on_board = on_board.filter(|thing| self.picture.shows(thing.point()));
        let said: Vec<String> = on_board.map(said).collect();
        self.sentence(name, &said);
    }

    fn sentence(&mut self, name: &str, said: &[String]) {
        if !said.is_empty() {
            let _ = write!(self.text, " {name}: {}.", said.join(", "));
        }
    }

    fn forbidden(&mut self) {
        let lang = self.lang;
        let name = lang.text("picture.forbidden");
        self.list(name, &self.picture.forbidden, |(point, kinds)| {
            let kinds: Vec<&str> = kinds.iter().map(|kind| lang.word(*kind)).collect();
            if kinds.is_empty() {
                point.to_string()
            } else {
                format!("{point} ({})", kinds.join(lang.text("list.kinds")))
            }
        });
    }

    fn lines(&mut self) {
        let picture = self.picture;
        let lines = || {
            picture
                .lines
                .iter()
                .filter_map(|&line| picture.visible(line))
        };
        for (style, key) in [
            (MarkStyle::Three, "picture.three"),
            (MarkStyle::Four, "picture.four"),
            (MarkStyle::Five, "picture.five"),
            (MarkStyle::Bad, "picture.bad"),
        ] {
            let said: Vec<String> = lines()
                .filter(|line| line.style == style)
                .map(|line| format!("{}-{}", line.from, line.to))
                .collect();
            self.sentence(self.lang.text(key), &said);
        }
    }

    fn marks(&mut self) {
        let mut labels = Vec::new();
        let (mut dots, mut replies) = (Vec::new(), Vec::new());
        for (point, mark) in &self.picture.marks {
            match mark {
                Mark::Label(text) => labels.push((*point, text)),
                Mark::Dot(_) => dots.push(*point),
                Mark::Reply(_) => replies.push(*point),
            }
        }
        let lang = self.lang;
        self.list(lang.text("picture.labels"), labels, |(point, text)| {
            format!("{point} ({text})")
        });
        self.list(lang.text("picture.dots"), dots, Point::to_string);
        self.list(lang.text("picture.replies"), replies, Point::to_string);
    }

    /// The largest discs, the largest first.
    fn heat(&mut self) {
        let mut heat = self.picture.heat.clone();
        heat.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        heat.truncate(NAMED);
        let name = self.lang.text("picture.heat");
        self.list(name, heat, |(point, _)| point.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forbidden::ForbiddenKind;
    use crate::geometry::Size;
    use crate::render::picture::Segment;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn a_description_says_what_is_drawn() {
        let picture = BoardPicture {
            stones: vec![
                (point("H8"), Color::Black),
                (point("H9"), Color::White),
                (point("T20"), Color::White),
            ],
            numbers: vec![(point("H8"), 1), (point("H9"), 2)],
            forbidden: vec![
                (point("A1"), vec![]),
                (
                    point("A2"),
                    vec![ForbiddenKind::DoubleFour, ForbiddenKind::Overline],
                ),
            ],
            marks: vec![
                (point("C3"), Mark::Label("ok".to_owned())),
                (point("G8"), Mark::Dot(MarkStyle::Three)),
                (point("G9"), Mark::Reply(Color::White)),
            ],
            lines: vec![Segment {
                from: point("H8"),
                to: point("J8"),
                style: MarkStyle::Three,
            }],
            heat: vec![(point("K10"), 0.5), (point("K11"), 0.7)],
            ..BoardPicture::new(Size::RENJU)
        };
        assert_eq!(
            description(&picture, Lang::ENGLISH),
            "Board 15x15. black: H8. white: H9. forbidden: A1, A2 (double-four, overline). \
             moves: 1 H8, 2 H9. three: H8-J8. marked: C3 (ok). dots: G8. answered replies: G9. \
             largest discs: K11, K10."
        );
        assert!(description(&picture, "zh".parse().unwrap()).contains("黑: H8"));
    }
}
