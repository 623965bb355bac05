//! The atoms of which the results of an action are made.

use serde::{Deserialize, Serialize};

use super::condition::{AttackKind, Ends};
use super::gear::DamageType;
use super::spell::Incant;
use super::stat::Stat;
use super::zone::{Form, Lies};
use super::{Name, Rule, rule};
use crate::dice::DiceFormula;

/// To whom something happens.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    Actor,
    Target,
}

/// What harm falls on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Harmed {
    Target,
    /// The target, the thing in its hand that the action is about, or nothing, as the actor likes.
    TargetOrItem,
    /// The thing of the target's that the action is about.
    Item,
    /// The target or nothing, as the actor likes; one who is harmed so gains this condition as well.
    TargetIfWanted {
        gains: Name,
    },
}

/// How much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amount {
    /// A roll of its own.
    Dice(DiceFormula),
    /// A stat of the actor, at least 1.
    Stat(Stat),
    /// Half a stat of the actor, rounded down, at least 1.
    HalfStat(Stat),
    /// A full hit with the weapon used, its die improved by some steps.
    Weapon { steps: u8 },
    /// Half of a full hit with the weapon used.
    HalfWeapon,
    /// A hit with the weapon used that is rolled so many times, with everything that is added to it.
    WeaponTimes(u8),
    /// The same of a critical hit; those who take none take one plain hit.
    CriticalTimes(u8),
    /// Half of a roll of its own, rounded down.
    HalfDice(DiceFormula),
    /// This roll once for all energy that was spent on the effect of the spell.
    Energy(DiceFormula),
    /// The sum of some stats of the actor, divided by so much and rounded down.
    Share { of: Vec<Stat>, by: i16 },
}

/// A number that an effect names.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Measure {
    /// This number.
    Just(u16),
    /// As much as the energy that was spent on the effect of the spell.
    Energy,
    /// The rounds that the duration of the spell was paid for.
    Duration,
}

/// Where a body is moved.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Displacement {
    /// Actor and target move together, the same way, by so many feet, whither the actor chooses.
    Together { feet: u16 },
    /// The target alone slides so many feet whither the actor chooses.
    Slide { feet: u16 },
    /// The target lands in a space of the actor's choice within so many feet of where it was, or swaps with the actor.
    Place { feet: u16 },
    /// The target is pushed straight away from the actor; beyond the first cell the actor must come along.
    Push { feet: u16 },
    /// The actor enters the target's space.
    Enter,
}

/// What becomes of a held thing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemFate {
    /// It falls to the ground.
    Dropped,
    /// The actor may take it if a hand is free and the weapon used was a melee weapon; else it falls to the ground.
    TakenIfHandFree,
    /// The actor takes it, if a hand is free, or flings it so many feet whither it chooses.
    TakenOrFlung { feet: u16 },
}

