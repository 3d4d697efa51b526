//! The page of a check: its positions with what became of what they expect, those that fail first.

use std::path::{Path, PathBuf};

use crate::cli::commands::evaluators::EvaluatorName;
use crate::cli::error::CliError;
use crate::cli::named_file::{refuse_existing, write_file};
use crate::cli::page_file::{is_page, no_page};
use crate::cli::page_games::OF_A_PAGE;
use crate::cli::{GlobalArgs, InputArgs};
use renju::analysis::SessionEvaluators;
use renju::batch::{Entry, RecordError};
use renju::files::Overwrite;
use renju::page::{GameRecord, PageDocument, PageMode, PageRecord, RecordTag};
use renju::questions::CheckLine;
use renju::render::{Style, text};

/// A page in the making.
pub(super) struct CheckPage {
    path: PathBuf,
    overwrite: Overwrite,
    style: Style,
    games: Vec<GameRecord>,
}

impl CheckPage {
    /// Checks the file before anything is answered.
    pub(super) fn open(
        path: &Path,
        overwrite: Overwrite,
        input: &InputArgs,
        global: &GlobalArgs,
    ) -> Result<CheckPage, CliError> {
        input.refuse_as_output(path)?;
        if !is_page(path) {
            return Err(no_page(path));
        }
        refuse_existing(path, overwrite)?;
        Ok(CheckPage {
            path: path.to_owned(),
            overwrite,
            style: Style::plain(global.style().lang),
            games: Vec::new(),
        })
    }

    /// Begins a position; lines about it follow.
    pub(super) fn begin(&mut self, entry: &Entry) {
        self.games.push(GameRecord {
            id: entry.id.to_string(),
            ..GameRecord::of_setup(&entry.setup, &entry.position)
        });
    }

    /// Adds what became of an expectation of the position.
    pub(super) fn add(&mut self, line: &CheckLine) {
        self.tell(&text(line, self.style), line.met == Some(false));
    }

    /// Adds why an expectation of the position cannot be asked.
    pub(super) fn add_error(&mut self, error: &RecordError) {
        self.tell(&format!("{error}\n"), true);
    }

    fn tell(&mut self, said: &str, is_failed: bool) {
        let Some(game) = self.games.last_mut() else {
            return;
        };
        game.text.get_or_insert_default().push_str(said);
        if is_failed && !game.tags.contains(&RecordTag::Failed) {
            game.tags.push(RecordTag::Failed);
        }
    }

    /// Writes the page: of too many positions those that fail, and as many others as have room, which the
    /// title tells.
    pub(super) fn write(mut self) -> Result<(), CliError> {
        let all = self.games.len();
        // Those that fail first, else in the order of the input.
        self.games.sort_by_key(|game| game.tags.is_empty());
        self.games.truncate(OF_A_PAGE);
        let shown = self.games.len();
        let records = self.games.into_iter().map(PageRecord::without_answers);
        let records: Vec<PageRecord> = records.collect();
        let title = if shown < all {
            format!("renju check: {shown} of {all}")
        } else {
            "renju check".to_owned()
        };
        let default = EvaluatorName::of_search();
        let name = default.to_string();
        let document = PageDocument {
            mode: PageMode::Report,
            lang: self.style.lang,
            theme: None,
            title: &title,
            records: &records,
            evaluators: &SessionEvaluators::new(default.find()?),
            searcher: &name,
            chosen: std::slice::from_ref(&name),
            studies: &[],
        };
        write_file(&self.path, document.to_html().as_bytes(), self.overwrite)
    }
}
