//! Signs of a diagram: what each character of a row means, and which lines are rows, frames and the
//! names of columns.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::characters::{Character, trimmed};
use crate::{Letters, ParseError, StoneMarks};
use renju_core::board::Color;

/// What a character of a board row means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// A stone of that colour.
    Stone(Color),
    /// A stone drawn as the last move.
    Triangle(Color),
    /// A point without a stone.
    Empty,
    /// An empty point marked as forbidden, by its character.
    Forbidden,
    /// An empty point that is marked for another reason.
    Mark,
    /// A digit, or the number that digits make: a stone, a mark or a move.
    Number(i32),
    /// White space of any kind.
    Blank,
    /// `-`: an empty point, a line between two, or a minus.
    Dash,
    /// A line between points, or a sign between the cells of a matrix.
    Between,
    /// A bracket that opens around a stone or a list.
    Open,
    /// The bracket that closes it.
    Close,
    /// An upright line: opens and closes.
    Bar,
    /// Nothing that is known.
    Other,
}

impl Sign {
    /// Whether it stands between points.
    pub(super) const fn is_apart(self) -> bool {
        use Sign::{Bar, Between, Blank, Close, Open};
        matches!(self, Blank | Between | Open | Close | Bar)
    }
}

/// The table of signs: a dialect is a row, or some characters of one.
const SIGNS: [(Sign, &str); 15] = [
    (Sign::Stone(Color::Black), "Xx#Bb@黑黒흑❌"),
    (Sign::Stone(Color::White), "OoWw白백"),
    (Sign::Stone(Color::Black), ROUND[0]),
    (Sign::Stone(Color::White), ROUND[1]),
    (Sign::Triangle(Color::Black), "▲"),
    (Sign::Triangle(Color::White), "△"),
    (Sign::Empty, "._+*·・･➕□▫◻◽🟫🟩🟨⬜"),
    (Sign::Forbidden, "×✕DF"),
    (Sign::Blank, " "),
    (Sign::Dash, "-−"),
    (Sign::Open, "[("),
    (Sign::Close, "])"),
    (Sign::Between, ",;\"'{}─━┄┅┈┉╌╍═╴╶╸╺╼╾"),
    (Sign::Bar, "|│┃┆┇┊┋╎╏║╵╷╹╻╽╿"),
    (Sign::Other, "╱╲╳"),
];

/// No row has more characters than this.
pub(super) const LONGEST_ROW: usize = 4096;

/// Round stones, black and white: letters among them are marks.
pub(super) const ROUND: [&str; 2] = ["●⚫⬤⏺◉⦿🌑", "○◎⚪◯⭕⭘〇⚬❍￮🌕"];

/// What `char` means, `marks` first.
pub(super) fn sign(char: char, marks: Option<StoneMarks>) -> Sign {
    static ASCII: LazyLock<[Sign; 128]> =
        LazyLock::new(|| std::array::from_fn(|code| in_table(char::from(code as u8))));
    let given = marks.and_then(|marks| marks.of(char));
    given.unwrap_or_else(|| match ASCII.get(char as usize) {
        Some(sign) => *sign,
        None => static_sign(char),
    })
}

/// What a character beyond ASCII means.
fn static_sign(char: char) -> Sign {
    static OTHERS: LazyLock<HashMap<char, Sign>> = LazyLock::new(|| {
        let listed = SIGNS.iter().flat_map(|(_, signs)| signs.chars());
        let lines = '\u{2500}'..='\u{257f}';
        listed
            .chain(lines)
            .map(|char| (char, in_table(char)))
            .collect()
    });
    OTHERS.get(&char).copied().unwrap_or(Sign::Other)
}

fn in_table(char: char) -> Sign {
    let digit = char.to_digit(10).map(|digit| Sign::Number(digit as i32));
    let row = SIGNS.iter().find(|(_, signs)| signs.contains(char));
    let is_joint = ('\u{2500}'..='\u{257f}').contains(&char);
    let joint = is_joint.then_some(Sign::Empty);
    let found = digit.or(row.map(|(sign, _)| *sign)).or(joint);
    found.unwrap_or(Sign::Other)
}

