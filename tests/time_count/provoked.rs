//! Predictions of the steps of a path to which enemies may react.

use std::sync::Arc;

use crate::skirmish::*;
use warboard::content::authored::parse;
use warboard::content::{Reaction, Source, Trigger};
use warboard::grid::Cell;
use warboard::resolution::Asks;
use warboard::resolution::legal::provoked;
use warboard::rules::Ruleset;

fn reaction(id: &str, on: Trigger) -> Reaction {
    let who = if on == Trigger::BeforeDamage { "Target" } else { "Enemies" };
    let near = if on == Trigger::BeforeDamage { "()" } else { "(near: Some(MeleeReach))" };
    let text = format!(
        r#"(id: "{id}", name: "{id}", on: {on:?}, who: {who}, filter: {near}, does: Act("strike"), costs: [], then: [], rule: "R-2")"#
    );
    parse(&Source::new("reaction.ron", text)).expect("a reaction")
}

fn rules(reactions: Vec<Reaction>) -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&time_count());
    rules.policies.reactions = reactions;
    Arc::new(rules)
}

#[test]
fn predicted_reactions_to_a_step_are_the_ones_offered() {
    let rules = rules(vec![reaction("parting_blow", Trigger::BeforeStep), reaction("halt", Trigger::AfterStep)]);
    let map = "a B . .\n. . . .\n. C . D";
    let mut battle = skirmish(&rules, map).unit('a', base_unit().rate(80));
    for enemy in ['B', 'C', 'D'] {
        battle = battle.unit(enemy, base_unit());
    }
    let mut battle = battle.rolls(&[1, 6, 6, 6]);
    let path = [(0, 1), (0, 2)];
    let way: Vec<Cell> = path.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
    let foretold = provoked(battle.snapshot().view(), &rules, battle.id('a'), &way);
    let mut expected: Vec<_> = foretold.iter().map(|found| (battle.mark(found.by), found.at, found.reaction)).collect();
    expected.reverse();
    assert_eq!(foretold.len(), 6, "{foretold:?}");
    assert!(foretold.iter().all(|found| found.by != battle.id('D')), "one out of reach is never asked");
    battle.walk('a', &path);
    while let (mark, Asks::React { options, .. }) = battle.asked() {
        let at = battle.row('a').position.cell();
        for option in options {
            assert_eq!(expected.pop(), Some((mark, at, option)));
        }
        battle.pass(mark);
    }
    assert_eq!(expected, [], "every predicted reaction was offered");
}

#[test]
fn without_reactions_to_steps_no_path_provokes() {
    let rules = rules(vec![reaction("parry", Trigger::BeforeDamage)]);
    let battle = skirmish(&rules, "a B .\n. . .").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 1]);
    let way = [Cell::new(0, 1), Cell::new(1, 1)];
    assert_eq!(provoked(battle.snapshot().view(), &rules, battle.id('a'), &way), []);
}
