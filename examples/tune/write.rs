use std::fmt::Write;

use renju::board::Color;
use renju::eval::Worth;
use renju::eval::shapes::{Fact, Facts, Sixteenths, key_of};
use renju::pattern::{Shape, ShapePair};
use renju::rule::Rule;

use super::samples::{CLASSES, FACTS, PER_KIND, SHAPES, TO_MOVE, TOGETHER, UNIT, kind_of};

/// The weights of all kinds of sides of a rule, in log odds.
pub(super) struct Fitted {
    pub(super) rule: Rule,
    pub(super) weights: Vec<f64>,
}

/// Where lines of the head begin, and what they stand before.
const HEAD: &str = "#: ";
const BEFORE: &str = "# The value of the board";

/// The text with the fitted weights put in, and a new head; its comments stay.
pub(super) fn write(text: &str, head: &[String], fitted: &[Fitted]) -> String {
    let mut out = String::new();
    let mut section = String::new();
    let mut old = text
        .lines()
        .filter(|line| !line.starts_with(HEAD))
        .peekable();
    while let Some(line) = old.next() {
        if line.starts_with(BEFORE) {
            for told in head {
                let _ = writeln!(out, "{HEAD}{told}");
            }
        }
        if let Some(name) = line.strip_prefix('[') {
            name.trim_end_matches(']').clone_into(&mut section);
        }
        let of_section = weights_of(&section, fitted);
        let is_together = section.ends_with(".together");
        match (of_section, line.split_once(" = ")) {
            (Some(_), _) if is_together => {}
            (Some(weights), Some((key, before))) if !line.starts_with('#') => {
                let key_name = key.trim_matches('"');
                let now = weight(weights, &section, key_name)
                    .map_or(before.to_owned(), |weight| weight.to_string());
                let _ = writeln!(out, "{key} = {now}");
            }
            _ => {
                let _ = writeln!(out, "{line}");
            }
        }
        let ends = old.peek().is_none_or(|next| next.is_empty());
        if let Some(weights) = of_section
            && section.starts_with("move.")
            && !is_together
            && ends
            && !line.is_empty()
        {
            together(&mut out, &section, weights);
        }
    }
    out
}

/// The weights of the kind of side that a section is for, if they were fitted.
fn weights_of<'a>(section: &str, fitted: &'a [Fitted]) -> Option<&'a [f64]> {
    let kind = section.split('.').nth(1)?;
    let (rule, color) = match kind {
        "renju_black" => (Rule::Renju, Color::Black),
        "renju_white" => (Rule::Renju, Color::White),
        "standard" => (Rule::Standard, Color::Black),
        "freestyle" => (Rule::Freestyle, Color::Black),
        _ => return None,
    };
    let found = fitted.iter().find(|fitted| fitted.rule == rule)?;
    Some(&found.weights[kind_of(rule, color) * PER_KIND..][..PER_KIND])
}

/// The weight of a key; nothing for what no position of the games could have.
fn weight(weights: &[f64], section: &str, key: &str) -> Option<Worth> {
    let sum = if section.starts_with("board.") {
        let class = ShapePair::all().find(|class| key_of(*class) == key)?;
        let shape = |shape| match shape {
            Shape::Dead => 0.0,
            shape => weights[SHAPES + shape as usize],
        };
        weights[CLASSES + class.index()] + shape(class.strongest()) + shape(class.second())
    } else if key == "to_move" {
        weights[TO_MOVE]
    } else {
        let number = Fact::ALL.iter().position(|fact| fact.to_string() == key)?;
        let fact = Fact::ALL[number];
        if fact.is_own && fact.shape >= Shape::StraightFour {
            return None;
        }
        weights[FACTS + number]
    };
    points(sum)
}

/// Log odds in points, to the nearest sixteenth.
fn points(odds: f64) -> Option<Worth> {
    Sixteenths::nearest(odds * UNIT).map(Sixteenths::worth)
}

/// What facts add beyond what each of them does.
fn together(out: &mut String, section: &str, weights: &[f64]) {
    let worth = |facts: Facts| points(weights[TOGETHER + facts.index()]).unwrap_or_default();
    let adds = |facts: &Facts| facts.iter().count() >= 2 && worth(*facts) != Worth::default();
    let mut named = Facts::all().filter(adds);
    let Some(first) = named.next() else {
        return;
    };
    let _ = writeln!(out, "\n[{section}.together]");
    for facts in std::iter::once(first).chain(named) {
        let _ = writeln!(out, "\"{facts}\" = {}", worth(facts));
    }
}
