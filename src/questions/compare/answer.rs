//! Comparison of evaluators on one position: their ranks side by side, and how far they agree.

#[cfg(feature = "parallel")]
use std::num::NonZeroUsize;
#[cfg(feature = "parallel")]
use std::sync::OnceLock;
#[cfg(feature = "parallel")]
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;

use crate::board::Color;
use crate::eval::{
    ByKey, Evaluator, Failure, FailureKind, RanksBy, SearchedMove, Worth, forbidden_by,
};
use crate::geometry::Point;
use crate::named_enum::named_enum;
use crate::position::{Position, PositionId};
use crate::questions::ReportHeader;
use crate::questions::agreement::{Agreement, Ranking, agreement};
use crate::questions::score::answer::{Preferences, forbidden, preferences};
#[cfg(feature = "parallel")]
use crate::threads;

/// Options of a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ComparisonOptions {
    /// How many points of each to tell, and how many are a top.
    pub top: usize,
    /// Which points are shown, and in which order.
    pub rows: RowChoice,
    /// These points are shown in place of others, whatever their ranks; none for those of `rows`.
    pub at: Vec<Point>,
    /// The number among the evaluators of the one that the others are held against.
    pub reference: usize,
    /// How far off the reference's top points may be ranked.
    pub max_rank_gap: Option<usize>,
    /// Whether the evaluators are asked one after the other: for callers that work on several
    /// positions at a time.
    pub in_turn: bool,
}

named_enum! {
    /// Which points of a comparison are shown to a person.
    #[derive(Default)]
    pub enum RowChoice: "rows" {
        /// The top of each: the reference's best first, then those of the others.
        #[default]
        Union = "union",
        /// The reference's best.
        Reference = "reference",
        /// Those of any top whose ranks differ most.
        Gap = "gap",
    }
}

/// What several evaluators say of the same position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparisonReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// The side whose move is looked for.
    pub mover: Color,
    /// Who is compared, failed ones too.
    pub evaluators: Vec<String>,
    /// The one that the others are held against.
    pub reference: String,
    /// By whose values of a point each ranks, and scores here: the mover's, or both sides' added.
    pub ranks_by: ByName<RanksBy>,
    /// The reference's best points, best first.
    pub points: Vec<ComparedPoint>,
    /// The further points among the best of another, the best ranks first, and those that were asked
    /// about.
    pub others: Vec<ComparedPoint>,
    /// Which of these are shown to a person, in their order.
    pub rows: Vec<Point>,
    /// The best points of each evaluator.
    pub best: ByName<Vec<Point>>,
    /// The evaluators that have no best point in common with the reference.
    pub changed: Vec<String>,
    /// How far each pair agrees.
    pub agreement: Vec<PairAgreement>,
    /// Which points the rules and the programs forbid to Black.
    pub judges: ByName<Vec<Point>>,
    /// The evaluators that gave no answer, and why.
    pub failed: ByName<Failure>,
    /// What else is known of these failures.
    pub failures: ByName<FailureDetail>,
    /// Whether no evaluator ranks one of the reference's points too far off, if that was asked:
    /// `None` if it was not or if one of them gave no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_gap: Option<bool>,
}

impl ComparisonReport {
    /// The points that are shown to a person, in their order.
    pub fn shown(&self) -> impl Iterator<Item = &ComparedPoint> {
        let told = || self.points.iter().chain(&self.others);
        let rows = self.rows.iter();
        rows.filter_map(move |row| told().find(|compared| compared.point == *row))
    }

    /// How far an evaluator agrees with the reference, whose ranks come first.
    pub fn pair_with_reference(&self, name: &str) -> Option<Agreement> {
        self.agreement.iter().find_map(|pair| {
            let mut found = pair.agreement;
            let names = (pair.a.as_str(), pair.b.as_str());
            if names == (name, &self.reference) {
                found
                    .widest_gap
                    .iter_mut()
                    .for_each(|gap| gap.ranks.reverse());
            } else if names != (&self.reference, name) {
                return None;
            }
            Some(found)
        })
    }
}

