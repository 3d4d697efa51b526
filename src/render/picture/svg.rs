//! SVG output: a scene as one XML document that refers to no other file.

use super::png::Scale;
use super::scene::{Element, Form, Rgb, Scene, Stroke, Vec2};

/// SVG units for each step: browsers draw fonts of less than one unit badly.
const UNITS: f32 = 40.0;
/// From the base line to the middle of the capitals, in sizes of the font.
const HALF_CAPITAL: f32 = 0.36;

/// Writes `scene` as an SVG document that stands alone: it names no other file and brings its own
/// background.
pub fn to_svg(scene: &Scene) -> String {
    to_svg_at(scene, Scale::DEFAULT)
}

/// Writes `scene` as [`to_svg`] does, larger or smaller on a page.
pub fn to_svg_at(scene: &Scene, scale: Scale) -> String {
    let (width, height) = (units(scene.width), units(scene.height));
    let share = f32::from(scale.get()) / UNITS;
    let on_page = [scene.width * share, scene.height * share]
        .map(units)
        .join("\" height=\"");
    let title = escape(&scene.title);
    let description = escape(&scene.description);
    let background = hex(scene.background);
    let elements: String = scene.elements.iter().map(to_tag).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{on_page}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\" \
         stroke-linecap=\"round\">\n\
         <title>{title}</title>\n\
         <desc>{description}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>\n\
         {elements}</svg>\n"
    )
}

/// An element as a tag on a line of its own.
fn to_tag(element: &Element) -> String {
    let fill = element.fill.map_or("none".to_owned(), hex);
    let stroke = element.stroke.map_or(String::new(), stroke);
    match &element.form {
        Form::Circle { center, radius } => {
            let (x, y, r) = (units(center.x), units(center.y), units(*radius));
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\"{stroke}/>\n")
        }
        Form::Line { from, to } => {
            let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(units);
            format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"{stroke}/>\n")
        }
        Form::Polygon(corners) => {
            let corners: Vec<String> = corners.iter().map(|&corner| pair(corner)).collect();
            let path = corners.join("L");
            format!("<path d=\"M{path}Z\" fill=\"{fill}\"{stroke}/>\n")
        }
        Form::Capsule { from, to, radius } => {
            let path = capsule(*from, *to, *radius);
            format!("<path d=\"{path}\" fill=\"{fill}\"{stroke}/>\n")
        }
        Form::Text { center, size, text } => {
            let (x, y) = (units(center.x), units(center.y + HALF_CAPITAL * size));
            let (size, text) = (units(*size), escape(text));
            format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\">{text}</text>\n"
            )
        }
    }
}

/// The attributes of a stroke, each after a blank.
fn stroke(stroke: Stroke) -> String {
    let (color, width) = (hex(stroke.color), units(stroke.width));
    let dash = stroke.dash.map_or(String::new(), |dash| {
        format!(
            " stroke-dasharray=\"{} {}\"",
            units(dash.on),
            units(dash.off)
        )
    });
    format!(" stroke=\"{color}\" stroke-width=\"{width}\"{dash}")
}

/// The path around a capsule: along one side, around the end, back, around the beginning.
fn capsule(from: Vec2, to: Vec2, radius: f32) -> String {
    let (right, down) = (to.x - from.x, to.y - from.y);
    let length = (right * right + down * down).sqrt();
    let (right, down) = if length == 0.0 {
        (1.0, 0.0)
    } else {
        (right / length, down / length)
    };
    let side = |at: Vec2, sign: f32| {
        let across = (sign * -down * radius, sign * right * radius);
        pair(at.offset(across.0, across.1))
    };
    let arc = format!("A{0} {0} 0 0 0 ", units(radius));
    let (start, turn) = (side(from, 1.0), side(to, 1.0));
    let (back, end) = (side(to, -1.0), side(from, -1.0));
    format!("M{start}L{turn}{arc}{back}L{end}{arc}{start}Z")
}

/// A position in units: `x y`.
fn pair(at: Vec2) -> String {
    format!("{} {}", units(at.x), units(at.y))
}

/// A length in steps, written in units with at most two decimals.
fn units(steps: f32) -> String {
    let hundredths = (steps * UNITS * 100.0).round() as i64;
    let text = format!("{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100);
    let sign = if hundredths < 0 { "-" } else { "" };
    let digits = text.trim_end_matches('0').trim_end_matches('.');
    format!("{sign}{digits}")
}

/// A colour as `#rrggbb`.
fn hex(Rgb { red, green, blue }: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A text between tags or quotes. What XML cannot hold becomes a replacement character.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(char),
            '\0'..' ' | '\u{FFFE}' | '\u{FFFF}' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(char),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::forbidden::ForbiddenKind;
    use crate::geometry::{Point, Size};
    use crate::render::picture::{BoardPicture, Mark, MarkStyle, Segment, Theme};

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
                (point("G8"), Mark::Dot(MarkStyle::Three)),
            ],
            lines: vec![Segment {
                from: point("H8"),
                to: point("J8"),
                style: MarkStyle::Three,
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
            let stone = Theme::Light.palette().stone(color);
            let look = format!("r=\"18.4\" fill=\"{}\"", hex(stone));
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
    fn a_scale_changes_the_size_on_a_page_and_no_line() {
        let scene = BoardPicture::new(Size::RENJU).scene();
        let [plain, large] = [to_svg(&scene), to_svg_at(&scene, Scale::new(80).unwrap())];
        assert!(large.contains("width=\"1280\" height=\"1280\" viewBox=\"0 0 640 640\""));
        let lines = |svg: &str| svg.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(&plain), lines(&large));
    }

    #[test]
    fn the_same_picture_gives_the_same_text() {
        assert_eq!(to_svg(&full().scene()), to_svg(&full().scene()));
    }

    #[test]
    fn lengths_have_at_most_two_decimals() {
        assert_eq!(units(1.0), "40");
        assert_eq!(units(0.46), "18.4");
        assert_eq!(units(-0.001), "-0.04");
        assert_eq!(units(-0.000_01), "0");
        assert_eq!(units(1.0 / 3.0), "13.33");
    }
}
