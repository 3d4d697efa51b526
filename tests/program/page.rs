//! The page as it is made and served: its data are the answers of the other commands, the board answers
//! requests with its address and no others. What a browser shows is tested by `.ci/page`.

use super::renju;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use flate2::read::GzDecoder;
use serde_json::Value;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The page that these arguments make.
fn page(file: &Path, arguments: &[&str]) -> String {
    let output = renju(&[arguments, &["-o", file.to_str().unwrap(), "--force"]].concat());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    std::fs::read_to_string(file).unwrap()
}

/// What the script of a page begins with.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"setup\"").expect("a page has data");
    let (attributes, rest) = rest.split_once('>').unwrap();
    let (text, _) = rest.split_once("</script>").unwrap();
    if !attributes.contains("packed") {
        return serde_json::from_str(text).unwrap();
    }
    let mut unpacked = String::new();
    GzDecoder::new(&base64(text)[..])
        .read_to_string(&mut unpacked)
        .unwrap();
    serde_json::from_str(&unpacked).unwrap()
}

fn base64(text: &str) -> Vec<u8> {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = |sign: u8| SIGNS.iter().position(|&known| known == sign).unwrap() as u32;
    let signs: Vec<u32> = text.trim_end_matches('=').bytes().map(value).collect();
    let group = |group: &[u32]| {
        let bits = (0..4).fold(0, |bits, at| {
            bits << 6 | group.get(at).copied().unwrap_or(0)
        });
        bits.to_be_bytes()[1..group.len()].to_vec()
    };
    signs.chunks(4).flat_map(group).collect()
}

/// The answers of a page about the position that is shown, by study and id of the position.
fn answers(data: &Value) -> BTreeMap<(String, String), Value> {
    let queries = data["answers"].as_array().unwrap().iter();
    let of_query = |recorded: &Value| {
        let last = recorded["answers"].as_array()?.last()?.clone();
        let id = recorded["query"]["id"].as_str()?.to_owned();
        Some((
            (last["study"].as_str()?.to_owned(), id),
            last["report"].clone(),
        ))
    };
    queries.filter_map(of_query).collect()
}

