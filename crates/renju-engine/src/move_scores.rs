//! What a move promises before it is searched: a score by what it makes for its side and what it
//! takes from the opponent, learned from the best moves of searches.

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use renju_core::board::{ByColor, Color};
use renju_core::geometry::{ByDirection, Point};
use renju_core::pattern::{LinePair, Shape, ShapeBoard, ShapePair};
use renju_core::rule::{ByKind, Rule};

/// The scores of the moves of one side.
///
/// 40 more, and a move is the best e times as often. Scores of one position alone are compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveScores {
    /// Where the opponent has no straight four to make.
    quiet: MoveScoreTable,
    /// Where it has.
    threatened: MoveScoreTable,
}

impl MoveScores {
    /// The scores for each side under a rule.
    pub(crate) fn of(rule: Rule) -> ByColor<&'static MoveScores> {
        static SCORES: LazyLock<ByKind<MoveScores>> = LazyLock::new(|| {
            toml::from_str(include_str!("move_scores.toml")).expect("our own file can be read")
        });
        ByColor::from_fn(|color: Color| SCORES.of(rule, color))
    }

    /// The scores of a position, the side that they are of to move.
    pub(crate) fn table(&self, shapes: &ShapeBoard, mover: Color) -> &MoveScoreTable {
        if shapes.strongest(!mover, Shape::StraightFour).is_empty() {
            &self.quiet
        } else {
            &self.threatened
        }
    }
}

/// What a move may make, and what a stone of the opponent would make there.
#[derive(Clone, Copy)]
pub(crate) struct MoveShapes {
    /// The two strongest shapes for its side.
    pub(crate) made: ShapePair,
    /// Those that it takes from the opponent.
    pub(crate) taken: ShapePair,
    /// What either side would make on each line.
    pub(crate) lines: ByDirection<LinePair>,
}

impl MoveShapes {
    /// What a move of `mover` on an empty point makes and takes.
    #[inline]
    pub(crate) fn of(shapes: &ShapeBoard, mover: Color, point: Point) -> MoveShapes {
        let counts = shapes.both_counts(point);
        MoveShapes {
            made: counts[mover].pair(),
            taken: counts[!mover].pair(),
            lines: shapes.line_pairs(point),
        }
    }
}

/// Scores of moves: one by the strongest shapes, and one for each line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveScoreTable {
    pairs: PairScores,
    lines: LineScores,
}

impl MoveScoreTable {
    /// The score of a move of `mover`.
    #[inline]
    pub(crate) fn score(&self, shapes: MoveShapes, mover: Color) -> i32 {
        let of_pairs = self.pairs.0[shapes.made.index()][shapes.taken.index()];
        let of_lines = &self.lines.0[mover];
        shapes
            .lines
            .iter()
            .fold(i32::from(of_pairs), |sum, (_, line)| {
                sum + i32::from(of_lines[line.index()])
            })
    }
}

/// Rows by the two strongest shapes that a move makes, in each the scores by what it takes, both in
/// the order of [`ShapePair::all`].
struct PairScores(Box<[[i16; ShapePair::COUNT]; ShapePair::COUNT]>);

impl<'de> Deserialize<'de> for PairScores {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<PairScores, D::Error> {
        let rows = square(reader, ShapePair::all().count())?;
        let mut scores = Box::new([[0; ShapePair::COUNT]; ShapePair::COUNT]);
        for (made, row) in ShapePair::all().zip(&rows) {
            for (taken, score) in ShapePair::all().zip(row) {
                scores[made.index()][taken.index()] = *score;
            }
        }
        Ok(PairScores(scores))
    }
}

/// Rows by what a move makes on a line, in each the scores by what it takes there, both in the order
/// of [`Shape::ALL`].
struct LineScores(ByColor<Box<[i16; LinePair::COUNT]>>);

impl<'de> Deserialize<'de> for LineScores {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<LineScores, D::Error> {
        let rows = square(reader, Shape::ALL.len())?;
        let mut scores = ByColor::from_fn(|_| Box::new([0; LinePair::COUNT]));
        for pair in LinePair::all() {
            for mover in Color::BOTH {
                let (made, taken) = (pair.of(mover), pair.of(!mover));
                scores[mover][pair.index()] = rows[made as usize][taken as usize];
            }
        }
        Ok(LineScores(scores))
    }
}

fn square<'de, D: Deserializer<'de>>(reader: D, count: usize) -> Result<Vec<Vec<i16>>, D::Error> {
    let rows = Vec::<Vec<i16>>::deserialize(reader)?;
    if rows.len() != count || rows.iter().any(|row| row.len() != count) {
        return Err(D::Error::custom(format!(
            "{count} rows of {count} are needed"
        )));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use renju_core::board::Board;
    use renju_core::geometry::Size;

    /// The score of a move of a side, by name, where `own` and `other` stand.
    fn score([own, other]: [&str; 2], rule: Rule, mover: Color, point: &str) -> i32 {
        let points = |names: &str| -> Vec<Point> {
            names
                .split_whitespace()
                .map(|name| name.parse().unwrap())
                .collect()
        };
        let (own, other) = (points(own), points(other));
        let (black, white) = match mover {
            Color::Black => (own, other),
            Color::White => (other, own),
        };
        let board = Board::with_stones(Size::RENJU, &black, &white);
        let shapes = ShapeBoard::new(board, rule);
        let table = &MoveScores::of(rule)[mover].quiet;
        table.score(MoveShapes::of(&shapes, mover, points(point)[0]), mover)
    }

    #[test]
    fn moves_that_make_or_take_more_promise_more() {
        for rule in Rule::ALL {
            for mover in Color::BOTH {
                let stones = ["H8 I9", "D12"];
                let three = score(stones, rule, mover, "J10");
                let nothing = score(stones, rule, mover, "M3");
                assert!(three > nothing, "{rule} {mover}");
                let four_three = ["H8 I8 J8 K9 K10", "G8"];
                assert!(
                    score(four_three, rule, mover, "K8") > three,
                    "{rule} {mover}"
                );
                let [own, other] = four_three;
                let taken = score([other, own], rule, mover, "K8");
                assert!(taken > nothing, "{rule} {mover}");
            }
        }
    }
}
