//! Spells: what they cost and provoke, saving throws against them, casting while held, and wards that end.

use crate::facts::{damage, terms};
use crate::fighters::*;
use crate::hits::read;
use crate::skirmish::*;
use warboard::battle::{Casting, Target};
use warboard::content::{Breakdown, Does, Name, Resistance, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, BattleEvent, Choice};

/// A caster of level 5 with intelligence 18 that knows every spell; no weapon threatens from its hand.
pub fn caster() -> Unit {
    let rules = pathrunner();
    let spells = rules.actions.iter().filter(|action| matches!(action.does, Does::Cast(_))).map(|it| it.id);
    Unit { spells: spells.collect(), ..fighter().has("CasterLevel", 5).has("Intelligence", 18) }
}

/// The act of casting a spell at a target with the energy of its entry.
pub fn spell(name: &str, at: Target) -> Act {
    let rules = pathrunner();
    let Some(Does::Cast(spell)) = rules.actions.get(Name::new(name)).map(|action| &action.does) else {
        panic!("{name} is no spell")
    };
    Act { target: Target::Cast(Box::new(Casting { energy: spell.least, at })), ..Act::own(name) }
}

impl Skirmish {
    /// Casts a spell at a combatant.
    pub fn cast(&mut self, mark: char, name: &str, at: char) -> &mut Skirmish {
        let act = spell(name, Target::Combatant(self.id(at)));
        self.act(mark, act)
    }

    /// Casts a spell at a point.
    pub fn cast_at(&mut self, mark: char, name: &str, (x, y): (i16, i16)) -> &mut Skirmish {
        self.act(mark, spell(name, Target::Cell(Cell::new(x, y))))
    }
}

fn refused(battle: &mut Skirmish, name: &str, at: char) -> String {
    let act = spell(name, Target::Combatant(battle.id(at)));
    battle.refused(Choice::Act(act)).why.to_string()
}

#[test] // PR-158, PR-160, WE-05
fn one_spell_a_turn_for_a_half_action() {
    let mut battle = duel("a . . B", caster(), fighter(), &[10, 1]);
    battle.cast('a', "acid_arrow", 'B');
    assert_eq!((battle.left('a', "half"), battle.left('a', "spells")), (1, 0));
    assert_eq!(refused(&mut battle, "acid_arrow", 'B'), "needs 1 spell, 0 left");
    battle.perform('a', "total_defense");
}

#[test] // PR-165
fn casting_provokes_and_the_spell_of_a_caster_that_stands_still_goes_off() {
    let mut battle = duel("a B", caster(), fighter(), &[10, 2, 12, 2]);
    battle.cast('a', "acid_arrow", 'B');
    assert_eq!(battle.reacting(), Some('B'));
    battle.react('B', "opportunity_action").pass('a');
    let events = battle.events();
    assert_eq!(damage(&events), [5, 2], "the blow comes first");
    battle.all_rolled();
}

#[test] // PR-108, PR-117, PR-151, PR-152, PR-154, PR-182, PR-G63, PR-C13, WE-05, WE-19
fn fire_storm_burns_the_bodies_of_all_within_its_area_a_die_for_each_level() {
    // Reflex +0 against 10 + 4 + 4: B fails with 17, C saves with 18. 5d8 each: C takes half of 23, rounded down.
    let dice = [17, 18, 8, 7, 1, 2, 4, 8, 7, 1, 2, 5];
    let units = [('a', caster(), 20), ('B', fighter(), 2), ('C', fighter(), 1)];
    let mut battle = battle("a . . . . . B C . . . .", &units, &dice);
    battle.cast_at('a', "fire_storm", (7, 0));
    let events = battle.events();
    let saves = rolled(&events);
    assert_eq!(
        terms(&saves[0].difficulty),
        [("base".to_owned(), 14, "PR-G63"), ("modifier for spells".to_owned(), 4, "PR-G63")]
    );
    assert_eq!(saves.iter().map(|save| save.margin).collect::<Vec<_>>(), [-1, 0]);
    assert_eq!(damage(&events), [22, 11]);
    battle.all_rolled();
}

