//! Costs: the points of resource pools that an act takes, and whether a combatant can pay them.

use smallvec::SmallVec;

use super::gear;
use crate::battle::{CombatantId, WeaponSlot};
use crate::content::{
    Action, ActionSpeed, Breakdown, Check, Does, Gait, Label, Modifier, Name, PayOver, PoolId, PoolPrice, Pricing,
    Reaction, Refusal, ResourcePool, Rule, Status, StatusKind,
};
use crate::mechanics::movement::{self, Purchase};
use crate::mechanics::{Game, status};
use crate::resolution::act::Occasion;

/// The cost of an act: points of each pool, with their terms. Nothing of it is paid before its declaration stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The points of each pool, each pool once.
    pub points: SmallVec<[(PoolId, Breakdown); 1]>,
    /// The points by which it lowers initiative, if it does.
    pub initiative: Option<Modifier>,
}

impl Cost {
    /// The cost of an action with a weapon on an occasion: the first of its alternatives that the combatant can pay. A reaction
    /// has costs of its own, instead of those of its action or in addition to them; what another action offers costs nothing.
    /// Without a weapon the cost is that of the first one that can be used.
    ///
    /// # Errors
    /// The pool without enough points, or the condition that forbids the cost; of several alternatives, the last one's.
    pub fn of_action(
        game: Game<'_>,
        who: CombatantId,
        (action, weapon): (&Action, Option<WeaponSlot>),
        occasion: Occasion,
    ) -> Result<Cost, Refusal> {
        let reaction = match occasion {
            Occasion::OwnTurn if has_plain_price(game, who, action) => {
                return Ok(Cost::of(game, &[], OwnPrice::of(game, who, (action, weapon)), action.rule));
            }
            Occasion::OwnTurn => None,
            Occasion::Reaction { reaction, .. } => match game.policies.reaction(reaction) {
                Some(known) if known.moves_free.is_some() && matches!(action.does, Does::Move(_)) => None,
                Some(known) if known.pricing == Pricing::Added => Some(known),
                Some(known) => return Cost::of_prices(game, who, &known.costs, known.rule),
                // A readied action.
                None if game.policies.ready.as_ref().is_some_and(|ready| ready.pays) => None,
                None => return Ok(Cost::default()),
            },
            Occasion::Free | Occasion::Completion | Occasion::FollowUp => return Ok(Cost::default()),
        };
        let mut found = Ok(Cost::default());
        for cost in Cost::with(game, who, (action, weapon), reaction) {
            found = cost.and_then(|cost| cost.payable(game, who, action.paid).map(|()| cost));
            if found.is_ok() {
                break;
            }
        }
        found
    }

    /// Whether a combatant can pay in its turn for a walk of this many cells at a gait, with the movement bought for it, and for an
    /// action after it.
    ///
    /// # Errors
    /// The pool without enough points for both, or the condition that forbids a cost.
    pub fn after_walk(
        game: Game<'_>,
        who: CombatantId,
        (walk, gait, cells): (&Action, Gait, u16),
        (action, weapon): (&Action, Option<WeaponSlot>),
    ) -> Result<(), Refusal> {
        let mut cost = Cost::of_action(game, who, (walk, None), Occasion::OwnTurn)?;
        if let Some(Purchase { times, policy, .. }) = movement::purchase_for(game, who, (gait, cells))
            && let Some((pool, _)) = game.policies.economy.find(policy.pool)
        {
            let points = i16::from(policy.points).saturating_mul(i16::try_from(times).unwrap_or(i16::MAX));
            cost.add(pool, Label::Action, points, policy.rule);
        }
        let after = Cost::of_action(game, who, (action, weapon), Occasion::OwnTurn)?;
        for (pool, points) in &after.points {
            cost.add(*pool, Label::Action, points.total(), action.rule);
        }
        cost.affordable(game, who, false)
    }

    /// Whether a combatant can pay in its turn for a movement at a gait and for an overrun on the way (PR-350).
    ///
    /// # Errors
    /// The pool without enough points for both.
    pub fn affordable_with_push(game: Game<'_>, who: CombatantId, action: &Action, gait: Gait) -> Result<(), Refusal> {
        let Some(price) = movement::push_price(game, who, gait) else { return Ok(()) };
        let mut cost = Cost::of_action(game, who, (action, None), Occasion::OwnTurn)?;
        cost.add(PoolId::ACTIONS, Label::Action, price.points.into(), price.rule);
        cost.affordable(game, who, false)
    }

    /// Whether a combatant can pay for an action on an occasion, with any weapon that it can use for it, see [`of_action`](Self::of_action).
    ///
    /// # Errors
    /// The refusal of [`of_action`](Self::of_action).
    pub fn check(game: Game<'_>, who: CombatantId, action: &Action, occasion: Occasion) -> Result<(), Refusal> {
        if occasion == Occasion::OwnTurn && has_plain_price(game, who, action) {
            return Ok(());
        }
        if !action.is_priced_by_weapon() {
            return Cost::of_action(game, who, (action, None), occasion).map(drop);
        }
        let weapons = gear::weapons(game.view, who, action);
        let mut costs =
            weapons.iter().map(|slot| Cost::of_action(game, who, (action, Some(*slot)), occasion).map(drop));
        let first = costs.next().unwrap_or(Ok(()));
        if first.is_ok() || costs.any(|cost| cost.is_ok()) { Ok(()) } else { first }
    }

