//! `report`: a page for the browser with all that is known of positions and games.

use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use clap::{Args, ValueEnum};

use super::evaluators::EvaluatorName;
use crate::cli::arguments::{DEFAULT_HASH, LimitArgs, hash_bytes, threads};
use crate::cli::drawing::{OverwriteArg, is_folder};
use crate::cli::error::CliError;
use crate::cli::input::InputRecords;
use crate::cli::interrupt::Interrupt;
use crate::cli::named_file::{refuse_existing, write_file};
use crate::cli::page_file::{is_page, no_page, title_of};
use crate::cli::page_games::{OF_A_PAGE, PageGames, no_position};
use crate::cli::run_bar::RunBar;
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::analysis::SessionEvaluators;
use renju::batch::{self, Outputs, Pool, Record, RunOptions, WorkResult};
use renju::files::create_folders;
use renju::limits::Limits;
use renju::page::{
    GameRecord, PageDocument, PageMode, PageRecord, PageStudy, PageSummary, Recorder,
    RecorderOptions, index_page,
};
use renju::render::picture::Theme;
use renju::systems::SHOWN_PROGRAM;

/// Nodes of each question where there is no limit.
const DEFAULT_NODES: u64 = 20_000;
/// The evaluators whose values are shown where none is named.
const DEFAULT_EVALUATORS: [&str; 2] = ["network", SHOWN_PROGRAM];

/// Write a page for the browser: a board to step through, with all that is known
///
/// One file with everything in it: forbidden points with their proofs, threats, best play, evaluators
/// side by side, mistakes of a game. It needs no network, and no `renju` where it is opened. Without
/// --nodes and --time each question is asked for 20000 nodes.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Write the page to this file, .html; to a folder, whose name ends in /, an index and pages of
    /// 1000 positions
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// What to show: forbidden, patterns, compare, threats, search, vct, game [default: what fits
    /// the input; for many positions forbidden and patterns]
    #[arg(long, value_delimiter = ',', value_name = "STUDIES")]
    with: Vec<PageStudy>,

    /// Evaluator whose values are shown, or a .toml file with the weights of one; may be repeated
    /// [default: network and point-info]
    #[arg(short, long, value_name = "NAME")]
    evaluator: Vec<EvaluatorName>,

    #[command(flatten)]
    limits: LimitArgs,

    /// The title of the page [default: the name of the position]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Colours of the page: light, dark, or auto, those that the reader's system prefers
    #[arg(long, value_enum, value_name = "THEME", default_value_t = PageTheme::Auto)]
    theme: PageTheme,

    #[command(flatten)]
    overwrite: OverwriteArg,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
pub(super) enum PageTheme {
    Auto,
    Light,
    Dark,
}

impl PageTheme {
    /// The theme, if it is not left to the reader.
    pub(super) const fn theme(self) -> Option<Theme> {
        match self {
            PageTheme::Auto => None,
            PageTheme::Light => Some(Theme::Light),
            PageTheme::Dark => Some(Theme::Dark),
        }
    }
}

pub(crate) fn run(args: &ReportArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &args.input.going_on(global)?.with_side_open();
    args.check_output()?;
    args.input.refuse_missing()?;
    let evaluators = args.evaluators()?;
    let interrupt = Interrupt::install()?;
    let InputRecords { records, bytes, .. } = args.input.games(global)?;
    let writer = ReportWriter {
        args,
        global,
        evaluators: &evaluators,
        bar: RunBar::new(global, bytes, true),
    };
    let exit = interrupt.exit_of(|stop| writer.write(records.peekable(), stop));
    writer.bar.clear();
    exit
}

impl ReportArgs {
    fn check_output(&self) -> Result<(), CliError> {
        if is_folder(&self.output) {
            return Ok(());
        }
        self.input.refuse_as_output(&self.output)?;
        if !is_page(&self.output) {
            return Err(no_page(&self.output));
        }
        refuse_existing(&self.output, self.overwrite.overwrite())
    }

    fn evaluators(&self) -> Result<SessionEvaluators, CliError> {
        let asked: Result<Vec<_>, _> = self
            .evaluator
            .iter()
            .map(EvaluatorName::find_valued)
            .collect();
        Ok(SessionEvaluators::new(EvaluatorName::of_search().find()?).with_own(asked?))
    }

    /// The names of the evaluators that are shown.
    fn shown(&self) -> Result<Vec<String>, CliError> {
        if self.evaluator.is_empty() {
            return Ok(DEFAULT_EVALUATORS.map(str::to_owned).to_vec());
        }
        let name = |asked: &EvaluatorName| Ok(asked.find_valued()?.info().name.clone());
        self.evaluator.iter().map(name).collect()
    }

    /// The studies of these games.
    fn studies(&self, games: &[GameRecord]) -> Vec<PageStudy> {
        if self.with.is_empty() {
            PageStudy::fitting(games)
        } else {
            self.with.clone()
        }
    }
}

/// Reads games, has them looked at, and writes pages.
struct ReportWriter<'a> {
    args: &'a ReportArgs,
    global: &'a GlobalArgs,
    evaluators: &'a SessionEvaluators,
    bar: RunBar,
}

