//! `schema`: the forms of everything that is read and written, as JSON Schema.

use std::io::Write;

use clap::Args;
use serde_json::Value;

use crate::cli::error::CliError;
use crate::cli::output::json_line;
use crate::cli::{Exit, GlobalArgs};
use renju::files::stdout;

mod catalogue;
mod partial;
mod tidy;

use catalogue::SchemaEntry;

/// Print the JSON Schema of a line or file that is read or written
///
/// The schemas are of draft 2020-12. New fields may be added to lines, so none forbids them; a
/// validator can be told to.
#[derive(Args, Clone, Debug)]
pub(crate) struct SchemaArgs {
    /// Which: the study of a line, such as forbidden, or position, tree, journal; without it all
    /// are listed
    name: Option<String>,
}

pub(crate) fn run(args: &SchemaArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let entries = catalogue::entries();
    let is_json = global.output.json;
    let out = match &args.name {
        None if is_json => entries
            .iter()
            .flat_map(|entry| json_line(&entry.line()))
            .collect(),
        None => list(&entries).into_bytes(),
        Some(name) => printed(&find(&entries, name)?.schema(), is_json),
    };
    stdout().write_all(&out)?;
    Ok(Exit::Done)
}

/// The schema of a name.
fn find<'a>(entries: &'a [SchemaEntry], name: &str) -> Result<&'a SchemaEntry, CliError> {
    let found = entries.iter().find(|entry| entry.name == name);
    found.ok_or_else(|| {
        let names = entries.iter().map(|entry| &*entry.name);
        let closest = names.min_by_key(|known| strsim::osa_distance(known, name));
        let closest = closest.filter(|known| strsim::osa_distance(known, name) <= 2);
        let error = CliError::usage(format!("there is no schema {name}"));
        error.hint(match closest {
            Some(meant) => format!("did you mean {meant}?"),
            None => "`renju schema` lists them".to_owned(),
        })
    })
}

fn list(entries: &[SchemaEntry]) -> String {
    let width = entries.iter().map(|entry| entry.name.len()).max();
    let width = width.unwrap_or_default();
    let line = |entry: &SchemaEntry| format!("{:width$}  {}\n", entry.name, entry.title);
    entries.iter().map(line).collect()
}

/// A schema for people, or on a line of its own.
fn printed(schema: &Value, is_line: bool) -> Vec<u8> {
    if is_line {
        json_line(schema)
    } else {
        format!("{schema:#}\n").into_bytes()
    }
}
