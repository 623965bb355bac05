//! Scheduled events in words, for the timeline.

use crate::battle::{CombatantId, View};
use crate::content::Name;
use crate::content::policy::PreparePolicy;
use crate::mechanics::incantation;
use crate::rules::Ruleset;
use crate::turn::DueKind;

/// A scheduled event in words, to follow the name of its combatant.
pub fn due_words(view: View<'_>, rules: &Ruleset, what: &DueKind) -> String {
    match what {
        DueKind::Turn(_) => "acts".to_owned(),
        DueKind::Completion { who, act } => {
            prepares(view, rules, *who, act.action).unwrap_or_else(|| format!("completes {}", named(rules, act.action)))
        }
        DueKind::Waking(_) => "tries to wake".to_owned(),
        DueKind::Passing(_) => "would have acted: effects until then end".to_owned(),
        DueKind::ConditionEnds { condition, .. } => {
            let found = rules.conditions.get(*condition);
            format!("is no longer {}", found.map_or_else(|| condition.to_string(), |found| found.name.to_lowercase()))
        }
        DueKind::Harms { condition, .. } => {
            let found = rules.conditions.get(*condition);
            let word = found.map_or_else(|| condition.to_string(), |found| found.name.to_lowercase());
            format!("takes damage if still {word}")
        }
        DueKind::SpellFades(who) => {
            let spell = view.row(*who).incanting.ready().map_or_else(String::new, |ready| named(rules, ready.spell));
            format!("loses the prepared {spell}")
        }
        DueKind::SpellEnds { id, .. } => {
            let spell = view.spell(*id).map_or_else(String::new, |spell| named(rules, spell.spell));
            format!("stops {spell}")
        }
        DueKind::Dose { venom, left, .. } => {
            let name = rules.venoms.get(*venom).map_or("", |found| found.name.as_str());
            format!("suffers from {} ({left} to come)", name.to_lowercase())
        }
        DueKind::WearsOff { venom, .. } => {
            let name = rules.venoms.get(*venom).map_or("", |found| found.name.as_str());
            format!("recovers from {}", name.to_lowercase())
        }
        DueKind::BonusEnds { .. } => "loses the remaining bonus hit points".to_owned(),
    }
}

/// A preparation that will be complete, with the current difficulty to cast the spell (TC-444).
fn prepares(view: View<'_>, rules: &Ruleset, who: CombatantId, action: Name) -> Option<String> {
    let policy = incantation::policy(rules.book()).filter(|policy| policy.action == action)?;
    let difficulty = difficulty_words(view, rules, policy, who)?;
    let spell = view.row(who).incanting.under_way()?.spell;
    Some(format!("has prepared {} ({difficulty})", named(rules, spell)))
}

/// Events that make a spell in preparation harder to cast, or break it (TC-447, TC-448, G-64). `None` for other scheduled
/// events.
pub fn due_dangers(view: View<'_>, rules: &Ruleset, what: &DueKind) -> Option<String> {
    let DueKind::Completion { who, act } = what else { return None };
    let policy = incantation::policy(rules.book()).filter(|policy| policy.action == act.action)?;
    view.row(*who).incanting.under_way()?;
    let (hurt, moved, abandon) = (policy.hurt_rule, policy.moved, policy.abandon_rule);
    Some(format!(
        "Harder by 1 for every point of damage or fatigue [{hurt}] and by {} for every count of walking [{}]. \
         Lost if the caster faints or gives it up [{abandon}].",
        moved.amount, moved.rule
    ))
}

/// The difficulty of the spell that a combatant prepares or has prepared, with its terms.
fn difficulty_words(view: View<'_>, rules: &Ruleset, policy: &PreparePolicy, who: CombatantId) -> Option<String> {
    let spell = view.row(who).incanting.spell?;
    let sum = incantation::difficulty(view, policy, who, rules.actions.get(spell.spell)?, &spell);
    let terms: Vec<String> = sum.terms().iter().map(|term| format!("{} {}", term.amount, term.label.words())).collect();
    Some(format!("difficulty {}: {}", sum.total(), terms.join(", ")))
}

fn named(rules: &Ruleset, action: Name) -> String {
    rules.actions.get(action).map_or_else(|| action.as_str().replace('_', " "), |found| found.name.clone())
}