impl ReportWriter<'_> {
    fn write(
        &self,
        mut records: Peekable<impl Iterator<Item = Record> + Send>,
        stop: &AtomicBool,
    ) -> Result<Exit, CliError> {
        let output = &*self.args.output;
        if !is_folder(output) {
            let mut reader = PageGames::new(self.global);
            let games = reader.next(&mut records)?;
            if games.is_empty() {
                return Err(no_position());
            }
            if records.peek().is_some() || games.len() > OF_A_PAGE {
                let error = CliError::usage(format!("there are more than {OF_A_PAGE} positions"));
                let folder = output.with_extension("");
                return Err(error.hint(format!(
                    "-o {}/ writes an index and pages of {OF_A_PAGE}",
                    folder.display()
                )));
            }
            let page = self.page(games, stop)?;
            if !stop.load(Ordering::Relaxed) {
                write_file(
                    output,
                    page.html.as_bytes(),
                    self.args.overwrite.overwrite(),
                )?;
            }
            return Ok(if reader.failed > 0 {
                Exit::SomeFailed
            } else {
                Exit::Done
            });
        }
        create_folders(output).map_err(CliError::in_file(output))?;
        self.write_folder(output, records, stop)
    }

    fn write_folder(
        &self,
        folder: &Path,
        mut records: Peekable<impl Iterator<Item = Record> + Send>,
        stop: &AtomicBool,
    ) -> Result<Exit, CliError> {
        let index = folder.join("index.html");
        refuse_existing(&index, self.args.overwrite.overwrite())?;
        let mut pages = Vec::new();
        let mut reader = PageGames::new(self.global);
        while records.peek().is_some() && !stop.load(Ordering::Relaxed) {
            let games = reader.next(&mut records)?;
            for games in games.chunks(OF_A_PAGE) {
                let name = format!("page-{:04}.html", pages.len() + 1);
                let page = self.page(games.to_vec(), stop)?;
                if stop.load(Ordering::Relaxed) {
                    // What is not whole is not written, and no index says that it is.
                    return Ok(Exit::Interrupted);
                }
                write_file(
                    &folder.join(&name),
                    page.html.as_bytes(),
                    self.args.overwrite.overwrite(),
                )?;
                pages.push((name, page.summary));
            }
        }
        if pages.is_empty() {
            return Err(no_position());
        }
        let title = self
            .args
            .title
            .clone()
            .unwrap_or_else(|| folder.display().to_string());
        let html = index_page(
            &title,
            &pages,
            self.global.style().lang,
            self.args.theme.theme(),
        );
        write_file(&index, html.as_bytes(), self.args.overwrite.overwrite())?;
        Ok(if reader.failed > 0 {
            Exit::SomeFailed
        } else {
            Exit::Done
        })
    }

    /// The page of some games, each looked at by one thread.
    fn page(&self, games: Vec<GameRecord>, stop: &AtomicBool) -> Result<WrittenPage, CliError> {
        let studies = self.args.studies(&games);
        let options = RecorderOptions {
            studies: studies.clone(),
            evaluators: self.args.shown()?,
            searcher: EvaluatorName::of_search().to_string(),
            limits: self.limits(),
            table_bytes: hash_bytes(DEFAULT_HASH[1], self.threads())?,
        };
        let title = match (&self.args.title, games.first()) {
            (Some(title), _) => title.clone(),
            (None, Some(game)) => title_of(&game.id),
            (None, None) => "renju".to_owned(),
        };
        let records = self.record(games, &options, stop)?;
        let document = PageDocument {
            mode: PageMode::Report,
            lang: self.global.style().lang,
            theme: self.args.theme.theme(),
            title: &title,
            summary: "",
            records: &records,
            evaluators: self.evaluators,
            searcher: &options.searcher,
            chosen: &options.evaluators,
            studies: &studies,
        };
        Ok(WrittenPage {
            html: document.to_html(),
            summary: PageSummary::of(&records),
        })
    }

    fn limits(&self) -> Limits {
        match self.args.limits.limits() {
            limits if limits.is_none() => Limits::nodes(DEFAULT_NODES),
            limits => limits,
        }
    }

    fn threads(&self) -> usize {
        threads(self.global.output.threads)
    }

    fn record(
        &self,
        games: Vec<GameRecord>,
        options: &RecorderOptions,
        stop: &AtomicBool,
    ) -> Result<Vec<PageRecord>, CliError> {
        let records: Mutex<Vec<(usize, PageRecord)>> = Mutex::new(Vec::with_capacity(games.len()));
        let make = || Recorder::new(options, self.evaluators);
        let idle = Pool::of(0, make);
        let work = |(place, mut game): (usize, GameRecord)| {
            let mut recorder = idle.take_or(make);
            let found = recorder.record(&game, stop);
            idle.give_back(recorder);
            for failure in &found.failures {
                diagnostics::note(&format!("{}: {failure}", game.id), self.global);
            }
            found.put_into(&mut game);
            let record = PageRecord {
                game,
                recorded: found,
            };
            let mut records = records.lock().unwrap_or_else(PoisonError::into_inner);
            records.push((place, record));
            WorkResult {
                done: 1,
                ..WorkResult::default()
            }
        };
        let outputs = Outputs {
            lines: &mut std::io::sink(),
            trees: &mut std::io::sink(),
            written: &mut |_| Ok(()),
        };
        let run = RunOptions {
            threads: self.global.output.threads,
            stop: Some(stop),
            ..RunOptions::default()
        };
        let numbered = (0..).zip(games);
        batch::run(numbered, work, run, outputs, |summary| {
            self.bar.show(summary.done, summary.failed);
        })?;
        let mut records = (records.into_inner()).unwrap_or_else(PoisonError::into_inner);
        records.sort_by_key(|(place, _)| *place);
        Ok(records.into_iter().map(|(_, record)| record).collect())
    }
}

/// A page that is made, and what an index tells of it.
struct WrittenPage {
    html: String,
    summary: PageSummary,
}
