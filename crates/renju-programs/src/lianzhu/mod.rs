//! `lianzhu`: one shape code for each line of a point.
//!
//! After `EricJin2002`'s second-generation Gomoku program (2021). A code says what a stone on the
//! point makes of one line, out of the stones up to the second gap; the values of the four codes
//! add up to the value of the point. Its search asks the `LianzhuTable`, which follows the stones.

mod code;
mod system;
mod table;
mod weights;

pub use system::Lianzhu;
pub use weights::LianzhuWeights;
