use std::io;

use comfy_table::CellAlignment;

use super::{bare_table, write_table};
use crate::render::words::short_count;
use crate::render::{Label, Style};
use crate::study::BenchReport;

pub(in crate::render) fn write_bench(
    report: &BenchReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let lang = style.lang;
    let mut table = bare_table();
    table.set_header(lang.bench_columns());
    for run in &report.runs {
        table.add_row([
            lang.bench_work(run.name).to_owned(),
            run.count.to_string(),
            format!("{:.3}", run.seconds),
            short_count(run.per_second),
        ]);
    }
    if let Some(gain) = &report.threads {
        table.add_row([
            lang.bench_search_by(gain.threads),
            gain.count.to_string(),
            format!("{:.3}", gain.seconds),
            short_count(gain.per_second),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    write_table(&table, out)?;
    if let Some(gain) = &report.threads {
        writeln!(out, "\n{}", lang.bench_gain(gain))?;
    }
    let signature = report.signature.to_string();
    writeln!(
        out,
        "\n{} {}",
        lang.signature_word(),
        style.paint(Label::Focus, &signature)
    )
}
