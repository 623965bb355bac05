//! Attacks on spaces where an enemy who hides is thought to be.

use crate::battle::{CombatantId, Detection, View, WeaponSlot};
use crate::content::action::{Action, Aim};
use crate::content::refusal::Refusal;
use crate::grid::{Cell, distance};
use crate::gui::known::Watch;
use crate::mechanics::{reach, sight};
use crate::resolution::{Act, Target, legal};
use crate::rules::Ruleset;

/// What guesses are made from: the battle as the side of the one who guesses knows it.
#[derive(Copy, Clone)]
pub struct Guesser<'a> {
    pub view: View<'a>,
    pub rules: &'a Ruleset,
    pub who: CombatantId,
}

impl<'a> Guesser<'a> {
    /// Enemies of whom the one who guesses knows, but not where they are.
    pub fn hidden(self) -> impl Iterator<Item = CombatantId> + 'a {
        let side = self.view.row(self.who).side;
        let enemies = self.view.rows().iter().filter(move |row| !row.gone && row.side != side).map(|row| row.id);
        enemies.filter(move |id| self.is_hidden(*id))
    }

    /// Whether it is not known where somebody is of whom it is known that it is there.
    pub fn is_hidden(self, target: CombatantId) -> bool {
        sight::visibility(self.view, self.rules.book(), self.who, target) == Detection::Hidden
    }

    /// Every way in which an action may be aimed at somebody who hides: at any space where it could be.
    pub fn all(self, action: &Action) -> Vec<Act> {
        let hidden: Vec<CombatantId> = self.hidden().filter(|_| action.aim == Aim::Enemy).collect();
        let of = |target: CombatantId| {
            let cells = self.view.board().cells().filter(move |cell| self.could_be(target, *cell));
            cells.filter_map(move |cell| self.act(action, target, cell, None).ok())
        };
        hidden.into_iter().flat_map(of).collect()
    }

    /// Whether somebody who hides could be in a space: nobody else is seen there, and it is not solid.
    pub fn could_be(self, target: CombatantId, cell: Cell) -> bool {
        let terrain = self.view.board().terrain(cell);
        let shape = self.view.shape();
        let taken = |id: CombatantId| id != target && self.view.footprint(id).contains(shape, cell);
        (terrain.cost.is_some() || terrain.deep.is_some()) && !self.view.present().any(|row| taken(row.id))
    }

    /// The action at a space, with this weapon or the first that can be used so far.
    ///
    /// # Errors
    /// The act that comes nearest, and why it cannot be done.
    pub fn act(
        self,
        action: &Action,
        target: CombatantId,
        cell: Cell,
        weapon: Option<WeaponSlot>,
    ) -> Result<Act, (Act, Refusal)> {
        let guess = |weapon| Act { weapon, ..Act::guessing(action.id, target, cell) };
        let check = |act: Act| {
            // As if the one who hides were there: nothing that is said tells whether it is.
            let refusal = legal::check(act.imagined(self.view), self.rules, self.who, &act).err();
            refusal.map_or(Ok(act.clone()), |why| Err((act, why)))
        };
        let at = Target::Guess { who: target, cell };
        if let Some(cast) = legal::usual_casting(self.view, self.rules, self.who, action, at) {
            return check(cast);
        }
        let slots = reach::usable_slots(self.view, self.who);
        let armed = weapon.map_or_else(|| slots.into_vec(), |slot| vec![slot]);
        let tried = armed.into_iter().map(Some).filter(|_| action.check().is_some()).chain([None]);
        let mut all: Vec<_> = tried.map(|slot| check(guess(slot))).collect();
        let found = all.iter().position(Result::is_ok).unwrap_or(0);
        all.swap_remove(found)
    }

    /// Who is meant by a click on a space: the one who is looked at, else the one last seen nearest to it.
    pub fn meant(self, watch: &Watch, looked_at: Option<CombatantId>, cell: Cell) -> Option<CombatantId> {
        let metric = self.rules.policies.board.distance;
        let away = |who: &CombatantId| {
            let seen = watch.hiding().find(|(hiding, _)| hiding == who).and_then(|(_, seen)| seen);
            seen.map_or(u16::MAX, |seen| distance(self.view.shape(), metric, seen, cell.into()))
        };
        let chosen = looked_at.filter(|who| self.is_hidden(*who));
        chosen.or_else(|| self.hidden().filter(|who| self.could_be(*who, cell)).min_by_key(away))
    }
}
