//! Points that are asked about: how users name several, and which of them a question fits.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::error::CliError;
use super::input::is_there;
use super::{GlobalArgs, InputArgs, diagnostics};
use renju::batch::Entry;
use renju::board::Color;
use renju::geometry::Point;
use renju::notation::ErrorCode;
use renju::position::Position;

/// Points of one flag: `H8`, `H8,J8`, `H8、J8` or `"H8 J8"`.
#[derive(Clone, Debug)]
pub(crate) struct PointsArg(Vec<Point>);

impl FromStr for PointsArg {
    type Err = String;

    fn from_str(text: &str) -> Result<PointsArg, String> {
        let names = text.split([',', '，', '、', ' ']);
        let names = names.filter(|name| !name.is_empty());
        let points: Result<Vec<Point>, _> = names.map(str::parse::<Point>).collect();
        let points = points.map_err(|error| error.to_string())?;
        if points.is_empty() {
            return Err("a point such as H8 is needed".to_owned());
        }
        Ok(PointsArg(points))
    }
}

impl fmt::Display for PointsArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&names.join(","))
    }
}

impl Serialize for PointsArg {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Takes the points that stand behind the files: the last words that are points and no files.
pub(super) fn split_points(input: &mut InputArgs) -> Option<PointsArg> {
    let is_point = |path: &PathBuf| !is_there(path) && point_of(path).is_some();
    let behind = input
        .positions
        .iter()
        .rev()
        .take_while(|path| is_point(path));
    let first = input.positions.len() - behind.count();
    let points: Vec<Point> = input
        .positions
        .drain(first..)
        .filter_map(|path| point_of(&path))
        .collect();
    (!points.is_empty()).then_some(PointsArg(points))
}

fn point_of(path: &Path) -> Option<Point> {
    path.to_str()?.parse().ok()
}

/// The points of all flags, in the order in which they are named.
///
/// # Errors
///
/// If one of them is named twice.
pub(super) fn all_points(flags: &[PointsArg]) -> Result<Vec<Point>, CliError> {
    let mut points = Vec::new();
    for &point in flags.iter().flat_map(|flag| &flag.0) {
        if points.contains(&point) {
            return Err(CliError::usage(format!("{point} is named twice")));
        }
        points.push(point);
    }
    Ok(points)
}

/// The position that a point is asked about in: a stone is asked about as if it had just been played, for
/// a game without the moves behind it.
///
/// # Errors
///
/// If the board does not have the point.
pub(super) fn position_of_point(
    point: Point,
    entry: &Entry,
    global: &GlobalArgs,
) -> Result<Position, CliError> {
    let Some(color) = stone_on(point, entry)? else {
        return Ok(entry.position.clone());
    };
    let (before, number) = entry.position.before_stone(point);
    if let Some(number) = number {
        let note = format!("{point} is move {number}: the board is the one before it");
        diagnostics::note(&note, global);
    }
    Ok(Position::of_board(before, entry.position.rule(), color))
}

/// Refuses a point that the board does not have, or that has a stone.
pub(super) fn require_empty(point: Point, entry: &Entry) -> Result<(), CliError> {
    match stone_on(point, entry)? {
        Some(color) => Err(taken(point, color, "only empty points can be asked about")),
        None => Ok(()),
    }
}

/// Refuses a point that the board does not have, or that has a white stone: White may play anywhere.
pub(super) fn require_no_white(point: Point, entry: &Entry) -> Result<(), CliError> {
    match stone_on(point, entry)? {
        Some(Color::White) => Err(taken(point, Color::White, "nothing is forbidden to white")),
        _ => Ok(()),
    }
}

fn stone_on(point: Point, entry: &Entry) -> Result<Option<Color>, CliError> {
    let board = entry.position.board();
    if point.is_on(board.size()) {
        return Ok(board.stone(point));
    }
    let message = format!("{point} is not on a {} board", board.size());
    Err(CliError::coded(ErrorCode::OffBoard, message))
}

fn taken(point: Point, color: Color, therefore: &str) -> CliError {
    let message = format!("{point} has a {color} stone; {therefore}");
    CliError::coded(ErrorCode::PointTaken, message)
}
