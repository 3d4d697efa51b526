//! Everything that the system may refuse is refused once: the first thing that a command asks for, the
//! second, and so on, until nothing is left to refuse (`src/fault.rs`). Then all from there on, as of a
//! disk that is full, and a crash there. After each there is the old file or the whole new one, a run
//! that is resumed has all bytes, and the exit code and a message say what happened.
//!
//! One or two of each command are tried in every run of the tests, all by `cargo test --test program --
//! --ignored fault_injection::`. `RENJU_FAULT_CASE` names one command, `RENJU_FAULT_SECONDS` says how
//! long all of them may take, each its part; what is left then is not tried.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long a command may take that takes a moment without a fault.
const AMPLE: Duration = Duration::from_secs(60);

const POSITIONS: &str = concat!(
    r#"{"id":"one","size":15,"rule":"renju","moves":["H8","G9","I9","G8","G7","F6","J10"]}"#,
    "\n",
    r#"{"id":"two","size":15,"rule":"renju","black":["H8","I8","J8"],"white":["A1","A3","A5"]}"#,
    "\n",
);

const EXPECTING: &str = concat!(
    r#"{"id":"a","rule":"renju","black":["H6","H7","F8","G8"],"white":["I5","F6","E9","J9"],"expect":["forbidden none"]}"#,
    "\n",
);

const WON: &str = concat!(
    r#"{"id":"won","size":15,"rule":"freestyle","black":["H8","I8","J8"],"white":["A1","A3","A5"]}"#,
    "\n",
);

const QUERIES: &str = concat!(
    r#"{"id":"a","moves":[["B","H8"],["W","J9"]],"nodes":100}"#,
    "\n",
    r#"{"id":"b","moves":[["B","H8"],["W","J9"],["B","G7"]],"nodes":100}"#,
    "\n",
);

/// An engine as short as can be.
const ENGINE: &str = "while read -r line; do echo '{\"board\":1}'; done\n";

/// A player that fills the rim.
const GOMOCUP_ENGINE: &str = "\
while read -r line; do
  case $line in
    START*|RESTART*) place=0; echo OK ;;
    ABOUT*) echo 'name=\"rim\"' ;;
    BEGIN*|TURN*|DONE*) echo \"$place,0\"; place=$((place + 1)) ;;
    END*) exit ;;
  esac
done
";

/// A command whose files are named by their place in the folder of its trial.
struct Case {
    name: &'static str,
    arguments: &'static [&'static str],
    typed: &'static str,
    /// The files that are written whole; at each there may be another one before.
    whole: &'static [&'static str],
    /// The files that grow, and are completed by the same command.
    growing: &'static [&'static str],
    /// The files that are written again and again, each time whole.
    saved: &'static [&'static str],
    /// How much what it prints may differ from run to run.
    prints: Prints,
}

/// What a run prints that does all in spite of a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prints {
    TheSame,
    /// Times, or what several threads searched.
    AsManyLines,
    /// Also what failed on the way.
    Anything,
    /// That a player crashed, which loses its game but not the match.
    CrashesOfPlayers,
}

