//! Scheduled events in words, for the timeline.

use super::sentence::{action_name, condition_name};
use crate::battle::{CombatantId, View};
use crate::content::Name;
use crate::mechanics::incantation;
use crate::rules::Ruleset;
use crate::turn::DueKind;

/// A scheduled event in words, to follow the name of its combatant.
pub fn due_words(view: View<'_>, rules: &Ruleset, what: &DueKind) -> String {
    let venom_name = |venom: Name| rules.venoms.get(venom).map_or_else(String::new, |found| found.name.to_lowercase());
    let spell_name = |spell: Option<Name>| spell.map_or_else(String::new, |spell| action_name(rules, spell));
    match what {
        DueKind::Turn(_) => "acts".to_owned(),
        DueKind::Completion { who, act } => prepares(view, rules, *who, act.action)
            .unwrap_or_else(|| format!("completes {}", action_name(rules, act.action))),
        DueKind::Waking(_) => "tries to wake".to_owned(),
        DueKind::Passing(_) => "would have acted: effects until then end".to_owned(),
        DueKind::ConditionEnds { condition, .. } => format!("is no longer {}", condition_name(rules, *condition)),
        DueKind::Harms { condition, .. } => format!("takes damage if still {}", condition_name(rules, *condition)),
        DueKind::SpellFades(who) => {
            format!("loses the prepared {}", spell_name(view.row(*who).incanting.ready().map(|ready| ready.spell)))
        }
        DueKind::SpellEnds { id, .. } => format!("stops {}", spell_name(view.spell(*id).map(|spell| spell.spell))),
        DueKind::Dose { venom, left, .. } => format!("suffers from {} ({left} to come)", venom_name(*venom)),
        DueKind::WearsOff { venom, .. } => format!("recovers from {}", venom_name(*venom)),
        DueKind::BonusEnds { .. } => "loses the remaining bonus hit points".to_owned(),
    }
}

/// A preparation that will be complete, with the current difficulty to cast the spell and its terms (TC-444).
fn prepares(view: View<'_>, rules: &Ruleset, who: CombatantId, action: Name) -> Option<String> {
    let policy = incantation::policy(rules.book()).filter(|policy| policy.action == action)?;
    let incanting = &view.row(who).incanting;
    let (spell, name) = (incanting.spell?, action_name(rules, incanting.under_way()?.spell));
    let sum = incantation::difficulty(view, policy, who, rules.actions.get(spell.spell)?, &spell);
    let terms: Vec<String> = sum.terms().iter().map(|term| format!("{} {}", term.amount, term.label.words())).collect();
    Some(format!("has prepared {name} (difficulty {}: {})", sum.total(), terms.join(", ")))
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
