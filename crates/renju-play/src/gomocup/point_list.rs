//! Lists of points between a Gomocup command such as `BOARD` and its `DONE`.

use renju_formats::GomocupPoint;

/// The side that a stone of the board belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Own,
    Opponent,
}

/// What the points between a command and its `DONE` are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ListPurpose {
    /// `BOARD`: the stones of the position, and a move is asked for.
    Board,
    /// `YXBOARD`: the stones of the position.
    Position,
    /// `SWAP2BOARD`: the stones of an opening in the order of the moves, and a choice is asked for.
    Swap2,
    /// `YXBLOCK`: points that are not to be played.
    Avoid,
    /// `YXBLOCKUNDO`: points that may be played again.
    Allow,
    /// A question to a database, which we do not have.
    Database,
    /// The command of this name, which we do not know.
    Unknown(&'static str),
}

impl ListPurpose {
    /// Whether each point has to say whose stone it is.
    const fn needs_owners(self) -> bool {
        matches!(self, ListPurpose::Board | ListPurpose::Position)
    }

    /// Whether the points do not matter.
    const fn is_skipped(self) -> bool {
        matches!(self, ListPurpose::Database | ListPurpose::Unknown(_))
    }

    /// The command, as errors name it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            ListPurpose::Board => "BOARD",
            ListPurpose::Position => "YXBOARD",
            ListPurpose::Swap2 => "SWAP2BOARD",
            ListPurpose::Avoid => "YXBLOCK",
            ListPurpose::Allow => "YXBLOCKUNDO",
            ListPurpose::Database => "YXQUERYDATABASE",
            ListPurpose::Unknown(name) => name,
        }
    }
}

/// The points between a command and its `DONE`.
#[derive(Clone, Debug)]
pub(super) struct PointList {
    pub(super) purpose: ListPurpose,
    pub(super) points: Vec<(GomocupPoint, Option<Owner>)>,
    /// The first error between the two lines.
    pub(super) error: Option<String>,
}

impl PointList {
    pub(super) const fn new(purpose: ListPurpose) -> PointList {
        PointList {
            purpose,
            points: Vec::new(),
            error: None,
        }
    }

    /// Takes the next point.
    pub(super) fn push(&mut self, at: GomocupPoint, owner: Option<Owner>) {
        if self.purpose.needs_owners() && owner.is_none() {
            self.refuse(&at.to_string());
        } else if !self.purpose.is_skipped() {
            self.points.push((at, owner));
        }
    }

    /// Takes a line that is no point: the list is answered by an error.
    pub(super) fn refuse(&mut self, line: &str) {
        if self.purpose.is_skipped() {
            return;
        }
        let what = if self.purpose.needs_owners() {
            "stone"
        } else {
            "point"
        };
        let message = format!("\"{line}\" is no {what} of {}", self.purpose.name());
        self.error.get_or_insert(message);
    }
}
