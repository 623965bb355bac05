//! Height, flight, weightlessness and deep water.

use crate::content::{JumpPolicy, Name, PoolPrice, RollType, Rule, Size, Stat};
use crate::dice::DiceFormula;
use crate::grid::Grip;

content! {
    /// Height as a third axis: falling, climbing and jumping.
    pub struct HeightPolicy {
        /// The rule by which a distance counts height like the other two axes.
        pub rule: Rule,
        /// The smallest difference in height between two cells, in the board's unit, that cannot be crossed by walking.
        pub ledge: u16 [ledge_rule],
        /// Falling.
        pub fall: FallPolicy,
        /// Climbing.
        pub climb: ClimbPolicy,
        /// Jumping.
        pub jump: JumpPolicy,
    }

    /// Falling.
    pub struct FallPolicy {
        /// Feet that a combatant falls immediately, and again at the start of each of its turns.
        pub pace: u16 [pace_rule],
        /// The rule by which a fall continues in the next turn.
        pub goes_on_rule: Rule,
        /// One die of damage for each whole multiple of this height, in the board's unit.
        pub per: u16,
        /// The die for each size; a size without one uses the die of the next smaller size, or else of the smallest.
        pub dice: Vec<FallDie>,
        /// The rule of the damage.
        pub damage_rule: Rule,
        /// The maximum height in the board's unit that counts for damage.
        pub most: u16 [most_rule],
        /// Feet subtracted from a fall into water.
        pub water: u16 [water_rule],
        /// The rule by which a combatant harmed by a fall is prone.
        pub prone_rule: Rule,
        /// Present where a fall strikes like an attack, in place of the dice: its height and this roll are the damage.
        pub strike: Option<FallStrike>,
    }

    /// A fall that strikes like an attack (HD-G44).
    pub struct FallStrike [rule] {
        /// The roll that is added to the height.
        pub roll: RollType,
        /// The protections that it bypasses, see [`HitFilter`](crate::content::HitFilter).
        pub bypasses: Vec<Name>,
    }

    /// The die of damage for one size.
    pub struct FallDie: Copy {
        /// The size.
        pub size: Size,
        /// The die.
        pub die: DiceFormula,
    }

    /// A skill check: the [dice of skills](crate::content::RollPolicies::skill) plus these stats.
    pub struct SkillPolicy [rule] {
        /// The stats added to the die.
        pub stats: Vec<Stat>,
    }

    /// Climbing.
    pub struct ClimbPolicy {
        /// The check to climb.
        pub skill: SkillPolicy,
        /// The cost of a climb, which may need the check.
        pub cost: ClimbCost,
        /// The difficulty for each surface.
        pub difficulties: Vec<GripDifficulty>,
        /// The rule by which a combatant that would fall may catch a hold.
        pub catch_rule: Rule,
        /// The points that catching a hold costs.
        pub catch_costs: Vec<PoolPrice>,
        /// The falls in which a hold may be caught.
        pub catch_in: CatchIn,
        /// The condition of a combatant that clings to a steep side.
        pub clinging: crate::content::Name,
        /// The condition of a combatant that continues to fall in its next turn.
        pub falling: crate::content::Name,
    }

    /// The cost of a climb, and whether a check decides it.
    pub enum ClimbCost {
        /// The climber goes up or down by half its rate, if its check succeeds.
        Rolled,
        /// Each cell up or down costs this many cells of movement. The check is made only where others call for it.
        Cells {
            /// The cells of movement.
            times: u16,
            /// The rule that says so.
            rule: Rule,
            /// The sides that cost more (HD-196).
            #[serde(default)]
            harder: Vec<GripCost>,
        },
    }

    /// The cost of climbing a side with one kind of holds.
    pub struct GripCost: Copy [rule] {
        /// The kind of holds.
        pub grip: Grip,
        /// The cells of movement for each cell up or down.
        pub times: u16,
    }

    /// The falls in which a hold may be caught.
    pub enum CatchIn {
        /// All falls, with the check to climb.
        Falls,
        /// Those at the end of a jump, with a check of its own.
        Jumps(SkillPolicy),
    }

    /// The difficulty for one kind of surface.
    pub struct GripDifficulty: Copy [rule] {
        /// The kind of surface.
        pub grip: Grip,
        /// The difficulty.
        pub difficulty: i16,
    }

    /// Flight: its costs, and when a flier falls.
    pub struct FlightPolicy {
        /// The movement rate is multiplied by this number for flying.
        pub times: u16 [rule],
        /// Each turn of this many degrees costs one cell of movement.
        pub turn: u16 [turn_rule],
        /// Cells of movement for each cell upwards.
        pub ascent: u16 [ascent_rule],
        /// Cells downwards that one cell of movement covers.
        pub descent: u16 [descent_rule],
        /// The condition of a combatant that is flying; its level is the distance flown in this turn, in the board's unit.
        pub aloft: Name,
        /// The rule by which a flier that has flown less than its rate falls at the end of its turn.
        pub least_rule: Rule,
        /// The rule by which a flier that has not flown falls.
        pub idle_rule: Rule,
        /// The rule by which agile fliers turn and rise at no further cost.
        pub agile_rule: Rule,
        /// The rule by which agile fliers can hover.
        pub hover_rule: Rule,
    }

    /// Weightlessness: combatants push off and drift until something stops them.
    pub struct WeightlessPolicy {
        /// The rule by which combatants move only by pushing off.
        pub rule: Rule,
        /// The rule of a push off something fixed, or off a body at least `larger` sizes larger.
        pub fixed_rule: Rule,
        /// The smallest difference in size categories at which a larger body counts as fixed.
        pub larger: i16,
        /// The rule by which a combatant drifts on after pushing off something fixed.
        pub drift_rule: Rule,
        /// The rule of a push off a body at most `near` sizes larger or smaller: both drift, at half the rate.
        pub loose_rule: Rule,
        /// The greatest difference in size categories at which both bodies drift apart.
        pub near: i16,
        /// The rule by which two bodies that have pushed off each other drift on.
        pub loose_drift_rule: Rule,
        /// The condition of a combatant that attacked, or was hit, without anything fixed to hold on to.
        pub unsteady: Name [unsteady_rule],
    }

    /// How rough water is.
    pub enum Wildness: Copy + Default + PartialOrd + Ord + Hash {
        /// Calm water.
        #[default]
        Calm,
        /// Like a fast river.
        Fast,
        /// Like a violent sea.
        Violent,
    }

    /// The fate of combatants in water too deep to stand in.
    pub enum WaterPolicy {
        /// Combatants swim.
        Swum(Swimming),
        /// Combatants cannot enter deep water; one forced into it is carried away, out of the battle.
        Carries(Carrying),
    }

    /// Water that carries away every combatant forced into it.
    pub struct Carrying: Copy {
        /// The condition of a combatant that was carried away.
        pub condition: Name,
        /// The rule by which a combatant is carried away.
        pub rule: Rule,
    }

    /// Swimming, currents and breath.
    pub struct Swimming {
        /// The check to swim.
        pub swim: SkillPolicy,
        /// How combatants move in deep water.
        pub pace: SwimPace,
        /// The difficulty in each kind of water.
        pub difficulties: Vec<WaterDifficulty>,
        /// How deep a swimmer sinks after each failed check, in the board's unit.
        pub sinks: u16,
        /// The greatest depth to which it sinks, in the board's unit.
        pub deepest: u16,
        /// The rule of sinking.
        pub sinks_rule: Rule,
        /// The rule by which a current carries along everything in it.
        pub current_rule: Rule,
        /// The stat that is the number of turns a combatant can go without air.
        pub breath: Stat [breath_rule],
        /// The fate of a combatant whose breath is spent.
        pub drowns: Drowning,
        /// The condition of a combatant without air.
        pub breathless: Name,
        /// The rule by which water puts fire out.
        pub douses_rule: Rule,
    }

    /// How combatants move in deep water.
    pub enum SwimPace: Copy {
        /// By swimming with a check, a movement of its own.
        Checked,
        /// By walking as on the ground, at the cost that the board gives for deep water (HD-192).
        Walked {
            /// The cost of a cell for combatants below the surface.
            under: u16,
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// The fate of a combatant whose breath is spent.
    pub enum Drowning {
        /// Loss of all hit points, and death one turn later.
        Dies {
            /// The rule by which it loses all hit points.
            spent_rule: Rule,
            /// The rule by which it dies.
            drowned_rule: Rule,
        },
        /// In every further turn it takes as much damage as it resists, which is a wound of the lightest severity (HD-G45).
        Wounds {
            /// The stat that is the damage.
            damage: Stat,
            /// The protections that the damage bypasses, see [`HitFilter`](crate::content::HitFilter).
            bypasses: Vec<Name>,
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// The difficulty in one kind of water.
    pub struct WaterDifficulty: Copy [rule] {
        /// The kind of water.
        pub water: Wildness,
        /// The difficulty.
        pub difficulty: i16,
    }
}

impl WaterPolicy {
    /// The policy for swimming, where combatants swim.
    pub fn swum(&self) -> Option<&Swimming> {
        let WaterPolicy::Swum(swimming) = self else { return None };
        Some(swimming)
    }

    /// The cost of a cell below the surface, where combatants move in deep water as on the ground.
    pub fn cost_below(&self) -> Option<u16> {
        match self.swum()?.pace {
            SwimPace::Checked => None,
            SwimPace::Walked { under, .. } => Some(under),
        }
    }

    /// The policy for being carried away, where combatants cannot swim.
    pub fn carries(&self) -> Option<&Carrying> {
        let WaterPolicy::Carries(carrying) = self else { return None };
        Some(carrying)
    }
}
