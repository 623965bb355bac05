//! The further terms of a check.

use crate::battle::{CombatantId, View, WeaponSlot};
use crate::content::Rule;
use crate::content::action::{Check, TermWhen};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::effect::{Effect, Hold};
use crate::content::gear::Hands;
use crate::mechanics::attack::Mode;
use crate::rules::Ruleset;

/// Adds the terms a check names, sizes where they count, and what makes a hold hard to break.
pub(super) fn further(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    (check, cited): (&Check, Rule),
    (weapon, mode): (Option<WeaponSlot>, Mode),
    target: CombatantId,
    bonus: &mut Breakdown,
) {
    let row = view.row(actor);
    for term in &check.terms {
        let (holds, label) = match term.when {
            TermWhen::Always => (true, Label::Maneuver),
            TermWhen::RunningStart(feet) => (running_start(view, rules, actor, target, feet), Label::RunningStart),
            // Who holds several things to choose from has none of them in two hands.
            TermWhen::TargetUsesTwoHands => (holds_in_two_hands(view, target), Label::TwoHandedGrip),
            TermWhen::WithRangedWeapon => {
                let used = weapon.and_then(|slot| row.sheet.weapon(slot));
                let ranged = used.is_some_and(|entry| entry.weapon.melee.is_none());
                (ranged || !mode.is_melee(), Label::RangedWeapon)
            }
        };
        if holds {
            bonus.add(label, term.add.amount, term.add.rule);
        }
    }
    if let Some(rule) = check.size_counts {
        let size = rules.policies.attack.size_in_checks.of(row.sheet.size_modifier);
        bonus.add_if(Label::SizeModifier(row.sheet.size), size, rule);
    }
    let is_escape = check
        .ladder
        .iter()
        .flat_map(|rung| &rung.effects)
        .any(|effect| matches!(effect.does, Effect::BreakHold { optional: false, .. }));
    if let Some(hold) = view.hold(target, actor).filter(|_| is_escape) {
        bonus.add_if(Label::HardToBreak, hold.firmness(), firm_rule(rules).unwrap_or(cited));
    }
}

/// The rule by which a hold is hard to break.
fn firm_rule(rules: &Ruleset) -> Option<Rule> {
    let ladders = rules.actions.iter().filter_map(|action| action.check()).flat_map(|check| &check.ladder);
    let mut effects = ladders.flat_map(|rung| &rung.effects);
    effects.find(|effect| matches!(effect.does, Effect::Tighten(Hold::HardToBreak(_)))).map(|effect| effect.rule)
}

/// Whether the actor has just come straight towards the target for so many feet.
fn running_start(view: View<'_>, rules: &Ruleset, actor: CombatantId, target: CombatantId, feet: u16) -> bool {
    let momentum = &view.row(actor).momentum;
    let towards = view.shape().direction_towards(view.footprint(actor), view.footprint(target));
    let straight = momentum.straight * rules.policies.board.feet >= feet;
    straight && towards.map(|direction| direction.0) == momentum.heading
}

fn holds_in_two_hands(view: View<'_>, who: CombatantId) -> bool {
    let row = view.row(who);
    row.arms.in_hand().filter_map(|slot| row.sheet.weapon(slot)).any(|entry| entry.weapon.hands == Hands::Two)
}
