//! The amount of damage and its effects.

use crate::bodies::{Bodies, FIRST, policies, weapon};
use warboard::battle::{CombatantId, PairFact, PairRelation, SheetWeapon, Until, Vitals};
use warboard::content::{Breakdown, CriticalDamage, DamageTypes, Label, Name, Stat, Trait};
use warboard::dice::{Dice, DiceFormula};
use warboard::mechanics::attack::Degree;
use warboard::mechanics::damage::{
    AppliedDamage, DamageRoll, PendingDamage, better_die, is_wounded, settle, threshold, weapon_damage,
};

/// An attacker, and a target with a threshold of pain.
fn duel(threshold: i16) -> Bodies {
    Bodies::square("a B").sheet('B', |sheet| sheet.stats.set(Stat::Threshold, threshold))
}

fn armed(blade: SheetWeapon, strength: i16) -> Bodies {
    duel(0).sheet('a', |sheet| {
        sheet.stats.set(Stat::Strength, strength);
        sheet.weapons.push(blade);
    })
}

/// The damage of a hit with these faces of the dice.
fn hit(bodies: &Bodies, degree: Degree, faces: &[u16]) -> Breakdown {
    rolled(bodies, &struck(bodies, degree, 0), faces)
}

fn struck(bodies: &Bodies, degree: Degree, steps: u8) -> DamageRoll {
    let (by, target) = (bodies.id('a'), bodies.id('B'));
    weapon_damage(bodies.game(), by, FIRST, target, degree, steps)
}

fn rolled(bodies: &Bodies, roll: &DamageRoll, faces: &[u16]) -> Breakdown {
    let mut dice = Dice::scripted(faces.to_vec());
    let amount = roll.roll(bodies.book(), &mut dice);
    assert_eq!((dice.unused().len(), dice.fault()), (0, None), "{roll:?}");
    amount
}

fn blow(bodies: &Bodies, amount: i16, nonlethal: bool) -> PendingDamage {
    let mut sum = Breakdown::new();
    sum.add(Label::DamageDice, amount, Name::new("TC-039"));
    let (action, rule) = (Name::new("attack"), Name::new("TC-003"));
    let plain = PendingDamage::plain((bodies.id('B'), bodies.id('a')), action, DamageTypes::SLASHING, sum, rule);
    PendingDamage { nonlethal, ..plain }
}

/// Applies simultaneous hits.
fn taken(bodies: &Bodies, amounts: &[i16]) -> Vec<AppliedDamage> {
    let blows: Vec<PendingDamage> = amounts.iter().map(|amount| blow(bodies, *amount, false)).collect();
    settle(bodies.game(), &blows)
}

/// Fatigue and wounds of each blow.
fn split(hurts: &[AppliedDamage]) -> Vec<(i16, i16)> {
    hurts.iter().map(|hurt| (hurt.fatigue, hurt.wounds)).collect()
}

#[test] // TC-039, TC-041, TC-045
fn a_hit_deals_dice_plus_power_plus_attribute() {
    let bodies = armed(weapon("1d8", 2, 3), 3);
    let amount = hit(&bodies, Degree::Success, &[5]);
    assert_eq!(amount.to_string(), "10 (damage dice +5 [TC-039], power +2 [TC-041], strength +3 [TC-045])");
}

#[test] // TC-042
fn penalties_never_bring_a_hit_below_one() {
    let amount = hit(&armed(weapon("1d4", -6, 0), 0), Degree::Success, &[2]);
    assert_eq!((amount.total(), amount.term(Label::Minimum)), (1, Some(5)));
    assert_eq!(amount.terms().last().map(|term| term.rule), Some(Name::new("TC-042")));
}

#[test] // TC-043, TC-512, G-46, TC-070
fn only_damage_reduction_lowers_a_hit_to_zero_and_it_still_wears_the_threshold() {
    let bodies = duel(5).sheet('B', |sheet| sheet.stats.set(Stat::DamageReduction, 4));
    let hurt = &taken(&bodies, &[3])[0];
    assert_eq!((hurt.amount.total(), hurt.fatigue, hurt.wounds, hurt.vitals.worn), (0, 0, 0, 1));
    assert_eq!(hurt.amount.terms().last().map(|term| (term.amount, term.rule)), Some((-3, Name::new("TC-043"))));
    assert_eq!(taken(&bodies, &[9])[0].amount.total(), 5);
}

