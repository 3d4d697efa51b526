//! Memory for large tables.

use bytemuck::Zeroable;

/// A table of zeros with `entries` entries and `margin` more, or with half as many, and so on down to
/// `least`, where there is not so much memory.
///
/// The system zeroes a page when it is first touched, so a large table costs nothing. It is asked for
/// pages of 2 MiB: what is read here and there in small pages needs another read for most of them, to
/// find the page, and that took a tenth of the time of the search.
pub(crate) fn zeroed_table<T: Zeroable>(mut entries: usize, least: usize, margin: usize) -> Vec<T> {
    let table: Vec<T> = loop {
        match bytemuck::try_zeroed_vec(entries + margin) {
            Err(()) if entries > least => entries /= 2,
            zeroed => break zeroed.unwrap_or_else(|()| bytemuck::zeroed_vec(entries + margin)),
        }
    };
    kevy_madvise::advise_hugepage(table.as_ptr().cast(), size_of_val(&*table));
    table
}
