//! What players lost their games by: each lost game in one group, with positions to learn from.

use serde::Serialize;

use super::line::GameLine;
use super::puzzle::SuitePosition;
use super::report::GameReport;
use super::row::GameMove;
use crate::board::{ByColor, Color};
use crate::limits::Value;
use crate::named_enum::named_enum;
use crate::position::{PositionId, Setup};
use crate::questions::find::{GameWinner, winner_of};
use crate::questions::{ForcedLine, LineScore, MoveOrPass, VERSION, WinKind};

/// Positions of a group that are shown.
const SHOWN: usize = 3;

/// The chance, in thousandths, from which on a game was not lost yet.
const STILL_GOOD: u16 = 250;
const EVEN: u16 = 500;

named_enum! {
    /// What a game was lost by, the first of these that holds.
    pub enum LossCause: "loss" {
        /// The player's time was up.
        Time = "time",
        /// It played a point that was forbidden to it.
        Forbidden = "forbidden",
        /// It played off the board, on a stone, or no move at all, or its program ended.
        Failure = "failure",
        /// It had a forced win and gave it away.
        Missed = "missed",
        /// It allowed a forced win where another move was known to hold, or its chance was still 25 %.
        Allowed = "allowed",
        /// Its chance fell below one half for good, move by move.
        Drifted = "drifted",
    }
}

/// What players lost by in the games that were given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AutopsyReport {
    /// The version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the question, always `"autopsy"`.
    pub study: &'static str,
    /// Whether all games were looked at.
    pub complete: bool,
    /// Games that were looked at, those without a loser included.
    pub games: u64,
    /// Games without a loser: draws, and those whose end is not known.
    pub without_loser: u64,
    /// The players in the order in which they came.
    pub players: Vec<PlayerAutopsy>,
}

/// What a player lost by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerAutopsy {
    /// What it is called; `"black"` or `"white"` where the game has no name.
    pub name: String,
    /// Games that it played.
    pub games: u64,
    /// Games that it lost.
    pub lost: u64,
    /// The groups that have a game, in the order of the causes.
    pub groups: Vec<LossGroup>,
}

/// Games that were lost by the same cause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LossGroup {
    /// What they were lost by.
    pub cause: LossCause,
    /// How many there are.
    pub games: u64,
    /// The clearest three: the shortest wins, the deepest falls.
    pub examples: Vec<LossExample>,
}

/// Where a game was lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LossExample {
    /// The position to learn from, a position line by itself: before the move, or behind one that
    /// allowed a win. It expects nothing where there is nothing to prove.
    #[serde(flatten)]
    pub position: SuitePosition,
    /// The number of the move that lost, from 1: the one that was due, if none was played.
    #[serde(rename = "move")]
    pub number: usize,
    /// Where it was played; `null` if it was not.
    pub point: Option<MoveOrPass>,
    /// Moves of both sides of the win that was missed or allowed.
    pub plies: Option<usize>,
    /// What the position was worth to the player before the move; `null` if it was not searched.
    pub before: Option<LineScore>,
    /// What it was worth with the move.
    pub after: Option<LineScore>,
}

impl Default for AutopsyReport {
    fn default() -> AutopsyReport {
        AutopsyReport {
            v: VERSION,
            study: "autopsy",
            complete: true,
            games: 0,
            without_loser: 0,
            players: Vec::new(),
        }
    }
}

impl AutopsyReport {
    /// Counts the game of a set-up; who lost it, if one of the players did.
    pub fn count(&mut self, setup: &Setup, game: &GameLine) -> Option<Color> {
        let loser = match winner_of(setup, game.last()) {
            GameWinner::Black => Some(Color::White),
            GameWinner::White => Some(Color::Black),
            GameWinner::Draw | GameWinner::Unknown => None,
        };
        self.games += 1;
        self.without_loser += u64::from(loser.is_none());
        for color in Color::BOTH {
            let player = self.player(&game.players, color);
            player.games += 1;
            player.lost += u64::from(loser == Some(color));
        }
        loser
    }

    /// Adds what a game was lost by.
    pub fn add(
        &mut self,
        game: &GameLine,
        loser: Color,
        (cause, example): (LossCause, LossExample),
    ) {
        let groups = &mut self.player(&game.players, loser).groups;
        let known = groups.iter().position(|group| group.cause == cause);
        let place = known.unwrap_or_else(|| {
            let place = groups.partition_point(|group| (group.cause as u8) < cause as u8);
            let (games, examples) = (0, Vec::new());
            groups.insert(
                place,
                LossGroup {
                    cause,
                    games,
                    examples,
                },
            );
            place
        });
        groups[place].games += 1;
        groups[place].examples.push(example);
        groups[place].examples.sort_by_key(LossExample::unclearness);
        groups[place].examples.truncate(SHOWN);
    }

    fn player(&mut self, names: &ByColor<Option<String>>, color: Color) -> &mut PlayerAutopsy {
        let name = names[color].as_deref().unwrap_or(color.name());
        let known = self.players.iter().position(|player| player.name == name);
        let place = known.unwrap_or_else(|| {
            self.players.push(PlayerAutopsy {
                name: name.to_owned(),
                games: 0,
                lost: 0,
                groups: Vec::new(),
            });
            self.players.len() - 1
        });
        &mut self.players[place]
    }