/// A failure with all that is known of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureDetail {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What happened, for people.
    pub message: String,
    /// The last lines that an engine wrote on its standard error.
    pub stderr: Vec<String>,
}

/// A point as the evaluators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedPoint {
    /// The point compared here.
    pub point: Point,
    /// Its value to each.
    pub scores: ByName<Option<Worth>>,
    /// Its rank with each.
    pub ranks: ByName<Option<usize>>,
    /// What those that search found out about it: proved ends, depths, lines.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    pub searched: ByName<SearchedMove>,
}

impl ComparedPoint {
    /// How far apart its ranks are; 0 where fewer than two rank it.
    pub fn rank_gap(&self) -> usize {
        let ranks = || self.ranks.0.iter().filter_map(|(_, rank)| *rank);
        let (least, most) = (ranks().min(), ranks().max());
        most.zip(least).map_or(0, |(most, least)| most - least)
    }
}

/// How far two evaluators agree on a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairAgreement {
    /// Name of the first evaluator.
    pub a: String,
    /// Name of the second evaluator.
    pub b: String,
    /// How far their rankings agree.
    #[serde(flatten)]
    pub agreement: Agreement,
}

/// Values by the name of an evaluator, in the order they were asked for.
pub type ByName<T> = ByKey<String, T>;

/// One evaluator's ranking of the empty points, or why there is none.
struct Opinion {
    name: String,
    answer: Result<(Ranking, Vec<SearchedMove>), Failure>,
}

impl Opinion {
    fn ranking(&self) -> Option<&Ranking> {
        self.answer.as_ref().ok().map(|(ranking, _)| ranking)
    }

    /// The best points in reading order; of an engine that says no value, the move that it plays.
    fn best(&self) -> Option<Vec<Point>> {
        let ranking = self.ranking()?;
        let mut best: Vec<Point> = ranking.best().collect();
        best.extend(self.unvalued().map(|moved| moved.point));
        best.sort_unstable();
        Some(best)
    }

    /// The move of an engine that says no value at all.
    fn unvalued(&self) -> Option<&SearchedMove> {
        let (ranking, searched) = self.answer.as_ref().ok()?;
        searched.first().filter(|_| ranking.points().is_empty())
    }

    fn searched(&self, point: Point) -> Option<&SearchedMove> {
        let (_, searched) = self.answer.as_ref().ok()?;
        searched.iter().find(|moved| moved.point == point)
    }
}

/// Compares what evaluators say of the moves of the side to move.
///
/// ```
/// use renju::geometry::Size;
/// use renju::position::Position;
/// use renju::rule::Rule;
/// use renju::questions::{ComparisonOptions, compare};
///
/// let position = Position::new(Size::RENJU, Rule::Renju).play("H8".parse()?)?;
/// let ours = renju::systems::find("shapes")?;
/// let theirs = renju::systems::find("five-tuple")?;
/// let options = ComparisonOptions { top: 10, ..ComparisonOptions::default() };
/// let report = compare("mine", &position, &[&*ours, &*theirs], &options);
/// assert_eq!(report.agreement.len(), 1); // One pair, with its rank agreement.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Panics if there is no evaluator of the number `options.reference`.
pub fn compare(
    id: impl Into<PositionId>,
    position: &Position,
    evaluators: &[&dyn Evaluator],
    options: &ComparisonOptions,
) -> ComparisonReport {
    let opinions = opinions(position, evaluators, options.in_turn);
    let reference = &opinions[options.reference];
    let names = opinions.iter().map(|opinion| opinion.name.clone());
    let own = |opinion: &Opinion| Some((opinion.name.clone(), opinion.best()?));
    let best = opinions.iter().filter_map(own);
    let points = points(reference, &opinions, options.top);
    let others = others(&points, &opinions, options);
    let (failed, failures) = failures(&opinions);
    let cards = evaluators.iter().map(|evaluator| evaluator.info());
    ComparisonReport {
        header: ReportHeader::new(id, "compare", position),
        mover: position.to_move(),
        evaluators: names.collect(),
        reference: reference.name.clone(),
        ranks_by: cards
            .map(|card| (card.name.clone(), card.ranks_by))
            .collect(),
        rows: rows(&points, &others, options),
        points,
        others,
        best: best.collect(),
        changed: changed(reference, &opinions),
        agreement: pairs(&opinions, options.top),
        judges: judges(position, evaluators),
        failed,
        failures,
        within_gap: options
            .max_rank_gap
            .and_then(|gap| within(&opinions, options, gap)),
    }
}

