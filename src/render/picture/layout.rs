//! Lays out a `BoardPicture` as shapes of a `Scene`: grid, coordinates, stones and marks.

use super::board_picture::{BoardPicture, Coordinates, Mark, MarkStyle};

use super::part::BoardPart;
use super::scene::{Dash, Element, Form, Rgb, Scene, Stroke, Vec2};
use super::theme::{Palette, Theme};
use super::{caption, words};
use crate::board::Color;
use crate::forbidden::ForbiddenKind;
use crate::geometry::{Point, Size};
use crate::render::Lang;

/// From the outer line to the edge of the sheet, where coordinates stand and where they do not.
const WIDE_MARGIN: f32 = 1.25;
const NARROW_MARGIN: f32 = 0.75;
/// From the outer line to the middle of the coordinates.
const COORDINATES: f32 = 0.85;

/// What is drawn of a line of the board beyond the last point that is shown.
const OPEN: f32 = 0.5;

const STONE: f32 = 0.46;
impl BoardPicture {
    /// The picture as elements to draw, from the back to the front, on light wood.
    pub fn scene(&self) -> Scene {
        self.scene_in(Theme::Light)
    }

    /// The picture in the colours of a theme.
    pub fn scene_in(&self, theme: Theme) -> Scene {
        let mut layout = PictureLayout::new(self, theme.palette());
        let lines = layout.lines();
        layout.strips(&lines);
        layout.heat();
        layout.grid();
        layout.coordinates();
        layout.stones();
        layout.links(&lines);
        layout.numbers();
        layout.last();
        layout.marks();
        layout.forbidden();
        let mut scene = layout.finish();
        if let Some(text) = &self.caption {
            caption::append(&mut scene, text, theme.palette().ink);
        }
        scene
    }
}

/// Knows where the points are and collects the elements.
pub(super) struct PictureLayout<'a> {
    pub(super) picture: &'a BoardPicture,
    pub(super) palette: &'static Palette,
    /// What is drawn of the board.
    part: BoardPart,
    /// From the left edge of the sheet to column A, and from the lower edge to row 1.
    near: f32,
    /// From the last column to the right edge, and from the last row to the upper edge.
    far: f32,
    elements: Vec<Element>,
}

/// Where things are, and how they are added.
impl<'a> PictureLayout<'a> {
    fn new(picture: &'a BoardPicture, palette: &'static Palette) -> PictureLayout<'a> {
        let (near, far) = match picture.coordinates {
            Coordinates::Hidden => (NARROW_MARGIN, NARROW_MARGIN),
            Coordinates::LeftAndBottom => (WIDE_MARGIN, NARROW_MARGIN),
            Coordinates::AllSides => (WIDE_MARGIN, WIDE_MARGIN),
        };
        PictureLayout {
            picture,
            palette,
            part: picture.shown(),
            near,
            far,
            elements: Vec::new(),
        }
    }

    fn finish(self) -> Scene {
        let BoardPart { columns, rows } = self.part;
        let side = |(low, high): (u8, u8)| self.near + f32::from(high - low) + self.far;
        Scene {
            width: side(columns),
            height: side(rows),
            background: self.palette.wood,
            title: words::title(self.picture, Lang::ENGLISH),
            description: words::description(self.picture, Lang::ENGLISH),
            elements: self.elements,
        }
    }

    /// The position of that column and row; outside the board too.
    fn position(&self, column: f32, row: f32) -> Vec2 {
        Vec2 {
            x: self.near + column - f32::from(self.part.columns.0),
            y: self.far + f32::from(self.part.rows.1) - row,
        }
    }

    pub(super) fn position_of(&self, point: Point) -> Vec2 {
        self.position(f32::from(point.column()), f32::from(point.row()))
    }

    /// The entries of a list whose points are on the board, with their positions.
    fn on_board<T>(&self, list: &'a [(Point, T)]) -> Vec<(Point, Vec2, &'a T)> {
        list.iter()
            .filter(|(point, _)| self.picture.shows(*point))
            .map(|(point, thing)| (*point, self.position_of(*point), thing))
            .collect()
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        entry(&self.picture.stones, point).copied()
    }

    fn is_forbidden(&self, point: Point) -> bool {
        entry(&self.picture.forbidden, point).is_some()
    }

    pub(super) fn add(
        &mut self,
        form: Form,
        fill: impl Into<Option<Rgb>>,
        stroke: impl Into<Option<Stroke>>,
    ) {
        let (fill, stroke) = (fill.into(), stroke.into());
        self.elements.push(Element { form, fill, stroke });
    }

    pub(super) fn line(&mut self, from: Vec2, to: Vec2, stroke: Stroke) {
        self.add(Form::Line { from, to }, None, stroke);
    }

    fn disc(&mut self, center: Vec2, radius: f32, color: Rgb) {
        self.add(Form::Circle { center, radius }, color, None);
    }

    fn text(&mut self, center: Vec2, size: f32, color: Rgb, text: String) {
        self.add(Form::Text { center, size, text }, color, None);
    }
}

