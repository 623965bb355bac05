//! Spells in words.

use super::names::NameLookup;
use super::sentence::Sentence;
use crate::battle::Target;
use crate::resolution::event::{BattleEvent, IncantStep};

/// The sentence of a fact about a spell; `None` for any other fact.
pub(super) fn tell<'a>(names: &'a NameLookup<'a>, event: &BattleEvent) -> Option<Sentence<'a>> {
    let of = |who| Sentence::new(names).who(who);
    Some(match event {
        BattleEvent::EnergyChanged { who, change, vitals, rule } => {
            let verb = if *change < 0 { "spends" } else { "gains" };
            let words = format!(" {verb} {} energy: {} left", change.abs(), vitals.energy);
            of(*who).say(words).cite(*rule)
        }
        BattleEvent::SpellBegan { spell, rule } => {
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
        BattleEvent::IllusionSeenThrough { who, caster, spell, rule, .. } => {
            of(*who).say(" sees through ").who(*caster).say("'s ").action(*spell).cite(*rule)
        }
        BattleEvent::SpellControlled { caster, spell, rule, .. } => {
            of(*caster).say(" controls ").action(*spell).cite(*rule)
        }
        BattleEvent::SpellEnded { caster, spell, rule, .. } => {
            of(*caster).say("'s ").action(*spell).say(" ends").cite(*rule)
        }
        BattleEvent::Incanted { who, spell, step, difficulty, rule, .. } => {
            let told = of(*who).say(step_words(*step)).action(*spell);
            let told = match difficulty.terms() {
                [] => told,
                _ => told.say(": difficulty ").sum("difficulty", difficulty),
            };
            told.cite(*rule)
        }
        BattleEvent::IncantationTimed { who, spell, time } => {
            of(*who).say(" needs ").sum("casting time", time).say(" counts to prepare ").action(*spell)
        }
        BattleEvent::Bolstered { who, amount, rule, .. } if amount.terms().is_empty() => {
            of(*who).say(" loses the remaining bonus hit points").cite(*rule)
        }
        BattleEvent::Bolstered { who, amount, rule, .. } => {
            of(*who).say(" gains ").sum("bonus hit points", amount).say(" bonus hit points").cite(*rule)
        }
        _ => return None,
    })
}

fn step_words(step: IncantStep) -> &'static str {
    match step {
        IncantStep::Begun => " begins to prepare ",
        IncantStep::Hurt => " is hurt while preparing ",
        IncantStep::Moved => " walks while preparing ",
        IncantStep::Ready => " has prepared ",
        IncantStep::Charged => " charges ",
        IncantStep::Released => " releases a charge of ",
        IncantStep::Lost => " loses ",
        IncantStep::Spent => " uses up ",
    }
}
