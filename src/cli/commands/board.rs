//! `board`: a board in the browser that answers, served by this program on the loopback address.

use std::io::Write as _;
use std::time::Duration;

use clap::Args;

use super::evaluators::EvaluatorName;
use super::report::PageTheme;
use crate::cli::arguments::{DEFAULT_HASH, hash_bytes, threads};
use crate::cli::engine_args::{EngineTimeArgs, parse_engine};
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::numbers::number_in;
use crate::cli::page_games::games_of_input;
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::analysis::SessionEvaluators;
use renju::engines::EngineSpec;
use renju::files::stdout;
use renju::geometry::Size;
use renju::page::GameRecord;
use renju::page::board::{BoardOptions, BoardServer};
use renju::position::{Position, Setup};
use renju::rule::Rule;
use renju::systems::SHOWN_PROGRAM;

/// Queries that are answered at once at least: those that take long, and one that does not.
const LEAST_THREADS: usize = 5;
/// Points that an engine is asked for where it can tell them.
const ENGINE_POINTS: usize = 10;
/// How long an engine may go on after a first Ctrl-C.
const GRACE: Duration = Duration::from_millis(500);
/// The evaluators that are shown first.
const SHOWN: [&str; 2] = ["network", SHOWN_PROGRAM];

/// Open a board in the browser: play moves, see what is forbidden, threatened, best
///
/// It is served on this machine alone, at the printed address, until Ctrl-C. This program answers
/// what the page asks; files are saved through the browser.
#[derive(Args, Clone, Debug)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// The port; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number_in(0u16..=u16::MAX))]
    port: u16,

    /// Evaluator to show first, or a .toml file with the weights of one; may be repeated [default:
    /// network and point-info]
    #[arg(short, long, value_name = "NAME")]
    evaluator: Vec<EvaluatorName>,

    /// Show the values of an engine as well, a program with its arguments; gomocup:CMD or json:CMD says
    /// its protocol, NAME=CMD names it; may be repeated
    #[arg(long, value_name = "CMD", value_parser = parse_engine)]
    engine: Vec<EngineSpec>,

    #[command(flatten)]
    engines: EngineTimeArgs,

    /// Size of the hash table of each question in MiB [default: 16]
    #[arg(long, value_name = "MIB", value_parser = number_in(1u32..=1 << 20))]
    hash: Option<u32>,

    /// Colours of the page: light, dark, or auto, those that the system prefers
    #[arg(long, value_enum, value_name = "THEME", default_value_t = PageTheme::Auto)]
    theme: PageTheme,
}

pub(crate) fn run(args: &BoardArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &args.input.going_on(global)?.with_side_open();
    let games = args.games(global)?;
    let threads = threads(global.output.threads);
    let queries = threads.max(LEAST_THREADS);
    let (evaluators, chosen) = args.evaluators(global)?;
    let options = BoardOptions {
        port: args.port,
        lang: global.style().lang,
        theme: args.theme.theme(),
        games,
        evaluators,
        searcher: EvaluatorName::of_search().to_string(),
        chosen,
        table_bytes: hash_bytes(args.hash.unwrap_or(DEFAULT_HASH[1]), queries)?,
        queries,
        threads,
    };
    let server = BoardServer::bind(options).map_err(|error| {
        let message = format!("port {} is not available: {error}", args.port);
        CliError::usage(message).hint("--port 0 takes one that is free")
    })?;
    let url = server.url();
    writeln!(stdout(), "{url}")?;
    diagnostics::note("Ctrl-C ends it", global);
    if !args.no_open && open::that_detached(&url).is_err() {
        diagnostics::note(
            "no browser could be opened: open that address in one",
            global,
        );
    }
    let interrupt = if args.engine.is_empty() {
        Interrupt::install()?
    } else {
        Interrupt::install_with_engines(GRACE)?
    };
    let (ended, _) = interrupt.during(|stop| server.serve(stop));
    ended?;
    Ok(Exit::Done)
}

impl BoardArgs {
    /// The games to begin with; an empty board where none is named.
    fn games(&self, global: &GlobalArgs) -> Result<Vec<GameRecord>, CliError> {
        if self.input.positions.is_empty() && self.input.moves.is_none() {
            let asked = &global.position;
            let size = asked.size.unwrap_or(Size::RENJU);
            let rule = asked.rule.unwrap_or(if size == Size::RENJU {
                Rule::Renju
            } else {
                Rule::Freestyle
            });
            return Ok(vec![GameRecord::of_setup(
                &Setup::default(),
                &Position::new(size, rule),
            )]);
        }
        self.input.refuse_missing()?;
        games_of_input(&self.input, global)
    }

    /// The evaluators beside those of the registry, and the names of those that are shown first.
    fn evaluators(
        &self,
        global: &GlobalArgs,
    ) -> Result<(SessionEvaluators, Vec<String>), CliError> {
        self.engines.require(!self.engine.is_empty())?;
        let ours = self.evaluator.iter().map(EvaluatorName::find_valued);
        let engines = self
            .engine
            .iter()
            .map(|spec| self.engines.start(spec, ENGINE_POINTS, global));
        let asked = ours.chain(engines).collect::<Result<Vec<_>, _>>()?;
        let names = asked.iter().map(|evaluator| evaluator.info().name.clone());
        let chosen: Vec<String> = names.chain(SHOWN.map(str::to_owned)).take(2).collect();
        let evaluators = SessionEvaluators::new(EvaluatorName::of_search().find()?).with_own(asked);
        Ok((evaluators, chosen))
    }
}
