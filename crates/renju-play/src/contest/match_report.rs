//! Totals of a match: the score of each player and pairing, faults, Elo ranges, the SPRT.

use serde::Serialize;

use renju_core::board::{ByColor, Color};
use renju_core::position::{Game, GameInfo};

use super::play::{GameFinish, PlayedGame};
use super::player::FaultKind;
use super::schedule::Fixture;
use super::score::{EloRange, GameTally, MatchScore, Share};
use super::sprt::{Sprt, SprtVerdict};

/// What counts of a game that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// The rule or the fault that ended it.
    pub finish: GameFinish,
    /// Moves after the opening, passes included.
    pub moves: usize,
}

impl From<&PlayedGame> for GameSummary {
    fn from(game: &PlayedGame) -> GameSummary {
        GameSummary {
            winner: game.winner,
            finish: game.finish,
            moves: game.moves(),
        }
    }
}

impl GameSummary {
    /// What a game says that [`game_record`](super::game_record) has made; `None` if another has.
    pub fn of_record(game: &Game) -> Option<GameSummary> {
        let info = &game.info;
        let winner = match info.result.as_deref()? {
            "B+" => Some(Color::Black),
            "W+" => Some(Color::White),
            "Draw" => None,
            _ => return None,
        };
        let finish = finish_of_record(info)?;
        let opening: usize = said(info, "OPENING")?.parse().ok()?;
        let moves = game.main_setup().moves.len().checked_sub(opening)?;
        let is_unplayed = finish.fault() == Some(FaultKind::Forbidden);
        Some(GameSummary {
            winner,
            finish,
            moves: moves.checked_sub(usize::from(is_unplayed))?,
        })
    }
}

/// What ended a game, if [`game_record`](super::game_record) has made its record.
pub fn finish_of_record(info: &GameInfo) -> Option<GameFinish> {
    GameFinish::of_name(said(info, "FINISH")?)
}

/// The first value of a property.
fn said<'i>(info: &'i GameInfo, name: &str) -> Option<&'i str> {
    let found = info.properties.iter().find(|(other, _)| other == name);
    found.and_then(|(_, values)| values.first().map(String::as_str))
}

/// What the games of a match come to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchReport {
    /// The players in the order of the command, each with all its games.
    pub players: Vec<PlayerReport>,
    /// Each two that met.
    pub pairings: Vec<PairingReport>,
    /// Games that were played.
    pub games: u32,
    /// Moves of the players in all of them.
    pub moves: u64,
    /// Games that Black won.
    pub black_wins: u32,
    /// Games that White won.
    pub white_wins: u32,
    /// Games without a winner.
    pub draws: u32,
    /// The test of two differences in Elo, if there was one.
    pub sprt: Option<SprtReport>,
}

impl PlayerReport {
    /// Its points: one for a win, half a one for a draw.
    pub fn points(&self) -> f64 {
        points(self.wins, self.draws)
    }

    /// Its points for a game.
    pub fn mean(&self) -> f64 {
        self.points() / f64::from(self.games.max(1))
    }
}

impl PairingReport {
    /// The points of the first and of the second.
    pub fn points(&self) -> (f64, f64) {
        (
            points(self.wins, self.draws),
            points(self.losses, self.draws),
        )
    }
}

fn points(wins: u32, draws: u32) -> f64 {
    f64::from(wins) + f64::from(draws) / 2.0
}

/// What a player has done.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerReport {
    /// What it is called.
    pub name: String,
    /// Games that it played.
    pub games: u32,
    /// Games that it won.
    pub wins: u32,
    /// Games that it lost.
    pub losses: u32,
    /// Games without a winner.
    pub draws: u32,
    /// Games that it lost by what no player may do.
    pub faults: FaultCounts,
}

/// Games lost by faults, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaultCounts {
    /// A move off the board, or on a stone.
    pub illegal: u32,
    /// A move that is forbidden to Black.
    pub forbidden: u32,
    /// A move that came too late, or never.
    pub late: u32,
    /// The program ended, or did not start.
    pub crash: u32,
    /// An answer that is no move, or a refusal to play.
    pub error: u32,
    /// More output than an answer has.
    pub too_much_output: u32,
}

/// What two players have done against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairingReport {
    /// The name of the first.
    pub first: String,
    /// The name of the second.
    pub second: String,
    /// Games that the first won.
    pub wins: u32,
    /// Games that the second won.
    pub losses: u32,
    /// Games without a winner.
    pub draws: u32,
    /// The games of the first by the side that it had.
    pub by_side: ByColor<GameTally>,
    /// Pairs of games by the half points of the first, 0 to 4.
    pub pairs: [u32; 5],
    /// The points of the first.
    pub share: Share,
    /// The difference in Elo of the first to the second.
    pub elo: EloRange,
}

/// How far a sequential test has come.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SprtReport {
    /// The lower difference in Elo.
    pub elo0: f64,
    /// The higher difference in Elo.
    pub elo1: f64,
    /// The log-likelihood ratio of the higher against the lower one.
    pub ratio: f64,
    /// The ratio at which the lower one is accepted.
    pub lower: f64,
    /// The ratio at which the higher one is accepted.
    pub upper: f64,
    /// Which is accepted, `null` while neither is.
    pub verdict: Option<SprtVerdict>,
}

impl FaultCounts {
    fn count(&mut self, fault: FaultKind) {
        match fault {
            FaultKind::Illegal => self.illegal += 1,
            FaultKind::Forbidden => self.forbidden += 1,
            FaultKind::Late => self.late += 1,
            FaultKind::Crash => self.crash += 1,
            FaultKind::Error => self.error += 1,
            FaultKind::TooMuchOutput => self.too_much_output += 1,
        }
    }

