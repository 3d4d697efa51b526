//! Packs a game for training: the main line, with the siblings of each move as its candidates.

use std::str::FromStr;

use crate::loss::{Impossible, Loss, Losses};
use crate::properties::values;
use crate::setup_text::{SetupText, Written, losses_of_line, said_beside};
use renju_core::board::Color;
use renju_core::geometry::Size;
use renju_core::position::{Game, GameNode, NodeExtras, Tree, TreePlace};

use super::binpack::{
    GAME_TAG, NO_VALUE, OPENING_STONES, PASS_BITS, PackHead, PackMove, SPARE, STONE_BITS,
    TOTAL_STONES,
};
use super::packed::{
    POINT_BITS, TakenPoints, packed, result_code, rule_code, said_numbers, to_move_after,
};

/// Writes a game: its main line, with the moves beside it as candidates.
pub(crate) fn write(game: &Game) -> Result<Written, Impossible> {
    let setup = game.main_setup();
    let mut text = SetupText::about(&setup)?;
    text.begins_with_black()?;
    let size = text.size;
    let turns = turns(&game.tree);
    let opening = opening(game, &turns);
    let (result, is_exact) = result_code(&game.info, to_move_after(opening))?;
    let mut writer = PackWriter {
        tree: &game.tree,
        size,
        taken: TakenPoints::new(),
        moves: Vec::new(),
        kept: Kept::default(),
    };
    let bits: Vec<u16> = said_numbers(&game.info, STONE_BITS).collect();
    let stones = writer.stones(&turns[..opening], &bits);
    for &turn in &turns[opening..] {
        writer.turn(turn);
    }
    let area = size.area();
    if writer.moves.len() > area * (area + 1) {
        return Err(Impossible::TooMany("moves"));
    }
    let head = PackHead {
        side: size.get(),
        rule: rule_code(game.rule, size),
        result,
        total: number(game, TOTAL_STONES).unwrap_or(text.stone_count() as u16),
        opening,
        tag: number(game, GAME_TAG).unwrap_or_default(),
        moves: writer.moves.len(),
    };
    let moves = writer.moves.iter().flat_map(|played| played.bytes());
    let stones = stones.into_iter().flat_map(u16::to_le_bytes);
    let bytes = head.bytes().into_iter().chain(stones);
    let bytes = bytes.chain(moves).collect();
    writer.kept.of_game = kept_properties(game, opening, text.stone_count());
    text.leave_out(&[Loss::Name, Loss::SideToMove]);
    let mut lost = writer.kept.lost(game);
    lost.add_all(&text.lost);
    lost.add(Loss::Result, usize::from(!is_exact));
    Ok(Written { bytes, lost })
}

/// The nodes that play the moves of the main line; `None` where a side passes because the other
/// plays twice.
fn turns(tree: &Tree) -> Vec<Option<TreePlace>> {
    let mut turns = Vec::new();
    for place in tree.main_line() {
        if let Some((color, _)) = tree.node(place).played {
            if color != to_move_after(turns.len()) {
                turns.push(None);
            }
            turns.push(Some(place));
        }
    }
    turns
}

/// How many turns are the opening: as the game says, up to the first pass.
fn opening(game: &Game, turns: &[Option<TreePlace>]) -> usize {
    let said = number(game, OPENING_STONES).unwrap_or_default();
    let is_stone = |turn: &&Option<TreePlace>| {
        let played = turn.and_then(|place| game.tree.node(place).played);
        matches!(played, Some((_, Some(_))))
    };
    turns.iter().take(said).take_while(is_stone).count()
}

/// How many of the properties of a game are read back as they are, with an opening of `opening`
/// stones and `stones` on the board.
fn kept_properties(game: &Game, opening: usize, stones: usize) -> usize {
    let bits: Vec<u16> = said_numbers(&game.info, STONE_BITS).collect();
    let are_bits = bits.len() == opening && bits.iter().all(|&bits| bits <= 0x3f);
    let kept = [
        opening > 0 && number(game, OPENING_STONES) == Some(opening),
        number(game, GAME_TAG).is_some_and(|tag: u16| tag > 0 && tag < 1 << 14),
        number(game, TOTAL_STONES).is_some_and(|total: usize| total != stones && total < 1 << 10),
        are_bits && bits.iter().any(|&bits| bits > 0),
    ];
    kept.into_iter().filter(|&is_kept| is_kept).count()
}

