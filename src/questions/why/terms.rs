//! The terms of two values side by side.

use serde::Serialize;

use crate::board::{Board, Color};
use crate::eval::{Evaluator, RanksBy, Term, Worth};
use crate::geometry::Point;
use crate::position::Position;

/// A term of one value beside the same term of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairedTerm {
    /// What it is, in the evaluator's own words.
    pub name: String,
    /// To which side it counts; an evaluator that prefers points by both values has terms of both.
    pub side: Color,
    /// The points it stands for, in reading order.
    pub stones: Vec<Point>,
    /// What it adds to the first value; `None` if the first value has no such term.
    pub first: Option<Worth>,
    /// What it adds to the second.
    pub second: Option<Worth>,
    /// The one minus the other.
    pub difference: Worth,
}

impl PairedTerm {
    fn new(
        (side, name, stones): (Color, String, Vec<Point>),
        first: Option<Worth>,
        second: Option<Worth>,
    ) -> PairedTerm {
        PairedTerm {
            name,
            side,
            stones,
            first,
            second,
            difference: first.unwrap_or_default() + -second.unwrap_or_default(),
        }
    }

    /// How much of the difference it makes, in either direction.
    pub(super) fn weight(&self) -> f64 {
        self.difference.get().abs()
    }
}

/// The addends of what an evaluator prefers `point` by, each with the side that it counts to.
pub(super) fn terms_of(
    position: &Position,
    evaluator: &dyn Evaluator,
    side: Color,
    point: Point,
) -> Option<Vec<(Color, Term)>> {
    let of = |side: Color| {
        let terms = evaluator.point_terms(position, side, point)?;
        Some(terms.into_iter().map(move |term| (side, term)))
    };
    let own = of(side)?;
    Some(match evaluator.info().ranks_by {
        RanksBy::Own => own.collect(),
        RanksBy::Both => own.chain(of(!side)?).collect(),
    })
}

/// The terms of two values, those with the same name and stones as one, the greatest difference first.
pub(super) fn paired(first: Vec<(Color, Term)>, second: Vec<(Color, Term)>) -> Vec<PairedTerm> {
    let mut left = second;
    let mut pairs: Vec<PairedTerm> = Vec::new();
    for (side, term) in first {
        let is_same = |(other, there): &(Color, Term)| {
            (*other, &there.name, &there.stones) == (side, &term.name, &term.stones)
        };
        let there = left
            .iter()
            .position(is_same)
            .map(|place| left.remove(place));
        let value = there.map(|(_, there)| there.value);
        let what = (side, term.name.into_owned(), term.stones);
        pairs.push(PairedTerm::new(what, Some(term.value), value));
    }
    pairs.extend(left.into_iter().map(|(side, term)| {
        let what = (side, term.name.into_owned(), term.stones);
        PairedTerm::new(what, None, Some(term.value))
    }));
    in_order(pairs)
}

fn in_order(mut pairs: Vec<PairedTerm>) -> Vec<PairedTerm> {
    pairs.sort_by(|one, other| other.weight().total_cmp(&one.weight()));
    pairs
}

/// What two evaluators count at a point, in percent of everything that each adds or takes away there.
/// Names differ between evaluators, so what goes together is what has the same stones on the board; of
/// several such terms the first is named, and the others are counted.
pub(super) fn shares(
    board: &Board,
    side: Color,
    terms: [Vec<(Color, Term)>; 2],
) -> Vec<PairedTerm> {
    let mut rows: Vec<(Vec<Point>, [Vec<Term>; 2])> = Vec::new();
    let totals = terms
        .each_ref()
        .map(|terms| total(terms.iter().map(|(_, term)| term)));
    for (which, terms) in terms.into_iter().enumerate() {
        for (_, term) in terms {
            let on_board = |point: &&Point| board.stone(**point).is_some();
            let stones: Vec<Point> = term.stones.iter().filter(on_board).copied().collect();
            let place = rows.iter().position(|(known, _)| *known == stones);
            let place = place.unwrap_or(rows.len());
            if place == rows.len() {
                rows.push((stones, Default::default()));
            }
            rows[place].1[which].push(term);
        }
    }
    let rows = rows.into_iter().map(|(stones, terms)| {
        let share = |which: usize| {
            let terms: &[Term] = &terms[which];
            let share = total(terms) / totals[which] * 100.0;
            hundredths(share).filter(|_| !terms.is_empty())
        };
        let name = terms.each_ref().map(|terms| match &terms[..] {
            [] => "-".to_owned(),
            [term] => term.name.to_string(),
            [term, others @ ..] => format!("{} +{}", term.name, others.len()),
        });
        let mut row = PairedTerm::new((side, name.join(" | "), stones), share(0), share(1));
        row.difference = hundredths(row.difference.get()).unwrap_or_default();
        row
    });
    in_order(rows.collect())
}

/// Everything that terms add or take away.
fn total<'a>(terms: impl IntoIterator<Item = &'a Term>) -> f64 {
    terms.into_iter().map(|term| term.value.get().abs()).sum()
}

fn hundredths(percent: f64) -> Option<Worth> {
    Worth::new((percent * 100.0).round() / 100.0)
}
