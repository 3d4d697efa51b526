//! Output files that are written while a command runs, and locked against other processes.

use std::io::{self, Write};
use std::path::Path;

use super::Overwrite;
use super::disk::{self, DiskFile};

/// A file that grows for as long as a command runs, is of use whenever that ends, and is locked
/// meanwhile.
#[derive(Debug)]
pub struct GrowingFile(DiskFile);

impl GrowingFile {
    /// Begins an empty file, or opens a device or a pipe.
    ///
    /// # Errors
    ///
    /// Of the kind [`io::ErrorKind::AlreadyExists`] if there is something in it that must not be
    /// overwritten, of the kind [`io::ErrorKind::WouldBlock`] if another process writes to it;
    /// otherwise what the system says.
    pub fn create(path: &Path, overwrite: Overwrite) -> io::Result<GrowingFile> {
        if disk::is_special(path) {
            return DiskFile::open_special(path).map(GrowingFile);
        }
        overwrite.check(path)?;
        let mut file = DiskFile::open_or_create(path)?;
        file.lock()?;
        overwrite.check(path)?; // Another process may have come between.
        file.cut(0)?;
        Ok(GrowingFile(file))
    }
}

impl Write for GrowingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
