//! Tokens of a diagram row: the meaning of each character, row labels, and the letters of columns.

use crate::characters::{Character, characters, text, trimmed};
use crate::{Letters, ParseError, StoneMarks};
use renju_core::board::Color;

/// What a character of a board row means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// A stone of that colour.
    Stone(Color),
    /// A stone drawn as the last move: `▲` or `△`.
    Triangle(Color),
    /// A point without a stone.
    Empty,
    /// An empty point marked as forbidden, by that mark.
    Forbidden(char),
    /// A digit, or the number that digits make: a stone, a mark or a move.
    Number(u32),
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
pub(super) fn meaning(char: char, marks: Option<StoneMarks>) -> Meaning {
    marks
        .and_then(|marks| marked(char, marks))
        .unwrap_or_else(|| usual(char))
}

fn marked(char: char, marks: StoneMarks) -> Option<Meaning> {
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
        'X' | 'x' | '#' | 'B' | 'b' | '@' | '黑' | '黒' | '●' | '⚫' | '⬤' | '⏺' | '◉' | '⦿'
        | '🌑' => Meaning::Stone(Color::Black),
        'O' | 'o' | 'W' | 'w' | '白' | '○' | '◎' | '⚪' | '◯' | '⭕' | '⭘' | '〇' | '⚬' | '❍'
        | '￮' | '🌕' => Meaning::Stone(Color::White),
        '▲' => Meaning::Triangle(Color::Black),
        '△' => Meaning::Triangle(Color::White),
        '.' | '_' | '+' | '*' | '·' | '・' | '･' | '➕' => Meaning::Empty,
        '×' | '✕' | 'D' | 'F' => Meaning::Forbidden(char),
        '0'..='9' => Meaning::Number(u32::from(char) - u32::from('0')),
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

/// A character of a board row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowToken {
    pub(super) meaning: Meaning,
    /// Its place on the line, from 1.
    pub(super) column: u32,
}

impl RowToken {
    /// The digit that it is.
    const fn digit(self) -> Option<u32> {
        match self.meaning {
            Meaning::Number(digit) => Some(digit),
            _ => None,
        }
    }

    pub(super) const fn is_digit(&self) -> bool {
        self.digit().is_some()
    }
}

/// The characters of a row, without the blanks at its ends, and what each means.
pub(super) fn tokens(row: &[Character], marks: Option<StoneMarks>) -> Vec<RowToken> {
    let token = |&Character { char, column, .. }: &Character| RowToken {
        meaning: meaning(char, marks),
        column,
    };
    trimmed(row).iter().map(token).collect()
}

/// The number that digits make; the largest one if they are too many.
pub(super) fn number(digits: &[RowToken]) -> u32 {
    let digits = digits.iter().filter_map(|token| token.digit());
    digits.fold(0u32, |number, digit| {
        number.saturating_mul(10).saturating_add(digit)
    })
}

/// The characters of a line without the marks of a quoted mail.
pub(super) fn unquoted(text: &str) -> Vec<Character> {
    let line = characters(text);
    let mut rest = trimmed(&line);
    while let [Character { char: '>', .. }, inner @ ..] = rest {
        rest = trimmed(inner);
    }
    rest.to_vec()
}

/// A number that names a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowLabel {
    pub(super) number: u8,
    pub(super) column: u32,
    pub(super) width: usize,
}

impl RowLabel {
    /// One or two digits that stand together at an end of a row.
    fn new(digits: &[RowToken]) -> Option<RowLabel> {
        (1..=2).contains(&digits.len()).then(|| RowLabel {
            number: number(digits) as u8,
            column: digits[0].column,
            width: digits.len(),
        })
    }

    /// The error at the place of the label.
    pub(super) fn blamed(self, error: ParseError) -> ParseError {
        error.at(self.column, self.width)
    }
}

/// The number at the left end of a row and the rest of it.
pub(super) fn left_label(row: &[RowToken]) -> Option<(RowLabel, &[RowToken])> {
    let digits = row.iter().take_while(|token| token.is_digit()).count();
    let (digits, rest) = row.split_at(digits);
    Some((RowLabel::new(digits)?, rest))
}

