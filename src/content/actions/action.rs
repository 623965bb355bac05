//! Actions: their target, time and effect, and the ways of moving.

use serde::{Deserialize, Serialize};

pub use super::check::{
    Against, Check, CheckEdge, CheckRoll, CheckTerm, Exposes, HeldFast, Rung, SizeEffect, SizeStep, TermWhen,
    Unnoticed, When,
};
use super::effect::{CitedEffect, Effect};
pub use super::gait::{Gait, Pitch};
use super::hurry::Hurry;
pub use super::requirement::{CitedRequirement, Requirement, Wielding};
use super::speed::{ActionSpeed, PayOver};
use crate::content::{Components, Incantation, Name, PoolPrice, Rule, Trait};

/// The kind of target of an action.
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
    /// The actor itself, an ally, or a helpless enemy (HD-338, HD-348).
    Patient,
    /// Any other combatant, enemy or ally.
    Other,
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
    /// A path of cells straight at an enemy.
    Charge,
    /// An object on the board: a door, a chest, a wall, a weapon on the ground.
    Thing,
}

/// How far away the target of an action may be.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionReach {
    /// Adjacent or in the same space, regardless of natural reach.
    Adjacent,
    /// Natural reach, increased by the weapon.
    Melee,
    /// Natural reach, increased by the weapon; as a reaction any distance, as its target is about to come closer (HD-228, HD-G14).
    Closing,
    /// The reach or range of the weapon used.
    Weapon,
    /// The reach or range of the weapon used, at most this far, in the board's unit.
    WeaponWithin(u16),
    /// At any distance.
    #[default]
    Any,
}

impl ActionReach {
    /// Whether the distance depends on the weapon used.
    pub fn is_of_weapon(self) -> bool {
        matches!(self, ActionReach::Weapon | ActionReach::WeaponWithin(_))
    }
}

/// The effect of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Does {
    /// A movement along a path.
    Move(Gait),
    /// A check with its results.
    Check(Check),
    /// Effects without a check, at once.
    Effects(Vec<CitedEffect>),
    /// Effects at the end of its time. Until then the actor is busy, may have the condition `meanwhile`, and may be interrupted.
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
    /// The turn is delayed: it may be taken after any other turn until the actor's next turn is due. The aim is `Own`, or `Other`
    /// where the combatant whose turn it follows is named at once, see [`DelayedPlace`](crate::content::DelayedPlace).
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

content! {
    /// Something a combatant can do. Effects and requirements without a rule in the file get the rule of the action. Its icon,
    /// key and place in the window are in [`hud`](crate::content::hud).
    #[serde(remote = "Self")]
    pub struct Action [rule] {
        /// The id by which scripts and other files refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// One plain sentence for players.
        pub about: String,
        /// The time it takes; every action has its own (TC-217).
        pub speed: ActionSpeed,
        /// Points of other pools that it costs: alternatives, of which the first that the actor can pay is paid.
        pub costs: Vec<Vec<PoolPrice>> = default,
        /// Its cost for those with a talent, in place of the usual one (PR-284, PR-386).
        pub talent: Option<TalentCost> = default,
        /// Whether its cost may be paid over several turns.
        pub paid: PayOver = default,
        /// The check to do it faster, if it is done so.
        pub hurry: Option<Hurry> = default,
        /// Points of fatigue it costs, paid on the attempt and handled like fatigue from damage (TC-116).
        pub fatigue: i16 = default,
        /// Names for kinds of action that reactions tell apart, such as `touch` for spells that are melee attacks (FS-112, FS-G12).
        pub tags: Vec<Name> = default,
        /// The kind of target.
        pub aim: Aim,
        /// Whether it may also be aimed at an object on the board.
        pub at_things: bool = default,
        /// Whether it may be aimed at a part of the target's body (PR-181).
        pub at_parts: bool = default,
        /// How far away the target may be.
        pub reach: ActionReach = default,
        /// Requirements for declaring it.
        pub requires: Vec<CitedRequirement> = default,
        /// Its effect.
        pub does: Does,
        /// A condition that the actor gains as a movement begins (PR-G40).
        pub begins_with: Option<CitedName> = default,
        /// For a movement with the target `Charge`: what makes it a charge, and the action that follows.
        pub charge: Option<ChargePolicy> = default,
    }

    /// The cost of an action for combatants with a trait.
    pub struct TalentCost [rule] {
        /// The trait.
        pub with: Trait,
        /// The points of the pool of actions.
        pub actions: u8,
        /// Points of other pools.
        pub costs: Vec<PoolPrice> = default,
    }

    /// A movement in a straight line that ends where its target first comes into reach, and an action that follows there
    /// (PR-278, PR-297, PR-324).
    pub struct ChargePolicy [rule] {
        /// The least distance in the board's unit.
        pub least: u16 [least_rule],
        /// Whether all of the ground must be even, so that every step costs one cell of movement.
        pub even: bool [even_rule],
        /// The rule by which the path must be free of others.
        pub free_rule: Rule,
        /// The action that follows on the target, with the weapon of the charge and at no cost.
        pub then: Name,
        /// Other actions, one of which may follow in its place, as the actor chooses.
        pub or: Vec<Name> = default,
    }
}

