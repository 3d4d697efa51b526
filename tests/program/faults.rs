//! Faults at moments that chance chooses: batches are killed and told to end, the disk gets full, a
//! file may not grow, its end is lost. After `--resume` all bytes are those of a run that nothing
//! happened to.
//!
//! A few faults of each kind are tried in every run of the tests, many by `cargo test --release --test
//! program -- --ignored faults::`. `RENJU_FAULT_SEED` repeats the moments of a run that has failed.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::journal::{folder, positions};
use crate::signals::{skipped, terminate};

/// An engine as short as can be.
const ENGINE: &str = "while read -r line; do echo '{\"board\":1}'; done\n";

/// What the runs ask. All files are named by their place in the folder of the trial.
const STUDIES: [(&str, &[&str]); 4] = [
    ("forbidden", &["forbidden"]),
    ("vcf", &["vcf", "--nodes", "2k", "--tree", "trees.jsonl"]),
    ("search", &["search", "--nodes", "2k"]),
    (
        "compare",
        &["compare", "-e", "shapes", "--engine", "json:sh engine.sh"],
    ),
];

/// Records of the longest run.
const MOST_RECORDS: u32 = 400_000;

/// The files that a run writes.
const FILES: [&str; 3] = ["out.jsonl", "trees.jsonl", "out.jsonl.run"];

/// Numbers that look random, the same for the same seed (`SplitMix64`).
struct Chance(u64);

impl Chance {
    /// Prints its seed, which is seen if the test fails.
    fn new() -> Chance {
        let given = std::env::var("RENJU_FAULT_SEED");
        let seed = given.map_or_else(
            |_| u64::from(std::process::id()),
            |seed| seed.parse().expect("RENJU_FAULT_SEED is a number"),
        );
        println!("RENJU_FAULT_SEED={seed}");
        Chance(seed)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % bound.max(1)
    }

    /// A moment of a run that takes this long, seldom behind its end.
    fn moment(&mut self, took: Duration) -> Duration {
        let most = took.mul_f64(1.1).min(Duration::from_secs(2));
        Duration::from_micros(self.below(most.as_micros() as u64))
    }
}

/// A study that is run again and again in a folder of its own.
struct Trial {
    folder: PathBuf,
    study: &'static [&'static str],
    /// What a run writes that nothing happens to: the answers and the trees.
    whole: [Vec<u8>; 2],
    took: Duration,
}

