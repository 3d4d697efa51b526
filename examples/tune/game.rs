use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::limits::Value;
use renju::position::Position;
use renju::rule::Rule;
use renju::search::SearchResult;
use serde::{Deserialize, Serialize};

use super::Error;
use super::label::Labelled;

/// A game as it is written down.
#[derive(Serialize, Deserialize)]
pub(super) struct Game {
    pub(super) number: usize,
    pub(super) rule: Rule,
    pub(super) size: Size,
    /// How many of the moves were drawn.
    pub(super) opening: usize,
    pub(super) moves: Vec<Point>,
    /// What the search said to the side to move, from the end of the opening on.
    pub(super) said: Vec<Said>,
    /// Nobody if it is a draw.
    pub(super) winner: Option<Color>,
}

/// What a search said of a position.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Said {
    Points(i64),
    WinIn(u16),
    LossIn(u16),
}

impl Said {
    pub(super) fn of(value: Value) -> Said {
        match value {
            Value::Points(points) => Said::Points(points),
            Value::Draw => Said::Points(0),
            Value::WinIn(moves) => Said::WinIn(moves),
            Value::LossIn(moves) => Said::LossIn(moves),
        }
    }
}

impl Game {
    /// The positions behind the opening of which the search was not sure, with what it said.
    pub(super) fn undecided(&self) -> Vec<(Position, Said)> {
        let mut found = Vec::new();
        let mut position = Position::new(self.size, self.rule);
        for (ply, &point) in self.moves.iter().enumerate() {
            let said = ply
                .checked_sub(self.opening)
                .and_then(|at| self.said.get(at));
            if let Some(&said @ Said::Points(_)) = said {
                found.push((position.clone(), said));
            }
            let Ok(next) = position.play(point) else {
                break; // The last move of a game that a forbidden move ended.
            };
            position = next;
        }
        found
    }

    /// 1 for a win of `side`, 0 for a loss.
    pub(super) fn result(&self, side: Color) -> f64 {
        self.winner
            .map_or(0.5, |winner| f64::from(u8::from(winner == side)))
    }
}

/// What a search said of its best line.
pub(super) fn said_of(found: &SearchResult) -> Said {
    let best = found.last.lines.first();
    best.map_or(Said::Points(0), |line| Said::of(line.value))
}

/// The first move of its best line.
pub(super) fn best_of(found: &SearchResult) -> Option<Point> {
    let best = found.last.lines.first()?;
    best.moves.first().copied().flatten()
}

/// A line of a file: a game, or a position with what a search said of it.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Line {
    Game(Game),
    Labelled(Labelled),
}

pub(super) fn read_lines(paths: &[String]) -> Result<Vec<Line>, Error> {
    let mut lines = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        for line in text.lines() {
            lines.push(serde_json::from_str(line)?);
        }
    }
    Ok(lines)
}

pub(super) fn read_games(paths: &[String]) -> Result<Vec<Game>, Error> {
    let lines = read_lines(paths)?.into_iter();
    let games = lines.filter_map(|line| match line {
        Line::Game(game) => Some(game),
        Line::Labelled(_) => None,
    });
    Ok(games.collect())
}
