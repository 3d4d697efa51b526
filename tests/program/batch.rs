//! Batches that are interrupted and resumed: what `FILE.run` holds, and what `--resume` refuses.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A path for the output of one test; nothing is there.
fn output(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("batch");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    let _ = std::fs::remove_file(settings_path(&path));
    path
}

fn settings_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".run");
    PathBuf::from(name)
}

fn batch(arguments: &str, out: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_renju"))
        .arg("batch")
        .args(arguments.split_whitespace())
        .arg("--keep-run")
        .arg("--out")
        .arg(out)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("it starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Starts a run, and resumes it with other arguments: the message that refuses them.
fn refused(name: &str, first: &str, second: &str) -> String {
    let out = output(name);
    let done = batch(first, &out);
    let has_ended = matches!(done.status.code(), Some(0 | 3));
    assert!(has_ended, "{}", stderr(&done));
    let refused = batch(&format!("{second} --resume"), &out);
    assert_eq!(refused.status.code(), Some(2), "{second}");
    stderr(&refused)
}

#[test]
fn a_run_that_was_cut_off_is_continued_to_the_same_bytes() {
    for (name, format) in [("cut.jsonl", "jsonl"), ("cut.csv", "csv")] {
        let out = output(name);
        let arguments =
            format!("forbidden positions/positions.jsonl --nesting 0 -q --format {format}");
        assert!(batch(&arguments, &out).status.success());
        let whole = std::fs::read(&out).expect("lines");
        for length in [0, 1, whole.len() / 2, whole.len() - 1, whole.len()] {
            std::fs::write(&out, &whole[..length]).expect("it can be written");
            let resumed = batch(&format!("{arguments} --resume"), &out);
            assert!(resumed.status.success(), "{}", stderr(&resumed));
            assert_eq!(
                std::fs::read(&out).expect("lines"),
                whole,
                "{name}: {length}"
            );
        }
    }
}

#[test]
fn another_engine_time_is_refused_by_name() {
    let run = |time: &str| {
        let limit = if time.is_empty() { "" } else { "--engine-time" };
        format!("compare -m h8 -e shapes --engine json:true {limit} {time} -q")
    };
    let message = refused("engine-time.jsonl", &run("1s"), &run("2s"));
    assert!(
        message.contains(r#"this run has engine-time "2s", but"#)
            && message.contains(r#"says "1s""#),
        "{message}"
    );
    let message = refused("default-engine-time.jsonl", &run("1s"), &run(""));
    assert!(message.contains("engine-time none"), "{message}");
}

#[test]
fn an_engine_that_fails_is_seen_in_the_exit_code() {
    let out = output("failing-engine.jsonl");
    let ended = batch("compare -m h8 -e shapes --engine json:false", &out);
    assert_eq!(ended.status.code(), Some(3), "{}", stderr(&ended));
    let said = stderr(&ended);
    assert!(
        said.contains("1 answered, 0 failed, 0 skipped, an engine failed for 1"),
        "{said}"
    );
}

#[test]
fn another_command_is_refused_by_its_name() {
    let command = |study: &str| format!("{study} positions/positions.jsonl -q");
    let message = refused("study.jsonl", &command("forbidden"), &command("score"));
    assert!(message.contains(r#"study "score""#), "{message}");
}

#[test]
fn what_no_run_has_written_is_not_overwritten() {
    let out = output("notes.txt");
    std::fs::write(&out, "notes").expect("it can be written");
    let refused = batch("show positions/positions.jsonl -q", &out);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains("is there already; --force overwrites it"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(std::fs::read(&out).expect("notes"), b"notes");
    let forced = batch("show positions/positions.jsonl -q --force", &out);
    assert!(forced.status.success(), "{}", stderr(&forced));
    let again = batch("show positions/positions.jsonl -q", &out);
    assert!(
        stderr(&again).contains("--resume goes on with it"),
        "{}",
        stderr(&again)
    );
    let dash = batch("show positions/positions.jsonl -q", Path::new("-"));
    assert_eq!(dash.status.code(), Some(2));
    assert!(stderr(&dash).contains("stdout"), "{}", stderr(&dash));
}

#[test]
fn a_run_that_has_ended_leaves_a_journal_only_where_it_is_wanted() {
    let out = output("ended.jsonl");
    let run = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_renju"));
        let command = command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("batch");
        let arguments = arguments.split_whitespace();
        let command = command.args(arguments).arg("-q").arg("--out").arg(&out);
        command.output().expect("it starts").status.code()
    };
    assert_eq!(run("show positions/positions.jsonl"), Some(0));
    assert!(!settings_path(&out).exists());
    let stopped = "show positions/broken positions/positions.jsonl --fail-fast --force";
    assert_eq!(run(stopped), Some(3));
    assert!(settings_path(&out).exists(), "it has not come to its end");
    assert_eq!(run("show positions/broken --force"), Some(3));
    assert!(!settings_path(&out).exists(), "errors are answers");
    assert_eq!(run("show -m h8 --keep-run --force"), Some(0));
    assert!(settings_path(&out).exists());
}

#[test]
fn other_arguments_are_refused_by_name() {
    let input = "-m h8,i9,g7";
    for (name, first, second) in [
        ("top", "score --top 3", "score --top 4"),
        ("rule", "score --rule renju", "score --rule freestyle"),
        ("move", "forbidden -n 1", "forbidden -n 2"),
        ("shard", "forbidden --shard 0/2", "forbidden --shard 1/2"),
        ("keep-fields", "show", "show --keep-fields"),
        ("unordered", "show --unordered", "show"),
        ("nodes", "vcf --nodes 10", "vcf --nodes 20"),
        ("study", "vcf --nodes 10", "vct --nodes 10"),
        ("time", "search --time 2ms", "search --time 3ms"),
        ("avoid", "search --depth 1", "search --depth 1 --avoid A1"),
    ] {
        let with_input = |arguments: &str| format!("{arguments} {input} -q");
        let out = format!("{name}.jsonl");
        let message = refused(&out, &with_input(first), &with_input(second));
        let expected = format!("this run has {name} ");
        assert!(message.contains(&expected), "{name}: {message}");
    }
}

#[test]
fn other_weights_behind_the_same_name_are_refused() {
    let weights = output("weights.toml");
    let arguments = format!("score -m h8 -e file:{} -q", weights.display());
    let toml = Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(["evaluators", "--card", "shapes", "--toml"])
        .output()
        .expect("it starts");
    std::fs::write(&weights, &toml.stdout).expect("it can be written");
    let out = output("weights.jsonl");
    assert!(batch(&arguments, &out).status.success());
    let again = batch(&format!("{arguments} --resume"), &out);
    assert!(again.status.success(), "{}", stderr(&again));
    let changed = [&toml.stdout[..], b"# changed\n"].concat();
    std::fs::write(&weights, changed).expect("it can be written");
    let refused = batch(&format!("{arguments} --resume"), &out);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("this run has evaluator"));
}

#[test]
fn what_does_not_change_the_lines_may_differ() {
    let out = output("may-differ.jsonl");
    let arguments = "forbidden positions/positions.jsonl";
    assert!(batch(arguments, &out).status.success());
    for other in [
        "-q",
        "-j 1",
        "--flush --color never",
        "--summary json --lang zh",
        "--max-errors 3 -v",
    ] {
        let resumed = batch(&format!("{arguments} {other} --resume"), &out);
        assert!(resumed.status.success(), "{other}: {}", stderr(&resumed));
    }
}

/// The arguments of a study by their names, as `--help` lists them.
fn arguments(study: &str) -> Vec<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(["batch", study, "--help"])
        .output()
        .expect("it starts");
    let help = String::from_utf8(help.stdout).expect("text");
    let names = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let rest = line
            .strip_prefix("--")
            .or_else(|| line.split_once(", --").map(|(_, rest)| rest))?;
        if !line.starts_with('-') {
            return None;
        }
        let end = rest.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-');
        Some(rest[..end.unwrap_or(rest.len())].to_owned())
    });
    names.collect()
}

/// The questions of `batch`, as its help lists them, and its page.
fn questions() -> Vec<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(["batch", "--help"])
        .output()
        .expect("it starts");
    let help = String::from_utf8(help.stdout).expect("text");
    let (_, listed) = help.split_once("Commands:\n").expect("a list");
    let (listed, _) = listed.split_once("\n\n").expect("an end");
    let names = listed.lines().filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then(|| name.to_owned())
    });
    let names: Vec<String> = names.collect();
    let page = std::fs::read_to_string("docs/batch.md").expect("a page");
    let told = format!("`renju batch {} [INPUT]...`", names.join("|"));
    assert!(page.contains(&told), "docs/batch.md lacks {told}");
    names
}

