//! Validated positions: checks a set-up against board and rule, and fills in what it leaves open.

use thiserror::Error;

use crate::board::{Board, ByColor, Color};
use crate::forbidden::ForbiddenKind;
use crate::geometry::{Point, PointMap, Size};
use crate::rule::Rule;

use super::outcome::{full, of_last, of_move, of_stones};
use super::{GameEnd, NamedOpening, Outcome, Setup, SetupErrors, SetupProblem, StoneSource};

/// What the user asked for, whatever the input says.
///
/// A rule and a side to move win over the input; a size that contradicts it is an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PositionOverrides {
    /// The side of the board.
    pub size: Option<Size>,
    /// The rule of the game.
    pub rule: Option<Rule>,
    /// The side to move.
    pub to_move: Option<Color>,
    /// Whether the side to move may stay open, for questions that need none.
    pub may_leave_side_open: bool,
}

/// A valid situation: stones that can stand there, a rule, a side to move.
///
/// ```
/// use renju_core::position::{PositionOverrides, Position, Setup};
///
/// let setup = Setup { black: vec!["H8".parse()?], ..Setup::default() };
/// let position = Position::from_setup(&setup, &PositionOverrides::default())?;
/// let position = position.play("I9".parse()?)?;
/// assert_eq!(position.board().stones(renju_core::board::Color::White).len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) board: Board,
    pub(super) rule: Rule,
    pub(super) to_move: Color,
    /// Whether nothing says whose turn it is; `to_move` is Black then.
    is_side_open: bool,
    start: ByColor<Vec<Point>>,
    pub(super) first: Color,
    pub(super) moves: Vec<Option<Point>>,
    /// The stone that is marked as the last, where the order is not known.
    marked_last: Option<Point>,
    /// The forbidden moves of Black's that the game went on behind.
    unclaimed: Vec<Point>,
    pub(super) outcome: Option<Outcome>,
}

impl Position {
    /// An empty board, Black to move.
    pub fn new(size: Size, rule: Rule) -> Position {
        Position {
            board: Board::empty(size),
            rule,
            to_move: Color::Black,
            is_side_open: false,
            start: ByColor::default(),
            first: Color::Black,
            moves: Vec::new(),
            marked_last: None,
            unclaimed: Vec::new(),
            outcome: None,
        }
    }

    /// Checks that a set-up can be, and fills in what it leaves open.
    ///
    /// Without a size the board has 15 lines; without a rule it is renju there and freestyle on
    /// other sizes. A finished game is accepted, and so is one that goes on after its end. A forbidden
    /// move that is not the last one was not claimed: it stands, and the game goes on, as the
    /// rules of the Renju International Federation have it.
    ///
    /// # Errors
    ///
    /// Every complaint at once: points off the board, points taken twice, a size that was not
    /// asked for, counts of stones that leave the side to move open.
    pub fn from_setup(setup: &Setup, asked: &PositionOverrides) -> Result<Position, SetupErrors> {
        let moves = setup.moves.len();
        if moves > usize::from(u16::MAX) {
            return Err(SetupErrors(vec![SetupProblem::TooManyMoves { moves }]));
        }
        let mut problems = Vec::new();
        let size = setup.size.or(asked.size).unwrap_or(Size::RENJU);
        if let (Some(said), Some(asked)) = (setup.size, asked.size)
            && said != asked
        {
            problems.push(SetupProblem::SizeDiffers { said, asked });
        }
        let rule = asked
            .rule
            .or(setup.rule)
            .unwrap_or_else(|| Rule::default_on(size));
        let Replayed {
            board,
            outcome: ended,
            unclaimed,
        } = replay(setup, size, rule, &mut problems);
        let to_move = asked
            .to_move
            .or(setup.to_move)
            .or_else(|| side_to_move(setup));
        let is_side_open = to_move.is_none() && asked.may_leave_side_open;
        let to_move = to_move.or(is_side_open.then_some(Color::Black));
        if to_move.is_none() {
            let (black, white) = (setup.black.len(), setup.white.len());
            problems.push(SetupProblem::SideUnclear { black, white });
        }
        let Some(to_move) = to_move.filter(|_| problems.is_empty()) else {
            return Err(SetupErrors(problems));
        };
        let marked_last = setup.last.filter(|_| setup.moves.is_empty());
        let ended = ended.or_else(|| of_last(&board, rule, marked_last?));
        // A row of six that was not claimed stands.
        let stands = |found: &Outcome| found.by == GameEnd::Forbidden && !unclaimed.is_empty();
        let of_stones = || of_stones(&board, rule, to_move).filter(|found| !stands(found));
        Ok(Position {
            outcome: ended.or_else(of_stones).or_else(|| full(&board)),
            unclaimed,
            marked_last,
            board,
            rule,
            to_move,
            is_side_open,
            start: ByColor {
                black: setup.black.clone(),
                white: setup.white.clone(),
            },
            first: setup.first_to_play(),
            moves: setup.moves.clone(),
        })
    }

