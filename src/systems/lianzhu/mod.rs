//! `lianzhu`: one shape code for each line of a point.
//!
//! After `EricJin2002`'s second-generation Gomoku program (2021). A code says what a stone on the
//! point makes of one line, out of the stones up to the second gap; the values of the four codes
//! add up to the value of the point. Its search asks the [`Table`], which follows the stones.

mod card;
mod code;
pub mod details;
mod forbidden;
mod leaf;
pub mod play;
mod system;
mod table;
pub(in crate::systems) mod weights;

pub use code::{Code, DIRECTIONS};
pub use forbidden::Ban;
pub use leaf::Mode;
pub use system::Lianzhu;
pub use table::Table;
pub use weights::{CodeWeights, Weights};
