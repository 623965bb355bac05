//! Critical hits: threats, their confirmation, the choice of their effect, and killing at once.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Name, Trait, Unit};
use warboard::odds::{self, CriticalOdds};
use warboard::resolution::{Asks, BattleEvent, Frame, PickPurpose};

/// Armour class 22.
fn armoured() -> Unit {
    fighter().has("NaturalArmor", 12)
}

fn is_asked_for_the_effect(battle: &Skirmish) -> bool {
    matches!(battle.asked(), ('a', Asks::Pick { purpose: PickPurpose::Critical { .. }, .. }))
}

/// Hit points and body of the target.
fn pools(battle: &Skirmish) -> (i16, i16) {
    let vitals = &battle.row('B').vitals;
    (vitals.hit_points, vitals.parts.left[0])
}

#[test] // PR-018, PR-019, PR-020, PR-021, PR-026, PR-C15
fn a_natural_20_is_rolled_again_and_a_hit_doubles_dice_and_bonuses() {
    // 20 + 7 + 5 hits 22; 15 + 7 confirms it.
    let mut battle = duel("a B", fighter().weapon("heavy_mace"), armoured(), &[20, 15, 4, 6]);
    battle.attack('a', 'B');
    assert!(is_asked_for_the_effect(&battle));
    battle.pick('a', "multiply");
    assert_eq!((damage(&battle.events()), pools(&battle)), (vec![4 + 6 + 2 * 3], (24, 28)));
    let mut missed = duel("a B", fighter().weapon("heavy_mace"), armoured(), &[20, 14, 4]);
    missed.attack('a', 'B');
    assert_eq!(damage(&missed.events()), [4 + 3], "14 + 7 does not confirm");
}

#[test] // PR-016, PR-017, PR-C15
fn the_confirmation_has_the_natural_results_of_an_attack() {
    for (again, target, confirmed) in [(20, 32, true), (1, 4, false), (1, 3, true)] {
        let unit = fighter().has("NaturalArmor", target - 10);
        let dice: &[u16] = if confirmed { &[20, again] } else { &[20, again, 4] };
        let mut battle = duel("a B", fighter().weapon("heavy_mace"), unit, dice);
        battle.attack('a', 'B');
        assert_eq!(is_asked_for_the_effect(&battle), confirmed, "{again} against {target}");
        battle.all_rolled();
    }
}

#[test] // PR-022, PR-023, PR-141, PR-C06
fn a_critical_hit_may_go_to_wounds_with_normal_damage() {
    let mut battle = duel("a B", fighter().weapon("heavy_mace"), armoured(), &[20, 15, 5]);
    battle.attack('a', 'B').pick('a', "wounds");
    assert_eq!((damage(&battle.events()), pools(&battle)), (vec![5 + 3], (40, 28 - 8)), "hit points are untouched");
}

#[test] // PR-141, PR-C06
fn the_log_tells_hit_points_and_the_parts_of_the_body_that_are_hurt() {
    let mut battle = duel("a B", fighter().weapon("heavy_mace"), armoured(), &[20, 15, 5]);
    battle.attack('a', 'B').pick('a', "wounds");
    let told = battle.log_lines();
    assert!(told.iter().any(|line| line.contains("now 40/40 hit points, body 20/28")), "{told:#?}");
}

#[test] // PR-018, PR-019, PR-024, WE-11
fn a_weapon_may_threaten_on_lower_results() {
    let rows = [
        ("heavy_mace", 20, true),
        ("heavy_mace", 19, false),
        ("long_sword", 19, true),
        ("long_sword", 18, false),
        ("rapier", 18, true),
        ("rapier", 17, false),
    ];
    for (weapon, natural, threat) in rows {
        let dice: &[u16] = if threat { &[natural, 19] } else { &[natural, 4] };
        let mut battle = duel("a B", fighter().weapon(weapon), fighter(), dice);
        battle.attack('a', 'B');
        assert_eq!(is_asked_for_the_effect(&battle), threat, "{weapon} {natural}");
        battle.all_rolled();
    }
}

#[test] // PR-019, PR-C15
fn a_threat_that_misses_is_no_critical_hit() {
    let mut battle = duel("a B", fighter(), fighter().has("NaturalArmor", 17), &[19]);
    battle.attack('a', 'B');
    assert_eq!((damage(&battle.events()), battle.asked().0), (vec![], 'a'));
    battle.all_rolled();
}

