//! Every word that an answer asks a language for is there, and every word is asked for.

use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;

use super::{PageStudy, RecordTag};
use crate::board::Color;
use crate::eval::{How, RanksBy};
use crate::forbidden::{ForbiddenKind, ObstacleKind};
use crate::geometry::{Direction, Symmetry};
use crate::limits::StopReason;
use crate::named_enum::Named;
use crate::pattern::Shape;
use crate::questions::examine::{CaseStatus, ExamineGroup};
use crate::questions::find::GameWinner;
use crate::questions::fit::LabelSource;
use crate::questions::game::LossCause;
use crate::questions::hunt::{DifferenceKind, VerdictDetail};
use crate::questions::trace::{PartingKind, TraceAlgorithm};
use crate::questions::{BenchWork, IllegalKind, NearMissReason, StoneEffect, WinClaim, WinKind};
use crate::render::Lang;
use crate::rule::Rule;
use crate::trace::NodeEnd;

fn table_of(key: &str) -> &str {
    key.split('.').next().unwrap_or_default()
}

/// The keys of the words for the variants of an enum.
fn names_of<T: Named>() -> Vec<String> {
    let names = T::SPELLINGS.iter().map(|(one, _)| one.name());
    names.map(|name| format!("{}.{name}", T::KIND)).collect()
}

/// The sources that ask for words.
fn sources() -> String {
    fn read(folder: &Path, text: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read(&path, text);
            } else if path
                .extension()
                .is_some_and(|ending| ending == "rs" || ending == "js")
            {
                let source = std::fs::read_to_string(&path).unwrap();
                if ["Lang", "Page", "lang.", "say("]
                    .iter()
                    .any(|word| source.contains(word))
                {
                    *text += &source;
                }
            }
        }
    }
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut text = String::new();
    for layer in ["render", "questions", "page", "cli"] {
        read(&src.join(layer), &mut text);
    }
    text
}

#[test]
fn every_key_that_is_used_exists_and_every_key_is_used() {
    let keys = Lang::ENGLISH.keys();
    let english: BTreeSet<&str> = keys.collect();
    let of_enums = [
        names_of::<Color>(),
        names_of::<Rule>(),
        names_of::<ForbiddenKind>(),
        names_of::<Shape>(),
        names_of::<StoneEffect>(),
        names_of::<Direction>(),
        names_of::<ObstacleKind>(),
        names_of::<NearMissReason>(),
        names_of::<RanksBy>(),
        names_of::<StopReason>(),
        names_of::<How>(),
        names_of::<BenchWork>(),
        names_of::<GameWinner>(),
        names_of::<LossCause>(),
        names_of::<DifferenceKind>(),
        names_of::<VerdictDetail>(),
        names_of::<Symmetry>(),
        names_of::<WinClaim>(),
        names_of::<WinKind>(),
        names_of::<IllegalKind>(),
        names_of::<LabelSource>(),
        names_of::<TraceAlgorithm>(),
        names_of::<PartingKind>(),
        names_of::<NodeEnd>(),
        names_of::<ExamineGroup>(),
        names_of::<CaseStatus>(),
        names_of::<PageStudy>(),
        names_of::<RecordTag>(),
    ]
    .concat();
    let tables: BTreeSet<&str> = english.iter().map(|key| table_of(key)).collect();
    let literal = Regex::new(r#""([a-z_]+\.[a-z_.]+)""#).unwrap();
    let text = sources();
    let of_sources = literal
        .captures_iter(&text)
        .map(|found| found[1].to_owned());
    let mut used: BTreeSet<String> = of_sources
        .filter(|key| {
            tables.contains(table_of(key)) && !["page.js", "page.css"].contains(&key.as_str())
        })
        .collect();
    used.extend(of_enums);
    // The script makes some of the variants of a name: `page.panel_${name}`.
    let begun = Regex::new(r"`([a-z_]+\.[a-z_]*)\$\{").unwrap();
    for found in begun.captures_iter(&text) {
        let keys = english.iter().filter(|key| key.starts_with(&found[1]));
        used.extend(keys.map(|&key| key.to_owned()));
    }
    let english: BTreeSet<String> = english.into_iter().map(str::to_owned).collect();
    let missing: Vec<&String> = used.difference(&english).collect();
    let unused: Vec<&String> = english.difference(&used).collect();
    assert!(
        missing.is_empty() && unused.is_empty(),
        "missing: {missing:?}, not used: {unused:?}"
    );
}
