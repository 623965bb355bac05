//! Everything a combatant could do now, why it cannot do the rest, and which reactions a path would provoke.

use std::sync::Arc;

use super::ability::Proposal;
use super::gear::weapons_or_none;
use super::validate;
use crate::battle::{CombatantId, Facing, View, WeaponSlot};
use crate::content::{Action, Aim, Does, Gait, Name, Refusal};
use crate::grid::{Cell, Distance, Flood, distance};
use crate::mechanics::{Game, items, movement, objects, sight, status};
use crate::resolution::act::{Act, Occasion, Target};
use crate::rules::Ruleset;

/// One action as offered to a combatant.
#[derive(Clone, Debug)]
pub struct ActionOffer {
    /// The action.
    pub action: Arc<Action>,
    /// Acts that may be declared now. A movement lists the paths of [`paths_allowed`]; guessed cells are not listed.
    pub acts: Vec<Act>,
    /// Acts that are refused now, with their reasons.
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
    offers_on(view, rules, who, Occasion::OwnTurn)
}

/// Every action of the ruleset as offered to a combatant on an occasion, in ruleset order.
pub fn offers_on(view: View<'_>, rules: &Ruleset, who: CombatantId, occasion: Occasion) -> Vec<ActionOffer> {
    rules.actions.iter().map(|action| offer(view, rules, who, action, occasion)).collect()
}

/// Acts that may be declared on an occasion, in ruleset order; of movements along the ground, only those of at most this many
/// steps straight ahead.
pub fn short_acts_on(view: View<'_>, rules: &Ruleset, who: CombatantId, occasion: Occasion, steps: usize) -> Vec<Act> {
    let legal = |act: &Act| validate::check_on(view, rules, who, act, occasion).is_ok();
    let acts = |action: &Arc<Action>| -> Vec<Act> {
        let proposal = Proposal::new(view, rules, who, action).on(occasion);
        match action.aim {
            _ if proposal.is_possible().is_err() => Vec::new(),
            Aim::Path => straight(view, who, action, steps).filter(legal).collect(),
            _ => candidates(&proposal).into_iter().filter(legal).collect(),
        }
    };
    rules.actions.iter().flat_map(acts).collect()
}

/// Movements straight ahead in every direction, legal or not.
fn straight(view: View<'_>, who: CombatantId, action: &Action, most: usize) -> impl Iterator<Item = Act> {
    let (shape, here) = (view.shape(), view.footprint(who).anchor);
    let id = action.id;
    shape.directions().flat_map(move |way| {
        let cells: Vec<Cell> =
            std::iter::successors(Some(here), |at| Some(shape.step(*at, way))).skip(1).take(most).collect();
        (1..=most).map(move |steps| Act::along(id, cells[..steps].to_vec()))
    })
}

/// Whether any act may be declared on an occasion, one of these actions if some are named. It ends with the first.
pub(in crate::resolution) fn has_act(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    occasion: Occasion,
    named: Option<&[Name]>,
) -> bool {
    let may = |action: &Arc<Action>| {
        let proposal = Proposal::new(view, rules, who, action).on(occasion);
        let legal = |act: &Act| validate::check_on(view, rules, who, act, occasion).is_ok();
        let any = || match action.aim {
            // A single step is enough, and most often possible.
            Aim::Path => {
                straight(view, who, action, 1).any(|act| legal(&act)) || candidates(&proposal).iter().any(legal)
            }
            _ => candidates(&proposal).iter().any(legal),
        };
        proposal.is_possible().is_ok() && any()
    };
    match named {
        Some(named) => named.iter().filter_map(|id| rules.actions.get(*id)).any(may),
        None => rules.actions.iter().any(may),
    }
}

fn offer(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Arc<Action>, occasion: Occasion) -> ActionOffer {
    let mut offer = ActionOffer { action: action.clone(), acts: Vec::new(), refused: Vec::new() };
    let proposal = Proposal::new(view, rules, who, action).on(occasion);
    if let Err(refusal) = proposal.is_possible() {
        offer.refused.push((Act::own(action.id), refusal));
        return offer;
    }
    for act in candidates(&proposal) {
        match validate::check_on(view, rules, who, &act, occasion) {
            Ok(()) => offer.acts.push(act),
            Err(refusal) => offer.refused.push((act, refusal)),
        }
    }
    if offer.acts.is_empty() && offer.refused.is_empty() {
        offer.refused.push((Act::own(action.id), proposal.refusal("there is no target")));
    }
    offer
}

