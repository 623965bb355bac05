//! `hud.ron`: the group, icon and default key with which the window shows each action.
//!
//! Nothing here can change a battle, so it is not part of the content hash that recordings compare.

use serde::{Deserialize, Serialize};

use super::Name;

content! {
    /// The tab of the action bar, and the section of the list of keys, in which an action is shown.
    pub enum ActionGroup: Copy + PartialOrd + Ord {
        /// Ways to move.
        Move,
        /// Attacks with a weapon.
        Attack,
        /// Grapples, and actions within a grapple.
        Wrestle,
        /// Manoeuvres and other attacks that do more than damage.
        Special,
        /// Stances and other defensive actions.
        Stance,
        /// Drawing, dropping and using items; doors.
        Item,
        /// Spells and actions that control them.
        Magic,
        /// Everything else.
        Other,
    }

    /// How one action is shown.
    pub struct ActionDisplay {
        /// The id of the action or spell.
        pub action: Name,
        /// The name of its icon in `assets/art/icons.ron`.
        pub icon: String,
        /// The key that selects it unless the player binds another: a letter or a digit. A capital is the letter with Shift.
        pub key: Option<char>,
    }

    /// The actions of one group.
    pub struct DisplayGroup {
        /// The group.
        pub group: ActionGroup,
        /// Its actions. The bar lists them in the order of the rules, not in this order.
        pub actions: Vec<ActionDisplay>,
    }
}

/// The whole of `hud.ron`: every action and spell of a rule system, by group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HudLayout {
    /// The groups, each at most once.
    pub groups: Vec<DisplayGroup>,
}

impl HudLayout {
    /// The group in which an action is shown; [`ActionGroup::Other`] for an action that is not listed.
    pub fn group(&self, action: Name) -> ActionGroup {
        self.find(action).map_or(ActionGroup::Other, |(group, _)| group)
    }

    /// The name of an action's icon; empty for an action that is not listed.
    pub fn icon(&self, action: Name) -> &str {
        self.find(action).map_or("", |(_, shown)| &shown.icon)
    }

    /// The default key of an action, if it has one.
    pub fn key(&self, action: Name) -> Option<char> {
        self.find(action)?.1.key
    }

    fn find(&self, action: Name) -> Option<(ActionGroup, &ActionDisplay)> {
        let all = self.groups.iter().flat_map(|group| group.actions.iter().map(|shown| (group.group, shown)));
        all.into_iter().find(|(_, shown)| shown.action == action)
    }
}