    /// Stones that stand there without order, and who is to move: the cheap way for those who
    /// have a board already.
    pub fn of_board(board: Board, rule: Rule, to_move: Color) -> Position {
        Position {
            start: ByColor::from_fn(|color| board.stones(color).iter().collect()),
            outcome: of_stones(&board, rule, to_move),
            board,
            rule,
            to_move,
            is_side_open: false,
            first: to_move,
            moves: Vec::new(),
            marked_last: None,
            unclaimed: Vec::new(),
        }
    }

    /// A set-up that reads back to this position.
    pub fn to_setup(&self) -> Setup {
        Setup {
            size: Some(self.board.size()),
            rule: Some(self.rule),
            to_move: self.known_to_move(),
            black: self.start.black.clone(),
            white: self.start.white.clone(),
            moves: self.moves.clone(),
            first: (!self.is_side_open).then_some(self.first),
            last: self.marked_last,
            ..Setup::default()
        }
    }

    /// The stones on the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rule of the game.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Whose turn it is; Black where that was left open.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Whose turn it is; `None` where that was left open, as
    /// [`PositionOverrides::may_leave_side_open`] lets it be.
    pub fn known_to_move(&self) -> Option<Color> {
        (!self.is_side_open).then_some(self.to_move)
    }

    /// The moves that led here from an empty board, Black first and `None` a pass; nothing if the
    /// stones, or some of them, were set up without order.
    pub fn moves(&self) -> Option<&[Option<Point>]> {
        let from_empty = self.start.black.is_empty() && self.start.white.is_empty();
        let in_order = self.first == Color::Black && !self.moves.is_empty();
        let untouched = self.board.stones(Color::Black).is_empty()
            && self.board.stones(Color::White).is_empty();
        (from_empty && (in_order || untouched)).then_some(self.moves.as_slice())
    }

    /// The last stone played, if the order is known or the stone was marked.
    pub fn last_move(&self) -> Option<Point> {
        let played = self.moves.iter().rev().find_map(|played| *played);
        played.or(self.marked_last)
    }

    /// The board on which the stone of a point was played, with the number of its move: for a game
    /// the stones before it; where the order is not known all other stones, and no number.
    pub fn before_stone(&self, point: Point) -> (Board, Option<usize>) {
        let mut before = Board::empty(self.board.size());
        for (at, color, source) in self.to_setup().stones() {
            match source {
                StoneSource::Played(number) if at == point => return (before, Some(number)),
                _ if at != point => before.place(at, color),
                _ => {}
            }
        }
        (before, None)
    }

    /// How the game ended, if it has: by the first winning or forbidden move, where the order is
    /// known, or by the stone that is marked as the last.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Which of the 26 openings of renju its game began with.
    pub fn opening(&self) -> Option<NamedOpening> {
        let moves = self.moves().filter(|_| self.rule == Rule::Renju)?;
        NamedOpening::of_moves(moves, self.board.size())
    }

