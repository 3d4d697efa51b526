/// The first 80 characters of a foreign text, for a message: control characters, which a terminal
/// would interpret, are written as escapes.
pub(crate) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 80;
    let mut shown = String::new();
    for sign in text.chars().take(LENGTH) {
        match sign {
            '"' | '\'' | '\\' => shown.push(sign),
            _ => shown.extend(sign.escape_debug()),
        }
    }
    if text.chars().nth(LENGTH).is_some() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_has_nothing_a_terminal_would_obey() {
        assert_eq!(excerpt("{\"a\": 'b\\'}"), "{\"a\": 'b\\'}");
        assert_eq!(
            excerpt("\u{1b}[2Jx\0\u{202e}y\u{9b}"),
            "\\u{1b}[2Jx\\0\\u{202e}y\\u{9b}"
        );
        assert_eq!(excerpt(&"四".repeat(80)), "四".repeat(80));
        assert_eq!(excerpt(&"四".repeat(81)), format!("{}...", "四".repeat(80)));
    }
}
