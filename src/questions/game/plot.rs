//! The chance of Black over a game as a picture.

use super::text::chance_of_black;
use crate::board::Color;
use crate::questions::game::{GameMove, GameReport};
use crate::render::Lang;
use crate::render::picture::{Element, Form, PlotColors, Scene, Stroke, Theme, Vec2};
use crate::render::printable::printable;

/// Steps from one move to the next, and the height of the whole chance.
const STEP: f32 = 0.6;
const HEIGHT: f32 = 8.0;
/// Left of the plot for its numbers, below it for numbers and the name of the axis, around it.
const LEFT: f32 = 2.0;
const BELOW: f32 = 2.0;
const MARGIN: f32 = 2.6;
/// Sizes of letters.
const TITLE: f32 = 0.75;
const LABEL: f32 = 0.6;
/// The width of a letter, in its size, that a title has room for.
const LETTER: f32 = 0.75;
/// The least moves that the plot has room for.
const LEAST_MOVES: usize = 20;

/// Black's chance after each move: above the middle Black is better. A mistake is a red dot with the
/// number of its move; the move that decides has a line through the plot.
pub fn game_plot(report: &GameReport, theme: Theme, lang: Lang) -> Scene {
    let colors = theme.plot_colors();
    let moves = report.summary.moves.max(LEAST_MOVES);
    let width = x_of(moves) + MARGIN;
    let mut elements = frame(width, report.summary.moves, colors);
    if let Some(number) = report.summary.decisive {
        let x = x_of(number);
        elements.push(line(
            Vec2 { x, y: MARGIN },
            Vec2 {
                x,
                y: MARGIN + HEIGHT,
            },
            Stroke::solid(colors.strong, 0.08),
        ));
    }
    elements.extend(curve(&report.moves, colors));
    let title = title(report, lang);
    let letters = u16::try_from(title.chars().count()).unwrap_or(u16::MAX);
    let size = TITLE.min(width / (LETTER * f32::from(letters.max(1))));
    elements.push(text(
        Vec2 {
            x: width / 2.0,
            y: 0.8,
        },
        size,
        title.clone(),
        colors,
    ));
    elements.extend(axis_names(width, colors, lang));
    Scene {
        width,
        height: MARGIN + HEIGHT + BELOW,
        background: colors.background,
        description: title.clone(),
        title,
        elements,
    }
}

/// The line of the chance, with a dot for each mistake.
fn curve(moves: &[GameMove], colors: PlotColors) -> Vec<Element> {
    let points: Vec<(&GameMove, Vec2)> = moves
        .iter()
        .filter_map(|row| Some((row, place(row)?)))
        .collect();
    let lines = points.windows(2);
    let lines = lines.map(|pair| line(pair[0].1, pair[1].1, Stroke::solid(colors.ink, 0.12)));
    let mut elements: Vec<Element> = lines.collect();
    for (place, &(row, at)) in points.iter().enumerate() {
        if !row.blunder {
            continue;
        }
        elements.push(Element {
            form: Form::Circle {
                center: at,
                radius: 0.18,
            },
            fill: Some(colors.bad),
            stroke: None,
        });
        // Where the line does not go: above a peak, below a valley.
        let beside = [place.wrapping_sub(1), place + 1];
        let beside = beside.iter().filter_map(|&other| points.get(other));
        let is_peak = beside.map(|(_, other)| other.y - at.y).sum::<f32>() >= 0.0;
        let label = at.offset(0.0, if is_peak { -0.5 } else { 0.55 });
        elements.push(text(label, 0.55, row.number.to_string(), colors));
    }
    elements
}

fn axis_names(width: f32, colors: PlotColors, lang: Lang) -> [Element; 2] {
    let axes = [
        (LEFT + 0.5, MARGIN - 1.0, "review.chart"),
        (width / 2.0, MARGIN + HEIGHT + 1.5, "review.axis"),
    ];
    axes.map(|(x, y, key)| text(Vec2 { x, y }, LABEL, lang.text(key).to_owned(), colors))
}

/// The players, or the name of the game.
fn title(report: &GameReport, lang: Lang) -> String {
    let summary = &report.summary;
    let names = Color::BOTH.map(|color| summary.players[color].as_deref());
    let names = match names {
        [None, None] => printable(summary.header.id.as_str()),
        names => names
            .map(|name| name.map_or_else(|| "?".to_owned(), printable))
            .join(" - "),
    };
    [&names, lang.text("list.colon"), lang.text("review.chart")].concat()
}

/// The lines of the quarters, and the numbers of moves.
fn frame(width: f32, moves: usize, colors: PlotColors) -> Vec<Element> {
    let mut elements = Vec::new();
    for (share, label) in [
        (0.0, "100 %"),
        (0.25, "75 %"),
        (0.5, "50 %"),
        (0.75, "25 %"),
        (1.0, "0 %"),
    ] {
        let y = MARGIN + HEIGHT * share;
        let from = Vec2 { x: LEFT, y };
        let to = Vec2 {
            x: width - MARGIN / 2.0,
            y,
        };
        elements.push(line(from, to, Stroke::solid(colors.grid, 0.04)));
        elements.push(text(
            Vec2 { x: LEFT / 2.0, y },
            LABEL,
            label.to_owned(),
            colors,
        ));
    }
    for number in (10..=moves).step_by(10) {
        let at = Vec2 {
            x: x_of(number),
            y: MARGIN + HEIGHT + 0.6,
        };
        elements.push(text(at, LABEL, number.to_string(), colors));
    }
    elements
}

fn x_of(number: usize) -> f32 {
    LEFT + STEP * f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}

fn place(row: &GameMove) -> Option<Vec2> {
    let chance = f32::from(chance_of_black(row.after?)?) / 1000.0;
    Some(Vec2 {
        x: x_of(row.number),
        y: MARGIN + HEIGHT * (1.0 - chance),
    })
}

fn line(from: Vec2, to: Vec2, stroke: Stroke) -> Element {
    Element {
        form: Form::Line { from, to },
        fill: None,
        stroke: Some(stroke),
    }
}

fn text(center: Vec2, size: f32, text: String, colors: PlotColors) -> Element {
    Element {
        form: Form::Text { center, size, text },
        fill: Some(colors.ink),
        stroke: None,
    }
}
