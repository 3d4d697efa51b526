//! What is known to be best in the positions of the input: by what they expect, by results of games, by
//! proved wins, or by answers about them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use serde_json::Value;

use crate::cli::arguments::{DEFAULT_HASH, hash_bytes};
use crate::cli::error::CliError;
use crate::cli::observer::TerminalObserver;
use crate::cli::{Exit, GlobalArgs, diagnostics};
use renju::batch::check::TestPosition;
use renju::batch::{Folders, RecordBody, RecordError, Sources};
use renju::board::Color;
use renju::geometry::Point;
use renju::limits::{Control, Limits};
use renju::notation::{Format, ParseOptions};
use renju::position::{Position, PositionOverrides};
use renju::questions::diff::AnswerLine;
use renju::questions::find::{GameWinner, winner_of};
use renju::questions::fit::{LabelSource, LabelledPosition};
use renju::questions::{Expectation, MoveOrPass, forced_win};
use renju::search::WinSolver;
use renju::threat::{Attack, SolveOptions};
use renju_core::counted::counted;

/// Bytes of a line of answers, at most.
const LINE_LIMIT: usize = 64 << 20;
/// Records that cannot be read and are reported one by one.
const TOLD: u64 = 3;

/// Whose moves of a game are good ones.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FitSide {
    /// Those of the side that won
    Winner,
    /// Those of both sides, with or without a result
    Both,
}

/// Labels as they are collected.
pub(super) struct FitLabels {
    pub(super) labelled: Vec<LabelledPosition>,
    answers: Option<Answers>,
    side: FitSide,
    from_move: usize,
    limits: Limits,
    table_bytes: usize,
    /// Records that have no label.
    unlabelled: u64,
    /// Wins that are expected and were not proved.
    unproved: u64,
    failed: u64,
    /// Positions that were read.
    read: u64,
}

/// The best moves that a file of answers has, by the names of their positions.
struct Answers {
    path: PathBuf,
    best: HashMap<String, Vec<Point>>,
    used: HashSet<String>,
}

impl FitLabels {
    pub(super) fn new(
        answers: Option<&Path>,
        side: FitSide,
        from_move: u16,
        nodes: u64,
    ) -> Result<FitLabels, CliError> {
        Ok(FitLabels {
            labelled: Vec::new(),
            answers: answers.map(Answers::read).transpose()?,
            side,
            from_move: usize::from(from_move),
            limits: Limits::nodes(nodes),
            table_bytes: hash_bytes(DEFAULT_HASH[1], 1)?,
            unlabelled: 0,
            unproved: 0,
            failed: 0,
            read: 0,
        })
    }

    /// Adds what is known of a record of the input.
    pub(super) fn add(&mut self, asked: &TestPosition, run: (&GlobalArgs, &AtomicBool)) {
        self.read += 1;
        let before = self.labelled.len();
        let entry = &asked.entry;
        for warning in &entry.warnings {
            diagnostics::warn(warning, run.0);
        }
        if let Some(answers) = &mut self.answers {
            if let Some(best) = answers.of(&entry.id) {
                let game = game_of(asked);
                self.push(game, &entry.position, best, LabelSource::Answer);
            }
        } else if entry.setup.expect.is_empty() {
            self.add_game(asked);
        } else {
            self.add_expected(asked, run);
        }
        self.unlabelled += u64::from(self.labelled.len() == before);
    }

    fn push(&mut self, game: String, position: &Position, best: Vec<Point>, source: LabelSource) {
        let is_open = position.outcome().is_none() && position.known_to_move().is_some();
        if is_open && !best.is_empty() {
            let position = position.clone();
            self.labelled.push(LabelledPosition {
                game,
                position,
                best,
                source,
            });
        }
    }

