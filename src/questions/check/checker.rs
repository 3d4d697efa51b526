//! Checks expectations by the rules, the solvers, or a search, and tells what holds instead.

use super::Expectation;
use crate::board::Color;
use crate::eval::{Evaluator, Failure};
use crate::geometry::Point;
use crate::limits::{Control, Limits, Observer, StopReason};
use crate::pattern::{Shape, standing_counts};
use crate::position::{Position, PositionId};
use crate::questions::{
    ForbiddenOptions, ForbiddenReport, MoveOrPass, SearchQuestion, SearchReport, SearchThought,
    VerdictName, forbidden, forced_win, search_with_thoughts, verdict,
};
use crate::search::{SearchOptions, TranspositionTable, WinSolver};
use crate::threat::{Attack, SolveOptions, ThreatOutcome};

/// How much the answer to one expectation may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    /// Nodes and time for each solver and each search.
    pub limits: Limits,
    /// Depth of searches in plies.
    pub depth: Option<u16>,
    /// Size of the transposition tables of a solver or a search, in bytes.
    pub table_bytes: usize,
}

impl CheckOptions {
    /// Nodes of an answer that would not end by itself, where there is no limit.
    pub const DEFAULT_NODES: u64 = 100_000;

    /// Whether an expectation is answered within [`DEFAULT_NODES`](Self::DEFAULT_NODES): it needs a
    /// limit, and has none. A depth ends a search alone.
    pub const fn take_default(&self, expectation: &Expectation) -> bool {
        let is_search = matches!(expectation, Expectation::Best { .. });
        let is_limited = !self.limits.is_none() || is_search && self.depth.is_some();
        expectation.needs_limit() && !is_limited
    }

    fn limits_of(&self, expectation: &Expectation) -> Limits {
        if self.take_default(expectation) {
            Limits::nodes(Self::DEFAULT_NODES)
        } else {
            self.limits
        }
    }
}

/// The answer to an expectation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckedExpectation {
    /// Whether it holds; `None` if a limit was reached first.
    pub met: Option<bool>,
    /// What holds, said as expectations would; empty if that is not known.
    pub found: Vec<Expectation>,
    /// The line of the win, or of best play.
    pub line: Vec<MoveOrPass>,
    /// What the search for a best move thought, its answer last; empty of solvers.
    pub thoughts: Vec<SearchThought>,
    /// Why the answer is not known.
    pub stop: Option<StopReason>,
    /// Nodes visited by a solver or the search.
    pub nodes: u64,
}

impl CheckedExpectation {
    fn new(met: Option<bool>, found: Vec<Expectation>) -> CheckedExpectation {
        CheckedExpectation {
            met,
            found,
            ..CheckedExpectation::default()
        }
    }
}

/// Holds expectations against positions. No answer depends on the one before.
///
/// ```
/// use renju::limits::Limits;
/// use renju::notation::{ParseOptions, parse_moves};
/// use renju::position::{Position, PositionOverrides};
/// use renju::questions::{CheckOptions, Expectation, ExpectationChecker};
/// use renju::systems;
///
/// let setup = parse_moves("f8 a1 g8 a3 h6 a5 h7 a7", &ParseOptions::default())?;
/// let position = Position::from_setup(&setup, &PositionOverrides::default())?;
/// let shapes = systems::find("shapes")?;
/// let options = CheckOptions { limits: Limits::nodes(1000), depth: None, table_bytes: 1 << 20 };
/// let mut checker = ExpectationChecker::new(&*shapes, options);
/// let expected: Expectation = "forbidden H8 overline".parse()?;
/// let answer = checker.check(&position, &expected, &renju::limits::NoObserver)?;
/// assert_eq!(answer.met, Some(false));
/// assert_eq!(answer.found[0].to_string(), "forbidden H8 double-three");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ExpectationChecker<'a> {
    evaluator: &'a dyn Evaluator,
    options: CheckOptions,
    /// Made for the first search.
    table: Option<TranspositionTable>,
}

