//! What holds for every position and for any bytes: what is written is read back, nothing panics.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::notation::{
    Format, Impossible, JsonRecords, Loss, Losses, ParseOptions, TextLines, WriteError, detect,
    line_id, parse_line, parse_moves, read, stream, write,
};
use renju::position::{Claim, PositionId, Setup};
use renju::rule::Rule;

/// Small texts of every kind, to be broken in all ways.
const SAMPLES: [&str; 13] = [
    "# name: a\n# expect: legal A1\n  A B C D E\n5 . . . . .\n4 . X . . .\n3 . .[O]3 .\n2 . . . . .\n1 . . . . .\n",
    "> ```\n┌─┬─┬─┬─┐\n├─●─┼─┼─┤\n├─┼─▲─×─┤\n├─┼─┼─○─┤\n└─┴─┴─┴─┘\n```\n\n.....\n.....\n",
    "[0, 0, 0, 0, 0],\n[0, 1, 0, 0, 0],\n[0, 0, 1, 0, 0],\n[0, 0, 0, 2, 0],\n[0, 0, 0, 0, 0],\n",
    " .  1  2  . 10\n . 11 12  .  9\n .  3  4  .  8\n .  .  5  .  7\n .  .  .  .  6\n",
    "# rule: renju\nh8i9f10\n1. h8 2. i9\n8H 9I 10F\nRun time: 2024.08.30\nhttps://x.org/#g:h8i9,c:1,b:a1\n",
    "{\"id\":\"a\",\"size\":15,\"moves\":[\"H8\",\"pass\",\"I9\"],\"expect\":[\"x\"]}\n{\"black\":[\"H8\"],\"white\":[]}\n",
    "{\n\"moves\":[[\"B\",\"H8\"],[\"B\",\"J9\"]],\"boardXSize\":15,\n\"analyzeTurns\":[0,1]}\n",
    "{\"board\":\".....\\n.X...\\n..O..\\n.....\\n.....\",\"side\":\"black\"}\n",
    "[{\"moves\":\"h8i9\"},\n {\"blak\":[],\"white\":[]} , {}]\n",
    "id;size;moves\n\"a;\"\"b\";15;\"h8,i9\"\n2;;#g:\n3;9;a1 pass\n",
    "START 15\nINFO rule 4\nBOARD\n7,7,1\n8,8,2\nDONE\n7,8\nBOARD\nDONE\n",
    "h8 i9\n8,8 7,6\n(9,9) (1, 1)\n",
    "X O . . .\n. . 5 6 .\n. 8 7 . .\nX O . . .\n. . . . .\nNo. 2\n⬤◯・・・\n・・・・・\n・・・・・\n・・・・・\n・・・・・\n",
];

fn size() -> impl Strategy<Value = Size> {
    (5u8..=20).prop_map(|side| Size::new(side).unwrap())
}

fn color() -> impl Strategy<Value = Color> {
    select(&Color::BOTH[..])
}

/// Different points of a board in any order.
fn points(size: Size) -> impl Strategy<Value = Vec<Point>> {
    let all: Vec<Point> = size.points().collect();
    let most = all.len();
    proptest::sample::subsequence(all, 0..=most).prop_shuffle()
}

fn line_of_text() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9:#!？五连]([a-zA-Z0-9:# .,!？五连-]{0,20}[a-zA-Z0-9!？五连])?"
}

/// A set-up with all that a diagram can say.
fn drawn() -> impl Strategy<Value = Setup> {
    size().prop_flat_map(|size| {
        let about = (
            prop::option::of(line_of_text()),
            prop::option::of(select(&Rule::ALL[..])),
            prop::option::of(color()),
            prop::collection::vec(line_of_text(), 0..3),
        );
        let cuts = (
            any::<Index>(),
            any::<Index>(),
            any::<Index>(),
            any::<bool>(),
        );
        let marks = prop::collection::vec(select(vec!['3', '4', '6', '×', 'D']), 3);
        (points(size), about, cuts, marks).prop_map(move |(points, about, cuts, marks)| {
            let (id, rule, to_move, expect) = about;
            let (one, other) = (
                cuts.0.index(points.len() + 1),
                cuts.1.index(points.len() + 1),
            );
            let (first, second) = (one.min(other), one.max(other));
            let mut black = points[..first].to_vec();
            let mut white = points[first..second].to_vec();
            let mut claims: Vec<Claim> = points[second..]
                .iter()
                .zip(marks)
                .map(|(&point, mark)| Claim { point, mark })
                .collect();
            let stones = &points[..second];
            let last = (cuts.3 && second > 0).then(|| stones[cuts.2.index(second)]);
            black.sort_unstable();
            white.sort_unstable();
            claims.sort_by_key(|claim| claim.point);
            Setup {
                id: id.map(PositionId::from),
                size: Some(size),
                rule,
                to_move,
                black,
                white,
                last,
                claims,
                expect,
                ..Setup::default()
            }
        })
    })
}

