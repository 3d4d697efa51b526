//! What an engine has started, also in process groups and sessions of its own, as far as the system
//! tells: on Linux.

#[cfg(target_os = "linux")]
pub(super) use linux::{adopt_orphans, kill_orphans, stopped_descendants};
#[cfg(all(unix, not(target_os = "linux")))]
pub(super) use other::{adopt_orphans, kill_orphans, stopped_descendants};

#[cfg(target_os = "linux")]
mod linux {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    use std::{fs, io, thread};

    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, set_child_subreaper, waitid,
    };

    /// How often a family is looked at: more is only needed if it grows while it is stopped.
    const ROUNDS: u32 = 100;

    /// Whether what loses its parent becomes a child of this process.
    static ADOPTS: AtomicBool = AtomicBool::new(false);

    /// Makes this process the parent of all its descendants that lose theirs.
    pub(in crate::engines) fn adopt_orphans() -> io::Result<()> {
        set_child_subreaper(Some(getpid()))?;
        ADOPTS.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Stops all that descend from a process, so that it starts nothing more, and tells what it is.
    /// The process itself is stopped too, if it has children.
    pub(in crate::engines) fn stopped_descendants(leader: Pid) -> Vec<Pid> {
        let mut stopped = Vec::new();
        for _ in 0..ROUNDS {
            let family = descendants(leader);
            let is_known = family.iter().all(|pid| stopped.contains(pid));
            if is_known {
                return family;
            }
            for &pid in family.iter().chain([&leader]) {
                let _ = kill_process(pid, Signal::STOP); // It may have ended.
            }
            stopped = family;
        }
        stopped
    }

    /// Kills the children of this process but `spared`, with all they have started, if orphans are
    /// adopted: then these are what engines have left behind.
    pub(in crate::engines) fn kill_orphans(spared: &[Pid]) {
        if !ADOPTS.load(Ordering::Relaxed) {
            return;
        }
        for _ in 0..ROUNDS {
            let mut orphans = children(getpid());
            orphans.retain(|pid| !spared.contains(pid));
            if orphans.is_empty() {
                return;
            }
            for pid in orphans {
                let _ = kill_process(pid, Signal::KILL);
                // Its children are ours once it has ended.
                let now = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
                let _ = waitid(WaitId::Pid(pid), now);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn descendants(ancestor: Pid) -> Vec<Pid> {
        let mut found = children(ancestor);
        let mut next = 0;
        while let Some(&pid) = found.get(next) {
            found.extend(children(pid));
            next += 1;
        }
        found
    }

    /// The children of a process; none where the system keeps no list of them.
    fn children(parent: Pid) -> Vec<Pid> {
        let threads = fs::read_dir(format!("/proc/{}/task", parent.as_raw_nonzero()));
        let threads = threads.into_iter().flatten().flatten();
        let lists =
            threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        let pids = |list: String| -> Vec<Pid> {
            let numbers = list
                .split_whitespace()
                .filter_map(|number| number.parse().ok());
            numbers.filter_map(Pid::from_raw).collect()
        };
        lists.flat_map(pids).collect()
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
mod other {
    use std::io;

    use rustix::process::Pid;

    /// Nothing: this system has no such setting.
    pub(in crate::engines) fn adopt_orphans() -> io::Result<()> {
        Ok(())
    }

    /// None: this system does not tell.
    pub(in crate::engines) fn stopped_descendants(_: Pid) -> Vec<Pid> {
        Vec::new()
    }

    /// Nothing: there are no orphans to be had.
    pub(in crate::engines) fn kill_orphans(_: &[Pid]) {}
}
