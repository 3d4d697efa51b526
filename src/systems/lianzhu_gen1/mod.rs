//! `lianzhu-gen1`: stones pull at the points around them.
//!
//! After the first generation of `EricJin2002`'s Gomoku program (2021). In each line own and opponent
//! stones pull against each other, near ones more; the more one side prevails, the more the point
//! is worth, to both sides alike.

mod details;
mod play;
mod system;
mod weights;

pub(super) use details::Gen1Details;
pub use system::LianzhuGen1;
pub use weights::{CurvePower, CurveStep, LianzhuGen1Weights, PullCurve};
