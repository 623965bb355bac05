//! Flanking by 120 degrees, and turning one's back.

use crate::fighters::*;
use crate::mounts::horse;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::Unit;
use warboard::grid::Cell;
use warboard::odds;
use warboard::resolution::{Act, Choice, Occasion, legal};

/// The bonus of an attack by a combatant on T beyond that of its weapon.
fn gains(battle: &Skirmish, mark: char) -> i16 {
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at("standard_attack", battle.id('T'), Some(WeaponSlot(0)));
    let told = odds::forecast(battle.snapshot().view(), &rules, battle.id(mark), &act, None).expect("a forecast");
    told.bonus.total() - 4
}

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
    assert_eq!((gains(&battle, 'a'), gains(&battle, 'p')), (2, 2), "flanked again");
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
    assert_eq!(['a', 'r'].map(|mark| gains(&battle, mark)), [0, 0]);
    let path: Vec<_> = RIDE.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
    let provoked = legal::provoked(battle.snapshot().view(), &heroes(), battle.id('h'), &path);
    assert_eq!(provoked.iter().map(|one| (one.step, one.by)).collect::<Vec<_>>(), [(1, battle.id('T'))]);
    battle.walk('h', &RIDE);
    assert_eq!((battle.asked().0, battle.cell('h')), ('T', (7, 1)), "113 degrees, and then 126");
    battle.act_on('T', "ignore", 'r');
    assert_eq!(['a', 'r'].map(|mark| gains(&battle, mark)), [0, 4]);
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
    assert_eq!(['a', 'd', 'p'].map(|mark| gains(&battle, mark)), [4, 4, 0]);
    let mut passes = between_three();
    passes.act_on('T', "ignore", 'a').pass('T');
    assert_eq!((passes.asked().0, ['a', 'd', 'p'].map(|mark| gains(&passes, mark))), ('p', [4, 2, 2]));
    let mut one = between_three();
    one.act_on('T', "ignore", 'p');
    assert_eq!((one.asked().0, ['a', 'd', 'p'].map(|mark| gains(&one, mark))), ('p', [0, 0, 4]), "not asked again");
}
