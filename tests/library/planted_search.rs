//! Five mistakes that authors make in an alpha-beta, planted in a small one: each is found by holding its
//! trace against a min-max of the same tree, at the smallest node that shows it.

use std::collections::HashMap;
use std::path::Path;

use renju::eval::Evaluator;
use renju::geometry::Point;
use renju::position::Position;
use renju::questions::trace::{
    PartingKind, PartingReport, SearchTrace, TraceAlgorithm, TraceExtent, TraceHead, TraceReader,
    TraceWriter, parting,
};
use renju::systems::find;
use renju::trace::{NodeEnd, TraceSink, TracedNode};

/// What is wrong in the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mistake {
    None,
    /// No cut at all: the min-max that the others are held against.
    NoCuts,
    /// A leaf is seen by the side that searches, and taken for the view of the side to move.
    WrongSign,
    /// Every node is searched with an open window.
    WindowNotPassedOn,
    /// The table keeps the value of a node that was cut off as if it were exact.
    BoundAsExact,
    /// The move that cuts off is not noted as the best one.
    BestNotUpdatedAtCut,
    /// The value outside of the aspiration window is taken for the answer.
    NoSecondSearch,
}

const OPEN: i64 = 1_000_000;
/// Plies to look ahead, and moves to try.
const SIZE: (usize, usize) = (5, 3);

/// An alpha-beta as a student writes it: negamax, a table, and a window around a guess at the root.
struct PlantedSearch<'a> {
    mistake: Mistake,
    evaluator: &'a dyn Evaluator,
    sink: &'a dyn TraceSink,
    table: HashMap<(u64, usize), (i64, Option<Point>)>,
    path: Vec<Option<Point>>,
    nodes: u64,
    width: usize,
}

/// What a visit came to.
struct PlantedVisit {
    value: i64,
    best: Option<Point>,
    end: NodeEnd,
    tried: u32,
}

impl PlantedVisit {
    fn ended(end: NodeEnd, value: i64) -> PlantedVisit {
        PlantedVisit {
            value,
            best: None,
            end,
            tried: 0,
        }
    }
}

impl PlantedSearch<'_> {
    fn node(&mut self, position: &Position, depth: usize, window: [i64; 2]) -> PlantedVisit {
        let before = self.nodes;
        self.nodes += 1;
        let window = match self.mistake {
            Mistake::WindowNotPassedOn | Mistake::NoCuts => [-OPEN, OPEN],
            _ => window,
        };
        let visit = self.visit(position, depth, window);
        let is_own = self.path.len().is_multiple_of(2);
        let seen = |value: i64| if is_own { value } else { -value };
        let bound = |value: i64| (value.abs() < OPEN).then(|| seen(value));
        let [low, high] = if is_own {
            window
        } else {
            [window[1], window[0]]
        };
        self.sink.node(&TracedNode {
            path: &self.path,
            thread: 0,
            depth: f32::from(depth as u16),
            window: [bound(low), bound(high)],
            value: seen(visit.value),
            end: visit.end,
            best: visit.best,
            tried: visit.tried,
            nodes: self.nodes - before,
            excluded: None,
        });
        visit
    }

    fn visit(&mut self, position: &Position, depth: usize, window: [i64; 2]) -> PlantedVisit {
        let [mut alpha, beta] = window;
        let side = position.to_move();
        let said = self.evaluator.evaluate(position, side).unwrap();
        if depth == 0 {
            let value = said.board.unwrap().get() as i64;
            let is_own = self.path.len().is_multiple_of(2);
            let is_wrong = self.mistake == Mistake::WrongSign && !is_own;
            return PlantedVisit::ended(NodeEnd::Leaf, if is_wrong { -value } else { value });
        }
        let key = (position.board().key().for_side(side), depth);
        let uses_table = self.mistake != Mistake::NoCuts && !self.path.is_empty();
        if let Some(&(value, best)) = self.table.get(&key).filter(|_| uses_table) {
            let visit = PlantedVisit::ended(NodeEnd::Table, value);
            return PlantedVisit { best, ..visit };
        }
        let values = said.points.unwrap();
        let mut moves: Vec<Point> = position.board().empties().iter().collect();
        moves.sort_by(|&one, &other| values[other].partial_cmp(&values[one]).unwrap());
        moves.truncate(self.width);
        let mut found = PlantedVisit::ended(NodeEnd::All, -OPEN);
        for point in moves {
            let next = position.clone().play(point).unwrap();
            self.path.push(Some(point));
            let after = self.node(&next, depth - 1, [-beta, -alpha]);
            self.path.pop();
            let value = -after.value;
            found.tried += 1;
            let is_cut = value >= beta && self.mistake != Mistake::NoCuts;
            if value > found.value {
                found.value = value;
                if !is_cut || found.best.is_none() || self.mistake != Mistake::BestNotUpdatedAtCut {
                    found.best = Some(point);
                }
            }
            alpha = alpha.max(value);
            if is_cut {
                found.end = NodeEnd::Cut;
                break;
            }
        }
        let is_exact = found.value > window[0] && found.value < window[1];
        if is_exact || self.mistake == Mistake::BoundAsExact {
            self.table.insert(key, (found.value, found.best));
        }
        found
    }
}

