//! `match`: games between players, and which of them is stronger.

mod games_file;
mod games_folder;
mod match_files;
mod match_journal;
mod match_players;
mod match_terms;
mod openings;
mod player_limits;
mod refusals;
mod samples_file;
mod start_failures;
mod text;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgGroup, Args};
use serde::{Serialize, Serializer};

use self::match_files::MatchFiles;
use self::match_players::MatchPlayers;
use self::match_terms::{MatchPaths, MatchTerms};
use self::player_limits::{PlayerLimit, own_limits, parse_nodes_of, parse_time_of};
use self::start_failures::StartFailures;
use self::text::{fault_note, report_text, standing};
use super::game::autopsy::{self, AutopsyArgs};
use crate::cli::answer_lines::json_line;
use crate::cli::arguments::{LimitArgs, hash_bytes, threads};
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::named_file::refuse_existing;
use crate::cli::numbers::{number_in, parse_time};
use crate::cli::observer::spinner;
use crate::cli::page_file::{ToldPage, is_page};
use crate::cli::player_spec::PlayerSpec;
use crate::cli::run_settings::{Existing, settings, tell_cut_off, tell_how_to_go_on};
use crate::cli::{Exit, GlobalArgs, diagnostics};
use renju::batch::Settings;
use renju::board::Color;
use renju::contest::{
    ClockRule, ClockRuleError, Fixture, GameSummary, GamesSetup, MatchCount, MatchReport,
    MoveLimits, Pairings, PlayedGame, Sprt, game_record, run_games, schedule,
};
use renju::files::{Overwrite, stdout};
use renju::fnv::{FNV_OF_NOTHING, fnv1a_with};
use renju::limits::{Limits, stop_if};
use renju::page::GameRecord;
use renju::position::Position;
use renju::questions::VERSION;
use renju_core::counted::counted;

/// Nodes of a move of a search that was given no limit.
const DEFAULT_NODES: u64 = 2_000;

/// How long an engine may go on after the first Ctrl-C.
const GRACE: Duration = Duration::from_millis(500);

/// Play games between players, and tell which is stronger
///
/// A PLAYER is NAME, our search with that evaluator; published:NAME, a published program by its own
/// search; random; or CMD, an engine in another process (gomocup:CMD or json:CMD says its
/// protocol). LABEL= in front names it. Each opening is played twice, colours swapped. With --nodes
/// or --depth any -j gives the same games.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[command(group(ArgGroup::new("timed").args(["time", "time_of", "clock"]).multiple(true)))]
pub(crate) struct MatchArgs {
    /// The players, two or more
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<PlayerSpec>,

    /// Games between each two players, rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number_in(1u32..=10_000_000))]
    #[serde(skip)]
    games: u32,

    /// File of openings in any format, one after the other [default: --random-openings 4]
    #[arg(long, value_name = "FILE", conflicts_with = "random_openings")]
    #[serde(skip)]
    openings: Option<PathBuf>,

    /// Begin with K random stones near the middle
    #[arg(long, value_name = "K", value_parser = number_in(0u8..=20))]
    random_openings: Option<u8>,

    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,

    /// Search depth in plies for each move
    #[arg(long, value_name = "N", value_parser = number_in(1u16..=400))]
    depth: Option<u16>,

    /// Time of the moves of one player, in place of --time: PLAYER=TIME, such as shapes=2s; may be
    /// repeated
    #[arg(long, value_name = "PLAYER=TIME", value_parser = parse_time_of)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    time_of: Vec<PlayerLimit>,

    /// Nodes of the moves of one player, in place of --nodes: PLAYER=N; may be repeated
    #[arg(long, value_name = "PLAYER=N", value_parser = parse_nodes_of)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes_of: Vec<PlayerLimit>,

    /// A clock for each game: 60s+1s is a minute for each side and a second more for each of its moves
    #[arg(long, value_name = "TIME+TIME", value_parser = parse_clock)]
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<ClockRule>,

