//! The answer to a turn with the reports that it was made of.

use crate::questions::Report;
#[cfg(feature = "render")]
use crate::render::{Style, text};

use super::answer::{AnalysisAnswer, line_of};
use super::query::AnalysisQuery;

/// The answer to a turn: a line for the client, and the reports behind it, for drawing.
pub struct TurnAnswer {
    answer: AnalysisAnswer,
    reports: Vec<Report>,
}

impl TurnAnswer {
    /// The answer that these reports give, put into words if the query asks for it.
    pub(super) fn new(
        answer: AnalysisAnswer,
        reports: Vec<Report>,
        query: &AnalysisQuery,
    ) -> TurnAnswer {
        #[cfg(feature = "render")]
        let answer = AnalysisAnswer {
            text: query.study.text.map(|lang| {
                let texts = reports
                    .iter()
                    .map(|report| text(report, Style::plain(lang)));
                texts.collect()
            }),
            ..answer
        };
        #[cfg(not(feature = "render"))]
        let _ = query;
        TurnAnswer { answer, reports }
    }

    /// An answer that tells why there is none.
    pub(super) const fn without_reports(answer: AnalysisAnswer) -> TurnAnswer {
        TurnAnswer {
            answer,
            reports: Vec::new(),
        }
    }

    /// The line of JSON that the client gets, without its end.
    pub fn to_line(&self) -> String {
        line_of(&self.answer)
    }

    /// What was found: a report, for a game one for each move and a summary; none where there is an error.
    pub fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// Why there is no answer, if there is none.
    pub fn error(&self) -> Option<&str> {
        self.answer.error.as_deref()
    }
}
