use super::page::Page;
use super::phrases::{joined, plies, printable};
use super::text_report::TextReport;
use crate::render::{Label, Lang};
use crate::study::WinCheckReport;
use crate::threat::TreeError;

/// `a1: holds (9 plies, 12 replies)`, or what is wrong.
impl TextReport for WinCheckReport {
    fn write(&self, page: &mut Page) {
        let (style, lang) = (page.style, page.lang);
        let id = style.paint(Label::Heading, &printable(&self.head.id));
        let colon = lang.text("list.colon");
        if let Some(error) = &self.flaw {
            let fails = style.paint(Label::Bad, lang.text("verify.fails"));
            return page.line(format_args!(
                "{id}{colon}{fails}{colon}{}",
                tree_error(error, lang)
            ));
        }
        let holds = lang.format(
            "verify.holds",
            &[
                ("plies", &plies(self.plies.unwrap_or(0), lang)),
                (
                    "replies",
                    &lang.count("unit.replies", self.replies.unwrap_or(0), &[]),
                ),
            ],
        );
        page.line(format_args!(
            "{id}{colon}{}",
            style.paint(Label::Good, &holds)
        ));
    }
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
