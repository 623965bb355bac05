//! Reasons why an act is refused.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::Rule;

/// A reason in plain words with its rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// Plain words, such as "needs both hands free".
    pub why: Cow<'static, str>,
    /// The rule that says so.
    pub rule: Rule,
}

impl Refusal {
    /// A refusal with these words.
    pub fn new(why: impl Into<Cow<'static, str>>, rule: Rule) -> Refusal {
        Refusal { why: why.into(), rule }
    }
}

/// Leaves a function with a refusal if a condition holds: `refuse_if!(condition, reason, rule)`.
macro_rules! refuse_if {
    ($condition:expr, $why:expr, $rule:expr) => {
        if $condition {
            return Err($crate::content::refusal::Refusal::new($why, $rule));
        }
    };
}
pub(crate) use refuse_if;

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} ({})", self.why, self.rule)
    }
}
