//! Game analysis: joins the reviews of all positions and carries proved results forward and back.

use super::line::{GameLine, PlayedMove};
use super::review::{PositionReview, SearchedLine};
use super::row::{BestMove, GameMove};
use super::summary::GameTotals;
use crate::board::Color;
use crate::eval::{ByKey, EvaluatorInfo};
use crate::geometry::Point;
use crate::limits::{StopReason, Value};
use crate::position::PositionId;
use crate::questions::{
    DefenceMeans, DefenceMove, DefenceReport, DefenceVerdict, ForcedLine, LineScore, MoveOrPass,
    ReportHeader,
};
use crate::threat::ThreatOutcome;

/// Plies of a forced win that is told as missed where nothing is known to be left of it.
const AT_HAND: usize = 3;

/// A game, move by move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameReport {
    /// The moves that were looked at, in their order.
    pub moves: Vec<GameMove>,
    /// What the game came to.
    pub summary: GameTotals,
}

/// What decides how a game is told.
#[derive(Clone, Copy, Debug)]
pub struct GameTelling<'a> {
    /// The evaluator that searched.
    pub evaluator: &'a EvaluatorInfo,
    /// How much a move has to lose to be a mistake.
    pub blunder: LeastLoss,
    /// Whether the answer may be different on another machine.
    pub is_timed: bool,
    /// Only moves whose number is a multiple of this one are told; 1 for all.
    pub every: usize,
    /// Only moves of this side are told.
    pub only_side: Option<Color>,
}

/// The least that a move loses if it is a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeastLoss {
    /// Points lost, in the unit of the evaluator.
    Points(i64),
    /// Thousandths of the chance to win that are lost, for evaluators that give chances.
    Chance(u16),
}

impl GameTelling<'_> {
    /// Whether the move of this number, from 1, has a row if it is told at all.
    pub const fn wants(&self, number: usize) -> bool {
        number.is_multiple_of(self.every)
    }

    fn tells(&self, row: &GameMove) -> bool {
        let side = row.header.to_move;
        self.wants(row.number) && self.only_side.is_none_or(|only| side == Some(only))
    }
}

/// Joins what was found out about the positions of a game; `reviews` has one for each, `None` for those
/// that were not looked at.
///
/// What an earlier position proves is carried forward: a proved loss stays one whatever is played, and a
/// proved win with the first move of its line. What a later position proves is carried back as far as it
/// goes: a position with a move into a lost one of the other side is won.
///
/// # Panics
///
/// If there is not one review for each position.
pub fn game_report(
    id: &PositionId,
    game: &GameLine,
    reviews: Vec<Option<PositionReview>>,
    telling: &GameTelling<'_>,
) -> GameReport {
    assert_eq!(reviews.len(), game.positions().len(), "a review each");
    let reviews = Reviews::settled(game, reviews);
    let proved: Vec<Option<Color>> = (0..game.positions().len())
        .map(|index| reviews.proved_winner(index))
        .collect();
    let is_whole = reviews.of.iter().all(Option::is_some);
    let rows = (0..game.len()).filter_map(|index| reviews.row(id, index, telling));
    let moves: Vec<GameMove> = rows.filter(|row| telling.tells(row)).collect();
    GameReport {
        summary: GameTotals::new(id, game, &moves, is_whole.then_some(&proved)),
        moves,
    }
}

/// The reviews of a game with what they prove of each other.
struct Reviews<'a> {
    game: &'a GameLine,
    of: Vec<Option<PositionReview>>,
    /// By position, the most plies to the win of its mover, where the one before is proved to be lost and
    /// another move was played than that of its line. No move is known that begins the win.
    won_within: Vec<Option<u16>>,
}

