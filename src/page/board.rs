//! The board in the browser: a server on the loopback address that answers the page with the session of
//! [`analysis::serve`](crate::analysis::serve).
//!
//! A request has to have the address with its token; nothing else may ask, whatever page or name it comes
//! from. The server writes no file: what is saved goes through the browser.

mod guard;
mod router;

use std::future::IntoFuture as _;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::{AnalysisOptions, SessionEvaluators};
use crate::notation::{Format, Letters};
use crate::render::Lang;
use crate::render::picture::Theme;
use crate::threads;

use self::guard::{Guard, check};
use self::router::QueryRouter;
use super::document::{PageDocument, PageMode, PageRecord};
use super::files::{read_answer, write_answer};
use super::game_page::GamePage;
use super::game_record::GameRecord;
use super::recorder::PageStudy;
use super::{script, style};

/// The longest text or file that is read, in bytes.
const READ_BYTES: usize = 8 << 20;
/// How often it is looked whether the server is to end.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// The bytes of a token.
const TOKEN_BYTES: usize = 16;

/// What a board is made with.
pub struct BoardOptions {
    /// The port; any that is free if 0.
    pub port: u16,
    /// The language of its words.
    pub lang: Lang,
    /// Its colours; those that the system prefers if `None`.
    pub theme: Option<Theme>,
    /// The games that it begins with.
    pub games: Vec<GameRecord>,
    /// What may be asked.
    pub evaluators: SessionEvaluators,
    /// The evaluator that searches.
    pub searcher: String,
    /// The evaluators that are shown first.
    pub chosen: Vec<String>,
    /// The bytes of each table.
    pub table_bytes: usize,
    /// Queries that are answered at once.
    pub queries: usize,
    /// Threads of a search.
    pub threads: usize,
}

impl BoardOptions {
    /// How the report of a game is made.
    fn report(&self) -> GamePage<'_> {
        GamePage {
            evaluators: &self.evaluators,
            searcher: &self.searcher,
            chosen: &self.chosen,
            table_bytes: self.table_bytes,
            lang: self.lang,
            theme: self.theme,
        }
    }
}

/// A board that has its port and its token.
pub struct BoardServer {
    listener: TcpListener,
    address: SocketAddr,
    token: String,
    options: BoardOptions,
}

/// What handlers share.
struct Shared {
    options: BoardOptions,
    router: QueryRouter,
    page: String,
}

impl BoardServer {
    /// Takes the port.
    ///
    /// # Errors
    ///
    /// If it is taken, or the system has no random numbers.
    pub fn bind(options: BoardOptions) -> io::Result<BoardServer> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))?;
        listener.set_nonblocking(true)?;
        let mut token = [0; TOKEN_BYTES];
        getrandom::fill(&mut token).map_err(io::Error::other)?;
        Ok(BoardServer {
            address: listener.local_addr()?,
            token: format!("{:032x}", u128::from_be_bytes(token)),
            listener,
            options,
        })
    }

    /// The address with its token: what the browser is to open.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.address, self.token)
    }

    /// Answers until `stop` is set.
    ///
    /// # Errors
    ///
    /// If the system has no thread to give, or takes the port away.
    pub fn serve(self, stop: &AtomicBool) -> io::Result<()> {
        let analysis = AnalysisOptions {
            rule: None,
            letters: Letters::All,
            table_bytes: self.options.table_bytes,
            nodes: None,
            depth: None,
            threads: self.options.queries,
        };
        let router = QueryRouter::new(self.options.threads, self.options.lang);
        let (input, output) = (router.input(), router.output());
        let evaluators = self.options.evaluators.clone();
        threads::start("analysis", move || {
            // Without a session every question ends, and the page says so.
            let _ = crate::analysis::serve(input, output, &evaluators, analysis);
        })?;
        let guard = Guard::new(self.address);
        let page = page(&self.options);
        let shared = Arc::new(Shared {
            options: self.options,
            router,
            page,
        });
        let answers = Router::new()
            .route("/", get(send_page))
            .route(
                "/page.js",
                get(|| async { asset("text/javascript; charset=utf-8", script()) }),
            )
            .route(
                "/page.css",
                get(|| async { asset("text/css; charset=utf-8", style().to_owned()) }),
            )
            .route("/ask", post(ask))
            .route("/read", post(read))
            .route("/write", post(write))
            .route("/report", post(report))
            .layer(DefaultBodyLimit::max(READ_BYTES))
            .with_state(shared);
        let app = Router::new()
            .nest(&format!("/{}/", self.token), answers)
            .layer(middleware::from_fn_with_state(guard, check));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()?;
        let ended = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let serving = axum::serve(listener, app).into_future();
            tokio::select! {
                ended = serving => ended,
                () = until(stop) => Ok(()),
            }
        });
        // A report that is being made is not waited for.
        runtime.shutdown_background();
        ended
    }
}

