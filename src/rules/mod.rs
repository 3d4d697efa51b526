//! What wins: the three rules, rows, fives and overlines.
//!
//! [`Rule`] is what users and files say. Inner loops are generic over a [`RuleSet`], chosen once
//! by [`Rule::dispatch`].

mod five;
mod rule;
mod rule_set;

pub use five::{Run, overlines, row_length_through, row_through, winning_rows};
pub use rule::{ForRule, ParseRuleError, Rule};
pub use rule_set::{FiveLength, Freestyle, Renju, RuleSet, Standard};
