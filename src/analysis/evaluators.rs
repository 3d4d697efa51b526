//! The evaluators that queries may name: the one of the session, a user's own, and those of the registry.

use crate::systems::{self, EvaluatorHandle};

/// The evaluators of a session.
#[derive(Clone)]
pub struct SessionEvaluators {
    default: EvaluatorHandle,
    /// What only this session knows: files of weights, engines.
    own: Vec<EvaluatorHandle>,
}

impl SessionEvaluators {
    /// One evaluator for queries that name none, beside those of the registry.
    pub const fn new(default: EvaluatorHandle) -> SessionEvaluators {
        SessionEvaluators {
            default,
            own: Vec::new(),
        }
    }

    /// These evaluators and others, which go before those of the registry that are called alike.
    #[must_use]
    pub fn with_own(mut self, own: impl IntoIterator<Item = EvaluatorHandle>) -> SessionEvaluators {
        self.own.extend(own);
        self
    }

    /// Every evaluator that has values, a user's own first, each name once.
    pub fn all(&self) -> Vec<EvaluatorHandle> {
        let mut found: Vec<EvaluatorHandle> = Vec::new();
        let default = std::iter::once(self.default.clone());
        for evaluator in self
            .own
            .iter()
            .cloned()
            .chain(default)
            .chain(systems::all())
        {
            if found
                .iter()
                .all(|known| known.info().name != evaluator.info().name)
            {
                found.push(evaluator);
            }
        }
        found
    }

    /// The evaluator of a name, or that of the session without one.
    ///
    /// # Errors
    ///
    /// That there is none of this name, and which one comes closest.
    pub(super) fn find(&self, name: Option<&str>) -> Result<EvaluatorHandle, String> {
        let Some(name) = name else {
            return Ok(self.default.clone());
        };
        let mut own = self.own.iter().chain([&self.default]);
        if let Some(found) = own.find(|evaluator| evaluator.info().name == name) {
            return Ok(found.clone());
        }
        systems::find(name).map_err(|unknown| match unknown.closest {
            Some(closest) => format!("{unknown}; did you mean {closest:?}?"),
            None => unknown.to_string(),
        })
    }
}

impl From<EvaluatorHandle> for SessionEvaluators {
    fn from(default: EvaluatorHandle) -> SessionEvaluators {
        SessionEvaluators::new(default)
    }
}
