//! The form of the lines that `batch` writes: JSON, or the rows of a table.

use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use crate::cli::answer_lines::AnswerWriter;
use crate::cli::error::CliError;
use crate::cli::table_arg::no_place;
use renju::questions::FlatTable;

/// Endings of files that would not be what their name says, whatever is written.
const OTHER_FORMATS: [&str; 4] = ["gz", "zst", "xz", "bz2"];

/// How a Parquet file is made.
const WITH_DUCKDB: &str = "DuckDB makes it of JSON lines: \
     duckdb -c \"copy (from 'answers.jsonl') to 'answers.parquet'\"";

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LineFormat {
    /// A JSON object for each answer
    Jsonl,
    /// A table with a header, for studies with a flat answer
    Csv,
    /// Refused: `duckdb` writes it.
    #[value(hide = true)]
    Parquet,
}

impl LineFormat {
    /// Refuses a name that promises another form.
    pub(super) fn check_name(self, out: &Path) -> Result<(), CliError> {
        if out.as_os_str() == "-" {
            let error = CliError::usage("--out takes the name of a file");
            return Err(error.hint("without --out the answers are written to stdout"));
        }
        let Some(ending) = out.extension().and_then(|ending| ending.to_str()) else {
            return Ok(());
        };
        let (written, other, hint) = match self {
            LineFormat::Csv => (
                "CSV",
                ["jsonl", "json"],
                "name it FILE.csv, or pipe the answers on",
            ),
            _ => (
                "JSON lines",
                ["csv", "tsv"],
                "name it FILE.jsonl, or pipe the answers on; --format csv writes tables",
            ),
        };
        let hint = if ending == "parquet" {
            WITH_DUCKDB
        } else {
            hint
        };
        if ending == "parquet" || OTHER_FORMATS.contains(&ending) || other.contains(&ending) {
            let message = format!("--out writes {written}, not .{ending}");
            return Err(CliError::usage(message).hint(hint));
        }
        Ok(())
    }

    /// The form of the lines of a question that has these columns, or what has no place in them; in a
    /// table with more columns behind them, and cells that a spreadsheet does not run.
    pub(super) fn lines(
        self,
        columns: Result<&'static [&'static str], &str>,
        added: impl Iterator<Item = &'static str>,
        is_guarded: bool,
    ) -> Result<AnswerWriter, CliError> {
        match (self, columns) {
            (LineFormat::Jsonl, _) if is_guarded => {
                let error = CliError::usage("--spreadsheet is for tables");
                Err(error.hint("--format csv writes one"))
            }
            (LineFormat::Jsonl, _) => Ok(AnswerWriter::json()),
            (LineFormat::Parquet, _) => {
                let error = CliError::usage("--format parquet is not written");
                Err(error.hint(WITH_DUCKDB))
            }
            (LineFormat::Csv, Err(what)) => Err(no_place(what)),
            (LineFormat::Csv, Ok(columns)) => {
                let table = added.fold(FlatTable::new(columns), FlatTable::with_column);
                let table = if is_guarded { table.guarded() } else { table };
                Ok(AnswerWriter::rows(table))
            }
        }
    }
}
