//! The chance of Black over a game as a picture.

use super::text::chance_of_black;
use crate::questions::game::{GameMove, GameReport};
use crate::render::Lang;
use crate::render::picture::{Element, Form, PlotColors, Scene, Stroke, Theme, Vec2};

/// Steps from one move to the next, and the height of the whole chance.
const STEP: f32 = 0.5;
const HEIGHT: f32 = 8.0;
const LEFT: f32 = 2.0;
const MARGIN: f32 = 1.5;
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
    let points: Vec<(&GameMove, Vec2)> = report
        .moves
        .iter()
        .filter_map(|row| Some((row, place(row)?)))
        .collect();
    for pair in points.windows(2) {
        elements.push(line(pair[0].1, pair[1].1, Stroke::solid(colors.ink, 0.12)));
    }
    for &(row, at) in points.iter().filter(|(row, _)| row.blunder) {
        elements.push(Element {
            form: Form::Circle {
                center: at,
                radius: 0.18,
            },
            fill: Some(colors.bad),
            stroke: None,
        });
        let above = at.offset(0.0, if at.y < MARGIN + 1.0 { 0.6 } else { -0.5 });
        elements.push(text(above, 0.55, row.number.to_string(), colors));
    }
    let title = format!(
        "{}{}{}",
        report.summary.header.id.as_str(),
        lang.text("list.colon"),
        lang.text("review.chart")
    );
    elements.push(text(
        Vec2 {
            x: width / 2.0,
            y: MARGIN / 2.0,
        },
        0.6,
        title.clone(),
        colors,
    ));
    Scene {
        width,
        height: HEIGHT + 2.0 * MARGIN,
        background: colors.background,
        description: title.clone(),
        title,
        elements,
    }
}

/// The lines of 0, 50 and 100 %, and the numbers of moves.
fn frame(width: f32, moves: usize, colors: PlotColors) -> Vec<Element> {
    let mut elements = Vec::new();
    for (share, label) in [(0.0, "100 %"), (0.5, "50 %"), (1.0, "0 %")] {
        let y = MARGIN + HEIGHT * share;
        let from = Vec2 { x: LEFT, y };
        let to = Vec2 {
            x: width - MARGIN / 2.0,
            y,
        };
        elements.push(line(from, to, Stroke::solid(colors.grid, 0.04)));
        elements.push(text(
            Vec2 { x: LEFT / 2.0, y },
            0.55,
            label.to_owned(),
            colors,
        ));
    }
    for number in (10..=moves).step_by(10) {
        let at = Vec2 {
            x: x_of(number),
            y: MARGIN + HEIGHT + 0.6,
        };
        elements.push(text(at, 0.55, number.to_string(), colors));
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