/// The number at the right end of a row and the rest of it.
pub(super) fn right_label(row: &[RowToken]) -> Option<(RowLabel, &[RowToken])> {
    let digits = row.iter().rev().take_while(|token| token.is_digit());
    let (rest, digits) = row.split_at(row.len() - digits.count());
    Some((RowLabel::new(digits)?, rest))
}

/// Whether a line may be a row of a board: five cells or more, few strange characters, no words.
pub(super) fn is_row(row: &[Character], marks: Option<StoneMarks>) -> bool {
    if has_two_kinds_of_stones(row) {
        return false;
    }
    let mut cells = 0;
    let mut strange = 0;
    for character in row.iter().filter(|character| character.char != ' ') {
        match meaning(character.char, marks) {
            Meaning::Unknown if matches!(character.char, ':' | '=' | '/') => return false,
            Meaning::Unknown => strange += 1,
            Meaning::Between | Meaning::Open | Meaning::Close | Meaning::Bar => {}
            _ => cells += 1,
        }
    }
    cells >= 3 && cells + strange >= 5 && strange * 2 <= cells && !has_words(row, marks)
}

/// Whether letters stand together of which two or more mean nothing on a board, or one beside the
/// word for black or white.
fn has_words(row: &[Character], marks: Option<StoneMarks>) -> bool {
    let is_unknown = |character: &&Character| meaning(character.char, marks) == Meaning::Unknown;
    row.split(|character| !character.char.is_alphabetic())
        .any(|word| {
            let unknown = word.iter().filter(is_unknown).count();
            unknown >= 2 || unknown == 1 && word.iter().any(is_word_stone)
        })
}

/// Whether a character is a word for black or white.
fn is_word_stone(character: &Character) -> bool {
    matches!(character.char, '黑' | '黒' | '白')
}

/// Whether words for black and white stand beside other stones: a legend, and no row.
fn has_two_kinds_of_stones(row: &[Character]) -> bool {
    let is_drawn = |character: &Character| {
        matches!(usual(character.char), Meaning::Stone(_)) && !is_word_stone(character)
    };
    row.iter().any(is_word_stone) && row.iter().any(is_drawn)
}

/// Whether a line has nothing but upright lines: those between the rows of a drawn grid.
pub(super) fn is_bars(row: &[Character]) -> bool {
    let line = trimmed(row);
    let is_bar = |char| matches!(meaning(char, None), Meaning::Bar | Meaning::Blank);
    !line.is_empty() && line.iter().all(|character| is_bar(character.char))
}

/// Whether a line is `-------`, `+-----+` or `+---+---+`: the frame of a board or of its cells.
pub(super) fn is_frame(row: &[Character]) -> bool {
    let line = text(row);
    let line = line.trim();
    line.starts_with('+') == line.ends_with('+')
        && line.contains("--")
        && line.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'='))
}

/// The fewest letters that are taken for the columns of a board.
const FEWEST: usize = 5;

/// A line of letters above or below a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ColumnHeader {
    /// How many there are.
    pub(super) count: usize,
    /// Which letters they are, if there are enough to tell.
    pub(super) letters: Option<Letters>,
    /// Where the first one stands.
    pub(super) column: u32,
}

