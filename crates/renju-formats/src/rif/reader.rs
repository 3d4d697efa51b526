//! Streaming reader of RIF: collects the tables, then yields each game as its element closes.

use std::collections::VecDeque;

use quick_xml::Reader;
use quick_xml::errors::Error as XmlError;
use quick_xml::events::{BytesStart, Event};

use crate::coordinates::CoordinateSystem;
use crate::error::{excerpt, io_words};
use crate::header::same_size;
use crate::parsed::{ByteStream, Evidence, ParsedSetup, ParsedSetups, TextSample, failed};
use crate::{Encoding, ErrorCode, Format, ParseError, ParseOptions, ResolvedOptions};
use renju_core::geometry::Size;

use super::game::GameElement;
use super::source::{TEXT_LIMIT, XmlPlace, XmlSource};
use super::tables::{RifTables, meant};

/// Any XML document; whether it is a database is found by reading it.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let first = sample.lines.first().map_or("", String::as_str);
    let first = first.trim_start_matches(['\u{feff}', ' ', '\t']);
    Evidence::certain_if(first.starts_with("<?xml") || first.starts_with("<database"))
}

/// The games of a database, one after the other.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    if let Err(error) = same_size(Size::RENJU, options) {
        return failed(error);
    }
    match XmlSource::new(input, options.encoding) {
        Ok((source, encoding)) => Box::new(RifReader::new(source, encoding, options)),
        Err(error) => failed(ParseError::io(&error)),
    }
}

/// Reads an element at a time.
struct RifReader<'a> {
    xml: Reader<XmlSource<'a>>,
    buffer: Vec<u8>,
    document: Document,
    /// What is found and not yet given.
    found: VecDeque<Result<ParsedSetup, ParseError>>,
    is_done: bool,
}

/// What the document says up to now.
struct Document {
    options: ParseOptions,
    encoding: Encoding,
    tables: RifTables,
    /// How many elements are open.
    depth: u64,
    /// The name of the first element.
    root: Option<String>,
    has_games: bool,
    /// The game that is open.
    game: Option<GameElement>,
    text: TextOf,
}

/// What a text belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextOf {
    Nothing,
    Moves,
    Info,
}

impl<'a> RifReader<'a> {
    fn new(source: XmlSource<'a>, encoding: Encoding, options: ParseOptions) -> RifReader<'a> {
        let mut xml = Reader::from_reader(source);
        xml.config_mut().allow_dangling_amp = true;
        RifReader {
            xml,
            buffer: Vec::new(),
            document: Document {
                options,
                encoding,
                tables: RifTables::default(),
                depth: 0,
                root: None,
                has_games: false,
                game: None,
                text: TextOf::Nothing,
            },
            found: VecDeque::new(),
            is_done: false,
        }
    }

    /// Reads on to the end of the next tag or text.
    fn step(&mut self) {
        self.buffer.clear();
        self.xml.get_mut().begin();
        let event = self.xml.read_event_into(&mut self.buffer);
        let place = self.xml.get_ref().place();
        match event {
            Ok(Event::Eof) => {
                self.is_done = true;
                let error = self.document.error_at_end(place);
                self.found.extend(self.document.cut_game());
                self.found.extend(error.map(Err));
            }
            Ok(event) => {
                let games = self.document.take(&event, place);
                self.found.extend(games);
                if let Some(error) = self.document.too_large(place) {
                    self.is_done = true;
                    self.found.extend(self.document.cut_game());
                    self.found.push_back(Err(error));
                }
            }
            Err(error) => {
                self.is_done = true;
                self.found.extend(self.document.cut_game());
                self.found.push_back(Err(of_xml(&error, place)));
            }
        }
    }
}

impl Iterator for RifReader<'_> {
    type Item = Result<ParsedSetup, ParseError>;

    fn next(&mut self) -> Option<Result<ParsedSetup, ParseError>> {
        while self.found.is_empty() && !self.is_done {
            self.step();
        }
        self.found.pop_front()
    }
}

