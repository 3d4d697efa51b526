//! Opening rules: what is asked of whom, what each clause refuses, and who has which colour at the end.

use std::collections::HashSet;

use renju::board::Color;
use renju::contest::{
    CentralSquare, Opening, OpeningAction, OpeningRefusal, OpeningRule, OpeningTask, Seat,
};
use renju::geometry::{Point, Size};
use renju::position::Refusal;
use renju::rule::Rule;

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn begun(rule: OpeningRule) -> Opening {
    Opening::new(rule, Size::RENJU, Rule::Renju).unwrap()
}

/// One answer in short: a point for whatever asks for one, `swap`, `keep`, `black`, `white`, `two`,
/// `offers`, or a number to declare.
fn action(opening: &Opening, word: &str) -> OpeningAction {
    match word {
        "swap" => OpeningAction::Swap,
        "keep" => OpeningAction::Keep,
        "black" => OpeningAction::TakeColor(Color::Black),
        "white" => OpeningAction::TakeColor(Color::White),
        "two" => OpeningAction::PutTwoMore,
        "offers" => OpeningAction::MakeOffers,
        word => match word.parse() {
            Ok(count) => OpeningAction::DeclareCount(count),
            Err(_) => opening.task().unwrap().at(point(word)).unwrap(),
        },
    }
}

/// The opening after these answers, none of which may be refused.
fn after(rule: OpeningRule, words: &str) -> Opening {
    words.split_whitespace().fold(begun(rule), |opening, word| {
        let next = opening.apply(action(&opening, word));
        next.unwrap_or_else(|refusal| panic!("{rule} {words}: {word}: {refusal}"))
    })
}

/// The refusal of the last of these answers, which leaves the state as it was.
fn refused(rule: OpeningRule, words: &str, last: OpeningAction) -> String {
    let opening = after(rule, words);
    let before = opening.clone();
    let refusal = opening.apply(last).unwrap_err();
    assert_eq!(opening, before);
    refusal.to_string()
}

fn asked_of(rule: OpeningRule, words: &str) -> Seat {
    after(rule, words).task().unwrap().seat()
}

fn ends_with_black(rule: OpeningRule, words: &str) -> Seat {
    let opening = after(rule, words);
    assert_eq!(opening.task(), None, "{rule} {words}");
    assert_eq!(opening.seats().white, !opening.seats().black);
    opening.seats().black
}

fn stones(opening: &Opening) -> Vec<String> {
    let moves = opening.position().moves().unwrap();
    moves.iter().flatten().map(Point::to_string).collect()
}

#[test]
fn a_free_opening_is_over_before_it_begins() {
    assert_eq!(ends_with_black(OpeningRule::Free, ""), Seat::First);
    assert_eq!(OpeningRule::default(), OpeningRule::Free);
}

#[test]
fn center_puts_blacks_first_stone_in_the_middle() {
    assert_eq!(ends_with_black(OpeningRule::Center, "H8"), Seat::First);
    assert_eq!(
        refused(OpeningRule::Center, "", OpeningAction::Stone(point("H9"))),
        "the first stone of center is put on the centre (H8)"
    );
    let even = Opening::new(OpeningRule::Center, Size::MAX, Rule::Freestyle).unwrap();
    let names: Vec<String> = even.points().iter().map(|at| at.to_string()).collect();
    assert_eq!(names, ["J10", "K10", "J11", "K11"]);
    let wrong = even.apply(OpeningAction::Stone(point("H8"))).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "the first stone of center lies within the 2x2 square in the middle (J10 to K11)"
    );
}

