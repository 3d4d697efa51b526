//! Search results as text: iterations on the way, lines of play, and the claims of engines.

use std::fmt::Display;

use crate::board::Color;
use crate::eval::How;
use crate::forbidden::ForbiddenKind;
use crate::limits::{StopReason, Value};
use crate::questions::forced_win::text::{beginning, threat};
use crate::questions::{
    IllegalMove, LineScore, MoveOrPass, ReportedLine, SearchAlgorithm, SearchReport, Threat,
    ThreatOutcome, WinClaim,
};
use crate::render::page::{Page, TextReport};
use crate::render::wording::{joined, nodes, plies, short_count};
use crate::render::{Label, Lang, Style};
use crate::search::MAX_EVAL;

impl TextReport for SearchReport {
    fn write(&self, page: &mut Page) {
        // Where iterations are printed, the heading stands above them.
        if self.is_final.is_none() {
            page.heading(&self.header);
            page.ending(&self.header);
        }
        match self.how {
            _ if self.header.outcome.is_some() => {}
            _ if self.algorithm == SearchAlgorithm::Engine => write_engine(self, page),
            Some(how) => write_choice(self, how, page),
            None => write_answer(self, page),
        }
    }
}

/// What there is to say before the iterations of a search.
pub fn search_heading(report: &SearchReport, style: Style) -> String {
    let mut page = Page::new(style);
    page.heading(&report.header);
    page.ending(&report.header);
    page.into_text()
}

/// An iteration, in a line for each of its lines of play.
pub fn search_iteration(report: &SearchReport, style: Style) -> String {
    let mut page = Page::new(style);
    let lang = style.lang;
    let nodes = nodes(report.nodes, lang);
    let effort = depths(report, lang) + lang.text("list.comma") + &nodes;
    let effort = style.paint(Label::Faint, &effort);
    for line in search_lines(report, style) {
        page.line(format_args!(
            "{effort}{}{line}",
            lang.text("list.semicolon")
        ));
    }
    page.into_text()
}

/// The lines of play of a search, each as a line of text, numbered if there are several.
pub fn search_lines(report: &SearchReport, style: Style) -> Vec<String> {
    let is_one = report.lines.len() == 1;
    let numbered = |(number, line): (usize, &ReportedLine)| {
        let text = line_of_play(line, style);
        if is_one {
            text
        } else {
            format!("{number}. {text}")
        }
    };
    (1..).zip(&report.lines).map(numbered).collect()
}

/// `+165 for black (heuristic): H8 I9 G7`
pub(in crate::questions) fn line_of_play(line: &ReportedLine, style: Style) -> String {
    let moves = joined(&line.moves, " ");
    let Some(score) = line.score else {
        return moves;
    };
    let label = match score.value {
        Value::Points(_) | Value::Draw => Label::Focus,
        Value::WinIn(_) => Label::Good,
        Value::LossIn(_) => Label::Bad,
    };
    let worth = match line.claim {
        Some(claim) => claimed(score, claim, style.lang),
        None => worth(score, style.lang),
    };
    let worth = style.paint(label, &worth);
    format!("{worth}{}{moves}", style.lang.text("list.colon"))
}

/// `black wins in 5 plies (proven by our solver)`
fn claimed(score: LineScore, claim: WinClaim, lang: Lang) -> String {
    let (key, count) = match score.value {
        Value::WinIn(count) => ("search.win_said", count),
        Value::LossIn(count) => ("search.loss_said", count),
        Value::Points(_) | Value::Draw => return worth(score, lang),
    };
    let (color, plies, claim) = (lang.word(score.view), plies(count, lang), lang.word(claim));
    let values: [(&str, &dyn Display); 3] =
        [("color", &color), ("plies", &plies), ("claim", &claim)];
    lang.format(key, &values)
}

/// `black wins in 5 plies (proven)`, `+165 for black (about 66 %)`, `+165 for black (heuristic)`
fn worth(score: LineScore, lang: Lang) -> String {
    let LineScore {
        view,
        value,
        chance,
    } = score;
    let color = lang.word(view);
    let decided = |key, in_plies: u16| {
        let plies = plies(in_plies, lang);
        lang.format(key, &[("color", &color), ("plies", &plies)])
    };
    match value {
        Value::Points(points) => {
            let points = format!("{points:+}");
            let known: [(&str, &dyn Display); 2] = [("color", &color), ("points", &points)];
            let Some(chance) = chance else {
                return lang.format("search.value", &known);
            };
            let percent = ((chance + 5) / 10).clamp(1, 99);
            let values = [known[0], known[1], ("percent", &percent)];
            lang.format("search.chance", &values)
        }
        Value::WinIn(plies) => decided("search.win", plies),
        Value::LossIn(plies) => decided("search.loss", plies),
        Value::Draw => lang.text("search.draw").to_owned(),
    }
}

