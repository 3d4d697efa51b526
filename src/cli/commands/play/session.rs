//! Game loop of `play` without an interface: turns, clocks, commands, and the computer's answers.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::command::{PlayCommand, PlayWord};
use super::computer::{Computer, ComputerAnswer, ComputerQuestion};
use super::note::Note;
use super::saving::GameStore;
use renju::board::{ByColor, Color};
use renju::contest::{
    ActionRefusal, ChosenMove, GameAction, GameTask, LiveGame, MoveLimits, OpeningAction,
    OpeningTask, PlayerFault, Seat,
};
use renju::geometry::Point;
use renju::limits::Limits;
use renju::notation::Losses;
use renju::questions::{self, ForbiddenOptions, VerdictReport};
use renju::time_control::TimeLeft;

/// Who sits at a seat.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub(super) name: String,
    pub(super) kind: PersonKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PersonKind {
    Human,
    /// A search of ours or a published program.
    Computer,
    /// A program of its own.
    Engine,
}

/// What a computer may take for a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThinkLimits {
    pub(super) limits: Limits,
    pub(super) depth: Option<u16>,
}

/// Time of a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// How long an engine may go on after its time where no clock runs.
const PATIENCE: Duration = Duration::from_secs(10);
/// Kept back of the time of a clock.
const CLOCK_MARGIN: Duration = Duration::from_millis(100);

/// A game at a terminal: what is typed and what the computer answers, turned into actions, and what
/// there is to tell of that. It draws nothing and waits for nothing.
pub(super) struct PlaySession {
    pub(super) game: LiveGame,
    people: [Person; 2],
    computer: Computer,
    think: ThinkLimits,
    store: GameStore,
    /// Since when the one who is asked has time.
    since: Instant,
    /// How many steps computers may still make; `None` for any number.
    steps_allowed: Option<usize>,
    /// Whether each seat has to be told the whole game, not only the last move.
    needs_whole_game: [bool; 2],
    /// What the computer at a seat thought of its last move, for that seat.
    last_values: [Option<i32>; 2],
    notes: Vec<Note>,
    pub(super) wants_to_quit: bool,
}

impl PlaySession {
    pub(super) fn new(
        game: LiveGame,
        people: [Person; 2],
        computer: Computer,
        think: ThinkLimits,
        store: GameStore,
    ) -> PlaySession {
        PlaySession {
            game,
            people,
            computer,
            think,
            store,
            since: Instant::now(),
            steps_allowed: None,
            needs_whole_game: [true; 2],
            last_values: [None; 2],
            notes: Vec::new(),
            wants_to_quit: false,
        }
    }

    pub(super) fn person(&self, seat: Seat) -> &Person {
        &self.people[seat as usize]
    }

    /// The names of the two by colour.
    pub(super) fn names(&self) -> ByColor<String> {
        let seats = self.game.seats();
        ByColor::from_fn(|color| self.person(seats[color]).name.clone())
    }

    /// The names of the two by seat.
    pub(super) fn seat_names(&self) -> [String; 2] {
        self.people.each_ref().map(|person| person.name.clone())
    }

    /// Whether there is something to tell.
    pub(super) fn has_notes(&self) -> bool {
        !self.notes.is_empty()
    }

    /// Adds something to tell.
    pub(super) fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    fn is_human(&self, seat: Seat) -> bool {
        self.person(seat).kind == PersonKind::Human
    }

    /// Whether both are computers.
    pub(super) fn is_without_people(&self) -> bool {
        self.people
            .iter()
            .all(|person| person.kind != PersonKind::Human)
    }

    pub(super) const fn is_paused(&self) -> bool {
        matches!(self.steps_allowed, Some(0))
    }

    /// Since when the computer has been thinking, if it is.
    pub(super) fn thinking_since(&self) -> Option<Instant> {
        self.computer.busy_since()
    }

