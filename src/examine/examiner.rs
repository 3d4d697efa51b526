//! Runs all cases for an engine, one after the other, whatever becomes of each.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::asker::PlayerAsker;
use super::cases::PositionCase;
use super::clock_cases::{CLOCK, MEMORY};
use super::conversation::{CaseVerdict, Conversation, SpokenTimes};
use super::gomocup_cases::SpokenCase;
use super::position_cases::{ExamineResult, again_and_again, asked_twice, in_all_images};
use super::subject::{ExaminedEngine, SpokenProtocol};
use super::{brain_cases, gomocup_cases};
use crate::engines::{EngineOpponent, EngineSettings};
use crate::position::PositionId;
use crate::questions::VERSION;
use crate::questions::examine::{CaseStatus, ExamineGroup, ExamineLine, ExamineSummary};
use crate::report_header::PlainPosition;

/// How often in a row an engine may hang or end before it is given up.
pub const MOST_DEATHS: usize = 5;

/// How an engine is examined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExamineOptions {
    /// Seed for choosing the orientations of positions.
    pub seed: u64,
    /// The time for a move, where the case does not say another.
    pub time: Duration,
    /// The time to start.
    pub start: Duration,
    /// The group that is asked; all if `None`.
    pub only: Option<ExamineGroup>,
}

/// Examines an engine: each case is told as soon as it is over, and the counts are returned. `told`
/// may end the examination.
pub fn examine(
    engine: &ExaminedEngine,
    cases: &[PositionCase],
    options: &ExamineOptions,
    told: &mut dyn FnMut(ExamineLine) -> ControlFlow<()>,
) -> ExamineSummary {
    let mut run = ExamineRun {
        engine,
        options,
        summary: ExamineSummary::new(&engine.name, options.seed),
        deaths: 0,
        told,
    };
    let _ = run.all(cases);
    run.summary
}

/// An examination under way.
struct ExamineRun<'a> {
    engine: &'a ExaminedEngine,
    options: &'a ExamineOptions,
    summary: ExamineSummary,
    /// How often in a row it hung or ended.
    deaths: usize,
    told: &'a mut dyn FnMut(ExamineLine) -> ControlFlow<()>,
}

impl ExamineRun<'_> {
    fn all(&mut self, cases: &[PositionCase]) -> ControlFlow<()> {
        let is_brain = matches!(self.engine.protocol, SpokenProtocol::Brain(_));
        let protocol: &[SpokenCase] = if is_brain {
            &brain_cases::CASES
        } else {
            &gomocup_cases::CASES
        };
        self.spoken(ExamineGroup::Protocol, protocol)?;
        self.spoken(ExamineGroup::Clock, &CLOCK)?;
        self.positions(cases)?;
        self.spoken(ExamineGroup::Memory, &MEMORY)
    }

    fn is_asked(&self, group: ExamineGroup) -> bool {
        self.options.only.is_none_or(|only| only == group)
    }

    /// The cases that are conversations.
    fn spoken(&mut self, group: ExamineGroup, cases: &[SpokenCase]) -> ControlFlow<()> {
        if !self.is_asked(group) {
            return ControlFlow::Continue(());
        }
        for case in cases {
            let since = Instant::now();
            let mut result = self.converse(group, case);
            result.time = since.elapsed();
            let expect = vec![case.right.to_owned()];
            self.tell(group, case.id.to_owned().into(), expect, result, None)?;
        }
        ControlFlow::Continue(())
    }

    fn converse(&self, group: ExamineGroup, case: &SpokenCase) -> ExamineResult {
        let not_asked = |why: &str| ExamineResult::new(CaseStatus::NotApplicable, why);
        let spec = match &self.engine.protocol {
            SpokenProtocol::Gomocup(spec) => spec,
            SpokenProtocol::Brain(spec) if group == ExamineGroup::Protocol => spec,
            other => return not_asked(other.why_no_gomocup()),
        };
        let times = SpokenTimes {
            turn: self.options.time,
            start: self.options.start,
        };
        let verdict: CaseVerdict =
            Conversation::start(spec, times).and_then(|mut talk| (case.run)(&mut talk));
        verdict.into()
    }

    /// The cases with a position. Quiet ones are asked in all images, and again.
    fn positions(&mut self, cases: &[PositionCase]) -> ControlFlow<()> {
        let ExamineOptions { time, start, .. } = *self.options;
        let engine = self.engine;
        let mut asker = engine
            .player
            .as_ref()
            .map(|make| PlayerAsker::new(make, time, start));
        let groups = cases.iter().map(|case| (case.group, case));
        let quiet = cases
            .iter()
            .filter(|case| case.group == ExamineGroup::Symmetry);
        let again = quiet.map(|case| (ExamineGroup::Determinism, case));
        for (number, (group, case)) in groups.chain(again).enumerate() {
            if !self.is_asked(group) {
                continue;
            }
            let seed = self.options.seed.wrapping_add(number as u64);
            let result = match (&mut asker, self.why_not_asked(case)) {
                (_, Some(why)) => ExamineResult::new(CaseStatus::NotApplicable, why),
                (None, None) => {
                    let why = "its protocol has no words for a position";
                    ExamineResult::new(CaseStatus::NotApplicable, why)
                }
                (Some(asker), None) => match group {
                    ExamineGroup::Symmetry => in_all_images(asker, case),
                    ExamineGroup::Determinism => again_and_again(asker, case),
                    _ => asked_twice(asker, case, seed),
                },
            };
            let expect = case.expect.iter().map(ToString::to_string).collect();
            let position = Some(PlainPosition::of(&case.position));
            self.tell(group, case.id.clone(), expect, result, position)?;
        }
        ControlFlow::Continue(())
    }

    /// Why an engine cannot be asked about a position, if it cannot.
    fn why_not_asked(&self, case: &PositionCase) -> Option<String> {
        let SpokenProtocol::Gomocup(spec) = &self.engine.protocol else {
            return None;
        };
        let opponent = EngineOpponent::new(spec, EngineSettings::default()).ok()?;
        let refused = opponent.check(&case.position).err()?;
        Some(refused.message)
    }

    /// Tells what became of a case. After too many deaths in a row the examination ends.
    fn tell(
        &mut self,
        group: ExamineGroup,
        id: PositionId,
        expect: Vec<String>,
        result: ExamineResult,
        position: Option<PlainPosition>,
    ) -> ControlFlow<()> {
        self.deaths = if result.is_death { self.deaths + 1 } else { 0 };
        let line = ExamineLine {
            v: VERSION,
            id,
            study: "examine_case",
            engine: self.engine.name.clone(),
            group,
            status: result.status,
            expect,
            played: result.played,
            why: result.why,
            proof: result.proof,
            seconds: (result.time.as_secs_f64() * 1e3).round() / 1e3,
            position,
        };
        self.summary.add(&line);
        if self.deaths == MOST_DEATHS {
            let why = format!(
                "{MOST_DEATHS} cases in a row ended without an answer: {}",
                line.why
            );
            self.summary.stopped = Some(why);
        }
        (self.told)(line)?;
        if self.summary.stopped.is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
