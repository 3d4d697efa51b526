use std::collections::HashSet;

use renju::board::{Board, ByColor, Color, canonical};
use renju::eval::shapes::{Fact, Facts, ShapesWeights, Sixteenths, shape_counts};
use renju::pattern::{Shape, ShapeCounts, ShapePair};
use renju::rule::Rule;

use super::game::{Game, Said};
use super::label::Labelled;
use super::play::mover_after;
use super::random::Random;

/// The value whose odds are e to 1.
pub(super) const UNIT: f64 = 250.0;
/// Larger scores say no more: they come of threats that the search has not seen the end of.
const LARGEST_SCORE: i32 = 1000;
/// Numbers fitted for one kind of side: shapes, classes, facts and what is always added, and facts
/// that come together.
pub(super) const PER_KIND: usize = TOGETHER + Facts::COUNT;
pub(super) const SHAPES: usize = 0;
pub(super) const CLASSES: usize = SHAPES + 10;
pub(super) const FACTS: usize = CLASSES + ShapePair::COUNT;
pub(super) const TO_MOVE: usize = FACTS + Fact::ALL.len();
pub(super) const TOGETHER: usize = TO_MOVE + 1;

/// A position: what there is to count, and what came of it for the side to move.
pub(super) struct Sample {
    /// Number of the weight, and how often it counts.
    pub(super) counts: Vec<(u16, i16)>,
    /// The result of the game, if it is of one: 1, 0.5 or 0.
    pub(super) result: Option<f64>,
    /// What the search said, unless it was sure.
    pub(super) score: f64,
    /// Whether the search saw the end, which then is the result.
    pub(super) is_sure: bool,
    /// What the weights before say.
    pub(super) before: f64,
    pub(super) is_held_back: bool,
}

/// The kinds of sides of a rule have numbers: of the side, 0 or 1.
pub(super) fn kind_of(rule: Rule, color: Color) -> usize {
    usize::from(rule == Rule::Renju && color == Color::White)
}

pub(super) fn kinds_of(rule: Rule) -> usize {
    1 + usize::from(rule == Rule::Renju)
}

/// The positions of games that are of use: no five and no straight four at hand, no two that
/// follow each other, none twice, not even turned or mirrored.
pub(super) fn samples(games: &[Game], before: &ShapesWeights) -> Vec<Sample> {
    let mut seen = HashSet::new();
    let mut samples = Vec::new();
    for game in games {
        let mut random = Random::of_game(0, game.number);
        let mut board = Board::empty(game.size);
        let mut next = game.opening + random.below(2);
        for (ply, &point) in game.moves.iter().enumerate() {
            let mover = mover_after(ply);
            let said = ply.checked_sub(game.opening).map(|at| game.said.get(at));
            if ply >= next
                && let Some(Some(&said)) = said
                && let Some(counted) = Counted::of(&board, game.rule, mover)
                && seen.insert((canonical(&board).0.key(), mover))
            {
                let mut sample = counted.sample(game.number, game.rule, said, before);
                sample.result = Some(game.result(mover));
                samples.push(sample);
                next = ply + 2 + random.below(2);
            }
            board.place(point, mover);
        }
    }
    samples
}

/// Positions from inside of trees, none twice, no five and no straight four at hand.
pub(super) fn labelled_samples(positions: &[Labelled], before: &ShapesWeights) -> Vec<Sample> {
    let mut seen = HashSet::new();
    let samples = positions.iter().filter_map(|labelled| {
        let (board, mover) = (labelled.board(), labelled.to_move);
        let counted = Counted::of(&board, labelled.rule, mover)?;
        let is_new = seen.insert((canonical(&board).0.key(), mover));
        is_new.then(|| counted.sample(labelled.game, labelled.rule, labelled.said, before))
    });
    samples.collect()
}

/// What a position has to count.
struct Counted {
    mover: Color,
    /// Points by class.
    classes: ByColor<[i16; ShapePair::COUNT]>,
    facts: Facts,
}

impl Counted {
    /// Nothing if the side to move has a five or a straight four at hand.
    fn of(board: &Board, rule: Rule, mover: Color) -> Option<Counted> {
        let mut classes = ByColor::from_fn(|_| [0; ShapePair::COUNT]);
        let mut strongest = ByColor::from_fn(|_| Vec::new());
        for point in board.empties().iter() {
            for color in Color::BOTH {
                let counts: ShapeCounts = shape_counts(board, rule, point, color);
                classes[color][counts.pair().index()] += 1;
                if counts.strongest() >= Shape::OpenThree {
                    strongest[color].push(counts.strongest());
                }
            }
        }
        let facts = Facts::new(mover, |color, shape| strongest[color].contains(&shape));
        let wins = |fact: Fact| fact.is_own && fact.shape >= Shape::StraightFour;
        (!facts.iter().any(wins)).then_some(Counted {
            mover,
            classes,
            facts,
        })
    }

    fn sample(&self, game: usize, rule: Rule, said: Said, before: &ShapesWeights) -> Sample {
        let largest = i64::from(LARGEST_SCORE);
        let score = match said {
            Said::Points(points) => points.clamp(-largest, largest),
            Said::WinIn(_) => largest,
            Said::LossIn(_) => -largest,
        };
        Sample {
            counts: self.counts(rule),
            result: None,
            score: f64::from(score as i32),
            is_sure: !matches!(said, Said::Points(_)),
            before: self.value(rule, before),
            is_held_back: game % 5 == 4,
        }
    }

    fn counts(&self, rule: Rule) -> Vec<(u16, i16)> {
        let mut counts = vec![0i16; kinds_of(rule) * PER_KIND];
        for color in Color::BOTH {
            let base = kind_of(rule, color) * PER_KIND;
            let sign = if color == self.mover { 1 } else { -1 };
            for class in ShapePair::all().filter(|class| *class != ShapePair::default()) {
                let count = sign * self.classes[color][class.index()];
                counts[base + CLASSES + class.index()] += count;
                for shape in [class.strongest(), class.second()] {
                    counts[base + SHAPES + shape as usize] += count;
                }
            }
            counts[base + SHAPES + Shape::Dead as usize] = 0;
        }
        let base = kind_of(rule, self.mover) * PER_KIND;
        for (number, fact) in Fact::ALL.iter().enumerate() {
            if self.facts.iter().any(|found| found == *fact) {
                counts[base + FACTS + number] = 1;
            }
        }
        counts[base + TO_MOVE] = 1;
        counts[base + TOGETHER + self.facts.index()] = 1;
        let counted = counts.into_iter().enumerate();
        counted
            .filter(|(_, count)| *count != 0)
            .map(|(number, count)| (number as u16, count))
            .collect()
    }

    /// What weights say of it, in units.
    fn value(&self, rule: Rule, weights: &ShapesWeights) -> f64 {
        let points = ByColor::from_fn(|color| {
            let weights = weights.board.of(rule, color);
            let worth = |class: ShapePair| {
                weights.of(class) * i32::from(self.classes[color][class.index()])
            };
            ShapePair::all().map(worth).sum::<Sixteenths>()
        });
        let added = weights.mover.of(rule, self.mover).sum(self.facts);
        (points[self.mover] - points[!self.mover] + added)
            .worth()
            .get()
            / UNIT
    }
}