/// `depth 12, selective depth 25`
fn depths(report: &SearchReport, lang: Lang) -> String {
    let selective = report.selective_depth.unwrap_or(report.depth);
    let values = [
        ("depth", &report.depth as _),
        ("selective", &selective as _),
    ];
    lang.format("search.depths", &values)
}

/// `1.1 M nodes, 350 k nodes/s, 3.1 s`
fn spent(report: &SearchReport, lang: Lang) -> String {
    let rate = u128::from(report.nodes) * 1_000_000 / report.elapsed.as_micros().max(1);
    let rate = short_count(u64::try_from(rate).unwrap_or(u64::MAX));
    let seconds = format!("{:.2}", report.elapsed.as_secs_f64());
    let nodes = nodes(report.nodes, lang);
    let values = [
        ("nodes", &nodes as _),
        ("rate", &rate as _),
        ("seconds", &seconds as _),
    ];
    lang.format("search.spent", &values)
}

/// `why not G7: -320 for black (about 20 %): G7 I9; 420 less than H8`
fn write_explained(report: &SearchReport, page: &mut Page) {
    let lang = page.lang;
    for explained in &report.explained {
        let point = explained.point;
        if report.begins_with(point) {
            page.say("search.is_best", &[("point", &point)]);
            continue;
        }
        let line = line_of_play(&explained.line, page.style);
        let best = report.lines.first().and_then(|line| line.moves.first());
        let loses = explained.loses.zip(best).map(|(loses, best)| {
            let key = if loses < 0 {
                "search.gains"
            } else {
                "search.loses"
            };
            lang.format(key, &[("points", &loses.abs()), ("best", best)])
        });
        let depth = (explained.depth < report.depth)
            .then(|| lang.format("search.less_deep", &[("depth", &explained.depth)]));
        let notes = [loses, depth].into_iter().flatten();
        let notes: Vec<String> = notes.collect();
        let notes = notes.concat();
        page.say(
            "search.explained",
            &[("point", &point), ("line", &line), ("notes", &notes)],
        );
    }
}

fn write_answer(report: &SearchReport, page: &mut Page) {
    let (style, lang) = (page.style, page.lang);
    for line in search_lines(report, style) {
        page.line(line);
    }
    if report.lines.is_empty() {
        page.line(lang.text("search.no_line"));
    }
    write_first_move(report, page);
    write_explained(report, page);
    write_forced_wins(report, page);
    let stop = report
        .stop
        .map(|stop| lang.text("list.semicolon").to_owned() + lang.word(stop));
    page.line(format_args!(
        "{}{}{}{}",
        depths(report, lang),
        lang.text("list.comma"),
        spent(report, lang),
        stop.unwrap_or_default()
    ));
    let mut scores = report.lines.iter().filter_map(|line| line.score);
    let is_clamped = |score: LineScore| {
        let Value::Points(points) = score.value else {
            return false;
        };
        points.abs() >= MAX_EVAL.into()
    };
    if scores.clone().any(is_clamped) {
        let values = [
            ("evaluator", &report.evaluator as _),
            ("most", &MAX_EVAL as _),
        ];
        page.line(lang.format("search.clamped", &values));
    }
    let is_heuristic = |score: LineScore| matches!(score.value, Value::Points(_));
    if style.verbose && scores.any(is_heuristic) {
        let unit = lang.translate(&report.unit);
        let values = [("evaluator", &report.evaluator as _), ("unit", &unit as _)];
        let unit = lang.format("search.unit", &values);
        page.line(style.paint(Label::Faint, &unit));
    }
}

/// What an engine in another process says, each line with the move that ends it too early.
fn write_engine(report: &SearchReport, page: &mut Page) {
    let (style, lang) = (page.style, page.lang);
    page.say("search.says", &[("name", &report.evaluator)]);
    for (line, text) in report.lines.iter().zip(search_lines(report, style)) {
        page.line(text);
        if let Some(IllegalMove {
            point,
            reason,
            kinds,
        }) = &line.illegal
        {
            let kinds = kind_words(kinds, lang);
            let why = format!("{}{kinds}", lang.word(*reason));
            page.say("search.cut", &[("point", point), ("why", &why)]);
        }
    }
    write_first_move(report, page);
    let seconds = format!("{:.2}", report.elapsed.as_secs_f64());
    let key = match report.depth {
        0 => "search.engine_seconds",
        _ => "search.engine_depth",
    };
    page.say(key, &[("depth", &report.depth), ("seconds", &seconds)]);
}

/// ` (double-three)` behind a forbidden move, nothing behind others.
fn kind_words(kinds: &[ForbiddenKind], lang: Lang) -> String {
    let words: Vec<&str> = kinds.iter().map(|&kind| lang.word(kind)).collect();
    match words.as_slice() {
        [] => String::new(),
        words => format!(" ({})", words.join(lang.text("list.comma"))),
    }
}

