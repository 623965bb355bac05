//! Checks against a defence, with their degrees of success.

use super::effect::{CitedEffect, Effect, Harmed, Modifier};
use crate::content::{
    AdvantageKind, Contest, ItemKind, Name, RollMark, RollType, RolledBy, Rule, SizeColumn, Stat, Trait, WeaponProperty,
};

content! {
    /// The roll of a check.
    pub enum CheckRoll: Copy {
        /// The normal attack with the weapon used.
        Weapon,
        /// The normal attack with an unarmed strike.
        Unarmed,
        /// The normal attack twice at once: with each of two weapons in hand, or with both bare hands.
        BothWeapons,
        /// The base skill and an attribute, without a weapon.
        Attribute(Stat),
        /// The base skill and an attribute, by magic: neither in melee nor at range.
        Spell(Stat),
        /// A skill and an attribute, without the base skill.
        Skill(Stat, Stat),
        /// One stat alone, such as a saving throw (PR-154) or a Power check (HD-096).
        Stat(Stat),
        /// An attack roll with the body alone, and a stat in place of the normal attack bonus (PR-285). What changes attack rolls
        /// changes it as well (PR-286, PR-287).
        Maneuver(Stat),
        /// A roll like [`Maneuver`](Self::Maneuver) with the weapon used, with its reach and its magic.
        WeaponManeuver(Stat),
    }

    /// When an additional term of a check applies.
    pub enum TermWhen: Copy {
        /// Always.
        Always,
        /// After at least this far (in the board's unit) straight towards the target in the turns just before.
        RunningStart(u16),
        /// The target holds the item in two hands.
        TargetUsesTwoHands,
        /// The item is a shield (FS-092).
        ItemIsShield,
        /// The weapon used shoots or is thrown at a distance.
        WithRangedWeapon,
        /// The actor has no item of this kind in hand (HD-335).
        WithoutItem(ItemKind),
        /// The actor has an item of this kind in hand (PR-107).
        WithItem(ItemKind),
        /// The target does not have this condition (HD-301).
        TargetLacks(Name),
        /// Once for each combatant that holds the actor, beyond the first (HD-289).
        EachHolderBeyondFirst,
        /// Once for each conscious enemy within this distance of the actor, in the board's unit (HD-400).
        EnemiesWithin(u16),
        /// Once for each level of a condition of the actor, up to a number of them (HD-401).
        Levels(Name, u16),
        /// The weapon used is the unarmed strike (PR-310).
        Unarmed,
        /// The target holds the actor: once for each stack of that hold, and at least this many times (PR-330).
        HeldByTarget(u16),
        /// Once for each point of a stat of the target, such as its legs beyond two (PR-384).
        EachOf(Stat),
        /// A stat of the target has at least the first and at most the second value (PR-390, PR-391).
        TargetStatWithin(Stat, i16, i16),
        /// The item is fastened to the target (PR-368).
        ItemFastened,
        /// A condition of the actor has at least this level (PR-G30).
        LevelFrom(Name, u16),
        /// The second of the actor's two weapons is light (PR-G42).
        LightOffHand,
        /// The actor has this trait (PR-G42).
        Quality(Trait),
    }

    /// An additional term of a check.
    pub struct CheckTerm: Copy {
        /// When it applies.
        pub when: TermWhen,
        /// The amount and its rule.
        pub add: Modifier,
    }

    /// The defence of those that hold the target, which the roll must reach as well as that of the target. The margin is the one over
    /// the defence of the target.
    pub struct HeldFast: Copy [rule] {
        /// The defence.
        pub stat: Stat,
    }

    /// The result of a saving throw that exposes an item.
    pub struct Exposes: Copy [rule] {
        /// The highest natural result that does.
        pub natural: i16,
    }

    /// The trait of those that go unnoticed in a check.
    pub struct Unnoticed: Copy {
        /// The trait.
        pub with: Trait,
    }

    /// Advantage or disadvantage of a check that depends on the situation.
    pub struct CheckEdge: Copy [rule] {
        /// When it applies.
        pub when: TermWhen,
        /// Advantage or disadvantage for the combatant that rolls.
        pub gives: AdvantageKind,
    }

    /// The effect of a difference in size on a roll of the target (FS-102 to FS-105).
    pub struct SizeStep: Copy [rule] {
        /// The least number of size categories by which the target is larger than the actor; by which it is smaller, if
        /// negative. Of several that apply, the one furthest from 0 counts.
        pub larger: i16,
        /// The effect.
        pub gives: SizeEffect,
    }

    /// The effect of a difference in size on one roll.
    pub enum SizeEffect: Copy {
        /// Advantage or disadvantage.
        Edge(AdvantageKind),
        /// The roll succeeds without dice.
        Succeeds,
        /// The roll fails without dice.
        Fails,
    }

    /// The defence against which a check is made.
    pub enum Against {
        /// The target's normal defence, which depends on whether it can react.
        Normal,
        /// This defence.
        One(Stat),
        /// The highest of these defences, chosen for the target.
        TargetChooses(Vec<Stat>),
        /// The highest of these defences among all combatants that hold the actor (HD-271, HD-G28).
        Holders(Vec<Stat>),
        /// The one of these defences that the target names before the roll.
        TargetAsked(Vec<Stat>),
        /// A roll by the target with one stat, or another stat as its defence: the target names one of them before the roll (HD-319).
        RollOr {
            /// The stat that it rolls with.
            rolls: Stat,
            /// Its defence if it does not roll.
            or: Stat,
        },
        /// One roll against each of these defences; each rung names its own.
        Each(Vec<Stat>),
        /// A melee attack roll by the target.
        Opposed,
        /// No defence but this number, by this rule.
        Difficulty {
            /// The number that the roll must reach.
            number: i16,
            /// The rule that gives the number.
            rule: Rule,
        },
        /// No defence but a number plus stats of the combatant that does not roll, such as the caster of a spell, by this rule.
        DifficultyFrom {
            /// The number to which the stats are added.
            base: i16,
            /// The stats.
            stats: Vec<Stat>,
            /// The rule that gives the difficulty.
            rule: Rule,
        },
        /// A roll by the target with the highest of these stats (HD-096, FS-016).
        OpposedBy(Vec<Stat>),
        /// The total of the roll that this reaction answers, by this rule; equal is enough (PR-049). Without such a roll it fails.
        KnownTotal {
            /// The rule that says so.
            rule: Rule,
        },
        /// No defence but the level of this condition of the target, by this rule.
        Level {
            /// The condition whose level the roll must reach.
            of: Name,
            /// The rule that says so.
            rule: Rule,
        },
        /// The choice of the target before the roll, among these defences of the rule system, or all of them if none is named
        /// ([`AttackStages::defences`](crate::content::AttackStages::defences); FS-065, FS-071).
        Chosen(Vec<Name>),
        /// The difficulty of breaking an object by force (PR-104).
        Force,
        /// No defence but the number of wounds of the target, by this rule (HD-331).
        WoundCount {
            /// The rule that says so.
            rule: Rule,
        },
        /// No defence but a number for the level of the wound that is treated, lightest level first, by this rule (HD-349).
        WoundLevel {
            /// The numbers.
            numbers: Vec<i16>,
            /// The rule that gives them.
            rule: Rule,
        },
        /// No defence but the number of the affliction that is treated, by this rule (HD-340).
        Affliction {
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// The result of a check at which a rung applies.
    pub enum When: Copy {
        /// The check succeeds.
        Wins,
        /// The check succeeds by at least this margin.
        Over(i16),
        /// Once for each multiple of this number in the margin of success.
        Every(i16),
        /// The check is a critical success.
        Critical,
        /// The check fails.
        Fails,
        /// The check fails by at least this much (PR-314, PR-383).
        FailsBy(i16),
        /// The dice are marked like this, whether the check succeeds or fails.
        Marked(RollMark),
        /// The contest of two rolls under a target number ends like this.
        Contested(Contest),
    }

    /// One degree of success of a check and its effects.
    pub struct Rung {
        /// The result at which it applies.
        pub when: When,
        /// The defence that the result refers to, if the check is made against several.
        pub against: Option<Stat>,
        /// The chosen defences at which it applies, `none` among them for a target without any; all of them if left out.
        pub defences: Vec<Name> = default,
        /// The effects of this result.
        pub effects: Vec<CitedEffect>,
    }

    /// A roll against a defence.
    pub struct Check {
        /// The bonus of the roll.
        pub roll: CheckRoll,
        /// The dice and the rules of the roll: those of attacks unless it names others (HD-088).
        pub dice: RollType = default,
        /// The combatant that rolls. If it is the target, the check is a saving throw: its successes are those of the target, each
        /// target of an area rolls for itself, and the action affects those that fail (PR-151 to PR-154, FS-087).
        pub by: RolledBy = default,
        /// Weapons with this property may be used in place of the unarmed strike that is rolled.
        pub or_with: Option<WeaponProperty>,
        /// Additional terms.
        pub terms: Vec<CheckTerm> = default,
        /// Terms that are added to the defence of the target instead (PR-368, PR-384).
        pub harder: Vec<CheckTerm> = default,
        /// Present where all others that hold the target must be overcome as well (PR-333, PR-339).
        pub held_fast: Option<HeldFast> = default,
        /// Advantage and disadvantage by the situation (FS-092).
        pub edges: Vec<CheckEdge> = default,
        /// The effects of a difference in size, if the target rolls.
        pub size_steps: Vec<SizeStep> = default,
        /// The column of the size table that actor and target add although the roll is not a weapon attack.
        pub size_counts: Option<SizeColumn>,
        /// The defence.
        pub against: Against,
        /// Whether a [`Guard`](crate::content::Effect::Guard) of the target against the actor counts in place of its defence, if it is
        /// higher (HD-262).
        pub guarded: bool = default,
        /// Present where a low natural result of the saving throw of a target exposes an item of it to the damage
        /// ([`ThingPolicy::exposed`](crate::content::ThingPolicy::exposed); PR-085).
        pub exposes: Option<Exposes>,
        /// Present where those with a trait go unnoticed if it succeeds: the target neither becomes aware of the fight by it nor
        /// discovers a hidden actor (PR-374).
        pub unnoticed: Option<Unnoticed>,
        /// The rule by which it succeeds without a roll while no enemy can strike the actor in melee.
        pub sure_unless_engaged: Option<Rule>,
        /// The rule by which it hits an object in melee without a roll (PR-089).
        pub sure_at_things: Option<Rule>,
        /// The results. All that apply are carried out, in this order.
        pub ladder: Vec<Rung>,
    }
}

impl Check {
    /// The effects of all its results.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.ladder.iter().flat_map(|rung| &rung.effects).map(|effect| &effect.does)
    }

    /// Whether it deals the damage of the weapon used.
    pub fn harms_with_weapon(&self) -> bool {
        self.effects().any(|does| matches!(does, Effect::Harm { amount, .. } if amount.is_of_weapon()))
    }

    /// Whether it affects an item of the target.
    pub fn is_about_item(&self) -> bool {
        self.effects().any(|does| matches!(does, Effect::Item(_))) || self.breaks_things()
    }

    /// Whether it damages an item of the target.
    pub fn breaks_things(&self) -> bool {
        self.effects().any(|does| matches!(does, Effect::Harm { to: Harmed::Item, .. }))
    }

    /// Whether it is an attack: every roll of the actor except a check of a skill or of a single stat.
    pub fn is_attack(&self) -> bool {
        self.by == RolledBy::Actor && !matches!(self.roll, CheckRoll::Skill(..) | CheckRoll::Stat(_))
    }

    /// Whether the target always rolls as well.
    pub fn is_opposed(&self) -> bool {
        matches!(self.against, Against::Opposed | Against::OpposedBy(_))
    }

    /// Whether a degree of success means that the action affects its target.
    pub fn affects(&self, succeeds: bool) -> bool {
        succeeds == (self.by == RolledBy::Actor)
    }
}

impl When {
    /// Whether it applies to failed checks only.
    pub fn is_failure(self) -> bool {
        matches!(self, When::Fails | When::FailsBy(_))
    }
}
