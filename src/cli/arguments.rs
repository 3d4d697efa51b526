//! Arguments that several commands have, how users write them, and how they are serialised as the
//! settings of a run where they do not serialise themselves.

use std::ffi::OsStr;
use std::fmt::{self, Display};
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use console::Term;
use serde::{Serialize, Serializer};

use super::error::CliError;
use super::numbers::{number_in, parse_nodes, parse_time};
use renju::batch::{Naming, Pick, ReadOptions};
use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::limits::Limits;
use renju::notation::{
    self, Encoding, Format, Letters, Origin, PairOrder, ParseOptions, StoneMarks,
};
use renju::position::PositionOverrides;
use renju::render::{self, Lang, Style};
use renju::rule::Rule;
use renju_system::memory;

/// The arguments that every command has.
#[derive(Args, Serialize, Clone, Debug)]
pub(crate) struct GlobalArgs {
    /// What the position is.
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) position: PositionArgs,
    /// How the input is read.
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) reading: ReadingArgs,
    /// What the output looks like.
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) output: OutputArgs,
}

/// What the position is, where the input leaves it open or is to be overruled.
#[derive(Args, Serialize, Clone, Debug)]
#[command(next_help_heading = "Position")]
#[serde(rename_all = "kebab-case")]
pub(crate) struct PositionArgs {
    /// Rule: renju, standard or freestyle [default: from the input, else renju on 15x15 and
    /// freestyle on other sizes]
    #[arg(short, long, global = true, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,

    /// Size of the board, 5 to 20 [default: from the input, else 15]
    #[arg(short, long, global = true, value_name = "N", value_parser = parse_size)]
    pub(crate) size: Option<Size>,

    /// Side to move, black or white [default: from the input, else from the number of stones]
    #[arg(short, long, global = true, value_name = "COLOR")]
    pub(crate) to_move: Option<Color>,

    /// Whether the command can do without a side to move.
    #[arg(skip)]
    #[serde(skip)]
    pub(super) may_leave_side_open: bool,

    /// Whether the command can be asked about a point, by `--at`.
    #[arg(skip)]
    #[serde(skip)]
    pub(super) takes_point: bool,

    /// Whether it is asked about one.
    #[arg(skip)]
    #[serde(skip)]
    pub(super) names_point: bool,

    /// Position after move N of a game, or several: -1 (one before the end), 8..10, 5,9, last, all
    /// [default: last]; FILE@N sets it for one file
    #[arg(short = 'n', long = "move", global = true, value_name = "N")]
    #[serde(rename = "move")]
    pub(crate) pick: Option<Pick>,

    /// Moves to play on top of each position, such as "k8 j9"
    #[arg(long, global = true, value_name = "MOVES")]
    #[serde(serialize_with = "as_text")]
    pub(crate) play: Option<MovesArg>,
}

/// How the input is read.
#[derive(Args, Serialize, Clone, Debug)]
#[command(next_help_heading = "Reading")]
#[serde(rename_all = "kebab-case")]
pub(crate) struct ReadingArgs {
    /// Format of the input, such as moves, sgf or lib; `renju convert --help` lists them [default:
    /// recognised]
    #[arg(long, global = true, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,

    /// Corner of row 1 in the input, bottom-left or top-left; points in arguments and answers
    /// always count from the bottom left, with all letters [default: bottom-left]
    #[arg(long, global = true, value_name = "ORIGIN")]
    pub(crate) origin: Option<Origin>,

    /// Column letters of the input, all or skip-i [default: from its headers, else all]
    #[arg(long, global = true, value_name = "LETTERS")]
    pub(crate) letters: Option<Letters>,

    /// Characters of the stones, such as black=o,white=x
    #[arg(long, global = true, value_name = "MARKS")]
    pub(crate) stones: Option<StoneMarks>,

    /// How to read pairs of numbers such as 8,8: xy is column, row, both from 1; yx is row, column;
    /// xy0 and yx0 count from 0
    #[arg(long, global = true, value_name = "ORDER")]
    pub(crate) pairs: Option<PairOrder>,

