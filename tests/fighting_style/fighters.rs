//! The fighters of the acceptance battles, and the choices of an exchange.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::skirmish::*;
use warboard::content::authored::parse;
use warboard::content::{Breakdown, Name, Source, Stat, Unit};
use warboard::resolution::event::Rolled;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick};
use warboard::rules::{Library, Ruleset};

/// The Fighting Style rule system, loaded once.
pub fn fighting_style() -> Arc<Ruleset> {
    static RULES: OnceLock<Arc<Ruleset>> = OnceLock::new();
    let load = || {
        let library = Library::open(&crate::assets::assets()).expect("the assets load");
        library.ruleset("fighting_style").unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()))
    };
    RULES.get_or_init(load).clone()
}

fn stat(name: &str) -> Stat {
    fighting_style();
    parse(&Source::new("stat.ron", name)).unwrap_or_else(|_| panic!("no stat {name}"))
}

/// Strength, agility 10 and endurance 8; rank 3 in the style and in dodging, 2 in acrobatics, 1 in athletics; a longsword. Its target
/// numbers are 16 with a weapon and for a dodge, 14 for acrobatics, 12 for athletics; 20 points of health, 15 m in a turn.
pub fn fighter() -> Unit {
    let stats = [
        ("Strength", 10),
        ("Agility", 10),
        ("Endurance", 8),
        ("Willpower", 8),
        ("Perception", 8),
        ("Charisma", 8),
        ("Intelligence", 8),
        ("FightingStyle", 3),
        ("Dodge", 3),
        ("Acrobatics", 2),
        ("Athletics", 1),
    ];
    let stats: BTreeMap<Stat, i16> = stats.into_iter().map(|(name, value)| (stat(name), value)).collect();
    Unit { rate: 15, stats, ..base_unit() }.weapon("longsword")
}

/// Changes to a unit by the names of its stats and gear.
pub trait Fighter {
    fn has(self, stat: &str, value: i16) -> Self;
    fn armor(self, armor: &str) -> Self;
    fn shield(self, shield: &str) -> Self;
}

impl Fighter for Unit {
    fn has(self, name: &str, value: i16) -> Unit {
        self.stat(stat(name), value)
    }

    fn armor(self, armor: &str) -> Unit {
        Unit { armor: Some(Name::new(armor)), ..self }
    }

    fn shield(self, shield: &str) -> Unit {
        Unit { shield: Some(Name::new(shield)), ..self }
    }
}

/// `a` against `B`, which acts after it. The dice follow those for initiative.
pub fn duel(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [6, 1].iter().chain(dice).copied().collect();
    skirmish(&fighting_style(), map).unit('a', a).unit('B', b).rolls(&faces)
}

/// The answer that names an option.
pub fn named(option: &str) -> Choice {
    Choice::Pick(Pick::Action(Name::new(option)))
}

/// The answer that declines.
pub const NONE: Choice = Choice::Pick(Pick::No);

/// The options of the open prompt by their names, and the combatant asked.
pub fn options(battle: &Skirmish) -> (char, Vec<String>) {
    match battle.asked() {
        (who, Asks::Pick { options, .. }) => {
            let word = |pick: &Pick| match pick {
                Pick::Action(name) => name.to_string(),
                _ => "-".to_owned(),
            };
            (who, options.iter().map(word).collect())
        }
        (who, Asks::React { options, .. }) => (who, options.iter().map(|name| name.to_string()).collect()),
        (who, other) => panic!("{who} is asked {other:?}"),
    }
}

/// All checks among some facts.
pub fn rolled(events: &[BattleEvent]) -> Vec<Rolled> {
    crate::facts::checks(events)
}

/// The damage that combatants took.
pub fn damage(events: &[BattleEvent]) -> Vec<i16> {
    crate::facts::damage_taken(events).iter().map(|hurt| hurt.amount.total()).collect()
}

impl Skirmish {
    /// Points left in a pool.
    pub fn points(&self, mark: char, pool: &str) -> i16 {
        let rules = &self.battle().setup().rules;
        let (id, _) = rules.policies.economy.find(Name::new(pool)).unwrap_or_else(|| panic!("no pool {pool}"));
        self.row(mark).turn_state.pools.left(id)
    }

    /// Action points and attacks left.
    pub fn left(&self, mark: char) -> (i16, i16) {
        (self.points(mark, "actions"), self.points(mark, "attacks"))
    }

    /// Takes all points of a pool away.
    pub fn spend(&mut self, mark: char, pool: &str) -> &mut Skirmish {
        let rules = self.battle().setup().rules.clone();
        let (id, _) = rules.policies.economy.find(Name::new(pool)).unwrap_or_else(|| panic!("no pool {pool}"));
        let who = self.id(mark);
        self.state.impose(&BattleEvent::PoolChanged { who, pool: id, by: Breakdown::new(), left: 0 });
        self
    }

    /// The words of the refusal of a strike.
    pub fn refused_strike(&mut self, mark: char, at: char) -> String {
        assert_eq!(self.asked().0, mark);
        let act = Act::at("strike", self.id(at), None);
        self.refused(Choice::Act(act)).to_string()
    }
}
