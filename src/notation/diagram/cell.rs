use crate::board::Color;
use crate::notation::StoneMarks;

/// What a character of a board row means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// A stone of that colour.
    Stone(Color),
    /// A stone drawn as the last move: `▲` or `△`.
    Triangle(Color),
    /// A point without a stone.
    Empty,
    /// An empty point marked as forbidden.
    Forbidden,
    /// A digit: a stone, a mark or a part of a number.
    Digit(u8),
    /// White space of any kind.
    Blank,
    /// `-`: an empty point, or a line between two.
    Dash,
    /// A line between points, or a sign between the cells of a matrix.
    Between,
    /// An upright line or an opening bracket.
    Open,
    /// An upright line or a closing bracket.
    Close,
    /// An upright line: opens and closes.
    Bar,
    /// Nothing of a board.
    Unknown,
}

/// What `char` means, `marks` first.
pub(super) fn meaning(char: char, marks: Option<&StoneMarks>) -> Meaning {
    marks
        .and_then(|marks| marked(char, marks))
        .unwrap_or_else(|| usual(char))
}

fn marked(char: char, marks: &StoneMarks) -> Option<Meaning> {
    let given = [
        (Some(marks.black), Meaning::Stone(Color::Black)),
        (Some(marks.white), Meaning::Stone(Color::White)),
        (marks.empty, Meaning::Empty),
    ];
    let find = |same: &dyn Fn(char) -> bool| {
        let found = given.iter().find(|(mark, _)| mark.is_some_and(same));
        found.map(|&(_, meaning)| meaning)
    };
    find(&|mark| mark == char).or_else(|| find(&|mark| mark.eq_ignore_ascii_case(&char)))
}

fn usual(char: char) -> Meaning {
    match char {
        'X' | 'x' | '#' | 'B' | 'b' | '@' | '●' | '⚫' => Meaning::Stone(Color::Black),
        'O' | 'o' | 'W' | 'w' | '○' | '◎' | '⚪' => Meaning::Stone(Color::White),
        '▲' => Meaning::Triangle(Color::Black),
        '△' => Meaning::Triangle(Color::White),
        '.' | '_' | '+' | '*' | '·' | '➕' => Meaning::Empty,
        '×' | '✕' | 'D' | 'F' => Meaning::Forbidden,
        '0'..='9' => Meaning::Digit(char as u8 - b'0'),
        ' ' => Meaning::Blank,
        '-' => Meaning::Dash,
        '[' | '(' => Meaning::Open,
        ']' | ')' => Meaning::Close,
        ',' | ';' | '"' | '\'' | '{' | '}' => Meaning::Between,
        '|' => Meaning::Bar,
        '\u{2500}'..='\u{257f}' => box_drawing(char),
        _ => Meaning::Unknown,
    }
}

/// Lines across lie between points, upright lines are bars, joints are empty points.
fn box_drawing(char: char) -> Meaning {
    match char {
        '─' | '━' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '═' | '╴' | '╶' | '╸' | '╺' | '╼' | '╾' => {
            Meaning::Between
        }
        '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '║' | '╵' | '╷' | '╹' | '╻' | '╽' | '╿' => {
            Meaning::Bar
        }
        '╱' | '╲' | '╳' => Meaning::Unknown,
        _ => Meaning::Empty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_mean_what_the_table_says() {
        for (characters, expected) in [
            ("Xx#Bb@●⚫", Meaning::Stone(Color::Black)),
            ("OoWw○◎⚪", Meaning::Stone(Color::White)),
            ("._+*·➕┌┬┐├┼┤└┴┘┏┯┓┠┨┗┷┛╋", Meaning::Empty),
            ("×✕DF", Meaning::Forbidden),
            ("─━", Meaning::Between),
            ("?ZIdf╳", Meaning::Unknown),
        ] {
            for char in characters.chars() {
                assert_eq!(meaning(char, None), expected, "{char}");
            }
        }
    }

    #[test]
    fn marks_of_the_user_win() {
        let marks: StoneMarks = "black=o,white=x".parse().unwrap();
        for (char, color) in [
            ('o', Color::Black),
            ('O', Color::Black),
            ('x', Color::White),
        ] {
            assert_eq!(meaning(char, Some(&marks)), Meaning::Stone(color));
        }
        let by_case: StoneMarks = "black=x,white=X,empty=?".parse().unwrap();
        assert_eq!(meaning('X', Some(&by_case)), Meaning::Stone(Color::White));
        assert_eq!(meaning('x', Some(&by_case)), Meaning::Stone(Color::Black));
        assert_eq!(meaning('?', Some(&by_case)), Meaning::Empty);
        assert_eq!(meaning('.', Some(&by_case)), Meaning::Empty);
    }
}
