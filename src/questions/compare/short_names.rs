//! Column titles for evaluators: their names shortened, yet all different.

use std::path::Path;

use crate::render::printable::printable;
use unicode_width::UnicodeWidthStr;

/// What evaluators are called at the head of a column: a command by its program, a file without
/// its folder and ending, and no longer than there is room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ShortNames(Vec<(String, String)>);

impl ShortNames {
    /// Short names that are all different.
    pub(super) fn of<'a>(names: impl IntoIterator<Item = &'a String>) -> ShortNames {
        let mut short = ShortNames(Vec::new());
        for name in names {
            let wanted = printable(&stem(name));
            let wanted = short.unused(&wanted, |wanted, number| format!("{wanted}-{number}"));
            short.0.push((name.clone(), wanted));
        }
        short
    }

    /// The names cut to `room` columns; `~` stands for what is left out.
    pub(super) fn cut(&self, room: usize) -> ShortNames {
        let mut cut = ShortNames(Vec::new());
        for (name, short) in &self.0 {
            let wanted = if short.width() <= room {
                short.clone()
            } else {
                beginning(short, room - 1) + "~"
            };
            let number_it = |_: &str, number: usize| {
                let number = format!("~{number}");
                beginning(short, room.saturating_sub(number.len())) + &number
            };
            let wanted = cut.unused(&wanted, number_it);
            cut.0.push((name.clone(), wanted));
        }
        cut
    }

    /// The name, or what `numbered` makes of it and the first number that makes it a new one.
    fn unused(&self, wanted: &str, numbered: impl Fn(&str, usize) -> String) -> String {
        let is_used = |name: &String| self.0.iter().any(|(_, used)| used == name);
        let others = (2..).map(|number| numbered(wanted, number));
        let mut names = std::iter::once(wanted.to_owned()).chain(others);
        let unused = names.find(|name| !is_used(name));
        unused.expect("there are more numbers than names")
    }

    /// The short name of an evaluator.
    pub(super) fn get(&self, name: &str) -> String {
        let found = self.0.iter().find(|(full, _)| full == name);
        found.map_or_else(|| printable(name), |(_, short)| short.clone())
    }

    /// The short names that are not the names themselves, with these.
    pub(super) fn explained(&self) -> impl Iterator<Item = (&str, String)> {
        let differ = self.0.iter().filter(|(name, short)| name != short);
        differ.map(|(name, short)| (short.as_str(), printable(name)))
    }
}

/// The program of a command, or the name of a file, without folder and ending.
fn stem(name: &str) -> String {
    let mut prefixes = ["gomocup:", "json:", "file:"].iter();
    let bare = prefixes.find_map(|prefix| name.strip_prefix(prefix));
    let bare = bare.unwrap_or(name);
    let first = bare.split_whitespace().next().unwrap_or(bare);
    let path = Path::new(first);
    let is_weights = path.extension().is_some_and(|ending| ending == "toml");
    let is_path = is_weights || bare.len() < name.len() || first.contains('/');
    let stem = path.file_stem().filter(|_| is_path);
    let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| first.to_owned())
}

/// As many signs from the beginning as fit in that number of columns.
fn beginning(text: &str, room: usize) -> String {
    let mut cut = String::new();
    for sign in text.chars() {
        cut.push(sign);
        if cut.width() > room {
            cut.pop();
            break;
        }
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(names: &[&str]) -> ShortNames {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        ShortNames::of(&names)
    }

    fn shown(names: &ShortNames) -> Vec<&str> {
        names.0.iter().map(|(_, short)| short.as_str()).collect()
    }

    #[test]
    fn commands_and_files_go_by_their_last_name() {
        let names = short(&[
            "shapes",
            "five-tuple:corrected",
            "gomocup:/opt/pbrain-x --level 3",
            "./mine -x",
            "old/mine.toml",
            "file:new/mine.toml",
        ]);
        let expected = [
            "shapes",
            "five-tuple:corrected",
            "pbrain-x",
            "mine",
            "mine-2",
            "mine-3",
        ];
        assert_eq!(shown(&names), expected);
        assert_eq!(names.get("./mine -x"), "mine");
        assert_eq!(names.explained().count(), 4);
    }

    #[test]
    fn cut_names_stay_different() {
        let names = short(&["count-block-empty", "count-block-empty:corrected", "shapes"]);
        let cut = names.cut(10);
        assert_eq!(shown(&cut), ["count-blo~", "count-bl~2", "shapes"]);
    }
}