const fn asks(name: &'static str, arguments: &'static [&'static str]) -> Case {
    Case {
        name,
        arguments,
        typed: "",
        whole: &[],
        growing: &[],
        saved: &[],
        prints: Prints::TheSame,
    }
}

const CASES: &[Case] = &[
    Case {
        whole: &["cases.jsonl"],
        ..asks(
            "hunt",
            &[
                "hunt",
                "forbidden",
                "-e",
                "five-tuple",
                "--boards",
                "60",
                "--cases",
                "4",
                "-j",
                "2",
                "-o",
                "cases.jsonl",
            ],
        )
    },
    Case {
        whole: &["checked.html"],
        ..asks(
            "check-page",
            &["check", "check.jsonl", "-o", "checked.html"],
        )
    },
    Case {
        whole: &["match.html"],
        ..asks(
            "match-page",
            &[
                "match",
                "shapes",
                "random",
                "--depth",
                "1",
                "--games",
                "2",
                "-j",
                "1",
                "-s",
                "9",
                "-o",
                "match.html",
            ],
        )
    },
    Case {
        whole: &["out.html"],
        ..asks(
            "report",
            &[
                "report",
                "in.jsonl",
                "-o",
                "out.html",
                "--with",
                "forbidden",
                "-j",
                "1",
            ],
        )
    },
    Case {
        whole: &["out.sgf"],
        ..asks("convert", &["convert", "in.jsonl", "-o", "out.sgf"])
    },
    Case {
        whole: &["out/in.sgf", "out/check.sgf"],
        ..asks(
            "convert-folder",
            &[
                "convert",
                "in.jsonl",
                "check.jsonl",
                "-o",
                "out/",
                "--to",
                "sgf",
            ],
        )
    },
    Case {
        growing: &["out.jsonl", "trees.jsonl"],
        ..asks(
            "batch",
            &[
                "batch",
                "vcf",
                "in.jsonl",
                "--nodes",
                "200",
                "-j",
                "2",
                "--out",
                "out.jsonl",
                "--tree",
                "trees.jsonl",
                "--resume",
                "--keep-run",
            ],
        )
    },
    Case {
        growing: &["out.jsonl"],
        ..asks(
            "batch-compare",
            &[
                "batch",
                "compare",
                "in.jsonl",
                "-e",
                "shapes",
                "--engine",
                "json:sh engine.sh",
                "-j",
                "2",
                "--out",
                "out.jsonl",
                "--resume",
                "--keep-run",
            ],
        )
    },
    Case {
        growing: &["games.sgf", "samples.csv"],
        ..asks(
            "match",
            &[
                "match",
                "shapes",
                "random",
                "--depth",
                "1",
                "--games",
                "2",
                "-j",
                "2",
                "-s",
                "9",
                "-r",
                "standard",
                "-o",
                "games.sgf",
                "--samples",
                "samples.csv",
                "--resume",
            ],
        )
    },
    Case {
        growing: &["games/000001.psq", "games/000002.psq"],
        ..asks(
            "match-folder",
            &[
                "match", "shapes", "random", "--depth", "1", "--games", "2", "-j", "2", "-s", "9",
                "-r", "standard", "-o", "games/", "--resume",
            ],
        )
    },
    Case {
        growing: &["games.jsonl"],
        prints: Prints::CrashesOfPlayers,
        ..asks(
            "match-engine",
            &[
                "match",
                "shapes",
                "gomocup:sh gomocup.sh",
                "--depth",
                "1",
                "--games",
                "2",
                "-s",
                "9",
                "-r",
                "standard",
                "-o",
                "games.jsonl",
                "--resume",
            ],
        )
    },
    Case {
        saved: &["game.sgf"],
        prints: Prints::Anything,
        typed: "h8\na1\ni8\na3\nquit\n",
        ..asks("play", &["play", "--plain", "--save", "game.sgf"])
    },
    Case {
        whole: &["game.svg", "puzzles.jsonl"],
        ..asks(
            "game",
            &[
                "game",
                "-m",
                "h8 i9 g7 f6 j10",
                "--nodes",
                "100",
                "-j",
                "2",
                "-o",
                "game.svg",
                "--puzzles",
                "puzzles.jsonl",
            ],
        )
    },
    Case {
        whole: &["check.jsonl", "junit.xml"],
        ..asks(
            "check",
            &["check", "check.jsonl", "--update", "--junit", "junit.xml"],
        )
    },
    Case {
        whole: &["board.svg"],
        ..asks("show", &["show", "-m", "h8 i9", "-o", "board.svg"])
    },
    Case {
        whole: &["game.gif"],
        ..asks("show", &["show", "-m", "h8 i9", "-o", "game.gif"])
    },
    Case {
        whole: &["board.png"],
        ..asks(
            "forbidden",
            &["forbidden", "-m", "h8 i9 g7", "-o", "board.png"],
        )
    },
    Case {
        whole: &["win.svg", "tree.jsonl"],
        ..asks(
            "vcf",
            &[
                "vcf",
                "win.jsonl",
                "-o",
                "win.svg",
                "--tree",
                "tree.jsonl",
                "--json",
            ],
        )
    },
    Case {
        whole: &["tree.sgf"],
        ..asks(
            "vcf-sgf",
            &["vcf", "win.jsonl", "--tree", "tree.sgf", "--json"],
        )
    },
    Case {
        // What was found is kept.
        saved: &["trees.jsonl"],
        ..asks(
            "vct",
            &[
                "vct",
                "in.jsonl",
                "--nodes",
                "2k",
                "--tree",
                "trees.jsonl",
                "--json",
            ],
        )
    },
    Case {
        prints: Prints::AsManyLines,
        ..asks(
            "search",
            &["search", "-m", "h8 i9 g7", "--depth", "2", "-j", "2"],
        )
    },
    asks(
        "compare",
        &[
            "compare",
            "-m",
            "h8 i9 g7",
            "-e",
            "shapes",
            "-e",
            "five-tuple",
            "-e",
            "lianzhu",
        ],
    ),
    asks(
        "threats",
        &["threats", "-m", "h8 i9 g7", "--nodes", "500", "--json"],
    ),
    Case {
        typed: "START 15\nINFO max_node 100\nBEGIN\nEND\n",
        prints: Prints::AsManyLines,
        ..asks("engine", &["engine"])
    },
    Case {
        typed: QUERIES,
        prints: Prints::AsManyLines,
        ..asks("analysis", &["engine", "--protocol", "json", "-j", "2"])
    },
];

/// What is done to a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// This one is refused.
    One(u32),
    /// All from this one on are.
    AllFrom(u32),
    /// The program crashes here.
    Crash(u32),
}

