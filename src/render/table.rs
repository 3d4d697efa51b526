//! Tables and long lines that fit a width. What cannot be broken is left as it is.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};
use textwrap::core::{Word, display_width};
use textwrap::{Options, WordSeparator, WordSplitter};

/// Columns to the left and to the right of a cell.
const PADDING: u16 = 1;
/// How much further to the right a line goes on.
const HANGING: usize = 4;

/// The lines of a table, its titles first if it has any. Columns of these numbers are aligned to
/// the right; where the table is wider than `room`, the others are broken between words.
pub(crate) fn table(
    rows: Vec<Vec<String>>,
    titles: &[&str],
    numbers: &[usize],
    room: Option<usize>,
) -> Vec<String> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    #[cfg(not(target_arch = "wasm32"))]
    table.force_no_tty();
    if !titles.is_empty() {
        table.set_header(titles);
    }
    table.add_rows(rows);
    if let Some(room) = room {
        table.set_content_arrangement(ContentArrangement::Dynamic);
        // The blank behind the last column is not printed.
        table.set_width(as_width(room) + PADDING);
    }
    table.discover_columns();
    let least: Vec<u16> = (0..table.column_count())
        .map(|column| least_width(&table, column, numbers.contains(&column)))
        .collect();
    for (number, (column, least)) in table.column_iter_mut().zip(least).enumerate() {
        column.set_padding((PADDING, PADDING));
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
        if numbers.contains(&number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt().lines().map(str::to_owned).collect()
}

/// How narrow a column may become: numbers and words are not broken.
fn least_width(table: &Table, column: usize, are_numbers: bool) -> u16 {
    let cells = table.column_cells_with_header_iter(column).flatten();
    let measures = cells.map(|cell| {
        let text = cell.content();
        if are_numbers {
            return columns_of(&text);
        }
        text.split(' ').map(columns_of).max().unwrap_or(0)
    });
    as_width(measures.max().unwrap_or(0)) + 2 * PADDING
}

fn as_width(columns: usize) -> u16 {
    u16::try_from(columns).unwrap_or(u16::MAX / 2)
}

/// A line as lines that fit: it goes on further to the right, and is broken between words only.
pub(crate) fn wrapped(line: &str, room: Option<usize>) -> Vec<String> {
    let Some(room) = room.filter(|&room| columns_of(line) > room) else {
        return vec![line.to_owned()];
    };
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    folded(line, room, (indent + HANGING).min(room / 2))
}

/// A line as lines of at most `room` columns, broken between words only; all but the first begin
/// with `hanging` blanks.
pub fn folded(line: &str, room: usize, hanging: usize) -> Vec<String> {
    let text = line.trim_start_matches(' ');
    let [first, others] = [line.len() - text.len(), hanging].map(|blanks| " ".repeat(blanks));
    let options = Options::new(room)
        .initial_indent(&first)
        .subsequent_indent(&others)
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    let lines = textwrap::wrap(text, options).into_iter();
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// The parts of a line between which it may be broken: words, and the characters of a script without
/// blanks, such as Chinese, each with the signs that belong to it.
pub(super) fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    const OPENING: &str = "([\"'`（「『【";
    const CLOSING: &str = ")]\"'`,.;:!?）」』】，。、；：！？";
    let mut start = 0;
    let is_break = |[left, right]: [char; 2]| match (left, right) {
        (_, ' ') => false,
        (' ', _) => true,
        _ => {
            let is_wide = [left, right]
                .iter()
                .any(|sign| columns_of(sign.encode_utf8(&mut [0; 4])) == 2);
            is_wide && !OPENING.contains(left) && !CLOSING.contains(right)
        }
    };
    let signs = line.char_indices().zip(line.chars().skip(1));
    let ends = signs.filter_map(move |((at, left), right)| {
        is_break([left, right]).then_some(at + left.len_utf8())
    });
    Box::new(ends.chain([line.len()]).map(move |end| {
        let word = Word::from(&line[start..end]);
        start = end;
        word
    }))
}

/// The columns of a terminal that a text takes; its colours take none.
pub(crate) fn columns_of(text: &str) -> usize {
    display_width(text)
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
