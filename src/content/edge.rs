//! Advantage and disadvantage on a roll, with everything that gives them.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::Rule;
use super::breakdown::Label;

/// Which way a roll leans.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Slope {
    Advantage,
    Disadvantage,
}

/// One thing that gives advantage or disadvantage.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeTerm {
    /// What it comes from.
    pub label: Label,
    /// Which of the two it gives.
    pub gives: Slope,
    /// The rule that says so.
    pub rule: Rule,
}

/// Everything that gives a roll advantage or disadvantage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    terms: SmallVec<[EdgeTerm; 4]>,
}

impl Edge {
    /// A roll that leans neither way.
    pub fn even() -> Edge {
        Edge::default()
    }

    /// Adds one thing that leans the roll.
    pub fn add(&mut self, label: Label, gives: Slope, rule: Rule) {
        self.terms.push(EdgeTerm { label, gives, rule });
    }

    /// Adds all terms of another.
    pub fn extend(&mut self, other: &Edge) {
        self.terms.extend_from_slice(&other.terms);
    }

    /// What gives it, in the order it was found.
    pub fn terms(&self) -> &[EdgeTerm] {
        &self.terms
    }

    /// Which way the roll leans in the end: any number of one kind count once, and both kinds cancel.
    ///
    /// ```
    /// use warboard::content::breakdown::Label;
    /// use warboard::content::edge::{Edge, Slope};
    ///
    /// let mut edge = Edge::even();
    /// edge.add(Label::Flanked, Slope::Advantage, "R-1".into());
    /// edge.add(Label::HigherGround, Slope::Advantage, "R-2".into());
    /// assert_eq!(edge.net(), Some(Slope::Advantage));
    /// edge.add(Label::CoverHalf, Slope::Disadvantage, "R-3".into());
    /// assert_eq!(edge.net(), None);
    /// ```
    pub fn net(&self) -> Option<Slope> {
        let has = |slope| self.terms.iter().any(|term| term.gives == slope);
        match (has(Slope::Advantage), has(Slope::Disadvantage)) {
            (true, false) => Some(Slope::Advantage),
            (false, true) => Some(Slope::Disadvantage),
            _ => None,
        }
    }
}

/// What a rule adds to that makes a roll lean: an [`Edge`] for players, or a [`Lean`] where only the way counts.
pub trait Leans: Clone + Default {
    /// Adds one thing that leans the roll.
    fn add(&mut self, label: Label, gives: Slope, rule: Rule);

    /// Whether one more thing of a kind may tell anything new.
    fn heeds(&self, gives: Slope) -> bool;

    /// Which way the roll leans in the end.
    fn net(&self) -> Option<Slope>;
}

impl Leans for Edge {
    fn add(&mut self, label: Label, gives: Slope, rule: Rule) {
        self.add(label, gives, rule);
    }

    fn heeds(&self, _: Slope) -> bool {
        true
    }

    fn net(&self) -> Option<Slope> {
        self.net()
    }
}

/// An edge that forgets what gives it.
///
/// ```
/// use warboard::content::breakdown::Label;
/// use warboard::content::edge::{Lean, Leans, Slope};
///
/// let mut lean = Lean::default();
/// lean.add(Label::Flanked, Slope::Advantage, "R-1".into());
/// assert_eq!((lean.net(), lean.heeds(Slope::Advantage)), (Some(Slope::Advantage), false));
/// lean.add(Label::CoverHalf, Slope::Disadvantage, "R-2".into());
/// assert_eq!(lean.net(), None);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Lean {
    advantage: bool,
    disadvantage: bool,
}

impl Lean {
    /// One that leans one way or the other.
    pub fn towards(net: Option<Slope>) -> Lean {
        Lean { advantage: net == Some(Slope::Advantage), disadvantage: net == Some(Slope::Disadvantage) }
    }
}

impl Leans for Lean {
    #[inline]
    fn add(&mut self, _: Label, gives: Slope, _: Rule) {
        match gives {
            Slope::Advantage => self.advantage = true,
            Slope::Disadvantage => self.disadvantage = true,
        }
    }

    #[inline]
    fn heeds(&self, gives: Slope) -> bool {
        !match gives {
            Slope::Advantage => self.advantage,
            Slope::Disadvantage => self.disadvantage,
        }
    }

    #[inline]
    fn net(&self) -> Option<Slope> {
        match (self.advantage, self.disadvantage) {
            (true, false) => Some(Slope::Advantage),
            (false, true) => Some(Slope::Disadvantage),
            _ => None,
        }
    }
}
