//! A move of a game as a row of a table.

use crate::questions::game::GameMove;
use crate::questions::{ForcedLine, LineScore};
use crate::render::columns::{Column, cell, cells, names};

/// The columns of `game`, between those of the position and those of an error.
pub const GAME_COLUMNS: &[&str] = &names(&COLUMNS);

type MoveCell = fn(&GameMove) -> String;

const COLUMNS: [Column<MoveCell>; 25] = [
    Column("move", |row| row.number.to_string()),
    Column("point", |row| cell(&row.point)),
    Column("before_points", |row| part(row.before, "points")),
    Column("before_win_in", |row| part(row.before, "win_in")),
    Column("before_loss_in", |row| part(row.before, "loss_in")),
    Column("before_chance", |row| chance(row.before)),
    Column("after_points", |row| part(row.after, "points")),
    Column("after_win_in", |row| part(row.after, "win_in")),
    Column("after_loss_in", |row| part(row.after, "loss_in")),
    Column("after_chance", |row| chance(row.after)),
    Column("best", |row| {
        cell(&row.best.as_ref().map(|best| best.point))
    }),
    Column("best_line", |row| {
        cells(row.best.iter().flat_map(|best| &best.line))
    }),
    Column("blunder", |row| row.blunder.to_string()),
    Column("missed", |row| cell(&row.missed)),
    Column("missed_plies", |row| plies(row.missed_win.as_ref())),
    Column("missed_line", |row| line(row.missed_win.as_ref())),
    Column("missed_proved", |row| cell(&row.missed_proved)),
    Column("allowed", |row| {
        cell(&row.allowed.as_ref().map(|win| win.kind))
    }),
    Column("allowed_plies", |row| plies(row.allowed.as_ref())),
    Column("allowed_line", |row| line(row.allowed.as_ref())),
    Column("escape", |row| cell(&row.escape)),
    Column("only", |row| cell(&row.only)),
    Column("forbidden", |row| cells(&row.forbidden)),
    Column("proved", |row| cell(&row.proved)),
    Column("nodes", |row| row.nodes.to_string()),
];

/// A field of a score, as its JSON has it.
fn part(score: Option<LineScore>, field: &str) -> String {
    cell(&serde_json::to_value(score).unwrap_or_default()[field])
}

/// The chance of the mover: 1 of a proved win, 0 of a proved loss.
fn chance(score: Option<LineScore>) -> String {
    let chance = score.and_then(LineScore::own_chance);
    chance.map_or_else(String::new, |chance| {
        (f64::from(chance) / 1000.0).to_string()
    })
}

fn plies(win: Option<&ForcedLine>) -> String {
    cell(&win.map(|win| win.plies))
}

fn line(win: Option<&ForcedLine>) -> String {
    win.map_or_else(String::new, |win| cells(&win.line))
}

pub(super) fn row(told: &GameMove) -> Vec<String> {
    COLUMNS.iter().map(|column| column.1(told)).collect()
}
