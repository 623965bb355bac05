//! Spells that are prepared before casting: difficulty, bonuses and cost (Time Count: TC-299, TC-444 to TC-462).

use crate::battle::{CombatantId, Prepared, View};
use crate::content::{Action, Breakdown, HeldCast, Label, MagicPolicy, Modifier, Name, PreparePolicy, Rulebook};
use crate::mechanics::checks::skill_and_attribute;
use crate::mechanics::{Game, status};

/// The policy for preparing spells, if the ruleset requires preparation.
pub fn policy<'a>(book: Rulebook<'a>) -> Option<&'a PreparePolicy> {
    book.policies.magic.as_ref().and_then(MagicPolicy::preparing)
}

/// Difficulty of casting a spell that is in preparation or prepared (TC-444, TC-446, TC-447, TC-448, TC-450).
pub fn difficulty(
    view: View<'_>,
    policy: &PreparePolicy,
    who: CombatantId,
    spell: &Action,
    prepared: &Prepared,
) -> Breakdown {
    let row = view.row(who);
    let mut sum = Breakdown::of([(Label::Base, policy.base.amount, policy.base.rule)]);
    sum.add_if(Label::SpellFatigue, spell.fatigue, policy.base.rule);
    let armor = row.sheet.armor.as_ref().filter(|_| !row.arms.armor_is_useless());
    sum.add_if(Label::SpellFailure, armor.map_or(0, |armor| armor.spell_failure), policy.base.rule);
    let tried = i16::from(row.incanting.tried(spell.id));
    add_each(&mut sum, Label::CastBefore, policy.again, tried);
    sum.add_if(Label::HurtMeanwhile, prepared.hurt, policy.hurt_rule);
    add_each(&mut sum, Label::MovedMeanwhile, policy.moved, prepared.moved);
    add_each(&mut sum, Label::Charges, policy.charge, prepared.charges);
    sum
}

fn add_each(sum: &mut Breakdown, label: Label, each: Modifier, times: i16) {
    sum.add_if(label, each.amount.saturating_mul(times), each.rule);
}

/// Bonus to the casting check (TC-454).
pub fn bonus(view: View<'_>, policy: &PreparePolicy, who: CombatantId) -> Breakdown {
    skill_and_attribute(&view.row(who).sheet, policy.check, policy.check_rule)
}

/// Bonus and difficulty of the check of a caster in a hold to cast a spell of this level (TC-299, PR-340).
pub fn check_held(game: Game<'_>, policy: &HeldCast, who: CombatantId, level: u8) -> (Breakdown, Breakdown) {
    let mut bonus = skill_and_attribute(&game.row(who).sheet, policy.check, policy.rule);
    if let Some(each) = policy.per_stack {
        let stacks = i16::try_from(status::hold_stacks(game, who)).unwrap_or(i16::MAX);
        add_each(&mut bonus, Label::Named(game.policies.grapple.held), each, stacks);
    }
    status::add_to_roll(game, who, &mut bonus);
    let by_level = policy.per_level.saturating_mul(level.into());
    (bonus, Breakdown::of([(Label::Base, policy.base, policy.rule), (Label::SpellLevel, by_level, policy.rule)]))
}

/// Number of charges in the prepared spell; 0 if a combatant has not prepared this spell.
pub fn charges(view: View<'_>, who: CombatantId, spell: Name) -> i16 {
    view.row(who).incanting.ready().filter(|ready| ready.spell == spell).map_or(0, |ready| ready.charges)
}

/// Fatigue cost of casting a spell, including charges (TC-450, TC-456).
pub fn cost(view: View<'_>, policy: &PreparePolicy, who: CombatantId, spell: &Action) -> i16 {
    let charges = charges(view, who, spell.id);
    spell.fatigue.saturating_add(policy.charge.amount.saturating_mul(charges))
}

/// Adds the attack bonus from charges (TC-462).
pub fn add_charges(view: View<'_>, policy: &PreparePolicy, who: CombatantId, spell: Name, sum: &mut Breakdown) {
    add_each(sum, Label::Charges, policy.charge_attack, charges(view, who, spell));
}
