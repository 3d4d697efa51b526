//! Background thread of `play`: moves, opening answers, hints and threats, asked through channels.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use renju::board::Color;
use renju::contest::{
    ChosenMove, GameStart, MoveLimits, Opening, OpeningAction, OpeningAdviser, Player, PlayerFault,
    Seat, random_answer,
};
use renju::engines;
use renju::eval::Failure;
use renju::limits::{Control, Limits};
use renju::position::{Position, PositionId};
use renju::questions::{self, ForcedWinReport, SearchQuestion, SearchReport, ThreatOutcome};
use renju::search::{SearchOptions, TranspositionTable, WinSolver};
use renju::systems::EvaluatorHandle;
use renju::threat::{Attack, SolveOptions};
use renju::time_control::TimeLeft;
use renju_system::threads;

/// What the computer is asked.
pub(super) enum ComputerQuestion {
    /// The move of a seat.
    Move {
        seat: Seat,
        position: Position,
        limits: MoveLimits,
        /// Whether the game came here otherwise than by the moves since the last question.
        is_other_game: bool,
    },
    /// An answer of the opening.
    Opening {
        seat: Seat,
        opening: Opening,
        limits: Limits,
    },
    /// The best move, with its line.
    Hint { position: Position, limits: Limits },
    /// What a side could do if the other passed.
    Threats { position: Position, side: Color },
}

/// What the computer answers.
pub(super) enum ComputerAnswer {
    Move(Seat, Result<ChosenMove, PlayerFault>),
    Opening(Seat, Option<OpeningAction>),
    Hint(Result<Box<SearchReport>, Failure>),
    Threats(Box<ForcedWinReport>),
}

/// What plays at a seat.
pub(super) struct ComputerPlayer {
    /// Makes it, for the first move and after its program was ended.
    pub(super) make: Box<dyn Fn() -> Box<dyn Player> + Send>,
    /// What answers for it in an opening: a search with these values; `None` for lots.
    pub(super) adviser: Option<EvaluatorHandle>,
    /// Whether it is a program of its own, which is ended rather than asked to stop.
    pub(super) is_engine: bool,
}

/// How long is looked for a win by fours, and then for one by threes, when threats are asked for.
const THREAT_TIME: Duration = Duration::from_secs(2);

/// The players that are no people, and the adviser of those who are, on a thread of their own: one
/// question at a time.
pub(super) struct Computer {
    questions: Option<Sender<(Arc<AtomicBool>, ComputerQuestion)>>,
    answers: Receiver<ComputerAnswer>,
    thread: Option<JoinHandle<()>>,
    asked: Option<AskedQuestion>,
}

struct AskedQuestion {
    stop: Arc<AtomicBool>,
    since: Instant,
    is_of_engine: bool,
}

impl Computer {
    /// Starts the thread, which waits for questions. Random players draw from `seed`.
    pub(super) fn new(
        first: Option<ComputerPlayer>,
        second: Option<ComputerPlayer>,
        evaluator: EvaluatorHandle,
        seed: u64,
    ) -> std::io::Result<Computer> {
        let (questions, to_answer) = channel::<(Arc<AtomicBool>, ComputerQuestion)>();
        let (to_tell, answers) = channel();
        let mut thinker = Thinker {
            seats: [first, second].map(|player| player.map(ComputerSeat::new)),
            evaluator,
            table: None,
            seed,
        };
        let thread = threads::start("computer", move || {
            for (stop, question) in to_answer {
                let answer = thinker.answer(question, &stop);
                if to_tell.send(answer).is_err() {
                    return;
                }
            }
        })?;
        Ok(Computer {
            questions: Some(questions),
            answers,
            thread: Some(thread),
            asked: None,
        })
    }

    /// Asks a question, if none is open.
    pub(super) fn ask(&mut self, question: ComputerQuestion, is_of_engine: bool) {
        if self.asked.is_some() {
            return;
        }
        let stop = Arc::new(AtomicBool::new(false));
        if let Some(questions) = &self.questions
            && questions.send((Arc::clone(&stop), question)).is_ok()
        {
            self.asked = Some(AskedQuestion {
                stop,
                since: Instant::now(),
                is_of_engine,
            });
        }
    }

