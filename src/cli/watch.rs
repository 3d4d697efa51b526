//! `--watch`: an answer that is given again whenever one of its files changes.
//!
//! Files are looked at a few times a second. That sees every way in which editors save, on every
//! file system, and needs no library that asks the kernel.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use clap::Args;
use console::Term;

use super::commands::evaluators::EvaluatorName;
use super::error::CliError;
use super::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::engines;
use renju::files::stdout;

/// Between two looks at the files.
const PAUSE: Duration = Duration::from_millis(150);

/// For how long files have to stay as they are: an editor may write in several steps.
const SETTLED: Duration = Duration::from_millis(50);

/// Whether an answer is given again.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct WatchArgs {
    /// Answer again whenever a file of positions or weights changes, until Ctrl-C
    #[arg(long)]
    watch: bool,
}

impl WatchArgs {
    /// Gives an answer, with `--watch` again after each change; Ctrl-C ends the program at once, and
    /// the engines that run.
    pub(crate) fn repeat_until_killed(
        self,
        (input, evaluators): (&InputArgs, &[EvaluatorName]),
        global: &GlobalArgs,
        mut answer: impl FnMut() -> Result<Exit, CliError>,
    ) -> Result<Exit, CliError> {
        if self.watch {
            engines::kill_all_on_signals()?;
        }
        self.repeat((input, evaluators), global, |_| answer())
    }

    /// Gives an answer, with `--watch` again after each change, until it is interrupted. What is
    /// wrong is shown in place of the answer, and the files are still watched.
    pub(crate) fn repeat(
        self,
        (input, evaluators): (&InputArgs, &[EvaluatorName]),
        global: &GlobalArgs,
        mut answer: impl FnMut(Option<&WatchedFiles>) -> Result<Exit, CliError>,
    ) -> Result<Exit, CliError> {
        if !self.watch {
            return answer(None);
        }
        let files = files(input, evaluators)?;
        for round in 0_u64.. {
            let watch = WatchedFiles::of(&files);
            separate(round, global)?;
            match answer(Some(&watch)) {
                Err(CliError::Output(error)) => return Err(error.into()),
                Err(error) => diagnostics::print(&error),
                Ok(Exit::Interrupted) => break,
                Ok(_) => {}
            }
            if !global.output.quiet && !watch.has_changed() {
                diagnostics::tell(&format!("watching {}; Ctrl-C ends it", names(&files)));
            }
            watch.wait();
        }
        Ok(Exit::Interrupted)
    }
}

/// Files and how they were when an answer began.
#[derive(Debug)]
pub(crate) struct WatchedFiles<'a> {
    files: &'a [PathBuf],
    seen: Vec<FileState>,
    looked: Mutex<Look>,
}

/// When the files were last looked at, and whether one had changed.
#[derive(Clone, Copy, Debug)]
struct Look {
    at: Instant,
    has_changed: bool,
}

/// What tells a file from the same file changed; `None` if it cannot be read.
type FileState = Option<(SystemTime, u64)>;

impl<'a> WatchedFiles<'a> {
    fn of(files: &'a [PathBuf]) -> WatchedFiles<'a> {
        WatchedFiles {
            files,
            seen: states(files),
            looked: Mutex::new(Look {
                at: Instant::now(),
                has_changed: false,
            }),
        }
    }

    /// Whether a file is not as it was, looked at now and then: to be asked as often as one likes.
    pub(crate) fn has_changed(&self) -> bool {
        let Ok(mut look) = self.looked.try_lock() else {
            return false; // Another thread is looking.
        };
        if !look.has_changed && look.at.elapsed() >= PAUSE {
            look.has_changed = states(self.files) != self.seen;
            look.at = Instant::now();
        }
        look.has_changed
    }

    /// Waits for a change, and until the files stay as they are.
    fn wait(&self) {
        while !self.has_changed() {
            sleep(PAUSE);
        }
        loop {
            let before = states(self.files);
            sleep(SETTLED);
            if states(self.files) == before {
                return;
            }
        }
    }
}

fn states(files: &[PathBuf]) -> Vec<FileState> {
    let state = |path: &PathBuf| {
        let found = path.metadata().ok()?;
        Some((found.modified().ok()?, found.len()))
    };
    files.iter().map(state).collect()
}

/// The files that an answer is made of.
fn files(input: &InputArgs, evaluators: &[EvaluatorName]) -> Result<Vec<PathBuf>, CliError> {
    let is_standard_input = |path: &PathBuf| path.as_os_str() == "-";
    if input.positions.iter().any(is_standard_input)
        || (input.positions.is_empty() && input.moves.is_none())
    {
        return Err(CliError::usage(
            "--watch is for files; standard input is read once",
        ));
    }
    let weights = evaluators.iter().filter_map(EvaluatorName::path);
    let positions = input.positions.iter().map(PathBuf::as_path);
    let files: Vec<PathBuf> = positions.chain(weights).map(Path::to_owned).collect();
    if files.is_empty() {
        let error = CliError::usage("--watch has nothing to watch: the moves of -m do not change");
        return Err(error.hint("name a file of positions, or weights with -e FILE.toml"));
    }
    Ok(files)
}

fn names(files: &[PathBuf]) -> String {
    let names: Vec<String> = files
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    names.join(", ")
}

/// Clears a terminal; elsewhere a blank line stands between two answers.
fn separate(round: u64, global: &GlobalArgs) -> io::Result<()> {
    if io::stdout().is_terminal() {
        return Term::stdout().clear_screen();
    }
    if round > 0 && !global.output.json {
        writeln!(stdout())?;
    }
    Ok(())
}
