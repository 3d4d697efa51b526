//! A line of a record: the moves on it, and the numbers, colours, comments and results around them, which
//! are blanked out so that every move keeps its place.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::characters::{Character, Searchable, blank_out, trimmed};
use super::coordinates::CoordinateSystem;
use super::move_tokens::{count_moves, move_columns, points};
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};

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
        r"(?:1-0|0-1|1/2-1/2|½-½|½|1:0|0:1|draw|resign(?:s|ed)?|(?:black|white) (?:wins|won|resigns)|和棋|[黑白黒][胜勝]ち?|认输|認輸|投了|기권|[흑백] ?승|(?:^| )\*)[.!]?$",
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
        r"(?:^|[ ,;、])(?:(?:black|黑棋?|黒|흑돌?|b:|b\))(?: ?[:：]| |$)|(b:)[a-z][0-9])|[●⚫]|(黑棋?|黒|흑돌?)(?:[a-z][0-9]|pass|停一?[着手]|虚手)",
    ),
    (
        Noise::Color(Color::White),
        r"(?:^|[ ,;、])(?:(?:white|白棋?|백돌?|w:|w\))(?: ?[:：]| |$)|(w:)[a-z][0-9])|[○⚪]|(白棋?|백돌?)(?:[a-z][0-9]|pass|停一?[着手]|虚手)",
    ),
    (Noise::Words, r"[!?]+|^ *[-*•·] |[_\x22'<>|]"),
];

pub(super) fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}

static PATTERNS: LazyLock<[(Noise, Regex); 9]> =
    LazyLock::new(|| NOISE.map(|(noise, words)| (noise, pattern(words))));

/// What fills the place of a move in a record with tags.
static FILLER: LazyLock<Regex> = LazyLock::new(|| pattern("--"));

/// The moves of a line, and what stands around them.
#[derive(Default)]
pub(super) struct RecordLine {
    /// The line with blanks in the place of what is no move.
    pub(super) moves: Vec<Character>,
    pub(super) numbers: Option<MoveNumbers>,
    /// The words for colours on it.
    pub(super) colors: Vec<ColorWord>,
    pub(super) has_result: bool,
    /// Whether anything was blanked out.
    pub(super) has_words: bool,
    /// Where its numbers begin, and what they are.
    number_places: Vec<(usize, u32)>,
}

/// A colour as a word or a sign, and where it stands.
pub(super) struct ColorWord {
    pub(super) color: Color,
    pub(super) places: Range<usize>,
}

/// The numbers of the moves of a line.
#[derive(Clone, Copy)]
pub(super) struct MoveNumbers {
    pub(super) first: u32,
    pub(super) last: u32,
    /// Whether nothing stands before the first.
    pub(super) are_in_front: bool,
    /// Whether they leave one out, or stand before other moves than the next or every other one.
    pub(super) have_gap: bool,
}

impl MoveNumbers {
    /// These numbers and one behind them.
    fn and(before: Option<MoveNumbers>, number: u32, are_in_front: bool) -> MoveNumbers {
        let before = before.unwrap_or(MoveNumbers {
            first: number,
            last: number,
            are_in_front,
            have_gap: false,
        });
        MoveNumbers {
            last: number,
            have_gap: before.have_gap || !(before.last..=before.last + 1).contains(&number),
            ..before
        }
    }
}

impl RecordLine {
    /// Whether it has the number of a move.
    pub(super) const fn is_numbered(&self) -> bool {
        self.numbers.is_some()
    }

    /// Where the stones of the other colour begin, on a line that lists those of one behind those of the
    /// other: it begins with one of two colours, and has more moves.
    pub(super) fn second_list(&self) -> Option<usize> {
        let [one, two] = &self.colors[..] else {
            return None;
        };
        let moves = count_moves(&self.moves, true)?;
        let begins_with_one = trimmed(&self.moves[..one.places.start]).is_empty();
        let is_list = begins_with_one && moves > 2 && !self.is_numbered();
        is_list.then_some(two.places.start)
    }

    /// The words for colours, each with the move that it belongs to, from 0: the next one, or the one
    /// before where a colour stands behind every move. One behind all moves may be that of the result.
    pub(super) fn named_moves(&self) -> Vec<(usize, &ColorWord)> {
        if self.colors.is_empty() {
            return Vec::new();
        }
        let columns = move_columns(&self.moves);
        let before = |word: &ColorWord| {
            let column = self.moves[word.places.start].column;
            columns.partition_point(|&other| other < column)
        };
        let counts: Vec<usize> = self.colors.iter().map(before).collect();
        let are_behind = counts.iter().copied().eq(1..=columns.len());
        let moves = counts.iter().map(|count| count - usize::from(are_behind));
        let named = moves.zip(&self.colors);
        named
            .filter(|(at, _)| !self.has_result || *at < columns.len())
            .collect()
    }

    /// The colours of its stones, if it lists them without order: one word names that of all, or each
    /// has its own and they do not take turns. `is_list` says that other stones are listed before.
    pub(super) fn list(&self, names: CoordinateSystem, is_list: bool) -> Option<Vec<Color>> {
        if self.is_numbered() || self.colors.is_empty() {
            return None;
        }
        let points = points(&self.moves, names, |_| Ok(())).ok()?;
        let count = points.len();
        let with_words = self.named_moves();
        if let [(at, word)] = &with_words[..]
            && (is_list || count > 1)
        {
            let is_of_all = *at == 0 || *at == count;
            return is_of_all.then(|| vec![word.color; count]);
        }
        let has_each = with_words.iter().map(|(at, _)| *at).eq(0..count) && !points.contains(&None);
        let colors: Vec<Color> = with_words.iter().map(|(_, word)| word.color).collect();
        let take_turns = colors.windows(2).all(|pair| pair[0] != pair[1]);
        (has_each && (is_list || !take_turns)).then_some(colors)
    }

