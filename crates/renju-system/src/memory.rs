//! Memory for large tables, and whether there is some left.
//!
//! Small pieces of memory cannot be refused in a way that a program survives. So large ones are refused
//! in time: a table, or a thread, leaves [`SPARE`] bytes for everything else.

use zerocopy::FromZeros;

use crate::fault;

/// What is left free for all small things, in bytes.
pub const SPARE: usize = 24 << 20;

/// A table of fewer bytes is a small thing itself.
const LARGE: usize = 1 << 20;

/// Whether the system would give this much memory, and [`SPARE`] in addition. Nothing is kept.
pub fn is_left(bytes: usize) -> bool {
    is_there(bytes.saturating_add(SPARE))
}

/// Whether the system would give this much memory. Nothing is kept.
pub fn is_there(bytes: usize) -> bool {
    let mut tried = Vec::<u8>::new();
    fault::check("memory").is_ok() && tried.try_reserve_exact(bytes).is_ok()
}

/// A table of zeros with `entries` entries and `margin` more, or with half as many, and so on down to
/// `least`, where there is not so much memory. The system zeroes a page when it is first touched, so a
/// large table costs nothing.
pub fn zeroed_table(mut entries: usize, least: usize, margin: usize) -> Vec<u64> {
    while entries > least {
        let is_large = entries.saturating_mul(size_of::<u64>()) >= LARGE;
        if let Ok(table) = u64::new_vec_zeroed(entries + margin)
            && (!is_large || is_left(0))
        {
            return table;
        }
        entries /= 2;
    }
    vec![0; entries + margin]
}
