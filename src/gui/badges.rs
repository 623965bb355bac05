//! Badges: small icons for conditions, stances and flanking, on tokens and in tooltips.

use crate::battle::PairRelation;
use crate::content::Name;
use crate::ecs::CombatantDataItem;
use crate::rules::Ruleset;

/// The meaning of a badge.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// The combatant has this condition or is in this stance.
    Has(Name),
    /// The combatant has this condition towards some others only.
    Towards(Name),
    /// The combatant grapples another.
    Holds,
    /// The combatant is flanked.
    Flanked,
}

/// A small icon on a token or in a tooltip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// Its meaning.
    pub says: Says,
    /// Name of its icon, from `assets/art/icons.ron`.
    pub icon: String,
    /// Level of a condition that has levels; 0 for others.
    pub level: i16,
}

/// All badges of a combatant, oldest first, without duplicates.
pub fn badges(data: &CombatantDataItem<'_, '_>, rules: &Ruleset) -> Vec<Badge> {
    if data.out_of_play.0 {
        return Vec::new();
    }
    let had = data.conditions.0.iter().map(|held| (Says::Has(held.condition), held.level));
    let stance = data.stance.held.map(|stance| (Says::Has(stance), 0));
    let effective = data.effective.0.iter().map(|name| (Says::Has(*name), 0));
    let towards = data.pairs.0.iter().filter_map(|fact| match fact.slant {
        PairRelation::Has(name) => Some((Says::Towards(name), 0)),
        _ => None,
    });
    let holds = (!data.grappled.holding.is_empty()).then_some((Says::Holds, 0));
    let flanked = data.flanked.0.map(|_| (Says::Flanked, 0));
    let mut found: Vec<Badge> = Vec::new();
    for (says, level) in had.chain(stance).chain(effective).chain(towards).chain(holds).chain(flanked) {
        let icon = match says {
            Says::Has(name) | Says::Towards(name) => rules.conditions.get(name).map_or("", |found| &found.icon),
            Says::Holds => "grabbing",
            Says::Flanked => "flanked",
        };
        // A hold is shown by the condition it causes, if it causes one.
        let known = found.iter().any(|badge| badge.says == says || (badge.icon == icon && says == Says::Holds));
        if !icon.is_empty() && !known {
            found.push(Badge { says, icon: icon.to_owned(), level });
        }
    }
    found
}

impl Says {
    /// The condition, if the badge stands for one.
    pub fn name(self) -> Option<Name> {
        match self {
            Says::Has(name) | Says::Towards(name) => Some(name),
            Says::Holds | Says::Flanked => None,
        }
    }
}