impl<'a> ExpectationChecker<'a> {
    /// A checker that searches with this evaluator.
    pub const fn new(
        evaluator: &'a dyn Evaluator,
        options: CheckOptions,
    ) -> ExpectationChecker<'a> {
        ExpectationChecker {
            evaluator,
            options,
            table: None,
        }
    }

    /// The answer to an expectation that fits the position, see [`Expectation::fits`].
    ///
    /// # Errors
    ///
    /// If the evaluator has no answer for this position.
    ///
    /// # Panics
    ///
    /// Panics if a point that the expectation names is off the board or taken.
    pub fn check(
        &mut self,
        position: &Position,
        expectation: &Expectation,
        observer: &dyn Observer,
    ) -> Result<CheckedExpectation, Failure> {
        let limits = self.options.limits_of(expectation);
        Ok(match expectation {
            Expectation::Forbidden { point, .. } | Expectation::Legal { point } => {
                check_point(position, *point, expectation)
            }
            Expectation::NothingForbidden => nothing_forbidden(position),
            Expectation::Win { attack, at_most } => {
                self.check_win(position, *attack, *at_most, limits, observer)
            }
            Expectation::NoWin { attack } => {
                let answer = self.check_win(position, *attack, None, limits, observer);
                CheckedExpectation {
                    met: answer.met.map(|is_won| !is_won),
                    ..answer
                }
            }
            // That there is no win by threats does not say that there is none.
            Expectation::AnyWin => {
                let answer = self.check_win(position, Attack::Vct, None, limits, observer);
                CheckedExpectation {
                    met: answer.met.filter(|&is_won| is_won),
                    ..answer
                }
            }
            Expectation::Best { moves } => self.check_best(position, moves, observer)?,
            Expectation::Shapes {
                color,
                shape,
                count,
            } => {
                let found = count_of(position, *color, *shape);
                let found = Expectation::Shapes {
                    color: *color,
                    shape: *shape,
                    count: found,
                };
                let is_met =
                    matches!(found, Expectation::Shapes { count: found, .. } if found == *count);
                CheckedExpectation::new(Some(is_met), vec![found])
            }
            Expectation::NoShapes => {
                let found = standing(position);
                let is_met = found == [Expectation::NoShapes];
                CheckedExpectation::new(Some(is_met), found)
            }
        })
    }

    fn check_win(
        &self,
        position: &Position,
        attack: Attack,
        at_most: Option<usize>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> CheckedExpectation {
        // A shortest win is proved of a VCF alone; a VCT is looked for within the length.
        let max_plies = at_most.filter(|_| attack == Attack::Vct);
        let options = SolveOptions {
            shortest: at_most.is_some(),
            max_plies: max_plies.map(|plies| plies.min(usize::from(u16::MAX)) as u16),
            table_bytes: self.options.table_bytes,
            ..SolveOptions::new(attack)
        };
        let control = Control::observed(limits, observer);
        let report = forced_win(
            unnamed_id(),
            position,
            &mut WinSolver::new(options),
            &control,
        );
        let found = match (report.outcome, report.plies) {
            (ThreatOutcome::Win, at_most) => vec![Expectation::Win { attack, at_most }],
            (ThreatOutcome::None, _) => vec![Expectation::NoWin { attack }],
            (ThreatOutcome::Unknown, _) => Vec::new(),
        };
        let is_short = match (report.plies, at_most) {
            (Some(plies), Some(most)) if plies > most => report.shortest.then_some(false),
            _ => Some(true),
        };
        CheckedExpectation {
            met: match report.outcome {
                ThreatOutcome::Win => is_short,
                ThreatOutcome::None => Some(false),
                ThreatOutcome::Unknown => None,
            },
            found,
            line: report.line,
            thoughts: Vec::new(),
            stop: report.stop,
            nodes: report.nodes,
        }
    }

    /// Searches for the best move, as [`search_with_thoughts`] does, with an empty table.
    ///
    /// # Errors
    ///
    /// If the evaluator has no answer for this position.
    pub fn search(
        &mut self,
        position: &Position,
        observer: &dyn Observer,
    ) -> Result<(SearchReport, Vec<SearchThought>), Failure> {
        let bytes = self.options.table_bytes;
        let table = self
            .table
            .get_or_insert_with(|| TranspositionTable::new(bytes));
        table.clear();
        let question = SearchQuestion {
            id: &unnamed_id(),
            position,
            evaluator: self.evaluator,
            options: SearchOptions {
                depth: self.options.depth,
                ..SearchOptions::default()
            },
            limits: self
                .options
                .limits_of(&Expectation::Best { moves: Vec::new() }),
        };
        search_with_thoughts(&question, observer, table)
    }

    fn check_best(
        &mut self,
        position: &Position,
        moves: &[MoveOrPass],
        observer: &dyn Observer,
    ) -> Result<CheckedExpectation, Failure> {
        let (report, thoughts) = self.search(position, observer)?;
        let line = report.lines.into_iter().next();
        let line = line.map_or_else(Vec::new, |line| line.moves);
        let best = line.first().copied();
        let was_interrupted = report.stop == Some(StopReason::Interrupted);
        Ok(CheckedExpectation {
            met: best
                .filter(|_| !was_interrupted)
                .map(|best| moves.contains(&best)),
            found: best
                .map(|best| Expectation::Best { moves: vec![best] })
                .into_iter()
                .collect(),
            line,
            thoughts,
            stop: report.stop.filter(|_| best.is_none() || was_interrupted),
            nodes: report.nodes,
        })
    }
}