impl Document {
    /// Takes a tag or a text, `place` being behind it; what that ends.
    fn take(&mut self, event: &Event<'_>, place: XmlPlace) -> Vec<Result<ParsedSetup, ParseError>> {
        match event {
            Event::Start(element) => {
                self.depth += 1;
                self.open(element, place);
            }
            Event::Empty(element) => {
                self.open(element, place);
                self.text = TextOf::Nothing;
                if element.name().as_ref() == "game" {
                    return self.end_game();
                }
            }
            Event::End(element) => {
                self.depth = self.depth.saturating_sub(1);
                self.text = TextOf::Nothing;
                if element.name().as_ref() == "game" {
                    return self.end_game();
                }
            }
            Event::Text(text) => self.add(text),
            Event::CData(text) => self.add(text),
            Event::GeneralRef(name) => match meant(name) {
                Some(char) => self.add(char.encode_utf8(&mut [0; 4])),
                None => self.add(&format!("&{};", &**name)),
            },
            _ => {}
        }
        Vec::new()
    }

    fn open(&mut self, element: &BytesStart<'_>, place: XmlPlace) {
        let name = element.name();
        if self.root.is_none() {
            self.root = Some(name.as_ref().to_owned());
        }
        match (name.as_ref(), &mut self.game) {
            ("game", _) => {
                self.has_games = true;
                self.game = Some(GameElement::new(element, place));
            }
            ("move", Some(game)) => {
                self.text = TextOf::Moves;
                game.moves_at = place;
            }
            ("info", Some(_)) => self.text = TextOf::Info,
            (_, Some(_)) => {}
            (_, None) => self.tables.add(element),
        }
    }

    /// Adds a text to what it belongs to.
    fn add(&mut self, text: &str) {
        match (&mut self.game, self.text) {
            (Some(game), TextOf::Moves) => game.moves.push_str(text),
            (Some(game), TextOf::Info) => game.info.push_str(text),
            _ => {}
        }
    }

    /// What there is more of than is kept.
    fn too_large(&self, place: XmlPlace) -> Option<ParseError> {
        let of_game = |game: &GameElement| game.moves.len().max(game.info.len()) > TEXT_LIMIT;
        let message = if self.tables.are_full {
            "tables of more than 32 MiB"
        } else if self.game.as_ref().is_some_and(of_game) {
            "a text of more than 16 MiB in one game"
        } else {
            return None;
        };
        let error = place.error(ErrorCode::TooLarge, message);
        Some(error.hint("nothing after it is read"))
    }

    /// The game that is open, and what is wrong with it.
    fn end_game(&mut self) -> Vec<Result<ParsedSetup, ParseError>> {
        let Some(game) = self.game.take() else {
            return Vec::new();
        };
        let names = CoordinateSystem::new(Some(Size::RENJU), self.options);
        let game = game.read(&self.tables, names);
        let assumed = ResolvedOptions::new(Format::Rif, self.options, self.encoding);
        let parsed = ParsedSetup {
            warnings: game.warnings,
            ..ParsedSetup::new(game.setup, assumed, Some(game.line))
        };
        let error = game.error.map(Err);
        std::iter::once(Ok(parsed)).chain(error).collect()
    }

    /// The game that is open where the document breaks off: what is wrong there is said of it all.
    fn cut_game(&mut self) -> Option<Result<ParsedSetup, ParseError>> {
        self.end_game().into_iter().next()
    }

    /// What is wrong with the whole document when its bytes are at an end.
    fn error_at_end(&self, place: XmlPlace) -> Option<ParseError> {
        let root = excerpt(self.root.as_deref().unwrap_or_default());
        let message = if self.depth > 0 {
            format!("the file ends inside of the element <{root}>")
        } else if root.is_empty() {
            "the file has no element, and a database is one".to_owned()
        } else if root != "database" && !self.has_games {
            format!("this is no database of games: its element is <{root}>")
        } else {
            return None;
        };
        Some(place.error(ErrorCode::BadFile, message))
    }
}

fn of_xml(error: &XmlError, place: XmlPlace) -> ParseError {
    match error {
        XmlError::Io(error) => place.error(ErrorCode::Io, io_words(error)),
        XmlError::Encoding(_) => place
            .error(ErrorCode::BadEncoding, "the text is not UTF-8")
            .hint("--encoding names another encoding"),
        _ => {
            let message = format!("not XML: {}", excerpt(&error.to_string()));
            place.error(ErrorCode::BadFile, message)
        }
    }
}
