//! Applies the properties of an SGF node to the game tree: stones, marks, labels, values.

use crate::budget::{Budgeted, GameBudget};
use crate::{ErrorCode, ParseError};
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::{
    Game, GameNode, NodeExtras, PointMark, PositionId, StoredValue, Tree, TreePlace,
};
use renju_core::rule::Rule;

use super::names::{BEST, MARKS, RULE, START, STORED, TIME, rule_of};
use super::scanner::SgfValue;

type OrMistake<T> = Result<T, Box<ParseError>>;

/// What came of a node.
pub(super) struct Put {
    /// The node that the next one follows: of two moves in a node the second is a node of its own.
    pub(super) last: TreePlace,
    /// Whether the size of the board could not be read.
    pub(super) is_without_size: bool,
    /// Whether its move could not be read.
    pub(super) is_without_move: bool,
    /// The first mistake in the node.
    pub(super) error: Option<Box<ParseError>>,
}

/// Puts the values of a node into its place. `asked` is the side that the user says.
pub(super) fn put_into(
    game: &mut Game,
    place: TreePlace,
    values: &[SgfValue],
    asked: Option<Size>,
    budget: &mut GameBudget,
) -> Put {
    let mut put = Put {
        last: place,
        is_without_size: false,
        is_without_move: false,
        error: None,
    };
    let of_size = values.iter().find(|value| value.name == "SZ");
    match of_size.map(size_of) {
        Some(Ok(size)) => game.size = Some(size),
        Some(Err(error)) => {
            put.is_without_size = place == Tree::ROOT;
            put.error = Some(error);
            return put;
        }
        None => {}
    }
    let size = game.size.or(asked).unwrap_or(Size::RENJU);
    for property in values.chunk_by(|_, next| !next.is_first) {
        let is_move = matches!(property[0].name.as_str(), "B" | "W");
        let mut properties = NodeProperties { game, size, budget };
        let done = properties.put(place, &mut put.last, property);
        if let Err(error) = done {
            put.is_without_move |= is_move;
            put.error.get_or_insert(error);
        }
    }
    put
}

struct NodeProperties<'a> {
    game: &'a mut Game,
    size: Size,
    budget: &'a mut GameBudget,
}

