//! What the situation adds to a check: terms, advantage and disadvantage that the check names, and sizes.

use super::results::Decided;
use super::terms::{Pair, TermSource};
use super::weapon::holds_in_two_hands;
use crate::battle::{CombatantId, GearPiece, PairRelation, Row, WeaponSlot};
use crate::content::{
    AdvantageKind, AdvantageTerms, Breakdown, Check, CheckTerm, Effect, Hands, HeldFast, Hold, Knack, Label, Name,
    Rule, SizeColumn, SizeEffect, SizeStep, TermWhen,
};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{advantage, items, reach, status};
use crate::rules::Ruleset;

/// Adds the terms that a check names, size modifiers where they count, and the firmness of a hold to break.
pub(super) fn add_terms(
    pair: Pair<'_>,
    (check, action, cited): (&Check, Name, Rule),
    used: (Option<WeaponSlot>, Mode),
    item: Option<GearPiece>,
    bonus: &mut Breakdown,
) {
    let Pair { view, rules, actor, target } = pair;
    let row = view.row(actor);
    add_each(pair, &check.terms, used, item, bonus);
    add_knacks(row, action, |knack| knack.roll, bonus);
    for fact in row.pairs.towards(target) {
        if let PairRelation::PushedAlong(amount) = fact.slant {
            bonus.add_if(Label::Named("bodies pushed".into()), amount, fact.rule);
        }
    }
    if let Some(size) = check.size_counts {
        add_size(pair, actor, size, bonus);
    }
    let is_escape = check.effects().any(|effect| matches!(effect, Effect::BreakHold { optional: false, .. }));
    if let Some(hold) = view.hold(target, actor).filter(|_| is_escape) {
        bonus.add_if(Label::HardToBreak, hold.firmness(), firm_rule(rules).unwrap_or(cited));
    }
}

/// Adds to the defence of the target of an action the terms that make its check harder.
pub(super) fn add_harder(
    pair: Pair<'_>,
    (check, action): (&Check, Name),
    used: (Option<WeaponSlot>, Mode),
    item: Option<GearPiece>,
    sum: &mut Breakdown,
) {
    add_each(pair, &check.harder, used, item, sum);
    add_knacks(pair.view.row(pair.target), action, |knack| knack.defence, sum);
}

/// Adds the bonuses of a combatant to an action, or to its defence against one (PR-282, PR-290).
fn add_knacks(row: &Row, action: Name, part: impl Fn(&Knack) -> i16, sum: &mut Breakdown) {
    for knack in row.sheet.knacks.iter().filter(|knack| knack.with.contains(&action)) {
        sum.add_if(Label::Talent, part(knack), knack.rule);
    }
}

/// Adds the terms that apply: those of a check to its bonus, or those that make it harder to the defence of the target.
fn add_each(
    pair: Pair<'_>,
    terms: &[CheckTerm],
    used: (Option<WeaponSlot>, Mode),
    item: Option<GearPiece>,
    sum: &mut Breakdown,
) {
    for term in terms {
        let (holds, label) = situation(pair, term.when, used, item);
        if holds {
            sum.add(label, term.add.amount.saturating_mul(times(pair, term.when)), term.add.rule);
        }
    }
}

/// The highest defence of all others that hold the target (PR-333, PR-339).
pub(super) fn holders(parts: &dyn TermSource, pair: Pair<'_>, held: HeldFast, mode: Mode) -> Option<Breakdown> {
    let others = pair.view.holds_on(pair.target).map(|hold| hold.holder).filter(|holder| *holder != pair.actor);
    let all = others.map(|holder| parts.defence(Pair { target: holder, ..pair }, Some(held.stat), mode).1);
    all.max_by_key(Breakdown::total).map(|mut sum| {
        sum.add(Label::Held, 0, held.rule);
        sum
    })
}

/// The number of combatants that hold the actor, beyond the first.
fn beyond_first(pair: Pair<'_>) -> i16 {
    let holders = pair.view.holds_on(pair.actor).count().saturating_sub(1);
    i16::try_from(holders).unwrap_or(i16::MAX)
}

