//! State machine of an opening: its stones, colours and offers, and the task that comes next.

use renju_core::board::{ByColor, Color};
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::position::Position;
use renju_core::rule::Rule;

use super::fifth_offers::symmetrical_to;
use super::opening_rule::OpeningRule;
use super::refusal::OpeningRefusal;
use super::seat::Seat;
use super::task::{OpeningAction, OpeningTask};

/// The fifth moves that Black offers under `renju26`.
pub(super) const OFFERS_OF_RENJU26: u8 = 2;
/// The fifth moves that Black may offer under `taraguchi10`.
const OFFERS_OF_TARAGUCHI10: u8 = 10;

/// A game while it is opened: the stones so far, who has which colour, and what is asked next.
///
/// Under `renju26` a game begins like this:
///
/// ```
/// use renju_play::contest::{Opening, OpeningAction, OpeningRule, OpeningTask, Seat};
/// use renju_core::geometry::Size;
/// use renju_core::rule::Rule;
///
/// let mut opening = Opening::new(OpeningRule::Renju26, Size::RENJU, Rule::Renju)?;
/// for stone in ["H8", "H9", "J10"] {
///     opening = opening.apply(OpeningAction::Stone(stone.parse()?))?;
/// }
/// assert_eq!(opening.task(), Some(OpeningTask::Swap { seat: Seat::Second }));
/// opening = opening.apply(OpeningAction::Swap)?;
/// opening = opening.apply(OpeningAction::Stone("G7".parse()?))?;
/// for offer in ["I8", "G9"] {
///     opening = opening.apply(OpeningAction::Offer(offer.parse()?))?;
/// }
/// let wrong = opening.apply(OpeningAction::ChooseFifth("A1".parse()?)).unwrap_err();
/// assert_eq!(wrong.to_string(), "A1 is not among the fifth moves offered (I8, G9)");
/// opening = opening.apply(OpeningAction::ChooseFifth("G9".parse()?))?;
/// assert_eq!(opening.task(), None);
/// assert_eq!(opening.seats().black, Seat::Second);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    rule: OpeningRule,
    position: Position,
    /// Who has Black now.
    black: Seat,
    /// How many fifth moves White has declared, 0 before that.
    declared: u8,
    offers: Vec<Point>,
    task: Option<OpeningTask>,
    answers: usize,
}

impl Opening {
    /// An empty board under an opening rule, and under a rule of the game.
    ///
    /// # Errors
    ///
    /// [`OpeningRefusal::Board`] if the opening cannot be played on a board of that size.
    pub fn new(rule: OpeningRule, size: Size, game: Rule) -> Result<Opening, OpeningRefusal> {
        if !rule.is_played_on(size) {
            return Err(OpeningRefusal::Board { rule, size });
        }
        let mut opening = Opening {
            rule,
            position: Position::new(size, game),
            black: Seat::First,
            declared: 0,
            offers: Vec::new(),
            task: None,
            answers: 0,
        };
        opening.task = match rule {
            OpeningRule::Free => None,
            _ => Some(opening.stone_of(Seat::First)),
        };
        Ok(opening)
    }

    /// What is asked for next; `None` if the opening is over and the game goes on from
    /// [`position`](Self::position) with the colours of [`seats`](Self::seats).
    pub const fn task(&self) -> Option<OpeningTask> {
        self.task
    }

    /// The rule of this opening.
    pub const fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// The stones so far, in the order in which they were put, Black's first; fifth moves that are
    /// offered are not among them.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Who has which colour now.
    pub fn seats(&self) -> ByColor<Seat> {
        ByColor {
            black: self.black,
            white: !self.black,
        }
    }

    /// How many fifth moves White has declared under `soosorv8`; `None` before that.
    pub fn declared(&self) -> Option<u8> {
        (self.declared > 0).then_some(self.declared)
    }

    /// The fifth moves that Black has offered so far, also when one of them has been chosen.
    pub fn offers(&self) -> &[Point] {
        &self.offers
    }

    /// The points that can be named now: for a stone, for an offer, or to choose one of the offers.
    /// None if the task does not ask for a point.
    pub fn points(&self) -> PointSet {
        let empties = self.position.board().empties();
        empties.iter().filter(|&point| self.allows(point)).collect()
    }

    /// How many answers led here from the empty board.
    pub const fn answers(&self) -> usize {
        self.answers
    }

    /// The state after an answer; this one stays as it is.
    ///
    /// # Errors
    ///
    /// The clause that refuses the answer.
    pub fn apply(&self, action: OpeningAction) -> Result<Opening, OpeningRefusal> {
        let asked = self.task.ok_or(OpeningRefusal::Over)?;
        let mut next = self.clone();
        next.answers += 1;
        next.task = match (asked, action) {
            (OpeningTask::Stone { .. }, OpeningAction::Stone(point)) => {
                next.position = self.with_stone(point)?;
                next.after_stone()
            }
            (
                OpeningTask::Swap { .. } | OpeningTask::SwapOrOffer { .. },
                OpeningAction::Swap | OpeningAction::Keep,
            ) => {
                if action == OpeningAction::Swap {
                    next.black = !self.black;
                }
                next.after_swap()
            }
            (OpeningTask::ChooseColor { seat, .. }, OpeningAction::TakeColor(color)) => {
                next.black = match color {
                    Color::Black => seat,
                    Color::White => !seat,
                };
                None
            }
            (
                OpeningTask::ChooseColor {
                    seat,
                    may_put_two: true,
                },
                OpeningAction::PutTwoMore,
            ) => Some(self.stone_of(seat)),
            (OpeningTask::DeclareCount { seat, max }, OpeningAction::DeclareCount(count)) => {
                if count == 0 || count > max {
                    return Err(OpeningRefusal::Count { count, max });
                }
                next.declared = count;
                Some(OpeningTask::Swap { seat: !seat })
            }
            (OpeningTask::SwapOrOffer { count, .. }, OpeningAction::MakeOffers) => {
                Some(next.next_offer(count))
            }
            (OpeningTask::Offer { count, .. }, OpeningAction::Offer(point)) => {
                self.check_offer(point)?;
                next.offers.push(point);
                Some(next.next_offer(count))
            }
            (OpeningTask::ChooseFifth { .. }, OpeningAction::ChooseFifth(point)) => {
                next.position = self.with_chosen(point)?;
                None
            }
            _ => return Err(OpeningRefusal::OtherTask { asked }),
        };
        Ok(next)
    }

