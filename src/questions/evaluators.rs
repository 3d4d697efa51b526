//! Evaluators described as text: the list of all, or one with its known bugs and variants.

use crate::eval::EvaluatorInfo;
use crate::render::Label;
use crate::render::page::{Page, TextReport};

/// A line about each of these evaluators.
#[derive(Clone, Debug)]
pub struct EvaluatorList<'a>(pub Vec<&'a EvaluatorInfo>);

impl TextReport for EvaluatorList<'_> {
    fn write(&self, page: &mut Page) {
        let (style, lang) = (page.style, page.lang);
        let rows = self.0.iter().map(|card| {
            let name = style.paint(Label::Heading, &card.name);
            [name, lang.translate(&card.title)]
        });
        page.table(&[], rows, &[]);
    }
}

/// Everything about one evaluator.
impl TextReport for EvaluatorInfo {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let name = page.style.paint(Label::Heading, &self.name);
        page.line(format_args!("{name}: {}", lang.translate(&self.title)));
        let mut fact = |key, english: &str| {
            let text = lang.translate(english);
            page.line(format_args!("  {}", lang.format(key, &[("text", &text)])));
        };
        fact("evaluators.source", &self.source);
        fact("evaluators.unit", &self.unit);
        fact("evaluators.perspective", &self.perspective);
        fact("evaluators.serves", &self.serves);
        page.line(format_args!("  {}", lang.word(self.ranks_by)));
        if !self.mistakes.is_empty() {
            page.section(lang.text("evaluators.bugs"));
        }
        for bug in &self.mistakes {
            page.line(format_args!("  {:<4}{}", bug.id, lang.translate(&bug.what)));
            if let Some(corrected) = &bug.corrected {
                let text = lang.translate(corrected);
                let corrected = lang.format("evaluators.corrected", &[("text", &text)]);
                page.line(format_args!("      {corrected}"));
            }
        }
        if !self.variants.is_empty() {
            page.section(lang.text("evaluators.variants"));
        }
        for variant in &self.variants {
            let base = self.name.split(':').next().unwrap_or_default();
            let what = lang.translate(&variant.what);
            page.line(format_args!("  {base}:{}  {what}", variant.name));
        }
    }
}
