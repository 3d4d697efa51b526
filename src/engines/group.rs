//! Processes that are stopped with all they have started.

pub(super) use system::Process;
#[cfg(all(unix, feature = "cli"))]
pub(crate) use system::is_ignored;
pub use system::kill_all_on_signals;

/// Kills every engine that runs, in this moment, with all it has started.
///
/// Those who wait for an answer get a failure. For signal handlers and for programs that leave
/// without dropping their evaluators.
pub fn kill_all() {
    system::kill_all();
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(unix), allow(dead_code))]
pub(super) enum ChildExit {
    With { status: i32 },
    By { signal: i32 },
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
    /// listed number is never that of a stranger.
    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn live() -> MutexGuard<'static, Vec<Pid>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A child that leads a process group; the group ends when this is dropped.
    #[derive(Debug)]
    pub(in crate::engines) struct Process {
        pub(in crate::engines) child: Child,
        leader: Pid,
    }

    impl Process {
        pub(in crate::engines) fn start(mut command: Command) -> io::Result<Process> {
            let mut live = live(); // Held, so that no signal comes between the start and the entry.
            let child = command.process_group(0).spawn()?;
            let leader = Pid::from_child(&child);
            live.push(leader);
            Ok(Process { child, leader })
        }

        /// How the child ended, if it has; it is not waited for, so its group can still be killed.
        pub(in crate::engines) fn ended(&mut self) -> Option<ChildExit> {
            let peek = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let status = waitid(WaitId::Pid(self.leader), peek).ok()??;
            let signal = status
                .terminating_signal()
                .map(|signal| ChildExit::By { signal });
            signal.or_else(|| {
                status
                    .exit_status()
                    .map(|status| ChildExit::With { status })
            })
        }
    }

    impl Drop for Process {
        fn drop(&mut self) {
            let mut live = live();
            // Nobody is left in the group if this fails.
            let _ = kill_process_group(self.leader, Signal::KILL);
            live.retain(|&other| other != self.leader);
            drop(live);
            // It has been killed, so this does not take long; a failure leaves a zombie at worst.
            let _ = self.child.wait();
        }
    }

    pub(super) fn kill_all() {
        kill(&live());
    }

    fn kill(live: &[Pid]) {
        for &leader in live {
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    /// From now on, when this process is interrupted or told to end, it kills every engine first.
    ///
    /// It leaves with 130 after SIGINT, 143 after SIGTERM and 129 after SIGHUP, at once: output
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
            let wanted = [SIGINT, SIGTERM, SIGHUP];
            let heeded = wanted.iter().filter(|&&signal| !is_ignored(signal));
            let mut signals = Signals::new(heeded)?;
            let watch = move || {
                if let Some(signal) = signals.forever().next() {
                    let live = live(); // Held to the end, so that nothing is started any more.
                    kill(&live);
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

    /// Whether this process ignores a signal; no where nobody tells.
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

    /// A child that ends when this is dropped.
    #[derive(Debug)]
    pub(in crate::engines) struct Process {
        pub(in crate::engines) child: Child,
    }

    impl Process {
        pub(in crate::engines) fn start(mut command: Command) -> io::Result<Process> {
            Ok(Process {
                child: command.spawn()?,
            })
        }

        pub(in crate::engines) fn ended(&mut self) -> Option<ChildExit> {
            let status = self.child.try_wait().ok()??.code()?;
            Some(ChildExit::With { status })
        }
    }

    impl Drop for Process {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
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
