//! Actions: requirements, cost, check, ladder.

use serde::{Deserialize, Serialize};

use super::effect::{CitedEffect, Effect, Harmed, Modifier};
pub use super::gait::{Gait, Pitch};
use super::gear::WeaponProperty;
pub use super::requirement::{CitedRequirement, Requirement, Wielding};
use super::speed::ActionSpeed;
use super::spell::Spell;
use super::stat::Stat;
pub use super::work::{Break, CitedBreak, CitedName};
use super::{Name, Rule};

/// Where an action stands in the window and in the codex.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ActionGroup {
    Move,
    Attack,
    Wrestle,
    Special,
    Stance,
    Item,
    Magic,
    Other,
}

/// What an action is aimed at.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    /// Nothing but the actor itself.
    Own,
    /// An enemy.
    Enemy,
    /// A friend other than the actor.
    Ally,
    /// A friend, or the actor itself.
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
    /// Another action and what sets it off.
    Ready,
    /// A place on the board.
    Point,
    /// A spell of the actor's that lasts.
    Spell,
    /// A spell that the actor knows.
    Known,
}

/// How far an action reaches.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionReach {
    /// Adjacent or in one space, whatever the natural reach.
    Adjacent,
    /// Natural reach, and what the weapon adds to it.
    Melee,
    /// The reach or range of the weapon used.
    Weapon,
    /// The same, and no more than so many feet.
    WeaponWithin(u16),
    /// No distance is asked.
    Any,
}

impl ActionReach {
    /// Whether it is the reach or range of a weapon.
    pub fn is_of_weapon(self) -> bool {
        matches!(self, ActionReach::Weapon | ActionReach::WeaponWithin(_))
    }
}

/// What is rolled.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CheckRoll {
    /// The normal attack with the weapon used.
    Weapon,
    /// The normal attack with an unarmed strike.
    Unarmed,
    /// The normal attack twice at once: with each of two weapons in hand, or with both bare hands.
    BothWeapons,
    /// Base skill and an attribute, without a weapon.
    Attribute(Stat),
    /// Base skill and an attribute, by magic: neither in melee nor at range.
    Spell(Stat),
    /// A skill and an attribute, without base skill.
    Skill(Stat, Stat),
}

/// When a further term of a check applies.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TermWhen {
    Always,
    /// After at least so many feet straight towards the target in the turns just before.
    RunningStart(u16),
    /// The target holds the item in two hands.
    TargetUsesTwoHands,
    /// The weapon used shoots or is thrown at a distance.
    WithRangedWeapon,
}

/// A further term of a check.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckTerm {
    /// When it applies.
    pub when: TermWhen,
    /// How much is added, and why.
    pub add: Modifier,
}

/// Which defence is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Against {
    /// The defence of one who can react, or of one who cannot.
    Normal,
    /// This one.
    One(Stat),
    /// Whichever of these is best for the target, who would choose it.
    TargetChooses(Vec<Stat>),
    /// Whichever of these the target names before the roll.
    TargetAsked(Vec<Stat>),
    /// One roll against each of these; rungs name theirs.
    Each(Vec<Stat>),
    /// A melee attack roll of the target's own.
    Opposed,
    /// No defence: a plain number.
    Difficulty { number: i16, rule: Rule },
    /// No defence: the level at which the target has a condition.
    Level { of: Name, rule: Rule },
}

/// How well a check must have gone for a rung.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    /// The check succeeds.
    Wins,
    /// It succeeds by at least so much.
    Over(i16),
    /// Once for every so much by which it succeeds.
    Every(i16),
    /// It is a critical success.
    Critical,
    /// It fails.
    Fails,
}

/// One rung of the ladder of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// How well the check must have gone.
    pub when: When,
    /// Against which defence, where several are asked.
    pub against: Option<Stat>,
    /// What then happens.
    pub effects: Vec<CitedEffect>,
}

