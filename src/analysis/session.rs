//! Scheduling state of an analysis session: queries in flight, their priorities and terminations,
//! without any input or output.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::action::{QueryAction, Termination};
use super::answer::line_of;
use super::options::AnalysisOptions;
use super::query::AnalysisQuery;
use super::query_id::QueryId;
use super::request::{AnalysisRequest, QueryError, RequestContent};
use super::task::{AnalysisTask, QueueRank};

/// Bytes that a query takes in addition to its line, and each of its turns.
const QUERY_BYTES: usize = 1024;
const TURN_BYTES: usize = 384;

/// The queries of a client that are not answered yet.
///
/// It neither reads nor writes: [`handle`](Self::handle) takes a line and returns what is said to
/// it at once, [`next_task`](Self::next_task) gives out the turns to be searched, and
/// [`next_terminated`](Self::next_terminated) those that are answered without.
///
/// ```
/// use renju::analysis::{AnalysisOptions, AnalysisSession, AnalysisTables};
/// use renju::limits::NoObserver;
/// use renju::notation::Letters;
///
/// let options = AnalysisOptions { rule: None, letters: Letters::All, table_bytes: 1 << 20, nodes: Some(100), depth: None, threads: 1 };
/// let mut session = AnalysisSession::new(options);
/// assert!(session.handle(br#"{"id":"a","moves":[["B","H8"]]}"#).is_empty());
/// let task = session.next_task().expect("a turn is asked for");
/// let shapes = renju::systems::find("shapes")?.into();
/// let answer = task.answer(&shapes, &mut AnalysisTables::new(1 << 20), &|_| (), &NoObserver).to_line();
/// assert!(answer.starts_with(r#"{"id":"a","turnNumber":1,"isDuringSearch":false,"letters":"all""#));
/// session.finish(&task);
/// assert!(session.is_idle());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AnalysisSession {
    options: AnalysisOptions,
    in_flight: HashMap<QueryId, InFlight>,
    waiting: BTreeMap<QueueRank, AnalysisTask>,
    /// Those that were ended before they began.
    terminated: VecDeque<AnalysisTask>,
    running: BTreeMap<QueueRank, Arc<AtomicBool>>,
    /// Turns that have arrived.
    arrived: u64,
    /// What the queries in flight take.
    bytes: usize,
}

/// A query of which turns are not answered.
#[derive(Debug)]
struct InFlight {
    /// The turns and their places in the queue.
    turns: Vec<(usize, QueueRank)>,
    bytes: usize,
}

impl AnalysisSession {
    /// A session before its first line.
    pub fn new(options: AnalysisOptions) -> AnalysisSession {
        AnalysisSession {
            options,
            in_flight: HashMap::new(),
            waiting: BTreeMap::new(),
            terminated: VecDeque::new(),
            running: BTreeMap::new(),
            arrived: 0,
            bytes: 0,
        }
    }

    /// The settings that queries are read by.
    pub const fn options(&self) -> &AnalysisOptions {
        &self.options
    }

    /// Takes the next line of the client; what is said to it at once, each a line.
    pub fn handle(&mut self, line: &[u8]) -> Vec<String> {
        self.take(AnalysisRequest::read(line, &self.options))
    }

    /// Takes a line that was read.
    pub fn take(&mut self, request: AnalysisRequest) -> Vec<String> {
        let said = match request.content {
            RequestContent::Nothing => return Vec::new(),
            RequestContent::Wrong(error) => line_of(&error),
            RequestContent::Action(action) => self.act(&action),
            RequestContent::Query(query) => {
                if self.in_flight.contains_key(&query.id) {
                    let error = "a query of this id is not answered yet".to_owned();
                    return vec![line_of(&QueryError {
                        error,
                        field: Some("id".to_owned()),
                        id: Some(query.id.clone()),
                    })];
                }
                self.add(*query, request.bytes);
                return request.warnings.iter().map(line_of).collect();
            }
        };
        vec![said]
    }

    fn add(&mut self, query: AnalysisQuery, line_bytes: usize) {
        let query = Arc::new(query);
        let bytes = QUERY_BYTES + line_bytes + TURN_BYTES * query.turns.len();
        let mut turns = Vec::with_capacity(query.turns.len());
        for asked in &query.turns {
            let rank = (Reverse(asked.priority), self.arrived);
            self.arrived += 1;
            turns.push((asked.turn.number, rank));
            let task = AnalysisTask::new(Arc::clone(&query), asked.turn, rank);
            self.waiting.insert(rank, task);
        }
        self.bytes += bytes;
        let id = query.id.clone();
        self.in_flight.insert(id, InFlight { turns, bytes });
    }

    fn act(&mut self, action: &QueryAction) -> String {
        if let Some(ends) = &action.ends {
            self.terminate(ends);
        }
        // There is nothing to clear: each search begins with an empty table.
        line_of(&action.object)
    }