#[test] // PR-027, PR-028
fn an_axe_triples_or_doubles_into_wounds() {
    let axe = || fighter().weapon("battleaxe");
    let mut battle = duel("a B", axe(), fighter(), &[20, 15, 4, 6, 1]);
    battle.attack('a', 'B').pick('a', "multiply");
    assert_eq!(damage(&battle.events()), [4 + 6 + 1 + 3 * 3]);
    let mut battle = duel("a B", axe(), fighter(), &[20, 15, 4, 6]);
    battle.attack('a', 'B').pick('a', "wounds");
    assert_eq!((damage(&battle.events()), pools(&battle)), (vec![4 + 6 + 2 * 3], (40, 28 - 16)));
}

#[test] // PR-031, PR-032, PR-C15
fn three_natural_20s_slay_and_only_characters_of_players_may_roll_the_third() {
    let hero = || fighter().with_trait(Trait::KillsAtOnce);
    let slain = |events: &[BattleEvent]| events.iter().any(|event| matches!(event, BattleEvent::Died { .. }));
    let mut battle = duel("a B", hero(), fighter(), &[20, 20, 20, 1, 1]);
    battle.attack('a', 'B');
    assert!(slain(&battle.events()) && battle.has('B', "dead"));
    let mut battle = duel("a B", hero(), fighter(), &[20, 20, 19]);
    battle.attack('a', 'B');
    assert!(is_asked_for_the_effect(&battle), "a third roll, which is no 20");
    battle.all_rolled();
    let mut battle = duel("a B", hero(), fighter(), &[19, 20]);
    battle.attack('a', 'B');
    assert!(is_asked_for_the_effect(&battle), "a 19 threatens, but does not qualify");
    battle.all_rolled();
    let mut battle = duel("a B", fighter(), fighter(), &[20, 20]);
    battle.attack('a', 'B');
    assert!(is_asked_for_the_effect(&battle), "others never roll it");
    battle.all_rolled();
}

#[test] // PR-021, PR-022
fn the_effects_of_a_critical_hit_have_odds_of_their_own() {
    let mut battle = duel("a B", fighter().weapon("heavy_mace"), armoured(), &[20, 15, 5]);
    battle.attack('a', 'B');
    let acting = battle.battle().stack().iter().rev().find_map(|frame| match frame {
        Frame::Acting(acting) if acting.plan.is_some() => Some(acting.clone()),
        _ => None,
    });
    let (view, rules, acting) = (battle.snapshot().view(), &battle.battle().setup().rules, acting.expect("an attack"));
    let of = |critical: &str| odds::critical_odds(view, rules, &acting, Name::new(critical)).expect("odds");
    // 2d8 + 6, or 1d8 + 3 past the hit points.
    let range = |odds: &CriticalOdds| {
        let values: Vec<i32> = odds.damage.iter().map(|(value, _)| value).collect();
        (values[0], values[values.len() - 1])
    };
    assert_eq!((range(&of("multiply")), range(&of("wounds"))), ((8, 22), (4, 11)));
    assert_eq!(of("wounds").drops.per_ten_thousand(), 0, "a body of 28 stands");
    battle.pick('a', "wounds");
}

#[test] // PR-029, PR-030, PR-065
fn a_pick_quadruples_or_triples_into_wounds() {
    let pick = || fighter().weapon("heavy_pick");
    let mut battle = duel("a B", pick(), fighter(), &[20, 15, 4, 6, 1, 2]);
    battle.attack('a', 'B').pick('a', "multiply");
    assert_eq!(damage(&battle.events()), [4 + 6 + 1 + 2 + 4 * 3]);
    let mut battle = duel("a B", pick(), fighter(), &[20, 15, 4, 6, 1]);
    battle.attack('a', 'B').pick('a', "wounds");
    assert_eq!((damage(&battle.events()), pools(&battle)), (vec![4 + 6 + 1 + 3 * 3], (40, 28 - 20)));
}

#[test] // PR-067, PR-065, PR-C28
fn extra_dice_are_not_multiplied() {
    let harm = r#"amount: Weapon(steps: 0)), rule: "PR-056"), (does: MoreHarm("1d8""#;
    let mut battle = crate::hits::striking(harm, fighter(), &[20, 10, 4, 6, 8]);
    let act = warboard::resolution::Act::at("strike", battle.id('B'), Some(warboard::battle::WeaponSlot(0)));
    battle.act('a', act).pick('a', "multiply");
    assert_eq!(damage(&battle.events()), [4 + 6 + 2 * 3 + 8], "the d8 once");
    battle.all_rolled();
}
