//! First step of reading diagrams: splits a file into boards, headers and surrounding text.

use std::collections::VecDeque;

use crate::characters::{Character, trimmed};
use crate::coordinates::CoordinateSystem;
use crate::header::{Header, HeaderLine, header_line, in_our_names, same_size, side_in_prose};
use crate::moves::is_game;
use crate::parsed::{ByteStream, Evidence, ParsedSetup, ParsedSetups, TextSample};
use crate::{
    Encoding, ErrorCode, ExpectationSpan, Format, ParseError, ParseOptions, ResolvedOptions,
    StoneMarks, TextLine, TextLines,
};
use renju_core::board::Color;
use renju_core::geometry::Size;
use renju_core::position::Setup;

use super::board::BoardLines;
use super::row::{ColumnHeader, is_bars, is_row, unquoted};

/// Fewer rows than this are no sign of a diagram.
const FEWEST_ROWS: usize = 3;

/// Rows beyond this are counted, not kept.
const KEPT_ROWS: usize = 3 * Size::MAX.get() as usize;

/// No row has more characters than this.
const LONGEST_ROW: usize = 4096;

/// The diagrams of a file, one after the other.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let diagrams = DiagramSplitter {
        lines: TextLines::new(input, options.encoding),
        options,
        diagram: DiagramText::default(),
        ready: VecDeque::new(),
        found: false,
        is_done: false,
    };
    Box::new(diagrams.map(move |diagram| diagram?.read(options)))
}

/// Counts the lines that look like rows of a board and not like games.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let is_diagram_row = |line: &&String| {
        let characters = unquoted(line);
        ColumnHeader::read(&characters).is_none()
            && is_row(&characters, sample.options.marks)
            && !is_game(line)
    };
    match sample.lines.iter().filter(is_diagram_row).count() {
        0..FEWEST_ROWS => Evidence::Nothing,
        fitting => Evidence::Lines {
            fitting,
            are_enough: true,
        },
    }
}

/// Reads a board from rows without anything around them, the first one on top.
///
/// # Errors
///
/// As for a diagram; the line of the error is the row from the top.
pub(crate) fn read_rows(text: &str, options: ParseOptions) -> Result<Setup, ParseError> {
    let numbered = (1..).zip(text.trim_matches('\n').split('\n'));
    let board = BoardLines {
        rows: numbered
            .map(|(number, text)| TextLine::utf8(number, text))
            .collect(),
        ..BoardLines::default()
    };
    let mut setup = Setup::default();
    board.read(options, &mut setup)?;
    Ok(setup)
}

/// A diagram with the lines that belong to it, its board not yet read.
#[derive(Default)]
struct DiagramText {
    /// What its headers say, and how many they are.
    about: Setup,
    expect_places: Vec<ExpectationSpan>,
    headers: usize,
    board: BoardLines,
    /// The first of its lines.
    first: Option<TextLine>,
    /// How its bytes were decoded, if not all of them as UTF-8.
    encoding: Option<Encoding>,
    /// Whether every row so far had a blank line behind it.
    is_spaced: bool,
    /// Blank lines since the last row.
    blanks: u32,
    /// Whether the columns were named below the rows, so that nothing more can come.
    is_closed: bool,
    /// Whether a line of it could not be read, which has been said.
    is_broken: bool,
    /// The side to move by the prose above its rows.
    side: Option<Color>,
    /// The side to move by the prose right below them.
    side_right_below: Option<Color>,
    /// The side to move by prose further below: it speaks of the next board, if there is one.
    side_below: Option<Color>,
    /// A line behind rows that is none. If more rows follow it, it is a mistake.
    stray: Option<TextLine>,
}

/// What a line of a file with diagrams is.
enum LineKind<'a> {
    Blank,
    Separator,
    /// A comment, or the upright lines between the rows of a drawn grid.
    Skipped,
    Header(Header<'a>),
    Columns(ColumnHeader),
    Row,
    Prose,
}

