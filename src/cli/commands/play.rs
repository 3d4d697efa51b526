//! `play`: a game at the terminal.

mod command;
mod computer;
mod line_mode;
mod note;
mod saving;
mod screen;
mod session;
mod signals;
mod view;

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use clap::Args;

use self::computer::{Computer, ComputerPlayer};
use self::saving::{GameStore, last_game};
use self::session::{Person, PersonKind, PlaySession, ThinkLimits};
use self::signals::EndSignals;
use super::evaluators::EvaluatorName;
use crate::cli::arguments::hash_bytes;
use crate::cli::error::CliError;
use crate::cli::numbers::{number_in, parse_nodes, parse_time};
use crate::cli::player_spec::{PlayerSpec, ReadyPlayer};
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::board::ByColor;
use renju::contest::{
    ClockRule, ForbiddenHandling, GameTerms, LiveGame, LoadedGame, OpeningRule, Seat,
};
use renju::files::Overwrite;
use renju::geometry::Size;
use renju::limits::Limits;
use renju::position::NamedOpening;
use renju::rule::Rule;
use renju::systems::EvaluatorHandle;

/// Play a game at the terminal
///
/// A PLAYER is human; NAME, our search with that evaluator; published:NAME, a published program by
/// its own search; random; or CMD, an engine in another process (gomocup:CMD or json:CMD says its
/// protocol). LABEL= in front names it. The game is saved after every move. ? lists what can be
/// typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Who begins, with Black unless the opening swaps colours [default: human]
    #[arg(long, value_name = "PLAYER")]
    black: Option<PlayerSpec>,

    /// The other player [default: human]
    #[arg(long, value_name = "PLAYER")]
    white: Option<PlayerSpec>,

    /// How the game is opened: free, center, swap, swap2, renju26, soosorv8 or taraguchi10
    #[arg(long, value_name = "RULE", default_value = "free", value_parser = parse_opening)]
    opening: OpeningRule,

    /// How moves that are forbidden to Black are handled: show marks and refuses them, hide allows
    /// them, and they lose, claim lets them stand unless White claims
    #[arg(long, value_name = "MODE", default_value = "show")]
    forbidden: ForbiddenHandling,

    /// The clock: 15s for each move, or 5m+3s for a game and 3 s for each move [default: none]
    #[arg(long, value_name = "TIME")]
    time: Option<ClockRule>,

    /// How long the computer thinks about a move, unless its clock has less
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "1s")]
    think: Duration,

    /// Nodes that the computer searches for a move; then only its clock limits the time
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    nodes: Option<u64>,

    /// Search depth of the computer in plies; then only its clock limits the time
    #[arg(long, value_name = "N", value_parser = number_in(1u16..=400))]
    depth: Option<u16>,

    /// Continue the game of this file, as naming the file alone does
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "moves"])]
    load: Option<PathBuf>,

    /// Continue the game played last
    #[arg(long, conflicts_with_all = ["load", "positions", "moves"])]
    resume: bool,

    /// Save the game here after every move, in the format of the name [default: a new file in
    /// ~/.local/state/renju]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Overwrite the file of --save if it exists
    #[arg(long, requires = "save")]
    force: bool,

    /// Play line by line, as in a pipe
    #[arg(long)]
    plain: bool,

    /// Size of the hash table of our search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = number_in(1u32..=1 << 20))]
    hash: u32,

    /// Seed for random players [default: the time of day]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// An opening rule; the name of an opening, which is no rule, is told how it is played.
fn parse_opening(text: &str) -> Result<OpeningRule, String> {
    text.parse::<OpeningRule>().map_err(|error| {
        let Some(stones) = NamedOpening::stones_of(text) else {
            return error.to_string();
        };
        let names = stones.map(|stone| stone.to_string().to_lowercase());
        let moves = names.join(" ");
        format!("{text} is an opening of three stones, not a rule: `renju play -m \"{moves}\"` goes on from them")
    })
}

pub(crate) fn run(args: &PlayArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    if global.output.json {
        let error = CliError::usage("a game at the terminal has no JSON");
        return Err(error.hint("--save GAME.jsonl writes the game as JSON"));
    }
    let loaded_from = args.loaded_from()?;
    let asked = args
        .save
        .as_deref()
        .or(loaded_from.as_deref().filter(|_| args.resume));
    let overwrite = Overwrite::if_forced(args.force);
    let store = GameStore::new(asked, loaded_from.as_deref(), overwrite, global)?;
    let (LoadedGame { game, names }, warnings) = args.game(&store, loaded_from, global)?;
    for warning in warnings {
        diagnostics::note(&warning, global);
    }
    let signals = EndSignals::watch()?;
    let players = [
        Seated::new(
            args.black.as_ref(),
            names_of(&game, &names, Seat::First),
            global,
        )?,
        Seated::new(
            args.white.as_ref(),
            names_of(&game, &names, Seat::Second),
            global,
        )?,
    ];
    let table_bytes = hash_bytes(args.hash, 1)?;
    let people = players.each_ref().map(|player| player.person.clone());
    let evaluator = EvaluatorName::of_search().find_valued()?;
    let [first, second] = players.map(|player| player.computer(table_bytes, &evaluator));
    let computer = Computer::new(first, second, evaluator, args.seed())?;
    let mut session = PlaySession::new(game, people, computer, args.think_limits(), store);
    let style = global.style();
    let was_ended = match screen::reason_for_lines(args.plain, style.lang) {
        None => screen::run(&mut session, &signals, style)?,
        Some(reason) => {
            if !reason.is_empty() {
                diagnostics::note(&reason, global);
            }
            line_mode::run(&mut session, &signals, style)?
        }
    };
    let (path, lost) = session.close().map_err(CliError::usage)?;
    if !lost.is_empty() {
        let left_out = [("lost", &lost as &dyn std::fmt::Display)];
        diagnostics::note(&style.lang.format("play.left_out", &left_out), global);
    }
    let goes_on = [("path", &path.display() as &dyn std::fmt::Display)];
    diagnostics::note(&style.lang.format("play.goes_on", &goes_on), global);
    Ok(if was_ended {
        Exit::Interrupted
    } else {
        Exit::Done
    })
}

