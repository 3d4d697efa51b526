/// A part of a JSON text that means something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `{`
    Object,
    /// `[`
    List,
    /// `}` or `]`
    Close,
    /// A string, its quotes included.
    Text(&'a str),
    /// A number, `true`, `false` or `null`.
    Bare(&'a str),
}

/// The tokens of a JSON text in order.
///
/// The text has been found valid before, so commas and colons say nothing that the order of the
/// tokens does not say, and no mistake is looked for.
pub(super) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text }
    }

    /// Passes over the value that begins with `first`.
    pub(super) fn pass_over(&mut self, first: Token<'a>) {
        let mut depth = u64::from(matches!(first, Token::Object | Token::List));
        while depth > 0 {
            match self.next() {
                Some(Token::Object | Token::List) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(Token::Text(_) | Token::Bare(_)) => {}
                None => return,
            }
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (token, rest) = self.rest.split_at(length);
        self.rest = rest;
        token
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let between = |sign: char| sign.is_ascii_whitespace() || sign == ',' || sign == ':';
        self.rest = self.rest.trim_start_matches(between);
        let length = match self.rest.bytes().next()? {
            b'"' => string_length(self.rest),
            b'{' | b'[' | b'}' | b']' => 1,
            _ => {
                let ends = |sign: char| between(sign) || sign == '}' || sign == ']';
                self.rest.find(ends).unwrap_or(self.rest.len())
            }
        };
        let token = self.take(length);
        Some(match token.as_bytes()[0] {
            b'"' => Token::Text(token),
            b'{' => Token::Object,
            b'[' => Token::List,
            b'}' | b']' => Token::Close,
            _ => Token::Bare(token),
        })
    }
}

/// The bytes from a quote to the one that closes it.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_its_tokens() {
        let tokens: Vec<Token<'_>> = Tokens::new(r#" {"a\"}" : [1.5e3,"",null]} "#).collect();
        assert_eq!(
            tokens,
            [
                Token::Object,
                Token::Text(r#""a\"}""#),
                Token::List,
                Token::Bare("1.5e3"),
                Token::Text("\"\""),
                Token::Bare("null"),
                Token::Close,
                Token::Close,
            ]
        );
    }

    #[test]
    fn a_value_is_passed_over_as_a_whole() {
        let mut tokens = Tokens::new(r#"[{"a":[1,2]},3] "b""#);
        let first = tokens.next().unwrap();
        tokens.pass_over(first);
        assert_eq!(tokens.next(), Some(Token::Text("\"b\"")));
        tokens.pass_over(Token::Bare("1"));
        assert_eq!(tokens.next(), None);
    }
}
