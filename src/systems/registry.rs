use std::sync::{LazyLock, OnceLock};

use serde::Deserialize;
use thiserror::Error;

use super::count_block_empty::CountBlockEmpty;
use super::five_tuple::FiveTuple;
use super::lianzhu::Lianzhu;
use super::lianzhu_gen1::LianzhuGen1;
use super::point_info::PointInfo;
use super::score_table::{ScoreTable, ScoreTableWindows};
use super::{EvaluatorHandle, RandomPlayer};
use crate::eval::line_patterns::LinePatterns;
use crate::eval::shapes::Shapes;
use crate::eval::weights::{own, read};
use crate::eval::{Edition, EvaluatorInfo, FromWeights, WeightsError};

/// There is no evaluator of that name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no evaluator {asked:?}")]
pub struct UnknownEvaluator {
    /// The name that was asked for.
    pub asked: String,
    /// The name that comes closest.
    pub closest: Option<&'static str>,
}

/// Every evaluator with its variants, in the order of lists; the first is the default.
pub fn all() -> impl Iterator<Item = EvaluatorHandle> {
    let has_values = |entry: &&RegistryEntry| !entry.info.only_plays;
    ENTRIES
        .iter()
        .filter(has_values)
        .map(RegistryEntry::evaluator)
}

/// The evaluators that are compared when none is named: our own and the published programs.
pub fn defaults() -> impl Iterator<Item = EvaluatorHandle> {
    let is_default = |entry: &&RegistryEntry| entry.info.is_default;
    ENTRIES
        .iter()
        .filter(is_default)
        .map(RegistryEntry::evaluator)
}

/// Those that choose a move in their own way, see [`System`](crate::eval::System).
pub fn players() -> impl Iterator<Item = EvaluatorHandle> {
    let found = ENTRIES.iter().map(RegistryEntry::evaluator);
    found.filter(|evaluator| evaluator.as_system().is_some())
}

/// The evaluator of that name and variant, such as `five-tuple:corrected`.
///
/// ```
/// use renju::board::Color;
/// use renju::geometry::Size;
/// use renju::position::Position;
/// use renju::rule::Rule;
///
/// let program = renju::systems::find("five-tuple")?;
/// let position = Position::new(Size::RENJU, Rule::Renju).play("H8".parse()?)?;
/// let said = program.evaluate(&position, Color::Black)?;
/// assert_eq!(said.board, Some(60)); // Twenty windows with a lone stone, 3 points each.
/// assert!(program.as_system().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`UnknownEvaluator`], with the name that comes closest.
pub fn find(name: &str) -> Result<EvaluatorHandle, UnknownEvaluator> {
    match ENTRIES.iter().find(|entry| entry.info.name == name) {
        Some(entry) => Ok(entry.evaluator()),
        None => Err(UnknownEvaluator {
            asked: name.to_owned(),
            closest: closest(name),
        }),
    }
}

/// The weights of an evaluator as TOML that explains its keys; `None` if it has no such form.
pub fn toml_of(name: &str) -> Option<&'static str> {
    ENTRIES.iter().find(|entry| entry.info.name == name)?.toml
}

/// An evaluator with the weights of a user, called `name`. Its `system` key says which one.
///
/// ```
/// use renju::eval::PlayOptions;
/// use renju::geometry::Size;
/// use renju::limits::Control;
/// use renju::position::Position;
/// use renju::rule::Rule;
///
/// let shipped = renju::systems::toml_of("lianzhu").expect("it has weights");
/// let mine = shipped.replace("first = \"H8\"", "first = \"G7\"");
/// let mine = renju::systems::from_toml(&mine, "mine")?;
/// let program = mine.as_system().expect("it plays");
/// let empty = Position::new(Size::RENJU, Rule::Renju);
/// let found = program.play(&empty, &PlayOptions::default(), &Control::unlimited());
/// assert_eq!(found.moves, ["G7".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// What is wrong with the text, and where.
pub fn from_toml(text: &str, name: &str) -> Result<EvaluatorHandle, WeightsError> {
    #[derive(Deserialize)]
    struct WeightsHeader {
        system: Option<String>,
        #[serde(default)]
        edition: Edition,
    }
    let header: WeightsHeader = read(text)?;
    let system = header.system.as_deref().ok_or_else(|| {
        WeightsError::new(format!(
            "missing key `system`: what the weights are for, one of {}",
            families().join(", ")
        ))
    })?;
    let family = FAMILIES
        .iter()
        .find(|family| family.info().name == system)
        .ok_or_else(|| unknown_system(system, text))?;
    let info = family.info();
    let edition = match header.edition {
        Edition::Published => "",
        Edition::Corrected => "corrected",
    };
    let base = info.of_variant(edition).unwrap_or(info);
    let info = EvaluatorInfo {
        name: name.to_owned(),
        title: format!("{}, own weights", base.title),
        unit: "points of the file's own weights".to_owned(),
        ..base
    };
    Ok((family.from_weights)(info, text)?.with_weights(text))
}