    /// Whether it waits for a person to type.
    pub(super) fn waits_for_person(&self) -> bool {
        if self.computer.is_busy() {
            return false;
        }
        self.is_paused()
            || self
                .game
                .task()
                .is_none_or(|task| self.is_human(task.seat()))
    }

    /// Whether a person is asked to name a point.
    pub(super) fn asks_for_point(&self) -> bool {
        self.waits_for_person()
            && match self.game.task() {
                Some(GameTask::Move { .. }) => true,
                Some(GameTask::Opening(task)) => matches!(
                    task,
                    OpeningTask::Stone { .. }
                        | OpeningTask::Offer { .. }
                        | OpeningTask::ChooseFifth { .. }
                ),
                Some(GameTask::AnswerDraw { .. }) | None => false,
            }
    }

    /// What there is to tell since the last time.
    pub(super) fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    /// What is left on the clock of a seat now.
    pub(super) fn time_left(&self, seat: Seat) -> Option<Duration> {
        let left = self.game.clock()?.left(seat);
        let is_running = self.game.task().is_some_and(|task| task.seat() == seat);
        Some(if is_running {
            left.saturating_sub(self.since.elapsed())
        } else {
            left
        })
    }

    /// Takes an answer of the computer, looks at the clock, and asks the computer if it is its turn.
    pub(super) fn tick(&mut self) {
        if let Some((answer, taken)) = self.computer.answer() {
            self.take_answer(answer, taken);
        }
        let Some(task) = self.game.task() else {
            return;
        };
        if self.time_left(task.seat()) == Some(Duration::ZERO) {
            self.computer.cancel();
            self.game.lose_on_time();
            self.after_step(None);
            return;
        }
        let may_go_on = self.steps_allowed != Some(0);
        if !self.is_human(task.seat()) && may_go_on && !self.computer.is_busy() {
            self.ask_computer(task);
        }
    }

    fn ask_computer(&mut self, task: GameTask) {
        let seat = task.seat();
        let limits = self.limits_of(seat);
        let question = match task {
            GameTask::AnswerDraw { .. } => return self.answer_draw(seat),
            GameTask::Move { .. } if self.game.claimable().is_some() => {
                return self.act_of_computer(GameAction::Claim, self.since.elapsed(), None);
            }
            GameTask::Move { .. } => ComputerQuestion::Move {
                seat,
                position: self.game.position().clone(),
                limits,
                is_other_game: std::mem::replace(&mut self.needs_whole_game[seat as usize], false),
            },
            GameTask::Opening(_) => ComputerQuestion::Opening {
                seat,
                opening: self.game.opening().clone(),
                limits: Limits {
                    time: limits.move_time().map(|time| time.planned),
                    ..limits.limits
                },
            },
        };
        let is_of_engine = self.person(seat).kind == PersonKind::Engine;
        self.computer.ask(question, is_of_engine);
    }

    /// What the computer at a seat may take now.
    fn limits_of(&self, seat: Seat) -> MoveLimits {
        let mut limits = self.think.limits;
        let (mut rest, mut tolerance) = (None, PATIENCE);
        if let Some(clock) = self.game.clock() {
            let left = clock.left(seat).saturating_sub(CLOCK_MARGIN);
            rest = clock
                .rule()
                .before_game()
                .map(|game| TimeLeft { left, ..game });
            if rest.is_none() {
                limits.time = limits.time.into_iter().chain([left]).min();
            }
            tolerance = clock.left(seat);
        }
        MoveLimits {
            limits,
            clock: rest,
            depth: self.think.depth,
            tolerance,
        }
    }

    /// A computer agrees to a draw unless it thinks that it is better.
    fn answer_draw(&mut self, seat: Seat) {
        let is_content = self.last_values[seat as usize].is_some_and(|value| value <= 0);
        let answer = if is_content {
            GameAction::AcceptDraw
        } else {
            GameAction::DeclineDraw
        };
        self.act_of_computer(answer, Duration::ZERO, None);
    }

