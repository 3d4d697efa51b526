//! PNG backend for scenes: rasterises shapes and stroked text with `tiny_skia`.

use thiserror::Error;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};

use super::glyphs;
use super::scene::{Element, Form, Rgb, Scene, Stroke, Vec2};

/// The longest side of an image, in pixels: one of 16 by 16 thousand fills a gigabyte.
const LONGEST_SIDE: f32 = 16_384.0;

/// Pixels from one point of the board to the next, 8 to 200.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Scale(u8);

impl Scale {
    /// The smallest scale; text is not readable below 20.
    pub const MIN: Scale = Scale(8);
    /// Good on screens.
    pub const DEFAULT: Scale = Scale(40);
    /// The largest scale, good for posters.
    pub const MAX: Scale = Scale(200);

    /// A scale of 8 to 200 pixels, or `None`.
    pub const fn new(pixels: u8) -> Option<Scale> {
        if pixels >= Scale::MIN.0 && pixels <= Scale::MAX.0 {
            Some(Scale(pixels))
        } else {
            None
        }
    }

    /// The number of pixels, 8 to 200.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Default for Scale {
    fn default() -> Scale {
        Scale::DEFAULT
    }
}

/// Why a scene is no PNG, or scenes are no animation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PngError {
    /// The image has no pixel or a side of more than 16384.
    #[error("a picture of {width} by {height} pixels is too large or empty")]
    Dimensions {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
    },
    /// The pixels could not be packed.
    #[error("cannot write the picture: {0}")]
    Encoding(String),
}

/// Whether the letters of `text` can be drawn in a PNG: those of English can, others where a font of this
/// system has them.
pub fn has_letters(text: &str) -> bool {
    glyphs::has(text)
}

/// Draws `scene` as a PNG image; text is drawn with a stroke font of our own, and with the fonts of this
/// system where that has no letter.
///
/// # Errors
///
/// Refuses a scene without area, or with a side of more than 16384 pixels at this scale.
pub fn to_png(scene: &Scene, scale: Scale) -> Result<Vec<u8>, PngError> {
    let packed = rasterized(scene, scale)?.encode_png();
    packed.map_err(|error| PngError::Encoding(error.to_string()))
}

/// The pixels of a scene.
pub(super) fn rasterized(scene: &Scene, scale: Scale) -> Result<Pixmap, PngError> {
    let mut canvas = Canvas::new(scene, scale)?;
    for element in &scene.elements {
        canvas.draw(element);
    }
    Ok(canvas.pixmap)
}

struct Canvas {
    pixmap: Pixmap,
    scale: f32,
}

impl Canvas {
    fn new(scene: &Scene, scale: Scale) -> Result<Canvas, PngError> {
        let scale = f32::from(scale.get());
        let [width, height] = [scene.width, scene.height].map(|side| (side * scale).round());
        let is_small_enough = width <= LONGEST_SIDE && height <= LONGEST_SIDE;
        let (width, height) = (width as u32, height as u32);
        let pixmap = is_small_enough.then(|| Pixmap::new(width, height));
        let mut pixmap = pixmap
            .flatten()
            .ok_or(PngError::Dimensions { width, height })?;
        pixmap.fill(opaque(scene.background));
        Ok(Canvas { pixmap, scale })
    }

    fn draw(&mut self, element: &Element) {
        let Element { form, fill, stroke } = element;
        match form {
            Form::Text { center, size, text } => {
                let pen = fill.map(|color| Stroke::solid(color, glyphs::pen_width(*size)));
                self.paint(glyphs::path(text, *center, *size), None, pen);
                self.paint(glyphs::areas(text, *center, *size), *fill, None);
            }
            Form::Line { from, to } => {
                let Some(stroke) = *stroke else { return };
                let (from, to, stroke) = self.sharpened(*from, *to, stroke);
                self.paint(line(from, to), None, Some(stroke));
            }
            Form::Circle { center, radius } => {
                let circle = PathBuilder::from_circle(center.x, center.y, *radius);
                self.paint(circle, *fill, *stroke);
            }
            Form::Polygon(corners) => self.paint(polygon(corners), *fill, *stroke),
            Form::Capsule { from, to, radius } => {
                self.paint(capsule(*from, *to, *radius, self.scale), *fill, *stroke);
            }
        }
    }

