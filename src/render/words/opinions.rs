use super::Lang;
use crate::board::Color;
use crate::eval::{How, RanksBy};
use crate::geometry::Point;

/// The words for evaluators and what they say.
impl Lang {
    /// `board: black 12, white -12`
    pub(in crate::render) fn board_values(self, values: &[(Color, Option<i64>)]) -> String {
        let value = |&(color, value): &(Color, Option<i64>)| {
            let number = value.map_or(self.of("none", "无").to_owned(), |value| value.to_string());
            format!("{} {number}", self.color(color))
        };
        let sides: Vec<String> = values.iter().map(value).collect();
        format!(
            "{} {}",
            self.of("board:", "全局："),
            sides.join(self.of(", ", "，"))
        )
    }

    pub(in crate::render) const fn unit_word(self) -> &'static str {
        self.of("unit:", "单位：")
    }

    pub(in crate::render) const fn view_word(self) -> &'static str {
        self.of("view:", "视角：")
    }

    pub(in crate::render) fn points_for(self, color: Color) -> String {
        match self {
            Lang::English => format!("points for {}", self.color(color)),
            Lang::Chinese => format!("{}方各点", self.color(color)),
        }
    }

    pub(in crate::render) const fn no_point_values(self) -> &'static str {
        self.of("this evaluator scores no points", "此评估不给点评分")
    }

    pub(in crate::render) const fn score_columns(self) -> [&'static str; 3] {
        self.of(["rank", "point", "value"], ["名次", "点", "值"])
    }

    pub(in crate::render) const fn term_columns(self) -> [&'static str; 4] {
        self.of(
            ["value", "share", "term", "points"],
            ["值", "占比", "项", "点"],
        )
    }

    pub(in crate::render) fn above_the_lowest(self, lowest: i64) -> String {
        match self {
            Lang::English => {
                format!("each number is what the point has above the lowest, {lowest}")
            }
            Lang::Chinese => format!("各数为该点高出最低值 {lowest} 之量"),
        }
    }

    pub(in crate::render) fn terms_of_board(self, color: Color, sum: i64) -> String {
        match self {
            Lang::English => format!("the board for {}: {sum}", self.color(color)),
            Lang::Chinese => format!("全局（{}方）：{sum}", self.color(color)),
        }
    }

    pub(in crate::render) fn terms_of_point(self, point: Point, color: Color, sum: i64) -> String {
        match self {
            Lang::English => format!("{point} for {}: {sum}", self.color(color)),
            Lang::Chinese => format!("{point}（{}方）：{sum}", self.color(color)),
        }
    }

    pub(in crate::render) fn more_terms(self, count: usize, sum: i64) -> String {
        match self {
            Lang::English => format!("and {count} further terms, together {sum}"),
            Lang::Chinese => format!("另有 {count} 项，共 {sum}"),
        }
    }

    pub(in crate::render) const fn terms_unknown(self) -> &'static str {
        self.of("nothing is known of what adds up to it", "其组成不详")
    }

    pub(in crate::render) fn forbidden_points(self, names: &str) -> String {
        match self {
            Lang::English => format!("forbidden for black by the rules: {names}"),
            Lang::Chinese => format!("黑方禁手点：{names}"),
        }
    }

    pub(in crate::render) const fn compare_columns(self) -> [&'static str; 3] {
        self.of(["point", "score", "rank"], ["点", "值", "名次"])
    }

    pub(in crate::render) const fn both_sides(self) -> &'static str {
        self.of(
            "* ranks points by what they are worth to both sides together",
            "* 按对双方价值之和排列各点",
        )
    }

    pub(in crate::render) fn ranks_differ(self, gap: usize) -> String {
        match self {
            Lang::English => format!("<- ranks differ by {gap}"),
            Lang::Chinese => format!("<- 名次相差 {gap}"),
        }
    }

    pub(in crate::render) fn agreement_with(self, reference: &str) -> String {
        match self {
            Lang::English => format!("agreement with {reference}"),
            Lang::Chinese => format!("与 {reference} 的一致程度"),
        }
    }

    pub(in crate::render) fn agreement_columns(self, top: usize) -> [String; 5] {
        match self {
            Lang::English => [
                "evaluator".to_owned(),
                "best".to_owned(),
                "Kendall tau".to_owned(),
                format!("shared of top {top}"),
                "widest gap".to_owned(),
            ],
            Lang::Chinese => [
                "评估".to_owned(),
                "首选".to_owned(),
                "肯德尔 tau".to_owned(),
                format!("前 {top} 共有"),
                "最大差距".to_owned(),
            ],
        }
    }

    pub(in crate::render) fn gap(self, point: Point, [here, there]: [usize; 2]) -> String {
        match self {
            Lang::English => format!("{point}: {here} and {there}"),
            Lang::Chinese => format!("{point}：{here} 与 {there}"),
        }
    }

    pub(in crate::render) const fn judges_word(self) -> &'static str {
        self.of("forbidden for black, by", "黑方禁手点，据")
    }

    pub(in crate::render) const fn none_word(self) -> &'static str {
        self.of("none", "无")
    }

    pub(in crate::render) fn no_answer(self, name: &str, why: &str) -> String {
        match self {
            Lang::English => format!("no answer from {name}: {why}"),
            Lang::Chinese => format!("{name} 没有回答：{why}"),
        }
    }

    pub(in crate::render) fn compared_positions(self, count: usize) -> String {
        match self {
            Lang::English => format!("{count} positions, mean agreement of each pair"),
            Lang::Chinese => format!("共 {count} 个局面，两两平均一致程度"),
        }
    }

    pub(in crate::render) const fn differ_most(self) -> &'static str {
        self.of(
            "positions where they differ most (mean Kendall tau)",
            "分歧最大的局面（平均 tau）",
        )
    }

    pub(in crate::render) const fn summary_columns(self) -> [&'static str; 5] {
        self.of(
            ["", "", "Kendall tau", "same best", "shared of top"],
            ["", "", "肯德尔 tau", "首选相同", "前列共有"],
        )
    }

    pub(in crate::render) fn plays(self, name: &str, point: Option<Point>) -> String {
        match (self, point) {
            (Lang::English, Some(point)) => format!("{name} plays {point}"),
            (Lang::English, None) => format!("{name} finds no move"),
            (Lang::Chinese, Some(point)) => format!("{name} 下 {point}"),
            (Lang::Chinese, None) => format!("{name} 找不到着法"),
        }
    }

    pub(in crate::render) fn line_value(
        self,
        view: Color,
        value: i64,
        depth: usize,
        nodes: u64,
    ) -> String {
        let view = self.color(view);
        match self {
            Lang::English => {
                format!(
                    "value {value} for {view} in the program's own unit, depth {depth}, {nodes} nodes"
                )
            }
            Lang::Chinese => {
                format!("{view}方得 {value}（程序自己的单位），深度 {depth}，{nodes} 个节点")
            }
        }
    }

    pub(in crate::render) const fn card_words(self) -> [&'static str; 4] {
        self.of(
            ["from:", "unit:", "view:", "serves:"],
            ["来源：", "单位：", "视角：", "适用："],
        )
    }

    pub(in crate::render) const fn ranks_by(self, by: RanksBy) -> &'static str {
        match by {
            RanksBy::Own => self.of(
                "ranks points by what they are worth to the side to move",
                "按对行棋方的价值排列各点",
            ),
            RanksBy::Both => self.of(
                "ranks points by what they are worth to both sides together",
                "按对双方价值之和排列各点",
            ),
        }
    }

    pub(in crate::render) const fn mistakes_word(self) -> &'static str {
        self.of("known mistakes", "已知错误")
    }

    pub(in crate::render) const fn corrected_word(self) -> &'static str {
        self.of("corrected:", "修正：")
    }

    pub(in crate::render) const fn variants_word(self) -> &'static str {
        self.of("other editions and options", "其他版本与选项")
    }

    pub(in crate::render) const fn line_word(self) -> &'static str {
        self.of("line:", "变化：")
    }

    pub(in crate::render) const fn how(self, how: How) -> &'static str {
        match how {
            How::Searched => self.of("by its search", "搜索所得"),
            How::Greedy => self.of("the point with the greatest value", "取值最大之点"),
            How::Forced => self.of("forced, before any search", "必应之着，未经搜索"),
            How::Opening => self.of("from its list of first moves", "开局定式"),
            How::Fallback => self.of("for want of anything better", "别无他选"),
            How::Random => self.of("by drawing lots", "随机"),
        }
    }
}
