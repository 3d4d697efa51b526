//! Forced wins as other crates use them: the solvers against the answer keys, and wins as trees.

#[path = "../../../../tests/library/keys.rs"]
mod keys;
mod plain_trees;
mod solvers;
mod win_trees;
