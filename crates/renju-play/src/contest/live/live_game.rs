//! State machine of a game between two seats: opening, moves, draw offers, clocks, takebacks, end.

use std::time::Duration;

use crate::contest::game_clock::{ClockRule, GameClock};
use crate::contest::opening::{Opening, OpeningRefusal, OpeningRule, Seat};
use crate::contest::play::GameFinish;
use crate::contest::player::{FaultKind, PlayerFault};
use renju_core::board::{ByColor, Color};
use renju_core::forbidden::ForbiddenKind;
use renju_core::geometry::{Point, Size};
use renju_core::named_enum::named_enum;
use renju_core::position::{GameEnd, Outcome, Position, Refusal, StoredValue};
use renju_core::rule::Rule;

use super::action::{ActionRefusal, GameAction, GameTask};

named_enum! {
    /// What becomes of a move that is forbidden to Black.
    #[derive(Default)]
    pub enum ForbiddenHandling: "forbidden handling" {
        /// It is refused with its reason; who insists on it loses.
        #[default]
        Show = "show",
        /// It loses.
        Hide = "hide",
        /// It stands unless White claims before answering that it was forbidden: then it loses.
        Claim = "claim",
    }
}

/// What is agreed on before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameTerms {
    /// The side of the board.
    pub size: Size,
    /// The rule of the game.
    pub rule: Rule,
    /// How it is opened.
    pub opening: OpeningRule,
    /// What becomes of forbidden moves.
    pub forbidden: ForbiddenHandling,
    /// The time of each side; `None` for a game without clocks.
    pub clock: Option<ClockRule>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// The rule, the decision or the fault that ended it.
    pub finish: GameFinish,
    /// The stones of the winning row.
    pub row: Vec<Point>,
    /// The forbidden move that lost it. Unless White claimed it, the position does not have it.
    pub forbidden: Option<Point>,
    /// The reason of a fault in words.
    pub message: Option<String>,
}

impl GameResult {
    fn of_finish(winner: Option<Color>, finish: GameFinish) -> GameResult {
        GameResult {
            winner,
            finish,
            row: Vec::new(),
            forbidden: None,
            message: None,
        }
    }

    fn by_rule(outcome: &Outcome) -> GameResult {
        match outcome.by {
            GameEnd::Five => GameResult {
                row: outcome.points.clone(),
                ..GameResult::of_finish(outcome.winner, GameFinish::Five)
            },
            GameEnd::FullBoard => GameResult::of_finish(None, GameFinish::FullBoard),
            GameEnd::Forbidden => GameResult {
                forbidden: outcome.points.first().copied(),
                ..GameResult::of_finish(outcome.winner, GameFinish::Fault(FaultKind::Forbidden))
            },
        }
    }

    fn forbidden_move(point: Point) -> GameResult {
        GameResult {
            forbidden: Some(point),
            ..GameResult::of_finish(Some(Color::White), GameFinish::Fault(FaultKind::Forbidden))
        }
    }
}

/// A game and all that led to it. Every action leads to a new state, and the last states can be taken
/// back.
///
/// ```
/// use std::time::Duration;
/// use renju_play::contest::{ForbiddenHandling, GameAction, GameTerms, LiveGame, OpeningRule};
/// use renju_core::geometry::Size;
/// use renju_core::rule::Rule;
///
/// let mut game = LiveGame::new(GameTerms {
///     size: Size::RENJU,
///     rule: Rule::Renju,
///     opening: OpeningRule::Center,
///     forbidden: ForbiddenHandling::Show,
///     clock: None,
/// })?;
/// let refused = game.act(GameAction::Move("A1".parse()?), Duration::ZERO);
/// assert!(refused.is_err());
/// game.act(GameAction::Move("H8".parse()?), Duration::ZERO)?;
/// assert_eq!(game.position().board().empties().len(), 224);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LiveGame {
    terms: GameTerms,
    /// From the beginning to now; never empty.
    states: Vec<LiveState>,
}

