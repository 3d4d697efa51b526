//! Cases with a position: what is right, the same choice in all images, the same choice again.

use std::time::Duration;

use super::asker::{AskedFault, PlayerAsker};
use super::cases::PositionCase;
use super::image::CaseImage;
use super::judge::{MoveJudgement, judge_move, winning_line};
use crate::geometry::{Point, Symmetry};
use crate::position::Position;
use crate::questions::MoveOrPass;
use crate::questions::examine::CaseStatus;

/// Nodes that players are limited to where time should not decide.
const NODES: u64 = 2_000;
/// How often the same position is asked.
const TIMES: usize = 3;

/// What became of a case.
pub(super) struct ExamineResult {
    pub(super) status: CaseStatus,
    pub(super) played: Vec<Point>,
    pub(super) why: String,
    pub(super) proof: Vec<MoveOrPass>,
    pub(super) time: Duration,
    /// Whether the engine hung or ended.
    pub(super) is_death: bool,
}

impl ExamineResult {
    pub(super) fn new(status: CaseStatus, why: impl Into<String>) -> ExamineResult {
        ExamineResult {
            status,
            played: Vec::new(),
            why: why.into(),
            proof: Vec::new(),
            time: Duration::ZERO,
            is_death: false,
        }
    }

    pub(super) fn passed() -> ExamineResult {
        ExamineResult::new(CaseStatus::Passed, "")
    }

    pub(super) fn failed(why: impl Into<String>) -> ExamineResult {
        ExamineResult::new(CaseStatus::Failed, why)
    }

    fn fault(self, fault: AskedFault) -> ExamineResult {
        ExamineResult {
            status: CaseStatus::Failed,
            why: fault.why,
            is_death: fault.is_death,
            ..self
        }
    }
}

/// Asks a case in two images; passed if both answers are right.
pub(super) fn asked_twice(
    asker: &mut PlayerAsker<'_>,
    case: &PositionCase,
    seed: u64,
) -> ExamineResult {
    let mut result = ExamineResult::passed();
    asker.limit_nodes(None);
    for image in CaseImage::two(seed, &case.position) {
        let played = match ask(asker, image, &case.position, &mut result.time) {
            Ok(played) => played,
            Err(fault) => return result.fault(fault),
        };
        result.played.push(played);
        match judge_move(case, played) {
            MoveJudgement::Right => {}
            MoveJudgement::Undecided => result.status = CaseStatus::Undecided,
            MoveJudgement::Wrong(why, proof) => {
                return ExamineResult {
                    status: CaseStatus::Failed,
                    proof: if proof.is_empty() && case.expects_win() {
                        winning_line(&case.position).unwrap_or_default()
                    } else {
                        proof
                    },
                    why,
                    ..result
                };
            }
        }
    }
    if result.status == CaseStatus::Undecided {
        "our solver has not decided whether the move wins".clone_into(&mut result.why);
    }
    result
}

/// Asks a quiet position in all eight images: the choice has to be the same.
pub(super) fn in_all_images(asker: &mut PlayerAsker<'_>, case: &PositionCase) -> ExamineResult {
    asker.limit_nodes(Some(NODES));
    let images: Vec<CaseImage> = CaseImage::all().collect();
    let names = Symmetry::ALL.map(Symmetry::name);
    same_choice(asker, &case.position, &images, |other| {
        format!("in the orientation {}", names[other])
    })
}

/// Asks a quiet position again and again: the choice has to be the same.
pub(super) fn again_and_again(asker: &mut PlayerAsker<'_>, case: &PositionCase) -> ExamineResult {
    asker.limit_nodes(Some(NODES));
    let identity = CaseImage::all().next();
    let images: Vec<CaseImage> = identity.into_iter().cycle().take(TIMES).collect();
    same_choice(asker, &case.position, &images, |other| {
        format!("when asked again (question {})", other + 1)
    })
}

fn same_choice(
    asker: &mut PlayerAsker<'_>,
    position: &Position,
    images: &[CaseImage],
    place: impl Fn(usize) -> String,
) -> ExamineResult {
    let mut result = ExamineResult::passed();
    for &image in images {
        match ask(asker, image, position, &mut result.time) {
            Ok(played) => result.played.push(played),
            Err(fault) => return result.fault(fault),
        }
    }
    let first = result.played.first().copied();
    let other = result
        .played
        .iter()
        .position(|&played| Some(played) != first);
    if let (Some(first), Some(other)) = (first, other) {
        let (played, place) = (result.played[other], place(other));
        result.status = CaseStatus::Failed;
        result.why = format!("plays {first}, but {played} {place}");
    }
    result
}

/// The move in an image, turned back.
fn ask(
    asker: &mut PlayerAsker<'_>,
    image: CaseImage,
    position: &Position,
    time: &mut Duration,
) -> Result<Point, AskedFault> {
    let (played, taken) = asker.ask(&image.of(position))?;
    *time += taken;
    image.back(played, position).ok_or_else(|| AskedFault {
        why: format!("plays {played}, which is off the board"),
        is_death: false,
    })
}
