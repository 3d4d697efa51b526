use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use super::display::Display;
use crate::cli::output::{Extras, Output, json_line};
use crate::limits::{Iteration, Observer, PrincipalVariation, Progress};
use crate::render::{write_search_heading, write_search_iteration};
use crate::study::{Report, SearchQuestion, SearchReport};

/// Looks on while a search runs: draws it, writes its iterations, and heeds Ctrl-C.
pub(super) struct Watcher<'a> {
    question: &'a SearchQuestion<'a>,
    interrupted: &'a AtomicBool,
    display: &'a Display,
    teller: Option<Mutex<Teller<'a>>>,
}

/// Writes each iteration once.
struct Teller<'a> {
    output: &'a mut Output,
    last: Option<(u16, Vec<PrincipalVariation>)>,
    /// What the output refused with.
    refused: Option<io::Error>,
}

impl<'a> Watcher<'a> {
    /// Draws, and stops as soon as the flag is set.
    pub(super) fn new(
        question: &'a SearchQuestion<'a>,
        interrupted: &'a AtomicBool,
        display: &'a Display,
    ) -> Watcher<'a> {
        Watcher {
            question,
            interrupted,
            display,
            teller: None,
        }
    }

    /// Writes the iterations, too, under a heading.
    pub(super) fn telling(self, output: &'a mut Output) -> io::Result<Watcher<'a>> {
        if !output.is_json() {
            let nothing = self.question.report(&Iteration::default(), None);
            write_search_heading(&nothing, output.style, &mut output.out)?;
        }
        let teller = Teller {
            output,
            last: None,
            refused: None,
        };
        Ok(Watcher {
            teller: Some(Mutex::new(teller)),
            ..self
        })
    }

    /// What the output refused with, if it did.
    pub(super) fn end(self) -> io::Result<()> {
        let teller = self.teller.and_then(|teller| teller.into_inner().ok());
        match teller.and_then(|teller| teller.refused) {
            Some(refused) => Err(refused),
            None => Ok(()),
        }
    }
}

impl Observer for Watcher<'_> {
    fn iteration(&self, iteration: &Iteration) {
        if self.teller.is_none() && !self.display.is_shown() {
            return;
        }
        let report = SearchReport {
            is_final: Some(false),
            ..self.question.report(iteration, None)
        };
        self.display.show(&report);
        self.display.look();
        if let Some(Ok(mut teller)) = self.teller.as_ref().map(Mutex::lock) {
            teller.tell(iteration, report);
        }
    }

    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.display.look();
        let is_refused = |teller: &Mutex<Teller<'_>>| {
            let teller = teller.try_lock();
            teller.is_ok_and(|teller| teller.refused.is_some())
        };
        if self.teller.as_ref().is_some_and(is_refused) {
            return ControlFlow::Break(());
        }
        self.interrupted.progress(progress)
    }
}

impl Teller<'_> {
    /// Writes an iteration unless it is the last one once more.
    fn tell(&mut self, iteration: &Iteration, report: SearchReport) {
        let known = (iteration.depth, iteration.lines.clone());
        if iteration.lines.is_empty() || self.last.as_ref() == Some(&known) {
            return;
        }
        self.last = Some(known);
        if let Err(refused) = self.write(report) {
            self.refused = Some(refused);
        }
    }

    fn write(&mut self, report: SearchReport) -> io::Result<()> {
        let output = &mut *self.output;
        if output.is_json() {
            let report = Report::Search(Box::new(report));
            output
                .out
                .write_all(&json_line(&report, Extras::default()))?;
        } else {
            write_search_iteration(&report, output.style, &mut output.out)?;
        }
        output.out.flush()
    }
}
