//! Active spells: writes the facts about them.

use super::Battlefield;
use crate::battle::ActiveSpell;
use crate::resolution::event::BattleEvent;

/// Writes a fact about an active spell; whether it is one.
pub(super) fn apply(battle: &mut Battlefield, event: &BattleEvent) -> bool {
    match event {
        BattleEvent::SpellBegan { spell, .. } => {
            let snapshot = battle.around();
            spell.zone.iter().for_each(|zone| snapshot.field.lay(zone));
            snapshot.spells.push(spell.clone());
        }
        BattleEvent::IllusionSeenThrough { who, id, .. } => {
            let snapshot = battle.around();
            let spell = snapshot.spells.iter_mut().find(|spell| spell.id == *id);
            spell.and_then(|spell| spell.zone.as_mut()).into_iter().for_each(|zone| zone.known_by.push(*who));
        }
        BattleEvent::SpellControlled { id, turn, .. } => {
            let snapshot = battle.around();
            let spell = snapshot.spells.iter_mut().find(|spell| spell.id == *id);
            spell.into_iter().for_each(|spell| spell.controlled = Some(*turn));
        }
        BattleEvent::SpellEnded { id, .. } => {
            let snapshot = battle.around();
            let (ended, lasting): (Vec<ActiveSpell>, Vec<ActiveSpell>) =
                snapshot.spells.drain(..).partition(|spell| spell.id == *id);
            snapshot.spells = lasting;
            ended.iter().filter_map(|spell| spell.zone.as_ref()).for_each(|zone| snapshot.field.lift(zone));
        }
        _ => return false,
    }
    true
}
