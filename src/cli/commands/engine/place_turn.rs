//! `renju engine --protocol brain`: sets up the player and reports each move on stderr.

use std::io::{self, IsTerminal};

use crate::cli::arguments::{DEFAULT_HASH, hash_bytes};
use crate::cli::commands::evaluators::EvaluatorName;
use crate::cli::error::CliError;
use crate::cli::player_spec::PlayerSpec;
use crate::cli::{Exit, GlobalArgs, diagnostics};
use renju::board::{Board, Color};
use renju::contest::Player;
use renju::files::stdout;
use renju::geometry::Point;
use renju::place_turn::{PlaceTurnMove, PlaceTurnOptions, serve};
use renju::render::{BoardText, Glyphs, Style};
use renju::rule::Rule;
use renju::systems::PLACE_TURN_PROGRAM;

/// The largest table, in MiB: with it the program stays below the 350 MB that the protocol grants.
const MOST_HASH: u32 = 240;

/// Plays by the protocol; `mib` is the size of the table of our search.
pub(super) fn run(
    name: Option<&EvaluatorName>,
    mib: Option<u32>,
    options: PlaceTurnOptions,
    global: &GlobalArgs,
) -> Result<Exit, CliError> {
    let mut player = player(name, mib.unwrap_or(DEFAULT_HASH[0]), global)?;
    let wanted = global.position.rule.unwrap_or(Rule::Freestyle);
    if wanted != Rule::Freestyle {
        let message = format!("--protocol brain plays freestyle, not {wanted}");
        return Err(CliError::usage(message));
    }
    if io::stdin().is_terminal() {
        let message = "this speaks the brain protocol for a 12x12 board, as its manager does: \
                       START 1 begins as black, TURN asks for a move, END 0 or Ctrl-D leaves";
        diagnostics::note(message, global);
    }
    let is_verbose = global.output.verbose;
    let mut told = |played: &PlaceTurnMove<'_>| {
        if is_verbose {
            diagnostics::tell(&in_words(played));
        }
    };
    serve(io::stdin(), stdout(), &mut *player, options, &mut told)?;
    Ok(Exit::Done)
}

fn player(
    name: Option<&EvaluatorName>,
    mib: u32,
    global: &GlobalArgs,
) -> Result<Box<dyn Player>, CliError> {
    let own = format!("published:{PLACE_TURN_PROGRAM}");
    let spec = name.map_or(own.as_str(), EvaluatorName::as_str);
    let spec = spec.parse::<PlayerSpec>();
    let spec = spec.map_err(|error| CliError::usage(error.to_string()))?;
    let found = spec.find(global)?;
    let found = found.ok_or_else(|| CliError::usage("a person cannot be the engine"))?;
    if !found.needs_limit() {
        return Ok(found.make(0)); // It has no table.
    }
    if mib > MOST_HASH {
        let message = format!("--hash is at most {MOST_HASH} where the manager grants 350 MB");
        return Err(CliError::usage(message));
    }
    Ok(found.make(hash_bytes(mib, 1)?))
}

/// A move as the program's own debug mode tells it: the board with the move, its value, the times.
fn in_words(played: &PlaceTurnMove<'_>) -> String {
    let color = played.position.to_move();
    let point = played.chosen.point;
    let thought = played.chosen.thought.as_ref();
    let value = match played.chosen.worth() {
        Some(worth) => format!("value {worth:+}"),
        None => "no value".to_owned(),
    };
    let depth = thought.and_then(|thought| thought.depth);
    let depth = depth.map_or(String::new(), |depth| format!(", depth {depth}"));
    let (taken, left) = (played.taken, played.left.saturating_sub(played.taken));
    format!(
        "{}{color} {point} (row {}, column {}): {value}{depth}, {} ms, {:.1} s left",
        drawn(played.position.board(), color, point),
        point.row(),
        point.column(),
        taken.as_millis(),
        left.as_secs_f64(),
    )
}

fn drawn(board: &Board, color: Color, point: Point) -> String {
    let stones = |color| board.stones(color).iter().map(move |at| (at, color));
    let before = Color::BOTH.into_iter().flat_map(stones);
    let text = BoardText {
        size: board.size(),
        stones: before.chain([(point, color)]).collect(),
        marks: Vec::new(),
        last: Some(point),
        glyphs: Glyphs::Ascii,
    };
    text.draw(Style::PLAIN)
}
