//! The terms of a check before the roll: bonus, advantage and difficulty.

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use crate::battle::{CombatantId, GearPiece, PairRelation, View, WeaponSlot};
use crate::content::{
    AdvantageTerms, Against, Breakdown, Check, CheckRoll, HealthModel, Label, Name, RollType, RolledBy, Rule, Stat,
    WeaponProperty,
};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{Game, advantage, affliction, cover, damage, health, incantation, items, magic, reach, status};
use crate::resolution::act::Act;
use crate::resolution::procedure::action::check::results::StageTerms;
use crate::resolution::procedure::action::check::weapon::{by_magic, weapon_used};
use crate::resolution::procedure::action::check::{saving_throw, situation, stages};
use crate::rules::Ruleset;

/// The terms of a check before the roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckTerms {
    /// The dice and the rules of the roll.
    pub roll: RollType,
    /// The bonus on the roll.
    pub bonus: Breakdown,
    /// Advantage and disadvantage.
    pub edge: AdvantageTerms,
    /// Defences to compare with; a plain number has no stat.
    pub defences: SmallVec<[(Option<Stat>, Breakdown); 2]>,
    /// The target's opposed roll, if there is one.
    pub rival: Option<OpposedRoll>,
    /// Whether the weapon scores critical hits more easily.
    pub precise: bool,
    /// The weapon used, which may fumble.
    pub weapon: Option<WeaponSlot>,
    /// Melee, ranged or spell.
    pub mode: Mode,
    /// Rule by which the check fails whatever is rolled, because it goes to a space where the target is not. Only the
    /// dice may read it: the actor does not know.
    pub(crate) astray: Option<Rule>,
    /// Rule by which it succeeds without a roll.
    pub sure: Option<Rule>,
    /// The stages beyond the roll and the damage.
    #[serde(default)]
    pub stages: StageTerms,
    /// The defence of others that hold the target, which must be reached as well (PR-333).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holders: Option<Breakdown>,
}

impl CheckTerms {
    /// The bonus minus the first difficulty, or the bonus alone against an opposed roll.
    pub fn lead(&self) -> i16 {
        let difficulty = self.defences.first().map_or(0, |(_, sum)| sum.total());
        self.bonus.total().saturating_sub(difficulty)
    }
}

/// The opposed roll of a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpposedRoll {
    /// The bonus on the roll.
    pub bonus: Breakdown,
    /// Advantage and disadvantage.
    pub edge: AdvantageTerms,
    /// Whether it rolls at all. The dice of a helpless target show their lowest faces; it fails a roll under a target number.
    pub rolls: bool,
}

/// A check's actor and target, and the view and rules they are in.
#[derive(Copy, Clone)]
pub struct Pair<'a> {
    /// The battle.
    pub view: View<'a>,
    /// Its rules.
    pub rules: &'a Ruleset,
    /// The combatant that makes the check.
    pub actor: CombatantId,
    /// The combatant that the check is made against.
    pub target: CombatantId,
}

impl<'a> Pair<'a> {
    /// The battle and its rules, as mechanics read them.
    pub fn game(&self) -> Game<'a> {
        Game::new(self.view, self.rules.book())
    }
}

