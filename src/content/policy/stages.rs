//! Stages of an attack between its declaration and its damage: defences that the target chooses, miss chances, the confirmation of
//! critical hits, and riders of the damage. A rule system without a stage skips it.

use crate::content::{
    AttackKind, CitedEffect, CitedRequirement, DamageTypes, HitTraits, Name, PoolPrice, RollType, Stat, Trait,
};

content! {
    /// The stages that attacks have beyond a roll and its damage. Each is skipped where it is left out.
    pub struct AttackStages: Default {
        /// Present where targets choose a defence before the roll, against checks with
        /// [`Against::Chosen`](crate::content::Against::Chosen).
        pub defences: Option<DefenceChoice>,
        /// Present where a hit on a concealed target may miss nevertheless (PR-273, PR-287).
        pub miss_chances: Option<MissChances>,
        /// Present where a critical hit must be confirmed by a second roll (PR-019).
        pub confirmation: Option<Confirmation>,
        /// Further effects on a target that takes damage (PR-112 to PR-122).
        pub riders: Vec<Rider> = default,
    }

    /// The defences of a rule system, of which a target chooses one for each attack (FS-065 to FS-073).
    pub struct DefenceChoice {
        /// The defences. A target is offered those that it can use and pay.
        pub options: Vec<DefenceOption>,
        /// The opposition to the attack if the target chooses no defence, or can use none.
        pub undefended: Undefended,
    }

    /// The opposition to an attack whose target chooses no defence.
    pub enum Undefended: Copy {
        /// The target's test fails without a roll, in contests of rolls under a target number (FS-073).
        TestFails,
        /// This defence counts.
        Counts(Stat),
    }

    /// A defence that a target may choose before the roll.
    #[serde(remote = "Self")]
    pub struct DefenceOption [rule] {
        /// The id by which checks, rungs and scripts refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// The roll or the number that the attack meets.
        pub meets: DefenceRoll,
        /// The points of pools that it costs, paid when it is chosen (FS-058). A target that cannot pay is not offered it.
        pub costs: Vec<PoolPrice> = default,
        /// The attacks that it works against; every attack if left out (FS-069, FS-072).
        pub against: Vec<AttackKind> = default,
        /// Requirements of the target, such as a shield on the arm (FS-066).
        pub requires: Vec<CitedRequirement> = default,
        /// The conditions that take it away.
        pub prevented_by: Vec<Name> = default,
        /// The gear that it is rolled with; training in it changes the roll as that of an attack with it (FS-055, FS-135).
        pub made_with: Option<DefenceGear>,
        /// Whether an attack hits but is blocked if both combatants pass their tests, whatever their Successes (FS-080).
        pub blocks: bool = default,
    }

    /// The gear that a defence is made with.
    pub enum DefenceGear: Copy {
        /// The weapon in hand with which the defender is most proficient.
        Weapon,
        /// The shield.
        Shield,
    }

    /// The roll or the number that an attack meets.
    pub enum DefenceRoll {
        /// A roll by the target with the highest of these stats (FS-066 to FS-068).
        Rolls(Vec<Stat>),
        /// This defence, without a roll.
        Counts(Stat),
    }

    /// The chances that a hit misses because the target is concealed. The dice are a d100; of several chances the highest counts.
    pub struct MissChances {
        /// Of a target that is hard to see.
        pub concealed: Option<MissChance>,
        /// Of a target whose place is not known.
        pub hidden: Option<MissChance>,
    }

    /// A chance that a hit misses.
    pub struct MissChance [rule] {
        /// The chance in percent.
        pub percent: u8,
        /// Conditions of the target that give the same chance against every attacker.
        pub target: Vec<Name> = default,
        /// Conditions of the attacker that give the same chance against every target.
        pub attacker: Vec<Name> = default,
    }

    /// A hit with a good natural result is a threat: the attack is rolled again with the same bonus, and if that hits, the hit is
    /// critical (PR-018 to PR-030). It replaces the critical hits of the roll and the critical damage of the rule system.
    pub struct Confirmation [rule] {
        /// The worst natural result of a threat, for attacks without a weapon that says otherwise (PR-024).
        pub range: i16 [range_rule],
        /// The worst natural result that any weapon may have (PR-025).
        pub limit: i16 [limit_rule],
        /// The number of times that base dice and fixed terms count, for attacks without a weapon that says otherwise (PR-026).
        pub times: u8 [times_rule],
        /// The effects of a critical hit. Of several the attacker chooses one (PR-020).
        pub options: Vec<CriticalOption>,
        /// Present where a confirmed critical hit may kill at once (PR-031).
        pub kills: Option<InstantKill>,
    }

    /// A critical hit may kill at once: if the natural results of the attack and of its confirmation are both good enough, the dice
    /// are rolled once more, and a third such result slays the target without a saving throw (PR-031).
    pub struct InstantKill: Copy [rule] {
        /// The worst natural result that each of the three rolls must have.
        pub natural: i16,
        /// The trait that an attacker needs for it (PR-032); none if left out.
        pub only: Option<Trait>,
    }

    /// An effect of a confirmed critical hit.
    pub struct CriticalOption [rule] {
        /// The id by which scripts refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// By how much less than the multiplier the damage is multiplied (PR-022).
        pub less: u8 = default,
        /// How the critical hit lands.
        pub hit: HitTraits = default,
    }

    /// Effects on a target that takes damage from a blow.
    #[serde(remote = "Self")]
    pub struct Rider [rule] {
        /// The types of damage, any of which is enough; every type if left out.
        pub harm: DamageTypes = default,
        /// The points that are counted.
        pub of: RiderMeasure = default,
        /// The least number of points.
        pub least: i16,
        /// A condition that the target must have had before the blow.
        pub with: Option<Name>,
        /// A condition that the target must not have had before the blow.
        pub without: Option<Name>,
        /// The saving throw of the target, if it makes one.
        pub save: Option<RiderSave>,
        /// The effects, of which [`Who::Target`](crate::content::Who::Target) is the combatant hurt; after a saving throw, those of
        /// its failure.
        pub effects: Vec<CitedEffect>,
        /// The effects of a saving throw that succeeds.
        pub saved: Vec<CitedEffect> = default,
    }

    /// The points of a blow that are counted.
    pub enum RiderMeasure: Copy + Default {
        /// The damage after all reductions.
        #[default]
        Damage,
        /// The points that parts of the body lost, or all points lost where there are none (PR-121).
        Wounds,
        /// No points, whatever the blow costs: of the difficulty of a saving throw against poison.
        Nothing,
    }

    /// A saving throw against the damage of a blow.
    pub struct RiderSave: Copy {
        /// The stat that is added to the roll.
        pub stat: Stat,
        /// The dice and the rules of the roll.
        pub dice: RollType = default,
        /// The number to which the points of the blow are added to give the difficulty.
        pub base: i16 = default,
        /// The points that are added, if not those that the rider counts (PR-C16).
        pub of: Option<RiderMeasure>,
    }
}

inherit_rule!(DefenceOption, option: option.requires.iter_mut());
inherit_rule!(Rider, rider: rider.effects.iter_mut(), rider.saved.iter_mut());

impl AttackStages {
    /// The defence with this id.
    pub fn defence(&self, id: Name) -> Option<&DefenceOption> {
        self.defences.as_ref()?.options.iter().find(|option| option.id == id)
    }

    /// The effect of critical hits with this id.
    pub fn critical(&self, id: Name) -> Option<&CriticalOption> {
        self.confirmation.as_ref()?.options.iter().find(|option| option.id == id)
    }
}