    /// The positions of all groups that expect something, each once.
    pub fn suite(&self) -> impl Iterator<Item = &SuitePosition> {
        let groups = self.players.iter().flat_map(|player| &player.groups);
        let positions = groups.flat_map(|group| &group.examples);
        let positions = positions.map(|example| &example.position);
        positions.filter(|position| !position.expect.is_empty())
    }
}

impl LossExample {
    /// The loss of a game by what no player may do, behind its last move; a forbidden move is the
    /// last one.
    pub fn of_fault(id: &PositionId, game: &GameLine, cause: LossCause) -> LossExample {
        let last = game.len() - usize::from(cause == LossCause::Forbidden);
        let point = game.played_in(last).map(|played| played.played);
        let expect = match (cause, point) {
            (LossCause::Forbidden, Some(MoveOrPass::At(point))) => {
                Some(format!("forbidden {point}"))
            }
            _ => None,
        };
        LossExample {
            position: at(id, game, last, expect),
            number: last + 1,
            point,
            plies: None,
            before: None,
            after: None,
        }
    }

    fn of_row(
        id: &PositionId,
        game: &GameLine,
        row: &GameMove,
        expect: Option<String>,
    ) -> LossExample {
        LossExample {
            position: at(id, game, row.number - 1, expect),
            number: row.number,
            point: Some(row.point),
            plies: None,
            before: row.before,
            after: row.after,
        }
    }

    /// What stands first in its group is least.
    fn unclearness(&self) -> (bool, usize, i64) {
        let fall = fall_of(self.before, self.after);
        let is_silent = self.position.expect.is_empty();
        (is_silent, self.plies.unwrap_or_default(), -fall)
    }
}

/// What a game that no fault ended was lost by. `None` if it has no move of the loser.
pub fn lost_by(
    id: &PositionId,
    game: &GameLine,
    report: &GameReport,
    loser: Color,
) -> Option<(LossCause, LossExample)> {
    let own = || {
        let rows = report.moves.iter();
        rows.filter(|row| row.header.to_move == Some(loser))
    };
    let last = own().next_back()?;
    if last.number == game.len() && !last.forbidden.is_empty() {
        let cause = LossCause::Forbidden;
        return Some((cause, LossExample::of_fault(id, game, cause)));
    }
    if let Some((row, plies)) = own().find_map(|row| Some((row, missed_plies(row)?))) {
        let expect = match (&row.missed_win, &row.best) {
            (Some(win), _) => Some(expected(win)),
            (None, best) => best.as_ref().map(|best| format!("best {}", best.point)),
        };
        let mut example = LossExample::of_row(id, game, row, expect);
        example.plies = Some(plies);
        return Some((LossCause::Missed, example));
    }
    let decisive = own().find(|row| Some(row.number) == report.summary.decisive);
    let was_open = |row: &&GameMove| row.escape.is_some() || chance(row.before) >= STILL_GOOD;
    if let Some(row) = decisive.filter(was_open) {
        let win = row.allowed.as_ref();
        let mut example = LossExample::of_row(id, game, row, None);
        example.position = at(id, game, row.number, win.map(expected));
        example.plies = match row.after.map(|after| after.value) {
            Some(Value::LossIn(plies)) => Some(usize::from(plies) - 1),
            _ => win.map(|win| win.plies),
        };
        return Some((LossCause::Allowed, example));
    }
    let was_even = |row: &&GameMove| chance(row.before) >= EVEN;
    let row = own().rfind(was_even).or_else(|| own().next())?;
    let better = row.best.as_ref().filter(|best| best.point != row.point);
    let expect = better.map(|best| format!("best {}", best.point));
    let example = LossExample::of_row(id, game, row, expect);
    Some((LossCause::Drifted, example))
}

/// The position after this number of moves.
fn at(id: &PositionId, game: &GameLine, index: usize, expect: Option<String>) -> SuitePosition {
    let id = id.clone().followed_by(&format!("@{index}"));
    let expect = expect.into_iter().collect();
    SuitePosition::new(id, &game.positions()[index], expect)
}

/// `vct win 9`; a five is a win by fours as well.
fn expected(win: &ForcedLine) -> String {
    let kind = match win.kind {
        WinKind::Five => WinKind::Vcf,
        kind => kind,
    };
    format!("{kind} win {}", win.plies)
}

/// The length of a win that a move gave away, found by the solvers or by the search alone.
fn missed_plies(row: &GameMove) -> Option<usize> {
    let by_search = match row.before?.value {
        Value::WinIn(plies) if row.blunder => Some(usize::from(plies)),
        _ => None,
    };
    (row.missed_win.as_ref().map(|win| win.plies)).or(by_search)
}

/// The chance of the mover in thousandths; of points without chances whether they are for it.
fn chance(score: Option<LineScore>) -> u16 {
    let Some(score) = score else { return 0 };
    let by_points = || match score.value {
        Value::Points(points) if points >= 0 => EVEN,
        _ => 0,
    };
    score.own_chance().unwrap_or_else(by_points)
}

/// How far a move fell, in thousandths of a chance, or in points.
fn fall_of(before: Option<LineScore>, after: Option<LineScore>) -> i64 {
    let worth =
        |score: Option<LineScore>| match score.map(|score| (score.own_chance(), score.value)) {
            Some((Some(chance), _)) => i64::from(chance),
            Some((None, Value::Points(points))) => points,
            _ => 0,
        };
    worth(before) - worth(after)
}
