//! First step of reading diagrams: splits a file into boards, headers, captions and other text.

use std::collections::{BTreeSet, VecDeque};

use crate::assumptions::{Assumption, Assumptions};
use crate::caption::Caption;
use crate::characters::{Character, text, trimmed};
use crate::coordinates::CoordinateSystem;
use crate::header::{Header, HeaderLine, header_line, in_our_names, same_size};
use crate::moves::{Headers, is_game, is_numbered_game, without_hash};
use crate::parsed::{
    ByteStream, Evidence, ParsedSetup, ParsedSetups, PassedOver, TextSample, doubt_of_counts,
};
use crate::{
    Encoding, ErrorCode, Format, ParseError, ParseOptions, ResolvedOptions, StoneMarks, TextLine,
    TextLines, parse_moves,
};
use renju_core::geometry::{Point, Size};
use renju_core::position::Setup;

use super::board::BoardLines;
use super::one_line::{boards_beside, rows_of_line};
use super::roles::legend;
use super::signs::{ColumnHeader, LONGEST_ROW, RowToken, Sign, is_bars, is_row, sign, tokens};
use super::unquoted::unquoted;

/// Fewer rows than this are no sign of a diagram.
const FEWEST_ROWS: usize = 3;

/// Rows beyond this are counted, not kept.
const KEPT_ROWS: usize = 3 * Size::MAX.get() as usize;

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
    let mut is_said = false;
    Box::new(diagrams.map(move |diagram| {
        let diagram = diagram?;
        let note = diagram.passed_over.note().filter(|_| !is_said);
        is_said |= note.is_some();
        let mut parsed = diagram.read(options)?;
        parsed.warnings.extend(note);
        Ok(parsed)
    }))
}

