#![no_main]

use libfuzzer_sys::fuzz_target;
use renju::notation::{Reading, sniff};

// What is recognised can be read without a panic, whatever comes of it.
fuzz_target!(|bytes: &[u8]| {
    if let Ok(format) = sniff(bytes, &Reading::default()) {
        round_trip::round_trip(bytes, format);
    }
});
