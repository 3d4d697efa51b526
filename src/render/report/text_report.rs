use super::page::Page;
use crate::render::Style;

/// A report that has a form for people.
pub trait TextReport {
    /// Writes the sentences and tables of the report.
    fn write(&self, page: &mut Page);
}

/// A report as sentences and tables, each line ended by a line break.
pub fn text(report: &impl TextReport, style: Style) -> String {
    let mut page = Page::new(style);
    report.write(&mut page);
    page.into_text()
}
