//! Computes the sheet of a unit, and of a combatant whose conditions change its stats.

mod broken;
mod damage;

use std::sync::Arc;

use smallvec::SmallVec;

use super::Ruleset;
use super::condition_modifiers::{self, ConditionModifiers};
use crate::battle::{ActiveSpell, Arms, Conditions, GearPiece, Sheet, SheetWeapon, WeaponSlot};
use crate::content::policy::StatRoles;
use crate::content::stat_table::tabled;
use crate::content::{
    Addend, Armor, Belonging, Body, Breakdown, DamageTypes, Hands, Item, ItemMagic, Kept, Label, Name, Policies, Rule,
    Shield, Size, SizeColumn, SizeRow, Skill, SpeedClass, SpeedMode, Stat, StatShare, StatTable, Stats, Trait, Unit,
    Weapon, WeaponCategory,
};
use crate::dice::DiceFormula;

/// Why no [`Sheet`] can be computed. A validated unit never causes these errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// The unit has gear that the rule system lacks.
    #[error("this rule system does not have the {what} `{name}` of the unit `{unit}`")]
    Unknown {
        /// The id of the unit.
        unit: String,
        /// The kind of the gear, for players.
        what: &'static str,
        /// The id of the gear.
        name: Name,
    },
    /// The rule system has no row for the unit's size.
    #[error("this rule system does not define the size of the unit `{unit}` ({})", size.word())]
    NoSize {
        /// The id of the unit.
        unit: String,
        /// The size without a row.
        size: Size,
    },
}

/// Computes the sheet of a unit; `default_mode` applies if the unit does not specify whether it rolls speed factors.
///
/// # Errors
/// If the rule system lacks the unit's size or gear.
pub fn make_sheet(rules: &Ruleset, unit_id: &str, unit: &Unit, default_mode: SpeedMode) -> Result<Sheet, SheetError> {
    let policies = &rules.policies;
    let unknown = |what, name| SheetError::Unknown { unit: unit_id.to_owned(), what, name };
    let row = policies.size(unit.size);
    let row = row.ok_or_else(|| SheetError::NoSize { unit: unit_id.to_owned(), size: unit.size })?;
    let armor = unit.armor.map(|name| rules.armor.get(name).ok_or_else(|| unknown("armour", name)));
    let shield = unit.shield.map(|name| rules.shields.get(name).ok_or_else(|| unknown("shield", name)));
    let (armor, shield) = (armor.transpose()?, shield.transpose()?);
    let stats = stats_with_gear(&policies.roles, unit, armor, shield);
    let bearer = Bearer::new(policies, row, (&stats, &unit.traits), ConditionModifiers::default());
    let weapons = bearer.weapons(rules, unit).map_err(|name| unknown("weapon", name))?;
    let has_hands = !unit.traits.contains(&Trait::NoHands);
    Ok(Sheet {
        unit: unit_id.to_owned(),
        figure: unit.figure.clone(),
        about: unit.about.clone(),
        size: unit.size,
        body: unit.body,
        extent: row.extent,
        size_modifiers: row.modifiers.iter().map(|(column, modifier)| (Name::new(column), *modifier)).collect(),
        occupancy: row.occupancy,
        reach: match unit.body {
            Body::Tall => row.reach_tall,
            Body::Long => row.reach_long,
        },
        rate: unit.rate,
        derived: bearer.derived_in(armor),
        whole: policies.derived.iter().filter(|derived| derived.whole).map(|derived| derived.stat).collect(),
        unarmed: has_hands.then(|| WeaponSlot((weapons.len() - 1) as u8)),
        weapons,
        hands: unit.hand_count(),
        shield: shield.cloned(),
        armor: armor.cloned(),
        untrained: unit.untrained.clone(),
        traits: unit.traits.clone(),
        knacks: unit.knacks.clone(),
        resistances: unit.resistances.iter().chain(armor.iter().flat_map(|worn| &worn.resistances)).cloned().collect(),
        spells: unit.spells.clone(),
        speed: unit.speed.unwrap_or(default_mode),
        stats,
    })
}

