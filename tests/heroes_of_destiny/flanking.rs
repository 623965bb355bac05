//! Flanking by 120 degrees, and turning one's back.

use crate::fighters::*;
use crate::items::with;
use crate::mounts::horse;
use crate::skirmish::*;
use warboard::content::{Carried, Kept, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, Choice, Occasion, legal};

fn polearm() -> Unit {
    Unit { weapons: vec![carried("halberd")], ..fighter() }
}

/// T among enemies, all of which act after it.
fn around(map: &str, enemies: &[(char, Unit)]) -> Skirmish {
    let mut fighters = vec![('T', fighter(), 9)];
    fighters.extend((1..).zip(enemies).map(|(less, (mark, unit))| (*mark, unit.clone(), 6 - less)));
    let mut battle = battle(map, &fighters, &[]);
    battle.no_interrupts();
    battle
}

#[test] // HD-117, HD-122
fn an_ignored_enemy_is_heeded_again_in_the_own_turn_only() {
    let map = ". . . . .\n. . . . .\n. d . . p\n. a T . .";
    let mut battle = around(map, &[('a', fighter()), ('p', polearm()), ('d', fighter())]);
    battle.act_on('T', "ignore", 'p');
    let again = battle.refused(Choice::Act(Act::at("ignore", battle.id('p'), None)));
    assert_eq!(&*again.why, "for you the target is already ignored");
    let heed = Act::at("heed", battle.id('p'), None);
    let legal = |battle: &Skirmish| {
        let to = battle.id('a');
        let occasion = Occasion::Reaction { reaction: "act_first".into(), to };
        legal::check_on(battle.snapshot().view(), &heroes(), battle.id('T'), &heed, occasion)
    };
    battle.act('T', heed.clone());
    assert_eq!((flank_bonus(&battle, 'a', 'T'), flank_bonus(&battle, 'p', 'T')), (2, 2), "flanked again");
    battle.act_on('T', "ignore", 'p').end_turn('T');
    assert!(legal(&battle).is_err_and(|why| why.rule == "HD-122".into()), "not in the turn of another");
}

/// T with a west of it, and with r on the horse h in the north; T acts last. The horse has the turn.
fn ridden(weapon: &str, mount: Unit) -> Skirmish {
    let map = field((14, 10), &[('T', (5, 5)), ('a', (4, 5)), ('h', (5, 0)), ('r', (8, 0))]);
    let fighters = [
        ('r', fighter().weapon(weapon), 9),
        ('h', mount, 8),
        ('a', fighter(), 5),
        ('T', fighter().has("Reflex", 0), 2),
    ];
    let mut battle = battle(&map, &fighters, &[]);
    battle.no_interrupts().seat('r', 'h').end_turn('r').no_interrupts();
    if battle.asked().0 == 'r' {
        battle.act_on('r', "hand_over", 'h');
    }
    battle
}

const RIDE: [(i16, i16); 3] = [(6, 1), (7, 1), (8, 1)];

#[test] // HD-111, HD-113, HD-114, HD-118, HD-119, HD-390
fn a_combatant_that_only_a_rider_comes_to_flank_may_ignore_it() {
    let mut battle = ridden("bow", horse());
    assert_eq!(['a', 'r'].map(|mark| flank_bonus(&battle, mark, 'T')), [0, 0]);
    let path: Vec<_> = RIDE.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
    let provoked = legal::provoked(battle.snapshot().view(), &heroes(), battle.id('h'), &path);
    assert_eq!(provoked.iter().map(|one| (one.step, one.by)).collect::<Vec<_>>(), [(1, battle.id('T'))]);
    battle.walk('h', &RIDE);
    assert_eq!((battle.asked().0, battle.cell('h')), ('T', (7, 1)), "113 degrees, and then 126");
    battle.act_on('T', "ignore", 'r');
    assert_eq!(['a', 'r'].map(|mark| flank_bonus(&battle, mark, 'T')), [0, 4]);
    assert_eq!(battle.cell('h'), (8, 1), "nobody flanks it now, and the horse goes on");
    let mut unarmed = ridden("sword", horse());
    unarmed.walk('h', &RIDE);
    assert_eq!((unarmed.asked().0, unarmed.cell('h')), ('h', (8, 1)), "a sword does not reach it from there");
}

