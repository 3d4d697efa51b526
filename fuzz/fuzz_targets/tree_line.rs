//! Whatever reads as a line of proofs is written and read back as the same tree. A tree that stands up
//! to the check ends, in its main line, with the win of its side.

#![no_main]

use libfuzzer_sys::fuzz_target;
use properties::after;
use renju::limits::{Control, Limits};
use renju::notation::{ParseOptions, parse_line};
use renju::position::{Position, PositionOverrides};
use renju::questions::TreeLine;
use renju::threat::verify;

fuzz_target!(|text: &str| {
    let Ok(line) = TreeLine::read(text) else {
        return;
    };
    let again = TreeLine::read(&line.to_json()).expect("what was written is a line");
    assert_eq!(again.tree, line.tree);
    let Some(tree) = line.tree else { return };
    let read = parse_line(line.position.get(), &ParseOptions::default());
    let Some((_, setup)) = read.ok().and_then(|read| read.setups().pop()) else {
        return;
    };
    let Ok(position) = Position::from_setup(&setup, &PositionOverrides::default()) else {
        return;
    };
    let control = Control::new(Limits::nodes(10_000));
    let checked = verify(&position, line.attacker, &tree, &control);
    let main_line = tree.main_line(&position, line.attacker);
    if checked.is_ok() && position.to_move() == line.attacker {
        let last = main_line
            .iter()
            .fold(position, |now, &point| after(&now, point));
        let winner = last.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner, Some(line.attacker), "{text}");
    }
});
