//! Prepares a scenario for one rule system: resolves units and checks their positions.

use std::collections::BTreeMap;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::combatants::{display_names, initial_arms};
use super::map::things;
use super::scale::{in_unit, light_in_unit};
use super::sides::cannot_stand;
use super::{Member, Scenario, ScenarioSide, mounts};
use crate::battle::{CombatantId, Field, Light, LightFrom, Sheet, Side};
use crate::content::{Diagnostic, Findings, HealthModel, Name, SpeedMode, Trait, Unit, ValuePath, WornGear};
use crate::grid::{Cell, Footprint, Occupancy};
use crate::mechanics::health;
use crate::resolution::setup::{CombatantSetup, Setup, SideSetup};
use crate::rules::{Library, Ruleset, make_sheet};

impl Scenario {
    /// Prepares a battle under a rule system.
    ///
    /// Combatants are in the order of the sides and their units.
    ///
    /// # Errors
    /// All mistakes in the rule system and its units, units it does not have, and units that cannot stand at their position.
    pub fn prepare(&self, library: &Library, ruleset: &str) -> Result<Setup, Vec<Diagnostic>> {
        let rules = library.ruleset(ruleset)?;
        let mut builder = SetupBuilder {
            scenario: self,
            library,
            rules: &rules,
            known: library.units(&rules.id),
            units: BTreeMap::new(),
            sheets: BTreeMap::new(),
            findings: Findings::new(&self.source),
            refused: None,
            unit_errors: Vec::new(),
        };
        for need in self.needs.iter().filter(|need| !need.is_met(&rules.policies)) {
            let message = format!("{} has no rules for {}", rules.policies.name, need.words());
            builder.findings.refuse(&ValuePath::root(), message).with_help("choose another rule system");
        }
        let placed = builder.place_all();
        check_ambush(self, &rules, &mut builder.findings);
        if placed.len() == self.combatants() {
            check_mounts(&placed, &rules, &mut builder.findings);
        }
        check_room(self, &rules, &placed, &mut builder.findings);
        let things = things::under(&self.things, &rules, &mut builder.findings);
        builder.finish()?;
        let mut setup = Setup {
            name: self.name.as_str().into(),
            field: Field {
                things,
                lights: lights(self, &placed, &rules),
                ..in_unit(&self.field, &rules.policies.board)
            },
            combatants: combatants(&placed, &rules),
            sides: self.sides.iter().map(|side| side_setup(side, &rules)).collect(),
            before: None,
            rides: rides(&placed).collect(),
            limit: rules.policies.turn.moments(self.limit),
            content_hash: 0,
            rules,
        };
        // A hash of values, not of text.
        let battle = (&setup.field, &setup.combatants, &setup.sides, setup.limit);
        let mut values = format!("{:?}", (&setup.name, battle, setup.rules.content_hash));
        if !setup.rides.is_empty() {
            values.push_str(&format!("{:?}", setup.rides));
        }
        setup.content_hash = xxh3_64(values.as_bytes());
        Ok(setup)
    }
}

struct PlacedMember<'s> {
    member: &'s Member,
    side: Side,
    unit: Arc<Unit>,
    sheet: Arc<Sheet>,
}

impl PlacedMember<'_> {
    fn footprint(&self) -> Footprint {
        Footprint::new(self.member.cell, self.sheet.extent)
    }
}

struct SetupBuilder<'s> {
    scenario: &'s Scenario,
    library: &'s Library,
    rules: &'s Ruleset,
    known: Vec<String>,
    units: BTreeMap<String, Arc<Unit>>,
    sheets: BTreeMap<(String, bool), Arc<Sheet>>,
    findings: Findings<'s>,
    /// The entry last refused, to report an entry with several members only once.
    refused: Option<ValuePath>,
    unit_errors: Vec<Diagnostic>,
}

