//! Every check of this program, on code that violates it and on code that does not.

use crate::circles::circles;
use crate::rules::{
    banned_names, logic_in_mod_files, long_files, long_functions, quoted_names, thin_docs,
    types_declared_twice, without_example,
};
use crate::sources::Source;

fn sources(files: &[(&str, &str)]) -> Vec<Source> {
    files
        .iter()
        .map(|(path, text)| Source::new(path, text))
        .collect()
}

#[test]
fn a_circle_through_a_re_export_is_seen() {
    let page = (
        "a/mod.rs",
        "mod one; mod two; pub use two::Two; pub use one::One;",
    );
    let two = ("a/two.rs", "use super::One; pub struct Two(One);");
    let circle = sources(&[
        page,
        ("a/one.rs", "use crate::a::Two; pub struct One(Two);"),
        two,
    ]);
    assert_eq!(circles(circle.iter()), [["a/one.rs", "a/two.rs"]]);
    let plain = sources(&[page, ("a/one.rs", "pub struct One;"), two]);
    assert!(circles(plain.iter()).is_empty());
}

#[test]
fn a_circle_by_a_path_in_a_body_is_seen_and_one_in_tests_is_not() {
    let page = ("a/mod.rs", "mod one; mod two;");
    let one = ("a/one.rs", "pub fn f() { super::two::g() }");
    let circle = sources(&[page, one, ("a/two.rs", "pub fn g() { super::one::f() }")]);
    assert_eq!(circles(circle.iter()).len(), 1);
    let tests = "pub fn g() {} #[cfg(test)] mod tests { use super::super::one::f; }";
    assert!(circles(sources(&[page, one, ("a/two.rs", tests)]).iter()).is_empty());
}

#[test]
fn logic_in_a_mod_file_is_seen() {
    let check = |text| logic_in_mod_files(&sources(&[("a/mod.rs", text)])).len();
    assert_eq!(
        check("//! A page.\nmod b;\npub use b::C;\n#[cfg(test)]\nmod tests {}"),
        0
    );
    assert_eq!(check("fn f() {}"), 1);
    assert_eq!(check("pub struct S;\nimpl S {}"), 2);
}

#[test]
fn long_functions_and_files_are_seen() {
    let long = format!("fn f() {{\n{}}}\n", "    g();\n".repeat(59));
    assert_eq!(
        long_functions(&sources(&[("a/b.rs", &long)])),
        ["a/b.rs:1 (61 lines)"]
    );
    let short = format!("fn f() {{\n{}}}\n", "    g();\n".repeat(58));
    assert!(long_functions(&sources(&[("a/b.rs", &short)])).is_empty());
    assert_eq!(
        long_files(&sources(&[("a/b.rs", &"\n".repeat(601))])).len(),
        1
    );
    assert!(long_files(&sources(&[("a/b.rs", &"\n".repeat(600))])).is_empty());
}

#[test]
fn a_type_declared_twice_is_seen() {
    let twice = sources(&[
        ("a/b.rs", "struct Line;"),
        ("c/d.rs", "enum Line {}"),
        ("e.rs", "type Error = ();"),
        ("f.rs", "type Error = ();"),
    ]);
    let found = types_declared_twice(&twice, &["Error"]);
    assert_eq!(found, ["Line: a/b.rs:1, c/d.rs:1"]);
}

#[test]
fn docs_that_say_nothing_are_seen() {
    let check = |text| thin_docs(&sources(&[("a/b.rs", text)])).len();
    assert_eq!(
        check("/// Which.\npub struct S {\n/// The same rule as before it.\npub a: u8 }"),
        2
    );
    assert_eq!(
        check(
            "/// Two words.\npub enum E {\n/// Where.\nA }\nimpl E {\n/// Why not.\npub fn f() {} }"
        ),
        3
    );
    assert_eq!(
        check(
            "/// A point of the board.\npub struct S {\n/// Private.\na: u8 }\n/// Mine.\nfn f() {}"
        ),
        0
    );
}

#[test]
fn the_name_of_a_program_in_quotes_is_seen() {
    let text = "fn f() { g(\"five-tuple:corrected\") } /// As five-tuple has it.\nfn h() {}";
    let files = sources(&[("cli/b.rs", text), ("systems/c.rs", text)]);
    let found = quoted_names(&files, &["five-tuple"], |path| path.starts_with("systems/"));
    assert_eq!(found, ["cli/b.rs:1: \"five-tuple:corrected\""]);
}

#[test]
fn a_word_of_the_private_language_is_seen() {
    let found = banned_names(
        &sources(&[("a/crew.rs", "struct Purse;")]),
        &["crew", "Purse"],
    );
    assert_eq!(found, ["a/crew.rs:1: type Purse", "a/crew.rs: module"]);
}

#[test]
fn an_entry_point_without_an_example_is_seen() {
    let check = |text| without_example(&sources(&[("a/b.rs", text)]), &[("a", "solve")]).len();
    assert_eq!(check("/// Solves.\npub fn solve() {}"), 1);
    assert_eq!(
        check("/// Solves.\n///\n/// ```\n/// a::solve();\n/// ```\npub fn solve() {}"),
        0
    );
    assert_eq!(check("fn other() {}"), 1);
}
