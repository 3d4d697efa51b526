//! Properties of a game that only one format has a place for. Their values are kept as Smart Game
//! Format writes them, so that they survive in it.

use renju_core::position::GameInfo;

/// Adds a property with these texts.
pub(super) fn add(info: &mut GameInfo, name: &str, texts: &[&str]) {
    let values = texts.iter().map(|text| as_value(text)).collect();
    info.properties.push((name.to_owned(), values));
}

/// The texts of a property; none if it is not there.
pub(super) fn texts(info: Option<&GameInfo>, name: &str) -> Vec<String> {
    let values = info.map_or(&[][..], |info| values(info, name));
    values.iter().map(|value| text_of(value)).collect()
}

/// How many properties have none of these names, with the rule if it is said in other words.
pub(super) fn others(info: Option<&GameInfo>, names: &[&str]) -> usize {
    info.map_or(0, |info| {
        let others = info.properties.iter().map(|(name, _)| name.as_str());
        others.filter(|name| !names.contains(name)).count() + usize::from(info.rule.is_some())
    })
}

/// The values of a property as they are written; none if it is not there.
pub(super) fn values<'a>(info: &'a GameInfo, name: &str) -> &'a [String] {
    let found = info.properties.iter().find(|(other, _)| other == name);
    found.map_or(&[], |(_, values)| values)
}

/// A text as the value of a property: as SGF writes it, with `]` and `\` protected.
pub(super) fn as_value(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for char in text.chars() {
        if matches!(char, '\\' | ']') {
            value.push('\\');
        }
        value.push(char);
    }
    value
}

fn text_of(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(char) = chars.next() {
        let protected = if char == '\\' { chars.next() } else { None };
        text.push(protected.unwrap_or(char));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_whatever_they_hold() {
        let mut info = GameInfo::default();
        let written = ["a]b\\", "", "\\]"];
        add(&mut info, "OWN", &written);
        add(&mut info, "TWO", &[]);
        assert_eq!(info.properties[0].1[0], "a\\]b\\\\");
        assert_eq!(texts(Some(&info), "OWN"), written);
        assert_eq!(texts(Some(&info), "NONE"), [""; 0]);
        assert_eq!(others(Some(&info), &["OWN"]), 1);
        assert_eq!(others(None, &[]), 0);
    }
}
