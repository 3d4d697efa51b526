//! Games made by hand, with the rows that the rules give them written down beforehand.
//!
//! `tests/data/hand_made_games.jsonl` has a game in each line:
//!
//! * `id`, `rule`, `size` (15), `moves`; `black` and `white` for stones before the first move, `result`
//!   for what the record says of its end, `nodes` (2,000) where a proof of "no win" takes more;
//! * `why`: the reasoning, from the rules alone;
//! * `rows`: by the number of the move, what is said of it. `before` and `after` are `open`, `draw`,
//!   `win 3`, `loss 2`; `missed` and `allowed` are `null` or a kind with its plies, `vcf 3`, or `vct`
//!   alone, as the shortest is not proved there;
//! * `quiet` (1): from this move on nothing is missed, allowed, forbidden or a mistake but what `rows`
//!   says, so the sums of each side are known from there; 0 if that is not claimed;
//! * `summary`: what the game comes to.
//!
//! Mistakes by points are turned off: what is a mistake is decided by proofs and by the rules.

use renju::board::{ByColor, Color};
use renju::geometry::{Point, Size};
use renju::limits::{Limits, NoObserver, Value as Worth};
use renju::position::{GameInfo, Position, PositionId, PositionOverrides, Setup};
use renju::questions::ForcedLine;
use renju::questions::game::{
    GameLine, GameMove, GameReport, GameTelling, LeastLoss, ReviewOptions, Reviewer, game_report,
};
use renju::systems;
use renju::threat::Attack;
use serde::Deserialize;
use serde_json::{Map, Value, json};

const GAMES: &str = include_str!("../data/hand_made_games.jsonl");

