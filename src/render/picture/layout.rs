use std::fmt::Write as _;

use crate::board::Color;
use crate::geometry::{Point, Size};

use crate::forbidden::ForbiddenKind;

use super::board_picture::{BoardPicture, Coordinates, Mark, Segment, Tone};
use super::caption;
use super::palette::{self, BLACK, BLUE, BROWN, RED, WHITE, WOOD};
use super::scene::{Ink, Scene, Shape, Spot, Stroke};

/// From the outer line to the edge of the sheet, where coordinates stand and where they do not.
const WIDE_MARGIN: f32 = 1.25;
const NARROW_MARGIN: f32 = 0.75;
/// From the outer line to the middle of the coordinates.
const COORDINATES: f32 = 0.85;

const STONE: f32 = 0.46;
/// From a marked line to its border: just outside its stones.
const BORDER: f32 = 0.53;

/// Draws `picture` from the back to the front.
pub(super) fn scene(picture: &BoardPicture) -> Scene {
    let mut artist = Artist::new(picture);
    artist.bands();
    artist.heat();
    artist.grid();
    artist.coordinates();
    artist.stones();
    artist.numbers();
    artist.marks();
    artist.forbidden();
    let mut scene = artist.finish();
    if let Some(words) = &picture.caption {
        caption::append(&mut scene, words);
    }
    scene
}

/// Knows where the points are and collects the shapes.
struct Artist<'a> {
    picture: &'a BoardPicture,
    /// From the left edge of the sheet to column A, and from the lower edge to row 1.
    near: f32,
    /// From the last column to the right edge, and from the last row to the upper edge.
    far: f32,
    shapes: Vec<Shape>,
}

/// The tools.
impl<'a> Artist<'a> {
    fn new(picture: &'a BoardPicture) -> Artist<'a> {
        let (near, far) = match picture.coordinates {
            Coordinates::Hidden => (NARROW_MARGIN, NARROW_MARGIN),
            Coordinates::LeftAndBottom => (WIDE_MARGIN, NARROW_MARGIN),
            Coordinates::AllSides => (WIDE_MARGIN, WIDE_MARGIN),
        };
        Artist {
            picture,
            near,
            far,
            shapes: Vec::new(),
        }
    }

    fn finish(self) -> Scene {
        let side = self.near + self.last_line() + self.far;
        Scene {
            width: side,
            height: side,
            background: WOOD,
            title: title(self.picture),
            description: description(self.picture),
            shapes: self.shapes,
        }
    }

    /// The number of the last line, counted from 0.
    fn last_line(&self) -> f32 {
        f32::from(self.picture.size.get() - 1)
    }

    /// Where the point of that column and row lies; outside the board too.
    fn spot(&self, column: f32, row: f32) -> Spot {
        Spot {
            x: self.near + column,
            y: self.far + self.last_line() - row,
        }
    }

    fn spot_of(&self, point: Point) -> Spot {
        self.spot(f32::from(point.column()), f32::from(point.row()))
    }

    /// The entries of a list whose points are on the board, with their places.
    fn placed<T>(&self, list: &'a [(Point, T)]) -> Vec<(Point, Spot, &'a T)> {
        list.iter()
            .filter(|(point, _)| point.is_on(self.picture.size))
            .map(|(point, thing)| (*point, self.spot_of(*point), thing))
            .collect()
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        let stones = self.placed(&self.picture.stones).into_iter();
        let mut here = stones.filter(|(at, ..)| *at == point);
        here.next().map(|(_, _, color)| *color)
    }

    fn line(&mut self, from: Spot, to: Spot, stroke: Stroke) {
        self.shapes.push(Shape::Line { from, to, stroke });
    }

    fn disc(&mut self, center: Spot, radius: f32, ink: Ink) {
        self.shapes.push(Shape::Circle {
            center,
            radius,
            fill: Some(ink),
            outline: None,
        });
    }

    fn text(&mut self, center: Spot, size: f32, ink: Ink, text: String) {
        self.shapes.push(Shape::Text {
            center,
            size,
            ink,
            text,
        });
    }
}

/// What lies below the stones.
impl Artist<'_> {
    /// The marked lines: all borders first, so that no border crosses another line's inside.
    fn bands(&mut self) {
        let picture = self.picture;
        let is_on = |line: &&Segment| line.from.is_on(picture.size) && line.to.is_on(picture.size);
        for line in picture.lines.iter().filter(is_on) {
            self.band(*line, BORDER, None, Some(palette::border(line.tone)));
        }
        for line in picture.lines.iter().filter(is_on) {
            let fill = WOOD.mixed(palette::tone(line.tone), 0.16);
            self.band(*line, BORDER - 0.04, Some(fill), None);
        }
    }

