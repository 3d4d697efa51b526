//! Parses the commands of a Gomocup manager, with those of the Yixin dialect.

use renju_core::geometry::Size;
use renju_formats::{GomocupPoint, excerpt};

use super::info::Info;
use super::point_list::{ListPurpose, Owner};

/// Bytes of a line that may mean something.
pub(super) const LINE_BYTES: usize = 4096;
/// The most lines of play that may be asked for: as many as the largest board has points.
pub(super) const MOST_LINES: usize = 400;
/// Commands of the Yixin dialect that we do not know and that points follow, up to `DONE`.
const UNKNOWN_LISTS: [&str; 14] = [
    "YXBLOCKPATH",
    "YXBLOCKPATHUNDO",
    "YXCLEARBESTMOVEDATABASE",
    "YXDELETEDATABASEALL",
    "YXDELETEDATABASEONE",
    "YXEDITLABELDATABASE",
    "YXEDITTEXTDATABASE",
    "YXEDITTVDDATABASE",
    "YXSETBESTMOVEDATABASE",
    "YXSOOSORVSTEP2",
    "YXSOOSORVSTEP3",
    "YXSOOSORVSTEP4",
    "YXSOOSORVSTEP5",
    "YXSOOSORVSTEP6",
];

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
    /// Points follow, until [`Done`](GomocupCommand::Done).
    List(ListPurpose),
    /// A point of a list, and whose stone is on it.
    Listed(GomocupPoint, Option<Owner>),
    /// A point of a list that does not matter.
    Unlisted,
    /// The list is complete.
    Done,
    /// The best move is asked for, with this number of lines.
    Best(usize),
    /// The move whose value is nearest to this one is asked for.
    Balance(i64),
    /// The forbidden points are asked for.
    ShowForbidden,
    /// What we can be told to use is asked for.
    ShowInfo,
    /// All points may be played again.
    AllowAll,
    /// What is known from earlier searches has to be forgotten.
    ClearTable,
    /// A step of the swap2 opening, from 1 to 3, as Yixin-Board asks for it.
    Swap2Step(u8),
    /// A setting or a question about a point.
    Info(Info),
    /// Name and version of the engine are asked for.
    About,
    /// The best move so far is asked for.
    Stop,
    /// The session is over.
    End,
    /// A line without any words.
    Nothing,
}

impl GomocupCommand {
    /// Reads a line, whatever its case and ending.
    ///
    /// # Errors
    ///
    /// The answer to a line that is no command, or has wrong arguments.
    pub(super) fn parse(line: &str) -> Result<GomocupCommand, String> {
        if line.len() > LINE_BYTES {
            return Err(format!("ERROR a line has at most {LINE_BYTES} bytes"));
        }
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if name.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-') {
            return listed(line);
        }
        let name = name.to_ascii_uppercase();
        Ok(match name.as_str() {
            "START" => GomocupCommand::Start(start(rest)?),
            "RECTSTART" => GomocupCommand::Start(square(rest)?),
            "RESTART" => GomocupCommand::Restart,
            "BEGIN" => GomocupCommand::Begin,
            "TURN" => GomocupCommand::Turn(at(&name, rest)?),
            "TAKEBACK" => GomocupCommand::TakeBack(at(&name, rest)?),
            "BOARD" => GomocupCommand::List(ListPurpose::Board),
            "SWAP2BOARD" => GomocupCommand::List(ListPurpose::Swap2),
            "DONE" => GomocupCommand::Done,
            "INFO" => GomocupCommand::Info(Info::parse(rest)?),
            "ABOUT" => GomocupCommand::About,
            "STOP" => GomocupCommand::Stop,
            "END" => GomocupCommand::End,
            "" => GomocupCommand::Nothing,
            _ => return yixin(&name, rest),
        })
    }
}

/// A command of the Yixin dialect.
fn yixin(name: &str, rest: &str) -> Result<GomocupCommand, String> {
    Ok(match name {
        "YXBOARD" => GomocupCommand::List(ListPurpose::Position),
        "YXBLOCK" => GomocupCommand::List(ListPurpose::Avoid),
        "YXBLOCKUNDO" => GomocupCommand::List(ListPurpose::Allow),
        "YXBLOCKRESET" => GomocupCommand::AllowAll,
        "YXNBEST" => GomocupCommand::Best(line_count(rest)?),
        "YXSEARCHDEFEND" => GomocupCommand::Best(MOST_LINES),
        "YXBALANCEONE" => GomocupCommand::Balance(bias(rest)?),
        "YXSHOWFORBID" => GomocupCommand::ShowForbidden,
        "YXSHOWINFO" => GomocupCommand::ShowInfo,
        "YXHASHCLEAR" => GomocupCommand::ClearTable,
        "YXSTOP" => GomocupCommand::Stop,
        "YXSWAP2STEP1" => GomocupCommand::Swap2Step(1),
        "YXSWAP2STEP2" => GomocupCommand::Swap2Step(2),
        "YXSWAP2STEP3" => GomocupCommand::Swap2Step(3),
        "YXQUERYDATABASEALL"
        | "YXQUERYDATABASEALLT"
        | "YXQUERYDATABASEONE"
        | "YXQUERYDATABASETEXT" => GomocupCommand::List(ListPurpose::Database),
        _ => match UNKNOWN_LISTS.iter().find(|&&list| list == name) {
            Some(list) => GomocupCommand::List(ListPurpose::Unknown(list)),
            None => return Err(format!("UNKNOWN {}", excerpt(name))),
        },
    })
}

