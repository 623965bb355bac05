//! Hits of any amount and type, and rules with actions that deal them.

use std::sync::Arc;

use crate::fighters::*;
use crate::skirmish::*;
use serde::de::DeserializeOwned;
use warboard::battle::WeaponSlot;
use warboard::content::authored::parse;
use warboard::content::{Action, Breakdown, DamageTypes, HitTraits, Label, Name, Source, Table};
use warboard::mechanics::Game;
use warboard::mechanics::damage::{self, AppliedDamage, PendingDamage};
use warboard::resolution::Act;
use warboard::rules::Ruleset;

/// What RON text says.
pub fn read<T: DeserializeOwned>(text: &str) -> T {
    pathrunner();
    parse(&Source::new("test.ron", text)).unwrap_or_else(|wrong| panic!("{}", wrong.brief()))
}

/// The types of damage with these names.
pub fn types(names: &[&str]) -> DamageTypes {
    pathrunner();
    names.iter().fold(DamageTypes::NONE, |all, name| all.and(DamageTypes::named(name).expect("a known type")))
}

/// A hit on `B` for some points.
pub fn hit(battle: &Skirmish, points: i16, harm: DamageTypes) -> PendingDamage {
    let amount = Breakdown::of([(Label::DamageDice, points, Name::new("PR-056"))]);
    PendingDamage::plain((battle.id('B'), battle.id('a')), Name::new("attack"), harm, amount, Name::new("PR-056"))
}

/// The same hit on a part of the body, perhaps past hit points.
pub fn at_part(hit: PendingDamage, part: &str, past: bool) -> PendingDamage {
    let bypasses = if past { vec![Name::new("hit_points")] } else { Vec::new() };
    PendingDamage { traits: HitTraits { part: Some(Name::new(part)), bypasses, ..HitTraits::default() }, ..hit }
}

/// The damage of hits, settled one after another on the same target.
pub fn settle(battle: &Skirmish, hits: &[PendingDamage]) -> Vec<AppliedDamage> {
    damage::settle(Game::new(battle.snapshot().view(), battle.battle().setup().rules.book()), hits)
}

/// A battle of `a` against `B`, and `C` further off, with a free action `strike`, which deals this damage in this way without a roll to hit that can fail.
pub fn striking(harm: &str, target: warboard::content::Unit, dice: &[u16]) -> Skirmish {
    let mut rules = Ruleset::clone(&pathrunner());
    let text = format!(
        r#"(id: "strike", name: "Strike", about: "A blow.", speed: Nothing, aim: Enemy, reach: Weapon, at_parts: true,
            does: Check((roll: Weapon, against: Difficulty(number: -50, rule: "PR-015"),
                ladder: [(when: Wins, effects: [(does: Harm(to: Target, {harm}))])])), rule: "PR-056")"#
    );
    let known = rules.actions.iter().map(|known| Action::clone(known)).chain([read::<Action>(&text)]);
    rules.actions = Table::new(known.collect());
    let plan = skirmish(&Arc::new(rules), "a B . . C");
    battle_of(plan, &[('a', fighter(), 20), ('B', target, 10), ('C', fighter(), 1)], dice)
}

impl Skirmish {
    /// A blow of [`striking`] at a part of the body; one that is not aimed hits the body.
    pub fn strike_part(&mut self, part: &str) -> &mut Skirmish {
        let act = Act::at("strike", self.id('B'), Some(WeaponSlot(0)));
        let act = if part == "body" { act } else { act.aimed_at_part(Name::new(part)) };
        self.act('a', act)
    }

    /// The points that a part of the body has left.
    pub fn part(&self, mark: char, part: &str) -> i16 {
        let rules = &self.battle().setup().rules;
        let warboard::content::HealthModel::Parts(body) = &rules.policies.consciousness.collapse else {
            panic!("no parts")
        };
        self.row(mark).vitals.parts.left[body.index(Some(Name::new(part)))]
    }
}

/// A duel with a free action `ward`, which gives its target this ward.
pub fn warding(ward: &str, target: warboard::content::Unit) -> Skirmish {
    let mut rules = Ruleset::clone(&pathrunner());
    let text = format!(
        r#"(id: "ward", name: "Ward", about: "A ward.", speed: Nothing, aim: Enemy, does: Effects([(does: Ward({ward}))]), rule: "PR-142")"#
    );
    let known = rules.actions.iter().map(|known| Action::clone(known)).chain([read::<Action>(&text)]);
    rules.actions = Table::new(known.collect());
    battle_of(skirmish(&Arc::new(rules), "a B"), &[('a', fighter(), 20), ('B', target, 1)], &[])
}
