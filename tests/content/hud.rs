//! `hud.ron`: every action is listed once, and mistakes are located by line and column.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use crate::ruleset_mistakes::{found_after, library, place};
use warboard::content::{ActionGroup, Name};

const HUD: &str = "rulesets/time_count/hud.ron";

#[test]
fn the_window_finds_group_icon_and_key_of_an_action() {
    let rules = library().ruleset("time_count").unwrap();
    let strike = Name::new("strike");
    assert_eq!(
        (rules.hud.group(strike), rules.hud.icon(strike), rules.hud.key(strike)),
        (ActionGroup::Attack, "attack", Some('a'))
    );
    assert_eq!(rules.hud.key(Name::new("sneak")), None);
    let unknown = Name::new("an action of no rule system");
    assert_eq!(
        (rules.hud.group(unknown), rules.hud.icon(unknown), rules.hud.key(unknown)),
        (ActionGroup::Other, "", None)
    );
}

#[test]
fn every_action_and_spell_is_listed_once() {
    for id in library().ruleset_ids() {
        let rules = library().ruleset(&id).unwrap();
        let mut listed: Vec<&str> =
            rules.hud.groups.iter().flat_map(|group| &group.actions).map(|shown| shown.action.as_str()).collect();
        let mut known: Vec<&str> = rules.actions.iter().map(|action| action.id.as_str()).collect();
        listed.sort_unstable();
        known.sort_unstable();
        assert_eq!(listed, known, "{id}");
    }
}

#[test]
fn mistakes_are_located() {
    let rows = [
        ("\"strike\", icon", "\"strik\", icon", "unknown action `strik` (did you mean `strike`?"),
        ("\"quick_strike\", icon", "\"strike\", icon", "the action `strike` is listed twice"),
        ("'q'", "'a'", "the key 'a' is already that of `strike`"),
        ("'q'", "'-'", "'-' is no key: use a letter or a digit"),
        ("Wrestle, actions", "Attack, actions", "the group `Attack` is listed twice"),
        ("Wrestle, actions", "Wrestling, actions", "unknown choice `Wrestling`"),
        ("icon: \"running\"", "icn: \"running\"", "unknown field `icn`"),
        ("\"running\"", "\"\"", "must not be blank"),
    ];
    for (from, to, message) in rows {
        let found = found_after(HUD, from, to);
        let expected = format!("{}{message}", place(HUD, from));
        assert!(found.iter().any(|brief| brief.starts_with(&expected)), "{expected}\n{found:?}");
    }
}

#[test]
fn an_action_that_is_not_listed_is_refused_at_its_id() {
    let file = "rulesets/time_count/actions/other.ron";
    let found = found_after(HUD, "(action: \"face\", icon: \"eye\", key: 'F'),", "");
    assert_eq!(
        found,
        [format!("{}hud.ron does not list `face`: add it with its icon to a group", place(file, "\"face\""))]
    );
}