/// The name of a position in a report of which only the answer is taken.
fn unnamed_id() -> PositionId {
    PositionId::from(String::new())
}

/// Without proofs: they are what `forbidden` is for.
fn without_proofs() -> ForbiddenOptions {
    ForbiddenOptions {
        depth: Some(0),
        ..ForbiddenOptions::default()
    }
}

/// Whether Black may play an empty point.
fn check_point(position: &Position, point: Point, expectation: &Expectation) -> CheckedExpectation {
    let report = verdict(unnamed_id(), position, point, &without_proofs());
    let found = match report.verdict {
        VerdictName::Forbidden => Expectation::Forbidden {
            point,
            kinds: report.kinds,
        },
        VerdictName::Allowed | VerdictName::Wins => Expectation::Legal { point },
        VerdictName::Unknown => {
            return CheckedExpectation {
                stop: Some(StopReason::Nodes),
                ..CheckedExpectation::new(None, Vec::new())
            };
        }
    };
    let is_met = match (expectation, &found) {
        (Expectation::Forbidden { kinds, .. }, Expectation::Forbidden { kinds: found, .. }) => {
            kinds.is_empty() || kinds == found
        }
        (expected, found) => expected == found,
    };
    CheckedExpectation::new(Some(is_met), vec![found])
}

fn nothing_forbidden(position: &Position) -> CheckedExpectation {
    let report = forbidden(unnamed_id(), position, &without_proofs());
    let found = all_forbidden(&report);
    match (found.is_empty(), report.undecided.is_empty()) {
        (false, _) => CheckedExpectation::new(Some(false), found),
        (true, true) => CheckedExpectation::new(Some(true), vec![Expectation::NothingForbidden]),
        (true, false) => CheckedExpectation {
            stop: Some(StopReason::Nodes),
            ..CheckedExpectation::new(None, Vec::new())
        },
    }
}

fn all_forbidden(report: &ForbiddenReport) -> Vec<Expectation> {
    let points = report.forbidden.iter();
    points
        .map(|forbidden| Expectation::Forbidden {
            point: forbidden.point,
            kinds: forbidden.kinds.clone(),
        })
        .collect()
}

fn count_of(position: &Position, color: Color, shape: Shape) -> usize {
    let counts = standing_counts(position.board(), position.rule());
    let named = Shape::STANDING.into_iter().zip(counts[color]);
    named
        .filter_map(|(other, count)| (other == shape).then_some(count))
        .sum()
}

/// Every shape that stands, with its number; that there is none.
fn standing(position: &Position) -> Vec<Expectation> {
    let counts = standing_counts(position.board(), position.rule());
    let mut found = Vec::new();
    for color in Color::BOTH {
        let named = Shape::STANDING.into_iter().zip(counts[color]);
        found.extend(named.filter(|&(_, count)| count > 0).map(|(shape, count)| {
            Expectation::Shapes {
                color,
                shape,
                count,
            }
        }));
    }
    if found.is_empty() {
        found.push(Expectation::NoShapes);
    }
    found
}

/// What holds of a position and is not named by its expectations, though they name others of its
/// kind: the other forbidden points where one is named, the other shapes where one is.
pub fn unnamed(position: &Position, expectations: &[Expectation]) -> Vec<Expectation> {
    let named_points: Vec<Point> = expectations
        .iter()
        .filter_map(|expectation| match expectation {
            Expectation::Forbidden { point, .. } => Some(*point),
            _ => None,
        })
        .collect();
    let named_shapes: Vec<(Color, Shape)> = expectations
        .iter()
        .filter_map(|expectation| match expectation {
            Expectation::Shapes { color, shape, .. } => Some((*color, *shape)),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    if !named_points.is_empty() {
        found = all_forbidden(&forbidden(unnamed_id(), position, &without_proofs()));
    }
    if !named_shapes.is_empty() {
        found.extend(standing(position));
    }
    found.retain(|found| match found {
        Expectation::Forbidden { point, .. } => !named_points.contains(point),
        Expectation::Shapes { color, shape, .. } => !named_shapes.contains(&(*color, *shape)),
        _ => false,
    });
    found
}
