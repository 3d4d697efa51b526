//! Reads a `RenLib` library node by node into a game tree, and keeps the part before a mistake.

use crate::budget::Budgeted;
use crate::bytes::ByteReader;
use crate::parsed::{ByteSample, is_binary};
use crate::parsed::{ByteStream, ParsedGame, ParsedGames};
use crate::{ErrorCode, Format, ParseError, ParseOptions, ResolvedOptions};
use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::position::{Game, GameNode, Tree, TreePlace};

use super::node::{
    BOARD_TEXT, COMMENT, HEADER, LEAF, MARK, MORE, NAME, NO_MOVE, OLD_COMMENT, SIBLING, START,
    VERSION, point_at, position_of,
};
use super::texts::{TextKind, Texts, old_comment, put};

/// The one game of a library, and what is wrong with it.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedGames<'_> {
    let read = std::iter::once_with(move || {
        let mut reader = LibraryReader::new(input, options);
        match check_size(options).and_then(|()| reader.header()) {
            Ok(()) => {
                let end = reader.nodes();
                reader.finish(end, options)
            }
            Err(error) => vec![Err(error)],
        }
    });
    Box::new(read.flatten())
}

/// The name of a library, or nodes from H8 on without a mistake.
pub(crate) fn detect(sample: &ByteSample<'_>) -> bool {
    let bytes = sample.bytes;
    if bytes.starts_with(NAME) {
        return true;
    }
    if bytes.first().copied() != centre() || !is_binary(bytes) {
        return false;
    }
    let mut reader = LibraryReader::new(Box::new(bytes), ParseOptions::default());
    let is_right = match reader.nodes() {
        Ok(()) => true,
        Err(error) => !sample.is_whole && error.offset == Some(bytes.len() as u64),
    };
    is_right && reader.first.is_none() && reader.skipped.is_none()
}

/// The first byte of a file without a header: H8.
fn centre() -> Option<u8> {
    position_of(Point::new(7, 7)?)
}

fn check_size(options: ParseOptions) -> Result<(), ParseError> {
    match options.size {
        Some(asked) if asked != Size::RENJU => {
            let side = Size::RENJU;
            let message = format!("the board of a library is {side}, but {asked} was asked for");
            Err(ParseError::new(ErrorCode::BadSize, message))
        }
        _ => Ok(()),
    }
}

/// A node of the line that is being read.
#[derive(Clone, Copy)]
struct LibraryStep {
    place: TreePlace,
    point: Option<Point>,
    /// Who plays after it.
    to_play: Color,
}

/// The bytes of a node that every node has, or that its first flags announce.
struct NodeBytes {
    offset: u64,
    position: u8,
    flags: u8,
    more: u16,
}

/// A subtree that is left out.
struct Skipped {
    /// The length of the line above it.
    above: usize,
    error: ParseError,
    moves: usize,
}

/// What a node becomes.
enum PlacedNode {
    Move(LibraryStep),
    /// A board text of the node above, and nothing else.
    Label,
    Nothing,
}

/// A tree in the making, a node at a time.
struct LibraryReader<'a> {
    bytes: ByteReader<'a>,
    game: Game,
    /// The line to the last node that may have children. The root stays.
    line: Vec<LibraryStep>,
    /// The stones of that line.
    taken: PointSet,
    /// For each sibling that is still to come, the length of the line above it.
    waiting: Vec<u32>,
    is_begun: bool,
    /// Whether a line has come to its end.
    has_ended_line: bool,
    skipped: Option<Skipped>,
    texts: Texts,
    /// The first mistake, and how many more there are.
    first: Option<ParseError>,
    others: usize,
    warnings: Vec<ParseError>,
}

