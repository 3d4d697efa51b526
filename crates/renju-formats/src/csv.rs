//! Tables with a column of moves, separated by commas, semicolons or tabs.
//!
//! The first row names the columns: `moves` holds the games, written as in a file of moves; `id`,
//! `size`, `rule`, `to_move` and `expect` say what they say elsewhere; other columns are passed over.
//! A cell with separators in it stands in quotes, a quote inside them is doubled (RFC 4180). Cells
//! keep their place on the line, which an error names.

use super::characters::{Character, characters, text, text_as_written, trimmed};
use super::header::{Header, HeaderLine, header_line};
use super::jsonl::{alias_of, meant_field};
use super::lines::LINE_LIMIT;
use super::loss::{Impossible, Loss};
use super::moves;
use super::parsed::{
    ByteStream, Evidence, ParsedSetup, ParsedSetups, TextSample, doubt_of_turn, storable,
};
use super::setup_text::SetupText;
use super::{ErrorCode, Format, ParseError, ParseOptions, ResolvedOptions, TextLine, TextLines};
use renju_core::board::Color;
use renju_core::counted::counted;
use renju_core::position::{PositionId, Setup};
use renju_core::rule::Rule;

/// The column that a table must have.
const MOVES: &str = "moves";

/// What separates cells.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The games of a table, one after the other.
pub(super) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    Box::new(TableReader {
        lines: TextLines::new(input, options.encoding),
        options,
        columns: None,
        warnings: Vec::new(),
        is_done: false,
    })
}

/// A row that names the column `moves`, and below it a row of as many cells, are no other format.
pub(super) fn detect(sample: &TextSample<'_>) -> Evidence {
    let mut lines = sample.lines.iter().filter(|line| {
        let line = characters(line);
        header_line(&line).is_none()
    });
    let Some(columns) = lines.next().and_then(|line| Columns::read(line)) else {
        return Evidence::Nothing;
    };
    let fits = lines.next().is_none_or(|line| {
        let row = characters(line);
        let Some(separator) = columns.separator else {
            return moves::is_game(line);
        };
        is_open(&row) || cells(&row, Some(separator)).len() == columns.names.len()
    });
    Evidence::certain_if(fits)
}

/// What to say of a table that lacks a column of moves, if these lines are one.
pub(super) fn advice_for_table(lines: &[String]) -> Option<String> {
    let mut rows = lines
        .iter()
        .filter(|line| header_line(&characters(line)).is_none());
    let columns = Columns::without_moves(rows.next()?)?;
    let separator = columns.separator;
    let has_all = |line: &String| cells(&characters(line), separator).len() == columns.names.len();
    let are_rows = rows.clone().count() > 0 && rows.take(10).all(has_all);
    are_rows.then(|| columns.advice())
}

/// The columns of a table.
struct Columns {
    /// What separates cells; nothing if there is one column.
    separator: Option<char>,
    /// Their names in small letters, `_` for blanks and dashes.
    names: Vec<String>,
}

impl Columns {
    /// The columns that a row names, if the moves are among them.
    fn read(line: &str) -> Option<Columns> {
        let row = characters(line);
        let separators = SEPARATORS.into_iter().map(Some).chain([None]);
        let columns = separators.map(|separator| Columns::of(&row, separator));
        let mut fitting = columns.filter(|Columns { separator, names }| {
            let are_separated = separator.is_none() || names.len() > 1;
            are_separated && names.iter().any(|name| name == MOVES)
        });
        fitting.next()
    }

    /// The columns of a row that names some, without moves among them: words with separators between
    /// them.
    fn without_moves(line: &str) -> Option<Columns> {
        let row = characters(line);
        let is_word = |name: &String| {
            let mut signs = name.chars();
            signs.next().is_some_and(char::is_alphabetic)
                && signs.all(|sign| sign.is_alphanumeric() || sign == '_')
        };
        let columns = SEPARATORS.into_iter().map(Some);
        let mut columns = columns.map(|separator| Columns::of(&row, separator));
        columns.find(|Columns { names, .. }| names.len() > 1 && names.iter().all(is_word))
    }

    /// The columns that a row would name.
    fn of(row: &[Character], separator: Option<char>) -> Columns {
        let cells = cells(row, separator);
        let name =
            |cell: &Vec<Character>| text(trimmed(cell)).to_lowercase().replace([' ', '-'], "_");
        Columns {
            separator,
            names: cells.iter().map(name).collect(),
        }
    }

