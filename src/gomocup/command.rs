use crate::geometry::Size;
use crate::named_enum::named_enum;
use crate::notation::{GomocupPoint, excerpt};
use crate::rule::Rule;

/// A line of the manager, parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GomocupCommand {
    /// A game on an empty board of that side begins.
    Start(Size),
    /// A game on an empty board of the last size begins.
    Restart,
    /// Make the first move.
    Begin,
    /// The opponent has played there; a move is asked for.
    Turn(GomocupPoint),
    /// This stone is taken back.
    TakeBack(GomocupPoint),
    /// Stones follow, until [`Done`](GomocupCommand::Done).
    Board,
    /// A stone that follows `BOARD`.
    Stone(GomocupPoint, Owner),
    /// The board is complete; a move is asked for.
    Done,
    /// The rule of the game.
    Rule(Rule),
    /// A limit or another number.
    Info(Info, i64),
    /// Name and version of the engine are asked for.
    About,
    /// The best move so far is asked for.
    Stop,
    /// The session is over.
    End,
    /// An empty line, or a setting that has no effect.
    Nothing,
}

/// The side that a stone of the board belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Own,
    Opponent,
}

named_enum! {
    /// The numbers of `INFO` lines that have an effect.
    pub(super) enum Info: "setting" {
        /// Milliseconds for each move.
        TimeoutTurn = "timeout_turn",
        /// Milliseconds for a game, 0 without limit.
        TimeoutMatch = "timeout_match",
        /// Milliseconds for the rest of the game.
        TimeLeft = "time_left",
        /// Bytes of memory for the whole program, 0 without limit.
        MaxMemory = "max_memory",
        /// Threads to search with.
        Threads = "thread_num",
        /// Nodes to search for each move.
        MaxNodes = "max_node",
        /// Depth of the search in plies.
        MaxDepth = "max_depth",
    }
}

impl GomocupCommand {
    /// Reads a line, whatever its case and ending.
    ///
    /// # Errors
    ///
    /// The answer to a line that is no command, or has wrong arguments.
    pub(super) fn parse(line: &str) -> Result<GomocupCommand, String> {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if name.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-') {
            return stone(line);
        }
        Ok(match name.to_ascii_uppercase().as_str() {
            "START" => GomocupCommand::Start(side(rest)?),
            "RECTSTART" => GomocupCommand::Start(square(rest)?),
            "RESTART" => GomocupCommand::Restart,
            "BEGIN" => GomocupCommand::Begin,
            "TURN" => GomocupCommand::Turn(at(name, rest)?),
            "TAKEBACK" => GomocupCommand::TakeBack(at(name, rest)?),
            "BOARD" => GomocupCommand::Board,
            "DONE" => GomocupCommand::Done,
            "INFO" => info(rest)?,
            "ABOUT" => GomocupCommand::About,
            "STOP" | "YXSTOP" => GomocupCommand::Stop,
            "END" => GomocupCommand::End,
            "" => GomocupCommand::Nothing,
            _ => return Err(format!("UNKNOWN {}", excerpt(name))),
        })
    }
}

fn side(text: &str) -> Result<Size, String> {
    let text = text.trim();
    let side = text.parse().ok().and_then(Size::new);
    side.ok_or_else(|| format!("ERROR START takes a side of 5 to 20, not {text:?}"))
}

fn square(text: &str) -> Result<Size, String> {
    match text.split_once(',') {
        Some((width, height)) if width.trim() == height.trim() => side(width),
        _ => Err("ERROR only square boards are supported".to_owned()),
    }
}

fn at(name: &str, text: &str) -> Result<GomocupPoint, String> {
    let name = name.to_ascii_uppercase();
    GomocupPoint::parse(text).ok_or_else(|| format!("ERROR {name} takes a point such as 7,7"))
}

