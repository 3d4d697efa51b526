//! `cargo xtask book`: the manual, which is `docs`, as a book by mdBook, with every link followed.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs::{copy, create_dir_all, read_dir, read_to_string, remove_dir_all, write};
use std::path::{Path, PathBuf};
use std::process::Command;

use regex::{Captures, Regex};

/// Makes the book in `target/book/html`, the folder that is returned.
pub(crate) fn book() -> Result<PathBuf, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../..")
        .canonicalize()?;
    let book = root.join("target/book");
    let _ = remove_dir_all(&book);
    let pages = Pages {
        docs: root.join("docs"),
        source: book.join("src"),
    };
    for file in files(&pages.docs)? {
        pages.put(&file)?;
    }
    copy(root.join("docs/book.toml"), book.join("book.toml"))?;
    let built = Command::new("mdbook").arg("build").arg(&book).status();
    let built =
        built.map_err(|error| format!("mdbook: {error}; `cargo install mdbook` brings it"))?;
    if !built.success() {
        return Err("mdbook did not make the book".into());
    }
    let (pages, links) = check(&book.join("html"))?;
    println!("target/book/html: {pages} pages, {links} links lead somewhere");
    Ok(book.join("html"))
}

/// The files below a folder.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

/// The pages as they are, and as mdBook gets them.
struct Pages {
    docs: PathBuf,
    source: PathBuf,
}

impl Pages {
    /// Puts a file into the book.
    fn put(&self, file: &Path) -> Result<(), Box<dyn Error>> {
        let to = self.source.join(file.strip_prefix(&self.docs)?);
        let to = if to.ends_with("README.md") {
            to.with_file_name("index.md")
        } else {
            to
        };
        create_dir_all(to.parent().ok_or("a file is in a folder")?)?;
        if file.extension().is_some_and(|ending| ending == "md") {
            write(to, self.page(file)?)?;
        } else {
            copy(file, to)?;
        }
        Ok(())
    }

    /// A page without the signs for the tests of its sessions, whose links stay in the book.
    fn page(&self, file: &Path) -> Result<String, Box<dyn Error>> {
        let text = read_to_string(file)?;
        let text = Regex::new(r"(?m)^(<!-- exit code \d+ -->|\? \d+)\n")?.replace_all(&text, "");
        let text = text.replace("[..]", "…");
        let folder = file.parent().ok_or("a page is in a folder")?;
        let link = Regex::new(r"\[([^\]]+)\]\(([^)#:]+)(#[^)]*)?\)")?;
        let mut failed = None;
        let inside = link.replace_all(&text, |link: &Captures<'_>| {
            let target = folder.join(&link[2]).canonicalize();
            // What is no file looks like a link and is a sample, or is found when links are followed.
            target
                .map_or(Ok(link[0].to_owned()), |target| {
                    self.inside(folder, link, &target)
                })
                .unwrap_or_else(|error| {
                    failed = Some(error);
                    String::new()
                })
        });
        failed.map_or_else(|| Ok(inside.into_owned()), Err)
    }

    /// A link that stays in the book: a file of the repository is put beside the pages; a folder, or a page
    /// that is not of the book, is named.
    fn inside(
        &self,
        folder: &Path,
        link: &Captures<'_>,
        target: &Path,
    ) -> Result<String, Box<dyn Error>> {
        if target.starts_with(&self.docs) && !target.is_dir() {
            // The first page of a folder is called so in a book.
            return Ok(link[0].replace("README.md", "index.md"));
        }
        let root = self
            .docs
            .parent()
            .ok_or("the pages are in the repository")?;
        let name = target.strip_prefix(root)?;
        if target.is_dir() || name.extension().is_some_and(|ending| ending == "md") {
            return Ok(format!("{} (`{}`)", &link[1], name.display()));
        }
        let to = self.source.join("files").join(name);
        create_dir_all(to.parent().ok_or("a file is in a folder")?)?;
        copy(target, to)?;
        let up = "../".repeat(folder.strip_prefix(&self.docs)?.components().count());
        Ok(format!("[{}]({up}files/{})", &link[1], name.display()))
    }
}

/// Follows the links of all pages: how many pages and links there are.
fn check(html: &Path) -> Result<(usize, usize), Box<dyn Error>> {
    let link = Regex::new(r#"(?:href|src|srcset)="([^"]+)""#)?;
    let (mut pages, mut links, mut dead) = (0, 0, BTreeSet::new());
    for file in files(html)? {
        // The page for addresses that are not there has no place of its own, that of all pages many.
        let is_page = file.extension().is_some_and(|ending| ending == "html");
        if !is_page || file.ends_with("404.html") || file.ends_with("print.html") {
            continue;
        }
        pages += 1;
        let text = read_to_string(&file)?;
        for link in link
            .captures_iter(&text)
            .map(|link| link.extract::<1>().1[0])
        {
            if !link.contains(':') {
                links += 1;
                if !leads_somewhere(&file, link) {
                    dead.insert(format!("{}: {link}", file.strip_prefix(html)?.display()));
                }
            }
        }
    }
    if dead.is_empty() {
        return Ok((pages, links));
    }
    let dead: Vec<String> = dead.into_iter().collect();
    Err(format!("links that lead nowhere:\n{}", dead.join("\n")).into())
}

/// Whether the file of a link is there, and the place in it.
fn leads_somewhere(page: &Path, link: &str) -> bool {
    let (path, place) = link.split_once('#').unwrap_or((link, ""));
    let file = if path.is_empty() {
        page.to_owned()
    } else {
        page.with_file_name(path)
    };
    let is_there = |text: String| {
        ["id", "name"]
            .iter()
            .any(|sort| text.contains(&format!("{sort}=\"{place}\"")))
    };
    place.is_empty() && file.exists() || read_to_string(file).is_ok_and(is_there)
}
