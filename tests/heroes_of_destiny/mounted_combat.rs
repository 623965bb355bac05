//! Attacks by riders, on riders, and on their mounts.

use crate::fighters::*;
use crate::mounts::horse;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Size, Unit};
use warboard::mechanics::attack::{self, Mode};
use warboard::mechanics::{Game, reach};
use warboard::resolution::{Act, legal};

fn armed(weapon: &str) -> Unit {
    fighter().weapon(weapon)
}

/// A rider r of initiative 9 on a horse h of initiative 6, against others. The rider has ended its turn.
fn against(map: &str, others: &[(char, Unit, i16)], dice: &[&[u16]]) -> Skirmish {
    let mut all = vec![('r', fighter().has("Perception", 2), 9), ('h', horse(), 6)];
    all.extend(others.iter().cloned());
    let mut battle = battle(map, &all, dice);
    battle.no_interrupts().act_on('r', "mount", 'h').no_interrupts().end_turn('r');
    battle
}

fn may_strike(battle: &Skirmish, attacker: char, target: char) -> bool {
    let act = Act::at("standard_attack", battle.id(target), Some(WeaponSlot(0)));
    let view = battle.snapshot().view();
    legal::check(view, &heroes(), battle.id(attacker), &act).is_ok()
}

/// Attack bonus and melee defence of a pair, with the rules of all terms called mounted.
fn numbers(battle: &Skirmish, attacker: char, target: char, mode: Mode) -> (i16, i16, Vec<&'static str>) {
    let rules = heroes();
    let game = Game::new(battle.snapshot().view(), rules.book());
    let (a, b) = (battle.id(attacker), battle.id(target));
    let mut bonus = warboard::content::Breakdown::new();
    attack::add_to_hit(game, (a, WeaponSlot(0)), b, mode, &mut bonus);
    let (_, defence) = attack::defence(game, a, b, None, mode);
    let all = bonus.terms().iter().chain(defence.terms());
    let mounted = all.filter(|term| term.label.words() == "mounted").map(|term| term.rule.as_str());
    (bonus.total(), defence.total(), mounted.collect())
}

/// A horse h with its rider r between a footman S with a sword, one D with a short sword, and the horse K of the enemy.
fn beside(others: &[(char, Unit, i16)]) -> Skirmish {
    let mut all = vec![('S', fighter(), 5), ('D', armed("shortsword"), 4), ('K', horse(), 3)];
    all.extend(others.iter().cloned());
    against("r h . S .\n. . . D .\n. K . . .\n. . . . .\n. . . . .", &all, &[])
}

#[test] // HD-393, HD-G59
fn a_weapon_without_reach_strikes_the_mount_and_not_the_rider() {
    let battle = beside(&[]);
    assert!(may_strike(&battle, 'D', 'h') && !may_strike(&battle, 'D', 'r'));
    assert!(may_strike(&battle, 'S', 'h') && may_strike(&battle, 'S', 'r'), "either, as the attacker chooses");
    assert!(may_strike(&battle, 'r', 'S') && may_strike(&battle, 'r', 'D'), "with a sword");
    assert!(may_strike(&battle, 'K', 'r') && may_strike(&battle, 'K', 'h'), "as large as the mount: no farther");
    let distance = |a: char, b: char| {
        let rules = heroes();
        reach::distance_between(Game::new(battle.snapshot().view(), rules.book()), battle.id(a), battle.id(b))
    };
    assert_eq!((distance('D', 'r'), distance('r', 'D'), distance('D', 'h')), (2, 2, 1));
    assert_eq!((distance('h', 'r'), distance('K', 'r')), (0, 1));
}

#[test] // HD-393
fn a_rider_with_a_short_weapon_cannot_reach_down() {
    let all =
        [('r', armed("shortsword").has("Perception", 2).has("Speed", 2), 9), ('h', horse(), 6), ('S', fighter(), 5)];
    let mut battle = battle("r h . S\n. . . .", &all, &[]);
    battle.act_on('r', "mount", 'h').no_interrupts();
    assert!(!may_strike(&battle, 'r', 'S') && may_strike(&battle, 'h', 'S'));
    let refused = battle.refused_attack('r', "grapple", 'S');
    assert!(refused.contains("out of reach"), "{refused}");
}

#[test] // HD-390, HD-391
fn a_rider_strikes_and_defends_better_against_those_smaller_than_its_mount() {
    let battle = beside(&[]);
    assert_eq!(numbers(&battle, 'r', 'S', Mode::Melee), (4 + 1, 4, vec!["HD-391"]));
    assert_eq!(numbers(&battle, 'S', 'r', Mode::Melee), (4, 4 + 1, vec!["HD-390"]));
    assert_eq!(numbers(&battle, 'S', 'r', Mode::Ranged), (4, 3, vec![]), "in melee only");
    assert_eq!(numbers(&battle, 'r', 'S', Mode::Ranged).2, Vec::<&str>::new());
    assert_eq!(
        numbers(&battle, 'S', 'h', Mode::Melee),
        (4, -1, vec![]),
        "the rider, not the mount: 4 less 5 for its Size"
    );
    assert_eq!(numbers(&battle, 'h', 'S', Mode::Melee).2, Vec::<&str>::new());
    assert_eq!(numbers(&battle, 'r', 'K', Mode::Melee).2, Vec::<&str>::new(), "not smaller than the mount");
    assert_eq!(numbers(&battle, 'K', 'r', Mode::Melee).2, Vec::<&str>::new());
}

