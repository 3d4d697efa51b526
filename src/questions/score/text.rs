//! Scores of an evaluator as text: a ranked list or a grid of numbers, and their terms.

use crate::board::Color;
use crate::eval::{Term, Worth};
use crate::geometry::Point;
use crate::questions::agreement::RankedPoint;
use crate::questions::{ScoreReport, ScoredPoints};
use crate::render::page::{Page, TextReport};
use crate::render::style::Heat;
use crate::render::wording::{joined, proved_end};
use crate::render::{BoardText, Glyphs, Label, Lang, MarkedPoint};

/// Terms that are listed one by one.
const TERMS: usize = 20;

/// A score and what of it is shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreText<'a> {
    /// The answer of the evaluator.
    pub report: &'a ScoreReport,
    /// The side whose view is shown; both if `None`.
    pub of: Option<Color>,
    /// Whether the values are shown as a board of numbers instead of a list.
    pub is_grid: bool,
    /// How many points a list has at most.
    pub limit: usize,
    /// Whether the terms of the board are shown, if there are terms at all.
    pub explains_board: bool,
    /// Of how many points the terms are shown at most.
    pub explained: usize,
}

impl ScoreText<'_> {
    /// Everything that the side to move would want to know.
    pub fn of_mover(report: &ScoreReport) -> ScoreText<'_> {
        ScoreText {
            report,
            of: report.header.to_move,
            is_grid: false,
            limit: usize::MAX,
            explains_board: true,
            explained: usize::MAX,
        }
    }

    fn sides(self) -> impl Iterator<Item = Color> {
        let is_shown = move |side: &Color| self.of.is_none_or(|of| of == *side);
        Color::BOTH.into_iter().filter(is_shown)
    }

    /// `black 12, white -12`
    fn board_values(self, lang: Lang) -> String {
        let value = |side: Color| match self.report.board[side] {
            Some(value) => format!("{} {value}", lang.word(side)),
            None => format!("{} {}", lang.word(side), lang.text("score.no_board_value")),
        };
        let values: Vec<String> = self.sides().map(value).collect();
        values.join(lang.text("list.comma"))
    }
}

/// The values for the side to move.
impl TextReport for ScoreReport {
    fn write(&self, page: &mut Page) {
        ScoreText::of_mover(self).write(page);
    }
}

impl TextReport for ScoreText<'_> {
    fn write(&self, page: &mut Page) {
        let (report, style, lang) = (self.report, page.style, page.lang);
        page.heading(&report.header);
        page.ending(&report.header);
        page.line(style.paint(Label::Heading, &report.evaluator));
        let [unit, view] = [&report.unit, &report.perspective].map(|text| lang.translate(text));
        let unit = lang.format("score.unit", &[("unit", &unit)]);
        let view = lang.format("score.view", &[("view", &view)]);
        page.line(format_args!("  {unit}\n  {view}"));
        page.say("score.board", &[("values", &self.board_values(lang))]);
        for side in self.sides() {
            match &report.points[side] {
                None => page.line(lang.text("score.no_points")),
                Some(points) if self.is_grid => write_grid(report, side, points, page),
                Some(points) => write_list(report, side, points, self.limit, page),
            }
            write_terms(*self, side, page);
        }
        if !report.forbidden.is_empty() {
            let points = style.paint(Label::Bad, &joined(&report.forbidden, " "));
            page.say("score.forbidden", &[("points", &points)]);
        }
    }
}

fn write_title(side: Color, page: &mut Page) {
    let title = page
        .lang
        .format("score.points", &[("color", &page.lang.word(side))]);
    page.line(format_args!("\n{title}"));
}

