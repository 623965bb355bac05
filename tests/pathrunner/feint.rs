//! Feints.

use crate::fighters::*;
use crate::manoeuvres::{one, talented};
use crate::skirmish::*;
use warboard::content::Trait;

/// Whether `B` is impaired and vulnerable, now and in each further round after the turns of both.
fn rounds(battle: &mut Skirmish) -> Vec<(bool, bool)> {
    let now = |battle: &Skirmish| (battle.has('B', "impaired"), battle.has('B', "vulnerable"));
    let mut seen = vec![now(battle)];
    for _ in 0..4 {
        battle.wait('a').wait('B');
        seen.push(now(battle));
    }
    seen
}

#[test] // PR-387, PR-388, PR-389, PR-C08, PR-C17
fn the_margin_of_a_feint_decides_how_exposed_the_target_is_and_for_how_long() {
    let (no, impaired, both) = ((false, false), (true, false), (true, true));
    let rows: [(&[u16], [(bool, bool); 5]); 4] = [
        (&[9], [no, no, no, no, no]),
        (&[10], [impaired, no, no, no, no]),
        (&[15, 1], [impaired, impaired, no, no, no]),
        (&[19, 2], [both, impaired, impaired, no, no]),
    ];
    for (dice, expected) in rows {
        let unit = fighter().has("BaseAttack", if dice[0] == 19 { 5 } else { 4 });
        let mut battle = duel("a B", unit, fighter(), dice);
        battle.act_on('a', "feint", 'B');
        assert_eq!(rounds(&mut battle), expected, "{dice:?}");
        battle.all_rolled();
    }
}

#[test] // PR-386, PR-393
fn a_feint_takes_a_half_action_or_with_the_talent_a_swift_one() {
    for (unit, half, swift) in [(fighter(), 1, 1), (talented(Trait::DeftManeuvers), 2, 0)] {
        let mut battle = duel("a B", unit, fighter(), &[2]);
        battle.act_on('a', "feint", 'B');
        assert_eq!((battle.left('a', "half"), battle.left('a', "swift"), battle.reacting()), (half, swift, None));
    }
}

#[test] // PR-390, PR-391
fn beasts_and_the_mindless_are_hard_to_fool() {
    for (intelligence, bonus, rule) in [(3, 7, ""), (2, 5, "PR-390"), (1, 5, "PR-390"), (0, 3, "PR-391")] {
        let mut battle = duel("a B", fighter(), fighter().has("Intelligence", intelligence), &[2]);
        battle.events();
        battle.act_on('a', "feint", 'B');
        let told = one(&battle.events()).bonus;
        assert_eq!((told.total(), told.to_string().contains(rule)), (bonus, true), "{told}");
    }
}

#[test] // PR-392, PR-393
fn those_that_do_not_defend_themselves_cannot_be_feinted() {
    for (condition, allowed) in [("helpless", false), ("unconscious", false), ("prone", true)] {
        let plan = skirmish(&pathrunner(), "a B C").unit('a', fighter()).unit('B', fighter()).unit('C', fighter());
        let mut battle = plan.with_condition('B', condition).rolls(if allowed { &[20, 2, 1, 2] } else { &[20, 2, 1] });
        let act = warboard::resolution::Act::at("feint", battle.id('B'), None);
        if allowed {
            battle.act('a', act);
        } else {
            let refused = battle.refused(warboard::resolution::Choice::Act(act)).to_string();
            assert!(refused.contains("PR-392"), "{refused}");
        }
    }
}
