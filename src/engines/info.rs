use crate::eval::{EvaluatorInfo, RanksBy};

/// The info of an engine, of which only the command is known.
pub(super) fn engine_info(
    name: String,
    source: String,
    unit: &'static str,
    serves: &'static str,
) -> EvaluatorInfo {
    EvaluatorInfo {
        name: name.into(),
        title: "an engine in another process".into(),
        source: source.into(),
        unit: unit.into(),
        perspective: "what the engine takes to be good for the side it is asked about".into(),
        ranks_by: RanksBy::Own,
        serves: serves.into(),
        mistakes: (&[]).into(),
        variants: (&[]).into(),
    }
}
