//! Movement on the ground, and riding.

mod footing;
mod height;
mod jump;
mod underwater;

pub use footing::*;
pub use height::*;
pub use jump::*;
pub use underwater::*;

use crate::content::{DamageTypes, Modifier, Name, RollType, Rule, Size, Stat};
use crate::dice::DiceFormula;

content! {
    /// How far and at what cost combatants move on the ground.
    pub struct MovementPolicy {
        /// How many cells a movement covers.
        pub pace: Pace,
        /// Where every second diagonal step costs double: the steps that are counted together.
        pub diagonals: DiagonalCount,
        /// The rule by which a diagonal step over difficult ground costs one cell more than another step over it, also the second one
        /// of two (PR-G16); left out if the second one costs double.
        pub rough_diagonal: Option<Rule>,
        /// The checks made after every step of a movement, and not only when the movement or the turn is over.
        pub after_steps: Vec<StepCheck>,
        /// Whether the ground entered or the ground left makes a step cost more.
        pub difficult: DifficultGround,
        /// Present where sneaking is a gait of its own.
        pub sneak: Option<SneakPolicy>,
        /// Present where there are faster gaits than a walk.
        pub running: Option<Running>,
        /// The rule of a careful step to one cell of even ground, where that is a gait of its own (PR-G31).
        pub step_rule: Option<Rule> = default,
        /// The rule of straight movements over even ground, where they are a gait of their own (PR-G18, PR-G40).
        pub straight_rule: Option<Rule> = default,
    }

    /// A gait that is slower than a walk.
    pub struct SneakPolicy: Copy [rule] {
        /// The rate is divided by this number.
        pub by: u16,
    }

    /// The gaits that are faster than a walk and cause fatigue.
    pub struct Running {
        /// Running.
        pub run: RunPolicy,
        /// Sprinting.
        pub sprint: SprintPolicy,
    }

    /// The diagonal steps that are counted together where every second one costs double.
    pub enum DiagonalCount: Copy {
        /// Those of one movement: the first diagonal step of every movement is a cheap one.
        EachMovement,
        /// Those of all movements until the pool of movement is renewed, or else of a turn and what follows it until the next
        /// turn of the same combatant (HD-191, PR-G14).
        AllMovements {
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// Something that is checked after every step.
    pub enum StepCheck: Copy {
        /// Whether combatants have become flanked: they choose a facing before the next step (HD-111 to HD-122, HD-154).
        Facing,
        /// Whether enemies see the mover: it is no longer hidden from them (FS-038).
        Hiding,
        /// Whether riders come within reach of melee weapons: they check whether they keep control of their mounts (HD-396).
        Control,
    }

    /// The cell of a step that decides its cost.
    pub enum DifficultGround: Copy {
        /// The ground that is entered.
        Entered,
        /// The ground that is left: difficult ground of any kind multiplies the cost.
        Left {
            /// The multiplier of the cost.
            times: u16,
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// How many cells a movement covers.
    pub enum Pace {
        /// A cycle of four counts; the remainder of the rate decides which counts give one cell more.
        CountPattern {
            /// The cost of one cell: its side, in the board's unit.
            cell: u16,
            /// For the remainders 0 to 3 of (rate / cell) divided by 4: the additional cells on each of the four counts.
            extra: [[u8; 4]; 4],
            /// Rates with a row of their own.
            exceptions: Vec<PaceRow>,
            /// The rule of the cycle.
            rule: Rule,
        },
        /// A whole rate for every action that is spent on moving.
        PerAction {
            /// The cost of one cell: its side, in the board's unit.
            cell: u16,
            /// The rule of the distance.
            rule: Rule,
            /// The rule by which the rest of a movement may be walked before any other action.
            unspent_rule: Rule,
        },
        /// The contents of a pool, from which every step is paid when it is taken. Other actions leave the pool alone.
        Pool(MovementPoolPolicy),
    }

    /// A pool of movement. A movement that is stopped short has cost the steps taken and no more; the rest may be used after
    /// any other action, until the pool is renewed (HD-177, HD-181 to HD-186, FS-013, FS-033).
    pub struct MovementPoolPolicy [rule] {
        /// The cost of one cell: its side, in the board's unit.
        pub cell: u16,
        /// When the pool is renewed, and what is left in it is lost.
        pub renewed: MovementRenewal [renewed_rule],
        /// Quarters of its rate that a combatant has in a renewed pool: 4 for its whole rate, 0 if all movement comes from
        /// actions (`GainMovement`).
        pub quarters: u16 [quarters_rule],
        /// Whether the pool may be used in the turns of others as well.
        pub any_turn: bool [any_turn_rule],
        /// Present where a step that the pool cannot pay buys more movement, as little as it needs (HD-177, HD-181, HD-183).
        pub bought: Option<BoughtMovement>,
    }

    /// Movement that is bought with points of a pool as it is needed.
    pub struct BoughtMovement: Copy [rule] {
        /// The pool that pays for it, by id.
        pub pool: Name,
        /// The points that one purchase costs.
        pub points: u8,
        /// Quarters of its rate that a combatant gains by one purchase.
        pub quarters: u16,
    }

    /// When a pool of movement is renewed.
    pub enum MovementRenewal: Copy {
        /// At the start of each turn of its combatant.
        OwnTurn,
        /// At the start of each round.
        Round,
    }

    /// A rate with a row of its own.
    pub struct PaceRow {
        /// Rate in the board's unit.
        pub rate: u16,
        /// Cells on counts 1 to 4.
        pub cells: [u8; 4],
    }

    /// How running works.
    pub struct RunPolicy {
        /// Counts of walking in the same direction before a run may begin.
        pub build_up: u16 [build_up_rule],
        /// The rate is multiplied by this fraction (numerator, denominator), then rounded down to whole cells.
        pub rate: (u16, u16) [rate_rule],
        /// The sharpest turn on square cells, in degrees, and the minimum number of counts between turns.
        pub turn_square: (u16, u16) [turn_square_rule],
        /// The sharpest turn on hexes, in degrees, and the minimum number of counts between turns.
        pub turn_hex: (u16, u16) [turn_hex_rule],
        /// The condition of a runner.
        pub condition: Name [condition_rule],
        /// The check against fatigue.
        pub check: ExertionPolicy,
    }

    /// Whether the check that began a sprint may be rolled once more.
    pub enum SprintReroll: Copy {
        /// The first result stands as long as the sprint lasts.
        Never,
        /// At each check of exertion; the new result counts even if it is worse.
        Offered {
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// How sprinting works.
    pub struct SprintPolicy {
        /// Counts of running before a sprint may begin.
        pub build_up: u16 [build_up_rule],
        /// The check to begin a sprint: skill, attribute and difficulty.
        pub start: (Stat, Stat, i16) [start_rule],
        /// Added to the base rate on a success, and again for each `per` points above the difficulty.
        pub faster: u16,
        /// The points above the difficulty for each further increase.
        pub per: i16,
        /// The rule of the increased rate.
        pub faster_rule: Rule,
        /// The least distance, in the board's unit, by which a sprint is faster than a run.
        pub least: u16 [least_rule],
        /// Whether the check that began the sprint may be rolled once more.
        pub reroll: SprintReroll,
        /// The condition of a sprinter.
        pub condition: Name,
        /// The check against fatigue.
        pub check: ExertionPolicy,
    }

    /// The check against fatigue while running or sprinting.
    pub struct ExertionPolicy {
        /// The skill and the attribute of the check.
        pub check: (Stat, Stat),
        /// The difficulty.
        pub difficulty: i16,
        /// Counts between checks.
        pub every: u16,
        /// The rule of the check.
        pub rule: Rule,
        /// The modifier to the check for each earlier check.
        pub per_check: Modifier,
        /// The largest margin of failure that costs the smaller amount of fatigue.
        pub by: i16,
        /// The points of fatigue for a failure by at most `by`, and for a larger one.
        pub fatigue: (i16, i16) [fatigue_rule],
        /// The number of failed checks that end the run.
        pub failures: u8,
        /// The rule by which failed checks end the run.
        pub stop_rule: Rule,
        /// The condition of a runner that is forced to stop.
        pub exhausted: Name [exhausted_rule],
        /// Exertion never raises fatigue above hit points minus this number.
        pub margin: i16 [margin_rule],
    }

    /// Passing through spaces half as wide as a body.
    pub struct SqueezePolicy {
        /// The rule of squeezing.
        pub rule: Rule,
        /// The largest size that a narrow cell is wide enough for.
        pub fits: Size,
        /// The condition of a combatant in a space that is too narrow for it.
        pub condition: Name,
        /// Cells of movement that each narrow cell costs.
        pub times: u16 [times_rule],
    }

    /// Moving through soft earth.
    pub struct BurrowPolicy {
        /// The rule of burrowing.
        pub rule: Rule,
        /// The rule by which the tunnel collapses at the start of the digger's next turn.
        pub collapse_rule: Rule,
        /// The rule by which stone cannot be dug through.
        pub solid_rule: Rule,
    }

    /// Hazardous ground, such as fire: the damage to a combatant that enters a cell of it, or stands in one as its turn begins.
    pub struct HazardPolicy [rule] {
        /// The roll for the damage.
        pub damage: DiceFormula,
        /// Its type.
        pub harm: DamageTypes,
    }

    /// Ice that may break.
    pub struct IcePolicy {
        /// The bulk that one cell of ice carries for each inch of thickness.
        pub bulk: u16 [bulk_rule],
        /// The bulk of a body of each size.
        pub bodies: Vec<SizeBulk>,
        /// The bulk of each weapon, armour and shield carried.
        pub thing: u16,
        /// The rule of the bulk of bodies and items.
        pub body_rule: Rule,
        /// Hit points of one cell of ice for each inch of thickness.
        pub hit_points: i16 [hit_points_rule],
        /// Subtracted from the damage of each hit on the ice.
        pub durability: i16 [durability_rule],
        /// The type of damage that is doubled.
        pub vulnerable: DamageTypes [vulnerable_rule],
    }

    /// The bulk of bodies of one size.
    pub struct SizeBulk: Copy {
        /// The size.
        pub size: Size,
        /// The bulk.
        pub bulk: u16,
    }

    /// Riding: a rider shares the space of its mount and moves with it.
    pub struct MountPolicy {
        /// The stat by which the sizes of riders, mounts and opponents are compared.
        pub size: Stat,
        /// How many sizes larger than its rider a mount is at least.
        pub larger: i16 [larger_rule],
        /// The rule by which rider and mount share the cells of the mount.
        pub space_rule: Rule,
        /// The rule by which they share one turn, at the worse of their initiatives.
        pub turn_rule: Rule,
        /// The rule by which the rider pays as much as the mount for movement that it controls.
        pub movement_rule: Rule,
        /// The rule by which a mount that carries a rider does anything but move only if it is trained or sentient.
        pub command_rule: Rule,
        /// Added to the rider's defence in melee against opponents smaller than the mount.
        pub defence: Modifier,
        /// Added to the rider's attack rolls in melee against opponents smaller than the mount.
        pub attack: Modifier,
        /// How much farther the rider is from creatures on the ground that are smaller than the mount, in the board's unit.
        pub farther: u16 [farther_rule],
        /// Present where riders may lose control of mounts without the trait `TrainedMount` (HD-395 to HD-401).
        pub control: Option<MountControl>,
    }

    /// How riders keep control of untrained mounts.
    pub struct MountControl {
        /// The stat of the rider's checks.
        pub stat: Stat,
        /// The dice of the checks.
        pub dice: RollType,
        /// The number that a check must reach.
        pub difficulty: i16 [difficulty_rule],
        /// The rule by which each wound of rider or mount needs a check.
        pub wound_rule: Rule,
        /// The rule by which a check is needed for each enemy whose melee weapon begins to reach the rider, if [`StepCheck::Control`] is
        /// among the checks after steps.
        pub reach_rule: Rule,
        /// The condition of a mount out of control.
        pub lost: Name [lost_rule],
        /// The rule by which such a mount flees in its turn: as far from its enemies as its movement takes it.
        pub flees_rule: Rule,
        /// The condition of a rider whose attempts to regain control fail, with a level for each in a row. It ends with any other action
        /// of the rider but the end of its turn.
        pub calming: Name [calming_rule],
    }
}