    /// Encoding of the input, such as gbk [default: recognised]
    #[arg(long, global = true, value_name = "NAME")]
    #[serde(serialize_with = "as_text")]
    pub(crate) encoding: Option<Encoding>,

    /// Read every line of a tree, from the root to each end, in the order of the file [default: the
    /// main line]
    #[arg(long, global = true)]
    pub(crate) variations: bool,

    /// Refuse position lines with a misspelled field, one letter off a known one, such as "blak"
    #[arg(long, global = true)]
    pub(crate) strict_fields: bool,
}

/// What the output looks like, and how many threads work on it.
#[derive(Args, Serialize, Clone, Debug)]
#[command(next_help_heading = "Output")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct OutputArgs {
    /// One JSON object per position, one per line
    #[arg(long, global = true)]
    #[serde(skip)]
    pub(crate) json: bool,

    /// Add the seconds that each answer took to the JSON
    #[arg(long, global = true)]
    pub(crate) timing: bool,

    /// Columns of tables and lines, where they are not those of the terminal.
    #[arg(skip)]
    #[serde(skip)]
    pub(super) width: Option<usize>,

    /// The columns of a table, where one is written in place of JSON.
    #[arg(skip)]
    #[serde(skip)]
    pub(super) columns: Option<&'static [&'static str]>,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    #[serde(skip)]
    pub(crate) color: When,

    /// Language of the output, en, zh or ja [default: from LANG, else en]
    #[arg(long, global = true, value_name = "LANG")]
    #[serde(skip)]
    pub(crate) lang: Option<Lang>,

    /// Number of threads [default: all cores, 1 for a Gomocup engine]
    #[arg(short = 'j', long, global = true, value_name = "N", value_parser = number_in(NonZeroUsize::MIN..=MAX_THREADS))]
    #[serde(skip)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Print less on stderr
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    #[serde(skip)]
    pub(crate) quiet: bool,

    /// Print more on stderr, such as how the input was read
    #[arg(short, long, global = true)]
    #[serde(skip)]
    pub(crate) verbose: bool,
}

/// When colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless `NO_COLOR` is set; with `CLICOLOR_FORCE` also elsewhere
    Auto,
    /// On terminals and in files
    Always,
    /// No colours at all
    Never,
}

/// A side such as `15`, or both as `15x15`.
fn parse_size(text: &str) -> Result<Size, String> {
    let side = text
        .split_once(['x', 'X'])
        .filter(|(columns, rows)| columns == rows);
    let side = side.map_or(text, |(columns, _)| columns);
    side.parse::<Size>().map_err(|error| error.to_string())
}

/// Moves as users write them.
#[derive(Clone, Debug)]
pub(crate) struct MovesArg {
    text: String,
    moves: Vec<Option<Point>>,
}

impl FromStr for MovesArg {
    type Err = String;

    fn from_str(text: &str) -> Result<MovesArg, String> {
        // Which of them the board has is not known yet.
        let largest = ParseOptions {
            size: Some(Size::MAX),
            ..ParseOptions::default()
        };
        let game = notation::parse_moves(text, &largest);
        let game = game.map_err(|error| error.message)?;
        if game.moves.is_empty() {
            return Err("moves such as \"k8 j9\" are needed".to_owned());
        }
        Ok(MovesArg {
            text: text.to_owned(),
            moves: game.moves,
        })
    }
}

impl Display for MovesArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl GlobalArgs {
    /// How text is read.
    pub(super) fn reading(&self) -> ParseOptions {
        ParseOptions {
            size: self.position.size,
            origin: self.reading.origin,
            letters: self.reading.letters,
            marks: self.reading.stones,
            pairs: self.reading.pairs,
            encoding: self.reading.encoding,
            strict_fields: self.reading.strict_fields,
            keep_unknown: false,
            variations: self.reading.variations,
            game_bytes: None,
        }
    }

