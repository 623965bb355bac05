//! Damage: rolling it, and the pipeline from a hit to the pools that it reduces. In Time Count a threshold of pain splits damage into
//! fatigue and wounds (TC-042 to TC-044, TC-067 to TC-071, TC-089, TC-090, TC-497, TC-498, G-22, G-46), and single
//! heavy hits impair (optional rule: TC-074, TC-078, TC-079, TC-089, TC-472, G-02, G-77). In Fragments all damage
//! reduces hit points.

mod pipeline;
mod pools;
mod roll;
mod spread;

pub use pipeline::{DamageChange, Hit, changed, changes, concerns_object};
pub use pools::{after_loss, losing, part_lost, wounded};
pub use roll::{DamageRoll, add_statuses, better_die, penetration, raise, times, weapon_damage, with_off_hand};
pub use spread::in_water;

use crate::battle::{CombatantId, Row, Sheet, View, Vitals, WeaponSlot};
use crate::content::{
    Breakdown, DamagePolicy, DamageTypes, Fallen, HitTraits, Label, LosingPool, Name, Pool, Rule, Rulebook, StepKind,
    ThresholdPolicy, Trait, WeaponProperty,
};
use crate::mechanics::{Game, submersion};
use serde::{Deserialize, Serialize};

/// Converts a dice total to a breakdown term, saturating.
fn short(sum: i32) -> i16 {
    sum.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

/// A hit whose damage is known but has not been applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingDamage {
    /// Attacker.
    pub by: CombatantId,
    /// Target.
    pub target: CombatantId,
    /// Action it is part of.
    pub action: Name,
    /// Weapon used.
    pub weapon: Option<WeaponSlot>,
    /// Damage types.
    pub harm: DamageTypes,
    /// Damage before damage reduction.
    pub amount: Breakdown,
    /// Whether it only causes fatigue.
    pub nonlethal: bool,
    /// How it hits.
    #[serde(default, skip_serializing_if = "HitTraits::is_plain")]
    pub traits: HitTraits,
    /// Whether the target has blocked it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocked: bool,
    /// The margin by which its check exceeded the difficulty; 0 without a check.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub margin: i16,
    /// How the attacker spares the target, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spared: Option<Spared>,
    /// Pool it reduces directly, ignoring threshold and damage reduction (such as poison); `None` for ordinary hits.
    pub straight: Option<Pool>,
    /// Rule that causes it.
    pub rule: Rule,
}

fn is_zero(margin: &i16) -> bool {
    *margin == 0
}

impl PendingDamage {
    /// A hit without a weapon or a check.
    pub fn plain(
        (target, by): (CombatantId, CombatantId),
        action: Name,
        harm: DamageTypes,
        amount: Breakdown,
        rule: Rule,
    ) -> PendingDamage {
        let (weapon, nonlethal, straight, traits) = (None, false, None, HitTraits::default());
        let (blocked, margin, spared) = (false, 0, None);
        PendingDamage {
            by,
            target,
            action,
            weapon,
            harm,
            amount,
            nonlethal,
            traits,
            blocked,
            margin,
            spared,
            straight,
            rule,
        }
    }

