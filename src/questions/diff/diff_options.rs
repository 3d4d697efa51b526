//! Options of a diff: the tolerance of values, and which fields count.

/// What counts as a difference.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DiffOptions {
    /// How far two values of an evaluator may lie apart, in its unit, and be the same; 0 or more.
    pub tolerance: f64,
    /// Whether `nodes` and `seconds`, `evaluator` and `unit`, and the place of an error in its file
    /// are compared as well.
    pub all_fields: bool,
    /// Only changes of these fields, or of something in them; all if there is none.
    pub only: Vec<String>,
}

impl DiffOptions {
    /// Whether two values of an evaluator are the same by the tolerance.
    pub fn are_near(&self, old: f64, new: f64) -> bool {
        (old - new).abs() <= self.tolerance
    }
}
