/// What the hash of no bytes is.
pub(super) const FNV_OF_NOTHING: u64 = 0xcbf2_9ce4_8422_2325;

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo).
pub fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_with(FNV_OF_NOTHING, bytes)
}

/// The hash of bytes whose beginning has the hash `begun`.
pub(super) fn fnv1a_with(begun: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(begun, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
