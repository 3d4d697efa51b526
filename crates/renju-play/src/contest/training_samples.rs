//! Training samples from games of matches: each position with the move played and the result.

use renju_core::position::{Game, GameInfo, Setup};

use super::match_report::GameSummary;

/// The training samples of a game that [`game_record`](super::game_record) has made: the moves up to
/// each move of a player, that move as the best one, and the result of the game.
///
/// A game that ended by a fault has none: its result says nothing of its positions. They end at the
/// first pass after the opening, as formats of samples know none.
pub fn training_samples(game: &Game) -> Vec<Setup> {
    let Some(opening) = sampled_opening(game) else {
        return Vec::new();
    };
    let main = game.main_setup();
    let sample = |played: usize| Setup {
        id: None,
        moves: main.moves[..played].to_vec(),
        info: Some(Box::new(GameInfo {
            result: game.info.result.clone(),
            best: main.moves[played],
            ..GameInfo::default()
        })),
        ..main.clone()
    };
    let played = (opening..main.moves.len()).take_while(|&at| main.moves[at].is_some());
    played.map(sample).collect()
}

/// The moves of the opening of a game that has samples; `None` if it ended by a fault, or is no
/// record of a match.
pub fn sampled_opening(game: &Game) -> Option<usize> {
    let summary = GameSummary::of_record(game)?;
    let moves = game.main_setup().moves.len();
    let is_faulty = summary.finish.fault().is_some();
    (!is_faulty).then_some(moves - summary.moves)
}
