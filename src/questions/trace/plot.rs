//! The visits of a search by ply as a picture: how many there were, in how many moves were searched, and
//! how many of these were cut off.

#![expect(
    clippy::cast_precision_loss,
    reason = "lengths of bars need no more than the digits of an f32"
)]

use super::answer::TraceReport;
use crate::render::Lang;
use crate::render::picture::{Element, Form, PlotColors, Rgb, Scene, Theme, Vec2};
use crate::render::printable::printable;

/// The longest bar, and the place on its left for the number of the ply and on its right for visits.
const LENGTH: f32 = 14.0;
const LEFT: f32 = 1.8;
const RIGHT: f32 = 3.4;
/// From one bar to the next, and how thick a bar is.
const ROW: f32 = 0.9;
const BAR: f32 = 0.6;
/// The place for the title and for what the colours mean.
const ABOVE: f32 = 2.6;
/// Sizes of letters.
const TITLE: f32 = 0.75;
const LABEL: f32 = 0.55;

/// A bar for each ply from the root: all visits pale, those in which moves were searched dark, and in these
/// the ones that a move cut off green.
pub fn trace_plot(report: &TraceReport, theme: Theme, lang: Lang) -> Scene {
    let colors = theme.plot_colors();
    let plies = &report.totals.plies;
    let title = lang.format(
        "trace.plot",
        &[("name", &printable(&report.head.evaluator))],
    );
    let mut scene = Scene {
        width: LEFT + LENGTH + RIGHT,
        height: ABOVE + ROW * plies.len() as f32 + 0.4,
        background: colors.background,
        description: title.clone(),
        title: title.clone(),
        elements: Vec::new(),
    };
    let middle = scene.width / 2.0;
    scene.write(&title, TITLE, (middle, 0.7), colors.ink);
    let words = ["trace.nodes", "trace.searched", "trace.cut"].map(|key| lang.text(key));
    for (number, (word, color)) in words.into_iter().zip(bar_colors(colors)).enumerate() {
        let x = LEFT + LENGTH * number as f32 / 3.0;
        scene.bar((x, 1.4), 0.6, color);
        scene.write(word, LABEL, (x + 2.6, 1.7), colors.ink);
    }
    let most = plies.iter().map(|ply| ply.visits).max().unwrap_or_default();
    for (number, ply) in plies.iter().enumerate() {
        let y = ABOVE + ROW * number as f32;
        let label = (number.to_string(), LEFT / 2.0);
        let visits = (ply.visits.to_string(), LEFT + LENGTH + RIGHT / 2.0);
        for (text, x) in [label, visits] {
            scene.write(&text, LABEL, (x, y + BAR / 2.0), colors.ink);
        }
        for (count, color) in [ply.visits, ply.inner, ply.cut]
            .into_iter()
            .zip(bar_colors(colors))
        {
            let length = LENGTH * count as f32 / most.max(1) as f32;
            scene.bar((LEFT, y), length, color);
        }
    }
    scene
}

/// The colours of visits, of those with moves, and of those that were cut off.
fn bar_colors(colors: PlotColors) -> [Rgb; 3] {
    let pale = |share| colors.background.mix(colors.ink, share);
    [pale(0.2), pale(0.6), colors.strong]
}

impl Scene {
    fn bar(&mut self, (x, y): (f32, f32), length: f32, color: Rgb) {
        let corner = Vec2 { x, y };
        let corners = [(0.0, 0.0), (length, 0.0), (length, BAR), (0.0, BAR)];
        let corners = corners.map(|(right, down)| corner.offset(right, down));
        self.elements.push(Element {
            form: Form::Polygon(corners.to_vec()),
            fill: Some(color),
            stroke: None,
        });
    }

    fn write(&mut self, text: &str, size: f32, (x, y): (f32, f32), color: Rgb) {
        self.elements.push(Element {
            form: Form::Text {
                center: Vec2 { x, y },
                size,
                text: text.to_owned(),
            },
            fill: Some(color),
            stroke: None,
        });
    }
}