impl Reviews<'_> {
    /// Tells each position what its neighbours prove of it: first that a proof goes on with the move that
    /// was played, then, from the last position to the first, that such a move leads to a won one.
    fn settled(game: &GameLine, of: Vec<Option<PositionReview>>) -> Reviews<'_> {
        let won_within = vec![None; of.len()];
        let mut reviews = Reviews {
            game,
            of,
            won_within,
        };
        for index in 0..game.len() {
            reviews.carry_forward(index);
        }
        for index in (0..game.len()).rev() {
            reviews.carry_back(index);
        }
        reviews
    }

    /// The next position is decided as this one is if its move continues the proof, and whatever the move
    /// if this one is lost.
    fn carry_forward(&mut self, index: usize) {
        let (Some(played), Some(review)) = (self.game.played_in(index), &self.of[index]) else {
            return;
        };
        let next = self.of[index + 1].as_ref().and_then(|next| next.value);
        // The proof of a loss has tried the legal moves.
        let Some(known) = next.filter(|_| played.forbidden.is_empty()) else {
            return;
        };
        let is_open = matches!(known, Value::Points(_));
        let is_news = |rest: &SearchedLine| is_open || is_shorter(rest.value, known);
        let kept = || kept_proof(review).filter(|_| is_open);
        let proof = rest_of_proof(review, played).filter(is_news).or_else(kept);
        let within = match (review.value, played.played) {
            (Some(Value::LossIn(plies)), MoveOrPass::At(_)) => Some(plies.saturating_sub(1)),
            _ => None,
        };
        if let (Some(proof), Some(next)) = (proof, &mut self.of[index + 1]) {
            next.value = Some(proof.value);
            next.line = proof.line;
        } else if is_open {
            self.won_within[index + 1] = within;
        }
    }

    /// What a position is worth to its mover: by itself, or by the one before where that leaves it open.
    fn value(&self, index: usize) -> Option<Value> {
        let own = self.of[index].as_ref()?.value?;
        let within = self.won_within[index].filter(|_| matches!(own, Value::Points(_)));
        Some(within.map_or(own, Value::WinIn))
    }

    /// A position is won if its move leads to a won one.
    fn carry_back(&mut self, index: usize) {
        let (Some(played), Some(value)) = (self.game.played_in(index), self.value_after(index))
        else {
            return;
        };
        let after = self.of[index + 1].as_ref();
        let line: Vec<MoveOrPass> = [played.played]
            .into_iter()
            .chain(after.into_iter().flat_map(|after| after.line.clone()))
            .collect();
        let is_allowed = played.forbidden.is_empty();
        if let Some(review) = &mut self.of[index]
            && matches!(value, Value::WinIn(_))
            && !matches!(review.value, None | Some(Value::WinIn(_)))
            && is_allowed
        {
            review.value = Some(value);
            review.line = line;
        }
    }

    /// What the move before the position behind `index` was worth to its mover.
    fn value_after(&self, index: usize) -> Option<Value> {
        let played = self.game.played_in(index)?;
        if let Some(outcome) = self.game.positions()[index + 1].outcome() {
            return Some(match outcome.winner {
                None => Value::Draw,
                Some(winner) if winner == played.color => Value::WinIn(1),
                Some(_) => Value::LossIn(1),
            });
        }
        Some(match self.value(index + 1)? {
            Value::Points(points) => Value::Points(-points),
            Value::WinIn(plies) => Value::LossIn(plies + 1),
            Value::LossIn(plies) => Value::WinIn(plies + 1),
            Value::Draw => Value::Draw,
        })
    }

    /// Who is proved to win in a position.
    fn proved_winner(&self, index: usize) -> Option<Color> {
        let position = &self.game.positions()[index];
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        match self.value(index)? {
            Value::WinIn(_) => Some(position.to_move()),
            Value::LossIn(_) => Some(!position.to_move()),
            Value::Points(_) | Value::Draw => None,
        }
    }

    /// The row of the move from the position of this number; `None` if one of the two positions was
    /// not looked at.
    fn row(&self, id: &PositionId, index: usize, telling: &GameTelling<'_>) -> Option<GameMove> {
        let position = &self.game.positions()[index];
        let played = self.game.played_in(index)?;
        let before = self.of[index].as_ref()?;
        let after = self.of[index + 1].as_ref()?;
        let worth = (self.value(index), self.value_after(index));
        // Both by the odds of one board, or the scale would seem to lose something.
        let odds = telling.evaluator.odds(position, played.color);
        let score = |value| LineScore::new(played.color, value, odds);
        let (told_before, told_after) = (worth.0.map(score), worth.1.map(score));
        let is_best = before.line.first() == Some(&played.played);
        // What nothing better was found for was no mistake, however deep it fell.
        let better = before.instead.as_ref().filter(|_| is_best);
        let is_better =
            |other: &SearchedLine| Some(rank(score(other.value))) > told_after.map(rank);
        let loses =
            is_blunder((told_before, told_after), telling.blunder) && better.is_none_or(is_better);
        let missed = missed(before, worth.1, loses);
        let allowed = allowed(before, after);
        let is_bad = missed.is_some() || allowed.is_some() || !played.forbidden.is_empty() || loses;
        let better = better.filter(|other| is_bad && is_better(other)).cloned();
        let own = || {
            Some(SearchedLine {
                value: before.value?,
                line: before.line.clone(),
            })
        };
        let number = index + 1;
        let id = id.clone().followed_by(&format!("@{number}"));
        Some(GameMove {
            header: ReportHeader::new(id, "game", position),
            number,
            point: played.played,
            before: told_before,
            after: told_after,
            best: better.or_else(own).and_then(|best| {
                Some(BestMove {
                    point: *best.line.first()?,
                    score: score(best.value),
                    line: best.line,
                })
            }),
            missed: missed.map(|win| win.kind),
            missed_win: missed.cloned(),
            missed_proved: missed.map(|_| before.kept == Some(ThreatOutcome::None)),
            allowed: allowed.cloned(),
            escape: allowed.and_then(|_| escape(before, played)),
            only: only(before.defences.as_ref(), played, worth),
            forbidden: played.forbidden.clone(),
            blunder: is_bad,
            proved: self.proved_winner(number),
            engines: ByKey(Vec::new()),
            nodes: before.nodes,
            deterministic: !telling.is_timed && before.stop != Some(StopReason::Interrupted),
        })
    }
}

