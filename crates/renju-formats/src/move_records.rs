//! Games as people and programs write them down: over several lines, with numbers, colours, comments,
//! results and tags around the moves.
//!
//! A game goes on while its numbers go on. What is no move is blanked out before the moves of a line
//! are read, so that every move keeps its place.

use std::collections::VecDeque;
use std::sync::LazyLock;

use regex::Regex;

use super::address;
use super::assumptions::{Assumption, Assumptions};
use super::caption::Caption;
use super::characters::{Character, characters, text, trimmed, without_quotes};
use super::coordinates::CoordinateSystem;
use super::header::{HeaderLine, header_line};
use super::move_tokens::{first_of, is_moves, play_each};
use super::moves::{GameOfLine, Headers, described_game, is_plain, without_remark};
use super::occupied_points::OccupiedPoints;
use super::open_game::{GameState, OpenGame};
use super::parsed::{ByteStream, ParsedSetup, ParsedSetups, PassedOver, doubt_of_counts};
use super::record_line::{RecordLine, letter_pairs, pattern};
use super::{
    ErrorCode, Format, Letters, ParseError, ParseOptions, ResolvedOptions, TextLine, TextLines,
    excerpt,
};
use renju_core::board::Color;
use renju_core::geometry::{PointSet, Size};
use renju_core::position::{GameInfo, Setup};

/// The tags that are kept of a game.
const MOST_TAGS: usize = 100;

/// The games of a file, one after the other.
pub(super) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let mut reader = RecordReader::new(input, Format::Moves, options, described_game);
    reader.has_records = true;
    Box::new(reader)
}

/// The games of a file that has one on each line, with headers and remarks around them.
pub(super) fn one_a_line(
    input: ByteStream<'_>,
    format: Format,
    options: ParseOptions,
    game: GameOfLine,
) -> ParsedSetups<'_> {
    Box::new(RecordReader::new(input, format, options, game))
}

/// Moves, then black stones and white ones, as web editors keep them: `H8H9{A1}{B2}`.
static CODE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^([a-z0-9 ,;]*)\{([a-z0-9 ,;]*)\} ?\{([a-z0-9 ,;]*)\}$"));

/// A tag of a game in the notation of chess.
static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\[([A-Za-z]+) \x22(.*)\x22\]$"));

/// Reads the games of a file, holding one at a time.
struct RecordReader<I> {
    lines: I,
    format: Format,
    options: ParseOptions,
    /// How the game of a line is read.
    game_of: GameOfLine,
    /// Whether lines may have more than moves, and games several lines.
    has_records: bool,
    about: Headers,
    /// What tags say of the next game.
    info: GameInfo,
    caption: Caption,
    game: Option<OpenGame>,
    /// Lines that are passed over.
    passed_over: PassedOver,
    /// Whether the heading of games by mail stood above: their columns leave out I, and a fifth move is
    /// chosen of several.
    is_by_mail: bool,
    /// The points of the game before, if it had one move or two and no blank line behind it.
    short_before: Option<PointSet>,
    ready: VecDeque<Result<ParsedSetup, ParseError>>,
    progress: ReadProgress,
}

/// How far a file has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReadProgress {
    /// Nothing has been found yet.
    NothingFound,
    /// There was something to read.
    Found,
    /// All of it has been read.
    Done,
}

impl<'a> RecordReader<TextLines<ByteStream<'a>>> {
    fn new(
        input: ByteStream<'a>,
        format: Format,
        options: ParseOptions,
        game_of: GameOfLine,
    ) -> Self {
        RecordReader {
            lines: TextLines::new(input, options.encoding),
            format,
            options,
            game_of,
            has_records: false,
            about: Headers::default(),
            info: GameInfo::default(),
            caption: Caption::default(),
            game: None,
            passed_over: PassedOver::default(),
            is_by_mail: false,
            short_before: None,
            ready: VecDeque::new(),
            progress: ReadProgress::NothingFound,
        }
    }
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Iterator for RecordReader<I> {
    type Item = Result<ParsedSetup, ParseError>;

    fn next(&mut self) -> Option<Result<ParsedSetup, ParseError>> {
        while self.ready.is_empty() && self.progress != ReadProgress::Done {
            let read = match self.lines.next() {
                Some(Ok(line)) => self.take(&line).map_err(|error| error.on(&line)),
                Some(Err(error)) => Err(error),
                None => self.end(),
            };
            if let Err(error) = read {
                self.finish();
                self.ready.push_back(Err(error));
            }
        }
        self.ready.pop_front()
    }
}

impl<I> RecordReader<I> {
    fn end(&mut self) -> Result<(), ParseError> {
        self.finish();
        let found = std::mem::replace(&mut self.progress, ReadProgress::Done);
        if found == ReadProgress::Found || self.passed_over.tell().is_none() {
            return Ok(());
        }
        let error = ParseError::new(ErrorCode::BadPoint, "there is no game in this text");
        Err(error.hint("a game is moves such as h8 i9 g7"))
    }

