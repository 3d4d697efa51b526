//! `cargo xtask recipes [ADDRESS]`: recipes of package managers, filled in for this version.

use std::error::Error;
use std::fs::{create_dir_all, read, read_to_string, write};
use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::book::files;
use crate::dist::{said, version};

/// Fills in the recipes, in `target/dist/recipes`. They build the crate as it is published; what installs
/// an archive of the program needs the address at which it can be had.
pub(crate) fn recipes(address: Option<&str>) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let version = version(&root)?;
    let mut package = Command::new(env!("CARGO"));
    package.args([
        "package",
        "--workspace",
        "--no-verify",
        "--locked",
        "--quiet",
    ]);
    // What is packed is committed, but for a try on a changed tree.
    package.arg("--allow-dirty");
    said(package.current_dir(&root))?;
    let crate_sum = sum(&root.join(format!("target/package/renju-{version}.crate")))?;
    let windows = root.join(format!(
        "target/dist/renju-{version}-x86_64-pc-windows-gnu.zip"
    ));
    let windows = sum(&windows).ok();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes");
    for file in files(&from)? {
        let name = file.strip_prefix(&from)?;
        let text = read_to_string(&file)?.replace("{version}", &version);
        let text = text.replace("{sha256}", &crate_sum);
        let text = match (address, &windows) {
            (Some(address), Some(sum)) => {
                text.replace("{address}", address).replace("{windows}", sum)
            }
            _ if name.starts_with("winget") => {
                println!(
                    "left out: {}; it needs ADDRESS, and the archive for Windows",
                    name.display()
                );
                continue;
            }
            _ => text,
        };
        let to = root.join("target/dist/recipes").join(name);
        create_dir_all(to.parent().ok_or("a file is in a folder")?)?;
        write(&to, text)?;
        println!("target/dist/recipes/{}", name.display());
    }
    Ok(())
}

/// The SHA-256 of a file, in hexadecimal digits.
fn sum(file: &Path) -> Result<String, Box<dyn Error>> {
    let content = read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Sha256::digest(content)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}
