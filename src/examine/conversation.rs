//! A conversation with an engine in commands and replies, for cases about a protocol.

use std::time::{Duration, Instant};

use super::position_cases::ExamineResult;
use crate::engines::{EngineSettings, EngineSpec, EngineTalk};
use crate::eval::{Failure, FailureKind};
use crate::questions::examine::CaseStatus;

/// How long an engine may take to say that it does not know a command.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long an engine that has answered may take to get ready for another game.
const READY: Duration = Duration::from_secs(5);
/// How much later than its time a move may come: what the system and the pipes take.
pub(super) const TOLERANCE: Duration = Duration::from_millis(100);

/// What an engine says that is no message for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SpokenReply {
    Ok,
    /// Column and row from the upper left corner; by `brain` row and column from below.
    Move(u8, u8),
    /// `UNKNOWN` or `ERROR`, with the line.
    Refusal(String),
    Other(String),
}

/// Why a case is not passed.
pub(super) enum Unpassed {
    Wrong(String),
    /// It hung or ended.
    Died(String),
    NotApplicable(String),
}

pub(super) type CaseVerdict = Result<(), Unpassed>;

impl From<CaseVerdict> for ExamineResult {
    fn from(verdict: CaseVerdict) -> ExamineResult {
        match verdict {
            Ok(()) => ExamineResult::passed(),
            Err(Unpassed::Wrong(why)) => ExamineResult::failed(why),
            Err(Unpassed::NotApplicable(why)) => ExamineResult::new(CaseStatus::NotApplicable, why),
            Err(Unpassed::Died(why)) => ExamineResult {
                is_death: true,
                ..ExamineResult::failed(why)
            },
        }
    }
}

impl From<Failure> for Unpassed {
    fn from(failure: Failure) -> Unpassed {
        match failure.kind {
            FailureKind::InvalidAnswer | FailureKind::Unsupported => {
                Unpassed::Wrong(failure.message)
            }
            _ => Unpassed::Died(failure.message),
        }
    }
}

/// What an engine may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpokenTimes {
    /// What `INFO timeout_turn` tells, and a little more is waited.
    pub(super) turn: Duration,
    /// What a process may take until its first `OK`.
    pub(super) start: Duration,
}

/// An engine that is spoken to, in a process of its own for each case.
pub(super) struct Conversation {
    talk: EngineTalk,
    /// Whether it has answered anything.
    has_spoken: bool,
    pub(super) times: SpokenTimes,
    /// The bytes that it has said since the last command.
    pub(super) printed: usize,
}

impl Conversation {
    pub(super) fn start(spec: &EngineSpec, times: SpokenTimes) -> Result<Conversation, Unpassed> {
        let talk = EngineTalk::start(spec, EngineSettings::default())?;
        Ok(Conversation {
            talk,
            has_spoken: false,
            times,
            printed: 0,
        })
    }

    /// How long it may take to get ready: from its second command on it has started.
    pub(super) fn ready_time(&self) -> Duration {
        if self.has_spoken {
            self.times.start.min(READY)
        } else {
            self.times.start
        }
    }

    pub(super) fn say(&mut self, line: &str) {
        self.printed = 0;
        self.talk.say(line);
    }

    /// The next reply within a time; messages are passed over.
    pub(super) fn reply(&mut self, time: Duration) -> Result<SpokenReply, Failure> {
        let since = Instant::now();
        loop {
            let line = self.talk.hear(time.saturating_sub(since.elapsed()))?;
            self.printed += line.len() + 1;
            self.has_spoken = true;
            let word = line.split_whitespace().next().unwrap_or_default();
            match word.to_ascii_uppercase().as_str() {
                "MESSAGE" | "DEBUG" | "SUGGEST" | "INFO" => {}
                "OK" => return Ok(SpokenReply::Ok),
                "UNKNOWN" | "ERROR" => return Ok(SpokenReply::Refusal(line)),
                _ => return Ok(move_of(&line).unwrap_or(SpokenReply::Other(line))),
            }
        }
    }

    /// What the reply to a command says, which has to come within a time; `read` knows the right ones.
    pub(super) fn expect<T>(
        &mut self,
        command: &str,
        time: Duration,
        read: impl FnOnce(&SpokenReply) -> Option<T>,
    ) -> Result<T, Unpassed> {
        match self.reply(time) {
            Ok(reply) => read(&reply).ok_or_else(|| reply.wrong_to(command)),
            Err(failure) => Err(silent(command, failure)),
        }
    }

