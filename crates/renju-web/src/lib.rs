//! The library in a worker of the browser: queries of the JSON protocol, texts and files.
//!
//! `page/worker.js` calls it; `docs/web.md` tells how the page is made and hosted.

use renju::analysis::{AnalysisOptions, AnalysisSession, AnalysisTables, SessionEvaluators};
use renju::limits::NoObserver;
use renju::notation::Letters;
use renju::page::{GamePage, GameRecord, line_with_words, read_answer, write_answer};
use renju::systems::SHOWN_PROGRAM;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

/// Bytes of each table: a browser gives a page less than a system gives a program.
const TABLE_BYTES: usize = 16 << 20;
/// The evaluator that searches.
const SEARCHER: &str = "network";
/// The evaluators of a report.
const SHOWN: [&str; 2] = ["network", SHOWN_PROGRAM];

/// What a worker keeps from one question to the next.
#[wasm_bindgen]
pub struct BrowserWorker {
    session: AnalysisSession,
    evaluators: SessionEvaluators,
    tables: AnalysisTables,
}

#[wasm_bindgen]
impl BrowserWorker {
    /// A worker before its first question.
    ///
    /// # Errors
    ///
    /// If the evaluator that searches is not there.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<BrowserWorker, JsError> {
        let options = AnalysisOptions {
            rule: None,
            letters: Letters::All,
            table_bytes: TABLE_BYTES,
            nodes: None,
            depth: None,
            threads: 1,
        };
        Ok(BrowserWorker {
            session: AnalysisSession::new(options),
            evaluators: SessionEvaluators::new(renju::systems::find(SEARCHER)?),
            tables: AnalysisTables::new(TABLE_BYTES),
        })
    }

    /// Answers a query; `told` gets each line as it is found, with the words of a language.
    ///
    /// # Errors
    ///
    /// If there is no such language.
    pub fn ask(&mut self, query: &str, lang: &str, told: &js_sys::Function) -> Result<(), JsError> {
        let lang = lang.parse()?;
        let tell = |line: String| {
            // A page that is gone hears nothing.
            let _ = told.call1(&JsValue::NULL, &JsValue::from(line_with_words(line, lang)));
        };
        self.session
            .handle(query.as_bytes())
            .into_iter()
            .for_each(tell);
        while let Some(task) = self.session.next_task() {
            let answer = task.answer(&self.evaluators, &mut self.tables, &tell, &NoObserver);
            self.session.finish(&task);
            tell(answer.to_line());
        }
        Ok(())
    }

    /// The games of a text or a file as JSON.
    ///
    /// # Errors
    ///
    /// Why nothing in it can be read.
    pub fn read(&self, bytes: &[u8], name: &str, lang: &str) -> Result<String, JsError> {
        let answer = read_answer(bytes, name, lang.parse()?);
        let answer = answer.map_err(|error| JsError::new(&error))?;
        Ok(answer.to_string())
    }

    /// A game in a format, as JSON with its bytes.
    ///
    /// # Errors
    ///
    /// Why the format cannot hold it.
    pub fn write(&self, game: &str, format: &str, lang: &str) -> Result<String, JsError> {
        let game: GameRecord = serde_json::from_str(game)?;
        let answer = write_answer(&game, format.parse()?, lang.parse()?);
        let answer = answer.map_err(|error| JsError::new(&error))?;
        Ok(answer.to_string())
    }

    /// A report of a game as HTML.
    ///
    /// # Errors
    ///
    /// If the game or the language is none.
    pub fn report(&self, game: &str, lang: &str) -> Result<String, JsError> {
        let report = GamePage {
            evaluators: &self.evaluators,
            searcher: SEARCHER,
            chosen: &SHOWN.map(str::to_owned),
            table_bytes: TABLE_BYTES,
            lang: lang.parse()?,
            theme: None,
        };
        Ok(report.html(serde_json::from_str(game)?))
    }
}
