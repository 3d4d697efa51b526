//! The words of the human output, in every language it speaks.

mod bench;
mod opinions;
mod search;
mod threats;
mod win_check;

use std::str::FromStr;

use thiserror::Error;

use crate::board::Color;
use crate::forbidden::{ForbiddenKind, ObstacleKind};
use crate::geometry::{Direction, Point};
use crate::pattern::Shape;
use crate::rule::Rule;
use crate::study::NearMissReason;

pub(super) use threats::short_count;

/// A language of the human output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

/// Why a text is no [`Lang`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("language {0:?} is neither en nor zh")]
pub struct ParseLangError(pub String);

impl FromStr for Lang {
    type Err = ParseLangError;

    /// `en`, `zh`, or a locale such as `zh_CN.UTF-8`.
    fn from_str(text: &str) -> Result<Lang, ParseLangError> {
        let name = text.split(['_', '-', '.']).next().unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "en" | "c" | "posix" => Ok(Lang::English),
            "zh" => Ok(Lang::Chinese),
            _ => Err(ParseLangError(text.to_owned())),
        }
    }
}

impl Lang {
    /// The text of this language.
    const fn of<T: Copy>(self, english: T, chinese: T) -> T {
        match self {
            Lang::English => english,
            Lang::Chinese => chinese,
        }
    }

