//! Zones on the board, and scheduled events for the timeline, in words.

use super::sentence::{action_name, condition_name};
use crate::battle::{ActiveSpell, CombatantId, SpellZone, ThingRef, Until, View};
use crate::content::{Does, Effect, Name, Rule, ZoneKind};
use crate::grid::Cell;
use crate::mechanics::{Game, incantation, objects};
use crate::rules::Ruleset;
use crate::turn::DueKind;

/// Description of a zone on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidWords {
    /// The spell and its caster, or `Fog`.
    pub what: String,
    /// Its effect.
    pub does: &'static str,
    /// When it ends.
    pub until: String,
    /// The rule for its effect.
    pub rule: Rule,
}

/// Every zone on a cell: fog of the map first, then spells, oldest first.
pub fn laid_words(view: View<'_>, rules: &Ruleset, cell: Cell) -> Vec<LaidWords> {
    let fog_rule = rules.policies.sight.as_ref().map(|sight| sight.fog_rule);
    let own = fog_rule.filter(|_| view.field().fog.contains(&cell)).map(|rule| LaidWords {
        what: "Fog".to_owned(),
        does: does_words(ZoneKind::Fog),
        until: "Permanent".to_owned(),
        rule,
    });
    let laid = view.zones().filter(|(_, zone)| zone.holds(cell));
    own.into_iter().chain(laid.map(|(spell, zone)| of_spell(view, rules, spell, zone))).collect()
}

/// The name of an object on the board, destroyed or not; a weapon on the ground has that of its kind.
pub fn object_name<'a>(view: View<'a>, rules: &'a Ruleset, thing: ThingRef) -> &'a str {
    match thing {
        ThingRef::Placed(id) => view.field().thing(id).map_or("?", |thing| thing.name.as_str()),
        ThingRef::Lying(_, weapon) => {
            let known = rules.weapons.get(weapon).map(|found| found.name.as_str());
            known.or_else(|| rules.things.get(weapon).map(|found| found.name.as_str())).unwrap_or("?")
        }
    }
}

/// Description of an object on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectWords {
    /// Its name.
    pub what: String,
    /// Its hardness, hit points and state.
    pub state: String,
    /// The rule of its numbers.
    pub rule: Rule,
}

/// Every object on a cell that can be attacked.
pub fn object_words(view: View<'_>, rules: &Ruleset, cell: Cell) -> Vec<ObjectWords> {
    let game = Game::new(view, rules.book());
    let Some(policy) = objects::policy(game) else { return Vec::new() };
    let words = |thing: ThingRef| {
        let object = objects::find(game, thing).filter(|object| object.cells.contains(&cell))?;
        let broken = if policy.is_broken(object.left, object.most) { ", broken" } else { "" };
        let (hardness, left, most) = (object.hardness, object.left, object.most);
        let state = format!("Hardness {hardness}, {left} of {most} hit points{broken}");
        Some(ObjectWords { what: capitalised(object_name(view, rules, thing)), state, rule: object.rule })
    };
    objects::all(game).into_iter().filter_map(words).collect()
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn of_spell(view: View<'_>, rules: &Ruleset, spell: &ActiveSpell, zone: &SpellZone) -> LaidWords {
    let action = rules.actions.get(spell.spell);
    let name = action.map_or_else(|| spell.spell.to_string(), |action| action.name.clone());
    let cast = action.and_then(|action| if let Does::Cast(cast) = &action.does { Some(cast) } else { None });
    let how = cast.and_then(|cast| cast.incantation.as_ref());
    let (time, caster) = (rules.policies.turn.moment(), named(view, spell.caster));
    let mut until = match spell.until {
        Until::Count(at) => format!("until {time} {at}"),
        Until::RoundEnd(at) => format!("until the end of {time} {at}"),
        Until::Round(who, at) => format!("until the turn of {} in {time} {at}", named(view, who)),
        _ => "until it is ended".to_owned(),
    };
    if how.is_some_and(|how| how.concentration) {
        until += &format!(", while {caster} concentrates");
    }
    // The rule by which the spell creates its zone.
    let lays = cast.and_then(|cast| cast.effects.iter().find(|cited| matches!(cited.does, Effect::Lay { .. })));
    let rule = lays.map(|cited| cited.rule).or(action.map(|action| action.rule)).unwrap_or_else(|| "".into());
    LaidWords { what: format!("{name} of {caster}"), does: does_words(zone.does), until, rule }
}

fn does_words(what: ZoneKind) -> &'static str {
    match what {
        ZoneKind::Fog => "Looking into, out of or through it: targets are hard to see.",
        ZoneKind::Ground(_) => "Counts as normal terrain of its kind.",
        ZoneKind::Illusion => "Enemies who believe it treat what is behind it as having cover.",
    }
}

fn named(view: View<'_>, who: CombatantId) -> &str {
    view.find(who).map_or("?", |row| &row.name)
}

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

/// Events that make a spell in preparation harder to cast, or break it (TC-447, TC-448, G-64). `None` for other events.
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
