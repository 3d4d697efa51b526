//! Each shape defined by what one more stone makes: slow, obvious, and sharing no code with what it is held against.
//!
//! Everything here looks at one whole line through the eyes of one side. Beyond its ends nothing
//! can be placed.

use std::collections::BTreeMap;

use renju_core::pattern::{LineCell, LineShape, Shape};
use renju_core::rule::FiveLength;

/// Sets of stones, each with the cells where one more stone makes the better shape.
type StoneSets = BTreeMap<Vec<usize>, Vec<usize>>;

/// Every shape that stands on `line`, strongest first, and left to right among equals.
///
/// A set that contains, or lies within, the stones of a stronger shape is left out.
pub(crate) fn shapes(line: &[LineCell], length: FiveLength) -> Vec<LineShape> {
    let (open_threes, closed_threes) = threes(line, length);
    let (open_twos, closed_twos) = twos(line, length);
    let rows = |keep: &dyn Fn(usize) -> bool| -> StoneSets {
        rows(line)
            .into_iter()
            .filter(|row| keep(row.len()))
            .map(|row| (row, vec![]))
            .collect()
    };
    let by_strength = [
        (Shape::Five, rows(&|stones| length.wins(stones))),
        (
            Shape::Overline,
            rows(&|stones| stones > 5 && !length.wins(stones)),
        ),
        (Shape::StraightFour, straight_fours(line, length)),
        (Shape::Four, fours(line, length)),
        (Shape::OpenThree, open_threes),
        (Shape::ClosedThree, closed_threes),
        (Shape::OpenTwo, open_twos),
        (Shape::ClosedTwo, closed_twos),
    ];
    let mut found = Vec::new();
    for (shape, sets) in by_strength {
        for (stones, next) in sets {
            keep_unless_covered(
                &mut found,
                LineShape {
                    shape,
                    stones,
                    next,
                },
            );
        }
    }
    found
}

/// Adds a shape to those found, unless a stronger one contains its stones or lies within them.
fn keep_unless_covered(found: &mut Vec<LineShape>, new: LineShape) {
    let covered = found.iter().any(|stronger| {
        stronger.shape > new.shape
            && (is_within(&new.stones, &stronger.stones)
                || is_within(&stronger.stones, &new.stones))
    });
    if !covered {
        found.push(new);
    }
}

fn is_within(inner: &[usize], outer: &[usize]) -> bool {
    inner.iter().all(|cell| outer.contains(cell))
}

/// The unbroken rows of own stones.
fn rows(line: &[LineCell]) -> Vec<Vec<usize>> {
    (0..line.len())
        .filter(|&cell| {
            line[cell] == LineCell::Own && (cell == 0 || line[cell - 1] != LineCell::Own)
        })
        .map(|start| {
            (start..line.len())
                .take_while(|&cell| line[cell] == LineCell::Own)
                .collect()
        })
        .collect()
}

/// The line with one more own stone, for each empty cell.
fn one_more(line: &[LineCell]) -> impl Iterator<Item = (usize, Vec<LineCell>)> {
    (0..line.len())
        .filter(|&cell| line[cell] == LineCell::Empty)
        .map(|cell| {
            let mut longer = line.to_vec();
            longer[cell] = LineCell::Own;
            (cell, longer)
        })
}

/// Cells that one more stone turns into a winning row, each with that row.
fn completions(line: &[LineCell], length: FiveLength) -> Vec<(usize, Vec<usize>)> {
    one_more(line)
        .filter_map(|(cell, longer)| {
            let row = rows(&longer).into_iter().find(|row| row.contains(&cell))?;
            length.wins(row.len()).then_some((cell, row))
        })
        .collect()
}

/// The set `stones` without `cell`, and `cell` as its next point.
fn add(sets: &mut StoneSets, stones: &[usize], cell: usize) {
    let without = stones
        .iter()
        .copied()
        .filter(|&stone| stone != cell)
        .collect();
    sets.entry(without).or_default().push(cell);
}

/// Stones that one more makes a winning row of.
fn fours(line: &[LineCell], length: FiveLength) -> StoneSets {
    let mut sets = StoneSets::new();
    for (cell, row) in completions(line, length) {
        add(&mut sets, &row, cell);
    }
    sets
}

