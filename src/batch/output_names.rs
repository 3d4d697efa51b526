//! Names for the files of a folder, made from the names of what was read.

use std::collections::HashMap;
use std::path::Path;

/// Bytes of a name, at most: with a number, an ending and what is added while it is written, it has at
/// most 255, as many as every file system takes.
const NAME_BYTES: usize = 200;

/// Names for the files that are written into one folder: that of the input with another ending, and a
/// number where one is taken already.
///
/// ```
/// use renju::batch::OutputNames;
///
/// let mut names = OutputNames::new("sgf");
/// names.begin_input("games/Final.rif.gz");
/// assert_eq!([names.next_name(), names.next_name()], ["Final.sgf", "Final-2.sgf"]);
/// names.begin_input("other/final.lib");
/// assert_eq!(names.next_name(), "final-3.sgf");
/// ```
#[derive(Debug)]
pub struct OutputNames {
    ending: String,
    /// By each name that is given, in small letters: the number that its next one gets.
    taken: HashMap<String, u64>,
    /// What the next file is called, without its ending.
    stem: String,
}

impl OutputNames {
    /// Names of files with this ending.
    pub fn new(ending: &str) -> OutputNames {
        OutputNames {
            ending: ending.to_owned(),
            taken: HashMap::new(),
            stem: "game".to_owned(),
        }
    }

    /// Begins a new input: a path, `-` for standard input, `-m` for moves of the command line.
    pub fn begin_input(&mut self, source: &str) {
        let path = match source {
            "-" => "stdin",
            "-m" => "moves",
            path => path,
        };
        let name = Path::new(path).file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        let mut packed = [".gz", ".zst", ".lz4"].iter();
        let plain = packed.find_map(|ending| name.strip_suffix(ending));
        let plain = plain.unwrap_or(&name);
        let stem = plain.rsplit_once('.').map_or(plain, |(stem, _)| stem);
        short_name(stem).clone_into(&mut self.stem);
    }

    /// The name of the next file of this input.
    pub fn next_name(&mut self) -> String {
        let mut name = self.stem.clone();
        while self.taken.contains_key(&name.to_lowercase()) {
            let next = self.taken.entry(self.stem.to_lowercase()).or_insert(2);
            name = format!("{}-{next}", self.stem);
            *next += 1;
        }
        self.taken.insert(name.to_lowercase(), 2);
        format!("{name}.{}", self.ending)
    }
}

/// A name cut to 200 bytes, at the end of a character, so that a number and an ending can follow it.
pub fn short_name(name: &str) -> &str {
    let fits = |end: &usize| *end <= NAME_BYTES && name.is_char_boundary(*end);
    let end = (0..=name.len()).rev().find(fits);
    &name[..end.unwrap_or(0)]
}