/// A game, with passes among the moves.
fn game() -> impl Strategy<Value = Setup> {
    size().prop_flat_map(|size| {
        (points(size), prop::collection::vec(any::<Index>(), 0..3)).prop_map(
            move |(points, passes)| {
                let mut moves: Vec<Option<Point>> = points.into_iter().map(Some).collect();
                for pass in passes {
                    moves.insert(pass.index(moves.len() + 1), None);
                }
                Setup {
                    size: Some(size),
                    moves,
                    ..Setup::default()
                }
            },
        )
    })
}

fn read_back(setup: &Setup, format: Format) -> Setup {
    let bytes = match write(setup, format) {
        Ok(bytes) => bytes,
        Err(WriteError::Lossy(lossy)) if is_size_alone(&lossy.lost) => lossy.bytes,
        Err(error) => panic!("{error} in {setup:?}"),
    };
    let reading = ParseOptions {
        size: setup.size,
        ..ParseOptions::default()
    };
    let text = String::from_utf8_lossy(&bytes);
    let items =
        read(&bytes, format, &reading).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
    assert_eq!(items.len(), 1, "{text}");
    items[0].setup.clone()
}

fn is_size_alone(lost: &Losses) -> bool {
    lost.iter().all(|(loss, _)| loss == Loss::Size)
}

/// The side to move that the counts of a set-up tell.
fn side_by_counts(setup: &Setup) -> Color {
    if setup.black.len() == setup.white.len() {
        Color::Black
    } else {
        Color::White
    }
}

/// What is a board can be written as a diagram; what is not is refused with the point that is wrong.
fn is_written_or_refused(setup: &Setup, to: Format) {
    match write(setup, to) {
        Ok(bytes) => assert!(!bytes.is_empty()),
        Err(WriteError::Lossy(lossy)) => assert!(!lossy.bytes.is_empty() && !lossy.lost.is_empty()),
        Err(WriteError::Impossible(Impossible::PointTaken(_) | Impossible::OffBoard(..))) => {}
        Err(WriteError::Impossible(why)) => assert!(to != Format::Diagram, "{why}"),
    }
}

