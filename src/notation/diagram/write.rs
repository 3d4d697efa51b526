use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::notation::glyph::{glyphs, text_as_written, trimmed};
use crate::notation::write::{Impossible, Loss, Text};
use crate::position::Setup;

/// Which characters a diagram is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::notation) enum Style {
    /// `X`, `O`, `.`
    Ascii,
    /// `●`, `○` and box lines.
    Unicode,
}

/// Draws the stones after the moves, with letters above and below, numbers on the left and header
/// lines on top.
///
/// Forbidden points stand as they are marked. The last move is in brackets, or a triangle.
pub(in crate::notation) fn write(setup: &Setup, style: Style) -> Result<Text<'_>, Impossible> {
    let mut text = Text::about(setup)?;
    if let Some(claim) = setup
        .claims
        .iter()
        .find(|claim| !claim.point.is_on(text.size))
    {
        return Err(Impossible::OffBoard(claim.point, text.size));
    }
    let mut body = String::new();
    write_headers(&mut text, setup, &mut body);
    let letters = columns(text.size);
    body.push_str(&letters);
    for row in (0..text.size.get()).rev() {
        let mut line = format!("{:>2}", row + 1);
        for column in 0..text.size.get() {
            if let Some(point) = Point::new(column, row) {
                match style {
                    Style::Ascii => push_ascii(&mut line, point, &text, setup),
                    Style::Unicode => push_unicode(&mut line, point, &text, setup),
                }
            }
        }
        body.push_str(line.trim_end());
        body.push('\n');
    }
    body.push_str(&letters);
    text.body = body;
    text.loses_order();
    let is_drawn = |point: &Point| text.stones.contains_key(point);
    let last_is_lost = setup.last.is_some_and(|last| !is_drawn(&last));
    let claim_is_lost = setup
        .claims
        .iter()
        .any(|claim| is_drawn(&claim.point) || !is_mark(claim.mark));
    text.loses(Loss::LastMove, last_is_lost);
    text.loses(Loss::Claims, claim_is_lost);
    Ok(text)
}

/// `   A B C D E`.
fn columns(size: Size) -> String {
    let mut line = "  ".to_owned();
    for column in 0..size.get() {
        line.push(' ');
        line.push((b'A' + column) as char);
    }
    line.push('\n');
    line
}

fn write_headers(text: &mut Text<'_>, setup: &Setup, body: &mut String) {
    let mut lost = Vec::new();
    if let Some(id) = &setup.id {
        push_header(body, "name", id, || lost.push(Loss::Name));
    }
    if let Some(rule) = setup.rule {
        push_header(body, "rule", rule.name(), || {});
    }
    let by_counts = text.to_move_by_counts();
    let to_move = text.to_move();
    if let Some(color) = to_move.filter(|_| setup.to_move.is_some() || to_move != by_counts) {
        push_header(body, "to move", color.name(), || {});
    }
    for words in &setup.expect {
        push_header(body, "expect", words, || lost.push(Loss::Expectations));
    }
    for loss in lost {
        text.loses(loss, true);
    }
}

/// Adds a header; what cannot stand on a line as it is becomes blanks, and `lose` is told.
fn push_header(body: &mut String, key: &str, value: &str, lose: impl FnOnce()) {
    let line: String = value
        .chars()
        .map(|char| if char.is_control() { ' ' } else { char })
        .collect();
    let line = text_as_written(trimmed(&glyphs(&line)));
    if line.is_empty() || line != value {
        lose();
    }
    for part in ["# ", key, ": ", &line, "\n"] {
        body.push_str(part);
    }
}

/// Whether a mark is read as one of a forbidden point.
fn is_mark(mark: char) -> bool {
    matches!(mark, '3' | '4' | '6' | '×' | '✕' | 'D' | 'F')
}

fn claim(point: Point, setup: &Setup) -> Option<char> {
    let claim = setup.claims.iter().find(|claim| claim.point == point)?;
    Some(claim.mark).filter(|&mark| is_mark(mark))
}

fn push_ascii(line: &mut String, point: Point, text: &Text<'_>, setup: &Setup) {
    let char = match text.stones.get(&point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => claim(point, setup).unwrap_or('.'),
    };
    let is_last = setup.last == Some(point) && text.stones.contains_key(&point);
    if is_last {
        line.push('[');
    } else if !line.ends_with(']') {
        line.push(' ');
    }
    line.push(char);
    if is_last {
        line.push(']');
    }
}

fn push_unicode(line: &mut String, point: Point, text: &Text<'_>, setup: &Setup) {
    let is_last = setup.last == Some(point);
    let char = match text.stones.get(&point) {
        Some(Color::Black) if is_last => '▲',
        Some(Color::White) if is_last => '△',
        Some(Color::Black) => '●',
        Some(Color::White) => '○',
        None => claim(point, setup).unwrap_or_else(|| joint(point, text.size)),
    };
    line.push(if point.column() == 0 { ' ' } else { '─' });
    line.push(char);
}

/// The joint of lines on an empty point.
fn joint(point: Point, size: Size) -> char {
    let top = size.get() - 1;
    let joints = match point.row() {
        row if row == top => ['┌', '┬', '┐'],
        0 => ['└', '┴', '┘'],
        _ => ['├', '┼', '┤'],
    };
    match point.column() {
        0 => joints[0],
        column if column == top => joints[2],
        _ => joints[1],
    }
}
