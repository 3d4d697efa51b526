//! `--watch`: the answer comes again when one of its files changes, and what is wrong with a file is
//! shown in its place. Nothing here waits for a time, only for output.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::signals::{are_ignored, interrupt};

/// A command that watches, and the lines that it prints, those of both streams in order.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(arguments: &[&str]) -> Watching {
        let (out, stdout) = std::io::pipe().expect("a pipe");
        let child = Command::new(env!("CARGO_BIN_EXE_renju"))
            .args(arguments)
            .arg("--watch")
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stderr(stdout.try_clone().expect("the same pipe"))
            .stdout(stdout)
            .spawn()
            .expect("it starts");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            lines
                .take_while(|line| sender.send(line.clone()).is_ok())
                .count()
        });
        Watching { child, lines }
    }

    /// Reads on to a line with this text.
    fn wait_for(&self, text: &str) {
        // Only a command that never says so is not waited for.
        let limit = Duration::from_secs(120);
        let mut seen = Vec::new();
        loop {
            match self.lines.recv_timeout(limit) {
                Ok(line) if line.contains(text) => return,
                Ok(line) => seen.push(line),
                Err(error) => panic!("{error}: no {text:?} in:\n{}", seen.join("\n")),
            }
        }
    }

    /// Reads on to the line that says that files are watched.
    fn wait_for_the_end(&self) {
        self.wait_for("; Ctrl-C ends it");
    }

    fn interrupt(mut self) -> Option<i32> {
        interrupt(&self.child);
        self.child.wait().expect("an end").code()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file is written");
    path
}

#[test]
fn a_changed_position_is_scored_again() {
    let path = file("watched-position.txt", "h8 i9 g7\n");
    let name = path.to_str().expect("a plain name");
    let watching = Watching::start(&["score", name, "--top", "1"]);
    watching.wait_for("2 black, 1 white");
    watching.wait_for_the_end();
    file("watched-position.txt", "h8 i9 g7 f6 h10\n");
    watching.wait_for("3 black, 2 white");
    watching.wait_for_the_end();
    file("watched-position.txt", "h8 i9 h8\n");
    watching.wait_for("error:");
    watching.wait_for_the_end();
    std::fs::remove_file(&path).expect("it is there");
    watching.wait_for("error:");
    watching.wait_for_the_end();
    file("watched-position.txt", "h8\n");
    watching.wait_for("1 black, 0 white");
    watching.wait_for_the_end();
    if !are_ignored() {
        assert_eq!(watching.interrupt(), Some(130));
    }
}

#[test]
fn changed_weights_are_compared_again() {
    let text = |ones: i64| format!("base = \"five-tuple\"\n[own]\none = {ones}\n");
    let path = file("watched-weights.toml", &text(4));
    let mine = format!("mine={}", path.display());
    let arguments = [
        "compare",
        "-m",
        "h8 i9 g7",
        "-e",
        "five-tuple",
        "-e",
        &mine,
        "--top",
        "1",
    ];
    let watching = Watching::start(&arguments);
    watching.wait_for("agreement with five-tuple");
    watching.wait_for_the_end();
    file("watched-weights.toml", &text(4).replace("one", "ones"));
    watching.wait_for("unknown key `ones`");
    watching.wait_for("watched-weights.toml:3:1");
    watching.wait_for_the_end();
    file("watched-weights.toml", &text(50_000));
    watching.wait_for("agreement with five-tuple");
    watching.wait_for_the_end();
}

/// A search under way is given up for the new position.
#[test]
fn a_change_ends_a_search() {
    let path = file("watched-search.txt", "h8 i9 g7 f6\n");
    let name = path.to_str().expect("a plain name");
    let watching = Watching::start(&["search", name, "--time", "10m", "--iterations"]);
    watching.wait_for("depth");
    file("watched-search.txt", "h8 a1 i8 a2 j8 a3 k8 a4 l8\n");
    watching.wait_for("Black wins");
    watching.wait_for_the_end();
    if !are_ignored() {
        assert_eq!(watching.interrupt(), Some(130));
    }
}