/// The trace of a search, as its file has it.
fn traced(position: &Position, mistake: Mistake, (depth, width): (usize, usize)) -> String {
    let evaluator = find("five-tuple").unwrap();
    let algorithm = match mistake {
        Mistake::NoCuts => TraceAlgorithm::MinMax,
        _ => TraceAlgorithm::AlphaBeta,
    };
    let head = TraceHead {
        program: "student".to_owned(),
        ..TraceHead::new(algorithm, "five-tuple", position)
    };
    let extent = TraceExtent {
        lines: u64::MAX,
        plies: usize::MAX,
        below: Vec::new(),
    };
    let writer = TraceWriter::new(Vec::new(), &head, extent);
    let mut search = PlantedSearch {
        mistake,
        evaluator: &*evaluator,
        sink: &writer,
        table: HashMap::new(),
        path: Vec::new(),
        nodes: 0,
        width,
    };
    // The guess is the value of the last position, which is far off here.
    let narrow = [-100, 100];
    let mut found = search.node(position, depth, narrow);
    let is_outside = found.value <= narrow[0] || found.value >= narrow[1];
    if is_outside && mistake != Mistake::NoSecondSearch {
        found = search.node(position, depth, [-OPEN, OPEN]);
    }
    let (bytes, _) = writer.finish(Some(found.value), found.best).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn read(text: &str) -> SearchTrace {
    let mut reader = TraceReader::default();
    for (number, line) in text.lines().enumerate() {
        reader.line(number + 1, line).unwrap();
    }
    reader.finish().unwrap()
}

fn position() -> Position {
    "h8 i9 g7 j7 h10".parse().unwrap()
}

fn found(mistake: Mistake) -> PartingReport {
    let texts = [mistake, Mistake::NoCuts].map(|mistake| traced(&position(), mistake, SIZE));
    parting(&read(&texts[0]), &read(&texts[1]))
}

#[test]
fn a_right_search_holds_against_its_min_max() {
    let report = found(Mistake::None);
    assert!(report.by_windows && report.compared > 30, "{report:?}");
    assert_eq!(report.parting, None);
    assert_eq!(report.not_compared, 0);
}

#[test]
fn each_planted_mistake_is_found_at_the_smallest_node_that_shows_it() {
    let cases = [
        (Mistake::WrongSign, PartingKind::Value, 0.0),
        (Mistake::WindowNotPassedOn, PartingKind::Window, 0.0),
        (Mistake::BoundAsExact, PartingKind::Value, 4.0),
        (Mistake::BestNotUpdatedAtCut, PartingKind::Move, 2.0),
        (Mistake::NoSecondSearch, PartingKind::Answer, 5.0),
    ];
    for (mistake, kind, depth) in cases {
        let parting = found(mistake)
            .parting
            .unwrap_or_else(|| panic!("{mistake:?}"));
        let here = parting.here.as_ref().unwrap();
        assert_eq!(
            (parting.kind, here.depth),
            (kind, depth),
            "{mistake:?} {parting:?}"
        );
        match mistake {
            Mistake::WrongSign => assert_eq!(here.end, NodeEnd::Leaf),
            Mistake::BoundAsExact => assert_eq!(here.end, NodeEnd::Table),
            Mistake::BestNotUpdatedAtCut => assert_eq!(here.end, NodeEnd::Cut),
            _ => {}
        }
    }
}

/// The traces that the sessions of `tests/cmd/trace.trycmd` read; `RENJU_WRITE_TABLES=1` writes them.
#[test]
fn the_traces_of_the_sessions_are_those_of_these_searches() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/trace.in");
    let files = [
        (Mistake::NoCuts, "min-max.jsonl"),
        (Mistake::None, "right.jsonl"),
        (Mistake::WrongSign, "wrong-sign.jsonl"),
        (Mistake::WindowNotPassedOn, "window-not-passed-on.jsonl"),
        (Mistake::BoundAsExact, "bound-as-exact.jsonl"),
        (Mistake::BestNotUpdatedAtCut, "best-not-updated.jsonl"),
        (Mistake::NoSecondSearch, "no-second-search.jsonl"),
    ];
    for (mistake, name) in files {
        let (text, path) = (traced(&position(), mistake, SIZE), folder.join(name));
        if std::env::var_os("RENJU_WRITE_TABLES").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{name}");
    }
}