/// The number that a property of the game is.
fn number<T: FromStr>(game: &Game, name: &str) -> Option<T> {
    values(&game.info, name).first()?.parse().ok()
}

/// A game in the making.
struct PackWriter<'a> {
    tree: &'a Tree,
    size: Size,
    /// Stones of the main line.
    taken: TakenPoints,
    moves: Vec<PackMove>,
    kept: Kept,
}

/// How much of the tree is written.
#[derive(Default)]
struct Kept {
    /// Lines beside the main line.
    lines: usize,
    values: usize,
    properties: usize,
    /// Properties of the whole game that are read back as they are.
    of_game: usize,
}

impl PackWriter<'_> {
    /// The stones of the opening.
    fn stones(&mut self, turns: &[Option<TreePlace>], bits: &[u16]) -> Vec<u16> {
        let bits = bits.iter().copied().chain(std::iter::repeat(0));
        let mut stones = Vec::new();
        for (place, bits) in turns.iter().flatten().zip(bits) {
            if let Some((_, Some(point))) = self.tree.node(*place).played {
                // The main line takes no point twice.
                let _ = self.taken.put(point);
                stones.push((bits & 0x3f) << 10 | packed(point, self.size));
            }
        }
        stones
    }

    /// A move of the main line, and those beside it.
    fn turn(&mut self, turn: Option<TreePlace>) {
        let begin = self.moves.len();
        match turn {
            None => self
                .moves
                .push(self.encoded(&GameNode::of_move(Color::Black, None))),
            Some(place) => {
                let tree = self.tree;
                self.keep(tree.node(place));
                let parent = tree.parent(place).unwrap_or(Tree::ROOT);
                let beside = tree.children(parent).filter(|&other| other != place);
                for other in beside {
                    if self.is_candidate(tree.node(other), tree.node(place)) {
                        self.keep(tree.node(other));
                        let is_leaf = tree.children(other).next().is_none();
                        self.kept.lines += usize::from(is_leaf);
                    }
                }
                if let Some((_, Some(point))) = tree.node(place).played {
                    let _ = self.taken.put(point);
                }
            }
        }
        let of_turn = &mut self.moves[begin..];
        if let Some(first) = of_turn.first_mut() {
            first.is_first = true;
        }
        if let Some(last) = of_turn.last_mut() {
            last.is_last = true;
        }
    }

    /// Whether a node can stand beside that of the main line.
    fn is_candidate(&self, node: &GameNode, main: &GameNode) -> bool {
        let more = node.more();
        let (Some((color, point)), Some((to_move, _))) = (node.played, main.played) else {
            return false;
        };
        let is_free = point.is_none_or(|point| point.is_on(self.size) && !self.taken.has(point));
        color == to_move && is_free && !more.is_some_and(NodeExtras::changes_stones)
    }

    /// Adds a move, and counts what is said of it.
    fn keep(&mut self, node: &GameNode) {
        let played = self.encoded(node);
        self.moves.push(played);
        let Some(more) = node.more() else {
            return;
        };
        let usual = PackMove {
            spare: 0,
            point: POINT_BITS,
            value: 0,
            ..played
        };
        let is_kept = |(name, _): &&(String, Vec<String>)| match name.as_str() {
            SPARE => played.spare != usual.spare,
            PASS_BITS => played.is_pass && played.point != usual.point,
            NO_VALUE => played.has_no_value && played.value != usual.value,
            _ => false,
        };
        self.kept.properties += more.properties.iter().filter(is_kept).count();
        let is_whole = more.value.is_some_and(|stored| {
            !played.has_no_value
                && stored.depth.is_none()
                && stored.bound.is_none()
                && stored.label.is_none()
        });
        self.kept.values += usize::from(is_whole);
    }

    fn encoded(&self, node: &GameNode) -> PackMove {
        let more = node.more();
        let said = |name: &str| {
            let mut properties = more?.properties.iter();
            let (_, values) = properties.find(|(other, _)| other == name)?;
            values.first()?.parse::<i32>().ok()
        };
        let value = more.and_then(|more| more.value?.value);
        let value = value.and_then(|value| i16::try_from(value.checked_neg()?).ok());
        let unsaid = said(NO_VALUE).and_then(|value| i16::try_from(value).ok());
        let point = node.played.and_then(|(_, point)| point);
        let of_pass = said(PASS_BITS).and_then(|bits| u16::try_from(bits).ok());
        PackMove {
            is_first: false,
            is_last: false,
            has_no_value: value.is_none(),
            is_pass: point.is_none(),
            spare: said(SPARE).map_or(0, |spare| spare as u16 & 3),
            point: point.map_or(of_pass.unwrap_or(POINT_BITS) & POINT_BITS, |point| {
                packed(point, self.size)
            }),
            value: value.or(unsaid).unwrap_or_default(),
        }
    }
}

