//! Damage rolls of hits. Both rule systems: Time Count TC-039 to TC-085, G-42 and G-43; Fragments TA-035.

use super::short;
use crate::battle::{CombatantId, PairRelation, SheetWeapon, WeaponSlot};
use crate::content::{
    Breakdown, CriticalDamage, DamagePolicy, DamageTypes, DiceChange, DiceOfType, Hands, Label, Rule, Rulebook, Status,
    StatusKind, Trait, WeaponProperty,
};
use crate::dice::{Dice, DiceFormula, Distribution};
use crate::mechanics::attack::Degree;
use crate::mechanics::{Game, status};

/// Damage to be rolled (TC-039).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamageRoll {
    /// Base dice.
    pub dice: DiceFormula,
    /// How many times the base dice are rolled: once for each point of a stat (PR-403).
    pub points: u8,
    /// Fixed terms.
    pub fixed: Breakdown,
    /// The rule by which the base dice show their maximum, if they do (TC-053).
    pub highest: Option<Rule>,
    /// The rule by which the base dice count half, if they do (HD-373).
    pub half_dice: Option<Rule>,
    /// Whether only half of the sum is dealt (TC-368, TC-369).
    pub halved: bool,
    /// Multiplier of the sum, with its rule (TA-035).
    pub times: Option<(i16, Rule)>,
    /// Extra dice, rolled even if the base dice are not (TC-056).
    pub extra: Vec<DiceFormula>,
    /// Rule cited for halving and extra dice; `None` for the rule of damage dice.
    pub cited: Option<Rule>,
    /// The rule by which the type of the damage has changed the base dice, if it has.
    pub stepped: Option<Rule>,
    /// The rule by which the base dice deal their average, if they do.
    pub average: Option<Rule>,
    /// The percentage that a coin adds or subtracts, with its rule.
    pub coin: Option<(i16, Rule)>,
}

impl DamageRoll {
    /// Damage without dice.
    pub fn fixed(fixed: Breakdown) -> DamageRoll {
        let dice = DiceFormula::constant(0);
        let (highest, half_dice, times, extra, cited) = (None, None, None, Vec::new(), None);
        let (halved, stepped, average, coin) = (false, None, None, None);
        DamageRoll { dice, points: 1, fixed, highest, half_dice, halved, times, extra, cited, stepped, average, coin }
    }

    /// Damage of dice without fixed terms.
    pub fn dice(dice: DiceFormula) -> DamageRoll {
        DamageRoll { dice, ..DamageRoll::fixed(Breakdown::new()) }
    }

    /// This roll with the base dice of all points together.
    #[must_use]
    pub fn for_all_points(self) -> DamageRoll {
        DamageRoll { dice: self.dice.times(self.points), points: 1, ..self }
    }

    /// This roll, dealing half of its sum.
    pub fn half(self, cited: Rule) -> DamageRoll {
        DamageRoll { halved: true, cited: Some(cited), ..self }
    }

    /// This roll with base dice and fixed terms multiplied by `times` (TC-084); extra dice are rolled once (TC-085).
    pub fn many(mut self, times: u8, cited: Rule) -> DamageRoll {
        let once = self.fixed.clone();
        for _ in 1..times {
            self.fixed.extend(&once);
        }
        DamageRoll { dice: self.dice.times(times), cited: Some(cited), ..self }
    }

    /// This roll with extra dice.
    pub fn and(mut self, dice: DiceFormula, cited: Rule) -> DamageRoll {
        self.extra.push(dice);
        DamageRoll { cited: Some(cited), ..self }
    }

