//! Registry of evaluators: finds them by name and variant, or makes them from weights in TOML.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, OnceLock};

#[cfg(feature = "schema")]
use schemars::JsonSchema as HasSchema;
use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use super::count_block_empty::CountBlockEmptyWeights;
use super::five_tuple::FiveTupleWeights;
use super::lianzhu::LianzhuWeights;
use super::lianzhu_gen1::LianzhuGen1Weights;
use super::point_info::PointInfoWeights;
use super::random::RandomWeights;
use super::score_table::{PatternWeights, ScoreTableWeights};
use renju_engine::eval::line_patterns::PatternTable;
use renju_engine::eval::network::NetworkWeights;
use renju_engine::eval::shapes::ShapesWeights;
use renju_engine::eval::shipped_text;
use renju_engine::eval::weights::{read, read_shipped};
use renju_engine::eval::{Edition, Evaluator, EvaluatorInfo, Weights, WeightsError, WeightsText};

/// The published program whose protocol is `renju_play::place_turn`, with the stones its
/// games begin with.
pub const PLACE_TURN_PROGRAM: &str = "count-block-empty";

/// The published program that is shown beside our evaluator where none is named: of all of them its
/// best points are most often those of winners (`docs/strength.md`).
pub const SHOWN_PROGRAM: &str = "point-info";

/// There is no evaluator of that name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no evaluator {asked:?}")]
pub struct UnknownEvaluator {
    /// The name that was asked for.
    pub asked: String,
    /// The name that comes closest.
    pub closest: Option<&'static str>,
}

/// A shared evaluator: found by name, made from a user's weights, or made in code.
///
/// It dereferences to the evaluator itself, and copies of it are the same one.
#[derive(Clone)]
pub struct EvaluatorHandle {
    evaluator: Arc<dyn Evaluator>,
    weights: Option<Arc<str>>,
}

impl EvaluatorHandle {
    /// An evaluator that the registry does not know, such as one of your own.
    pub fn new(evaluator: impl Evaluator + 'static) -> EvaluatorHandle {
        EvaluatorHandle::from(Box::new(evaluator) as Box<dyn Evaluator>)
    }

    /// The text of the user's weights that it was made from, if it was.
    pub fn weights(&self) -> Option<&str> {
        self.weights.as_deref()
    }

    /// Whether it is a copy of another handle.
    pub(crate) fn is_same(&self, other: &EvaluatorHandle) -> bool {
        Arc::ptr_eq(&self.evaluator, &other.evaluator)
    }
}

impl From<Box<dyn Evaluator>> for EvaluatorHandle {
    fn from(evaluator: Box<dyn Evaluator>) -> EvaluatorHandle {
        EvaluatorHandle {
            evaluator: evaluator.into(),
            weights: None,
        }
    }
}

impl Deref for EvaluatorHandle {
    type Target = dyn Evaluator;

    fn deref(&self) -> &(dyn Evaluator + 'static) {
        &*self.evaluator
    }
}

/// Every evaluator with its variants, in the order of lists; the first is the default.
pub fn all() -> impl Iterator<Item = EvaluatorHandle> {
    chosen(|info| !info.only_plays)
}

/// The evaluators that are compared when none is named: our own and the published programs.
pub fn defaults() -> impl Iterator<Item = EvaluatorHandle> {
    chosen(|info| info.is_default)
}

/// Those that choose a move in their own way, see [`System`](renju_engine::eval::System).
pub fn players() -> impl Iterator<Item = EvaluatorHandle> {
    chosen(|_| true).filter(|evaluator| evaluator.as_system().is_some())
}

fn chosen(is_asked: fn(&EvaluatorInfo) -> bool) -> impl Iterator<Item = EvaluatorHandle> {
    let entries = ENTRIES.iter().filter(move |entry| is_asked(&entry.info));
    entries.map(RegistryEntry::evaluator)
}

/// The evaluator of that name and variant, such as `five-tuple:corrected`.
///
/// ```
/// use renju_core::board::Color;
/// use renju_core::geometry::Size;
/// use renju_core::position::Position;
/// use renju_core::rule::Rule;
///
/// let program = renju_programs::find("five-tuple")?;
/// let position = Position::new(Size::RENJU, Rule::Renju).play("H8".parse()?)?;
/// let said = program.evaluate(&position, Color::Black)?;
/// assert_eq!(said.board, Some(60.into())); // Twenty windows with a lone stone, 3 points each.
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

