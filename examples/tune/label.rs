use std::io::Write;
use std::sync::{Mutex, PoisonError};

use renju::board::{Board, Color};
use renju::geometry::{Point, Size};
use renju::limits::{Control, Limits, Observer};
use renju::pattern::ShapeBoard;
use renju::position::Position;
use renju::rule::Rule;
use renju::search::{SearchOptions, TranspositionTable, search};
use renju::systems::EvaluatorHandle;
use renju::trace::{NodeEnd, TraceSink, TracedNode};
use serde::{Deserialize, Serialize};

use super::Error;
use super::arguments::Arguments;
use super::game::{Game, Said, best_of, read_games, said_of};
use super::in_order::{Progress, in_order};
use super::random::Random;

/// What a search may remember.
const MEMORY: usize = 1 << 20;

/// A position from inside a search tree, and what a search of its own said of it.
#[derive(Serialize, Deserialize)]
pub(super) struct Labelled {
    /// The game that the tree grew from.
    pub(super) game: usize,
    pub(super) rule: Rule,
    pub(super) size: Size,
    pub(super) to_move: Color,
    pub(super) black: Vec<Point>,
    pub(super) white: Vec<Point>,
    pub(super) said: Said,
    /// The best move that it found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<Point>,
    /// What the game came to for the side to move, if it is a position of a game.
    #[serde(skip)]
    pub(super) result: Option<f64>,
}

/// One of so many games is held out, with all its positions.
const HELD_OUT: usize = 10;

impl Labelled {
    fn new(game: usize, position: &Position, said: Said) -> Labelled {
        let stones = |color| position.board().stones(color).iter().collect();
        Labelled {
            game,
            rule: position.rule(),
            size: position.board().size(),
            to_move: position.to_move(),
            black: stones(Color::Black),
            white: stones(Color::White),
            said,
            best: None,
            result: None,
        }
    }

    /// The positions of a game of which its search was not sure, with the result.
    pub(super) fn all_of(game: &Game) -> Vec<Labelled> {
        let undecided = game.undecided().into_iter();
        let labelled = undecided.map(|(position, said)| Labelled {
            result: Some(game.result(position.to_move())),
            ..Labelled::new(game.number, &position, said)
        });
        labelled.collect()
    }

    /// Whether nothing is learned from it, so that it tells how well is foretold what is new.
    pub(super) const fn is_held_out(&self) -> bool {
        self.game.is_multiple_of(HELD_OUT)
    }

    pub(super) fn board(&self) -> Board {
        Board::with_stones(self.size, &self.black, &self.white)
    }
}

/// What is to be labelled.
pub(super) struct Plan {
    files: Vec<String>,
    evaluator: EvaluatorHandle,
    /// Nodes of the search that labels.
    nodes: u64,
    /// Nodes of the trees.
    tree: u64,
    /// Positions of a tree.
    draws: usize,
    /// A tree grows from one of so many positions of a game.
    every: usize,
    /// The rule to label by, where it is not that of the games.
    rule: Option<Rule>,
    /// The first game of the files, counted from 0.
    first: usize,
    seed: u64,
    threads: usize,
}

impl Plan {
    pub(super) fn read(arguments: &mut Arguments) -> Result<Plan, Error> {
        Ok(Plan {
            files: arguments.words_from(1).to_vec(),
            evaluator: arguments.take_evaluator("evaluator")?,
            nodes: arguments.take("nodes", 8_000)?,
            tree: arguments.take("tree", 2_000)?,
            draws: arguments.take("draws", 6)?,
            every: arguments.take("every", 2)?,
            rule: if arguments.has("rule") {
                Some(arguments.take("rule", Rule::Renju)?)
            } else {
                None
            },
            first: arguments.take("first", 0)?,
            seed: arguments.take("seed", 1)?,
            threads: arguments.take("threads", 2)?,
        })
    }

