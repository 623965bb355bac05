//! Actions: requirements, cost, check, ladder.

use serde::{Deserialize, Serialize};

use super::effect::{CitedEffect, Effect, Harmed, Modifier};
pub use super::gait::{Gait, Pitch};
use super::gear::{Hands, WeaponProperty};
use super::speed::ActionSpeed;
use super::spell::Spell;
use super::stat::Stat;
use super::unit::Trait;
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

/// A kind of thing held in the hands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wielding {
    Weapon(Hands),
    TowerShield,
}

/// What must be true before an action may be declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Requirement {
    /// The actor holds the target.
    Holding,
    /// The target holds the actor.
    HeldByTarget,
    /// The target holds the actor or an ally of the actor.
    TargetHoldsFriend,
    /// The actor holds anybody.
    HoldingAnybody,
    /// The actor does not hold the target yet.
    NotHolding,
    /// It is never declared by itself: another action leads to it.
    OnlyOffered,
    /// The actor wields none of these.
    NotWielding(Vec<Wielding>),
    /// The target is at most so many size categories larger.
    TargetAtMostLarger(i16),
    /// The actor's previous action was to move towards the target.
    MovedTowardsTarget,
    /// There is room to wrestle: the actor is not immobile but for a hold, and its space is not too crowded to fight in.
    RoomToWrestle,
    /// The target holds an item that can be taken from it.
    TargetHoldsItem,
    /// The target holds or carries a weapon that is no part of its body.
    TargetCarriesItem,
    /// The target carries, wields or wears something that can be broken.
    TargetHasThing,
    /// The target has a hit point left.
    TargetHasHitPoints,
    /// The weapon used is a melee weapon.
    MeleeWeapon,
    /// The actor has a melee weapon in hand or as a part of its body; bare hands are none.
    Armed,
    /// The actor has a melee weapon in each hand, or both hands bare and free.
    TwoWeapons,
    /// The actor has a melee weapon in each hand, and its last attack was with the other one.
    OtherWeaponLast,
    /// The actor can still take an attack action where it stands.
    RoomToFight,
    /// There is enough free room in the target's space.
    RoomInTargetSpace,
    /// The actor is in this stance.
    InStance(Name),
    /// The actor is in none of these stances.
    NotInStances(Vec<Name>),
    /// The actor is in any stance but these.
    InStanceBut(Vec<Name>),
    /// The target has this condition.
    TargetHas(Name),
    /// The target does not have this condition.
    TargetLacks(Name),
    /// The target is at the mercy of others.
    TargetHelpless,
    /// The target can take critical hits.
    TargetTakesCriticals,
    /// Behind the target, as the actor sees it, is something that a weapon can stick in.
    TargetBeforeSurface,
    /// The weapon used pierces, and is no part of the body.
    WeaponPierces,
    /// The target is the actor itself.
    TargetIsActor,
    /// The actor has this condition.
    ActorHas(Name),
    /// Nothing has been done in this turn yet that takes an action.
    FreshTurn,
    /// The actor has a hand free.
    FreeHand,
    /// The actor has a hand, or a natural weapon, free to hold with.
    FreeGrip,
    /// The actor has so many hands free.
    FreeHands(u8),
    /// The actor has hands at all.
    HasHands,
    /// The actor is flanked.
    Flanked,
    /// The actor has lost its hold, or drifts past something to hold on to.
    Adrift,
    /// Something shields the actor from the sight of an enemy from whom it is not hidden yet.
    Veiled,
    /// The target is under the actor's command and was not commanded in this round.
    MayCommand,
    /// The target takes its turn together with the actor, and can act.
    SharesTurn,
    /// The actor is preparing a spell.
    Preparing,
    /// The actor has prepared a spell.
    Prepared,
    /// There is a charge in the spell that the actor has prepared.
    Charged,
    /// The actor has this quality.
    Quality(Trait),
}

/// A requirement with the rule that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedRequirement {
    /// What must be true.
    pub needs: Requirement,
    /// The rule that says so.
    pub rule: Rule,
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
    /// The turn is put off until just after that of the target.
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

/// What breaks off an action that takes time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Break {
    /// Damage taken by the actor.
    Hurt,
    /// The target is moved, by itself or by others.
    TargetMoves,
}

/// A break with the rule that says so.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedBreak {
    /// What breaks it off.
    pub by: Break,
    /// The rule that says so.
    pub rule: Rule,
}

/// A condition with the rule that says so.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedName {
    /// The condition.
    pub condition: Name,
    /// The rule that says so.
    pub rule: Rule,
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

    /// Whether it is an attack with the weapon used.
    pub fn is_weapon_attack(&self) -> bool {
        self.check().is_some_and(|check| check.roll == CheckRoll::Weapon)
    }
}
