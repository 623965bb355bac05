//! Advantage and disadvantage on a roll, with their sources.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::content::{Label, Rule};

/// Advantage or disadvantage.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AdvantageKind {
    /// Several dice are rolled and the highest counts.
    Advantage,
    /// Several dice are rolled and the lowest counts.
    Disadvantage,
}

/// One source of advantage or disadvantage.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdvantageTerm {
    /// The source, for display.
    pub label: Label,
    /// Whether it gives advantage or disadvantage.
    pub gives: AdvantageKind,
    /// The rule that says so.
    pub rule: Rule,
}

/// All sources of advantage and disadvantage on one roll.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdvantageTerms {
    terms: SmallVec<[AdvantageTerm; 4]>,
}

impl AdvantageTerms {
    /// A roll without advantage or disadvantage.
    pub fn even() -> AdvantageTerms {
        AdvantageTerms::default()
    }

    /// Adds a source.
    pub fn add(&mut self, label: Label, gives: AdvantageKind, rule: Rule) {
        self.push(AdvantageTerm { label, gives, rule });
    }

    /// Adds a source.
    pub fn push(&mut self, term: AdvantageTerm) {
        self.terms.push(term);
    }

    /// Adds all sources of another roll.
    pub fn extend(&mut self, other: &AdvantageTerms) {
        self.terms.extend_from_slice(&other.terms);
    }

    /// All sources, in the order they were added.
    pub fn terms(&self) -> &[AdvantageTerm] {
        &self.terms
    }

    /// The net result: several sources of one kind count once, and the two kinds cancel out.
    /// ```
    /// use warboard::content::breakdown::Label;
    /// use warboard::content::advantage::{AdvantageKind, AdvantageTerms};
    /// let mut terms = AdvantageTerms::even();
    /// terms.add(Label::Flanked, AdvantageKind::Advantage, "R-1".into());
    /// terms.add(Label::HigherGround, AdvantageKind::Advantage, "R-2".into());
    /// assert_eq!(terms.net(), Some(AdvantageKind::Advantage));
    /// terms.add(Label::CoverHalf, AdvantageKind::Disadvantage, "R-3".into());
    /// assert_eq!(terms.net(), None);
    /// ```
    pub fn net(&self) -> Option<AdvantageKind> {
        match (self.has(AdvantageKind::Advantage), self.has(AdvantageKind::Disadvantage)) {
            (true, false) => Some(AdvantageKind::Advantage),
            (false, true) => Some(AdvantageKind::Disadvantage),
            _ => None,
        }
    }

    /// Whether any source gives this kind.
    pub fn has(&self, kind: AdvantageKind) -> bool {
        self.terms.iter().any(|term| term.gives == kind)
    }
}
