use std::fmt::{self, Display, Write as _};

use super::scene::{Ink, Scene, Shape, Spot, Stroke};

/// SVG units for each step: browsers draw fonts of less than one unit badly.
const UNITS: f32 = 40.0;
/// From the base line to the middle of the capitals, in sizes of the font.
const HALF_CAPITAL: f32 = 0.36;

/// Writes `scene` as an SVG document that stands alone: it names no other file and brings its own
/// background.
pub fn to_svg(scene: &Scene) -> String {
    let mut svg = String::new();
    let _ = write_scene(&mut svg, scene); // A `String` takes everything.
    svg
}

fn write_scene(svg: &mut String, scene: &Scene) -> fmt::Result {
    let (width, height) = (Units(scene.width), Units(scene.height));
    let title = Escaped(&scene.title);
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\" \
         stroke-linecap=\"round\">"
    )?;
    writeln!(svg, "<title>{title}</title>")?;
    writeln!(svg, "<desc>{}</desc>", Escaped(&scene.description))?;
    let background = Hex(scene.background);
    writeln!(
        svg,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>"
    )?;
    for shape in &scene.shapes {
        write_shape(svg, shape)?;
    }
    writeln!(svg, "</svg>")
}

fn write_shape(svg: &mut String, shape: &Shape) -> fmt::Result {
    match shape {
        Shape::Circle {
            center,
            radius,
            fill,
            outline,
        } => {
            let (x, y, r) = (Units(center.x), Units(center.y), Units(*radius));
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"")?;
            write_fill(svg, *fill)?;
            outline.map_or(Ok(()), |outline| write_stroke(svg, outline))?;
            writeln!(svg, "/>")
        }
        Shape::Diamond {
            center,
            radius,
            fill,
            outline,
        } => {
            write!(svg, "<path d=\"{}\"", Diamond(*center, *radius))?;
            write_fill(svg, Some(*fill))?;
            write_stroke(svg, *outline)?;
            writeln!(svg, "/>")
        }
        Shape::Capsule {
            from,
            to,
            radius,
            fill,
            outline,
        } => {
            write!(svg, "<path d=\"{}\"", Capsule(*from, *to, *radius))?;
            write_fill(svg, *fill)?;
            outline.map_or(Ok(()), |outline| write_stroke(svg, outline))?;
            writeln!(svg, "/>")
        }
        Shape::Line { from, to, stroke } => {
            let (x1, y1, x2, y2) = (Units(from.x), Units(from.y), Units(to.x), Units(to.y));
            write!(svg, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"")?;
            write_stroke(svg, *stroke)?;
            writeln!(svg, "/>")
        }
        Shape::Text {
            center,
            size,
            ink,
            text,
        } => {
            let (x, y) = (Units(center.x), Units(center.y + HALF_CAPITAL * size));
            let (size, ink, text) = (Units(*size), Hex(*ink), Escaped(text));
            writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\">{text}</text>"
            )
        }
    }
}

fn write_fill(svg: &mut String, fill: Option<Ink>) -> fmt::Result {
    match fill {
        Some(ink) => write!(svg, " fill=\"{}\"", Hex(ink)),
        None => write!(svg, " fill=\"none\""),
    }
}

fn write_stroke(svg: &mut String, stroke: Stroke) -> fmt::Result {
    let (ink, width) = (Hex(stroke.ink), Units(stroke.width));
    write!(svg, " stroke=\"{ink}\" stroke-width=\"{width}\"")?;
    match stroke.dash {
        Some(dash) => write!(
            svg,
            " stroke-dasharray=\"{} {}\"",
            Units(dash.on),
            Units(dash.off)
        ),
        None => Ok(()),
    }
}

/// A length in steps, written in units with at most two decimals.
struct Units(f32);

impl Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * UNITS * 100.0).round() as i64;
        let text = format!("{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100);
        let sign = if hundredths < 0 { "-" } else { "" };
        let digits = text.trim_end_matches('0').trim_end_matches('.');
        write!(f, "{sign}{digits}")
    }
}

/// A colour as `#rrggbb`.
struct Hex(Ink);

impl Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ink { red, green, blue } = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The path around a diamond.
struct Diamond(Spot, f32);

impl Display for Diamond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diamond(Spot { x, y }, radius) = *self;
        let (left, right) = (Units(x - radius), Units(x + radius));
        let (top, bottom) = (Units(y - radius), Units(y + radius));
        let (x, y) = (Units(x), Units(y));
        write!(f, "M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z")
    }
}

/// The path around a capsule: along one side, around the end, back, around the beginning.
struct Capsule(Spot, Spot, f32);

