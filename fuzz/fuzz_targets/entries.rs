//! The positions of a line, one by one: of a KataGo query those of the turns that it asks about, of a
//! game each after a move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use renju::batch::{EntryResult, Pick, ReadOptions, Record, RecordBody, RecordId};
use renju::notation::TextLine;

fuzz_target!(|text: &str| {
    let entries = |pick| {
        let record = Record {
            place: RecordId::file("fuzz"),
            line: Some(1),
            body: Ok(RecordBody::Line(TextLine::utf8(1, text))),
            is_by_lines: true,
            pick: None,
        };
        let options = ReadOptions {
            pick,
            ..ReadOptions::default()
        };
        record.entries(&options)
    };
    let last = entries(Pick::Last);
    let all = entries(Pick::All);
    assert!(!last.is_empty() && last.len() <= all.len());
    assert_eq!(ids(&last), ids(&entries(Pick::Last)));
    for entry in last.iter().chain(&all).flatten() {
        let board = entry.position.board();
        let stones = board.size().area() - board.empties().len();
        assert!(
            entry.setup.moves.iter().flatten().count() <= stones,
            "{text}"
        );
    }
    for text in ["3", "-1", "2..-1", "1,0"] {
        let pick = text.parse().expect("a pick");
        let _ = entries(pick);
    }
});

fn ids(entries: &[EntryResult]) -> Vec<&str> {
    entries
        .iter()
        .map(|entry| match entry {
            Ok(entry) => entry.id.as_str(),
            Err(error) => error.id.as_str(),
        })
        .collect()
}
