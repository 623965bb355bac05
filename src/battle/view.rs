//! The battle as rules read it.

use crate::battle::{
    Act, ActiveSpell, Changed, CombatantId, Count, Field, Link, LinkKind, Row, Side, Snapshot, SpellId, SpellZone,
    Target,
};
use crate::content::ZoneKind;
use crate::grid::{Board, Cell, Footprint, Shape};

/// A borrowed [`Snapshot`], perhaps with a combatant imagined elsewhere or with combatants of unknown position left out.
/// Cheap to copy. Ids come from the battle itself: methods that read the row of a combatant panic for any other id.
#[derive(Copy, Clone)]
pub struct View<'a> {
    snapshot: &'a Snapshot,
    moved: Option<(CombatantId, Footprint)>,
    /// The rider of the combatant that is imagined elsewhere, which is there as well.
    rider: Option<CombatantId>,
    lifted: Option<(CombatantId, i16)>,
    /// `None` if all positions are known.
    unknown: Option<&'a Unknown>,
}

/// A set of combatants whose positions a side does not know. Combatants with numbers from 256 are always known.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Unknown([u64; 4]);

impl Unknown {
    /// Adds a combatant.
    pub fn add(&mut self, id: CombatantId) {
        if let Some(word) = self.0.get_mut(id.index() / 64) {
            *word |= 1 << (id.index() % 64);
        }
    }

    /// Whether a combatant is in the set.
    pub fn has(&self, id: CombatantId) -> bool {
        self.0.get(id.index() / 64).is_some_and(|word| word >> (id.index() % 64) & 1 == 1)
    }
}

impl<'a> View<'a> {
    /// The view of a snapshot as it is.
    pub fn of(snapshot: &'a Snapshot) -> View<'a> {
        View { snapshot, moved: None, rider: None, lifted: None, unknown: None }
    }

    /// A view with one combatant imagined on another footprint, together with its rider.
    pub fn with(self, id: CombatantId, footprint: Footprint) -> View<'a> {
        View { moved: Some((id, footprint)), rider: self.rider_of(id), ..self }
    }