    /// The forbidden moves of Black's that stand because White played on, in order.
    pub fn unclaimed(&self) -> &[Point] {
        &self.unclaimed
    }
}

/// Whose turn the moves, or the counts of stones, say it is; `None` if they leave it open.
fn side_to_move(setup: &Setup) -> Option<Color> {
    let first = setup.known_first();
    let by_moves = first.map(|_| setup.to_play_after(setup.moves.len()));
    by_moves.or_else(|| {
        let last = setup.last?;
        let mut stones = setup.stones();
        stones.find_map(|(point, color, _)| (point == last).then_some(!color))
    })
}

/// The stones of a set-up on a board, and what the moves among them did.
struct Replayed {
    board: Board,
    outcome: Option<Outcome>,
    unclaimed: Vec<Point>,
}

/// Puts the stones of a set-up on a board; every stone that cannot stand there is a problem. The
/// first move that ends the game gives the outcome; a forbidden one does so if it is the last.
fn replay(setup: &Setup, size: Size, rule: Rule, problems: &mut Vec<SetupProblem>) -> Replayed {
    let (mut board, mut outcome) = (Board::empty(size), None);
    let mut unclaimed = Vec::new();
    let mut sources: PointMap<Option<StoneSource>> = PointMap::filled(None);
    for (point, color, source) in setup.stones() {
        if !point.is_on(size) {
            problems.push(SetupProblem::OffBoard { point, size });
            continue;
        }
        if let Some(first) = sources[point] {
            problems.push(SetupProblem::Taken {
                point,
                first,
                second: source,
            });
            continue;
        }
        sources[point] = Some(source);
        if let StoneSource::Played(number) = source
            && outcome.is_none()
        {
            let ended = of_move(&board, rule, point, color);
            let is_forbidden = |ended: &Outcome| ended.by == GameEnd::Forbidden;
            if number < setup.moves.len() && ended.as_ref().is_some_and(is_forbidden) {
                unclaimed.push(point);
            } else {
                outcome = ended;
            }
        }
        board.place(point, color);
    }
    Replayed {
        board,
        outcome,
        unclaimed,
    }
}

/// Why a move was refused, and the position it was refused in, given back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{point} cannot be played: {reason}")]
pub struct PlayError {
    /// The move that was refused.
    pub point: Point,
    /// What stands against it.
    pub reason: Refusal,
    /// The position as it was.
    pub position: Box<Position>,
}

/// What stands against a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The board does not have the point.
    #[error("it is off the board")]
    OffBoard,
    /// The point has a stone.
    #[error("it is taken")]
    Occupied,
    /// The move is forbidden to Black.
    #[error("it is forbidden")]
    Forbidden(Vec<ForbiddenKind>),
    /// The game is over.
    #[error("the game is over")]
    Over(Outcome),
}

impl Position {
    /// The position after the side to move has played `point`.
    ///
    /// # Errors
    ///
    /// Refuses, and gives the position back, if the game is over, the point is off the board or
    /// taken, or the move is forbidden.
    pub fn play(self, point: Point) -> Result<Position, PlayError> {
        if let Some(reason) = self.refusal(point) {
            return Err(PlayError {
                point,
                reason,
                position: Box::new(self),
            });
        }
        let outcome = of_move(&self.board, self.rule, point, self.to_move);
        Ok(self.with_stone(point, outcome))
    }

    /// The position after the side to move has played `point`, which may be forbidden to it: where a
    /// forbidden move loses only if White claims it, one that is not claimed stands, and the game
    /// goes on.
    ///
    /// # Errors
    ///
    /// As [`Position::play`], but for forbidden moves.
    pub fn play_unclaimed(self, point: Point) -> Result<Position, PlayError> {
        match self.play(point) {
            Err(PlayError {
                reason: Refusal::Forbidden(_),
                position,
                ..
            }) => {
                let mut next = position.with_stone(point, None);
                next.unclaimed.push(point);
                next.outcome = full(&next.board);
                Ok(next)
            }
            played => played,
        }
    }

