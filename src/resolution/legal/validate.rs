//! The one judgement of an act: legal or refused with a reason.

use super::{ability, arms, combatant_target, requirement, target};
use crate::battle::{CombatantId, Momentum, View, WeaponSlot};
use crate::content::action::{Action, ActionReach, CitedRequirement, Does, Gait};
use crate::content::refusal::Refusal;
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{movement, reach, sight, space};
use crate::resolution::act::{Act, Choice, Target};
use crate::rules::Ruleset;

/// An act that was found legal, and when. Only [`judged`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    who: CombatantId,
    act: Act,
    /// When anything had changed last; `None` if that was judged which somebody imagined.
    changed: Option<u64>,
    finding: Finding,
}

/// What comes of an act, as far as it had to be found out to judge it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    Nothing,
    /// The memory of the movement if it goes as planned.
    Walk(Momentum),
    /// How this weapon is used on this target.
    Aim(CombatantId, WeaponSlot, Mode),
}

/// An act if a combatant may declare it in its turn.
///
/// # Errors
/// As [`check`](super::check).
pub fn judged(view: View<'_>, rules: &Ruleset, who: CombatantId, act: Act) -> Result<Judged, Refusal> {
    let finding = judge(view, rules, who, &act, false)?;
    let changed = view.is_plain().then(|| view.changed().any);
    Ok(Judged { who, act, changed, finding })
}

impl Judged {
    /// What was judged.
    pub fn act(&self) -> &Act {
        &self.act
    }

    /// What was found out besides.
    pub(in crate::resolution) fn finding(&self) -> Finding {
        self.finding
    }

    /// Whether this choice is what was judged, and nothing has changed since.
    pub(in crate::resolution) fn is_of(&self, view: View<'_>, who: CombatantId, choice: &Choice) -> bool {
        let same = matches!(choice, Choice::Act(act) if *act == self.act);
        same && self.who == who && self.changed == Some(view.changed().any)
    }
}

/// Whether a combatant may declare this action in its turn.
///
/// # Errors
/// The reason in plain words with its rule.
pub fn check(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act) -> Result<(), Refusal> {
    judge(view, rules, who, act, false).map(drop)
}

/// Whether a combatant may carry out this action now, be it offered, a reaction, or declared before.
///
/// # Errors
/// The reason in plain words with its rule.
pub fn still(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act) -> Result<(), Refusal> {
    judge(view, rules, who, act, true).map(drop)
}

fn judge(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act, offered: bool) -> Result<Finding, Refusal> {
    let Some(action) = rules.actions.get(act.action) else {
        let why = format!("{} has no action {}", rules.policies.name, act.action);
        return Err(Refusal::new(why, "".into()));
    };
    ability::able(view, rules, who, action)?;
    if !offered {
        ability::enough_actions(view, rules, who, action)?;
    }
    fitting(view, rules, who, (act, action), |cited| requirement::met(view, rules, who, act, cited, offered))
}

/// Whether one who [may do anything of the kind](super::Begins::may) may do this: the other half of [`check`].
///
/// # Errors
/// The reason in plain words with its rule.
pub fn may_aim(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act, action: &Action) -> Result<(), Refusal> {
    let unasked = |cited: &CitedRequirement| match cited.needs.is_of_actor() {
        true => Ok(()),
        false => requirement::met(view, rules, who, act, cited, false),
    };
    fitting(view, rules, who, (act, action), unasked).map(drop)
}

fn fitting(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    (act, action): (&Act, &Action),
    met: impl Fn(&CitedRequirement) -> Result<(), Refusal>,
) -> Result<Finding, Refusal> {
    target::aimed(view, rules, who, act, action)?;
    action.requires.iter().try_for_each(met)?;
    arms::fit(view, who, act, action)?;
    if let Does::Move(gait) = action.does {
        let Some((gait, path)) = act.movement(gait) else { return Err(combatant_target::wrong_aim(action)) };
        let known = sight::known_to(view, rules.book(), view.row(who).side);
        let momentum = movement::walk(known, rules.book(), who, gait, path)?;
        if gait == Gait::Barge {
            anybody_on(view, rules, who, path, action)?;
        }
        return Ok(Finding::Walk(momentum));
    }
    in_reach(view, rules, who, act, action)
}

/// Whether anybody has to be pushed aside on a way; if not, it is a way to walk.
fn anybody_on(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    path: &[crate::grid::Cell],
    action: &Action,
) -> Result<(), Refusal> {
    let body = view.footprint(who);
    let barred = path.iter().any(|cell| space::is_barred(view, rules.book(), who, body.at(*cell)));
    if barred { Ok(()) } else { Err(Refusal::new("no enemy is in the way: just walk", action.rule)) }
}

/// Whether the target is near enough for the action and its weapon.
fn in_reach(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act, action: &Action) -> Result<Finding, Refusal> {
    let Some(target) = act.aimed_at() else { return Ok(Finding::Nothing) };
    let view = act.imagined(view);
    let out = || Refusal::new("out of reach", action.rule);
    match action.reach {
        ActionReach::Any => Ok(Finding::Nothing),
        ActionReach::Adjacent if reach::touches(view, rules.book(), who, target) => Ok(Finding::Nothing),
        ActionReach::Adjacent => Err(out()),
        ActionReach::Melee => {
            arms::in_melee(view, rules, who, act, action, target).map(|_| Finding::Nothing).ok_or_else(out)
        }
        ActionReach::WeaponWithin(feet) if !reach::within(view, rules.book(), who, target, feet) => Err(out()),
        ActionReach::Weapon | ActionReach::WeaponWithin(_) => {
            let slot = arms::weapon_for(view, who, act, action).ok_or_else(out)?;
            let mode = attack::mode(view, rules.book(), who, slot, target)?;
            let known = matches!(act.target, Target::Combatant(_));
            Ok(if known { Finding::Aim(target, slot, mode) } else { Finding::Nothing })
        }
    }
}