impl Trial {
    /// Answers records of which some share an id and some have none, for about as long as `time`.
    fn new(name: &str, (study, arguments): (&str, &'static [&'static str]), time: f64) -> Trial {
        let folder = folder(&format!("faults-{name}-{study}"));
        std::fs::write(folder.join("engine.sh"), ENGINE).expect("a file");
        let mut trial = Trial {
            folder,
            study: arguments,
            whole: [Vec::new(), Vec::new()],
            took: Duration::ZERO,
        };
        // A few records take as long as the start of the program: more, until the time is theirs.
        let mut count = 300;
        while trial.took.as_secs_f64() < time / 2.0 && count < MOST_RECORDS {
            trial.answer(count);
            let growth = time / trial.took.as_secs_f64();
            count = (f64::from(count) * growth.clamp(0.3, 10.0)) as u32;
        }
        trial.answer(count.min(MOST_RECORDS));
        trial
    }

    /// Answers this many records without a fault.
    fn answer(&mut self, count: u32) {
        let input = positions(count as usize);
        std::fs::write(self.folder.join("in.jsonl"), input).expect("a file");
        self.forget();
        let since = Instant::now();
        self.succeeds(&mut self.command(2));
        self.took = since.elapsed();
        self.whole = self.written();
        self.forget();
    }

    fn command(&self, threads: usize) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_renju"));
        command.arg("batch").args(self.study).arg("in.jsonl");
        command.args(["--out", "out.jsonl", "--resume", "--keep-run", "-q", "-j"]);
        command.arg(threads.to_string()).env("LANG", "C");
        command.current_dir(&self.folder).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    fn succeeds(&self, command: &mut Command) {
        let ended = command.output().expect("it starts");
        assert!(ended.status.success(), "{:?}: {}", self.study, said(&ended));
    }

    /// The answers and the trees; nothing where there is no file.
    fn written(&self) -> [Vec<u8>; 2] {
        ["out.jsonl", "trees.jsonl"]
            .map(|name| std::fs::read(self.folder.join(name)).unwrap_or_default())
    }

    /// Removes what was written.
    fn forget(&self) {
        for name in FILES {
            let _ = std::fs::remove_file(self.folder.join(name));
        }
    }

    /// That a run has ended with all its bytes; the next one begins anew.
    fn is_whole(&self) {
        let written = self.written();
        for (found, whole) in written.iter().zip(&self.whole) {
            let alike = found.iter().zip(whole).take_while(|(a, b)| a == b).count();
            assert!(
                found == whole,
                "{:?}: {} bytes where {} were to be, alike up to {alike}",
                self.study,
                found.len(),
                whole.len()
            );
        }
        self.forget();
    }

    /// Continues to the end.
    fn goes_on(&self) {
        self.succeeds(&mut self.command(2));
        self.is_whole();
    }

    /// Kills runs, each of which goes on where the one before was.
    fn is_killed(&self, threads: usize, times: u32, chance: &mut Chance) {
        let (mut at_work, mut with_entries) = (0, 0);
        for _ in 0..times {
            let mut child = self.command(threads).spawn().expect("it starts");
            std::thread::sleep(chance.moment(self.took));
            child.kill().expect("it can be killed");
            let ended = child.wait_with_output().expect("an end");
            if ended.status.success() {
                self.is_whole();
            } else {
                assert_eq!(ended.status.signal(), Some(9), "{}", said(&ended));
                at_work += 1;
                with_entries += u32::from(!self.entries().is_empty());
            }
        }
        println!(
            "{:?} -j {threads}: killed {at_work} of {times} times before its end, {with_entries} times with answers to keep",
            self.study
        );
        self.goes_on();
    }

    /// Tells runs to end: they write what they have finished, and the journal knows of all of it.
    fn is_terminated(&self, threads: usize, times: u32, chance: &mut Chance) {
        for _ in 0..times {
            let child = self.command(threads).spawn().expect("it starts");
            let before = self.written();
            std::thread::sleep(chance.moment(self.took));
            terminate(&child);
            let ended = child.wait_with_output().expect("an end");
            match ended.status.code() {
                Some(0) => self.is_whole(),
                Some(130) => self.has_noted_all(),
                // It came before anything was begun.
                None | Some(143) => assert_eq!(before.map(|file| file.len()), self.lengths()),
                Some(code) => panic!("exit code {code}: {}", said(&ended)),
            }
        }
        self.goes_on();
    }

    /// The entries of the journal; none where there is no journal.
    fn entries(&self) -> Vec<Value> {
        let Ok(journal) = std::fs::read(self.folder.join("out.jsonl.run")) else {
            return Vec::new();
        };
        let journal: Value = serde_json::from_slice(&journal).expect("a journal");
        journal["entries"].as_array().expect("entries").clone()
    }

    fn lengths(&self) -> [usize; 2] {
        self.written().map(|file| file.len())
    }

    /// That the last entry of the journal stands at the ends of the files, between two lines.
    fn has_noted_all(&self) {
        let entries = self.entries();
        let noted = |file: &str| {
            let bytes = entries.last().map(|entry| &entry[file]["bytes"]);
            bytes.map_or(0, |bytes| bytes.as_u64().expect("a length"))
        };
        let files = self.written();
        for (file, noted) in files.iter().zip([noted("output"), noted("trees")]) {
            assert_eq!(file.len() as u64, noted, "{:?}", self.study);
            assert!(file.last().is_none_or(|&last| last == b'\n'));
        }
    }

    /// Lets runs write to a disk, or to files, of a size that grows: each failure says why, and what
    /// was answered before is kept.
    fn has_little_room(&self, room: Room, times: u64, chance: &mut Chance) {
        let all: u64 = self.whole.iter().map(|file| file.len() as u64).sum();
        for time in 1..=times {
            let bytes = 16_384 + all * time / times + chance.below(all / times);
            let ended = self.within(room, bytes);
            if ended.status.success() {
                self.is_whole();
                continue;
            }
            let said = said(&ended);
            assert_eq!(ended.status.code(), Some(2), "{said}");
            assert!(said.contains(room.reason()), "{said}");
        }
        self.goes_on();
    }

    /// Continues with little room.
    fn within(&self, room: Room, bytes: u64) -> Output {
        let mut command = self.command(2);
        let arguments: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
        let mut shell = match room {
            Room::Disk => Command::new("unshare"),
            Room::File => Command::new("sh"),
        };
        match room {
            Room::Disk => shell.args(["-rm", "sh", "-c", ON_A_DISK]),
            Room::File => shell.args(["-c", "ulimit -f $((LIMIT / 512)) && exec \"$0\" \"$@\""]),
        };
        shell.arg(command.get_program()).args(arguments);
        shell
            .current_dir(&self.folder)
            .env("LIMIT", bytes.to_string());
        shell.env("LANG", "C").stdin(Stdio::null());
        shell.stdout(Stdio::null()).stderr(Stdio::piped());
        command = shell;
        command.output().expect("it starts")
    }

    /// Damages the ends of finished files as a crash of the system does.
    fn is_damaged(&self, times: u32, chance: &mut Chance) {
        self.succeeds(&mut self.command(2));
        for _ in 0..times {
            for (name, whole) in FILES.iter().zip(&self.whole) {
                let place = chance.below(whole.len() as u64 + 1) as usize;
                let mut damaged = whole[..place].to_vec();
                match chance.below(3) {
                    0 => (),
                    1 => damaged.resize(whole.len(), 0),
                    _ => damaged.resize(place + chance.below(9000) as usize, 0),
                }
                if !whole.is_empty() {
                    std::fs::write(self.folder.join(name), damaged).expect("it can be written");
                }
            }
            self.succeeds(&mut self.command(2));
            assert!(self.written() == self.whole, "{:?}", self.study);
        }
        self.forget();
    }
}