/// The sheet under conditions and with gear in this state: each change is a term with the name of the condition, or of broken gear,
/// and derived stats are recomputed (TC-087, PR-G35).
pub fn sheet_under_conditions(rules: &Ruleset, own: &Arc<Sheet>, held: &Conditions, arms: &Arms) -> Arc<Sheet> {
    let broken = broken::pieces(&rules.policies, own, arms);
    let changes = !broken.is_empty() || condition_modifiers::any(&rules.conditions, held);
    let Some(row) = rules.policies.size(own.size).filter(|_| changes) else {
        return own.clone();
    };
    let of_gear = broken::modifiers(&rules.policies, own, &broken);
    let modifiers = ConditionModifiers::of(&rules.conditions, held, of_gear, &own.stats);
    let bearer = Bearer::new(&rules.policies, row, (&own.stats, &own.traits), modifiers);
    let again = |(slot, entry): (WeaponSlot, &SheetWeapon)| match &entry.item {
        Some(_) => entry.clone(),
        None => {
            let made = bearer.weapon(Arc::clone(&entry.weapon), entry.skill);
            let is_broken = broken.contains(&GearPiece::Weapon(slot));
            let made = if is_broken { broken::weapon(&rules.policies, made) } else { made };
            SheetWeapon { kept: entry.kept, in_hand: entry.in_hand, ..made }
        }
    };
    let weapons = own.slots().map(again).collect();
    let (derived, stats) =
        (bearer.derived_in(own.armor.as_ref()), condition_modifiers::modified_stats(own, &bearer.modifiers));
    let resistances = condition_modifiers::resistances(&rules.conditions, held, own);
    Arc::new(Sheet { derived, weapons, stats, resistances, ..Sheet::clone(own) })
}

/// The entry for a weapon or item picked up during a battle: with the skill in the same weapon if the combatant owns one,
/// otherwise without affinity (G-27, TC-025). `None` if the rule system does not have it.
pub fn picked_up_weapon(rules: &Ruleset, own: &Sheet, name: Name) -> Option<SheetWeapon> {
    let row = rules.policies.size(own.size)?;
    let bearer = Bearer::new(&rules.policies, row, (&own.stats, &own.traits), ConditionModifiers::default());
    if let Some(item) = rules.things.get(name) {
        return Some(bearer.thing(item, &Belonging { item: name, kept: Kept::AtHand, in_hand: false }));
    }
    let known = own.weapons.iter().find(|entry| entry.weapon.id == name).map_or(Skill::None, |entry| entry.skill);
    Some(SheetWeapon { in_hand: false, ..bearer.weapon(Arc::clone(rules.weapons.get(name)?), known) })
}

/// A sheet with one more weapon in a new last slot; unchanged if the rule system does not have it.
pub fn with_weapon(rules: &Ruleset, own: &Arc<Sheet>, name: Name) -> Arc<Sheet> {
    let Some(found) = picked_up_weapon(rules, own, name) else { return own.clone() };
    let mut sheet = Sheet::clone(own);
    sheet.weapons.push(found);
    Arc::new(sheet)
}

/// The slot of the magical item that casts an active spell, and the weapon that it is as long as the spell runs (HD-313); `None` if
/// the spell changes no item.
pub fn item_form(rules: &Ruleset, spell: &ActiveSpell) -> Option<(WeaponSlot, Name)> {
    let item = spell.item?;
    Some((item.slot, rules.weapons.get(item.original)?.form(spell.spell)?))
}

/// A sheet on which the weapon of a slot has become another one; unchanged if the rule system does not have it.
pub fn with_form(rules: &Ruleset, own: &Arc<Sheet>, slot: WeaponSlot, name: Name) -> Arc<Sheet> {
    let (Some(row), Some(weapon)) = (rules.policies.size(own.size), rules.weapons.get(name)) else {
        return own.clone();
    };
    let bearer = Bearer::new(&rules.policies, row, (&own.stats, &own.traits), ConditionModifiers::default());
    let mut sheet = Sheet::clone(own);
    if let Some(entry) = sheet.weapons.get_mut(usize::from(slot.0)) {
        let (kept, in_hand) = (entry.kept, entry.in_hand);
        *entry = SheetWeapon { kept, in_hand, ..bearer.weapon(Arc::clone(weapon), entry.skill) };
    }
    Arc::new(sheet)
}

