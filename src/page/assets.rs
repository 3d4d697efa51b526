//! The browser's side of the page, compiled in: modules joined to one script, and the style.

/// The modules, each behind those that it imports.
const MODULES: [&str; 9] = [
    include_str!("assets/words.js"),
    include_str!("assets/source.js"),
    include_str!("assets/game.js"),
    include_str!("assets/board.js"),
    include_str!("assets/proof.js"),
    include_str!("assets/lines.js"),
    include_str!("assets/moves.js"),
    include_str!("assets/values.js"),
    include_str!("assets/files.js"),
];

/// The module that starts the page.
const PAGE: &str = include_str!("assets/page.js");

/// The script of the page: its modules as one, without comments.
///
/// The modules share no names, so what they import from each other is left out.
pub fn script() -> String {
    let mut joined = String::new();
    for module in MODULES.iter().chain([&PAGE]) {
        add(&mut joined, module);
    }
    joined
}

/// The style of the page.
pub fn style() -> &'static str {
    include_str!("assets/page.css")
}

/// Adds a module without what only its readers and the other modules need.
fn add(joined: &mut String, module: &str) {
    let mut is_comment = false;
    for line in module.lines().map(without_types) {
        let line = line.trim();
        is_comment |= line.starts_with("/*");
        let is_left_out =
            is_comment || line.is_empty() || line.starts_with("//") || line.starts_with("import {");
        if !is_left_out {
            joined.push_str(line.strip_prefix("export ").unwrap_or(line));
            joined.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
}

/// A line without the comments in its midst, which tell the compiler of types what it has.
fn without_types(line: &str) -> String {
    let (mut code, mut rest) = (String::new(), line);
    while let Some((before, comment)) = rest.split_once("/** ")
        && let Some((_, behind)) = comment.split_once("*/")
    {
        code.push_str(before);
        rest = behind.trim_start();
    }
    code + rest
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_modules_are_one_script_without_comments() {
        let script = script();
        for left in ["import {", "export ", "\n//", "@param", "@typedef"] {
            assert!(!script.contains(left), "{left}");
        }
        assert!(script.contains("\nclass Context {") && script.ends_with("start();\n"));
    }

    /// Joined, two of one name would be an error in the browser.
    #[test]
    fn no_two_modules_declare_a_name() {
        let mut known = BTreeSet::new();
        for line in MODULES
            .iter()
            .chain([&PAGE])
            .flat_map(|module| module.lines())
        {
            let line = line.strip_prefix("export ").unwrap_or(line);
            let line = line.strip_prefix("async ").unwrap_or(line);
            let of = |word| line.strip_prefix(word);
            let declared = of("const ")
                .or(of("let "))
                .or(of("function "))
                .or(of("class "));
            let name =
                declared.and_then(|rest| rest.split(|sign: char| !sign.is_alphanumeric()).next());
            if let Some(name) = name {
                assert!(known.insert(name), "{name} is declared twice");
            }
        }
        assert!(known.len() > 60);
    }
}
