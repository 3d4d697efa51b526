//! The rules as other crates use them: what they say is held against the answer keys, against slow
//! definitions written for these tests, and against itself on turned boards.

#[allow(dead_code, reason = "other tests use the rest of it")]
mod definition;
mod forbidden;
#[path = "../../../../tests/library/keys.rs"]
mod keys;
mod patterns;
mod properties;
