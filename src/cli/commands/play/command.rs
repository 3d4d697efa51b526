//! Parser for typed input in `play`: points, numbers, and words in English or Chinese.

use std::path::PathBuf;

use thiserror::Error;

use renju::geometry::{Point, Size};
use renju::named_enum::named_enum;

/// What a person types in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand {
    /// A stone, an offer, or the choice of one.
    Point(Point),
    /// `H8!`: a move that is known to be forbidden.
    Insist(Point),
    /// How many fifth moves are offered.
    Count(u8),
    /// `undo 3`: takes back this number of steps.
    TakeBack(usize),
    Save(Option<PathBuf>),
    Load(PathBuf),
    Word(PlayWord),
}

named_enum! {
    /// The words of a game, which take nothing behind them.
    pub(super) enum PlayWord: "play_word" {
        /// Takes back one's own last move, and what was played after it.
        Undo = "undo" | "back" | "悔棋",
        /// Takes back two moves, or one if there is only one.
        TakeBackTwo = "re",
        /// The best move, with its line.
        Hint = "hint" | "提示",
        /// What the other side threatens.
        Threats = "threats" | "threat" | "威胁",
        /// Which points are forbidden, and why.
        Forbidden = "forbidden" | "why" | "禁手",
        /// White says that the last move was forbidden.
        Claim = "claim" | "指禁",
        /// Gives the game up.
        Resign = "resign" | "认输",
        /// Offers a draw.
        Draw = "draw" | "和棋",
        /// Agrees: to a draw, or to change sides.
        Yes = "yes" | "y" | "swap" | "accept" | "是",
        /// Does not agree.
        No = "no" | "n" | "keep" | "decline" | "否",
        /// Takes the black stones.
        Black = "black" | "黑",
        /// Takes the white stones.
        White = "white" | "白",
        /// Puts two more stones.
        Two = "two" | "两子",
        /// Offers ten fifth moves.
        Ten = "ten" | "十打",
        /// Lets the computers wait.
        Pause = "pause" | "暂停",
        /// Lets the computer make one move.
        Step = "step" | "单步",
        /// Lets the computers go on.
        Continue = "go" | "continue" | "继续",
        /// The board and the state of the game.
        Board = "board" | "show" | "棋盘",
        /// The moves so far.
        Moves = "moves" | "棋谱",
        /// What can be typed.
        Help = "help" | "?" | "帮助",
        /// Ends the program; the game is saved.
        Quit = "quit" | "exit" | "q" | "退出",
    }
}

/// A line that is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum CommandError {
    #[error("{point} is off the board, which ends at {corner}")]
    OffBoard { point: Point, corner: Point },
    #[error("{0:?} is neither a point, such as H8, nor a word of the game; ? lists these")]
    Unknown(String),
    #[error("load needs the name of a file")]
    NoFile,
    #[error("undo takes back from 1 to 400 moves")]
    Count,
}

impl PlayCommand {
    /// The command of a line; `None` for a blank one.
    pub(super) fn parse(line: &str, size: Size) -> Result<Option<PlayCommand>, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let lower = word.to_lowercase();
        let command = match lower.as_str() {
            "" => return Ok(None),
            "save" | "保存" => PlayCommand::Save((!rest.is_empty()).then(|| rest.into())),
            "load" | "打开" if rest.is_empty() => return Err(CommandError::NoFile),
            "load" | "打开" => PlayCommand::Load(rest.into()),
            "undo" | "back" if !rest.is_empty() => {
                let count = rest.parse().ok().filter(|count| (1..=400).contains(count));
                PlayCommand::TakeBack(count.ok_or(CommandError::Count)?)
            }
            _ => PlayCommand::of_one_word(&lower, line, size)?,
        };
        Ok(Some(command))
    }

    fn of_one_word(lower: &str, line: &str, size: Size) -> Result<PlayCommand, CommandError> {
        let unknown = || CommandError::Unknown(line.chars().take(40).collect());
        if line.split_whitespace().count() > 1 {
            return Err(unknown());
        }
        if let Ok(word) = lower.parse() {
            return Ok(PlayCommand::Word(word));
        }
        if let Ok(count) = lower.parse() {
            return Ok(PlayCommand::Count(count));
        }
        let (name, insists) = match lower.strip_suffix(['!', '！']) {
            Some(name) => (name, true),
            None => (lower, false),
        };
        let point: Point = name.parse().map_err(|_| unknown())?;
        if !point.is_on(size) {
            let corner = size.points().last().unwrap_or(point);
            return Err(CommandError::OffBoard { point, corner });
        }
        Ok(if insists {
            PlayCommand::Insist(point)
        } else {
            PlayCommand::Point(point)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<PlayCommand>, CommandError> {
        PlayCommand::parse(line, Size::RENJU)
    }

    #[test]
    fn lines_are_points_words_or_numbers() {
        let point = "H8".parse().unwrap();
        assert_eq!(parsed(" h8\r\n"), Ok(Some(PlayCommand::Point(point))));
        assert_eq!(parsed("H8!"), Ok(Some(PlayCommand::Insist(point))));
        assert_eq!(parsed("  "), Ok(None));
        assert_eq!(
            parsed("RE"),
            Ok(Some(PlayCommand::Word(PlayWord::TakeBackTwo)))
        );
        assert_eq!(
            parsed("认输"),
            Ok(Some(PlayCommand::Word(PlayWord::Resign)))
        );
        assert_eq!(parsed("3"), Ok(Some(PlayCommand::Count(3))));
        assert_eq!(parsed("undo 3"), Ok(Some(PlayCommand::TakeBack(3))));
        assert_eq!(
            parsed("save my game.sgf"),
            Ok(Some(PlayCommand::Save(Some("my game.sgf".into()))))
        );
    }

    #[test]
    fn other_lines_are_refused_with_a_way_out() {
        let off = parsed("p16").unwrap_err().to_string();
        assert_eq!(off, "P16 is off the board, which ends at O15");
        for line in ["h8 i9", "hh", "load", "undo 0", "undo x", "999", "\0"] {
            assert!(parsed(line).is_err(), "{line:?}");
        }
    }
}
