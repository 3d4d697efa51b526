//! Contents of a board diagram as plain data: stones, numbers, marks, lines, heat and caption.

use super::part::BoardPart;
use crate::board::Color;
use crate::forbidden::ForbiddenKind;
use crate::geometry::{Direction, Point, Size};

/// What a picture of a board shows. Plain data: fill in what you need and leave the rest empty.
///
/// Points that are not on a board of this size are left out of the picture.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardPicture {
    /// The side of the board.
    pub size: Size,
    /// The part of the board that is drawn; `None` for all of it.
    pub part: Option<BoardPart>,
    /// The stones, at most one for each point.
    pub stones: Vec<(Point, Color)>,
    /// Stones of a line of play that are not on the board yet, drawn paler.
    pub ghosts: Vec<(Point, Color)>,
    /// Move numbers, on stones or on empty points.
    pub numbers: Vec<(Point, u16)>,
    /// The stone that was played last: a dot on it, or a ring around its number.
    pub last: Option<Point>,
    /// Forbidden points and why they are: a red diamond with 3, 4 or 6 in it, or a red cross if
    /// no reason is given. On a stone it takes the place of the number.
    pub forbidden: Vec<(Point, Vec<ForbiddenKind>)>,
    /// Dots and short texts, on empty points or on stones.
    pub marks: Vec<(Point, Mark)>,
    /// Lines to point out, such as the stones of a three.
    pub lines: Vec<Segment>,
    /// Values from 0 to 1, such as scores: blue discs whose area grows with the value.
    pub heat: Vec<(Point, f32)>,
    /// Where the letters and numbers of the points stand.
    pub coordinates: Coordinates,
    /// The text below the board.
    pub caption: Option<String>,
}

impl BoardPicture {
    /// An empty board with coordinates on the left and at the bottom.
    pub const fn new(size: Size) -> BoardPicture {
        BoardPicture {
            size,
            part: None,
            stones: Vec::new(),
            ghosts: Vec::new(),
            numbers: Vec::new(),
            last: None,
            forbidden: Vec::new(),
            marks: Vec::new(),
            lines: Vec::new(),
            heat: Vec::new(),
            coordinates: Coordinates::LeftAndBottom,
            caption: None,
        }
    }
}

/// Where the letters and numbers of the points stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coordinates {
    /// No coordinates at all.
    Hidden,
    /// Numbers on the left and letters below, as in most books.
    #[default]
    LeftAndBottom,
    /// On all four sides.
    AllSides,
}

/// Something small on a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A dot, such as the point that extends a three.
    Dot(MarkStyle),
    /// A letter or a short text, up to four characters.
    Label(String),
    /// A small stone of this colour: a reply that a line of play answers.
    Reply(Color),
}

/// What a line or a dot stands for. Each has its own colour and its own kind of border.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkStyle {
    /// A three: blue between dashes.
    Three,
    /// A four: violet between thin lines.
    Four,
    /// A five: green between heavy lines.
    Five,
    /// A line that makes a move forbidden: red between dots.
    Bad,
}

impl MarkStyle {
    /// What stands in a dot where there are no colours.
    pub(super) const fn sign(self) -> char {
        match self {
            MarkStyle::Three => '3',
            MarkStyle::Four => '4',
            MarkStyle::Five => '5',
            MarkStyle::Bad => 'x',
        }
    }
}

/// The stretch of a line between two points, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The point where it begins.
    pub from: Point,
    /// The point where it ends.
    pub to: Point,
    /// What the line stands for.
    pub style: MarkStyle,
}

impl Segment {
    /// The points from one end to the other; none if these share no line of the board.
    pub(super) fn points(self) -> impl Iterator<Item = Point> {
        let along = |line| Some((line, self.to.distance(self.from, line)?));
        let run = Direction::ALL.into_iter().find_map(along);
        run.into_iter().flat_map(move |(line, steps)| {
            (0..=steps.abs()).filter_map(move |step| self.from.step(line, step * steps.signum()))
        })
    }
}
