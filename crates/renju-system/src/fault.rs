//! Faults made on purpose, to see that nothing is lost by real ones.
//!
//! Code that asks the system for what it may refuse, such as a file, a write, a thread or the memory of a
//! table, asks [`check`] first. In a build with debug assertions the environment has it refuse:
//! `RENJU_FAULT=7` the seventh of all that is asked in a run, `7+` all from the seventh on; at `7!` the
//! program is aborted, as by a crash. What was refused is added to the file that `RENJU_FAULT_LOG`
//! names, a line each. In other builds nothing is refused.
//!
//! `tests/program/fault_injection.rs` does so for every command that writes or starts threads.

use std::io;

/// Fails if a fault is to be made here. `what` is asked of the system: `write`, `thread`, ..
///
/// # Errors
///
/// If this is the one, or one of those, that `RENJU_FAULT` refuses.
#[cfg(debug_assertions)]
pub fn check(what: &str) -> io::Result<()> {
    injected::check(what)
}

/// Nothing is refused in this build.
#[cfg(not(debug_assertions))]
pub const fn check(_: &str) -> io::Result<()> {
    Ok(())
}

#[cfg(debug_assertions)]
mod injected {
    use std::fs::OpenOptions;
    use std::io::{self, Write};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// What is refused.
    enum Plan {
        Nothing,
        One(u64),
        AllFrom(u64),
        CrashAt(u64),
    }

    impl Plan {
        fn of(text: &str) -> Option<Plan> {
            let number = |digits: &str| digits.parse().ok();
            match text.as_bytes().last()? {
                b'+' => number(&text[..text.len() - 1]).map(Plan::AllFrom),
                b'!' => number(&text[..text.len() - 1]).map(Plan::CrashAt),
                _ => number(text).map(Plan::One),
            }
        }
    }

    pub(super) fn check(what: &str) -> io::Result<()> {
        static PLAN: OnceLock<Plan> = OnceLock::new();
        static ASKED: AtomicU64 = AtomicU64::new(0);

        let plan = PLAN.get_or_init(|| {
            let text = std::env::var("RENJU_FAULT").ok();
            text.and_then(|text| Plan::of(&text))
                .unwrap_or(Plan::Nothing)
        });
        let asked = ASKED.fetch_add(1, Ordering::Relaxed) + 1;
        match *plan {
            Plan::One(number) if asked == number => {}
            Plan::AllFrom(first) if asked >= first => {}
            Plan::CrashAt(number) if asked == number => {
                note(asked, what);
                std::process::abort();
            }
            _ => return Ok(()),
        }
        note(asked, what);
        Err(io::Error::other(format!("a fault made on purpose: {what}")))
    }

    fn note(asked: u64, what: &str) {
        let Some(path) = std::env::var_os("RENJU_FAULT_LOG") else {
            return;
        };
        let log = OpenOptions::new().append(true).create(true).open(path);
        let noted = log.and_then(|mut log| writeln!(log, "{asked} {what}"));
        noted.expect("the file of RENJU_FAULT_LOG takes a line");
    }
}