    fn add_expected(&mut self, asked: &TestPosition, (global, stop): (&GlobalArgs, &AtomicBool)) {
        let (expectations, errors) = asked.expectations();
        for error in &errors {
            self.failed(error, global);
        }
        let position = &asked.entry.position;
        let mut best = Vec::new();
        let mut win = None;
        for (_, expectation) in &expectations {
            match expectation {
                Expectation::Best { moves } => {
                    best.extend(moves.iter().copied().filter_map(point_of));
                }
                Expectation::Win { attack, .. } => win = Some(*attack),
                Expectation::AnyWin => win = Some(Attack::Vct),
                _ => {}
            }
        }
        let game = game_of(asked);
        match win {
            Some(attack) if best.is_empty() && !stop.load(Ordering::Relaxed) => {
                let options = SolveOptions {
                    table_bytes: self.table_bytes,
                    ..SolveOptions::new(attack)
                };
                let observer = TerminalObserver::drawing(stop, global);
                let control = Control::observed(self.limits, &observer);
                let solver = &mut WinSolver::new(options);
                let report = forced_win(asked.entry.id.clone(), position, solver, &control);
                let first = report.line.first().copied().and_then(point_of);
                let is_of_mover = !report.passed;
                self.unproved += u64::from(first.is_none());
                let best = first.filter(|_| is_of_mover).into_iter().collect();
                self.push(game, position, best, LabelSource::Win);
            }
            _ => self.push(game, position, best, LabelSource::Best),
        }
    }

    /// Adds the moves of a game that are taken for good ones.
    fn add_game(&mut self, asked: &TestPosition) {
        let entry = &asked.entry;
        let winner = match winner_of(&entry.setup, &entry.position) {
            GameWinner::Black => Some(Color::Black),
            GameWinner::White => Some(Color::White),
            _ => None,
        };
        if winner.is_none() && self.side == FitSide::Winner {
            return;
        }
        let setup = &entry.setup;
        let game = game_of(asked);
        let asked = PositionOverrides {
            size: Some(entry.position.board().size()),
            rule: Some(entry.position.rule()),
            ..PositionOverrides::default()
        };
        for before in self.from_move.saturating_sub(1)..setup.moves.len() {
            let is_good = self.side == FitSide::Both || Some(setup.to_play_after(before)) == winner;
            let (Some(Some(played)), true) = (setup.moves.get(before), is_good) else {
                continue;
            };
            let position = setup
                .after(before)
                .map(|before| Position::from_setup(&before, &asked));
            if let Some(Ok(position)) = position {
                self.push(game.clone(), &position, vec![*played], LabelSource::Result);
            }
        }
    }

    /// Tells of a record that cannot be read; many are only counted.
    pub(super) fn failed(&mut self, error: &RecordError, global: &GlobalArgs) {
        self.failed += 1;
        if self.failed <= TOLD {
            diagnostics::print_record(error, global);
        }
    }

    /// Whether nothing could be read, which was said.
    pub(super) const fn is_nothing_read(&self) -> bool {
        self.failed > 0 && self.read == 0
    }

    /// Refuses answers of which none is about a position of the input.
    pub(super) fn finish(&self) -> Result<(), CliError> {
        let Some(answers) = &self.answers else {
            return Ok(());
        };
        if answers.used.is_empty() {
            let path = answers.path.display();
            let message = format!("no answer of {path} belongs to a position of the input");
            return Err(CliError::usage(message).hint(
                "answers and positions are paired by id: give the same file and -n as batch was given",
            ));
        }
        Ok(())
    }

    /// Says what was not learned from.
    pub(super) fn tell(&self, global: &GlobalArgs) {
        let lost = self
            .answers
            .as_ref()
            .map_or(0, |answers| answers.best.len() - answers.used.len());
        let notes = [
            (
                self.failed,
                ["record cannot be read", "records cannot be read"],
            ),
            (
                self.unlabelled,
                ["record has no label", "records have no label"],
            ),
            (
                self.unproved,
                [
                    "win is not proved; --nodes for more",
                    "wins are not proved; --nodes for more",
                ],
            ),
            (
                lost as u64,
                [
                    "answer belongs to no position of the input",
                    "answers belong to no position of the input",
                ],
            ),
        ];
        for (count, [one, many]) in notes.into_iter().filter(|(count, _)| *count > 0) {
            diagnostics::note(&counted(count as usize, one, many), global);
        }
    }