/// The name that a record has for who sits at a seat.
fn names_of(game: &LiveGame, names: &ByColor<Option<String>>, seat: Seat) -> Option<String> {
    names[game.color_of(seat)].clone()
}

impl PlayArgs {
    /// The file of the game to go on with.
    fn loaded_from(&self) -> Result<Option<PathBuf>, CliError> {
        if !self.resume {
            let named = self.input.positions.first().or(self.load.as_ref());
            return Ok(named.cloned());
        }
        let last = last_game().ok_or_else(|| {
            let folder = saving::games_folder();
            CliError::usage(format!("there is no game in {}", folder.display()))
        })?;
        Ok(Some(last))
    }

    fn terms(&self, global: &GlobalArgs) -> GameTerms {
        let size = global.position.size.unwrap_or(Size::RENJU);
        GameTerms {
            size,
            rule: global
                .position
                .rule
                .unwrap_or_else(|| Rule::default_on(size)),
            opening: self.opening,
            forbidden: self.forbidden,
            clock: self.time,
        }
    }

    /// A new game, or the one of the file.
    fn game(
        &self,
        store: &GameStore,
        loaded_from: Option<PathBuf>,
        global: &GlobalArgs,
    ) -> Result<(LoadedGame, Vec<String>), CliError> {
        let terms = self.terms(global);
        let input = InputArgs {
            positions: loaded_from.into_iter().collect(),
            moves: self.input.moves.clone(),
        };
        if !input.positions.is_empty() || input.moves.is_some() {
            return store.load(&input, &terms);
        }
        let game = LiveGame::new(terms);
        let game = game.map_err(|error| CliError::usage(error.to_string()))?;
        let names = ByColor::default();
        Ok((LoadedGame { game, names }, Vec::new()))
    }

    fn think_limits(&self) -> ThinkLimits {
        let is_fixed = self.nodes.is_some() || self.depth.is_some();
        ThinkLimits {
            limits: Limits {
                nodes: self.nodes,
                time: Some(self.think).filter(|_| !is_fixed),
            },
            depth: self.depth,
        }
    }

    fn seed(&self) -> u64 {
        let now = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let of_time = || now().map_or(0, |time| time.as_nanos() as u64);
        self.seed.unwrap_or_else(of_time)
    }
}

/// Who sits at a seat, found and ready.
struct Seated {
    person: Person,
    player: Option<ReadyPlayer>,
}

impl Seated {
    /// The player who was asked for; without one a computer that the record names as its player, or
    /// a person. A record starts no engine.
    fn new(
        asked: Option<&PlayerSpec>,
        recorded: Option<String>,
        global: &GlobalArgs,
    ) -> Result<Seated, CliError> {
        let player = match (asked, &recorded) {
            (Some(asked), _) => asked.find(global)?,
            (None, Some(name)) => {
                let recorded = name.parse::<PlayerSpec>().ok();
                let recorded = recorded.filter(|player| !player.is_engine());
                recorded.and_then(|player| player.find(global).unwrap_or(None))
            }
            (None, None) => None,
        };
        let asked = asked.map(ToString::to_string);
        let name = asked.or(recorded).unwrap_or_else(|| "human".to_owned());
        let kind = match &player {
            None => PersonKind::Human,
            Some(player) if player.is_engine() => PersonKind::Engine,
            Some(_) => PersonKind::Computer,
        };
        Ok(Seated {
            person: Person { name, kind },
            player,
        })
    }

    /// What plays here, if it is no person. In an opening our search answers for programs that have
    /// none, and lots for the random player.
    fn computer(self, table_bytes: usize, adviser: &EvaluatorHandle) -> Option<ComputerPlayer> {
        let player = self.player?;
        Some(ComputerPlayer {
            adviser: match &player {
                ReadyPlayer::Search(evaluator) => Some(evaluator.clone()),
                ReadyPlayer::Published(system) if system.info().name == "random" => None,
                ReadyPlayer::Published(_) | ReadyPlayer::Engine(..) => Some(adviser.clone()),
            },
            is_engine: player.is_engine(),
            make: Box::new(move || player.make(table_bytes)),
        })
    }
}