/// Asks all evaluators, side by side where there are threads, unless it is to be `in_turn`.
fn opinions(position: &Position, evaluators: &[&dyn Evaluator], in_turn: bool) -> Vec<Opinion> {
    let opinion = |evaluator: &&dyn Evaluator| Opinion {
        name: evaluator.info().name.clone(),
        answer: preferences(position, *evaluator).map(|Preferences { values, searched }| {
            (Ranking::of_empties(position, &values), searched)
        }),
    };
    #[cfg(feature = "parallel")]
    if !in_turn {
        return side_by_side(evaluators, opinion);
    }
    let _ = in_turn;
    evaluators.iter().map(opinion).collect()
}

/// What each evaluator says, in their order, on as many threads as there are cores.
#[cfg(feature = "parallel")]
fn side_by_side<E: Sync>(evaluators: &[E], opinion: impl Fn(&E) -> Opinion + Sync) -> Vec<Opinion> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let next = AtomicUsize::new(0);
    let found: Vec<OnceLock<Opinion>> = evaluators.iter().map(|_| OnceLock::new()).collect();
    threads::share(cores.min(evaluators.len()), "compare", || {
        while let Some(number) = take(&next, evaluators.len()) {
            let _ = found[number].set(opinion(&evaluators[number])); // Only one thread has it.
        }
    });
    found.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// The next number below `count` that no thread has taken.
#[cfg(feature = "parallel")]
fn take(next: &AtomicUsize, count: usize) -> Option<usize> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    (number < count).then_some(number)
}

/// The reference's best points.
fn points(reference: &Opinion, opinions: &[Opinion], top: usize) -> Vec<ComparedPoint> {
    let Some(ranking) = reference.ranking() else {
        return Vec::new();
    };
    let told = ranking.points().iter().take(top);
    told.map(|ranked| compared(ranked.point, opinions))
        .collect()
}

/// The points among the best of any but the reference, and those that are asked about, without those
/// that are told already.
fn others(
    told: &[ComparedPoint],
    opinions: &[Opinion],
    options: &ComparisonOptions,
) -> Vec<ComparedPoint> {
    let rankings = opinions.iter().filter_map(Opinion::ranking);
    let tops = rankings.flat_map(|ranking| ranking.points().iter().take(options.top));
    let mut found: Vec<(usize, Point)> = tops.map(|at| (at.rank, at.point)).collect();
    let unvalued = opinions.iter().filter_map(Opinion::unvalued);
    found.extend(unvalued.map(|moved| (1, moved.point)));
    found.sort_unstable();
    let mut others: Vec<ComparedPoint> = Vec::new();
    let best = found.into_iter().map(|(_, point)| point);
    for point in best.chain(options.at.iter().copied()) {
        let is_told = |compared: &ComparedPoint| compared.point == point;
        if !told.iter().chain(&others).any(is_told) {
            others.push(compared(point, opinions));
        }
    }
    others
}

/// What everyone who answered says of a point.
fn compared(point: Point, opinions: &[Opinion]) -> ComparedPoint {
    let answered = || {
        let answered = opinions.iter();
        answered.filter_map(|opinion| Some((opinion, opinion.ranking()?.of(point))))
    };
    let scores = answered().map(|(opinion, found)| {
        let score = found.map(|found| found.value);
        (opinion.name.clone(), score)
    });
    let ranks = answered().map(|(opinion, found)| {
        let rank = found.map(|found| found.rank);
        (opinion.name.clone(), rank)
    });
    let searched = opinions.iter();
    let searched = searched
        .filter_map(|opinion| Some((opinion.name.clone(), opinion.searched(point)?.clone())));
    ComparedPoint {
        point,
        scores: scores.collect(),
        ranks: ranks.collect(),
        searched: searched.collect(),
    }
}

