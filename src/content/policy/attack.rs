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

/// What cover does to an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoverPolicy {
    /// Each grade takes a number off, along the best line between two cells.
    Grades(CoverGrades),
    /// Anything that hides a part gives disadvantage, along lines from the attacker's best corner.
    Corners(CoverCorners),
}

impl CoverPolicy {
    /// What illusions do, where lines between corners give cover.
    pub fn illusion(&self) -> Option<&IllusionPolicy> {
        match self {
            CoverPolicy::Grades(_) => None,
            CoverPolicy::Corners(corners) => Some(&corners.illusion),
        }
    }

    /// The rule by which what nothing is seen of cannot be attacked.
    pub fn unseen_rule(&self) -> Rule {
        match self {
            CoverPolicy::Grades(grades) => grades.nine_tenths.rule,
            CoverPolicy::Corners(corners) => corners.total_rule,
        }
    }
}

/// Cover by lines to all corners of the target's space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverCorners {
    /// The rule by which some blocked lines give cover.
    pub partial_rule: Rule,
    /// The rule by which cover gives disadvantage.
    pub edge_rule: Rule,
    /// The rule by which one behind nothing but blocked lines cannot be attacked.
    pub total_rule: Rule,
    /// The rule by which a body at least as large as the target gives cover.
    pub creature_rule: Rule,
    /// What illusions do.
    pub illusion: IllusionPolicy,
    /// Within so many feet nothing gives cover.
    pub beyond: u16,
}

/// Illusions of what could stand in the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IllusionPolicy {
    /// The rule by which one gives cover against those who take it for what it seems.
    pub rule: Rule,
    /// The stat of its maker that a search must reach to find it out.
    pub against: Stat,
    /// The rule by which somebody finds it out.
    pub found_out_rule: Rule,
}

/// What each grade of cover takes off an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverGrades {
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
    /// Taken off for each range increment.
    pub per_increment: Modifier,
    /// Which increments count.
    pub counts: Increments,
    /// Most increments for what is shot.
    pub missile_increments: i16,
    pub missile_rule: Rule,
    /// Most increments for what is thrown, before the thrower's attribute.
    pub thrown_increments: i16,
    /// Added to the increments of what is thrown; never below 1 in all.
    pub thrown_stat: Option<Stat>,
    pub thrown_rule: Rule,
    /// The rule by which what is thrown comes to lie where its target is, if it does.
    pub lands: Option<Rule>,
    /// Present if shooting at somebody so near is at a disadvantage.
    pub close: Option<CloseRange>,
}

/// Which range increments count against a shot.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Increments {
    /// Every increment begun beyond the first: none at exactly one, two at two and a half.
    Exceeded,
    /// Every whole increment of the distance, once it is longer than one: one at one and a half, two at exactly two.
    Whole,
}

/// A distance too short to shoot well at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloseRange {
    /// Feet.
    pub feet: u16,
    pub rule: Rule,
}

/// A natural roll from which on (or up to which) something is certain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NaturalLimit {
    /// The face of the die.
    pub face: u16,
    pub rule: Rule,
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
    /// Natural rolls so low that they always miss, if any are.
    pub miss: Option<NaturalLimit>,
    /// Natural rolls so high that they always hit, if any are.
    pub hit: Option<NaturalLimit>,
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
    /// Present if ranged attacks use an attribute of their own, whatever the weapon.
    pub ranged_attribute: Option<CitedStat>,
    /// The rule by which weapon attacks count size, if they do.
    pub size_rule: Option<Rule>,
    /// Which way size counts where a check names it by itself.
    pub size_in_checks: SizeSign,
    /// What knowing a weapon well, or badly, is worth, if anything.
    pub familiarity: Option<Familiarity>,
    /// What standing higher is worth, if anything.
    pub higher_ground: Option<HigherGround>,
    pub cover: CoverPolicy,
    pub range: RangePolicy,
    pub natural: NaturalPolicy,
    /// What a natural roll that always misses does besides, if anything.
    pub fumble: Option<FumblePolicy>,
    /// What an unarmed strike loses that is not done with a hand.
    pub feet: Option<Modifier>,
    /// What advantage and disadvantage do, where rolls have them.
    pub edge: Option<EdgePolicy>,
}

/// What knowing a weapon well, or badly, is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Familiarity {
    pub proficient: Modifier,
    pub no_affinity: Modifier,
}

/// What standing higher is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HigherGround {
    pub bonus: Modifier,
    /// How much higher the attacker must stand, in feet.
    pub by: i16,
}

/// Advantage and disadvantage: more dice, of which the best or the worst counts. Several of one kind count once, and
/// one of each cancel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgePolicy {
    /// Dice rolled in place of one.
    pub dice: u8,
    pub rule: Rule,
}

/// A stat with the rule that names it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedStat {
    pub stat: Stat,
    pub rule: Rule,
}

/// Which defence answers an attack that names none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefencePolicy {
    /// Of one who is able to react.
    pub able: Stat,
    pub able_rule: Rule,
    /// Of one who is not, where that makes a difference.
    pub unable: Option<UnableDefence>,
    /// The rule by which an attack that equals the defence hits.
    pub equal_hits_rule: Rule,
}

/// The defence of one who is not able to react.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnableDefence {
    pub stat: Stat,
    /// The rule by which one without a melee weapon cannot react to melee attacks.
    pub unarmed_rule: Rule,
    /// The same for one who wields only a ranged weapon.
    pub ranged_rule: Rule,
}