    /// How much later than its time a move may come before it loses
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "1s", requires = "timed")]
    #[serde(serialize_with = "as_whole_time")]
    time_margin: Duration,

    /// Size of the hash table of our search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = number_in(1u32..=1 << 20))]
    hash: u32,

    /// Seed for random openings and players
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Every player meets every other, which is the default
    #[arg(long, conflicts_with = "gauntlet")]
    #[serde(skip)]
    round_robin: bool,

    /// The first player meets all others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,

    /// Stop as soon as one of two differences in Elo is refuted, with two players
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    #[serde(skip)]
    sprt: Option<Vec<f64>>,

    /// Probability of accepting ELO1 if ELO0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", value_parser = parse_error_rate)]
    #[serde(skip)]
    alpha: f64,

    /// Probability of accepting ELO0 if ELO1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", value_parser = parse_error_rate)]
    #[serde(skip)]
    beta: f64,

    /// Write each game to this file (.jsonl or .sgf) as soon as it is over; to a folder (name ends
    /// in /), one .psq file for each game; to a page (.html), all at the end
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: Option<PathBuf>,

    /// Write training samples of the games that end without a fault to this file, in the format of
    /// its name: sample-csv (.csv), sample-bin (.bin) or binpack, which alone has values
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    samples: Option<PathBuf>,

    /// Continue the match of the output, with the same arguments; samples are written anew from its
    /// games
    #[arg(long, requires = "output")]
    #[serde(skip)]
    resume: bool,

    #[command(flatten)]
    #[serde(skip)]
    autopsy: AutopsyArgs,

    /// Overwrite the files of --output, --samples and --suite if they exist
    #[arg(long, conflicts_with = "resume")]
    #[serde(skip)]
    force: bool,
}

fn as_whole_time<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&humantime::format_duration(*time))
}

fn parse_clock(text: &str) -> Result<ClockRule, String> {
    let clock: ClockRule = text
        .parse()
        .map_err(|error: ClockRuleError| error.to_string())?;
    let is_of_game = clock.before_game().is_some();
    is_of_game.then_some(clock).ok_or_else(|| {
        format!("a clock is for a game, such as {text}+0s; --time {text} is for each move")
    })
}

fn parse_error_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok();
    let rate = rate.filter(|&rate: &f64| rate > 0.0 && rate < 0.5);
    rate.ok_or_else(|| "a number between 0 and 0.5 is needed".to_owned())
}

/// The report, with `--json`.
#[derive(Serialize)]
#[cfg_attr(all(test, feature = "schema"), derive(schemars::JsonSchema))]
pub(super) struct MatchLine<'a> {
    /// Version of the JSON lines.
    #[cfg_attr(all(test, feature = "schema"), schemars(extend("const" = VERSION)))]
    v: u32,
    /// Name of the question, always `"match"`.
    study: &'static str,
    /// Whether all games were played, or the test came to its end.
    complete: bool,
    #[serde(flatten)]
    report: &'a MatchReport,
}

pub(crate) fn run(args: &MatchArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let sprt = args.sprt()?;
    let mut page = args.page(global)?;
    let autopsy = args.games_to_look_into()?;
    let table_bytes = hash_bytes(args.hash, args.tables(global))?;
    let mut players = MatchPlayers::new(&args.players, table_bytes, global)?;
    let limits = args.move_limits(&mut players, global)?;
    let openings = args.starts(global)?;
    args.note_repeated_games(openings.len(), global);
    let names = players.names();
    let fixtures = schedule(names.len(), args.pairings(), args.pairs(), openings.len());
    let mut count = MatchCount::new(&names, sprt);
    let terms = MatchTerms {
        names: &names,
        openings: &openings,
        settings: &args.settings(&openings, global)?,
    };
    let (mut files, played) = MatchFiles::open(args.paths(), terms)?;
    if let Some(output) = &args.output {
        tell_cut_off(output, files.cut_off(), global);
    }
    for (fixture, game) in fixtures.iter().zip(&played) {
        count.add(fixture, *game);
    }
    let left = fixtures.get(played.len()..).unwrap_or_default();
    let setup = GamesSetup {
        openings: &openings,
        limits,
        seed: args.seed,
    };
    let mut failures = StartFailures::of(names.len());
    let mut kept = KeptGames {
        files: &mut files,
        page: page.as_mut(),
        is_timed: args.is_timed(),
    };
    let failed = &mut failures;
    let was_interrupted = play(
        left, &setup, &players, &mut count, &mut kept, failed, global,
    )?;
    let report = count.report();
    let complete = report.games as usize >= fixtures.len() || count.verdict().is_some();
    tell(&report, complete, &openings[0], global)?;
    if let Some(page) = page.filter(|_| report.games > 0) {
        let table = report_text(&report, &openings[0], global.style().lang);
        page.write(&names.join(" - "), table.trim_end())?;
    }
    if !complete && let Some(error) = failures.error(&names) {
        return Err(error);
    }
    if !was_interrupted || complete {
        let overwrite = Overwrite::if_forced(args.force);
        return autopsy.map_or(Ok(Exit::Done), |games| {
            autopsy::of_match(&args.autopsy, games, overwrite, global)
        });
    }
    tell_how_to_go_on(args.games().is_some(), "--output", global);
    Ok(Exit::Interrupted)
}