    /// The name that is nearly that of the moves.
    fn meant_for_moves(&self) -> Option<&str> {
        let mut names = self.names.iter().map(String::as_str);
        names.find(|name| name.len() > 2 && strsim::osa_distance(name, MOVES) <= 2)
    }

    /// What to do about columns without one of moves.
    fn advice(&self) -> String {
        let names = self.names.join(", ");
        let known = format!(
            "`{MOVES}` holds the games; id, size, rule, to_move and expect are read as well"
        );
        match self.meant_for_moves() {
            Some(name) => {
                format!("the columns are {names}; did you mean {MOVES} by {name}? {known}")
            }
            None => format!("the columns are {names}; {known}"),
        }
    }

    /// Columns whose names are one letter off one that is read.
    fn misspelt(&self, line: &TextLine) -> Vec<ParseError> {
        let row = characters(&line.text);
        let cells = cells(&row, self.separator);
        let is_there = |known: &str| self.names.iter().any(|name| name == known);
        let warning = |(name, cell): (&String, &Vec<Character>)| {
            let meant = meant_field(name, is_there)?;
            let message = format!("the column {name:?} is not read");
            let error = ParseError::new(ErrorCode::UnknownField, message);
            let error = error.hint(format!("did you mean {meant:?}?"));
            Some(error.over(cell).on(line))
        };
        self.names.iter().zip(&cells).filter_map(warning).collect()
    }
}

/// The cells of a row without their quotes.
fn cells(row: &[Character], separator: Option<char>) -> Vec<Vec<Character>> {
    let mut cells = vec![Vec::new()];
    let mut in_quotes = false;
    let mut rest = row.iter().peekable();
    while let Some(character) = rest.next() {
        let cell: &mut Vec<Character> = cells.last_mut().expect("there is a first cell");
        let begins = cell.iter().all(|before| before.char == ' ');
        match character.written {
            '"' if in_quotes && rest.next_if(|next| next.written == '"').is_some() => {
                cell.push(*character);
            }
            '"' if in_quotes => in_quotes = false,
            '"' if begins => {
                in_quotes = true;
                cell.clear();
            }
            sign if Some(sign) == separator && !in_quotes => cells.push(Vec::new()),
            _ => cell.push(*character),
        }
    }
    cells
}

/// Whether a row ends inside quotes, so that the next line belongs to it.
fn is_open(row: &[Character]) -> bool {
    let quotes = row.iter().filter(|character| character.written == '"');
    quotes.count() % 2 == 1
}

