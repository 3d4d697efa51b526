//! Whatever a client of the JSON protocol says, each line that is said to it is an object, each turn
//! that was taken is answered once, and nothing is left when all are answered.

#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use renju::analysis::{
    AnalysisOptions, AnalysisSession, AnalysisTables, AnalysisTask, SessionEvaluators,
};
use renju::notation::Letters;
use renju::systems;
use serde_json::{Map, Value};

/// Turns that are searched in one session; the others are answered without.
const MOST_SEARCHES: usize = 3;

fuzz_target!(|bytes: &[u8]| {
    let mut session = AnalysisSession::new(AnalysisOptions {
        rule: None,
        table_bytes: 1 << 16,
        nodes: Some(40),
        depth: Some(2),
        threads: 1,
        letters: Letters::All,
    });
    let mut tables = AnalysisTables::new(1 << 16);
    let evaluators = SessionEvaluators::new(systems::find("shapes").expect("it is ours"));
    let (mut done, mut searches) = (BTreeSet::new(), 0);
    for line in bytes.split(|&byte| byte == b'\n') {
        for said in session.handle(line) {
            object(&said);
        }
        if let Some(task) = session.next_terminated() {
            let answer = object(&task.without_results());
            assert_eq!(answer["noResults"], true);
            finish(&mut session, &mut done, &task, &answer);
        }
    }
    while let Some(task) = session.next_terminated().or_else(|| session.next_task()) {
        searches += 1;
        let line = if searches > MOST_SEARCHES {
            task.without_results()
        } else {
            // What a query asks for may take an hour.
            task.stop();
            let during = |line: String| assert_eq!(object(&line)["isDuringSearch"], true);
            task.answer(
                &evaluators,
                &mut tables,
                &during,
                &renju::limits::NoObserver,
            )
            .to_line()
        };
        finish(&mut session, &mut done, &task, &object(&line));
    }
    assert!(session.is_idle() && session.bytes() == 0, "{session:?}");
});

/// The object that a line is.
fn object(line: &str) -> Map<String, Value> {
    assert!(!line.contains(['\n', '\r']), "{line:?}");
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
}

fn finish(
    session: &mut AnalysisSession,
    done: &mut BTreeSet<u64>,
    task: &AnalysisTask,
    answer: &Map<String, Value>,
) {
    assert_eq!(answer["id"], task.id());
    assert_eq!(answer["turnNumber"], task.turn_number());
    assert_eq!(answer["isDuringSearch"], false);
    // No turn is given out again.
    assert!(done.insert(task.arrival()));
    session.finish(task);
}
