//! `examine` with engines that break one thing: each fails in its group, and no other; one that hangs
//! or dies is given up with a word.

use std::path::PathBuf;
use std::process::{Command, Output};

/// A Gomocup engine of a few lines of `sh`, with places for what is broken.
fn engine(name: &str, start: &str, on_move: &str, unknown: &str) -> String {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("examined-{name}.sh"));
    let script = format!(
        r#"cr=$(printf '\r'); size=0; taken=" "
free() {{ y=0; while [ $y -lt $size ]; do x=0; while [ $x -lt $size ]; do
  case "$taken" in *" $x,$y "*) ;; *) taken="$taken$x,$y "; echo "$x,$y"; return;; esac
  x=$((x+1)); done; y=$((y+1)); done; }}
while read -r line; do
  line=${{line%$cr}}
  case "$line" in
  START*) size=${{line#START }}; taken=" "; {start}; echo OK;;
  RESTART) taken=" "; echo OK;;
  BEGIN) {on_move}; free;;
  TURN*) at=${{line#TURN }}
    case "$at" in *[!0-9,]*|99*) echo "ERROR no point"; continue;; esac
    case "$taken" in *" $at "*) echo "ERROR taken"; continue;; esac
    taken="$taken$at "; {on_move}; free;;
  BOARD) taken=" "; while read -r line; do [ "$line" = DONE ] && break; taken="$taken${{line%,*}} "; done
    {on_move}; free;;
  TAKEBACK*) echo OK;;
  ABOUT) echo 'name="first", version="1"';;
  INFO*|'') ;;
  END) exit;;
  *) {unknown};;
  esac
done
"#
    );
    std::fs::write(&file, script).expect("a file");
    format!("gomocup:sh {}", file.display())
}

fn examine(engine: &str, flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_renju"));
    command.args(["examine", engine, "--time", "100ms", "--json"]);
    command.args(flags).output().expect("renju runs")
}

/// How many cases of a group failed, and the exit code.
fn failed(engine: &str, group: &str) -> (usize, Option<i32>) {
    let output = examine(engine, &["--only", group]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let failed = said
        .lines()
        .filter(|line| line.contains(r#""status":"failed""#));
    (failed.count(), output.status.code())
}

const UNKNOWN: &str = "echo UNKNOWN command";

#[test]
fn an_engine_with_good_manners_passes() {
    let good = engine("good", ":", ":", UNKNOWN);
    for group in ["protocol", "clock", "memory"] {
        let (count, exit) = failed(&good, group);
        let said = examine(&good, &["--only", group]);
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        assert_eq!((count, exit), (0, Some(0)), "{group}: {said}");
    }
}

#[test]
fn an_engine_that_knows_every_command_fails_in_protocol_alone() {
    let silent = engine("silent", ":", ":", ":");
    assert_eq!(failed(&silent, "protocol"), (2, Some(1)));
    assert_eq!(failed(&silent, "clock").0 + failed(&silent, "memory").0, 0);
}

#[test]
fn an_engine_that_takes_its_time_fails_in_clock_alone() {
    let slow = engine("slow", ":", "sleep 0.7", UNKNOWN);
    let (count, exit) = failed(&slow, "clock");
    assert!((4..=5).contains(&count), "{count}");
    assert_eq!(exit, Some(1));
    assert_eq!(failed(&slow, "protocol").0, 0);
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_holds_too_much_fails_in_memory_alone() {
    let held = "[ \"$held\" ] || held=$(head -c 330000000 /dev/zero | tr \"\\0\" x)";
    let large = engine("large", ":", held, UNKNOWN);
    assert_eq!(failed(&large, "memory"), (2, Some(1)));
}

#[test]
fn an_engine_that_dies_fails_the_case_and_is_given_up_after_five() {
    let dead = engine("dead", "exit 3", ":", UNKNOWN);
    let output = examine(&dead, &["--only", "protocol"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("exit status 3"), "{said}");
    assert!(
        said.contains("5 cases in a row ended without an answer"),
        "{said}"
    );
    let hangs = engine("hangs", ":", ":", "sleep 1000");
    let output = examine(&hangs, &["--only", "protocol"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.lines().count() == 23, "the others go on: {said}");
}

#[test]
fn what_cannot_be_examined_is_one_error() {
    for (engine, flags, words) in [
        ("gomocup:/no/such/engine", &[][..], "cannot start"),
        ("human", &[], "a person is no engine to examine"),
        ("shapes", &["--against", "/no/such.json"], "no such file"),
        ("shapes", &["--cases", "positions/broken/taken.txt"], "I9"),
        ("shapes", &["--only", "everything"], "everything"),
    ] {
        let output = examine(engine, flags);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
        assert!(output.stdout.is_empty());
    }
}