/// Reads a table row by row.
struct TableReader<I> {
    lines: I,
    options: ParseOptions,
    columns: Option<Columns>,
    /// What is to be said of the columns, with the first row.
    warnings: Vec<ParseError>,
    is_done: bool,
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> TableReader<I> {
    /// The next row that says something.
    fn row(&mut self) -> Option<Result<TextLine, ParseError>> {
        let says_nothing = |row: &TextLine| {
            let header = characters(&row.text);
            let header = header_line(&header);
            row.text.trim().is_empty() || matches!(header, Some(HeaderLine::Comment))
        };
        let row = self
            .lines
            .find(|row| !row.as_ref().is_ok_and(says_nothing))?;
        Some(row.and_then(|row| self.closed(row)))
    }

    /// A row with the lines that its quotes go on over, up to 1 MiB. Behind a quote without an end
    /// nothing tells where a row begins.
    fn closed(&mut self, mut row: TextLine) -> Result<TextLine, ParseError> {
        if !is_open(&characters(&row.text)) {
            return Ok(row);
        }
        let mut text = String::from(&*row.text);
        let mut is_inside = true;
        while is_inside {
            match self.lines.next() {
                Some(Ok(line)) if text.len() + line.text.len() < LINE_LIMIT => {
                    text.push('\n');
                    text.push_str(&line.text);
                    is_inside ^= is_open(&characters(&line.text));
                }
                Some(Err(error)) => return Err(error),
                Some(Ok(_)) | None => {
                    row.text = text.into();
                    self.is_done = true;
                    let error = ParseError::new(ErrorCode::BadBoard, "a quote is not closed");
                    let error = error.hint("nothing after it is read");
                    return Err(error.on(&row).about(row.text.as_bytes()));
                }
            }
        }
        row.text = text.into();
        Ok(row)
    }

    /// Reads the names of the columns.
    fn begin(&mut self, line: &TextLine) -> Result<(), ParseError> {
        let Some(columns) = Columns::read(&line.text) else {
            self.is_done = true;
            let error = ParseError::new(ErrorCode::MissingField, "no column is named moves");
            let hint = match Columns::without_moves(&line.text) {
                Some(columns) => columns.advice(),
                None => "the first row names the columns; `moves` holds the games".to_owned(),
            };
            return Err(error.hint(hint).over(&characters(&line.text)).on(line));
        };
        self.warnings = columns.misspelt(line);
        self.columns = Some(columns);
        if self.options.strict_fields && !self.warnings.is_empty() {
            self.is_done = true;
            return Err(self.warnings.swap_remove(0));
        }
        Ok(())
    }
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Iterator for TableReader<I> {
    type Item = Result<ParsedSetup, ParseError>;

    fn next(&mut self) -> Option<Result<ParsedSetup, ParseError>> {
        while !self.is_done {
            let row = match self.row()? {
                Ok(row) => row,
                Err(error) => return Some(Err(error)),
            };
            let Some(columns) = &self.columns else {
                match self.begin(&row) {
                    Ok(()) => continue,
                    Err(error) => return Some(Err(error)),
                }
            };
            let warnings = std::mem::take(&mut self.warnings);
            let parsed = columns.game(&row, self.options).map(|mut parsed| {
                parsed.warnings.extend(warnings);
                parsed
            });
            let of_row = |error: ParseError| {
                let error = error.on(&row).about(row.text.as_bytes());
                error.of_record(columns.id(&row.text))
            };
            return Some(parsed.map_err(of_row));
        }
        None
    }
}

impl Columns {
    /// The game of a row.
    fn game(&self, row: &TextLine, options: ParseOptions) -> Result<ParsedSetup, ParseError> {
        let line = characters(&row.text);
        let cells = cells(&line, self.separator);
        self.same_number(&cells, &line)?;
        let mut about = Setup::default();
        let mut expect_places = Vec::new();
        let mut moves: &[Character] = &[];
        for (name, cell) in self.names.iter().zip(&cells) {
            let cell = trimmed(cell);
            let key = match name.as_str() {
                "id" => "name",
                name => self.known_as(name),
            };
            if name == MOVES {
                moves = cell;
            } else if let Some(header) = Header::named(key, cell).filter(|_| !cell.is_empty()) {
                header.put_into(&mut about)?;
                expect_places.extend(header.expect_place(row));
            }
        }
        if moves.is_empty() {
            let error = ParseError::new(ErrorCode::MissingField, "the row has no moves");
            return Err(error.over(&line).hint("an empty board is #g:"));
        }
        let setup = moves::described_game(moves, about, options)?;
        let assumed = ResolvedOptions::new(Format::Csv, options, row.encoding);
        let warnings = doubt_of_turn(&setup).map(|doubt| doubt.on(row));
        Ok(ParsedSetup {
            expect_places,
            warnings: warnings.into_iter().collect(),
            ..ParsedSetup::new(setup, assumed, Some(row.number))
        })
    }

    /// What a row is called, be the rest of it as it may.
    fn id(&self, row: &str) -> Option<PositionId> {
        let cells = cells(&characters(row), self.separator);
        let mut named = self.names.iter().zip(&cells);
        let (_, cell) = named.find(|(name, _)| matches!(name.as_str(), "id" | "name"))?;
        let id = text_as_written(trimmed(cell));
        (!id.is_empty()).then(|| PositionId::from(id))
    }

    /// The column that another name means, unless it is there itself.
    fn known_as<'n>(&self, name: &'n str) -> &'n str {
        let meant = alias_of(name).filter(|meant| matches!(*meant, "size" | "rule" | "to_move"));
        let is_there = |meant: &str| self.names.iter().any(|name| name == meant);
        meant.filter(|meant| !is_there(meant)).unwrap_or(name)
    }

