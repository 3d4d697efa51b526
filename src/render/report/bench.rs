use super::page::{Page, bare_table};
use super::phrases::short_count;
use super::text_report::TextReport;
use crate::render::Label;
use crate::study::BenchReport;

impl TextReport for BenchReport {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let row = |work: String, count: u64, seconds: f64, rate: u64| {
            let seconds = format!("{seconds:.3}");
            [work, count.to_string(), seconds, short_count(rate)]
        };
        let mut table = bare_table();
        table.set_header([
            "",
            lang.text("bench.count"),
            lang.text("bench.seconds"),
            lang.text("bench.rate"),
        ]);
        for run in &self.runs {
            let work = lang.word(run.name).to_owned();
            table.add_row(row(work, run.count, run.seconds, run.per_second));
        }
        if let Some(gain) = &self.threads {
            let work = lang.format("bench.threads", &[("threads", &gain.threads)]);
            table.add_row(row(work, gain.count, gain.seconds, gain.per_second));
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
