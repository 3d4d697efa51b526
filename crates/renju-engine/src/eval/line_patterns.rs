//! `line-patterns`: patterns looked for in the text of every line.
//!
//! The idea that the author of `lianzhu` wrote down and never finished: a line of the board is
//! text, shapes are found by matching strings, and a board is worth the patterns of one side
//! minus those of the other, along all four directions. All patterns are compiled once into one
//! set of expressions, which tells in one pass which of them a line holds.
//!
//! What counts where patterns overlap is said at [`PatternTable`] and in its file.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::RegexSet;
use serde::Deserialize;

use super::weights::read;
use super::{
    Evaluation, Evaluator, EvaluatorInfo, Failure, PointValues, Term, Weighted, Weights,
    WeightsError, WeightsText, point_values,
};
use renju_core::board::{Board, Color};
use renju_core::geometry::{Direction, Point, PointMap};
use renju_core::position::Position;

/// An evaluator by text patterns, weighed by a file.
pub type LinePatterns = Weighted<PatternTable>;

impl LinePatterns {
    /// The evaluator as it ships, made once.
    pub fn ours() -> &'static LinePatterns {
        static OURS: LazyLock<LinePatterns> = LazyLock::new(|| LinePatterns::shipped(""));
        &OURS
    }

    /// What a board is worth to `side`.
    pub fn board_value(&self, board: &Board, side: Color) -> i64 {
        let lines = board.size().lines();
        let value = |(_, points): (_, Vec<Point>)| self.line_value(&points, board, side);
        lines.map(value).sum()
    }

    /// What a line is worth to `side`: its patterns minus the opponent's.
    fn line_value(&self, points: &[Point], board: &Board, side: Color) -> i64 {
        let value = |color| self.weights.value(&text(points, board, color));
        value(side) - value(!side)
    }

    /// What a stone of `side` on each empty point would add to the board.
    pub fn point_values(&self, board: &Board, side: Color) -> PointValues {
        let mut gains = PointMap::filled(0);
        let mut after = board.clone();
        for (_, points) in board.size().lines() {
            let before = self.line_value(&points, board, side);
            for &point in points.iter().filter(|&&point| board.is_empty(point)) {
                let value =
                    after.with_stone(point, side, |after| self.line_value(&points, after, side));
                gains[point] += value - before;
            }
        }
        point_values(board, |point| gains[point])
    }

    /// The patterns on a line as terms, those of the opponent subtracted.
    fn terms_of(
        &self,
        (direction, points): &(Direction, Vec<Point>),
        board: &Board,
        side: Color,
    ) -> Vec<Term> {
        let mut terms = Vec::new();
        for (color, sign) in [(side, 1), (!side, -1)] {
            for found in self.weights.find(&text(points, board, color)) {
                let name = format!("{color} {}, {direction}", found.pattern);
                let stones = found.stones.iter().map(|&cell| points[cell]);
                terms.push(Term::new(name, sign * found.value, stones.collect()));
            }
        }
        terms
    }
}

impl Evaluator for LinePatterns {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let board = position.board();
        Ok(Evaluation::new(
            Some(self.board_value(board, side)),
            self.point_values(board, side),
        ))
    }

    fn board_terms(&self, position: &Position, side: Color) -> Option<Vec<Term>> {
        let board = position.board();
        let lines = board.size().lines();
        let terms = lines.flat_map(|line| self.terms_of(&line, board, side));
        Some(terms.collect())
    }

    /// The patterns on the point's lines after the stone, and those before it taken away; a
    /// pattern that stays as it was is no term.
    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let before = position.board();
        let mut after = before.clone();
        after.place(point, side);
        let mut terms: Vec<Term> = Vec::new();
        let through = |line: &(_, Vec<Point>)| line.1.contains(&point);
        for line in before.size().lines().filter(through) {
            let mut gone = self.terms_of(&line, before, side);
            for term in self.terms_of(&line, &after, side) {
                match gone.iter().position(|old| *old == term) {
                    Some(same) => drop(gone.remove(same)),
                    None => terms.push(term),
                }
            }
            terms.extend(gone.into_iter().map(|term| Term {
                name: format!("no longer: {}", term.name).into(),
                value: -term.value,
                ..term
            }));
        }
        Some(terms)
    }
}

/// A line of a board as `side` reads it, between walls.
fn text(points: &[Point], board: &Board, side: Color) -> String {
    let sign = |&point: &Point| match board.stone(point) {
        None => '.',
        Some(color) if color == side => 'X',
        Some(_) => 'O',
    };
    format!("|{}|", points.iter().map(sign).collect::<String>())
}

