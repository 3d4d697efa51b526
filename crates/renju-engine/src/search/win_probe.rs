//! Forced wins between iterations: the solvers see deep threats that the search prunes, and the
//! search sees quiet moves that the solvers never try.
//!
//! A win of the side to move ends the search; a win of the opponent after the best move refutes it.

use std::ops::ControlFlow;

use crate::threat::{self, Answer, Attack, IncrementalVct, SolveOptions, ThreatOutcome};
use renju_core::geometry::Point;
use renju_core::limits::{Control, Limits, Observer, PrincipalVariation, Progress, Value, stop_if};
use renju_core::position::Position;
use renju_core::rule::Rule;

use super::SearchOptions;
use super::worker::{NodeCounter, SharedNodes};

/// What a solver proved.
pub(super) enum ProvenResult {
    /// The side to move wins.
    Win(PrincipalVariation),
    /// The opponent wins after this root move.
    Loss(Point, PrincipalVariation),
}

/// Wins by threats (VCT) that the solvers have shown not to be there.
#[derive(Clone, Default)]
pub(super) struct ExcludedWins {
    /// Whether the side to move has none.
    pub(super) own: bool,
    /// Root moves after which the opponent has none.
    pub(super) after: Vec<Point>,
}

/// Which solvers a search asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Probes {
    /// Of fours and of threats, for both sides.
    All,
    /// Of fours of the side to move alone: the search takes turns with a solver of its threats.
    Fours,
}

/// The solvers, and the nodes that each may spend.
pub(super) struct WinProbe<'a> {
    probes: Probes,
    position: &'a Position,
    nodes: &'a SharedNodes<'a>,
    options: &'a SearchOptions,
    /// Memory of each solver, in bytes.
    memory: usize,
    /// Nodes of the next VCF search; `None` once it is decided.
    next_vcf: Option<u64>,
    /// Nodes spent on VCF searches.
    vcf_nodes: u64,
    /// Of the side to move.
    vct: VctProbe<'a>,
    /// Of the opponent after the best move, kept while it stays the best.
    opponent_vct: VctProbe<'a>,
    /// Root moves after which the opponent's VCT is decided.
    decided: Vec<Point>,
    /// Those of them after which there is none.
    not_lost: Vec<Point>,
}

/// A VCT search in portions.
#[derive(Default)]
struct VctProbe<'a> {
    /// `None` once it is decided.
    solver: Option<IncrementalVct<'a>>,
    /// Nodes spent, on earlier positions too.
    nodes: u64,
    /// Whether the solver that was decided last has shown that there is no win.
    is_excluded: bool,
}

impl VctProbe<'_> {
    /// Goes on for a portion of nodes; the moves of a win.
    fn resume(&mut self, portion: u64, counter: &mut NodeCounter<'_>) -> Option<Moves> {
        let solver = self.solver.as_mut()?;
        let before = solver.nodes();
        let answer = solver.search(portion);
        let spent = solver.nodes() - before;
        self.nodes += spent;
        counter.add(spent);
        counter.poll();
        if matches!(answer, Answer::Unknown(_)) {
            return None;
        }
        let solver = self.solver.take()?;
        self.is_excluded = answer.outcome() == ThreatOutcome::None;
        moves(answer, solver.position())
    }
}

/// Shares of the nodes of a thread, in percent.
struct Shares {
    vct: u64,
    /// Of the nodes after [`LATE_NODES`].
    late_vct: u64,
    opponent_vct: u64,
}

impl Shares {
    /// In freestyle the search itself sees more wins with the nodes: 42-34-6 in games of 100,000 nodes
    /// against the others, under renju 51-49-2. Standard gomoku was not tried.
    const fn of(rule: Rule) -> Shares {
        match rule {
            Rule::Freestyle => Shares {
                vct: 6,
                late_vct: 60,
                opponent_vct: 6,
            },
            Rule::Renju | Rule::Standard => Shares {
                vct: 30,
                late_vct: 60,
                opponent_vct: 20,
            },
        }
    }
}

/// The share of VCF.
const VCF_PERCENT: u64 = 16;
/// After these nodes the search has found most wins that it will find.
const LATE_NODES: u64 = 500_000;
/// Nodes of the first VCF search; each later one has three times those of the last.
const FIRST_VCF_NODES: u64 = 1_000;
/// The most memory of a VCF search, in bytes.
const VCF_MEMORY: usize = 4 << 20;
/// The fewest nodes that a solver is resumed for.
const MIN_PORTION: u64 = 1_000;

type Moves = Vec<Option<Point>>;

