//! A battlefield as plain data.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Battlefield;
use crate::battle::{
    ActiveSpell, Arms, Changed, Conditions, Count, Door, Drift, Facing, Field, GroundItem, Ice, Incanting, Light, Link,
    Momentum, PairFacts, Position, Ready, Row, Stance, Tunnel, TurnState, Vitals,
};
use crate::content::Name;
use crate::grid::Cell;
use crate::resolution::setup::Setup;
use crate::rules::{Ruleset, sheet_under_conditions, with_weapon};
use crate::turn::Timeline;

/// Differences between a battlefield and its setup. Sheets are left out: they follow from units, weapons taken and
/// conditions.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedField<'b> {
    rows: Vec<SavedRow<'b>>,
    ground: SavedGround<'b>,
    links: Cow<'b, [Link]>,
    spells: Cow<'b, [ActiveSpell]>,
    count: Count,
    revision: u64,
    changed: Changed,
    timeline: Cow<'b, Timeline>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedRow<'b> {
    /// Weapons taken up in the battle, which its unit did not bring.
    taken: Vec<Name>,
    position: Position,
    facing: Facing,
    vitals: Vitals,
    conditions: Cow<'b, Conditions>,
    stance: Stance,
    arms: Cow<'b, Arms>,
    momentum: Momentum,
    drift: Drift,
    pairs: Cow<'b, PairFacts>,
    turn_state: TurnState,
    ready: Cow<'b, Ready>,
    incanting: Cow<'b, Incanting>,
    gone: bool,
    touched: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedGround<'b> {
    /// Cells whose terrain is no longer that of the map, with the index of their terrain.
    tiles: Vec<(Cell, u8)>,
    doors: Cow<'b, [Door]>,
    ice: Cow<'b, [Ice]>,
    tunnels: Cow<'b, [Tunnel]>,
    items: Cow<'b, [GroundItem]>,
    lights: Cow<'b, [Light]>,
    revision: u32,
}

impl Battlefield {
    /// The battlefield as plain data.
    pub(in crate::resolution) fn save(&self) -> SavedField<'_> {
        let snapshot = &self.snapshot;
        SavedField {
            rows: snapshot
                .rows
                .iter()
                .zip(self.brought.iter())
                .map(|(row, brought)| SavedRow::of(row, *brought))
                .collect(),
            ground: SavedGround::of(&snapshot.field, self),
            links: Cow::Borrowed(&snapshot.links),
            spells: Cow::Borrowed(&snapshot.spells),
            count: snapshot.count,
            revision: snapshot.revision,
            changed: snapshot.changed,
            timeline: Cow::Borrowed(&self.timeline),
        }
    }

    /// A saved battlefield as it was; `None` if it does not fit the setup.
    pub(in crate::resolution) fn restore(setup: &Setup, saved: SavedField<'_>) -> Option<Battlefield> {
        let mut field = Battlefield::before_first_fact(setup);
        if saved.rows.len() != field.snapshot.rows.len() {
            return None;
        }
        for (row, saved) in field.snapshot.rows.iter_mut().zip(saved.rows) {
            saved.put_into(row, &setup.rules);
        }
        saved.ground.put_into(&mut field.snapshot.field);
        field.snapshot.links = saved.links.into_owned();
        field.snapshot.spells = saved.spells.into_owned();
        field.snapshot.count = saved.count;
        field.snapshot.revision = saved.revision;
        field.snapshot.changed = saved.changed;
        field.timeline = saved.timeline.into_owned();
        Some(field)
    }
}

impl<'b> SavedRow<'b> {
    fn of(row: &'b Row, brought: usize) -> SavedRow<'b> {
        SavedRow {
            taken: row.own.weapons.iter().skip(brought).map(|entry| entry.weapon.id).collect(),
            position: row.position,
            facing: row.facing,
            vitals: row.vitals,
            conditions: Cow::Borrowed(&row.conditions),
            stance: row.stance,
            arms: Cow::Borrowed(&row.arms),
            momentum: row.momentum,
            drift: row.drift,
            pairs: Cow::Borrowed(&row.pairs),
            turn_state: row.turn_state,
            ready: Cow::Borrowed(&row.ready),
            incanting: Cow::Borrowed(&row.incanting),
            gone: row.gone,
            touched: row.touched,
        }
    }

    fn put_into(self, row: &mut Row, rules: &Ruleset) {
        for weapon in self.taken {
            row.own = with_weapon(rules, &row.own, weapon);
        }
        row.position = self.position;
        row.facing = self.facing;
        row.vitals = self.vitals;
        row.conditions = self.conditions.into_owned();
        row.stance = self.stance;
        row.arms = self.arms.into_owned();
        row.momentum = self.momentum;
        row.drift = self.drift;
        row.pairs = self.pairs.into_owned();
        row.turn_state = self.turn_state;
        row.ready = self.ready.into_owned();
        row.incanting = self.incanting.into_owned();
        (row.gone, row.touched) = (self.gone, self.touched);
        row.sheet = sheet_under_conditions(rules, &row.own, &row.conditions);
        row.sum_up(&rules.conditions);
    }
}

impl<'b> SavedGround<'b> {
    fn of(field: &'b Field, battle: &'b Battlefield) -> SavedGround<'b> {
        let now = &field.board;
        let changed = |cell: &Cell| now.tile(*cell) != battle.map.tile(*cell);
        let tiles = match std::sync::Arc::ptr_eq(now, &battle.map) {
            true => Vec::new(),
            false => now.cells().filter(changed).filter_map(|cell| Some((cell, now.tile(cell)?))).collect(),
        };
        SavedGround {
            tiles,
            doors: Cow::Borrowed(&field.doors),
            ice: Cow::Borrowed(&field.ice),
            tunnels: Cow::Borrowed(&field.tunnels),
            items: Cow::Borrowed(&field.items),
            lights: Cow::Borrowed(&field.lights),
            revision: field.revision,
        }
    }

    fn put_into(self, field: &mut Field) {
        field.set_tiles(self.tiles);
        field.doors = self.doors.into_owned();
        field.ice = self.ice.into_owned();
        field.tunnels = self.tunnels.into_owned();
        field.items = self.items.into_owned();
        field.lights = self.lights.into_owned();
        field.revision = self.revision;
    }
}
