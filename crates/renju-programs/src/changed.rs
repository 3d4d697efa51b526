//! The weights of an evaluator one by one: what it becomes when one of them is another number.

use std::fmt::Write;

use renju_engine::eval::weights::read;
use renju_engine::eval::{WeightsError, WeightsText};
use toml::Value;

use super::registry::{EvaluatorHandle, base_of, complete_text, find, from_toml};

/// The whole numbers in the weights of an evaluator, each with its place there.
#[derive(Clone, Debug)]
pub struct ChangeableWeights {
    name: String,
    table: toml::Table,
    numbers: Vec<(WeightPlace, i64)>,
}

/// The keys and places that lead to a number of a file: `own.three_loose`, `row[3].score`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct WeightPlace(Vec<PlaceStep>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum PlaceStep {
    Key(String),
    Index(usize),
}

impl ChangeableWeights {
    /// The weights of an evaluator of this crate, shipped or a user's; `None` of any other.
    pub fn of(evaluator: &EvaluatorHandle) -> Option<ChangeableWeights> {
        let name = evaluator.info().name.clone();
        let own = evaluator.weights();
        let shipped = || find(&name).is_ok_and(|shipped| shipped.is_same(evaluator));
        let base = own.map_or_else(|| shipped().then(|| name.clone()), base_of);
        if own.is_none() && base.is_none() {
            return None;
        }
        let below = base.as_deref().map(complete_text);
        let below = below.map_or(Some(None), |text| text.map(Some))?;
        let source = WeightsText {
            text: own.unwrap_or_default(),
            base: below.as_deref(),
        };
        let mut table: toml::Table = read(source).ok()?;
        // It says which variant the numbers are those of.
        table.extend(base.map(|base| ("base".to_owned(), Value::String(base))));
        let mut numbers = Vec::new();
        collect(&Value::Table(table.clone()), &mut Vec::new(), &mut numbers);
        Some(ChangeableWeights {
            name,
            table,
            numbers,
        })
    }

    /// The number of weights.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is no whole number among them.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The name of a weight, such as `own.three_loose`, or `row[3].score` in the fourth `[[row]]`.
    ///
    /// # Panics
    ///
    /// Panics if `weight` is not below [`len`](Self::len), as all that take one do.
    pub fn name(&self, weight: usize) -> String {
        let mut name = String::new();
        for step in &self.numbers[weight].0.0 {
            let dot = if name.is_empty() { "" } else { "." };
            let is_bare = |key: &str| {
                key.chars()
                    .all(|sign| sign.is_alphanumeric() || "_-".contains(sign))
            };
            let _ = match step {
                PlaceStep::Index(index) => write!(name, "[{index}]"),
                PlaceStep::Key(key) if is_bare(key) => write!(name, "{dot}{key}"),
                PlaceStep::Key(key) => write!(name, "{dot}{key:?}"),
            };
        }
        name
    }

    /// What a weight is.
    pub fn value(&self, weight: usize) -> i64 {
        self.numbers[weight].1
    }

    /// The evaluator with another number in place of one weight.
    ///
    /// # Errors
    ///
    /// If the weight cannot be that number.
    pub fn with(&self, weight: usize, value: i64) -> Result<EvaluatorHandle, WeightsError> {
        self.with_all(&[(weight, value)])
    }

    /// The evaluator with other numbers in place of some weights.
    ///
    /// # Errors
    ///
    /// If one of them cannot be that number.
    pub fn with_all(&self, changes: &[(usize, i64)]) -> Result<EvaluatorHandle, WeightsError> {
        from_toml(&self.changed(changes).to_string(), &self.name)
    }

    /// A file with other numbers in place of some weights: `base`, and below it what differs from the
    /// evaluator that it names. All of it where the weights lack something that every base has.
    pub fn text_with(&self, changes: &[(usize, i64)]) -> String {
        let mut whole = self.changed(changes);
        let named = whole.remove("base");
        let named = named.as_ref().or_else(|| whole.get("system"));
        let base = named.and_then(Value::as_str).map(str::to_owned);
        let below = base.as_deref().and_then(complete_text);
        let below = below.and_then(|text| read::<toml::Table>(&*text).ok());
        let short = below.and_then(|below| difference(&whole, &below));
        if let (Some(short), Some(base)) = (short, base) {
            whole = toml::Table::from_iter([("base".to_owned(), Value::String(base))]);
            whole.extend(short);
        }
        whole.to_string()
    }

    fn changed(&self, changes: &[(usize, i64)]) -> toml::Table {
        let mut table = self.table.clone();
        for &(weight, value) in changes {
            let mut steps = self.numbers[weight].0.0.iter();
            let mut at = match steps.next() {
                Some(PlaceStep::Key(key)) => &mut table[key],
                _ => unreachable!("a file is a table"),
            };
            for step in steps {
                at = match step {
                    PlaceStep::Key(key) => &mut at[key],
                    PlaceStep::Index(index) => &mut at[*index],
                };
            }
            *at = Value::Integer(value);
        }
        table
    }
}