/// What lies below the stones.
impl PictureLayout<'_> {
    fn heat(&mut self) {
        for (_, center, value) in self.on_board(&self.picture.heat) {
            let (color, value) = (self.warmth(*value), value.clamp(0.0, 1.0));
            self.disc(center, 0.08 + 0.36 * value.sqrt(), color);
        }
    }

    /// The colour of a disc of a heat map.
    fn warmth(&self, value: f32) -> Rgb {
        let Palette { wood, blue, .. } = self.palette;
        wood.mix(*blue, 0.2 + 0.6 * value.clamp(0.0, 1.0))
    }

    fn grid(&mut self) {
        let BoardPart { columns, rows } = self.part;
        let last = self.picture.size.get() - 1;
        let [(left, right), (below, above)] = [columns, rows].map(|lines| ends(lines, last));
        for line in 0..=last {
            let is_outer = line == 0 || line == last;
            let stroke = Stroke::solid(self.palette.ink, if is_outer { 0.07 } else { 0.03 });
            let at = f32::from(line);
            if has(rows, line) {
                self.line(self.position(left, at), self.position(right, at), stroke);
            }
            if has(columns, line) {
                self.line(self.position(at, below), self.position(at, above), stroke);
            }
        }
        for (column, row) in stars(self.picture.size) {
            if has(columns, column) && has(rows, row) {
                let center = self.position(f32::from(column), f32::from(row));
                self.disc(center, 0.09, self.palette.ink);
            }
        }
    }

    fn coordinates(&mut self) {
        let (BoardPart { columns, rows }, ink) = (self.part, self.palette.ink);
        let [before, beyond] = [
            (columns.0, rows.0, -COORDINATES),
            (columns.1, rows.1, COORDINATES),
        ]
        .map(|(column, row, away)| (f32::from(column) + away, f32::from(row) + away));
        let sides: &[(f32, f32)] = match self.picture.coordinates {
            Coordinates::Hidden => &[],
            Coordinates::LeftAndBottom => &[before],
            Coordinates::AllSides => &[before, beyond],
        };
        for line in 0..self.picture.size.get() {
            let at = f32::from(line);
            for &(beside, below) in sides {
                if has(columns, line) {
                    let letter = char::from(b'A' + line).to_string();
                    self.text(self.position(at, below), 0.38, ink, letter);
                }
                if has(rows, line) {
                    let number = (line + 1).to_string();
                    self.text(self.position(beside, at), 0.38, ink, number);
                }
            }
        }
    }
}

