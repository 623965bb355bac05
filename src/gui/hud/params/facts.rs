//! Facts about the shown battle, from the components of combatants, cells and holds.

use super::HudParams;
use crate::battle::{ActiveSpell, CombatantId, Count, Link, Side, SpellId, WeaponSlot};
use crate::content::action::Action;
use crate::ecs::CombatantDataItem;
use crate::grid::{Cell, Footprint};
use crate::gui::input::action_span;
use crate::resolution::Act;
use crate::turn::Timeline;

impl HudParams<'_, '_> {
    /// All combatants on the board whose position is known to the players at the window, by number.
    pub fn present(&self) -> impl Iterator<Item = CombatantDataItem<'_, '_>> {
        self.combatants.iter().filter(|data| !data.out_of_play.0 && self.watch.knows(data.combatant.id))
    }

    /// All combatants that the players at the window have noticed, by number, those out of play included.
    pub fn noticed(&self) -> impl Iterator<Item = CombatantDataItem<'_, '_>> {
        self.combatants.iter().filter(|data| self.watch.notices(data.combatant.id))
    }

    /// The name of a combatant.
    pub fn name(&self, who: CombatantId) -> &str {
        self.combatants.name(who)
    }

    /// The names of combatants, separated by commas.
    pub fn names(&self, ids: &[CombatantId]) -> String {
        ids.iter().map(|id| self.name(*id)).collect::<Vec<_>>().join(", ")
    }

    /// The side of a combatant; `None` if the battle has no such combatant.
    pub fn side(&self, who: CombatantId) -> Option<Side> {
        self.combatants.get(who).map(|data| data.combatant.side)
    }

    /// How a combatant fights, in a sentence.
    pub fn about(&self, who: CombatantId) -> String {
        self.combatants.get(who).map_or_else(String::new, |data| data.sheet.0.about.clone())
    }

    /// The cells a combatant occupies.
    pub fn footprint(&self, who: CombatantId) -> Option<Footprint> {
        self.combatants.get(who).map(|data| data.position.footprint())
    }

    /// Where a combatant is as far as the players at the window know: where they last saw it if it is hidden.
    pub fn place(&self, who: CombatantId) -> Option<Footprint> {
        match self.watch.knows(who) {
            true => self.footprint(who),
            false => self.watch.hiding().find(|(hidden, _)| *hidden == who)?.1,
        }
    }

    /// The hold of one combatant on another.
    pub fn hold(&self, holder: CombatantId, held: CombatantId) -> Option<&Link> {
        self.links.iter().find(|link| link.holder == holder && link.held == held)
    }

    /// The act a combatant has readied.
    pub fn readied_act(&self, who: CombatantId) -> Option<&Act> {
        self.combatants.get(who)?.ready.0.as_ref().map(|readied| &readied.act)
    }

    /// Others on the board, as far as they are known, that occupy a part of a space.
    pub fn others_in(&self, who: CombatantId, space: Footprint) -> impl Iterator<Item = CombatantId> {
        let shape = self.layout.shape();
        let within = move |data: &CombatantDataItem<'_, '_>| data.position.footprint().overlaps(shape, space);
        self.present().filter(within).map(|data| data.combatant.id).filter(move |other| *other != who)
    }

    /// The current count or round.
    pub fn count(&self) -> Count {
        self.battle.whole_view().count()
    }

    /// Everything that is due, in order.
    pub fn timeline(&self) -> &Timeline {
        self.battle.timeline()
    }

    /// All lasting spells, oldest first.
    pub fn spells(&self) -> &[ActiveSpell] {
        self.battle.whole_view().spells()
    }

    /// A spell by its number, while it lasts.
    pub fn spell(&self, id: SpellId) -> Option<&ActiveSpell> {
        self.spells().iter().find(|spell| spell.id == id)
    }

    /// Height of the highest ground under a footprint, in feet.
    pub fn elevation(&self, at: Footprint) -> i16 {
        let cells = at.cells(self.layout.shape());
        cells.iter().filter_map(|cell| self.grounds.get(*cell)).map(|ground| ground.elevation.0).max().unwrap_or(0)
    }

    /// Whether a cell is in fog, of the scenario or of a spell.
    pub fn is_foggy(&self, cell: Cell) -> bool {
        self.view().is_foggy(cell)
    }

    /// The least and the most counts an action takes with a weapon; `None` under rules without counts.
    pub fn action_span(&self, who: CombatantId, action: &Action, weapon: Option<WeaponSlot>) -> Option<(u16, u16)> {
        action_span(&self.battle, &self.session, who, action, weapon)
    }
}
