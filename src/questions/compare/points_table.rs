//! The points of a comparison as tables that fit a terminal.

use unicode_width::UnicodeWidthStr;

use super::short_names::ShortNames;
use crate::eval::RanksBy;
use crate::questions::{ComparedPoint, ComparisonReport};
use crate::render::Lang;
use crate::render::page::Page;
use crate::render::wording::proved_end;

/// The columns of a terminal that nothing is known of.
const WIDTH: usize = 120;
/// The columns that a name has at least where names are cut.
const NAME: usize = 9;
/// Blanks between two evaluators.
const GAP: usize = 2;

/// What an evaluator says of each point: its score and its rank.
struct EvaluatorColumn {
    name: String,
    cells: Vec<[String; 2]>,
    widths: [usize; 2],
}

impl EvaluatorColumn {
    fn new(
        report: &ComparisonReport,
        points: &[&ComparedPoint],
        name: &str,
        lang: Lang,
    ) -> EvaluatorColumn {
        let titles = ["compare.score", "compare.rank"].map(|key| lang.text(key).to_owned());
        let cells = points.iter();
        let cells = cells.map(|compared| cells_of(report, compared, name, lang));
        let cells: Vec<[String; 2]> = std::iter::once(titles).chain(cells).collect();
        let width = |part: usize| cells.iter().map(|row| row[part].width()).max();
        EvaluatorColumn {
            name: name.to_owned(),
            widths: [0, 1].map(|part| width(part).unwrap_or(0)),
            cells,
        }
    }

    fn numbers_width(&self) -> usize {
        self.widths[0] + 1 + self.widths[1]
    }

    fn width(&self, names: &Heads) -> usize {
        self.numbers_width().max(names.of(&self.name).width())
    }

    /// The score and the rank in a row, `0` for the titles.
    fn numbers(&self, row: usize) -> String {
        let [score, rank] = &self.cells[row];
        right(score, self.widths[0]) + " " + &right(rank, self.widths[1])
    }
}

/// The names at the heads of columns, with a mark for those that rank by both sides.
pub(super) struct Heads {
    pub(super) names: ShortNames,
    by_both: Vec<String>,
}

impl Heads {
    /// Cuts the names to the longest with which all columns fit into `room`, or to [`NAME`].
    fn shorten(&mut self, columns: &[EvaluatorColumn], room: usize) {
        let width = |heads: &Heads| -> usize {
            let widths = columns.iter().map(|column| GAP + column.width(heads));
            widths.sum()
        };
        if width(self) <= room {
            return;
        }
        let longest = columns.iter().map(|column| self.of(&column.name).width());
        let longest = longest.max().unwrap_or(NAME);
        for length in (NAME..longest).rev() {
            let cut = Heads {
                names: self.names.cut(length),
                by_both: self.by_both.clone(),
            };
            if width(&cut) <= room || length == NAME {
                *self = cut;
                return;
            }
        }
    }

    fn of(&self, name: &str) -> String {
        let is_by_both = self.by_both.iter().any(|by_both| by_both == name);
        self.names.get(name) + if is_by_both { "*" } else { "" }
    }
}

/// Writes the points that are shown, in as many tables as the width asks for. The names by which
/// the evaluators go there.
pub(super) fn write_points(report: &ComparisonReport, page: &mut Page) -> ShortNames {
    let lang = page.lang;
    let points: Vec<&ComparedPoint> = report.shown().collect();
    let columns = report.evaluators.iter();
    let columns: Vec<EvaluatorColumn> = columns
        .map(|name| EvaluatorColumn::new(report, &points, name, lang))
        .collect();
    let by_both = report.ranks_by.0.iter();
    let by_both = by_both.filter(|(_, by)| *by == RanksBy::Both);
    let mut heads = Heads {
        names: ShortNames::of(&report.evaluators),
        by_both: by_both.map(|(name, _)| name.clone()).collect(),
    };
    if points.is_empty() {
        return heads.names;
    }
    let room = page.style.width.unwrap_or(WIDTH);
    let first = 1 + lang.text("compare.point").width().max(3);
    heads.shorten(&columns, room.saturating_sub(first));
    let mut rest = &columns[..];
    let mut is_first = true;
    while !rest.is_empty() {
        let (abreast, later) = rest.split_at(fitting(rest, &heads, room - first.min(room)));
        write_table(&points, abreast, &heads, is_first.then_some(room), page);
        page.line("");
        (rest, is_first) = (later, false);
    }
    if !heads.by_both.is_empty() {
        page.line(format_args!("{}\n", lang.text("compare.both_sides")));
    }
    heads.names
}

/// How many columns fit beside each other, at least one.
fn fitting(columns: &[EvaluatorColumn], heads: &Heads, room: usize) -> usize {
    let mut used = 0;
    let fits = columns.iter().take_while(|column| {
        used += GAP + column.width(heads);
        used <= room
    });
    fits.count().max(1)
}

