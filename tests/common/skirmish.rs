//! A tiny battle that really runs: a drawn map, plain units, scripted dice, whole event lists.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use warboard::battle::{
    Afflicted, Arms, CombatantId, Current, Facing, Field, Held, Row, Side, Snapshot, Until, WeaponLocation, WeaponSlot,
};
use warboard::content::Name;
use warboard::content::goal::Goal;
use warboard::content::rest::Rest;
use warboard::content::speed::SpeedMode;
use warboard::content::unit::Unit;
use warboard::dice::Dice;
use warboard::grid::{Board, Cell, Footprint, Shape};
use warboard::mechanics::Game;
use warboard::resolution::setup::{CombatantSetup, SideSetup};
use warboard::resolution::{
    Act, Asks, BattleEvent, BattleState, BattleStatus, CarryOver, Choice, Illegal, Prompt, Setup, Target,
};
use warboard::rules::{Library, Ruleset, make_sheet};

#[path = "dice_left.rs"]
mod dice_left;
#[path = "tailored.rs"]
pub mod tailored;
#[allow(unused_imports, reason = "not every test that includes this tailors units")]
pub use tailored::*;

/// The rule system of counts, read once.
pub fn time_count() -> Arc<Ruleset> {
    static RULES: OnceLock<Arc<Ruleset>> = OnceLock::new();
    RULES.get_or_init(|| shipped("time_count")).clone()
}

/// The rule system of three actions a turn, read once.
pub fn fragments() -> Arc<Ruleset> {
    static RULES: OnceLock<Arc<Ruleset>> = OnceLock::new();
    RULES.get_or_init(|| shipped("fragments")).clone()
}

fn shipped(id: &str) -> Arc<Ruleset> {
    let library = Library::open(&crate::assets::assets()).expect("the assets load");
    library.ruleset(id).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()))
}

/// A battle that is about to begin.
pub struct Plan<'w> {
    rules: Arc<Ruleset>,
    shape: Shape,
    map: String,
    units: Vec<(char, Side, Unit, bool)>,
    goals: Vec<Goal>,
    /// Which sides lie in ambush.
    ambush: [bool; 2],
    limit: i32,
    field: fn(&mut Field),
    board: Option<Board>,
    currents: Vec<Current>,
    /// Who is under whose command.
    commands: Vec<(char, Vec<char>)>,
    /// Who begins with which condition.
    afflicted: Vec<(char, Name)>,
    /// Who begins without how many hit points and with how much fatigue.
    worn: Vec<(char, (i16, i16))>,
    /// The battle before it, and the rest between.
    before: Option<(Rest, &'w BattleState)>,
}

/// A battle on this map, under these rules; capital letters of the map are units of side 1, others of side 0.
pub fn skirmish<'w>(rules: &Arc<Ruleset>, map: &str) -> Plan<'w> {
    let (units, goals) = (Vec::new(), vec![Goal::DefeatAll]);
    let (board, currents, commands) = (None, Vec::new(), Vec::new());
    let (rules, map, shape) = (rules.clone(), map.to_owned(), Shape::Square);
    Plan {
        rules,
        shape,
        map,
        units,
        goals,
        ambush: [false; 2],
        limit: 10_000,
        field: |_| {},
        board,
        currents,
        commands,
        afflicted: Vec::new(),
        worn: Vec::new(),
        before: None,
    }
}