    /// Writes the positions of all games in the order of the games.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let games = read_games(&self.files)?;
        let work = |at: usize| self.positions_of(&games[at]);
        let numbers = self.first.min(games.len())..games.len();
        let mut progress = Progress::new("games", numbers.clone());
        in_order(self.threads, numbers, work, |found: Vec<Labelled>| {
            progress.count();
            for labelled in found {
                writeln!(out, "{}", serde_json::to_string(&labelled)?)?;
            }
            Ok(())
        })
    }

    /// Positions from trees that grow from some of the positions of a game.
    fn positions_of(&self, game: &Game) -> Vec<Labelled> {
        let mut random = Random::of_game(self.seed, game.number);
        let mut found = Vec::new();
        let mut memory = TranspositionTable::new(MEMORY);
        let mut position = Position::new(game.size, self.rule.unwrap_or(game.rule));
        for (ply, &point) in game.moves.iter().enumerate() {
            if ply >= game.opening && random.below(self.every.max(1)) == 0 {
                for drawn in self.draw(&position, &mut random, &mut memory) {
                    found.push(self.label(game.number, &drawn, &mut memory));
                }
            }
            let Ok(next) = position.play(point) else {
                break; // Under another rule than its own.
            };
            position = next;
        }
        found
    }

    /// Nodes of the tree of a search from here where the evaluator is asked, drawn at random.
    fn draw(
        &self,
        position: &Position,
        random: &mut Random,
        memory: &mut TranspositionTable,
    ) -> Vec<Position> {
        let draw = NodeDraw {
            most: self.draws,
            drawn: Mutex::new(DrawnPaths {
                paths: Vec::new(),
                seen: 0,
                random: Random::of_game(random.below(usize::MAX) as u64, 0),
            }),
        };
        let control = Control::observed(Limits::nodes(self.tree), &draw);
        let options = SearchOptions::default();
        memory.clear();
        search(position, &*self.evaluator, &options, &control, memory);
        let drawn = draw.drawn.into_inner();
        let drawn = drawn.unwrap_or_else(PoisonError::into_inner);
        let ends = drawn.paths.iter().filter_map(|path| end_of(position, path));
        ends.filter(is_evaluated).collect()
    }

    fn label(&self, game: usize, position: &Position, memory: &mut TranspositionTable) -> Labelled {
        let control = Control::new(Limits::nodes(self.nodes));
        let options = SearchOptions::default();
        memory.clear();
        let found = search(position, &*self.evaluator, &options, &control, memory);
        Labelled {
            best: best_of(&found),
            ..Labelled::new(game, position, said_of(&found))
        }
    }
}

/// Draws nodes of a tree, each with the same chance (reservoir sampling: Vitter 1985).
struct NodeDraw {
    most: usize,
    drawn: Mutex<DrawnPaths>,
}

struct DrawnPaths {
    /// The moves from the root to the nodes drawn so far.
    paths: Vec<Vec<Option<Point>>>,
    seen: usize,
    random: Random,
}

impl Observer for NodeDraw {
    fn trace_sink(&self) -> Option<&dyn TraceSink> {
        Some(self)
    }
}

impl TraceSink for NodeDraw {
    fn node(&self, node: &TracedNode<'_>) {
        let is_left_at_once = matches!(
            node.end,
            NodeEnd::Decided | NodeEnd::Table | NodeEnd::Stopped
        );
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let drawn = &mut *drawn;
        // The search comes to a node again and again, deeper each time.
        if is_left_at_once || drawn.paths.iter().any(|path| path == node.path) {
            return;
        }
        drawn.seen += 1;
        if drawn.paths.len() < self.most {
            drawn.paths.push(node.path.to_vec());
            return;
        }
        let place = drawn.random.below(drawn.seen);
        if let Some(path) = drawn.paths.get_mut(place) {
            *path = node.path.to_vec();
        }
    }
}

/// The position after these moves; nothing where one of them ends the game.
fn end_of(position: &Position, path: &[Option<Point>]) -> Option<Position> {
    let mut end = position.clone();
    for at in path {
        end = match at {
            Some(point) => end.play(*point).ok()?,
            None => end.pass(),
        };
    }
    Some(end)
}

/// Whether the search asks its evaluator here: neither side has a five to make.
fn is_evaluated(position: &Position) -> bool {
    let shapes = ShapeBoard::new(position.board().clone(), position.rule());
    Color::BOTH
        .into_iter()
        .all(|side| shapes.fives(side).is_empty())
}
