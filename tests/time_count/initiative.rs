//! Initiative.

use crate::bodies::{base_sheet, turns, with_stats};
use warboard::battle::Sheet;
use warboard::content::{Breakdown, CountTurns, Label, Name, Stat};
use warboard::dice::Dice;
use warboard::turn::initiative;

/// The initiative count of a combatant that rolls for itself.
fn roll(turns: &CountTurns, sheet: &Sheet, surprised: bool, dice: &mut Dice) -> Breakdown {
    let thrown = initiative::roll_dice(turns, dice);
    initiative::starting_count(turns, thrown, sheet, surprised, dice)
}

#[test] // TC-207, TC-201, E2
fn three_initiative_counts_one_of_them_surprised() {
    let (turns, mut dice) = (turns(), Dice::scripted(vec![2, 4, 5, 3]));
    let zherynn = roll(&turns, &base_sheet(), false, &mut dice);
    let aeus = roll(&turns, &base_sheet(), true, &mut dice);
    let garret = roll(&turns, &base_sheet(), false, &mut dice);
    assert_eq!([zherynn.total(), aeus.total(), garret.total()], [6, 13, 7]);
    assert_eq!(aeus.to_string(), "13 (initiative dice +8 [TC-207], surprised +5 [TC-201])");
    assert_eq!((dice.unused().len(), dice.fault()), (0, None));
}

#[test] // TC-209, G-47
fn wisdom_and_other_bonuses_are_subtracted_without_a_lower_limit() {
    let quick = with_stats(&[(Stat::Wisdom, 3), (Stat::Initiative, 4)]);
    let number = roll(&turns(), &quick, false, &mut Dice::scripted(vec![1]));
    assert_eq!(number.total(), -2);
    assert_eq!(number.term(Label::Stat(Stat::Wisdom)), Some(-3));
    let slow = with_stats(&[(Stat::Wisdom, -2)]);
    assert_eq!(roll(&turns(), &slow, false, &mut Dice::scripted(vec![6])).total(), 12);
}

#[test] // TC-203, TC-210
fn each_surprised_combatant_rolls_its_own_penalty() {
    let mut dice = Dice::scripted(vec![1, 6, 1, 2]);
    let both = [(); 2].map(|()| roll(&turns(), &base_sheet(), true, &mut dice));
    assert_eq!(both.each_ref().map(|number| number.term(Label::Surprise)), [Some(6), Some(2)]);
    assert_eq!(both[0].terms()[1].rule, Name::new("TC-201"));
}

#[test] // rounds: highest first, one turn at a time
fn in_rounds_the_higher_initiative_acts_first_and_ties_never_act_together() {
    let tie = initiative::turn_key;
    assert!(tie(12, 5) < tie(11, 0));
    assert!(tie(-1, 5) < tie(-2, 0));
    assert!(tie(7, 0) < tie(7, 1));
    assert!(tie(7, 0) + 1 < tie(7, 1), "there is room for a turn put off until after another");
    assert!(tie(i16::MAX, 0) < tie(i16::MIN, u16::MAX));
}