/// What is left of a proof whose line goes on with the move that was played.
fn rest_of_proof(review: &PositionReview, played: &PlayedMove) -> Option<SearchedLine> {
    let (first, rest) = review.line.split_first()?;
    let is_proved = |value: &Value| matches!(value, Value::WinIn(_) | Value::LossIn(_));
    let value = review.value.filter(is_proved)?.after_move();
    (*first == played.played).then(|| SearchedLine {
        value,
        line: rest.to_vec(),
    })
}

/// What the win that was found to begin with the move that was played leaves to the other side.
fn kept_proof(review: &PositionReview) -> Option<SearchedLine> {
    let win = review.kept_win.as_ref()?;
    Some(SearchedLine {
        value: Value::LossIn(win.plies as u16 - 1),
        line: win.line[1..].to_vec(),
    })
}

/// Whether two values are proofs of the same, and the first is the shorter one.
const fn is_shorter(proof: Value, known: Value) -> bool {
    match (proof, known) {
        (Value::WinIn(plies), Value::WinIn(known))
        | (Value::LossIn(plies), Value::LossIn(known)) => plies < known,
        _ => false,
    }
}

/// The forced win that a move gave away: one was there, and none begins with the move; or none is known
/// to, where the move `loses` much or the win was at hand.
fn missed(before: &PositionReview, after: Option<Value>, loses: bool) -> Option<&ForcedLine> {
    let is_kept = before.kept == Some(ThreatOutcome::Win) || matches!(after, Some(Value::WinIn(_)));
    let is_proved = before.kept == Some(ThreatOutcome::None);
    let win = before.win.as_ref().filter(|_| !is_kept);
    win.filter(|win| is_proved || loses || win.plies <= AT_HAND)
}

/// The forced win that the other side has after a move, unless the position before it is proved to be
/// lost.
fn allowed<'a>(before: &PositionReview, after: &'a PositionReview) -> Option<&'a ForcedLine> {
    let was_lost = matches!(before.value, Some(Value::LossIn(_)));
    after.win.as_ref().filter(|_| !was_lost)
}

/// A move other than the one that was played which is proved to hold: it takes away what was threatened,
/// or begins the line of a position that is proved to be no loss. A four that only gains time is none.
fn escape(before: &PositionReview, played: &PlayedMove) -> Option<Point> {
    let held = before.defences.iter().flat_map(DefenceReport::holding);
    let held = held.filter(|held| held.means != Some(DefenceMeans::Four));
    let is_other = |point: &Point| MoveOrPass::At(*point) != played.played;
    let first = match (before.value, before.line.first()) {
        (Some(Value::Draw | Value::WinIn(_)), Some(MoveOrPass::At(point))) => Some(*point),
        _ => None,
    };
    let mut known = first.into_iter().chain(held.map(|held| held.point));
    known.find(is_other)
}

/// Whether a move lost that much, made a proved loss of what was none, or left less than that of a proved
/// win.
fn is_blunder(worth: (Option<LineScore>, Option<LineScore>), least: LeastLoss) -> bool {
    let (Some(before), Some(after)) = worth else {
        return false;
    };
    match (before.value, after.value, least) {
        (Value::LossIn(_), _, _) | (_, Value::WinIn(_), _) => false,
        (_, Value::LossIn(_), _) => true,
        (_, _, LeastLoss::Chance(thousandths)) => {
            let chances = before.own_chance().zip(after.own_chance());
            chances.is_some_and(|(before, after)| before.saturating_sub(after) >= thousandths)
        }
        (Value::WinIn(_), after, LeastLoss::Points(points)) => {
            let left = points_of(after);
            left < points && Value::WHOLE_WIN - left >= points
        }
        (before, after, LeastLoss::Points(points)) => {
            points_of(before).saturating_sub(points_of(after)) >= points
        }
    }
}

