//! The board, shared spaces, grapples and pushes.

use crate::content::{Gait, LengthUnit, Modifier, Name, Rule, Stat, Trait};
use crate::grid::Distance;

content! {
    /// The grid of a rule system.
    pub struct BoardPolicy [rule] {
        /// The unit in which lengths are measured and shown.
        pub unit: LengthUnit,
        /// The side of a cell, in parts of the unit: 5 for cells of 5 feet, 1 for cells of one metre.
        pub cell: u16,
        /// How diagonals count.
        pub distance: Distance,
        /// The kinds of ground that cost another number of cells than the terrain file says (HD-192, HD-193).
        pub costs: Vec<GroundCost> = default,
    }

    /// The cost of a kind of ground under one rule system.
    pub struct GroundCost [rule] {
        /// The name of the ground, such as "mud".
        pub ground: String,
        /// The cost to enter it, in cells.
        pub cost: u8,
    }

    /// Who may share a space, and how that affects fighting.
    pub struct SpacePolicy {
        /// The rule by which enemies cannot enter each other's space.
        pub enter_rule: Rule,
        /// The difference in size categories from which a combatant may enter an enemy's space nevertheless.
        pub unstoppable_at: i16 [unstoppable_rule],
        /// The stat by which that difference is measured in place of size categories; where it is named, such combatants also share
        /// a space freely (HD-G48).
        pub unstoppable_by: Option<Stat>,
        /// Whether combatants share a space.
        pub sharing: Sharing,
    }

    /// Whether bodies share a space.
    pub enum Sharing {
        /// Bodies share a cell as long as they fit, counted in sixteenths.
        Sixteenths(Sixteenths),
        /// One body in each cell; others may pass through but not stay.
        OneEach(OneEach),
    }

    /// Cells that several bodies share.
    pub struct Sixteenths {
        /// The capacity of one cell, in sixteenths of a Medium body.
        pub capacity: u16 [capacity_rule],
        /// The rule by which some combatants fill their space.
        pub fills_rule: Rule,
        /// Only bodies whose sizes differ by at most this many categories crowd each other.
        pub band: i16,
        /// Above this total, in sixteenths and with at least two bodies, attacks have a penalty.
        pub crowded_above: u16,
        /// The penalty to attacks in a crowded space.
        pub crowded: Modifier,
        /// Above this total, in sixteenths, no combatant in the space can attack, and all defend as if unable to react.
        pub packed_above: u16,
        /// The rule by which no combatant in such a space can attack.
        pub packed_rule: Rule,
        /// The rule by which combatants in such a space defend as if unable to react.
        pub packed_defence_rule: Rule,
        /// The rule of contests for a space.
        pub contest_rule: Rule,
        /// The rule by which a combatant gives up entering a space.
        pub give_up_rule: Rule,
    }

    /// Cells that hold one body each.
    pub struct OneEach {
        /// The rule by which no movement ends in the space of another combatant.
        pub end_rule: Rule,
        /// The rule by which allies may pass through each other's space.
        pub friends_rule: Rule,
        /// Whether the spaces of allies cost double to leave, where the ground that is left counts
        /// ([`DifficultGround::Left`](super::DifficultGround::Left)).
        pub friends_difficult: bool,
        /// The action, free within a movement, that pushes through an enemy's space.
        pub push_through: Option<Name>,
        /// The action in place of it where a charge ends in an overrun (PR-350); `None` where none does.
        pub push_in_charge: Option<Name> = default,
        /// The price of pushing through an enemy for those whose movement does not include it (PR-350, PR-352); `None` where every
        /// movement does.
        pub push_price: Option<PushPrice> = default,
        /// The action, free within a movement, that leads past an enemy by a check (PR-G15); `None` where none does.
        pub slip_past: Option<Name> = default,
        /// The rule by which a movement pushes through one enemy only (PR-350); `None` where there is no limit.
        pub push_once: Option<Rule> = default,
        /// The rule by which an enemy may let the mover pass instead (PR-353); `None` where it cannot.
        pub aside: Option<Rule> = default,
        /// The rule by which all may pass through the spaces of unconscious combatants; `None` where these stop enemies.
        pub unconscious_rule: Option<Rule>,
        /// The price of a step into the space of a combatant that lets the mover pass (HD-263, HD-G48), where movement is bought; `None`
        /// where such a step costs nothing more than its ground.
        pub passing_price: Option<PassingPrice> = default,
        /// The consequences of sharing a space that an action has entered (HD-263 to HD-269); left out where none is shared.
        pub entered: Option<EnteredSpace>,
    }

    /// The price of pushing through an enemy, paid for the attempt.
    pub struct PushPrice: Copy [rule] {
        /// The trait of those that pay it: their movement costs less.
        pub with: Trait,
        /// Points of the pool of actions.
        pub points: u8,
    }

    /// The price of a step into the space of a combatant that lets the mover pass.
    pub struct PassingPrice: Copy [rule] {
        /// Points of the pool that pays for movement.
        pub points: u8,
    }

    /// Two combatants in one space, which one of them has entered by an action ([`Effect::EnterSpace`](crate::content::Effect)).
    pub struct EnteredSpace {
        /// The modifier to the attacks of both.
        pub attack: Modifier,
        /// The modifier to the melee and ranged defence of both.
        pub defence: Modifier,
    }

    /// Grapples.
    pub struct GrapplePolicy {
        /// The condition of a held combatant.
        pub held: Name,
        /// The condition of the holder, if it has one.
        pub holding: Option<Name>,
        /// The least number of stacks of a hold by which its holder has that condition (PR-334).
        pub holding_from: u16 = default,
        /// The condition of a pinned combatant, where holds can pin.
        pub pinned: Option<Name>,
        /// Present if holder and held share one space and move together.
        pub shared: Option<SharedHold>,
        /// The rule by which holder and held move together without sharing a space: each keeps its place beside the other
        /// (HD-290). `None` where each moves alone.
        pub together: Option<Rule>,
        /// The rule by which a holder does not move a larger combatant along (FS-G17). `None` where sizes do not matter.
        pub larger: Option<Rule>,
        /// The rule by which a hold also ends when the held combatant is unconscious (FS-G17). `None` where it goes on.
        pub wakeful: Option<Rule>,
        /// The rule by which a hold is mutual: the holder is held as well (HD-296). `None` where only the target is.
        pub mutual: Option<Rule>,
        /// The rule by which a combatant that breaks a hold ends only its pin, where it is pinned, and otherwise all holds on it and
        /// by it (HD-272, HD-309). `None` where it ends the one hold, pinned or not.
        pub pin_first: Option<Rule>,
        /// The rule by which a hold keeps one free hand of the holder busy, the same until it ends (PR-331, PR-334). `None`
        /// where it takes no hand, or, in a shared space, an arm of both that they may change.
        pub hand: Option<Rule>,
        /// The rule by which all that holds connect count as adjacent for reach, however far apart (PR-328).
        pub near: Option<Rule>,
        /// The distance at which a hold ends, by `adjacent_rule`.
        pub ends: HoldEnds,
        /// The rule by which holder and held are adjacent.
        pub adjacent_rule: Rule,
        /// The conditions of a held combatant by the number of stacks, all that are reached (PR-341 to PR-345). Effects
        /// add stacks ([`Hold::Stacks`](crate::content::Hold::Stacks)).
        pub stacks: Vec<HoldStacks>,
        /// How the stacks of several holds count.
        pub stacks_count: StackCount = default,
        /// The rule by which a holder releases its hold.
        pub release_rule: Rule,
        /// The rule by which grappling needs room.
        pub wrestle_rule: Rule,
    }

    /// The distance at which a hold ends.
    pub enum HoldEnds: Copy {
        /// The two are no longer adjacent, or no longer share their space.
        Apart,
        /// The held combatant is out of the holder's natural reach (HD-G28).
        OutOfReach,
        /// An outside force has moved one of the two out of the holder's natural reach (PR-329).
        ForcedOutOfReach {
            /// The rule by which their own steps end it as well (PR-C31); `None` where they do not.
            own_steps: Option<Rule>,
        },
    }

    /// How the stacks of several holds on one combatant count.
    pub enum StackCount: Copy + Default {
        /// Their sum.
        #[default]
        Sum,
        /// The highest (PR-C20).
        Highest,
    }

    /// A condition of combatants held with many stacks.
    pub struct HoldStacks: Copy [rule] {
        /// The least number of stacks of the holds on the combatant.
        pub at: u16,
        /// The condition.
        pub condition: Name,
    }

    /// A hold in which two bodies share one space.
    pub struct SharedHold {
        /// The rule by which they share the space of the larger one.
        pub larger_rule: Rule,
        /// The rule by which two of the same size share the space of the held combatant.
        pub same_rule: Rule,
        /// The rule by which the holder moves with the held combatant.
        pub held_moves_rule: Rule,
        /// The rule by which the held combatant moves with its holder.
        pub holder_moves_rule: Rule,
        /// The rule by which the held combatant falls prone with its holder.
        pub held_falls_rule: Rule,
        /// The rule by which the holder falls prone with the held combatant.
        pub holder_falls_rule: Rule,
        /// The condition of the held combatant towards its holder.
        pub towards_holder: Name [towards_holder_rule],
        /// The condition of the smaller of the two.
        pub smaller: Name,
        /// The rule by which a held combatant that is smaller has the condition `smaller`.
        pub held_smaller_rule: Rule,
        /// The rule by which a holder that is smaller has the condition `smaller`.
        pub holder_smaller_rule: Rule,
        /// The rule by which the held combatant otherwise moves at half its rate.
        pub held_slow_rule: Rule,
        /// The rule by which the holder otherwise moves at half its rate.
        pub holder_slow_rule: Rule,
        /// The rule by which the held combatant cannot use one arm.
        pub held_arm_rule: Rule,
        /// The rule by which the holder cannot use one arm.
        pub holder_arm_rule: Rule,
        /// The rule by which a held combatant that grapples its holder swaps places with it.
        pub swap_rule: Rule,
    }
}

impl SpacePolicy {
    /// The capacity of a cell when combatants are placed, in sixteenths; the given occupancy where no space is shared.
    pub fn most(&self, occupancy: u16) -> u16 {
        match &self.sharing {
            Sharing::Sixteenths(policy) => policy.capacity,
            Sharing::OneEach(_) => occupancy,
        }
    }
}

impl OneEach {
    /// The action that leads a movement at a gait through the space of an enemy.
    pub fn way_through(&self, gait: Gait) -> Option<Name> {
        match gait {
            Gait::Barge => self.push_through,
            Gait::OnwardThrough => self.push_in_charge,
            Gait::Tumble => self.slip_past,
            _ => None,
        }
    }
}
