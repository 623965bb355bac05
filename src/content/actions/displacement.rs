//! Forced movements, qualities of holds, and the fate of items that leave a hand.

use crate::content::Trait;

content! {
    /// A movement that an effect forces.
    pub enum Displacement: Copy {
        /// Actor and target move together, in a direction of the actor's choice.
        Together {
            /// The greatest distance, in the board's unit.
            distance: u16,
        },
        /// The target alone moves, in a direction of the actor's choice.
        Slide {
            /// The greatest distance, in the board's unit.
            distance: u16,
        },
        /// The target lands in a nearby space of the actor's choice, or swaps places with the actor.
        Place {
            /// The greatest distance, in the board's unit.
            distance: u16,
        },
        /// The target is pushed straight away from the actor, which must follow beyond the first cell.
        Push {
            /// The greatest distance, in the board's unit.
            distance: u16,
        },
        /// The actor enters the target's space.
        Enter,
        /// The target is dragged straight on behind the actor, which moves away from it as far as its movement allows. Both keep
        /// their places next to each other; anything in the way of either ends the drag (PR-316 to PR-323).
        Drag {
            /// The greatest distance, in the board's unit.
            distance: u16,
        },
        /// The target is moved around the actor, along a path within the actor's melee reach up to its last step, which may
        /// lead out of it (PR-357 to PR-363).
        Reposition {
            /// The greatest distance, in the board's unit.
            distance: u16,
            /// The trait of the actor with which the path may lead over a drop, into a hazard or into water that carries away (PR-359).
            danger: Option<Trait>,
        },
    }

    /// An additional quality of a hold.
    pub enum Hold: Copy + PartialOrd + Ord + Hash {
        /// Checks to break or escape the hold have this penalty.
        HardToBreak(i16),
        /// The held combatant cannot attack.
        Pinned,
        /// The holder tightens its grip this many times, or loosens it if negative
        /// ([`GrapplePolicy::stacks`](crate::content::policy::GrapplePolicy::stacks)).
        Stacks(i16),
    }

    /// The fate of an item that leaves the hand of its holder.
    pub enum ItemFate: Copy {
        /// The item falls to the ground.
        Dropped,
        /// The actor may take it if it has a hand free and used a melee weapon; otherwise it falls to the ground.
        TakenIfHandFree,
        /// This many items, the chosen one first, are knocked away in random directions, as far as
        /// [`Farther`](crate::content::Effect::Farther) says. The actor may take one in a free hand instead (PR-311 to PR-315).
        KnockedAway {
            /// The number of items.
            items: u8,
        },
        /// The actor takes the item in a free hand (PR-373).
        Stolen,
        /// The actor takes it, if it has a hand free, or flings it away.
        TakenOrFlung {
            /// The greatest distance, in the board's unit.
            distance: u16,
        },
    }
}
