//! Benchmark of rules, solvers, and search, with a node count that is a signature of the code.

use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::eval::network::Network;
use crate::forbidden::{ThreeReading, forbidden_points};
use crate::geometry::{Point, Size};
use crate::limits::{Control, Instant, Limits, Observer, Progress};
use crate::named_enum::named_enum;
use crate::pattern::{Shape, ShapeBoard};
use crate::position::{Position, PositionOverrides, Setup};
use crate::questions::VERSION;
use crate::rule::Rule;
use crate::search::{SearchOptions, TranspositionTable, search};
use crate::threat::{Attack, SolveOptions, solve};

/// The positions, a line each, with the number of sequences of one, two and three legal moves. The
/// first six are from games between engines, the others are stones thrown at random, among which
/// boards with long searches were taken.
const SAMPLES: &str = include_str!("bench.jsonl");

/// How much is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchExtent {
    /// Moves of a sequence.
    depth: usize,
    /// How often each stone is played.
    plays: usize,
    /// How often each board is asked for its forbidden points.
    asks: usize,
    /// The most positions that a solver enters for a side of a position.
    nodes: u64,
    /// Moves that the search for best play looks ahead.
    search_depth: u16,
    /// The most positions that it enters for a position.
    search_nodes: u64,
}

impl BenchExtent {
    /// Some seconds.
    pub const WHOLE: BenchExtent = BenchExtent {
        depth: 3,
        plays: 500,
        asks: 20_000,
        nodes: 100_000,
        search_depth: 10,
        search_nodes: 2_000_000,
    };

    /// A fraction of a second.
    pub const QUICK: BenchExtent = BenchExtent {
        depth: 2,
        plays: 20,
        asks: 1_000,
        nodes: 1_000,
        search_depth: 5,
        search_nodes: 20_000,
    };
}

/// What a machine can do, and what the solvers do on every machine.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BenchReport {
    /// The version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the question: `"bench"`.
    pub study: &'static str,
    /// Whether little was done; the signature is another then.
    pub quick: bool,
    /// Number of benchmark positions.
    pub positions: usize,
    /// The nodes of the solvers and of the search in all: the same on every machine, until these
    /// change. `None` if it was interrupted.
    pub signature: Option<u64>,
    /// What was done by one thread, in this order.
    pub runs: Vec<BenchRun>,
    /// The search once more by several threads, if there were any.
    pub threads: Option<BenchThreads>,
}

/// What several threads gain.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BenchThreads {
    /// Number of search threads.
    pub threads: usize,
    /// What all of them did, for the depths that one thread was asked for.
    #[serde(flatten)]
    pub work: BenchTime,
    /// How many times as many positions in a second as one thread.
    pub rate_ratio: f64,
    /// How many times as fast as one thread.
    pub speedup: f64,
}

/// The [`BenchReport::signature`] of [`BenchExtent::QUICK`]. A change of the search, the solvers or
/// the evaluator changes it, and then it is changed here: `batch` resumes no run that a program of
/// another one has begun.
pub const QUICK_SIGNATURE: u64 = 26_290;

/// A kind of work, counted and timed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BenchRun {
    /// Kind of work that was timed.
    pub name: BenchWork,
    /// How much was done, and how fast.
    #[serde(flatten)]
    pub work: BenchTime,
}

/// An amount of work and the time it took.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BenchTime {
    /// Amount of work that was done.
    pub count: u64,
    /// How long it took.
    pub seconds: f64,
    /// How much in a second.
    pub per_second: u64,
}

named_enum! {
    /// What is counted and timed.
    pub enum BenchWork: "work" {
        /// Sequences of legal moves.
        Sequences = "sequences",
        /// Stones played and taken back, the shapes of the board kept up to date.
        Plays = "plays",
        /// Empty points asked whether they are forbidden.
        ForbiddenPoints = "forbidden_points",
        /// Positions entered by the solver of continuous fours.
        Vcf = "vcf",
        /// Positions entered by the solver of continuous threats.
        Vct = "vct",
        /// Positions entered by the search for best play.
        Search = "search",
    }
}

impl BenchWork {
    const fn is_search(self) -> bool {
        matches!(self, BenchWork::Vcf | BenchWork::Vct | BenchWork::Search)
    }
}

