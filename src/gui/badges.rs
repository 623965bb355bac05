//! What befalls a combatant, as small badges: on its token, and in words where one of them is looked at.

use crate::battle::Slant;
use crate::content::Name;
use crate::ecs::CombatantDataItem;
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
pub fn badges(data: &CombatantDataItem<'_, '_>, rules: &Ruleset) -> Vec<Badge> {
    if data.out_of_play.0 {
        return Vec::new();
    }
    let had = data.conditions.0.iter().map(|held| (Says::Has(held.condition), held.level));
    let stance = data.stance.held.map(|stance| (Says::Has(stance), 0));
    let effective = data.effective.0.iter().map(|name| (Says::Has(*name), 0));
    let towards = data.pairs.0.iter().filter_map(|fact| match fact.slant {
        Slant::Has(name) => Some((Says::Towards(name), 0)),
        _ => None,
    });
    let holds = (!data.grappled.holding.is_empty()).then_some((Says::Holds, 0));
    let flanked = data.flanked.0.map(|_| (Says::Flanked, 0));
    let mut found: Vec<Badge> = Vec::new();
    for (says, level) in had.chain(stance).chain(effective).chain(towards).chain(holds).chain(flanked) {
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
