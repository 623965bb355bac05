//! Reactions: what may be done out of turn, when, by which combatants, at what cost, and its effect on its cause.

use crate::content::{CitedRequirement, Gait, Name, PoolPrice, Rule};

content! {
    /// When a reaction may be taken. Its cause is the combatant that acts, moves or has its turn.
    pub enum Trigger: Copy + PartialOrd + Ord + Hash {
        /// The cause has declared an action that has not begun.
        ActionDeclared,
        /// The cause is about to take a step.
        BeforeStep,
        /// The cause has taken a step, or was moved one cell.
        AfterStep,
        /// The cause is about to roll a check; the defence is chosen.
        BeforeRoll,
        /// The check has succeeded, and the damage has not been applied yet.
        BeforeDamage,
        /// A contest has been decided.
        ContestWon,
        /// The cause has rolled; its total is known (PR-049).
        AfterRoll,
        /// The turn of the cause has started.
        TurnStart,
        /// The turn of the cause ends.
        TurnEnd,
        /// The action of the cause has been resolved.
        ActionResolved,
        /// A step of the cause, a forced movement or an action without a step has flanked the reactor. No combatant reacts to its own
        /// step (HD-118).
        NewlyFlanked,
        /// The step of the cause has taken it into the reactor's reach.
        EntersReach,
        /// The next step of the cause takes it out of the reactor's reach (HD-282).
        LeavesReach,
        /// The next step of the cause takes it into the reactor's reach.
        Approaches,
        /// The next step of the cause takes it closer than the reach of the reactor's melee weapon, from where it was not
        /// (HD-227, HD-G14).
        ClosesIn,
        /// The cause has declared an action with which it stands up (FS-113).
        StandsUp,
        /// The cause has declared a spell (FS-112).
        Casts,
        /// Whenever a combatant could react to anything else (PR-163).
        Anytime,
        /// The next step of the cause takes it closer to the reactor than before, and closer than the reach of its melee weapon.
        ComesCloser,
    }

    /// The combatants that may take a reaction.
    pub enum Reactors: Copy {
        /// The target of the cause.
        Target,
        /// Enemies of the cause.
        Enemies,
        /// Allies of the cause.
        Allies,
        /// All combatants but the cause.
        Anyone,
        /// The combatant that has won the roll: the cause if its check succeeded, else its target.
        Winner,
        /// All combatants, the cause included: of those newly flanked, it may have been moved by force or dragged along (HD-118).
        Everyone,
    }

    /// A kind of action that reactions may be limited to.
    pub enum ActKind: Copy {
        /// An attack of any kind.
        Attack,
        /// An attack with a weapon.
        WeaponAttack,
        /// An attack in melee.
        Melee,
        /// An attack with a missile or a thrown weapon (HD-246).
        Ranged,
        /// A spell.
        Spell,
        /// A movement.
        Movement,
    }

    /// The occasion on which an action is declared.
    pub enum TakenAs: Copy {
        /// The actor's own turn.
        Turn,
        /// A free action.
        Free,
        /// A reaction or an interrupt.
        Reaction,
    }

    /// The place of the reactor that a reaction needs.
    pub enum Near: Copy {
        /// The cause is in the reactor's melee reach.
        MeleeReach,
        /// The cause is in reach or range of a weapon in the reactor's hand.
        WeaponReach,
    }

    /// A limit of reactions to some results of a check.
    pub enum RolledFilter: Copy {
        /// The cause has won its check with at least this margin, or this many Successes.
        WinsBy(i16),
        /// The cause has lost its check by at least this much.
        FailsBy(i16),
        /// The natural result is at least this number.
        NaturalFrom(i16),
        /// The natural result is at most this number.
        NaturalUpTo(i16),
    }

    /// Limits of a reaction to some of its causes. Whatever it leaves out is not limited.
    pub struct ReactionFilter: Default {
        /// The actions that cause it; none for all.
        pub actions: Vec<Name> = default,
        /// The kinds of action that cause it; none for all.
        pub kinds: Vec<ActKind> = default,
        /// The tags of the actions that cause it, any of which is enough; none for all.
        pub tags: Vec<Name> = default,
        /// The tags of actions that do not cause it (FS-112).
        pub unless_tags: Vec<Name> = default,
        /// The gaits of movements that cause it; none for all, and for forced movement.
        pub gaits: Vec<Gait> = default,
        /// Whether only forced movements cause it (PR-303).
        pub forced: bool = default,
        /// Declarations on these occasions cause it; none for the cause's own turn only.
        pub taken_as: Vec<TakenAs> = default,
        /// Where the cause must be.
        pub near: Option<Near> = default,
        /// Whether the reactor must see the cause and know where it is (HD-227).
        pub sees: bool = default,
        /// Whether the cause must have no cover from the reactor (PR-G25).
        pub uncovered: bool = default,
        /// Whether the reactor must hold the cause, and the step takes the two so far apart that the hold ends (HD-282).
        pub leaves_hold: bool = default,
        /// Whether the reactor must be the target of the cause, or an ally of the target.
        pub protects: bool = default,
        /// The results that the check of the cause must have, all of them. A cause without a check does not fit.
        pub rolled: Vec<RolledFilter> = default,
        /// Conditions of the reactor that prevent it (PR-044).
        pub unless: Vec<Name> = default,
        /// Conditions of the cause that prevent it (FS-034).
        pub unless_cause: Vec<Name> = default,
        /// The points of the resolution at which a reaction without a trigger may be taken; none for all (FS-G10).
        pub moments: Vec<Trigger> = default,
    }

    /// The answer of a reactor.
    pub enum Response {
        /// This action, at the cause if it has a target.
        Act(Name),
        /// One of these actions, at the cause if it has a target.
        OneOf(Vec<Name>),
        /// Any act that the reactor could declare in a turn: an interrupt (HD-164, HD-166).
        AnyAct,
    }

    /// How the costs of a reaction and those of its act go together.
    pub enum Pricing: Copy + Default {
        /// The costs of the reaction are paid instead of those of the act.
        #[default]
        Instead,
        /// Both are paid (FS-G11).
        Added,
    }

    /// How often a combatant may take a reaction.
    pub enum ReactionLimit: Copy + Default {
        /// Once for each trigger (HD-172).
        #[default]
        PerTrigger,
        /// Once for each movement; where movement is held in a pool, once for what a turn begins with and once for each gain (FS-G11).
        PerMove,
        /// Once for each turn of the cause (PR-036).
        PerMoverTurn,
        /// Once in a round.
        PerRound,
        /// Once in a round for each cause (HD-248).
        PerRoundAndCause,
        /// Any number of times for each trigger, until the reactor passes or the trigger no longer fits (HD-118).
        Unlimited,
    }

    /// An effect of a reaction on its cause.
    pub enum Amendment: Copy {
        /// The declared act is taken back at no cost (HD-167, HD-168).
        Cancel,
        /// The mover stops where it is, and an act that is not rolled yet is abandoned.
        StopMovement,
        /// The reactor becomes the target (HD-302).
        Retarget,
        /// The target of the reactor's act becomes the target, as if it stood in the space of the reactor (HD-302, HD-303).
        Redirect,
        /// The rest of the path is this many cells shorter.
        ShortenPath(u16),
        /// The result of the check is divided among moving along with the mover and holding it back (HD-284 to HD-286).
        Cling(Cling),
        /// The effects of the roll are undone.
        Negate,
        /// The damage goes to the shield of the reactor, or else to the weapon in its hand (PR-051).
        Deflect,
    }

    /// How a combatant that holds a mover clings to it.
    pub struct Cling: Copy {
        /// The points of the result for each cell that it moves along.
        pub follow: u8 [follow_rule],
        /// The points for each cell by which the movement is shorter.
        pub hold: u8 [hold_rule],
    }

    /// When the amendments of a reaction apply.
    pub enum Applies: Copy + Default {
        /// If the check of its act succeeds, or it has none.
        #[default]
        OnSuccess,
        /// Whether the act succeeds or not, unless it is itself taken back.
        Always,
        /// If the check of its act succeeds with at least this margin, or this many Successes.
        OnMargin(i16),
        /// Whether the act succeeds or not, unless it is a movement.
        UnlessMoves,
    }

    /// The order in which combatants are asked for reactions to the same trigger.
    pub enum ReactionOrder: Copy + Default {
        /// In the order of the scenario.
        #[default]
        Listed,
        /// By initiative, highest first.
        Initiative,
        /// The target of the cause first, the others as the scenario lists them.
        TargetFirst,
    }

    /// Something that may be done out of turn.
    pub struct Reaction [rule] {
        /// The id by which scripts and standing orders refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// When it may be taken.
        pub on: Trigger,
        /// Whether a step into the reactor's melee reach causes it as well, once it is taken (FS-G11). For reactions to a step
        /// within reach or out of it.
        pub enters: bool = default,
        /// The combatants that may take it.
        pub who: Reactors,
        /// The causes to which it may be taken.
        pub filter: ReactionFilter = default,
        /// Requirements of the reactor.
        pub requires: Vec<CitedRequirement> = default,
        /// Whether the reactor needs a higher initiative than the cause (HD-164).
        pub outranks: bool = default,
        /// The lowest initiative with which it may be taken (HD-154); `None` if initiative does not matter.
        pub initiative: Option<i16> = default,
        /// The act of the reactor, or its choice of acts.
        pub does: Response,
        /// Whether its act may be aimed at any combatant, not only at the cause (HD-118).
        pub at_any: bool = default,
        /// The acts of a choice for the sake of which it is asked; if left out, all of them. The others may be chosen then.
        pub asks_for: Vec<Name> = default,
        /// The points that it costs, of any pools.
        pub costs: Vec<PoolPrice>,
        /// Whether the costs of the act are paid as well.
        pub pricing: Pricing = default,
        /// The rule by which a movement pays only for itself, not the costs of the reaction (HD-186); `None` if it pays both.
        pub moves_free: Option<Rule>,
        /// How often it may be taken.
        pub limit: ReactionLimit = default,
        /// The reaction with which it shares that limit; none if it has one of its own.
        pub counts_with: Option<Name> = default,
        /// Whether declining it counts for the limit.
        pub declining_counts: bool = default,
        /// Its effects on its cause.
        pub then: Vec<Amendment>,
        /// When they apply.
        pub applies: Applies = default,
    }
}

