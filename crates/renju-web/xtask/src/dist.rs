//! `cargo xtask dist [TARGET]`: an archive of the program for people without Rust.

use std::error::Error;
use std::fs::{copy, create_dir_all, read_to_string, remove_dir_all, write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use regex::Regex;

use crate::book::{book, files};
use crate::parts::Parts;

/// The shells, each with the file that its completions are looked for in.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "renju.bash"),
    ("zsh", "_renju"),
    ("fish", "renju.fish"),
    ("powershell", "renju.ps1"),
    ("elvish", "renju.elv"),
];

/// What stands beside the program as it is here.
const PAPERS: [&str; 5] = [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "README.zh.md",
    "CHANGELOG.md",
];

/// Makes the archive in `target/dist`. Where this machine cannot run the program of that target, one for this
/// machine writes the manual pages and the completions.
pub(crate) fn dist(target: Option<&str>) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let host = host()?;
    let target = target.map_or_else(|| host.replace("linux-gnu", "linux-musl"), str::to_owned);
    let program = built(&root, &target)?;
    let speaker = if said(Command::new(&program).arg("--version")).is_ok() {
        program.clone()
    } else {
        built(&root, &host)?
    };
    let version = version(&root)?;
    let name = format!("renju-{version}-{target}");
    let folder = root.join("target/dist").join(&name);
    let _ = remove_dir_all(&folder);
    create_dir_all(&folder)?;
    let file = program.file_name().ok_or("the program has a name")?;
    copy(&program, folder.join(file))?;
    for paper in PAPERS {
        write(
            folder.join(paper),
            led_to_manual(&read_to_string(root.join(paper))?)?,
        )?;
    }
    // Beside the program, where `cargo deb` looks for them.
    let beside = program.with_file_name("");
    completions(&speaker, &beside.join("completions"))?;
    manual(&speaker, &beside.join("man/man1"))?;
    for name in ["completions", "man"] {
        copied(&beside.join(name), &folder.join(name))?;
    }
    copied(&root.join("positions"), &folder.join("positions"))?;
    match book() {
        Ok(book) => copied(&book, &folder.join("manual"))?,
        Err(error) => println!("left out: manual, the book ({error})"),
    }
    let parts = Parts::of(&root, &target)?;
    let bill = serde_json::to_string_pretty(&parts.bill(&version))?;
    write(folder.join("sbom.cdx.json"), bill)?;
    write(folder.join("LICENSES-OF-PARTS.txt"), parts.licences()?)?;
    let archive = packed(&folder, &name, &target)?;
    let sizes = [folder.join(file), archive.clone()].map(|path| path.metadata().map(|it| it.len()));
    let [program, whole] = sizes;
    println!(
        "{}: {} bytes, the program {} bytes",
        archive.display(),
        whole?,
        program?
    );
    Ok(())
}

/// A page whose links to `docs` lead to the book, which stands in an archive instead.
fn led_to_manual(page: &str) -> Result<String, Box<dyn Error>> {
    let link = Regex::new(r"\]\(docs/([^)#]*)\.md")?.replace_all(page, "](manual/$1.html");
    let link = link
        .replace("README.html", "index.html")
        .replace("=\"docs/", "=\"manual/");
    Ok(
        Regex::new(r"\[([^\]]*)\]\((?:docs|examples|python)/[^)]*\)")?
            .replace_all(&link, "$1")
            .into_owned(),
    )
}

/// Copies a folder.
fn copied(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    for file in files(from)? {
        let to = to.join(file.strip_prefix(from)?);
        create_dir_all(to.parent().ok_or("a file is in a folder")?)?;
        copy(file, to)?;
    }
    Ok(())
}

/// The version of the program.
pub(crate) fn version(root: &Path) -> Result<String, Box<dyn Error>> {
    let id = said(Command::new(env!("CARGO")).arg("pkgid").current_dir(root))?;
    Ok(id.rsplit(['@', '#']).next().unwrap_or_default().to_owned())
}

/// The machine that this runs on.
fn host() -> Result<String, Box<dyn Error>> {
    let said = said(Command::new("rustc").arg("-vV"))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc names no host")?.to_owned())
}

/// The program for a target, which knows the commit that it was made of.
fn built(root: &Path, target: &str) -> Result<PathBuf, Box<dyn Error>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["build", "--locked", "--profile", "dist", "--bin", "renju"])
        .args(["--target", target, "--target-dir", "target/dist"]);
    let mut git = Command::new("git");
    git.args(["describe", "--always", "--dirty", "--abbrev=12"]);
    if let Ok(commit) = said(git.current_dir(root)) {
        cargo.env("RENJU_COMMIT", commit);
    }
    if target.contains("linux-musl") {
        // A static program need not be moved in memory, and is smaller without relocations.
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("no-unwinding.ld");
        let script = script
            .to_str()
            .ok_or("the path of the repository is not UTF-8")?;
        let flags = [
            "-Crelocation-model=static",
            "-Clink-arg=-Wl,--no-eh-frame-hdr",
            &format!("-Clink-arg=-Wl,-T,{script}"),
        ];
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    }
    let status = cargo.current_dir(root).status()?;
    if !status.success() {
        return Err(
            format!("it was not built; `rustup target add {target}` may be missing").into(),
        );
    }
    let ending = if target.contains("windows") {
        ".exe"
    } else {
        ""
    };
    Ok(root.join(format!("target/dist/{target}/dist/renju{ending}")))
}

/// The scripts for shells.
fn completions(program: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    create_dir_all(folder)?;
    for (shell, file) in COMPLETIONS {
        let script = said(Command::new(program).args(["completions", shell]))?;
        write(folder.join(file), script + "\n")?;
    }
    Ok(())
}

/// The pages of the manual: of the program and of each command.
fn manual(program: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    create_dir_all(folder)?;
    let mut ask = Command::new(program);
    let commands = said(
        ask.args(["--", "renju", "man", ""])
            .env("RENJU_COMPLETE", "fish"),
    )?;
    let names = commands.lines().filter(|line| !line.starts_with('-'));
    for name in names.map(|line| line.split('\t').next().unwrap_or(line)) {
        let page = said(Command::new(program).args(["man", name]))?;
        write(folder.join(format!("renju-{name}.1")), page + "\n")?;
    }
    let page = said(Command::new(program).arg("man"))?;
    Ok(write(folder.join("renju.1"), page + "\n")?)
}

/// The folder as an archive beside it.
fn packed(folder: &Path, name: &str, target: &str) -> Result<PathBuf, Box<dyn Error>> {
    let is_zip = target.contains("windows");
    let ending = if is_zip { "zip" } else { "tar.gz" };
    let archive = folder.with_file_name(format!("{name}.{ending}"));
    let above = folder.parent().ok_or("the folder stands in one")?;
    // The `tar` of Windows writes zip files, that of GNU does not.
    let mut pack = Command::new(if is_zip && !cfg!(windows) {
        "zip"
    } else {
        "tar"
    });
    pack.args(match (is_zip, cfg!(windows)) {
        (false, _) => ["-czf"].as_slice(),
        (true, true) => &["-acf"],
        (true, false) => &["-qr", "-FS"],
    });
    said(pack.arg(&archive).arg(name).current_dir(above))?;
    Ok(archive)
}

/// What a command prints, without the line end behind it.
pub(crate) fn said(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output()?;
    if !status.success() {
        let errors = String::from_utf8_lossy(&stderr);
        return Err(format!("{command:?} ended with {status}: {errors}").into());
    }
    Ok(String::from_utf8(stdout)?.trim_end().to_owned())
}