/// A game at a moment.
#[derive(Clone, Debug)]
pub(super) struct LiveState {
    /// The opening, and who has which colour.
    pub(super) opening: Opening,
    /// The stones; those of the opening while it lasts.
    position: Position,
    clock: Option<GameClock>,
    /// Whether the side that was to move has passed, as it had no legal move.
    has_passed: bool,
    /// Black's last move, if White may claim that it was forbidden.
    claimable: Option<Point>,
    draw: DrawOffer,
    /// Whether a step of the opening led here.
    is_of_opening: bool,
    /// What led here, with its time; `None` at the beginning.
    pub(super) step: Option<(GameAction, Duration)>,
    /// What the player of that move thought of it.
    pub(super) thought: Option<StoredValue>,
    result: Option<GameResult>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DrawOffer {
    None,
    By(Seat),
    Declined,
}

impl LiveGame {
    /// A game before its first stone.
    ///
    /// # Errors
    ///
    /// If the opening cannot be played on this board.
    pub fn new(terms: GameTerms) -> Result<LiveGame, OpeningRefusal> {
        let opening = Opening::new(terms.opening, terms.size, terms.rule)?;
        let position = opening.position().clone();
        Ok(LiveGame::from_state(terms, opening, position))
    }

    /// A game that goes on from a position, without an opening.
    ///
    /// # Errors
    ///
    /// None: every position can be played on, or its game is over.
    pub(super) fn of_position(
        terms: GameTerms,
        position: Position,
    ) -> Result<LiveGame, OpeningRefusal> {
        let opening = Opening::new(OpeningRule::Free, terms.size, terms.rule)?;
        let terms = GameTerms {
            opening: OpeningRule::Free,
            ..terms
        };
        Ok(LiveGame::from_state(terms, opening, position))
    }

    fn from_state(terms: GameTerms, opening: Opening, position: Position) -> LiveGame {
        let clock = terms.clock.map(GameClock::new);
        LiveGame {
            terms,
            states: vec![LiveState::new(opening, position, clock)],
        }
    }

    fn state(&self) -> &LiveState {
        self.states
            .last()
            .expect("the beginning is never taken back")
    }

    pub(super) fn states(&self) -> &[LiveState] {
        &self.states
    }

    /// What was agreed on.
    pub const fn terms(&self) -> &GameTerms {
        &self.terms
    }

    /// The stones as they stand now, and whose turn it is.
    pub fn position(&self) -> &Position {
        &self.state().position
    }

    /// The opening as far as it has come, with the fifth moves that are offered.
    pub fn opening(&self) -> &Opening {
        &self.state().opening
    }

    /// Who has which colour now.
    pub fn seats(&self) -> ByColor<Seat> {
        self.state().opening.seats()
    }

    /// The colour of a seat now.
    pub fn color_of(&self, seat: Seat) -> Color {
        if self.seats().black == seat {
            Color::Black
        } else {
            Color::White
        }
    }

    /// The clocks, as they stood after the last action.
    pub fn clock(&self) -> Option<&GameClock> {
        self.state().clock.as_ref()
    }

    /// How the game ended, if it has.
    pub fn result(&self) -> Option<&GameResult> {
        self.state().result.as_ref()
    }

    /// Black's last move, if it was forbidden and White may claim that.
    pub fn claimable(&self) -> Option<Point> {
        self.state().claimable
    }

    /// The side that has passed since the last action, as it had no legal move.
    pub fn passed(&self) -> Option<Color> {
        let state = self.state();
        state.has_passed.then_some(!state.position.to_move())
    }

    /// What was done last.
    pub fn last_action(&self) -> Option<GameAction> {
        self.state().step.map(|(action, _)| action)
    }

    /// What is asked for now; `None` if the game is over.
    pub fn task(&self) -> Option<GameTask> {
        let state = self.state();
        if state.result.is_some() {
            return None;
        }
        Some(match (state.opening.task(), state.draw) {
            (_, DrawOffer::By(seat)) => GameTask::AnswerDraw { seat: !seat },
            (Some(task), _) => GameTask::Opening(task),
            (None, _) => {
                let color = state.position.to_move();
                let seat = self.seats()[color];
                GameTask::Move { seat, color }
            }
        })
    }