/// T with a and d in the west and p in the north-east; p walks to where it flanks T with either. T has no points for a rebuff.
fn between_three() -> Skirmish {
    let map = field((12, 10), &[('T', (5, 5)), ('a', (4, 5)), ('d', (3, 4)), ('p', (6, 3))]);
    let fighters =
        [('p', polearm(), 9), ('a', fighter(), 7), ('d', polearm(), 6), ('T', fighter().has("Reflex", 0), 3)];
    let mut battle = battle(&map, &fighters, &[]);
    battle.drain('T', "points", 0).no_interrupts();
    battle.walk('p', &[(7, 4)]);
    battle
}

#[test] // HD-118, HD-119, HD-120
fn the_newly_flanked_may_ignore_several_creatures() {
    let mut battle = between_three();
    assert_eq!(battle.asked().0, 'T');
    battle.act_on('T', "ignore", 'a');
    assert_eq!(battle.asked().0, 'T', "d and p flank it still");
    battle.act_on('T', "ignore", 'd');
    assert_eq!(battle.asked().0, 'p', "no pair is left");
    assert_eq!(['a', 'd', 'p'].map(|mark| flank_bonus(&battle, mark, 'T')), [4, 4, 0]);
    let mut passes = between_three();
    passes.act_on('T', "ignore", 'a').pass('T');
    assert_eq!((passes.asked().0, ['a', 'd', 'p'].map(|mark| flank_bonus(&passes, mark, 'T'))), ('p', [4, 2, 2]));
    let mut one = between_three();
    one.act_on('T', "ignore", 'p');
    assert_eq!(
        (one.asked().0, ['a', 'd', 'p'].map(|mark| flank_bonus(&one, mark, 'T'))),
        ('p', [0, 0, 4]),
        "not asked again"
    );
}

/// c shoves V one yard east, from where d and a do not flank it to where they do.
fn shoved_between(initiative: i16) -> Skirmish {
    let map = field((9, 7), &[('c', (2, 3)), ('d', (2, 2)), ('V', (3, 3)), ('a', (5, 3))]);
    let strong = fighter().has("Strength", 3);
    let victim = fighter().has("Reflex", 0);
    let near = fighter().weapon("shortsword");
    let fighters = [('c', strong, 9), ('d', polearm(), 7), ('a', near, 6), ('V', victim, initiative)];
    let mut battle = battle(&map, &fighters, &[&standard(0)]);
    battle.no_interrupts();
    assert_eq!(['a', 'c', 'd'].map(|mark| flank_bonus(&battle, mark, 'V')), [0; 3]);
    battle.act_on('c', "shove", 'V');
    battle.choose('c', Choice::Cell(Cell::new(4, 3)));
    assert_eq!(battle.cell('V'), (4, 3));
    battle
}

#[test] // HD-118, HD-119, HD-325
fn a_combatant_that_is_shoved_to_where_it_is_flanked_may_ignore_a_flanker() {
    let mut battle = shoved_between(3);
    assert_eq!(battle.asked().0, 'V', "shoved between d and a");
    battle.act_on('V', "ignore", 'a');
    assert_eq!(['a', 'd'].map(|mark| flank_bonus(&battle, mark, 'V')), [4, 0]);
    assert_eq!(battle.asked().0, 'c', "not asked again");
    let mut passes = shoved_between(3);
    passes.pass('V');
    assert_eq!((passes.asked().0, ['a', 'd'].map(|mark| flank_bonus(&passes, mark, 'V'))), ('c', [2, 2]));
    assert_eq!(shoved_between(0).asked().0, 'c', "nobody reacts at initiative 0 (HD-154)");
}

