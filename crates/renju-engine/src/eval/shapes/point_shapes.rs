//! Inputs of the shape weights: shapes of a point, their combinations, and threats of both sides.

use std::fmt;
use std::str::FromStr;

use renju_core::board::{Board, ByColor, Color};
use renju_core::forbidden::{ThreeReading, forbidden_kinds, real_threes};
use renju_core::geometry::{ByDirection, Point};
use renju_core::named_enum::named_enum;
use renju_core::pattern::{Shape, ShapeCounts, ShapeTable};
use renju_core::rule::Rule;

/// Everything a stone of one side would make on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointShapes {
    /// The shape on each line.
    pub shapes: ByDirection<Shape>,
    /// What the lines make together.
    pub combination: Option<Combination>,
    /// Whether it is Black under renju and makes two fours, two open threes or an overline, and
    /// no five. Whether the point is forbidden indeed takes a longer look: [`judged`](Self::judged).
    pub looks_forbidden: bool,
}

named_enum! {
    /// What shapes on different lines make together.
    pub enum Combination: "combination" {
        /// A four and an open three.
        FourThree = "four-three",
        /// Two fours of different lines.
        DoubleFour = "double-four",
        /// Two open threes of different lines.
        DoubleThree = "double-three",
    }
}

impl PointShapes {
    /// The code of these shapes, of a side that is restricted as Black is under renju, or is not.
    pub fn new(shapes: ByDirection<Shape>, is_restricted: bool) -> PointShapes {
        if shapes.0.iter().all(|&shape| shape < Shape::OpenThree) {
            return PointShapes {
                shapes,
                combination: None,
                looks_forbidden: false,
            };
        }
        let count = |wanted: Shape| shapes.0.iter().filter(|&&shape| shape == wanted).count();
        let fours: usize = shapes.0.iter().map(|shape| shape.fours()).sum();
        let lines_with_fours = shapes.0.iter().filter(|shape| shape.fours() > 0).count();
        let threes = count(Shape::OpenThree);
        let combination = if lines_with_fours >= 2 {
            Some(Combination::DoubleFour)
        } else if lines_with_fours == 1 && threes >= 1 {
            Some(Combination::FourThree)
        } else if threes >= 2 {
            Some(Combination::DoubleThree)
        } else {
            None
        };
        let is_bad = fours >= 2 || threes >= 2 || count(Shape::Overline) > 0;
        PointShapes {
            shapes,
            combination,
            looks_forbidden: is_restricted && is_bad && count(Shape::Five) == 0,
        }
    }

    /// What the stone makes on that empty point as the rules of forbidden points see it.
    ///
    /// The same, except for points that only look forbidden: they do not, and a three that can
    /// become no straight four is a closed one. Slower, so not for inner loops.
    #[must_use]
    pub fn judged(self, board: &Board, point: Point) -> PointShapes {
        if !self.looks_forbidden {
            return self;
        }
        if !forbidden_kinds(board, point, ThreeReading::Literal).is_empty() {
            return self; // Most are forbidden, and that takes no proof.
        }
        let real = real_threes(board, point);
        let shapes = ByDirection::from_fn(|direction| match self.shapes[direction] {
            Shape::OpenThree if !real[direction] => Shape::ClosedThree,
            shape => shape,
        });
        PointShapes {
            looks_forbidden: false,
            ..PointShapes::new(shapes, true)
        }
    }
}

/// What a stone of `color` would make on an empty point.
pub fn code(board: &Board, rule: Rule, point: Point, color: Color) -> PointShapes {
    let table = ShapeTable::of(rule.five_length(color));
    let shapes = ByDirection::from_fn(|direction| {
        let view = board.window(point, direction).seen_by(color);
        table.look_up(view).shape()
    });
    PointShapes::new(shapes, rule.restricts(color))
}

