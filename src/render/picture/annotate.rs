//! What the answers of the program look like on a board.

use super::{BoardPicture, Mark, MarkStyle, Segment};
use crate::board::{Board, Color};
use crate::forbidden::{Extension, ExtensionResult, Proof, Three};
use crate::geometry::Point;
use crate::pattern::Shape;
use crate::rule::Run;

impl BoardPicture {
    /// The stones of a board.
    pub fn of_board(board: &Board) -> BoardPicture {
        let stones = |color: Color| board.stones(color).iter().map(move |at| (at, color));
        BoardPicture {
            stones: Color::BOTH.into_iter().flat_map(stones).collect(),
            ..BoardPicture::new(board.size())
        }
    }

    /// Adds a mark to a point that has none yet.
    pub fn mark(&mut self, point: Point, mark: Mark) {
        let is_forbidden = self.forbidden.iter().any(|(at, _)| *at == point);
        if !is_forbidden && self.marks.iter().all(|(at, _)| *at != point) {
            self.marks.push((point, mark));
        }
    }

    /// Writes a label on a point, in place of a mark or number that it has.
    pub fn label(&mut self, point: Point, label: String) {
        self.marks.retain(|(at, _)| *at != point);
        self.numbers.retain(|(at, _)| *at != point);
        self.marks.push((point, Mark::Label(label)));
    }

    /// Writes the numbers of moves on their stones, where nothing else is written.
    pub fn number_stones(&mut self, moves: &[(Point, u16)]) {
        for &(point, number) in moves {
            let has_mark = self.marks.iter().any(|(at, _)| *at == point);
            let has_number = self.numbers.iter().any(|(at, _)| *at == point);
            if !has_mark && !has_number && self.stones.iter().any(|(at, _)| *at == point) {
                self.numbers.push((point, number));
            }
        }
    }

    /// The board after each of these moves, which lead to it. What is marked is seen on the last one.
    pub fn by_moves(&self, moves: &[Option<Point>]) -> Vec<BoardPicture> {
        let frames = (1..moves.len()).map(|done| {
            let is_there = |point: &Point| !moves[done..].contains(&Some(*point));
            let mut frame = BoardPicture {
                last: moves[done - 1],
                part: self.part,
                caption: self.caption.clone(),
                ..BoardPicture::new(self.size)
            };
            let stones = self.stones.iter().filter(|(at, _)| is_there(at));
            frame.stones.extend(stones);
            let numbers = self.numbers.iter().filter(|(at, _)| is_there(at));
            frame.numbers.extend(numbers);
            frame
        });
        let last = BoardPicture {
            last: self.last.or(moves.last().copied().flatten()),
            ..self.clone()
        };
        frames.chain([last]).collect()
    }

    /// Points out a line, from its first stone to its last.
    pub fn mark_run(&mut self, run: &Run, style: MarkStyle) {
        if let [from, .., to] = run.stones[..] {
            self.lines.push(Segment { from, to, style });
        }
    }

    /// Points out a shape, with the points where one more stone makes of it what it is named for.
    pub fn mark_shape(&mut self, shape: Shape, run: &Run, next: &[Point]) {
        let style = style_of(shape);
        self.mark_run(run, style);
        for &point in next {
            self.mark(point, Mark::Dot(style));
        }
    }

    /// Points out the lines of a verdict: overlines in red, fours with the points of their fives,
    /// and threes, the real ones in blue and the others in red, with the points that extend them.
    pub fn mark_proof(&mut self, proof: &Proof) {
        for overline in &proof.overlines {
            self.mark_run(overline, MarkStyle::Bad);
        }
        for three in &proof.threes {
            self.mark_three(three);
        }
        for four in &proof.fours {
            self.mark_run(&four.run, MarkStyle::Four);
            for &point in &four.fives_at {
                self.mark(point, Mark::Dot(MarkStyle::Four));
            }
        }
    }

    fn mark_three(&mut self, three: &Three) {
        let style = if three.real {
            MarkStyle::Three
        } else {
            MarkStyle::Bad
        };
        self.mark_run(&three.run, style);
        for extension in &three.extensions {
            self.mark_extension(extension);
        }
    }

    fn mark_extension(&mut self, Extension { at, outcome }: &Extension) {
        let style = match outcome {
            ExtensionResult::Forbidden { because } => {
                self.forbidden.push((*at, because.kinds.clone()));
                return;
            }
            ExtensionResult::MakesFive { five } => {
                self.mark_run(five, MarkStyle::Five);
                MarkStyle::Five
            }
            ExtensionResult::StraightFour => MarkStyle::Three,
            ExtensionResult::NotStraight { .. } => MarkStyle::Bad,
        };
        self.mark(*at, Mark::Dot(style));
    }

    /// Adds the moves of a line as pale stones with their numbers; `first` plays the first of them,
    /// and `None` is a pass.
    pub fn add_line(&mut self, first: Color, moves: impl IntoIterator<Item = Option<Point>>) {
        let sides = [first, !first].into_iter().cycle();
        for ((number, color), played) in (1..).zip(sides).zip(moves) {
            if let Some(point) = played {
                self.ghosts.push((point, color));
                self.numbers.push((point, number));
            }
        }
    }

    /// Adds a disc for each value, the greatest as large as a stone; values below 0 have none.
    #[expect(
        clippy::cast_precision_loss,
        reason = "the size of a disc is not that exact"
    )]
    pub fn add_heat(&mut self, values: &[(Point, i64)]) {
        let most = values.iter().map(|&(_, value)| value).max().unwrap_or(0);
        let share = |value: i64| value.max(0) as f32 / most.max(1) as f32;
        let discs = values.iter().map(|&(point, value)| (point, share(value)));
        self.heat.extend(discs);
    }
}

/// The colour of a shape: what it is on the way to.
const fn style_of(shape: Shape) -> MarkStyle {
    match shape {
        Shape::Five => MarkStyle::Five,
        Shape::Overline => MarkStyle::Bad,
        Shape::StraightFour | Shape::Four | Shape::TwoFours => MarkStyle::Four,
        Shape::OpenThree | Shape::ClosedThree | Shape::OpenTwo | Shape::ClosedTwo | Shape::Dead => {
            MarkStyle::Three
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    #[test]
    fn a_game_is_shown_move_by_move_and_its_marks_at_the_end() {
        let [one, two, three] = ["H8", "I9", "G7"].map(|name| name.parse::<Point>().unwrap());
        let mut picture = BoardPicture::new(Size::RENJU);
        picture.stones = vec![
            (one, Color::Black),
            (two, Color::White),
            (three, Color::White),
        ];
        picture.label(three, "a".to_owned());
        picture.number_stones(&[(one, 1), (two, 2), (three, 9), ("A1".parse().unwrap(), 10)]);
        assert_eq!(
            picture.numbers,
            [(one, 1), (two, 2)],
            "a label and no stone"
        );
        let frames = picture.by_moves(&[Some(one), None, Some(two)]);
        let stones: Vec<usize> = frames.iter().map(|frame| frame.stones.len()).collect();
        assert_eq!(
            stones,
            [2, 2, 3],
            "a stone stood there before, and one move is a pass"
        );
        let marks: Vec<usize> = frames.iter().map(|frame| frame.marks.len()).collect();
        assert_eq!(marks, [0, 0, 1]);
        let last: Vec<Option<Point>> = frames.iter().map(|frame| frame.last).collect();
        assert_eq!(last, [Some(one), None, Some(two)]);
    }
}
