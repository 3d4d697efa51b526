use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::batch::Entry;
use crate::cli::error::CliError;
use crate::cli::output::{MultipleOutput, Output, answer_each};
use crate::cli::study::{BatchStudy, Study};
use crate::cli::{Exit, GlobalArgs, InputArgs};
use crate::notation;
use crate::render::picture::{BoardPicture, Scale, to_png, to_svg};
use crate::render::{BoardView, Glyphs, text};
use crate::study::{self, BoardReport, ForbiddenOptions, ForbiddenPoint, Report};

/// Show a position as the program sees it
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ShowArgs {
    #[command(flatten)]
    input: InputArgs,

    /// How the board is drawn [default: by the ending of the output file, else ascii]
    #[arg(long, value_enum, value_name = "STYLE")]
    style: Option<BoardStyle>,

    /// What is marked on the board
    #[arg(long, value_enum, value_delimiter = ',', value_name = "MARKS")]
    mark: Vec<BoardMark>,

    /// Number the moves, where their order is known
    #[arg(long)]
    number: bool,

    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
enum BoardStyle {
    Ascii,
    Unicode,
    Svg,
    Png,
    Moves,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
enum BoardMark {
    /// Points that black may not play: 3, 4 or 6
    Forbidden,
    /// The last move
    Last,
}

/// `batch show` has no arguments of its own.
#[derive(Args, Serialize, Clone, Debug)]
pub(in crate::cli) struct ShowStudyArgs {}

impl BatchStudy for ShowStudyArgs {
    fn prepare(&self) -> Result<Study<'_>, CliError> {
        Ok(Box::new(|entry| Ok(Report::Board(answer(entry)).into())))
    }
}

fn answer(entry: &Entry) -> BoardReport {
    let read = Some(entry.read.clone());
    study::board(&entry.id, &entry.position, &entry.setup, read)
}

pub(in crate::cli) fn run(args: &ShowArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let style = args.style()?;
    let is_picture = matches!(style, BoardStyle::Svg | BoardStyle::Png);
    let is_one = args.output.is_some() || is_picture && !global.output.json;
    let multiple = match style {
        _ if is_one => MultipleOutput::Refused,
        BoardStyle::Moves => MultipleOutput::Lines,
        _ => MultipleOutput::Separated,
    };
    answer_each(&args.input, global, multiple, |entry, output| {
        show(args, style, entry, output)
    })
}

impl ShowArgs {
    fn style(&self) -> Result<BoardStyle, CliError> {
        if let Some(style) = self.style {
            return Ok(style);
        }
        let Some(path) = &self.output else {
            return Ok(BoardStyle::Ascii);
        };
        let ending = path
            .extension()
            .and_then(|ending| ending.to_str())
            .unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Ok(BoardStyle::Svg),
            "png" => Ok(BoardStyle::Png),
            "txt" => Ok(BoardStyle::Ascii),
            _ => Err(CliError::usage(format!(
                "the ending of {} names no style; give one with --style",
                path.display()
            ))),
        }
    }

    fn marks(&self, mark: BoardMark) -> bool {
        self.mark.contains(&mark)
    }
}

fn show(
    args: &ShowArgs,
    style: BoardStyle,
    entry: &Entry,
    output: &mut Output,
) -> Result<Exit, CliError> {
    let since = Instant::now();
    let report = answer(entry);
    if output.is_json() && args.output.is_none() {
        output.report(&Report::Board(report), since)?;
        return Ok(Exit::Done);
    }
    let forbidden = if args.marks(BoardMark::Forbidden) {
        forbidden_points(entry)
    } else {
        Vec::new()
    };
    let view = BoardView {
        report: &report,
        forbidden: &forbidden,
        is_numbered: args.number,
        marks_last: args.marks(BoardMark::Last),
        glyphs: match style {
            BoardStyle::Unicode => Glyphs::Unicode,
            _ => Glyphs::Ascii,
        },
    };
    let mut text_style = output.style;
    text_style.color &= args.output.is_none();
    let bytes = match style {
        BoardStyle::Ascii | BoardStyle::Unicode => text(&view, text_style).into_bytes(),
        BoardStyle::Svg => to_svg(&view.picture().scene()).into_bytes(),
        BoardStyle::Png => png(&view.picture(), args.output.as_deref())?,
        BoardStyle::Moves => moves(entry)?,
    };
    match &args.output {
        None => output.out.write_all(&bytes)?,
        Some(path) => std::fs::write(path, bytes)
            .map_err(|error| CliError::usage(format!("{}: {error}", path.display())))?,
    }
    Ok(Exit::Done)
}

fn forbidden_points(entry: &Entry) -> Vec<ForbiddenPoint> {
    let options = ForbiddenOptions {
        depth: Some(0),
        ..ForbiddenOptions::default()
    };
    study::forbidden(&entry.id, &entry.position, &options).forbidden
}

fn png(picture: &BoardPicture, file: Option<&Path>) -> Result<Vec<u8>, CliError> {
    if file.is_none() && std::io::stdout().is_terminal() {
        let message = "a PNG is nothing for a terminal; give a file with -o";
        return Err(CliError::usage(message));
    }
    to_png(&picture.scene(), Scale::DEFAULT).map_err(|error| CliError::usage(error.to_string()))
}

fn moves(entry: &Entry) -> Result<Vec<u8>, CliError> {
    notation::write(&entry.setup, notation::Format::Moves)
        .or_else(|error| match error {
            notation::WriteError::Lossy(lossy) => Ok(lossy.bytes),
            impossible @ notation::WriteError::Impossible(_) => Err(impossible),
        })
        .map_err(|error| CliError::usage(error.to_string()))
}