    /// The hit as the damage pipeline sees it.
    pub fn hit(&self, view: View<'_>) -> Hit<'_> {
        let submerged = submersion::is_under(view, self.target);
        let (blocked, nonlethal, margin) = (self.blocked, self.nonlethal, self.margin);
        let ally = view.find(self.by).is_some_and(|by| by.side == view.row(self.target).side);
        let above = view.altitude(self.target);
        Hit { types: self.harm, traits: &self.traits, blocked, nonlethal, margin, submerged, ally, above }
    }
}

/// A hit that has only one of several types: the one of which the target takes most, the first of equal ones (PR-071).
pub fn of_one_type(game: Game<'_>, blow: PendingDamage) -> PendingDamage {
    let Some(row) = game.find(blow.target) else { return blow };
    let with = |harm| PendingDamage { harm, ..blow.clone() };
    let taken = |hit: &PendingDamage| pipeline::amount(game, row, hit).total();
    let mut hits: Vec<PendingDamage> = blow.harm.each().map(with).collect();
    hits.sort_by_key(|hit| std::cmp::Reverse(taken(hit)));
    hits.into_iter().next().unwrap_or(blow)
}

/// How an attacker spares a target with wounds by severity (HD-218 to HD-220).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spared {
    /// The highest level of the wound, from 1.
    pub level: u8,
    /// The rule by which the attacker chooses it.
    pub rule: Rule,
    /// The fate of the target if it would fall unconscious.
    pub fallen: Fallen,
    /// The condition in place of falling unconscious, with its rule.
    pub helpless: (Name, Rule),
    /// The rule by which the target may be unconscious without dying.
    pub asleep_rule: Rule,
}

/// Damage that has been applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppliedDamage {
    /// Target.
    pub target: CombatantId,
    /// Attacker.
    pub by: CombatantId,
    /// Action it was part of.
    pub action: Name,
    /// Final damage with its terms, including damage reduction.
    pub amount: Breakdown,
    /// Threshold of pain that applied.
    pub threshold: Breakdown,
    /// Amount converted to fatigue.
    pub fatigue: i16,
    /// Amount lost from hit points.
    pub wounds: i16,
    /// Whether it only caused fatigue.
    pub nonlethal: bool,
    /// Impairment caused, if any.
    pub impairs: Option<Impairment>,
    /// Hit points and fatigue afterwards.
    pub vitals: Vitals,
    /// Rule for the split between fatigue and wounds.
    pub rule: Rule,
    /// Levels of severity of the wound, from 1, where wounds have a severity.
    #[serde(default, skip_serializing_if = "Breakdown::is_empty")]
    pub severity: Breakdown,
    /// Wound slots and points of body parts lost, as negative terms with their names.
    #[serde(default, skip_serializing_if = "Breakdown::is_empty")]
    pub pools: Breakdown,
}

/// Applies simultaneous hits in order, all against the threshold before the first; points carry over; every hit wears
/// the threshold down (TC-068 to TC-070). Hits on combatants outside the battle are ignored.
pub fn settle(game: Game<'_>, blows: &[PendingDamage]) -> Vec<AppliedDamage> {
    let mut hurts = Vec::with_capacity(blows.len());
    for blow in blows {
        let Some(row) = game.find(blow.target) else { continue };
        let earlier = hurts.iter().rev().find(|hurt: &&AppliedDamage| hurt.target == blow.target);
        let now = earlier.map_or(row.vitals, |hurt| hurt.vitals);
        let mut hurt = take(game, row, &now, blow);
        hurt.impairs = impairment(game, blow, &hurt, blows);
        hurts.push(hurt);
    }
    hurts
}

/// Sends one hit through the pipeline; `now` are the pools of its target after earlier hits of the same moment.
fn take(game: Game<'_>, row: &Row, now: &Vitals, blow: &PendingDamage) -> AppliedDamage {
    let (policy, consciousness) = (&game.policies.damage, &game.policies.consciousness);
    if let Some(pool) = blow.straight {
        return drained(pool, now, blow);
    }
    let raised = || policy.least.is_some_and(|it| it.nonlethal) && blow.amount.term(Label::Minimum).is_some();
    let blow = &PendingDamage { nonlethal: blow.nonlethal || raised(), ..blow.clone() };
    let amount = pipeline::amount(game, row, blow);
    let mut left = amount.total();
    let mut hurt = applied(blow, amount, *now, blow.rule);
    let mut first = true;
    let steps = policy.pipeline.iter().filter(|step| pipeline::concerns(policy, &step.on, row, blow.hit(game.view)));
    for step in steps {
        match &step.does {
            StepKind::Threshold => left = tire(policy, row, blow, left, &mut hurt),
            StepKind::Ward(kind) => left = pools::ward(policy, *kind, left, step.rule, &mut hurt),
            StepKind::Lose(losing) => {
                if !losing.contains(&LosingPool::Fatigue) {
                    hurt.wounds = hurt.wounds.max(left);
                }
                let loses = std::mem::replace(&mut first, false) || left > 0;
                hurt.rule = if loses && policy.threshold.is_none() { step.rule } else { hurt.rule };
                let lose = |left, pool: &_| pools::lose(consciousness, (*pool, step.rule), blow, left, &mut hurt);
                left = losing.iter().fold(left, lose);
            }
            _ => {}
        }
    }
    hurt
}

