use super::ParseOptions;

/// The beginning of a text whose format is to be detected.
pub(super) struct TextSample<'a> {
    /// Its lines, blank ones left out; never empty.
    pub(super) lines: Vec<String>,
    /// What the user says of the text.
    pub(super) options: &'a ParseOptions,
}

/// How well a sample fits a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Evidence {
    /// It does not fit, or the format is never detected because another one reads the same texts.
    Nothing,
    /// This number of its lines fits; whether they are enough, should no other format have as many.
    Lines { fitting: usize, are_enough: bool },
    /// It begins as no other format does.
    Certain,
}

impl Evidence {
    /// The number of lines that fit.
    pub(super) const fn lines(self) -> usize {
        match self {
            Evidence::Lines { fitting, .. } => fitting,
            Evidence::Nothing | Evidence::Certain => 0,
        }
    }
}
