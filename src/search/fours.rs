//! The horizon: where no more moves are looked ahead, fours still are.

use crate::geometry::Point;
use crate::pattern::Shape;
use crate::rules::RuleSet;

use super::Heuristic;
use super::depth::Depth;
use super::glance::Glance;
use super::margins;
use super::score::{Score, from_here, from_root, loss_at, win_at};
use super::table::{Bound, Known};
use super::worker::{MOST_AHEAD, Worker};

/// The depth of what is found here, in the table.
const DEPTH: Depth = Depth::eighths(-8);

/// Fours in a row that are tried wherever they are; later ones have to be near the last.
const ANYWHERE: u32 = 4;

impl<R: RuleSet, H: Heuristic<R>> Worker<'_, R, H> {
    /// What the position is worth if the side to move may go on with fours or leave it at that.
    pub(super) fn horizon<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        self.fours_left = margins::FOURS;
        self.fours::<PV>(alpha, beta, ply, 0)
    }

    /// The same, after so many fours of the side to move.
    fn fours<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: usize,
        count: u32,
    ) -> Score {
        if PV {
            self.frames[ply].line.clear();
        }
        let (alpha, beta) = (alpha.max(loss_at(ply)), beta.min(win_at(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        if ply >= MOST_AHEAD {
            return self.opinion();
        }
        match self.glance() {
            sure @ (Glance::Win(_) | Glance::Loss(_)) => self.settle::<PV>(sure, ply),
            Glance::Only(point) => {
                let opinion = if ply > 0 {
                    -self.frames[ply - 1].opinion
                } else {
                    0
                };
                self.frames[ply].opinion = opinion;
                self.fours_left = self.fours_left.saturating_sub(1);
                if self.fours_left == 0 || self.purse.is_empty() {
                    return opinion;
                }
                self.play(point, ply);
                // The side that made the four has one more behind it.
                let value = -self.fours::<PV>(-beta, -alpha, ply + 1, count);
                self.undo();
                if PV && value > alpha {
                    self.extend_line(point, ply);
                }
                value
            }
            Glance::Defend(_) | Glance::Free => self.attack::<PV>(alpha, beta, ply, count),
        }
    }

    /// A node where the side to move may try fours.
    fn attack<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        count: u32,
    ) -> Score {
        let key = self.key();
        let depth = DEPTH - Depth::eighths(count.min(100) as i32);
        let known = self.table.get(key);
        if let Some(known) = known.filter(|known| !PV && known.depth >= depth) {
            let score = from_root(known.score, ply);
            let is_enough = if score >= beta {
                known.bound.is_lower()
            } else {
                known.bound.is_upper()
            };
            if is_enough {
                return score;
            }
        }
        let opinion = match known.and_then(|known| known.opinion) {
            Some(opinion) => opinion,
            None => self.opinion(),
        };
        self.frames[ply].opinion = opinion;
        let points = self.four_points(self.side);
        if opinion >= beta || points.is_empty() {
            return opinion;
        }
        let before = alpha;
        alpha = alpha.max(opinion);
        let (mut best, mut best_move) = (opinion, None);
        let known_best = known
            .and_then(|known| known.best)
            .filter(|&point| points.contains(point));
        let first = self.rank(points, known_best, ply);
        for next in first..self.ranked.len() {
            let Some(ranked) = self.pick(first, next) else {
                break;
            };
            let point = ranked.point;
            if self.fours_left == 0 || self.purse.is_empty() {
                break;
            }
            if !self.is_worth_trying(point, ply, count) || !self.may_play(point, self.side) {
                continue;
            }
            self.fours_left -= 1;
            self.play(point, ply);
            let value = -self.fours::<PV>(-beta, -alpha, ply + 1, count + 1);
            self.undo();
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(point);
                    if PV {
                        self.extend_line(point, ply);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.ranked.truncate(first);
        if self.fours_left > 0 && !self.purse.is_empty() || best >= beta {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > before && PV {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.put(
                key,
                Known {
                    score: from_here(best, ply),
                    bound,
                    depth,
                    best: best_move,
                    opinion: Some(opinion),
                },
            );
        }
        best
    }

    /// The score of what is decided at first sight.
    pub(super) fn settle<const PV: bool>(&mut self, sure: Glance, ply: usize) -> Score {
        if PV {
            self.frames[ply].line = self.finish(sure);
        }
        match sure {
            Glance::Win(moves) => win_at(ply + moves),
            Glance::Loss(moves) => loss_at(ply + moves),
            _ => unreachable!("only wins and losses are settled"),
        }
    }

    /// Whether a four may lead somewhere: the first ones always, later ones if they make something
    /// else too and are near the last.
    fn is_worth_trying(&self, point: Point, ply: usize, count: u32) -> bool {
        if count < ANYWHERE {
            return true;
        }
        let tally = self.shapes().tally(point, self.side);
        let makes_more = tally.fours() >= 2
            || tally.count(Shape::OpenThree)
                + tally.count(Shape::ClosedThree)
                + tally.count(Shape::OpenTwo)
                > 0;
        let four = ply.checked_sub(1).and_then(|above| self.frames[above].last);
        let is_near = four.is_none_or(|four| {
            let columns = four.column().abs_diff(point.column());
            columns.max(four.row().abs_diff(point.row())) <= 4
        });
        makes_more && is_near
    }
}
