//! Forced wins by fours and threes, looked for beside the search: neither finds all.
//!
//! For the side to move, and for the other side after the move that seems best.

use std::ops::ControlFlow;

use crate::geometry::Point;
use crate::limits::{Control, Limits, Observer, PrincipalVariation, Progress, Value};
use crate::position::Position;
use crate::threat::{self, Answer, Attack, IncrementalVct, SolveOptions};

use super::SearchOptions;
use super::node_counter::{NodeCounter, SharedNodes};

/// What a solver found out.
pub(super) enum ProvenResult {
    /// The side to move wins.
    Win(PrincipalVariation),
    /// That move loses.
    Loss(Point, PrincipalVariation),
}

/// The solvers, and when they are asked next.
pub(super) struct WinProbe<'a> {
    position: &'a Position,
    shared: &'a SharedNodes<'a>,
    options: &'a SearchOptions,
    /// What each solver may remember, in bytes.
    memory: usize,
    /// Positions that may be entered for fours the next time; none if they need not be looked for.
    fours: Option<u64>,
    /// Positions entered for fours so far.
    fours_spent: u64,
    own: Option<IncrementalVct<'a>>,
    /// After the move that seems best; kept while it does.
    other: Option<IncrementalVct<'a>>,
    /// The moves after which the other side has no win by threats, as far as its solver can tell.
    not_lost: Vec<Point>,
    /// Positions entered for the other side so far.
    others_spent: u64,
}

/// Of a hundred positions how many may be entered for fours, and for threats of either side.
const FOURS: u64 = 12;
const THREATS: u64 = 30;
const OTHERS: u64 = 20;
/// After so many positions the search has found most wins that it will find, and of a hundred more
/// so many may be entered for threats of the side to move.
const LONG: u64 = 500_000;
const THREATS_AFTER: u64 = 60;
/// Positions of the first look for fours; each is three times the last.
const FIRST_FOURS: u64 = 1_000;
/// What positions without a VCF may take at most, in bytes.
const FOURS_MEMORY: usize = 4 << 20;
/// The fewest positions that it is worth to go on for.
const PORTION: u64 = 1_000;

type Moves = Vec<Option<Point>>;

impl<'a> WinProbe<'a> {
    /// With several lines or a choice of moves only the other side's wins are looked for.
    pub(super) fn new(
        position: &'a Position,
        options: &'a SearchOptions,
        shared: &'a SharedNodes<'a>,
        memory: usize,
    ) -> WinProbe<'a> {
        let is_plain = options.lines <= 1 && options.only.is_none();
        WinProbe {
            position,
            shared,
            options,
            memory,
            fours: is_plain.then_some(FIRST_FOURS),
            fours_spent: 0,
            own: is_plain.then(|| IncrementalVct::new(position.clone(), memory, shared)),
            other: None,
            not_lost: Vec::new(),
            others_spent: 0,
        }
    }

    /// What solvers find out, if it is time to ask them; `best` seems to be the best move.
    pub(super) fn probe(
        &mut self,
        best: Option<Point>,
        counter: &mut NodeCounter<'_>,
    ) -> Option<ProvenResult> {
        let own = self.probe_vcf(counter).or_else(|| self.probe_vct(counter));
        if let Some(moves) = own {
            let first = moves.first().copied().flatten();
            if first.is_some_and(|first| !self.options.avoid.contains(first)) {
                let value = Value::WinIn(moves.len() as u16);
                return Some(ProvenResult::Win(PrincipalVariation { value, moves }));
            }
        }
        let best = best.filter(|best| !self.not_lost.contains(best))?;
        let reply = self.probe_opponent(best, counter)?;
        let moves: Moves = std::iter::once(Some(best)).chain(reply).collect();
        let value = Value::LossIn(moves.len() as u16);
        Some(ProvenResult::Loss(
            best,
            PrincipalVariation { value, moves },
        ))
    }

    /// The positions that may be entered now for something that has entered `spent` so far and
    /// may enter `share` of those so far.
    fn portion(&self, spent: u64, share: u64, counter: &NodeCounter<'_>) -> Option<u64> {
        let due = share.saturating_sub(spent);
        (due >= PORTION && !counter.is_stopped()).then(|| due.min(self.shared.left()))
    }

    /// Positions that a thread has entered on the whole: only one asks.
    fn nodes(&self) -> u64 {
        self.shared.nodes() / self.options.threads.max(1) as u64
    }

    /// Fours come before everything else.
    fn probe_vcf(&mut self, counter: &mut NodeCounter<'_>) -> Option<Moves> {
        let next = self.fours?;
        let is_paid = (self.fours_spent + next) * 100 <= self.nodes() * FOURS;
        if counter.is_stopped() || self.fours_spent > 0 && !is_paid {
            return None;
        }
        let options = SolveOptions {
            table_bytes: self.memory.min(FOURS_MEMORY),
            ..SolveOptions::new(Attack::Vcf)
        };
        let limits = Limits::nodes(next.min(self.shared.left()));
        let control = Control::observed(limits, self.shared);
        let found = threat::solve(self.position, &options, &control);
        self.fours = matches!(found.answer, Answer::Unknown(_)).then_some(next * 3);
        self.fours_spent += found.progress.nodes.max(1);
        counter.add(found.progress.nodes);
        counter.poll();
        moves(found.answer, self.position)
    }

    fn probe_vct(&mut self, counter: &mut NodeCounter<'_>) -> Option<Moves> {
        let spent = self.own.as_ref()?.nodes();
        // The next iteration will enter about half as many again, and nobody is asked meanwhile.
        let nodes = self.nodes() * 3 / 2;
        let later = nodes.saturating_sub(LONG);
        let share = ((nodes - later) * THREATS + later * THREATS_AFTER) / 100;
        let portion = self.portion(spent, share, counter)?;
        let solver = self.own.as_mut()?;
        let answer = solver.search(portion);
        counter.add(solver.nodes() - spent);
        counter.poll();
        let is_open = matches!(answer, Answer::Unknown(_));
        self.own = self.own.take().filter(|_| is_open);
        moves(answer, self.position)
    }

    /// The win of the other side after that move.
    fn probe_opponent(&mut self, best: Point, counter: &mut NodeCounter<'_>) -> Option<Moves> {
        let share = self.nodes() * OTHERS / 100;
        let portion = self.portion(self.others_spent, share, counter)?;
        let last = |solver: &IncrementalVct<'_>| solver.position().last_move();
        if self.other.as_ref().and_then(last) != Some(best) {
            let after = self.position.clone().play(best).ok()?;
            let is_open = after.outcome().is_none();
            self.other = is_open.then(|| IncrementalVct::new(after, self.memory, self.shared));
        }
        let solver = self.other.as_mut()?;
        let before = solver.nodes();
        let answer = solver.search(portion);
        let spent = solver.nodes() - before;
        let found = moves(answer.clone(), solver.position());
        self.others_spent += spent;
        counter.add(spent);
        counter.poll();
        if !matches!(answer, Answer::Unknown(_)) {
            self.not_lost.push(best);
            self.other = None;
        }
        found
    }
}

/// The main line of a win.
fn moves(answer: Answer, position: &Position) -> Option<Moves> {
    match answer {
        Answer::Proven(tree) => Some(tree.main_line(position, position.to_move())),
        _ => None,
    }
}

/// The solvers stop with the search.
impl Observer for SharedNodes<'_> {
    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        match self.stop_reason() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}