impl Display for Capsule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Capsule(from, to, radius) = *self;
        let (right, down) = from.heading(to);
        let (across_x, across_y) = (-down * radius, right * radius);
        let place = |at: Spot, side: f32| {
            let at = at.moved(side * across_x, side * across_y);
            format!("{} {}", Units(at.x), Units(at.y))
        };
        let arc = format!("A{0} {0} 0 0 0 ", Units(radius));
        let (start, turn) = (place(from, 1.0), place(to, 1.0));
        let (back, end) = (place(to, -1.0), place(from, -1.0));
        write!(f, "M{start}L{turn}{arc}{back}L{end}{arc}{start}Z")
    }
}

/// A text between tags or quotes. What XML cannot hold becomes a replacement character.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for char in self.0.chars() {
            match char {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\n' | '\t' => f.write_char(char)?,
                '\0'..=' ' if char != ' ' => f.write_char(char::REPLACEMENT_CHARACTER)?,
                '\u{FFFE}' | '\u{FFFF}' => f.write_char(char::REPLACEMENT_CHARACTER)?,
                _ => f.write_char(char)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::forbidden::ForbiddenKind;
    use crate::geometry::{Point, Size};
    use crate::render::picture::{BoardPicture, Mark, Segment, Tone, palette};

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// A picture with something of everything.
    fn full() -> BoardPicture {
        BoardPicture {
            stones: vec![
                (point("H8"), Color::Black),
                (point("I9"), Color::White),
                (point("J8"), Color::Black),
            ],
            numbers: vec![(point("H8"), 1)],
            last: Some(point("H8")),
            forbidden: vec![(point("A1"), vec![ForbiddenKind::Overline])],
            marks: vec![
                (point("C3"), Mark::Label("<&\">".to_owned())),
                (point("G8"), Mark::Dot(Tone::Three)),
            ],
            lines: vec![Segment {
                from: point("H8"),
                to: point("J8"),
                tone: Tone::Three,
            }],
            heat: vec![(point("K10"), 0.5)],
            caption: Some("Fours & \"threes\" <1>\u{0}".to_owned()),
            ..BoardPicture::new(Size::RENJU)
        }
    }

    /// Checks that tags nest, attributes are quoted and nothing unescaped is left between them.
    fn assert_well_formed(mut xml: &str) {
        let mut open = Vec::new();
        while let Some(start) = xml.find('<') {
            let (text, rest) = xml.split_at(start);
            assert!(!text.contains(['>', '"', '\0']), "{text}");
            let (tag, rest) = rest[1..].split_once('>').unwrap();
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name));
            } else if !tag.ends_with('/') {
                open.push(name);
            }
            xml = rest;
        }
        assert!(open.is_empty() && xml.trim().is_empty(), "{open:?} {xml}");
    }

    #[test]
    fn an_svg_is_well_formed() {
        let svg = to_svg(&full().scene());
        assert_well_formed(&svg);
        for amp in svg.split('&').skip(1) {
            let name = amp.split(';').next().unwrap();
            assert!(["amp", "lt", "gt", "quot"].contains(&name), "{amp}");
        }
        assert!(svg.contains("<title>Fours &amp; &quot;threes&quot; &lt;1&gt;\u{FFFD}</title>"));
        assert!(svg.contains(">&lt;&amp;&quot;&gt;</text>"));
    }

    #[test]
    fn an_svg_has_a_circle_for_every_stone() {
        let svg = to_svg(&full().scene());
        let stones = |color| {
            let look = format!("r=\"18.4\" fill=\"{}\"", Hex(palette::stone(color)));
            svg.matches(&look).count()
        };
        assert_eq!((stones(Color::Black), stones(Color::White)), (2, 1));
    }

    #[test]
    fn an_svg_names_no_other_file() {
        let svg = to_svg(&full().scene());
        assert!(!svg.contains("href") && !svg.contains("url(") && !svg.contains("<script"));
        assert_eq!(svg.matches("://").count(), 1, "the name space");
    }

    #[test]
    fn the_same_picture_gives_the_same_text() {
        assert_eq!(to_svg(&full().scene()), to_svg(&full().scene()));
    }

    #[test]
    fn lengths_have_at_most_two_decimals() {
        let written = |steps| Units(steps).to_string();
        assert_eq!(written(1.0), "40");
        assert_eq!(written(0.46), "18.4");
        assert_eq!(written(-0.001), "-0.04");
        assert_eq!(written(-0.000_01), "0");
        assert_eq!(written(1.0 / 3.0), "13.33");
    }
}