#[test]
fn under_swap_the_second_takes_a_colour_after_three_stones() {
    let rule = OpeningRule::Swap;
    for stones in ["", "A1", "A1 O15"] {
        assert_eq!(asked_of(rule, stones), Seat::First);
    }
    assert_eq!(
        after(rule, "A1 O15 C3").task(),
        Some(OpeningTask::ChooseColor {
            seat: Seat::Second,
            may_put_two: false
        })
    );
    assert_eq!(ends_with_black(rule, "A1 O15 C3 black"), Seat::Second);
    assert_eq!(ends_with_black(rule, "A1 O15 C3 white"), Seat::First);
    let position = after(rule, "A1 O15 C3 black").position().clone();
    assert_eq!(position.to_move(), Color::White);
    assert_eq!(
        refused(rule, "A1 O15 C3", OpeningAction::PutTwoMore),
        "this is asked for: to take a colour"
    );
}

#[test]
fn under_swap2_two_more_stones_give_the_choice_back() {
    let rule = OpeningRule::Swap2;
    assert_eq!(ends_with_black(rule, "A1 O15 C3 black"), Seat::Second);
    assert_eq!(ends_with_black(rule, "A1 O15 C3 white"), Seat::First);
    for words in ["A1 O15 C3 two", "A1 O15 C3 two D4"] {
        assert_eq!(asked_of(rule, words), Seat::Second);
    }
    assert_eq!(asked_of(rule, "A1 O15 C3 two D4 E9"), Seat::First);
    assert_eq!(
        ends_with_black(rule, "A1 O15 C3 two D4 E9 black"),
        Seat::First
    );
    let white = after(rule, "A1 O15 C3 two D4 E9 white");
    assert_eq!(white.seats().black, Seat::Second);
    assert_eq!(stones(&white), ["A1", "O15", "C3", "D4", "E9"]);
    assert_eq!(white.position().to_move(), Color::White);
    assert_eq!(
        refused(rule, "A1 O15 C3 two D4 E9", OpeningAction::PutTwoMore),
        "this is asked for: to take a colour"
    );
    assert_eq!(
        refused(rule, "A1 O15 C3", OpeningAction::Swap),
        "this is asked for: to take a colour or put two more stones"
    );
}

#[test]
fn the_26_openings_lie_in_growing_squares() {
    for rule in [OpeningRule::Renju26, OpeningRule::Soosorv8] {
        let stone = |name| OpeningAction::Stone(point(name));
        assert_eq!(
            refused(rule, "", stone("G8")),
            format!("the first stone of {rule} is put on the centre (H8)")
        );
        assert_eq!(
            refused(rule, "H8", stone("H10")),
            format!(
                "the second stone of {rule} lies within the 3x3 square in the middle (G7 to I9)"
            )
        );
        assert_eq!(
            refused(rule, "H8 G9", stone("E8")),
            format!(
                "the third stone of {rule} lies within the 5x5 square in the middle (F6 to J10)"
            )
        );
        assert_eq!(after(rule, "H8 G9").points().len(), 23);
    }
}

#[test]
fn there_are_26_openings_of_three_stones() {
    let mut keys = HashSet::new();
    for second in after(OpeningRule::Renju26, "H8").points().iter() {
        let opening = after(OpeningRule::Renju26, &format!("H8 {second}"));
        for third in opening.points().iter() {
            let opening = opening.apply(OpeningAction::Stone(third)).unwrap();
            let stones = opening.position().moves().unwrap().to_vec();
            let images = renju::geometry::Symmetry::ALL.map(|symmetry| {
                let image = |at: &Option<Point>| symmetry.apply((*at)?, Size::RENJU);
                let image: Vec<_> = stones.iter().map(image).collect();
                (image[1], image[2])
            });
            keys.insert(images.into_iter().min());
        }
    }
    assert_eq!(keys.len(), 26);
}

