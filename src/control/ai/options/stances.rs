//! Stances: which to take and when to leave them.
//!
//! A defensive stance is worth the bearer's value times the reduction of its risk to fall: nearly nothing for a combatant
//! that is not threatened or not hurt, most for one about to fall. Effects on the bearer's own attacks count by their damage.

use std::cell::OnceCell;

use crate::content::{Action, Condition, Does, Effect, Forbidden, Name, Status, Who};
use crate::control::ai::model::{CombatantValues, Situation};
use crate::control::ai::value::{
    active_defence_bonus, best_attack, expected_damage, hit_chance, parry_bonus, status_cost,
};
use crate::resolution::Act;

const HORIZON: i32 = 14;
/// Weight of the risk to fall for a combatant that is almost down, in hundredths.
const HURT: i32 = 300;

/// Every status of a stance, benefits last.
fn all(condition: &Condition) -> impl Iterator<Item = &Status> {
    let benefits = condition.stance.iter().flat_map(|stance| &stance.benefits);
    condition.does.iter().chain(benefits).map(|cited| &cited.does)
}

fn held<'a>(situation: &Situation<'a>) -> Option<&'a Condition> {
    Some(situation.rules.conditions.get(situation.row().stance.held?)?)
}

/// The defence bonus of a status against ranged or melee attackers; `None` for a status that is not defensive.
fn defence_bonus(situation: &Situation<'_>, does: &Status, is_ranged: bool) -> Option<i32> {
    match does {
        Status::Defence { against, amount, .. } => {
            Some(if against.covers(!is_ranged) { i32::from(*amount) } else { 0 })
        }
        Status::Parry { least, .. } => Some(i32::from(*least).max(parry_bonus(situation, situation.actor))),
        Status::Replace { .. } => Some(-active_defence_bonus(situation, situation.actor)),
        _ => None,
    }
}

struct Attacker {
    is_ranged: bool,
    /// Damage per ten counts to the acting combatant without a stance, in hundredths.
    damage: i32,
    chance: i32,
}

struct StanceEvaluator<'m, 'a> {
    situation: &'m Situation<'a>,
    attackers: OnceCell<Vec<Attacker>>,
    /// Value per hundred counts of its best attack without a stance; half of an average one if no enemy is in reach.
    attack_value: i32,
}

impl<'m, 'a> StanceEvaluator<'m, 'a> {
    fn of(situation: &'m Situation<'a>) -> StanceEvaluator<'m, 'a> {
        let held = held(situation).filter(|_| !situation.row().stance.shifting);
        let attacks = situation.enemies().filter_map(|enemy| best_attack(situation, enemy.id));
        let present = attacks.map(|attack| attack.appraisal.value * 100 / attack.counts).max().unwrap_or(0);
        // A stance that forbids attacks is left before attacking.
        let share = held
            .filter(|condition| !forbids_attacking(condition))
            .map_or(100, |it| attack_share(situation, it).max(20));
        let average = situation.own().damage_rate * situation.enemy_hp_value / 10;
        StanceEvaluator {
            situation,
            attackers: OnceCell::new(),
            attack_value: (present * 100 / share).max(average / 2),
        }
    }

    fn attackers(&self) -> &[Attacker] {
        self.attackers.get_or_init(|| {
            let situation = self.situation;
            let stance = held(situation);
            let held = stance.filter(|_| !situation.row().stance.shifting);
            // Attackers make no difference to an unhurt combatant without a stance.
            let matters = stance.is_some() || situation.own().effective_hp < situation.own().max_effective_hp;
            situation.enemies().filter(|_| matters).filter_map(|enemy| Attacker::of(situation, enemy, held)).collect()
        })
    }

    /// The risk to fall within some counts, in thousandths, in a stance that is held for the last of them.
    fn risk(&self, stance: Option<&Condition>, (without, with): (i32, i32)) -> i32 {
        let damage = self.attackers().iter().map(|enemy| {
            let hits = stance.map_or(1000, |stance| enemy.hit_share(self.situation, stance));
            enemy.damage * (without * 1000 + with * hits) / 10_000
        });
        fall_risk(damage.sum(), self.situation.own().effective_hp)
    }

    /// Whether a stance may be better than attacking and than `floor`, even if it stops the attacks of all enemies.
    fn may_beat(&self, stance: &Condition, shift: i32, floor: i32) -> bool {
        let damage: i32 = self.situation.enemies().map(|enemy| enemy.damage_rate).sum();
        let own = self.situation.own();
        let hurt = own.effective_hp < own.max_effective_hp;
        let spared = if hurt { fall_risk(damage * (shift + HORIZON) / 10, own.effective_hp) } else { 0 };
        self.value(stance, shift, spared) > floor.max(self.attack_value)
    }

    /// Value per hundred counts of taking a stance, including attacks made in it. `shift`: counts it takes.
    fn score(&self, stance: &Condition, shift: i32) -> i32 {
        let counts = (shift, HORIZON);
        self.value(stance, shift, self.risk(None, counts) - self.risk(Some(stance), counts))
    }

    /// Value per hundred counts of taking a stance that lowers the risk to fall by this much.
    fn value(&self, stance: &Condition, shift: i32, spared: i32) -> i32 {
        let own = self.situation.own();
        // An unhurt combatant can still take the stance when it is hurt.
        let hurt = (own.max_effective_hp - own.effective_hp).max(0) * HURT / own.max_effective_hp.max(1);
        let attacks = self.attack_value * attack_share(self.situation, stance) / 100 * HORIZON;
        (own.value * spared / 1000 * hurt + attacks) / (HORIZON + shift)
    }
}

