//! What a trace tells as text: the line to its value, why nodes ended, cuts, plies; and where two part.

use std::fmt::Display;

use super::answer::TraceReport;
use super::min_max::{MinMaxCheck, MinMaxOutcome};
use super::node::{PlyTotals, TraceNode, TraceTotals, path_text};
use super::parting::{Parting, PartingKind, PartingReport};
use crate::questions::Presentation;
use crate::render::wording::nodes;
use crate::render::{Lang, Page, TextReport};
use crate::report_header::ReportHeader;
use crate::trace::NodeEnd;

/// Nodes that are listed under one heading.
const LISTED: usize = 30;

impl Presentation for MinMaxCheck {
    fn header(&self) -> &ReportHeader {
        &self.header
    }
}

impl TextReport for MinMaxCheck {
    fn write(&self, page: &mut Page) {
        page.heading(&self.header);
        page.ending(&self.header);
        if self.header.outcome.is_some() {
            return;
        }
        let (value, best) = (or_dash(self.value), or_dash(self.best));
        let min_max = or_dash(self.min_max);
        let how = self.how.map_or("", |how| page.lang.word(how));
        let key = match self.outcome {
            MinMaxOutcome::Equal => "trace.equal",
            MinMaxOutcome::Different => "trace.different",
            MinMaxOutcome::Unsearched => "trace.unsearched",
            MinMaxOutcome::Unknown => "trace.unknown",
        };
        page.say(
            key,
            &[
                ("evaluator", &self.evaluator),
                ("depth", &self.depth),
                ("value", &value),
                ("best", &best),
                ("min_max", &min_max),
                ("compared", &self.compared),
                ("visits", &self.visits),
                ("min_max_visits", &self.min_max_visits),
                ("how", &how),
            ],
        );
        if let Some(parting) = &self.parting {
            write_parting(page, parting, self.wrong);
        }
    }
}

impl TextReport for PartingReport {
    fn write(&self, page: &mut Page) {
        let nodes: [(&str, &dyn Display); 2] =
            [("compared", &self.compared), ("others", &self.not_compared)];
        let key = match (self.by_windows, &self.parting) {
            (true, None) => "trace.windows_hold",
            (false, None) => "trace.same",
            (_, Some(_)) => "trace.compared",
        };
        page.say(key, &nodes);
        if let Some(parting) = &self.parting {
            write_parting(page, parting, self.wrong);
        }
    }
}

fn write_parting(page: &mut Page, parting: &Parting, wrong: usize) {
    let lang = page.lang;
    let heading = match parting.kind {
        PartingKind::Value | PartingKind::Move => lang.count("trace.smallest", wrong as u64, &[]),
        kind => lang.word(kind).to_owned(),
    };
    page.section(&heading);
    let sides = [
        ("trace.here", &parting.here),
        ("trace.there", &parting.there),
    ];
    for (key, node) in sides {
        let node = match node {
            Some(node) => node_text(node, lang),
            None => lang.text("trace.no_node").to_owned(),
        };
        page.say(key, &[("node", &node)]);
    }
    let exact = or_dash(parting.there.as_ref().map(|node| node.value));
    let beside = parting.beside.as_ref();
    let value = or_dash(beside.map(|node| node.value));
    let best = parting.here.as_ref().and_then(|node| node.best);
    match parting.kind {
        PartingKind::Value => page.say("trace.wrong_value", &[("exact", &exact)]),
        PartingKind::Move => page.say(
            "trace.wrong_move",
            &[("best", &or_dash(best)), ("value", &value)],
        ),
        PartingKind::Window => {
            let above = beside.map_or_else(String::new, window);
            page.say("trace.wide", &[("window", &above)]);
        }
        PartingKind::Answer | PartingKind::Choice => {
            let (answer, chosen) = parting.answer.unzip();
            let chosen = or_dash(chosen.flatten());
            let key = match parting.kind {
                PartingKind::Answer => "trace.wrong_answer",
                _ => "trace.wrong_choice",
            };
            page.say(
                key,
                &[
                    ("answer", &or_dash(answer)),
                    ("best", &chosen),
                    ("exact", &exact),
                    ("value", &value),
                ],
            );
        }
        PartingKind::Node | PartingKind::End => {}
    }
}

