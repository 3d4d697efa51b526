//! The board of a report: the position, and on it what the report says.

use crate::board::Color;
use crate::geometry::Point;
use crate::render::picture::{BoardPicture, Mark, MarkStyle};
use crate::study::{
    ComparisonReport, ForbiddenReport, MoveOrPass, PatternReport, Report, ReportHeader,
    ScoreReport, SearchReport, ThreatReport, VerdictName, VerdictReport,
};

use super::shape_map;
use super::show::BoardView;

/// Points whose rank is written on a picture of scores.
const RANKED: usize = 5;
/// Points that have a disc there.
const WARM: usize = 20;

/// The position of a report with what the report says of it. A report that says nothing of a
/// position has its stones.
pub fn picture(report: &Report) -> BoardPicture {
    match report {
        Report::Board(report) => BoardView::plain(report).picture(),
        Report::Forbidden(report) => forbidden(report),
        Report::Verdict(report) => verdict(report),
        Report::Patterns(report) => patterns(report),
        Report::Score(report) => score(report),
        Report::Comparison(report) => comparison(report),
        Report::Search(report) => search(report),
        Report::Threats(report) => threats(report),
        Report::WinCheck(report) => of_header(&report.header),
    }
}

fn of_header(header: &ReportHeader) -> BoardPicture {
    BoardPicture::of_board(&header.board)
}

/// Each forbidden point with its reasons; where there is just one, with its lines too. A move that
/// was forbidden and was played is marked on its stone.
fn forbidden(report: &ForbiddenReport) -> BoardPicture {
    let mut picture = of_header(&report.header);
    let played = report.played.iter().map(|played| &played.found);
    for found in report.forbidden.iter().chain(played) {
        picture.forbidden.push((found.point, found.kinds.clone()));
    }
    if let [found] = &report.forbidden[..]
        && let Some(proof) = &found.proof
    {
        picture.mark_proof(proof);
    }
    picture
}

fn verdict(report: &VerdictReport) -> BoardPicture {
    let mut picture = of_header(&report.header);
    match report.verdict {
        VerdictName::Forbidden => picture.forbidden.push((report.point, report.kinds.clone())),
        VerdictName::Allowed => picture.mark(report.point, Mark::Label("ok".to_owned())),
        VerdictName::Wins => picture.mark(report.point, Mark::Label("win".to_owned())),
    }
    if let Some(five) = &report.five {
        picture.mark_run(five, MarkStyle::Five);
    }
    if let Some(proof) = &report.proof {
        picture.mark_proof(proof);
    }
    picture
}

fn patterns(report: &PatternReport) -> BoardPicture {
    let mut picture = of_header(&report.header);
    for shape in report.shapes.iter().flatten() {
        picture.mark_shape(shape.shape, &shape.run, &shape.next);
    }
    if let Some(map) = &report.map {
        let side = report.header.to_move.unwrap_or(Color::Black);
        if let Some(map) = map[side].as_ref().or(map[!side].as_ref()) {
            shape_map::add_to(&mut picture, map);
        }
    }
    picture
}

/// The values to the side to move, or to the one side that was asked for.
fn score(report: &ScoreReport) -> BoardPicture {
    let mut picture = of_header(&report.header);
    let side = report.header.to_move.unwrap_or(Color::Black);
    let points = &report.points;
    let Some(points) = points[side].as_ref().or(points[!side].as_ref()) else {
        return picture;
    };
    // By rank, since one value that is far above the others would leave them no disc.
    let warmest = points.0.iter().take_while(|at| at.rank <= WARM);
    let warmth = warmest.map(|at| (at.point, (WARM + 1 - at.rank) as i64));
    picture.add_heat(&warmth.collect::<Vec<_>>());
    for at in points.0.iter().take(RANKED) {
        picture.mark(at.point, Mark::Label(at.rank.to_string()));
    }
    picture
}

/// The points of the reference with the rank that each has there.
fn comparison(report: &ComparisonReport) -> BoardPicture {
    let mut picture = of_header(&report.header);
    let reference = |ranks: &[(String, Option<usize>)]| {
        let own = ranks.iter().find(|(name, _)| *name == report.reference);
        own.and_then(|(_, rank)| *rank)
    };
    for compared in &report.points {
        if let Some(rank) = reference(&compared.ranks.0) {
            picture.mark(compared.point, Mark::Label(rank.to_string()));
        }
    }
    picture
}

/// The best line as numbered stones.
fn search(report: &SearchReport) -> BoardPicture {
    let mut picture = of_header(&report.header);
    if let (Some(first), Some(best)) = (report.header.to_move, report.lines.first()) {
        picture.add_line(first, points(&best.moves));
    }
    picture
}

/// The line of the win as numbered stones.
fn threats(report: &ThreatReport) -> BoardPicture {
    let mut picture = of_header(&report.header);
    picture.add_line(report.attacker, points(&report.line));
    picture
}

fn points(moves: &[MoveOrPass]) -> impl Iterator<Item = Option<Point>> {
    moves.iter().map(|played| match *played {
        MoveOrPass::At(point) => Some(point),
        MoveOrPass::Pass => None,
    })
}
