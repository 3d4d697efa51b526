use crate::{ErrorCode, Format, ParseError, ParseOptions, ParsedSetup, read};
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::Claim;
use renju_core::rule::Rule;

fn items(text: &str) -> Vec<Result<ParsedSetup, ParseError>> {
    crate::stream(text.as_bytes(), Format::Diagram, &ParseOptions::default()).collect()
}

fn one(text: &str) -> ParsedSetup {
    with(text, &ParseOptions::default())
}

fn with(text: &str, reading: &ParseOptions) -> ParsedSetup {
    let mut items = read(text.as_bytes(), Format::Diagram, reading).unwrap();
    assert_eq!(items.len(), 1, "{text}");
    items.remove(0)
}

fn error(text: &str) -> ParseError {
    read(text.as_bytes(), Format::Diagram, &ParseOptions::default()).unwrap_err()
}

fn points(names: &str) -> Vec<Point> {
    names
        .split_whitespace()
        .map(|name| name.parse().unwrap())
        .collect()
}

/// A board of 5x5 without symmetry: black B4 C3, white D2.
fn assert_is_the_sample(text: &str) {
    let setup = one(text).setup;
    assert_eq!(setup.size, Some(Size::MIN), "{text}");
    assert_eq!(setup.black, points("C3 B4"), "{text}");
    assert_eq!(setup.white, points("D2"), "{text}");
}

#[test]
fn prose_that_names_both_sides_is_said() {
    let board = ".....\n".repeat(5);
    let found = one(&format!("White to move\n{board}\nBlack to move\n"));
    assert_eq!(found.setup.to_move, Some(Color::White));
    let codes = found.warnings.iter().map(|warning| warning.code);
    assert_eq!(codes.collect::<Vec<_>>(), [ErrorCode::SideUnclear; 2]);
}

#[test]
fn prose_around_a_board_tells_the_side_to_move() {
    let board = ".....\n".repeat(5);
    let sides = |text: &str| -> Vec<Option<Color>> {
        let found = items(text).into_iter();
        found.map(|found| found.unwrap().setup.to_move).collect()
    };
    assert_eq!(
        sides(&format!("White to play and win\n\n{board}")),
        [Some(Color::White)]
    );
    assert_eq!(sides(&format!("{board}白先\n")), [Some(Color::White)]);
    assert_eq!(
        sides(&format!("{board}\nBlack to move\n")),
        [Some(Color::Black)]
    );
    let two = format!("black to move\n{board}\nNo. 2, white to move\n{board}");
    assert_eq!(sides(&two), [Some(Color::Black), Some(Color::White)]);
    let below = format!("{board}white to move\n\n{board}");
    assert_eq!(sides(&below), [Some(Color::White), None]);
    let between = format!("{board}white to move\n{board}");
    assert_eq!(sides(&between), [None, Some(Color::White)]);
    let named = format!("# to move: white\n# Black to move here\n{board}");
    assert_eq!(sides(&named), [Some(Color::White)]);
}

