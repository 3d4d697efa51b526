//! Converts a game of a match into a record for a file, with the finish, values and times.

use renju_core::board::Color;
use renju_core::position::{Game, GameInfo, PositionId, Setup};

use super::play::PlayedGame;
use super::schedule::Fixture;

/// A game as a file holds it: the players by name, the result in the words of SGF, what ended it
/// (`FINISH`), the number of moves of its opening (`OPENING`), value, depth and time of each move. A
/// forbidden move that ended it is the last one. Without a clock times are left out: the games of two
/// runs with fixed limits are equal then.
pub fn game_record(game: &PlayedGame, fixture: &Fixture, names: &[String], is_timed: bool) -> Game {
    let setup = game.position.to_setup();
    let before = game.opening;
    let times = game.times.iter().copied().map(Some);
    let times = std::iter::repeat_n(None, before).chain(times);
    let thoughts = game.thoughts.iter().copied();
    let info = GameInfo {
        black_player: names.get(fixture.players.black).cloned(),
        white_player: names.get(fixture.players.white).cloned(),
        round: Some((fixture.pair + 1).to_string()),
        result: Some(result(game.winner).to_owned()),
        times: times.filter(|_| is_timed).collect(),
        values: std::iter::repeat_n(None, before + 1)
            .chain(thoughts)
            .collect(),
        properties: [
            ("FINISH", game.finish.name().to_owned()),
            ("OPENING", before.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), vec![value]))
        .into(),
        ..GameInfo::default()
    };
    let mut moves = setup.moves.clone();
    moves.extend(game.forbidden.map(Some));
    Game::from(Setup {
        id: Some(PositionId::from((fixture.number + 1).to_string())),
        moves,
        to_move: None,
        info: Some(Box::new(info)),
        ..setup
    })
}

fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::Black) => "B+",
        Some(Color::White) => "W+",
        None => "Draw",
    }
}
