//! Shape counting for the point-info program, with its recursive test for forbidden points.

use std::collections::HashMap;

use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::Point;
use renju_engine::eval::Edition;

use super::counters::{Counter, Counters, Gain, Gains};
use super::memory::{Arrays, CellAddress, CompassDirection, EdgeHandling, FlatMemory, JumpRoom};

/// Stones that are tried where verdicts are first remembered: with fewer it costs more than it saves.
const REMEMBERED_FROM: usize = 2;

/// Verdicts that are remembered at a time.
const MOST_VERDICTS: usize = 1 << 16;

/// How the board is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ReaderOptions {
    /// Where walks end at edges.
    pub(super) edges: EdgeHandling,
    /// What ends the room behind a jump.
    pub(super) far: JumpRoom,
    /// Whether the mistakes in counting are kept.
    pub(super) edition: Edition,
}

impl ReaderOptions {
    /// That of the program, or with its mistakes repaired.
    pub(super) const fn of(edition: Edition) -> ReaderOptions {
        ReaderOptions {
            edges: match edition {
                Edition::Published => EdgeHandling::Faulty,
                Edition::Corrected => EdgeHandling::Walled,
            },
            far: JumpRoom::Program,
            edition,
        }
    }
}

/// What ends a count before all lines are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CountEnd {
    Five,
    Overline,
}

/// The board as the program reads it, to try stones on.
#[derive(Clone, Debug)]
pub(super) struct BoardReader {
    /// The board, to be looked at and changed.
    pub(super) memory: FlatMemory,
    reading: ReaderOptions,
    /// Stones that are tried at the moment.
    tried: usize,
    /// Whether a cell is forbidden, by the hash of the stones, where several were tried.
    verdicts: HashMap<(u64, CellAddress), bool>,
}

impl BoardReader {
    /// A copy of the board.
    pub(super) fn of(board: &Board, reading: ReaderOptions) -> BoardReader {
        BoardReader {
            memory: FlatMemory::of(board, reading.edges),
            reading,
            tried: 0,
            verdicts: HashMap::new(),
        }
    }

    /// What `look` finds with one stone more; a cell that has a stone keeps it.
    pub(super) fn with_stone<T>(
        &mut self,
        spot: CellAddress,
        color: Color,
        look: impl FnOnce(&mut BoardReader) -> T,
    ) -> T {
        if self.memory.stone(spot).is_some() {
            return look(self);
        }
        self.memory.put(spot, color);
        self.tried += 1;
        let found = look(self);
        self.tried -= 1;
        self.memory.lift(spot);
        found
    }

    /// What each line adds for a stone of `own` on a cell, whether it is there already or not.
    ///
    /// A five or an overline ends the count. As published the lines before it keep what they
    /// added; in the corrected edition nothing else counts.
    pub(super) fn gains(&mut self, spot: CellAddress, own: Color) -> Gains {
        let lines = self.lines(spot, own);
        let end = self.end(&lines);
        let mut gains = Gains::default();
        for (number, line) in lines.iter().enumerate() {
            match end {
                Some((place, end)) if place == number => {
                    gains.0[number] = Some(end.gain(own));
                    break;
                }
                Some(_) if self.is_corrected() => {}
                _ => gains.0[number] = Some(self.gain(line)),
            }
        }
        gains
    }

    /// The eight counters for a stone of `own` on a cell.
    pub(super) fn counters(&mut self, spot: CellAddress, own: Color) -> Counters {
        self.gains(spot, own).counters()
    }

    /// The counters of each side, summed over its stones.
    pub(super) fn totals(&mut self) -> ByColor<Counters> {
        let mut totals = ByColor::<Counters>::default();
        for spot in self.memory.spots() {
            if let Some(color) = self.memory.stone(spot) {
                totals[color].add(&self.counters(spot, color));
            }
        }
        totals
    }

    /// Whether the recursive test forbids a black stone on a cell.
    ///
    /// A five allows it, an overline forbids it, whichever the program meets first; then two
    /// fours or two live threes do. A shape counts only while the stone that would improve it
    /// passes the same test.
    pub(super) fn is_forbidden_next(&mut self, spot: CellAddress) -> bool {
        let lines = self.lines(spot, Color::Black);
        if let Some((_, end)) = self.end(&lines) {
            return end == CountEnd::Overline;
        }
        let (mut fours, mut threes) = (0, 0);
        lines.iter().any(|line| {
            match self.four_or_live_three(line, JumpRoom::Program) {
                Some((Counter::Live3, count)) => threes += count,
                Some((_, count)) => fours += count,
                None => {}
            }
            fours >= 2 || threes >= 2
        })
    }

