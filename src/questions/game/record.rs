//! A game with what was found out about it, as a record that other programs show.

use super::report::GameReport;
use super::row::GameMove;
use crate::counted::counted;
use crate::limits::Value;
use crate::position::{Game, GameNode, Setup, Tree, TreePlace};
use crate::questions::{ForcedLine, LineScore, MoveOrPass};

/// The game of a set-up with the values of the moves, a comment where there is something to say, and the
/// better line beside each mistake.
pub fn annotated_game(setup: &Setup, report: &GameReport) -> Game {
    let mut game = Game::from(setup.clone());
    let places: Vec<TreePlace> = game.tree.main_line().collect();
    for row in &report.moves {
        let Some(&place) = places.get(row.number) else {
            continue;
        };
        let before = game.tree.parent(place).unwrap_or(Tree::ROOT);
        let text = game.tree.node_mut(place).text_mut();
        text.comment = joined(&text.comment, &comment(row));
        if row.blunder {
            add_better_line(&mut game.tree, before, row);
        }
    }
    game
}

/// The best line as a variation beside the move that was played.
fn add_better_line(tree: &mut Tree, before: TreePlace, row: &GameMove) {
    let Some(best) = row.best.as_ref().filter(|best| best.point != row.point) else {
        return;
    };
    let Some(mut color) = row.header.to_move else {
        return;
    };
    let mut place = before;
    for &played in &best.line {
        let point = match played {
            MoveOrPass::At(point) => Some(point),
            MoveOrPass::Pass => None,
        };
        place = tree.add(place, GameNode::of_move(color, point));
        color = !color;
    }
}

fn comment(row: &GameMove) -> String {
    let mut said: Vec<String> = row.after.map(worth).into_iter().collect();
    if let Some(win) = &row.missed_win {
        said.push(format!("missed {}", length(win)));
        if row.missed_proved == Some(false) {
            said.push("whether a win is left was not decided".to_owned());
        }
    }
    if let Some(win) = &row.allowed {
        said.push(format!("allows {}", length(win)));
        said.push(row.escape.map_or_else(
            || "no move is known to hold".to_owned(),
            |point| format!("{point} holds"),
        ));
    }
    let kinds = row
        .forbidden
        .iter()
        .map(|kind| format!("forbidden: {kind}"));
    said.extend(kinds);
    if row.blunder {
        said.push("a mistake".to_owned());
    }
    if row.only == Some(true) {
        said.push("the only move that holds".to_owned());
    }
    said.join("\n")
}

/// `five in 1 ply`, `vcf in 5 plies`
fn length(win: &ForcedLine) -> String {
    format!("{} in {}", win.kind, counted(win.plies, "ply", "plies"))
}

/// `black 62 %`, `black +171`, `black wins in 7`
fn worth(score: LineScore) -> String {
    let worth = match (score.value, score.chance) {
        (Value::Points(_), Some(chance)) => format!("{} %", (chance + 5) / 10),
        (Value::Points(points), None) => format!("{points:+}"),
        (Value::WinIn(plies), _) => format!("wins in {plies}"),
        (Value::LossIn(plies), _) => format!("loses in {plies}"),
        (Value::Draw, _) => "draws".to_owned(),
    };
    format!("{} {worth}", score.view)
}

fn joined(before: &str, more: &str) -> String {
    match (before, more) {
        ("", more) => more.to_owned(),
        (before, "") => before.to_owned(),
        (before, more) => format!("{before}\n{more}"),
    }
}
