//! Damage: the ability bonus by hands, the minimum, nonlethal damage, hit points and what protects them.

use crate::facts::{damage_taken, terms};
use crate::fighters::*;
use crate::hits::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Resistance, Unit};
use warboard::odds::forecast;
use warboard::resolution::{Act, BattleEvent};

/// The damage bonus of a weapon in the hands of a unit.
fn bonus(unit: Unit, weapon: &str) -> Vec<(String, i16, &'static str)> {
    let battle = duel("a B", unit.weapon(weapon), fighter(), &[]);
    terms(&battle.row('a').sheet.weapon(WeaponSlot(0)).expect("a weapon").damage)
}

fn owned(label: &str, amount: i16, rule: &'static str) -> (String, i16, &'static str) {
    (label.to_owned(), amount, rule)
}

#[test] // PR-060, PR-061, PR-062, PR-063, PR-064, PR-G21, WE-10
fn the_hands_of_a_weapon_decide_how_much_of_the_strength_counts() {
    let of = |weapon: &str| bonus(fighter(), weapon).iter().map(|term| term.1).sum::<i16>();
    assert_eq!(["long_sword", "dagger", "great_axe", "longbow"].map(of), [3, 1, 4, 0]);
    assert_eq!(bonus(fighter(), "long_sword"), [owned("strength modifier", 3, "PR-060")]);
    assert_eq!(bonus(fighter(), "dagger")[1].2, "PR-061");
    assert_eq!(bonus(fighter(), "great_axe")[1], owned("held in two hands", 1, "PR-063"));
    let weak = || fighter().has("Strength", 7);
    assert_eq!(bonus(weak(), "dagger"), [owned("strength modifier", -2, "PR-062")]);
    assert_eq!(bonus(weak(), "great_axe"), [owned("strength modifier", -2, "PR-060")], "a penalty is not multiplied");
}

#[test] // PR-058, PR-059, PR-G36
fn damage_below_1_is_1_point_of_nonlethal_damage() {
    let weak = fighter().has("Strength", 4).weapon("dagger");
    let mut battle = duel("a B", weak, fighter(), &[18, 1]);
    battle.attack('a', 'B');
    let hurt = damage_taken(&battle.events()).remove(0);
    assert_eq!((hurt.amount.total(), hurt.nonlethal, hurt.fatigue, hurt.wounds), (1, true, 1, 0), "1 - 3, raised to 1");
    assert_eq!(terms(&hurt.amount).last().map(|term| term.2), Some("PR-058"));
    assert_eq!(battle.row('B').vitals.hit_points, 40);
}

#[test] // PR-059, PR-G36
fn nonlethal_damage_staggers_at_hit_points_and_body_and_fells_above() {
    for (fatigue, staggered, down) in [(66, false, false), (67, true, false), (68, false, true)] {
        let weak = fighter().has("Strength", 4).weapon("dagger");
        let plan = skirmish(&pathrunner(), "a B").with_losses('B', 0, fatigue);
        let mut battle = battle_of(plan, &[('a', weak, 20), ('B', fighter(), 1)], &[18, 1]);
        battle.attack('a', 'B');
        assert_eq!(battle.row('B').vitals.fatigue, fatigue + 1, "against 40 + 28");
        assert_eq!((battle.has('B', "staggered"), battle.has('B', "unconscious")), (staggered, down), "{fatigue}");
        assert!(!battle.has('B', "dying"), "it never reaches wounds");
    }
}

