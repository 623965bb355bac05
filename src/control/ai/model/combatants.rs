//! How dangerous, how durable and how valuable each combatant is.
//!
//! Damage is in hundredths of a point, damage rates are per ten counts.

use std::cell::OnceCell;

use super::change_tracker::ChangeTracker;
use super::evaluation_cache::EvaluationCache;
use crate::battle::{CombatantId, Row, Sheet, SheetWeapon, Side, View, WeaponLocation, WeaponSlot};
use crate::content::{Goal, HealthModel, Loss, PoolId, WeaponProperty};
use crate::grid::{CellSet, Footprint};
use crate::mechanics::{Game, checks, health, movement, reach, status};
use crate::resolution::Setup;
use crate::rules::Ruleset;

/// Counts that one action stands for where a turn has several actions.
pub const COUNTS_PER_ACTION: i32 = 4;
/// Points of damage below 0 that it takes on average to knock a combatant out.
const OVERKILL: i16 = 7;
/// Points of damage that every conscious combatant is assumed to withstand.
const LEAST_HP: i32 = 5;
/// Value of a combatant that deals no damage at all.
const BASE_VALUE: i32 = 300;
/// Tens of counts of a combatant's damage that make up its value.
const HORIZON: i32 = 4;

pub struct CombatantValues {
    pub id: CombatantId,
    pub side: Side,
    /// Whether it is conscious, on the board, and its position is known.
    pub active: bool,
    /// Damage per ten counts against an average enemy, in hundredths.
    pub damage_rate: i32,
    /// Damage it withstands before it is out of the fight, in hundredths.
    pub effective_hp: i32,
    /// Effective hit points of the combatant when unhurt.
    pub max_effective_hp: i32,
    pub value: i32,
    pub reach: u16,
    pub is_ranged: bool,
    /// Cells it walks in four counts.
    pub pace: i32,
    pub counts_until_turn: i32,
    /// Distances to the allies of the acting combatant in cells, ascending; filled in by the situation.
    pub(super) ally_distances: OnceCell<Vec<u16>>,
    /// Whether it cannot leave its space; filled in by the situation.
    pub(super) immobile: OnceCell<bool>,
}

impl CombatantValues {
    /// Value of one point of damage to this combatant. Bounded, so that a nearly defeated one does not outweigh all others.
    pub fn value_per_hp(&self) -> i32 {
        self.value * 100 / self.effective_hp.max(self.max_effective_hp / 3).max(100)
    }
}

pub struct CombatantTable {
    all: Vec<CombatantValues>,
    /// Cells occupied by combatants other than the acting one.
    occupied: CellSet,
}

impl CombatantTable {
    pub fn of(
        (view, rules, setup): (View<'_>, &Ruleset, &Setup),
        (changes, cache): (&ChangeTracker, &EvaluationCache),
        actor: CombatantId,
    ) -> CombatantTable {
        let defence = usual_defences(view, rules);
        let values = |row: &Row| {
            let (state, defence) = (changes.state(row.id), defence[usize::from(row.side.0)]);
            let compute = || Armament::of(view, rules, row, defence);
            estimate(view, rules, row, cache.armaments.get_or_insert_in(row.id, (state, defence), (), compute))
        };
        let mut all: Vec<CombatantValues> = view.rows().iter().map(values).collect();
        for party in &setup.sides {
            let targets = party.goals.iter().filter_map(|goal| match goal {
                Goal::Defeat(who) => Some(*who),
                _ => None,
            });
            let protected = party.losses.iter().map(|Loss::Fallen(who)| *who);
            for id in targets.chain(protected) {
                if let Some(values) = all.get_mut(usize::from(id)) {
                    // A combatant that decides the battle is worth about as much as the rest of its side.
                    values.value = values.value * 2 + 600;
                }
            }
        }
        CombatantTable { all, occupied: movement::taken_by_others(view, actor) }
    }

    pub fn is_occupied(&self, view: View<'_>, space: Footprint) -> bool {
        match space.across() {
            1 => self.occupied.has(space.anchor),
            _ => space.cells(view.shape()).iter().any(|cell| self.occupied.has(*cell)),
        }
    }

    pub fn get(&self, id: CombatantId) -> &CombatantValues {
        &self.all[id.index()]
    }

    pub fn active(&self, side: Side) -> impl Iterator<Item = &CombatantValues> {
        self.all.iter().filter(move |one| one.active && one.side == side)
    }

    pub fn enemies(&self, side: Side) -> impl Iterator<Item = &CombatantValues> {
        self.all.iter().filter(move |one| one.active && one.side != side)
    }

    /// Average value of one point of damage to these combatants.
    pub fn value_per_hp<'a>(some: impl Iterator<Item = &'a CombatantValues>) -> i32 {
        let (value, hp) = some.fold((0, 0), |(value, hp), one| (value + one.value, hp + one.effective_hp.max(100)));
        if hp == 0 { 50 } else { value * 100 / hp }
    }
}

