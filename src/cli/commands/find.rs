//! `find`: positions and local patterns in a collection of games.

mod pattern;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use clap::Args;

use self::pattern::pattern_of;
use crate::cli::answer_lines::{error_line, json_line};
use crate::cli::arguments::WidthArg;
use crate::cli::error::CliError;
use crate::cli::input::with_close_name;
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::batch::{
    self, Entry, EntryResult, Outputs, Pick, ReadOptions, Record, RecordError, RunOptions,
    WorkResult,
};
use renju::files::stdout;
use renju::geometry::Point;
use renju::notation::ErrorCode;
use renju::questions::find::{FindReport, FindSummary, PatternFinder, winner_of};
use renju::render::{Style, text};

/// Games that cannot be read and are reported one by one.
const TOLD: u64 = 3;

/// Find a position or a local pattern in games, and what was played there
///
/// All eight symmetries of the board and both colours are tried. Exit code 0: found; 1: not found;
/// 3: some games could not be read.
#[derive(Args, Clone, Debug)]
pub(crate) struct FindArgs {
    /// The moves that lead to a position, such as "h8 i9", in any order; a file with a position; or
    /// a diagram with ? for any point, as a file or with / between its rows, such as "?XX?/?O.?". A
    /// diagram that is smaller than the board may lie anywhere
    pattern: String,

    /// Files with games, or folders of them [default: standard input]
    games: Vec<PathBuf>,

    /// Only the pattern as it is: not turned, not mirrored, colours not swapped
    #[arg(long)]
    exact: bool,

    /// Let the points of a diagram that are not ? lie anywhere, in the same arrangement
    #[arg(long)]
    anywhere: bool,

    /// Only the summary, without a line for each hit
    #[arg(long)]
    summary: bool,

    #[command(flatten)]
    width: WidthArg,
}

pub(crate) fn run(args: &FindArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &global.with_width(args.width).with_side_open();
    let pattern = pattern_of(&args.pattern, args.anywhere, global)?;
    let refused = |error: renju::questions::find::NoPattern| CliError::usage(error.to_string());
    let search = GameSearch {
        finder: PatternFinder::new(&pattern, args.exact).map_err(refused)?,
        read_options: ReadOptions {
            pick: Pick::Last,
            ..global.read_options()
        },
        is_json: global.output.json,
        style: global.style(),
        tells_hits: !args.summary,
        global,
        summary: Mutex::new(FindSummary::new()),
    };
    let input = InputArgs {
        positions: args.games.clone(),
        moves: None,
    };
    let is_move = |path: &&PathBuf| {
        path.to_str()
            .is_some_and(|name| name.parse::<Point>().is_ok())
    };
    if let Some(played) = args
        .games
        .iter()
        .find(is_move)
        .filter(|path| !path.exists())
    {
        let error = CliError::usage(format!("there is no file {}", played.display()));
        let moves = format!("{} {}", args.pattern, played.display());
        return Err(error.hint(format!("put several moves in quotes: renju find {moves:?}")));
    }
    input.refuse_missing()?;
    let records = input.records(global)?.records;
    let mut out = BufWriter::new(stdout());
    let outputs = Outputs {
        lines: &mut out,
        trees: &mut io::sink(),
        written: &mut |_| Ok(()),
    };
    let options = RunOptions {
        threads: global.output.threads,
        ..RunOptions::default()
    };
    batch::run(
        records,
        |record| search.work(record),
        options,
        outputs,
        |_| (),
    )?;
    search.end(&mut out)
}

/// A search for a pattern in games, as far as it has come.
struct GameSearch<'a> {
    finder: PatternFinder,
    read_options: ReadOptions,
    is_json: bool,
    style: Style,
    tells_hits: bool,
    global: &'a GlobalArgs,
    summary: Mutex<FindSummary>,
}

impl GameSearch<'_> {
    /// Looks through the games of a record, and writes a line for each hit.
    fn work(&self, record: Record) -> WorkResult {
        let mut result = WorkResult::default();
        for entry in record.entries(&self.read_options) {
            self.look(entry, &mut result);
        }
        result
    }

    fn look(&self, entry: EntryResult, result: &mut WorkResult) {
        match entry {
            Ok(entry) => {
                let hits = self.hits(&entry);
                if self.tells_hits {
                    for hit in &hits {
                        result.text.extend(self.line(hit));
                    }
                }
                let fits = self.finder.fits(entry.position.board().size());
                self.with_summary(|summary| summary.add(&hits, fits));
                result.done += 1;
            }
            Err(error) if self.is_of_other_size(&error) => {
                self.with_summary(|summary| summary.add(&[], false));
                result.done += 1;
            }
            Err(error) => {
                self.not_read(error, result);
                result.failed += 1;
            }
        }
    }

    /// Whether the board of a game is another one than `--size` says.
    fn is_of_other_size(&self, error: &RecordError) -> bool {
        self.read_options.asked.size.is_some() && error.error.code == ErrorCode::BadSize
    }

    fn hits(&self, entry: &Entry) -> Vec<FindReport> {
        let size = entry.position.board().size();
        let hits = self.finder.find(&entry.setup, size);
        if hits.is_empty() {
            return Vec::new();
        }
        let winner = winner_of(&entry.setup, &entry.position);
        let report = |hit| FindReport::new(&entry.id, size, hit, winner);
        hits.iter().map(report).collect()
    }

    fn line(&self, hit: &FindReport) -> Vec<u8> {
        if self.is_json {
            json_line(hit)
        } else {
            text(hit, self.style).into_bytes()
        }
    }

    /// Tells of a game that cannot be read; many are only counted on stderr.
    fn not_read(&self, error: Box<RecordError>, result: &mut WorkResult) {
        let error = with_close_name(error);
        let before = self.with_summary(|summary| {
            summary.not_read += 1;
            summary.not_read - 1
        });
        if before < TOLD {
            diagnostics::print_record(&error, self.global);
        }
        if self.is_json {
            result.text.extend(error_line(&error));
        }
    }

    fn with_summary<T>(&self, change: impl FnOnce(&mut FindSummary) -> T) -> T {
        let summary = self.summary.lock();
        change(&mut summary.unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes what it all comes to.
    fn end(self, out: &mut impl Write) -> Result<Exit, CliError> {
        let summary = self.summary.into_inner();
        let summary = summary.unwrap_or_else(PoisonError::into_inner).finished();
        let last = if self.is_json {
            json_line(&summary)
        } else {
            text(&summary, self.style).into_bytes()
        };
        out.write_all(&last)?;
        out.flush()?;
        Ok(if summary.not_read > 0 {
            Exit::SomeFailed
        } else if summary.hits > 0 {
            Exit::Done
        } else {
            Exit::No
        })
    }
}
