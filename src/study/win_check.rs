use serde::Serialize;

use super::Head;
use crate::board::Color;
use crate::position::Position;
use crate::threat::{Checked, ProofTree, TreeError, verify};

/// Whether a tree is a win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WinCheckReport {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: Head,
    /// Who is said to win.
    pub attacker: Color,
    /// Whether it is true.
    pub holds: bool,
    /// The moves of both sides on the longest line; `None` if the tree is no win.
    pub plies: Option<u32>,
    /// The legal replies that were played, one in each position; `None` if the tree is no win.
    pub replies: Option<u64>,
    /// What is wrong, if something is.
    pub flaw: Option<TreeError>,
}

/// Checks a win by the rules alone, wherever it comes from.
pub fn check_win(
    id: &str,
    position: &Position,
    attacker: Color,
    tree: &ProofTree,
) -> WinCheckReport {
    let (checked, flaw) = match verify(position, attacker, tree) {
        Ok(checked) => (Some(checked), None),
        Err(flaw) => (None, Some(flaw)),
    };
    WinCheckReport {
        head: Head::new(id, "verify", position),
        attacker,
        holds: checked.is_some(),
        plies: checked.map(|Checked { plies, .. }| plies),
        replies: checked.map(|Checked { replies, .. }| replies),
        flaw,
    }
}
