//! The schemas of `schemas.jsonl`, made of the types that are written and read: a field and its comment
//! are the property of a schema and its description.

use crate::cli::answer_lines::{ErrorLine, ReportLine};
use crate::cli::commands::batch::SummaryLine;
use crate::cli::commands::convert::ConversionLine;
use crate::cli::commands::evaluators::CardLine;
use crate::cli::commands::matches::MatchLine;
use regex::Regex;
use renju::batch::Journal;
use renju::engines::JsonAnswer;
use renju::examine::{ExamineChange, ExamineLine, ExamineSummary};
use renju::files::{NewFile, Overwrite};
use renju::notation::JsonPosition;
use renju::questions::diff::{AnswerDiff, DiffSummary};
use renju::questions::find::{FindReport, FindSummary};
use renju::questions::fit::FitReport;
use renju::questions::game::{AutopsyReport, GameMove, GameTotals};
use renju::questions::hunt::HuntReport;
use renju::questions::suite::{SuiteLine, SuiteTable};
use renju::questions::trace::{MinMaxCheck, PartingReport, TraceReport};
use renju::questions::{
    BenchReport, BoardReport, CheckLine, CheckSummary, ComparisonReport, ComparisonSummary,
    DefenceReport, ForbiddenReport, ForcedWinReport, OverviewReport, PatternReport, ScoreReport,
    SearchReport, TreeLine, VerdictReport, WeightSummary, WhyReport, WinCheckReport,
    WinningMovesReport,
};
use renju::systems::{WeightsForm, weights_forms};
use schemars::Schema;
use schemars::generate::{Contract, SchemaSettings};
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;

use super::{PrintedSchema, SCHEMAS, SchemaListLine};

/// Where they stand; `UPDATE_SCHEMAS=1` writes it anew.
const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/src/cli/commands/schema/schemas.jsonl"
);

#[test]
fn what_is_printed_is_what_the_types_say() {
    let entries = entries();
    let lines = entries.iter().map(|entry| {
        let line = json!({ "name": entry.name, "title": entry.title, "schema": entry.schema() });
        format!("{line}\n")
    });
    let made: String = lines.collect();
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        NewFile::write(Path::new(FILE), made.as_bytes(), Overwrite::Allowed).unwrap();
        return;
    }
    let advice = "`UPDATE_SCHEMAS=1 cargo test -p renju --bins schema` writes the schemas anew";
    let kept: Vec<&str> = super::printed_schemas()
        .map(|PrintedSchema { name, .. }| name)
        .collect();
    let names: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
    assert_eq!(names, kept, "{advice}");
    for ((made, kept), name) in made.lines().zip(SCHEMAS.lines()).zip(names) {
        assert!(made == kept, "the schema of {name} differs: {advice}");
    }
}

/// A schema that can be asked for.
struct SchemaEntry {
    /// What it is asked for by: the study, for lines that have one.
    name: Cow<'static, str>,
    /// What it describes, in a line.
    title: Cow<'static, str>,
    source: SchemaSource,
}

/// What a schema is made from.
#[derive(Clone)]
enum SchemaSource {
    /// A line whose `study` is the name of the schema.
    Study(MakeSchema),
    /// Any other text that is written.
    Written(MakeSchema),
    /// What is read.
    Read(MakeSchema),
    /// A weights file, which is read.
    Weights(WeightsForm),
}

type MakeSchema = fn(SchemaGenerator) -> Value;

/// Every schema there is, in the order of lists.
fn entries() -> Vec<SchemaEntry> {
    let lines = LINES.iter().map(|&(name, title, ref source)| SchemaEntry {
        name: name.into(),
        title: title.into(),
        source: source.clone(),
    });
    let weights = weights_forms().map(|form| SchemaEntry {
        name: format!("weights-{}", form.system).into(),
        title: format!("a weights file of {}, TOML as data", form.system).into(),
        source: SchemaSource::Weights(form),
    });
    lines.chain(weights).collect()
}

