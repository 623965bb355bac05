//! Effects: the building blocks of what actions do.

use serde::{Deserialize, Serialize};

use super::condition::{AttackKind, Ends};
use super::gear::DamageType;
use super::spell::Incant;
use super::stat::Stat;
use super::zone::{Form, Lies};
use super::{Name, Rule, rule};
use crate::dice::DiceFormula;

/// The combatant that an effect is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// The combatant that acts.
    Actor,
    /// Its target.
    Target,
}

/// What damage is dealt to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Harmed {
    /// The target.
    Target,
    /// The target, the item that the action is about, or nothing, as the actor chooses.
    TargetOrItem,
    /// The item of the target that the action is about.
    Item,
    /// The target or nothing, as the actor chooses; a harmed target gains this condition as well.
    TargetIfWanted { gains: Name },
}

/// An amount of damage, healing or energy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amount {
    /// A roll.
    Dice(DiceFormula),
    /// A stat of the actor, at least 1.
    Stat(Stat),
    /// Half a stat of the actor, rounded down, at least 1.
    HalfStat(Stat),
    /// The damage of a hit with the weapon used, its die improved by some steps.
    Weapon { steps: u8 },
    /// Half the damage of a hit with the weapon used.
    HalfWeapon,
    /// The damage of this many hits with the weapon used, each rolled with all its modifiers.
    WeaponTimes(u8),
    /// The damage of this many critical hits; one normal hit for a target that takes no critical hits.
    CriticalTimes(u8),
    /// Half of a roll, rounded down.
    HalfDice(DiceFormula),
    /// This roll once for each point of energy spent on the effect of the spell.
    Energy(DiceFormula),
    /// The sum of some stats of the actor, divided by `by` and rounded down.
    Share { of: Vec<Stat>, by: i16 },
}

/// A level or a number of rounds in an effect.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Measure {
    /// This number.
    Just(u16),
    /// The energy spent on the effect of the spell.
    Energy,
    /// The duration that was paid for the spell, in rounds or counts.
    Duration,
}

/// A movement that an effect forces.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Displacement {
    /// Actor and target move together this many feet, in a direction of the actor's choice.
    Together { feet: u16 },
    /// The target alone moves this many feet, in a direction of the actor's choice.
    Slide { feet: u16 },
    /// The target lands in a space of the actor's choice within this many feet, or swaps places with the actor.
    Place { feet: u16 },
    /// The target is pushed straight away from the actor, which must come along beyond the first cell.
    Push { feet: u16 },
    /// The actor enters the target's space.
    Enter,
}

/// What happens to a held item.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemFate {
    /// It falls to the ground.
    Dropped,
    /// The actor may take it if it has a hand free and used a melee weapon; otherwise it falls to the ground.
    TakenIfHandFree,
    /// The actor takes it, if it has a hand free, or flings it up to this many feet.
    TakenOrFlung { feet: u16 },
}

