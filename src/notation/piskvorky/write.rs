use std::fmt::Write;

use crate::geometry::Size;
use crate::notation::loss::{Impossible, Loss};
use crate::notation::move_list::{begin_moves, from_top};
use crate::notation::property_text;
use crate::notation::setup_text::SetupText;
use crate::position::{GameInfo, Setup};

use super::ending::{END, EXTRA, EXTRA_LINES, UNKNOWN, USUAL_END, known, rule_of_league};
use super::numbers::LineNumbers;
use super::psq::{FIRST, LEVELS, LINE_END, begins_game};

/// Writes a `.psq`: the first line, moves, names if they are known, the code.
pub(in crate::notation) fn write_psq(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = begin_moves(setup, false)?;
    let info = setup.info.as_deref();
    let levels = property_text::texts(info, LEVELS);
    let levels = match levels.as_slice() {
        [first, second] if is_natural(first) && is_natural(second) => format!("{first}:{second}"),
        _ => "0:0".to_owned(),
    };
    let first = property_text::texts(info, FIRST);
    let first = first.first().filter(|first| is_natural(first));
    let first = first.map_or("0", |first| first);
    let mut body = format!("Piskvorky {}, {levels}, {first}\n", text.size);
    moves(setup, text.size, 1, &mut body);
    let [black, white] = names(&mut text, setup);
    if black.is_some() || white.is_some() {
        let [one, other] = [black, white].map(|name| name.unwrap_or(UNKNOWN));
        let (one, other) = if first == "0" {
            (one, other)
        } else {
            (other, one)
        };
        let _ = write!(body, "{one}\n{other}\n");
    }
    end(&mut text, setup, body, &[LEVELS, FIRST]);
    Ok(text)
}

/// Writes a `.rec`: the names, moves, the code.
pub(in crate::notation) fn write_rec(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = begin_moves(setup, false)?;
    let [black, white] = names(&mut text, setup).map(|name| name.unwrap_or(UNKNOWN));
    let mut body = format!("{black}\n{white}\n");
    moves(setup, text.size, 0, &mut body);
    end(&mut text, setup, body, &[]);
    text.leave_out(&[Loss::Size]);
    Ok(text)
}

/// Writes the moves, counted from `origin`. Where no time is known all are 0, as programs expect
/// three numbers; among known ones an unknown one is left out.
fn moves(setup: &Setup, size: Size, origin: u8, body: &mut String) {
    let times = setup.info.as_deref().map_or(&[][..], |info| &info.times);
    let has_times = times.iter().any(Option::is_some);
    for (number, &point) in setup.moves.iter().flatten().enumerate() {
        let (x, y) = from_top(point, size);
        let _ = write!(body, "{},{}", x + origin, y + origin);
        let time = times.get(number).copied().flatten();
        if let Some(time) = time.or((!has_times).then_some(0)) {
            let _ = write!(body, ",{time}");
        }
        body.push('\n');
    }
}

/// The names as they can be written; notes one that cannot.
fn names<'a>(text: &mut SetupText<'_>, setup: &'a Setup) -> [Option<&'a str>; 2] {
    let info = setup.info.as_deref();
    text.keep(&[Loss::Players]);
    [
        info.and_then(|info| info.black_player.as_deref()),
        info.and_then(|info| info.white_player.as_deref()),
    ]
    .map(|name| {
        let written = name.filter(|name| is_line(name) && LineNumbers::of(name).is_none());
        text.lose(Loss::Players, name != written);
        written
    })
}

/// Whether a text can stand on a line of its own, and is read back as it is.
fn is_line(text: &str) -> bool {
    known(text).as_deref() == Some(text)
        && !text.contains(|char: char| char.is_control() || char == '\u{feff}')
        && !begins_game(text)
}

/// Writes the code and what an archive adds, and notes what else is lost.
fn end(text: &mut SetupText<'_>, setup: &Setup, mut body: String, own: &[&str]) {
    let info = setup.info.as_deref();
    let code = property_text::texts(info, END);
    let code = code.first().filter(|code| is_code(code));
    body.push_str(code.map_or(USUAL_END, |code| code));
    body.push('\n');
    let extra = property_text::texts(info, EXTRA);
    let is_move = |line: &str| matches!(LineNumbers::of(line), Some(LineNumbers::Move(..)));
    let is_kept =
        extra.len() <= EXTRA_LINES && extra.iter().all(|line| is_line(line) && !is_move(line));
    for line in extra.iter().filter(|_| is_kept) {
        body.push_str(line);
        body.push('\n');
    }
    text.lose(Loss::Properties, !is_kept);
    if property_text::texts(info, LINE_END) == ["CRLF"] {
        body = body.replace('\n', "\r\n");
    }
    text.body = body.into_bytes();
    let others = property_text::others(info, &[own, &[END, EXTRA, LINE_END]].concat());
    let has_rule = info.is_some_and(|info| info.rule.is_some());
    let others = others + usize::from(has_rule);
    text.lost.add(Loss::Properties, others);
    text.keep(&[Loss::Properties, Loss::Times]);
    let is_lost = info.is_some_and(|info| has_lost_times(info, setup.moves.len()));
    text.lose(Loss::Times, is_lost);
    if is_kept && setup.rule.is_some() && info.and_then(rule_of_league) == setup.rule {
        text.lost.remove(Loss::Rule);
    }
}

/// Whether times are more than moves, or nothing but zeros, which mean that none was taken.
fn has_lost_times(info: &GameInfo, moves: usize) -> bool {
    let known = |times: &[Option<u64>]| times.iter().any(Option::is_some);
    let (times, beyond) = info.times.split_at(moves.min(info.times.len()));
    let are_zeros = times.len() == moves && times.iter().all(|time| *time == Some(0));
    known(beyond) || known(times) && are_zeros
}

fn is_natural(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_code(text: &str) -> bool {
    text.trim() == text && matches!(LineNumbers::of(text), Some(LineNumbers::One(_)))
}