/// What becomes too small.
#[derive(Clone, Copy)]
enum Room {
    Disk,
    File,
}

impl Room {
    fn reason(self) -> &'static str {
        match self {
            Room::Disk => "no space left on device",
            Room::File => "file too large",
        }
    }
}

/// Runs a command in a small disk that holds the files, and takes them out of it again.
const ON_A_DISK: &str = r#"
    mkdir -p disk && mount -t tmpfs -o size=$LIMIT tmpfs disk && cd disk || exit 99
    ln -s ../in.jsonl ../engine.sh .
    for file in out.jsonl.run out.jsonl trees.jsonl; do
        if [ -e ../$file ]; then cp ../$file . 2>/dev/null; fi
    done
    "$0" "$@"
    code=$?
    for file in out.jsonl.run out.jsonl trees.jsonl; do
        if [ -e $file ]; then cp $file ..; fi
    done
    exit $code
"#;

fn said(ended: &Output) -> String {
    String::from_utf8_lossy(&ended.stderr).into_owned()
}

/// Whether a disk of a chosen size can be made here.
fn can_mount() -> bool {
    let mount = ["-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"];
    let mounted = Command::new("unshare").args(mount).output();
    let can_mount = mounted.is_ok_and(|mounted| mounted.status.success());
    if !can_mount {
        skipped("no disk can be mounted here");
    }
    can_mount
}

/// Does everything to one study.
fn survives(study: usize, faults: u32, time: f64) {
    let mut chance = Chance::new();
    let trial = Trial::new("many", STUDIES[study], time);
    for threads in [1, 2] {
        trial.is_killed(threads, faults, &mut chance);
        trial.is_terminated(threads, faults.div_ceil(2), &mut chance);
    }
    let times = u64::from(faults.div_ceil(3));
    if can_mount() {
        trial.has_little_room(Room::Disk, times, &mut chance);
    }
    trial.has_little_room(Room::File, times, &mut chance);
    trial.is_damaged(faults, &mut chance);
}

macro_rules! many_faults {
    ($($name:ident, $study:literal;)*) => {$(
        #[test]
        #[ignore = "takes minutes"]
        fn $name() {
            survives($study, 20, 2.5);
        }
    )*};
}

