//! Advantage and disadvantage on a roll, with their sources.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::content::{Label, Rule};

/// The way in which sources of advantage and disadvantage add up.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Cancellation {
    /// Several sources of one kind count once, and any source of each kind cancels all of the other.
    #[default]
    AllOrNothing,
    /// Each source cancels one of the other kind; what is left counts once (FS-098).
    OneForOne,
}

impl Cancellation {
    fn is_default(&self) -> bool {
        *self == Cancellation::default()
    }
}

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
    #[serde(default, skip_serializing_if = "Cancellation::is_default")]
    cancel: Cancellation,
}

impl AdvantageTerms {
    /// A roll without advantage or disadvantage.
    pub fn even() -> AdvantageTerms {
        AdvantageTerms::default()
    }

    /// A roll without sources so far, whose sources add up in this way.
    pub fn cancelled(cancel: Cancellation) -> AdvantageTerms {
        AdvantageTerms { cancel, ..AdvantageTerms::default() }
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

    /// The net result.
    /// ```
    /// use warboard::content::breakdown::Label;
    /// use warboard::content::advantage::{AdvantageKind, AdvantageTerms, Cancellation};
    /// let mut terms = AdvantageTerms::cancelled(Cancellation::AllOrNothing);
    /// terms.add(Label::Flanked, AdvantageKind::Advantage, "R-1".into());
    /// terms.add(Label::HigherGround, AdvantageKind::Advantage, "R-2".into());
    /// assert_eq!(terms.net(), Some(AdvantageKind::Advantage));
    /// terms.add(Label::CoverHalf, AdvantageKind::Disadvantage, "R-3".into());
    /// assert_eq!(terms.net(), None);
    /// let mut one_for_one = AdvantageTerms::cancelled(Cancellation::OneForOne);
    /// one_for_one.extend(&terms);
    /// assert_eq!(one_for_one.net(), Some(AdvantageKind::Advantage));
    /// ```
    pub fn net(&self) -> Option<AdvantageKind> {
        self.net_of(&self.terms)
    }

    /// The net result without one of the sources, by its place in [`terms`](Self::terms).
    pub fn net_without(&self, place: usize) -> Option<AdvantageKind> {
        let mut others = self.terms.clone();
        others.remove(place);
        self.net_of(&others)
    }

    fn net_of(&self, terms: &[AdvantageTerm]) -> Option<AdvantageKind> {
        let count = |kind| terms.iter().filter(|term| term.gives == kind).count();
        let [better, worse] = [AdvantageKind::Advantage, AdvantageKind::Disadvantage].map(count);
        match (better, worse) {
            (1.., 1..) if self.cancel == Cancellation::AllOrNothing => None,
            _ if better > worse => Some(AdvantageKind::Advantage),
            _ if worse > better => Some(AdvantageKind::Disadvantage),
            _ => None,
        }
    }

    /// Whether another source of this kind could change the net result.
    pub fn is_open_to(&self, kind: AdvantageKind) -> bool {
        self.cancel == Cancellation::OneForOne || !self.has(kind)
    }

    /// Whether any source gives this kind.
    pub fn has(&self, kind: AdvantageKind) -> bool {
        self.terms.iter().any(|term| term.gives == kind)
    }
}