    /// Moves a level or upright line onto the middle of pixels, and gives it an odd number of them.
    fn sharpened(&self, from: Vec2, to: Vec2, stroke: Stroke) -> (Vec2, Vec2, Stroke) {
        let is_level = is_same(from.y, to.y);
        let is_upright = is_same(from.x, to.x);
        if is_level == is_upright || stroke.dash.is_some() {
            return (from, to, stroke);
        }
        let whole = |steps: f32| (steps * self.scale).round() / self.scale;
        let moved = |at: Vec2| Vec2 {
            x: if is_upright { whole(at.x) } else { at.x },
            y: if is_level { whole(at.y) } else { at.y },
        };
        let pairs = (stroke.width * self.scale - 1.0) / 2.0;
        let width = (pairs.round().max(0.0) * 2.0 + 1.0) / self.scale;
        (moved(from), moved(to), Stroke { width, ..stroke })
    }

    fn paint(&mut self, path: Option<Path>, fill: Option<Rgb>, stroke: Option<Stroke>) {
        let Some(path) = path else { return };
        // A whole number of pixels is the middle of one, which keeps thin lines sharp.
        let to_pixels = Transform::from_scale(self.scale, self.scale).post_translate(0.5, 0.5);
        let mut paint = Paint::default();
        if let Some(fill) = fill {
            paint.set_color(opaque(fill));
            self.pixmap
                .fill_path(&path, &paint, FillRule::Winding, to_pixels, None);
        }
        if let Some(stroke) = stroke {
            paint.set_color(opaque(stroke.color));
            self.pixmap
                .stroke_path(&path, &paint, &pen(stroke), to_pixels, None);
        }
    }
}

/// Whether two lengths differ by nothing that could be seen.
fn is_same(one: f32, other: f32) -> bool {
    (one - other).abs() < 0.001
}

fn pen(stroke: Stroke) -> tiny_skia::Stroke {
    let dash = stroke.dash;
    tiny_skia::Stroke {
        width: stroke.width,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        dash: dash.and_then(|dash| StrokeDash::new(vec![dash.on, dash.off], 0.0)),
        ..tiny_skia::Stroke::default()
    }
}

fn opaque(Rgb { red, green, blue }: Rgb) -> Color {
    Color::from_rgba8(red, green, blue, u8::MAX)
}

fn line(from: Vec2, to: Vec2) -> Option<Path> {
    let mut builder = PathBuilder::new();
    builder.move_to(from.x, from.y);
    builder.line_to(to.x, to.y);
    builder.finish()
}

fn polygon(corners: &[Vec2]) -> Option<Path> {
    let (first, rest) = corners.split_first()?;
    let mut builder = PathBuilder::new();
    builder.move_to(first.x, first.y);
    for corner in rest {
        builder.line_to(corner.x, corner.y);
    }
    builder.close();
    builder.finish()
}