#[test]
fn one_position_is_read_from_every_manner_of_drawing() {
    for text in [
        // Bare, spaced, labelled on either side, on both.
        ".....\n.X...\n..X..\n...O.\n.....\n",
        ". . . . .\n. X . . .\n. . X . .\n. . . O .\n. . . . .",
        "5 . . . . .\n4 . X . . .\n3 . . X . .\n2 . . . O .\n1 . . . . .\n  A B C D E\n",
        ". . . . . 5\n. X . . . 4\n. . X . . 3\n. . . O . 2\n. . . . . 1\n",
        "  A B C D E\n5 . . . . . 5\n4 . X . . . 4\n3 . . X . . 3\n2 . . . O . 2\n1 . . . . . 1\n",
        // NumberMeaning, and not the order of the lines, give the row.
        "1 . . . . .\n2 . . . O .\n3 . . X . .\n4 . X . . .\n5 . . . . .\n",
        // Other characters.
        "- - - - -\n- # - - -\n- - # - -\n- - - O -\n- - - - -\n",
        "_____\n_b___\n__@__\n___w_\n_____\n",
        "+++++\n+●+++\n++●++\n+++◎+\n+++++\n",
        "·····\n·●···\n··●··\n···○·\n·····\n",
        "・・・・・\n・⬤・・・\n・・⏺・・\n・・・◯・\n・・・・・\n",
        ". . . . .\n. ◉ . . .\n. . ● . .\n. . . 〇 .\n. . . . .\n",
        "┌┬┬┬┐\n├黑┼┼┤\n├┼黒┼┤\n├┼┼白┤\n└┴┴┴┘\n",
        "➕➕➕➕➕\n➕⚫\u{fe0f}➕➕➕\n➕➕⚫➕➕\n➕➕➕⚪➕\n➕➕➕➕➕\n",
        "．．．．．\n．Ｘ．．．\n．．Ｘ．．\n．．．Ｏ．\n．．．．．\n",
        // Box lines with joints between, heavy boxes, plain signs as box lines.
        "┌─┬─┬─┬─┐\n├─●─┼─┼─┤\n├─┼─●─┼─┤\n├─┼─┼─○─┤\n└─┴─┴─┴─┘\n",
        "5┏┯┯┯┓\n4┠●┼┼┨\n3┠┼●┼┨\n2┠┼┼○┨\n1┗┷┷┷┛\n ＡＢＣＤＥ\n",
        "+-+-+-+-+\n| | | | |\n+-X-+-+-+\n| | | | |\n+-+-X-+-+\n| | | | |\n+-+-+-O-+\n| | | | |\n+-+-+-+-+\n",
        // Frames.
        "+---------+\n|. . . . .|\n|. X . . .|\n|. . X . .|\n|. . . O .|\n|. . . . .|\n+---------+\n",
        "| . | . | . | . | . |\n| . | X | . | . | . |\n| . | . | X | . | . |\n| . | . | . | O | . |\n| . | . | . | . | . |\n",
        // Matrices.
        "0 0 0 0 0\n0 1 0 0 0\n0 0 1 0 0\n0 0 0 2 0\n0 0 0 0 0\n",
        "00000\n01000\n00100\n00020\n00000\n",
        "[[0, 0, 0, 0, 0],\n [0, 1, 0, 0, 0],\n [0, 0, 1, 0, 0],\n [0, 0, 0, 2, 0],\n [0, 0, 0, 0, 0]]\n",
        "{0,0,0,0,0},\n{0,1,0,0,0},\n{0,0,1,0,0},\n{0,0,0,2,0},\n{0,0,0,0,0}\n",
        "\".....\",\n\".X...\",\n\"..X..\",\n\"...O.\",\n\".....\"\n",
        // Cells at the left that are no names of rows, and names at the right.
        "0 0 0 0 0 5\n0 1 0 0 0 4\n0 0 1 0 0 3\n0 0 0 2 0 2\n0 0 0 0 0 1\na b c d e\n",
        // What stands around a board.
        "> Is H8 forbidden here?\n> ```\n> .....\n> .X...\n> ..X..\n> ...O.\n> .....\n> ```\n> Yes.\n",
        "   X=Black   O=White\n\n.....\n.X...\n..X..\n...O.\n.....\n",
        "\u{feff}.....\r\n.\u{1b}[31mX\u{1b}[0m...\r\n..X..\r\n...O.\r\n.....\r\n",
        "# found in a book\n.....\n.X...\n# the middle\n..X..\n...O.\n.....\n",
        // A blank line after every row.
        "A B C D E\n\n. . . . .\n\n. X . . .\n\n. . X . .\n\n. . . O .\n\n. . . . .\n\nA B C D E\n",
    ] {
        assert_is_the_sample(text);
    }
}

#[test]
fn a_letter_left_out_shows_in_the_columns() {
    let row = format!("{}\n", ". ".repeat(10));
    let skip = format!("A B C D E F G H J K\n{}", row.repeat(10));
    assert_eq!(one(&skip).assumed.letters.name(), "skip-i");
    let all = format!("A B C D E F G H I J\n{}", row.repeat(10));
    assert_eq!(one(&all).assumed.letters.name(), "all");
    let expecting = format!("expect: forbidden J9 double-three\n{skip}");
    assert_eq!(one(&expecting).setup.expect, ["forbidden I9 double-three"]);
}

#[test]
fn the_origin_mirrors_what_has_numbers_and_nothing_else() {
    let reading = ParseOptions {
        origin: "top-left".parse().ok(),
        ..ParseOptions::default()
    };
    let numbered = "1 X . . . .\n2 . . . . .\n3 . . . . .\n4 . . . . .\n5 . . . . .\n";
    assert_eq!(one(numbered).setup.black, points("A1"));
    assert_eq!(with(numbered, &reading).setup.black, points("A5"));
    let bare = "X....\n.....\n.....\n.....\n.....\n";
    assert_eq!(with(bare, &reading).setup.black, points("A5"));
}