impl StoneMarks {
    /// What the user or a legend says that a character is. A letter stands for its small and its
    /// capital form, unless the two are different marks.
    fn of(self, char: char) -> Option<Sign> {
        let given = [
            (self.black, Sign::Stone(Color::Black)),
            (self.white, Sign::Stone(Color::White)),
            (self.empty, Sign::Empty),
        ];
        let find = |same: &dyn Fn(char) -> bool| {
            let found = given.iter().find(|(mark, _)| mark.is_some_and(same));
            found.map(|&(_, sign)| sign)
        };
        find(&|mark| mark == char).or_else(|| find(&|mark| mark.eq_ignore_ascii_case(&char)))
    }
}

/// A character of a board row, or several that are one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowToken {
    pub(super) sign: Sign,
    pub(super) char: char,
    /// Its place on the line, from 1.
    pub(super) column: u32,
}

impl RowToken {
    pub(super) const fn is_digit(&self) -> bool {
        self.char.is_ascii_digit() && matches!(self.sign, Sign::Number(_))
    }
}

/// The characters of a row, without the blanks at its ends, and what each means. Numbers in other
/// signs than digits, such as ⑫ or 十二, are one token.
pub(super) fn tokens(row: &[Character], marks: Option<StoneMarks>) -> Vec<RowToken> {
    let mut tokens: Vec<RowToken> = Vec::with_capacity(row.len());
    let mut is_kanji = false;
    for &Character { char, column, .. } in trimmed(row) {
        let kanji = kanji_digit(char);
        let before = tokens.last_mut().filter(|_| is_kanji);
        let sign = match (kanji.or(circled(char)), before.map(|token| &mut token.sign)) {
            (Some(10), Some(Sign::Number(before))) => {
                *before = before.saturating_mul(10);
                continue;
            }
            (Some(number), Some(Sign::Number(before))) => {
                *before = before.saturating_add(number);
                continue;
            }
            (Some(number), _) => Sign::Number(number),
            (None, _) => sign(char, marks),
        };
        is_kanji = kanji.is_some();
        tokens.push(RowToken { sign, char, column });
    }
    tokens
}

fn kanji_digit(char: char) -> Option<i32> {
    if char.is_ascii() {
        return None;
    }
    let place = "一二三四五六七八九十"
        .chars()
        .position(|digit| digit == char)?;
    Some(place as i32 + 1)
}

fn circled(char: char) -> Option<i32> {
    ('①'..='⑳')
        .contains(&char)
        .then(|| char as i32 - '①' as i32 + 1)
}

/// The number that digits make; the largest one if they are too many.
pub(super) fn number(digits: &[RowToken]) -> i32 {
    digits.iter().fold(0i32, |number, token| match token.sign {
        Sign::Number(digit) => number.saturating_mul(10).saturating_add(digit),
        _ => number,
    })
}

/// A number that names a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowLabel {
    pub(super) number: u8,
    pub(super) column: u32,
    pub(super) width: usize,
}

impl RowLabel {
    /// One or two digits that stand together at an end of a row, or one sign that is a number.
    fn new(digits: &[RowToken]) -> Option<RowLabel> {
        (1..=2).contains(&digits.len()).then(|| RowLabel {
            number: number(digits).clamp(0, u8::MAX.into()) as u8,
            column: digits[0].column,
            width: digits.len(),
        })
    }

    /// The error at the place of the label.
    pub(super) fn blamed(self, error: ParseError) -> ParseError {
        error.at(self.column, self.width)
    }
}

/// How many of these tokens make one number.
fn run<'t>(mut tokens: impl Iterator<Item = &'t RowToken>) -> usize {
    match tokens.next() {
        Some(first) if first.is_digit() => 1 + tokens.take_while(|token| token.is_digit()).count(),
        Some(RowToken {
            sign: Sign::Number(_),
            ..
        }) => 1,
        _ => 0,
    }
}

/// Whether a sign may stand between the edge of a row and its label.
const fn is_edge(token: &RowToken) -> bool {
    matches!(token.sign, Sign::Bar | Sign::Blank)
}

/// The number at the left end of a row and the rest of it.
pub(super) fn left_label(row: &[RowToken]) -> Option<(RowLabel, &[RowToken])> {
    let row = &row[row.iter().take_while(|token| is_edge(token)).count()..];
    let (digits, rest) = row.split_at(run(row.iter()));
    Some((RowLabel::new(digits)?, rest))
}

