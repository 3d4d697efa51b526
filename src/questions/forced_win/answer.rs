//! Forced wins by VCF or VCT: the answer of the solver, and the check of a given proof tree.

use serde::Serialize;

use super::win_steps::{LineStep, line, line_steps};
use crate::board::Color;
use crate::limits::{Control, Limits, StopReason};
use crate::position::{Position, PositionId};
use crate::questions::{MoveOrPass, ReportHeader};
use crate::search::WinSolver;
use crate::threat::{
    Answer, Checked, ProofTree, Scope, SolveOptions, ThreatOutcome, TreeError, VerifyError, verify,
};

/// Whether there is a forced win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForcedWinReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// Whose win was looked for.
    pub attacker: Color,
    /// Whether the win was proved, disproved, or left open.
    pub outcome: ThreatOutcome,
    /// The length of `line`; `None` if there is no win.
    pub plies: Option<usize>,
    /// The moves of both sides to the five, against the defence that holds out longest. A
    /// defender without a legal move passes.
    pub line: Vec<MoveOrPass>,
    /// Whether no win is shorter.
    pub shortest: bool,
    /// Nodes visited by the solver.
    pub nodes: u64,
    /// Whether the same question is always answered alike.
    pub deterministic: bool,
    /// Why the answer is not known.
    pub stop: Option<StopReason>,
    /// Which attacks were all refuted, if there is no win.
    pub scope: Option<Scope>,
    /// Whether the other side is to move, and was assumed to pass.
    pub passed: bool,
    /// How many replies the win answers; "any other" counts as one. `None` if there is no win.
    pub defences: Option<usize>,
    /// What was asked for.
    #[serde(skip)]
    pub options: SolveOptions,
    /// The limits of the search.
    #[serde(skip)]
    pub limits: Limits,
    /// The win with all its replies.
    #[serde(skip)]
    pub tree: Option<ProofTree>,
    /// The line move by move, for pictures; empty until [`ForcedWinReport::with_steps`].
    #[serde(skip)]
    pub steps: Vec<LineStep>,
}

impl ForcedWinReport {
    /// The report with what each move of its line threatens and which replies are answered.
    #[must_use]
    pub fn with_steps(mut self, position: &Position) -> ForcedWinReport {
        if let Some(tree) = &self.tree {
            self.steps = line_steps(tree, position, self.attacker, &self.line);
        }
        self
    }
}

/// Whether a proof tree holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinCheckReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// The side that is said to win.
    pub attacker: Color,
    /// Whether the tree is a win; `None` if there is no tree, or if a limit was reached.
    pub holds: Option<bool>,
    /// The moves of both sides on the longest line; `None` unless the tree holds.
    pub plies: Option<u32>,
    /// The legal replies that were played, one in each position; `None` unless the tree holds.
    pub replies: Option<u64>,
    /// The first error of the tree.
    pub flaw: Option<TreeError>,
    /// The limit that was reached.
    pub stop: Option<StopReason>,
    /// The limits there were.
    #[serde(skip)]
    pub limits: Limits,
}

/// Looks for a forced win.
///
/// ```
/// use renju::geometry::Size;
/// use renju::limits::Control;
/// use renju::position::Position;
/// use renju::rule::Rule;
/// use renju::questions::{ThreatOutcome, forced_win};
/// use renju::search::WinSolver;
/// use renju::threat::{Attack, SolveOptions};
///
/// let empty = Position::new(Size::RENJU, Rule::Renju);
/// let mut solver = WinSolver::new(SolveOptions::new(Attack::Vcf));
/// let report = forced_win("empty", &empty, &mut solver, &Control::unlimited());
/// assert_eq!(report.outcome, ThreatOutcome::None);
/// ```
pub fn forced_win(
    id: impl Into<PositionId>,
    position: &Position,
    solver: &mut WinSolver,
    control: &Control<'_>,
) -> ForcedWinReport {
    let limits = control.limits();
    let options = *solver.options();
    let found = solver.solve(position, control);
    let attacker = options.attacker_in(position);
    let (outcome, tree, scope, stop) = match found.answer {
        Answer::Proven(tree) => (ThreatOutcome::Win, Some(tree), None, None),
        Answer::Disproven(scope) => (ThreatOutcome::None, None, Some(scope), None),
        Answer::Unknown(stop) => (ThreatOutcome::Unknown, None, None, Some(stop)),
    };
    let line = tree.as_ref().map(|tree| line(tree, position, attacker));
    let is_timed = limits.time.is_some() || stop == Some(StopReason::Interrupted);
    ForcedWinReport {
        header: ReportHeader::new(id, options.attack.name(), position),
        attacker,
        outcome,
        plies: line.as_ref().map(Vec::len),
        line: line.unwrap_or_default(),
        shortest: found.is_shortest && tree.is_some(),
        nodes: found.progress.nodes,
        deterministic: !is_timed,
        stop,
        scope,
        passed: attacker != position.to_move() && position.outcome().is_none(),
        // Each node counts once, however it is reached.
        defences: tree
            .as_ref()
            .map(|tree| tree.root().map_or(0, |root| tree.count_replies(root))),
        options,
        limits,
        tree,
        steps: Vec::new(),
    }
}

