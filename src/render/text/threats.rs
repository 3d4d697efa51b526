use std::io;

use super::{finished, names};
use crate::limits::StopReason;
use crate::render::{Label, Style};
use crate::study::{Continuation, Threat, ThreatOutcome, ThreatReport, WinStep};
use crate::threat::{Attack, Replies, Scope};

/// Moves told of what a quiet move threatens.
const TOLD: usize = 5;

pub(super) fn write(
    report: &ThreatReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let lang = style.lang;
    write!(out, "{}", finished(report.ended.as_ref(), style))?;
    if report.passed {
        writeln!(out, "{}", lang.is_taken_to_pass(report.head.to_move))?;
    }
    match report.outcome {
        ThreatOutcome::Win => write_win(report, style, out),
        ThreatOutcome::None => {
            let text = lang.no_win(report.options.attack, report.attacker);
            let scope = report.scope.unwrap_or(Scope::GameOver);
            let why = lang.tried_in_vain(scope);
            let spent = match scope {
                Scope::GameOver => String::new(),
                Scope::Fours | Scope::Threats => lang.nodes_in_brackets(report.nodes),
            };
            writeln!(
                out,
                "{}{}{why}{spent}",
                style.paint(Label::Bad, &text),
                lang.colon()
            )
        }
        ThreatOutcome::Unknown => {
            let why = report.stop.map_or(String::new(), |stop| {
                lang.undecided(stop, report.limits, report.options.max_plies)
            });
            // The number of nodes is the limit then.
            if report.stop == Some(StopReason::Nodes) {
                return writeln!(out, "{why}");
            }
            writeln!(out, "{why}{}", lang.nodes_in_brackets(report.nodes))
        }
    }
}

fn write_win(report: &ThreatReport, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    let lang = style.lang;
    let win = lang.win_in(report.line.len(), report.attacker);
    let win = style.paint(Label::Good, &win);
    if report.line.is_empty() {
        return writeln!(out, "{win}");
    }
    writeln!(out, "{win}{}{}", lang.colon(), names(&report.line, " "))?;
    if report.shortest {
        writeln!(out, "{}", lang.no_shorter_win(report.options.attack))?;
    }
    match report.defences {
        Some(count) if report.options.attack == Attack::Vct => {
            writeln!(out, "{}", lang.replies_answered(count))
        }
        _ => Ok(()),
    }
}

/// Writes the moves of a win, each below the one it follows.
pub(in crate::render) fn write_win_steps(
    steps: &[WinStep],
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let lang = style.lang;
    for step in steps {
        let indent = "  ".repeat(step.depth + 1);
        let answers = match &step.answers {
            None => String::new(),
            Some(Replies::These(points)) => format!("{}{}", names(points, " "), lang.colon()),
            Some(Replies::AllOthers) => format!("{}{}", lang.any_other(), lang.colon()),
        };
        let answers = style.paint(Label::Faint, &answers);
        let attack = style.paint(Label::Focus, &step.attack.to_string());
        let continuation = match step.continuation {
            Continuation::Shown => String::new(),
            Continuation::Repeated => format!("{}{}", lang.semicolon(), lang.as_above()),
            Continuation::Hidden(count) => {
                format!("{}{}", lang.semicolon(), lang.hidden_replies(count))
            }
        };
        let threat = threat_text(&step.threat, style);
        let line = format!("{indent}{answers}{attack}  {threat}{continuation}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn threat_text(threat: &Threat, style: Style) -> String {
    let lang = style.lang;
    let or = |points| names(points, lang.or());
    match threat {
        Threat::Five => lang.shape(crate::pattern::Shape::Five).to_owned(),
        Threat::Four { made, fives } if made.is_empty() => lang.five_at(&or(fives)),
        Threat::Four { made, fives } => {
            format!(
                "{}{}{}",
                lang.shapes_made(made),
                lang.comma(),
                lang.five_at(&or(fives))
            )
        }
        Threat::Three {
            made,
            straight_fours,
        } => format!(
            "{}{}{}",
            lang.shapes_made(made),
            lang.comma(),
            lang.straight_four_at(&or(straight_fours))
        ),
        Threat::Vcf(line) => {
            let told = names(&line[..line.len().min(TOLD)], " ");
            let more = if line.len() > TOLD { " .." } else { "" };
            lang.threatens(&format!("{told}{more}"))
        }
        Threat::Unclear => String::new(),
    }
}
