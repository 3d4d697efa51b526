//! Builds a set-up from one `game` element of RIF: its moves, and the players, tournament and rule
//! that it refers to.

use quick_xml::events::BytesStart;

use crate::characters::{characters, with_line_feeds};
use crate::coordinates::CoordinateSystem;
use crate::occupied_points::play;
use crate::properties::as_value;
use crate::{ErrorCode, ParseError, TextLine};
use renju_core::geometry::{Point, Size};
use renju_core::position::{GameInfo, PositionId, Setup};
use renju_core::rule::Rule;

use super::source::XmlPlace;
use super::tables::{RifTables, Tournament, plain};

/// What an element `game` says.
pub(super) struct GameElement {
    place: XmlPlace,
    attributes: Vec<(String, String)>,
    /// That an attribute is none.
    error: Option<ParseError>,
    pub(super) moves: String,
    /// The place in the document where `moves` begins.
    pub(super) moves_at: XmlPlace,
    pub(super) info: String,
}

/// What was made of an element.
pub(super) struct RifGame {
    pub(super) setup: Setup,
    pub(super) line: u64,
    pub(super) warnings: Vec<ParseError>,
    /// The first mistake, after which moves are left out.
    pub(super) error: Option<ParseError>,
}

impl GameElement {
    pub(super) fn new(element: &BytesStart<'_>, place: XmlPlace) -> GameElement {
        let mut game = GameElement {
            place,
            attributes: Vec::new(),
            error: None,
            moves: String::new(),
            moves_at: place,
            info: String::new(),
        };
        for attribute in element.attributes().with_checks(false) {
            match attribute {
                Ok(attribute) => {
                    let value = plain(&attribute.value);
                    let name = attribute.key.as_ref().to_owned();
                    game.attributes.push((name, value.trim().to_owned()));
                }
                Err(error) => {
                    let error =
                        place.error(ErrorCode::BadFile, format!("a bad attribute: {error}"));
                    game.error = Some(error);
                    break;
                }
            }
        }
        game
    }

    /// The game, with the names that its numbers stand for.
    pub(super) fn read(mut self, tables: &RifTables, names: CoordinateSystem) -> RifGame {
        let (moves, error) = self.played(names);
        let mut about = About {
            tables,
            place: self.place,
            info: GameInfo::default(),
            warnings: Vec::new(),
        };
        let mut id = None;
        for (name, value) in std::mem::take(&mut self.attributes) {
            if value.is_empty() {
                continue;
            }
            match name.as_str() {
                "id" => id = Some(PositionId::from(value)),
                _ => about.add(&name, value),
            }
        }
        let info = with_line_feeds(&self.info);
        about.keep("INFO", info.as_deref().unwrap_or(&self.info).trim());
        let info = about.info;
        let rule = info.rule.as_deref().and_then(rule_of);
        RifGame {
            setup: Setup {
                id,
                size: Some(Size::RENJU),
                rule,
                moves,
                info: (info != GameInfo::default()).then(|| Box::new(info)),
                ..Setup::default()
            },
            line: self.place.line,
            warnings: about.warnings,
            error: self.error.or(error),
        }
    }

    /// The moves up to the first mistake.
    fn played(&self, names: CoordinateSystem) -> (Vec<Option<Point>>, Option<ParseError>) {
        if let Some(moves) = plain_moves(&self.moves).filter(|_| names.are_ours()) {
            return (moves, None);
        }
        let line = characters(&self.moves);
        let error = match play(&line, names) {
            Ok(moves) => return (moves, None),
            Err(error) => error,
        };
        let wrong = error.column.unwrap_or(1);
        let good = line.partition_point(|character| character.column < wrong);
        let moves = play(&line[..good], names).unwrap_or_default();
        let place = TextLine {
            before: self.moves_at.before,
            ..TextLine::utf8(self.moves_at.line, "")
        };
        let mut error = error
            .on(&TextLine::utf8(1, self.moves.as_str()))
            .in_file_of(&place);
        if self.moves.contains(['\n', '&']) {
            error.column = None; // It is counted along one line of plain text.
        }
        (moves, Some(error))
    }
}

/// The information about a game in the making.
struct About<'a> {
    tables: &'a RifTables,
    place: XmlPlace,
    info: GameInfo,
    warnings: Vec<ParseError>,
}

