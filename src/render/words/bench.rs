use super::Lang;
use crate::study::BenchWork;

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
        }
    }

    pub(in crate::render) const fn signature_word(self) -> &'static str {
        self.of("signature:", "特征值：")
    }
}
