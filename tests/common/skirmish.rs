//! Small battles played by the real engine: a drawn map, simple units, scripted dice, complete lists of facts.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use warboard::battle::{
    Arms, CombatantId, Current, Facing, Field, GearPiece, Held, Row, Side, Snapshot, WeaponLocation, WeaponSlot,
};
use warboard::content::{Goal, Name, Rest, SpeedMode, Unit};
use warboard::dice::Dice;
use warboard::grid::{Board, Cell, Footprint, Shape};
use warboard::mechanics::{Game, items};
use warboard::resolution::setup::{CombatantSetup, SideSetup};
use warboard::resolution::{
    Act, Asks, BattleEvent, BattleState, BattleStatus, CarryOver, Choice, Illegal, Prompt, Setup, Target,
};
use warboard::rules::{Library, Ruleset, make_sheet};

#[path = "dice_left.rs"]
mod dice_left;
#[path = "imposed.rs"]
mod imposed;
#[path = "units.rs"]
pub mod units;
#[allow(unused_imports, reason = "not every test that includes this tailors units")]
pub use units::*;

pub fn time_count() -> Arc<Ruleset> {
    static RULES: OnceLock<Arc<Ruleset>> = OnceLock::new();
    RULES.get_or_init(|| shipped("time_count")).clone()
}

/// The Fragments rule system, loaded once.
pub fn fragments() -> Arc<Ruleset> {
    static RULES: OnceLock<Arc<Ruleset>> = OnceLock::new();
    RULES.get_or_init(|| shipped("fragments")).clone()
}

fn shipped(id: &str) -> Arc<Ruleset> {
    let library = Library::open(&crate::assets::assets()).expect("the assets load");
    library.ruleset(id).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()))
}

/// The setup of a [`Skirmish`].
pub struct Plan<'w> {
    rules: Arc<Ruleset>,
    shape: Shape,
    map: String,
    units: Vec<(char, Side, Unit, bool)>,
    goals: Vec<Goal>,
    /// Whether each side begins in ambush.
    ambush: [bool; 2],
    limit: i32,
    field: fn(&mut Field),
    board: Option<Board>,
    currents: Vec<Current>,
    /// Commanded units with their commanders.
    commands: Vec<(char, Vec<char>)>,
    /// Units with conditions at the beginning.
    afflicted: Vec<(char, Name)>,
    /// Units with the hit points they have lost and the fatigue they have at the beginning.
    worn: Vec<(char, (i16, i16))>,
    /// The rest before this battle, and the battle before the rest.
    before: Option<(Rest, &'w BattleState)>,
}

/// Plans a battle on a drawn map. Units marked by a capital letter are on side 1, others on side 0.
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
    /// Replaces the drawn board; the drawing still places the units.
    pub fn on(self, board: Board) -> Plan<'w> {
        Plan { board: Some(board), ..self }
    }

    /// Adds a current or rough water.
    pub fn current(mut self, current: Current) -> Plan<'w> {
        self.currents.push(current);
        self
    }

    /// Makes the board one of hexagons.
    pub fn hexes(self) -> Plan<'w> {
        Plan { shape: Shape::Hex, ..self }
    }

    /// Adds a unit where the map has its mark.
    pub fn unit(mut self, mark: char, unit: Unit) -> Plan<'w> {
        let side = Side(u8::from(mark.is_uppercase()));
        self.units.push((mark, side, unit, false));
        self
    }

    /// Adds a unit that begins surprised.
    pub fn surprised(mut self, mark: char, unit: Unit) -> Plan<'w> {
        let side = Side(u8::from(mark.is_uppercase()));
        self.units.push((mark, side, unit, true));
        self
    }

    /// Edits the field before the battle begins.
    pub fn field(self, field: fn(&mut Field)) -> Plan<'w> {
        Plan { field, ..self }
    }

    /// Puts a unit under the command of other units.
    pub fn commanded_by(mut self, mark: char, commanders: &[char]) -> Plan<'w> {
        self.commands.push((mark, commanders.to_vec()));
        self
    }

    /// Gives a unit a condition at the beginning of the battle.
    pub fn with_condition(mut self, mark: char, condition: &str) -> Plan<'w> {
        self.afflicted.push((mark, Name::new(condition)));
        self
    }

    /// Takes hit points from a unit and adds fatigue to it before the battle.
    pub fn with_losses(mut self, mark: char, hurt: i16, fatigue: i16) -> Plan<'w> {
        self.worn.push((mark, (hurt, fatigue)));
        self
    }

    /// Continues after an earlier battle and a rest: units of side 0 keep their state.
    pub fn after(self, rest: Rest, earlier: &'w Skirmish) -> Plan<'w> {
        Plan { before: Some((rest, &earlier.state)), ..self }
    }

    /// Puts a side in ambush.
    pub fn ambush(mut self, side: Side) -> Plan<'w> {
        self.ambush[usize::from(side.0)] = true;
        self
    }

    /// Sets the count at which the battle ends.
    pub fn limit(self, limit: i32) -> Plan<'w> {
        Plan { limit, ..self }
    }

    /// Begins the battle with scripted dice. The first are the initiative of the units, in their order.
    pub fn rolls(self, faces: &[u16]) -> Skirmish {
        self.begin(Dice::scripted(faces.to_vec()))
    }

    /// Begins the battle with seeded dice.
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
            let things = self.rules.policies.things.as_ref().filter(|things| things.broken.is_some());
            let held = |at: usize| {
                let place = if sheet.weapons[at].in_hand { WeaponLocation::InHand } else { WeaponLocation::Carried };
                let whole = |things| items::whole_points(things, &sheet, GearPiece::Weapon(WeaponSlot(at as u8)));
                Held { place, durability: things.map_or(5, whole) }
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
            rides: Vec::new(),
            limit: self.limit,
            content_hash: 0,
        };
        let before = self.before.map(|(rest, earlier)| Arc::new(CarryOver::after(earlier, rest, &setup)));
        let mut state = BattleState::begin(Arc::new(Setup { before, ..setup }), dice);
        let ids = self.units.iter().enumerate().map(|(at, (mark, ..))| (*mark, CombatantId(at as u16))).collect();
        state.resolve();
        Skirmish { state, ids, read: 0, spared: None }
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

