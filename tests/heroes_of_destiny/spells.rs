//! Mana and spells: what is spent and what is invested, prices in action points, and casters that are wounded.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::{Casting, Target};
use warboard::content::{Components, Name, Unit};
use warboard::mechanics::magic;
use warboard::resolution::{Act, BattleEvent, Choice};

const SPELLS: [&str; 7] =
    ["fire_bolt", "lightning", "web", "shield_of_force", "healing_touch", "blessing", "rite_of_renewal"];

/// A caster of every spell: Reason and Lore 2, Arcana 2, so 12 mana and +4 on the attacks of spells.
pub fn mage() -> Unit {
    let spells = SPELLS.map(Name::new).to_vec();
    Unit { spells, ..fighter().has("Reason", 2).has("Lore", 2).has("Arcana", 2).weapon("dagger") }
}

/// Effect, range and duration of a spell.
pub fn energy(effect: u8, range: u8, duration: u8) -> Components {
    Components { effect, range, area: 0, duration }
}

impl Skirmish {
    /// The act of casting a spell at a combatant.
    fn spell(&self, name: &str, energy: Components, at: char) -> Act {
        let at = Target::Combatant(self.id(at));
        Act { target: Target::Cast(Box::new(Casting { energy, at })), ..Act::own(name) }
    }

    /// Casts a spell; no one interrupts.
    pub fn cast(&mut self, mark: char, name: &str, energy: Components, at: char) -> &mut Skirmish {
        let act = self.spell(name, energy, at);
        self.act(mark, act).no_interrupts()
    }

    /// The mana left, and the most that there can be now.
    fn mana(&self, mark: char) -> (i16, i16) {
        let most = magic::most_energy(self.snapshot().view(), self.id(mark), stat("ManaMaximum"));
        (self.row(mark).vitals.energy, most)
    }

    /// Dismisses the oldest spell that runs.
    fn dismiss(&mut self, mark: char) -> &mut Skirmish {
        let spell = self.snapshot().spells[0].id;
        self.act(mark, Act { target: Target::Spell(spell), ..Act::own("dismiss_spell") }).no_interrupts()
    }
}

/// A mage `a` with much initiative and many points against B; the dice follow.
fn against(b: Unit, dice: &[&[u16]]) -> Skirmish {
    let mage = mage().has("Speed", 4);
    battle("a c . B", &[('a', mage, 9), ('c', fighter(), 7), ('B', b, 5)], dice)
}

#[test] // HD-041, HD-043, HD-044, HD-G57, HD-237, HD-238
fn mana_begins_at_ten_and_lore_and_is_spent_with_the_points_of_the_spell() {
    let mut battle = against(fighter(), &[&wild(-2)]);
    assert_eq!((battle.mana('a'), battle.mana('B')), ((12, 12), (10, 10)));
    let magic = &battle.battle().setup().rules.policies.magic;
    assert_eq!(magic.as_ref().map(|magic| magic.energy_word()), Some("mana"));
    battle.events();
    battle.cast('a', "fire_bolt", energy(2, 2, 0), 'B');
    assert_eq!((battle.mana('a'), battle.points('a')), ((8, 12), 7), "4 mana, 4 of 11 points");
    let spent: Vec<(i16, String)> = (battle.events().iter())
        .filter_map(|event| match event {
            BattleEvent::EnergyChanged { change, rule, .. } => Some((*change, rule.to_string())),
            _ => None,
        })
        .collect();
    assert_eq!(spent, [(-4, "HD-044".to_owned())]);
    battle.all_rolled();
}

#[test] // HD-G63, HD-416
fn no_spell_costs_more_mana_than_there_is() {
    let mut battle = against(fighter(), &[&wild(-5), &wild(-5)]);
    battle.cast('a', "fire_bolt", energy(4, 2, 0), 'B').cast('a', "fire_bolt", energy(2, 2, 0), 'B');
    assert_eq!(battle.mana('a'), (2, 12));
    battle.drain('a', "points", 20);
    let act = battle.spell("fire_bolt", energy(1, 2, 0), 'B');
    let refusal = battle.refused(Choice::Act(act));
    assert_eq!((&*refusal.why, refusal.rule.as_str()), ("needs 3 mana, 2 left", "HD-G63"));
}

