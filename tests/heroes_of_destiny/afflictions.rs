//! Afflictions: bleeding, burning, hobbles and poisons, the checks against them, and their treatment.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::{Afflicted, AfflictionState, Until};
use warboard::content::{Name, Unit};
use warboard::resolution::{Act, Asks, BattleEvent, Choice};

/// A healer with +8 on checks of Healing, -5 of it without a kit.
fn healer() -> Unit {
    fighter().has("Lore", 1).has("Healing", 7).has("Speed", 3)
}

impl Skirmish {
    /// Gives a combatant one more affliction of a severity, with the number that checks against it must reach.
    fn suffers(&mut self, mark: char, condition: &str, level: i16, against: i16) -> &mut Skirmish {
        let state = AfflictionState { against, ..AfflictionState::default() };
        let affliction = Afflicted { condition: Name::new(condition), by: None, until: Until::Ended, level, state };
        let (who, rule) = (self.id(mark), Name::new("test"));
        self.state.impose(&BattleEvent::ConditionJoined { who, affliction, rule });
        self
    }

    /// The severities of all afflictions of a combatant of a kind, oldest first.
    fn severities(&self, mark: char, condition: &str) -> Vec<i16> {
        let held = self.row(mark).conditions.0.iter().filter(|held| held.condition == Name::new(condition));
        held.map(|held| held.level).collect()
    }

    /// All end their turns, and with them the round.
    fn round(&mut self, marks: &[char]) -> &mut Skirmish {
        for mark in marks {
            self.no_interrupts();
            self.end_turn(*mark);
        }
        self
    }
}

#[test] // HD-339, HD-G25
fn barbs_bleed_brands_burn_bolas_hobble_and_venom_poisons_those_that_they_wound() {
    for (weapon, condition, against) in [
        ("barbed_javelin", "bleeding", 2),
        ("burning_brand", "burning", 2),
        ("venomed_shortsword", "adder_venom", 3),
        ("venomous_fangs", "spider_venom", 3),
    ] {
        for (sum, level) in [(0, vec![1]), (-1, vec![])] {
            let mut battle = battle("a B", &[('a', fighter().weapon(weapon), 9), ('B', fighter(), 5)], &[&wild(sum)]);
            battle.attack('a', "standard_attack", 'B');
            assert_eq!(battle.severities('B', condition), level, "{weapon}, a margin of {sum}");
            let held = battle.row('B').conditions.0.iter().find(|held| held.condition == Name::new(condition));
            assert_eq!(held.map(|held| held.state.against), (sum == 0).then_some(against), "{weapon}");
            battle.all_rolled();
        }
    }
    // Hit, but not wounded: 0 + 1 + 1 less 4.
    let tough = fighter().has("Vitality", 4);
    let brand = fighter().weapon("burning_brand");
    let mut battle = battle("a B", &[('a', brand, 9), ('B', tough, 5)], &[&wild(0)]);
    battle.attack('a', "standard_attack", 'B');
    assert_eq!((battle.wounds('B'), battle.severities('B', "burning")), ([0; 5], vec![]));
}

#[test] // HD-G24
fn a_hobble_halves_the_rate_once() {
    let bolas = fighter().weapon("bolas");
    let mut battle = battle("a . B . . .", &[('a', bolas, 9), ('B', fighter().has("Vitality", -2), 5)], &[&wild(0)]);
    battle.attack('a', "standard_attack", 'B').end_turn('a');
    assert_eq!(battle.severities('B', "hobbled"), [1]);
    battle.suffers('B', "hobbled", 1, 0);
    // 8 yards for four points, 4 of them hobbled.
    let before = battle.points('B');
    battle.walk('B', &[(3, 0), (4, 0)]).no_interrupts();
    assert_eq!(before - battle.points('B'), 2, "a yard for each point");
}

