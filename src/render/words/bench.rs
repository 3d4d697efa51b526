use super::Lang;
use crate::study::{BenchThreads, BenchWork};

/// The words for what a machine can do.
impl Lang {
    pub(in crate::render) const fn bench_columns(self) -> [&'static str; 4] {
        self.of(
            ["", "count", "seconds", "per second"],
            ["", "数量", "秒", "每秒"],
        )
    }

    pub(in crate::render) const fn bench_work(self, work: BenchWork) -> &'static str {
        match work {
            BenchWork::Sequences => self.of("sequences of legal moves", "合法着法序列"),
            BenchWork::Plays => self.of("plays and undos with shapes", "落子与悔棋（含棋形）"),
            BenchWork::ForbiddenPoints => self.of("points asked if forbidden", "禁手判定点"),
            BenchWork::Vcf => self.of("nodes of VCF", "VCF 节点"),
            BenchWork::Vct => self.of("nodes of VCT", "VCT 节点"),
            BenchWork::Search => self.of("nodes of search", "搜索节点"),
        }
    }

    pub(in crate::render) fn bench_search_by(self, threads: usize) -> String {
        match self {
            Lang::English => format!("nodes of search, {threads} threads"),
            Lang::Chinese => format!("搜索节点（{threads} 线程）"),
        }
    }

    /// What several threads gain.
    pub(in crate::render) fn bench_gain(self, gain: &BenchThreads) -> String {
        let BenchThreads {
            threads,
            rate_ratio,
            speedup,
            ..
        } = gain;
        match self {
            Lang::English => format!(
                "{threads} threads against one: {rate_ratio:.2} times the nodes a second, {speedup:.2} times as fast to the same depths"
            ),
            Lang::Chinese => format!(
                "{threads} 线程与单线程相比：每秒节点数为 {rate_ratio:.2} 倍，到达同样深度快 {speedup:.2} 倍"
            ),
        }
    }

    pub(in crate::render) const fn signature_word(self) -> &'static str {
        self.of("signature:", "特征值：")
    }
}