    /// Rolls the damage, at least the minimum damage of a hit, before damage reduction (TC-042).
    pub fn roll(&self, book: Rulebook<'_>, dice: &mut Dice) -> Breakdown {
        let policy = &book.policies.damage;
        let cited = self.cited.unwrap_or(policy.dice_rule);
        let mut sum = Breakdown::new();
        let flipped = self.coin.map(|(by, rule)| (if dice.pick(2) == 0 { by } else { -by }, rule));
        if let Some(rule) = self.highest {
            sum.add_if(Label::MaximumDice, short(self.dice.max()), rule);
        } else if let Some(rule) = self.average {
            sum.add_if(Label::DamageDice, short(self.dice.mean_times_two().div_euclid(2)), rule);
        } else {
            let rule = self.stepped.unwrap_or(policy.dice_rule);
            sum.add_if(Label::DamageDice, short(dice.roll(&self.dice).total), rule);
        }
        if let Some(rule) = self.half_dice {
            let whole = sum.total();
            sum.add_if(Label::Halved, whole.div_euclid(2).saturating_sub(whole), rule);
        }
        sum.extend(&self.fixed);
        for more in &self.extra {
            sum.add(Label::DamageDice, short(dice.roll(more).total), cited);
        }
        let whole = sum.total();
        if self.halved {
            sum.add(Label::Halved, whole.div_euclid(2).saturating_sub(whole), cited);
        }
        if let Some((by, rule)) = flipped {
            let whole = i32::from(sum.total());
            sum.add_if(Label::Coin(by), short(by_coin(whole, by) - whole), rule);
        }
        raise(policy, &mut sum);
        if let Some((times, rule)) = self.times {
            let once = sum.total();
            sum.add_if(Label::Multiplied, once.saturating_mul(times - 1), rule);
        }
        sum
    }

    /// The least sum of base dice and fixed terms.
    fn least(&self) -> i32 {
        let dice = self.dice.min();
        let dice = if self.half_dice.is_some() { dice.div_euclid(2) } else { dice };
        dice + i32::from(self.fixed.total())
    }

    /// Twice the mean of the base dice.
    pub fn dice_mean_times_two(&self) -> i32 {
        let mean = self.dice.mean_times_two();
        if self.half_dice.is_some() { mean.div_euclid(4) * 2 } else { mean }
    }

    /// Exact distribution of the damage before damage reduction.
    pub fn distribution(&self, book: Rulebook<'_>) -> Distribution {
        self.before_minimum(book).map(|amount| raised(&book.policies.damage, amount))
    }

    /// Exact distribution of the damage before damage reduction, and before it is raised to the minimum of a hit. What is multiplied has
    /// been raised before.
    pub fn before_minimum(&self, book: Rulebook<'_>) -> Distribution {
        let base = match (self.highest, self.average) {
            (Some(_), _) => Distribution::constant(self.dice.max()),
            (None, Some(_)) => Distribution::constant(self.dice.mean_times_two().div_euclid(2)),
            (None, None) => Distribution::of(&self.dice),
        };
        let base = if self.half_dice.is_some() { base.map(|amount| amount.div_euclid(2)) } else { base };
        let dice = self.extra.iter().fold(base, |sum, more| sum.plus(&Distribution::of(more)));
        let whole = dice.shifted(i32::from(self.fixed.total()));
        let whole = whole.map(|amount| if self.halved { amount.div_euclid(2) } else { amount });
        let dealt = match self.coin {
            Some((by, _)) => Distribution::mixed(&[by, -by].map(|by| (1, whole.map(|whole| by_coin(whole, by))))),
            None => whole,
        };
        match self.times {
            Some((times, _)) => dealt.map(|amount| raised(&book.policies.damage, amount) * i32::from(times)),
            None => dealt,
        }
    }

    /// This roll with the changes of its base dice by the types of the damage against a target, or an object.
    pub fn of_types(mut self, policy: &DamagePolicy, types: DamageTypes, has: impl Fn(Trait) -> bool) -> DamageRoll {
        let concerns = |change: &&DiceOfType| {
            change.harm.meets(types)
                && (change.only.is_empty() || change.only.iter().any(|of| has(*of)))
                && !change.unless.iter().any(|of| has(*of))
        };
        for change in policy.dice_of_types.iter().filter(concerns) {
            match change.does {
                DiceChange::Average => self.average = Some(change.rule),
                DiceChange::Coin(by) => self.coin = Some((by, change.rule)),
                DiceChange::Steps(steps) => {
                    (self.dice, self.stepped) = (better_die(policy, self.dice, steps), Some(change.rule));
                }
            }
        }
        self
    }
}

