use serde::Deserialize;
use thiserror::Error;

use super::count_block_empty::{self, CountBlockEmpty};
use super::five_tuple::{self, FiveTuple};
use super::lianzhu::{self, Lianzhu};
use super::lianzhu_gen1::{self, LianzhuGen1};
use super::point_info::{self, PointInfo};
use super::score_table::{self, ScoreTable, ScoreTableWindows};
use crate::eval::line_patterns::{self, LinePatterns, PatternTable};
use crate::eval::shapes::{self, Shapes};
use crate::eval::weights::{WeightsError, read};
use crate::eval::{Edition, Evaluator, EvaluatorInfo};

/// There is no evaluator of that name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no evaluator {asked:?}")]
pub struct UnknownEvaluator {
    /// The name that was asked for.
    pub asked: String,
    /// The name that comes closest.
    pub closest: Option<&'static str>,
}

/// Every evaluator, in the order of lists; the first is the default.
pub fn all() -> impl Iterator<Item = &'static dyn Evaluator> {
    ENTRIES.iter().map(|entry| (entry.evaluator)())
}

/// Those that are compared when nobody says which: our own and the published systems.
pub fn defaults() -> impl Iterator<Item = &'static dyn Evaluator> {
    let is_default = |entry: &&Entry| entry.is_compared;
    ENTRIES
        .iter()
        .filter(is_default)
        .map(|entry| (entry.evaluator)())
}

/// The evaluator of that name and variant, such as `five-tuple:corrected`.
///
/// # Errors
///
/// [`UnknownEvaluator`], with the name that comes closest.
pub fn find(name: &str) -> Result<&'static dyn Evaluator, UnknownEvaluator> {
    let entry = ENTRIES.iter().find(|entry| entry.name == name);
    entry
        .map(|entry| (entry.evaluator)())
        .ok_or_else(|| UnknownEvaluator {
            asked: name.to_owned(),
            closest: closest(name),
        })
}

/// The weights of an evaluator as TOML that explains its keys; `None` if it has no such form.
pub fn toml_of(name: &str) -> Option<&'static str> {
    ENTRIES.iter().find(|entry| entry.name == name)?.toml
}

/// An evaluator with the weights of a user, called `name`.
///
/// # Errors
///
/// What is wrong with the text, and where.
pub fn from_toml(text: &str, name: &str) -> Result<Box<dyn Evaluator>, WeightsError> {
    #[derive(Deserialize)]
    struct Kind {
        system: Option<String>,
    }
    let kind: Kind = read(text)?;
    let system = kind.system.as_deref().ok_or_else(|| {
        WeightsError::new(format!(
            "missing key `system`: what the weights are for, one of {}",
            systems().join(", ")
        ))
    })?;
    let card = |base: &EvaluatorInfo| EvaluatorInfo {
        unit: "points of the file's own weights".into(),
        ..base.of_variant(name.to_owned(), format!("{}, own weights", base.title))
    };
    match system {
        "five-tuple" => {
            let weights: five_tuple::FiveTupleWeights = read(text)?;
            weights.check()?;
            let base = FiveTuple::of_edition(weights.edition).info();
            Ok(Box::new(FiveTuple::new(card(base), weights)))
        }
        "shapes" => {
            let weights: shapes::ShapesWeights = read(text)?;
            Ok(Box::new(Shapes::new(card(Shapes::ours().info()), weights)))
        }
        "line-patterns" => {
            let table = PatternTable::from_toml(text)?;
            Ok(Box::new(LinePatterns::new(
                card(LinePatterns::ours().info()),
                table,
            )))
        }
        "lianzhu" => {
            let weights: lianzhu::LianzhuWeights = read(text)?;
            let base = Lianzhu::of_edition(weights.edition).info();
            Ok(Box::new(Lianzhu::new(card(base), weights)))
        }
        "lianzhu-gen1" => {
            let weights: lianzhu_gen1::LianzhuGen1Weights = read(text)?;
            weights.check()?;
            let base = LianzhuGen1::published().info();
            Ok(Box::new(LianzhuGen1::new(card(base), weights)))
        }
        "count-block-empty" => {
            let weights: count_block_empty::CountBlockEmptyWeights = read(text)?;
            weights.check()?;
            let base = CountBlockEmpty::of_edition(weights.edition).info();
            Ok(Box::new(CountBlockEmpty::new(card(base), weights)))
        }
        "score-table" => {
            let weights: score_table::ScoreTableWeights = read(text)?;
            let base = ScoreTable::of_edition(weights.edition).info();
            Ok(Box::new(ScoreTable::new(card(base), weights)))
        }
        "score-table-windows" => {
            let weights: score_table::PatternWeights = read(text)?;
            let base = ScoreTableWindows::thesis().info();
            Ok(Box::new(ScoreTableWindows::new(card(base), weights)))
        }
        "point-info" => {
            let weights: point_info::PointInfoWeights = read(text)?;
            weights.check()?;
            let base = PointInfo::of_edition(weights.edition).info();
            Ok(Box::new(PointInfo::new(card(base), weights)))
        }
        _ => Err(unknown_system(system, text)),
    }
}