/// Patterns and what they are worth, compiled once.
#[derive(Clone, Debug)]
pub struct PatternTable {
    /// Highest worth first; a pattern before its mirror image.
    patterns: Vec<TextPattern>,
    set: RegexSet,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct TextPattern {
    /// As it stands in the table.
    name: String,
    /// The text to look for: the name, or the name from right to left.
    text: String,
    value: i64,
}

/// A place on a line where a pattern counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternMatch<'a> {
    /// The pattern, as it stands in the table.
    pub pattern: &'a str,
    /// What it is worth.
    pub value: i64,
    /// The cells of the line that its X stand on, counted from 0 behind the wall.
    pub stones: Vec<usize>,
}

/// A file of patterns.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PatternFile {
    /// What the weights are for: `"line-patterns"`.
    #[expect(dead_code, reason = "read before, to know what the file is for")]
    system: String,
    /// The patterns, of `X`, `O`, `.` and `|`, with what each is worth.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, i64>")
    )]
    patterns: toml::Table,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for PatternTable {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PatternTable".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        PatternFile::json_schema(generator)
    }
}

impl Weights for PatternTable {
    const INFO: &'static str = include_str!("line_patterns/info.toml");
    const SHIPPED: &'static str = include_str!("line_patterns/weights.toml");

    type Evaluator = Weighted<PatternTable>;

    fn into_evaluator(self, info: EvaluatorInfo) -> Weighted<PatternTable> {
        Weighted::new(info, self)
    }

    fn from_toml(text: WeightsText<'_>) -> Result<PatternTable, WeightsError> {
        let file: PatternFile = read(text)?;
        let worth = |(name, value): (&String, &toml::Value)| {
            let blame = |message: String| WeightsError {
                message,
                span: place_of(name, text.text),
            };
            let value = value.as_integer().ok_or_else(|| {
                let message = format!("pattern {name:?} is worth {value}, not a whole number");
                blame(message)
            })?;
            check(name).map_err(blame)?;
            Ok((name.clone(), value))
        };
        let named: Result<Vec<_>, WeightsError> = file.patterns.iter().map(worth).collect();
        Ok(PatternTable::compile(named?))
    }
}

impl PatternTable {
    fn compile(named: Vec<(String, i64)>) -> PatternTable {
        let mut patterns: Vec<TextPattern> = Vec::new();
        let mut known = HashSet::new();
        for (name, value) in named {
            let mirrored = name.chars().rev().collect();
            for text in [name.clone(), mirrored] {
                if known.insert(text.clone()) {
                    let name = name.clone();
                    patterns.push(TextPattern { name, text, value });
                }
            }
        }
        patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.value.unsigned_abs()));
        let texts = patterns.iter().map(|pattern| regex::escape(&pattern.text));
        let set = RegexSet::new(texts).expect("escaped text is a valid expression");
        PatternTable { patterns, set }
    }

    /// Everything that counts on a line, walls included in its text.
    ///
    /// A pattern counts where it has a stone that none of a higher worth has counted; of patterns
    /// of equal worth on the same stones, the first. So a line and its mirror image hold the same.
    pub fn find(&self, line: &str) -> Vec<PatternMatch<'_>> {
        let mut found: Vec<PatternMatch<'_>> = Vec::new();
        if !line.contains('X') {
            return found; // Every pattern has an X.
        }
        let (mut counted, mut counted_above): (u64, u64) = (0, 0);
        let mut worth = 0;
        let mut rivals = 0; // The first match of equal worth.
        for number in &self.set.matches(line) {
            let pattern = &self.patterns[number];
            if pattern.value.unsigned_abs() != worth {
                worth = pattern.value.unsigned_abs();
                counted_above = counted;
                rivals = found.len();
            }
            for start in places(line, &pattern.text) {
                let stones = own_cells(&pattern.text, start);
                let bits = stones.iter().fold(0, |bits, cell| bits | 1 << cell);
                let is_known = || found[rivals..].iter().any(|other| other.stones == stones);
                if bits & !counted_above != 0 && !is_known() {
                    counted |= bits;
                    found.push(PatternMatch {
                        pattern: &pattern.name,
                        value: pattern.value,
                        stones,
                    });
                }
            }
        }
        found
    }

    /// What a line is worth.
    pub fn value(&self, line: &str) -> i64 {
        self.find(line).iter().map(|found| found.value).sum()
    }
}

