use std::collections::HashSet;
use std::ops::Range;

use regex::RegexSet;
use serde::Deserialize;

use crate::eval::WeightsError;

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
#[serde(deny_unknown_fields)]
struct PatternFile {
    #[expect(dead_code, reason = "read before, to know what the file is for")]
    system: String,
    patterns: toml::Table,
}

impl PatternTable {
    /// Reads and compiles a table.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn from_toml(text: &str) -> Result<PatternTable, WeightsError> {
        let file: PatternFile = crate::eval::weights::read(text)?;
        let mut patterns = Vec::new();
        for (name, value) in &file.patterns {
            let blame = |message: String| WeightsError {
                message,
                span: place_of(name, text),
            };
            let value = value.as_integer().ok_or_else(|| {
                blame(format!(
                    "pattern {name:?} is worth {value}, not a whole number"
                ))
            })?;
            check(name).map_err(blame)?;
            patterns.push(TextPattern {
                name: name.clone(),
                text: name.clone(),
                value,
            });
        }
        Ok(PatternTable::compile(patterns))
    }

    fn compile(named: Vec<TextPattern>) -> PatternTable {
        let mut patterns: Vec<TextPattern> = Vec::new();
        let mut known = HashSet::new();
        for pattern in named {
            let mirrored = pattern.text.chars().rev().collect();
            let mirror = TextPattern {
                text: mirrored,
                ..pattern.clone()
            };
            for pattern in [pattern, mirror] {
                if known.insert(pattern.text.clone()) {
                    patterns.push(pattern);
                }
            }
        }
        patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.value.unsigned_abs()));
        let texts = patterns.iter().map(|pattern| regex::escape(&pattern.text));
        let set = RegexSet::new(texts).expect("escaped text is a valid expression");
        PatternTable { patterns, set }
    }

    /// Everything that counts on a line, walls included in its text.
    pub fn find(&self, line: &str) -> Vec<PatternMatch<'_>> {
        let mut found = Vec::new();
        if !line.contains('X') {
            return found; // Every pattern has an X.
        }
        let mut counted: u64 = 0;
        for number in &self.set.matches(line) {
            let pattern = &self.patterns[number];
            for start in places(line, &pattern.text) {
                let stones = own_cells(&pattern.text, start);
                let bits = stones.iter().fold(0, |bits, cell| bits | 1 << cell);
                if bits & !counted != 0 {
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
        return Err(format!(
            "pattern {name:?} has no X, so there is nobody it counts for"
        ));
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

    const TEXT: &str = include_str!("weights.toml");

    fn table() -> PatternTable {
        PatternTable::from_toml(TEXT).unwrap()
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
    fn walls_are_text() {
        let table = PatternTable::from_toml(
            "system = \"line-patterns\"\n[patterns]\n\"|XX\" = 7\n\"OX|\" = -3\n",
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
            let error = PatternTable::from_toml(&text).unwrap_err();
            assert!(error.message.contains(word), "{error}");
            assert!(error.span.is_some());
        }
    }
}
