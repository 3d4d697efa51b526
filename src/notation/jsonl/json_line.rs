use serde_json::{Map, Value};

use crate::notation::ResolvedOptions;
use crate::position::Setup;

/// What a line says.
#[derive(Clone, PartialEq, Debug)]
pub struct JsonLine {
    /// The position or game.
    pub setup: Setup,
    /// Fields that mean nothing to a reader, as they stand.
    pub unknown: Map<String, Value>,
    /// After how many of `setup.moves` the position is asked for; empty: after all.
    pub turns: Vec<QueryTurn>,
    /// How it was read.
    pub assumed: ResolvedOptions,
}

/// A position of a game that a query asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QueryTurn {
    /// Its number in the query: moves listed there before it.
    pub number: usize,
    /// Moves of the set-up before it: those listed and the passes between them.
    pub moves: usize,
}

impl JsonLine {
    /// The set-ups that the line asks for, each with the number of its turn if turns are asked for.
    pub fn setups(&self) -> Vec<(Option<usize>, Setup)> {
        if self.turns.is_empty() {
            return vec![(None, self.setup.clone())];
        }
        let after = |turn: &QueryTurn| {
            let setup = self.setup.after(turn.moves)?;
            Some((Some(turn.number), setup))
        };
        self.turns.iter().filter_map(after).collect()
    }
}
