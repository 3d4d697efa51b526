//! Fields under the names that web programs give them: the side to move, the size, the rule.

use std::borrow::Cow;

use serde_json::Value;

use crate::coordinates::shortened;
use crate::{ErrorCode, ParseError};
use renju_core::board::Color;
use renju_core::geometry::Size;
use renju_core::rule::Rule;

use super::field_names::{NOT_READ, alias_of, rule_of, side_of};
use super::fields::Fields;

impl Fields<'_> {
    /// The name under which a field is there: its own, or that of another program.
    pub(super) fn known_as(&self, key: &'static str) -> Cow<'static, str> {
        let mut others = self.others(key).filter(|name| self.has(name));
        match others.next().filter(|_| !self.has(key)) {
            Some(other) => other.clone().into(),
            None => key.into(),
        }
    }

    /// The names of other programs under which a field is there.
    fn others(&self, key: &str) -> impl Iterator<Item = &String> {
        let others = self.aliases.iter().filter(move |(field, _)| *field == key);
        others.map(|(_, name)| name)
    }

    /// The fields that look like one that is read, and could not be.
    pub(super) fn passed_over(&self) -> impl Iterator<Item = ParseError> {
        let names = self
            .aliases
            .iter()
            .map(|(_, name)| name.as_str())
            .chain(["board"]);
        let left = names.filter_map(|name| Some((name, self.get(name)?)));
        let is_said = |(name, value): &(&str, &Value)| match alias_of(name) {
            None | Some("board" | "moves") => value.is_array() || value.is_string(),
            Some(NOT_READ) => !value.is_array() && !value.is_object(),
            Some(_) => true,
        };
        let fields = self
            .object
            .iter()
            .map(|(name, value)| (name.as_str(), value));
        let nested = fields.filter(|(_, value)| self.is_of_settings(value));
        left.filter(is_said).chain(nested).map(|(name, value)| {
            let value = shortened(&value.to_string());
            let message = format!("the field {name:?} is not read: {value}");
            self.at(name, ParseError::new(ErrorCode::UnknownField, message))
        })
    }

    /// Whether a value has fields for the size, the rule or the side to move that nothing else says.
    fn is_of_settings(&self, value: &Value) -> bool {
        let is_open = |key: &String| {
            let field = match key.as_str() {
                "size" | "rule" | "to_move" => key,
                key => alias_of(key).unwrap_or_default(),
            };
            let times = self.text.matches(&format!("\"{field}\":")).count();
            matches!(field, "size" | "rule" | "to_move") && times <= usize::from(field == key)
        };
        let inner = value.as_object();
        inner.is_some_and(|inner| inner.keys().any(is_open))
    }

    /// The side of the board under any of its names. What is no side stays, unless it is `size`.
    ///
    /// # Errors
    ///
    /// `bad_size` if two names give two sides.
    pub(super) fn any_size(&mut self) -> Result<Option<Size>, ParseError> {
        let own = self.size("size")?;
        self.any("size", own, |value| match value {
            Value::String(text) => text.parse().ok(),
            value => value.to_string().parse().ok(),
        })
    }

    /// The rule under any of its names, by its name or its number.
    ///
    /// # Errors
    ///
    /// `bad_rule` if `rule` is none, or two names give two rules.
    pub(super) fn any_rule(&mut self) -> Result<Option<Rule>, ParseError> {
        let own = self.rule("rule")?;
        self.any("rule", own, rule_of)
    }

    /// The side to move under any of its names: by the name of its colour, the sign of its stones, or as
    /// player 1 and 2, 1 and -1. What may be anything else stays.
    ///
    /// # Errors
    ///
    /// `bad_color` if `to_move` is none, or two names give two sides.
    pub(super) fn any_side(&mut self) -> Result<Option<Color>, ParseError> {
        let own = self.color("to_move")?;
        for (name, value) in self.sides_in_names() {
            self.object.insert(name, value);
        }
        self.any("to_move", own, side_of)
    }

    /// The sides to move that names say with their values: `"whiteToMove": true`, `"lastPlayer": 1`.
    fn sides_in_names(&self) -> Vec<(String, Value)> {
        let said = self.others("to_move").filter_map(|name| {
            let (value, lower) = (self.get(name)?, name.to_ascii_lowercase());
            let side = if lower.contains("last") {
                !side_of(value)?
            } else {
                let named = Color::BOTH
                    .into_iter()
                    .find(|color| lower.contains(color.name()))?;
                if value.as_bool()? { named } else { !named }
            };
            Some((name.clone(), Value::from(side.name())))
        });
        said.collect()
    }

    /// The value of a field under any of its names but `key`, which says `own`; what `read` does not
    /// understand stays.
    fn any<T: Copy + PartialEq>(
        &mut self,
        key: &'static str,
        own: Option<T>,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<T>, ParseError> {
        let mut found = own;
        let names: Vec<String> = self.others(key).cloned().collect();
        for name in names {
            let Some(value) = self.get(&name).and_then(&read) else {
                continue;
            };
            if found.is_some_and(|found| found != value) {
                let what = key.replace('_', " ");
                let message = format!("{name} and another field disagree about the {what}");
                return Err(self.at(&name, ParseError::new(ErrorCode::BadJson, message)));
            }
            self.object.remove(&name);
            found = Some(value);
        }
        Ok(found)
    }
}