/// A single effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// Damage; without `harm` it is of the type of the weapon used.
    Harm { to: Harmed, amount: Amount, harm: Option<DamageType> },
    /// The target regains lost hit points, up to its maximum.
    Heal(Amount),
    /// The target takes the damage of a fall of this many feet and lands on the ground.
    Fall { feet: u16 },
    /// More damage in the hit of an earlier rung.
    MoreHarm(DiceFormula),
    /// The damage die of the hit of an earlier rung improves by some steps.
    BetterDie(u8),
    /// A venom affects the target.
    Envenom(Name),
    /// A condition is gained.
    Gain { who: Who, condition: Name },
    /// A condition is gained at some level for some rounds of the actor.
    Inflict { who: Who, condition: Name, level: Measure, rounds: Measure },
    /// The target gains a condition towards the actor alone.
    GainTowards { condition: Name, ends: Ends },
    /// A condition ends.
    Lose { who: Who, condition: Name },
    /// Bonuses to the actor's next attack on the target, if that is the actor's next action.
    NextAttack { to_hit: i16, damage: i16 },
    /// The target takes a penalty to its attacks or its defence (as the actor chooses; to both with `both`) towards one
    /// ally until the actor acts again.
    Distract { amount: i16, both: bool },
    /// The actor grapples the target.
    Grab,
    /// The hold between actor and target gains a quality.
    Tighten(Hold),
    /// The target's hold on the actor (or, for `on_ally`, on an ally) ends.
    BreakHold { on_ally: bool, optional: bool },
    /// The actor releases its hold.
    Release,
    /// A forced movement.
    Displace(Displacement),
    /// The target falls prone; a flying one falls this many feet instead.
    Topple { feet: u16 },
    /// The actor may pass through the target's space for the rest of its movement, at the cost of difficult ground or
    /// of open ground.
    Pass { difficult: bool },
    /// The actor's movement ends.
    EndMove,
    /// The forced movement of an earlier rung goes this many feet further.
    Farther(u16),
    /// An item held by the target is dropped or taken.
    Item(ItemFate),
    /// The actor may keep its hold if the two are still adjacent; otherwise the named action follows at once.
    KeepHoldOr(Name),
    /// The actor may take another action at no cost.
    Offer(Name),
    /// Another action on the same target with the same weapon follows at once; its time begins then.
    Follow(Name),
    /// The target is killed.
    Slay,
    /// The weapon used pins the target by its clothes: the target has a condition, with the attack roll as its level,
    /// until the weapon is out.
    Staple { condition: Name },
    /// The target is freed from what pins it (`from_place`) or from what entangles it.
    Extricate { from_place: bool },
    /// The effects of the item that is used.
    UseItem,
    /// The item that is used is used up.
    SpendItem,
    /// The actor carries a light with this radius in feet.
    Shine { feet: u16 },
    /// The actor takes its shield on the arm, or off it.
    Shield { on: bool },
    /// The actor begins to take a stance: its drawbacks apply.
    ShiftStance(Name),
    /// The actor has taken a stance: its benefits apply as well.
    TakeStance(Name),
    /// The actor leaves its stance.
    LeaveStance,
    /// The actor draws a carried weapon, or puts away the one in hand.
    Draw,
    /// The actor puts away the weapon or item in hand.
    Sheathe,
    /// The actor drops the weapon or item in hand.
    DropItem,
    /// The actor picks up a weapon from the ground.
    PickUp,
    /// The actor's weapon, or the item in the target's hand, loses this many points of durability.
    Wear { who: Who, by: u8 },
    /// The ground of a cell is struck with the first weapon that can be used.
    HarmGround,
    /// A door is opened, or closed, unless it already is.
    MoveDoor { open: bool },
    /// The actor rolls the common skill and an attribute against `base` plus these stats of every hidden enemy in its
    /// line of sight, and discovers those whose number it reaches.
    Seek { attribute: Stat, base: i16, against: Vec<Stat> },
    /// A dying ally is made stable.
    Stabilise,
    /// The spell stays active for the duration that was paid for, and can be controlled.
    Lasts,
    /// The spell creates a zone at its point, for the duration that was paid for.
    Lay { what: Lies, form: Form },
    /// Temporary points beyond the target's maximum, for some rounds or counts.
    Bolster { amount: Amount, lasts: Measure },
    /// Every active spell on the target, or at the point aimed at, ends.
    Dispel,
    /// The chosen active spell of the actor's ends.
    Dismiss,
    /// A step in preparing a spell.
    Incant(Incant),
    /// The actor regains energy.
    Refill(Amount),
    /// The target, which is under the actor's command, may act in this round.
    Command,
    /// The actor readies the chosen action.
    Ready,
    /// The actor sets this action against a charge.
    SetAgainstCharge(Name),
    /// An unconscious target that has hit points wakes.
    Wake,
    /// The actor keeps a facing, or watches all round.
    Face,
    /// The actor hides from every enemy from which it is covered or concealed, with a check of this attribute against a
    /// stat of each.
    Hide { attribute: Stat, against: Stat },
    /// The actor steadies itself, and stops drifting if there is something to hold on to.
    Steady,
    /// The initiative of actor or target changes; a turn that is still to come moves with it.
    Initiative { who: Who, amount: i16 },
}

/// A further quality of a hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Hold {
    /// Checks to break or escape the hold have this penalty.
    HardToBreak(i16),
    /// The held combatant cannot attack.
    Pinned,
}

/// An effect with the rule that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedEffect {
    /// What happens.
    pub does: Effect,
    /// The rule that says so; that of the action or item where the file names none.
    #[serde(default = "rule::none")]
    pub rule: Rule,
}

/// A bonus or penalty to a roll with the rule that says so.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// The amount.
    pub amount: i16,
    /// The rule that says so.
    pub rule: Rule,
}

/// A modifier for attacks of a kind.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindModifier {
    /// The kind of attacks.
    pub kind: AttackKind,
    /// The amount.
    pub amount: i16,
    /// The rule that says so.
    pub rule: Rule,
}
