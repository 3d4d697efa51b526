//! A game of a file of moves that may go on over several lines: what is known of it, which lines go on
//! with it, and what its numbers and colours say against its moves.

use super::assumptions::{Assumption, Assumptions};
use super::characters::{Character, trimmed};
use super::moves::Headers;
use super::occupied_points::OccupiedPoints;
use super::record_line::{ColorWord, RecordLine};
use super::{Encoding, ErrorCode, ParseError};
use renju_core::board::Color;
use renju_core::geometry::Point;
use renju_core::position::Setup;

/// The moves of the longest game.
const MOST_MOVES: usize = u16::MAX as usize;

/// A game that may go on.
pub(super) struct OpenGame {
    /// What is known of it, its moves so far among it.
    pub(super) setup: Setup,
    /// What the headers above it say.
    pub(super) about: Headers,
    pub(super) line: u64,
    pub(super) encoding: Encoding,
    pub(super) stones: OccupiedPoints,
    pub(super) assumed: Assumptions,
    pub(super) warnings: Vec<ParseError>,
    /// The last number in it; none of a game without numbers, which does not go on.
    pub(super) last_number: Option<u32>,
    /// Whether each move has its colour as a word.
    pub(super) has_colors: bool,
    pub(super) is_tagged: bool,
    pub(super) state: GameState,
}

/// Whether lines can go on with a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GameState {
    /// Lines can go on with it, numbered or not.
    Open,
    /// A blank line stands behind it: only numbers go on.
    BehindBlank,
    /// They cannot: it has a result.
    Ended,
    /// A mistake in it has been said, and what goes on with it is left out.
    Broken,
}

impl OpenGame {
    /// Notes how the first line of a game, or of a list of stones, is written.
    pub(super) fn begin_with(&mut self, line: &RecordLine, is_list: bool) {
        self.has_colors = !line.colors.is_empty() && !line.is_numbered();
        let is_white = |(at, word): &(usize, &ColorWord)| *at == 0 && word.color == Color::White;
        if self.has_colors && !is_list && line.named_moves().first().is_some_and(is_white) {
            self.setup.begin_with(Color::White);
        }
    }

    /// Notes what stands around the moves of a line.
    pub(super) fn note(&mut self, line: &RecordLine, goes_on: bool) {
        self.state = if line.has_result {
            GameState::Ended
        } else {
            GameState::Open
        };
        let last = line.numbers.map(|numbers| numbers.last);
        self.last_number = last.or(self.last_number);
        if line.has_words {
            self.assumed.insert(Assumption::WordsLeftOut);
        }
        if goes_on {
            self.assumed.insert(Assumption::NumbersGoOn);
        }
    }

    /// What numbers of a line say against its moves.
    pub(super) fn doubts_of_numbers(
        line: &RecordLine,
        words: &[Character],
        goes_on: bool,
    ) -> Vec<ParseError> {
        let begins_with = line.numbers.map(|numbers| numbers.first);
        let begins_with = begins_with.filter(|&first| !goes_on && first != 1);
        let has_gap = line.numbers.is_some_and(|numbers| numbers.have_gap);
        let gap = has_gap.then(|| "the numbers of the moves do not fit them".to_owned());
        let of_numbers =
            begins_with.map(|first| format!("the numbers of the game begin with {first}"));
        let messages = of_numbers.into_iter().chain(gap);
        let doubt = |message: String| ParseError::new(ErrorCode::BadPoint, message).over(words);
        messages.map(doubt).collect()
    }

    /// That a colour on a line is not the one whose turn it is.
    pub(super) fn doubt_of_colors(
        &self,
        line: &RecordLine,
        words: &[Character],
    ) -> Option<ParseError> {
        let count = self.setup.moves.len();
        let named = line.named_moves().into_iter();
        let mut turns = named.map(|(at, word)| (word, self.setup.to_play_after(count + at)));
        let (word, turn) = turns.find(|(word, turn)| word.color != *turn)?;
        let color = word.color;
        let message = format!("the text gives a move to {color}, but in order it is {turn}'s");
        let place = trimmed(&words[word.places.clone()]);
        Some(ParseError::new(ErrorCode::BadColor, message).over(place))
    }