#[test] // TC-042, TC-043
fn damage_reduction_applies_after_the_minimum_damage() {
    let bodies = duel(5).sheet('B', |sheet| sheet.stats.set(Stat::DamageReduction, 1));
    assert_eq!(taken(&bodies, &[-4])[0].amount.total(), 0);
}

#[test] // TC-053, TC-054, G-43
fn a_critical_hit_takes_the_highest_dice_and_the_attribute_again() {
    let bodies = armed(weapon("2d6", 1, 3), 3);
    let amount = hit(&bodies, Degree::Critical, &[]);
    assert_eq!(
        amount.to_string(),
        "19 (highest damage dice +12 [TC-053], power +1 [TC-041], strength +3 [TC-045], critical hit +3 [TC-054])"
    );
}

#[test] // TC-054
fn the_attribute_of_a_critical_hit_counts_at_least_one() {
    assert_eq!(hit(&armed(weapon("1d8", 0, 0), 0), Degree::Critical, &[]).total(), 9);
    assert_eq!(hit(&armed(weapon("1d8", 0, -2), -2), Degree::Critical, &[]).total(), 8 - 2 + 1);
}

#[test] // G-43, the other reading
fn with_the_switch_off_a_critical_hit_counts_the_attribute_once() {
    let once = |strength| {
        let mut bodies = armed(weapon("1d8", 0, strength), strength);
        let CriticalDamage::Highest { attribute_twice, .. } = &mut bodies.policies.damage.critical else {
            panic!("the highest dice");
        };
        *attribute_twice = false;
        hit(&bodies, Degree::Critical, &[]).total()
    };
    assert_eq!([once(3), once(0), once(-2)], [11, 9, 9]);
}

#[test] // TC-056, TC-387
fn extra_dice_are_rolled_even_on_a_critical_hit() {
    let bodies = armed(weapon("1d8", 0, 0), 0);
    let roll = struck(&bodies, Degree::Critical, 0).and(DiceFormula::dice(1, 6), Name::new("TC-387"));
    let amount = rolled(&bodies, &roll, &[2]);
    assert_eq!((amount.total(), amount.terms().last().map(|term| term.rule)), (11, Some(Name::new("TC-387"))));
}

#[test] // TC-084, TC-085
fn multiplied_damage_is_rolled_again_with_all_modifiers_and_extra_dice_once() {
    let bodies = armed(weapon("1d8", 2, 3), 3);
    let cited = Name::new("TC-084");
    let twice = struck(&bodies, Degree::Success, 0).many(2, cited).and(DiceFormula::dice(1, 6), Name::new("TC-387"));
    assert_eq!(
        rolled(&bodies, &twice, &[5, 1, 4]).to_string(),
        "20 (damage dice +6 [TC-039], power +2 [TC-041], strength +3 [TC-045], power +2 [TC-041], strength +3 [TC-045], \
         damage dice +4 [TC-387])",
        "5 and 1, never twice the same roll"
    );
    let critical = struck(&bodies, Degree::Critical, 0).many(2, cited);
    assert_eq!(rolled(&bodies, &critical, &[]).total(), 2 * (8 + 2 + 3 + 3), "twice a critical hit");
}

#[test] // TC-349
fn a_target_immune_to_critical_hits_takes_a_normal_one() {
    let bodies = armed(weapon("1d8", 0, 2), 2).sheet('B', |sheet| sheet.traits.push(Trait::ImmuneToCriticals));
    assert_eq!(hit(&bodies, Degree::Critical, &[4]).total(), 6);
}