/// The complete weights file of an evaluator of that name.
pub(crate) fn complete_text(name: &str) -> Option<Cow<'static, str>> {
    let entry = ENTRIES.iter().find(|entry| entry.info.name == name)?;
    Some((entry.family.text)(&entry.variant))
}

/// The evaluator whose weights a text changes, if it names one.
pub(crate) fn base_of(text: &str) -> Option<String> {
    let header: WeightsHeader = read(text).ok()?;
    Some(header.base?.into_inner())
}

/// An evaluator with the weights of a user, called `name`. Its `system` key says which one; or
/// `base` names an evaluator, and the file holds only the keys that differ from its weights.
///
/// ```
/// use renju_engine::eval::PlayOptions;
/// use renju_core::geometry::Size;
/// use renju_core::limits::Control;
/// use renju_core::position::Position;
/// use renju_core::rule::Rule;
///
/// let shipped = renju_programs::toml_of("lianzhu").expect("it has weights");
/// let mine = shipped.replace("first = \"H8\"", "first = \"G7\"");
/// let mine = renju_programs::from_toml(&mine, "mine")?;
/// let program = mine.as_system().expect("it plays");
/// let empty = Position::new(Size::RENJU, Rule::Renju);
/// let found = program.play(&empty, &PlayOptions::default(), &Control::unlimited());
/// assert_eq!(found.moves, ["G7".parse()?]);
///
/// let short = "base = \"lianzhu\"\n[openings]\nfirst = \"G7\"\n";
/// let short = renju_programs::from_toml(short, "short")?;
/// let program = short.as_system().expect("it plays");
/// assert_eq!(program.play(&empty, &PlayOptions::default(), &Control::unlimited()), found);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// What is wrong with the text, and where.
pub fn from_toml(text: &str, name: &str) -> Result<EvaluatorHandle, WeightsError> {
    let header: WeightsHeader = read(text)?;
    let base = header.base.as_ref().map(base_entry).transpose()?;
    let family = match base {
        Some(entry) => header.family_of(entry)?,
        None => header.family(text)?,
    };
    let info = family.info();
    let variant = match header.edition {
        Some(Edition::Corrected) => "corrected",
        Some(Edition::Published) => "",
        None => base.map_or("", |entry| &entry.variant),
    };
    let mut info = info.of_variant(variant).unwrap_or(info);
    name.clone_into(&mut info.name);
    info.title += ", own weights";
    "points of the file's own weights".clone_into(&mut info.unit);
    info.odds_scale = None;
    let below = base.map(|entry| (entry.family.text)(&entry.variant));
    let source = WeightsText {
        text,
        base: below.as_deref(),
    };
    let mut made = (family.from_toml)(info, source)?;
    made.weights = Some(text.into());
    Ok(made)
}

/// The form of the weights files of an evaluator and its variants.
#[cfg(feature = "schema")]
#[derive(Clone)]
pub struct WeightsForm {
    /// What `system` says in such a file.
    pub system: String,
    /// What `base` may say there: the evaluator and its variants.
    pub bases: Vec<String>,
    /// The JSON Schema of a complete file.
    pub schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
}

/// The forms of all weights files, in the order of lists.
#[cfg(feature = "schema")]
pub fn weights_forms() -> impl Iterator<Item = WeightsForm> {
    FAMILIES.iter().map(|family| {
        let own = |entry: &&RegistryEntry| std::ptr::eq(entry.family, family);
        let bases = ENTRIES.iter().filter(own);
        WeightsForm {
            system: family.info().name,
            bases: bases.map(|entry| entry.info.name.clone()).collect(),
            schema: family.schema,
        }
    })
}

/// What a weights file is for.
#[derive(Deserialize)]
struct WeightsHeader {
    system: Option<Spanned<String>>,
    /// The evaluator whose weights it changes.
    base: Option<Spanned<String>>,
    edition: Option<Edition>,
}

