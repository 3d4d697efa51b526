//! The board of an answer: above it on a terminal, and as a picture in a file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::arguments::terminal_columns;
use super::error::CliError;
use super::input::is_same_file;
use super::named_file::{refuse_existing, write_file};
use super::page_file::{answer_page, is_page};
use super::picture_args::{ThemeArg, ViewArgs, WritingArgs};
use super::{GlobalArgs, InputArgs, diagnostics};
use renju::batch::{Entry, short_name};
use renju::board::Color;
use renju::files::{Overwrite, create_folders};
use renju::questions::{Report, picture_of, sheet_of};
use renju::render::picture::{Scale, Scene, has_letters, to_png, to_svg_at};
use renju::render::{BoardText, Glyphs, Lang, Style};

/// Characters of a file's name that come from the name of a position.
const NAME_LENGTH: usize = 100;

/// How the board of an answer is drawn.
#[derive(Args, Clone, Debug)]
pub(crate) struct DrawArgs {
    /// Draw the board above the answer, marked with what it says of its points: always, never, or
    /// auto (for one position on a wide enough terminal)
    #[arg(long, value_enum, default_value_t = BoardWhen::Auto, value_name = "WHEN")]
    board: BoardWhen,

    /// Write the answer to this file, as a page (.html) or a picture (.svg, .png), with more boards
    /// if one cannot show it all; to a folder (name ends in /), one SVG for each position
    #[arg(short, long, value_name = "FILE", alias = "out")]
    output: Option<PathBuf>,

    #[command(flatten)]
    theme: ThemeArg,

    #[command(flatten)]
    view: ViewArgs,

    #[command(flatten)]
    writing: WritingArgs,

    #[command(flatten)]
    overwrite: OverwriteArg,
}

/// Whether files that are there may be overwritten.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct OverwriteArg {
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

impl OverwriteArg {
    pub(crate) const fn overwrite(self) -> Overwrite {
        Overwrite::if_forced(self.force)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
enum BoardWhen {
    Auto,
    Always,
    Never,
}

/// The form of a picture in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PictureFormat {
    Svg,
    Png,
}

impl PictureFormat {
    /// The form that the ending of a file names.
    pub(crate) fn of_ending(path: &Path) -> Option<PictureFormat> {
        let ending = path.extension()?.to_ascii_lowercase();
        match ending.to_str()? {
            "svg" => Some(PictureFormat::Svg),
            "png" => Some(PictureFormat::Png),
            _ => None,
        }
    }

    /// The language that the words of a picture can have: a PNG is English where no font of this system has
    /// the letters of the language that is asked for.
    pub(crate) fn lang(self, asked: Lang) -> Lang {
        match self {
            PictureFormat::Png if !has_letters(asked.word(Color::Black)) => Lang::ENGLISH,
            PictureFormat::Png | PictureFormat::Svg => asked,
        }
    }

    /// A scene in this form.
    pub(crate) fn of_scene(self, scene: &Scene, scale: Scale) -> Result<Vec<u8>, CliError> {
        match self {
            PictureFormat::Svg => Ok(to_svg_at(scene, scale).into_bytes()),
            PictureFormat::Png => {
                to_png(scene, scale).map_err(|error| CliError::usage(error.to_string()))
            }
        }
    }
}

impl DrawArgs {
    /// Whether files that are there may be overwritten.
    pub(crate) const fn overwrite(&self) -> Overwrite {
        self.overwrite.overwrite()
    }

    /// The file or folder of the pictures.
    pub(crate) fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Whether a picture is wanted.
    pub(crate) const fn has_picture(&self) -> bool {
        self.output.is_some()
    }

    /// Checks the file before anything is answered. Whether it takes just one position.
    pub(crate) fn takes_one(&self, input: &InputArgs) -> Result<bool, CliError> {
        let file = self.output.as_deref().filter(|path| !is_folder(path));
        let Some(path) = file else { return Ok(false) };
        input.refuse_as_output(path)?;
        match PictureFormat::of_ending(path) {
            None if is_page(path) && (self.view.is_for_pictures() || self.writing.is_asked()) => {
                let error =
                    CliError::usage("--crop, --scale, --number and --mark are for pictures");
                Err(error.hint("-o FILE.svg or FILE.png writes one"))
            }
            None if is_page(path) => refuse_existing(path, self.overwrite()).map(|()| true),
            Some(_) => refuse_existing(path, self.overwrite()).map(|()| true),
            None => Err(no_picture(path)),
        }
    }

    /// The board to stand above an answer, if one is wanted; `is_one` if there is no other answer.
    pub(crate) fn board(&self, report: &Report, style: Style, is_one: bool) -> Option<String> {
        let board = || BoardText::of(&picture_of(report), Glyphs::Unicode);
        match self.board {
            BoardWhen::Always => Some(board().draw(style)),
            BoardWhen::Auto if is_one && !is_a_number(report) => {
                let room = terminal_columns()?;
                let board = board();
                (board.columns() <= room).then(|| board.draw(style))
            }
            BoardWhen::Auto | BoardWhen::Never => None,
        }
    }