/// The points that are shown to a person.
fn rows(
    points: &[ComparedPoint],
    others: &[ComparedPoint],
    options: &ComparisonOptions,
) -> Vec<Point> {
    if !options.at.is_empty() {
        return options.at.clone();
    }
    let mut rows: Vec<&ComparedPoint> = match options.rows {
        RowChoice::Reference => points.iter().collect(),
        RowChoice::Union | RowChoice::Gap => points.iter().chain(others).collect(),
    };
    if options.rows == RowChoice::Gap {
        rows.sort_by_key(|compared| std::cmp::Reverse(compared.rank_gap()));
        rows.truncate(options.top);
    }
    rows.into_iter().map(|compared| compared.point).collect()
}

/// The evaluators that would play none of the points that the reference would.
fn changed(reference: &Opinion, opinions: &[Opinion]) -> Vec<String> {
    let Some(best) = reference.best() else {
        return Vec::new();
    };
    let is_shared = |opinion: &Opinion| {
        let own = opinion.best();
        own.is_none_or(|own| own.iter().any(|point| best.contains(point)))
    };
    let changed = opinions.iter().filter(|opinion| !is_shared(opinion));
    changed.map(|opinion| opinion.name.clone()).collect()
}

fn failures(opinions: &[Opinion]) -> (ByName<Failure>, ByName<FailureDetail>) {
    let failed = opinions.iter().filter_map(|opinion| {
        let failure = opinion.answer.as_ref().err()?;
        Some((opinion.name.clone(), failure.clone()))
    });
    let failed: ByName<Failure> = failed.collect();
    let details = failed.0.iter().map(|(name, failure)| {
        let detail = FailureDetail {
            kind: failure.kind,
            message: failure.message.clone(),
            stderr: failure.stderr.clone(),
        };
        (name.clone(), detail)
    });
    let details = details.collect();
    (failed, details)
}

fn pairs(opinions: &[Opinion], top: usize) -> Vec<PairAgreement> {
    let mut pairs = Vec::new();
    for (number, one) in opinions.iter().enumerate() {
        for other in &opinions[number + 1..] {
            if let (Some(here), Some(there)) = (one.ranking(), other.ranking()) {
                pairs.push(PairAgreement {
                    a: one.name.clone(),
                    b: other.name.clone(),
                    agreement: agreement(here, there, top),
                });
            }
        }
    }
    pairs
}

fn judges(position: &Position, evaluators: &[&dyn Evaluator]) -> ByName<Vec<Point>> {
    let programs = evaluators.iter().filter_map(|evaluator| {
        let forbidden_by = forbidden_by(evaluator.forbidden_rule()?, position.board());
        let points = forbidden_by.into_iter().map(|(point, _)| point);
        Some((evaluator.info().name.clone(), points.collect()))
    });
    let rules = std::iter::once(("rules".to_owned(), forbidden(position)));
    rules.chain(programs).collect()
}

/// Whether every evaluator ranks the reference's top points at most `gap` places off; a point it
/// does not rank is off by more than any gap. `None` if those that answered do, and one did not.
fn within(opinions: &[Opinion], options: &ComparisonOptions, gap: usize) -> Option<bool> {
    let reference = opinions[options.reference].ranking()?;
    let holds = opinions.iter().filter_map(Opinion::ranking).all(|ranking| {
        reference.points().iter().take(options.top).all(|ranked| {
            let there = ranking.of(ranked.point);
            there.is_some_and(|there| there.rank.abs_diff(ranked.rank) <= gap)
        })
    });
    let have_all_answered = opinions.iter().all(|opinion| opinion.answer.is_ok());
    (!holds || have_all_answered).then_some(holds)
}
