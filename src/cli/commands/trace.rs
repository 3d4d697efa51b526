//! `trace`: what the nodes of a search say, and where two searches part.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::arguments::WidthArg;
use crate::cli::drawing::{OverwriteArg, PictureFormat};
use crate::cli::error::CliError;
use crate::cli::named_file::{refuse_existing, write_file};
use crate::cli::output::Output;
use crate::cli::picture_args::{ScaleArg, ThemeArg};
use crate::cli::{Exit, GlobalArgs};
use renju::batch::{Folders, Record, RecordBody, RecordError, Sources};
use renju::geometry::Point;
use renju::notation::{Format, ParseOptions};
use renju::questions::trace::{
    SearchTrace, TraceFileError, TraceReader, TraceReport, parting, trace_plot,
};
use renju::render::render;

/// Bytes of a line, at most.
const LINE_LIMIT: usize = 1 << 20;

/// Show what a search did, from the trace that `search --trace` writes
///
/// One trace: the line to its value, why visits ended, which move cut them off, and how much each
/// ply adds. Two traces: the first node where they differ. If the second is a min-max (`search
/// --plain`), each value of the first is checked against it, and the smallest wrong node is shown.
/// Exit code 0: no difference; 1: there is one.
#[derive(Args, Clone, Debug)]
pub(crate) struct TraceArgs {
    /// The trace, or `-` for standard input
    file: PathBuf,

    /// Another trace to compare it with
    other: Option<PathBuf>,

    /// Show the visits to the node after these moves, such as "h8 i9", and the moves tried there; ""
    /// is the root
    #[arg(long, value_name = "MOVES", conflicts_with = "other")]
    after: Option<String>,

    /// Draw the visits by ply to this file, .svg or .png
    #[arg(short, long, value_name = "FILE", conflicts_with = "other")]
    output: Option<PathBuf>,

    #[command(flatten)]
    theme: ThemeArg,

    #[command(flatten)]
    scale: ScaleArg,

    #[command(flatten)]
    overwrite: OverwriteArg,

    #[command(flatten)]
    width: WidthArg,
}

pub(crate) fn run(args: &TraceArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &global.with_width(args.width);
    let picture = args.picture()?;
    let trace = read(&args.file)?;
    let mut output = Output::new(global);
    let (format, style) = (global.format(), global.style());
    let exit = if let Some(other) = &args.other {
        let found = parting(&trace, &read(other)?);
        render(&found, format, style, &mut output.out)?;
        if found.parting.is_some() {
            Exit::No
        } else {
            Exit::Done
        }
    } else {
        let path = args.after.as_deref().map(path_of).transpose()?;
        let Some(report) = TraceReport::new(&trace, path.as_deref()) else {
            let file = args.file.display();
            let error = CliError::usage(format!("{file} has no node after these moves"));
            return Err(error.hint("--after \"\" shows the root and its moves"));
        };
        if let Some((path, form)) = picture {
            let plot = trace_plot(&report, args.theme.theme, form.lang(style.lang));
            write_file(
                path,
                &form.of_scene(&plot, args.scale.scale)?,
                args.overwrite.overwrite(),
            )?;
        }
        render(&report, format, style, &mut output.out)?;
        Exit::Done
    };
    output.out.flush()?;
    Ok(exit)
}

impl TraceArgs {
    /// The file of the picture, and its form.
    fn picture(&self) -> Result<Option<(&Path, PictureFormat)>, CliError> {
        let Some(path) = self.output.as_deref() else {
            return Ok(None);
        };
        refuse_existing(path, self.overwrite.overwrite())?;
        let Some(form) = PictureFormat::of_ending(path) else {
            let error = CliError::usage(format!("{} is no .svg or .png", path.display()));
            return Err(error.hint("the ending of the name says what is drawn"));
        };
        Ok(Some((path, form)))
    }
}

/// The moves from the root to a node; no moves are the root itself.
fn path_of(text: &str) -> Result<Vec<Option<Point>>, CliError> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let moves = words.map(|word| match word {
        "pass" => Ok(None),
        word => word.parse().map(Some),
    });
    let moves: Result<_, _> = moves.collect();
    moves.map_err(|error| CliError::usage(format!("--after: {error}")))
}

/// Reads a trace, compressed or not.
fn read(path: &Path) -> Result<SearchTrace, CliError> {
    let error = |error: TraceFileError| CliError::usage(format!("{}: {error}", path.display()));
    let file = [path.to_owned()];
    let reading = ParseOptions::default();
    let records = Sources::new(&file, Folders::Refused, Some(Format::Jsonl), reading);
    let mut reader = TraceReader::default();
    for record in records.with_line_limit(LINE_LIMIT) {
        let Record { place, body, .. } = record;
        match body {
            Ok(RecordBody::Line(line)) => {
                reader
                    .line(line.number as usize, &line.text)
                    .map_err(error)?;
            }
            Ok(RecordBody::Setup(..) | RecordBody::Game(..)) => {
                unreachable!("only JSON lines are read")
            }
            Err(error) => {
                let id = place.to_string().into();
                let error = RecordError { id, place, error };
                return Err(CliError::Input(Box::new(error)));
            }
        }
    }
    reader.finish().map_err(error)
}
