//! Parses `INFO` lines of a Gomocup manager: the rule, time limits, memory and search settings.

use std::ops::RangeInclusive;

use renju_core::named_enum::named_enum;
use renju_core::rule::Rule;
use renju_formats::{GomocupPoint, excerpt};

/// An `INFO` line, parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Info {
    /// The rule of the game.
    Rule(Rule),
    /// A limit or another number.
    Number(Setting, i64),
    /// What is this point worth?
    Evaluate(GomocupPoint),
    /// A setting that has no effect here.
    Ignored,
}

named_enum! {
    /// The numbers of `INFO` lines that have an effect.
    pub(super) enum Setting: "setting" {
        /// Milliseconds for each move.
        TimeoutTurn = "timeout_turn",
        /// Milliseconds for a game, 0 without limit.
        TimeoutMatch = "timeout_match",
        /// Milliseconds for the rest of the game.
        TimeLeft = "time_left",
        /// Milliseconds that are added after each move.
        TimeIncrement = "time_increment",
        /// Bytes of memory for the whole program, 0 without limit.
        MaxMemory = "max_memory",
        /// KiB of memory for the transposition table.
        HashSize = "hash_size",
        /// Threads to search with.
        Threads = "thread_num",
        /// Nodes to search for each move, 0 or -1 without limit.
        MaxNodes = "max_node",
        /// Depth of the search in plies, 0 or -1 without limit.
        MaxDepth = "max_depth",
        /// What is printed while a search runs.
        ShowDetail = "show_detail",
        /// 1 to search on the opponent's time.
        Pondering = "pondering",
    }
}

impl Setting {
    /// The numbers that mean something.
    const fn range(self) -> RangeInclusive<i64> {
        match self {
            // A clock that has run over is told as it is.
            Setting::TimeLeft => i64::MIN..=i64::MAX,
            Setting::TimeoutTurn
            | Setting::TimeoutMatch
            | Setting::TimeIncrement
            | Setting::MaxMemory
            | Setting::HashSize => 0..=i64::MAX,
            Setting::Threads => 1..=i64::MAX,
            // Yixin-Board sends -1 where there is no limit.
            Setting::MaxNodes | Setting::MaxDepth => -1..=i64::MAX,
            Setting::ShowDetail => 0..=3,
            Setting::Pondering => 0..=1,
        }
    }

    /// # Errors
    ///
    /// What the setting takes.
    fn parse(self, value: &str) -> Result<i64, String> {
        let range = self.range();
        let number = value.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            let value = excerpt(value);
            format!(
                "ERROR INFO {self} takes a whole number from {least} to {most}, not \"{value}\""
            )
        })
    }
}

impl Info {
    /// Reads what follows the word `INFO`.
    ///
    /// # Errors
    ///
    /// The answer to a setting that has an effect and a wrong value.
    pub(super) fn parse(text: &str) -> Result<Info, String> {
        let text = text.trim();
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        match key.to_ascii_lowercase().as_str() {
            "rule" => rule(value).map(Info::Rule),
            "evaluate" => GomocupPoint::parse(value)
                .map(Info::Evaluate)
                .ok_or_else(|| "ERROR INFO evaluate takes a point such as 7,7".to_owned()),
            key => match key.parse::<Setting>() {
                Ok(setting) => Ok(Info::Number(setting, setting.parse(value)?)),
                Err(_) => Ok(Info::Ignored),
            },
        }
    }
}

fn rule(code: &str) -> Result<Rule, String> {
    match code.parse() {
        Ok(0) => Ok(Rule::Freestyle),
        Ok(1) => Ok(Rule::Standard),
        // 4 is the tournament's code, 2 that of Yixin-Board.
        Ok(2 | 4) => Ok(Rule::Renju),
        _ => Err(format!(
            "ERROR rule \"{}\" is not supported; 0 freestyle, 1 standard, 4 renju",
            excerpt(code)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_any_case_and_blanks_around_them() {
        let parsed = Info::parse("  TIMEOUT_TURN  300 ");
        assert_eq!(parsed, Ok(Info::Number(Setting::TimeoutTurn, 300)));
        assert_eq!(Info::parse("Rule 2"), Ok(Info::Rule(Rule::Renju)));
        let at = GomocupPoint { x: 7, y: 8 };
        assert_eq!(Info::parse("evaluate 7 , 8"), Ok(Info::Evaluate(at)));
    }

    #[test]
    fn what_does_not_matter_is_ignored() {
        for text in [
            "game_type 1",
            "folder /tmp",
            "folder",
            "caution_factor -5",
            "usedatabase yes",
            "",
            "x",
        ] {
            assert_eq!(Info::parse(text), Ok(Info::Ignored), "{text}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_told_with_the_range() {
        for (text, answer) in [
            (
                "thread_num -3",
                "ERROR INFO thread_num takes a whole number from 1 to 9223372036854775807, not \"-3\"",
            ),
            (
                "SHOW_DETAIL 4",
                "ERROR INFO show_detail takes a whole number from 0 to 3, not \"4\"",
            ),
            (
                "max_node many",
                "ERROR INFO max_node takes a whole number from -1 to 9223372036854775807, not \"many\"",
            ),
            (
                "hash_size 99999999999999999999",
                "ERROR INFO hash_size takes a whole number from 0 to 9223372036854775807, not \"99999999999999999999\"",
            ),
            (
                "rule -1",
                "ERROR rule \"-1\" is not supported; 0 freestyle, 1 standard, 4 renju",
            ),
            (
                "evaluate 7",
                "ERROR INFO evaluate takes a point such as 7,7",
            ),
        ] {
            assert_eq!(Info::parse(text), Err(answer.to_owned()), "{text}");
        }
    }

    #[test]
    fn each_setting_takes_the_ends_of_its_range_and_nothing_else() {
        for setting in Setting::ALL {
            let (least, most) = setting.range().into_inner();
            for number in [least, most] {
                let parsed = Info::parse(&format!("{setting} {number}"));
                assert_eq!(parsed, Ok(Info::Number(setting, number)));
            }
            for wrong in [
                "",
                "1.5",
                "0x10",
                "9e3",
                "7 7",
                "\u{0}",
                "9223372036854775808",
            ] {
                assert!(Info::parse(&format!("{setting} {wrong}")).is_err());
            }
        }
    }
}
