//! Threat analysis: the win that the opponent threatens, and a verdict on each reply to it.

use std::ops::ControlFlow;

use serde::Serialize;

use crate::board::Color;
use crate::geometry::{Point, PointSet};
use crate::limits::{Control, Limits, Observer, Progress, StopReason};
use crate::named_enum::named_enum;
use crate::pattern::ShapeBoard;
use crate::position::{Position, PositionId};
use crate::questions::forced_win::win_finder::{FoundWin, either_stop, less};
use crate::questions::{ForcedLine, ReportHeader, WinFinder};
use crate::threat::{Attack, ProofTree, Scope, ThreatOutcome, verify};

/// What the other side threatens, and which moves stop it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefenceReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// The side to move, which defends.
    pub defender: Color,
    /// What was looked for: fours alone, or other threats as well.
    pub attack: Attack,
    /// Whether the other side would have a forced win if the defender passed.
    pub outcome: ThreatOutcome,
    /// The win that is threatened, with its line.
    pub threat: Option<ForcedLine>,
    /// A forced win of the defender, which needs no defence.
    pub own_win: Option<ForcedLine>,
    /// Whether every legal move has an answer; `false` where there is no threat to stop and nothing
    /// was tried only if that itself is not known.
    pub complete: bool,
    /// The legal moves with what comes of each: those that hold first, then the undecided ones, then
    /// those that lose; each kind in reading order. Empty if there is no threat.
    pub moves: Vec<DefenceMove>,
    /// Which attacks were all refuted where a move holds, or where there is no threat.
    pub scope: Option<Scope>,
    /// Nodes visited by the solvers.
    pub nodes: u64,
    /// Whether the same question is always answered alike.
    pub deterministic: bool,
    /// The limit that left something open.
    pub stop: Option<StopReason>,
    /// Nodes for the threat and again for each move, and time for the whole answer.
    #[serde(skip)]
    pub limits: Limits,
}

/// A move of the defender.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefenceMove {
    /// Where it is played.
    pub point: Point,
    /// Whether it stops the threat.
    pub verdict: DefenceVerdict,
    /// How it holds; `None` unless it does.
    pub means: Option<DefenceMeans>,
    /// The forced win that the other side has after it; `None` unless it loses.
    pub win: Option<ForcedLine>,
}

named_enum! {
    /// Whether a move stops what is threatened.
    #[derive(PartialOrd, Ord)]
    pub enum DefenceVerdict: "verdict" {
        /// The other side has no forced win after it, within the scope that was searched.
        Holds = "holds",
        /// A limit was reached first.
        Undecided = "undecided",
        /// The other side has a forced win after it.
        Loses = "loses",
    }
}

named_enum! {
    /// How a move holds.
    #[derive(PartialOrd, Ord)]
    pub enum DefenceMeans: "means" {
        /// It makes a five, or begins a forced win of the defender.
        Win = "win",
        /// It takes the threat away.
        Defence = "defence",
        /// It makes a four, and after the only reply the threat stands as before: time is gained,
        /// no more.
        Four = "four",
    }
}

/// Stones that checking the known win after a move may place before the solver is asked instead.
const CHECKED_STONES: u64 = 50_000;

