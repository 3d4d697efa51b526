//! Review of a single position of a game: search value, forced win, and defences.

use super::line::GameLine;
use super::row::GameMove;
use crate::eval::{Evaluator, Failure};
use crate::geometry::PointSet;
use crate::limits::{Control, Limits, Observer, StopReason, Value};
use crate::position::Position;
use crate::questions::search::answer::check_served;
use crate::questions::{
    DefenceReport, DefenceVerdict, ForcedLine, MoveOrPass, WinFinder, defences,
    defences_without_win,
};
use crate::search::{SearchOptions, SearchResult, TranspositionTable, search};
use crate::threat::{Attack, ThreatOutcome};

/// How positions of a game are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReviewOptions {
    /// Depth of the search in plies.
    pub depth: Option<u16>,
    /// How much the search of a position may take.
    pub limits: Limits,
    /// What a forced win may be made of.
    pub attack: Attack,
}

/// How much the proofs of a position may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReviewLimits {
    /// For the forced win of the side to move, and for what becomes of it by the move that was played.
    pub win: Limits,
    /// For the threat of the other side, and again for each move against it.
    pub defence: Limits,
}

/// The part of the limits of a position that each move against a threat may take.
const SHARE_OF_DEFENCES: u32 = 20;

/// Nodes for a forced win where a position has a depth for its only limit.
const NODES_OF_A_WIN: u64 = 20_000;

impl ReviewOptions {
    /// The limits of the proofs, which follow those of the search.
    pub fn proofs(&self) -> ReviewLimits {
        let limits = match self.limits {
            Limits {
                nodes: None,
                time: None,
            } => Limits::nodes(NODES_OF_A_WIN),
            limits => limits,
        };
        ReviewLimits {
            win: limits,
            defence: Limits {
                nodes: limits
                    .nodes
                    .map(|nodes| nodes / u64::from(SHARE_OF_DEFENCES)),
                time: limits.time,
            },
        }
    }
}

/// What is found out about a position of a game by itself, whatever its neighbours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionReview {
    /// What it is worth to the side to move; `None` if the game is over.
    pub value: Option<Value>,
    /// The moves of both sides that the value rests on; empty if the game is over.
    pub line: Vec<MoveOrPass>,
    /// The forced win of the side to move.
    pub win: Option<ForcedLine>,
    /// Whether a forced win still begins with the move or pass that was played; `None` unless there is
    /// one to keep and a move was played.
    pub kept: Option<ThreatOutcome>,
    /// That win, which begins with the move that was played.
    pub kept_win: Option<ForcedLine>,
    /// What the other side threatens and what stops it; `None` where the side to move has a win, or no
    /// move was played.
    pub defences: Option<DefenceReport>,
    /// What the best of the other moves is worth, where the search would have played the move that was
    /// played; `None` unless it was [asked for](Reviewer::find_better).
    pub instead: Option<SearchedLine>,
    /// Nodes that search and solvers visited together.
    pub nodes: u64,
    /// Why the search ended.
    pub stop: Option<StopReason>,
}

/// What a search found: a value with the moves that it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchedLine {
    /// The value for the side to move.
    pub value: Value,
    /// The moves of both sides.
    pub line: Vec<MoveOrPass>,
}

/// Looks at positions, with tables that are kept from one to the next.
pub struct Reviewer<'a> {
    evaluator: &'a dyn Evaluator,
    options: ReviewOptions,
    finder: WinFinder,
    table: TranspositionTable,
}

