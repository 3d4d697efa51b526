//! `renju evaluators`: the list, cards and weights, and how the name after `-e` is resolved.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;
use std::path::Path;

use clap::Args;
use serde::{Serialize, Serializer};

use crate::cli::answer_lines::json_line;
use crate::cli::arguments::WidthArg;
use crate::cli::error::CliError;
use crate::cli::input::close_name;
use crate::cli::{Exit, GlobalArgs};
use renju::batch::fnv1a;
use renju::engines::{EngineError, EngineProtocol, EngineSpec};
use renju::eval::EvaluatorInfo;
use renju::files::{read_file, read_text, stdout};
use renju::questions::{EvaluatorList, VERSION};
use renju::render::text;
use renju::systems::{self, EvaluatorHandle};

/// Bytes of a file of weights, at most: the longest of our own has a tenth of them.
const WEIGHTS_BYTES: u64 = 2 << 20;

/// List the evaluators, or show the origin and the known bugs of one
#[derive(Args, Clone, Debug)]
pub(crate) struct EvaluatorsArgs {
    /// Show everything about this evaluator
    #[arg(long, value_name = "NAME")]
    card: Option<EvaluatorName>,

    #[command(flatten)]
    width: WidthArg,

    /// Print its weights as a TOML file, to be changed and used with `-e FILE.toml`
    #[arg(long, requires = "card")]
    toml: bool,
}

pub(crate) fn run(args: &EvaluatorsArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &global.with_width(args.width);
    if let (Some(name), true) = (&args.card, args.toml) {
        stdout().write_all(name.weights()?.as_bytes())?;
        return Ok(Exit::Done);
    }
    let shown: Vec<EvaluatorHandle> = match &args.card {
        Some(name) => vec![name.find()?],
        None => systems::all().collect(),
    };
    let cards: Vec<&EvaluatorInfo> = shown.iter().map(|evaluator| evaluator.info()).collect();
    let out = if global.output.json {
        cards.into_iter().flat_map(card_line).collect()
    } else {
        match &cards[..] {
            [card] => text(*card, global.style()).into_bytes(),
            _ => text(&EvaluatorList(cards), global.style()).into_bytes(),
        }
    };
    stdout().write_all(&out)?;
    Ok(Exit::Done)
}

/// The line of an evaluator.
#[derive(Serialize)]
#[cfg_attr(all(test, feature = "schema"), derive(schemars::JsonSchema))]
pub(super) struct CardLine<'a> {
    /// Version of the JSON lines.
    #[cfg_attr(all(test, feature = "schema"), schemars(extend("const" = VERSION)))]
    v: u32,
    /// Name of the question, always `"evaluators"`.
    study: &'static str,
    #[serde(flatten)]
    card: &'a EvaluatorInfo,
}

fn card_line(card: &EvaluatorInfo) -> Vec<u8> {
    json_line(&CardLine {
        v: VERSION,
        study: "evaluators",
        card,
    })
}

/// The name of an evaluator, or `file:PATH` for one with the weights of a TOML file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EvaluatorName(String);

impl EvaluatorName {
    /// What our own search follows where no other is asked for.
    pub(crate) fn of_search() -> EvaluatorName {
        EvaluatorName::from("network")
    }

    /// The name as the user gave it.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// What an evaluator with the weights of a file is called, and the file: `file:PATH`, or a name
    /// that ends in `.toml`; `NAME=` before either is what it is called.
    fn file(&self) -> Option<(&str, &Path)> {
        let is_labelled = !self.0.starts_with("file:");
        let (label, file) = match self.0.split_once('=').filter(|_| is_labelled) {
            Some(labelled) => labelled,
            None => (self.as_str(), self.as_str()),
        };
        let path = Path::new(file.strip_prefix("file:").unwrap_or(file));
        let is_file =
            file.starts_with("file:") || path.extension().is_some_and(|ending| ending == "toml");
        is_file.then_some((label, path))
    }