impl RolledFilter {
    /// Whether a check with this natural result and margin, which its actor has won or lost, is one of those.
    pub fn fits(self, natural: i16, margin: i16, won: bool) -> bool {
        match self {
            RolledFilter::WinsBy(least) => won && margin >= least,
            RolledFilter::FailsBy(least) => !won && margin <= least.saturating_neg(),
            RolledFilter::NaturalFrom(least) => natural >= least,
            RolledFilter::NaturalUpTo(most) => natural <= most,
        }
    }
}

impl Trigger {
    /// The point of the resolution at which it is noticed. A window opens at such a point only.
    pub fn moment(self) -> Option<Trigger> {
        match self {
            Trigger::NewlyFlanked | Trigger::EntersReach => Some(Trigger::AfterStep),
            Trigger::LeavesReach | Trigger::Approaches | Trigger::ClosesIn | Trigger::ComesCloser => {
                Some(Trigger::BeforeStep)
            }
            Trigger::StandsUp | Trigger::Casts => Some(Trigger::ActionDeclared),
            Trigger::Anytime => None,
            point => Some(point),
        }
    }
}

/// A set of triggers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct TriggerSet(u32);

impl TriggerSet {
    /// Every trigger.
    pub const ALL: TriggerSet = TriggerSet(u32::MAX);

