use crate::batch::{Pick, Record, RecordBody};
use crate::board::{Board, canonical};
use crate::cli::GlobalArgs;
use crate::geometry::{Size, Symmetry};
use crate::notation::{
    ErrorCode, FileRecord, Format, Loss, Losses, ParseError, ResolvedOptions, TextLine,
    losses_of_line, parse_line,
};
use crate::position::{Position, PositionOverrides, Setup, Tree};

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
}

/// A game that was read.
pub(super) struct Item {
    pub(super) record: FileRecord,
    pub(super) read: ResolvedOptions,
    pub(super) warnings: Vec<ParseError>,
    /// Stones whose order is invented.
    pub(super) invented: usize,
    /// What is gone before it is written.
    pub(super) lost: Losses,
}

impl Item {
    /// What a record holds.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(super) fn of(record: &mut Record, changes: Changes<'_>) -> Result<Vec<Item>, ParseError> {
        let body = std::mem::replace(&mut record.body, Err(taken()))?;
        let item = match body {
            RecordBody::Game(parsed) => {
                Item::new(parsed.game.into(), parsed.assumed, parsed.warnings)
            }
            RecordBody::Setup(parsed) => {
                Item::new(parsed.setup.into(), parsed.assumed, parsed.warnings)
            }
            RecordBody::Line(line) => Item::of_line(&line, changes)?,
        };
        let picked = item.picked(changes.global.position.pick)?;
        let place = record.place.to_string();
        let items = picked.into_iter().map(|(end, item)| {
            let name = changes.names.then(|| format!("{place}{end}"));
            item.changed(changes, name)
        });
        items.collect()
    }

    fn new(record: FileRecord, read: ResolvedOptions, warnings: Vec<ParseError>) -> Item {
        Item {
            record,
            read,
            warnings,
            invented: 0,
            lost: Losses::default(),
        }
    }

    fn of_line(line: &TextLine, changes: Changes<'_>) -> Result<Item, ParseError> {
        let parsed = parse_line(&line.text, &changes.global.reading())
            .map_err(|error| error.in_file_of(line))?;
        Ok(Item::new(
            parsed.setup.into(),
            parsed.assumed,
            parsed.warnings,
        ))
    }

    /// The positions of the main line that are asked for, each with the end of its name; the whole
    /// game if none is.
    fn picked(self, pick: Option<Pick>) -> Result<Vec<(String, Item)>, ParseError> {
        let Some(pick) = pick else {
            return Ok(vec![(String::new(), self)]);
        };
        let main = match &self.record {
            FileRecord::Setup(setup) => setup.clone(),
            FileRecord::Game(game) => game.main_setup(),
        };
        let mut lost = match &self.record {
            FileRecord::Setup(_) => Losses::default(),
            FileRecord::Game(game) => losses_of_line(&game.tree),
        };
        let mut warnings = self.warnings;
        let items = pick.of(&main)?.into_iter().map(|(end, setup)| {
            let warnings = std::mem::take(&mut warnings);
            let item = Item::new(setup.into(), self.read, warnings);
            let lost = std::mem::take(&mut lost);
            (end, Item { lost, ..item })
        });
        Ok(items.collect())
    }

    /// The game as the user has it changed, with this name if it has none.
    fn changed(mut self, changes: Changes<'_>, name: Option<String>) -> Result<Item, ParseError> {
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
                    if let Some(more) = &mut game.tree.node_mut(place).more {
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

/// What turns the position at the end of the main line into the one that stands for all eight.
fn symmetry_of(record: &FileRecord) -> Result<Symmetry, ParseError> {
    let main: Setup = match record {
        FileRecord::Setup(setup) => setup.clone(),
        FileRecord::Game(game) => game.main_setup(),
    };
    let overrides = PositionOverrides {
        may_leave_side_open: true,
        size: Some(main.size.unwrap_or(Size::RENJU)),
        ..PositionOverrides::default()
    };
    let position = Position::from_setup(&main, &overrides)
        .map_err(|errors| ParseError::new(ErrorCode::BadBoard, errors.to_string()))?;
    let board: &Board = position.board();
    Ok(canonical(board).1)
}

fn taken() -> ParseError {
    ParseError::new(ErrorCode::Io, "the record was read before")
}
