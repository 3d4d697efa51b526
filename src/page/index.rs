//! The index of a folder of pages.

use maud::{DOCTYPE, PreEscaped, html};

use crate::render::Lang;
use crate::render::picture::Theme;
use crate::render::printable::printable;

use super::document::PageRecord;
use super::game_record::RecordTag;
use super::style;

/// What an index tells of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageSummary {
    first: String,
    last: String,
    count: usize,
    /// How many games have each tag.
    tags: Vec<(RecordTag, usize)>,
}

impl PageSummary {
    /// What an index tells of a page with these games.
    pub fn of(records: &[PageRecord]) -> PageSummary {
        let name = |record: Option<&PageRecord>| {
            record.map_or_else(String::new, |record| record.game.id.clone())
        };
        let has = |tag: RecordTag| {
            records
                .iter()
                .filter(move |record| record.game.tags.contains(&tag))
                .count()
        };
        PageSummary {
            first: name(records.first()),
            last: name(records.last()),
            count: records.len(),
            tags: RecordTag::ALL
                .map(|tag| (tag, has(tag)))
                .into_iter()
                .filter(|&(_, count)| count > 0)
                .collect(),
        }
    }
}

/// The HTML that leads to pages, each a file beside it.
pub fn index_page(
    title: &str,
    pages: &[(String, PageSummary)],
    lang: Lang,
    theme: Option<Theme>,
) -> String {
    let theme = theme.map_or("auto", Theme::name);
    let title = printable(title);
    let count: usize = pages.iter().map(|(_, page)| page.count).sum();
    let markup = html! {
        (DOCTYPE)
        html lang=(lang.name()) data-theme=(theme) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) }
                style { (PreEscaped(style())) }
            }
            body {
                h1 { (title) }
                p { (lang.count("page.records", count as u64, &[])) }
                ol {
                    @for (name, page) in pages {
                        li {
                            a href=(name) { (printable(&page.first)) " – " (printable(&page.last)) }
                            " " (lang.count("page.records", page.count as u64, &[]))
                            @for (tag, count) in &page.tags { ", " (lang.word(*tag)) ": " (count) }
                        }
                    }
                }
            }
        }
    };
    markup.into_string()
}
