//! Health models beyond one pool of hit points: wounds by severity, pools of body parts, and temporary wards.

use crate::content::stat_table::tabled;
use crate::content::{Modifier, Name, PartSaving, RollType, Rule, Stat, Trait};

content! {
    /// Wounds by severity. A hit causes one wound, which fills a slot of its level; where all slots of a level are full, the
    /// wound becomes worse (HD-006 to HD-020).
    pub struct WoundSlots {
        /// The levels of severity, lightest first, at most six. A wound without an empty slot on the last level kills.
        pub levels: Vec<WoundLevel>,
        /// The rule by which a wound without an empty slot becomes one level worse (HD-020).
        pub overflow_rule: Rule,
    }

    /// A level of severity.
    pub struct WoundLevel {
        /// The name of the level, which players read.
        pub id: Name,
        /// The smallest damage that causes such a wound, in points; hits for less than on the first level cause none.
        pub least: i16 [least_rule],
        /// The number of slots.
        pub slots: SlotCount [slots_rule],
        /// The condition of a combatant whose worst wound is of this level (HD-021).
        pub condition: Option<Name>,
        /// The fate of a combatant with such a wound.
        pub fate: Fate [fate_rule],
        /// The fate of combatants without a trait, where it differs (HD-025).
        pub without: Option<FateWithout>,
    }

    /// The fate of combatants that lack a trait.
    pub struct FateWithout: Copy [rule] {
        /// The trait.
        pub of: Trait,
        /// The fate.
        pub fate: Fate,
    }

    /// A number of wound slots.
    pub enum SlotCount {
        /// This number, for every combatant (HD-018, HD-027).
        Fixed(u8),
        /// A stat plus a number, at least 0 (HD-016).
        Stat(Stat, i16),
        /// A table by the value of a stat, in ascending order: the last row that the stat reaches, or the first (HD-015).
        Table(Stat, Vec<(i16, u8)>),
    }

    /// The fate of a combatant with a wound.
    pub enum Fate: Copy + PartialOrd + Ord {
        /// The combatant fights on.
        Stands,
        /// The combatant falls unconscious unless it passes a check as it is wounded,
        /// [`StablePolicy::wakes`](super::StablePolicy::wakes) (HD-G18).
        Faints,
        /// The combatant falls unconscious, and wakes when the wound no longer reaches so far.
        Down,
        /// The combatant dies.
        Dies,
    }

    /// Hit points, and pools of the parts of the body that lose points beyond them or are hit directly (PR-180 to PR-183,
    /// PR-212 to PR-229).
    pub struct BodyParts {
        /// The parts of every body, at most eight.
        pub parts: Vec<BodyPart>,
        /// The part that is hit where none is named (PR-182).
        pub usual: Name [usual_rule],
        /// Conditions of several parts together.
        pub together: Vec<PartsTogether> = default,
        /// Present where nonlethal damage is a total of its own, which is gathered as fatigue.
        pub nonlethal: Option<NonlethalTotal>,
        /// The choice that spares a part which would be lost, and the combatant that would die of it (PR-230).
        pub saves: Option<PartSaving>,
    }

    /// A condition as long as all of these parts are below a threshold (PR-225).
    pub struct PartsTogether [rule] {
        /// The parts.
        pub parts: Vec<Name>,
        /// The points left.
        pub at: PartLimit,
        /// The condition.
        pub condition: Name,
    }

    /// Nonlethal damage, compared with the hit points and the points of the usual part of the body that are left: above them the
    /// combatant falls unconscious, and wakes when it is no longer (PR-058, PR-G36).
    pub struct NonlethalTotal: Copy [rule] {
        /// The condition as long as both are equal.
        pub equal: Name,
    }

    /// The saving throw of a combatant that is dying by wounds of its body, at the start of each of its turns. Success ends the
    /// dying, and the combatant wakes; new wounds of a part that is down make it dying again (PR-258, PR-259).
    pub struct DyingSave: Copy [rule] {
        /// The stat that is added to the roll. The points below 0 of the worst of the parts that can kill are subtracted.
        pub stat: Stat,
        /// The dice and the rules of the roll.
        pub dice: RollType = default,
        /// The number to reach.
        pub number: i16,
        /// The points that the part loses after a failure.
        pub loses: i16 [loses_rule],
    }

    /// Hit points and parts of the body follow the stats that give them, as conditions change these (PR-G37).
    pub struct FollowedStats [rule] {
        /// The stat without any points of which a combatant dies.
        pub fatal: Stat [fatal_rule],
        /// Conditions as long as another stat, of which a combatant usually has points, has none left.
        pub zero: Vec<ZeroStat>,
    }

    /// The condition of a combatant without points of a stat.
    pub struct ZeroStat: Copy [rule] {
        /// The stat.
        pub stat: Stat,
        /// The condition.
        pub condition: Name,
    }

    /// A part of the body.
    pub struct BodyPart {
        /// The name of the part, which players read and effects refer to.
        pub id: Name,
        /// Its points at full health, in multiples of a stat.
        pub points: PartPoints [points_rule],
        /// Its thresholds, which it passes as it loses points.
        pub thresholds: Vec<PartThreshold>,
        /// The modifier of an attack aimed at it; left out if attacks cannot be aimed at it (PR-181).
        pub aimed: Option<Modifier>,
        /// Its place in the figure of a body that the window draws; a bar below the figure if left out.
        pub drawn: Option<BodyRegion>,
        /// The number of its hand, from 1, if it is an arm. The hand holds nothing while the part has no points left (PR-219).
        pub hand: Option<u8>,
    }

    /// A place in the figure of a body, which faces the player: its right is on the left.
    pub enum BodyRegion: Copy {
        /// On top.
        Head,
        /// In the middle.
        Trunk,
        /// The arm on its right.
        RightArm,
        /// The arm on its left.
        LeftArm,
        /// The leg on its right.
        RightLeg,
        /// The leg on its left.
        LeftLeg,
    }

    /// The points of a part of the body.
    pub struct PartPoints: Copy {
        /// The stat.
        pub stat: Stat,
        /// The multiple of the stat.
        pub times: i16,
    }

    /// The consequences of a number of points lost by a part of the body. A part that regains points and loses them
    /// again passes the threshold again.
    pub struct PartThreshold [rule] {
        /// The points left.
        pub at: PartLimit,
        /// A condition for a number of rounds from when the threshold is passed.
        pub first: Option<ForRounds>,
        /// A condition as long as the part is below the threshold.
        pub condition: Option<Name>,
        /// The fate of the combatant as long as the part is below the threshold.
        pub fate: Fate,
        /// Whether the hand of the part drops what it holds as the threshold is passed (PR-217, PR-219).
        pub drops: bool = default,
        /// The modifier of attacks made with the hand of the part, as long as it is below the threshold (PR-218).
        pub attacks: Option<ArmPenalty>,
        /// Whether the part is lost (PR-220, PR-224).
        pub loses: bool = default,
    }

    /// The modifier of attacks with a wounded arm.
    pub struct ArmPenalty: Copy {
        /// Of attacks made with its hand alone.
        pub alone: i16,
        /// Of attacks made with another hand as well.
        pub both: i16,
    }

    /// The points at which something happens, in percent of the points at full health.
    pub enum PartLimit: Copy {
        /// Fewer than this percentage: 50 is less than half, 0 is less than none.
        Below(i16),
        /// At most this percentage: 0 is none left, -100 as many below none as the part had.
        AtMost(i16),
    }

    /// A condition for a number of rounds.
    pub struct ForRounds: Copy {
        /// The condition.
        pub condition: Name,
        /// The number of rounds of the combatant.
        pub rounds: u16,
    }

    /// A temporary ward that absorbs damage before pools lose any. Of several of one kind the highest counts (PR-142 to
    /// PR-149).
    pub struct WardKind [rule] {
        /// The name of the kind, which players read.
        pub id: Name,
        /// Whether the ward is gone after the first hit of which it absorbs anything (PR-147).
        pub once: bool,
    }
}

