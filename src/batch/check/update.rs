//! Edits that `check` makes in its input files to replace wrong expectations or add new ones.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::test_position::TestPosition;
use crate::files::{NewFile, Overwrite, read_file};
use crate::notation::{Encoding, ExpectationSpan};
use crate::questions::Expectation;

/// Bytes of a file that is written anew, at most.
const MOST_BYTES: u64 = 1 << 28;

/// What is to be written into the files that were checked.
#[derive(Default)]
pub struct FileUpdates(BTreeMap<String, Vec<LineEdit>>);

/// A change of one line of a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct LineEdit {
    /// The line, from 1.
    line: u64,
    /// Where it changes: characters from 0.
    column: usize,
    /// What stands there and goes.
    old: String,
    /// What comes in its place; a `\n` becomes a line end of the file.
    new: String,
}

/// Where new expectations of a position go.
enum NewWords {
    /// On lines of their own above this one.
    Above(u64),
    /// Behind the last string of a list, as strings of JSON.
    InList(LineEdit),
    /// A field of their own at the end of an object of JSON.
    AsField(LineEdit),
}

impl FileUpdates {
    /// Notes what is to be written for a position: for each expectation with a number the words that
    /// hold in its place, and those that are new.
    ///
    /// # Errors
    ///
    /// Why the file cannot be updated.
    pub fn add(
        &mut self,
        asked: &TestPosition,
        changed: &[(usize, Vec<Expectation>)],
        new: &[Expectation],
    ) -> Result<(), String> {
        if changed.is_empty() && new.is_empty() {
            return Ok(());
        }
        asked.can_be_updated()?;
        let mut edits = Vec::new();
        for (number, found) in changed {
            let place = asked.place_of(*number).ok_or(NO_PLACE)?;
            edits.push(replaced(place, found, asked.is_json())?);
        }
        if !new.is_empty() {
            edits.push(added(asked, new)?);
        }
        let file = self.0.entry(asked.source().to_owned()).or_default();
        file.extend(edits);
        Ok(())
    }

    /// Each file with its edits, to be shown before it is written.
    ///
    /// # Errors
    ///
    /// If one cannot be read, or is not as it was.
    pub fn files(self) -> Result<Vec<UpdatedFile>, UpdateError> {
        let files = self.0.into_iter();
        files
            .map(|(source, edits)| UpdatedFile::read(source, edits))
            .collect()
    }
}

const NO_PLACE: &str = "it is not known where its expectations stand";
const NO_LIST: &str = "expect is a single string and would have to become a list";

/// The words at a place by those that hold.
fn replaced(
    place: &ExpectationSpan,
    found: &[Expectation],
    is_json: bool,
) -> Result<LineEdit, String> {
    if place.line.encoding != Encoding::UTF_8 {
        return Err("it is not UTF-8".to_owned());
    }
    let line: Vec<char> = place.line.text.chars().collect();
    let column = place.column as usize - 1;
    let before: String = line[..column].iter().collect();
    if is_json && found.len() > 1 && is_single(place) {
        return Err(NO_LIST.to_owned());
    }
    let words = found.iter().map(|found| {
        let words = found.to_string();
        let unwritten = words.split_whitespace().take(place.unwritten);
        let length: usize = unwritten.map(|word| word.len() + 1).sum();
        words[length..].to_owned()
    });
    let between = if is_json {
        "\",\"".to_owned()
    } else {
        format!("\n{before}")
    };
    Ok(LineEdit {
        line: place.line.number,
        column: column + place.line.before as usize,
        old: place.written(),
        new: words.collect::<Vec<_>>().join(&between),
    })
}

/// New words of a position.
fn added(asked: &TestPosition, new: &[Expectation]) -> Result<LineEdit, String> {
    let words: Vec<String> = new.iter().map(ToString::to_string).collect();
    let strings = || format!("\"{}\"", words.join("\",\""));
    Ok(match new_words_of(asked)? {
        NewWords::Above(line) => LineEdit {
            line,
            column: 0,
            old: String::new(),
            new: format!("# expect: {}\n", words.join("\n# expect: ")),
        },
        NewWords::InList(edit) => LineEdit {
            new: format!(",{}", strings()),
            ..edit
        },
        NewWords::AsField(edit) => LineEdit {
            new: format!(",\"expect\":[{}]", strings()),
            ..edit
        },
    })
}

fn new_words_of(asked: &TestPosition) -> Result<NewWords, &'static str> {
    let last = asked.last_place();
    if !asked.is_json() {
        let line = last.map(|place| place.line.number + 1);
        let line = line.or(asked.first_line()).ok_or(NO_PLACE)?;
        return Ok(NewWords::Above(line));
    }
    let at = |line: u64, column: usize| LineEdit {
        line,
        column,
        old: String::new(),
        new: String::new(),
    };
    let Some(place) = last else {
        // The object ends with its last brace.
        let record = asked.json_text().ok_or(NO_PLACE)?;
        let end = record.text.rfind('}').ok_or(NO_PLACE)?;
        let before = &record.text[..end];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let lines = before.matches('\n').count() as u64;
        let shift = if start == 0 {
            record.before as usize
        } else {
            0
        };
        let column = before[start..].chars().count() + shift;
        return Ok(NewWords::AsField(at(record.number + lines, column)));
    };
    if is_single(place) {
        return Err(NO_LIST);
    }
    let column = (place.column + place.width + place.line.before) as usize;
    Ok(NewWords::InList(at(place.line.number, column)))
}

