//! Engine play in the opening: searches for even stones, and decides swaps and fifth-move offers.

use renju_core::board::{Board, Color};
use renju_core::geometry::{Point, PointSet};
use renju_core::limits::{Control, Limits, Observer, PrincipalVariation, StopOnly, Value};
use renju_core::position::Position;
use renju_engine::eval::Evaluator;
use renju_engine::search::{BalanceSearch, SearchOptions, TranspositionTable, search};

use super::fifth_offers::distinct_moves;
use super::opening::{OFFERS_OF_RENJU26, Opening};
use super::opening_rule::OpeningRule;
use super::random_answer::{random_answer, random_point};
use super::task::{OpeningAction, OpeningTask};

/// Answers the tasks of an opening by our search, as a player that wants to win.
///
/// * **Stones** whose colour may still change hands go where the game is most even: one of the three
///   best points for that, by lot. The first two are drawn, as little is decided by them; on a board
///   without squares they stand near an edge, where a third can make the game even. White's
///   fourth stone of `renju26`, after which there is no swap, is the best move.
/// * **Swaps**: the other colour is taken if the position is worth less than nothing to the colour one
///   has. Where Black has to offer fifth moves, the last of as many best ones counts, since White
///   leaves Black no better one.
/// * **Two more stones** of `swap2` are never put: the other would choose a colour then, which is worth
///   nothing at best, while the better of the two colours is worth nothing at least.
/// * **Offers** are the best moves that are not symmetrical; of `n` fifth moves the one is chosen after
///   which White stands best; the number is declared that makes the game most even. Ten fifth moves
///   are offered if the tenth is still worth more than nothing.
pub struct OpeningAdviser<'a> {
    /// Whose values the search follows.
    pub evaluator: &'a dyn Evaluator,
    /// The table of the search; what it knows of earlier positions of the game is used.
    pub table: &'a mut TranspositionTable,
    /// Depth and threads of each search; the other options are not used.
    pub options: SearchOptions,
    /// What each answer may take.
    pub limits: Limits,
    /// May end the work; it hears of no iteration.
    pub observer: &'a dyn Observer,
    /// What lots are drawn from.
    pub seed: u64,
}

/// How many points of nearly the same worth one is drawn from.
const EVEN_POINTS: usize = 3;

