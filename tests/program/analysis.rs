//! `renju engine --protocol json` from outside: what clients write, and what they read.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The example, whose `main` is not called here.
#[allow(dead_code)]
#[path = "../../examples/analysis_client.rs"]
mod client;

const RENJU: &str = env!("CARGO_BIN_EXE_renju");

/// The engine with its streams.
struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(flags: &[&str]) -> Engine {
        let mut process = Command::new(RENJU)
            .args(["engine", "--protocol", "json", "--hash", "1"])
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Engine {
            input: process.stdin.take(),
            output: BufReader::new(process.stdout.take().unwrap()),
            process,
        }
    }

    fn say(&mut self, line: &Value) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        assert!(
            self.output.read_line(&mut line).unwrap() > 0,
            "it has ended"
        );
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    /// What it says until it ends, when it hears no more.
    fn end(mut self) -> Vec<Value> {
        drop(self.input.take());
        let lines = self.output.lines().map(|line| line.unwrap());
        let said = lines.map(|line| serde_json::from_str(&line).unwrap());
        let said = said.collect();
        assert!(self.process.wait().unwrap().success());
        said
    }
}

/// What it says to a whole session.
fn answers(flags: &[&str], lines: &[u8]) -> Vec<Value> {
    let mut engine = Engine::start(flags);
    let mut input = engine.input.take().unwrap();
    let lines = lines.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&lines));
    let said = engine.end();
    writer.join().unwrap().unwrap();
    said
}

/// Positions of a few moves, each another one.
fn queries(count: usize) -> Vec<Value> {
    let point = |number: usize| {
        format!(
            "{}{}",
            b"ABCDEFGHIJKLMNO"[number % 15] as char,
            number / 15 + 1
        )
    };
    let query = |number: usize| {
        json!({
            "id": format!("q{number}"),
            "letters": "all", // A file of queries leaves out I without it.
            "moves": [["B", "H8"], ["W", point(number % 100)], ["B", point(number / 100 + 125)]],
            "rules": "freestyle",
        })
    };
    (0..count).map(query).collect()
}

fn lines_of(queries: &[Value]) -> Vec<u8> {
    let lines = queries.iter().map(Value::to_string);
    [lines.collect::<Vec<_>>().join("\n").as_str(), "\n"]
        .concat()
        .into_bytes()
}

/// The final answers by id and turn; each once.
fn by_turn(said: &[Value]) -> BTreeMap<(String, u64), Value> {
    let mut found = BTreeMap::new();
    for answer in said
        .iter()
        .filter(|answer| answer["isDuringSearch"] == false)
    {
        let id = answer["id"].as_str().unwrap().to_owned();
        let turn = answer["turnNumber"].as_u64().unwrap();
        assert!(
            found.insert((id, turn), answer.clone()).is_none(),
            "{answer}"
        );
    }
    found
}

#[test]
fn a_thousand_queries_in_flight_are_answered_once_each() {
    let mut engine = Engine::start(&["-j", "2", "--nodes", "40"]);
    let queries = queries(1000);
    let mut input = engine.input.take().unwrap();
    // Nothing is read until all of it is written.
    input.write_all(&lines_of(&queries)).unwrap();
    engine.input = Some(input);
    let said = engine.end();
    assert_eq!((said.len(), by_turn(&said).len()), (1000, 1000));
}

#[test]
fn an_answer_is_that_of_a_search() {
    let mut queries = queries(12);
    queries[3]["analyzeTurns"] = json!([0, 1, 2, 3]);
    queries[4]["initialPlayer"] = "W".into();
    queries[4]["moves"] = json!([["W", "J9"], ["W", "J8"]]);
    let said = by_turn(&answers(
        &["-j", "2", "--nodes", "600"],
        &lines_of(&queries),
    ));
    let file = format!("{}/queries.jsonl", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&file, lines_of(&queries)).unwrap();
    let batch = Command::new(RENJU)
        .args(["batch", "search", "--nodes", "600", "--hash", "1", &file])
        .output()
        .unwrap();
    let batch = String::from_utf8(batch.stdout).unwrap();
    assert_eq!((batch.lines().count(), said.len()), (15, 15));
    for line in batch.lines() {
        let search: Value = serde_json::from_str(line).unwrap();
        let id = search["id"].as_str().unwrap();
        let (id, turn) = id.split_once('@').unwrap_or((id, ""));
        let of_id = said.iter().filter(|((name, _), _)| name == id);
        let (_, answer) = of_id
            .into_iter()
            .find(|((_, number), _)| turn.is_empty() || turn == number.to_string())
            .unwrap_or_else(|| panic!("{line}"));
        let best = &answer["moveInfos"][0];
        let ours = &search["lines"][0];
        assert_eq!(best["score"], ours["score"], "{line}");
        assert_eq!(answer["rootInfo"]["visits"], search["nodes"], "{line}");
        assert_eq!(best["move"], ours["moves"][0], "{line}");
        assert_eq!(answer["letters"], "all", "{line}");
    }
}

