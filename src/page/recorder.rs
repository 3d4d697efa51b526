//! What a report holds: the queries that the page will ask of a game, answered beforehand.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::analysis::{
    AnalysisOptions, AnalysisRequest, AnalysisSession, AnalysisTables, SessionEvaluators,
};
use crate::board::Color;
use crate::limits::{Limits, Observer, Progress};
use crate::named_enum::named_enum;
use crate::notation::Letters;
use crate::questions::{DefenceReport, Report};
use crate::threat::ThreatOutcome;

use super::game_record::{GameRecord, RecordNode, RecordTag};

/// Points of each evaluator of which is recorded what their values are made of.
const POINTS_WITH_TERMS: usize = 8;
/// Moves from which on a position is told as a game.
const MOVES_OF_A_GAME: usize = 9;
/// Best moves that a search tells, each with its line.
const LINES: u64 = 3;

named_enum! {
    /// What a report tells of a position or a game.
    pub enum PageStudy: "study" {
        /// The points that black may not play, of every position of the game.
        Forbidden = "forbidden",
        /// The shapes that stand, of every position.
        Patterns = "patterns",
        /// What the evaluators say, of every position.
        Compare = "compare",
        /// What the other side threatens in the position that is shown, and what stops it.
        Threats = "threats",
        /// Best play in the position that is shown.
        Search = "search",
        /// A forced win in the position that is shown, with every reply.
        Vct = "vct",
        /// What each move of the game missed and allowed.
        Game = "game",
    }
}

impl PageStudy {
    /// The studies that fit one position, a game, or many.
    pub fn fitting(games: &[GameRecord]) -> Vec<PageStudy> {
        use PageStudy::{Compare, Forbidden, Game, Patterns, Search, Threats};
        match games {
            [game] if game.line().len() >= MOVES_OF_A_GAME => {
                vec![Game, Forbidden, Threats, Search, Compare]
            }
            [_] => vec![Forbidden, Threats, Search, Compare, Patterns],
            _ => vec![Forbidden, Patterns],
        }
    }
}

/// What is recorded, and how long it may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecorderOptions {
    /// The studies, in the order of the page.
    pub studies: Vec<PageStudy>,
    /// The evaluators whose values are recorded, by name.
    pub evaluators: Vec<String>,
    /// The evaluator that searches.
    pub searcher: String,
    /// What a search and a proof may take.
    pub limits: Limits,
    /// The bytes of each table.
    pub table_bytes: usize,
}

/// Asks queries and keeps their answers; the tables are used for one game after the other.
pub struct Recorder<'a> {
    options: &'a RecorderOptions,
    evaluators: &'a SessionEvaluators,
    tables: AnalysisTables,
}

/// A query with its answers, as the protocol has them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RecordedQuery {
    /// The query as it was asked.
    pub query: Value,
    /// The answers, one for each turn.
    pub answers: Vec<Value>,
}

/// What is known of a game.
#[derive(Default)]
pub struct RecordedGame {
    /// The queries with their answers.
    pub queries: Vec<RecordedQuery>,
    /// The answers for the position that is shown, as reports, each with its study.
    pub reports: Vec<(PageStudy, Vec<Report>)>,
    /// What a list says of the game.
    pub tags: Vec<RecordTag>,
    /// After how many moves a page begins, where that is not the end of the game.
    pub begin: Option<usize>,
    /// Why questions have no answer.
    pub failures: Vec<String>,
}

impl RecordedGame {
    /// Tells a game how a list tags it, and where its page begins.
    pub fn put_into(&self, game: &mut GameRecord) {
        game.tags.clone_from(&self.tags);
        game.go_back_to(self.begin.unwrap_or(usize::MAX));
    }
}