impl<'a> LibraryReader<'a> {
    fn new(input: ByteStream<'a>, options: ParseOptions) -> LibraryReader<'a> {
        LibraryReader {
            bytes: ByteReader::new(input).limited_to(options.most_game_bytes()),
            game: Game::default(),
            line: vec![LibraryStep {
                place: Tree::ROOT,
                point: None,
                to_play: Color::Black,
            }],
            taken: PointSet::EMPTY,
            waiting: Vec::new(),
            is_begun: false,
            has_ended_line: false,
            skipped: None,
            texts: Texts::default(),
            first: None,
            others: 0,
            warnings: Vec::new(),
        }
    }

    /// Passes over the header, if there is one.
    fn header(&mut self) -> Result<(), ParseError> {
        let first = self.bytes.peek()?;
        if first.is_some() && first == centre() {
            return Ok(());
        }
        let header = self.bytes.up_to(HEADER)?;
        let wrong = |message: String| ParseError::new(ErrorCode::BadFile, message).at_byte(0);
        if !header.starts_with(NAME) {
            let message =
                "a library of RenLib does not begin like this: it begins with its name or with H8";
            return Err(wrong(message.to_owned()));
        }
        let [_, _, _, _, _, _, _, _, major, minor, ..] = header[..] else {
            return Err(wrong("the file ends within its header".to_owned()));
        };
        if [major, minor] > VERSION {
            let message = format!(
                "version {major}.{minor} of RenLib is not read: only versions up to 3.4 are"
            );
            return Err(ParseError::new(ErrorCode::Unsupported, message).at_byte(8));
        }
        if header.len() < HEADER {
            return Err(wrong("the file ends within its header".to_owned()));
        }
        Ok(())
    }

    /// Reads all nodes.
    ///
    /// # Errors
    ///
    /// If the end is not where the nodes say.
    fn nodes(&mut self) -> Result<(), ParseError> {
        while let Some(node) = self.node_bytes()? {
            let count = Budgeted::Nodes.check(self.game.tree.len());
            let count = count.and(Budgeted::LineNodes.check(self.line.len()));
            count.map_err(|error| error.at_byte(node.offset))?;
            if self.node(&node)? {
                return self.nothing_follows();
            }
        }
        self.ends_early()
    }

    /// The beginning of the next node. A single byte at the end is none: the program reads pairs.
    fn node_bytes(&mut self) -> Result<Option<NodeBytes>, ParseError> {
        let offset = self.bytes.offset();
        let (Some(position), Some(flags)) = (self.bytes.next()?, self.bytes.next()?) else {
            return Ok(None);
        };
        let more = if flags & MORE == 0 {
            0
        } else {
            let bytes = self.bytes.exactly(2)?;
            u16::from_be_bytes([bytes[0], bytes[1]])
        };
        Ok(Some(NodeBytes {
            offset,
            position,
            flags,
            more,
        }))
    }

    /// Puts a node into the tree and goes on to where the next one belongs; whether it was the last.
    fn node(&mut self, node: &NodeBytes) -> Result<bool, ParseError> {
        let length = self.line.len();
        let above = self.line[length - 1];
        if self
            .skipped
            .as_ref()
            .is_some_and(|skipped| length <= skipped.above)
        {
            self.end_skipped();
        }
        let is_root = !self.is_begun && node.position == 0;
        self.is_begun = true;
        let done = if is_root {
            PlacedNode::Move(above)
        } else if let Some(skipped) = &mut self.skipped {
            skipped.moves += 1;
            PlacedNode::Nothing
        } else {
            self.put(node, above)
        };
        self.texts_of(node, &done, above.place)?;
        if node.flags & SIBLING != 0 {
            self.waiting.push(length as u32);
        }
        if node.flags & LEAF == 0 {
            if !is_root {
                self.go_down(&done, above);
            }
            return Ok(false);
        }
        self.has_ended_line = true;
        let Some(length) = self.waiting.pop() else {
            return Ok(true);
        };
        self.go_up(length as usize);
        Ok(false)
    }

    /// Adds a node below `above`, if it can be there.
    fn put(&mut self, node: &NodeBytes, above: LibraryStep) -> PlacedNode {
        let tree = &mut self.game.tree;
        let point = point_at(node.position);
        if node.flags & NO_MOVE != 0 {
            let says = OLD_COMMENT | MARK | COMMENT | START;
            let has_text = node.more & BOARD_TEXT != 0;
            let is_label = has_text && node.flags & says == 0 && node.flags & LEAF != 0;
            if is_label && point.is_some() {
                return PlacedNode::Label;
            }
            let place = tree.add(above.place, GameNode::default());
            return PlacedNode::Move(LibraryStep {
                place,
                point: None,
                to_play: above.to_play,
            });
        }
        let error = match point {
            Some(point) if self.taken.contains(point) => {
                let message = format!("{point} is taken in this line");
                ParseError::new(ErrorCode::PointTaken, message)
            }
            None if node.position != 0 => {
                let message = format!("position {:#04x} is no point", node.position);
                ParseError::new(ErrorCode::OffBoard, message)
            }
            _ => {
                let place = tree.add(above.place, GameNode::of_move(above.to_play, point));
                let to_play = !above.to_play;
                return PlacedNode::Move(LibraryStep {
                    place,
                    point,
                    to_play,
                });
            }
        };
        self.skipped = Some(Skipped {
            above: self.line.len(),
            error: error.at_byte(node.offset),
            moves: 1,
        });
        PlacedNode::Nothing
    }

    /// Reads the texts of a node and notes its marks.
    fn texts_of(
        &mut self,
        node: &NodeBytes,
        done: &PlacedNode,
        above: TreePlace,
    ) -> Result<(), ParseError> {
        let place = match done {
            PlacedNode::Move(step) => Some(step.place),
            PlacedNode::Label | PlacedNode::Nothing => None,
        };
        if let Some(place) = place
            && node.flags & (MARK | START) != 0
        {
            let more = self.game.tree.node_mut(place).more_mut();
            more.is_marked = node.flags & MARK != 0;
            more.is_start = node.flags & START != 0;
        }
        if node.more & !BOARD_TEXT != 0 && self.warnings.is_empty() {
            let message = format!(
                "flags {:#06x} have no meaning here",
                node.more & !BOARD_TEXT
            );
            let warning = ParseError::new(ErrorCode::BadFile, message);
            self.warnings.push(warning.at_byte(node.offset));
        }
        if node.flags & OLD_COMMENT != 0 {
            let text = old_comment(&mut self.bytes)?;
            if let Some(place) = place {
                put(&mut self.game, place, TextKind::Comment, &text);
            }
        } else if node.flags & COMMENT != 0 {
            let owner = place.map(|place| (place, TextKind::Comment));
            self.texts.read(&mut self.bytes, owner)?;
        }
        if node.more & BOARD_TEXT == 0 {
            return Ok(());
        }
        let owner = match (done, point_at(node.position)) {
            (PlacedNode::Nothing, _) => None,
            (_, Some(point)) => Some((above, TextKind::Label(point))),
            (_, None) => place.map(|place| (place, TextKind::Loose)),
        };
        self.texts.read(&mut self.bytes, owner)
    }

    /// The next node is a child of this one.
    fn go_down(&mut self, done: &PlacedNode, above: LibraryStep) {
        let step = match done {
            PlacedNode::Move(step) => *step,
            // What is left out is followed all the same, without stones.
            PlacedNode::Label | PlacedNode::Nothing => LibraryStep {
                point: None,
                ..above
            },
        };
        if let Some(point) = step.point {
            self.taken.insert(point);
        }
        self.line.push(step);
    }

    /// The next node belongs to a line of this length.
    fn go_up(&mut self, length: usize) {
        for step in self.line.drain(length..) {
            if let Some(point) = step.point {
                self.taken.remove(point);
            }
        }
    }

    /// Notes what was left out.
    fn end_skipped(&mut self) {
        if let Some(Skipped {
            mut error, moves, ..
        }) = self.skipped.take()
        {
            let left_out = match moves {
                1 => "it is left out".to_owned(),
                _ => format!("its subtree of {moves} moves is left out"),
            };
            error.message = format!("{}; {left_out}", error.message);
            self.wrong(error);
        }
    }

    fn wrong(&mut self, error: ParseError) {
        match &mut self.first {
            Some(_) => self.others += 1,
            first @ None => *first = Some(error),
        }
    }

    /// That the file ends behind the last node; a single byte more is usual.
    fn nothing_follows(&mut self) -> Result<(), ParseError> {
        const COUNTED: u64 = 1 << 20;
        let end = self.bytes.error(ErrorCode::BadFile, "");
        let mut count = 0;
        while count < COUNTED && self.bytes.next()?.is_some() {
            count += 1;
        }
        let more = match count {
            0 | 1 => return Ok(()),
            COUNTED => "1 MiB and more follows".to_owned(),
            count => format!("{count} more bytes follow"),
        };
        let message = format!("the tree is complete here, but {more}");
        Err(ParseError { message, ..end })
    }

    /// What it means that the file ends where the last node promises more. A line that was saved as
    /// a position promises siblings and children, and has none.
    fn ends_early(&mut self) -> Result<(), ParseError> {
        if !self.is_begun {
            let message = "the library has no moves";
            return Err(self.bytes.error(ErrorCode::BadFile, message));
        }
        let message = "the file ends here, but more moves should follow";
        let early = self.bytes.error(ErrorCode::BadFile, message);
        if self.has_ended_line {
            return Err(early);
        }
        self.warnings.push(ParseError {
            message: format!("{message}: it is cut off, or a line saved as a position"),
            ..early
        });
        Ok(())
    }

    /// The game, and behind it what is wrong.
    fn finish(
        mut self,
        end: Result<(), ParseError>,
        options: ParseOptions,
    ) -> Vec<Result<ParsedGame, ParseError>> {
        if !self.is_begun {
            return end.err().map(Err).into_iter().collect();
        }
        self.end_skipped();
        let texts = std::mem::take(&mut self.texts);
        let (encoding, wrong) = texts.decode(&mut self.game, options.encoding);
        if let Some((error, count)) = wrong {
            self.wrong(error);
            self.others += count - 1;
        }
        if let Err(error) = end {
            self.wrong(error);
        }
        self.game.size = Some(Size::RENJU);
        let game = Ok(ParsedGame {
            game: self.game,
            assumed: ResolvedOptions::from_top(Format::Lib, options, encoding),
            line: None,
            warnings: self.warnings,
        });
        let error = self.first.map(|mut error| {
            if self.others > 0 {
                error.message = format!("{}; and {} more", error.message, self.others);
            }
            Err(error)
        });
        std::iter::once(game).chain(error).collect()
    }
}