/// What a row may leave out from `quiet` on.
const QUIET: [&str; 3] = ["missed", "allowed", "forbidden"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandMadeGame {
    id: String,
    rule: String,
    #[serde(default = "usual_size")]
    size: u8,
    moves: String,
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    result: Option<String>,
    #[serde(default = "usual_nodes")]
    nodes: u64,
    why: String,
    #[serde(default = "first_move")]
    quiet: usize,
    rows: Map<String, Value>,
    summary: Map<String, Value>,
}

const fn usual_size() -> u8 {
    15
}

const fn usual_nodes() -> u64 {
    2_000
}

const fn first_move() -> usize {
    1
}

fn games() -> Vec<HandMadeGame> {
    let lines = GAMES.lines();
    let games = lines.map(|line| serde_json::from_str(line).expect(line));
    games.collect()
}

impl HandMadeGame {
    fn setup(&self) -> Setup {
        let stones = |names: &str| -> Vec<Point> {
            let names = names.split_whitespace();
            names.map(|name| name.parse().unwrap()).collect()
        };
        let moves = self.moves.split_whitespace();
        let moves = moves.map(|name| (name != "pass").then(|| name.parse().unwrap()));
        let info = self.result.as_ref().map(|result| GameInfo {
            result: Some(result.clone()),
            ..GameInfo::default()
        });
        Setup {
            size: Size::new(self.size),
            rule: Some(self.rule.parse().unwrap()),
            black: stones(&self.black),
            white: stones(&self.white),
            moves: moves.collect(),
            info: info.map(Box::new),
            ..Setup::default()
        }
    }

    fn report(&self) -> GameReport {
        let setup = self.setup();
        let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        let line = GameLine::new(&setup, &position).unwrap();
        let evaluator = systems::find("shapes").unwrap();
        let options = ReviewOptions {
            depth: None,
            limits: Limits::nodes(self.nodes),
            attack: Attack::Vct,
        };
        let mut reviewer = Reviewer::new(&*evaluator, options, 1 << 20);
        let reviews = (0..line.positions().len())
            .map(|index| Some(reviewer.review(&line, index, &NoObserver).unwrap()))
            .collect();
        let telling = GameTelling {
            evaluator: evaluator.info(),
            blunder: LeastLoss::Points(i64::MAX),
            is_timed: false,
            every: 1,
            only_side: None,
        };
        game_report(
            &PositionId::from(self.id.as_str()),
            &line,
            reviews,
            &telling,
        )
    }
}

/// `vcf 3`, or `vct` where the length is not written down.
fn win(found: Option<&ForcedLine>, written: &Value) -> Value {
    let Some(found) = found else {
        return Value::Null;
    };
    let has_plies = written.as_str().is_none_or(|text| text.contains(' '));
    if has_plies {
        json!(format!("{} {}", found.kind, found.plies))
    } else {
        json!(found.kind.to_string())
    }
}

fn worth(found: Option<Worth>) -> Value {
    match found {
        None => Value::Null,
        Some(Worth::Points(_)) => json!("open"),
        Some(Worth::Draw) => json!("draw"),
        Some(Worth::WinIn(plies)) => json!(format!("win {plies}")),
        Some(Worth::LossIn(plies)) => json!(format!("loss {plies}")),
    }
}

/// A field of a row in the words of the file.
fn field(row: &GameMove, name: &str, written: &Value) -> Value {
    match name {
        "missed" => {
            let missed = win(row.missed_win.as_ref(), written);
            let kind = missed.as_str().and_then(|text| text.split(' ').next());
            assert_eq!(
                kind.map(str::to_owned),
                row.missed.map(|kind| kind.to_string())
            );
            missed
        }
        "allowed" => win(row.allowed.as_ref(), written),
        "forbidden" => json!(row.forbidden),
        "blunder" => json!(row.blunder),
        "only" => json!(row.only),
        "proved" => json!(row.proved),
        "before" => worth(row.before.map(|score| score.value)),
        "after" => worth(row.after.map(|score| score.value)),
        "point" => json!(row.point.to_string()),
        "best" => json!(row.best.as_ref().map(|best| best.point.to_string())),
        _ => panic!("no field of a row is called {name}"),
    }
}

/// What a row without this field says from `quiet` on.
fn nothing(name: &str) -> Value {
    if name == "forbidden" {
        json!([])
    } else {
        Value::Null
    }
}

/// Compares what was found with what was written, and collects the differences.
struct Comparison {
    differences: Vec<String>,
    fields: usize,
}

impl Comparison {
    fn same(&mut self, place: &str, found: &Value, written: &Value) {
        self.fields += 1;
        if found != written {
            let difference = format!("{place}: {found}, and written down is {written}");
            self.differences.push(difference);
        }
    }

    fn row(&mut self, game: &HandMadeGame, row: &GameMove) {
        let none = Map::new();
        let written = game.rows.get(&row.number.to_string());
        let written = written.map_or(&none, |row| row.as_object().unwrap());
        let place = |name: &str| format!("{}, move {}, {name}", game.id, row.number);
        for (name, value) in written {
            self.same(&place(name), &field(row, name, value), value);
        }
        if game.quiet == 0 || row.number < game.quiet {
            return;
        }
        let mut is_bad = false;
        for name in QUIET {
            let quiet = nothing(name);
            let value = written.get(name).unwrap_or(&quiet);
            self.same(&place(name), &field(row, name, value), value);
            is_bad |= *value != quiet;
        }
        self.same(&place("blunder"), &json!(row.blunder), &json!(is_bad));
    }

    fn summary(&mut self, game: &HandMadeGame, report: &GameReport) {
        let totals = &report.summary;
        for (name, value) in &game.summary {
            let found = match name.as_str() {
                "moves" => json!(totals.moves),
                "after_end" => json!(totals.after_end),
                "outcome" => json!(totals.outcome.as_ref().map(|outcome| outcome.by)),
                "winner" => json!(totals.winner),
                "result" => json!(totals.result),
                "decisive" => json!(totals.decisive),
                "only" => {
                    json!({"black": totals.sides.black.only, "white": totals.sides.white.only})
                }
                _ => panic!("no field of a summary is called {name}"),
            };
            self.same(&format!("{}, summary, {name}", game.id), &found, value);
        }
        if game.quiet == 1 {
            self.sums(game, report);
        }
    }

    /// Where every row is written down, so are the sums of both sides.
    fn sums(&mut self, game: &HandMadeGame, report: &GameReport) {
        let first = game.setup().first_to_play();
        let counts = |row: &Value, name: &str| {
            let quiet = nothing(name);
            row.get(name).is_some_and(|value| *value != quiet)
        };
        let sides = ByColor::from_fn(|color: Color| {
            let own = game.rows.iter().filter(move |(number, _)| {
                let is_odd = number.parse::<usize>().unwrap() % 2 == 1;
                (color == first) == is_odd
            });
            let of = |name: &str| own.clone().filter(|(_, row)| counts(row, name)).count();
            let is_bad = |row: &Value| QUIET.iter().any(|name| counts(row, name));
            let bad = own.clone().filter(|(_, row)| is_bad(row)).count();
            json!([of("missed"), of("allowed"), of("forbidden"), bad])
        });
        for color in [Color::Black, Color::White] {
            let side = &report.summary.sides[color];
            let found = json!([side.missed, side.allowed, side.forbidden, side.blunders]);
            let place = format!("{}, summary of {color}", game.id);
            self.same(&place, &found, &sides[color]);
        }
    }
}

#[test]
fn games_made_by_hand_have_the_rows_that_were_written_down() {
    let mut comparison = Comparison {
        differences: Vec::new(),
        fields: 0,
    };
    let games = games();
    for game in &games {
        let report = game.report();
        for row in &report.moves {
            comparison.row(game, row);
        }
        comparison.summary(game, &report);
        let last = report.moves.len();
        for number in game.rows.keys() {
            let number: usize = number.parse().unwrap();
            assert!((1..=last).contains(&number), "{}: {number}", game.id);
        }
    }
    let Comparison {
        differences,
        fields,
    } = comparison;
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
    assert!(fields > 2_000, "{fields}");
}

#[test]
fn at_least_fifty_games_are_made_by_hand_and_each_says_why() {
    let games = games();
    assert!(games.len() >= 50, "{}", games.len());
    for (index, game) in games.iter().enumerate() {
        assert!(!game.why.is_empty(), "{}", game.id);
        let others = games[..index].iter();
        assert!(
            others.clone().all(|other| other.id != game.id),
            "{}",
            game.id
        );
        assert!(
            others.clone().all(|other| other.setup() != game.setup()),
            "{}",
            game.id
        );
    }
}
