//! Games as people and programs write them down: over several lines, with numbers, colours, comments,
//! results and tags around the moves.
//!
//! A game goes on while its numbers go on. What is no move is blanked out before the moves of a line
//! are read, so that every move keeps its place.

use std::collections::VecDeque;
use std::sync::LazyLock;

use regex::Regex;

use super::assumptions::{Assumption, Assumptions};
use super::caption::Caption;
use super::characters::{Character, characters, text, trimmed, without_quotes};
use super::coordinates::CoordinateSystem;
use super::diagram::PassedOver;
use super::header::{HeaderLine, header_line};
use super::moves::{
    Headers, OccupiedPoints, begins_with_point, described_game, is_plain, play_each, without_remark,
};
use super::parsed::{ByteStream, ParsedSetup, ParsedSetups};
use super::{
    ErrorCode, Format, Letters, ParseError, ParseOptions, ResolvedOptions, TextLine, TextLines,
};
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::{GameInfo, Setup};

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

/// What stands around moves, each with what it is.
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
        Noise::Black,
        "(?:^| )(?:black|黑棋?|黒|흑돌?|b:|b\\))(?: ?[:：]| |$)",
    ),
    (
        Noise::White,
        "(?:^| )(?:white|白棋?|백돌?|w:|w\\))(?: ?[:：]| |$)",
    ),
    (Noise::Words, r"[!?]+|^ *[-*•·] |[_/\x22'<>|]"),
];

/// What is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Noise {
    Words,
    Result,
    Number,
    Black,
    White,
}

static PATTERNS: LazyLock<[(Noise, Regex); 9]> = LazyLock::new(|| {
    NOISE.map(|(noise, pattern)| (noise, Regex::new(pattern).expect("the pattern is one")))
});

/// Moves, then black stones and white ones, as web editors keep them: `H8H9{A1}{B2}`.
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^([a-z0-9 ]*)\{([a-z0-9 ]*)\} ?\{([a-z0-9 ]*)\}$").expect("the pattern is one")
});

/// A tag of a game in the notation of chess.
static TAG: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\[([A-Za-z]+) \x22(.*)\x22\]$").expect("the pattern is one"));

/// The moves of a line, and what stands around them.
pub(super) struct RecordLine {
    /// The line with blanks in the place of what is no move.
    pub(super) moves: Vec<Character>,
    /// The first of its numbers.
    number: Option<u32>,
    /// Whether nothing stands before that number.
    begins_with_number: bool,
    /// The colour of its first move, as a word.
    color: Option<Color>,
    has_result: bool,
    /// Whether anything was blanked out but numbers with a full stop.
    has_words: bool,
}

impl RecordLine {
    pub(super) fn read(line: &[Character], is_filler: bool) -> RecordLine {
        let mut moves = line.to_vec();
        let mut found = RecordLine {
            moves: Vec::new(),
            number: None,
            begins_with_number: false,
            color: None,
            has_result: false,
            has_words: false,
        };
        let mut first_color = usize::MAX;
        for (noise, pattern) in PATTERNS.iter() {
            let written: String = moves
                .iter()
                .map(|character| character.char.to_ascii_lowercase())
                .collect();
            for captures in pattern.captures_iter(&written) {
                let whole = captures.get_match();
                let number = captures.iter().skip(1).flatten().next();
                let end = number
                    .filter(|_| whole.as_str().ends_with(|char: char| char.is_ascii_digit()))
                    .map_or(whole.end(), |number| number.end());
                let start = written[..whole.start()].chars().count();
                let count = written[whole.start()..end].chars().count();
                match noise {
                    Noise::Number if found.number.is_none() => {
                        found.number = number.and_then(|number| number.as_str().parse().ok());
                        found.begins_with_number = trimmed(&moves[..start]).is_empty();
                    }
                    Noise::Result => found.has_result = true,
                    Noise::Black | Noise::White if start < first_color => {
                        first_color = start;
                        found.color = Some(if *noise == Noise::Black {
                            Color::Black
                        } else {
                            Color::White
                        });
                    }
                    _ => {}
                }
                found.has_words = true;
                moves[start..start + count]
                    .iter_mut()
                    .for_each(|character| character.char = ' ');
            }
        }
        if is_filler {
            let dashes: Vec<usize> = (1..moves.len())
                .filter(|&at| moves[at - 1].char == '-' && moves[at].char == '-')
                .collect();
            dashes
                .into_iter()
                .for_each(|at| (at - 1..=at).for_each(|at| moves[at].char = ' '));
        }
        found.moves = moves;
        found
    }

