//! The rest before a battle, for combatants that come from another one.

use std::sync::Arc;

use super::carry_over::{self, CarriedState, CarryOver};
use super::due_at;
use crate::battle::{Afflicted, Arms, CombatantId, Incanting, Momentum, Sheet, Stance, Vitals};
use crate::content::{
    Breakdown, FatigueCollapse, HealthModel, Label, Lull, Name, RestPolicy, RollType, Rule, Venom, Working,
};
use crate::dice::Dice;
use crate::mechanics::damage::drained;
use crate::mechanics::rest::{self, ConditionHealing};
use crate::mechanics::{checks, consciousness, health};
use crate::resolution::event::{BattleEvent, Facts, Recovery, RestEvent};
use crate::resolution::procedure::consequence::fatigue;
use crate::resolution::procedure::effect::venoms;
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::setup::Setup;
use crate::rules::sheet_under_conditions;
use crate::turn::{DueKind, Phase};

/// Adds the facts of the rest before a battle, and returns the combatants that do not act at its beginning.
pub(super) fn take(setup: &Setup, dice: &mut Dice, events: &mut Facts) -> Vec<CombatantId> {
    let mut absent = Vec::new();
    let (Some(before), Some(policy)) = (&setup.before, &setup.rules.policies.rest) else { return absent };
    events.push(BattleEvent::Rested(RestEvent::Taken { rest: before.rest, rule: policy.rule }));
    for (who, brings) in &before.brought {
        let (vitals, conditions) = (brings.vitals, brings.conditions.clone());
        let counts = i32::from(before.rest.minutes()) * i32::from(policy.minute);
        let mut body = Body { setup, before, policy, who: *who, brings, vitals, conditions, counts };
        if !body.is_dead() {
            body.rests(dice, events);
        }
        if body.is_dead() {
            let rule = setup.rules.policies.consciousness.dead_rule;
            events.push(BattleEvent::Rested(RestEvent::StayedAway { who: *who, rule }));
        }
        if body.is_dead() || body.is_asleep() {
            absent.push(*who);
        }
    }
    absent
}

struct Body<'s> {
    setup: &'s Setup,
    before: &'s CarryOver,
    policy: &'s RestPolicy,
    who: CombatantId,
    brings: &'s CarriedState,
    vitals: Vitals,
    conditions: Vec<(Name, i16)>,
    /// Counts of the rest.
    counts: i32,
}

