use crate::board::{Board, Color};
use crate::eval::Edition;
use crate::geometry::Point;

use super::counters::{Counter, Counters, Gain, Gains};
use super::line::{Line, is_four, is_live_three, is_live_two, is_rush_three, is_rush_two};
use super::memory::{Arrays, Edges, Heading, Memory, Spot};

/// How the board is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reading {
    /// Where walks end.
    pub edges: Edges,
    /// What ends the room behind a jump.
    pub far: Far,
    /// Whether the mistakes in counting are kept.
    pub edition: Edition,
}

impl Reading {
    /// That of the program, or with its mistakes repaired.
    pub const fn of(edition: Edition) -> Reading {
        Reading {
            edges: match edition {
                Edition::Published => Edges::Faulty,
                Edition::Corrected => Edges::Walled,
            },
            far: Far::Program,
            edition,
        }
    }
}

/// What ends the room behind a jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Far {
    /// A third group of own stones, as in the program.
    Program,
    /// The first one, as in the tutorial that comes with it.
    Tutorial,
}

/// What ends a count before all lines are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Five,
    Overline,
}

/// The board as the program reads it, to try stones on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reader {
    memory: Memory,
    reading: Reading,
}

impl Reader {
    /// A copy of the board.
    pub fn of(board: &Board, reading: Reading) -> Reader {
        Reader {
            memory: Memory::of(board, reading.edges),
            reading,
        }
    }

    /// How it reads.
    pub const fn reading(&self) -> Reading {
        self.reading
    }

    /// The stone on a cell.
    pub fn stone(&self, spot: Spot) -> Option<Color> {
        self.memory.stone(spot)
    }

    /// Every cell of the board, from the top line down and left to right.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        self.memory.spots()
    }

    /// The cells of the board around a cell and itself, in the same order.
    pub fn block(&self, middle: Spot) -> impl Iterator<Item = Spot> + use<> {
        self.memory.block(middle)
    }

    /// The point of the board whose memory a cell has, if any.
    pub fn point(&self, spot: Spot) -> Option<Point> {
        self.memory.point(spot)
    }

    /// Puts a stone on an empty cell.
    pub fn put(&mut self, spot: Spot, color: Color) {
        self.memory.put(spot, color);
    }

    /// Takes it off again.
    pub fn lift(&mut self, spot: Spot) {
        self.memory.lift(spot);
    }

    /// What `look` finds with one stone more; a cell that has a stone keeps it.
    pub fn with_stone<T>(
        &mut self,
        spot: Spot,
        color: Color,
        look: impl FnOnce(&mut Reader) -> T,
    ) -> T {
        if self.memory.stone(spot).is_some() {
            return look(self);
        }
        self.memory.put(spot, color);
        let found = look(self);
        self.memory.lift(spot);
        found
    }

    /// What each line adds for a stone of `own` on a cell, whether it is there already or not.
    ///
    /// A five or an overline ends the count. As published the lines before it keep what they
    /// added; in the corrected edition nothing else counts.
    pub fn gains(&mut self, spot: Spot, own: Color) -> Gains {
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
    pub fn counters(&mut self, spot: Spot, own: Color) -> Counters {
        self.gains(spot, own).counters()
    }

    /// Whether the recursive test forbids a black stone on a cell.
    ///
    /// A five allows it, an overline forbids it, whichever the program meets first; then two
    /// fours or two live threes do. A shape counts only while the stone that would improve it
    /// passes the same test.
    pub fn is_forbidden_next(&mut self, spot: Spot) -> bool {
        let lines = self.lines(spot, Color::Black);
        if let Some((_, end)) = self.end(&lines) {
            return end == End::Overline;
        }
        let (mut fours, mut threes) = (0, 0);
        lines.iter().any(|line| {
            match self.four_or_live_three(line, Far::Program) {
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
        spot: Spot,
        own: Color,
        line: usize,
        gain: Gain,
    ) -> Vec<(Counter, Vec<Point>)> {
        let line = self.line(spot, own, Heading::LINES[line]);
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
            let points = cells.chain([spot]).filter_map(|cell| self.point(cell));
            (counter, points.collect())
        };
        gain.counters().map(stones_of).collect()
    }

    fn is_corrected(&self) -> bool {
        self.reading.edition == Edition::Corrected
    }

    fn lines(&self, spot: Spot, own: Color) -> [Line; 4] {
        Heading::LINES.map(|headings| self.line(spot, own, headings))
    }

    fn line(&self, at: Spot, own: Color, headings: [Heading; 2]) -> Line {
        Line {
            at,
            own,
            halves: headings.map(|heading| self.memory.arrays(at, heading, own)),
        }
    }

    /// Which line ends the count. As published the first five or overline; corrected, a five if
    /// there is one.
    fn end(&self, lines: &[Line; 4]) -> Option<(usize, End)> {
        let numbered = lines.iter().enumerate();
        let mut ends = numbered.filter_map(|(number, line)| Some((number, self.end_of(line)?)));
        let five = ends.clone().find(|&(_, end)| end == End::Five);
        match five {
            Some(_) if self.is_corrected() => five,
            _ => ends.next(),
        }
    }

    fn end_of(&self, line: &Line) -> Option<End> {
        let is_nine = line.halves.iter().all(|half| half.s1 == 4);
        match line.joined() {
            4 => Some(End::Five),
            8 if is_nine && !self.is_corrected() => Some(End::Five),
            5.. if line.own == Color::White => Some(End::Five),
            5.. => Some(End::Overline),
            _ => None,
        }
    }

    fn gain(&mut self, line: &Line) -> Gain {
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
    fn four_or_live_three(&mut self, line: &Line, far: Far) -> Option<(Counter, u8)> {
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

    fn two(&mut self, line: &Line) -> Option<Counter> {
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
        line: &Line,
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
    fn may_follow(&mut self, line: &Line, half: Arrays, cell: u8) -> bool {
        let next = line.at.walk(half.heading, half.s1 + 1 + cell);
        line.own == Color::White
            || self.with_stone(line.at, Color::Black, |reader| {
                !reader.is_forbidden_next(next)
            })
    }
}

impl End {
    fn gain(self, own: Color) -> Gain {
        let counter = match (self, own) {
            (End::Overline, Color::Black) => Counter::TooLong,
            _ => Counter::Five,
        };
        Gain {
            main: Some((counter, 1)),
            two: None,
        }
    }
}