/// The outline of a thick line with round ends, which is a capsule.
fn capsule(from: Vec2, to: Vec2, radius: f32, scale: f32) -> Option<Path> {
    let thick = Stroke::solid(Rgb::from_hex(0), 2.0 * radius); // The colour does not matter.
    line(from, to)?.stroke(&pen(thick), scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color as Side;
    use crate::geometry::{Point, Size};
    use crate::render::picture::{BoardPicture, Coordinates, MarkStyle, Segment, Theme};

    const WOOD: Rgb = Rgb::from_hex(0x00F3_E0B8);
    const INK: Rgb = Rgb::from_hex(0x004A_3822);

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// Without coordinates the corner A5 of a small board lies 30 pixels from the edges.
    fn picture() -> BoardPicture {
        BoardPicture {
            stones: vec![(point("A5"), Side::Black), (point("B4"), Side::White)],
            coordinates: Coordinates::Hidden,
            ..BoardPicture::new(Size::MIN)
        }
    }

    fn drawn(picture: &BoardPicture) -> Pixmap {
        let png = to_png(&picture.scene(), Scale::DEFAULT).unwrap();
        Pixmap::decode_png(&png).unwrap()
    }

    fn pixel(image: &Pixmap, x: u32, y: u32) -> Rgb {
        let pixel = image.pixel(x, y).unwrap().demultiply();
        Rgb {
            red: pixel.red(),
            green: pixel.green(),
            blue: pixel.blue(),
        }
    }

    #[test]
    fn an_image_has_the_size_of_its_scene() {
        let image = drawn(&picture());
        assert_eq!((image.width(), image.height()), (220, 220));
        let scene = BoardPicture::new(Size::RENJU).scene();
        let image = to_png(&scene, Scale::new(20).unwrap()).unwrap();
        let image = Pixmap::decode_png(&image).unwrap();
        assert_eq!((image.width(), image.height()), (320, 320));
    }

    #[test]
    fn stones_are_where_they_belong_in_their_colours() {
        let image = drawn(&picture());
        let stone = |color| Theme::Light.palette().stone(color);
        assert_eq!(pixel(&image, 30, 30), stone(Side::Black));
        assert_eq!(pixel(&image, 70, 70), stone(Side::White));
        assert_eq!(pixel(&image, 50, 190), INK, "the lowest line");
        assert_eq!(pixel(&image, 5, 5), WOOD);
        assert_eq!(pixel(&image, 219, 219), WOOD);
    }

    #[test]
    fn thin_lines_are_one_sharp_pixel_at_every_scale() {
        for scale in [21, 33, 40] {
            let png = to_png(&picture().scene(), Scale::new(scale).unwrap()).unwrap();
            let image = Pixmap::decode_png(&png).unwrap();
            let scale = u32::from(scale);
            let (between_rows, around_c_and_d) = (5 * scale / 4, 9 * scale / 4..17 * scale / 4);
            let colors = around_c_and_d.map(|x| pixel(&image, x, between_rows));
            let lines: Vec<Rgb> = colors.filter(|color| *color != WOOD).collect();
            assert_eq!(lines, [INK; 2], "{scale}");
        }
    }

    #[test]
    fn a_marked_line_surrounds_its_points() {
        let mut picture = picture();
        for name in ["C2", "E2"] {
            picture.lines = vec![Segment {
                from: point("C2"),
                to: point(name),
                style: MarkStyle::Four,
            }];
            let image = drawn(&picture);
            let left_end = pixel(&image, 110 - 21, 150 - 4);
            let upper_side = pixel(&image, 110 - 4, 150 - 21);
            assert_ne!(left_end, WOOD, "{name}");
            assert_ne!(upper_side, WOOD, "{name}");
        }
    }

    #[test]
    fn the_same_picture_gives_the_same_bytes() {
        let image = || to_png(&picture().scene(), Scale::DEFAULT).unwrap();
        assert_eq!(image(), image());
    }

    #[test]
    fn too_large_and_empty_scenes_are_refused() {
        let mut scene = picture().scene();
        scene.height = 1000.0;
        let error = to_png(&scene, Scale::DEFAULT).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a picture of 220 by 40000 pixels is too large or empty"
        );
        for height in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            scene.height = height;
            assert!(to_png(&scene, Scale::DEFAULT).is_err(), "{height}");
        }
    }

    #[test]
    fn scales_are_8_to_200() {
        assert_eq!(Scale::new(8), Some(Scale::MIN));
        assert_eq!(Scale::new(200), Some(Scale::MAX));
        assert_eq!((Scale::new(7), Scale::new(201)), (None, None));
    }
}
