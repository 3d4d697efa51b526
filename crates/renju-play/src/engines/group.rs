//! Processes that are stopped with all they have started.

use std::io;
use std::process::{Child, Command};

#[cfg(unix)]
pub use system::is_ignored;
pub use system::{adopt_orphans, kill_all_on_last_signal, kill_all_on_signals};

/// Kills every engine that runs now, with all it has started.
///
/// Threads that wait for an answer get a failure. For signal handlers and for programs that exit
/// without dropping their evaluators.
pub fn kill_all() {
    system::kill_all();
}

/// Kills every engine as [`kill_all`] does, and starts no more: from now on all of them fail.
pub fn stop_all() {
    system::stop_all();
}

/// Whether engines are stopped for good, by [`stop_all`] or by a signal.
pub fn are_stopped() -> bool {
    system::are_stopped()
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
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
    use std::time::Duration;
    use std::{io, thread};

    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
    };
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::ChildExit;
    use crate::engines::descendants;
    use renju_system::files::remove_unfinished;
    use renju_system::{fault, threads};

    /// The groups that may be running.
    static RUNNING: Mutex<Running> = Mutex::new(Running {
        leaders: Vec::new(),
        is_stopped: false,
    });

    struct Running {
        /// The leaders of the groups. One is listed from its start until it has been killed, and
        /// waited for only then: a listed number is never that of another process.
        leaders: Vec<Pid>,
        /// Whether no more is started.
        is_stopped: bool,
    }

    fn running() -> MutexGuard<'static, Running> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
        let mut running = running(); // Held, so that no signal comes between the start and the entry.
        if running.is_stopped {
            return Err(io::Error::other("the program is about to end"));
        }
        fault::check("process")?;
        let child = command.process_group(0).spawn()?;
        running.leaders.push(Pid::from_child(&child));
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
        kill_descendants(leader);
        running.leaders.retain(|&other| other != leader);
        if running.leaders.is_empty() {
            descendants::kill_orphans(&[leader]); // It is still to be waited for.
        }
    }

    pub(super) fn kill_all() {
        kill_all_descendants(&running());
    }

    pub(super) fn stop_all() {
        let mut running = running();
        running.is_stopped = true;
        kill_all_descendants(&running);
    }

    pub(super) fn are_stopped() -> bool {
        running().is_stopped
    }

    fn kill_all_descendants(running: &Running) {
        running.leaders.iter().copied().for_each(kill_descendants);
        descendants::kill_orphans(&running.leaders);
    }

    /// Kills a group, and what it has started outside of itself.
    fn kill_descendants(leader: Pid) {
        let outside = descendants::stopped_descendants(leader);
        // The group is empty if this fails.
        let _ = kill_process_group(leader, Signal::KILL);
        for pid in outside {
            let _ = kill_process(pid, Signal::KILL);
        }
    }

    /// Makes this process the parent of what engines leave behind, so that it can be killed with
    /// the last of them; on Linux. For programs that start no other processes: these would be
    /// killed, too.
    ///
    /// # Errors
    ///
    /// If the system refuses it.
    pub fn adopt_orphans() -> io::Result<()> {
        descendants::adopt_orphans()
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
        watch_signals(None)
    }

    /// As [`kill_all_on_signals`], but SIGINT and SIGTERM only set `is_final` unless it is set:
    /// engines have `grace` to answer then, before [`stop_all`](super::stop_all).
    ///
    /// # Errors
    ///
    /// If the handlers or their thread cannot be set up.
    pub fn kill_all_on_last_signal(is_final: Arc<AtomicBool>, grace: Duration) -> io::Result<()> {
        watch_signals(Some((is_final, grace)))
    }

    fn watch_signals(spared: Option<(Arc<AtomicBool>, Duration)>) -> io::Result<()> {
        static IS_WATCHING: Mutex<bool> = Mutex::new(false);
        let mut is_watching = IS_WATCHING.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_watching {
            return Ok(());
        }
        let all = [SIGINT, SIGTERM, SIGHUP];
        let handled = all.iter().filter(|&&signal| !is_ignored(signal));
        let mut signals = Signals::new(handled)?;
        let watch = move || {
            for signal in signals.forever() {
                match &spared {
                    Some((is_final, grace))
                        if signal != SIGHUP && !is_final.swap(true, Ordering::Relaxed) =>
                    {
                        stop_after(*grace);
                    }
                    _ => {
                        let running = running(); // Held to the end: nothing is started any more.
                        kill_all_descendants(&running);
                        remove_unfinished();
                        std::process::exit(128 + signal);
                    }
                }
            }
        };
        threads::start("signals", watch)?;
        *is_watching = true;
        Ok(())
    }

    /// Stops all engines after a while, without waiting for it.
    fn stop_after(grace: Duration) {
        let wait = move || {
            thread::sleep(grace);
            stop_all();
        };
        if threads::start("grace", wait).is_err() {
            stop_all();
        }
    }

    /// Whether this process ignores a signal; `false` where the system does not tell.
    pub fn is_ignored(signal: i32) -> bool {
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
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::ChildExit;

    static IS_STOPPED: AtomicBool = AtomicBool::new(false);

    pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
        if are_stopped() {
            return Err(io::Error::other("the program is about to end"));
        }
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

    pub(super) fn stop_all() {
        IS_STOPPED.store(true, Ordering::Relaxed);
    }

    pub(super) fn are_stopped() -> bool {
        IS_STOPPED.load(Ordering::Relaxed)
    }

    /// Nothing on this system.
    ///
    /// # Errors
    ///
    /// None.
    pub fn adopt_orphans() -> io::Result<()> {
        Ok(())
    }

    /// Nothing on this system: engines end when their input closes.
    ///
    /// # Errors
    ///
    /// None.
    pub fn kill_all_on_last_signal(_: Arc<AtomicBool>, _: Duration) -> io::Result<()> {
        Ok(())
    }

    /// Nothing on this system: engines end when their input closes.
    ///
    /// # Errors
    ///
    /// None.
    pub fn kill_all_on_signals() -> io::Result<()> {
        Ok(())
    }
}
