//! Answers of commands as pages, `-o FILE.html`: one answer, or a list of positions with what a command says.

use std::path::{Path, PathBuf};

use super::GlobalArgs;
use super::commands::evaluators::EvaluatorName;
use super::error::CliError;
use super::input::refuse_no_folder;
use super::named_file::{refuse_existing, write_file};
use super::page_games::OF_A_PAGE;
use renju::analysis::SessionEvaluators;
use renju::batch::Entry;
use renju::files::Overwrite;
use renju::limits::{Limits, NoObserver};
use renju::page::{
    GameRecord, PageDocument, PageMode, PageRecord, RecordTag, Recorder, RecorderOptions,
};
use renju::questions::{self, Report};
use renju::render::picture::Theme;
use renju::render::{Lang, Style};

/// Columns of the texts.
const WIDTH: usize = 68;

/// Whether the ending of a file names a page.
pub(crate) fn is_page(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| {
        ending.eq_ignore_ascii_case("html") || ending.eq_ignore_ascii_case("htm")
    })
}

/// That the ending of a file names no page.
pub(crate) fn no_page(path: &Path) -> CliError {
    let error = CliError::usage(format!("the ending of {} names no page", path.display()));
    let name = path.with_extension("html");
    error.hint(format!("a page is called {}", name.display()))
}

/// The title of a page about the position of this name; moves of the command line have none.
pub(crate) fn title_of(id: &str) -> String {
    if id == "-m" {
        "renju".to_owned()
    } else {
        id.to_owned()
    }
}

/// A position as a page has it, by the name that the answers give it.
pub(crate) fn record_of(entry: &Entry) -> GameRecord {
    GameRecord {
        id: entry.id.to_string(),
        ..GameRecord::of_setup(&entry.setup, &entry.position)
    }
}

/// The page of what was answered about one position, or about a game.
pub(crate) fn answer_page(
    reports: &[Report],
    entry: &Entry,
    lang: Lang,
    theme: Theme,
) -> Result<String, CliError> {
    let game = record_of(entry);
    let title = title_of(&game.id);
    let board = questions::board(
        &entry.id,
        &entry.position,
        &entry.setup,
        Some(entry.read.clone()),
    );
    let record = PageRecord::of_answer(game, &board, reports, lang);
    let name_of = |report: &Report| match report {
        Report::Search(found) => Some(found.evaluator.clone()),
        Report::Score(found) => Some(found.evaluator.clone()),
        _ => None,
    };
    let default = EvaluatorName::of_search();
    let name = reports
        .iter()
        .find_map(name_of)
        .unwrap_or_else(|| default.to_string());
    let studies = record.studies();
    let document = PageDocument {
        mode: PageMode::Report,
        lang,
        // Light is what pictures are without a word; a page may follow the reader's system.
        theme: Some(theme).filter(|&theme| theme != Theme::Light),
        title: &title,
        summary: "",
        records: &[record],
        evaluators: &SessionEvaluators::new(default.find()?),
        searcher: &name,
        chosen: std::slice::from_ref(&name),
        studies: &studies,
    };
    Ok(document.to_html())
}

/// A page of positions and games in the making, each with what a command tells of it.
pub(crate) struct ToldPage {
    path: PathBuf,
    overwrite: Overwrite,
    /// How texts of it are written.
    pub(crate) style: Style,
    games: Vec<GameRecord>,
}

impl ToldPage {
    /// Checks the file before anything is answered.
    pub(crate) fn open(
        path: &Path,
        overwrite: Overwrite,
        global: &GlobalArgs,
    ) -> Result<ToldPage, CliError> {
        if !is_page(path) {
            return Err(no_page(path));
        }
        refuse_no_folder(path)?;
        refuse_existing(path, overwrite)?;
        Ok(ToldPage {
            path: path.to_owned(),
            overwrite,
            style: Style {
                width: Some(WIDTH),
                ..Style::plain(global.style().lang)
            },
            games: Vec::new(),
        })
    }

    /// Begins a position or a game; what is told next is about it.
    pub(crate) fn begin(&mut self, game: GameRecord) {
        self.games.push(game);
    }

    /// Tells something of the last position.
    pub(crate) fn tell(&mut self, said: &str, is_failed: bool) {
        let Some(game) = self.games.last_mut() else {
            return;
        };
        if !said.is_empty() {
            game.text.get_or_insert_default().push_str(said);
        }
        if is_failed && !game.tags.contains(&RecordTag::Failed) {
            game.tags.push(RecordTag::Failed);
        }
    }

    /// Writes the page: those that fail first, else in their order. Of too many it has the first, which
    /// its title tells.
    pub(crate) fn write(mut self, title: &str, summary: &str) -> Result<(), CliError> {
        let all = self.games.len();
        self.games.sort_by_key(|game| game.tags.is_empty());
        self.games.truncate(OF_A_PAGE);
        let shown = self.games.len();
        let cut = (shown < all).then(|| format!("{title}: {shown} of {all}"));
        let default = EvaluatorName::of_search();
        let name = default.to_string();
        let evaluators = SessionEvaluators::new(default.find()?);
        // No study is asked for, but how each game ended and what its opening is called.
        let options = RecorderOptions {
            studies: Vec::new(),
            evaluators: Vec::new(),
            searcher: name.clone(),
            limits: Limits::default(),
            table_bytes: 0,
        };
        let mut recorder = Recorder::new(&options, &evaluators);
        let records = self.games.into_iter().map(|game| PageRecord {
            recorded: recorder.record(&game, &NoObserver),
            game,
        });
        let records: Vec<PageRecord> = records.collect();
        let document = PageDocument {
            mode: PageMode::Report,
            lang: self.style.lang,
            theme: None,
            title: cut.as_deref().unwrap_or(title),
            summary,
            records: &records,
            evaluators: &evaluators,
            searcher: &name,
            chosen: std::slice::from_ref(&name),
            studies: &[],
        };
        write_file(&self.path, document.to_html().as_bytes(), self.overwrite)
    }
}