    /// The reply to a command that may have none; `None` if the time is over.
    pub(super) fn heard(
        &mut self,
        command: &str,
        time: Duration,
    ) -> Result<Option<SpokenReply>, Unpassed> {
        match self.reply(time) {
            Ok(reply) => Ok(Some(reply)),
            Err(failure) if failure.kind == FailureKind::Timeout => Ok(None),
            Err(failure) => Err(silent(command, failure)),
        }
    }

    /// Waits for `OK` to a command that was sent.
    pub(super) fn expect_ok(&mut self, command: &str) -> CaseVerdict {
        let time = self.ready_time();
        self.expect(command, time, |reply| {
            matches!(reply, SpokenReply::Ok).then_some(())
        })
    }

    /// Sends a command that need not be known, and waits for `OK`.
    pub(super) fn ok_if_known(&mut self, command: &str) -> CaseVerdict {
        self.say(command);
        let time = self.ready_time();
        let is_known = self.expect(command, time, |reply| match reply {
            SpokenReply::Ok => Some(true),
            SpokenReply::Refusal(line) => {
                let is_unknown = line.to_ascii_uppercase().starts_with("UNKNOWN");
                is_unknown.then_some(false)
            }
            _ => None,
        })?;
        let why = || Unpassed::NotApplicable(format!("does not know {command}"));
        is_known.then_some(()).ok_or_else(why)
    }

    /// Waits for a move, within the time for one and a little more.
    pub(super) fn expect_move(&mut self, command: &str) -> Result<(u8, u8), Unpassed> {
        let more = self.ready_time().max(PATIENCE);
        let time = self.times.turn.saturating_add(more);
        self.expect(command, time, |reply| match *reply {
            SpokenReply::Move(x, y) => Some((x, y)),
            _ => None,
        })
    }

    /// Waits for a refusal of input that is wrong.
    pub(super) fn expect_refusal(&mut self, command: &str) -> CaseVerdict {
        match self.heard(command, PATIENCE.saturating_add(self.times.turn))? {
            Some(SpokenReply::Refusal(_)) => Ok(()),
            Some(other) => Err(other.wrong_to(command)),
            None => Err(Unpassed::Wrong(format!("says nothing to {command}"))),
        }
    }

    /// Whether it says nothing that is more than a message.
    pub(super) fn expect_silence(&mut self, command: &str) -> CaseVerdict {
        match self.heard(command, PATIENCE / 4)? {
            None | Some(SpokenReply::Refusal(_)) => Ok(()),
            Some(other) => Err(other.wrong_to(command)),
        }
    }

    pub(super) fn close_input(&mut self) {
        self.talk.close_input();
    }

    /// Whether it ends by itself within a second.
    pub(super) fn expect_end(&mut self, command: &str) -> CaseVerdict {
        if self.talk.ends_within(PATIENCE) {
            Ok(())
        } else {
            Err(Unpassed::Wrong(format!(
                "still runs a second after {command}"
            )))
        }
    }

    pub(super) fn resident_bytes(&self) -> Option<u64> {
        self.talk.resident_bytes()
    }
}

/// That an engine has not answered a command.
fn silent(command: &str, failure: Failure) -> Unpassed {
    let message = format!("{command}: {}", failure.message);
    Unpassed::from(Failure { message, ..failure })
}

impl SpokenReply {
    /// That this is no answer to a command.
    pub(super) fn wrong_to(&self, command: &str) -> Unpassed {
        let said = match self {
            SpokenReply::Ok => "OK".to_owned(),
            SpokenReply::Move(x, y) => format!("the move {x},{y}"),
            SpokenReply::Refusal(line) | SpokenReply::Other(line) => {
                format!("\"{}\"", crate::notation::excerpt(line))
            }
        };
        Unpassed::Wrong(format!("answers {command} by {said}"))
    }
}

/// Two numbers, with a comma or a blank between.
fn move_of(line: &str) -> Option<SpokenReply> {
    let (x, y) = line.split_once([',', ' '])?;
    let number = |text: &str| text.trim().parse::<u8>().ok();
    Some(SpokenReply::Move(number(x)?, number(y)?))
}
