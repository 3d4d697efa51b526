//! The chance of Black over a game as a picture.

use std::convert::Infallible;
use std::ops::Range;

use plotters::chart::ChartBuilder;
use plotters::coord::Shift;
use plotters::coord::combinators::BindKeyPoints as _;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea as _};
use plotters::element::{Circle, PathElement, Rectangle};
use plotters::series::LineSeries;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, IntoFont as _, RGBColor, TextStyle};

use super::plot_labels::{PlotArea, along, placed};
use super::text::chance_of_black;
use crate::board::Color;
use crate::questions::game::{GameMove, GameReport};
use crate::questions::overview::text::opening_name;
use crate::render::Lang;
use crate::render::picture::{
    PlotColors, Rgb, Scene, ScenePlotter, Theme, fitted, pixels, text_width,
};
use crate::render::printable::printable;

/// Steps from one move to the next, and the height of the plot.
const STEP: f32 = 0.6;
const HEIGHT: f32 = 8.4;
/// Around the plot: for the numbers of its axes and their names, and for the title.
const LEFT: f32 = 2.0;
const BELOW: f32 = 1.5;
const ABOVE: f32 = 2.2;
const MARGIN: f32 = 0.4;
/// Sizes of letters.
const TITLE: f32 = 0.75;
const LABEL: f32 = 0.6;
/// The size of the labels of turning points, and the radius of their dots.
const TURN: f32 = 0.5;
const DOT: f32 = 0.18;
/// The least moves that the plot has room for.
const LEAST_MOVES: usize = 20;
/// The chances that the plot has room for, in thousandths: above and below are numbers of mistakes.
const CHANCES: Range<i32> = -150..1150;

/// Black's chance after each move: above the middle Black is better. A mistake is a red dot with the
/// number of its move and its point; the move that decides has a line through the plot.
#[expect(
    clippy::missing_panics_doc,
    reason = "all that is drawn is level and has room"
)]
pub fn game_plot(report: &GameReport, theme: Theme, lang: Lang) -> Scene {
    let colors = theme.plot_colors();
    let moves = report.summary.moves.max(LEAST_MOVES);
    let title = title(report, lang);
    let mut scene = Scene {
        width: LEFT + STEP * f32::from(moves as u16 + 1) + 2.0 * MARGIN,
        height: ABOVE + HEIGHT + BELOW + MARGIN,
        background: colors.background,
        description: title.clone(),
        title,
        elements: Vec::new(),
    };
    let drawn = draw(&mut scene, moves, report, (colors, lang));
    drawn.expect("a scene takes all text that is level, and has room for the labels");
    scene
}

fn draw(
    scene: &mut Scene,
    moves: usize,
    report: &GameReport,
    (colors, lang): (PlotColors, Lang),
) -> Result<(), DrawingAreaErrorKind<Infallible>> {
    let (heading, width) = (scene.title.clone(), scene.width);
    let [ink, grid, strong] = [colors.ink, colors.grid, colors.strong].map(pen);
    let area = ScenePlotter::new(scene).into_drawing_area();
    let size = fitted(&heading, TITLE, width - 2.0 * MARGIN);
    for (text, size, h_pos, x, y) in [
        (&*heading, size, HPos::Center, width / 2.0, 0.8),
        (lang.text("review.chart"), LABEL, HPos::Left, MARGIN, 1.6),
    ] {
        let style = text_style(size, h_pos, colors);
        area.draw_text(text, &style, (pixels(x), pixels(y)))?;
    }
    let label = text_style(LABEL, HPos::Center, colors);
    let mut chart = ChartBuilder::on(&area)
        .margin(pixels(MARGIN))
        .margin_top(pixels(ABOVE))
        .x_label_area_size(pixels(BELOW))
        .y_label_area_size(pixels(LEFT))
        .build_cartesian_2d(
            (0..moves as i32 + 1).with_key_points(numbers(moves)),
            CHANCES.with_key_points(vec![0, 250, 500, 750, 1000]),
        )?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh().max_light_lines(0);
    mesh.bold_line_style(grid.stroke_width(1))
        .axis_style(grid.stroke_width(3));
    mesh.label_style(label.clone())
        .axis_desc_style(label.clone());
    mesh.set_all_tick_mark_size(7)
        .y_label_formatter(&|chance| format!("{} %", chance / 10))
        .x_desc(lang.text("review.axis"))
        .draw()?;
    let line_at = |number: usize| [0, 1000].map(|chance| (number as i32, chance));
    let decisive = report.summary.decisive.map(line_at);
    if let Some(ends) = decisive {
        chart.draw_series([PathElement::new(ends, strong.stroke_width(3))])?;
    }
    let points: Vec<(&GameMove, (i32, i32))> = (report.moves.iter())
        .filter_map(|row| Some((row, point(row)?)))
        .collect();
    let line = points.iter().map(|&(_, at)| at);
    chart.draw_series(LineSeries::new(line, ink.stroke_width(5)))?;

    let on_sheet = |at: (i32, i32)| chart.backend_coord(&at);
    let points = points.into_iter().map(|(row, at)| (row, on_sheet(at)));
    let points: Vec<_> = points.collect();
    let line = points.windows(2).map(|ends| (ends[0].1, ends[1].1));
    let decisive = decisive.map(|[low, high]| (on_sheet(low), on_sheet(high)));
    let lines = line.chain(decisive).flat_map(|(from, to)| along(from, to));
    let turns = turning_points(&points, report, lang);
    let frame = PlotArea::from(chart.plotting_area().get_pixel_range());
    draw_turning_points(&area, &turns, (&lines.collect::<Vec<_>>(), frame), colors)
}

