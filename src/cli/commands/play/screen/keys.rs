//! Maps key, mouse and paste events to changes of the screen and to actions in the game.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::game_screen::GameScreen;
use super::layout::ScreenLayout;
use crate::cli::commands::play::command::PlayWord;
use renju::geometry::{Point, Size};

/// The characters that a typed line may have.
const TYPED_LIMIT: usize = 200;
/// Lines that a page of the log scrolls.
const PAGE: u16 = 5;

/// What follows from a key or the mouse, but for changes of the screen alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyEffect {
    None,
    /// The typed line is complete.
    Submit,
    Play(Point),
    Word(PlayWord),
    Suspend,
    Redraw,
}

/// Applies an event to the screen, and says what else follows from it.
pub(super) fn effect_of(
    event: &Event,
    screen: &mut GameScreen,
    size: Size,
    area: Rect,
) -> KeyEffect {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => of_key(*key, screen, size),
        Event::Mouse(mouse) => of_mouse(*mouse, screen, size, area),
        Event::Paste(text) => {
            text.chars().for_each(|sign| type_in(screen, sign));
            KeyEffect::None
        }
        Event::Resize(..) => KeyEffect::Redraw,
        _ => KeyEffect::None,
    }
}

fn of_key(key: KeyEvent, screen: &mut GameScreen, size: Size) -> KeyEffect {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'd') => KeyEffect::Word(PlayWord::Quit),
            KeyCode::Char('z') => KeyEffect::Suspend,
            KeyCode::Char('l') => KeyEffect::Redraw,
            KeyCode::Char('u') => {
                screen.typed.clear();
                KeyEffect::None
            }
            _ => KeyEffect::None,
        };
    }
    if screen.shows_help {
        screen.shows_help = false;
        return KeyEffect::None;
    }
    match key.code {
        KeyCode::Up => step(screen, size, (0, 1)),
        KeyCode::Down => step(screen, size, (0, -1)),
        KeyCode::Left => step(screen, size, (-1, 0)),
        KeyCode::Right => step(screen, size, (1, 0)),
        KeyCode::PageUp => screen.scrolled = screen.scrolled.saturating_add(PAGE),
        KeyCode::PageDown => screen.scrolled = screen.scrolled.saturating_sub(PAGE),
        KeyCode::Enter => return KeyEffect::Submit,
        KeyCode::Char(' ') if screen.typed.is_empty() => return KeyEffect::Submit,
        KeyCode::Char('?' | '？') if screen.typed.is_empty() => screen.shows_help = true,
        KeyCode::Char(sign) => type_in(screen, sign),
        KeyCode::Backspace => {
            screen.typed.pop();
        }
        KeyCode::Esc => screen.typed.clear(),
        _ => {}
    }
    KeyEffect::None
}

fn type_in(screen: &mut GameScreen, sign: char) {
    if !sign.is_control() && screen.typed.chars().count() < TYPED_LIMIT {
        screen.typed.push(sign);
    }
}

/// Moves the cursor, not beyond the edge.
fn step(screen: &mut GameScreen, size: Size, (right, up): (i8, i8)) {
    let moved = |at: u8, by: i8| at.saturating_add_signed(by).min(size.get() - 1);
    let (column, row) = (screen.cursor.column(), screen.cursor.row());
    if let Some(point) = Point::new(moved(column, right), moved(row, up)) {
        screen.cursor = point;
    }
}

fn of_mouse(mouse: MouseEvent, screen: &mut GameScreen, size: Size, area: Rect) -> KeyEffect {
    match mouse.kind {
        MouseEventKind::ScrollUp => screen.scrolled = screen.scrolled.saturating_add(1),
        MouseEventKind::ScrollDown => screen.scrolled = screen.scrolled.saturating_sub(1),
        MouseEventKind::Down(MouseButton::Left) => {
            let layout = ScreenLayout::new(area, size);
            let point = layout.and_then(|layout| layout.point_at(mouse.column, mouse.row, size));
            if let Some(point) = point {
                screen.cursor = point;
                return KeyEffect::Play(point);
            }
        }
        _ => {}
    }
    KeyEffect::None
}

#[cfg(test)]
mod tests {
    use super::*;
    use renju::render::Style;

    const AREA: Rect = Rect::new(0, 0, 80, 24);

    fn effect(event: &Event, screen: &mut GameScreen) -> KeyEffect {
        effect_of(event, screen, Size::RENJU, AREA)
    }

    fn key(code: KeyCode) -> Event {
        Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn a_click_plays_the_point_under_it_and_none_beside_the_board() {
        let mut screen = GameScreen::new(Size::RENJU, Style::PLAIN);
        let click = |column, row| {
            Event::Mouse(MouseEvent {
                kind: MouseEventKind::Down(MouseButton::Left),
                column,
                row,
                modifiers: KeyModifiers::NONE,
            })
        };
        assert_eq!(
            effect(&click(3, 15), &mut screen),
            KeyEffect::Play(point("A1"))
        );
        assert_eq!(screen.cursor, point("A1"));
        assert_eq!(effect(&click(60, 15), &mut screen), KeyEffect::None);
    }

    #[test]
    fn arrows_move_the_cursor_to_the_edge_and_not_beyond() {
        let mut screen = GameScreen::new(Size::RENJU, Style::PLAIN);
        for _ in 0..20 {
            effect(&key(KeyCode::Left), &mut screen);
            effect(&key(KeyCode::Up), &mut screen);
        }
        assert_eq!(screen.cursor, point("A15"));
        assert_eq!(effect(&key(KeyCode::Enter), &mut screen), KeyEffect::Submit);
    }

    #[test]
    fn what_is_typed_stands_in_the_line_until_it_is_cleared() {
        let mut screen = GameScreen::new(Size::RENJU, Style::PLAIN);
        effect(&Event::Paste("认输\u{7}x".to_owned()), &mut screen);
        assert_eq!(screen.typed, "认输x");
        effect(&key(KeyCode::Backspace), &mut screen);
        effect(&key(KeyCode::Char('?')), &mut screen);
        assert_eq!(screen.typed, "认输?");
        effect(&key(KeyCode::Esc), &mut screen);
        effect(&key(KeyCode::Char('?')), &mut screen);
        assert!(screen.shows_help && screen.typed.is_empty());
        let quit = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(
            effect(&Event::Key(quit), &mut screen),
            KeyEffect::Word(PlayWord::Quit)
        );
    }
}
