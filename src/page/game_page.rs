//! The report of one game, which the page asks for: the server and the browser's worker make it alike.

use crate::analysis::SessionEvaluators;
use crate::limits::{Limits, NoObserver};
use crate::render::Lang;
use crate::render::picture::Theme;

use super::document::{PageDocument, PageMode, PageRecord};
use super::game_record::GameRecord;
use super::recorder::{PageStudy, Recorder, RecorderOptions};

/// Nodes of each question.
const NODES: u64 = 20_000;

/// What the report of a game is made with.
pub struct GamePage<'a> {
    /// What may be asked.
    pub evaluators: &'a SessionEvaluators,
    /// The evaluator that searches.
    pub searcher: &'a str,
    /// The evaluators whose values it shows.
    pub chosen: &'a [String],
    /// The bytes of each table.
    pub table_bytes: usize,
    /// The language of its words.
    pub lang: Lang,
    /// Its colours; those that the reader's system prefers if `None`.
    pub theme: Option<Theme>,
}

impl GamePage<'_> {
    /// The page of a game with the studies that fit it.
    pub fn html(&self, mut game: GameRecord) -> String {
        let studies = PageStudy::fitting(std::slice::from_ref(&game));
        let options = RecorderOptions {
            studies: studies.clone(),
            evaluators: self.chosen.to_vec(),
            searcher: self.searcher.to_owned(),
            limits: Limits::nodes(NODES),
            table_bytes: self.table_bytes,
        };
        let recorded = Recorder::new(&options, self.evaluators).record(&game, &NoObserver);
        recorded.put_into(&mut game);
        let title = match &*game.id {
            "" => "renju".to_owned(),
            id => id.to_owned(),
        };
        PageDocument {
            mode: PageMode::Report,
            lang: self.lang,
            theme: self.theme,
            title: &title,
            summary: "",
            records: &[PageRecord { game, recorded }],
            evaluators: self.evaluators,
            searcher: self.searcher,
            chosen: self.chosen,
            studies: &studies,
        }
        .to_html()
    }
}