#[test] // PR-182, WE-19
fn a_fireball_without_an_attack_roll_wounds_the_body_of_a_target_without_hit_points() {
    let plan = skirmish(&pathrunner(), "a . . . . . . B").unit('a', caster()).unit('B', fighter());
    let mut battle = plan.with_losses('B', 40, 0).rolls(&[20, 1, 1, 8, 1, 1, 1, 1]);
    battle.cast_at('a', "fireball", (7, 0));
    assert_eq!((battle.part('B', "body"), battle.part('B', "head")), (28 - 12, 14));
}

#[test] // PR-404, PR-184
fn cure_spells_heal_hit_points_and_leave_wounds() {
    let plan = skirmish(&pathrunner(), "a b . . . C").unit('a', caster()).unit('b', fighter()).unit('C', fighter());
    let mut battle = plan.with_losses('b', 30, 0).rolls(&[20, 2, 1, 8, 8, 8, 7]);
    let mut vitals = battle.row('b').vitals;
    vitals.parts.left[0] -= 9;
    let who = battle.id('b');
    let amount = Breakdown::new();
    let hurt = BattleEvent::Bolstered { who, amount, vitals, rule: "PR-404".into() };
    battle.state.impose(&hurt);
    battle.cast('a', "cure_critical_wounds", 'b');
    assert_eq!((battle.row('b').vitals.hit_points, battle.part('b', "body")), (40, 19), "31 + 5 heal at most 30");
}

#[test] // PR-404
fn a_light_cure_heals_its_die_and_the_level() {
    let plan = skirmish(&pathrunner(), "a b . . . C").unit('a', caster()).unit('b', fighter()).unit('C', fighter());
    let mut battle = plan.with_losses('b', 30, 0).rolls(&[20, 2, 1, 8]);
    battle.cast('a', "cure_light_wounds", 'b');
    assert_eq!(battle.row('b').vitals.hit_points, 10 + 8 + 5);
    battle.all_rolled();
}

#[test] // PR-041
fn touch_spells_pass_armour_by() {
    let mut battle = duel("a . . B", caster(), fighter().armor("full_plate"), &[6, 1]);
    battle.cast('a', "acid_arrow", 'B');
    let roll = rolled(&battle.events()).remove(0);
    assert_eq!((roll.bonus.total(), roll.difficulty.total(), roll.degree.is_hit()), (4, 10, true));
}

#[test] // PR-153
fn will_saves_a_mind_from_being_held() {
    for (face, bound) in [(15, true), (16, false)] {
        let mut battle = duel("a . . B", caster(), fighter(), &[face]);
        battle.cast('a', "hold", 'B');
        assert_eq!(["spellbound", "paralyzed", "helpless"].map(|it| battle.has('B', it)), [bound; 3], "{face}");
    }
}

/// A spell of a caster that B has grabbed, with this many stacks: the battle, and the margin of the check to cast it.
fn held(stacks: u16, face: u16, lost: bool) -> (Skirmish, i16) {
    let units = [('B', fighter(), 20), ('a', caster(), 2), ('C', fighter(), 1)];
    let rest: &[u16] = if lost { &[] } else { &[10, 1] };
    let mut battle = battle("a B . . C", &units, &[&[10, face], rest].concat());
    battle.act_on('B', "grab", 'a').wait('B');
    crate::grapple::stacked(&mut battle, stacks);
    battle.events();
    battle.cast('a', "acid_arrow", 'C').pass('B');
    let margin = rolled(&battle.events()).remove(0).margin;
    (battle, margin)
}

#[test] // PR-340, PR-G48
fn a_held_caster_makes_a_check_with_2_less_for_each_stack_and_may_lose_its_spell() {
    // +9 against 15 + 2 x 2.
    assert_eq!(held(0, 10, false).1, 0);
    assert_eq!(held(3, 16, false).1, 0);
    let (mut lost, margin) = held(3, 15, true);
    assert_eq!((margin, lost.left('a', "spells")), (-1, 0), "it is lost, not saved");
    assert!(damage(&lost.events()).is_empty());
}