    pub(super) const fn exit(&self) -> Exit {
        if self.failed > 0 {
            return Exit::SomeFailed;
        }
        Exit::Done
    }
}

/// The game that a position is of: the record with its line, else its name without the number of moves
/// (`game.sgf@17`).
fn game_of(asked: &TestPosition) -> String {
    let place = asked.line(None).place();
    match place.rsplit_once('@') {
        Some((game, number)) if number.bytes().all(|sign| sign.is_ascii_digit()) => game.to_owned(),
        _ => place,
    }
}

const fn point_of(played: MoveOrPass) -> Option<Point> {
    match played {
        MoveOrPass::At(point) => Some(point),
        MoveOrPass::Pass => None,
    }
}

impl Answers {
    fn read(path: &Path) -> Result<Answers, CliError> {
        let files = [path.to_owned()];
        let reading = ParseOptions::default();
        let lines = Sources::new(&files, Folders::Refused, Some(Format::Jsonl), reading);
        let mut best = HashMap::new();
        for record in lines.with_line_limit(LINE_LIMIT) {
            let body = record
                .body
                .map_err(|error| CliError::Usage(Box::new(error)))?;
            let RecordBody::Line(line) = body else {
                continue;
            };
            let at_line = |why: String| {
                let number = record.line.unwrap_or_default();
                CliError::usage(format!("{}:{number}: {why}", path.display()))
            };
            let answer =
                AnswerLine::read(&line.text).map_err(|error| at_line(error.to_string()))?;
            let Some(answer) = answer else { continue };
            let Some(study) = answer.study else { continue };
            let value = serde_json::from_str(&line.text);
            let value: Value = value.map_err(|error| at_line(error.to_string()))?;
            let points = best_of(&study, &value).ok_or_else(|| {
                at_line(format!("an answer of {study} has no best move"))
                    .hint("answers of search, vcf, vct and score have one")
            })?;
            if !points.is_empty() {
                best.insert(answer.id.to_string(), points);
            }
        }
        let path = path.to_owned();
        Ok(Answers {
            path,
            best,
            used: HashSet::new(),
        })
    }

    fn of(&mut self, id: &str) -> Option<Vec<Point>> {
        let best = self.best.get(id)?.clone();
        self.used.insert(id.to_owned());
        Some(best)
    }
}

/// The best moves of an answer, none where it found none; `None` of a question that has no best move.
fn best_of(study: &str, answer: &Value) -> Option<Vec<Point>> {
    let point = |value: &Value| value.as_str()?.parse().ok();
    let first = match study {
        "search" => &answer["lines"][0]["moves"][0],
        "vcf" | "vct" => &answer["line"][0],
        "score" => return Some(best_scored(answer)),
        _ => return None,
    };
    Some(point(first).into_iter().collect())
}

/// The points of the greatest value for the side to move, of those that it may play.
fn best_scored(answer: &Value) -> Vec<Point> {
    let side = answer["to_move"].as_str().unwrap_or_default();
    let Some(points) = answer["points"][side].as_object() else {
        return Vec::new();
    };
    let forbidden = answer["forbidden"].as_array().filter(|_| side == "black");
    let is_forbidden = |name: &str| {
        forbidden.is_some_and(|points| points.iter().any(|point| point.as_str() == Some(name)))
    };
    let valued = points.iter().filter(|(name, _)| !is_forbidden(name));
    let valued =
        valued.filter_map(|(name, value)| Some((name.parse::<Point>().ok()?, value.as_f64()?)));
    let valued: Vec<(Point, f64)> = valued.collect();
    let top = valued
        .iter()
        .map(|(_, value)| *value)
        .fold(f64::NEG_INFINITY, f64::max);
    valued
        .into_iter()
        .filter(|(_, value)| *value >= top)
        .map(|(point, _)| point)
        .collect()
}
