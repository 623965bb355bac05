//! Effects of reactions on their causes: acts taken back, aimed elsewhere or undone, and damage that meets a shield.

use crate::battle::{CombatantId, GearPiece, WeaponLocation};
use crate::content::{Amendment, Applies, Effect, Reaction, Who};
use crate::mechanics::reach;
use crate::resolution::act::{Act, Target};
use crate::resolution::event::DecidedCheck;
use crate::resolution::frame::{Amended, Window};
use crate::resolution::legal;
use crate::resolution::plan::{ActionPlan, PlannedEffect};
use crate::resolution::step::Inputs;

/// Changes the cause of a window as a reaction says that has been carried out. Returns whether it changes anything.
pub(super) fn amend(
    window: &mut Window,
    reaction: &Reaction,
    who: CombatantId,
    (hit, check): (bool, Option<DecidedCheck>),
) -> bool {
    let applies = match reaction.applies {
        Applies::Always => true,
        Applies::OnSuccess => hit,
        Applies::UnlessMoves => !window.moved,
        Applies::OnMargin(least) => hit && check.is_some_and(|check| check.margin >= least),
    };
    if reaction.then.is_empty() || !applies {
        return false;
    }
    let amended = &mut window.amended;
    amended.rule = Some(reaction.rule);
    for amendment in &reaction.then {
        match amendment {
            Amendment::Cancel => amended.cancelled = true,
            Amendment::StopMovement => amended.stopped = true,
            Amendment::Negate => amended.negated = true,
            Amendment::ShortenPath(cells) => amended.shortened = amended.shortened.saturating_add(*cells),
            Amendment::Deflect => amended.deflects = Some(who),
            // The combatant that clings divides its result first.
            Amendment::Cling(_) => {}
            Amendment::Retarget => {
                amended.target = Some(who);
                window.cause.target = Some(who);
                window.cause.act.iter_mut().for_each(|act| retarget(act, who));
            }
            Amendment::Redirect => {
                (amended.target, amended.target_in) = (window.aimed_at, Some(who));
                window.cause.target = window.aimed_at;
                window.cause.act.iter_mut().for_each(|act| amended.aim(act));
            }
        }
    }
    true
}

impl Amended {
    /// Aims an act at its new target, if it has one.
    pub(crate) fn aim(&self, act: &mut Act) {
        match (self.target, self.target_in) {
            (Some(who), Some(from)) => act.target = Target::Redirected { who, from },
            (Some(who), None) => retarget(act, who),
            (None, _) => {}
        }
    }
}

/// Whether an amendment of a reaction is possible: nothing is asked for one that cannot help.
pub(super) fn can_amend(amendment: Amendment, window: &Window, who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let cause = &window.cause;
    match amendment {
        Amendment::Retarget if window.amended.target.is_some() => false,
        Amendment::Retarget => {
            let aimed = cause.act.clone().filter(|_| cause.target.is_some_and(|target| target != who));
            aimed.is_some_and(|mut act| {
                retarget(&mut act, who);
                legal::still(inputs.view, inputs.rules, cause.by, &act).is_ok()
            })
        }
        Amendment::Deflect => deflecting(who, inputs).is_some(),
        Amendment::Redirect => window.amended.target.is_none(),
        Amendment::Cancel
        | Amendment::StopMovement
        | Amendment::ShortenPath(_)
        | Amendment::Cling(_)
        | Amendment::Negate => true,
    }
}

/// Aims an act at another combatant.
fn retarget(act: &mut Act, who: CombatantId) {
    match &mut act.target {
        Target::Cast(casting) => casting.at = Target::Combatant(who),
        Target::Charge { at, .. } => *at = who,
        target => *target = Target::Combatant(who),
    }
}

/// The shield on the arm of a combatant, or the weapon in its hand.
fn deflecting(who: CombatantId, inputs: &Inputs<'_>) -> Option<GearPiece> {
    let arms = &inputs.view.row(who).arms;
    let held = |slot: &_| arms.place(*slot) == WeaponLocation::InHand;
    let weapon = || reach::wields_melee_weapon(inputs.view, who).filter(held).map(GearPiece::Weapon);
    if arms.shield { Some(GearPiece::Shield) } else { weapon() }
}

/// Undoes a plan, or lets a shield or a weapon take its damage.
pub(super) fn change_plan(plan: &mut ActionPlan, amended: &Amended, inputs: &Inputs<'_>) {
    if amended.negated || amended.cancelled {
        plan.blows.clear();
        plan.effects.clear();
        plan.optional = None;
        plan.hit = false;
        let loses = |(check, target): (&mut DecidedCheck, CombatantId)| check.fail(target);
        plan.check.as_mut().zip(plan.act.aimed_at()).into_iter().for_each(loses);
        plan.struck.iter_mut().for_each(Vec::clear);
    }
    let Some((who, thing)) = amended.deflects.and_then(|who| Some((who, deflecting(who, inputs)?))) else { return };
    let (met, others): (Vec<_>, Vec<_>) =
        std::mem::take(&mut plan.blows).into_iter().partition(|blow| blow.target == who);
    plan.blows = others;
    met.iter().for_each(|blow| plan.wear(Some(thing), blow, amended.rule.unwrap_or(blow.rule)));
    // A blow on another item of the combatant.
    let aside = |effect: &&mut PlannedEffect| {
        effect.target == who && effect.dealt.is_some() && matches!(effect.does, Effect::Wear { who: Who::Target, .. })
    };
    plan.effects.iter_mut().filter(aside).for_each(|effect| effect.item = Some(thing));
}
