//! Fighters with simple numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use warboard::battle::{
    Afflicted, Arms, CombatantId, Conditions, Drift, Facing, Held, Incanting, Momentum, PairFacts, Position, Ready,
    Row, Sheet, SheetWeapon, Side, Stance, TurnState, Vitals, WeaponLocation, WeaponSlot,
};
use warboard::content::{
    Addend, Body, Breakdown, Label, Name, Shield, Size, SpeedMode, Stat, StatTable, Stats, Trait, Weapon,
};
use warboard::grid::Cell;

use super::gear::{sword, unarmed_strike};
use super::rules;

/// A fighter for a [`Scene`](super::Scene).
#[derive(Clone)]
pub struct Fighter {
    size: Size,
    body: Body,
    side: Side,
    stats: Stats,
    weapons: Vec<Weapon>,
    shield: Option<Shield>,
    traits: Vec<Trait>,
    stance: Stance,
    conditions: Vec<Name>,
    facing: Facing,
}

/// A fighter of side 0: Medium, tall, every number 0, a sword in hand.
pub fn base_fighter() -> Fighter {
    Fighter {
        size: Size::Medium,
        body: Body::Tall,
        side: Side(0),
        stats: Stats::default(),
        weapons: vec![sword()],
        shield: None,
        traits: Vec::new(),
        stance: Stance::default(),
        conditions: Vec::new(),
        facing: Facing::AllAround,
    }
}

/// A [`base_fighter`] of side 1.
pub fn foe() -> Fighter {
    Fighter { side: Side(1), ..base_fighter() }
}

impl Fighter {
    pub fn size(mut self, size: Size) -> Fighter {
        self.size = size;
        self
    }

    pub fn long(mut self) -> Fighter {
        self.body = Body::Long;
        self
    }

    pub fn stat(mut self, stat: Stat, value: i16) -> Fighter {
        self.stats.set(stat, value);
        self
    }

    /// Replaces all weapons by one in hand.
    pub fn with(mut self, weapon: Weapon) -> Fighter {
        self.weapons = vec![weapon];
        self
    }

    /// Adds a weapon in hand.
    pub fn and(mut self, weapon: Weapon) -> Fighter {
        self.weapons.push(weapon);
        self
    }

    pub fn unarmed(mut self) -> Fighter {
        self.weapons.clear();
        self
    }

    pub fn shield(mut self, bonus: i16) -> Fighter {
        self.stats.set(Stat::Shield, bonus);
        let (id, rule) = (Name::new("test_shield"), Name::new("G-30"));
        let (adds, magic) = Default::default();
        self.shield = Some(Shield {
            id,
            name: "Shield".into(),
            bonus,
            tower: false,
            adds,
            magic,
            hardness: None,
            durability: None,
            rule,
        });
        self
    }

    pub fn with_trait(mut self, added: Trait) -> Fighter {
        self.traits.push(added);
        self
    }

    pub fn has(mut self, condition: &str) -> Fighter {
        self.conditions.push(Name::new(condition));
        self
    }

    /// In a stance that has been taken up.
    pub fn stance(mut self, stance: &str) -> Fighter {
        self.stance = Stance { held: Some(Name::new(stance)), shifting: false };
        self
    }

    /// Still shifting into a stance.
    pub fn shifting(mut self, stance: &str) -> Fighter {
        self.stance = Stance { held: Some(Name::new(stance)), shifting: true };
        self
    }

    pub fn facing(mut self, facing: Facing) -> Fighter {
        self.facing = facing;
        self
    }

    fn sheet(&self) -> Sheet {
        let row = rules().policies.size(self.size).expect("every size has a row");
        let fist = WeaponSlot(self.weapons.len() as u8);
        let weapons = self.weapons.iter().cloned().chain([unarmed_strike()]);
        let reach = if self.body == Body::Tall { row.reach_tall } else { row.reach_long };
        let size = row.modifier(Name::new("attack"));
        Sheet {
            whole: Default::default(),
            unit: "dull".into(),
            figure: "man".into(),
            about: "Fights plainly.".into(),
            size: self.size,
            body: self.body,
            extent: row.extent,
            size_modifiers: vec![(Name::new("attack"), size)],
            occupancy: row.occupancy,
            reach,
            rate: 20,
            stats: self.stats.clone(),
            derived: self.derived(size),
            weapons: weapons.map(|weapon| self.sheet_weapon(weapon, size)).collect(),
            hands: if self.traits.contains(&Trait::NoHands) { 0 } else { 2 },
            unarmed: Some(fist),
            shield: self.shield.clone().map(Arc::new),
            armor: None,
            untrained: Vec::new(),
            resistances: Vec::new(),
            knacks: Vec::new(),
            traits: self.traits.clone(),
            spells: Vec::new(),
            speed: SpeedMode::Fixed,
        }
    }

    fn derived(&self, size_modifier: i16) -> StatTable<Breakdown> {
        let mut derived = StatTable::<Breakdown>::default();
        for made in &rules().policies.derived {
            for term in &made.sum {
                let amount = match &term.add {
                    Addend::Flat(amount) => *amount,
                    Addend::Stat(stat) => self.stats.get(*stat),
                    Addend::Best(stats) => stats.iter().map(|stat| self.stats.get(*stat)).max().unwrap_or(0),
                    Addend::SizeModifier(_) => size_modifier,
                    Addend::Product(..)
                    | Addend::Share(_)
                    | Addend::Table(..)
                    | Addend::Least(_)
                    | Addend::UpToSize(..) => {
                        panic!("these rules only add, and choose the best")
                    }
                };
                derived.entry(made.stat).add(Label::Base, amount, term.rule);
            }
        }
        derived
    }

    fn sheet_weapon(&self, weapon: Weapon, size_modifier: i16) -> SheetWeapon {
        let mut to_hit = Breakdown::new();
        to_hit.add_if(Label::Stat(Stat::Accuracy), self.stats.get(Stat::Accuracy), Name::new("TC-006"));
        to_hit.add_if(Label::SizeModifier(self.size), size_modifier, Name::new("TC-018"));
        crate::entry::in_hand(weapon, to_hit, Breakdown::new())
    }

    pub(super) fn row(&self, id: CombatantId, mark: char, cell: Cell) -> Row {
        let sheet = self.sheet();
        let in_hand = Held { place: WeaponLocation::InHand, durability: 5 };
        let afflicted = |name: &Name| Afflicted::lasting(*name, 0);
        Row {
            id,
            side: self.side,
            name: mark.to_string().into(),
            position: Position { x: cell.x, y: cell.y, extent: sheet.extent, altitude: 0 },
            facing: self.facing,
            vitals: Vitals::fresh(10),
            conditions: Conditions(self.conditions.iter().map(afflicted).collect()),
            held: rules().conditions.sum(self.conditions.iter().copied()),
            stance: self.stance,
            arms: Arms {
                weapons: sheet.weapons.iter().map(|_| in_hand).collect(),
                shield: self.shield.is_some(),
                ..Arms::default()
            },
            momentum: Momentum::default(),
            drift: Drift::default(),
            pairs: PairFacts::default(),
            turn_state: TurnState::default(),
            ready: Ready::default(),
            incanting: Incanting::default(),
            channelling: Default::default(),
            commanders: Default::default(),
            gone: false,
            touched: 0,
            drained: 0,
            own: Arc::new(sheet.clone()),
            sheet: Arc::new(sheet),
        }
    }
}
