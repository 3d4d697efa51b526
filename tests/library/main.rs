//! The library as other crates use it: what it says is held against the answer keys, against slow
//! definitions written for these tests, and against itself on turned boards.

mod contest;
mod contest_advice;
mod contest_openings;
mod conversions;
#[allow(dead_code, reason = "the tests of the rules use the rest of it")]
#[path = "../../crates/renju-core/tests/rules/definition.rs"]
mod definition;
mod keys;
mod weak_games;

mod defences;
mod evaluators;
mod examine;
mod find;
mod fit;
mod formats;
mod game;
mod hand_made_games;
mod hunt;
mod live_game;
mod made_shapes;
mod moved_stones;
mod notation;
mod notation_properties;
mod passes;
mod pasted;
mod planted_search;
mod positions;
mod search;
mod small_boards;
mod symmetry;
mod tree_files;
mod why;
