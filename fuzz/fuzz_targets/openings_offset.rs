#![no_main]

use libfuzzer_sys::fuzz_target;
use renju::notation::Format;

fuzz_target!(|bytes: &[u8]| properties::round_trip(bytes, Format::OpeningsOffset));
