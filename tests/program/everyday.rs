//! Questions that people ask after their first answer, as they type them: `tests/data/everyday.jsonl` has
//! each with what its answer must contain and may not.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use regex::bytes::RegexBuilder;
use serde::Deserialize;

/// A question as it is typed. Patterns are looked for in all that is printed.
#[derive(Deserialize)]
struct EverydayQuestion {
    id: String,
    question: String,
    argv: Vec<String>,
    stdin: Option<String>,
    #[serde(default)]
    files: BTreeMap<String, String>,
    must: Vec<String>,
    #[serde(default)]
    must_not: Vec<String>,
    rc: Vec<i32>,
}

impl EverydayQuestion {
    /// What is wrong with the answer.
    fn complaints(&self, folder: &Path) -> Vec<String> {
        for (name, content) in &self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_renju"))
            .args(&self.argv[1..])
            .current_dir(folder)
            .env("HOME", folder)
            .env("LANG", "C.UTF-8")
            .env_remove("LC_ALL")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let text = self.stdin.as_deref().unwrap_or_default();
        // A program that reads nothing closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
        let output = child.wait_with_output().unwrap();
        let printed = [output.stdout, output.stderr].concat();
        let has = |pattern: &String| {
            // The tables of Unicode are left out of the crate.
            let pattern = RegexBuilder::new(pattern).unicode(false).build().unwrap();
            pattern.is_match(&printed)
        };
        let lacks = self.must.iter().filter(|pattern| !has(pattern));
        let lacks = lacks.map(|pattern| format!("lacks {pattern}"));
        let holds = self.must_not.iter().filter(|pattern| has(pattern));
        let holds = holds.map(|pattern| format!("has {pattern}"));
        let exit = output.status.code().unwrap_or(-1);
        let exit = (!self.rc.contains(&exit)).then(|| format!("exit code {exit}"));
        lacks.chain(holds).chain(exit).collect()
    }
}

#[test]
fn everyday_questions_are_answered() {
    let text = fs::read_to_string("tests/data/everyday.jsonl").unwrap();
    let questions: Vec<EverydayQuestion> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(questions.len() >= 108, "{} questions", questions.len());
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("everyday");
    let mut failed = Vec::new();
    for question in &questions {
        let folder = root.join(&question.id);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let complaints = question.complaints(&folder);
        if !complaints.is_empty() {
            let (id, words) = (&question.id, &question.question);
            failed.push(format!(
                "{id} {words} {:?}: {}",
                question.argv,
                complaints.join("; ")
            ));
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {}:\n{}",
        failed.len(),
        questions.len(),
        failed.join("\n")
    );
}
