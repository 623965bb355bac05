//! The only writer of simulation components: one fact in, components and [`Snapshot`] changed together.
//!
//! It decides nothing: every event carries its result. Sheets follow from the conditions on them.

use bevy::prelude::*;

use super::event::{BattleEvent, GroundChange, Outfit, Recovery, Respite, Shift};
use super::setup::InForce;
use crate::battle::{
    Afflicted, Arms, CombatantId, Conditions, Drift, Facing, GroundItem, Held, Link, LinkId, Momentum, Ongoing,
    PairFacts, Place, Position, Readied, Ready, Roster, RowPart, Snapshot, Stance, Tempo, Thing, WeaponSlot,
};
use crate::content::Name;
use crate::grid::Cell;
use crate::rules::burdened;
use crate::turn::{Due, DueKind, Timeline};

/// Writes one fact into the components of a world and into its snapshot and timeline.
pub fn apply(world: &mut World, event: &BattleEvent) {
    world.resource_mut::<Snapshot>().revision += 1;
    if !apply_to_body(world, event) && !apply_to_things(world, event) {
        apply_to_time(world, event);
    }
}

fn apply_to_body(world: &mut World, event: &BattleEvent) -> bool {
    match event {
        BattleEvent::DamageTaken(hurt) => set(world, hurt.target, hurt.vitals),
        BattleEvent::FatigueGained { who, vitals, .. }
        | BattleEvent::EnergyChanged { who, vitals, .. }
        | BattleEvent::Bolstered { who, vitals, .. }
        | BattleEvent::Healed { who, vitals, .. } => {
            set(world, *who, *vitals);
        }
        BattleEvent::Rested(respite) => rested(world, respite),
        BattleEvent::Displaced { bodies, .. } => bodies.iter().for_each(|shift| place(world, shift)),
        BattleEvent::MomentumChanged { who, momentum } => set::<Momentum>(world, *who, *momentum),
        BattleEvent::DriftChanged { who, drift, .. } => set::<Drift>(world, *who, *drift),
        BattleEvent::FacingKept { who, facing, .. } => set::<Facing>(world, *who, *facing),
        BattleEvent::StanceTaken { who, stance, .. } => set::<Stance>(world, *who, *stance),
        BattleEvent::ConditionGained { who, affliction, .. } | BattleEvent::ConditionEased { who, affliction, .. } => {
            gain(world, *who, *affliction);
        }
        BattleEvent::ConditionJoined { who, affliction, .. } => {
            afflict(world, *who, |conditions| conditions.0.push(*affliction));
        }
        BattleEvent::ConditionFaded { who, affliction, .. } => {
            afflict(world, *who, |conditions| conditions.0.retain(|held| held != affliction));
        }
        BattleEvent::ConditionLost { who, condition, .. } => lose(world, *who, *condition),
        BattleEvent::PairFactBegan { who, fact } => edit::<PairFacts>(world, *who, |facts| facts.0.push(*fact)),
        BattleEvent::PairFactEnded { who, towards, slant } => edit::<PairFacts>(world, *who, |facts| {
            facts.0.retain(|fact| fact.towards != *towards || fact.slant != *slant);
        }),
        BattleEvent::Died { who, .. } | BattleEvent::Escaped { who } | BattleEvent::CarriedOff { who, .. } => {
            remove(world, *who);
        }
        BattleEvent::Woke { .. } | BattleEvent::FellUnconscious { .. } => {}
        _ => return false,
    }
    true
}

fn apply_to_things(world: &mut World, event: &BattleEvent) -> bool {
    match event {
        BattleEvent::LinkMade { link, .. } => add_link(world, link),
        BattleEvent::LinkChanged { link, .. } => change_link(world, link),
        BattleEvent::LinkEnded { link, .. } => end_link(world, *link),
        BattleEvent::WeaponDrawn { who, slot, .. } => put(world, *who, *slot, Place::InHand),
        BattleEvent::WeaponSheathed { who, slot, .. } => put(world, *who, *slot, Place::Carried),
        BattleEvent::OutfitChanged { who, now, .. } => match now {
            Outfit::Light(light) => {
                let lights = &mut world.resource_mut::<Snapshot>().field.lights;
                lights.retain(|other| other.from != light.from);
                lights.push(*light);
            }
            Outfit::Shield | Outfit::NoShield => {
                edit::<Arms>(world, *who, |arms| arms.shield = *now == Outfit::Shield);
            }
        },
        BattleEvent::WeaponStuck { who, slot, through, .. } => put(world, *who, *slot, Place::Stuck(*through)),
        BattleEvent::WeaponDropped { who, slot, cell, .. } => drop_weapon(world, *who, *slot, *cell),
        BattleEvent::WeaponTaken { who, slot, from, .. } => take_weapon(world, *who, *slot, *from),
        BattleEvent::WeaponWorn { who, slot, durability, .. } => wear(world, *who, *slot, *durability),
        BattleEvent::GroundChanged(change) => change_ground(&mut world.resource_mut::<Snapshot>(), change),
        BattleEvent::SpellBegan { spell, .. } => {
            let mut snapshot = world.resource_mut::<Snapshot>();
            spell.zone.iter().for_each(|zone| snapshot.field.lay(zone));
            snapshot.spells.push(spell.clone());
        }
        BattleEvent::IllusionSeenThrough { who, id, .. } => {
            let mut snapshot = world.resource_mut::<Snapshot>();
            let spell = snapshot.spells.iter_mut().find(|spell| spell.id == *id);
            spell.and_then(|spell| spell.zone.as_mut()).into_iter().for_each(|zone| zone.known_by.push(*who));
        }
        BattleEvent::SpellControlled { id, turn, .. } => {
            let mut snapshot = world.resource_mut::<Snapshot>();
            let spell = snapshot.spells.iter_mut().find(|spell| spell.id == *id);
            spell.into_iter().for_each(|spell| spell.controlled = Some(*turn));
        }
        BattleEvent::SpellEnded { id, .. } => {
            let snapshot = &mut *world.resource_mut::<Snapshot>();
            let (ended, lasting): (Vec<Ongoing>, Vec<Ongoing>) =
                snapshot.spells.drain(..).partition(|spell| spell.id == *id);
            snapshot.spells = lasting;
            ended.iter().filter_map(|spell| spell.zone.as_ref()).for_each(|zone| snapshot.field.lift(zone));
        }
        BattleEvent::ThingHarmed { who, thing, left, .. } => harm_thing(world, *who, *thing, *left),
        BattleEvent::DoorMoved { cell, open, .. } => {
            world.resource_mut::<Snapshot>().field.set_door(*cell, *open);
        }
        _ => return false,
    }
    true
}