fn usual_defences(view: View<'_>, rules: &Ruleset) -> Vec<i32> {
    // A target number is rolled under whatever the target does.
    let is_under = rules.policies.rolls.attack.is_under();
    let usual = |side: u8| {
        if is_under {
            return 0;
        }
        let met = view.enemies_of(Side(side)).map(|row| i32::from(row.sheet.stat(rules.policies.defence.able)));
        let (sum, count) = met.fold((0, 0), |(sum, count), defence| (sum + defence, count + 1));
        if count == 0 { usual_defence(rules) } else { sum / count }
    };
    let last = view.rows().iter().map(|row| row.side.0).max().unwrap_or(0);
    (0..=last).map(usual).collect()
}

fn estimate(view: View<'_>, rules: &Ruleset, row: &Row, armament: Armament) -> CombatantValues {
    let game = Game::new(view, rules.book());
    let Armament { damage_rate, is_ranged, reach } = armament;
    let vitals = &row.vitals;
    let policy = &rules.policies.consciousness;
    let withstands = |points: i16| match &policy.collapse {
        HealthModel::Fatigue(policy) => {
            (i32::from(points) + i32::from(OVERKILL + row.sheet.stat(policy.stat))).max(LEAST_HP) * 100
        }
        _ => i32::from(points).max(1) * 100,
    };
    // A combatant without hit points may still act a little until it has lost as many again.
    let spare = health::spare(policy, vitals);
    let left = health::vigour(vitals).saturating_add(spare);
    let effective_hp = withstands(left).min(withstands(health::maximum(vitals)));
    let lost = i32::from(status::lost_points(game, row.id, PoolId::ACTIONS));
    let actions = i32::from(rules.policies.economy.usual_actions());
    // Without a usual number of actions only losing all of them counts.
    let actions = if actions == 0 { i32::from(u8::MAX) } else { actions };
    let damage_rate = damage_rate * (actions - lost).max(0) / actions;
    let cells = |count| movement::cells_on_count(&rules.policies.movement.pace, row.sheet.rate, count);
    CombatantValues {
        id: row.id,
        side: row.side,
        active: !row.gone && view.knows(row.id) && status::is_conscious(game, row.id),
        damage_rate,
        effective_hp,
        max_effective_hp: withstands(health::maximum(vitals)),
        value: damage_rate * HORIZON + if spare > 0 { BASE_VALUE / 4 } else { BASE_VALUE },
        reach,
        is_ranged,
        pace: (1..=4).map(|count| i32::from(cells(count))).sum(),
        counts_until_turn: row.turn_state.next.map_or(1, |next| (next - view.count()).max(0)),
        ally_distances: OnceCell::new(),
        immobile: OnceCell::new(),
    }
}

/// The offensive strength of a combatant. Depends only on its own state and the defence it usually meets.
#[derive(Copy, Clone, Debug)]
pub struct Armament {
    /// Damage per ten counts if it can act freely, in hundredths.
    pub damage_rate: i32,
    pub is_ranged: bool,
    pub reach: u16,
}