    fn with_stone(mut self, point: Point, outcome: Option<Outcome>) -> Position {
        self.outcome = outcome;
        self.board.place(point, self.to_move);
        if self.moves.is_empty() {
            self.first = self.to_move;
        }
        self.moves.push(Some(point));
        self.to_move = !self.to_move;
        self
    }

    /// The position after the side to move has passed. It does so where it [has no legal
    /// move](Self::must_pass); records have other passes as well, after which the game goes on too.
    #[must_use]
    pub fn pass(mut self) -> Position {
        if self.moves.is_empty() {
            self.first = self.to_move;
        }
        self.moves.push(None);
        self.to_move = !self.to_move;
        self
    }

    fn refusal(&self, point: Point) -> Option<Refusal> {
        if let Some(outcome) = &self.outcome {
            return Some(Refusal::Over(outcome.clone()));
        }
        if !point.is_on(self.board.size()) {
            return Some(Refusal::OffBoard);
        }
        if self.board.stone(point).is_some() {
            return Some(Refusal::Occupied);
        }
        let kinds = self.rule.forbidden_kinds(&self.board, point, self.to_move);
        (!kinds.is_empty()).then_some(Refusal::Forbidden(kinds))
    }
}

#[cfg(test)]
mod tests {
    use crate::position::{GameEnd, Refusal};

    use super::*;

    fn points(names: &str) -> Vec<Point> {
        names
            .split_whitespace()
            .map(|name| name.parse().unwrap())
            .collect()
    }

    fn game(names: &str) -> Setup {
        Setup {
            moves: points(names).into_iter().map(Some).collect(),
            ..Setup::default()
        }
    }

    fn position(setup: &Setup) -> Position {
        Position::from_setup(setup, &PositionOverrides::default()).unwrap()
    }

    #[test]
    fn every_complaint_is_made_at_once() {
        let setup = Setup {
            size: Size::new(10),
            black: points("H8 L1 H8 A1"),
            white: points("A1"),
            ..Setup::default()
        };
        let asked = PositionOverrides {
            size: Some(Size::RENJU),
            ..PositionOverrides::default()
        };
        let errors = Position::from_setup(&setup, &asked).unwrap_err();
        assert_eq!(errors.0.len(), 5, "{errors}");
        assert!(
            errors
                .to_string()
                .contains("A1 is taken twice: by a black stone and by a white stone")
        );
    }

    #[test]
    fn a_set_up_that_names_its_side_to_move_is_accepted_whatever_its_counts() {
        let setup = Setup {
            black: points("H8 H9 H10"),
            ..Setup::default()
        };
        assert!(Position::from_setup(&setup, &PositionOverrides::default()).is_err());
        let named = Setup {
            to_move: Some(Color::Black),
            ..setup
        };
        assert_eq!(position(&named).to_move(), Color::Black);
    }

    #[test]
    fn a_point_taken_in_a_game_names_the_two_moves() {
        let errors =
            Position::from_setup(&game("H8 I9 H8"), &PositionOverrides::default()).unwrap_err();
        assert_eq!(
            errors.to_string(),
            "H8 is taken twice: by move 1 and by move 3"
        );
    }

    #[test]
    fn the_first_move_that_ends_a_game_tells_its_outcome() {
        let won = position(&game("H8 A1 I8 A3 J8 A5 K8 A7 L8 A9 M8"));
        assert_eq!(
            won.outcome().map(|outcome| (outcome.winner, outcome.by)),
            Some((Some(Color::Black), GameEnd::Five))
        );
        let lost = position(&game("H8 A1 I8 A3 J8 A5 L8 A7 M8 A9 K8"));
        assert_eq!(
            lost.outcome().map(|outcome| outcome.by),
            Some(GameEnd::Forbidden)
        );
        let freestyle = Setup {
            rule: Some(Rule::Freestyle),
            ..game("H8 A1 I8 A3 J8 A5 L8 A7 M8 A9 K8")
        };
        assert_eq!(
            position(&freestyle).outcome().map(|outcome| outcome.by),
            Some(GameEnd::Five)
        );
    }