fn apply_to_time(world: &mut World, event: &BattleEvent) {
    match event {
        BattleEvent::CountBegan { count } => world.resource_mut::<Snapshot>().count = *count,
        BattleEvent::TurnBegan { who } => {
            let started = world.resource::<Snapshot>().count;
            edit::<Tempo>(world, *who, |tempo| {
                *tempo = Tempo { turns: tempo.turns + 1, delaying: false, started, ..*tempo };
            });
        }
        BattleEvent::Commanded { who, by, round, .. } => edit::<Tempo>(world, *who, |tempo| {
            (tempo.commander, tempo.commanded) = (Some(*by), *round);
        }),
        BattleEvent::CommanderLost { who, now, .. } => edit::<Tempo>(world, *who, |tempo| tempo.commander = *now),
        BattleEvent::TurnDelayed { who, .. } => edit::<Tempo>(world, *who, |tempo| tempo.delaying = true),
        BattleEvent::TurnResumed { who, .. } => edit::<Tempo>(world, *who, |tempo| tempo.delaying = false),
        BattleEvent::ActionRemembered { who, action, target, weapon } => edit::<Tempo>(world, *who, |tempo| {
            (tempo.last, tempo.last_target) = (Some(*action), *target);
            tempo.last_weapon = weapon.or(tempo.last_weapon);
        }),
        BattleEvent::Incanted { who, now, .. } => set(world, *who, now.clone()),
        BattleEvent::ActionReadied { who, readied, .. } => set(world, *who, Ready(Some(Readied::clone(readied)))),
        BattleEvent::ReadyEnded { who, .. } => set(world, *who, Ready(None)),
        BattleEvent::ReactionsSpent { who, left } => edit::<Tempo>(world, *who, |tempo| tempo.reactions = *left),
        BattleEvent::ActionsSpent { who, left } => edit::<Tempo>(world, *who, |tempo| tempo.actions = *left),
        BattleEvent::InitiativeChanged { who, initiative, place } => {
            edit::<Tempo>(world, *who, |tempo| (tempo.initiative, tempo.place) = (*initiative, *place));
        }
        BattleEvent::DueSet { due } => set_due(world, due),
        BattleEvent::DueCancelled { due } | BattleEvent::DueTaken { due } => {
            let mut timeline = world.resource_mut::<Timeline>();
            let turn = timeline.iter().find(|other| other.id == *due).and_then(turn_of);
            timeline.remove(*due);
            if let Some(who) = turn {
                edit::<Tempo>(world, who, |tempo| tempo.next = None);
            }
        }
        _ => {}
    }
}

/// Changes one component of a combatant, in its entity and in its row.
fn edit<C: RowPart>(world: &mut World, who: CombatantId, change: impl FnOnce(&mut C)) {
    let Some(entity) = world.resource::<Roster>().entity(who) else { return };
    let Some(mut component) = world.get_mut::<C>(entity) else { return };
    change(&mut component);
    let copy = component.clone();
    if let Some(row) = world.resource_mut::<Snapshot>().rows.get_mut(who.index()) {
        *C::of_mut(row) = copy;
    }
}

fn set<C: RowPart>(world: &mut World, who: CombatantId, value: C) {
    edit::<C>(world, who, |component| *component = value);
}

fn place(world: &mut World, shift: &Shift) {
    edit::<Position>(world, shift.who, |position| {
        *position = Position { x: shift.to.x, y: shift.to.y, extent: shift.extent, altitude: shift.altitudes.1 };
    });
}