impl<'w> Plan<'w> {
    /// The floor in place of the one the map draws; the map still says where units stand.
    pub fn on(self, board: Board) -> Plan<'w> {
        Plan { board: Some(board), ..self }
    }

    /// Water that flows or is wild.
    pub fn current(mut self, current: Current) -> Plan<'w> {
        self.currents.push(current);
        self
    }

    pub fn hexes(self) -> Plan<'w> {
        Plan { shape: Shape::Hex, ..self }
    }

    pub fn unit(mut self, mark: char, unit: Unit) -> Plan<'w> {
        let side = Side(u8::from(mark.is_uppercase()));
        self.units.push((mark, side, unit, false));
        self
    }

    pub fn surprised(mut self, mark: char, unit: Unit) -> Plan<'w> {
        let side = Side(u8::from(mark.is_uppercase()));
        self.units.push((mark, side, unit, true));
        self
    }

    /// Changes the field before the battle begins.
    pub fn field(self, field: fn(&mut Field)) -> Plan<'w> {
        Plan { field, ..self }
    }

    /// Somebody is under the command of these.
    pub fn under(mut self, mark: char, commanders: &[char]) -> Plan<'w> {
        self.commands.push((mark, commanders.to_vec()));
        self
    }

    /// Somebody has a condition as the battle begins.
    pub fn bearing(mut self, mark: char, condition: &str) -> Plan<'w> {
        self.afflicted.push((mark, Name::new(condition)));
        self
    }

    /// Somebody has lost hit points and gathered fatigue before the battle.
    pub fn worn(mut self, mark: char, hurt: i16, fatigue: i16) -> Plan<'w> {
        self.worn.push((mark, (hurt, fatigue)));
        self
    }

    /// Those of the first side come from another battle, after a rest.
    pub fn after(self, rest: Rest, earlier: &'w Skirmish) -> Plan<'w> {
        Plan { before: Some((rest, &earlier.state)), ..self }
    }

    /// A side lies in ambush.
    pub fn ambush(mut self, side: Side) -> Plan<'w> {
        self.ambush[usize::from(side.0)] = true;
        self
    }

    pub fn limit(self, limit: i32) -> Plan<'w> {
        Plan { limit, ..self }
    }

    /// Begins the battle with these dice and no others. The first are those of initiative, in the order of the units.
    pub fn rolls(self, faces: &[u16]) -> Skirmish {
        self.begin(Dice::scripted(faces.to_vec()))
    }

    /// Begins the battle with the dice of a seed.
    pub fn seeded(self, seed: u64) -> Skirmish {
        self.begin(Dice::seeded(seed, 0))
    }

    fn begin(self, dice: Dice) -> Skirmish {
        let board = match (self.board, self.shape) {
            (Some(board), _) => board,
            (None, Shape::Square) => crate::drawn::square(&self.map),
            (None, Shape::Hex) => crate::drawn::hex(&self.map),
        };
        let marks = marks(&self.map);
        let combatants = self.units.iter().map(|(mark, side, unit, surprised)| {
            let sheet = make_sheet(&self.rules, "dull", unit, SpeedMode::Fixed).expect("a unit of these rules");
            let cell = marks.get(mark).copied().unwrap_or_else(|| panic!("no {mark} on the map"));
            let held = |at: usize| {
                let carried = sheet.weapons[at].in_hand;
                Held { place: if carried { WeaponLocation::InHand } else { WeaponLocation::Carried }, durability: 5 }
            };
            let weapons = (0..sheet.weapons.len()).map(held).collect();
            let footprint = Footprint { anchor: cell, extent: sheet.extent };
            let arms = Arms { weapons, shield: sheet.shield.is_some(), ..Arms::default() };
            let (name, side, surprised) = (mark.to_string().into(), *side, *surprised);
            let id =
                |mark: &char| CombatantId(self.units.iter().position(|unit| unit.0 == *mark).expect("a unit") as u16);
            let command = self.commands.iter().find(|(under, _)| under == mark);
            let commanders = command.map(|(_, by)| by.iter().map(id).collect()).unwrap_or_default();
            let facing = Facing::AllAround;
            let afflicted = self.afflicted.iter().filter(|(bearer, _)| bearer == mark).map(|(_, name)| *name).collect();
            let (hurt, fatigue) = self.worn.iter().find(|(bearer, _)| bearer == mark).map_or((0, 0), |(_, worn)| *worn);
            CombatantSetup {
                name,
                side,
                sheet: Arc::new(sheet),
                footprint,
                facing,
                arms,
                surprised,
                hurt,
                fatigue,
                afflicted,
                commanders,
            }
        });
        let party = |at: usize, name: &str| SideSetup {
            name: name.into(),
            ambush: self.ambush[at],
            goals: self.goals.clone(),
            losses: Vec::new(),
        };
        let mut field = Field { currents: self.currents, ..Field::new(Arc::new(board)) };
        (self.field)(&mut field);
        let setup = Setup {
            name: "skirmish".into(),
            rules: self.rules.clone(),
            field,
            combatants: combatants.collect(),
            sides: vec![party(0, "small"), party(1, "CAPITAL")],
            before: None,
            limit: self.limit,
            content_hash: 0,
        };
        let before = self.before.map(|(rest, earlier)| Arc::new(CarryOver::after(earlier, rest, &setup)));
        let mut state = BattleState::begin(Arc::new(Setup { before, ..setup }), dice);
        let ids = self.units.iter().enumerate().map(|(at, (mark, ..))| (*mark, CombatantId(at as u16))).collect();
        state.resolve();
        Skirmish { state, ids, told: 0, spared: None }
    }
}

fn marks(map: &str) -> BTreeMap<char, Cell> {
    let lines = map.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut marks = BTreeMap::new();
    for (y, line) in lines.enumerate() {
        for (x, mark) in line.chars().filter(|mark| !mark.is_whitespace()).enumerate() {
            marks.entry(mark).or_insert(Cell::new(x as i16, y as i16));
        }
    }
    marks
}

/// A battle in progress.
pub struct Skirmish {
    pub state: BattleState,
    ids: BTreeMap<char, CombatantId>,
    told: usize,
    /// Why scripted dice may be left over, where they may.
    spared: Option<&'static str>,
}

impl Skirmish {
    pub fn id(&self, mark: char) -> CombatantId {
        self.ids[&mark]
    }