#[test] // PR-146, PR-148, PR-163, PR-169, PR-C25, PR-G03
fn an_immediate_spell_takes_the_swift_action_of_the_next_turn() {
    // B hits for 8, which the shell of 15 absorbs; 7 are left for the next blow, and gone a round later.
    let dice = [10, 5, 10, 6];
    let mut battle = battle("a B", &[('B', fighter(), 20), ('a', caster(), 1)], &dice);
    battle.attack('B', 'a');
    assert_eq!(battle.reacting(), Some('a'));
    battle.react('a', "shell_of_force");
    assert_eq!(damage(&battle.events()), [0]);
    assert_eq!((battle.row('a').vitals.wards.0[1].left, battle.left('a', "swift")), (7, -1));
    battle.attack('B', 'a');
    assert_eq!(battle.reacting(), None, "it owes the next swift action already");
    assert_eq!(battle.row('a').vitals.hit_points, 40 - 2);
    battle.wait('B');
    assert_eq!((battle.left('a', "swift"), battle.left('a', "half")), (0, 2));
    assert!(!battle.has('a', "shelled"), "one round");
}

#[test] // PR-148
fn a_shell_that_is_not_used_up_is_gone_after_a_round() {
    let mut battle = battle("a B", &[('B', fighter(), 20), ('a', caster(), 1)], &[10, 5]);
    battle.attack('B', 'a').react('a', "shell_of_force");
    assert_eq!(battle.row('a').vitals.wards.0[1].left, 7);
    battle.wait('B');
    assert_eq!(battle.row('a').vitals.wards.0[1].left, 0);
    let told = battle.log_lines();
    assert!(told.iter().any(|line| line.contains("loses what is left of the shell [PR-148]")), "{told:#?}");
}

#[test] // PR-G03, PR-163
fn the_winded_have_no_immediate_action() {
    let plan = skirmish(&pathrunner(), "a B").unit('a', caster()).unit('B', fighter());
    let mut battle = plan.with_condition('a', "winded").rolls(&[1, 20, 10, 5]);
    battle.attack('B', 'a');
    assert_eq!(battle.reacting(), None);
}

#[test] // PR-142, PR-145
fn a_barrier_spell_absorbs_a_part_of_each_hit_of_a_friend() {
    let units = [('a', caster(), 20), ('b', fighter(), 19), ('C', fighter(), 18)];
    let mut battle = battle("a b C", &units, &[10, 5, 10, 1]);
    battle.cast('a', "barrier", 'b').wait('a').wait('b');
    battle.attack('C', 'b').attack('C', 'b');
    assert_eq!(damage(&battle.events()), [3, 0]);
    assert_eq!(battle.row('b').vitals.wards.0[0].left, 30 - 5 - 4);
}

#[test] // PR-A9, PR-108, PR-142, PR-145, PR-195, PR-198, PR-C13, WE-05, WE-12, WE-16
fn acceptance_battle_9_fire_storm_meets_resistance_and_a_barrier() {
    let resistances: Vec<Resistance> = read(r#"[(to: "fire", resists: Points(5), rule: "PR-198")]"#);
    let target = Unit { resistances, ..fighter() };
    let units = [('a', caster(), 20), ('B', target, 1)];
    let mut battle = battle("a . . . . . B", &units, &[1, 8, 7, 1, 2, 4]);
    let mut vitals = battle.row('B').vitals;
    vitals.wards.0[0] = warboard::battle::Ward { left: 20, of_a_hit: 3 };
    let who = battle.id('B');
    let amount = Breakdown::new();
    battle.state.impose(&BattleEvent::Bolstered { who, amount, vitals, rule: "PR-142".into() });
    battle.cast_at('a', "fire_storm", (6, 0));
    assert_eq!(battle.row('B').vitals.hit_points, 40 - 14, "22, less 5, less 3");
    assert_eq!(battle.row('B').vitals.wards.0[0].left, 17);
}

#[test] // PR-263, PR-261
fn the_dead_are_no_target_of_spells_for_creatures() {
    let units = [('a', caster(), 20), ('b', fighter(), 2), ('C', fighter(), 1)];
    let mut battle = battle("a b . . C", &units, &[]);
    let dead = BattleEvent::Died { who: battle.id('b'), rule: Name::new("PR-260") };
    battle.state.impose(&dead);
    for name in ["cure_light_wounds", "barrier"] {
        refused(&mut battle, name, 'b');
    }
}
