//! `schema`: the forms of everything that is read and written, as JSON Schema.

use std::io::Write;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::cli::answer_lines::json_line;
use crate::cli::error::CliError;
use crate::cli::{Exit, GlobalArgs};
use renju::files::stdout;
use renju::questions::VERSION;

#[cfg(all(test, feature = "schema"))]
mod types_tests;

/// All schemas, a line for each; a test holds them against the types.
const SCHEMAS: &str = include_str!("schema/schemas.jsonl");

/// A line of them.
#[derive(Deserialize)]
struct PrintedSchema<'a> {
    /// What it is asked for by: the study, for lines that have one.
    name: &'a str,
    /// What it describes.
    title: &'a str,
    #[serde(borrow)]
    schema: &'a RawValue,
}

/// The line of a schema in the list of them.
#[derive(Serialize)]
#[cfg_attr(all(test, feature = "schema"), derive(schemars::JsonSchema))]
struct SchemaListLine<'a> {
    /// Version of the JSON lines.
    #[cfg_attr(all(test, feature = "schema"), schemars(extend("const" = VERSION)))]
    v: u32,
    /// Name of the question.
    study: &'static str,
    /// What the schema is asked for by.
    name: &'a str,
    /// What it describes.
    title: &'a str,
}

/// Print the JSON Schema of a line or file that is read or written
///
/// The schemas follow draft 2020-12. Lines may gain new fields, so no schema forbids unknown ones;
/// a validator can be told to.
#[derive(Args, Clone, Debug)]
pub(crate) struct SchemaArgs {
    /// The schema to print: the study of a line, such as forbidden, or position, tree, journal;
    /// without a name all are listed
    name: Option<String>,
}

pub(crate) fn run(args: &SchemaArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let is_json = global.output.json;
    let out = match &args.name {
        None if is_json => printed_schemas()
            .flat_map(|schema| schema.list_line())
            .collect(),
        None => list().into_bytes(),
        Some(name) => find(name)?.printed(is_json),
    };
    stdout().write_all(&out)?;
    Ok(Exit::Done)
}

/// What the schemas are asked for by.
pub(crate) fn names() -> Vec<String> {
    printed_schemas()
        .map(|schema| schema.name.to_owned())
        .collect()
}

fn printed_schemas() -> impl Iterator<Item = PrintedSchema<'static>> {
    let read = |line| serde_json::from_str(line).expect("a test reads all of them");
    SCHEMAS.lines().map(read)
}

/// The schema of a name.
fn find(name: &str) -> Result<PrintedSchema<'static>, CliError> {
    let found = printed_schemas().find(|schema| schema.name == name);
    found.ok_or_else(|| {
        let names = printed_schemas().map(|schema| schema.name);
        let closest = names.min_by_key(|known| strsim::osa_distance(known, name));
        let closest = closest.filter(|known| strsim::osa_distance(known, name) <= 2);
        let error = CliError::usage(format!("there is no schema {name}"));
        error.hint(match closest {
            Some(meant) => format!("did you mean {meant}?"),
            None => "`renju schema` lists them".to_owned(),
        })
    })
}

fn list() -> String {
    let width = printed_schemas().map(|schema| schema.name.len()).max();
    let width = width.unwrap_or_default();
    let line = |schema: PrintedSchema<'_>| format!("{:width$}  {}\n", schema.name, schema.title);
    printed_schemas().map(line).collect()
}

impl PrintedSchema<'_> {
    /// Its line in the list of all.
    fn list_line(&self) -> Vec<u8> {
        json_line(&SchemaListLine {
            v: VERSION,
            study: "schema",
            name: self.name,
            title: self.title,
        })
    }

    /// The schema for people, or on a line of its own.
    fn printed(&self, is_line: bool) -> Vec<u8> {
        let schema = self.schema.get();
        if is_line {
            return format!("{schema}\n").into_bytes();
        }
        let schema: Value = serde_json::from_str(schema).expect("JSON within JSON");
        format!("{schema:#}\n").into_bytes()
    }
}
