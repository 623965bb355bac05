//! The only writer of a [`Battlefield`]: changes rows, ground and timeline by one fact.
//!
//! It decides nothing: every fact carries its result. Sheets follow from the conditions on them.

use std::sync::Arc;

use super::gear::{drop_weapon, edit_hands, harm_thing, leave_useless, put, take_weapon, transform, wear};
use super::{Battlefield, spells};
use crate::battle::{
    Afflicted, CombatantId, Conditions, Link, PairFacts, Position, Readied, Ready, Row, RowPart, Sheet, Snapshot,
    TurnStage, TurnState, WeaponLocation,
};
use crate::content::policy::HoldEnds;
use crate::content::{Name, StatusFlags};
use crate::resolution::event::{BattleEvent, Cause, GroundChange, Outfit, Recovery, RestEvent, Shift};
use crate::rules::{Ruleset, sheet_under_conditions};
use crate::turn::{Due, DueKind};

impl Battlefield {
    /// Writes one fact.
    pub fn apply(&mut self, event: &BattleEvent) {
        self.snapshot.revision += 1;
        let applied = apply_to_body(self, event) || spells::apply(self, event) || apply_to_things(self, event);
        if !applied {
            apply_to_time(self, event);
        }
    }

    /// The snapshot, for a change of ground, holds, spells or lights.
    pub(super) fn around(&mut self) -> &mut Snapshot {
        self.snapshot.changed_around();
        &mut self.snapshot
    }
}

fn apply_to_body(battle: &mut Battlefield, event: &BattleEvent) -> bool {
    match event {
        BattleEvent::DamageTaken(hurt) => set(battle, hurt.target, hurt.vitals),
        BattleEvent::FatigueGained { who, vitals, .. }
        | BattleEvent::EnergyChanged { who, vitals, .. }
        | BattleEvent::Bolstered { who, vitals, .. }
        | BattleEvent::HealthFollowed { who, vitals, .. }
        | BattleEvent::Warded { who, vitals, .. }
        | BattleEvent::Healed { who, vitals, .. } => {
            set(battle, *who, *vitals);
        }
        BattleEvent::Rested(respite) => rested(battle, respite),
        BattleEvent::Displaced { bodies, cause, .. } => {
            bodies.iter().for_each(|shift| place(battle, shift));
            note_force(battle, bodies, *cause);
        }
        BattleEvent::MomentumChanged { who, momentum } => set(battle, *who, *momentum),
        BattleEvent::DriftChanged { who, drift, .. } => set(battle, *who, *drift),
        BattleEvent::FacingKept { who, facing, .. } => set(battle, *who, *facing),
        BattleEvent::StanceTaken { who, stance, .. } => set(battle, *who, *stance),
        BattleEvent::ConditionGained { who, affliction, .. } | BattleEvent::ConditionEased { who, affliction, .. } => {
            gain(battle, *who, *affliction);
        }
        BattleEvent::ConditionJoined { who, affliction, .. } => {
            afflict(battle, *who, |conditions| conditions.0.push(*affliction));
        }
        BattleEvent::ConditionFaded { who, affliction, .. } => {
            afflict(battle, *who, |conditions| conditions.0.retain(|held| held != affliction));
        }
        BattleEvent::AfflictionChanged { who, was, now, .. } => afflict(battle, *who, |held| held.change(was, *now)),
        BattleEvent::ConditionLost { who, condition, .. } => lose(battle, *who, *condition),
        BattleEvent::PairFactBegan { who, fact } => edit::<PairFacts>(battle, *who, |facts| facts.0.push(*fact)),
        BattleEvent::PairFactEnded { who, towards, slant } => edit::<PairFacts>(battle, *who, |facts| {
            facts.0.retain(|fact| fact.towards != *towards || fact.slant != *slant);
        }),
        BattleEvent::Died { who, .. } | BattleEvent::Escaped { who } | BattleEvent::CarriedOff { who, .. } => {
            battle.snapshot.remove(*who);
        }
        BattleEvent::FellUnconscious { who, rests_until, .. } => turn(battle, *who, |state| {
            state.rests_until = rests_until.unwrap_or(state.rests_until);
        }),
        BattleEvent::SleepChanged(who, long) => turn(battle, *who, |state| state.long_rests = *long),
        BattleEvent::Woke { .. } => {}
        _ => return false,
    }
    true
}

