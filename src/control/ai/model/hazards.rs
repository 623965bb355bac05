//! Hazardous ground, such as fire: the points that a combatant loses in it, and step costs of walkers that go around it (PR-G61).

use crate::battle::CombatantId;
use crate::content::{Breakdown, Label, Name};
use crate::grid::{Cell, Direction, Footprint, StepCosts};
use crate::mechanics::damage::{PendingDamage, settle};
use crate::mechanics::movement::Walker;
use crate::mechanics::{Game, hazards, health};

/// Cells by which a way around hazardous ground may be longer than the one through a cell of it.
const DETOUR: u16 = 4;

/// The points that a combatant loses on average in hazardous ground; 0 where there is none, or the combatant resists it.
pub fn harm(game: Game<'_>, who: CombatantId) -> i16 {
    let Some(policy) = game.policies.hazards.as_ref().filter(|_| game.altitude(who) <= 0) else { return 0 };
    let Some(ground) = game.board().palette().iter().find(|terrain| terrain.hazard) else { return 0 };
    let (row, cause) = (game.row(who), Name::new(&ground.name));
    let roll = hazards::damage_roll(game, who, policy);
    let mean = i16::try_from((roll.dice.mean_times_two() + 1) / 2).unwrap_or(i16::MAX);
    let amount = Breakdown::of([(Label::DamageDice, mean, policy.rule)]);
    let blow = PendingDamage::plain((who, who), cause, policy.harm, amount, policy.rule);
    settle(game, &[blow]).last().map_or(0, |hurt| health::vigour(&row.vitals) - health::vigour(&hurt.vitals)).max(0)
}

/// Step costs of a walker that goes around hazardous ground where the way is not much longer.
pub struct Shunning<'a> {
    game: Game<'a>,
    own: Footprint,
    walker: Walker<'a>,
}

impl<'a> Shunning<'a> {
    pub fn new(game: Game<'a>, id: CombatantId, walker: Walker<'a>) -> Shunning<'a> {
        Shunning { game, own: game.footprint(id), walker }
    }
}

impl StepCosts for Shunning<'_> {
    fn leave(&mut self, from: Cell) {
        self.walker.leave(from);
    }

    fn enter(&mut self, from: Cell, step: Direction, to: Cell) -> Option<u16> {
        let cost = self.walker.enter(from, step, to)?;
        Some(match hazards::hazard_in(self.game, self.own.at(to)) {
            Some(_) => cost.saturating_add(DETOUR),
            None => cost,
        })
    }

    fn diagonal(&self, step: u16, is_second: bool) -> u16 {
        self.walker.diagonal(step, is_second)
    }
}
