//! Options and results of programs from publications: the chosen move, how it was found, details.

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use renju_core::geometry::Point;
use renju_core::limits::StopReason;
use renju_core::named_enum::named_enum;

/// How a published program is to choose; what is left open is as its weights say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PlayOptions {
    /// Plies to look ahead.
    pub depth: Option<usize>,
    /// Moves to try at each node.
    pub width: Option<usize>,
    /// Where the published program draws random numbers: draw them from this seed. Without one the
    /// first of equal moves is played.
    pub seed: Option<u64>,
    /// Search the same tree without a cut (plain min-max), where the program has an alpha-beta search:
    /// every window is that of the root.
    pub is_plain: bool,
}

/// The move that a published program chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublishedMove {
    /// The value of the line in the program's unit, seen by the side that searches; `None` where
    /// it plays without a value.
    pub value: Option<i64>,
    /// The move, and what follows it as far as the program knows; empty if it finds none.
    pub moves: Vec<Point>,
    /// By which part of the program the move was found.
    pub how: How,
    /// Plies that were looked ahead.
    pub depth: usize,
    /// Nodes that were visited.
    pub nodes: u64,
    /// Why the search ended early, if it did.
    pub stop: Option<StopReason>,
}

impl PublishedMove {
    /// A move that was found without a search.
    pub fn unsearched(how: How, point: Option<Point>) -> PublishedMove {
        PublishedMove {
            value: None,
            moves: point.into_iter().collect(),
            how,
            depth: 0,
            nodes: 0,
            stop: None,
        }
    }
}

named_enum! {
    /// By which part of a program a move was found.
    pub enum How: "how" {
        /// By the search itself.
        Searched = "searched",
        /// By its search with fewer plies than it has: the time was over before that with all of them
        /// was through with a first move.
        Shallow = "shallow",
        /// By the greatest value of a point, without looking ahead.
        Greedy = "greedy",
        /// By a rule that comes before any search: a five to make or to stop, and the like.
        Forced = "forced",
        /// By the list of first moves.
        Opening = "opening",
        /// Because the search found nothing.
        Fallback = "fallback",
        /// By drawing lots.
        Random = "random",
    }
}

/// Everything a published program computes of a position, as the JSON of its answer key.
///
/// Every program has fields of its own; they stand in the order in which they are put in.
#[derive(Clone, Debug, Default)]
pub struct Details(Vec<(&'static str, Box<RawValue>)>);

impl Details {
    /// With one more field.
    ///
    /// # Panics
    ///
    /// Panics if the value is no JSON, such as a map with keys that are no strings.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Serialize) -> Details {
        let value = to_raw_value(&value).expect("details are JSON");
        self.0.push((name, value));
        self
    }

    /// With one more field where there is something to say.
    #[must_use]
    pub fn with_some(self, name: &'static str, value: Option<impl Serialize>) -> Details {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The JSON text, an object.
    ///
    /// # Panics
    ///
    /// Never: all values are JSON text already.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("details are JSON")
    }
}

impl PartialEq for Details {
    fn eq(&self, other: &Details) -> bool {
        self.json() == other.json()
    }
}

impl Serialize for Details {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Values by the name of a point, in reading order.
pub type ByPoint<T> = ByKey<Point, T>;

/// Values by their keys: in JSON an object, its fields in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByKey<K, T>(pub Vec<(K, T)>);

impl<K, T> ByKey<K, T> {
    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: PartialEq, T> ByKey<K, T> {
    /// The value of a key.
    pub fn get<Q: PartialEq + ?Sized>(&self, key: &Q) -> Option<&T>
    where
        K: std::borrow::Borrow<Q>,
    {
        let mut entries = self.0.iter();
        entries.find_map(|(there, value)| (there.borrow() == key).then_some(value))
    }
}

impl<K, T> FromIterator<(K, T)> for ByKey<K, T> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(entries: I) -> ByKey<K, T> {
        ByKey(entries.into_iter().collect())
    }
}

impl<K: Serialize, T: Serialize> Serialize for ByKey<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}