/// How many times a term counts that applies.
fn times(pair: Pair<'_>, when: TermWhen) -> i16 {
    let Pair { view, actor, .. } = pair;
    match when {
        TermWhen::EachHolderBeyondFirst => beyond_first(pair),
        TermWhen::EnemiesWithin(most) => {
            let (game, side) = (pair.game(), view.row(actor).side);
            let near = |row: &&Row| reach::within(game, row.id, actor, most) && status::is_conscious(game, row.id);
            i16::try_from(view.enemies_of(side).filter(near).count()).unwrap_or(i16::MAX)
        }
        TermWhen::Levels(condition, most) => {
            view.row(actor).conditions.level(condition).clamp(0, i16::try_from(most).unwrap_or(i16::MAX))
        }
        TermWhen::HeldByTarget(least) => {
            let stacks = view.hold(pair.target, actor).map_or(0, |hold| hold.stacks);
            i16::try_from(stacks.max(least)).unwrap_or(i16::MAX)
        }
        TermWhen::EachOf(stat) => view.row(pair.target).sheet.stat(stat).max(0),
        _ => 1,
    }
}

/// Whether a situation applies to a check made with this weapon, or about this item of the target, and its label.
fn situation(
    pair: Pair<'_>,
    when: TermWhen,
    (weapon, mode): (Option<WeaponSlot>, Mode),
    item: Option<GearPiece>,
) -> (bool, Label) {
    let Pair { view, actor, target, .. } = pair;
    match when {
        TermWhen::Always => (true, Label::Maneuver),
        TermWhen::TargetLacks(condition) => {
            let lacks = !status::has_condition(pair.game(), target, condition);
            (lacks, Label::Maneuver)
        }
        TermWhen::EachHolderBeyondFirst => (beyond_first(pair) > 0, Label::Held),
        TermWhen::RunningStart(distance) => (running_start(pair, distance), Label::RunningStart),
        TermWhen::TargetUsesTwoHands => (holds_in_two_hands(view, target, item), Label::TwoHandedGrip),
        TermWhen::ItemIsShield => (item == Some(GearPiece::Shield), Label::Stat(pair.rules.policies.roles.shield)),
        TermWhen::WithoutItem(kind) => (items::in_hand(view, actor, kind).is_none(), Label::Unequipped),
        TermWhen::WithItem(kind) => {
            let held = items::in_hand(view, actor, kind).and_then(|slot| view.row(actor).sheet.weapon(slot));
            (held.is_some(), held.map_or(Label::Maneuver, |held| Label::Named(held.weapon.id)))
        }
        TermWhen::Unarmed => (weapon.is_none() || weapon == view.row(actor).sheet.unarmed, Label::NoMeleeWeapon),
        TermWhen::HeldByTarget(_) => (view.hold(target, actor).is_some(), Label::Held),
        TermWhen::EachOf(stat) => (times(pair, when) > 0, Label::Stat(stat)),
        TermWhen::TargetStatWithin(stat, least, most) => {
            ((least..=most).contains(&view.row(target).sheet.stat(stat)), Label::Stat(stat))
        }
        TermWhen::ItemFastened => {
            (item.is_some_and(|item| items::is_fastened(view, target, item)), Label::Named("fastened".into()))
        }
        TermWhen::EnemiesWithin(_) => (times(pair, when) > 0, Label::Named("enemies near".into())),
        TermWhen::Levels(condition, _) => (times(pair, when) > 0, Label::Named(condition)),
        TermWhen::LevelFrom(condition, least) => {
            let level = view.row(actor).conditions.level(condition);
            (level >= i16::try_from(least).unwrap_or(i16::MAX), Label::Named(condition))
        }
        TermWhen::LightOffHand => {
            let second = attack::weapon_pair(view, actor).and_then(|[_, second]| view.row(actor).sheet.weapon(second));
            let light = second.is_some_and(|held| matches!(held.weapon.hands, Hands::Light | Hands::None));
            (light, Label::Maneuver)
        }
        TermWhen::Quality(of) => (view.row(actor).sheet.has(of), Label::Talent),
        TermWhen::WithRangedWeapon => {
            let used = weapon.and_then(|slot| view.row(actor).sheet.weapon(slot));
            let ranged = used.is_some_and(|entry| entry.weapon.melee.is_none());
            (ranged || !mode.is_melee(), Label::RangedWeapon)
        }
    }
}