/// Writes columns beside each other; with how far ranks differ, where there is `room` for it.
fn write_table(
    points: &[&ComparedPoint],
    columns: &[EvaluatorColumn],
    heads: &Heads,
    room: Option<usize>,
    page: &mut Page,
) {
    let lang = page.lang;
    let title = lang.text("compare.point");
    let first = title.width().max(3);
    let row = |first_cell: &str, cell: &dyn Fn(&EvaluatorColumn) -> String| {
        let mut line = format!(" {}", left(first_cell, first));
        for column in columns {
            line += &" ".repeat(GAP);
            line += &right(&cell(column), column.width(heads));
        }
        line
    };
    page.line(row(title, &|column| heads.of(&column.name)).trim_end());
    page.line(row("", &|column| column.numbers(0)).trim_end());
    let gaps: Vec<Option<String>> = points.iter().map(|point| rank_gap(point, lang)).collect();
    let widest = gaps.iter().flatten().map(|gap| gap.width()).max();
    let width = row("", &|column| column.numbers(0)).width();
    let has_room = room.is_some_and(|room| width + GAP + widest.unwrap_or(0) <= room);
    for (number, compared) in points.iter().enumerate() {
        let mut line = row(&compared.point.to_string(), &|column| {
            column.numbers(number + 1)
        });
        if let Some(gap) = gaps[number].as_ref().filter(|_| has_room) {
            line += &" ".repeat(GAP);
            line += gap;
        }
        page.line(line);
    }
}

/// The score and the rank of a point, or why there are none.
fn cells_of(
    report: &ComparisonReport,
    compared: &ComparedPoint,
    name: &str,
    lang: Lang,
) -> [String; 2] {
    let failed = report.failed.get(name);
    let failed = failed.map(|failed| failed.kind.to_string());
    let found = compared.searched.get(name);
    let end = found.and_then(|found| found.end);
    let end = end.map(|end| proved_end(end, lang));
    let played = found.map(|_| lang.text("compare.plays").to_owned());
    let score = compared.scores.get(name).copied().flatten();
    let score = score.map(|score| score.to_string());
    let rank = compared.ranks.get(name).copied().flatten();
    let rank = rank.map(|rank| rank.to_string());
    [end.or(score).or(played).or(failed), rank].map(|value| value.unwrap_or_else(|| "-".to_owned()))
}

/// `<- ranks differ by 8`, if they do.
fn rank_gap(compared: &ComparedPoint, lang: Lang) -> Option<String> {
    let gap = compared.rank_gap();
    (gap > 0).then(|| lang.format("compare.ranks_differ", &[("gap", &gap)]))
}

fn right(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.width())) + text
}

fn left(text: &str, width: usize) -> String {
    text.to_owned() + &" ".repeat(width.saturating_sub(text.width()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::geometry::Size;
    use crate::position::Position;
    use crate::questions::{ComparisonOptions, ComparisonSummary, compare};
    use crate::render::{Style, text};
    use crate::rule::Rule;
    use crate::systems::{self, EvaluatorHandle};

    fn report(moves: &str) -> ComparisonReport {
        let mut position = Position::new(Size::RENJU, Rule::Renju);
        for played in moves.split(' ') {
            position = position.play(played.parse().unwrap()).unwrap();
        }
        let six: Vec<EvaluatorHandle> = systems::defaults().collect();
        let six: Vec<&dyn Evaluator> = six.iter().map(|one| &**one).collect();
        assert_eq!(six.len(), 6);
        let options = ComparisonOptions {
            top: 10,
            ..ComparisonOptions::default()
        };
        compare("game", &position, &six, &options)
    }

    fn widest(text: &str) -> usize {
        text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0)
    }

    #[test]
    fn six_evaluators_fit_the_terminal() {
        let game = report("H8 I9 G7 G9 H9 H10 I8");
        let mut summary = ComparisonSummary::default();
        for report in [&game, &report("H8 I9"), &report("H8 H9 J10")] {
            summary.add(report);
        }
        for (width, tables) in [(60, 2), (80, 1), (200, 1)] {
            for lang in Lang::all() {
                let style = Style {
                    lang,
                    width: Some(width),
                    ..Style::PLAIN
                };
                let page = text(&game, style);
                assert!(widest(&page) <= width, "{width}:\n{page}");
                let head = format!(" {} ", lang.text("compare.point"));
                let heads = page.lines().filter(|line| line.starts_with(&head)).count();
                assert_eq!(heads, tables, "{width}:\n{page}");
                let page = text(&summary, style);
                assert!(widest(&page) <= width, "{width}:\n{page}");
            }
        }
    }

    #[test]
    fn the_best_point_of_each_is_among_the_rows() {
        let game = report("H8 I9 G7 G9");
        for (name, best) in &game.best.0 {
            assert!(best.iter().any(|point| game.rows.contains(point)), "{name}");
        }
    }
}
