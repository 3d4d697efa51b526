//! Parses the output of Gomocup engines: moves and errors, and the values and lines in messages.

use std::time::Duration;

use renju_core::board::Board;
use renju_core::geometry::{Point, PointSet, Size};
use renju_engine::eval::{Failure, FailureKind, SearchedMove, Worth};
use renju_formats::GomocupPoint;

use super::answer::{EngineThought, invalid_answer};
use super::engine_process::{AnswerLimits, EngineProcess, says};
use super::gomocup_words::{
    EngineScore, chance, count, moves_of, number, numbered_score, parse_depth, parse_nodes,
    parse_score,
};

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
            self.log.time = self.limits.elapsed();
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

/// The points of a line such as `FORBID 07070809.`: two digits for each number, the column from the left
/// and the row from above; `None` if it is another line.
pub(super) fn forbidden_of(line: &str, size: Size) -> Option<PointSet> {
    let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let digits = rest.trim().trim_end_matches('.').as_bytes();
    if !word.eq_ignore_ascii_case("FORBID") || !digits.len().is_multiple_of(4) {
        return None;
    }
    let point = |digits: &[u8]| {
        let [x, y] = [&digits[..2], &digits[2..]].map(|two| {
            let two = std::str::from_utf8(two).ok()?;
            two.parse::<u8>().ok()
        });
        GomocupPoint::parse(&format!("{},{}", x?, y?))?.point(size)
    };
    digits.chunks(4).map(point).collect()
}

/// What an engine said about its search.
#[derive(Default)]
pub(super) struct SearchLog {
    /// The score told last.
    pub(super) score: Option<EngineScore>,
    depth: Option<u32>,
    /// The nodes told last, since the question.
    nodes: Option<u64>,
    /// The time of the line that is read, since the question.
    time: Duration,
    variations: Vec<Variation>,
    /// The variation that `INFO` lines are telling.
    open: Variation,
}

/// A line of moves as an engine wrote it, with its score.
#[derive(Clone, PartialEq, Debug, Default)]
struct Variation {
    score: Option<EngineScore>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Duration,
    moves: Vec<String>,
}

impl SearchLog {
    /// The depth told last.
    pub(super) const fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// The moves that were best one after the other, the one that was `played` last.
    pub(super) fn thoughts(&self, played: Point, board: &Board) -> Vec<EngineThought> {
        let told = self.told();
        let naming = naming(&told, played, board);
        let thought = |told: &&Variation| {
            Some(EngineThought {
                point: *told.line(naming, board.size()).first()?,
                time: told.time,
                nodes: told.nodes,
            })
        };
        let mut thoughts: Vec<EngineThought> = told.iter().filter_map(thought).collect();
        thoughts.push(EngineThought {
            point: played,
            time: self.time,
            nodes: self.nodes,
        });
        thoughts
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
        self.nodes = parse_nodes(message).or(self.nodes);
        let moves = moves_of(message);
        let is_best_line = message.trim_start().starts_with("Bestline");
        if !moves.is_empty() && (score.is_some() || is_best_line) {
            self.keep(Variation {
                score: score.or(self.score),
                depth: depth.or(self.depth),
                moves,
                ..Variation::default()
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
            // Said beside a score, which counts then.
            "WINRATE" => {
                self.open.score = self.open.score.or_else(|| chance(value));
                self.score = self.open.score.or(self.score);
            }
            "DEPTH" => self.open.depth = value.trim().parse().ok(),
            // Those of a line come before those of the search.
            "NODES" | "TOTALNODES" => self.nodes = count(value).or(self.nodes),
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
            self.variations.push(Variation {
                nodes: self.nodes,
                time: self.time,
                ..variation
            });
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
    fn a_chance_counts_where_no_score_is_said() {
        let alone = log("INFO PV 0
            INFO WINRATE 0.7311
            INFO BESTLINE 7,5 5,4
            INFO PV DONE");
        assert_eq!(told(&alone, "H10"), ["250 None None H10 F11"]);
        for score_and_chance in [
            "INFO EVAL 40\nINFO WINRATE 0.9",
            "INFO WINRATE 0.9\nINFO EVAL 40",
        ] {
            let both =
                format!("INFO PV 0\n{score_and_chance}\nINFO BESTLINE 7,5 5,4\nINFO PV DONE");
            assert_eq!(told(&log(&both), "H10"), ["40 None None H10 F11"]);
        }
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
    fn every_best_move_is_told_with_the_nodes_by_then() {
        let log = log("INFO TOTALNODES 100
            INFO BESTLINE 6,7
            INFO PV DONE
            INFO NODES 50
            INFO TOTALNODES 900
            INFO BESTLINE 5,5 4,4
            INFO PV DONE
            MESSAGE Depth 5-10 | Eval 24 | Node 2K | Time 3ms");
        let board = Board::with_stones(Size::RENJU, &[point("H8")], &[point("I9")]);
        let thoughts = log.thoughts(point("F10"), &board);
        let told = thoughts.iter();
        let told = told.map(|thought| (thought.point.to_string(), thought.nodes));
        let expected = [("G8", 100), ("F10", 900), ("F10", 2000)];
        let expected = expected.map(|(point, nodes)| (point.to_owned(), Some(nodes)));
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }
}
