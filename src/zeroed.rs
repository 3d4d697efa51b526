//! Memory for large tables.

use bytemuck::Zeroable;

/// A table of zeros with `entries` entries and `margin` more, or with half as many, and so on down to
/// `least`, where there is not so much memory. The system zeroes a page when it is first touched, so a
/// large table costs nothing.
pub(crate) fn zeroed_table<T: Zeroable>(mut entries: usize, least: usize, margin: usize) -> Vec<T> {
    loop {
        match bytemuck::try_zeroed_vec(entries + margin) {
            Err(()) if entries > least => entries /= 2,
            zeroed => {
                return zeroed.unwrap_or_else(|()| bytemuck::zeroed_vec(entries + margin));
            }
        }
    }
}
