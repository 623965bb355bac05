//! The fighters of the acceptance battles, and the choices of an exchange.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::named::ruleset;
pub use crate::named::{Fighter, stat};
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::unit::Carried;
use warboard::content::{Breakdown, Name, Stat, Unit};
use warboard::odds;
use warboard::resolution::event::Rolled;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick, legal};
use warboard::rules::{HouseRules, Library, Ruleset};

/// The Fighting Style rule system, loaded once.
pub fn fighting_style() -> Arc<Ruleset> {
    static RULES: OnceLock<Arc<Ruleset>> = OnceLock::new();
    RULES.get_or_init(|| ruleset("fighting_style")).clone()
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

/// `a` against `B`, which acts after it. The dice follow those for initiative.
pub fn duel(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [6, 1].iter().chain(dice).copied().collect();
    skirmish(&fighting_style(), map).unit('a', a).unit('B', b).rolls(&faces)
}

/// The rule system with house rules that set values by their paths.
pub fn with_readings(settings: &[&str]) -> Arc<Ruleset> {
    let mut library = Library::open(&crate::assets::assets()).expect("the assets load");
    let settings: Vec<String> = settings.iter().map(|setting| (*setting).to_owned()).collect();
    let house = HouseRules::of_settings("fighting_style", &settings).expect("settings");
    library.add_house_rules(&house).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
    library.ruleset(&house.id).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()))
}

/// `a` against `B` as in [`duel`], under other rules.
pub fn duel_under(rules: &Arc<Ruleset>, map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [6, 1].iter().chain(dice).copied().collect();
    skirmish(rules, map).unit('a', a).unit('B', b).rolls(&faces)
}

/// Willpower 10 and rank 3 in sorcery: a target number of 16 for spells, and 5 points of bonus to their damage.
pub fn mage(spells: &[&str]) -> Unit {
    let spells = spells.iter().copied().map(Name::new).collect();
    Unit { spells, ..fighter().has("Willpower", 10).has("Sorcery", 3) }
}

/// A unit with a weapon that it carries as well.
pub fn carrying(unit: Unit, weapon: &str) -> Unit {
    let mut weapons = unit.weapons.clone();
    weapons.push(Carried { in_hand: false, ..carried(weapon) });
    Unit { weapons, ..unit }
}

/// The target numbers of an act of `a` on B and of the defence that B chooses.
pub fn numbers(battle: &Skirmish, act: &Act, defence: &str) -> (i16, i16) {
    let rules = battle.battle().setup().rules.clone();
    let told = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), act, None).expect("a forecast");
    let chosen = |versus: &&odds::Versus| versus.choice.as_ref().is_some_and(|it| it.id == Some(Name::new(defence)));
    let versus = told.versus.iter().find(chosen).unwrap_or_else(|| panic!("no {defence}"));
    (told.bonus.total(), versus.difficulty.total())
}

/// The target numbers of the strike of `a` with its first weapon at B, and of B's defence.
pub fn struck(battle: &Skirmish, defence: &str) -> (i16, i16) {
    numbers(battle, &Act::at("strike", battle.id('B'), Some(WeaponSlot(0))), defence)
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
    /// Casts a spell at a target.
    pub fn cast(&mut self, mark: char, spell: &str, at: char) -> &mut Skirmish {
        let act = self.casting(mark, spell, at);
        self.act(mark, act)
    }

    /// The act that casts a spell at a target.
    pub fn casting(&self, mark: char, spell: &str, at: char) -> Act {
        let rules = self.battle().setup().rules.clone();
        let action = rules.actions.get(Name::new(spell)).expect("a spell").clone();
        let at = warboard::battle::Target::Combatant(self.id(at));
        let act = legal::usual_casting(self.snapshot().view(), &rules, self.id(mark), &action, at);
        act.expect("it is a spell")
    }

    /// The first check rolled since the last call of `events`.
    pub fn roll(&mut self) -> Rolled {
        rolled(&self.events()).remove(0)
    }

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