    fn take(&mut self, line: &TextLine) -> Result<(), ParseError> {
        let characters = characters(&line.text);
        let characters = without_quotes(&characters);
        match header_line(characters) {
            Some(HeaderLine::Header(header)) => {
                self.finish();
                return self.about.take(&header, line);
            }
            Some(HeaderLine::Comment) => return Ok(()),
            None => {}
        }
        let words = without_remark(characters);
        let read = self.take_words(words, line);
        let remark = &characters[words.len()..];
        if let Some(game) = self.game.as_mut().filter(|_| have_moves(remark)) {
            let message = "what follows these words is not read as moves";
            game.warnings.push(bad_moves(message, remark, line));
        }
        read
    }

    /// Takes what a line has besides the remarks of a log.
    fn take_words(&mut self, words: &[Character], line: &TextLine) -> Result<(), ParseError> {
        if words.is_empty() {
            let game = self.game.as_mut().map(|game| &mut game.state);
            if let Some(state @ GameState::Open) = game {
                *state = GameState::BehindBlank;
            }
            return Ok(());
        }
        let is_plain = !self.has_records || is_plain(words);
        if is_plain && !self.game.as_ref().is_some_and(|game| game.is_half(words)) {
            return self.take_game(words, line);
        }
        self.take_record(words, line)
    }

    /// Takes a line that has a game of its own.
    fn take_game(&mut self, words: &[Character], line: &TextLine) -> Result<(), ParseError> {
        let game = self.begin(line);
        let mut about = std::mem::take(&mut game.setup);
        let info = about.info.take();
        let options = self.options;
        let read = (self.game_of)(words, about, options);
        let setup = read.inspect_err(|_| self.game = None)?;
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        game.setup = Setup { info, ..setup };
        let unread = address::unread(words).map(|warning| warning.on(line));
        game.warnings.extend(unread);
        Ok(())
    }

    /// Ends the game before and begins another, of which headers and tags have told.
    fn begin(&mut self, line: &TextLine) -> &mut OpenGame {
        self.finish();
        self.progress = ReadProgress::Found;
        let mut about = std::mem::take(&mut self.about);
        let mut setup = std::mem::take(&mut about.about);
        let is_tagged = !self.info.is_empty();
        setup.info = is_tagged.then(|| Box::new(std::mem::take(&mut self.info)));
        self.game.insert(OpenGame {
            setup,
            about,
            line: line.number,
            encoding: line.encoding,
            stones: OccupiedPoints::default(),
            assumed: Assumptions::default(),
            warnings: Vec::new(),
            last_number: None,
            has_colors: false,
            is_tagged,
            state: GameState::Open,
        })
    }

    /// Takes a line with more than moves on it.
    fn take_record(&mut self, words: &[Character], line: &TextLine) -> Result<(), ParseError> {
        let last = words.last().map(|last| last.char);
        if last == Some(']')
            && let Some(tag) = TAG.captures(&text(words))
        {
            self.finish();
            return self.take_tag(&tag[1], &tag[2]);
        }
        if last == Some('}')
            && let Some(code) = CODE.captures(&text(words).to_ascii_lowercase())
        {
            return self.take_code(&code, line);
        }
        if let Some(moves) = letter_pairs(words) {
            let game = self.begin(line);
            game.setup.moves = moves;
            game.assumed.insert(Assumption::LettersArePoints);
            let message =
                "a word without digits is read as moves: two letters are a point, as in SGF";
            game.warnings.push(bad_moves(message, words, line));
            return Ok(());
        }
        let game = self.game.as_ref();
        let is_tagged = !self.info.is_empty() || game.is_some_and(|game| game.is_tagged);
        let record = RecordLine::read(words, is_tagged);
        if first_of(&record.moves).is_none()
            && (is_prose(words) || trimmed(&record.moves).is_empty())
        {
            self.pass_over(words, &record, line);
            return Ok(());
        }
        if !record.has_words && !record.is_numbered() && !self.goes_on(&record, words) {
            return self.take_game(words, line);
        }
        if let Some(second) = record.second_list() {
            self.finish();
            for words in [&words[..second], &words[second..]] {
                self.take_moves(&RecordLine::read(words, is_tagged), (words, true), line);
            }
            return Ok(());
        }
        self.take_moves(&record, (words, false), line);
        Ok(())
    }

