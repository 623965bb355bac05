//! Combatants that go from one battle to the next: their state at the end of the first.

use serde::{Deserialize, Serialize};

use crate::battle::{
    Afflicted, Arms, CombatantId, Conditions, Held, Incanting, Momentum, Row, Side, Vitals, Wards, WeaponLocation,
};
use crate::content::{HealthModel, Name, Rest, RestPolicy};
use crate::resolution::setup::{CombatantSetup, Setup};
use crate::rules::{Ruleset, sheet_under_conditions};
use crate::turn::{DueKind, Timeline};

/// The previous battle of a series: the state of those that take part in both, and the rest between the two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarryOver {
    /// The rest between the battles.
    pub rest: Rest,
    /// Carried states, with the combatant's number in the battle that begins.
    pub brought: Vec<(CombatantId, CarriedState)>,
}

/// State of a combatant at the end of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarriedState {
    /// Hit points, fatigue and energy.
    pub vitals: Vitals,
    /// Conditions that outlast a battle, with their levels.
    pub conditions: Vec<(Name, i16)>,
    /// Equipment. Broken items stay broken, and used-up items stay gone.
    pub arms: Arms,
    /// Exertion checks made in runs, and how many of them were for sprinting.
    pub checks: (u8, u8),
    /// Attempts at each spell today.
    pub tried: Vec<(Name, u8)>,
    /// Doses of venom that still act.
    pub doses: Vec<Pending>,
}

/// A dose of venom that acts a given number of times more.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// Id of the venom.
    pub venom: Name,
    /// Index of the dose within the venom.
    pub dose: u8,
    /// Number of times it still acts.
    pub left: u16,
}

/// Reason why one battle cannot follow another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant documents its fields")]
pub enum NoAfter {
    /// The rule system with this name has no rules for rests.
    #[error("{0} has no rules for a rest between two battles")]
    NoRest(String),
    /// No combatant of the first side is in both battles: the names of that side in each.
    #[error(
        "no combatant fights in both battles: the first side is {first} here and {next} there, and a combatant needs the \
         same name and unit in both"
    )]
    Strangers { first: String, next: String },
}

impl CarryOver {
    /// Checks that one battle can follow another: at least one combatant of the first side has the same name and unit in
    /// both.
    ///
    /// # Errors
    /// If no combatant does, or the rule system has no rests.
    pub fn can_follow(first: &Setup, next: &Setup) -> Result<(), NoAfter> {
        if first.rules.policies.rest.is_none() {
            return Err(NoAfter::NoRest(first.rules.policies.name.clone()));
        }
        let known = own(first).any(|(_, one)| own(next).any(|(_, other)| is_same(one, other)));
        let names = |setup| own(setup).map(|(_, recruit)| &*recruit.name).collect::<Vec<_>>().join(", ");
        match known {
            true => Ok(()),
            false => Err(NoAfter::Strangers { first: names(first), next: names(next) }),
        }
    }

    /// The carried state of a combatant.
    pub fn of(&self, who: CombatantId) -> Option<&CarriedState> {
        self.brought.iter().find(|(brought, _)| *brought == who).map(|(_, brings)| brings)
    }
}

/// The members of the first side.
pub(super) fn own(setup: &Setup) -> impl Iterator<Item = (CombatantId, &CombatantSetup)> + '_ {
    setup.roster().filter(|(_, recruit)| recruit.side == Side(0))
}

pub(super) fn is_same(one: &CombatantSetup, other: &CombatantSetup) -> bool {
    one.name == other.name && one.sheet.unit == other.sheet.unit
}

/// The state that a combatant keeps after a battle. Threshold and bonus points do not outlast it (G-23).
pub(super) fn brings(rules: &Ruleset, row: &Row, timeline: &Timeline, fresh: &Arms) -> CarriedState {
    let consciousness = &rules.policies.consciousness;
    let doses: Vec<Pending> = timeline.iter().filter_map(|due| pending(row.id, &due.what)).collect();
    let awaited =
        |name: Name| doses.iter().any(|dose| rules.venoms.get(dose.venom).is_some_and(|it| it.awaits == Some(name)));
    let stable = match &consciousness.collapse {
        HealthModel::Fatigue(collapse) => Some(collapse.stable),
        _ => None,
    };
    let lasts = |name: Name| {
        let sleeps = name == consciousness.unconscious || Some(name) == stable;
        let heals = |policy: &RestPolicy| policy.heals.iter().any(|heals| heals.condition == name);
        sleeps || rules.policies.rest.as_ref().is_some_and(heals) || awaited(name)
    };
    let held = row.conditions.0.iter().filter(|held| lasts(held.condition));
    CarriedState {
        vitals: Vitals { worn: 0, bonus: 0, wards: Wards::default(), ..row.vitals },
        conditions: held.map(|held| (held.condition, held.level)).collect(),
        arms: gathered(row, fresh),
        checks: (row.momentum.checks, row.momentum.sprint_checks),
        tried: row.incanting.tried.clone(),
        doses,
    }
}

fn pending(who: CombatantId, due: &DueKind) -> Option<Pending> {
    match due {
        DueKind::Dose { who: other, venom, dose, left, .. } if *other == who => {
            Some(Pending { venom: *venom, dose: *dose, left: *left })
        }
        _ => None,
    }
}

/// The equipment for the next battle: weapons start where the scenario puts them; broken ones stay broken, and used-up
/// items stay gone.
fn gathered(row: &Row, fresh: &Arms) -> Arms {
    let mut arms = fresh.clone();
    for ((slot, now), entry) in arms.weapons.iter_mut().zip(&row.arms.weapons).zip(&row.own.weapons) {
        let used_up = entry.item.as_ref().is_some_and(|item| item.spent) && now.place == WeaponLocation::Gone;
        let place = if used_up || now.place == WeaponLocation::Broken { now.place } else { slot.place };
        *slot = Held { place, durability: now.durability };
    }
    arms.wear = row.arms.wear;
    arms.shield &= !row.arms.shield_is_useless();
    arms
}

impl CarriedState {
    /// Puts the state into the row of a combatant at the beginning of a battle.
    pub(super) fn put_into(&self, row: &mut Row, rules: &Ruleset) {
        row.vitals = self.vitals;
        row.conditions = afflicted(&self.conditions);
        row.sum_up(&rules.conditions);
        row.arms = self.arms.clone();
        row.sheet = sheet_under_conditions(rules, &row.own, &row.conditions, &row.arms);
        (row.momentum.checks, row.momentum.sprint_checks) = self.checks;
        row.incanting = Incanting { tried: self.tried.clone(), spell: None };
    }

    /// Momentum with the exertion checks of earlier runs.
    pub(super) fn momentum(&self) -> Momentum {
        Momentum { checks: self.checks.0, sprint_checks: self.checks.1, ..Momentum::default() }
    }
}

/// Carried conditions as the conditions of a combatant.
pub(super) fn afflicted(conditions: &[(Name, i16)]) -> Conditions {
    let held = |(condition, level): &(Name, i16)| Afflicted::lasting(*condition, *level);
    Conditions(conditions.iter().map(held).collect())
}