    fn take_answer(&mut self, answer: ComputerAnswer, taken: Duration) {
        match answer {
            ComputerAnswer::Move(seat, Ok(chosen)) => self.take_move(seat, chosen, taken),
            ComputerAnswer::Move(seat, Err(fault)) => self.take_fault(seat, fault),
            ComputerAnswer::Opening(seat, Some(action)) => {
                let action = GameAction::Opening(action);
                debug_assert_eq!(self.game.task().map(GameTask::seat), Some(seat));
                self.act_of_computer(action, taken, None);
            }
            ComputerAnswer::Opening(seat, None) => {
                let fault = PlayerFault::new(renju::contest::FaultKind::Error, "has no answer");
                self.take_fault(seat, fault);
            }
            ComputerAnswer::Hint(Ok(report)) => self.notes.push(Note::Hint(report)),
            ComputerAnswer::Hint(Err(failure)) => {
                self.notes.push(Note::Failed(failure.to_string()));
            }
            ComputerAnswer::Threats(report) => self.notes.push(Note::Threats(report)),
        }
    }

    fn take_move(&mut self, seat: Seat, chosen: ChosenMove, taken: Duration) {
        self.last_values[seat as usize] = chosen.worth();
        // No program is warned: what it plays, it plays.
        self.act_of_computer(GameAction::Insist(chosen.point), taken, Some(chosen));
    }

    fn take_fault(&mut self, seat: Seat, fault: PlayerFault) {
        self.game.lose_by_fault(seat, fault);
        self.after_step(None);
    }

    fn act_of_computer(&mut self, action: GameAction, taken: Duration, chosen: Option<ChosenMove>) {
        let Some(task) = self.game.task() else { return };
        let thought = chosen.and_then(|chosen| chosen.thought);
        match self.game.act_with(action, taken, thought) {
            Ok(()) => {
                if let Some(steps) = &mut self.steps_allowed {
                    *steps = steps.saturating_sub(1);
                }
                self.notes.push(Note::Done {
                    seat: task.seat(),
                    task,
                    action,
                    chosen,
                    taken,
                    number: self.game.stones(),
                });
                self.after_step(Some(task));
            }
            Err(refusal) => {
                let kind = renju::contest::FaultKind::Illegal;
                self.take_fault(task.seat(), PlayerFault::new(kind, refusal.to_string()));
            }
        }
    }

    /// Saves the game, starts the next time, and tells of colours and the end.
    fn after_step(&mut self, task: Option<GameTask>) {
        self.since = Instant::now();
        if let Some(GameTask::Opening(_)) = task
            && let Some(GameAction::Opening(action)) = self.game.last_action()
            && may_change_colors(action)
        {
            self.notes.push(Note::Colors(self.names()));
        }
        self.notes.extend(self.game.passed().map(Note::Passed));
        if let Some(result) = self.game.result() {
            let verdict = |point| Box::new(self.verdict(point));
            self.notes.push(Note::Over {
                result: result.clone(),
                names: self.names(),
                forbidden: result.forbidden.map(verdict),
            });
        }
        if let Err(error) = self.store.autosave(&self.game, &self.names()) {
            self.notes.push(Note::Failed(error));
        }
    }

    /// Does what a person typed.
    pub(super) fn command(&mut self, command: PlayCommand) {
        match command {
            PlayCommand::Point(point) => self.act_of_person(GameAction::Move(point)),
            PlayCommand::Insist(point) => self.act_of_person(GameAction::Insist(point)),
            PlayCommand::Count(count) => {
                let count = OpeningAction::DeclareCount(count);
                self.act_of_person(GameAction::Opening(count));
            }
            PlayCommand::TakeBack(count) => self.take_back(count),
            PlayCommand::Save(path) => self.save(path),
            PlayCommand::Load(path) => self.load(path),
            PlayCommand::Word(word) => self.word(word),
        }
    }

