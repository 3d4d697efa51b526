use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

/// The output file of a run that can be resumed, and what it holds.
///
/// `FILE.run` beside `FILE` holds the settings of the run. A run is resumed only with the same
/// settings: then a broken last line is cut off and the records that are answered are skipped.
#[derive(Debug)]
pub struct Journal {
    /// The output, positioned at its end.
    pub file: File,
    /// Whole lines that were there: answers to the first records of the input.
    lines: u64,
    path: PathBuf,
}

/// The settings of a run: the name of each argument with its value.
pub type Settings = Map<String, Value>;

/// Why a run cannot write to its file, or resume it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The output, or the file with the settings, cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file that failed.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is something in the file, and no run has written it.
    #[error(
        "{path} holds something that no run has written ({path}.run is missing); remove it, or name another file",
        path = .0.display()
    )]
    NoOutput(PathBuf),
    /// The output exists, but its settings are missing.
    #[error("{0} is missing, so it is not known how {what} was made; start anew without --resume", what = .0.with_extension("").display())]
    NoSettings(PathBuf),
    /// A setting has another value than in the run to be resumed.
    #[error(
        "this run has {name} {now}, but {path} says {then}; use the same settings, or start anew without --resume"
    )]
    SettingsDiffer {
        /// The file with the earlier settings.
        path: PathBuf,
        /// The name of the setting.
        name: String,
        /// Its value in this run.
        now: Value,
        /// Its value in the earlier run.
        then: Value,
    },
    /// A line answers another record than the one at its place in the input.
    #[error(
        "line {line} of the output answers {answered}, but the input has {expected} there; start anew without --resume"
    )]
    InputDiffers {
        /// The line, from 1.
        line: u64,
        /// The id on that line, or `nothing`.
        answered: String,
        /// The id in the input, or `nothing`.
        expected: String,
    },
}

impl Journal {
    /// Starts a run; what an earlier run has written to the file is lost.
    ///
    /// # Errors
    ///
    /// If one of the two files cannot be written, or if the first holds something else.
    pub fn start(path: &Path, settings: &Settings) -> Result<Journal, JournalError> {
        let beside = settings_path(path);
        let is_filled = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0);
        if is_filled && !beside.exists() {
            return Err(JournalError::NoOutput(path.to_owned()));
        }
        let text = format!("{}\n", Value::from(settings.clone()));
        std::fs::write(&beside, text).map_err(at(&beside))?;
        let file = File::create(path).map_err(at(path))?;
        Ok(Journal {
            file,
            lines: 0,
            path: path.to_owned(),
        })
    }

    /// Resumes a run, or starts one if the file does not exist.
    ///
    /// # Errors
    ///
    /// If the settings are missing or differ, or a file cannot be read or written.
    pub fn resume(path: &Path, settings: &Settings) -> Result<Journal, JournalError> {
        if !path.exists() {
            return Journal::start(path, settings);
        }
        check_settings(&settings_path(path), settings)?;
        let file = OpenOptions::new().read(true).write(true).open(path);
        let mut file = file.map_err(at(path))?;
        let lines = cut_broken_line(&mut file).map_err(at(path))?;
        Ok(Journal {
            file,
            lines,
            path: path.to_owned(),
        })
    }

    /// Skips the records that the file answers and returns their number. Each item of `records`
    /// holds the ids that its record has lines for.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or its lines answer other records.
    pub fn skip_answered(
        &self,
        mut records: impl Iterator<Item = Vec<String>>,
    ) -> Result<u64, JournalError> {
        let mut lines = (1..).zip(self.ids()?);
        let (mut skipped, mut left) = (0, self.lines);
        while left > 0 {
            let Some(ids) = records.next() else { break };
            skipped += 1;
            for expected in ids {
                let Some((line, answered)) = lines.next() else {
                    break;
                };
                if answered.as_ref() != Some(&expected) {
                    return Err(input_differs(line, answered, Some(expected)));
                }
                left -= 1;
            }
        }
        match lines.next() {
            Some((line, answered)) => Err(input_differs(line, answered, None)),
            None => Ok(skipped),
        }
    }

    /// The ids of the lines that were there, `None` for a line without one.
    fn ids(&self) -> Result<impl Iterator<Item = Option<String>>, JournalError> {
        let file = File::open(&self.path).map_err(at(&self.path))?;
        let id = |line: io::Result<Vec<u8>>| {
            let line: AnswerLine = serde_json::from_slice(&line.ok()?).ok()?;
            Some(line.id)
        };
        let lines = BufReader::new(file).split(b'\n').map(id);
        Ok(lines.take(self.lines as usize))
    }
}

#[derive(Deserialize)]
struct AnswerLine {
    id: String,
}

fn input_differs(line: u64, answered: Option<String>, expected: Option<String>) -> JournalError {
    let named = |id: Option<String>| id.unwrap_or_else(|| "nothing".to_owned());
    JournalError::InputDiffers {
        line,
        answered: named(answered),
        expected: named(expected),
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

fn check_settings(path: &Path, settings: &Settings) -> Result<(), JournalError> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(JournalError::NoSettings(path.to_owned()));
        }
        text => text.map_err(at(path))?,
    };
    let earlier: Settings = serde_json::from_str(&text).unwrap_or_default();
    // Another command has other settings; what differs first is which command it is.
    let first = ["program", "study"].map(str::to_owned);
    for name in first.iter().chain(settings.keys()).chain(earlier.keys()) {
        let (now, then) = (settings.get(name), earlier.get(name));
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
