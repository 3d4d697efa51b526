use std::collections::VecDeque;

use crate::geometry::Size;
use crate::notation::characters::{Character, trimmed};
use crate::notation::header::{Header, HeaderLine, header_line};
use crate::notation::{Encoding, ErrorCode, ParseError, StoneMarks, TextLine};

use super::columns::ColumnHeader;
use super::row::{is_bars, is_row, unquoted};

/// Rows beyond this are counted, not kept.
const KEPT_ROWS: usize = 3 * Size::MAX.get() as usize;

/// No row has more characters than this.
const LONGEST_ROW: usize = 4096;

/// The lines that make one board: its rows from the top, and its columns if they are named.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardLines {
    pub(super) rows: Vec<TextLine>,
    pub(super) columns: Option<(ColumnHeader, TextLine)>,
    /// Rows that were counted, but not kept, because they exceed what any board holds.
    pub(super) surplus: u64,
}

/// A diagram with the lines that belong to it, not yet read.
#[derive(Clone, Debug, Default)]
pub(super) struct DiagramText {
    pub(super) headers: Vec<Header>,
    pub(super) block: BoardLines,
    /// The first of its lines, and how its bytes were decoded.
    pub(super) first: Option<TextLine>,
    pub(super) encoding: Option<Encoding>,
    /// Whether every row so far had a blank line behind it.
    is_spaced: bool,
    /// Blank lines since the last row.
    blanks: u32,
    /// Whether the columns were named below the rows, so that nothing more can come.
    is_closed: bool,
    /// Whether a line of it could not be read, which has been said.
    is_broken: bool,
    /// A line behind rows that is none. If more rows follow it, it is a mistake.
    stray: Option<TextLine>,
}

/// What a line of a file with diagrams is.
enum LineKind {
    Blank,
    Separator,
    Comment,
    Header(Header),
    Columns(ColumnHeader),
    Row,
    Bars,
    Prose,
}