#[test] // HD-043, HD-045, HD-415, HD-G58
fn invested_mana_lowers_the_maximum_until_the_spell_ends() {
    let mut battle = against(fighter(), &[]);
    battle.cast('a', "shield_of_force", energy(1, 1, 2), 'a');
    assert_eq!((battle.mana('a'), battle.has('a', "shielded")), ((8, 8), true));
    battle.cast('a', "shield_of_force", energy(1, 1, 2), 'c');
    assert_eq!((battle.mana('a'), battle.points('a')), ((4, 4), 3));
    battle.log_lines();
    battle.dismiss('a');
    assert_eq!((battle.mana('a'), battle.points('a')), ((8, 8), 2), "1 point to dismiss it");
    assert!(!battle.has('a', "shielded") && battle.has('c', "shielded"), "one spell at a time");
    let told = battle.log_lines();
    assert!(told.iter().any(|line| line.contains("a has 4 invested mana back: now 8 [HD-045]")), "{told:#?}");
    battle.dismiss('a');
    assert_eq!(battle.mana('a'), (12, 12));
}

#[test] // HD-045, HD-415
fn spells_on_the_dead_end_and_return_their_mana() {
    let common = Unit { traits: Vec::new(), ..fighter() };
    let units = [('a', mage().has("Speed", 4), 9), ('c', common.clone(), 7), ('d', common, 6), ('B', fighter(), 5)];
    let mut battle = battle("a c B d", &units, &[&wild(7), &wild(7)]);
    battle.cast('a', "shield_of_force", energy(1, 1, 2), 'c').cast('a', "shield_of_force", energy(1, 1, 2), 'd');
    assert_eq!(battle.mana('a'), (4, 4));
    battle.end_turn('a').end_turn('c').end_turn('d');
    battle.drain('B', "points", 20);
    battle.attack('B', "standard_attack", 'c').no_interrupts();
    assert_eq!((battle.has('c', "dead"), battle.mana('a')), (true, (8, 8)));
    battle.attack('B', "standard_attack", 'd').no_interrupts();
    assert_eq!((battle.has('d', "dead"), battle.mana('a')), (true, (12, 12)));
}

#[test] // HD-045, HD-238
fn a_shield_of_force_protects_from_blows_and_shots() {
    let mut battle = against(fighter(), &[&wild(1)]);
    battle.cast('a', "shield_of_force", energy(1, 1, 2), 'c').end_turn('a').end_turn('c');
    battle.walk('B', &[(2, 0)]).pass('c').no_interrupts();
    battle.events();
    battle.attack('B', "standard_attack", 'c').no_interrupts();
    let check = &rolled(&battle.events())[0];
    assert_eq!((check.difficulty.total(), check.margin), (6, -1), "4 and 2");
}

#[test] // HD-173, HD-174, HD-044
fn a_blessing_ends_with_the_fourth_round() {
    let mut battle = against(fighter(), &[]);
    battle.cast('a', "blessing", energy(1, 1, 1), 'c');
    assert_eq!(battle.mana('a'), (9, 12), "spent, not invested");
    for round in 1..=4 {
        assert!(battle.has('c', "blessed"), "round {round}");
        assert_eq!(battle.snapshot().spells.len(), 1, "it runs, and may be dismissed");
        battle.end_turn('a').end_turn('c');
        battle.no_interrupts();
        assert!(battle.has('c', "blessed"), "until round {round} ends");
        battle.end_turn('B');
    }
    assert!(!battle.has('c', "blessed"));
    assert_eq!((battle.mana('a'), battle.snapshot().spells.len()), ((9, 12), 0));
}

#[test] // HD-238, HD-239, HD-G25
fn a_bolt_of_fire_burns_and_sets_alight_by_its_margin() {
    // Against a ranged defence of 3: effect 2 and the margin.
    for (sum, wounds, alight) in [(-2, [0; 5], false), (-1, [0, 1, 0, 0, 0], false), (2, [0, 0, 1, 0, 0], true)] {
        let mut battle = against(fighter(), &[&wild(sum)]);
        battle.cast('a', "fire_bolt", energy(2, 2, 0), 'B');
        assert_eq!((battle.wounds('B'), battle.has('B', "burning")), (wounds, alight), "{sum}");
        battle.all_rolled();
    }
}

