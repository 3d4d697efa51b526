//! The page of an answer that was found already: what the page has a panel for is in it as if the page
//! had asked, and the words of all of it stand beside the board.

use serde_json::{Value, json};

use crate::analysis::TreeExcerpt;
use crate::questions::{BoardReport, MoveOrPass, Report, ReportedLine, SearchReport};
use crate::render::{Lang, Style, text};

use super::document::PageRecord;
use super::fixed::{WIDTH, game_of};
use super::game_record::GameRecord;
use super::recorder::{PageStudy, RecordedGame, RecordedQuery, base_query, query, tags_of};

impl PageRecord {
    /// A game with the answers about the position that is shown, or about its moves; `board` is that
    /// position.
    pub fn of_answer(
        game: GameRecord,
        board: &BoardReport,
        reports: &[Report],
        lang: Lang,
    ) -> PageRecord {
        let queries = queries(&game, board, reports);
        let text = text_of(reports, lang);
        let is_game = game_of(reports).is_some();
        let reports: Vec<(PageStudy, Vec<Report>)> = if is_game {
            vec![(PageStudy::Game, reports.to_vec())]
        } else {
            let with_study = |report: &Report| Some((study_of(report)?, vec![report.clone()]));
            reports.iter().filter_map(with_study).collect()
        };
        let tags = tags_of(&reports);
        PageRecord {
            game: GameRecord {
                text: Some(text),
                tags: tags.clone(),
                ..game
            },
            recorded: RecordedGame {
                queries,
                reports,
                tags,
                begin: None,
                failures: Vec::new(),
            },
        }
    }

    /// The studies that it has answers of.
    pub fn studies(&self) -> Vec<PageStudy> {
        self.recorded
            .reports
            .iter()
            .map(|(study, _)| *study)
            .collect()
    }
}

/// The answers as the session would give them.
fn queries(game: &GameRecord, board: &BoardReport, reports: &[Report]) -> Vec<RecordedQuery> {
    let moves = game.shown();
    let base = base_query(game, &moves);
    let turn = moves.len();
    let answer = |(fields, told): (Value, Value)| {
        let mut answer = json!({ "turnNumber": turn, "isDuringSearch": false, "letters": "all" });
        merge(&mut answer, told);
        RecordedQuery {
            query: query(&base, fields),
            answers: vec![answer],
        }
    };
    let game = game_of(reports).map(|_| {
        (
            json!({ "study": "game" }),
            json!({ "study": "game", "reports": reports }),
        )
    });
    let shown = (
        json!({ "study": "show" }),
        json!({ "study": "show", "report": board }),
    );
    let found = reports.iter().filter_map(answered).chain(game);
    found.chain([shown]).map(answer).collect()
}

/// The answers in words.
fn text_of(reports: &[Report], lang: Lang) -> String {
    let style = Style {
        width: Some(WIDTH),
        ..Style::plain(lang)
    };
    match game_of(reports) {
        Some(game) => text(&game, style),
        None => reports.iter().map(|report| text(report, style)).collect(),
    }
}

/// The panel that an answer belongs to.
fn study_of(report: &Report) -> Option<PageStudy> {
    Some(match report {
        Report::Forbidden(_) => PageStudy::Forbidden,
        Report::Patterns(_) => PageStudy::Patterns,
        Report::Score(_) => PageStudy::Compare,
        Report::Defences(_) => PageStudy::Threats,
        Report::Search(_) => PageStudy::Search,
        Report::ForcedWin(_) => PageStudy::Vct,
        Report::GameMove(_) | Report::GameSummary(_) => PageStudy::Game,
        _ => return None,
    })
}

/// The fields of the query that has this answer, and those of the answer, where a panel asks so.
fn answered(report: &Report) -> Option<(Value, Value)> {
    let study = match report {
        Report::Forbidden(_) => "forbidden",
        Report::Patterns(found) if found.shapes.is_some() => "patterns",
        Report::Score(_) => "score",
        Report::Defences(_) => "threats",
        Report::ForcedWin(found) => found.header.study,
        Report::Search(found) => {
            return Some((
                json!({ "study": "search", "evaluator": found.evaluator }),
                best_play(found),
            ));
        }
        _ => return None,
    };
    let fields = match report {
        Report::Score(found) => json!({ "study": study, "evaluator": found.evaluator }),
        _ => json!({ "study": study }),
    };
    let tree = match report {
        Report::ForcedWin(found) => found.tree.as_ref().map(TreeExcerpt::of),
        _ => None,
    };
    Some((
        fields,
        json!({ "study": study, "report": report, "tree": tree }),
    ))
}

/// A search as the protocol has it.
fn best_play(found: &SearchReport) -> Value {
    let info = |(order, line): (usize, &ReportedLine)| json!({ "move": line.moves.first(), "order": order, "visits": found.nodes, "score": line.score, "pv": line.moves });
    let has_move = |line: &&ReportedLine| matches!(line.moves.first(), Some(MoveOrPass::At(_)));
    let infos = found.lines.iter().filter(has_move).enumerate().map(info);
    json!({
        "moveInfos": infos.collect::<Vec<_>>(),
        "rootInfo": { "visits": found.nodes, "depth": found.depth },
    })
}

fn merge(value: &mut Value, more: Value) {
    if let (Value::Object(fields), Value::Object(more)) = (value, more) {
        fields.extend(more);
    }
}
