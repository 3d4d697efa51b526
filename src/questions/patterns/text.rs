//! Shapes on a board as text: counts for each side, lists, and what a stone would make.

use super::map_text;
use crate::board::{ByColor, Color};
use crate::geometry::Direction;
use crate::pattern::{Shape, StandingShape};
use crate::questions::PatternReport;
use crate::render::Lang;
use crate::render::page::{Page, TextReport};
use crate::render::wording::{along, joined, line_name};

impl TextReport for PatternReport {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        page.heading(&self.header);
        page.ending(&self.header);
        let counts = (0..)
            .zip(Shape::STANDING)
            .map(|(number, shape): (usize, _)| {
                let count = |color| Some(self.counts[color]?.0[number].to_string());
                (lang.word(shape).to_owned(), ByColor::from_fn(count))
            });
        side_by_side(lang.text("patterns.shape"), counts, &[1, 2], page);
        if let Some(shapes) = &self.shapes {
            page.line("");
            page.table(
                &[],
                shapes.iter().map(|standing| listed(standing, lang)),
                &[],
            );
        }
        if let Some(at) = &self.at {
            let made = Direction::ALL.into_iter().map(|direction| {
                let made = |color| Some(lang.word(at.shapes[color]?.0[direction]).to_owned());
                (line_name(direction, at.point, lang), ByColor::from_fn(made))
            });
            page.section(&lang.format("patterns.at", &[("point", &at.point)]));
            side_by_side("", made, &[], page);
        }
        for color in Color::BOTH {
            let map = self.map.as_ref().and_then(|map| map[color].as_ref());
            if let Some(map) = map {
                map_text::write(map, &self.header.board, color, page);
            }
        }
    }
}

/// Rows with a column for each side that was asked for.
fn side_by_side(
    title: &str,
    rows: impl Iterator<Item = (String, ByColor<Option<String>>)>,
    numbers: &[usize],
    page: &mut Page,
) {
    let rows: Vec<_> = rows.collect();
    let is_asked = |color: &Color| rows.iter().any(|(_, values)| values[*color].is_some());
    let colors = Color::BOTH.into_iter().filter(is_asked);
    let colors = colors.map(|color| page.lang.word(color));
    let titles: Vec<&str> = std::iter::once(title).chain(colors).collect();
    let row = |(name, values): (String, ByColor<Option<String>>)| {
        std::iter::once(name)
            .chain(values.black)
            .chain(values.white)
    };
    page.table(&titles, rows.into_iter().map(row), numbers);
}

/// A shape with its line, its stones, and where it goes on.
fn listed(standing: &StandingShape, lang: Lang) -> [String; 5] {
    let direction = standing.run.direction;
    let stones = along(direction, &standing.run.stones);
    let line = stones
        .first()
        .map(|&stone| line_name(direction, stone, lang));
    let next = joined(&along(direction, &standing.next), " ");
    let next = (!next.is_empty()).then(|| lang.format("patterns.next", &[("points", &next)]));
    [
        lang.word(standing.color).to_owned(),
        lang.word(standing.shape).to_owned(),
        line.unwrap_or_default(),
        joined(&stones, " "),
        next.unwrap_or_default(),
    ]
}
