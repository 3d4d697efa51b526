//! Destination of `convert`: stdout, one file or a folder of files, complete or not written at all.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::game_file::GameFile;
use crate::cli::InputArgs;
use crate::cli::drawing::is_folder;
use crate::cli::error::CliError;
use crate::cli::input::is_same_file;
use renju::batch::OutputNames;
use renju::files::{Overwrite, Stdout, create_folders, remove_folder, stdout};
use renju::notation::{FileRecord, FileWriter, Format, Lossy, WriteError, WriteOptions};

/// Where games are written to.
pub(super) struct Target {
    format: Format,
    options: WriteOptions,
    writer: FileWriter,
    stdout: BufWriter<Stdout>,
    /// Whether files that are there may be overwritten.
    overwrite: Overwrite,
    /// The file in the making.
    file: Option<GameFile>,
    /// Files that are whole and wait for their names.
    done: Vec<GameFile>,
    /// The last, for files are removed from a folder before the folder is.
    place: Destination,
}

enum Destination {
    /// With what is kept back until all is known to be well.
    Stdout(Option<Vec<u8>>),
    File(PathBuf),
    Folder {
        folder: OutputFolder,
        names: OutputNames,
    },
}

/// A folder for files, which goes with the last of them if none is to stay.
struct OutputFolder {
    path: PathBuf,
    is_new: bool,
}

impl OutputFolder {
    fn create(path: &Path) -> Result<OutputFolder, CliError> {
        let is_new = !path.exists();
        create_folders(path).map_err(CliError::in_file(path))?;
        Ok(OutputFolder {
            path: path.to_owned(),
            is_new,
        })
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        if self.is_new {
            // A folder that is not empty stays.
            let _ = remove_folder(&self.path);
        }
    }
}

impl Target {
    /// A file, a folder, or standard output without either.
    pub(super) fn new(
        (output, overwrite): (Option<&Path>, Overwrite),
        format: Format,
        options: WriteOptions,
        is_kept_back: bool,
    ) -> Result<Target, CliError> {
        let writer = FileWriter::new(format, options);
        let is_kept_back = is_kept_back || writer.count().is_some();
        let place = match output {
            None => Destination::Stdout(is_kept_back.then(Vec::new)),
            Some(path) if is_folder(path) => Destination::Folder {
                folder: OutputFolder::create(path)?,
                names: OutputNames::new(format.ending()),
            },
            Some(path) => Destination::File(path.to_owned()),
        };
        Ok(Target {
            format,
            options,
            overwrite,
            place,
            writer,
            stdout: BufWriter::new(stdout()),
            file: None,
            done: Vec::new(),
        })
    }

    /// Whether each input has a file of its own.
    fn is_folder(&self) -> bool {
        matches!(self.place, Destination::Folder { .. })
    }

    /// Goes on with the games of an input of this name.
    pub(super) fn begin_input(&mut self, source: &str) -> Result<(), CliError> {
        if let Destination::Folder { names, .. } = &mut self.place {
            names.begin_input(source);
            self.end_file()?;
        }
        Ok(())
    }

    /// Writes a game behind the others.
    ///
    /// # Errors
    ///
    /// What keeps the format from holding it, or the file from being written.
    pub(super) fn write(
        &mut self,
        record: &FileRecord,
        input: &InputArgs,
    ) -> Result<Result<Lossy, WriteError>, CliError> {
        if self.writer.is_full() {
            if !self.is_folder() {
                return Err(self.too_many());
            }
            self.end_file()?;
        }
        let mut written = match self.writer.next(record) {
            Ok(written) => written,
            Err(error) => return Ok(Err(error)),
        };
        if self.file.is_none() {
            self.file = self.open(input)?;
        }
        let bytes = std::mem::take(&mut written.bytes);
        match (&mut self.file, &mut self.place) {
            (Some(file), _) => file.write(&bytes)?,
            (None, Destination::Stdout(Some(kept))) => kept.extend(bytes),
            (None, _) => self.stdout.write_all(&bytes)?,
        }
        Ok(Ok(written))
    }

    fn too_many(&self) -> CliError {
        let format = self.format;
        let error = CliError::usage(format!(
            "a file of the format {format} holds one game, and the input has more"
        ));
        error.hint("name a folder: -o FOLDER/ writes a file for each")
    }

    fn end_file(&mut self) -> Result<(), CliError> {
        if let Some(mut file) = self.file.take() {
            if let Some(count) = self.writer.count() {
                file.count(count)?;
            }
            file.close()?;
            self.done.push(file);
        }
        self.writer = FileWriter::new(self.format, self.options);
        Ok(())
    }

    fn open(&mut self, input: &InputArgs) -> Result<Option<GameFile>, CliError> {
        let path = match &mut self.place {
            Destination::Stdout(_) => return Ok(None),
            Destination::File(path) => path.clone(),
            Destination::Folder { folder, names } => folder.path.join(names.next_name()),
        };
        let is_input = |other: &&PathBuf| is_same_file(&path, other);
        if let Some(other) = input.positions.iter().find(is_input) {
            let message = format!(
                "the output {} is the input {}",
                path.display(),
                other.display()
            );
            return Err(CliError::usage(message).hint("write it elsewhere"));
        }
        GameFile::create(&path, self.overwrite).map(Some)
    }

    /// Gives all files their names.
    pub(super) fn finish(mut self) -> Result<(), CliError> {
        if let Destination::Stdout(Some(kept)) = &mut self.place {
            if let (Some(count), Some(first)) = (self.writer.count(), kept.first_chunk_mut()) {
                *first = count;
            }
            self.stdout.write_all(kept)?;
        }
        self.end_file()?;
        self.stdout.flush()?;
        GameFile::finish_all(self.done)
    }
}
