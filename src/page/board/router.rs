//! Between requests and the one session: queries go in as lines, each answer comes back to the request
//! that asked.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::http::StatusCode;
use futures_core::Stream;
use serde_json::{Value, json};
use thiserror::Error;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::super::said::line_with_words;
use crate::analysis::LINE_BYTES;
use crate::render::Lang;

/// Queries in flight at most.
const QUERIES: usize = 64;

/// Sends queries to a session and its answers to those who asked.
#[derive(Clone)]
pub(super) struct QueryRouter {
    lines: Sender<Vec<u8>>,
    input: Arc<Mutex<Option<Receiver<Vec<u8>>>>>,
    asked: Arc<Mutex<HashMap<String, AskedQuery>>>,
    /// Threads of a search.
    threads: usize,
    /// The language of the page.
    lang: Lang,
}

/// A query that is not answered yet.
struct AskedQuery {
    answers: UnboundedSender<String>,
    /// Turns without an answer.
    turns: usize,
}

/// Why a query is not taken.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum NoQuery {
    #[error("a query is a line of at most {LINE_BYTES} bytes")]
    TooLong,
    #[error("a query is a JSON object with an id")]
    NoObject,
    #[error("a query of this id is not answered yet")]
    Known,
    #[error("there are too many queries in flight")]
    TooMany,
    #[error("the session has ended")]
    Ended,
}

impl NoQuery {
    pub(super) const fn status(&self) -> StatusCode {
        match self {
            NoQuery::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            NoQuery::NoObject => StatusCode::BAD_REQUEST,
            NoQuery::Known => StatusCode::CONFLICT,
            NoQuery::TooMany => StatusCode::TOO_MANY_REQUESTS,
            NoQuery::Ended => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl QueryRouter {
    pub(super) fn new(threads: usize, lang: Lang) -> QueryRouter {
        let (lines, input) = channel();
        QueryRouter {
            lines,
            input: Arc::new(Mutex::new(Some(input))),
            asked: Arc::default(),
            threads,
            lang,
        }
    }

    /// The lines of the queries, as the session reads them.
    pub(super) fn input(&self) -> impl Read + Send + 'static {
        let lines = self
            .input
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        QueryLines {
            lines,
            rest: Vec::new(),
            at: 0,
        }
    }

    /// Where the session writes its answers.
    pub(super) fn output(&self) -> impl Write + Send + 'static {
        AnswerLines {
            asked: Arc::clone(&self.asked),
            lang: self.lang,
            rest: Vec::new(),
        }
    }

    /// Asks a query. Its answers end with the last of its turns; once they are dropped before, it ends.
    pub(super) fn ask(&self, query: &[u8]) -> Result<AnswerStream, NoQuery> {
        if query.len() > LINE_BYTES {
            return Err(NoQuery::TooLong);
        }
        let mut parsed: Value = serde_json::from_slice(query).map_err(|_| NoQuery::NoObject)?;
        // The page does not know how many there are.
        if let Some(fields) = parsed.as_object_mut()
            && !fields.contains_key("action")
        {
            fields.entry("threads").or_insert(self.threads.into());
        }
        let id = parsed
            .get("id")
            .and_then(Value::as_str)
            .ok_or(NoQuery::NoObject)?;
        let turns = parsed
            .get("analyzeTurns")
            .and_then(Value::as_array)
            .map_or(1, Vec::len);
        let (sender, answers) = unbounded_channel();
        let mut asked = lock(&self.asked);
        if asked.len() >= QUERIES {
            return Err(NoQuery::TooMany);
        }
        if asked.contains_key(id) {
            return Err(NoQuery::Known);
        }
        // As it was parsed: on one line, whatever it was written on.
        self.lines
            .send((parsed.to_string() + "\n").into_bytes())
            .map_err(|_| NoQuery::Ended)?;
        asked.insert(
            id.to_owned(),
            AskedQuery {
                answers: sender,
                turns: turns.max(1),
            },
        );
        Ok(AnswerStream {
            id: id.to_owned(),
            answers,
            lines: self.lines.clone(),
            asked: Arc::clone(&self.asked),
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lines that arrive, as something to read.
struct QueryLines {
    lines: Option<Receiver<Vec<u8>>>,
    rest: Vec<u8>,
    at: usize,
}

impl Read for QueryLines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.rest.len() {
            let next = self.lines.as_ref().and_then(|lines| lines.recv().ok());
            (self.rest, self.at) = (next.unwrap_or_default(), 0);
        }
        let taken = (&self.rest[self.at..]).read(buffer)?;
        self.at += taken;
        Ok(taken)
    }
}

/// Takes lines and gives each to the query of its id.
struct AnswerLines {
    asked: Arc<Mutex<HashMap<String, AskedQuery>>>,
    lang: Lang,
    rest: Vec<u8>,
}

impl AnswerLines {
    fn give(&self, line: &str) {
        let Ok(answer) = serde_json::from_str::<Value>(line) else {
            return;
        };
        let id = answer.get("id").and_then(Value::as_str).unwrap_or_default();
        let mut asked = lock(&self.asked);
        let Some(query) = asked.get_mut(id) else {
            return;
        };
        let told = line_with_words(line.to_owned(), self.lang);
        let _ = query.answers.send(told + "\n");
        let is_refusal = answer.get("error").is_some() && answer.get("turnNumber").is_none();
        let is_turn = answer.get("isDuringSearch") == Some(&Value::Bool(false));
        query.turns -= usize::from(is_turn);
        if is_refusal || query.turns == 0 {
            asked.remove(id);
        }
    }
}

impl Write for AnswerLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            self.give(String::from_utf8_lossy(&line).trim_end());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The answers to a query as they come.
pub(super) struct AnswerStream {
    id: String,
    answers: UnboundedReceiver<String>,
    lines: Sender<Vec<u8>>,
    asked: Arc<Mutex<HashMap<String, AskedQuery>>>,
}

impl Stream for AnswerStream {
    type Item = Result<String, io::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.answers.poll_recv(context).map(|answer| answer.map(Ok))
    }
}

impl Drop for AnswerStream {
    /// A browser that goes away ends what it asked.
    fn drop(&mut self) {
        if lock(&self.asked).remove(&self.id).is_some() {
            let end = json!({ "id": "end", "action": "terminate", "terminateId": self.id });
            let _ = self.lines.send(format!("{end}\n").into_bytes());
        }
    }
}