fn stats_with_gear(roles: &StatRoles, unit: &Unit, armor: Option<&Arc<Armor>>, shield: Option<&Arc<Shield>>) -> Stats {
    let mut stats = Stats::default();
    for (stat, value) in &unit.stats {
        stats.set(*stat, *value);
    }
    let mut add = |stat, amount: i16| {
        let own = stats.get(stat);
        stats.set(stat, if roles.highest.contains(&stat) { own.max(amount) } else { own.saturating_add(amount) });
    };
    add(roles.armor, armor.map_or(0, |armor| armor.bonus));
    roles.reduction.into_iter().for_each(|stat| add(stat, armor.map_or(0, |armor| armor.reduction)));
    add(roles.shield, shield.map_or(0, |shield| shield.bonus));
    let further = armor.iter().flat_map(|armor| &armor.adds).chain(shield.iter().flat_map(|shield| &shield.adds));
    further.for_each(|(stat, amount)| add(*stat, *amount));
    stats
}

struct Bearer<'a> {
    policies: &'a Policies,
    row: &'a SizeRow,
    stats: &'a Stats,
    traits: &'a [Trait],
    modifiers: ConditionModifiers,
    /// The derived stats with their terms, by stat; empty for base stats.
    derived: StatTable<Breakdown>,
}

