//! Ourselves as an analysis engine, by queries of JSON as `KataGo` takes them.
//!
//! One query a line, many in flight, answers in any order. The parts are separate, so that each is
//! tested without the others, and only one of them does input and output:
//!
//! | part | holds |
//! | --- | --- |
//! | [`AnalysisRequest`] | a line, read: a query, an action, or an error |
//! | [`AnalysisSession`] | the queries in flight: which is next, which are to end; it neither reads nor writes |
//! | [`AnalysisTask`] | one turn of a query, and how it is answered |
//! | [`serve`] | joins them: reads lines, searches on some threads, writes answers |
//!
//! Positions of queries are read by [`notation`](crate::notation); what is answered is computed by
//! [`questions`](crate::questions). Errors do not end a session: each wrong line is answered by one error.
//! `docs/engine.md` has the fields, and which of them mean something else than they do to `KataGo`.

mod action;
mod answer;
mod backlog;
mod evaluators;
mod options;
mod query;
mod query_id;
mod request;
mod root_moves;
mod server;
mod session;
mod settings;
mod study;
mod study_settings;
mod tables;
mod task;
mod tree_excerpt;
mod turn_answer;

pub use evaluators::SessionEvaluators;
pub use options::AnalysisOptions;
pub use query::AnalysisQuery;
pub use query_id::QueryId;
pub use request::{AnalysisRequest, LINE_BYTES};
pub use server::serve;
pub use session::AnalysisSession;
pub use tables::AnalysisTables;
pub use task::AnalysisTask;
pub use tree_excerpt::TreeExcerpt;
pub use turn_answer::TurnAnswer;
