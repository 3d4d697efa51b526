//! Proof trees in files: JSON lines, one for each position, with its tree if there is a win.
//!
//! A JSON line is written and read by serde. Its position stays text when it is read, because reading
//! positions is the business of `notation`, which this layer does not use. Nothing that is read is
//! believed: [`verify`](crate::threat::verify) tells whether a tree is a win.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::board::{ByColor, Color};
use crate::geometry::{Point, Size};
use crate::position::{Position, PositionId};
use crate::questions::{ForcedWinReport, MoveOrPass};
use crate::rule::Rule;
use crate::threat::{ProofTree, ThreatOutcome};

/// The version of the lines. In version 1 trees were nested.
const TREE_VERSION: u64 = 2;

/// A line of a file of proof trees.
///
/// ```
/// use renju::board::Color;
/// use renju::questions::{ThreatOutcome, TreeLine};
///
/// let text = concat!(
///     r#"{"v":2,"id":"three","study":"vcf","attacker":"black","outcome":"win","#,
///     r#""position":{"black":["F8","G8","H8"],"white":["A1","A3"],"to_move":"black"},"#,
///     r#""nodes":[{"attack":"J8"},{"attack":"E8"},"#,
///     r#"{"attack":"I8","replies":{"E8":0},"others":1}]}"#
/// );
/// let line = TreeLine::read(text)?;
/// assert_eq!((line.attacker, line.outcome), (Color::Black, ThreatOutcome::Win));
/// let tree = line.tree.expect("a win has a tree");
/// let root = tree.node(tree.root().expect("this one has moves"));
/// assert_eq!(root.attack.to_string(), "I8");
/// # Ok::<(), renju::questions::TreeLineError>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeLine {
    /// Version of the lines of trees.
    #[cfg_attr(feature = "schema", schemars(extend("const" = TREE_VERSION)))]
    v: u64,
    /// The name of the position, as in its answer. Not read: `position` has it too.
    #[serde(skip_deserializing)]
    pub id: PositionId,
    /// `vcf` or `vct`. Not read: a tree is not asked what it is made of.
    #[serde(skip_deserializing)]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["vcf", "vct"])))]
    pub study: &'static str,
    /// The side whose win was looked for. If the other one is to move, it passes first.
    pub attacker: Color,
    /// Whether there is a win.
    pub outcome: ThreatOutcome,
    /// The position line, a JSON object.
    #[cfg_attr(feature = "schema", schemars(with = "PositionLine<'static>"))]
    pub position: Box<RawValue>,
    /// The nodes of the tree, the root last; there if the outcome is a win.
    #[serde(rename = "nodes")]
    pub tree: Option<ProofTree>,
}

/// Why a text is no line of a file of proof trees.
#[derive(Debug, Error)]
pub enum TreeLineError {
    /// No JSON, or a field is missing or wrong.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A version that is not read.
    #[error("version {0} of the line is not known; {TREE_VERSION} is")]
    Version(u64),
    /// A win without nodes, or nodes without a win.
    #[error("the outcome is {0}: a win has nodes, and only a win has them")]
    Outcome(ThreatOutcome),
}

/// A position line: a game that Black began on an empty board as its moves, else the stones.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PositionLine<'a> {
    /// The name of the position.
    id: &'a PositionId,
    /// Side of the board in points.
    size: Size,
    /// The rule that is played by.
    rule: Rule,
    /// The side to move.
    to_move: Color,
    #[serde(flatten)]
    stones: Option<ByColor<Vec<Point>>>,
    /// The game from an empty board, Black first.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveOrPass>>,
}

impl TreeLine {
    /// The line of an answer about `position`. Equal nodes of its tree are written once.
    #[expect(
        clippy::missing_panics_doc,
        reason = "all keys of the line are strings"
    )]
    pub fn new(position: &Position, report: &ForcedWinReport) -> TreeLine {
        let line = PositionLine::new(&report.header.id, position);
        TreeLine {
            v: TREE_VERSION,
            id: report.header.id.clone(),
            study: report.header.study,
            attacker: report.attacker,
            outcome: report.outcome,
            position: serde_json::value::to_raw_value(&line).expect("its keys are strings"),
            tree: report.tree.as_ref().map(ProofTree::merged),
        }
    }

    /// The line as JSON, without the line break.
    #[expect(
        clippy::missing_panics_doc,
        reason = "all keys of the line are strings"
    )]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("its keys are strings")
    }

    /// Reads a line. Fields may come in any order; unknown ones are ignored.
    ///
    /// # Errors
    ///
    /// If the text is no JSON, a field is missing or wrong, or the version is another.
    pub fn read(text: &str) -> Result<TreeLine, TreeLineError> {
        #[derive(Deserialize)]
        struct Version {
            v: u64,
        }

        let Version { v } = serde_json::from_str(text)?;
        if v != TREE_VERSION {
            return Err(TreeLineError::Version(v));
        }
        let line: TreeLine = serde_json::from_str(text)?;
        if line.tree.is_some() == (line.outcome == ThreatOutcome::Win) {
            Ok(line)
        } else {
            Err(TreeLineError::Outcome(line.outcome))
        }
    }
}

impl<'a> PositionLine<'a> {
    fn new(id: &'a PositionId, position: &Position) -> PositionLine<'a> {
        let moves = position.moves().filter(|moves| !moves.is_empty());
        let stones = |color| position.board().stones(color).iter().collect();
        PositionLine {
            id,
            size: position.board().size(),
            rule: position.rule(),
            to_move: position.to_move(),
            stones: moves.is_none().then(|| ByColor::from_fn(stones)),
            moves: moves.map(|moves| moves.iter().copied().map(MoveOrPass::from).collect()),
        }
    }
}
