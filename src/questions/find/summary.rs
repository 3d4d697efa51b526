//! Totals of a pattern search: how the games ended, and which moves followed.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::report::{FindReport, GameWinner};
use crate::questions::{MoveOrPass, VERSION};

/// What a pattern came to in a collection of games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindSummary {
    /// The version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the question, always `"find_summary"`.
    pub study: &'static str,
    /// Games that were read.
    pub games: u64,
    /// Games in which the pattern stands at some time.
    pub found: u64,
    /// Places and times where it stands; a game may have several.
    pub hits: u64,
    /// Games on boards on which the pattern has no room, or not its place.
    pub other_sizes: u64,
    /// Games that could not be read.
    pub not_read: u64,
    /// How the games of the hits ended, in the colours of the pattern.
    pub results: WinnerCounts,
    /// The moves that followed, the most frequent first.
    pub next: Vec<FollowingMove>,
    #[serde(skip)]
    counts: BTreeMap<Option<String>, WinnerCounts>,
}

/// A move that followed a pattern, and how those games ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FollowingMove {
    /// The point of the pattern, `"pass"`, or `"elsewhere"` for points that lie off every board when
    /// they are turned back to the pattern; `null` where the game ends.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// How often it followed.
    pub count: u64,
    /// How those games ended, in the colours of the pattern.
    pub results: WinnerCounts,
}

/// How many games ended how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinnerCounts {
    /// Games that Black won.
    pub black: u64,
    /// Games that White won.
    pub white: u64,
    /// Games without a winner.
    pub draw: u64,
    /// Games of which nothing says how they ended.
    pub unknown: u64,
}

impl WinnerCounts {
    fn add(&mut self, winner: GameWinner) {
        *match winner {
            GameWinner::Black => &mut self.black,
            GameWinner::White => &mut self.white,
            GameWinner::Draw => &mut self.draw,
            GameWinner::Unknown => &mut self.unknown,
        } += 1;
    }

    /// The number of all of them.
    pub const fn sum(self) -> u64 {
        self.black + self.white + self.draw + self.unknown
    }
}

impl FindSummary {
    /// The summary before the first game.
    pub fn new() -> FindSummary {
        FindSummary {
            v: VERSION,
            study: "find_summary",
            ..FindSummary::default()
        }
    }

    /// Counts a game with what was found in it; `fits` tells whether the pattern has room there.
    pub fn add(&mut self, hits: &[FindReport], fits: bool) {
        self.games += 1;
        self.other_sizes += u64::from(!fits);
        self.found += u64::from(!hits.is_empty());
        self.hits += hits.len() as u64;
        for hit in hits {
            let played = match (hit.next, hit.next_in_pattern) {
                (None, _) => None,
                (Some(MoveOrPass::Pass), _) => Some("pass".to_owned()),
                (Some(MoveOrPass::At(_)), Some(point)) => Some(point.to_string()),
                (Some(MoveOrPass::At(_)), None) => Some("elsewhere".to_owned()),
            };
            let winner = hit.result_in_pattern();
            self.results.add(winner);
            self.counts.entry(played).or_default().add(winner);
        }
    }

    /// The summary with its moves in order.
    #[must_use]
    pub fn finished(mut self) -> FindSummary {
        let counts = std::mem::take(&mut self.counts).into_iter();
        let moves = counts.map(|(played, results)| FollowingMove {
            played,
            count: results.sum(),
            results,
        });
        self.next = moves.collect();
        self.next.sort_by_key(|following| Reverse(following.count));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Size, Symmetry};

    #[test]
    fn moves_are_counted_in_the_colours_of_the_pattern() {
        let hit = |next: Option<&str>, swapped, result| FindReport {
            v: VERSION,
            id: "a".into(),
            study: "find",
            size: Size::RENJU,
            after: 2,
            corner: None,
            symmetry: Symmetry::Identity,
            swapped,
            next: next.map(|name| MoveOrPass::from(name.parse().ok())),
            next_in_pattern: next.and_then(|name| name.parse().ok()),
            result,
        };
        let mut summary = FindSummary::new();
        summary.add(&[hit(Some("H8"), false, GameWinner::Black)], true);
        let both = [
            hit(Some("H8"), true, GameWinner::Black),
            hit(Some("pass"), false, GameWinner::Draw),
        ];
        summary.add(&both, true);
        summary.add(&[], false);
        summary.add(&[hit(None, false, GameWinner::Unknown)], true);
        let summary = summary.finished();
        let counts = [
            summary.games,
            summary.found,
            summary.hits,
            summary.other_sizes,
        ];
        assert_eq!(counts, [4, 3, 4, 1]);
        let of_h8 = &summary.next[0];
        assert_eq!((of_h8.played.as_deref(), of_h8.count), (Some("H8"), 2));
        assert_eq!((of_h8.results.black, of_h8.results.white), (1, 1));
        let rest: Vec<_> = summary.next[1..]
            .iter()
            .map(|next| next.played.as_deref())
            .collect();
        assert_eq!(rest, [None, Some("pass")]);
        assert_eq!(summary.results.sum(), 4);
    }
}
