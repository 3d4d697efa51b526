//! Reads an SGF collection game by game, and builds the tree of nodes and variations.

use compact_str::CompactString;

use crate::budget::{Budgeted, GameBudget};
use crate::parsed::{ByteStream, Evidence, ParsedGame, ParsedGames, PassedOver, TextSample};
use crate::{
    ErrorCode, Format, ParseError, ParseOptions, ResolvedOptions, TextLine, TextLines, excerpt,
};
use renju_core::board::Color;
use renju_core::position::{Game, GameNode, NodeExtras, Tree, TreePlace};

use super::properties::put_into;
use super::scanner::{Scanner, SgfValue};

/// Games that are written in this format as well, whose rules are not known here.
const OTHER_GAMES: [&str; 8] = [
    "pente", "ninuki", "connect6", "chess", "othello", "reversi", "baduk", "weiqi",
];

/// Whether the name of a record has that of another game among its words.
fn is_of_another(name: &str) -> bool {
    let mut words = name.split(|char: char| !char.is_alphanumeric());
    words.any(|word| {
        OTHER_GAMES
            .iter()
            .any(|game| game.eq_ignore_ascii_case(word))
    })
}

/// Bytes of a line: programs write whole games on one.
const LINE: usize = 1 << 24;

/// The games of a collection.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedGames<'_> {
    let most = options.most_game_bytes();
    let line = usize::try_from(most).unwrap_or(LINE).min(LINE);
    let lines = TextLines::new(input, options.encoding).limited_to(line);
    Box::new(SgfReader {
        scanner: Scanner::new(lines, most),
        options,
        error: None,
        next: None,
        passed_over: PassedOver::default(),
        has_found: false,
    })
}

/// A bracket and a node at the beginning, or lines that begin so within prose.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let characters = sample.lines.iter().flat_map(|line| line.chars());
    let mut visible = characters.filter(|char| !char.is_whitespace() && *char != '\u{feff}');
    if (visible.next(), visible.next()) == (Some('('), Some(';')) {
        return Evidence::Certain;
    }
    let is_game = |line: &&String| line.trim_start_matches(['>', ' ', '\t']).starts_with("(;");
    Evidence::Lines {
        fitting: sample.lines.iter().filter(is_game).count(),
        are_enough: true,
    }
}

