//! Energy that is invested in spells, and returns when they end (HD-045, HD-415).

use crate::battle::Vitals;
use crate::content::{Does, Name, Rule};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::consequence::exertion;
use crate::resolution::step::Inputs;
use crate::rules::Ruleset;

/// The rule by which the energy of a spell is invested, if it is.
pub(crate) fn rule(spell: Name, rules: &Ruleset) -> Option<Rule> {
    let action = rules.actions.get(spell)?;
    if let Does::Cast(spell) = &action.does { spell.invested } else { None }
}

/// After a spell has ended: the energy invested in it returns to its caster (HD-045, HD-415).
pub(crate) fn retrieved(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let BattleEvent::SpellEnded { id, caster, spell, .. } = *fact else { return };
    let returns = inputs.view.spell(id).map_or(0, |spell| spell.invested);
    if let Some(rule) = rule(spell, inputs.rules).filter(|_| returns > 0) {
        let vitals = exertion::vitals(caster, inputs, events);
        let vitals = Vitals { energy: vitals.energy.saturating_add(returns), ..vitals };
        events.push(BattleEvent::EnergyChanged { who: caster, change: returns, vitals, rule, invested: true });
    }
}