impl<'a> Recorder<'a> {
    /// A recorder for these evaluators.
    pub fn new(options: &'a RecorderOptions, evaluators: &'a SessionEvaluators) -> Recorder<'a> {
        Recorder {
            options,
            evaluators,
            tables: AnalysisTables::new(options.table_bytes),
        }
    }

    /// Asks what the page will ask of a game; less, once `observer` wants an end.
    pub fn record(&mut self, game: &GameRecord, observer: &dyn Observer) -> RecordedGame {
        let line = game.line();
        let base = base_query(game, &line);
        let turns: Vec<usize> = (0..=line.len()).collect();
        let mut shown = game.shown().len();
        let mut found = RecordedGame::default();
        // How a game ended is asked for each of its positions.
        self.ask(
            query(&base, json!({ "study": "show", "analyzeTurns": turns })),
            None,
            observer,
            &mut found,
        );
        // What a review finds decides at what the others look.
        let review = |study: &&PageStudy| **study == PageStudy::Game;
        let studies = self.options.studies.iter();
        let ordered = studies
            .clone()
            .filter(review)
            .chain(studies.filter(|study| !review(study)));
        for &study in ordered {
            let kept = match study {
                PageStudy::Game => line.len(),
                _ => shown,
            };
            for fields in self.fields(study, shown, &turns) {
                if observer.progress(&Progress::default()).is_break() {
                    return found;
                }
                self.ask(
                    query(&base, fields),
                    Some((study, kept)),
                    observer,
                    &mut found,
                );
                if study == PageStudy::Game && shown == line.len() {
                    found.begin = last_choice(&found);
                    shown = found.begin.unwrap_or(shown);
                }
                if study == PageStudy::Compare {
                    self.ask_terms(&base, shown, observer, &mut found);
                }
            }
        }
        found.tags = tags_of(&found.reports);
        found
    }

    /// The fields of the queries of a study.
    fn fields(&self, study: PageStudy, shown: usize, turns: &[usize]) -> Vec<Value> {
        let limits = self.limits();
        let at = [shown];
        match study {
            PageStudy::Forbidden => {
                vec![
                    json!({ "study": "forbidden", "with": ["near_misses"], "analyzeTurns": turns }),
                ]
            }
            PageStudy::Patterns => {
                vec![json!({ "study": "patterns", "with": ["shapes"], "analyzeTurns": turns })]
            }
            PageStudy::Compare => {
                let names = self.options.evaluators.iter();
                names.map(|name| json!({ "study": "score", "evaluator": name, "analyzeTurns": turns })).collect()
            }
            PageStudy::Threats => vec![limited(
                json!({ "study": "threats", "analyzeTurns": at }),
                &limits,
            )],
            PageStudy::Search => {
                let fields = json!({ "study": "search", "evaluator": self.options.searcher, "lines": LINES, "analyzeTurns": at });
                vec![limited(fields, &limits)]
            }
            PageStudy::Vct => vec![limited(
                json!({ "study": "vct", "with": ["tree"], "analyzeTurns": at }),
                &limits,
            )],
            PageStudy::Game if turns.len() == 1 => Vec::new(),
            PageStudy::Game => vec![limited(json!({ "study": "game" }), &limits)],
        }
    }

    fn limits(&self) -> Map<String, Value> {
        let Limits { nodes, time } = self.options.limits;
        let nodes = nodes.map(|nodes| ("maxVisits".to_owned(), nodes.into()));
        let time = time.map(|time| ("maxTime".to_owned(), time.as_secs_f64().into()));
        nodes.into_iter().chain(time).collect()
    }

    /// Asks what the best points of an evaluator that was asked last are made of.
    fn ask_terms(
        &mut self,
        base: &Map<String, Value>,
        shown: usize,
        observer: &dyn Observer,
        found: &mut RecordedGame,
    ) {
        let Some((_, reports)) = found.reports.last() else {
            return;
        };
        let [Report::Score(score)] = &reports[..] else {
            return;
        };
        let Some(side) = score.header.to_move else {
            return;
        };
        let points = score.points[side]
            .iter()
            .flat_map(|points| &points.0)
            .take(POINTS_WITH_TERMS);
        let evaluator = score.evaluator.clone();
        for at in points.map(|ranked| ranked.point).collect::<Vec<_>>() {
            let fields = json!({ "study": "score", "evaluator": evaluator, "at": at, "with": ["terms"], "analyzeTurns": [shown] });
            self.ask(query(base, fields), None, observer, found);
        }
    }

    /// Asks one query; what is known of a turn is kept as reports of a study, if they are wanted.
    fn ask(
        &mut self,
        query: Value,
        kept: Option<(PageStudy, usize)>,
        observer: &dyn Observer,
        found: &mut RecordedGame,
    ) {
        let options = AnalysisOptions {
            rule: None,
            letters: Letters::All,
            table_bytes: self.options.table_bytes,
            nodes: None,
            depth: None,
            threads: 1,
        };
        let mut session = AnalysisSession::new(options);
        let request = AnalysisRequest::read(query.to_string().as_bytes(), &options);
        found.failures.extend(session.take(request));
        let mut answers = Vec::new();
        while let Some(task) = session.next_task() {
            let answer = task.answer(self.evaluators, &mut self.tables, &|_| (), observer);
            if let Some(error) = answer.error() {
                found.failures.push(error.to_owned());
            }
            answers.extend(serde_json::from_str::<Value>(&answer.to_line()));
            if let Some((study, turn)) = kept
                && turn == task.turn_number()
                && !answer.reports().is_empty()
            {
                found.reports.push((study, answer.reports().to_vec()));
            }
            session.finish(&task);
        }
        found.queries.push(RecordedQuery { query, answers });
    }
}

