//! Magical items: their effects, the forms that they take, and how both end.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::{Casting, Target, WeaponSlot};
use warboard::content::{Components, Unit};
use warboard::mechanics::magic;
use warboard::resolution::{Act, Choice};

/// A fighter with the hilt of embers: 10 mana.
fn bearer() -> Unit {
    fighter().weapon("ember_hilt").has("Speed", 4)
}

impl Skirmish {
    /// Uses an effect of the item in hand; no one interrupts.
    fn invoke(&mut self, mark: char, spell: &str, effect: u8) -> &mut Skirmish {
        let energy = Components { effect, range: 0, area: 0, duration: 2 };
        let cast = Target::Cast(Box::new(Casting { energy, at: Target::Own }));
        self.act(mark, Act { target: cast, ..Act::own(spell) }).no_interrupts()
    }

    /// The act of ending an effect that runs, oldest first.
    fn ending(&self, action: &str, at: usize) -> Act {
        Act { target: Target::Spell(self.snapshot().spells[at].id), ..Act::own(action) }
    }

    fn weapon_in_hand(&self, mark: char) -> &str {
        self.row(mark).sheet.weapons[0].weapon.id.as_str()
    }

    fn mana_of(&self, mark: char) -> (i16, i16) {
        let most = magic::most_energy(self.snapshot().view(), self.id(mark), stat("ManaMaximum"));
        (self.row(mark).vitals.energy, most)
    }
}

#[test] // HD-311, HD-312, HD-313, HD-415
fn ending_the_effect_of_an_item_costs_a_point_and_returns_it_to_its_original_form() {
    let dice: &[&[u16]] = &[&wild(0)];
    let mut battle = battle("a B", &[('a', bearer(), 9), ('B', fighter(), 5)], dice);
    assert_eq!((battle.weapon_in_hand('a'), battle.mana_of('a')), ("ember_hilt", (10, 10)));
    battle.log_lines();
    battle.invoke('a', "ember_blade", 1);
    assert_eq!((battle.weapon_in_hand('a'), battle.mana_of('a')), ("ember_blade", (7, 7)));
    battle.attack('a', "standard_attack", 'B').no_interrupts();
    assert_eq!((battle.wounds('B'), battle.has('B', "burning")), ([0, 0, 1, 0, 0], true), "1 and 3");
    let before = battle.points('a');
    let dismiss = battle.ending("dismiss_spell", 0);
    assert_eq!(battle.refused(Choice::Act(dismiss)).rule.as_str(), "HD-312", "it is no spell of its own");
    let end = battle.ending("end_magical_effect", 0);
    battle.act('a', end).no_interrupts();
    assert_eq!((battle.weapon_in_hand('a'), battle.mana_of('a')), ("ember_hilt", (10, 10)));
    assert_eq!(before - battle.points('a'), 1);
    let told = battle.log_lines();
    assert!(told.iter().any(|line| line.contains("becomes a blade of embers")), "{told:#?}");
    assert!(told.iter().any(|line| line.contains("becomes a hilt of embers [HD-313]")), "{told:#?}");
    battle.all_rolled();
}

#[test] // HD-314, HD-313
fn several_effects_of_an_item_end_one_at_a_time() {
    for (first, weapon, shielded) in [(0, "ember_hilt", true), (1, "ember_blade", false)] {
        let mut battle = battle("a B", &[('a', bearer(), 9), ('B', fighter(), 5)], &[]);
        battle.invoke('a', "ember_blade", 1).invoke('a', "ember_ward", 2);
        assert_eq!((battle.mana_of('a'), battle.has('a', "shielded")), ((3, 3), true));
        let end = battle.ending("end_magical_effect", first);
        battle.act('a', end).no_interrupts();
        assert_eq!((battle.weapon_in_hand('a'), battle.has('a', "shielded")), (weapon, shielded));
        let end = battle.ending("end_magical_effect", 0);
        battle.act('a', end).no_interrupts();
        assert_eq!((battle.weapon_in_hand('a'), battle.has('a', "shielded")), ("ember_hilt", false));
        assert_eq!(battle.mana_of('a'), (10, 10));
    }
}

#[test] // HD-312, HD-313
fn an_item_that_leaves_its_bearer_loses_its_effects_first() {
    let mut battle = battle("a B", &[('a', bearer(), 9), ('B', fighter(), 5)], &[]);
    battle.invoke('a', "ember_blade", 1).invoke('a', "ember_ward", 2);
    let drop = Act { target: Target::Weapon(WeaponSlot(0)), ..Act::own("drop_item") };
    battle.act('a', drop).no_interrupts();
    let lies: Vec<&str> = battle.snapshot().field.items.iter().map(|item| item.weapon.as_str()).collect();
    assert_eq!((lies, battle.snapshot().spells.len()), (vec!["ember_hilt"], 0));
    assert_eq!((battle.mana_of('a'), battle.has('a', "shielded")), ((10, 10), false));
    let cast = Casting { energy: Components { effect: 1, range: 0, area: 0, duration: 2 }, at: Target::Own };
    let act = Act { target: Target::Cast(Box::new(cast)), ..Act::own("ember_blade") };
    assert!(battle.refused(Choice::Act(act)).why.contains("does not know"));
}

#[test] // HD-312
fn the_spell_of_a_caster_is_no_effect_of_an_item() {
    let mage = Unit { spells: vec!["blessing".into()], ..bearer() };
    let mut battle = battle("a B", &[('a', mage, 9), ('B', fighter(), 5)], &[]);
    let energy = Components { effect: 1, range: 1, area: 0, duration: 1 };
    let at = Target::Combatant(battle.id('a'));
    battle.act('a', Act { target: Target::Cast(Box::new(Casting { energy, at })), ..Act::own("blessing") });
    battle.no_interrupts();
    let end = battle.ending("end_magical_effect", 0);
    assert_eq!(battle.refused(Choice::Act(end)).rule.as_str(), "HD-312");
    let dismiss = battle.ending("dismiss_spell", 0);
    battle.act('a', dismiss).no_interrupts();
    assert!(!battle.has('a', "blessed"));
}

#[test] // HD-313
fn a_saved_item_keeps_its_form() {
    let mut battle = battle("a B", &[('a', bearer(), 9), ('B', fighter(), 5)], &[]);
    battle.invoke('a', "ember_blade", 1);
    let text = serde_json::to_string(&battle.battle().save()).expect("it can be saved");
    let saved = serde_json::from_str(&text).expect("it can be read");
    let setup = std::sync::Arc::clone(battle.battle().setup());
    let restored = warboard::resolution::BattleState::restore(setup, saved).expect("it fits its setup");
    assert_eq!(restored.checksum(), battle.battle().checksum());
    let id = battle.id('a').index();
    let entry = &restored.snapshot().rows[id].sheet.weapons[0];
    assert_eq!((entry.weapon.id.as_str(), &entry.to_hit), ("ember_blade", &battle.row('a').sheet.weapons[0].to_hit));
}