/// Looks for what the side that is not to move threatens, and tries every legal move against it.
///
/// A move that leaves the threatened win as it is loses by that win, whose tree is checked on the new
/// board by the rules alone; after all others the solver looks for another. The nodes of `limits` are
/// for the threat and again for each move, its time is for the whole answer.
///
/// ```
/// use renju::geometry::Size;
/// use renju::limits::{Limits, NoObserver};
/// use renju::position::{Position, PositionOverrides, Setup};
/// use renju::questions::{DefenceVerdict, WinFinder, defences};
/// use renju::threat::Attack;
///
/// let points = |names: &str| names.split(' ').map(|name| name.parse().unwrap()).collect();
/// let setup = Setup { black: points("G8 H8 I8 J8"), white: points("F8 A1 A3"), ..Setup::default() };
/// let position = Position::from_setup(&setup, &PositionOverrides::default())?;
/// let mut finder = WinFinder::new(Attack::Vct, 1 << 20);
/// let report = defences("four", &position, &mut finder, Limits::NONE, &NoObserver);
/// let holding: Vec<_> = report.holding().map(|defence| defence.point.to_string()).collect();
/// assert_eq!(holding, ["K8"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn defences(
    id: impl Into<PositionId>,
    position: &Position,
    finder: &mut WinFinder,
    limits: Limits,
    observer: &dyn Observer,
) -> DefenceReport {
    let clock = Limits {
        nodes: None,
        time: limits.time,
    };
    let mut search = DefenceSearch {
        position,
        finder,
        limits,
        control: Control::observed(clock, observer),
        nodes: 0,
        stop: None,
    };
    let report = search.answer(ReportHeader::new(id, "threats", position));
    DefenceReport {
        nodes: search.nodes,
        deterministic: limits.time.is_none() && search.stop != Some(StopReason::Interrupted),
        stop: search.stop,
        ..report
    }
}

impl DefenceReport {
    /// The moves that hold.
    pub fn holding(&self) -> impl Iterator<Item = &DefenceMove> {
        self.of(DefenceVerdict::Holds)
    }

    /// The moves of a verdict.
    pub fn of(&self, verdict: DefenceVerdict) -> impl Iterator<Item = &DefenceMove> {
        let moves = self.moves.iter();
        moves.filter(move |defence| defence.verdict == verdict)
    }
}

/// A question under way.
struct DefenceSearch<'a> {
    position: &'a Position,
    finder: &'a mut WinFinder,
    limits: Limits,
    control: Control<'a>,
    nodes: u64,
    stop: Option<StopReason>,
}

