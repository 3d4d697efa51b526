//! Parser for lines of an analysis client: queries, actions, errors, and warnings on unused fields.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::counted::counted;
use crate::notation::{
    ErrorCode, JsonLine, Letters, ParseError, ParseOptions, excerpt, field_at, json_error, line_id,
    parse_query,
};

use super::action::QueryAction;
use super::options::AnalysisOptions;
use super::query::{AnalysisQuery, FIELDS};
use super::query_id::QueryId;
use super::settings::{FieldError, QuerySettings};

/// The longest line that is read, in bytes. A game that fills the largest board takes a tenth.
pub const LINE_BYTES: usize = 128 << 10;
/// The longest id, in bytes: it is repeated for every turn.
const ID_BYTES: usize = 1024;
/// Fields of one line that a warning names, each by itself.
const MOST_WARNINGS: usize = 8;

/// A line of a client, read.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisRequest {
    pub(super) content: RequestContent,
    /// What is said about it before anything else.
    pub(super) warnings: Vec<QueryWarning>,
    /// The length of the line.
    pub(super) bytes: usize,
}

/// What a line asks for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum RequestContent {
    /// Nothing: it is empty.
    Nothing,
    /// Something that cannot be understood.
    Wrong(QueryError),
    /// Something to be done at once.
    Action(QueryAction),
    /// Turns of a game to be analysed.
    Query(Box<AnalysisQuery>),
}

/// The answer to a line that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct QueryError {
    pub(super) error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<QueryId>,
}

/// What is said about a query that is answered all the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct QueryWarning {
    warning: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    id: QueryId,
}

impl AnalysisRequest {
    /// Reads a line, with or without its end.
    pub fn read(line: &[u8], options: &AnalysisOptions) -> AnalysisRequest {
        let mut warnings = Vec::new();
        let content = content(line, options, &mut warnings);
        AnalysisRequest {
            content: content.unwrap_or_else(RequestContent::Wrong),
            warnings,
            bytes: line.len(),
        }
    }
}

fn content(
    line: &[u8],
    options: &AnalysisOptions,
    warnings: &mut Vec<QueryWarning>,
) -> Result<RequestContent, QueryError> {
    // Also one of blanks: what was cut off may have been more.
    if line.len() > LINE_BYTES {
        return Err(general(format!("a line of more than {LINE_BYTES} bytes")));
    }
    let line = line.trim_ascii();
    if line.is_empty() {
        return Ok(RequestContent::Nothing);
    }
    let text = str::from_utf8(line).map_err(|_| general("the line is not utf-8 text"))?;
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| not_an_object(&error, text))?;
    let id = id_of(&object)?;
    let within = |error: FieldError| QueryError {
        error: error.message,
        field: Some(error.field.to_owned()),
        id: Some(id.clone()),
    };
    if object.get("action").is_some_and(|action| !action.is_null()) {
        let action = QueryAction::read(object).map_err(within)?;
        return Ok(RequestContent::Action(action));
    }
    let letters = letters(&object).map_err(within)?;
    let letters = letters.unwrap_or(options.letters);
    let reading = ParseOptions {
        keep_unknown: true,
        letters: Some(letters),
        ..ParseOptions::default()
    };
    let misread = |error| misread(error, text, &id);
    let mut position = parse_query(text, &reading).map_err(misread)?;
    let options = AnalysisOptions {
        letters,
        ..*options
    };
    let query = query(&object, &mut position, &options, &id, warnings).map_err(within)?;
    Ok(RequestContent::Query(Box::new(query)))
}

/// The letters that a query names; they decide how its position is read.
fn letters(object: &Map<String, Value>) -> Result<Option<Letters>, FieldError> {
    let mut settings = QuerySettings::new(object.clone());
    settings.read("letters", "\"all\" or \"skip-i\"", |value| {
        value.as_str()?.parse().ok()
    })
}

/// The query of an object whose position was read.
fn query(
    object: &Map<String, Value>,
    position: &mut JsonLine,
    options: &AnalysisOptions,
    id: &QueryId,
    warnings: &mut Vec<QueryWarning>,
) -> Result<AnalysisQuery, FieldError> {
    let listed = object.get("moves").and_then(Value::as_array);
    let listed = listed.map_or(0, Vec::len);
    let mut settings = QuerySettings::new(std::mem::take(&mut position.unknown));
    settings.take("letters");
    let query = AnalysisQuery::read(id.clone(), position, listed, &mut settings, options)?;
    // What comes before a turn that can be, can be as well.
    let last = query.turns.iter().max_by_key(|asked| asked.turn.moves);
    if let Some(Err(errors)) = last.map(|asked| query.position(asked.turn)) {
        return Err(FieldError::new("initialPlayer", errors.to_string()));
    }
    let warning = |field: Option<&str>, warning| QueryWarning {
        warning,
        field: field.map(excerpt),
        id: id.clone(),
    };
    if let Some(field) = query.root_moves.too_deep {
        let message = "only the first move is restricted, as with untilDepth 1";
        warnings.push(warning(Some(field), message.to_owned()));
    }
    for field in settings.unused().take(MOST_WARNINGS) {
        warnings.push(warning(Some(field), not_used(field)));
    }
    let more = settings.unused().count().saturating_sub(MOST_WARNINGS);
    if more > 0 {
        let fields = counted(more, "more field is", "more fields are");
        warnings.push(warning(None, format!("{fields} not used")));
    }
    Ok(query)
}

