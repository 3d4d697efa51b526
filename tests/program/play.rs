//! Games at the terminal, played line by line through a pipe.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a game printed, and what became of it.
struct Played {
    code: Option<i32>,
    out: String,
    errors: String,
    /// The files of the user's folder of games.
    saved: Vec<PathBuf>,
}

impl Played {
    fn saved_text(&self) -> String {
        let [path] = &self.saved[..] else {
            panic!("one game was played: {:?}", self.saved)
        };
        std::fs::read_to_string(path).expect("a saved game")
    }
}

/// A folder of games of its own for a test.
fn games_of(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("play")
        .join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn play_in(folder: &Path, args: &[&str], typed: &[u8]) -> Played {
    let mut child = Command::new(env!("CARGO_BIN_EXE_renju"))
        .arg("play")
        .args(args)
        .env("XDG_STATE_HOME", folder)
        .env("LANG", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let typed = typed.to_vec();
    // It may leave before all of it is read.
    let typing = std::thread::spawn(move || drop(stdin.write_all(&typed)));
    let output = child.wait_with_output().expect("it ends");
    typing.join().expect("it types");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let games = std::fs::read_dir(folder.join("renju"))
        .into_iter()
        .flatten();
    Played {
        code: output.status.code(),
        out: text(&output.stdout),
        errors: text(&output.stderr),
        saved: games.map(|file| file.expect("a file").path()).collect(),
    }
}

fn play(test: &str, args: &[&str], typed: &str) -> Played {
    play_in(&games_of(test), args, typed.as_bytes())
}

/// Black has H8 to K8, and one more on either side wins.
const BEFORE_FIVE: &str = "h8\na1\ni8\na3\nj8\na5\nk8\na7\n";

#[test]
fn two_people_play_to_the_end_and_the_game_is_saved_with_its_row() {
    let played = play("whole", &[], &format!("{BEFORE_FIVE}l8\n"));
    assert_eq!(played.code, Some(0), "{}", played.errors);
    assert!(
        played
            .out
            .contains("human (black) wins: five in a row, H8 I8 J8 K8 L8"),
        "{}",
        played.out
    );
    let saved = played.saved_text();
    for part in [
        "RE[B+]",
        "RU[renju]",
        "WINNINGROW[H8][I8][J8][K8][L8]",
        "DT[2",
    ] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
}

#[test]
fn a_forbidden_point_is_marked_and_refused_with_its_lines() {
    let typed = "f8\na1\ng8\na3\nh6\na5\nh7\na7\nh8\nh8!\n";
    let played = play("show", &[], typed);
    assert!(played.out.contains('×'), "{}", played.out);
    assert!(played.out.contains("H8  double-three"), "{}", played.out);
    assert!(played.out.contains("F8 G8 [H8]"), "{}", played.out);
    assert!(
        played.out.contains("human (white) wins: H8 is forbidden"),
        "{}",
        played.out
    );
}

/// Black has a four and two threes on H8, the fours and threes of which the kinds do not tell.
const BEFORE_FOUR_THREE_THREE: &str = "e8\nd8\nf8\na1\ng8\na3\nh9\na5\nh10\na7\nf6\nc1\ng7\ne1\n";

#[test]
fn the_end_by_a_forbidden_move_says_which() {
    let typed = format!("{BEFORE_FOUR_THREE_THREE}h8!\n");
    let played = play("kinds", &[], &typed);
    let end = "human (white) wins: H8 is forbidden: double-three (4-3-3)";
    assert!(played.out.contains(end), "{}", played.out);
    let claimed = play(
        "kinds-claimed",
        &["--forbidden", "claim", "--lang", "zh"],
        &format!("{BEFORE_FOUR_THREE_THREE}h8\nclaim\n"),
    );
    let end = "H8 是禁手：三三禁手（4-3-3）";
    assert!(claimed.out.contains(end), "{}", claimed.out);
}

#[test]
fn a_move_of_the_computer_tells_its_nodes_and_its_time() {
    for (name, player, depth) in [
        ("effort-ours", "shapes", "depth "),
        ("effort-published", "published:point-info", "depth 2, "),
    ] {
        let args = ["--white", player, "--depth", "2", "--hash", "1"];
        let played = play(name, &args, "h8\nquit\n");
        let line = played.out.lines().find(|line| line.contains("2. "));
        let line = line.unwrap_or_else(|| panic!("{}", played.out));
        let (_, effort) = line.split_once('(').expect("what it took");
        assert!(effort.contains(depth), "{line}");
        assert!(
            effort.contains(" nodes, ") && effort.ends_with(" s)"),
            "{line}"
        );
    }
}

#[test]
fn white_claims_a_forbidden_move_or_lets_it_stand() {
    let typed = "f8\na1\ng8\na3\nh6\na5\nh7\na7\nh8\n";
    let claim = ["--forbidden", "claim"];
    let claimed = play("claimed", &claim, &format!("{typed}claim\n"));
    assert!(!claimed.out.contains('×'), "{}", claimed.out);
    assert!(
        claimed.out.contains("white) wins: H8 is forbidden"),
        "{}",
        claimed.out
    );
    let stands = play(
        "stands",
        &claim,
        &format!("{typed}a9\nclaim\ni8\na11\nj8\n"),
    );
    assert!(stands.out.contains("nothing to claim"), "{}", stands.out);
    assert!(
        stands
            .out
            .contains("black) wins: five in a row, F8 G8 H8 I8 J8"),
        "{}",
        stands.out
    );
}

#[test]
fn the_computer_claims_at_once() {
    let args = [
        "--forbidden",
        "claim",
        "--white",
        "Bo=random",
        "--seed",
        "5",
    ];
    // White plays far away by lots, or not: Black insists on row 8 and column H.
    let played = play("computer-claims", &args, "d4\ne4\nf6\nf7\nf4\nquit\n");
    assert!(
        played.out.contains("Bo (white) wins: F4 is forbidden"),
        "{}",
        played.out
    );
}

#[test]
fn every_opening_is_guided_to_its_end() {
    let openings = [
        ("center", "a1\nh8\nh9\n", "2. human H9"),
        ("swap", "h8\nh9\na1\nwhite\ni9\n", "4. human I9"),
        (
            "swap2",
            "h8\nh9\na1\ntwo\nb2\nc3\nblack\ni9\n",
            "6. human I9",
        ),
        (
            "renju26",
            "h8\nh9\na1\ni10\nyes\ng7\ng9\ni8\na1\ng9\nf7\n",
            "6. human F7",
        ),
        (
            "soosorv8",
            "h8\nh9\ni10\nno\ng7\n3\nno\ng9\ni8\nj8\ni8\nf7\n",
            "6. human F7",
        ),
        (
            "taraguchi10",
            "h8\nno\nh9\nyes\ni10\nno\ng7\nno\nj8\nno\nf7\n",
            "6. human F7",
        ),
    ];
    for (rule, typed, last) in openings {
        let played = play(&format!("opening-{rule}"), &["--opening", rule], typed);
        assert_eq!(played.code, Some(0), "{rule}: {}", played.errors);
        assert!(played.out.contains(last), "{rule}: {}", played.out);
    }
    let refused = play("clause", &["--opening", "renju26"], "a1\nh8\nk8\n");
    assert!(
        refused
            .out
            .contains("the first stone of renju26 is put on the centre (H8)"),
        "{}",
        refused.out
    );
    assert!(refused.out.contains("(G7 to I9)"), "{}", refused.out);
}

#[test]
fn computers_play_every_opening_without_input() {
    for rule in ["swap", "swap2", "renju26", "soosorv8", "taraguchi10"] {
        let args = [
            "--opening",
            rule,
            "--black",
            "A=shapes",
            "--white",
            "B=random",
        ];
        let limits = ["--nodes", "300", "--hash", "1", "--seed", "7"];
        let played = play(
            &format!("computers-{rule}"),
            &[&args[..], &limits].concat(),
            "",
        );
        assert_eq!(played.code, Some(0), "{}", played.errors);
        assert!(played.out.contains(" wins: "), "{rule}: {}", played.out);
        assert!(played.out.contains("has black"), "{rule}: {}", played.out);
    }
}

#[test]
fn a_computer_agrees_to_a_draw_unless_it_is_better() {
    let limits = ["--nodes", "2k", "--hash", "1"];
    let white = play(
        "draw-white",
        &[&["--white", "shapes"][..], &limits].concat(),
        "h8\ndraw\n",
    );
    assert!(white.out.contains("2. shapes "), "{}", white.out);
    assert!(
        white.out.contains(" (-"),
        "White is worse off: {}",
        white.out
    );
    assert!(white.out.contains("a draw: by agreement"), "{}", white.out);
    let black = play(
        "draw-black",
        &[&["--black", "shapes"][..], &limits].concat(),
        "draw\n",
    );
    assert!(
        black.out.contains(" (+"),
        "Black is better off: {}",
        black.out
    );
    assert!(black.out.contains("shapes plays on"), "{}", black.out);
}

#[test]
fn a_saved_game_goes_on_with_its_computer() {
    let folder = games_of("goes-on");
    let file = folder.join("game.sgf");
    let name = file.to_str().expect("UTF-8");
    let typed = "h8\nundo\nh8\nquit\n";
    let limits = ["--nodes", "200", "--hash", "1"];
    let args = [&["--white", "shapes", "--save", name][..], &limits].concat();
    let first = play_in(&folder, &args, typed.as_bytes());
    assert_eq!(first.code, Some(0), "{}", first.errors);
    let args = [&["--load", name, "--save", name][..], &limits].concat();
    let second = play_in(&folder, &args, b"moves\nresign\n");
    assert!(second.out.contains("1. H8 2. "), "{}", second.out);
    assert!(second.out.contains("shapes (white) wins"), "{}", second.out);
    let resumed = play_in(&folder, &["--load", name], b"");
    assert!(resumed.out.contains("the game is over"), "{}", resumed.out);
}

#[test]
fn bad_files_are_refused_in_a_line_and_nothing_is_written_over() {
    let folder = games_of("bad-files");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let standard = file("standard.sgf", "(;FF[4]GM[4]SZ[15]RU[standard];B[hh])");
    let cut = file("cut.sgf", "(;FF[4]GM[4]SZ[15];B[hh];W[zz");
    let pass = file("pass.sgf", "(;FF[4]GM[4]SZ[15];B[hh];W[])");
    let cases = [
        (
            vec!["--load", &standard, "-r", "renju"],
            "the rule standard, not renju",
        ),
        (vec!["--load", &pass], "move 2 is a pass"),
        (vec!["--load", "no-such.sgf"], "no-such.sgf"),
        (vec!["--save", &standard], "is there already"),
        (vec!["--save", "game.xyz"], "no format has such a name"),
        (vec!["--save", "no-folder/game.sgf"], "there is no folder"),
        (vec!["--white", "gomocup:no-such-engine"], "cannot start"),
        (
            vec!["--opening", "renju26", "-s", "20"],
            "odd number of lines",
        ),
        (vec!["--resume"], "there is no game"),
        (vec!["--time", "5x"], "15s is for each move"),
        (vec!["--json"], "no JSON"),
    ];
    for (args, told) in cases {
        let played = play_in(&folder, &args, b"h8\n");
        assert_eq!(played.code, Some(2), "{args:?}: {}", played.out);
        assert!(played.errors.contains(told), "{args:?}: {}", played.errors);
    }
    let damaged = play_in(&folder, &["--load", &cut], b"i9\n");
    assert_eq!(damaged.code, Some(0));
    assert!(damaged.errors.contains("cut.sgf"), "{}", damaged.errors);
    assert!(damaged.out.contains("2. human I9"), "{}", damaged.out);
    let kept = std::fs::read_to_string(&standard).expect("it is there");
    assert!(kept.ends_with(";B[hh])"));
}

#[test]
fn a_game_is_saved_to_no_folder_that_is_not_there() {
    let folder = games_of("no-folder");
    let path = folder.join("missing/game.sgf");
    let typed = format!("h8\nsave {}\nquit\n", path.display());
    let played = play_in(&folder, &[], typed.as_bytes());
    assert_eq!(played.code, Some(0), "{}", played.errors);
    assert!(played.out.contains("there is no folder"), "{}", played.out);
    assert!(!folder.join("missing").exists());
    assert_eq!(played.saved.len(), 1);
}

#[test]
fn what_does_not_fit_into_a_file_is_said() {
    let folder = games_of("left-out");
    let path = folder.join("game.psq");
    let name = path.to_str().expect("UTF-8");
    let typed = format!("h8\nh9\nsave {name}\n");
    let played = play_in(&folder, &["--time", "5m+3s"], typed.as_bytes());
    assert!(
        played.out.contains("left out of the file: "),
        "{}",
        played.out
    );
    assert!(path.exists());
}

#[cfg(unix)]
#[test]
fn a_game_survives_the_end_of_its_program() {
    use std::io::{BufRead, BufReader};

    let folder = games_of("killed");
    let mut child = Command::new(env!("CARGO_BIN_EXE_renju"))
        .arg("play")
        .env("XDG_STATE_HOME", &folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut typed = child.stdin.take().expect("a pipe");
    typed.write_all(b"h8\nh9\ni9\n").expect("it reads");
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    let third = out
        .lines()
        .map_while(Result::ok)
        .find(|line| line.contains("3. human I9"));
    assert!(third.is_some());
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let resumed = play_in(&folder, &["--resume"], b"moves\n");
    assert!(resumed.out.contains("1. H8 2. H9 3. I9"), "{}", resumed.out);
}

#[test]
fn odd_lines_are_answered_once_each() {
    let mut typed = b"\0\0\n\r\nh8 h9\r\nh99\rp8\n".to_vec();
    typed.extend(vec![b'x'; 10_000_000]);
    typed.extend(b"\nundo\nclaim\nyes\ndraw\nno\nload nothing.sgf\nh8\n");
    let played = play_in(&games_of("odd-lines"), &[], &typed);
    assert_eq!(played.code, Some(0), "{}", played.errors);
    let told = [
        "P8 is off the board",
        "is neither a point",
        "nothing to take back",
        "nothing to claim",
        "human plays on",
        "nothing.sgf",
        "1. human H8",
    ];
    for told in told {
        assert!(played.out.contains(told), "{told}: {}", played.out);
    }
    assert!(played.out.len() < 20_000, "{} bytes", played.out.len());
}

#[test]
fn a_flag_that_falls_loses() {
    let args = ["--black", "shapes", "--white", "human", "--time", "1s"];
    let limits = ["--nodes", "100", "--hash", "1"];
    let folder = games_of("flag");
    let mut child = Command::new(env!("CARGO_BIN_EXE_renju"))
        .arg("play")
        .args(args)
        .args(limits)
        .env("XDG_STATE_HOME", &folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let stdin = child.stdin.take();
    std::thread::sleep(std::time::Duration::from_secs(3));
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(
        out.contains("shapes (black) wins: the other side has run out of time"),
        "{out}"
    );
}

/// A file that somebody else has put in the place of the saved game stays, and a game that is saved
/// by another program is not written to.
#[test]
fn a_game_is_not_saved_over_what_is_not_its_own() {
    let folder = games_of("not-its-own");
    let file = folder.join("game.sgf");
    let name = file.to_str().expect("UTF-8");
    play_in(&folder, &["--save", name], b"h8\nquit\n");
    let saved = std::fs::read(&file).expect("it was saved");
    let locked = std::fs::File::open(&file).expect("the file");
    locked.lock().expect("a lock");
    let refused = play_in(&folder, &["--load", name, "--save", name], b"i9\n");
    assert_eq!(refused.code, Some(2), "{}", refused.out);
    assert!(
        refused.errors.contains("another game is saved to"),
        "{}",
        refused.errors
    );
    assert!(saved == std::fs::read(&file).expect("it is there"));
    drop(locked);
    let again = play_in(&folder, &["--save", name, "--force"], b"g7\nquit\n");
    assert_eq!(again.code, Some(0), "{}", again.errors);
    assert!(saved != std::fs::read(&file).expect("it is there"));
}
