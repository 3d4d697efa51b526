//! Messages of `play`: moves, results, refusals and hints as data, and their text in each language.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::command::{CommandError, PlayWord};
use renju::board::{ByColor, Color};
use renju::contest::{
    ActionRefusal, ChosenMove, FaultKind, GameAction, GameFinish, GameResult, GameTask,
    OpeningAction, OpeningRefusal, OpeningTask, Seat,
};
use renju::geometry::Point;
use renju::notation::Losses;
use renju::questions::{
    ForbiddenReport, ForcedWinReport, SearchReport, VerdictReport, forbidden_kinds, search_lines,
};
use renju::render::{Label, Lang, Style, nodes, printable_lines, text};

/// Something to tell those who play.
#[derive(Clone, Debug)]
pub(super) enum Note {
    /// A player did what was asked for.
    Done {
        seat: Seat,
        task: GameTask,
        action: GameAction,
        /// What the computer says of its move.
        chosen: Option<ChosenMove>,
        taken: Duration,
        /// The stones on the board after it.
        number: usize,
    },
    /// Who has which colour, after a decision about that.
    Colors(ByColor<String>),
    /// The side that has no legal move and has passed.
    Passed(Color),
    Over {
        result: GameResult,
        names: ByColor<String>,
        /// Why the move that lost it is forbidden.
        forbidden: Option<Box<VerdictReport>>,
    },
    Refused(ActionRefusal),
    Unread(CommandError),
    /// It is not the turn of the one who typed.
    OthersTurn(String),
    /// The reasons why a point is forbidden, or not.
    Forbidden {
        report: Box<VerdictReport>,
        is_refused: bool,
    },
    ForbiddenPoints(Box<ForbiddenReport>),
    TookBack {
        count: usize,
        is_waiting: bool,
    },
    Hint(Box<SearchReport>),
    Threats(Box<ForcedWinReport>),
    /// Where, and what did not fit into that file.
    Saved(PathBuf, Losses),
    Loaded(PathBuf),
    Failed(String),
    Busy,
    NoHint,
    /// Both sides are computers.
    NoPerson,
    Paused,
    /// Something that each kind of screen shows in its own way.
    Show(PlayWord),
}

impl Note {
    /// Whether it says that something cannot be.
    pub(super) const fn is_bad(&self) -> bool {
        matches!(
            self,
            Note::Refused(_)
                | Note::Unread(_)
                | Note::Failed(_)
                | Note::Forbidden {
                    is_refused: true,
                    ..
                }
        )
    }

    /// The note in lines without their breaks. `names` are those of the seats.
    pub(super) fn lines(&self, names: &[String; 2], style: Style) -> Vec<String> {
        let lang = style.lang;
        let text = match self {
            Note::Done {
                seat,
                task,
                action,
                chosen,
                taken,
                number,
            } => {
                let name = &names[*seat as usize];
                let done = done(name, *task, *action, *number, lang);
                done + &effort(*chosen, *taken, lang)
            }
            Note::Colors(names) => lang.format(
                "play.colors",
                &[("black", &names.black), ("white", &names.white)],
            ),
            Note::Passed(side) => {
                lang.format("report.must_pass", &[("player", &lang.player(*side))])
            }
            Note::Over {
                result,
                names,
                forbidden,
            } => {
                let over = over(result, names, forbidden.as_deref(), lang);
                style.paint(Label::Focus, &over)
            }
            Note::Refused(refusal) => style.paint(Label::Bad, &refused(refusal, lang)),
            Note::Unread(error) => style.paint(Label::Bad, &lang.translate(&error.to_string())),
            Note::OthersTurn(name) => lang.format("play.others_turn", &[("name", name)]),
            Note::Forbidden { report, is_refused } => {
                let proof = renju::render::text(&**report, style);
                if *is_refused {
                    let point = &report.point;
                    proof + &lang.format("play.insist", &[("point", point)])
                } else {
                    proof
                }
            }
            Note::ForbiddenPoints(report) => text(&**report, style),
            Note::TookBack { count, is_waiting } => took_back(*count, *is_waiting, lang),
            Note::Hint(report) => search_lines(report, style).join("\n"),
            Note::Threats(report) => text(&**report, style),
            Note::Saved(path, lost) => saved(path, lost, lang),
            Note::Loaded(path) => lang.format("play.loaded", &[("path", &path.display())]),
            Note::Failed(message) => style.paint(Label::Bad, &lang.translate(message)),
            Note::Busy => lang.text("play.busy").to_owned(),
            Note::NoHint => lang.text("play.no_hint").to_owned(),
            Note::NoPerson => lang.text("play.no_person").to_owned(),
            Note::Paused => lang.text("play.paused").to_owned(),
            Note::Show(_) => String::new(),
        };
        // A name may come from a file, a message from an engine.
        let text = printable_lines(&text, style.color);
        text.lines().map(str::to_owned).collect()
    }
}

