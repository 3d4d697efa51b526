//! What prose around a board or a game says of it, in English, Chinese, Japanese, Korean and Russian:
//! whose turn it is, which sign is whose stone, what was played last, whose puzzle it is.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};

use super::characters::{Character, text};
use super::{ErrorCode, ParseError, StoneMarks};
use renju_core::board::Color;

/// The words for the colours.
const COLORS: [&str; 2] = [
    "black|黑|黒|흑|검은|ч[её]рны[а-я]*|player 1",
    "white|白|백|흰|бел[ыо][а-я]*|player 2",
];

/// What follows or precedes the word for a colour, `C`, or the sign of a stone, where it is to move.
const TURNS: [&str; 9] = [
    r"(?:C)(?: ?\(.\))?(?:['’`]?s)?(?: stones?| player)? ?(?:to (?:move|play|go)|turn|(?:is|plays|moves|goes) next(?:[.!,;:]|$)|on move|is to (?:move|play|go))",
    r"(?:turn|to move|to play|next|next player|current player|current turn|side to move|player to move)(?: for)? ?(?:[:=：-]|is) ?(?:C)",
    r"(?:C)(?: ?\(.\))?(?:色|子|棋|石|方)*(?: ?\(.\))?(?:先|走|下|行|落子|回合|执先|の番|の手番|手番|番)",
    r"(?:轮到|輪到|轮|輪|该|該|现在|現在|次は|手番|下一手|当前|當前)(?:[:： はが是]|棋手|玩家)*(?:C)",
    r"(?:C)(?:돌|색)?(?:의|이|은)? ?(?:차례|턴|선|번)",
    r"(?:차례|턴|다음)(?:[는은:： ])*(?:C)",
    r"ход(?:ят)?(?: за)?:? (?:C)",
    r"(?:C) (?:ход|начина|играют|на ходу)",
    r"очередь:? (?:C)",
];

/// That a puzzle is won by the side to move.
const WINS: &str = r"to (?:play|move) and win|(?:黑|白|黒)棋?先?(?:必)?[胜勝]|先[胜勝]|차례.*승|начинают и выигрывают";

/// What makes a sentence say another thing than whose turn it is.
const OTHERWISE: &str =
    r" not |n't| over|second|last|последн|->|→|if |when |skip|after|上一手|不是";

const LAST: &str = r"(?:last move|last|上一手|最后一手|最後の手|마지막 ?수|последний ход) ?[:=：]? ?([a-z][0-9]{1,2})";

/// Signs that may be stones: letters, which need a word or a sign beside them that says so, and others.
const LETTERS: &str = "[xobw@#*]";
const SIGNS: &str = "[●⚫⬤⏺◉⦿🌑○◎⚪◯⭕⭘〇⚬❍￮🌕🔴🔵🟡🟢■□◆◇▲△]";

/// What may stand behind the word for a colour, and what says that a sign is its stone.
const STONES: &str = "(?: ?(?:stones?|pieces?|player|子|棋子|棋|石|돌|камни))?";
const LINKS: &str = r"(?: ?(?:=|:|：|\(|->|→|为|為|是|は) ?| (?:is|are|with|uses|plays) )['\x22]?";

/// What stands behind a legend.
const END: &str = r"['\x22]?(?:[,;)、。]|$| +(?:and\b|vs\b|&|[xobw@#*]\b|black|white|player))";

/// The patterns of both colours.
struct CaptionPatterns {
    turns: [RegexSet; 2],
    sign_turns: Regex,
    legends: [[Regex; 4]; 2],
    wins: Regex,
    last: Regex,
    any: Regex,
    otherwise: Regex,
}

