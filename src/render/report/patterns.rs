use comfy_table::Table;

use super::page::{Page, bare_table};
use super::phrases::{along, joined, line_name};
use super::text_report::TextReport;
use crate::board::{ByColor, Color};
use crate::geometry::Direction;
use crate::pattern::{Shape, StandingShape};
use crate::render::Lang;
use crate::study::PatternReport;

impl TextReport for PatternReport {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        page.heading(&self.header);
        page.ending(&self.header);
        let counts = Shape::STANDING
            .into_iter()
            .enumerate()
            .map(|(number, shape)| {
                let counts = ByColor::from_fn(|color| {
                    self.counts[color].map(|counts| counts.0[number].to_string())
                });
                (lang.word(shape).to_owned(), counts)
            });
        page.table(
            side_by_side(lang.text("patterns.shape"), counts, lang),
            &[1, 2],
        );
        if let Some(shapes) = &self.shapes {
            page.line("");
            page.table(listed(shapes, lang), &[]);
        }
        if let Some(at) = &self.at {
            let made = Direction::ALL.into_iter().map(|direction| {
                let made =
                    |color: Color| Some(lang.word(at.shapes[color]?.0[direction]).to_owned());
                (line_name(direction, at.point, lang), ByColor::from_fn(made))
            });
            let heading = lang.format("patterns.at", &[("point", &at.point)]);
            page.line(format_args!("\n{heading}"));
            page.table(side_by_side("", made, lang), &[]);
        }
    }
}

/// Rows with a column for each side that was asked for.
fn side_by_side(
    title: &str,
    rows: impl Iterator<Item = (String, ByColor<Option<String>>)>,
    lang: Lang,
) -> Table {
    let mut table = bare_table();
    for (number, (name, values)) in rows.enumerate() {
        let asked = || {
            Color::BOTH
                .into_iter()
                .filter(|&color| values[color].is_some())
        };
        if number == 0 {
            let colors = asked().map(|color| lang.word(color));
            table.set_header(std::iter::once(title).chain(colors));
        }
        let values = asked().filter_map(|color| values[color].clone());
        table.add_row(std::iter::once(name).chain(values));
    }
    table
}

fn listed(shapes: &[StandingShape], lang: Lang) -> Table {
    let mut table = bare_table();
    for standing in shapes {
        let direction = standing.run.direction;
        let stones = along(direction, &standing.run.stones);
        let line = stones
            .first()
            .map(|&stone| line_name(direction, stone, lang));
        let next = joined(&along(direction, &standing.next), " ");
        let next = (!next.is_empty()).then(|| lang.format("patterns.next", &[("points", &next)]));
        table.add_row([
            lang.word(standing.color).to_owned(),
            lang.word(standing.shape).to_owned(),
            line.unwrap_or_default(),
            joined(&stones, " "),
            next.unwrap_or_default(),
        ]);
    }
    table
}