/// The shapes that a stone of `color` would make on an empty point, counted.
pub fn shape_counts(board: &Board, rule: Rule, point: Point, color: Color) -> ShapeCounts {
    ShapeCounts::of(code(board, rule, point, color).shapes.0)
}

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
        Fact::new(true, Shape::OpenThree),
        Fact::new(true, Shape::Four),
        Fact::new(true, Shape::StraightFour),
        Fact::new(true, Shape::Five),
        Fact::new(false, Shape::OpenThree),
        Fact::new(false, Shape::Four),
        Fact::new(false, Shape::StraightFour),
        Fact::new(false, Shape::Five),
    ];

    const fn new(is_own: bool, shape: Shape) -> Fact {
        Fact { is_own, shape }
    }

    /// Whose shape it is when `mover` is to move.
    pub fn color(self, mover: Color) -> Color {
        if self.is_own { mover } else { !mover }
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
    let mut at_hand = AtHand::default();
    for point in board.empties().iter() {
        for color in Color::BOTH {
            at_hand.add(color, shape_counts(board, rule, point, color));
        }
    }
    at_hand.facts(mover)
}

/// The strongest shapes that each side would make on some points.
#[derive(Clone, Copy, Default)]
pub(super) struct AtHand {
    /// A bit for each shape.
    strongest: ByColor<u16>,
}

impl AtHand {
    /// Adds what a stone of `color` would make on a point.
    pub(super) fn add(&mut self, color: Color, counts: ShapeCounts) {
        self.strongest[color] |= 1 << counts.strongest() as u8;
    }

    /// What both sides have there when `mover` is to move.
    pub(super) fn facts(self, mover: Color) -> Facts {
        Facts::new(mover, |color, shape| {
            self.strongest[color] >> shape as u8 & 1 == 1
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use renju_core::forbidden::{Verdict, judge};
    use renju_core::geometry::Size;

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

    #[test]
    fn lines_are_combined() {
        use Shape::{Dead, Five, Four, OpenThree, TwoFours};
        let code = |shapes| PointShapes::new(ByDirection(shapes), true);
        let fork = code([Four, OpenThree, Dead, Dead]);
        assert_eq!(fork.combination, Some(Combination::FourThree));
        assert!(!fork.looks_forbidden);
        assert!(code([Four, OpenThree, OpenThree, Dead]).looks_forbidden);
        assert!(code([TwoFours, Dead, Dead, Dead]).looks_forbidden);
        assert!(!code([Five, Four, Four, Dead]).looks_forbidden);
        let free = PointShapes::new(ByDirection([OpenThree, Dead, OpenThree, Dead]), false);
        assert_eq!(free.combination, Some(Combination::DoubleThree));
        assert!(!free.looks_forbidden);
    }

    /// The threes that the proof of the verdict calls real.
    fn judged_by_proof(board: &Board, point: Point, code: PointShapes) -> PointShapes {
        let verdict = judge(board, point);
        if matches!(verdict, Verdict::Forbidden(_)) {
            return code;
        }
        let threes = &verdict.proof().threes;
        let shapes = ByDirection::from_fn(|direction| {
            let mut of_line = threes
                .iter()
                .filter(|three| three.run.direction == direction);
            match code.shapes[direction] {
                Shape::OpenThree if !of_line.any(|three| three.real) => Shape::ClosedThree,
                shape => shape,
            }
        });
        PointShapes {
            looks_forbidden: false,
            ..PointShapes::new(shapes, true)
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// On crowded boards with many threes.
        #[test]
        fn look_alikes_are_judged_as_by_the_proof(
            stones in prop::collection::btree_set(0usize..100, 12..34),
            is_white in prop::collection::vec(prop::bool::weighted(0.25), 34),
        ) {
            let mut board = Board::empty(Size::RENJU);
            for (stone, is_white) in stones.into_iter().zip(is_white) {
                let point = Point::new(2 + stone as u8 % 10, 2 + stone as u8 / 10).unwrap();
                board.place(point, if is_white { Color::White } else { Color::Black });
            }
            for point in board.empties().iter() {
                let code = code(&board, Rule::Renju, point, Color::Black);
                if code.looks_forbidden {
                    prop_assert_eq!(code.judged(&board, point), judged_by_proof(&board, point, code));
                }
            }
        }
    }
}
