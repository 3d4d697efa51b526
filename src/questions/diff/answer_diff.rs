//! Difference of two answers for one position, with fields chosen and ordered by question.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::answer_line::AnswerLine;
use super::diff_options::DiffOptions;
use super::field_change::FieldChange;
use super::fields::FieldComparer;
use super::rankings::{best_of, forbidden_of, point_values, ranking_change};
use crate::board::Color;
use crate::named_enum::named_enum;
use crate::position::PositionId;
use crate::questions::VERSION;

named_enum! {
    /// One of the two outputs that are compared.
    pub enum DiffSide: "diff_side" {
        /// The one before.
        Old = "old",
        /// The one after.
        New = "new",
    }
}

/// What changed in the answer for one position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerDiff {
    /// The version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the position.
    pub id: PositionId,
    /// Name of the question, always `"diff"`.
    pub study: &'static str,
    /// The question whose answers are compared; `None` where both are errors.
    pub of: Option<String>,
    /// The output that alone has the position; `None` where both have it.
    pub only_in: Option<DiffSide>,
    /// Its line there, from 1; `None` where both have it.
    pub line: Option<u64>,
    /// What changed, the most telling first; empty where one output alone has the position.
    pub changes: Vec<FieldChange>,
}

impl AnswerDiff {
    /// What there is to say of a position that one output alone has.
    pub fn lonely(answer: AnswerLine, side: DiffSide, line: u64) -> AnswerDiff {
        AnswerDiff {
            v: VERSION,
            id: answer.id,
            study: "diff",
            of: answer.study,
            only_in: Some(side),
            line: Some(line),
            changes: Vec::new(),
        }
    }

    /// Whether there is anything to tell.
    pub fn is_change(&self) -> bool {
        self.only_in.is_some() || !self.changes.is_empty()
    }
}

/// Compares two answers to the same question for one position.
///
/// # Errors
///
/// If one of the texts is no object of JSON.
pub fn answer_diff(
    id: &PositionId,
    [old, new]: [&str; 2],
    options: &DiffOptions,
) -> Result<AnswerDiff, serde_json::Error> {
    let mut diff = AnswerDiff {
        v: VERSION,
        id: id.clone(),
        study: "diff",
        of: None,
        only_in: None,
        line: None,
        changes: Vec::new(),
    };
    let [old, new] = [serde_json::from_str(old)?, serde_json::from_str(new)?];
    let of = |answer: &Map<String, Value>| Some(answer.get("study")?.as_str()?.to_owned());
    diff.of = of(&old).or_else(|| of(&new));
    let mut comparer = FieldComparer::new(options);
    compare(&mut comparer, diff.of.as_deref(), [&old, &new], options);
    diff.changes = comparer.changes;
    if !options.only.is_empty() {
        let is_wanted = |change: &FieldChange| options.only.iter().any(|name| change.is_of(name));
        diff.changes.retain(is_wanted);
    }
    diff.changes.sort_by_key(importance);
    Ok(diff)
}

/// What is the same in all answers of an output: the summary tells it once.
const OF_EVALUATOR: [&str; 2] = ["evaluator", "unit"];

/// The fields that say most, in the order in which they are told.
const FIRST: [&str; 8] = [
    "error",
    "verdict",
    "outcome",
    "best",
    "score",
    "board",
    "points",
    "forbidden",
];

fn importance(change: &FieldChange) -> usize {
    let place = FIRST.iter().position(|name| change.is_of(name));
    place.unwrap_or(FIRST.len())
}

fn compare(
    comparer: &mut FieldComparer<'_>,
    study: Option<&str>,
    answers: [&Map<String, Value>; 2],
    options: &DiffOptions,
) {
    let [old, new] = answers;
    if answers.iter().any(|answer| answer.contains_key("error")) {
        return errors(comparer, answers, options);
    }
    let mut left_out = vec!["v", "id", "study"];
    if !options.all_fields {
        left_out.extend(OF_EVALUATOR);
    }
    match study {
        Some("score") => {
            scores(comparer, answers, options);
            left_out.push("points");
        }
        Some("search") if has_lines(old) || has_lines(new) => {
            first_lines(comparer, answers);
            left_out.push("lines");
        }
        _ => {}
    }
    comparer.objects("", answers, &left_out);
}

/// Where a position has no answer: its error, without its place in the file.
fn errors(
    comparer: &mut FieldComparer<'_>,
    answers: [&Map<String, Value>; 2],
    options: &DiffOptions,
) {
    let [old, new] = answers.map(|answer| answer.get("error").unwrap_or(&Value::Null));
    match (old, new) {
        (Value::Object(before), Value::Object(after)) if !options.all_fields => {
            comparer.objects("error", [before, after], &["line", "offset"]);
        }
        _ => comparer.values("error", old, new),
    }
}

/// The best points of the side to move, and the values of all points of each side.
fn scores(
    comparer: &mut FieldComparer<'_>,
    answers: [&Map<String, Value>; 2],
    options: &DiffOptions,
) {
    let mover = answers[0].get("to_move").and_then(Value::as_str);
    let forbidden = answers.map(forbidden_of);
    for color in Color::BOTH {
        let values = answers.map(|answer| {
            let of_side = answer
                .get("points")
                .and_then(|points| points.get(color.name()));
            of_side.unwrap_or(&Value::Null)
        });
        let field = format!("points.{color}");
        let [Some(old), Some(new)] = values.map(point_values) else {
            comparer.values(&field, values[0], values[1]);
            continue;
        };
        if mover.is_none_or(|mover| mover == color.name()) {
            let not_played = |answer: usize| match color {
                Color::Black => &forbidden[answer][..],
                Color::White => &[],
            };
            let best = [best_of(&old, not_played(0)), best_of(&new, not_played(1))];
            if best[0] != best[1] {
                let field = match mover {
                    Some(_) => "best".to_owned(),
                    None => format!("best.{color}"),
                };
                comparer.add(&field, &json!(best[0]), &json!(best[1]));
            }
        }
        comparer
            .changes
            .extend(ranking_change(field, [&old, &new], options));
    }
}