fn apply_to_things(battle: &mut Battlefield, event: &BattleEvent) -> bool {
    match event {
        BattleEvent::LinkMade { link, .. } => links(battle).push(link.clone()),
        BattleEvent::LinkChanged { link, .. } => change_link(battle, link),
        BattleEvent::LinkEnded { link, .. } | BattleEvent::RideEnded { link, .. } => {
            links(battle).retain(|other| other.id != *link)
        }
        BattleEvent::WeaponDrawn { who, slot, .. } => put(battle, *who, *slot, WeaponLocation::InHand),
        BattleEvent::WeaponSheathed { who, slot, .. } => put(battle, *who, *slot, WeaponLocation::Carried),
        BattleEvent::OutfitChanged { who, now, .. } => match now {
            Outfit::Light(light) => {
                let lights = &mut battle.around().field.lights;
                lights.retain(|other| other.from != light.from);
                lights.push(*light);
            }
            Outfit::Shield | Outfit::NoShield | Outfit::LostShield(_) => {
                let lies = if let Outfit::LostShield(cell) = now { Some(*cell) } else { None };
                edit_hands(battle, *who, |arms| (arms.shield, arms.shield_lies) = (*now == Outfit::Shield, lies));
            }
        },
        BattleEvent::WeaponStuck { who, slot, through, .. } => {
            put(battle, *who, *slot, WeaponLocation::Stuck(*through))
        }
        BattleEvent::WeaponDropped { who, slot, cell, .. } => drop_weapon(battle, *who, *slot, *cell),
        BattleEvent::WeaponTaken { who, slot, weapon, from, now, .. } => {
            take_weapon(battle, (*who, *slot), *weapon, *from, *now);
        }
        BattleEvent::ItemTransformed { who, slot, weapon, .. } => transform(battle, *who, *slot, *weapon),
        BattleEvent::WeaponWorn { who, slot, durability, .. } => wear(battle, *who, *slot, *durability),
        BattleEvent::GroundChanged(change) => change_ground(battle.around(), change),
        BattleEvent::ThingHarmed { who, thing, left, .. } => harm_thing(battle, *who, *thing, *left),
        BattleEvent::ObjectStiffened { thing, .. } => battle.around().field.stiffen(*thing),
        BattleEvent::ObjectLeftUseless { thing, softened, .. } => {
            battle.around().field.spare_thing(*thing, *softened);
        }
        BattleEvent::ThingLeftUseless { who, thing, left, .. } => leave_useless(battle, *who, *thing, *left),
        BattleEvent::ObjectHarmed { thing, left, softened, .. } => {
            battle.around().field.harm_thing(*thing, *left, *softened);
        }
        BattleEvent::DoorMoved { cell, open, .. } => {
            battle.around().field.set_door(*cell, *open);
        }
        _ => return false,
    }
    true
}