static PATTERNS: LazyLock<CaptionPatterns> = LazyLock::new(|| {
    let regex = |pattern: &str| Regex::new(pattern).expect("the pattern is valid");
    let turns = |color: &str| {
        RegexSet::new(TURNS.map(|turn| turn.replace('C', color))).expect("the patterns are valid")
    };
    let legends = |color: &str| {
        [
            format!("(?:{color}){STONES}{LINKS}({LETTERS}){END}"),
            format!("(?:{color}){STONES}(?:{LINKS})?({SIGNS})"),
            format!("(?:^|[ ,;(])({LETTERS}){LINKS}(?:{color}){STONES}{END}"),
            format!("({SIGNS})(?:{LINKS}| ?)(?:{color})"),
        ]
        .map(|pattern| regex(&pattern.replace(r"\b", r"(?-u:\b)")))
    };
    let [first, second] =
        [TURNS[0], TURNS[1]].map(|turn| turn.replace("(?:C)", &format!("({LETTERS}|{SIGNS})")));
    CaptionPatterns {
        turns: COLORS.map(turns),
        sign_turns: regex(&format!("(?:^|[^a-z0-9]){first}|{second}(?:[^a-z0-9]|$)")),
        legends: COLORS.map(legends),
        wins: regex(WINS),
        last: regex(LAST),
        otherwise: regex(OTHERWISE),
        any: regex(&format!(
            "{}|turn|to move|next|player|last|上一手|最|마지막|последний",
            COLORS.join("|")
        )),
    }
});

/// What prose says of the board or game that it stands beside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Caption {
    /// The side to move.
    pub(super) side: Option<Color>,
    /// Whether another line names the other side.
    pub(super) names_both: bool,
    /// The sign of the side to move.
    pub(super) side_sign: Option<char>,
    /// The signs of black and white stones.
    pub(super) legend: [Option<char>; 2],
    /// The point of the last move, as it is written.
    pub(super) last: Option<String>,
    /// Whether the side to move is to win.
    pub(super) is_puzzle: bool,
}