/// Waits until a flag is set.
async fn until(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

/// The HTML of the board.
fn page(options: &BoardOptions) -> String {
    let games = options.games.iter().cloned();
    let records: Vec<PageRecord> = games.map(PageRecord::without_answers).collect();
    PageDocument {
        mode: PageMode::Board,
        lang: options.lang,
        theme: options.theme,
        title: "renju",
        summary: "",
        records: &records,
        evaluators: &options.evaluators,
        searcher: &options.searcher,
        chosen: &options.chosen,
        studies: &[PageStudy::Forbidden, PageStudy::Search],
    }
    .to_linked_html()
}

async fn send_page(State(shared): State<Arc<Shared>>) -> Response {
    asset("text/html; charset=utf-8", shared.page.clone())
}

fn asset(kind: &'static str, content: String) -> Response {
    ([(header::CONTENT_TYPE, kind)], content).into_response()
}

/// The status of an answer that our own code could not make.
const BROKEN: StatusCode = StatusCode::INTERNAL_SERVER_ERROR;

/// What is wrong with a request, in words.
fn refused(status: StatusCode, why: impl Into<String>) -> Response {
    (status, why.into()).into_response()
}

/// What a text or a game of a user became, or why it is none, which is no failure of the page.
fn answered(answer: Result<Value, String>) -> Response {
    let answer = answer.unwrap_or_else(|why| json!({ "error": why }));
    asset("application/json", answer.to_string())
}

/// Takes a query; its answers come line by line as they are found.
async fn ask(State(shared): State<Arc<Shared>>, body: Bytes) -> Response {
    match shared.router.ask(&body) {
        Ok(answers) => (
            [(header::CONTENT_TYPE, "application/x-ndjson")],
            Body::from_stream(answers),
        )
            .into_response(),
        Err(error) => refused(error.status(), error.to_string()),
    }
}

/// The name of a file that is read.
#[derive(Deserialize)]
struct FileName {
    #[serde(default)]
    name: String,
}

/// Reads a text or a file.
async fn read(
    State(shared): State<Arc<Shared>>,
    Query(FileName { name }): Query<FileName>,
    body: Bytes,
) -> Response {
    let lang = shared.options.lang;
    match tokio::task::spawn_blocking(move || read_answer(&body, &name, lang)).await {
        Ok(answer) => answered(answer),
        Err(_) => refused(BROKEN, "the text could not be read"),
    }
}

/// A game to be written, and as what.
#[derive(Deserialize)]
struct WriteRequest {
    format: Format,
    game: GameRecord,
}

/// Writes a game; the browser makes the file.
async fn write(State(shared): State<Arc<Shared>>, body: Bytes) -> Response {
    match serde_json::from_slice::<WriteRequest>(&body) {
        Ok(WriteRequest { format, game }) => {
            answered(write_answer(&game, format, shared.options.lang))
        }
        Err(error) => refused(StatusCode::BAD_REQUEST, error.to_string()),
    }
}

/// Makes a report of a game.
async fn report(State(shared): State<Arc<Shared>>, body: Bytes) -> Response {
    let game: GameRecord = match serde_json::from_slice(&body) {
        Ok(game) => game,
        Err(error) => return refused(StatusCode::BAD_REQUEST, error.to_string()),
    };
    let made = tokio::task::spawn_blocking(move || shared.options.report().html(game)).await;
    match made {
        Ok(html) => asset("text/html; charset=utf-8", html),
        Err(_) => refused(BROKEN, "the report could not be made"),
    }
}