    fn word(&mut self, word: PlayWord) {
        let opening = |answer| GameAction::Opening(answer);
        match word {
            PlayWord::Undo => self.take_back_own(),
            PlayWord::TakeBackTwo => self.take_back(2),
            PlayWord::Hint => self.hint(),
            PlayWord::Threats => self.threats(),
            PlayWord::Forbidden => self.forbidden(),
            PlayWord::Claim => self.act_of_person(GameAction::Claim),
            PlayWord::Resign => self.resign(),
            PlayWord::Draw => self.act_of_person(GameAction::OfferDraw),
            PlayWord::Yes if self.is_draw_offered() => self.act_of_person(GameAction::AcceptDraw),
            PlayWord::No if self.is_draw_offered() => self.act_of_person(GameAction::DeclineDraw),
            PlayWord::Yes => self.act_of_person(opening(OpeningAction::Swap)),
            PlayWord::No => self.act_of_person(opening(OpeningAction::Keep)),
            PlayWord::Black => self.act_of_person(opening(OpeningAction::TakeColor(Color::Black))),
            PlayWord::White => self.act_of_person(opening(OpeningAction::TakeColor(Color::White))),
            PlayWord::Two => self.act_of_person(opening(OpeningAction::PutTwoMore)),
            PlayWord::Ten => self.act_of_person(opening(OpeningAction::MakeOffers)),
            PlayWord::Pause => {
                self.computer.cancel();
                self.needs_whole_game = [true; 2];
                self.steps_allowed = Some(0);
                self.notes.push(Note::Paused);
            }
            PlayWord::Step => self.steps_allowed = Some(1),
            PlayWord::Continue => self.steps_allowed = None,
            PlayWord::Board | PlayWord::Moves | PlayWord::Help => self.notes.push(Note::Show(word)),
            PlayWord::Quit => self.wants_to_quit = true,
        }
    }

    fn is_draw_offered(&self) -> bool {
        matches!(self.game.task(), Some(GameTask::AnswerDraw { .. }))
    }

    fn act_of_person(&mut self, action: GameAction) {
        let Some(task) = self.game.task() else {
            return self.notes.push(Note::Refused(ActionRefusal::Over));
        };
        let seat = task.seat();
        if !self.is_human(seat) {
            return self
                .notes
                .push(Note::OthersTurn(self.person(seat).name.clone()));
        }
        // A hint that is still being looked for is not needed any more.
        self.computer.cancel();
        let taken = self.since.elapsed();
        match self.game.act(action, taken) {
            Ok(()) => {
                self.notes.push(Note::Done {
                    seat,
                    task,
                    action,
                    chosen: None,
                    taken,
                    number: self.game.stones(),
                });
                self.after_step(Some(task));
            }
            Err(ActionRefusal::Forbidden { point, .. }) => self.explain(point, true),
            Err(refusal) => self.notes.push(Note::Refused(refusal)),
        }
    }

    /// Says whether a point is forbidden, and why.
    fn explain(&mut self, point: Point, is_refused: bool) {
        self.notes.push(Note::Forbidden {
            report: Box::new(self.verdict(point)),
            is_refused,
        });
    }

    fn verdict(&self, point: Point) -> VerdictReport {
        let options = ForbiddenOptions::default();
        questions::verdict("play", self.game.position(), point, &options)
    }

    fn forbidden(&mut self) {
        let options = ForbiddenOptions {
            depth: Some(1),
            ..ForbiddenOptions::default()
        };
        let report = questions::forbidden("play", self.game.position(), &options);
        self.notes.push(Note::ForbiddenPoints(Box::new(report)));
    }

    /// The person who speaks: who is asked, or the only one there is.
    fn speaker(&self) -> Option<Seat> {
        let asked = self.game.task().map(GameTask::seat);
        asked
            .into_iter()
            .chain(Seat::ALL)
            .find(|&seat| self.is_human(seat))
    }