    #[test]
    fn a_refused_move_gives_the_position_back() {
        let before = position(&game("F8 A1 G8 A3 H6 A5 H7 A7"));
        let error = before.clone().play("H8".parse().unwrap()).unwrap_err();
        assert!(matches!(error.reason, Refusal::Forbidden(_)));
        assert_eq!(*error.position, before);
        let after = before.play("H9".parse().unwrap()).unwrap();
        assert_eq!(after.to_move(), Color::White);
        assert_eq!(after.last_move(), Some("H9".parse().unwrap()));
    }

    #[test]
    fn a_position_reads_back_from_its_set_up() {
        let one = position(&game("H8 I9 G7"));
        assert_eq!(position(&one.to_setup()), one);
    }

    #[test]
    fn a_board_is_a_position_without_order() {
        for names in ["H8 I9 G7", "H8 A1 I8 A3 J8 A5 K8 A7 L8 A9 M8"] {
            let setup = position(&game(names)).to_setup();
            let set_up = Setup {
                black: setup.moves.iter().flatten().copied().step_by(2).collect(),
                white: setup
                    .moves
                    .iter()
                    .flatten()
                    .copied()
                    .skip(1)
                    .step_by(2)
                    .collect(),
                to_move: Some(Color::White),
                moves: Vec::new(),
                first: None,
                ..setup
            };
            let one = position(&set_up);
            let other = Position::of_board(one.board().clone(), one.rule(), one.to_move());
            assert_eq!(other.outcome(), one.outcome());
            let reread = position(&other.to_setup());
            assert_eq!(reread, other);
        }
    }

    #[test]
    fn a_stone_marked_as_the_last_ends_the_game_as_a_move_does() {
        let stones = Setup {
            black: points("F8 G8 H6 H7 H8"),
            white: points("A1 A3 A5 A7"),
            ..Setup::default()
        };
        assert_eq!(position(&stones).outcome(), None);
        let marked = Setup {
            last: points("H8").pop(),
            ..stones.clone()
        };
        let outcome = position(&marked).outcome().cloned().unwrap();
        assert_eq!(
            (outcome.by, outcome.points),
            (GameEnd::Forbidden, points("H8"))
        );
        assert_eq!(position(&position(&marked).to_setup()), position(&marked));
        let early = Setup {
            last: points("F8").pop(),
            ..stones
        };
        assert_eq!(position(&early).outcome(), None);
    }

    #[test]
    fn a_stone_marked_as_the_last_tells_whose_turn_it_is_where_counts_do_not() {
        let setup = Setup {
            black: points("H8 H9 H10"),
            last: points("H9").pop(),
            ..Setup::default()
        };
        assert_eq!(position(&setup).to_move(), Color::White);
    }

    #[test]
    fn the_board_before_a_stone_has_the_moves_before_it_or_all_others() {
        let played = position(&game("H8 I9 G7"));
        let (before, number) = played.before_stone(points("I9")[0]);
        assert_eq!((before.empties().len(), number), (224, Some(2)));
        let stones = Setup {
            black: points("H8 G7"),
            white: points("I9"),
            ..Setup::default()
        };
        let (before, number) = position(&stones).before_stone(points("H8")[0]);
        assert_eq!((before.empties().len(), number), (223, None));
    }

    #[test]
    fn passes_count_as_moves() {
        let mut setup = game("H8 I9");
        setup.moves.push(None);
        assert_eq!(position(&setup).to_move(), Color::White);
    }
}