#[test] // HD-390, HD-391, HD-392
fn no_bonus_against_a_rider_on_a_mount_at_least_as_large() {
    let met = |their: Unit| {
        let map = "r h . S K .\n. . . . . .\n. . . . . .\n. . . . . .";
        let mut battle = against(map, &[('S', fighter().has("Speed", 2), 5), ('K', their, 4)], &[]);
        battle.end_turn('h').act_on('S', "mount", 'K').no_interrupts();
        (numbers(&battle, 'r', 'S', Mode::Melee), numbers(&battle, 'S', 'r', Mode::Melee))
    };
    assert_eq!(met(horse()), ((4, 4, vec![]), (4, 4, vec![])), "equally large");
    let (ours, theirs) = met(horse().size(Size::Huge));
    assert_eq!((ours, theirs), ((4, 4 + 1, vec!["HD-390"]), (4 + 1, 4, vec!["HD-391"])), "theirs is larger");
    let (ours, theirs) = met(horse().has("Build", -1));
    assert_eq!(
        (ours, theirs),
        ((4 + 1, 4, vec!["HD-391"]), (4, 4 + 1, vec!["HD-390"])),
        "smaller: r keeps both bonuses"
    );
}

/// A rider r on a horse h, 4 yards before a halberdier R that can rebuff twice.
fn charged(map: &str, weapon: &str, dice: &[&[u16]]) -> Skirmish {
    let halberdier = armed(weapon).has("Speed", 4).has("Reflex", 0);
    let mut battle = battle(map, &[('r', fighter(), 9), ('h', horse(), 8), ('R', halberdier, 2)], dice);
    battle.seat('r', 'h').end_turn('r').no_interrupts();
    if battle.asked().0 == 'r' {
        battle.act_on('r', "hand_over", 'h');
    }
    battle
}

/// The target of the rebuff that R is offered and takes, after it has been asked before this cell.
fn rebuffed(battle: &mut Skirmish, at: (i16, i16)) -> char {
    assert_eq!((battle.offered(), battle.cell('h')), (('R', vec!["rebuff".to_owned()]), at));
    battle.events();
    battle.react('R', "rebuff");
    let target = rolled(&battle.events())[0].target.expect("a target");
    battle.mark(target)
}

#[test] // HD-172, HD-226, HD-227, HD-228, HD-393, HD-G14
fn a_polearm_rebuffs_the_horse_and_a_yard_later_its_rider() {
    let map = "h . . . . R . .\n. . . . . . . .\n. . r . . . . .";
    let mut battle = charged(map, "halberd", &[&wild(-7), &wild(-7)]);
    battle.walk('h', &[(1, 0), (2, 0), (3, 0)]);
    assert_eq!(rebuffed(&mut battle, (1, 0)), 'h', "the horse comes from gap 2 to 1, its rider from 3 to 2");
    assert_eq!(rebuffed(&mut battle, (2, 0)), 'r', "the rider from 2 to 1, as the horse is inside already");
    assert_eq!((battle.cell('h'), battle.cell('r')), ((3, 0), (3, 0)));
    battle.all_rolled();
}

#[test] // HD-227, HD-390, HD-393
fn the_rider_of_a_horse_that_begins_inside_the_reach_is_rebuffed() {
    let map = "h . . R . .\n. . . . . .\n. . r . . .";
    let mut battle = charged(map, "halberd", &[&wild(-7)]);
    battle.walk('h', &[(1, 0)]);
    assert_eq!(battle.offered(), ('R', vec!["rebuff".to_owned()]));
    battle.events();
    battle.react('R', "rebuff");
    let check = rolled(&battle.events()).remove(0);
    assert_eq!((check.target, check.difficulty.total()), (Some(battle.id('r')), 5), "4, and 1 in the saddle");
    battle.all_rolled();
    let mut sword = charged(map, "sword", &[]);
    sword.walk('h', &[(1, 0)]).pass('R');
    assert_eq!(sword.cell('h'), (1, 0), "a sword is asked about the horse alone: the rider comes from 2 to 1");
    assert!(!matches!(sword.asked().1, warboard::resolution::Asks::React { .. }));
}

#[test] // HD-172, HD-227, HD-393
fn a_diagonal_step_takes_horse_and_rider_inside_at_once() {
    let map = "h . . . . .\n. . . . . .\n. . . . r .\n. . . R . .";
    let mut battle = charged(map, "halberd", &[&wild(-7), &wild(-7)]);
    battle.walk('h', &[(1, 1)]);
    assert_eq!([rebuffed(&mut battle, (0, 0)), rebuffed(&mut battle, (0, 0))], ['h', 'r'], "two that approach");
    assert_eq!(battle.cell('h'), (1, 1));
    battle.all_rolled();
}

#[test] // HD-227
fn a_way_is_known_to_provoke_a_rebuff_of_the_rider() {
    let battle = charged("h . . R . .\n. . . . . .\n. . r . . .", "halberd", &[]);
    let path = [warboard::grid::Cell::new(1, 0)];
    let provoked = legal::provoked(battle.snapshot().view(), &heroes(), battle.id('h'), &path);
    assert_eq!(provoked.iter().map(|one| (one.step, one.by)).collect::<Vec<_>>(), [(0, battle.id('R'))]);
}
