//! Attacks on cells where a hidden enemy may be.

use super::ActingCombatant;
use crate::battle::{CombatantId, Detection, WeaponSlot};
use crate::content::action::{Action, Aim};
use crate::content::refusal::Refusal;
use crate::ecs::{CellDataItem, CellGrid, Combatants};
use crate::grid::{Cell, Footprint, distance};
use crate::gui::known::FogOfWar;
use crate::mechanics::{Game, reach, sight};
use crate::resolution::{Act, Target, legal};

/// Guesses from what the side of the attacker knows.
pub struct Guesser<'a> {
    attacker: ActingCombatant<'a>,
    grid: &'a CellGrid<'a, 'a>,
    /// Enemies whose presence is known, but not their position.
    hidden: Vec<CombatantId>,
    /// All combatants whose position is known.
    bodies: Vec<(CombatantId, Footprint)>,
}

impl<'a> Guesser<'a> {
    /// The guesses of an attacker.
    pub fn new(
        attacker: ActingCombatant<'a>,
        grid: &'a CellGrid<'a, 'a>,
        combatants: &Combatants,
        fog: &FogOfWar,
    ) -> Guesser<'a> {
        let side = combatants.side(attacker.who);
        let present = || combatants.iter().filter(|data| !data.out_of_play.0);
        let enemies = present().filter(|data| Some(data.combatant.side) != side).map(|data| data.combatant.id);
        let hidden = enemies.filter(|id| is_hidden(&attacker, *id)).collect();
        let known = present().filter(|data| fog.knows(data.combatant.id));
        let bodies = known.map(|data| (data.combatant.id, data.position.footprint())).collect();
        Guesser { attacker, grid, hidden, bodies }
    }

    /// Whether the presence of a combatant is known, but not its position.
    pub fn is_hidden(&self, target: CombatantId) -> bool {
        is_hidden(&self.attacker, target)
    }

    /// Every act that aims an action at a hidden enemy, at every cell where it could be.
    pub fn all(&self, action: &Action) -> Vec<Act> {
        let targets = self.hidden.iter().filter(|_| action.aim == Aim::Enemy);
        let of = |target: &CombatantId| {
            let target = *target;
            let cells = self.grid.iter().filter(move |cell| self.could_hold(target, cell));
            cells.filter_map(move |cell| self.act(action, target, cell.position.0, None).ok())
        };
        targets.flat_map(of).collect()
    }

    /// Whether a hidden combatant could be in a cell: no visible combatant is there and it is not solid.
    fn could_hold(&self, target: CombatantId, cell: &CellDataItem) -> bool {
        let is_open = cell.cost.0.is_some() || self.grid.kind(*cell.terrain).is_some_and(|kind| kind.deep.is_some());
        let shape = self.attacker.shape;
        is_open && !self.bodies.iter().any(|(id, body)| *id != target && body.contains(shape, cell.position.0))
    }

    /// The action aimed at a cell, with this weapon or the first usable one.
    ///
    /// # Errors
    /// The act that comes nearest, and why it cannot be done.
    pub fn act(
        &self,
        action: &Action,
        target: CombatantId,
        cell: Cell,
        weapon: Option<WeaponSlot>,
    ) -> Result<Act, (Act, Refusal)> {
        let ActingCombatant { battle, rules, who, .. } = self.attacker;
        let guess = |weapon| Act { weapon, ..Act::guessing(action.id, target, cell) };
        let check = |act: Act| match self.refusal(&act) {
            None => Ok(act),
            Some(why) => Err((act, why)),
        };
        let at = Target::Guess { who: target, cell };
        if let Some(cast) = legal::usual_casting(battle.view(), rules, who, action, at) {
            return check(cast);
        }
        let armed = weapon.map_or_else(|| reach::usable_slots(battle.view(), who).into_vec(), |slot| vec![slot]);
        let tried = armed.into_iter().map(Some).filter(|_| action.check().is_some()).chain([None]);
        let mut all: Vec<_> = tried.map(|slot| check(guess(slot))).collect();
        let found = all.iter().position(Result::is_ok).unwrap_or(0);
        all.swap_remove(found)
    }

    /// Why a guess is refused. The target is imagined in the cell: the refusal must not reveal where it is.
    pub fn refusal(&self, act: &Act) -> Option<Refusal> {
        let ActingCombatant { battle, rules, who, .. } = self.attacker;
        legal::check(act.imagined(battle.view()), rules, who, act).err()
    }

    /// The hidden enemy meant by a click on a cell: the selected one, else the one last seen nearest to it.
    pub fn likely_target(&self, fog: &FogOfWar, selected: Option<CombatantId>, cell: Cell) -> Option<CombatantId> {
        let (metric, shape) = (self.attacker.rules.policies.board.distance, self.attacker.shape);
        let away = |who: &CombatantId| {
            let seen = fog.hiding().find(|(hiding, _)| hiding == who).and_then(|(_, seen)| seen);
            seen.map_or(u16::MAX, |seen| distance(shape, metric, seen, cell.into()))
        };
        let chosen = selected.filter(|who| self.is_hidden(*who));
        let clicked = self.grid.get(cell);
        let fits = |who: &CombatantId| clicked.as_ref().is_some_and(|clicked| self.could_hold(*who, clicked));
        chosen.or_else(|| self.hidden.iter().copied().filter(fits).min_by_key(away))
    }
}

fn is_hidden(attacker: &ActingCombatant, target: CombatantId) -> bool {
    sight::visibility(Game::new(attacker.battle.view(), attacker.rules.book()), attacker.who, target)
        == Detection::Hidden
}
