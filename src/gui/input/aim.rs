//! The choice that a click on the hovered cell would make, checked by the resolution.

use bevy::prelude::*;
use smallvec::SmallVec;

use super::aimed::{Aimed, Approach, Intent, MovePaths};
use super::offered::{ActingCombatant, Guesser, Offered};
use super::pointer::{Hovered, Selected};
use crate::battle::{ActiveSpell, CombatantId, Facing, Readied, ThingRef, WeaponSlot};
use crate::content::{Action, Aim, Does, Gait, Refusal, TurnEnd};
use crate::control::Orders;
use crate::control::orders::{PATH_SEARCH, place_to_strike};
use crate::ecs::{CellGrid, Combatants, LastingSpell, ShownBattle};
use crate::grid::{Cell, Direction, Footprint};
use crate::gui::board::Layout;
use crate::gui::known::FogOfWar;
use crate::gui::session::{Foreseen, OpenPrompt, Session};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::space::{self, Crowding};
use crate::mechanics::{Game, movement, objects, reach};
use crate::odds;
use crate::resolution::legal;
use crate::resolution::{Act, Asks, Choice, Occasion, Prompt, Target};

/// Updates what a click on the hovered cell means.
pub fn aim(
    hovered: Res<Hovered>,
    intent: Res<Intent>,
    asked: Res<OpenPrompt>,
    (selected, offered): (Res<Selected>, Res<Offered>),
    (battle, fog, layout): (Res<ShownBattle>, Res<FogOfWar>, Res<Layout>),
    (combatants, grid, spells): (Combatants, CellGrid, Query<&'static LastingSpell>),
    (session, orders): (Option<Res<Session>>, Res<Orders>),
    mut aimed: ResMut<Aimed>,
) {
    let picked = intent.is_changed() || selected.is_changed() || offered.is_changed() || orders.is_changed();
    if !(hovered.is_changed() || picked || asked.is_changed() || battle.is_changed() || fog.is_changed()) {
        return;
    }
    let find = |prompt: &Prompt, cell: Cell| {
        let (session, here) = (session.as_ref()?, combatants.footprint(prompt.who)?);
        let (rules, who, shape) = (session.rules(), prompt.who, layout.shape());
        let occasion = prompt.asks.occasion().unwrap_or(Occasion::OwnTurn);
        let aiming = Aiming {
            actor: ActingCombatant { battle: &battle, rules, who, here, shape, occasion },
            foreseen: session.foreseen(&orders, who),
            combatants: &combatants,
            grid: &grid,
            spells: &spells,
            layout: &layout,
            fog: &fog,
            selected: selected.0,
            offered: &offered,
        };
        Some(match &prompt.asks {
            Asks::Act | Asks::Interrupt { .. } => aiming.with_crowd(aiming.act(&intent, cell, hovered.who)),
            Asks::Cell { cells, .. } if cells.contains(&cell) => choose(Choice::Cell(cell)),
            Asks::Face { options } => aiming.facing(options, cell, hovered.who),
            _ => return None,
        })
    };
    let found = asked.0.as_ref().zip(hovered.cell).and_then(|(prompt, cell)| find(prompt, cell));
    aimed.set_if_neq(found.unwrap_or_default());
}

fn choose(choice: Choice) -> Aimed {
    Aimed { choice: Some(choice), ..default() }
}

/// Whether a charge is meant by a click on its target, or on the cell where it ends. Its target may be picked before.
fn is_charge_to(act: &Act, cell: Cell, at: Option<CombatantId>, picked: Option<CombatantId>) -> bool {
    let Target::Charge { path, at: target } = &act.target else { return false };
    at.map_or(path.last() == Some(&cell), |at| at == *target) && picked.is_none_or(|picked| picked == *target)
}

struct Aiming<'a> {
    actor: ActingCombatant<'a>,
    /// The battle with allies where they are going.
    foreseen: Foreseen,
    combatants: &'a Combatants<'a, 'a>,
    grid: &'a CellGrid<'a, 'a>,
    spells: &'a Query<'a, 'a, &'static LastingSpell>,
    layout: &'a Layout,
    fog: &'a FogOfWar,
    selected: Option<CombatantId>,
    offered: &'a Offered,
}

