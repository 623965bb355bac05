//! The means with which a turn is paid where it has more than a number of equal actions: points of pools and bought movement.
//! Also the value of points that are left at its end.

use smallvec::{SmallVec, smallvec};

use super::catalogue::{ActionCatalogue, gained};
use super::combatants::past_defences;
use super::situation::Situation;
use crate::battle::{CombatantId, ResourcePoints, WeaponSlot};
use crate::content::{
    Action, Amendment, Gait, PayOver, PoolId, PoolIncome, PoolMoment, Reaction, ResourcePool, Trigger, Unspent,
};
use crate::mechanics::{Game, movement, status};
use crate::resolution::Act;
use crate::resolution::legal::Cost;
use crate::turn::economy;

/// More strikes than these are not planned for one turn.
const MOST_STRIKES: i32 = 12;
/// The value of a strike in a later turn, in hundredths of one now.
const LATER: i32 = 70;
/// The share of the value of an action paid over turns that counts for a part paid now, in hundredths: it may be interrupted.
const COMPLETED: i32 = 90;
/// One in this many opportunities for an attack out of turn comes.
const OPPORTUNITIES: i32 = 3;

/// The share of an undefended attack's cost that a point kept for a defence prevents, in hundredths: the attack may be made on
/// another.
const DEFENDED: i32 = 32;

/// Points of each pool.
type Price = SmallVec<[(PoolId, i16); 2]>;

/// The alternatives of a cost, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub struct Prices(SmallVec<[Price; 2]>);

impl Prices {
    fn of(game: Game<'_>, who: CombatantId, action: &Action, weapon: Option<WeaponSlot>) -> Prices {
        let price = |cost: Cost| cost.points.iter().map(|(pool, points)| (*pool, points.total())).collect();
        let mut costs = Cost::alternatives(game, who, action, weapon).peekable();
        if costs.peek().is_none() {
            return Prices(smallvec![Price::new()]);
        }
        Prices(costs.flatten().map(price).collect())
    }

    /// The first alternative that these points can pay, debts included.
    fn payable(&self, game: Game<'_>, points: &ResourcePoints) -> Option<&Price> {
        let debt = |pool: PoolId| {
            let known = game.policies.economy.pool(pool).filter(|pool| !pool.debt_by_reactions);
            known.map_or(0, |pool| i16::from(pool.debt))
        };
        let has =
            |price: &&Price| price.iter().all(|(pool, cost)| points.left(*pool).saturating_add(debt(*pool)) >= *cost);
        self.0.iter().find(has)
    }

    /// The points left after paying; `None` if there are not enough.
    pub fn paid_from(&self, game: Game<'_>, mut points: ResourcePoints) -> Option<ResourcePoints> {
        for (pool, cost) in self.payable(game, &points)? {
            points.set(*pool, points.left(*pool).saturating_sub(*cost));
        }
        Some(points)
    }

    /// The points of a pool in the first alternative that costs any.
    fn of_pool(&self, id: PoolId) -> Option<i16> {
        self.0.iter().flatten().find(|(pool, points)| *pool == id && *points > 0).map(|(_, points)| *points)
    }
}

/// The cost of an act in this turn.
pub struct Spent {
    /// The points left afterwards.
    pub points: ResourcePoints,
    /// The share of the act's value that counts for this turn, in hundredths.
    pub share: i32,
}

/// The costs of the acts that a turn mostly consists of, for one combatant.
pub struct TurnBudget<'a> {
    game: Game<'a>,
    who: CombatantId,
    strike: Prices,
    walk: Prices,
    /// The cheapest way to gain movement, and the cells gained.
    gain: Option<(Prices, u16)>,
}