/// Splits the lines of a file into diagrams, holding one at a time.
///
/// Diagrams are separated by a blank line, a fence, a line `---`, or the headers of the next one. Rows
/// with a blank line behind each are one diagram. Prose is passed over, but not between two rows of
/// a board; behind a whole board it speaks of the next one.
struct DiagramSplitter<I> {
    lines: I,
    options: ParseOptions,
    diagram: DiagramText,
    ready: VecDeque<Result<DiagramText, ParseError>>,
    found: bool,
    is_done: bool,
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> DiagramSplitter<I> {
    fn take(&mut self, line: TextLine) {
        let characters = unquoted(&line.text);
        let kind = LineKind::of(&characters, self.options.marks);
        let is_too_long = characters.len() > LONGEST_ROW;
        let begins_another = match &kind {
            LineKind::Separator => true,
            LineKind::Header(_) => self.diagram.has_rows(),
            LineKind::Columns(_) => !self.diagram.expects_columns(),
            LineKind::Row => {
                !is_too_long && (!self.diagram.expects_row() || self.diagram.is_over(self.options))
            }
            LineKind::Blank | LineKind::Skipped | LineKind::Prose => false,
        };
        if begins_another {
            let is_above = !matches!(kind, LineKind::Separator);
            let side = is_above.then(|| self.diagram.side_of_next()).flatten();
            self.finish();
            self.diagram.side = side;
        }
        match kind {
            LineKind::Separator => {}
            LineKind::Skipped => self.diagram.note_side(&characters),
            LineKind::Blank => self.diagram.blanks += 1,
            LineKind::Prose => {
                self.diagram.note_side(&characters);
                self.diagram.pass_over(line);
            }
            LineKind::Header(header) => {
                self.diagram.begin(&line);
                self.diagram.headers += 1;
                self.diagram
                    .expect_places
                    .extend(header.expect_place(&line));
                if let Err(error) = header.put_into(&mut self.diagram.about) {
                    self.fail(error.on(&line));
                }
            }
            LineKind::Columns(columns) => self.diagram.add_columns(columns, line),
            LineKind::Row if is_too_long => {
                let message = format!("a row of {} characters", characters.len());
                self.fail(ParseError::new(ErrorCode::TooLarge, message).on(&line));
            }
            LineKind::Row => self.diagram.add_row(line),
        }
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
        let diagram = match diagram.first {
            _ if diagram.is_broken => return,
            _ if diagram.has_rows() => Ok(diagram),
            Some(first) if diagram.headers > 0 => {
                let message = "a header without a board below it";
                Err(ParseError::new(ErrorCode::BadBoard, message).on(&first))
            }
            _ => return,
        };
        self.found = true;
        self.ready.push_back(diagram);
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

impl<'a> LineKind<'a> {
    fn of(characters: &'a [Character], marks: Option<StoneMarks>) -> LineKind<'a> {
        let line = trimmed(&characters[..characters.len().min(LONGEST_ROW)]);
        if line.is_empty() || is_fence(line) {
            return LineKind::Blank;
        }
        if is_separator(line) {
            return LineKind::Separator;
        }
        match header_line(line) {
            Some(HeaderLine::Comment) => LineKind::Skipped,
            Some(HeaderLine::Header(header)) => LineKind::Header(header),
            None => match ColumnHeader::read(line) {
                Some(columns) => LineKind::Columns(columns),
                None if is_bars(line) => LineKind::Skipped,
                None if is_row(line, marks) => LineKind::Row,
                None => LineKind::Prose,
            },
        }
    }
}

impl DiagramText {
    fn has_rows(&self) -> bool {
        !self.board.rows.is_empty()
    }

    /// Whether another row can belong to this diagram.
    fn expects_row(&self) -> bool {
        let goes_on = self.blanks == 0 || self.blanks == 1 && self.is_spaced;
        !self.has_rows() || !self.is_closed && goes_on
    }

    /// Whether a line that is no row stands behind rows that are a whole board.
    fn is_over(&self, options: ParseOptions) -> bool {
        let read = || self.board.read(options, &mut Setup::default());
        self.stray.is_some() && read().is_ok()
    }

    /// Whether a line of column letters can belong to it.
    fn expects_columns(&self) -> bool {
        self.expects_row() && (self.blanks == 0 || self.board.rows.len() != 1)
    }

    /// Notes that `line` belongs to it.
    fn begin(&mut self, line: &TextLine) {
        self.first.get_or_insert_with(|| line.clone());
        if line.encoding != Encoding::UTF_8 {
            self.encoding.get_or_insert(line.encoding);
        }
    }

    fn add_row(&mut self, line: TextLine) {
        self.begin(&line);
        self.is_spaced = !self.has_rows() || self.is_spaced && self.blanks == 1;
        self.blanks = 0;
        // Between two rows everything has to be one.
        for row in self.stray.take().into_iter().chain([line]) {
            if self.board.rows.len() < KEPT_ROWS {
                self.board.rows.push(row);
            } else {
                self.board.surplus += 1;
            }
        }
    }

    /// Takes the letters of the columns; those above the rows win over those below.
    fn add_columns(&mut self, columns: ColumnHeader, line: TextLine) {
        self.begin(&line);
        self.is_closed = self.has_rows();
        if !self.is_closed || self.board.columns.is_none() {
            self.board.columns = Some((columns, line));
        }
    }

    /// Takes the side to move from a line of prose.
    fn note_side(&mut self, line: &[Character]) {
        let side = match (self.has_rows(), self.blanks) {
            (false, _) => &mut self.side,
            (true, 0) => &mut self.side_right_below,
            (true, _) => &mut self.side_below,
        };
        *side = side_in_prose(line).or(*side);
    }

    /// The side to move by the prose behind the board, which speaks of the next one.
    fn side_of_next(&mut self) -> Option<Color> {
        let right_below = self.side_right_below.take_if(|_| self.stray.is_some());
        self.stray = None;
        right_below.or(self.side_below.take())
    }

    /// Passes over a line of prose, unless it stands between rows.
    fn pass_over(&mut self, line: TextLine) {
        if self.has_rows() && self.blanks == 0 && !self.is_closed {
            self.stray.get_or_insert(line);
        }
    }

    /// Reads the board under the headers.
    fn read(self, options: ParseOptions) -> Result<ParsedSetup, ParseError> {
        let mut setup = self.about;
        let side = self.side_right_below.or(self.side).or(self.side_below);
        setup.to_move = setup.to_move.or(side);
        if let (Some(size), Some(first)) = (setup.size, &self.first) {
            same_size(size, options).map_err(|error| error.on(first))?;
        }
        let columns = self.board.columns.as_ref();
        let options = ParseOptions {
            size: setup.size.or(options.size),
            letters: options
                .letters
                .or_else(|| columns.and_then(|(columns, _)| columns.letters)),
            ..options
        };
        let warnings = self.board.read(options, &mut setup)?;
        let names = CoordinateSystem::new(setup.size, options);
        for words in &mut setup.expect {
            *words = in_our_names(words, names);
        }
        let encoding = self.encoding.unwrap_or(Encoding::UTF_8);
        let assumed = ResolvedOptions::new(Format::Diagram, options, encoding);
        let line = self.first.map_or(1, |line| line.number);
        Ok(ParsedSetup {
            expect_places: self.expect_places,
            warnings,
            ..ParsedSetup::new(setup, assumed, Some(line))
        })
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