    /// Whether it has the number of a move.
    pub(super) const fn is_numbered(&self) -> bool {
        self.number.is_some()
    }

    /// Whether nothing is left of the line.
    fn is_blank(&self) -> bool {
        trimmed(&self.moves).is_empty()
    }
}

/// A game that may go on.
struct OpenGame {
    about: Headers,
    first: TextLine,
    stones: OccupiedPoints,
    moves: Vec<Option<Point>>,
    setup: Setup,
    assumed: Assumptions,
    /// Whether its moves are numbered, or have their colours, so that it can go on.
    can_go_on: bool,
    /// Whether a blank line stands behind it.
    is_behind_blank: bool,
    /// Whether it has a result, or a mistake, which has been said.
    has_ended: bool,
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
            self.found |= self.game.is_some();
            match self.lines.next() {
                Some(Ok(line)) => {
                    if let Err(error) = self.take(&line) {
                        self.finish();
                        self.ready.push_back(Err(error.on(&line)));
                    }
                }
                Some(Err(error)) => {
                    self.finish();
                    self.ready.push_back(Err(error));
                }
                None => {
                    self.finish();
                    self.is_done = true;
                    let nothing = "there is no game in this text";
                    if !self.found && self.passed_over.note().is_some() {
                        let error = ParseError::new(ErrorCode::BadPoint, nothing);
                        self.ready
                            .push_back(Err(error.hint("a game is moves such as h8 i9 g7")));
                    }
                }
            }
        }
        self.ready.pop_front()
    }
}

