//! The benchmark as text: a table of speeds, the gain by threads, and the signature.

use crate::questions::{BenchReport, BenchTime};
use crate::render::Label;
use crate::render::page::{Page, TextReport};
use crate::render::wording::short_count;

impl TextReport for BenchReport {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let row = |name: String, work: BenchTime| {
            let seconds = format!("{:.3}", work.seconds);
            let rate = short_count(work.per_second);
            [name, work.count.to_string(), seconds, rate]
        };
        let alone = self.runs.iter();
        let alone = alone.map(|run| row(lang.word(run.name).to_owned(), run.work));
        let together = self.threads.iter().map(|gain| {
            let name = lang.format("bench.threads", &[("threads", &gain.threads)]);
            row(name, gain.work)
        });
        let titles = ["", "bench.count", "bench.seconds", "bench.rate"];
        page.table(
            &titles.map(|key| lang.text(key)),
            alone.chain(together),
            &[1, 2, 3],
        );
        if let Some(gain) = &self.threads {
            page.line("");
            page.say(
                "bench.gain",
                &[
                    ("threads", &gain.threads),
                    ("rate", &format_args!("{:.2}", gain.rate_ratio)),
                    ("speedup", &format_args!("{:.2}", gain.speedup)),
                ],
            );
        }
        page.line("");
        match self.signature {
            Some(signature) => {
                let signature = page.style.paint(Label::Focus, &signature.to_string());
                page.say("bench.signature", &[("signature", &signature)]);
            }
            None => page.say("bench.interrupted", &[]),
        }
    }
}