    /// The stones that a gain of a line was read from, each half of two rush fours by itself.
    pub(super) fn stones_of(
        &self,
        spot: CellAddress,
        own: Color,
        line: usize,
        gain: Gain,
    ) -> Vec<(Counter, Vec<Point>)> {
        let line = self.line(spot, own, CompassDirection::LINES[line]);
        let joined = line.halves.map(|half| (half, 1..=half.s1));
        let behind = |half: Arrays| (half, half.s1 + 2..=half.s1 + 1 + half.s2);
        let is_split = matches!(gain.main, Some((_, 2)));
        let mut jumps = line.jumps(Counter::Rush4);
        let stones_of = |counter| {
            let jumps: Vec<Arrays> = if is_split {
                jumps.next().into_iter().collect()
            } else {
                line.jumps(counter).collect()
            };
            let groups = joined.iter().cloned().chain(jumps.into_iter().map(behind));
            let cells = groups
                .flat_map(|(half, steps)| steps.map(move |steps| spot.walk(half.heading, steps)));
            let points = cells
                .chain([spot])
                .filter_map(|cell| self.memory.point(cell));
            (counter, points.collect())
        };
        gain.counters().map(stones_of).collect()
    }

    fn is_corrected(&self) -> bool {
        self.reading.edition == Edition::Corrected
    }

    fn lines(&self, spot: CellAddress, own: Color) -> [LineHalves; 4] {
        CompassDirection::LINES.map(|headings| self.line(spot, own, headings))
    }

    fn line(&self, at: CellAddress, own: Color, headings: [CompassDirection; 2]) -> LineHalves {
        LineHalves {
            at,
            own,
            halves: headings.map(|heading| self.memory.arrays(at, heading, own)),
        }
    }

    /// Which line ends the count. As published the first five or overline; corrected, a five if
    /// there is one.
    fn end(&self, lines: &[LineHalves; 4]) -> Option<(usize, CountEnd)> {
        let numbered = lines.iter().enumerate();
        let mut ends = numbered.filter_map(|(number, line)| Some((number, self.end_of(line)?)));
        let five = ends.clone().find(|&(_, end)| end == CountEnd::Five);
        match five {
            Some(_) if self.is_corrected() => five,
            _ => ends.next(),
        }
    }

    fn end_of(&self, line: &LineHalves) -> Option<CountEnd> {
        let is_nine = line.halves.iter().all(|half| half.s1 == 4);
        match line.joined() {
            4 => Some(CountEnd::Five),
            8 if is_nine && !self.is_corrected() => Some(CountEnd::Five),
            5.. if line.own == Color::White => Some(CountEnd::Five),
            5.. => Some(CountEnd::Overline),
            _ => None,
        }
    }

    fn gain(&mut self, line: &LineHalves) -> Gain {
        let joined = line.joined();
        let far = self.reading.far;
        let main = self.four_or_live_three(line, far).or_else(|| {
            let is_rush = |half: Arrays, other: Arrays| is_rush_three(joined, half, other, far);
            self.either(line, is_rush, &[0])
                .then_some((Counter::Rush3, 1))
        });
        let is_kept = joined == 1 && !self.is_corrected();
        let two = (main.is_none() || is_kept)
            .then(|| self.two(line))
            .flatten();
        Gain { main, two }
    }

    /// Two points that make a five are a live four, but on both sides of a jump they are two
    /// fours, which the published edition sees only with no stone next to the cell.
    fn four_or_live_three(&mut self, line: &LineHalves, far: JumpRoom) -> Option<(Counter, u8)> {
        let joined = line.joined();
        let fours = line
            .sides()
            .map(|(half, _)| is_four(joined, half) && self.may_follow(line, half, 0));
        let is_live = match joined {
            0 => false,
            1 | 2 => !self.is_corrected(),
            _ => true,
        };
        match fours {
            [true, true] if is_live => Some((Counter::Live4, 1)),
            [true, true] => Some((Counter::Rush4, 2)),
            [true, false] | [false, true] => Some((Counter::Rush4, 1)),
            [false, false] => {
                let is_live = |half: Arrays, other: Arrays| is_live_three(joined, half, other, far);
                self.either(line, is_live, &[0])
                    .then_some((Counter::Live3, 1))
            }
        }
    }

    fn two(&mut self, line: &LineHalves) -> Option<Counter> {
        let (joined, far) = (line.joined(), self.reading.far);
        let cells: [u8; 2] = if joined == 0 { [0, 2] } else { [0, 1] };
        let is_live = |half: Arrays, other: Arrays| is_live_two(joined, half, other, far);
        let is_rush = |half: Arrays, other: Arrays| is_rush_two(joined, half, other, far);
        if self.either(line, is_live, &cells) {
            Some(Counter::Live2)
        } else if self.either(line, is_rush, &cells) {
            Some(Counter::Rush2)
        } else {
            None
        }
    }

    /// Whether either half is as asked and its cells behind the first stones may be played.
    fn either(
        &mut self,
        line: &LineHalves,
        is_asked: impl Fn(Arrays, Arrays) -> bool,
        cells: &[u8],
    ) -> bool {
        let mut sides = line.sides().into_iter();
        sides.any(|(half, other)| {
            is_asked(half, other) && cells.iter().all(|&cell| self.may_follow(line, half, cell))
        })
    }

