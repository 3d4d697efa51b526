//! The command line as users type it: the sessions of the README, of `docs/` and of `tests/cmd/`.
//!
//! After a wanted change of output, `TRYCMD=overwrite cargo test --test cli` writes the new one
//! down; read the difference before it is committed.

#[test]
fn sessions_go_as_written() {
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/*.md")
        .case("docs/evaluators/*.md")
        .case("tests/cmd/*.trycmd")
        .env("LANG", "C")
        .env("LC_ALL", "C");
}