impl Kept {
    /// What is lost of the game.
    fn lost(&self, game: &Game) -> Losses {
        let beside = losses_of_line(&game.tree);
        let mut lost = said_beside(&game.info, &[Loss::Result, Loss::Properties]);
        for (loss, count) in beside.iter() {
            let kept = match loss {
                Loss::Variations => self.lines,
                Loss::Properties => self.properties,
                _ => 0,
            };
            lost.add(loss, count.saturating_sub(kept));
        }
        let other_rule = game.rule.is_none() && game.info.rule.is_some();
        let properties = game.info.properties.len() + usize::from(other_rule);
        lost.add(Loss::Properties, properties.saturating_sub(self.of_game));
        let nodes = game
            .tree
            .places()
            .filter_map(|place| game.tree.node(place).more());
        let (mut values, mut has_times) = (0, false);
        for more in nodes {
            values += usize::from(more.value.is_some());
            has_times |= more.time.is_some();
        }
        lost.add(Loss::Values, values.saturating_sub(self.values));
        lost.add(Loss::Times, usize::from(has_times));
        lost
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        ErrorCode, Format, Loss, ParseError, ParseOptions, ParsedGame, WriteError, detect, games,
        parse_moves, read, write_game,
    };
    use renju_core::position::{Game, GameInfo, Setup, Tree};

    /// 15x15, renju, won by white; H8 H9 as the opening; J10 (12) or J11 (no value, spare bits),
    /// then a pass (-3), then A15 (no value); tag 5.
    const PACK: [u8; 28] = [
        0x8f, 0x40, 0x80, 0, 5, 0, 1, 0, //
        0xe7, 0, 0xe6, 0, //
        0x41, 0x49, 12, 0, 0x36, 0x49, 0, 0, 0xcb, 0xff, 0xfd, 0xff, 0x07, 0, 0, 0,
    ];

    fn items(bytes: &[u8]) -> Vec<Result<ParsedGame, ParseError>> {
        games(bytes, Format::Binpack, &ParseOptions::default()).collect()
    }

    #[test]
    fn a_game_is_read_with_its_candidates_and_written_back() {
        assert_eq!(detect(&PACK, &ParseOptions::default()), Ok(Format::Binpack));
        let found = items(&PACK);
        let game = &found[0].as_ref().unwrap().game;
        let moves = parse_moves("h8 h9 j10 pass a15", &ParseOptions::default()).unwrap();
        let main = game.main_setup();
        assert_eq!(main.moves, moves.moves);
        let info = main.info.as_deref().unwrap();
        assert_eq!(info.result.as_deref(), Some("W+"));
        let values: Vec<Option<i32>> = info
            .values
            .iter()
            .map(|value| value.and_then(|v| v.value))
            .collect();
        assert_eq!(values, [None, None, None, Some(-12), Some(3)]);
        let lines = game.tree.lines().map(|leaf| game.setup(leaf).moves.len());
        assert_eq!(lines.collect::<Vec<_>>(), [5, 3]);
        assert_eq!(
            write_game(game, Format::Binpack, &crate::WriteOptions::default()),
            Ok(PACK.to_vec())
        );
        let twice = [PACK, PACK].concat();
        assert_eq!(
            detect(&twice, &ParseOptions::default()),
            Ok(Format::Binpack)
        );
        assert_eq!(items(&twice).len(), 2);
    }

    #[test]
    fn unusual_bits_and_numbers_come_back() {
        let mut bytes = PACK;
        bytes[2] = 0x90; // More stones than were played.
        bytes[9] = 0x04;
        bytes[18] = 7; // A value, and the bit that there is none.
        bytes[21] = 0x12; // A pass to some point.
        let found = items(&bytes);
        let game = &found[0].as_ref().unwrap().game;
        assert_eq!(
            write_game(game, Format::Binpack, &crate::WriteOptions::default()),
            Ok(bytes.to_vec())
        );
    }