/// What a player did, such as `12. Ann H8`.
fn done(name: &str, task: GameTask, action: GameAction, number: usize, lang: Lang) -> String {
    let opening = |answer| opening_done(name, answer, number, lang);
    match action {
        GameAction::Opening(answer) => opening(answer),
        GameAction::Move(point) | GameAction::Insist(point) => match task {
            GameTask::Opening(asked) => asked.at(point).map(opening).unwrap_or_default(),
            _ => stone(name, point, number, lang),
        },
        GameAction::Claim => lang.format("play.claims", &[("name", &name)]),
        GameAction::OfferDraw => lang.format("play.offers_draw", &[("name", &name)]),
        GameAction::AcceptDraw => lang.format("play.accepts_draw", &[("name", &name)]),
        GameAction::DeclineDraw => lang.format("play.declines_draw", &[("name", &name)]),
        GameAction::Resign => lang.format("play.resigns", &[("name", &name)]),
    }
}

fn stone(name: &str, point: Point, number: usize, lang: Lang) -> String {
    lang.format(
        "play.stone",
        &[("number", &number), ("name", &name), ("point", &point)],
    )
}

fn opening_done(name: &str, answer: OpeningAction, number: usize, lang: Lang) -> String {
    match answer {
        OpeningAction::Stone(point) => stone(name, point, number, lang),
        OpeningAction::Swap => lang.format("play.swaps", &[("name", &name)]),
        OpeningAction::Keep => lang.format("play.keeps", &[("name", &name)]),
        OpeningAction::TakeColor(color) => lang.format(
            "play.takes",
            &[("name", &name), ("color", &lang.word(color))],
        ),
        OpeningAction::PutTwoMore => lang.format("play.puts_two", &[("name", &name)]),
        OpeningAction::DeclareCount(count) => {
            lang.count("play.declares", count.into(), &[("name", &name)])
        }
        OpeningAction::MakeOffers => lang.format("play.makes_offers", &[("name", &name)]),
        OpeningAction::Offer(point) => {
            lang.format("play.offers", &[("name", &name), ("point", &point)])
        }
        OpeningAction::ChooseFifth(point) => {
            lang.format("play.chooses", &[("name", &name), ("point", &point)])
        }
    }
}

/// ` (+35, depth 9, 12.3 k nodes, 0.80 s)`, as far as it is known.
fn effort(chosen: Option<ChosenMove>, taken: Duration, lang: Lang) -> String {
    let Some(chosen) = chosen else {
        return String::new();
    };
    let value = chosen.worth().map(|worth| format!("{worth:+}"));
    let depth = chosen
        .thought
        .and_then(|thought| thought.depth)
        .map(|depth| lang.format("play.depth", &[("depth", &depth)]));
    let nodes = chosen.nodes.map(|count| nodes(count, lang));
    let seconds = format!("{:.2}", taken.as_secs_f64());
    let time = lang.format("play.seconds", &[("seconds", &seconds)]);
    let parts = value.into_iter().chain(depth).chain(nodes).chain([time]);
    let parts: Vec<String> = parts.collect();
    format!(" ({})", parts.join(lang.text("list.comma")))
}

/// Where a game is saved, and what was left out of it.
fn saved(path: &Path, lost: &Losses, lang: Lang) -> String {
    let saved = lang.format("play.saved", &[("path", &path.display())]);
    if lost.is_empty() {
        return saved;
    }
    let left_out = lang.format("play.left_out", &[("lost", lost)]);
    saved + lang.text("list.semicolon") + &left_out
}

fn took_back(count: usize, is_waiting: bool, lang: Lang) -> String {
    if count == 0 {
        return lang.text("play.nothing_to_take_back").to_owned();
    }
    let mut told = lang.count("play.took_back", count as u64, &[]);
    if is_waiting {
        told += lang.text("list.semicolon");
        told += lang.text("play.waits");
    }
    told
}