impl DefenceSearch<'_> {
    fn answer(&mut self, header: ReportHeader) -> DefenceReport {
        let defender = self.position.to_move();
        let passed = Position::of_board(
            self.position.board().clone(),
            self.position.rule(),
            !defender,
        );
        let is_over = self.position.outcome().is_some();
        let found = if is_over { over() } else { self.find(&passed) };
        let (outcome, scope) = (found.outcome(), found.scope);
        let mut report = DefenceReport {
            header,
            defender,
            attack: self.finder.attack(),
            outcome,
            threat: found.line().cloned(),
            own_win: None,
            complete: outcome == ThreatOutcome::None,
            moves: Vec::new(),
            scope,
            nodes: 0,
            deterministic: true,
            stop: None,
            limits: self.limits,
        };
        if let Some((_, tree)) = found.win {
            let own = self.find(self.position);
            report.own_win = own.line().cloned();
            report.moves = self.moves(&tree, own.win.as_ref().map(|(_, tree)| tree));
            let count = |verdict| report.of(verdict).count();
            let (held, open) = (
                count(DefenceVerdict::Holds),
                count(DefenceVerdict::Undecided),
            );
            report.complete = open == 0;
            report.scope = (held > 0).then_some(report.attack.scope());
        }
        report
    }

    /// All legal moves, best first.
    fn moves(&mut self, threat: &ProofTree, own: Option<&ProofTree>) -> Vec<DefenceMove> {
        let critical = threat.points();
        let legal = self.position.legal_play().moves();
        // What is likely to hold comes first, so that a limit leaves open what hardly matters.
        let ordered = [legal & critical, legal - critical];
        let first = own.and_then(|tree| Some(tree.node(tree.root()?).attack));
        let mut moves: Vec<DefenceMove> = Vec::new();
        for point in ordered.iter().flat_map(PointSet::iter) {
            moves.push(self.tried(point, threat, first == Some(point)));
        }
        moves.sort_by_key(|defence| (defence.verdict, defence.means, defence.point));
        moves
    }

    /// What comes of a move; `wins` if a forced win of the defender begins with it.
    fn tried(&mut self, point: Point, threat: &ProofTree, wins: bool) -> DefenceMove {
        let open = |verdict| DefenceMove {
            point,
            verdict,
            means: None,
            win: None,
        };
        let holds = |means| DefenceMove {
            means: Some(means),
            ..open(DefenceVerdict::Holds)
        };
        let Ok(after) = self.position.clone().play(point) else {
            unreachable!("{point} is legal")
        };
        let attacker = after.to_move();
        if let Some(outcome) = after.outcome() {
            return holds(match outcome.winner {
                Some(_) => DefenceMeans::Win,
                None => DefenceMeans::Defence,
            });
        }
        if wins {
            return holds(DefenceMeans::Win);
        }
        if self.still_wins(&after, threat) {
            let line = ForcedLine::of_tree(threat, &after, attacker, self.finder.attack());
            return DefenceMove {
                win: Some(line),
                ..open(DefenceVerdict::Loses)
            };
        }
        let found = self.find(&after);
        match found.outcome() {
            ThreatOutcome::Win => DefenceMove {
                win: found.win.map(|(line, _)| line),
                ..open(DefenceVerdict::Loses)
            },
            ThreatOutcome::Unknown => open(DefenceVerdict::Undecided),
            ThreatOutcome::None => holds(self.means(&after, threat)),
        }
    }

    /// Whether the win that was threatened is one on this board too, the attacker to move.
    fn still_wins(&self, position: &Position, threat: &ProofTree) -> bool {
        let control = Control::observed(Limits::nodes(CHECKED_STONES), self.control.observer());
        verify(position, position.to_move(), threat, &control).is_ok()
    }

    /// How a move has taken the win away: by a four alone, if the threat stands again once that is
    /// answered.
    fn means(&mut self, after: &Position, threat: &ProofTree) -> DefenceMeans {
        let attacker = after.to_move();
        let shapes = ShapeBoard::new(after.board().clone(), after.rule());
        let fives = shapes.fives(!attacker);
        let Some(reply) = fives.first() else {
            return DefenceMeans::Defence;
        };
        let answered = after.clone().play(reply);
        let Some(answered) = answered.ok().filter(|_| fives.len() == 1) else {
            return DefenceMeans::Win; // Nothing stops the five.
        };
        let passed = Position::of_board(answered.board().clone(), answered.rule(), attacker);
        if answered.outcome().is_none()
            && (self.still_wins(&passed, threat) || self.find(&passed).win.is_some())
        {
            DefenceMeans::Four
        } else {
            DefenceMeans::Defence
        }
    }

    /// A forced win of the side to move, within the limits of one question.
    fn find(&mut self, position: &Position) -> FoundWin {
        let limits = Limits {
            nodes: self.limits.nodes,
            time: less(self.control.limits(), 0, self.control.elapsed()).time,
        };
        let observer = RunningNodes {
            before: self.nodes,
            observer: self.control.observer(),
        };
        let found = match self.control.stop_reason(self.nodes) {
            Some(stop) => FoundWin {
                stop: Some(stop),
                ..undecided()
            },
            None => self.finder.find(position, limits, &observer),
        };
        self.nodes += found.nodes;
        self.stop = either_stop(self.stop, found.stop);
        found
    }
}

/// Tells the nodes of the whole question.
struct RunningNodes<'a> {
    before: u64,
    observer: &'a dyn Observer,
}

impl Observer for RunningNodes<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.observer.progress(&Progress {
            nodes: self.before + progress.nodes,
            ..Progress::default()
        })
    }
}

/// That nothing is threatened where the game is over.
fn over() -> FoundWin {
    FoundWin {
        scope: Some(Scope::GameOver),
        ..undecided()
    }
}

const fn undecided() -> FoundWin {
    FoundWin {
        win: None,
        scope: None,
        stop: None,
        nodes: 0,
    }
}