    pub(super) const fn color(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.of("black", "黑"),
            Color::White => self.of("white", "白"),
        }
    }

    pub(super) const fn rule(self, rule: Rule) -> &'static str {
        match rule {
            Rule::Renju => self.of("renju", "连珠"),
            Rule::Standard => self.of("standard", "标准"),
            Rule::Freestyle => self.of("freestyle", "无禁手"),
        }
    }

    pub(super) const fn kind(self, kind: ForbiddenKind) -> &'static str {
        match kind {
            ForbiddenKind::DoubleThree => self.of("double-three", "三三禁手"),
            ForbiddenKind::DoubleFour => self.of("double-four", "四四禁手"),
            ForbiddenKind::Overline => self.of("overline", "长连禁手"),
        }
    }

    pub(super) fn kinds(self, kinds: &[ForbiddenKind]) -> String {
        let names: Vec<&str> = kinds.iter().map(|&kind| self.kind(kind)).collect();
        names.join(self.of(", ", "、"))
    }

    pub(super) const fn shape(self, shape: Shape) -> &'static str {
        match shape {
            Shape::Dead => self.of("nothing", "无"),
            Shape::ClosedTwo => self.of("closed two", "眠二"),
            Shape::OpenTwo => self.of("open two", "活二"),
            Shape::ClosedThree => self.of("closed three", "眠三"),
            Shape::OpenThree => self.of("open three", "活三"),
            Shape::Four => self.of("four", "冲四"),
            Shape::TwoFours => self.of("two fours", "双四"),
            Shape::StraightFour => self.of("straight four", "活四"),
            Shape::Overline => self.of("overline", "长连"),
            Shape::Five => self.of("five", "五连"),
        }
    }

    /// The line through a point: `row 8`, `column H`, `rising`, `falling`.
    pub(super) fn line(self, direction: Direction, point: Point) -> String {
        let (row, column) = (point.row() + 1, point.letter());
        match (self, direction) {
            (Lang::English, Direction::Horizontal) => format!("row {row}"),
            (Lang::Chinese, Direction::Horizontal) => format!("第{row}行"),
            (Lang::English, Direction::Vertical) => format!("column {column}"),
            (Lang::Chinese, Direction::Vertical) => format!("{column}列"),
            (_, Direction::Rising) => self.of("rising", "右上斜").to_owned(),
            (_, Direction::Falling) => self.of("falling", "右下斜").to_owned(),
        }
    }

    pub(super) fn head(
        self,
        rule: Rule,
        size: &str,
        to_move: Color,
        stones: (usize, usize),
    ) -> String {
        let (rule, to_move) = (self.rule(rule), self.color(to_move));
        let (black, white) = stones;
        match self {
            Lang::English => {
                format!("{rule} {size}, {to_move} to move, {black} black, {white} white")
            }
            Lang::Chinese => format!("{rule} {size}，轮到{to_move}方，黑{black}子，白{white}子"),
        }
    }

    pub(super) fn forbidden_count(self, count: usize) -> String {
        match self {
            Lang::English if count == 0 => "forbidden for black: none".to_owned(),
            Lang::English => format!("forbidden for black: {count}"),
            Lang::Chinese if count == 0 => "黑方禁手点：无".to_owned(),
            Lang::Chinese => format!("黑方禁手点：{count}"),
        }
    }

    pub(super) const fn nothing_is_forbidden(self) -> &'static str {
        self.of("this rule forbids nothing", "此规则没有禁手")
    }

    pub(super) const fn look_alikes(self) -> &'static str {
        self.of("allowed look-alikes", "似禁手而可下之点")
    }

    pub(super) const fn reason(self, reason: NearMissReason) -> &'static str {
        match reason {
            NearMissReason::FalseThree => self.of("not all its threes are real", "有假活三"),
            NearMissReason::FiveFirst => self.of("the five comes first", "五连优先"),
            NearMissReason::OtherReading => self.of(
                "the other reading of a three would forbid it",
                "按另一种三的解释为禁手",
            ),
        }
    }

    pub(super) const fn or(self) -> &'static str {
        self.of(" or ", " 或 ")
    }

    pub(super) const fn semicolon(self) -> &'static str {
        self.of("; ", "；")
    }

    pub(super) const fn colon(self) -> &'static str {
        self.of(": ", "：")
    }

    pub(super) const fn comma(self) -> &'static str {
        self.of(", ", "，")
    }

    pub(super) const fn not_a_three(self) -> &'static str {
        self.of("not a three", "不成三")
    }

    pub(super) fn five_at(self, points: &str) -> String {
        match self {
            Lang::English => format!("five at {points}"),
            Lang::Chinese => format!("下 {points} 成五"),
        }
    }

    pub(super) fn straight_four_at(self, points: &str) -> String {
        match self {
            Lang::English => format!("straight four at {points}"),
            Lang::Chinese => format!("下 {points} 成活四"),
        }
    }

    pub(super) fn forbidden_after(
        self,
        at: Point,
        after: Point,
        kinds: &[ForbiddenKind],
    ) -> String {
        let kinds = self.kinds(kinds);
        match self {
            Lang::English => format!("{at} is forbidden after {after} ({kinds})"),
            Lang::Chinese => format!("{after} 之后 {at} 是{kinds}"),
        }
    }

    pub(super) fn makes_a_five(self, at: Point, five: &str) -> String {
        match self {
            Lang::English => format!("{at} would make a five at the same time ({five})"),
            Lang::Chinese => format!("{at} 同时成五（{five}）"),
        }
    }

    pub(super) fn no_straight_four(self, at: Point) -> String {
        match self {
            Lang::English => format!("{at} makes no straight four"),
            Lang::Chinese => format!("下 {at} 不成活四"),
        }
    }

    pub(super) fn obstacle(self, end: Option<Point>, what: ObstacleKind) -> String {
        let end = end.map_or_else(String::new, |end| end.to_string());
        match (self, what) {
            (Lang::English, ObstacleKind::White) => format!("{end} is white"),
            (Lang::Chinese, ObstacleKind::White) => format!("{end} 是白子"),
            (_, ObstacleKind::Edge) => self.of("the board ends there", "到了棋盘边").to_owned(),
            (Lang::English, ObstacleKind::Six) => format!("{end} would make six or more"),
            (Lang::Chinese, ObstacleKind::Six) => format!("下 {end} 成长连"),
        }
    }

    pub(super) fn row_of(self, stones: usize) -> String {
        match self {
            Lang::English => format!("{stones} in a row"),
            Lang::Chinese => format!("{stones} 子相连"),
        }
    }

    pub(super) const fn allowed(self) -> &'static str {
        self.of("allowed", "可下")
    }

    pub(super) const fn wins(self) -> &'static str {
        self.of("wins", "取胜")
    }

    /// Why a point that is not forbidden is not, if there is something to say.
    pub(super) const fn allowed_because(
        self,
        fours: usize,
        threes: usize,
        real: usize,
    ) -> Option<&'static str> {
        match (fours, threes, real) {
            (1, _, 1) => Some(self.of("a four and a three", "四三")),
            (0, 2.., 1) => Some(self.of("only one three", "只有一个活三")),
            (_, 2.., 0) => Some(self.of("no three is real", "没有真活三")),
            _ => None,
        }
    }

    pub(super) fn game_over(self, winner: Option<Color>, how: &str) -> String {
        match (self, winner) {
            (Lang::English, Some(winner)) => format!("the game is over: {winner} has won {how}"),
            (Lang::Chinese, Some(winner)) => {
                format!("对局已结束：{}方胜（{how}）", self.color(winner))
            }
            (_, None) => self
                .of(
                    "the game is over: a draw, the board is full",
                    "对局已结束：和棋，棋盘已满",
                )
                .to_owned(),
        }
    }

    pub(super) fn by_five(self, row: &str) -> String {
        match self {
            Lang::English => format!("by a five ({row})"),
            Lang::Chinese => format!("五连 {row}"),
        }
    }

    pub(super) fn by_forbidden(self, points: &str) -> String {
        match self {
            Lang::English => format!("by a forbidden move of black's ({points})"),
            Lang::Chinese => format!("黑方禁手 {points}"),
        }
    }

    pub(super) fn claims(self, points: &str) -> String {
        match self {
            Lang::English => format!("marked as forbidden in the input: {points}"),
            Lang::Chinese => format!("原图标为禁手：{points}"),
        }
    }

    pub(super) const fn shapes_word(self) -> &'static str {
        self.of("shape", "棋形")
    }

    pub(super) const fn next_word(self) -> &'static str {
        self.of("next", "要点")
    }

    pub(super) fn a_stone_on(self, point: Point) -> String {
        match self {
            Lang::English => format!("a stone on {point} would make"),
            Lang::Chinese => format!("在 {point} 落子将成"),
        }
    }
}