const LINES: &[(&str, &str, SchemaSource)] = &[
    (
        "position",
        "a line of input: a position or a game; also what an engine is asked",
        read::<JsonPosition>(),
    ),
    ("show", "an answer of show", answer::<BoardReport>()),
    (
        "overview",
        "an answer of overview, or to a position without a command",
        answer::<OverviewReport>(),
    ),
    (
        "forbidden",
        "an answer of forbidden",
        answer::<ForbiddenReport>(),
    ),
    (
        "verdict",
        "an answer of forbidden --at",
        answer::<VerdictReport>(),
    ),
    (
        "patterns",
        "an answer of patterns",
        answer::<PatternReport>(),
    ),
    ("score", "an answer of score", answer::<ScoreReport>()),
    ("why", "an answer of why", answer::<WhyReport>()),
    (
        "why_summary",
        "the last line of why --weights for several positions",
        line::<WeightSummary>(),
    ),
    ("fit", "the answer of fit", line::<FitReport>()),
    (
        "compare",
        "an answer of compare",
        answer::<ComparisonReport>(),
    ),
    (
        "compare_summary",
        "the last line of compare for several positions",
        line::<ComparisonSummary>(),
    ),
    ("search", "an answer of search", answer::<SearchReport>()),
    (
        "check_minimax",
        "an answer of search --check-minimax",
        answer::<MinMaxCheck>(),
    ),
    ("trace", "an answer of trace", line::<TraceReport>()),
    (
        "trace_parting",
        "an answer of trace to two traces",
        line::<PartingReport>(),
    ),
    ("vcf", "an answer of vcf", answer::<ForcedWinReport>()),
    ("vct", "an answer of vct", answer::<ForcedWinReport>()),
    ("game", "a line of game, a move", answer::<GameMove>()),
    (
        "game_summary",
        "the last line of a game",
        answer::<GameTotals>(),
    ),
    (
        "autopsy",
        "the answer of game --autopsy, and the last line of match --autopsy",
        line::<AutopsyReport>(),
    ),
    ("threats", "an answer of threats", answer::<DefenceReport>()),
    (
        "winning_moves",
        "an answer of vcf --all and vct --all",
        answer::<WinningMovesReport>(),
    ),
    (
        "check",
        "an answer of check to one expectation",
        line::<CheckLine>(),
    ),
    (
        "check_summary",
        "the last line of check",
        line::<CheckSummary>(),
    ),
    (
        "check_player",
        "an answer of check --engine by one player to one expectation",
        line::<SuiteLine>(),
    ),
    (
        "check_players",
        "what each player has solved, behind the last answer of check --engine",
        line::<SuiteTable>(),
    ),
    (
        "examine_case",
        "a case of examine, and what became of it",
        line::<ExamineLine>(),
    ),
    (
        "examine_summary",
        "the counts of examine by group",
        line::<ExamineSummary>(),
    ),
    (
        "examine_change",
        "a case that is better or worse than that of examine --against",
        line::<ExamineChange>(),
    ),
    (
        "hunt",
        "what a hunt brought: the smallest position of each kind of difference",
        line::<HuntReport>(),
    ),
    (
        "verify",
        "an answer of --verify",
        answer::<WinCheckReport>(),
    ),
    (
        "error",
        "the line of a position that has no answer",
        written::<ErrorLine<'static>>(),
    ),
    (
        "summary",
        "the last line of batch --summary json, on stderr",
        written::<SummaryLine<'static>>(),
    ),
    (
        "convert",
        "a line of convert, what became of an input",
        line::<ConversionLine<'static>>(),
    ),
    (
        "diff",
        "a line of diff, what changed in an answer",
        line::<AnswerDiff>(),
    ),
    (
        "diff_summary",
        "the last line of diff",
        line::<DiffSummary>(),
    ),
    (
        "find",
        "a line of find, where a pattern stands",
        line::<FindReport>(),
    ),
    (
        "find_summary",
        "the last line of find",
        line::<FindSummary>(),
    ),
    ("match", "the line of match", line::<MatchLine<'static>>()),
    ("bench", "the line of bench", line::<BenchReport>()),
    (
        "evaluators",
        "a line of evaluators",
        line::<CardLine<'static>>(),
    ),
    (
        "schema",
        "a line of schema without a name",
        line::<SchemaListLine<'static>>(),
    ),
    (
        "tree",
        "a line of a file of proof trees, --tree",
        written::<TreeLine>(),
    ),
    (
        "journal",
        "the journal of a batch, FILE.run",
        written::<Journal>(),
    ),
    (
        "engine-answer",
        "what a program of --engine answers",
        read::<JsonAnswer>(),
    ),
];

const fn answer<R: JsonSchema + 'static>() -> SchemaSource {
    SchemaSource::Study(made::<ReportLine<'static, R>>)
}

const fn line<T: JsonSchema>() -> SchemaSource {
    SchemaSource::Study(made::<T>)
}

const fn written<T: JsonSchema>() -> SchemaSource {
    SchemaSource::Written(made::<T>)
}

const fn read<T: JsonSchema>() -> SchemaSource {
    SchemaSource::Read(made::<T>)
}

fn made<T: JsonSchema>(generator: SchemaGenerator) -> Value {
    generator.into_root_schema_for::<T>().to_value()
}

impl SchemaEntry {
    /// Makes the schema, with the name of its study.
    fn schema(&self) -> Value {
        let mut schema = match &self.source {
            SchemaSource::Study(make) => {
                let mut schema = make(generator(Contract::Serialize));
                let study = &mut schema["properties"]["study"];
                *study = json!({ "description": study["description"], "const": self.name });
                schema
            }
            SchemaSource::Written(make) => make(generator(Contract::Serialize)),
            SchemaSource::Read(make) => make(generator(Contract::Deserialize)),
            SchemaSource::Weights(form) => weights(form),
        };
        schema["title"] = format!("renju: {}", self.title).into();
        schema
    }
}

fn generator(contract: Contract) -> SchemaGenerator {
    let tidy = Tidy::new(&contract);
    let mut settings = SchemaSettings::draft2020_12().with_transform(tidy);
    settings.contract = contract;
    settings.into_generator()
}

/// A complete file, or what differs from a base.
fn weights(form: &WeightsForm) -> Value {
    let tidy = Tidy::new(&Contract::Deserialize);
    let mut settings = SchemaSettings::draft2020_12().for_deserialize();
    settings.inline_subschemas = true;
    let mut complete = (form.schema)(&mut settings.into_generator());
    schemars::transform::Transform::transform(&mut { tidy }, &mut complete);
    with_changes(complete.to_value(), form)
}

/// Makes of what the types say what a reader of the JSON needs: descriptions in the words of JSON, no
/// formats that only Rust has, and no `null` where a field is left out instead.
#[derive(Clone)]
struct Tidy {
    is_written: bool,
}

impl Tidy {
    fn new(contract: &Contract) -> Tidy {
        Tidy {
            is_written: contract.is_serialize(),
        }
    }
}

impl Transform for Tidy {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(schema) = schema.as_object_mut() else {
            return;
        };
        // A field that one of writer and reader leaves out is in what the other has all the same.
        for word in ["format", "readOnly", "writeOnly"] {
            schema.remove(word);
        }
        if schema.contains_key("const") {
            schema.remove("minimum");
        }
        if let Some(Value::String(description)) = schema.get_mut("description") {
            *description = in_words_of_json(description);
        }
        if self.is_written {
            left_out_instead_of_null(schema);
        }
    }
}

