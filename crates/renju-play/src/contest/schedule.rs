//! Pairings of a match, round robin or gauntlet: each opening is played twice, colours swapped.

use renju_core::board::ByColor;
use renju_core::named_enum::named_enum;

/// A game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: usize,
    /// The two players in the order of the list, not of their colours.
    pub pairing: (usize, usize),
    /// The pair of games that it belongs to: the same two players and opening, colours swapped.
    pub pair: usize,
    /// The number of each side's player.
    pub players: ByColor<usize>,
    /// The number of its opening.
    pub opening: usize,
}

named_enum! {
    /// Who meets whom, where there are more than two players.
    #[derive(Default)]
    pub enum Pairings: "pairing" {
        /// Everyone everyone.
        #[default]
        RoundRobin = "round-robin",
        /// The first everyone else.
        Gauntlet = "gauntlet",
    }
}

/// The games of a match: each two that meet play `pairs` pairs of games, each pair from one opening
/// with colours swapped. All meet once before any meet again.
///
/// ```
/// use renju_play::contest::{Pairings, schedule};
///
/// let games = schedule(3, Pairings::RoundRobin, 2, 10);
/// assert_eq!(games.len(), 3 * 2 * 2);
/// assert_eq!((games[0].players.black, games[0].players.white), (0, 1));
/// assert_eq!((games[1].players.black, games[1].players.white), (1, 0));
/// assert_eq!(games[6].opening, 1);
/// ```
///
/// # Panics
///
/// If there is no opening.
pub fn schedule(players: usize, pairings: Pairings, pairs: usize, openings: usize) -> Vec<Fixture> {
    let firsts = match pairings {
        Pairings::RoundRobin => players,
        Pairings::Gauntlet => players.min(1),
    };
    let met: Vec<(usize, usize)> = (0..firsts)
        .flat_map(|one| (one + 1..players).map(move |other| (one, other)))
        .collect();
    let mut games = Vec::with_capacity(2 * pairs * met.len());
    for round in 0..pairs {
        for (index, &(one, other)) in met.iter().enumerate() {
            for (black, white) in [(one, other), (other, one)] {
                games.push(Fixture {
                    number: games.len(),
                    pairing: (one, other),
                    pair: round * met.len() + index,
                    players: ByColor { black, white },
                    opening: round % openings,
                });
            }
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let games = schedule(4, Pairings::Gauntlet, 3, 2);
        assert_eq!(games.len(), 3 * 2 * 3);
        assert!(games.iter().all(|game| game.pairing.0 == 0));
        let openings: Vec<_> = games.iter().step_by(6).map(|game| game.opening).collect();
        assert_eq!(openings, [0, 1, 0]);
    }

    #[test]
    fn pairs_are_two_games_with_colours_swapped() {
        let games = schedule(3, Pairings::RoundRobin, 5, 3);
        for pair in games.chunks(2) {
            assert_eq!(pair[0].pair, pair[1].pair);
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].players.black, pair[1].players.white);
            assert_eq!(pair[0].players.white, pair[1].players.black);
        }
    }
}