/// That a field has no effect, and which one was meant.
fn not_used(field: &str) -> String {
    let is_meant = |known: &&&str| strsim::osa_distance(field, known) == 1;
    match FIELDS.iter().find(is_meant).filter(|_| field.len() > 2) {
        Some(meant) => format!("this field is not used; did you mean {meant:?}?"),
        None => "this field is not used".to_owned(),
    }
}

/// The id of a line.
fn id_of(object: &Map<String, Value>) -> Result<QueryId, QueryError> {
    let id = object.get("id").and_then(Value::as_str);
    let id = id.filter(|id| id.len() <= ID_BYTES);
    id.map(QueryId::from).ok_or_else(|| QueryError {
        error: format!("id must be a string of at most {ID_BYTES} bytes"),
        field: Some("id".to_owned()),
        id: None,
    })
}

fn general(error: impl Into<String>) -> QueryError {
    QueryError {
        error: error.into(),
        field: None,
        id: None,
    }
}

/// The error of a line that is no object, with its id if that stands before the break.
fn not_an_object(error: &serde_json::Error, text: &str) -> QueryError {
    if error.is_data() {
        return general("a query is an object: {\"id\": .., \"moves\": ..}");
    }
    let error = json_error(error, text);
    let id = line_id(text).and_then(|id| match serde_json::to_value(&id) {
        Ok(Value::String(id)) if id.len() <= ID_BYTES => Some(QueryId::from(id.as_str())),
        _ => None,
    });
    let column = error.column.unwrap_or_default();
    QueryError {
        id,
        ..general(format!("{} at character {column}", error.message))
    }
}

