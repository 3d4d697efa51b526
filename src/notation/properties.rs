use crate::position::GameInfo;

/// A text as the value of a property: as SGF writes it, with `]` and `\` protected.
pub(super) fn property_value(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for char in text.chars() {
        if matches!(char, '\\' | ']') {
            value.push('\\');
        }
        value.push(char);
    }
    value
}

/// The values of a property, if the game has it.
pub(super) fn property<'a>(info: &'a GameInfo, name: &str) -> Option<&'a [String]> {
    let mut properties = info.properties.iter();
    let (_, values) = properties.find(|(other, _)| other == name)?;
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_backslashes_are_protected() {
        assert_eq!(property_value("a[b]\\"), "a[b\\]\\\\");
    }
}
