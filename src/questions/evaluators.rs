//! Evaluators described as text: the list of all, or one with its known bugs and variants.

use crate::eval::EvaluatorInfo;
use crate::render::page::{Page, TextReport};
use crate::render::{Label, Lang};

/// A line about each of these evaluators.
#[derive(Clone, Debug)]
pub struct EvaluatorList<'a>(pub Vec<&'a EvaluatorInfo>);

impl TextReport for EvaluatorList<'_> {
    fn write(&self, page: &mut Page) {
        let (style, lang) = (page.style, page.lang);
        let rows = self.0.iter().map(|card| {
            let name = style.paint(Label::Heading, &card.name);
            [name, said(card, "title", &card.title, lang)]
        });
        page.table(&[], rows, &[]);
    }
}

/// Everything about one evaluator.
impl TextReport for EvaluatorInfo {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let name = page.style.paint(Label::Heading, &self.name);
        page.line(format_args!(
            "{name}: {}",
            said(self, "title", &self.title, lang)
        ));
        let mut fact = |key, field, english| {
            let text = said(self, field, english, lang);
            page.line(format_args!("  {}", lang.format(key, &[("text", &text)])));
        };
        fact("evaluators.source", "source", &self.source);
        fact("evaluators.unit", "unit", &self.unit);
        fact("evaluators.perspective", "perspective", &self.perspective);
        fact("evaluators.serves", "serves", &self.serves);
        page.line(format_args!("  {}", lang.word(self.ranks_by)));
        if !self.mistakes.is_empty() {
            page.section(lang.text("evaluators.bugs"));
        }
        for bug in &self.mistakes {
            page.line(format_args!("  {:<4}{}", bug.id, bug.what));
            if let Some(corrected) = &bug.corrected {
                let corrected = lang.format("evaluators.corrected", &[("text", corrected)]);
                page.line(format_args!("      {corrected}"));
            }
        }
        if !self.variants.is_empty() {
            page.section(lang.text("evaluators.variants"));
        }
        for variant in &self.variants {
            let base = self.name.split(':').next().unwrap_or_default();
            page.line(format_args!("  {base}:{}  {}", variant.name, variant.what));
        }
    }
}

/// A field of the information about an evaluator, by the key `evaluator.NAME.FIELD` of the language.
fn said(card: &EvaluatorInfo, field: &str, english: &str, lang: Lang) -> String {
    lang.translate(&format!("evaluator.{}.{field}", card.name), &[], english)
}
