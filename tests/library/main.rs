//! The library as other crates use it: what it says is held against the answer keys, against slow
//! definitions written for these tests, and against itself on turned boards.

mod contest;
mod contest_advice;
mod contest_openings;
mod conversions;
mod definition;
mod keys;
mod plain_trees;
mod weak_games;

mod defences;
mod evaluators;
mod find;
mod forbidden;
mod formats;
mod game;
mod hand_made_games;
mod live_game;
mod made_shapes;
mod moved_stones;
mod notation;
mod notation_properties;
mod passes;
mod patterns;
mod positions;
mod properties;
mod search;
mod small_boards;
mod symmetry;
mod threats;
mod tree_files;
mod win_trees;
