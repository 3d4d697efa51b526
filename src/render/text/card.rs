use std::io;

use super::{bare_table, write_table};
use crate::eval::EvaluatorInfo;
use crate::render::{Label, Style};

/// Every evaluator in a line.
pub(in crate::render) fn write_cards(
    cards: &[&EvaluatorInfo],
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut table = bare_table();
    for card in cards {
        table.add_row([
            style.paint(Label::Heading, &card.name),
            card.title.to_string(),
        ]);
    }
    write_table(&table, out)
}

/// Everything about one.
pub(in crate::render) fn write_card(
    card: &EvaluatorInfo,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let lang = style.lang;
    writeln!(
        out,
        "{}: {}",
        style.paint(Label::Heading, &card.name),
        card.title
    )?;
    let facts = [&card.source, &card.unit, &card.perspective, &card.serves];
    for (word, fact) in lang.card_words().into_iter().zip(facts) {
        writeln!(out, "  {word} {fact}")?;
    }
    writeln!(out, "  {}", lang.ranks_by(card.ranks_by))?;
    if !card.mistakes.is_empty() {
        writeln!(out, "\n{}", lang.mistakes_word())?;
    }
    for mistake in &card.mistakes {
        writeln!(out, "  {:<4}{}", mistake.id, mistake.what)?;
        if let Some(corrected) = &mistake.corrected {
            writeln!(out, "      {} {corrected}", lang.corrected_word())?;
        }
    }
    if !card.variants.is_empty() {
        writeln!(out, "\n{}", lang.variants_word())?;
    }
    for variant in &card.variants {
        let base = card.name.split(':').next().unwrap_or_default();
        writeln!(out, "  {base}:{}  {}", variant.name, variant.what)?;
    }
    Ok(())
}