impl Aiming<'_> {
    fn facing(&self, options: &[Facing], cell: Cell, at: Option<CombatantId>) -> Aimed {
        if at == Some(self.actor.who) && options.contains(&Facing::AllAround) {
            return choose(Choice::Face(Facing::AllAround));
        }
        let meant = self.facings_towards(cell, at).find(|facing| options.contains(facing));
        meant.map(|facing| choose(Choice::Face(facing))).unwrap_or_default()
    }

    fn facings_towards(&self, cell: Cell, at: Option<CombatantId>) -> impl Iterator<Item = Facing> {
        let away = self.layout.centre(cell) - self.layout.middle(self.actor.here);
        let nearness = |dir: &Direction| self.layout.heading(*dir).dot(away);
        let dir = self.actor.shape.directions().max_by(|a, b| nearness(a).total_cmp(&nearness(b)));
        let body = at.filter(|id| *id != self.actor.who).map(Facing::Towards);
        body.into_iter().chain(dir.map(Facing::of))
    }

    fn act(&self, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        if let Some(guess) = self.guess(intent, cell, at) {
            return guess;
        }
        let Some(action) = self.meant(intent, cell, at) else { return Aimed::default() };
        match action.aim {
            Aim::Ready => self.readied(action, intent, cell, at),
            _ => self.aimed(action, intent, cell, at),
        }
    }

    /// The readied act, aimed as if it were done at once.
    fn readied(&self, by: &Action, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        let picked = intent.readies.and_then(|picked| self.actor.rules.actions.get(picked));
        let (Some(watch), Some(action)) = (intent.trigger(self.actor.rules), picked) else { return Aimed::default() };
        let Some(Choice::Act(act)) = self.aimed(action, intent, cell, at).choice else { return Aimed::default() };
        let path = if let Target::Path(path) = &act.target { path.clone() } else { Vec::new() };
        let ready = Act { target: Target::Ready(Box::new(Readied { watch, act })), ..Act::own(by.id) };
        Aimed { path, ..self.checked(ready) }
    }

    fn aimed(&self, action: &Action, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        if matches!(action.does, Does::Cast(_)) {
            return self.spell(action, intent, cell, at);
        }
        match action.aim {
            Aim::Path => intent
                .gait(action)
                .map(|gait| MovePaths::of(self.actor, action, gait, PATH_SEARCH).on_click(cell))
                .unwrap_or_default(),
            Aim::Enemy if at.is_none() && action.at_things => self.on_object(action, intent, cell),
            Aim::Enemy | Aim::Ally | Aim::Friend | Aim::Patient | Aim::Other => {
                at.map(|target| self.on_combatant(action, intent, target)).unwrap_or_default()
            }
            Aim::Thing => self.on_object(action, intent, cell),
            Aim::Charge => self.on_charge(action, intent, cell, at),
            Aim::Own if at == Some(self.actor.who) => self.checked(Act::own(action.id)),
            Aim::Door | Aim::Ground => self.checked(Act { target: Target::Cell(cell), ..Act::own(action.id) }),
            Aim::Facing => {
                let facing = self.facings_towards(cell, at).next().unwrap_or_default();
                self.checked(Act { target: Target::Facing(facing), ..Act::own(action.id) })
            }
            Aim::Spell => {
                let own = self.spells.iter().map(|spell| &spell.0).filter(|spell| spell.caster == self.actor.who);
                let is_here = |spell: &&ActiveSpell| spell.zone.as_ref().is_some_and(|zone| zone.holds(cell));
                let meant = own.filter(|spell| is_here(spell) || at.is_some() && spell.target() == at);
                let act = |id| Act { target: Target::Spell(id), ..Act::own(action.id) };
                meant.map(|spell| spell.id).min().map(|id| self.checked(act(id))).unwrap_or_default()
            }
            Aim::Own | Aim::Point | Aim::Ready | Aim::Known | Aim::CarriedWeapon | Aim::GroundWeapon => {
                Aimed::default()
            }
        }
    }

    /// A charge with its path, which is drawn and shows what it provokes. Where it may end in several cells, a click on the target
    /// picks the target alone.
    fn on_charge(&self, action: &Action, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        let charges = legal::charges(self.actor.game(), self.actor.who, action);
        let mut meant = charges.into_iter().filter(|act| is_charge_to(act, cell, at, intent.charged));
        let Some(act) = meant.next() else { return Aimed::default() };
        let path = if let Target::Charge { path, .. } = &act.target { path.clone() } else { Vec::new() };
        let picks = at.filter(|_| intent.charged.is_none() && meant.next().is_some());
        Aimed { path, picks, ..self.checked(Act { weapon: intent.weapon, ..act }) }
    }

    fn spell(&self, action: &Action, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        let meant = match action.aim {
            Aim::Point => Some(Target::Cell(cell)),
            Aim::Own => at.filter(|id| *id == self.actor.who).map(|_| Target::Own),
            _ => at.map(Target::Combatant),
        };
        let ActingCombatant { battle, rules, who, .. } = self.actor;
        let cast = meant.and_then(|meant| legal::usual_casting(battle.view(), rules, who, action, meant));
        cast.map(|act| self.checked(intent.with_energy(act))).unwrap_or_default()
    }

    /// The action a click means: the picked one, else an attack on an enemy or a walk to a cell.
    fn meant(&self, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Option<&Action> {
        let (rules, side) = (self.actor.rules, self.combatants.side(self.actor.who));
        let action = if let Some(picked) = intent.action {
            rules.actions.get(picked)
        } else if let Some(enemy) = at.filter(|id| self.combatants.side(*id) != side) {
            let plain = odds::plain_attack(rules)?;
            let free = self.offered.free_attack_on(plain, enemy).and_then(|id| rules.actions.get(id));
            return Some(free.map_or(plain, |action| &**action));
        } else if let Some(attack) = odds::plain_attack(rules).filter(|attack| self.strikes_object(attack, cell)) {
            return Some(attack);
        } else {
            let usual = self.offered.move_to(cell).and_then(|id| rules.actions.get(id));
            usual.or_else(|| rules.actions.iter().find(|action| action.does == Does::Move(Gait::Walk)))
        };
        action.map(|action| &**action)
    }

    /// An attack on a cell where a hidden enemy may be: any cell with a picked action, else a cell where one was last
    /// seen, if it is in reach.
    fn guess(&self, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Option<Aimed> {
        let guesser = Guesser::new(self.actor, self.grid, self.combatants, self.fog);
        let seen_there = |(_, seen): (CombatantId, Option<Footprint>)| {
            seen.is_some_and(|seen| seen.contains(self.actor.shape, cell))
        };
        let target = match at {
            Some(at) => Some(at).filter(|at| self.actor.knows_hidden(*at)),
            None if intent.action.is_some() || self.fog.hiding().any(seen_there) => {
                guesser.likely_target(self.fog, self.selected, cell)
            }
            None => None,
        }?;
        let action = self.meant(intent, cell, Some(target)).filter(|action| action.aim == Aim::Enemy)?;
        match guesser.act(action, target, cell, intent.weapon) {
            Ok(act) => {
                let act = intent.with_energy(act);
                Some(Aimed { refusal: guesser.refusal(&act), ..choose(Choice::Act(act)) })
            }
            Err(_) if intent.action.is_none() && at.is_none() => None,
            Err((act, refusal)) => Some(Aimed { refusal: Some(refusal), ..choose(Choice::Act(act)) }),
        }
    }

    /// Whether a click on a cell that nothing can enter means an attack on the object there.
    fn strikes_object(&self, attack: &Action, cell: Cell) -> bool {
        attack.at_things && !self.grid.is_walkable(cell) && self.object_at(cell).is_some()
    }

    fn object_at(&self, cell: Cell) -> Option<ThingRef> {
        let game = self.actor.game();
        let has = |thing: &ThingRef| objects::find(game, *thing).is_some_and(|object| object.cells.contains(&cell));
        objects::all(game).into_iter().find(has)
    }

    /// An attack on the object in a cell with the picked weapon, or the first that reaches it.
    fn on_object(&self, action: &Action, intent: &Intent, cell: Cell) -> Aimed {
        let Some(thing) = self.object_at(cell) else { return Aimed::default() };
        let slots = legal::weapon_choices(self.actor.game().view, self.actor.rules, self.actor.who, action);
        let made = |weapon| self.checked(Act::at_thing(action.id, thing, weapon));
        let mut usable = slots.into_iter().filter(|slot| intent.weapon.is_none_or(|picked| picked == *slot));
        let reaching = usable.find_map(|slot| Some(made(Some(slot))).filter(|aimed| aimed.refusal.is_none()));
        reaching.unwrap_or_else(|| made(intent.weapon))
    }

    fn on_combatant(&self, action: &Action, intent: &Intent, target: CombatantId) -> Aimed {
        let (ActingCombatant { rules, who, .. }, game) = (self.actor, self.actor.game());
        let made = legal::weapon_choices(game.view, rules, who, action);
        let slots = if made.is_empty() { reach::usable_slots(game.view, who) } else { made };
        let modes = slots.iter().map(|slot| (*slot, attack::possible_mode(game, who, *slot, target)));
        let modes: SmallVec<[(WeaponSlot, Option<Mode>); 4]> = modes.collect();
        let kept = |(slot, mode): &(WeaponSlot, Option<Mode>)| {
            mode.is_some_and(|mode| attack::landing_rule(game, who, *slot, mode).is_none())
        };
        let kept = modes.iter().find(|each| kept(each));
        let first = kept.or(modes.iter().find(|(_, mode)| mode.is_some())).or(modes.first()).map(|(slot, _)| *slot);
        let weapon = if action.check().is_some() { intent.weapon.or(first) } else { None };
        let armed = self.checked(intent.at_part(Act::at(action.id, target, weapon)));
        if armed.refusal.is_none() {
            // A melee weapon is not thrown at a target a few steps away unless it was picked.
            if *intent != Intent::default() || kept.is_some() {
                return armed;
            }
            return self.approach(action, intent, target).filter(|walk| !walk.continues).unwrap_or(armed);
        }
        // Some checks use no weapon.
        let bare = self.checked(intent.at_part(Act::at(action.id, target, None)));
        if bare.refusal.is_none() {
            return bare;
        }
        self.approach(action, intent, target).unwrap_or(armed)
    }

    /// A walk to the nearest other cell from which the attack is possible with the picked weapon, or with any.
    fn approach(&self, attack: &Action, intent: &Intent, target: CombatantId) -> Option<Aimed> {
        let known = self.fog.knows(target) && attack.is_weapon_attack();
        let (walk, gait) = self.offered.usual_move().filter(|_| known)?;
        let ActingCombatant { battle, rules, who, here, .. } = self.actor;
        let (view, walk) = (battle.view(), rules.actions.get(walk)?);
        let slots = reach::usable_slots(view, who).into_iter();
        let mut strikes = slots.filter(|slot| intent.weapon.is_none_or(|picked| picked == *slot)).filter_map(|slot| {
            let strike = intent.at_part(Act::at(attack.id, target, Some(slot)));
            let at = here.at(place_to_strike(Game::new(self.foreseen.over(view), rules.book()), who, gait, &strike)?);
            let may = legal::still(view.with(who, at), rules, who, &strike).is_ok();
            (at != here && may).then_some((strike, at))
        });
        let (strike, at) = strikes.next()?;
        let paths = MovePaths::of(self.actor, walk, gait, PATH_SEARCH);
        let (walks, cost) = (paths.to(at.anchor), paths.cost(at.anchor)?);
        let sets_out = walks.choice.is_some() && walks.refusal.is_none();
        let counts = movement::counts_for(self.actor.game(), who, gait, cost);
        let struck = (attack, strike.weapon);
        // Where a turn ends by itself, the attack follows in a later one.
        let ends_by_owner = rules.policies.turn.in_rounds().is_some_and(|turns| turns.ends == TurnEnd::WhenEnded);
        let unpaid = || legal::Cost::after_walk(self.actor.game(), who, (walk, gait, cost), struck).err();
        let unpaid = if ends_by_owner { unpaid() } else { None };
        sets_out.then_some(Aimed { approach: Some(Approach { strike, at, cost, counts, unpaid }), ..walks })
    }

    /// Adds a warning if the path ends in a crowd: the penalty for attacking there, and who is there.
    fn with_crowd(&self, aimed: Aimed) -> Aimed {
        let (Some(&end), None) = (aimed.path.last(), &aimed.refusal) else { return aimed };
        let ActingCombatant { battle, rules, who, here, .. } = self.actor;
        let there = self.foreseen.over(battle.view()).with(who, here.at(end));
        let (worse, rule) = match space::crowding(Game::new(there, rules.book()), who) {
            Crowding::Free => return aimed,
            Crowding::Crowded(modifier) => (format!("attacks at {}", modifier.amount), modifier.rule),
            Crowding::Packed { rule, .. } => ("no attacks are possible there".to_owned(), rule),
        };
        let sharing = space::sharing_space(there, who).into_iter();
        let names: Vec<&str> = sharing.map(|other| self.combatants.name(other)).collect();
        let words = format!("Shares the cell with {}: {worse}", names.join(", "));
        Aimed { crowd: Some(Refusal::new(words, rule)), ..aimed }
    }

    fn checked(&self, act: Act) -> Aimed {
        Aimed { refusal: self.actor.refusal(&act), ..choose(Choice::Act(act)) }
    }
}