    fn terminate(&mut self, ends: &Termination) {
        let is_asked = |number| {
            ends.turns
                .as_ref()
                .is_none_or(|turns| turns.contains(number))
        };
        let of_id = ends.id.as_ref().map(|id| self.in_flight.get(id));
        let found = of_id.map_or_else(|| self.in_flight.values().collect(), Vec::from_iter);
        let turns = found.into_iter().flat_map(|query| &query.turns);
        let mut ranks: Vec<QueueRank> = turns
            .filter(|(number, _)| is_asked(number))
            .map(|&(_, rank)| rank)
            .collect();
        ranks.sort_unstable();
        for rank in ranks {
            if let Some(task) = self.waiting.remove(&rank) {
                self.terminated.push_back(task);
            } else if let Some(stop) = self.running.get(&rank) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The turn that is to be searched next.
    pub fn next_task(&mut self) -> Option<AnalysisTask> {
        let (rank, task) = self.waiting.pop_first()?;
        self.running.insert(rank, task.stop_flag());
        Some(task)
    }

    /// A turn that was ended before it began; its answer is
    /// [`without_results`](AnalysisTask::without_results).
    pub fn next_terminated(&mut self) -> Option<AnalysisTask> {
        self.terminated.pop_front()
    }

    /// Forgets a turn that is answered.
    pub fn finish(&mut self, task: &AnalysisTask) {
        self.running.remove(&task.rank());
        let Some(query) = self.in_flight.get_mut(task.id()) else {
            return;
        };
        query.turns.retain(|&(_, rank)| rank != task.rank());
        if query.turns.is_empty()
            && let Some(query) = self.in_flight.remove(task.id())
        {
            self.bytes -= query.bytes;
        }
    }

    /// Ends every search; nothing that waits is begun.
    pub fn stop_all(&mut self) {
        self.waiting.clear();
        for stop in self.running.values() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a turn waits to be searched.
    pub fn has_task(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Whether a turn waits that was ended before it began.
    pub fn has_terminated(&self) -> bool {
        !self.terminated.is_empty()
    }

    /// Whether every query is answered.
    pub fn is_idle(&self) -> bool {
        self.in_flight.is_empty()
    }

    /// About the bytes of memory that the queries in flight take.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::notation::Letters;

    const OPTIONS: AnalysisOptions = AnalysisOptions {
        rule: None,
        letters: Letters::All,
        table_bytes: 1 << 20,
        nodes: Some(20),
        depth: None,
        threads: 1,
    };

    fn said(session: &mut AnalysisSession, line: &str) -> Vec<Value> {
        let lines = session.handle(line.as_bytes());
        let parsed = lines.iter().map(|line| serde_json::from_str(line));
        parsed.collect::<Result<_, _>>().unwrap()
    }

    /// The ids and turns in the order in which they would be searched.
    fn order(session: &mut AnalysisSession) -> Vec<String> {
        let mut order = Vec::new();
        while let Some(task) = session.next_task() {
            order.push(task.to_string());
            session.finish(&task);
        }
        order
    }

    #[test]
    fn a_higher_priority_goes_first_and_then_who_came_first() {
        let mut session = AnalysisSession::new(OPTIONS);
        for (id, more) in [
            ("low", r#","priority":-1"#),
            ("one", ""),
            ("high", r#","analyzeTurns":[1,0],"priorities":[3,0]"#),
            ("two", r#","priority":0"#),
        ] {
            let line = format!(r#"{{"id":"{id}","moves":[["B","H8"]]{more}}}"#);
            assert!(said(&mut session, &line).is_empty());
        }
        assert!(session.bytes() > 4 * QUERY_BYTES);
        let order = order(&mut session);
        assert_eq!(order, ["high@1", "one@1", "high@0", "two@1", "low@1"]);
        assert_eq!((session.is_idle(), session.bytes()), (true, 0));
    }

    #[test]
    fn an_id_is_used_once_at_a_time() {
        let mut session = AnalysisSession::new(OPTIONS);
        let line = r#"{"id":"a","moves":[],"komi":0}"#;
        assert_eq!(
            said(&mut session, line)[0]["warning"],
            "this field is not used"
        );
        let again = said(&mut session, line);
        assert_eq!(
            (again.len(), &again[0]["field"], &again[0]["id"]),
            (1, &"id".into(), &"a".into())
        );
        assert_eq!(order(&mut session), ["a@0"]);
        assert_eq!(said(&mut session, line).len(), 1);
        assert_eq!(order(&mut session), ["a@0"]);
    }

    #[test]
    fn what_is_terminated_is_answered_without_results_or_stopped() {
        let mut session = AnalysisSession::new(OPTIONS);
        said(
            &mut session,
            r#"{"id":"a","moves":[["B","H8"]],"analyzeTurns":[0,1]}"#,
        );
        said(&mut session, r#"{"id":"b","moves":[]}"#);
        let running = session.next_task().unwrap();
        let end = r#"{"id":"t","action":"terminate","terminateId":"a","turnNumbers":[1,77]}"#;
        assert_eq!(
            said(&mut session, end)[0].to_string(),
            serde_json::from_str::<Value>(end).unwrap().to_string()
        );
        let ended = session.next_terminated().unwrap();
        let answer = ended.without_results();
        assert_eq!(
            answer,
            r#"{"id":"a","turnNumber":1,"isDuringSearch":false,"letters":"all","noResults":true}"#
        );
        session.finish(&ended);
        assert!(!running.stop_flag().load(Ordering::Relaxed) && !session.has_terminated());
        said(&mut session, r#"{"id":"t","action":"terminate_all"}"#);
        assert!(running.stop_flag().load(Ordering::Relaxed) && !session.has_task());
        let ended = session.next_terminated().unwrap();
        session.finish(&ended);
        session.finish(&running);
        assert!(session.is_idle());
        assert_eq!(
            said(
                &mut session,
                r#"{"id":"t","action":"terminate","terminateId":"no"}"#
            )
            .len(),
            1
        );
    }

    #[test]
    fn actions_are_answered_by_themselves() {
        let mut session = AnalysisSession::new(OPTIONS);
        let version = said(
            &mut session,
            r#"{"id":"v","action":"query_version","x":[1]}"#,
        );
        assert_eq!(version[0]["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(version[0]["x"][0], 1);
        let cleared = said(&mut session, r#"{"id":"c","action":"clear_cache"}"#);
        assert_eq!(cleared[0]["action"], "clear_cache");
        assert!(session.is_idle());
    }
}
