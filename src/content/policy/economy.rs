//! The action economy: the pools that acting is paid from, apart from the order in which combatants act.

use serde::{Deserialize, Serialize};

use crate::content::{Name, Stat, Trait};

content! {
    /// The resource pools of a rule system. Where turns are counted, actions take time instead and there may be no pools.
    ///
    /// Serves half, swift and immediate actions (PR-159, PR-163), action points that are saved (HD-136 to HD-140), and action
    /// points of a round that a combatant's own turn shares with its reactions, with a number of attacks (FS-010, FS-058).
    pub struct ActionEconomy {
        /// The pool that [`ActionSpeed::Actions`](crate::content::ActionSpeed::Actions) is paid from; `None` if actions take
        /// time.
        pub actions: Option<ResourcePool>,
        /// The pool of reactions, if they have one of their own.
        pub reactions: Option<ResourcePool>,
        /// All other pools, at most six.
        pub others: Vec<ResourcePool>,
    }

    /// A supply of points that acting is paid from: actions, reactions, attacks of a round.
    pub struct ResourcePool [rule] {
        /// The id by which prices refer to it.
        pub id: Name,
        /// The word players read for one point, such as "action".
        pub name: String,
        /// The word for several points, if it is not that word with an s.
        pub many: Option<String> = default,
        /// The points in it when the battle begins.
        pub initial: PoolAmount,
        /// When points are gained, and how many.
        pub incomes: Vec<PoolIncome>,
        /// The fate of points that are not spent.
        pub unspent: Unspent,
        /// The points that may be spent in advance (PR-163). They are subtracted from the next income.
        pub debt: u8,
        /// Whether only reactions spend points in advance, never acts in the combatant's own turn (PR-163).
        pub debt_by_reactions: bool = default,
        /// Present if points that the pool lacks are paid with fatigue, which also lowers the greatest number of points in it (HD-031
        /// to HD-035).
        pub tires: Option<TiringPool>,
        /// Whether a combatant that may not act, or not react, gains and keeps its points, although it cannot spend them (FS-G39);
        /// otherwise it has none.
        pub kept: bool = default,
    }

    /// A pool whose missing points are paid with fatigue. It must be kept ([`Unspent::Kept`]).
    pub struct TiringPool [rule] {
        /// The conditions of a combatant with much fatigue.
        pub marks: Vec<FatigueMark>,
    }

    /// The condition of a combatant whose fatigue is a share of the greatest number of points in a pool, unless fatigue has lowered
    /// it (HD-037, HD-038).
    pub struct FatigueMark: Copy [rule] {
        /// The least share, in percent.
        pub percent: u8,
        /// The condition.
        pub condition: Name,
        /// The trait without which a combatant never has it (HD-024); `None` if every combatant may.
        pub with: Option<Trait>,
    }

    /// Points gained at a moment.
    pub struct PoolIncome {
        /// The moment.
        pub at: PoolMoment,
        /// The number of points. Conditions may [take some away](crate::content::Status::Loses).
        pub amount: PoolAmount,
    }

    /// A number of points: a base, stats of the combatant, and bonuses of its traits.
    pub struct PoolAmount {
        /// The number for every combatant.
        pub base: i16,
        /// The stats that are added.
        pub stats: Vec<Stat>,
        /// Traits that give more points.
        pub traits: Vec<TraitBonus>,
        /// Stats that are added by rules of their own, such as the number that a talent of the combatant gives (PR-038).
        pub more: Vec<PoolStat> = default,
    }

    /// A stat that is added to a number of points.
    pub struct PoolStat: Copy [rule] {
        /// The stat.
        pub of: Stat,
    }

    /// Points that a trait gives to its bearer.
    pub struct TraitBonus: Copy [rule] {
        /// The trait.
        pub of: Trait,
        /// The number of points.
        pub amount: i16,
    }

    /// A moment at which points are gained.
    pub enum PoolMoment: Copy {
        /// The combatant's turn starts.
        OwnTurnStart,
        /// The combatant's turn ends.
        OwnTurnEnd,
        /// A round starts, for all combatants at once.
        RoundStart,
        /// A round ends, for all combatants at once.
        RoundEnd,
    }

    /// The fate of points that are left in a pool.
    pub enum Unspent: Copy {
        /// The next income replaces them.
        Replaced,
        /// They are lost when the combatant's turn ends.
        LostAtTurnEnd,
        /// The next income is added to them.
        Kept {
            /// The greatest number of points in the pool.
            most: u8,
            /// A stat of the combatant that is added to it, if there is one (HD-140).
            stat: Option<Stat>,
        },
    }

    /// A number of points of one pool, or of initiative: `(pool: "initiative", points: 2)` lowers the initiative of the combatant
    /// that pays, and its place in the order of turns with it (HD-165).
    pub struct PoolPrice: Copy {
        /// The id of the pool, or `initiative`.
        pub pool: Name,
        /// The number of points.
        pub points: u8,
    }
}