/// The number at the right end of a row and the rest of it.
pub(super) fn right_label(row: &[RowToken]) -> Option<(RowLabel, &[RowToken])> {
    let behind = row.iter().rev().take_while(|token| is_edge(token)).count();
    let row = &row[..row.len() - behind];
    let (rest, digits) = row.split_at(row.len() - run(row.iter().rev()));
    Some((RowLabel::new(digits)?, rest))
}

/// Whether a line may be a row of a board: five cells or more, few strange characters, no words; or
/// cells between upright lines, which may be blank.
pub(super) fn is_row(row: &[Character], tokens: &[RowToken], marks: Option<StoneMarks>) -> bool {
    let (mut cells, mut strange, mut bars) = (0, 0, 0);
    for token in tokens {
        match token.sign {
            Sign::Other if matches!(token.char, ':' | '=' | '/') => return is_frame(tokens),
            Sign::Other => strange += 1,
            Sign::Bar => bars += 1,
            sign => cells += usize::from(!sign.is_apart()),
        }
    }
    let has_cells = cells >= 3 && cells + strange >= 5 || bars >= 4;
    let may_be_words = strange > 0 || tokens.iter().any(|token| !token.char.is_ascii());
    let is_prose = || may_be_words && (is_legend(row) || has_words(row, marks));
    has_cells && strange * 2 <= cells + bars && !is_prose()
}

/// Whether letters stand together of which two or more mean nothing on a board, or one beside the
/// word for black or white.
fn has_words(row: &[Character], marks: Option<StoneMarks>) -> bool {
    let is_unknown = |character: &&Character| sign(character.char, marks) == Sign::Other;
    row.split(|character| !character.char.is_alphabetic())
        .any(|word| {
            let unknown = word.iter().filter(is_unknown).count();
            unknown >= 2 || unknown == 1 && word.iter().any(is_word_stone)
        })
}

/// Whether a character is a word for black or white.
fn is_word_stone(character: &Character) -> bool {
    "黑黒白흑백".contains(character.char)
}

/// Whether words for black and white stand beside other stones: a legend, and no row.
fn is_legend(row: &[Character]) -> bool {
    let is_drawn = |character: &Character| {
        matches!(sign(character.char, None), Sign::Stone(_)) && !is_word_stone(character)
    };
    row.iter().any(is_word_stone) && row.iter().any(is_drawn)
}

/// Whether a line has nothing but upright lines: those between the rows of a drawn grid, or a row of
/// blank cells.
pub(super) fn is_bars(row: &[RowToken]) -> bool {
    row.iter()
        .all(|token| matches!(token.sign, Sign::Bar | Sign::Blank))
}

/// Whether a line is `-------`, `+-----+`, `+---+---+` or `|---|:-:|`: the frame of a board or of
/// its cells.
pub(super) fn is_frame(row: &[RowToken]) -> bool {
    let is_first = |token: &RowToken| matches!(token.char, '+' | '-' | '|' | '=');
    if !row.first().is_some_and(is_first) {
        return false;
    }
    let line: String = row.iter().map(|token| token.char).collect();
    line.starts_with('+') == line.ends_with('+')
        && (line.contains("--") || line.starts_with('|') && line.contains('-'))
        && line.bytes().all(|byte| b"+-=|: ".contains(&byte))
}

/// The fewest letters that are taken for the columns of a board, and the fewest numbers, which may be
/// moves.
const FEWEST: [usize; 2] = [5, 6];

/// A line of letters or numbers above or below a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ColumnHeader {
    /// Which letters they are, if there are enough to tell.
    pub(super) letters: Option<Letters>,
    /// Where each column stands on the line.
    pub(super) columns: Vec<u32>,
}

impl ColumnHeader {
    /// The columns that a line names: letters from A on, or numbers from 0 or 1 on, in order, and
    /// nothing else.
    pub(super) fn read(tokens: &[RowToken]) -> Option<ColumnHeader> {
        let is_frame: fn(&RowToken) -> bool =
            |token| matches!(token.sign, Sign::Bar | Sign::Blank | Sign::Between);
        let mut names = tokens.iter().filter(|token| !is_frame(token));
        let first = names.next()?;
        match first.sign {
            Sign::Number(0 | 1) => ColumnHeader::of_numbers(tokens, is_frame),
            _ if !first.char.eq_ignore_ascii_case(&'a') => None,
            _ => ColumnHeader::of_letters(tokens.iter().filter(|token| !is_frame(token))),
        }
    }

