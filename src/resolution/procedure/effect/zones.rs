//! Zones that spells create, and seeing through illusions.

use crate::battle::{ActiveSpell, CombatantId};
use crate::content::{Rule, ZoneKind, ZoneShape};
use crate::mechanics::{Game, line, zone};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::spells::active_spells;
use crate::resolution::step::Inputs;

/// Creates a zone where the spell was cast, for the duration paid for.
pub(crate) fn create(effect: &PlannedEffect, lays: (ZoneKind, ZoneShape), inputs: &Inputs<'_>, events: &mut Facts) {
    let (who, action, rule) = (effect.actor, effect.act.action, effect.rule);
    match zone::zone_of_spell(inputs.game(), who, &effect.act, lays) {
        Some(zone) => active_spells::last(effect, Some(Box::new(zone)), inputs, events),
        None => {
            let why = "there is no room".to_owned();
            events.push(BattleEvent::ActionAbandoned { who, action, why, rule });
        }
    }
}

/// Combatants inside an illusion see through it.
pub(crate) fn enter_illusions(inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (view, shape) = (inputs.view, inputs.view.shape());
    let Some(policy) = inputs.rules.policies.attack.cover.illusion() else { return };
    if view.spells().is_empty() {
        return;
    }
    for who in view.present().map(|row| row.id) {
        let inside = view.footprint(who).cells(shape);
        let met = zone::believed_illusions(view, who).filter(|(_, zone)| inside.iter().any(|cell| zone.holds(*cell)));
        events.extend(met.map(|(spell, _)| seen_through(who, spell, policy.found_out_rule)));
    }
}

/// Casters of illusions that a combatant believes and has a line to.
pub(crate) fn illusionists(game: Game<'_>, who: CombatantId) -> Vec<CombatantId> {
    let from = game.footprint(who);
    let near = |cell: &crate::grid::Cell| line::has_line(game, from, (*cell).into());
    let there = zone::believed_illusions(game.view, who).filter(|(_, zone)| zone.cells.iter().any(near));
    let mut makers: Vec<CombatantId> = there.map(|(spell, _)| spell.caster).collect();
    makers.sort_unstable();
    makers.dedup();
    makers
}

/// A combatant sees through all illusions of a caster.
pub(crate) fn see_through(who: CombatantId, maker: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let of_maker = zone::believed_illusions(inputs.view, who).filter(|(spell, _)| spell.caster == maker);
    events.extend(of_maker.map(|(spell, _)| seen_through(who, spell, rule)));
}

fn seen_through(who: CombatantId, spell: &ActiveSpell, rule: Rule) -> BattleEvent {
    BattleEvent::IllusionSeenThrough { who, id: spell.id, caster: spell.caster, spell: spell.spell, rule }
}
