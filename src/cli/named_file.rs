//! Output files whose errors name the path, with overwrite checks and atomic renames.

use std::collections::BTreeSet;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::CliError;
use renju::files::{DiskFile, GrowingFile, NewFile, Overwrite, is_same_place};
use renju::notation::io_words;

/// A file whose errors name it.
pub(crate) struct NamedFile<F = DiskFile> {
    path: PathBuf,
    file: F,
}

impl<F> NamedFile<F> {
    pub(crate) fn new(path: &Path, file: F) -> NamedFile<F> {
        NamedFile {
            path: path.to_owned(),
            file,
        }
    }

    /// The name of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl NamedFile<NewFile> {
    /// Begins a file that has its name once it is whole.
    pub(crate) fn create(
        path: &Path,
        overwrite: Overwrite,
    ) -> Result<NamedFile<NewFile>, CliError> {
        let file = NewFile::create(path, overwrite).map_err(not_written(path))?;
        Ok(NamedFile::new(path, file))
    }

    /// Writes what is left; the file still waits for its name.
    pub(crate) fn close(&mut self) -> Result<(), CliError> {
        self.file.close().map_err(not_written(&self.path))
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        self.file.finish().map_err(not_written(&self.path))
    }

    /// Gives many files their names.
    pub(crate) fn finish_all(files: Vec<NamedFile<NewFile>>) -> Result<(), CliError> {
        let (paths, files): (Vec<_>, _) =
            files.into_iter().map(|file| (file.path, file.file)).unzip();
        let named = NewFile::finish_all(files);
        named.map_err(|(place, error)| not_written(&paths[place])(error))
    }
}

impl NamedFile<GrowingFile> {
    /// Begins a file that grows while a command runs.
    pub(crate) fn begin(
        path: &Path,
        overwrite: Overwrite,
    ) -> Result<NamedFile<GrowingFile>, CliError> {
        let file = GrowingFile::create(path, overwrite).map_err(not_written(path))?;
        Ok(NamedFile::new(path, file))
    }
}

/// The files that this program has written: with `--watch` it writes them again.
fn ours() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    static OURS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    OURS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What may be done with a file that is there, which this program may have written.
fn unless_ours(path: &Path, overwrite: Overwrite) -> Overwrite {
    if ours().contains(path) {
        Overwrite::Allowed
    } else {
        overwrite
    }
}

/// Writes a whole file.
pub(crate) fn write_file(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), CliError> {
    let written = NewFile::write(path, bytes, unless_ours(path, overwrite));
    written.map_err(not_written(path))?;
    ours().insert(path.to_owned());
    Ok(())
}

/// Refuses an output that is there already, before there is an answer to write.
pub(crate) fn refuse_existing(path: &Path, overwrite: Overwrite) -> Result<(), CliError> {
    let overwrite = unless_ours(path, overwrite);
    overwrite.check(path).map_err(not_written(path))
}

/// Refuses a folder in the place of a file.
pub(crate) fn refuse_folder(path: &Path) -> Result<(), CliError> {
    if path.is_dir() {
        let message = format!("{} is a folder", path.display());
        return Err(CliError::usage(message).hint("name a file in it"));
    }
    Ok(())
}

/// Refuses two outputs of one name, of which the second would take the place of the first.
pub(crate) fn refuse_same(
    (one, flag): (Option<&Path>, &str),
    (other, other_flag): (Option<&Path>, &str),
) -> Result<(), CliError> {
    match (one, other) {
        (Some(one), Some(other)) if is_same_place(one, other) => Err(CliError::usage(format!(
            "{flag} and {other_flag} name the same file"
        ))),
        _ => Ok(()),
    }
}

/// Why a file is not written: for `map_err`.
pub(crate) fn not_written(path: &Path) -> impl FnOnce(io::Error) -> CliError {
    move |error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let error = CliError::usage(format!("{} is there already", path.display()));
            error.hint("--force overwrites it")
        }
        io::ErrorKind::WouldBlock => {
            CliError::usage(format!("another process writes to {}", path.display()))
        }
        io::ErrorKind::ReadOnlyFilesystem if error.raw_os_error().is_none() => {
            let message = format!("the output {} is read-only", path.display());
            CliError::usage(message)
        }
        _ => CliError::in_file(path)(error),
    }
}

impl<F> NamedFile<F> {
    fn named<T>(&self, done: io::Result<T>) -> io::Result<T> {
        done.map_err(|error| {
            let message = format!("{}: {}", self.path.display(), io_words(&error));
            io::Error::new(error.kind(), message)
        })
    }
}

impl<F: Write> Write for NamedFile<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        self.named(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.named(flushed)
    }
}

impl<F: Seek> Seek for NamedFile<F> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        let found = self.file.seek(place);
        self.named(found)
    }
}