    fn of_letters<'t>(names: impl Iterator<Item = &'t RowToken>) -> Option<ColumnHeader> {
        let (names, columns): (Vec<char>, Vec<u32>) = names
            .map(|name| (name.char.to_ascii_uppercase(), name.column))
            .unzip();
        let fits = |letters: &Letters| {
            let column = |&letter| letters.column(letter).map(usize::from);
            names.iter().map(column).eq((0..names.len()).map(Some))
        };
        let found = Letters::ALL.into_iter().find(fits)?;
        (names.len() >= FEWEST[0]).then_some(ColumnHeader {
            letters: (names.len() > 8).then_some(found),
            columns,
        })
    }

    /// Numbers apart from each other, or the last digit of each without blanks.
    fn of_numbers(tokens: &[RowToken], is_frame: fn(&RowToken) -> bool) -> Option<ColumnHeader> {
        let words = tokens.split(is_frame).filter(|word| !word.is_empty());
        let words: Vec<&[RowToken]> = words.collect();
        let is_single = words.len() == 1;
        let words = match words[..] {
            [digits] => digits.chunks(1).collect(),
            _ => words,
        };
        let least = number(words[0]);
        let is_next = |(place, word): (i32, &&[RowToken])| {
            let (number, next) = (number(word), least + place);
            word.len() <= 2 && (number == next || is_single && number == next % 10)
        };
        let is_number = |token: &RowToken| is_frame(token) || matches!(token.sign, Sign::Number(_));
        let fits = tokens.iter().all(is_number) && (0..).zip(&words).all(is_next);
        (fits && words.len() >= FEWEST[1]).then(|| ColumnHeader {
            letters: None,
            columns: words.iter().map(|word| word[0].column).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::characters::characters;

    #[test]
    fn characters_mean_what_the_table_says() {
        for char in "×✕DF".chars() {
            assert_eq!(sign(char, None), Sign::Forbidden);
        }
        for (characters, expected) in [
            ("Xx#Bb@●⚫⬤⏺◉⦿🌑黑黒", Sign::Stone(Color::Black)),
            ("OoWw○◎⚪◯⭕⭘〇⚬❍￮🌕白", Sign::Stone(Color::White)),
            ("._+*·・･➕┌┬┐├┼┤└┴┘┏┯┓┠┨┗┷┛╋", Sign::Empty),
            ("─━", Sign::Between),
            ("?ZIdf╳", Sign::Other),
        ] {
            for char in characters.chars() {
                assert_eq!(sign(char, None), expected, "{char}");
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
            assert_eq!(sign(char, Some(marks)), Sign::Stone(color));
        }
        let by_case: StoneMarks = "black=x,white=X,empty=?".parse().unwrap();
        assert_eq!(sign('X', Some(by_case)), Sign::Stone(Color::White));
        assert_eq!(sign('x', Some(by_case)), Sign::Stone(Color::Black));
        assert_eq!(sign('?', Some(by_case)), Sign::Empty);
        assert_eq!(sign('.', Some(by_case)), Sign::Empty);
    }

    fn is_board_row(line: &str) -> bool {
        let line = characters(line);
        is_row(&line, &tokens(&line, None), None)
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
            assert!(is_board_row(row), "{row}");
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
            assert!(!is_board_row(prose), "{prose}");
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
        let is_frame = |line| is_frame(&tokens(&characters(line), None));
        assert!(is_frame(" +-----+ ") && is_frame("+---+---+"));
        assert!(is_frame("-------") && !is_frame("+--.--+"));
        assert!(!is_frame("+-+-+-X") && is_frame("|---|:-:|"));
        let is_bars = |line| is_bars(&tokens(&characters(line), None));
        assert!(is_bars("| | | |") && is_bars("  │ │") && !is_bars("|.|.|"));
    }

    fn columns(line: &str) -> Option<(usize, Option<Letters>)> {
        ColumnHeader::read(&tokens(&characters(line), None))
            .map(|columns| (columns.columns.len(), columns.letters))
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