    /// The answer to the open question with the time that it took, if it is there.
    pub(super) fn answer(&mut self) -> Option<(ComputerAnswer, Duration)> {
        let asked = self.asked.as_ref()?;
        let answer = match self.answers.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => panic!("the thread of the computer has ended"),
        };
        let taken = asked.since.elapsed();
        self.asked = None;
        Some((answer, taken))
    }

    /// Whether a question is open.
    pub(super) const fn is_busy(&self) -> bool {
        self.asked.is_some()
    }

    /// Since when it thinks.
    pub(super) fn busy_since(&self) -> Option<Instant> {
        self.asked.as_ref().map(|asked| asked.since)
    }

    /// Ends the open question; its answer is dropped.
    pub(super) fn cancel(&mut self) {
        if let Some(asked) = self.asked.take() {
            asked.stop.store(true, Ordering::Relaxed);
            if asked.is_of_engine {
                engines::kill_all();
            }
            // A search looks at its flag every few hundred nodes.
            let _ = self.answers.recv();
        }
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        self.cancel();
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A player with what it has been told.
struct ComputerSeat {
    plays: ComputerPlayer,
    player: Option<Box<dyn Player>>,
    /// The limits of the game that it was told to begin.
    begun: Option<MoveLimits>,
}

impl ComputerSeat {
    fn new(plays: ComputerPlayer) -> ComputerSeat {
        ComputerSeat {
            plays,
            player: None,
            begun: None,
        }
    }

    fn choose(
        &mut self,
        game: &GameStart<'_>,
        is_other_game: bool,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, PlayerFault> {
        let player = self.player.get_or_insert_with(|| (self.plays.make)());
        // What is left on a clock is told with each question.
        let clock = game.limits.clock.map(|clock| TimeLeft {
            left: Duration::ZERO,
            ..clock
        });
        let begun = MoveLimits {
            clock,
            tolerance: Duration::ZERO,
            ..game.limits
        };
        if is_other_game || self.begun != Some(begun) {
            player.begin(game)?;
            self.begun = Some(begun);
        }
        player.choose(game.position, &game.limits, stop)
    }
}

/// What the thread has.
struct Thinker {
    seats: [Option<ComputerSeat>; 2],
    evaluator: EvaluatorHandle,
    table: Option<TranspositionTable>,
    seed: u64,
}

/// Bytes of the table of hints and openings.
const ADVICE_TABLE: usize = 32 << 20;

impl Thinker {
    fn answer(&mut self, question: ComputerQuestion, stop: &AtomicBool) -> ComputerAnswer {
        match question {
            ComputerQuestion::Move {
                seat,
                position,
                limits,
                is_other_game,
            } => {
                let game = GameStart {
                    position: &position,
                    limits,
                    seed: self.seed,
                };
                let player = self.seats[seat as usize].as_mut();
                let player = player.expect("it is asked of seats of the computer");
                let chosen = player.choose(&game, is_other_game, stop);
                if chosen.is_err() || stop.load(Ordering::Relaxed) {
                    self.forget_engines();
                }
                ComputerAnswer::Move(seat, chosen)
            }
            ComputerQuestion::Opening {
                seat,
                opening,
                limits,
            } => ComputerAnswer::Opening(seat, self.opening_answer(seat, &opening, limits, stop)),
            ComputerQuestion::Hint { position, limits } => {
                ComputerAnswer::Hint(self.hint(&position, limits, stop))
            }
            ComputerQuestion::Threats { position, side } => {
                ComputerAnswer::Threats(Box::new(threats_of(&position, side, stop)))
            }
        }
    }

    /// Engines may have been killed: they are started again when they are next asked.
    fn forget_engines(&mut self) {
        let engines = self.seats.iter_mut().flatten();
        for seat in engines.filter(|seat| seat.plays.is_engine) {
            seat.player = None;
            seat.begun = None;
        }
    }

    fn opening_answer(
        &mut self,
        seat: Seat,
        opening: &Opening,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Option<OpeningAction> {
        let table = self
            .table
            .get_or_insert_with(|| TranspositionTable::new(ADVICE_TABLE));
        let player = self.seats[seat as usize].as_ref()?;
        let Some(evaluator) = &player.plays.adviser else {
            return random_answer(opening, self.seed);
        };
        let mut adviser = OpeningAdviser {
            evaluator: &**evaluator,
            table,
            options: SearchOptions::default(),
            limits,
            observer: stop,
            seed: self.seed,
        };
        adviser.answer(opening)
    }

    fn hint(
        &mut self,
        position: &Position,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<Box<SearchReport>, Failure> {
        let table = self
            .table
            .get_or_insert_with(|| TranspositionTable::new(ADVICE_TABLE));
        let question = SearchQuestion {
            id: &PositionId::from("hint"),
            position,
            evaluator: &*self.evaluator,
            options: SearchOptions::default(),
            limits,
        };
        questions::search(&question, stop, table).map(Box::new)
    }
}

/// A forced win of a side, the other passing if it is to move: by fours, else by threes.
fn threats_of(position: &Position, side: Color, stop: &AtomicBool) -> ForcedWinReport {
    let solved = |attack| {
        let options = SolveOptions {
            attacker: Some(side),
            table_bytes: ADVICE_TABLE,
            ..SolveOptions::new(attack)
        };
        let control = Control::observed(Limits::time(THREAT_TIME), stop);
        questions::forced_win("threats", position, &mut WinSolver::new(options), &control)
    };
    let fours = solved(Attack::Vcf);
    if fours.outcome == ThreatOutcome::Win {
        fours
    } else {
        solved(Attack::Vct)
    }
}