impl<'a> Bearer<'a> {
    fn new(
        policies: &'a Policies,
        row: &'a SizeRow,
        (stats, traits): (&'a Stats, &'a [Trait]),
        modifiers: ConditionModifiers,
    ) -> Bearer<'a> {
        let mut bearer = Bearer { policies, row, stats, traits, modifiers, derived: StatTable::default() };
        for derived in &policies.derived {
            let mut sum = Breakdown::new();
            for term in derived.sum.iter().filter(|term| term.counts_with(bearer.traits)) {
                bearer.addend(&term.add, term.rule, &mut sum);
            }
            bearer.modifiers.apply(derived.stat, &mut sum);
            *bearer.derived.entry(derived.stat) = sum;
        }
        bearer
    }

    /// The derived stats of a combatant in this armour.
    fn derived_in(&self, armor: Option<&Arc<Armor>>) -> StatTable<Breakdown> {
        let mut all = self.derived.clone();
        if let (Some(threshold), Some(armor)) = (&self.policies.damage.threshold, armor) {
            all.entry(threshold.stat).add_if(Label::Named(armor.id), armor.threshold, armor.rule);
        }
        all
    }

    /// The terms of a stat that was derived; `None` for a base stat.
    fn terms(&self, stat: Stat) -> Option<&Breakdown> {
        self.derived.find(stat).filter(|sum| !sum.terms().is_empty())
    }

    fn value(&self, stat: Stat) -> i16 {
        match self.terms(stat) {
            Some(sum) => sum.total(),
            None => self.stats.get(stat).saturating_add(self.modifiers.on(stat).map_or(0, Breakdown::total)),
        }
    }

    /// Adds a stat `times` times; changes of a base stat by conditions are separate terms.
    fn add(&self, sum: &mut Breakdown, label: Label, stat: Stat, times: i16, rule: Rule) {
        if self.terms(stat).is_some() {
            return sum.add_if(label, self.value(stat).saturating_mul(times), rule);
        }
        sum.add_if(label, self.stats.get(stat).saturating_mul(times), rule);
        let modifier = self.modifiers.on(stat).map_or(&[][..], Breakdown::terms);
        modifier.iter().for_each(|term| sum.add_if(term.label, term.amount.saturating_mul(times), term.rule));
    }

    fn addend(&self, addend: &Addend, rule: Rule, sum: &mut Breakdown) {
        match addend {
            Addend::Flat(amount) => sum.add_if(Label::Base, *amount, rule),
            Addend::Stat(stat) => self.add(sum, Label::Stat(*stat), *stat, 1, rule),
            Addend::Best(stats) => {
                let stat = self.best(stats);
                self.add(sum, Label::Stat(stat), stat, 1, rule);
            }
            Addend::Least(stats) => {
                let least = stats.iter().copied().min_by_key(|stat| self.value(*stat));
                least.into_iter().for_each(|stat| self.add(sum, Label::Stat(stat), stat, 1, rule));
            }
            Addend::SizeModifier(column) => self.size(sum, SizeColumn { column: *column, rule }),
            Addend::Product(stat, times, more) => {
                let times = self.value(*times).saturating_add(*more);
                self.add(sum, Label::Stat(*stat), *stat, times, rule);
            }
            Addend::UpToSize(most, small, larger) => {
                let stat = if self.row.size.above(*most) > 0 { *larger } else { *small };
                self.add(sum, Label::Stat(stat), stat, 1, rule);
            }
            Addend::Share(share) => self.share(share, rule, sum),
            Addend::Table(stat, rows) => sum.add_if(Label::Stat(*stat), tabled(rows, self.value(*stat)), rule),
        }
    }

    /// Adds a share of one stat as one term; of several, each of them and the difference to the share.
    fn share(&self, share: &StatShare, rule: Rule, sum: &mut Breakdown) {
        let whole = share.of.iter().fold(0_i16, |sum, stat| sum.saturating_add(self.value(*stat)));
        let part = share.of_sum(whole);
        if let [stat] = share.of[..] {
            return sum.add_if(Label::Stat(stat), part, rule);
        }
        share.of.iter().for_each(|stat| self.add(sum, Label::Stat(*stat), *stat, 1, rule));
        sum.add_if(Label::Share, part.saturating_sub(whole), rule);
    }

    fn size(&self, sum: &mut Breakdown, SizeColumn { column, rule }: SizeColumn) {
        sum.add_if(Label::SizeModifier(self.row.size), self.row.modifier(column), rule);
    }

    /// The stat with the highest value; the first of equal ones.
    fn best(&self, stats: &[Stat]) -> Stat {
        let greatest = stats.iter().copied().rev().max_by_key(|stat| self.value(*stat));
        greatest.unwrap_or(self.policies.attack.skill)
    }

    /// The carried weapons, followed by the unarmed strike if the unit has hands; or the name of an unknown weapon.
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

    /// An item that is not a weapon; it is drawn, held and dropped like one.
    fn thing(&self, item: &Arc<Item>, belonging: &Belonging) -> SheetWeapon {
        let weapon = Weapon {
            id: item.id,
            name: item.name.clone(),
            points: 0,
            category: WeaponCategory::Tools,
            damage: DiceFormula::constant(0),
            harm: DamageTypes::BLUDGEONING,
            either: false,
            speed: SpeedClass::Standard,
            hands: Hands::Light,
            melee: None,
            range: None,
            properties: Vec::new(),
            durability: 1,
            critical: None,
            magic: ItemMagic::default(),
            hardness: None,
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

    fn sized(&self, weapon: &Weapon) -> Weapon {
        let steps = self.row.size.above(Size::Medium);
        let damage = step_die(&self.policies.damage.die_steps, weapon.damage, steps);
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

    /// The attack bonus: base skill plus all other modifiers of the combatant and the weapon (TC-007).
    fn to_hit(&self, attribute: Stat, rule: Rule, skill: Skill) -> Breakdown {
        let policy = &self.policies.attack;
        let mut sum = Breakdown::new();
        match self.terms(policy.skill) {
            Some(derived) => sum.add(Label::Stat(policy.skill), derived.total(), policy.skill_rule),
            None => {
                sum.add(Label::Stat(policy.skill), self.stats.get(policy.skill), policy.skill_rule);
                self.modifiers.on(policy.skill).into_iter().for_each(|modifier| sum.extend(modifier));
            }
        }
        self.add(&mut sum, Label::Attribute(attribute), attribute, 1, rule);
        if let Some(size) = policy.size {
            self.size(&mut sum, size);
        }
        let known = policy.familiarity.as_ref().and_then(|known| known.of(skill));
        if let Some((label, modifier)) = known {
            sum.add_if(label, modifier.amount, modifier.rule);
        }
        sum
    }
}

/// The die `steps` further along the list, limited to its ends; a die not on the list is unchanged.
fn step_die(list: &[DiceFormula], die: DiceFormula, steps: i16) -> DiceFormula {
    let Some(at) = list.iter().position(|step| *step == die) else {
        return die;
    };
    let to = (at as i64 + i64::from(steps)).clamp(0, list.len() as i64 - 1);
    list[to as usize]
}
