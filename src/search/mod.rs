//! Best play. So far: how the published programs choose a move.

pub mod published;