    fn same_number(&self, cells: &[Vec<Character>], line: &[Character]) -> Result<(), ParseError> {
        let (found, named) = (cells.len(), self.names.len());
        if found == named {
            return Ok(());
        }
        let cells = counted(found, "cell", "cells");
        let columns = counted(named, "column is", "columns are");
        let message = format!("the row has {cells} where {columns} named");
        let error = ParseError::new(ErrorCode::BadBoard, message).over(line);
        Err(if found > named {
            error.hint("moves with commas between them stand in quotes: \"h8,i9\"")
        } else {
            error.hint("is a separator missing?")
        })
    }
}

/// Writes a table of one row; a cell of which nothing is known is empty.
pub(super) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = moves::write(setup)?;
    // What cannot stand in a cell is left out of the name, and the rest of it is written.
    let id = setup.id.as_deref().unwrap_or_default();
    let kept = text_as_written(trimmed(&characters(&storable(id).0)));
    let rule = setup.rule.map_or("", Rule::name);
    let to_move = setup.to_move.map_or("", Color::name);
    let game = String::from_utf8_lossy(&text.body);
    let row = format!(
        "id,size,rule,to_move,{MOVES}\n{},{},{rule},{to_move},{}\n",
        quoted(&kept),
        text.size.get(),
        game.trim_end(),
    );
    text.body = row.into_bytes();
    for said in [Loss::Size, Loss::Rule, Loss::SideToMove] {
        text.lost.remove(said);
    }
    if kept == id && !id.is_empty() {
        text.lost.remove(Loss::Name);
    }
    Ok(text)
}