fn apply_to_time(battle: &mut Battlefield, event: &BattleEvent) {
    match event {
        BattleEvent::CountBegan { count } => {
            (battle.snapshot.count, battle.snapshot.changed.any) = (*count, battle.snapshot.revision)
        }
        BattleEvent::TurnBegan { who } => {
            let started = battle.snapshot.count;
            turn(battle, *who, |state| {
                // Turn numbers are only compared for equality, so they may wrap.
                let turns = state.turns.wrapping_add(1);
                *state = TurnState { turns, stage: TurnStage::Fresh, started, ..*state };
            });
        }
        BattleEvent::Commanded { who, by, round, .. } => turn(battle, *who, |state| {
            (state.commander, state.commanded) = (Some(*by), *round);
        }),
        BattleEvent::CommanderLost { who, now, .. } => turn(battle, *who, |state| state.commander = *now),
        BattleEvent::TurnDelayed { who, until, .. } => turn(battle, *who, |state| {
            (state.stage, state.follows) = (TurnStage::Delayed, *until);
        }),
        BattleEvent::TurnResumed { who, .. } | BattleEvent::TurnUsed { who } => turn(battle, *who, |state| {
            (state.stage, state.follows) = (TurnStage::Used, None);
        }),
        BattleEvent::TurnEnded { who, .. } => turn(battle, *who, |state| {
            (state.stage, state.follows) = (TurnStage::Over, None);
        }),
        BattleEvent::ActionRemembered { who, action, target, weapon } => turn(battle, *who, |state| {
            (state.last, state.last_target) = (Some(*action), *target);
            state.last_weapon = weapon.or(state.last_weapon);
            state.stage = if state.stage == TurnStage::Fresh { TurnStage::Used } else { state.stage };
        }),
        BattleEvent::Incanted { who, now, .. } => set(battle, *who, now.clone()),
        BattleEvent::ActionReadied { who, readied, .. } => set(battle, *who, Ready(Some(Readied::clone(readied)))),
        BattleEvent::ReadyEnded { who, .. } => set(battle, *who, Ready(None)),
        BattleEvent::PoolChanged { who, pool, left, .. } => turn(battle, *who, |state| state.pools.set(*pool, *left)),
        BattleEvent::ChannelChanged { who, now, .. } => set(battle, *who, now.clone()),
        BattleEvent::MovementSpent { who, pool, .. } | BattleEvent::MovementGained { who, pool, .. } => {
            turn(battle, *who, |state| state.movement = *pool);
        }
        BattleEvent::InitiativeChanged { who, initiative, place, of_conditions, .. } => turn(battle, *who, |state| {
            (state.initiative, state.place, state.of_conditions) = (*initiative, *place, *of_conditions);
        }),
        BattleEvent::DueSet { due } => set_due(battle, due),
        BattleEvent::DueCancelled { due } | BattleEvent::DueTaken { due } => {
            let timeline = &mut battle.timeline;
            let freed = timeline.iter().find(|other| other.id == *due).and_then(turn_of);
            timeline.remove(*due);
            if let Some(who) = freed {
                turn(battle, who, |state| state.next = None);
            }
        }
        _ => {}
    }
}

pub(super) fn edit<C: RowPart>(battle: &mut Battlefield, who: CombatantId, change: impl FnOnce(&mut C)) {
    battle.snapshot.edit(who, change);
}

fn turn(battle: &mut Battlefield, who: CombatantId, change: impl FnOnce(&mut TurnState)) {
    edit(battle, who, change);
}

fn set<C: RowPart>(battle: &mut Battlefield, who: CombatantId, value: C) {
    edit::<C>(battle, who, |component| *component = value);
}

fn place(battle: &mut Battlefield, shift: &Shift) {
    edit::<Position>(battle, shift.who, |position| {
        *position = Position { x: shift.to.x, y: shift.to.y, extent: shift.extent, altitude: shift.altitudes.1 };
    });
}

/// Notes on holds that an outside force was the last to move one of the two, where that can end them.
fn note_force(battle: &mut Battlefield, bodies: &[Shift], cause: Cause) {
    if !matches!(battle.rules.policies.grapple.ends, HoldEnds::ForcedOutOfReach { .. }) {
        return;
    }
    for link in &mut battle.around().links {
        let moved = |who: CombatantId| bodies.iter().any(|shift| shift.who == who);
        let outside = !matches!(cause, Cause::Step) && !matches!(cause, Cause::Forced { by, .. } if by == link.holder);
        if moved(link.holder) || moved(link.held) {
            link.forced = outside;
        }
    }
}

