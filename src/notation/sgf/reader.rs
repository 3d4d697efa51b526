use crate::notation::parsed::{ByteStream, ParsedGame, ParsedGames};
use crate::notation::{
    ErrorCode, Format, Origin, ParseError, ParseOptions, ResolvedOptions, TextLine, TextLines,
};
use crate::position::{Game, Node, Tree, TreePlace};

use super::properties::{Property, put_into};
use super::scanner::{Scanner, Value};

/// Bytes of a line: programs write whole games on one.
const LINE: usize = 1 << 24;

/// The games of a collection.
pub(in crate::notation) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedGames<'_> {
    let lines = TextLines::new(input, options.encoding).limited_to(LINE);
    Box::new(SgfReader {
        scanner: Scanner::new(lines),
        options,
        error: None,
        has_found: false,
    })
}

/// Reads a game at a time.
struct SgfReader<I> {
    scanner: Scanner<I>,
    options: ParseOptions,
    /// What is wrong in the game that was given last.
    error: Option<ParseError>,
    has_found: bool,
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Iterator for SgfReader<I> {
    type Item = Result<ParsedGame, ParseError>;

    fn next(&mut self) -> Option<Result<ParsedGame, ParseError>> {
        if let Some(error) = self.error.take() {
            return Some(Err(error));
        }
        let begun = self.begin().transpose()?;
        self.has_found = true;
        let line = match begun {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        let mut builder = GameBuilder::new(self.options);
        let error = self.build(&mut builder).err();
        let warnings = std::mem::take(&mut builder.warnings);
        match (builder.has_nodes, error.or(builder.error.take())) {
            (false, Some(error)) => return Some(Err(error)),
            (_, error) => self.error = error,
        }
        Some(Ok(ParsedGame {
            game: builder.game,
            assumed: ResolvedOptions {
                origin: Origin::TopLeft,
                ..ResolvedOptions::new(Format::Sgf, self.options, line.encoding)
            },
            line: Some(line.number),
            warnings,
        }))
    }
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> SgfReader<I> {
    /// Passes over what stands before a game; the line on which it begins.
    fn begin(&mut self) -> Result<Option<TextLine>, ParseError> {
        loop {
            match self.scanner.next()? {
                Some('(') => return Ok(Some(self.scanner.line().clone())),
                Some(_) => {}
                None if self.has_found => return Ok(None),
                None => {
                    self.has_found = true;
                    let error = ParseError::new(ErrorCode::BadSgf, "there is no game: no (");
                    return Err(error);
                }
            }
        }
    }

    /// Reads to the end of the game whose bracket was the last character.
    fn build(&mut self, builder: &mut GameBuilder) -> Result<(), ParseError> {
        let mut name = String::new();
        loop {
            let Some(char) = self.scanner.next()? else {
                builder.end_node();
                return Err(self.scanner.error("the game has no end: a ) is missing"));
            };
            match char {
                ';' => {
                    name.clear();
                    builder.begin_node();
                }
                '(' => builder.begin_branch(),
                ')' => {
                    if builder.end_branch() {
                        return Ok(());
                    }
                }
                '[' => {
                    let value = self.scanner.value()?;
                    builder.add_value(&mut name, value);
                }
                // FF[3] and before: small letters say nothing.
                'A'..='Z' | '0'..='9' => name.push(char),
                'a'..='z' => {}
                _ if char.is_whitespace() => {}
                _ => {
                    let error = self.scanner.error(format!("{char:?} has no meaning here"));
                    builder.error.get_or_insert(error);
                }
            }
        }
    }
}

/// What comes before a node.
#[derive(Clone, Copy)]
enum Follows {
    /// It is the root.
    Nothing,
    Node(TreePlace),
    /// A move that cannot be read: what follows is left out.
    Mistake,
}

/// A game in the making.
struct GameBuilder {
    game: Game,
    options: ParseOptions,
    /// What the next node follows.
    at: Follows,
    /// The same for each open bracket.
    branches: Vec<Follows>,
    /// What the node says so far, if one is open.
    node: Option<Vec<Property>>,
    has_nodes: bool,
    warnings: Vec<ParseError>,
    /// The first mistake.
    error: Option<ParseError>,
}

impl GameBuilder {
    fn new(options: ParseOptions) -> GameBuilder {
        GameBuilder {
            game: Game::default(),
            options,
            at: Follows::Nothing,
            branches: Vec::new(),
            node: None,
            has_nodes: false,
            warnings: Vec::new(),
            error: None,
        }
    }

    fn begin_node(&mut self) {
        self.end_node();
        self.node = Some(Vec::new());
    }

    fn begin_branch(&mut self) {
        self.end_node();
        self.branches.push(self.at);
    }

    /// Whether that was the end of the game.
    fn end_branch(&mut self) -> bool {
        self.end_node();
        match self.branches.pop() {
            Some(at) => {
                self.at = at;
                false
            }
            None => true,
        }
    }

    fn add_value(&mut self, name: &mut String, value: Value) {
        let Some(properties) = &mut self.node else {
            let error = value.error(
                ErrorCode::BadSgf,
                "a value outside of a node: no ; before it",
            );
            self.error.get_or_insert(error);
            return;
        };
        if !name.is_empty() {
            properties.push(Property {
                name: std::mem::take(name),
                values: Vec::new(),
            });
        }
        if let Some(property) = properties.last_mut() {
            property.values.push(value);
        } else {
            let error = value.error(ErrorCode::BadSgf, "a value without a name before it");
            self.error.get_or_insert(error);
        }
    }

    fn end_node(&mut self) {
        let Some(properties) = self.node.take() else {
            return;
        };
        let place = match self.at {
            Follows::Nothing => Tree::ROOT,
            Follows::Node(parent) => self.game.tree.add(parent, Node::default()),
            Follows::Mistake => return,
        };
        self.has_nodes = true;
        let put = put_into(&mut self.game, place, properties, self.options.size);
        self.at = Follows::Node(put.last);
        if let Some(error) = put.error {
            self.error.get_or_insert(*error);
        }
        if put.is_without_move {
            self.at = Follows::Mistake;
        }
    }
}