/// Checks a proof tree by the rules alone, wherever it comes from. Without a tree there is nothing
/// to check, and the report says so.
pub fn check_win(
    id: impl Into<PositionId>,
    position: &Position,
    attacker: Color,
    tree: Option<&ProofTree>,
    control: &Control<'_>,
) -> WinCheckReport {
    let (mut checked, mut flaw, mut stop) = (None, None, None);
    match tree.map(|tree| verify(position, attacker, tree, control)) {
        None => {}
        Some(Ok(extent)) => checked = Some(extent),
        Some(Err(VerifyError::Wrong(error))) => flaw = Some(error),
        Some(Err(VerifyError::Stopped(reason))) => stop = Some(reason),
    }
    let is_wrong = flaw.is_some();
    WinCheckReport {
        header: ReportHeader::new(id, "verify", position),
        attacker,
        holds: (checked.is_some() || is_wrong).then_some(!is_wrong),
        plies: checked.map(|Checked { plies, .. }| plies),
        replies: checked.map(|Checked { replies, .. }| replies),
        flaw,
        stop,
        limits: control.limits(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::geometry::{Point, Size};
    use crate::position::{PositionOverrides, Setup};
    use crate::threat::{Attack, Node};

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn position(black: &str, white: &str, to_move: Color) -> Position {
        let setup = Setup {
            size: Some(Size::RENJU),
            black: points(black),
            white: points(white),
            to_move: Some(to_move),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    fn ask(position: &Position, attacker: Option<Color>, limits: Limits) -> ForcedWinReport {
        let options = SolveOptions {
            attacker,
            ..SolveOptions::new(Attack::Vcf)
        };
        forced_win(
            "test",
            position,
            &mut WinSolver::new(options),
            &Control::new(limits),
        )
    }

    #[test]
    fn a_win_names_its_line_and_its_replies() {
        let found = ask(&position("E8 F8 G8", "", Color::Black), None, Limits::NONE);
        assert_eq!(found.outcome, ThreatOutcome::Win);
        assert_eq!(found.plies, Some(3));
        assert_eq!(found.line.len(), 3);
        assert_eq!((found.passed, found.deterministic), (false, true));
        assert!(found.defences.is_some_and(|count| count >= 2));
    }

    #[test]
    fn the_side_that_does_not_attack_passes() {
        let position = position("E8 F8 G8", "", Color::White);
        let found = ask(&position, Some(Color::Black), Limits::NONE);
        assert_eq!((found.outcome, found.passed), (ThreatOutcome::Win, true));
        let found = ask(&position, None, Limits::NONE);
        assert_eq!((found.outcome, found.passed), (ThreatOutcome::None, false));
        assert_eq!(found.scope, Some(Scope::Fours));
    }

    #[test]
    fn a_finished_game_is_won_or_not() {
        let position = position("E8 F8 G8 H8 I8", "", Color::White);
        let won = ask(&position, Some(Color::Black), Limits::NONE);
        assert_eq!((won.outcome, won.plies), (ThreatOutcome::Win, Some(0)));
        assert!(won.line.is_empty() && !won.passed);
        let lost = ask(&position, None, Limits::NONE);
        assert_eq!(lost.outcome, ThreatOutcome::None);
        assert_eq!((lost.scope, lost.plies), (Some(Scope::GameOver), None));
    }

    #[test]
    fn a_limit_of_time_makes_an_answer_depend_on_the_machine() {
        let limits = Limits::time(Duration::from_secs(3600));
        let found = ask(&position("H8", "", Color::White), None, limits);
        assert!(!found.deterministic);
    }

    #[test]
    fn a_reply_that_any_point_makes_is_one_that_may_be_played() {
        let mut tree = ProofTree::empty();
        let then = tree.add(Node::leaf(points("I8")[0]));
        tree.add(Node {
            others: Some(then),
            ..Node::leaf(points("H8")[0])
        });
        let position = position("E8 F8 G8", "D8", Color::Black);
        let expected: Vec<MoveOrPass> =
            points("H8 A1 I8").into_iter().map(MoveOrPass::At).collect();
        assert_eq!(line(&tree, &position, Color::Black), expected);
        assert_eq!(tree.count_replies(tree.root().unwrap()), 1);
    }
}
