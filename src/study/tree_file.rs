//! Proof trees in files: JSON lines, one for each position, with its tree if there is a win; or
//! games of SGF, for other programs, which are not read.
//!
//! A JSON line is written and read by serde. Its position stays text when it is read, because reading
//! positions is the business of `notation`, which this layer does not use. Nothing that is read is
//! believed: [`verify`](crate::threat::verify) tells whether a tree is a win.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::board::{ByColor, Color};
use crate::geometry::{Point, Size};
use crate::position::{Position, PositionId};
use crate::rule::Rule;
use crate::threat::{NodeId, ProofTree, ThreatOutcome};

use super::{MoveOrPass, ThreatReport};

/// The version of the lines. In version 1 trees were nested.
const TREE_VERSION: u64 = 2;

/// A line of a file of proof trees.
///
/// ```
/// use renju::board::Color;
/// use renju::study::{ThreatOutcome, TreeLine};
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
/// # Ok::<(), renju::study::TreeLineError>(())
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
    #[error("the outcome is {0}: a win has nodes, and nothing else has")]
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
    pub fn new(position: &Position, report: &ThreatReport) -> TreeLine {
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

/// The most nodes that are written, about 15 bytes each.
pub const MAX_SGF_NODES: u64 = 10_000_000;

/// Why a tree is not written as SGF: replies cannot share an answer there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("as SGF the tree has {nodes} moves of the attacker; {MAX_SGF_NODES} are the most")]
pub struct TooLarge {
    /// The attacks of the tree without sharing; at most `u64::MAX`.
    pub nodes: u64,
}

/// Writes an answer as a game of FF\[4\]: a set-up position, and a variation for each reply of a
/// proof tree. "Any other reply" is a pass with a comment. Without a win the game has no moves and
/// a comment that says so, so that the games of a file are the positions of the input.
///
/// # Errors
///
/// If more than [`MAX_SGF_NODES`] nodes would be written.
#[expect(clippy::missing_panics_doc, reason = "writing to a string cannot fail")]
pub fn tree_sgf(position: &Position, report: &ThreatReport) -> Result<String, TooLarge> {
    let nodes = report.tree.as_ref().map_or(0, ProofTree::unshared_len);
    if nodes > MAX_SGF_NODES {
        return Err(TooLarge { nodes });
    }
    let mut writer = Writer {
        out: String::new(),
        size: position.board().size(),
        attacker: report.attacker,
    };
    let written = writer.game(position, report);
    written.expect("a string takes any text");
    Ok(writer.out)
}

/// What is left to write, the last first.
enum Step {
    Text(&'static str),
    Reply(Option<Point>, NodeId),
    Attack(NodeId),
}

struct Writer {
    out: String,
    size: Size,
    attacker: Color,
}

impl Writer {
    fn game(&mut self, position: &Position, report: &ThreatReport) -> fmt::Result {
        self.out.push('(');
        self.set_up(position, &report.header.id)?;
        write!(self.out, "C[{}]", comment(report))?;
        if let Some(tree) = report.tree.as_ref()
            && let Some(root) = tree.root()
        {
            if position.to_move() != self.attacker {
                write!(self.out, "\n;{}[]C[pass]", letter(!self.attacker))?;
            }
            self.variations(tree, root)?;
        }
        self.out.push_str(")\n");
        Ok(())
    }

    fn set_up(&mut self, position: &Position, id: &str) -> fmt::Result {
        write!(
            self.out,
            ";FF[4]GM[4]CA[UTF-8]AP[renju:{}]SZ[{}]RU[{}]GN[{}]PL[{}]",
            env!("CARGO_PKG_VERSION"),
            self.size.get(),
            position.rule(),
            escaped(id),
            letter(position.to_move()),
        )?;
        for (property, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let stones = position.board().stones(color);
            if !stones.is_empty() {
                self.out.push_str(property);
            }
            for at in stones.iter() {
                write!(self.out, "[{}]", self.name(at))?;
            }
        }
        Ok(())
    }

    /// Writes the tree with a stack of its own, so that lines may be long; with a line break
    /// before each variation.
    fn variations(&mut self, tree: &ProofTree, root: NodeId) -> fmt::Result {
        let attacker = self.attacker;
        let mut steps = vec![Step::Attack(root)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Text(part) => self.out.push_str(part),
                Step::Reply(at, answer) => {
                    match at {
                        Some(at) => self.stone(!attacker, at)?,
                        None => write!(self.out, ";{}[]C[any other reply]", letter(!attacker))?,
                    }
                    steps.push(Step::Attack(answer));
                }
                Step::Attack(id) => {
                    let node = tree.node(id);
                    self.stone(attacker, node.attack)?;
                    if node.is_leaf() {
                        self.out.push_str("C[five]");
                    }
                    let named = node.replies.iter().map(|&(at, answer)| (Some(at), answer));
                    let others = node.others.map(|answer| (None, answer));
                    push_replies(&mut steps, named.chain(others).collect());
                }
            }
        }
        Ok(())
    }

    fn stone(&mut self, color: Color, at: Point) -> fmt::Result {
        write!(self.out, ";{}[{}]", letter(color), self.name(at))
    }

    /// Two letters: the column, and the row from the top.
    fn name(&self, at: Point) -> String {
        let row = self.size.get().saturating_sub(1).saturating_sub(at.row());
        [at.column(), row]
            .map(|number| char::from(b'a' + number))
            .iter()
            .collect()
    }
}

/// Puts the replies of a node on the stack, in parentheses if there are several.
fn push_replies(steps: &mut Vec<Step>, replies: Vec<(Option<Point>, NodeId)>) {
    let are_several = replies.len() > 1;
    for (at, answer) in replies.into_iter().rev() {
        if are_several {
            steps.extend([Step::Text(")"), Step::Reply(at, answer), Step::Text("\n(")]);
        } else {
            steps.push(Step::Reply(at, answer));
        }
    }
}

fn comment(report: &ThreatReport) -> String {
    let (attacker, study) = (report.attacker, report.header.study);
    match (report.outcome, &report.tree) {
        (ThreatOutcome::Win, Some(tree)) if tree.is_empty() => format!("{attacker} has won"),
        (ThreatOutcome::Win, _) => format!("{attacker} wins"),
        (ThreatOutcome::None, _) => format!("no {study} for {attacker}"),
        (ThreatOutcome::Unknown, _) => format!("{study} for {attacker}: undecided"),
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// A text as the value of a property.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_value_is_escaped() {
        assert_eq!(escaped(r"a]b\"), r"a\]b\\");
    }
}
