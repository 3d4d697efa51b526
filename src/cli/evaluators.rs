use std::ops::Deref;
use std::path::Path;

use super::{Trouble, diagnostics};
use crate::eval::{self, Evaluator};

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
    pub(super) fn named(name: &str) -> Result<Chosen, Trouble> {
        match name.strip_prefix("file:") {
            Some(path) => Chosen::of_file(name, Path::new(path)),
            None => eval::find(name)
                .map(Chosen::registered)
                .map_err(|error| Trouble::Usage(unknown(&error))),
        }
    }

    fn of_file(name: &str, path: &Path) -> Result<Chosen, Trouble> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Trouble::Usage(format!("{}: {error}", path.display())))?;
        let made = eval::from_toml(&text, name).map_err(|error| {
            let place = path.display().to_string();
            Trouble::Snippet(diagnostics::in_file(
                &place,
                &text,
                &error.message,
                error.span,
            ))
        })?;
        Ok(Chosen {
            evaluator: Source::Made(made),
            weights: Some(text),
        })
    }
}

fn unknown(error: &eval::UnknownEvaluator) -> String {
    let hint = match error.closest {
        Some(closest) => format!("did you mean {closest}?"),
        None => "`renju evaluators` lists them".to_owned(),
    };
    format!("{error}; {hint}")
}
