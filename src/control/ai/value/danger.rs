//! The danger of a position: what enemies can do there.

use std::cell::OnceCell;

use smallvec::SmallVec;

use super::points::{acts_in_round, is_of_round};
use crate::battle::{CombatantId, View};
use crate::content::{AdvantageKind, PoolId};
use crate::control::ai::model::{CombatantValues, Situation, Threat, TurnBudget, past_defences};
use crate::grid::Footprint;
use crate::mechanics::attack::Mode;
use crate::mechanics::{Game, advantage, checks, cover, line, movement, reach, status};

/// The expected cost of all enemy turns before the acting combatant's next one, by where it ends this turn.
pub struct DangerEstimate<'m, 'a> {
    situation: &'m Situation<'a>,
    enemies: Vec<EnemyTurn>,
}

impl<'m, 'a> DangerEstimate<'m, 'a> {
    /// Considers every enemy that could attack it wherever it can walk in this turn; the turns of others do not depend on it.
    pub fn of(situation: &'m Situation<'a>) -> DangerEstimate<'m, 'a> {
        let walks = situation.stride.cells(situation.actions.max(1).into());
        let own = situation.here();
        let turns = situation.enemies().map(|enemy| (EnemyTurn::of(situation, enemy), enemy));
        let relevant = turns.filter(|(turn, _)| turn.may_come(situation, own, walks));
        let enemies = relevant.map(|(turn, enemy)| turn.with_other_targets(situation, enemy)).collect();
        DangerEstimate { situation, enemies }
    }

    /// The cost to the side if the acting combatant ends its turn at a footprint.
    pub fn at(&self, there: Footprint) -> i32 {
        self.sum(|enemy| self.costs(enemy, enemy.attacks(self.situation, there)))
    }

    /// The cost if nothing gives cover from ranged enemies. Much quicker than [`at`](DangerEstimate::at).
    pub fn in_the_open(&self, there: Footprint) -> i32 {
        let attacks = |enemy: &EnemyTurn| {
            if enemy.is_ranged { enemy.actions } else { enemy.attacks(self.situation, there) }
        };
        self.sum(|enemy| self.costs(enemy, attacks(enemy)))
    }

    /// Lower bound on the cost, whatever the lines of sight. Much quicker than [`at`](DangerEstimate::at).
    pub fn lower_bound(&self, there: Footprint) -> i32 {
        self.sum(|enemy| {
            let costs = |sees: bool| self.costs(enemy, enemy.attacks_at(self.situation, there, || sees));
            let (less, more) = (costs(false), costs(true));
            (less.0.min(more.0), less.1.min(more.1))
        })
    }

    /// The cost saved if the first attack on the acting combatant has disadvantage.
    pub fn saved_by_guard(&self, there: Footprint) -> i32 {
        let saved = self.enemies.iter().filter_map(|enemy| {
            let attacks = Some(enemy.attacks(self.situation, there)).filter(|attacks| *attacks > 0)?;
            let (weight, attack) = (attacks * attacks, enemy.attack(self.situation));
            Some(attack.cost * (1000 - attack.chance) / 1000 * weight / (weight + enemy.others.0).max(1))
        });
        saved.max().unwrap_or(0)
    }

    /// The attacks of enemies that can come near, and the cost of the worst of them.
    pub fn threat(&self) -> Threat {
        // Points that are replaced when a round begins are of no use against enemies that have acted in this one.
        let of_round = self.situation.rules.policies.economy.actions.as_ref().is_some_and(is_of_round);
        let acts = |enemy: &&EnemyTurn| !of_round || acts_in_round(self.situation, enemy.id);
        let enemies = || self.enemies.iter().filter(acts);
        let cost = enemies().map(|enemy| enemy.attack(self.situation).cost).max();
        Threat { attacks: enemies().map(|enemy| enemy.actions).sum(), cost: cost.unwrap_or(0) }
    }

    /// The sum of all enemies' costs to the acting combatant, which are at most its value, and to its allies.
    fn sum(&self, costs: impl Fn(&EnemyTurn) -> (i64, i64)) -> i32 {
        let all = self.enemies.iter().map(costs);
        let (own, others) = all.fold((0, 0), |(own, others), (mine, theirs)| (own + mine, others + theirs));
        (own.min(self.situation.own().value.into()) + others) as i32
    }