impl Fault {
    fn text(self) -> String {
        match self {
            Fault::One(number) => number.to_string(),
            Fault::AllFrom(number) => format!("{number}+"),
            Fault::Crash(number) => format!("{number}!"),
        }
    }
}

/// The end of a run, and what it left.
struct Ended {
    status: ExitStatus,
    out: Vec<u8>,
    said: String,
    /// What was refused.
    refused: Vec<String>,
    /// The files of the case that are there.
    files: BTreeMap<&'static str, Vec<u8>>,
}

impl Ended {
    fn tells_of_a_crash(&self) -> bool {
        self.said.contains(": crash: ")
    }
}

struct Trial {
    case: &'static Case,
    folder: PathBuf,
    /// Whether there are files of the names that are written.
    has_old: bool,
    /// The run without a fault.
    plain: Ended,
    injected: u32,
}

impl Trial {
    fn new(case: &'static Case, has_old: bool) -> Trial {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("fault-injection")
            .join(case.name);
        let plain = {
            renew(case, &folder, has_old);
            run(case, &folder, None)
        };
        assert!(
            plain.status.code().is_some(),
            "{}: {}",
            case.name,
            plain.said
        );
        for name in case.whole.iter().chain(case.growing) {
            assert!(
                plain.files.contains_key(name),
                "{}: no {name}: {}",
                case.name,
                plain.said
            );
        }
        Trial {
            case,
            folder,
            has_old,
            plain,
            injected: 0,
        }
    }

    /// Runs the command with a fault; whether there was one to make.
    fn is_tried(&mut self, fault: Fault) -> bool {
        renew(self.case, &self.folder, self.has_old);
        let before = files_of(self.case, &self.folder);
        let ended = run(self.case, &self.folder, Some(fault));
        if ended.refused.is_empty() {
            return false;
        }
        self.injected += 1;
        let context = format!(
            "{} with RENJU_FAULT={} ({}) ended with {}\n{}",
            self.case.name,
            fault.text(),
            ended.refused.join(", "),
            ended.status,
            ended.said
        );
        self.has_ended_well(fault, &ended, &context);
        for name in self.case.whole {
            let (found, old) = (ended.files.get(name), before.get(name));
            // A report of the run, such as for JUnit, tells what was refused.
            let tells = found.is_some_and(|bytes| tells_of_the_fault(bytes));
            let is_whole = tells || found == old || found == self.plain.files.get(name);
            assert!(
                is_whole,
                "{name} is neither the old file nor the new one: {context}"
            );
        }
        let is_played_otherwise =
            self.case.prints == Prints::CrashesOfPlayers && ended.tells_of_a_crash();
        if ended.status.code() == self.plain.status.code() {
            assert!(
                is_played_otherwise || ended.files == self.plain.files,
                "not all is written: {context}"
            );
        } else if !self.case.growing.is_empty() && ended.status.code() != Some(3) {
            // A record whose engine failed is answered by that.
            self.goes_on(&context);
        }
        true
    }

    /// The exit code tells of a fault that has changed anything, and a message of which.
    fn has_ended_well(&self, fault: Fault, ended: &Ended, context: &str) {
        assert!(!ended.said.contains("panicked"), "{context}");
        if let Fault::Crash(_) = fault {
            assert!(ended.status.signal().is_some(), "{context}");
            return;
        }
        let code = ended.status.code();
        if code == self.plain.status.code() {
            let lines = |out: &[u8]| out.split(|&byte| byte == b'\n').count();
            let is_same = match self.case.prints {
                Prints::AsManyLines => lines(&ended.out) == lines(&self.plain.out),
                Prints::CrashesOfPlayers if ended.tells_of_a_crash() => true,
                Prints::TheSame | Prints::CrashesOfPlayers => ended.out == self.plain.out,
                Prints::Anything => true,
            };
            assert!(is_same, "other answers: {context}");
        } else {
            assert!(matches!(code, Some(2 | 3)), "{context}");
            // A batch tells of a record in the line of its answer.
            assert!(!ended.said.is_empty(), "{context}");
        }
    }

    /// Resumes, without a fault.
    fn goes_on(&self, context: &str) {
        let ended = run(self.case, &self.folder, None);
        assert!(
            ended.status.success(),
            "cannot be resumed: {}: {context}",
            ended.said
        );
        for name in self.case.growing {
            let is_whole = ended.files.get(name) == self.plain.files.get(name);
            assert!(
                is_whole,
                "{name} is not whole after a resumption: {context}"
            );
        }
    }
}

