use crate::board::Board;
use crate::eval::{Failure, FailureKind, ProvedEnd, SearchedMove, Worth};
use crate::geometry::{Point, Size};
use crate::notation::{GomocupPoint, excerpt};

use super::answer::{invalid_answer, worth};
use super::engine_process::{AnswerLimits, EngineProcess};

/// The words that engines put before a score.
const WORDS: [&str; 4] = ["ev", "eval", "score", "value"];
/// Lines of a search that are kept; an engine that looks at more moves is answered by the last.
const KEPT: usize = 4096;

/// A line of an engine that is more than a message.
pub(super) enum GomocupReply {
    Ready,
    Move(GomocupPoint, String),
    Refusal(String),
    /// The engine does not know the command; it may go on all the same.
    Unknown,
    Other(String),
}

/// Reads replies and keeps what the messages before them tell.
pub(super) struct ReplyReader {
    limits: AnswerLimits,
    pub(super) log: SearchLog,
    unknown: Option<String>,
}

impl ReplyReader {
    pub(super) fn new(limits: AnswerLimits) -> ReplyReader {
        ReplyReader {
            limits,
            log: SearchLog::default(),
            unknown: None,
        }
    }

    pub(super) fn next(&mut self, child: &mut EngineProcess) -> Result<GomocupReply, Failure> {
        loop {
            let line = child.receive(&mut self.limits);
            let line = line.map_err(|failure| self.explain(failure))?;
            let word = line.split([' ', '\t']).next().unwrap_or_default();
            if word.eq_ignore_ascii_case("UNKNOWN") {
                self.unknown = Some(line.clone());
            }
            if let Some(reply) = self.log.read(line) {
                return Ok(reply);
            }
        }
    }

    /// An engine that does not know a command and says no more has not understood the question.
    fn explain(&self, failure: Failure) -> Failure {
        match &self.unknown {
            Some(line) if failure.kind == FailureKind::Timeout => invalid_answer(says(line)),
            _ => failure,
        }
    }
}

/// What an engine said about its search.
#[derive(Default)]
pub(super) struct SearchLog {
    /// The score told last.
    pub(super) score: Option<EngineScore>,
    depth: Option<u32>,
    variations: Vec<Variation>,
    /// The variation that `INFO` lines are telling.
    open: Variation,
}

/// A score, and the end that it stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct EngineScore {
    pub(super) worth: Worth,
    pub(super) end: Option<ProvedEnd>,
}

/// A line of moves as an engine wrote it, with its score.
#[derive(Clone, PartialEq, Debug, Default)]
struct Variation {
    score: Option<EngineScore>,
    depth: Option<u32>,
    moves: Vec<String>,
}

impl SearchLog {
    /// The depth told last.
    pub(super) const fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// Reads a line; `None` if it is a message, which is kept.
    pub(super) fn read(&mut self, line: String) -> Option<GomocupReply> {
        let (word, rest) = line.split_once([' ', '\t']).unwrap_or((&line, ""));
        Some(match word.to_ascii_uppercase().as_str() {
            "MESSAGE" | "DEBUG" => {
                self.read_message(rest);
                return None;
            }
            "INFO" => {
                self.read_info(rest);
                return None;
            }
            "UNKNOWN" => GomocupReply::Unknown,
            "OK" => GomocupReply::Ready,
            "ERROR" if rest.to_ascii_lowercase().contains("unknown command") => {
                GomocupReply::Unknown
            }
            "ERROR" => GomocupReply::Refusal(line),
            _ => match GomocupPoint::parse(&line) {
                Some(at) => GomocupReply::Move(at, line),
                None => GomocupReply::Other(line),
            },
        })
    }

    /// A line such as `depth 9-14 ev 23 pv H8 G7`, `(2) +M5 | 9-14 | H8 G7`, or
    /// `Depth 9-14 | Eval 23 | H8 G7`.
    fn read_message(&mut self, message: &str) {
        let score = parse_score(message).or_else(|| numbered_score(message));
        let depth = parse_depth(message);
        self.score = score.or(self.score);
        self.depth = depth.or(self.depth);
        let moves = moves_of(message);
        let is_best_line = message.trim_start().starts_with("Bestline");
        if !moves.is_empty() && (score.is_some() || is_best_line) {
            self.keep(Variation {
                score: score.or(self.score),
                depth: depth.or(self.depth),
                moves,
            });
        }
    }