/// The first part of a comment of the code: before examples and sections, on one line, without links.
fn in_words_of_json(comment: &str) -> String {
    static LINK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\[(`[^`]+`)\](\([^)]*\))?").expect("a pattern"));
    let ends = ["\n```", "\n# "].into_iter();
    let end = ends.filter_map(|mark| comment.find(mark)).min();
    let words = comment[..end.unwrap_or(comment.len())].replace("`None`", "`null`");
    let words = LINK.replace_all(&words, "$1");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A field that may be absent is never null in what is written.
fn left_out_instead_of_null(object: &mut Map<String, Value>) {
    let required = object.get("required").cloned().unwrap_or_default();
    let required = required.as_array().cloned().unwrap_or_default();
    let fields = object.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        if !required.iter().any(|known| known == name.as_str()) {
            without_null(field);
        }
    }
}

fn without_null(field: &mut Value) {
    let Some(schema) = field.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = &types[..] {
            schema["type"] = only.clone();
        }
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = &mut choices[..] {
            let only = std::mem::take(only);
            schema.remove("anyOf");
            schema.extend(only);
        }
    }
}

/// The schema of a complete weights file, and of one with a `base`: sections of that may lack keys,
/// lists are whole.
fn with_changes(mut complete: Value, form: &WeightsForm) -> Value {
    let system = &mut complete["properties"]["system"];
    *system = json!({ "description": system["description"], "const": form.system });
    let description = complete["description"].clone();
    let mut changes = complete.clone();
    without_required(&mut changes);
    changes["required"] = json!(["base"]);
    changes["properties"]["base"] = json!({
        "description": "The evaluator whose weights the file changes; it has only the keys that differ.",
        "enum": form.bases,
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "description": description,
        "type": "object",
        "if": { "required": ["base"] },
        "then": changes,
        "else": complete,
    })
}

/// Makes all keys of a section optional, and those of its sections.
fn without_required(section: &mut Value) {
    if let Some(schema) = section.as_object_mut() {
        schema.remove("required");
        let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
        fields
            .into_iter()
            .flat_map(|fields| fields.values_mut())
            .for_each(without_required);
    }
}

#[test]
fn comments_become_descriptions() {
    let comment =
        "Where it is; `None`\nif [`Point`](there) and [`Size`] differ.\n\n```\nlet x;\n```";
    let expected = "Where it is; `null` if `Point` and `Size` differ.";
    assert_eq!(in_words_of_json(comment), expected);
}

#[test]
fn what_may_be_absent_is_not_null() {
    let written = json!({
        "required": ["a"],
        "properties": {
            "a": { "type": ["integer", "null"], "format": "uint8" },
            "b": { "type": ["integer", "null"] },
            "c": { "anyOf": [{ "$ref": "#/$defs/C" }, { "type": "null" }] },
            "format": { "type": "string" },
        },
    });
    let mut schema = Schema::try_from(written).unwrap();
    Tidy::new(&Contract::Serialize).transform(&mut schema);
    let expected = json!({
        "required": ["a"],
        "properties": {
            "a": { "type": ["integer", "null"] },
            "b": { "type": "integer" },
            "c": { "$ref": "#/$defs/C" },
            "format": { "type": "string" },
        },
    });
    assert_eq!(schema.to_value(), expected);
}
