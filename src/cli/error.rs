//! How a command ends, and why it, or its answer for one position, failed.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::process::{ExitCode, Termination};

use renju::batch::{Entry, JournalError, RecordError, RecordId};
use renju::eval::Failure;
use renju::notation::{ErrorCode, Excerpt, ParseError, io_words};
use renju::questions::NoFirstMove;
use renju::questions::game::NoGame;
use renju::systems::UnknownEvaluator;
use renju_system::threads::ThreadRefused;

/// What each exit number means; of several positions the last in this order counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Exit {
    /// Done; for a yes/no question: yes.
    Done,
    /// Done; the answer is no.
    No,
    /// Not known: who should have said it gave no answer.
    Undecided,
    /// A batch ended and some records failed; an evaluator gave no answer for some position.
    SomeFailed,
    /// Wrong usage, unreadable input, impossible position.
    Usage,
    /// The user ended it before its time.
    Interrupted,
}

impl Exit {
    /// The number of [`Exit::Interrupted`], that of a program ended by Ctrl-C.
    pub(super) const INTERRUPTED: u8 = 130;
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

/// An error of the command line, by whose fault it is.
///
/// Each carries its message, and where known its place and a hint. `diagnostics` turns it into
/// text.
#[derive(Debug)]
pub(super) enum CliError {
    /// Arguments that contradict each other or name what does not exist; in the answer for a
    /// position, a question that does not fit it.
    Usage(Box<ParseError>),
    /// A mistake in an input, with its place.
    Input(Box<RecordError>),
    /// An evaluator had nothing to say of a position.
    NoAnswer(Box<ParseError>),
    /// The output cannot be written.
    Output(io::Error),
}

impl CliError {
    /// Wrong usage of the command line.
    pub(super) fn usage(message: impl Into<String>) -> CliError {
        CliError::coded(ErrorCode::Unsupported, message)
    }

    /// Wrong usage that has an error code of its own in JSON.
    pub(super) fn coded(code: ErrorCode, message: impl Into<String>) -> CliError {
        CliError::Usage(Box::new(ParseError::new(code, message)))
    }

    /// What the system says of a file that an argument names: for `map_err`.
    pub(super) fn in_file(path: &Path) -> impl FnOnce(io::Error) -> CliError {
        move |error| CliError::usage(format!("{}: {}", path.display(), io_words(&error)))
    }

    /// That an evaluator, such as an engine, gave no answer for a position.
    pub(super) fn no_answer(name: &str, failure: &Failure) -> CliError {
        let message = format!(
            "no answer from {name} for this position: {}",
            failure.message
        );
        let mut error = ParseError::new(ErrorCode::NoAnswer, message);
        error.hint = last_lines(failure);
        CliError::NoAnswer(Box::new(error))
    }

    /// A mistake in the text of a file, at the bytes of `span` if they are known.
    pub(super) fn in_text(
        path: &Path,
        text: &str,
        message: &str,
        span: Option<Range<usize>>,
    ) -> CliError {
        let mut error = ParseError::new(ErrorCode::Unsupported, message);
        if let Some(span) = span.filter(|span| text.get(span.clone()).is_some()) {
            let before = &text[..span.start];
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let line = |text: &str| text.lines().next().unwrap_or_default().to_owned();
            error.line = Some(before.matches('\n').count() as u64 + 1);
            error.column = Some(before[start..].chars().count() as u32 + 1);
            error.width = line(&text[span]).chars().count() as u32;
            error.excerpt = Some(Box::new(Excerpt {
                text: line(&text[start..]),
                column: error.column,
            }));
        }
        let place = RecordId::file(path.display().to_string());
        CliError::Input(Box::new(RecordError {
            id: place.to_string().into(),
            place,
            error,
        }))
    }

    /// Adds what the user can do about it.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> CliError {
        match &mut self {
            CliError::Usage(error) | CliError::NoAnswer(error) => error.hint = Some(hint.into()),
            CliError::Input(record) => record.error.hint = Some(hint.into()),
            CliError::Output(_) => {}
        }
        self
    }

    /// What is wrong in one line, without a hint.
    pub(super) fn message(&self) -> String {
        match self {
            CliError::Usage(error) | CliError::NoAnswer(error) => error.message.clone(),
            CliError::Input(record) => format!("{}: {}", record.place, record.error.message),
            CliError::Output(error) => io_words(error),
        }
    }

    /// The error as that of one position of the input.
    pub(super) fn record_error(self, entry: &Entry) -> Box<RecordError> {
        let error = match self {
            CliError::Input(error) => return error,
            CliError::Usage(error) | CliError::NoAnswer(error) => *error,
            CliError::Output(error) => ParseError::new(ErrorCode::Io, io_words(&error)),
        };
        Box::new(RecordError {
            id: entry.id.clone(),
            place: RecordId::file(entry.read.source.clone()),
            error,
        })
    }

    /// The exit code of a command that ends with this error. A closed pipe is none: who reads
    /// the output has seen enough.
    pub(super) fn exit(&self) -> Exit {
        match self {
            CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            CliError::NoAnswer(_) => Exit::SomeFailed,
            _ => Exit::Usage,
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        let refused = error.get_ref().and_then(|why| why.downcast_ref());
        if let Some(refused @ ThreadRefused { .. }) = refused {
            return CliError::usage(refused.to_string()).hint("a smaller -j or --hash needs less");
        }
        CliError::Output(error)
    }
}

impl From<JournalError> for CliError {
    fn from(error: JournalError) -> CliError {
        match error {
            JournalError::Io { path, error } => CliError::in_file(&path)(error),
            error => CliError::usage(error.to_string()),
        }
    }
}

impl From<UnknownEvaluator> for CliError {
    fn from(error: UnknownEvaluator) -> CliError {
        let hint = match error.closest {
            _ if error.asked.contains(',') => {
                let each: Vec<String> = error
                    .asked
                    .split(',')
                    .map(|name| format!("-e {name}"))
                    .collect();
                format!(
                    "each -e takes one name: `renju compare {} ..`",
                    each.join(" ")
                )
            }
            _ if Path::new(&error.asked).is_file() => {
                format!(
                    "a file of weights ends in .toml, or is named file:{}",
                    error.asked
                )
            }
            Some(closest) => format!("did you mean {closest}?"),
            None => "`renju evaluators` lists them".to_owned(),
        };
        CliError::usage(error.to_string()).hint(hint)
    }
}

impl From<Failure> for CliError {
    fn from(failure: Failure) -> CliError {
        let said = last_lines(&failure);
        let error = CliError::usage(failure.message);
        match said {
            Some(said) => error.hint(said),
            None => error,
        }
    }
}

/// The last lines of an engine that failed: they tell more than how it ended.
fn last_lines(failure: &Failure) -> Option<String> {
    let said = failure.last_lines();
    said.map(|said| format!("its last lines: {said}"))
}

impl From<NoGame> for CliError {
    fn from(error: NoGame) -> CliError {
        CliError::coded(ErrorCode::Unsupported, error.to_string())
    }
}

impl From<NoFirstMove> for CliError {
    fn from(refused: NoFirstMove) -> CliError {
        let code = match refused {
            NoFirstMove::OffBoard { .. } => ErrorCode::OffBoard,
            NoFirstMove::Taken { .. } => ErrorCode::PointTaken,
            NoFirstMove::Forbidden { .. } | NoFirstMove::AllAvoided => ErrorCode::Unsupported,
        };
        CliError::coded(code, refused.to_string())
    }
}
