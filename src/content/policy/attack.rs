//! Attack rolls and defences.

use super::cover::CoverPolicy;
use crate::content::{CitedName, Label, Modifier, Name, Rule, SizeColumn, Skill, Stat, WeaponCategory};
use crate::dice::DiceFormula;

content! {
    /// The attribute that a category of weapons uses.
    pub struct CategoryAttribute [rule] {
        /// The category.
        pub category: WeaponCategory,
        /// The attributes; the highest counts.
        pub best_of: Vec<Stat>,
        /// An attribute that also counts for damage.
        pub penalty: Option<PenaltyAttribute>,
    }

    /// An attribute added to the damage of a launcher when it is negative, and to that of a composite one when positive too.
    pub struct PenaltyAttribute {
        /// The attribute.
        pub stat: Stat,
        /// The rule by which the attribute counts when it is negative.
        pub negative_rule: Rule,
        /// The rule by which a composite weapon adds the attribute when it is positive.
        pub composite_rule: Rule,
    }

    /// How distance affects a ranged attack.
    pub struct RangePolicy {
        /// The penalty for each range increment.
        pub per_increment: Modifier,
        /// Which increments count.
        pub counts: Increments,
        /// The maximum number of range increments for missiles.
        pub missile_increments: i16 [missile_rule],
        /// The maximum number of range increments for thrown weapons, before the thrower's attribute.
        pub thrown_increments: i16,
        /// The attribute added to that number, which is at least 1 in total.
        pub thrown_stat: Option<Stat>,
        /// The rule of the range of thrown weapons.
        pub thrown_rule: Rule,
        /// The rule by which a thrown weapon lands at its target; `None` if it returns to the hand.
        pub lands: Option<Rule>,
        /// Present if shooting at a near target has disadvantage.
        pub close: Option<CloseRange>,
    }

    /// Which range increments cause a penalty.
    pub enum Increments: Copy {
        /// Every increment begun beyond the first: none at exactly one increment, two at two and a half.
        Exceeded,
        /// Every whole increment of a distance longer than one increment: one at one and a half, two at exactly two.
        Whole,
    }

    /// A distance at which shooting has disadvantage.
    pub struct CloseRange {
        /// The greatest such distance, in the board's unit.
        pub within: u16 [rule],
    }

    /// The sign of the size modifier in a check that includes it although it is not a weapon attack.
    pub enum SizeSign: Copy {
        /// The sign of the size table: a bonus for small combatants, a penalty for large ones.
        AsTabled,
        /// Reversed: a bonus for large combatants, a penalty for small ones.
        Reversed,
    }

    /// The consequences of a fumble.
    pub struct FumblePolicy {
        /// The condition of a combatant that fumbled.
        pub condition: Name [condition_rule],
        /// Counts added to the speed factor.
        pub delay: DiceFormula [delay_rule],
        /// Points subtracted from the weapon's durability.
        pub durability: u8 [durability_rule],
    }

    /// The terms of an attack roll.
    pub struct AttackPolicy {
        /// The base skill of every physical attack.
        pub skill: Stat [skill_rule],
        /// The attribute of each category of weapons.
        pub attributes: Vec<CategoryAttribute>,
        /// The rule by which an attack roll adds this attribute.
        pub attribute_rule: Rule,
        /// Present if ranged attacks use an attribute of their own, regardless of the weapon.
        pub ranged_attribute: Option<CitedStat>,
        /// The column of the size table that weapon attacks include, if they do.
        pub size: Option<SizeColumn>,
        /// The sign of the size modifier in checks that are not weapon attacks.
        pub size_in_checks: SizeSign,
        /// Modifiers for proficiency, if there are any.
        pub familiarity: Option<Familiarity>,
        /// The bonus for higher ground, if there is one.
        pub higher_ground: Option<HigherGround>,
        /// Cover.
        pub cover: CoverPolicy,
        /// Range.
        pub range: RangePolicy,
        /// The consequences of a natural roll that always misses, if there are any.
        pub fumble: Option<FumblePolicy>,
        /// The modifier of an unarmed strike that is not made with a hand, if there is one.
        pub feet: Option<Modifier>,
        /// The rule by which a penetrating weapon adds its damage to the attack roll (HD-100).
        pub penetrating: Option<Rule>,
    }

    /// Modifiers for proficiency with weapons, armour and shields.
    pub struct Familiarity {
        /// The modifier with a weapon that the attacker is proficient with.
        pub proficient: Modifier,
        /// The modifier with a weapon that the attacker has no affinity for, or with a shield that its bearer is not trained in.
        pub no_affinity: Modifier,
        /// The condition of a unit in armour that it is not trained in, if there is one (FS-136).
        pub armor: Option<CitedName>,
    }

    /// The bonus for attacking from higher ground.
    pub struct HigherGround {
        /// The bonus.
        pub bonus: Modifier,
        /// How much higher the attacker must be, in the board's unit.
        pub by: i16,
    }

    /// A stat with the rule that names it.
    pub struct CitedStat: Copy {
        /// The stat.
        pub stat: Stat [rule],
    }

    /// The defence against attacks that do not name one.
    pub struct DefencePolicy {
        /// The defence of a combatant that can react.
        pub able: Stat [able_rule],
        /// The defence against ranged attacks of a combatant that can react, if it differs (HD-125).
        pub ranged: Option<CitedStat>,
        /// The defence of a combatant that cannot react, if it differs.
        pub unable: Option<UnableDefence>,
        /// The rule by which an attack that equals the defence hits.
        pub equal_hits_rule: Rule,
    }

    /// The defence of a combatant that cannot react.
    pub struct UnableDefence {
        /// The defence.
        pub stat: Stat,
        /// The rule by which a combatant without a melee weapon cannot react to melee attacks.
        pub unarmed_rule: Rule,
        /// The rule by which a combatant that wields only a ranged weapon cannot react to melee attacks.
        pub ranged_rule: Rule,
    }
}

impl Familiarity {
    /// The modifier for a proficiency, if there is one, and its label.
    pub fn of(&self, skill: Skill) -> Option<(Label, Modifier)> {
        match skill {
            Skill::Proficient => Some((Label::Proficient, self.proficient)),
            Skill::Affinity => None,
            Skill::None => Some((Label::NoAffinity, self.no_affinity)),
        }
    }
}

impl SizeSign {
    /// A modifier of the size table with this sign.
    pub fn of(self, modifier: i16) -> i16 {
        match self {
            SizeSign::AsTabled => modifier,
            SizeSign::Reversed => modifier.saturating_neg(),
        }
    }
}
