use super::page::Page;
use super::phrases::{joined, plies, printable, undecided};
use super::text_report::TextReport;
use crate::render::{Label, Lang};
use crate::study::WinCheckReport;
use crate::threat::TreeError;

/// `a1: holds (9 plies, 12 replies)`, or what is wrong, or why that is not known.
impl TextReport for WinCheckReport {
    fn write(&self, page: &mut Page) {
        let (style, lang) = (page.style, page.lang);
        let id = style.paint(Label::Heading, &printable(&self.header.id));
        let colon = lang.text("list.colon");
        let answer = match (&self.flaw, self.stop) {
            (Some(error), _) => {
                let fails = style.paint(Label::Bad, lang.text("verify.fails"));
                format!("{fails}{colon}{}", tree_error(error, lang))
            }
            (None, Some(stop)) => undecided(stop, self.limits, None, lang),
            (None, None) if self.holds.is_none() => lang.text("verify.no_win").to_owned(),
            (None, None) => style.paint(Label::Good, &holds(self, lang)),
        };
        page.line(format_args!("{id}{colon}{answer}"));
    }
}

fn holds(report: &WinCheckReport, lang: Lang) -> String {
    let plies = plies(report.plies.unwrap_or(0), lang);
    let replies = lang.count("unit.replies", report.replies.unwrap_or(0), &[]);
    lang.format("verify.holds", &[("plies", &plies), ("replies", &replies)])
}

/// `after H8 I8: the reply H4 is not answered`
fn tree_error(error: &TreeError, lang: Lang) -> String {
    let here = lang.error("tree", &error.kind);
    if error.path.is_empty() {
        return here;
    }
    let values = [
        ("path", &joined(&error.path, " ") as &dyn std::fmt::Display),
        ("error", &here),
    ];
    lang.translate("error.tree.after", &values, &error.to_string())
}
