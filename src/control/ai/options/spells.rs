//! Spells: which to prepare, which to cast on allies and places, and scrolls. Spells against enemies are among the attacks.

use std::sync::Arc;

use super::care;
use crate::battle::{ActiveSpell, CombatantId, SpellId, Target, Until, View};
use crate::content::{Action, AdvantageKind, Aim, Amount, Does, Effect, Incant, Spell, Who};
use crate::control::ai::model::Situation;
use crate::control::ai::value::{AimedCheck, effects};
use crate::grid::{Cell, line_area};
use crate::mechanics::attack::Mode;
use crate::mechanics::{Game, advantage, cover, health, incantation, items, magic, zone};
use crate::resolution::Act;
use crate::turn::speed;

/// One in this many spells prepared without a target in range is of use later.
const SPECULATIVE: i32 = 4;

/// Continuing the preparation that is under way, or abandoning it if success has become too unlikely.
pub fn continue_preparation(situation: &Situation<'_>) -> Option<Act> {
    let policy = incantation::policy(situation.book())?;
    let spell = situation.row().incanting.under_way()?;
    let action = situation.rules.actions.get(spell.spell)?;
    let difficulty = incantation::difficulty(situation.view, policy, situation.actor, action, spell).total();
    let hopeless = difficulty - incantation::bonus(situation.view, policy, situation.actor).total() > 18;
    let gives_up = |does: &Does| match does {
        Does::Effects(effects) => effects.iter().any(|effect| effect.does == Effect::Incant(Incant::Abandon)),
        _ => false,
    };
    let wanted = |action: &&Arc<Action>| match hopeless {
        true => gives_up(&action.does),
        false => action.does == Does::KeepPreparing,
    };
    situation.rules.actions.iter().find(wanted).map(|action| Act::own(action.id))
}

/// Spells to prepare, prepared spells to cast on allies and places, and scrolls to draw or read, with their scores.
pub fn spell_options(situation: &Situation<'_>) -> Vec<(Act, i32)> {
    let Some(policy) = incantation::policy(situation.book()) else { return Vec::new() };
    let mut options = scrolls_to_read(situation);
    options.extend(scrolls_to_draw(situation));
    if let Some(ready) = situation.row().incanting.ready() {
        let ready = known(situation).filter(|action| action.id == ready.spell && action.aim != Aim::Enemy);
        options.extend(
            ready.filter_map(|action| best_casting(situation, action)).filter(|(act, _)| situation.is_legal(act)),
        );
        return options;
    }
    let prepare = |action: &Arc<Action>| {
        let value = value_later(situation, action);
        let act = Act { target: Target::Known(action.id), ..Act::own(policy.action) };
        let counts = preparation_counts(situation, action)?;
        // A combatant cannot react while preparing a spell.
        let value = if enemy_arrives_within(situation, counts) { value / 4 } else { value };
        situation.is_legal(&act).then_some((act, value * 100 / (counts + 1)))
    };
    options.extend(known(situation).filter_map(prepare).filter(|(_, score)| *score > 0));
    options
}

fn known<'a>(situation: &Situation<'a>) -> impl Iterator<Item = &'a Arc<Action>> {
    let rules = situation.rules;
    situation.row().sheet.spells.iter().filter_map(|spell| rules.actions.get(*spell))
}

fn scrolls_to_read(situation: &Situation<'_>) -> Vec<(Act, i32)> {
    let written =
        items::scroll_spells(situation.view, situation.actor).filter_map(|spell| situation.rules.actions.get(spell));
    let read = |action: &Arc<Action>| {
        let (act, value) = best_casting(situation, action)?;
        situation.is_legal(&act).then(|| (act.clone(), value * 100 / situation.duration(action, &act)))
    };
    written.filter(|action| action.aim != Aim::Enemy).filter_map(read).collect()
}