/// Every argument is a setting, or is known not to change a line.
#[test]
fn the_settings_of_a_run_hold_every_argument() {
    const NO_SETTINGS: [&str; 16] = [
        "out",
        "resume",
        "keep-run",
        "csv", // It is --format.
        "force",
        "flush",
        "fail-fast",
        "max-errors",
        "summary",
        "json",
        "color",
        "lang",
        "threads",
        "quiet",
        "verbose",
        "help",
    ];
    for study in &questions() {
        let out = output(&format!("{study}.jsonl"));
        let is_limited = arguments(study).iter().any(|name| name == "nodes");
        let limit = if is_limited { "--nodes 10" } else { "" };
        let done = batch(&format!("{study} -m h8 {limit} -q"), &out);
        assert!(done.status.success(), "{study}: {}", stderr(&done));
        let text = std::fs::read_to_string(settings_path(&out)).expect("settings");
        let journal: Value = serde_json::from_str(&text).expect("JSON");
        let settings = &journal["settings"];
        let arguments = arguments(study);
        assert!(arguments.len() > 20, "{study}: {arguments:?}");
        for name in arguments {
            let is_setting = settings.get(&name).is_some();
            let is_known = NO_SETTINGS.contains(&name.as_str());
            assert_ne!(is_setting, is_known, "{study}: {name} in {settings}");
        }
        assert_eq!(settings["study"], **study);
    }
}
