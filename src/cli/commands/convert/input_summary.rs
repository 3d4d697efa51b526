//! Totals for each input of `convert`: games, losses, warnings and errors, as notes or a JSON line.

use std::io::Write;
use std::sync::Arc;

use serde::Serialize;

use crate::cli::answer_lines::json_line;
use crate::cli::error::CliError;
use crate::cli::warnings::RunWarnings;
use crate::cli::{GlobalArgs, diagnostics};
use renju::files::stdout;
use renju::notation::{Format, Losses};
use renju::questions::VERSION;
use renju_core::counted::counted;

/// Errors of an input that are shown, unless all are asked for; the others are counted.
const SHOWN_ERRORS: u64 = 20;

/// What became of an input, with `--json`.
#[derive(Serialize)]
#[cfg_attr(all(test, feature = "schema"), derive(schemars::JsonSchema))]
pub(in crate::cli::commands) struct ConversionLine<'a> {
    /// Version of the JSON lines.
    #[cfg_attr(all(test, feature = "schema"), schemars(extend("const" = VERSION)))]
    v: u32,
    /// Name of the input.
    id: &'a str,
    /// Name of the question.
    study: &'static str,
    /// Its format; `null` if nothing in it could be read.
    from: Option<Format>,
    /// The format that was written.
    to: Format,
    /// Nodes of all games: moves and the positions before them.
    nodes: usize,
    /// Games that were written; those that would have been, if `--strict` lets none be.
    games: usize,
    /// Stones whose order was invented.
    invented: usize,
    /// What is left out, each with how often.
    losses: Vec<LossCount>,
}

/// Something that is left out.
#[derive(Serialize)]
#[cfg_attr(all(test, feature = "schema"), derive(schemars::JsonSchema))]
struct LossCount {
    /// What it is.
    what: &'static str,
    /// How often.
    count: usize,
}

/// What was read from an input, and what of it was left out.
pub(super) struct InputSummary {
    pub(super) source: Arc<str>,
    pub(super) from: Option<Format>,
    pub(super) nodes: usize,
    pub(super) games: usize,
    pub(super) invented: usize,
    pub(super) lost: Losses,
    pub(super) warnings: RunWarnings,
    failed: u64,
}

impl InputSummary {
    pub(super) fn new(source: &Arc<str>) -> InputSummary {
        InputSummary {
            source: Arc::clone(source),
            from: None,
            nodes: 0,
            games: 0,
            invented: 0,
            lost: Losses::default(),
            warnings: RunWarnings::default(),
            failed: 0,
        }
    }

    /// Counts an error; whether it is one of those that are shown.
    pub(super) fn fail(&mut self) -> bool {
        self.failed += 1;
        self.failed <= SHOWN_ERRORS
    }

    /// Says what was left out, once for the whole input; whether anything was.
    pub(super) fn tell(
        self,
        to: Format,
        is_strict: bool,
        global: &GlobalArgs,
    ) -> Result<bool, CliError> {
        if global.output.json {
            stdout().write_all(&self.line(to))?;
        }
        let source = &self.source;
        if self.failed > SHOWN_ERRORS && !global.output.verbose {
            let more = self.failed - SHOWN_ERRORS;
            let more = format!("{source}: {more} more; -v shows all");
            diagnostics::tell_as(diagnostics::Severity::Error, &more);
        }
        if self.invented > 0 {
            let note = format!(
                "{source}: the order of {} is invented",
                counted(self.invented, "stone", "stones")
            );
            diagnostics::note(&note, global);
        }
        let is_lossy = !self.lost.is_empty();
        if is_lossy {
            let said = if self.lost.is_singular() {
                format!("{source}: {} does not fit into {to}", self.lost)
            } else {
                format!("{source}: {} do not fit into {to}", self.lost)
            };
            if is_strict {
                let error = CliError::usage(said).hint("without --strict the rest is written");
                diagnostics::print(&error);
            } else {
                diagnostics::note(&said, global);
            }
        }
        self.warnings.print(global);
        Ok(is_lossy)
    }

    fn line(&self, to: Format) -> Vec<u8> {
        let losses = self.lost.iter().map(|(loss, count)| LossCount {
            what: loss.name(),
            count,
        });
        json_line(&ConversionLine {
            v: VERSION,
            id: &self.source,
            study: "convert",
            from: self.from,
            to,
            nodes: self.nodes,
            games: self.games,
            invented: self.invented,
            losses: losses.collect(),
        })
    }
}
