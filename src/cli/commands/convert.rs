//! Command `convert`: writes games in another format and reports the data that is lost.

mod converted_game;
mod game_file;
mod input_summary;
mod target;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;

use self::converted_game::{Changes, ConvertedGame, Orientation};
#[cfg(all(test, feature = "schema"))]
pub(super) use self::input_summary::ConversionLine;
use self::input_summary::InputSummary;
use self::target::Target;
use crate::cli::answer_lines::error_line;
use crate::cli::drawing::{OverwriteArg, is_folder};
use crate::cli::error::CliError;
use crate::cli::input::{InputRecords, with_close_name};
use crate::cli::interrupt::Interrupt;
use crate::cli::named_file::refuse_existing;
use crate::cli::run_bar::RunBar;
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::batch::{Record, RecordError, RecordId};
use renju::files::stdout;
use renju::geometry::Symmetry;
use renju::notation::{
    Encoding, ErrorCode, Format, Impossible, Lossy, ParseError, WriteError, WriteOptions,
};

/// How often it is shown how far a conversion is.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Write games in another format
///
/// Trees stay trees where both formats have them; what the other format cannot say is named on
/// stderr. A file is written under a temporary name and renamed when it is complete.
#[derive(Args, Clone, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Format of the output: diagram, unicode, markdown, moves, url, jsonl, katago, csv, sgf, lib,
    /// psq, rec, pos, sav, bdt, db, db-csv, gomocup, openings-offset, -pos, -json, -csv, sample-csv,
    /// sample-bin or binpack [default: by the ending of the output file]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    /// Write to this file; to a folder, whose name ends in /, a file for each input [default:
    /// stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Turn or mirror the boards: rot90, rot180, rot270, flip-columns, flip-rows, transpose or
    /// antitranspose
    #[arg(long, value_name = "SYMMETRY")]
    transform: Option<Symmetry>,

    /// Turn or mirror each game so that games with symmetrical last positions come out alike; for a
    /// database, as Rapfi looks positions up
    #[arg(long, conflicts_with = "transform")]
    canonical: bool,

    /// Invent an order for stones without one: black and white in turn, if their counts allow it
    #[arg(long)]
    invent_order: bool,

    /// Write nothing if anything would be left out
    #[arg(long)]
    strict: bool,

    /// Encoding of texts in binary files [default: utf-8]
    #[arg(long, value_name = "NAME")]
    output_encoding: Option<Encoding>,

    #[command(flatten)]
    overwrite: OverwriteArg,
}

/// Time to stop between two records, after Ctrl-C.
const GRACE: Duration = Duration::from_millis(300);

pub(crate) fn run(args: &ConvertArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let to = args.format()?;
    args.check(to, global)?;
    let global = &args.input.going_on(global)?;
    args.input.refuse_missing()?;
    let options = WriteOptions {
        encoding: args.output_encoding,
    };
    let InputRecords { records, bytes, .. } = args.input.games(global)?;
    let bar = RunBar::new(global, bytes, args.file().is_some());
    let is_kept_back = args.strict && args.file().is_none();
    let target = Target::new(
        (args.file(), args.overwrite.overwrite()),
        to,
        options,
        is_kept_back,
    )?;
    let changes = Changes {
        global,
        turn: args.turn(to),
        invent_order: args.invent_order,
        names: matches!(to, Format::Jsonl | Format::Katago | Format::Csv),
    };
    let conversion = Conversion {
        args,
        to,
        changes,
        target,
        bar: &bar,
        input: None,
        exit: Exit::Done,
        is_lossy: false,
    };
    let interrupt = Interrupt::install_with_grace(GRACE)?;
    let (exit, is_interrupted) = interrupt.during(|stop| conversion.run(records, stop));
    bar.clear();
    if is_interrupted {
        return Ok(Exit::Interrupted);
    }
    exit
}

