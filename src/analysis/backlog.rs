//! Bounded queue between the reader, the search threads and the writer of the analysis engine.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::options::AnalysisOptions;
use super::request::AnalysisRequest;
use super::session::AnalysisSession;
use super::task::AnalysisTask;

/// Bytes of unread answers from which on a thread that has another one waits, and with it what it
/// would search next.
const ANSWER_BYTES: usize = 2 << 20;
/// Bytes of unread answers from which on no line is read: more than threads write, so that a client
/// that does not read can still end what it has asked for.
const REPLY_BYTES: usize = 4 << 20;
/// Bytes of queries in flight from which on no line is read.
const QUERY_BYTES: usize = 8 << 20;
/// Bytes of answers without results that are written at once.
const CHUNK_BYTES: usize = 64 << 10;

/// What is between the thread that reads, those that search and the one that writes.
///
/// All that it holds is bounded. The thread that reads waits while too much is in flight or unread,
/// the threads that search wait while too much is unread; what is said during a search is left out
/// then.
pub(super) struct Backlog {
    state: Mutex<BacklogState>,
    /// There may be a task.
    tasks: Condvar,
    /// There may be something to write.
    lines: Condvar,
    /// There may be room.
    room: Condvar,
}

struct BacklogState {
    session: AnalysisSession,
    /// Lines to write, with their ends.
    output: String,
    is_input_over: bool,
    is_ended: bool,
}

impl BacklogState {
    fn say(&mut self, line: &str) {
        self.output.push_str(line);
        self.output.push('\n');
    }
}

impl Backlog {
    pub(super) fn new(options: AnalysisOptions) -> Backlog {
        Backlog {
            state: Mutex::new(BacklogState {
                session: AnalysisSession::new(options),
                output: String::new(),
                is_input_over: false,
                is_ended: false,
            }),
            tasks: Condvar::new(),
            lines: Condvar::new(),
            room: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BacklogState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits as long as that holds, but not beyond the end.
    fn wait<'a>(
        on: &Condvar,
        state: MutexGuard<'a, BacklogState>,
        mut holds: impl FnMut(&mut BacklogState) -> bool,
    ) -> MutexGuard<'a, BacklogState> {
        on.wait_while(state, |state| !state.is_ended && holds(state))
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a line that was read, once there is room for it. Whether more are wanted.
    pub(super) fn take(&self, request: AnalysisRequest) -> bool {
        let mut state = Backlog::wait(&self.room, self.lock(), |state| {
            state.output.len() >= REPLY_BYTES || state.session.bytes() >= QUERY_BYTES
        });
        if !state.is_ended {
            for line in state.session.take(request) {
                state.say(&line);
            }
            self.tasks.notify_all();
            self.lines.notify_all();
        }
        !state.is_ended
    }

    /// No more lines come; what was asked is answered all the same.
    pub(super) fn end_input(&self) {
        self.lock().is_input_over = true;
        self.tasks.notify_all();
        self.lines.notify_all();
    }

    /// The next turn to search, once there is one; `None` when none comes any more.
    pub(super) fn next_task(&self) -> Option<AnalysisTask> {
        let mut state = Backlog::wait(&self.tasks, self.lock(), |state| {
            !state.session.has_task() && !state.is_input_over
        });
        if state.is_ended {
            return None;
        }
        state.session.next_task()
    }

    /// Says what is known during a search, if there is room for it.
    pub(super) fn say_during(&self, line: &str) {
        let mut state = self.lock();
        if state.output.len() < ANSWER_BYTES {
            state.say(line);
            self.lines.notify_all();
        }
    }

    /// Says the answer to a turn, once there is room for it.
    pub(super) fn answer(&self, task: &AnalysisTask, line: &str) {
        let mut state = Backlog::wait(&self.room, self.lock(), |state| {
            state.output.len() >= ANSWER_BYTES
        });
        if !state.is_ended {
            state.session.finish(task);
            state.say(line);
            self.lines.notify_all();
            self.room.notify_all();
        }
    }

    /// What is to be written, once there is something; `None` when nothing comes any more.
    pub(super) fn next_lines(&self) -> Option<String> {
        let mut state = Backlog::wait(&self.lines, self.lock(), |state| {
            let is_over = state.is_input_over && state.session.is_idle();
            state.output.is_empty() && !state.session.has_terminated() && !is_over
        });
        if state.is_ended {
            return None;
        }
        while state.output.len() < CHUNK_BYTES
            && let Some(task) = state.session.next_terminated()
        {
            state.session.finish(&task);
            state.say(&task.without_results());
        }
        let lines = std::mem::take(&mut state.output);
        self.room.notify_all();
        Some(lines).filter(|lines| !lines.is_empty())
    }

    /// Ends everything: searches stop, and nothing is waited for.
    pub(super) fn end(&self) {
        let mut state = self.lock();
        state.is_ended = true;
        state.session.stop_all();
        drop(state);
        for condition in [&self.tasks, &self.lines, &self.room] {
            condition.notify_all();
        }
    }
}