/// The stones and what lies on them.
impl PictureLayout<'_> {
    fn stones(&mut self) {
        let picture = self.picture;
        for (_, center, &color) in self.on_board(&picture.stones) {
            let outline = Stroke::solid(self.palette.outline, 0.035);
            self.stone(center, self.palette.stone(color), outline);
        }
        for (_, center, &color) in self.on_board(&picture.ghosts) {
            let pale = self.palette.ghost(color);
            let dash = Some(Dash {
                on: 0.08,
                off: 0.12,
            });
            let outline = Stroke {
                dash,
                ..Stroke::solid(self.palette.outline, 0.035)
            };
            self.stone(center, pale, outline);
        }
    }

    fn stone(&mut self, center: Vec2, color: Rgb, outline: Stroke) {
        let radius = STONE;
        self.add(Form::Circle { center, radius }, color, outline);
    }

    fn numbers(&mut self) {
        for (point, center, number) in self.on_board(&self.picture.numbers) {
            if !self.is_forbidden(point) {
                self.label(point, center, number.to_string());
            }
        }
    }

    /// The stone that was played last: a ring around its text if it has one, otherwise a dot.
    fn last(&mut self) {
        let picture = self.picture;
        let is_shown = |&point: &Point| picture.shows(point) && !self.is_forbidden(point);
        let Some(point) = picture.last.filter(is_shown) else {
            return;
        };
        let Some(color) = self.stone_at(point) else {
            return;
        };
        let (center, ink) = (self.position_of(point), self.palette.stone(!color));
        let has_number = entry(&picture.numbers, point).is_some();
        if has_number || entry(&picture.marks, point).is_some() {
            let radius = 0.385;
            self.add(
                Form::Circle { center, radius },
                None,
                Stroke::solid(ink, 0.04),
            );
        } else {
            self.disc(center, 0.14, ink);
        }
    }

    fn marks(&mut self) {
        for (point, center, mark) in self.on_board(&self.picture.marks) {
            match mark {
                Mark::Label(text) => self.label(point, center, text.clone()),
                Mark::Dot(style) => self.dot(center, *style),
                Mark::Reply(color) => self.reply(center, *color),
            }
        }
    }

    /// A short text; on an empty point the grid makes room for it.
    fn label(&mut self, point: Point, center: Vec2, text: String) {
        let palette = self.palette;
        let ghost = entry(&self.picture.ghosts, point).copied();
        let heat = entry(&self.picture.heat, point).copied();
        let color = match (self.stone_at(point), ghost, heat) {
            (Some(color), _, _) => palette.stone(!color),
            (None, Some(color), _) => palette.ink_on(palette.ghost(color)),
            (None, None, Some(value)) => {
                let color = self.warmth(value);
                self.disc(center, 0.31, color);
                palette.ink_on(color)
            }
            (None, None, None) => {
                self.disc(center, 0.31, palette.wood);
                palette.ink
            }
        };
        let size = label_size(text.chars().count());
        self.text(center, size, color, text);
    }

    /// A small stone: a reply that is answered.
    fn reply(&mut self, center: Vec2, color: Color) {
        let form = Form::Circle {
            center,
            radius: 0.24,
        };
        let outline = Stroke::solid(self.palette.outline, 0.035);
        self.add(form, self.palette.stone(color), outline);
    }

    fn dot(&mut self, center: Vec2, style: MarkStyle) {
        let (halo, color) = (self.palette.halo, self.palette.mark(style));
        if self.palette.has_signs {
            self.disc(center, 0.27, color);
            self.disc(center, 0.24, halo);
            return self.text(center, 0.38, color, style.sign().to_string());
        }
        let radius = 0.15;
        let form = Form::Circle { center, radius };
        self.add(form, color, Stroke::solid(halo, 0.05));
    }

    fn forbidden(&mut self) {
        for (point, center, kinds) in self.on_board(&self.picture.forbidden) {
            match entry(&self.picture.marks, point) {
                Some(Mark::Label(label)) => self.diamond(center, kinds, Some(label)),
                _ if kinds.is_empty() => self.cross(center),
                _ => self.diamond(center, kinds, None),
            }
        }
    }

    /// A forbidden point without a reason.
    fn cross(&mut self, center: Vec2) {
        const ARM: f32 = 0.24;
        for (color, width) in [(self.palette.halo, 0.2), (self.palette.red, 0.11)] {
            for up in [ARM, -ARM] {
                let (from, to) = (center.offset(-ARM, up), center.offset(ARM, -up));
                self.line(from, to, Stroke::solid(color, width));
            }
        }
    }

    /// A forbidden point with the digits of its reasons, in order and without repetition, or a label.
    fn diamond(&mut self, center: Vec2, kinds: &[ForbiddenKind], label: Option<&str>) {
        const RADIUS: f32 = 0.48;
        let mut kinds = kinds.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        let corners = [(0.0, -RADIUS), (RADIUS, 0.0), (0.0, RADIUS), (-RADIUS, 0.0)];
        let corners = corners.map(|(right, down)| center.offset(right, down));
        self.add(
            Form::Polygon(corners.into()),
            self.palette.halo,
            Stroke::solid(self.palette.red, 0.065),
        );
        let signs = match label {
            Some(label) => label.to_owned(),
            None => kinds.iter().map(|kind| kind.digit()).collect(),
        };
        let size = [0.5, 0.42, 0.33, 0.26][signs.chars().count().clamp(1, 4) - 1];
        self.text(center, size, self.palette.red, signs);
    }
}