    /// A line such as `EVAL 23`, `DEPTH 9`, `BESTLINE 7,7 6,8`, `PV DONE`.
    fn read_info(&mut self, info: &str) {
        let (key, value) = info.trim().split_once(' ').unwrap_or((info.trim(), ""));
        match key.to_ascii_uppercase().as_str() {
            "EVAL" => {
                self.open.score = number(value);
                self.score = self.open.score.or(self.score);
            }
            "DEPTH" => self.open.depth = value.trim().parse().ok(),
            "BESTLINE" => self.open.moves = value.split_whitespace().map(str::to_owned).collect(),
            "PV" if value.trim().eq_ignore_ascii_case("done") => {
                let told = std::mem::take(&mut self.open);
                self.keep(told);
            }
            "PV" => self.open = Variation::default(),
            _ => {}
        }
    }

    fn keep(&mut self, variation: Variation) {
        if self.variations.len() < KEPT && !variation.moves.is_empty() {
            self.variations.push(variation);
        }
    }

    /// What was told last of each move of the last two iterations, that of `played` first; at
    /// most `count`.
    ///
    /// A move that an earlier iteration liked better than the last one likes `played` is worth as
    /// much as that: it is not what the engine would play.
    pub(super) fn moves(
        &self,
        played: Point,
        board: &Board,
        count: usize,
    ) -> Vec<(Worth, SearchedMove)> {
        let told = self.told();
        let naming = naming(&told, played, board);
        let deepest = told.iter().filter_map(|told| told.depth).max();
        let is_recent = |told: &&&Variation| {
            let depths = told.depth.zip(deepest);
            depths.is_none_or(|(depth, deepest)| depth + 1 >= deepest)
        };
        let mut found: Vec<(Worth, SearchedMove)> = Vec::new();
        for told in told.iter().rev().filter(is_recent) {
            let line = told.line(naming, board.size());
            let is_new = |point| found.iter().all(|(_, moved)| moved.point != point);
            if let (Some(score), Some(&point)) = (told.score, line.first())
                && board.is_empty(point)
                && is_new(point)
            {
                let moved = SearchedMove {
                    point,
                    end: score.end,
                    depth: told.depth,
                    line,
                };
                found.push((score.worth, moved));
            }
        }
        let most = found.iter().find(|(_, moved)| moved.point == played);
        let most = most
            .map(|(worth, _)| *worth)
            .or(self.score.map(|score| score.worth));
        for (worth, moved) in &mut found {
            if let Some(most) = most.filter(|most| *most < *worth) {
                *worth = most;
                moved.end = None;
            }
        }
        found.sort_by_key(|(worth, moved)| {
            (
                moved.point != played,
                std::cmp::Reverse(*worth),
                moved.point,
            )
        });
        found.truncate(count);
        found
    }

    /// The lines with coordinates, which are clear; those with names where there are none.
    fn told(&self) -> Vec<&Variation> {
        let is_clear = |told: &&Variation| GomocupPoint::parse(&told.moves[0]).is_some();
        let clear: Vec<&Variation> = self.variations.iter().filter(is_clear).collect();
        if clear.is_empty() {
            self.variations.iter().collect()
        } else {
            clear
        }
    }
}

/// How an engine names points: as its move shows, or as its other moves fit the board.
fn naming(told: &[&Variation], played: Point, board: &Board) -> RowsFrom {
    let firsts = |naming| {
        let told = told.iter();
        told.filter_map(move |told| told.line(naming, board.size()).first().copied())
    };
    let fit = |naming| {
        let is_played = firsts(naming).any(|first| first == played);
        let empties = firsts(naming).filter(|&first| board.is_empty(first));
        (is_played, empties.count())
    };
    if fit(RowsFrom::Top) > fit(RowsFrom::Bottom) {
        RowsFrom::Top
    } else {
        RowsFrom::Bottom
    }
}

/// From where an engine counts rows in names such as H8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RowsFrom {
    Top,
    Bottom,
}

