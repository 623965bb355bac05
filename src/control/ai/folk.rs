//! What everybody is worth: how much harm they do, how much they still bear, how soon they act.
//!
//! Harm is counted in hundredths of a point of damage, rates per ten counts.

use std::cell::OnceCell;

use super::mind::{ACTION, Mind, actions_of_a_turn};
use super::scene::Scene;
use super::weighed::Weighed;
use crate::battle::{CombatantId, Row, Sheet, SheetWeapon, Side, View, WeaponLocation, WeaponSlot};
use crate::content::gear::WeaponProperty;
use crate::content::goal::{Goal, Loss};
use crate::content::policy::{Collapse, TurnOrder};
use crate::content::speed::SpeedClass;
use crate::content::stat::Stat;
use crate::grid::{CellSet, Footprint};
use crate::mechanics::{movement, reach, status};
use crate::resolution::Setup;
use crate::rules::Ruleset;

/// Points of harm below nothing left that it takes on average to knock somebody out.
const OVERRUN: i16 = 7;
/// Points of harm that anybody still awake is taken to bear.
const LEAST: i32 = 5;
/// What anybody is worth besides the harm it does.
const PRESENCE: i32 = 300;
/// Tens of counts of somebody's harm that it is worth to be rid of it.
const AHEAD: i32 = 4;

/// One combatant at a glance.
#[derive(Clone, Debug)]
pub struct Fighter {
    pub id: CombatantId,
    pub side: Side,
    /// Awake and on the board.
    pub fit: bool,
    /// Harm it deals in ten counts to a usual enemy.
    pub might: i32,
    /// Harm it bears until it is out.
    pub life: i32,
    /// The same when it was fresh.
    pub full: i32,
    /// What it is worth to be rid of it, or to keep it.
    pub worth: i32,
    /// Cells it reaches in melee.
    pub reach: u16,
    /// It fights from afar.
    pub shoots: bool,
    /// Cells it walks in four counts.
    pub pace: i32,
    /// Counts until it acts.
    pub ready: i32,
    /// How far the friends of the one who decides are from it, the nearest first, once that is asked.
    crowd: OnceCell<Vec<u16>>,
    /// Whether it cannot leave its place, once that is asked.
    stuck: OnceCell<bool>,
}

impl Fighter {
    /// What a hundred hundredths of harm to it are worth. It stays within bounds however near its end somebody is.
    pub fn price(&self) -> i32 {
        self.worth * 100 / self.life.max(self.full / 3).max(100)
    }

    /// Whether it cannot leave its place.
    pub fn is_stuck(&self, mind: &Mind<'_>) -> bool {
        *self.stuck.get_or_init(|| status::is_immobile(mind.view, mind.book(), self.id))
    }

    /// How many friends of the one who decides are no further from it than so many cells.
    pub fn friends_within(&self, mind: &Mind<'_>, cells: i32) -> i32 {
        let crowd = self.crowd.get_or_init(|| {
            let mut crowd: Vec<u16> = mind.friends().map(|friend| mind.apart(friend.id, self.id)).collect();
            crowd.sort_unstable();
            crowd
        });
        crowd.partition_point(|apart| i32::from(*apart) <= cells) as i32
    }
}

/// Everybody at a glance, by number.
#[derive(Clone, Debug)]
pub struct Folk {
    all: Vec<Fighter>,
    /// The cells that others than the one who decides stand on.
    taken: CellSet,
}

