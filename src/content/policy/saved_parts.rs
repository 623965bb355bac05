//! What spares a part of the body that would be lost.

use crate::content::{Name, Stat, Trait};
use crate::dice::DiceFormula;

content! {
    /// The choice of a combatant that would lose a part of its body, or die of its wounds: an injury for good, or a point of a stat
    /// that is spent. Either sets the part to some points, and the combatant is not dying (PR-230, PR-231).
    pub struct PartSaving [rule] {
        /// When the choice is offered.
        pub moment: SavingMoment [moment_rule],
        /// The combatants that have the choice: those with a trait, or all.
        pub only: Option<Trait>,
        /// The parts that can be saved.
        pub parts: Vec<Name>,
        /// The points that a saved part has left.
        pub left: i16 [left_rule],
        /// The condition of those with injuries for good, which counts them.
        pub injured: Name [injured_rule],
        /// The injuries, by part.
        pub injuries: Vec<PartInjuries>,
        /// The point that may be spent instead, if any.
        pub spends: Option<SpentPoint>,
    }

    /// When a part of the body can be saved.
    pub enum SavingMoment: Copy {
        /// The moment in which it would be lost, or in which its wounds would kill.
        AtLoss,
        /// With every wound that leaves it fewer than 0 points.
        BelowZero,
    }

    /// A stat of which a point may be spent.
    pub struct SpentPoint: Copy [rule] {
        /// The stat.
        pub stat: Stat,
        /// The condition that takes the point from the stat, once for each level.
        pub condition: Name,
    }

    /// The list of injuries of some parts of the body.
    pub struct PartInjuries [rule] {
        /// The parts.
        pub parts: Vec<Name>,
        /// The dice that choose an entry, from 1; a result without an entry is rolled again. Without dice the first entry applies.
        pub dice: Option<DiceFormula>,
        /// The entries.
        pub entries: Vec<LastingInjury>,
    }

    /// An injury for good.
    pub struct LastingInjury: Copy [rule] {
        /// Its condition.
        pub condition: Name,
        /// The effect on a combatant that has it already.
        pub again: InjuredAgain [again_rule],
    }

    /// The effect of an injury on a combatant that has it already.
    pub enum InjuredAgain: Copy {
        /// Its levels add up; nothing else.
        Nothing,
        /// The combatant gains this condition as well.
        Gains(Name),
        /// The combatant dies.
        Dies,
    }
}
