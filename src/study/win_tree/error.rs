use std::fmt;

use thiserror::Error;

use crate::study::VERSION;

/// The most objects within each other that are read. A line of 400 plies has 400.
pub(super) const DEEPEST: usize = 5000;

/// Why a line is no tree, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct TreeLineError {
    /// The moves that lead to the place, as far as they were read: points, `*`, and `?` where a
    /// move was not read yet.
    pub path: Vec<String>,
    /// What is wrong there.
    pub problem: TreeProblem,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TreeProblem {
    /// Not JSON, or a field of the outermost object is missing or of the wrong type.
    #[error("no line of a tree: {0}")]
    Json(String),
    /// A version that this program does not know.
    #[error("version {0} of the line is not known; {VERSION} is")]
    Version(u64),
    /// More objects within each other than are read.
    #[error("more than {DEEPEST} objects stand within each other")]
    TooDeep,
    /// Something of another type than it should be.
    #[error("{field} must be {should}")]
    Wrong {
        /// The field.
        field: &'static str,
        /// What it should be.
        should: &'static str,
    },
    /// A field that must be there is not.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A field stands twice in an object.
    #[error("{0} stands twice")]
    Twice(&'static str),
    /// A text that names no point.
    #[error("{0}")]
    BadPoint(String),
    /// `*` among points.
    #[error("\"*\" stands for all replies that are not named, and stands alone")]
    NotAlone,
    /// An end, and replies after it.
    #[error("the move ends the game, and has replies")]
    EndsAndGoesOn,
    /// Neither.
    #[error("the move has neither replies nor \"end\":\"five\"")]
    NeitherEndNorReplies,
}

impl fmt::Display for TreeLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "at {}: ", self.path.join(" "))?;
        }
        write!(f, "{}", self.problem)
    }
}
