use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use lz4_flex::frame::FrameEncoder;

use super::error::CliError;

/// The files that have not got their names yet.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the files that have not got their names yet, before the program ends.
pub(super) fn remove_unfinished() {
    for path in unfinished().iter() {
        // It may not have been made.
        let _ = fs::remove_file(path);
    }
}

/// A file that is written beside its name and gets that when it is whole; otherwise it is removed.
pub(super) struct NewFile {
    path: PathBuf,
    /// Where it is written; its own path if that is no file, but a device or a pipe.
    temporary: PathBuf,
    content: Option<PendingBytes>,
}

enum PendingBytes {
    Plain(BufWriter<File>),
    /// What is to be packed, and where.
    Lz4(Vec<u8>, File),
}

impl NewFile {
    pub(super) fn create(path: &Path) -> Result<NewFile, CliError> {
        // A link stays one.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let is_special = path.exists() && !path.is_file();
        let temporary = if is_special {
            path.clone()
        } else {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            path.with_file_name(format!(".{name}.{}", std::process::id()))
        };
        let permissions = path.metadata().ok().map(|found| found.permissions());
        if permissions.as_ref().is_some_and(Permissions::readonly) {
            let message = format!("the output {} must not be written to", path.display());
            return Err(CliError::usage(message));
        }
        if !is_special {
            unfinished().insert(temporary.clone());
        }
        let file = File::create(&temporary).map_err(CliError::in_file(&path))?;
        if let Some(permissions) = permissions.filter(|_| !is_special) {
            let kept = file.set_permissions(permissions);
            kept.map_err(CliError::in_file(&path))?;
        }
        let is_lz4 = path.extension().is_some_and(|ending| ending == "lz4");
        let content = if is_lz4 {
            PendingBytes::Lz4(Vec::new(), file)
        } else {
            PendingBytes::Plain(BufWriter::new(file))
        };
        Ok(NewFile {
            path,
            temporary,
            content: Some(content),
        })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        let written = match &mut self.content {
            Some(PendingBytes::Plain(file)) => file.write_all(bytes),
            Some(PendingBytes::Lz4(content, _)) => content.write_all(bytes),
            None => Ok(()),
        };
        written.map_err(CliError::in_file(&self.path))
    }

    /// Writes the number of records over the first bytes.
    pub(super) fn count(&mut self, count: [u8; 4]) -> Result<(), CliError> {
        let written = match &mut self.content {
            Some(PendingBytes::Plain(file)) => {
                let start = file.seek(SeekFrom::Start(0));
                start.and_then(|_| file.write_all(&count))
            }
            Some(PendingBytes::Lz4(content, _)) => {
                if let Some(first) = content.first_chunk_mut() {
                    *first = count;
                }
                Ok(())
            }
            None => Ok(()),
        };
        written.map_err(CliError::in_file(&self.path))
    }

    /// Writes what is left.
    pub(super) fn close(&mut self) -> Result<(), CliError> {
        let flushed = match self.content.take() {
            Some(PendingBytes::Plain(mut file)) => file.flush(),
            Some(PendingBytes::Lz4(content, file)) => {
                let mut frame = FrameEncoder::new(file);
                let written = frame.write_all(&content);
                written.and_then(|()| Ok(frame.try_finish()?))
            }
            None => Ok(()),
        };
        flushed.map_err(CliError::in_file(&self.path))
    }

    /// Gives the file its name.
    pub(super) fn finish(mut self) -> Result<(), CliError> {
        if self.temporary != self.path {
            let mut unfinished = unfinished();
            fs::rename(&self.temporary, &self.path).map_err(CliError::in_file(&self.path))?;
            unfinished.remove(&self.temporary);
            self.temporary.clone_from(&self.path);
        }
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.temporary != self.path {
            // It may be gone already.
            let _ = fs::remove_file(&self.temporary);
            unfinished().remove(&self.temporary);
        }
    }
}
