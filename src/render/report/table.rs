//! Tables and long lines that fit a width. What cannot be broken is left as it is.

use unicode_width::UnicodeWidthStr;

/// Columns to the left and to the right of a cell.
const PADDING: usize = 1;
/// How much further to the right a line goes on.
const HANGING: usize = 4;

/// The lines of a table, its titles first if it has any. Columns of these numbers are aligned to
/// the right; where the table is wider than `room`, the others are broken between words, the widest
/// first.
pub(super) fn table(
    mut rows: Vec<Vec<String>>,
    titles: &[&str],
    numbers: &[usize],
    room: Option<usize>,
) -> Vec<String> {
    if !titles.is_empty() {
        rows.insert(0, titles.iter().map(|&title| title.to_owned()).collect());
    }
    let mut widths = widest(&rows, columns_of);
    if let Some(room) = room {
        let words = widest(&rows, |cell| {
            cell.split(' ').map(columns_of).max().unwrap_or(0)
        });
        let least: Vec<usize> = (0..widths.len())
            .map(|column| {
                if numbers.contains(&column) {
                    widths[column]
                } else {
                    words[column]
                }
            })
            .collect();
        narrow(&mut widths, &least, room);
    }
    let lines = rows.iter().flat_map(|row| row_lines(row, &widths, numbers));
    lines.collect()
}

/// The greatest measure of the cells of each column.
fn widest(rows: &[Vec<String>], measure: impl Fn(&str) -> usize) -> Vec<usize> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let column = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| measure(cell)).max().unwrap_or(0)
    };
    (0..count).map(column).collect()
}

/// Takes columns from the widest column that has more than its least, until all fit.
fn narrow(widths: &mut [usize], least: &[usize], room: usize) {
    let total = |widths: &[usize]| {
        widths
            .iter()
            .map(|width| width + 2 * PADDING)
            .sum::<usize>()
    };
    while total(widths).saturating_sub(PADDING) > room {
        let spare = (0..widths.len()).filter(|&column| widths[column] > least[column]);
        let Some(widest) = spare.max_by_key(|&column| widths[column]) else {
            return;
        };
        widths[widest] -= 1;
    }
}

/// A row in as many lines as its highest cell needs.
fn row_lines(row: &[String], widths: &[usize], numbers: &[usize]) -> Vec<String> {
    let cells: Vec<Vec<String>> = row
        .iter()
        .zip(widths)
        .map(|(cell, &width)| broken(cell, width))
        .collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |number: usize| {
        let mut line = String::new();
        for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
            let text = cell.get(number).map_or("", String::as_str);
            let blanks = " ".repeat(width.saturating_sub(columns_of(text)));
            let padding = " ".repeat(PADDING);
            let [before, behind] = if numbers.contains(&column) {
                [blanks.as_str(), ""]
            } else {
                ["", blanks.as_str()]
            };
            for part in [&padding, before, text, behind, &padding] {
                line.push_str(part);
            }
        }
        line.trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

/// The lines of a cell, broken between words; one that fits is not touched.
fn broken(cell: &str, width: usize) -> Vec<String> {
    if columns_of(cell) <= width {
        return vec![cell.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in cell.split(' ') {
        match lines.last_mut() {
            Some(line) if columns_of(line) + 1 + columns_of(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A line as lines that fit: it goes on further to the right, and is broken between words only.
pub(super) fn wrapped(line: &str, room: Option<usize>) -> Vec<String> {
    let Some(room) = room.filter(|&room| columns_of(line) > room) else {
        return vec![line.to_owned()];
    };
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    folded(line, room, (indent + HANGING).min(room / 2))
}

/// A line as lines of at most `room` columns, broken between words only; all but the first begin
/// with `hanging` blanks.
pub(crate) fn folded(line: &str, room: usize, hanging: usize) -> Vec<String> {
    let text = line.trim_start_matches(' ');
    let mut lines = vec![" ".repeat(line.len() - text.len())];
    let mut is_fresh = true;
    for word in text.split(' ') {
        let last = lines.last().map_or(0, |last| columns_of(last));
        if !is_fresh && last + 1 + columns_of(word) > room {
            lines.push(" ".repeat(hanging));
            is_fresh = true;
        }
        if let Some(last) = lines.last_mut() {
            if !is_fresh {
                last.push(' ');
            }
            last.push_str(word);
        }
        // Blanks that separate columns are no place to begin a line with.
        is_fresh = is_fresh && word.is_empty() && lines.len() > 1;
    }
    lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

/// The columns of a terminal that a text takes; its colours take none.
pub(super) fn columns_of(text: &str) -> usize {
    let mut shown = text.split('\x1b');
    let plain = shown.next().unwrap_or_default().width();
    let coloured = shown.map(|part| part.split_once('m').map_or(part, |(_, text)| text).width());
    plain + coloured.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<String>> {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        vec![
            row(["shapes", "7", "what the shapes of both sides are worth"]),
            row(["random", "1000", "nothing"]),
        ]
    }

    #[test]
    fn a_table_that_fits_is_not_broken() {
        let lines = table(rows(), &["name", "value", "title"], &[1], Some(80));
        assert_eq!(
            lines,
            [
                " name    value  title",
                " shapes      7  what the shapes of both sides are worth",
                " random   1000  nothing",
            ]
        );
        assert_eq!(
            lines,
            table(rows(), &["name", "value", "title"], &[1], None)
        );
    }

    #[test]
    fn the_widest_column_is_broken_between_words() {
        let lines = table(rows(), &[], &[1], Some(36));
        assert_eq!(
            lines,
            [
                " shapes     7  what the shapes of",
                "               both sides are worth",
                " random  1000  nothing",
            ]
        );
        assert!(lines.iter().all(|line| columns_of(line) <= 36));
    }

    #[test]
    fn numbers_and_words_are_never_broken() {
        let lines = table(rows(), &[], &[1], Some(10));
        assert!(lines.iter().any(|line| line.contains("1000")));
        assert!(lines.iter().any(|line| line.contains("nothing")));
    }

    #[test]
    fn a_long_line_goes_on_further_to_the_right() {
        let line = "  row 8   F8 G8 [H8]   straight four at E8 (E8-H8) or I8 (F8-I8)";
        assert_eq!(
            wrapped(line, Some(40)),
            [
                "  row 8   F8 G8 [H8]   straight four at",
                "      E8 (E8-H8) or I8 (F8-I8)"
            ]
        );
        assert_eq!(wrapped(line, Some(80)), [line]);
        assert_eq!(wrapped(line, None), [line]);
        assert_eq!(wrapped("", Some(5)), [""]);
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(columns_of("\x1b[1mH8\x1b[0m and 活三"), 11);
    }
}