    fn band(&mut self, line: Segment, radius: f32, fill: Option<Ink>, outline: Option<Stroke>) {
        self.shapes.push(Shape::Capsule {
            from: self.spot_of(line.from),
            to: self.spot_of(line.to),
            radius,
            fill,
            outline,
        });
    }

    fn heat(&mut self) {
        for (_, spot, value) in self.placed(&self.picture.heat) {
            let value = value.clamp(0.0, 1.0);
            let radius = 0.08 + 0.36 * value.sqrt();
            self.disc(spot, radius, WOOD.mixed(BLUE, 0.2 + 0.6 * value));
        }
    }

    fn grid(&mut self) {
        let last = self.picture.size.get() - 1;
        let end = f32::from(last);
        for line in 0..=last {
            let is_outer = line == 0 || line == last;
            let stroke = Stroke::solid(BROWN, if is_outer { 0.07 } else { 0.03 });
            let at = f32::from(line);
            self.line(self.spot(0.0, at), self.spot(end, at), stroke);
            self.line(self.spot(at, 0.0), self.spot(at, end), stroke);
        }
        for (column, row) in stars(self.picture.size) {
            let spot = self.spot(f32::from(column), f32::from(row));
            self.disc(spot, 0.09, BROWN);
        }
    }

    fn coordinates(&mut self) {
        let beyond = self.last_line() + COORDINATES;
        let sides: &[f32] = match self.picture.coordinates {
            Coordinates::Hidden => &[],
            Coordinates::LeftAndBottom => &[-COORDINATES],
            Coordinates::AllSides => &[-COORDINATES, beyond],
        };
        for line in 0..self.picture.size.get() {
            let at = f32::from(line);
            let letter = char::from(b'A' + line).to_string();
            let number = (line + 1).to_string();
            for &side in sides {
                self.text(self.spot(at, side), 0.38, BROWN, letter.clone());
                self.text(self.spot(side, at), 0.38, BROWN, number.clone());
            }
        }
    }
}

