//! Positions as the Gomocup protocol gives them to an engine: `BOARD`, stones, `DONE`.
//!
//! A stone is `x,y,1` if the engine has it and `x,y,2` if its opponent has; columns count from
//! the left and rows from the top, both from 0, and the engine is to move. Which colour it has is
//! told by the counts. Stones in turn, Black's first, are a game. `START` and `INFO rule` above a block say the size and the rule; what else
//! stands between blocks, as in the log of a match, is passed over.

use std::collections::VecDeque;

use super::characters::{Character, characters, text, trimmed};
use super::coordinates::{GomocupPoint, has_board, shortened};
use super::header::{HeaderLine, header_line, same_size};
use super::loss::{Impossible, Loss};
use super::parsed::{ByteStream, Evidence, ParsedSetup, ParsedSetups, PassedOver, TextSample};
use super::setup_text::SetupText;
use super::{
    ErrorCode, ExpectationSpan, Format, ParseError, ParseOptions, ResolvedOptions, TextLine,
    TextLines,
};
use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::position::{Setup, StoneSource};
use renju_core::rule::Rule;

/// The positions of a file, one after the other.
pub(super) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    Box::new(BlockReader {
        lines: TextLines::new(input, options.encoding),
        options,
        about: Setup::default(),
        expect_places: Vec::new(),
        block: None,
        passed_over: PassedOver::default(),
        held: None,
        ready: VecDeque::new(),
        found: false,
        is_done: false,
    })
}

/// `BOARD` and a stone or `DONE` on the next line are no other format.
pub(super) fn detect(sample: &TextSample<'_>) -> Evidence {
    let begins = |pair: &[String]| {
        let next = pair[1].trim();
        is_board(pair[0].trim()) && (next.eq_ignore_ascii_case("DONE") || stone(next).is_some())
    };
    Evidence::certain_if(sample.lines.windows(2).any(begins))
}

/// Whether a line is blank, a comment, a command or an answer of the protocol: its first word in capitals,
/// or a point.
fn is_of_log(words: &str) -> bool {
    let first = words.split(' ').next().unwrap_or_default();
    let is_word = first.len() > 1
        && first
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    words.is_empty() || words.starts_with('#') || is_word || GomocupPoint::parse(words).is_some()
}

fn is_board(line: &str) -> bool {
    ["BOARD", "YXBOARD"]
        .iter()
        .any(|word| line.eq_ignore_ascii_case(word))
}

/// The point and the owner of a stone: 1 or 2.
fn stone(line: &str) -> Option<(GomocupPoint, u8)> {
    let (at, owner) = line.rsplit_once(',')?;
    let owner = owner.trim().parse().ok();
    Some((
        GomocupPoint::parse(at)?,
        owner.filter(|owner| (1..=2).contains(owner))?,
    ))
}

/// Reads the blocks of a file, holding one at a time.
struct BlockReader<I> {
    lines: I,
    options: ParseOptions,
    /// What the lines above the next block say of it; size and rule stay in force.
    about: Setup,
    /// Where the expectations among them stand.
    expect_places: Vec<ExpectationSpan>,
    block: Option<Block>,
    /// Lines that are no part of the protocol.
    passed_over: PassedOver,
    /// The last position: what is passed over behind it is told with it.
    held: Option<ParsedSetup>,
    ready: VecDeque<Result<ParsedSetup, ParseError>>,
    found: bool,
    is_done: bool,
}

/// The stones since `BOARD`.
struct Block {
    begin: TextLine,
    size: Size,
    taken: PointSet,
    /// Each stone, and whether the engine has it.
    stones: Vec<(Point, bool)>,
    /// The first mistake.
    error: Option<ParseError>,
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Iterator for BlockReader<I> {
    type Item = Result<ParsedSetup, ParseError>;

    fn next(&mut self) -> Option<Result<ParsedSetup, ParseError>> {
        while self.ready.is_empty() && !self.is_done {
            let item = match self.lines.next() {
                Some(Ok(line)) => self.take(&line),
                Some(Err(error)) => Some(Err(error)),
                None => self.end().map(Err),
            };
            self.found |= item.is_some();
            if item.is_some() || self.is_done {
                self.hand_on();
            }
            match item {
                Some(Ok(position)) => self.held = Some(position),
                error => self.ready.extend(error),
            }
        }
        self.ready.pop_front()
    }
}

impl<I> BlockReader<I> {
    /// What comes of a line: a position, a mistake, or nothing yet.
    fn take(&mut self, line: &TextLine) -> Option<Result<ParsedSetup, ParseError>> {
        let characters = characters(&line.text);
        let words = text(trimmed(&characters));
        match &mut self.block {
            Some(_) if words.is_empty() => None,
            Some(_) if is_board(&words) => {
                let unfinished = self.block.take().map(|block| Err(block.has_no_end()));
                self.begin(line);
                unfinished
            }
            Some(_) if words.eq_ignore_ascii_case("DONE") => {
                let block = self.block.take()?;
                let expect_places = std::mem::take(&mut self.expect_places);
                let position = block.position(&mut self.about, self.options);
                Some(position.map(|position| ParsedSetup {
                    expect_places,
                    ..position
                }))
            }
            Some(block) => {
                block.add(&words, &characters, line);
                None
            }
            None if is_board(&words) => {
                self.begin(line);
                None
            }
            None => {
                let said = self.say(&words, &characters, line);
                said.err().map(|error| Err(error.on(line)))
            }
        }
    }

