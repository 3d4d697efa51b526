use crate::named_enum::named_enum;

named_enum! {
    /// A way of writing positions and games down.
    #[non_exhaustive]
    pub enum Format: "format" {
        /// Boards as people type them; written with `X`, `O` and `.`.
        Diagram = "diagram",
        /// The same, written with `●`, `○` and box lines.
        Unicode = "unicode",
        /// Move strings such as `h8i9f10`, one game per line.
        Moves = "moves",
        /// One JSON object per line: position lines, queries as `KataGo` takes them, boards as strings.
        Jsonl = "jsonl",
        /// Queries as `KataGo` takes them, and nothing else.
        Katago = "katago",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            assert_eq!(serde_json::to_value(format).unwrap(), format.name());
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = "tiff".parse::<Format>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "format \"tiff\" is none of diagram, unicode, moves, jsonl, katago"
        );
    }
}