/// The stones and what lies on them.
impl Artist<'_> {
    fn stones(&mut self) {
        for (_, center, color) in self.placed(&self.picture.stones) {
            self.shapes.push(Shape::Circle {
                center,
                radius: STONE,
                fill: Some(palette::stone(*color)),
                outline: Some(Stroke::solid(BLACK, 0.035)),
            });
        }
    }

    fn numbers(&mut self) {
        let is_forbidden = |point| self.picture.forbidden.iter().any(|(at, _)| *at == point);
        for (point, spot, number) in self.placed(&self.picture.numbers) {
            if !is_forbidden(point) {
                self.label(point, spot, number.to_string());
            }
        }
        if let Some(point) = self.picture.last.filter(|&point| !is_forbidden(point)) {
            self.last(point);
        }
    }

    /// The stone that was played last: a ring around its text if it has one, otherwise a dot.
    fn last(&mut self, point: Point) {
        let Some(color) = self.stone_at(point) else {
            return;
        };
        let (center, ink) = (self.spot_of(point), palette::stone(!color));
        let has_number = self.picture.numbers.iter().any(|(at, _)| *at == point);
        let has_mark = self.picture.marks.iter().any(|(at, _)| *at == point);
        if has_number || has_mark {
            self.shapes.push(Shape::Circle {
                center,
                radius: 0.385,
                fill: None,
                outline: Some(Stroke::solid(ink, 0.04)),
            });
        } else {
            self.disc(center, 0.14, ink);
        }
    }

    fn marks(&mut self) {
        for (point, spot, mark) in self.placed(&self.picture.marks) {
            match mark {
                Mark::Label(text) => self.label(point, spot, text.clone()),
                Mark::Dot(tone) => self.dot(spot, *tone),
            }
        }
    }

    /// A short text; on an empty point the grid makes room for it.
    fn label(&mut self, point: Point, spot: Spot, text: String) {
        let ink = if let Some(color) = self.stone_at(point) {
            palette::stone(!color)
        } else {
            self.disc(spot, 0.31, WOOD);
            BROWN
        };
        let size = label_size(text.chars().count());
        self.text(spot, size, ink, text);
    }

    fn dot(&mut self, center: Spot, tone: Tone) {
        self.shapes.push(Shape::Circle {
            center,
            radius: 0.15,
            fill: Some(palette::tone(tone)),
            outline: Some(Stroke::solid(WHITE, 0.05)),
        });
    }

    fn forbidden(&mut self) {
        for (_, spot, signs) in self.placed(&self.picture.forbidden) {
            if signs.is_empty() {
                self.cross(spot);
            } else {
                self.diamond(spot, signs);
            }
        }
    }

    /// A forbidden point without a reason.
    fn cross(&mut self, center: Spot) {
        const ARM: f32 = 0.24;
        for (ink, width) in [(WHITE, 0.2), (RED, 0.11)] {
            for up in [ARM, -ARM] {
                let (from, to) = (center.moved(-ARM, up), center.moved(ARM, -up));
                self.line(from, to, Stroke::solid(ink, width));
            }
        }
    }

    /// A forbidden point with the digits of its reasons, in order and without repetition.
    fn diamond(&mut self, center: Spot, signs: &[ForbiddenKind]) {
        let mut signs = signs.to_vec();
        signs.sort_unstable();
        signs.dedup();
        self.shapes.push(Shape::Diamond {
            center,
            radius: 0.48,
            fill: WHITE,
            outline: Stroke::solid(RED, 0.065),
        });
        let size = [0.5, 0.42, 0.33][signs.len().min(3) - 1];
        let digits = signs.iter().map(|sign| sign.digit()).collect();
        self.text(center, size, RED, digits);
    }
}

/// The size of a text with so many characters that has to stay on a stone.
fn label_size(characters: usize) -> f32 {
    match characters {
        0..=1 => 0.52,
        2 => 0.46,
        3 => 0.38,
        _ => 0.28,
    }
}

/// The star points as columns and rows: on odd sides the centre and four more where there is room.
/// Even sides have no centre and no custom.
fn stars(size: Size) -> Vec<(u8, u8)> {
    let lines = size.get();
    if lines.is_multiple_of(2) {
        return Vec::new();
    }
    let center = lines / 2;
    let low = match lines {
        ..9 => return vec![(center, center)],
        9..13 => 2,
        _ => 3,
    };
    let high = lines - 1 - low;
    vec![
        (low, low),
        (low, high),
        (center, center),
        (high, low),
        (high, high),
    ]
}

fn title(picture: &BoardPicture) -> String {
    match &picture.caption {
        Some(words) if !words.trim().is_empty() => words.clone(),
        _ => format!("Board {}", picture.size),
    }
}

/// The board in words, for screen readers.
fn description(picture: &BoardPicture) -> String {
    let mut words = format!("Board {}.", picture.size);
    for color in Color::BOTH {
        let stones = picture.stones.iter();
        let points = stones.filter(|(point, of)| *of == color && point.is_on(picture.size));
        list(&mut words, color.name(), points.map(|(point, _)| *point));
    }
    let forbidden = picture.forbidden.iter().map(|(point, _)| *point);
    let forbidden = forbidden.filter(|point| point.is_on(picture.size));
    list(&mut words, "forbidden", forbidden);
    words
}

