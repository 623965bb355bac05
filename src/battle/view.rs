use super::{ActiveSpell, Changed, CombatantId, Count, Field, Link, Row, Side, Snapshot, SpellId, Zone};
use crate::content::zone::ZoneKind;
use crate::grid::{Board, Cell, Footprint, Shape};

/// What rules read: a borrowed [`Snapshot`], possibly with one combatant imagined elsewhere. Copying it is free and
/// reading it changes nothing.
#[derive(Copy, Clone)]
pub struct View<'a> {
    snapshot: &'a Snapshot,
    moved: Option<(CombatantId, Footprint)>,
    lifted: Option<(CombatantId, i16)>,
    /// Those who are not known to be where they are, a bit for each.
    unknown: [u64; UNKNOWN_WORDS],
    /// Whether there are any.
    hides: bool,
}

/// Words with a bit for each combatant; those of higher numbers are always known.
const UNKNOWN_WORDS: usize = 4;

impl<'a> View<'a> {
    /// The view of a snapshot as it is.
    pub fn of(snapshot: &'a Snapshot) -> View<'a> {
        View { snapshot, moved: None, lifted: None, unknown: [0; UNKNOWN_WORDS], hides: false }
    }

    /// The same battle with one combatant imagined on another footprint.
    pub fn with(self, id: CombatantId, footprint: Footprint) -> View<'a> {
        View { moved: Some((id, footprint)), ..self }
    }

