//! Combat manoeuvres: the bonus, the defence against them, and what they have in common.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::Stance;
use warboard::content::{Knack, Size, Trait, Unit};
use warboard::resolution::event::Rolled;
use warboard::resolution::{BattleEvent, Choice, Pick};

/// A fighter with a talent.
pub fn talented(quality: Trait) -> Unit {
    fighter().with_trait(quality)
}

/// The only check among some facts.
pub fn one(events: &[BattleEvent]) -> Rolled {
    let mut all = rolled(events);
    assert_eq!(all.len(), 1, "{all:#?}");
    all.remove(0)
}

impl Skirmish {
    /// Answers a question with yes or no.
    pub fn answer(&mut self, mark: char, yes: bool) -> &mut Skirmish {
        self.choose(mark, Choice::Pick(if yes { Pick::Yes } else { Pick::No }))
    }
}

#[test] // PR-280, PR-281, PR-288, PR-289
fn the_bonus_and_the_defence_depend_on_size_and_the_smallest_use_dexterity() {
    let rows = [
        (Size::Fine, 4 + 4 - 8, 10 + 4 + 3 + 4 - 16),
        (Size::Diminutive, 4 + 4 - 4, 10 + 4 + 3 + 4 - 8),
        (Size::Tiny, 4 + 4 - 2, 10 + 4 + 3 + 4 - 4),
        (Size::Small, 4 + 3 - 1, 10 + 4 + 3 + 4 - 2),
        (Size::Medium, 4 + 3, 10 + 4 + 3 + 4),
        (Size::Large, 4 + 3 + 1, 10 + 4 + 3 + 4 + 2),
        (Size::Huge, 4 + 3 + 2, 10 + 4 + 3 + 4 + 4),
        (Size::Gargantuan, 4 + 3 + 4, 10 + 4 + 3 + 4 + 8),
        (Size::Colossal, 4 + 3 + 8, 10 + 4 + 3 + 4 + 16),
    ];
    for (size, bonus, defence) in rows {
        let nimble = fighter().has("Dexterity", 18).size(size);
        let battle = duel(&format!("a{}B", " .".repeat(8)), nimble, fighter(), &[]);
        let sheet = &battle.row('a').sheet;
        let values = [stat("ManeuverBonus"), stat("ManeuverDefense")].map(|stat| sheet.stat(stat));
        assert_eq!(values, [bonus, defence], "{size:?}");
    }
}

#[test] // PR-279, PR-288
fn the_base_attack_bonus_counts_and_hit_dice_do_not() {
    let battle = duel("a B", fighter().has("BaseAttack", 6).has("HitDice", 9), fighter(), &[]);
    let values = [stat("ManeuverBonus"), stat("ManeuverDefense")].map(|stat| battle.row('a').sheet.stat(stat));
    assert_eq!(values, [6 + 3, 10 + 6 + 3]);
}

#[test] // PR-016, PR-017, PR-285, PR-294, PR-295, PR-296, PR-C08
fn a_manoeuvre_is_an_attack_roll_with_the_bonus_against_the_defence() {
    for (face, falls, shift) in
        [(10, true, None), (9, false, None), (20, true, Some("PR-295")), (1, false, Some("PR-296"))]
    {
        let mut battle = duel("a B", fighter().has("BaseAttack", 7), fighter().has("BaseAttack", 7), &[face]);
        battle.events();
        battle.act_on('a', "trip", 'B');
        let check = one(&battle.events());
        assert_eq!(check.difficulty.total(), 20, "{}", check.difficulty);
        assert_eq!(battle.has('B', "prone"), falls, "{face}: {}", check.bonus);
        let told = check.bonus.to_string();
        assert_eq!(["PR-295", "PR-296"].into_iter().find(|rule| told.contains(rule)), shift, "{told}");
        assert!(!told.contains("PR-016") && !told.contains("PR-017"), "{told}");
    }
}

#[test] // PR-283, PR-284, PR-298, PR-309, PR-316, PR-317, PR-327, PR-357, PR-358, PR-364, PR-365, PR-381
fn without_a_talent_a_manoeuvre_takes_a_full_round_and_with_it_half_of_one() {
    let talents = [
        ("trip", Trait::DeftManeuvers),
        ("disarm", Trait::DeftManeuvers),
        ("reposition", Trait::DeftManeuvers),
        ("steal", Trait::DeftManeuvers),
        ("bull_rush", Trait::PowerfulManeuvers),
        ("drag", Trait::PowerfulManeuvers),
        ("grab", Trait::PowerfulManeuvers),
    ];
    for (action, talent) in talents {
        for (unit, left) in [(fighter(), 0), (talented(talent), 1)] {
            // A 2 fails by 8.
            let mut target = fighter();
            target.weapons.push(warboard::content::Carried { in_hand: false, ..carried("dagger") });
            let mut battle = duel("a B", unit, target, &[2]);
            battle.act_on('a', action, 'B');
            assert_eq!(battle.left('a', "half"), left, "{action}");
            assert_eq!(battle.reacting(), None, "{action} does not provoke");
            battle.all_rolled();
        }
    }
}

