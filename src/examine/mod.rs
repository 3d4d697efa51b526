//! A test bench for engines: small cases in groups, each with the proof of the right answer.
//!
//! Cases with a position are data (`positions/examine`, in the format of `check`), and are asked in two
//! images each ([`PositionCase`], `image`, `judge`); those about a protocol, the clock and memory are
//! tables of short conversations (`gomocup_cases`, `brain_cases`, `clock_cases`). What they find is
//! data ([`ExamineLine`], [`ExamineSummary`]). An engine that hangs or dies fails the case, is started
//! again, and the next case is asked.

mod asker;
mod brain_cases;
mod cases;
mod clock_cases;
mod conversation;
mod examiner;
mod gomocup_cases;
mod image;
mod judge;
mod position_cases;
mod subject;

pub use crate::questions::examine::{
    CaseStatus, EarlierCase, ExamineChange, ExamineGroup, ExamineLine, ExamineSummary, GroupCount,
};
pub use asker::{AskedFault, PlayerAsker};
pub use cases::{PositionCase, built_in_cases, cases_of};
pub use examiner::{ExamineOptions, MOST_DEATHS, examine};
pub use subject::{ExaminedEngine, PlayerMaker, SpokenProtocol};
