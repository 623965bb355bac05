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

#[test] // FS-A6: FS-041, FS-056, FS-069, FS-072, FS-112, FS-G12
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