#[test]
fn under_renju26_white_chooses_one_of_two_fifth_moves() {
    let rule = OpeningRule::Renju26;
    for (words, first_asked) in [
        ("H8 H9 J10 keep", Seat::Second),
        ("H8 H9 J10 swap", Seat::First),
    ] {
        // The fourth stone and the choice are White's, the offers Black's.
        let white = asked_of(rule, words);
        assert_eq!(white, first_asked);
        let fourth = format!("{words} O15");
        assert_eq!(
            after(rule, &fourth).task(),
            Some(OpeningTask::Offer {
                seat: !white,
                count: 2,
                given: 0
            })
        );
        assert_eq!(asked_of(rule, &format!("{fourth} I8")), !white);
        let offered = format!("{fourth} I8 G9");
        assert_eq!(
            after(rule, &offered).task(),
            Some(OpeningTask::ChooseFifth { seat: white })
        );
        let over = format!("{offered} G9");
        assert_eq!(ends_with_black(rule, &over), !white);
        assert_eq!(
            stones(&after(rule, &over)),
            ["H8", "H9", "J10", "O15", "G9"]
        );
        assert_eq!(after(rule, &over).offers(), [point("I8"), point("G9")]);
    }
    assert_eq!(
        refused(
            rule,
            "H8 H9 J10 keep O15 I8 G9",
            OpeningAction::ChooseFifth(point("G7"))
        ),
        "G7 is not among the fifth moves offered (I8, G9)"
    );
}

#[test]
fn a_fifth_move_is_not_offered_twice_nor_as_its_image() {
    let rule = OpeningRule::Renju26;
    let offer = |name| OpeningAction::Offer(point(name));
    assert_eq!(
        refused(rule, "H8 H9 H10 keep H7 J8", offer("J8")),
        "J8 is offered already"
    );
    assert_eq!(
        refused(rule, "H8 H9 H10 keep H7 J8", offer("F8")),
        "F8 is symmetrical to J8, which is offered already"
    );
    // The diagonal through the stones is an axis here, and the H column is none.
    assert_eq!(
        refused(rule, "H8 I9 J10 keep G7 H10", offer("J8")),
        "J8 is symmetrical to H10, which is offered already"
    );
    after(rule, "H8 I9 J10 keep G7 J8 F8");
    // A colour apart: G7 is white and I9 black, so no half turn.
    after(rule, "H8 G7 I9 keep A1 B8 O8");
}

#[test]
fn under_soosorv8_white_declares_how_many_fifth_moves_are_offered() {
    let rule = OpeningRule::Soosorv8;
    let fourth = "H8 H9 J10 swap A1";
    assert_eq!(
        after(rule, fourth).task(),
        Some(OpeningTask::DeclareCount {
            seat: Seat::First,
            max: 8
        })
    );
    for (count, text) in [
        (0, "1 to 8 fifth moves can be declared, not 0"),
        (9, "1 to 8 fifth moves can be declared, not 9"),
    ] {
        assert_eq!(
            refused(rule, fourth, OpeningAction::DeclareCount(count)),
            text
        );
    }
    assert_eq!(asked_of(rule, &format!("{fourth} 3")), Seat::Second);
    // Who has White after the second swap chooses; who has Black offers.
    let kept = format!("{fourth} 3 keep");
    assert_eq!(asked_of(rule, &kept), Seat::Second);
    let offered = format!("{kept} I8 G9 C3");
    assert_eq!(asked_of(rule, &offered), Seat::First);
    assert_eq!(
        ends_with_black(rule, &format!("{offered} C3")),
        Seat::Second
    );
    let swapped = format!("{fourth} 1 swap");
    assert_eq!(asked_of(rule, &swapped), Seat::First);
    assert_eq!(asked_of(rule, &format!("{swapped} I8")), Seat::Second);
    assert_eq!(
        ends_with_black(rule, &format!("{swapped} I8 I8")),
        Seat::First
    );
}

