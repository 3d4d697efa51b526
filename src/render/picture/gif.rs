//! GIF animations: scenes of one size in turn, each as what has changed since the one before.

use gif::{Encoder, Frame, Repeat};
use tiny_skia::Pixmap;

use super::png::{PngError, Scale, rasterized};
use super::scene::Scene;

/// How long a scene is shown, and the last one, in hundredths of a second.
const PACE: u16 = 80;
const LAST: u16 = 400;
/// How fast the colours of a frame that has more than 256 are chosen, 1 to 30: the faster, the worse.
const SPEED: i32 = 10;

/// Draws scenes of one size as an animation that begins again at its end; the last one is shown longest.
///
/// # Errors
///
/// Refuses no scenes, and a scene that is no PNG at this scale.
pub fn to_gif(scenes: &[Scene], scale: Scale) -> Result<Vec<u8>, PngError> {
    let failed = |error: gif::EncodingError| PngError::Encoding(error.to_string());
    let empty = PngError::Encoding("an animation needs a scene".to_owned());
    let mut shown = rasterized(scenes.first().ok_or(empty)?, scale)?;
    let (width, height) = (shown.width() as u16, shown.height() as u16);
    let mut encoder = Encoder::new(Vec::new(), width, height, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    for (number, scene) in (1..).zip(scenes) {
        let image = rasterized(scene, scale)?;
        let before = (number > 1).then_some(&shown);
        let delay = if number == scenes.len() { LAST } else { PACE };
        let frame = Frame {
            delay,
            ..changes(&image, before)
        };
        encoder.write_frame(&frame).map_err(failed)?;
        shown = image;
    }
    let bytes = encoder.into_inner();
    bytes.map_err(|error| PngError::Encoding(error.to_string()))
}

/// The smallest rectangle that has all changes, in which the other pixels stay as they are; all of the
/// image where nothing was shown before.
fn changes(image: &Pixmap, before: Option<&Pixmap>) -> Frame<'static> {
    let (width, pixels) = (image.width() as usize, image.pixels());
    let before = before.map_or(&[][..], Pixmap::pixels);
    let changed = |place: &usize| before.get(*place) != pixels.get(*place);
    let places = || (0..pixels.len()).filter(changed);
    let columns = || places().map(|place| place % width);
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let row = |place: Option<usize>| place.unwrap_or(0) / width;
    let (top, bottom) = (row(places().next()), row(places().next_back()));
    let inside = (top..=bottom).flat_map(|row| row * width + left..=row * width + right);
    let mut colors: Vec<u8> = inside
        .flat_map(|place| {
            let pixel = pixels[place];
            let alpha = if changed(&place) { u8::MAX } else { 0 };
            [pixel.red(), pixel.green(), pixel.blue(), alpha]
        })
        .collect();
    let [width, height] = [right - left + 1, bottom - top + 1].map(|side| side as u16);
    Frame {
        left: left as u16,
        top: top as u16,
        ..Frame::from_rgba_speed(width, height, &mut colors, SPEED)
    }
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
    fn each_frame_is_its_scene() {
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
            for (drawn, wanted) in canvas.iter().zip(image.pixels()) {
                let wanted = [wanted.red(), wanted.green(), wanted.blue(), u8::MAX];
                assert_eq!(*drawn, wanted);
            }
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
        assert_eq!(delays, [PACE, PACE, PACE, LAST]);
    }

    #[test]
    fn an_animation_has_a_scene_at_least() {
        assert!(to_gif(&[], Scale::MIN).is_err());
        assert!(to_gif(&scenes(1), Scale::MIN).is_ok());
    }
}