    /// Whether the point can be named for the task.
    fn allows(&self, point: Point) -> bool {
        match self.task {
            Some(OpeningTask::Stone { .. }) => self.with_stone(point).is_ok(),
            Some(OpeningTask::Offer { .. }) => self.check_offer(point).is_ok(),
            Some(OpeningTask::ChooseFifth { .. }) => self.offers.contains(&point),
            _ => false,
        }
    }

    /// The number of the next stone, counted from 1.
    fn next_number(&self) -> usize {
        1 + self.position.moves().map_or(0, <[_]>::len)
    }

    fn played(&self, point: Point) -> Result<Position, OpeningRefusal> {
        let refused = |reason| OpeningRefusal::Unplayable { point, reason };
        let played = self.position.clone().play(point);
        played.map_err(|error| refused(error.reason))
    }

    fn with_stone(&self, point: Point) -> Result<Position, OpeningRefusal> {
        let (rule, number) = (self.rule, self.next_number());
        let position = self.played(point)?;
        match rule.square(position.board().size(), number) {
            Some(square) if !square.contains(point) => Err(OpeningRefusal::OutsideSquare {
                rule,
                number,
                square,
            }),
            _ => Ok(position),
        }
    }

    fn check_offer(&self, point: Point) -> Result<(), OpeningRefusal> {
        self.played(point)?;
        if self.offers.contains(&point) {
            return Err(OpeningRefusal::OfferedAlready { point });
        }
        match symmetrical_to(self.position.board(), &self.offers, point) {
            Some(to) => Err(OpeningRefusal::Symmetrical { point, to }),
            None => Ok(()),
        }
    }

    fn with_chosen(&self, point: Point) -> Result<Position, OpeningRefusal> {
        if self.offers.contains(&point) {
            return self.played(point);
        }
        let offers = self.offers.clone();
        Err(OpeningRefusal::NotOffered { point, offers })
    }

    /// The task to put the next stone.
    fn stone_of(&self, seat: Seat) -> OpeningTask {
        let size = self.position.board().size();
        OpeningTask::Stone {
            seat,
            color: self.position.to_move(),
            square: self.rule.square(size, self.next_number()),
        }
    }

    /// The task to offer the next fifth move, or to choose one if all are offered.
    fn next_offer(&self, count: u8) -> OpeningTask {
        let given = self.offers.len() as u8;
        if given < count {
            let seat = self.black;
            OpeningTask::Offer { seat, count, given }
        } else {
            OpeningTask::ChooseFifth { seat: !self.black }
        }
    }

    /// What follows the stone that was put last.
    fn after_stone(&self) -> Option<OpeningTask> {
        let stones = self.next_number() - 1;
        Some(match (self.rule, stones) {
            (OpeningRule::Free | OpeningRule::Center, _) => return None,
            (OpeningRule::Taraguchi10, 4) => OpeningTask::SwapOrOffer {
                seat: self.black,
                count: OFFERS_OF_TARAGUCHI10,
            },
            // Who has the colour to move has not put the last stone.
            (OpeningRule::Taraguchi10, _) => OpeningTask::Swap {
                seat: self.seats()[self.position.to_move()],
            },
            (_, 1 | 2) => self.stone_of(Seat::First),
            (OpeningRule::Swap | OpeningRule::Swap2, 3) => OpeningTask::ChooseColor {
                seat: Seat::Second,
                may_put_two: self.rule == OpeningRule::Swap2,
            },
            (OpeningRule::Swap | OpeningRule::Swap2, 4) => self.stone_of(Seat::Second),
            (OpeningRule::Swap | OpeningRule::Swap2, _) => OpeningTask::ChooseColor {
                seat: Seat::First,
                may_put_two: false,
            },
            (OpeningRule::Renju26 | OpeningRule::Soosorv8, 3) => {
                OpeningTask::Swap { seat: Seat::Second }
            }
            (OpeningRule::Renju26, _) => self.next_offer(OFFERS_OF_RENJU26),
            (OpeningRule::Soosorv8, _) => OpeningTask::DeclareCount {
                seat: !self.black,
                max: OpeningRule::MAX_DECLARED,
            },
        })
    }

    /// What follows a decision to swap or not.
    fn after_swap(&self) -> Option<OpeningTask> {
        let stones = self.next_number() - 1;
        match (self.rule, stones) {
            (OpeningRule::Soosorv8, 4) => Some(self.next_offer(self.declared)),
            (_, 5) => None,
            _ => Some(self.stone_of(self.seats()[self.position.to_move()])),
        }
    }
}
