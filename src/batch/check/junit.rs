//! Output in the XML of `JUnit` of `check`, so that build servers show failed expectations as test results.

use std::fmt::Write;

use super::super::RecordError;
use crate::questions::CheckLine;

/// Test results in the XML of `JUnit`, as build servers read it: a suite for each file of
/// the input, a case for each expectation, finding and error.
pub struct JunitReport {
    /// The program and its command.
    name: &'static str,
    suites: Vec<JunitSuite>,
}

/// The cases of one file of the input.
struct JunitSuite {
    source: String,
    cases: Vec<JunitCase>,
}

struct JunitCase {
    name: String,
    result: CaseResult,
}

/// What became of a case.
#[derive(PartialEq, Eq)]
enum CaseResult {
    Passed,
    /// It was answered otherwise, or not at all: what was found.
    Failed(String),
    /// It could not be asked: why.
    Unread(String),
}

/// Results of `renju check`.
impl Default for JunitReport {
    fn default() -> JunitReport {
        JunitReport::named("renju check")
    }
}

impl JunitReport {
    /// No results yet of a program and its command.
    pub const fn named(name: &'static str) -> JunitReport {
        JunitReport {
            name,
            suites: Vec::new(),
        }
    }

    /// Adds an answer or a finding.
    pub fn add(&mut self, line: &CheckLine) {
        let said = line.expect.as_ref().unwrap_or(&line.found);
        let place = line
            .line
            .map_or_else(|| line.id.to_string(), |line| line.to_string());
        let case = JunitCase {
            name: format!("{place}: {said}"),
            result: match line.met {
                Some(true) => CaseResult::Passed,
                Some(false) => CaseResult::Failed(format!("found: {}", line.found)),
                None => CaseResult::Failed("undecided".to_owned()),
            },
        };
        self.push(&line.source, case);
    }

    /// Adds what could not be read.
    pub fn add_error(&mut self, error: &RecordError) {
        let place = match (error.error.line, error.error.column) {
            (Some(line), Some(column)) => format!("{line}:{column}"),
            (Some(line), None) => line.to_string(),
            _ => error.id.to_string(),
        };
        let case = JunitCase {
            name: place,
            result: CaseResult::Unread(error.error.message.clone()),
        };
        self.push(&error.place.source, case);
    }

    fn push(&mut self, source: &str, case: JunitCase) {
        match self.suites.last_mut() {
            Some(suite) if suite.source == source => suite.cases.push(case),
            _ => self.suites.push(JunitSuite {
                source: source.to_owned(),
                cases: vec![case],
            }),
        }
    }

    /// Adds a case of a suite: that it passed, or why not.
    pub fn add_case(&mut self, suite: &str, name: String, result: Result<(), String>) {
        let result = match result {
            Ok(()) => CaseResult::Passed,
            Err(why) => CaseResult::Failed(why),
        };
        self.push(suite, JunitCase { name, result });
    }

    /// The whole file, one line for each case.
    pub fn xml(&self) -> String {
        let all = self.suites.iter().flat_map(|suite| &suite.cases);
        let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        let mut line = |text: String| writeln!(xml, "{text}").expect("a string takes any text");
        line(format!(
            "<testsuites name=\"{}\" {}>",
            self.name,
            counts(all)
        ));
        for suite in &self.suites {
            let source = escaped(&suite.source);
            let counts = counts(suite.cases.iter());
            line(format!("  <testsuite name=\"{source}\" {counts}>"));
            for case in &suite.cases {
                let name = escaped(&case.name);
                let head = format!("    <testcase classname=\"{source}\" name=\"{name}\"");
                line(match &case.result {
                    CaseResult::Passed => format!("{head}/>"),
                    CaseResult::Failed(found) => told(&head, "failure", found),
                    CaseResult::Unread(why) => told(&head, "error", why),
                });
            }
            line("  </testsuite>".to_owned());
        }
        line("</testsuites>".to_owned());
        xml
    }
}

fn told(head: &str, element: &str, message: &str) -> String {
    let message = escaped(message);
    format!("{head}><{element} message=\"{message}\"/></testcase>")
}

/// The attributes with the numbers of cases.
fn counts<'a>(cases: impl Iterator<Item = &'a JunitCase>) -> String {
    let (mut tests, mut failures, mut errors) = (0, 0, 0);
    for case in cases {
        tests += 1;
        failures += usize::from(matches!(case.result, CaseResult::Failed(_)));
        errors += usize::from(matches!(case.result, CaseResult::Unread(_)));
    }
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
}

/// A text as the value of an attribute; XML has no place for most control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ if sign.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_and_escaped() {
        let case = |name: &str, result| JunitCase {
            name: name.to_owned(),
            result,
        };
        let file = JunitReport {
            name: "renju check",
            suites: vec![JunitSuite {
                source: "a&b.txt".to_owned(),
                cases: vec![
                    case("1: legal H8", CaseResult::Passed),
                    case("2: legal H9", CaseResult::Failed("\"<\u{1b}".to_owned())),
                    case("3", CaseResult::Unread("no".to_owned())),
                ],
            }],
        };
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<testsuites name=\"renju check\" tests=\"3\" failures=\"1\" errors=\"1\">
  <testsuite name=\"a&amp;b.txt\" tests=\"3\" failures=\"1\" errors=\"1\">
    <testcase classname=\"a&amp;b.txt\" name=\"1: legal H8\"/>
    <testcase classname=\"a&amp;b.txt\" name=\"2: legal H9\"><failure message=\"&quot;&lt;\u{fffd}\"/></testcase>
    <testcase classname=\"a&amp;b.txt\" name=\"3\"><error message=\"no\"/></testcase>
  </testsuite>
</testsuites>
";
        assert_eq!(file.xml(), expected);
    }
}