/// Every place where `text` stands in `line`, overlapping ones too.
fn places<'a>(line: &'a str, text: &'a str) -> impl Iterator<Item = usize> + 'a {
    let windows = line.as_bytes().windows(text.len()).enumerate();
    windows.filter_map(move |(start, window)| (window == text.as_bytes()).then_some(start))
}

/// The cells of the line under the X of a pattern; the wall is no cell.
fn own_cells(pattern: &str, start: usize) -> Vec<usize> {
    let signs = pattern.bytes().enumerate();
    let own = signs.filter(|&(_, sign)| sign == b'X');
    own.map(|(place, _)| start + place - 1).collect()
}

fn check(name: &str) -> Result<(), String> {
    if let Some(wrong) = name.chars().find(|sign| !"XO.|".contains(*sign)) {
        return Err(format!("{wrong:?} in pattern {name:?} is none of X O . |"));
    }
    let inner = name.trim_start_matches('|').trim_end_matches('|');
    let walls = name.len() - inner.len();
    if inner.contains('|') || walls > 2 || name.starts_with("||") || name.ends_with("||") {
        return Err(format!("pattern {name:?} has a wall where a line has none"));
    }
    if !name.contains('X') {
        return Err(format!("pattern {name:?} has no X: it counts for no side"));
    }
    if inner.len() > 20 {
        return Err(format!("pattern {name:?} is longer than any line"));
    }
    Ok(())
}

fn place_of(name: &str, text: &str) -> Option<Range<usize>> {
    let quoted = [format!("\"{name}\""), format!("'{name}'")];
    let found = quoted.iter().find_map(|quoted| text.find(quoted.as_str()));
    found.map(|start| start + 1..start + 1 + name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = include_str!("line_patterns/weights.toml");

    fn table() -> PatternTable {
        PatternTable::from_toml(TEXT.into()).unwrap()
    }

    fn names(line: &str) -> Vec<(String, i64)> {
        let table = table();
        let found = table.find(line).into_iter();
        found
            .map(|found| (found.pattern.to_owned(), found.value))
            .collect()
    }

    #[test]
    fn stones_count_once_for_the_best_pattern_they_make() {
        assert_eq!(names("|...XXX...|"), [(".XXX..".to_owned(), 1500)]);
        assert_eq!(names("|.XXXX.|"), [(".XXXX.".to_owned(), 50000)]);
        assert_eq!(names("|XXXXX|"), [("XXXXX".to_owned(), 1_000_000)]);
        assert_eq!(names("|OXXX..|"), [("XXX..".to_owned(), 300)]);
        assert_eq!(names("|.......|"), []);
    }

    #[test]
    fn two_fours_on_a_line_are_two() {
        let fours = names("|.X.XXX.X.|");
        assert_eq!(
            fours,
            [("XXX.X".to_owned(), 2000), ("XXX.X".to_owned(), 2000)]
        );
    }

    #[test]
    fn patterns_are_found_from_both_sides() {
        assert_eq!(names("|..X.XX.O|"), names("|O.XX.X..|"));
        assert_eq!(names("|..X.XX.O|"), [(".XX.X.".to_owned(), 1400)]);
    }

    #[test]
    fn a_line_and_its_mirror_image_are_worth_the_same() {
        let table = table();
        for number in 0..3_u32.pow(11) {
            let sign = |place: u32| ['.', 'X', 'O'][(number / 3_u32.pow(place) % 3) as usize];
            let cells: String = (0..11).map(sign).collect();
            let mirrored: String = cells.chars().rev().collect();
            let value = |cells: &str| table.value(&format!("|{cells}|"));
            assert_eq!(value(&cells), value(&mirrored), "{cells}");
        }
    }

    #[test]
    fn walls_are_text() {
        let table = PatternTable::from_toml(
            "system = \"line-patterns\"\n[patterns]\n\"|XX\" = 7\n\"OX|\" = -3\n".into(),
        )
        .unwrap();
        assert_eq!(table.value("|XX..|"), 7);
        assert_eq!(table.value("|..XX|"), 7);
        assert_eq!(table.value("|XO.OX|"), -6);
    }

    #[test]
    fn wrong_patterns_are_named() {
        for (wrong, word) in [
            ("\"XXY\" = 1", "'Y'"),
            ("\"X|X\" = 1", "wall"),
            ("\"...\" = 1", "no X"),
            ("\"XX\" = \"much\"", "whole number"),
        ] {
            let text = format!("system = \"line-patterns\"\n[patterns]\n{wrong}\n");
            let error = PatternTable::from_toml(text.as_str().into()).unwrap_err();
            assert!(error.message.contains(word), "{error}");
            assert!(error.span.is_some());
        }
    }
}
