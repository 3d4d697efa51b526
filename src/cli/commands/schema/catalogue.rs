//! List of all JSON schemas, each with its name, title and the type it is generated from.

use std::borrow::Cow;

use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Value, json};

use super::partial::with_changes;
use super::tidy::Tidy;
use crate::cli::commands::batch::SummaryLine;
use crate::cli::commands::convert::ConversionLine;
use crate::cli::commands::evaluators::CardLine;
use crate::cli::commands::matches::MatchLine;
use crate::cli::output::{ErrorLine, ReportLine};
use renju::batch::Journal;
use renju::engines::JsonAnswer;
use renju::notation::JsonPosition;
use renju::questions::diff::{AnswerDiff, DiffSummary};
use renju::questions::find::{FindReport, FindSummary};
use renju::questions::game::{GameMove, GameTotals};
use renju::questions::suite::{SuiteLine, SuiteTable};
use renju::questions::{
    BenchReport, BoardReport, CheckLine, CheckSummary, ComparisonReport, ComparisonSummary,
    DefenceReport, ForbiddenReport, ForcedWinReport, PatternReport, ScoreReport, SearchReport,
    TreeLine, VERSION, VerdictReport, WinCheckReport, WinningMovesReport,
};
use renju::systems::{WeightsForm, weights_forms};

/// The line of a schema in the list of them.
#[derive(Serialize, JsonSchema)]
pub(super) struct SchemaListLine<'a> {
    /// Version of the JSON lines.
    #[schemars(extend("const" = VERSION))]
    v: u32,
    /// Name of the question.
    study: &'static str,
    /// What the schema is asked for by.
    name: &'a str,
    /// What it describes.
    title: &'a str,
}

/// A schema that can be asked for.
pub(super) struct SchemaEntry {
    /// What it is asked for by: the study, for lines that have one.
    pub(super) name: Cow<'static, str>,
    /// What it describes, in a line.
    pub(super) title: Cow<'static, str>,
    source: SchemaSource,
}

/// What a schema is made from.
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
pub(super) fn entries() -> Vec<SchemaEntry> {
    let lines = LINES.into_iter().map(|(name, title, source)| SchemaEntry {
        name: name.into(),
        title: title.into(),
        source,
    });
    let weights = weights_forms().map(|form| SchemaEntry {
        name: format!("weights-{}", form.system).into(),
        title: format!("a weights file of {}, TOML as data", form.system).into(),
        source: SchemaSource::Weights(form),
    });
    lines.chain(weights).collect()
}

const LINES: [(&str, &str, SchemaSource); 34] = [
    (
        "position",
        "a line of input: a position or a game; also what an engine is asked",
        read::<JsonPosition>(),
    ),
    ("show", "an answer of show", answer::<BoardReport>()),
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
    ("vcf", "an answer of vcf", answer::<ForcedWinReport>()),
    ("vct", "an answer of vct", answer::<ForcedWinReport>()),
    ("game", "a line of game, a move", answer::<GameMove>()),
    (
        "game_summary",
        "the last line of a game",
        answer::<GameTotals>(),
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
    /// Its line in the list of all.
    pub(super) fn line(&self) -> SchemaListLine<'_> {
        SchemaListLine {
            v: VERSION,
            study: "schema",
            name: &self.name,
            title: &self.title,
        }
    }

    /// Makes the schema, with the name of its study.
    pub(super) fn schema(&self) -> Value {
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
