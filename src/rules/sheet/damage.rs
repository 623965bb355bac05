//! The damage bonus of a weapon in the hands of its bearer.

use super::Bearer;
use crate::content::{
    Breakdown, CategoryAttribute, DamageAttribute, Hands, Label, RangedKind, Stat, Weapon, WeaponProperty,
};

impl Bearer<'_> {
    /// The damage bonus; natural weapons and fists follow the same rule as other weapons (TC-040).
    pub(super) fn damage(&self, weapon: &Weapon, attribute: Stat, family: Option<&CategoryAttribute>) -> Breakdown {
        let policy = &self.policies.damage;
        let mut sum = Breakdown::new();
        if let Some(power) = policy.power {
            self.add(&mut sum, Label::Stat(power.stat), power.stat, 1, power.rule);
        }
        let shot = weapon.range.is_some_and(|range| range.kind == RangedKind::Missile);
        match policy.attribute {
            DamageAttribute::OfWeapon { rule } => self.add(&mut sum, Label::Attribute(attribute), attribute, 1, rule),
            DamageAttribute::MeleeAndThrown { stat, rule } => {
                self.add(&mut sum, Label::Attribute(stat), stat, i16::from(!shot), rule);
            }
            DamageAttribute::ByHands { .. } if shot => {}
            DamageAttribute::ByHands { stat, rule, light_rule, light_penalty_rule, two_rule } => {
                let more = match weapon.hands {
                    Hands::Light => Some((Label::Halved, light_rule)),
                    Hands::Two => Some((Label::TwoHandedGrip, two_rule)),
                    Hands::One | Hands::None => None,
                };
                let penalty = weapon.hands == Hands::Light && self.value(stat) < 0;
                self.add(&mut sum, Label::Attribute(stat), stat, 1, if penalty { light_penalty_rule } else { rule });
                let (bonus, light) = (self.value(stat).max(0), weapon.hands == Hands::Light);
                let half = bonus.div_euclid(2);
                more.into_iter().for_each(|(label, rule)| {
                    sum.add_if(label, if light { half - bonus } else { half }, rule);
                });
            }
            DamageAttribute::ByUse { melee, missile, rule } => {
                let stat = if shot { missile } else { melee };
                self.add(&mut sum, Label::Attribute(stat), stat, 1, rule);
            }
        }
        if let Some(penalty) = family.and_then(|family| family.penalty.as_ref()) {
            let label = Label::Attribute(penalty.stat);
            if self.value(penalty.stat) < 0 {
                self.add(&mut sum, label, penalty.stat, 1, penalty.negative_rule);
            } else if weapon.has(WeaponProperty::Composite) {
                self.add(&mut sum, label, penalty.stat, 1, penalty.composite_rule);
            }
        }
        sum
    }
}