impl WeightsHeader {
    /// The family that `system` names.
    fn family(&self, text: &str) -> Result<&'static EvaluatorFamily, WeightsError> {
        let system = self.system.as_ref().ok_or_else(|| {
            WeightsError::new(format!(
                "missing key `system`: what the weights are for, one of {}; or `base`, the \
                 evaluator whose weights the file changes",
                families().join(", ")
            ))
        })?;
        let mut known = FAMILIES.iter();
        let family = known.find(|family| family.info().name == *system.get_ref());
        family.ok_or_else(|| unknown_system(system.get_ref(), text))
    }

    /// The family of the base, which `system` may name again.
    fn family_of(&self, base: &RegistryEntry) -> Result<&'static EvaluatorFamily, WeightsError> {
        let family = base.family.info().name;
        match &self.system {
            Some(system) if *system.get_ref() != family => Err(WeightsError {
                message: format!(
                    "system {:?} does not go with base {:?}, whose system is {family:?}",
                    system.get_ref(),
                    base.info.name
                ),
                span: Some(system.span()),
            }),
            _ => Ok(base.family),
        }
    }
}

/// The evaluator that `base` names.
fn base_entry(base: &Spanned<String>) -> Result<&'static RegistryEntry, WeightsError> {
    let name = base.get_ref();
    let entry = ENTRIES.iter().find(|entry| entry.info.name == *name);
    entry.ok_or_else(|| {
        let advice = match closest(name) {
            Some(closest) => format!("; did you mean {closest:?}?"),
            None => "; it is the name of one, not a file".to_owned(),
        };
        WeightsError {
            message: format!("base {name:?} is no evaluator{advice}"),
            span: Some(base.span()),
        }
    })
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

/// What has a JSON Schema: everything, where that is not asked for.
#[cfg(not(feature = "schema"))]
trait HasSchema {}

#[cfg(not(feature = "schema"))]
impl<W> HasSchema for W {}

/// An evaluator with all its variants: the table of constructors.
struct EvaluatorFamily {
    info: &'static str,
    weights: &'static str,
    variants: &'static [(&'static str, &'static str)],
    shipped: fn(&str) -> EvaluatorHandle,
    text: fn(&str) -> Cow<'static, str>,
    from_toml: fn(EvaluatorInfo, WeightsText<'_>) -> Result<EvaluatorHandle, WeightsError>,
    #[cfg(feature = "schema")]
    schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
}

impl EvaluatorFamily {
    const fn of<W: Weights + HasSchema>() -> EvaluatorFamily {
        EvaluatorFamily {
            info: W::INFO,
            weights: W::SHIPPED,
            variants: W::VARIANTS,
            shipped: |variant| EvaluatorHandle::new(W::shipped(variant)),
            text: shipped_text::<W>,
            from_toml: |info, text| {
                let weights = W::from_toml(text)?;
                Ok(EvaluatorHandle::new(weights.into_evaluator(info)))
            },
            #[cfg(feature = "schema")]
            schema: W::json_schema,
        }
    }