    /// Each kind with its count.
    pub fn named(&self) -> [(&'static str, u32); 6] {
        [
            ("illegal", self.illegal),
            ("forbidden", self.forbidden),
            ("late", self.late),
            ("crash", self.crash),
            ("error", self.error),
            ("too_much_output", self.too_much_output),
        ]
    }
}

/// The games of a match as they are counted.
#[derive(Clone, Debug)]
pub struct MatchCount {
    report: MatchReport,
    meetings: Vec<Meeting>,
    sprt: Option<Sprt>,
}

/// The games of two players against each other.
#[derive(Clone, Copy, Debug, Default)]
struct Meeting {
    pairing: (usize, usize),
    score: MatchScore,
    /// Of the first, by the side that it had.
    by_side: ByColor<GameTally>,
}

impl MatchCount {
    /// A match of players with these names, before its first game.
    pub fn new(names: &[String], sprt: Option<Sprt>) -> MatchCount {
        let players = names.iter().map(|name| PlayerReport {
            name: name.clone(),
            ..PlayerReport::default()
        });
        MatchCount {
            report: MatchReport {
                players: players.collect(),
                pairings: Vec::new(),
                games: 0,
                moves: 0,
                black_wins: 0,
                white_wins: 0,
                draws: 0,
                sprt: None,
            },
            meetings: Vec::new(),
            sprt,
        }
    }

    /// Counts a game; games come in the order of the schedule.
    pub fn add(&mut self, fixture: &Fixture, game: GameSummary) {
        self.report.games += 1;
        self.report.moves += game.moves as u64;
        match game.winner {
            Some(Color::Black) => self.report.black_wins += 1,
            Some(Color::White) => self.report.white_wins += 1,
            None => self.report.draws += 1,
        }
        for color in Color::BOTH {
            let player = &mut self.report.players[fixture.players[color]];
            player.games += 1;
            match game.winner {
                None => player.draws += 1,
                Some(winner) if winner == color => player.wins += 1,
                Some(_) => {
                    player.losses += 1;
                    if let Some(fault) = game.finish.fault() {
                        player.faults.count(fault);
                    }
                }
            }
        }
        let first = fixture.pairing.0;
        let half_points = match game.winner.map(|color| fixture.players[color]) {
            None => 1,
            Some(winner) if winner == first => 2,
            Some(_) => 0,
        };
        let meeting = self.meeting(fixture.pairing);
        meeting.score.add(half_points);
        let is_black = fixture.players.black == first;
        let side = if is_black { Color::Black } else { Color::White };
        meeting.by_side[side].add(half_points);
    }

    fn meeting(&mut self, pairing: (usize, usize)) -> &mut Meeting {
        let is_it = |meeting: &Meeting| meeting.pairing == pairing;
        let known = self.meetings.iter().position(is_it);
        let index = known.unwrap_or_else(|| {
            self.meetings.push(Meeting {
                pairing,
                ..Meeting::default()
            });
            self.meetings.len() - 1
        });
        &mut self.meetings[index]
    }

    /// What the test of the first two players has come to.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        let meeting = self.meetings.first()?;
        self.sprt?.verdict(&meeting.score)
    }

    /// The report so far.
    pub fn report(&self) -> MatchReport {
        let name = |player: usize| self.report.players[player].name.clone();
        let pairing = |meeting: &Meeting| {
            let ((first, second), score) = (meeting.pairing, meeting.score);
            PairingReport {
                first: name(first),
                second: name(second),
                wins: score.tally.wins,
                losses: score.tally.losses,
                draws: score.tally.draws,
                by_side: meeting.by_side,
                pairs: score.pairs,
                share: score.share(),
                elo: score.elo(),
            }
        };
        let none = MatchScore::default();
        let first = self
            .meetings
            .first()
            .map_or(&none, |meeting| &meeting.score);
        let sprt = self.sprt.map(|test| SprtReport {
            elo0: test.low,
            elo1: test.high,
            ratio: test.ratio(first),
            lower: test.bounds().0,
            upper: test.bounds().1,
            verdict: test.verdict(first),
        });
        MatchReport {
            pairings: self.meetings.iter().map(pairing).collect(),
            sprt,
            ..self.report.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_the_side_that_the_first_had() {
        let names = ["one", "two"].map(str::to_owned);
        let mut count = MatchCount::new(&names, None);
        let winners = [
            Some(Color::Black),
            Some(Color::White),
            Some(Color::White),
            None,
        ];
        for (number, winner) in winners.into_iter().enumerate() {
            let first_is_black = number % 2 == 0;
            let fixture = Fixture {
                number,
                pairing: (0, 1),
                pair: number / 2,
                players: ByColor::from_fn(|side| {
                    usize::from((side == Color::Black) != first_is_black)
                }),
                opening: 0,
            };
            let game = GameSummary {
                winner,
                finish: GameFinish::Five,
                moves: 9,
            };
            count.add(&fixture, game);
        }
        let report = count.report();
        let [pairing] = &report.pairings[..] else {
            panic!("two players meet once")
        };
        let tally = |wins, losses, draws| GameTally {
            wins,
            losses,
            draws,
        };
        assert_eq!(pairing.by_side.black, tally(1, 1, 0));
        assert_eq!(pairing.by_side.white, tally(1, 0, 1));
        assert_eq!(pairing.pairs, [0, 1, 0, 0, 1]);
    }
}
