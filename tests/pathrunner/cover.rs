//! Cover, concealment, and what they do to attacks of opportunity.

use crate::fighters::*;
use crate::skirmish::*;

fn shot(map: &str) -> i16 {
    let mut battle = duel(map, fighter().weapon("longbow"), fighter(), &[1]);
    battle.attack('a', 'B');
    rolled(&battle.events())[0].bonus.total() + 5
}

#[test] // PR-271, PR-G25
fn a_line_from_the_best_corner_that_crosses_a_wall_gives_4() {
    assert_eq!(shot("a . . B"), 4);
    assert_eq!(shot(". . # .\na . . B"), 4, "a line along a wall is free");
    assert_eq!(shot(". . # B\na . . ."), 0);
}

#[test] // PR-G25
fn creatures_give_no_cover() {
    let fighters = [('a', fighter().weapon("longbow"), 20), ('c', fighter(), 2), ('B', fighter(), 1)];
    let mut battle = battle("a c . B", &fighters, &[1]);
    battle.attack('a', 'B');
    assert_eq!(rolled(&battle.events())[0].bonus.total() + 5, 4);
}

#[test] // PR-G25, PR-036
fn nobody_takes_the_opportunity_against_a_foe_in_cover() {
    for (map, asked) in [("B . . .\n. # a .", None), ("B . . .\n. . a .", Some('B'))] {
        let mut battle = duel(map, fighter(), fighter().weapon("longspear"), &[]);
        battle.walk('a', &[(3, 1)]);
        assert_eq!(battle.reacting(), asked, "{map}");
    }
}

#[test] // PR-273, PR-G26
fn a_hit_on_a_concealed_foe_misses_at_20_and_of_an_unseen_one_at_50_of_100() {
    for (blind, chance, misses) in [(true, 50, true), (true, 51, false)] {
        let plan = skirmish(&pathrunner(), "a B").unit('a', fighter()).unit('B', fighter());
        let plan = if blind { plan.with_condition('a', "blinded") } else { plan };
        let dice: &[u16] = if misses { &[20, 1, 15, chance] } else { &[20, 1, 15, chance, 4] };
        let mut battle = plan.rolls(dice);
        battle.attack('a', 'B');
        assert_eq!(damage(&battle.events()).is_empty(), misses, "{chance}");
        battle.all_rolled();
    }
}