    /// One trigger.
    pub fn of(trigger: Trigger) -> TriggerSet {
        TriggerSet(1 << trigger as u32)
    }

    /// The triggers of both sets.
    pub fn with(self, other: TriggerSet) -> TriggerSet {
        TriggerSet(self.0 | other.0)
    }

    /// Whether a trigger is in the set.
    pub fn has(self, trigger: Trigger) -> bool {
        self.0 & TriggerSet::of(trigger).0 != 0
    }
}

impl Reaction {
    /// The points of the resolution at which it may be taken.
    pub fn points(&self) -> TriggerSet {
        let moments = self.filter.moments.iter().copied().map(TriggerSet::of);
        let anytime = || moments.reduce(TriggerSet::with).unwrap_or(TriggerSet::ALL);
        let point = self.on.moment().map_or_else(anytime, TriggerSet::of);
        let won = self.on == Trigger::ContestWon && self.who == Reactors::Winner;
        let point = if won { point.with(TriggerSet::of(Trigger::BeforeDamage)) } else { point };
        // After forced movements a window opens for those newly flanked alone.
        let flanked = self.on == Trigger::NewlyFlanked;
        let point = if flanked { point.with(TriggerSet::of(Trigger::NewlyFlanked)) } else { point };
        if self.enters { point.with(TriggerSet::of(Trigger::AfterStep)) } else { point }
    }

    /// Whether it may be taken in a window that opens at this point.
    pub fn is_at(&self, point: Trigger) -> bool {
        self.points().has(point)
    }

    /// The action that it always takes; `None` if its reactor chooses.
    pub fn action(&self) -> Option<Name> {
        match &self.does {
            Response::Act(action) => Some(*action),
            Response::OneOf(_) | Response::AnyAct => None,
        }
    }

    /// Whether it leads to this action by name.
    pub fn offers(&self, action: Name) -> bool {
        match &self.does {
            Response::Act(named) => *named == action,
            Response::OneOf(named) => named.contains(&action),
            Response::AnyAct => false,
        }
    }
}
