//! What a position becomes when moves are played on top of it: "and if he plays K8 there?"

use crate::geometry::Point;
use crate::notation::{ErrorCode, ParseError};
use crate::position::{GameEnd, Position, PositionOverrides, Setup, SetupErrors};

/// Why moves cannot be played on top of a position.
pub(super) enum NoGoingOn {
    /// The set-up is no position, before them or behind them.
    Setup(SetupErrors),
    /// It does not say who plays, or the game is over.
    Position(ParseError),
}

impl From<SetupErrors> for NoGoingOn {
    fn from(errors: SetupErrors) -> NoGoingOn {
        NoGoingOn::Setup(errors)
    }
}

/// A set-up with these moves played on top, `None` a pass, and what is then to be asked of it: the side
/// that was asked for plays the first of them.
///
/// A forbidden move at its end was not claimed, if the game goes on.
///
/// # Errors
///
/// If it is no position, its side to move is open, or the game is over.
pub(super) fn going_on(
    setup: &Setup,
    asked: PositionOverrides,
    moves: &[Option<Point>],
) -> Result<(Setup, PositionOverrides), NoGoingOn> {
    let first = moves.iter().flatten().next();
    let first = first.map_or_else(|| "a pass".to_owned(), ToString::to_string);
    let refused = |code, message: String| NoGoingOn::Position(ParseError::new(code, message));
    let base = Position::from_setup(setup, &asked)?;
    if base
        .outcome()
        .is_some_and(|outcome| outcome.by != GameEnd::Forbidden)
    {
        let message = format!("the game is over, so {first} cannot be played");
        return Err(refused(ErrorCode::Unsupported, message));
    }
    let Some(side) = base.known_to_move() else {
        let message = format!("nothing says who plays {first}");
        let error = ParseError::new(ErrorCode::SideUnclear, message);
        return Err(NoGoingOn::Position(
            error.hint("--to-move black or white says it"),
        ));
    };
    let mut setup = Setup {
        last: None,
        to_move: None,
        claims: Vec::new(),
        marks: Vec::new(),
        expect: Vec::new(),
        ..setup.clone()
    };
    if setup.moves.is_empty() {
        setup.begin_with(side);
    } else if setup.to_play_after(setup.moves.len()) != side {
        setup.moves.push(None);
    }
    setup.moves.extend(moves);
    let asked = PositionOverrides {
        to_move: None,
        ..asked
    };
    Ok((setup, asked))
}