/// `x,y,1` for a stone of ours, `x,y,2` for one of the opponent's; `3` marks rows that are over.
fn stone(line: &str) -> Result<GomocupCommand, String> {
    let parsed = line
        .rsplit_once(',')
        .and_then(|(place, owner)| Some((GomocupPoint::parse(place)?, owner.trim())));
    match parsed {
        Some((at, "1")) => Ok(GomocupCommand::Stone(at, Owner::Own)),
        Some((at, "2")) => Ok(GomocupCommand::Stone(at, Owner::Opponent)),
        Some((_, "3")) => Ok(GomocupCommand::Nothing),
        _ => Err(format!("ERROR {line:?} is no stone such as 7,7,1")),
    }
}

fn info(text: &str) -> Result<GomocupCommand, String> {
    let text = text.trim();
    let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let number = || {
        let number = value.trim().parse::<i64>();
        number.map_err(|_| format!("ERROR INFO {key} takes a number"))
    };
    if key.eq_ignore_ascii_case("rule") {
        return Ok(GomocupCommand::Rule(rule(number()?)?));
    }
    match key.parse() {
        Ok(info) => Ok(GomocupCommand::Info(info, number()?)),
        Err(_) => Ok(GomocupCommand::Nothing),
    }
}

fn rule(code: i64) -> Result<Rule, String> {
    match code {
        0 => Ok(Rule::Freestyle),
        1 => Ok(Rule::Standard),
        // 4 is the tournament's code, 2 that of Yixin-Board.
        2 | 4 => Ok(Rule::Renju),
        _ => Err(format!(
            "ERROR rule {code} is not supported; 0 freestyle, 1 standard, 4 renju"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> GomocupCommand {
        GomocupCommand::parse(line).unwrap_or_else(|error| panic!("{line}: {error:?}"))
    }

    #[test]
    fn case_blanks_and_line_ends_do_not_matter() {
        assert_eq!(parsed("start 15\r\n"), GomocupCommand::Start(Size::RENJU));
        assert_eq!(
            parsed("  RectStart 20 , 20"),
            GomocupCommand::Start(Size::MAX)
        );
        assert_eq!(
            parsed("turn 3 , 4"),
            GomocupCommand::Turn(GomocupPoint { x: 3, y: 4 })
        );
        assert_eq!(
            parsed("INFO  TIMEOUT_TURN  300 "),
            GomocupCommand::Info(Info::TimeoutTurn, 300)
        );
        assert_eq!(parsed(" \r\n"), GomocupCommand::Nothing);
    }

    #[test]
    fn stones_have_owners() {
        let at = GomocupPoint { x: 0, y: 14 };
        assert_eq!(parsed("0,14,1"), GomocupCommand::Stone(at, Owner::Own));
        assert_eq!(
            parsed("0, 14, 2"),
            GomocupCommand::Stone(at, Owner::Opponent)
        );
        assert_eq!(parsed("0,14,3"), GomocupCommand::Nothing);
    }

    #[test]
    fn what_does_not_matter_is_ignored() {
        for line in [
            "INFO game_type 1",
            "INFO folder /tmp",
            "INFO evaluate 3,3",
            "INFO",
            "INFO x",
        ] {
            assert_eq!(parsed(line), GomocupCommand::Nothing, "{line}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_wrong() {
        for line in [
            "START",
            "START 4",
            "START 21",
            "START fifteen",
            "START 15 15",
            "RECTSTART 15",
            "RECTSTART 15,14",
            "TURN",
            "TURN 7",
            "TURN a,b",
            "TURN 7,7,1",
            "TAKEBACK 7;7",
            "7,7",
            "7,7,4",
            "-",
            "INFO rule 8",
            "INFO rule",
            "INFO timeout_turn soon",
            "INFO timeout_turn 99999999999999999999",
        ] {
            let answer = GomocupCommand::parse(line).unwrap_err();
            assert!(answer.starts_with("ERROR "), "{line}: {answer}");
        }
        for line in ["SWAP2BOARD", "STARTS 15", "☺", "\u{0}"] {
            let answer = GomocupCommand::parse(line).unwrap_err();
            assert!(answer.starts_with("UNKNOWN "), "{line}: {answer}");
        }
    }
}