/// Adds the terms of a check on an object that depend on the actor and its weapon alone.
pub(super) fn add_of_actor(pair: Pair<'_>, check: &Check, used: (Option<WeaponSlot>, Mode), bonus: &mut Breakdown) {
    let is_of_actor = |term: &&CheckTerm| {
        matches!(
            term.when,
            TermWhen::Always
                | TermWhen::WithRangedWeapon
                | TermWhen::WithItem(_)
                | TermWhen::WithoutItem(_)
                | TermWhen::Quality(_)
        )
    };
    for term in check.terms.iter().filter(is_of_actor) {
        add_each(pair, std::slice::from_ref(term), used, None, bonus);
    }
}

/// Adds the advantage and disadvantage that a check names for the situation (FS-092).
pub(super) fn add_edges(
    pair: Pair<'_>,
    check: &Check,
    used: (Option<WeaponSlot>, Mode),
    item: Option<GearPiece>,
    edge: &mut AdvantageTerms,
) {
    for cited in &check.edges {
        let (holds, label) = situation(pair, cited.when, used, item);
        if holds {
            add_edge(pair, (label, cited.gives, cited.rule), edge);
        }
    }
}

/// Adds what the difference in size between actor and target does to a roll of the target; the result if it needs no dice
/// (FS-102 to FS-105).
pub(super) fn add_size_step(pair: Pair<'_>, check: &Check, edge: &mut AdvantageTerms) -> Option<Decided> {
    let [own, theirs] = [pair.actor, pair.target].map(|who| pair.view.row(who).sheet.size);
    let larger = theirs.above(own);
    let reached = |step: &&SizeStep| if step.larger > 0 { larger >= step.larger } else { larger <= step.larger };
    let step = check.size_steps.iter().filter(reached).max_by_key(|step| step.larger.abs())?;
    let decided = |succeeds| Some(Decided { succeeds, rule: step.rule });
    match step.gives {
        SizeEffect::Edge(gives) => {
            add_edge(pair, (Label::SizeModifier(theirs), gives, step.rule), edge);
            None
        }
        SizeEffect::Succeeds => decided(true),
        SizeEffect::Fails => decided(false),
    }
}

fn add_edge(pair: Pair<'_>, (label, gives, rule): (Label, AdvantageKind, Rule), edge: &mut AdvantageTerms) {
    if edge.terms().is_empty() {
        *edge = advantage::none(pair.game());
    }
    edge.add(label, gives, rule);
}

/// Adds the modifier of a combatant's size in a column of the size table.
pub(super) fn add_size(pair: Pair<'_>, who: CombatantId, SizeColumn { column, rule }: SizeColumn, sum: &mut Breakdown) {
    let (sheet, sign) = (&pair.view.row(who).sheet, pair.rules.policies.attack.size_in_checks);
    sum.add_if(Label::SizeModifier(sheet.size), sign.of(sheet.size_modifier(column)), rule);
}

/// The rule by which a hold is hard to break.
fn firm_rule(rules: &Ruleset) -> Option<Rule> {
    let ladders = rules.actions.iter().filter_map(|action| action.check()).flat_map(|check| &check.ladder);
    let mut effects = ladders.flat_map(|rung| &rung.effects);
    effects.find(|effect| matches!(effect.does, Effect::Tighten(Hold::HardToBreak(_)))).map(|effect| effect.rule)
}

/// Whether the actor has just moved this far (in the board's unit) straight towards the target.
fn running_start(Pair { view, rules, actor, target }: Pair<'_>, distance: u16) -> bool {
    let momentum = &view.row(actor).momentum;
    let towards = view.shape().direction_towards(view.footprint(actor), view.footprint(target));
    let straight = momentum.straight * rules.policies.board.cell >= distance;
    straight && towards.map(|direction| direction.0) == momentum.heading
}
