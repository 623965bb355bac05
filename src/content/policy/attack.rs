use serde::{Deserialize, Serialize};

use crate::content::effect::Modifier;
use crate::content::gear::WeaponCategory;
use crate::content::size::Size;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};
use crate::dice::DiceFormula;

/// Which attribute a family of weapons uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CategoryAttribute {
    /// The family.
    pub category: WeaponCategory,
    /// The attribute, or the better of several.
    pub best_of: Vec<Stat>,
    /// An attribute that also counts for damage.
    pub penalty: Option<PenaltyAttribute>,
    /// The rule that says so.
    pub rule: Rule,
}

/// An attribute that a launcher adds to damage when it is negative, and a composite one when it is positive too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PenaltyAttribute {
    /// The attribute.
    pub stat: Stat,
    /// The rule by which it counts when it is negative.
    pub negative_rule: Rule,
    /// The rule by which a composite weapon adds it when it is positive.
    pub composite_rule: Rule,
}

/// What cover takes off an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverPolicy {
    pub quarter: Modifier,
    pub half: Modifier,
    pub three_quarters: Modifier,
    pub nine_tenths: Modifier,
    /// Somebody on the line between attacker and target.
    pub creature: Modifier,
    /// The smallest body that gives cover.
    pub creature_at_least: Size,
}

/// How distance weakens a ranged attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangePolicy {
    /// Taken off for each range increment exceeded.
    pub per_increment: Modifier,
    /// Most increments for what is shot.
    pub missile_increments: i16,
    pub missile_rule: Rule,
    /// Most increments for what is thrown, before the thrower's attribute.
    pub thrown_increments: i16,
    /// Added to the increments of what is thrown; never below 1 in all.
    pub thrown_stat: Stat,
    pub thrown_rule: Rule,
}

/// Which way the size modifier counts in a check that names it although it is no weapon attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SizeSign {
    /// As the size table has it: the small gain, the big lose.
    AsTabled,
    /// Turned round: the big gain, the small lose.
    Reversed,
}

impl SizeSign {
    /// A modifier of the size table as it then counts.
    pub fn of(self, modifier: i16) -> i16 {
        match self {
            SizeSign::AsTabled => modifier,
            SizeSign::Reversed => modifier.saturating_neg(),
        }
    }
}

/// What natural rolls mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NaturalPolicy {
    /// Sides of the die.
    pub sides: u16,
    /// This natural roll and less always misses.
    pub miss_at_most: u16,
    pub miss_rule: Rule,
    /// This natural roll and more always hits.
    pub hit_at_least: u16,
    pub hit_rule: Rule,
    /// This natural roll and more may be critical.
    pub critical_at_least: u16,
    /// The same for a precise weapon.
    pub precise_at_least: u16,
    /// By how much a critical must beat the defence.
    pub critical_margin: i16,
    pub critical_rule: Rule,
}

/// What a fumble does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FumblePolicy {
    /// The condition of one who fumbled.
    pub condition: Name,
    pub condition_rule: Rule,
    /// Added to the speed factor.
    pub delay: DiceFormula,
    pub delay_rule: Rule,
    /// Taken off the weapon's durability.
    pub durability: u8,
    pub durability_rule: Rule,
}

/// How an attack roll is made of terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackPolicy {
    /// Base skill of every physical attack.
    pub skill: Stat,
    pub skill_rule: Rule,
    /// The attribute of each family of weapons.
    pub attributes: Vec<CategoryAttribute>,
    /// The rule by which an attack roll adds it.
    pub attribute_rule: Rule,
    /// The rule by which weapon attacks count size.
    pub size_rule: Rule,
    /// Which way size counts where a check names it by itself.
    pub size_in_checks: SizeSign,
    pub proficient: Modifier,
    pub no_affinity: Modifier,
    pub higher_ground: Modifier,
    /// How much higher the attacker must stand, in feet.
    pub higher_by: i16,
    pub cover: CoverPolicy,
    pub range: RangePolicy,
    pub natural: NaturalPolicy,
    pub fumble: FumblePolicy,
}

/// Which defence answers an attack that names none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefencePolicy {
    /// Of one who is able to react.
    pub able: Stat,
    pub able_rule: Rule,
    /// Of one who is not.
    pub unable: Stat,
    /// The rule by which one without a melee weapon cannot react to melee attacks.
    pub unarmed_rule: Rule,
    /// The same for one who wields only a ranged weapon.
    pub ranged_rule: Rule,
    /// Added to the total of the roll only if the defence is beaten or equalled.
    pub equal_hits_rule: Rule,
}
