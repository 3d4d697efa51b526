use std::io::IsTerminal;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::settings::as_text;
use crate::batch::{Pick, ReadOptions};
use crate::board::Color;
use crate::geometry::Size;
use crate::notation::{Encoding, Format, Letters, Origin, ParseOptions, StoneMarks};
use crate::position::PositionOverrides;
use crate::render::{Lang, Style};
use crate::rule::Rule;

/// The arguments that every command has.
#[derive(Args, Serialize, Clone, Debug)]
pub struct GlobalArgs {
    /// What the position is.
    #[command(flatten)]
    #[serde(flatten)]
    pub position: PositionArgs,
    /// How the input is read.
    #[command(flatten)]
    #[serde(flatten)]
    pub reading: ReadingArgs,
    /// What the output looks like.
    #[command(flatten)]
    #[serde(flatten)]
    pub output: OutputArgs,
}

/// What the position is, where the input leaves it open or is to be overruled.
#[derive(Args, Serialize, Clone, Debug)]
#[command(next_help_heading = "Position")]
#[serde(rename_all = "kebab-case")]
pub struct PositionArgs {
    /// Rule: renju, standard or freestyle [default: from the input, else renju on 15x15 and
    /// freestyle on other sizes]
    #[arg(short, long, global = true, value_name = "RULE")]
    pub rule: Option<Rule>,

    /// Size of the board, 5 to 20 [default: from the input, else 15]
    #[arg(short, long, global = true, value_name = "N")]
    pub size: Option<Size>,

    /// Side to move, black or white [default: from the input, else from the number of stones]
    #[arg(short, long, global = true, value_name = "COLOR")]
    pub to_move: Option<Color>,

    /// The position after move N of a game, or `all` of them [default: the last]
    #[arg(short = 'n', long = "move", global = true, value_name = "N|all", value_parser = parse_pick)]
    #[serde(rename = "move")]
    pub pick: Option<Pick>,
}

/// How the input is read.
#[derive(Args, Serialize, Clone, Debug)]
#[command(next_help_heading = "Reading")]
#[serde(rename_all = "kebab-case")]
pub struct ReadingArgs {
    /// Format of the input: diagram, unicode, moves, jsonl or katago [default: recognised]
    #[arg(long, global = true, value_name = "FORMAT")]
    pub from: Option<Format>,

    /// Corner of row 1 in the input, bottom-left or top-left; points in arguments and answers
    /// always count from the bottom left, with all letters [default: bottom-left]
    #[arg(long, global = true, value_name = "ORIGIN")]
    pub origin: Option<Origin>,

    /// Column letters of the input, all or skip-i [default: from its headers, else all]
    #[arg(long, global = true, value_name = "LETTERS")]
    pub letters: Option<Letters>,

    /// Characters of the stones, such as black=o,white=x
    #[arg(long, global = true, value_name = "MARKS")]
    pub stones: Option<StoneMarks>,

    /// Encoding of the input, such as gbk [default: recognised]
    #[arg(long, global = true, value_name = "NAME")]
    #[serde(serialize_with = "as_text")]
    pub encoding: Option<Encoding>,
}

/// What the output looks like, and how many threads work on it.
#[derive(Args, Serialize, Clone, Debug)]
#[command(next_help_heading = "Output")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct OutputArgs {
    /// One JSON object per position, one per line
    #[arg(long, global = true)]
    #[serde(skip)]
    pub json: bool,

    /// Add the seconds that each answer took to the JSON
    #[arg(long, global = true)]
    pub timing: bool,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    #[serde(skip)]
    pub color: When,

    /// Language of the output, en or zh [default: from LANG, else en]
    #[arg(long, global = true, value_name = "LANG")]
    #[serde(skip)]
    pub lang: Option<Lang>,

    /// Number of threads [default: all cores]
    #[arg(short = 'j', long, global = true, value_name = "N")]
    #[serde(skip)]
    pub threads: Option<NonZeroUsize>,

    /// Print less on stderr
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    #[serde(skip)]
    pub quiet: bool,

    /// Print more on stderr, such as how the input was read
    #[arg(short, long, global = true)]
    #[serde(skip)]
    pub verbose: bool,
}

/// When colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
pub enum When {
    /// On a terminal, unless `NO_COLOR` is set; with `CLICOLOR_FORCE` also elsewhere
    Auto,
    /// On terminals and in files
    Always,
    /// No colours at all
    Never,
}

fn parse_pick(text: &str) -> Result<Pick, String> {
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
            size: self.position.size,
            origin: self.reading.origin,
            letters: self.reading.letters,
            marks: self.reading.stones,
            encoding: self.reading.encoding,
        }
    }

    /// How records become positions.
    pub(super) fn read_options(&self) -> ReadOptions {
        let PositionArgs {
            rule,
            size,
            to_move,
            pick,
        } = self.position;
        ReadOptions {
            asked: PositionOverrides {
                size,
                rule,
                to_move,
            },
            reading: self.reading(),
            pick: pick.unwrap_or_default(),
        }
    }

    /// How the output looks.
    pub(super) fn style(&self) -> Style {
        Style {
            color: self.is_colored(),
            lang: self.output.lang.unwrap_or_else(lang_of_environment),
        }
    }

    fn is_colored(&self) -> bool {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        match self.output.color {
            When::Always => true,
            When::Never => false,
            When::Auto if is_set("NO_COLOR") => false,
            When::Auto => is_forced || std::io::stdout().is_terminal(),
        }
    }
}

pub(super) fn lang_of_environment() -> Lang {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(std::env::var_os)
        .find(|value| !value.is_empty())
        .and_then(|value| value.to_str()?.parse().ok())
        .unwrap_or_default()
}