many_faults! {
    forbidden_points_survive_many_faults, 0;
    wins_with_trees_survive_many_faults, 1;
    searches_survive_many_faults, 2;
    comparisons_with_an_engine_survive_many_faults, 3;
}

#[test]
fn some_faults_are_survived() {
    let mut chance = Chance::new();
    for study in STUDIES {
        let trial = Trial::new("some", study, 0.3);
        trial.is_killed(1, 1, &mut chance);
        trial.is_killed(2, 2, &mut chance);
        trial.is_terminated(2, 1, &mut chance);
        trial.has_little_room(Room::File, 2, &mut chance);
        trial.is_damaged(2, &mut chance);
    }
}

#[test]
fn a_full_disk_keeps_what_was_answered() {
    if can_mount() {
        let trial = Trial::new("disk", STUDIES[1], 0.3);
        trial.has_little_room(Room::Disk, 3, &mut Chance::new());
    }
}

/// Standard output ends with a whole line, too.
#[test]
fn a_terminated_run_leaves_no_half_line() {
    let trial = Trial::new("stdout", STUDIES[0], 0.5);
    let mut command = Command::new(env!("CARGO_BIN_EXE_renju"));
    command.args(["batch", "forbidden", "in.jsonl", "in.jsonl", "in.jsonl"]);
    command.current_dir(&trial.folder).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut out = child.stdout.take().expect("a pipe");
    let mut lines = vec![0; 1000];
    out.read_exact(&mut lines).expect("the first lines");
    terminate(&child);
    out.read_to_end(&mut lines).expect("the others");
    let ended = child.wait_with_output().expect("an end");
    assert_eq!(ended.status.code(), Some(130), "{}", said(&ended));
    assert!(lines.ends_with(b"}\n"));
    let written = String::from_utf8(lines).expect("text").lines().count();
    assert!(said(&ended).starts_with(&format!("{written} records read, {written} answered")));
}

/// An engine that answers about a stone on O15 only when as many processes of it are asked so at
/// once.
const SLEEPERS: &str = r#"while read -r line; do
    case $line in *O15*)
        : > "asleep.$$"
        until [ "$(ls asleep.* | wc -l)" -ge 8 ]; do sleep 0.02; done ;;
    esac
    echo '{"board":1}'
done
"#;

/// Every eighth of 64 records sleeps until all eight do: eight threads come to that, because one
/// that waits holds up no other.
#[test]
fn records_that_sleep_do_so_together() {
    let folder = folder("sleepers");
    let position = |number: usize| {
        let corner = if number.is_multiple_of(8) {
            "O15"
        } else {
            "A1"
        };
        format!("{{\"id\":\"{number}\",\"moves\":[\"H8\",\"{corner}\"]}}\n")
    };
    let lines: String = (0..64).map(position).collect();
    std::fs::write(folder.join("in.jsonl"), lines).expect("a file");
    std::fs::write(folder.join("engine.sh"), SLEEPERS).expect("a file");
    let ids = |unordered: &[&str]| {
        for sleeper in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let name = sleeper.file_name();
            if name.to_string_lossy().starts_with("asleep.") {
                std::fs::remove_file(sleeper.path()).expect("it is there");
            }
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_renju"));
        command.args(["batch", "compare", "in.jsonl", "-e", "shapes"]);
        command.args([
            "--engine",
            "json:sh engine.sh",
            "--engine-time",
            "60s",
            "-j",
            "8",
        ]);
        command.args(unordered).current_dir(&folder);
        let ended = command.output().expect("it starts");
        assert!(ended.status.success(), "{}", said(&ended));
        let lines = String::from_utf8(ended.stdout).expect("text");
        let id = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["id"].clone();
        let ids: Vec<usize> = lines
            .lines()
            .map(|line| id(line).as_str().expect("text").parse().expect("a number"))
            .collect();
        ids
    };
    assert!(ids(&[]).into_iter().eq(0..64));
    let mut finished = ids(&["--unordered"]);
    assert!(!finished[0].is_multiple_of(8), "{finished:?}");
    finished.sort_unstable();
    assert!(finished.into_iter().eq(0..64));
}
