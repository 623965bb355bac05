//! The sentences of damage to items and objects.

use super::sentence::{NameLookup, Sentence};
use crate::battle::{CombatantId, GearPiece, ThingRef};
use crate::content::Breakdown;
use crate::resolution::event::BattleEvent;

/// The sentence of a fact about an item or object; `None` for other facts.
pub fn tell<'a>(names: &'a NameLookup<'a>, event: &BattleEvent) -> Option<Sentence<'a>> {
    Some(match event {
        BattleEvent::ThingHarmed { who, thing, amount, left, rule } => {
            let state = if *left == 0 { "it is destroyed".to_owned() } else { format!("{left} hit points left") };
            item_takes(names, (*who, *thing), amount, &state).cite(*rule)
        }
        BattleEvent::ThingLeftUseless { who, thing, amount, rule, .. } => {
            let state = "the attacker spares it, but it is useless until repaired";
            item_takes(names, (*who, *thing), amount, state).cite(*rule)
        }
        BattleEvent::ObjectHarmed { who, thing, amount, left, breaks, rule, .. } => {
            let name = names.object(*thing);
            if amount.is_empty() {
                return Some(Sentence::new(names).who(*who).say(format!(" breaks {name}")).cite(*rule));
            }
            let state = match left {
                0 => "it is destroyed".to_owned(),
                left if *breaks => format!("it is broken, {left} hit points left"),
                left => format!("{left} hit points left"),
            };
            let told = Sentence::new(names).who(*who).say(format!(" damages {name} by ")).sum("damage", amount);
            told.say(format!(": {state}")).cite(*rule)
        }
        BattleEvent::ObjectLeftUseless { who, thing, amount, rule, .. } => {
            let name = names.object(ThingRef::Placed(*thing));
            let told = Sentence::new(names).who(*who).say(format!(" damages {name} by ")).sum("damage", amount);
            told.say(" and spares it: 1 hit point left, useless until repaired").cite(*rule)
        }
        BattleEvent::ObjectStiffened { who, thing, rule } => {
            let name = names.object(ThingRef::Placed(*thing));
            Sentence::new(names).who(*who).say(format!(" chills {name}: it is rigid from now on")).cite(*rule)
        }
        _ => return None,
    })
}

fn item_takes<'a>(
    names: &'a NameLookup<'a>,
    (who, thing): (CombatantId, GearPiece),
    amount: &Breakdown,
    state: &str,
) -> Sentence<'a> {
    let name = names.snapshot.rows.get(who.index()).map_or("thing", |row| row.sheet.thing_name(thing));
    let told = Sentence::new(names).who(who).say(format!("'s {name} takes ")).sum("damage", amount);
    told.say(format!(" damage: {state}"))
}