    /// Does something for whom it is asked of, after `elapsed` of their time. Who had less time loses
    /// by that, and nothing else is done.
    ///
    /// # Errors
    ///
    /// If it is not possible; the game and its clocks stay as they were.
    pub fn act(&mut self, action: GameAction, elapsed: Duration) -> Result<(), ActionRefusal> {
        let task = self.task().ok_or(ActionRefusal::Over)?;
        let mut next = self.after(task, action)?;
        let in_time = next
            .clock
            .as_mut()
            .is_none_or(|clock| clock.take(task.seat(), elapsed));
        if !in_time {
            self.lose_on_time();
            return Ok(());
        }
        next.step = Some((action, elapsed));
        self.states.push(next);
        Ok(())
    }

    /// As [`act`](Self::act) with what the player thought of the move.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn act_with(
        &mut self,
        action: GameAction,
        elapsed: Duration,
        thought: Option<StoredValue>,
    ) -> Result<(), ActionRefusal> {
        let before = self.states.len();
        self.act(action, elapsed)?;
        if self.states.len() > before
            && let Some(state) = self.states.last_mut()
        {
            state.thought = thought;
        }
        Ok(())
    }

    /// Ends the game: the side that is asked has no time left.
    pub fn lose_on_time(&mut self) {
        if let Some(task) = self.task() {
            let loser = self.color_of(task.seat());
            self.end(GameResult::of_finish(
                Some(!loser),
                GameFinish::Fault(FaultKind::Late),
            ));
        }
    }

    /// Ends the game: a program at this seat did what no player may.
    pub fn lose_by_fault(&mut self, seat: Seat, fault: PlayerFault) {
        if self.task().is_some() {
            let loser = self.color_of(seat);
            self.end(GameResult {
                message: Some(fault.message),
                ..GameResult::of_finish(Some(!loser), GameFinish::Fault(fault.kind))
            });
        }
    }

    /// Ends the game: this seat gives it up, whose turn it may not be.
    pub fn resign(&mut self, seat: Seat) {
        if self.task().is_some() {
            let loser = self.color_of(seat);
            self.end(GameResult::of_finish(Some(!loser), GameFinish::Resignation));
        }
    }

    pub(super) fn end(&mut self, result: GameResult) {
        let ended = LiveState {
            result: Some(result),
            has_passed: false,
            draw: DrawOffer::None,
            step: None,
            ..self.state().clone()
        };
        self.states.push(ended);
    }

    /// Takes back the last step: a stone, another answer of the opening, or the end of the game;
    /// `false` at the beginning.
    pub fn take_back(&mut self) -> bool {
        let can = self.states.len() > 1;
        if can {
            self.states.pop();
        }
        can
    }

    /// The stones on the board, counted.
    pub fn stones(&self) -> usize {
        let board = self.position().board();
        board.stones(Color::Black).len() + board.stones(Color::White).len()
    }

    fn after(&self, task: GameTask, action: GameAction) -> Result<LiveState, ActionRefusal> {
        let state = self.state();
        match (task, action) {
            (_, GameAction::Resign) => {
                let loser = self.color_of(task.seat());
                Ok(state.ended(GameResult::of_finish(Some(!loser), GameFinish::Resignation)))
            }
            (GameTask::Opening(_), GameAction::Opening(answer)) => {
                let opening = state.opening.apply(answer)?;
                Ok(state.with_opening(opening))
            }
            (GameTask::Opening(asked), GameAction::Move(point) | GameAction::Insist(point))
                if asked.at(point).is_some() =>
            {
                let answer = asked.at(point).expect("it was just asked for");
                Ok(state.with_opening(state.opening.apply(answer)?))
            }
            (GameTask::Move { .. }, GameAction::Move(point)) => self.after_move(point, false),
            (GameTask::Move { .. }, GameAction::Insist(point)) => self.after_move(point, true),
            (GameTask::Move { .. }, GameAction::Claim) => {
                let point = state.claimable.ok_or(ActionRefusal::NothingToClaim)?;
                Ok(state.ended(GameResult::forbidden_move(point)))
            }
            (GameTask::Move { seat, .. }, GameAction::OfferDraw) => match state.draw {
                DrawOffer::Declined => Err(ActionRefusal::DrawDeclined),
                _ => Ok(state.with_draw(DrawOffer::By(seat))),
            },
            (GameTask::AnswerDraw { .. }, GameAction::AcceptDraw) => {
                Ok(state.ended(GameResult::of_finish(None, GameFinish::Agreement)))
            }
            (GameTask::AnswerDraw { .. }, GameAction::DeclineDraw) => {
                Ok(state.with_draw(DrawOffer::Declined))
            }
            _ => Err(ActionRefusal::OtherTask(task)),
        }
    }

