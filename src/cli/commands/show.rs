//! `renju show`: draws a position as text, SVG or PNG, with marks for forbidden points or scores.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::evaluators::EvaluatorName;
use crate::cli::drawing::{OverwriteArg, PictureFormat, is_folder, no_picture};
use crate::cli::error::CliError;
use crate::cli::named_file::{refuse_existing, write_file};
use crate::cli::output::{MultipleOutput, Output, Study, answer_each};
use crate::cli::picture_args::{PointLabel, ViewArgs, parse_label, parse_moves, refuse_off_board};
use crate::cli::question::Question;
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::batch::Entry;
use renju::eval::Evaluator;
use renju::named_enum::{ParseNameError, named_enum};
use renju::notation::{self, Loss, WriteError};
use renju::position::Setup;
use renju::questions::{
    self, BoardReport, BoardView, ForbiddenOptions, ForbiddenPoint, Report, ScoreOptions,
    ScoreReport,
};
use renju::render::picture::{Scene, Sheet, Theme, to_gif};
use renju::render::{Glyphs, Lang, text};
use renju::systems::EvaluatorHandle;

/// Show a position as the program sees it
#[derive(Args, Clone, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    input: InputArgs,

    /// How the board is drawn [default: by the ending of the output file, else ascii]
    #[arg(long, value_enum, value_name = "STYLE")]
    style: Option<BoardStyle>,

    /// Mark forbidden points, the last move, the best points by an evaluator, or letters on points:
    /// forbidden, last, scores, H8:a
    #[arg(long, value_delimiter = ',', value_name = "MARKS", value_parser = parse_mark)]
    mark: Vec<ShowMark>,

    /// Evaluator of `--mark scores`, or a .toml file with the weights of one [default: shapes]
    #[arg(short, long, value_name = "NAME", requires = "mark")]
    evaluator: Option<EvaluatorName>,

    /// Number the moves, where their order is known: all, none, or some such as 1..20
    #[arg(long, value_name = "MOVES", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = parse_moves, default_missing_value = "all")]
    number: Option<RangeInclusive<u16>>,

    /// Write to this file, .svg, .png, .txt, or .gif, which plays the moves; to a folder (name ends
    /// in /), one file for each position, .svg unless --style is given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Colours of a picture: light, dark, or print (black on white)
    #[arg(long, value_name = "THEME", default_value = "light")]
    theme: Theme,

    #[command(flatten)]
    view: ViewArgs,

    #[command(flatten)]
    overwrite: OverwriteArg,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
enum BoardStyle {
    Ascii,
    Unicode,
    Svg,
    Png,
    Gif,
    Moves,
}

impl BoardStyle {
    const fn is_picture(self) -> bool {
        matches!(self, BoardStyle::Svg | BoardStyle::Png | BoardStyle::Gif)
    }

    /// The ending of a file of this style.
    const fn ending(self) -> &'static str {
        match self {
            BoardStyle::Svg => "svg",
            BoardStyle::Png => "png",
            BoardStyle::Gif => "gif",
            BoardStyle::Ascii | BoardStyle::Unicode | BoardStyle::Moves => "txt",
        }
    }
}

named_enum! {
    /// What the program marks by itself.
    pub(crate) enum BoardMark: "mark" {
        /// Points that Black may not play.
        Forbidden = "forbidden",
        /// The move that was played last.
        Last = "last",
        /// The points that an evaluator likes best for the side to move, with their ranks; in a picture
        /// discs for twenty of them.
        Scores = "scores",
    }
}

/// What is marked: something by its name, or a point.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ShowMark {
    Named(BoardMark),
    Label(PointLabel),
}

fn parse_mark(text: &str) -> Result<ShowMark, String> {
    if text.contains(':') {
        return parse_label(text).map(ShowMark::Label);
    }
    let named = text.parse().map(ShowMark::Named);
    named.map_err(|error: ParseNameError| {
        format!("{error}, and no point with a letter such as H8:a")
    })
}

/// What `batch show` is asked, which has no arguments of its own.
#[derive(Args, Serialize, Clone, Copy, Debug)]
pub(crate) struct ShowQuestion {}

impl Question for ShowQuestion {
    fn study<'a>(&'a self, _: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        Ok(Study::new(|entry, _| Ok(Report::Board(Box::new(answer(entry))).into())).of_any_side())
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        Err("the answer of show")
    }
}

