#![no_main]

use libfuzzer_sys::fuzz_target;
use renju::notation::{ParseOptions, detect};

// What is recognised can be read without a panic, whatever comes of it.
fuzz_target!(|bytes: &[u8]| {
    if let Ok(format) = detect(bytes, &ParseOptions::default()) {
        properties::round_trip(bytes, format);
    }
});
