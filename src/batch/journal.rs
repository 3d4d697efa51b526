//! Checkpoints of a batch run in `FILE.run`, from which `--resume` continues with the same bytes.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::files::{is_same_place, read_file, remove};

use super::journal_error::{JournalError, at};
use super::journal_file::{Beginning, Found};
use super::run::{Consumed, RunSummary};
use crate::files::{DiskFile, NewFile, Overwrite};

/// Bytes of a journal, at most: 64 entries and the settings have some thousands.
const JOURNAL_BYTES: u64 = 16 << 20;

/// Time between two entries.
const PAUSE: Duration = Duration::from_secs(1);

/// Entries that are kept. Above that every other one of the older half is dropped.
const MOST_ENTRIES: usize = 64;

/// The settings of a run: the name of each argument with its value.
pub type Settings = Map<String, Value>;

/// The output file of a run that can be resumed, and how far it is.
///
/// `FILE.run` beside `FILE` holds the settings of the run and, once a second, how many records are
/// answered, a hash of what they say, and the lengths and hashes of the files. A run is resumed from
/// the last such entry that the files reach: what was written after it is cut off and answered again,
/// so that the output has the same bytes as if nothing had happened. The files are locked while a run
/// writes to them.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// The output, positioned at its end, and locked.
    output: DiskFile,
    /// Whether the output is a folder, of which files are whole or not there: none is noted but how
    /// many there are.
    is_folder: bool,
    trees: Option<DiskFile>,
    content: JournalContent,
    /// How far an earlier run was.
    begin: Checkpoint,
    /// The bytes behind the last note of a run that was killed, which were cut off.
    cut_off: u64,
    written: Instant,
}

/// What stands in `FILE.run`.
#[derive(Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct JournalContent {
    /// Version of the journal.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    v: u32,
    /// The process that has written this.
    process: u32,
    /// The arguments that decide what the lines are, each with its value.
    settings: Settings,
    /// How far the run was, about once a second; the oldest first.
    entries: Vec<Checkpoint>,
    /// Whether the run has ended, by itself or by Ctrl-C: the files end with the last entry then.
    #[serde(default)]
    is_ended: bool,
}

/// How far a run was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Checkpoint {
    /// Records that were read.
    pub records: u64,
    /// Size and hash of what these records say.
    pub input: Consumed,
    /// Errors, answers whose tree was left out, and those that an engine failed for.
    pub failed: u64,
    /// The output so far.
    output: Beginning,
    /// The file of trees so far.
    trees: Beginning,
}

/// The records that an output holds as a whole, found by reading it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WholeRecords {
    /// How many they are.
    pub records: u64,
    /// How far they reach, in bytes from the beginning of the file; nothing of a folder.
    pub bytes: u64,
}

/// That of `FILE.run`.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Journal {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Journal".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        JournalContent::json_schema(generator)
    }
}

impl Journal {
    /// Whether a run that writes to `path` needs `other` for its journal.
    pub fn needs(path: &Path, other: &Path) -> bool {
        is_same_place(&journal_path(path), other)
    }

    /// Whether a journal stands beside `path`.
    pub fn is_beside(path: &Path) -> bool {
        journal_path(path).exists()
    }