    fn after_move(&self, point: Point, insists: bool) -> Result<LiveState, ActionRefusal> {
        let state = self.state();
        match state.position.clone().play(point) {
            Ok(next) => Ok(state.with_position(next)),
            Err(error) => match error.reason {
                Refusal::Forbidden(kinds) => self.after_forbidden(point, kinds, insists),
                reason => Err(ActionRefusal::Unplayable { point, reason }),
            },
        }
    }

    fn after_forbidden(
        &self,
        point: Point,
        kinds: Vec<ForbiddenKind>,
        insists: bool,
    ) -> Result<LiveState, ActionRefusal> {
        let state = self.state();
        match self.terms.forbidden {
            ForbiddenHandling::Show if !insists => Err(ActionRefusal::Forbidden { point, kinds }),
            ForbiddenHandling::Show | ForbiddenHandling::Hide => {
                Ok(state.ended(GameResult::forbidden_move(point)))
            }
            ForbiddenHandling::Claim => {
                let stands = state.position.clone().play_unclaimed(point);
                let stands = stands.map_err(|error| ActionRefusal::Unplayable {
                    point,
                    reason: error.reason,
                })?;
                // On a full board there is no answer with which White would let it stand.
                if stands.outcome().is_some() {
                    return Ok(state.ended(GameResult::forbidden_move(point)));
                }
                Ok(LiveState {
                    claimable: Some(point),
                    ..state.with_position(stands)
                })
            }
        }
    }
}

impl LiveState {
    /// The moves that led here, those before the game among them.
    pub(super) fn moves(&self) -> usize {
        self.position.to_setup().moves.len()
    }

    /// Whether a step of the opening led here.
    pub(super) const fn is_of_opening(&self) -> bool {
        self.is_of_opening
    }

    fn ended(&self, result: GameResult) -> LiveState {
        LiveState {
            result: Some(result),
            has_passed: false,
            thought: None,
            draw: DrawOffer::None,
            is_of_opening: false,
            ..self.clone()
        }
    }

    fn with_opening(&self, opening: Opening) -> LiveState {
        let position = opening.position().clone();
        LiveState {
            opening,
            is_of_opening: true,
            ..self.with_position(position)
        }
    }

    fn with_draw(&self, draw: DrawOffer) -> LiveState {
        LiveState {
            draw,
            has_passed: false,
            thought: None,
            is_of_opening: false,
            ..self.clone()
        }
    }

    fn with_position(&self, position: Position) -> LiveState {
        LiveState::new(self.opening.clone(), position, self.clock)
    }

    /// A position to which no step of the opening led, and which is over if the rules say so. A side
    /// without a legal move has passed in it.
    fn new(opening: Opening, position: Position, clock: Option<GameClock>) -> LiveState {
        let has_passed = position.must_pass();
        let position = if has_passed {
            position.pass()
        } else {
            position
        };
        let result = position.outcome().map(GameResult::by_rule);
        LiveState {
            opening,
            position,
            clock,
            has_passed,
            claimable: None,
            draw: DrawOffer::None,
            is_of_opening: false,
            step: None,
            thought: None,
            result,
        }
    }
}
