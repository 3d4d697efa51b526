//! Pictures of boards: from plain data to SVG and PNG.
//!
//! A [`BoardPicture`] says *what* is to be seen: stones, numbers, forbidden points, marked lines.
//! Its [`Scene`] says *where*: a list of circles, diamonds, lines and texts. [`to_svg`] and
//! [`to_png`] only draw that list, so both show the same picture.
//!
//! The same picture gives the same bytes every time. Whatever colour tells is told by shape as well.
//!
//! ```
//! use renju::board::Color;
//! use renju::geometry::{Point, Size};
//! use renju::render::picture::{BoardPicture, Scale, to_png, to_svg};
//!
//! let centre: Point = "H8".parse()?;
//! let picture = BoardPicture {
//!     stones: vec![(centre, Color::Black)],
//!     numbers: vec![(centre, 1)],
//!     ..BoardPicture::new(Size::RENJU)
//! };
//! let scene = picture.scene();
//! assert!(to_svg(&scene).starts_with("<svg "));
//! assert!(to_png(&scene, Scale::DEFAULT)?.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board_picture;
mod caption;
mod glyphs;
mod layout;
mod palette;
mod png;
mod scene;
mod svg;

pub use board_picture::{BoardPicture, Coordinates, Mark, Segment, Tone};
pub use png::{PngError, Scale, to_png};
pub use scene::{Dash, Ink, Scene, Shape, Spot, Stroke};
pub use svg::to_svg;