/// How the game ended, such as `Ann (black) wins: five in a row H8 I8 J8 K8 L8`.
fn over(
    result: &GameResult,
    names: &ByColor<String>,
    forbidden: Option<&VerdictReport>,
    lang: Lang,
) -> String {
    let joined = |points: &[Point]| {
        let names: Vec<String> = points.iter().map(ToString::to_string).collect();
        names.join(" ")
    };
    let why = match result.finish {
        GameFinish::Five => {
            let row = joined(&result.row);
            lang.format("play.by_five", &[("row", &row)])
        }
        GameFinish::FullBoard => lang.text("play.by_full_board").to_owned(),
        GameFinish::Resignation => lang.text("play.by_resignation").to_owned(),
        GameFinish::Agreement => lang.text("play.by_agreement").to_owned(),
        GameFinish::Fault(FaultKind::Late) if result.message.is_none() => {
            lang.text("play.by_time").to_owned()
        }
        GameFinish::Fault(FaultKind::Forbidden) => {
            let point = result.forbidden.map(|point| point.to_string());
            let lost = lang.format(
                "play.by_forbidden",
                &[("point", &point.unwrap_or_default())],
            );
            match forbidden {
                Some(report) => lost + lang.text("list.colon") + &forbidden_kinds(report, lang),
                None => lost,
            }
        }
        GameFinish::Fault(kind) => {
            let message = result.message.as_deref().unwrap_or(kind.name());
            lang.format("play.by_fault", &[("message", &message)])
        }
    };
    match result.winner {
        None => lang.format("play.draw", &[("why", &why)]),
        Some(winner) => lang.format(
            "play.wins",
            &[
                ("name", &names[winner]),
                ("color", &lang.word(winner)),
                ("why", &why),
            ],
        ),
    }
}

/// Why something cannot be done; where something else is asked for, what.
fn refused(refusal: &ActionRefusal, lang: Lang) -> String {
    let task = match refusal {
        ActionRefusal::OtherTask(task) => *task,
        ActionRefusal::Opening(OpeningRefusal::OtherTask { asked }) => GameTask::Opening(*asked),
        _ => return lang.translate(&refusal.to_string()),
    };
    lang.format("play.other_task", &[("asked", &asked(task, lang))])
}

/// What a task asks for, such as `a black stone within F6 to J10`.
pub(super) fn asked(task: GameTask, lang: Lang) -> String {
    let task = match task {
        GameTask::Move { color, .. } => {
            return lang.format("play.asked.move", &[("color", &lang.word(color))]);
        }
        GameTask::AnswerDraw { .. } => return lang.text("play.asked.draw").to_owned(),
        GameTask::Opening(task) => task,
    };
    match task {
        OpeningTask::Stone { color, square, .. } => stone_asked(color, square, lang),
        OpeningTask::Swap { .. } => lang.text("play.asked.swap").to_owned(),
        OpeningTask::ChooseColor { may_put_two, .. } => {
            let key = if may_put_two {
                "play.asked.color_or_two"
            } else {
                "play.asked.color"
            };
            lang.text(key).to_owned()
        }
        OpeningTask::DeclareCount { max, .. } => lang.format("play.asked.count", &[("max", &max)]),
        OpeningTask::SwapOrOffer { count, .. } => {
            lang.format("play.asked.swap_or_offer", &[("count", &count)])
        }
        OpeningTask::Offer { count, given, .. } => {
            let number = given + 1;
            lang.format(
                "play.asked.offer",
                &[("number", &number), ("count", &count)],
            )
        }
        OpeningTask::ChooseFifth { .. } => lang.text("play.asked.choose").to_owned(),
    }
}

fn stone_asked(color: Color, square: Option<renju::contest::CentralSquare>, lang: Lang) -> String {
    let color = lang.word(color);
    let Some(square) = square else {
        return lang.format("play.asked.stone", &[("color", &color)]);
    };
    let [low, high] = square.corners();
    if low == high {
        return lang.format("play.asked.stone_on", &[("color", &color), ("point", &low)]);
    }
    lang.format(
        "play.asked.stone_within",
        &[("color", &color), ("low", &low), ("high", &high)],
    )
}
