//! Opportunity attacks: at movement, at standing up and at spells.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Name, Unit};
use warboard::resolution::{Act, Asks, Choice};

/// A fighter with a spear, which reaches 2 metres.
fn spearman() -> Unit {
    fighter().weapon("spear")
}

fn react(id: &str) -> Choice {
    Choice::React(Name::new(id))
}

/// Whether a combatant is asked for a reaction.
fn is_asked_to_react(battle: &Skirmish) -> Option<char> {
    match battle.asked() {
        (who, Asks::React { .. }) => Some(who),
        _ => None,
    }
}

const PASSING: &str = "
    a......
    .......
    ...B...";

#[test] // FS-A5: FS-013, FS-030, FS-022, FS-046, FS-107, FS-108, FS-109, FS-113, FS-G11
fn a_walk_within_reach_provokes_once_and_ends_if_the_walker_falls() {
    let mut battle = duel(PASSING, fighter(), spearman(), &[10, 17, 4, 15, 19]);
    battle.walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    assert_eq!((is_asked_to_react(&battle), battle.cell('a')), (Some('B'), (1, 0)), "at the first step inside");
    battle.choose('B', react("opportunity")).choose('a', named("parry")).choose('B', named("trip"));
    assert_eq!((battle.cell('a'), battle.has('a', "prone")), ((1, 0), true), "before the step");
    assert_eq!((battle.left('a'), battle.left('B')), ((2, 2), (2, 1)));
    battle.perform('a', "stand_up");
    assert_eq!(is_asked_to_react(&battle), Some('B'), "for standing up");
    battle.choose('B', react("opportunity_standing")).choose('a', NONE);
    assert_eq!((battle.left('a'), battle.left('B')), ((1, 2), (1, 0)));
    battle.wait('a');
    assert_eq!((battle.asked().0, battle.left('B')), ('B', (1, 0)));
    let refused = battle.refused_strike('B', 'a');
    assert!(refused.contains("attack"), "{refused}");
    battle.all_rolled();
}

#[test] // FS-031, FS-033, FS-109, FS-G11
fn a_declined_walk_provokes_again_only_by_another_movement() {
    let mut battle = duel(PASSING, fighter(), spearman(), &[]);
    battle.walk('a', &[(1, 0), (2, 0), (3, 0)]).pass('B');
    assert_eq!((battle.asked().0, battle.cell('a')), ('a', (3, 0)), "one offer for the whole walk");
    battle.walk('a', &[(4, 0)]);
    assert_eq!(battle.asked().0, 'a', "the rest of the free movement is the same movement");
    battle.perform('a', "dash").walk('a', &[(5, 0)]);
    assert_eq!(is_asked_to_react(&battle), Some('B'), "a Dash is another");
}

#[test] // FS-A6: FS-034, FS-111, FS-G45
fn a_fighter_that_disengages_provokes_nothing_in_this_turn() {
    let mut battle = duel(PASSING, fighter(), spearman(), &[]);
    battle.perform('a', "disengage").walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]);
    assert_eq!((battle.asked().0, battle.cell('a'), battle.left('a')), ('a', (6, 0), (2, 2)));
    battle.wait('a').wait('B');
    assert!(!battle.has('a', "disengaged"), "until the turn ends");
    battle.walk('a', &[(5, 0), (4, 0)]);
    assert_eq!(is_asked_to_react(&battle), Some('B'));
}

#[test] // FS-A6: FS-041, FS-056, FS-069, FS-072, FS-112, FS-115, FS-G12
fn a_spell_provokes_every_foe_in_reach_unless_it_is_a_touch() {
    let mage =
        || Unit { spells: vec![Name::new("fire_bolt"), Name::new("frost_touch")], ..fighter().has("Sorcery", 3) };
    let cast = |spell: &str| {
        let rules = fighting_style();
        let mut battle =
            skirmish(&rules, "B a C").unit('a', mage()).unit('B', fighter()).unit('C', fighter()).rolls(&[6, 1, 1, 20]);
        let (view, who, at) = (battle.snapshot().view(), battle.id('a'), battle.id('B'));
        let action = rules.actions.get(Name::new(spell)).expect("a spell").clone();
        let act = warboard::resolution::legal::usual_casting(
            view,
            &rules,
            who,
            &action,
            warboard::battle::Target::Combatant(at),
        );
        let act: Act = act.expect("it is a spell");
        battle.spare_dice("a spell that is answered is not rolled yet");
        battle.act('a', act);
        let mut offers = 0;
        while let Some(who) = is_asked_to_react(&battle) {
            battle.pass(who);
            offers += 1;
        }
        (offers, options(&battle))
    };
    let defences = ('B', ["dodge", "-"].map(String::from).to_vec());
    assert_eq!(cast("fire_bolt"), (2, defences.clone()), "neither parry nor withstand (FS-069, FS-072)");
    assert_eq!(cast("frost_touch"), (0, defences));
}

#[test] // FS-109, FS-110, FS-G11, FS-G30
fn a_push_past_a_foe_provokes_nothing() {
    let plan = skirmish(&fighting_style(), "a B . . \n . . c .").unit('a', fighter()).unit('B', fighter());
    let mut battle = plan.unit('c', fighter()).rolls(&[6, 1, 2, 10, 4, 13]);
    battle.spend('B', "actions");
    battle.strike('a', 'B').choose('a', named("push"));
    assert_eq!((battle.cell('B'), battle.asked()), ((2, 0), ('a', Asks::Act)), "c had it in reach before and after");
    battle.all_rolled();
}

