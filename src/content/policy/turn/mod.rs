//! The order of turns and readied actions.

mod reaction;

pub use reaction::*;

use crate::content::{Modifier, Name, Rule, SpeedClass, SpeedRow, Stat, Trait};
use crate::dice::DiceFormula;

content! {
    /// The order of turns.
    pub enum TurnOrder {
        /// A rising count: an action takes its speed factor, and combatants with the same count act simultaneously.
        Counts(CountTurns),
        /// Rounds: each combatant acts once a round in order of initiative, highest first.
        Rounds(RoundTurns),
    }

    /// Who rolls for initiative. The bonuses and penalties of each combatant count in both cases.
    pub enum InitiativeRoll: Copy {
        /// Each combatant.
        Each,
        /// One roll for a whole side.
        Side {
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// Turns by a rising count.
    pub struct CountTurns {
        /// The roll for the count of the first turn.
        pub initiative: DiceFormula [initiative_rule],
        /// Who rolls.
        pub rolls: InitiativeRoll,
        /// The stats that are subtracted from the first count.
        pub bonuses: Vec<Stat> [bonus_rule],
        /// The opposed check of a side in ambush.
        pub surprise_check: SurpriseCheck,
        /// Counts added to the first count of a surprised combatant.
        pub surprise: DiceFormula [surprise_rule],
        /// The condition of a surprised combatant until it acts.
        pub surprised: Name,
        /// The table of speed classes.
        pub speeds: Vec<SpeedRow>,
        /// Counts added for each step slower than the slowest class.
        pub beyond_slowest: u16 [beyond_rule],
        /// The fastest class that steps can reach.
        pub fastest: SpeedClass [fastest_rule],
        /// The lowest speed factor that modifiers can reach, in counts.
        pub least: u16 [least_rule],
        /// The rule of the count of the next turn.
        pub next_turn_rule: Rule,
        /// The rule by which combatants with the same count act simultaneously.
        pub together_rule: Rule,
        /// How often a condition with [`Status::Burns`](crate::content::Status::Burns) damages its bearer.
        pub burns: Every,
        /// Optional effects of acting on the same count.
        pub simultaneous: SimultaneousPolicy,
    }

    /// The opposed check that decides who is surprised: a skill and an attribute for each side.
    pub struct SurpriseCheck: Copy [rule] {
        /// The skill and attribute of the side in ambush; its least stealthy combatant rolls for all.
        pub stealth: (Stat, Stat),
        /// The skill and attribute of each enemy; a roll at least as high notices the ambush.
        pub perception: (Stat, Stat),
    }

    /// A period.
    pub struct Every: Copy {
        /// Its length in counts.
        pub counts: u16 [rule],
    }

    /// Effects of acting on the same count, in addition to the simultaneity itself.
    pub struct SimultaneousPolicy {
        /// Whether this optional rule is used.
        pub used: bool,
        /// The modifier of two combatants that attack each other.
        pub mutual: Modifier,
        /// Subtracted from the threshold for impairments, which a hit then only has to equal, for each further attacker.
        pub crowd: Modifier,
    }

    /// Turns by rounds of initiative.
    pub struct RoundTurns {
        /// The length of a round in seconds.
        pub seconds: u16 [seconds_rule],
        /// The roll for initiative.
        pub initiative: DiceFormula,
        /// The stats added to the roll.
        pub bonuses: Vec<Stat>,
        /// The rule of initiative.
        pub rule: Rule,
        /// The lowest initiative, where there is one. What costs initiative cannot be done at it, and nothing lowers initiative
        /// further (HD-155, HD-156).
        pub lowest: Option<LowestInitiative>,
        /// The order of equal rolls.
        pub ties: Ties,
        /// The condition of surprised combatants.
        pub unaware: Option<Unaware>,
        /// The contest by which a side in ambush surprises others; without it, scenarios say who is surprised.
        pub ambush: Option<AmbushContest>,
        /// The end of a turn.
        pub ends: TurnEnd,
        /// When the effects of spells and actions end that last a number of rounds.
        pub lasting: Lasting = default,
        /// Steps of the start of a round, in order.
        pub round_start: Vec<RoundStep>,
        /// Steps of the end of a round, in order.
        pub round_end: Vec<RoundStep>,
        /// The first turn of combatants that join the order of turns during a round.
        pub joins: Joining,
        /// The place of a delayed turn, which follows the turn of another combatant; `None` where no action delays a turn.
        pub delay: Option<DelayPolicy>,
        /// Combatants under the command of others, where there are any.
        pub command: Option<CommandPolicy>,
    }

    /// The lowest initiative that a combatant can have.
    pub struct LowestInitiative: Copy [rule] {
        /// The initiative.
        pub number: i16,
    }

    /// Combatants that act only when commanded, together with their commander.
    pub struct CommandPolicy {
        /// The rule by which commander and commanded combatants act in any order.
        pub together_rule: Rule,
        /// The rule by which a combatant is commanded once a round.
        pub once_rule: Rule,
        /// The rule by which a combatant whose commanders are gone acts by itself.
        pub freed_rule: Rule,
    }

    /// The order of combatants with equal initiative.
    pub enum Ties {
        /// In the order of the scenario.
        Listed,
        /// At random.
        Random {
            /// The rule that says so.
            rule: Rule,
        },
        /// By stats and traits, the first that differs (FS-009, PR-011). A combatant whose initiative changes, or that joins
        /// later, is placed by them as well.
        By {
            /// The keys that are compared, most important first.
            keys: Vec<TieKey>,
            /// The order of combatants that are equal in all of that.
            then: TiesLeft,
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// A key that decides between combatants with equal initiative.
    pub enum TieKey: Copy {
        /// The higher value of a stat comes first.
        Highest(Stat),
        /// Combatants with a trait come first.
        With(Trait),
    }

    /// The order of combatants that no key distinguishes.
    pub enum TiesLeft: Copy {
        /// In the order of the scenario; a combatant placed later comes last.
        Listed,
        /// At random.
        Random,
    }

    /// Being surprised at the beginning of a battle.
    pub struct Unaware [rule] {
        /// The condition of a surprised combatant.
        pub condition: Name,
        /// Whether the combatant has no turn in the first round (FS-018). Otherwise its condition limits that turn.
        pub misses: bool,
        /// When the condition ends.
        pub ends: UnawareEnd = default,
        /// The penalty to the initiative of a surprised combatant, where there is one.
        pub slower: Option<UnawarePenalty>,
    }

    /// The penalty to the initiative of a surprised combatant: a number less a stat. A combatant whose stat is higher than the number
    /// cannot be surprised (HD-161, HD-162).
    pub struct UnawarePenalty: Copy [rule] {
        /// The number.
        pub base: i16,
        /// The stat.
        pub less: Stat,
        /// The rule by which a higher stat prevents surprise.
        pub unless_rule: Rule,
    }

    /// The end of the condition of surprised combatants.
    #[derive(Default)]
    pub enum UnawareEnd: Copy {
        /// The beginning of the combatant's first turn. Until it notices them, its enemies are undetected by it.
        #[default]
        FirstTurn,
        /// With the first round (FS-019, FS-G39). Nothing else of the surprise outlasts it.
        FirstRound,
        /// The moment in which the combatant becomes aware of the fight: when it is attacked or hurt, or in the step `Awareness` of a
        /// round if it sees an enemy, or an ally that fights. Until then it has no initiative and no turns; then it rolls and joins
        /// (PR-012, PR-013).
        Aware,
    }

    /// The contest of a side in ambush with its enemies: each combatant in ambush rolls once, and each enemy once (FS-016). The
    /// combatant in ambush began the contest and loses a tie; if neither passes a test of its own, it has not won either (FS-G05).
    /// An enemy contests with the combatants in ambush that it has a line of sight to; where it sees none, with all of them.
    pub struct AmbushContest [rule] {
        /// The stats added up for a combatant in ambush.
        pub stealth: Vec<Stat>,
        /// The stats added up for an enemy.
        pub observation: Vec<Stat>,
        /// The combatants in ambush to which a surprised enemy has lost.
        pub lost_to: LostTo,
    }

    /// The combatants in ambush to which a surprised enemy has lost.
    pub enum LostTo: Copy {
        /// All that it has contested with: to notice one ends the surprise (FS-G39).
        Every,
        /// At least one: the party as a whole is in one contest (FS-017).
        Any,
    }

    /// The end of a turn.
    pub enum TurnEnd: Copy {
        /// The turn ends when no actions and no movement are left, or when its owner ends it.
        WhenSpent,
        /// The turn ends only when its owner ends it: points may be left for reactions (FS-010), or saved (HD-139).
        WhenEnded,
    }

    /// The end of an effect that lasts a number of rounds.
    #[derive(Default)]
    pub enum Lasting: Copy {
        /// Just before the turn of its causer in the last round.
        #[default]
        CauserTurn,
        /// At the end of the last round, of which the round in which it begins is the first (HD-173, HD-174).
        RoundEnd {
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// Something that happens as a round starts or ends.
    pub enum RoundStep: Copy {
        /// Pools with an income at that moment gain it.
        Incomes,
        /// Conditions that last [a number of rounds](crate::content::Ends::Rounds) end, oldest first.
        Durations,
        /// Conditions harm their bearers, in turn order. They then do no harm as turns start.
        Harm,
        /// Afflicted combatants make their checks, in turn order ([`Affliction`](crate::content::Affliction)).
        Afflictions,
        /// Dying combatants roll for their lives, in turn order ([`StablePolicy::dies`](crate::content::policy::StablePolicy::dies)).
        Dying,
        /// Equal initiatives are ordered again (HD-152).
        Ties,
        /// Combatants that are unaware of the fight look around ([`UnawareEnd::Aware`]).
        Awareness,
    }

    /// The first turn of a combatant that joins the order of turns during a round.
    pub enum Joining: Copy {
        /// In the same round, at its place or at once if that is over.
        SameRound,
        /// In the next round.
        NextRound,
    }

    /// The place of a delayed turn.
    pub struct DelayPolicy: Copy [rule] {
        /// Whether later turns keep the new place; otherwise it is for this round only.
        pub lasts: bool,
        /// When the place is chosen.
        pub chosen: DelayedPlace = default,
    }

    /// When a combatant that delays its turn chooses the place of that turn.
    #[derive(Default)]
    pub enum DelayedPlace: Copy {
        /// Later: after every turn it is asked whether it acts now, until its next turn begins.
        #[default]
        Later,
        /// At once: it names a combatant that has yet to act in this round, and acts directly after it (FS-026, FS-027). If that
        /// combatant does not act in this round, the delayed turn comes at the end of the round (FS-G09). The action of delaying
        /// has the aim [`Other`](crate::content::Aim::Other).
        Named,
    }

    /// Readying an action, to be released by its trigger.
    pub struct ReadyPolicy {
        /// The action that readies another. Players answer with the same id to release the readied action.
        pub action: Name,
        /// The triggers that may be chosen.
        pub watches: Vec<WatchedTrigger>,
        /// The rule by which the release interrupts the trigger and costs no reaction.
        pub release_rule: Rule,
        /// Whether the act pays its own costs when it is released; otherwise it takes the time or action of readying (HD-G50).
        /// Only single actions can be readied where it does not.
        pub pays: bool,
        /// The lowest initiative with which it is released, where the release is a reaction (HD-154, HD-250); `None` if it is not.
        pub initiative: Option<i16>,
        /// The rule by which its release moves the combatant in the order of turns, to the place just before the one that set it off
        /// (PR-G41); left out if its place stays the same.
        pub moves: Option<Rule>,
        /// How long it stays ready.
        pub lasts: ReadyUntil,
        /// The rule by which the readied action is lost.
        pub lost_rule: Rule,
    }

    /// The end of readiness.
    pub enum ReadyUntil: Copy {
        /// The next turn.
        NextTurn,
        /// Any other action or reaction. Movement, and what costs nothing, is neither (HD-251, HD-G50).
        Acts,
    }

    /// A trigger of a readied action.
    pub struct WatchedTrigger [rule] {
        /// The id by which scripts refer to it.
        pub id: Name,
        /// The words a player reads after "when".
        pub name: String,
        /// The event.
        pub on: WatchFor,
    }

    /// An event that releases a readied action.
    pub enum WatchFor: Copy {
        /// An enemy has stepped into reach.
        StepsIntoReach,
        /// An enemy has stepped to where the readied action can target it, from where it could not.
        StepsIntoRange,
        /// An enemy has stepped into sight.
        StepsIntoSight,
        /// An enemy in sight is about to take a step.
        Moves,
        /// An enemy is about to attack the combatant that readied the action, or an ally of it.
        Attacks,
        /// An enemy begins to cast a spell.
        Casts,
        /// An enemy is about to carry out an action (HD-250).
        Acts,
        /// The turn of an enemy ends (HD-250).
        TurnEnds,
        /// An enemy has charged into reach. Only a weapon set against a charge waits for it, until its bearer acts otherwise.
        Charges {
            /// The least distance straight ahead, in the board's unit.
            distance: u16,
        },
    }
}

impl ReadyPolicy {
    /// The trigger with this id.
    pub fn watch(&self, id: Name) -> Option<&WatchedTrigger> {
        self.watches.iter().find(|watch| watch.id == id)
    }
}

impl WatchFor {
    /// The trigger with which the event is noticed.
    pub fn trigger(self) -> Trigger {
        match self {
            WatchFor::StepsIntoReach
            | WatchFor::StepsIntoRange
            | WatchFor::StepsIntoSight
            | WatchFor::Charges { .. } => Trigger::AfterStep,
            WatchFor::Moves => Trigger::BeforeStep,
            WatchFor::Attacks => Trigger::BeforeRoll,
            WatchFor::Casts | WatchFor::Acts => Trigger::ActionDeclared,
            WatchFor::TurnEnds => Trigger::TurnEnd,
        }
    }
}
