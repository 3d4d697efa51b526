use crate::eval::{EvaluatorInfo, RanksBy};

/// The info of an engine, of which only the command is known.
pub(super) fn engine_info(
    name: String,
    source: String,
    unit: &'static str,
    serves: &'static str,
) -> EvaluatorInfo {
    EvaluatorInfo {
        name,
        title: "an engine in another process".into(),
        source,
        unit: unit.into(),
        perspective: "what the engine takes to be good for the side it is asked about".into(),
        ranks_by: RanksBy::Own,
        serves: serves.into(),
        mistakes: Vec::new(),
        variants: Vec::new(),
        is_default: false,
        only_plays: false,
    }
}