impl<I> RecordReader<I> {
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
        let is_half = |game: &OpenGame| game.can_go_on && !game.is_behind_blank && !game.has_ended;
        if is_plain(words) && !self.game.as_ref().is_some_and(is_half) {
            self.finish();
            let setup = self.described(words)?;
            self.game = Some(self.begin(line, setup));
            return Ok(());
        }
        self.take_record(words, line)
    }

    /// The game of a line that stands for itself.
    fn described(&mut self, words: &[Character]) -> Result<Setup, ParseError> {
        let about = std::mem::take(&mut self.about.about);
        described_game(words, about, self.options)
    }

    /// A game that begins on a line.
    fn begin(&mut self, line: &TextLine, setup: Setup) -> OpenGame {
        OpenGame {
            about: std::mem::take(&mut self.about),
            first: line.clone(),
            stones: OccupiedPoints::default(),
            moves: Vec::new(),
            setup,
            assumed: Assumptions::default(),
            can_go_on: false,
            is_behind_blank: false,
            has_ended: false,
            is_broken: false,
        }
    }

    /// Takes a line with more than moves on it.
    fn take_record(&mut self, words: &[Character], line: &TextLine) -> Result<(), ParseError> {
        let written = text(words);
        if let Some(tag) = TAG.captures(&written) {
            self.finish();
            note_tag(&mut self.info, &tag[1], &tag[2]);
            return Ok(());
        }
        if let Some(code) = CODE.captures(&written.to_ascii_lowercase()) {
            return self.take_code(&code, line);
        }
        if let Some(moves) = letter_pairs(words) {
            self.finish();
            let mut game = self.begin(
                line,
                Setup {
                    moves,
                    ..Setup::default()
                },
            );
            game.assumed.insert(Assumption::LettersArePoints);
            self.game = Some(game);
            return Ok(());
        }
        let is_tagged = |game: &OpenGame| game.setup.info.is_some();
        let is_tagged = !self.info.is_empty() || self.game.as_ref().is_some_and(is_tagged);
        let record = RecordLine::read(words, is_tagged);
        let is_next = |game: &OpenGame| {
            !game.has_ended && game.goes_on_with(&record, written.contains("..."))
        };
        let goes_on = self.game.as_ref().is_some_and(is_next);
        let names = CoordinateSystem::new(self.about.about.size, self.options);
        let is_record = record.has_words || goes_on;
        let is_word = |word: &[Character]| {
            word.len() >= 2 && word.iter().all(|sign| sign.char.is_alphabetic())
        };
        let is_prose = words.split(|sign| sign.char == ' ').any(is_word);
        if !begins_with_point(&record.moves) && (is_prose || record.is_blank()) {
            self.pass_over(words, &record, line);
            return Ok(());
        }
        if !is_record {
            self.finish();
            let setup = self.described(words)?;
            self.game = Some(self.begin(line, setup));
            return Ok(());
        }
        if !goes_on {
            self.finish();
            let info = std::mem::take(&mut self.info);
            let is_tagged = !info.is_empty();
            let info = Some(Box::new(info)).filter(|_| is_tagged);
            let mut game = self.begin(
                line,
                Setup {
                    info,
                    ..Setup::default()
                },
            );
            game.can_go_on = record.number.is_some() || record.color.is_some();
            self.game = Some(game);
        } else if let Some(game) = &mut self.game {
            game.assumed.insert(Assumption::NumbersGoOn);
        }
        let skips_i = self.options.letters == Some(Letters::SkipI);
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        game.is_behind_blank = false;
        if game.is_broken {
            return Ok(());
        }
        let may_choose = game.setup.info.is_some() || skips_i;
        let played = play_each(&record.moves, names, |point| game.play(point, may_choose));
        game.has_ended = record.has_result;
        if record.has_words {
            game.assumed.insert(Assumption::WordsLeftOut);
        }
        if played.is_err() {
            game.is_broken = true;
        }
        played.or_else(|error| {
            self.ready.push_back(Err(error.on(line)));
            Ok(())
        })
    }

    /// Passes over a line without moves; a result among its words ends the game.
    fn pass_over(&mut self, words: &[Character], record: &RecordLine, line: &TextLine) {
        let prose = text(words).to_lowercase();
        if prose.contains("eks") && prose.contains("ohs") && self.options.letters.is_none() {
            self.options.letters = Some(Letters::SkipI);
        }
        let caption = Caption::read(words);
        if let Some(game) = self.game.as_mut().filter(|_| record.is_blank()) {
            game.has_ended |= record.has_result;
        } else if caption.is_empty() {
            self.passed_over.add(line);
        }
        self.caption = caption.or(&self.caption);
    }

    /// Takes the stones beside the moves of a game, which stand before it or on the line above.
    fn take_code(&mut self, code: &regex::Captures<'_>, line: &TextLine) -> Result<(), ParseError> {
        if !code[1].trim().is_empty() || self.game.is_none() {
            self.finish();
            let setup = self.described(&characters(&code[1]))?;
            self.game = Some(self.begin(line, setup));
        }
        let names = CoordinateSystem::new(None, self.options);
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        for (color, place) in [(Color::Black, 2), (Color::White, 3)] {
            play_each(&characters(&code[place]), names, |point| {
                game.setup.placed_mut(color).extend(point);
                Ok(())
            })?;
        }
        game.setup.begin_with(Color::Black);
        Ok(())
    }

    /// Hands the game on.
    fn finish(&mut self) {
        let Some(game) = self.game.take() else { return };
        if game.is_broken {
            return;
        }
        let encoding = game.first.encoding;
        let mut assumed = ResolvedOptions::new(Format::Moves, self.options, encoding);
        assumed.assumed = game.assumed;
        if assumed.letters == Letters::SkipI && self.options.letters.is_some() && game.can_go_on {
            assumed.assumed.insert(Assumption::LettersSkipI);
        }
        let about = game.about.about;
        let is_record = !game.moves.is_empty();
        let setup = if is_record {
            Setup {
                id: about.id,
                size: about.size.or(self.options.size),
                rule: about.rule,
                to_move: about.to_move,
                expect: about.expect,
                moves: game.moves,
                ..game.setup
            }
        } else {
            game.setup
        };
        let mut parsed = ParsedSetup {
            expect_places: game.about.places,
            ..ParsedSetup::new(setup, assumed, Some(game.first.number))
        };
        let by_moves = parsed.setup.to_play_after(parsed.setup.moves.len());
        if let Some(side) = std::mem::take(&mut self.caption)
            .side
            .filter(|&side| side != by_moves && parsed.setup.to_move.is_none())
        {
            let message =
                format!("the text says that {side} is to move, and by the moves {by_moves} is");
            parsed.warnings.push(
                ParseError::new(ErrorCode::SideUnclear, message).hint("--to-move says which"),
            );
        }
        let note = self.passed_over.note().filter(|_| !self.is_said);
        self.is_said |= note.is_some();
        self.passed_over = PassedOver::default();
        parsed.warnings.extend(note);
        self.ready.push_back(Ok(parsed));
    }
}

