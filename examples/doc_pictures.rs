//! Draws the pictures of `docs/` from the sample positions, and those of the README by the commands
//! that stand beside them.
//!
//! ```text
//! cargo run --example doc_pictures              writes docs/pictures/**/*.svg
//! cargo run --example doc_pictures -- --check   tells which of them are not current
//! ```
//!
//! A shape is drawn with the points that make more of it. A case of the rules is drawn around one
//! point or a few: what a black stone there makes, which threes are real (blue) and which are not
//! (red), and where the next stone would go (dots) or would be refused (diamonds). A sample of the
//! evaluators is drawn with the points that their pages talk about, or with discs that grow with
//! the value of a point.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{fs, io};

use renju::board::Board;
use renju::forbidden::{Verdict, judge};
use renju::geometry::Point;
use renju::notation::{self, Format, ParseOptions};
use renju::pattern::census;
use renju::position::{Position, PositionOverrides};
use renju::render::picture::{BoardPicture, Mark, MarkStyle, Segment, to_svg};
use renju::rule::Rule;
use renju::systems;

/// The cases of the rules that are drawn, each with the points that it is about.
const CASES: [(&str, &[&str]); 28] = [
    ("all-three-kinds", &["H8"]),
    ("corner-diagonals", &["C3", "M12"]),
    ("double-four", &["H8"]),
    ("double-four-one-line-pairs", &["H8"]),
    ("double-four-one-line-threes-apart", &["H8"]),
    ("double-four-one-line-triples", &["H8"]),
    ("double-three", &["H8"]),
    ("double-three-and-a-four", &["H8"]),
    ("double-three-with-jumps", &["H8"]),
    ("edge-three", &["C8", "L8"]),
    ("false-three-double-three", &["G5"]),
    ("false-three-overline", &["I10"]),
    ("five-before-double-three", &["H8"]),
    ("five-clause", &["H8"]),
    ("five-clause-through-a-four", &["B7"]),
    ("five-of-another-line", &["F10"]),
    ("four-three", &["H8"]),
    ("mixed-clauses", &["J10"]),
    ("near", &["K12"]),
    ("near-without-white", &["K12"]),
    ("nested-four-levels", &["F9"]),
    ("nested-two-levels", &["F8"]),
    ("overline", &["F8"]),
    ("overline-and-five", &["J10"]),
    ("same-line-diagonal", &["L6"]),
    ("six-is-no-four", &["H8"]),
    ("straight-four-is-one-four", &["H8"]),
    ("wrong-line", &["K8"]),
];

/// A sample, the points that are talked about, and lines from one point to another.
type TalkedAbout = (
    &'static str,
    &'static [&'static str],
    &'static [(&'static str, &'static str, MarkStyle)],
);

/// The samples of the evaluators.
const EVALUATORS: [TalkedAbout; 11] = [
    ("boxed-three", &["E5"], &[("D5", "F5", MarkStyle::Three)]),
    ("falling-gap", &["C8", "C2"], &[]),
    (
        "false-three",
        &["E5"],
        &[("D5", "F5", MarkStyle::Bad), ("E4", "E6", MarkStyle::Three)],
    ),
    (
        "five-and-six",
        &["E5"],
        &[("A5", "E5", MarkStyle::Five), ("E2", "E7", MarkStyle::Bad)],
    ),
    ("five-or-block", &["G7", "G3"], &[]),
    ("jump-four", &["E5"], &[("C5", "G5", MarkStyle::Four)]),
    ("lone-stone", &["B7", "C7", "D3"], &[]),
    ("pair", &["E4"], &[]),
    (
        "past-the-edge",
        &["C6"],
        &[("A4", "C6", MarkStyle::Three), ("H3", "I4", MarkStyle::Bad)],
    ),
    ("six", &["E5", "A5", "H5"], &[]),
    ("six-to-come", &["D5", "G5"], &[]),
];

/// Evaluators whose values of a sample are drawn.
const HEAT: [(&str, &str); 1] = [("jump-four", "lianzhu-gen1")];

