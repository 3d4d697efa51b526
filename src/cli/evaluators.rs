use std::ops::Deref;
use std::path::Path;

use super::error::CliError;
use crate::eval::Evaluator;
use crate::systems;

/// An evaluator that the user named.
pub(super) struct Chosen {
    evaluator: Source,
    /// What makes it up besides its name: the weights of a file.
    pub(super) weights: Option<String>,
}

enum Source {
    Registered(&'static dyn Evaluator),
    Made(Box<dyn Evaluator>),
}

impl Deref for Chosen {
    type Target = dyn Evaluator;

    fn deref(&self) -> &(dyn Evaluator + 'static) {
        match &self.evaluator {
            Source::Registered(evaluator) => *evaluator,
            Source::Made(evaluator) => &**evaluator,
        }
    }
}

impl Chosen {
    /// One of the registry.
    pub(super) fn registered(evaluator: &'static dyn Evaluator) -> Chosen {
        Chosen {
            evaluator: Source::Registered(evaluator),
            weights: None,
        }
    }

    /// One that was made for this run.
    pub(super) fn made(evaluator: Box<dyn Evaluator>) -> Chosen {
        Chosen {
            evaluator: Source::Made(evaluator),
            weights: None,
        }
    }

    /// The evaluator of this name, or of the file behind `file:`.
    pub(super) fn named(name: &str) -> Result<Chosen, CliError> {
        match name.strip_prefix("file:") {
            Some(path) => Chosen::of_file(name, Path::new(path)),
            None => Ok(Chosen::registered(systems::find(name)?)),
        }
    }

    fn of_file(name: &str, path: &Path) -> Result<Chosen, CliError> {
        let text = std::fs::read_to_string(path).map_err(CliError::in_file(path))?;
        let made = systems::from_toml(&text, name)
            .map_err(|error| CliError::in_text(path, &text, &error.message, error.span))?;
        Ok(Chosen {
            evaluator: Source::Made(made),
            weights: Some(text),
        })
    }
}
