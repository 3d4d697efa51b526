//! Sequential probability ratio test: decides between two Elo differences while a match is played.

use renju_core::named_enum::named_enum;

use super::score::{MatchScore, expected};

/// A sequential probability ratio test of two differences in Elo (Wald 1945), on pairs of games as the
/// test of Fishtest is: the mean of pairs is taken for normal, with the variance that was measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The lower difference, the one of H0.
    pub low: f64,
    /// The higher difference, the one of H1.
    pub high: f64,
    /// How often H1 may be accepted where H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted where H1 is true.
    pub beta: f64,
}

named_enum! {
    /// What a test has come to.
    pub enum SprtVerdict: "verdict" {
        /// The lower difference is accepted.
        Low = "H0",
        /// The higher difference is accepted.
        High = "H1",
    }
}

impl Sprt {
    /// The log-likelihood ratio of the higher difference against the lower one.
    pub fn ratio(&self, score: &MatchScore) -> f64 {
        let (count, mean, variance) = score.spread();
        let (low, high) = (expected(self.low), expected(self.high));
        count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The ratios at which the lower and the higher difference are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let low = (self.beta / (1.0 - self.alpha)).ln();
        let high = ((1.0 - self.beta) / self.alpha).ln();
        (low, high)
    }

    /// Which of them is accepted; `None` while neither is.
    pub fn verdict(&self, score: &MatchScore) -> Option<SprtVerdict> {
        let (low, high) = self.bounds();
        match self.ratio(score) {
            ratio if ratio <= low => Some(SprtVerdict::Low),
            ratio if ratio >= high => Some(SprtVerdict::High),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::tests::numbers;
    use super::*;

    /// How often the test accepts H1 of 400 matches of players that differ by `elo`, and the most
    /// pairs one of them took.
    fn accepted(test: Sprt, elo: f64, seed: u64) -> (u32, u32) {
        let mut number = numbers(seed);
        let (mut high, mut longest) = (0, 0);
        let wins = expected(elo);
        for _ in 0..400 {
            let mut score = MatchScore::default();
            for pair in 1..100_000 {
                for _ in 0..2 {
                    score.add(if number() < wins { 2 } else { 0 });
                }
                if let Some(verdict) = test.verdict(&score) {
                    high += u32::from(verdict == SprtVerdict::High);
                    longest = longest.max(pair);
                    break;
                }
            }
        }
        (high, longest)
    }

    #[test]
    fn errors_are_as_rare_as_was_asked() {
        let test = Sprt {
            low: 0.0,
            high: 30.0,
            alpha: 0.05,
            beta: 0.05,
        };
        let (wrong, longest) = accepted(test, 0.0, 1);
        assert!(wrong <= 32, "{wrong} of 400 accepted H1 where H0 was true");
        let (right, _) = accepted(test, 30.0, 2);
        assert!(right >= 368, "{right} of 400 accepted H1 where it was true");
        assert!(longest < 20_000);
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let test = Sprt {
            low: 0.0,
            high: 5.0,
            alpha: 0.05,
            beta: 0.1,
        };
        let (low, high) = test.bounds();
        assert!((low + 2.251).abs() < 0.001 && (high - 2.890).abs() < 0.001);
        assert_eq!(test.verdict(&MatchScore::default()), None);
    }
}