/// Source of the terms that many checks between the same pair share: an abstraction because the AI, which estimates
/// thousands of checks per decision, caches them.
pub trait TermSource {
    /// How a weapon is used against the target.
    fn mode(&self, pair: Pair<'_>, slot: WeaponSlot) -> Mode;

    /// Bonus of an attack with a weapon.
    fn to_hit(&self, pair: Pair<'_>, slot: WeaponSlot, mode: Mode) -> Breakdown;

    /// Bonus of the situation on any attack.
    fn situation(&self, pair: Pair<'_>, mode: Mode) -> Breakdown;

    /// Advantage and disadvantage of an attack.
    fn edge(&self, pair: Pair<'_>, weapon: Option<WeaponSlot>, mode: Mode) -> AdvantageTerms;

    /// A defence of the target.
    fn defence(&self, pair: Pair<'_>, asked: Option<Stat>, mode: Mode) -> (Stat, Breakdown);

    /// The opposed roll of the target.
    fn rival(&self, pair: Pair<'_>) -> OpposedRoll;

    /// A sum to add terms to.
    fn sum(&self) -> Breakdown;
}

/// Terms computed from the rules on every call.
#[derive(Copy, Clone, Debug, Default)]
pub struct Uncached {
    /// How this weapon is used, if known already.
    pub known: Option<(WeaponSlot, Mode)>,
    /// Whether only the sums are wanted, without their terms.
    pub plain: bool,
}

impl TermSource for Uncached {
    fn mode(&self, pair: Pair<'_>, slot: WeaponSlot) -> Mode {
        let compute = || attack::possible_mode(pair.game(), pair.actor, slot, pair.target).unwrap_or(Mode::Melee);
        let known = self.known.filter(|(known, _)| *known == slot).map(|(_, mode)| mode);
        debug_assert!(known.is_none_or(|known| known == compute()));
        known.unwrap_or_else(compute)
    }

    fn to_hit(&self, pair: Pair<'_>, slot: WeaponSlot, mode: Mode) -> Breakdown {
        let mut sum = self.sum();
        attack::add_to_hit(pair.game(), (pair.actor, slot), pair.target, mode, &mut sum);
        sum
    }

    fn situation(&self, pair: Pair<'_>, mode: Mode) -> Breakdown {
        let mut sum = self.sum();
        attack::add_situation(pair.game(), pair.actor, pair.target, mode, &mut sum);
        sum
    }

    fn edge(&self, pair: Pair<'_>, weapon: Option<WeaponSlot>, mode: Mode) -> AdvantageTerms {
        let of_attack = if self.plain { advantage::deciding } else { advantage::of_attack };
        let mut edge = of_attack(pair.game(), pair.actor, pair.target, mode);
        advantage::add_conditions_of_weapon(pair.game(), pair.actor, weapon, &mut edge);
        edge
    }

    fn defence(&self, pair: Pair<'_>, asked: Option<Stat>, mode: Mode) -> (Stat, Breakdown) {
        let mut sum = self.sum();
        (attack::add_defence(pair.game(), pair.actor, pair.target, asked, mode, &mut sum), sum)
    }

    /// The target rolls a melee attack of its own; only its own state modifies it (TA-G08).
    fn rival(&self, pair: Pair<'_>) -> OpposedRoll {
        let (game, actor, target) = (pair.game(), pair.actor, pair.target);
        let sheet = &game.row(target).sheet;
        let slot = reach::melee_slots(game.view, target).first().copied();
        let (mut bonus, mut edge) = (self.sum(), advantage::none(game));
        match slot.and_then(|slot| sheet.weapon(slot)) {
            Some(held) => bonus.extend(&held.to_hit),
            None => attack::add_unarmed_to_hit(game.book(), sheet, &mut bonus),
        }
        advantage::add_conditions_of_roller(game, target, actor, Mode::Melee, &mut edge);
        advantage::add_conditions_of_weapon(game, target, slot, &mut edge);
        OpposedRoll { bonus, edge, rolls: status::can_act(game, target) }
    }

    fn sum(&self) -> Breakdown {
        if self.plain { Breakdown::unlabelled(0) } else { Breakdown::new() }
    }
}

/// Answers that were given before a check is rolled.
#[derive(Copy, Clone, Debug, Default)]
pub struct Answered {
    /// The defence that the target named.
    pub defence: Option<Stat>,
    /// The total of the roll that the check answers.
    pub total: Option<i16>,
    /// The defence of the rule system that the target chose, if any.
    pub chosen: Option<Name>,
    /// The item of the target that the check is about.
    pub item: Option<GearPiece>,
}

/// The exact terms of a check. The window, the AI and the dice read the same ones.
pub fn check_terms(pair: Pair<'_>, act: &Act, check: &Check, answered: Answered) -> CheckTerms {
    from_source(&Uncached::default(), pair, act, check, answered)
}

/// The terms of a check from this source.
pub fn from_source(parts: &dyn TermSource, pair: Pair<'_>, act: &Act, check: &Check, answered: Answered) -> CheckTerms {
    let Pair { rules, actor, .. } = pair;
    let cited = rules.actions.get(act.action).map_or(rules.policies.grapple.wrestle_rule, |action| action.rule);
    if check.by == RolledBy::Target {
        return saving_throw::terms(parts, pair, (act, check), cited, answered.item);
    }
    let astray = rules.policies.sight.as_ref().filter(|_| act.goes_astray(pair.view)).map(|policy| policy.wrong_rule);
    let pair = Pair { view: act.imagined(pair.view), ..pair };
    let weapon = weapon_used(pair.view, actor, act, check);
    let mode = match weapon {
        Some(slot) => parts.mode(pair, slot),
        None if matches!(check.roll, CheckRoll::Spell(_)) => by_magic(rules, act),
        None => Mode::Melee,
    };
    let mut bonus = base_bonus(parts, pair, (check, cited, act), weapon, mode);
    if matches!(check.roll, CheckRoll::Skill(..) | CheckRoll::Stat(_)) {
        status::add_to_roll(pair.game(), actor, &mut bonus);
    }
    if let Some(slot) = weapon.filter(|_| check.harms_with_weapon())
        && let Some((points, rule)) = damage::penetration(pair.game(), actor, slot, pair.target)
    {
        bonus.add(Label::Penetrating, points, rule);
    }
    situation::add_terms(pair, (check, act.action, cited), (weapon, mode), answered.item, &mut bonus);
    if let (Some(part), HealthModel::Parts(body)) = (act.part, &rules.policies.consciousness.collapse) {
        body.aimed(part).into_iter().for_each(|by| bonus.add_if(Label::Named(part), by.amount, by.rule));
    }
    let mut edge = match (check.roll, magic::origin(act)) {
        (CheckRoll::Skill(..) | CheckRoll::Stat(_), _) => {
            advantage::of_roll(pair.game(), actor, &saving_throw::stats_of(check.roll), None)
        }
        (_, None) => parts.edge(pair, weapon, mode),
        (_, Some(origin)) => {
            let (game, mut edge) = (pair.game(), advantage::none(pair.game()));
            advantage::add_for_area(game, (actor, pair.target), origin.into(), mode, &mut edge);
            advantage::add_conditions_of_weapon(game, actor, weapon, &mut edge);
            edge
        }
    };
    situation::add_edges(pair, check, (weapon, mode), answered.item, &mut edge);
    let precise = weapon
        .and_then(|slot| pair.view.row(actor).sheet.weapon(slot))
        .is_some_and(|entry| entry.weapon.has(WeaponProperty::Precise));
    let rival = match &check.against {
        Against::Opposed => Some(parts.rival(pair)),
        Against::OpposedBy(stats) => Some(saving_throw::opposed(parts, pair, stats, cited)),
        Against::RollOr { rolls, or } => {
            let rolls = Some(*rolls).filter(|rolls| will_roll(parts, pair, (*rolls, *or), answered.defence, mode));
            rolls.map(|stat| saving_throw::opposed(parts, pair, &[stat], cited))
        }
        Against::Chosen(_) => stages::rival(parts, pair, answered.chosen, mode),
        _ => None,
    };
    let sure = check.sure_unless_engaged.filter(|_| !reach::is_engaged(pair.game(), actor));
    let mut defences = defences(parts, pair, (check, answered, act.part), mode);
    for (_, sum) in &mut defences {
        situation::add_harder(pair, (check, act.action), (weapon, mode), answered.item, sum);
    }
    let mut stages = stages::terms(pair, (act, check), weapon, answered.chosen);
    if check.is_attack() && magic::origin(act).is_none() {
        stages.fails = cover::automatic_miss(pair.game(), actor, pair.target, mode);
        stages.fails.into_iter().for_each(|rule| bonus.add(Label::CoverFull, 0, rule));
    }
    let holders = check.held_fast.and_then(|held| situation::holders(parts, pair, held, mode));
    CheckTerms { roll: check.dice, bonus, edge, defences, rival, precise, weapon, mode, astray, sure, stages, holders }
}

/// Difficulties of a check: the defences that it asks for, or a plain number.
fn defences(
    parts: &dyn TermSource,
    pair: Pair<'_>,
    (check, answered, part): (&Check, Answered, Option<Name>),
    mode: Mode,
) -> SmallVec<[(Option<Stat>, Breakdown); 2]> {
    let rules = pair.rules;
    let mut met = SmallVec::new();
    let mut meet = |asked: Option<Stat>| {
        let (stat, mut sum) = parts.defence(pair, asked, mode);
        if let Some(size) = check.size_counts {
            situation::add_size(pair, pair.target, size, &mut sum);
        }
        met.push((Some(stat), sum));
    };
    let plain = |label, number, rule| {
        let mut sum = parts.sum();
        sum.add(label, number, rule);
        (None, sum)
    };
    match &check.against {
        Against::Normal if check.guarded => {
            meet(None);
            let guards = pair.view.row(pair.target).pairs.towards(pair.actor).filter_map(|fact| match fact.slant {
                PairRelation::Guard(total) => Some((total, fact.rule)),
                _ => None,
            });
            let best = guards.max_by_key(|(total, _)| *total);
            let higher = best.filter(|(total, _)| met.iter().all(|(_, sum): &(_, Breakdown)| sum.total() < *total));
            if let Some((total, rule)) = higher {
                met = smallvec![plain(Label::Opening, total, rule)];
            }
        }
        Against::Normal => meet(None),
        Against::One(stat) => meet(Some(*stat)),
        Against::Each(stats) => stats.iter().for_each(|stat| meet(Some(*stat))),
        Against::TargetChooses(stats) => {
            let total = |stat: &Stat| parts.defence(pair, Some(*stat), mode).1.total();
            meet(stats.iter().copied().rev().max_by_key(total));
        }
        Against::Holders(stats) => {
            let holders = pair.view.holds_on(pair.actor).map(|hold| hold.holder);
            let all = holders.flat_map(|holder| stats.iter().map(move |stat| (Pair { target: holder, ..pair }, *stat)));
            let met_by = all.map(|(pair, stat)| parts.defence(pair, Some(stat), mode));
            met.extend(met_by.max_by_key(|(_, sum)| sum.total()).map(|(stat, sum)| (Some(stat), sum)));
        }
        Against::RollOr { rolls, or } if !will_roll(parts, pair, (*rolls, *or), answered.defence, mode) => {
            meet(Some(*or));
        }
        Against::TargetAsked(stats) => meet(answered.defence.or_else(|| stats.first().copied())),
        Against::Chosen(_) => {
            stages::counted(pair.rules, answered.chosen).into_iter().for_each(|stat| meet(Some(stat)));
            met.iter_mut().for_each(|(_, sum)| stages::add_cover(pair, answered.chosen, mode, sum));
        }
        // Only objects are broken by force.
        Against::Opposed | Against::OpposedBy(_) | Against::RollOr { .. } | Against::Force => {}
        Against::WoundCount { rule } => {
            let wounds = pair.view.row(pair.target).vitals.wounds.count();
            met.push(plain(Label::Wounds, wounds, *rule));
        }
        Against::WoundLevel { numbers, rule } => {
            let level = health::treated_wound(&rules.policies.consciousness, &pair.view.row(pair.target).vitals, part);
            let number = level.and_then(|level| numbers.get(level)).copied().unwrap_or(0);
            met.push(plain(Label::Base, number, *rule));
        }
        Against::Affliction { rule } => {
            let held = affliction::treated(&rules.conditions, pair.view.row(pair.target), part);
            met.extend(held.map(|(held, _)| plain(Label::Named(held.condition), held.state.against, *rule)));
        }
        Against::KnownTotal { rule } => {
            met.extend(answered.total.map(|total| plain(Label::RollAnswered, total, *rule)))
        }
        Against::Difficulty { .. } | Against::DifficultyFrom { .. } => {
            met.extend(saving_throw::difficulties(parts, pair, &check.against, pair.target));
        }
        Against::Level { of, rule } => {
            let held = pair.view.row(pair.target).conditions.0.iter().filter(|held| held.condition == *of);
            met.push(plain(Label::Named(*of), held.map(|held| held.level).max().unwrap_or(0), *rule));
        }
    }
    met
}

/// Whether a target that may roll or use a defence rolls: as it has answered, or else if that is better on average.
fn will_roll(
    parts: &dyn TermSource,
    pair: Pair<'_>,
    (rolls, or): (Stat, Stat),
    answered: Option<Stat>,
    mode: Mode,
) -> bool {
    let better = || pair.view.row(pair.target).sheet.stat(rolls) > parts.defence(pair, Some(or), mode).1.total();
    status::can_act(pair.game(), pair.target) && answered.map_or_else(better, |stat| stat == rolls)
}

fn base_bonus(
    parts: &dyn TermSource,
    pair: Pair<'_>,
    (check, cited, act): (&Check, Rule, &Act),
    weapon: Option<WeaponSlot>,
    mode: Mode,
) -> Breakdown {
    let Pair { view, rules, actor, .. } = pair;
    let (book, sheet) = (rules.book(), &view.row(actor).sheet);
    let policy = &rules.policies.attack;
    let mut bonus = parts.sum();
    match check.roll {
        CheckRoll::Weapon | CheckRoll::BothWeapons | CheckRoll::Unarmed => {
            if let Some(slot) = weapon {
                let mut bonus = parts.to_hit(pair, slot, mode);
                let feet =
                    policy.feet.filter(|_| check.roll == CheckRoll::Weapon && attack::uses_feet(view, actor, slot));
                feet.into_iter().for_each(|feet| bonus.add(Label::Feet, feet.amount, feet.rule));
                return bonus;
            }
            bonus.add(Label::Stat(policy.skill), sheet.stat(policy.skill), policy.skill_rule);
        }
        CheckRoll::Attribute(_) | CheckRoll::Maneuver(_) | CheckRoll::WeaponManeuver(_) => {
            saving_throw::add_roll(sheet, pair, (check.roll, cited), &mut bonus);
        }
        CheckRoll::Spell(stat) => {
            let magic = rules.policies.magic.as_ref();
            let skill = magic.and_then(|magic| magic.skill).unwrap_or(policy.skill);
            bonus.add(Label::Stat(skill), sheet.stat(skill), magic.map_or(cited, |magic| magic.attack_rule));
            let by = rules.policies.magic.as_ref().map_or(cited, |magic| magic.attribute_rule);
            bonus.add_if(Label::Stat(stat), sheet.stat(stat), by);
            if let Some(policy) = incantation::policy(book).filter(|_| items::scroll_rule(view, actor, act).is_none()) {
                incantation::add_charges(view, policy, actor, act.action, &mut bonus);
            }
        }
        CheckRoll::Skill(..) | CheckRoll::Stat(_) => {
            saving_throw::add_roll(sheet, pair, (check.roll, cited), &mut bonus);
            return bonus;
        }
    }
    bonus.extend(&parts.situation(pair, mode));
    bonus
}