impl ColumnHeader {
    /// The columns that a line names: letters from A on in order, and nothing else.
    pub(super) fn read(line: &[Character]) -> Option<ColumnHeader> {
        let is_frame = |char| {
            let meaning = meaning(char, None);
            matches!(meaning, Meaning::Bar | Meaning::Blank | Meaning::Between)
        };
        let is_name = |character: &&Character| !is_frame(character.char);
        let letters = line.iter().filter(is_name);
        let first = letters.clone().next()?;
        let names: Vec<char> = letters
            .map(|letter| letter.char.to_ascii_uppercase())
            .collect();
        let fits = |letters: &Letters| {
            let column = |&letter| letters.column(letter).map(usize::from);
            names.iter().map(column).eq((0..names.len()).map(Some))
        };
        let found = Letters::ALL.into_iter().find(fits)?;
        (names.len() >= FEWEST).then_some(ColumnHeader {
            count: names.len(),
            letters: (names.len() > 8).then_some(found),
            column: first.column,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_mean_what_the_table_says() {
        for char in "×✕DF".chars() {
            assert_eq!(meaning(char, None), Meaning::Forbidden(char));
        }
        for (characters, expected) in [
            ("Xx#Bb@●⚫⬤⏺◉⦿🌑黑黒", Meaning::Stone(Color::Black)),
            ("OoWw○◎⚪◯⭕⭘〇⚬❍￮🌕白", Meaning::Stone(Color::White)),
            ("._+*·・･➕┌┬┐├┼┤└┴┘┏┯┓┠┨┗┷┛╋", Meaning::Empty),
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
            assert_eq!(meaning(char, Some(marks)), Meaning::Stone(color));
        }
        let by_case: StoneMarks = "black=x,white=X,empty=?".parse().unwrap();
        assert_eq!(meaning('X', Some(by_case)), Meaning::Stone(Color::White));
        assert_eq!(meaning('x', Some(by_case)), Meaning::Stone(Color::Black));
        assert_eq!(meaning('?', Some(by_case)), Meaning::Empty);
        assert_eq!(meaning('.', Some(by_case)), Meaning::Empty);
    }

    #[test]
    fn rows_are_told_from_prose() {
        for row in [
            ".....",
            "15 . . X O .",
            "XOXOX",
            "[0, 0, 1, 2, 0],",
            " 8 . . X ? O .",
            "8┼─●─○─×─┼",
            "| . | X | . | O | . |",
            "# # O O . .",
            "黑白黑・・",
        ] {
            assert!(is_row(&characters(row), None), "{row}");
        }
        for prose in [
            "",
            "...",
            "X=Black   O=White",
            "Is H8 forbidden here?",
            "2024-08-30 14:59",
            "Black to move",
            "?????",
            "e4: the box",
            "黑白双方，黑先白后，黑胜",
            "黑：张三 白：李四",
            "●黑棋 ○白棋",
            "黑● 白○ 空.",
        ] {
            assert!(!is_row(&characters(prose), None), "{prose}");
        }
    }

    #[test]
    fn labels_are_short_numbers_at_the_ends() {
        let row = tokens(&characters(" 15┌─┬ 7 "), None);
        let (label, rest) = left_label(&row).unwrap();
        assert_eq!((label.number, label.column, label.width), (15, 2, 2));
        let (label, rest) = right_label(rest).unwrap();
        assert_eq!((label.number, label.column, rest.len()), (7, 8, 4));
        let packed = tokens(&characters("00120"), None);
        assert!(left_label(&packed).is_none() && right_label(&packed).is_none());
        assert!(
            left_label(&[]).is_none() && left_label(&tokens(&characters("X1"), None)).is_none()
        );
    }

    #[test]
    fn frames_and_bars_are_no_rows() {
        assert!(is_frame(&characters(" +-----+ ")) && is_frame(&characters("+---+---+")));
        assert!(is_frame(&characters("-------")) && !is_frame(&characters("+--.--+")));
        assert!(!is_frame(&characters("+-+-+-X")) && !is_frame(&characters("+-+-+")));
        assert!(is_bars(&characters("| | | |")) && is_bars(&characters("  │ │")));
        assert!(!is_bars(&characters("|.|.|")) && !is_bars(&characters("  ")));
    }

    fn columns(line: &str) -> Option<(usize, Option<Letters>)> {
        ColumnHeader::read(&characters(line)).map(|columns| (columns.count, columns.letters))
    }

    #[test]
    fn columns_are_letters_in_order() {
        assert_eq!(
            columns("   A B C D E F G H I J "),
            Some((10, Some(Letters::All)))
        );
        assert_eq!(
            columns("a b c d e f g h j k"),
            Some((10, Some(Letters::SkipI)))
        );
        assert_eq!(columns("ＡＢＣＤＥ"), Some((5, None)));
        assert_eq!(columns("ABCDEFGHIJKLMNO"), Some((15, Some(Letters::All))));
    }

    #[test]
    fn other_letters_are_no_columns() {
        for line in [
            "",
            "A B C D",
            "B C D E F",
            "A B D E F",
            "A B C D E 1",
            "A board",
        ] {
            assert_eq!(columns(line), None, "{line}");
        }
    }
}
