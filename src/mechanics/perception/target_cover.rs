//! The cover of a target, and its words.

use crate::battle::{CombatantId, View};
use crate::content::Rule;
use crate::grid::{Cell, CoverGrade, Obstacle};

/// Cover of a target against one attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetCover {
    /// Cover from terrain and barriers.
    pub grade: CoverGrade,
    /// The grade of the obstacle that hides most, by itself.
    pub obstacle: CoverGrade,
    /// The obstacle that hides most: the one that blocks sight, otherwise the one that gives the cover.
    pub by: Option<Obstacle>,
    /// A combatant in the line of attack. With the corner policy `None` if the target cannot be seen.
    pub creature: Option<CombatantId>,
    /// A cell of an illusion in the line of attack that the attacker believes in.
    pub illusion: Option<Cell>,
    /// Whether any part of the target can be seen.
    pub seen: bool,
    /// The protected share of its body in percent, where cover is measured by it.
    pub protected: Option<u8>,
    /// The rule by which the target's stance raises the grade, if it does (HD-108).
    pub raised: Option<Rule>,
}

impl TargetCover {
    pub(in crate::mechanics) const CLEAR: TargetCover = TargetCover {
        grade: CoverGrade::None,
        obstacle: CoverGrade::None,
        by: None,
        creature: None,
        illusion: None,
        seen: true,
        protected: None,
        raised: None,
    };

    /// Description for players, naming the obstacles.
    pub fn words(&self, view: View<'_>) -> String {
        let behind = match self.by {
            Some(Obstacle::Cell(cell)) => Some((view.board().terrain(cell).name.as_str(), cell)),
            Some(Obstacle::Barrier(a, b)) => view.board().barrier(a, b).map(|barrier| (barrier.name.as_str(), b)),
            None => None,
        };
        let ground = match self.protected {
            Some(_) => measured(self.grade),
            None if !self.seen => Some("not seen"),
            None => graded(self.grade),
        };
        let share = self.protected.filter(|_| self.seen).map(|share| format!(" ({share}%)")).unwrap_or_default();
        let ground = ground.map(|grade| format!("{grade}{share}"));
        let ground = ground.map(|grade| match behind.filter(|(name, _)| !name.is_empty()) {
            Some((name, cell)) => format!("{grade}: {} at {cell}", name.to_lowercase()),
            None => grade,
        });
        let body = self.creature.filter(|_| self.seen).and_then(|id| view.find(id));
        let body = body.map(|row| format!("{} in the way", row.name));
        let seeming = self.illusion.filter(|_| self.seen).map(|cell| format!("seems to be behind what is at {cell}"));
        let parts: Vec<String> = ground.into_iter().chain(body).chain(seeming).collect();
        if parts.is_empty() { "clear".to_owned() } else { parts.join(", ") }
    }

    /// Whether there is any cover.
    pub fn protects(&self) -> bool {
        self.grade > CoverGrade::None || self.creature.is_some() || self.illusion.is_some() || !self.seen
    }
}

/// The words for a grade of cover that lines of sight decide.
pub fn graded(grade: CoverGrade) -> Option<&'static str> {
    match grade {
        CoverGrade::None => None,
        CoverGrade::Quarter => Some("quarter cover"),
        CoverGrade::Half => Some("half cover"),
        CoverGrade::ThreeQuarters => Some("three-quarter cover"),
        CoverGrade::NineTenths | CoverGrade::Total => Some("nine-tenths cover"),
    }
}

/// The words for a grade where cover is measured by the protected share of a body (FS-117, FS-120, FS-122).
pub fn measured(grade: CoverGrade) -> Option<&'static str> {
    match grade {
        CoverGrade::None | CoverGrade::Quarter => None,
        CoverGrade::Half => Some("low cover"),
        CoverGrade::ThreeQuarters | CoverGrade::NineTenths => Some("high cover"),
        CoverGrade::Total => Some("full cover"),
    }
}