/// Damage after a coin that adds this percentage, rounded down.
fn by_coin(whole: i32, by: i16) -> i32 {
    whole + (whole * i32::from(by)).div_euclid(100)
}

/// Raises an amount to the minimum damage of a hit (TC-042).
pub fn raise(policy: &DamagePolicy, amount: &mut Breakdown) {
    let Some(least) = policy.least else { return };
    let short_by = least.amount.saturating_sub(amount.total());
    if short_by > 0 {
        amount.add(Label::Minimum, short_by, least.rule);
    }
}

/// An amount raised to the minimum damage of a hit.
fn raised(policy: &DamagePolicy, amount: i32) -> i32 {
    policy.least.map_or(amount, |least| amount.max(i32::from(least.amount)))
}

/// Damage roll of a hit with a weapon, its die improved by `steps`; without a weapon the minimum damage of a hit. Without a
/// target, it is a hit on an object.
pub fn weapon_damage(
    game: Game<'_>,
    attacker: CombatantId,
    slot: WeaponSlot,
    target: impl Into<Option<CombatantId>>,
    degree: Degree,
    steps: u8,
) -> DamageRoll {
    let (policy, target) = (&game.policies.damage, target.into());
    let (row, mut fixed) = (game.row(attacker), Breakdown::new());
    let weapon = row.sheet.weapon(slot);
    let immune = target.is_some_and(|target| game.row(target).sheet.has(Trait::ImmuneToCriticals));
    let critical = degree == Degree::Critical && !immune;
    if let Some(weapon) = weapon {
        fixed.extend(&weapon.damage);
        if critical {
            add_critical(&policy.critical, weapon, row.sheet.stat(weapon.attribute), &mut fixed);
        }
    }
    add_statuses(game, attacker, &mut fixed);
    for fact in target.into_iter().flat_map(|target| row.pairs.towards(target)) {
        if let PairRelation::NextAttack { damage, .. } = fact.slant {
            fixed.add_if(Label::Feint, damage, fact.rule);
        }
    }
    let dice = weapon.map_or(DiceFormula::constant(0), |carried| carried.weapon.damage);
    let highest = match policy.critical {
        CriticalDamage::Highest { dice_rule, .. } => Some(dice_rule).filter(|_| critical),
        CriticalDamage::Times { .. } => None,
    };
    let times = times(&policy.critical).filter(|_| critical);
    let half_dice = weapon.and_then(|weapon| halving(game, attacker, weapon));
    let dice = better_die(policy, dice, i16::from(steps));
    DamageRoll { dice, highest, half_dice, times, ..DamageRoll::fixed(fixed) }
}

/// The damage roll of a weapon in the off hand, with half of its ability bonus (PR-G42).
pub fn with_off_hand(mut roll: DamageRoll, held: Option<&SheetWeapon>, rule: Rule) -> DamageRoll {
    let light = held.is_some_and(|held| held.weapon.hands == Hands::Light);
    let is_attribute = |label| matches!(label, Label::Attribute(_));
    let bonus = roll.fixed.terms().iter().find(|term| is_attribute(term.label)).map_or(0, |term| term.amount);
    if bonus > 0 && !light {
        roll.fixed.add_if(Label::OffHand, bonus.div_euclid(2) - bonus, rule);
    }
    roll
}

/// The rule by which a condition of an attacker halves what a weapon deals (HD-373).
fn halving(game: Game<'_>, attacker: CombatantId, weapon: &SheetWeapon) -> Option<Rule> {
    let mut all = status::each_of(game, attacker, StatusKind::Damage);
    all.find_map(|(_, status)| match status.does {
        Status::HalvesWeapons { except } if !weapon.weapon.has(except) => Some(status.rule),
        _ => None,
    })
}