    pub fn row(&self, mark: char) -> &Row {
        &self.snapshot().rows[self.id(mark).index()]
    }

    pub fn snapshot(&self) -> &Snapshot {
        self.state.snapshot()
    }

    pub fn battle(&self) -> &BattleState {
        &self.state
    }

    pub fn count(&self) -> i32 {
        self.snapshot().count
    }

    pub fn cell(&self, mark: char) -> (i16, i16) {
        let cell = self.row(mark).position.cell();
        (cell.x, cell.y)
    }

    pub fn has(&self, mark: char, condition: &str) -> bool {
        let rules = &self.battle().setup().rules;
        let (view, id) = (self.snapshot().view(), self.id(mark));
        warboard::mechanics::status::has_condition(Game::new(view, rules.book()), id, Name::new(condition))
    }

    /// Who is asked now, and what.
    pub fn asked(&self) -> (char, Asks) {
        let Prompt { who, asks } = self.battle().prompt().expect("somebody is asked").clone();
        (self.mark(who), asks)
    }

    pub fn mark(&self, who: CombatantId) -> char {
        self.ids.iter().find(|(_, id)| **id == who).map_or('?', |(mark, _)| *mark)
    }

    /// Answers for one who is asked, and goes on until somebody is asked again.
    pub fn choose(&mut self, mark: char, choice: Choice) -> &mut Skirmish {
        let (asked, asks) = self.asked();
        assert_eq!(asked, mark, "{asked} is asked for {asks:?}, not {mark}");
        self.state.submit(choice.clone()).unwrap_or_else(|why| panic!("{mark} may not {choice:?}: {why}"));
        self.state.resolve();
        self
    }

    /// What a choice is refused for.
    pub fn refused(&mut self, choice: Choice) -> Illegal {
        self.state.submit(choice).expect_err("it is illegal")
    }

    pub fn act(&mut self, mark: char, act: Act) -> &mut Skirmish {
        self.choose(mark, Choice::Act(act))
    }

    /// An attack with the first weapon.
    pub fn strike(&mut self, mark: char, at: char) -> &mut Skirmish {
        let act = Act::at("strike", self.id(at), Some(WeaponSlot(0)));
        self.act(mark, act)
    }

    /// An action against another, with the first weapon.
    pub fn does(&mut self, mark: char, action: &str, at: char) -> &mut Skirmish {
        let act = Act::at(action, self.id(at), None);
        self.act(mark, act)
    }

    pub fn own(&mut self, mark: char, action: &str) -> &mut Skirmish {
        self.act(mark, Act::own(action))
    }

    /// An action with the first weapon as its object.
    pub fn own_weapon(&mut self, mark: char, action: &str) -> &mut Skirmish {
        self.act(mark, Act { action: Name::new(action), target: Target::Weapon(WeaponSlot(0)), weapon: None })
    }

    /// What an action of one's own is refused for.
    pub fn refused_own(&mut self, mark: char, action: &str) -> Illegal {
        assert_eq!(self.asked().0, mark);
        self.refused(Choice::Act(Act::own(action)))
    }

    /// What a walk is refused for.
    pub fn refused_walk(&mut self, mark: char, path: &[(i16, i16)]) -> Illegal {
        assert_eq!(self.asked().0, mark);
        let path = path.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
        self.refused(Choice::Act(Act::along("move", path)))
    }

    /// Gives somebody a condition, as if something had.
    pub fn afflict(&mut self, mark: char, condition: &str) -> &mut Skirmish {
        let (who, rule) = (self.id(mark), Name::new("test"));
        let affliction = Afflicted { condition: Name::new(condition), by: None, until: Until::Ended, level: 0 };
        self.state.impose(&BattleEvent::ConditionGained { who, affliction, rule });
        self
    }

    pub fn wait(&mut self, mark: char) -> &mut Skirmish {
        self.own(mark, "wait")
    }

    pub fn walk(&mut self, mark: char, path: &[(i16, i16)]) -> &mut Skirmish {
        let path = path.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
        self.act(mark, Act::along("move", path))
    }

    pub fn pass(&mut self, mark: char) -> &mut Skirmish {
        self.choose(mark, Choice::Pass)
    }

    /// The facts since this was last asked.
    pub fn events(&mut self) -> Vec<BattleEvent> {
        let events = self.battle().log().events()[self.told..].to_vec();
        self.told += events.len();
        events
    }

    /// The facts since this was last asked, in the words of the log.
    pub fn told(&mut self) -> Vec<String> {
        let events = self.events();
        let rules = &self.battle().setup().rules;
        let lines = events.iter().filter_map(|event| warboard::narration::narrate(self.snapshot(), rules, event));
        lines.map(|line| line.to_string()).collect()
    }

    pub fn status(&mut self) -> BattleStatus {
        self.state.resolve()
    }
}
