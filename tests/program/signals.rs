//! Signals to the program, and what a test says that cannot be done here.

use std::io::Write;
use std::process::{Child, Command};

/// Interrupts `child`, as Ctrl-C does.
pub(crate) fn interrupt(child: &Child) {
    send("INT", child);
}

/// Tells `child` to end, as `kill` and shutting down do.
pub(crate) fn terminate(child: &Child) {
    send("TERM", child);
}

/// Sends a signal of this name.
pub(crate) fn send(signal: &str, child: &Child) {
    let kill = format!("kill -{signal} {}", child.id());
    let sent = Command::new("sh").args(["-c", &kill]).status();
    assert!(sent.expect("a shell").success());
}

/// Says that a test, or a part of it, is left out. It is seen although the test passes: only what
/// is printed by macros is kept back then.
pub(crate) fn skipped(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {why}");
}

/// Whether interrupts do nothing here, because a shell has started the tests in the background; a
/// test that needs them is skipped then, and says so.
pub(crate) fn are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let are_ignored = mask.unwrap_or(0) & 2 != 0;
    if are_ignored {
        skipped("interrupts are ignored here");
    }
    are_ignored
}
