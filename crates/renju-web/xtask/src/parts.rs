//! What the program is built of: each crate with its version and licence.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{read_dir, read_to_string};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::dist::said;

/// The crates that are in the program, as `cargo metadata` describes them.
pub(crate) struct Parts(Vec<Value>);

impl Parts {
    /// The crates of the program for a target.
    pub(crate) fn of(root: &Path, target: &str) -> Result<Parts, Box<dyn Error>> {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "metadata",
            "--locked",
            "--format-version",
            "1",
            "--filter-platform",
            target,
        ]);
        let mut metadata: Value = serde_json::from_str(&said(cargo.current_dir(root))?)?;
        let Value::Array(packages) = metadata["packages"].take() else {
            return Err("cargo metadata names no packages".into());
        };
        let mut tree = Command::new(env!("CARGO"));
        tree.args([
            "tree", "--locked", "--edges", "normal", "--prefix", "none", "--target", target,
        ]);
        tree.args(["--format", "{p}", "--package", "renju"]);
        let tree = said(tree.current_dir(root))?;
        let is_inside = |package: &Value| {
            let line = format!("{} v{}", text(package, "name"), text(package, "version"));
            tree.lines()
                .any(|one| one == line || one.starts_with(&format!("{line} ")))
        };
        Ok(Parts(packages.into_iter().filter(is_inside).collect()))
    }

    /// All crates in CycloneDX 1.5.
    pub(crate) fn bill(&self, version: &str) -> Value {
        let component = |package: &Value| {
            let [name, version] = ["name", "version"].map(|key| text(package, key));
            json!({
                "type": "library",
                "name": name,
                "version": version,
                "purl": format!("pkg:cargo/{name}@{version}"),
                "licenses": [{ "expression": package["license"] }],
            })
        };
        json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": { "type": "application", "name": "renju", "version": version } },
            "components": self.0.iter().map(component).collect::<Vec<Value>>(),
        })
    }

    /// The texts of all licences, each once, with the crates that are under it.
    pub(crate) fn licences(&self) -> Result<String, Box<dyn Error>> {
        let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for package in &self.0 {
            let folder = Path::new(text(package, "manifest_path")).with_file_name("");
            for entry in read_dir(folder)? {
                let path = entry?.path();
                let name = path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .to_uppercase();
                let is_licence = ["LICEN", "COPYING", "NOTICE", "UNLICENSE"]
                    .iter()
                    .any(|it| name.starts_with(it));
                if is_licence && path.is_file() {
                    let name = format!("{} {}", text(package, "name"), text(package, "version"));
                    texts
                        .entry(read_to_string(path)?.trim().to_owned())
                        .or_default()
                        .push(name);
                }
            }
        }
        let line = "-".repeat(78);
        let sections = texts
            .iter()
            .map(|(licence, crates)| format!("{}:\n\n{licence}\n\n{line}\n", crates.join(", ")));
        Ok(sections.collect::<Vec<String>>().join("\n"))
    }
}

fn text<'p>(package: &'p Value, key: &str) -> &'p str {
    package[key].as_str().unwrap_or_default()
}
