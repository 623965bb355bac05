//! Effects: the building blocks of actions.

pub use super::amount::{Amount, Fallen, Harmed, Lacking, Measure, Who};
pub use super::displacement::{Displacement, Hold, ItemFate};
use crate::content::{
    AdvantageKind, DamageTypes, Ends, HitTraits, Incant, ItemKind, Name, Rule, Stat, ZoneKind, ZoneShape,
};
use crate::dice::DiceFormula;

content! {
    /// A single effect.
    pub enum Effect {
        /// Damage.
        Harm {
            /// The receiver of the damage.
            to: Harmed,
            /// The amount of damage.
            amount: Amount,
            /// The type of damage; `None` for the type of the weapon used.
            harm: Option<DamageTypes>,
            /// How it hits; a plain hit if left out.
            #[serde(default, skip_serializing_if = "HitTraits::is_plain")]
            hit: HitTraits,
        },
        /// The target regains lost hit points, up to its maximum.
        Heal(Amount),
        /// The target gains a ward of this kind, unless it has a higher one (PR-144, PR-145, PR-149).
        Ward {
            /// The kind, of [`DamagePolicy::wards`](crate::content::DamagePolicy::wards).
            kind: Name,
            /// The points that it absorbs in all.
            points: Amount,
            /// The most that it absorbs of one hit; left out if there is no such limit.
            of_a_hit: Option<u16>,
        },
        /// The target takes the damage of a fall and lands on the ground.
        Fall {
            /// The height of the fall, in the board's unit.
            height: u16,
        },
        /// More damage from the hit of an earlier rung.
        MoreHarm(DiceFormula),
        /// The damage die of the hit of an earlier rung improves by this many steps.
        BetterDie(u8),
        /// A venom affects the target.
        Envenom(Name),
        /// A condition is gained.
        Gain {
            /// The combatant that gains it.
            who: Who,
            /// The condition.
            condition: Name,
        },
        /// A condition is gained at a given level for a number of turns of the actor.
        Inflict {
            /// The combatant that gains it.
            who: Who,
            /// The condition.
            condition: Name,
            /// The level of the condition.
            level: Measure,
            /// How many turns of the actor it lasts.
            rounds: Measure,
        },
        /// The target gains a condition towards the actor alone.
        GainTowards {
            /// The condition.
            condition: Name,
            /// When it ends.
            ends: Ends,
        },
        /// A condition of the target towards the actor ends (HD-122).
        LoseTowards(Name),
        /// A condition ends.
        Lose {
            /// The combatant that loses it.
            who: Who,
            /// The condition.
            condition: Name,
        },
        /// The total of the roll may count in place of the actor's defence against the [`guarded`](crate::content::Check::guarded) checks
        /// of the target, to the end of the current turn (HD-262).
        Guard,
        /// Bonuses to the actor's next attack on the target, if that is the actor's next action. Where turns have several actions
        /// it must be an attack with a weapon; reactions count, and free actions may come before it (FS-093, FS-G29).
        NextAttack {
            /// Added to the attack roll.
            to_hit: i16,
            /// Added to the damage roll.
            damage: i16,
            /// Advantage or disadvantage on the attack roll (FS-093).
            #[serde(default, skip_serializing_if = "Option::is_none")]
            edge: Option<AdvantageKind>,
        },
        /// The target's attacks on, or defence against, one ally (the actor chooses) have a penalty until the actor acts again.
        Distract {
            /// The change of the roll or the defence; a penalty is negative.
            amount: i16,
            /// Whether it applies to attacks and defence alike.
            both: bool,
        },
        /// The actor grapples the target.
        Grab,
        /// The hold between actor and target gains a quality.
        Tighten(Hold),
        /// The target's hold on the actor (or, for `on_ally`, on an ally) ends.
        BreakHold {
            /// Whether the hold is on an ally of the actor, not on the actor itself.
            on_ally: bool,
            /// Whether the actor may leave the hold as it is.
            optional: bool,
        },
        /// The actor releases its hold.
        Release,
        /// The actor climbs onto the target and rides on it (HD-274).
        Mount,
        /// The actor climbs off its mount (HD-274).
        Dismount,
        /// A forced movement.
        Displace(Displacement),
        /// The target falls prone; a flying one falls instead.
        Topple {
            /// How far a flying target falls, in the board's unit.
            height: u16,
        },
        /// The actor may pass through the target's space for the rest of its movement.
        Pass {
            /// Whether the space costs as much as difficult ground.
            difficult: bool,
        },
        /// The actor moves along all that it grapples with, until the end of the round and for movement that costs it at most this
        /// many points of the pool (HD-290).
        DragAlong {
            /// The points.
            points: u8,
        },
        /// The actor may enter the target's space in this turn, and stay in it (HD-266).
        EnterSpace,
        /// The actor's movement ends.
        EndMove,
        /// The forced movement of an earlier rung goes further by this distance, in the board's unit.
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
        /// The weapon used pins the target by its clothes: until it is out, the target has a condition whose level is the roll.
        Staple {
            /// The condition of the pinned target.
            condition: Name,
        },
        /// The target is freed from a weapon that pins or entangles it.
        Extricate {
            /// Whether the target is freed from a pinning weapon; otherwise from an entangling one.
            from_place: bool,
        },
        /// The effects of the item that is used.
        UseItem,
        /// The item that is used is used up.
        SpendItem,
        /// The actor carries a light, or lights a fire where it stands (HD-360).
        Shine {
            /// The radius of the light, in the board's unit.
            radius: u16,
            /// Whether it is a fire on the ground.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            on_ground: bool,
        },
        /// The actor puts its shield on the arm, or takes it off.
        Shield {
            /// Whether the shield is put on the arm; otherwise it is taken off.
            on: bool,
        },
        /// The actor begins to take a stance: its drawbacks apply.
        ShiftStance(Name),
        /// The actor has completed taking a stance: its benefits apply as well.
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
        Wear {
            /// The owner of the weapon or item.
            who: Who,
            /// The points of durability lost.
            by: u8,
        },
        /// The ground of a cell is struck with the first weapon that can be used.
        HarmGround,
        /// A door is opened, or closed, unless it already is.
        MoveDoor {
            /// Whether the door is opened; otherwise it is closed.
            open: bool,
        },
        /// The actor rolls the common skill and an attribute to discover hidden enemies in its line of sight.
        Seek {
            /// The attribute added to the common skill.
            attribute: Stat,
            /// The number to which the stats of a hidden enemy are added; a roll that reaches the sum discovers it.
            base: i16,
            /// The stats of a hidden enemy.
            against: Vec<Stat>,
        },
        /// A dying ally is made stable.
        Stabilise,
        /// The spell stays active for the duration that was paid for, and can be controlled.
        Lasts,
        /// The spell creates a zone at its point, for the duration that was paid for.
        Lay {
            /// The kind of the zone.
            what: ZoneKind,
            /// The shape of the zone.
            form: ZoneShape,
        },
        /// The target gains temporary hit points above its maximum for a time.
        Bolster {
            /// The number of temporary points.
            amount: Amount,
            /// How long they last, in rounds or counts.
            lasts: Measure,
        },
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
        /// The actor hides from every enemy from which it is covered or concealed, with a check against a stat of each.
        Hide {
            /// The attribute added to the check of stealth.
            attribute: Stat,
            /// The stat of each enemy that the check must reach.
            against: Stat,
        },
        /// The actor sneaks: a contest of its Stealth with the Observation of every enemy from which it is covered, concealed or out
        /// of sight. It is hidden from those it beats; those that beat it, or tie, notice it. If neither passes a test of its own,
        /// nothing changes (FS-038, FS-G05, FS-G36).
        Sneak {
            /// The stats added up for the actor, which rolls once.
            stealth: Vec<Stat>,
            /// The stats added up for each enemy, which rolls as well.
            observation: Vec<Stat>,
        },
        /// The actor searches: a contest of its Observation with the last result of Stealth of every enemy that hides from it
        /// and that it has a line to. It discovers those it beats, and loses a tie (FS-037, FS-G05, FS-G36).
        Search {
            /// The stats added up for the actor, which rolls once.
            observation: Vec<Stat>,
        },
        /// The actor steadies itself, and stops drifting if there is something to hold on to.
        Steady,
        /// The initiative of actor or target changes; a turn that is still to come moves with it.
        Initiative {
            /// The combatant whose initiative changes.
            who: Who,
            /// The change, added to its initiative.
            amount: i16,
            /// A roll that is added as well (HD-328).
            #[serde(default, skip_serializing_if = "Option::is_none")]
            dice: Option<DiceFormula>,
        },
        /// The actor gains movement, where movement is held in a pool.
        GainMovement {
            /// Quarters of its rate as it is now: 4 for the whole rate.
            quarters: u16,
        },
        /// A combatant loses points of a pool at once (FS-087, FS-G16).
        LosePoints {
            /// The combatant that loses them.
            who: Who,
            /// The id of the pool.
            pool: Name,
            /// The number of points.
            points: u8,
            /// The condition with which the combatant loses nothing.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            unless: Option<Name>,
            /// The fate of points that the pool lacks.
            #[serde(default)]
            lacking: Lacking,
        },
        /// The winner of a check may take one of these actions against the loser before damage is rolled, at the cost that the
        /// action has. It follows after the attack, unless it is part of it (FS-079, FS-086).
        Choose {
            /// The winner.
            by: Who,
            /// The actions.
            of: Vec<Name>,
        },
        /// The base dice of the damage of the attack that this action is part of show their highest results (FS-094, FS-095).
        Maximise,
        /// The object that the action is aimed at is destroyed at once (PR-104).
        Break,
        /// The target has blocked the hits of this check (FS-080, FS-158).
        Blocked,
        /// A wound of the target becomes this many levels lighter, or heals if it is lighter than that: the worst one, unless the
        /// act names a level (HD-348, HD-352). It stays above levels without an empty slot.
        HealWound {
            /// The number of levels.
            steps: u16,
        },
        /// The target gains fatigue equal to the level of its worst wound, 1 for the lightest; none without a wound (HD-354).
        TireByWound,
        /// The treatment of a wound or an affliction by an earlier rung goes this many levels further (HD-343, HD-352).
        MoreSteps(u16),
        /// A part of the target's body regains lost points (PR-188, PR-190).
        HealPart {
            /// The points.
            amount: Amount,
            /// The part; if left out, the one that the act names, or the one that has lost most.
            part: Option<Name>,
        },
        /// Actor or target gains levels of a condition, which ends as the condition says (PR-112, PR-115).
        GainLevels {
            /// The combatant that gains it.
            who: Who,
            /// The condition.
            condition: Name,
            /// The number of levels; at 0 nothing happens.
            level: Measure,
        },
        /// The target gains an affliction (HD-339).
        Afflict {
            /// The condition.
            condition: Name,
            /// Its severity, from 1 for a light one.
            level: u8,
            /// The number that checks against it must reach.
            against: i16,
        },
        /// The affliction that the act names is treated, or the worst one: it ends, or becomes lighter by a number of steps
        /// (HD-341, HD-343).
        Treat {
            /// The number of steps.
            steps: u16,
        },
        /// The target's hold on the actor, or every hold on its own target, loses stacks and ends at none (PR-332, PR-337, PR-338, PR-348).
        Loosen(u16),
        /// The actor drops the weapon that it used, unless it is part of the body (PR-314).
        DropUsed,
        /// The actor gains points of a pool at once (PR-G30).
        GainPoints {
            /// The id of the pool.
            pool: Name,
            /// The number of points.
            points: u8,
            /// A stat of the actor that is added to it, if there is one.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            stat: Option<Stat>,
        },
        /// One of these actions on the same target with the same weapon follows at once, as the actor chooses (PR-G18).
        FollowOne(Vec<Name>),
        /// The first item of this kind in the actor's hands is used up (PR-346).
        SpendInHand(ItemKind),
    }

    /// An effect with the rule that says so.
    pub struct CitedEffect {
        /// The effect.
        pub does: Effect,
        /// The rule that says so; the rule of the action or item if the file names none.
        pub rule: Rule = default,
    }

    /// A bonus or penalty to a roll with the rule that says so.
    pub struct Modifier: Copy {
        /// The amount added; a penalty is negative.
        pub amount: i16 [rule],
    }
}
