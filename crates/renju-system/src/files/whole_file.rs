//! Small files read as a whole: settings, weights, journals, patterns.
//!
//! What is named may have no end, as `/dev/zero`, or be something else than was meant; so nothing is
//! read without a limit. Files of positions, which may be of any length, are read by `notation` piece
//! by piece.

use std::io::{self, Read};
use std::path::Path;

use super::DiskFile;

/// The bytes of a file that has at most `most` of them, in whole MiB for the message.
///
/// # Errors
///
/// What the system says, or that there are more bytes.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    DiskFile::open(path)?
        .take(most + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 <= most {
        return Ok(bytes);
    }
    let message = format!(
        "more than {} MiB, the most that is read of such a file",
        most >> 20
    );
    Err(io::Error::new(io::ErrorKind::FileTooLarge, message))
}

/// All of a file that the program itself has written; `None` if there is none.
///
/// # Errors
///
/// What the system says.
pub fn content_of(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut content = Vec::new();
    let read = DiskFile::open(path).and_then(|mut file| file.read_to_end(&mut content));
    match read {
        Ok(_) => Ok(Some(content)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The text of a file that has at most `most` bytes.
///
/// # Errors
///
/// What the system says, that there are more bytes, or that they are no text in UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read_file(path, most)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let message = format!("byte {} is no text in UTF-8", place + 1);
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_file_without_an_end_is_refused_at_the_limit() {
        let error = read_file(Path::new("/dev/zero"), 1 << 20).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert!(error.to_string().starts_with("more than 1 MiB"), "{error}");
    }

    #[test]
    fn a_file_of_just_that_length_is_read() {
        let path = std::env::temp_dir().join(format!("renju-whole-{}", std::process::id()));
        std::fs::write(&path, "abc").unwrap();
        assert_eq!(read_file(&path, 3).unwrap(), b"abc");
        assert!(read_file(&path, 2).is_err());
        std::fs::remove_file(&path).unwrap();
    }
}