impl<'a> Reviewer<'a> {
    /// A reviewer with tables of `table_bytes` bytes for the search and a quarter of it for proofs.
    pub fn new(
        evaluator: &'a dyn Evaluator,
        options: ReviewOptions,
        table_bytes: usize,
    ) -> Reviewer<'a> {
        Reviewer {
            evaluator,
            options,
            finder: WinFinder::new(options.attack, (table_bytes / 4).max(1 << 20)),
            table: TranspositionTable::new(table_bytes),
        }
    }

    /// Looks at the position of a game before its move of this number, counted from 0.
    ///
    /// Under limits of nodes or depth it begins with an empty table, so that the answer depends on
    /// nothing else; under a limit of time what was found before is used.
    ///
    /// # Errors
    ///
    /// If the evaluator has no answer for this position.
    pub fn review(
        &mut self,
        game: &GameLine,
        index: usize,
        observer: &dyn Observer,
    ) -> Result<PositionReview, Failure> {
        let position = &game.positions()[index];
        let mut review = PositionReview::of_end();
        if position.outcome().is_some() {
            return Ok(review);
        }
        let proofs = self.options.proofs();
        let found = self.finder.find(position, proofs.win, observer);
        review.nodes = found.nodes;
        review.win = found.line().cloned();
        let played = game.played_in(index).map(|played| played.played);
        let Some(win) = &review.win else {
            self.search(position, observer, &mut review)?;
            if played.is_some() {
                self.defend(position, proofs.defence, observer, &mut review);
            }
            return Ok(review);
        };
        review.value = Some(Value::WinIn(win.plies as u16));
        review.line.clone_from(&win.line);
        match played {
            Some(MoveOrPass::At(point)) => {
                let kept = self
                    .finder
                    .find_after(position, point, proofs.win, observer);
                review.nodes += kept.nodes;
                let goes_on = win.line.first() == Some(&MoveOrPass::At(point));
                review.kept_win = match kept.line() {
                    None if goes_on => Some(win.clone()),
                    line => line.cloned(),
                };
                review.kept = match review.kept_win {
                    Some(_) => Some(ThreatOutcome::Win),
                    None => Some(kept.outcome()),
                };
            }
            Some(MoveOrPass::Pass) => self.pass(position, proofs.win, observer, &mut review),
            None => {}
        }
        Ok(review)
    }

    /// What a pass leaves of a win: nothing, if the other side has a move after which there is none.
    fn pass(
        &mut self,
        position: &Position,
        limits: Limits,
        observer: &dyn Observer,
        review: &mut PositionReview,
    ) {
        let passed = position.clone().pass();
        let report = defences("", &passed, &mut self.finder, limits, observer);
        review.nodes += report.nodes;
        review.kept = Some(if report.holding().next().is_some() {
            ThreatOutcome::None
        } else if report.complete && report.threat.is_some() {
            ThreatOutcome::Win
        } else {
            ThreatOutcome::Unknown
        });
    }

    fn search(
        &mut self,
        position: &Position,
        observer: &dyn Observer,
        review: &mut PositionReview,
    ) -> Result<(), Failure> {
        check_served(position, self.evaluator)?;
        let found = self.search_without(PointSet::EMPTY, position, observer);
        if let Some(best) = worth(&found) {
            review.value = Some(best.value);
            review.line = best.line;
        }
        review.nodes += found.last.nodes;
        review.stop = Some(found.stop);
        Ok(())
    }

    fn search_without(
        &mut self,
        avoid: PointSet,
        position: &Position,
        observer: &dyn Observer,
    ) -> SearchResult {
        if self.options.limits.time.is_none() {
            self.table.clear();
        }
        let options = SearchOptions {
            depth: self.options.depth,
            avoid,
            ..SearchOptions::default()
        };
        let control = Control::observed(self.options.limits, observer);
        search(
            position,
            self.evaluator,
            &options,
            &control,
            &mut self.table,
        )
    }

    /// Looks for something better where a move is told as a mistake that the search would have made as
    /// well: the search again, without that move. Whether there is anything new to tell.
    pub fn find_better(
        &mut self,
        game: &GameLine,
        told: &[GameMove],
        reviews: &mut [Option<PositionReview>],
        observer: &dyn Observer,
    ) -> bool {
        let unexplained = told.iter().filter(|row| {
            row.blunder
                && row
                    .best
                    .as_ref()
                    .is_some_and(|best| best.point == row.point)
        });
        let mut is_new = false;
        for row in unexplained {
            let index = row.number - 1;
            if let (MoveOrPass::At(point), Some(review)) = (row.point, &mut reviews[index]) {
                let avoid = PointSet::from_iter([point]);
                let found = self.search_without(avoid, &game.positions()[index], observer);
                review.instead = worth(&found);
                review.nodes += found.last.nodes;
                is_new |= review.instead.is_some();
            }
        }
        is_new
    }

    /// Tries every move against what is threatened; where all lose, so does the position.
    fn defend(
        &mut self,
        position: &Position,
        limits: Limits,
        observer: &dyn Observer,
        review: &mut PositionReview,
    ) {
        let report = defences_without_win(position, &mut self.finder, limits, observer);
        review.nodes += report.nodes;
        let longest = report.of(DefenceVerdict::Loses);
        let longest = longest.filter_map(|loss| Some((loss.win.as_ref()?, loss.point)));
        let longest = longest.max_by_key(|(win, point)| (win.plies, std::cmp::Reverse(*point)));
        let is_lost = report.complete && report.holding().next().is_none();
        if let Some((win, point)) = longest.filter(|_| is_lost) {
            review.value = Some(Value::LossIn(win.plies as u16 + 1));
            review.line = [MoveOrPass::At(point)]
                .into_iter()
                .chain(win.line.clone())
                .collect();
        }
        if let Some(threat) = report.threat.as_ref().filter(|_| position.must_pass()) {
            review.value = Some(Value::LossIn(threat.plies as u16 + 1));
            review.line = [MoveOrPass::Pass]
                .into_iter()
                .chain(threat.line.clone())
                .collect();
        }
        review.defences = Some(report);
    }
}

/// The best line of a search.
fn worth(found: &SearchResult) -> Option<SearchedLine> {
    let best = found.last.lines.first()?;
    Some(SearchedLine {
        value: best.value,
        line: best.moves.iter().copied().map(MoveOrPass::from).collect(),
    })
}

impl PositionReview {
    /// That there is nothing to say where the game is over, or what was not looked at.
    pub const fn of_end() -> PositionReview {
        PositionReview {
            value: None,
            line: Vec::new(),
            win: None,
            kept: None,
            kept_win: None,
            defences: None,
            instead: None,
            nodes: 0,
            stop: None,
        }
    }
}