#[test] // PR-056, PR-139, PR-141, PR-182, PR-C05, PR-C21, WE-19
fn damage_beyond_hit_points_goes_on_into_the_body_or_the_part_aimed_at() {
    let battle = duel("a B", fighter(), fighter().has("HitDice", 1), &[]);
    assert_eq!((battle.row('B').vitals.hit_points, battle.part('B', "body"), battle.part('B', "head")), (10, 28, 14));
    let slashing = types(&["slashing"]);
    let plain = settle(&battle, &[hit(&battle, 13, slashing), hit(&battle, 4, slashing)]);
    assert_eq!((plain[0].vitals.hit_points, plain[0].rule.as_str()), (0, "PR-141"));
    assert_eq!(terms(&plain[0].pools), [owned("body", -3, "PR-141")]);
    assert_eq!(terms(&plain[1].pools), [owned("body", -4, "PR-141")], "without hit points all of it");
    let within = settle(&battle, &[hit(&battle, 10, slashing)]).remove(0);
    assert_eq!((within.vitals.hit_points, within.pools.is_empty(), within.rule.as_str()), (0, true, "PR-139"));
    let aimed = settle(&battle, &[at_part(hit(&battle, 13, slashing), "head", false)]).remove(0);
    assert_eq!(terms(&aimed.pools), [owned("head", -3, "PR-141")]);
}

/// What `B` takes of hits for some points of these types, with these resistances.
fn resisted(resistances: &str, hits: &[(i16, &[&str])]) -> Vec<i16> {
    let resistances: Vec<Resistance> = read(resistances);
    let battle = duel("a B", fighter(), Unit { resistances, ..fighter() }, &[]);
    let hits = hits.iter().map(|(points, names)| hit(&battle, *points, types(names)));
    hits.map(|hit| settle(&battle, &[hit])[0].amount.total()).collect()
}

#[test] // PR-055, PR-057, PR-194, PR-196, PR-197, PR-198, WE-14, WE-15, WE-16
fn reduction_and_energy_resistance_lower_damage_unless_it_is_bypassed() {
    let reduction = r#"[(except: ["magic", "force", "smite"], resists: Points(10), rule: "PR-196")]"#;
    let hits: [(i16, &[&str]); 5] = [
        (13, &["slashing"]),
        (8, &["slashing"]),
        (13, &["slashing", "magic"]),
        (13, &["force"]),
        (13, &["slashing", "smite"]),
    ];
    assert_eq!(resisted(reduction, &hits), [3, 0, 13, 13, 13]);
    let fire = r#"[(to: "fire", resists: Points(20), rule: "PR-198")]"#;
    assert_eq!(resisted(fire, &[(25, &["fire"]), (15, &["fire"]), (25, &["cold"])]), [5, 0, 25]);
}

#[test] // PR-195, PR-199, PR-200, WE-17, WE-18
fn only_the_higher_resistance_counts_and_immunity_prevents_everything() {
    let both = r#"[(except: "magic", resists: Points(10), rule: "PR-196"), (to: "fire", resists: Points(15), rule: "PR-198")]"#;
    assert_eq!(resisted(both, &[(30, &["fire"]), (30, &["fire", "magic"]), (30, &["cold"])]), [15, 15, 20]);
    let holy = r#"[(to: "holy", resists: Immune, rule: "PR-199")]"#;
    assert_eq!(resisted(holy, &[(99, &["holy"]), (9, &["fire"])]), [0, 9]);
    let indestructible = r#"[(except: "cold", resists: Immune, rule: "PR-200")]"#;
    assert_eq!(resisted(indestructible, &[(999, &["fire"]), (9, &["cold"])]), [0, 9]);
}

#[test] // PR-196, PR-199
fn an_imp_is_immune_to_fire_and_takes_5_points_less_of_blows_that_are_not_magic() {
    let library = warboard::rules::Library::open(&crate::assets::assets()).expect("the assets load");
    let imp = library.unit("pathrunner", "imp").unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
    let battle = duel("a B", fighter(), Unit { resistances: imp.resistances.clone(), ..fighter() }, &[]);
    let taken = |names: &[&str]| settle(&battle, &[hit(&battle, 12, types(names))])[0].amount.total();
    assert_eq!((taken(&["fire"]), taken(&["cold"])), (0, 12));
    assert_eq!((taken(&["slashing"]), taken(&["piercing", "magic"])), (7, 12));
}