/// Changes the conditions of a combatant, and with them the numbers on its sheet.
fn afflict(world: &mut World, who: CombatantId, change: impl FnOnce(&mut Conditions)) {
    edit::<Conditions>(world, who, change);
    let rules = world.resource::<InForce>().0.clone();
    if let Some(row) = world.resource_mut::<Snapshot>().rows.get_mut(who.index()) {
        row.sheet = burdened(&rules, &row.own, &row.conditions);
    }
}

fn gain(world: &mut World, who: CombatantId, affliction: Afflicted) {
    afflict(world, who, |conditions| {
        conditions.0.retain(|held| held.condition != affliction.condition);
        conditions.0.push(affliction);
    });
}

fn lose(world: &mut World, who: CombatantId, condition: Name) {
    afflict(world, who, |conditions| conditions.0.retain(|held| held.condition != condition));
}

fn rested(world: &mut World, respite: &Respite) {
    match respite {
        Respite::Taken { .. } => {}
        Respite::StayedAway { who, .. } => remove(world, *who),
        Respite::Recovered { who, of, .. } => match &**of {
            Recovery::HitPoints(vitals) | Recovery::Fatigue(vitals) | Recovery::Invigoration(vitals) => {
                set(world, *who, *vitals);
            }
            Recovery::RunPenalty(momentum) => set::<Momentum>(world, *who, *momentum),
            Recovery::Spells(incanting) => set(world, *who, incanting.clone()),
        },
    }
}

fn remove(world: &mut World, who: CombatantId) {
    if let Some(row) = world.resource_mut::<Snapshot>().rows.get_mut(who.index()) {
        row.gone = true;
    }
}

fn add_link(world: &mut World, link: &Link) {
    world.spawn(link.clone());
    world.resource_mut::<Snapshot>().links.push(link.clone());
}

fn link_entity(world: &mut World, id: LinkId) -> Option<Entity> {
    let mut links = world.query::<(Entity, &Link)>();
    links.iter(world).find(|(_, link)| link.id == id).map(|(entity, _)| entity)
}

fn change_link(world: &mut World, link: &Link) {
    if let Some(entity) = link_entity(world, link.id) {
        world.entity_mut(entity).insert(link.clone());
    }
    let mut snapshot = world.resource_mut::<Snapshot>();
    if let Some(row) = snapshot.links.iter_mut().find(|other| other.id == link.id) {
        *row = link.clone();
    }
}

fn end_link(world: &mut World, id: LinkId) {
    if let Some(entity) = link_entity(world, id) {
        world.despawn(entity);
    }
    world.resource_mut::<Snapshot>().links.retain(|link| link.id != id);
}

fn put(world: &mut World, who: CombatantId, slot: WeaponSlot, place: Place) {
    change_weapon(world, who, slot, |held| held.place = place);
}

fn change_weapon(world: &mut World, who: CombatantId, slot: WeaponSlot, change: impl FnOnce(&mut Held)) {
    edit::<Arms>(world, who, |arms| {
        if let Some(held) = arms.weapons.get_mut(usize::from(slot.0)) {
            change(held);
        }
    });
}

fn drop_weapon(world: &mut World, who: CombatantId, slot: WeaponSlot, cell: Option<Cell>) {
    let Some(row) = world.resource::<Snapshot>().rows.get(who.index()) else { return };
    let durability = row.arms.weapons.get(usize::from(slot.0)).map_or(0, |held| held.durability);
    let weapon = row.sheet.weapon(slot).map(|entry| entry.weapon.id);
    put(world, who, slot, Place::Gone);
    if let (Some(cell), Some(weapon)) = (cell, weapon) {
        world.resource_mut::<Snapshot>().field.items.push(GroundItem { cell, weapon, durability });
    }
}

fn take_weapon(world: &mut World, who: CombatantId, slot: WeaponSlot, from: Option<Cell>) {
    let mut snapshot = world.resource_mut::<Snapshot>();
    let Some(row) = snapshot.rows.get(who.index()) else { return };
    let Some(weapon) = row.sheet.weapon(slot).map(|entry| entry.weapon.id) else { return };
    let items = &mut snapshot.field.items;
    if let Some(at) = items.iter().position(|item| Some(item.cell) == from && item.weapon == weapon) {
        items.remove(at);
    }
    put(world, who, slot, Place::InHand);
}

fn wear(world: &mut World, who: CombatantId, slot: WeaponSlot, durability: u8) {
    change_weapon(world, who, slot, |held| {
        held.durability = durability;
        if durability == 0 {
            held.place = Place::Broken;
        }
    });
}

fn harm_thing(world: &mut World, who: CombatantId, thing: Thing, left: u8) {
    match thing {
        Thing::Weapon(slot) => wear(world, who, slot, left),
        Thing::Armor => edit::<Arms>(world, who, |arms| arms.wear.armor = Some(left)),
        Thing::Shield => edit::<Arms>(world, who, |arms| {
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

fn set_due(world: &mut World, due: &Due) {
    world.resource_mut::<Timeline>().set(due.clone());
    if let Some(who) = turn_of(due) {
        edit::<Tempo>(world, who, |tempo| tempo.next = Some(due.at));
    }
}
