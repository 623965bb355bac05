//! Damage, wounds, unconsciousness and death, and the recovery between two battles.

use super::attack::CitedStat;
use super::damage_terms::{CriticalDamage, DamageAttribute, DiceOfType, LeastDamage, OffList};
use super::health::{BodyParts, DyingSave, WardKind, WoundSlots};
use super::pipeline::{DamageGroup, DamageStep};
use crate::content::{DamageTypes, FollowedStats, Modifier, Name, RollType, Rule, Stat, Trait};
use crate::dice::DiceFormula;

content! {
    /// The terms of damage and the pools that it reduces.
    pub struct DamagePolicy {
        /// The stat added to the damage of every attack, if there is one.
        pub power: Option<CitedStat>,
        /// The attribute added to damage.
        pub attribute: DamageAttribute,
        /// The rule by which the damage dice are rolled.
        pub dice_rule: Rule,
        /// The minimum damage of a hit, if there is one; without it a hit may deal less than nothing (HD-010).
        pub least: Option<LeastDamage>,
        /// The damage of critical hits.
        pub critical: CriticalDamage,
        /// Dice from weakest to strongest; improving a die by one step gives the next one.
        pub die_steps: Vec<DiceFormula>,
        /// The rule by which dice improve.
        pub die_step_rule: Rule,
        /// Dice that are not on the list; if left out, they move to the next dice of the list by their averages.
        pub off_list: Option<OffList>,
        /// Changes of dice by the type of the damage.
        pub dice_of_types: Vec<DiceOfType> = default,
        /// The rule of nonlethal damage, where there is any.
        pub nonlethal_rule: Option<Rule>,
        /// The threshold of pain, where damage up to a threshold causes fatigue.
        pub threshold: Option<ThresholdPolicy>,
        /// The types of damage of the rule system, and the qualities of hits that resistances ask for (PR-196).
        pub types: DamageTypes,
        /// Those of them that are qualities: a resistance to every type of a hit need not name them.
        pub qualities: DamageTypes = default,
        /// Groups of types; a resistance may name a group (FS-144, PR-054).
        pub groups: Vec<DamageGroup>,
        /// The kinds of temporary wards, at most four.
        pub wards: Vec<WardKind>,
        /// The steps from the damage roll of a hit to the pools that it reduces.
        pub pipeline: Vec<DamageStep>,
    }

    /// The threshold of pain: damage up to it causes fatigue, the excess costs hit points, and every hit lowers it.
    pub struct ThresholdPolicy {
        /// The stat that is the threshold.
        pub stat: Stat,
        /// The rule of damage above the threshold.
        pub above_rule: Rule,
        /// The rule of damage up to the threshold.
        pub within_rule: Rule,
        /// Subtracted from the threshold by every hit.
        pub wear: i16 [wear_rule],
        /// The condition gained when the threshold reaches 0.
        pub wounded: Name,
        /// Lasting impairments.
        pub impairments: ImpairmentPolicy,
    }

    /// Lasting impairments from a single heavy hit.
    pub struct ImpairmentPolicy {
        /// Whether this optional rule is used.
        pub used: bool,
        /// The rule by which damage above the threshold impairs.
        pub rule: Rule,
        /// The impairment from each type of damage.
        pub kinds: Vec<ImpairmentKind>,
        /// The rule by which some weapons impair with any damage.
        pub always_rule: Rule,
        /// The modifier to the check to stay awake for each impairment.
        pub awake: Modifier,
    }

    /// The impairment from one type of damage.
    pub struct ImpairmentKind: Copy {
        /// The type of damage.
        pub harm: DamageTypes,
        /// The condition of which a hit gives one level.
        pub condition: Name,
    }

    /// Unconsciousness and death.
    pub struct ConsciousnessPolicy {
        /// The condition of being unconscious.
        pub unconscious: Name [unconscious_rule],
        /// The stance of a combatant that falls unconscious.
        pub falls: Name,
        /// The condition of being dead.
        pub dead: Name [dead_rule],
        /// The pools that a combatant loses, and how it collapses.
        pub collapse: HealthModel,
        /// Present where help stops dying of wounds by severity or of parts of the body (HD-332, PR-176).
        pub stable: Option<StablePolicy>,
        /// Present where changed stats change hit points and parts of the body (PR-G37).
        pub follows: Option<FollowedStats>,
    }

    /// Help for a dying combatant: it is stable until its wounds get worse.
    pub struct StablePolicy: Copy [rule] {
        /// The condition that wounds give a dying combatant, and not to a stable one.
        pub dying: Name,
        /// The condition of a stable combatant.
        pub stable: Name,
        /// The check with which an unconscious combatant may wake as it is stabilised, or as a wound of it is healed (HD-333); left
        /// out if it sleeps as long as its wounds keep it down.
        pub wakes: Option<WakingCheck>,
        /// Present if dying combatants roll for their lives, in the step `Dying` of a round.
        pub dies: Option<DyingCheck>,
        /// Present if wounds of parts of the body make combatants dying, and they roll for their lives as their turns start (PR-258).
        pub saves: Option<DyingSave>,
    }

    /// The check of a dying combatant, whose failures add up.
    pub struct DyingCheck: Copy [rule] {
        /// The stat that is added to the roll.
        pub stat: Stat,
        /// The dice and the rules of the roll.
        pub dice: RollType = default,
        /// The difficulty.
        pub against: WakingDifficulty,
        /// The number of failures that kill.
        pub failures: i16,
    }

    /// A check to wake in spite of wounds. A combatant that has woken falls again with the next wound that would keep it down.
    pub struct WakingCheck: Copy [rule] {
        /// The stat that is added to the roll.
        pub stat: Stat,
        /// The dice and the rules of the roll.
        pub dice: RollType = default,
        /// The difficulty.
        pub against: WakingDifficulty,
    }

    /// The difficulty of waking in spite of wounds.
    pub enum WakingDifficulty: Copy {
        /// The number of wounds that the combatant has then, of all levels.
        Wounds,
        /// This number.
        Number(i16),
    }

    /// The points that a combatant loses, and when it is out of the fight.
    pub enum HealthModel {
        /// By fatigue, with checks to stay awake and to wake; a combatant without hit points dies.
        Fatigue(FatigueCollapse),
        /// By bleeding: a combatant without hit points rolls on a table each turn, and dies far enough below 0.
        Bleeding(BleedingCollapse),
        /// By hit points alone: without any a combatant is unconscious until it is healed, and it dies as far below 0 as it had
        /// at full health (FS-138, FS-G18).
        AtZero(ZeroCollapse),
        /// By wounds of several levels of severity.
        Slots(WoundSlots),
        /// By wounds of the parts of the body, after hit points.
        Parts(BodyParts),
    }

    /// Collapse from fatigue.
    pub struct FatigueCollapse {
        /// The stat of the check to stay awake.
        pub stat: Stat,
        /// The rule by which fatigue above hit points requires a check.
        pub check_rule: Rule,
        /// The rule of the difficulty of the check to stay awake.
        pub difficulty_rule: Rule,
        /// Counts of unconsciousness for each point by which the check failed.
        pub counts_per_point: u16 [counts_rule],
        /// Counts between checks to wake.
        pub again: DiceFormula,
        /// The rule of the checks to wake.
        pub wake_rule: Rule,
        /// The time before a stabilised combatant's first check to wake.
        pub helped_first: Lull,
        /// The time between a stabilised combatant's further checks to wake.
        pub helped_again: Lull,
        /// The rule of the checks to wake of a stabilised combatant.
        pub helped_rule: Rule,
        /// The condition that marks fatigue at or above hit points.
        pub at_risk: Name,
        /// The condition gained when fatigue reaches a multiple of hit points.
        pub dying: Name,
        /// The multiple of hit points at which a combatant with that much fatigue is dying.
        pub dying_times: i16 [dying_rule],
        /// The condition of a stabilised combatant; a dying combatant without it cannot wake.
        pub stable: Name,
        /// How long it stays stable.
        pub stable_lasts: StableLasts,
    }

    /// How long a stabilised combatant stays stable.
    pub enum StableLasts: Copy {
        /// Until it is no longer dying: a combatant that is dying again must be stabilised again.
        WhileDying,
        /// To the end of the battle.
        ForGood,
    }

    /// Collapse at 0 hit points.
    pub struct ZeroCollapse {
        /// The combatants that die without hit points, and are never only unconscious (FS-G18).
        pub dies_at_zero: DiesAtZero [dies_rule],
    }

    /// The combatants that die without hit points.
    pub enum DiesAtZero: Copy {
        /// None.
        Nobody,
        /// Those with this trait.
        With(Trait),
        /// Those without this trait.
        Without(Trait),
        /// All combatants of sides on which no combatant has this trait.
        SidesWithout(Trait),
    }

    /// Collapse from lost blood.
    pub struct BleedingCollapse {
        /// The condition of a living combatant without hit points.
        pub incapacitated: Name [incapacitated_rule],
        /// The rule by which a combatant without hit points falls and begins to bleed.
        pub falls_rule: Rule,
        /// The condition of bleeding.
        pub bleeding: Name,
        /// The rule by which each wound increases the penalty to the bleed roll by 1.
        pub worse_rule: Rule,
        /// The rule by which each healing decreases the penalty to the bleed roll by 1.
        pub better_rule: Rule,
        /// The bleed roll at the start of each turn, from which the penalty is subtracted.
        pub die: DiceFormula [die_rule],
        /// The rule of the penalty to the bleed roll.
        pub penalty_rule: Rule,
        /// The results of the bleed roll, lowest first.
        pub table: Vec<BleedRow> [table_rule],
        /// The damage to a combatant that still bleeds after the roll.
        pub damage: DiceFormula [damage_rule],
        /// The rule by which a combatant that has hit points again and no longer bleeds wakes.
        pub wake_rule: Rule,
    }

    /// One row of the bleed table, for a band of results.
    pub struct BleedRow {
        /// The highest roll of this band, after the penalty.
        pub at_most: i16,
        /// The result.
        pub result: BleedResult,
    }

    /// A result on the bleed table.
    pub enum BleedResult: Copy {
        /// A combatant without hit points dies; any other falls unconscious.
        Death,
        /// The combatant falls unconscious.
        Unconscious,
        /// The penalty increases by 1.
        Deteriorate,
        /// Nothing happens.
        Nothing,
        /// The bleeding ends.
        Stabilise,
    }

    /// A time whose length is rolled.
    pub struct Lull: Copy {
        /// The roll.
        pub dice: DiceFormula,
        /// Counts for each point rolled.
        pub counts: u16,
    }

    /// Recovery during a rest between two battles.
    pub struct RestPolicy {
        /// The rule by which nothing else is restored except the threshold of pain.
        pub rule: Rule,
        /// Counts in a minute.
        pub minute: u16,
        /// Fatigue that is removed.
        pub fatigue: Regained,
        /// Hit points that are restored.
        pub hit_points: Overnight,
        /// The rule by which temporary points from healing, which are lost before hit points, vanish overnight.
        pub invigoration_rule: Rule,
        /// Earlier checks of exertion that are forgotten.
        pub running: Regained,
        /// The rule by which spells are cast as if for the first time on another day.
        pub spells_rule: Rule,
        /// The rule by which conscious allies stabilise dying combatants.
        pub tended_rule: Rule,
        /// The conditions that last beyond a battle, and how they heal.
        pub heals: Vec<Heals>,
        /// The number of impairments that lose a level, worst first.
        pub impairments: Overnight,
        /// The rule by which equal impairments are picked at random.
        pub tie_rule: Rule,
    }

    /// Points for each full period of a given length.
    pub struct Regained: Copy [rule] {
        /// The points.
        pub points: i16,
        /// The length of the period in minutes.
        pub minutes: u16,
    }

    /// Points or levels restored overnight, and by a day of bed rest.
    pub struct Overnight: Copy {
        /// The points or levels restored by a night.
        pub night: i16 [night_rule],
        /// The points or levels restored by a day of bed rest.
        pub bed_rest: i16 [bed_rest_rule],
    }

    /// How a condition that lasts beyond a battle heals.
    pub struct Heals [rule] {
        /// The condition.
        pub condition: Name,
        /// How fast it heals.
        pub goes: Goes,
    }

    /// How fast a condition heals.
    pub enum Goes: Copy {
        /// Completely, overnight.
        Overnight,
        /// One level for each day.
        Daily,
        /// One level for each day of bed rest.
        InBed,
        /// A number of levels for each full period of a given length.
        Every {
            /// The number of levels lost in one period.
            levels: i16,
            /// The length of the period in minutes.
            minutes: u16,
            /// The level that does not heal, with its rule; `None` if every level heals.
            unless: Option<(i16, Rule)>,
        },
        /// Like impairments, [`RestPolicy::impairments`].
        AsImpairment,
    }
}

impl HealthModel {
    /// The words players read for points that do not last: fatigue, or damage that does not wound (PR-G36).
    pub fn fatigue_words(&self) -> &'static str {
        match self {
            HealthModel::Parts(_) => "nonlethal damage",
            _ => "fatigue",
        }
    }
}

impl DamagePolicy {
    /// The types of a hit with the groups that they belong to.
    pub fn with_groups(&self, types: DamageTypes) -> DamageTypes {
        self.groups.iter().filter(|group| types.meets(group.of)).fold(types, |all, group| all.and(group.id))
    }

    /// The impairment policy, if the ruleset uses impairments.
    pub fn impairments(&self) -> Option<&ImpairmentPolicy> {
        self.threshold.as_ref().map(|policy| &policy.impairments).filter(|policy| policy.used)
    }
}
