//! Pattern search in games, under all symmetries and with the colours swapped.

use super::game_stones::GameStones;
use super::pattern_image::{PatternFrame, PatternImage, PatternWay};
use super::stone_pattern::{NoPattern, StonePattern};
use crate::geometry::{Point, Size, Symmetry};
use crate::position::Setup;
use crate::questions::MoveOrPass;

/// Looks for a pattern in games, under all symmetries of the board and with colours swapped.
#[derive(Clone, Debug)]
pub struct PatternFinder {
    board: Option<Size>,
    frame: PatternFrame,
    images: Vec<PatternImage>,
}

/// A place and a time where a pattern stands in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternHit {
    /// The number of moves after which it stands first; 0 for the set-up.
    pub after: u32,
    /// The point at the left bottom of the rectangle, with the points that may hold anything, for a
    /// pattern that may lie anywhere.
    pub corner: Option<Point>,
    /// What turns the pattern into what stands there.
    pub symmetry: Symmetry,
    /// Whether its colours are swapped there.
    pub is_swapped: bool,
    /// The move that followed; `None` if the game ends there.
    pub next: Option<MoveOrPass>,
    /// The point of the pattern where that move lies; `None` for a pass, and where no board has the
    /// point. Where the pattern is its own image, the first of several in reading order.
    pub next_in_pattern: Option<Point>,
}

impl PatternFinder {
    /// Prepares the images of a pattern; with `is_exact` only the pattern as it is.
    ///
    /// # Errors
    ///
    /// If the pattern has no stone.
    pub fn new(pattern: &StonePattern, is_exact: bool) -> Result<PatternFinder, NoPattern> {
        let frame = PatternFrame::of(pattern)?;
        Ok(PatternFinder {
            board: pattern.board,
            frame,
            images: frame.images(pattern, is_exact),
        })
    }

    /// Whether the pattern has room on a board, in its place.
    pub fn fits(&self, size: Size) -> bool {
        match self.board {
            Some(board) => board == size,
            None => self.frame.longest_side() <= i16::from(size.get()),
        }
    }

    /// Every place where the pattern stands at some time of a game, the earliest first.
    ///
    /// ```
    /// use renju::position::Setup;
    /// use renju::geometry::Size;
    /// use renju::questions::find::{PatternFinder, StonePattern};
    ///
    /// let points = |names: &str| names.split(' ').map(|name| name.parse().ok()).collect::<Vec<_>>();
    /// let shape = StonePattern {
    ///     board: None,
    ///     black: points("A1 B2").into_iter().flatten().collect(),
    ///     white: points("B1").into_iter().flatten().collect(),
    ///     empty: Default::default(),
    ///     any: Default::default(),
    /// };
    /// let finder = PatternFinder::new(&shape, false)?;
    /// let game = Setup { moves: points("H8 H7 G7 G9"), ..Setup::default() };
    /// let hits = finder.find(&game, Size::RENJU);
    /// assert_eq!((hits.len(), hits[0].after), (1, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The stones of the game are those of a valid position of that size.
    pub fn find(&self, game: &Setup, size: Size) -> Vec<PatternHit> {
        if !self.fits(size) {
            return Vec::new();
        }
        let stones = GameStones::new(game, size);
        let places = self.images.iter().flat_map(|image| {
            let places = stones.places(image);
            places.map(move |(corner, after)| (after, corner, image))
        });
        let hits = places.filter_map(|(after, (x, y), image)| {
            let next = game.moves.get(after as usize).copied();
            let played = next.flatten().map(|point| {
                let place = (i16::from(point.column()), i16::from(point.row()));
                (place.0 - x, place.1 - y)
            });
            let ways = image.ways.iter().copied();
            let ways = ways.filter(|&way| self.frame.lies_on(way, (x, y), size));
            let (way, origin) = self.way(ways, played)?;
            let [(left, bottom), _] = self.frame.reach(way);
            Some(PatternHit {
                after,
                corner: match self.board {
                    Some(_) => None,
                    None => Point::new((x + left) as u8, (y + bottom) as u8),
                },
                symmetry: way.symmetry,
                is_swapped: way.is_swapped,
                next: next.map(MoveOrPass::from),
                next_in_pattern: origin,
            })
        });
        let mut hits: Vec<PatternHit> = hits.collect();
        hits.sort_by_key(|hit| hit.after);
        hits
    }

    /// Of the ways to an image that by which the next move lies on the first point of the pattern,
    /// else the first; `None` if there is none.
    fn way(
        &self,
        mut ways: impl Iterator<Item = PatternWay> + Clone,
        next: Option<(i16, i16)>,
    ) -> Option<(PatternWay, Option<Point>)> {
        let origins = ways.clone().filter_map(|way| {
            let origin = self.frame.origin(way, next?)?;
            Some((way, Some(origin)))
        });
        let first = origins.min_by_key(|&(_, origin)| origin);
        first.or_else(|| Some((ways.next()?, None)))
    }
}