fn has_lines(answer: &Map<String, Value>) -> bool {
    answer.get("lines").is_some_and(Value::is_array)
}

/// The best move of a search, its score and the moves after it; then the other lines.
fn first_lines(comparer: &mut FieldComparer<'_>, answers: [&Map<String, Value>; 2]) {
    let lines = answers.map(|answer| {
        let lines = answer.get("lines").and_then(Value::as_array);
        lines.map(Vec::as_slice).unwrap_or_default()
    });
    let line = |answer: usize, place: usize| lines[answer].get(place).unwrap_or(&Value::Null);
    let [old, new] = [line(0, 0), line(1, 0)];
    let [before, after] = [old, new].map(|line| &line["moves"]);
    comparer.values("best", &before[0], &after[0]);
    let [from, to] = [old, new].map(|line| points_or_score(&line["score"]));
    comparer.values("score", from, to);
    if before[0] == after[0] {
        comparer.values("line", before, after);
    }
    if let (Value::Object(old), Value::Object(new)) = (old, new) {
        comparer.objects("lines[0]", [old, new], &["moves", "score"]);
    }
    for place in 1..lines[0].len().max(lines[1].len()) {
        comparer.values(&format!("lines[{place}]"), line(0, place), line(1, place));
    }
}

/// The points of a score that is an opinion, else the score as it is.
fn points_or_score(score: &Value) -> &Value {
    score.get("points").unwrap_or(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(old: &Value, new: &Value, options: &DiffOptions) -> Vec<String> {
        let texts = [old, new].map(ToString::to_string);
        let diff = answer_diff(&"a".into(), [&texts[0], &texts[1]], options).unwrap();
        let fields = diff.changes.iter().map(|change| change.field().to_owned());
        fields.collect()
    }

    fn score(points: &Value, to_move: &Value) -> Value {
        json!({"v": 1, "id": "a", "study": "score", "to_move": to_move, "board": {"black": 165, "white": -3},
            "points": {"black": points, "white": points}, "forbidden": ["H8"]})
    }

    #[test]
    fn the_best_move_of_a_score_is_that_of_the_side_to_move() {
        let old = json!({"H8": 9, "G7": 7, "F6": 1});
        let new = json!({"H8": 9, "G7": 1, "F6": 7});
        let options = DiffOptions::default();
        let of = |to_move: Value| fields(&score(&old, &to_move), &score(&new, &to_move), &options);
        assert_eq!(of(json!("black")), ["best", "points.black", "points.white"]);
        // H8 is forbidden to Black alone.
        assert_eq!(of(json!("white")), ["points.black", "points.white"]);
        assert_eq!(
            of(json!(null)),
            ["best.black", "points.black", "points.white"]
        );
        let only = DiffOptions {
            only: vec!["best".to_owned()],
            ..DiffOptions::default()
        };
        let black = json!("black");
        let found = fields(&score(&old, &black), &score(&new, &black), &only);
        assert_eq!(found, ["best"]);
    }

    #[test]
    fn a_search_tells_its_best_move_and_score() {
        let line = |moves: &[&str], score: Value| json!({"moves": moves, "score": score});
        let search = |lines: Value| json!({"v": 1, "id": "a", "study": "search", "depth": 3, "nodes": 7, "lines": lines});
        let points =
            |points: i64, chance: f64| json!({"view": "black", "points": points, "chance": chance});
        let win = json!({"view": "black", "win_in": 5});
        let old = search(json!([
            line(&["H8", "I9"], points(165, 0.6)),
            line(&["A1"], win.clone())
        ]));
        let same_move = search(json!([
            line(&["H8", "J9"], points(120, 0.5)),
            line(&["A1"], win.clone())
        ]));
        let other = search(json!([line(&["G7"], win.clone())]));
        let options = DiffOptions::default();
        assert_eq!(fields(&old, &same_move, &options), ["score", "line"]);
        assert_eq!(
            fields(&old, &other, &options),
            ["best", "score", "lines[1]"]
        );
        let near = DiffOptions {
            tolerance: 45.0,
            ..DiffOptions::default()
        };
        assert_eq!(fields(&old, &same_move, &near), ["line"]);
        let over = search(json!([]));
        assert_eq!(fields(&over, &over, &options), [""; 0]);
        assert_eq!(fields(&over, &other, &options), ["best", "score"]);
    }

    #[test]
    fn an_error_is_compared_without_its_line() {
        let error = |code: &str, line: u64| json!({"v": 1, "id": "a", "error": {"code": code, "message": code, "line": line}});
        let answer = json!({"v": 1, "id": "a", "study": "show", "size": 15});
        let options = DiffOptions::default();
        assert_eq!(fields(&error("io", 1), &error("io", 2), &options), [""; 0]);
        let found = fields(&error("io", 1), &error("bad_json", 1), &options);
        assert_eq!(found, ["error.code", "error.message"]);
        assert_eq!(fields(&error("io", 1), &answer, &options), ["error"]);
        let all = DiffOptions {
            all_fields: true,
            ..DiffOptions::default()
        };
        assert_eq!(
            fields(&error("io", 1), &error("io", 2), &all),
            ["error.line"]
        );
    }
}