#[test] // HD-118, HD-325
fn a_combatant_whom_a_shoved_enemy_comes_to_flank_may_ignore_it() {
    let map = field((9, 7), &[('c', (2, 3)), ('V', (3, 3)), ('x', (5, 3)), ('W', (6, 3))]);
    let (strong, near) = (fighter().has("Strength", 3), fighter().weapon("shortsword"));
    let fighters = [('c', strong, 9), ('V', near.clone(), 7), ('W', near, 6), ('x', fighter(), 3)];
    let mut battle = battle(&map, &fighters, &[&standard(0)]);
    battle.no_interrupts().act_on('c', "shove", 'V');
    battle.choose('c', Choice::Cell(Cell::new(4, 3)));
    assert_eq!(battle.asked().0, 'x', "V was shoved to the side of x that is opposite W");
    battle.act_on('x', "ignore", 'V');
    assert_eq!(['V', 'W'].map(|mark| flank_bonus(&battle, mark, 'x')), [4, 0]);
}

#[test] // HD-118, HD-290
fn a_combatant_that_is_dragged_to_where_it_is_flanked_may_ignore_a_flanker() {
    let map = field((9, 7), &[('B', (2, 3)), ('a', (2, 4)), ('E', (4, 5))]);
    let near = || fighter().weapon("dagger");
    let fighters = [('a', near(), 9), ('B', near(), 8), ('E', near(), 5)];
    let mut battle = battle(&map, &fighters, &[&wild(2), &wild(5)]);
    battle.no_interrupts().attack('a', "grapple", 'B').no_interrupts().end_turn('a').no_interrupts();
    battle.perform('B', "drag").no_interrupts();
    battle.walk('B', &[(3, 3), (4, 3)]);
    assert_eq!((battle.cell('B'), battle.cell('a')), ((3, 3), (3, 4)), "B has dragged a along by a yard");
    assert_eq!(battle.asked().0, 'a', "B in the north and E in the south-east flank it");
    battle.act_on('a', "ignore", 'E');
    assert_eq!(['B', 'E'].map(|mark| flank_bonus(&battle, mark, 'a')), [0, 4]);
    assert_eq!(battle.cell('a'), (4, 4), "and the drag goes on");
}

/// An archer five yards behind T takes its bow, with a on the other side of T.
fn bow_drawn(initiative: i16) -> Skirmish {
    let kept = Carried { in_hand: false, kept: Some(Kept::AtHand), ..carried("bow") };
    let archer = Unit { weapons: vec![kept], ..fighter() };
    let fighters = [('k', archer, 9), ('a', fighter(), 7), ('T', fighter().has("Reflex", 0), initiative)];
    let mut battle = battle("a T . . . . k", &fighters, &[]);
    battle.no_interrupts();
    assert_eq!(flank_bonus(&battle, 'a', 'T'), 0);
    battle.act('k', with("draw", 0));
    battle
}

#[test] // HD-113, HD-118, HD-119
fn a_combatant_that_is_flanked_without_a_step_may_ignore_a_flanker() {
    let mut battle = bow_drawn(3);
    assert_eq!(battle.asked().0, 'T', "the bow flanks it from within its first increment");
    battle.act_on('T', "ignore", 'k');
    assert_eq!(battle.asked().0, 'k');
    assert_eq!(['a', 'k'].map(|mark| flank_bonus(&battle, mark, 'T')), [0, 4]);
    let mut passes = bow_drawn(3);
    passes.pass('T');
    assert_eq!(passes.asked().0, 'k', "asked once");
    assert_eq!(flank_bonus(&passes, 'a', 'T'), 2);
    assert_eq!(bow_drawn(0).asked().0, 'k', "no reaction at initiative 0 (HD-154)");
}
