//! Fog and walls against those who shoot: worth what they keep off, less what they keep from being done.

use super::mind::Mind;
use crate::battle::{ActiveSpell, CombatantId, Side, SpellId, Target, Until, View};
use crate::content::action::{Action, Does};
use crate::content::advantage::{AdvantageKind, AdvantageTally, NetAdvantage};
use crate::content::spell::Spell;
use crate::grid::{Cell, line_area};
use crate::mechanics::attack::Mode;
use crate::mechanics::{advantage, cover, magic, zone};
use crate::resolution::{Act, legal};

/// Counts for which a screen is taken to make a difference: everybody moves on.
const HOLDS: i32 = 12;
/// Hundredths of what it keeps off at first that it keeps off all the while.
const KEEPS: i32 = 50;

/// The best place for each spell that somebody can cast at once and that lays something there, with its value.
pub fn castable(mind: &Mind<'_>) -> Vec<(Act, i32)> {
    let known = mind.view.row(mind.who).sheet.spells.iter().filter_map(|spell| mind.rules.actions.get(*spell));
    let cast = known.filter_map(|action| match &action.does {
        Does::Cast(spell) if spell.lays().is_some() => best(mind, (spell, action)),
        _ => None,
    });
    cast.filter(|(act, _)| legal::check(mind.view, mind.rules, mind.who, act).is_ok()).collect()
}

/// The best place for a spell that lays something there, with its value; nothing if it does more harm than good.
pub fn best(mind: &Mind<'_>, (spell, action): (&Spell, &Action)) -> Option<(Act, i32)> {
    let before = balance(mind, mind.view);
    if before.0 == 0 {
        return None;
    }
    let at = places(mind).into_iter().map(Target::Cell);
    let reached = at.filter(|at| magic::reaches(mind.view, mind.book(), mind.who, spell.most, at));
    let tried = reached.filter_map(|at| {
        let act = legal::usual_casting(mind.view, mind.rules, mind.who, action, at)?;
        let gained = gained(mind, spell, &act, before)?;
        Some((act, gained * HOLDS / 10 * KEEPS / 100))
    });
    let best = tried.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.filter(|(_, value)| *value > 0)
}

/// Where a screen may stand: about those who shoot, halfway to them, and about oneself.
fn places(mind: &Mind<'_>) -> Vec<Cell> {
    let (view, here) = (mind.view, mind.view.footprint(mind.who).anchor);
    let mut cells = vec![here];
    for foe in mind.foes().filter(|foe| foe.shoots) {
        let there = view.footprint(foe.id).anchor;
        let mut way = line_area(view.board(), here, there);
        way.sort_by_key(|cell| {
            crate::grid::distance(view.shape(), mind.book().policies.board.distance, here.into(), (*cell).into())
        });
        cells.extend(way.get(way.len() / 2).copied());
        cells.push(there);
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// How much better the balance of harm from afar is with what a spell lays, cast so.
fn gained(mind: &Mind<'_>, spell: &Spell, act: &Act, (theirs, ours): (i32, i32)) -> Option<i32> {
    let energy = act.energy()?;
    let laid = zone::zone_of_spell(mind.view, mind.book(), mind.who, act, spell.lays()?)?;
    let lasting = ActiveSpell {
        id: SpellId(u32::MAX),
        caster: mind.who,
        spell: act.action,
        energy,
        at: act.aim().clone(),
        zone: Some(Box::new(laid)),
        until: Until::Ended,
        cast: 0,
        controlled: None,
    };
    let imagined = mind.view.with_spell(lasting);
    let after = balance(mind, mind.view.over(&imagined));
    Some((theirs - after.0) - (ours - after.1))
}

/// What those who shoot do in ten counts: the enemy's, and one's own side's.
fn balance(mind: &Mind<'_>, view: View<'_>) -> (i32, i32) {
    let theirs = mind.foes().filter(|foe| foe.shoots).map(|foe| barrage(mind, view, foe.id)).sum();
    let ours = std::iter::once(mind.me()).chain(mind.friends()).filter(|one| one.shoots);
    (theirs, ours.map(|one| barrage(mind, view, one.id)).sum())
}

/// What one who shoots does to whom it can shoot best.
fn barrage(mind: &Mind<'_>, view: View<'_>, shooter: CombatantId) -> i32 {
    let one = mind.folk.get(shooter);
    let side: Side = one.side;
    let each = mind
        .folk
        .foes(side)
        .map(|target| one.might * target.price() / 100 * chance(mind, view, shooter, target.id) / 100);
    each.max().unwrap_or(0)
}

/// How much of a shot in the open is left, in hundredths.
fn chance(mind: &Mind<'_>, view: View<'_>, shooter: CombatantId, target: CombatantId) -> i32 {
    let book = mind.book();
    let covered = cover::cover(view, book, shooter, target);
    if !covered.seen {
        return 0;
    }
    if advantage::of_attack::<NetAdvantage>(view, book, shooter, target, Mode::Ranged).net()
        == Some(AdvantageKind::Disadvantage)
    {
        return 50;
    }
    let loss = cover::modifier(&book.policies.attack.cover, &covered).map_or(0, |(_, modifier)| modifier.amount);
    (9 + i32::from(loss)).max(1) * 100 / 9
}
