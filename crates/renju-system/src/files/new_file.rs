//! Atomic file creation: content goes to a temporary name and gets its own name when it is whole.

use std::collections::BTreeSet;
use std::fs::Permissions;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Overwrite;
use super::disk::{self, DiskFile};

/// Names that are tried for a file that has not got its own yet.
const MOST_NAMES: u32 = 1000;

/// The files that have not got their names yet.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the files that have not got their names yet, for a program that is about to end: code that
/// begins or finishes a [`NewFile`] from now on waits for that.
pub fn remove_unfinished() {
    let unfinished = unfinished();
    for path in unfinished.iter() {
        // What cannot be removed stays.
        let _ = disk::remove(path);
    }
    std::mem::forget(unfinished);
}

/// A file that is written beside its name and gets that when it is whole; dropped before, it is
/// removed.
///
/// The name beside it is a new one in the same folder: no link is followed, and no file is taken for
/// ours. The file is on the disk before it has its name. One whose place it takes gives it its
/// permissions; a link to that stays. What is no file, such as `/dev/stdout` or a pipe, is written
/// to directly.
///
/// ```
/// use std::io::Write;
///
/// use renju_system::files::{NewFile, Overwrite};
///
/// # let folder = std::env::temp_dir().join(format!("renju-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let path = folder.join("answer.txt");
/// let mut file = NewFile::create(&path, Overwrite::Refused)?;
/// file.write_all(b"H8")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"H8");
/// assert!(NewFile::create(&path, Overwrite::Refused).is_err());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    /// Where it is written until it has its name; `None` if it is written there at once.
    temporary: Option<PathBuf>,
    /// `None` once it is whole.
    file: Option<BufWriter<DiskFile>>,
    overwrite: Overwrite,
}

impl NewFile {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// Of the kind [`io::ErrorKind::AlreadyExists`] if it must not be overwritten,
    /// [`io::ErrorKind::WouldBlock`] if another process writes to it,
    /// [`io::ErrorKind::ReadOnlyFilesystem`] if it is there and must not be written to; otherwise
    /// what the system says.
    pub fn create(path: &Path, overwrite: Overwrite) -> io::Result<NewFile> {
        if disk::is_special(path) {
            return Ok(NewFile {
                path: path.to_owned(),
                temporary: None,
                file: Some(BufWriter::new(DiskFile::open_special(path)?)),
                overwrite,
            });
        }
        overwrite.check(path)?;
        if overwrite == Overwrite::Allowed {
            disk::refuse_locked(path)?;
        }
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        // A link stays one.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let permissions = path.metadata().ok().map(|found| found.permissions());
        if permissions.as_ref().is_some_and(Permissions::readonly) {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        let (temporary, file) = create_beside(&path)?;
        let new = NewFile {
            path,
            temporary: Some(temporary),
            file: Some(BufWriter::new(file)),
            overwrite,
        };
        if let (Some(permissions), Some(file)) = (permissions, &new.file) {
            file.get_ref().set_permissions(permissions)?;
        }
        Ok(new)
    }

    /// Writes a whole file.
    ///
    /// # Errors
    ///
    /// As [`NewFile::create`] and [`NewFile::finish`].
    pub fn write(path: &Path, bytes: &[u8], overwrite: Overwrite) -> io::Result<()> {
        let mut file = NewFile::create(path, overwrite)?;
        file.write_all(bytes)?;
        file.finish()
    }

    /// Writes what is left, to the disk. The file has not got its name yet; nothing more can be
    /// written to it.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn close(&mut self) -> io::Result<()> {
        self.closed().map(drop)
    }

    fn closed(&mut self) -> io::Result<Option<DiskFile>> {
        let Some(mut file) = self.file.take() else {
            return Ok(None);
        };
        file.flush()?;
        if self.temporary.is_some() {
            file.get_ref().sync()?;
        }
        Ok(Some(file.into_inner()?))
    }

    /// Closes the file and gives it its name.
    ///
    /// # Errors
    ///
    /// Of the kind [`io::ErrorKind::AlreadyExists`] if another file has come there that must not be
    /// overwritten; otherwise what the system says.
    pub fn finish(mut self) -> io::Result<()> {
        self.close()?;
        self.name()?;
        self.sync_name()
    }

    /// Closes files and gives them their names, as [`NewFile::finish`] does each; the folders in
    /// which they lie are synced once.
    ///
    /// # Errors
    ///
    /// As those of [`NewFile::finish`], with the place of the file among these; it and those behind
    /// it have not got their names.
    pub fn finish_all(mut files: Vec<NewFile>) -> Result<(), (usize, io::Error)> {
        let mut synced = BTreeSet::new();
        let last = files.len().saturating_sub(1);
        for (place, file) in files.iter_mut().enumerate() {
            let named = file.close().and_then(|()| file.name());
            named.map_err(|error| (place, error))?;
        }
        for file in &files {
            if synced.insert(file.path.parent()) {
                file.sync_name().map_err(|error| (last, error))?;
            }
        }
        Ok(())
    }

