//! Pushes: who follows, what other bodies in the way do, and the harm done by obstacles.

use crate::content::{DamageTypes, Modifier, Name, Rule, Trait};
use crate::dice::DiceFormula;

content! {
    /// How a body is pushed straight away from another.
    pub struct PushPolicy {
        /// How the pusher moves with the target.
        pub pusher: Pusher,
        /// How another body in the way counts.
        pub bodies: BodiesAhead,
        /// The harm to a body that an obstacle stops, where there is any.
        pub impact: Option<Impact>,
        /// The forced movements of which each cell provokes the reactions that a step of the target would. Others provoke nothing
        /// (PR-303, PR-321, PR-362, FS-110).
        pub provokes: Vec<ProvokingForce>,
        /// The movement of a combatant that moves along with the target of a push or a drag; its own movement as it is, if left
        /// out.
        pub along: Option<AlongPolicy> = default,
    }

    /// A kind of forced movement that provokes.
    pub struct ProvokingForce: Copy [rule] {
        /// The kind.
        pub kind: ForceKind,
        /// The trait that the actor needs for it; none if left out.
        pub with: Option<Trait>,
    }

    /// A kind of forced movement.
    pub enum ForceKind: Copy {
        /// A push straight away from the actor.
        Push,
        /// A drag behind the actor.
        Drag,
        /// A movement around the actor.
        Reposition,
    }

    /// The movement for moving along in one action with the target (PR-C18): an action that costs all that a turn has of a pool
    /// includes it, in a charge it is what the charge has left, and any other action takes a price for it. Out of turn there is
    /// none.
    pub struct AlongPolicy: Copy [rule] {
        /// The price, of the pool of actions.
        pub points: u8,
        /// The points of the pool of actions from which an action includes the movement.
        pub included_from: u8,
    }

    /// How a pusher moves with its target. It is asked before every cell beyond the first whether it pushes on.
    pub enum Pusher: Copy {
        /// The pusher stays for the first cell and follows for every further one.
        FollowsFurther {
            /// The rule by which it must follow.
            rule: Rule,
        },
        /// The pusher follows all the way, so that it stays adjacent, and goes no further than its movement allows.
        StaysAdjacent {
            /// The rule by which it stays adjacent.
            rule: Rule,
            /// The rule by which its movement limits the push.
            rate_rule: Rule,
        },
        /// The pusher stays, and may follow straight on when the push is over, as far as its movement allows (PR-301).
        MayFollow {
            /// The rule that says so.
            rule: Rule,
        },
        /// The pusher stays where it is (FS-096).
        Stays,
    }

    /// How another body ahead of a pushed one counts.
    pub enum BodiesAhead: Copy {
        /// The target is pushed wherever it finds room; a full space stops it without harm.
        RoomCounts,
        /// A larger body is an obstacle, any other stops the target without harm (TA-G26).
        LargerAreObstacles,
        /// The body is pushed along if a check of the pusher succeeds; otherwise it stops the push without harm.
        PushedAlong(PushedAlong),
    }

    /// A push of several bodies in a row. All of them move on together, to the shortest of the distances that the checks
    /// give (PR-305 to PR-307).
    pub struct PushedAlong: Copy [rule] {
        /// The action that the pusher must succeed with against each further body: only offered, in any reach. Its effect
        /// `Push` and those that make it go further give the distance; nothing else of it happens.
        pub action: Name,
        /// The modifier of that check for each body that is pushed already.
        pub each: Modifier,
    }

    /// Harm to a pushed body that an obstacle stops early.
    pub struct Impact {
        /// The damage for each part of the distance that it could not travel, at least once.
        pub damage: DiceFormula,
        /// The length of one such part, in the board's unit.
        pub per: u16,
        /// The type of the damage.
        pub harm: DamageTypes,
        /// The rule of the damage.
        pub damage_rule: Rule,
        /// The rule by which it also falls prone, if it does.
        pub falls_rule: Option<Rule>,
    }
}
