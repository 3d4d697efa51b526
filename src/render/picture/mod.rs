//! Pictures of boards: from plain data to SVG and PNG.
//!
//! A [`BoardPicture`] says *what* is to be seen: stones, numbers, forbidden points, marked lines.
//! Its [`Scene`] says *where*: a list of circles, lines, polygons and texts, in the colours of a
//! [`Theme`]. Several boards make a [`Sheet`], which has a scene too. [`to_svg`] and [`to_png`]
//! only draw that list, so both show the same picture.
//!
//! The same picture gives the same bytes every time. Colour never is the only sign of a meaning.
//!
//! PNG is drawn with `tiny-skia` and a stroke font of our own, not from the SVG by `resvg`: that
//! was measured at 2 MB more in a program of 8 MB, 36 s more of processor time for a clean
//! build and 25 more crates, needs a font file, and blurs the thin lines of the grid; what it
//! saves is a hundred lines.
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

mod annotate;
mod board_picture;
mod caption;
mod fonts;
mod gif;
mod glyphs;
mod layout;
mod marked_lines;
mod part;
mod png;
mod scene;
mod scene_plotter;
mod sheet;
mod svg;
mod theme;
mod visible;
mod words;

pub use board_picture::{BoardPicture, Coordinates, Mark, MarkStyle, Segment};
pub use gif::to_gif;
pub use part::BoardPart;
pub use png::{PngError, Scale, has_letters, to_png};
pub use scene::{Dash, Element, Form, Rgb, Scene, Stroke, Vec2};
pub(crate) use scene_plotter::{ScenePlotter, fitted, pixels, text_width};
pub use sheet::Sheet;
pub use svg::{to_svg, to_svg_at};
pub use theme::{PlotColors, Theme};