#[test] // HD-013, HD-238
fn lightning_passes_armour_and_webs_hobble() {
    let mut battle = against(fighter().armor("heavy"), &[&wild(0), &wild(-1)]);
    battle.cast('a', "lightning", energy(1, 3, 0), 'B');
    assert_eq!(battle.wounds('B'), [0, 0, 1, 0, 0], "3 and 1 against an agility of 3, whatever armour it wears");
    battle.cast('a', "web", energy(1, 1, 0), 'B');
    assert!(battle.has('B', "hobbled"), "3 meets 3");
    battle.all_rolled();
}

#[test] // HD-238, HD-348
fn a_healing_touch_makes_the_worst_wound_lighter() {
    let mut battle = against(fighter(), &[&wild(0)]);
    battle.end_turn('a').end_turn('c');
    battle.walk('B', &[(2, 0)]).pass('c').no_interrupts();
    battle.attack('B', "standard_attack", 'c').no_interrupts();
    assert_eq!(battle.wounds('c'), [0, 1, 0, 0, 0]);
    battle.end_turn('B');
    battle.cast('a', "healing_touch", energy(3, 0, 0), 'c');
    assert_eq!((battle.wounds('c'), battle.mana('a')), ([1, 0, 0, 0, 0], (9, 12)));
    let far = battle.spell("healing_touch", energy(3, 0, 0), 'B');
    assert!(battle.refused(Choice::Act(far)).why.contains("friend"));
}

/// A mage that has paid a part of a spell is wounded by B with a margin; then it makes a check with this sum.
fn wounded_while_casting(margin: i16, checks: &[i16]) -> (bool, Skirmish) {
    let checks: Vec<[u16; 5]> = checks.iter().map(|sum| standard(*sum)).collect();
    let attack = wild(margin);
    let mut dice: Vec<&[u16]> = vec![&attack];
    dice.extend(checks.iter().map(|check| &check[..]));
    let units = [('a', mage(), 9), ('c', fighter(), 7), ('B', fighter(), 5)];
    let mut battle = battle("c a B", &units, &dice);
    battle.drain('a', "points", 2);
    battle.cast('a', "lightning", energy(1, 3, 0), 'B');
    assert_eq!((battle.points('a'), battle.mana('a')), (0, (12, 12)), "2 of 6 points, no mana yet");
    battle.end_turn('a').end_turn('c');
    battle.attack('B', "standard_attack", 'a').no_interrupts();
    (battle.row('a').channelling.0.is_some(), battle)
}

#[test] // HD-G58, HD-141, HD-237
fn a_wound_while_paying_for_a_spell_needs_a_fortitude_check_by_its_level() {
    // Margins 0, 1 and 2 against the melee defence 4 of the mage: 3, 4 and 5 damage.
    // Moderate: 2, and the wound lowers the check by 1; severe: 5 and 2.
    for (margin, sum, kept) in [(0, 3, true), (0, 2, false), (2, 5, false)] {
        let (found, mut battle) = wounded_while_casting(margin, &[sum]);
        assert_eq!(found, kept, "margin {margin}, roll {sum}");
        battle.all_rolled();
        let told = battle.log_lines();
        assert_eq!(told.iter().any(|line| line.contains("lost by a wound")), !kept, "{told:#?}");
    }
    let (kept, mut battle) = wounded_while_casting(-1, &[]);
    assert!(kept, "a miss shakes no one");
    battle.end_turn('B');
    let lightning = battle.spell("lightning", energy(1, 3, 0), 'B');
    assert!(battle.row('a').channelling.0.as_ref().is_some_and(|channel| channel.act == lightning));
}