    /// Hands the last position on, with what was passed over up to here.
    fn hand_on(&mut self) {
        let Some(mut held) = self.held.take() else {
            return;
        };
        held.warnings.extend(self.passed_over.tell());
        self.ready.push_back(Ok(held));
    }

    fn begin(&mut self, line: &TextLine) {
        let size = self.about.size.or(self.options.size);
        self.block = Some(Block {
            begin: line.clone(),
            size: size.unwrap_or(Size::RENJU),
            taken: PointSet::EMPTY,
            stones: Vec::new(),
            error: None,
        });
    }

    /// Takes what a line between blocks says of those below it.
    fn say(
        &mut self,
        words: &str,
        characters: &[Character],
        line: &TextLine,
    ) -> Result<(), ParseError> {
        if let Some(HeaderLine::Header(header)) = header_line(characters) {
            self.expect_places.extend(header.expect_place(line));
            return header.put_into(&mut self.about);
        }
        let value = |key: &str| {
            let (start, rest) = words.split_at_checked(key.len())?;
            (start.eq_ignore_ascii_case(key) && rest.starts_with(' ')).then(|| rest.trim())
        };
        let trimmed = trimmed(characters);
        let square = value("RECTSTART").map(|sides| match sides.split_once(',') {
            Some((columns, rows)) if columns.trim() == rows.trim() => rows.trim(),
            _ => sides,
        });
        if let Some(side) = value("START").or(square) {
            let size = side.parse::<Size>().map_err(|error| {
                ParseError::new(ErrorCode::BadSize, error.to_string()).over(trimmed)
            })?;
            same_size(size, self.options).map_err(|error| error.over(trimmed))?;
            self.about.size = Some(size);
        } else if let Some(code) = value("INFO RULE") {
            self.about.rule = Some(rule_of_number(code).ok_or_else(|| {
                let message = format!("no rule has the number {:?}", shortened(code));
                ParseError::new(ErrorCode::BadRule, message)
                    .hint("0 is freestyle, 1 standard, 4 renju")
                    .over(trimmed)
            })?);
        } else if !is_of_log(words) {
            self.passed_over.add(line);
        }
        Ok(())
    }

    fn end(&mut self) -> Option<ParseError> {
        self.is_done = true;
        if let Some(block) = self.block.take() {
            return Some(block.has_no_end());
        }
        let nothing = || ParseError::new(ErrorCode::BadBoard, "there is no BOARD in this text");
        (!self.found).then(nothing)
    }
}

/// The rules by their numbers; 2 is renju for Yixin, and no rule in a tournament.
pub(super) fn rule_of_number(code: &str) -> Option<Rule> {
    match code {
        "0" => Some(Rule::Freestyle),
        "1" => Some(Rule::Standard),
        "2" | "4" => Some(Rule::Renju),
        _ => None,
    }
}

/// The number of a rule in the Gomocup protocol.
pub(super) fn rule_number(rule: Rule) -> u8 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
    }
}

impl Block {
    fn has_no_end(self) -> ParseError {
        ParseError::new(ErrorCode::BadBoard, "a BOARD without DONE below it").on(&self.begin)
    }

    /// Takes the stone of a line; the first mistake of a block is kept.
    fn add(&mut self, words: &str, characters: &[Character], line: &TextLine) {
        let added = self.stone(words);
        if let Err(error) = added {
            let error = error.over(trimmed(characters)).on(line);
            self.error.get_or_insert(error);
        }
    }

