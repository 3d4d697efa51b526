//! Games as people and programs write them down: over several lines, with numbers, colours, comments,
//! results and tags around the moves.
//!
//! A game goes on while its numbers go on. What is no move is blanked out before the moves of a line
//! are read, so that every move keeps its place.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::assumptions::{Assumption, Assumptions};
use super::caption::Caption;
use super::characters::{Character, characters, text, trimmed, without_quotes};
use super::coordinates::CoordinateSystem;
use super::diagram::PassedOver;
use super::header::{HeaderLine, header_line};
use super::moves::{
    Headers, OccupiedPoints, described_game, first_of, is_plain, play_each, without_remark,
};
use super::parsed::{ByteStream, ParsedSetup, ParsedSetups};
use super::{
    Encoding, ErrorCode, Format, Letters, ParseError, ParseOptions, ResolvedOptions, TextLine,
    TextLines, excerpt,
};
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::{GameInfo, Setup};

/// The moves of the longest game.
const MOST_MOVES: usize = u16::MAX as usize;

/// The tags that are kept of a game.
const MOST_TAGS: usize = 100;

/// The games of a file, one after the other.
pub(super) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    Box::new(RecordReader {
        lines: TextLines::new(input, options.encoding),
        options,
        about: Headers::default(),
        info: GameInfo::default(),
        caption: Caption::default(),
        game: None,
        passed_over: PassedOver::default(),
        is_said: false,
        found: false,
        ready: VecDeque::new(),
        is_done: false,
    })
}

/// What is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Noise {
    Words,
    Result,
    Number,
    Color(Color),
}

/// The table of what stands around moves, each as a pattern.
const NOISE: [(Noise, &str); 9] = [
    (Noise::Words, r"\{[^}]*\}|\[%[^\]]*\]|\([0-9]+:[0-9:.]+\)"),
    (
        Noise::Result,
        r"(?:1-0|0-1|1/2-1/2|½-½|½|1:0|0:1|draw|resign(?:s|ed)?|(?:black|white) (?:wins|won|resigns)|和棋|[黑白黒][胜勝]ち?|认输|認輸|投了|기권|[흑백] ?승)[.!]?$",
    ),
    (Noise::Words, "-+>|=>|→|➜|➔|⇒|»|—|–|…"),
    (
        Noise::Number,
        r"第 ?([0-9]{1,3}) ?手[:： ]?|([0-9]{1,3}) ?(?:수|手目?)[:：.]?",
    ),
    (
        Noise::Number,
        r"(?:^|[ (])#?([0-9]{1,3}) ?(?:\.{1,3}|[:：、)])",
    ),
    (
        Noise::Number,
        r"(?:^| )([0-9]{1,3}) +(?:[黑白黒흑백] *)?[a-z][0-9]",
    ),
    (
        Noise::Color(Color::Black),
        r"(?:^| )(?:black|黑棋?|黒|흑돌?|b:|b\))(?: ?[:：]| |$)|[●⚫]",
    ),
    (
        Noise::Color(Color::White),
        r"(?:^| )(?:white|白棋?|백돌?|w:|w\))(?: ?[:：]| |$)|[○⚪]",
    ),
    (Noise::Words, r"[!?]+|^ *[-*•·] |[_\x22'<>|]"),
];

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}

static PATTERNS: LazyLock<[(Noise, Regex); 9]> =
    LazyLock::new(|| NOISE.map(|(noise, words)| (noise, pattern(words))));

/// Moves, then black stones and white ones, as web editors keep them: `H8H9{A1}{B2}`.
static CODE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^([a-z0-9 ,;]*)\{([a-z0-9 ,;]*)\} ?\{([a-z0-9 ,;]*)\}$"));

/// A tag of a game in the notation of chess.
static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\[([A-Za-z]+) \x22(.*)\x22\]$"));

