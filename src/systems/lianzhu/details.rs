//! Everything the program computes of a position, with the names and layouts of its answer key.

use serde::Serialize;

use super::play::{choose, search};
use super::{DIRECTIONS, LeafMode, Lianzhu, LianzhuTable};
use crate::board::{ByColor, Color};
use crate::eval::{ByPoint, Details, PlayOptions, PublishedMove, System, stone_count};
use crate::geometry::Point;
use crate::limits::Control;
use crate::position::Position;
use crate::systems::lianzhu_gen1::Gen1Details;

impl System for Lianzhu {
    fn play(
        &self,
        position: &Position,
        options: &PlayOptions,
        control: &Control<'_>,
    ) -> PublishedMove {
        choose(self, position, options, control)
    }

    fn details(&self, position: &Position) -> Details {
        Details::new(&details(self, position))
    }

    fn uses_clock(&self) -> bool {
        true
    }

    fn uses_seed(&self) -> bool {
        true
    }
}

/// Moves that the search of the answer key looks ahead.
const DEPTH: usize = 3;

/// Points that it tries at each node.
const WIDTH: usize = 12;

/// What `lianzhu` computes of a position. The corrected edition fills the same fields; the first
/// generation is the same in both.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct LianzhuDetails {
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

fn details(program: &Lianzhu, position: &Position) -> LianzhuDetails {
    let table = program.table(position);
    let ban = |point| Some((point, program.weights.ban(position.board(), point)?.name()));
    LianzhuDetails {
        shape: ByColor::from_fn(|side| letters(&table, side)),
        value: ByColor::from_fn(|side| values(&table, side)),
        gen1: Gen1Details::shipped(position.board()),
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

fn searched(table: LianzhuTable, position: &Position) -> Option<LianzhuSearchDetails> {
    if stone_count(position.board()) < 2 {
        return None;
    }
    let side = position.to_move();
    let mode = LeafMode::at_first(side);
    let found = search(table, side, mode, (DEPTH, WIDTH), &Control::unlimited())?;
    Some(LianzhuSearchDetails {
        depth: DEPTH,
        width: WIDTH,
        side,
        charge: mode == LeafMode::Charge,
        value: found.chosen.value?,
        point: *found.chosen.moves.first()?,
        root: found.root.into_iter().collect(),
    })
}