impl<'a> TurnBudget<'a> {
    pub fn of(game: Game<'a>, catalogue: &ActionCatalogue, who: CombatantId) -> TurnBudget<'a> {
        let prices = |action: &Action| Prices::of(game, who, action, None);
        let gain = catalogue.gains.first().and_then(|action| {
            let cells = cells_gained(game, who, gained(action)?);
            (cells > 0).then(|| (prices(action), cells))
        });
        let bought = movement::pool_policy(game).and_then(|policy| {
            let bought = policy.bought?;
            let (pool, _) = game.policies.economy.find(bought.pool)?;
            let cells = cells_gained(game, who, bought.quarters);
            (cells > 0).then(|| (Prices(smallvec![smallvec![(pool, bought.points.into())]]), cells))
        });
        let gain = gain.or(bought);
        let strike = catalogue.strike.as_deref().map(prices).unwrap_or_default();
        TurnBudget { game, who, strike, walk: catalogue.walk.as_deref().map(prices).unwrap_or_default(), gain }
    }

    /// The points that the combatant has now.
    pub fn now(&self) -> ResourcePoints {
        self.game.row(self.who).turn_state.pools
    }

    /// The points that it gains from one turn to the next. A pool that gains none counts with what is left.
    fn per_turn(&self) -> ResourcePoints {
        let (row, mut all) = (self.game.row(self.who), ResourcePoints::default());
        for (id, pool) in self.game.policies.economy.pools() {
            let gained = |income: &PoolIncome| economy::points(&income.amount, pool, &row.sheet).total();
            let sum = pool.incomes.iter().map(gained).fold(0, i16::saturating_add);
            let lost = i16::from(status::lost_points(self.game, self.who, id));
            all.set(
                id,
                if pool.incomes.is_empty() { row.turn_state.pools.left(id) } else { sum.saturating_sub(lost).max(0) },
            );
        }
        all
    }

    /// The points that the combatant has once this turn has ended, whatever the most is that it keeps.
    pub fn at_turn_end(&self) -> ResourcePoints {
        let (sheet, mut all) = (&self.game.row(self.who).sheet, self.now());
        for (id, pool) in self.game.policies.economy.pools() {
            let incomes = pool.incomes.iter().filter(|income| income.at == PoolMoment::OwnTurnEnd);
            let gained = incomes.map(|income| economy::points(&income.amount, pool, sheet).total());
            all.set(id, gained.fold(all.left(id), i16::saturating_add));
        }
        all
    }

    /// The points of a pool that the usual attack costs; `None` if it costs none.
    pub fn of_strike(&self, id: PoolId) -> Option<i16> {
        self.strike.of_pool(id)
    }

    /// How often the usual attack can be paid.
    pub fn strikes(&self, mut points: ResourcePoints) -> i32 {
        if self.strike.0.iter().any(SmallVec::is_empty) {
            return 1;
        }
        let mut strikes = 0;
        while let Some(left) = self.struck(points).filter(|_| strikes < MOST_STRIKES) {
            (strikes, points) = (strikes + 1, left);
        }
        strikes
    }

    /// The points after one more attack.
    pub fn struck(&self, points: ResourcePoints) -> Option<ResourcePoints> {
        self.strike.paid_from(self.game, points)
    }

    pub fn strikes_per_turn(&self) -> i32 {
        self.strikes(self.per_turn())
    }

    /// The points after a walk for which movement is bought `walk - 1` times.
    pub fn walked(&self, points: ResourcePoints, walk: i32) -> Option<ResourcePoints> {
        let mut left = self.walk.paid_from(self.game, points)?;
        for _ in 1..walk {
            left = self.gain.as_ref()?.0.paid_from(self.game, left)?;
        }
        Some(left)
    }

    /// The longest walk after which an attack can still be paid, by [`walked`](TurnBudget::walked); 0 if there is none.
    pub fn longest_walk(&self, points: ResourcePoints) -> i32 {
        let strikes = |walk: &i32| self.walked(points, *walk).and_then(|left| self.struck(left)).is_some();
        (1..=MOST_STRIKES).take_while(strikes).last().unwrap_or(0)
    }

    /// Cells that every further part of a walk adds.
    pub fn cells_bought(&self) -> u16 {
        self.gain.as_ref().map_or(0, |(_, cells)| *cells)
    }

    /// Cells that the combatant walks in a turn for nothing, and the cells it walks for the price of one attack.
    pub fn usual_walk(&self) -> (i32, i32) {
        let points = self.per_turn();
        let all = self.strikes(points);
        let lost = |left: Option<ResourcePoints>| left.map(|left| (all - self.strikes(left)).max(0));
        let renewed =
            movement::pool_policy(self.game).map_or(0, |policy| cells_gained(self.game, self.who, policy.quarters));
        let bought = self.gain.as_ref().and_then(|(prices, cells)| {
            let mut left = points;
            let times = (1..=MOST_STRIKES).find(|_| {
                left = prices.paid_from(self.game, left).unwrap_or_default();
                lost(Some(left)) != Some(0)
            })?;
            Some(i32::from(*cells) * times)
        });
        match (lost(self.walk.paid_from(self.game, points)), movement::pool_policy(self.game)) {
            (Some(0), Some(_)) => (renewed.into(), bought.unwrap_or(0)),
            (_, Some(_)) => (0, i32::from(renewed).max(bought.unwrap_or(0))),
            (Some(0), None) => (i32::from(movement::allowance(self.game, self.who, Gait::Walk)), 0),
            (_, None) => (0, i32::from(movement::allowance(self.game, self.who, Gait::Walk))),
        }
    }

    /// The cost of an act now. An action paid over turns counts by the share of its remaining cost that is paid.
    pub fn spend(&self, points: ResourcePoints, action: &Action, act: Option<&Act>) -> Spent {
        let prices = Prices::of(self.game, self.who, action, act.and_then(|act| act.weapon));
        match action.paid {
            PayOver::AtOnce => Spent { points: prices.paid_from(self.game, points).unwrap_or(points), share: 100 },
            PayOver::Turns | PayOver::WholeTurns => self.spend_part(points, &prices, act),
            PayOver::Rounds { .. } | PayOver::Minutes { .. } => self.spend_round(points, action, act),
        }
    }

    /// A round of an action that takes whole rounds takes all points, and counts by its share of the rounds that are left.
    fn spend_round(&self, mut points: ResourcePoints, action: &Action, act: Option<&Act>) -> Spent {
        let seconds = self.game.policies.turn.in_rounds().map_or(0, |turns| turns.seconds);
        let begun = self.game.row(self.who).channelling.0.as_deref();
        let done =
            begun.filter(|channel| act.is_none_or(|act| channel.act == *act)).map_or(0, |channel| channel.rounds);
        let left = action.paid.whole_rounds(seconds).map_or(1, |needed| needed.rounds.saturating_sub(done).max(1));
        points.set(PoolId::ACTIONS, 0);
        Spent { points, share: if left == 1 { 100 } else { COMPLETED / i32::from(left) } }
    }

    fn spend_part(&self, mut points: ResourcePoints, prices: &Prices, act: Option<&Act>) -> Spent {
        let begun = self.game.row(self.who).channelling.0.as_deref();
        let before = begun.filter(|channel| act.is_none_or(|act| channel.act == *act)).map(|channel| channel.paid);
        let before = before.unwrap_or_default();
        let (mut owed, mut paid) = (0, 0);
        for (pool, cost) in
            prices.0.iter().find(|price| price.iter().all(|(pool, _)| points.left(*pool) > 0)).into_iter().flatten()
        {
            let rest = cost.saturating_sub(before.left(*pool)).max(0);
            let part = rest.min(points.left(*pool));
            points.set(*pool, points.left(*pool) - part);
            (owed, paid) = (owed + i32::from(rest), paid + i32::from(part));
        }
        let share = if paid >= owed { 100 } else { COMPLETED * paid / owed };
        Spent { points, share }
    }
}

fn cells_gained(game: Game<'_>, who: CombatantId, quarters: u16) -> u16 {
    let cell = movement::pool_policy(game).map_or(1, |policy| policy.cell.max(1));
    (movement::rate(game, who, Gait::Walk) / cell).saturating_mul(quarters) / 4
}

/// The attacks that enemies may make on the acting combatant before its next turn, and the cost of one of them.
#[derive(Copy, Clone, Debug, Default)]
pub struct Threat {
    pub attacks: i32,
    pub cost: i32,
}

/// The value of points that are left when a turn ends: they may pay for attacks in later turns, or for reactions before.
pub struct Savings<'a> {
    pools: SmallVec<[PoolWorth<'a>; 4]>,
}

struct PoolWorth<'a> {
    id: PoolId,
    pool: &'a ResourcePool,
    /// The points that are still of use in the next turn.
    room: i16,
    /// The value of this many points then.
    later: (i32, i16),
    /// Reactions: points, value, and how often they may be of use.
    reactions: SmallVec<[(i16, i32, i32); 2]>,
}