    /// These arguments for a question that needs no side to move.
    pub(super) fn with_side_open(&self) -> GlobalArgs {
        let mut global = self.clone();
        global.position.may_leave_side_open = true;
        global
    }

    /// These arguments with tables of this width.
    pub(super) fn with_width(&self, width: WidthArg) -> GlobalArgs {
        let mut global = self.clone();
        global.output.width = width.width.map(usize::from);
        global
    }

    /// How records become positions.
    pub(super) fn read_options(&self) -> ReadOptions {
        let asked = &self.position;
        ReadOptions {
            asked: PositionOverrides {
                size: asked.size,
                rule: asked.rule,
                to_move: asked.to_move,
                may_leave_side_open: asked.may_leave_side_open,
            },
            reading: self.reading(),
            pick: asked.pick.clone().unwrap_or_default(),
            going_on: self.going_on().to_vec(),
            naming: Naming::Place,
        }
    }

    /// The moves to play on top of each position.
    pub(super) fn going_on(&self) -> &[Option<Point>] {
        self.position.play.as_ref().map_or(&[], |play| &play.moves)
    }

    /// The form of the output.
    pub(super) const fn format(&self) -> render::Format {
        if self.output.json {
            render::Format::Json
        } else {
            render::Format::Text
        }
    }

    /// How the output looks.
    pub(super) fn style(&self) -> Style {
        Style {
            color: self.is_colored(),
            lang: self.output.lang.unwrap_or_else(lang_of_environment),
            verbose: self.output.verbose,
            width: self
                .output
                .width
                .or_else(terminal_columns)
                .or_else(columns_of_environment),
        }
    }

    fn is_colored(&self) -> bool {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        let has_colors = || {
            let term = std::env::var_os("TERM");
            std::io::stdout().is_terminal() && knows_colors(term.as_deref())
        };
        match self.output.color {
            When::Always => true,
            When::Never => false,
            When::Auto if is_set("NO_COLOR") => false,
            When::Auto => is_forced || has_colors(),
        }
    }
}

/// Whether a terminal that `TERM` calls this knows colours. Windows names none.
fn knows_colors(term: Option<&OsStr>) -> bool {
    match term.filter(|term| !term.is_empty()) {
        Some(term) => term != "dumb",
        None => cfg!(not(unix)),
    }
}

/// The width of tables.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct WidthArg {
    /// Maximum width of tables and lines, in columns [default: that of the terminal; no limit if
    /// the output is not a terminal]
    #[arg(long, value_name = "N", value_parser = number_in(20u16..=u16::MAX))]
    width: Option<u16>,
}

/// The columns of standard output, if it is a terminal.
pub(super) fn terminal_columns() -> Option<usize> {
    let (_, columns) = Term::stdout().size_checked()?;
    Some(columns.into())
}

/// The columns that `COLUMNS` names, for output that goes through a pipe.
pub(super) fn columns_of_environment() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok()?.parse().ok()?;
    Some(columns).filter(|&columns| columns > 0)
}

/// The language of the locale; English where there is none of it, or where what is written is not UTF-8.
pub(super) fn lang_of_environment() -> Lang {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(std::env::var_os)
        .find(|value| !value.is_empty());
    locale
        .and_then(|locale| lang_of(locale.to_str()?))
        .unwrap_or_default()
}

/// The language of a locale such as `zh_CN.UTF-8`, whose letters can be shown there.
fn lang_of(locale: &str) -> Option<Lang> {
    let letters = locale.split('@').next()?.split_once('.');
    let letters = letters.map_or("UTF-8", |(_, letters)| letters);
    let is_utf_8 = letters.replace('-', "").eq_ignore_ascii_case("utf8");
    locale.parse().ok().filter(|_| is_utf_8)
}

