/// The worth of a position, or of a line of play, to the side to move.
///
/// A heuristic value and a proved result are different variants: code that compares points
/// cannot take a win for a large number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A heuristic, in the unit of the evaluator.
    Points(i64),
    /// A proved win: the number of plies, of both sides, up to and including the five.
    WinIn(u16),
    /// A proved loss: the number of plies up to and including the opponent's five.
    LossIn(u16),
}
