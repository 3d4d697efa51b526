//! A trace that was read, and what it tells.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::node::{TRACE_VERSION, TraceEnd, TraceHead, TraceNode, TraceTotals};
use crate::geometry::Point;
use crate::report_header::VERSION;
use crate::trace::NodeEnd;

/// Nodes of a trace that are read, at most.
const MOST_NODES: usize = 4_000_000;

/// A search as its trace has it: its nodes in the order in which they ended, children before parents.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchTrace {
    /// What was searched, and how.
    pub head: TraceHead,
    /// The visits that have a line.
    pub nodes: Vec<TraceNode>,
    /// What was answered; `None` where the search did not come to its end.
    pub end: Option<TraceEnd>,
}

/// Why a file is no trace.
#[derive(Debug, Error)]
pub enum TraceFileError {
    /// It has no head.
    #[error(
        "it does not begin with the head of a trace, such as {{\"trace\":1,\"algorithm\":\"alpha_beta\"}}: `renju search --trace FILE` writes one"
    )]
    NoHead,
    /// It is of another version.
    #[error("a trace of version {0}, and this program reads version {TRACE_VERSION}")]
    Version(u64),
    /// A line is not what it should be.
    #[error("line {line}: {message}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// It is longer than what is kept in memory.
    #[error(
        "more than {MOST_NODES} nodes: trace fewer of them with --trace-nodes, --trace-depth or --trace-path"
    )]
    TooLong,
}

/// What the first line says of itself.
#[derive(Deserialize)]
struct HeadVersion {
    trace: u64,
}

/// Reads a trace line by line.
#[derive(Debug, Default)]
pub struct TraceReader {
    head: Option<TraceHead>,
    nodes: Vec<TraceNode>,
    end: Option<TraceEnd>,
}

impl TraceReader {
    /// Takes the line of this number.
    ///
    /// # Errors
    ///
    /// If it is no line of a trace, or one too many.
    pub fn line(&mut self, number: usize, line: &str) -> Result<(), TraceFileError> {
        let error = |message: String| TraceFileError::Line {
            line: number,
            message,
        };
        if line.trim().is_empty() {
            return Ok(());
        }
        if self.head.is_none() {
            let version: HeadVersion =
                serde_json::from_str(line).map_err(|_| TraceFileError::NoHead)?;
            if version.trace != u64::from(TRACE_VERSION) {
                return Err(TraceFileError::Version(version.trace));
            }
            self.head = Some(parsed(line, number)?);
        } else if self.end.is_some() {
            return Err(error(
                "there is a line after the end of the trace".to_owned(),
            ));
        } else if line.contains("\"totals\"") {
            self.end = Some(parsed(line, number)?);
        } else if self.nodes.len() == MOST_NODES {
            return Err(TraceFileError::TooLong);
        } else {
            self.nodes.push(parsed(line, number)?);
        }
        Ok(())
    }

    /// The trace of all lines.
    ///
    /// # Errors
    ///
    /// If there was none.
    pub fn finish(self) -> Result<SearchTrace, TraceFileError> {
        Ok(SearchTrace {
            head: self.head.ok_or(TraceFileError::NoHead)?,
            nodes: self.nodes,
            end: self.end,
        })
    }
}

impl SearchTrace {
    /// The last visit to the root.
    pub fn last_root(&self) -> Option<&TraceNode> {
        let is_root = |node: &&TraceNode| node.path.is_empty() && node.excluded.is_none();
        self.nodes.iter().rev().find(is_root)
    }

    /// What all visits come to: as the search counted them, or else those that have a line.
    pub fn totals(&self) -> TraceTotals {
        if let Some(end) = &self.end {
            return end.totals.clone();
        }
        let mut totals = TraceTotals::default();
        for node in &self.nodes {
            totals.add(node);
        }
        totals
    }

    /// The nodes from the root to where its value comes from, each the last visit that has the value.
    pub fn line_to_value(&self) -> Vec<&TraceNode> {
        let Some(root) = self.last_root() else {
            return Vec::new();
        };
        let mut line = vec![root];
        let mut before = self.nodes.len();
        while let Some(&node) = line.last()
            && let Some(best) = node.best
        {
            let is_next = |next: &TraceNode| {
                next.value == node.value
                    && next.excluded.is_none()
                    && next
                        .path
                        .split_last()
                        .is_some_and(|(&last, path)| last == Some(best) && path == node.path)
            };
            let Some(place) = self.nodes[..before].iter().rposition(is_next) else {
                break;
            };
            before = place;
            line.push(&self.nodes[place]);
        }
        line
    }

    /// The visits to a node, and the last visit to each node after it, in the order of the last search.
    pub fn at(&self, path: &[Option<Point>]) -> Option<NodeAt> {
        let visits: Vec<TraceNode> = self
            .nodes
            .iter()
            .filter(|node| node.path == path)
            .cloned()
            .collect();
        let last = self.nodes.iter().rposition(|node| node.path == path)?;
        let earlier = self.nodes[..last]
            .iter()
            .rposition(|node| node.path == path);
        let mut after: Vec<TraceNode> = Vec::new();
        for node in &self.nodes[earlier.map_or(0, |place| place + 1)..last] {
            if node.path.len() == path.len() + 1 && node.path.starts_with(path) {
                after.push(node.clone());
            }
        }
        Some(NodeAt { visits, after })
    }
}

fn parsed<T: DeserializeOwned>(line: &str, number: usize) -> Result<T, TraceFileError> {
    serde_json::from_str(line).map_err(|error| TraceFileError::Line {
        line: number,
        message: without_line(&error),
    })
}

/// What is wrong in a line, which is the first of its own text, with the column.
fn without_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    format!("{what}, column {}", error.column())
}

/// A node of a trace with what is around it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeAt {
    /// The visits to it, in their order.
    pub visits: Vec<TraceNode>,
    /// The nodes after its moves in its last visit, in their order.
    pub after: Vec<TraceNode>,
}

/// What a trace tells of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceReport {
    /// Version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the question, `"trace"`.
    pub study: &'static str,
    /// What was searched, and how.
    #[serde(flatten)]
    pub head: TraceHead,
    /// The value of the answer to the side that searches; null where there is none.
    pub answer: Option<i64>,
    /// Whether the trace has its end; without it the totals are of what was written.
    pub is_whole: bool,
    /// Visits that have no line.
    pub left_out: u64,
    /// What all visits come to.
    pub totals: TraceTotals,
    /// The nodes from the root to where its value comes from.
    pub line: Vec<TraceNode>,
    /// The node that was asked about, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<NodeAt>,
}

impl TraceReport {
    /// What a trace tells, and of one node if it is asked about; `None` if that has no line.
    pub fn new(trace: &SearchTrace, at: Option<&[Option<Point>]>) -> Option<TraceReport> {
        let at = match at {
            Some(path) => Some(trace.at(path)?),
            None => None,
        };
        let end = trace.end.as_ref();
        let root = trace
            .last_root()
            .filter(|root| root.end != NodeEnd::Stopped);
        Some(TraceReport {
            v: VERSION,
            study: "trace",
            head: trace.head.clone(),
            answer: end.map_or_else(|| root.map(|root| root.value), |end| end.answer),
            is_whole: end.is_some(),
            left_out: end.map_or(0, |end| end.left_out),
            totals: trace.totals(),
            line: trace.line_to_value().into_iter().cloned().collect(),
            at,
        })
    }
}
