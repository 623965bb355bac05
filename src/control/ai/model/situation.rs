//! Everything that one decision is based on.

use super::budget::TurnBudget;
use super::catalogue::ActionCatalogue;
use super::change_tracker::{ChangeTracker, NeighbourhoodKey};
use super::combatants::{COUNTS_PER_ACTION, CombatantTable, CombatantValues};
use super::evaluation_cache::EvaluationCache;
use crate::battle::{CombatantId, Row, Side, Target, View, WeaponSlot};
use crate::content::{Action, Breakdown, CountTurns, Gait, Name, Requirement, Rulebook, Stat};
use crate::grid::{Footprint, distance};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::movement::MovementGains;
use crate::mechanics::reach::WeaponSlots;
use crate::mechanics::{Game, items, reach, status};
use crate::resolution::{Act, Setup, legal};
use crate::rules::Ruleset;
use crate::turn::speed;

#[derive(Copy, Clone)]
pub struct Situation<'a> {
    /// The battle as the acting side knows it, possibly with the acting combatant moved elsewhere in thought.
    pub view: View<'a>,
    pub rules: &'a Ruleset,
    pub setup: &'a Setup,
    pub catalogue: &'a ActionCatalogue,
    pub combatants: &'a CombatantTable,
    pub changes: &'a ChangeTracker,
    pub cache: &'a EvaluationCache,
    pub actor: CombatantId,
    /// How far it walks on each count from now on.
    pub stride: MovementGains,
    /// Average value of one point of damage to an ally or enemy.
    pub ally_hp_value: i32,
    pub enemy_hp_value: i32,
    /// Actions of this turn that are left, the one under way included. Where there are pools, attacks that can be paid.
    pub actions: u8,
    /// Actions that remain in this turn after the next one; 0 where a turn is a single action.
    pub actions_after: i32,
    /// The number of actions, or of attacks, in a whole turn.
    pub actions_per_turn: i32,
}

impl<'a> Situation<'a> {
    pub fn of(
        (view, rules, setup): (View<'a>, &'a Ruleset, &'a Setup),
        catalogue: &'a ActionCatalogue,
        combatants: &'a CombatantTable,
        (changes, cache): (&'a ChangeTracker, &'a EvaluationCache),
        actor: CombatantId,
    ) -> Situation<'a> {
        let side = combatants.get(actor).side;
        let (turn_state, economy) = (&view.row(actor).turn_state, &rules.policies.economy);
        let pooled = catalogue.has_pools.then(|| TurnBudget::of(Game::new(view, rules.book()), catalogue, actor));
        let (actions, actions_per_turn) = match &pooled {
            Some(budget) => (budget.strikes(budget.now()) as u8, budget.strikes_per_turn().max(1)),
            None => (turn_state.actions(), economy.usual_actions().into()),
        };
        Situation {
            view,
            rules,
            setup,
            catalogue,
            combatants,
            changes,
            cache,
            actor,
            stride: MovementGains::of(Game::new(view, rules.book()), actor, Gait::Walk),
            ally_hp_value: CombatantTable::value_per_hp(combatants.active(side)),
            enemy_hp_value: CombatantTable::value_per_hp(combatants.enemies(side)),
            actions,
            actions_after: match rules.policies.turn.plans_whole_turns() {
                true => (i32::from(actions) - 1).max(0),
                false => 0,
            },
            actions_per_turn,
        }
    }