    #[test]
    fn mistakes_are_at_their_byte_and_what_comes_before_is_there() {
        let with = |at: usize, byte: u8| {
            let mut bytes = [PACK, PACK].concat();
            bytes[at] = byte;
            let found = items(&bytes);
            let error = found.iter().find_map(|item| item.as_ref().err()).unwrap();
            let moves = found[0]
                .as_ref()
                .map_or(0, |parsed| parsed.game.main_setup().moves.len());
            (error.code, error.offset, moves, found.len())
        };
        assert_eq!(with(10, 0xe7), (ErrorCode::PointTaken, Some(10), 1, 3));
        assert_eq!(with(10, 0xef), (ErrorCode::OffBoard, Some(10), 1, 3));
        assert_eq!(with(12, 0x40), (ErrorCode::BadFile, Some(12), 2, 3));
        assert_eq!(with(20, 0xca), (ErrorCode::BadFile, Some(20), 3, 3));
        assert_eq!(with(24, 0x05), (ErrorCode::BadFile, Some(28), 5, 3));
        assert_eq!(with(1, 0x43), (ErrorCode::BadFile, Some(0), 5, 3));
        assert_eq!(with(0, 0x96), (ErrorCode::BadSize, Some(0), 0, 2));
        assert_eq!(with(0, 0x83), (ErrorCode::BadFile, Some(0), 0, 1));
    }

    #[test]
    fn cut_and_flipped_bytes_end_in_errors() {
        for end in 1..PACK.len() {
            let found = items(&PACK[..end]);
            assert!(found.last().unwrap().is_err(), "{end}");
            assert_eq!(found.len(), if end < 8 { 1 } else { 2 }, "{end}");
        }
        for at in 0..PACK.len() {
            for bit in 0..8 {
                let mut bytes = PACK;
                bytes[at] ^= 1 << bit;
                let found = items(&bytes);
                for parsed in found.iter().flatten() {
                    let written = write_game(
                        &parsed.game,
                        Format::Binpack,
                        &crate::WriteOptions::default(),
                    );
                    if found.len() == 1 {
                        assert_eq!(written, Ok(bytes.to_vec()), "{at} {bit}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_a_game_of_another_format_says_is_counted() {
        let sgf = b"(;SZ[15]GN[x]RE[B+5]PB[A]C[hi];B[hh]C[a](;W[ii];B[gg](;W[aa])(;W[bb];B[cc]))(;W[gh]))";
        let found: Vec<_> = games(&sgf[..], Format::Sgf, &ParseOptions::default()).collect();
        let game = &found[0].as_ref().unwrap().game;
        let Err(WriteError::Lossy(lossy)) =
            write_game(game, Format::Binpack, &crate::WriteOptions::default())
        else {
            panic!();
        };
        let lost: Vec<_> = lossy.lost.iter().collect();
        let expected = [
            (Loss::Name, 1),
            (Loss::Players, 1),
            (Loss::Result, 1),
            (Loss::Variations, 1),
            (Loss::Comments, 2),
        ];
        assert_eq!(lost, expected);
        let back = items(&lossy.bytes);
        assert_eq!(back[0].as_ref().unwrap().game.tree.lines().count(), 3);
    }

    #[test]
    fn a_game_that_white_passes_is_written() {
        let game = Game {
            info: GameInfo {
                result: Some("Draw".into()),
                ..GameInfo::default()
            },
            ..Setup {
                size: Some(renju_core::geometry::Size::MAX),
                rule: Some(renju_core::rule::Rule::Freestyle),
                moves: parse_moves("h8 pass g7", &ParseOptions::default())
                    .unwrap()
                    .moves,
                ..Setup::default()
            }
            .into()
        };
        let bytes = write_game(&game, Format::Binpack, &crate::WriteOptions::default()).unwrap();
        let found = read(&bytes, Format::Binpack, &ParseOptions::default()).unwrap();
        assert_eq!(found[0].setup, game.main_setup());
        assert_eq!(game.tree.node(Tree::ROOT).played, None);
    }
}
