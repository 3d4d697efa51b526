//! The HTML of the page: what a reader without scripts sees, the script and the style, and the data
//! that the script draws. Whatever comes from a file or an engine is text in it, never markup.

use std::collections::BTreeMap;
use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::analysis::SessionEvaluators;
use crate::render::Lang;
use crate::render::picture::Theme;
use crate::render::printable::printable;

use super::fixed::fixed_game;
use super::game_record::GameRecord;
use super::recorder::{PageStudy, RecordedGame, RecordedQuery};
use super::said::add_words;
use super::{script, style, written_formats};

/// Bytes of data from which on it is packed.
const PACKED_FROM: usize = 100_000;
/// The words that the page needs: tables, and texts of others.
const WORDS: [&str; 21] = [
    "color",
    "direction",
    "forbidden",
    "kind",
    "list",
    "obstacle",
    "page",
    "patterns.none",
    "patterns.shape",
    "player",
    "reason",
    "report.to_move",
    "rule",
    "score.no_board_value",
    "score.point",
    "score.points",
    "score.rank",
    "shape",
    "tag",
    "term",
    "win",
];
/// A black stone, which browsers show beside the title.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='4'/%3E%3C/svg%3E";

/// Where the answers of a page come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PageMode {
    /// They are in it.
    Report,
    /// A server on this machine.
    Board,
    /// A worker of the browser.
    Web,
}

/// A game of a report with what was found of it.
pub struct PageRecord {
    /// The game with its moves.
    pub game: GameRecord,
    /// The answers that the page has for it.
    pub recorded: RecordedGame,
}

impl PageRecord {
    /// A game of which nothing is known yet: a page that answers finds out.
    pub fn without_answers(game: GameRecord) -> PageRecord {
        let recorded = RecordedGame::default();
        PageRecord { game, recorded }
    }
}

/// A page before it is written.
pub struct PageDocument<'a> {
    /// Where its answers come from.
    pub mode: PageMode,
    /// The language of its words.
    pub lang: Lang,
    /// Its colours; those that the reader's system prefers if `None`.
    pub theme: Option<Theme>,
    /// The title, in the tab and above the board.
    pub title: &'a str,
    /// What holds of all the games, in lines; nothing if empty.
    pub summary: &'a str,
    /// The games, the first of which is shown.
    pub records: &'a [PageRecord],
    /// What may be chosen of evaluators.
    pub evaluators: &'a SessionEvaluators,
    /// The evaluator that searches.
    pub searcher: &'a str,
    /// The evaluators that are shown first, two at most.
    pub chosen: &'a [String],
    /// The studies that are unfolded.
    pub studies: &'a [PageStudy],
}