/// Changes the conditions of a combatant, and with them the numbers on its sheet.
fn afflict(battle: &mut Battlefield, who: CombatantId, change: impl FnOnce(&mut Conditions)) {
    let bodies = battle.snapshot.changed.bodies;
    let Some(before) = battle.snapshot.rows.get(who.index()).map(|row| (abilities(row, &battle.rules), row.touched))
    else {
        return;
    };
    edit::<Conditions>(battle, who, change);
    if let Some(row) = battle.snapshot.rows.get_mut(who.index()) {
        row.sheet = sheet_under_conditions(&battle.rules, &row.own, &row.conditions, &row.arms);
        row.sum_up(&battle.rules.conditions);
        if abilities(row, &battle.rules) == before.0 {
            (row.touched, battle.snapshot.changed.bodies) = (before.1, bodies);
        }
    }
}

/// Effects of a combatant's conditions on its movement and attacks.
fn abilities(row: &Row, rules: &Ruleset) -> (StatusFlags, [bool; 2], *const Sheet) {
    let policy = &rules.policies.consciousness;
    let out = [policy.unconscious, policy.dead].map(|name| rules.conditions.is_in(name, row.held).unwrap_or(true));
    (row.held.without_names(), out, Arc::as_ptr(&row.sheet))
}

fn gain(battle: &mut Battlefield, who: CombatantId, affliction: Afflicted) {
    afflict(battle, who, |conditions| {
        conditions.0.retain(|held| held.condition != affliction.condition);
        conditions.0.push(affliction);
    });
}

fn lose(battle: &mut Battlefield, who: CombatantId, condition: Name) {
    afflict(battle, who, |conditions| conditions.0.retain(|held| held.condition != condition));
}

fn rested(battle: &mut Battlefield, respite: &RestEvent) {
    match respite {
        RestEvent::Taken { .. } => {}
        RestEvent::StayedAway { who, .. } => battle.snapshot.remove(*who),
        RestEvent::Recovered { who, of, .. } => match &**of {
            Recovery::HitPoints(vitals) | Recovery::Fatigue(vitals) | Recovery::Invigoration(vitals) => {
                set(battle, *who, *vitals);
            }
            Recovery::RunPenalty(momentum) => set(battle, *who, *momentum),
            Recovery::Spells(incanting) => set(battle, *who, incanting.clone()),
        },
    }
}

fn links(battle: &mut Battlefield) -> &mut Vec<Link> {
    &mut battle.around().links
}

fn change_link(battle: &mut Battlefield, link: &Link) {
    if let Some(row) = links(battle).iter_mut().find(|other| other.id == link.id) {
        *row = link.clone();
    }
}

fn change_ground(snapshot: &mut Snapshot, change: &GroundChange) {
    let field = &mut snapshot.field;
    match change {
        GroundChange::Harmed { cell, harmed, .. } => {
            if let Some(ice) = field.ice.iter_mut().find(|ice| ice.cell == *cell) {
                ice.harmed = *harmed;
            }
        }
        GroundChange::Broke { cell, .. } => field.break_ground(*cell),
        GroundChange::Dug { tunnel, .. } => {
            field.break_ground(tunnel.cell);
            field.tunnels.push(*tunnel);
        }
        GroundChange::Fell { tunnel, .. } => {
            field.tunnels.retain(|other| other.cell != tunnel.cell);
            field.set_tile(tunnel.cell, tunnel.was);
        }
    }
}

fn turn_of(due: &Due) -> Option<CombatantId> {
    match due.what {
        DueKind::Turn(who) => Some(who),
        _ => None,
    }
}

fn set_due(battle: &mut Battlefield, due: &Due) {
    battle.timeline.set(due.clone());
    if let Some(who) = turn_of(due) {
        turn(battle, who, |state| state.next = Some(due.at));
    }
}