fn answer(entry: &Entry) -> BoardReport {
    let read = Some(entry.read.clone());
    questions::board(&entry.id, &entry.position, &entry.setup, read)
}

pub(crate) fn run(args: &ShowArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let style = args.style()?;
    let file = args.output.as_deref().filter(|path| !is_folder(path));
    if let Some(path) = file {
        args.input.refuse_as_output(path)?;
        refuse_existing(path, args.overwrite.overwrite())?;
    }
    let is_picture = style.is_picture();
    if !is_picture && args.view.is_for_pictures() {
        return Err(CliError::usage("--crop and --scale are for pictures"));
    }
    let is_one = file.is_some() || args.output.is_none() && is_picture && !global.output.json;
    let ranks = args.evaluator()?;
    let global = if ranks.is_some() {
        global
    } else {
        &global.with_side_open()
    };
    let multiple = match style {
        _ if is_one => MultipleOutput::Refused,
        _ if args.output.is_some() => MultipleOutput::Lines,
        BoardStyle::Moves => MultipleOutput::Lines,
        _ => MultipleOutput::Separated,
    };
    let (labels, mut lost) = (args.labels(), BTreeSet::new());
    answer_each(&args.input, global, multiple, |entry, output| {
        refuse_off_board(&labels, entry)?;
        let report = answer(entry);
        if output.is_json && args.output.is_none() {
            output.report(&Report::Board(Box::new(report)))?;
            return Ok(Exit::Done);
        }
        if style == BoardStyle::Moves {
            note_losses(entry, global, &mut lost);
        }
        let scores = ranks
            .as_ref()
            .map(|evaluator| scores(entry, &**evaluator))
            .transpose()?;
        let view = BoardView {
            report: &report,
            forbidden: &args.forbidden_points(entry),
            scores: scores.as_ref(),
            numbered: args.number.as_ref(),
            labels: &labels,
            marks_last: args.marks(BoardMark::Last),
            glyphs: match style {
                BoardStyle::Unicode => Glyphs::Unicode,
                _ => Glyphs::Ascii,
            },
        };
        show(args, style, &view, entry, output)
    })
}

/// What an evaluator says to the side to move.
fn scores(entry: &Entry, evaluator: &dyn Evaluator) -> Result<ScoreReport, CliError> {
    let options = ScoreOptions {
        of: entry.position.known_to_move(),
        ..ScoreOptions::default()
    };
    Ok(questions::score(
        &entry.id,
        &entry.position,
        evaluator,
        &options,
    )?)
}

/// Says what moves alone leave out of a position, as far as it has not been said.
fn note_losses(entry: &Entry, global: &GlobalArgs, said: &mut BTreeSet<Loss>) {
    let Err(WriteError::Lossy(lossy)) = as_moves(entry, global) else {
        return;
    };
    let lost = lossy.lost.iter().map(|(loss, _)| loss);
    let new = lost.filter(|&loss| said.insert(loss));
    let names: Vec<&str> = new.map(Loss::name).collect();
    if !names.is_empty() {
        let note = format!("{}: moves alone leave out {}", entry.id, names.join(", "));
        diagnostics::note(&note, global);
    }
}

/// The moves, and what they leave out of the position as it was read and asked for.
fn as_moves(entry: &Entry, global: &GlobalArgs) -> Result<Vec<u8>, WriteError> {
    let setup = Setup {
        size: Some(entry.position.board().size()),
        rule: entry.setup.rule.or(global.position.rule),
        to_move: entry.setup.to_move.or(global.position.to_move),
        ..entry.setup.clone()
    };
    notation::write(&setup, notation::Format::Moves)
}

impl ShowArgs {
    fn style(&self) -> Result<BoardStyle, CliError> {
        let of_file = |path: &PathBuf| {
            match PictureFormat::of_ending(path) {
            None if is_folder(path) => Ok(BoardStyle::Svg),
            Some(PictureFormat::Svg) => Ok(BoardStyle::Svg),
            Some(PictureFormat::Png) => Ok(BoardStyle::Png),
            None if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gif")) => Ok(BoardStyle::Gif),
            None if path.extension().is_some_and(|ending| ending == "txt") => Ok(BoardStyle::Ascii),
            None => Err(no_picture(path).hint(
                "end its name in .svg, .png, .gif or .txt, or in / for a folder; or give the form with --style",
            )),
        }
        };
        match (self.style, &self.output) {
            (Some(style), _) => Ok(style),
            (None, Some(path)) => of_file(path),
            (None, None) => Ok(BoardStyle::Ascii),
        }
    }

