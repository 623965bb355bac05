//! Everything a combatant could do now, and why it cannot do the rest.

use std::sync::Arc;

use super::{ability, arms, casting, preparation, ready, validate};
use crate::battle::{CombatantId, Facing, View, WeaponSlot};
use crate::content::Name;
use crate::content::action::{Action, Aim, Does, Gait};
use crate::content::refusal::Refusal;
use crate::grid::{Cell, Distance, Flood};
use crate::mechanics::{Game, items, movement, sight};
use crate::resolution::act::{Act, Target};
use crate::rules::Ruleset;

/// One action as offered to a combatant.
#[derive(Clone, Debug)]
pub struct ActionOffer {
    /// The action.
    pub action: Arc<Action>,
    /// Every way in which it may be declared now. Movements list only first steps: see [`paths_allowed`].
    pub acts: Vec<Act>,
    /// Refused acts with their reasons.
    pub refused: Vec<(Act, Refusal)>,
}

impl ActionOffer {
    /// Whether it can be done at all.
    pub fn is_open(&self) -> bool {
        !self.acts.is_empty()
    }

    /// The reason to show on a disabled button.
    pub fn reason(&self) -> Option<&Refusal> {
        self.refused.last().map(|(_, refusal)| refusal)
    }
}

/// Every action of the ruleset as offered to a combatant, in ruleset order.
pub fn offers(view: View<'_>, rules: &Ruleset, who: CombatantId) -> Vec<ActionOffer> {
    rules.actions.iter().map(|action| offer(view, rules, who, action)).collect()
}

fn offer(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Arc<Action>) -> ActionOffer {
    let (mut acts, mut refused) = (Vec::new(), Vec::new());
    let able = ability::able(view, rules, who, action);
    if let Err(refusal) = able.and_then(|()| ability::enough_actions(view, rules, who, action)) {
        refused.push((Act::own(action.id), refusal));
        return ActionOffer { action: action.clone(), acts, refused };
    }
    for act in candidates(view, rules, who, action) {
        match validate::check(view, rules, who, &act) {
            Ok(()) => acts.push(act),
            Err(refusal) => refused.push((act, refusal)),
        }
    }
    if acts.is_empty() && refused.is_empty() {
        refused.push((Act::own(action.id), Refusal::new("there is no target", action.rule)));
    }
    ActionOffer { action: action.clone(), acts, refused }
}

fn candidates(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> Vec<Act> {
    let act = |target: Target, weapon: Option<WeaponSlot>| Act { action: action.id, target, weapon };
    let row = view.row(who);
    if let Does::Cast(spell) = &action.does {
        return casting::candidates(view, rules, who, (spell, action));
    }
    match action.aim {
        Aim::Point => Vec::new(),
        Aim::Spell => {
            let own = view.spells().iter().filter(|spell| spell.caster == who);
            own.map(|spell| act(Target::Spell(spell.id), None)).collect()
        }
        Aim::Known => preparation::candidates(view, who, action),
        Aim::Own => vec![act(Target::Own, None)],
        Aim::Ready => ready::candidates(view, rules, who, action),
        Aim::Enemy => view
            .enemies_of(row.side)
            .flat_map(|enemy| weapons(view, who, action).into_iter().map(move |weapon| (enemy.id, weapon)))
            .map(|(enemy, weapon)| act(Target::Combatant(enemy), weapon))
            .collect(),
        Aim::Ally => view.friends_of(who).map(|friend| act(Target::Combatant(friend.id), None)).collect(),
        Aim::Friend => {
            let friends = view.friends_of(who).map(|friend| friend.id);
            std::iter::once(who).chain(friends).map(|friend| act(Target::Combatant(friend), None)).collect()
        }
        Aim::Path => steps(view, rules, who, action),
        Aim::Door => view.field().doors.iter().map(|door| act(Target::Cell(door.cell), None)).collect(),
        Aim::Ground => {
            let near = |cell: &Cell| {
                crate::grid::distance(view.shape(), Distance::DiagonalsCostOne, view.footprint(who), (*cell).into())
                    <= 1
            };
            view.field().ice.iter().map(|ice| ice.cell).filter(near).map(|cell| act(Target::Cell(cell), None)).collect()
        }
        Aim::Facing => facings(view, who).into_iter().map(|facing| act(Target::Facing(facing), None)).collect(),
        Aim::CarriedWeapon => own_weapons(view, who).map(|slot| act(Target::Weapon(slot), None)).collect(),
        Aim::GroundWeapon => {
            let lost = own_weapons(view, who).map(Target::Weapon);
            lost.chain(items_here(view, who).into_iter().map(Target::Found)).map(|target| act(target, None)).collect()
        }
    }
}

/// The weapon slots of a combatant without its unarmed attack.
fn own_weapons(view: View<'_>, who: CombatantId) -> impl Iterator<Item = WeaponSlot> {
    let sheet = &view.row(who).sheet;
    (0..sheet.weapons.len() as u8).map(WeaponSlot).filter(|slot| sheet.unarmed != Some(*slot))
}

/// Items lying where a combatant stands, each once, without those it has lost itself.
pub fn items_here(view: View<'_>, who: CombatantId) -> Vec<Name> {
    let many = view.row(who).sheet.weapons.len();
    let mut names: Vec<Name> = Vec::new();
    for name in items::all_on_ground_here(view, who).map(|item| item.weapon) {
        let is_new = usize::from(items::slot_for(view, who, name).0) == many;
        if is_new && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The weapons usable for an action; a single `None` if it uses none.
fn weapons(view: View<'_>, who: CombatantId, action: &Action) -> Vec<Option<WeaponSlot>> {
    let usable = arms::weapons(view, who, action);
    if usable.is_empty() { vec![None] } else { usable.into_iter().map(Some).collect() }
}

fn facings(view: View<'_>, who: CombatantId) -> Vec<Facing> {
    let enemies = view.enemies_of(view.row(who).side).map(|row| Facing::Towards(row.id));
    let mut facings = vec![Facing::AllAround];
    facings.extend(view.shape().directions().map(Facing::of));
    facings.extend(enemies);
    facings
}

fn steps(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> Vec<Act> {
    let Does::Move(gait) = action.does else { return Vec::new() };
    let paths = paths_allowed(view, rules, who, gait);
    if paths.is_empty() {
        let here = view.footprint(who).anchor;
        let ahead = view.shape().neighbours(here).next().unwrap_or(here);
        return vec![Act::along(action.id, vec![ahead])];
    }
    paths.into_iter().map(|path| Act::along(action.id, path)).collect()
}

/// A shortest path to every cell in reach of a combatant's next movement.
pub fn paths_allowed(view: View<'_>, rules: &Ruleset, who: CombatantId, gait: Gait) -> Vec<Vec<Cell>> {
    let view = sight::known_to(Game::new(view, rules.book()), view.row(who).side);
    let game = Game::new(view, rules.book());
    let budget = movement::allowance(game, who, gait);
    let mut flood = Flood::default();
    movement::flood(game, who, gait, &mut flood, budget);
    let here = view.footprint(who).anchor;
    let mut reached: Vec<Cell> = flood.reached().iter().copied().filter(|cell| *cell != here).collect();
    reached.sort_unstable();
    let mut paths: Vec<Vec<Cell>> = reached.into_iter().map(|cell| flood.path_to(cell)).collect();
    paths.retain(|path| movement::walk(game, who, gait, path).is_ok());
    if budget == 0 && movement::walk(game, who, gait, &[]).is_ok() {
        paths.push(Vec::new());
    }
    paths
}