/// Fatigue up to the threshold (TC-044); nonlethal damage only tires (TC-089, TC-090). Returns the excess.
fn tire(policy: &DamagePolicy, row: &Row, blow: &PendingDamage, dealt: i16, hurt: &mut AppliedDamage) -> i16 {
    let Some(threshold) = &policy.threshold else { return dealt };
    let met = met_threshold(threshold, &row.sheet, &row.vitals);
    let borne = met.total();
    (hurt.fatigue, hurt.rule) = if blow.nonlethal {
        (dealt, policy.nonlethal_rule.unwrap_or(threshold.within_rule))
    } else if dealt > borne {
        (borne, threshold.above_rule)
    } else {
        (dealt, threshold.within_rule)
    };
    (hurt.threshold, hurt.nonlethal) = (met, blow.nonlethal);
    hurt.vitals.worn = worn(threshold, &row.sheet, &hurt.vitals);
    hurt.vitals.fatigue = hurt.vitals.fatigue.saturating_add(hurt.fatigue);
    dealt - hurt.fatigue
}

/// A hit after which its target has these points, without threshold, losses or impairment.
fn applied(blow: &PendingDamage, amount: Breakdown, vitals: Vitals, rule: Rule) -> AppliedDamage {
    AppliedDamage {
        target: blow.target,
        by: blow.by,
        action: blow.action,
        amount,
        threshold: Breakdown::new(),
        fatigue: 0,
        wounds: 0,
        nonlethal: false,
        impairs: None,
        vitals,
        rule,
        severity: Breakdown::new(),
        pools: Breakdown::new(),
    }
}

/// Internal damage: reduces one pool directly, ignoring the threshold (TC-498). Losses to poison are recorded (TC-497).
pub fn drained(pool: Pool, now: &Vitals, blow: &PendingDamage) -> AppliedDamage {
    let (amount, rule) = (blow.amount.clone(), blow.rule);
    let points = amount.total().max(0);
    let (fatigue, wounds, mut vitals) = match pool {
        Pool::Fatigue => (points, 0, Vitals { fatigue: now.fatigue.saturating_add(points), ..*now }),
        Pool::HitPoints => (0, points, losing(*now, points)),
    };
    if blow.harm.meets(DamageTypes::POISON) {
        vitals.poison_wounds = vitals.poison_wounds.saturating_add(now.hit_points - vitals.hit_points);
        vitals.poison_fatigue = vitals.poison_fatigue.saturating_add(fatigue);
    }
    AppliedDamage { fatigue, wounds, ..applied(blow, amount, vitals, rule) }
}

/// Whether a hit deals any damage after the steps of the pipeline that change its amount.
pub fn wounds(game: Game<'_>, blow: &PendingDamage) -> bool {
    game.find(blow.target).is_some_and(|row| pipeline::amount(game, row, blow).total() > 0)
}

/// Current threshold of pain of a combatant, at least 0 (TC-067, TC-070, G-22); empty where there is none.
pub fn threshold(game: Game<'_>, id: CombatantId) -> Breakdown {
    let row = game.row(id);
    let policy = game.policies.damage.threshold.as_ref();
    policy.map_or_else(Breakdown::new, |policy| met_threshold(policy, &row.sheet, &row.vitals))
}

