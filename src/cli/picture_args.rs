//! How a picture looks: the flags that all commands with `-o` share.

use std::str::FromStr;

use clap::Args;

use super::error::CliError;
use super::numbers::number_in;
use renju::batch::Entry;
use renju::geometry::{Point, Size};
use renju::render::picture::{BoardPart, MoveRange, Scale, Sheet, Theme};

/// What `--crop` says without corners.
const OCCUPIED: &str = "stones";
/// Characters of a label that have room on a point.
const LABEL_LENGTH: usize = 4;

/// The colours of a picture in a file.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ThemeArg {
    /// Colours of the picture: light, dark, or print (black on white)
    #[arg(
        long,
        value_name = "THEME",
        default_value = "light",
        requires = "output"
    )]
    pub(crate) theme: Theme,
}

/// How much of a board is drawn, and how large.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ViewArgs {
    /// Draw in the picture only the part of the board with stones and marks, or, with two corners, that
    /// part: --crop, --crop C3:K12
    #[arg(long, value_name = "CORNERS", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = OCCUPIED, requires = "output")]
    crop: Option<Crop>,

    /// Size of the picture: pixels from one line of the board to the next, 8 to 200
    #[arg(long, value_name = "PIXELS", default_value = "40", requires = "output")]
    #[arg(value_parser = parse_scale)]
    pub(crate) scale: Scale,
}

#[derive(Clone, Copy, Debug)]
enum Crop {
    Occupied,
    Part(BoardPart),
}

impl FromStr for Crop {
    type Err = String;

    fn from_str(text: &str) -> Result<Crop, String> {
        if text == OCCUPIED {
            return Ok(Crop::Occupied);
        }
        text.parse().map(Crop::Part)
    }
}

impl ViewArgs {
    /// Whether something was asked for that a text cannot have.
    pub(crate) fn is_for_pictures(self) -> bool {
        self.crop.is_some() || self.scale != Scale::DEFAULT
    }

    /// Leaves of the boards what is to be seen.
    pub(crate) fn crop(self, sheet: &mut Sheet) -> Result<(), CliError> {
        let part = match self.crop {
            None => return Ok(()),
            Some(Crop::Occupied) => None,
            Some(Crop::Part(part)) => Some(part),
        };
        if let (Some(part), Some(board)) = (part, sheet.boards.first()) {
            on_board("--crop", part.high, board.size)?;
        }
        sheet.crop(part);
        Ok(())
    }
}

/// What is written on the points of a picture.
#[derive(Args, Clone, Debug)]
pub(crate) struct WritingArgs {
    /// Number the moves of the game in the picture: all, none, or some such as 1..20
    #[arg(long = "number", value_name = "MOVES", num_args = 0..=1, require_equals = true)]
    #[arg(
        default_value = "none",
        default_missing_value = "all",
        requires = "output"
    )]
    numbered: MoveRange,

    /// Write letters on points of the picture, such as H8:a,J9:b; may be repeated
    #[arg(
        long = "mark",
        value_name = "POINT:TEXT",
        value_delimiter = ',',
        requires = "output"
    )]
    labels: Vec<PointLabel>,
}

impl WritingArgs {
    /// Writes on each board what is to stand on its points.
    pub(crate) fn write_on(&self, sheet: &mut Sheet, entry: &Entry) -> Result<(), CliError> {
        let size = entry.position.board().size();
        let labels = labels(&self.labels, size)?;
        let numbered = (1..).zip(&entry.setup.moves);
        let moves: Vec<(Point, u16)> = numbered
            .filter_map(|(number, &played)| Some((played?, number)))
            .collect();
        for board in &mut sheet.boards {
            for (point, label) in &labels {
                board.label(*point, label.clone());
            }
            board.number_stones(&moves, self.numbered);
        }
        Ok(())
    }
}

/// A label that the user gives a point: `H8:a`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PointLabel {
    point: Point,
    label: String,
}

impl FromStr for PointLabel {
    type Err = String;

    fn from_str(text: &str) -> Result<PointLabel, String> {
        let Some((point, label)) = text.split_once(':') else {
            return Err("a point and what to write on it is needed, such as H8:a".to_owned());
        };
        let point = point.parse::<Point>().map_err(|error| error.to_string())?;
        let is_short = (1..=LABEL_LENGTH).contains(&label.len());
        if !is_short || !label.bytes().all(|sign| sign.is_ascii_graphic()) {
            return Err(format!(
                "on {point} one to {LABEL_LENGTH} letters, digits or signs can be written"
            ));
        }
        let label = label.to_owned();
        Ok(PointLabel { point, label })
    }
}

/// The labels of all flags, each on a point of its own.
pub(crate) fn labels(marks: &[PointLabel], size: Size) -> Result<Vec<(Point, String)>, CliError> {
    let mut found: Vec<(Point, String)> = Vec::new();
    for PointLabel { point, label } in marks {
        on_board("--mark", *point, size)?;
        if found.iter().any(|(at, _)| at == point) {
            return Err(CliError::usage(format!("--mark: {point} is named twice")));
        }
        found.push((*point, label.clone()));
    }
    Ok(found)
}

fn on_board(flag: &str, point: Point, size: Size) -> Result<(), CliError> {
    if point.is_on(size) {
        return Ok(());
    }
    let message = format!("{flag}: {point} is not on a {size} board");
    Err(CliError::usage(message))
}

fn parse_scale(text: &str) -> Result<Scale, String> {
    let pixels = number_in(Scale::MIN.get()..=Scale::MAX.get())(text)?;
    Ok(Scale::new(pixels).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_a_point_and_a_few_letters() {
        let read = |text: &str| text.parse::<PointLabel>();
        let label = read("h8:ab").unwrap();
        assert_eq!(
            (label.point.to_string(), &*label.label),
            ("H8".to_owned(), "ab")
        );
        assert_eq!(read("H8::").unwrap().label, ":");
        for wrong in [
            "H8",
            "H8:",
            ":a",
            "H99:a",
            "H8:abcde",
            "H8:a b",
            "H8:\u{e9}",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_point_is_labelled_once_and_on_the_board() {
        let labels = |texts: &[&str]| {
            let marks: Vec<PointLabel> = texts.iter().map(|text| text.parse().unwrap()).collect();
            labels(&marks, Size::RENJU).map(|labels| labels.len())
        };
        assert_eq!(labels(&["H8:a", "J9:a"]).unwrap(), 2);
        assert!(labels(&["H8:a", "H8:b"]).is_err());
        assert!(labels(&["T20:a"]).is_err());
    }
}
