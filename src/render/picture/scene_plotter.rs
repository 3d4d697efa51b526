//! What the crate `plotters` draws, as elements of a scene.

use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};
use unicode_width::UnicodeWidthStr;

use super::glyphs;
use super::scene::{Element, Form, Rgb, Scene, Stroke, Vec2};

/// What `plotters` calls a pixel, for each step: coordinates are whole numbers there.
const PIXELS: f32 = 40.0;
/// The height of capitals, in sizes of the font.
const CAPITAL: f32 = 0.72;
/// The fonts of browsers may be wider than ours by this factor.
const FONT_ALLOWANCE: f32 = 1.25;

/// Draws on a scene whose size and background are given. Text has to be level.
pub(crate) struct ScenePlotter<'s> {
    scene: &'s mut Scene,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl ScenePlotter<'_> {
    pub(crate) fn new(scene: &mut Scene) -> ScenePlotter<'_> {
        ScenePlotter { scene }
    }

    fn push(&mut self, form: Form, fill: Option<Rgb>, stroke: Option<Stroke>) {
        self.scene.elements.push(Element { form, fill, stroke });
    }

    fn color(&self, color: BackendColor) -> Rgb {
        let (red, green, blue) = color.rgb;
        let color_of_pen = Rgb { red, green, blue };
        self.scene.background.mix(color_of_pen, color.alpha as f32)
    }

    fn stroke(&self, style: &impl BackendStyle) -> Stroke {
        let width = steps(style.stroke_width() as i32);
        Stroke::solid(self.color(style.color()), width)
    }
}

/// A length in steps, in pixels.
pub(crate) fn pixels(steps: f32) -> i32 {
    (steps * PIXELS).round() as i32
}

/// The size of `text` in a `room`, both in steps: `most`, or less if it were wider. The fonts of
/// browsers are wider than ours, most of all Chinese ones, whose letters are boxes here.
pub(crate) fn fitted(text: &str, most: f32, room: f32) -> f32 {
    most.min(room / text_width(text).max(f32::MIN_POSITIVE))
}

/// The width of `text` in sizes of its font, whatever font a browser has.
pub(crate) fn text_width(text: &str) -> f32 {
    let columns = f32::from(UnicodeWidthStr::width(text) as u16) / 2.0;
    glyphs::width(text).max(columns) * FONT_ALLOWANCE
}

/// A length in pixels, of which a sheet has fewer than 32768, in steps.
fn steps(pixels: i32) -> f32 {
    f32::from(pixels as i16) / PIXELS
}

fn place((x, y): BackendCoord) -> Vec2 {
    Vec2 {
        x: steps(x),
        y: steps(y),
    }
}

impl DrawingBackend for ScenePlotter<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let [width, height] = [self.scene.width, self.scene.height].map(pixels);
        (width.unsigned_abs(), height.unsigned_abs())
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        let (x, y) = point;
        self.fill_polygon([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)], &color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        let (from, to) = (place(from), place(to));
        self.push(Form::Line { from, to }, None, Some(self.stroke(style)));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let path: Vec<BackendCoord> = path.into_iter().collect();
        let mut lines = path.windows(2);
        lines.try_for_each(|ends| self.draw_line(ends[0], ends[1], style))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let form = Form::Circle {
            center: place(center),
            radius: steps(radius as i32),
        };
        if fill {
            self.push(form, Some(self.color(style.color())), None);
        } else {
            self.push(form, None, Some(self.stroke(style)));
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        let corners = corners.into_iter().map(place).collect();
        self.push(
            Form::Polygon(corners),
            Some(self.color(style.color())),
            None,
        );
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        if !matches!(style.transform(), FontTransform::None) {
            let why = "text of a scene is level";
            return Err(DrawingErrorKind::FontError(why.into()));
        }
        let size = style.size() as f32 / PIXELS;
        let (half_width, half_height) = (glyphs::width(text) * size / 2.0, CAPITAL * size / 2.0);
        let right = match style.anchor().h_pos {
            HPos::Left => half_width,
            HPos::Center => 0.0,
            HPos::Right => -half_width,
        };
        let down = match style.anchor().v_pos {
            VPos::Top => half_height,
            VPos::Center => 0.0,
            VPos::Bottom => -half_height,
        };
        let center = place(at).offset(right, down);
        let text = text.to_owned();
        let color = self.color(style.color());
        self.push(Form::Text { center, size, text }, Some(color), None);
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = style.size() as f32;
        Ok(((glyphs::width(text) * size) as u32, (CAPITAL * size) as u32))
    }
}

#[cfg(test)]
mod tests {
    use plotters::drawing::IntoDrawingArea as _;
    use plotters::style::{IntoFont as _, RED, TextStyle};

    use super::*;

    fn sheet() -> Scene {
        Scene {
            width: 4.0,
            height: 2.0,
            background: Rgb::from_hex(0x00FF_FFFF),
            title: String::new(),
            description: String::new(),
            elements: Vec::new(),
        }
    }

    #[test]
    fn a_title_has_room_whatever_its_letters() {
        for text in [
            "A",
            "a long name of a club - another",
            "五目並べ愛好会の長い名前",
        ] {
            let size = fitted(text, 0.75, 5.0);
            let columns = f32::from(UnicodeWidthStr::width(text) as u16);
            let ems = glyphs::width(text).max(columns / 2.0);
            assert!(size <= 0.75 && size * ems <= 5.0, "{text}: {size}");
        }
        assert!(fitted("", 0.75, 5.0) <= 0.75);
    }

    #[test]
    fn text_that_is_turned_is_refused() {
        let mut scene = sheet();
        let area = ScenePlotter::new(&mut scene).into_drawing_area();
        let level = TextStyle::from(("sans-serif", 20).into_font()).color(&RED);
        let turned = level.transform(FontTransform::Rotate90);
        assert!(area.draw_text("1", &turned, (0, 0)).is_err());
        area.draw_text("1", &level, (40, 40)).unwrap();
        drop(area);
        assert_eq!(scene.elements.len(), 1);
    }
}