/// `I9: open three, straight four at G7 or K11; stops white's H8 H9 ..`
fn write_first_move(report: &SearchReport, page: &mut Page) {
    let lang = page.lang;
    let (Some(purpose), Some(side)) = (&report.first_move, report.header.to_move) else {
        return;
    };
    let opponent = lang.word(!side);
    let stops = match &purpose.stops {
        Some(Threat::Five) => Some(lang.format("search.stops_five", &[("color", &opponent)])),
        Some(Threat::Vcf { moves }) => {
            let moves = beginning(moves);
            let values = [("color", &opponent as _), ("moves", &moves as _)];
            Some(lang.format("search.stops", &values))
        }
        _ => None,
    };
    let threatens = purpose.threatens.as_ref().map(|made| threat(made, lang));
    let parts: Vec<String> = threatens.into_iter().chain(stops).collect();
    let first = report.lines.first().and_then(|line| line.moves.first());
    if let (Some(first), false) = (first, parts.is_empty()) {
        let parts = parts.join(lang.text("list.semicolon"));
        page.line(format_args!("{first}{}{parts}", lang.text("list.colon")));
    }
}

/// `forced wins by threats: black has none; white after I9: not decided`
fn write_forced_wins(report: &SearchReport, page: &mut Page) {
    let lang = page.lang;
    let (Some(threats), Some(best)) = (report.threats, report.lines.first()) else {
        return;
    };
    let Some(LineScore {
        view,
        value: Value::Points(_),
        ..
    }) = best.score
    else {
        return;
    };
    let first = best.moves.first().map(MoveOrPass::to_string);
    let first = first.unwrap_or_default();
    let of = |side: Color, outcome, none: &'static str, open: &'static str| {
        let key = if outcome == ThreatOutcome::None {
            none
        } else {
            open
        };
        let color = lang.word(side);
        lang.format(key, &[("color", &color), ("first", &first)])
    };
    let own = of(view, threats.own, "search.no_win", "search.win_open");
    let opponent = of(
        !view,
        threats.opponent,
        "search.no_win_after",
        "search.win_open_after",
    );
    page.say(
        "search.forced_wins",
        &[("own", &own), ("opponent", &opponent)],
    );
}

/// What a published program chooses.
fn write_choice(report: &SearchReport, how: How, page: &mut Page) {
    let lang = page.lang;
    let line = report.lines.first();
    let (name, how) = (&report.evaluator, lang.word(how));
    let plays = match line.and_then(|line| line.moves.first()) {
        Some(MoveOrPass::At(point)) => {
            let values = [
                ("name", name as _),
                ("point", point as _),
                ("how", &how as _),
            ];
            lang.format("search.plays", &values)
        }
        _ => lang.format("search.plays_none", &[("name", name), ("how", &how)]),
    };
    page.line(page.style.paint(Label::Focus, &plays));
    let nodes = lang.count("unit.nodes", report.nodes, &[]);
    if let Some(stop @ (StopReason::Nodes | StopReason::Time | StopReason::Interrupted)) =
        report.stop
    {
        let has_value = line.is_some_and(|line| line.score.is_some());
        let key = if has_value && report.how != Some(How::Shallow) {
            "search.stopped"
        } else {
            "search.stopped_early"
        };
        page.say(key, &[("stop", &lang.word(stop)), ("nodes", &nodes)]);
    }
    let Some(line) = line else { return };
    if let Some(score) = line.score
        && let Value::Points(points) = score.value
    {
        page.say(
            "search.own_value",
            &[
                ("value", &points),
                ("color", &lang.word(score.view)),
                ("depth", &report.depth),
                ("nodes", &nodes),
            ],
        );
    }
    if line.moves.len() > 1 {
        let moves = joined(&line.moves, " ");
        page.say("search.line", &[("moves", &moves)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_names_its_view_and_whether_it_is_proven() {
        let all = [Value::Points(165), Value::WinIn(1), Value::LossIn(8)];
        let score = |value, chance| LineScore {
            view: Color::White,
            value,
            chance,
        };
        let say = |lang: Lang| all.map(|value| worth(score(value, None), lang));
        let chance = worth(score(Value::Points(196), Some(687)), Lang::ENGLISH);
        assert_eq!(chance, "+196 for white (about 69 %)");
        assert_eq!(
            say(Lang::ENGLISH),
            [
                "+165 for white (heuristic)",
                "white wins in 1 ply (proven)",
                "white loses in 8 plies (proven)"
            ]
        );
        assert_eq!(
            say("zh".parse().unwrap()),
            [
                "白方 +165（估值）",
                "白方胜，共 1 手（已证明）",
                "白方负，共 8 手（已证明）"
            ]
        );
    }
}