/// Scrolls to draw, scored by their value over the time of drawing and reading.
fn scrolls_to_draw(situation: &Situation<'_>) -> Vec<(Act, i32)> {
    let scrolls = items::scrolls_put_away(situation.view, situation.actor).filter_map(|(slot, spell)| {
        let (action, (draw, first)) =
            (situation.rules.actions.get(spell)?, care::first_legal(situation, &situation.catalogue.draws, slot)?);
        let value = value_later(situation, action);
        let read = Act { weapon: Some(slot), ..Act::own(action.id) };
        let counts = situation.duration(draw, &first) + situation.duration(action, &read);
        Some((first, value * 100 / counts))
    });
    scrolls.filter(|(_, score)| *score > 0).collect()
}

fn preparation_counts(situation: &Situation<'_>, action: &Action) -> Option<i32> {
    let Does::Cast(spell) = &action.does else { return None };
    let turns = situation.rules.policies.turn.counted()?;
    let time = &spell.incantation.as_ref()?.time;
    let (least, most) = speed::speed_span(turns, time, None, situation.row().sheet.speed, 0);
    Some((i32::from(least) + i32::from(most)).div_euclid(2).max(1))
}

fn enemy_arrives_within(situation: &Situation<'_>, counts: i32) -> bool {
    situation.enemies().any(|enemy| {
        let far = i32::from(situation.distance_to(enemy.id)) - i32::from(enemy.reach);
        enemy.counts_until_turn + far.max(0) * 4 / enemy.pace.max(1) < counts
    })
}

fn best_casting(situation: &Situation<'_>, action: &Action) -> Option<(Act, i32)> {
    let Does::Cast(spell) = &action.does else { return None };
    if spell.lays().is_some() {
        return best_screen(situation, (spell, action));
    }
    let allies = || std::iter::once(situation.actor).chain(situation.allies().map(|ally| ally.id));
    let at: Vec<(Target, i32)> = match action.aim {
        Aim::Friend | Aim::Ally => {
            let value = |ally| healing_value(situation, spell, ally) + attack_value(situation, (spell, action), ally);
            allies().map(|ally| (Target::Combatant(ally), value(ally))).collect()
        }
        Aim::Enemy => situation
            .enemies()
            .map(|enemy| (Target::Combatant(enemy.id), attack_value(situation, (spell, action), enemy.id)))
            .collect(),
        Aim::Point => situation.enemies().map(|enemy| area_value(situation, (spell, action), enemy.id)).collect(),
        _ => Vec::new(),
    };
    let usable = at.into_iter().filter(|(at, _)| magic::reaches(situation.game(), situation.actor, spell.least, at));
    let (at, value) = usable.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    let act = situation.usual_casting(action, at)?;
    (value > 0).then_some((act, value))
}

/// The value of a spell cast after some preparation: a fraction if no enemy is in range, as they may never come into it.
fn value_later(situation: &Situation<'_>, action: &Action) -> i32 {
    if let Some((_, value)) = best_casting(situation, action) {
        return value;
    }
    let Does::Cast(spell) = &action.does else { return 0 };
    let Some(check) = spell.attack.as_ref().filter(|_| matches!(action.aim, Aim::Enemy | Aim::Point)) else { return 0 };
    let value = |enemy: CombatantId| {
        let act = situation.usual_casting(action, Target::Combatant(enemy));
        act.map_or(0, |act| AimedCheck { act: &act, action, check, target: enemy }.success_value(situation))
    };
    situation.enemies().map(|enemy| value(enemy.id)).max().map_or(0, |value| value / SPECULATIVE)
}

fn attack_value(situation: &Situation<'_>, (spell, action): (&Spell, &Action), target: CombatantId) -> i32 {
    let act = situation.usual_casting(action, Target::Combatant(target));
    let attempt = act.as_ref().zip(spell.attack.as_ref()).map(|(act, check)| AimedCheck { act, action, check, target });
    attempt.map_or(0, |attempt| attempt.appraise(situation).value)
}