    /// The costs to the acting combatant and to its allies if an enemy makes this many attacks on the acting combatant.
    fn costs(&self, enemy: &EnemyTurn, attacks: i32) -> (i64, i64) {
        if attacks == 0 {
            return (0, enemy.cost_elsewhere);
        }
        let compute = |attacks: i32| {
            let cost = enemy.attack(self.situation).cost;
            let (weight, cost) = (attacks * attacks, i64::from(attacks * cost).min(self.situation.own().value.into()));
            let all = i64::from((weight + enemy.others.0).max(1));
            (i64::from(weight) * cost / all, enemy.others.1 / all)
        };
        let costs = enemy.costs.get_or_init(|| (0..=enemy.actions).map(compute).collect());
        usize::try_from(attacks).ok().and_then(|attacks| costs.get(attacks)).copied().unwrap_or_default()
    }
}

/// The number of targets an enemy chooses among: the nearest ones.
const TARGETS: usize = 6;
/// Cells by which a detour may be shorter than it looks, where every second diagonal costs two.
const SLACK: i32 = 1;

struct EnemyTurn {
    id: CombatantId,
    space: Footprint,
    actions: i32,
    /// Actions it needs before it can walk.
    rises: i32,
    /// Cells it walks without an action.
    free: i32,
    /// Cells it walks with one action; 0 if it cannot.
    pace: i32,
    reach: i32,
    /// The number of attacks it can make, indexed by distance in cells; 0 beyond the end.
    attacks_at: SmallVec<[i32; 48]>,
    is_ranged: bool,
    attack: OnceCell<AttackEstimate>,
    /// Costs to the acting combatant and to its allies, indexed by the number of attacks on the acting combatant.
    costs: OnceCell<SmallVec<[(i64, i64); 4]>>,
    /// The summed weights of its other targets, and the sum of weight times cost.
    others: (i32, i64),
    cost_elsewhere: i64,
}

impl EnemyTurn {
    fn of(situation: &Situation<'_>, enemy: &CombatantValues) -> EnemyTurn {
        let (game, row) = (situation.game(), situation.view.row(enemy.id));
        let prone = row.stance.held.is_some_and(|held| situation.prevents_walking(held));
        let rises = i32::from(prone);
        let (actions, walks) = turn_of(situation, enemy);
        let (free, pace) = if situation.is_immobile(enemy) { (0, 0) } else { walks };
        let reach = i32::from(enemy.reach.max(1));
        let attacks_at = |apart: i32| match apart - reach - free {
            gap if gap <= -free => actions,
            ..=0 => (actions - rises).max(0),
            _ if pace == 0 => 0,
            gap => (actions - rises - (gap + pace - 1) / pace).max(0),
        };
        EnemyTurn {
            id: enemy.id,
            space: game.footprint(enemy.id),
            actions,
            rises,
            free,
            pace,
            reach,
            attacks_at: (0..).map(attacks_at).take_while(|attacks| *attacks > 0).collect(),
            is_ranged: enemy.is_ranged,
            attack: OnceCell::new(),
            costs: OnceCell::new(),
            others: (0, 0),
            cost_elsewhere: 0,
        }
    }

    /// Whether it could attack the acting combatant anywhere within some cells of a footprint.
    fn may_come(&self, situation: &Situation<'_>, own: Footprint, cells: u16) -> bool {
        let gap = i32::from(situation.apart(self.space, own)) - i32::from(cells) - self.reach - SLACK;
        self.is_ranged || gap <= self.free + self.pace * (self.actions - self.rises - 1).max(0)
    }

    /// Adds what it could do to the nearest allies of the acting combatant instead.
    fn with_other_targets(mut self, situation: &Situation<'_>, enemy: &CombatantValues) -> EnemyTurn {
        let game = situation.game();
        let mut allies: SmallVec<[(u16, &CombatantValues); 8]> =
            situation.allies().map(|ally| (situation.distance_between(self.id, ally.id), ally)).collect();
        if allies.len() > TARGETS {
            allies.select_nth_unstable_by_key(TARGETS - 1, |(apart, ally)| (*apart, ally.id));
            allies.truncate(TARGETS);
        }
        for (_, ally) in allies {
            let sees = || line::sees(game, self.id, ally.id);
            let attacks = self.attacks_at(situation, game.footprint(ally.id), sees);
            if attacks > 0 {
                let cost = (attacks * AttackEstimate::of(situation, enemy, ally).cost).min(ally.value);
                self.others.0 += attacks * attacks;
                self.others.1 += i64::from(attacks * attacks) * i64::from(cost);
            }
        }
        self.cost_elsewhere = self.others.1 / i64::from(self.others.0.max(1));
        self
    }