fn tell(
    report: &MatchReport,
    complete: bool,
    opening: &Position,
    global: &GlobalArgs,
) -> io::Result<()> {
    let text = if global.output.json {
        json_line(&MatchLine {
            v: VERSION,
            study: "match",
            complete,
            report,
        })
    } else {
        report_text(report, opening, global.style().lang).into_bytes()
    };
    stdout().write_all(&text)
}

/// Where games go once they are over.
struct KeptGames<'a> {
    files: &'a mut MatchFiles,
    page: Option<&'a mut ToldPage>,
    /// Whether their times tell something.
    is_timed: bool,
}

impl KeptGames<'_> {
    /// Takes a game with its note.
    fn add(
        &mut self,
        game: &PlayedGame,
        fixture: &Fixture,
        names: &[String],
        note: &str,
    ) -> Result<(), CliError> {
        if !self.files.are_wanted() && self.page.is_none() {
            return Ok(());
        }
        let record = game_record(game, fixture, names, self.is_timed);
        if let Some(page) = &mut self.page {
            let shown = GameRecord::of_game(&record, &game.position);
            let shown = shown.map_err(|error| CliError::usage(error.to_string()))?;
            let [black, white] = Color::BOTH.map(|side| &names[fixture.players[side]]);
            let result = record.info.result.as_deref().unwrap_or_default();
            page.begin(GameRecord {
                id: format!("{black} - {white} {result}"),
                ..shown
            });
            page.tell(note, !note.is_empty());
        }
        self.files.add(&record)
    }
}

/// Plays the games that are left, counts them and writes them to the files; whether Ctrl-C ended it.
fn play(
    fixtures: &[Fixture],
    setup: &GamesSetup<'_>,
    players: &MatchPlayers,
    count: &mut MatchCount,
    kept: &mut KeptGames<'_>,
    failures: &mut StartFailures,
    global: &GlobalArgs,
) -> Result<bool, CliError> {
    let interrupt = if players.has_engines() {
        Interrupt::install_with_engines(GRACE)?
    } else {
        Interrupt::install()?
    };
    if count.verdict().is_some() {
        return Ok(false);
    }
    let names = players.names();
    let live = LiveScore::new(global);
    let jobs = threads(global.output.threads);
    let mut written = Ok(());
    let on_game = |fixture: &Fixture, game: PlayedGame| {
        count.add(fixture, GameSummary::from(&game));
        failures.add(fixture, &game);
        live.show(count);
        let note = game.message.as_deref();
        let note = note.map(|message| fault_note(&names, fixture, &game, message));
        if let Some(note) = &note {
            live.say(note, global);
        }
        written = kept.add(&game, fixture, &names, note.as_deref().unwrap_or_default());
        stop_if(written.is_err() || count.verdict().is_some() || failures.are_too_many())
    };
    let make = |number| players.make(number);
    let (played, was_interrupted) =
        interrupt.during(|stop| run_games(fixtures, setup, &make, jobs, stop, on_game));
    live.clear();
    played?;
    written?;
    kept.files.close()?;
    Ok(was_interrupted)
}

impl MatchArgs {
    /// The file whose games are looked into.
    fn games_to_look_into(&self) -> Result<Option<&Path>, CliError> {
        let games = self.games().filter(|_| self.autopsy.autopsy);
        if self.autopsy.autopsy && games.is_none() {
            let error =
                CliError::usage("--autopsy reads the games from a file, but none is written");
            return Err(error.hint("-o games.jsonl writes them"));
        }
        if let Some(suite) = &self.autopsy.suite {
            refuse_existing(suite, Overwrite::if_forced(self.force))?;
        }
        Ok(games)
    }

    /// Says that games come again where there are more than openings.
    fn note_repeated_games(&self, openings: usize, global: &GlobalArgs) {
        if self.pairs() > openings && !self.is_timed() {
            let message = format!(
                "{} from {}: with fixed limits games repeat",
                counted(self.pairs(), "pair of games begins", "pairs of games begin"),
                counted(openings, "opening", "openings")
            );
            diagnostics::note(&message, global);
        }
    }

