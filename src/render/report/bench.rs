use super::page::{Page, bare_table};
use super::phrases::short_count;
use super::text_report::TextReport;
use crate::render::Label;
use crate::study::{BenchReport, BenchTime};

impl TextReport for BenchReport {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let row = |name: String, work: BenchTime| {
            let seconds = format!("{:.3}", work.seconds);
            let rate = short_count(work.per_second);
            [name, work.count.to_string(), seconds, rate]
        };
        let mut table = bare_table();
        table.set_header([
            "",
            lang.text("bench.count"),
            lang.text("bench.seconds"),
            lang.text("bench.rate"),
        ]);
        for run in &self.runs {
            table.add_row(row(lang.word(run.name).to_owned(), run.work));
        }
        if let Some(gain) = &self.threads {
            let name = lang.format("bench.threads", &[("threads", &gain.threads)]);
            table.add_row(row(name, gain.work));
        }
        page.table(table, &[1, 2, 3]);
        if let Some(gain) = &self.threads {
            page.line("");
            page.line(lang.format(
                "bench.gain",
                &[
                    ("threads", &gain.threads),
                    ("rate", &format_args!("{:.2}", gain.rate_ratio)),
                    ("speedup", &format_args!("{:.2}", gain.speedup)),
                ],
            ));
        }
        page.line("");
        let signature = page.style.paint(Label::Focus, &self.signature.to_string());
        page.line(lang.format("bench.signature", &[("signature", &signature)]));
    }
}
