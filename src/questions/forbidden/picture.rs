//! The boards of verdicts: what is forbidden and why, down to the last nested verdict.

use super::columns;
use super::text::{forbidden_after, judged_on, near_miss, nothing_forbidden, verdict};
use crate::board::{Board, Color};
use crate::forbidden::{ExtensionResult, Proof};
use crate::geometry::Point;
use crate::questions::{ForbiddenReport, NearMiss, Presentation, VerdictName, VerdictReport};
use crate::render::picture::{BoardPicture, Mark, MarkStyle};
use crate::render::wording::{joined, kinds};
use crate::render::{Lang, Legend, Style};
use crate::report_header::ReportHeader;
use crate::rule::{Rule, Run};

impl Presentation for ForbiddenReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    /// Each forbidden point with its reasons; where there is just one, with its lines too. A move that
    /// was forbidden and was played is marked on its stone.
    fn picture(&self) -> BoardPicture {
        let mut picture = BoardPicture::of_board(&self.header.board);
        let played = self.played.iter().map(|played| &played.found);
        for found in self.forbidden.iter().chain(played) {
            picture.forbidden.push((found.point, found.kinds.clone()));
        }
        if let [found] = &self.forbidden[..]
            && let Some(proof) = &found.proof
        {
            picture.mark_proof(proof);
        }
        picture
    }

    /// The position with its forbidden points, and a board for each proof that is not on it: of
    /// several points, of look-alikes, of moves that were played, and of verdicts within proofs.
    fn boards(&self, lang: Lang) -> Vec<BoardPicture> {
        let board = &self.header.board;
        let caption = match &self.forbidden[..] {
            _ if self.header.rule != Rule::Renju => nothing_forbidden(self.header.rule, lang),
            [] => lang.text("forbidden.none").to_owned(),
            [found] => at(found.point, &kinds(&found.kinds, lang), lang),
            many => lang.format("forbidden.count", &[("count", &many.len())]),
        };
        let mut boards = vec![captioned(self.picture(), caption)];
        for found in &self.forbidden {
            let Some(proof) = &found.proof else { continue };
            let judged = Judged::new(board, found.point, proof, lang);
            if self.forbidden.len() > 1 {
                boards.push(judged.board(&kinds(&found.kinds, lang)));
            }
            judged.add_nested(&mut boards);
        }
        for near in self.near_misses.iter().flatten() {
            add_near_miss(near, board, lang, &mut boards);
        }
        for played in &self.played {
            let Some(proof) = &played.found.proof else {
                continue;
            };
            let judged = Judged::new(&played.before, played.found.point, proof, lang);
            let mut verdict = kinds(&played.found.kinds, lang);
            if let Some(number) = played.number {
                let before = lang.format("forbidden.before_move", &[("number", &number)]);
                verdict = verdict + lang.text("list.semicolon") + &before;
            }
            boards.push(judged.board(&verdict));
            judged.add_nested(&mut boards);
        }
        boards
    }

    fn explain(&self, legend: &mut Legend) {
        if self.count.is_some() {
            return;
        }
        let played = self.played.iter().map(|played| &played.found);
        for found in played.chain(&self.forbidden) {
            legend.add_proof(found.point, found.proof.as_ref());
        }
        for near in self.near_misses.iter().flatten() {
            legend.add_five(near.point, near.five.as_ref());
            legend.add_proof(near.point, near.proof.as_ref());
        }
    }

    fn explain_board(&self, legend: &mut Legend) {
        let played = self.played.iter().map(|played| &played.found);
        for found in self.forbidden.iter().chain(played) {
            legend.add_drawn(&found.kinds);
        }
    }

    fn columns(&self) -> &'static [&'static str] {
        columns::FORBIDDEN_COLUMNS
    }

    fn rows(&self) -> Vec<Vec<String>> {
        columns::rows(self)
    }
}

impl Presentation for VerdictReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    fn picture(&self) -> BoardPicture {
        verdict_board(self)
    }

    fn boards(&self, lang: Lang) -> Vec<BoardPicture> {
        verdict_boards(self, lang)
    }

    fn explain(&self, legend: &mut Legend) {
        legend.add_five(self.point, self.five.as_ref());
        legend.add_proof(self.point, self.proof.as_ref());
    }

    fn explain_board(&self, legend: &mut Legend) {
        legend.add_drawn(&self.kinds);
    }
}