    /// Reads a line; `is_filler` says that `--` fills the place of a move.
    pub(super) fn read(line: &[Character], is_filler: bool) -> RecordLine {
        let mut found = RecordLine {
            moves: line.to_vec(),
            ..RecordLine::default()
        };
        if let Some(numbers) = usual_numbers(line).filter(|_| !is_filler) {
            found.numbers = Some(numbers);
            return found;
        }
        for (noise, pattern) in PATTERNS.iter() {
            found.blank_out(*noise, pattern);
        }
        let is_dot = |sign: &Character| sign.char == '.';
        let has_answer = line.windows(3).any(|signs| signs.iter().all(is_dot))
            || line.iter().any(|sign| sign.char == '…');
        if is_filler {
            found.blank_out(Noise::Words, &FILLER);
        } else if !has_answer {
            found.compare_numbers();
        }
        found.colors.sort_by_key(|word| word.places.start);
        found
    }

    /// Notes a gap where the numbers count neither the moves between them nor pairs of these.
    fn compare_numbers(&mut self) {
        if self.number_places.len() < 2 {
            return;
        }
        self.number_places.sort_unstable();
        let columns = move_columns(&self.moves);
        let counted = self.number_places.iter().map(|&(place, number)| {
            let column = self.moves[place].column;
            (columns.partition_point(|&other| other < column), number)
        });
        let counted: Vec<(usize, u32)> = counted.collect();
        let first = counted[0];
        let fit = |moves: usize| {
            counted.iter().all(|&(count, number)| {
                count - first.0 == moves * number.saturating_sub(first.1) as usize
            })
        };
        let has_gap = !fit(1) && !fit(2);
        if let Some(numbers) = &mut self.numbers {
            numbers.have_gap |= has_gap;
        }
    }

    /// Blanks a kind of words out, and notes what they say.
    fn blank_out(&mut self, noise: Noise, pattern: &Regex) {
        let searched = Searchable::new(&self.moves);
        for captures in pattern.captures_iter(&searched.text) {
            let whole = captures.get_match();
            let number = captures.iter().skip(1).flatten().next();
            // A number or colour without a sign behind it is told by the move that follows.
            let is_followed = matches!(noise, Noise::Color(_))
                || whole.as_str().ends_with(|char: char| char.is_ascii_digit());
            let end = number
                .filter(|_| is_followed)
                .map_or(whole.end(), |number| number.end());
            let range = searched.places(whole.start()..end);
            let is_in_front = trimmed(&self.moves[..range.start]).is_empty();
            match noise {
                Noise::Number => {
                    let number = number.and_then(|number| number.as_str().parse().ok());
                    let number = number.unwrap_or(0);
                    self.numbers = Some(MoveNumbers::and(self.numbers, number, is_in_front));
                    self.number_places.push((range.start, number));
                }
                Noise::Result => self.has_result = true,
                Noise::Color(color) => self.colors.push(ColorWord {
                    color,
                    places: range.clone(),
                }),
                Noise::Words => {}
            }
            self.has_words = true;
            blank_out(&mut self.moves, range);
        }
    }
}

/// The numbers of a line that has nothing but moves and numbers with a full stop.
fn usual_numbers(line: &[Character]) -> Option<MoveNumbers> {
    let mut numbers: Option<MoveNumbers> = None;
    // How many moves stand before the word, and whether the numbers count moves, or pairs of them.
    let (mut moves, mut fit) = (0, [true; 2]);
    let words = line.split(|sign| sign.char == ' ');
    for word in words.filter(|word| !word.is_empty()) {
        let digits = word.iter().take_while(|sign| sign.char.is_ascii_digit());
        let (digits, rest) = word.split_at(digits.count());
        let is_number =
            !digits.is_empty() && matches!(rest.first(), Some(sign) if sign.char == '.');
        let rest = if is_number { &rest[1..] } else { word };
        let is_move = match rest {
            [] => true,
            [letter, place @ ..] => {
                let is_part = |sign: &Character| sign.char.is_ascii_digit() || sign.char == ',';
                letter.char.is_ascii_alphabetic() && !place.is_empty() && place.iter().all(is_part)
            }
        };
        // No game has as many moves as five digits count.
        if !is_move || !is_number && numbers.is_none() || is_number && digits.len() > 4 {
            return None;
        }
        if is_number {
            let number = digits.iter().fold(0, |number, digit| {
                10 * number + digit.char.to_digit(10).unwrap_or_default()
            });
            let found = MoveNumbers::and(numbers, number, true);
            let passed = number.saturating_sub(found.first);
            fit = [fit[0] && moves == passed, fit[1] && moves == 2 * passed];
            numbers = Some(found);
        }
        moves += u32::from(!rest.is_empty());
    }
    numbers.map(|numbers| MoveNumbers {
        have_gap: numbers.have_gap || fit == [false; 2],
        ..numbers
    })
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