/// The moves of a line, and what stands around them.
#[derive(Default)]
pub(super) struct RecordLine {
    /// The line with blanks in the place of what is no move.
    pub(super) moves: Vec<Character>,
    /// The first of its numbers and the last.
    numbers: Option<(u32, u32)>,
    /// Whether nothing stands before the first.
    begins_with_number: bool,
    /// The colour of its first move, as a word, and how many such words there are.
    color: Option<Color>,
    colors: usize,
    has_result: bool,
    /// Whether anything was blanked out.
    has_words: bool,
    /// Whether its numbers leave one out.
    has_gap: bool,
}

impl RecordLine {
    /// Whether it has the number of a move.
    pub(super) const fn is_numbered(&self) -> bool {
        self.numbers.is_some()
    }

    /// Reads a line; `is_filler` says that `--` fills the place of a move.
    pub(super) fn read(line: &[Character], is_filler: bool) -> RecordLine {
        let mut found = RecordLine {
            moves: line.to_vec(),
            ..RecordLine::default()
        };
        if let Some((first, last, count)) = usual_numbers(line).filter(|_| !is_filler) {
            found.begins_with_number = true;
            found.numbers = Some((first, last));
            found.has_gap = first + count != last + 1;
            return found;
        }
        for (noise, pattern) in PATTERNS.iter() {
            found.blank_out(*noise, pattern);
        }
        if is_filler {
            found.blank_out(
                Noise::Words,
                &Regex::new("--").expect("the pattern is valid"),
            );
        }
        found
    }

    /// Blanks a kind of words out, and notes what they say.
    fn blank_out(&mut self, noise: Noise, pattern: &Regex) {
        let (mut written, mut starts) = (String::new(), Vec::new());
        for character in &self.moves {
            starts.push(written.len());
            written.push(character.char.to_ascii_lowercase());
        }
        let places = |bytes: Range<usize>| {
            let place = |byte| starts.partition_point(|&start| start < byte);
            place(bytes.start)..place(bytes.end)
        };
        for captures in pattern.captures_iter(&written) {
            let whole = captures.get_match();
            let number = captures.iter().skip(1).flatten().next();
            // A number without a sign behind it is told by the move that follows.
            let is_followed = whole.as_str().ends_with(|char: char| char.is_ascii_digit());
            let end = number
                .filter(|_| is_followed)
                .map_or(whole.end(), |number| number.end());
            let range = places(whole.start()..end);
            match noise {
                Noise::Number => {
                    let number = number.and_then(|number| number.as_str().parse().ok());
                    let number = number.unwrap_or(0);
                    let (first, last) = self.numbers.unwrap_or((number, number));
                    self.has_gap |= self.numbers.is_some() && number != last + 1 && number != last;
                    self.numbers = Some((first, number));
                    let before = &self.moves[..range.start];
                    self.begins_with_number |= trimmed(before).is_empty();
                }
                Noise::Result => self.has_result = true,
                Noise::Color(color) => {
                    let before = trimmed(&self.moves[..range.start]).is_empty();
                    self.color = if before {
                        Some(color)
                    } else {
                        self.color.or(Some(color))
                    };
                    self.colors += 1;
                }
                Noise::Words => {}
            }
            self.has_words = true;
            self.moves[range]
                .iter_mut()
                .for_each(|sign| sign.char = ' ');
        }
    }
}

/// The first and the last number of a line that has nothing but moves and numbers with a full stop, and
/// how many there are.
fn usual_numbers(line: &[Character]) -> Option<(u32, u32, u32)> {
    let mut numbers = None;
    for word in line
        .split(|sign| sign.char == ' ')
        .filter(|word| !word.is_empty())
    {
        let digits = word.iter().take_while(|sign| sign.char.is_ascii_digit());
        let (digits, rest) = word.split_at(digits.count());
        let is_number =
            !digits.is_empty() && matches!(rest.first(), Some(sign) if sign.char == '.');
        let rest = if is_number { &rest[1..] } else { word };
        let is_move = rest
            .first()
            .is_none_or(|sign| sign.char.is_ascii_alphabetic())
            && rest
                .iter()
                .skip(1)
                .all(|sign| sign.char.is_ascii_digit() || sign.char == ',')
            && rest.len() != 1;
        if !is_move || !is_number && numbers.is_none() {
            return None;
        }
        if is_number {
            let number = text(digits).parse().ok()?;
            let (first, _, count) = numbers.unwrap_or((number, number, 0));
            numbers = Some((first, number, count + 1));
        }
    }
    numbers
}