/// A battle in progress. Combatants are named by their marks on the map.
pub struct Skirmish {
    pub state: BattleState,
    ids: BTreeMap<char, CombatantId>,
    /// Facts already returned by `events`.
    read: usize,
    /// The reason for which scripted dice may be left over, if any.
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

    /// Whether a combatant has a condition.
    pub fn has(&self, mark: char, condition: &str) -> bool {
        let rules = &self.battle().setup().rules;
        let (view, id) = (self.snapshot().view(), self.id(mark));
        warboard::mechanics::status::has_condition(Game::new(view, rules.book()), id, Name::new(condition))
    }

    /// The combatant with the open prompt, and what it is asked.
    pub fn asked(&self) -> (char, Asks) {
        let Prompt { who, asks } = self.battle().prompt().expect("an open prompt").clone();
        (self.mark(who), asks)
    }

    pub fn mark(&self, who: CombatantId) -> char {
        self.ids.iter().find(|(_, id)| **id == who).map_or('?', |(mark, _)| *mark)
    }

    /// Answers the open prompt, which must be that of `mark`, and resolves the battle up to the next prompt.
    pub fn choose(&mut self, mark: char, choice: Choice) -> &mut Skirmish {
        let (asked, asks) = self.asked();
        assert_eq!(asked, mark, "{asked} is asked for {asks:?}, not {mark}");
        self.state.submit(choice.clone()).unwrap_or_else(|why| panic!("{mark} may not {choice:?}: {why}"));
        self.state.resolve();
        self
    }

    /// The refusal of a choice, which must be illegal.
    pub fn refused(&mut self, choice: Choice) -> Illegal {
        self.state.submit(choice).expect_err("it is illegal")
    }

    /// Performs an act.
    pub fn act(&mut self, mark: char, act: Act) -> &mut Skirmish {
        self.choose(mark, Choice::Act(act))
    }

    /// Strikes a target with the first weapon.
    pub fn strike(&mut self, mark: char, at: char) -> &mut Skirmish {
        let act = Act::at("strike", self.id(at), Some(WeaponSlot(0)));
        self.act(mark, act)
    }

    /// Performs an action on a target, without naming a weapon.
    pub fn act_on(&mut self, mark: char, action: &str, at: char) -> &mut Skirmish {
        let act = Act::at(action, self.id(at), None);
        self.act(mark, act)
    }

    /// Performs an action without a target.
    pub fn perform(&mut self, mark: char, action: &str) -> &mut Skirmish {
        self.act(mark, Act::own(action))
    }

    /// Performs an action whose object is the first weapon.
    pub fn perform_with_weapon(&mut self, mark: char, action: &str) -> &mut Skirmish {
        self.act(mark, Act { target: Target::Weapon(WeaponSlot(0)), ..Act::own(action) })
    }

    /// The refusal of an action without a target.
    pub fn refused_action(&mut self, mark: char, action: &str) -> Illegal {
        assert_eq!(self.asked().0, mark);
        self.refused(Choice::Act(Act::own(action)))
    }

    /// The refusal of a walk.
    pub fn refused_walk(&mut self, mark: char, path: &[(i16, i16)]) -> Illegal {
        assert_eq!(self.asked().0, mark);
        let path = path.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
        self.refused(Choice::Act(Act::along("move", path)))
    }

    /// Waits.
    pub fn wait(&mut self, mark: char) -> &mut Skirmish {
        self.perform(mark, "wait")
    }

    /// Walks along a path.
    pub fn walk(&mut self, mark: char, path: &[(i16, i16)]) -> &mut Skirmish {
        let path = path.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
        self.act(mark, Act::along("move", path))
    }

    /// Declines the offer of the open prompt.
    pub fn pass(&mut self, mark: char) -> &mut Skirmish {
        self.choose(mark, Choice::Pass)
    }

    /// The facts since the last call of `events`.
    pub fn events(&mut self) -> Vec<BattleEvent> {
        let events = self.battle().log().events()[self.read..].to_vec();
        self.read += events.len();
        events
    }

    /// The log lines of the facts since the last call of `events`.
    pub fn log_lines(&mut self) -> Vec<String> {
        let events = self.events();
        let rules = &self.battle().setup().rules;
        let lines = events.iter().filter_map(|event| warboard::narration::narrate(self.snapshot(), rules, event));
        lines.map(|line| line.to_string()).collect()
    }

    pub fn status(&mut self) -> BattleStatus {
        self.state.resolve()
    }
}
