//! GIF animations: scenes of one size in turn, each as what has changed since the one before.

use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use tiny_skia::Pixmap;

use super::png::{PngError, Scale, rasterized};
use super::scene::Scene;

/// How long a scene is shown, and the last one, in hundredths of a second.
const PACE: u16 = 80;
const LAST: u16 = 400;
/// Colours of a file, beside the one that leaves a pixel as it was.
const COLORS: usize = 255;
/// The number of that colour.
const UNCHANGED: u8 = 255;

/// Draws scenes as an animation that begins again at its end; the last one is shown longest.
///
/// Stones and lines have few colours, and their edges some more: the most frequent of a few scenes are
/// the colours of the file, and every other pixel has the nearest of them.
///
/// # Errors
///
/// Refuses no scenes, and scenes that are no PNG at this scale or differ in size.
pub fn to_gif(scenes: &[Scene], scale: Scale) -> Result<Vec<u8>, PngError> {
    let failed = |error: gif::EncodingError| PngError::Encoding(error.to_string());
    let mut palette = Colors::of(scenes, scale)?;
    let mut shown: Option<Pixmap> = None;
    let first = scenes.first().map(|scene| rasterized(scene, scale));
    let first = first.ok_or(PngError::Dimensions {
        width: 0,
        height: 0,
    })??;
    let (width, height) = (first.width() as u16, first.height() as u16);
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    for (number, scene) in (1..).zip(scenes) {
        let image = rasterized(scene, scale)?;
        if (image.width(), image.height()) != (first.width(), first.height()) {
            return Err(PngError::Encoding("scenes differ in size".to_owned()));
        }
        let frame = Frame {
            delay: if number == scenes.len() { LAST } else { PACE },
            ..palette.frame(&image, shown.as_ref())
        };
        encoder.write_frame(&frame).map_err(failed)?;
        shown = Some(image);
    }
    encoder
        .into_inner()
        .map_err(|error| PngError::Encoding(error.to_string()))
}

type Pixel = [u8; 3];

/// The colours of a file, and those that were looked up.
struct Colors {
    palette: Vec<Pixel>,
    nearest: HashMap<Pixel, u8>,
}

impl Colors {
    /// The most frequent colours of the first scene and of the last two, in which either side was last.
    fn of(scenes: &[Scene], scale: Scale) -> Result<Colors, PngError> {
        let mut counts: HashMap<Pixel, usize> = HashMap::new();
        for scene in scenes.iter().take(1).chain(scenes.iter().rev().take(2)) {
            for pixel in pixels(&rasterized(scene, scale)?) {
                *counts.entry(pixel).or_default() += 1;
            }
        }
        let mut colors: Vec<(Pixel, usize)> = counts.into_iter().collect();
        colors.sort_unstable_by_key(|&(pixel, count)| (std::cmp::Reverse(count), pixel));
        colors.truncate(COLORS);
        Ok(Colors {
            palette: colors.into_iter().map(|(pixel, _)| pixel).collect(),
            nearest: HashMap::new(),
        })
    }

    /// Three bytes for each of the 256 colours.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.palette.concat();
        bytes.resize(3 * (COLORS + 1), 0);
        bytes
    }

    fn nearest(&mut self, pixel: Pixel) -> u8 {
        let palette = &self.palette;
        *self.nearest.entry(pixel).or_insert_with(|| {
            let distance = |color: &Pixel| -> u32 {
                let parts = color.iter().zip(&pixel);
                parts
                    .map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2))
                    .sum()
            };
            let numbered = (0..).zip(palette);
            let nearest = numbered.min_by_key(|(_, color)| distance(color));
            nearest.map_or(0, |(number, _)| number)
        })
    }

    /// The smallest rectangle that has all changes; all of the image where nothing was shown before.
    fn frame(&mut self, image: &Pixmap, before: Option<&Pixmap>) -> Frame<'static> {
        let width = image.width() as usize;
        let now: Vec<Pixel> = pixels(image).collect();
        let before: Vec<Pixel> = before.into_iter().flat_map(pixels).collect();
        let is_same = |place: usize| before.get(place) == Some(&now[place]);
        let changed = || (0..now.len()).filter(|&place| !is_same(place));
        let columns = || changed().map(|place| place % width);
        let left = columns().min().unwrap_or(0);
        let right = columns().max().unwrap_or(0);
        let top = changed().next().unwrap_or(0) / width;
        let bottom = changed().last().unwrap_or(0) / width;
        let mut buffer = Vec::with_capacity((bottom - top + 1) * (right - left + 1));
        for place in (top..=bottom).flat_map(|row| row * width + left..=row * width + right) {
            let number = if is_same(place) {
                UNCHANGED
            } else {
                self.nearest(now[place])
            };
            buffer.push(number);
        }
        Frame {
            dispose: DisposalMethod::Keep,
            transparent: (!before.is_empty()).then_some(UNCHANGED),
            top: top as u16,
            left: left as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            buffer: buffer.into(),
            ..Frame::default()
        }
    }
}

fn pixels(image: &Pixmap) -> impl Iterator<Item = Pixel> + '_ {
    let pixels = image.pixels().iter();
    pixels.map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}

#[cfg(test)]
mod tests {
    use gif::{ColorOutput, DecodeOptions};

    use super::*;
    use crate::board::Color;
    use crate::geometry::Point;
    use crate::geometry::Size;
    use crate::render::picture::{BoardPicture, Theme};

    fn scenes(count: usize) -> Vec<Scene> {
        let size = Size::MIN;
        let points: Vec<Point> = size.points().take(count).collect();
        let stones = points.iter().zip(Color::BOTH.into_iter().cycle());
        let board = BoardPicture {
            stones: stones.map(|(&at, color)| (at, color)).collect(),
            ..BoardPicture::new(size)
        };
        let moves: Vec<Option<Point>> = points.into_iter().map(Some).collect();
        let frames = board.by_moves(&moves).into_iter();
        frames.map(|frame| frame.scene_in(Theme::Light)).collect()
    }

    #[test]
    fn each_frame_is_its_scene_as_near_as_the_colours_are() {
        let scenes = scenes(4);
        let gif = to_gif(&scenes, Scale::new(20).unwrap()).unwrap();
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(&gif[..]).unwrap();
        let width = decoder.width() as usize;
        let mut canvas = vec![[0; 4]; width * decoder.height() as usize];
        let mut delays = Vec::new();
        for scene in &scenes {
            let frame = decoder.read_next_frame().unwrap().unwrap();
            delays.push(frame.delay);
            let rows = frame.buffer.chunks(4 * frame.width as usize);
            for (row, pixels) in (frame.top as usize..).zip(rows) {
                for (column, pixel) in (frame.left as usize..).zip(pixels.chunks(4)) {
                    if pixel[3] > 0 {
                        canvas[row * width + column].copy_from_slice(pixel);
                    }
                }
            }
            let image = rasterized(scene, Scale::new(20).unwrap()).unwrap();
            for (drawn, wanted) in canvas.iter().zip(pixels(&image)) {
                let differs = drawn
                    .iter()
                    .zip(wanted)
                    .any(|(one, other)| one.abs_diff(other) > 40);
                assert!(!differs, "{drawn:?} {wanted:?}");
            }
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
        assert_eq!(delays, [PACE, PACE, PACE, LAST]);
    }

    #[test]
    fn no_scenes_and_scenes_of_two_sizes_are_refused() {
        assert!(to_gif(&[], Scale::MIN).is_err());
        let mut scenes = scenes(2);
        scenes[1].width += 1.0;
        assert!(to_gif(&scenes, Scale::MIN).is_err());
    }
}
