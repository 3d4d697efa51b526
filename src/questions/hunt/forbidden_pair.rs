//! A judge of forbidden points held against ours.

use super::difference::{Difference, DifferenceKind, HuntAnswer, HuntPair, VerdictDetail};
use crate::eval::Failure;
use crate::forbidden::{
    ExtensionResult, ForbiddenKind, ObstacleKind, Proof, Three, ThreeReading, forbidden_kinds,
    forbidden_points,
};
use crate::geometry::{Point, PointSet};
use crate::position::Position;
use crate::questions::{Expectation, ForbiddenOptions, VerdictName, VerdictReport, verdict};

/// Asks a judge which points Black may not play.
type ForbiddenJudge<'j> = dyn Fn(&Position) -> Result<PointSet, Failure> + Sync + 'j;

/// A judge and the rules.
pub struct ForbiddenPair<'j> {
    /// What the judge is called.
    pub name: String,
    /// Which points it forbids to Black on a board, also where White is to move.
    pub judge: &'j ForbiddenJudge<'j>,
    /// What a three is, by which it is judged.
    pub reading: ThreeReading,
}

impl HuntPair for ForbiddenPair<'_> {
    fn differences(&self, position: &Position) -> Result<Vec<Difference>, Failure> {
        let theirs = (self.judge)(position)?;
        let ours = forbidden_points(position.board(), self.reading);
        let differing = (theirs - ours).iter().chain((ours - theirs).iter());
        let found = differing.map(|point| self.difference(position, point, &theirs, &ours));
        Ok(found.collect())
    }
}

impl ForbiddenPair<'_> {
    fn difference(
        &self,
        position: &Position,
        point: Point,
        theirs: &PointSet,
        ours: &PointSet,
    ) -> Difference {
        let options = ForbiddenOptions {
            reading: self.reading,
            ..ForbiddenOptions::default()
        };
        let report = verdict("", position, point, &options);
        let (kind, mut details) = kind_of(&report);
        let otherwise = !forbidden_kinds(position.board(), point, self.reading.other()).is_empty();
        if otherwise == theirs.contains(point) {
            details = vec![VerdictDetail::OtherReading];
        }
        let expected = match report.verdict {
            VerdictName::Forbidden => Expectation::Forbidden {
                point,
                kinds: report.kinds.clone(),
            },
            _ => Expectation::Legal { point },
        };
        let answer = |name: &str, points: &PointSet| HuntAnswer {
            name: name.to_owned(),
            points: points.iter().collect(),
            value: None,
            others: None,
        };
        let answers = [answer(&self.name, theirs), answer("renju", ours)];
        Difference {
            point: Some(point),
            details,
            expect: vec![expected.to_string()],
            verdict: Some(Box::new(report)),
            ..Difference::new(kind, answers)
        }
    }
}

/// What a judge that says the contrary does not know.
fn kind_of(report: &VerdictReport) -> (DifferenceKind, Vec<VerdictDetail>) {
    let proof = report.proof.as_ref();
    let threes = |is_real: bool| {
        let threes = proof.into_iter().flat_map(|proof| &proof.threes);
        details_of(threes.filter(move |three| three.real == is_real))
    };
    match report.verdict {
        VerdictName::Forbidden => match report.kinds.first() {
            Some(ForbiddenKind::DoubleThree) => (DifferenceKind::MissesDoubleThree, threes(true)),
            Some(ForbiddenKind::DoubleFour) => {
                let details = proof.is_some_and(has_fours_on_one_line);
                let details = details.then_some(VerdictDetail::OneLine);
                let details = details.into_iter().collect();
                (DifferenceKind::MissesDoubleFour, details)
            }
            _ => (DifferenceKind::MissesOverline, Vec::new()),
        },
        VerdictName::Wins => (DifferenceKind::ForbidsFive, Vec::new()),
        _ if proof.is_some_and(Proof::has_false_double_three) => {
            (DifferenceKind::ForbidsFalseThree, threes(false))
        }
        _ => (DifferenceKind::ForbidsLegal, Vec::new()),
    }
}

fn has_fours_on_one_line(proof: &Proof) -> bool {
    let lines = proof.fours.iter().map(|four| four.run.direction);
    let lines: Vec<_> = lines.collect();
    lines
        .iter()
        .enumerate()
        .any(|(at, line)| lines[..at].contains(line))
}

/// What keeps fourth stones of threes from making a straight four.
fn details_of<'t>(threes: impl Iterator<Item = &'t Three>) -> Vec<VerdictDetail> {
    let extensions = threes.flat_map(|three| &three.extensions);
    let mut details: Vec<VerdictDetail> = extensions
        .flat_map(|extension| match &extension.outcome {
            ExtensionResult::StraightFour => Vec::new(),
            ExtensionResult::Forbidden { .. } => vec![VerdictDetail::Nested],
            ExtensionResult::MakesFive { .. } => vec![VerdictDetail::MakesFive],
            ExtensionResult::NotStraight { obstacles } => {
                let kinds = obstacles.iter().map(|obstacle| obstacle.what);
                kinds.map(detail_of).collect()
            }
        })
        .collect();
    details.sort_unstable();
    details.dedup();
    details
}

const fn detail_of(obstacle: ObstacleKind) -> VerdictDetail {
    match obstacle {
        ObstacleKind::White => VerdictDetail::White,
        ObstacleKind::Edge => VerdictDetail::Edge,
        ObstacleKind::Six => VerdictDetail::Six,
    }
}