/// A roll against a defence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// What is rolled.
    pub roll: CheckRoll,
    /// Weapons with this property may take the place of the unarmed strike that is rolled.
    pub or_with: Option<WeaponProperty>,
    /// Further terms.
    pub terms: Vec<CheckTerm>,
    /// Whether both add their size modifier although the roll is no weapon attack, and by which rule.
    pub size_counts: Option<Rule>,
    /// Which defence is asked.
    pub against: Against,
    /// It succeeds without a roll while no enemy could strike the actor in melee, by this rule.
    pub sure_unless_engaged: Option<Rule>,
    /// What comes of it.
    pub ladder: Vec<Rung>,
}

impl Check {
    /// Everything that can come of it.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.ladder.iter().flat_map(|rung| &rung.effects).map(|effect| &effect.does)
    }

    /// Whether it is about a thing of the target's.
    pub fn is_about_item(&self) -> bool {
        self.effects().any(|does| matches!(does, Effect::Item(_))) || self.breaks_things()
    }

    /// Whether it harms a thing of the target's and nothing else.
    pub fn breaks_things(&self) -> bool {
        self.effects().any(|does| matches!(does, Effect::Harm { to: Harmed::Item, .. }))
    }

    /// Whether it is an attack: every roll but that of a skill.
    pub fn is_attack(&self) -> bool {
        !matches!(self.roll, CheckRoll::Skill(..))
    }
}

/// What an action does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Does {
    /// A movement along a path.
    Move(Gait),
    /// A check and what comes of it.
    Check(Check),
    /// These things happen without a check, at once.
    Effects(Vec<CitedEffect>),
    /// These things happen when the time the action takes is over; until then the actor is busy.
    /// Meanwhile it may bear a condition, and some things break it off.
    AtEnd { effects: Vec<CitedEffect>, meanwhile: Option<CitedName>, broken_by: Vec<CitedBreak> },
    /// A stance is taken up: its drawbacks hold at once, its benefits when the time is over.
    TakeStance(Name),
    /// A stance is left at once; the time it takes is paid afterwards.
    LeaveStance,
    /// Time passes.
    Wait,
    /// The turn is delayed: it may be taken after the end of any other, until its own place comes round again. Aimed at `Own`.
    Delay,
    /// The target, whose turn is one with the actor's, acts next.
    HandOver,
    /// A spell is cast.
    Cast(Box<Spell>),
    /// A spell of the actor's that lasts is controlled.
    Control,
    /// A spell is prepared for as long as its casting time lasts.
    Prepare,
    /// The actor goes on preparing its spell until that is done.
    KeepPreparing,
}

/// Something a combatant can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// The id scripts and other files use.
    pub id: Name,
    /// The word on the button.
    pub name: String,
    /// One plain sentence.
    pub about: String,
    /// Where it stands.
    pub group: ActionGroup,
    /// The key that chooses it.
    pub key: Option<char>,
    /// The icon on the button.
    pub icon: String,
    /// The time it takes; every action has its own (TC-217).
    pub speed: ActionSpeed,
    /// Fatigue it costs, paid on the attempt: what drains the body tires as blows do (TC-116).
    pub fatigue: i16,
    /// What it is aimed at.
    pub aim: Aim,
    /// How far it reaches.
    pub reach: ActionReach,
    /// What must be true.
    pub requires: Vec<CitedRequirement>,
    /// What it does.
    pub does: Does,
    /// The rule that defines it.
    pub rule: Rule,
}

impl Action {
    /// Whether it takes no time, so that the turn goes on after it.
    pub fn is_free(&self) -> bool {
        self.speed == ActionSpeed::Nothing
    }

    /// How many actions of a turn it takes, where turns have several.
    pub fn actions(&self) -> u8 {
        match self.speed {
            ActionSpeed::Actions(actions) => actions,
            ActionSpeed::Nothing => 0,
            _ => 1,
        }
    }

    /// The check it makes, if it makes one.
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

    /// Whether it is an attack with the weapon used.
    pub fn is_weapon_attack(&self) -> bool {
        self.check().is_some_and(|check| check.roll == CheckRoll::Weapon)
    }
}