/// Of each position: what the page holds is the line of JSON, and the text that stands without scripts
/// is that of the terminal.
fn says_the_same(positions: usize) {
    let folder = folder(&format!("page-{positions}"));
    let rows = std::fs::read_to_string("tests/data/forbidden.jsonl").unwrap();
    let rows: Vec<&str> = rows.lines().take(positions).collect();
    let input = folder.join("in.jsonl");
    std::fs::write(&input, rows.join("\n")).unwrap();
    let input = input.to_str().unwrap();
    let html = page(
        &folder.join("page.html"),
        &["report", input, "--with", "forbidden,patterns"],
    );
    let found = answers(&data(&html));
    let mut compared = 0;
    for (study, flags) in [
        ("forbidden", &["--near-misses"][..]),
        ("patterns", &["--list"]),
    ] {
        let output = renju(&[&["batch", study, input, "-q"], flags].concat());
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            let id = line["id"].as_str().unwrap().to_owned();
            assert_eq!(
                found[&(study.to_owned(), id.clone())],
                line,
                "{study} of {id}"
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 2 * rows.len());
    let is_nested = |row: &str| {
        let id = serde_json::from_str::<Value>(row).unwrap()["id"]
            .as_str()
            .unwrap()
            .to_owned();
        found[&("forbidden".to_owned(), id)]
            .to_string()
            .contains("\"because\"")
    };
    // Nested verdicts are told where they first come up, which depends on the depth that is asked for.
    for row in rows.iter().filter(|row| !is_nested(row)).take(20) {
        let output = renju(&[
            "forbidden",
            row,
            "--near-misses",
            "--nesting",
            "1000",
            "--width",
            "76",
            "-q",
        ]);
        let text = String::from_utf8(output.stdout)
            .unwrap()
            .replace('&', "&amp;");
        let body = text.split_once('\n').unwrap().1;
        let missing: Vec<&str> = body.lines().filter(|line| !html.contains(line)).collect();
        assert!(
            html.contains(body),
            "the page does not say {missing:?} of\n{body}"
        );
    }
}

#[test]
fn a_page_says_what_json_and_text_say() {
    says_the_same(40);
}

#[test]
#[ignore = "500 positions"]
fn a_page_says_what_json_and_text_say_of_500_positions() {
    says_the_same(500);
}

#[test]
fn answers_are_pages_too() {
    let folder = folder("page-answers");
    for (name, arguments, study) in [
        (
            "forbidden",
            &["forbidden", "positions/forbidden/near.txt"][..],
            "forbidden",
        ),
        ("vct", &["vct", "positions/threats/threes-first.txt"], "vct"),
        (
            "game",
            &["game", "positions/games/four-missed.txt", "--nodes", "200"],
            "game",
        ),
    ] {
        let data = data(&page(&folder.join(format!("{name}.html")), arguments));
        let asked = data["answers"].as_array().unwrap().iter();
        let studies: Vec<&str> = asked
            .filter_map(|one| one["query"]["study"].as_str())
            .collect();
        assert_eq!(studies, [study, "show"], "{name}");
        assert!(
            data["records"][0]["text"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{name}"
        );
    }
}

#[test]
fn answers_about_many_are_pages_too() {
    let folder = folder("page-lists");
    let input = folder.join("in.jsonl");
    let position = r#""black":["F8","G8","H6","H7"],"white":["A1","A3","A5","A7"],"to_move":"black","rule":"renju""#;
    let rows = [
        r#"{"id":"met","moves":["H8"],"expect":["forbidden none"]}"#.to_owned(),
        format!(r#"{{"id":"fails",{position},"expect":["forbidden none"]}}"#),
    ];
    std::fs::write(&input, rows.join("\n")).unwrap();
    let file = folder.join("check.html");
    let output = renju(&[
        "check",
        input.to_str().unwrap(),
        "-o",
        file.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(1));
    let data = self::data(&std::fs::read_to_string(&file).unwrap());
    let records = data["records"].as_array().unwrap();
    assert_eq!(
        (&records[0]["id"], &records[0]["tags"][0]),
        (&"fails".into(), &"failed".into())
    );
    assert_eq!(
        (&records[1]["id"], records[1].get("tags")),
        (&"met".into(), None)
    );

    let file = folder.join("match.html");
    let file = file.to_str().unwrap();
    let players = ["match", "five-tuple", "random", "--nodes", "100"];
    let played = renju(&[&players[..], &["--games", "2", "-o", file]].concat());
    assert!(played.status.success());
    let html = std::fs::read_to_string(file).unwrap();
    let table = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(table.contains("2-0-0") && html.contains(table.lines().nth(1).unwrap()));
    let data = self::data(&html);
    let records = data["records"].as_array().unwrap();
    assert_eq!(records[0]["id"], "five-tuple - random B+");
    let ends = data["answers"].as_array().unwrap().iter().map(|one| {
        let answers = one["answers"].as_array().unwrap();
        answers[answers.len() - 1]["report"]["outcome"]["winner"].clone()
    });
    assert_eq!(ends.collect::<Vec<_>>(), ["black", "white"]);
    for more in [
        &["x.html", "--resume"][..],
        &["x.html", "--autopsy"],
        &["none/x.html"],
    ] {
        let refused = renju(&[&players[..], &["-o"], more].concat());
        assert_eq!(refused.status.code(), Some(2), "{more:?}");
        // Before a game is played.
        assert!(refused.stdout.is_empty(), "{more:?}");
    }

    let file = folder.join("examine.html");
    let file = file.to_str().unwrap();
    let output = renju(&["examine", "random", "--only", "wins", "-o", file]);
    assert_eq!(output.status.code(), Some(1));
    let data = self::data(&std::fs::read_to_string(file).unwrap());
    let records = data["records"].as_array().unwrap();
    assert!(records[0]["tags"][0] == "failed" && records[0]["at"] == 1);
    let proof = records[0]["nodes"].as_array().unwrap().len();
    assert!(proof > 2, "{proof} nodes");
}

#[test]
fn a_report_is_small_and_refuses_what_it_cannot_hold() {
    let folder = folder("page-size");
    let file = folder.join("one.html");
    let html = page(&file, &["report", "positions/forbidden/double-three.txt"]);
    assert!(html.len() < 150_000, "{} bytes", html.len());
    for (arguments, words) in [
        (
            &["report", "positions/games/game.txt", "-o", "x.pdf"][..],
            "the ending of x.pdf names no page",
        ),
        (
            &["report", "positions/games/game.txt", "-o", "none/x.html"],
            "there is no folder none",
        ),
        (
            &[
                "report",
                "positions/games/game.txt",
                "-o",
                file.to_str().unwrap(),
            ],
            "--force",
        ),
        (
            &["report", "positions/games/none.txt", "-o", "x.html"],
            "there is no file",
        ),
        (
            &[
                "report",
                "positions/games/game.txt",
                "-o",
                "x.html",
                "--with",
                "tea",
            ],
            "tea",
        ),
        (&["board", "--port", "70000"], "70000"),
        (
            &["board", "positions/broken/taken.jsonl", "--no-open"],
            "there is no position to begin with",
        ),
    ] {
        let output = renju(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
    let many: Vec<String> = (0..1001)
        .map(|number| format!("{{\"id\":{number},\"moves\":[\"H8\"]}}"))
        .collect();
    let input = folder.join("many.jsonl");
    std::fs::write(&input, many.join("\n")).unwrap();
    let input = input.to_str().unwrap();
    let output = renju(&[
        "report",
        input,
        "-o",
        folder.join("many.html").to_str().unwrap(),
    ]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(2) && said.contains("more than 1000 positions"),
        "{said}"
    );
    let pages = folder.join("pages/");
    let output = renju(&[
        "report",
        input,
        "-o",
        &format!("{}/", pages.display()),
        "--with",
        "forbidden",
    ]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let index = std::fs::read_to_string(pages.join("index.html")).unwrap();
    assert!(index.contains("1001 positions") && index.contains("page-0002.html"));
    assert!(pages.join("page-0002.html").exists());
}

/// A board that is served.
struct Board {
    process: Child,
    host: String,
    token: String,
}

impl Board {
    fn start(arguments: &[&str]) -> Board {
        let mut process = Command::new(env!("CARGO_BIN_EXE_renju"))
            .args(["board", "--no-open", "-q", "--hash", "1"])
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .trim()
            .strip_prefix("http://")
            .expect("the first line is the address");
        let (host, token) = address.split_once('/').unwrap();
        Board {
            host: host.to_owned(),
            token: token.trim_end_matches('/').to_owned(),
            process,
        }
    }

    /// The status and the body of an answer.
    fn request(&self, head: &str, host: &str, body: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let length = body.len();
        write!(stream, "{head} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n").unwrap();
        // A server that refuses need not read it all.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status.unwrap_or(0), body.to_owned())
    }

    fn post(&self, way: &str, body: &str) -> (u16, String) {
        let head = format!("POST /{}/{way}", self.token);
        self.request(&head, &self.host, body.as_bytes())
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_board_answers_by_its_address_alone() {
    let board = Board::start(&["-m", "h8 i9"]);
    let home = format!("GET /{}/", board.token);
    let (status, page) = board.request(&home, &board.host, b"");
    assert_eq!(status, 200);
    assert!(page.contains("\"mode\":\"board\"") && page.contains("\"move\":\"I9\""));
    for (head, host) in [
        ("GET /", &*board.host),
        ("GET /page.js", &board.host),
        (&home, "evil.example"),
        (&home, ""),
        (
            &format!("GET /{}/../../etc/passwd", board.token),
            &board.host,
        ),
        (&format!("GET /{}/ask", board.token), &board.host),
    ] {
        let (status, body) = board.request(head, host, b"");
        assert!(
            (400..500).contains(&status),
            "{head} of {host:?}: {status} {body}"
        );
    }
    let (_, answer) = board.post(
        "ask",
        r#"{"id":"q","moves":[["B","H8"]],"study":"forbidden"}"#,
    );
    assert!(answer.contains("\"study\":\"forbidden\""), "{answer}");
    let (status, refused) = board.post("ask", r#"{"id":"q","moves":[["B","H99"]]}"#);
    assert!(
        status == 200 && refused.contains("\"error\""),
        "the session answers what is wrong: {refused}"
    );
    let (_, read) = board.post("read?name=a.txt", "h8 i9 g7");
    assert!(read.contains("\"G7\""), "{read}");
    let game = r#"{"size":15,"rule":"renju","black":[],"white":[],"to_move":"black","nodes":[{"parent":-1},{"parent":0,"move":"H8","color":"black"}]}"#;
    let (_, written) = board.post("write", &format!(r#"{{"format":"moves","game":{game}}}"#));
    assert!(written.contains("aDgK"), "h8 and a line end: {written}");
    let (status, report) = board.post("report", game);
    assert!(status == 200 && report.contains("<noscript>"));
    // A port that is taken is told.
    let port = board.host.rsplit(':').next().unwrap();
    let output = renju(&["board", "--no-open", "--port", port]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(2) && said.contains(port),
        "{said}"
    );
}
