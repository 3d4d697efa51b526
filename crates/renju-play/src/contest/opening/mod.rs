//! The opening rules: how the first stones are put and who has which colour, so that the advantage
//! of the first move is shared.
//!
//! An [`Opening`] is a value. Its [`task`](Opening::task) says what is asked of which person at the
//! table (a [`Seat`]); [`apply`](Opening::apply) takes the answer, an [`OpeningAction`], and gives
//! the next state or an [`OpeningRefusal`] that names the clause. When no task is left the game goes
//! on from its position, with the seat of each colour known. Taking back is going on from an earlier
//! value. For players of ours an [`OpeningAdviser`] answers by a search, and [`random_answer`] by lot.
//!
//! The rules are those of the Renju International Federation (`renju26`, `soosorv8`, `taraguchi10`),
//! and of Gomoku tournaments (`swap`, and `swap2`, which Gomocup plays too); `docs/openings.md`
//! explains them for players.

mod adviser;
mod central_square;
mod fifth_offers;
#[expect(
    clippy::module_inception,
    reason = "the file is named after its main type"
)]
mod opening;
mod opening_rule;
mod random_answer;
mod refusal;
mod seat;
mod task;

pub use adviser::OpeningAdviser;
pub use central_square::CentralSquare;
pub use opening::Opening;
pub use opening_rule::OpeningRule;
pub use random_answer::random_answer;
pub use refusal::OpeningRefusal;
pub use seat::Seat;
pub use task::{OpeningAction, OpeningTask};
