//! The groups of the action bar.

use crate::content::hud::ActionGroup;

/// All groups of actions with their names, in the order of the bar.
pub const GROUPS: [(ActionGroup, &str); 8] = [
    (ActionGroup::Move, "Move"),
    (ActionGroup::Attack, "Attack"),
    (ActionGroup::Wrestle, "Wrestle"),
    (ActionGroup::Special, "Special"),
    (ActionGroup::Stance, "Stance"),
    (ActionGroup::Item, "Item"),
    (ActionGroup::Magic, "Magic"),
    (ActionGroup::Other, "Other"),
];

/// The name of a group of actions.
pub fn group_word(group: ActionGroup) -> &'static str {
    GROUPS.iter().find(|(known, _)| *known == group).map_or("", |(_, word)| word)
}

/// The groups in the order of the readying list, attacks first.
pub fn groups() -> Vec<ActionGroup> {
    let mut all: Vec<ActionGroup> = GROUPS.iter().map(|(group, _)| *group).collect();
    all.sort_by_key(|group| *group != ActionGroup::Attack);
    all
}