/// The damage that an attack with a penetrating weapon has in its attack roll, and the rule that says so (HD-100); `None` for other
/// weapons.
pub fn penetration(
    game: Game<'_>,
    attacker: CombatantId,
    slot: WeaponSlot,
    target: CombatantId,
) -> Option<(i16, Rule)> {
    let rule = game.policies.attack.penetrating?;
    let held = game.row(attacker).sheet.weapon(slot)?;
    let roll = || weapon_damage(game, attacker, slot, target, Degree::Success, 0);
    held.weapon.has(WeaponProperty::Penetrating).then(|| (super::short(roll().least()), rule))
}

/// Adds damage modifiers from conditions.
pub fn add_statuses(game: Game<'_>, id: CombatantId, fixed: &mut Breakdown) {
    for (condition, status, times) in status::counted_of(game, id, StatusKind::Damage) {
        if let Status::Damage(amount) = status.does {
            fixed.add_if(Label::Named(condition.id), amount.saturating_mul(times), status.rule);
        }
    }
}

/// Damage multiplier of a critical hit, with its rule; `None` if the ruleset has no multiplier.
pub fn times(policy: &CriticalDamage) -> Option<(i16, Rule)> {
    match policy {
        CriticalDamage::Times { by, rule } => Some((*by, *rule)),
        CriticalDamage::Highest { .. } => None,
    }
}

/// Adds the attribute bonus of a critical hit: once more, or only up to its minimum (TC-054, G-43).
fn add_critical(policy: &CriticalDamage, weapon: &SheetWeapon, attribute: i16, fixed: &mut Breakdown) {
    let CriticalDamage::Highest { attribute_least, attribute_rule, attribute_twice, .. } = *policy else { return };
    let counted = attribute.max(attribute_least);
    let label = Label::CriticalAttribute;
    if attribute_twice {
        fixed.add(label, counted, attribute_rule);
    } else {
        let own = [Label::Attribute(weapon.attribute), Label::Stat(weapon.attribute)];
        let added = own.into_iter().find_map(|label| weapon.damage.term(label)).unwrap_or(0);
        fixed.add_if(label, counted.saturating_sub(added), attribute_rule);
    }
}

/// Dice improved by a number of steps in the list (G-42); dice not on it move to the next better (or worse) on average.
pub fn better_die(policy: &DamagePolicy, dice: DiceFormula, steps: i16) -> DiceFormula {
    let list = &policy.die_steps;
    let plain = DiceFormula { bonus: if dice.is_constant() { dice.bonus } else { 0 }, ..dice };
    let Some(last) = list.len().checked_sub(1).filter(|_| steps != 0) else { return dice };
    let plain = match &policy.off_list {
        Some(off) if !list.contains(&plain) => match off.same.iter().find(|(of, _)| *of == plain) {
            Some((_, same)) => *same,
            None => return DiceFormula { sides: step_sides(&off.sides, dice.sides, steps), ..dice },
        },
        _ => plain,
    };
    let below = list.partition_point(|die| die.mean_times_two() < plain.mean_times_two());
    let at = match list.iter().position(|die| *die == plain) {
        Some(at) => at as i32,
        None if steps > 0 => below as i32 - 1,
        None => below as i32,
    };
    let found = list[(at + i32::from(steps)).clamp(0, last as i32) as usize];
    let own = if dice.is_constant() { 0 } else { dice.bonus };
    DiceFormula { bonus: found.bonus.saturating_add(own), ..found }
}

/// The sides of a die some steps along a list of sides; those not on the list do not change.
fn step_sides(list: &[u16], sides: u16, steps: i16) -> u16 {
    let Some(at) = list.iter().position(|known| *known == sides) else { return sides };
    let to = (at as i64 + i64::from(steps)).clamp(0, list.len() as i64 - 1);
    list[to as usize]
}