/// A pool of the rule system, by its place: 0 for actions, 1 for reactions, others from 2.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PoolId(pub u8);

impl PoolId {
    /// The pool of actions.
    pub const ACTIONS: PoolId = PoolId(0);
    /// The pool of reactions.
    pub const REACTIONS: PoolId = PoolId(1);
    /// The number of pools that a rule system may have.
    pub const MOST: usize = 8;
}

/// The id by which prices refer to initiative, which is not a pool.
pub const INITIATIVE: &str = "initiative";

impl PoolPrice {
    /// Whether it is paid with initiative.
    pub fn is_initiative(&self) -> bool {
        self.pool.as_str() == INITIATIVE
    }
}

impl ActionEconomy {
    /// The pool whose missing points are paid with fatigue, if there is one.
    pub fn tiring(&self) -> Option<(PoolId, &ResourcePool, &TiringPool)> {
        self.pools().find_map(|(id, pool)| Some((id, pool, pool.tires.as_ref()?)))
    }

    /// All pools with their places.
    pub fn pools(&self) -> impl Iterator<Item = (PoolId, &ResourcePool)> {
        let others = self.others.iter().zip(2..).map(|(pool, at)| (PoolId(at), pool));
        let actions = self.actions.iter().map(|pool| (PoolId::ACTIONS, pool));
        actions.chain(self.reactions.iter().map(|pool| (PoolId::REACTIONS, pool))).chain(others)
    }

    /// The actions of a turn, without stats and traits; 1 where actions take time.
    pub fn usual_actions(&self) -> u8 {
        let Some(pool) = &self.actions else { return 1 };
        let gained = pool.incomes.iter().map(|income| income.amount.base).fold(0, i16::saturating_add);
        gained.clamp(0, u8::MAX.into()) as u8
    }

    /// Prices in words: `2 actions and 1 reaction`.
    pub fn in_words(&self, prices: &[PoolPrice]) -> String {
        let points = |price: &PoolPrice| match price.is_initiative() {
            true => Some(format!("{} {INITIATIVE}", price.points)),
            false => Some(self.find(price.pool)?.1.points(price.points.into())),
        };
        prices.iter().filter_map(points).collect::<Vec<_>>().join(" and ")
    }

    /// The pool at a place; `None` if the rule system has none there.
    pub fn pool(&self, id: PoolId) -> Option<&ResourcePool> {
        match id {
            PoolId::ACTIONS => self.actions.as_ref(),
            PoolId::REACTIONS => self.reactions.as_ref(),
            PoolId(at) => self.others.get(usize::from(at) - 2),
        }
    }

    /// The pool with this id.
    pub fn find(&self, id: Name) -> Option<(PoolId, &ResourcePool)> {
        self.pools().find(|(_, pool)| pool.id == id)
    }
}

impl ResourcePool {
    /// A number of points in words: `2 actions`.
    pub fn points(&self, points: i16) -> String {
        if points == 1 { format!("1 {}", self.name) } else { format!("{points} {}", self.plural()) }
    }

    /// The word for several points: `actions`.
    pub fn plural(&self) -> String {
        self.many.clone().unwrap_or_else(|| format!("{}s", self.name))
    }
}
