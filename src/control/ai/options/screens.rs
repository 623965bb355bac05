//! Spells that put fog or walls between combatants: their value is that of the enemy missiles they stop, less
//! one's own.

use crate::battle::{ActiveSpell, CombatantId, Side, SpellId, Target, Until, View};
use crate::content::action::{Action, Does, Spell};
use crate::content::advantage::AdvantageKind;
use crate::control::ai::model::Situation;
use crate::grid::{Cell, distance, line_area};
use crate::mechanics::attack::Mode;
use crate::mechanics::{Game, advantage, cover, magic, zone};
use crate::resolution::Act;

/// Counts for which a screen makes a difference: then the fight has moved elsewhere.
const DURATION: i32 = 12;
/// Hundredths of its initial effect that a screen keeps on average.
const AVERAGE: i32 = 50;

/// The best casting of each screen spell that can be cast at once, with its value.
pub fn castable_now(situation: &Situation<'_>) -> Vec<(Act, i32)> {
    let known =
        situation.view.row(situation.actor).sheet.spells.iter().filter_map(|spell| situation.rules.actions.get(*spell));
    let cast = known.filter_map(|action| match &action.does {
        Does::Cast(spell) if spell.lays().is_some() => best_casting(situation, (spell, action)),
        _ => None,
    });
    cast.filter(|(act, _)| situation.is_legal(act)).collect()
}

/// The best casting of a screen spell, with its value; `None` if every casting does more harm than good.
pub fn best_casting(situation: &Situation<'_>, (spell, action): (&Spell, &Action)) -> Option<(Act, i32)> {
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
    let (view, here) = (situation.view, situation.view.footprint(situation.actor).anchor);
    let mut cells = vec![here];
    for enemy in situation.enemies().filter(|enemy| enemy.is_ranged) {
        let there = view.footprint(enemy.id).anchor;
        let mut line = line_area(view.board(), here, there);
        line.sort_by_key(|cell| {
            distance(view.shape(), situation.book().policies.board.distance, here.into(), (*cell).into())
        });
        cells.extend(line.get(line.len() / 2).copied());
        cells.push(there);
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// How much a casting improves the balance of ranged damage.
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
    let side: Side = one.side;
    let each = situation.combatants.enemies(side).map(|target| {
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
    let loss = cover::modifier(&game.policies.attack.cover, &covered).map_or(0, |(_, modifier)| modifier.amount);
    (9 + i32::from(loss)).max(1) * 100 / 9
}
