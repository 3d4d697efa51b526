use std::collections::VecDeque;

use crate::geometry::Size;
use crate::notation::glyph::{Glyph, glyphs, trimmed};
use crate::notation::header::{Header, Heading, heading};
use crate::notation::{Encoding, ErrorCode, ParseError, StoneMarks, TextLine};

use super::board::Block;
use super::columns::Columns;
use super::row::{is_bars, is_row};

/// Rows beyond this are counted, not kept.
const KEPT_ROWS: usize = 3 * Size::MAX.get() as usize;

/// No row has more characters than this.
const LONGEST_ROW: usize = 4096;

/// A diagram with the lines that belong to it, not yet read.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) headers: Vec<Header>,
    pub(super) block: Block,
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
enum Kind {
    Blank,
    Separator,
    Comment,
    Header(Header),
    Columns(Columns),
    Row,
    Bars,
    Prose,
}

/// Parts the lines of a file into diagrams, holding one at a time.
///
/// Diagrams are parted by a blank line, a fence, a line `---`, or the headers of the next one. Rows
/// with a blank line behind each are one diagram. Prose is passed over, but not between two rows.
pub(super) struct Blocks<I> {
    lines: I,
    marks: Option<StoneMarks>,
    draft: Draft,
    ready: VecDeque<Result<Draft, ParseError>>,
    found: bool,
    is_done: bool,
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Blocks<I> {
    pub(super) fn new(lines: I, marks: Option<StoneMarks>) -> Blocks<I> {
        Blocks {
            lines,
            marks,
            draft: Draft::default(),
            ready: VecDeque::new(),
            found: false,
            is_done: false,
        }
    }

    fn take(&mut self, line: TextLine) {
        let glyphs = unquoted(&line.text);
        match self.kind(&glyphs) {
            Err(error) => {
                if self.draft.has_rows() {
                    self.finish();
                }
                self.fail(error.on(&line));
            }
            Ok(Kind::Blank) => self.draft.blanks += 1,
            Ok(Kind::Separator) => self.finish(),
            Ok(Kind::Comment | Kind::Bars) => {}
            Ok(Kind::Prose) => self.draft.pass_over(line),
            Ok(Kind::Header(header)) => {
                if self.draft.has_rows() {
                    self.finish();
                }
                self.draft.begin(&line);
                self.draft.headers.push(header);
            }
            Ok(Kind::Columns(columns)) => {
                if !self.draft.expects_columns() {
                    self.finish();
                }
                self.draft.add_columns(columns, line);
            }
            Ok(Kind::Row) if glyphs.len() > LONGEST_ROW => {
                let message = format!("a row of {} characters", glyphs.len());
                self.fail(ParseError::new(ErrorCode::TooLarge, message).on(&line));
            }
            Ok(Kind::Row) => {
                if !self.draft.expects_row() {
                    self.finish();
                }
                self.draft.add_row(line);
            }
        }
    }

    fn kind(&self, glyphs: &[Glyph]) -> Result<Kind, ParseError> {
        let line = trimmed(&glyphs[..glyphs.len().min(LONGEST_ROW)]);
        if line.is_empty() || is_fence(line) {
            return Ok(Kind::Blank);
        }
        if is_separator(line) {
            return Ok(Kind::Separator);
        }
        if let Some(heading) = heading(line)? {
            return Ok(match heading {
                Heading::Comment => Kind::Comment,
                Heading::Header(header) => Kind::Header(header),
            });
        }
        Ok(if let Some(columns) = Columns::read(line) {
            Kind::Columns(columns)
        } else if is_bars(line) {
            Kind::Bars
        } else if is_row(line, self.marks.as_ref()) {
            Kind::Row
        } else {
            Kind::Prose
        })
    }

    /// Hands an error on; the diagram it stands in is not to be read.
    fn fail(&mut self, error: ParseError) {
        self.ready.push_back(Err(error));
        self.found = true;
        self.draft.is_broken = true;
    }

    /// Hands the draft on and begins another.
    fn finish(&mut self) {
        let draft = std::mem::take(&mut self.draft);
        if draft.is_broken || !draft.has_rows() && draft.headers.is_empty() {
            return;
        }
        self.found = true;
        self.ready.push_back(if draft.has_rows() {
            Ok(draft)
        } else {
            Err(draft.without_board())
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

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Iterator for Blocks<I> {
    type Item = Result<Draft, ParseError>;

    fn next(&mut self) -> Option<Result<Draft, ParseError>> {
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

impl Draft {
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
    fn add_columns(&mut self, columns: Columns, line: TextLine) {
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

/// The characters of a line without the marks of a quoted mail.
pub(super) fn unquoted(text: &str) -> Vec<Glyph> {
    let line = glyphs(text);
    let mut rest = trimmed(&line);
    while let [Glyph { char: '>', .. }, inner @ ..] = rest {
        rest = trimmed(inner);
    }
    rest.to_vec()
}

/// Three grave accents or tildes.
fn is_fence(line: &[Glyph]) -> bool {
    let starts_with = |mark| line.len() >= 3 && line[..3].iter().all(|glyph| glyph.char == mark);
    starts_with('`') || starts_with('~')
}

/// Three or four dashes and nothing else; five would be a row.
fn is_separator(line: &[Glyph]) -> bool {
    (3..=4).contains(&line.len()) && line.iter().all(|glyph| glyph.char == '-')
}
