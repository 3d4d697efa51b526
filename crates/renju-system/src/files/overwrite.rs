//! Overwrite policy for output files: existing content is kept unless the user forces its loss.

use std::io;
use std::path::Path;

/// What is to be done with a file that is there and holds something.
///
/// An empty file is taken as if there were none: `mktemp` makes such.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overwrite {
    /// It stays as it is, and nothing is written.
    Refused,
    /// What it holds is lost, unless another process writes to it.
    Allowed,
    /// What it holds is lost: this process has locked it.
    Ours,
}

impl Overwrite {
    /// What the flag of a command means.
    pub const fn if_forced(is_forced: bool) -> Overwrite {
        if is_forced {
            Overwrite::Allowed
        } else {
            Overwrite::Refused
        }
    }

    /// Refuses a path at which something is that must not be overwritten.
    ///
    /// # Errors
    ///
    /// Of the kind [`io::ErrorKind::AlreadyExists`].
    pub fn check(self, path: &Path) -> io::Result<()> {
        match self {
            Overwrite::Refused if holds_something(path) => Err(io::ErrorKind::AlreadyExists.into()),
            Overwrite::Refused | Overwrite::Allowed | Overwrite::Ours => Ok(()),
        }
    }
}

/// Whether a file that is not empty is there, or a link to nothing.
fn holds_something(path: &Path) -> bool {
    match path.metadata() {
        Ok(found) => found.is_file() && found.len() > 0,
        Err(_) => path.symlink_metadata().is_ok(),
    }
}
