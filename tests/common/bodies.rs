//! Combatants on a drawn board with editable sheets and states, for tests of one mechanic under the policies of Time Count.

#![allow(dead_code, reason = "every test file uses its own part of this one")]

use std::sync::Arc;

use warboard::battle::{
    Arms, CombatantId, Conditions, Drift, Facing, Field, Incanting, Momentum, PairFacts, Position, Ready, Row, Sheet,
    SheetWeapon, Side, Snapshot, Stance, TurnState, View, Vitals, WeaponSlot,
};
use warboard::content::authored::parse;
use warboard::content::{
    Body, Breakdown, Condition, CountTurns, DamageTypes, Gait, Hands, Label, Name, Policies, Refusal, Rulebook, Size,
    Source, SpeedClass, SpeedMode, Stat, StatTable, Stats, StatusFlags, Table, TurnOrder, Weapon, WeaponCategory,
};
use warboard::grid::{Board, Cell, Direction, Shape};
use warboard::mechanics::Game;
use warboard::mechanics::movement::{allowance, walk};

/// A drawn battlefield with its combatants and rules.
pub struct Bodies {
    pub snapshot: Snapshot,
    pub policies: Policies,
    pub conditions: Table<Condition>,
}

fn shipped<T: serde::de::DeserializeOwned>(file: &str) -> T {
    let root = crate::assets::assets().join("rulesets/time_count");
    let source = Source::read(root.join(file)).unwrap_or_else(|fault| panic!("{}", fault.render()));
    parse(&source).unwrap_or_else(|fault| panic!("{}", fault.render()))
}

/// The shipped policies of Time Count.
pub fn policies() -> Policies {
    shipped("ruleset.ron")
}

/// The shipped turn order of Time Count.
pub fn turns() -> CountTurns {
    match policies().turn {
        TurnOrder::Counts(turns) => turns,
        TurnOrder::Rounds(_) => panic!("this ruleset counts"),
    }
}

/// The sheet of a Medium combatant with a rate of 20 feet and every other number 0.
pub fn base_sheet() -> Sheet {
    Sheet {
        whole: Default::default(),
        unit: "dull".into(),
        figure: String::new(),
        about: String::new(),
        size: Size::Medium,
        body: Body::Tall,
        extent: 1,
        size_modifiers: Vec::new(),
        occupancy: 16,
        reach: 5,
        rate: 20,
        stats: Stats::default(),
        derived: StatTable::default(),
        weapons: Default::default(),
        hands: 2,
        unarmed: None,
        shield: None,
        armor: None,
        untrained: Vec::new(),
        resistances: Vec::new(),
        knacks: Vec::new(),
        traits: Vec::new(),
        spells: Vec::new(),
        speed: SpeedMode::Fixed,
    }
}

/// A [`base_sheet`] with some stats.
pub fn with_stats(stats: &[(Stat, i16)]) -> Sheet {
    let mut sheet = base_sheet();
    stats.iter().for_each(|(stat, value)| sheet.stats.set(*stat, *value));
    sheet
}

/// A weapon on a sheet, with `power` and `strength` as its fixed damage.
pub fn weapon(dice: &str, power: i16, strength: i16) -> SheetWeapon {
    let mut damage = Breakdown::new();
    damage.add_if(Label::Stat(Stat::Power), power, Name::new("TC-041"));
    damage.add_if(Label::Attribute(Stat::Strength), strength, Name::new("TC-045"));
    let made = Weapon {
        id: Name::new("blade"),
        name: "Blade".into(),
        category: WeaponCategory::LightSwords,
        damage: dice.parse().expect("dice"),
        harm: DamageTypes::SLASHING,
        speed: SpeedClass::Standard,
        hands: Hands::One,
        melee: Some(5),
        range: None,
        properties: Vec::new(),
        durability: 5,
        critical: None,
        points: 0,
        magic: Default::default(),
        hardness: None,
        either: false,
        rule: Name::new("G-29"),
    };
    crate::entry::in_hand(made, Breakdown::new(), damage)
}

/// The slot of the first weapon.
pub const FIRST: WeaponSlot = WeaponSlot(0);

impl Bodies {
    /// A board of squares from a drawing. Letters are combatants with a [`base_sheet`]: lower case on side 0, capitals on
    /// side 1.
    pub fn square(drawing: &str) -> Bodies {
        Bodies::drawn(crate::drawn::square(drawing), drawing)
    }

    /// A board of hexagons from a drawing; see [`Bodies::square`].
    pub fn hex(drawing: &str) -> Bodies {
        Bodies::drawn(crate::drawn::hex(drawing), drawing)
    }

    /// A single combatant `a` in the middle of a large open board.
    pub fn alone(shape: Shape) -> Bodies {
        let mut bodies = Bodies::drawn(Board::open(shape, 41, 41), "");
        bodies.snapshot.rows.push(row(0, 'a', Cell::new(20, 20)));
        bodies
    }

