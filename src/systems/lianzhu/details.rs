//! Everything the program computes of a position, with the names and layouts of its answer key.

use serde::Serialize;

use super::play::{WIDTH, search};
use crate::board::{ByColor, Color};
use crate::geometry::Point;
use crate::position::Position;
use crate::systems::details::{ByPoint, flat, stones};
use crate::systems::lianzhu::{DIRECTIONS, LeafMode, Lianzhu, LianzhuTable};
use crate::systems::lianzhu_gen1::LianzhuGen1;

/// Moves that the search of the answer key looks ahead.
const DEPTH: usize = 3;

/// What `lianzhu` computes of a position. The corrected edition fills the same fields; the first
/// generation is the same in both.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LianzhuDetails {
    /// A letter for each line of each point.
    shape: ByColor<String>,
    /// What each point is worth to each side, taken ones too.
    value: ByColor<Vec<i64>>,
    #[serde(flatten)]
    gen1: Gen1Details,
    /// What the search takes the board to be worth.
    leaf: LeafDetails,
    /// The points that the search tries, best first.
    top: ByColor<Vec<Point>>,
    /// The points that are forbidden to Black.
    ban: ByPoint<&'static str>,
    /// Three moves deep; absent with fewer than two stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<LianzhuSearchDetails>,
}

/// What the first generation computes of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Gen1Details {
    /// The value of each empty point.
    gen1: Vec<Option<i64>>,
    /// The same by the power of 2.3.
    gen1_pow23: Vec<Option<i64>>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct LeafDetails {
    black_charge: i64,
    black_defend: i64,
    white: i64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct LianzhuSearchDetails {
    depth: usize,
    width: usize,
    #[serde(rename = "self")]
    side: Color,
    charge: bool,
    value: i64,
    #[serde(rename = "move")]
    point: Point,
    root: ByPoint<i64>,
}

pub(in crate::systems) fn details(variant: &str, position: &Position) -> LianzhuDetails {
    let program = Lianzhu::variant(variant);
    let table = program.table(position);
    let ban = |point| Some((point, program.ban(position.board(), point)?.name()));
    LianzhuDetails {
        shape: ByColor::from_fn(|side| letters(&table, side)),
        value: ByColor::from_fn(|side| values(&table, side)),
        gen1: gen1(position),
        leaf: LeafDetails {
            black_charge: table.leaf(Color::Black, LeafMode::Charge),
            black_defend: table.leaf(Color::Black, LeafMode::Defend),
            white: table.leaf(Color::White, LeafMode::Defend),
        },
        top: ByColor::from_fn(|side| table.candidates(side, WIDTH)),
        ban: table.bans().iter().filter_map(ban).collect(),
        search: searched(table, position),
    }
}

pub(in crate::systems) fn gen1(position: &Position) -> Gen1Details {
    let board = position.board();
    Gen1Details {
        gen1: flat(board, &LianzhuGen1::published().values(board)),
        gen1_pow23: flat(board, &LianzhuGen1::pow23().values(board)),
    }
}

fn letters(table: &LianzhuTable, side: Color) -> String {
    let group = |point| -> String {
        let codes = table.codes(side, point);
        DIRECTIONS
            .map(|direction| codes[direction].letter())
            .iter()
            .collect()
    };
    let groups: Vec<String> = table.board().size().points().map(group).collect();
    groups.join(" ")
}

fn values(table: &LianzhuTable, side: Color) -> Vec<i64> {
    let points = table.board().size().points();
    points.map(|point| table.value(side, point)).collect()
}

fn searched(mut table: LianzhuTable, position: &Position) -> Option<LianzhuSearchDetails> {
    if stones(position.board()) < 2 {
        return None;
    }
    let side = position.to_move();
    let mode = LeafMode::at_first(side);
    let found = search(&mut table, side, mode, DEPTH, WIDTH)?;
    Some(LianzhuSearchDetails {
        depth: DEPTH,
        width: WIDTH,
        side,
        charge: mode == LeafMode::Charge,
        value: found.value,
        point: *found.line.first()?,
        root: found.root.into_iter().collect(),
    })
}
