use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

use renju::eval::Evaluator;
use renju::eval::shapes::{Shapes, ShapesWeights};
use renju::search::SearchParams;
use renju::systems::{self, EvaluatorHandle};

use super::Error;

/// What was typed: words, and `--name value` pairs.
pub(super) struct Arguments {
    words: Vec<String>,
    flags: BTreeMap<String, String>,
}

impl Arguments {
    pub(super) fn new(mut typed: impl Iterator<Item = String>) -> Result<Arguments, Error> {
        let (mut words, mut flags) = (Vec::new(), BTreeMap::new());
        while let Some(word) = typed.next() {
            match word.strip_prefix("--") {
                None => words.push(word),
                Some(name) => {
                    let value = typed.next().ok_or(format!("--{name} needs a value"))?;
                    flags.insert(name.to_owned(), value);
                }
            }
        }
        Ok(Arguments { words, flags })
    }

    pub(super) fn word(&self, number: usize) -> Option<&str> {
        self.words.get(number).map(String::as_str)
    }

    pub(super) fn words_from(&self, number: usize) -> &[String] {
        self.words.get(number..).unwrap_or_default()
    }

    /// The value of a flag, or what it is without.
    pub(super) fn take<T: FromStr>(&mut self, name: &str, without: T) -> Result<T, Error> {
        match self.flags.remove(name) {
            None => Ok(without),
            Some(text) => text
                .parse()
                .map_err(|_| format!("--{name} cannot be {text:?}").into()),
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.flags.contains_key(name)
    }

    /// The evaluator that a flag names, or that of its file of weights; without the flag `network`, by
    /// which the search plays.
    pub(super) fn take_evaluator(&mut self, name: &str) -> Result<EvaluatorHandle, Error> {
        let Some(named) = self.flags.remove(name) else {
            return Ok(systems::find("network")?);
        };
        if Path::new(&named).extension().is_none() {
            return Ok(systems::find(&named)?);
        }
        let text = std::fs::read_to_string(&named).map_err(|error| format!("{named}: {error}"))?;
        let read = systems::from_toml(&text, &named);
        Ok(read.map_err(|error| format!("{named}: {error}"))?)
    }

    /// `shapes` with the weights of the file that a flag names, or with its own, and their text.
    pub(super) fn take_weights(&mut self, name: &str) -> Result<(Shapes, String), Error> {
        let Some(path) = self.flags.remove(name) else {
            let text = systems::toml_of("shapes").ok_or("shapes has no weights")?;
            return Ok((Shapes::ours().clone(), text.to_owned()));
        };
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let weights: ShapesWeights =
            toml::from_str(&text).map_err(|error| format!("{path}: {error}"))?;
        let card = Shapes::ours().info().clone();
        Ok((Shapes::new(card, weights), text))
    }

    /// The parameters of the search in the file that a flag names.
    pub(super) fn take_params(&mut self, name: &str) -> Result<Option<SearchParams>, Error> {
        let Some(path) = self.flags.remove(name) else {
            return Ok(None);
        };
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let params = toml::from_str(&text).map_err(|error| format!("{path}: {error}"))?;
        Ok(Some(params))
    }

    pub(super) fn all_known(&self) -> Result<(), Error> {
        match self.flags.keys().next() {
            Some(name) => Err(format!("--{name} is unknown here").into()),
            None => Ok(()),
        }
    }
}
