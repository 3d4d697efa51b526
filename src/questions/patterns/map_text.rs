//! Shape map as text and picture: on each empty point a mark for what a stone would make.

use std::collections::BTreeMap;

use crate::board::{Board, Color};
use crate::forbidden::ForbiddenKind;
use crate::questions::{MappedPoint, ShapeMap, StoneEffect};
use crate::render::page::Page;
use crate::render::picture::{BoardPicture, Mark};
use crate::render::{BoardText, Glyphs, Label, Lang, MarkedPoint};

/// The map of a side: its board, and below it what the marks stand for, strongest first.
pub(super) fn write(map: &ShapeMap, board: &Board, color: Color, page: &mut Page) {
    let (lang, style) = (page.lang, page.style);
    let side: &dyn std::fmt::Display = &lang.word(color);
    if map.0.is_empty() {
        page.section(&lang.format("patterns.map_empty", &[("color", side)]));
        return;
    }
    page.section(&lang.format("patterns.map", &[("color", side)]));
    let mut text = BoardText::of(&BoardPicture::of_board(board), Glyphs::Ascii);
    text.marks = map.0.iter().map(marked).collect();
    page.lines(&text.draw(style));
    let rows = counts(map, lang).into_iter();
    let rows = rows.map(|((_, mark), (name, count))| {
        [
            mark.to_owned(),
            name,
            lang.count("patterns.points", count, &[]),
        ]
    });
    page.table(&[], rows, &[0]);
}

/// Each mark with what it stands for and how often it occurs, by its strength.
fn counts(map: &ShapeMap, lang: Lang) -> BTreeMap<(usize, &'static str), (String, u64)> {
    let mut counts = BTreeMap::new();
    for mapped in &map.0 {
        let mut effects = StoneEffect::ALL.iter();
        let place = effects.position(|&effect| effect == mapped.makes);
        let key = (place.unwrap_or_default(), mark(mapped));
        let (_, count) = counts.entry(key).or_insert_with(|| (name(mapped, lang), 0));
        *count += 1;
    }
    counts
}

/// `a black stone would make 43 four-three, 4 four`: the marks of a picture, in words.
pub(super) fn caption(map: &ShapeMap, color: Color, lang: Lang) -> String {
    let side: &dyn std::fmt::Display = &lang.word(color);
    let has_mark = |makes| !matches!(makes, StoneEffect::ClosedTwo | StoneEffect::Forbidden);
    let drawn = map.0.iter().filter(|mapped| has_mark(mapped.makes));
    let drawn = ShapeMap(drawn.cloned().collect());
    if drawn.0.is_empty() {
        return lang.format("patterns.map_empty", &[("color", side)]);
    }
    let counts = counts(&drawn, lang).into_iter();
    let said = counts.map(|((_, mark), (name, _))| format!("{mark} {name}"));
    let said: Vec<String> = said.collect();
    let title = lang.format("patterns.map", &[("color", side)]);
    title + lang.text("list.colon") + &said.join(lang.text("list.comma"))
}

/// What a stone would make, as a picture: the stronger it is, the larger the disc below its mark. Closed
/// twos are left out.
pub(super) fn add_to(picture: &mut BoardPicture, map: &ShapeMap) {
    for mapped in &map.0 {
        match mapped.makes {
            StoneEffect::Forbidden => {
                picture.forbidden.push((mapped.point, mapped.kinds.clone()));
            }
            StoneEffect::ClosedTwo => {}
            effect => {
                picture.heat.push((mapped.point, warmth(effect)));
                picture.mark(mapped.point, Mark::Label(mark(mapped).to_owned()));
            }
        }
    }
}

/// The mark on a point, one or two characters.
fn mark(mapped: &MappedPoint) -> &'static str {
    match mapped.makes {
        StoneEffect::Five => "5",
        StoneEffect::Forbidden => match mapped.kinds.first() {
            Some(ForbiddenKind::DoubleFour) => "x4",
            Some(ForbiddenKind::Overline) => "x6",
            Some(ForbiddenKind::DoubleThree) | None => "x3",
        },
        StoneEffect::StraightFour => "S4",
        StoneEffect::DoubleFour => "44",
        StoneEffect::FourThree => "43",
        StoneEffect::Four => "4",
        StoneEffect::DoubleThree => "33",
        StoneEffect::OpenThree => "3",
        StoneEffect::ClosedThree => "c3",
        StoneEffect::OpenTwo => "2",
        StoneEffect::ClosedTwo => "-",
        StoneEffect::Overline => "6",
    }
}

/// How much of a stone the disc below a mark fills, from 0 to 1.
const fn warmth(effect: StoneEffect) -> f32 {
    match effect {
        StoneEffect::Five => 1.0,
        StoneEffect::StraightFour => 0.95,
        StoneEffect::DoubleFour | StoneEffect::FourThree => 0.85,
        StoneEffect::Four | StoneEffect::DoubleThree => 0.7,
        StoneEffect::OpenThree => 0.55,
        StoneEffect::ClosedThree => 0.3,
        StoneEffect::OpenTwo => 0.1,
        StoneEffect::ClosedTwo | StoneEffect::Overline | StoneEffect::Forbidden => 0.0,
    }
}

fn marked(mapped: &MappedPoint) -> MarkedPoint {
    let label = match mapped.makes {
        StoneEffect::Forbidden => Label::Bad,
        StoneEffect::Five => Label::Good,
        StoneEffect::ClosedThree
        | StoneEffect::OpenTwo
        | StoneEffect::ClosedTwo
        | StoneEffect::Overline => Label::Faint,
        _ => Label::Focus,
    };
    MarkedPoint {
        point: mapped.point,
        text: mark(mapped).to_owned(),
        label,
    }
}

/// What a mark stands for.
fn name(mapped: &MappedPoint, lang: Lang) -> String {
    match mapped.kinds.first() {
        Some(&kind) => lang.format("patterns.forbidden", &[("kind", &lang.word(kind))]),
        None => lang.word(mapped.makes).to_owned(),
    }
}
