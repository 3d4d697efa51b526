use std::io::IsTerminal;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use crate::batch::{Pick, ReadOptions};
use crate::board::Color;
use crate::geometry::Size;
use crate::notation::{Encoding, Format, Letters, Origin, ParseOptions, StoneMarks};
use crate::position::PositionOverrides;
use crate::render::{Lang, Style};
use crate::rule::Rule;

/// Flags of every command.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct GlobalArgs {
    /// Rule: renju, standard or freestyle [default: what the input says, else renju on 15x15,
    /// freestyle on other sides]
    #[arg(
        short,
        long,
        global = true,
        value_name = "RULE",
        help_heading = "Position"
    )]
    pub rule: Option<Rule>,

    /// Side of the board, 5 to 20 [default: from the input, else 15]
    #[arg(
        short,
        long,
        global = true,
        value_name = "N",
        help_heading = "Position"
    )]
    pub size: Option<Size>,

    /// Side to move, black or white [default: from the input, else from the counts of stones]
    #[arg(
        short,
        long,
        global = true,
        value_name = "COLOR",
        help_heading = "Position"
    )]
    pub to_move: Option<Color>,

    /// The position after move N of a game, or `all` of them [default: the last]
    #[arg(short = 'n', long = "move", global = true, value_name = "N|all", value_parser = pick, help_heading = "Position")]
    pub pick: Option<Pick>,

    /// Format of the input: diagram, unicode, moves, jsonl or katago [default: recognised]
    #[arg(
        long,
        global = true,
        value_name = "FORMAT",
        help_heading = "ParseOptions"
    )]
    pub from: Option<Format>,

    /// Where row 1 of the input is, bottom-left or top-left; points in flags and answers are always
    /// counted from the bottom left, with all letters [default: bottom-left]
    #[arg(
        long,
        global = true,
        value_name = "ORIGIN",
        help_heading = "ParseOptions"
    )]
    pub origin: Option<Origin>,

    /// Letters of the columns of the input, all or skip-i [default: as headers tell, else all]
    #[arg(
        long,
        global = true,
        value_name = "LETTERS",
        help_heading = "ParseOptions"
    )]
    pub letters: Option<Letters>,

    /// Characters of the stones, such as black=o,white=x
    #[arg(
        long,
        global = true,
        value_name = "MARKS",
        help_heading = "ParseOptions"
    )]
    pub stones: Option<StoneMarks>,

    /// Encoding of the input, such as gbk [default: recognised]
    #[arg(
        long,
        global = true,
        value_name = "NAME",
        help_heading = "ParseOptions"
    )]
    pub encoding: Option<Encoding>,

    /// One JSON object per position, one per line
    #[arg(long, global = true, help_heading = "Output")]
    pub json: bool,

    /// Add the seconds that each answer took to the JSON
    #[arg(long, global = true, help_heading = "Output")]
    pub timing: bool,

    /// Colours
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN", help_heading = "Output")]
    pub color: When,

    /// Language of the output, en or zh [default: from LANG, else en]
    #[arg(long, global = true, value_name = "LANG", help_heading = "Output")]
    pub lang: Option<Lang>,

    /// Threads in all [default: all cores]
    #[arg(
        short = 'j',
        long,
        global = true,
        value_name = "N",
        help_heading = "Output"
    )]
    pub threads: Option<NonZeroUsize>,

    /// Say less on stderr
    #[arg(
        short,
        long,
        global = true,
        conflicts_with = "verbose",
        help_heading = "Output"
    )]
    pub quiet: bool,

    /// Say more on stderr, such as how the input was read
    #[arg(short, long, global = true, help_heading = "Output")]
    pub verbose: bool,
}

/// When something is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
pub enum When {
    /// On a terminal that is not told otherwise by `NO_COLOR`, or where `CLICOLOR_FORCE` says so
    Auto,
    /// In any case
    Always,
    /// In no case
    Never,
}

fn pick(text: &str) -> Result<Pick, String> {
    if text == "all" {
        return Ok(Pick::All);
    }
    text.parse()
        .map(Pick::After)
        .map_err(|_| "neither a number of moves nor `all`".to_owned())
}

impl GlobalArgs {
    /// How text is read.
    pub(super) fn reading(&self) -> ParseOptions {
        ParseOptions {
            size: self.size,
            origin: self.origin,
            letters: self.letters,
            marks: self.stones,
            encoding: self.encoding,
        }
    }

    /// How records become positions.
    pub(super) fn read_options(&self) -> ReadOptions {
        let asked = PositionOverrides {
            size: self.size,
            rule: self.rule,
            to_move: self.to_move,
        };
        ReadOptions {
            asked,
            reading: self.reading(),
            pick: self.pick.unwrap_or_default(),
        }
    }

    /// How the output looks.
    pub(super) fn style(&self) -> Style {
        Style {
            color: self.is_colored(),
            lang: self.lang.unwrap_or_else(lang_of_environment),
        }
    }

    fn is_colored(&self) -> bool {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto if is_set("NO_COLOR") => false,
            When::Auto => is_forced || std::io::stdout().is_terminal(),
        }
    }
}

fn lang_of_environment() -> Lang {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(std::env::var_os)
        .find(|value| !value.is_empty())
        .and_then(|value| value.to_str()?.parse().ok())
        .unwrap_or_default()
}
