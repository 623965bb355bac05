//! A rest between two battles in words.

use super::names::NameLookup;
use super::sentence::Sentence;
use crate::resolution::event::{BattleEvent, Recovery, RestEvent};

/// The sentence of a fact of a rest; `None` for any other fact.
pub(super) fn tell<'a>(names: &'a NameLookup<'a>, event: &BattleEvent) -> Option<Sentence<'a>> {
    let BattleEvent::Rested(respite) = event else { return None };
    let of = |who| Sentence::new(names).who(who);
    Some(match respite {
        RestEvent::Taken { rest, rule } => Sentence::new(names).say(format!("— {rest} —")).cite(*rule),
        RestEvent::StayedAway { who, rule } => of(*who).say(" died in the battle before").cite(*rule),
        RestEvent::Recovered { who, of: what, amount } => {
            let told = of(*who).say(" recovers ").sum("recovery", amount);
            match &**what {
                Recovery::HitPoints(vitals) => {
                    told.say(format!(" hit points: {}/{}", vitals.current(), vitals.maximum))
                }
                Recovery::Fatigue(vitals) => told.say(format!(" fatigue: {} left", vitals.fatigue)),
                Recovery::Invigoration(vitals) => {
                    let left = format!(" invigoration is gone: {}/{}", vitals.current(), vitals.maximum);
                    of(*who).say("'s ").sum("lost", amount).say(left)
                }
                Recovery::RunPenalty(momentum) => {
                    told.say(format!(" of the running penalty: {} checks still count", momentum.checks))
                }
                Recovery::Spells(_) => of(*who).say(" may cast every spell as if for the first time today"),
            }
        }
    })
}
