//! Spells, and a rest between two battles, in words.

use super::sentence::{NameLookup, Sentence};
use crate::battle::Target;
use crate::mechanics::health;
use crate::resolution::event::BattleEvent::{
    self, Bolstered, EnergyChanged, HealthFollowed, IllusionSeenThrough, IncantationTimed, Incanted, ItemTransformed,
    Rested, SpellBegan, SpellControlled, SpellEnded, ThresholdPassed, Warded,
};
use crate::resolution::event::{IncantStep, Recovery, RestEvent};

/// The sentence of a fact about a spell or a rest; `None` for any other fact.
pub(super) fn tell<'a>(names: &'a NameLookup<'a>, event: &BattleEvent) -> Option<Sentence<'a>> {
    let of = |who| Sentence::new(names).who(who);
    Some(match event {
        EnergyChanged { who, change, vitals, rule, invested } => {
            let word = names.rules.policies.magic.as_ref().map_or("energy", |magic| magic.energy_word());
            let words = match (*change < 0, invested) {
                (true, false) => format!(" spends {} {word}: {} left", change.abs(), vitals.energy),
                (true, true) => format!(" invests {} {word}: {} left", change.abs(), vitals.energy),
                (false, false) => format!(" gains {change} {word}: now {}", vitals.energy),
                (false, true) => format!(" has {change} invested {word} back: now {}", vitals.energy),
            };
            of(*who).say(words).cite(*rule)
        }
        SpellBegan { spell, rule } => {
            let told = of(spell.caster).say("'s ").action(spell.spell);
            let told = match (&spell.zone, &spell.at, spell.target()) {
                (Some(zone), Target::Cell(cell), _) => {
                    let size = match zone.cells.len() {
                        1 => " covers 1 cell at ".to_owned(),
                        many => format!(" covers {many} cells around "),
                    };
                    told.say(size).cell(*cell)
                }
                (_, _, Some(target)) => told.say(" is active on ").who(target),
                _ => told.say(" is active"),
            };
            told.cite(*rule)
        }
        ItemTransformed { who, slot, weapon, rule } => {
            let name = names.rules.weapons.get(*weapon).map_or_else(|| weapon.to_string(), |it| it.name.to_lowercase());
            of(*who).say("'s ").weapon(*who, *slot).say(format!(" becomes a {name}")).cite(*rule)
        }
        IllusionSeenThrough { who, caster, spell, rule, .. } => {
            of(*who).say(" sees through ").who(*caster).say("'s ").action(*spell).cite(*rule)
        }
        SpellControlled { caster, spell, rule, .. } => of(*caster).say(" controls ").action(*spell).cite(*rule),
        SpellEnded { caster, spell, rule, .. } => of(*caster).say("'s ").action(*spell).say(" ends").cite(*rule),
        Incanted { who, spell, step, difficulty, rule, .. } => {
            let words = match step {
                IncantStep::Begun => " begins to prepare ",
                IncantStep::Hurt => " is hurt while preparing ",
                IncantStep::Moved => " walks while preparing ",
                IncantStep::Ready => " has prepared ",
                IncantStep::Charged => " charges ",
                IncantStep::Released => " releases a charge of ",
                IncantStep::Lost => " loses ",
                IncantStep::Spent => " uses up ",
            };
            let told = of(*who).say(words).action(*spell);
            let told = match difficulty.terms() {
                [] => told,
                _ => told.say(": difficulty ").sum("difficulty", difficulty),
            };
            told.cite(*rule)
        }
        IncantationTimed { who, spell, time } => {
            of(*who).say(" needs ").sum("casting time", time).say(" counts to prepare ").action(*spell)
        }
        Rested(event) => rested(names, event),
        Bolstered { who, amount, rule, .. } if amount.terms().is_empty() => {
            of(*who).say(" loses the remaining bonus hit points").cite(*rule)
        }
        Bolstered { who, amount, rule, .. } => {
            of(*who).say(" gains ").sum("bonus hit points", amount).say(" bonus hit points").cite(*rule)
        }
        Warded { who, ward, amount, rule, .. } if amount.terms().is_empty() => {
            of(*who).say(format!(" loses what is left of the {}", ward.as_str().replace('_', " "))).cite(*rule)
        }
        Warded { who, ward, amount, rule, .. } => {
            let named = format!(" points of {}", ward.as_str().replace('_', " "));
            of(*who).say(" gains ").sum("points of the ward", amount).say(named).cite(*rule)
        }
        HealthFollowed { who, vitals, rule } => {
            let now = health::in_words(&names.rules.policies.consciousness, vitals);
            of(*who).say(format!(" has {now} now")).cite(*rule)
        }
        ThresholdPassed { who, part, left, rule } => {
            let part = part.as_str().replace('_', " ");
            of(*who).say(format!(" is badly hurt: {part} has {left} points left")).cite(*rule)
        }
        _ => return None,
    })
}

fn rested<'a>(names: &'a NameLookup<'a>, respite: &RestEvent) -> Sentence<'a> {
    let policy = &names.rules.policies.consciousness;
    let of = |who| Sentence::new(names).who(who);
    match respite {
        RestEvent::Taken { rest, rule } => Sentence::new(names).say(format!("— {rest} —")).cite(*rule),
        RestEvent::StayedAway { who, rule } => of(*who).say(" died in the battle before").cite(*rule),
        RestEvent::Recovered { who, of: what, amount } => {
            let told = of(*who).say(" recovers ").sum("recovery", amount);
            match &**what {
                Recovery::HitPoints(vitals) => told.say(format!(" hit points: {}", health::of_maximum(policy, vitals))),
                Recovery::Fatigue(vitals) => told.say(format!(" fatigue: {} left", health::fatigue(vitals))),
                Recovery::Invigoration(vitals) => {
                    let left = format!(" invigoration is gone: {}", health::of_maximum(policy, vitals));
                    of(*who).say("'s ").sum("lost", amount).say(left)
                }
                Recovery::RunPenalty(momentum) => {
                    told.say(format!(" of the running penalty: {} checks still count", momentum.checks))
                }
                Recovery::Spells(_) => of(*who).say(" may cast every spell as if for the first time today"),
            }
        }
    }
}
