//! Processes that are stopped with all they have started.

use std::io;
use std::process::{Child, Command};

#[cfg(all(unix, feature = "cli"))]
pub(crate) use system::is_ignored;
pub use system::kill_all_on_signals;

/// Kills every engine that runs now, with all it has started.
///
/// Threads that wait for an answer get a failure. For signal handlers and for programs that exit
/// without dropping their evaluators.
pub fn kill_all() {
    system::kill_all();
}

/// A child that leads a process group; the group is killed when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    pub(super) child: Child,
}

impl Process {
    pub(super) fn start(command: Command) -> io::Result<Process> {
        let child = system::spawn(command)?;
        Ok(Process { child })
    }

    /// How the child ended, if it has; it is not waited for, so its group can still be killed.
    pub(super) fn exit(&mut self) -> Option<ChildExit> {
        system::exit(&mut self.child)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        system::kill(&mut self.child);
        // It has been killed, so this does not take long; a failure leaves a zombie at worst.
        let _ = self.child.wait();
    }
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(unix), allow(dead_code))]
pub(super) enum ChildExit {
    Status(i32),
    Signal(i32),
}

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::{io, thread};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::ChildExit;

    /// The leaders of the groups that may be running.
    ///
    /// A leader is listed from its start until it has been killed, and waited for only then: a
    /// listed number is never that of another process.
    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn running() -> MutexGuard<'static, Vec<Pid>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
        let mut running = running(); // Held, so that no signal comes between the start and the entry.
        let child = command.process_group(0).spawn()?;
        running.push(Pid::from_child(&child));
        Ok(child)
    }

    pub(super) fn exit(child: &mut Child) -> Option<ChildExit> {
        let peek = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(child)), peek).ok()??;
        let signal = status.terminating_signal().map(ChildExit::Signal);
        signal.or_else(|| status.exit_status().map(ChildExit::Status))
    }

    pub(super) fn kill(child: &mut Child) {
        let leader = Pid::from_child(child);
        let mut running = running();
        kill_groups(&[leader]);
        running.retain(|&other| other != leader);
    }

    pub(super) fn kill_all() {
        kill_groups(&running());
    }

    fn kill_groups(leaders: &[Pid]) {
        for &leader in leaders {
            // The group is empty if this fails.
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    /// When this process is interrupted or told to end from now on, it kills every engine first.
    ///
    /// It exits with 130 after SIGINT, 143 after SIGTERM and 129 after SIGHUP, at once: output
    /// that is still buffered is lost. Signals that the process was started to ignore, as by
    /// `nohup`, remain ignored. Further calls change nothing.
    ///
    /// # Errors
    ///
    /// If the handlers or their thread cannot be set up.
    pub fn kill_all_on_signals() -> io::Result<()> {
        static IS_WATCHING: Mutex<bool> = Mutex::new(false);
        let mut is_watching = IS_WATCHING.lock().unwrap_or_else(PoisonError::into_inner);
        if !*is_watching {
            let all = [SIGINT, SIGTERM, SIGHUP];
            let handled = all.iter().filter(|&&signal| !is_ignored(signal));
            let mut signals = Signals::new(handled)?;
            let watch = move || {
                if let Some(signal) = signals.forever().next() {
                    let running = running(); // Held to the end: nothing is started any more.
                    kill_groups(&running);
                    std::process::exit(128 + signal);
                }
            };
            thread::Builder::new()
                .name("signals".to_owned())
                .spawn(watch)?;
            *is_watching = true;
        }
        Ok(())
    }

    /// Whether this process ignores a signal; `false` where the system does not tell.
    pub(crate) fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        // One bit each, from signal 1.
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.unwrap_or(0) >> (signal - 1) & 1 == 1
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::{Child, Command};

    use super::ChildExit;

    pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) fn exit(child: &mut Child) -> Option<ChildExit> {
        let status = child.try_wait().ok()??.code()?;
        Some(ChildExit::Status(status))
    }

    pub(super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }

    pub(super) fn kill_all() {}

    /// Nothing on this system: engines end when their input closes.
    ///
    /// # Errors
    ///
    /// None.
    pub fn kill_all_on_signals() -> io::Result<()> {
        Ok(())
    }
}