/// Reads bytes in every way there is; what is read must be writable, or be said not to be.
fn read_every_way(bytes: &[u8]) {
    let settings = [
        ParseOptions::default(),
        ParseOptions {
            size: Size::new(20),
            origin: "top-left".parse().ok(),
            letters: "skip-i".parse().ok(),
            marks: "black=o,white=x,empty=?".parse().ok(),
            pairs: "xy0".parse().ok(),
            encoding: "gbk".parse().ok(),
            strict_fields: true,
            keep_unknown: true,
            variations: true,
            game_bytes: None,
        },
        ParseOptions {
            encoding: "utf-16le".parse().ok(),
            ..ParseOptions::default()
        },
    ];
    for reading in &settings {
        let _ = detect(bytes, reading);
        for format in Format::ALL {
            for item in stream(bytes, format, reading) {
                match item {
                    Ok(item) => {
                        for to in Format::ALL {
                            is_written_or_refused(&item.setup, to);
                        }
                    }
                    Err(error) => assert!(!error.message.is_empty() && error.width > 0),
                }
            }
        }
        let text = String::from_utf8_lossy(bytes);
        let _ = parse_moves(&text, reading);
        let _ = parse_line(&text, reading);
        let _ = line_id(&text);
    }
    assert!(JsonRecords::new(TextLines::new(bytes, None)).count() <= bytes.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_position_comes_back_from_a_diagram(setup in drawn()) {
        prop_assert_eq!(&read_back(&setup, Format::Diagram), &setup);
        prop_assert_eq!(&read_back(&setup, Format::Unicode), &setup);
    }

    #[test]
    fn a_position_comes_back_from_a_json_line(setup in drawn()) {
        let setup = Setup { last: None, ..setup };
        prop_assert_eq!(&read_back(&setup, Format::Jsonl), &setup);
    }

    #[test]
    fn a_game_comes_back_from_moves_and_from_a_json_line(setup in game()) {
        prop_assert_eq!(&read_back(&setup, Format::Moves), &setup);
        prop_assert_eq!(&read_back(&setup, Format::Jsonl), &setup);
    }

    #[test]
    fn a_game_comes_back_from_a_table_and_from_a_board_block(setup in game(), id in line_of_text()) {
        let named = Setup { id: Some(id.into()), ..setup.clone() };
        prop_assert_eq!(&read_back(&named, Format::Csv), &named);
        if let Ok(bytes) = write(&setup, Format::Gomocup) {
            let found = read(&bytes, Format::Gomocup, &ParseOptions::default()).unwrap();
            prop_assert_eq!(&found[0].setup.moves, &setup.moves);
            prop_assert_eq!(detect(&bytes, &ParseOptions::default()), Ok(Format::Gomocup));
        }
    }

    #[test]
    fn a_position_comes_back_from_a_board_block(setup in drawn()) {
        let setup = Setup { id: None, last: None, claims: vec![], expect: vec![], ..setup };
        if let Ok(bytes) = write(&setup, Format::Gomocup) {
            let mut found = read(&bytes, Format::Gomocup, &ParseOptions::default()).unwrap().remove(0).setup;
            found.black.sort_unstable();
            found.white.sort_unstable();
            prop_assert_eq!(found, Setup { to_move: Some(side_by_counts(&setup)), ..setup });
        }
    }

    #[test]
    fn a_game_on_a_set_up_comes_back_from_a_query(
        setup in drawn(),
        indices in prop::collection::vec(prop::option::of(any::<Index>()), 0..20),
        first in prop::option::of(color()),
    ) {
        let size = setup.size.unwrap();
        let mut free: Vec<Point> = size.points().collect();
        free.retain(|point| !setup.black.contains(point) && !setup.white.contains(point));
        let mut moves = Vec::new();
        for index in indices {
            match index.filter(|_| !free.is_empty()) {
                Some(index) => moves.push(Some(free.remove(index.index(free.len())))),
                None => moves.push(None),
            }
        }
        let to_move = setup.to_move.filter(|_| moves.is_empty());
        let setup = Setup { moves, to_move, last: None, claims: vec![], expect: vec![], ..setup };
        let first = first.filter(|&first| !setup.moves.is_empty() && first != setup.first_to_play());
        let setup = Setup { first, ..setup };
        let found = read_back(&setup, Format::Katago);
        prop_assert_eq!(found.first_to_play(), setup.first_to_play());
        // A query always says who begins.
        prop_assert_eq!(Setup { first: setup.first, ..found }, setup);
    }

    #[test]
    fn what_is_written_is_recognised(setup in drawn(), game in game()) {
        for format in [Format::Diagram, Format::Unicode, Format::Jsonl] {
            if let Ok(bytes) = write(&Setup { last: None, ..setup.clone() }, format) {
                let found = detect(&bytes, &ParseOptions::default()).unwrap();
                prop_assert_eq!(found == Format::Jsonl, format == Format::Jsonl);
            }
        }
        if let Err(WriteError::Lossy(lossy)) = write(&game, Format::Moves) {
            prop_assert_eq!(detect(&lossy.bytes, &ParseOptions::default()), Ok(Format::Moves));
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_every_way(&bytes);
    }

    #[test]
    fn no_text_of_board_characters_makes_a_reader_panic(text in "[ \\-.XO0-9#|\\[\\]+A-J:,>\n\r`─●▲{}\"]{0,300}") {
        read_every_way(text.as_bytes());
    }

    #[test]
    fn no_mutation_of_a_sample_makes_a_reader_panic(
        sample in select(&SAMPLES[..]),
        edits in prop::collection::vec((any::<Index>(), any::<u8>(), 0..4u8), 0..8),
    ) {
        let mut bytes = sample.as_bytes().to_vec();
        for (at, byte, kind) in edits {
            let at = at.index(bytes.len() + 1);
            match kind {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => bytes[at] = byte,
                2 if at < bytes.len() => drop(bytes.remove(at)),
                _ => bytes.extend_from_within(at..),
            }
        }
        read_every_way(&bytes);
    }
}

#[test]
fn the_samples_are_read_as_they_are() {
    for sample in SAMPLES {
        let reading = ParseOptions::default();
        let format = detect(sample.as_bytes(), &reading).unwrap();
        assert!(
            stream(sample.as_bytes(), format, &reading).any(|item| item.is_ok()),
            "{sample}"
        );
    }
}

#[test]
fn large_inputs_are_refused_without_delay() {
    let board = format!("{}\n", ". ".repeat(200)).repeat(200);
    let stones: Vec<String> = (0..300).map(|number| format!("a{number}")).collect();
    let stones = stones.join(" ");
    let digits = "9".repeat(100_000);
    let brackets = "[".repeat(200_000);
    for text in [board, stones, digits, brackets, "h8 ".repeat(100_000)] {
        read_every_way(text.as_bytes());
    }
}