fn add_near_miss(near: &NearMiss, board: &Board, lang: Lang, boards: &mut Vec<BoardPicture>) {
    let Some(proof) = &near.proof else { return };
    let judged = Judged::new(board, near.point, proof, lang);
    let mut picture = BoardPicture::of_board(board);
    mark_allowed(&mut picture, near.point, near.five.as_ref());
    picture.mark_proof(proof);
    let caption = format!("{} {}", near.point, near_miss(near, Style::plain(lang)));
    boards.push(captioned(picture, caption));
    judged.add_nested(boards);
}

/// The point that was judged with its lines, on the board that it was judged on.
pub(super) fn verdict_board(report: &VerdictReport) -> BoardPicture {
    let mut picture = BoardPicture::of_board(&report.before);
    match report.verdict {
        VerdictName::Forbidden => picture.forbidden.push((report.point, report.kinds.clone())),
        VerdictName::Allowed | VerdictName::Wins => {
            mark_allowed(&mut picture, report.point, report.five.as_ref());
        }
        VerdictName::Unknown => picture.mark(report.point, Mark::Label("?".to_owned())),
    }
    if let Some(proof) = &report.proof {
        picture.mark_proof(proof);
    }
    picture
}

/// The verdict, and a board for each verdict within its proof.
pub(super) fn verdict_boards(report: &VerdictReport, lang: Lang) -> Vec<BoardPicture> {
    let mut caption = format!("{} {}", report.point, verdict(report, Style::plain(lang)));
    if let Some(as_played) = report.as_played {
        caption = caption + lang.text("list.semicolon") + &judged_on(as_played, lang);
    }
    let mut boards = vec![captioned(verdict_board(report), caption)];
    if let Some(proof) = &report.proof {
        Judged::new(&report.before, report.point, proof, lang).add_nested(&mut boards);
    }
    boards
}

/// A point that may be played, and the five that it makes.
fn mark_allowed(picture: &mut BoardPicture, point: Point, five: Option<&Run>) {
    let label = if five.is_some() { "win" } else { "ok" };
    picture.mark(point, Mark::Label(label.to_owned()));
    if let Some(five) = five {
        picture.mark_run(five, MarkStyle::Five);
    }
}

/// A point with its proof, after the trial stones that led to it.
struct Judged<'a> {
    board: &'a Board,
    trial: Vec<Point>,
    point: Point,
    proof: &'a Proof,
    lang: Lang,
}

impl<'a> Judged<'a> {
    fn new(board: &'a Board, point: Point, proof: &'a Proof, lang: Lang) -> Judged<'a> {
        Judged {
            board,
            trial: Vec::new(),
            point,
            proof,
            lang,
        }
    }

    /// The forbidden point with its lines, and the trial stones with their numbers.
    fn board(&self, verdict: &str) -> BoardPicture {
        let mut picture = self.without_caption();
        picture.caption = Some(match &self.trial[..] {
            [] => at(self.point, verdict, self.lang),
            trial => forbidden_after(self.point, &joined(trial, " "), verdict, self.lang),
        });
        picture
    }

    fn without_caption(&self) -> BoardPicture {
        let mut picture = BoardPicture::of_board(self.board);
        let trial = self.trial.iter().map(|&stone| (stone, Color::Black));
        picture.ghosts.extend(trial);
        picture.numbers.extend(self.trial.iter().copied().zip(1..));
        picture.forbidden.push((self.point, self.proof.kinds()));
        picture.mark_proof(self.proof);
        picture
    }

    /// Adds a board for each verdict within the proof, each before those within it.
    fn add_nested(&self, boards: &mut Vec<BoardPicture>) {
        let extensions = self.proof.threes.iter().flat_map(|three| &three.extensions);
        for extension in extensions {
            let ExtensionResult::Forbidden { because } = &extension.outcome else {
                continue;
            };
            let Some(proof) = &because.proof else {
                continue;
            };
            let nested = Judged {
                trial: self.trial.iter().copied().chain([self.point]).collect(),
                point: extension.at,
                proof,
                ..*self
            };
            boards.push(nested.board(&kinds(&because.kinds, self.lang)));
            nested.add_nested(boards);
        }
    }
}

fn captioned(picture: BoardPicture, caption: String) -> BoardPicture {
    BoardPicture {
        caption: Some(caption),
        ..picture
    }
}

/// `H8: double-three`
fn at(point: Point, verdict: &str, lang: Lang) -> String {
    format!("{point}{}{verdict}", lang.text("list.colon"))
}
