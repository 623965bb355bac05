//! Attacks on cells where a hidden enemy may be.

use crate::battle::{CombatantId, Detection, View, WeaponSlot};
use crate::content::action::{Action, Aim};
use crate::content::refusal::Refusal;
use crate::grid::{Cell, distance};
use crate::gui::known::Watch;
use crate::mechanics::{reach, sight};
use crate::resolution::{Act, Target, legal};
use crate::rules::Ruleset;

/// Guesses from what the side of the attacker knows.
#[derive(Copy, Clone)]
pub struct Guesser<'a> {
    /// The battle as the attacker's side knows it.
    pub view: View<'a>,
    /// The rules.
    pub rules: &'a Ruleset,
    /// The attacker.
    pub who: CombatantId,
}

impl<'a> Guesser<'a> {
    /// Enemies whose presence is known, but not their position.
    pub fn hidden(self) -> impl Iterator<Item = CombatantId> + 'a {
        let side = self.view.row(self.who).side;
        let enemies = self.view.rows().iter().filter(move |row| !row.gone && row.side != side).map(|row| row.id);
        enemies.filter(move |id| self.is_hidden(*id))
    }

    /// Whether the presence of a combatant is known, but not its position.
    pub fn is_hidden(self, target: CombatantId) -> bool {
        sight::visibility(self.view, self.rules.book(), self.who, target) == Detection::Hidden
    }

    /// Every act that aims an action at a hidden enemy, at every cell where it could be.
    pub fn all(self, action: &Action) -> Vec<Act> {
        let hidden: Vec<CombatantId> = self.hidden().filter(|_| action.aim == Aim::Enemy).collect();
        let of = |target: CombatantId| {
            let cells = self.view.board().cells().filter(move |cell| self.may_be_in(target, *cell));
            cells.filter_map(move |cell| self.act(action, target, cell, None).ok())
        };
        hidden.into_iter().flat_map(of).collect()
    }

    /// Whether a hidden combatant could be in a cell: no visible combatant is there and it is not solid.
    pub fn may_be_in(self, target: CombatantId, cell: Cell) -> bool {
        let terrain = self.view.board().terrain(cell);
        let shape = self.view.shape();
        let taken = |id: CombatantId| id != target && self.view.footprint(id).contains(shape, cell);
        (terrain.cost.is_some() || terrain.deep.is_some()) && !self.view.present().any(|row| taken(row.id))
    }

    /// The action aimed at a cell, with this weapon or the first usable one.
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
            // The target is imagined in the cell: the refusal must not reveal where it is.
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

    /// The hidden enemy meant by a click on a cell: the selected one, else the one last seen nearest to it.
    pub fn likely_target(self, watch: &Watch, looked_at: Option<CombatantId>, cell: Cell) -> Option<CombatantId> {
        let metric = self.rules.policies.board.distance;
        let away = |who: &CombatantId| {
            let seen = watch.hiding().find(|(hiding, _)| hiding == who).and_then(|(_, seen)| seen);
            seen.map_or(u16::MAX, |seen| distance(self.view.shape(), metric, seen, cell.into()))
        };
        let chosen = looked_at.filter(|who| self.is_hidden(*who));
        chosen.or_else(|| self.hidden().filter(|who| self.may_be_in(*who, cell)).min_by_key(away))
    }
}