    /// As [`NewFile::finish`], and returns the file, which was locked before it got its name; `None`
    /// for what is no file.
    ///
    /// # Errors
    ///
    /// As those of [`NewFile::finish`].
    pub fn finish_locked(mut self) -> io::Result<Option<DiskFile>> {
        let file = self.closed()?.filter(|_| self.temporary.is_some());
        if let Some(file) = &file {
            file.lock()?;
        }
        self.name()?;
        self.sync_name()?;
        Ok(file)
    }

    fn name(&mut self) -> io::Result<()> {
        let mut unfinished = unfinished(); // Held, so that it is not removed in between.
        let Some(temporary) = &self.temporary else {
            return Ok(());
        };
        self.overwrite.check(&self.path)?;
        if self.overwrite == Overwrite::Allowed {
            disk::refuse_locked(&self.path)?;
        }
        if self.overwrite == Overwrite::Refused && !self.path.exists() {
            disk::rename_to_free(temporary, &self.path)?;
        } else {
            disk::rename(temporary, &self.path)?;
        }
        unfinished.remove(temporary);
        self.temporary = None;
        Ok(())
    }

    fn sync_name(&self) -> io::Result<()> {
        if disk::is_special(&self.path) {
            return Ok(());
        }
        disk::sync_folder_of(&self.path)
    }

    fn open_file(&mut self) -> io::Result<&mut BufWriter<DiskFile>> {
        let is_closed = || io::Error::other("the file is closed");
        self.file.as_mut().ok_or_else(is_closed)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open_file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Seek for NewFile {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.open_file()?.seek(place)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let mut unfinished = unfinished();
            // It is of no use, and was not made for the user to see.
            let _ = disk::remove(temporary);
            unfinished.remove(temporary);
        }
    }
}

/// A new file in the folder of another, under a name that was free.
fn create_beside(path: &Path) -> io::Result<(PathBuf, DiskFile)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let mut unfinished = unfinished(); // Held, so that none is made while they are removed.
    for _ in 0..MOST_NAMES {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // Short, however long the name of the file is.
        let name = format!(".renju-{}-{number}.part", std::process::id());
        let temporary = path.with_file_name(name);
        match DiskFile::create_new(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            file => {
                let file = file?;
                unfinished.insert(temporary.clone());
                return Ok((temporary, file));
            }
        }
    }
    Err(io::Error::other("no name is free beside the file"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A new folder, and the file in it that tests write.
    fn folder(name: &str) -> (PathBuf, PathBuf) {
        let folder = std::env::temp_dir().join(format!("renju-new-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("x.txt");
        (folder, file)
    }

    fn names(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap();
        let name = |file: io::Result<fs::DirEntry>| file.unwrap().file_name();
        let mut names: Vec<_> = files
            .map(|file| name(file).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_holds_something_stays_unless_it_may_be_overwritten() {
        let (folder, path) = folder("there");
        fs::write(&path, "").unwrap();
        NewFile::write(&path, b"1", Overwrite::Refused).unwrap();
        let refused = NewFile::write(&path, b"2", Overwrite::Refused).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"1");
        NewFile::write(&path, b"3", Overwrite::Allowed).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"3");
        // One that comes while ours is written.
        for (name, early) in [("y.txt", ""), ("z.txt", "old")] {
            let other = folder.join(name);
            let mut file = NewFile::create(&other, Overwrite::Refused).unwrap();
            file.write_all(b"new").unwrap();
            fs::write(&other, early).unwrap();
            assert_eq!(file.finish().is_ok(), early.is_empty());
            let expected = if early.is_empty() { "new" } else { early };
            assert_eq!(fs::read_to_string(&other).unwrap(), expected);
        }
        assert_eq!(names(&folder), ["x.txt", "y.txt", "z.txt"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_not_finished_leaves_nothing() {
        let (folder, path) = folder("dropped");
        fs::write(&path, "old").unwrap();
        let mut file = NewFile::create(&path, Overwrite::Allowed).unwrap();
        file.write_all(b"new").unwrap();
        file.close().unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(&folder), ["x.txt"]);
        let long = folder.join("局".repeat(84) + "abc");
        NewFile::write(&long, b"1", Overwrite::Refused).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed_but_that_of_the_file_itself() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let (folder, path) = folder("links");
        let victim = folder.join("victim");
        fs::write(&victim, "mine").unwrap();
        let next = NewFile::create(&path, Overwrite::Refused).unwrap();
        let name = next.temporary.clone().unwrap();
        let name = name.file_name().unwrap().to_string_lossy().into_owned();
        drop(next);
        let number: u64 = name.split(['-', '.']).nth(3).unwrap().parse().unwrap();
        for number in number..number + 50 {
            let planted = format!(".renju-{}-{number}.part", std::process::id());
            symlink(&victim, folder.join(planted)).unwrap();
        }
        NewFile::write(&path, b"new", Overwrite::Refused).unwrap();
        assert_eq!(fs::read(&victim).unwrap(), b"mine");

        let link = folder.join("link");
        symlink(&path, &link).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        assert!(NewFile::write(&link, b"2", Overwrite::Refused).is_err());
        NewFile::write(&link, b"2", Overwrite::Allowed).unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"2");
        let mode = path.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);

        let nowhere = folder.join("nowhere");
        symlink(folder.join("gone"), &nowhere).unwrap();
        assert!(NewFile::write(&nowhere, b"2", Overwrite::Refused).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
