//! What befalls a combatant, as small badges: on its token, and in words where one of them is looked at.

use crate::battle::{CombatantId, PairRelation, View};
use crate::content::Name;
use crate::content::breakdown::Label;
use crate::mechanics::{flanking, status};
use crate::rules::Ruleset;

/// What a badge says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// It has this condition, or is in this stance.
    Has(Name),
    /// It has this condition towards some others only.
    Towards(Name),
    /// It holds somebody.
    Holds,
    /// It is flanked.
    Flanked,
}

/// One badge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    pub says: Says,
    /// The name of its picture.
    pub icon: String,
    /// How strong it is, for conditions that come in degrees; 0 for others.
    pub level: i16,
}

/// All badges of a combatant, the oldest first, each once.
pub fn badges(view: View<'_>, rules: &Ruleset, id: CombatantId) -> Vec<Badge> {
    let (row, book) = (view.row(id), rules.book());
    if row.gone {
        return Vec::new();
    }
    let held = row.conditions.0.iter().map(|held| (Says::Has(held.condition), held.level));
    let stance = row.stance.held.map(|stance| (Says::Has(stance), 0));
    let statuses = status::statuses(view, book, id);
    let derived = statuses.iter().filter_map(|(label, _)| match label {
        Label::Named(name) => Some((Says::Has(*name), 0)),
        _ => None,
    });
    let towards = row.pairs.0.iter().filter_map(|fact| match fact.slant {
        PairRelation::Has(name) => Some((Says::Towards(name), 0)),
        _ => None,
    });
    let holds = view.holds_by(id).next().map(|_| (Says::Holds, 0));
    let flanked = flanking::is_flanked(view, book, id).then_some((Says::Flanked, 0));
    let mut found: Vec<Badge> = Vec::new();
    for (says, level) in held.chain(stance).chain(derived).chain(towards).chain(holds).chain(flanked) {
        let icon = icon(rules, says);
        // A hold is told by the condition it brings, where it brings one.
        let known = found.iter().any(|badge| badge.says == says || (badge.icon == icon && says == Says::Holds));
        if !icon.is_empty() && !known {
            found.push(Badge { says, icon, level });
        }
    }
    found
}

impl Says {
    /// The condition, if it is one.
    pub fn name(self) -> Option<Name> {
        match self {
            Says::Has(name) | Says::Towards(name) => Some(name),
            Says::Holds | Says::Flanked => None,
        }
    }
}

fn icon(rules: &Ruleset, says: Says) -> String {
    match says {
        Says::Has(name) | Says::Towards(name) => {
            rules.conditions.get(name).map_or_else(String::new, |condition| condition.icon.clone())
        }
        Says::Holds => "grabbing".to_owned(),
        Says::Flanked => "flanked".to_owned(),
    }
}
