//! From a prototype to a sheet, and to the sheet of one whose numbers its conditions change.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Ruleset;
use super::burden::{self, Burdens};
use crate::battle::{Conditions, Sheet, SheetWeapon, WeaponSlot};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::gear::{Armor, DamageType, Hands, RangedKind, Shield, Weapon, WeaponCategory, WeaponProperty};
use crate::content::item::{Belonging, Item, Kept};
use crate::content::policy::{CategoryAttribute, DamageAttribute, Policies, WoundPolicy};
use crate::content::size::{Body, Size, SizeRow};
use crate::content::speed::{SpeedClass, SpeedMode};
use crate::content::stat::{Addend, Stat, Stats};
use crate::content::unit::{Skill, Trait, Unit};
use crate::content::{Name, Rule};
use crate::dice::DiceFormula;

/// Why a unit makes no sheet under a rule system. A unit that was checked against it always makes one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// The unit carries or wears something that the rule system does not have.
    #[error("the {what} `{name}` of the unit `{unit}` is not known to these rules")]
    Unknown { unit: String, what: &'static str, name: Name },
    /// The rule system has no row for the unit's size.
    #[error("these rules say nothing of the size of the unit `{unit}` ({})", size.word())]
    NoSize { unit: String, size: Size },
}

/// Makes the sheet of a unit; `default_mode` says whether it rolls its speed factors where the unit leaves it open.
///
/// # Errors
/// Refuses a unit with gear or a size that the rule system does not know.
pub fn make_sheet(rules: &Ruleset, unit_id: &str, unit: &Unit, default_mode: SpeedMode) -> Result<Sheet, SheetError> {
    let policies = &rules.policies;
    let unknown = |what, name| SheetError::Unknown { unit: unit_id.to_owned(), what, name };
    let row = policies.size(unit.size);
    let row = row.ok_or_else(|| SheetError::NoSize { unit: unit_id.to_owned(), size: unit.size })?;
    let armor = unit.armor.map(|name| rules.armor.get(name).ok_or_else(|| unknown("armour", name)));
    let shield = unit.shield.map(|name| rules.shields.get(name).ok_or_else(|| unknown("shield", name)));
    let (armor, shield) = (armor.transpose()?, shield.transpose()?);
    let stats = stats_with_gear(unit, armor, shield);
    let bearer = Bearer { policies, row, stats: &stats, burdens: Burdens::default() };
    let weapons = bearer.weapons(rules, unit).map_err(|name| unknown("weapon", name))?;
    let has_hands = !unit.traits.contains(&Trait::NoHands);
    Ok(Sheet {
        unit: unit_id.to_owned(),
        figure: unit.figure.clone(),
        about: unit.about.clone(),
        size: unit.size,
        body: unit.body,
        extent: row.extent,
        size_modifier: row.modifier,
        occupancy: row.occupancy,
        reach: match unit.body {
            Body::Tall => row.reach_tall,
            Body::Long => row.reach_long,
        },
        rate: unit.rate,
        derived: bearer.derived(armor),
        unarmed: has_hands.then(|| WeaponSlot((weapons.len() - 1) as u8)),
        weapons,
        shield: shield.cloned(),
        armor: armor.cloned(),
        traits: unit.traits.clone(),
        spells: unit.spells.clone(),
        speed: unit.speed.unwrap_or(default_mode),
        stats,
    })
}

/// The sheet of one who has these conditions: its own, with what they change, each change a term that names its condition.
/// Everything that is made of a changed stat is worked out anew (TC-087).
pub fn burdened(rules: &Ruleset, own: &Arc<Sheet>, held: &Conditions) -> Arc<Sheet> {
    let Some(row) = rules.policies.size(own.size).filter(|_| burden::burden(&rules.conditions, held)) else {
        return own.clone();
    };
    let burdens = Burdens::of(&rules.conditions, held, &own.stats);
    let bearer = Bearer { policies: &rules.policies, row, stats: &own.stats, burdens };
    let again = |entry: &SheetWeapon| match &entry.item {
        Some(_) => entry.clone(),
        None => {
            let made = bearer.weapon(Arc::clone(&entry.weapon), entry.skill);
            SheetWeapon { kept: entry.kept, in_hand: entry.in_hand, ..made }
        }
    };
    let weapons = own.weapons.iter().map(again).collect();
    let (derived, stats) = (bearer.derived(own.armor.as_ref()), burden::laid(own, &bearer.burdens));
    Arc::new(Sheet { derived, weapons, stats, ..Sheet::clone(own) })
}

/// A weapon or other thing as it is for one who did not bring it: known as well as the same weapon among its own, or else
/// not at all (G-27, TC-025). `None` for what the rule system does not have.
pub fn found_weapon(rules: &Ruleset, own: &Sheet, name: Name) -> Option<SheetWeapon> {
    let row = rules.policies.size(own.size)?;
    let bearer = Bearer { policies: &rules.policies, row, stats: &own.stats, burdens: Burdens::default() };
    if let Some(item) = rules.things.get(name) {
        return Some(bearer.thing(item, &Belonging { item: name, kept: Kept::AtHand, in_hand: false }));
    }
    let known = own.weapons.iter().find(|entry| entry.weapon.id == name).map_or(Skill::None, |entry| entry.skill);
    Some(SheetWeapon { in_hand: false, ..bearer.weapon(Arc::clone(rules.weapons.get(name)?), known) })
}