#[test] // TC-368, TC-369, G-21
fn half_damage_is_rounded_down_and_at_least_one() {
    let half = |dice: &str, degree, faces: &[u16]| {
        let bodies = armed(weapon(dice, 0, 0), 0);
        let roll = struck(&bodies, degree, 0).half(Name::new("TC-368"));
        rolled(&bodies, &roll, faces)
    };
    assert_eq!(half("1d8", Degree::Success, &[7]).to_string(), "3 (damage dice +7 [TC-039], half damage -4 [TC-368])");
    assert_eq!(half("1d8", Degree::Success, &[1]).total(), 1);
    assert_eq!(half("1d8", Degree::Critical, &[]).total(), 4, "half of 8 and 1");
}

#[test] // TC-365
fn a_feint_may_make_the_next_attack_harder() {
    let feinted = |towards: char| {
        let bodies = armed(weapon("1d8", 0, 0), 0);
        let (towards, until, rule) = (bodies.id(towards), Until::BearerActs, Name::new("TC-365"));
        let slant = PairRelation::NextAttack { to_hit: 2, damage: 2, edge: None };
        let fact = PairFact { towards, slant, until, rule };
        hit(&bodies.state('a', |row| row.pairs.0.push(fact)), Degree::Success, &[3]).total()
    };
    assert_eq!((feinted('B'), feinted('a')), (5, 3));
}

#[test] // TC-308, TC-309, TC-310, TC-519, G-42, G-74
fn dice_improve_and_worsen_by_steps() {
    let policy = policies().damage;
    let step = |dice: &str, steps| better_die(&policy, dice.parse().expect("dice"), steps).to_string();
    let rows = [
        ("1d3", 1, "d4"),
        ("1d3", 3, "d8"),
        ("1d3", -1, "d2"),
        ("1d3", -2, "1"),
        ("1d3", -9, "1"),
        ("1d12", 1, "2d6"),
        ("2d8", 2, "2d8"),
        ("1d6+2", 1, "d8+2"),
        ("2d4", 0, "2d4"),
        ("2d4", 1, "d10"),
        ("2d4", -1, "d8"),
    ];
    for (dice, steps, better) in rows {
        assert_eq!(step(dice, steps), better, "{dice} by {steps}");
    }
    assert_eq!(struck(&armed(weapon("1d4", 0, 0), 0), Degree::Success, 3).dice.to_string(), "d10");
}

#[test] // TC-042, TC-053
fn every_roll_has_a_distribution_and_a_mean() {
    let bodies = armed(weapon("1d4", -2, 0), 0);
    let roll = struck(&bodies, Degree::Success, 0);
    let amounts: Vec<_> = roll.distribution(bodies.book()).iter().collect();
    assert_eq!(amounts, [(1, 3), (2, 1)]);
    assert_eq!(roll.distribution(bodies.book()).mean(), (5, 4));
    let halved = struck(&armed(weapon("1d8", 0, 0), 0), Degree::Success, 0).half(Name::new("TC-368"));
    assert_eq!(halved.distribution(bodies.book()).mean(), (17, 8), "1 1 1 2 2 3 3 4");
    let harder = DamageRoll::dice(DiceFormula::dice(1, 6));
    assert_eq!(harder.distribution(bodies.book()).mean(), (7, 2));
}

#[test] // TC-044, TC-068, TC-069
fn damage_up_to_the_threshold_is_fatigue_and_beyond_it_wounds() {
    let rows = [(1, (1, 0)), (5, (5, 0)), (6, (5, 1)), (17, (5, 12))];
    for (amount, expected) in rows {
        let hurts = taken(&duel(5), &[amount]);
        assert_eq!(split(&hurts), [expected], "{amount} against 5");
        let rule = if amount > 5 { "TC-068" } else { "TC-069" };
        assert_eq!(hurts[0].rule, Name::new(rule));
        assert_eq!(hurts[0].vitals.hit_points, 20 - expected.1);
        assert_eq!(hurts[0].vitals.fatigue, expected.0);
    }
}