    /// Whether the next stone of a line may stand on a cell behind the first stones of a half,
    /// with the line's own cell taken; White's always may.
    fn may_follow(&mut self, line: &LineHalves, half: Arrays, cell: u8) -> bool {
        let next = line.at.walk(half.heading, half.s1 + 1 + cell);
        line.own == Color::White
            || self.with_stone(line.at, Color::Black, |reader| {
                !reader.is_forbidden_below(next)
            })
    }

    /// The recursive test below another one. The same stones are tried in many orders, so that
    /// without a memory its time could grow with their factorial.
    fn is_forbidden_below(&mut self, spot: CellAddress) -> bool {
        if self.tried < REMEMBERED_FROM {
            return self.is_forbidden_next(spot);
        }
        let key = (self.memory.hash(), spot);
        if let Some(&known) = self.verdicts.get(&key) {
            return known;
        }
        let is_forbidden = self.is_forbidden_next(spot);
        if self.verdicts.len() == MOST_VERDICTS {
            self.verdicts.clear();
        }
        self.verdicts.insert(key, is_forbidden);
        is_forbidden
    }
}

impl CountEnd {
    fn gain(self, own: Color) -> Gain {
        let counter = match (self, own) {
            (CountEnd::Overline, Color::Black) => Counter::TooLong,
            _ => Counter::Five,
        };
        Gain {
            main: Some((counter, 1)),
            two: None,
        }
    }
}

/// A line through a cell, from the eyes of one side.
#[derive(Clone, Copy, Debug)]
struct LineHalves {
    at: CellAddress,
    own: Color,
    halves: [Arrays; 2],
}

impl LineHalves {
    /// Own stones in one row with the cell.
    fn joined(&self) -> u8 {
        self.halves[0].s1 + self.halves[1].s1
    }

    /// Each half with the other one.
    fn sides(&self) -> [(Arrays, Arrays); 2] {
        let [one, other] = self.halves;
        [(one, other), (other, one)]
    }

    /// The halves whose second stones are part of what was counted.
    fn jumps(&self, counter: Counter) -> impl Iterator<Item = Arrays> + use<> {
        let stones = match counter {
            Counter::TooLong | Counter::Five => 0,
            Counter::Live4 | Counter::Rush4 => 3,
            Counter::Live3 | Counter::Rush3 => 2,
            Counter::Live2 | Counter::Rush2 => 1,
        };
        let missing = stones - self.joined().min(stones);
        let halves = self.halves.into_iter();
        halves.filter(move |half| missing > 0 && half.jumps(missing))
    }
}

/// The program's questions about one half of a line. A cell that touches another own stone is no
/// room: it would make an overline.
impl Arrays {
    /// Whether there is room for this number of stones.
    const fn has_room(self, stones: u8) -> bool {
        self.e1 > stones || (self.e1 == stones && self.s2 == 0)
    }

    /// Whether there is room for just one.
    const fn tight(self) -> bool {
        self.e1 == 1 && self.s2 == 0
    }

    /// Whether there is room behind the second stones.
    const fn far(self, far: JumpRoom) -> bool {
        let blocking = match far {
            JumpRoom::Program => self.s3,
            JumpRoom::Tutorial => self.s1,
        };
        self.e2 > 1 || (self.e2 == 1 && blocking == 0)
    }

    /// Whether exactly this number of stones follows behind one empty cell.
    const fn jumps(self, stones: u8) -> bool {
        self.e1 == 1 && self.s2 == stones
    }
}

/// Whether one more stone in this half makes a five.
fn is_four(joined: u8, half: Arrays) -> bool {
    match joined {
        3 => half.e1 > 0,
        _ => half.jumps(3 - joined),
    }
}

fn is_live_three(joined: u8, half: Arrays, other: Arrays, far: JumpRoom) -> bool {
    match joined {
        2 => half.has_room(2) && other.has_room(1),
        0 | 1 => half.jumps(2 - joined) && half.far(far) && other.has_room(1),
        _ => false,
    }
}

fn is_rush_three(joined: u8, half: Arrays, other: Arrays, far: JumpRoom) -> bool {
    match joined {
        2 => (half.tight() && other.has_room(1)) || (half.has_room(2) && !other.has_room(1)),
        0 | 1 => half.jumps(2 - joined) && (half.far(far) || other.has_room(1)),
        _ => false,
    }
}

fn is_live_two(joined: u8, half: Arrays, other: Arrays, far: JumpRoom) -> bool {
    match joined {
        1 => half.has_room(2) && half.has_room(3) && other.has_room(1),
        0 => half.jumps(1) && half.e2 >= 1 && half.far(far) && other.has_room(1),
        _ => false,
    }
}

fn is_rush_two(joined: u8, half: Arrays, other: Arrays, far: JumpRoom) -> bool {
    match joined {
        1 => half.has_room(2) && (half.has_room(3) || other.has_room(1)),
        0 => half.jumps(1) && half.e2 >= 1 && (half.far(far) || other.has_room(1)),
        _ => false,
    }
}