#[test]
fn under_taraguchi10_each_stone_of_four_may_be_answered_by_a_swap() {
    let rule = OpeningRule::Taraguchi10;
    let stone = |name| OpeningAction::Stone(point(name));
    assert_eq!(asked_of(rule, ""), Seat::First);
    assert_eq!(
        after(rule, "H8").task(),
        Some(OpeningTask::Swap { seat: Seat::Second })
    );
    // Second takes Black, so that First puts the white stone and Second may swap back.
    assert_eq!(asked_of(rule, "H8 swap"), Seat::First);
    assert_eq!(
        after(rule, "H8 swap H9").task(),
        Some(OpeningTask::Swap { seat: Seat::Second })
    );
    assert_eq!(asked_of(rule, "H8 swap H9 keep"), Seat::Second);
    assert_eq!(asked_of(rule, "H8 swap H9 swap"), Seat::First);
    assert_eq!(
        after(rule, "H8 keep H9 keep J10").task(),
        Some(OpeningTask::Swap { seat: Seat::Second })
    );
    for (words, wrong, clause) in [
        (
            "",
            "H9",
            "the first stone of taraguchi10 is put on the centre (H8)",
        ),
        (
            "H8 keep",
            "H10",
            "the second stone of taraguchi10 lies within the 3x3 square in the middle (G7 to I9)",
        ),
        (
            "H8 keep H9 keep",
            "E8",
            "the third stone of taraguchi10 lies within the 5x5 square in the middle (F6 to J10)",
        ),
        (
            "H8 keep H9 keep J10 keep",
            "D8",
            "the fourth stone of taraguchi10 lies within the 7x7 square in the middle (E5 to K11)",
        ),
        (
            "H8 keep H9 keep J10 keep E5 keep",
            "C8",
            "the fifth stone of taraguchi10 lies within the 9x9 square in the middle (D4 to L12)",
        ),
    ] {
        assert_eq!(refused(rule, words, stone(wrong)), clause);
    }
}

#[test]
fn under_taraguchi10_the_fifth_stone_may_be_answered_by_a_last_swap() {
    let rule = OpeningRule::Taraguchi10;
    let fourth = "H8 keep H9 keep J10 keep E5";
    assert_eq!(
        after(rule, fourth).task(),
        Some(OpeningTask::SwapOrOffer {
            seat: Seat::First,
            count: 10
        })
    );
    // First keeps Black and puts the fifth stone; or takes White, and Second puts it.
    for (choice, puts) in [("keep", Seat::First), ("swap", Seat::Second)] {
        let words = format!("{fourth} {choice}");
        assert_eq!(asked_of(rule, &words), puts);
        let fifth = format!("{words} L12");
        assert_eq!(
            after(rule, &fifth).task(),
            Some(OpeningTask::Swap { seat: !puts })
        );
        assert_eq!(ends_with_black(rule, &format!("{fifth} keep")), puts);
        assert_eq!(ends_with_black(rule, &format!("{fifth} swap")), !puts);
    }
}

#[test]
fn under_taraguchi10_ten_fifth_moves_may_be_offered_anywhere() {
    let rule = OpeningRule::Taraguchi10;
    let offers = "A1 A2 A3 A4 A5 A6 A7 A8 A9 O15";
    let fourth = "H8 keep H9 keep J10 keep E5";
    let words = format!("{fourth} offers {offers}");
    assert_eq!(asked_of(rule, &format!("{fourth} offers")), Seat::First);
    assert_eq!(
        after(rule, &words).task(),
        Some(OpeningTask::ChooseFifth { seat: Seat::Second })
    );
    let over = format!("{words} O15");
    assert_eq!(ends_with_black(rule, &over), Seat::First);
    assert_eq!(after(rule, &over).position().to_move(), Color::White);
    // After a swap there are no offers.
    assert_eq!(
        refused(rule, &format!("{fourth} swap"), OpeningAction::MakeOffers),
        "this is asked for: a black stone within the 9x9 square in the middle (D4 to L12)"
    );
}