#[test] // PR-291, PR-292, PR-293, PR-G07, PR-G10, PR-G34
fn what_lowers_armour_class_lowers_the_defence_and_of_one_ladder_only_the_worst_counts() {
    let rows: [(&[&str], i16, &str); 6] = [
        (&["impaired"], -4, "PR-G07"),
        (&["impaired", "vulnerable"], -8, "PR-G07"),
        (&["helpless", "vulnerable", "impaired"], -16, "PR-G07"),
        (&["unaware"], -8 - 2, "PR-293"),
        (&["flat_footed"], -2, "PR-293"),
        (&["impaired", "impaired"], -4, "PR-G07"),
    ];
    for (conditions, change, rule) in rows {
        let mut battle = duel("a B", fighter(), fighter().has("Dexterity", 14).has("DodgeBonus", 1), &[10]);
        for condition in conditions {
            battle.afflict('B', condition);
        }
        battle.events();
        battle.act_on('a', "grab", 'B');
        let against = one(&battle.events()).difficulty;
        assert_eq!(against.total(), 10 + 4 + 3 + 2 + 1 + change, "{conditions:?}: {against}");
        assert!(against.to_string().contains(rule), "{against}");
    }
    // Lying on the ground is being Impaired against melee: not twice.
    let mut battle = duel("a B", fighter(), fighter(), &[10]);
    let (who, stance) = (battle.id('B'), Stance { held: Some("prone".into()), shifting: false });
    battle.state.impose(&BattleEvent::StanceTaken { who, stance, rule: "test".into() });
    battle.afflict('B', "impaired");
    battle.events();
    battle.act_on('a', "grab", 'B');
    assert_eq!(one(&battle.events()).difficulty.total(), 17 - 4);
}

#[test] // PR-286, PR-287
fn what_changes_attack_rolls_changes_manoeuvres() {
    let map = "a B c";
    let fighters = [('a', fighter(), 20), ('c', fighter(), 15), ('B', fighter(), 1)];
    let mut battle = battle(map, &fighters, &[10]);
    battle.afflict('a', "fatigued");
    battle.events();
    battle.act_on('a', "trip", 'B');
    let bonus = one(&battle.events()).bonus;
    assert_eq!(bonus.total(), 7 + 2 - 2, "flanking and fatigue: {bonus}");
}

#[test] // PR-282, PR-290
fn talents_add_to_some_manoeuvres_and_to_the_defence_against_some() {
    let knacks = |text: &str| -> Vec<Knack> { crate::hits::read(text) };
    let own = knacks(r#"[(with: ["trip"], roll: 2, rule: "PR-282")]"#);
    let theirs = knacks(r#"[(with: ["trip", "drag"], defence: 4, rule: "PR-290")]"#);
    for (action, bonus, defence) in [("trip", 9, 21), ("drag", 7, 21), ("bull_rush", 7, 17)] {
        let attacker = Unit { knacks: own.clone(), ..fighter() };
        let target = Unit { knacks: theirs.clone(), ..fighter() };
        let mut battle = duel(". a B .", attacker, target, &[2]);
        battle.events();
        battle.act_on('a', action, 'B');
        let roll = one(&battle.events());
        assert_eq!((roll.bonus.total(), roll.difficulty.total()), (bonus, defence), "{action}");
        assert_eq!(roll.bonus.to_string().contains("[PR-282]"), bonus == 9, "{}", roll.bonus);
        assert_eq!(roll.difficulty.to_string().contains("[PR-290]"), defence == 21, "{}", roll.difficulty);
    }
}

#[test] // PR-282, PR-290
fn the_brawler_grapples_and_defends_against_it_at_2_more() {
    let library = warboard::rules::Library::open(&crate::assets::assets()).expect("the assets load");
    let brawler = library.unit("pathrunner", "brawler").unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
    let trained = || Unit { knacks: brawler.knacks.clone(), ..fighter() };
    for (action, bonus, defence) in [("grapple", 9, 19), ("trip", 7, 17)] {
        let mut battle = duel("a B", trained().unarmed(), trained(), &[2]);
        battle.events();
        battle.act_on('a', action, 'B');
        let roll = one(&battle.events());
        assert_eq!((roll.bonus.total(), roll.difficulty.total()), (bonus, defence), "{action}");
    }
}

#[test] // PR-308, PR-380, PR-284
fn with_the_talent_a_disarm_and_a_trip_cost_no_more_than_the_attack_in_whose_place_they_are_made() {
    let cost = |action: &str, unit: Unit| {
        let mut battle = duel("a B", unit, fighter(), &[2]);
        battle.act_on('a', action, 'B');
        2 - battle.left('a', "half")
    };
    let deft = || talented(Trait::DeftManeuvers);
    assert_eq!(["attack", "disarm", "trip"].map(|action| cost(action, deft())), [1, 1, 1]);
    assert_eq!(["disarm", "trip"].map(|action| cost(action, fighter())), [2, 2]);
}