#[test] // FS-108, FS-109, FS-G11
fn every_foe_in_reach_has_its_own_opportunity_and_the_highest_initiative_comes_first() {
    let map = "B a D \n . . . \n . . . \n . . .";
    let plan = skirmish(&fighting_style(), map).unit('a', fighter()).unit('B', fighter()).unit('D', fighter());
    let mut battle = plan.rolls(&[6, 1, 2]);
    battle.walk('a', &[(1, 1), (1, 2)]);
    let mut asked = Vec::new();
    while let Some(who) = is_asked_to_react(&battle) {
        asked.push(who);
        battle.pass(who);
    }
    assert_eq!((asked, battle.cell('a')), (vec!['D', 'B'], (1, 2)));
}

#[test] // FS-022, FS-046, FS-058, FS-108, FS-G11
fn an_opportunity_needs_a_melee_weapon_a_point_and_an_attack() {
    let offered = |unit: Unit, spend: Option<&str>, map: &str| {
        let mut battle = duel(map, fighter(), unit, &[]);
        if let Some(pool) = spend {
            battle.spend('B', pool);
        }
        battle.walk('a', &[(0, 1), (0, 2), (0, 3)]);
        is_asked_to_react(&battle).is_some()
    };
    let (near, far) = ("a B \n . . \n . . \n . .", "a . B \n . . . \n . . . \n . . .");
    assert!(offered(fighter(), None, near));
    assert!(!offered(fighter(), Some("actions"), near));
    assert!(!offered(fighter(), Some("attacks"), near));
    assert!(offered(fighter().weapon("longbow"), None, near), "with its fists or feet");
    assert!(!offered(fighter(), None, far) && offered(spearman(), None, far), "two metres away");
    assert!(offered(fighter().size(warboard::content::Size::Large), None, "a . B . \n . . . . \n . . . . \n . . . ."));
}

#[test] // FS-040, FS-061, FS-108, FS-G11
fn an_opportunity_attack_is_an_exchange_that_provokes_nothing_itself() {
    let plan = skirmish(&fighting_style(), "c B a \n . . . \n . . .").unit('a', fighter()).unit('B', fighter());
    let mut battle = plan.unit('c', fighter()).rolls(&[6, 1, 2, 10, 9, 4]);
    battle.walk('a', &[(2, 1), (2, 2)]).choose('B', react("opportunity"));
    assert_eq!(options(&battle), ('a', ["dodge", "parry", "-"].map(String::from).to_vec()), "the mover defends itself");
    battle.choose('a', named("parry"));
    assert_eq!((battle.asked().0, battle.cell('a')), ('a', (2, 2)), "a hit does not stop it, and c was not asked");
    assert_eq!((battle.left('a'), battle.left('B')), ((2, 2), (2, 1)));
    battle.all_rolled();
}

/// The damage of B's opportunity attack with Precision on a mover that does not defend itself.
fn precise_opportunity(mover: Unit, attacker: Unit) -> Vec<i16> {
    let mut battle = duel("a B \n . . \n . .", mover, attacker, &[10]);
    battle.walk('a', &[(0, 1), (0, 2)]).choose('B', react("opportunity"));
    battle.events();
    battle.choose('a', NONE).choose('B', named("precision"));
    let dealt = damage(&battle.events());
    battle.all_rolled();
    dealt
}

#[test] // FS-066, FS-077, FS-094, FS-108
fn an_opportunity_attack_does_the_damage_of_a_melee_weapon_and_can_be_blocked() {
    assert_eq!(precise_opportunity(fighter(), fighter()), [8 + 5], "the most of a longsword, and Strength");
    assert_eq!(precise_opportunity(fighter(), fighter().weapon("longbow")), [2 + 5], "fists, not the bow in its hands");
}

#[test] // FS-066, FS-079, FS-086, FS-108
fn both_sides_of_an_opportunity_attack_choose_as_in_any_other_exchange() {
    let shielded = || fighter().shield("bone_shield");
    let provoked = |dice: &[u16], defence: Choice| {
        let mut battle = duel("a B \n . . \n . .", shielded(), shielded(), dice);
        battle.walk('a', &[(0, 1), (0, 2)]).choose('B', react("opportunity"));
        assert_eq!(options(&battle).1, ["block", "dodge", "parry", "-"]);
        battle.choose('a', defence);
        battle
    };
    let (who, offered) = options(&provoked(&[10], NONE));
    assert_eq!((who, offered.join(" ")), ('B', "precision bash trip disarm push feint brace -".to_owned()));
    let (who, offered) = options(&provoked(&[20, 1], named("block")));
    assert_eq!((who, offered.join(" ")), ('a', "bash trip disarm push feint brace -".to_owned()));
}

#[test] // FS-035, FS-109, FS-G11, FS-138
fn a_mover_that_falls_unconscious_stops() {
    let mut battle = duel("a B \n . . \n . .", fighter().has("Endurance", 3), fighter(), &[10, 3]);
    battle.spend('a', "actions");
    battle.walk('a', &[(0, 1), (0, 2)]).choose('B', react("opportunity")).choose('B', NONE);
    assert_eq!((battle.cell('a'), battle.has('a', "unconscious")), ((0, 0), true));
    battle.all_rolled();
}