impl Caption {
    /// What a line says; what it says of both sides it says of none.
    pub(super) fn read(line: &[Character]) -> Caption {
        let prose = text(line).to_lowercase();
        let in_brackets = [("(b)", Color::Black), ("(w)", Color::White)];
        if let Some((_, side)) = in_brackets.iter().find(|(end, _)| prose.ends_with(end)) {
            return Caption {
                side: Some(*side),
                ..Caption::default()
            };
        }
        if !PATTERNS.any.is_match(&prose) {
            return Caption::default();
        }
        let sign = |found: regex::Captures<'_>| {
            let found = found.iter().skip(1).flatten().next();
            found.and_then(|sign| sign.as_str().chars().next())
        };
        let legend = PATTERNS.legends.each_ref().map(|patterns| {
            let mut found = patterns.iter().filter_map(|it| it.captures(&prose));
            found.find_map(sign)
        });
        let is_other = PATTERNS.otherwise.is_match(&prose);
        let last = PATTERNS.last.captures(&prose);
        let turns = PATTERNS.turns.each_ref();
        let [black, white] = turns.map(|turns| !is_other && turns.is_match(&prose));
        Caption {
            side: match (black, white) {
                (true, false) => Some(Color::Black),
                (false, true) => Some(Color::White),
                _ => None,
            },
            side_sign: PATTERNS.sign_turns.captures(&prose).and_then(sign),
            legend: legend.map(|sign| sign.filter(|_| legend[0] != legend[1])),
            last: last.map(|found| found[1].to_owned()),
            is_puzzle: PATTERNS.wins.is_match(&prose),
            names_both: false,
        }
    }

    /// What is said in this caption, and what it leaves open in `other`.
    #[must_use]
    pub(super) fn or(self, other: &Caption) -> Caption {
        let [black, white] = self.legend;
        Caption {
            side: self.side.or(other.side),
            names_both: self.names_both
                || other.names_both
                || self
                    .side
                    .zip(other.side)
                    .is_some_and(|(one, other)| one != other),
            side_sign: self.side_sign.or(other.side_sign),
            legend: [black.or(other.legend[0]), white.or(other.legend[1])],
            is_puzzle: self.is_puzzle || other.is_puzzle,
            last: self.last.or_else(|| other.last.clone()),
        }
    }

    /// That the side to move is another one by what else is known.
    pub(super) fn contradicts(&self, known: Option<Color>, by: &str) -> Option<ParseError> {
        let (said, known) = (self.side?, known?);
        let message =
            format!("the text says that {said} is to move, but by the {by} it is {known}");
        let warning = ParseError::new(ErrorCode::SideUnclear, message);
        (said != known).then(|| warning.hint("--to-move says which"))
    }

    /// Whether nothing is said.
    pub(super) fn is_empty(&self) -> bool {
        *self == Caption::default()
    }

    /// The signs of stones that the legend names.
    pub(super) fn marks(&self) -> Option<StoneMarks> {
        let [black, white] = self.legend;
        (black.is_some() || white.is_some()).then_some(StoneMarks {
            black,
            white,
            empty: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::characters::characters;

    fn read(prose: &str) -> Caption {
        Caption::read(&characters(prose))
    }

    #[test]
    fn prose_tells_the_side_to_move() {
        for prose in [
            "Black to move",
            "No. 3: BLACK to play and win",
            "黑先胜",
            "Diagram 2 (B)",
            "It is black's turn.",
            "Turn: Black",
            "轮到黑棋",
            "黒の番です",
            "흑의 차례",
            "Ход чёрных",
            "Чёрные начинают",
            "Player 1's turn",
            "Next player: black",
        ] {
            assert_eq!(read(prose).side, Some(Color::Black), "{prose}");
        }
        for prose in [
            "white to play",
            "# White to move.",
            "白先",
            "(W)",
            "White's turn",
            "White is next",
            "白の番です",
            "백의 차례입니다.",
            "輪到白棋",
            "Ход белых",
            "White (O) to move",
            "Current player is White",
            "手番：白",
        ] {
            assert_eq!(read(prose).side, Some(Color::White), "{prose}");
        }
        for prose in [
            "Black wins",
            "black to move, or white to move?",
            "(b) is wrong",
            "",
            "the white stone is in the next row",
            "Black is next to the edge",
            "At this turn of black fortunes",
            "a blackboard",
            "It is not White's turn",
            "White's turn is over",
            "White to move second",
        ] {
            assert_eq!(read(prose).side, None, "{prose}");
        }
        assert_eq!(read("X's turn").side_sign, Some('x'));
        assert_eq!(read("Current player: O").side_sign, Some('o'));
    }

    #[test]
    fn legends_name_the_signs_of_both_colours() {
        for (prose, legend) in [
            ("O = black, X = white", "ox"),
            ("黑子：○ 白子：●", "○●"),
            ("Black: @, White: O", "@o"),
            ("● is white and ○ is black", "○●"),
            ("X=Black   O=White", "xo"),
            ("흑: ○ 백: ●", "○●"),
            ("Black (X) White (O)", "xo"),
            ("○黑棋 ●白棋", "○●"),
            ("● black ○ white", "●○"),
            ("Black = #, White = o", "#o"),
        ] {
            let signs: String = read(prose).legend.iter().flatten().collect();
            assert_eq!(signs, legend, "{prose}");
        }
        for prose in [
            "Black: ann, White: bob",
            "black and white",
            "黑：张三 白：李四",
            "White: B. Jones",
            "Black: O. Larsson",
            "Black: O Larsson",
            "* Black to move",
            "White * to move",
            "# White to move",
            "The stone X is white's weakness",
        ] {
            assert_eq!(read(prose).legend, [None; 2], "{prose}");
        }
        assert_eq!(read("Player 1 with X").legend, [Some('x'), None]);
    }

    #[test]
    fn the_last_move_and_a_puzzle_are_said() {
        assert_eq!(read("Last move: H8").last.as_deref(), Some("h8"));
        assert!(read("Black to play and win").is_puzzle && read("黑先胜").is_puzzle);
        assert!(!read("Black won, white to move").is_puzzle);
    }
}