/// Unbroken rows of four whose neighbours are both empty and both make a winning row.
fn straight_fours(line: &[LineCell], length: FiveLength) -> StoneSets {
    let completing: Vec<usize> = completions(line, length)
        .into_iter()
        .map(|(cell, _)| cell)
        .collect();
    let neighbours = |row: &[usize]| Some([row[0].checked_sub(1)?, row[row.len() - 1] + 1]);
    rows(line)
        .into_iter()
        .filter(|row| row.len() == 4)
        .filter_map(|row| Some((neighbours(&row)?, row)))
        .filter(|(ends, _)| ends.iter().all(|end| completing.contains(end)))
        .map(|(ends, row)| (row, ends.to_vec()))
        .collect()
}

/// Stones that one more makes a straight four of, and those it makes only a four of.
fn threes(line: &[LineCell], length: FiveLength) -> (StoneSets, StoneSets) {
    let (mut open, mut closed) = (StoneSets::new(), StoneSets::new());
    for (cell, longer) in one_more(line) {
        gather(&mut open, &straight_fours(&longer, length), cell);
        gather(&mut closed, &fours(&longer, length), cell);
    }
    (open, closed)
}

/// Stones that one more makes an open three of, and those it makes only a closed three of.
fn twos(line: &[LineCell], length: FiveLength) -> (StoneSets, StoneSets) {
    let (mut open, mut closed) = (StoneSets::new(), StoneSets::new());
    for (cell, longer) in one_more(line) {
        let (open_threes, closed_threes) = threes(&longer, length);
        gather(&mut open, &open_threes, cell);
        gather(&mut closed, &closed_threes, cell);
    }
    (open, closed)
}

/// Takes over the shapes that `cell` is a stone of, without it.
fn gather(sets: &mut StoneSets, better: &StoneSets, cell: usize) {
    for stones in better.keys().filter(|stones| stones.contains(&cell)) {
        add(sets, stones, cell);
    }
}

/// What an own stone on the empty `cell` makes: the strongest shape that stands then and has it
/// among its stones.
///
/// # Panics
///
/// Panics if `cell` is not empty.
pub(crate) fn made_at(line: &[LineCell], cell: usize, length: FiveLength) -> Shape {
    let shapes = shapes(&with_own(line, cell), length);
    let mut made = shapes.iter().filter(|found| found.stones.contains(&cell));
    match (made.next(), made.next()) {
        (None, _) => Shape::Dead,
        (Some(one), Some(other)) if [one.shape, other.shape] == [Shape::Four; 2] => Shape::TwoFours,
        (Some(strongest), _) => strongest.shape,
    }
}

fn with_own(line: &[LineCell], cell: usize) -> Vec<LineCell> {
    assert_eq!(line[cell], LineCell::Empty, "a stone needs an empty point");
    let mut longer = line.to_vec();
    longer[cell] = LineCell::Own;
    longer
}

/// The strongest shape that an own stone on the empty `cell` would be a stone of, be it that a
/// stronger one lies within it.
///
/// # Panics
///
/// Panics if `cell` is not empty.
pub(crate) fn joined_at(line: &[LineCell], cell: usize, length: FiveLength) -> Shape {
    let longer = with_own(line, cell);
    let here = |sets: &StoneSets| sets.keys().filter(|stones| stones.contains(&cell)).count();
    let row = rows(&longer)
        .into_iter()
        .find(|row| row.contains(&cell))
        .map_or(0, |row| row.len());
    if length.wins(row) {
        return Shape::Five;
    }
    if row > 5 {
        return Shape::Overline;
    }
    if here(&straight_fours(&longer, length)) > 0 {
        return Shape::StraightFour;
    }
    match here(&fours(&longer, length)) {
        0 => {}
        1 => return Shape::Four,
        _ => return Shape::TwoFours,
    }
    let (open_threes, closed_threes) = threes(&longer, length);
    let (open_twos, closed_twos) = twos(&longer, length);
    [
        (Shape::OpenThree, open_threes),
        (Shape::ClosedThree, closed_threes),
        (Shape::OpenTwo, open_twos),
        (Shape::ClosedTwo, closed_twos),
    ]
    .into_iter()
    .find(|(_, sets)| here(sets) > 0)
    .map_or(Shape::Dead, |(shape, _)| shape)
}