inherit_rule!(Action, action: action.requires.iter_mut(), action.does.effects_mut());

impl Does {
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
        self.speed == ActionSpeed::Nothing && self.costs.is_empty() && self.paid == PayOver::AtOnce
    }

    /// The number of the turn's actions that it takes, in rule systems whose turns have several.
    pub fn actions(&self) -> u8 {
        match self.speed {
            ActionSpeed::Actions(actions) => actions,
            ActionSpeed::Nothing => 0,
            _ => 1,
        }
    }

    /// The number of the turn's actions that it takes from a combatant with these traits.
    pub fn actions_for(&self, traits: &[Trait]) -> u8 {
        self.talent_of(traits).map_or_else(|| self.actions(), |talent| talent.actions)
    }

    /// The cost in place of the usual one for a combatant with these traits.
    pub fn talent_of(&self, traits: &[Trait]) -> Option<&TalentCost> {
        self.talent.as_ref().filter(|talent| traits.contains(&talent.with))
    }

    /// Whether its price depends on the weapon used.
    pub fn is_priced_by_weapon(&self) -> bool {
        matches!(self.speed, ActionSpeed::WeaponPoints(_))
    }

    /// Whether it has one of these tags.
    pub fn has_tag(&self, tags: &[Name]) -> bool {
        self.tags.iter().any(|tag| tags.contains(tag))
    }

    /// Whether it may be aimed at an object on the board.
    pub fn aims_at_things(&self) -> bool {
        self.at_things || self.aim == Aim::Thing
    }

    /// Its check, or the attack of its spell, if any.
    pub fn check(&self) -> Option<&Check> {
        match &self.does {
            Does::Check(check) => Some(check),
            Does::Cast(spell) => spell.attack.as_ref(),
            _ => None,
        }
    }

    /// Whether it has an effect of a kind, with or without a check.
    pub fn has_effect(&self, is_kind: impl Fn(&Effect) -> bool) -> bool {
        match &self.does {
            Does::Effects(effects) | Does::AtEnd { effects, .. } => effects.iter().any(|cited| is_kind(&cited.does)),
            _ => self.check().is_some_and(|check| check.effects().any(is_kind)),
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

content! {
    /// An event that interrupts an action that takes time.
    pub enum Break: Copy {
        /// Damage taken by the actor.
        Hurt,
        /// The target is moved, by itself or by others.
        TargetMoves,
    }

    /// An interrupting event with the rule that says so.
    pub struct CitedBreak: Copy {
        /// The event.
        pub by: Break [rule],
    }

    /// A condition with the rule that says so.
    pub struct CitedName: Copy {
        /// The condition.
        pub condition: Name [rule],
    }

    /// Costs and effects of casting a spell.
    pub struct Spell {
        /// The least energy that may be spent on each component.
        pub least: Components,
        /// The most energy that may be spent on each component.
        pub most: Components,
        /// The roll against each target, if there is one.
        pub attack: Option<Check>,
        /// The effects on each target without a roll.
        pub effects: Vec<CitedEffect> = default,
        /// The roll against its target to control it while it is active, if it can be controlled.
        pub control: Option<Check>,
        /// How it is prepared, in rule systems where spells must be prepared.
        pub incantation: Option<Incantation>,
        /// Its level, where spells are not prepared; that of a prepared spell is in its incantation.
        pub level: u8 = default,
        /// Whether the resistance of its targets applies. Every spell says so in rule systems with resistance to spells (PR-211).
        pub resisted: Option<bool>,
        /// The rule by which its energy is invested: it lowers the caster's maximum as well, and returns when the spell ends (HD-045,
        /// HD-415). Only spells that last are invested.
        pub invested: Option<Rule>,
    }
}
