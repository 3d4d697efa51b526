//! Files that `game` writes with its answers: plots, annotated SGF, and puzzles in JSON lines.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::question::GameQuestion;
use crate::cli::answer_lines::json_line;
use crate::cli::drawing::{PictureFiles, PictureFormat, is_folder};
use crate::cli::error::CliError;
use crate::cli::named_file::{NamedFile, refuse_existing, write_file};
use crate::cli::page_file::{answer_page, is_page};
use crate::cli::{GlobalArgs, InputArgs};
use renju::batch::Entry;
use renju::files::{NewFile, Overwrite};
use renju::limits::Limits;
use renju::notation::{Format, WriteOptions, write_game};
use renju::questions::game::{
    GAME_COLUMNS, GameLine, GameReport, annotated_game, game_plot, puzzles,
};
use renju::questions::{FlatTable, Report};
use renju::render::Lang;
use renju::render::picture::{Scale, Theme};
use renju::search::WinSolver;
use renju::threat::SolveOptions;

/// Where games are written to, beside the answers.
pub(super) struct GameFiles {
    output: Option<PathBuf>,
    theme: Theme,
    scale: Scale,
    overwrite: Overwrite,
    lang: Lang,
    pictures: PictureFiles,
}

impl GameFiles {
    /// Checks the file before anything is answered.
    pub(super) fn open(
        output: Option<&Path>,
        (theme, scale, overwrite): (Theme, Scale, Overwrite),
        input: &InputArgs,
        global: &GlobalArgs,
    ) -> Result<GameFiles, CliError> {
        if let Some(path) = output.filter(|path| !is_folder(path)) {
            input.refuse_as_output(path)?;
            if PictureFormat::of_ending(path).is_none()
                && !ends_in(path, "sgf")
                && !ends_in(path, "csv")
                && !is_page(path)
            {
                let message = format!(
                    "the ending of {} is not one that game writes",
                    path.display()
                );
                let hint = "end its name in .html, .svg, .png, .sgf or .csv, or in / for a folder of pictures";
                return Err(CliError::usage(message).hint(hint));
            }
            refuse_existing(path, overwrite)?;
        }
        Ok(GameFiles {
            output: output.map(Path::to_owned),
            theme,
            scale,
            overwrite,
            lang: global.style().lang,
            pictures: PictureFiles::beside(input, global),
        })
    }

    /// Whether there is room for one game.
    pub(super) fn take_one(&self) -> bool {
        self.output.as_ref().is_some_and(|path| !is_folder(path))
    }

    pub(super) fn write(&mut self, entry: &Entry, report: &GameReport) -> Result<(), CliError> {
        let Some(output) = &self.output else {
            return Ok(());
        };
        let file = self.pictures.file(output, &entry.id, "svg")?;
        let bytes = if is_page(&file) {
            let reports = Report::of_game(report.clone());
            answer_page(&reports, entry, self.lang, self.theme)?.into_bytes()
        } else if ends_in(&file, "csv") {
            table(report)
        } else if ends_in(&file, "sgf") {
            let game = annotated_game(&entry.setup, report);
            let written = write_game(&game, Format::Sgf, &WriteOptions::default());
            written.map_err(|why| CliError::usage(why.to_string()))?
        } else {
            let format = PictureFormat::of_ending(&file).unwrap_or(PictureFormat::Svg);
            let plot = game_plot(report, self.theme, format.lang(self.lang));
            format.of_scene(&plot, self.scale)?
        };
        write_file(&file, &bytes, self.overwrite)
    }
}

/// A file that takes the puzzles of games.
pub(super) struct PuzzleFile {
    file: NamedFile<NewFile>,
    solver: WinSolver,
    limits: Limits,
    /// Whether there is a game whose puzzles are all in it.
    has_game: bool,
}

impl PuzzleFile {
    /// Begins the file, unless it is part of the input.
    pub(super) fn create(
        path: &Path,
        question: &GameQuestion<'_>,
        (input, overwrite): (&InputArgs, Overwrite),
    ) -> Result<PuzzleFile, CliError> {
        input.refuse_as_output(path)?;
        Ok(PuzzleFile {
            file: NamedFile::create(path, overwrite)?,
            solver: WinSolver::new(SolveOptions {
                table_bytes: question.table_bytes,
                ..SolveOptions::new(question.options.attack)
            }),
            limits: question.options.proofs().win,
            has_game: false,
        })
    }

    /// Adds the puzzles of a game; none once the work is to end.
    pub(super) fn add(
        &mut self,
        entry: &Entry,
        game: &GameLine,
        report: &GameReport,
        stop: &AtomicBool,
    ) -> Result<(), CliError> {
        let found = puzzles(&entry.id, game, report, &mut self.solver, self.limits, stop);
        for puzzle in found.iter().filter(|_| !stop.load(Ordering::Relaxed)) {
            self.file.write_all(&json_line(puzzle))?;
        }
        self.has_game |= !stop.load(Ordering::Relaxed);
        Ok(())
    }

    /// Gives the file its name, unless no game was answered.
    pub(super) fn finish(self) -> Result<(), CliError> {
        if self.has_game {
            self.file.finish()?;
        }
        Ok(())
    }
}

/// The moves of a game as rows.
fn table(report: &GameReport) -> Vec<u8> {
    let table = FlatTable::new(GAME_COLUMNS);
    let rows = report.moves.iter();
    let rows = rows.flat_map(|row| table.rows(&Report::GameMove(Box::new(row.clone())), &[]));
    table.header().into_iter().chain(rows).collect()
}

fn ends_in(path: &Path, wanted: &str) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case(wanted))
}
