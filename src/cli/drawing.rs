//! The board of an answer: above it on a terminal, and as a picture in a file.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use unicode_width::UnicodeWidthStr;

use super::InputArgs;
use super::arguments::terminal_columns;
use super::error::CliError;
use crate::render::picture::{BoardPicture, Scale, to_png, to_svg};
use crate::render::{BoardText, Glyphs, Style, picture_of};
use crate::study::Report;

/// How the board of an answer is drawn.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct DrawArgs {
    /// Draw the board above the answer, with what the answer says of its points: always, never, or
    /// (auto) for one position on a terminal that is wide enough
    #[arg(long, value_enum, default_value_t = BoardWhen::Auto, value_name = "WHEN")]
    board: BoardWhen,

    /// Write the board with the answer as a picture to this file, .svg or .png; to a folder, whose
    /// name ends in /, one SVG for each position
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
enum BoardWhen {
    Auto,
    Always,
    Never,
}

/// The form of a picture in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum PictureFormat {
    Svg,
    Png,
}

impl PictureFormat {
    /// The form that the ending of a file names.
    pub(in crate::cli) fn of_ending(path: &Path) -> Option<PictureFormat> {
        let ending = path.extension()?.to_ascii_lowercase();
        match ending.to_str()? {
            "svg" => Some(PictureFormat::Svg),
            "png" => Some(PictureFormat::Png),
            _ => None,
        }
    }

    pub(in crate::cli) fn bytes(self, picture: &BoardPicture) -> Result<Vec<u8>, CliError> {
        let scene = picture.scene();
        match self {
            PictureFormat::Svg => Ok(to_svg(&scene).into_bytes()),
            PictureFormat::Png => {
                to_png(&scene, Scale::DEFAULT).map_err(|error| CliError::usage(error.to_string()))
            }
        }
    }
}

impl DrawArgs {
    /// Checks the file before anything is answered. Whether it takes just one position.
    pub(in crate::cli) fn takes_one(&self, input: &InputArgs) -> Result<bool, CliError> {
        let file = self.output.as_deref().filter(|path| !is_folder(path));
        let Some(path) = file else { return Ok(false) };
        input.refuse_as_output(path)?;
        if PictureFormat::of_ending(path).is_none() {
            let message = format!("{} is no picture", path.display());
            return Err(CliError::usage(message).hint("end its name in .svg, .png or /"));
        }
        Ok(true)
    }

    /// The board to stand above an answer, if one is wanted; `is_one` if there is no other answer.
    pub(in crate::cli) fn board(
        &self,
        report: &Report,
        style: Style,
        is_one: bool,
    ) -> Option<String> {
        let board = || BoardText::of(&picture_of(report), Glyphs::Unicode);
        match self.board {
            BoardWhen::Always => Some(board().draw(style)),
            BoardWhen::Auto if is_one => {
                let room = terminal_columns()?;
                let board = board();
                let width = board.draw(Style::PLAIN).lines().map(str::width).max()?;
                (width <= room).then(|| board.draw(style))
            }
            BoardWhen::Auto | BoardWhen::Never => None,
        }
    }

    /// Writes the picture of the answer for the position `id`, if one is wanted.
    pub(in crate::cli) fn write(&self, report: &Report, id: &str) -> Result<(), CliError> {
        let Some(path) = &self.output else {
            return Ok(());
        };
        let file = if is_folder(path) {
            std::fs::create_dir_all(path).map_err(CliError::in_file(path))?;
            &path.join(file_name(id) + ".svg")
        } else {
            path
        };
        let format = PictureFormat::of_ending(file).unwrap_or(PictureFormat::Svg);
        let picture = format.bytes(&picture_of(report))?;
        std::fs::write(file, picture).map_err(CliError::in_file(file))
    }
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/')
}

/// A name of a position as that of a file: without folders and signs that file systems refuse.
fn file_name(id: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_.@#".contains(sign);
    let name: String = id
        .chars()
        .map(|sign| if is_plain(sign) { sign } else { '_' })
        .collect();
    name.trim_start_matches('.').to_owned()
}
