use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

/// The output file of a run that may be resumed, and what stands in it.
///
/// Beside `FILE` stands `FILE.run` with the settings of the run. A run is resumed only with the
/// same settings; then a broken last line is cut off and the records answered are skipped.
#[derive(Debug)]
pub struct Journal {
    /// The output, at its end.
    pub file: File,
    /// Whole lines that were there: answers of the first records of the input.
    pub lines: u64,
    path: PathBuf,
}

/// Why a run cannot write to its file, or go on with it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file, or the one beside it, cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The file is there, its settings are not.
    #[error("{0} is missing, so it is not known how {what} was made; start anew without --resume", what = .0.with_extension("").display())]
    NoSettings(PathBuf),
    /// The settings differ.
    #[error(
        "this run has {name} {now}, but {path} says {then}; use the same settings, or start anew without --resume"
    )]
    SettingsDiffer {
        /// The file with the former settings.
        path: PathBuf,
        /// The setting.
        name: String,
        /// Its value now.
        now: Value,
        /// Its value then.
        then: Value,
    },
}

impl Journal {
    /// Starts a run anew; what was in the file is gone.
    ///
    /// # Errors
    ///
    /// If one of the two files cannot be written.
    pub fn start(path: &Path, settings: &Value) -> Result<Journal, JournalError> {
        let beside = settings_path(path);
        std::fs::write(&beside, format!("{settings}\n")).map_err(at(&beside))?;
        let file = File::create(path).map_err(at(path))?;
        Ok(Journal {
            file,
            lines: 0,
            path: path.to_owned(),
        })
    }

    /// Goes on with a run, or starts one if there is none.
    ///
    /// # Errors
    ///
    /// If the settings are missing or differ, or a file cannot be read or written.
    pub fn resume(path: &Path, settings: &Value) -> Result<Journal, JournalError> {
        if !path.exists() {
            return Journal::start(path, settings);
        }
        check_settings(&settings_path(path), settings)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(at(path))?;
        let lines = cut_broken_line(&mut file).map_err(at(path))?;
        Ok(Journal {
            file,
            lines,
            path: path.to_owned(),
        })
    }
}

#[derive(Deserialize)]
struct Named {
    id: String,
}

impl Journal {
    /// The ids of the lines that were there, `None` for a line that has none.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn ids(&self) -> Result<impl Iterator<Item = Option<String>> + use<>, JournalError> {
        let file = File::open(&self.path).map_err(at(&self.path))?;
        let id = |line: io::Result<Vec<u8>>| {
            let named: Named = serde_json::from_slice(&line.ok()?).ok()?;
            Some(named.id)
        };
        Ok(BufReader::new(file)
            .split(b'\n')
            .map(id)
            .take(self.lines as usize))
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> JournalError + use<'_> {
    |error| JournalError::Io {
        path: path.to_owned(),
        error,
    }
}

fn settings_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".run");
    PathBuf::from(name)
}

fn check_settings(path: &Path, settings: &Value) -> Result<(), JournalError> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(JournalError::NoSettings(path.to_owned()));
        }
        text => text.map_err(at(path))?,
    };
    let then: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
    let empty = serde_json::Map::new();
    let (now, then) = (
        settings.as_object().unwrap_or(&empty),
        then.as_object().unwrap_or(&empty),
    );
    for name in now.keys().chain(then.keys()) {
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

/// Counts whole lines, cuts off what follows them, and leaves the file at its end.
fn cut_broken_line(file: &mut File) -> io::Result<u64> {
    let mut reader = BufReader::new(&mut *file);
    let (mut lines, mut length, mut line) = (0, 0, Vec::new());
    while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        length += line.len() as u64;
        lines += 1;
        line.clear();
    }
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length))?;
    Ok(lines)
}