/// The risk that this damage poses to a combatant with these effective hit points, in thousandths: low while it has more.
fn fall_risk(damage: i32, effective_hp: i32) -> i32 {
    let part = damage.min(20_000) * 1000 / effective_hp.max(100);
    let capped = part.min(1000);
    capped * capped / 1000 * capped / 1000 + (part - capped)
}

impl Attacker {
    /// An enemy that can do harm soon; `None` for one whose stance forbids attacks.
    fn of(situation: &Situation<'_>, enemy: &CombatantValues, held: Option<&Condition>) -> Option<Attacker> {
        let stance = situation.view.row(enemy.id).stance.held.and_then(|name| situation.rules.conditions.get(name));
        if stance.is_some_and(|condition| forbids_attacking(condition)) {
            return None;
        }
        let damage = expected_damage(situation, situation.view, enemy, situation.here());
        if damage <= 0 {
            return None;
        }
        let found = Attacker { is_ranged: enemy.is_ranged, damage, chance: hit_chance(situation, enemy) };
        let off = held.map_or(0, |stance| found.bonus_against(situation, stance));
        Some(Attacker { chance: (found.chance + off * 50).clamp(50, 1000), ..found })
    }

    fn bonus_against(&self, situation: &Situation<'_>, stance: &Condition) -> i32 {
        all(stance).filter_map(|does| defence_bonus(situation, does, self.is_ranged)).sum()
    }

    /// Its hit chance against a stance, in thousandths of that without one.
    fn hit_share(&self, situation: &Situation<'_>, stance: &Condition) -> i32 {
        (self.chance - self.bonus_against(situation, stance) * 50).clamp(50, 1000) * 1000 / self.chance
    }
}

/// The value of the bearer's attacks in a stance, in hundredths of that without one.
fn attack_share(situation: &Situation<'_>, stance: &Condition) -> i32 {
    let dealt = (situation.own().damage_rate * situation.enemy_hp_value / 100).max(1);
    let own = all(stance).filter(|does| defence_bonus(situation, does, false).is_none());
    let lost: i32 = own.map(|does| status_cost(situation, situation.actor, does)).sum();
    (100 - lost * 100 / dealt).max(0)
}

fn way_out<'a>(situation: &Situation<'a>) -> Option<(&'a Action, Act)> {
    let mut acts = situation.catalogue.leaving.iter().map(|action| (&**action, Act::own(action.id)));
    acts.find(|(_, act)| situation.is_legal(act))
}

/// Leaving the present stance, with its score, if that is an improvement and beats `floor`.
pub fn leave(situation: &Situation<'_>, floor: i32) -> Option<(Act, i32)> {
    let condition = held(situation)?;
    let evaluator = StanceEvaluator::of(situation);
    let (action, act) = way_out(situation)?;
    let shift = if action.is_free() { 0 } else { situation.duration(action, &act) };
    let score = evaluator.attack_value * HORIZON / (HORIZON + shift);
    let gains = || evaluator.attack_value > evaluator.score(condition, 0);
    let idle = || evaluator.attackers().is_empty() && forbids_attacking(condition);
    (score > floor && (gains() || idle())).then_some((act, score))
}

fn forbids_attacking(condition: &Condition) -> bool {
    let forbids = |does: &Status| matches!(does, Status::Forbid(things) if things.contains(&Forbidden::Attack) || things.contains(&Forbidden::Move));
    condition.does.iter().any(|cited| forbids(&cited.does))
}

/// The best stance to take, with its score; `None` while in a stance, or if none beats `floor`.
pub fn take(situation: &Situation<'_>, floor: i32) -> Option<(Act, i32)> {
    if situation.row().stance.held.is_some() {
        return None;
    }
    // An unhurt combatant takes a stance only to attack better.
    let stances = || {
        situation.catalogue.stances.iter().filter_map(|action| match action.does {
            Does::TakeStance(name) => Some((action, situation.rules.conditions.get(name)?)),
            _ => None,
        })
    };
    let unhurt = situation.own().effective_hp >= situation.own().max_effective_hp;
    if unhurt && !stances().any(|(_, condition)| attack_share(situation, condition) > 100) {
        return None;
    }
    let evaluator = StanceEvaluator::of(situation);
    let tried = stances().filter_map(|(action, condition)| {
        let act = Act::own(action.id);
        // Pure defence wins nothing unless an ally does the fighting.
        if forbids_attacking(condition) && situation.allies().next().is_none() {
            return None;
        }
        let shift = situation.duration(action, &act);
        if !evaluator.may_beat(condition, shift, floor) {
            return None;
        }
        let score = evaluator.score(condition, shift);
        (score > evaluator.attack_value && situation.is_legal(&act)).then_some((act, score))
    });
    tried.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// Leaving a stance that does more harm than good, with the gain of a turn without it.
pub fn stand_up(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let condition = held(situation)?;
    let cost: i32 = all(condition).map(|does| status_cost(situation, situation.actor, does)).sum();
    let gain = cost * situation.counts_per_tick() / 10;
    way_out(situation).map(|(_, act)| (act, gain.max(0)))
}

pub fn condition_given(action: &Action) -> Option<Name> {
    let Does::Effects(effects) = &action.does else { return None };
    effects.iter().find_map(|effect| match effect.does {
        Effect::Gain { who: Who::Actor, condition } => Some(condition),
        _ => None,
    })
}