/// The value of an area spell centred on an enemy: harm to enemies, less twice the harm to allies.
fn area_value(situation: &Situation<'_>, (spell, action): (&Spell, &Action), enemy: CombatantId) -> (Target, i32) {
    let middle = Target::Cell(situation.view.footprint(enemy).anchor);
    let act = situation.usual_casting(action, middle.clone());
    let targets = act.map(|act| magic::targets(situation.game(), &act)).unwrap_or_default();
    let side = situation.side();
    let values = targets.iter().map(|target| {
        let value = attack_value(situation, (spell, action), *target);
        if situation.combatants.get(*target).side == side { -2 * value.max(0) } else { value }
    });
    (middle, values.sum())
}

fn healing_value(situation: &Situation<'_>, spell: &Spell, ally: CombatantId) -> i32 {
    let (vitals, one) = (situation.view.row(ally).vitals, situation.combatants.get(ally));
    let lost = i32::from(health::lost(&vitals) + health::fatigue(&vitals)).max(0) * 100;
    let mean = |amount: &Amount| if let Amount::Dice(dice) = amount { dice.mean_times_two() * 50 } else { 0 };
    let points = spell.effects.iter().map(|effect| match &effect.does {
        Effect::Heal(amount) => mean(amount).min(lost),
        Effect::Bolster { amount, .. } if !health::has_bonus(&vitals) => mean(amount) / 3,
        _ => 0,
    });
    one.value * points.sum::<i32>() / one.effective_hp.max(100)
}

/// Spells that help the caster or its allies by a condition, by healing or by a ward, each at the one that it helps most, with their
/// value.
pub fn support(situation: &Situation<'_>) -> Vec<(Act, i32)> {
    let allies = || std::iter::once(situation.actor).chain(situation.allies().map(|ally| ally.id));
    let best = |action: &Arc<Action>| {
        let Does::Cast(spell) = &action.does else { return None };
        let gives = |does: &Effect| {
            matches!(does, Effect::Inflict { who: Who::Target, .. } | Effect::Heal(_) | Effect::Ward { .. })
        };
        let gives = || spell.effects.iter().map(|cited| &cited.does).filter(|does| gives(does));
        if !matches!(action.aim, Aim::Friend | Aim::Ally) || gives().next().is_none() {
            return None;
        }
        let worth = |ally| {
            let value = |does: &Effect| match does {
                Effect::Inflict { .. } => -effects::value(situation, does, ally),
                _ => effects::value(situation, does, ally),
            };
            gives().map(value).sum::<i32>()
        };
        let helped = allies().map(|ally| (ally, worth(ally))).filter(|(_, value)| *value > 0);
        let acts = helped.filter_map(|(ally, value)| {
            let act = situation.usual_casting(action, Target::Combatant(ally))?;
            situation.is_legal(&act).then_some((act, value))
        });
        acts.reduce(|best, next| if next.1 > best.1 { next } else { best })
    };
    known(situation).filter_map(best).collect()
}

/// Attacks of spells on all within an area around an enemy, where harm to enemies outweighs that to allies, with their value. Only
/// spells of fixed energy are considered: how much to spend on an area is not weighed.
pub fn bursts(situation: &Situation<'_>) -> Vec<(Act, i32)> {
    let best = |action: &Arc<Action>| {
        let Does::Cast(spell) = &action.does else { return None };
        if action.aim != Aim::Point || spell.attack.is_none() || spell.least != spell.most {
            return None;
        }
        let reached = |at: &Target| magic::reaches(situation.game(), situation.actor, spell.least, at);
        let all = situation.enemies().map(|enemy| area_value(situation, (spell, action), enemy.id));
        let acts = all.filter(|(at, value)| *value > 0 && reached(at)).filter_map(|(at, value)| {
            let act = situation.usual_casting(action, at)?;
            situation.is_legal(&act).then_some((act, value))
        });
        acts.reduce(|best, next| if next.1 > best.1 { next } else { best })
    };
    known(situation).filter_map(best).collect()
}

/// Counts for which a screen makes a difference: then the fight has moved elsewhere.
const DURATION: i32 = 12;
/// Hundredths of its initial effect that a screen keeps on average.
const AVERAGE: i32 = 50;