    /// The alternatives of an action's cost in a combatant's turn, under its conditions and in order, whether or not it can pay
    /// them. None if the action costs nothing. A cost that a condition forbids is an error.
    pub fn alternatives<'a>(
        game: Game<'a>,
        who: CombatantId,
        action: &'a Action,
        weapon: Option<WeaponSlot>,
    ) -> impl Iterator<Item = Result<Cost, Refusal>> + 'a {
        Cost::with(game, who, (action, weapon), None)
    }

    /// The alternatives of an action's cost together with the costs of a reaction.
    fn with<'a>(
        game: Game<'a>,
        who: CombatantId,
        (action, weapon): (&'a Action, Option<WeaponSlot>),
        reaction: Option<&'a Reaction>,
    ) -> impl Iterator<Item = Result<Cost, Refusal>> + 'a {
        let own = OwnPrice::of(game, who, (action, weapon));
        let costs_more = own.is_some() || reaction.is_some_and(|known| !known.costs.is_empty());
        let talent = action.talent_of(&game.row(who).sheet.traits);
        let costs = if talent.is_some() { &[][..] } else { &action.costs[..] };
        let alone = (costs_more && costs.is_empty() && talent.is_none()).then_some(&[][..]);
        let all = costs.iter().map(Vec::as_slice).chain(talent.map(|talent| &talent.costs[..])).chain(alone);
        all.map(move |prices| {
            let mut cost = Cost::of(game, prices, own, action.rule);
            reaction.into_iter().for_each(|known| cost.add_all(game, &known.costs, known.rule));
            cost.changed_for(game, who, action)
        })
    }

    /// The cost of something that has these prices whatever the combatant's condition, such as a reaction.
    ///
    /// # Errors
    /// The pool without enough points.
    pub fn of_prices(game: Game<'_>, who: CombatantId, prices: &[PoolPrice], rule: Rule) -> Result<Cost, Refusal> {
        let cost = Cost::of(game, prices, None, rule);
        cost.affordable(game, who, true)?;
        Ok(cost)
    }

    /// The points of one pool.
    pub fn of_pool(&self, id: PoolId) -> i16 {
        self.points.iter().find(|(pool, _)| *pool == id).map_or(0, |(_, points)| points.total())
    }

    fn of(game: Game<'_>, prices: &[PoolPrice], own: Option<OwnPrice>, rule: Rule) -> Cost {
        let mut cost = Cost::default();
        own.into_iter().for_each(|own| own.add_to(&mut cost));
        cost.add_all(game, prices, rule);
        cost
    }

    /// Adds prices by a rule.
    pub fn add_all(&mut self, game: Game<'_>, prices: &[PoolPrice], rule: Rule) {
        for price in prices {
            if price.is_initiative() {
                let amount = self.initiative.map_or(0, |known| known.amount);
                self.initiative = Some(Modifier { amount: amount.saturating_add(price.points.into()), rule });
            } else if let Some((pool, _)) = game.policies.economy.find(price.pool) {
                self.add(pool, Label::Action, price.points.into(), rule);
            }
        }
    }

    /// Adds points of a pool.
    pub fn add(&mut self, pool: PoolId, label: Label, points: i16, rule: Rule) {
        let known = self.points.iter().position(|(known, _)| *known == pool);
        let at = known.unwrap_or_else(|| {
            self.points.push((pool, Breakdown::new()));
            self.points.len() - 1
        });
        self.points[at].1.add(label, points, rule);
    }

    /// The cost under the conditions of a combatant, if none of them forbids it.
    fn changed_for(mut self, game: Game<'_>, who: CombatantId, action: &Action) -> Result<Cost, Refusal> {
        if !status::has_any_of(game, who, StatusKind::Economy) {
            return Ok(self);
        }
        let economy = &game.policies.economy;
        let attacks = action.check().is_some_and(Check::is_attack);
        for (condition, status, times) in status::counted_of(game, who, StatusKind::Economy) {
            let (Status::Costs { pool, points } | Status::AttackCosts { pool, points }) = status.does else { continue };
            let concerned = matches!(status.does, Status::Costs { .. }) || attacks;
            if let Some((id, _)) = economy.find(pool).filter(|(id, _)| concerned && self.of_pool(*id) > 0) {
                let least = -self.of_pool(id);
                let more = points.saturating_mul(times).max(least);
                self.add(id, Label::Named(condition.id), more, status.rule);
            }
        }
        for (condition, status, _) in status::counted_of(game, who, StatusKind::Economy) {
            if let Status::ForbidsCosts { pool, from } = status.does
                && let Some((id, pool)) = economy.find(pool)
                && self.of_pool(id) >= from.into()
            {
                let (cost, bearer) = (pool.points(self.of_pool(id)), condition.name.to_lowercase());
                return Err(Refusal::new(format!("cannot spend {cost} at once while {bearer}"), status.rule));
            }
        }
        Ok(self)
    }

    /// Whether a combatant can pay it now, or begin to.
    ///
    /// # Errors
    /// The pool without enough points.
    pub fn payable(&self, game: Game<'_>, who: CombatantId, paid: PayOver) -> Result<(), Refusal> {
        match paid {
            PayOver::AtOnce => self.affordable(game, who, false),
            PayOver::Turns | PayOver::WholeTurns | PayOver::Rounds { .. } | PayOver::Minutes { .. } => {
                self.begun(game, who)
            }
        }
    }

    /// Whether it costs nothing.
    pub fn is_nothing(&self) -> bool {
        self.points.is_empty() && self.initiative.is_none()
    }

    /// Whether every pool has the points, debts included, and initiative can fall.
    fn affordable(&self, game: Game<'_>, who: CombatantId, reacting: bool) -> Result<(), Refusal> {
        let lowest = game.policies.turn.in_rounds().and_then(|turns| turns.lowest);
        if let Some(lowest) = lowest.filter(|_| self.initiative.is_some())
            && game.row(who).turn_state.initiative <= lowest.number
        {
            return Err(Refusal::new(format!("needs more than {} initiative", lowest.number), lowest.rule));
        }
        let debt = |pool: &ResourcePool| if reacting || !pool.debt_by_reactions { pool.debt.into() } else { 0 };
        self.require(game, who, |points, left, pool| points <= left.saturating_add(debt(pool)))
    }

    /// Whether a combatant can pay a part now and the rest in later turns.
    fn begun(&self, game: Game<'_>, who: CombatantId) -> Result<(), Refusal> {
        self.require(game, who, |points, left, _| points == 0 || left > 0)
    }

    fn require(
        &self,
        game: Game<'_>,
        who: CombatantId,
        holds: impl Fn(i16, i16, &ResourcePool) -> bool,
    ) -> Result<(), Refusal> {
        for (id, points) in &self.points {
            let Some(pool) = game.policies.economy.pool(*id) else { continue };
            let (points, left) = (points.total(), game.row(who).turn_state.pools.left(*id));
            if pool.tires.is_none() && !holds(points, left, pool) {
                return Err(Refusal::new(format!("needs {}, {left} left", pool.points(points)), pool.rule));
            }
        }
        Ok(())
    }
}