/// Where the lines that cross these ones begin and end: at the edge of the board, or a little further
/// where it goes on.
fn ends((first, end): (u8, u8), last: u8) -> (f32, f32) {
    let open = |goes_on| if goes_on { OPEN } else { 0.0 };
    (
        f32::from(first) - open(first > 0),
        f32::from(end) + open(end < last),
    )
}

fn has((first, end): (u8, u8), line: u8) -> bool {
    (first..=end).contains(&line)
}

/// What a list says of a point, if it is in it.
fn entry<T>(list: &[(Point, T)], point: Point) -> Option<&T> {
    list.iter()
        .find(|(at, _)| *at == point)
        .map(|(_, what)| what)
}

/// The size of a text that has to stay on a stone.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::picture::Segment;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn texts(scene: &Scene) -> Vec<&str> {
        let elements = scene.elements.iter();
        let texts = elements.filter_map(|element| match &element.form {
            Form::Text { text, .. } => Some(text.as_str()),
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
    fn a_part_has_its_own_coordinates_and_edges_only_where_the_board_ends() {
        let mut picture = BoardPicture::new(Size::RENJU);
        picture.part = Some("A13:C15".parse().unwrap());
        picture.stones = vec![(point("B14"), Color::Black), (point("H8"), Color::White)];
        let scene = picture.scene();
        assert_eq!(texts(&scene), ["A", "B", "C", "13", "14", "15"]);
        let is_edge = |element: &&Element| element.stroke.is_some_and(|stroke| stroke.width > 0.05);
        let lines = scene.elements.iter().filter(is_edge);
        assert_eq!(lines.count(), 2, "the left and the upper edge");
        let is_circle = |element: &&Element| matches!(element.form, Form::Circle { .. });
        assert_eq!(scene.elements.iter().filter(is_circle).count(), 1, "B14");
        assert!(scene.width < 5.0 && scene.height < 5.0);
    }

    #[test]
    fn print_has_no_colour_and_says_it_by_signs() {
        let mut picture = bare(15);
        let [three, bad] = [MarkStyle::Three, MarkStyle::Bad].map(Mark::Dot);
        picture.marks = vec![(point("C3"), three), (point("D4"), bad)];
        picture.heat = vec![(point("E5"), 0.5)];
        picture.forbidden = vec![(point("A1"), vec![ForbiddenKind::Overline])];
        let scene = picture.scene_in(Theme::Print);
        assert_eq!(texts(&scene), ["3", "x", "6"]);
        let strokes = scene
            .elements
            .iter()
            .filter_map(|element| Some(element.stroke?.color));
        let fills = scene.elements.iter().filter_map(|element| element.fill);
        for Rgb { red, green, blue } in strokes.chain(fills).chain([scene.background]) {
            assert!(red == green && green == blue);
        }
    }

    #[test]
    fn row_1_is_at_the_bottom() {
        let picture = bare(15);
        let layout = PictureLayout::new(&picture, Theme::Light.palette());
        let (low, high) = (
            layout.position_of(point("A1")),
            layout.position_of(point("A15")),
        );
        assert_eq!(low, high.offset(0.0, 14.0));
        assert_eq!(high, Vec2 { x: 0.75, y: 0.75 });
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
        picture.marks = vec![(beyond, Mark::Dot(MarkStyle::Bad))];
        picture.heat = vec![(beyond, 1.0)];
        picture.lines = vec![Segment {
            from: point("A1"),
            to: beyond,
            style: MarkStyle::Three,
        }];
        assert_eq!(picture.scene(), empty.scene());
        picture.forbidden = vec![(beyond, vec![])];
        assert_eq!(picture.scene(), empty.scene());
    }
}