/// A sheet with one more weapon, in the slot after the last. The same sheet where the rule system has no such weapon.
pub fn with_weapon(rules: &Ruleset, own: &Arc<Sheet>, name: Name) -> Arc<Sheet> {
    let Some(found) = found_weapon(rules, own, name) else { return own.clone() };
    let mut sheet = Sheet::clone(own);
    sheet.weapons.push(found);
    Arc::new(sheet)
}

fn stats_with_gear(unit: &Unit, armor: Option<&Arc<Armor>>, shield: Option<&Arc<Shield>>) -> Stats {
    let mut stats = Stats::default();
    for (stat, value) in &unit.stats {
        stats.set(*stat, *value);
    }
    let mut add = |stat, amount: i16| stats.set(stat, stats.get(stat).saturating_add(amount));
    if let Some(armor) = armor {
        add(Stat::Armor, armor.bonus);
        add(Stat::DamageReduction, armor.reduction);
    }
    if let Some(shield) = shield {
        add(Stat::Shield, shield.bonus);
    }
    stats
}

/// What the terms of a sheet are worked out from.
struct Bearer<'a> {
    policies: &'a Policies,
    row: &'a SizeRow,
    /// Its own base stats.
    stats: &'a Stats,
    /// What lies on its stats.
    burdens: Burdens,
}

