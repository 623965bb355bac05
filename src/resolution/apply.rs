//! The only writer of simulation components: one fact in, components and [`Snapshot`] changed together.
//!
//! It decides nothing: every event carries its result. Sheets follow from the conditions on them. While a battle resolves
//! nobody sees its world, so the components of all its facts are written once, when it is done.

use std::sync::Arc;

use bevy::prelude::*;

use super::event::{BattleEvent, GroundChange, Outfit, Recovery, Respite, Shift};
use super::mirror::{Stale, parts_of};
use super::setup::InForce;
use crate::battle::{
    ActiveSpell, Afflicted, Arms, CombatantId, Conditions, Drift, Facing, GearPiece, GroundItem, Held, Link, Momentum,
    PairFacts, Position, Readied, Ready, Row, RowPart, Sheet, Snapshot, Stance, TurnStage, TurnState, WeaponLocation,
    WeaponSlot,
};
use crate::content::Name;
use crate::content::sum::Sum;
use crate::grid::Cell;
use crate::rules::{Ruleset, burdened, with_weapon};
use crate::turn::{Due, DueKind, Timeline};

/// Writes one fact into the components of a world and into its snapshot and timeline.
pub fn apply(world: &mut World, event: &BattleEvent) {
    let rules = world.resource::<InForce>().0.clone();
    let mut stale = Stale::default();
    let (mut snapshot, mut timeline) = parts_of(world);
    State { snapshot: &mut snapshot, timeline: &mut timeline, rules: &rules, stale: &mut stale }.apply(event);
    stale.mirror(world);
}

/// What facts are written into.
pub(super) struct State<'a> {
    pub snapshot: &'a mut Snapshot,
    pub timeline: &'a mut Timeline,
    pub rules: &'a Ruleset,
    /// The components that are to be written.
    pub stale: &'a mut Stale,
}

impl State<'_> {
    /// Writes one fact.
    pub fn apply(&mut self, event: &BattleEvent) {
        self.snapshot.revision += 1;
        if !apply_to_body(self, event) && !apply_to_things(self, event) {
            apply_to_time(self, event);
        }
    }

    /// What belongs to no combatant, to be changed.
    fn around(&mut self) -> &mut Snapshot {
        self.snapshot.changed_around();
        self.snapshot
    }
}

fn apply_to_body(state: &mut State<'_>, event: &BattleEvent) -> bool {
    match event {
        BattleEvent::DamageTaken(hurt) => set(state, hurt.target, hurt.vitals),
        BattleEvent::FatigueGained { who, vitals, .. }
        | BattleEvent::EnergyChanged { who, vitals, .. }
        | BattleEvent::Bolstered { who, vitals, .. }
        | BattleEvent::Healed { who, vitals, .. } => {
            set(state, *who, *vitals);
        }
        BattleEvent::Rested(respite) => rested(state, respite),
        BattleEvent::Displaced { bodies, .. } => bodies.iter().for_each(|shift| place(state, shift)),
        BattleEvent::MomentumChanged { who, momentum } => set::<Momentum>(state, *who, *momentum),
        BattleEvent::DriftChanged { who, drift, .. } => set::<Drift>(state, *who, *drift),
        BattleEvent::FacingKept { who, facing, .. } => set::<Facing>(state, *who, *facing),
        BattleEvent::StanceTaken { who, stance, .. } => set::<Stance>(state, *who, *stance),
        BattleEvent::ConditionGained { who, affliction, .. } | BattleEvent::ConditionEased { who, affliction, .. } => {
            gain(state, *who, *affliction);
        }
        BattleEvent::ConditionJoined { who, affliction, .. } => {
            afflict(state, *who, |conditions| conditions.0.push(*affliction));
        }
        BattleEvent::ConditionFaded { who, affliction, .. } => {
            afflict(state, *who, |conditions| conditions.0.retain(|held| held != affliction));
        }
        BattleEvent::ConditionLost { who, condition, .. } => lose(state, *who, *condition),
        BattleEvent::PairFactBegan { who, fact } => edit::<PairFacts>(state, *who, |facts| facts.0.push(*fact)),
        BattleEvent::PairFactEnded { who, towards, slant } => edit::<PairFacts>(state, *who, |facts| {
            facts.0.retain(|fact| fact.towards != *towards || fact.slant != *slant);
        }),
        BattleEvent::Died { who, .. } | BattleEvent::Escaped { who } | BattleEvent::CarriedOff { who, .. } => {
            state.snapshot.remove(*who);
        }
        BattleEvent::FellUnconscious { who, rests_until, .. } => edit::<TurnState>(state, *who, |turn_state| {
            turn_state.rests_until = rests_until.unwrap_or(turn_state.rests_until);
        }),
        BattleEvent::SleepChanged(who, long) => {
            edit::<TurnState>(state, *who, |turn_state| turn_state.long_rests = *long)
        }
        BattleEvent::Woke { .. } => {}
        _ => return false,
    }
    true
}

