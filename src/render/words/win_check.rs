use super::Lang;
use crate::forbidden::ForbiddenKind;
use crate::threat::{TreeError, TreeErrorKind};

/// The words for wins that were checked.
impl Lang {
    pub(in crate::render) const fn holds(self, holds: bool) -> &'static str {
        if holds {
            self.of("holds", "成立")
        } else {
            self.of("does not hold", "不成立")
        }
    }

    /// ` (9 plies, 12 replies)`
    pub(in crate::render) fn extent(self, plies: u32, replies: u64) -> String {
        let many = |count: u64, one: &str, several: &str| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {several}"),
        };
        match self {
            Lang::English => format!(
                " ({}, {})",
                many(u64::from(plies), "ply", "plies"),
                many(replies, "reply", "replies")
            ),
            Lang::Chinese => format!("（{plies} 手，{replies} 种防守）"),
        }
    }

    /// `after H8 I8: the reply H4 is not answered`
    pub(in crate::render) fn flaw(self, flaw: &TreeError) -> String {
        match self {
            Lang::English => flaw.to_string(),
            Lang::Chinese if flaw.path.is_empty() => chinese(&flaw.kind),
            Lang::Chinese => {
                let path: Vec<String> = flaw.path.iter().map(ToString::to_string).collect();
                format!("{} 之后，{}", path.join(" "), chinese(&flaw.kind))
            }
        }
    }
}

fn chinese(kind: &TreeErrorKind) -> String {
    match kind {
        TreeErrorKind::GameOver => "第一手之前对局已结束".to_owned(),
        TreeErrorKind::NotOver => "没有着法，而对局尚未获胜".to_owned(),
        TreeErrorKind::OffBoard { at } => format!("进攻方的 {at} 在棋盘之外"),
        TreeErrorKind::Taken { at } => format!("进攻方的 {at} 已有棋子"),
        TreeErrorKind::Forbidden { at, kinds } => format!("进攻方的 {at} 是{}", in_chinese(kinds)),
        TreeErrorKind::EndsEarly => "变化结束时没有成五".to_owned(),
        TreeErrorKind::GoesOnAfterFive => "成五之后还有着法".to_owned(),
        TreeErrorKind::FullBoard => "棋盘已满，没有成五".to_owned(),
        TreeErrorKind::NoReply => "防守方没有合法着法，停一着后没有应对".to_owned(),
        TreeErrorKind::ReplyOffBoard { at } => format!("防守 {at} 在棋盘之外"),
        TreeErrorKind::ReplyTaken { at } => format!("防守 {at} 处已有棋子"),
        TreeErrorKind::ReplyForbidden { at, kinds } => format!("防守 {at} 是{}", in_chinese(kinds)),
        TreeErrorKind::NamesNoReply => "有应对却没有写明防守".to_owned(),
        TreeErrorKind::NamedTwice { at } => format!("防守 {at} 写了两次"),
        TreeErrorKind::OthersTwice => "其他防守有两个应对".to_owned(),
        TreeErrorKind::DefenderHasFive { at } => format!("防守方下 {at} 成五"),
        TreeErrorKind::Unanswered { at } => format!("防守 {at} 没有应对"),
    }
}

fn in_chinese(kinds: &[ForbiddenKind]) -> String {
    let names: Vec<&str> = kinds.iter().map(|&kind| Lang::Chinese.kind(kind)).collect();
    names.join("、")
}