#[test] // TC-070, TC-071, TC-505, G-22
fn every_hit_wears_the_threshold_down_to_zero() {
    let mut bodies = duel(2);
    let mut met = Vec::new();
    for _ in 0..4 {
        let hurt = taken(&bodies, &[1]).remove(0);
        met.push((hurt.threshold.total(), hurt.fatigue, hurt.wounds));
        bodies = bodies.state('B', |row| row.vitals = hurt.vitals);
    }
    assert_eq!(met, [(2, 1, 0), (1, 1, 0), (0, 0, 1), (0, 0, 1)]);
    let row = bodies.view().row(bodies.id('B'));
    assert!(is_wounded(bodies.book(), &row.sheet, &row.vitals));
    assert_eq!(row.vitals.worn, 2);
    let now = threshold(bodies.game(), row.id);
    assert_eq!(now.to_string(), "0 (threshold of pain +2 [TC-069], worn by earlier hits -2 [TC-070])");
}

#[test] // TC-089, TC-090
fn a_nonlethal_hit_adds_only_fatigue_and_still_wears_the_threshold() {
    let bodies = duel(3);
    let hurt = settle(bodies.game(), &[blow(&bodies, 9, true)]).remove(0);
    assert_eq!((hurt.fatigue, hurt.wounds, hurt.vitals.worn, hurt.vitals.hit_points), (9, 0, 1, 20));
    assert_eq!(hurt.rule, Name::new("TC-089"));
}

#[test] // TC-113, TC-114
fn bonus_points_are_lost_first_then_healed_ones_then_normal_ones() {
    let bodies = duel(0).state('B', |row| {
        row.vitals = Vitals { hit_points: 10, bonus: 2, invigoration: 3, ..Vitals::fresh(20) };
    });
    let pools = |hurt: &AppliedDamage| (hurt.vitals.bonus, hurt.vitals.invigoration, hurt.vitals.hit_points);
    let hurts = taken(&bodies, &[1, 3, 2, 30]);
    let all: Vec<_> = hurts.iter().map(pools).collect();
    assert_eq!(all, [(1, 3, 10), (0, 1, 10), (0, 0, 9), (0, 0, 0)]);
    assert_eq!(hurts[3].vitals.current(), 0); // TC-107
}

#[test] // E7: TC-070, TC-212, G-02
fn simultaneous_hits_all_use_the_threshold_before_them() {
    let hurts = taken(&duel(8), &[3, 6, 8]);
    assert_eq!(split(&hurts), [(3, 0), (6, 0), (8, 0)]);
    let after = hurts[2].vitals;
    assert_eq!((after.fatigue, after.hit_points, after.worn), (17, 20, 3));
    let bodies = duel(8).state('B', |row| row.vitals = after);
    assert_eq!(threshold(bodies.game(), bodies.id('B')).total(), 5);
}

#[test] // E7: TC-070
fn successive_hits_use_a_worn_threshold() {
    let mut bodies = duel(8);
    let mut met = Vec::new();
    for amount in [3, 6, 8] {
        let hurt = taken(&bodies, &[amount]).remove(0);
        met.push(hurt.threshold.total());
        bodies = bodies.state('B', |row| row.vitals = hurt.vitals);
    }
    let after = bodies.view().row(bodies.id('B')).vitals;
    assert_eq!((met, after.fatigue, after.maximum - after.hit_points), (vec![8, 7, 6], 15, 2));
}

#[test] // TC-067
fn the_terms_of_the_threshold_are_listed() {
    let bodies = duel(0).sheet('B', |sheet| {
        let terms = sheet.derived.entry(Stat::Threshold);
        terms.add(Label::Base, 3, Name::new("TC-065"));
        terms.add(Label::Stat(Stat::Persona), 2, Name::new("TC-067"));
    });
    let hurt = &taken(&bodies, &[9])[0];
    assert_eq!(hurt.threshold.to_string(), "5 (base +3 [TC-065], persona +2 [TC-067])");
    assert_eq!((hurt.fatigue, hurt.wounds), (5, 4));
}

#[test]
fn a_blow_without_a_target_does_nothing() {
    let bodies = duel(5);
    let astray = PendingDamage { target: CombatantId(99), ..blow(&bodies, 4, false) };
    assert!(settle(bodies.game(), &[astray]).is_empty());
}
