//! Interrupts, as Ctrl-C sends them.

use std::process::{Child, Command};

/// Interrupts `child`.
pub(crate) fn interrupt(child: &Child) {
    let kill = format!("kill -INT {}", child.id());
    let sent = Command::new("sh").args(["-c", &kill]).status();
    assert!(sent.expect("a shell").success());
}

/// Whether interrupts do nothing here, because a shell has started the tests in the background; a
/// test that needs them is skipped then, and says so.
pub(crate) fn are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let are_ignored = mask.unwrap_or(0) & 2 != 0;
    if are_ignored {
        eprintln!("skipped: interrupts are ignored here");
    }
    are_ignored
}