impl ConvertArgs {
    fn format(&self) -> Result<Format, CliError> {
        if let Some(to) = self.to {
            return Ok(to);
        }
        let message = match &self.output {
            Some(path) => {
                let name = path.to_string_lossy();
                let name = name.strip_suffix(".lz4").unwrap_or(&name);
                match Format::of_file_name(name) {
                    Some(format) => return Ok(format),
                    None => format!("the name {} does not tell the format", path.display()),
                }
            }
            None => "the format of the output is missing".to_owned(),
        };
        let written = Format::ALL.into_iter().filter(|format| format.is_written());
        let names: Vec<&str> = written.map(Format::name).collect();
        Err(CliError::usage(message).hint(format!("--to names it: {}", names.join(", "))))
    }

    fn check(&self, to: Format, global: &GlobalArgs) -> Result<(), CliError> {
        if self.output_encoding.is_some() && !matches!(to, Format::Lib | Format::Db) {
            let message = format!("--output-encoding is for lib and db; {to} is written as UTF-8");
            return Err(CliError::usage(message));
        }
        if !to.is_written() {
            return Err(CliError::usage(format!(
                "{to} files are read and not written"
            )));
        }
        match self.file() {
            None if global.output.json => {
                let message =
                    "--json writes a report on each input to stdout, where the games go as well";
                Err(CliError::usage(message).hint("name a file for the games with -o"))
            }
            None if to.is_binary() && io::stdout().is_terminal() => {
                let message = format!("{to} is binary and cannot be shown on a terminal");
                Err(CliError::usage(message).hint("give a file with -o"))
            }
            Some(path) if is_folder(path) => self.refuse_input_folder(path),
            Some(path) => {
                if let Some(ending @ ("gz" | "zst")) = path.extension().and_then(|end| end.to_str())
                {
                    let message = format!("compressed output (.{ending}) is not written");
                    return Err(CliError::usage(message).hint("write to stdout and compress that"));
                }
                self.refuse_folder(path)?;
                refuse_existing(path, self.overwrite.overwrite())
            }
            None => Ok(()),
        }
    }

    /// Where the games go; nowhere for standard output, by whatever name.
    fn file(&self) -> Option<&Path> {
        let is_stdout = |path: &Path| path == Path::new("-") || path == Path::new("/dev/stdout");
        self.output.as_deref().filter(|path| !is_stdout(path))
    }

    /// Refuses a folder that is among the inputs: files would take the place of what is read.
    fn refuse_input_folder(&self, folder: &Path) -> Result<(), CliError> {
        if !folder.is_dir() {
            return Ok(());
        }
        let folders = self.input.positions.iter().filter(|path| path.is_dir());
        let same = |path: &&PathBuf| match (path.canonicalize(), folder.canonicalize()) {
            (Ok(input), Ok(output)) => output.starts_with(input),
            _ => false,
        };
        match folders.clone().find(same) {
            None => Ok(()),
            Some(input) => Err(CliError::usage(format!(
                "the output {} is part of the input {}; write it elsewhere",
                folder.display(),
                input.display()
            ))),
        }
    }

    fn refuse_folder(&self, path: &Path) -> Result<(), CliError> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        match folder.filter(|folder| !folder.is_dir()) {
            Some(folder) => {
                let (folder, path) = (folder.display(), path.display());
                let message = format!("there is no folder {folder} to write {path} to");
                Err(CliError::usage(message).hint("create it first"))
            }
            None => self.input.refuse_as_output(path),
        }
    }

    const fn turn(&self, to: Format) -> Orientation {
        match (self.transform, self.canonical) {
            (Some(symmetry), _) => Orientation::By(symmetry),
            (None, true) if matches!(to, Format::Db | Format::DbCsv) => Orientation::OfDatabase,
            (None, true) => Orientation::Canonical,
            (None, false) => Orientation::By(Symmetry::Identity),
        }
    }
}

/// A conversion in progress.
struct Conversion<'a> {
    args: &'a ConvertArgs,
    to: Format,
    changes: Changes<'a>,
    target: Target,
    bar: &'a RunBar,
    input: Option<InputSummary>,
    exit: Exit,
    /// Whether anything was left out so far.
    is_lossy: bool,
}

