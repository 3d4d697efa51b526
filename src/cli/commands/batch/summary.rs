//! What `batch` says when it has ended.

use std::time::Instant;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::json;

use crate::cli::diagnostics;
use renju::batch::RunSummary;
use renju_core::counted::counted;

/// The form of the last line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
pub(super) enum SummaryFormat {
    Text,
    Json,
}

/// What was seen of the input but its records.
#[derive(Clone, Copy)]
pub(super) struct SeenInput {
    pub(super) files_not_read: usize,
    pub(super) warnings: u64,
    /// Errors among the records that an earlier run has answered.
    pub(super) failed_before: u64,
}

/// The last line of a run with `--summary json`.
#[derive(Serialize)]
#[cfg_attr(all(test, feature = "schema"), derive(schemars::JsonSchema))]
pub(in crate::cli::commands) struct SummaryLine<'a> {
    #[serde(flatten)]
    summary: &'a RunSummary,
    /// Warnings about what was read, such as a misspelt field.
    warnings: u64,
    /// Files of a folder that hold no positions, or cannot be read.
    files_not_read: usize,
    /// Errors among the records that an earlier run has answered, with `--resume`.
    failed_before: u64,
    /// The time from the start of the run.
    #[cfg_attr(all(test, feature = "schema"), schemars(range(min = 0)))]
    seconds: f64,
    /// The most memory that the process had, in MiB; `None` where the system does not tell.
    peak_memory_mib: Option<u64>,
}

/// Prints the last line of a run.
pub(super) fn print_summary(
    summary: &RunSummary,
    seen: SeenInput,
    since: Instant,
    format: SummaryFormat,
) {
    let seconds = since.elapsed().as_secs_f64();
    let memory = peak_memory();
    match format {
        SummaryFormat::Text => {
            let before = match seen.failed_before {
                0 => String::new(),
                count => format!("{count} failed before, "),
            };
            let trees = match summary.trees_left_out {
                0 => String::new(),
                count => counted(count, "tree not written, ", "trees not written, "),
            };
            let engines = match summary.incomplete {
                0 => String::new(),
                count => format!("an engine failed for {count}, "),
            };
            let memory = memory.map_or_else(String::new, |mib| format!(", {mib} MiB"));
            diagnostics::tell(&format!(
                "{} read, {} answered, {} failed, {} skipped, {before}{trees}{engines}{seconds:.2} s{memory}",
                counted(summary.read, "record", "records"),
                summary.done,
                summary.failed,
                summary.skipped
            ));
        }
        SummaryFormat::Json => diagnostics::say(json!(SummaryLine {
            summary,
            warnings: seen.warnings,
            files_not_read: seen.files_not_read,
            failed_before: seen.failed_before,
            seconds,
            peak_memory_mib: memory,
        })),
    }
}

/// The most memory that this process had, in MiB, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = peak.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024)
}
