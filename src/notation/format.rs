use crate::named_enum::named_enum;

named_enum! {
    /// A way of writing positions and games down.
    #[non_exhaustive]
    pub enum Format: "format" {
        /// Boards as people type them; written with `X`, `O` and `.`.
        Diagram = "diagram",
        /// Boards too, written with `●`, `○` and box lines.
        Unicode = "unicode",
        /// Move strings such as `h8i9f10`, one game per line.
        Moves = "moves",
        /// One JSON object per line: position lines, queries as `KataGo` takes them, boards as strings.
        Jsonl = "jsonl",
        /// Queries as `KataGo` takes them, and nothing else.
        Katago = "katago",
    }
}
