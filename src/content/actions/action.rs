//! Actions: requirements, cost, check and the results of the check.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use super::check::{Against, Check, CheckRoll, CheckTerm, Rung, TermWhen, When};
use super::effect::{CitedEffect, Effect};
pub use super::gait::{Gait, Pitch};
pub use super::requirement::{CitedRequirement, Requirement, Wielding};
use super::speed::ActionSpeed;
pub use super::work::{Break, CitedBreak, CitedName};
use crate::content::spell::Spell;
use crate::content::{Name, Rule, rule};

/// Target of an action.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    /// The actor itself.
    Own,
    /// An enemy.
    Enemy,
    /// An ally other than the actor.
    Ally,
    /// An ally or the actor itself.
    Friend,
    /// A path of cells.
    Path,
    /// A door.
    Door,
    /// A cell whose ground can be broken.
    Ground,
    /// A direction or a combatant to face, or nothing.
    Facing,
    /// A weapon the actor carries.
    CarriedWeapon,
    /// A weapon on the ground of the actor's own cells.
    GroundWeapon,
    /// Another action and the trigger for it.
    Ready,
    /// A point on the board.
    Point,
    /// An active spell of the actor's.
    Spell,
    /// A spell that the actor knows.
    Known,
}

/// How far away the target of an action may be.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionReach {
    /// Adjacent or in the same space, whatever the natural reach.
    Adjacent,
    /// Natural reach, increased by the weapon.
    Melee,
    /// The reach or range of the weapon used.
    Weapon,
    /// The reach or range of the weapon used, at most this many feet.
    WeaponWithin(u16),
    /// At any distance.
    #[default]
    Any,
}

impl ActionReach {
    /// Whether it depends on the weapon used.
    pub fn is_of_weapon(self) -> bool {
        matches!(self, ActionReach::Weapon | ActionReach::WeaponWithin(_))
    }
}

/// Effect of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Does {
    /// A movement along a path.
    Move(Gait),
    /// A check with its results.
    Check(Check),
    /// Effects without a check, at once.
    Effects(Vec<CitedEffect>),
    /// Effects at the end of the time that the action takes. Until then the actor is busy, may have the condition
    /// `meanwhile`, and is interrupted by any of `broken_by`.
    AtEnd {
        /// The effects at the end.
        effects: Vec<CitedEffect>,
        /// The condition of the actor until then; `None` if there is none.
        meanwhile: Option<CitedName>,
        /// The events that interrupt it.
        #[serde(default)]
        broken_by: Vec<CitedBreak>,
    },
    /// The actor takes a stance: its drawbacks apply at once, its benefits when the time is over.
    TakeStance(Name),
    /// The actor leaves its stance at once; the time is paid afterwards.
    LeaveStance,
    /// Time passes.
    Wait,
    /// The turn is delayed: it may be taken after any other turn, until the actor's next turn is due. Aimed at `Own`.
    Delay,
    /// The target, which shares the actor's turn, acts next.
    HandOver,
    /// A spell is cast.
    Cast(Box<Spell>),
    /// An active spell of the actor's is controlled.
    Control,
    /// A spell is prepared for its whole casting time.
    Prepare,
    /// The actor continues to prepare its spell until it is prepared.
    KeepPreparing,
}

/// Something a combatant can do. Effects and requirements that are written without a rule get the action's own.
///
/// How the window shows it is in [`hud`](crate::content::hud).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Action {
    /// The id by which scripts and other files refer to it.
    pub id: Name,
    /// The name players read.
    pub name: String,
    /// One plain sentence for players.
    pub about: String,
    /// The time it takes; every action has its own (TC-217).
    pub speed: ActionSpeed,
    /// Points of fatigue it costs, paid on the attempt and handled like fatigue from damage (TC-116).
    #[serde(default)]
    pub fatigue: i16,
    /// The kind of target.
    pub aim: Aim,
    /// How far away the target may be.
    #[serde(default)]
    pub reach: ActionReach,
    /// Requirements for declaring it.
    #[serde(default)]
    pub requires: Vec<CitedRequirement>,
    /// Its effect.
    pub does: Does,
    /// The rule that defines it.
    pub rule: Rule,
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Action::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Action, D::Error> {
        let mut action = Action::deserialize(from)?;
        let rule = action.rule;
        action.requires.iter_mut().for_each(|required| rule::inherit(&mut required.rule, rule));
        action.does.effects_mut().for_each(|effect| rule::inherit(&mut effect.rule, rule));
        Ok(action)
    }
}

impl Does {
    /// All effects in it, those of checks and spells included.
    fn effects_mut(&mut self) -> Box<dyn Iterator<Item = &mut CitedEffect> + '_> {
        fn of_check(check: &mut Check) -> impl Iterator<Item = &mut CitedEffect> {
            check.ladder.iter_mut().flat_map(|rung| &mut rung.effects)
        }
        match self {
            Does::Check(check) => Box::new(of_check(check)),
            Does::Effects(effects) | Does::AtEnd { effects, .. } => Box::new(effects.iter_mut()),
            Does::Cast(spell) => {
                let Spell { attack, effects, control, .. } = &mut **spell;
                let checks = attack.iter_mut().chain(control);
                Box::new(checks.flat_map(of_check).chain(effects))
            }
            _ => Box::new(std::iter::empty()),
        }
    }
}

impl Action {
    /// Whether it takes no time, so that the turn continues after it.
    pub fn is_free(&self) -> bool {
        self.speed == ActionSpeed::Nothing
    }

    /// The number of a turn's actions that it takes, where turns have several.
    pub fn actions(&self) -> u8 {
        match self.speed {
            ActionSpeed::Actions(actions) => actions,
            ActionSpeed::Nothing => 0,
            _ => 1,
        }
    }

    /// Its check, or the attack of its spell, if any.
    pub fn check(&self) -> Option<&Check> {
        match &self.does {
            Does::Check(check) => Some(check),
            Does::Cast(spell) => spell.attack.as_ref(),
            _ => None,
        }
    }

    /// Whether it opens a door (`true`) or closes one (`false`); `None` if it does neither.
    pub fn moves_door(&self) -> Option<bool> {
        let Does::Effects(effects) = &self.does else { return None };
        effects.iter().find_map(|cited| match cited.does {
            Effect::MoveDoor { open } => Some(open),
            _ => None,
        })
    }

    /// Whether it is never declared by itself: another action leads to it.
    pub fn is_only_offered(&self) -> bool {
        self.requires.iter().any(|cited| cited.needs == Requirement::OnlyOffered)
    }

    /// Whether it is an attack with the weapon used.
    pub fn is_weapon_attack(&self) -> bool {
        self.check().is_some_and(|check| check.roll == CheckRoll::Weapon)
    }
}
