//! On small boards: a win that a solver claims stands up to the rules, fours alone win nothing that
//! threats do not, and the same question has the same answer.

#![no_main]

use libfuzzer_sys::fuzz_target;
use properties::small_position;
use renju::board::Color;
use renju::limits::{Control, Limits};
use renju::position::Position;
use renju::threat::{Answer, Attack, SolveOptions, ThreatOutcome, solve, verify};

fuzz_target!(|bytes: &[u8]| {
    let Some(position) = small_position(bytes) else {
        return;
    };
    for attacker in [Color::Black, Color::White] {
        let fours = solved(&position, attacker, Attack::Vcf, false);
        let shortest = solved(&position, attacker, Attack::Vcf, true);
        let threats = solved(&position, attacker, Attack::Vct, false);
        let outcomes = [&fours, &shortest, &threats].map(Answer::outcome);
        let says = |outcome| outcomes.contains(&outcome);
        let is_by_fours = outcomes[..2].contains(&ThreatOutcome::Win);
        assert!(
            !is_by_fours || !says(ThreatOutcome::None),
            "{attacker}: {outcomes:?} in {position:?}"
        );
    }
});

fn solved(position: &Position, attacker: Color, attack: Attack, shortest: bool) -> Answer {
    let options = SolveOptions {
        attacker: Some(attacker),
        shortest,
        table_bytes: 1 << 16,
        ..SolveOptions::new(attack)
    };
    let answer = || solve(position, &options, &Control::new(Limits::nodes(300))).answer;
    let found = answer();
    assert_eq!(found, answer(), "{attacker} {attack:?} in {position:?}");
    if let Answer::Proven(tree) = &found {
        let control = Control::new(Limits::nodes(1_000_000));
        let checked = verify(position, attacker, tree, &control);
        checked.unwrap_or_else(|error| panic!("{attacker} {attack:?}: {error} in {position:?}"));
    }
    found
}