impl<'a> Savings<'a> {
    pub fn of(situation: &Situation<'a>, budget: &TurnBudget<'a>, threat: Threat) -> Savings<'a> {
        let (policies, gained) = (&situation.rules.policies, budget.per_turn());
        let average = situation.average_strike();
        let worth = |(id, pool): (PoolId, &'a ResourcePool)| {
            let room = match pool.unspent {
                Unspent::Kept { most, stat } => {
                    let most = economy::most_kept(most, stat, &situation.row().sheet);
                    if pool.incomes.is_empty() { most } else { most.saturating_sub(gained.left(id)).max(0) }
                }
                Unspent::Replaced | Unspent::LostAtTurnEnd => 0,
            };
            let later = budget.strike.of_pool(id).map_or((0, 1), |points| (average * LATER / 100, points));
            let reactions = policies.reactions.iter().filter_map(|reaction| {
                let price = reaction.costs.iter().find(|price| pool.id == price.pool && price.points > 0)?;
                let (value, times) = reaction_value(situation, reaction, threat);
                Some((price.points.into(), value, times))
            });
            let stays = pool.unspent != Unspent::LostAtTurnEnd;
            let reactions = reactions.chain(defence_value(situation, pool, threat));
            let reactions = reactions.filter(|(_, value, times)| stays && value * times > 0).collect();
            PoolWorth { id, pool, room, later, reactions }
        };
        let all = policies.economy.pools().map(worth);
        Savings {
            pools: all.filter(|worth| worth.room > 0 || worth.pool.debt > 0 || !worth.reactions.is_empty()).collect(),
        }
    }

    /// The value of the points that are left.
    pub fn value(&self, points: &ResourcePoints) -> i32 {
        self.pools.iter().map(|worth| worth.value(points.left(worth.id))).sum()
    }
}

