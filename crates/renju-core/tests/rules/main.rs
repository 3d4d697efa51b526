//! The rules as other crates use them: what they say is held against the answer keys, against slow
//! definitions written for these tests, and against itself on turned boards.

mod definition;
mod forbidden;
#[path = "../../../../tests/library/keys.rs"]
mod keys;
mod patterns;
mod properties;
