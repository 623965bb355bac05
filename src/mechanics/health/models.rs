//! Health models with more than one pool: wounds by severity and parts of the body.

use crate::battle::{PartPools, Row, Sheet, Vitals, WoundTrack};
use crate::content::{
    BodyParts, ConsciousnessPolicy, DiesAtZero, Fate, HealthModel, Name, PartLimit, PartThreshold, Policies, Rule,
    Trait, WoundLevel, WoundSlots,
};

/// A part of the body that has passed a threshold.
#[derive(Copy, Clone, Debug)]
pub struct PassedThreshold<'a> {
    /// The part.
    pub part: Name,
    /// The threshold.
    pub threshold: &'a PartThreshold,
    /// Points that the part has left.
    pub left: i16,
}

/// A pool of a combatant, for display.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HealthPool {
    /// The name of the level or part.
    pub name: Name,
    /// Empty slots, or points left.
    pub left: i16,
    /// All slots, or points at full health.
    pub most: i16,
}

/// The pools of an unhurt combatant.
pub fn unhurt(policies: &Policies, sheet: &Sheet) -> Vitals {
    let policy = &policies.consciousness;
    let mut vitals = Vitals::fresh(policies.roles.hit_points.map_or(0, |stat| sheet.stat(stat)));
    match &policy.collapse {
        HealthModel::Fatigue(_) | HealthModel::Bleeding(_) | HealthModel::AtZero(_) => {}
        HealthModel::Slots(wounds) => {
            for (at, level) in wounds.levels.iter().enumerate().take(vitals.wounds.slots.len()) {
                vitals.wounds.slots[at] = level.slots.of(|stat| sheet.stat(stat));
                let lacks = level.without.is_some_and(|without| !sheet.has(without.of));
                vitals.wounds.fates_without |= u8::from(lacks) << at;
            }
        }
        HealthModel::Parts(body) => {
            for (most, part) in vitals.parts.most.iter_mut().zip(&body.parts) {
                *most = sheet.stat(part.points.stat).saturating_mul(part.points.times).max(1);
            }
            vitals.parts.left = vitals.parts.most;
            for (hand, part) in vitals.parts.hands.iter_mut().zip(&body.parts) {
                *hand = part.hand.filter(|hand| *hand <= sheet.hands).unwrap_or(0);
            }
            vitals.parts.usual = body.index(None) as u8;
        }
    }
    vitals
}

/// The pools of a combatant whose stats have changed: their maximum is that of its stats now, and what is left rises and falls with
/// it. `None` if they are the same.
pub fn followed(policies: &Policies, row: &Row) -> Option<Vitals> {
    let (now, mut vitals) = (unhurt(policies, &row.sheet), row.vitals);
    let by = now.maximum - vitals.maximum;
    let before = vitals;
    (vitals.maximum, vitals.hit_points) =
        (now.maximum, vitals.hit_points.saturating_add(by).max(before.hit_points.min(0)));
    for ((left, most), now) in vitals.parts.left.iter_mut().zip(&mut vitals.parts.most).zip(now.parts.most) {
        *left = left.saturating_add(now - *most);
        *most = now;
    }
    (vitals != before).then_some(vitals)
}

/// Whether a combatant dies without hit points, and not only falls unconscious (FS-G18). `on_side` says whether any combatant of
/// its side has a trait.
pub fn dies_at_zero(policy: &ConsciousnessPolicy, sheet: &Sheet, on_side: impl Fn(Trait) -> bool) -> bool {
    let HealthModel::AtZero(collapse) = &policy.collapse else { return false };
    match collapse.dies_at_zero {
        DiesAtZero::Nobody => false,
        DiesAtZero::With(quality) => sheet.has(quality),
        DiesAtZero::Without(quality) => !sheet.has(quality),
        DiesAtZero::SidesWithout(quality) => !on_side(quality),
    }
}

/// The worst fate of the wounds of a combatant; a wound that no slot could hold kills.
pub(super) fn fate_of_wounds(wounds: &WoundSlots, track: &WoundTrack) -> Fate {
    let overfull = track.filled.iter().zip(&track.slots).any(|(filled, slots)| filled > slots);
    let held = wounds.levels.iter().enumerate().zip(&track.filled).filter(|(_, filled)| **filled > 0);
    let worst = held.map(|((at, level), _)| fate_of_level(level, at, track)).max().unwrap_or(Fate::Stands);
    if overfull { Fate::Dies } else { worst }
}

/// The fate of a combatant with a wound of a level, by its traits (HD-025).
fn fate_of_level(level: &WoundLevel, at: usize, track: &WoundTrack) -> Fate {
    let without = level.without.filter(|_| track.fates_without & 1 << at != 0);
    without.map_or(level.fate, |without| without.fate)
}