    fn attack(&self, situation: &Situation<'_>) -> AttackEstimate {
        let own = situation.own();
        *self.attack.get_or_init(|| AttackEstimate::of(situation, situation.combatants.get(self.id), own))
    }

    fn attacks(&self, situation: &Situation<'_>, there: Footprint) -> i32 {
        let (actor, game) = (situation.actor, situation.game());
        self.attacks_at(situation, there, || line::sees(game.with(actor, there), self.id, actor))
    }

    fn attacks_at(&self, situation: &Situation<'_>, there: Footprint, sees: impl Fn() -> bool) -> i32 {
        if self.is_ranged {
            return if sees() { self.actions } else { (self.actions - self.rises - 1).max(0) };
        }
        self.attacks_at.get(usize::from(situation.apart(self.space, there))).copied().unwrap_or(0)
    }
}

/// The attacks that an enemy can make in a turn, the cells it walks for nothing, and those for the price of one attack.
fn turn_of(situation: &Situation<'_>, enemy: &CombatantValues) -> (i32, (i32, i32)) {
    let game = situation.game();
    if situation.catalogue.has_pools {
        let budget = TurnBudget::of(game, situation.catalogue, enemy.id);
        return (budget.strikes_per_turn(), budget.usual_walk());
    }
    let lost = i32::from(status::lost_points(game, enemy.id, PoolId::ACTIONS));
    let rate = situation.view.row(enemy.id).sheet.rate;
    let cells = movement::cells_on_count(&game.policies.movement.pace, rate, 1);
    ((situation.actions_per_turn - lost).max(0), (0, cells.into()))
}

#[derive(Copy, Clone, Debug, Default)]
struct AttackEstimate {
    cost: i32,
    /// In thousandths.
    chance: i32,
}

impl AttackEstimate {
    fn of(situation: &Situation<'_>, enemy: &CombatantValues, target: &CombatantValues) -> AttackEstimate {
        let (game, row) = (situation.game(), situation.view.row(enemy.id));
        let slots: SmallVec<[_; 4]> = reach::usable_slots(game.view, enemy.id);
        let (mut best, past): (Option<AttackEstimate>, i32) = (None, past_defences(situation.rules));
        for (slot, entry) in slots.into_iter().filter_map(|slot| Some((slot, row.sheet.weapon(slot)?))) {
            let mode = if entry.weapon.melee.is_some() { Mode::Melee } else { Mode::Ranged };
            let (pair, cache) = ((enemy.id, target.id), situation.cache);
            let neighbourhood = || situation.neighbourhood(enemy.id, target.id);
            let plain = cache.hit_chances.get_or_insert_in(pair, neighbourhood(), slot, || {
                let roll = &situation.rules.policies.rolls.attack;
                let defence = || situation.defence(enemy.id, target.id, None, mode).1;
                let lead = entry.to_hit.total() - if roll.is_under() { 0 } else { defence() };
                let (hits, rolls) = checks::plain_chance(roll, lead.into());
                hits.clamp(1, rolls) * 1000 / rolls
            });
            let damage = (entry.weapon.damage.mean_times_two() * 50 + i32::from(entry.damage.total()) * 100).max(0);
            let share = damage.min(target.effective_hp) * 1000 / target.effective_hp.max(100);
            let cost = |chance: i32| target.value * share / 1000 * chance / 1000 * past / 100;
            // Advantage takes longest to find: skip weapons that are worse even with it.
            if best.is_some_and(|best| cost(with_advantage(plain, Some(AdvantageKind::Advantage))) < best.cost) {
                continue;
            }
            let net = || advantage::deciding(game, enemy.id, target.id, mode).net();
            let net = cache.net_advantages.get_or_insert_in(pair, neighbourhood(), mode, net);
            let chance = with_advantage(plain, net);
            let found = AttackEstimate { cost: cost(chance), chance };
            best = best.filter(|best| best.cost > found.cost).or(Some(found));
        }
        best.unwrap_or_default()
    }
}

