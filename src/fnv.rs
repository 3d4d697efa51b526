//! The 64-bit FNV-1a hash (Fowler, Noll and Vo), for names that must not change: of shards, of
//! records without a name, of journals.

use std::fmt;

/// What the hash of no bytes is.
pub(crate) const FNV_OF_NOTHING: u64 = 0xcbf2_9ce4_8422_2325;

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo).
pub fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_with(FNV_OF_NOTHING, bytes)
}

/// The hash of bytes whose beginning has the hash `begun`.
pub(crate) fn fnv1a_with(begun: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(begun, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The hash of what a value is displayed as, without the text of it.
pub(crate) fn fnv1a_of(value: impl fmt::Display) -> u64 {
    struct Hasher(u64);
    impl fmt::Write for Hasher {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = fnv1a_with(self.0, text.as_bytes());
            Ok(())
        }
    }

    let mut hasher = Hasher(FNV_OF_NOTHING);
    // A hasher takes any text.
    let _ = fmt::Write::write_fmt(&mut hasher, format_args!("{value}"));
    hasher.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published test vectors of FNV-1a.
    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(fnv1a_of(format_args!("foo{}", "bar")), fnv1a(b"foobar"));
    }
}