    /// The same battle with one combatant imagined at another altitude.
    pub fn lifted(self, id: CombatantId, altitude: i16) -> View<'a> {
        View { lifted: Some((id, altitude)), ..self }
    }

    /// The battle as it would be with one more spell that lasts, to be looked at by [`View::over`].
    pub fn with_spell(self, spell: ActiveSpell) -> Snapshot {
        let mut snapshot = self.snapshot.clone();
        spell.zone.iter().for_each(|zone| snapshot.field.lay(zone));
        snapshot.spells.push(spell);
        // What is found out about it says nothing about what is.
        snapshot.changed.any = u64::MAX;
        snapshot
    }

    /// The battle as it would be with some of them in other places, to be looked at by [`View::over`].
    pub fn with_others_at(self, places: &[(CombatantId, Footprint)]) -> Snapshot {
        let mut snapshot = self.snapshot.clone();
        for (who, place) in places {
            let position = &mut snapshot.rows[who.index()].position;
            (position.x, position.y, position.extent) = (place.anchor.x, place.anchor.y, place.extent);
        }
        // What is found out about it says nothing about what is.
        snapshot.changed.any = u64::MAX;
        snapshot
    }

    /// Another battle of the same combatants with all that is imagined of this one.
    pub fn over(self, snapshot: &Snapshot) -> View<'_> {
        let View { moved, lifted, unknown, hides, .. } = self;
        View { snapshot, moved, lifted, unknown, hides }
    }

    /// The same battle to somebody who does not know where these are: nothing of it shows that they are there.
    pub fn without(self, unknown: impl IntoIterator<Item = CombatantId>) -> View<'a> {
        let mut view = self;
        for id in unknown {
            if let Some(word) = view.unknown.get_mut(id.index() / 64) {
                *word |= 1 << (id.index() % 64);
                view.hides = true;
            }
        }
        view
    }

    /// Whether nothing about it is imagined or left out.
    pub fn is_plain(self) -> bool {
        self.moved.is_none() && self.lifted.is_none() && !self.hides
    }

    /// Whether it is known where a combatant is.
    pub fn knows(self, id: CombatantId) -> bool {
        !self.hides || self.unknown.get(id.index() / 64).is_none_or(|word| word >> (id.index() % 64) & 1 == 0)
    }

    /// All rows by number, the gone included.
    pub fn rows(self) -> &'a [Row] {
        &self.snapshot.rows
    }

    /// The row of a combatant.
    ///
    /// # Panics
    /// If the battle has no such combatant: ids only come from the battle itself.
    pub fn row(self, id: CombatantId) -> &'a Row {
        &self.snapshot.rows[id.index()]
    }

    /// The row of a combatant, if there is one with that number.
    pub fn find(self, id: CombatantId) -> Option<&'a Row> {
        self.snapshot.rows.get(id.index())
    }

    /// Rows of all who are still on the board, as far as they are known, by number.
    pub fn present(self) -> impl Iterator<Item = &'a Row> {
        self.snapshot.rows.iter().filter(move |row| !row.gone && self.knows(row.id))
    }

    /// Everybody else, as far as is known, who stands in some part of a space.
    pub fn others_in(self, id: CombatantId, space: Footprint) -> impl Iterator<Item = &'a Row> {
        let (shape, at, wide) = (self.shape(), space.anchor, space.extent > 1);
        let moved = self.moved.map(|(moved, _)| moved);
        // Nearly all stand elsewhere.
        let may_meet = move |row: &&Row| {
            let there = &row.position;
            wide || there.extent > 1 || (there.x, there.y) == (at.x, at.y) || moved == Some(row.id)
        };
        self.snapshot.rows.iter().filter(may_meet).filter(move |row| {
            let there = if self.moved.is_some() { self.footprint(row.id) } else { row.position.footprint() };
            there.overlaps(shape, space) && row.id != id && !row.gone && self.knows(row.id)
        })
    }

    /// Rows of all enemies of a side who are still on the board.
    pub fn enemies_of(self, side: Side) -> impl Iterator<Item = &'a Row> {
        self.present().filter(move |row| row.side != side)
    }

    /// Rows of all friends of a combatant who are still on the board, itself excluded.
    pub fn friends_of(self, id: CombatantId) -> impl Iterator<Item = &'a Row> {
        let side = self.row(id).side;
        self.present().filter(move |row| row.side == side && row.id != id)
    }

    /// The cells a combatant covers, or is imagined to cover.
    pub fn footprint(self, id: CombatantId) -> Footprint {
        match self.moved {
            Some((moved, footprint)) if moved == id => footprint,
            _ => self.row(id).position.footprint(),
        }
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

    /// Squares or hexes.
    pub fn shape(self) -> Shape {
        self.board().shape()
    }

    /// All links, oldest first.
    pub fn links(self) -> &'a [Link] {
        &self.snapshot.links
    }

    /// All spells that last, oldest first.
    pub fn spells(self) -> &'a [ActiveSpell] {
        &self.snapshot.spells
    }

    /// The spell of a number, while it lasts.
    pub fn spell(self, id: SpellId) -> Option<&'a ActiveSpell> {
        self.snapshot.spells.iter().find(|spell| spell.id == id)
    }

    /// Everything that lies on places, with the spell that keeps it there, oldest first.
    pub fn zones(self) -> impl Iterator<Item = (&'a ActiveSpell, &'a Zone)> {
        self.spells().iter().filter_map(|spell| Some((spell, spell.zone.as_deref()?)))
    }

    /// Fog that spells have laid.
    fn laid_fog(self) -> impl Iterator<Item = &'a Zone> {
        self.zones().map(|(_, zone)| zone).filter(|zone| zone.does == ZoneKind::Fog)
    }

    /// Whether there is fog anywhere.
    pub fn has_fog(self) -> bool {
        !self.field().fog.is_empty() || self.laid_fog().next().is_some()
    }

    /// Whether a cell is full of fog, of the scenario's or of a spell's.
    pub fn is_foggy(self, cell: Cell) -> bool {
        self.field().fog.contains(&cell) || self.laid_fog().any(|zone| zone.holds(cell))
    }

    /// The links in which a combatant is held.
    pub fn holds_on(self, id: CombatantId) -> impl Iterator<Item = &'a Link> {
        self.snapshot.links.iter().filter(move |link| link.held == id)
    }

    /// The links in which a combatant holds another.
    pub fn holds_by(self, id: CombatantId) -> impl Iterator<Item = &'a Link> {
        self.snapshot.links.iter().filter(move |link| link.holder == id)
    }

    /// The link in which one holds another.
    pub fn hold(self, holder: CombatantId, held: CombatantId) -> Option<&'a Link> {
        self.snapshot.links.iter().find(|link| link.holder == holder && link.held == held)
    }

    /// The count (or round) it is.
    pub fn count(self) -> Count {
        self.snapshot.count
    }

    /// Raised by every event.
    pub fn revision(self) -> u64 {
        self.snapshot.revision
    }

    /// When what last changed.
    pub fn changed(self) -> Changed {
        self.snapshot.changed
    }
}