#[test] // HD-G25
fn bleeding_wounds_without_toughness_and_eases_with_every_second_success() {
    // 0 against 2, 2 against 2, 5 against 2; then a light one, 5 and 5.
    let dice: &[&[u16]] = &[&standard(0), &standard(3), &standard(5), &standard(5), &standard(5)];
    let tough = fighter().armor("heavy");
    let mut battle = battle("a B", &[('a', fighter(), 9), ('B', tough, 5)], dice);
    battle.suffers('B', "bleeding", 2, 2).round(&['a', 'B']);
    assert_eq!(battle.wounds('B'), [0, 1, 0, 0, 0], "moderate in spite of armour");
    battle.round(&['a', 'B']);
    assert_eq!(battle.severities('B', "bleeding"), [2], "one success, with -1 by the wound");
    battle.round(&['a', 'B']);
    assert_eq!(battle.severities('B', "bleeding"), [1], "two successes");
    battle.round(&['a', 'B']).round(&['a', 'B']);
    assert_eq!((battle.severities('B', "bleeding"), battle.wounds('B')), (vec![], [0, 1, 0, 0, 0]));
    battle.all_rolled();
}

#[test] // HD-G25
fn several_bleedings_roll_apart() {
    let dice: &[&[u16]] = &[&standard(-5), &standard(0)];
    let mut battle = battle("a B", &[('a', fighter(), 9), ('B', fighter(), 5)], dice);
    battle.suffers('B', "bleeding", 1, 0).suffers('B', "bleeding", 2, 0).round(&['a', 'B']);
    assert_eq!((battle.wounds('B'), battle.severities('B', "bleeding")), ([1, 0, 0, 0, 0], vec![1, 2]));
    let successes: Vec<u8> = battle.row('B').conditions.0.iter().map(|held| held.state.successes).collect();
    assert_eq!(successes[..2], [0, 1], "the first has failed, the second has not");
    battle.all_rolled();
}

#[test] // HD-G25, HD-020
fn two_wounds_of_one_round_end_both_count() {
    let dice: &[&[u16]] = &[&standard(0), &standard(0)];
    let weak = fighter().has("Persona", -4);
    let mut battle = battle("a B", &[('a', fighter(), 9), ('B', weak, 5)], dice);
    battle.suffers('B', "bleeding", 1, 5).suffers('B', "bleeding", 1, 5).round(&['a', 'B']);
    assert_eq!(battle.wounds('B'), [1, 1, 0, 0, 0], "one slot for light wounds, so the second is moderate");
    battle.all_rolled();
}

#[test] // HD-G25
fn fire_burns_on_after_successes() {
    let dice: &[&[u16]] = &[&standard(2), &standard(2), &standard(1)];
    let mut battle = battle("a B", &[('a', fighter(), 9), ('B', fighter(), 5)], dice);
    battle.suffers('B', "burning", 3, 2).round(&['a', 'B']).round(&['a', 'B']);
    assert_eq!((battle.wounds('B'), battle.severities('B', "burning")), ([0; 5], vec![3]));
    battle.round(&['a', 'B']);
    assert_eq!((battle.wounds('B'), battle.severities('B', "burning")), ([0, 0, 1, 0, 0], vec![3]));
    battle.all_rolled();
}

#[test] // HD-G25
fn bleeding_kills_before_the_dying_make_their_checks() {
    // A fatal bleeding of one that only the game master plays.
    let common = Unit { traits: Vec::new(), ..fighter() };
    let mut battle = battle("a B C", &[('a', fighter(), 9), ('B', common, 5), ('C', fighter(), 4)], &[&standard(0)]);
    battle.suffers('B', "bleeding", 5, 5).round(&['a', 'B', 'C']);
    assert!(battle.has('B', "dead"));
    battle.round(&['a', 'C']);
    battle.all_rolled();
}