impl PartLimit {
    /// Whether a part with these points, of a maximum, is at or beyond the limit.
    pub fn is_reached(self, left: i16, most: i16) -> bool {
        let (left, most) = (i32::from(left) * 100, i32::from(most));
        match self {
            PartLimit::Below(percent) => left < i32::from(percent) * most,
            PartLimit::AtMost(percent) => left <= i32::from(percent) * most,
        }
    }
}

impl BodyParts {
    /// The modifier of an attack aimed at a part; `None` if there is no such part, or attacks cannot be aimed at it.
    pub fn aimed(&self, part: Name) -> Option<Modifier> {
        self.parts.iter().find(|known| known.id == part)?.aimed
    }

    /// The index of a part, or of the usual one where none is named.
    pub fn index(&self, part: Option<Name>) -> usize {
        let named = part.unwrap_or(self.usual);
        self.parts.iter().position(|known| known.id == named).unwrap_or(0)
    }
}

impl SlotCount {
    /// The number of slots for the value of a stat.
    pub fn of(&self, stat: impl Fn(Stat) -> i16) -> u8 {
        let small = |count: i16| u8::try_from(count.clamp(0, 100)).unwrap_or(0);
        match self {
            SlotCount::Fixed(count) => *count,
            SlotCount::Stat(of, more) => small(stat(*of).saturating_add(*more)),
            SlotCount::Table(of, rows) => tabled(rows, stat(*of)),
        }
    }
}