    /// The file or folder of games, which grows while they are played; a page does not.
    fn games(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_page(path))
    }

    /// The page of the games, if one is asked for.
    fn page(&self, global: &GlobalArgs) -> Result<Option<ToldPage>, CliError> {
        let Some(path) = self.output.as_deref().filter(|path| is_page(path)) else {
            return Ok(None);
        };
        if self.resume {
            let error =
                CliError::usage("a page is written only at the end, so it cannot be resumed");
            return Err(
                error.hint("-o games.jsonl keeps each game, and `renju report` makes a page of it")
            );
        }
        ToldPage::open(path, Overwrite::if_forced(self.force), global).map(Some)
    }

    fn paths(&self) -> MatchPaths<'_> {
        MatchPaths {
            games: self.games(),
            samples: self.samples.as_deref(),
            existing: Existing::of(self.resume, self.force),
        }
    }

    /// What the journal holds against a match that goes on: all that decides what the games are,
    /// openings by their content.
    fn settings(&self, openings: &[Position], global: &GlobalArgs) -> Result<Settings, CliError> {
        let mut settings = settings(self, global)?;
        settings.insert("study".to_owned(), "match".into());
        if self.openings.is_some() {
            let hash = openings.iter().fold(FNV_OF_NOTHING, |hash, opening| {
                fnv1a_with(hash, format!("{:?}", opening.to_setup()).as_bytes())
            });
            let content = format!("{} positions (fnv1a {hash:016x})", openings.len());
            // Behind rule and size in the order of names, which are told first if they differ.
            settings.insert("the openings".to_owned(), content.into());
        }
        Ok(settings)
    }

    /// The hash tables that there are at a time: each thread has one for each player that searches.
    fn tables(&self, global: &GlobalArgs) -> usize {
        let searches = self.players.iter().filter(|player| player.is_search());
        searches.count() * threads(global.output.threads)
    }

    /// Pairs of games of each two players that meet.
    const fn pairs(&self) -> usize {
        self.games.div_ceil(2) as usize
    }

    const fn pairings(&self) -> Pairings {
        match (self.gauntlet, self.round_robin) {
            (true, false) => Pairings::Gauntlet,
            _ => Pairings::RoundRobin,
        }
    }

    fn sprt(&self) -> Result<Option<Sprt>, CliError> {
        let Some([low, high]) = self.sprt.as_deref() else {
            return Ok(None);
        };
        if self.players.len() > 2 {
            return Err(CliError::usage("--sprt is a test of two players"));
        }
        let are_near = low.abs() <= 2000.0 && high.abs() <= 2000.0;
        if !are_near || low >= high {
            let message = "--sprt takes a lower and a higher difference in Elo, such as 0 10";
            return Err(CliError::usage(message));
        }
        Ok(Some(Sprt {
            low: *low,
            high: *high,
            alpha: self.alpha,
            beta: self.beta,
        }))
    }

    /// The limits of a move, and those that players have of their own; a search without one gets
    /// [`DEFAULT_NODES`], which is said.
    fn move_limits(
        &self,
        players: &mut MatchPlayers,
        global: &GlobalArgs,
    ) -> Result<MoveLimits, CliError> {
        let mut limits = MoveLimits {
            limits: self.limits.limits(),
            clock: self.clock.and_then(ClockRule::before_game),
            depth: self.depth,
            tolerance: self.time_margin,
        };
        let own: Vec<PlayerLimit> = [&self.time_of[..], &self.nodes_of].concat();
        players.set_own_limits(own_limits(&players.names(), limits, &own)?);
        let is_open = limits.limits.is_none() && limits.clock.is_none() && self.depth.is_none();
        if is_open && players.need_limits() {
            limits.limits = Limits::nodes(DEFAULT_NODES);
            let note = format!(
                "{DEFAULT_NODES} nodes a move; --nodes, --depth, --time or --clock sets another limit"
            );
            diagnostics::note(&note, global);
        }
        Ok(limits)
    }

    /// The positions that games begin with.
    fn starts(&self, global: &GlobalArgs) -> Result<Vec<Position>, CliError> {
        if let Some(path) = &self.openings {
            return openings::of_file(path, global);
        }
        let stones = self.random_openings.unwrap_or(4);
        openings::random(stones, self.pairs(), self.seed, global)
    }

    /// Whether moves are limited by time.
    fn is_timed(&self) -> bool {
        let is_clocked = self.clock.is_some() || !self.time_of.is_empty();
        is_clocked || self.limits.limits().time.is_some()
    }
}

/// The score while games are played, drawn on a terminal.
struct LiveScore(indicatif::ProgressBar);

impl LiveScore {
    fn new(global: &GlobalArgs) -> LiveScore {
        let is_drawn = io::stderr().is_terminal() && !global.output.quiet;
        LiveScore(if is_drawn {
            spinner("{spinner} {msg}, {elapsed}")
        } else {
            indicatif::ProgressBar::hidden()
        })
    }

    fn show(&self, count: &MatchCount) {
        if !self.0.is_hidden() {
            self.0.set_message(standing(&count.report()));
            self.0.tick();
        }
    }

    fn say(&self, text: &str, global: &GlobalArgs) {
        self.0.suspend(|| diagnostics::note(text, global));
    }

    fn clear(&self) {
        self.0.finish_and_clear();
    }
}