/// The side of `START 15`, or of `START 15 15`, which Yixin-Board writes.
fn start(text: &str) -> Result<Size, String> {
    let mut words = text.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(width), Some(height), None) if width == height => side(width),
        (Some(width), Some(height), None) if side(width).is_ok() && side(height).is_ok() => {
            Err("ERROR only square boards are supported".to_owned())
        }
        _ => side(text),
    }
}

fn side(text: &str) -> Result<Size, String> {
    let text = text.trim();
    let side = text.parse().ok().and_then(Size::new);
    side.ok_or_else(|| {
        let text = excerpt(text);
        format!("ERROR START takes a side of 5 to 20, not \"{text}\"")
    })
}

fn square(text: &str) -> Result<Size, String> {
    match text.split_once(',') {
        Some((width, height)) if width.trim() == height.trim() => side(width),
        _ => Err("ERROR only square boards are supported".to_owned()),
    }
}

fn at(name: &str, text: &str) -> Result<GomocupPoint, String> {
    GomocupPoint::parse(text).ok_or_else(|| format!("ERROR {name} takes a point such as 7,7"))
}

/// The number of `YXNBEST`.
fn line_count(text: &str) -> Result<usize, String> {
    let count = text.trim().parse().ok();
    let count = count.filter(|count| (1..=MOST_LINES).contains(count));
    count.ok_or_else(|| format!("ERROR YXNBEST takes a number of moves from 1 to {MOST_LINES}"))
}

/// The number of `YXBALANCEONE`; without one it is 0.
fn bias(text: &str) -> Result<i64, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(0);
    }
    let bias = text.parse::<i32>().map(i64::from);
    bias.map_err(|_| "ERROR YXBALANCEONE takes a value such as 0".to_owned())
}

/// `x,y,1` for a stone of ours, `x,y,2` for one of the opponent's, `x,y` for a point; `3` marks
/// rows that are over.
fn listed(line: &str) -> Result<GomocupCommand, String> {
    if let Some(at) = GomocupPoint::parse(line) {
        return Ok(GomocupCommand::Listed(at, None));
    }
    let parsed = line
        .rsplit_once(',')
        .and_then(|(place, owner)| Some((GomocupPoint::parse(place)?, owner.trim())));
    match parsed {
        Some((at, "1")) => Ok(GomocupCommand::Listed(at, Some(Owner::Own))),
        Some((at, "2")) => Ok(GomocupCommand::Listed(at, Some(Owner::Opponent))),
        Some((_, "3")) => Ok(GomocupCommand::Unlisted),
        _ => Err(format!(
            "ERROR \"{}\" is no stone such as 7,7,1",
            excerpt(line)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomocup::info::Setting;

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
            GomocupCommand::Info(Info::Number(Setting::TimeoutTurn, 300))
        );
        assert_eq!(parsed(" \r\n"), GomocupCommand::Nothing);
    }

    #[test]
    fn points_of_lists_may_have_owners() {
        let at = GomocupPoint { x: 0, y: 14 };
        let [own, opponent] = [Owner::Own, Owner::Opponent].map(Some);
        assert_eq!(parsed("0,14,1"), GomocupCommand::Listed(at, own));
        assert_eq!(parsed("0, 14, 2"), GomocupCommand::Listed(at, opponent));
        assert_eq!(parsed("0 ,14"), GomocupCommand::Listed(at, None));
        assert_eq!(parsed("0,14,3"), GomocupCommand::Unlisted);
    }

    #[test]
    fn the_yixin_dialect_is_read() {
        for (line, command) in [
            ("START 15 15", GomocupCommand::Start(Size::RENJU)),
            ("yxnbest 5", GomocupCommand::Best(5)),
            ("YXSEARCHDEFEND", GomocupCommand::Best(MOST_LINES)),
            ("yxbalanceone", GomocupCommand::Balance(0)),
            ("yxbalanceone -100", GomocupCommand::Balance(-100)),
            ("yxswap2step3", GomocupCommand::Swap2Step(3)),
            ("yxboard", GomocupCommand::List(ListPurpose::Position)),
            (
                "yxquerydatabaseall",
                GomocupCommand::List(ListPurpose::Database),
            ),
            (
                "yxedittvddatabase 1 0 0 0",
                GomocupCommand::List(ListPurpose::Unknown("YXEDITTVDDATABASE")),
            ),
            ("yxstop", GomocupCommand::Stop),
        ] {
            assert_eq!(parsed(line), command, "{line}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_wrong() {
        for line in [
            "START",
            "START 4",
            "START 21",
            "START fifteen",
            "START 15 14",
            "START 15 15 15",
            "RECTSTART 15",
            "RECTSTART 15,14",
            "TURN",
            "TURN 7",
            "TURN a,b",
            "TURN 7,7,1",
            "TAKEBACK 7;7",
            "7,7,4",
            "-",
            "INFO rule 8",
            "INFO rule",
            "INFO timeout_turn soon",
            "INFO timeout_turn 99999999999999999999",
            "YXNBEST",
            "YXNBEST 0",
            "YXNBEST -1",
            "YXNBEST 401",
            "YXNBEST 99999999999999999999",
            "YXBALANCEONE much",
            "YXBALANCEONE 99999999999999999999",
        ] {
            let answer = GomocupCommand::parse(line).unwrap_err();
            assert!(answer.starts_with("ERROR "), "{line}: {answer}");
        }
        for line in ["YXBALANCETWO", "YXDRAW", "STARTS 15", "☺", "\u{0}"] {
            let answer = GomocupCommand::parse(line).unwrap_err();
            assert!(answer.starts_with("UNKNOWN "), "{line}: {answer}");
        }
    }
}