impl OpenGame {
    /// Whether a line goes on with this game: by its number, by the colour of its move, or because the
    /// game has numbers and the line none.
    fn goes_on_with(&self, line: &RecordLine, is_answer: bool) -> bool {
        let count = self.moves.len() as u32;
        let number = line.number.filter(|_| line.begins_with_number);
        let is_next =
            |number: u32| [count + 1, count / 2 + 1].contains(&number) || self.setup.info.is_some();
        match (number, line.color) {
            (Some(number), _) => (number > 1 || is_answer) && is_next(number),
            (None, Some(color)) => {
                self.setup.to_play_after(self.moves.len()) == color && !self.is_behind_blank
            }
            (None, None) => self.can_go_on && !self.is_behind_blank,
        }
    }

    /// Plays a move. Of several fifth moves, the one named again stays.
    fn play(&mut self, point: Option<Point>, may_choose: bool) -> Result<(), ParseError> {
        const FIFTH: usize = 4;
        let before = self
            .moves
            .iter()
            .position(|&other| other == point && point.is_some());
        if may_choose
            && before.is_some_and(|before| before >= FIFTH)
            && !self
                .assumed
                .iter()
                .any(|made| made == Assumption::FifthMoveChosen)
        {
            self.moves.truncate(FIFTH);
            self.moves.push(point);
            self.stones = OccupiedPoints::of(&self.moves);
            self.assumed.insert(Assumption::FifthMoveChosen);
            return Ok(());
        }
        self.moves.push(point);
        self.stones.play_next(point, self.moves.len())
    }
}

/// Notes what a tag says of a game.
fn note_tag(info: &mut GameInfo, name: &str, value: &str) {
    let value = Some(value.to_owned()).filter(|value| !matches!(value.as_str(), "" | "?" | "-"));
    match name {
        "Black" => info.black_player = value,
        "White" => info.white_player = value,
        "Date" => info.date = value,
        "Event" => info.event = value,
        "Round" => info.round = value,
        "Result" => info.result = value,
        _ => info
            .properties
            .extend(value.map(|value| (name.to_ascii_uppercase(), vec![value]))),
    }
}

/// Moves as two letters each, column and row from the top, without a digit: four at least, none
/// twice, each near one before it, so that no word is a game.
pub(super) fn letter_pairs(line: &[Character]) -> Option<Vec<Option<Point>>> {
    let lines = i32::from(Size::RENJU.get());
    let letter = |character: &Character| {
        let place = i32::from(u8::try_from(character.char).ok()?) - i32::from(b'a');
        (0..lines).contains(&place).then_some(place)
    };
    let numbers: Option<Vec<i32>> = line.iter().map(letter).collect();
    let numbers = numbers.filter(|numbers| numbers.len() >= 8 && numbers.len() % 2 == 0)?;
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