impl Armament {
    /// The best weapon counts; one that must be drawn first counts half.
    pub fn of(view: View<'_>, rules: &Ruleset, row: &Row, defence: i32) -> Armament {
        let (mut damage_rate, mut is_ranged) = (0, false);
        for (slot, entry) in (0..).map(WeaponSlot).zip(&row.sheet.weapons) {
            // An unarmed strike is a last resort.
            let unarmed = row.sheet.unarmed == Some(slot) && row.sheet.weapons.len() > 1;
            let quarters = match row.arms.place(slot) {
                _ if unarmed => 1,
                _ if entry.weapon.has(WeaponProperty::Natural) => 4,
                WeaponLocation::InHand => 4,
                WeaponLocation::Carried => 2,
                WeaponLocation::Stuck(_) | WeaponLocation::Gone | WeaponLocation::Broken => 0,
            };
            let dealt = weapon_damage_rate(rules, &row.sheet, entry, defence) * quarters / 4;
            if dealt > damage_rate {
                (damage_rate, is_ranged) = (dealt, entry.weapon.melee.is_none());
            }
        }
        let slots = reach::melee_slots(view, row.id);
        let longest = slots.iter().map(|slot| reach::melee_reach(Game::new(view, rules.book()), row.id, *slot)).max();
        Armament { damage_rate, is_ranged, reach: longest.map_or(0, |length| reach::cells(rules.book(), length)) }
    }
}

/// The defence assumed where no particular target is considered: that which an average roll with a bonus of 5 just reaches.
pub fn usual_defence(rules: &Ruleset) -> i32 {
    let roll = &rules.policies.rolls.attack;
    let (lowest, highest) = roll.dice.range();
    if roll.is_under() { 0 } else { (lowest + highest) / 2 + 5 }
}

/// The damage a weapon deals per ten counts to a target with this defence, in hundredths.
pub fn weapon_damage_rate(rules: &Ruleset, sheet: &Sheet, entry: &SheetWeapon, defence: i32) -> i32 {
    if entry.item.is_some() || entry.weapon.has(WeaponProperty::Entangles) {
        return 0;
    }
    // No attack is certain to hit or to miss.
    let (hits, rolls) = checks::plain_chance(&rules.policies.rolls.attack, i32::from(entry.to_hit.total()) - defence);
    let hits = hits.clamp(1, (rolls - 1).max(1));
    let dealt = entry.weapon.damage.mean_times_two() * 50 + i32::from(entry.damage.total()) * 100;
    let dealt = dealt.max(100) * past_defences(rules) / 100;
    let time = rules.policies.turn.counted().map_or(COUNTS_PER_ACTION, |turns| {
        let row = turns.speeds.iter().find(|row| row.class == entry.weapon.speed);
        row.map_or(9, |row| i32::from(row.fixed)).max(1)
    });
    // Strength also counts for grappling, pushing and the like.
    let strength = i32::from(sheet.stat(rules.policies.roles.unarmed)).max(0);
    dealt * hits / rolls * 10 / time + strength
}

/// The share of a plain attack's damage that counts where its target may choose a defence, in hundredths: a weight chosen by the
/// battles it wins against the charger, not the chance that a defence fails.
const PAST_DEFENCES: i32 = 10;
/// The share of the damage of plain attacks that counts under these rules, in hundredths; never 0.
pub fn past_defences(rules: &Ruleset) -> i32 {
    if rules.policies.stages.defences.is_some() { PAST_DEFENCES } else { 100 }
}

/// The damage rate a combatant loses if its best held weapon is struck from its hand.
pub fn lost_if_disarmed(view: View<'_>, rules: &Ruleset, id: CombatantId) -> i32 {
    let row = view.row(id);
    let rate = |entry: &SheetWeapon| weapon_damage_rate(rules, &row.sheet, entry, usual_defence(rules));
    let kept = (0..)
        .map(WeaponSlot)
        .zip(&row.sheet.weapons)
        .filter(|(slot, entry)| entry.weapon.has(WeaponProperty::Natural) || row.sheet.unarmed == Some(*slot));
    let kept = kept.map(|(_, entry)| rate(entry)).max().unwrap_or(0);
    let held = row.arms.in_hand().filter_map(|slot| row.sheet.weapon(slot)).map(rate).max().unwrap_or(0);
    (held - kept).max(0)
}