/// Parts the lines of a file into diagrams, holding one at a time.
///
/// Diagrams are separated by a blank line, a fence, a line `---`, or the headers of the next one. Rows
/// with a blank line behind each are one diagram. Prose is passed over, but not between two rows.
pub(super) struct DiagramSplitter<I> {
    lines: I,
    marks: Option<StoneMarks>,
    diagram: DiagramText,
    ready: VecDeque<Result<DiagramText, ParseError>>,
    found: bool,
    is_done: bool,
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> DiagramSplitter<I> {
    pub(super) fn new(lines: I, marks: Option<StoneMarks>) -> DiagramSplitter<I> {
        DiagramSplitter {
            lines,
            marks,
            diagram: DiagramText::default(),
            ready: VecDeque::new(),
            found: false,
            is_done: false,
        }
    }

    fn take(&mut self, line: TextLine) {
        let characters = unquoted(&line.text);
        match self.kind(&characters) {
            Err(error) => {
                if self.diagram.has_rows() {
                    self.finish();
                }
                self.fail(error.on(&line));
            }
            Ok(LineKind::Blank) => self.diagram.blanks += 1,
            Ok(LineKind::Separator) => self.finish(),
            Ok(LineKind::Comment | LineKind::Bars) => {}
            Ok(LineKind::Prose) => self.diagram.pass_over(line),
            Ok(LineKind::Header(header)) => {
                if self.diagram.has_rows() {
                    self.finish();
                }
                self.diagram.begin(&line);
                self.diagram.headers.push(header);
            }
            Ok(LineKind::Columns(columns)) => {
                if !self.diagram.expects_columns() {
                    self.finish();
                }
                self.diagram.add_columns(columns, line);
            }
            Ok(LineKind::Row) if characters.len() > LONGEST_ROW => {
                let message = format!("a row of {} characters", characters.len());
                self.fail(ParseError::new(ErrorCode::TooLarge, message).on(&line));
            }
            Ok(LineKind::Row) => {
                if !self.diagram.expects_row() {
                    self.finish();
                }
                self.diagram.add_row(line);
            }
        }
    }

    fn kind(&self, characters: &[Character]) -> Result<LineKind, ParseError> {
        let line = trimmed(&characters[..characters.len().min(LONGEST_ROW)]);
        if line.is_empty() || is_fence(line) {
            return Ok(LineKind::Blank);
        }
        if is_separator(line) {
            return Ok(LineKind::Separator);
        }
        if let Some(heading) = header_line(line)? {
            return Ok(match heading {
                HeaderLine::Comment => LineKind::Comment,
                HeaderLine::Header(header) => LineKind::Header(header),
            });
        }
        Ok(if let Some(columns) = ColumnHeader::read(line) {
            LineKind::Columns(columns)
        } else if is_bars(line) {
            LineKind::Bars
        } else if is_row(line, self.marks.as_ref()) {
            LineKind::Row
        } else {
            LineKind::Prose
        })
    }

    /// Hands an error on; the diagram it stands in is not to be read.
    fn fail(&mut self, error: ParseError) {
        self.ready.push_back(Err(error));
        self.found = true;
        self.diagram.is_broken = true;
    }

    /// Hands the diagram on and begins another.
    fn finish(&mut self) {
        let diagram = std::mem::take(&mut self.diagram);
        if diagram.is_broken || !diagram.has_rows() && diagram.headers.is_empty() {
            return;
        }
        self.found = true;
        self.ready.push_back(if diagram.has_rows() {
            Ok(diagram)
        } else {
            Err(diagram.without_board())
        });
    }

    /// Says what is wrong with a text in which there was nothing to read.
    fn end(&mut self) {
        self.finish();
        if !self.found {
            let message = "there is no board in this text";
            let error = ParseError::new(ErrorCode::BadBoard, message)
                .hint("a board is 5 to 20 rows of X, O and . or box lines");
            self.ready.push_back(Err(error));
        }
        self.is_done = true;
    }
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Iterator for DiagramSplitter<I> {
    type Item = Result<DiagramText, ParseError>;

    fn next(&mut self) -> Option<Result<DiagramText, ParseError>> {
        while self.ready.is_empty() && !self.is_done {
            match self.lines.next() {
                Some(Ok(line)) => self.take(line),
                Some(Err(error)) => self.fail(error),
                None => self.end(),
            }
        }
        self.ready.pop_front()
    }
}

impl DiagramText {
    fn has_rows(&self) -> bool {
        !self.block.rows.is_empty()
    }

    /// Whether another row can belong to this diagram.
    fn expects_row(&self) -> bool {
        let goes_on = self.blanks == 0 || self.blanks == 1 && self.is_spaced;
        !self.has_rows() || !self.is_closed && goes_on
    }

    /// Whether a line of column letters can belong to it.
    fn expects_columns(&self) -> bool {
        self.expects_row() && (self.blanks == 0 || self.block.rows.len() != 1)
    }

    /// Notes that `line` belongs to it.
    fn begin(&mut self, line: &TextLine) {
        self.first.get_or_insert_with(|| line.clone());
        if self
            .encoding
            .is_none_or(|encoding| encoding == Encoding::UTF_8)
        {
            self.encoding = Some(line.encoding);
        }
    }

    fn add_row(&mut self, line: TextLine) {
        self.begin(&line);
        self.is_spaced = !self.has_rows() || self.is_spaced && self.blanks == 1;
        self.blanks = 0;
        if let Some(stray) = self.stray.take() {
            self.keep(stray); // Between two rows everything has to be one.
        }
        self.keep(line);
    }

    /// Takes the letters of the columns; those above the rows win over those below.
    fn add_columns(&mut self, columns: ColumnHeader, line: TextLine) {
        self.begin(&line);
        if !self.has_rows() || self.block.columns.is_none() {
            self.block.columns = Some((columns, line));
        }
        self.is_closed = self.has_rows();
    }

    fn keep(&mut self, line: TextLine) {
        if self.block.rows.len() < KEPT_ROWS {
            self.block.rows.push(line);
        } else {
            self.block.surplus += 1;
        }
    }

    /// Passes over a line of prose, unless it stands between rows.
    fn pass_over(&mut self, line: TextLine) {
        if self.has_rows() && self.blanks == 0 && !self.is_closed {
            self.stray.get_or_insert(line);
        }
    }

    fn without_board(self) -> ParseError {
        let error = ParseError::new(ErrorCode::BadBoard, "a header without a board below it");
        match self.first {
            Some(line) => error.on(&line),
            None => error,
        }
    }
}

/// Three grave accents or tildes.
fn is_fence(line: &[Character]) -> bool {
    let starts_with =
        |mark| line.len() >= 3 && line[..3].iter().all(|character| character.char == mark);
    starts_with('`') || starts_with('~')
}

/// Three or four dashes and nothing else; five would be a row.
fn is_separator(line: &[Character]) -> bool {
    (3..=4).contains(&line.len()) && line.iter().all(|character| character.char == '-')
}
