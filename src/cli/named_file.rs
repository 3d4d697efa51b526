use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::notation::io_words;

/// A file whose errors name it.
pub(in crate::cli) struct NamedFile {
    path: PathBuf,
    file: File,
}

impl NamedFile {
    pub(in crate::cli) fn new(path: &Path, file: File) -> NamedFile {
        NamedFile {
            path: path.to_owned(),
            file,
        }
    }

    /// The name of the file.
    pub(in crate::cli) fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for NamedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        written.map_err(|error| {
            let message = format!("{}: {}", self.path.display(), io_words(&error));
            io::Error::new(error.kind(), message)
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