fn candidates(proposal: &Proposal<'_>) -> Vec<Act> {
    let Proposal { game, rules, who, action, .. } = *proposal;
    let (view, row) = (game.view, game.row(who));
    let friends = || view.friends_of(who).map(|friend| friend.id);
    let targets: Vec<Target> = match action.aim {
        _ if let Does::Cast(spell) = &action.does => return proposal.castings(spell),
        Aim::Ready => return proposal.readied(),
        Aim::Path => return steps(view, rules, who, action),
        Aim::Charge => return charges(game, who, action),
        Aim::Enemy => {
            let weapons = weapons_or_none(view, who, action);
            let at = |enemy| weapons.iter().map(move |weapon| Act::at(action.id, enemy, *weapon));
            let mut acts: Vec<Act> = view.enemies_of(row.side).flat_map(|enemy| at(enemy.id)).collect();
            if action.at_things {
                acts.extend(at_things(proposal));
            }
            return acts;
        }
        Aim::Thing => return at_things(proposal),
        Aim::Point => Vec::new(),
        Aim::Spell => {
            let own = view.spells().iter().filter(|spell| spell.caster == who);
            own.map(|spell| Target::Spell(spell.id)).collect()
        }
        Aim::Known => row.sheet.spells.iter().copied().map(Target::Known).collect(),
        Aim::Own => vec![Target::Own],
        Aim::Ally => friends().map(Target::Combatant).collect(),
        Aim::Friend => std::iter::once(who).chain(friends()).map(Target::Combatant).collect(),
        Aim::Patient => {
            let helpless = view.enemies_of(row.side).map(|enemy| enemy.id);
            let helpless = helpless.filter(|enemy| status::is_helpless(proposal.game, *enemy));
            std::iter::once(who).chain(friends()).chain(helpless).map(Target::Combatant).collect()
        }
        Aim::Other => view.present().map(|row| row.id).filter(|other| *other != who).map(Target::Combatant).collect(),
        Aim::Door => view.field().doors.iter().map(|door| Target::Cell(door.cell)).collect(),
        Aim::Ground => {
            let body = view.footprint(who);
            let near = |cell: &Cell| distance(view.shape(), Distance::DiagonalsCostOne, body, (*cell).into()) <= 1;
            view.field().ice.iter().map(|ice| ice.cell).filter(near).map(Target::Cell).collect()
        }
        Aim::Facing => facings(view, who).into_iter().map(Target::Facing).collect(),
        Aim::CarriedWeapon => own_weapons(view, who).map(Target::Weapon).collect(),
        Aim::GroundWeapon => {
            let lost = own_weapons(view, who).map(Target::Weapon);
            lost.chain(items_here(view, who).into_iter().map(Target::Found)).collect()
        }
    };
    targets.into_iter().map(|target| Act { target, ..Act::own(action.id) }).collect()
}

/// An action on every object on the board, with every weapon.
fn at_things(proposal: &Proposal<'_>) -> Vec<Act> {
    let Proposal { game, who, action, .. } = *proposal;
    let weapons = weapons_or_none(game.view, who, action);
    let at = |thing| weapons.iter().map(move |weapon| Act::at_thing(action.id, thing, *weapon));
    objects::all(game).into_iter().flat_map(at).collect()
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

/// The charges that a combatant could make, whatever the ground costs: at every enemy, in every direction that leads to it.
pub fn charges(game: Game<'_>, who: CombatantId, action: &Action) -> Vec<Act> {
    let (Some(policy), Does::Move(gait)) = (&action.charge, &action.does) else { return Vec::new() };
    let most = movement::allowance(game, who, *gait);
    let enemies = game.enemies_of(game.row(who).side).map(|row| row.id);
    let mut charges = Vec::new();
    for at in enemies {
        let paths = game.shape().directions().filter_map(|way| {
            let path = movement::charge_path(game, who, (way, at), most, policy)?;
            movement::walk(game, who, *gait, &path).is_ok().then_some(path)
        });
        charges.extend(paths.map(|path| Act::charging(action.id, path, at)));
    }
    charges
}

/// A shortest path to every cell in reach of a combatant's next movement.
pub fn paths_allowed(view: View<'_>, rules: &Ruleset, who: CombatantId, gait: Gait) -> Vec<Vec<Cell>> {
    let unknown = sight::unknown_to(Game::new(view, rules.book()), view.row(who).side);
    let view = view.without(&unknown);
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