/// A chance in thousandths with the better or the worse of two dice.
fn with_advantage(chance: i32, net: Option<AdvantageKind>) -> i32 {
    match net {
        Some(AdvantageKind::Advantage) => 1000 - (1000 - chance) * (1000 - chance) / 1000,
        Some(AdvantageKind::Disadvantage) => chance * chance / 1000,
        None => chance,
    }
}

/// The expected cost of the best attack of an enemy on the acting combatant.
pub fn attack_cost(situation: &Situation<'_>, enemy: CombatantId) -> i32 {
    AttackEstimate::of(situation, situation.combatants.get(enemy), situation.own()).cost
}

/// The chance that the best attack of an enemy hits the acting combatant, in thousandths.
pub fn hit_chance(situation: &Situation<'_>, enemy: &CombatantValues) -> i32 {
    AttackEstimate::of(situation, enemy, situation.own()).chance
}

const HORIZON: i32 = 12;

/// The share of a position's danger that counts for the acting combatant, in hundredths.
pub fn caution(situation: &Situation<'_>) -> i32 {
    let own = situation.own();
    let health = own.effective_hp * 100 / own.max_effective_hp.max(1);
    match () {
        // A wounded archer has no business near the enemy.
        () if own.is_ranged && health < 60 => 85,
        () if own.is_ranged && own.reach == 0 => 45,
        () if own.is_ranged => 40,
        () if health < 35 && situation.allies().count() > 0 => 45,
        () => 30,
    }
}

pub fn weighted_danger(situation: &Situation<'_>, at: Footprint) -> i32 {
    danger_unless(situation, at, |_| false).unwrap_or_default() * caution(situation) / 100
}

/// The danger of a position, or `None` as soon as the part known so far is `too_high`. Ranged enemies take longest: last.
pub fn danger_unless(situation: &Situation<'_>, at: Footprint, too_high: impl Fn(i32) -> bool) -> Option<i32> {
    let (hp_value, view) = (situation.own().value_per_hp(), situation.view.with(situation.actor, at));
    let (mut damage, mut danger) = (0, 0);
    for is_ranged in [false, true] {
        for enemy in situation.enemies().filter(|enemy| enemy.is_ranged == is_ranged) {
            damage += expected_damage(situation, view, enemy, at);
            danger = damage * hp_value / 10;
            if too_high(danger) {
                return None;
            }
        }
    }
    Some(danger)
}

/// The damage per ten counts that one enemy threatens at a position, in hundredths.
pub fn expected_damage(situation: &Situation<'_>, view: View<'_>, enemy: &CombatantValues, at: Footprint) -> i32 {
    if enemy.is_ranged {
        return ranged_damage(situation, view, enemy);
    }
    let apart = i32::from(situation.apart(view.footprint(enemy.id), at));
    let gap = (apart - i32::from(enemy.reach)).max(0);
    let stays = enemy.pace == 0 || gap > 0 && situation.is_immobile(enemy);
    let walk = if stays { HORIZON } else { gap * 4 / enemy.pace };
    let counts = (HORIZON - walk.max(enemy.counts_until_turn)).clamp(0, HORIZON);
    if counts == 0 {
        return 0;
    }
    // An enemy attacks one target at a time: nearer allies share the danger.
    let nearer = situation.allies_within(enemy, apart);
    enemy.damage_rate * counts / HORIZON / (1 + nearer)
}

fn ranged_damage(situation: &Situation<'_>, view: View<'_>, enemy: &CombatantValues) -> i32 {
    let covered = cover::cover(Game::new(view, situation.book()), enemy.id, situation.actor);
    if !covered.seen {
        return 0;
    }
    let policy = &situation.rules.policies.attack.cover;
    let modifier = cover::modifier(policy, &covered, Mode::Ranged).map_or(0, |(_, modifier)| modifier.amount);
    let targets = 1 + situation.allies().count() as i32;
    enemy.damage_rate * (9 + i32::from(modifier)).max(1) / 9 * 2 / (1 + targets)
}
