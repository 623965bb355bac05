//! A battlefield as plain data.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Battlefield;
use crate::battle::{
    ActiveSpell, Arms, Changed, Channelling, Conditions, Count, Door, Drift, Facing, Field, GroundItem, Ice, Incanting,
    Light, Link, Momentum, PairFacts, Position, Ready, Row, Stance, Thing, Tunnel, TurnState, Vitals,
};
use crate::content::Name;
use crate::grid::Cell;
use crate::resolution::setup::Setup;
use crate::rules::{item_form, sheet_under_conditions, with_form, with_weapon};
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

/// A struct that holds the named fields of another, as saves hold them, with one field of its own.
macro_rules! saved_fields {
    ($(#[$doc:meta])* $name:ident of $whole:ident: $own:ident: $own_type:ty, $($(#[$note:meta])* $field:ident: $kind:ty,)*) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name<'b> {
            $own: $own_type,
            $($(#[$note])* $field: Cow<'b, $kind>,)*
        }

        impl<'b> $name<'b> {
            fn of(whole: &'b $whole, $own: $own_type) -> $name<'b> {
                $name { $own, $($field: Cow::Borrowed(&whole.$field),)* }
            }

            fn put_into(self, whole: &mut $whole) {
                $(whole.$field = self.$field.into_owned();)*
            }
        }
    };
}

saved_fields! {
    /// A combatant, with the weapons that it has taken up in the battle and its unit did not bring.
    SavedRow of Row: taken: Vec<Name>,
    position: Position,
    facing: Facing,
    vitals: Vitals,
    conditions: Conditions,
    stance: Stance,
    arms: Arms,
    momentum: Momentum,
    drift: Drift,
    pairs: PairFacts,
    turn_state: TurnState,
    ready: Ready,
    incanting: Incanting,
    channelling: Channelling,
    gone: bool,
    touched: u64,
    #[serde(default = "unknown")]
    drained: u64,
}

/// The revision of a change at an unknown time, in saves that do not have it: later than any other.
fn unknown<'b>() -> Cow<'b, u64> {
    Cow::Owned(u64::MAX)
}

saved_fields! {
    /// The ground, with the cells whose terrain is no longer that of the map and the index of their terrain.
    SavedGround of Field: tiles: Vec<(Cell, u8)>,
    doors: Vec<Door>,
    ice: Vec<Ice>,
    tunnels: Vec<Tunnel>,
    items: Vec<GroundItem>,
    #[serde(default, skip_serializing_if = "has_none")]
    things: Vec<Thing>,
    lights: Vec<Light>,
    revision: u32,
}

fn has_none(things: &[Thing]) -> bool {
    things.is_empty()
}

impl Battlefield {
    pub(in crate::resolution) fn save(&self) -> SavedField<'_> {
        let snapshot = &self.snapshot;
        let taken =
            |row: &Row, brought: &usize| row.own.weapons.iter().skip(*brought).map(|entry| entry.weapon.id).collect();
        let rows = snapshot.rows.iter().zip(self.brought.iter());
        SavedField {
            rows: rows.map(|(row, brought)| SavedRow::of(row, taken(row, brought))).collect(),
            ground: SavedGround::of(&snapshot.field, self.changed_tiles()),
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
        let (mut field, saved_spells) = (Battlefield::before_first_fact(setup), saved.spells.into_owned());
        if saved.rows.len() != field.snapshot.rows.len() {
            return None;
        }
        for (row, saved) in field.snapshot.rows.iter_mut().zip(saved.rows) {
            for weapon in &saved.taken {
                row.own = with_weapon(&setup.rules, &row.own, *weapon);
            }
            for spell in saved_spells.iter().filter(|spell| spell.caster == row.id) {
                if let Some((slot, weapon)) = item_form(&setup.rules, spell) {
                    row.own = with_form(&setup.rules, &row.own, slot, weapon);
                }
            }
            saved.put_into(row);
            row.sheet = sheet_under_conditions(&setup.rules, &row.own, &row.conditions, &row.arms);
            row.sum_up(&setup.rules.conditions);
        }
        field.snapshot.field.set_tiles(saved.ground.tiles.iter().copied());
        saved.ground.put_into(&mut field.snapshot.field);
        field.snapshot.links = saved.links.into_owned();
        field.snapshot.spells = saved_spells;
        field.snapshot.count = saved.count;
        field.snapshot.revision = saved.revision;
        field.snapshot.changed = saved.changed;
        field.timeline = saved.timeline.into_owned();
        Some(field)
    }

    /// Cells whose terrain is no longer that of the map, with the index of their terrain.
    fn changed_tiles(&self) -> Vec<(Cell, u8)> {
        let now = &self.snapshot.field.board;
        if Arc::ptr_eq(now, &self.map) {
            return Vec::new();
        }
        let changed = now.cells().filter(|cell| now.tile(*cell) != self.map.tile(*cell));
        changed.filter_map(|cell| Some((cell, now.tile(cell)?))).collect()
    }
}