fn unknown_system(system: &str, text: &str) -> WeightsError {
    WeightsError {
        message: format!("system {system:?} is none of {}", families().join(", ")),
        span: text.find(system).map(|start| start..start + system.len()),
    }
}

/// The names that weights can be for.
fn families() -> Vec<String> {
    FAMILIES.iter().map(|family| family.info().name).collect()
}

/// An evaluator with all its variants: the table of constructors.
struct Family {
    info: &'static str,
    weights: &'static str,
    variant_weights: &'static [(&'static str, &'static str)],
    shipped: fn(&str) -> EvaluatorHandle,
    from_weights: fn(EvaluatorInfo, &str) -> Result<EvaluatorHandle, WeightsError>,
}

impl Family {
    const fn of<E: FromWeights>() -> Family {
        Family {
            info: E::INFO,
            weights: E::WEIGHTS,
            variant_weights: E::VARIANT_WEIGHTS,
            shipped: |variant| EvaluatorHandle::new(E::shipped(variant)),
            from_weights: |info, text| E::from_weights(info, text).map(EvaluatorHandle::new),
        }
    }

    fn info(&self) -> EvaluatorInfo {
        own(self.info)
    }
}

/// In the order of lists.
static FAMILIES: [Family; 10] = [
    Family::of::<Shapes>(),
    Family::of::<LinePatterns>(),
    Family::of::<FiveTuple>(),
    Family::of::<Lianzhu>(),
    Family::of::<LianzhuGen1>(),
    Family::of::<CountBlockEmpty>(),
    Family::of::<ScoreTable>(),
    Family::of::<ScoreTableWindows>(),
    Family::of::<PointInfo>(),
    Family::of::<RandomPlayer>(),
];

/// A family or one of its variants; made when it is first asked for, because some take long.
struct RegistryEntry {
    family: &'static Family,
    variant: String,
    info: EvaluatorInfo,
    toml: Option<&'static str>,
    made: OnceLock<EvaluatorHandle>,
}

impl RegistryEntry {
    fn evaluator(&self) -> EvaluatorHandle {
        let make = || (self.family.shipped)(&self.variant);
        self.made.get_or_init(make).clone()
    }
}

static ENTRIES: LazyLock<Vec<RegistryEntry>> = LazyLock::new(|| {
    let entries = |family: &'static Family| {
        let base = family.info();
        let listed = base.variants.iter().map(|variant| variant.name.clone());
        let names: Vec<String> = std::iter::once(String::new()).chain(listed).collect();
        names.into_iter().filter_map(move |variant| {
            let mut own_files = family.variant_weights.iter();
            let own_file = own_files.find(|(name, _)| *name == variant);
            Some(RegistryEntry {
                family,
                info: base.of_variant(&variant)?,
                toml: match own_file {
                    Some((_, text)) => Some(text),
                    None => variant.is_empty().then_some(family.weights),
                },
                variant,
                made: OnceLock::new(),
            })
        })
    };
    FAMILIES.iter().flat_map(entries).collect()
});

/// The known name with the fewest changed letters, if they are few.
fn closest(name: &str) -> Option<&'static str> {
    let near = ENTRIES
        .iter()
        .map(|entry| (changes(name, &entry.info.name), &*entry.info.name));
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
    fn every_evaluator_is_found_by_the_name_of_its_info() {
        for entry in ENTRIES.iter() {
            assert_eq!(entry.evaluator().info(), &entry.info);
            assert!(find(&entry.info.name).is_ok());
        }
        assert_eq!(all().count(), 18);
        assert!(all().all(|evaluator| !evaluator.info().only_plays));
    }

    #[test]
    fn every_variant_of_an_info_is_there() {
        for evaluator in all() {
            let info = evaluator.info();
            let base = info.name.split(':').next().unwrap_or_default();
            for variant in &info.variants {
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
        for entry in ENTRIES.iter() {
            if let Some(text) = entry.toml {
                assert!(from_toml(text, "mine").is_ok(), "{}", entry.info.name);
            }
        }
    }

    #[test]
    fn wrong_keys_and_systems_are_told_with_their_place() {
        let wrong = FiveTuple::WEIGHTS.replacen("three =", "tree =", 1);
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
                FullEvaluator::new(ShapeBoard::new(board.clone(), Rule::Renju), &*evaluator);
            for mover in Color::BOTH {
                let name = &evaluator.info().name;
                assert!(asked.value(mover).abs() <= 20_000, "{name}");
            }
        }
    }
}
