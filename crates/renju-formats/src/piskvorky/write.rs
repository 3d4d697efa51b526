//! Writes a game as `.psq` or `.rec`, with the private properties that a reader kept of it.

use std::fmt::Write;

use crate::loss::{Impossible, Loss};
use crate::move_list::MoveFile;
use crate::properties;
use crate::setup_text::SetupText;
use renju_core::geometry::Size;
use renju_core::position::{GameInfo, Setup};

use super::ending::{END, EXTRA, EXTRA_LINES, FIRST, UNKNOWN, USUAL_END, known, rule_of_league};
use super::game_reader::{LINE_END, begins_game};
use super::numbers::{LineNumbers, is_code, is_move};
use super::psq::{LEVELS, PSQ};
use super::rec::REC;

/// Writes a `.psq`: the first line, moves, names if they are known, the code.
pub(crate) fn write_psq(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = PSQ.begin(setup)?;
    let info = setup.info.as_deref();
    let levels = own(&mut text, info, LEVELS, |levels| {
        let are_numbers = levels.iter().all(|level| is_natural(level));
        levels.len() == 2 && are_numbers && levels != ["0", "0"]
    });
    let levels = levels.map_or("0:0".to_owned(), |levels| levels.join(":"));
    let is_first = |first: &[String]| matches!(first, [first] if is_natural(first) && first != "0");
    let first = own(&mut text, info, FIRST, is_first);
    let first = first.map_or("0".to_owned(), |first| first.concat());
    let mut body = format!("Piskvorky {}, {levels}, {first}\n", text.size);
    moves(setup, text.size, &PSQ, &mut body);
    let names = names(&mut text, setup);
    if names.iter().any(Option::is_some) {
        let mut names = names.map(|name| name.unwrap_or(UNKNOWN));
        if first != "0" {
            names.reverse();
        }
        let _ = write!(body, "{}\n{}\n", names[0], names[1]);
    }
    end(&mut text, setup, body, &[LEVELS, FIRST]);
    Ok(text)
}

/// Writes a `.rec`: the names, moves, the code.
pub(crate) fn write_rec(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = REC.begin(setup)?;
    let [black, white] = names(&mut text, setup).map(|name| name.unwrap_or(UNKNOWN));
    let mut body = format!("{black}\n{white}\n");
    moves(setup, text.size, &REC, &mut body);
    end(&mut text, setup, body, &[]);
    text.leave_out(&[Loss::Size]);
    Ok(text)
}

/// Writes the moves. Where no time is known all are 0, as programs expect three numbers; among known
/// ones an unknown one is left out.
fn moves(setup: &Setup, size: Size, file: &MoveFile, body: &mut String) {
    let times = setup.info.as_deref().map_or(&[][..], |info| &info.times);
    let has_times = times.iter().any(Option::is_some);
    for (number, &point) in setup.moves.iter().flatten().enumerate() {
        let (x, y) = file.column_and_row(point, size);
        let _ = write!(body, "{x},{y}");
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
        let written = name.filter(|name| is_name(name));
        text.lose(Loss::Players, name != written);
        written
    })
}

/// Whether a text can be a name and is read back as it is.
fn is_name(text: &str) -> bool {
    known(text).as_deref() == Some(text) && is_line_of_text(text) && LineNumbers::of(text).is_none()
}

/// Whether a text can stand on a line of its own.
fn is_line_of_text(text: &str) -> bool {
    !text.is_empty()
        && text.trim() == text
        && !text.contains(|char: char| char.is_control() || char == '\u{feff}')
        && !begins_game(text)
}

/// Writes the code and what an archive adds, and notes what else is lost.
fn end(text: &mut SetupText<'_>, setup: &Setup, mut body: String, names: &[&str]) {
    let info = setup.info.as_deref();
    let is_own = |code: &str| code.trim() == code && is_code(code) && code != USUAL_END;
    let code = own(
        text,
        info,
        END,
        |code| matches!(code, [code] if is_own(code)),
    );
    body.push_str(code.as_deref().map_or(USUAL_END, |code| &code[0]));
    body.push('\n');
    let extra = own(text, info, EXTRA, |lines| {
        (1..=EXTRA_LINES).contains(&lines.len()) && lines.iter().all(|line| is_extra(line))
    });
    for line in extra.iter().flatten() {
        body.push_str(line);
        body.push('\n');
    }
    if own(text, info, LINE_END, |end| end == ["CRLF"]).is_some() {
        body = body.replace('\n', "\r\n");
    }
    text.body = body.into_bytes();
    let others = properties::others(info, &[names, &[END, EXTRA, LINE_END]].concat());
    text.lost.add(Loss::Properties, others);
    text.keep(&[Loss::Properties, Loss::Times]);
    let is_lost = info.is_some_and(|info| has_lost_times(info, setup.moves.len()));
    text.lose(Loss::Times, is_lost);
    if extra.is_some() && setup.rule.is_some() && info.and_then(rule_of_league) == setup.rule {
        text.lost.remove(Loss::Rule);
    }
}

/// A property of ours, if it is one that reading gives; notes one that is not.
fn own(
    text: &mut SetupText<'_>,
    info: Option<&GameInfo>,
    name: &str,
    is_ours: impl FnOnce(&[String]) -> bool,
) -> Option<Vec<String>> {
    let is_there = info.is_some_and(|info| info.properties.iter().any(|(own, _)| own == name));
    let texts = properties::texts(info, name);
    let is_kept = is_there && is_ours(&texts);
    text.lose(Loss::Properties, is_there && !is_kept);
    is_kept.then_some(texts)
}

/// Whether a line can stand behind the code of a game.
fn is_extra(line: &str) -> bool {
    is_line_of_text(line) && !is_move(line)
}

/// Whether times are more than moves, or nothing but zeros, which mean that none was taken.
fn has_lost_times(info: &GameInfo, moves: usize) -> bool {
    let known = |times: &[Option<u64>]| times.iter().any(Option::is_some);
    let (times, beyond) = info.times.split_at(moves.min(info.times.len()));
    let is_zero = |time: &Option<u64>| time.is_none_or(|time| time == 0);
    let to_the_end = times.len() == moves && times.last().is_some_and(Option::is_some);
    let are_zeros = to_the_end && times.iter().all(is_zero);
    known(beyond) || known(times) && are_zeros
}

fn is_natural(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
