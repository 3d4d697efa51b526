//! The boards of a report: the position, and on it what the report says.

use crate::board::Color;
use crate::geometry::Point;
use crate::pattern::Shape;
use crate::render::picture::{BoardPicture, Mark, Sheet};
use crate::render::printable::printable;
use crate::render::{Lang, Style};
use crate::study::{
    ComparedPoint, ComparisonReport, PatternReport, Report, ReportHeader, ScoreReport, ShapeMap,
};

use super::defences::{defence_boards, defences, winning_boards, winning_moves};
use super::forced_win::shapes_made;
use super::game::game_move;
use super::heat::{add_discs, add_ranks};
use super::line_boards::{forced_win, search, search_boards, win_boards};
use super::page::Page;
use super::proof_boards::{forbidden, forbidden_boards, verdict_board, verdict_boards};
use super::shape_map;
use super::show::BoardView;

/// Boards on a sheet.
const BOARDS: usize = 24;

/// The position of a report with what the report says of it, on one board. A report that says
/// nothing of a position has its stones.
pub fn picture(report: &Report) -> BoardPicture {
    match report {
        Report::Board(report) => BoardView::plain(report).picture(),
        Report::Forbidden(report) => forbidden(report),
        Report::Verdict(report) => verdict_board(report),
        Report::Patterns(report) => patterns(report),
        Report::Score(report) => score(report),
        Report::Comparison(report) => comparison(report, &report.reference),
        Report::Search(report) => search(report),
        Report::ForcedWin(report) => forced_win(report),
        Report::Defences(report) => defences(report),
        Report::WinningMoves(report) => winning_moves(report),
        Report::GameMove(report) => game_move(report),
        Report::GameSummary(report) => of_header(&report.header),
        Report::WinCheck(report) => of_header(&report.header),
    }
}

/// The boards of a report, as many as it needs, each with its caption.
pub fn sheet(report: &Report, lang: Lang) -> Sheet {
    let boards = match report {
        Report::Forbidden(report) => forbidden_boards(report, lang),
        Report::Verdict(report) => verdict_boards(report, lang),
        Report::Patterns(report) => pattern_boards(report, lang),
        Report::Score(report) => score_boards(report, lang),
        Report::Comparison(report) => comparison_boards(report, lang),
        Report::Search(report) => search_boards(report, lang),
        Report::ForcedWin(report) => win_boards(report, lang),
        Report::Defences(report) => defence_boards(report, lang),
        Report::WinningMoves(report) => winning_boards(report, lang),
        Report::Board(_) | Report::WinCheck(_) | Report::GameMove(_) | Report::GameSummary(_) => {
            vec![picture(report)]
        }
    };
    let mut page = Page::new(Style::plain(lang));
    page.heading(header(report));
    Sheet {
        boards: limited(boards, lang),
        title: Some(page.into_text().trim_end().to_owned()),
        lang,
    }
}

/// The first boards; the last of them says how many are left out.
fn limited(mut boards: Vec<BoardPicture>, lang: Lang) -> Vec<BoardPicture> {
    let more = boards.len().saturating_sub(BOARDS);
    boards.truncate(BOARDS);
    if more > 0
        && let Some(last) = boards.last_mut()
    {
        let caption = last.caption.take().unwrap_or_default();
        let more = lang.count("picture.more", more as u64, &[]);
        last.caption = Some(caption + lang.text("list.semicolon") + &more);
    }
    boards
}

fn header(report: &Report) -> &ReportHeader {
    match report {
        Report::Board(report) => &report.header,
        Report::Forbidden(report) => &report.header,
        Report::Verdict(report) => &report.header,
        Report::Patterns(report) => &report.header,
        Report::Score(report) => &report.header,
        Report::Comparison(report) => &report.header,
        Report::Search(report) => &report.header,
        Report::ForcedWin(report) => &report.header,
        Report::Defences(report) => &report.header,
        Report::WinningMoves(report) => &report.header,
        Report::GameMove(report) => &report.header,
        Report::GameSummary(report) => &report.header,
        Report::WinCheck(report) => &report.header,
    }
}

fn of_header(header: &ReportHeader) -> BoardPicture {
    BoardPicture::of_board(&header.board)
}

/// The shapes, or the map of the side to move.
fn patterns(report: &PatternReport) -> BoardPicture {
    let side = report.header.to_move.unwrap_or(Color::Black);
    let maps = report.map.as_ref();
    match maps.and_then(|maps| maps[side].as_ref().or(maps[!side].as_ref())) {
        Some(map) => with_map(report, map),
        None => with_shapes(report, |_| true),
    }
}

/// What a stone on each empty point would make.
fn with_map(report: &PatternReport, map: &ShapeMap) -> BoardPicture {
    let mut picture = of_header(&report.header);
    shape_map::add_to(&mut picture, map);
    picture
}