#[test] // HD-G58, HD-G18
fn a_fatal_or_stunning_wound_ends_the_casting_without_a_check() {
    let (kept, mut battle) = wounded_while_casting(5, &[]);
    assert!(!kept && battle.has('a', "unconscious"));
    battle.all_rolled();
    // Critical: it stays awake with 5 - 3 against 1, and needs 10 for the spell.
    let (kept, mut battle) = wounded_while_casting(3, &[5, 5]);
    assert!(!kept && !battle.has('a', "unconscious"));
    battle.all_rolled();
    // It does not stay awake.
    let (kept, mut battle) = wounded_while_casting(3, &[0]);
    assert!(!kept && battle.has('a', "unconscious"));
    battle.all_rolled();
}

#[test] // HD-G58
fn treatment_that_is_paid_over_turns_is_not_shaken() {
    let healer = mage().has("Speed", 0);
    let units = [('a', healer, 9), ('c', fighter(), 7), ('B', fighter(), 5)];
    let mut battle = battle("c a B", &units, &[&wild(0)]);
    battle.act_on('a', "treat_wound", 'c').no_interrupts();
    assert!(battle.row('a').channelling.0.is_some(), "6 of 8 points");
    battle.end_turn('a').end_turn('c');
    battle.attack('B', "standard_attack", 'a').no_interrupts();
    assert!(battle.row('a').channelling.0.is_some());
    battle.all_rolled();
}

#[test] // HD-045, HD-173, HD-175
fn spells_that_end_with_one_round_return_all_their_mana() {
    let mut battle = against(fighter(), &[]);
    battle.cast('a', "shield_of_force", energy(1, 1, 2), 'a').cast('a', "shield_of_force", energy(1, 1, 2), 'c');
    for _ in 1..=40 {
        assert_eq!((battle.mana('a'), battle.has('a', "shielded")), ((4, 4), true));
        battle.end_turn('a').end_turn('c');
        battle.end_turn('B');
    }
    assert_eq!((battle.count(), battle.mana('a')), (41, (12, 12)));
    assert!(!battle.has('a', "shielded") && !battle.has('c', "shielded"));
}

/// A mage beside a friend with a critical wound, which is awake; B has ended its turn.
fn at_the_bedside() -> Skirmish {
    let units = [('B', fighter(), 10), ('a', mage(), 9), ('c', fighter(), 7)];
    let mut battle = battle("a c B", &units, &[&wild(3), &standard(5)]);
    battle.attack('B', "standard_attack", 'c').no_interrupts().end_turn('B');
    assert_eq!(battle.wounds('c'), [0, 0, 0, 1, 0]);
    battle
}

#[test] // HD-146, HD-147
fn a_rite_of_a_minute_takes_all_points_of_four_rounds() {
    let mut battle = at_the_bedside();
    for round in 1..=4 {
        assert_eq!((battle.wounds('c'), battle.mana('a')), ([0, 0, 0, 1, 0], (12, 12)), "round {round}");
        assert!(battle.points('a') > 0);
        battle.cast('a', "rite_of_renewal", energy(5, 0, 0), 'c');
        assert_eq!(battle.points('a'), 0, "all points of round {round}");
        if round < 4 {
            battle.end_turn('a').end_turn('c').end_turn('B');
        }
    }
    assert_eq!((battle.wounds('c'), battle.mana('a')), ([1, 0, 0, 0, 0], (7, 12)));
    assert!(battle.row('a').channelling.0.is_none());
}

#[test] // HD-146, HD-144
fn a_round_counts_once_and_other_work_ends_the_rite() {
    let mut battle = at_the_bedside();
    battle.cast('a', "rite_of_renewal", energy(5, 0, 0), 'c');
    battle.drain('a', "points", 3);
    battle.cast('a', "rite_of_renewal", energy(5, 0, 0), 'c');
    let rounds = |battle: &Skirmish| battle.row('a').channelling.0.as_ref().map(|channel| channel.rounds);
    assert_eq!((rounds(&battle), battle.points('a')), (Some(1), 0), "again in the same round");
    battle.end_turn('a').end_turn('c').end_turn('B');
    battle.cast('a', "rite_of_renewal", energy(5, 0, 0), 'c');
    assert_eq!(rounds(&battle), Some(2));
    battle.drain('a', "points", 3);
    battle.cast('a', "blessing", energy(1, 1, 1), 'c');
    assert_eq!(rounds(&battle), None, "points were paid for something else");
}
