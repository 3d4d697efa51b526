//! Games between reading and writing in `convert`: turned or mirrored, named, given a move order.

use crate::cli::GlobalArgs;
use renju::batch::{Pick, ReadOptions, Record, RecordBody};
use renju::board::{Color, canonical};
use renju::geometry::{Point, PointSet, Size, Symmetry};
use renju::notation::{
    ErrorCode, FileRecord, Format, Loss, Losses, ParseError, ResolvedOptions, TextLine,
    losses_of_line, parse_line,
};
use renju::position::{Position, PositionOverrides, Setup, Tree};

/// What is done to each game before it is written.
#[derive(Clone, Copy)]
pub(super) struct Changes<'a> {
    pub(super) global: &'a GlobalArgs,
    pub(super) turn: Orientation,
    pub(super) invent_order: bool,
    /// Whether a game without a name gets that of its place.
    pub(super) names: bool,
}

/// How boards are turned or mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Orientation {
    By(Symmetry),
    /// Into the one that stands for all eight.
    Canonical,
    /// Into the one under which Rapfi looks for it in a database.
    OfDatabase,
}

/// A game that was read.
pub(super) struct ConvertedGame {
    pub(super) record: FileRecord,
    pub(super) read: ResolvedOptions,
    pub(super) warnings: Vec<ParseError>,
    /// Stones whose order is invented.
    pub(super) invented: usize,
    /// What is gone before it is written.
    pub(super) lost: Losses,
}

impl ConvertedGame {
    /// What a record holds.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(super) fn of(
        record: &mut Record,
        changes: Changes<'_>,
    ) -> Result<Vec<ConvertedGame>, ParseError> {
        let body = std::mem::replace(&mut record.body, Err(taken()))?;
        let item = match body {
            RecordBody::Game(parsed) => {
                ConvertedGame::new(parsed.game.into(), parsed.assumed, parsed.warnings)
            }
            RecordBody::Setup(parsed) => {
                ConvertedGame::new(parsed.setup.into(), parsed.assumed, parsed.warnings)
            }
            RecordBody::Line(line) => ConvertedGame::of_line(&line, changes)?,
        };
        let asked = changes.global.position.pick.as_ref();
        let pick = record.pick.as_ref().or(asked);
        let picked = item.picked(pick, &changes.global.read_options())?;
        let place = record.place.to_string();
        let items = picked.into_iter().map(|(end, item)| {
            let name = changes.names.then(|| format!("{place}{end}"));
            item.changed(changes, name)
        });
        items.collect()
    }

    fn new(record: FileRecord, read: ResolvedOptions, warnings: Vec<ParseError>) -> ConvertedGame {
        ConvertedGame {
            record,
            read,
            warnings,
            invented: 0,
            lost: Losses::default(),
        }
    }

    fn of_line(line: &TextLine, changes: Changes<'_>) -> Result<ConvertedGame, ParseError> {
        let parsed = parse_line(&line.text, &changes.global.reading())
            .map_err(|error| error.in_file_of(line))?;
        Ok(ConvertedGame::new(
            parsed.setup.into(),
            parsed.assumed,
            parsed.warnings,
        ))
    }

    /// The positions of the main line that are asked for, each with the end of its name; the whole
    /// game if none is.
    fn picked(
        self,
        pick: Option<&Pick>,
        options: &ReadOptions,
    ) -> Result<Vec<(String, ConvertedGame)>, ParseError> {
        if pick.is_none() && options.going_on.is_empty() {
            return Ok(vec![(String::new(), self)]);
        }
        let main = match &self.record {
            FileRecord::Setup(setup) => setup.clone(),
            FileRecord::Game(game) => game.main_setup(),
        };
        let mut lost = match &self.record {
            FileRecord::Setup(_) => Losses::default(),
            FileRecord::Game(game) => losses_of_line(&game.tree),
        };
        let mut warnings = self.warnings;
        let picked = pick.unwrap_or(&Pick::Last).of(&main)?;
        let items = picked.into_iter().map(|(end, setup)| {
            let setup = match &options.going_on[..] {
                [] => setup,
                _ => options.position_of(&setup, &self.read)?.0.unwrap_or(setup),
            };
            let warnings = std::mem::take(&mut warnings);
            let item = ConvertedGame::new(setup.into(), self.read, warnings);
            let lost = std::mem::take(&mut lost);
            Ok((end, ConvertedGame { lost, ..item }))
        });
        items.collect()
    }

    /// The game as the user has it changed, with this name if it has none.
    fn changed(
        mut self,
        changes: Changes<'_>,
        name: Option<String>,
    ) -> Result<ConvertedGame, ParseError> {
        let asked = &changes.global.position;
        let (id, size, rule) = match &mut self.record {
            FileRecord::Setup(setup) => {
                setup.to_move = asked.to_move.or(setup.to_move);
                (&mut setup.id, &mut setup.size, &mut setup.rule)
            }
            FileRecord::Game(game) => {
                if asked.to_move.is_some() {
                    let end = game.tree.main_line().last().unwrap_or(Tree::ROOT);
                    game.tree.node_mut(end).more_mut().to_move = asked.to_move;
                }
                (&mut game.id, &mut game.size, &mut game.rule)
            }
        };
        if let (Some(said), Some(asked)) = (*size, asked.size)
            && said != asked
        {
            let message = format!("the input has a {said} board, but {asked} was asked for");
            return Err(ParseError::new(ErrorCode::BadSize, message));
        }
        if id.is_none() {
            *id = name.map(Into::into);
        }
        *size = size.or(asked.size);
        *rule = asked.rule.or(*rule);
        if changes.invent_order {
            self.invent_order();
        }
        let symmetry = match changes.turn {
            Orientation::By(symmetry) => symmetry,
            Orientation::Canonical => symmetry_of(&self.record)?,
            Orientation::OfDatabase => symmetry_of_key(&self.record)?,
        };
        if symmetry != Symmetry::Identity {
            self.lose_unturned();
            self.record = match self.record {
                FileRecord::Setup(setup) => setup.transformed(symmetry).into(),
                FileRecord::Game(game) => game.transformed(symmetry).into(),
            };
        }
        Ok(self)
    }

    /// Leaves out what names points in words of its own, which are not turned.
    fn lose_unturned(&mut self) {
        const WITH_POINTS: [&str; 7] = ["AR", "DD", "LN", "SL", "TB", "TW", "VW"];
        let is_turned = |(name, _): &(String, Vec<String>)| !WITH_POINTS.contains(&name.as_str());
        match &mut self.record {
            FileRecord::Setup(setup) => {
                self.lost.add(Loss::Expectations, setup.expect.len());
                setup.expect.clear();
            }
            FileRecord::Game(game) => {
                let mut count = game.info.properties.len();
                game.info.properties.retain(is_turned);
                count -= game.info.properties.len();
                let places: Vec<_> = game.tree.places().collect();
                for place in places {
                    let node = game.tree.node_mut(place);
                    if node.more().is_some() {
                        let more = node.more_mut();
                        count += more.properties.len();
                        more.properties.retain(is_turned);
                        count -= more.properties.len();
                    }
                }
                self.lost.add(Loss::Properties, count);
            }
        }
    }

    fn invent_order(&mut self) {
        let (before, ordered) = match &self.record {
            FileRecord::Setup(setup) => (
                setup.black.len() + setup.white.len(),
                setup.clone().with_invented_order().map(FileRecord::from),
            ),
            FileRecord::Game(game) => {
                let stones = game.tree.setup(Tree::ROOT);
                let before = stones.black.len() + stones.white.len();
                (
                    before,
                    game.clone().with_invented_order().map(FileRecord::from),
                )
            }
        };
        if let Some(ordered) = ordered {
            self.record = ordered;
            self.invented = before;
        }
    }

    /// The number of nodes of a tree; of a game of one line its moves and the position before them.
    pub(super) fn nodes(&self) -> usize {
        match &self.record {
            FileRecord::Setup(setup) => setup.moves.len() + 1,
            FileRecord::Game(game) => game.tree.len(),
        }
    }

    /// The format that it was read from.
    pub(super) fn format(&self) -> Format {
        self.read.format
    }
}