impl<'a> WinProbe<'a> {
    /// With several lines or a choice of root moves only the opponent's wins are looked for: a
    /// proved win is one line, and its first move may not be among those chosen.
    pub(super) fn new(
        probes: Probes,
        position: &'a Position,
        options: &'a SearchOptions,
        nodes: &'a SharedNodes<'a>,
        memory: usize,
    ) -> WinProbe<'a> {
        let is_plain = options.lines <= 1 && options.only.is_none();
        WinProbe {
            probes,
            position,
            nodes,
            options,
            memory,
            next_vcf: is_plain.then_some(FIRST_VCF_NODES),
            vcf_nodes: 0,
            vct: VctProbe {
                solver: (is_plain && probes == Probes::All)
                    .then(|| IncrementalVct::new(position.clone(), memory, nodes)),
                ..VctProbe::default()
            },
            opponent_vct: VctProbe::default(),
            decided: Vec::new(),
            not_lost: Vec::new(),
        }
    }

    /// What the solvers have excluded by now.
    pub(super) fn excluded(&self) -> ExcludedWins {
        ExcludedWins {
            own: self.vct.is_excluded,
            after: self.not_lost.clone(),
        }
    }

    /// What a solver proves, if one has nodes to spend; `best` is the best root move so far.
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
        let best = best.filter(|_| self.probes == Probes::All);
        let best = best.filter(|best| !self.decided.contains(best))?;
        let reply = self.probe_opponent(best, counter)?;
        let moves: Moves = std::iter::once(Some(best)).chain(reply).collect();
        let value = Value::LossIn(moves.len() as u16);
        Some(ProvenResult::Loss(
            best,
            PrincipalVariation { value, moves },
        ))
    }

    /// Nodes for a solver that has spent `spent` of its `share`, if they are worth it.
    fn portion(&self, spent: u64, share: u64, counter: &NodeCounter<'_>) -> Option<u64> {
        let due = share.saturating_sub(spent);
        (due >= MIN_PORTION && !counter.is_stopped()).then(|| due.min(self.nodes.left()))
    }

    /// Average nodes of a thread: only one thread runs the solvers.
    fn thread_nodes(&self) -> u64 {
        self.nodes.nodes() / self.options.threads.max(1) as u64
    }

    /// A VCF of the side to move: the cheapest win, so it is looked for first.
    fn probe_vcf(&mut self, counter: &mut NodeCounter<'_>) -> Option<Moves> {
        let next = self.next_vcf?;
        let is_paid = (self.vcf_nodes + next) * 100 <= self.thread_nodes() * VCF_PERCENT;
        if counter.is_stopped() || self.vcf_nodes > 0 && !is_paid {
            return None;
        }
        let options = SolveOptions {
            table_bytes: self.memory.min(VCF_MEMORY),
            ..SolveOptions::new(Attack::Vcf)
        };
        let limits = Limits::nodes(next.min(self.nodes.left()));
        let control = Control::observed(limits, self.nodes);
        let found = threat::solve(self.position, &options, &control);
        self.next_vcf = matches!(found.answer, Answer::Unknown(_)).then_some(next * 3);
        self.vcf_nodes += found.progress.nodes.max(1);
        counter.add(found.progress.nodes);
        counter.poll();
        moves(found.answer, self.position)
    }

    fn probe_vct(&mut self, counter: &mut NodeCounter<'_>) -> Option<Moves> {
        // The next iteration takes about half as many nodes again, without the solvers.
        let nodes = self.thread_nodes() * 3 / 2;
        let later = nodes.saturating_sub(LATE_NODES);
        let shares = Shares::of(self.position.rule());
        let share = ((nodes - later) * shares.vct + later * shares.late_vct) / 100;
        let portion = self.portion(self.vct.nodes, share, counter)?;
        self.vct.resume(portion, counter)
    }

    /// The opponent's win after a root move.
    fn probe_opponent(&mut self, best: Point, counter: &mut NodeCounter<'_>) -> Option<Moves> {
        let percent = Shares::of(self.position.rule()).opponent_vct;
        let share = self.thread_nodes() * percent / 100;
        let portion = self.portion(self.opponent_vct.nodes, share, counter)?;
        let last = |solver: &IncrementalVct<'_>| solver.position().last_move();
        if self.opponent_vct.solver.as_ref().and_then(last) != Some(best) {
            let after = self.position.clone().play(best).ok()?;
            let is_open = after.outcome().is_none();
            self.opponent_vct.solver =
                is_open.then(|| IncrementalVct::new(after, self.memory, self.nodes));
        }
        let found = self.opponent_vct.resume(portion, counter);
        if self.opponent_vct.solver.is_none() {
            self.decided.push(best);
            self.not_lost
                .extend(self.opponent_vct.is_excluded.then_some(best));
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
        stop_if(self.stop_reason().is_some())
    }
}
