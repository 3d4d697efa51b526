//! Lookup tables of a RIF database, by number: players, tournaments, rules, openings and places.

use std::borrow::Cow;
use std::collections::HashMap;

use quick_xml::events::BytesStart;

/// What games refer to by number, each table by the numbers as they are written.
#[derive(Default)]
pub(super) struct RifTables {
    countries: HashMap<String, String>,
    cities: HashMap<String, City>,
    pub(super) rules: HashMap<String, String>,
    /// The name and the short name.
    pub(super) openings: HashMap<String, Vec<String>>,
    /// Name and surname, with a blank between them.
    pub(super) players: HashMap<String, String>,
    pub(super) tournaments: HashMap<String, Tournament>,
    /// Bytes of the rows, and whether there were more than are kept.
    bytes: usize,
    pub(super) are_full: bool,
}

/// Bytes of all rows of tables that are kept. Those of `RenjuNet` have a tenth of them.
const TABLE_BYTES: usize = 32 << 20;

struct City {
    name: String,
    country: String,
}

/// What is known of a tournament.
#[derive(Default)]
pub(super) struct Tournament {
    pub(super) name: String,
    /// The year, and the month if it is known: `2026-01`.
    pub(super) date: Option<String>,
    /// The number of its rule.
    pub(super) rule: String,
    country: String,
    city: String,
}

impl RifTables {
    /// Keeps the row that an element is, if it is one of a table.
    pub(super) fn add(&mut self, element: &BytesStart<'_>) {
        const TABLES: [&str; 6] = ["country", "rule", "city", "opening", "player", "tournament"];
        let row = TableRow(element);
        if !TABLES.contains(&element.name().as_ref()) {
            return;
        }
        self.bytes = self.bytes.saturating_add(element.len());
        self.are_full = self.bytes > TABLE_BYTES;
        if self.are_full {
            return;
        }
        let id = row.get("id");
        match element.name().as_ref() {
            "country" => drop(self.countries.insert(id, row.get("name"))),
            "rule" => drop(self.rules.insert(id, row.get("name"))),
            "city" => {
                let city = City {
                    name: row.get("name"),
                    country: row.get("country"),
                };
                self.cities.insert(id, city);
            }
            "opening" => {
                let names = [row.get("name"), row.get("abbr")];
                let names = names.into_iter().filter(|name| !name.is_empty());
                self.openings.insert(id, names.collect());
            }
            "player" => {
                let name = row.get("name") + " " + &row.get("surname");
                self.players.insert(id, name.trim().to_owned());
            }
            "tournament" => drop(self.tournaments.insert(id, row.tournament())),
            _ => {}
        }
    }

    /// Where a tournament was played: the city and the country, as far as they are known.
    pub(super) fn place_of(&self, tournament: &Tournament) -> Option<String> {
        let city = self.cities.get(&tournament.city);
        let of_city = city.and_then(|city| self.countries.get(&city.country));
        let country = self.countries.get(&tournament.country).or(of_city);
        let names = [city.map(|city| &city.name), country];
        let names: Vec<&str> = names.into_iter().flatten().map(String::as_str).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// An element whose attributes are the cells of a row.
struct TableRow<'a, 'b>(&'a BytesStart<'b>);

impl TableRow<'_, '_> {
    /// The text of an attribute, nothing if it is not there.
    fn get(&self, name: &str) -> String {
        let mut attributes = self.0.attributes();
        let mut attributes = attributes.with_checks(false).flatten();
        let found = attributes.find(|attribute| attribute.key.as_ref() == name);
        found.map_or_else(String::new, |attribute| {
            plain(&attribute.value).into_owned()
        })
    }

    fn tournament(&self) -> Tournament {
        let year = Some(self.get("year")).filter(|year| !matches!(year.as_str(), "" | "0"));
        let month: Option<u8> = self.get("month").parse().ok();
        let month = month.filter(|month| (1..=12).contains(month));
        Tournament {
            name: self.get("name"),
            date: year.map(|year| match month {
                Some(month) => format!("{year}-{month:02}"),
                None => year,
            }),
            rule: self.get("rule"),
            country: self.get("country"),
            city: self.get("city"),
        }
    }
}

/// The text with the characters that XML writes by name or number. Entities that the document
/// defines stay as they are written: one may stand for a text of any length.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '\t', '\n', '\r']) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let text = text.replace(['\t', '\n', '\r'], " ");
    let mut parts = text.split('&');
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let named = part.split_once(';');
        if let Some((Some(char), rest)) = named.map(|(name, rest)| (meant(name), rest)) {
            plain.push(char);
            plain.push_str(rest);
        } else {
            plain.push('&');
            plain.push_str(part);
        }
    }
    Cow::Owned(plain)
}

/// The character that a name or a number stands for in every document.
pub(super) fn meant(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?).filter(|&char| char != '\0')
        }
    }
}
