//! Vector scene between layout and the SVG and PNG backends: shapes, strokes and colours.

/// Elements on a sheet, from the back to the front.
///
/// Lengths are in steps, the distance between two neighbouring points of the board. Positions are
/// counted from the top left corner of the sheet to the right and downwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The width of the sheet.
    pub width: f32,
    /// The height of the sheet.
    pub height: f32,
    /// The colour of the sheet.
    pub background: Rgb,
    /// What is seen, in a few words.
    pub title: String,
    /// What is seen, for readers who cannot see it.
    pub description: String,
    /// What to draw, in this order.
    pub elements: Vec<Element>,
}

/// One thing to draw: its inside first, then its outline.
#[derive(Clone, PartialEq, Debug)]
pub struct Element {
    /// What it is and where it lies.
    pub form: Form,
    /// The colour inside, and of a text; a line has none.
    pub fill: Option<Rgb>,
    /// The outline, and how a line is drawn.
    pub stroke: Option<Stroke>,
}

/// The geometry of an [`Element`].
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A disc or a ring.
    Circle {
        /// Its centre.
        center: Vec2,
        /// Its radius, to the middle of the outline.
        radius: f32,
    },
    /// A closed polygon with these corners.
    Polygon(Vec<Vec2>),
    /// A straight line with round ends.
    Line {
        /// Where it begins.
        from: Vec2,
        /// Where it ends.
        to: Vec2,
    },
    /// All that is at most `radius` from a straight line: a strip with round ends.
    Capsule {
        /// Where the line begins.
        from: Vec2,
        /// Where it ends; the capsule is a circle if that is the same position.
        to: Vec2,
        /// From the line to the border.
        radius: f32,
    },
    /// Text on one line.
    Text {
        /// The middle of the text: of its width, and of the height of its capitals.
        center: Vec2,
        /// The size of the font; capitals are about 0.72 times as high.
        size: f32,
        /// The characters.
        text: String,
    },
}

/// A position on the sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Vec2 {
    /// Steps from the left edge.
    pub x: f32,
    /// Steps from the upper edge.
    pub y: f32,
}

impl Vec2 {
    /// The position this many steps to the right and down.
    #[must_use]
    pub fn offset(self, right: f32, down: f32) -> Vec2 {
        Vec2 {
            x: self.x + right,
            y: self.y + down,
        }
    }

    /// The position at a `share` (0 to 1) of the way to `other`.
    #[must_use]
    pub fn towards(self, other: Vec2, share: f32) -> Vec2 {
        self.offset((other.x - self.x) * share, (other.y - self.y) * share)
    }
}

/// How a line or an outline is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// The colour of the line.
    pub color: Rgb,
    /// The width of the line.
    pub width: f32,
    /// The pattern; `None` for an unbroken line.
    pub dash: Option<Dash>,
}

impl Stroke {
    /// A stroke without a pattern.
    pub const fn solid(color: Rgb, width: f32) -> Stroke {
        Stroke {
            color,
            width,
            dash: None,
        }
    }
}

/// The pattern of a broken line. Its dashes have round ends, half the line's width longer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dash {
    /// The length of a dash without its ends; 0 makes dots.
    pub on: f32,
    /// The length from the end of one dash to the beginning of the next.
    pub off: f32,
}

/// An opaque colour of the sRGB colour space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb {
    /// The share of red.
    pub red: u8,
    /// The share of green.
    pub green: u8,
    /// The share of blue.
    pub blue: u8,
}

impl Rgb {
    /// The colour written as `0xRRGGBB`.
    pub const fn from_hex(rgb: u32) -> Rgb {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Rgb { red, green, blue }
    }

    /// This colour with a `share` (0 to 1) of another.
    #[must_use]
    pub fn mix(self, other: Rgb, share: f32) -> Rgb {
        let mix = |one: u8, two: u8| {
            let (one, two) = (f32::from(one), f32::from(two));
            (one + (two - one) * share.clamp(0.0, 1.0)).round() as u8
        };
        Rgb {
            red: mix(self.red, other.red),
            green: mix(self.green, other.green),
            blue: mix(self.blue, other.blue),
        }
    }

    /// How bright it is to the eye, from 0 to 1.
    fn luminance(self) -> f32 {
        let share = |part: u8| (f32::from(part) / 255.0).powf(2.2);
        0.2126 * share(self.red) + 0.7152 * share(self.green) + 0.0722 * share(self.blue)
    }

    /// The one of two colours that is easier to read on this one.
    #[must_use]
    pub fn clearer(self, one: Rgb, other: Rgb) -> Rgb {
        let contrast = |ink: Rgb| {
            let (ink, sheet) = (ink.luminance() + 0.05, self.luminance() + 0.05);
            (ink / sheet).max(sheet / ink)
        };
        if contrast(one) >= contrast(other) {
            one
        } else {
            other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_mix_from_one_to_the_other() {
        let (sand, sea) = (Rgb::from_hex(0x00F0_E0C0), Rgb::from_hex(0x0000_6080));
        assert_eq!(sand.mix(sea, 0.0), sand);
        assert_eq!(sand.mix(sea, 1.0), sea);
        assert_eq!(sand.mix(sea, 0.5), Rgb::from_hex(0x0078_A0A0));
        assert_eq!(sand.mix(sea, 7.0), sea);
    }

    #[test]
    fn the_ink_that_stands_out_is_chosen() {
        let [black, white, navy, sand] = [0, 0x00FF_FFFF, 0x0000_2060, 0x00F0_E0C0];
        let [black, white] = [black, white].map(Rgb::from_hex);
        assert_eq!(Rgb::from_hex(navy).clearer(black, white), white);
        assert_eq!(Rgb::from_hex(sand).clearer(black, white), black);
    }
}