/// Counts the lines that look like rows of a board and not like games.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let marks = sample.options.marks;
    let rows = |line: &String| {
        let characters = unquoted(line);
        if let Some(rows) = rows_of_line(&characters, marks) {
            return rows.len();
        }
        let tokens = tokens(&characters, marks);
        let is_row = ColumnHeader::read(&tokens).is_none() && is_row(&characters, &tokens, marks);
        usize::from(is_row && !is_game(line))
    };
    match sample.lines.iter().map(rows).sum() {
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
pub(crate) fn read_rows(
    text: &str,
    options: ParseOptions,
) -> Result<(Setup, Assumptions), ParseError> {
    let text = text.trim_matches('\n');
    let is_line = !text.contains('\n');
    let rows = is_line.then(|| rows_of_line(&unquoted(text), options.marks));
    let rows = rows
        .flatten()
        .unwrap_or_else(|| text.split('\n').map(str::to_owned).collect());
    if rows.len() > KEPT_ROWS {
        let message = format!("a board of {} rows, but at most 20 are allowed", rows.len());
        return Err(ParseError::new(ErrorCode::TooLarge, message));
    }
    let rows = (1..).zip(rows);
    let board = BoardLines {
        rows: rows
            .map(|(number, row)| TextLine::utf8(number, row))
            .collect(),
        ..BoardLines::default()
    };
    let mut setup = Setup::default();
    let (assumed, _) = board.read(options, false, &mut setup)?;
    Ok((setup, assumed))
}

/// A diagram with the lines that belong to it, its board not yet read.
#[derive(Default)]
struct DiagramText {
    /// What its headers say, if there are any.
    about: Headers,
    has_headers: bool,
    board: BoardLines,
    /// The first of its lines.
    first: Option<TextLine>,
    /// How its bytes were decoded, if not all of them as UTF-8.
    encoding: Option<Encoding>,
    /// Blank lines between the first two rows, if they are the same between all.
    spacing: Option<u32>,
    /// Blank lines since the last row.
    blanks: u32,
    /// Whether the columns were named below the rows, so that nothing more can come.
    is_closed: bool,
    /// Whether a line of it could not be read, which has been said.
    is_broken: bool,
    /// What the prose above its rows says.
    above: Caption,
    /// What the prose right below them says.
    right_below: Caption,
    /// What prose further below says: it speaks of the next board, if there is one.
    below: Caption,
    /// The moves of a game below the rows.
    moves: String,
    /// Prose that says nothing.
    passed_over: PassedOver,
    /// A line behind rows that is none. If more rows follow it, it is a mistake.
    stray: Option<TextLine>,
}

/// What a line of a file with diagrams is.
enum LineKind<'a> {
    Blank,
    Separator,
    /// A comment.
    Skipped,
    Header(Header<'a>),
    Columns(ColumnHeader),
    Row(Vec<RowToken>),
    /// All rows of a board.
    Board(Vec<String>),
    Prose,
}

/// Splits the lines of a file into diagrams, holding one at a time.
///
/// Diagrams are separated by a blank line, a fence, a line `---`, or the headers of the next one. Rows
/// with as many blank lines behind each are one diagram. Prose is passed over, but not between two rows
/// of a board; behind a whole board it speaks of the next one.
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
        if self.diagram.is_like_surplus(&line) {
            self.diagram.board.surplus += 1;
            return;
        }
        let characters = unquoted(&line.text);
        let kind = LineKind::of(&characters, self.options.marks);
        let is_too_long = characters.len() > LONGEST_ROW;
        let begins_another = match &kind {
            LineKind::Separator => true,
            LineKind::Header(_) | LineKind::Board(_) => self.diagram.has_rows(),
            LineKind::Columns(_) => !self.diagram.expects_columns(),
            LineKind::Row(_) => {
                !is_too_long && (!self.diagram.expects_row() || self.diagram.is_over(self.options))
            }
            LineKind::Blank | LineKind::Skipped | LineKind::Prose => false,
        };
        if begins_another {
            let is_above = !matches!(kind, LineKind::Separator);
            let above = is_above.then(|| self.diagram.caption_of_next());
            self.finish();
            self.diagram.above = above.unwrap_or_default();
        }
        match kind {
            LineKind::Separator => {}
            LineKind::Skipped => drop(self.diagram.note(&characters)),
            LineKind::Blank => self.diagram.blanks += 1,
            LineKind::Prose => self.diagram.take_prose(line, &characters),
            LineKind::Header(header) => {
                let diagram = &mut self.diagram;
                diagram.begin(&line);
                diagram.has_headers = true;
                if let Err(error) = diagram.about.take(&header, &line) {
                    self.fail(error.on(&line));
                }
            }
            LineKind::Columns(columns) => self.diagram.add_columns(columns, line),
            LineKind::Board(rows) => {
                for row in rows {
                    let text = row.into();
                    self.diagram.add_row(TextLine {
                        text,
                        ..line.clone()
                    });
                }
                self.diagram.is_closed = true;
            }
            LineKind::Row(_) if is_too_long => {
                let message = format!("a row of {} characters", characters.len());
                self.fail(ParseError::new(ErrorCode::TooLarge, message).on(&line));
            }
            LineKind::Row(tokens) => {
                self.diagram.add_row(line);
                self.diagram.board.tokens.push(tokens);
            }
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
        let diagram = match &diagram.first {
            _ if diagram.is_broken => return,
            _ if diagram.has_rows() => diagram,
            Some(first) if diagram.has_headers => {
                let message = "a header without a board below it";
                let error = ParseError::new(ErrorCode::BadBoard, message).on(first);
                self.ready.push_back(Err(error));
                self.found = true;
                return;
            }
            _ => {
                self.diagram.passed_over = diagram.passed_over;
                return;
            }
        };
        self.found = true;
        let boards = diagram.side_by_side(self.options).into_iter();
        self.ready.extend(boards.map(Ok));
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
            Some(HeaderLine::Comment) => return LineKind::Skipped,
            Some(HeaderLine::Header(header)) => return LineKind::Header(header),
            None => {}
        }
        let tokens = tokens(line, marks);
        if let Some(columns) = ColumnHeader::read(&tokens) {
            return LineKind::Columns(columns);
        }
        if let Some(rows) = rows_of_line(line, marks) {
            return LineKind::Board(rows);
        }
        let is_board = is_row(line, &tokens, marks) && !is_numbered_game(line);
        if is_board || is_bars(&tokens) {
            return LineKind::Row(tokens);
        }
        LineKind::Prose
    }
}

impl DiagramText {
    fn has_rows(&self) -> bool {
        !self.board.rows.is_empty()
    }

