//! Draws a position as a diagram, in ASCII or with round stones and box lines.

use crate::Letters;
use crate::characters::{characters, text_as_written, trimmed};
use crate::loss::{Impossible, Loss};
use crate::setup_text::SetupText;
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::{Claim, Setup};

use super::roles::{are_few, are_of_a_game};

/// Adds a point to a row, and what stands between it and the point before.
type PushPoint = fn(&mut String, Point, &SetupText<'_>, &Setup);

/// Draws a diagram with the characters of a keyboard.
pub(crate) fn write_ascii(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    write(setup, push_ascii)
}

/// Draws a diagram with round stones and box lines.
pub(crate) fn write_unicode(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    write(setup, push_unicode)
}

/// Draws a diagram in a fenced block, whose turn it is above it.
pub(crate) fn write_markdown(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = write_ascii(setup)?;
    let side = match text.to_move() {
        Some(Color::Black) => "Black to move\n\n",
        Some(Color::White) => "White to move\n\n",
        None => "",
    };
    let fenced = [side.as_bytes(), b"```text\n", &text.body, b"```\n"].concat();
    text.body = fenced;
    Ok(text)
}

/// Draws the stones after the moves, with letters above and below, numbers on the left and header
/// lines on top.
///
/// Forbidden points stand as they are marked. The last move is in brackets, or a triangle.
fn write(setup: &Setup, push: PushPoint) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    let is_off = |claim: &&Claim| !claim.point.is_on(text.size);
    let mut marked = setup.claims.iter().chain(&setup.marks);
    if let Some(claim) = marked.find(is_off) {
        return Err(Impossible::OffBoard(claim.point, text.size));
    }
    let mut body = String::new();
    write_headers(&mut text, setup, &mut body);
    let letters = columns(text.size);
    body.push_str(&letters);
    for row in (0..text.size.get()).rev() {
        let mut line = format!("{:>2}", row + 1);
        for point in (0..text.size.get()).filter_map(|column| Point::new(column, row)) {
            push(&mut line, point, &text, setup);
        }
        body.push_str(line.trim_end());
        body.push('\n');
    }
    body.push_str(&letters);
    text.body = body.into_bytes();
    text.leave_out(&[Loss::MoveOrder, Loss::Passes]);
    let is_drawn = |point: &Point| text.stone_at(*point).is_some();
    let last_is_lost = setup.last.is_some_and(|last| !is_drawn(&last));
    let mut marks = setup.marks.iter();
    let has_letter = marks.any(|mark| mark.mark.is_ascii_alphabetic());
    let is_lost = |claim: &Claim| {
        let is_letter = has_letter && claim.mark.is_ascii_alphabetic();
        is_drawn(&claim.point) || !is_mark(claim.mark) || is_letter
    };
    let claim_is_lost = setup.claims.iter().any(is_lost);
    let reads_back = |mark: &Claim| {
        !is_drawn(&mark.point) && !is_mark(mark.mark) && claim(mark.point, setup) == Some(mark.mark)
    };
    let mark_is_lost = !setup.marks.iter().all(reads_back) || !are_read_as_marks(setup, &text);
    text.lose(Loss::LastMove, last_is_lost);
    text.lose(Loss::Claims, claim_is_lost);
    text.lose(Loss::Marks, mark_is_lost);
    Ok(text)
}

/// `   A B C D E`.
fn columns(size: Size) -> String {
    let letters = (0..size.get()).flat_map(|column| [' ', Letters::All.letter(column)]);
    "  ".chars().chain(letters).chain(['\n']).collect()
}

fn write_headers(text: &mut SetupText<'_>, setup: &Setup, body: &mut String) {
    if let Some(id) = &setup.id {
        text.lose(Loss::Name, !push_header(body, "name", id));
    }
    if let Some(rule) = setup.rule {
        push_header(body, "rule", rule.name());
    }
    let to_move = text.to_move();
    let is_unclear = setup.to_move.is_some() || to_move != text.side_by_counts();
    if let Some(color) = to_move.filter(|_| is_unclear) {
        push_header(body, "to move", color.name());
    }
    for words in &setup.expect {
        text.lose(Loss::Expectations, !push_header(body, "expect", words));
    }
}

/// Adds a header; what cannot stand on a line as it is becomes blanks. Whether it reads back.
fn push_header(body: &mut String, key: &str, value: &str) -> bool {
    let line = value.replace(char::is_control, " ");
    let line = text_as_written(trimmed(&characters(&line)));
    for part in ["# ", key, ": ", &line, "\n"] {
        body.push_str(part);
    }
    !line.is_empty() && line == value
}

/// Whether a mark is read as one of a forbidden point.
fn is_mark(mark: char) -> bool {
    matches!(mark, '3' | '4' | '6' | '×' | '✕' | 'D' | 'F')
}

/// Whether readers take the marks for such and not for stones: see the rules of `roles`.
fn are_read_as_marks(setup: &Setup, text: &SetupText<'_>) -> bool {
    let stones = text.by_color();
    let (black, white) = (stones.black.len(), stones.white.len());
    let (points, marks) = (usize::from(text.size.get()).pow(2), &setup.marks);
    let is_twice = |mark: &&Claim| marks.iter().filter(|other| other.mark == mark.mark).count() > 1;
    marks.is_empty()
        || black + white > 0
            && are_few(marks.len(), points)
            && (are_of_a_game(black, white) || !marks.iter().any(|mark| is_twice(&mark)))
}

/// Whether a mark is read as one of a point that is not forbidden, whatever stones stand around it.
fn is_plain_mark(mark: char) -> bool {
    mark.is_ascii_alphabetic() && !"XxOoBbWwDF".contains(mark) || mark == '?' || mark == '!'
}

fn claim(point: Point, setup: &Setup) -> Option<char> {
    let here = |claims: &[Claim], is_drawn: fn(char) -> bool| {
        let claim = claims.iter().find(|claim| claim.point == point);
        claim.map(|claim| claim.mark).filter(|&mark| is_drawn(mark))
    };
    here(&setup.claims, is_mark).or_else(|| here(&setup.marks, is_plain_mark))
}

fn push_ascii(line: &mut String, point: Point, text: &SetupText<'_>, setup: &Setup) {
    let char = match text.stone_at(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => claim(point, setup).unwrap_or('.'),
    };
    let is_last = setup.last == Some(point) && text.stone_at(point).is_some();
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

fn push_unicode(line: &mut String, point: Point, text: &SetupText<'_>, setup: &Setup) {
    let is_last = setup.last == Some(point);
    let char = match text.stone_at(point) {
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
