//! Interface of a second search that suggests winning moves to the threat solver, unproved.

use renju_core::geometry::Point;
use renju_core::limits::Control;

/// A search of another kind beside the solver of threats, for the same attacker: it sees wins that
/// the solver comes to late, through moves that threaten nothing yet.
///
/// It is not believed: the solver tries its moves first, and proves the win itself.
pub(crate) trait Advisor: Send {
    /// Searches under these limits, from the first depth again but with what it remembers of earlier
    /// turns; the nodes that it took, and whether the attacker wins by what it found.
    fn search(&mut self, control: &Control<'_>) -> (u64, bool);

    /// The move that wins in the position with this key, the attacker to move, if it found one.
    fn winning_move(&self, key: u64) -> Option<Point>;
}