/// What turns the position at the end of the main line into the one that stands for all eight. Of
/// several ways, where that board has symmetries of its own, the one with the first moves first: turned
/// copies of a game become one.
fn symmetry_of(record: &FileRecord) -> Result<Symmetry, ParseError> {
    let position = last_position(record)?;
    let board = position.board();
    let (image, symmetry) = canonical(board);
    let size = board.size();
    let turned = |symmetry: Symmetry, color| {
        let stones = board.stones(color);
        let stones = stones
            .iter()
            .filter_map(|point| symmetry.apply(point, size));
        stones.collect::<PointSet>()
    };
    let gives_image = |symmetry: &Symmetry| {
        let mut colors = Color::BOTH.into_iter();
        colors.all(|color| turned(*symmetry, color) == image.stones(color))
    };
    let ways = Symmetry::ALL.into_iter().filter(gives_image);
    let first = ways.min_by_key(|symmetry| {
        let points = played_points(record).into_iter();
        points
            .map(|point| symmetry.apply(point, size))
            .collect::<Vec<_>>()
    });
    Ok(first.unwrap_or(symmetry))
}

/// What turns the position at the end of the main line into the one whose key Rapfi stores: the least
/// of the eight, stones sorted by column and row.
fn symmetry_of_key(record: &FileRecord) -> Result<Symmetry, ParseError> {
    let position = last_position(record)?;
    let board = position.board();
    let key = |symmetry: &Symmetry| {
        Color::BOTH.map(|color| {
            let stones = board.stones(color);
            let turned = stones
                .iter()
                .filter_map(|point| symmetry.apply(point, board.size()));
            let mut places: Vec<_> = turned.map(|point| (point.column(), point.row())).collect();
            places.sort_unstable();
            places
        })
    };
    let least = Symmetry::ALL.into_iter().min_by_key(key);
    Ok(least.unwrap_or(Symmetry::Identity))
}

/// The position at the end of the main line.
fn last_position(record: &FileRecord) -> Result<Position, ParseError> {
    let main: Setup = match record {
        FileRecord::Setup(setup) => setup.clone(),
        FileRecord::Game(game) => game.main_setup(),
    };
    let overrides = PositionOverrides {
        may_leave_side_open: true,
        size: Some(main.size.unwrap_or(Size::RENJU)),
        ..PositionOverrides::default()
    };
    Position::from_setup(&main, &overrides)
        .map_err(|errors| ParseError::new(ErrorCode::BadBoard, errors.to_string()))
}

/// The points of moves in the order of the file, and of board texts.
fn played_points(record: &FileRecord) -> Vec<Point> {
    match record {
        FileRecord::Setup(setup) => setup.moves.iter().flatten().copied().collect(),
        FileRecord::Game(game) => {
            let nodes = game.tree.places().map(|place| game.tree.node(place));
            let points = nodes.flat_map(|node| {
                let played = node.played.and_then(|(_, point)| point);
                let labels = node.more().into_iter().flat_map(|more| &more.labels);
                played.into_iter().chain(labels.map(|&(point, _)| point))
            });
            points.collect()
        }
    }
}

fn taken() -> ParseError {
    ParseError::new(ErrorCode::Io, "the record was read before")
}
