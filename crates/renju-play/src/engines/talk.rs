//! A conversation with an engine line by line, for who holds its manners against a protocol.

use std::time::Duration;

use renju_engine::eval::Failure;

use super::engine_process::{AnswerLimits, EngineProcess};
use super::engine_settings::EngineSettings;
use super::engine_spec::EngineSpec;
use super::gomocup_board::END;

/// A process that is told lines and heard line by line, by no protocol. Dropped, it is killed with all
/// that it has started.
#[derive(Debug)]
pub struct EngineTalk(EngineProcess);

impl EngineTalk {
    /// Starts the program of an engine.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(spec: &EngineSpec, settings: EngineSettings) -> Result<EngineTalk, Failure> {
        EngineProcess::start(&spec.words, settings).map(EngineTalk)
    }

    /// Sends a line, whose end is added. Whether it arrives shows in the answer.
    pub fn say(&self, line: &str) {
        self.0.send(format!("{line}{END}"));
    }

    /// The next line that is not blank, without blanks around it, within a time.
    ///
    /// # Errors
    ///
    /// If none comes in time, the line is longer than 1 MiB, or the program has ended.
    pub fn hear(&mut self, time: Duration) -> Result<String, Failure> {
        self.0.receive(&mut AnswerLimits::new(time))
    }

    /// Closes its standard input: the program learns that no more comes.
    pub fn close_input(&mut self) {
        self.0.close_input();
    }

    /// Whether it ends by itself within a time.
    pub fn ends_within(&mut self, time: Duration) -> bool {
        self.0.ends_within(time)
    }

    /// The bytes of memory that it holds, without what it has started; `None` where the system does
    /// not tell, that is on others than Linux.
    pub fn resident_bytes(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.0.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kib * 1024)
    }
}