#[test]
fn marks_of_the_user_swap_the_stones() {
    let reading = ParseOptions {
        marks: "black=o,white=x".parse().ok(),
        ..ParseOptions::default()
    };
    let item = with("o....\n.x...\n.....\n.....\n.....\n", &reading);
    assert_eq!(item.setup.black, points("A5"));
    assert_eq!(item.setup.white, points("B4"));
    let json = serde_json::to_value(item.assumed).unwrap();
    assert_eq!(json["stones"], "black=o,white=x");
}

#[test]
fn the_last_move_is_the_one_in_brackets_or_the_one_triangle() {
    for text in [
        ". . . . .\n. X .[O].\n. . . . .\n. . . . .\n. . . . .\n",
        ". . . . .\n. X .|O|.\n. . . . .\n. . . . .\n. . . . .\n",
        ". . . . .\n. ● . △ .\n. . . . .\n. . . . .\n. . . . .\n",
    ] {
        let setup = one(text).setup;
        assert_eq!(setup.last, points("D4").pop(), "{text}");
        assert_eq!(setup.white, points("D4"));
    }
    let two = "▲....\n.▲...\n.....\n.....\n.....\n";
    assert_eq!(one(two).setup.last, None);
}

#[test]
fn marked_points_are_claims_and_empty() {
    let setup = one("X.3..\n.O4..\n..×F.\n.....\n.....\n").setup;
    let claim = |name: &str, mark| Claim {
        point: points(name)[0],
        mark,
    };
    let expected = [
        claim("C3", '×'),
        claim("D3", 'F'),
        claim("C4", '4'),
        claim("C5", '3'),
    ];
    assert_eq!(setup.claims, expected);
    assert_eq!((setup.black.len(), setup.white.len()), (1, 1));
}

#[test]
fn numbers_are_moves_in_order() {
    for text in [
        ". . . . .\n. 2 1 . .\n. . 3 . .\n. . . . .\n. . . . .\n",
        ".....\n.21..\n..3..\n.....\n.....\n",
        " .  .  .  .  .\n .  2  1  .  .\n .  .  3  .  .\n .  .  .  .  .\n .  .  .  .  .\n",
    ] {
        let setup = one(text).setup;
        let moves: Vec<Point> = setup.moves.iter().flatten().copied().collect();
        assert_eq!(moves, points("C4 B4 C3"), "{text}");
        assert!(setup.black.is_empty() && setup.first.is_none());
    }
    let wide =
        "5 .  1  2  3  .\n4 .  4  5  6  .\n3 .  7  8  9  .\n2 . 101112  .\n1 .  .  .  .  .\n";
    assert_eq!(one(wide).setup.moves.len(), 12);
    assert_eq!(one(wide).setup.moves[11], points("D2").pop());
}

#[test]
fn stones_without_number_stood_before_the_numbered_moves() {
    let setup = one("X O . . .\n. . 5 6 .\n. 8 7 . .\nX O . . .\n. . . . .\n").setup;
    assert_eq!(setup.black, points("A2 A5"));
    assert_eq!(setup.moves.len(), 4);
    assert_eq!(setup.first_to_play(), Color::Black);
    let setup = one("X O . . .\n. . . 6 .\n. 8 7 . .\nX O . . .\n. . . . .\n").setup;
    assert_eq!(setup.first, Some(Color::White));
    // A diagram of a book begins anew: the side to move plays 1.
    let setup = one("X O . . .\n. . . 1 .\n. . 2 . .\nX . . . .\n. . . . .\n").setup;
    assert_eq!((setup.black.len(), setup.moves.len()), (2, 2));
    assert_eq!(setup.first_to_play(), Color::White);
    let setup = one("X . . . .\n. . 2 . .\n. . . . .\n. . . . .\n. . . . .\n");
    assert_eq!(setup.setup.moves.len(), 1);
}

#[test]
fn a_digit_among_stones_is_a_move_number_or_an_error() {
    let board = |marks: &str| format!("X O . . .\n. . . O .\n{marks}\n. O . . .\n. . . . .\n");
    let error = error(&board(". 8 . . ."));
    assert_eq!(
        error.message,
        "8 is no move number here: 1 black and 3 white stones have none"
    );
    assert_eq!(
        (error.line, error.column, error.width),
        (Some(3), Some(3), 1)
    );
    let hint = error.hint.unwrap();
    assert!(
        hint.starts_with("as move 8 it would be a white stone after 7 others"),
        "{hint}"
    );
    for digits in [
        ". 1 . . .",
        ". 2 . . .",
        ". 2 . 2 .",
        ". 5 . . .",
        ". 1 . 3 .",
    ] {
        assert_eq!(
            self::error(&board(digits)).code,
            ErrorCode::BadBoard,
            "{digits}"
        );
    }
    let mark = one("X O . . .\n. . 3 . .\n. . . . .\n. . . . .\n. . . . .\n");
    assert_eq!(mark.setup.claims.len(), 1);
    assert_eq!(
        mark.warnings[0].message,
        "3 is read as the mark of a forbidden point, not as move 3"
    );
    let warnings = one(&board(". 3 . 4 .")).warnings;
    assert!(
        !warnings
            .iter()
            .any(|warning| warning.message.contains("the mark of"))
    );
}

