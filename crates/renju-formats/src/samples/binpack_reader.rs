//! Reads packed training games into trees: the opening, then each move beside its candidates.

use crate::bytes::ByteReader;
use crate::coordinates::CoordinateSystem;
use crate::header::same_size;
use crate::parsed::{ByteStream, ParsedGame, ParsedGames, failed};
use crate::{Encoding, ErrorCode, Format, ParseError, ParseOptions, ResolvedOptions};
use renju_core::counted::counted;
use renju_core::geometry::Point;
use renju_core::position::{Game, GameNode, StoredValue, Tree, TreePlace};

use super::binpack::{
    GAME_TAG, NO_VALUE, OPENING_STONES, PASS_BITS, PackHead, PackMove, SPARE, STONE_BITS,
    TOTAL_STONES,
};
use super::packed::{
    POINT_BITS, TakenPoints, numbers, reader, result_of, rule_of, size_of, to_move_after, unpacked,
};

/// Reads the games of a file one after the other.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedGames<'_> {
    match reader(input) {
        Ok(bytes) => Box::new(PackReader {
            bytes,
            options: options.rows_from_top(),
            error: None,
            is_done: false,
        }),
        Err(error) => failed(error),
    }
}

/// Reads a game at a time.
struct PackReader<'a> {
    bytes: ByteReader<'a>,
    options: ParseOptions,
    /// What is wrong with the game that was given last.
    error: Option<ParseError>,
    is_done: bool,
}

impl PackReader<'_> {
    /// The next game; an error that ends the file sets `is_done`.
    fn game(&mut self) -> Result<Option<Game>, ParseError> {
        self.is_done = true;
        let start = self.bytes.offset();
        if self.bytes.is_at_end()? {
            return Ok(None);
        }
        let head = self.bytes.exactly(PackHead::BYTES)?;
        let head = PackHead::of(std::array::from_fn(|at| head[at]));
        if head.is_nonsense() {
            let message = format!(
                "no game begins here: {} and {} on a board of {}; what follows is left out",
                counted(head.opening, "stone", "stones"),
                counted(head.moves, "move", "moves"),
                counted(head.side, "line", "lines")
            );
            return Err(ParseError::new(ErrorCode::BadFile, message).at_byte(start));
        }
        let (opening_length, moves_length) = head.lengths();
        let opening = self.bytes.up_to(opening_length)?;
        let moves = self.bytes.up_to(moves_length)?;
        let missing = opening_length + moves_length - opening.len() - moves.len();
        self.is_done = missing > 0;
        let at_head = |error: ParseError| error.at_byte(start);
        let size = size_of(head.side).map_err(at_head)?;
        same_size(size, self.options).map_err(at_head)?;
        let mut builder = PackBuilder::new(CoordinateSystem::new(Some(size), self.options));
        builder.game.size = Some(size);
        let told = builder.tell(&head, &opening).map_err(at_head);
        let stones = start + PackHead::BYTES as u64;
        let played = builder
            .play_opening(&opening, stones)
            .and_then(|()| builder.play_moves(&moves, stones + opening_length as u64));
        if missing > 0 {
            let missing = counted(missing, "more byte belongs", "more bytes belong");
            let message = format!("the file ends here: {missing} to the game");
            self.error = Some(self.bytes.error(ErrorCode::BadFile, message));
        } else {
            self.error = told.and(played).err();
        }
        builder.count_stones(&head);
        Ok(Some(builder.game))
    }
}

impl Iterator for PackReader<'_> {
    type Item = Result<ParsedGame, ParseError>;

    fn next(&mut self) -> Option<Result<ParsedGame, ParseError>> {
        if let Some(error) = self.error.take() {
            return Some(Err(error));
        }
        if self.is_done {
            return None;
        }
        let game = self.game().transpose()?;
        Some(game.map(|game| ParsedGame {
            game,
            assumed: ResolvedOptions::new(Format::Binpack, self.options, Encoding::UTF_8),
            line: None,
            warnings: Vec::new(),
        }))
    }
}

/// A game in the making.
struct PackBuilder {
    game: Game,
    names: CoordinateSystem,
    taken: TakenPoints,
    /// The last node of the main line.
    at: TreePlace,
    /// Moves of the main line, and those of them that are passes.
    moves: usize,
    passes: usize,
}

impl PackBuilder {
    fn new(names: CoordinateSystem) -> PackBuilder {
        PackBuilder {
            game: Game::default(),
            names,
            taken: TakenPoints::new(),
            at: Tree::ROOT,
            moves: 0,
            passes: 0,
        }
    }