impl Conversion<'_> {
    fn run(
        mut self,
        records: impl Iterator<Item = Record>,
        stop: &AtomicBool,
    ) -> Result<Exit, CliError> {
        let mut written = 0;
        let mut shown = Instant::now();
        for (mut record, number) in records.zip(1..) {
            if stop.load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
            if shown.elapsed() >= BETWEEN_LOOKS {
                self.bar.show(number, 0);
                shown = Instant::now();
            }
            self.begin_input(&record.place.source)?;
            match ConvertedGame::of(&mut record, self.changes) {
                Ok(items) => {
                    for item in items {
                        written += usize::from(self.write(&record.place, &item)?);
                    }
                }
                Err(error) => self.report(&record.place, error)?,
            }
        }
        self.end_input()?;
        if self.args.strict && (self.is_lossy || self.exit != Exit::Done) {
            return Ok(Exit::Usage);
        }
        if written == 0 && self.exit == Exit::Done {
            return Err(CliError::usage("the input holds no position"));
        }
        self.target.finish()?;
        Ok(self.exit)
    }

    fn begin_input(&mut self, source: &Arc<str>) -> Result<(), CliError> {
        if self
            .input
            .as_ref()
            .is_some_and(|input| input.source == *source)
        {
            return Ok(());
        }
        self.end_input()?;
        self.target.begin_input(source)?;
        self.input = Some(InputSummary::new(source));
        Ok(())
    }

    fn end_input(&mut self) -> Result<(), CliError> {
        if let Some(input) = self.input.take() {
            let is_lossy = input.tell(self.to, self.args.strict, self.changes.global)?;
            self.is_lossy |= is_lossy;
        }
        Ok(())
    }

    /// Writes a game; whether it was.
    fn write(&mut self, place: &RecordId, item: &ConvertedGame) -> Result<bool, CliError> {
        if let Some(input) = &mut self.input {
            let warnings = item.warnings.iter();
            let warnings: Vec<_> = warnings.map(|error| at(place, error.clone())).collect();
            input.warnings.add(&warnings);
            input.from = Some(item.format());
        }
        match self.target.write(&item.record, &self.args.input)? {
            Ok(Lossy { lost, .. }) => {
                if let Some(input) = &mut self.input {
                    input.nodes += item.nodes();
                    input.games += 1;
                    input.invented += item.invented;
                    input.lost.add_all(&lost);
                    input.lost.add_all(&item.lost);
                }
                Ok(true)
            }
            Err(error) => {
                self.report(place, self.impossible(&error))?;
                Ok(false)
            }
        }
    }

    /// Why a game cannot be written, and the way out.
    fn impossible(&self, error: &WriteError) -> ParseError {
        let said = ParseError::new(ErrorCode::Unsupported, format!("{}: {error}", self.to));
        match error {
            WriteError::Impossible(Impossible::NoOrder) if self.args.invent_order => said
                .hint("no order can be invented: black and white in turn do not give these stones"),
            WriteError::Impossible(Impossible::NoOrder) => {
                said.hint("--invent-order gives them one, black and white in turn")
            }
            _ => said,
        }
    }

    fn report(&mut self, place: &RecordId, error: ParseError) -> Result<(), CliError> {
        self.exit = Exit::Usage;
        let error = with_close_name(Box::new(at(place, error)));
        let is_shown = self.input.as_mut().is_none_or(InputSummary::fail);
        if is_shown || self.changes.global.output.verbose {
            diagnostics::print_record(&error, self.changes.global);
        }
        if self.changes.global.output.json {
            stdout().write_all(&error_line(&error))?;
        }
        Ok(())
    }
}

fn at(place: &RecordId, error: ParseError) -> RecordError {
    RecordError {
        id: place.to_string().into(),
        place: place.clone(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::program::Cli;

    #[test]
    fn the_help_names_every_format_that_is_written() {
        let program = Cli::command();
        let command = program.find_subcommand("convert").unwrap();
        let mut arguments = command.get_arguments();
        let to = arguments.find(|arg| arg.get_id() == "to").unwrap();
        let help = to.get_help().unwrap().to_string();
        let names: Vec<&str> = help.split([' ', ',']).collect();
        for format in Format::ALL.into_iter().filter(|format| format.is_written()) {
            let name = format.to_string();
            let short = name.strip_prefix("openings");
            let is_named = names.contains(&&*name) || short.is_some_and(|it| names.contains(&it));
            assert!(is_named, "{name} is not in the help of --to");
        }
    }
}
