//! Parts of the body that would be lost: injuries for good and hero points.

use crate::facts::{no, purpose};
use crate::fighters::*;
use crate::hits::*;
use crate::skirmish::*;
use warboard::content::{Name, Trait, Unit};
use warboard::resolution::{Asks, Pick, PickPurpose};

fn hero(points: i16) -> Unit {
    fighter().has("BaseFortitude", 4).has("HeroPoints", points).with_trait(Trait::PlayerCharacter)
}

/// A battle in which each strike costs a part of `B` this many points, past hit points.
fn wounding(target: Unit, points: u8, dice: &[u16]) -> Skirmish {
    striking(
        &format!(r#"amount: Dice("{points}"), harm: Some("slashing"), hit: (bypasses: ["hit_points"])"#),
        target,
        dice,
    )
}

fn options(battle: &Skirmish) -> Vec<String> {
    let ('B', Asks::Pick { options, .. }) = battle.asked() else { panic!("not asked: {:?}", battle.asked()) };
    let named = |pick: &Pick| if let Pick::Action(name) = pick { name.to_string() } else { format!("{pick:?}") };
    options.iter().map(named).collect()
}

#[test] // PR-230, PR-231, PR-235, PR-237, PR-407, PR-C04, PR-C27
fn a_permanent_injury_saves_the_head_and_ends_dying() {
    let mut battle = wounding(hero(0), 28, &[10, 1]);
    battle.strike_part("head");
    assert_eq!(purpose(&battle), PickPurpose::SavePart { part: Name::new("head") });
    assert_eq!(options(&battle), ["permanent_injury", "No"]);
    battle.pick('B', "permanent_injury");
    assert_eq!(battle.part('B', "head"), -1);
    assert!(battle.has('B', "brain_damage") && battle.has('B', "permanent_injury"));
    let states = ["dying", "unconscious", "dead"].map(|state| battle.has('B', state));
    assert_eq!(states, [false; 3]);
    assert_eq!(battle.row('B').stance.held.map(|stance| stance.to_string()).as_deref(), Some("prone"), "it fell");
    battle.all_rolled();
}

#[test] // PR-231, PR-C04
fn those_that_an_injury_saved_walk_on_with_a_part_at_minus_1() {
    let mut battle = wounding(hero(0), 28, &[10, 1]);
    battle.strike_part("head").pick('B', "permanent_injury");
    battle.perform('a', "wait").perform('B', "stand_up").pass('a');
    battle.walk('B', &[(2, 0), (3, 0)]).pass('a');
    assert_eq!((battle.part('B', "head"), battle.cell('B')), (-1, (3, 0)));
}

#[test] // PR-230, PR-231, PR-252, PR-C27
fn a_hero_point_saves_a_part_and_is_spent() {
    let mut battle = wounding(hero(1), 28, &[10, 10]);
    battle.strike_part("right leg");
    assert_eq!(options(&battle), ["hero_point", "permanent_injury", "No"]);
    battle.pick('B', "hero_point");
    assert_eq!((battle.part('B', "right leg"), battle.row('B').sheet.stat(stat("HeroPoints"))), (-1, 0));
    assert!(!battle.has('B', "dying") && !battle.has('B', "lost_right_leg") && !battle.has('B', "permanent_injury"));
    // The next time it has none.
    battle.strike_part("right leg");
    assert_eq!(options(&battle), ["permanent_injury", "No"]);
    battle.choose('B', no());
    assert!(battle.has('B', "lost_right_leg") && battle.has('B', "dying"));
}

#[test] // PR-215, PR-229, PR-230
fn without_either_the_part_is_lost_or_kills() {
    for (part, dead) in [("head", true), ("left arm", false)] {
        let mut battle = wounding(hero(1), 28, &[10]);
        battle.strike_part(part).choose('B', no());
        assert_eq!((battle.has('B', "dead"), battle.has('B', "lost_left_arm")), (dead, !dead), "{part}");
    }
}

#[test] // PR-230, PR-C27
fn monsters_have_no_such_choice() {
    let mut battle = wounding(fighter(), 28, &[10]);
    battle.strike_part("head");
    assert!(battle.has('B', "dead"));
}

#[test] // PR-235, PR-236, PR-250, PR-G53, PR-246, PR-248
fn the_list_of_the_body_has_three_entries_and_a_4_is_rolled_again() {
    for (dice, injury) in
        [(&[10, 1][..], "destroyed_lung"), (&[10, 2], "organ_damage"), (&[10, 4, 4, 3], "liver_damage")]
    {
        let mut battle = wounding(hero(0), 42, dice);
        battle.strike_part("body").pick('B', "permanent_injury");
        assert!(battle.has('B', injury), "{injury}");
        let poison = if injury == "liver_damage" { 0 } else { 6 };
        assert_eq!(battle.row('B').sheet.stat(stat("PoisonSave")), poison, "{injury}");
        battle.all_rolled();
    }
}

#[test] // PR-236, PR-G53
fn arms_and_legs_have_no_list() {
    let mut battle = wounding(hero(0), 28, &[10]);
    battle.strike_part("left arm").pick('B', "permanent_injury");
    assert!(battle.has('B', "useless_limb"));
    battle.all_rolled();
}

#[test] // PR-238, PR-240, PR-242, PR-245
fn an_injury_that_comes_again_is_worse() {
    for (face, worse) in [(1, "coma"), (2, "deaf"), (3, "blinded"), (4, "dead")] {
        let mut battle = wounding(hero(0), 28, &[10, face, 10, face]);
        battle.strike_part("head").pick('B', "permanent_injury");
        // A wounded head blinds for a turn as well.
        assert!(worse == "blinded" || !battle.has('B', worse));
        battle.strike_part("head").pick('B', "permanent_injury");
        assert!(battle.has('B', worse), "{worse}");
        let lasting = battle.row('B').conditions.0.iter().filter(|held| held.condition.as_str() == worse);
        assert!(lasting.clone().any(|held| held.until == warboard::battle::Until::Ended), "{worse} for good");
        battle.all_rolled();
    }
}

#[test] // PR-230, PR-259, PR-C27
fn a_dying_hero_is_asked_as_its_last_point_goes() {
    // 4 + 6 - 13 is no 10.
    let mut battle = wounding(hero(0), 27, &[10, 4, 2]);
    battle.strike_part("head");
    assert_eq!(battle.part('B', "head"), -13);
    battle.wait('a').pick('B', "permanent_injury");
    assert_eq!((battle.part('B', "head"), battle.has('B', "dying"), battle.has('B', "lost_ear")), (-1, false, true));
    assert_eq!(battle.asked().0, 'B', "it has its turn");
    battle.all_rolled();
}

#[test] // PR-C04, PR-231
fn new_wounds_of_a_saved_part_make_dying_again() {
    // 42 of 28 points, and 42 more.
    let mut battle = wounding(hero(0), 42, &[10, 1, 10]);
    battle.strike_part("body").pick('B', "permanent_injury");
    assert!(!battle.has('B', "dying"));
    battle.strike_part("body").choose('B', no());
    assert!(battle.has('B', "dead"), "43 points below none");
    battle.all_rolled();
}