/// The shapes of some kinds, and the point that was asked about.
fn with_shapes(report: &PatternReport, is_shown: impl Fn(Shape) -> bool) -> BoardPicture {
    let mut picture = of_header(&report.header);
    let shapes = report.shapes.iter().flatten();
    for standing in shapes.filter(|standing| is_shown(standing.shape)) {
        picture.mark_shape(standing.shape, &standing.run, &standing.next);
    }
    if let Some(at) = &report.at {
        picture.mark(at.point, Mark::Label("?".to_owned()));
    }
    picture
}

/// A board for the map of each side, if it was asked for; then one for each kind of shape that stands,
/// the strongest first, with how many there are.
fn pattern_boards(report: &PatternReport, lang: Lang) -> Vec<BoardPicture> {
    let shapes = || report.shapes.iter().flatten();
    let stands = |kind: &Shape| shapes().any(|standing| standing.shape == *kind);
    let kinds = Shape::STANDING.into_iter().filter(stands);
    let of_kinds = kinds.map(|kind| BoardPicture {
        caption: Some(shapes_of(report, kind, lang)),
        ..with_shapes(report, |shape| shape == kind)
    });
    let maps = Color::BOTH.into_iter().filter_map(|color| {
        let map = report.map.as_ref()?[color].as_ref()?;
        Some(BoardPicture {
            caption: Some(shape_map::caption(map, color, lang)),
            ..with_map(report, map)
        })
    });
    let boards: Vec<BoardPicture> = maps.chain(of_kinds).collect();
    if boards.is_empty() {
        return vec![BoardPicture {
            caption: Some(lang.text("patterns.none").to_owned()),
            ..patterns(report)
        }];
    }
    boards
}

/// `black: two open threes; white: open three`
fn shapes_of(report: &PatternReport, kind: Shape, lang: Lang) -> String {
    let said = Color::BOTH.into_iter().filter_map(|color| {
        let shapes = report.shapes.iter().flatten();
        let shapes = shapes.filter(|standing| standing.shape == kind && standing.color == color);
        let count = shapes.count();
        let shapes = (count > 0).then(|| shapes_made(&vec![kind; count], lang))?;
        Some(lang.word(color).to_owned() + lang.text("list.colon") + &shapes)
    });
    said.collect::<Vec<String>>()
        .join(lang.text("list.semicolon"))
}

/// The values to the side to move, or to the one side that was asked for.
fn score(report: &ScoreReport) -> BoardPicture {
    let mut picture = of_header(&report.header);
    let side = report.header.to_move.unwrap_or(Color::Black);
    let points = &report.points;
    if let Some(points) = points[side].as_ref().or(points[!side].as_ref()) {
        add_ranks(&mut picture, points);
    }
    picture
}

/// A board for each side that was asked for.
fn score_boards(report: &ScoreReport, lang: Lang) -> Vec<BoardPicture> {
    let evaluator = printable(&report.evaluator);
    let boards = Color::BOTH.into_iter().filter_map(|side| {
        let points = report.points[side].as_ref()?;
        let mut picture = of_header(&report.header);
        add_ranks(&mut picture, points);
        let title = lang.format("score.points", &[("color", &lang.word(side))]);
        picture.caption = Some(format!("{evaluator}{}{title}", lang.text("list.colon")));
        Some(picture)
    });
    let boards: Vec<BoardPicture> = boards.collect();
    if boards.is_empty() {
        let caption = lang.text("score.no_points");
        let caption = format!("{evaluator}{}{caption}", lang.text("list.colon"));
        return vec![BoardPicture {
            caption: Some(caption),
            ..of_header(&report.header)
        }];
    }
    boards
}

/// The points that are compared with the rank that each has with this evaluator.
fn comparison(report: &ComparisonReport, name: &str) -> BoardPicture {
    let mut picture = of_header(&report.header);
    let rank = |compared: &ComparedPoint| {
        let mut ranks = compared.ranks.0.iter();
        let own = ranks.find(|(other, _)| *other == name);
        Some((compared.point, own.and_then(|(_, rank)| *rank)?))
    };
    let ranks: Vec<(Point, usize)> = report.points.iter().filter_map(rank).collect();
    add_discs(&mut picture, ranks.iter().copied());
    for (point, rank) in ranks {
        picture.mark(point, Mark::Label(rank.to_string()));
    }
    picture
}

/// A board for each evaluator.
fn comparison_boards(report: &ComparisonReport, lang: Lang) -> Vec<BoardPicture> {
    let board = |name: &String| {
        let mut failures = report.failed.0.iter();
        let failed = failures.find(|(other, _)| other == name);
        let caption = match failed {
            None => printable(name),
            Some((name, failed)) => {
                let (name, reason) = (printable(name), printable(&failed.message));
                lang.format("compare.no_answer", &[("name", &name), ("reason", &reason)])
            }
        };
        BoardPicture {
            caption: Some(caption),
            ..comparison(report, name)
        }
    };
    report.evaluators.iter().map(board).collect()
}
