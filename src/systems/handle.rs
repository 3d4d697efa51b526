use std::ops::Deref;
use std::sync::Arc;

use crate::eval::Evaluator;

/// A shared evaluator: found by name, made from a user's weights, or made in code.
///
/// It dereferences to the evaluator itself, and copies of it are the same one.
#[derive(Clone)]
pub struct EvaluatorHandle {
    evaluator: Arc<dyn Evaluator>,
    weights: Option<Arc<str>>,
}

impl EvaluatorHandle {
    /// An evaluator that the registry does not know, such as one of your own.
    pub fn new(evaluator: impl Evaluator + 'static) -> EvaluatorHandle {
        EvaluatorHandle {
            evaluator: Arc::new(evaluator),
            weights: None,
        }
    }

    /// The evaluator together with the text of the weights that it was made from.
    pub(super) fn with_weights(self, text: &str) -> EvaluatorHandle {
        EvaluatorHandle {
            weights: Some(text.into()),
            ..self
        }
    }

    /// The text of the user's weights that it was made from, if it was.
    pub fn weights(&self) -> Option<&str> {
        self.weights.as_deref()
    }
}

impl From<Box<dyn Evaluator>> for EvaluatorHandle {
    fn from(evaluator: Box<dyn Evaluator>) -> EvaluatorHandle {
        EvaluatorHandle {
            evaluator: evaluator.into(),
            weights: None,
        }
    }
}

impl Deref for EvaluatorHandle {
    type Target = dyn Evaluator;

    fn deref(&self) -> &(dyn Evaluator + 'static) {
        &*self.evaluator
    }
}