/// Reads a game at a time.
struct SgfReader<I> {
    scanner: Scanner<I>,
    options: ParseOptions,
    /// What is wrong in the game that was given last.
    error: Option<ParseError>,
    /// Where the next game begins, which is looked for before the last one is handed on.
    next: Option<Result<Option<TextLine>, ParseError>>,
    /// Lines beside the games.
    passed_over: PassedOver,
    has_found: bool,
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Iterator for SgfReader<I> {
    type Item = Result<ParsedGame, ParseError>;

    fn next(&mut self) -> Option<Result<ParsedGame, ParseError>> {
        if let Some(error) = self.error.take() {
            return Some(Err(error));
        }
        let begun = self
            .next
            .take()
            .unwrap_or_else(|| self.begin())
            .transpose()?;
        self.has_found = true;
        let line = match begun {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        let mut builder = GameBuilder::new(self.options);
        let error = self.build(&mut builder).err();
        let mut warnings = std::mem::take(&mut builder.warnings);
        warnings.extend(builder.unread().map(|message| ParseError {
            line: Some(line.number),
            ..ParseError::new(ErrorCode::BadSgf, message)
        }));
        match (builder.has_nodes, error.or(builder.error.take())) {
            (false, Some(error)) => return Some(Err(error)),
            (_, error) => self.error = error,
        }
        self.next = Some(self.begin());
        warnings.extend(self.passed_over.tell());
        Some(Ok(ParsedGame {
            game: builder.game,
            assumed: ResolvedOptions::from_top(Format::Sgf, self.options, line.encoding),
            line: Some(line.number),
            warnings,
        }))
    }
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> SgfReader<I> {
    /// Passes over what stands before a game; the line on which it begins.
    fn begin(&mut self) -> Result<Option<TextLine>, ParseError> {
        let mut is_strange = false;
        loop {
            match self.scanner.next()? {
                Some('(') => {
                    self.scanner.begin_game();
                    return Ok(Some(self.scanner.line().clone()));
                }
                Some('\n') => {
                    if std::mem::take(&mut is_strange) {
                        self.passed_over.add(self.scanner.line());
                    }
                }
                Some(char) => is_strange |= char.is_alphanumeric(),
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
        let mut name = CompactString::default();
        loop {
            let Some(char) = self.scanner.next()? else {
                builder.end_node();
                return Err(self.scanner.error("the game is not closed: a ) is missing"));
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
                    let value = self.scanner.value(std::mem::take(&mut name))?;
                    builder.add_value(value);
                }
                // Only where the game ends is looked for.
                _ if builder.is_full => {}
                // FF[3] and before: small letters say nothing.
                'A'..='Z' | '0'..='9' => name.push(char),
                'a'..='z' => {}
                _ if char.is_whitespace() => {}
                _ => {
                    let error = self.scanner.error(format!("{char:?} has no meaning here"));
                    builder.error.get_or_insert(error);
                }
            }
            if let Some(warning) = builder.warnings.first_mut()
                && warning.line.is_none()
            {
                warning.line = Some(self.scanner.line().number);
            }
            // While its line is at hand.
            if builder
                .error
                .as_ref()
                .is_some_and(|error| error.excerpt.is_none())
            {
                builder.error = builder.error.take().map(|error| self.scanner.shown(error));
            }
        }
    }
}

/// What comes before a node.
#[derive(Clone, Copy)]
enum Follows {
    /// It is the root.
    Nothing,
    /// The node, the side that has played last there, and the nodes of the line up to it.
    Node(TreePlace, Option<Color>, usize),
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
    /// Whether a node is open.
    is_in_node: bool,
    /// What it says so far.
    values: Vec<SgfValue>,
    has_nodes: bool,
    budget: GameBudget,
    /// Whether a budget is spent: nothing is added any more.
    is_full: bool,
    /// The number of the game, if it is neither Gomoku nor Go.
    other_game: Option<CompactString>,
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
            is_in_node: false,
            values: Vec::new(),
            has_nodes: false,
            budget: GameBudget::default(),
            is_full: false,
            other_game: None,
            warnings: Vec::new(),
            error: None,
        }
    }

    /// What the game says that is not understood, where that may be the rule or all of its moves.
    fn unread(&self) -> Option<String> {
        let Game {
            info, rule, tree, ..
        } = &self.game;
        if let Some(words) = info.rule.as_deref().filter(|_| rule.is_none()) {
            return Some(format!(
                "the rule {} is not known; --rule says which it is",
                excerpt(words)
            ));
        }
        if let Some(number) = &self.other_game {
            let number = excerpt(number);
            return Some(format!(
                "GM[{number}] is another game; it is read as GM[4], Gomoku"
            ));
        }
        if let Some(name) = self.game.id.as_deref().filter(|name| is_of_another(name)) {
            let name = excerpt(name);
            return Some(format!(
                "GN[{name}] names another game; it is read as Gomoku"
            ));
        }
        let setup = self.game.main_setup();
        let by_counts = setup.first_by_stones().filter(|_| setup.moves.is_empty());
        if let Some((said, other)) = setup.to_move.zip(by_counts).filter(|(a, b)| a != b) {
            return Some(format!(
                "PL says that {said} is to move, but by the counts of stones it is {other}"
            ));
        }
        let others = |place| {
            tree.node(place)
                .more()
                .is_some_and(|more| !more.properties.is_empty())
        };
        let has_others = !info.properties.is_empty() || tree.places().any(others);
        let is_played = |place| {
            let node = tree.node(place);
            node.played.is_some() || node.more().is_some_and(NodeExtras::changes_stones)
        };
        (has_others && !tree.places().any(is_played))
            .then(|| "no move and no stone, but properties that mean nothing here".to_owned())
    }

    fn begin_node(&mut self) {
        self.end_node();
        self.is_in_node = true;
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

    fn add_value(&mut self, value: SgfValue) {
        if self.is_full {
            return;
        }
        let more = Budgeted::NodeValues.check(self.values.len() + 1);
        if let Err(error) = more {
            self.end_node(); // What it has so far is kept.
            return self.fail(value.placed(error));
        }
        let said = if !self.is_in_node {
            "a value outside of a node: no ; before it"
        } else if !value.is_first && self.values.is_empty() {
            "a value without a name before it"
        } else {
            return self.values.push(value);
        };
        self.error
            .get_or_insert_with(|| value.error(ErrorCode::BadSgf, said));
    }

    /// Keeps the first mistake; adds nothing more where a budget is spent.
    fn fail(&mut self, error: ParseError) {
        self.is_full |= error.code == ErrorCode::TooLarge;
        self.error.get_or_insert(error);
    }

    /// Warns, once for the game, where the side that played last plays again: the other passed
    /// between. Gives the side that has played last now.
    fn warn_of_turn(&mut self, place: TreePlace, last: Option<Color>) -> Option<Color> {
        let node = self.game.tree.node(place);
        let Some((color, _)) = node.played else {
            return last;
        };
        let is_edit = node.more().is_some_and(NodeExtras::changes_stones);
        if last == Some(color) && self.warnings.is_empty() && !is_edit {
            let message = format!("{color} plays twice in a row; a pass in between is assumed");
            self.warnings
                .push(ParseError::new(ErrorCode::BadSgf, message));
        }
        Some(color)
    }

    fn end_node(&mut self) {
        if !std::mem::take(&mut self.is_in_node) || self.is_full {
            return;
        }
        let above = match self.at {
            Follows::Nothing => None,
            Follows::Node(parent, last, depth) => Some((parent, last, depth)),
            Follows::Mistake => return self.values.clear(),
        };
        let depth = above.map_or(0, |(_, _, depth)| depth) + 1;
        self.budget.empty_nodes += usize::from(self.values.is_empty());
        let count = Budgeted::EmptyNodes.check(self.budget.empty_nodes);
        let count = count.and(Budgeted::LineNodes.check(depth));
        if let Err(error) = count.and(Budgeted::Nodes.check(self.game.tree.len())) {
            return self.fail(error);
        }
        let (place, last) = match above {
            None => (Tree::ROOT, None),
            Some((parent, last, _)) => (self.game.tree.add(parent, GameNode::default()), last),
        };
        if place == Tree::ROOT {
            let game = self.values.iter().find(|value| value.name == "GM");
            let other = game.filter(|game| !matches!(game.text.trim(), "1" | "4" | ""));
            self.other_game = other.map(|game| game.text.clone());
        }
        let budget = &mut self.budget;
        let put = put_into(
            &mut self.game,
            place,
            &self.values,
            self.options.size,
            budget,
        );
        self.values.clear();
        let last = self.warn_of_turn(place, last);
        self.at = Follows::Node(put.last, last, depth);
        if let Some(error) = put.error {
            self.fail(*error);
        }
        // Without the size of the board no point is known.
        let is_lost = put.is_without_size;
        self.has_nodes |= !is_lost;
        if is_lost || put.is_without_move {
            self.at = Follows::Mistake;
        }
    }
}
