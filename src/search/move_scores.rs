//! What a move promises before it is searched: a score by what it makes for its side and what it
//! takes from the opponent, learned from the best moves of searches.

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::board::{ByColor, Color};
use crate::eval::shapes::ByKind;
use crate::pattern::ShapePair;
use crate::rule::Rule;

/// The scores of the moves of one side.
///
/// 40 more, and a move is the best e times as often. Scores of one position alone are compared.
pub(super) struct MoveScores(Box<[[i16; ShapePair::COUNT]; ShapePair::COUNT]>);

impl MoveScores {
    /// The scores for each side under a rule.
    pub(super) fn of(rule: Rule) -> ByColor<&'static MoveScores> {
        static SCORES: LazyLock<ByKind<MoveScores>> = LazyLock::new(|| {
            toml::from_str(include_str!("move_scores.toml")).expect("our own file can be read")
        });
        ByColor::from_fn(|color: Color| SCORES.of(rule, color))
    }

    /// The score of a move by what it makes, and by what a stone of the opponent would make there.
    #[inline]
    pub(super) fn score(&self, made: ShapePair, taken: ShapePair) -> i32 {
        i32::from(self.0[made.index()][taken.index()])
    }
}

/// Rows by what a move makes, in each the scores by what it takes, both in the order of
/// [`ShapePair::all`].
impl<'de> Deserialize<'de> for MoveScores {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<MoveScores, D::Error> {
        let rows = Vec::<Vec<i16>>::deserialize(reader)?;
        let count = ShapePair::all().count();
        if rows.len() != count || rows.iter().any(|row| row.len() != count) {
            return Err(D::Error::custom(format!("not {count} rows of {count}")));
        }
        let mut scores = Box::new([[0; ShapePair::COUNT]; ShapePair::COUNT]);
        for (made, row) in ShapePair::all().zip(&rows) {
            for (taken, score) in ShapePair::all().zip(row) {
                scores[made.index()][taken.index()] = *score;
            }
        }
        Ok(MoveScores(scores))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Shape;

    #[test]
    fn moves_that_make_or_take_more_promise_more() {
        let pair = |strongest, second| ShapePair::new(strongest, second).unwrap();
        let nothing = ShapePair::default();
        for rule in Rule::ALL {
            for color in Color::BOTH {
                let scores = MoveScores::of(rule)[color];
                let none = scores.score(nothing, nothing);
                let three = pair(Shape::OpenThree, Shape::OpenTwo);
                let four_three = pair(Shape::Four, Shape::OpenThree);
                assert!(scores.score(three, nothing) > none, "{rule} {color}");
                assert!(scores.score(nothing, four_three) > none, "{rule} {color}");
                assert!(scores.score(four_three, nothing) > scores.score(three, nothing));
            }
        }
    }
}
