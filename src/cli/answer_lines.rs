//! Answers and errors as lines: of JSON, or the rows of a table.

use serde::Serialize;
use serde_json::{Map, Value};

use renju::batch::RecordError;
use renju::notation::ParseError;
use renju::position::PositionId;
use renju::questions::{FlatTable, Report, VERSION};

/// Writes answers and errors as lines of JSON, or as rows.
pub(crate) struct AnswerWriter {
    table: Option<FlatTable>,
}

impl AnswerWriter {
    /// A writer of JSON lines, one for each answer.
    pub(crate) const fn json() -> AnswerWriter {
        AnswerWriter { table: None }
    }

    /// A writer of the rows of a table.
    pub(crate) const fn rows(table: FlatTable) -> AnswerWriter {
        AnswerWriter { table: Some(table) }
    }

    /// Whether rows are written.
    pub(crate) const fn is_table(&self) -> bool {
        self.table.is_some()
    }

    /// What stands before the first line.
    pub(crate) fn header(&self) -> Vec<u8> {
        self.table.as_ref().map_or_else(Vec::new, FlatTable::header)
    }

    /// The line, or the rows, of an answer.
    pub(crate) fn answer(&self, line: &ReportLine<'_>) -> Vec<u8> {
        let Some(table) = &self.table else {
            return json_line(line);
        };
        let seconds = line.seconds.map(|seconds| seconds.to_string());
        let input = line.input.map(fields);
        let added: Vec<String> = [seconds, input].into_iter().flatten().collect();
        table.rows(line.report, &added)
    }

    /// The line, or the row, of a record that has none.
    pub(crate) fn error(&self, error: &RecordError) -> Vec<u8> {
        let Some(table) = &self.table else {
            return error_line(error);
        };
        let found = &error.error;
        let or_empty =
            |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        let cells = [
            found.code.to_string(),
            found.message.clone(),
            or_empty(found.line),
            or_empty(found.column.map(u64::from)),
        ];
        table.error_row(&error.id, cells)
    }
}

/// The unknown fields of a record as JSON.
fn fields(fields: &Map<String, Value>) -> String {
    serde_json::to_string(fields).expect("fields have only text for keys")
}

/// A report with what an output adds to it.
#[derive(Serialize)]
#[cfg_attr(all(test, feature = "schema"), derive(schemars::JsonSchema))]
pub(crate) struct ReportLine<'a, R = Report> {
    #[serde(flatten)]
    pub(crate) report: &'a R,
    /// The time the answer took, with `--timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(all(test, feature = "schema"), schemars(range(min = 0)))]
    pub(crate) seconds: Option<f64>,
    /// The fields of the position line that mean nothing to the program, with `--keep-fields`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) input: Option<&'a Map<String, Value>>,
}

/// An error in the place of an answer.
#[derive(Serialize)]
#[cfg_attr(all(test, feature = "schema"), derive(schemars::JsonSchema))]
pub(crate) struct ErrorLine<'a> {
    /// Version of the JSON lines.
    #[cfg_attr(all(test, feature = "schema"), schemars(extend("const" = VERSION)))]
    v: u32,
    /// Name of the position, or of its file.
    id: &'a PositionId,
    /// What is wrong, and where.
    error: &'a ParseError,
}

/// A value as a line of JSON, with its line break.
pub(crate) fn json_line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).expect("what is written has only text for keys");
    line.push(b'\n');
    line
}

/// An error as a line of JSON, with its line break.
pub(crate) fn error_line(error: &RecordError) -> Vec<u8> {
    json_line(&ErrorLine {
        v: VERSION,
        id: &error.id,
        error: &error.error,
    })
}
