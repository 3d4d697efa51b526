//! `game` as it runs: the same for any number of threads, and its files.

use super::renju;
use std::path::Path;

const GAME: &str = "positions/games/game.txt";

#[test]
fn a_game_is_told_alike_by_any_number_of_threads() {
    let told = |threads| {
        let output = renju(&["game", GAME, "--nodes", "20k", "--json", "-j", threads]);
        assert_eq!(output.status.code(), Some(0));
        output.stdout
    };
    let alone = told("1");
    assert_eq!(String::from_utf8_lossy(&alone).lines().count(), 26);
    assert!(alone == told("2") && alone == told("3"));
    let batch = renju(&["batch", "game", GAME, "--nodes", "20k", "-q", "-j", "1"]);
    assert!(alone == batch.stdout);
}

#[test]
fn the_puzzles_of_a_game_hold_what_they_expect() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("puzzles.jsonl");
    let _ = std::fs::remove_file(&file);
    let file = file.to_str().expect("a name");
    let output = renju(&["game", GAME, "--nodes", "20k", "--puzzles", file, "-q"]);
    assert_eq!(output.status.code(), Some(0));
    let puzzles = std::fs::read_to_string(file).expect("it was written");
    assert!(
        puzzles.contains("\"expect\":[\"vct win 9\",\"best H7\"]"),
        "{puzzles}"
    );
    let checked = renju(&["check", file, "--nodes", "200k"]);
    let said = String::from_utf8_lossy(&checked.stdout);
    assert_eq!(checked.status.code(), Some(0), "{said}");
}

#[test]
fn a_game_is_written_with_its_comments_and_read_again() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, begins) in [("game.sgf", "(;FF[4]"), ("game.svg", "<svg ")] {
        let file = folder.join(name);
        let _ = std::fs::remove_file(&file);
        let path = file.to_str().expect("a name");
        let output = renju(&["game", GAME, "--nodes", "500", "-o", path, "-q"]);
        assert_eq!(output.status.code(), Some(0));
        let text = std::fs::read_to_string(&file).expect("it was written");
        assert!(text.starts_with(begins), "{name}");
    }
    let sgf = folder.join("game.sgf");
    let again = renju(&[
        "convert",
        sgf.to_str().expect("a name"),
        "--to",
        "moves",
        "-q",
    ]);
    let moves = String::from_utf8_lossy(&again.stdout).to_lowercase();
    assert!(
        moves.contains("h8g9i9") || moves.contains("h8 g9 i9"),
        "{moves}"
    );
}

/// What `--autopsy` says of games, and the suite that it writes.
fn autopsy(arguments: &[&str], name: &str) -> (serde_json::Value, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games");
    std::fs::create_dir_all(&folder).expect("a folder");
    let suite = folder.join(name);
    let suite = suite.to_str().expect("a name");
    let more = ["--autopsy", "--suite", suite, "--force", "--json", "-q"];
    let output = renju(&[arguments, &more].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let last = output
        .stdout
        .split(|&byte| byte == b'\n')
        .rfind(|line| !line.is_empty());
    let told = serde_json::from_slice(last.expect("a line")).expect("JSON");
    (told, suite.to_owned())
}

#[test]
fn each_lost_game_is_in_one_group_by_its_first_cause() {
    let lost = ["game", "tests/cmd/match.in/lost.jsonl", "--nodes", "5k"];
    let (told, suite) = autopsy(&lost, "lost.jsonl");
    assert_eq!(
        (&told["games"], &told["without_loser"]),
        (&6.into(), &1.into())
    );
    let mut found = Vec::new();
    for player in told["players"].as_array().expect("players") {
        for group in player["groups"].as_array().expect("groups") {
            let [cause, name] =
                [&group["cause"], &player["name"]].map(|told| told.as_str().unwrap());
            let first = &group["examples"][0];
            found.push(format!(
                "{name} {cause} {} {}",
                group["games"], first["move"]
            ));
        }
    }
    let expected = [
        "other failure 1 4",
        "other allowed 1 10",
        "slow time 1 4",
        "slow forbidden 1 9",
        "slow missed 1 9",
    ];
    assert_eq!(found, expected);
    let checked = renju(&["check", &suite, "--nodes", "200k"]);
    let said = String::from_utf8_lossy(&checked.stdout);
    assert_eq!(checked.status.code(), Some(0), "{said}");
}

#[test]
fn a_match_tells_what_its_losers_did() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games");
    std::fs::create_dir_all(&folder).expect("a folder");
    let games = folder.join("lost-games.jsonl");
    let games = games.to_str().expect("a name");
    let played = [
        "match", "shapes", "random", "--depth", "1", "--games", "4", "-o", games,
    ];
    let (told, _) = autopsy(&played, "random.jsonl");
    assert_eq!(
        (&told["games"], &told["complete"]),
        (&4.into(), &true.into())
    );
    let random = &told["players"][1];
    assert_eq!(
        (&random["name"], &random["lost"]),
        (&"random".into(), &4.into())
    );
    let groups = random["groups"].as_array().expect("groups");
    let in_groups: u64 = groups
        .iter()
        .filter_map(|group| group["games"].as_u64())
        .sum();
    assert_eq!(in_groups, 4);
    let refused = renju(&["match", "shapes", "random", "--autopsy"]);
    assert_eq!(refused.status.code(), Some(2));
    let refused = renju(&["game", GAME, "--autopsy", "--every", "2"]);
    assert_eq!(refused.status.code(), Some(2));
}
