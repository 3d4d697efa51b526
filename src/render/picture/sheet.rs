//! Layout of several boards as one picture: rows, common title and description.

use super::board_picture::BoardPicture;
use super::part::BoardPart;
use super::scene::{Element, Form, Scene, Vec2};
use super::theme::Theme;
use super::words;
use crate::render::Lang;

/// Between boards, beside the margins that each has.
const GAP: f32 = 0.3;

/// Boards that belong together, in reading order: at most three in a row, or four where there are
/// more than nine.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The boards, the most important one first.
    pub boards: Vec<BoardPicture>,
    /// What is seen, in a few words; `None` for the caption of the first board.
    pub title: Option<String>,
    /// The language of the description.
    pub lang: Lang,
}

impl From<BoardPicture> for Sheet {
    fn from(board: BoardPicture) -> Sheet {
        Sheet {
            boards: vec![board],
            title: None,
            lang: Lang::ENGLISH,
        }
    }
}

impl Sheet {
    /// The boards as elements to draw, with a title and a description of all of them.
    pub fn scene(&self, theme: Theme) -> Scene {
        let scenes = self.boards.iter().map(|board| board.scene_in(theme));
        let rows: Vec<Vec<Scene>> = in_rows(scenes.collect());
        let mut sheet = Scene {
            width: 0.0,
            height: 0.0,
            background: theme.palette().wood,
            title: self.title(),
            description: self.description(),
            elements: Vec::new(),
        };
        for row in rows {
            append_row(&mut sheet, row);
        }
        sheet
    }

    /// Draws of each board only this part, or, without one, what has stones or marks on any of them.
    pub fn crop(&mut self, part: Option<BoardPart>) {
        let occupied = self.boards.iter().flat_map(BoardPicture::occupied);
        let occupied = BoardPart::of(occupied);
        for board in &mut self.boards {
            let around = || Some(occupied?.with_margin(board.size));
            board.part = part.or_else(around);
        }
    }

    fn title(&self) -> String {
        let first = self.boards.first();
        let of_first = || first.map(|board| words::title(board, self.lang));
        self.title.clone().or_else(of_first).unwrap_or_default()
    }

    /// One board in words, or each with its number and its caption.
    fn description(&self) -> String {
        if let [board] = &self.boards[..] {
            return words::description(board, self.lang);
        }
        let count = self.boards.len();
        let described = (1..).zip(&self.boards).map(|(number, board): (usize, _)| {
            let caption = board.caption.as_deref().unwrap_or_default();
            let words = words::description(board, self.lang);
            format!("{number}/{count}: {caption}. {words}")
        });
        described.collect::<Vec<String>>().join("\n")
    }
}

/// Rows that make the sheet about as high as it is wide.
fn in_rows(scenes: Vec<Scene>) -> Vec<Vec<Scene>> {
    let columns = match scenes.len() {
        few @ ..=3 => few.max(1),
        4 => 2,
        5..=9 => 3,
        _ => 4,
    };
    let mut rows = Vec::new();
    let mut scenes = scenes.into_iter().peekable();
    while scenes.peek().is_some() {
        rows.push(scenes.by_ref().take(columns).collect());
    }
    rows
}

/// Adds scenes beside one another, below what is there.
fn append_row(sheet: &mut Scene, row: Vec<Scene>) {
    let top = below(sheet.height);
    let mut right = 0.0;
    for scene in row {
        let left = below(right);
        right = left + scene.width;
        sheet.height = sheet.height.max(top + scene.height);
        let moved = |element| moved(element, left, top);
        sheet.elements.extend(scene.elements.into_iter().map(moved));
    }
    sheet.width = sheet.width.max(right);
}

/// Where the next board begins.
fn below(end: f32) -> f32 {
    if end > 0.0 { end + GAP } else { end }
}

fn moved(element: Element, right: f32, down: f32) -> Element {
    let at = |place: Vec2| place.offset(right, down);
    let form = match element.form {
        Form::Circle { center, radius } => Form::Circle {
            center: at(center),
            radius,
        },
        Form::Polygon(corners) => Form::Polygon(corners.into_iter().map(at).collect()),
        Form::Line { from, to } => Form::Line {
            from: at(from),
            to: at(to),
        },
        Form::Capsule { from, to, radius } => Form::Capsule {
            from: at(from),
            to: at(to),
            radius,
        },
        Form::Text { center, size, text } => Form::Text {
            center: at(center),
            size,
            text,
        },
    };
    Element { form, ..element }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    fn sheet(boards: usize) -> Sheet {
        let board = |number| BoardPicture {
            caption: Some(format!("board {number}")),
            ..BoardPicture::new(Size::MIN)
        };
        Sheet {
            boards: (1..=boards).map(board).collect(),
            title: None,
            lang: Lang::ENGLISH,
        }
    }

    #[test]
    fn one_board_is_drawn_as_it_is_alone() {
        let one = sheet(1);
        assert_eq!(one.scene(Theme::Light), one.boards[0].scene());
    }

    #[test]
    fn boards_stand_in_rows() {
        let rows = |boards| in_rows(vec![BoardPicture::new(Size::MIN).scene(); boards]);
        let sizes = |boards| -> Vec<usize> { rows(boards).iter().map(Vec::len).collect() };
        assert_eq!(sizes(3), [3]);
        assert_eq!(sizes(4), [2, 2]);
        assert_eq!(sizes(7), [3, 3, 1]);
        assert_eq!(sizes(10), [4, 4, 2]);
    }

    #[test]
    fn a_sheet_has_room_for_every_element_of_its_boards() {
        let scene = sheet(4).scene(Theme::Dark);
        let one = sheet(1).scene(Theme::Dark);
        assert_eq!(scene.elements.len(), 4 * one.elements.len());
        let twice = |side: f32| 2.0 * side + GAP;
        assert!((scene.width - twice(one.width)).abs() < 0.001);
        assert!((scene.height - twice(one.height)).abs() < 0.001);
    }

    #[test]
    fn all_boards_of_a_sheet_have_the_same_part() {
        let mut sheet = sheet(2);
        let part = |sheet: &Sheet| sheet.boards[1].part.map(|part| part.to_string());
        sheet.crop(None);
        assert_eq!(part(&sheet), None, "nothing is on the boards");
        for board in &mut sheet.boards {
            board.size = Size::RENJU;
        }
        for (board, point) in sheet.boards.iter_mut().zip(["C3", "K12"]) {
            board.label(point.parse().unwrap(), "a".to_owned());
        }
        sheet.crop(None);
        assert_eq!(part(&sheet).unwrap(), "A1:M14");
        sheet.crop("D4:F6".parse().ok());
        assert_eq!(part(&sheet).unwrap(), "D4:F6");
        assert!(
            sheet
                .scene(Theme::Light)
                .description
                .contains("part: D4:F6.")
        );
    }

    #[test]
    fn each_board_is_described_with_its_caption() {
        let scene = sheet(2).scene(Theme::Light);
        assert_eq!(scene.title, "board 1");
        assert_eq!(
            scene.description,
            "1/2: board 1. Board 5x5.\n2/2: board 2. Board 5x5."
        );
    }
}