    /// Whether a line follows rows that are far too many, and is as long as the last of them.
    fn is_like_surplus(&self, line: &TextLine) -> bool {
        let last = self.board.rows.last();
        self.board.surplus > 0
            && self.blanks == 0
            && last.is_some_and(|last| last.text.len() == line.text.len())
    }

    /// Whether another row can belong to this diagram.
    fn expects_row(&self) -> bool {
        let goes_on = self.blanks == 0 || self.spacing.is_none_or(|spacing| spacing == self.blanks);
        !self.has_rows()
            || !self.is_closed
                && goes_on
                && (self.blanks == 0 || self.board.rows.len() == 1 || self.spacing.is_some())
    }

    /// Whether a line that is no row stands behind rows that are a whole board.
    fn is_over(&self, options: ParseOptions) -> bool {
        let read = || self.board.read(options, false, &mut Setup::default());
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
        self.spacing = match self.board.rows.len() {
            0 => None,
            1 if self.blanks > 0 => Some(self.blanks),
            _ => self.spacing.filter(|&spacing| spacing == self.blanks),
        };
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

    /// Takes the names of the columns; those above the rows win over those below.
    fn add_columns(&mut self, columns: ColumnHeader, line: TextLine) {
        self.begin(&line);
        self.is_closed = self.has_rows();
        if !self.is_closed || self.board.columns.is_none() {
            self.board.columns = Some((columns, line));
        }
        if !self.has_rows() {
            self.blanks = 0;
        }
    }

    /// Notes what a line of prose says; whether that is anything.
    fn note(&mut self, line: &[Character]) -> bool {
        let said = Caption::read(without_hash(line));
        let caption = match (self.has_rows(), self.blanks) {
            (false, _) => &mut self.above,
            (true, 0) => &mut self.right_below,
            (true, _) => &mut self.below,
        };
        let is_anything = !said.is_empty();
        *caption = said.or(caption);
        is_anything
    }

    /// What the prose behind the board says of the next one: a line that touches only this board is its
    /// own.
    fn caption_of_next(&mut self) -> Caption {
        let is_between = self.stray.take().is_some() && self.blanks == 0;
        let right_below = is_between.then(|| std::mem::take(&mut self.right_below));
        let below = std::mem::take(&mut self.below);
        right_below.unwrap_or_default().or(&below)
    }

    /// Takes a line that is no row: what it says, moves, or nothing.
    fn take_prose(&mut self, line: TextLine, characters: &[Character]) {
        let is_said = self.note(characters);
        if self.has_rows() && self.moves.len() < LONGEST_ROW && is_game(&line.text) {
            self.moves.push_str(&line.text);
            self.moves.push(' ');
        } else if !is_said {
            self.passed_over.add(&line);
        }
        if self.has_rows() && self.blanks == 0 && !self.is_closed {
            self.stray.get_or_insert(line);
        }
    }

    /// The boards that stand beside each other in its lines, or itself.
    fn side_by_side(mut self, options: ParseOptions) -> Vec<DiagramText> {
        let read = |board: &BoardLines| board.read(options, false, &mut Setup::default()).is_ok();
        let boards = boards_beside(&self.board.rows);
        if boards.len() < 2 || read(&self.board) || !boards.iter().all(read) {
            return vec![self];
        }
        let (first, encoding) = (self.first.clone(), self.encoding);
        self.board = BoardLines::default();
        let mut about = Some(self);
        let diagram = |board| DiagramText {
            board,
            first: first.clone(),
            encoding,
            ..about.take().unwrap_or_default()
        };
        boards.into_iter().map(diagram).collect()
    }

    /// Reads the board under the headers.
    fn read(self, options: ParseOptions) -> Result<ParsedSetup, ParseError> {
        let Headers {
            about: mut setup,
            places,
        } = self.about;
        let caption = self.right_below.or(&self.above).or(&self.below);
        if let (Some(size), Some(first)) = (setup.size, &self.first) {
            same_size(size, options).map_err(|error| error.on(first))?;
        }
        let columns = self.board.columns.as_ref();
        let letters = columns.and_then(|(columns, _)| columns.letters);
        let mut options = ParseOptions {
            size: setup.size.or(options.size),
            letters: options.letters.or(letters),
            ..options
        };
        let mut assumed = Assumptions::default();
        let legend = legend(&self.board.rows, &caption, options)?;
        if legend.is_some() {
            options.marks = legend;
            assumed.insert(Assumption::LegendNamesStones);
        }
        let (roles, mut warnings) = self.board.read(options, legend.is_some(), &mut setup)?;
        assumed.extend(roles);
        let names = CoordinateSystem::new(setup.size, options);
        warnings.extend(heed(&caption, &mut setup, &mut assumed, options));
        warnings.extend(doubt_of_counts(&setup));
        if !self.moves.trim().is_empty() {
            if let Some(moves) = moves_of_board(&self.moves, &setup, options) {
                (setup.black, setup.white, setup.last) = Default::default();
                setup.moves = moves;
                assumed.insert(Assumption::MovesMakeBoard);
            } else {
                let message = "the moves below the board do not lead to it, and are ignored";
                warnings.push(ParseError::new(ErrorCode::BadBoard, message));
            }
        }
        if caption.is_puzzle && setup.to_move.is_some() && setup.expect.is_empty() {
            setup.expect.push("win".to_owned());
        }
        for words in &mut setup.expect {
            *words = in_our_names(words, names);
        }
        let encoding = self.encoding.unwrap_or(Encoding::UTF_8);
        let assumed = ResolvedOptions {
            assumed,
            ..ResolvedOptions::new(Format::Diagram, options, encoding)
        };
        let line = self.first.map_or(1, |line| line.number);
        Ok(ParsedSetup {
            expect_places: places,
            warnings,
            ..ParsedSetup::new(setup, assumed, Some(line))
        })
    }
}

/// Puts into a set-up what prose says of its side to move and of its last move; what contradicts that.
fn heed(
    caption: &Caption,
    setup: &mut Setup,
    assumed: &mut Assumptions,
    options: ParseOptions,
) -> Vec<ParseError> {
    let mut doubts = Vec::new();
    let side_of = |char: char| match sign(char, options.marks) {
        Sign::Stone(color) => Some(color),
        _ => None,
    };
    let by_sign = caption.side_sign.and_then(side_of);
    if let Some(side) = caption.side.or(by_sign).filter(|_| setup.to_move.is_none()) {
        let by_counts = setup.first_by_stones().filter(|_| setup.moves.is_empty());
        doubts.extend(caption.contradicts(by_counts, "counts of stones"));
        if caption.names_both {
            let message =
                format!("lines of the text name both sides as the one to move; {side} is assumed");
            let doubt = ParseError::new(ErrorCode::SideUnclear, message);
            doubts.push(doubt.hint("--to-move says which"));
        }
        setup.to_move = Some(side);
        assumed.insert(Assumption::CaptionNamesSide);
    }
    if let Some(name) = &caption.last {
        let names = CoordinateSystem::new(setup.size, options);
        let last = names.parse(name).ok();
        let last = last.filter(|&last| setup.stones().any(|(point, _, _)| point == last));
        setup.last = setup.last.or(last);
        if last.is_some() {
            assumed.insert(Assumption::CaptionNamesLast);
        } else {
            let message = format!("the text names {name} as the last move, where no stone is");
            doubts.push(ParseError::new(ErrorCode::BadPoint, message));
        }
    }
    doubts
}

/// The moves of a text, if they make the board of a set-up.
fn moves_of_board(text: &str, board: &Setup, options: ParseOptions) -> Option<Vec<Option<Point>>> {
    let game = parse_moves(text, &options).ok()?;
    let stones = |setup: &Setup| {
        let stones = setup.stones().map(|(point, color, _)| (point, color));
        stones.collect::<BTreeSet<_>>()
    };
    (stones(&game) == stones(board)).then_some(game.moves)
}

/// Three grave accents or tildes.
fn is_fence(line: &[Character]) -> bool {
    let line = text(&line[..line.len().min(3)]);
    line == "```" || line == "~~~"
}

/// Three or four dashes and nothing else; five would be a row.
fn is_separator(line: &[Character]) -> bool {
    (3..=4).contains(&line.len()) && line.iter().all(|character| character.char == '-')
}