    /// Whether a line without a number may have the second move of a pair of numbered moves.
    pub(super) fn is_half(&self, words: &[Character]) -> bool {
        let count = self.setup.moves.len();
        let is_stop = |sign: &Character| matches!(sign.char, '.' | '。');
        let words = words.split_last().map_or(
            words,
            |(last, others)| {
                if is_stop(last) { others } else { words }
            },
        );
        // The longest names of points are T20 and pass.
        let is_alone = words.len() <= 4 && words.iter().all(|sign| sign.char.is_alphanumeric());
        let last = self.last_number;
        let by_pairs = last.is_some_and(|number| (number as usize) < count);
        is_alone && by_pairs && count % 2 == 1 && self.is_open()
    }

    /// Whether lines without a number can go on with it.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.state, GameState::Open | GameState::Broken)
    }

    /// Whether a line goes on with this game: by its first number, by a later one, or by the colour of
    /// its move.
    pub(super) fn goes_on_with(&self, line: &RecordLine, words: &[Character]) -> bool {
        let count = self.setup.moves.len() as u32;
        let mut three = words.windows(3);
        let mut is_answer = || three.any(|signs| signs.iter().all(|sign| sign.char == '.'));
        let is_next = |number: u32| {
            number == count + 1
                || number == count / 2 + 1
                || self.is_tagged && self.last_number.is_some_and(|last| number == last + 1)
        };
        match (line.numbers, !line.colors.is_empty()) {
            (Some(numbers), _) if numbers.are_in_front => {
                let is_later = numbers.first > 1 || is_answer() || self.last_number == Some(0);
                is_later && self.last_number.is_some() && is_next(numbers.first)
            }
            (Some(numbers), _) => {
                let is_next = |last: u32| numbers.first == last + 1;
                self.last_number.is_some_and(is_next) && self.is_open()
            }
            (None, true) => {
                let is_list = line.colors.len() == 1 && self.setup.moves.is_empty();
                self.has_colors && (is_list || self.is_open())
            }
            (None, false) => self.is_half(trimmed(words)) || self.is_tagged && self.is_open(),
        }
    }

    /// Whether a line begins with the number 1 again behind one move of that number.
    pub(super) fn begins_again(&self, line: &RecordLine) -> bool {
        let is_first = line.numbers.is_some_and(|numbers| numbers.first == 1);
        is_first && self.last_number == Some(1) && self.setup.moves.len() == 1 && self.is_open()
    }

    /// Whether the numbers of a line leave out one behind those of this game.
    pub(super) fn misses(&self, line: &RecordLine) -> bool {
        let is_ended = self.state == GameState::Ended;
        let numbers = line.numbers.filter(|numbers| numbers.are_in_front);
        let (Some(numbers), Some(last), false) = (numbers, self.last_number, is_ended) else {
            return false;
        };
        let number = numbers.first;
        let is_fresh = number <= 1 || self.state == GameState::BehindBlank && !self.is_tagged;
        let count = self.setup.moves.len() as u32;
        number > last + 1 && number != count + 1 && number != count / 2 + 1 && !is_fresh
    }

    /// Plays a move. Of several fifth moves, the one named again stays.
    pub(super) fn play(
        &mut self,
        point: Option<Point>,
        may_choose: bool,
    ) -> Result<(), ParseError> {
        const FIFTH: usize = 4;
        let moves = &mut self.setup.moves;
        if moves.len() >= MOST_MOVES {
            let message = format!("a game of more than {MOST_MOVES} moves");
            return Err(ParseError::new(ErrorCode::TooLarge, message));
        }
        let may_choose = (may_choose || self.is_tagged)
            && point.is_some()
            && (FIFTH..2 * FIFTH + 4).contains(&moves.len())
            && !self.assumed.has(Assumption::FifthMoveChosen);
        if may_choose && moves[FIFTH..].contains(&point) {
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
