//! Match statistics: wins, losses and draws, and the Elo difference with its 95 % interval,
//! measured on pairs of games.

use serde::Serialize;

/// Standard errors on either side of a 95 % interval.
const CONFIDENT: f64 = 1.96;

/// The score of one player against another, counted in pairs of games: what an opening is worth to a
/// side cancels out within a pair, and so do not the two games, but the pairs are independent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchScore {
    /// Games by how they ended for the first player.
    pub tally: GameTally,
    /// Whole pairs by the half points of the first player, 0 to 4 (the pentanomial frequencies).
    pub pairs: [u32; 5],
    /// Half points of a pair of which one game is played.
    open: Option<usize>,
}

/// Games by how they ended for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameTally {
    /// Games that it won.
    pub wins: u32,
    /// Games that it lost.
    pub losses: u32,
    /// Games without a winner.
    pub draws: u32,
}

impl GameTally {
    /// Counts a game by the half points of the player: 0, 1 or 2.
    pub(super) const fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// A share of the points, from 0 to 1, with the error that 95 of 100 stay within.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Share {
    /// Points for a game: 1 for a win, a half for a draw.
    pub score: f64,
    /// The 95 % error of it on either side.
    pub error: f64,
}

/// A difference in Elo, `None` where a share of 0 or 1 has none.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EloRange {
    /// By the share itself.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval.
    pub low: Option<f64>,
    /// The upper end of the 95 % interval.
    pub high: Option<f64>,
}

impl MatchScore {
    /// Counts a game by the half points of the first player: 0, 1 or 2. The games of a pair come
    /// one after the other.
    pub fn add(&mut self, half_points: usize) {
        self.tally.add(half_points);
        match self.open.take() {
            None => self.open = Some(half_points),
            Some(before) => self.pairs[(before + half_points).min(4)] += 1,
        }
    }

    /// Games that were counted.
    pub fn games(&self) -> u32 {
        let GameTally {
            wins,
            losses,
            draws,
        } = self.tally;
        wins + losses + draws
    }

    /// Number of whole pairs, with mean and variance of the points per game of a pair.
    pub(super) fn spread(&self) -> (f64, f64, f64) {
        let count: u32 = self.pairs.iter().sum();
        if count == 0 {
            return (0.0, 0.5, 0.25);
        }
        let count = f64::from(count);
        let scores = || self.pairs.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        let mean = scores()
            .map(|(&pairs, score)| f64::from(pairs) * score)
            .sum::<f64>()
            / count;
        let squares = scores().map(|(&pairs, score)| f64::from(pairs) * (score - mean).powi(2));
        let variance = squares.sum::<f64>() / (count - 1.0).max(1.0);
        // A few pairs that are all alike say little.
        (count, mean, variance.max(0.25 / count))
    }

    /// The points of the first player for a game.
    pub fn share(&self) -> Share {
        let (count, mean, variance) = self.spread();
        let error = CONFIDENT * (variance / count.max(1.0)).sqrt();
        Share {
            score: mean,
            error: error.min(0.5),
        }
    }

    /// The difference in Elo.
    pub fn elo(&self) -> EloRange {
        let Share { score, error } = self.share();
        EloRange {
            elo: elo(score),
            low: elo(score - error),
            high: elo(score + error),
        }
    }
}

/// The difference in Elo of a share of the points.
fn elo(score: f64) -> Option<f64> {
    // No negative zero.
    (score > 0.0 && score < 1.0).then(|| 0.0 - 400.0 * (1.0 / score - 1.0).log10())
}

/// The share of the points that a difference in Elo stands for.
pub(super) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use renju_core::split_mix::SplitMix64;

    /// Random numbers from 0 to 1.
    pub(in crate::contest) fn numbers(seed: u64) -> impl FnMut() -> f64 {
        let mut random = SplitMix64::new(seed);
        move || f64::from((random.number() >> 32) as u32) / (f64::from(u32::MAX) + 1.0)
    }

    #[test]
    fn elo_and_share_are_the_same_told_twice() {
        for points in [-300.0, -5.0, 0.0, 20.0, 400.0] {
            let back = elo(expected(points)).unwrap();
            assert!((back - points).abs() < 1e-9, "{points} {back}");
        }
        assert_eq!(elo(0.0), None);
        assert_eq!(elo(1.0), None);
    }

    #[test]
    fn games_are_counted_in_pairs() {
        let mut score = MatchScore::default();
        for half_points in [2, 0, 2, 2, 1, 0, 2] {
            score.add(half_points);
        }
        let expected = GameTally {
            wins: 4,
            losses: 2,
            draws: 1,
        };
        assert_eq!(score.tally, expected);
        assert_eq!(score.pairs, [0, 1, 1, 0, 1]);
        assert_eq!(score.games(), 7);
        let Share { score: mean, error } = score.share();
        assert!((mean - 7.0 / 12.0).abs() < 1e-9);
        assert!(error > 0.3 && error <= 0.5);
    }

    #[test]
    fn the_error_is_kept_by_95_of_100_matches_of_equal_players() {
        let mut number = numbers(1);
        let mut kept = 0;
        for _ in 0..2000 {
            let mut score = MatchScore::default();
            for _ in 0..100 {
                // Openings favour a side: the games of a pair are not independent.
                let black = 0.35 + 0.4 * number();
                let first = if number() < black { 2 } else { 0 };
                let second = if number() < black { 0 } else { 2 };
                score.add(first);
                score.add(second);
            }
            let Share { score, error } = score.share();
            kept += u32::from((score - 0.5).abs() <= error);
        }
        assert!((1860..=1940).contains(&kept), "{kept} of 2000");
    }
}