/// The worst fate of the parts of a body, and of nonlethal damage.
pub(super) fn fate_of_parts(body: &BodyParts, vitals: &Vitals) -> Fate {
    let worst = reached(body, &vitals.parts).map(|(_, threshold)| threshold.fate).max().unwrap_or(Fate::Stands);
    worst.max(if is_senseless_by(body, vitals) { Fate::Down } else { Fate::Stands })
}

fn is_senseless_by(body: &BodyParts, vitals: &Vitals) -> bool {
    body.nonlethal.is_some() && vitals.fatigue > borne(vitals)
}

/// The nonlethal damage of a combatant, and how much of it it bears without falling unconscious; `None` where it is no total of
/// its own.
pub fn nonlethal(policy: &ConsciousnessPolicy, vitals: &Vitals) -> Option<(i16, i16)> {
    let HealthModel::Parts(body) = &policy.collapse else { return None };
    body.nonlethal.map(|_| (vitals.fatigue, borne(vitals)))
}

/// Whether nonlethal damage keeps a combatant down, whatever its wounds (PR-G36).
pub fn is_senseless(policy: &ConsciousnessPolicy, vitals: &Vitals) -> bool {
    matches!(&policy.collapse, HealthModel::Parts(body) if is_senseless_by(body, vitals))
}

/// The nonlethal damage that a combatant bears without falling unconscious: its hit points and the points of the usual part of its
/// body.
fn borne(vitals: &Vitals) -> i16 {
    vitals.hit_points.max(0).saturating_add(vitals.parts.of_usual().0.max(0))
}

/// Points that parts of the body have lost which put the combatant out of the fight.
pub fn lost_by_the_down(policy: &ConsciousnessPolicy, vitals: &Vitals) -> i32 {
    let HealthModel::Parts(body) = &policy.collapse else { return 0 };
    let (left, most) = (&vitals.parts.left, &vitals.parts.most);
    let is_down = |at: &usize| reached(body, &vitals.parts).any(|(of, found)| of == *at && found.fate >= Fate::Down);
    (0..body.parts.len()).filter(is_down).map(|at| i32::from(most[at]) - i32::from(left[at])).sum()
}

/// The part of the body by which a dying combatant is worst off, by its index: of those that can kill the lowest at 0 or below, else
/// the lowest of the others that put it out of the fight (PR-259). With the points that a part that can kill is below 0, which make
/// the saving throw harder (PR-258); 0 for all others.
pub fn worst_part(body: &BodyParts, vitals: &Vitals) -> Option<(usize, i16)> {
    let left = |at: &usize| vitals.parts.left[*at];
    let kills = |at: &usize| body.parts[*at].thresholds.iter().any(|threshold| threshold.fate == Fate::Dies);
    let vital = (0..body.parts.len()).filter(|at| kills(at) && left(at) <= 0).min_by_key(left);
    if let Some(at) = vital {
        return Some((at, left(&at).saturating_neg()));
    }
    let fells = reached(body, &vitals.parts).filter(|(_, threshold)| threshold.fate >= Fate::Down);
    fells.map(|(at, _)| at).min_by_key(left).map(|at| (at, 0))
}

/// How many wounds, or thresholds of parts of the body, put a combatant out of the fight.
pub fn times_down(policy: &ConsciousnessPolicy, vitals: &Vitals) -> u16 {
    match &policy.collapse {
        HealthModel::Slots(wounds) => {
            let levels = wounds.levels.iter().enumerate().zip(&vitals.wounds.filled);
            let fells = levels.filter(|((at, level), _)| fate_of_level(level, *at, &vitals.wounds) >= Fate::Faints);
            fells.map(|(_, filled)| u16::from(*filled)).sum()
        }
        HealthModel::Parts(body) => {
            let fells = reached(body, &vitals.parts).filter(|(_, threshold)| threshold.fate >= Fate::Down);
            u16::try_from(fells.count()).unwrap_or(u16::MAX) + u16::from(is_senseless_by(body, vitals))
        }
        HealthModel::Fatigue(_) | HealthModel::Bleeding(_) | HealthModel::AtZero(_) => {
            u16::from(super::is_down(policy, vitals))
        }
    }
}

/// The thresholds that parts of a body are at or beyond, with the index of the part.
fn reached<'a>(body: &'a BodyParts, pools: &PartPools) -> impl Iterator<Item = (usize, &'a PartThreshold)> {
    let (left, most) = (pools.left, pools.most);
    body.parts.iter().enumerate().flat_map(move |(at, part)| {
        let is_reached = move |threshold: &&PartThreshold| threshold.at.is_reached(left[at], most[at]);
        part.thresholds.iter().filter(is_reached).map(move |threshold| (at, threshold))
    })
}