fn main() -> io::Result<ExitCode> {
    let check = std::env::args().any(|word| word == "--check");
    let mut stale = 0;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let renju = || {
        let mut command = Command::new(&cargo);
        command.args(["run", "--quiet", "--bin", "renju", "--"]);
        command
    };
    for (path, svg) in pictures()?.into_iter().chain(page_pictures(&renju)?) {
        if fs::read_to_string(&path).is_ok_and(|written| written == svg) {
            continue;
        }
        stale += 1;
        if check {
            eprintln!("not current: {}", path.display());
        } else {
            fs::create_dir_all(path.parent().expect("a picture is in a folder"))?;
            fs::write(&path, svg)?;
            println!("{}", path.display());
        }
    }
    Ok(ExitCode::from(u8::from(check && stale > 0)))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every picture with the path of its file.
pub(crate) fn pictures() -> io::Result<Vec<(PathBuf, String)>> {
    let mut drawn = Vec::new();
    for path in shape_files()? {
        let name = path.file_stem().expect("a name").to_string_lossy();
        drawn.push((format!("shape-{name}"), shapes(&Sample::read(&path)?)));
    }
    for (name, points) in CASES {
        let path = root().join(format!("positions/forbidden/{name}.txt"));
        drawn.push((name.to_owned(), case(&Sample::read(&path)?, points)));
    }
    let sample = |name| Sample::read(&root().join(format!("positions/evaluators/{name}.txt")));
    for (name, points, lines) in EVALUATORS {
        let picture = talked_about(&sample(name)?, points, lines);
        drawn.push((format!("evaluators/{name}"), picture));
    }
    for (name, evaluator) in HEAT {
        let picture = heat(&sample(name)?, evaluator)?;
        drawn.push((format!("evaluators/{name}-{evaluator}"), picture));
    }
    let file = |name: String| root().join(format!("docs/pictures/{name}.svg"));
    Ok(drawn
        .into_iter()
        .map(|(name, picture)| (file(name), to_svg(&picture.scene())))
        .collect())
}

/// The pictures of the README and of `docs/walkthrough.md` with the paths of their files: what each
/// command there writes to `docs/pictures/`, and the same with dark colours. `renju` starts the program.
pub(crate) fn page_pictures(renju: &dyn Fn() -> Command) -> io::Result<Vec<(PathBuf, String)>> {
    let folder = std::env::temp_dir().join(format!("renju-pictures-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let file = folder.join("picture.svg");
    let mut drawn = Vec::new();
    let mut text = String::new();
    for page in ["README.md", "docs/tour.md", "docs/walkthrough.md"] {
        text += &fs::read_to_string(root().join(page))?;
    }
    let commands = text.lines();
    for line in commands.filter_map(|line| line.strip_prefix("renju ")) {
        let Some((question, name)) = line.split_once(" -o docs/pictures/") else {
            continue;
        };
        for (theme, ending) in [("light", ".svg"), ("dark", "-dark.svg")] {
            let mut command = renju();
            command
                .args(question.split_whitespace())
                .arg("-o")
                .arg(&file);
            command
                .args(["--theme", theme, "--lang", "en"])
                .current_dir(root());
            command.stdout(Stdio::null()).status()?;
            let name = name.trim_end_matches(" --force").replace(".svg", ending);
            let path = root().join("docs/pictures").join(name);
            drawn.push((path, fs::read_to_string(&file)?));
            fs::remove_file(&file)?;
        }
    }
    fs::remove_dir(&folder)?;
    Ok(drawn)
}

fn shape_files() -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join("positions/shapes"))? {
        files.push(entry?.path());
    }
    files.sort();
    Ok(files)
}

/// The stones of a diagram and the rule that its header names.
struct Sample {
    rule: Rule,
    board: Board,
    position: Position,
}

impl Sample {
    fn read(path: &Path) -> io::Result<Sample> {
        let wrong = |error: &dyn std::fmt::Display| {
            io::Error::other(format!("{}: {error}", path.display()))
        };
        let items = notation::read(&fs::read(path)?, Format::Diagram, &ParseOptions::default())
            .map_err(|error| wrong(&error))?;
        let item = items.first().ok_or_else(|| wrong(&"no diagram"))?;
        let position = Position::from_setup(&item.setup, &PositionOverrides::default())
            .map_err(|errors| wrong(&errors))?;
        Ok(Sample {
            rule: position.rule(),
            board: position.board().clone(),
            position,
        })
    }

    fn picture(&self) -> BoardPicture {
        BoardPicture::of_board(&self.board)
    }
}

/// Every shape on the board, with the points where one more stone makes of it what it is named for.
fn shapes(sample: &Sample) -> BoardPicture {
    let mut picture = sample.picture();
    for standing in census(&sample.board, sample.rule).shapes {
        picture.mark_shape(standing.shape, &standing.run, &standing.next);
    }
    picture
}

/// The verdicts on some points, with their reasons.
fn case(sample: &Sample, points: &[&str]) -> BoardPicture {
    let mut picture = sample.picture();
    for name in points {
        let point: Point = name.parse().expect("a point");
        let verdict = judge(&sample.board, point);
        match &verdict {
            Verdict::Forbidden(found) => picture.forbidden.push((point, found.kinds.clone())),
            Verdict::Allowed(_) => picture.mark(point, Mark::Label("ok".to_owned())),
            Verdict::Wins(win) => {
                picture.mark_run(&win.five, MarkStyle::Five);
                picture.mark(point, Mark::Label("win".to_owned()));
            }
        }
        picture.mark_proof(verdict.proof());
    }
    picture
}

/// The stones, some points with their names, and lines.
fn talked_about(
    sample: &Sample,
    points: &[&str],
    lines: &[(&str, &str, MarkStyle)],
) -> BoardPicture {
    let point = |name: &str| name.parse::<Point>().expect("a point");
    let mut picture = sample.picture();
    for name in points {
        picture.mark(point(name), Mark::Label((*name).to_owned()));
    }
    picture
        .lines
        .extend(lines.iter().map(|&(from, to, style)| Segment {
            from: point(from),
            to: point(to),
            style,
        }));
    picture
}

/// A disc for the value of each empty point to the side to move; the greatest is a whole disc.
fn heat(sample: &Sample, evaluator: &str) -> io::Result<BoardPicture> {
    let evaluator = systems::find(evaluator).map_err(io::Error::other)?;
    let position = &sample.position;
    let found = evaluator.evaluate(position, position.to_move());
    let values = found.map_err(io::Error::other)?.points;
    let empties = sample.board.empties().iter();
    let values: Vec<(Point, i64)> = empties
        .filter_map(|point| Some((point, values.as_ref()?[point]?.rounded())))
        .collect();
    let mut picture = sample.picture();
    picture.add_heat(&values);
    Ok(picture)
}
