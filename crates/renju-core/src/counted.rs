//! Counts in messages: one thing is not told as many.

use std::fmt::Display;

/// `1 core`, `3 cores`: a count with its word, which may have more words behind it.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(
    count: N,
    one: &str,
    other: &str,
) -> String {
    let words = if count == N::from(1) { one } else { other };
    format!("{count} {words}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_told_as_many() {
        let told = [0_u64, 1, 2].map(|count| counted(count, "byte is", "bytes are"));
        assert_eq!(told, ["0 bytes are", "1 byte is", "2 bytes are"]);
    }
}
