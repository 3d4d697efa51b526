use serde::Serialize;

use crate::board::Color;

use super::ProofTree;

/// What a win may be made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attack {
    /// Fours only: victory by continuous fours.
    Vcf,
    /// Fours, threes and every other move that threatens a VCF: victory by continuous threats.
    Vct,
}

/// What to prove, for whom, and how much may be spent.
#[derive(Clone, Copy)]
pub struct SolveOptions<'a> {
    /// With what.
    pub attack: Attack,
    /// Whose win.
    pub attacker: Color,
    /// Whether the win has to be a shortest one. Of a VCF this is proved; of a VCT it is not asked.
    pub shortest: bool,
    /// The longest line to look at, in moves of both sides, the five included.
    pub plies: Option<u16>,
    /// The most positions to enter. Under this limit alone the answer is the same every time.
    pub nodes: Option<u64>,
    /// The most memory for what is remembered of positions, in bytes.
    pub memory: usize,
    /// Told how far the search is, and may end it.
    pub watch: &'a dyn Watch,
}

/// Looks on while a search runs; asked every few hundred positions.
pub trait Watch: Sync {
    /// Whether to stop now, and why.
    fn look(&self, spent: &Spent) -> Option<Stop>;
}

/// Looks away: the search is never stopped.
#[derive(Clone, Copy, Debug)]
pub struct Never;

impl Watch for Never {
    fn look(&self, _: &Spent) -> Option<Stop> {
        None
    }
}

/// What a search has used up so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Positions entered: each stone played by the solver counts one.
    pub nodes: u64,
    /// For a VCT: the replies that at least have to be answered yet before the win is proved.
    pub proof: Option<u32>,
    /// For a VCT: the threats that at least have to be refuted yet before there is none.
    pub disproof: Option<u32>,
}

/// Why a search ended before its answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// [`SolveOptions::nodes`] were entered.
    Nodes,
    /// The time was up.
    Time,
    /// Lines were left that are longer than [`SolveOptions::plies`].
    Plies,
    /// The user asked.
    Interrupted,
    /// A win was found that the rules do not confirm: a mistake of the solver.
    Unverified,
}

/// What was found, and at what price.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// What it took.
    pub spent: Spent,
    /// Whether a win is known to be a shortest one.
    pub is_shortest: bool,
}

/// Whether there is a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is: every reply is answered, and each line was replayed by the rules.
    Proven(ProofTree),
    /// There is none within that scope.
    Disproven(Scope),
    /// A limit was reached first.
    Unknown(Stop),
}

/// What was tried in vain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Nothing: the game is over, and the attacker has not won it.
    GameOver,
    /// Every continuous four.
    Fours,
    /// Every continuous threat: fours, and all moves after which, if the defender passed, the
    /// attacker would have a VCF of at most three fours.
    Threats,
}