fn apply_to_things(state: &mut State<'_>, event: &BattleEvent) -> bool {
    match event {
        BattleEvent::LinkMade { link, .. } => links(state).push(link.clone()),
        BattleEvent::LinkChanged { link, .. } => change_link(state, link),
        BattleEvent::LinkEnded { link, .. } => links(state).retain(|other| other.id != *link),
        BattleEvent::WeaponDrawn { who, slot, .. } => put(state, *who, *slot, WeaponLocation::InHand),
        BattleEvent::WeaponSheathed { who, slot, .. } => put(state, *who, *slot, WeaponLocation::Carried),
        BattleEvent::OutfitChanged { who, now, .. } => match now {
            Outfit::Light(light) => {
                let lights = &mut state.around().field.lights;
                lights.retain(|other| other.from != light.from);
                lights.push(*light);
            }
            Outfit::Shield | Outfit::NoShield => {
                edit::<Arms>(state, *who, |arms| arms.shield = *now == Outfit::Shield);
            }
        },
        BattleEvent::WeaponStuck { who, slot, through, .. } => put(state, *who, *slot, WeaponLocation::Stuck(*through)),
        BattleEvent::WeaponDropped { who, slot, cell, .. } => drop_weapon(state, *who, *slot, *cell),
        BattleEvent::WeaponTaken { who, slot, weapon, from, now, .. } => {
            take_weapon(state, (*who, *slot), *weapon, *from, *now);
        }
        BattleEvent::WeaponWorn { who, slot, durability, .. } => wear(state, *who, *slot, *durability),
        BattleEvent::GroundChanged(change) => change_ground(state.around(), change),
        BattleEvent::SpellBegan { spell, .. } => {
            let snapshot = state.around();
            spell.zone.iter().for_each(|zone| snapshot.field.lay(zone));
            snapshot.spells.push(spell.clone());
        }
        BattleEvent::IllusionSeenThrough { who, id, .. } => {
            let snapshot = state.around();
            let spell = snapshot.spells.iter_mut().find(|spell| spell.id == *id);
            spell.and_then(|spell| spell.zone.as_mut()).into_iter().for_each(|zone| zone.known_by.push(*who));
        }
        BattleEvent::SpellControlled { id, turn, .. } => {
            let snapshot = state.around();
            let spell = snapshot.spells.iter_mut().find(|spell| spell.id == *id);
            spell.into_iter().for_each(|spell| spell.controlled = Some(*turn));
        }
        BattleEvent::SpellEnded { id, .. } => {
            let snapshot = state.around();
            let (ended, lasting): (Vec<ActiveSpell>, Vec<ActiveSpell>) =
                snapshot.spells.drain(..).partition(|spell| spell.id == *id);
            snapshot.spells = lasting;
            ended.iter().filter_map(|spell| spell.zone.as_ref()).for_each(|zone| snapshot.field.lift(zone));
        }
        BattleEvent::ThingHarmed { who, thing, left, .. } => harm_thing(state, *who, *thing, *left),
        BattleEvent::DoorMoved { cell, open, .. } => {
            state.around().field.set_door(*cell, *open);
        }
        _ => return false,
    }
    true
}