fn met_threshold(policy: &ThresholdPolicy, sheet: &Sheet, vitals: &Vitals) -> Breakdown {
    let derived = sheet.derived.find(policy.stat).filter(|terms| !terms.terms().is_empty());
    let base = || Breakdown::of([(Label::Stat(policy.stat), sheet.stat(policy.stat), policy.within_rule)]);
    let mut sum = derived.cloned().unwrap_or_else(base);
    sum.add_if(Label::Worn, vitals.worn.saturating_neg(), policy.wear_rule);
    sum.add_if(Label::AtLeast, sum.total().min(0).saturating_neg(), policy.wear_rule);
    sum
}

/// Reduction of the threshold after one more hit, at most down to 0.
fn worn(policy: &ThresholdPolicy, sheet: &Sheet, vitals: &Vitals) -> i16 {
    let furthest = sheet.stat(policy.stat).max(vitals.worn);
    vitals.worn.saturating_add(policy.wear).min(furthest)
}

/// Whether the threshold of pain has been reduced to 0 (TC-071).
pub fn is_wounded(book: Rulebook<'_>, sheet: &Sheet, vitals: &Vitals) -> bool {
    book.policies.damage.threshold.as_ref().is_some_and(|policy| sheet.stat(policy.stat) <= vitals.worn)
}

/// A lasting impairment caused by a single heavy hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Impairment {
    /// The condition that increases by one level.
    pub condition: Name,
    /// The threshold of pain that was exceeded, or reached if several attackers hit at the same time.
    pub threshold: Breakdown,
    /// Rule id.
    pub rule: Rule,
}

/// The impairment of one of several hits: above the threshold (TC-074) or by weapon (TC-078), unless immune (TC-079),
/// of 0 damage (G-77) or nonlethal (TC-089).
fn impairment(game: Game<'_>, blow: &PendingDamage, hurt: &AppliedDamage, all: &[PendingDamage]) -> Option<Impairment> {
    let (policy, dealt) = (game.policies.damage.impairments()?, hurt.amount.total());
    let condition = policy.kinds.iter().find(|kind| kind.harm.meets(blow.harm))?.condition;
    let immune = game.row(blow.target).sheet.has(Trait::ImmuneToImpairments);
    if dealt <= 0 || blow.nonlethal || blow.straight.is_some() || immune {
        return None;
    }
    let mut threshold = hurt.threshold.clone();
    let crowd = game.policies.turn.simultaneous().map(|policy| policy.crowd);
    let others = crowd.map_or(0, |_| hitting(blow.target, all) - 1);
    // With several attackers, equalling the threshold is enough (G-02).
    let exceeds = match crowd.filter(|_| others > 0) {
        Some(crowd) => {
            threshold.add(Label::Crowd, crowd.amount.saturating_mul(others), crowd.rule);
            dealt >= threshold.total()
        }
        None => dealt > threshold.total(),
    };
    let rule = if exceeds { policy.rule } else { policy.always_rule };
    let weapon = blow.weapon.and_then(|slot| game.row(blow.by).sheet.weapon(slot));
    let always = || weapon.is_some_and(|entry| entry.weapon.has(WeaponProperty::Impairing));
    (exceeds || always()).then_some(Impairment { condition, threshold, rule })
}

/// Number of attackers that hit a target with these simultaneous hits. Each counts once (TC-472).
fn hitting(target: CombatantId, all: &[PendingDamage]) -> i16 {
    let on = |blow: &&PendingDamage| blow.target == target && blow.by != target && blow.straight.is_none();
    let first = |at: usize, blow: &PendingDamage| all[..at].iter().filter(on).all(|earlier| earlier.by != blow.by);
    let many = all.iter().enumerate().filter(|(at, blow)| on(blow) && first(*at, blow)).count();
    i16::try_from(many).unwrap_or(i16::MAX)
}