/// A game that may go on.
struct OpenGame {
    /// What is known of it, its moves so far among it.
    setup: Setup,
    /// What the headers above it say.
    about: Headers,
    line: u64,
    encoding: Encoding,
    stones: OccupiedPoints,
    assumed: Assumptions,
    warnings: Vec<ParseError>,
    /// The last number in it; none of a game without numbers, which does not go on.
    last_number: Option<u32>,
    /// Whether each move has its colour as a word.
    has_colors: bool,
    is_tagged: bool,
    is_behind_blank: bool,
    has_result: bool,
    /// Whether a mistake in it has been said.
    is_broken: bool,
}

/// Reads the games of a file, holding one at a time.
struct RecordReader<I> {
    lines: I,
    options: ParseOptions,
    about: Headers,
    /// What tags say of the next game.
    info: GameInfo,
    caption: Caption,
    game: Option<OpenGame>,
    passed_over: PassedOver,
    /// Whether lines that are passed over have been told.
    is_said: bool,
    /// Whether there was anything to read.
    found: bool,
    ready: VecDeque<Result<ParsedSetup, ParseError>>,
    is_done: bool,
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Iterator for RecordReader<I> {
    type Item = Result<ParsedSetup, ParseError>;

    fn next(&mut self) -> Option<Result<ParsedSetup, ParseError>> {
        while self.ready.is_empty() && !self.is_done {
            let read = match self.lines.next() {
                Some(Ok(line)) => self.take(&line).map_err(|error| error.on(&line)),
                Some(Err(error)) => Err(error),
                None => {
                    self.is_done = true;
                    self.end()
                }
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
        if self.found || self.passed_over.note().is_none() {
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
        if words.is_empty() {
            if let Some(game) = &mut self.game {
                game.is_behind_blank = true;
            }
            return Ok(());
        }
        if is_plain(words) && !self.game.as_ref().is_some_and(|game| game.is_half(words)) {
            return self.take_game(words, line);
        }
        self.take_record(words, line)
    }

    /// Takes a line that has a game of its own.
    fn take_game(&mut self, words: &[Character], line: &TextLine) -> Result<(), ParseError> {
        let is_single = |game: &OpenGame| game.setup.moves.len() == 1 && !game.is_behind_blank;
        let is_behind_single = self.game.as_ref().is_some_and(is_single);
        let game = self.begin(line);
        let about = std::mem::take(&mut game.setup);
        let options = self.options;
        let read = described_game(words, about, options);
        let setup = read.inspect_err(|_| self.game = None)?;
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        game.setup = setup;
        if is_behind_single && is_single(game) {
            let message = "each line is read as a game of one move";
            let warning = ParseError::new(ErrorCode::BadPoint, message).on(line);
            game.warnings
                .push(warning.hint("write the moves of one game on one line, or number them"));
        }
        if words.iter().any(|sign| sign.char == '/') {
            let address = text(words).to_lowercase();
            let unread = ["size=", "rule="]
                .into_iter()
                .find(|name| address.contains(name));
            game.warnings.extend(unread.map(|name| {
                let message =
                    format!("{name} in the address is not read; --size and --rule say it");
                ParseError::new(ErrorCode::BadSize, message).on(line)
            }));
        }
        Ok(())
    }

    /// Ends the game before and begins another, of which headers and tags have told.
    fn begin(&mut self, line: &TextLine) -> &mut OpenGame {
        self.finish();
        self.found = true;
        let mut about = std::mem::take(&mut self.about);
        let mut setup = std::mem::take(&mut about.about);
        let info = std::mem::take(&mut self.info);
        let is_tagged = !info.is_empty();
        setup.info = is_tagged.then(|| Box::new(info));
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
            is_behind_blank: false,
            has_result: false,
            is_broken: false,
        })
    }

    /// Takes a line with more than moves on it.
    fn take_record(&mut self, words: &[Character], line: &TextLine) -> Result<(), ParseError> {
        let written = text(words);
        if let Some(tag) = TAG.captures(&written) {
            self.finish();
            return self.take_tag(&tag[1], &tag[2]);
        }
        if written.ends_with('}')
            && let Some(code) = CODE.captures(&written.to_ascii_lowercase())
        {
            return self.take_code(&code, line);
        }
        if let Some(moves) = letter_pairs(words) {
            let game = self.begin(line);
            game.setup.moves = moves;
            game.assumed.insert(Assumption::LettersArePoints);
            let message =
                "a word without digits is read as moves: two letters are a point, as in SGF";
            let warning = ParseError::new(ErrorCode::BadPoint, message);
            game.warnings.push(warning.over(words).on(line));
            return Ok(());
        }
        let is_tagged = |game: &OpenGame| game.is_tagged;
        let is_tagged = !self.info.is_empty() || self.game.as_ref().is_some_and(is_tagged);
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
        self.take_moves(&record, words, line)
    }

    fn goes_on(&self, record: &RecordLine, words: &[Character]) -> bool {
        let game = self.game.as_ref().filter(|game| !game.has_result);
        game.is_some_and(|game| game.goes_on_with(record, words))
    }

    /// Takes the moves of a line that goes on with a game or begins one.
    fn take_moves(
        &mut self,
        record: &RecordLine,
        words: &[Character],
        line: &TextLine,
    ) -> Result<(), ParseError> {
        let names = CoordinateSystem::new(self.about.about.size, self.options);
        let may_choose = self.options.letters == Some(Letters::SkipI);
        if let Some(game) = self.game.as_mut().filter(|game| game.misses(record)) {
            if std::mem::replace(&mut game.is_broken, true) {
                return Ok(());
            }
            let message = "the numbers do not go on: a move is missing before this line";
            self.ready
                .push_back(Err(ParseError::new(ErrorCode::BadPoint, message)
                    .over(words)
                    .on(line)));
            return Ok(());
        }
        if self.goes_on(record, words) {
            if let Some(game) = &mut self.game {
                game.assumed.insert(Assumption::NumbersGoOn);
            }
        } else {
            let game = self.begin(line);
            game.has_colors = record.color.is_some() && !record.is_numbered();
            if record.color == Some(Color::White) && !record.is_numbered() {
                game.setup.begin_with(Color::White);
            }
            if let Some((number @ 2.., _)) = record.numbers {
                let message = format!("the numbers of the game begin with {number}");
                let warning = ParseError::new(ErrorCode::BadPoint, message);
                game.warnings.push(warning.over(words).on(line));
            }
        }
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        game.is_behind_blank = false;
        game.has_result = record.has_result;
        if record.has_gap {
            let message = "the numbers of the moves do not follow each other";
            game.warnings.push(
                ParseError::new(ErrorCode::BadPoint, message)
                    .over(words)
                    .on(line),
            );
        }
        game.last_number = record.numbers.map(|(_, last)| last).or(game.last_number);
        if record.has_words {
            game.assumed.insert(Assumption::WordsLeftOut);
        }
        if game.is_broken {
            return Ok(());
        }
        let list = record
            .color
            .filter(|_| record.colors == 1 && !record.is_numbered());
        let list = list.filter(|_| play_count(&record.moves, names) > 1);
        let played = play_each(&record.moves, names, |point| match (list, point) {
            (Some(color), Some(point)) => {
                game.setup.placed_mut(color).push(point);
                game.stones.place_one(point)
            }
            _ => game.play(point, may_choose),
        });
        game.is_broken = played.is_err();
        played.or_else(|error| {
            self.ready.push_back(Err(error.on(line)));
            Ok(())
        })
    }

    /// Passes over a line without moves; a result among its words ends the game.
    fn pass_over(&mut self, words: &[Character], record: &RecordLine, line: &TextLine) {
        let prose = text(words).to_lowercase();
        let has = |name: &str| prose.split_whitespace().any(|word| word == name);
        if has("eks") && has("ohs") && self.options.letters.is_none() {
            self.options.letters = Some(Letters::SkipI);
        }
        let caption = Caption::read(words);
        if let Some(game) = self.game.as_mut().filter(|_| record.has_result) {
            game.has_result = true;
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
                let rule = value.parse();
                self.about.about.rule = Some(rule.map_err(|_| {
                    let message = format!("the rule {} is not known", excerpt(value));
                    ParseError::new(ErrorCode::BadRule, message)
                })?);
            }
            "Size" | "BoardSize" => {
                let size = value.parse::<Size>();
                self.about.about.size = Some(
                    size.map_err(|error| ParseError::new(ErrorCode::BadSize, error.to_string()))?,
                );
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
        let Some(game) = self.game.take().filter(|game| !game.is_broken) else {
            return;
        };
        let mut assumed = ResolvedOptions::new(Format::Moves, self.options, game.encoding);
        assumed.assumed = game.assumed;
        if self.options.letters == Some(Letters::SkipI) && game.last_number.is_some() {
            assumed.assumed.insert(Assumption::LettersSkipI);
        }
        let mut setup = game.setup;
        setup.size = setup.size.or(self.options.size);
        let mut warnings = game.warnings;
        let by_moves = setup.to_play_after(setup.moves.len());
        let caption = std::mem::take(&mut self.caption);
        warnings.extend(caption.contradicts(setup.to_move.or(Some(by_moves)), "moves"));
        let passes = setup.moves.iter().filter(|point| point.is_none()).count();
        if passes >= 2 && 2 * passes + 1 >= setup.moves.len() {
            let message = "every other move is a pass";
            let warning = ParseError::new(ErrorCode::BadPoint, message);
            warnings.push(warning.hint("-- is a pass; leave it out where it only parts moves"));
        }
        let note = self.passed_over.note().filter(|_| !self.is_said);
        self.is_said |= note.is_some();
        self.passed_over = PassedOver::default();
        warnings.extend(note);
        self.ready.push_back(Ok(ParsedSetup {
            expect_places: game.about.places,
            warnings,
            ..ParsedSetup::new(setup, assumed, Some(game.line))
        }));
    }
}

impl OpenGame {
    /// Whether a line without a number may have the second move of a pair of numbered moves.
    fn is_half(&self, words: &[Character]) -> bool {
        let count = self.setup.moves.len();
        let is_alone = !words
            .iter()
            .any(|sign| matches!(sign.char, ' ' | '#' | ':'));
        let by_pairs = self
            .last_number
            .is_some_and(|number| (number as usize) < count);
        is_alone && by_pairs && count % 2 == 1 && !self.is_behind_blank && !self.has_result
    }

    /// Whether a line goes on with this game: by its first number, by a later one, or by the colour of
    /// its move.
    fn goes_on_with(&self, line: &RecordLine, words: &[Character]) -> bool {
        let count = self.setup.moves.len() as u32;
        let answer = words
            .windows(3)
            .any(|signs| signs.iter().all(|sign| sign.char == '.'));
        let is_next = |number: u32| {
            number == count + 1
                || number == count / 2 + 1
                || self.is_tagged && self.last_number.is_some_and(|last| number == last + 1)
        };
        match (line.numbers, line.color) {
            (Some((number, _)), _) if line.begins_with_number => {
                (number > 1 || answer) && self.last_number.is_some() && is_next(number)
            }
            (Some((number, _)), _) => {
                self.last_number.is_some_and(|last| number == last + 1) && !self.is_behind_blank
            }
            (None, Some(color)) => {
                let is_list = line.colors == 1 && self.setup.moves.is_empty();
                let is_turn = self.setup.to_play_after(self.setup.moves.len()) == color;
                self.has_colors && (is_list || is_turn) && !self.is_behind_blank
            }
            (None, None) => self.is_half(trimmed(words)) || self.is_tagged && !self.is_behind_blank,
        }
    }

    /// Whether the numbers of a line leave out one behind those of this game.
    fn misses(&self, line: &RecordLine) -> bool {
        let number = line
            .numbers
            .filter(|_| line.begins_with_number && !self.has_result);
        let (Some((number, _)), Some(last)) = (number, self.last_number) else {
            return false;
        };
        let is_fresh = number <= 1 || self.is_behind_blank && !self.is_tagged;
        let count = self.setup.moves.len() as u32;
        number > last + 1 && number != count + 1 && number != count / 2 + 1 && !is_fresh
    }

    /// Plays a move. Of several fifth moves, the one named again stays.
    fn play(&mut self, point: Option<Point>, may_choose: bool) -> Result<(), ParseError> {
        const FIFTH: usize = 4;
        let moves = &mut self.setup.moves;
        if moves.len() >= MOST_MOVES {
            let message = format!("a game of more than {MOST_MOVES} moves");
            return Err(ParseError::new(ErrorCode::TooLarge, message));
        }
        let may_choose =
            (may_choose || self.is_tagged) && point.is_some() && moves.len() < 2 * FIFTH + 4;
        let is_offered = may_choose
            && moves
                .get(FIFTH..)
                .is_some_and(|offers| offers.contains(&point));
        if is_offered && !self.assumed.has(Assumption::FifthMoveChosen) {
            moves.truncate(FIFTH);
            moves.push(point);
            self.stones = OccupiedPoints::of(moves);
            self.assumed.insert(Assumption::FifthMoveChosen);
            return Ok(());
        }
        moves.push(point);
        self.stones.play_next(point, moves.len())
    }
}

/// How many moves a text has, as far as they can be read.
fn play_count(moves: &[Character], names: CoordinateSystem) -> usize {
    let mut count = 0;
    let _ = play_each(moves, names, |_| {
        count += 1;
        Ok(())
    });
    count
}

/// Whether a line has a word of letters.
fn is_prose(line: &[Character]) -> bool {
    let is_word =
        |word: &[Character]| word.len() >= 2 && word.iter().all(|sign| sign.char.is_alphabetic());
    line.split(|sign| sign.char == ' ').any(is_word)
}

/// Moves as two letters each, column and row from the top, without a digit: four at least, none
/// twice, each near one before it, so that no word is a game.
pub(super) fn letter_pairs(line: &[Character]) -> Option<Vec<Option<Point>>> {
    let lines = i32::from(Size::RENJU.get());
    let letter = |character: &Character| {
        let place = i32::from(u8::try_from(character.char).ok()?) - i32::from(b'a');
        (0..lines).contains(&place).then_some(place)
    };
    let is_game = (8..=2 * 225).contains(&line.len()) && line.len().is_multiple_of(2);
    let numbers: Option<Vec<i32>> = line.iter().filter(|_| is_game).map(letter).collect();
    let numbers = numbers.filter(|_| is_game)?;
    let points: Vec<(i32, i32)> = numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    let is_near = |(place, point): (usize, &(i32, i32))| {
        let before = &points[..place];
        let distance =
            |other: &(i32, i32)| (point.0 - other.0).abs().max((point.1 - other.1).abs());
        place == 0 || !before.contains(point) && before.iter().any(|other| distance(other) <= 4)
    };
    let are_near = points.iter().enumerate().all(is_near);
    let point = |&(column, row): &(i32, i32)| Point::new(column as u8, (lines - 1 - row) as u8);
    are_near.then(|| points.iter().map(point).collect())
}