    fn stone(&mut self, words: &str) -> Result<(), ParseError> {
        let (at, owner) = stone(words).ok_or_else(|| {
            let message = format!("{:?} is no stone of a BOARD", shortened(words));
            ParseError::new(ErrorCode::BadPoint, message).hint(
                "a stone is x,y,1 of the engine or x,y,2 of its opponent, both from 0 and from the top left; DONE ends the block",
            )
        })?;
        let point = at.point(self.size).ok_or_else(|| {
            let message = format!("{at} is off the {} board", self.size);
            let is_there = at.x.min(at.y) >= 0 && has_board(at.x.max(at.y).saturating_add(1));
            let hint = if is_there {
                "numbers count from 0; START or --size names a larger board"
            } else {
                "numbers count from 0, on the largest board to 19"
            };
            ParseError::new(ErrorCode::OffBoard, message).hint(hint)
        })?;
        if !self.taken.insert(point) {
            let message = format!("a second stone on {at}, which is {point}");
            return Err(ParseError::new(ErrorCode::PointTaken, message));
        }
        self.stones.push((point, owner == 1));
        Ok(())
    }

    /// The position; a name, a side and expectations above it are its own.
    fn position(self, about: &mut Setup, options: ParseOptions) -> Result<ParsedSetup, ParseError> {
        let Block { begin, stones, .. } = self;
        let mut setup = Setup {
            id: about.id.take(),
            to_move: about.to_move.take(),
            expect: std::mem::take(&mut about.expect),
            ..about.clone()
        };
        if let Some(error) = self.error {
            return Err(error);
        }
        let own = setup.to_move.map_or_else(|| own_color(&stones), Ok);
        let own = own.map_err(|error| error.on(&begin))?;
        setup.to_move = Some(own);
        let color = |is_own: bool| if is_own { own } else { !own };
        let turns = Color::BOTH.into_iter().cycle();
        let mut turns = turns.zip(&stones);
        let is_game = stones.len() > 1 && turns.all(|(turn, &(_, is_own))| turn == color(is_own));
        for (point, is_own) in stones {
            if is_game {
                setup.moves.push(Some(point));
            } else {
                setup.placed_mut(color(is_own)).push(point);
            }
        }
        let assumed = ResolvedOptions::from_top(Format::Gomocup, options, begin.encoding);
        Ok(ParsedSetup::new(setup, assumed, Some(begin.number)))
    }
}

/// The colour of the engine, which is to move: Black, or White if its opponent has one stone more.
fn own_color(stones: &[(Point, bool)]) -> Result<Color, ParseError> {
    let own = stones.iter().filter(|(_, is_own)| *is_own).count();
    let others = stones.len() - own;
    if own == others {
        return Ok(Color::Black);
    }
    if own + 1 == others {
        return Ok(Color::White);
    }
    let message = format!("{own} own and {others} other stones do not tell which colour is whose");
    Err(ParseError::new(ErrorCode::SideUnclear, message)
        .hint("a line `# to move: black` above BOARD names the colour of the stones marked 1"))
}