impl Folk {
    /// What one who decides sees of everybody.
    pub fn of(
        (view, rules, setup): (View<'_>, &Ruleset, &Setup),
        (scene, weighed): (&Scene, &Weighed),
        who: CombatantId,
    ) -> Folk {
        let defence = usual_defences(view, rules);
        let known = |row: &Row| {
            let (state, defence) = (scene.state(row.id), defence[usize::from(row.side.0)]);
            let arms = weighed.arms(row.id, (state, defence), || Arms::of(view, rules, row, defence));
            fighter(view, rules, row, arms)
        };
        let mut all: Vec<Fighter> = view.rows().iter().map(known).collect();
        for party in &setup.parties {
            let wanted = party.goals.iter().filter_map(|goal| match goal {
                Goal::Defeat(who) => Some(*who),
                _ => None,
            });
            let dear = party.losses.iter().map(|Loss::Fallen(who)| *who);
            for id in wanted.chain(dear) {
                if let Some(fighter) = all.get_mut(usize::from(id)) {
                    // Somebody on whom the battle hangs is worth a whole side's usual strength.
                    fighter.worth = fighter.worth * 2 + 600;
                }
            }
        }
        Folk { all, taken: movement::taken_by_others(view, who) }
    }

    /// Whether anybody but the one who decides stands on any of these cells.
    pub fn is_taken(&self, view: View<'_>, space: Footprint) -> bool {
        match space.across() {
            1 => self.taken.has(space.anchor),
            _ => space.cells(view.shape()).iter().any(|cell| self.taken.has(*cell)),
        }
    }

    /// One of them.
    pub fn get(&self, id: CombatantId) -> &Fighter {
        &self.all[id.index()]
    }

    /// The fit ones of a side.
    pub fn fit(&self, side: Side) -> impl Iterator<Item = &Fighter> {
        self.all.iter().filter(move |one| one.fit && one.side == side)
    }

    /// The fit enemies of a side.
    pub fn foes(&self, side: Side) -> impl Iterator<Item = &Fighter> {
        self.all.iter().filter(move |one| one.fit && one.side != side)
    }

    /// What a hundred hundredths of harm to a usual one of these are worth.
    pub fn price<'a>(some: impl Iterator<Item = &'a Fighter>) -> i32 {
        let (worth, life) = some.fold((0, 0), |(worth, life), one| (worth + one.worth, life + one.life.max(100)));
        if life == 0 { 50 } else { worth * 100 / life }
    }
}

/// The usual defence that each side meets, by its number.
fn usual_defences(view: View<'_>, rules: &Ruleset) -> [i32; 256] {
    let mut met = [15; 256];
    let able = rules.policies.defence.able;
    let sides = view.rows().iter().map(|row| row.side.0).max().unwrap_or(0);
    for side in 0..=sides {
        let (mut sum, mut many) = (0, 0);
        for row in view.enemies_of(Side(side)) {
            sum += i32::from(row.sheet.stat(able));
            many += 1;
        }
        if many > 0 {
            met[usize::from(side)] = sum / many;
        }
    }
    met
}

/// What somebody can do with what it holds, for as long as its state stays the same.
#[derive(Copy, Clone, Debug)]
pub struct Arms {
    /// Harm it deals in ten counts, were nothing to keep it from acting.
    might: i32,
    shoots: bool,
    /// Cells it reaches in melee.
    reach: u16,
}

impl Arms {
    fn of(view: View<'_>, rules: &Ruleset, row: &Row, defence: i32) -> Arms {
        let (might, shoots) = might(rules, row, defence);
        let slots = reach::melee_slots(view, row.id);
        let feet = slots.iter().map(|slot| reach::melee_reach(view, rules.book(), row.id, *slot)).max();
        Arms { might, shoots, reach: feet.map_or(0, |feet| reach::cells(rules.book(), feet)) }
    }
}

