//! A published program's search, held against the min-max of its tree.

use super::difference::{Difference, DifferenceKind, HuntAnswer, HuntPair};
use crate::eval::{Failure, PlayOptions, System, Worth};
use crate::limits::{Limits, NoObserver};
use crate::position::Position;
use crate::questions::trace::{MinMaxOutcome, check_min_max};

/// A published program, and how its search is set.
pub struct MinMaxPair<'s> {
    /// A program whose search is an alpha-beta.
    pub program: &'s dyn System,
    /// How deep it searches, and how many moves it tries at each node.
    pub options: PlayOptions,
    /// The limits of each search.
    pub limits: Limits,
}

impl HuntPair for MinMaxPair<'_> {
    fn differences(&self, position: &Position) -> Result<Vec<Difference>, Failure> {
        let (program, options) = (self.program, &self.options);
        let found = check_min_max("", position, program, options, self.limits, &NoObserver);
        if found.outcome != MinMaxOutcome::Different {
            return Ok(Vec::new());
        }
        let answer = |name: String, value: Option<i64>| HuntAnswer {
            name,
            points: Vec::new(),
            value: value.map(Worth::from),
            others: None,
        };
        let answers = [
            HuntAnswer {
                points: found.best.into_iter().collect(),
                ..answer(found.evaluator, found.value)
            },
            answer("min-max".to_owned(), found.min_max),
        ];
        Ok(vec![Difference {
            point: found.best,
            ..Difference::new(DifferenceKind::WrongValue, answers)
        }])
    }
}
