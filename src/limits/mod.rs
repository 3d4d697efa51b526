//! How much work a question may take, who watches it, and why it stopped.
//!
//! Search, the solvers of forced wins and the published programs share these types. [`Limits`] is
//! plain data, as a user or a file gives it; [`Control`] is one run under such limits: it knows
//! when the run started and whom to tell. Nothing here starts threads, prints or catches signals.

mod control;
mod observer;
mod value;

pub use control::{Control, Limits, StopReason};
pub use observer::{Iteration, NoObserver, Observer, PrincipalVariation, Progress};
pub use value::Value;
