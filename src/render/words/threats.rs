use std::time::Duration;

use super::Lang;
use crate::board::Color;
use crate::limits::{Limits, StopReason};
use crate::pattern::Shape;
use crate::threat::{Attack, Scope};

/// The words for forced wins.
impl Lang {
    /// `VCF` or `VCT`.
    const fn attack(attack: Attack) -> &'static str {
        match attack {
            Attack::Vcf => "VCF",
            Attack::Vct => "VCT",
        }
    }

    pub(in crate::render) fn is_taken_to_pass(self, color: Color) -> String {
        let color = self.color(color);
        match self {
            Lang::English => format!("{color} is to move and is taken to pass"),
            Lang::Chinese => format!("轮到{color}方，视为停一着"),
        }
    }

    pub(in crate::render) fn win_in(self, plies: usize, attacker: Color) -> String {
        let attacker = self.color(attacker);
        match self {
            Lang::English if plies == 1 => format!("win in 1 ply ({attacker})"),
            Lang::English => format!("win in {plies} plies ({attacker})"),
            Lang::Chinese => format!("{attacker}方胜，共 {plies} 手"),
        }
    }

    pub(in crate::render) fn no_shorter_win(self, attack: Attack) -> String {
        let attack = Lang::attack(attack);
        match self {
            Lang::English => format!("no {attack} is shorter"),
            Lang::Chinese => format!("没有更短的 {attack}"),
        }
    }

    pub(in crate::render) fn replies_answered(self, count: usize) -> String {
        match self {
            Lang::English => format!("{} answered, no other is left", self.replies(count)),
            Lang::Chinese => format!("所有防守均有应对，共 {count} 种"),
        }
    }

    fn replies(self, count: usize) -> String {
        match self {
            Lang::English if count == 1 => "1 reply".to_owned(),
            Lang::English => format!("{count} replies"),
            Lang::Chinese => format!("{count} 种防守"),
        }
    }

    pub(in crate::render) fn no_win(self, attack: Attack, attacker: Color) -> String {
        let (attack, attacker) = (Lang::attack(attack), self.color(attacker));
        match self {
            Lang::English => format!("no {attack} for {attacker}"),
            Lang::Chinese => format!("{attacker}方没有 {attack}"),
        }
    }

    pub(in crate::render) const fn tried_in_vain(self, scope: Scope) -> &'static str {
        match scope {
            Scope::GameOver => self.of("the game is over", "对局已结束"),
            Scope::Fours => self.of(
                "every continuous four was tried",
                "所有连续冲四均已试过",
            ),
            Scope::Threats => self.of(
                "every four, every three and every other move that threatens a VCF of at most three fours was tried",
                "所有冲四、活三以及威胁三个冲四以内 VCF 的着法均已试过",
            ),
        }
    }

    /// `undecided: 2 s were not enough`
    pub(in crate::render) fn undecided(
        self,
        stop: StopReason,
        limits: Limits,
        max_plies: Option<u16>,
    ) -> String {
        let (count, unit) = match stop {
            StopReason::Nodes => match limits.nodes {
                Some(1) => ("1".to_owned(), self.of("node", "个节点")),
                nodes => (short_count(nodes.unwrap_or(0)), self.of("nodes", "个节点")),
            },
            StopReason::Time => self.time(limits.time.unwrap_or_default()),
            StopReason::Plies => return self.longer_lines(max_plies),
            StopReason::Interrupted => {
                return self.of("undecided: interrupted", "未定：已中断").to_owned();
            }
            // A solver stops for none of the first three.
            StopReason::Depth
            | StopReason::Decided
            | StopReason::GameOver
            | StopReason::Unverified => {
                let text =
                    "undecided: a win was found that the rules do not confirm; please report this";
                return self
                    .of(text, "未定：所得胜法未通过规则验证，请报告")
                    .to_owned();
            }
        };
        match self {
            Lang::English if count == "1" => format!("undecided: 1 {unit} was not enough"),
            Lang::English => format!("undecided: {count} {unit} were not enough"),
            Lang::Chinese => format!("未定：{count} {unit}不够"),
        }
    }

    fn longer_lines(self, plies: Option<u16>) -> String {
        let plies = plies.unwrap_or(u16::MAX);
        match self {
            Lang::English => format!("undecided: lines of more than {plies} plies are left"),
            Lang::Chinese => format!("未定：尚有超过 {plies} 手的变化"),
        }
    }

    /// `63 nodes`, `1.1 M nodes`
    pub(in crate::render) fn nodes(self, nodes: u64) -> String {
        let count = short_count(nodes);
        match self {
            Lang::English if nodes == 1 => "1 node".to_owned(),
            Lang::English => format!("{count} nodes"),
            Lang::Chinese => format!("{count} 个节点"),
        }
    }

    /// `2` and `s`, `500` and `ms`, `5` and `min`
    fn time(self, time: Duration) -> (String, &'static str) {
        let [millis, second, minute] = self.of(["ms", "s", "min"], ["毫秒", "秒", "分钟"]);
        let seconds = time.as_secs();
        let (count, unit) = if time.subsec_millis() > 0 {
            (time.as_millis(), millis)
        } else if seconds.is_multiple_of(60) {
            (u128::from(seconds / 60), minute)
        } else {
            (u128::from(seconds), second)
        };
        (count.to_string(), unit)
    }

    /// ` (63 nodes)`
    pub(in crate::render) fn nodes_in_brackets(self, nodes: u64) -> String {
        match self {
            Lang::English => format!(" ({})", self.nodes(nodes)),
            Lang::Chinese => format!("（{}）", self.nodes(nodes)),
        }
    }

    pub(in crate::render) const fn any_other(self) -> &'static str {
        self.of("any other", "其他")
    }

    /// `four and open three`, `two open threes`
    pub(in crate::render) fn shapes_made(self, made: &[Shape]) -> String {
        let names: Vec<String> = made
            .chunk_by(|one, other| one == other)
            .map(|same| self.times(same.len(), same[0]))
            .collect();
        names.join(self.of(" and ", "、"))
    }

    fn times(self, count: usize, shape: Shape) -> String {
        let name = self.shape(shape);
        match (self, count) {
            (_, 1) => name.to_owned(),
            (Lang::English, 2) => format!("two {name}s"),
            (Lang::English, _) => format!("{count} {name}s"),
            (Lang::Chinese, _) => format!("{count} 个{name}"),
        }
    }

    pub(in crate::render) fn threatens(self, moves: &str) -> String {
        match self {
            Lang::English => format!("threatens {moves}"),
            Lang::Chinese => format!("威胁 {moves}"),
        }
    }

    pub(in crate::render) const fn as_above(self) -> &'static str {
        self.of("as above", "同上")
    }

    pub(in crate::render) fn hidden_replies(self, count: usize) -> String {
        match self {
            Lang::English => format!("{} below", self.replies(count)),
            Lang::Chinese => format!("其下 {count} 种防守"),
        }
    }
}