/// Writes a block with the size and, where it is said, the rule above it.
pub(super) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    let by_counts = text.side_by_counts();
    let own = by_counts.filter(|&own| text.to_move().is_none_or(|side| side == own));
    let own = own.ok_or(Impossible::SideFromCounts)?;
    let size = text.size;
    let mut lines = vec![format!("START {}", size.get())];
    let rule = |rule| format!("INFO rule {}", rule_number(rule));
    lines.extend(setup.rule.map(rule));
    lines.push("BOARD".to_owned());
    // White's before Black's: stones out of turn are no game.
    let (set_up, played): (Vec<_>, Vec<_>) = setup
        .stones()
        .partition(|(_, _, source)| matches!(source, StoneSource::Placed(_)));
    let stones = set_up.into_iter().rev().chain(played);
    lines.extend(stones.map(|(point, color, _)| {
        let owner = if color == own { 1 } else { 2 };
        format!("{},{owner}", GomocupPoint::of(point, size))
    }));
    lines.push("DONE\n".to_owned());
    text.body = lines.join("\n").into_bytes();
    text.leave_out(&[
        Loss::Name,
        Loss::Passes,
        Loss::LastMove,
        Loss::Claims,
        Loss::Marks,
        Loss::Expectations,
    ]);
    if text.has_stones_before_moves() || setup.moves.len() == 1 {
        text.leave_out(&[Loss::MoveOrder]);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{detect as detect_format, read as read_all, stream, write as write_all};

    fn items(text: &str) -> Vec<Result<ParsedSetup, ParseError>> {
        stream(text.as_bytes(), Format::Gomocup, &ParseOptions::default()).collect()
    }

    fn one(text: &str) -> Setup {
        items(text).remove(0).unwrap().setup
    }

    fn points(names: &str) -> Vec<Point> {
        names.split(' ').map(|name| name.parse().unwrap()).collect()
    }

    const LOG: &str = "ABOUT\nname=\"x\"\nSTART 20\nOK\nINFO rule 1\n# name: first\nBOARD\n10,9,1\n0,0,2\n\
                       DONE\n11,9\nMESSAGE depth 3\nyxboard\n1,0,2\n0,1,1\n19,19,2\n DONE\r\n";

    #[test]
    fn blocks_are_read_from_the_log_of_a_match() {
        let options = ParseOptions::default();
        assert_eq!(detect_format(LOG.as_bytes(), &options), Ok(Format::Gomocup));
        let found = items(LOG);
        let setups: Vec<Setup> = found
            .into_iter()
            .map(|found| found.unwrap().setup)
            .collect();
        let [first, second] = &setups[..] else {
            panic!("{setups:?}");
        };
        assert_eq!(first.id.as_deref(), Some("first"));
        assert_eq!(
            (first.size, first.rule),
            (Some(Size::MAX), Some(Rule::Standard))
        );
        let moves: Vec<Point> = first.moves.iter().flatten().copied().collect();
        assert_eq!(
            (moves, first.to_move),
            (points("K11 A20"), Some(Color::Black))
        );
        assert_eq!((&second.id, second.rule), (&None, Some(Rule::Standard)));
        assert_eq!(second.to_move, Some(Color::White));
        assert_eq!(second.moves.len(), 3);
    }

    #[test]
    fn stones_out_of_turn_are_a_set_up() {
        let setup = one("BOARD\n0,0,1\n1,0,1\n2,0,2\n3,0,2\nDONE\n");
        assert_eq!(setup.black, points("A15 B15"));
        assert_eq!(setup.white, points("C15 D15"));
        let empty = one("BOARD\nDONE\n");
        assert!(empty.moves.is_empty() && empty.to_move == Some(Color::Black));
        let named = one("# to move: white\nBOARD\n0,0,1\n1,0,1\nDONE\n");
        assert_eq!(named.white, points("A15 B15"));
    }

    #[test]
    fn mistakes_have_their_line_and_reading_goes_on() {
        for (text, code, line) in [
            ("BOARD\n0,0,1\n0,0,2\nDONE\n", ErrorCode::PointTaken, 3),
            ("BOARD\n15,0,1\nDONE\n", ErrorCode::OffBoard, 2),
            ("BOARD\n1,0,3\nDONE\n", ErrorCode::BadPoint, 2),
            ("BOARD\nh8\nDONE\n", ErrorCode::BadPoint, 2),
            ("BOARD\n0,0,1\nDONE\n", ErrorCode::SideUnclear, 1),
            ("BOARD\n0,0,2\n", ErrorCode::BadBoard, 1),
            ("INFO rule 7\nBOARD\nDONE\n", ErrorCode::BadRule, 1),
            ("START 40\nBOARD\nDONE\n", ErrorCode::BadSize, 1),
        ] {
            let text = format!("{text}BOARD\n0,0,2\nDONE\n");
            let found = items(&text);
            let error = found[0].as_ref().unwrap_err();
            assert_eq!((error.code, error.line), (code, Some(line)), "{text}");
            assert!(
                code == ErrorCode::BadBoard || found.last().unwrap().is_ok(),
                "{text}"
            );
        }
        assert_eq!(
            items("OK\n")[0].as_ref().unwrap_err().code,
            ErrorCode::BadBoard
        );
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "START 20\nINFO rule 1\nBOARD\n10,9,1\n0,0,2\nDONE\n",
            "START 15\nBOARD\nDONE\n",
        ] {
            let setup = one(text);
            let bytes = write_all(&setup, Format::Gomocup).unwrap();
            assert_eq!(String::from_utf8(bytes).unwrap(), text);
            assert_eq!(
                read_all(text.as_bytes(), Format::Gomocup, &ParseOptions::default()).unwrap()[0]
                    .setup,
                setup
            );
        }
        let white = Setup {
            to_move: Some(Color::White),
            ..Setup::default()
        };
        assert!(write_all(&white, Format::Gomocup).is_err());
    }
}