    /// Removes the journal beside `path`, of a run that has ended.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn remove(path: &Path) -> Result<(), JournalError> {
        let path = journal_path(path);
        remove(&path).map_err(at(&path))
    }

    /// Starts a run that writes to `path` and, if it is to have proof trees, to `trees`. Only if
    /// `is_forced` may there be files of these names; what is in them is lost.
    ///
    /// # Errors
    ///
    /// If there is a file, another run writes to it, or it cannot be written.
    pub fn start(
        path: &Path,
        trees: Option<&Path>,
        settings: &Settings,
        is_forced: bool,
    ) -> Result<Journal, JournalError> {
        let earlier = read(&journal_path(path))?; // A file that is no journal is not overwritten.
        let refuse_filled = || match [Some(path), trees].into_iter().flatten().find(is_filled) {
            Some(_) if is_forced => Ok(()),
            Some(there) if there == path && earlier.is_some() => {
                Err(JournalError::Exists(there.to_owned()))
            }
            Some(there) => Err(JournalError::Foreign(there.to_owned())),
            None => Ok(()),
        };
        refuse_filled()?;
        let mut journal = Journal::open(path, trees, settings)?;
        refuse_filled()?; // Another run may have come between.
        // First, as a folder that takes no journal leaves the files as they are.
        journal.write()?;
        journal.cut(Checkpoint::default())?;
        Ok(journal)
    }

    /// Resumes a run, or starts one if the file does not exist. [`Journal::pass_answered`] tells from where.
    ///
    /// # Errors
    ///
    /// If the settings are missing or differ, another run writes to the file, or a file cannot be
    /// read or written.
    pub fn resume(
        path: &Path,
        trees: Option<&Path>,
        settings: &Settings,
    ) -> Result<Journal, JournalError> {
        Journal::resume_whole(path, trees, settings, || Ok(WholeRecords::default()))
    }

    /// As [`Journal::resume`], for an output that tells by itself which of its records are whole:
    /// those behind the last entry are kept, too. [`Journal::answered`] tells how many they are.
    ///
    /// # Errors
    ///
    /// As those of [`Journal::resume`], and those of `whole`.
    pub fn resume_whole<E: From<JournalError>>(
        path: &Path,
        trees: Option<&Path>,
        settings: &Settings,
        whole: impl FnOnce() -> Result<WholeRecords, E>,
    ) -> Result<Journal, E> {
        // One that was killed before it wrote anything may have left an empty file.
        if !path.exists() || !is_filled(&path) && !journal_path(path).exists() {
            return Ok(Journal::start(path, trees, settings, false)?);
        }
        earlier(path, settings)?;
        let mut journal = Journal::open(path, trees, settings)?;
        let earlier = earlier(path, settings)?; // Another run may have come between.
        if earlier.is_ended {
            let last = earlier.entries.last().copied().unwrap_or_default();
            journal.refuse_longer(last, trees)?;
        }
        journal.keep_reached(earlier.entries, trees)?;
        journal.keep_whole(whole()?)?;
        journal.write()?;
        Ok(journal)
    }

    /// Refuses files that have grown since the run ended.
    fn refuse_longer(
        &mut self,
        last: Checkpoint,
        trees: Option<&Path>,
    ) -> Result<(), JournalError> {
        if self.is_folder {
            return Ok(());
        }
        let mut longer = Vec::new();
        let output = last.output.has_more(&mut self.output);
        longer.push((output.map_err(at(&self.path))?, self.path.as_path()));
        if let (Some(file), Some(path)) = (&mut self.trees, trees) {
            longer.push((last.trees.has_more(file).map_err(at(path))?, path));
        }
        match longer.into_iter().find(|(is_longer, _)| *is_longer) {
            Some((_, path)) => Err(JournalError::OutputDiffers(path.to_owned())),
            None => Ok(()),
        }
    }

    /// Cuts the files behind the last entry, or behind what is whole beyond it.
    fn keep_whole(&mut self, whole: WholeRecords) -> Result<(), JournalError> {
        if self.is_folder {
            self.content
                .entries
                .retain(|entry| entry.records <= whole.records);
        }
        self.begin = self.content.entries.last().copied().unwrap_or_default();
        if !self.is_folder {
            let found = self.output.metadata().map_err(at(&self.path))?.len();
            self.cut_off = found.saturating_sub(self.begin.output.bytes.max(whole.bytes));
        }
        if whole.bytes > self.begin.output.bytes || self.is_folder {
            self.begin.records = whole.records;
            if !self.is_folder {
                let (output, begin) = (&mut self.output, self.begin.output);
                let kept = output.cut(whole.bytes).and_then(|()| begin.grown(output));
                self.begin.output = kept.map_err(at(&self.path))?;
            }
            self.content.entries.push(self.begin);
        }
        self.cut(self.begin)
    }

    /// Forgets what the output holds, and leaves it empty.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn begin_anew(&mut self) -> Result<(), JournalError> {
        self.begin = Checkpoint::default();
        self.content.entries.clear();
        self.cut(self.begin)?;
        self.write()
    }

    /// How many bytes behind the last whole record of a killed run were cut off.
    pub const fn cut_off(&self) -> u64 {
        self.cut_off
    }

    /// How many records earlier runs have answered, of those that are kept.
    pub const fn answered(&self) -> u64 {
        self.begin.records
    }

    /// Opens the files and locks them.
    fn open(
        path: &Path,
        trees: Option<&Path>,
        settings: &Settings,
    ) -> Result<Journal, JournalError> {
        let is_folder = path.is_dir();
        let output = open_locked(path)?;
        let trees = trees.map(open_locked).transpose()?;
        Ok(Journal {
            path: path.to_owned(),
            output,
            is_folder,
            trees,
            content: JournalContent {
                v: 1,
                process: std::process::id(),
                settings: settings.clone(),
                entries: Vec::new(),
                is_ended: false,
            },
            begin: Checkpoint::default(),
            cut_off: 0,
            written: Instant::now(),
        })
    }

    /// Keeps the entries that the files still reach.
    fn keep_reached(
        &mut self,
        entries: Vec<Checkpoint>,
        trees: Option<&Path>,
    ) -> Result<(), JournalError> {
        if self.is_folder {
            self.content.entries = entries;
            return Ok(());
        }
        let mut begin = Checkpoint::default();
        for entry in entries {
            let output = begin.output.check(entry.output, &mut self.output);
            let mut all_found = vec![(output.map_err(at(&self.path))?, self.path.as_path())];
            if let (Some(file), Some(path)) = (&mut self.trees, trees) {
                let found = begin.trees.check(entry.trees, file);
                all_found.push((found.map_err(at(path))?, path));
            }
            for (found, path) in all_found {
                match found {
                    Found::Kept => {}
                    Found::Lost => return Ok(()),
                    Found::Changed => return Err(JournalError::OutputDiffers(path.to_owned())),
                }
            }
            self.content.entries.push(entry);
            begin = entry;
        }
        Ok(())
    }

    /// Other handles of the output and of the file of trees, to write to.
    ///
    /// # Errors
    ///
    /// If the system has no more of them.
    pub fn files(&self) -> Result<(DiskFile, Option<DiskFile>), JournalError> {
        let output = self.output.try_clone().map_err(at(&self.path))?;
        let trees = self.trees.as_ref().map(DiskFile::try_clone).transpose();
        Ok((output, trees.map_err(at(&self.path))?))
    }

    /// Reads the records that an earlier run has answered, each as what it says.
    ///
    /// # Errors
    ///
    /// If they are not the ones that were answered.
    pub fn pass_answered(
        &self,
        mut records: impl Iterator<Item = Consumed>,
    ) -> Result<Checkpoint, JournalError> {
        let begin = self.begin;
        let mut input = Consumed::default();
        for read in 0..begin.records {
            let Some(record) = records.next() else {
                return Err(JournalError::InputEnds {
                    path: self.path.clone(),
                    records: begin.records,
                    found: read,
                });
            };
            input = input.with(record);
        }
        if input == begin.input {
            Ok(begin)
        } else {
            Err(JournalError::InputDiffers {
                path: self.path.clone(),
                records: begin.records,
                then: begin.input.bytes,
                now: input.bytes,
            })
        }
    }

    /// Notes how far the run is, if the last note is not of this second or this one `is_last`.
    ///
    /// # Errors
    ///
    /// If a file cannot be written; the notes before this one stay.
    pub fn note(&mut self, summary: &RunSummary, is_last: bool) -> Result<(), JournalError> {
        if !is_last && self.written.elapsed() < PAUSE {
            return Ok(());
        }
        let last = self.content.entries.last().copied().unwrap_or_default();
        let output = if self.is_folder {
            last.output
        } else {
            let synced = self.output.sync();
            let grown = synced.and_then(|()| last.output.grown(&mut self.output));
            grown.map_err(at(&self.path))?
        };
        let mut entry = Checkpoint {
            records: self.begin.records + summary.read,
            input: summary.consumed,
            failed: self.begin.failed + summary.errors(),
            output,
            trees: last.trees,
        };
        if let Some(trees) = &mut self.trees {
            trees.sync().map_err(at(&self.path))?;
            entry.trees = last.trees.grown(trees).map_err(at(&self.path))?;
        }
        let is_new = self.content.entries.last() != Some(&entry);
        if is_new {
            self.content.entries.push(entry);
            self.thin();
        }
        if is_new || self.content.is_ended != is_last {
            self.content.is_ended = is_last;
            self.write()?;
        }
        self.written = Instant::now();
        Ok(())
    }

    /// Drops every other entry of the older half once there are too many.
    fn thin(&mut self) {
        if self.content.entries.len() > MOST_ENTRIES {
            let mut place = 0;
            self.content.entries.retain(|_| {
                place += 1;
                place > MOST_ENTRIES / 2 || place % 2 == 0
            });
        }
    }

    /// Cuts the files to the lengths of an entry, and leaves them at their ends.
    fn cut(&mut self, entry: Checkpoint) -> Result<(), JournalError> {
        if !self.is_folder {
            let output = entry.output.cut(&mut self.output);
            output.map_err(at(&self.path))?;
        }
        match &mut self.trees {
            Some(trees) => entry.trees.cut(trees).map_err(at(&self.path)),
            None => Ok(()),
        }
    }

    /// Writes the journal, which is never half written.
    fn write(&self) -> Result<(), JournalError> {
        let path = journal_path(&self.path);
        let written = || {
            let mut file = NewFile::create(&path, Overwrite::Allowed)?;
            serde_json::to_writer(&mut file, &self.content)?;
            file.write_all(b"\n")?;
            file.finish()
        };
        written().map_err(at(&path))
    }
}