    /// The situation during an action of the actor's turn, which is paid for already.
    pub fn during_action(self) -> Situation<'a> {
        let (own, left) = (self.row().turn_state.is_open(), self.actions);
        if !own || !self.rules.policies.turn.plans_whole_turns() {
            return self;
        }
        Situation { actions: left.saturating_add(1), actions_after: left.into(), ..self }
    }

    pub fn book(&self) -> Rulebook<'a> {
        self.rules.book()
    }

    pub fn game(&self) -> Game<'a> {
        Game::new(self.view, self.book())
    }

    pub fn row(&self) -> &'a Row {
        self.view.row(self.actor)
    }

    pub fn here(&self) -> Footprint {
        self.view.footprint(self.actor)
    }

    pub fn apart(&self, one: Footprint, other: Footprint) -> u16 {
        distance(self.view.shape(), self.rules.policies.board.distance, one, other)
    }

    pub fn own(&self) -> &'a CombatantValues {
        self.combatants.get(self.actor)
    }

    pub fn side(&self) -> Side {
        self.own().side
    }

    pub fn with_view(self, view: View<'a>) -> Situation<'a> {
        Situation { view, ..self }
    }

    pub fn enemies(&self) -> impl Iterator<Item = &'a CombatantValues> {
        self.combatants.enemies(self.side())
    }

    pub fn allies(&self) -> impl Iterator<Item = &'a CombatantValues> {
        let actor = self.actor;
        self.combatants.active(self.side()).filter(move |one| one.id != actor)
    }

    /// Average value of one point of damage that a side deals.
    pub fn opposed_hp_value(&self, side: Side) -> i32 {
        if side == self.side() { self.enemy_hp_value } else { self.ally_hp_value }
    }

    pub fn defence(&self, attacker: CombatantId, target: CombatantId, asked: Option<Stat>, mode: Mode) -> (Stat, i16) {
        let mut sum = Breakdown::unlabelled(0);
        let stat = attack::add_defence(self.game(), attacker, target, asked, mode, &mut sum);
        (stat, sum.total())
    }

    pub fn is_immobile(&self, one: &CombatantValues) -> bool {
        *one.immobile.get_or_init(|| status::is_immobile(self.game(), one.id))
    }

    pub fn allies_within(&self, enemy: &CombatantValues, cells: i32) -> i32 {
        let distances = enemy.ally_distances.get_or_init(|| {
            let mut distances: Vec<u16> = self.allies().map(|ally| self.distance_between(ally.id, enemy.id)).collect();
            distances.sort_unstable();
            distances
        });
        distances.partition_point(|distance| i32::from(*distance) <= cells) as i32
    }

    pub fn is_legal(&self, act: &Act) -> bool {
        legal::check(self.view, self.rules, self.actor, act).is_ok()
    }

    /// An action of the acting combatant on another, with its score, if that is legal now.
    pub fn scored_at(&self, action: &Action, target: CombatantId, score: i32) -> Option<(Act, i32)> {
        let act = Act::at(action.id, target, None);
        self.is_legal(&act).then_some((act, score))
    }

    /// The weapons that the acting combatant can use, wherever it stands.
    pub fn slots(&self) -> &'a WeaponSlots {
        self.cache.slots.get_or_init(|| reach::usable_slots(self.view, self.actor))
    }

    pub fn usual_casting(&self, action: &Action, at: Target) -> Option<Act> {
        legal::usual_casting(self.view, self.rules, self.actor, action, at)
    }

    /// Average counts that an act takes, at least 1.
    pub fn duration(&self, action: &Action, act: &Act) -> i32 {
        let Some(turns) = self.rules.policies.turn.counted() else {
            let actions = action.actions_for(&self.row().sheet.traits).max(u8::from(!action.costs.is_empty()));
            return (i32::from(actions) * COUNTS_PER_ACTION).max(1);
        };
        self.cache.durations.get_or_insert((action.id, act.weapon), || self.counts(turns, action, act))
    }

    fn counts(&self, turns: &CountTurns, action: &Action, act: &Act) -> i32 {
        let weapon = legal::speed_class(self.view, self.actor, action, act.weapon);
        let (slower, _) = status::slowdown(self.game(), self.actor, false);
        let time = items::reading_speed(self.view, self.actor, act, action);
        let (least, most) = speed::speed_span(turns, time, weapon, self.row().sheet.speed, slower);
        (i32::from(least) + i32::from(most)).div_euclid(2).max(1)
    }

    /// The value of an attack of the acting combatant on an average enemy.
    pub fn average_strike(&self) -> i32 {
        self.own().damage_rate * self.enemy_hp_value / 100 * COUNTS_PER_ACTION / 10
    }

    /// The situation in which a walk lasts as long as movement can be bought in this turn.
    pub fn within_turn(self, budget: &TurnBudget<'_>) -> Situation<'a> {
        Situation { stride: self.stride.refilled_by(budget.cells_bought()), ..self }
    }

    /// Counts of game time in one tick of the battle's clock: 1 for a count, a whole turn for a round.
    pub fn counts_per_tick(&self) -> i32 {
        if self.plans_whole_turns() { self.actions_per_turn * COUNTS_PER_ACTION } else { 1 }
    }

    /// Whether a turn has several actions, to be planned together.
    pub fn plans_whole_turns(&self) -> bool {
        self.rules.policies.turn.plans_whole_turns()
    }

    pub fn prevents_walking(&self, stance: Name) -> bool {
        let barred = |requirement: &Requirement| matches!(requirement, Requirement::NotInStances(names) if names.contains(&stance));
        self.catalogue.walk.iter().flat_map(|walk| &walk.requires).any(|cited| barred(&cited.needs))
    }

    pub fn distance_to(&self, other: CombatantId) -> u16 {
        self.distance_between(self.actor, other)
    }

    /// The nearest active enemy and its distance in cells, the one with the lowest id if there are several.
    pub fn nearest_enemy(&self) -> Option<(u16, CombatantId)> {
        self.enemies().map(|enemy| (self.distance_to(enemy.id), enemy.id)).min()
    }

    pub fn enemy_within(&self, cells: u16) -> bool {
        self.enemies().any(|enemy| self.distance_to(enemy.id) <= cells)
    }

    pub fn distance_between(&self, one: CombatantId, other: CombatantId) -> u16 {
        reach::distance_between(self.game(), one, other)
    }

    /// How the acting combatant would attack a target with a weapon from where it stands in the view, if it can.
    pub fn attack_mode(&self, slot: WeaponSlot, target: CombatantId) -> Option<Mode> {
        let compute = || attack::possible_mode(self.game(), self.actor, slot, target);
        self.cache.attack_modes.get_or_insert_at(target.index(), (self.here(), slot), compute)
    }

    /// The combatants that may affect an attack of one combatant on another, as a cache key.
    pub fn neighbourhood(&self, one: CombatantId, other: CombatantId) -> NeighbourhoodKey {
        let key = (one, self.view.footprint(one), other);
        let last = self.cache.neighbourhood.take().filter(|(known, _)| *known == key);
        let (_, found) = last.unwrap_or_else(|| (key, self.changes.between(self.view, (one, key.1), other)));
        *self.cache.neighbourhood.borrow_mut() = Some((key, found.clone()));
        found
    }
}