/// A cell in quotes, if it needs them.
fn quoted(cell: &str) -> String {
    let is_plain = |sign: char| !SEPARATORS.contains(&sign) && sign != '"' && !sign.is_control();
    if cell.chars().all(is_plain) && !cell.starts_with('#') {
        cell.to_owned()
    } else {
        format!("\"{}\"", cell.replace('"', "\"\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{WriteError, detect as detect_format, stream, write as write_all};
    use renju_core::geometry::{Point, Size};

    fn items(text: &str) -> Vec<Result<ParsedSetup, ParseError>> {
        let options = ParseOptions::default();
        assert_eq!(
            detect_format(text.as_bytes(), &options),
            Ok(Format::Csv),
            "{text}"
        );
        stream(text.as_bytes(), Format::Csv, &options).collect()
    }

    fn moves(names: &str) -> Vec<Option<Point>> {
        names.split(' ').map(|name| name.parse().ok()).collect()
    }

    #[test]
    fn games_are_read_from_tables_of_every_kind() {
        for text in [
            "moves\nh8i9g7\n",
            "id,moves,result\n1,h8 i9 g7,B+\n",
            "\u{feff}Result;Moves\r\n1-0;h8,i9,g7\r\n",
            "note\tmoves\nquiet\th8-i9-g7\n",
            "name,\"moves\"\n\"a \"\"b\"\", c\",\"h8,i9,g7\"\n",
            "# exported\nmoves,comment\nh8i9g7,\"two\nlines\"\n",
        ] {
            let setup = items(text).remove(0).unwrap().setup;
            assert_eq!(setup.moves, moves("H8 I9 G7"), "{text}");
        }
        let rich = "id,size,rule,to move,moves\n7,9,standard,white,a1 pass b2\n8,,,,#g:\n";
        let found: Vec<Setup> = items(rich)
            .into_iter()
            .map(|item| item.unwrap().setup)
            .collect();
        assert_eq!(found[0].id.as_deref(), Some("7"));
        assert_eq!(
            (found[0].size, found[0].rule),
            (Size::new(9), Some(Rule::Standard))
        );
        assert_eq!(found[0].moves.len(), 3);
        assert_eq!((found[1].size, found[1].moves.len()), (None, 0));
    }

    #[test]
    fn what_is_no_table_of_moves_is_not_taken_for_one() {
        for text in [
            "moves\n.....\n.....\n.....\n.....\n.....\n",
            "Moves: 12, games: 3\nh8i9\n",
            "h8,i9\nmoves,x\n",
        ] {
            let found = detect_format(text.as_bytes(), &ParseOptions::default());
            assert_ne!(found, Ok(Format::Csv), "{text}");
        }
    }

    #[test]
    fn a_table_without_a_column_of_moves_is_told_with_its_columns() {
        let advice = |text: &str| {
            let error = detect_format(text.as_bytes(), &ParseOptions::default()).unwrap_err();
            error.hint.unwrap_or_default()
        };
        let near = advice("id,mvoes\n1,h8i9\n2,h8\n");
        assert!(
            near.starts_with("the columns are id, mvoes; did you mean moves by mvoes?"),
            "{near}"
        );
        let far = advice("id;game;result\n1;\"h8 i9\";W\n");
        assert!(
            far.starts_with("the columns are id, game, result; `moves`"),
            "{far}"
        );
        assert!(!advice("Hello, world\nthis is a text\n").contains("columns"));
    }

    #[test]
    fn a_name_keeps_its_line_breaks_and_loses_what_no_text_has() {
        let named = |id: &str| Setup {
            id: Some(id.into()),
            moves: moves("H8 I9"),
            ..Setup::default()
        };
        let bytes = write_all(&named("a\n\"b\", c"), Format::Csv).unwrap();
        let found = items(&String::from_utf8(bytes).unwrap()).remove(0).unwrap();
        assert_eq!(found.setup.id.as_deref(), Some("a\n\"b\", c"));
        let Err(WriteError::Lossy(lossy)) = write_all(&named("a\0b"), Format::Csv) else {
            panic!("a NUL is lost");
        };
        let found = items(&String::from_utf8(lossy.bytes).unwrap()).remove(0);
        assert_eq!(found.unwrap().setup.id.as_deref(), Some("a\u{fffd}b"));
    }

    /// Each line was counted again for every line behind it.
    #[test]
    fn a_quote_without_an_end_ends_the_table() {
        let found = items(&format!("moves\nh8\n\"{}", "b\n".repeat(600_000)));
        assert_eq!(found.len(), 2);
        let error = found[1].as_ref().unwrap_err();
        assert_eq!(
            (error.line, error.message.as_str()),
            (Some(3), "a quote is not closed")
        );
    }

    #[test]
    fn mistakes_have_their_place_and_reading_goes_on() {
        let text = "id,moves\n1,\"h8,\"\"9\"\n2,h8,i9\n3\n4,\n5,h8 t20\n6,h8\n";
        let found = items(text);
        let place = |item: &Result<ParsedSetup, ParseError>| {
            let error = item.as_ref().unwrap_err();
            (error.code, error.line, error.column)
        };
        assert_eq!(place(&found[0]), (ErrorCode::BadPoint, Some(2), Some(7)));
        assert_eq!(place(&found[1]).0, ErrorCode::BadBoard);
        assert_eq!(place(&found[2]).0, ErrorCode::BadBoard);
        assert_eq!(place(&found[3]).0, ErrorCode::MissingField);
        assert_eq!(place(&found[4]), (ErrorCode::OffBoard, Some(6), Some(6)));
        let ids = found[..5]
            .iter()
            .map(|item| item.as_ref().unwrap_err().id.as_ref().map(|id| id.as_str()));
        assert!(ids.eq(["1", "2", "3", "4", "5"].map(Some)));
        assert_eq!(found[5].as_ref().unwrap().line, Some(7));
    }

    #[test]
    fn a_column_one_letter_off_is_warned_of_once() {
        let found = items("rul,moves\nrenju,h8\nrenju,i9\n");
        let warnings: Vec<usize> = found
            .iter()
            .map(|item| item.as_ref().unwrap().warnings.len())
            .collect();
        assert_eq!(warnings, [1, 0]);
        let strict = ParseOptions {
            strict_fields: true,
            ..ParseOptions::default()
        };
        let mut found = stream(&b"rul,moves\nrenju,h8\n"[..], Format::Csv, &strict);
        assert_eq!(
            found.next().unwrap().unwrap_err().code,
            ErrorCode::UnknownField
        );
        assert!(found.next().is_none());
    }

    #[test]
    fn what_is_written_is_read_back() {
        let setup = Setup {
            id: Some("a \"b\", c".into()),
            size: Size::new(9),
            rule: Some(Rule::Standard),
            moves: moves("A1 B2 C3"),
            ..Setup::default()
        };
        let text = String::from_utf8(write_all(&setup, Format::Csv).unwrap()).unwrap();
        assert_eq!(items(&text).remove(0).unwrap().setup, setup);
    }
}