/// An empty folder but for the inputs, and the old files if there are to be any.
fn renew(case: &Case, folder: &Path, has_old: bool) {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).expect("a folder");
    for (name, text) in [
        ("in.jsonl", POSITIONS),
        ("check.jsonl", EXPECTING),
        ("win.jsonl", WON),
        ("engine.sh", ENGINE),
        ("gomocup.sh", GOMOCUP_ENGINE),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    for name in case.whole.iter().filter(|_| has_old) {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        if !path.exists() {
            std::fs::write(path, "an old file\n").expect("a file");
        }
    }
}

fn tells_of_the_fault(bytes: &[u8]) -> bool {
    String::from_utf8_lossy(bytes).contains("a fault made on purpose")
}

fn files_of(case: &'static Case, folder: &Path) -> BTreeMap<&'static str, Vec<u8>> {
    let read = |name| std::fs::read(folder.join(name)).ok();
    let names = case.whole.iter().chain(case.growing);
    let mut found: BTreeMap<_, _> = names
        .filter_map(|&name| Some((name, read(name)?)))
        .collect();
    // What is saved holds times: how much of the game there is counts.
    let nodes = |bytes: Vec<u8>| bytes.into_iter().filter(|&byte| byte == b';').collect();
    let saved = case.saved.iter();
    found.extend(saved.filter_map(|&name| Some((name, nodes(read(name)?)))));
    found
}

fn run(case: &'static Case, folder: &Path, fault: Option<Fault>) -> Ended {
    let log = folder.join("fault.log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_renju"));
    command
        .args(case.arguments)
        .current_dir(folder)
        .env("LANG", "C")
        .env("XDG_STATE_HOME", folder);
    if let Some(fault) = fault {
        command
            .env("RENJU_FAULT", fault.text())
            .env("RENJU_FAULT_LOG", &log);
    }
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    // A pipe holds it all.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(case.typed.as_bytes());
    let mut streams = (
        child.stdout.take().expect("a pipe"),
        child.stderr.take().expect("a pipe"),
    );
    let out = std::thread::spawn(move || all_of(&mut streams.0));
    let said = std::thread::spawn(move || all_of(&mut streams.1));
    let since = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("its status") {
            break status;
        }
        if since.elapsed() > AMPLE {
            let _ = child.kill();
            panic!("{} with {fault:?} does not end", case.name);
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let refused = std::fs::read_to_string(log).unwrap_or_default();
    Ended {
        status,
        out: out.join().expect("its output"),
        said: String::from_utf8_lossy(&said.join().expect("its messages")).into_owned(),
        refused: refused.lines().map(ToOwned::to_owned).collect(),
        files: files_of(case, folder),
    }
}

fn all_of(stream: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

/// Tries the faults of a command, of each kind and number of these; how many there were.
fn tried(
    case: &'static Case,
    kinds: &[fn(u32) -> Fault],
    numbers: &(impl Iterator<Item = u32> + Clone),
    end: Instant,
) -> u32 {
    let mut injected = 0;
    for has_old in [false, true] {
        if has_old && case.whole.is_empty() {
            continue;
        }
        let mut trial = Trial::new(case, has_old);
        for number in numbers.clone() {
            let mut is_left = false;
            for fault in kinds {
                is_left |= Instant::now() < end && trial.is_tried(fault(number));
            }
            if !is_left {
                break;
            }
        }
        injected += trial.injected;
    }
    injected
}

#[test]
fn a_refusal_in_each_command_loses_nothing() {
    let end = Instant::now() + Duration::from_secs(3600);
    for case in CASES {
        let injected = tried(case, &[Fault::One], &[1, 4].into_iter(), end);
        assert!(injected > 0, "{}: nothing was refused", case.name);
    }
}

#[test]
#[ignore = "half a minute to a few: run by .ci/run"]
fn nothing_that_is_refused_loses_anything() {
    const KINDS: [fn(u32) -> Fault; 3] = [Fault::One, Fault::AllFrom, Fault::Crash];

    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .map(|text| text.parse().expect(name))
    };
    let each = number("RENJU_FAULT_SECONDS").unwrap_or(3600) / CASES.len() as u64;
    let only = std::env::var("RENJU_FAULT_CASE").ok();
    let mut all = 0;
    for case in CASES
        .iter()
        .filter(|case| only.as_ref().is_none_or(|only| only == case.name))
    {
        let since = Instant::now();
        let injected = tried(
            case,
            &KINDS,
            &(1..),
            since + Duration::from_secs(each.max(1)),
        );
        println!(
            "{:16}{injected:5} faults in {:.1} s",
            case.name,
            since.elapsed().as_secs_f64()
        );
        all += injected;
    }
    println!("{all} faults");
}
