//! Shape counters of the point-info program: what each line adds to them, and the bans that
//! follow.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Serialize, Serializer};

use renju_core::named_enum::named_enum;
use renju_engine::eval::Edition;

named_enum! {
    /// What the program counts on a point, in the order of its digits.
    pub(super) enum Counter: "counter" {
        /// Six or more in a row, for Black.
        TooLong = "overline",
        /// Five in a row.
        Five = "five",
        /// A four with two points that complete it.
        Live4 = "live four",
        /// A four with one such point.
        Rush4 = "rush four",
        /// A three that can become a live four.
        Live3 = "live three",
        /// A three that can become a rush four only.
        Rush3 = "rush three",
        /// A two that can become a live three.
        Live2 = "live two",
        /// A two that can become a rush three only.
        Rush2 = "rush two",
    }
}

/// The eight counters of a point, or of all stones of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Counters([u16; 8]);

impl Counters {
    pub(super) fn add(&mut self, other: &Counters) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            *sum += count;
        }
    }

    /// Whether there is a five.
    pub(super) fn has_five(&self) -> bool {
        self[Counter::Five] > 0
    }

    /// Why Black may not play where these were counted; `None` if it may.
    pub(super) fn ban(&self, edition: Edition) -> Option<CountedKind> {
        let (fours, threes) = (
            self[Counter::Live4] + self[Counter::Rush4],
            self[Counter::Live3],
        );
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
pub(super) struct Gain {
    /// A five, an overline, fours or a three, and how many.
    pub(super) main: Option<(Counter, u8)>,
    /// A two, live or rush.
    pub(super) two: Option<Counter>,
}

impl Gain {
    /// Every counter that grows, once for each time.
    pub(super) fn counters(self) -> impl Iterator<Item = Counter> {
        let main = self.main.into_iter();
        main.flat_map(|(counter, count)| std::iter::repeat_n(counter, usize::from(count)))
            .chain(self.two)
    }

    /// Two letters: `5` five, `6` overline, `A` live four, `R` rush four, `W` two of them, `3`
    /// live three, `s` rush three; then `2` live two, `n` rush two; `.` for nothing.
    pub(super) fn letters(self) -> [char; 2] {
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
pub(super) struct Gains(pub(super) [Option<Gain>; 4]);

impl Gains {
    /// The sum of all lines.
    pub(super) fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        for counter in self.0.iter().flatten().flat_map(|gain| gain.counters()) {
            counters[counter] += 1;
        }
        counters
    }

    /// Two letters for each line; `--` for lines that are not looked at.
    pub(super) fn letters(&self) -> String {
        let letters = |gain: &Option<Gain>| gain.map_or(['-', '-'], Gain::letters);
        self.0.iter().flat_map(letters).collect()
    }
}

named_enum! {
    /// Why Black may not play on a point, in the program's words.
    pub(super) enum CountedKind: "ban" {
        /// Six or more in a row.
        Overline = "overline",
        /// Two or more live threes.
        DoubleThree = "3-3",
        /// Two or more fours.
        DoubleFour = "4-4",
        /// A four and two or more live threes.
        FourDoubleThree = "4-3-3",
        /// Two fours and one or more live threes.
        DoubleFourThree = "4-4-3",
        /// Three fours and a live three; in the corrected edition, three or more and one or more.
        TripleFourThree = "4-4-4-3",
    }
}