impl NodeProperties<'_> {
    fn put(&mut self, place: TreePlace, at: &mut TreePlace, values: &[SgfValue]) -> OrMistake<()> {
        let name = &values[0].name;
        let text = || Some(values[0].text.to_string());
        match name.as_str() {
            "B" | "W" => return self.play(at, name, &values[0]),
            "AB" => self.stones(place, values, |more| &mut more.black)?,
            "AW" => self.stones(place, values, |more| &mut more.white)?,
            "AE" => self.stones(place, values, |more| &mut more.emptied)?,
            "PL" => {
                self.node(place).more_mut().to_move = values.first().map(side_of).transpose()?;
            }
            "C" => self.node(place).text_mut().comment = text().unwrap_or_default(),
            "N" => self.node(place).text_mut().title = text().unwrap_or_default(),
            "LB" => {
                let labels = self.labels(values)?;
                let listed = &mut self.node(place).more_mut().labels;
                check_list(listed.len() + labels.len(), values)?;
                listed.extend(labels);
            }
            "HO" if is_one(values) => self.node(place).more_mut().is_marked = true,
            START if is_one(values) => self.node(place).more_mut().is_start = true,
            TIME if number(values).is_some() => self.node(place).more_mut().time = number(values),
            STORED if stored(values).is_some() => {
                self.node(place).more_mut().value = stored(values);
            }
            BEST if place == Tree::ROOT => {
                self.game.info.best = self.points(values)?.first().copied();
            }
            "SZ" | "FF" | "GM" | "CA" if place == Tree::ROOT => {}
            "GN" if place == Tree::ROOT => self.game.id = text().map(PositionId::from),
            "RU" if place == Tree::ROOT => {
                self.game.rule = text().and_then(|rule| rule_of(&rule));
                let rule = self.game.rule.map(Rule::name);
                self.game.info.rule = text().filter(|text| rule != Some(text.as_str()));
            }
            RULE if place == Tree::ROOT => self.game.info.rule = text(),
            "PB" if place == Tree::ROOT => self.game.info.black_player = text(),
            "PW" if place == Tree::ROOT => self.game.info.white_player = text(),
            "DT" if place == Tree::ROOT => self.game.info.date = text(),
            "EV" if place == Tree::ROOT => self.game.info.event = text(),
            "RO" if place == Tree::ROOT => self.game.info.round = text(),
            "RE" if place == Tree::ROOT => self.game.info.result = text(),
            _ => {
                if let Some(mark) = mark_of(name) {
                    let points = self.points(values)?;
                    let listed = &mut self.node(place).more_mut().marks;
                    let same = listed.iter().filter(|(_, other)| *other == mark);
                    check_list(same.count() + points.len(), values)?;
                    listed.extend(points.into_iter().map(|point| (point, mark)));
                } else {
                    self.keep_other(place, values)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps a property that means nothing here, as it is written.
    fn keep_other(&mut self, place: TreePlace, values: &[SgfValue]) -> OrMistake<()> {
        self.budget.other_values += values.len();
        let count = Budgeted::OtherValues.check(self.budget.other_values);
        count.map_err(|error| values[0].placed(error))?;
        let raw = values.iter().map(|value| value.raw().to_owned());
        let property = (values[0].name.to_string(), raw.collect());
        self.others(place).push(property);
        Ok(())
    }

    /// Adds points to a list of a node.
    fn stones(
        &mut self,
        place: TreePlace,
        values: &[SgfValue],
        list: fn(&mut NodeExtras) -> &mut Vec<Point>,
    ) -> OrMistake<()> {
        let points = self.points(values)?;
        let listed = list(self.node(place).more_mut());
        check_list(listed.len() + points.len(), values)?;
        listed.extend(points);
        Ok(())
    }

    /// Where properties are kept that mean nothing here.
    fn others(&mut self, place: TreePlace) -> &mut Vec<(String, Vec<String>)> {
        if place == Tree::ROOT {
            &mut self.game.info.properties
        } else {
            &mut self.node(place).more_mut().properties
        }
    }

    fn node(&mut self, place: TreePlace) -> &mut GameNode {
        self.game.tree.node_mut(place)
    }

    fn play(&mut self, at: &mut TreePlace, name: &str, value: &SgfValue) -> OrMistake<()> {
        let color = if name == "B" {
            Color::Black
        } else {
            Color::White
        };
        let point = if is_pass(&value.text, self.size) {
            None
        } else {
            Some(self.point(value, &value.text)?)
        };
        if self.node(*at).played.is_none() {
            self.node(*at).played = Some((color, point));
        } else {
            *at = self.game.tree.add(*at, GameNode::of_move(color, point));
        }
        Ok(())
    }

    /// The points of values, a rectangle being all of its points.
    fn points(&mut self, values: &[SgfValue]) -> OrMistake<Vec<Point>> {
        let mut points = Vec::new();
        for value in values {
            let (first, last) = value
                .text
                .split_once(':')
                .unwrap_or((&value.text, &value.text));
            let (first, last) = (self.point(value, first)?, self.point(value, last)?);
            let before = points.len();
            for row in (last.row()..=first.row()).rev() {
                let columns = first.column()..=last.column();
                points.extend(columns.filter_map(|column| Point::new(column, row)));
            }
            self.budget.rectangle_points += (points.len() - before).saturating_sub(1);
            let count = Budgeted::RectanglePoints.check(self.budget.rectangle_points);
            let count = count.and(Budgeted::ListedPoints.check(points.len()));
            count.map_err(|error| value.placed(error))?;
        }
        Ok(points)
    }

    fn labels(&self, values: &[SgfValue]) -> OrMistake<Vec<(Point, String)>> {
        let label = |value: &SgfValue| {
            let (point, text) = value.text.split_once(':').unwrap_or((&value.text, ""));
            Ok((self.point(value, point)?, text.to_owned()))
        };
        values.iter().map(label).collect()
    }

    /// Two letters: the column, and the row from the top.
    fn point(&self, value: &SgfValue, text: &str) -> OrMistake<Point> {
        let mut letters = text.trim().chars().map(number_of);
        let (Some(Some(column)), Some(Some(row)), None) =
            (letters.next(), letters.next(), letters.next())
        else {
            let message = format!("{:?} is not a point, which has two letters", value.text);
            return Err(Box::new(value.error(ErrorCode::BadPoint, message)));
        };
        let side = self.size.get();
        if column >= side || row >= side {
            let message = format!("{} is not on a {} board", text.trim(), self.size);
            return Err(Box::new(value.error(ErrorCode::OffBoard, message)));
        }
        Ok(Point::new(column, side - 1 - row).expect("it is on the board"))
    }
}

/// Refuses a list of more points than any board has.
fn check_list(length: usize, values: &[SgfValue]) -> OrMistake<()> {
    let count = Budgeted::ListedPoints.check(length);
    Ok(count.map_err(|error| values[0].placed(error))?)
}

/// `a` is 0, `A` comes after `z`.
fn number_of(letter: char) -> Option<u8> {
    match letter {
        'a'..='z' => Some(letter as u8 - b'a'),
        'A'..='Z' => Some(letter as u8 - b'A' + 26),
        _ => None,
    }
}

fn is_pass(text: &str, size: Size) -> bool {
    text.trim().is_empty() || text == "tt" && size.get() <= 19
}

fn mark_of(name: &str) -> Option<PointMark> {
    let (_, mark) = MARKS.iter().find(|(of_mark, _)| *of_mark == name)?;
    Some(*mark)
}

fn is_one(values: &[SgfValue]) -> bool {
    matches!(values, [value] if value.text == "1")
}

fn number(values: &[SgfValue]) -> Option<u64> {
    values.first()?.text.parse().ok()
}

/// `value:depth:bound:label`, as the writer has it.
fn stored(values: &[SgfValue]) -> Option<StoredValue> {
    let mut parts = values.first()?.text.splitn(4, ':');
    let mut next = || parts.next();
    let (value, depth, bound, label) = (next()?, next()?, next()?, next()?);
    let number = |text: &str| match text {
        "" => Some(None),
        text => text.parse().ok().map(Some),
    };
    Some(StoredValue {
        value: number(value)?,
        depth: number(depth)?,
        bound: match bound {
            "" => None,
            bound => Some(bound.parse().ok()?),
        },
        label: match label.strip_prefix('#').and_then(|code| code.parse().ok()) {
            Some(code) => char::from_u32(code),
            None if label == "-1" => Some(StoredValue::UNDECIDED),
            None => label.chars().next(),
        },
    })
}

fn side_of(value: &SgfValue) -> OrMistake<Color> {
    match value.text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Color::Black),
        "w" | "white" | "2" => Ok(Color::White),
        _ => {
            let message = format!("{:?} is no colour: B or W", value.text);
            Err(Box::new(value.error(ErrorCode::BadColor, message)))
        }
    }
}

fn size_of(value: &SgfValue) -> OrMistake<Size> {
    let text = value.text.trim();
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let size = columns.parse().ok().and_then(Size::new);
    size.filter(|_| columns == rows).ok_or_else(|| {
        let message = format!("{text} is no side of a board: 5 to 20");
        Box::new(value.error(ErrorCode::BadSize, message))
    })
}