#[test]
fn a_point_has_to_be_empty_and_on_the_board() {
    let stone = |name| OpeningAction::Stone(point(name));
    let rule = OpeningRule::Swap;
    assert_eq!(
        refused(rule, "A1", stone("A1")),
        "A1 cannot be played: it is taken"
    );
    assert_eq!(
        refused(rule, "A1", stone("T20")),
        "T20 cannot be played: it is off the board"
    );
    let offers = "H8 H9 J10 keep E5";
    assert_eq!(
        refused(
            OpeningRule::Renju26,
            offers,
            OpeningAction::Offer(point("H8"))
        ),
        "H8 cannot be played: it is taken"
    );
    let refusal = after(rule, "A1").apply(stone("A1")).unwrap_err();
    let reason = Refusal::Occupied;
    assert_eq!(
        refusal,
        OpeningRefusal::Unplayable {
            point: point("A1"),
            reason
        }
    );
}

#[test]
fn an_answer_to_another_task_names_the_task() {
    use OpeningAction::{DeclareCount, Keep, Offer, Stone, TakeColor};
    for (rule, words, wrong, asked) in [
        (
            OpeningRule::Renju26,
            "",
            Keep,
            "a black stone on the centre (H8)",
        ),
        (OpeningRule::Swap, "A1", Keep, "a white stone"),
        (
            OpeningRule::Renju26,
            "H8 H9 J10",
            Stone(point("A1")),
            "to swap colours or not",
        ),
        (
            OpeningRule::Soosorv8,
            "H8 H9 J10 keep A1",
            Keep,
            "how many fifth moves are offered, 1 to 8",
        ),
        (
            OpeningRule::Renju26,
            "H8 H9 J10 keep A1 A2",
            Stone(point("A3")),
            "fifth move 2 of 2 to offer",
        ),
        (
            OpeningRule::Renju26,
            "H8 H9 J10 keep A1 A2 A3",
            Offer(point("A3")),
            "one of the fifth moves offered",
        ),
        (
            OpeningRule::Taraguchi10,
            "H8 keep H9 keep J10 keep E5",
            DeclareCount(10),
            "to swap colours or not, or to offer 10 fifth moves",
        ),
        (
            OpeningRule::Swap2,
            "A1 A2 A3",
            DeclareCount(1),
            "to take a colour or put two more stones",
        ),
    ] {
        assert_eq!(
            refused(rule, words, wrong),
            format!("this is asked for: {asked}")
        );
    }
    let over = refused(OpeningRule::Center, "H8", TakeColor(Color::Black));
    assert_eq!(over, "the opening is over");
}

#[test]
fn an_opening_around_a_centre_needs_a_board_that_has_one() {
    for rule in OpeningRule::ALL {
        let played: Vec<u8> = (5..=20)
            .filter(|&side| Opening::new(rule, Size::new(side).unwrap(), Rule::Freestyle).is_ok())
            .collect();
        match rule {
            OpeningRule::Renju26 | OpeningRule::Soosorv8 | OpeningRule::Taraguchi10 => {
                assert_eq!(played, [9, 11, 13, 15, 17, 19]);
            }
            _ => assert_eq!(played.len(), 16),
        }
    }
    let refusal = Opening::new(OpeningRule::Soosorv8, Size::MAX, Rule::Renju).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "soosorv8 needs an odd number of lines, 9 or more, and this board is 20x20"
    );
}

#[test]
fn the_points_of_a_task_are_those_it_accepts() {
    for (rule, words) in [
        (OpeningRule::Taraguchi10, "H8 keep H9 keep"),
        (OpeningRule::Renju26, "H8 H9 H10 keep H7 G8"),
        (OpeningRule::Renju26, "H8 H9 H10 keep H7 G8 A1"),
        (OpeningRule::Renju26, "H8 H9 H10"),
    ] {
        let opening = after(rule, words);
        let task = opening.task().unwrap();
        for at in Size::RENJU.points() {
            let accepted = task
                .at(at)
                .is_some_and(|action| opening.apply(action).is_ok());
            assert_eq!(
                opening.points().contains(at),
                accepted,
                "{rule} {words} {at}"
            );
        }
    }
}

#[test]
fn a_square_is_told_with_its_corners() {
    let square = CentralSquare::new(Size::RENJU, 9).unwrap();
    assert_eq!(square.corners(), [point("D4"), point("L12")]);
}
