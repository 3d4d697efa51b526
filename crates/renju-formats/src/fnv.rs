//! The 64-bit FNV-1a hash (Fowler, Noll and Vo), for names that must not change: of shards, of
//! records without a name, of journals.

/// What the hash of no bytes is.
pub const FNV_OF_NOTHING: u64 = 0xcbf2_9ce4_8422_2325;

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo).
pub fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_with(FNV_OF_NOTHING, bytes)
}

/// The hash of bytes whose beginning has the hash `begun`.
pub fn fnv1a_with(begun: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(begun, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
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
    }
}