impl PoolWorth<'_> {
    fn value(&self, left: i16) -> i32 {
        let later = i32::from(left.min(self.room)) * self.later.0 / i32::from(self.later.1.max(1));
        let taken =
            self.reactions.iter().map(|(points, value, times)| i32::from(left / points).clamp(0, *times) * value);
        taken.max().map_or(later, |taken| later.max(taken))
    }
}

/// The points of the cheapest defence that a pool pays for, the value of a defence, and how often there may be a reason for one.
fn defence_value(situation: &Situation<'_>, pool: &ResourcePool, threat: Threat) -> Option<(i16, i32, i32)> {
    let choice = situation.rules.policies.stages.defences.as_ref()?;
    let prices = choice.options.iter().flat_map(|option| &option.costs).filter(|price| price.pool == pool.id);
    let points = prices.map(|price| price.points).filter(|points| *points > 0).min()?;
    let prevented = threat.cost * DEFENDED / past_defences(situation.rules);
    Some((points.into(), prevented, threat.attacks / (1 + situation.allies().count() as i32)))
}

/// The value of taking a reaction once, and how often there may be a reason to.
fn reaction_value(situation: &Situation<'_>, reaction: &Reaction, threat: Threat) -> (i32, i32) {
    let undoes =
        reaction.then.iter().any(|does| matches!(does, Amendment::Cancel | Amendment::Negate | Amendment::Deflect));
    let harms = reaction
        .action()
        .and_then(|action| situation.rules.actions.get(action))
        .is_some_and(|action| action.is_weapon_attack());
    match reaction.on {
        Trigger::BeforeRoll | Trigger::BeforeDamage if undoes => (threat.cost, threat.attacks),
        Trigger::BeforeRoll | Trigger::BeforeDamage => (threat.cost / 2, threat.attacks),
        _ if harms => (situation.average_strike() / OPPORTUNITIES, threat.attacks.min(1)),
        _ => (threat.cost / OPPORTUNITIES, threat.attacks.min(1)),
    }
}