#[test]
fn the_letters_of_a_query_are_those_of_its_whole_answer() {
    let query = |letters: &str, stones: [&str; 3], study: &str| {
        let stones = stones.map(|name| json!(["B", name]));
        json!({"id": letters, "letters": letters, "initialStones": stones, "initialPlayer": "B",
            "moves": [], "study": study, "rules": "freestyle", "maxVisits": 300, "lines": 2})
    };
    for study in ["search", "vcf"] {
        let queries = [
            query("all", ["I10", "J10", "K10"], study),
            query("skip-i", ["J10", "K10", "L10"], study),
        ];
        let said = by_turn(&answers(&["-j", "1"], &lines_of(&queries)));
        let of = |letters: &str| {
            let answer = &said[&(letters.to_owned(), 0)];
            assert_eq!(answer["letters"], letters, "{answer}");
            answer["moveInfos"][0]["pv"]
                .as_array()
                .or(answer["report"]["line"].as_array())
                .unwrap()
        };
        let (all, skipped) = (of("all"), of("skip-i"));
        assert!(!all.is_empty() && all.len() == skipped.len(), "{said:?}");
        for (name, other) in all.iter().zip(skipped) {
            let (name, other) = (name.as_str().unwrap(), other.as_str().unwrap());
            let letter = name.as_bytes()[0];
            let shifted = letter + u8::from(letter >= b'I');
            assert_eq!(other, format!("{}{}", shifted as char, &name[1..]));
        }
    }
}

