//! Answers of commands as pages: `-o FILE.html`.

use std::path::Path;

use super::commands::evaluators::EvaluatorName;
use super::error::CliError;
use renju::analysis::SessionEvaluators;
use renju::batch::Entry;
use renju::page::{GameRecord, PageDocument, PageMode, PageRecord};
use renju::questions::{self, Report};
use renju::render::Lang;
use renju::render::picture::Theme;

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

/// The page of what was answered about one position, or about a game.
pub(crate) fn answer_page(
    reports: &[Report],
    entry: &Entry,
    lang: Lang,
    theme: Theme,
) -> Result<String, CliError> {
    let game = GameRecord {
        id: entry.id.to_string(),
        ..GameRecord::of_setup(&entry.setup, &entry.position)
    };
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
        records: &[record],
        evaluators: &SessionEvaluators::new(default.find()?),
        searcher: &name,
        chosen: std::slice::from_ref(&name),
        studies: &studies,
    };
    Ok(document.to_html())
}
