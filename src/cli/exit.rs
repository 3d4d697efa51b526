use std::process::{ExitCode, Termination};

/// What each exit number means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Exit {
    /// Done; for a yes/no question: yes.
    Done,
    /// Done; the answer is no.
    No,
    /// Not known: who should have said it gave no answer.
    Undecided,
    /// A batch ended and some records failed.
    SomeFailed,
    /// Wrong usage, unreadable input, impossible position.
    Usage,
    /// The user ended it before its time.
    Interrupted,
}

impl Exit {
    /// The number of [`Exit::Interrupted`], that of a program ended by Ctrl-C.
    pub(super) const INTERRUPTED: u8 = 130;

    /// The worse of two, for several positions.
    #[must_use]
    pub fn and(self, other: Exit) -> Exit {
        self.max(other)
    }
}

impl Termination for Exit {
    fn report(self) -> ExitCode {
        ExitCode::from(match self {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Usage => 2,
            Exit::SomeFailed => 3,
            Exit::Undecided => 4,
            Exit::Interrupted => Exit::INTERRUPTED,
        })
    }
}