    fn resign(&mut self) {
        let Some(seat) = self.speaker() else {
            return self.notes.push(Note::NoPerson);
        };
        if self.game.task().is_none() {
            return self.notes.push(Note::Refused(ActionRefusal::Over));
        }
        self.computer.cancel();
        self.game.resign(seat);
        self.after_step(None);
    }

    /// Takes back steps until it is the turn of the person who speaks, at least one.
    fn take_back_own(&mut self) {
        self.cancel_for_take_back();
        let mut count = 0;
        while self.game.take_back() {
            count += 1;
            let task = self.game.task();
            if task.is_some_and(|task| self.is_human(task.seat())) || self.is_without_people() {
                break;
            }
        }
        self.after_take_back(count);
    }

    fn take_back(&mut self, asked: usize) {
        self.cancel_for_take_back();
        let count = (0..asked).take_while(|_| self.game.take_back()).count();
        self.after_take_back(count);
    }

    fn cancel_for_take_back(&mut self) {
        self.computer.cancel();
        self.needs_whole_game = [true; 2];
        self.last_values = [None; 2];
    }

    fn after_take_back(&mut self, count: usize) {
        // Else the computer would play the same again at once.
        let task = self.game.task();
        if task.is_some_and(|task| !self.is_human(task.seat())) {
            self.steps_allowed = Some(0);
        }
        self.notes.push(Note::TookBack {
            count,
            is_waiting: self.is_paused(),
        });
        self.after_step(None);
    }

    fn hint(&mut self) {
        match self.game.task() {
            Some(GameTask::Opening(task)) if !matches!(task, OpeningTask::Stone { .. }) => {
                self.notes.push(Note::NoHint);
            }
            None => self.notes.push(Note::Refused(ActionRefusal::Over)),
            Some(_) if self.computer.is_busy() => self.notes.push(Note::Busy),
            Some(_) => {
                let position = self.game.position().clone();
                let limits = Limits::time(self.think.limits.time.unwrap_or(HINT_TIME));
                self.computer
                    .ask(ComputerQuestion::Hint { position, limits }, false);
            }
        }
    }

    fn threats(&mut self) {
        if self.computer.is_busy() {
            return self.notes.push(Note::Busy);
        }
        let position = self.game.position().clone();
        let side = !position.to_move();
        self.computer
            .ask(ComputerQuestion::Threats { position, side }, false);
    }

    fn save(&mut self, path: Option<PathBuf>) {
        let (path, saved) = match path {
            Some(path) => {
                let saved = self.store.save_as(&self.game, &self.names(), &path);
                (path, saved)
            }
            None => (
                self.store.path().to_owned(),
                self.store.autosave(&self.game, &self.names()),
            ),
        };
        self.notes.push(match saved {
            Ok(lost) => Note::Saved(path, lost),
            Err(error) => Note::Failed(error),
        });
    }

    fn load(&mut self, path: PathBuf) {
        match self.store.load_file(&path, self.game.terms()) {
            Ok((loaded, warnings)) => {
                self.notes.extend(warnings.into_iter().map(Note::Failed));
                self.cancel_for_take_back();
                self.game = loaded.game;
                self.steps_allowed = None;
                self.notes.push(Note::Loaded(path));
                self.after_step(None);
            }
            Err(error) => self.notes.push(Note::Failed(error.message())),
        }
    }

    /// Ends what the computer does, and saves the game: where, and what did not fit into the file.
    pub(super) fn close(&mut self) -> Result<(PathBuf, Losses), String> {
        self.computer.cancel();
        let lost = self.store.autosave(&self.game, &self.names())?;
        Ok((self.store.path().to_owned(), lost))
    }
}

const fn may_change_colors(action: OpeningAction) -> bool {
    matches!(
        action,
        OpeningAction::Swap | OpeningAction::Keep | OpeningAction::TakeColor(_)
    )
}