/// One thing that happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// Damage; `harm: None` takes the type of the weapon used.
    Harm {
        to: Harmed,
        amount: Amount,
        harm: Option<DamageType>,
    },
    /// Lost hit points come back to the target, never more than it can have.
    Heal(Amount),
    /// The target is harmed as by a fall of so many feet, and lands on the ground.
    Fall {
        feet: u16,
    },
    /// More damage in the blow that an earlier rung deals.
    MoreHarm(DiceFormula),
    /// The die of the blow of an earlier rung improves by some steps.
    BetterDie(u8),
    /// A venom works in the target.
    Envenom(Name),
    /// A condition is gained.
    Gain {
        who: Who,
        condition: Name,
    },
    /// A condition of some level is gained for so many rounds of the actor.
    Inflict {
        who: Who,
        condition: Name,
        level: Measure,
        rounds: Measure,
    },
    /// The target has a condition towards the actor alone.
    GainTowards {
        condition: Name,
        ends: Ends,
    },
    /// A condition ends.
    Lose {
        who: Who,
        condition: Name,
    },
    /// The actor's next attack against the target, if it is the actor's next action, gains these.
    NextAttack {
        to_hit: i16,
        damage: i16,
    },
    /// The target takes a penalty on its attacks or its defence (the actor chooses; both on `both`) towards one ally until the actor acts again.
    Distract {
        amount: i16,
        both: bool,
    },
    /// The actor takes hold of the target.
    Grab,
    /// The hold between actor and target gets a further quality.
    Tighten(Hold),
    /// The target's hold on the actor (or, for `on_ally`, on an ally) ends.
    BreakHold {
        on_ally: bool,
        optional: bool,
    },
    /// The actor lets go of whom it holds.
    Release,
    /// Somebody is moved.
    Displace(Displacement),
    /// The target falls to the ground; one that flies falls so many feet in place of that.
    Topple {
        feet: u16,
    },
    /// The actor may go through the target's space for the rest of its movement, as over difficult ground or freely.
    Pass {
        difficult: bool,
    },
    /// The actor's movement ends.
    EndMove,
    /// The movement of an earlier rung goes so many feet further.
    Farther(u16),
    /// A held item of the target's falls or is taken.
    Item(ItemFate),
    /// The actor keeps the hold if the two are still adjacent and it wants to; if not, the action named follows at once.
    KeepHoldOr(Name),
    /// The actor may follow with a further action at no cost.
    Offer(Name),
    /// A further action on the same target, with the same weapon, follows at once; the time it takes begins then.
    Follow(Name),
    /// The target is killed.
    Slay,
    /// The weapon used sticks through what the target wears: the target has a condition whose level is the attack roll until the weapon is out.
    Staple {
        condition: Name,
    },
    /// The target comes out of what pins it to a place, or of what it is wrapped in.
    Extricate {
        from_place: bool,
    },
    /// What the thing named does when it is used.
    UseItem,
    /// The thing named is used up.
    SpendItem,
    /// The actor carries a light from now on that shines so many feet.
    Shine {
        feet: u16,
    },
    /// The actor's shield comes to be on the arm, or off it.
    Shield {
        on: bool,
    },
    /// The actor begins to take up a stance: its drawbacks hold.
    ShiftStance(Name),
    /// The actor has taken up a stance: its benefits hold as well.
    TakeStance(Name),
    /// The actor leaves its stance.
    LeaveStance,
    /// The actor draws a carried weapon, or puts away the one in hand.
    Draw,
    Sheathe,
    DropItem,
    PickUp,
    /// The weapon used by the actor, or the thing in the target's hand, wears by so many points.
    Wear {
        who: Who,
        by: u8,
    },
    /// The ground of a cell is struck with the first weapon that can be used.
    HarmGround,
    /// A door is opened, or closed. One that stands so already stays as it is.
    MoveDoor {
        open: bool,
    },
    /// The actor rolls the skill of all checks and an attribute against a number and these stats of every enemy hidden from
    /// it to whom a line leads; it discovers those whom it equals.
    Seek {
        attribute: Stat,
        base: i16,
        against: Vec<Stat>,
    },
    /// A dying ally is made stable.
    Stabilise,
    /// The spell goes on for the duration that was paid for, and can be controlled.
    Lasts,
    /// Something lies on the place that the spell is cast at, for the duration that was paid for.
    Lay {
        what: Lies,
        form: Form,
    },
    /// Points beyond the most the target can have, for so many rounds or counts.
    Bolster {
        amount: Amount,
        lasts: Measure,
    },
    /// Every spell that lasts on the target is over, or on the place that is aimed at.
    Dispel,
    /// The spell of the actor's that the act names is over.
    Dismiss,
    /// A step on the way of a spell that is prepared.
    Incant(Incant),
    /// Energy comes back to the actor.
    Refill(Amount),
    /// The target, who is under the actor's command, may act in this round.
    Command,
    /// The actor makes the action ready that its act names.
    Ready,
    /// The actor waits for a charge with this action.
    SetAgainstCharge(Name),
    /// One who lies unconscious although it has hit points comes to.
    Wake,
    /// The actor keeps a facing, or none.
    Face,
    /// The actor hides from every enemy that something shields it from, with a check of this attribute against a stat of
    /// each.
    Hide {
        attribute: Stat,
        against: Stat,
    },
    /// The actor steadies itself, and drifts no further if there is something to hold on to.
    Steady,
    /// Somebody's initiative changes; a turn that is still to come moves with it.
    Initiative {
        who: Who,
        amount: i16,
    },
}

/// A further quality of a hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Hold {
    /// The held one breaks or escapes with this penalty.
    HardToBreak(i16),
    /// The held one cannot attack.
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
    /// How much is added.
    pub amount: i16,
    /// The rule that says so.
    pub rule: Rule,
}

/// A modifier for attacks of a kind.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindModifier {
    /// The attacks it is for.
    pub kind: AttackKind,
    /// How much is added.
    pub amount: i16,
    /// The rule that says so.
    pub rule: Rule,
}
