//! File operations of the whole program in one type, so that tests can make each of them fail.

use std::fs::{self, File, Metadata, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::fault;

/// An open file.
///
/// A file of the standard library with what the program does to such files, so that there is one
/// place where a test can let each of these steps fail.
#[derive(Debug)]
pub struct DiskFile(File);

impl DiskFile {
    /// Makes a file that was not there, and follows no link.
    pub(super) fn create_new(path: &Path) -> io::Result<DiskFile> {
        fault::check("create")?;
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create_new(true).open(path);
        file.map(DiskFile)
    }

    /// Opens a file to read it.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn open(path: &Path) -> io::Result<DiskFile> {
        fault::check("open")?;
        File::open(path).map(DiskFile)
    }

    /// Opens a file to read it and to write behind its end, and makes it if it is not there.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn open_or_create(path: &Path) -> io::Result<DiskFile> {
        fault::check("open")?;
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path);
        file.map(DiskFile)
    }

    /// Opens what is there to write behind its end: a device, a pipe, standard output.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn open_special(path: &Path) -> io::Result<DiskFile> {
        fault::check("open")?;
        OpenOptions::new().append(true).open(path).map(DiskFile)
    }

    /// Opens a folder, to lock it.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn open_folder(path: &Path) -> io::Result<DiskFile> {
        File::open(path).map(DiskFile)
    }

    /// Locks the file for this process, until the last of its handles is closed.
    ///
    /// Where the file system has no locks, nothing is locked.
    ///
    /// # Errors
    ///
    /// Of the kind [`io::ErrorKind::WouldBlock`] if another process has locked it; otherwise what
    /// the system says.
    pub fn lock(&self) -> io::Result<()> {
        fault::check("lock")?;
        match self.0.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
            // Some network file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Waits until what was written is on the disk.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn sync(&self) -> io::Result<()> {
        fault::check("sync")?;
        self.0.sync_data()
    }

    /// Cuts the file to this many bytes and leaves it at its end.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn cut(&mut self, bytes: u64) -> io::Result<()> {
        fault::check("cut")?;
        self.0.set_len(bytes)?;
        self.0.seek(SeekFrom::Start(bytes))?;
        Ok(())
    }

    /// Another handle of the same file, at the same place in it.
    ///
    /// # Errors
    ///
    /// If the system has no more of them.
    pub fn try_clone(&self) -> io::Result<DiskFile> {
        fault::check("clone")?;
        self.0.try_clone().map(DiskFile)
    }

    /// The length of the file in bytes, and whose it is.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.0.metadata()
    }

    /// Whether this file is the one that a path leads to: another one may have come in its place.
    pub fn is_at(&self, path: &Path) -> bool {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;

            let identity = |found: Metadata| (found.dev(), found.ino());
            let (ours, there) = (self.0.metadata(), fs::metadata(path));
            matches!((ours.map(identity), there.map(identity)), (Ok(ours), Ok(there)) if ours == there)
        }
        #[cfg(not(unix))]
        path.exists()
    }

    pub(super) fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        fault::check("permissions")?;
        self.0.set_permissions(permissions)
    }
}

impl Read for DiskFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        fault::check("read")?;
        self.0.read(bytes)
    }
}

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(error) = fault::check("write") {
            // As on a disk that gets full: the beginning is there.
            let _ = self.0.write(&bytes[..bytes.len() / 2]);
            return Err(error);
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Seek for DiskFile {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.0.seek(place)
    }
}

/// Whether two names are those of one file, which need not be there.
pub fn is_same_place(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        path.canonicalize()
            .ok()
            .or_else(|| Some(folder.join(path.file_name()?)))
    };
    one == other || place(one).is_some_and(|one| Some(one) == place(other))
}

/// Refuses a file that another process has locked.
///
/// # Errors
///
/// Of the kind [`io::ErrorKind::WouldBlock`].
pub(super) fn refuse_locked(path: &Path) -> io::Result<()> {
    let lock = File::open(path).map(|file| DiskFile(file).lock());
    match lock {
        Ok(Err(error)) if error.kind() == io::ErrorKind::WouldBlock => Err(error),
        // What is not there, or cannot be read or locked, is written to by no run of ours.
        _ => Ok(()),
    }
}

/// Whether a path is no file to be written whole: a device, a pipe, or another name of an open file,
/// such as `/dev/stdout`.
pub fn is_special(path: &Path) -> bool {
    let is_open_file = path.starts_with("/proc")
        || path.starts_with("/dev/fd")
        || path == Path::new("/dev/stdout")
        || path == Path::new("/dev/stderr");
    is_open_file || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Makes a folder, and those that it lies in, where they are not there.
///
/// # Errors
///
/// What the system says.
pub fn create_folders(path: &Path) -> io::Result<()> {
    fault::check("folder")?;
    fs::create_dir_all(path)
}

/// Removes an empty folder.
///
/// # Errors
///
/// What the system says; so if it is not empty.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    fault::check("remove")?;
    fs::remove_dir(path)
}

/// Gives a file another name, which a file that has it loses.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fault::check("rename")?;
    fs::rename(from, to)
}

/// Gives a file a name that is free: one that was taken meanwhile is an error of the kind
/// [`io::ErrorKind::AlreadyExists`].
pub(super) fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    match fault::check("link").and_then(|()| fs::hard_link(from, to)) {
        Ok(()) => {
            // With both names the file is whole, too.
            let _ = remove(from);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no such links.
        Err(_) if to.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => rename(from, to),
    }
}

/// Removes a file.
///
/// # Errors
///
/// What the system says.
pub fn remove(path: &Path) -> io::Result<()> {
    fault::check("remove")?;
    fs::remove_file(path)
}

/// Waits until the names in the folder of a file are on the disk, where the system can.
pub(super) fn sync_folder_of(path: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    fault::check("sync")?;
    let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
    let synced = File::open(folder.unwrap_or(Path::new("."))).and_then(|file| file.sync_all());
    match synced {
        // A folder may be written to and not read, and some file systems cannot do this.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput
                    | io::ErrorKind::Unsupported
                    | io::ErrorKind::PermissionDenied
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}
