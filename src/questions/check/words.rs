//! Syntax of expectations such as `vcf win 9`: parsed from words and written back.

use std::fmt;
use std::str::FromStr;

use super::{ExpectationError, ExpectationProblem};
use crate::board::Color;
use crate::forbidden::ForbiddenKind;
use crate::geometry::Point;
use crate::pattern::Shape;
use crate::questions::MoveOrPass;
use crate::threat::Attack;

/// What must hold of a position.
///
/// ```
/// use renju::questions::Expectation;
///
/// let expected: Expectation = "vcf win 9".parse()?;
/// assert_eq!(expected.to_string(), "vcf win 9");
/// let error = "vfc win 9".parse::<Expectation>().unwrap_err();
/// assert_eq!((error.word, error.meant), (Some(0), Some("vcf")));
/// # Ok::<(), renju::questions::ExpectationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// `forbidden H8 double-three`: Black may not play there.
    Forbidden {
        /// The empty point.
        point: Point,
        /// All kinds in their order; none if any will do.
        kinds: Vec<ForbiddenKind>,
    },
    /// `forbidden none`: no point is forbidden.
    NothingForbidden,
    /// `legal G5`: the point is empty and not forbidden to Black.
    Legal {
        /// The point.
        point: Point,
    },
    /// `vcf win`, `vct win 9`: the side to move has such a win.
    Win {
        /// What the win is made of.
        attack: Attack,
        /// The most moves of both sides that it may take, the five included; any number if `None`.
        at_most: Option<usize>,
    },
    /// `vcf none`: the side to move has no such win.
    NoWin {
        /// What the win would be made of.
        attack: Attack,
    },
    /// `win`: the side to move wins, as a puzzle says it; a win by threats is looked for.
    AnyWin,
    /// `best G7 or H9`: the search plays one of these.
    Best {
        /// The moves; at least one.
        moves: Vec<MoveOrPass>,
    },
    /// `shape black open_three 1`: this number of them stands.
    Shapes {
        /// Whose they are.
        color: Color,
        /// The shape, one of [`Shape::STANDING`].
        shape: Shape,
        /// How many there are, no more and no less.
        count: usize,
    },
    /// `shape none`: no shape stands, of either side.
    NoShapes,
}

/// The first words of expectations.
const SUBJECTS: [&str; 7] = ["forbidden", "legal", "vcf", "vct", "win", "best", "shape"];

/// What a word may be behind `vcf` and `vct`.
const ENDS: [&str; 2] = ["win", "none"];

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::Forbidden { point, kinds } => {
                write!(f, "forbidden {point}")?;
                let mut kinds = kinds.iter();
                kinds.try_for_each(|kind| write!(f, " {}", kind.name().replace('_', "-")))
            }
            Expectation::NothingForbidden => f.write_str("forbidden none"),
            Expectation::Legal { point } => write!(f, "legal {point}"),
            Expectation::Win { attack, at_most } => {
                write!(f, "{attack} win")?;
                at_most.map_or(Ok(()), |plies| write!(f, " {plies}"))
            }
            Expectation::NoWin { attack } => write!(f, "{attack} none"),
            Expectation::AnyWin => f.write_str("win"),
            Expectation::Best { moves } => {
                for (number, played) in moves.iter().enumerate() {
                    let before = if number == 0 { "best " } else { " or " };
                    write!(f, "{before}{played}")?;
                }
                Ok(())
            }
            Expectation::Shapes {
                color,
                shape,
                count,
            } => write!(f, "shape {color} {shape} {count}"),
            Expectation::NoShapes => f.write_str("shape none"),
        }
    }
}

impl FromStr for Expectation {
    type Err = ExpectationError;

    fn from_str(text: &str) -> Result<Expectation, ExpectationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut words = WordReader { words, next: 0 };
        let Some(subject) = words.take() else {
            return Err(ExpectationProblem::Empty.of_all());
        };
        let found = match subject.to_ascii_lowercase().as_str() {
            "forbidden" => words.forbidden(),
            "legal" => words.point().map(|point| Expectation::Legal { point }),
            "vcf" => words.win(Attack::Vcf),
            "vct" => words.win(Attack::Vct),
            "win" => Ok(Expectation::AnyWin),
            "best" => words.best(),
            "shape" => words.shapes(),
            _ => Err(ExpectationError {
                meant: closest(subject, SUBJECTS),
                ..ExpectationProblem::UnknownSubject(subject.to_owned()).at(0)
            }),
        }?;
        match words.take() {
            None => Ok(found),
            Some(word) => Err(words.wrong(ExpectationProblem::Surplus(word.to_owned()))),
        }
    }
}

