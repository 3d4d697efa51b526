//! How a picture looks: the flags that all commands with `-o` share.

use std::ops::RangeInclusive;

use clap::Args;

use super::error::CliError;
use super::numbers::number_in;
use renju::batch::Entry;
use renju::geometry::{Point, Size};
use renju::render::picture::{BoardPart, Scale, Sheet, Theme};

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

/// How large a picture is drawn.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ScaleArg {
    /// Size of the picture: pixels from line to line of a board, 8 to 200
    #[arg(long, value_name = "PIXELS", default_value = "40", requires = "output")]
    #[arg(value_parser = parse_scale)]
    pub(crate) scale: Scale,
}

/// How much of a board is drawn, and how large.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ViewArgs {
    /// Draw only the part of the board with stones and marks (--crop), or the part between two
    /// corners (--crop C3:K12)
    #[arg(long, value_name = "CORNERS", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = parse_crop, default_missing_value = OCCUPIED, requires = "output")]
    crop: Option<Crop>,

    #[command(flatten)]
    scale: ScaleArg,
}

#[derive(Clone, Copy, Debug)]
enum Crop {
    Occupied,
    Part(BoardPart),
}

fn parse_crop(text: &str) -> Result<Crop, String> {
    if text == OCCUPIED {
        return Ok(Crop::Occupied);
    }
    text.parse().map(Crop::Part)
}

fn parse_scale(text: &str) -> Result<Scale, String> {
    let pixels = number_in(Scale::MIN.get()..=Scale::MAX.get())(text)?;
    Ok(Scale::new(pixels).unwrap_or_default())
}

impl ViewArgs {
    pub(crate) const fn scale(self) -> Scale {
        self.scale.scale
    }

    /// Whether something was asked for that a text cannot have.
    pub(crate) fn is_for_pictures(self) -> bool {
        self.crop.is_some() || self.scale() != Scale::DEFAULT
    }

    /// Leaves of the boards what is to be seen.
    pub(crate) fn crop(self, sheet: &mut Sheet, size: Size) -> Result<(), CliError> {
        match self.crop {
            None => {}
            Some(Crop::Occupied) => sheet.crop(None),
            Some(Crop::Part(part)) if part.is_on(size) => sheet.crop(Some(part)),
            Some(Crop::Part(part)) => {
                let message = format!("--crop: {part} is not on a {size} board");
                return Err(CliError::usage(message));
            }
        }
        Ok(())
    }
}

/// What is written on the points of a picture.
#[derive(Args, Clone, Debug)]
pub(crate) struct WritingArgs {
    /// Number the moves of the game in the picture: all, none, or some such as 1..20
    #[arg(long = "number", value_name = "MOVES", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = parse_moves, default_missing_value = "all", requires = "output")]
    numbered: Option<RangeInclusive<u16>>,

    /// Write letters on points of the picture, such as H8:a,J9:b; may be repeated
    #[arg(long = "mark", value_name = "POINT:TEXT", value_delimiter = ',')]
    #[arg(value_parser = parse_label, requires = "output")]
    labels: Vec<PointLabel>,
}

/// What the user writes on a point.
pub(crate) type PointLabel = (Point, String);

impl WritingArgs {
    /// Whether anything was asked for.
    pub(crate) const fn is_asked(&self) -> bool {
        self.numbered.is_some() || !self.labels.is_empty()
    }

    /// Writes on each board what is to stand on its points.
    pub(crate) fn write_on(&self, sheet: &mut Sheet, entry: &Entry) -> Result<(), CliError> {
        refuse_off_board(&self.labels, entry)?;
        let numbered = (1..).zip(&entry.setup.moves);
        let moves = numbered.filter_map(|(number, &played)| Some((played?, number)));
        let range = self.numbered.as_ref();
        let moves = moves.filter(|(_, number)| range.is_some_and(|range| range.contains(number)));
        let moves: Vec<(Point, u16)> = moves.collect();
        for board in &mut sheet.boards {
            for (point, label) in &self.labels {
                board.label(*point, label.clone());
            }
            board.number_stones(&moves);
        }
        Ok(())
    }
}

/// Refuses a label on a point that the board does not have.
pub(crate) fn refuse_off_board(labels: &[PointLabel], entry: &Entry) -> Result<(), CliError> {
    let size = entry.position.board().size();
    match labels.iter().find(|(point, _)| !point.is_on(size)) {
        None => Ok(()),
        Some((point, _)) => {
            let message = format!("--mark: {point} is not on a {size} board");
            Err(CliError::usage(message))
        }
    }
}

/// Reads a point and what to write on it: `H8:a`.
pub(crate) fn parse_label(text: &str) -> Result<PointLabel, String> {
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
    Ok((point, label.to_owned()))
}

/// Reads which moves have numbers: `all`, `none`, `1..20`, or `7`.
pub(crate) fn parse_moves(text: &str) -> Result<RangeInclusive<u16>, String> {
    let (first, last) = match text {
        "all" => return Ok(1..=u16::MAX),
        "none" => return Ok(RangeInclusive::new(1, 0)),
        text => text.split_once("..").unwrap_or((text, text)),
    };
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if 0 < first && first <= last => Ok(first..=last),
        _ => Err("all, none, or moves such as 1..20 are needed".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_a_point_and_a_few_letters() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        assert_eq!(parse_label("h8:ab"), Ok((point("H8"), "ab".to_owned())));
        assert_eq!(parse_label("H8::"), Ok((point("H8"), ":".to_owned())));
        for wrong in [
            "H8",
            "H8:",
            ":a",
            "H99:a",
            "H8:abcde",
            "H8:a b",
            "H8:\u{e9}",
        ] {
            assert!(parse_label(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn moves_are_named_by_their_numbers() {
        assert_eq!(parse_moves("2..4"), Ok(2..=4));
        assert_eq!(parse_moves("3"), Ok(3..=3));
        assert!(parse_moves("all").is_ok_and(|moves| moves.contains(&400)));
        assert!(parse_moves("none").is_ok_and(|moves| moves.is_empty()));
        for wrong in ["", "x", "0..3", "..3", "9..3", "1..2..3", "1-3", "70000"] {
            assert!(parse_moves(wrong).is_err(), "{wrong}");
        }
    }
}
