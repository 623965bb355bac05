//! Takes turns or half-second counts, one question after another, and adds and removes the entities of a battle together.

use std::sync::Arc;

use bevy::platform::cell::SyncCell;
use bevy::prelude::*;

use super::{
    BattleStep, BattleSystems, CellPosition, Cells, EdgeBarrier, LastingSpell, LightSource, Roster, ShownBattle,
};
use crate::battle::{Combatant, Link};
use crate::content::Refusal;
use crate::control::{Seats, Stopped, answer, ask};
use crate::dice::Dice;
use crate::resolution::{BattleEvent, BattleOutcome, BattleState, BattleStatus, Battlefield, Choice, Prompt, Setup};

/// A battle that an app plays: the simulation, and controllers that answer for the sides. A side without a controller is
/// answered through [`answer`](Simulation::answer).
#[derive(Resource)]
pub struct Simulation {
    state: BattleState,
    seats: SyncCell<Seats>,
    shown: usize,
    outcome: Option<BattleOutcome>,
    stopped: Option<Stopped>,
}

impl Simulation {
    /// Begins a battle in a world and shows its combatants and cells before the first fact.
    pub fn begin(world: &mut World, setup: &Arc<Setup>, dice: Dice, seats: Seats) {
        show(world, setup);
        let state = BattleState::begin(Arc::clone(setup), dice);
        let seats = SyncCell::new(seats);
        world.insert_resource(Simulation { state, seats, shown: 0, outcome: None, stopped: None });
    }

    /// The simulation as a plain value.
    pub fn state(&self) -> &BattleState {
        &self.state
    }

    /// The open question.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.state.prompt()
    }

    /// How the battle ended, once it has.
    pub fn outcome(&self) -> Option<&BattleOutcome> {
        self.outcome.as_ref()
    }

    /// Why no controller has answered the open question: the side has none, or its answer is illegal.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    /// Answers the open question.
    ///
    /// # Errors
    /// If no question is open, or the choice is not among its answers; the question then stays open.
    pub fn answer(&mut self, choice: Choice) -> Result<(), Refusal> {
        self.state.submit(choice)
    }

    fn advance(&mut self) {
        let prompt = match self.state.resolve() {
            BattleStatus::Awaiting(prompt) => prompt,
            BattleStatus::Over(outcome) => return self.outcome = Some(outcome),
        };
        let Simulation { state, seats, stopped, .. } = self;
        *stopped = ask(state, seats.get(), &prompt).and_then(|given| answer(state, &prompt, given)).err();
    }
}

/// A fact that has just been shown.
#[derive(Message, Clone, Debug)]
pub struct FactShown(pub BattleEvent);

/// The battle is over and all of it has been shown.
#[derive(Message, Clone, Debug)]
pub struct BattleOver(pub BattleOutcome);

/// Plays the [`Simulation`] of a world: one answered question in each run of [`BattleStep`], all facts shown at once.
pub(super) fn plugin(app: &mut App) {
    app.add_message::<FactShown>().add_message::<BattleOver>().add_systems(
        BattleStep,
        (
            take_turns.in_set(BattleSystems::Advance),
            // The window shows facts at a pace of its own; only one of the two ever runs.
            show_facts.in_set(BattleSystems::Show).ambiguous_with_all(),
            conclude.in_set(BattleSystems::Conclude),
        )
            .run_if(resource_exists::<Simulation>),
    );
}

fn take_turns(mut simulation: ResMut<Simulation>) {
    if simulation.outcome.is_none() {
        simulation.advance();
    }
}

fn show_facts(
    mut simulation: ResMut<Simulation>,
    mut battle: ResMut<ShownBattle>,
    mut shown: MessageWriter<FactShown>,
) {
    let facts = &simulation.state.log().events()[simulation.shown..];
    for fact in facts {
        battle.apply(fact);
        shown.write(FactShown(fact.clone()));
    }
    simulation.shown += facts.len();
}

fn conclude(simulation: Res<Simulation>, mut over: MessageWriter<BattleOver>, mut told: Local<bool>) {
    over.write_batch(simulation.outcome.clone().filter(|_| !*told).map(BattleOver));
    *told = simulation.outcome.is_some();
}

/// Every kind of entity that belongs to a battle.
type OfBattle =
    Or<(With<Combatant>, With<CellPosition>, With<EdgeBarrier>, With<LightSource>, With<Link>, With<LastingSpell>)>;

/// Puts a setup into a world as it is before the first fact, in place of an earlier battle.
pub fn show(world: &mut World, setup: &Setup) {
    show_field(world, Battlefield::before_first_fact(setup));
}

/// Puts the combatants and cells of a battle that is under way into a world. The entities of an earlier battle are removed.
pub fn show_field(world: &mut World, field: Battlefield) {
    clear(world);
    let roster = Roster::spawn(world, &field.snapshot().rows);
    world.insert_resource(roster);
    let cells = Cells::spawn(world, &field.snapshot().field);
    world.insert_resource(cells);
    let barriers = field.view().board().barriers().iter();
    let barriers = barriers.map(|(between, barrier)| EdgeBarrier { between: *between, barrier: barrier.clone() });
    world.spawn_batch(barriers.collect::<Vec<_>>());
    world.insert_resource(ShownBattle::new(field));
}

/// Removes the shown battle and all its entities from a world.
pub fn clear(world: &mut World) {
    let mut shown = world.query_filtered::<Entity, OfBattle>();
    let entities: Vec<Entity> = shown.iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    world.remove_resource::<ShownBattle>();
    world.remove_resource::<Roster>();
    world.remove_resource::<Cells>();
}