fn apply_to_time(state: &mut State<'_>, event: &BattleEvent) {
    match event {
        BattleEvent::CountBegan { count } => {
            (state.snapshot.count, state.snapshot.changed.any) = (*count, state.snapshot.revision)
        }
        BattleEvent::TurnBegan { who } => {
            let started = state.snapshot.count;
            edit::<TurnState>(state, *who, |turn_state| {
                // Only whether two turns are the same is ever asked, so that a very long battle may begin anew at 0.
                let turns = turn_state.turns.wrapping_add(1);
                *turn_state = TurnState { turns, stage: TurnStage::Fresh, started, ..*turn_state };
            });
        }
        BattleEvent::Commanded { who, by, round, .. } => edit::<TurnState>(state, *who, |turn_state| {
            (turn_state.commander, turn_state.commanded) = (Some(*by), *round);
        }),
        BattleEvent::CommanderLost { who, now, .. } => {
            edit::<TurnState>(state, *who, |turn_state| turn_state.commander = *now)
        }
        BattleEvent::TurnDelayed { who, .. } => {
            edit::<TurnState>(state, *who, |turn_state| turn_state.stage = TurnStage::Delayed)
        }
        BattleEvent::TurnResumed { who, .. } | BattleEvent::TurnUsed { who } => {
            edit::<TurnState>(state, *who, |turn_state| turn_state.stage = TurnStage::Used);
        }
        BattleEvent::TurnEnded { who, .. } => {
            edit::<TurnState>(state, *who, |turn_state| turn_state.stage = TurnStage::Over)
        }
        BattleEvent::ActionRemembered { who, action, target, weapon } => edit::<TurnState>(state, *who, |turn_state| {
            (turn_state.last, turn_state.last_target) = (Some(*action), *target);
            turn_state.last_weapon = weapon.or(turn_state.last_weapon);
            turn_state.stage = if turn_state.stage == TurnStage::Fresh { TurnStage::Used } else { turn_state.stage };
        }),
        BattleEvent::Incanted { who, now, .. } => set(state, *who, now.clone()),
        BattleEvent::ActionReadied { who, readied, .. } => set(state, *who, Ready(Some(Readied::clone(readied)))),
        BattleEvent::ReadyEnded { who, .. } => set(state, *who, Ready(None)),
        BattleEvent::ReactionsSpent { who, left } => {
            edit::<TurnState>(state, *who, |turn_state| turn_state.reactions = *left)
        }
        BattleEvent::ActionsSpent { who, left } => {
            edit::<TurnState>(state, *who, |turn_state| turn_state.actions = *left)
        }
        BattleEvent::InitiativeChanged { who, initiative, place } => {
            edit::<TurnState>(state, *who, |turn_state| {
                (turn_state.initiative, turn_state.place) = (*initiative, *place)
            });
        }
        BattleEvent::DueSet { due } => set_due(state, due),
        BattleEvent::DueCancelled { due } | BattleEvent::DueTaken { due } => {
            let timeline = &mut *state.timeline;
            let turn = timeline.iter().find(|other| other.id == *due).and_then(turn_of);
            timeline.remove(*due);
            if let Some(who) = turn {
                edit::<TurnState>(state, who, |turn_state| turn_state.next = None);
            }
        }
        _ => {}
    }
}

/// Changes one component of a combatant.
fn edit<C: RowPart>(state: &mut State<'_>, who: CombatantId, change: impl FnOnce(&mut C)) {
    state.snapshot.edit(who, change);
    state.stale.mark(who, C::BIT);
}

fn set<C: RowPart>(state: &mut State<'_>, who: CombatantId, value: C) {
    edit::<C>(state, who, |component| *component = value);
}

fn place(state: &mut State<'_>, shift: &Shift) {
    edit::<Position>(state, shift.who, |position| {
        *position = Position { x: shift.to.x, y: shift.to.y, extent: shift.extent, altitude: shift.altitudes.1 };
    });
}

/// Changes the conditions of a combatant, and with them the numbers on its sheet.
fn afflict(state: &mut State<'_>, who: CombatantId, change: impl FnOnce(&mut Conditions)) {
    let bodies = state.snapshot.changed.bodies;
    let Some(before) = state.snapshot.rows.get(who.index()).map(|row| (abilities(row, state.rules), row.touched))
    else {
        return;
    };
    edit::<Conditions>(state, who, change);
    if let Some(row) = state.snapshot.rows.get_mut(who.index()) {
        row.sheet = burdened(state.rules, &row.own, &row.conditions);
        row.sum_up(&state.rules.conditions);
        if abilities(row, state.rules) == before.0 {
            (row.touched, state.snapshot.changed.bodies) = (before.1, bodies);
        }
    }
}

/// What its conditions make of a combatant, as far as it shows in where it can go and whom it can strike.
fn abilities(row: &Row, rules: &Ruleset) -> (Sum, [bool; 2], *const Sheet) {
    let policy = &rules.policies.consciousness;
    let out = [policy.unconscious, policy.dead].map(|name| rules.conditions.is_in(name, row.held).unwrap_or(true));
    (row.held.without_names(), out, Arc::as_ptr(&row.sheet))
}