impl Bearer<'_> {
    /// A base stat with what lies on it.
    fn value(&self, stat: Stat) -> i16 {
        self.stats.get(stat).saturating_add(self.burdens.on(stat).map_or(0, Breakdown::total))
    }

    /// Adds a base stat so many times, and what lies on it as terms of its own.
    fn add(&self, sum: &mut Breakdown, label: Label, stat: Stat, times: i16, rule: Rule) {
        sum.add_if(label, self.stats.get(stat).saturating_mul(times), rule);
        let lies = self.burdens.on(stat).map_or(&[][..], Breakdown::terms);
        lies.iter().for_each(|term| sum.add_if(term.label, term.amount.saturating_mul(times), term.rule));
    }

    /// Derived stats with their terms, by stat; empty for base stats.
    fn derived(&self, armor: Option<&Arc<Armor>>) -> Vec<Breakdown> {
        let mut all = vec![Breakdown::new(); Stat::COUNT];
        for derived in &self.policies.derived {
            let sum = &mut all[derived.stat as usize];
            for term in &derived.sum {
                self.addend(&term.add, term.rule, sum);
            }
            self.burdens.lay(derived.stat, sum);
        }
        if let (WoundPolicy::Threshold(threshold), Some(armor)) = (&self.policies.damage.wounds, armor) {
            all[threshold.stat as usize].add_if(Label::Named(armor.id), armor.threshold, armor.rule);
        }
        all
    }

    fn addend(&self, addend: &Addend, rule: Rule, sum: &mut Breakdown) {
        match addend {
            Addend::Flat(amount) => sum.add_if(Label::Base, *amount, rule),
            Addend::Stat(stat) => self.add(sum, Label::Stat(*stat), *stat, 1, rule),
            Addend::Best(stats) => {
                let stat = self.best(stats);
                self.add(sum, Label::Stat(stat), stat, 1, rule);
            }
            Addend::SizeModifier => sum.add_if(Label::SizeModifier(self.row.size), self.row.modifier, rule),
            Addend::Product(stat, times, more) => {
                let times = self.value(*times).saturating_add(*more);
                self.add(sum, Label::Stat(*stat), *stat, times, rule);
            }
        }
    }

    /// The stat with the greatest value; of equal ones the first.
    fn best(&self, stats: &[Stat]) -> Stat {
        let greatest = stats.iter().copied().rev().max_by_key(|stat| self.value(*stat));
        greatest.unwrap_or(self.policies.attack.skill)
    }

    /// The weapons carried, and last the unarmed strike of one who has hands; or the name of the unknown one.
    fn weapons(&self, rules: &Ruleset, unit: &Unit) -> Result<SmallVec<[SheetWeapon; 4]>, Name> {
        let strike = self.policies.unarmed;
        let mut weapons = SmallVec::new();
        for carried in unit.weapons.iter().filter(|carried| carried.weapon != strike) {
            let weapon = rules.weapons.get(carried.weapon).ok_or(carried.weapon)?;
            let kept = carried.kept.unwrap_or_default();
            let made = self.weapon(Arc::clone(weapon), carried.skill);
            weapons.push(SheetWeapon { kept, in_hand: carried.in_hand, ..made });
        }
        for belonging in &unit.things {
            weapons.push(self.thing(rules.things.get(belonging.item).ok_or(belonging.item)?, belonging));
        }
        if !unit.traits.contains(&Trait::NoHands) {
            let weapon = rules.weapons.get(strike).ok_or(strike)?;
            let listed = unit.weapons.iter().find(|carried| carried.weapon == strike);
            let skill = listed.map_or(Skill::Affinity, |carried| carried.skill);
            weapons.push(self.weapon(Arc::new(self.sized(weapon)), skill));
        }
        Ok(weapons)
    }

    /// A thing that is no weapon: it is drawn, held and dropped like one.
    fn thing(&self, item: &Arc<Item>, belonging: &Belonging) -> SheetWeapon {
        let weapon = Weapon {
            id: item.id,
            name: item.name.clone(),
            category: WeaponCategory::Tools,
            damage: DiceFormula::constant(0),
            harm: DamageType::Bludgeoning,
            speed: SpeedClass::Standard,
            hands: Hands::Light,
            melee: None,
            range: None,
            properties: Vec::new(),
            durability: 1,
            rule: item.rule,
        };
        SheetWeapon {
            weapon: Arc::new(weapon),
            skill: Skill::Affinity,
            attribute: self.policies.attack.skill,
            to_hit: Breakdown::new(),
            to_hit_at_range: Breakdown::new(),
            damage: Breakdown::new(),
            item: Some(Arc::clone(item)),
            kept: belonging.kept,
            in_hand: belonging.in_hand,
        }
    }

    /// A part of the body as a weapon: its die is a step better or worse for every size category.
    fn sized(&self, weapon: &Weapon) -> Weapon {
        let steps = self.row.size.above(Size::Medium);
        let damage = stepped(&self.policies.damage.die_steps, weapon.damage, steps);
        Weapon { damage, ..weapon.clone() }
    }

    fn weapon(&self, weapon: Arc<Weapon>, skill: Skill) -> SheetWeapon {
        let policy = &self.policies.attack;
        let family = policy.attributes.iter().find(|family| family.category == weapon.category);
        let attribute = self.best(family.map_or(&[], |family| &family.best_of));
        let to_hit = self.to_hit(attribute, policy.attribute_rule, skill);
        let to_hit_at_range = match policy.ranged_attribute {
            Some(ranged) => self.to_hit(ranged.stat, ranged.rule, skill),
            None => to_hit.clone(),
        };
        let damage = self.damage(&weapon, attribute, family);
        let (item, kept, in_hand) = (None, Kept::AtHand, true);
        SheetWeapon { weapon, skill, attribute, to_hit, to_hit_at_range, damage, item, kept, in_hand }
    }

    /// The attack bonus: base skill, and whatever else is true of the bearer and the weapon (TC-007).
    fn to_hit(&self, attribute: Stat, rule: Rule, skill: Skill) -> Breakdown {
        let policy = &self.policies.attack;
        let mut sum = Breakdown::new();
        sum.add(Label::Stat(policy.skill), self.stats.get(policy.skill), policy.skill_rule);
        self.burdens.on(policy.skill).into_iter().for_each(|lies| sum.extend(lies));
        self.add(&mut sum, Label::Attribute(attribute), attribute, 1, rule);
        if let Some(rule) = policy.size_rule {
            sum.add_if(Label::SizeModifier(self.row.size), self.row.modifier, rule);
        }
        let known = policy.familiarity.as_ref().and_then(|known| match skill {
            Skill::Proficient => Some((Label::Proficient, known.proficient)),
            Skill::Affinity => None,
            Skill::None => Some((Label::NoAffinity, known.no_affinity)),
        });
        if let Some((label, modifier)) = known {
            sum.add_if(label, modifier.amount, modifier.rule);
        }
        sum
    }

    /// What a hit adds to the dice, with fists and natural weapons as with any other (TC-040).
    fn damage(&self, weapon: &Weapon, attribute: Stat, family: Option<&CategoryAttribute>) -> Breakdown {
        let policy = &self.policies.damage;
        let mut sum = Breakdown::new();
        if let Some(power) = policy.power {
            self.add(&mut sum, Label::Stat(power.stat), power.stat, 1, power.rule);
        }
        match policy.attribute {
            DamageAttribute::OfWeapon { rule } => self.add(&mut sum, Label::Attribute(attribute), attribute, 1, rule),
            DamageAttribute::MeleeAndThrown { stat, rule } => {
                let shot = weapon.range.is_some_and(|range| range.kind == RangedKind::Missile);
                self.add(&mut sum, Label::Attribute(stat), stat, i16::from(!shot), rule);
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

/// The die so many steps further along the list, at most its end; one that is not on the list stays.
fn stepped(list: &[DiceFormula], die: DiceFormula, steps: i16) -> DiceFormula {
    let Some(at) = list.iter().position(|step| *step == die) else {
        return die;
    };
    let to = (at as i64 + i64::from(steps)).clamp(0, list.len() as i64 - 1);
    list[to as usize]
}