/// The words of an expectation, read one by one.
struct WordReader<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> WordReader<'a> {
    fn take(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.next).copied();
        self.next += usize::from(word.is_some());
        word
    }

    /// The next word; `wanted` is what it should be.
    fn need(&mut self, wanted: &'static str) -> Result<&'a str, ExpectationError> {
        let last = self.words.len() - 1;
        let word = self.take();
        word.ok_or_else(|| ExpectationProblem::Missing(wanted).at(last))
    }

    /// A problem with the word that was taken last.
    fn wrong(&self, problem: ExpectationProblem) -> ExpectationError {
        problem.at(self.next - 1)
    }

    /// That the word taken last is none of those that may stand there.
    fn unknown<const N: usize>(
        &self,
        word: &str,
        wanted: &'static str,
        known: [&'static str; N],
    ) -> ExpectationError {
        ExpectationError {
            meant: closest(word, known),
            ..self.wrong(ExpectationProblem::UnknownWord {
                word: word.to_owned(),
                wanted,
            })
        }
    }

    fn point(&mut self) -> Result<Point, ExpectationError> {
        let word = self.need("a point")?;
        let point = word.parse::<Point>();
        point.map_err(|error| self.wrong(error.into()))
    }

    fn forbidden(&mut self) -> Result<Expectation, ExpectationError> {
        const KINDS: [&str; 3] = ["double-three", "double-four", "overline"];
        let word = self.need("a point, or none,")?;
        if word.eq_ignore_ascii_case("none") {
            return Ok(Expectation::NothingForbidden);
        }
        let point = word.parse::<Point>();
        let point = point.map_err(|error| ExpectationError {
            meant: closest(word, ["none"]),
            ..self.wrong(error.into())
        })?;
        let mut kinds = Vec::new();
        while let Some(word) = self.take() {
            let Ok(kind) = word.replace('-', "_").parse::<ForbiddenKind>() else {
                return Err(self.unknown(word, "double-three, double-four or overline", KINDS));
            };
            if kinds.contains(&kind) {
                return Err(self.wrong(ExpectationProblem::KindTwice(kind)));
            }
            kinds.push(kind);
        }
        kinds.sort_unstable();
        Ok(Expectation::Forbidden { point, kinds })
    }

    fn win(&mut self, attack: Attack) -> Result<Expectation, ExpectationError> {
        let word = self.need("win or none")?;
        match word.to_ascii_lowercase().as_str() {
            "none" => Ok(Expectation::NoWin { attack }),
            "win" => {
                let at_most = match self.take() {
                    None => None,
                    Some(_) => Some(self.number("a number of moves of both sides")?),
                };
                Ok(Expectation::Win { attack, at_most })
            }
            _ => Err(self.unknown(word, "win or none", ENDS)),
        }
    }

    /// The number that the word taken last is.
    fn number(&self, wanted: &'static str) -> Result<usize, ExpectationError> {
        let word = self.words[self.next - 1];
        word.parse().map_err(|_| self.unknown(word, wanted, []))
    }

    fn best(&mut self) -> Result<Expectation, ExpectationError> {
        let mut moves = Vec::new();
        loop {
            let word = self.need("a point")?;
            moves.push(if word.eq_ignore_ascii_case("pass") {
                MoveOrPass::Pass
            } else {
                let point = word.parse::<Point>();
                MoveOrPass::At(point.map_err(|error| self.wrong(error.into()))?)
            });
            match self.take() {
                None => return Ok(Expectation::Best { moves }),
                Some(word) if word.eq_ignore_ascii_case("or") => {}
                Some(word) => {
                    return Err(self.unknown(word, "or with another point after it", ["or"]));
                }
            }
        }
    }

    fn shapes(&mut self) -> Result<Expectation, ExpectationError> {
        let word = self.need("black, white or none")?;
        if word.eq_ignore_ascii_case("none") {
            return Ok(Expectation::NoShapes);
        }
        let known = ["black", "white", "none"];
        let color = word.parse::<Color>();
        let color = color.map_err(|_| self.unknown(word, "black, white or none", known))?;
        let word = self.need("a shape")?;
        let shape = word.replace('-', "_").parse::<Shape>().ok();
        let shape = shape.filter(|shape| Shape::STANDING.contains(shape));
        let names = Shape::STANDING.map(Shape::name);
        let wanted = "a shape that stands on a board";
        let shape = shape.ok_or_else(|| self.unknown(word, wanted, names))?;
        self.need("a number")?;
        let count = self.number("a number")?;
        Ok(Expectation::Shapes {
            color,
            shape,
            count,
        })
    }
}

/// The name that is nearly `word`.
fn closest<const N: usize>(word: &str, names: [&'static str; N]) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let distance = |name: &&str| strsim::osa_distance(name, &word);
    let closest = names.into_iter().min_by_key(distance)?;
    let is_close = distance(&closest) <= 2 && distance(&closest) < closest.len();
    is_close.then_some(closest)
}

/// The words of an expectation in a line of a comment: `expect: vcf win 9`, or `# expect: ..`.
pub fn expectation_of_comment(line: &str) -> Option<String> {
    let line = line.trim().trim_start_matches('#').trim_start();
    let (name, words) = line.split_once(':')?;
    match name.trim_end().to_ascii_lowercase().as_str() {
        "expect" => Some(words.trim().to_owned()),
        "shape" => Some(format!("shape {}", words.trim())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_and_written_alike() {
        for words in [
            "forbidden H8",
            "forbidden H8 double-three",
            "forbidden A15 double-three double-four overline",
            "forbidden none",
            "legal G5",
            "vcf win",
            "vcf win 9",
            "vcf none",
            "vct win",
            "vct win 11",
            "vct none",
            "best G7",
            "best G7 or H9 or pass",
            "shape black open_three 1",
            "shape white straight_four 0",
            "shape none",
        ] {
            let read: Expectation = words.parse().unwrap();
            assert_eq!(read.to_string(), words);
        }
        let read: Expectation = " Forbidden  h8 OVERLINE Double_Three".parse().unwrap();
        assert_eq!(read.to_string(), "forbidden H8 double-three overline");
    }

    /// Words that are no expectation: the word at fault, the message, what was meant.
    const MISTAKES: [(&str, Option<usize>, &str, Option<&str>); 24] = [
        ("", None, "the expectation is empty", None),
        (
            "vfc win",
            Some(0),
            "\"vfc\" does not begin an expectation",
            Some("vcf"),
        ),
        (
            "mate in 2",
            Some(0),
            "\"mate\" does not begin an expectation",
            None,
        ),
        (
            "forbiden H8",
            Some(0),
            "\"forbiden\" does not begin an expectation",
            Some("forbidden"),
        ),
        (
            "forbidden",
            Some(0),
            "a point, or none, is missing after it",
            None,
        ),
        ("forbidden nine", Some(1), "", Some("none")),
        (
            "forbidden H8 double-tree",
            Some(2),
            "\"double-tree\" is not double-three, double-four or overline",
            Some("double-three"),
        ),
        (
            "forbidden H8 overline overline",
            Some(3),
            "overline is named twice",
            None,
        ),
        (
            "forbidden none H8",
            Some(2),
            "\"H8\" is one word too many",
            None,
        ),
        ("legal", Some(0), "a point is missing after it", None),
        (
            "legal H21",
            Some(1),
            "row \"21\" is not a number from 1 to 20",
            None,
        ),
        ("vcf", Some(0), "win or none is missing after it", None),
        (
            "vct wins",
            Some(1),
            "\"wins\" is not win or none",
            Some("win"),
        ),
        (
            "vcf win soon",
            Some(2),
            "\"soon\" is not a number of moves of both sides",
            None,
        ),
        (
            "vcf win -9",
            Some(2),
            "\"-9\" is not a number of moves of both sides",
            None,
        ),
        ("vcf win 9 9", Some(3), "\"9\" is one word too many", None),
        ("best", Some(0), "a point is missing after it", None),
        (
            "best G7 H9",
            Some(2),
            "\"H9\" is not or with another point after it",
            None,
        ),
        ("best G7 or", Some(2), "a point is missing after it", None),
        (
            "shape red four 1",
            Some(1),
            "\"red\" is not black, white or none",
            None,
        ),
        (
            "shape black open_tree 1",
            Some(2),
            "\"open_tree\" is not a shape that stands on a board",
            Some("open_three"),
        ),
        (
            "shape black two_fours 1",
            Some(2),
            "\"two_fours\" is not a shape that stands on a board",
            None,
        ),
        (
            "shape black four",
            Some(2),
            "a number is missing after it",
            None,
        ),
        (
            "shape black four many",
            Some(3),
            "\"many\" is not a number",
            None,
        ),
    ];

    #[test]
    fn a_mistake_is_told_with_its_word_and_what_was_meant() {
        let told = |words: &str| {
            let error = words.parse::<Expectation>().unwrap_err();
            (error.word, error.to_string(), error.meant)
        };
        for (words, word, message, meant) in MISTAKES {
            let (found_word, found, found_meant) = told(words);
            assert_eq!((found_word, found_meant), (word, meant), "{words}: {found}");
            assert!(message.is_empty() || found == message, "{words}: {found}");
        }
    }

    #[test]
    fn comments_hold_expectations_behind_a_colon() {
        let found = |line| expectation_of_comment(line);
        assert_eq!(found("expect: vcf win 9 ").as_deref(), Some("vcf win 9"));
        assert_eq!(found("# Expect : legal H8").as_deref(), Some("legal H8"));
        assert_eq!(found("shape: none").as_deref(), Some("shape none"));
        assert_eq!(found("we expect: nothing"), None);
        assert_eq!(found("expect nothing"), None);
    }
}