fn or_dash(value: Option<impl Display>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// `after H8 I9: depth 2, window -5 .. 30, value 12, best G7, all moves searched (15)`
fn node_text(node: &TraceNode, lang: Lang) -> String {
    let place = if node.path.is_empty() {
        lang.text("trace.root").to_owned()
    } else {
        lang.format("trace.after", &[("moves", &path_text::text(&node.path))])
    };
    let without = node
        .excluded
        .map(|point| lang.format("trace.without", &[("point", &point)]));
    let best = node
        .best
        .map(|point| lang.format("trace.best", &[("point", &point)]));
    lang.format(
        "trace.node",
        &[
            ("place", &(place + &without.unwrap_or_default())),
            ("depth", &node.depth),
            ("window", &window(node)),
            ("value", &claim(node, lang)),
            ("end", &lang.word(node.end)),
            ("best", &best.unwrap_or_default()),
            ("tried", &node.tried),
            ("nodes", &nodes(node.nodes, lang)),
        ],
    )
}

/// `-5 .. 30`; without bounds `-inf .. inf`.
fn window(node: &TraceNode) -> String {
    let bound = |bound: Option<i64>, none: &str| {
        bound.map_or_else(|| none.to_owned(), |bound| bound.to_string())
    };
    format!(
        "{} .. {}",
        bound(node.alpha, "-inf"),
        bound(node.beta, "inf")
    )
}

/// `12`, `at most 12`, `at least 12`.
fn claim(node: &TraceNode, lang: Lang) -> String {
    let key = match (node.is_at_most(), node.is_at_least()) {
        (true, false) => "trace.at_most",
        (false, true) => "trace.at_least",
        _ => return node.value.to_string(),
    };
    lang.format(key, &[("value", &node.value)])
}

impl TextReport for TraceReport {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let head = &self.head;
        let evaluator = Some(&*head.evaluator).filter(|name| !name.is_empty());
        page.say(
            "trace.head",
            &[
                ("algorithm", &lang.word(head.algorithm)),
                ("evaluator", &evaluator.unwrap_or("-")),
                ("program", &head.program),
                ("answer", &or_dash(self.answer)),
                ("visits", &self.totals.visits),
            ],
        );
        if !self.is_whole {
            page.line(lang.text("trace.no_end"));
        }
        if self.left_out > 0 {
            page.line(lang.count("trace.left_out", self.left_out, &[]));
        }
        let Some(at) = &self.at else {
            page.section(lang.text("trace.line"));
            list(page, &self.line);
            write_totals(page, &self.totals);
            return;
        };
        page.section(lang.text("trace.visits"));
        list(page, &at.visits);
        page.section(lang.text("trace.moves"));
        list(page, &at.after);
    }
}

fn list(page: &mut Page, nodes: &[TraceNode]) {
    let lang = page.lang;
    for node in nodes.iter().take(LISTED) {
        page.line(node_text(node, lang));
    }
    let more = nodes.len().saturating_sub(LISTED);
    if more > 0 {
        page.line(lang.count("trace.more", more as u64, &[]));
    }
}

fn write_totals(page: &mut Page, totals: &TraceTotals) {
    let lang = page.lang;
    let all = totals.visits.max(1);
    let mut ends: Vec<(&str, u64)> = totals
        .ends
        .iter()
        .map(|(end, &count)| {
            let end: Option<NodeEnd> = end.parse().ok();
            (end.map_or("?", |end| lang.word(end)), count)
        })
        .collect();
    ends.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    page.line("");
    let titles = ["trace.ended", "trace.nodes", "trace.share"].map(|key| lang.text(key));
    let rows = ends
        .into_iter()
        .map(|(end, count)| [end.to_owned(), count.to_string(), share(count, all)]);
    page.table(&titles, rows, &[1, 2]);
    let cuts: u64 = totals.cuts.iter().sum();
    if cuts > 0 {
        let named = totals.cuts.iter().enumerate();
        let named = named.filter(|(_, count)| **count > 0);
        let named: Vec<String> = named
            .map(|(number, &count)| format!("{}: {}", number + 1, share(count, cuts)))
            .collect();
        page.line("");
        page.say(
            "trace.cuts",
            &[("cuts", &named.join(lang.text("list.comma")))],
        );
    }
    page.line("");
    write_plies(page, &totals.plies);
    write_roots(page, &totals.roots);
}

fn write_plies(page: &mut Page, plies: &[PlyTotals]) {
    let lang = page.lang;
    let titles = [
        "trace.ply",
        "trace.nodes",
        "trace.times",
        "trace.tried",
        "trace.cut",
    ];
    let mut above = None;
    let rows = plies.iter().enumerate().map(|(ply, here)| {
        let times = above.map(|above: u64| ratio(here.visits, above));
        above = Some(here.visits);
        [
            ply.to_string(),
            here.visits.to_string(),
            times.unwrap_or_default(),
            ratio(here.tried, here.inner),
            share(here.cut, here.inner.max(1)),
        ]
    });
    let rows: Vec<_> = rows.collect();
    page.table(&titles.map(|key| lang.text(key)), rows, &[0, 1, 2, 3, 4]);
}

/// The effective branching factor: by how much each deeper search of the root is larger.
fn write_roots(page: &mut Page, roots: &[(f32, u64)]) {
    let mut depths: Vec<(f32, u64)> = Vec::new();
    for &(depth, nodes) in roots {
        match depths.last_mut() {
            Some((known, sum)) if known.to_bits() == depth.to_bits() => *sum += nodes,
            _ => depths.push((depth, nodes)),
        }
    }
    if depths.len() < 2 {
        return;
    }
    let lang = page.lang;
    page.line("");
    let titles = ["trace.depth", "trace.nodes", "trace.factor"].map(|key| lang.text(key));
    let mut before = None;
    let rows = depths.into_iter().map(|(depth, nodes)| {
        let factor = before.map(|before: u64| ratio(nodes, before));
        before = Some(nodes);
        [
            depth.to_string(),
            nodes.to_string(),
            factor.unwrap_or_default(),
        ]
    });
    let rows: Vec<_> = rows.collect();
    page.table(&titles, rows, &[0, 1, 2]);
}

fn share(count: u64, all: u64) -> String {
    format!("{} %", one_decimal(count * 100, all))
}

fn ratio(count: u64, of: u64) -> String {
    if of == 0 {
        return "-".to_owned();
    }
    one_decimal(count, of)
}

/// A quotient, rounded to one digit behind the point.
fn one_decimal(count: u64, of: u64) -> String {
    let tenths = (count * 10 + of / 2) / of;
    format!("{}.{}", tenths / 10, tenths % 10)
}
