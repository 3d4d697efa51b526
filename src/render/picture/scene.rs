/// Shapes on a sheet, from the back to the front.
///
/// Lengths are in steps, the distance between two neighbouring points of the board. Places are
/// counted from the top left corner of the sheet to the right and downwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The width of the sheet.
    pub width: f32,
    /// The height of the sheet.
    pub height: f32,
    /// The colour of the sheet.
    pub background: Ink,
    /// What is seen, in a few words.
    pub title: String,
    /// What is seen, for those who cannot see it.
    pub description: String,
    /// What to draw.
    pub shapes: Vec<Shape>,
}

/// One thing to draw.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A disc, a ring, or a disc with an outline.
    Circle {
        /// Its centre.
        center: Spot,
        /// Its radius, to the middle of the outline.
        radius: f32,
        /// The colour inside.
        fill: Option<Ink>,
        /// The outline.
        outline: Option<Stroke>,
    },
    /// A square that stands on a corner.
    Diamond {
        /// Its centre.
        center: Spot,
        /// From the centre to each corner.
        radius: f32,
        /// The colour inside.
        fill: Ink,
        /// The outline.
        outline: Stroke,
    },
    /// A straight line with round ends.
    Line {
        /// One end.
        from: Spot,
        /// The other end.
        to: Spot,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// All that is at most `radius` from a straight line: a strip with round ends.
    Capsule {
        /// One end of the line.
        from: Spot,
        /// The other end; a circle if it is the same place.
        to: Spot,
        /// From the line to the border.
        radius: f32,
        /// The colour inside.
        fill: Option<Ink>,
        /// The outline.
        outline: Option<Stroke>,
    },
    /// Words on one line.
    Text {
        /// The middle of the words: of their width, and of the height of their capitals.
        center: Spot,
        /// The size of the font; capitals are about 0.72 times as high.
        size: f32,
        /// The colour.
        ink: Ink,
        /// The words.
        text: String,
    },
}

/// A place on the sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// Steps from the left edge.
    pub x: f32,
    /// Steps from the upper edge.
    pub y: f32,
}

impl Spot {
    /// The place so many steps to the right and down.
    #[must_use]
    pub fn moved(self, right: f32, down: f32) -> Spot {
        Spot {
            x: self.x + right,
            y: self.y + down,
        }
    }

    /// One step towards `other`, as steps to the right and down; to the right if it is the same place.
    pub fn heading(self, other: Spot) -> (f32, f32) {
        let (right, down) = (other.x - self.x, other.y - self.y);
        let length = (right * right + down * down).sqrt();
        if length == 0.0 {
            (1.0, 0.0)
        } else {
            (right / length, down / length)
        }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// Its colour.
    pub ink: Ink,
    /// Its width.
    pub width: f32,
    /// Its pattern; `None` for an unbroken line.
    pub dash: Option<Dash>,
}

impl Stroke {
    /// An unbroken line.
    pub const fn solid(ink: Ink, width: f32) -> Stroke {
        Stroke {
            ink,
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

/// An opaque colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ink {
    /// The share of red.
    pub red: u8,
    /// The share of green.
    pub green: u8,
    /// The share of blue.
    pub blue: u8,
}

impl Ink {
    /// The colour written as `0xRRGGBB`.
    pub const fn from_rgb(rgb: u32) -> Ink {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Ink { red, green, blue }
    }

    /// This colour with a `share` (0 to 1) of another.
    #[must_use]
    pub fn mixed(self, other: Ink, share: f32) -> Ink {
        let mix = |one: u8, two: u8| {
            let (one, two) = (f32::from(one), f32::from(two));
            (one + (two - one) * share.clamp(0.0, 1.0)).round() as u8
        };
        Ink {
            red: mix(self.red, other.red),
            green: mix(self.green, other.green),
            blue: mix(self.blue, other.blue),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inks_mix_from_one_to_the_other() {
        let (sand, sea) = (Ink::from_rgb(0x00F0_E0C0), Ink::from_rgb(0x0000_6080));
        assert_eq!(sand.mixed(sea, 0.0), sand);
        assert_eq!(sand.mixed(sea, 1.0), sea);
        assert_eq!(sand.mixed(sea, 0.5), Ink::from_rgb(0x0078_A0A0));
        assert_eq!(sand.mixed(sea, 7.0), sea);
    }
}
