use std::io::Read;

use crate::{
    Encoding, ErrorCode, Format, Impossible, ParseError, ParseOptions, ParsedSetup, detect,
    parse_moves, stream, write,
};
use renju_core::position::GameInfo;
use renju_core::rule::Rule;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE database [<!ENTITY big \"x\">]>\n\
<database><countries><country id=\"1\" name=\"Farland\" abbr=\"FAR\"/></countries>\n\
<cities><city id=\"3\" country=\"1\" name=\"Port &amp; Bay\"/></cities>\n\
<rules><rule id=\"2\" name=\"Yamaguchi\"><info>5 &lt; 6</info></rule><rule id=\"9\" name=\"Gomoku\"/></rules>\n\
<openings><opening id=\"4\" name=\"Kansei\" abbr=\"d1\"/></openings>\n\
<players><player id=\"1\" name=\"Ann\" surname=\"Ash\"/><player id=\"2\" name=\"\" surname=\"Bell\"/></players>\n\
<tournaments><tournament id=\"5\" name=\"Cup &#x5d;\" city=\"3\" year=\"2024\" month=\"7\" rule=\"2\"/></tournaments>\n\
<games>\n";

fn items(text: &[u8]) -> Vec<Result<ParsedSetup, ParseError>> {
    assert_eq!(detect(text, &ParseOptions::default()), Ok(Format::Rif));
    stream(text, Format::Rif, &ParseOptions::default()).collect()
}

fn with_games(games: &str) -> Vec<Result<ParsedSetup, ParseError>> {
    items(format!("{HEAD}{games}\n</games></database>").as_bytes())
}

#[test]
fn a_game_has_the_names_that_its_numbers_stand_for() {
    let found = with_games(
        "<game id=\"7\" publisher=\"\" tournament=\"5\" round=\"2\" rule=\"2\" black=\"1\" white=\"2\" \
         bresult=\"0.5\" btime=\"0\" wtime=\"90\" opening=\"4\" alt=\"g7 f6]\" swap=\"\" extra-1=\"e\">\n\
         <move>h8 h9\n j10</move><info>a &big; b</info></game>",
    );
    let parsed = found[0].as_ref().unwrap();
    let property = |name: &str, values: &[&str]| {
        let values = values.iter().map(|&value| value.to_owned()).collect();
        (name.to_owned(), values)
    };
    let expected = GameInfo {
        black_player: Some("Ann Ash".into()),
        white_player: Some("Bell".into()),
        date: Some("2024-07".into()),
        event: Some("Cup ]".into()),
        round: Some("2".into()),
        result: Some("Draw".into()),
        rule: Some("Yamaguchi".into()),
        properties: vec![
            property("PC", &["Port & Bay, Farland"]),
            property("WTIME", &["90"]),
            property("OPENING", &["Kansei", "d1"]),
            property("ALT", &["g7 f6\\]"]),
            property("RIFEXTRA1", &["e"]),
            property("INFO", &["a &big; b"]),
        ],
        ..GameInfo::default()
    };
    assert_eq!(parsed.setup.info.as_deref(), Some(&expected));
    let game = parse_moves("h8 h9 j10", &ParseOptions::default()).unwrap();
    assert_eq!(parsed.setup.moves, game.moves);
    assert_eq!(parsed.setup.rule, Some(Rule::Renju));
    assert_eq!(parsed.setup.id.as_deref(), Some("7"));
    assert_eq!((parsed.line, found.len()), (Some(10), 1));
}

#[test]
fn a_game_without_moves_and_one_without_anything_are_games() {
    let found = with_games("<game id=\"1\" rule=\"9\"><move></move><info/></game><game/>");
    let [Ok(first), Ok(second)] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(first.setup.moves.is_empty() && first.setup.rule.is_none());
    assert!(second.setup.info.is_none());
}

#[test]
fn a_mistake_in_the_moves_ends_them_and_nothing_else() {
    let found = with_games(
        "<game black=\"8\"><move>h8 i9 h8 a1</move></game>\n<game><move>h8 p1</move></game>",
    );
    assert_eq!(found.len(), 4);
    let first = found[0].as_ref().unwrap();
    assert_eq!(first.setup.moves.len(), 2);
    assert!(first.warnings[0].message.contains("player \"8\""));
    let taken = found[1].as_ref().unwrap_err();
    assert_eq!(taken.code, ErrorCode::PointTaken);
    assert_eq!((taken.line, taken.column), (Some(10), Some(29)));
    assert_eq!(found[2].as_ref().unwrap().setup.moves.len(), 1);
    assert_eq!(found[3].as_ref().unwrap_err().code, ErrorCode::OffBoard);
}

#[test]
fn a_cut_file_gives_what_is_there_and_says_so() {
    let whole = format!(
        "{HEAD}<game id=\"1\"><move>h8 i9</move></game><game id=\"&quot;\"><move>h8&#32;g7</move></game>\n</games></database>"
    );
    let all = items(whole.as_bytes());
    assert!(all.iter().all(Result::is_ok));
    for end in 0..whole.len() {
        let options = ParseOptions::default();
        let found: Vec<_> = stream(&whole.as_bytes()[..end], Format::Rif, &options).collect();
        let last = found.last().expect("an error at least");
        assert!(last.is_err(), "{end}");
        assert!(found.len() <= 3, "{end}");
    }
    for at in 0..whole.len() {
        for flip in [1, 0x20, 0x80] {
            let mut bytes = whole.clone().into_bytes();
            bytes[at] ^= flip;
            assert!(stream(&bytes[..], Format::Rif, &ParseOptions::default()).count() <= 5);
        }
    }
}

#[test]
fn entities_never_grow() {
    let bomb = "<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>\
                <database><game><info>&b;</info></game></database>";
    let found = items(bomb.as_bytes());
    let info = found[0].as_ref().unwrap().setup.info.clone().unwrap();
    assert_eq!(info.properties[0].1, ["&b;"]);
}

#[test]
fn other_documents_encodings_and_sides_are_named() {
    let error = items(b"<?xml version=\"1.0\"?><svg/>")
        .remove(0)
        .unwrap_err();
    assert!(error.message.contains("<svg>"));
    let latin = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><database><players><player id=\"1\" name=\"Ren\xe9\"/></players><game black=\"1\"/></database>";
    let parsed = items(latin).remove(0).unwrap();
    let info = parsed.setup.info.unwrap();
    assert_eq!(info.black_player.as_deref(), Some("René"));
    assert_eq!(parsed.assumed.encoding, Encoding::WINDOWS_1252);
    let undeclared = b"<database><players><player id=\"1\" name=\"\xe9\"/></players></database>";
    let found: Vec<_> = stream(&undeclared[..], Format::Rif, &ParseOptions::default()).collect();
    assert_eq!(found[0].as_ref().unwrap_err().code, ErrorCode::BadEncoding);
    let large = ParseOptions {
        size: renju_core::geometry::Size::new(20),
        ..ParseOptions::default()
    };
    let found: Vec<_> = stream(&b"<database/>"[..], Format::Rif, &large).collect();
    assert_eq!(found[0].as_ref().unwrap_err().code, ErrorCode::BadSize);
    let nothing = renju_core::position::Setup::default();
    assert_eq!(
        write(&nothing, Format::Rif),
        Err(Impossible::NotWritten.into())
    );
}

#[test]
fn a_text_without_end_is_not_kept_without_end() {
    let endless = b"<database><game><info>".chain(std::io::repeat(b'x').take(1 << 26));
    let input = std::io::BufReader::new(endless);
    let found: Vec<_> = stream(input, Format::Rif, &ParseOptions::default()).collect();
    assert_eq!(found.len(), 2);
    assert_eq!(found[1].as_ref().unwrap_err().code, ErrorCode::Io);
}
