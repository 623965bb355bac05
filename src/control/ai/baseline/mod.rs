//! The baseline: attacks the nearest enemy, otherwise walks towards it, opens doors and stands up on the way.

mod pursuit;

use std::cmp::Reverse;

use smallvec::SmallVec;

use self::pursuit::KnownPaths;
use crate::battle::{CombatantId, View, WeaponSlot};
use crate::control::ai::model::{ActionCatalogue, leg_lengths, open_door, saves_movement};
use crate::control::controller::{Answer, Controller};
use crate::mechanics::{Game, attack, reach, status};
use crate::resolution::{Act, Asks, Choice, Prompt, Setup, legal};
use crate::rules::Ruleset;

/// Attacks the nearest enemy it can reach with its best weapon, otherwise walks to the nearest enemy by path.
#[derive(Clone, Debug, Default)]
pub struct Charger {
    catalogue: ActionCatalogue,
    paths: KnownPaths,
}

impl Controller for Charger {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, _setup: &Setup, prompt: &Prompt) -> Answer {
        self.catalogue.refresh_plain(rules);
        Answer::plain(match &prompt.asks {
            Asks::Act => return self.act(seen, rules, prompt.who),
            Asks::Cell { cells, .. } => cells.first().map_or(Choice::Pass, |cell| Choice::Cell(*cell)),
            Asks::Pick { options, .. } => options.first().map_or(Choice::Pass, |pick| Choice::Pick(*pick)),
            Asks::React { options, .. } => options.first().map_or(Choice::Pass, |name| Choice::React(*name)),
            Asks::Face { options } => options.first().map_or(Choice::Pass, |facing| Choice::Face(*facing)),
        })
    }
}

impl Charger {
    fn act(&mut self, view: View<'_>, rules: &Ruleset, actor: CombatantId) -> Answer {
        let game = Game::new(view, rules.book());
        let if_legal = |act: Act| legal::validate(view, rules, actor, act).ok().map(Answer::valid);
        if let Some(strike) = &self.catalogue.strike {
            let targets = best_weapons(game, actor);
            let mut attacks = targets.map(|(enemy, slot)| Act::at(strike.id, enemy, Some(slot)));
            if let Some(attack) = attacks.find_map(if_legal) {
                return attack;
            }
        }
        let wait = || self.catalogue.wait.as_ref().map_or_else(|| Act::own(""), |wait| Act::own(wait.id));
        if status::is_immobile(game, actor) {
            return Answer::plain(Choice::Act(wait()));
        }
        let path = self.paths.find(game, actor);
        if let Some(open) = open_door(view, rules, &self.catalogue, actor, path) {
            return Answer::plain(Choice::Act(open));
        }
        let step = self.catalogue.walk.as_ref().filter(|_| !path.is_empty()).and_then(|walk| {
            let mut lengths =
                leg_lengths(game, actor, path).filter(|length| *length > 0 || saves_movement(game, actor, path));
            lengths.find_map(|length| if_legal(Act::along(walk.id, path[..length].to_vec())))
        });
        let mut standing_up = self.catalogue.leaving.iter().map(|action| Act::own(action.id));
        let act = step.or_else(|| standing_up.find_map(if_legal));
        act.unwrap_or_else(|| Answer::plain(Choice::Act(wait())))
    }
}

/// Every enemy in reach or range, nearest first, with the most damaging weapon that can attack it.
fn best_weapons(game: Game<'_>, actor: CombatantId) -> impl Iterator<Item = (CombatantId, WeaponSlot)> {
    let mut enemies: SmallVec<[(u16, CombatantId); 8]> = pursuit::conscious_enemies(game, actor)
        .into_iter()
        .map(|enemy| (reach::distance_between(game, actor, enemy), enemy))
        .collect();
    enemies.sort_unstable();
    let mut slots = reach::usable_slots(game.view, actor);
    slots.sort_unstable_by_key(|slot| (Reverse(mean_damage(game.view, actor, *slot)), *slot));
    let slots: SmallVec<[(WeaponSlot, u16); 4]> =
        slots.into_iter().map(|slot| (slot, attack::max_distance(game, actor, slot))).collect();
    enemies.into_iter().filter_map(move |(apart, enemy)| {
        let mut in_range = slots.iter().filter(|(_, farthest)| apart <= *farthest).map(|(slot, _)| *slot);
        let slot = in_range.find(|slot| attack::mode(game, actor, *slot, enemy).is_ok())?;
        Some((enemy, slot))
    })
}

/// Twice the mean damage of a weapon.
fn mean_damage(view: View<'_>, actor: CombatantId, slot: WeaponSlot) -> i32 {
    let entry = view.row(actor).sheet.weapon(slot);
    entry.map_or(0, |entry| entry.weapon.damage.mean_times_two() + 2 * i32::from(entry.damage.total()))
}