    fn drawn(board: Board, drawing: &str) -> Bodies {
        let lines = drawing.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut marked: Vec<(char, Cell)> = Vec::new();
        for (y, line) in lines.enumerate() {
            let marks = line.chars().filter(|mark| !mark.is_whitespace()).enumerate();
            marked.extend(marks.map(|(x, mark)| (mark, Cell::new(x as i16, y as i16))));
        }
        marked.retain(|(mark, _)| mark.is_ascii_alphabetic() && *mark != 'o');
        marked.sort_unstable();
        let rows = marked.iter().enumerate().map(|(at, (mark, cell))| row(at, *mark, *cell)).collect();
        let field = Field::new(Arc::new(board));
        let snapshot = Snapshot::new(rows, field);
        Bodies { snapshot, policies: policies(), conditions: Table::new(shipped("conditions.ron")) }
    }

    /// The id of the combatant with this letter.
    pub fn id(&self, letter: char) -> CombatantId {
        let found = self.snapshot.rows.iter().find(|row| &*row.name == letter.to_string().as_str());
        found.expect("a letter of the drawing").id
    }

    /// Edits the sheet of a combatant.
    pub fn sheet(mut self, letter: char, change: impl FnOnce(&mut Sheet)) -> Bodies {
        let row = self.row_mut(letter);
        change(Arc::make_mut(&mut row.sheet));
        row.position.extent = row.sheet.extent;
        self
    }

    /// Edits the state of a combatant.
    pub fn state(mut self, letter: char, change: impl FnOnce(&mut Row)) -> Bodies {
        let id = self.id(letter);
        change(&mut self.snapshot.rows[id.index()]);
        self.snapshot.rows[id.index()].sum_up(&self.conditions);
        self
    }

    /// Moves `a` in one count at a gait, by the indices of the directions of its steps.
    pub fn stride(&mut self, gait: Gait, steps: &[u8]) -> Result<(), Refusal> {
        let (id, shape) = (self.id('a'), self.view().shape());
        let mut here = self.view().footprint(id).anchor;
        let next = |step: &u8| {
            here = shape.step(here, Direction(*step));
            here
        };
        let path: Vec<Cell> = steps.iter().map(next).collect();
        let momentum = walk(self.game(), id, gait, &path)?;
        let row = self.row_mut('a');
        row.momentum = momentum;
        if let Some(last) = path.last() {
            (row.position.x, row.position.y) = (last.x, last.y);
        }
        Ok(())
    }

    /// Moves `a` straight ahead for some counts, as far as possible in each.
    pub fn straight(&mut self, gait: Gait, counts: u16, direction: u8) {
        for _ in 0..counts {
            let cells = allowance(self.game(), self.id('a'), gait);
            let steps = vec![direction; usize::from(cells)];
            self.stride(gait, &steps).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
    }

    /// The mutable state of a combatant.
    pub fn row_mut(&mut self, letter: char) -> &mut Row {
        let id = self.id(letter);
        &mut self.snapshot.rows[id.index()]
    }

    pub fn view(&self) -> View<'_> {
        self.snapshot.view()
    }

    pub fn book(&self) -> Rulebook<'_> {
        Rulebook { policies: &self.policies, conditions: &self.conditions }
    }

    /// The battle and its rules, as mechanics read them.
    pub fn game(&self) -> Game<'_> {
        Game::new(self.view(), self.book())
    }
}

fn row(at: usize, letter: char, cell: Cell) -> Row {
    Row {
        id: CombatantId(at as u16),
        side: Side(u8::from(letter.is_ascii_uppercase())),
        name: letter.to_string().into(),
        sheet: Arc::new(base_sheet()),
        own: Arc::new(base_sheet()),
        position: Position { x: cell.x, y: cell.y, extent: 1, altitude: 0 },
        facing: Facing::AllAround,
        vitals: Vitals::fresh(20),
        conditions: Conditions::default(),
        held: StatusFlags::default(),
        stance: Stance::default(),
        arms: Arms::default(),
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
    }
}

/// A single combatant `a` in the middle of a large open board, with a movement rate in feet.
pub fn mover(shape: Shape, feet: u16) -> Bodies {
    Bodies::alone(shape).sheet('a', |sheet| sheet.rate = feet)
}

/// The momentum of `a`.
pub fn momentum(bodies: &Bodies) -> Momentum {
    bodies.view().row(bodies.id('a')).momentum
}

/// The rule that refuses a stride of `a`; `None` if it is legal.
pub fn refused(bodies: &mut Bodies, gait: Gait, steps: &[u8]) -> Option<&'static str> {
    bodies.stride(gait, steps).err().map(|refusal| refusal.rule.as_str())
}

/// Puts `a` in a stance, with its shift finished.
pub fn in_stance(bodies: Bodies, stance: &str) -> Bodies {
    let held = Some(Name::new(stance));
    bodies.state('a', |row| row.stance = Stance { held, shifting: false })
}