/// Opens a file of a run and locks it; the lock ends with the process.
fn open_locked(path: &Path) -> Result<DiskFile, JournalError> {
    let file = if path.is_dir() {
        DiskFile::open_folder(path)
    } else {
        DiskFile::open_or_create(path)
    };
    let file = file.map_err(at(path))?;
    match file.lock() {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            let holder = read(&journal_path(path)).ok().flatten();
            Err(JournalError::Locked {
                path: path.to_owned(),
                process: holder.map(|journal| journal.process),
            })
        }
        locked => locked.map(|()| file).map_err(at(path)),
    }
}

/// The journal of an output that a run with these settings can go on with.
fn earlier(path: &Path, settings: &Settings) -> Result<JournalContent, JournalError> {
    let path = journal_path(path);
    let Some(earlier) = read(&path)? else {
        return Err(JournalError::NoSettings(path));
    };
    check_settings(&path, settings, &earlier.settings)?;
    Ok(earlier)
}

/// Whether a file holds something, or a folder games.
fn is_filled(path: &&Path) -> bool {
    if path.is_dir() {
        let is_game = |path: PathBuf| path.extension().is_some_and(|ending| ending == "psq");
        let mut files = std::fs::read_dir(path).into_iter().flatten().flatten();
        return files.any(|file| is_game(file.path()));
    }
    std::fs::metadata(path).is_ok_and(|file| file.len() > 0)
}

