#![no_main]

use libfuzzer_sys::fuzz_target;
use renju::geometry::Size;
use renju::position::Position;
use renju::rule::Rule;
use renju::study::win_tree::{TreeFile, TreeLine};
use renju::threat::verify;

// Whatever reads as a tree is written and read back as the same tree, and can be checked.
fuzz_target!(|text: &str| {
    let Ok(line) = TreeLine::read(text) else {
        return;
    };
    let file = TreeFile {
        id: String::new(),
        position: Position::new(Size::RENJU, Rule::Renju),
        attacker: line.attacker,
        tree: line.tree,
    };
    let written = file.to_json().expect("a tree from a file is not too large");
    let again = TreeLine::read(&written).expect("what was written is a tree");
    assert_eq!(again.tree, file.tree);
    let _ = file.to_sgf();
    let _ = verify(&file.position, file.attacker, &file.tree);
});
