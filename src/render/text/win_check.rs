use std::io;

use super::printable;
use crate::render::{Label, Style};
use crate::study::WinCheckReport;

/// `a1: holds (9 plies, 12 replies)`, or what is wrong.
pub(super) fn write(
    report: &WinCheckReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let lang = style.lang;
    let id = style.paint(Label::Heading, &printable(&report.head.id));
    let colon = lang.colon();
    if let Some(flaw) = &report.flaw {
        let verdict = style.paint(Label::Bad, lang.holds(false));
        return writeln!(out, "{id}{colon}{verdict}{colon}{}", lang.flaw(flaw));
    }
    let verdict = style.paint(Label::Good, lang.holds(true));
    let extent = lang.extent(report.plies.unwrap_or(0), report.replies.unwrap_or(0));
    writeln!(out, "{id}{colon}{verdict}{extent}")
}