impl About<'_> {
    /// Notes what an attribute says.
    fn add(&mut self, name: &str, value: String) {
        match name {
            "black" => self.info.black_player = self.player("BLACK", &value),
            "white" => self.info.white_player = self.player("WHITE", &value),
            "tournament" => self.tournament(&value),
            "rule" => match self.tables.rules.get(&value) {
                Some(rule) => self.info.rule = Some(rule.clone()),
                None => self.missing("rule", "RULE", &value),
            },
            "opening" => match self.tables.openings.get(&value) {
                Some(names) => {
                    let names = names.iter().map(|name| as_value(name)).collect();
                    self.info.properties.push(("OPENING".to_owned(), names));
                }
                None => self.missing("opening", "OPENING", &value),
            },
            "round" => self.info.round = Some(value),
            "bresult" => match value.as_str() {
                "1" => self.info.result = Some("B+".to_owned()),
                "0" => self.info.result = Some("W+".to_owned()),
                "0.5" => self.info.result = Some("Draw".to_owned()),
                _ => self.keep("BRESULT", &value),
            },
            "btime" | "wtime" if value == "0" => {}
            "btime" | "wtime" | "alt" | "swap" | "bid" | "publisher" => {
                self.keep(&name.to_ascii_uppercase(), &value);
            }
            _ => {
                let letters = name.chars().filter(char::is_ascii_alphanumeric);
                let name: String = letters.map(|char| char.to_ascii_uppercase()).collect();
                self.keep(&format!("RIF{name}"), &value);
            }
        }
    }

    /// Keeps a text that has no place in a game of ours.
    fn keep(&mut self, name: &str, text: &str) {
        if !text.is_empty() {
            let values = vec![as_value(text)];
            self.info.properties.push((name.to_owned(), values));
        }
    }

    fn player(&mut self, property: &str, id: &str) -> Option<String> {
        let name = self.tables.players.get(id).cloned();
        if name.is_none() {
            self.missing("player", property, id);
        }
        name
    }

    fn tournament(&mut self, id: &str) {
        let tables = self.tables;
        let Some(tournament) = tables.tournaments.get(id) else {
            return self.missing("tournament", "TOURNAMENT", id);
        };
        let Tournament {
            name, date, rule, ..
        } = tournament;
        self.info.event = Some(name.clone()).filter(|name| !name.is_empty());
        self.info.date.clone_from(date);
        if self.info.rule.is_none() {
            self.info.rule = tables.rules.get(rule).cloned();
        }
        if let Some(place) = tables.place_of(tournament) {
            self.keep("PC", &place);
        }
    }

    /// Keeps a number that stands in no table; 0 is written for nothing.
    fn missing(&mut self, what: &str, property: &str, id: &str) {
        if id != "0" {
            let message = format!("{what} {id:?} is in no table before this game");
            let warning = self.place.error(ErrorCode::MissingField, message);
            self.warnings.push(warning);
            self.keep(property, id);
        }
    }
}

/// The rule by what `RenjuNet` calls it: the opening rules of renju, and renju itself.
fn rule_of(name: &str) -> Option<Rule> {
    const RENJU: [&str; 8] = [
        "renju",
        "rif",
        "yamaguchi",
        "soos",
        "taraguchi",
        "tarannikov",
        "sakata",
        "soof",
    ];
    let name = name.to_lowercase();
    let is_renju = RENJU.iter().any(|part| name.contains(part));
    is_renju.then_some(Rule::Renju)
}

/// The moves of a text of points with blanks between them; `None` if anything is out of the ordinary.
fn plain_moves(text: &str) -> Option<Vec<Option<Point>>> {
    const SIDE: usize = Size::RENJU.get() as usize;
    let mut is_taken = [false; SIDE * SIDE];
    let mut moves = Vec::new();
    for word in text.split_ascii_whitespace() {
        let (letter, row) = match *word.as_bytes() {
            [letter, ones @ b'0'..=b'9'] => (letter, ones - b'0'),
            [letter, b'1', ones @ b'0'..=b'9'] => (letter, 10 + ones - b'0'),
            _ => return None,
        };
        let column = letter.to_ascii_lowercase().checked_sub(b'a')?;
        let row = row.checked_sub(1)?;
        let point = Point::new(column, row).filter(|point| point.is_on(Size::RENJU))?;
        let place = &mut is_taken[usize::from(row) * SIDE + usize::from(column)];
        if std::mem::replace(place, true) {
            return None;
        }
        moves.push(Some(point));
    }
    Some(moves)
}