/// `63`, `20 k`, `1.1 M`: the whole number below ten thousand.
pub(in crate::render) fn short_count(count: u64) -> String {
    let units = [("G", 1_000_000_000), ("M", 1_000_000), ("k", 1_000)];
    let fits = |&&(_, unit): &&(&str, u64)| count >= 10_000 && count >= unit;
    match units.iter().find(fits) {
        None => count.to_string(),
        Some((name, unit)) => {
            let tenths = count / (unit / 10);
            match tenths % 10 {
                0 => format!("{} {name}", tenths / 10),
                tenth => format!("{}.{tenth} {name}", tenths / 10),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_short() {
        let counts = [
            0,
            63,
            9_999,
            20_001,
            20_499,
            1_000_000,
            1_149_999,
            2_500_000_000,
        ];
        let texts = counts.map(short_count);
        assert_eq!(
            texts,
            ["0", "63", "9999", "20 k", "20.4 k", "1 M", "1.1 M", "2.5 G"]
        );
    }

    #[test]
    fn times_are_told_as_they_were_given() {
        let told = |millis: u64| {
            let (count, unit) = Lang::English.time(Duration::from_millis(millis));
            format!("{count} {unit}")
        };
        assert_eq!(
            [500, 1500, 2000, 90_000, 300_000].map(told),
            ["500 ms", "1500 ms", "2 s", "90 s", "5 min"]
        );
    }

    #[test]
    fn shapes_that_are_alike_are_counted() {
        let made = [Shape::Four, Shape::OpenThree, Shape::OpenThree];
        let told = Lang::English.shapes_made(&made);
        assert_eq!(told, "four and two open threes");
    }
}