/// The error in the position of a query.
fn misread(error: ParseError, text: &str, id: &QueryId) -> QueryError {
    let field = match error.code {
        ErrorCode::MissingField => Some("moves".to_owned()),
        _ => error.column.and_then(|column| field_at(text, column)),
    };
    QueryError {
        // No flag of the command line is a way out for a client.
        error: match error.hint.filter(|hint| !hint.contains("--")) {
            Some(hint) => format!("{} ({hint})", error.message),
            None => error.message,
        },
        field: field.map(|field| excerpt(&field)),
        id: Some(id.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::rule::Rule;

    const OPTIONS: AnalysisOptions = AnalysisOptions {
        rule: None,
        letters: Letters::All,
        table_bytes: 1 << 20,
        nodes: Some(100),
        depth: None,
        threads: 1,
    };

    fn request(line: &str) -> AnalysisRequest {
        AnalysisRequest::read(line.as_bytes(), &OPTIONS)
    }

    fn asked(line: &str) -> AnalysisQuery {
        match request(line).content {
            RequestContent::Query(query) => *query,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn refused(line: &str) -> (String, String) {
        match request(line).content {
            RequestContent::Wrong(error) => (error.field.unwrap_or_default(), error.error),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_position_is_read_with_the_letters_of_the_protocol() {
        let line = r#"{"id":"a","moves":[["B","H8"],["W","I9"]],"rules":"standard","boardXSize":20,"boardYSize":20}"#;
        let skipped = line
            .replace("I9", "J9")
            .replace("\"rules", "\"letters\":\"skip-i\",\"rules");
        let query = asked(line);
        let other = asked(&skipped);
        assert_eq!(
            (query.letters, other.letters),
            (Letters::All, Letters::SkipI)
        );
        assert_eq!(
            query.position(query.turns[0].turn),
            other.position(other.turns[0].turn)
        );
        let [asked] = query.turns[..] else {
            panic!("{query:?}")
        };
        let position = query.position(asked.turn).unwrap();
        assert_eq!(asked.turn.number, 2);
        assert_eq!(
            (position.rule(), position.board().size().get()),
            (Rule::Standard, 20)
        );
        let white = position.board().stones(Color::White);
        assert!(white.iter().eq(["I9".parse().unwrap()]));
    }

    #[test]
    fn turns_are_counted_as_listed_and_asked_once() {
        // Two moves of one colour: a pass stands between them.
        let moves = r#""moves":[["B","H8"],["B","J9"],["W","A1"]]"#;
        let last = asked(&format!(r#"{{"id":"a",{moves}}}"#));
        assert_eq!(
            last.turns[0].turn,
            crate::notation::QueryTurn {
                number: 3,
                moves: 4
            }
        );
        let line = format!(
            r#"{{"id":"a",{moves},"analyzeTurns":[2,0,2],"priorities":[5,-1,9],"study":"vct"}}"#
        );
        let turns = asked(&line).turns;
        let turns: Vec<_> = turns
            .iter()
            .map(|one| (one.turn.number, one.priority))
            .collect();
        assert_eq!(turns, [(2, 5), (0, -1)]);
    }

    #[test]
    fn each_wrong_field_is_named() {
        for (field, value) in [
            ("moves", "7"),
            ("moves", r#"[["B"]]"#),
            ("moves", r#"[["B","P9"]]"#),
            ("letters", r#""katago""#),
            ("letters", "1"),
            ("moves", r#"[["X","H8"]]"#),
            ("moves", r#"[["B","H8"],["W","H8"]]"#),
            ("initialStones", r#"[["B","Z99"]]"#),
            ("initialPlayer", "0"),
            ("rules", r#""tromp-taylor""#),
            ("boardXSize", "99"),
            ("boardYSize", "14"),
            ("analyzeTurns", "[999]"),
            ("analyzeTurns", "[-1]"),
            ("maxVisits", "0"),
            ("maxVisits", "1e99"),
            ("maxTime", "-3"),
            ("includePolicy", "1"),
            ("lines", "401"),
            ("threads", "0"),
            ("study", r#""go""#),
            ("priority", r#""high""#),
            ("priorities", "[1,2]"),
            ("analysisPVLen", "-1"),
            ("reportDuringSearchEvery", "0"),
            ("avoidMoves", "{}"),
            ("avoidMoves", "[7]"),
            (
                "avoidMoves",
                r#"[{"player":"B","moves":["H8"],"untilDepth":0}]"#,
            ),
            (
                "avoidMoves",
                r#"[{"player":"B","moves":["O1"],"untilDepth":1},{"moves":[]}]"#,
            ),
            ("allowMoves", r#"[{"player":"B","moves":["Q1"]}]"#),
            ("allowMoves", r#"[{"player":"B","moves":["pass"]}]"#),
            (
                "allowMoves",
                r#"[{"player":"B","moves":["A1"]},{"player":"b","moves":["A1"]}]"#,
            ),
        ] {
            let mut object = serde_json::json!({ "id": "a", "moves": [], "boardXSize": 15 });
            object[field] = serde_json::from_str(value).unwrap();
            let (named, message) = refused(&object.to_string());
            assert_eq!(named, field, "{value}: {message}");
        }
    }

    #[test]
    fn what_is_no_query_is_one_error() {
        for line in [
            "hello",
            "{",
            "[]",
            "7",
            "\u{0}",
            "{\"id\":\"a\"}\r{\"id\":\"b\"}",
            "{\"moves\":[]}",
            "{\"id\":7,\"moves\":[]}",
            "{\"id\":\"a\"}",
            "{\"id\":\"a\",\"action\":\"dance\"}",
            "{\"id\":\"a\",\"action\":\"terminate\"}",
            "{\"id\":\"a\",\"action\":\"terminate_all\",\"turnNumbers\":1}",
        ] {
            refused(line);
        }
        assert_eq!(request(" \r\n").content, RequestContent::Nothing);
        for sign in [b'[', b' '] {
            let long = vec![sign; LINE_BYTES + 1];
            let wrong = AnalysisRequest::read(&long, &OPTIONS).content;
            assert!(matches!(wrong, RequestContent::Wrong(_)));
        }
    }

    #[test]
    fn a_broken_line_is_answered_by_its_id() {
        let RequestContent::Wrong(error) = request(r#"{"id":"a","moves":[}"#).content else {
            panic!("it is broken")
        };
        assert_eq!(error.id, Some(QueryId::from("a")));
        assert!(error.error.starts_with("not JSON"), "{}", error.error);
    }

    #[test]
    fn fields_that_have_no_effect_are_warned_of() {
        let warned = request(r#"{"id":"a","moves":[],"komi":7.5,"maxVisit":3,"ownership":null}"#);
        let warned: Vec<_> = warned
            .warnings
            .iter()
            .map(|warning| &warning.warning)
            .collect();
        let words = "this field is not used";
        assert_eq!(
            warned,
            [words, &format!("{words}; did you mean \"maxVisits\"?")]
        );
        let many: Vec<String> = (0..30).map(|field| format!(r#""f{field}":1"#)).collect();
        let line = format!(r#"{{"id":"a","moves":[],{}}}"#, many.join(","));
        assert_eq!(request(&line).warnings.len(), MOST_WARNINGS + 1);
        let deep =
            r#"{"id":"a","moves":[],"avoidMoves":[{"player":"B","moves":["H8"],"untilDepth":9}]}"#;
        assert_eq!(request(deep).warnings.len(), 1);
    }
}
