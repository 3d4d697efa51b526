#![no_main]

use libfuzzer_sys::fuzz_target;
use renju::notation::Format;

/// Texts are searched for dropped characters up to this length.
const SHORT: usize = 2_000;

fuzz_target!(|bytes: &[u8]| {
    properties::round_trip(bytes, Format::Diagram);
    if let Ok(text) = std::str::from_utf8(bytes)
        && bytes.len() < SHORT
    {
        let start = bytes.iter().map(|&byte| usize::from(byte)).sum::<usize>() % 16;
        let dropped = properties::accounted::dropped_character(text, start, 16);
        assert!(dropped.is_none(), "{}", dropped.unwrap_or_default());
    }
});