impl Body<'_> {
    fn is_dead(&self) -> bool {
        health::is_dead(&self.setup.rules.policies.consciousness, &self.vitals)
    }

    fn is_asleep(&self) -> bool {
        self.level(self.setup.rules.policies.consciousness.unconscious).is_some()
    }

    fn level(&self, condition: Name) -> Option<i16> {
        self.conditions.iter().find(|(held, _)| *held == condition).map(|(_, level)| *level)
    }

    /// Remaining venom acts first, then the rest restores, and then sleepers wake.
    fn rests(&mut self, dice: &mut Dice, events: &mut Facts) {
        self.suffers(dice, events);
        if self.is_dead() {
            return;
        }
        self.regains(events);
        self.heals(dice, events);
        self.forgets(events);
        let HealthModel::Fatigue(collapse) = &self.setup.rules.policies.consciousness.collapse else { return };
        if self.is_asleep() {
            self.wakes(collapse, dice, events);
        }
        if self.level(collapse.stable).is_some() && !consciousness::stays_stable(collapse, &self.vitals) {
            let (who, condition, rule) = (self.who, collapse.stable, collapse.dying_rule);
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
        marks(self.setup, self.who, &self.vitals, events);
    }

    /// Hit points, fatigue, and the points that vanish overnight.
    fn regains(&mut self, events: &mut Facts) {
        let (policy, rest) = (self.policy, self.before.rest);
        let before = self.vitals;
        if rest.ends_a_day() && before.invigoration > 0 {
            self.vitals.invigoration = 0;
            let lost = Recovery::Invigoration(self.vitals);
            self.recovered(lost, -before.invigoration, policy.invigoration_rule, events);
        }
        let lost = before.maximum.saturating_sub(before.hit_points).max(0);
        let (given, rule) = rest::overnight(&policy.hit_points, rest).unwrap_or((0, policy.hit_points.night_rule));
        let points = given.min(lost);
        self.vitals.hit_points += points;
        self.vitals.poison_wounds = before.poison_wounds.min(lost - points);
        self.recovered(Recovery::HitPoints(self.vitals), points, rule, events);
        let points = rest::regained(&policy.fatigue, rest).min(before.fatigue.max(0));
        self.vitals.fatigue -= points;
        self.vitals.poison_fatigue = before.poison_fatigue.min(self.vitals.fatigue);
        self.recovered(Recovery::Fatigue(self.vitals), points, policy.fatigue.rule, events);
    }

    fn recovered(&self, of: Recovery, points: i16, rule: Rule, events: &mut Facts) {
        if points != 0 {
            let mut amount = Breakdown::new();
            amount.add(Label::Rest, points, rule);
            let fact = RestEvent::Recovered { who: self.who, of: Box::new(of), amount };
            events.push(BattleEvent::Rested(fact));
        }
    }

    /// Conditions that outlast a battle lose levels.
    fn heals(&mut self, dice: &mut Dice, events: &mut Facts) {
        let (policy, rest) = (self.policy, self.before.rest);
        let worst = rest::healed_impairments(policy, &self.conditions, rest, |many| dice.pick(many));
        for held in self.conditions.clone() {
            if let Some(ConditionHealing::By(levels, rule)) = rest::condition_healing(policy, held, rest) {
                self.eases(held.0, levels, rule, events);
            }
        }
        for (condition, rule) in worst {
            self.eases(condition, 1, rule, events);
        }
    }

    fn eases(&mut self, condition: Name, levels: i16, rule: Rule, events: &mut Facts) {
        let who = self.who;
        let Some(level) = self.level(condition).map(|level| level - levels) else { return };
        if level > 0 {
            self.conditions.iter_mut().filter(|held| held.0 == condition).for_each(|held| held.1 = level);
            let affliction = Afflicted::lasting(condition, level);
            events.push(BattleEvent::ConditionEased { who, affliction, rule });
        } else {
            self.conditions.retain(|held| held.0 != condition);
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }

    /// The penalty of earlier runs and attempts at spells are forgotten.
    fn forgets(&self, events: &mut Facts) {
        let (runs, sprints) = self.brings.checks;
        let off = rest::regained(&self.policy.running, self.before.rest).min(runs.into());
        let checks = runs.saturating_sub(off.unsigned_abs() as u8);
        let momentum = Momentum { checks, sprint_checks: sprints.min(checks), ..self.brings.momentum() };
        self.recovered(Recovery::RunPenalty(momentum), off, self.policy.running.rule, events);
        let tries = self.brings.tried.iter().fold(0i16, |sum, (_, times)| sum.saturating_add((*times).into()));
        if self.before.rest.ends_a_day() {
            self.recovered(Recovery::Spells(Incanting::default()), tries, self.policy.spells_rule, events);
        }
    }

    /// Doses of venom that still acted when the battle before ended (TC-523).
    fn suffers(&mut self, dice: &mut Dice, events: &mut Facts) {
        for pending in &self.brings.doses {
            let Some(venom) = self.setup.rules.venoms.get(pending.venom) else { continue };
            let Some(dose) = venom.doses.get(usize::from(pending.dose)) else { continue };
            let Some((every, _)) = dose.when.delayed() else { continue };
            let due = i32::from(pending.left).min(self.counts / i32::from(every.max(1)));
            for _ in 0..due {
                venom.awaits.iter().for_each(|awaits| self.eases(*awaits, 1, dose.rule, events));
                self.works(venom, &dose.does, dose.rule, dice, events);
            }
            let left = pending.left.saturating_sub(due.unsigned_abs() as u16);
            if left > 0 && !self.is_dead() {
                let (who, venom) = (self.who, pending.venom);
                let what = DueKind::Dose { who, by: who, venom, dose: pending.dose, left };
                events.push(due_at(every.into(), Phase::Endings, what, events));
            }
        }
    }

    fn works(&mut self, venom: &Venom, does: &Working, rule: Rule, dice: &mut Dice, events: &mut Facts) {
        let who = self.who;
        match does {
            Working::Drains { pool, points } => {
                let dealt = dice.roll(points).total as i16;
                let blow = venoms::drain((who, who), venom, (*pool, dealt), rule);
                let hurt = drained(*pool, &self.vitals, &blow);
                self.vitals = hurt.vitals;
                events.push(BattleEvent::DamageTaken(Box::new(hurt)));
            }
            // These end long before the rest does.
            Working::Inflicts { .. } => {}
            Working::Builds { condition, points, .. } => {
                let level = self.level(*condition).unwrap_or(0).saturating_add(dice.roll(points).total as i16);
                self.conditions.retain(|held| held.0 != *condition);
                self.conditions.push((*condition, level));
                let affliction = Afflicted::lasting(*condition, level);
                events.push(BattleEvent::ConditionGained { who, affliction, rule });
            }
        }
    }

    /// A sleeper's checks to wake. A dying combatant needs help, and a long rest (TC-130, G-88).
    fn wakes(&mut self, policy: &FatigueCollapse, dice: &mut Dice, events: &mut Facts) {
        let (who, consciousness) = (self.who, &self.setup.rules.policies.consciousness);
        let stance = Stance { held: Some(consciousness.falls), shifting: false };
        let lies = BattleEvent::StanceTaken { who, stance, rule: consciousness.unconscious_rule };
        let was_dying = consciousness::is_dying(policy, &self.brings.vitals);
        let helped = was_dying && self.is_tended(policy, events);
        if was_dying && !helped && consciousness::is_dying(policy, &self.vitals) {
            return events.push(lies);
        }
        let plain = Lull { dice: policy.again, counts: 1 };
        let (first, again) = if helped { (policy.helped_first, policy.helped_again) } else { (plain, plain) };
        let mut at = lasts(&first, dice);
        while at <= self.counts {
            if self.wakes_now(policy, helped, dice, events) {
                return;
            }
            at += lasts(&again, dice);
        }
        events.push(lies);
        if helped {
            events.push(BattleEvent::SleepChanged(who, true));
        }
        events.push(due_at(at - self.counts, Phase::Wakings, DueKind::Waking(who), events));
    }

    /// Whether a dying combatant has been stabilised, or is now, by a friend who is awake.
    fn is_tended(&mut self, policy: &FatigueCollapse, events: &mut Facts) -> bool {
        let unconscious = self.setup.rules.policies.consciousness.unconscious;
        let awake = |(_, brings): &(CombatantId, CarriedState)| {
            let dead = health::is_dead(&self.setup.rules.policies.consciousness, &brings.vitals);
            !dead && brings.conditions.iter().all(|(held, _)| *held != unconscious)
        };
        let stable = self.level(policy.stable).is_some();
        let helped = !stable && self.before.brought.iter().any(awake);
        if helped {
            let affliction = Afflicted::lasting(policy.stable, 0);
            events.push(BattleEvent::ConditionGained { who: self.who, affliction, rule: self.policy.tended_rule });
            self.conditions.push((policy.stable, 0));
        }
        stable || helped
    }

    /// A check to wake, and whether it succeeds. A check that no roll can pass is not rolled.
    fn wakes_now(&mut self, policy: &FatigueCollapse, helped: bool, dice: &mut Dice, events: &mut Facts) -> bool {
        let (who, rolls) = (self.who, &self.setup.rules.policies.rolls);
        let bonus = consciousness::bonus(policy, &self.sheet());
        let difficulty = consciousness::difficulty(policy, &self.vitals);
        if checks::best_margin(&rolls.check, bonus.total().saturating_sub(difficulty.total())) < 0 {
            return false;
        }
        let rule = if helped { policy.helped_rule } else { policy.wake_rule };
        let check = PlainCheck { who, name: "wake", roll: RollType::Check, bonus, difficulty, rule };
        let margin = check.roll_with(rolls, dice, events);
        if margin >= 0 {
            let condition = self.setup.rules.policies.consciousness.unconscious;
            self.conditions.retain(|held| held.0 != condition);
            events.push(BattleEvent::ConditionLost { who, condition, rule: policy.wake_rule });
            events.push(BattleEvent::Woke { who, rule: policy.wake_rule });
        }
        margin >= 0
    }

    fn sheet(&self) -> Arc<Sheet> {
        let own = &self.setup.combatants[self.who.index()].sheet;
        sheet_under_conditions(&self.setup.rules, own, &carry_over::afflicted(&self.conditions), &Arms::default())
    }
}

/// Gives the conditions that follow from the pools with which a combatant begins: at risk, dying.
pub(super) fn marks(setup: &Setup, who: CombatantId, vitals: &Vitals, events: &mut Facts) {
    let HealthModel::Fatigue(policy) = &setup.rules.policies.consciousness.collapse else { return };
    for (condition, _, rule) in fatigue::marks_of(policy, vitals).into_iter().filter(|(_, holds, _)| *holds) {
        let affliction = Afflicted::lasting(condition, 0);
        events.push(BattleEvent::ConditionGained { who, affliction, rule });
    }
}

/// Counts until the next check.
fn lasts(lull: &Lull, dice: &mut Dice) -> i32 {
    dice.roll(&lull.dice).total.max(1) * i32::from(lull.counts)
}
