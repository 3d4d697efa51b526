//! How the code is built, kept so: circles between files, logic in `mod.rs`, long functions and
//! files, types of one name, docs that say nothing, names of published programs outside their
//! folders, words of the old private language, entry points without an example.
//!
//! The wall between the layers is `layers.rs`. Each check is shown to fail on a planted
//! violation in `planted`.

mod budgets;
mod circles;
mod dependencies;
mod layers;
mod messages;
mod one_place;
mod planted;
mod rules;
mod sources;

use std::collections::BTreeSet;

use rules::{
    banned_names, logic_in_mod_files, long_files, long_functions, quoted_names, thin_docs,
    types_declared_twice, without_example,
};

/// Types that may share a name: each is the error of its own module.
const SHARED_TYPE_NAMES: [&str; 1] = ["Error"];

/// Names of published programs. Only `systems` knows them.
const SYSTEM_NAMES: [&str; 5] = [
    "five-tuple",
    "lianzhu",
    "count-block-empty",
    "score-table",
    "point-info",
];

/// Functions that somebody new to the crate calls first: a layer and a name.
const ENTRY_POINTS: [(&str, &str); 12] = [
    ("batch", "run"),
    ("forbidden", "forbidden_points"),
    ("forbidden", "judge"),
    ("notation", "parse_moves"),
    ("notation", "read"),
    ("search", "search"),
    ("questions", "compare"),
    ("questions", "forbidden"),
    ("questions", "score"),
    ("systems", "find"),
    ("threat", "solve"),
    ("threat", "verify"),
];

/// What types and modules were called before they had standard names.
#[rustfmt::skip]
const BANNED: [&str; 103] = [
    "Artist", "Ask", "ask", "Asked", "Because", "brain", "Budget", "Card", "card", "Cells",
    "cells", "Chosen", "Class", "Complaint", "complaint", "Crew", "crew", "Dead", "dead",
    "Dictation", "Display", "Done", "Draft", "Eye", "Fate", "Fault", "Flaw", "flaw", "FlawKind",
    "Flood", "foreign", "ForRule", "four_finder", "FourFinder", "Fours", "Gardener", "Glance",
    "glance", "glyph", "grid", "Head", "Heading", "Heard", "Hole", "Hunt", "Hunter", "hunter",
    "Ink", "Judge", "KeptValue", "Known", "Lookout", "lookout", "Made", "manner", "margins",
    "Meter", "meter", "Mistake", "Nearness", "nearness", "Never", "Nonsense", "Numbers",
    "opinions", "Place", "Played", "players", "Prover", "Purse", "Quest", "quest", "quick",
    "Ranked", "Reach", "referee", "Refused", "Rescan", "Rest", "RuleSet", "Several", "sieve",
    "Sight", "sight", "Silent", "Spot", "Stage", "Tally", "tally", "Teller", "Terms", "Thinking",
    "Tone", "Trial", "Trouble", "Turn", "V31", "Voice", "Watch", "Watcher", "watcher", "WinTree",
    "Word",
];

fn none(what: &str, found: &[String]) {
    assert!(
        found.is_empty(),
        "{what}: {}\n  {}",
        found.len(),
        found.join("\n  ")
    );
}

#[test]
fn no_circle_between_files() {
    let sources = sources::all();
    let crates: BTreeSet<&str> = sources.iter().map(|source| &*source.of_crate).collect();
    let of = |name: &str| circles::circles(sources.iter().filter(|source| source.of_crate == name));
    let circles = crates.into_iter().flat_map(of);
    let circles: Vec<String> = circles.map(|circle| circle.join(" <-> ")).collect();
    none("circles between files", &circles);
}

#[test]
fn mod_files_hold_no_logic() {
    none("logic in mod.rs", &logic_in_mod_files(&sources::all()));
}

#[test]
fn files_and_functions_are_short() {
    let sources = sources::all();
    none("long functions", &long_functions(&sources));
    none("long files", &long_files(&sources));
}

#[test]
fn a_type_name_is_declared_once() {
    none(
        "types of one name",
        &types_declared_twice(&sources::all(), &SHARED_TYPE_NAMES),
    );
}

#[test]
fn public_docs_say_something() {
    none("docs that say too little", &thin_docs(&sources::all()));
}

#[test]
fn only_systems_knows_the_published_programs_by_name() {
    let may = |path: &str| path.starts_with("renju-programs/");
    none(
        "names of programs",
        &quoted_names(&sources::all(), &SYSTEM_NAMES, may),
    );
}

#[test]
fn the_private_language_does_not_come_back() {
    none("private names", &banned_names(&sources::all(), &BANNED));
}

#[test]
fn entry_points_have_an_example() {
    none(
        "entry points without an example",
        &without_example(&sources::all(), &ENTRY_POINTS),
    );
}
