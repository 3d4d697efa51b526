//! The answer to one turn of a query as reports, whatever is asked; a search alone is not among them.

use crate::limits::{Control, Instant, Observer, Progress};
use crate::notation::QueryTurn;
use crate::position::{Position, PositionId};
use crate::questions::game::{
    GameLine, GameTelling, LeastLoss, PositionReview, ReviewOptions, Reviewer, game_report,
};
use crate::questions::{self, ForbiddenOptions, PatternOptions, Report, ScoreOptions, WinFinder};
use crate::systems::EvaluatorHandle;
use crate::threat::Attack;

use super::query::AnalysisQuery;
use super::study_settings::{QueryStudy, StudyExtra};
use super::tables::AnalysisTables;
use super::tree_excerpt::TreeExcerpt;

/// What a move of a game has to lose to be a mistake, in points.
const BLUNDER: i64 = 300;

/// One turn of a query with its position.
pub(super) struct TurnStudy<'a> {
    pub(super) query: &'a AnalysisQuery,
    pub(super) turn: QueryTurn,
    pub(super) position: &'a Position,
    pub(super) evaluator: &'a EvaluatorHandle,
    /// Ends the work when it says so.
    pub(super) stop: &'a dyn Observer,
}

/// What a study found.
pub(super) struct StudyFinding {
    /// One report; for a game one for each move and a summary.
    pub(super) reports: Vec<Report>,
    /// The win with its replies, if asked for.
    pub(super) tree: Option<TreeExcerpt>,
}

impl From<Report> for StudyFinding {
    fn from(report: Report) -> StudyFinding {
        StudyFinding {
            reports: vec![report],
            tree: None,
        }
    }
}

impl TurnStudy<'_> {
    /// Finds the answer; `during` gets the moves of a game that are known so far.
    pub(super) fn find(
        &self,
        tables: &mut AnalysisTables,
        during: &dyn Fn(Vec<Report>),
    ) -> Result<StudyFinding, String> {
        let (id, position) = (self.query.id.as_str(), self.position);
        Ok(match self.query.study.kind {
            QueryStudy::Search => unreachable!("a search has a form of its own"),
            QueryStudy::Show => {
                let setup = self.query.setup(self.turn);
                Report::Board(Box::new(questions::board(id, position, &setup, None))).into()
            }
            QueryStudy::Forbidden => {
                let options = ForbiddenOptions {
                    near_misses: self.has(StudyExtra::NearMisses),
                    ..ForbiddenOptions::default()
                };
                Report::Forbidden(questions::forbidden(id, position, &options)).into()
            }
            QueryStudy::Patterns => {
                let options = PatternOptions {
                    list: self.has(StudyExtra::Shapes),
                    ..PatternOptions::default()
                };
                Report::Patterns(questions::patterns(id, position, &options)).into()
            }
            QueryStudy::Score => self.score()?.into(),
            QueryStudy::Vcf => self.forced_win(Attack::Vcf, tables),
            QueryStudy::Vct => self.forced_win(Attack::Vct, tables),
            QueryStudy::Threats => {
                let mut finder = WinFinder::new(Attack::Vct, tables.bytes());
                let limits = self.query.limits;
                let report = questions::defences(id, position, &mut finder, limits, self.stop);
                Report::Defences(Box::new(report)).into()
            }
            QueryStudy::Game => StudyFinding {
                reports: self.game(tables, during)?,
                tree: None,
            },
        })
    }

    fn has(&self, extra: StudyExtra) -> bool {
        self.query.study.extras.contains(&extra)
    }

    fn score(&self) -> Result<Report, String> {
        let taken = self
            .query
            .study
            .at
            .filter(|&at| !self.position.board().is_empty(at));
        if let Some(point) = taken {
            return Err(format!("at: {point} is taken"));
        }
        let options = ScoreOptions {
            at: self.query.study.at,
            terms: self.has(StudyExtra::Terms),
            ..ScoreOptions::default()
        };
        let id = self.query.id.as_str();
        let report = questions::score(id, self.position, &**self.evaluator, &options);
        let report = report.map_err(|failure| failure.message)?;
        Ok(Report::Score(Box::new(report)))
    }

    fn forced_win(&self, attack: Attack, tables: &mut AnalysisTables) -> StudyFinding {
        let control = Control::observed(self.query.limits, self.stop);
        let id = self.query.id.as_str();
        let report = questions::forced_win(id, self.position, tables.solver(attack), &control);
        let tree = report.tree.as_ref().filter(|_| self.has(StudyExtra::Tree));
        StudyFinding {
            tree: tree.map(TreeExcerpt::of),
            reports: vec![Report::ForcedWin(Box::new(report))],
        }
    }

    /// Looks at the positions of the game up to this turn, from the last to the first.
    fn game(
        &self,
        tables: &AnalysisTables,
        during: &dyn Fn(Vec<Report>),
    ) -> Result<Vec<Report>, String> {
        let setup = self.query.setup(self.turn);
        let game = GameLine::new(&setup, self.position).map_err(|error| error.to_string())?;
        let options = ReviewOptions {
            depth: self.query.depth,
            limits: self.query.limits,
            attack: Attack::Vct,
        };
        let evaluator = &**self.evaluator;
        let telling = GameTelling {
            evaluator: evaluator.info(),
            blunder: LeastLoss::Points(BLUNDER),
            is_timed: options.limits.time.is_some(),
            every: 1,
            only_side: None,
        };
        let id = PositionId::from(self.query.id.as_str());
        let report = |reviews: &[Option<PositionReview>]| {
            game_report(&id, &game, reviews.to_vec(), &telling)
        };
        let mut reviewer = Reviewer::new(evaluator, options, tables.bytes());
        let mut reviews = vec![None; game.positions().len()];
        let mut told = Instant::now();
        for index in (0..reviews.len()).rev() {
            if self.stop.progress(&Progress::default()).is_break() {
                break;
            }
            let review = reviewer.review(&game, index, self.stop);
            reviews[index] = Some(review.map_err(|failure| failure.message)?);
            if self
                .query
                .report_every
                .is_some_and(|every| told.elapsed() >= every)
            {
                during(Report::of_game(report(&reviews)));
                told = Instant::now();
            }
        }
        let moves = report(&reviews).moves;
        reviewer.find_better(&game, &moves, &mut reviews, self.stop);
        Ok(Report::of_game(report(&reviews)))
    }
}