/// Does a fixed amount of work on fixed positions, one thread, and takes the time. The search is
/// done once more by several threads, if there are more than one. If the observer ends it, the
/// kinds of work that were done are told, without a signature.
pub fn bench(extent: BenchExtent, threads: usize, observer: &dyn Observer) -> BenchReport {
    let samples = samples();
    let bench = Bench { extent, observer };
    let run = |name: BenchWork| {
        let work = bench.timed(&samples, |sample| bench.count(name, sample))?;
        Some(BenchRun { name, work })
    };
    let runs: Vec<BenchRun> = BenchWork::ALL.into_iter().map_while(run).collect();
    let alone = runs.iter().find(|run| run.name == BenchWork::Search);
    let together = alone.filter(|_| threads > 1).and_then(|alone| {
        let work = bench.timed(&samples, |sample| bench.searched(sample, threads))?;
        Some(gain(alone.work, work, threads))
    });
    let is_whole = runs.len() == BenchWork::ALL.len();
    let searches = runs.iter().filter(|run| run.name.is_search());
    BenchReport {
        v: VERSION,
        study: "bench",
        quick: extent == BenchExtent::QUICK,
        positions: samples.len(),
        signature: is_whole.then(|| searches.map(|run| run.work.count).sum()),
        runs,
        threads: together,
    }
}

/// The search by several threads, held against that by one.
#[expect(
    clippy::cast_precision_loss,
    reason = "fewer positions are entered in a second than would show"
)]
fn gain(alone: BenchTime, work: BenchTime, threads: usize) -> BenchThreads {
    BenchThreads {
        threads,
        work,
        rate_ratio: work.per_second as f64 / alone.per_second.max(1) as f64,
        speedup: alone.seconds / work.seconds,
    }
}

/// How much is done, and who may end it.
struct Bench<'a> {
    extent: BenchExtent,
    observer: &'a dyn Observer,
}

impl Bench<'_> {
    /// Does some work on every sample, which tells how much it was; `None` if the observer ended it.
    fn timed(
        &self,
        samples: &[BenchSample],
        work: impl Fn(&BenchSample) -> u64,
    ) -> Option<BenchTime> {
        let since = Instant::now();
        let mut count = 0;
        for sample in samples {
            count += work(sample);
            if self.observer.progress(&Progress::default()).is_break() {
                return None;
            }
        }
        let elapsed = since.elapsed();
        let per_second = u128::from(count) * 1_000_000_000 / elapsed.as_nanos().max(1);
        Some(BenchTime {
            count,
            seconds: elapsed.as_secs_f64(),
            per_second: per_second as u64,
        })
    }

    /// How much a kind of work is on a sample: the same every time.
    fn count(&self, work: BenchWork, sample: &BenchSample) -> u64 {
        let (position, extent) = (&sample.position, self.extent);
        match work {
            BenchWork::Sequences => sequences(position, extent.depth),
            BenchWork::Plays => plays(position, extent.plays),
            BenchWork::ForbiddenPoints => asked_points(position, extent.asks),
            BenchWork::Vcf => self.nodes(position, Attack::Vcf),
            BenchWork::Vct => self.nodes(position, Attack::Vct),
            BenchWork::Search => self.searched(sample, 1),
        }
    }

    /// The nodes that a solver enters for both sides.
    fn nodes(&self, position: &Position, attack: Attack) -> u64 {
        let spent = |attacker: Color| {
            let options = SolveOptions {
                attacker: Some(attacker),
                table_bytes: 16 << 20,
                ..SolveOptions::new(attack)
            };
            let control = Control::observed(Limits::nodes(self.extent.nodes), self.observer);
            solve(position, &options, &control).progress.nodes
        };
        Color::BOTH.into_iter().map(spent).sum()
    }

    /// The nodes that the search for best play enters.
    fn searched(&self, sample: &BenchSample, threads: usize) -> u64 {
        let options = SearchOptions {
            threads,
            ..SearchOptions::depth(self.extent.search_depth)
        };
        let control = Control::observed(Limits::nodes(self.extent.search_nodes), self.observer);
        let mut table = TranspositionTable::new(16 << 20);
        let (position, evaluator) = (&sample.position, Network::ours());
        let found = search(position, evaluator, &options, &control, &mut table);
        found.last.nodes
    }
}

/// Asks of every empty point, so many times over, whether it is forbidden.
fn asked_points(position: &Position, rounds: usize) -> u64 {
    let board = position.board();
    let asked = |_| {
        std::hint::black_box(forbidden_points(
            std::hint::black_box(board),
            ThreeReading::Literal,
        ));
        board.empties().len() as u64
    };
    (0..rounds).map(asked).sum()
}

/// Plays a stone of each side on every empty point, so many times over, and takes it back.
fn plays(position: &Position, rounds: usize) -> u64 {
    let mut shapes = ShapeBoard::new(position.board().clone(), position.rule());
    let empties = shapes.board().empties();
    let mut count = 0;
    for _ in 0..rounds {
        for point in empties.iter() {
            for color in Color::BOTH {
                shapes.play(point, color);
                shapes.undo();
                count += 1;
            }
        }
    }
    count
}