    fn goes_on(&self, record: &RecordLine, words: &[Character]) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| game.state != GameState::Ended && game.goes_on_with(record, words))
    }

    /// Takes the moves of a line that goes on with a game or begins one, or its stones of one colour if
    /// they are known to be a list.
    fn take_moves(
        &mut self,
        record: &RecordLine,
        (words, is_list): (&[Character], bool),
        line: &TextLine,
    ) {
        let names = CoordinateSystem::new(self.about.about.size, self.options);
        let may_choose = self.is_by_mail;
        if let Some(game) = self.game.as_mut().filter(|game| game.misses(record)) {
            if std::mem::replace(&mut game.state, GameState::Broken) == GameState::Broken {
                return;
            }
            let message = "the numbers do not go on: a move is missing before this line";
            return self.ready.push_back(Err(bad_moves(message, words, line)));
        }
        let goes_on = self.goes_on(record, words);
        if !goes_on {
            let before = self.game.as_ref();
            let begins_again = before.is_some_and(|game| game.begins_again(record));
            let game = self.begin(line);
            if begins_again {
                let message = "a game of its own, since its number is 1 again";
                game.warnings.push(bad_moves(message, words, line));
            }
        }
        let game = self.game.as_mut();
        let Some(game) = game.filter(|game| game.state != GameState::Broken) else {
            return;
        };
        // One stone is a list behind the list of the other colour.
        let is_list = is_list || goes_on && game.setup.moves.is_empty();
        let list = record.list(names, is_list);
        // A game goes on with moves, whatever their colours.
        let list = list.filter(|_| !goes_on || game.setup.moves.is_empty());
        if !goes_on {
            game.begin_with(record, list.is_some());
        }
        game.note(record, goes_on);
        let mut doubts = OpenGame::doubts_of_numbers(record, words, goes_on);
        if list.is_none() {
            doubts.extend(game.doubt_of_colors(record, words));
        }
        game.warnings
            .extend(doubts.into_iter().map(|doubt| doubt.on(line)));
        let mut colors = list.into_iter().flatten();
        let played = play_each(&record.moves, names, |point| match (colors.next(), point) {
            (Some(color), Some(point)) => {
                game.setup.placed_mut(color).push(point);
                game.stones.place_one(point)
            }
            _ => game.play(point, may_choose),
        });
        if let Err(error) = played {
            game.state = GameState::Broken;
            self.ready.push_back(Err(error.on(line)));
        }
    }

    /// Passes over a line without moves; a result among its words ends the game.
    fn pass_over(&mut self, words: &[Character], record: &RecordLine, line: &TextLine) {
        let prose = text(words).to_lowercase();
        let has = |name: &str| prose.split_whitespace().any(|word| word == name);
        if has("eks") && has("ohs") && self.options.letters.is_none() {
            self.options.letters = Some(Letters::SkipI);
            self.is_by_mail = true;
        }
        let caption = Caption::read(words);
        if let Some(game) = self.game.as_mut().filter(|_| record.has_result) {
            game.state = GameState::Ended;
        } else if caption.is_empty() {
            self.passed_over.add(line);
        }
        self.caption = caption.or(&self.caption);
    }

    /// Takes the stones beside the moves of a game, which stand before it or on the line above.
    fn take_code(&mut self, code: &regex::Captures<'_>, line: &TextLine) -> Result<(), ParseError> {
        let is_open = |game: &OpenGame| game.setup.black.is_empty() && game.setup.white.is_empty();
        if !code[1].trim().is_empty() || !self.game.as_ref().is_some_and(is_open) {
            self.take_game(&characters(&code[1]), line)?;
        }
        let names = CoordinateSystem::new(None, self.options);
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        game.stones = OccupiedPoints::of(&game.setup.moves);
        for (color, place) in [(Color::Black, 2), (Color::White, 3)] {
            play_each(&characters(&code[place]), names, |point| {
                game.setup.placed_mut(color).extend(point);
                point.map_or(Ok(()), |point| game.stones.place_one(point))
            })?;
        }
        game.setup.begin_with(Color::Black);
        Ok(())
    }

    /// Notes what a tag says of the next game.
    fn take_tag(&mut self, name: &str, value: &str) -> Result<(), ParseError> {
        let info = &mut self.info;
        let said = Some(value.to_owned()).filter(|value| !matches!(value.as_str(), "" | "?" | "-"));
        match name {
            "Black" => info.black_player = said,
            "White" => info.white_player = said,
            "Date" => info.date = said,
            "Event" => info.event = said,
            "Round" => info.round = said,
            "Result" => info.result = said,
            "Rule" | "Rules" | "Variant" | "RU" => {
                let message = || format!("the rule {} is not known", excerpt(value));
                let rule = value.parse();
                let rule = rule.map_err(|_| ParseError::new(ErrorCode::BadRule, message()))?;
                self.about.about.rule = Some(rule);
            }
            "Size" | "BoardSize" => {
                let size = value.parse::<Size>().map_err(|error| error.to_string());
                let wrong = |message| ParseError::new(ErrorCode::BadSize, message);
                self.about.about.size = Some(size.map_err(wrong)?);
            }
            _ if info.properties.len() < MOST_TAGS => {
                let property = said.map(|value| (name.to_ascii_uppercase(), vec![value]));
                info.properties.extend(property);
            }
            _ => {}
        }
        Ok(())
    }

    /// Hands the game on.
    fn finish(&mut self) {
        let game = self.game.take();
        let Some(game) = game.filter(|game| game.state != GameState::Broken) else {
            return;
        };
        let mut assumed = ResolvedOptions::new(self.format, self.options, game.encoding);
        assumed.assumed = game.assumed;
        if self.is_by_mail {
            assumed.assumed.insert(Assumption::LettersSkipI);
        }
        let mut setup = game.setup;
        setup.size = setup.size.or(self.options.size);
        let mut warnings = game.warnings;
        let caption = std::mem::take(&mut self.caption);
        if setup.moves.is_empty() && setup.to_move.is_none() && !caption.names_both {
            // Lists of stones leave it open, or all but do.
            let has_one_more = setup.black.len() == setup.white.len() + 1;
            warnings.extend(caption.contradicts(has_one_more.then_some(Color::White), "stones"));
            setup.to_move = caption.side;
        } else {
            let by_moves = setup.to_play_after(setup.moves.len());
            warnings.extend(caption.contradicts(setup.to_move.or(Some(by_moves)), "moves"));
        }
        let is_short = (1..=2).contains(&setup.moves.len()) && game.last_number.is_none();
        let points = || setup.moves.iter().flatten().copied().collect::<PointSet>();
        let points = (is_short && self.has_records).then(points);
        let may_go_on = points.filter(|_| game.state == GameState::Open);
        let before = std::mem::replace(&mut self.short_before, may_go_on);
        if before
            .zip(points)
            .is_some_and(|(before, points)| (before & points).is_empty())
        {
            let message = "each line is read as a game of its own";
            let warning = ParseError::new(ErrorCode::BadPoint, message);
            warnings.push(warning.hint("write the moves of one game on one line, or number them"));
        }
        let passes = setup.moves.iter().filter(|point| point.is_none()).count();
        if passes >= 2 && 3 * passes >= setup.moves.len() {
            let message = format!("{passes} of {} moves are passes", setup.moves.len());
            let warning = ParseError::new(ErrorCode::BadPoint, message);
            warnings.push(warning.hint("-- is a pass; leave it out where it only separates moves"));
        }
        warnings.extend(doubt_of_counts(&setup));
        warnings.extend(self.passed_over.tell());
        self.ready.push_back(Ok(ParsedSetup {
            expect_places: game.about.places,
            warnings,
            ..ParsedSetup::new(setup, assumed, Some(game.line))
        }));
    }
}

/// What is wrong with the moves of a line, or may be.
fn bad_moves(message: &str, words: &[Character], line: &TextLine) -> ParseError {
    ParseError::new(ErrorCode::BadPoint, message)
        .over(words)
        .on(line)
}

/// Whether the remark of a log names two points or more.
fn have_moves(remark: &[Character]) -> bool {
    let words = remark.split(|sign| !sign.char.is_alphanumeric());
    words.filter(|word| is_moves(word)).count() > 1
}

/// Whether a line has a word of letters.
fn is_prose(line: &[Character]) -> bool {
    let is_word =
        |word: &[Character]| word.len() >= 2 && word.iter().all(|sign| sign.char.is_alphabetic());
    line.split(|sign| sign.char == ' ').any(is_word)
}