#[test]
fn a_zero_among_stones_and_empty_points_is_an_error() {
    let error = error("X . . . .\n. 0 . . .\n. . . . .\n. . . . .\n. . . . .\n");
    assert_eq!(error.message, "a 0 among stones and empty points");
    assert_eq!((error.line, error.column), (Some(2), Some(3)));
    assert_eq!(
        one("X0000\n0O000\n00000\n00000\n00000\n").setup.white.len(),
        1
    );
}

#[test]
fn a_move_number_missing_or_twice_is_an_error() {
    let missing = error("1 2 3 . .\n. . . . .\n. . 5 6 .\n. . . . .\n. . . . .\n");
    assert_eq!(missing.message, "move 4 is missing");
    assert_eq!((missing.line, missing.column), (Some(3), Some(5)));
    let twice = error(". 2 3 . .\n. 1 . 5 .\n. . 5 4 .\n. . . . .\n. . . . .\n");
    assert_eq!(twice.message, "move 5 appears twice");
    let large = error("X . . . .\n. 99999999999 . . .\n. . . . .\n. . . . .\n. . . . .\n");
    assert_eq!(
        large.message,
        "a move number beyond the 25 points of the board"
    );
}

#[test]
fn headers_belong_to_the_diagram_below_them() {
    let board = ". . . . .\n".repeat(5);
    let text = format!(
        "# name: one\n# rule: standard\n# a comment\n{board}\nname: two\n\nto move: white\nexpect: legal A1\nexpect: vcf none\n{board}---\n{board}"
    );
    let found: Vec<ParsedSetup> = items(&text).into_iter().map(Result::unwrap).collect();
    assert_eq!(found.len(), 3);
    assert_eq!(found[0].setup.id.as_deref(), Some("one"));
    assert_eq!(found[0].setup.rule, Some(Rule::Standard));
    assert_eq!((found[0].line, found[1].line), (Some(1), Some(10)));
    assert_eq!(found[1].setup.id.as_deref(), Some("two"));
    assert_eq!(found[1].setup.to_move, Some(Color::White));
    assert_eq!(found[1].setup.expect, ["legal A1", "vcf none"]);
    assert_eq!(found[2].setup.id, None);
}

#[test]
fn reading_goes_on_behind_a_broken_diagram() {
    let board = ". . . . .\n".repeat(5);
    let broken = board.replacen(". . .", ". § .", 1);
    let text = format!("{board}\n{broken}\n# rule: chess\n{board}\n{board}");
    let found = items(&text);
    let codes: Vec<Option<ErrorCode>> = found
        .iter()
        .map(|item| item.as_ref().err().map(|error| error.code))
        .collect();
    assert_eq!(
        codes,
        [
            None,
            Some(ErrorCode::BadBoard),
            Some(ErrorCode::BadRule),
            None
        ]
    );
}

#[test]
fn an_unknown_character_is_shown() {
    let text = "> 5 . . . . .\n> 4 . ○ ● § .\n> 3 . . . . .\n> 2 . . . . .\n> 1 . . . . .\n";
    let error = error(text);
    assert_eq!(error.message, "unknown character in a board row");
    assert_eq!(
        (error.line, error.column, error.width),
        (Some(2), Some(11), 1)
    );
    assert_eq!(error.label, Some("neither a stone nor an empty point"));
    assert_eq!(error.excerpt.unwrap().text, "> 4 . ○ ● § .");
}

#[test]
fn a_row_of_another_width_is_named() {
    let short = error("5 . . . . .\n4 . . . .\n3 . . . . .\n2 . . . . .\n1 . . . . .\n");
    assert_eq!(short.message, "row 4 has 4 cells where the others have 5");
    assert_eq!((short.line, short.column), (Some(2), Some(10)));
    assert_eq!(short.hint.as_deref(), Some("is one dot missing?"));
    let long = error(".....\n.....\n.....\n.......\n.....\n");
    assert_eq!(
        long.message,
        "row 4 from the top has 7 cells where the others have 5"
    );
    assert_eq!(long.column, Some(6));
}

