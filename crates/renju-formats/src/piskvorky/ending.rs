//! The end of a `.psq` or `.rec` file: player names, the code of the result, and the lines that
//! archives append.

use crate::move_list::MoveList;
use crate::{ErrorCode, ParseError, TextLine, excerpt, properties};
use renju_core::counted::counted;
use renju_core::position::GameInfo;
use renju_core::rule::Rule;

use super::numbers::{is_code, is_move};

/// A name that is not known.
pub(super) const UNKNOWN: &str = "?";
/// Private: the number of the player who moves first, where it is not 0.
pub(super) const FIRST: &str = "PSQFIRST";
/// Private: the code that the manager ended the game with, where it is not -1.
pub(super) const END: &str = "PSQEND";
/// The property with the lines behind the end of a game, as archives have them; at most 8 are read.
pub const EXTRA: &str = "PSQEXTRA";
/// The code that is written if none is known: every reader ends a game at it.
pub(super) const USUAL_END: &str = "-1";
/// Lines behind the code that are kept.
pub(super) const EXTRA_LINES: usize = 8;

/// The lines behind the moves of a game: names, a code, and what an archive adds.
#[derive(Default)]
pub(super) struct Ending {
    lines: Vec<TextLine>,
    /// Lines that are too many to be kept.
    left_out: usize,
    /// Lines behind the first that are moves.
    moves: usize,
    /// A line that could not be read.
    error: Option<ParseError>,
}

impl Ending {
    /// Takes a line that is not blank.
    pub(super) fn add(&mut self, line: TextLine) {
        self.moves += usize::from(is_move(&line.text) && !self.lines.is_empty());
        if self.lines.len() < EXTRA_LINES + 3 {
            self.lines.push(line);
        } else {
            self.left_out += 1;
        }
    }

    /// Notes a line that cannot be read.
    pub(super) fn fail(&mut self, error: ParseError) {
        self.error.get_or_insert(error);
    }

    /// Puts what the lines say into `info`; the names as well, if they may begin with two.
    pub(super) fn put_into(
        mut self,
        info: &mut GameInfo,
        may_have_names: bool,
        moves: &mut MoveList,
        warnings: &mut Vec<ParseError>,
    ) {
        if let Some(error) = self.error.take() {
            moves.fail(error);
        }
        if self.moves > 0 {
            moves.fail(self.no_move());
            moves.leave_out(self.moves);
            return;
        }
        let mut texts: Vec<&str> = self.lines.iter().map(|line| line.text.trim()).collect();
        let is_code = |text: Option<&&str>| text.is_some_and(|text| is_code(text));
        let name_count = match texts.as_slice() {
            _ if !may_have_names || is_code(texts.first()) => 0,
            _ if is_code(texts.get(1)) && !is_code(texts.get(2)) => 1,
            _ => texts.len().min(2),
        };
        let names: Vec<&str> = texts.drain(..name_count).collect();
        if is_code(texts.first()) {
            let code = texts.remove(0);
            if code != USUAL_END {
                properties::add(info, END, &[code]);
            }
        } else {
            warnings.push(self.has_no_code());
        }
        let kept = texts.len().min(EXTRA_LINES);
        if kept > 0 {
            properties::add(info, EXTRA, &texts[..kept]);
        }
        let more = texts.len() - kept + self.left_out;
        if more > 0 {
            let lines = counted(
                more,
                "more line after the game is",
                "more lines after the game are",
            );
            let message = format!("{lines} left out");
            warnings.push(ParseError::new(ErrorCode::BadFile, message));
        }
        if may_have_names {
            let mut names = [0, 1].map(|at| names.get(at).copied().and_then(known));
            if !properties::values(info, FIRST).is_empty() {
                names.reverse();
            }
            [info.black_player, info.white_player] = names;
        }
    }

    fn no_move(&self) -> ParseError {
        let line = &self.lines[0];
        let message = format!("{:?} is no move", excerpt(&line.text));
        ParseError::new(ErrorCode::BadPoint, message)
            .hint("a move is x,y,milliseconds, the last of which may be missing")
            .at(1, line.text.chars().count())
            .on(line)
    }

    fn has_no_code(&self) -> ParseError {
        let message = "no line with a number, such as -1, ends the game: the file may be cut off";
        let error = ParseError::new(ErrorCode::BadFile, message);
        match self.lines.last() {
            Some(line) => error.on(line),
            None => error,
        }
    }
}

/// The rule that the name of a league begins with: `0,Freestyle15_1`.
pub(super) fn rule_of_league(info: &GameInfo) -> Option<Rule> {
    let extra = properties::texts(Some(info), EXTRA);
    let (_, league) = extra.first()?.split_once(',')?;
    let league = league.trim_start().to_ascii_lowercase();
    let mut rules = [Rule::Freestyle, Rule::Standard, Rule::Renju].into_iter();
    rules.find(|rule| league.starts_with(rule.name()))
}

/// A name, unless it says that it is not known.
pub(super) fn known(name: &str) -> Option<String> {
    let name = name.trim();
    (!name.is_empty() && name != UNKNOWN).then(|| name.to_owned())
}
