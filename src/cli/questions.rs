//! The list of questions that `batch` answers: a new one is a line here.

use clap::Subcommand;
use serde::Serialize;

use super::commands::batch::job::{BatchJob, Job};
use super::commands::compare::CompareOptionArgs;
use super::commands::forbidden::ForbiddenOptionArgs;
use super::commands::forced_win::{VcfQuestion, VctQuestion};
use super::commands::game::GameOptionArgs;
use super::commands::overview::OverviewOptionArgs;
use super::commands::patterns::PatternOptionArgs;
use super::commands::score::ScoreOptionArgs;
use super::commands::search::SearchOptionArgs;
use super::commands::show::ShowQuestion;
use super::commands::threats::ThreatsOptionArgs;
use super::commands::why::WhyOptionArgs;

/// Declares the subcommands of `batch`, each with the arguments of its question.
macro_rules! questions {
    ($($(#[$about:meta])+ $name:ident($arguments:ty),)+) => {
        /// A question with its arguments.
        #[derive(Subcommand, Serialize, Clone, Debug)]
        #[serde(tag = "study", rename_all = "lowercase")]
        pub(crate) enum QuestionArgs {
            $($(#[$about])+ $name(Job<$arguments>),)+
        }

        impl QuestionArgs {
            /// The question, whichever it is.
            pub(crate) fn job(&self) -> &dyn BatchJob {
                match self {
                    $(QuestionArgs::$name(job) => job,)+
                }
            }
        }
    };
}

questions! {
    /// Show what each position or game is, in a few lines; a limit is needed
    Overview(OverviewOptionArgs),
    /// Show how the positions are read
    Show(ShowQuestion),
    /// List the forbidden points, and why they are
    Forbidden(ForbiddenOptionArgs),
    /// Count and list the shapes on the board
    Patterns(PatternOptionArgs),
    /// Score the board and every empty point with an evaluator
    Score(ScoreOptionArgs),
    /// Show why an evaluator prefers one point to another
    Why(WhyOptionArgs),
    /// Show where evaluators differ
    Compare(CompareOptionArgs),
    /// Find best play, or the move of a published program; a limit is needed
    Search(SearchOptionArgs),
    /// Find wins by continuous fours
    Vcf(VcfQuestion),
    /// Find wins by continuous fours, threes and other threats of a VCF; a limit is needed
    Vct(VctQuestion),
    /// Show which moves of games mattered: a line for each move and one for the game; a limit is needed
    Game(GameOptionArgs),
    /// Show what is threatened and which moves stop it; a limit is needed
    Threats(ThreatsOptionArgs),
}