fn unknown_system(system: &str, text: &str) -> WeightsError {
    WeightsError {
        message: format!("system {system:?} is none of {}", systems().join(", ")),
        span: text.find(system).map(|start| start..start + system.len()),
    }
}

/// What weights can be for.
fn systems() -> Vec<&'static str> {
    let entries = ENTRIES.iter().filter(|entry| entry.toml.is_some());
    let names = entries.map(|entry| entry.name);
    names.filter(|name| !name.contains(':')).collect()
}

struct Entry {
    name: &'static str,
    evaluator: fn() -> &'static dyn Evaluator,
    /// Whether it is compared when nobody says which.
    is_compared: bool,
    toml: Option<&'static str>,
}

/// A program that is compared when nobody says which.
const fn first(
    name: &'static str,
    evaluator: fn() -> &'static dyn Evaluator,
    toml: &'static str,
) -> Entry {
    Entry {
        name,
        evaluator,
        is_compared: true,
        toml: Some(toml),
    }
}

/// An edition, a variant or a relative of a program.
const fn further(
    name: &'static str,
    evaluator: fn() -> &'static dyn Evaluator,
    toml: Option<&'static str>,
) -> Entry {
    Entry {
        name,
        evaluator,
        is_compared: false,
        toml,
    }
}

const ENTRIES: &[Entry] = {
    use Edition::{Corrected, Published};

    &[
        first("shapes", || Shapes::ours(), shapes::TEXT),
        further(
            "line-patterns",
            || LinePatterns::ours(),
            Some(line_patterns::TEXT),
        ),
        first(
            "five-tuple",
            || FiveTuple::of_edition(Published),
            five_tuple::weights::TEXT,
        ),
        further(
            "five-tuple:corrected",
            || FiveTuple::of_edition(Corrected),
            None,
        ),
        further(
            "five-tuple:document-table",
            || FiveTuple::document_table(),
            None,
        ),
        first(
            "lianzhu",
            || Lianzhu::of_edition(Published),
            lianzhu::weights::TEXT,
        ),
        further("lianzhu:corrected", || Lianzhu::of_edition(Corrected), None),
        further("lianzhu:ban-blocks", || Lianzhu::ban_blocks(), None),
        further(
            "lianzhu-gen1",
            || LianzhuGen1::published(),
            Some(lianzhu_gen1::weights::TEXT),
        ),
        further(
            "lianzhu-gen1:pow23",
            || LianzhuGen1::pow23(),
            Some(lianzhu_gen1::weights::POW23_TEXT),
        ),
        first(
            "count-block-empty",
            || CountBlockEmpty::of_edition(Published),
            count_block_empty::weights::TEXT,
        ),
        further(
            "count-block-empty:corrected",
            || CountBlockEmpty::of_edition(Corrected),
            None,
        ),
        first(
            "score-table",
            || ScoreTable::of_edition(Published),
            score_table::weights::TEXT,
        ),
        further(
            "score-table:corrected",
            || ScoreTable::of_edition(Corrected),
            None,
        ),
        further(
            "score-table-windows",
            || ScoreTableWindows::thesis(),
            Some(score_table::windows::TEXT),
        ),
        first(
            "point-info",
            || PointInfo::of_edition(Published),
            point_info::weights::TEXT,
        ),
        further(
            "point-info:corrected",
            || PointInfo::of_edition(Corrected),
            Some(point_info::weights::CORRECTED_TEXT),
        ),
        further("point-info:tutorial", || PointInfo::tutorial(), None),
    ]
};