#[test] // PR-068, PR-069, PR-070, WE-08, WE-09
fn a_weapon_of_two_types_is_stopped_by_immunity_to_both_alone() {
    let slashing = r#"[(to: "slashing", resists: Immune, rule: "PR-199")]"#;
    let both = r#"[(to: ["slashing", "bludgeoning"], resists: Immune, rule: "PR-199")]"#;
    let hits: [(i16, &[&str]); 1] = [(9, &["bludgeoning", "slashing"])];
    assert_eq!((resisted(slashing, &hits), resisted(both, &hits)), (vec![9], vec![0]));
}

/// A battle in which `B` has a ward.
fn warded(ward: &str) -> Skirmish {
    let mut battle = warding(ward, fighter());
    battle.act_on('a', "ward", 'B');
    battle
}

#[test] // PR-142, PR-145, WE-12
fn a_barrier_absorbs_its_strength_of_each_hit_until_its_total_is_used() {
    let battle = warded(r#"kind: "barrier", points: Dice("100"), of_a_hit: Some(10)"#);
    let slashing = types(&["slashing"]);
    let hits = [25, 7, 10].map(|points| hit(&battle, points, slashing));
    let hurts = settle(&battle, &hits);
    assert_eq!(hurts.iter().map(|hurt| hurt.amount.total()).collect::<Vec<_>>(), [15, 0, 0]);
    assert_eq!(terms(&hurts[0].amount)[1], owned("barrier", -10, "PR-142"));
    assert_eq!(hurts[2].vitals.wards.0[0].left, 100 - 27);
    let past = hit(&battle, 25, slashing);
    let past = at_part(past, "head", true);
    assert_eq!(settle(&battle, &[past]).remove(0).amount.total(), 15, "also what goes to wounds (PR-C15)");
}

#[test] // PR-146, PR-147, PR-C14, WE-13
fn a_shell_absorbs_without_a_limit_and_its_points_never_return() {
    let battle = warded(r#"kind: "shell", points: Dice("50"), of_a_hit: None"#);
    let slashing = types(&["slashing"]);
    let whole = settle(&battle, &[hit(&battle, 50, slashing), hit(&battle, 3, slashing)]);
    assert_eq!((whole[0].amount.total(), whole[1].amount.total()), (0, 3), "50 at once");
    let parts = settle(&battle, &[hit(&battle, 20, slashing), hit(&battle, 40, slashing)]);
    assert_eq!((parts[0].amount.total(), parts[1].amount.total()), (0, 10));
}

#[test] // PR-144, PR-149
fn of_two_wards_of_a_kind_the_highest_counts() {
    let mut battle = warded(r#"kind: "shell", points: Dice("5"), of_a_hit: None"#);
    battle.act_on('a', "ward", 'B');
    assert_eq!(battle.row('B').vitals.wards.0[1].left, 5);
}

#[test] // PR-A9, PR-C13
fn resistance_comes_before_the_barrier_and_the_barrier_before_hit_points() {
    let resistances: Vec<Resistance> = read(r#"[(to: "fire", resists: Points(5), rule: "PR-198")]"#);
    let target = Unit { resistances, ..fighter() };
    let mut battle = warding(r#"kind: "barrier", points: Dice("20"), of_a_hit: Some(3)"#, target);
    battle.act_on('a', "ward", 'B');
    let hurt = settle(&battle, &[hit(&battle, 22, types(&["fire"]))]).remove(0);
    assert_eq!((hurt.amount.total(), hurt.vitals.hit_points, hurt.vitals.wards.0[0].left), (14, 40 - 14, 17));
    assert_eq!(
        hurt.amount.terms().iter().map(|term| term.rule.as_str()).collect::<Vec<_>>(),
        ["PR-056", "PR-198", "PR-142"]
    );
}

#[test] // PR-071, PR-G58
fn a_weapon_of_either_type_deals_the_one_that_the_target_resists_least() {
    let resistances: Vec<Resistance> = read(r#"[(to: "piercing", resists: Points(5), rule: "PR-196")]"#);
    let target = Unit { resistances, ..fighter() };
    for (weapon, points) in [("dagger", 4 + 1), ("short_sword", (6 + 1) - 5)] {
        let die = if weapon == "dagger" { 4 } else { 6 };
        let mut battle = duel("a B", fighter().weapon(weapon), target.clone(), &[15, die]);
        battle.attack('a', 'B');
        assert_eq!(damage(&battle.events()), [points], "{weapon}");
        battle.all_rolled();
    }
}

#[test] // PR-058, PR-059
fn the_log_and_the_forecast_say_what_nonlethal_damage_is() {
    let weak = || fighter().has("Strength", 1).weapon("dagger");
    let mut battle = duel("a B", weak(), fighter(), &[18, 1]);
    battle.log_lines();
    battle.attack('a', 'B');
    assert_eq!((battle.row('B').vitals.hit_points, battle.row('B').vitals.fatigue), (40, 1));
    let log = battle.log_lines().join("\n");
    assert!(log.contains("1 nonlethal damage") && !log.contains("fatigue"), "{log}");
    // One point of the body is left: as wounds 1d4 - 5, which is raised to 1, would take it.
    let mut frail = duel("a B", weak(), fighter(), &[]);
    let hurt = settle(&frail, &[hit(&frail, 40 + 27, types(&["slashing"]))]).remove(0);
    assert_eq!(hurt.vitals.parts.left[0], 1);
    frail.state.impose(&BattleEvent::DamageTaken(Box::new(hurt)));
    let act = Act::at("attack", frail.id('B'), Some(WeaponSlot(0)));
    let told = forecast(frail.snapshot().view(), &pathrunner(), frail.id('a'), &act, None).expect("a forecast");
    assert_eq!((told.drops.of, told.kills.of), (0, 0));
}

#[test] // PR-065, PR-066, PR-C13, WE-07
fn two_doublings_of_one_roll_are_three_times_the_roll() {
    use std::sync::Arc;
    use warboard::content::DamageStep;
    use warboard::rules::Ruleset;
    let mut rules = Ruleset::clone(&pathrunner());
    let double: DamageStep = read(r#"(does: Percent(by: 100, of: Rolled), rule: "PR-066")"#);
    rules.policies.damage.pipeline.splice(0..0, [double.clone(), double]);
    let battle = battle_of(skirmish(&Arc::new(rules), "a B"), &[('a', fighter(), 20), ('B', fighter(), 1)], &[]);
    let hurt = settle(&battle, &[hit(&battle, 7, types(&["slashing"]))]).remove(0);
    assert_eq!(hurt.amount.total(), 21);
}

#[test] // PR-054, PR-109, PR-110
fn damage_is_physical_or_one_of_two_kinds_of_energy_or_neither() {
    let groups: [(&str, &[&str]); 3] = [
        ("physical", &["bludgeoning", "piercing", "slashing"]),
        ("elemental", &["acid", "electricity", "fire", "cold", "sonic"]),
        ("aligned", &["anarchic", "axiomatic", "holy", "primal", "unholy"]),
    ];
    let all: Vec<&str> = groups.iter().flat_map(|(_, of)| of.iter().copied()).chain(["force"]).collect();
    for (group, of) in groups {
        let immune = format!(r#"[(to: "{group}", resists: Immune, rule: "PR-199")]"#);
        for harm in &all {
            let taken = resisted(&immune, &[(9, &[harm])])[0];
            assert_eq!(taken == 0, of.contains(harm), "{harm} by {group}");
        }
    }
}

#[test] // PR-143, PR-142
fn some_effects_bypass_a_barrier() {
    let battle = warded(r#"kind: "barrier", points: Dice("100"), of_a_hit: Some(10)"#);
    let mut past = hit(&battle, 25, types(&["slashing"]));
    past.traits.bypasses = vec!["barrier".into()];
    let hurt = settle(&battle, &[past]).remove(0);
    assert_eq!((hurt.amount.total(), hurt.vitals.wards.0[0].left), (25, 100));
}