/// The points of a value that is no proved win or loss: none of a draw.
const fn points_of(value: Value) -> i64 {
    match value {
        Value::Points(points) => points,
        _ => 0,
    }
}

/// Scores of one side in their order: losses, the later the better, points, wins, the sooner the better.
fn rank(score: LineScore) -> (i8, i64) {
    match score.value {
        Value::LossIn(plies) => (-1, i64::from(plies)),
        Value::WinIn(plies) => (1, -i64::from(plies)),
        value => (0, points_of(value)),
    }
}

/// Whether the move was the only one that held against a threat: every other one is proved to lose.
///
/// That it holds need not be proved, which takes far more than the others do; only where it is proved
/// to lose as well, or the position before it is, did no move hold.
fn only(
    defences: Option<&DefenceReport>,
    played: &PlayedMove,
    (before, after): (Option<Value>, Option<Value>),
) -> Option<bool> {
    let report = defences.filter(|report| report.threat.is_some())?;
    let is_other = |tried: &&DefenceMove| MoveOrPass::At(tried.point) != played.played;
    let others = |verdict| report.of(verdict).filter(is_other).count();
    let is_lost = report
        .of(DefenceVerdict::Loses)
        .any(|loss| MoveOrPass::At(loss.point) == played.played);
    let is_proved = |value: Option<Value>| matches!(value, Some(Value::LossIn(_)));
    if is_lost || is_proved(before) || is_proved(after) || others(DefenceVerdict::Holds) > 0 {
        return Some(false);
    }
    let is_known = others(DefenceVerdict::Undecided) == 0;
    is_known.then(|| report.moves.len() > others(DefenceVerdict::Loses))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Odds;
    use crate::limits::Value::{LossIn, Points, WinIn};
    use crate::limits::{Limits, NoObserver};
    use crate::position::{Position, PositionOverrides, Setup};
    use crate::questions::{WinFinder, defences};
    use crate::threat::Attack;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn position_of(setup: &Setup) -> Position {
        Position::from_setup(setup, &PositionOverrides::default()).unwrap()
    }

    /// The rows of a game whose positions, from 0, were found to be worth that, by that line; the others
    /// are open.
    fn rows(moves: &str, found: &[(usize, Value, &str)]) -> Vec<GameMove> {
        let setup = Setup {
            moves: points(moves).into_iter().map(Some).collect(),
            ..Setup::default()
        };
        let game = GameLine::new(&setup, &position_of(&setup)).unwrap();
        let review = |value, line| {
            Some(PositionReview {
                value: Some(value),
                line: points(line).into_iter().map(MoveOrPass::At).collect(),
                ..PositionReview::of_end()
            })
        };
        let mut reviews = vec![review(Points(0), ""); game.positions().len()];
        for &(index, value, line) in found {
            reviews[index] = review(value, line);
        }
        let evaluator = EvaluatorInfo::new("none", "None");
        let telling = GameTelling {
            evaluator: &evaluator,
            blunder: LeastLoss::Points(300),
            is_timed: false,
            every: 1,
            only_side: None,
        };
        game_report(&PositionId::from("game"), &game, reviews, &telling).moves
    }

    /// What each move was worth, before and after it.
    fn worths(moves: &str, found: &[(usize, Value, &str)]) -> Vec<[Value; 2]> {
        let rows = rows(moves, found);
        let worth = |row: &GameMove| [row.before, row.after].map(|score| score.unwrap().value);
        rows.iter().map(worth).collect()
    }

    #[test]
    fn a_proof_goes_on_with_the_moves_of_its_line() {
        let told = worths("H8 G8 I8 G9", &[(0, WinIn(7), "H8 G8 I8 G9 J8 K8 F8")]);
        let expected = [WinIn(7), LossIn(6), WinIn(5), LossIn(4)];
        assert_eq!(told, expected.map(|value| [value; 2]));
        let lost = (1, LossIn(6), "G8 I8 G9 J8 K8 F8");
        assert_eq!(worths("H8 G8 I8 G9", &[lost]), told);
        let longer = (2, WinIn(9), "J8");
        assert_eq!(worths("H8 G8 I8 G9", &[lost, longer]), told);
        let other = worths("H8 G8 I8 G9", &[(0, WinIn(7), "C3 G8 I8 G9 J8 K8 F8")]);
        assert_eq!(other[0], [WinIn(7), Points(0)]);
    }

    #[test]
    fn a_proved_loss_stays_one_whatever_is_played() {
        let lost = (1, LossIn(6), "C1 I8 G9 J8 K8 F8");
        let open = (2, Points(50), "J9");
        let told = rows("H8 G8 I8 G9", &[lost, open]);
        let score = |number: usize| told[number - 1].after.unwrap().value;
        assert_eq!([score(2), score(3)], [LossIn(6), Points(0)]);
        assert_eq!(told[2].before.unwrap().value, WinIn(5));
        assert_eq!(told[1].proved, Some(Color::Black));
        // What the search would have played is not proved to win.
        let best = told[2].best.as_ref().unwrap();
        assert_eq!(best.point, MoveOrPass::At("J9".parse().unwrap()));
        assert_eq!(best.score.value, Points(50));
        let own = worths("H8 G8 I8 G9", &[lost, (2, WinIn(9), "J9")]);
        assert_eq!(own[1], [LossIn(6), LossIn(10)]);
    }

    #[test]
    fn a_forbidden_move_is_not_one_of_those_that_lose() {
        let moves = "F8 A1 G8 A3 H6 A5 H7 A7 H8 B2";
        let told = worths(moves, &[(8, LossIn(4), "J1 K1 L1 M1")]);
        assert_eq!(told[8], [LossIn(4), Points(0)]);
    }

    #[test]
    fn no_move_is_the_only_one_that_holds_in_a_lost_position() {
        let setup = Setup {
            black: points("G8 H8 I8 J8"),
            white: points("F8 A1 A3"),
            ..Setup::default()
        };
        let mut finder = WinFinder::new(Attack::Vcf, 1 << 20);
        let position = position_of(&setup);
        let report = defences("four", &position, &mut finder, Limits::NONE, &NoObserver);
        let played = PlayedMove {
            played: MoveOrPass::At("K8".parse().unwrap()),
            color: Color::White,
            forbidden: Vec::new(),
        };
        for (before, after, expected) in [
            (Points(0), Points(0), true),
            (Points(0), LossIn(8), false),
            (LossIn(8), LossIn(8), false),
            (LossIn(8), Points(0), false),
        ] {
            let told = only(Some(&report), &played, (Some(before), Some(after)));
            assert_eq!(told, Some(expected), "{before:?} {after:?}");
        }
    }

    fn score(value: Value) -> LineScore {
        LineScore::new(Color::Black, value, Some(Odds::of_scale(100.0)))
    }

    #[test]
    fn a_mistake_loses_points_or_a_win() {
        use Value::Draw;
        for (before, after, expected) in [
            (Points(100), Points(-199), false),
            (Points(100), Points(-200), true),
            (Points(299), Draw, false),
            (Points(300), Draw, true),
            (Draw, Points(-300), true),
            (Points(-900), LossIn(8), true),
            (Draw, LossIn(8), true),
            (LossIn(9), LossIn(2), false),
            (WinIn(5), WinIn(9), false),
            (WinIn(5), LossIn(2), true),
            // Whether a win is left is not known; many points speak for it.
            (WinIn(5), Points(300), false),
            (WinIn(5), Points(299), true),
            (WinIn(5), Draw, true),
        ] {
            let worth = (Some(score(before)), Some(score(after)));
            let found = is_blunder(worth, LeastLoss::Points(300));
            assert_eq!(found, expected, "{worth:?}");
        }
        assert!(!is_blunder(
            (Some(score(WinIn(1))), None),
            LeastLoss::Points(300)
        ));
        let let_go = (Some(score(WinIn(1))), Some(score(Points(-500))));
        let never = LeastLoss::Points(i64::MAX);
        assert!(!is_blunder(let_go, never), "no points are ever enough");
    }

    #[test]
    fn a_mistake_by_chances_loses_that_much_of_them() {
        use Value::Draw;
        // With a scale of 100, 100 points are a chance of 73 %.
        for (before, after, expected) in [
            (Points(100), Points(0), true),
            (Points(100), Points(30), false),
            (Draw, Points(-100), true),
            (WinIn(5), Points(100), true),
            (WinIn(5), Points(500), false),
            (LossIn(9), LossIn(2), false),
            (Points(-900), LossIn(8), true),
        ] {
            let worth = (Some(score(before)), Some(score(after)));
            let found = is_blunder(worth, LeastLoss::Chance(200));
            assert_eq!(found, expected, "{worth:?}");
        }
    }
}
