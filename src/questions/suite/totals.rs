//! Results of each player of a test suite: tests solved, failures, and median times.

use serde::Serialize;

use super::answer::SuiteAnswer;
use crate::questions::VERSION;

/// How many expectations each player has solved, and how soon, behind the last of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuiteTable {
    /// Version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the line, always `"check_players"`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "check_players")))]
    pub study: &'static str,
    /// The players, in the order in which they were asked.
    pub players: Vec<PlayerTotals>,
}

/// What a player made of all expectations that it was asked about.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerTotals {
    /// The name of the player.
    pub player: String,
    /// Expectations that it was asked about.
    pub asked: u64,
    /// How many it has solved.
    pub solved: u64,
    /// How many of them no other player has solved.
    pub alone: u64,
    /// How many it has not solved.
    pub failed: u64,
    /// How many moves our solver has not decided about.
    pub undecided: u64,
    /// How often it gave no answer.
    pub errors: u64,
    /// Seconds to a solution, or to an answer that is none, of all together.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0)))]
    pub seconds: f64,
    /// The median of the seconds to a solution; `None` if it has solved nothing.
    pub median_seconds: Option<f64>,
    /// The median of the nodes to a solution, where they are known; `None` if they never are.
    pub median_nodes: Option<u64>,
}

/// The answers of players so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SuiteTotals {
    players: Vec<PlayerCounts>,
}

#[derive(Clone, PartialEq, Debug)]
struct PlayerCounts {
    totals: PlayerTotals,
    seconds: Vec<f64>,
    nodes: Vec<u64>,
}

impl SuiteTotals {
    /// Counts what players have answered to one expectation.
    pub fn add(&mut self, answers: &[(&str, SuiteAnswer)]) {
        let is_solved = |answer: &SuiteAnswer| answer.solved == Some(true);
        let solvers = answers.iter().filter(|(_, answer)| is_solved(answer));
        let is_alone = solvers.count() == 1;
        for (player, answer) in answers {
            let counts = self.counts(player);
            counts.add(answer);
            counts.totals.alone += u64::from(is_alone && is_solved(answer));
        }
    }

    fn counts(&mut self, player: &str) -> &mut PlayerCounts {
        let known = self.players.iter();
        let known = known
            .map(|counts| counts.totals.player.as_str())
            .position(|known| known == player);
        let index = known.unwrap_or_else(|| {
            self.players.push(PlayerCounts::new(player));
            self.players.len() - 1
        });
        &mut self.players[index]
    }

    /// The players with what they have solved.
    pub fn table(self) -> SuiteTable {
        let players = self.players.into_iter();
        SuiteTable {
            v: VERSION,
            study: "check_players",
            players: players.map(PlayerCounts::totals).collect(),
        }
    }
}

impl PlayerCounts {
    fn new(player: &str) -> PlayerCounts {
        PlayerCounts {
            totals: PlayerTotals {
                player: player.to_owned(),
                asked: 0,
                solved: 0,
                alone: 0,
                failed: 0,
                undecided: 0,
                errors: 0,
                seconds: 0.0,
                median_seconds: None,
                median_nodes: None,
            },
            seconds: Vec::new(),
            nodes: Vec::new(),
        }
    }

    fn add(&mut self, answer: &SuiteAnswer) {
        let totals = &mut self.totals;
        totals.asked += 1;
        totals.seconds += answer.seconds;
        *match (&answer.error, answer.solved) {
            (Some(_), _) => &mut totals.errors,
            (None, Some(true)) => &mut totals.solved,
            (None, Some(false)) => &mut totals.failed,
            (None, None) => &mut totals.undecided,
        } += 1;
        if answer.solved == Some(true) {
            self.seconds.push(answer.seconds);
            self.nodes.extend(answer.nodes);
        }
    }

    fn totals(mut self) -> PlayerTotals {
        self.seconds.sort_by(f64::total_cmp);
        self.nodes.sort_unstable();
        PlayerTotals {
            seconds: (self.totals.seconds * 1e6).round() / 1e6,
            median_seconds: median(&self.seconds),
            median_nodes: median(&self.nodes),
            ..self.totals
        }
    }
}

/// The middle of sorted values, the lower one of two.
fn median<T: Copy>(values: &[T]) -> Option<T> {
    values.get(values.len().checked_sub(1)? / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(solved: Option<bool>, seconds: f64, nodes: Option<u64>) -> SuiteAnswer {
        SuiteAnswer {
            played: None,
            solved,
            seconds,
            nodes,
            error: None,
        }
    }

    #[test]
    fn players_are_counted_side_by_side() {
        let mut totals = SuiteTotals::default();
        let solved = |seconds, nodes| answer(Some(true), seconds, Some(nodes));
        let failed = answer(Some(false), 1.0, Some(99));
        let silent = SuiteAnswer {
            error: Some("no answer within 1 s".to_owned()),
            ..answer(None, 1.0, None)
        };
        totals.add(&[("ours", solved(0.5, 10)), ("mine", failed)]);
        totals.add(&[("ours", solved(0.1, 30)), ("mine", solved(0.25, 5))]);
        totals.add(&[("ours", solved(0.2, 20)), ("mine", silent)]);
        totals.add(&[("ours", answer(None, 0.0, None))]);
        let [ours, mine] = &totals.table().players[..] else {
            panic!("two players");
        };
        assert_eq!((ours.asked, ours.solved, ours.alone), (4, 3, 2));
        assert_eq!((ours.failed, ours.undecided, ours.errors), (0, 1, 0));
        assert_eq!(
            (ours.median_seconds, ours.median_nodes),
            (Some(0.2), Some(20))
        );
        assert_eq!((mine.asked, mine.solved, mine.alone), (3, 1, 0));
        assert_eq!((mine.failed, mine.undecided, mine.errors), (1, 0, 1));
        assert_eq!((mine.seconds, mine.median_nodes), (2.25, Some(5)));
    }

    #[test]
    fn nothing_solved_has_no_median() {
        assert_eq!(median::<u64>(&[]), None);
        assert_eq!(median(&[1, 2]), Some(1));
        assert_eq!(median(&[1, 2, 3]), Some(2));
    }
}
