//! Plans of actions. Everything is rolled; nothing has changed yet.

use serde::{Deserialize, Serialize};

use super::act::Act;
use super::event::DecidedCheck;
use super::stroke::Stroke;
use crate::battle::{CombatantId, GearPiece, Momentum, View, WeaponSlot};
use crate::content::{Breakdown, Effect, Gait, RollType, Rule, Who};
use crate::grid::Cell;
use crate::mechanics::damage::PendingDamage;
use crate::mechanics::flight::FlightPath;

/// An effect that will happen, with its roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedEffect {
    /// The effect.
    pub does: Effect,
    /// The rule cited.
    pub rule: Rule,
    /// The acting combatant.
    pub actor: CombatantId,
    /// Its target; the actor for effects without one.
    pub target: CombatantId,
    /// The act it belongs to.
    pub act: Act,
    /// Added to the distance of a movement by better results, in the board's unit.
    pub farther: u16,
    /// The target's item that the effect concerns.
    pub item: Option<GearPiece>,
    /// The rolled amount, if it depends on the check.
    pub dealt: Option<Breakdown>,
    /// The points of damage on which it rides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i16>,
    /// The saving throw of the item that the effect concerns, if it makes one (PR-102).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<Box<ItemSave>>,
}

/// A saving throw of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemSave {
    /// The dice.
    pub roll: RollType,
    /// The bonus of the owner.
    pub bonus: Breakdown,
    /// The difficulty.
    pub difficulty: Breakdown,
}

impl PlannedEffect {
    /// An effect of an act on a target, without an item or a rolled amount.
    pub fn new(does: Effect, rule: Rule, actor: CombatantId, target: CombatantId, act: &Act) -> PlannedEffect {
        let (farther, item, dealt, points, save) = (0, None, None, None, None);
        PlannedEffect { does, rule, actor, target, act: act.clone(), farther, item, dealt, points, save }
    }

    /// The combatant that the effect names.
    pub fn subject(&self, who: Who) -> CombatantId {
        match who {
            Who::Actor => self.actor,
            Who::Target => self.target,
        }
    }

    /// Whether actor and target are both still on the board.
    pub fn is_present(&self, view: View<'_>) -> bool {
        !view.row(self.actor).gone && !view.row(self.target).gone
    }
}

/// A planned movement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedWalk {
    /// Its gait.
    pub gait: Gait,
    /// Its path, without the first cell.
    pub path: Vec<Cell>,
    /// The momentum if the movement goes as planned.
    pub momentum: Momentum,
    /// Its heights, if it flies.
    pub airway: Option<FlightPath>,
}

/// A thrown weapon. It leaves the hand when everything of its moment takes effect (TC-212).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    /// The weapon.
    pub slot: WeaponSlot,
    /// Where it lands.
    pub cell: Cell,
    /// The rule cited.
    pub rule: Rule,
}

/// Everything that one declared action will do when it is settled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionPlan {
    /// The acting combatant.
    pub actor: CombatantId,
    /// Its act.
    pub act: Act,
    /// Fatigue cost, hit or miss.
    pub fatigue: i16,
    /// Energy cost, hit or miss.
    pub energy: i16,
    /// Whether its check succeeded; `true` without a check.
    pub hit: bool,
    /// Targets hit by its attack roll; `None` without an attack roll.
    pub struck: Option<Vec<CombatantId>>,
    /// Its movement, if any.
    pub walk: Option<PlannedWalk>,
    /// Its blows.
    pub blows: Vec<PendingDamage>,
    /// A blow that the actor may aim at the target, at its item, or hold back.
    pub optional: Option<PendingDamage>,
    /// The target's item that the action concerns.
    pub item: Option<GearPiece>,
    /// Its other effects, in order.
    pub effects: Vec<PlannedEffect>,
    /// Weapons thrown.
    pub thrown: Vec<Thrown>,
    /// Delay of the next turn, beyond the time of the action itself.
    pub delay: Breakdown,
    /// Its last check against a combatant, if it has rolled one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<DecidedCheck>,
    /// Attacks that have been rolled and whose damage has not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strokes: Vec<Stroke>,
}

impl ActionPlan {
    /// An empty plan.
    pub fn new(actor: CombatantId, act: Act, fatigue: i16) -> ActionPlan {
        ActionPlan {
            actor,
            act,
            fatigue,
            energy: 0,
            hit: true,
            struck: None,
            walk: None,
            blows: Vec::new(),
            optional: None,
            item: None,
            effects: Vec::new(),
            thrown: Vec::new(),
            delay: Breakdown::new(),
            check: None,
            strokes: Vec::new(),
        }
    }

    /// Notes the decision of a check: of several, the last one that the actor has won, or the last.
    pub fn decide(&mut self, check: Option<DecidedCheck>) {
        let has_won = |check: &Option<DecidedCheck>| check.is_some_and(|check| check.winner == self.actor);
        if check.is_some() && (has_won(&check) || !has_won(&self.check)) {
            self.check = check;
        }
    }

    /// Plans a blow on the target's item instead of the target, before all other effects, while the item is still there.
    pub fn wear_item(&mut self, blow: &PendingDamage) {
        self.wear(self.item, blow, blow.rule);
    }

    /// Plans a blow on this item of the target by this rule, before all other effects.
    pub fn wear(&mut self, item: Option<GearPiece>, blow: &PendingDamage, rule: Rule) {
        let by = u8::try_from(blow.amount.total().max(1)).unwrap_or(u8::MAX);
        let does = Effect::Wear { who: Who::Target, by };
        let effect = PlannedEffect::new(does, rule, self.actor, blow.target, &self.act);
        self.effects.insert(0, PlannedEffect { item, dealt: Some(blow.amount.clone()), ..effect });
    }
}
