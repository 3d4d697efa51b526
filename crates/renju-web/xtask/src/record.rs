//! `cargo xtask record PROGRAM PAGE`: the sessions of a page as they go on a terminal, as a moving SVG.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anstyle_svg::Term;
use regex::Regex;

/// How long a session is shown, in seconds.
const SHOWN: usize = 6;
/// The lines of a terminal; a longer session is left out.
const ROWS: usize = 34;
/// The columns of a terminal; a wider session is left out.
const COLUMNS: usize = 100;
/// How many sessions are shown at most.
const SESSIONS: usize = 12;

/// The recording of a page. Left out are the sessions that do not fit on a screen, and those whose answers
/// differ from run to run or from the page.
pub(crate) fn record(program: &Path, page: &Path) -> Result<String, Box<dyn Error>> {
    let text = std::fs::read_to_string(page)?;
    let block = Regex::new(r"(?s)```console\n\$ renju (.*?)\n```")?;
    let mut screens = Vec::new();
    let mut seen = BTreeSet::new();
    let blocks = block
        .captures_iter(&text)
        .map(|block| block.extract::<1>().1[0]);
    for (words, answer) in blocks
        .flat_map(|block| block.split("\n$ renju "))
        .filter_map(|it| it.split_once('\n'))
    {
        let rows = answer.lines().map(|line| line.chars().count());
        let fits = rows.clone().count() < ROWS && rows.max().is_some_and(|widest| widest < COLUMNS);
        let command = words.split_whitespace().next().unwrap_or_default();
        if fits
            && said(program, words, "never")?.trim_end() == answer.trim_end()
            && seen.insert(command)
        {
            screens.push(format!(
                "\x1b[1m$ renju {words}\x1b[0m\n{}",
                said(program, words, "always")?
            ));
        }
    }
    screens.truncate(SESSIONS);
    if screens.is_empty() {
        return Err(format!("{}: no session can be shown", page.display()).into());
    }
    Ok(moving(&screens))
}

/// What the program prints for the words of a command, as a shell would pass them.
fn said(program: &Path, words: &str, color: &str) -> Result<String, Box<dyn Error>> {
    let mut command = Command::new("sh");
    let line = format!("exec \"$0\" {words} --color {color}");
    let output = command
        .args(["-c", &line])
        .arg(program)
        .env("LC_ALL", "C")
        .output()?;
    Ok(String::from_utf8(output.stdout)? + &String::from_utf8(output.stderr)?)
}

/// One picture after the other, without end. A reader who wants no motion sees the first.
fn moving(screens: &[String]) -> String {
    let terminal = Term::new().min_width_px(860);
    let drawn: Vec<String> = screens
        .iter()
        .map(|screen| terminal.render_svg(screen))
        .collect();
    let number = |svg: &str, name: &str| -> usize {
        let value = svg.split(&format!(" {name}=\"")).nth(1).unwrap_or_default();
        value
            .split(['p', '"', '.'])
            .next()
            .and_then(|it| it.parse().ok())
            .unwrap_or_default()
    };
    let [width, height] = ["width", "height"].map(|side| {
        drawn
            .iter()
            .map(|svg| number(svg, side))
            .max()
            .unwrap_or_default()
    });
    let (count, seconds) = (screens.len(), screens.len() * SHOWN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>renju on a terminal</title>\n<style>\n\
         .screen {{ opacity: 0; animation: shown {seconds}s step-end infinite; }}\n\
         @keyframes shown {{ 0% {{ opacity: 1; }} {:.3}% {{ opacity: 0; }} }}\n\
         @media (prefers-reduced-motion) {{ .screen {{ animation: none; }} .screen:first-of-type {{ opacity: 1; }} }}\n\
         </style>\n<rect width=\"100%\" height=\"100%\" rx=\"4.5\"/>\n",
        100.0 / count as f64
    );
    for (at, screen) in drawn.iter().enumerate() {
        let _ = write!(
            svg,
            "<g class=\"screen\" style=\"animation-delay: {}s\">\n{screen}</g>\n",
            at * SHOWN
        );
    }
    svg + "</svg>\n"
}
