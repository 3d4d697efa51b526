use crate::board::Color;
use crate::notation::loss::{Impossible, Loss, SetupText};
use crate::position::Setup;

/// Writes a game as a move string: `h8i9f10`, or `h8 pass f10` if it has passes.
///
/// A game without moves is `#g:`, because an empty line is no game.
pub(in crate::notation) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    if text.has_stones_before_moves() || setup.moves.is_empty() && !text.stones.is_empty() {
        return Err(Impossible::NoOrder);
    }
    if setup.first_to_play() != Color::Black && !setup.moves.is_empty() {
        return Err(Impossible::WhiteFirst);
    }
    let has_pass = setup.moves.contains(&None);
    let names: Vec<String> = setup
        .moves
        .iter()
        .map(|point| point.map_or("pass".to_owned(), |point| point.to_string().to_lowercase()))
        .collect();
    text.body = match names.as_slice() {
        [] => "#g:".to_owned(),
        names => names.join(if has_pass { " " } else { "" }),
    };
    text.body.push('\n');
    text.leave_out(&[
        Loss::Name,
        Loss::Size,
        Loss::Rule,
        Loss::SideToMove,
        Loss::LastMove,
        Loss::Claims,
        Loss::Expectations,
    ]);
    Ok(text)
}
