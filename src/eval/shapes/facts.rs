use std::fmt;
use std::str::FromStr;

use super::code::shape_counts;
use crate::board::{Board, Color};
use crate::pattern::Shape;
use crate::rule::Rule;

/// What both sides have at hand, seen by the side to move: a yes or no for each of [`Fact::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Facts(u8);

/// That there is an empty point where the strongest shape a stone of one side would make is this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Whether it is the side to move that has it, or its opponent.
    pub is_own: bool,
    /// From an open three upwards.
    pub shape: Shape,
}

impl Fact {
    /// All there are, in the order of their bits.
    pub const ALL: [Fact; 8] = [
        own(Shape::OpenThree),
        own(Shape::Four),
        own(Shape::StraightFour),
        own(Shape::Five),
        enemy(Shape::OpenThree),
        enemy(Shape::Four),
        enemy(Shape::StraightFour),
        enemy(Shape::Five),
    ];

    /// Whose shape it is when `mover` is to move.
    pub const fn color(self, mover: Color) -> Color {
        match (self.is_own, mover) {
            (true, Color::Black) | (false, Color::White) => Color::Black,
            _ => Color::White,
        }
    }
}

const fn own(shape: Shape) -> Fact {
    Fact {
        is_own: true,
        shape,
    }
}

const fn enemy(shape: Shape) -> Fact {
    Fact {
        is_own: false,
        shape,
    }
}

/// The key in weights, such as `own_four`.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whose = if self.is_own { "own" } else { "enemy" };
        write!(f, "{whose}_{}", self.shape)
    }
}

impl Facts {
    /// One more than the highest [`index`](Self::index).
    pub const COUNT: usize = 1 << Fact::ALL.len();

    /// The facts when `mover` is to move and `has` tells which sides have which shapes at hand.
    #[inline]
    pub fn new(mover: Color, has: impl Fn(Color, Shape) -> bool) -> Facts {
        let mut bits = 0;
        for (bit, fact) in Fact::ALL.into_iter().enumerate() {
            bits |= u8::from(has(fact.color(mover), fact.shape)) << bit;
        }
        Facts(bits)
    }

    /// All combinations, that of no fact first.
    pub fn all() -> impl Iterator<Item = Facts> {
        (0..=u8::MAX).map(Facts)
    }

    /// A number below [`COUNT`](Self::COUNT).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Those that are so.
    pub fn iter(self) -> impl Iterator<Item = Fact> {
        let facts = Fact::ALL.into_iter().enumerate();
        facts.filter_map(move |(bit, fact)| (self.0 >> bit & 1 == 1).then_some(fact))
    }
}

/// The key in weights, such as `own_four + enemy_five`.
impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.iter().map(|fact| fact.to_string()).collect();
        f.pad(&names.join(" + "))
    }
}

impl FromStr for Facts {
    type Err = String;

    fn from_str(text: &str) -> Result<Facts, String> {
        let mut bits = 0;
        for word in text.split('+').map(str::trim) {
            let bit = Fact::ALL.iter().position(|fact| fact.to_string() == word);
            let bit = bit.ok_or_else(|| {
                let known: Vec<String> = Fact::ALL.iter().map(|fact| format!("`{fact}`")).collect();
                format!(
                    "unknown fact `{word}`, expected one of {}",
                    known.join(", ")
                )
            })?;
            if bits >> bit & 1 == 1 {
                return Err(format!("`{word}` is named twice"));
            }
            bits |= 1 << bit;
        }
        Ok(Facts(bits))
    }
}

/// What both sides have at hand when `mover` is to move.
pub fn facts(board: &Board, rule: Rule, mover: Color) -> Facts {
    Facts::new(mover, |color, shape| {
        let mut points = board.empties().iter();
        points.any(|point| shape_counts(board, rule, point, color).strongest() == shape)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_back() {
        for facts in Facts::all().skip(1) {
            assert_eq!(facts.to_string().parse(), Ok(facts));
        }
        assert!("own_two".parse::<Facts>().is_err());
        let error = "own_four + own_four".parse::<Facts>().unwrap_err();
        assert_eq!(error, "`own_four` is named twice");
    }

    #[test]
    fn facts_are_seen_by_the_side_to_move() {
        let has = |color, shape| color == Color::White && shape == Shape::Five;
        let facts = |mover| Facts::new(mover, has).to_string();
        assert_eq!(facts(Color::White), "own_five");
        assert_eq!(facts(Color::Black), "enemy_five");
    }
}