    /// Writes the picture of the answer for a position, if one is wanted; notes it if its file is not
    /// called as the position is.
    pub(crate) fn write(
        &self,
        report: &Report,
        entry: &Entry,
        lang: Lang,
        files: &mut PictureFiles,
    ) -> Result<(), CliError> {
        let Some(path) = &self.output else {
            return Ok(());
        };
        let file = files.file(path, &entry.id, "svg")?;
        if is_page(&file) {
            let page = answer_page(std::slice::from_ref(report), entry, lang, self.theme.theme)?;
            return write_file(&file, page.as_bytes(), self.overwrite());
        }
        let format = PictureFormat::of_ending(&file).unwrap_or(PictureFormat::Svg);
        let mut sheet = sheet_of(report, format.lang(lang));
        self.writing.write_on(&mut sheet, entry)?;
        self.view.crop(&mut sheet, entry.position.board().size())?;
        let scene = sheet.scene(self.theme.theme);
        let picture = format.of_scene(&scene, self.view.scale())?;
        write_file(&file, &picture, self.overwrite())
    }
}

/// The pictures in a folder: no two answers share a file, and no input is overwritten.
#[derive(Debug, Default)]
pub(crate) struct PictureFiles {
    is_quiet: bool,
    inputs: Vec<PathBuf>,
    /// The names that are taken, in small letters: some file systems do not tell them apart.
    taken: HashSet<String>,
    /// The names of positions of which was said that their files have numbers.
    said: HashSet<String>,
}

impl PictureFiles {
    /// Pictures beside these inputs.
    pub(crate) fn beside(input: &InputArgs, global: &GlobalArgs) -> PictureFiles {
        PictureFiles {
            is_quiet: global.output.quiet,
            inputs: input.positions.clone(),
            ..PictureFiles::default()
        }
    }

    /// The file for the answer for the position `id`: `output`, or one of that ending in the folder
    /// that it names. Notes it if it is not called as the position is.
    pub(crate) fn file(
        &mut self,
        output: &Path,
        id: &str,
        ending: &str,
    ) -> Result<PathBuf, CliError> {
        if !is_folder(output) {
            return Ok(output.to_owned());
        }
        create_folders(output).map_err(CliError::in_file(output))?;
        let (file, note) = self.next(output, id, ending);
        if let Some(note) = note.filter(|_| !self.is_quiet) {
            diagnostics::tell_as(diagnostics::Severity::Note, &note);
        }
        Ok(file)
    }

    /// The file for the next position of this name, and what to say, once, if it is not called so.
    fn next(&mut self, folder: &Path, id: &str, ending: &str) -> (PathBuf, Option<String>) {
        let base = file_name(id);
        let names = std::iter::once(base.clone());
        let mut names = names.chain((2..).map(|number: u64| format!("{base}-{number}")));
        let found = names.find_map(|name| {
            let file = folder.join(format!("{name}.{ending}"));
            let is_input = self.inputs.iter().any(|input| is_same_file(&file, input));
            (!is_input && self.taken.insert(name.to_lowercase())).then_some((name, file))
        });
        let (name, file) = found.expect("there is always another number");
        let note = (name != base && self.said.insert(base.clone())).then(|| {
            let shown = file.display();
            format!("{base}.{ending} is taken: the picture of {id:?} is {shown}, further ones have higher numbers")
        });
        (file, note)
    }
}

/// Whether a report is a single number, which needs no board.
fn is_a_number(report: &Report) -> bool {
    matches!(report, Report::Forbidden(report) if report.count.is_some())
}

/// That the ending of a file names no form of picture.
pub(crate) fn no_picture(path: &Path) -> CliError {
    let message = format!("the ending of {} names no picture", path.display());
    let name = path.with_extension("");
    let name = name.display();
    let hint = format!("{name}.png or {name}.svg is a picture, {name}/ a folder of pictures");
    let is_animation = path.extension().is_some_and(|ending| ending == "gif");
    CliError::usage(message).hint(if is_animation {
        format!("{hint}; an animation of a game is drawn by renju show FILE -o {name}.gif")
    } else {
        hint
    })
}

pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/')
}

/// A name of a position as that of a file: without folders and signs that file systems refuse, not too
/// long, and without a dash at its head, which would make a flag of it. A name of nothing else becomes
/// `position`, that of the moves of the command line `moves`.
fn file_name(id: &str) -> String {
    if id == "-m" {
        return "moves".to_owned();
    }
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_.@#".contains(sign);
    let signs = id.trim_start_matches(['.', '-']).chars().take(NAME_LENGTH);
    let name: String = signs
        .map(|sign| if is_plain(sign) { sign } else { '_' })
        .collect();
    if name.contains(char::is_alphanumeric) {
        short_name(&name).to_owned()
    } else {
        "position".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_called_as_its_position_is() {
        assert_eq!(file_name("game 7/8"), "game_7_8");
        assert_eq!(file_name("../../etc/x"), "_.._etc_x");
        assert_eq!(file_name("局面 1"), "局面_1");
        assert_eq!(file_name("-m"), "moves");
        assert_eq!(file_name("--rf -x"), "rf_-x");
        for empty in ["", "...", "///", "\u{7}"] {
            assert_eq!(file_name(empty), "position", "{empty:?}");
        }
        assert_eq!(file_name(&"x".repeat(1000)).len(), NAME_LENGTH);
        let long = file_name(&"局".repeat(1000));
        assert_eq!(long, "局".repeat(66));
    }

    #[test]
    fn positions_of_one_name_have_files_of_their_own() {
        let mut files = PictureFiles::default();
        let mut next = |id| {
            let (file, note) = files.next(Path::new("p"), id, "svg");
            let name = file.file_name().and_then(|name| name.to_str());
            (name.unwrap_or_default().to_owned(), note.is_some())
        };
        assert_eq!(next("a"), ("a.svg".to_owned(), false));
        assert_eq!(next("A"), ("A-2.svg".to_owned(), true));
        assert_eq!(next("a-2"), ("a-2-2.svg".to_owned(), true));
        assert_eq!(next("a"), ("a-3.svg".to_owned(), true));
        assert_eq!(next("a"), ("a-4.svg".to_owned(), false), "said once");
    }
}