/// The part of an action's cost that its [`ActionSpeed`](crate::content::ActionSpeed) is, of the pool of actions.
#[derive(Copy, Clone)]
struct OwnPrice {
    /// The weapon with its points and their rule, if the price is by weapon.
    weapon: Option<(Name, i16, Rule)>,
    /// The points of the action itself.
    points: i16,
    rule: Rule,
}

impl OwnPrice {
    fn of(game: Game<'_>, who: CombatantId, (action, weapon): (&Action, Option<WeaponSlot>)) -> Option<OwnPrice> {
        let counted = game.policies.turn.is_counted();
        let actions = action.actions_for(&game.row(who).sheet.traits);
        let pool = game.policies.economy.actions.as_ref().filter(|_| actions > 0 && !counted)?;
        let ActionSpeed::WeaponPoints(more) = action.speed else {
            return Some(OwnPrice { weapon: None, points: actions.into(), rule: pool.rule });
        };
        let slot = weapon.or_else(|| gear::weapons(game.view, who, action).first().copied());
        let held = slot.and_then(|slot| game.row(who).sheet.weapon(slot)).map(|held| &held.weapon);
        let weapon = held.map(|weapon| (weapon.id, i16::from(weapon.points), weapon.rule));
        Some(OwnPrice { weapon, points: more.into(), rule: action.rule })
    }

    fn total(&self) -> i16 {
        self.weapon.map_or(self.points, |(_, points, _)| points.saturating_add(self.points).max(1))
    }

    fn add_to(self, cost: &mut Cost) {
        let mut sum = 0;
        let mut add = |label: Label, points: i16, rule: Rule| {
            if points != 0 {
                cost.add(PoolId::ACTIONS, label, points, rule);
                sum += points;
            }
        };
        if let Some((weapon, points, rule)) = self.weapon {
            add(Label::Named(weapon), points, rule);
        }
        add(Label::Action, self.points, self.rule);
        let missing = self.total() - sum;
        if missing > 0 {
            cost.add(PoolId::ACTIONS, Label::AtLeast, missing, self.rule);
        }
    }
}

/// Whether an action has no price but its [`ActionSpeed`](crate::content::ActionSpeed), no condition of the combatant changes
/// prices, and the combatant has the points: the most common case, tested quickly.
fn has_plain_price(game: Game<'_>, who: CombatantId, action: &Action) -> bool {
    let plain = action.costs.is_empty() && action.talent.is_none() && action.paid == PayOver::AtOnce;
    let has = |own: OwnPrice| own.total() <= game.row(who).turn_state.pools.left(PoolId::ACTIONS);
    plain
        && !action.is_priced_by_weapon()
        && OwnPrice::of(game, who, (action, None)).is_none_or(has)
        && !status::has_any_of(game, who, StatusKind::Economy)
}