#[test] // HD-G26
fn poisons_tire_at_their_intervals() {
    let dice: &[&[u16]] = &[&standard(0), &standard(0), &standard(3), &standard(3)];
    let mut every = battle("a B", &[('a', fighter(), 9), ('B', fighter(), 5)], dice);
    every.suffers('B', "adder_venom", 2, 3).round(&['a', 'B']);
    assert_eq!(every.row('B').vitals.fatigue, 2, "1 for each level");
    every.round(&['a', 'B']);
    assert_eq!(every.row('B').vitals.fatigue, 4);
    every.round(&['a', 'B']).round(&['a', 'B']);
    assert_eq!((every.row('B').vitals.fatigue, every.severities('B', "adder_venom")), (4, vec![1]));
    every.all_rolled();
    // Every second round, with -1 to the check itself.
    let dice: &[&[u16]] = &[&standard(3), &standard(4)];
    let mut second = battle("a B", &[('a', fighter(), 9), ('B', fighter(), 5)], dice);
    second.suffers('B', "spider_venom", 1, 3).round(&['a', 'B']);
    assert_eq!(second.row('B').vitals.fatigue, 0, "not in the first round");
    second.round(&['a', 'B']);
    assert_eq!(second.row('B').vitals.fatigue, 2);
    second.round(&['a', 'B']).round(&['a', 'B']);
    assert_eq!(second.row('B').vitals.fatigue, 2, "4 - 1 against 3");
    second.all_rolled();
}

/// What is left of an affliction of B after a treatment by c with this roll.
fn treated(condition: &str, (level, against): (i16, i16), sum: i16) -> Vec<i16> {
    let mut battle =
        battle("c a B", &[('c', healer(), 9), ('a', fighter(), 7), ('B', fighter(), 5)], &[&standard(sum)]);
    battle.suffers('a', condition, level, against);
    battle.act_on('c', "treat_condition", 'a').no_interrupts();
    battle.all_rolled();
    battle.severities('a', condition)
}

#[test] // HD-338, HD-340, HD-341, HD-342, HD-343, HD-344, HD-345
fn treatment_by_the_margin_over_the_number_of_the_affliction() {
    // 1 + 7 - 5 without a kit.
    for (sum, left) in [(-2, vec![4]), (-1, vec![3]), (0, vec![3]), (1, vec![2]), (3, vec![1]), (5, vec![])] {
        assert_eq!(treated("bleeding", (4, 2), sum), left, "bleeding, 3 {sum:+} against 2");
    }
    assert_eq!(treated("burning", (1, 3), 0), Vec::<i16>::new(), "below light it is out");
    assert_eq!(treated("hobbled", (1, 3), 0), Vec::<i16>::new(), "a success ends it");
    assert_eq!(treated("hobbled", (1, 4), 0), vec![1], "a failure does not");
    assert_eq!(treated("hobbled", (3, 3), 0), Vec::<i16>::new(), "however bad it is");
    assert_eq!(treated("adder_venom", (3, 1), 0), vec![1], "as its description says");
    assert_eq!(treated("spider_venom", (3, 3), 0), Vec::<i16>::new(), "as its description says");
}

#[test] // HD-345
fn a_healing_kit_in_hand_spares_the_penalty() {
    let kit = |in_hand| {
        let kit = warboard::content::Belonging { item: Name::new("healing_kit"), kept: Default::default(), in_hand };
        Unit { things: vec![kit], ..healer().weapon("dagger") }
    };
    for (in_hand, left) in [(true, vec![]), (false, vec![1])] {
        let units = [('c', kit(in_hand), 9), ('a', fighter(), 7), ('B', fighter(), 5)];
        let mut battle = battle("c a B", &units, &[&standard(0)]);
        battle.suffers('a', "hobbled", 1, 8);
        battle.act_on('c', "treat_condition", 'a').no_interrupts();
        assert_eq!(battle.severities('a', "hobbled"), left);
    }
}

