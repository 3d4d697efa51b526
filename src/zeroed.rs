//! Memory for large tables.

use zerocopy::FromZeros;

/// A table of zeros with `entries` entries and `margin` more, or with half as many, and so on down to
/// `least`, where there is not so much memory. The system zeroes a page when it is first touched, so a
/// large table costs nothing.
pub(crate) fn zeroed_table(mut entries: usize, least: usize, margin: usize) -> Vec<u64> {
    loop {
        match u64::new_vec_zeroed(entries + margin) {
            Ok(table) => return table,
            Err(_) if entries > least => entries /= 2,
            Err(_) => return vec![0; entries + margin],
        }
    }
}