/// The dots of turning points and their labels; a thin line leads from a label to its dot.
fn draw_turning_points(
    area: &DrawingArea<ScenePlotter<'_>, Shift>,
    turns: &[TurningPoint],
    (lines, frame): (&[PlotArea], PlotArea),
    colors: PlotColors,
) -> Result<(), DrawingAreaErrorKind<Infallible>> {
    let wanted: Vec<_> = turns.iter().map(|turn| (turn.dot, turn.size)).collect();
    let places = placed(&wanted, lines, 2 * pixels(DOT), frame);
    // Before the labels, so that no line runs through one.
    let leader = pen(colors.grid).stroke_width(1);
    for (turn, place) in turns.iter().zip(&places) {
        let ends = [turn.dot, place.unwrap_or(turn.dot)];
        area.draw(&PathElement::new(ends, leader))?;
    }
    for (turn, place) in turns.iter().zip(places) {
        let dot = turn.dot;
        if let Some(place) = place {
            let PlotArea { from, to } = PlotArea::around(place, turn.size);
            area.draw(&Rectangle::new([from, to], pen(colors.background).filled()))?;
            let style = text_style(TURN, HPos::Center, colors);
            area.draw_text(&turn.text, &style, place)?;
        }
        let color = if turn.is_mistake {
            colors.bad
        } else {
            colors.strong
        };
        area.draw(&Circle::new(dot, pixels(DOT), pen(color).filled()))?;
    }
    Ok(())
}

/// A mistake, or the move that decides, with its dot and the size of its label.
struct TurningPoint {
    text: String,
    is_mistake: bool,
    dot: (i32, i32),
    size: (i32, i32),
}

/// The turning points of a game, the one that decides first, since it needs its place most.
fn turning_points(
    points: &[(&GameMove, (i32, i32))],
    report: &GameReport,
    lang: Lang,
) -> Vec<TurningPoint> {
    let decides = |row: &GameMove| report.summary.decisive == Some(row.number);
    let mut turns: Vec<_> = (points.iter())
        .filter(|(row, _)| row.blunder || decides(row))
        .collect();
    turns.sort_by_key(|(row, _)| !decides(row));
    let turns = turns.into_iter().map(|&(row, dot)| {
        let mut text = format!("{} {}", row.number, row.point);
        if decides(row) {
            text = lang.format("review.decides_label", &[("move", &text)]);
        }
        TurningPoint {
            size: (pixels(text_width(&text) * TURN), pixels(TURN * 0.85)),
            is_mistake: row.blunder,
            dot,
            text,
        }
    });
    turns.collect()
}

/// The players, or the name of the game, and the opening if it has a name.
fn title(report: &GameReport, lang: Lang) -> String {
    let summary = &report.summary;
    let names = Color::BOTH.map(|color| summary.players[color].as_deref());
    let names = match names {
        [None, None] => printable(summary.header.id.as_str()),
        names => names
            .map(|name| name.map_or_else(|| "?".to_owned(), printable))
            .join(" - "),
    };
    let chart = lang.text("review.chart");
    // The letters of a PNG have no Chinese and no Japanese names.
    let opening = summary.opening.as_ref().map(|opening| match lang {
        Lang::ENGLISH => format!("{} {}", opening.number, opening.name),
        lang => opening_name(opening, lang),
    });
    let opening = opening.map(|name| [lang.text("list.comma"), &name].concat());
    [
        &names,
        lang.text("list.colon"),
        chart,
        &opening.unwrap_or_default(),
    ]
    .concat()
}

/// The moves whose numbers stand at the axis.
fn numbers(moves: usize) -> Vec<i32> {
    let every = if moves > 2 * LEAST_MOVES { 10 } else { 5 };
    (every..=moves as i32).step_by(every as usize).collect()
}

fn point(row: &GameMove) -> Option<(i32, i32)> {
    let chance = chance_of_black(row.after?)?;
    Some((row.number as i32, i32::from(chance)))
}

fn pen(color: Rgb) -> RGBColor {
    RGBColor(color.red, color.green, color.blue)
}

fn text_style(size: f32, h_pos: HPos, colors: PlotColors) -> TextStyle<'static> {
    TextStyle {
        font: ("sans-serif", pixels(size)).into_font(),
        color: pen(colors.ink).to_backend_color(),
        pos: Pos::new(h_pos, VPos::Center),
    }
}