    /// The file with the weights, if it has one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.file().map(|(_, path)| path)
    }

    /// The weights as TOML: those that ship, or the file as it is, which is checked.
    fn weights(&self) -> Result<Cow<'static, str>, CliError> {
        if let Some(weights) = systems::toml_of(&self.0) {
            return Ok(weights.into());
        }
        let found = self.find()?;
        if let Some(own) = found.weights() {
            return Ok(own.to_owned().into());
        }
        let error = CliError::usage(format!("{self} has no weights of its own"));
        let base = self.0.split(':').next().unwrap_or_default();
        Err(match systems::toml_of(base) {
            Some(_) => error.hint(format!(
                "a file with `base = \"{self}\"` changes its numbers; those of {base} explain the keys"
            )),
            None => error,
        })
    }

    /// Whether it is an evaluator of ours, or names a file of weights.
    pub(crate) fn is_ours(&self) -> bool {
        self.file().is_some() || systems::find(&self.0).is_ok()
    }

    /// Whether it is the command of a program: it names its protocol, or no evaluator but a program
    /// that is there, or has arguments.
    pub(crate) fn is_program(&self) -> bool {
        let (_, command) = EngineSpec::split_name(&self.0);
        EngineProtocol::strip(command).is_some()
            || !self.is_ours() && (command.contains([' ', '/']) || is_on_path(command))
    }

    /// The engine that it is, if it is none of our evaluators but a program.
    pub(crate) fn engine(&self) -> Result<Option<EngineSpec>, CliError> {
        if !self.is_program() {
            return Ok(None);
        }
        if Path::new(&self.0).is_dir() {
            let error = CliError::usage(format!("{self} is a folder, and no evaluator"));
            return Err(
                error.hint("`renju evaluators` lists them; a file of weights ends in .toml")
            );
        }
        let spec = self.0.parse();
        spec.map(Some)
            .map_err(|error: EngineError| CliError::usage(error.to_string()))
    }

    /// The evaluator of this name: the one place where the command line asks for a name.
    pub(crate) fn find(&self) -> Result<EvaluatorHandle, CliError> {
        if self.is_program() {
            let error = CliError::usage(format!("{self} is a program, no evaluator of renju"));
            return Err(
                error.hint("score, compare, search, check, game, play and match ask engines")
            );
        }
        let Some((label, path)) = self.file() else {
            return Ok(systems::find(&self.0)?);
        };
        if path.as_os_str().is_empty() {
            return Err(CliError::usage(format!("{self} names no file")));
        }
        let text = read_text(path, WEIGHTS_BYTES).map_err(|error| {
            let error = CliError::in_file(path)(error);
            match close_name(path) {
                Some(hint) => error.hint(hint),
                None => error,
            }
        })?;
        systems::from_toml(&text, label)
            .map_err(|error| CliError::in_text(path, &text, &error.message, error.span))
    }
}

impl EvaluatorName {
    /// The evaluator of this name, which has to have values.
    pub(crate) fn find_valued(&self) -> Result<EvaluatorHandle, CliError> {
        let found = self.find()?;
        if found.info().only_plays {
            let error = CliError::usage(format!("{self} has no values: it only plays"));
            return Err(error.hint(format!("`renju search --algorithm published -e {self}`")));
        }
        Ok(found)
    }
}

impl From<&str> for EvaluatorName {
    fn from(name: &str) -> EvaluatorName {
        EvaluatorName(name.to_owned())
    }
}

impl fmt::Display for EvaluatorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a program of this name is found where a shell would look for it.
fn is_on_path(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    !name.is_empty() && std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

/// As a setting of a run a file has a hash of its content: other weights, other answers.
impl Serialize for EvaluatorName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.file().map(|(_, path)| read_file(path, WEIGHTS_BYTES)) {
            Some(Ok(weights)) => {
                serializer.collect_str(&format_args!("{self} (fnv1a {:016x})", fnv1a(&weights)))
            }
            _ => serializer.collect_str(self),
        }
    }
}
