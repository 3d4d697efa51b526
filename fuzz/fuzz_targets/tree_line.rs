#![no_main]

use libfuzzer_sys::fuzz_target;
use renju::board::Color;
use renju::geometry::Size;
use renju::limits::{Control, Limits};
use renju::position::Position;
use renju::rule::Rule;
use renju::study::TreeLine;
use renju::threat::verify;

// Whatever reads as a line is written and read back as the same tree, and can be checked.
fuzz_target!(|text: &str| {
    let Ok(line) = TreeLine::read(text) else {
        return;
    };
    let again = TreeLine::read(&line.to_json()).expect("what was written is a line");
    assert_eq!(again.tree, line.tree);
    let Some(tree) = line.tree else { return };
    let position = Position::new(Size::RENJU, Rule::Renju);
    let control = Control::new(Limits::nodes(10_000));
    let _ = verify(&position, line.attacker, &tree, &control);
    let _ = tree.main_line(&position, Color::Black);
});
