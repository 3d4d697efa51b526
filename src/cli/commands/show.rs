use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::batch::Entry;
use crate::board::Color;
use crate::cli::error::CliError;
use crate::cli::output::{MultipleOutput, Output, answer_each};
use crate::cli::study::{BatchStudy, Study};
use crate::cli::{Exit, GlobalArgs, InputArgs};
use crate::notation;
use crate::render::picture::{BoardPicture, Scale, to_png, to_svg};
use crate::render::{BoardDrawing, BoardText, Glyphs, Label, MarkedPoint, text as text_of};
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
    let bytes = match style {
        BoardStyle::Ascii => text(args, &report, entry, Glyphs::Ascii, output),
        BoardStyle::Unicode => text(args, &report, entry, Glyphs::Unicode, output),
        BoardStyle::Svg => to_svg(&picture(args, &report, entry).scene()).into_bytes(),
        BoardStyle::Png => png(&picture(args, &report, entry), args.output.as_deref())?,
        BoardStyle::Moves => moves(entry)?,
    };
    match &args.output {
        None => output.out.write_all(&bytes)?,
        Some(path) => std::fs::write(path, bytes)
            .map_err(|error| CliError::usage(format!("{}: {error}", path.display())))?,
    }
    Ok(Exit::Done)
}

fn text(
    args: &ShowArgs,
    report: &BoardReport,
    entry: &Entry,
    glyphs: Glyphs,
    output: &Output,
) -> Vec<u8> {
    let mut board = BoardText::of(report, glyphs);
    if args.number {
        board.marks.extend(numbers(entry).map(|(point, number)| {
            let color = entry.position.board().stone(point);
            let label = if color == Some(Color::White) {
                Label::White
            } else {
                Label::Black
            };
            MarkedPoint {
                point,
                text: number.to_string(),
                label,
            }
        }));
    }
    board
        .marks
        .extend(forbidden(args, entry).into_iter().map(|found| {
            // Beside move numbers a digit would be taken for one of them.
            let digit = found
                .kinds
                .first()
                .filter(|_| !args.number)
                .map(|kind| kind.digit());
            let text = digit.unwrap_or('×').to_string();
            MarkedPoint {
                point: found.point,
                text,
                label: Label::Bad,
            }
        }));
    board.last = report.last.filter(|_| args.marks(BoardMark::Last));
    let mut style = output.style;
    style.color &= args.output.is_none();
    text_of(&BoardDrawing { report, board }, style).into_bytes()
}

fn picture(args: &ShowArgs, report: &BoardReport, entry: &Entry) -> BoardPicture {
    let black = report.black.iter().map(|&point| (point, Color::Black));
    let white = report.white.iter().map(|&point| (point, Color::White));
    BoardPicture {
        stones: black.chain(white).collect(),
        numbers: if args.number {
            numbers(entry).collect()
        } else {
            Vec::new()
        },
        last: report.last.filter(|_| args.marks(BoardMark::Last)),
        forbidden: forbidden(args, entry)
            .into_iter()
            .map(|found| (found.point, found.kinds))
            .collect(),
        ..BoardPicture::new(report.header.size)
    }
}

/// The moves of the game with their numbers, passes counted.
fn numbers(entry: &Entry) -> impl Iterator<Item = (crate::geometry::Point, u16)> {
    let moves = &entry.setup.moves;
    (1..)
        .zip(moves)
        .filter_map(|(number, &played)| Some((played?, number)))
}

fn forbidden(args: &ShowArgs, entry: &Entry) -> Vec<ForbiddenPoint> {
    if !args.marks(BoardMark::Forbidden) {
        return Vec::new();
    }
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