/// How many moves there are before the one that decided a game that has ended: nothing can be chosen
/// behind it, and where it ended there is nothing to look for.
fn last_choice(found: &RecordedGame) -> Option<usize> {
    let reports = found.reports.iter().flat_map(|(_, reports)| reports);
    let summary = reports.rev().find_map(|report| match report {
        Report::GameSummary(summary) => Some(summary),
        _ => None,
    });
    let summary = summary.filter(|summary| summary.outcome.is_some())?;
    Some(summary.decisive.unwrap_or(summary.moves).saturating_sub(1))
}

/// The fields of a query that say where it asks.
pub(super) fn base_query(game: &GameRecord, moves: &[&RecordNode]) -> Map<String, Value> {
    let letter = |color: Color| match color {
        Color::Black => "B",
        Color::White => "W",
    };
    let stones = game
        .black
        .iter()
        .map(|at| (Color::Black, at))
        .chain(game.white.iter().map(|at| (Color::White, at)));
    let first = moves.first().and_then(|node| node.color).or(game.to_move);
    let first = first.unwrap_or(if game.black.len() > game.white.len() {
        Color::White
    } else {
        Color::Black
    });
    let moves = moves
        .iter()
        .map(|node| json!([letter(node.color.unwrap_or(Color::Black)), node.played]));
    let fields = json!({
        "id": game.id.chars().take(100).collect::<String>(),
        "boardXSize": game.size,
        "boardYSize": game.size,
        "rules": game.rule,
        "initialStones": stones.map(|(color, at)| json!([letter(color), at])).collect::<Vec<_>>(),
        "initialPlayer": letter(first),
        "moves": moves.collect::<Vec<_>>(),
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

pub(super) fn query(base: &Map<String, Value>, fields: Value) -> Value {
    let mut query = base.clone();
    if let Value::Object(fields) = fields {
        query.extend(fields);
    }
    Value::Object(query)
}

fn limited(fields: Value, limits: &Map<String, Value>) -> Value {
    match fields {
        Value::Object(mut fields) => {
            fields.extend(limits.clone());
            Value::Object(fields)
        }
        other => other,
    }
}

/// What a list says of a game.
pub(super) fn tags_of(reports: &[(PageStudy, Vec<Report>)]) -> Vec<RecordTag> {
    let all = || reports.iter().flat_map(|(_, reports)| reports);
    let is_forbidden = all()
        .any(|report| matches!(report, Report::Forbidden(found) if !found.forbidden.is_empty()));
    let is_won = all().any(|report| match report {
        Report::ForcedWin(found) => found.outcome == ThreatOutcome::Win,
        Report::Defences(found) => is_win(found),
        _ => false,
    });
    let is_mistaken = all().any(|report| matches!(report, Report::GameMove(row) if row.blunder));
    let tags = [
        (RecordTag::Forbidden, is_forbidden),
        (RecordTag::Win, is_won),
        (RecordTag::Mistake, is_mistaken),
    ];
    tags.into_iter()
        .filter(|(_, holds)| *holds)
        .map(|(tag, _)| tag)
        .collect()
}

/// Whether one side or the other wins by force, with either side to move.
fn is_win(report: &DefenceReport) -> bool {
    let is_lost = report.threat.is_some() && report.complete && report.holding().next().is_none();
    report.own_win.is_some() || is_lost
}
