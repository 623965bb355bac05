//! Advantage and disadvantage on a roll, with their sources.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::content::Rule;
use crate::content::breakdown::Label;

/// Advantage or disadvantage.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AdvantageKind {
    /// The best die counts.
    Advantage,
    /// The worst die counts.
    Disadvantage,
}

/// One source of advantage or disadvantage.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdvantageTerm {
    /// Source, for display.
    pub label: Label,
    /// Whether it gives advantage or disadvantage.
    pub gives: AdvantageKind,
    /// Rule id.
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
        self.terms.push(AdvantageTerm { label, gives, rule });
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
    ///
    /// ```
    /// use warboard::content::breakdown::Label;
    /// use warboard::content::advantage::{AdvantageKind, AdvantageTerms};
    ///
    /// let mut terms = AdvantageTerms::even();
    /// terms.add(Label::Flanked, AdvantageKind::Advantage, "R-1".into());
    /// terms.add(Label::HigherGround, AdvantageKind::Advantage, "R-2".into());
    /// assert_eq!(terms.net(), Some(AdvantageKind::Advantage));
    /// terms.add(Label::CoverHalf, AdvantageKind::Disadvantage, "R-3".into());
    /// assert_eq!(terms.net(), None);
    /// ```
    pub fn net(&self) -> Option<AdvantageKind> {
        let mut net = NetAdvantage::default();
        self.terms.iter().for_each(|term| net.add(term.label, term.gives, term.rule));
        net.net()
    }
}

/// A collector of sources of advantage: [`AdvantageTerms`] keeps all of them for display, [`NetAdvantage`] only the result.
pub trait AdvantageTally: Clone + Default {
    /// Adds a source.
    fn add(&mut self, label: Label, gives: AdvantageKind, rule: Rule);

    /// Whether another source of this kind could make a difference.
    fn is_open_to(&self, gives: AdvantageKind) -> bool;

    /// The net result: several sources of one kind count once, and the two kinds cancel out.
    fn net(&self) -> Option<AdvantageKind>;
}

impl AdvantageTally for AdvantageTerms {
    fn add(&mut self, label: Label, gives: AdvantageKind, rule: Rule) {
        self.add(label, gives, rule);
    }

    fn is_open_to(&self, _: AdvantageKind) -> bool {
        true
    }

    fn net(&self) -> Option<AdvantageKind> {
        self.net()
    }
}

/// Net advantage without its sources.
///
/// ```
/// use warboard::content::breakdown::Label;
/// use warboard::content::advantage::{AdvantageKind, AdvantageTally, NetAdvantage};
///
/// let mut net = NetAdvantage::default();
/// net.add(Label::Flanked, AdvantageKind::Advantage, "R-1".into());
/// assert_eq!((net.net(), net.is_open_to(AdvantageKind::Advantage)), (Some(AdvantageKind::Advantage), false));
/// net.add(Label::CoverHalf, AdvantageKind::Disadvantage, "R-2".into());
/// assert_eq!(net.net(), None);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NetAdvantage {
    /// Whether there is a source of each kind.
    has: [bool; 2],
}

impl NetAdvantage {
    /// A known net result.
    pub fn of(net: Option<AdvantageKind>) -> NetAdvantage {
        NetAdvantage { has: [AdvantageKind::Advantage, AdvantageKind::Disadvantage].map(|kind| net == Some(kind)) }
    }
}

impl AdvantageTally for NetAdvantage {
    fn add(&mut self, _: Label, gives: AdvantageKind, _: Rule) {
        self.has[gives as usize] = true;
    }

    fn is_open_to(&self, gives: AdvantageKind) -> bool {
        !self.has[gives as usize]
    }

    fn net(&self) -> Option<AdvantageKind> {
        match self.has {
            [true, false] => Some(AdvantageKind::Advantage),
            [false, true] => Some(AdvantageKind::Disadvantage),
            _ => None,
        }
    }
}
