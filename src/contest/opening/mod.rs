//! The opening rules: how the first stones are put and who has which colour, so that the advantage
//! of the first move is shared.
//!
//! An [`Opening`] is a value. Its [`task`](Opening::task) says what is asked of which person at the
//! table (a [`Seat`]); [`apply`](Opening::apply) takes the answer, an [`OpeningAction`], and gives
//! the next state or an [`OpeningRefusal`] that names the clause. When no task is left the game goes
//! on from its position, with the seat of each colour known. Taking back is going on from an earlier
//! value.
//!
//! The rules are those of the Renju International Federation (`renju26`, `soosorv8`, `taraguchi10`),
//! and of Gomoku tournaments (`swap`, and `swap2`, which Gomocup plays too); `docs/openings.md`
//! explains them for players.

mod central_square;
mod fifth_offers;
#[expect(
    clippy::module_inception,
    reason = "the file is named after its main type"
)]
mod opening;
mod opening_rule;
mod refusal;
mod seat;
mod task;

pub use central_square::CentralSquare;
pub use opening::Opening;
pub use opening_rule::OpeningRule;
pub use refusal::OpeningRefusal;
pub use seat::Seat;
pub use task::{OpeningAction, OpeningTask};
