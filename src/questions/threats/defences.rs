//! Looks for the own win, then for the win that the opponent threatens, and tries every reply to it.

use std::mem;
use std::time::Duration;

use crate::geometry::{Point, PointSet};
use crate::limits::{Control, Limits, Observer, Progress, ProgressAfter, StopReason};
use crate::pattern::ShapeBoard;
use crate::position::{Position, PositionId};
use crate::questions::forced_win::win_finder::{FoundWin, either_stop, less};
use crate::questions::{
    DefenceMeans, DefenceMove, DefenceReport, DefenceVerdict, ForcedLine, MoveOrPass, ReportHeader,
    WinFinder,
};
use crate::threat::{ProofTree, Scope, ThreatOutcome, VerifyError, relevant_points, verify};

/// Stones that checking the known win after a move may place before the solver is asked instead.
const CHECKED_STONES: u64 = 20_000;

/// Checks that run into that limit before no more are tried: the tree is too great.
const UNFINISHED_CHECKS: u32 = 4;

/// The quarters of the time that is left which the own win may take, and then the threat.
const QUARTERS_OF_OWN_WIN: u32 = 2;
const QUARTERS_OF_THREAT: u32 = 3;
const ALL_QUARTERS: u32 = 4;

/// Nodes for each move, one round after the other, where nodes are not limited: what is soon decided
/// is decided before the rest.
const NODES_OF_ROUNDS: [Option<u64>; 5] = [
    Some(4_000),
    Some(32_000),
    Some(256_000),
    Some(2_000_000),
    None,
];

/// The most wins of the other side that are remembered, to lose by at once.
const KNOWN_WINS: usize = 16;

/// Looks for a forced win of the side to move, then for what the other side threatens, and tries every
/// legal move against that.
///
/// A move on a point that matters to no part of the threatened win loses by it, and so does one after
/// which its tree holds by the rules; after all others the solver looks for another win. The nodes of
/// `limits` are for the own win, for the threat and again for each move, its time is for the whole
/// answer: half of it at most for the own win, and three quarters of the rest for the threat.
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
    defences_among(id, position, None, finder, limits, observer)
}

/// As [`defences`], with the moves of `only` alone tried, if that is a set.
pub fn defences_among(
    id: impl Into<PositionId>,
    position: &Position,
    only: Option<PointSet>,
    finder: &mut WinFinder,
    limits: Limits,
    observer: &dyn Observer,
) -> DefenceReport {
    let mut search = DefenceSearch::new(position, finder, limits, observer);
    search.only = only;
    let own = search.find_win(position, QUARTERS_OF_OWN_WIN);
    search.report(ReportHeader::new(id, "threats", position), Some(own))
}

/// As [`defences`], where the side to move is known to have no forced win within the limits.
pub(crate) fn defences_without_win(
    position: &Position,
    finder: &mut WinFinder,
    limits: Limits,
    observer: &dyn Observer,
) -> DefenceReport {
    let search = DefenceSearch::new(position, finder, limits, observer);
    search.report(ReportHeader::new("", "threats", position), None)
}

/// A question under way.
struct DefenceSearch<'a> {
    position: &'a Position,
    /// The position after a pass.
    passed: Position,
    /// The moves to try; all if it is `None`.
    only: Option<PointSet>,
    finder: &'a mut WinFinder,
    limits: Limits,
    control: Control<'a>,
    nodes: u64,
    stop: Option<StopReason>,
    /// Wins of the other side after a pass, the threat first.
    known: Vec<KnownWin>,
    /// Checks of the threat on other boards that may still run into their limit.
    checks_left: u32,
}

/// A win of the other side after a pass, and where a stone could spoil it.
struct KnownWin {
    line: ForcedLine,
    tree: ProofTree,
    relevant: PointSet,
}