/// Whether a string of JSON is the whole value of its field.
fn is_single(place: &ExpectationSpan) -> bool {
    let signs = place.line.text.chars();
    let before: String = signs.take(place.column as usize - 2).collect();
    before.trim_end().ends_with(':')
}

/// Why a file is not updated.
#[derive(Debug, Error)]
pub enum UpdateError {
    /// It is not as it was read.
    #[error("{} was changed while it was checked; it stays as it is", .0.display())]
    Changed(PathBuf),
    /// It cannot be read.
    #[error("cannot read {}", .0.display())]
    Unread(PathBuf, #[source] io::Error),
    /// It cannot be written.
    #[error("cannot write {}", .0.display())]
    Unwritten(PathBuf, #[source] io::Error),
}

/// A file with what is to be written into it.
pub struct UpdatedFile {
    path: PathBuf,
    old: Vec<u8>,
    new: Vec<u8>,
    /// The changed lines before and after, each with the number of its line before.
    difference: Vec<(u64, String, String)>,
}

impl UpdatedFile {
    fn read(source: String, mut edits: Vec<LineEdit>) -> Result<UpdatedFile, UpdateError> {
        let path = PathBuf::from(source);
        let old = read_file(&path, MOST_BYTES);
        let old = old.map_err(|error| UpdateError::Unread(path.clone(), error))?;
        edits.sort();
        edits.dedup();
        let mut new = Vec::with_capacity(old.len());
        let mut difference = Vec::new();
        let mut edits = edits.into_iter().peekable();
        for (number, line) in (1..).zip(old.split_inclusive(|&byte| byte == b'\n')) {
            let mut of_line = Vec::new();
            while let Some(edit) = edits.next_if(|edit| edit.line == number) {
                of_line.push(edit);
            }
            if of_line.is_empty() {
                new.extend_from_slice(line);
                continue;
            }
            let changed = edited(line, number == 1, &of_line);
            let changed = changed.ok_or_else(|| UpdateError::Changed(path.clone()))?;
            let text = |line: &[u8]| String::from_utf8_lossy(line).trim_end().to_owned();
            difference.push((number, text(line), text(changed.as_bytes())));
            new.extend_from_slice(changed.as_bytes());
        }
        if edits.peek().is_some() {
            return Err(UpdateError::Changed(path));
        }
        Ok(UpdatedFile {
            path,
            old,
            new,
            difference,
        })
    }

    /// The lines that change, before and after.
    pub fn difference(&self) -> String {
        let mut lines = vec![format!("--- {}", self.path.display())];
        for (number, old, new) in &self.difference {
            // A line that only moves down is not shown.
            let above = new.strip_suffix(old.as_str());
            let above = above.filter(|above| above.ends_with('\n'));
            if above.is_none() {
                lines.push(format!("-{number}: {old}"));
            }
            let come = above.unwrap_or(new).lines();
            lines.extend(come.map(|line| format!("+{number}: {}", line.trim_end())));
        }
        lines.join("\n") + "\n"
    }

    /// Puts the new file in the place of the old one, in one step.
    ///
    /// # Errors
    ///
    /// If it is not as it was read, or cannot be written.
    pub fn write(self) -> Result<(), UpdateError> {
        let is_same = read_file(&self.path, MOST_BYTES).is_ok_and(|now| now == self.old);
        if !is_same {
            return Err(UpdateError::Changed(self.path));
        }
        let written = NewFile::write(&self.path, &self.new, Overwrite::Allowed);
        written.map_err(|error| UpdateError::Unwritten(self.path, error))
    }
}

/// A line with its edits; `None` if it is not as it was read.
fn edited(line: &[u8], is_first: bool, edits: &[LineEdit]) -> Option<String> {
    let text = std::str::from_utf8(line).ok()?;
    // A byte-order mark is no part of the first line.
    let mark = if is_first && text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let end = if text.ends_with("\r\n") { "\r\n" } else { "\n" };
    let mut changed = text.to_owned();
    // From the last one, so that those before keep their columns.
    for edit in edits.iter().rev() {
        let body = &text[mark..];
        let byte = |column: usize| {
            let mut characters = body.char_indices().map(|(byte, _)| byte);
            let byte = characters.nth(column);
            byte.or_else(|| (column == body.chars().count()).then_some(body.len()))
        };
        let start = byte(edit.column)? + mark;
        let stop = start + edit.old.len();
        if text.get(start..stop)? != edit.old {
            return None;
        }
        changed.replace_range(start..stop, &edit.new.replace('\n', end));
    }
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(column: usize, old: &str, new: &str) -> LineEdit {
        LineEdit {
            line: 1,
            column,
            old: old.to_owned(),
            new: new.to_owned(),
        }
    }

    #[test]
    fn edits_change_what_they_name_and_nothing_else() {
        let two = [edit(0, "", "new\n"), edit(3, "cd", "x")];
        let found = edited("é bcd  \r\n".as_bytes(), false, &two);
        assert_eq!(found.as_deref(), Some("new\r\né bx  \r\n"));
        let marked = edited("\u{feff}ab".as_bytes(), true, &[edit(1, "b", "c")]);
        assert_eq!(marked.as_deref(), Some("\u{feff}ac"));
        assert_eq!(edited(b"ab", false, &[edit(1, "c", "d")]), None);
        assert_eq!(edited(b"ab", false, &[edit(9, "", "d")]), None);
    }
}