    /// Notes what the head says of the game.
    fn tell(&mut self, head: &PackHead, opening: &[u8]) -> Result<(), ParseError> {
        if head.opening > 0 {
            self.keep(OPENING_STONES, vec![head.opening.to_string()]);
        }
        if head.tag != 0 {
            self.keep(GAME_TAG, vec![head.tag.to_string()]);
        }
        if numbers(opening).any(|bits| bits > POINT_BITS) {
            let bits = numbers(opening).map(|bits| (bits >> 10).to_string());
            self.keep(STONE_BITS, bits.collect());
        }
        self.game.rule = Some(rule_of(head.rule)?);
        let result = result_of(head.result, to_move_after(head.opening))?;
        self.game.info.result = Some(result);
        Ok(())
    }

    fn keep(&mut self, name: &str, values: Vec<String>) {
        self.game.info.properties.push((name.to_owned(), values));
    }

    /// Keeps the number of all stones, if it is not what was played.
    fn count_stones(&mut self, head: &PackHead) {
        if usize::from(head.total) != self.moves - self.passes {
            self.keep(TOTAL_STONES, vec![head.total.to_string()]);
        }
    }

    fn play_opening(&mut self, stones: &[u8], start: u64) -> Result<(), ParseError> {
        for (bits, at) in numbers(stones).zip((start..).step_by(2)) {
            let point = unpacked(bits, self.names).map_err(|error| error.at_byte(at))?;
            self.taken.put(point).map_err(|error| error.at_byte(at))?;
            self.at = self.add(Some(point));
            self.moves += 1;
        }
        Ok(())
    }

    /// Plays the first candidate of each turn, with the others beside it.
    fn play_moves(&mut self, bytes: &[u8], start: u64) -> Result<(), ParseError> {
        let mut turn: Option<(TreePlace, Option<Point>)> = None;
        let moves = bytes.chunks_exact(PackMove::BYTES);
        for (bytes, at) in moves.zip((start..).step_by(PackMove::BYTES)) {
            let played = PackMove::of(std::array::from_fn(|at| bytes[at]));
            if played.is_first == turn.is_some() {
                let message = if played.is_first {
                    "a turn begins here, and the one before has no last move"
                } else {
                    "this move belongs to no turn that has begun"
                };
                return Err(ParseError::new(ErrorCode::BadFile, message).at_byte(at));
            }
            let point = self.point(played).map_err(|error| error.at_byte(at))?;
            let place = self.add(point);
            note(self.game.tree.node_mut(place), played);
            let (first, point) = *turn.get_or_insert((place, point));
            if played.is_last {
                turn = None;
                self.at = first;
                self.moves += 1;
                match point {
                    Some(point) => self.taken.put(point)?,
                    None => self.passes += 1,
                }
            }
        }
        if turn.is_none() {
            return Ok(());
        }
        let at = start + bytes.len() as u64;
        let message = "the game ends here, and its last turn has no last move";
        Err(ParseError::new(ErrorCode::BadFile, message).at_byte(at))
    }

    /// The point of a move, no pass.
    fn point(&self, played: PackMove) -> Result<Option<Point>, ParseError> {
        if played.is_pass {
            return Ok(None);
        }
        let point = unpacked(played.point, self.names)?;
        if self.taken.has(point) {
            let message = format!("{point} is taken");
            return Err(ParseError::new(ErrorCode::PointTaken, message));
        }
        Ok(Some(point))
    }

    fn add(&mut self, point: Option<Point>) -> TreePlace {
        let node = GameNode::of_move(to_move_after(self.moves), point);
        self.game.tree.add(self.at, node)
    }
}

/// Notes the value of a move, which is one for the side that plays it, and bits of no meaning.
fn note(node: &mut GameNode, played: PackMove) {
    if !played.has_no_value {
        node.more_mut().value = Some(StoredValue {
            value: Some(-i32::from(played.value)),
            ..StoredValue::default()
        });
    }
    let is_unusual = [
        (
            NO_VALUE,
            played.has_no_value && played.value != 0,
            played.value.to_string(),
        ),
        (SPARE, played.spare != 0, played.spare.to_string()),
        (
            PASS_BITS,
            played.is_pass && played.point != POINT_BITS,
            played.point.to_string(),
        ),
    ];
    for (name, is_said, value) in is_unusual {
        if is_said {
            let property = (name.to_owned(), vec![value]);
            node.more_mut().properties.push(property);
        }
    }
}