#[test] // HD-337, HD-141, HD-338, HD-339
fn treatment_may_be_paid_over_turns_and_needs_a_willing_or_helpless_patient_beside() {
    let slow = healer().has("Speed", 0);
    let units = [('c', slow, 9), ('a', fighter(), 7), ('d', fighter(), 6), ('B', fighter(), 5), ('C', fighter(), 4)];
    let mut battle = battle("a c B . d . C", &units, &[]);
    battle.suffers('c', "bleeding", 1, 0).suffers('d', "bleeding", 1, 0).suffers('B', "bleeding", 1, 0);
    for (mark, words) in [('a', "nothing to treat"), ('d', "reach"), ('B', "helpless enemy")] {
        let act = Act::at("treat_condition", battle.id(mark), None);
        let refusal = battle.refused(Choice::Act(act));
        assert!(refusal.why.contains(words), "{mark}: {}", refusal.why);
    }
    assert_eq!(crate::facts::refused_at(&mut battle, "treat_condition", 'a'), "HD-339", "neither bleeds nor burns");
    battle.afflict('B', "unconscious");
    let other = Act::at("treat_condition", battle.id('B'), None).aimed_at_part("burning".into());
    assert!(battle.refused(Choice::Act(other)).why.contains("no such affliction"));
    battle.act_on('c', "treat_condition", 'B').no_interrupts();
    assert_eq!((battle.points('c'), battle.severities('B', "bleeding")), (0, vec![1]), "6 of 8 points");
}

#[test] // HD-338
fn the_treatment_is_for_the_affliction_that_is_named_or_the_worst() {
    for (named, left) in [(None, ([1], [2])), (Some("burning"), ([1], [2])), (Some("bleeding"), ([0], [3]))] {
        let units = [('c', healer(), 9), ('B', fighter(), 5)];
        let mut battle = battle("c B", &units, &[&standard(0)]);
        battle.suffers('c', "bleeding", 1, 3).suffers('c', "burning", 3, 3);
        let act = Act::at("treat_condition", battle.id('c'), None);
        let act = named.map_or(act.clone(), |name| act.aimed_at_part(name.into()));
        battle.act('c', act).no_interrupts();
        let bleeding = battle.severities('c', "bleeding").first().copied().unwrap_or(0);
        assert_eq!(([bleeding], [battle.severities('c', "burning")[0]]), left, "{named:?}");
    }
}

#[test] // HD-G25, HD-G45
fn deep_water_puts_a_burning_foe_out() {
    let strong = fighter().has("Strength", 9);
    let units = [('a', strong, 9), ('B', fighter(), 5), ('C', fighter(), 4)];
    let mut battle = battle("a B ~ ~ ~ . C", &units, &[&standard(0)]);
    battle.suffers('B', "burning", 2, 2).suffers('B', "bleeding", 2, 2).events();
    battle.act_on('a', "shove", 'B');
    if let ('a', Asks::Cell { cells, .. }) = battle.asked() {
        let east = cells.iter().copied().find(|cell| cell.x > 1 && cell.y == 0).expect("a way east");
        battle.choose('a', Choice::Cell(east));
    }
    let lost = battle.events().into_iter().filter_map(|event| match event {
        BattleEvent::ConditionLost { condition, rule, .. } => Some((condition.to_string(), rule.to_string())),
        _ => None,
    });
    assert_eq!(lost.collect::<Vec<_>>(), [("burning".to_owned(), "HD-G25".to_owned())]);
    assert!(!battle.has('B', "burning") && battle.has('B', "bleeding"));
}

#[test] // HD-339, HD-343
fn the_log_tells_severities() {
    let units = [('c', healer(), 9), ('a', fighter(), 7), ('B', fighter().weapon("barbed_javelin"), 10)];
    let mut battle = battle("c a B", &units, &[&wild(0), &standard(2)]);
    battle.suffers('a', "burning", 3, 3);
    battle.log_lines();
    battle.attack('B', "standard_attack", 'a').end_turn('B');
    let act = Act::at("treat_condition", battle.id('a'), None).aimed_at_part("burning".into());
    battle.act('c', act).no_interrupts();
    let told = battle.log_lines();
    assert!(told.iter().any(|line| line.contains("a is bleeding (light, checks against 2)")), "{told:#?}");
    assert!(told.iter().any(|line| line.contains("a is less burning (light)")), "{told:#?}");
}
