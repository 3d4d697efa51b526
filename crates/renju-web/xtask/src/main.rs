//! Tasks of those who give the program away: `cargo xtask web [FOLDER]` makes the page with the library as
//! WebAssembly, as files for any web server; `cargo xtask dist [TARGET]` an archive of the program;
//! `cargo xtask book` the manual as a book; `cargo xtask recipes [ADDRESS]` recipes of package managers;
//! `cargo xtask record PROGRAM PAGE` the sessions of a page as a moving SVG.

mod book;
mod dist;
mod parts;
mod recipes;
mod record;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use renju::analysis::SessionEvaluators;
use renju::geometry::Size;
use renju::page::{GameRecord, PageDocument, PageMode, PageRecord, PageStudy, script, style};
use renju::position::{Position, Setup};
use renju::render::Lang;
use renju::rule::Rule;
use wasm_bindgen_cli_support::Bindgen;

/// The target of browsers, and what their processors have been able to do for years.
const TARGET: &str = "wasm32-unknown-unknown";
const FLAGS: &str = "-Ctarget-feature=+simd128,+bulk-memory";

fn main() -> ExitCode {
    let done = run();
    if let Err(error) = &done {
        eprintln!("{error}");
    }
    ExitCode::from(u8::from(done.is_err()))
}

fn run() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match &words[..] {
        [task] if task == "web" => web(Path::new("web")),
        [task, folder] if task == "web" => web(Path::new(folder)),
        [task] if task == "dist" => dist::dist(None),
        [task, target] if task == "dist" => dist::dist(Some(target)),
        [task] if task == "book" => book::book().map(|_| ()),
        [task, program, page] if task == "record" => {
            let svg = record::record(Path::new(program), Path::new(page))?;
            print!("{svg}");
            Ok(())
        }
        [task] if task == "recipes" => recipes::recipes(None),
        [task, address] if task == "recipes" => recipes::recipes(Some(address)),
        _ => Err(
            "cargo xtask web [FOLDER] makes the page for a web server; FOLDER is web if not named\n\
             cargo xtask dist [TARGET] makes an archive of the program; TARGET is this machine\n\
             cargo xtask book makes the manual as a book, in target/book/html\n\
             cargo xtask recipes [ADDRESS] fills in the recipes of package managers; archives are at ADDRESS\n\
             cargo xtask record PROGRAM PAGE prints the sessions of a page as a moving SVG"
                .into(),
        ),
    }
}

/// Makes the page in a folder.
fn web(folder: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let library = built(&root)?;
    Bindgen::new()
        .input_path(&library)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    for name in ["web.js", "worker.js"] {
        std::fs::copy(root.join("page").join(name), folder.join(name))?;
    }
    std::fs::write(folder.join("page.js"), script())?;
    std::fs::write(folder.join("page.css"), style())?;
    for lang in Lang::all() {
        std::fs::write(folder.join(PageDocument::file_name(lang)), page(lang)?)?;
    }
    let size = folder.join("renju_web_bg.wasm").metadata()?.len();
    println!("{}: the library has {} kB", folder.display(), size / 1000);
    Ok(())
}

/// The library as WebAssembly.
fn built(root: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let manifest = root.join("Cargo.toml");
    let target = root.join("../../target/web");
    let status = Command::new(env!("CARGO"))
        .args([
            "build",
            "--release",
            "--locked",
            "--package",
            "renju-web",
            "--target",
            TARGET,
        ])
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--target-dir")
        .arg(&target)
        .env("RUSTFLAGS", FLAGS)
        .status()?;
    if !status.success() {
        return Err(format!(
            "the library was not built; `rustup target add {TARGET}` brings what it needs"
        )
        .into());
    }
    Ok(target.join(TARGET).join("release").join("renju_web.wasm"))
}

/// The HTML of the page in a language.
fn page(lang: Lang) -> Result<String, Box<dyn Error>> {
    let game = GameRecord::of_setup(&Setup::default(), &Position::new(Size::RENJU, Rule::Renju));
    let evaluators = SessionEvaluators::new(renju::systems::find("network")?);
    let document = PageDocument {
        mode: PageMode::Web,
        lang,
        theme: None,
        title: "renju",
        summary: "",
        records: &[PageRecord::without_answers(game)],
        evaluators: &evaluators,
        searcher: "network",
        chosen: &[
            "network".to_owned(),
            renju::systems::SHOWN_PROGRAM.to_owned(),
        ],
        studies: &[PageStudy::Forbidden, PageStudy::Search],
    };
    Ok(document.to_linked_html())
}
