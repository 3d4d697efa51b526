use std::time::Duration;

use super::{Lang, short_count};
use crate::board::Color;
use crate::limits::{StopReason, Value};

/// The words for best play.
impl Lang {
    /// `black wins in 5 plies (proven)`, `+165 for black (heuristic)`
    pub(in crate::render) fn value(self, view: Color, value: Value) -> String {
        let view = self.color(view);
        match (self, value) {
            (Lang::English, Value::Points(points)) => {
                format!("{points:+} for {view} (heuristic)")
            }
            (Lang::Chinese, Value::Points(points)) => format!("{view}方 {points:+}（估值）"),
            (Lang::English, Value::WinIn(plies)) => {
                format!("{view} wins in {} (proven)", plies_in_words(plies))
            }
            (Lang::Chinese, Value::WinIn(plies)) => {
                format!("{view}方胜，共 {plies} 手（已证明）")
            }
            (Lang::English, Value::LossIn(plies)) => {
                format!("{view} loses in {} (proven)", plies_in_words(plies))
            }
            (Lang::Chinese, Value::LossIn(plies)) => {
                format!("{view}方负，共 {plies} 手（已证明）")
            }
        }
    }

    /// `depth 12, selective depth 25`
    pub(in crate::render) fn depths(self, depth: usize, selective: Option<usize>) -> String {
        let selective = selective.unwrap_or(depth);
        match self {
            Lang::English => format!("depth {depth}, selective depth {selective}"),
            Lang::Chinese => format!("深度 {depth}，选择深度 {selective}"),
        }
    }

    /// `1.1 M nodes, 350 k nodes/s, 3.1 s`
    pub(in crate::render) fn spent(self, nodes: u64, elapsed: Duration) -> String {
        let rate = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
        let rate = short_count(u64::try_from(rate).unwrap_or(u64::MAX));
        let (nodes, seconds) = (self.nodes(nodes), elapsed.as_secs_f64());
        match self {
            Lang::English => format!("{nodes}, {rate} nodes/s, {seconds:.2} s"),
            Lang::Chinese => format!("{nodes}，每秒 {rate} 个，{seconds:.2} 秒"),
        }
    }

    /// Why a search ended.
    pub(in crate::render) const fn search_stop(self, stop: StopReason) -> &'static str {
        match stop {
            StopReason::Depth => self.of("the depth was reached", "已达深度"),
            StopReason::Nodes => self.of("the nodes were used up", "节点数已用完"),
            StopReason::Time => self.of("the time was up", "时间已到"),
            StopReason::Plies => self.of("the ply limit was reached", "已达步数上限"),
            StopReason::Decided => self.of("nothing is left to decide", "已无悬念"),
            StopReason::Interrupted => self.of("interrupted", "已中断"),
            StopReason::GameOver => self.of("the game is over", "对局已结束"),
            StopReason::Unverified => self.of("a win was not confirmed", "胜法未获证实"),
        }
    }

    pub(in crate::render) const fn no_line(self) -> &'static str {
        self.of("no move was found", "没有找到着法")
    }

    /// What the points of an evaluator mean.
    pub(in crate::render) fn unit_of(self, evaluator: &str, unit: &str) -> String {
        match self {
            Lang::English => format!("unit of {evaluator}: {unit}"),
            Lang::Chinese => format!("{evaluator} 的单位：{unit}"),
        }
    }
}

fn plies_in_words(plies: u16) -> String {
    match plies {
        1 => "1 ply".to_owned(),
        _ => format!("{plies} plies"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_names_its_view_and_whether_it_is_proven() {
        let say = |lang: Lang, value| lang.value(Color::White, value);
        let texts = [Value::Points(165), Value::WinIn(1), Value::LossIn(8)];
        assert_eq!(
            texts.map(|value| say(Lang::English, value)),
            [
                "+165 for white (heuristic)",
                "white wins in 1 ply (proven)",
                "white loses in 8 plies (proven)"
            ]
        );
        assert_eq!(
            texts.map(|value| say(Lang::Chinese, value)),
            [
                "白方 +165（估值）",
                "白方胜，共 1 手（已证明）",
                "白方负，共 8 手（已证明）"
            ]
        );
    }

    #[test]
    fn what_was_spent_has_a_rate() {
        let text = Lang::English.spent(1_100_000, Duration::from_secs(2));
        assert_eq!(text, "1.1 M nodes, 550 k nodes/s, 2.00 s");
    }
}