fn write_list(
    report: &ScoreReport,
    side: Color,
    points: &ScoredPoints,
    limit: usize,
    page: &mut Page,
) {
    write_title(side, page);
    let (lang, searched) = (page.lang, &report.searched[side]);
    let titles = ["score.rank", "score.point", "score.value"].map(|key| lang.text(key));
    let line = lang.text("score.line");
    let titles = titles
        .into_iter()
        .chain((!searched.is_empty()).then_some(line));
    let rows = points.0.iter().take(limit).map(|ranked| {
        let RankedPoint { point, value, rank } = ranked;
        let found = searched.get(point);
        let end = found.and_then(|found| found.end);
        let value = end.map_or_else(|| value.to_string(), |end| proved_end(end, lang));
        let cells = [rank.to_string(), point.to_string(), value];
        let line = found.map(|found| joined(&found.line, " "));
        cells.into_iter().chain(line).collect::<Vec<_>>()
    });
    let is_ranked = |point: Point| points.0.iter().any(|ranked| ranked.point == point);
    let bare = searched.0.iter().filter(|(point, _)| !is_ranked(*point));
    let bare = bare.map(|(point, found)| {
        let end = found.end.map(|end| proved_end(end, lang));
        let value = end.unwrap_or_else(|| "-".to_owned());
        let line = joined(&found.line, " ");
        vec!["-".to_owned(), point.to_string(), value, line]
    });
    page.table(&titles.collect::<Vec<_>>(), rows.chain(bare), &[0, 2]);
}

/// A board with a number on each empty point, warmer where it is higher.
fn write_grid(report: &ScoreReport, side: Color, points: &ScoredPoints, page: &mut Page) {
    let stones = report.placed.black.len() + report.placed.white.len();
    let is_whole = points.0.len() + stones == report.header.size.area();
    let lowest = points.0.last().filter(|_| is_whole);
    let lowest = lowest.map_or(Worth::default(), |lowest| lowest.value);
    let marks = points.0.iter().map(|ranked| MarkedPoint {
        point: ranked.point,
        text: brief(ranked.value.get() - lowest.get()),
        label: if side == Color::Black && report.forbidden.contains(&ranked.point) {
            Label::Bad
        } else {
            Label::Heat(Heat::of(ranked.rank - 1, points.0.len()))
        },
    });
    let stones = Color::BOTH.into_iter().flat_map(|color| {
        let placed = report.placed[color].iter();
        placed.map(move |&point| (point, color))
    });
    let mut board = BoardText {
        size: report.header.size,
        stones: stones.collect(),
        marks: marks.collect(),
        last: None,
        glyphs: Glyphs::Ascii,
    };
    write_title(side, page);
    if let Some(room) = page.style.width.filter(|&room| board.columns() > room) {
        page.say("score.as_ranks", &[("columns", &board.columns())]);
        show_ranks(&mut board, points, room);
    } else if lowest != Worth::default() {
        page.say("score.relative", &[("lowest", &lowest)]);
    }
    page.lines(&board.draw(page.style));
}

/// Writes ranks in place of values, as many as fit into two characters or, if that is too wide, one.
fn show_ranks(board: &mut BoardText, points: &ScoredPoints, room: usize) {
    for last in [99, 9] {
        for (mark, ranked) in board.marks.iter_mut().zip(&points.0) {
            mark.text = match ranked.rank {
                rank if rank <= last => rank.to_string(),
                _ => ".".to_owned(),
            };
        }
        if board.columns() <= room {
            return;
        }
    }
}

/// A number of at most four characters: `950`, `12k`, `1.2M`, `0.64`.
pub(in crate::questions) fn brief(number: f64) -> String {
    if number.fract() == 0.0 || number.abs() >= 1000.0 {
        return brief_whole(number as i64);
    }
    // A place is lost to the minus, and one to each further digit before the point.
    let decimals = 3 - (number.abs().log10().max(0.0) as usize + 1).min(3);
    let decimals = decimals.saturating_sub(usize::from(number < 0.0));
    format!("{number:.decimals$}")
}