    fn marks(&self, mark: BoardMark) -> bool {
        self.mark.contains(&ShowMark::Named(mark))
    }

    /// What the user writes on points.
    fn labels(&self) -> Vec<PointLabel> {
        let labels = self.mark.iter().filter_map(|mark| match mark {
            ShowMark::Label(label) => Some(label.clone()),
            ShowMark::Named(_) => None,
        });
        labels.collect()
    }

    /// The evaluator whose scores are to be marked, if they are.
    fn evaluator(&self) -> Result<Option<EvaluatorHandle>, CliError> {
        let is_marked = self.marks(BoardMark::Scores);
        match &self.evaluator {
            Some(_) if !is_marked => Err(CliError::usage("-e is for --mark scores")),
            Some(name) => name.find_valued().map(Some),
            None if is_marked => EvaluatorName::from("shapes").find().map(Some),
            None => Ok(None),
        }
    }

    /// The forbidden points, if they are to be marked.
    fn forbidden_points(&self, entry: &Entry) -> Vec<ForbiddenPoint> {
        if !self.marks(BoardMark::Forbidden) {
            return Vec::new();
        }
        let options = ForbiddenOptions {
            depth: Some(0),
            ..ForbiddenOptions::default()
        };
        questions::forbidden(&entry.id, &entry.position, &options).forbidden
    }
}

fn show(
    args: &ShowArgs,
    style: BoardStyle,
    view: &BoardView<'_>,
    entry: &Entry,
    output: &mut Output,
) -> Result<Exit, CliError> {
    let mut text_style = output.style;
    text_style.color &= args.output.is_none();
    let bytes = match style {
        BoardStyle::Ascii | BoardStyle::Unicode => text(view, text_style).into_bytes(),
        BoardStyle::Svg | BoardStyle::Png | BoardStyle::Gif => {
            picture(args, style, view, entry, output.style.lang)?
        }
        BoardStyle::Moves => moves(entry)?,
    };
    match &args.output {
        None => output.out.write_all(&bytes)?,
        Some(path) => {
            let file = output.pictures.file(path, &entry.id, style.ending())?;
            let overwrite = args.overwrite.overwrite();
            write_file(&file, &bytes, overwrite)?;
        }
    }
    Ok(Exit::Done)
}

/// The position as a picture, or its moves one after the other.
fn picture(
    args: &ShowArgs,
    style: BoardStyle,
    view: &BoardView<'_>,
    entry: &Entry,
    lang: Lang,
) -> Result<Vec<u8>, CliError> {
    if args.output.is_none() && style != BoardStyle::Svg && std::io::stdout().is_terminal() {
        let form = style.ending().to_uppercase();
        let message = format!("a {form} cannot be shown on a terminal; name a file with -o");
        return Err(CliError::usage(message));
    }
    let mut sheet = Sheet::from(view.captioned(lang));
    args.view.crop(&mut sheet, entry.position.board().size())?;
    let (theme, scale) = (args.theme, args.view.scale());
    let moves = &entry.setup.moves;
    match style {
        BoardStyle::Gif if moves.is_empty() => {
            let error = format!("{} has no moves to be played one by one", entry.id);
            let hint =
                "a position without an order of moves can only be drawn as a picture: .png or .svg";
            Err(CliError::usage(error).hint(hint))
        }
        BoardStyle::Gif => {
            let frames = sheet.boards.iter().flat_map(|board| board.by_moves(moves));
            let scenes: Vec<Scene> = frames.map(|frame| frame.scene_in(theme)).collect();
            to_gif(&scenes, scale).map_err(|error| CliError::usage(error.to_string()))
        }
        BoardStyle::Png => PictureFormat::Png.of_scene(&sheet.scene(theme), scale),
        _ => PictureFormat::Svg.of_scene(&sheet.scene(theme), scale),
    }
}

/// The moves; what they cannot say of the set-up is left out, and said in a note.
fn moves(entry: &Entry) -> Result<Vec<u8>, CliError> {
    match notation::write(&entry.setup, notation::Format::Moves) {
        Ok(bytes) => Ok(bytes),
        Err(WriteError::Lossy(lossy)) => Ok(lossy.bytes),
        Err(error) => Err(CliError::usage(error.to_string())),
    }
}
