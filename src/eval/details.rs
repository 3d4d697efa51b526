use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::geometry::Point;

/// Everything a published program computes of a position, as the JSON of its answer key.
///
/// Every program has fields of its own, so they are kept as text; its reader knows the key.
#[derive(Clone, Debug)]
pub struct Details(Box<RawValue>);

impl Details {
    /// The details with these fields.
    ///
    /// # Panics
    ///
    /// Panics if the fields are no JSON, such as a map with keys that are no strings.
    pub fn new(fields: &impl Serialize) -> Details {
        Details(to_raw_value(fields).expect("details are JSON"))
    }

    /// The JSON text, an object.
    pub fn json(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for Details {
    fn eq(&self, other: &Details) -> bool {
        self.json() == other.json()
    }
}

impl Serialize for Details {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Values of points as a map from their names, in reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByPoint<T>(pub Vec<(Point, T)>);

impl<T> FromIterator<(Point, T)> for ByPoint<T> {
    fn from_iter<I: IntoIterator<Item = (Point, T)>>(entries: I) -> ByPoint<T> {
        ByPoint(entries.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for ByPoint<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(point, value)| (point, value)))
    }
}
