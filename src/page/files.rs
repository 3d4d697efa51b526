//! Texts and files of the page: anything that is pasted becomes games, a game any format.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::notation::{self, Format, Losses, Lossy, ParseOptions, WriteError, WriteOptions};
use crate::position::{Position, PositionOverrides};
use crate::render::Lang;

use super::game_record::GameRecord;

/// Games that are read from one text at most.
const GAMES: usize = 1000;

/// The games of a text or a file, whatever its format, and what was left out.
fn read_games(bytes: &[u8], name: &str) -> Result<(Vec<GameRecord>, Vec<String>), String> {
    let options = ParseOptions::default();
    if bytes.trim_ascii().is_empty() {
        return Err("there is no position in it".to_owned());
    }
    let format = match notation::detect_named(bytes, name, &options) {
        Ok(format) => format,
        // An address of a board, or moves as they stand in one.
        Err(error) => {
            match str::from_utf8(bytes).map(|text| notation::parse_moves(text.trim(), &options)) {
                Ok(Ok(setup)) => {
                    let position = Position::from_setup(&setup, &PositionOverrides::default());
                    let position = position.map_err(|errors| errors.to_string())?;
                    return Ok((vec![GameRecord::of_setup(&setup, &position)], Vec::new()));
                }
                _ => return Err(told(&error)),
            }
        }
    };
    let (mut games, mut notes) = (Vec::new(), Vec::new());
    let mut found = notation::games(bytes, format, &options);
    for game in found.by_ref().take(GAMES) {
        let read = game.map_err(|error| told(&error)).and_then(|parsed| {
            let overrides = PositionOverrides {
                may_leave_side_open: true,
                ..PositionOverrides::default()
            };
            let position = Position::from_setup(&parsed.game.main_setup(), &overrides);
            let position = position.map_err(|errors| errors.to_string())?;
            let record = GameRecord::of_game(&parsed.game, &position);
            let record = record.map_err(|error| error.to_string())?;
            let assumed = parsed.assumed.assumed.iter();
            let assumed = assumed.map(|assumption| assumption.sentence().to_owned());
            let notes = assumed.chain(parsed.warnings.iter().map(told)).collect();
            Ok(GameRecord { notes, ..record })
        });
        match read {
            Ok(record) => games.push(record),
            Err(note) => notes.push(note),
        }
    }
    if found.next().is_some() {
        notes.push(format!("only the first {GAMES} games are read"));
    }
    // What is left of a damaged file is not the game that was meant.
    if !notes.is_empty() {
        games.retain(|game: &GameRecord| {
            game.nodes.len() > 1 || game.black.len() + game.white.len() > 0
        });
    }
    if games.is_empty() {
        let none = || "there is no position in it".to_owned();
        return Err(notes.into_iter().next().unwrap_or_else(none));
    }
    Ok((games, notes))
}

/// The games of a text or a file, whatever its format, as the page gets them: `records`, and `notes`
/// on what was left out, in a language. `name` is that of the file, if it has one.
///
/// # Errors
///
/// If nothing in it can be read: why, with the place.
pub fn read_answer(bytes: &[u8], name: &str, lang: Lang) -> Result<Value, String> {
    let said = |english: &String| lang.translate(english);
    let (mut records, notes) = read_games(bytes, name).map_err(|error| said(&error))?;
    for record in &mut records {
        record.notes = record.notes.iter().map(said).collect();
    }
    let notes: Vec<String> = notes.iter().map(said).collect();
    Ok(json!({ "records": records, "notes": notes }))
}

/// A game in a format, as the page gets it: the bytes in `base64`, and what is `lost`, if anything, in a
/// language.
///
/// # Errors
///
/// Why the format cannot hold it.
pub fn write_answer(game: &GameRecord, format: Format, lang: Lang) -> Result<Value, String> {
    let (bytes, lost) = write_game(game, format).map_err(|error| lang.translate(&error))?;
    let lost = (!lost.is_empty()).then(|| lang.translate(&lost.to_string()));
    Ok(json!({ "base64": STANDARD.encode(bytes), "lost": lost }))
}

/// An error with its place and the way out.
fn told(error: &notation::ParseError) -> String {
    let place = match (error.line, error.column) {
        (Some(line), Some(column)) => format!("line {line}, column {column}: "),
        (Some(line), None) => format!("line {line}: "),
        _ => String::new(),
    };
    // Flags are no way out of a page.
    let hint = error.hint.as_ref().filter(|hint| !hint.contains("--"));
    let hint = hint.map(|hint| format!(" ({hint})"));
    place + &error.message + &hint.unwrap_or_default()
}

/// A game in a format, and what the format does not say of it.
fn write_game(record: &GameRecord, format: Format) -> Result<(Vec<u8>, Losses), String> {
    let is_of_one_position = matches!(
        format,
        Format::Diagram | Format::Unicode | Format::Markdown | Format::Url | Format::Gomocup
    );
    let game = if is_of_one_position {
        record.up_to_shown().to_game()
    } else {
        record.to_game()
    };
    let game = game.map_err(|error| error.to_string())?;
    match notation::write_game(&game, format, &WriteOptions::default()) {
        Ok(bytes) => Ok((bytes, Losses::default())),
        Err(WriteError::Lossy(Lossy { bytes, lost })) => Ok((bytes, lost)),
        Err(WriteError::Impossible(error)) => Err(error.to_string()),
    }
}

/// The formats that one game can be written in, and read again without a word on what it is.
pub fn written_formats() -> impl Iterator<Item = Format> {
    let is_offered = |format: &Format| format.is_written() && *format != Format::OpeningsPos;
    Format::ALL.into_iter().filter(is_offered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_read_and_written_alike() {
        let text = b"(;SZ[15]GM[4];B[hh](;W[ig]C[near];B[jf])(;W[hg]))";
        let (games, notes) = read_games(text, "").unwrap();
        assert!(notes.is_empty() && games.len() == 1, "{notes:?}");
        let shown = games[0]
            .shown()
            .into_iter()
            .map(|node| node.played.unwrap().to_string());
        assert_eq!(shown.collect::<Vec<_>>(), ["H8", "I9", "J10"]);
        let written = write_game(&games[0], Format::Sgf).unwrap();
        let again = read_games(&written.0, "").unwrap().0;
        assert_eq!(again[0].nodes, games[0].nodes);
        assert_eq!(games[0].nodes[2].comment, "near");
    }

    #[test]
    fn a_format_of_one_position_has_the_one_that_is_shown() {
        let (games, _) =
            read_games(b"(;SZ[15]GM[4];B[hh];W[ig];B[jf](;W[aa])(;W[bb]))", "").unwrap();
        let game = GameRecord {
            at: Some(2),
            ..games[0].clone()
        };
        let moves = |format| {
            let written = write_game(&game, format).unwrap().0;
            let read = read_games(&written, "").unwrap().0;
            read[0].shown().len() + read[0].black.len() + read[0].white.len()
        };
        assert_eq!(moves(Format::Diagram), 2);
        assert_eq!(moves(Format::Url), 2);
        assert_eq!(moves(Format::Sgf), 4);
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let error = read_games(b"h8 h8", "").unwrap_err();
        assert!(error.contains("H8 is taken"), "{error}");
        let chinese = read_answer(b"h8 h8", "", "zh".parse().unwrap()).unwrap_err();
        assert!(chinese.starts_with("第 1 行第 4 列：H8"), "{chinese}");
        assert!(read_games(b"\xff\xfe\x00", "").is_err());
        assert!(read_games(b"", "").is_err());
        assert!(read_games(b"(;GM[4]SZ[15];B[hh", "").is_err());
    }
}