    /// A view with one combatant imagined at another altitude in the board's unit.
    pub fn lifted(self, id: CombatantId, altitude: i16) -> View<'a> {
        View { lifted: Some((id, altitude)), ..self }
    }

    /// A copy of the state with one more lasting spell, for [`View::over`].
    pub fn with_spell(self, spell: ActiveSpell) -> Snapshot {
        let mut snapshot = self.snapshot.clone();
        spell.zone.iter().for_each(|zone| snapshot.field.lay(zone));
        snapshot.spells.push(spell);
        // Cached values of the real battle are not valid for the copy.
        snapshot.changed.any = u64::MAX;
        snapshot
    }

    /// A copy of the state with some combatants in other places and at other altitudes, for [`View::over`].
    pub fn with_others_at(self, places: &[(CombatantId, Footprint, i16)]) -> Snapshot {
        let mut snapshot = self.snapshot.clone();
        for (who, place, altitude) in places {
            let position = &mut snapshot.rows[who.index()].position;
            (position.x, position.y, position.extent) = (place.anchor.x, place.anchor.y, place.extent);
            position.altitude = *altitude;
        }
        // Cached values of the real battle are not valid for the copy.
        snapshot.changed.any = u64::MAX;
        snapshot
    }

    /// A view of another state of the same combatants, with the imagined changes of this view.
    pub fn over<'b>(self, snapshot: &'b Snapshot) -> View<'b>
    where
        'a: 'b,
    {
        View { snapshot, ..self }
    }

    /// A view without exactly these combatants, for a side that does not know where they are.
    pub fn without(self, unknown: &'a Unknown) -> View<'a> {
        View { unknown: Some(unknown).filter(|unknown| **unknown != Unknown::default()), ..self }
    }

    /// The combatants that are left out.
    pub fn unknown(self) -> Unknown {
        self.unknown.copied().unwrap_or_default()
    }

    /// Whether nothing is imagined or left out.
    pub fn is_plain(self) -> bool {
        self.moved.is_none() && self.lifted.is_none() && self.unknown.is_none()
    }

    /// Whether the position of a combatant is known.
    pub fn knows(self, id: CombatantId) -> bool {
        self.unknown.is_none_or(|unknown| !unknown.has(id))
    }

    /// All rows by number, including combatants that are gone.
    pub fn rows(self) -> &'a [Row] {
        &self.snapshot.rows
    }

    /// The row of a combatant.
    ///
    /// # Panics
    /// If the battle has no such combatant. Ids come from the battle itself.
    pub fn row(self, id: CombatantId) -> &'a Row {
        &self.snapshot.rows[id.index()]
    }

    /// The row of a combatant, if there is one with that number.
    pub fn find(self, id: CombatantId) -> Option<&'a Row> {
        self.snapshot.rows.get(id.index())
    }

    /// Rows of all known combatants on the board, by number.
    pub fn present(self) -> impl Iterator<Item = &'a Row> {
        self.snapshot.rows.iter().filter(move |row| !row.gone && self.knows(row.id))
    }

    /// Rows of all other known combatants whose space overlaps a space.
    pub fn others_in(self, id: CombatantId, space: Footprint) -> impl Iterator<Item = &'a Row> {
        let (shape, at, wide) = (self.shape(), space.anchor, space.extent > 1);
        // Nearly all stand elsewhere.
        let may_meet = move |row: &&Row| {
            let there = &row.position;
            let meets = wide || there.extent > 1 || (there.x, there.y) == (at.x, at.y) || self.is_moved(row.id);
            meets && row.id != id
        };
        self.snapshot.rows.iter().filter(may_meet).filter(move |row| {
            let there = if self.moved.is_some() { self.footprint(row.id) } else { row.position.footprint() };
            !row.gone && there.overlaps(shape, space) && self.knows(row.id)
        })
    }

    /// Rows of all known enemies of a side on the board.
    pub fn enemies_of(self, side: Side) -> impl Iterator<Item = &'a Row> {
        self.present().filter(move |row| row.side != side)
    }

    /// Rows of all known friends of a combatant on the board, excluding itself.
    pub fn friends_of(self, id: CombatantId) -> impl Iterator<Item = &'a Row> {
        let side = self.row(id).side;
        self.present().filter(move |row| row.side == side && row.id != id)
    }

    /// The cells a combatant occupies, or is imagined to occupy.
    pub fn footprint(self, id: CombatantId) -> Footprint {
        match self.moved {
            Some((_, footprint)) if self.is_moved(id) => footprint,
            _ => self.row(id).position.footprint(),
        }
    }

    /// Whether a combatant is imagined elsewhere.
    fn is_moved(self, id: CombatantId) -> bool {
        self.moved.is_some_and(|(moved, _)| moved == id) || self.rider == Some(id)
    }

    /// Feet above the ground at which a combatant is, or is imagined to be.
    pub fn altitude(self, id: CombatantId) -> i16 {
        match self.lifted {
            Some((lifted, altitude)) if lifted == id => altitude,
            _ => self.row(id).position.altitude,
        }
    }

    /// The battlefield.
    pub fn field(self) -> &'a Field {
        &self.snapshot.field
    }

    /// Terrain, heights and barriers as they are now.
    pub fn board(self) -> &'a Board {
        &self.snapshot.field.board
    }

    /// Shape of the cells: squares or hexagons.
    pub fn shape(self) -> Shape {
        self.board().shape()
    }

    /// All holds and rides, oldest first.
    pub fn links(self) -> &'a [Link] {
        &self.snapshot.links
    }

    /// All lasting spells, oldest first.
    pub fn spells(self) -> &'a [ActiveSpell] {
        &self.snapshot.spells
    }

    /// The lasting spell with this id; `None` once it has ended.
    pub fn spell(self, id: SpellId) -> Option<&'a ActiveSpell> {
        self.snapshot.spells.iter().find(|spell| spell.id == id)
    }

    /// All zones with their spells, oldest first.
    pub fn zones(self) -> impl Iterator<Item = (&'a ActiveSpell, &'a SpellZone)> {
        self.spells().iter().filter_map(|spell| Some((spell, spell.zone.as_deref()?)))
    }

    fn laid_fog(self) -> impl Iterator<Item = &'a SpellZone> {
        self.zones().map(|(_, zone)| zone).filter(|zone| zone.does == ZoneKind::Fog)
    }

    /// Whether there is fog anywhere.
    pub fn has_fog(self) -> bool {
        !self.field().fog.is_empty() || self.laid_fog().next().is_some()
    }

    /// Whether a cell has fog, from the scenario or from a spell.
    pub fn is_foggy(self, cell: Cell) -> bool {
        self.field().fog.contains(&cell) || self.laid_fog().any(|zone| zone.holds(cell))
    }

    fn holds(self) -> impl Iterator<Item = &'a Link> {
        self.snapshot.links.iter().filter(|link| link.kind != LinkKind::Ride)
    }

    /// The holds on a combatant.
    pub fn holds_on(self, id: CombatantId) -> impl Iterator<Item = &'a Link> {
        self.holds().filter(move |link| link.held == id)
    }

    /// The holds of a combatant on others.
    pub fn holds_by(self, id: CombatantId) -> impl Iterator<Item = &'a Link> {
        self.holds().filter(move |link| link.holder == id)
    }

    /// The hold of one combatant on another.
    pub fn hold(self, holder: CombatantId, held: CombatantId) -> Option<&'a Link> {
        self.holds().find(|link| link.holder == holder && link.held == held)
    }

    /// The combatant on which another rides.
    pub fn mount_of(self, rider: CombatantId) -> Option<CombatantId> {
        self.ride(|link| link.holder == rider).map(|link| link.held)
    }

    /// The combatant that rides on another.
    pub fn rider_of(self, mount: CombatantId) -> Option<CombatantId> {
        self.ride(|link| link.held == mount).map(|link| link.holder)
    }

    /// The ride in which a combatant takes part, as rider or as mount.
    pub fn ride_of(self, who: CombatantId) -> Option<&'a Link> {
        self.ride(|link| link.concerns(who))
    }

    fn ride(self, is_it: impl Fn(&Link) -> bool) -> Option<&'a Link> {
        self.snapshot.links.iter().find(|link| link.kind == LinkKind::Ride && is_it(link))
    }

    /// Current count, or round in rule systems with rounds.
    pub fn count(self) -> Count {
        self.snapshot.count
    }

    /// Revision: incremented by every event.
    pub fn revision(self) -> u64 {
        self.snapshot.revision
    }

    /// Revisions of the last changes.
    pub fn changed(self) -> Changed {
        self.snapshot.changed
    }
}

impl Target {
    /// The battle as the actor imagines it: a hidden target stands in the cell where it is suspected, and one to which an attack was
    /// redirected in the space of the combatant that was attacked.
    pub fn imagined<'a>(&self, view: View<'a>) -> View<'a> {
        match self {
            Target::Guess { who, cell } => view.with(*who, (*cell).into()),
            Target::Redirected { who, from } => view.with(*who, view.footprint(*who).at(view.footprint(*from).anchor)),
            _ => view,
        }
    }
}

impl Act {
    /// The battle as the actor imagines it: a hidden target stands in the cell where it is suspected.
    pub fn imagined<'a>(&self, view: View<'a>) -> View<'a> {
        self.aim().imagined(view)
    }

    /// Whether it is aimed at a cell that does not contain its target.
    pub fn goes_astray(&self, view: View<'_>) -> bool {
        match self.aim() {
            Target::Guess { who, cell } => !view.footprint(*who).contains(view.shape(), *cell),
            _ => false,
        }
    }
}