#[test]
fn a_board_that_is_no_square_is_refused() {
    let missing = error("5 . . . . .\n4 . . . . .\n2 . . . . .\n1 . . . . .\n");
    assert_eq!(missing.message, "the diagram has 4 rows of 5 cells");
    assert_eq!(missing.hint.as_deref(), Some("row 3 is missing"));
    let twice = error("5 . . . . .\n4 . . . . .\n4 . . . . .\n2 . . . . .\n1 . . . . .\n");
    assert_eq!(twice.message, "two rows are numbered 4");
    assert_eq!((twice.line, twice.column), (Some(3), Some(1)));
    let part = error("9 . . . . .\n8 . . . . .\n7 . . . . .\n6 . . . . .\n5 . . . . .\n");
    assert_eq!(part.message, "a row is numbered 9 on a board of 5 rows");
    let sides =
        error("5 . . . . . 5\n4 . . . . . 3\n3 . . . . . 4\n2 . . . . . 2\n1 . . . . . 1\n");
    assert_eq!(
        sides.message,
        "the row is numbered 4 on the left and 3 on the right"
    );
    let columns = error("A B C D E F\n.....\n.....\n.....\n.....\n.....\n");
    assert_eq!(columns.message, "6 columns are named where the rows have 5");
}

#[test]
fn prose_is_passed_over_but_not_between_rows() {
    let error = error(".....\n.....\nthis is no row\n.....\n.....\n.....\n");
    assert_eq!((error.code, error.line), (ErrorCode::BadBoard, Some(3)));
    let nothing = self::error("Hello,\nthis is a letter.\n");
    assert_eq!(nothing.message, "there is no board in this text");
    let header = self::error("name: one\n");
    assert_eq!(header.message, "a header without a board below it");
}

#[test]
fn sides_out_of_range_or_not_asked_for_are_refused() {
    let board = |side: usize| format!("{}\n", ". ".repeat(side)).repeat(side);
    assert_eq!(error(&board(21)).code, ErrorCode::TooLarge);
    assert_eq!(error(&board(200)).code, ErrorCode::TooLarge);
    assert_eq!(
        error("....,x\n".repeat(3).as_str()).code,
        ErrorCode::BadBoard
    );
    let reading = ParseOptions {
        size: Size::new(6),
        ..ParseOptions::default()
    };
    let error = read(board(5).as_bytes(), Format::Diagram, &reading).unwrap_err();
    assert_eq!(error.code, ErrorCode::BadSize);
    assert_eq!(error.message, "the board is 5x5, not 6x6 as asked for");
    let header = self::error(&format!("size: 7\n{}", board(5)));
    assert_eq!(header.code, ErrorCode::BadSize);
    let header = format!("size: 5\n{}", board(5));
    assert!(read(header.as_bytes(), Format::Diagram, &reading).is_err());
    for side in 5..=20 {
        assert_eq!(one(&board(side)).setup.size, Size::new(side as u8));
    }
}

#[test]
fn a_title_between_two_boards_separates_them() {
    let board = |row: &str| format!("{row}\n.....\n.....\n.....\n.....\n");
    let text = format!(
        "No. 1, black to move\n{}No. 2: white to move\n{}=====\n{}black to move\n",
        board("X...."),
        board(".X..."),
        board("..X..")
    );
    let found: Vec<ParsedSetup> = items(&text).into_iter().map(Result::unwrap).collect();
    let black: Vec<Point> = found.iter().map(|found| found.setup.black[0]).collect();
    assert_eq!(black, points("A5 B5 C5"));
    let sides: Vec<Option<Color>> = found.iter().map(|found| found.setup.to_move).collect();
    assert_eq!(
        sides,
        [Some(Color::Black), Some(Color::White), Some(Color::Black)]
    );
}

#[test]
fn two_diagrams_without_a_line_between_are_not_one() {
    let error = error(&".....\n".repeat(10));
    assert_eq!(error.message, "the diagram has 10 rows of 5 cells");
    assert_eq!(
        error.hint.as_deref(),
        Some("a blank line or --- separates two diagrams")
    );
}

#[test]
fn boards_of_chinese_consoles_are_gbk() {
    let (bytes, _, _) = encoding_rs::GBK.encode("┏┯┯┯┓\n┠●┼┼┨\n┠┼◎┼┨\n┠┼┼┼┨\n┗┷┷┷┛\n");
    let items = read(&bytes, Format::Diagram, &ParseOptions::default()).unwrap();
    assert_eq!(items[0].assumed.encoding.name(), "gbk");
    assert_eq!(items[0].setup.black, points("B4"));
    assert_eq!(items[0].setup.white, points("C3"));
}
