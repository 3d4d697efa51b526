use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Serialize, Serializer};

use crate::eval::Edition;

/// What the program counts on a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counter {
    /// Six or more in a row, for Black.
    TooLong,
    /// Five in a row.
    Five,
    /// A four with two points that complete it.
    Live4,
    /// A four with one such point.
    Rush4,
    /// A three that can become a live four.
    Live3,
    /// A three that can become a rush four only.
    Rush3,
    /// A two that can become a live three.
    Live2,
    /// A two that can become a rush three only.
    Rush2,
}

impl Counter {
    /// All eight, in the order of the program's digits.
    pub const ALL: [Counter; 8] = [
        Counter::TooLong,
        Counter::Five,
        Counter::Live4,
        Counter::Rush4,
        Counter::Live3,
        Counter::Rush3,
        Counter::Live2,
        Counter::Rush2,
    ];

    /// What it is called in terms, such as `"live three"`.
    pub const fn name(self) -> &'static str {
        match self {
            Counter::TooLong => "overline",
            Counter::Five => "five",
            Counter::Live4 => "live four",
            Counter::Rush4 => "rush four",
            Counter::Live3 => "live three",
            Counter::Rush3 => "rush three",
            Counter::Live2 => "live two",
            Counter::Rush2 => "rush two",
        }
    }
}

/// The eight counters of a point, or of all stones of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counters([u16; 8]);

impl Counters {
    pub(super) fn add(&mut self, other: &Counters) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            *sum += count;
        }
    }

    /// Whether there is a five.
    pub fn has_five(&self) -> bool {
        self[Counter::Five] > 0
    }

    /// Live and rush fours.
    pub fn fours(&self) -> u16 {
        self[Counter::Live4] + self[Counter::Rush4]
    }

    /// Why Black may not play where these were counted; `None` if it may.
    pub fn ban(&self, edition: Edition) -> Option<CountedKind> {
        let (fours, threes) = (self.fours(), self[Counter::Live3]);
        let is_listed = edition == Edition::Published;
        match (fours, threes) {
            _ if self[Counter::TooLong] > 0 => Some(CountedKind::Overline),
            (0, 2..) => Some(CountedKind::DoubleThree),
            (2.., 0) => Some(CountedKind::DoubleFour),
            (1, 2..) => Some(CountedKind::FourDoubleThree),
            (2, 1..) => Some(CountedKind::DoubleFourThree),
            (3, 1) => Some(CountedKind::TripleFourThree),
            (3.., 1..) if !is_listed => Some(CountedKind::TripleFourThree),
            _ => None,
        }
    }
}

impl Index<Counter> for Counters {
    type Output = u16;

    fn index(&self, counter: Counter) -> &u16 {
        &self.0[counter as usize]
    }
}

impl IndexMut<Counter> for Counters {
    fn index_mut(&mut self, counter: Counter) -> &mut u16 {
        &mut self.0[counter as usize]
    }
}

/// Eight digits in the order of [`Counter::ALL`].
impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|count| write!(f, "{count}"))
    }
}

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What one line adds to the counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Gain {
    /// A five, an overline, fours or a three, and how many.
    pub main: Option<(Counter, u8)>,
    /// A two, live or rush.
    pub two: Option<Counter>,
}

impl Gain {
    /// Every counter that grows, once for each time.
    pub fn counters(self) -> impl Iterator<Item = Counter> {
        let main = self.main.into_iter();
        main.flat_map(|(counter, count)| std::iter::repeat_n(counter, usize::from(count)))
            .chain(self.two)
    }

    /// Two letters: `5` five, `6` overline, `A` live four, `R` rush four, `W` two of them, `3`
    /// live three, `s` rush three; then `2` live two, `n` rush two; `.` for nothing.
    pub fn letters(self) -> [char; 2] {
        let main = match self.main {
            Some((Counter::Five, _)) => '5',
            Some((Counter::TooLong, _)) => '6',
            Some((Counter::Live4, _)) => 'A',
            Some((Counter::Rush4, 1)) => 'R',
            Some((Counter::Rush4, _)) => 'W',
            Some((Counter::Live3, _)) => '3',
            Some((Counter::Rush3, _)) => 's',
            _ => '.',
        };
        let two = match self.two {
            Some(Counter::Live2) => '2',
            Some(Counter::Rush2) => 'n',
            _ => '.',
        };
        [main, two]
    }
}

/// What the four lines of a point add, in the program's order: column, rising, row, falling;
/// `None` for lines it does not look at because another has ended the count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Gains(pub [Option<Gain>; 4]);

impl Gains {
    /// The sum of all lines.
    pub fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        for counter in self.0.iter().flatten().flat_map(|gain| gain.counters()) {
            counters[counter] += 1;
        }
        counters
    }

    /// Two letters for each line; `--` for lines that are not looked at.
    pub fn letters(&self) -> String {
        let letters = |gain: &Option<Gain>| gain.map_or(['-', '-'], Gain::letters);
        self.0.iter().flat_map(letters).collect()
    }
}

/// Why Black may not play on a point, in the program's words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CountedKind {
    /// Six or more in a row.
    Overline,
    /// Two or more live threes.
    DoubleThree,
    /// Two or more fours.
    DoubleFour,
    /// A four and two or more live threes.
    FourDoubleThree,
    /// Two fours and one or more live threes.
    DoubleFourThree,
    /// Three fours and a live three; in the corrected edition, three or more and one or more.
    TripleFourThree,
}

impl CountedKind {
    /// The name in JSON, such as `"4-3-3"`.
    pub const fn name(self) -> &'static str {
        match self {
            CountedKind::Overline => "overline",
            CountedKind::DoubleThree => "3-3",
            CountedKind::DoubleFour => "4-4",
            CountedKind::FourDoubleThree => "4-3-3",
            CountedKind::DoubleFourThree => "4-4-3",
            CountedKind::TripleFourThree => "4-4-4-3",
        }
    }
}

impl Serialize for CountedKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