fn brief_whole(value: i64) -> String {
    const UNITS: [(i64, &str); 4] = [(1, ""), (1000, "k"), (1_000_000, "M"), (1_000_000_000, "G")];
    let is_large = |&(unit, _): &(i64, &str)| value.abs() / unit < 1000;
    let (unit, sign) = UNITS
        .into_iter()
        .find(is_large)
        .unwrap_or((1_000_000_000_000, "T"));
    let tenths = value * 10 / unit;
    if unit == 1 || tenths.abs() >= 100 {
        format!("{}{sign}", value / unit)
    } else {
        format!("{}.{}{sign}", tenths / 10, (tenths % 10).abs())
    }
}

fn write_terms(how: ScoreText<'_>, side: Color, page: &mut Page) {
    let (report, lang) = (how.report, page.lang);
    let Some(terms) = &report.terms else { return };
    let color = lang.word(side);
    if let Some(sum) = report.board[side].filter(|_| how.explains_board) {
        let title = lang.format("score.board_terms", &[("color", &color), ("sum", &sum)]);
        write_sum(&title, terms.board[side].as_deref(), page);
    }
    let (Some(values), Some(terms)) = (&report.points[side], &terms.points[side]) else {
        return;
    };
    for &RankedPoint { point, value, .. } in values.0.iter().take(how.explained) {
        let parts = terms.0.iter().find(|(at, _)| *at == point);
        let title = lang.format(
            "score.point_terms",
            &[("point", &point), ("color", &color), ("sum", &value)],
        );
        write_sum(&title, parts.map(|(_, parts)| parts.as_slice()), page);
    }
}

fn write_sum(title: &str, terms: Option<&[Term]>, page: &mut Page) {
    page.section(title);
    match terms {
        Some(terms) => write_addends(terms, page),
        None => page.line(format_args!("  {}", page.lang.text("score.no_terms"))),
    }
}

/// The addends of a value, the weightiest first, with their share of everything that was added
/// or taken away.
fn write_addends(terms: &[Term], page: &mut Page) {
    let lang = page.lang;
    let weight = |term: &Term| term.value.get().abs();
    let total: f64 = terms.iter().map(weight).sum();
    let mut terms: Vec<&Term> = terms.iter().collect();
    terms.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
    let (listed, rest) = terms.split_at(terms.len().min(TERMS));
    let listed = listed.iter().map(|term| {
        let share = share(weight(term), total);
        let stones = joined(&term.stones, " ");
        [
            term.value.to_string(),
            share,
            lang.translate(&term.name),
            stones,
        ]
    });
    let more = (!rest.is_empty()).then(|| {
        let value: Worth = rest.iter().map(|term| term.value).sum();
        let weight = rest.iter().map(|term| weight(term)).sum();
        let more = lang.count("score.more_terms", rest.len() as u64, &[("sum", &value)]);
        [value.to_string(), share(weight, total), more, String::new()]
    });
    let titles = ["score.value", "score.share", "score.term", "score.stones"];
    page.table(
        &titles.map(|key| lang.text(key)),
        listed.chain(more),
        &[0, 1],
    );
}

/// A part of a whole in percent, `-` of nothing.
fn share(part: f64, whole: f64) -> String {
    if whole == 0.0 {
        "-".to_owned()
    } else {
        format!("{:.1} %", part / whole * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::brief;

    #[test]
    fn numbers_fit_in_four_characters() {
        assert_eq!(brief(0.0), "0");
        assert_eq!(brief(999.0), "999");
        assert_eq!(brief(1000.0), "1.0k");
        assert_eq!(brief(99_999.0), "99k");
        assert_eq!(brief(999_999.0), "999k");
        assert_eq!(brief(1_202_046.0), "1.2M");
        assert_eq!(brief(12_000_000.0), "12M");
        assert_eq!(brief(0.637), "0.64");
        assert_eq!(brief(12.34), "12.3");
        assert_eq!(brief(123.4), "123");
        assert_eq!(brief(-0.637), "-0.6");
        assert_eq!(brief(1234.5), "1.2k");
    }
}