impl PageDocument<'_> {
    /// The name of the file of the web build in a language, beside those of the others.
    pub fn file_name(lang: Lang) -> String {
        match lang {
            Lang::ENGLISH => "index.html".to_owned(),
            lang => format!("{}.html", lang.name()),
        }
    }

    /// The page as one file, with everything in it.
    pub fn to_html(&self) -> String {
        let script = script();
        let policy = format!(
            "default-src 'none'; script-src '{}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
            hash_of(&script)
        );
        let head = html! {
            meta http-equiv="Content-Security-Policy" content=(policy);
            style { (PreEscaped(style())) }
        };
        self.page(
            &head,
            &html! { script type="module" { (PreEscaped(script)) } },
        )
    }

    /// The page as one file of several, beside `page.js` and `page.css`.
    pub fn to_linked_html(&self) -> String {
        let head = html! { link rel="stylesheet" href="page.css"; };
        self.page(&head, &html! { script type="module" src="page.js" {} })
    }

    fn page(&self, head: &Markup, script: &Markup) -> String {
        let theme = self.theme.map_or("auto", Theme::name);
        let title = printable(self.title);
        let markup = html! {
            (DOCTYPE)
            html lang=(self.lang.name()) data-theme=(theme) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    link rel="icon" href=(ICON);
                    title { (title) }
                    (head)
                }
                body {
                    h1 { (title) }
                    @if !self.summary.is_empty() { pre class="summary" tabindex="0" { (self.summary) } }
                    main {}
                    noscript { (self.fixed()) }
                    footer {
                        (self.lang.format("page.made_by", &[("version", &env!("CARGO_PKG_VERSION"))]))
                        @if self.mode == PageMode::Web {
                            @for lang in Lang::all().filter(|&lang| lang != self.lang) {
                                " · " a href=(PageDocument::file_name(lang)) lang=(lang.name()) { (lang.text("page.language")) }
                            }
                        }
                    }
                    (data(&self.setup()))
                    (script)
                }
            }
        };
        markup.into_string()
    }

    /// What stands there without scripts.
    fn fixed(&self) -> Markup {
        let theme = self.theme.unwrap_or(Theme::Light);
        if self.mode != PageMode::Report {
            return html! { p { (self.lang.text("page.needs_script")) } };
        }
        html! {
            p { (self.lang.text("page.without_script")) }
            @for PageRecord { game, recorded } in self.records {
                (fixed_game(game, recorded, self.lang, theme))
            }
        }
    }

    /// What the script begins with.
    fn setup(&self) -> Value {
        let records: Vec<&GameRecord> = self.records.iter().map(|record| &record.game).collect();
        let recorded: Vec<&RecordedQuery> = self
            .records
            .iter()
            .flat_map(|record| &record.recorded.queries)
            .collect();
        let mut queries = json!(recorded);
        let answers = queries.as_array_mut().into_iter().flatten();
        let answers = answers.filter_map(|query| query["answers"].as_array_mut());
        answers
            .flatten()
            .for_each(|answer| add_words(answer, self.lang));
        let is_there = |name: &str| {
            let mut queries = recorded.iter().map(|asked| &asked.query);
            self.mode != PageMode::Report
                || queries.any(|query| query["study"] == "score" && query["evaluator"] == name)
        };
        let evaluators = self.evaluators.all();
        let infos = evaluators.iter().map(|evaluator| evaluator.info());
        let cards = infos.filter(|info| is_there(&info.name)).map(|info| {
            json!({
                "name": info.name,
                "title": self.lang.translate(&info.title),
                "unit": self.lang.translate(&info.unit),
                "ranks_by": info.ranks_by,
            })
        });
        let endings: BTreeMap<&str, &str> = written_formats()
            .map(|format| (format.name(), format.ending()))
            .collect();
        json!({
            "mode": self.mode,
            "version": env!("CARGO_PKG_VERSION"),
            "words": self.lang.texts(&WORDS),
            "evaluators": cards.collect::<Vec<_>>(),
            "searcher": self.searcher,
            "chosen": self.chosen,
            "formats": endings.keys().collect::<Vec<_>>(),
            "endings": endings,
            "open": self.open(),
            "records": records,
            "answers": queries,
        })
    }

    /// The panels that are unfolded: those with something to see.
    fn open(&self) -> Vec<&'static str> {
        let has_moves = self
            .records
            .first()
            .is_some_and(|record| record.game.nodes.len() > 1);
        let of_study = |study: &PageStudy| match study {
            PageStudy::Forbidden => "panel-forbidden",
            PageStudy::Patterns => "panel-shapes",
            PageStudy::Compare => "panel-evaluators",
            PageStudy::Threats => "panel-threats",
            PageStudy::Search | PageStudy::Vct => "panel-play",
            PageStudy::Game => "panel-moves",
        };
        let list = (self.records.len() > 1).then_some("panel-list");
        let moves = (has_moves || self.mode != PageMode::Report).then_some("panel-moves");
        let answer = self
            .records
            .first()
            .is_some_and(|record| record.game.text.is_some());
        let answer = answer.then_some("panel-answer");
        list.into_iter()
            .chain(answer)
            .chain(moves)
            .chain(self.studies.iter().map(of_study))
            .collect()
    }
}

/// The data of the page. It is packed where it is long.
fn data(setup: &Value) -> Markup {
    let text = setup.to_string();
    if text.len() < PACKED_FROM {
        let text = text.replace('<', "\\u003c");
        return html! { script type="application/json" id="setup" { (PreEscaped(text)) } };
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed
        .write_all(text.as_bytes())
        .expect("memory takes every byte");
    let packed = STANDARD.encode(packed.finish().expect("memory takes every byte"));
    html! { script type="application/json" id="setup" data-packed="gzip" { (PreEscaped(packed)) } }
}

/// The hash by which a policy allows a script.
fn hash_of(script: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(script)))
}