impl Variation {
    /// The points of the line, up to the first that is none.
    fn line(&self, naming: RowsFrom, size: Size) -> Vec<Point> {
        let points = self.moves.iter().map_while(|name| {
            if let Some(at) = GomocupPoint::parse(name) {
                return at.point(size);
            }
            let point: Point = name.parse().ok()?;
            match naming {
                RowsFrom::Bottom => Some(point).filter(|point| point.is_on(size)),
                RowsFrom::Top => {
                    let row = size.get().checked_sub(1)?.checked_sub(point.row())?;
                    Point::new(point.column(), row).filter(|point| point.is_on(size))
                }
            }
        });
        points.collect()
    }
}

/// The names of points after the word `pv` or `Bestline`, or in the last part of a line with bars.
fn moves_of(message: &str) -> Vec<String> {
    let mut words = message.split_whitespace();
    let is_before = |word: &str| ["pv", "bestline"].contains(&word.to_ascii_lowercase().as_str());
    let mut after: Vec<&str> = Vec::new();
    if words.by_ref().any(is_before) {
        after.extend(words);
    } else if let Some((_, last)) = message.rsplit_once('|') {
        after.extend(last.split_whitespace());
    }
    let is_name = |word: &&str| word.parse::<Point>().is_ok();
    let names = after.into_iter().take_while(is_name);
    names.map(str::to_owned).collect()
}

/// The number after the word `depth`, or before the hyphen of a part such as `| 9-14 |`.
fn parse_depth(message: &str) -> Option<u32> {
    let digits = |text: &str| -> Option<u32> {
        let end = text.find(|sign: char| !sign.is_ascii_digit());
        text[..end.unwrap_or(text.len())].parse().ok()
    };
    let mut words = message.split_whitespace();
    if words
        .by_ref()
        .any(|word| word.eq_ignore_ascii_case("depth"))
    {
        return words.next().and_then(digits);
    }
    message.split('|').map(str::trim).find_map(|part| {
        let (depth, longest) = part.split_once('-')?;
        longest.parse::<u32>().ok()?;
        depth.parse().ok()
    })
}

/// The score of one of several lines, `(2) 23 | ..`.
fn numbered_score(message: &str) -> Option<EngineScore> {
    let (place, rest) = message.trim_start().strip_prefix('(')?.split_once(')')?;
    place.parse::<u32>().ok()?;
    number(rest)
}

/// The last score in a message, such as `ev 123`, `Eval: -0.5` or `score=+M7`.
pub(super) fn parse_score(message: &str) -> Option<EngineScore> {
    let is_letter = |sign: char| sign.is_ascii_alphabetic();
    let mut rest = message;
    let mut last = None;
    while let Some(start) = rest.find(is_letter) {
        let end = rest[start..].find(|sign| !is_letter(sign));
        let end = end.map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        rest = &rest[end..];
        if WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            last = number(rest).or(last);
        }
    }
    last
}

/// The number at the start of a text, after blanks, a colon or an equals sign; `M` and a number is
/// a win in that number of moves, and with a minus a loss.
fn number(text: &str) -> Option<EngineScore> {
    let text = text.trim_start_matches([' ', '\t', ':', '=']);
    let is_minus = text.starts_with('-');
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    if let Some(moves) = text.strip_prefix(['M', 'm']) {
        let end = moves.find(|sign: char| !sign.is_ascii_digit());
        let moves = moves[..end.unwrap_or(moves.len())].parse().ok()?;
        let end = if is_minus {
            ProvedEnd::LossIn(moves)
        } else {
            ProvedEnd::WinIn(moves)
        };
        return Some(EngineScore {
            worth: end.worth(),
            end: Some(end),
        });
    }
    let end = text.find(|sign: char| !sign.is_ascii_digit() && sign != '.');
    let digits = text[..end.unwrap_or(text.len())].trim_end_matches('.');
    let number: f64 = digits.parse().ok()?;
    Some(EngineScore {
        worth: worth(if is_minus { -number } else { number })?,
        end: None,
    })
}

