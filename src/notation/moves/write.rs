use crate::board::Color;
use crate::geometry::Size;
use crate::notation::write::{Impossible, Loss, Text};
use crate::position::Setup;

/// Writes a game as a move string: `h8i9f10`, or `h8 pass f10` if it has passes.
///
/// A game without moves is `#g:`, because an empty line is no game.
pub(in crate::notation) fn write(setup: &Setup) -> Result<Text<'_>, Impossible> {
    let mut text = Text::about(setup)?;
    if text.has_stones_before_moves() || setup.moves.is_empty() && text.has_stones() {
        return Err(Impossible::NoOrder);
    }
    if text.mover != Color::Black && !setup.moves.is_empty() {
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
    text.loses(Loss::Name, setup.id.is_some());
    text.loses(Loss::Size, text.size != Size::RENJU);
    text.loses(Loss::Rule, setup.rule.is_some());
    let after_moves = text.after_moves();
    text.loses(
        Loss::SideToMove,
        setup.to_move.is_some_and(|color| color != after_moves),
    );
    text.loses(Loss::Claims, !setup.claims.is_empty());
    text.loses(Loss::Expectations, !setup.expect.is_empty());
    text.loses_last();
    Ok(text)
}