impl<'s> SetupBuilder<'s> {
    fn place_all(&mut self) -> Vec<PlacedMember<'s>> {
        let mut placed = Vec::new();
        for (number, side) in (0..).zip(&self.scenario.sides) {
            for member in &side.members {
                let Some(unit) = self.unit(member) else { continue };
                let mode = member.speed.or(unit.speed).unwrap_or(side.speed);
                let Some(sheet) = self.sheet(member, &unit, mode) else { continue };
                self.check_conditions(member);
                self.check_aware(member);
                self.check_state(member, &sheet);
                placed.push(PlacedMember { member, side: Side(number), unit, sheet });
            }
        }
        placed
    }

    /// Refuses unknown conditions; stances are not conditions.
    fn check_conditions(&mut self, member: &Member) {
        let conditions = self.rules.conditions.iter().filter(|condition| condition.stance.is_none());
        let known: Vec<&str> = conditions.map(|condition| condition.id.as_str()).collect();
        for (at, name) in member.afflicted.iter().enumerate().filter(|(_, name)| !known.contains(&name.as_str())) {
            self.findings.unknown(&member.path.field("afflicted").index(at), "condition", name, &known);
        }
    }

    /// Refuses unknown rule systems under which a member is not surprised.
    fn check_aware(&mut self, member: &Member) {
        if member.aware_under.is_empty() {
            return;
        }
        let ids = self.library.ruleset_ids();
        let known: Vec<&str> = ids.iter().map(String::as_str).collect();
        for (at, id) in member.aware_under.iter().enumerate().filter(|(_, id)| !known.contains(&id.as_str())) {
            self.findings.unknown(&member.path.field("aware_under").index(at), "rule system", id, &known);
        }
    }

    /// Refuses initial damage or fatigue that would have felled the unit.
    fn check_state(&mut self, member: &Member, sheet: &Sheet) {
        let most = health::hit_points(&health::unhurt(&self.rules.policies, sheet));
        if member.hurt != 0 && !(0..most).contains(&member.hurt) {
            let message = format!("`hurt` is {}, but `{}` has {most} hit points", member.hurt, member.unit);
            self.findings
                .refuse(&member.path.field("hurt"), message)
                .with_help(format!("use 0 to {}", (most - 1).max(0)));
            return;
        }
        let path = member.path.field("fatigue");
        let left = match self.rules.policies.consciousness.collapse {
            HealthModel::Fatigue(_) => most - member.hurt,
            _ if member.fatigue == 0 => 0,
            _ => {
                let message = format!("there is no fatigue under {}", self.rules.policies.name);
                self.findings.refuse(&path, message);
                return;
            }
        };
        if !(0..=left).contains(&member.fatigue) {
            let message =
                format!("a fatigue of {} would have felled the unit: it has {left} hit points left", member.fatigue);
            self.findings.refuse(&path, message).with_help(format!("use 0 to {left}"));
        }
    }

    /// The unit of a member; its mistakes are reported once.
    fn unit(&mut self, member: &Member) -> Option<Arc<Unit>> {
        if !self.known.contains(&member.unit) {
            if self.refused.replace(member.path.clone()).as_ref() == Some(&member.path) {
                return None;
            }
            let what = format!("{} unit", self.rules.policies.name);
            self.findings.unknown(&member.path.field("unit"), &what, &member.unit, &self.known);
            return None;
        }
        if let Some(unit) = self.units.get(&member.unit) {
            return Some(Arc::clone(unit));
        }
        match self.library.unit(&self.rules.id, &member.unit) {
            Ok(unit) => {
                self.units.insert(member.unit.clone(), Arc::clone(&unit));
                Some(unit)
            }
            Err(wrong) => {
                self.known.retain(|known| *known != member.unit);
                self.unit_errors.push(wrong);
                None
            }
        }
    }

    fn sheet(&mut self, member: &Member, unit: &Unit, mode: SpeedMode) -> Option<Arc<Sheet>> {
        let key = (member.unit.clone(), mode == SpeedMode::Random);
        if let Some(sheet) = self.sheets.get(&key) {
            return Some(Arc::clone(sheet));
        }
        match make_sheet(self.rules, &member.unit, unit, mode) {
            Ok(mut sheet) => {
                // The scenario overrides the unit file.
                sheet.speed = mode;
                let sheet = Arc::new(sheet);
                self.sheets.insert(key, Arc::clone(&sheet));
                Some(sheet)
            }
            Err(why) => {
                self.findings.refuse(&member.path.field("unit"), format!("`{}` cannot fight: {why}", member.unit));
                None
            }
        }
    }

    fn finish(self) -> Result<(), Vec<Diagnostic>> {
        let mut wrong = self.unit_errors;
        wrong.extend(self.findings.finish(()).err().into_iter().flatten());
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

/// Riders and their mounts.
fn rides(placed: &[PlacedMember<'_>]) -> impl Iterator<Item = (CombatantId, CombatantId)> {
    (0..).zip(placed).filter_map(|(rider, one)| Some((CombatantId(rider), CombatantId(one.member.rides?))))
}

/// Refuses riders whose mounts cannot carry them.
fn check_mounts(placed: &[PlacedMember<'_>], rules: &Ruleset, findings: &mut Findings<'_>) {
    for (rider, mount) in rides(placed) {
        let of = |id: CombatantId| placed.get(id.index()).map(|one| (one.member, &*one.sheet));
        if let (Some(rider), Some(mount)) = (of(rider), of(mount)) {
            mounts::check(rider, mount, rules, findings);
        }
    }
}

fn combatants(placed: &[PlacedMember<'_>], rules: &Ruleset) -> Vec<CombatantSetup> {
    let space = |one: &PlacedMember<'_>| {
        let mount = one.member.rides.and_then(|mount| placed.get(usize::from(mount)));
        mount.map_or_else(|| one.footprint(), PlacedMember::footprint)
    };
    let commands = rules.policies.turn.in_rounds().is_some_and(|turns| turns.command.is_some());
    let commanders = |member: &Member| {
        let all = member.commanders.iter().filter(|_| commands);
        all.map(|roster| CombatantId(*roster)).collect()
    };
    let named: Vec<(Option<&str>, &str)> =
        placed.iter().map(|one| (one.member.name.as_deref(), one.unit.name.as_str())).collect();
    let setup = |(one, name): (&PlacedMember<'_>, String)| CombatantSetup {
        name: name.into(),
        side: one.side,
        sheet: Arc::clone(&one.sheet),
        footprint: space(one),
        facing: one.member.facing,
        arms: initial_arms(&one.sheet, rules.policies.things.as_ref()),
        surprised: one.member.surprised && !one.member.aware_under.contains(&rules.base),
        hurt: one.member.hurt,
        fatigue: one.member.fatigue,
        afflicted: one
            .member
            .afflicted
            .iter()
            .map(|name| Name::new(name))
            .chain(untrained(&one.sheet, rules))
            .collect(),
        commanders: commanders(one.member),
    };
    placed.iter().zip(display_names(&named)).map(setup).collect()
}

/// The condition of a combatant in armour that it is not trained in (FS-136).
fn untrained(sheet: &Sheet, rules: &Ruleset) -> Option<Name> {
    let familiarity = rules.policies.attack.familiarity.as_ref().filter(|_| sheet.untrained.contains(&WornGear::Armor));
    Some(familiarity?.armor?.condition)
}

/// Stationary and carried lights.
fn lights(scenario: &Scenario, placed: &[PlacedMember<'_>], rules: &Ruleset) -> Vec<Light> {
    let carried = (0..).zip(placed).filter_map(|(number, one)| {
        let from = LightFrom::Bearer(CombatantId(number));
        one.member.light.map(|radius| Light { from, radius })
    });
    let all = scenario.field.lights.iter().copied().chain(carried);
    all.map(|light| light_in_unit(&light, &rules.policies.board)).collect()
}

/// A side with its goals converted to the counts or rounds of the rule system.
fn side_setup(side: &ScenarioSide, rules: &Ruleset) -> SideSetup {
    let goals = side.goals.iter().cloned().map(|goal| goal.timed(&rules.policies.turn)).collect();
    SideSetup { name: side.name.as_str().into(), ambush: side.ambush, goals, losses: side.losses.clone() }
}

/// Refuses an ambush under rule systems without a surprise check.
fn check_ambush(scenario: &Scenario, rules: &Ruleset, findings: &mut Findings<'_>) {
    if rules.policies.turn.settles_ambushes() {
        return;
    }
    for (at, _) in scenario.sides.iter().enumerate().filter(|(_, side)| side.ambush) {
        let message = format!("{} has no surprise check", rules.policies.name);
        let path = ValuePath::root().field("sides").index(at).field("ambush");
        findings.refuse(&path, message).with_help("mark the surprised units with `surprised: true`");
    }
}

/// Refuses units on impassable ground, off the map, or in cells without room.
fn check_room(scenario: &Scenario, rules: &Ruleset, placed: &[PlacedMember<'_>], findings: &mut Findings<'_>) {
    let board = &scenario.field.board;
    let mut filled = Occupancy::default();
    let mut stood: BTreeMap<Cell, bool> = BTreeMap::new();
    // Riders have the cells of their mounts.
    for one in placed.iter().filter(|one| one.member.rides.is_none()) {
        let path = one.member.path.field("at");
        let size = one.sheet.size.word();
        let cells = one.footprint().cells(board.shape());
        if let Some(cell) = cells.iter().find(|cell| board.terrain(**cell).cost.is_none()) {
            let message = if board.contains(*cell) {
                cannot_stand(*cell, &board.terrain(*cell).name)
            } else {
                format!("part of the unit is off the map, at {cell}")
            };
            let help = format!("{} is {size} and covers {} cells from {}", one.unit.name, cells.len(), one.member.cell);
            findings.refuse(&path, message).with_help(help);
            continue;
        }
        let fills = one.sheet.has(Trait::FillsSpace);
        filled.add(board.shape(), one.footprint(), one.sheet.occupancy);
        let crowded = |cell: &&Cell| {
            let shared = stood.get(cell).is_some_and(|other_fills| fills || *other_fills);
            shared || filled.at(**cell) > rules.policies.space.most(one.sheet.occupancy)
        };
        if let Some(cell) = cells.iter().find(crowded) {
            let help = format!("{} is {size}; move it or another unit there", one.unit.name);
            findings.refuse(&path, format!("not enough room at {cell}")).with_help(help);
        }
        for cell in cells {
            *stood.entry(cell).or_default() |= fills;
        }
    }
}
