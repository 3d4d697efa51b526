//! Text output of a match: the running score, the final report with its cross table, and faults.

use std::fmt::Write;

use renju::board::Color;
use renju::contest::{Fixture, GameTally, MatchReport, PairingReport, PlayedGame, PlayerReport};
use renju::position::Position;
use renju::render::Lang;
use renju_core::counted::counted;

/// `12 games: 7-4-1, 62.5 %`, while games are played.
pub(super) fn standing(report: &MatchReport) -> String {
    let mut text = counted(report.games, "game", "games");
    if let [pairing] = &report.pairings[..] {
        let _ = write!(text, ": {}", result(pairing));
    } else {
        for player in ranked(report) {
            let _ = write!(text, ", {} {}", player.name, player.points());
        }
    }
    text
}

/// The report for reading, in a language.
pub(super) fn report_text(report: &MatchReport, opening: &Position, lang: Lang) -> String {
    let english = in_english(report, opening);
    english
        .lines()
        .map(|line| lang.translate(line) + "\n")
        .collect()
}

fn in_english(report: &MatchReport, opening: &Position) -> String {
    let (rule, size) = (opening.rule(), opening.board().size());
    let mut text = format!(
        "{rule} {size}, {}, {}\n",
        counted(report.games, "game", "games"),
        counted(report.moves, "move", "moves")
    );
    if let [pairing] = &report.pairings[..] {
        text += &pairing_text(pairing);
    } else {
        text += &cross_table(report);
    }
    let _ = writeln!(
        text,
        "black won {}, white {}, {} drawn",
        report.black_wins, report.white_wins, report.draws
    );
    for player in &report.players {
        let faults = player.faults.named();
        let some: Vec<String> = faults
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        if !some.is_empty() {
            let _ = writeln!(text, "faults of {}: {}", player.name, some.join(", "));
        }
    }
    if let Some(test) = report.sprt {
        let _ = write!(
            text,
            "SPRT of {} against {} Elo: ratio {:+.2} of {:+.2} to {:+.2}",
            test.elo0, test.elo1, test.ratio, test.lower, test.upper
        );
        let _ = match test.verdict {
            Some(verdict) => writeln!(text, ", {verdict} accepted"),
            None => writeln!(text, ", undecided"),
        };
    }
    text
}

/// How two players stand, pairs of games, and the games of the first by its side.
fn pairing_text(pairing: &PairingReport) -> String {
    let [lost, low, even, high, won] = pairing.pairs;
    let tally = |side: Color| {
        let GameTally {
            wins,
            losses,
            draws,
        } = pairing.by_side[side];
        format!("{wins}-{losses}-{draws}")
    };
    let (first, second) = (&pairing.first, &pairing.second);
    let (result, [black, white]) = (result(pairing), Color::BOTH.map(tally));
    format!(
        "{first} - {second}: {result}\n\
         pairs won {}, lost {}, split {even} \
         (by points: 0: {lost}, 0.5: {low}, 1: {even}, 1.5: {high}, 2: {won})\n\
         {first} as black {black}, as white {white}\n",
        high + won,
        lost + low
    )
}

/// `7-4-1, 62.5 % +- 13.2, Elo +89 [-5, +198]`: wins, losses, draws of the first.
fn result(pairing: &PairingReport) -> String {
    let share = pairing.share.score;
    let elo = |elo: Option<f64>, share: f64| {
        let endless = if share < 0.5 { "-inf" } else { "+inf" };
        elo.map_or_else(|| endless.to_owned(), |elo| format!("{elo:+.0}"))
    };
    let error = pairing.share.error;
    format!(
        "{}-{}-{} (won-lost-drawn), {:.1} % +- {:.1}, Elo {} [{}, {}]",
        pairing.wins,
        pairing.losses,
        pairing.draws,
        100.0 * share,
        100.0 * error,
        elo(pairing.elo.elo, share),
        elo(pairing.elo.low, share - error),
        elo(pairing.elo.high, share + error),
    )
}

/// The players, the one with most points for a game first.
fn ranked(report: &MatchReport) -> Vec<&PlayerReport> {
    let mut players: Vec<&PlayerReport> = report.players.iter().collect();
    players.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
    players
}

/// A row for each player, the best first: points, games, and points against each other one.
fn cross_table(report: &MatchReport) -> String {
    let players = ranked(report);
    let width = players
        .iter()
        .map(|player| player.name.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = format!("{:>3} {:width$} {:>7} {:>6}", "", "", "points", "games");
    for number in 1..=players.len() {
        let _ = write!(text, " {number:>7}");
    }
    text.push('\n');
    for (number, player) in (1..).zip(&players) {
        let _ = write!(
            text,
            "{number:>2}. {:width$} {:>7.1} {:>6}",
            player.name,
            player.points(),
            player.games
        );
        for other in &players {
            let cell = against(report, player, other);
            let _ = write!(text, " {:>7}", cell.unwrap_or_else(|| "-".to_owned()));
        }
        text.push('\n');
    }
    text
}

/// The points of one player against another; `None` if they have not met.
fn against(report: &MatchReport, player: &PlayerReport, other: &PlayerReport) -> Option<String> {
    report.pairings.iter().find_map(|pairing| {
        let (first, second) = pairing.points();
        if (&pairing.first, &pairing.second) == (&player.name, &other.name) {
            Some(format!("{first:.1}"))
        } else if (&pairing.second, &pairing.first) == (&player.name, &other.name) {
            Some(format!("{second:.1}"))
        } else {
            None
        }
    })
}

/// `game 12, white (mine): late: a move took 2103 ms`
pub(super) fn fault_note(
    names: &[String],
    fixture: &Fixture,
    game: &PlayedGame,
    message: &str,
) -> String {
    let number = fixture.number + 1;
    match game.winner {
        Some(winner) => {
            let loser = !winner;
            let name = &names[fixture.players[loser]];
            format!(
                "game {number}, {loser} ({name}): {}: {message}",
                game.finish
            )
        }
        None => format!("game {number}: {message}"),
    }
}
