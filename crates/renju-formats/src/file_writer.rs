//! Writes files of several records, with the separators, row numbers and counts of the format.

use renju_core::position::{Game, Setup};

use super::codec::Holds;
use super::loss::{Impossible, Lossy};
use super::{Format, Losses, WriteError, WriteOptions, db, write_game, write_setup};

/// A file of records in the making: gives the bytes of one after the other.
///
/// ```
/// use renju_formats::{FileWriter, Format, ParseOptions, WriteOptions, parse_moves};
///
/// let mut file = FileWriter::new(Format::Csv, WriteOptions::default());
/// let mut text = Vec::new();
/// for moves in ["h8 i9", "h8 h9"] {
///     let record = parse_moves(moves, &ParseOptions::default())?.into();
///     text.extend(file.next(&record)?.bytes);
/// }
/// assert_eq!(text, b"id,size,rule,to_move,moves\n,15,,,h8i9\n,15,,,h8h9\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FileWriter {
    format: Format,
    options: WriteOptions,
    records: u64,
    /// What the first four bytes count.
    counted: u32,
}

/// What is written: a position or game of one line, or a game with variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileRecord {
    /// As a study takes it.
    Setup(Setup),
    /// As a file of trees holds it.
    Game(Game),
}

impl FileWriter {
    /// Begins a file of a format.
    pub fn new(format: Format, options: WriteOptions) -> FileWriter {
        FileWriter {
            format,
            options,
            records: 0,
            counted: 0,
        }
    }

    /// Whether no further record fits.
    pub fn is_full(&self) -> bool {
        self.format.codec().holds == Holds::One && self.records > 0
    }

    /// What the first four bytes have to be once all records are written, if they count them.
    pub fn count(&self) -> Option<[u8; 4]> {
        let is_counted = self.format.codec().holds == Holds::Counted;
        is_counted.then(|| self.counted.to_le_bytes())
    }

    /// The bytes that stand for the next record, behind those of the records before, and what they
    /// leave out.
    ///
    /// # Errors
    ///
    /// If the format cannot hold the record; others can follow.
    pub fn next(&mut self, record: &FileRecord) -> Result<Lossy, WriteError> {
        let written = match record {
            FileRecord::Setup(setup) => write_setup(setup, self.format, &self.options),
            FileRecord::Game(game) => write_game(game, self.format, &self.options),
        };
        let Lossy { bytes, lost } = match written {
            Ok(bytes) => Lossy {
                bytes,
                lost: Losses::default(),
            },
            Err(WriteError::Lossy(lossy)) => lossy,
            Err(error) => return Err(error),
        };
        let bytes = self.behind_others(bytes)?;
        self.records += 1;
        Ok(Lossy { bytes, lost })
    }

    /// The bytes of a file of one record as those of a further record.
    fn behind_others(&mut self, mut bytes: Vec<u8>) -> Result<Vec<u8>, Impossible> {
        let is_first = self.records == 0;
        match self.format.codec().holds {
            Holds::Counted if is_first => {
                self.counted = bytes
                    .first_chunk()
                    .map_or(0, |count| u32::from_le_bytes(*count));
            }
            Holds::Counted => {
                let (count, records) = db::records_of(&bytes);
                let counted = self.counted.checked_add(count);
                self.counted = counted.ok_or(Impossible::TooMany("the records"))?;
                bytes = records.to_vec();
            }
            _ if is_first => {}
            Holds::One | Holds::Many => {}
            Holds::Numbered => {
                let rows = bytes
                    .splitn(2, |&byte| byte == b'\n')
                    .nth(1)
                    .unwrap_or_default();
                let row = rows.strip_prefix(b"0").unwrap_or(rows);
                bytes = [self.records.to_string().as_bytes(), row].concat();
            }
            Holds::Blocks => bytes.insert(0, b'\n'),
            Holds::Rows => {
                let head = bytes.iter().position(|&byte| byte == b'\n');
                bytes.drain(..head.map_or(0, |end| end + 1));
            }
        }
        Ok(bytes)
    }
}

impl From<Setup> for FileRecord {
    fn from(setup: Setup) -> FileRecord {
        FileRecord::Setup(setup)
    }
}

impl From<Game> for FileRecord {
    fn from(game: Game) -> FileRecord {
        FileRecord::Game(game)
    }
}