/// The journal in a file; `None` if there is no file.
fn read(path: &Path) -> Result<Option<JournalContent>, JournalError> {
    let bytes = match read_file(path, JOURNAL_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes.map_err(at(path))?,
    };
    let content: Result<JournalContent, _> = serde_json::from_slice(&bytes);
    content
        .map(Some)
        .map_err(|_| JournalError::NoJournal(path.to_owned()))
}

/// The file that holds the journal: beside an output, or in a folder.
fn journal_path(path: &Path) -> PathBuf {
    if path.is_dir() {
        return path.join("match.run");
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".run");
    PathBuf::from(name)
}

fn check_settings(path: &Path, now: &Settings, then: &Settings) -> Result<(), JournalError> {
    let programs = (program(now), program(then));
    if programs.0 != programs.1 {
        return Err(JournalError::ProgramDiffers {
            path: path.to_owned(),
            now: programs.0,
            then: programs.1,
        });
    }
    // Another command has other settings; what differs first is which one it is.
    let first = "study".to_owned();
    for name in std::iter::once(&first).chain(now.keys()).chain(then.keys()) {
        let (now, then) = (now.get(name), then.get(name));
        if now != then {
            let value = |value: Option<&Value>| value.cloned().unwrap_or(Value::Null);
            return Err(JournalError::SettingsDiffer {
                path: path.to_owned(),
                name: name.clone(),
                now: value(now),
                then: value(then),
            });
        }
    }
    Ok(())
}

/// The program that a run was begun by: its version, and the signature of its search, so that two
/// builds of one version with different searches are told apart.
fn program(settings: &Settings) -> String {
    let text = |name| match settings.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => "unknown".to_owned(),
    };
    let (version, signature) = (text("program"), text("search-signature"));
    format!("{version} (search signature {signature})")
}