impl OpeningAdviser<'_> {
    /// An answer to the task of the opening that is not refused; `None` if the opening is over.
    ///
    /// If the work is ended before anything is known, it is an answer by lot.
    pub fn answer(&mut self, opening: &Opening) -> Option<OpeningAction> {
        let task = opening.task()?;
        let found = match task {
            OpeningTask::Stone { .. } => self.stone(opening).and_then(|point| task.at(point)),
            OpeningTask::Swap { .. } => self.swap(opening),
            OpeningTask::ChooseColor { .. } => self.color(opening.position()),
            OpeningTask::DeclareCount { max, .. } => self.count(opening.position(), max),
            OpeningTask::SwapOrOffer { count, .. } => self.swap_or_offer(opening, count),
            OpeningTask::Offer { .. } => {
                let points = opening.points();
                let point = self.best_move(opening.position(), points, self.limits);
                point.and_then(|point| task.at(point))
            }
            OpeningTask::ChooseFifth { .. } => self.fifth(opening).and_then(|point| task.at(point)),
        };
        let is_allowed = |action: &OpeningAction| opening.apply(*action).is_ok();
        let found = found.filter(is_allowed);
        found.or_else(|| random_answer(opening, self.seed))
    }

    fn stone(&mut self, opening: &Opening) -> Option<Point> {
        let position = opening.position();
        let (board, points) = (position.board(), opening.points());
        let stones = board.size().area() - board.empties().len();
        match (opening.rule(), stones) {
            (OpeningRule::Swap | OpeningRule::Swap2, 0 | 1) => {
                random_point(opening, points & near_edge(board), self.seed)
            }
            (_, 0 | 1) => random_point(opening, points, self.seed),
            (OpeningRule::Renju26, 3) => self.best_move(position, points, self.limits),
            (OpeningRule::Swap | OpeningRule::Swap2, _) | (OpeningRule::Soosorv8, 3) => {
                self.even_move(opening, None)
            }
            _ => self.even_move(opening, Some(points)),
        }
    }

    fn color(&mut self, position: &Position) -> Option<OpeningAction> {
        let line = self.lines(position, position.board().empties(), 1, self.limits);
        let to_move = position.to_move();
        let better = if line.first()?.value.is_negative() {
            !to_move
        } else {
            to_move
        };
        Some(OpeningAction::TakeColor(better))
    }

    fn swap(&mut self, opening: &Opening) -> Option<OpeningAction> {
        let black = self.worth_to_black(opening)?;
        let has_black = opening.seats().black == opening.task()?.seat();
        let own = if has_black { black } else { -black };
        Some(if own < 0 {
            OpeningAction::Swap
        } else {
            OpeningAction::Keep
        })
    }

    /// What the position is worth to Black, who may have to offer fifth moves.
    fn worth_to_black(&mut self, opening: &Opening) -> Option<i64> {
        let position = opening.position();
        match (opening.rule(), opening.declared()) {
            (_, Some(count)) => self.last_offer(position, count, self.limits),
            (OpeningRule::Renju26, _) => {
                let half = share(self.limits, 2);
                let fourth = self.best_move(position, position.board().empties(), half)?;
                let position = position.clone().play(fourth).ok()?;
                self.last_offer(&position, OFFERS_OF_RENJU26, half)
            }
            _ => {
                let lines = self.lines(position, position.board().empties(), 1, self.limits);
                let worth = worth(lines.first()?.value);
                Some(match position.to_move() {
                    Color::Black => worth,
                    Color::White => -worth,
                })
            }
        }
    }

    /// The number of fifth moves of which the last is worth nearest to nothing.
    fn count(&mut self, position: &Position, max: u8) -> Option<OpeningAction> {
        let offers = self.offers(position, max, self.limits);
        let numbered = offers.into_iter().zip(1..=max);
        let even = numbered.min_by_key(|(worth, _)| worth.abs());
        even.map(|(_, count)| OpeningAction::DeclareCount(count))
    }

    fn swap_or_offer(&mut self, opening: &Opening, count: u8) -> Option<OpeningAction> {
        let offers = self.offers(opening.position(), count, self.limits);
        let (first, last) = (offers.first(), offers.get(usize::from(count) - 1));
        Some(match (first?, last) {
            (_, Some(&last)) if last > 0 => OpeningAction::MakeOffers,
            (&first, _) if first < 0 => OpeningAction::Swap,
            _ => OpeningAction::Keep,
        })
    }

    /// The offered fifth move after which White stands best.
    fn fifth(&mut self, opening: &Opening) -> Option<Point> {
        let offers = opening.offers();
        let limits = share(self.limits, offers.len());
        let mut best = None;
        for &offer in offers {
            let position = opening.position().clone().play(offer).ok()?;
            let lines = self.lines(&position, position.board().empties(), 1, limits);
            let worth = worth(lines.first()?.value);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, offer));
            }
        }
        best.map(|(_, offer)| offer)
    }

    /// What the worst of `count` fifth moves is worth to Black, who offers the best ones.
    fn last_offer(&mut self, position: &Position, count: u8, limits: Limits) -> Option<i64> {
        self.offers(position, count, limits).last().copied()
    }

    /// What the best fifth moves are worth to Black, the best first.
    fn offers(&mut self, position: &Position, count: u8, limits: Limits) -> Vec<i64> {
        let distinct = distinct_moves(position.board());
        let lines = self.lines(position, distinct, count.into(), limits);
        lines.iter().map(|line| worth(line.value)).collect()
    }

    fn best_move(
        &mut self,
        position: &Position,
        points: PointSet,
        limits: Limits,
    ) -> Option<Point> {
        let lines = self.lines(position, points, 1, limits);
        lines.first()?.moves.first().copied()?
    }

    /// The best lines of play that begin with one of these points.
    fn lines(
        &mut self,
        position: &Position,
        points: PointSet,
        lines: usize,
        limits: Limits,
    ) -> Vec<PrincipalVariation> {
        // Points that are left out, rather than `only` those that are not: far points stay far.
        let options = SearchOptions {
            lines,
            only: None,
            avoid: position.board().empties() - points,
            ..self.options
        };
        let observer = StopOnly(self.observer);
        let control = Control::observed(limits, &observer);
        let found = search(position, self.evaluator, &options, &control, self.table);
        found.last.lines
    }

    /// A move that leaves the game even, near the stones or among `only`.
    fn even_move(&mut self, opening: &Opening, only: Option<PointSet>) -> Option<Point> {
        let options = SearchOptions {
            only,
            avoid: PointSet::EMPTY,
            ..self.options
        };
        let (position, asked) = (opening.position(), (options, self.limits));
        let mut balance =
            BalanceSearch::new(position, asked, self.evaluator, self.table, self.observer);
        let even = balance.moves_worth(0, EVEN_POINTS);
        random_point(opening, even.into_iter().collect(), self.seed)
    }
}

/// One of `parts` equal parts of what an answer may take.
fn share(limits: Limits, parts: usize) -> Limits {
    let parts = u32::try_from(parts).unwrap_or(u32::MAX).max(1);
    Limits {
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(parts)).max(1)),
        time: limits.time.map(|time| time / parts),
    }
}

/// A value as a number, so that the best of several can be found: wins are beyond all points, the
/// nearest first.
fn worth(value: Value) -> i64 {
    const WON: i64 = 1 << 60;
    match value {
        Value::Points(points) => points.clamp(-WON / 2, WON / 2),
        Value::WinIn(plies) => WON - i64::from(plies),
        Value::LossIn(plies) => i64::from(plies) - WON,
        Value::Draw => 0,
    }
}

/// Where the first stones of Gomoku are put: the first on the third line from an edge, the second at
/// most two lines from it.
fn near_edge(board: &Board) -> PointSet {
    let size = board.size();
    let stone = (PointSet::all(size) - board.empties()).first();
    let from_edge = |index: u8| index.min(size.get() - 1 - index);
    let is_near = |point: &Point| match stone {
        Some(stone) => {
            stone.column().abs_diff(point.column()) <= 2 && stone.row().abs_diff(point.row()) <= 2
        }
        None => from_edge(point.column()).min(from_edge(point.row())) == 2,
    };
    size.points().filter(is_near).collect()
}