fn gain(state: &mut State<'_>, who: CombatantId, affliction: Afflicted) {
    afflict(state, who, |conditions| {
        conditions.0.retain(|held| held.condition != affliction.condition);
        conditions.0.push(affliction);
    });
}

fn lose(state: &mut State<'_>, who: CombatantId, condition: Name) {
    afflict(state, who, |conditions| conditions.0.retain(|held| held.condition != condition));
}

fn rested(state: &mut State<'_>, respite: &Respite) {
    match respite {
        Respite::Taken { .. } => {}
        Respite::StayedAway { who, .. } => state.snapshot.remove(*who),
        Respite::Recovered { who, of, .. } => match &**of {
            Recovery::HitPoints(vitals) | Recovery::Fatigue(vitals) | Recovery::Invigoration(vitals) => {
                set(state, *who, *vitals);
            }
            Recovery::RunPenalty(momentum) => set::<Momentum>(state, *who, *momentum),
            Recovery::Spells(incanting) => set(state, *who, incanting.clone()),
        },
    }
}

fn links<'a>(state: &'a mut State<'_>) -> &'a mut Vec<Link> {
    state.stale.links = true;
    &mut state.around().links
}

fn change_link(state: &mut State<'_>, link: &Link) {
    if let Some(row) = links(state).iter_mut().find(|other| other.id == link.id) {
        *row = link.clone();
    }
}

fn put(state: &mut State<'_>, who: CombatantId, slot: WeaponSlot, place: WeaponLocation) {
    change_weapon(state, who, slot, |held| held.place = place);
}

fn change_weapon(state: &mut State<'_>, who: CombatantId, slot: WeaponSlot, change: impl FnOnce(&mut Held)) {
    edit::<Arms>(state, who, |arms| {
        if let Some(held) = arms.weapons.get_mut(usize::from(slot.0)) {
            change(held);
        }
    });
}

fn drop_weapon(state: &mut State<'_>, who: CombatantId, slot: WeaponSlot, cell: Option<Cell>) {
    let Some(row) = state.snapshot.rows.get(who.index()) else { return };
    let durability = row.arms.weapons.get(usize::from(slot.0)).map_or(0, |held| held.durability);
    let weapon = row.sheet.weapon(slot).map(|entry| entry.weapon.id);
    put(state, who, slot, WeaponLocation::Gone);
    if let (Some(cell), Some(weapon)) = (cell, weapon) {
        state.around().field.items.push(GroundItem { cell, weapon, durability });
    }
}

fn take_weapon(
    state: &mut State<'_>,
    (who, slot): (CombatantId, WeaponSlot),
    weapon: Name,
    from: Option<Cell>,
    now: Held,
) {
    let items = &mut state.around().field.items;
    if let Some(at) = items.iter().position(|item| Some(item.cell) == from && item.weapon == weapon) {
        items.remove(at);
    }
    let Some(row) = state.snapshot.rows.get_mut(who.index()) else { return };
    if row.sheet.weapon(slot).is_none() {
        row.own = with_weapon(state.rules, &row.own, weapon);
        row.sheet = burdened(state.rules, &row.own, &row.conditions);
    }
    edit::<Arms>(state, who, |arms| match arms.weapons.get_mut(usize::from(slot.0)) {
        Some(held) => *held = now,
        None => arms.weapons.push(now),
    });
}

fn wear(state: &mut State<'_>, who: CombatantId, slot: WeaponSlot, durability: u8) {
    change_weapon(state, who, slot, |held| {
        held.durability = durability;
        if durability == 0 {
            held.place = WeaponLocation::Broken;
        }
    });
}

fn harm_thing(state: &mut State<'_>, who: CombatantId, thing: GearPiece, left: u8) {
    match thing {
        GearPiece::Weapon(slot) => wear(state, who, slot, left),
        GearPiece::Armor => edit::<Arms>(state, who, |arms| arms.wear.armor = Some(left)),
        GearPiece::Shield => edit::<Arms>(state, who, |arms| {
            arms.wear.shield = Some(left);
            arms.shield &= left > 0;
        }),
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

fn set_due(state: &mut State<'_>, due: &Due) {
    state.timeline.set(due.clone());
    if let Some(who) = turn_of(due) {
        edit::<TurnState>(state, who, |turn_state| turn_state.next = Some(due.at));
    }
}
