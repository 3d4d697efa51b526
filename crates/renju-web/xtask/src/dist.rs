//! `cargo xtask dist [TARGET]`: an archive of the program for people without Rust.

use std::error::Error;
use std::fs::{copy, create_dir_all, remove_dir_all, write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

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

/// Makes the archive in `target/dist`, on a machine that can run the program of that target.
pub(crate) fn dist(target: Option<&str>) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let host = host()?;
    let target = target.map_or_else(|| host.replace("linux-gnu", "linux-musl"), str::to_owned);
    let program = built(&root, &target)?;
    let id = said(Command::new(env!("CARGO")).arg("pkgid").current_dir(&root))?;
    let version = id.rsplit(['@', '#']).next().unwrap_or_default().to_owned();
    let name = format!("renju-{version}-{target}");
    let folder = root.join("target/dist").join(&name);
    let _ = remove_dir_all(&folder);
    create_dir_all(folder.join("man/man1"))?;
    create_dir_all(folder.join("completions"))?;
    let file = program.file_name().ok_or("the program has a name")?;
    copy(&program, folder.join(file))?;
    for paper in PAPERS {
        copy(root.join(paper), folder.join(paper))?;
    }
    for (shell, file) in COMPLETIONS {
        let script = said(Command::new(&program).args(["completions", shell]))?;
        write(folder.join("completions").join(file), script + "\n")?;
    }
    manual(&program, &folder.join("man/man1"))?;
    let bill = bill_of_materials(&root, &target, &version)?;
    write(
        folder.join("sbom.cdx.json"),
        serde_json::to_string_pretty(&bill)?,
    )?;
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
    if target.contains("musl") {
        // A static program need not be moved in memory, and is smaller without relocations.
        cargo.env("RUSTFLAGS", "-Crelocation-model=static");
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

/// The pages of the manual: of the program and of each command.
fn manual(program: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
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

/// What the program is built of, in CycloneDX 1.5: each crate with its version and licence.
fn bill_of_materials(root: &Path, target: &str, version: &str) -> Result<Value, Box<dyn Error>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "metadata",
        "--locked",
        "--format-version",
        "1",
        "--filter-platform",
        target,
    ]);
    let metadata: Value = serde_json::from_str(&said(cargo.current_dir(root))?)?;
    let packages = metadata["packages"]
        .as_array()
        .ok_or("cargo metadata names no packages")?;
    let mut tree = Command::new(env!("CARGO"));
    tree.args([
        "tree", "--locked", "--edges", "normal", "--prefix", "none", "--target", target,
    ]);
    let tree = said(
        tree.args(["--format", "{p}", "--package", "renju"])
            .current_dir(root),
    )?;
    let is_inside = |package: &&Value| {
        let [name, version] =
            ["name", "version"].map(|key| package[key].as_str().unwrap_or_default());
        let line = format!("{name} v{version}");
        tree.lines()
            .any(|one| one == line || one.starts_with(&format!("{line} ")))
    };
    let component = |package: &Value| {
        let [name, version] =
            ["name", "version"].map(|key| package[key].as_str().unwrap_or_default());
        json!({
            "type": "library",
            "name": name,
            "version": version,
            "purl": format!("pkg:cargo/{name}@{version}"),
            "licenses": [{ "expression": package["license"] }],
        })
    };
    let components: Vec<Value> = packages.iter().filter(is_inside).map(component).collect();
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": { "type": "application", "name": "renju", "version": version } },
        "components": components,
    }))
}

/// The folder as an archive beside it.
fn packed(folder: &Path, name: &str, target: &str) -> Result<PathBuf, Box<dyn Error>> {
    let (ending, how) = if target.contains("windows") {
        ("zip", "-acf")
    } else {
        ("tar.gz", "-czf")
    };
    let archive = folder.with_file_name(format!("{name}.{ending}"));
    let above = folder.parent().ok_or("the folder stands in one")?;
    said(
        Command::new("tar")
            .arg(how)
            .arg(&archive)
            .arg(name)
            .current_dir(above),
    )?;
    Ok(archive)
}

/// What a command prints, without the line end behind it.
fn said(command: &mut Command) -> Result<String, Box<dyn Error>> {
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