/// Adds ` Name: A1 B2.` to `words` if there are points.
fn list(words: &mut String, name: &str, points: impl Iterator<Item = Point>) {
    let points: Vec<String> = points.map(|point| point.to_string()).collect();
    if !points.is_empty() {
        let _ = write!(words, " {name}: {}.", points.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn texts(scene: &Scene) -> Vec<&str> {
        let shapes = scene.shapes.iter();
        let texts = shapes.filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    /// A board without coordinates.
    fn bare(side: u8) -> BoardPicture {
        BoardPicture {
            coordinates: Coordinates::Hidden,
            ..BoardPicture::new(Size::new(side).unwrap())
        }
    }

    #[test]
    fn star_points_are_the_customary_ones() {
        let names = |side| -> Vec<String> {
            let stars = stars(Size::new(side).unwrap()).into_iter();
            stars
                .map(|(column, row)| Point::new(column, row).unwrap().to_string())
                .collect()
        };
        assert_eq!(names(15), ["D4", "D12", "H8", "L4", "L12"]);
        assert_eq!(names(19), ["D4", "D16", "J10", "P4", "P16"]);
        assert_eq!(names(9), ["C3", "C7", "E5", "G3", "G7"]);
        assert_eq!(names(5), ["C3"]);
        assert!(names(20).is_empty());
    }

    #[test]
    fn coordinates_name_every_line_without_skipping_a_letter() {
        let mut picture = BoardPicture::new(Size::MIN);
        let expected = ["A", "1", "B", "2", "C", "3", "D", "4", "E", "5"];
        assert_eq!(texts(&picture.scene()), expected);
        picture.coordinates = Coordinates::AllSides;
        assert_eq!(texts(&picture.scene()).len(), 20);
        assert!(texts(&bare(20).scene()).is_empty());
        let largest = BoardPicture::new(Size::MAX).scene();
        assert!(texts(&largest).contains(&"I") && texts(&largest).contains(&"T"));
    }

    #[test]
    fn row_1_is_at_the_bottom() {
        let picture = bare(15);
        let artist = Artist::new(&picture);
        let (low, high) = (artist.spot_of(point("A1")), artist.spot_of(point("A15")));
        assert_eq!(low, high.moved(0.0, 14.0));
        assert_eq!(high, Spot { x: 0.75, y: 0.75 });
    }

    #[test]
    fn a_diamond_names_its_reasons_in_order_and_once() {
        use ForbiddenKind::{DoubleFour, DoubleThree, Overline};
        let mut picture = bare(15);
        let signs = vec![Overline, DoubleFour, DoubleThree, DoubleFour];
        picture.forbidden = vec![(point("H8"), signs), (point("A1"), vec![])];
        assert_eq!(texts(&picture.scene()), ["346"]);
    }

    #[test]
    fn a_forbidden_stone_shows_its_reason_instead_of_its_number() {
        let mut picture = bare(15);
        picture.stones = vec![(point("H8"), Color::Black)];
        picture.numbers = vec![(point("H8"), 17)];
        assert_eq!(texts(&picture.scene()), ["17"]);
        picture.forbidden = vec![(point("H8"), vec![ForbiddenKind::Overline])];
        assert_eq!(texts(&picture.scene()), ["6"]);
    }

    #[test]
    fn points_beyond_the_board_are_left_out() {
        let empty = bare(5);
        let mut picture = empty.clone();
        let beyond = point("F5");
        picture.stones = vec![(beyond, Color::White)];
        picture.numbers = vec![(beyond, 1)];
        picture.last = Some(beyond);
        picture.marks = vec![(beyond, Mark::Dot(Tone::Bad))];
        picture.heat = vec![(beyond, 1.0)];
        picture.lines = vec![Segment {
            from: point("A1"),
            to: beyond,
            tone: Tone::Three,
        }];
        assert_eq!(picture.scene(), empty.scene());
        picture.forbidden = vec![(beyond, vec![])];
        assert_eq!(picture.scene(), empty.scene());
    }

    #[test]
    fn the_description_lists_the_stones_and_forbidden_points() {
        let mut picture = bare(15);
        picture.stones = vec![(point("H8"), Color::Black), (point("H9"), Color::White)];
        picture.forbidden = vec![(point("A1"), vec![])];
        assert_eq!(
            picture.scene().description,
            "Board 15x15. black: H8. white: H9. forbidden: A1."
        );
    }
}
