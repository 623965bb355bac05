//! The words of afflictions.

use super::sentence::{NameLookup, Sentence};
use crate::battle::{Afflicted, CombatantId};
use crate::content::{HealthModel, Rule};
use crate::rules::Ruleset;

/// The severity of an affliction in words: the level of a wound where wounds have levels. `None` for other conditions.
pub fn severity(rules: &Ruleset, held: &Afflicted) -> Option<String> {
    rules.conditions.get(held.condition)?.affliction.as_ref()?;
    let level = match &rules.policies.consciousness.collapse {
        HealthModel::Slots(wounds) => usize::try_from(held.level - 1).ok().and_then(|level| wounds.levels.get(level)),
        _ => None,
    };
    Some(level.map_or_else(|| held.level.to_string(), |level| level.id.as_str().replace('_', " ")))
}

/// A new affliction.
pub fn gained<'a>(names: &'a NameLookup<'a>, who: CombatantId, held: &Afflicted, rule: Rule) -> Sentence<'a> {
    let severity = severity(names.rules, held).unwrap_or_default();
    let told = Sentence::new(names).who(who).say(" is ").condition(held.condition);
    told.say(format!(" ({severity}, checks against {})", held.state.against)).cite(rule)
}

/// An affliction that has changed; `None` if it has the same severity.
pub fn changed<'a>(
    names: &'a NameLookup<'a>,
    who: CombatantId,
    (was, now): (&Afflicted, Option<&Afflicted>),
    rule: Rule,
) -> Option<Sentence<'a>> {
    if now.is_some_and(|now| now.level == was.level) {
        return None;
    }
    let word = if now.is_some() { " is less " } else { " is no longer " };
    let severity = severity(names.rules, now.unwrap_or(was)).unwrap_or_default();
    let told = Sentence::new(names).who(who).say(word).condition(was.condition);
    Some(told.say(format!(" ({severity})")).cite(rule))
}
