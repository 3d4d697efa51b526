//! Output file of `convert`: LZ4 on request, its record count filled in last, renamed when whole.

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use lz4_flex::frame::FrameEncoder;

use crate::cli::error::CliError;
use crate::cli::named_file::NamedFile;
use renju::files::{NewFile, Overwrite};

/// A file of games in the making, packed if its name ends in `.lz4`.
pub(super) struct GameFile {
    file: NamedFile<NewFile>,
    /// What is to be packed, if it is to be.
    unpacked: Option<Vec<u8>>,
}

impl GameFile {
    pub(super) fn create(path: &Path, overwrite: Overwrite) -> Result<GameFile, CliError> {
        let is_packed = path.extension().is_some_and(|ending| ending == "lz4");
        Ok(GameFile {
            file: NamedFile::create(path, overwrite)?,
            unpacked: is_packed.then(Vec::new),
        })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        match &mut self.unpacked {
            Some(unpacked) => unpacked.extend_from_slice(bytes),
            None => self.file.write_all(bytes)?,
        }
        Ok(())
    }

    /// Writes the number of records over the first bytes, after everything else.
    pub(super) fn count(&mut self, count: [u8; 4]) -> Result<(), CliError> {
        if let Some(unpacked) = &mut self.unpacked {
            if let Some(first) = unpacked.first_chunk_mut() {
                *first = count;
            }
            return Ok(());
        }
        self.file.seek(SeekFrom::Start(0))?;
        Ok(self.file.write_all(&count)?)
    }

    /// Writes what is left; the file still waits for its name.
    pub(super) fn close(&mut self) -> Result<(), CliError> {
        if let Some(unpacked) = self.unpacked.take() {
            let mut frame = FrameEncoder::new(&mut self.file);
            frame.write_all(&unpacked)?;
            let ended = frame.try_finish();
            ended.map_err(std::io::Error::from)?;
        }
        self.file.close()
    }

    /// Gives files that are closed their names.
    pub(super) fn finish_all(files: Vec<GameFile>) -> Result<(), CliError> {
        NamedFile::finish_all(files.into_iter().map(|file| file.file).collect())
    }
}