pub(super) fn says(line: &str) -> String {
    format!("says \"{}\"", excerpt(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn log(lines: &str) -> SearchLog {
        let mut log = SearchLog::default();
        for line in lines.lines() {
            match line.trim().split_once(' ').unwrap() {
                ("INFO", rest) => log.read_info(rest),
                (_, rest) => log.read_message(rest),
            }
        }
        log
    }

    /// Each move with its worth, its end and its line.
    fn told(log: &SearchLog, played: &str) -> Vec<String> {
        let board = Board::with_stones(Size::RENJU, &[point("H8")], &[point("I9")]);
        let moves = log.moves(point(played), &board, 3);
        let shown = moves.iter().map(|(worth, moved)| {
            let line: Vec<String> = moved.line.iter().map(ToString::to_string).collect();
            format!(
                "{worth} {:?} {:?} {}",
                moved.end,
                moved.depth,
                line.join(" ")
            )
        });
        shown.collect()
    }

    #[test]
    fn the_last_words_on_each_move_count() {
        let log = log("INFO PV 0
            INFO DEPTH 13
            INFO EVAL 286
            INFO BESTLINE 7,5 5,4
            INFO PV DONE
            INFO PV 1
            INFO DEPTH 13
            INFO EVAL 400
            INFO BESTLINE 6,7
            INFO PV DONE
            INFO PV 2
            INFO DEPTH 2
            INFO EVAL 999
            INFO BESTLINE 0,0
            INFO PV DONE
            INFO PV 0
            INFO DEPTH 14
            INFO EVAL 370
            INFO BESTLINE 5,5 4,4
            INFO PV DONE");
        assert_eq!(
            told(&log, "F10"),
            [
                "370 None Some(14) F10 E11",
                "370 None Some(13) G8",
                "286 None Some(13) H10 F11",
            ]
        );
    }

    #[test]
    fn the_same_line_told_twice_is_one() {
        let log = log("MESSAGE (1) 5 | 9-14 | F6 E5
            INFO PV 0
            INFO DEPTH 9
            INFO EVAL 5
            INFO BESTLINE 5,5 4,4
            INFO PV DONE");
        assert_eq!(told(&log, "F10"), ["5 None Some(9) F10 E11"]);
    }

    #[test]
    fn messages_tell_lines_in_several_ways() {
        let numbered = log("MESSAGE (1) +M5 | 9-14 | F6 E5 F7\nMESSAGE (2) -0.5 | 9-12 | H6 F5");
        // The engine plays F10 and calls it F6: its rows are counted from the top.
        assert_eq!(
            told(&numbered, "F10"),
            [
                "999995 Some(WinIn(5)) Some(9) F10 E11 F9",
                "-0.5 None Some(9) H10 F11",
            ]
        );
        let ucilike = log("MESSAGE depth 7-13 multipv 2 ev -29 n 33179 t 118 pv F10 I10");
        assert_eq!(told(&ucilike, "F10"), ["-29 None Some(7) F10 I10"]);
        let bars =
            log("MESSAGE Depth 5-10 | Eval 24 | Time 3ms | G7 H7\nMESSAGE Bestline G7 H7 G6");
        assert_eq!(told(&bars, "G7"), ["24 None Some(5) G7 H7 G6"]);
    }

    #[test]
    fn common_manners_are_understood() {
        for (message, score) in [
            ("ev 123", 123.0),
            ("depth 2-8 ev -17 n 12345 h8", -17.0),
            ("Depth 5-10 | Eval 24 | Time 3ms | H8 G7", 24.0),
            ("SCORE=+5", 5.0),
            ("Eval: 0.5", 0.5),
            ("Eval: -12.9", -12.9),
            ("ev:+M5", 999_995.0),
            ("value : -M6", -999_994.0),
            ("ev 1, later ev 2", 2.0),
            ("eval 3 score unknown", 3.0),
            ("best value\t7.", 7.0),
        ] {
            let found = parse_score(message).map(|score| score.worth);
            assert_eq!(found, Worth::new(score), "{message}");
        }
        assert_eq!(
            parse_score("ev +M5").unwrap().end,
            Some(ProvedEnd::WinIn(5))
        );
    }

    #[test]
    fn other_numbers_are_no_scores() {
        for message in [
            "",
            "prev 12",
            "evaluated 1000 nodes",
            "level 3",
            "eval",
            "ev: -",
            "ev 1.2.3",
            "nodes 5",
            "score 99999999999999999999",
            "score 9999999999999",
            "四 ev四 5",
        ] {
            assert_eq!(parse_score(message), None, "{message}");
        }
    }
}