/// The thresholds that parts of the body have passed since `before`.
pub fn crossings<'a>(policy: &'a ConsciousnessPolicy, before: &Vitals, now: &Vitals) -> Vec<PassedThreshold<'a>> {
    let HealthModel::Parts(body) = &policy.collapse else { return Vec::new() };
    let (before, now) = (before.parts, now.parts);
    let passed =
        reached(body, &now).filter(|(at, threshold)| !threshold.at.is_reached(before.left[*at], before.most[*at]));
    let crossing = |(at, threshold): (usize, &'a PartThreshold)| PassedThreshold {
        part: body.parts[at].id,
        threshold,
        left: now.left[at],
    };
    passed.map(crossing).collect()
}

/// The conditions that follow from wounds, whether they hold, and their rules; each condition once.
pub fn marks(policy: &ConsciousnessPolicy, vitals: &Vitals) -> Vec<(Name, bool, Rule)> {
    let mut marks: Vec<(Name, bool, Rule)> = Vec::new();
    let mut mark = |condition: Option<Name>, holds: bool, rule: Rule| {
        let Some(condition) = condition else { return };
        match marks.iter_mut().find(|(known, ..)| *known == condition) {
            Some(known) => known.1 |= holds,
            None => marks.push((condition, holds, rule)),
        }
    };
    match &policy.collapse {
        HealthModel::Fatigue(_) | HealthModel::Bleeding(_) | HealthModel::AtZero(_) => {}
        HealthModel::Slots(wounds) => {
            let worst = vitals.wounds.filled.iter().rposition(|filled| *filled > 0);
            for (at, level) in wounds.levels.iter().enumerate() {
                mark(level.condition, worst == Some(at), level.least_rule);
            }
        }
        HealthModel::Parts(body) => {
            let reaches = |at: usize, limit: PartLimit| limit.is_reached(vitals.parts.left[at], vitals.parts.most[at]);
            for (at, part) in body.parts.iter().enumerate() {
                for threshold in &part.thresholds {
                    mark(threshold.condition, reaches(at, threshold.at), threshold.rule);
                }
            }
            for together in &body.together {
                let all = together.parts.iter().all(|part| reaches(body.index(Some(*part)), together.at));
                mark(Some(together.condition), all, together.rule);
            }
            if let Some(nonlethal) = body.nonlethal {
                mark(Some(nonlethal.equal), vitals.fatigue > 0 && vitals.fatigue == borne(vitals), nonlethal.rule);
            }
        }
    }
    marks
}

/// The level, counted from 0, of the wound that a treatment concerns: the named level, or that of the worst wound; `None` if
/// there is no such wound.
pub fn treated_wound(policy: &ConsciousnessPolicy, vitals: &Vitals, named: Option<Name>) -> Option<usize> {
    let HealthModel::Slots(wounds) = &policy.collapse else { return None };
    let filled = &vitals.wounds.filled;
    let Some(named) = named else { return filled.iter().rposition(|filled| *filled > 0) };
    wounds.levels.iter().position(|level| level.id == named).filter(|level| filled[*level] > 0)
}

/// The part of the body that healing concerns: the named one, or the one that has lost most; `None` if it has lost nothing.
pub fn healed_part(policy: &ConsciousnessPolicy, vitals: &Vitals, named: Option<Name>) -> Option<usize> {
    let HealthModel::Parts(body) = &policy.collapse else { return None };
    let lost = |at: &usize| vitals.parts.most[*at] - vitals.parts.left[*at];
    let at = match named {
        Some(named) => body.parts.iter().position(|part| part.id == named),
        None => (0..body.parts.len()).rev().max_by_key(lost),
    };
    at.filter(|at| lost(at) > 0)
}

/// The pools of a combatant other than its hit points, for display.
pub fn pools(policy: &ConsciousnessPolicy, vitals: &Vitals) -> Vec<HealthPool> {
    match &policy.collapse {
        HealthModel::Fatigue(_) | HealthModel::Bleeding(_) | HealthModel::AtZero(_) => Vec::new(),
        HealthModel::Slots(wounds) => {
            let (slots, filled) = (vitals.wounds.slots.iter(), vitals.wounds.filled.iter());
            let counts = slots.zip(filled).map(|(slots, filled)| (slots.saturating_sub(*filled), *slots));
            let pool = |(level, (left, most)): (&WoundLevel, (u8, u8))| HealthPool {
                name: level.id,
                left: i16::from(left),
                most: i16::from(most),
            };
            wounds.levels.iter().zip(counts).map(pool).collect()
        }
        HealthModel::Parts(body) => {
            let points = vitals.parts.left.into_iter().zip(vitals.parts.most);
            let parts = body.parts.iter().zip(points);
            parts.map(|(part, (left, most))| HealthPool { name: part.id, left, most }).collect()
        }
    }
}