/// What a table has otherwise than the one below it; `None` if it lacks a key, which no file can say.
fn difference(own: &toml::Table, below: &toml::Table) -> Option<toml::Table> {
    if below.keys().any(|key| !own.contains_key(key)) {
        return None;
    }
    let mut differs = toml::Table::new();
    for (key, value) in own {
        let value = match (value, below.get(key)) {
            (Value::Table(own), Some(Value::Table(below))) => {
                let inside = difference(own, below)?;
                (!inside.is_empty()).then_some(Value::Table(inside))
            }
            (value, below) => (Some(value) != below).then(|| value.clone()),
        };
        differs.extend(value.map(|value| (key.clone(), value)));
    }
    Some(differs)
}

fn collect(value: &Value, place: &mut Vec<PlaceStep>, numbers: &mut Vec<(WeightPlace, i64)>) {
    let mut inside = |step: PlaceStep, value: &Value| {
        place.push(step);
        collect(value, place, numbers);
        place.pop();
    };
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                inside(PlaceStep::Key(key.clone()), value);
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                inside(PlaceStep::Index(index), value);
            }
        }
        Value::Integer(number) => numbers.push((WeightPlace(place.clone()), *number)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::all;
    use renju_core::board::Color;
    use renju_core::geometry::Size;
    use renju_core::position::Position;
    use renju_core::rule::Rule;

    fn said(evaluator: &EvaluatorHandle) -> renju_engine::eval::Evaluation {
        let position = Position::new(Size::RENJU, Rule::Renju);
        let position = position.play("H8".parse().unwrap()).unwrap();
        evaluator.evaluate(&position, Color::White).unwrap()
    }

    /// Writing a number that is there changes nothing, whatever the evaluator.
    #[test]
    fn the_same_number_makes_the_same_evaluator() {
        for evaluator in all() {
            let weights = ChangeableWeights::of(&evaluator).expect("it has weights");
            if weights.is_empty() {
                continue;
            }
            let last = weights.len() - 1;
            let same = weights.with(last, weights.value(last)).unwrap();
            assert_eq!(said(&same), said(&evaluator), "{}", weights.name(last));
            assert_eq!(same.info().ranks_by, evaluator.info().ranks_by);
        }
    }

    #[test]
    fn a_weight_of_a_user_s_file_is_changed_in_its_place() {
        let text = "base = \"five-tuple\"\n[enemy]\none = 7\n";
        let mine = from_toml(text, "mine").unwrap();
        let weights = ChangeableWeights::of(&mine).unwrap();
        let place = |name: &str| (0..weights.len()).find(|&weight| weights.name(weight) == name);
        assert_eq!(weights.value(place("opponent.one").unwrap()), 7);
        assert_eq!(weights.value(place("bonus.rows[7][7]").unwrap()), 30);
        let one = place("own.one").unwrap();
        let changed = weights.with(one, 30).unwrap();
        let by_hand = from_toml(&format!("{text}[own]\none = 30\n"), "mine").unwrap();
        assert_eq!(said(&changed), said(&by_hand));
        assert!(weights.with(one, i64::MAX).is_err());
        assert!(find("five-tuple").is_ok_and(|shipped| said(&shipped) != said(&changed)));
    }

    /// A file that is written is read as the evaluator that was run, whatever it was made of.
    #[test]
    fn the_file_with_changes_is_the_evaluator_with_them() {
        let complete = crate::toml_of("five-tuple").unwrap();
        let without_bonus = &complete[..complete.find("[bonus]").unwrap()];
        let mine = "base = \"five-tuple:corrected\"\n[own]\none = 7\n";
        let cases = [
            (mine, "base = \"five-tuple:corrected\"\n"),
            (complete, "base = \"five-tuple\"\n"),
            (without_bonus, "system = \"five-tuple\"\n"),
        ];
        for (text, begin) in cases {
            let weights = ChangeableWeights::of(&from_toml(text, "mine").unwrap()).unwrap();
            let place = (0..weights.len()).find(|&weight| weights.name(weight) == "own.two");
            let changes = [(place.unwrap(), 25)];
            let written = weights.text_with(&changes);
            assert!(written.starts_with(begin), "{written}");
            let [read, run] = [
                from_toml(&written, "mine").unwrap(),
                weights.with_all(&changes).unwrap(),
            ];
            assert_eq!(said(&read), said(&run), "{written}");
        }
        let unchanged = ChangeableWeights::of(&find("lianzhu").unwrap()).unwrap();
        assert_eq!(unchanged.text_with(&[]), "base = \"lianzhu\"\n");
    }
}