fn fighter(view: View<'_>, rules: &Ruleset, row: &Row, Arms { might, shoots, reach }: Arms) -> Fighter {
    let vitals = &row.vitals;
    let collapses = matches!(rules.policies.consciousness.collapse, Collapse::Bleeding(_));
    let constitution = match &rules.policies.consciousness.collapse {
        Collapse::Fatigue(policy) => row.sheet.stat(policy.stat),
        Collapse::Bleeding(_) => 0,
    };
    let fit = !row.gone && view.knows(row.id) && status::is_conscious(view, rules.book(), row.id);
    let bears = |points: i16| match collapses {
        true => i32::from(points).max(1) * 100,
        false => (i32::from(points) + i32::from(OVERRUN + constitution)).max(LEAST) * 100,
    };
    // Who has no hit points left may still do a little until it has lost as many again.
    let spare = if collapses && vitals.current() <= 0 { vitals.maximum } else { 0 };
    let life = bears(vitals.current().saturating_sub(vitals.fatigue).saturating_add(spare)).min(bears(vitals.maximum));
    let lost = i32::from(status::lost_actions(view, rules.book(), row.id).0);
    let might = might * (actions_of_a_turn(rules) - lost).max(0) / actions_of_a_turn(rules).max(1);
    let pace = &rules.policies.movement.pace;
    let steps = (1..=4).map(|count| i32::from(movement::cells_on_count(pace, row.sheet.rate, count))).sum();
    Fighter {
        id: row.id,
        side: row.side,
        fit,
        might,
        life,
        full: bears(vitals.maximum),
        worth: might * AHEAD + if spare > 0 { PRESENCE / 4 } else { PRESENCE },
        reach,
        shoots,
        pace: steps,
        ready: row.turn_state.next.map_or(1, |next| (next - view.count()).max(0)),
        crowd: OnceCell::new(),
        stuck: OnceCell::new(),
    }
}

/// The harm somebody deals in ten counts with its best weapon, and whether that weapon shoots. One that must be drawn
/// first counts for less.
fn might(rules: &Ruleset, row: &Row, defence: i32) -> (i32, bool) {
    let mut best = (0, false);
    for (at, entry) in row.sheet.weapons.iter().enumerate() {
        let slot = WeaponSlot(at as u8);
        let natural = entry.weapon.has(WeaponProperty::Natural);
        // Bare hands are for those who have nothing else.
        let bare = row.sheet.unarmed == Some(slot) && row.sheet.weapons.len() > 1;
        let share = match row.arms.place(slot) {
            _ if bare => 1,
            _ if natural => 4,
            WeaponLocation::InHand => 4,
            WeaponLocation::Carried => 2,
            WeaponLocation::Stuck(_) | WeaponLocation::Gone | WeaponLocation::Broken => 0,
        };
        let dealt = weapon_might(rules, &row.sheet, entry, defence) * share / 4;
        if dealt > best.0 {
            best = (dealt, entry.weapon.melee.is_none());
        }
    }
    best
}

/// The harm a weapon deals in ten counts to somebody with this defence.
pub fn weapon_might(rules: &Ruleset, sheet: &Sheet, entry: &SheetWeapon, defence: i32) -> i32 {
    if entry.item.is_some() || entry.weapon.has(WeaponProperty::Entangles) {
        return 0;
    }
    let hits = (21 + i32::from(entry.to_hit.total()) - defence).clamp(1, 19);
    let dealt = entry.weapon.damage.mean_times_two() * 50 + i32::from(entry.damage.total()) * 100;
    let time = i32::from(class_time(rules, entry.weapon.speed)).max(1);
    // Size and strength also show in what is rolled besides weapons.
    let strength = i32::from(sheet.stat(Stat::Strength)).max(0);
    dealt.max(100) * hits / 20 * 10 / time + strength
}

/// The usual counts of a speed class.
fn class_time(rules: &Ruleset, class: SpeedClass) -> u16 {
    match &rules.policies.turn {
        TurnOrder::Counts(turns) => turns.speeds.iter().find(|row| row.class == class).map_or(9, |row| row.fixed),
        TurnOrder::Rounds(_) => ACTION as u16,
    }
}

/// The harm in ten counts that somebody cannot do if the best of what it holds is struck from its hand.
pub fn disarmed_by(mind: &Mind<'_>, who: CombatantId) -> i32 {
    let row = mind.view.row(who);
    let kept = row.sheet.weapons.iter().enumerate().filter(|(at, entry)| {
        let own = entry.weapon.has(WeaponProperty::Natural);
        own || row.sheet.unarmed == Some(WeaponSlot(*at as u8))
    });
    let kept = kept.map(|(_, entry)| weapon_might(mind.rules, &row.sheet, entry, 15)).max().unwrap_or(0);
    let held = row.arms.in_hand().filter_map(|slot| row.sheet.weapon(slot));
    let held = held.map(|entry| weapon_might(mind.rules, &row.sheet, entry, 15)).max().unwrap_or(0);
    (held - kept).max(0)
}
