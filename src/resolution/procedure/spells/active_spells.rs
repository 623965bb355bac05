//! Active spells: how they begin and end.

use crate::battle::{ActiveSpell, Afflicted, CombatantId, SpellId, SpellZone, Target, Until};
use crate::content::{Does, Effect, Rule};
use crate::mechanics::magic;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::effect::duration;
use crate::resolution::procedure::spells::{investment, magic_items, prepare};
use crate::resolution::step::Inputs;
use crate::turn::{DueKind, Phase};

/// Keeps a spell active for the duration paid for, on its target or in its zone (TA-071).
pub(crate) fn last(effect: &PlannedEffect, zone: Option<Box<SpellZone>>, inputs: &Inputs<'_>, events: &mut Facts) {
    let (Some(policy), Some(energy)) = (&inputs.rules.policies.magic, effect.act.energy()) else { return };
    let rounds = magic::rounds(policy, energy);
    if rounds == 0 {
        return;
    }
    let until = duration::for_time(effect.actor, rounds, inputs);
    let id = SpellId((inputs.view.revision() as usize + events.len()) as u32);
    let place = magic::origin(&effect.act).filter(|_| zone.is_some()).map(Target::Cell);
    let spell = ActiveSpell {
        id,
        caster: effect.actor,
        spell: effect.act.action,
        energy,
        at: place.unwrap_or(Target::Combatant(effect.target)),
        zone,
        until,
        cast: inputs.view.row(effect.actor).turn_state.turns,
        controlled: None,
        invested: investment::rule(effect.act.action, inputs.rules).map_or(0, |_| energy.total()),
        item: magic_items::source(effect.actor, effect.act.action, inputs),
    };
    if let Until::Count(at) = until {
        inputs.schedule(at, Phase::Endings, 0, DueKind::SpellEnds { caster: effect.actor, id }, events);
    }
    events.push(BattleEvent::SpellBegan { spell, rule: effect.rule });
}

/// Ends a spell early, with what it did to its target (TC-241).
pub(crate) fn end(spell: &ActiveSpell, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let due = DueKind::SpellEnds { caster: spell.caster, id: spell.id };
    let dues = inputs.timeline.iter().filter(|other| other.what == due);
    events.extend(dues.map(|due| BattleEvent::DueCancelled { due: due.id }));
    let (id, caster) = (spell.id, spell.caster);
    events.push(BattleEvent::SpellEnded { id, caster, spell: spell.spell, rule });
    let does = inputs.rules.actions.get(spell.spell).map(|action| action.does.clone());
    let Some(Does::Cast(rules)) = does else { return };
    let of_attack = rules.attack.iter().flat_map(|check| check.effects());
    for does in of_attack.chain(rules.effects.iter().map(|effect| &effect.does)) {
        let (Effect::Inflict { condition, .. } | Effect::GainLevels { condition, .. }) = *does else { continue };
        let own = |held: &Afflicted| held.condition == condition && held.by == Some(spell.caster);
        let bearer = spell.target().filter(|who| inputs.view.row(*who).conditions.0.iter().any(own));
        events.extend(bearer.map(|who| BattleEvent::ConditionLost { who, condition, rule }));
    }
}

/// Ends the spells a caster can no longer concentrate on.
pub(crate) fn forget(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let own = inputs.view.spells().iter().filter(|spell| spell.caster == who);
    own.filter(|spell| prepare::needs_concentration(spell.spell, inputs))
        .for_each(|spell| end(spell, rule, inputs, events));
}

/// Ends the spell that an act names, or all on its target or in its area.
pub(crate) fn ends(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let place = magic::origin(&effect.act).map(|_| magic::area(inputs.game(), &effect.act));
    let meant = |spell: &&ActiveSpell| match (&effect.does, &effect.act.target, &place) {
        (Effect::Dismiss, Target::Spell(id), _) => spell.id == *id,
        (Effect::Dispel, _, None) => spell.target() == Some(effect.target),
        (Effect::Dispel, _, Some(place)) => {
            spell.zone.as_ref().is_some_and(|zone| place.iter().any(|cell| zone.holds(*cell)))
        }
        _ => false,
    };
    inputs.view.spells().iter().filter(meant).for_each(|spell| end(spell, effect.rule, inputs, events));
}

/// Ends a spell whose counts are over.
pub(crate) fn lasted(id: SpellId, inputs: &Inputs<'_>, events: &mut Facts) {
    let rule = inputs.rules.policies.magic.as_ref().map_or("".into(), |magic| magic.steps_rule);
    inputs.view.spell(id).into_iter().for_each(|spell| end(spell, rule, inputs, events));
}

/// Before an item leaves its bearer: all its effects end, as the bearer does not control it any more (HD-312).
pub(crate) fn item_leaves(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let BattleEvent::WeaponDropped { who, slot, rule, .. } = *fact else { return };
    magic_items::of_item(who, slot, inputs).for_each(|spell| end(spell, rule, inputs, events));
}
