//! Phrases that several reports share: forbidden kinds, lengths of wins, counts, and times.

use std::time::Duration;

use crate::eval::ProvedEnd;
use crate::forbidden::{ForbiddenKind, Proof};
use crate::geometry::{Direction, Point};
use crate::limits::{Limits, StopReason};
use crate::named_enum::Named;
use crate::position::{GameEnd, Outcome};
use crate::render::Lang;
use crate::rule::Run;

/// Values as words, separated by the text of a key.
pub(crate) fn joined(values: &[impl ToString], separator: &str) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    values.join(separator)
}

/// Kinds of forbidden points in words: `double-three, overline`.
pub(crate) fn kinds(kinds: &[ForbiddenKind], lang: Lang) -> String {
    words(kinds, lang.text("list.kinds"), lang)
}

/// Kinds in words, with the fours and threes of the proof where those say more:
/// `double-three (4-3-3)`.
pub(crate) fn kinds_proved(of: &[ForbiddenKind], proof: Option<&Proof>, lang: Lang) -> String {
    let kinds = kinds(of, lang);
    match proof.and_then(Proof::combination) {
        Some(combination) => lang.format(
            "forbidden.combination",
            &[("kinds", &kinds), ("combination", &combination)],
        ),
        None => kinds,
    }
}

/// The words for variants of an enum.
pub(crate) fn words<T: Named>(values: &[T], separator: &str, lang: Lang) -> String {
    let words: Vec<&str> = values.iter().map(|&value| lang.word(value)).collect();
    words.join(separator)
}

/// The line through a point: `row 8`, `column H`, `rising`, `falling`.
pub(crate) fn line_name(direction: Direction, point: Point, lang: Lang) -> String {
    let (row, column) = (point.row() + 1, point.letter());
    lang.word_with(direction, &[("row", &row), ("column", &column)])
}

/// Stones in the order of their line, not in reading order.
pub(crate) fn along(direction: Direction, stones: &[Point]) -> Vec<Point> {
    let mut stones = stones.to_vec();
    if direction == Direction::Falling {
        stones.reverse();
    }
    stones
}

/// The row that a stone on `at` makes of a run.
pub(crate) fn row_with(run: &Run, at: Point) -> Run {
    let stones = run.stones.iter().copied().chain([at]).collect();
    Run::new(run.direction, stones)
}

/// How a game ended.
pub(crate) fn outcome(outcome: &Outcome, lang: Lang) -> String {
    let Some(winner) = outcome.winner else {
        return lang.text("report.draw").to_owned();
    };
    let key = match (outcome.by, outcome.points.len()) {
        (GameEnd::Forbidden, 1) => "report.won_by_forbidden",
        (GameEnd::Forbidden, _) => "report.won_by_overline",
        (GameEnd::Five | GameEnd::FullBoard, _) => "report.won_by_five",
    };
    let points = joined(&outcome.points, " ");
    lang.format(
        key,
        &[("winner", &lang.player(winner)), ("points", &points)],
    )
}

/// `63`, `20 k`, `1.1 M`: the whole number below ten thousand.
pub(crate) fn short_count(count: u64) -> String {
    let units = [("G", 1_000_000_000), ("M", 1_000_000), ("k", 1_000)];
    let fits = |&&(_, unit): &&(&str, u64)| count >= 10_000 && count >= unit;
    match units.iter().find(fits) {
        None => count.to_string(),
        Some((name, unit)) => {
            let tenths = count / (unit / 10);
            match tenths % 10 {
                0 => format!("{} {name}", tenths / 10),
                tenth => format!("{}.{tenth} {name}", tenths / 10),
            }
        }
    }
}

/// `63 nodes`, `1.1 M nodes`
pub fn nodes(nodes: u64, lang: Lang) -> String {
    lang.count("unit.nodes", nodes, &[("count", &short_count(nodes))])
}

/// `1 ply`, `9 plies`
pub(crate) fn plies(plies: impl Into<u64>, lang: Lang) -> String {
    lang.count("unit.plies", plies.into(), &[])
}

/// `2 s`, `500 ms`, `5 min`, with the number: a time as it was given.
pub(crate) fn time(time: Duration, lang: Lang) -> (u64, String) {
    let seconds = time.as_secs();
    let (count, key) = if time.subsec_millis() > 0 {
        (time.as_millis() as u64, "unit.milliseconds")
    } else if seconds.is_multiple_of(60) {
        (seconds / 60, "unit.minutes")
    } else {
        (seconds, "unit.seconds")
    };
    (count, lang.format(key, &[("count", &count)]))
}

/// `undecided: 2 s were not enough`: why a solver or a check has no answer.
pub(crate) fn undecided(
    stop: StopReason,
    limits: Limits,
    max_plies: Option<u16>,
    lang: Lang,
) -> String {
    let not_enough =
        |count: u64, amount: String| lang.count("threats.undecided", count, &[("amount", &amount)]);
    match stop {
        StopReason::Nodes => {
            let limit = limits.nodes.unwrap_or(0);
            not_enough(limit, nodes(limit, lang))
        }
        StopReason::Time => {
            let (count, amount) = time(limits.time.unwrap_or_default(), lang);
            not_enough(count, amount)
        }
        StopReason::Plies => {
            let plies = plies(max_plies.unwrap_or(u16::MAX), lang);
            lang.format("threats.undecided_plies", &[("plies", &plies)])
        }
        StopReason::Interrupted => lang.text("threats.undecided_interrupted").to_owned(),
        // A solver stops for none of the first three.
        StopReason::Depth | StopReason::Decided | StopReason::GameOver | StopReason::Unverified => {
            lang.text("threats.undecided_unverified").to_owned()
        }
    }
}

/// `win in 11`, `loss in 8`: an end that was proved, in moves of both sides.
pub(crate) fn proved_end(end: ProvedEnd, lang: Lang) -> String {
    match end {
        ProvedEnd::WinIn(moves) => lang.format("unit.win_in", &[("moves", &moves)]),
        ProvedEnd::LossIn(moves) => lang.format("unit.loss_in", &[("moves", &moves)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_short() {
        let counts = [
            0,
            63,
            9_999,
            20_001,
            20_499,
            1_000_000,
            1_149_999,
            2_500_000_000,
        ];
        let texts = counts.map(short_count);
        assert_eq!(
            texts,
            ["0", "63", "9999", "20 k", "20.4 k", "1 M", "1.1 M", "2.5 G"]
        );
    }

    #[test]
    fn times_are_shown_as_they_were_given() {
        let shown = |millis: u64| time(Duration::from_millis(millis), Lang::ENGLISH).1;
        assert_eq!(
            [500, 1500, 2000, 90_000, 300_000].map(shown),
            ["500 ms", "1500 ms", "2 s", "90 s", "5 min"]
        );
    }
}