/// The sequences of `depth` legal moves, none after the end of the game.
fn sequences(position: &Position, depth: usize) -> u64 {
    let mut shapes = ShapeBoard::new(position.board().clone(), position.rule());
    sequences_from(&mut shapes, position.to_move(), depth)
}

fn sequences_from(shapes: &mut ShapeBoard, color: Color, depth: usize) -> u64 {
    let mut legal = shapes.board().empties();
    if shapes.rule().restricts(color) {
        legal = legal - forbidden_points(shapes.board(), ThreeReading::Literal);
    }
    if depth <= 1 {
        return legal.len() as u64;
    }
    let mut count = 0;
    for point in legal.iter() {
        let made = shapes.shapes(point, color);
        if made.0.iter().any(|entry| entry.shape() == Shape::Five) {
            continue; // The game is over.
        }
        shapes.play(point, color);
        count += sequences_from(shapes, !color, depth - 1);
        shapes.undo();
    }
    count
}

/// A position of the set.
struct BenchSample {
    position: Position,
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "held against slow counts by a test")
    )]
    sequences: Vec<u64>,
}

#[derive(Deserialize)]
struct BenchLine {
    size: Size,
    rule: Rule,
    to_move: Color,
    black: Vec<Point>,
    white: Vec<Point>,
    sequences: Vec<u64>,
}

fn samples() -> Vec<BenchSample> {
    SAMPLES.lines().map(sample).collect()
}

fn sample(text: &str) -> BenchSample {
    let line: BenchLine = serde_json::from_str(text).expect("a test reads every line");
    let setup = Setup {
        size: Some(line.size),
        rule: Some(line.rule),
        to_move: Some(line.to_move),
        black: line.black,
        white: line.white,
        ..Setup::default()
    };
    BenchSample {
        position: Position::from_setup(&setup, &PositionOverrides::default())
            .expect("a test reads every line"),
        sequences: line.sequences,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::board::Board;
    use crate::limits::NoObserver;

    /// The definition: every point is tried, by the rules alone.
    fn slow_sequences(board: &mut Board, rule: Rule, color: Color, depth: usize) -> u64 {
        let mut count = 0;
        for point in board.empties().iter() {
            if !rule.allows(board, point, color) {
                continue;
            }
            let is_five = rule.makes_five(board, point, color);
            if depth == 1 {
                count += 1;
            } else if !is_five {
                board.place(point, color);
                count += slow_sequences(board, rule, !color, depth - 1);
                board.lift(point);
            }
        }
        count
    }

    #[test]
    fn sequences_are_as_many_as_are_written_down() {
        for sample in samples() {
            let counted = (1..=3).map(|depth| sequences(&sample.position, depth));
            assert!(
                counted.eq(sample.sequences.iter().copied()),
                "{:?}",
                sample.position
            );
        }
    }

    #[test]
    fn a_slow_count_finds_as_many_sequences() {
        for sample in samples() {
            let position = &sample.position;
            let mut board = position.board().clone();
            let depth = if board.empties().len() < 60 { 3 } else { 2 };
            let slow = slow_sequences(&mut board, position.rule(), position.to_move(), depth);
            assert_eq!(slow, sample.sequences[depth - 1], "{:?}", sample.position);
        }
    }

    #[test]
    fn no_game_of_the_set_is_over() {
        let samples = samples();
        assert!(samples.len() >= 12);
        assert!(
            samples
                .iter()
                .all(|sample| sample.position.outcome().is_none())
        );
    }

    #[test]
    fn two_runs_count_the_same() {
        let counts = |report: &BenchReport| {
            let runs = report.runs.iter();
            let counts: Vec<u64> = runs.map(|run| run.work.count).collect();
            (counts, report.signature)
        };
        let (one, other): (BenchReport, BenchReport) = [1, 2]
            .map(|threads| bench(BenchExtent::QUICK, threads, &NoObserver))
            .into();
        assert_eq!(counts(&one), counts(&other));
        assert!(one.quick);
        assert_eq!(one.signature, Some(QUICK_SIGNATURE));
        assert!(one.threads.is_none() && other.threads.is_some());
        assert!(one.runs.iter().all(|run| run.work.count > 0));
    }

    #[test]
    fn an_interrupted_bench_has_no_signature() {
        let report = bench(BenchExtent::WHOLE, 2, &AtomicBool::new(true));
        assert_eq!((report.runs.len(), report.signature), (0, None));
    }
}