#[test]
fn wrong_lines_have_one_answer_each_and_the_others_go_on() {
    let mut lines = Vec::new();
    for line in [
        &b"hello"[..],
        b"\0\0\0",
        b"\xff\xfe",
        b"",
        b"  \r",
        b"{\"id\":\"cr\"}\r{\"id\":\"cr\"}",
        br#"{"id":"t","moves":[],"analyzeTurns":[999]}"#,
        br#"{"id":"t","moves":[["B","P8"]]}"#,
        br#"{"id":17,"moves":[]}"#,
        br#"{"id":"t","action":"leave"}"#,
    ] {
        lines.extend([line, b"\n"].concat());
    }
    lines.extend(vec![b'['; 10 << 20]);
    lines.push(b'\n');
    lines.extend(br#"{"id":"good","moves":[]}"#);
    let said = answers(&["--nodes", "20"], &lines);
    let errors = said.iter().filter(|answer| answer["error"].is_string());
    assert_eq!((errors.count(), said.len()), (10, 11), "{said:#?}");
    let turn = said.iter().find(|answer| answer["field"] == "analyzeTurns");
    assert_eq!(turn.unwrap()["id"], "t");
    assert_eq!(by_turn(&said).len(), 1);
}

#[test]
fn an_id_is_in_flight_until_it_is_terminated() {
    let mut engine = Engine::start(&["-j", "1"]);
    let long = json!({ "id": "long", "moves": [["B", "H8"]], "maxVisits": 1u64 << 60 });
    engine.say(&long);
    engine.say(&long);
    let again = engine.next();
    assert_eq!(
        (&again["field"], &again["id"]),
        (&json!("id"), &json!("long"))
    );
    engine.say(&json!({ "id": "next", "moves": [] }));
    let end = json!({ "id": "end", "action": "terminate", "terminateId": "next" });
    engine.say(&end);
    assert_eq!(engine.next(), end);
    let unsearched = engine.next();
    assert_eq!(
        (&unsearched["id"], &unsearched["noResults"]),
        (&json!("next"), &json!(true))
    );
    std::thread::sleep(Duration::from_millis(100));
    let since = Instant::now();
    let end = json!({ "id": "end", "action": "terminate_all" });
    engine.say(&end);
    assert_eq!(engine.next(), end);
    let stopped = engine.next();
    let took = since.elapsed();
    assert_eq!(stopped["rootInfo"]["stop"], "interrupted");
    assert!(!stopped["moveInfos"].as_array().unwrap().is_empty());
    assert!(took < Duration::from_secs(2), "{took:?}");
    engine.say(&json!({ "id": "long", "moves": [], "maxVisits": 10 }));
    assert_eq!(engine.next()["id"], "long");
    assert!(engine.end().is_empty());
}

#[test]
fn what_is_known_is_said_during_a_search_and_once_at_its_end() {
    let query = json!({
        "id": "a", "moves": [["B", "H8"]], "maxTime": 0.4, "reportDuringSearchEvery": 0.02, "lines": 2,
    });
    let said = answers(&[], &lines_of(&[query]));
    let (last, during) = said.split_last().unwrap();
    assert!(during.len() > 1, "{said:?}");
    for answer in during {
        assert_eq!(answer["isDuringSearch"], true);
        assert_eq!(answer["moveInfos"].as_array().map(Vec::len), Some(2));
    }
    assert_eq!(
        (&last["isDuringSearch"], &last["rootInfo"]["stop"]),
        (&json!(false), &json!("time"))
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_has_the_threads_that_its_query_names() {
    let tasks = |threads: usize| {
        let mut engine = Engine::start(&["-j", "1"]);
        let query = json!({
            "id": "a", "moves": [["B", "H8"]], "maxVisits": 1u64 << 60, "threads": threads,
            "reportDuringSearchEvery": 0.01,
        });
        engine.say(&query);
        assert_eq!(engine.next()["isDuringSearch"], true);
        let tasks = std::fs::read_dir(format!("/proc/{}/task", engine.process.id()));
        let count = tasks.unwrap().count();
        engine.say(&json!({ "id": "end", "action": "terminate_all" }));
        engine.end();
        count
    };
    assert_eq!(tasks(4), tasks(1) + 3);
}

#[test]
fn a_higher_priority_goes_first() {
    let query = |id: &str, priority: i64, time: f64| json!({ "id": id, "moves": [], "priority": priority, "maxTime": time });
    let lines = [
        query("first", 9, 0.3),
        query("low", -1, 0.01),
        query("high", 3, 0.01),
    ];
    let said = answers(&["-j", "1"], &lines_of(&lines));
    let order: Vec<_> = said
        .iter()
        .map(|answer| answer["id"].as_str().unwrap())
        .collect();
    assert_eq!(order, ["first", "high", "low"]);
}

#[test]
fn a_client_that_is_gone_ends_it() {
    let Engine {
        mut process,
        input,
        output,
    } = Engine::start(&["-j", "2"]);
    let mut input = input.unwrap();
    for id in ["a", "b"] {
        let query = json!({ "id": id, "moves": [], "maxVisits": 1u64 << 60 });
        writeln!(input, "{query}").unwrap();
    }
    drop(output);
    // It is noticed when there is something to say.
    writeln!(input, r#"{{"id":"v","action":"query_version"}}"#).unwrap();
    let since = Instant::now();
    while process.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < Duration::from_secs(10), "it goes on");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The memory of a process, in KiB.
#[cfg(target_os = "linux")]
fn memory(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.unwrap().trim().trim_end_matches(" kB");
    number.parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_stops_reading_costs_little_memory_and_misses_nothing() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const COUNT: usize = 20_000;
    let mut engine = Engine::start(&["-j", "1"]);
    let mut input = engine.input.take().unwrap();
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    let writer = std::thread::spawn(move || {
        for number in 0..COUNT {
            // Some are wrong, some to be done at once, most are searched.
            let line = match number % 10 {
                0 => format!("{{\"id\":\"{number}\",\"isDuringSearch\""),
                1 => format!(r#"{{"id":"{number}","action":"clear_cache"}}"#),
                _ => format!(r#"{{"id":"{number}","moves":[["B","H8"]],"maxVisits":1,"lines":8}}"#),
            };
            writeln!(input, "{line}").unwrap();
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    let mut before = 0;
    loop {
        std::thread::sleep(Duration::from_secs(2));
        let now = written.load(Ordering::Relaxed);
        if now == before {
            break;
        }
        before = now;
    }
    assert!(before > 1000 && before < COUNT, "{before} are written");
    let most = memory(&engine.process);
    assert!(most < 64 << 10, "{most} KiB");
    let said: Vec<Value> = engine.end();
    writer.join().unwrap();
    assert_eq!(said.len(), COUNT);
    assert_eq!(by_turn(&said).len(), COUNT / 10 * 8);
}

#[test]
fn the_example_finds_the_move_that_lost() {
    let games: Vec<client::Game> = ["H8 I9 G7 A1 F6 A15", "H8 H9"]
        .map(|moves| moves.split(' ').map(str::to_owned).collect())
        .to_vec();
    let client = client::AnalysisClient::start(RENJU, &["--hash", "1"]).unwrap();
    let chances = client.chances(&games, 500).unwrap();
    assert_eq!((chances[0].len(), chances[1].len()), (7, 3));
    let (worst, loss) = client::worst_move(&chances[0]).unwrap();
    assert!(worst == 4 || worst == 6, "{chances:?}");
    assert!(loss > 0.1, "{chances:?}");
}
