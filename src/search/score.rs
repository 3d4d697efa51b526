/// What a line is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// An opinion, in the unit of the evaluator.
    Points(i64),
    /// A forced win: the number of moves of both sides to the five.
    WinIn(u16),
    /// A forced loss, likewise.
    LossIn(u16),
}