/// The known name with the fewest changed letters, if they are few.
fn closest(name: &str) -> Option<&'static str> {
    let near = ENTRIES
        .iter()
        .map(|entry| (changes(name, entry.name), entry.name));
    near.min()
        .filter(|&(count, _)| count <= 3)
        .map(|(_, name)| name)
}

/// Letters to add, drop or change to make one text the other.
fn changes(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut counts: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.chars().enumerate() {
        let mut diagonal = counts[0];
        counts[0] = row + 1;
        for (column, &wanted) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != wanted);
            diagonal = counts[column + 1];
            counts[column + 1] = replaced.min(diagonal + 1).min(counts[column] + 1);
        }
    }
    counts[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_evaluator_is_found_by_the_name_of_its_card() {
        for (entry, evaluator) in ENTRIES.iter().zip(all()) {
            assert_eq!(evaluator.info().name, entry.name);
            assert!(find(entry.name).is_ok());
        }
    }

    #[test]
    fn every_variant_of_a_card_is_there() {
        for evaluator in all() {
            let card = evaluator.info();
            let base = card.name.split(':').next().unwrap_or_default();
            for variant in card.variants.iter() {
                assert!(find(&format!("{base}:{}", variant.name)).is_ok());
            }
        }
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_closest() {
        let error = find("five-tupel").err().unwrap();
        assert_eq!(error.closest, Some("five-tuple"));
        assert_eq!(find("stockfish").err().unwrap().closest, None);
    }

    #[test]
    fn shipped_weights_make_the_same_evaluator() {
        for entry in ENTRIES {
            if let Some(text) = entry.toml {
                assert!(from_toml(text, "mine").is_ok(), "{}", entry.name);
            }
        }
    }

    #[test]
    fn wrong_keys_and_systems_are_told_with_their_place() {
        let wrong = five_tuple::weights::TEXT.replacen("three =", "tree =", 1);
        let error = from_toml(&wrong, "mine").err().unwrap();
        let span = error.span.unwrap();
        assert_eq!(&wrong[span], "tree");
        let error = from_toml("system = \"six\"\n", "mine").err().unwrap();
        assert!(error.message.contains("five-tuple"), "{error}");
        assert_eq!(error.span, Some(10..13));
    }

    #[test]
    fn every_registered_evaluator_has_an_opinion_within_bounds() {
        use crate::board::{Board, Color};
        use crate::geometry::{Point, Size};
        use crate::pattern::ShapeBoard;
        use crate::rule::Rule;
        use crate::search::{FullEvaluator, StaticEvaluator};

        let points = |names: &str| -> Vec<Point> {
            names.split(' ').map(|name| name.parse().unwrap()).collect()
        };
        let board = Board::with_stones(Size::RENJU, &points("H8 H9 H10 H11"), &points("G7 C3"));
        for evaluator in all() {
            let mut asked =
                FullEvaluator::new(ShapeBoard::new(board.clone(), Rule::Renju), evaluator);
            for mover in Color::BOTH {
                let name = &evaluator.info().name;
                assert!(asked.value(mover).abs() <= 20_000, "{name}");
            }
        }
    }
}
