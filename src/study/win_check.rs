use serde::Serialize;

use super::ReportHeader;
use crate::board::Color;
use crate::limits::{Control, Limits, StopReason};
use crate::position::Position;
use crate::threat::{Checked, ProofTree, TreeError, VerifyError, verify};

/// Whether a proof tree holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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

/// Checks a proof tree by the rules alone, wherever it comes from. Without a tree there is nothing
/// to check, and the report says so.
pub fn check_win(
    id: &str,
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