    fn info(&self) -> EvaluatorInfo {
        read_shipped(self.info)
    }
}

/// In the order of lists.
static FAMILIES: &[EvaluatorFamily] = &[
    EvaluatorFamily::of::<ShapesWeights>(),
    EvaluatorFamily::of::<NetworkWeights>(),
    EvaluatorFamily::of::<PatternTable>(),
    EvaluatorFamily::of::<FiveTupleWeights>(),
    EvaluatorFamily::of::<LianzhuWeights>(),
    EvaluatorFamily::of::<LianzhuGen1Weights>(),
    EvaluatorFamily::of::<CountBlockEmptyWeights>(),
    EvaluatorFamily::of::<ScoreTableWeights>(),
    EvaluatorFamily::of::<PatternWeights>(),
    EvaluatorFamily::of::<PointInfoWeights>(),
    EvaluatorFamily::of::<RandomWeights>(),
];

/// A family or one of its variants; made when it is first asked for, because some take long.
struct RegistryEntry {
    family: &'static EvaluatorFamily,
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
    let entries = |family: &'static EvaluatorFamily| {
        let base = family.info();
        let listed = base.variants.iter().map(|variant| variant.name.clone());
        let names: Vec<String> = std::iter::once(String::new()).chain(listed).collect();
        names.into_iter().filter_map(move |variant| {
            let mut own_files = family.variants.iter();
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
    let names = ENTRIES.iter().map(|entry| &*entry.info.name);
    let near = names.map(|known| (strsim::levenshtein(name, known), known));
    let (changes, known) = near.min()?;
    (changes <= 3).then_some(known)
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
        assert!(ENTRIES.len() > FAMILIES.len());
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
    fn a_file_may_say_only_what_differs_from_a_base() {
        use renju_core::position::Position;

        let position = Position::new(
            renju_core::geometry::Size::RENJU,
            renju_core::rule::Rule::Renju,
        );
        let position = position.play("H8".parse().unwrap()).unwrap();
        let said = |evaluator: &EvaluatorHandle| {
            evaluator
                .evaluate(&position, renju_core::board::Color::Black)
                .ok()
        };
        for entry in ENTRIES.iter() {
            let name = &entry.info.name;
            let same = from_toml(&format!("base = {name:?}\n"), "mine").unwrap();
            assert_eq!(said(&same), said(&entry.evaluator()), "{name}");
            assert_eq!(same.info().ranks_by, entry.info.ranks_by, "{name}");
        }
        let mine = "base = \"five-tuple\"\nsystem = \"five-tuple\"\n[own]\none = 30\n";
        let mine = from_toml(mine, "mine").unwrap();
        let (own, shipped) = (
            said(&mine).unwrap(),
            said(&find("five-tuple").unwrap()).unwrap(),
        );
        assert_eq!(
            (shipped.board, own.board),
            (Some(60.into()), Some(600.into()))
        );
        let no_ones = "base = \"line-patterns\"\n[patterns]\n\"X...X\" = 0\n\"|X|\" = 1\n";
        assert!(from_toml(no_ones, "mine").is_ok());
    }

    #[test]
    fn mistakes_above_a_base_are_told_with_their_place() {
        for (text, blamed, word) in [
            (
                "base = \"five-tuple\"\n[own]\ntree = 1\n",
                "tree",
                "unknown key",
            ),
            (
                "base = \"five-tuple\"\n[own]\none = \"a\"\n",
                "\"a\"",
                "whole number",
            ),
            ("base = \"five-tuple\"\nown = 7\n", "7", ""),
            (
                "base = \"five-tuple\"\nsistem = 7\n",
                "sistem",
                "unknown key",
            ),
            (
                "base = \"shapes\"\n[move.renju_black.together]\nown = 1\n",
                "own",
                "unknown fact",
            ),
            ("base = \"five-tupel\"\n", "\"five-tupel\"", "five-tuple"),
            ("base = \"mine.toml\"\n", "\"mine.toml\"", "not a file"),
            (
                "base = \"lianzhu\"\nsystem = \"shapes\"\n",
                "\"shapes\"",
                "does not go with",
            ),
            (
                "base = \"score-table\"\n[[row]]\nscore = 7\n",
                "[[row]]",
                "missing key",
            ),
            ("base = 7\n", "7", ""),
        ] {
            let error = from_toml(text, "mine").err().expect(text);
            assert!(error.message.contains(word), "{text}: {error}");
            let span = error.span.clone().expect(text);
            assert!(
                text[span.clone()].contains(blamed),
                "{text}: {:?}",
                &text[span]
            );
        }
    }

    #[test]
    fn wrong_keys_and_systems_are_told_with_their_place() {
        let wrong = FiveTupleWeights::SHIPPED.replacen("three =", "tree =", 1);
        let error = from_toml(&wrong, "mine").err().unwrap();
        let span = error.span.unwrap();
        assert_eq!(&wrong[span], "tree");
        let error = from_toml("system = \"six\"\n", "mine").err().unwrap();
        assert!(error.message.contains("five-tuple"), "{error}");
        assert_eq!(error.span, Some(10..13));
    }

    #[test]
    fn every_registered_evaluator_has_an_opinion_within_bounds() {
        use renju_core::limits::{Control, Value};
        use renju_core::position::Position;
        use renju_core::rule::Rule;
        use renju_engine::search::{SearchOptions, TranspositionTable, search};

        let mut position = Position::new(renju_core::geometry::Size::RENJU, Rule::Renju);
        for name in ["H8", "G7", "H9", "C3"] {
            position = position.play(name.parse().unwrap()).unwrap();
        }
        for evaluator in all() {
            let mut table = TranspositionTable::new(1 << 16);
            let options = SearchOptions::depth(1);
            let control = Control::unlimited();
            let found = search(&position, &*evaluator, &options, &control, &mut table);
            let name = &evaluator.info().name;
            let Value::Points(points) = found.last.lines[0].value else {
                panic!("{name}: {:?}", found.last.lines);
            };
            assert!(points.abs() <= 20_000, "{name}");
        }
    }
}
