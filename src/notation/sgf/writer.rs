use std::fmt::Write;

use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::notation::loss::{Impossible, Loss, SetupText};
use crate::position::Setup;

/// Writes a game of one line: FF[4], one node on a line.
pub(in crate::notation) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    text.leave_out(&[Loss::LastMove, Loss::Claims, Loss::Expectations]);
    let size = text.size;
    let mut body = format!("(;FF[4]GM[4]CA[UTF-8]SZ[{}]", size.get());
    if let Some(rule) = setup.rule {
        add(&mut body, "RU", rule.name());
    }
    if let Some(id) = &setup.id {
        add(&mut body, "GN", id.as_str());
    }
    for (name, points) in [("AB", &setup.black), ("AW", &setup.white)] {
        if !points.is_empty() {
            body.push_str(name);
            for &point in points {
                bracket(&mut body, Some(point), size);
            }
        }
    }
    if let Some(to_move) = setup.to_move.filter(|_| setup.moves.is_empty()) {
        add(&mut body, "PL", letter(to_move));
    }
    for (number, &point) in setup.moves.iter().enumerate() {
        body.push_str("\n;");
        body.push_str(letter(setup.to_play_after(number)));
        bracket(&mut body, point, size);
    }
    body.push_str(")\n");
    text.body = body;
    Ok(text)
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Adds a property with a text.
fn add(body: &mut String, name: &str, text: &str) {
    let escaped = text.replace('\\', "\\\\").replace(']', "\\]");
    write!(body, "{name}[{escaped}]").expect("a string takes all");
}

/// Adds a point, or nothing for a pass.
fn bracket(body: &mut String, point: Option<Point>, size: Size) {
    body.push('[');
    if let Some(point) = point {
        let letter = |number: u8| char::from(b'a' + number);
        body.push(letter(point.column()));
        body.push(letter(size.get() - 1 - point.row()));
    }
    body.push(']');
}