pub fn castable_screens(situation: &Situation<'_>) -> Vec<(Act, i32)> {
    let cast = known(situation).filter_map(|action| match &action.does {
        Does::Cast(spell) if spell.lays().is_some() => best_screen(situation, (spell, action)),
        _ => None,
    });
    cast.filter(|(act, _)| situation.is_legal(act)).collect()
}

/// The best casting of a screen spell, with its value; `None` if every casting does more harm than good.
fn best_screen(situation: &Situation<'_>, (spell, action): (&Spell, &Action)) -> Option<(Act, i32)> {
    let before = balance(situation, situation.view);
    if before.0 == 0 {
        return None;
    }
    let at = useful_cells(situation).into_iter().map(Target::Cell);
    let reached = at.filter(|at| magic::reaches(situation.game(), situation.actor, spell.most, at));
    let tried = reached.filter_map(|at| {
        let act = situation.usual_casting(action, at)?;
        let gained = improvement(situation, spell, &act, before)?;
        Some((act, gained * DURATION / 10 * AVERAGE / 100))
    });
    let best = tried.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.filter(|(_, value)| *value > 0)
}

/// Cells where a screen may be useful: around ranged enemies, halfway to them, and around the caster.
fn useful_cells(situation: &Situation<'_>) -> Vec<Cell> {
    let (view, here) = (situation.view, situation.here().anchor);
    let mut cells = vec![here];
    for enemy in situation.enemies().filter(|enemy| enemy.is_ranged) {
        let there = view.footprint(enemy.id).anchor;
        let mut line = line_area(view.board(), here, there);
        line.sort_by_key(|cell| situation.apart(here.into(), (*cell).into()));
        cells.extend(line.get(line.len() / 2).copied());
        cells.push(there);
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn improvement(situation: &Situation<'_>, spell: &Spell, act: &Act, (theirs, ours): (i32, i32)) -> Option<i32> {
    let energy = act.energy()?;
    let laid = zone::zone_of_spell(situation.game(), situation.actor, act, spell.lays()?)?;
    let lasting = ActiveSpell {
        id: SpellId(u32::MAX),
        caster: situation.actor,
        spell: act.action,
        energy,
        at: act.aim().clone(),
        zone: Some(Box::new(laid)),
        until: Until::Ended,
        cast: 0,
        controlled: None,
        invested: 0,
        item: None,
    };
    let imagined = situation.view.with_spell(lasting);
    let after = balance(situation, situation.view.over(&imagined));
    Some((theirs - after.0) - (ours - after.1))
}

/// Ranged damage per ten counts, as value: dealt by enemies, and by the own side.
fn balance(situation: &Situation<'_>, view: View<'_>) -> (i32, i32) {
    let theirs =
        situation.enemies().filter(|enemy| enemy.is_ranged).map(|enemy| ranged_value(situation, view, enemy.id)).sum();
    let ours = std::iter::once(situation.own()).chain(situation.allies()).filter(|one| one.is_ranged);
    (theirs, ours.map(|one| ranged_value(situation, view, one.id)).sum())
}

/// The value per ten counts of what a ranged combatant does to its best target.
fn ranged_value(situation: &Situation<'_>, view: View<'_>, shooter: CombatantId) -> i32 {
    let one = situation.combatants.get(shooter);
    let each = situation.combatants.enemies(one.side).map(|target| {
        one.damage_rate * target.value_per_hp() / 100 * effectiveness(situation, view, shooter, target.id) / 100
    });
    each.max().unwrap_or(0)
}

/// The effect of a shot in hundredths of one at an unscreened target.
fn effectiveness(situation: &Situation<'_>, view: View<'_>, shooter: CombatantId, target: CombatantId) -> i32 {
    let game = Game::new(view, situation.book());
    let covered = cover::cover(game, shooter, target);
    if !covered.seen {
        return 0;
    }
    if advantage::deciding(game, shooter, target, Mode::Ranged).net() == Some(AdvantageKind::Disadvantage) {
        return 50;
    }
    let loss = cover::modifier(&game.policies.attack.cover, &covered, Mode::Ranged);
    let loss = loss.map_or(0, |(_, modifier)| modifier.amount);
    (9 + i32::from(loss)).max(1) * 100 / 9
}