impl<'a> DefenceSearch<'a> {
    fn new(
        position: &'a Position,
        finder: &'a mut WinFinder,
        limits: Limits,
        observer: &'a dyn Observer,
    ) -> DefenceSearch<'a> {
        let clock = Limits {
            nodes: None,
            time: limits.time,
        };
        let (board, rule) = (position.board().clone(), position.rule());
        DefenceSearch {
            position,
            passed: Position::of_board(board, rule, !position.to_move()),
            only: None,
            finder,
            limits,
            control: Control::observed(clock, observer),
            nodes: 0,
            stop: None,
            known: Vec::new(),
            checks_left: UNFINISHED_CHECKS,
        }
    }

    fn report(mut self, header: ReportHeader, own: Option<FoundWin>) -> DefenceReport {
        let passed = self.passed.clone();
        let found = self.find_win(&passed, QUARTERS_OF_THREAT);
        let (outcome, scope) = (found.outcome(), found.scope);
        let own_win = own.as_ref().and_then(FoundWin::line).cloned();
        let mut report = DefenceReport {
            header,
            defender: self.position.to_move(),
            attack: self.finder.attack(),
            outcome,
            threat: found.line().cloned(),
            own_outcome: own.map(|own| own.outcome()),
            own_win,
            complete: outcome == ThreatOutcome::None,
            moves: Vec::new(),
            scope,
            nodes: 0,
            deterministic: true,
            stop: None,
            limits: self.limits,
        };
        if let Some((line, tree)) = found.win {
            self.remember(line, tree);
            let first = report.own_win.as_ref().and_then(|win| win.line.first());
            report.moves = self.moves(first.copied());
            let count = |verdict| report.of(verdict).count();
            let (held, open) = (
                count(DefenceVerdict::Holds),
                count(DefenceVerdict::Undecided),
            );
            report.complete = open == 0;
            report.scope = (held > 0).then_some(report.attack.scope());
        }
        DefenceReport {
            nodes: self.nodes,
            deterministic: self.limits.time.is_none() && self.stop != Some(StopReason::Interrupted),
            stop: self.stop,
            ..report
        }
    }

    /// A forced win of the side to move, in its part of the time.
    fn find_win(&mut self, position: &Position, quarters: u32) -> FoundWin {
        if self.position.outcome().is_some() {
            return FoundWin {
                scope: Some(Scope::GameOver),
                ..undecided()
            };
        }
        let found = self.find(position, self.limits.nodes, quarters);
        self.stop = either_stop(self.stop, found.stop);
        found
    }

    /// All legal moves, best first; `own` begins a forced win.
    fn moves(&mut self, own: Option<MoveOrPass>) -> Vec<DefenceMove> {
        let (mut moves, mut open, mut stop) = (Vec::new(), self.ordered_moves(own), None);
        let rounds = match self.limits.nodes {
            None => &NODES_OF_ROUNDS[..],
            Some(_) => &[self.limits.nodes],
        };
        for (round, &nodes) in rounds.iter().enumerate() {
            for point in mem::take(&mut open) {
                let wins = own == Some(MoveOrPass::At(point));
                match self.tried(point, wins, nodes, round == 0) {
                    Ok(tried) => moves.push(tried),
                    Err(why) => {
                        open.push(point);
                        stop = Some(why);
                    }
                }
            }
            if open.is_empty() || self.control.stop_reason(self.nodes).is_some() {
                break;
            }
        }
        for point in open {
            let loss = self.known_loss(point, &self.after(point));
            moves.push(loss.unwrap_or_else(|| {
                self.stop = either_stop(self.stop, stop);
                open_move(point, DefenceVerdict::Undecided)
            }));
        }
        moves.sort_by_key(|tried| (tried.verdict, tried.means, tried.point));
        moves
    }

    /// The legal moves, those that may hold first, so that a limit leaves open what hardly matters:
    /// the own win, points that the threat names, own fours, points that could spoil it, and then the
    /// nearest to its first move.
    fn ordered_moves(&self, own: Option<MoveOrPass>) -> Vec<Point> {
        let board = self.position.board().clone();
        let fours = ShapeBoard::new(board, self.position.rule()).fours(self.position.to_move());
        let threat = &self.known[0];
        let named = threat.tree.points();
        let start = threat.tree.root().map(|root| threat.tree.node(root).attack);
        let legal = self.position.legal_play().moves();
        let mut moves: Vec<Point> = (legal & self.only.unwrap_or(legal)).iter().collect();
        moves.sort_by_key(|&point| {
            let class = if own == Some(MoveOrPass::At(point)) {
                0
            } else if named.contains(point) {
                1
            } else if fours.contains(point) {
                2
            } else {
                4 - i32::from(threat.relevant.contains(point))
            };
            (class, start.map(|start| distance(point, start)))
        });
        moves
    }

    /// What comes of a move, `wins` if a forced win of the defender begins with it; the limit that was
    /// reached where that is not known.
    fn tried(
        &mut self,
        point: Point,
        wins: bool,
        nodes: Option<u64>,
        is_first: bool,
    ) -> Result<DefenceMove, StopReason> {
        let holds = |means| DefenceMove {
            means: Some(means),
            ..open_move(point, DefenceVerdict::Holds)
        };
        let after = self.after(point);
        if let Some(outcome) = after.outcome() {
            let means = outcome.winner.map(|_| DefenceMeans::Win);
            return Ok(holds(means.unwrap_or(DefenceMeans::Defence)));
        }
        if wins {
            return Ok(holds(DefenceMeans::Win));
        }
        if let Some(loss) = self.known_loss(point, &after) {
            return Ok(loss);
        }
        if is_first && self.still_wins(&after) {
            return Ok(lost(point, self.line_after(&after, &self.known[0].tree)));
        }
        let found = self.find(&after, nodes, ALL_QUARTERS);
        match (found.win, found.stop) {
            (Some((line, tree)), _) => {
                self.learn(&tree);
                Ok(lost(point, line))
            }
            (None, Some(stop)) => Err(stop),
            (None, None) => Ok(holds(self.means(&after, nodes))),
        }
    }

    /// The position after a legal move.
    fn after(&self, point: Point) -> Position {
        let after = self.position.clone().play(point);
        after.unwrap_or_else(|_| unreachable!("{point} is legal"))
    }

    /// That a move loses because some known win does not need its point.
    fn known_loss(&self, point: Point, after: &Position) -> Option<DefenceMove> {
        let mut known = self.known.iter();
        let win = known.find(|win| !win.relevant.contains(point))?;
        let line = if is_playable(after, &win.line) {
            win.line.clone()
        } else {
            self.line_after(after, &win.tree)
        };
        Some(lost(point, line))
    }

    fn line_after(&self, after: &Position, tree: &ProofTree) -> ForcedLine {
        ForcedLine::of_tree(tree, after, after.to_move(), self.finder.attack())
    }

    /// Remembers a win against one move, if it is one against a pass as well: other moves may lose by it.
    fn learn(&mut self, tree: &ProofTree) {
        let attacker = self.passed.to_move();
        let is_new = self.known.len() < KNOWN_WINS;
        if is_new && verify(&self.passed, attacker, tree, &self.checking()).is_ok() {
            let line = self.line_after(&self.passed, tree);
            self.remember(line, tree.clone());
        }
    }

    fn remember(&mut self, line: ForcedLine, tree: ProofTree) {
        let attacker = self.passed.to_move();
        let relevant = relevant_points(&self.passed, attacker, &tree, &self.checking());
        self.known.push(KnownWin {
            line,
            tree,
            relevant,
        });
    }

    /// Whether the win that was threatened is one on this board too, the attacker to move.
    fn still_wins(&mut self, position: &Position) -> bool {
        let tree = &self.known[0].tree;
        if self.checks_left == 0 {
            return false;
        }
        let checked = verify(position, position.to_move(), tree, &self.checking());
        self.checks_left -= u32::from(matches!(checked, Err(VerifyError::Stopped(_))));
        checked.is_ok()
    }

    /// The limits of looking at a known tree.
    fn checking(&self) -> Control<'a> {
        let limits = Limits {
            nodes: Some(CHECKED_STONES),
            time: self.time_left(),
        };
        Control::observed(limits, self.control.observer())
    }

    fn time_left(&self) -> Option<Duration> {
        less(self.control.limits(), 0, self.control.elapsed()).time
    }

    /// How a move has taken the win away: by a four alone, if the threat stands again once that is
    /// answered.
    fn means(&mut self, after: &Position, nodes: Option<u64>) -> DefenceMeans {
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
            && (self.still_wins(&passed) || self.find(&passed, nodes, ALL_QUARTERS).win.is_some())
        {
            DefenceMeans::Four
        } else {
            DefenceMeans::Defence
        }
    }

    /// A forced win of the side to move, within these nodes and quarters of the time that is left.
    fn find(&mut self, position: &Position, nodes: Option<u64>, quarters: u32) -> FoundWin {
        if let Some(stop) = self.control.stop_reason(self.nodes) {
            return FoundWin {
                stop: Some(stop),
                ..undecided()
            };
        }
        let limits = Limits {
            nodes,
            time: self.time_left().map(|time| time / ALL_QUARTERS * quarters),
        };
        let before = Progress {
            nodes: self.nodes,
            ..Progress::default()
        };
        let observer = ProgressAfter {
            before,
            observer: self.control.observer(),
        };
        let found = self.finder.find(position, limits, &observer);
        self.nodes += found.nodes;
        found
    }
}

/// A move without a win of either side.
const fn open_move(point: Point, verdict: DefenceVerdict) -> DefenceMove {
    DefenceMove {
        point,
        verdict,
        means: None,
        win: None,
    }
}

fn lost(point: Point, win: ForcedLine) -> DefenceMove {
    DefenceMove {
        win: Some(win),
        ..open_move(point, DefenceVerdict::Loses)
    }
}

fn distance(one: Point, other: Point) -> u8 {
    let columns = one.column().abs_diff(other.column());
    columns.max(one.row().abs_diff(other.row()))
}

/// Whether a line that was found on another board can be played on this one.
fn is_playable(position: &Position, win: &ForcedLine) -> bool {
    let last = win
        .line
        .iter()
        .try_fold(position.clone(), |position, played| match *played {
            MoveOrPass::At(point) => position.play(point).ok(),
            MoveOrPass::Pass => None,
        });
    last.is_some()
}

const fn undecided() -> FoundWin {
    FoundWin {
        win: None,
        scope: None,
        stop: None,
        nodes: 0,
    }
}