/// The time limit of a search that has no other limit.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// How much a search may take.
#[derive(Args, Serialize, Clone, Copy, Debug, Default)]
pub(super) struct LimitArgs {
    /// Stop after about N nodes, such as 500, 20k, 1.5M or 1e6; with one thread the answer is then
    /// the same on every machine
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub(super) nodes: Option<u64>,

    /// Stop after a time, such as 500ms, 2s, 0.5 or 1m30s; 5 is five seconds
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    #[serde(serialize_with = "as_time")]
    pub(super) time: Option<Duration>,
}

impl LimitArgs {
    /// The limits that were given.
    pub(super) const fn limits(self) -> Limits {
        Limits {
            nodes: self.nodes,
            time: self.time,
        }
    }
}

/// The number of threads that was asked for, else one for each core.
pub(super) fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.map_or_else(cores, NonZeroUsize::get)
}

/// The cores of this machine that the program may use.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The most threads that can be asked for; more would only take turns.
const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(256).unwrap();

/// MiB of a hash table, alone and in a batch.
pub(super) const DEFAULT_HASH: [u32; 2] = [64, 16];

/// The most that the solvers of a search take in addition to its hash table, in bytes: a quarter of its size.
const MAX_SOLVER_BYTES: usize = 24 << 20;

/// What a search takes for everything else, in bytes.
const SEARCH_BYTES: usize = 4 << 20;

/// The bytes of a hash table of `mib` MiB, of which there are to be `tables`.
///
/// # Errors
///
/// If there is not so much memory, or none left for what searches and solvers take in addition.
pub(super) fn hash_bytes(mib: u32, tables: usize) -> Result<usize, CliError> {
    let bytes = usize::try_from(u64::from(mib) << 20).unwrap_or(usize::MAX);
    let each = bytes.saturating_add(MAX_SOLVER_BYTES.min(bytes / 4) + SEARCH_BYTES);
    if memory::is_left(each.saturating_mul(tables)) {
        return Ok(bytes);
    }
    let error = CliError::usage(match tables {
        1 => format!("there is not enough memory for --hash: {mib} MiB"),
        _ => format!("there is not enough memory for --hash: {tables} times {mib} MiB"),
    });
    Err(if tables > 1 {
        error.hint("each thread has tables of its own; a smaller --hash or -j helps")
    } else {
        error
    })
}

/// Which sides an answer is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SideArg {
    Black,
    White,
    Both,
}

impl SideArg {
    /// The one side, or `None` for both.
    pub(super) const fn color(self) -> Option<Color> {
        match self {
            SideArg::Black => Some(Color::Black),
            SideArg::White => Some(Color::White),
            SideArg::Both => None,
        }
    }
}

/// A value as it is displayed.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
pub(super) fn as_text<T: Display, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

/// A time as users write it, such as `1s 500ms`.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
pub(super) fn as_time<S: Serializer>(
    time: &Option<Duration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    as_text(&time.map(humantime::format_duration), serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_without_a_name_and_a_dumb_one_know_no_colors() {
        let knows = |term: &'static str| knows_colors(Some(OsStr::new(term)));
        assert!(knows("xterm-256color") && knows("vt100"));
        assert!(!knows("dumb"));
        assert_eq!(knows(""), cfg!(not(unix)));
        assert_eq!(knows_colors(None), cfg!(not(unix)));
    }

    #[test]
    fn a_locale_has_a_language_if_its_letters_can_be_shown() {
        let name = |locale| lang_of(locale).map(Lang::name);
        for chinese in [
            "zh_CN.UTF-8",
            "zh_CN.utf8",
            "zh_TW.UTF-8@radical",
            "zh_CN",
            "zh",
        ] {
            assert_eq!(name(chinese), Some("zh"), "{chinese}");
        }
        for other in [
            "zh_CN.GBK",
            "zh_CN.GB18030",
            "zh_CN.gb2312@x",
            "fr_FR.UTF-8",
            "",
            ".",
        ] {
            assert_eq!(name(other), None, "{other}");
        }
        assert_eq!(name("C"), Some("en"));
    }
}
