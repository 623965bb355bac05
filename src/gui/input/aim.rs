//! What a click on the hovered cell would choose, checked by the resolution.

use bevy::prelude::*;
use smallvec::SmallVec;

use super::aimed::{Aimed, Approach, Intent};
use super::guess::Guesser;
use super::move_paths::MovePaths;
use super::offered::Offered;
use super::pointer::{Hovered, Selected};
use crate::battle::{ActiveSpell, CombatantId, Facing, Readied, View, WeaponSlot};
use crate::content::action::{Action, Aim, Does, Gait};
use crate::content::refusal::Refusal;
use crate::control::Orders;
use crate::control::orders::{PATH_SEARCH, place_to_strike};
use crate::ecs::ShownBattle;
use crate::grid::{Cell, Footprint};
use crate::gui::known::Watch;
use crate::gui::session::{Asked, Session};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::space::{self, Crowding};
use crate::mechanics::{movement, reach};
use crate::odds;
use crate::resolution::legal;
use crate::resolution::{Act, Asks, Choice, Target};
use crate::rules::Ruleset;

/// Updates what a click on the hovered cell means.
pub fn aim(
    hovered: Res<Hovered>,
    intent: Res<Intent>,
    asked: Res<Asked>,
    (selected, offered): (Res<Selected>, Res<Offered>),
    (snapshot, watch): (Res<ShownBattle>, Res<Watch>),
    (session, orders): (Option<Res<Session>>, Res<Orders>),
    mut aimed: ResMut<Aimed>,
) {
    let picked = intent.is_changed() || selected.is_changed() || offered.is_changed() || orders.is_changed();
    if !(hovered.is_changed() || picked || asked.is_changed() || snapshot.is_changed() || watch.is_changed()) {
        return;
    }
    let found = match (&asked.0, hovered.cell, session) {
        (Some(prompt), Some(cell), Some(session)) => match &prompt.asks {
            Asks::Act => {
                let (view, rules, who) = (watch.view(&snapshot), session.rules(), prompt.who);
                let foreseen = session.foreseen(&orders, who);
                let ahead = foreseen.as_ref().map_or(view, |foreseen| view.over(foreseen));
                let aiming =
                    Aiming { view, ahead, rules, who, watch: &watch, looked_at: selected.0, offered: &offered };
                aiming.with_crowd(aiming.act(&intent, cell, hovered.who))
            }
            Asks::Cell { cells, .. } if cells.contains(&cell) => choose(Choice::Cell(cell)),
            Asks::Face { options } => facing(watch.view(&snapshot), prompt.who, options, cell, hovered.who),
            _ => Aimed::default(),
        },
        _ => Aimed::default(),
    };
    aimed.set_if_neq(found);
}

fn choose(choice: Choice) -> Aimed {
    Aimed { choice: Some(choice), ..default() }
}

/// The offered facing towards a cell or a combatant on it.
fn facing(view: View<'_>, who: CombatantId, options: &[Facing], cell: Cell, at: Option<CombatantId>) -> Aimed {
    if at == Some(who) && options.contains(&Facing::AllAround) {
        return choose(Choice::Face(Facing::AllAround));
    }
    let meant = facings_towards(view, who, cell, at);
    meant
        .into_iter()
        .find(|facing| options.contains(facing))
        .map_or_else(Aimed::default, |facing| choose(Choice::Face(facing)))
}

/// The facings towards a cell: the combatant on it, and its direction.
fn facings_towards(view: View<'_>, who: CombatantId, cell: Cell, at: Option<CombatantId>) -> Vec<Facing> {
    let layout = crate::gui::board::Layout::of(view.board());
    let away = layout.centre(cell) - layout.middle(view.footprint(who));
    let nearness = |dir: &crate::grid::Direction| layout.heading(*dir).dot(away);
    let dir = view.shape().directions().max_by(|a, b| nearness(a).total_cmp(&nearness(b)));
    let body = at.filter(|id| *id != who).map(Facing::Towards);
    body.into_iter().chain(dir.map(Facing::of)).collect()
}

/// The penalty for attacking in a crowd where the combatant is imagined, and who is there.
fn crowding_warning(view: View<'_>, rules: &Ruleset, who: CombatantId) -> Option<Refusal> {
    let (worse, rule) = match space::crowding(view, rules.book(), who) {
        Crowding::Free => return None,
        Crowding::Crowded(modifier) => (format!("attacks at {}", modifier.amount), modifier.rule),
        Crowding::Packed { rule, .. } => ("no attacks are possible there".to_owned(), rule),
    };
    let names: Vec<&str> = space::sharing_space(view, who).into_iter().map(|other| &*view.row(other).name).collect();
    Some(Refusal::new(format!("Shares the cell with {}: {worse}", names.join(", ")), rule))
}

struct Aiming<'a> {
    view: View<'a>,
    /// The battle with allies where they are going.
    ahead: View<'a>,
    rules: &'a Ruleset,
    who: CombatantId,
    watch: &'a Watch,
    looked_at: Option<CombatantId>,
    offered: &'a Offered,
}

impl Aiming<'_> {
    fn act(&self, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        if let Some(guess) = self.guess(intent, cell, at) {
            return guess;
        }
        let Some(action) = self.meant(intent, at) else { return Aimed::default() };
        match action.aim {
            Aim::Ready => self.readied(action, intent, cell, at),
            _ => self.aimed(action, intent, cell, at),
        }
    }

    /// The readied act, aimed as if it were done at once.
    fn readied(&self, by: &Action, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        let (Some(watch), Some(action)) =
            (intent.trigger(self.rules), intent.readies.and_then(|picked| self.rules.actions.get(picked)))
        else {
            return Aimed::default();
        };
        let aimed = self.aimed(action, intent, cell, at);
        let Some(Choice::Act(act)) = aimed.choice else { return Aimed::default() };
        let path = if let Target::Path(path) = &act.target { path.clone() } else { Vec::new() };
        let ready = Act { target: Target::Ready(Box::new(Readied { watch, act })), ..Act::own(by.id) };
        Aimed { path, ..self.checked(ready) }
    }

    /// An action aimed at what is under the pointer.
    fn aimed(&self, action: &Action, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        if matches!(action.does, Does::Cast(_)) {
            return self.spell(action, intent, cell, at);
        }
        match action.aim {
            Aim::Path => {
                intent.gait(action).map_or_else(Aimed::default, |gait| self.paths(action, gait).on_click(cell))
            }
            Aim::Enemy | Aim::Ally | Aim::Friend => {
                at.map_or_else(Aimed::default, |target| self.on_combatant(action, intent, target))
            }
            Aim::Own if at == Some(self.who) => self.checked(Act::own(action.id)),
            Aim::Door | Aim::Ground => self.checked(Act { target: Target::Cell(cell), ..Act::own(action.id) }),
            Aim::Facing => {
                let facing = facings_towards(self.view, self.who, cell, at).into_iter().next().unwrap_or_default();
                self.checked(Act { target: Target::Facing(facing), ..Act::own(action.id) })
            }
            Aim::Spell => {
                let mut own = self.view.spells().iter().filter(|spell| spell.caster == self.who);
                let lies = |spell: &&ActiveSpell| spell.zone.as_ref().is_some_and(|zone| zone.holds(cell));
                let meant = own.find(|spell| lies(spell) || at.is_some() && spell.target() == at);
                meant.map_or_else(Aimed::default, |spell| {
                    self.checked(Act { target: Target::Spell(spell.id), ..Act::own(action.id) })
                })
            }
            Aim::Own | Aim::Point | Aim::Ready | Aim::Known | Aim::CarriedWeapon | Aim::GroundWeapon => {
                Aimed::default()
            }
        }
    }

    /// A spell aimed at what is under the pointer.
    fn spell(&self, action: &Action, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Aimed {
        let meant = match action.aim {
            Aim::Point => Some(Target::Cell(cell)),
            Aim::Own => at.filter(|id| *id == self.who).map(|_| Target::Own),
            _ => at.map(Target::Combatant),
        };
        let cast = |meant| legal::usual_casting(self.view, self.rules, self.who, action, meant);
        meant.and_then(cast).map_or_else(Aimed::default, |act| self.checked(intent.with_energy(act)))
    }

    /// The action a click means: the picked one, else an attack on an enemy or a walk to a cell.
    fn meant(&self, intent: &Intent, at: Option<CombatantId>) -> Option<&Action> {
        if let Some(picked) = intent.action {
            return self.rules.actions.get(picked).map(|action| &**action);
        }
        let side = self.view.row(self.who).side;
        let is_enemy = at.is_some_and(|id| self.view.row(id).side != side);
        if is_enemy {
            odds::plain_attack(self.rules)
        } else {
            let usual =
                self.offered.usual_move().and_then(|(id, _)| self.rules.actions.get(id)).map(|action| &**action);
            let mut actions = self.rules.actions.iter().map(|action| &**action);
            usual.or_else(|| actions.find(|action| action.does == Does::Move(Gait::Walk)))
        }
    }

    /// An attack on a cell where a hidden enemy may be: any cell with a picked action, else a cell where one was last
    /// seen, if it is in reach.
    fn guess(&self, intent: &Intent, cell: Cell, at: Option<CombatantId>) -> Option<Aimed> {
        let guesser = Guesser { view: self.view, rules: self.rules, who: self.who };
        let seen_there = |(_, seen): (CombatantId, Option<Footprint>)| {
            seen.is_some_and(|seen| seen.contains(self.view.shape(), cell))
        };
        let target = match at {
            Some(at) => Some(at).filter(|at| guesser.is_hidden(*at)),
            None if intent.action.is_some() || self.watch.hiding().any(seen_there) => {
                guesser.likely_target(self.watch, self.looked_at, cell)
            }
            None => None,
        }?;
        let action = self.meant(intent, Some(target)).filter(|action| action.aim == Aim::Enemy)?;
        match guesser.act(action, target, cell, intent.weapon) {
            Ok(act) => {
                let act = intent.with_energy(act);
                let refusal = legal::check(act.imagined(self.view), self.rules, self.who, &act).err();
                Some(Aimed { refusal, ..choose(Choice::Act(act)) })
            }
            Err(_) if intent.action.is_none() && at.is_none() => None,
            Err((act, refusal)) => Some(Aimed { refusal: Some(refusal), ..choose(Choice::Act(act)) }),
        }
    }

    fn on_combatant(&self, action: &Action, intent: &Intent, target: CombatantId) -> Aimed {
        let (book, made) = (self.rules.book(), legal::weapon_choices(self.view, self.rules, self.who, action));
        let slots = if made.is_empty() { reach::usable_slots(self.view, self.who) } else { made };
        let modes = slots.iter().map(|slot| (*slot, attack::mode(self.view, book, self.who, *slot, target).ok()));
        let modes: SmallVec<[(WeaponSlot, Option<Mode>); 4]> = modes.collect();
        let kept = |(slot, mode): &(WeaponSlot, Option<Mode>)| {
            mode.is_some_and(|mode| attack::landing_rule(self.view, book, self.who, *slot, mode).is_none())
        };
        let kept = modes.iter().find(|each| kept(each));
        let first = kept.or(modes.iter().find(|(_, mode)| mode.is_some())).or(modes.first()).map(|(slot, _)| *slot);
        let weapon = if action.check().is_some() { intent.weapon.or(first) } else { None };
        let armed = self.checked(Act::at(action.id, target, weapon));
        if armed.refusal.is_none() {
            // A melee weapon is not thrown at a target a few steps away unless it was picked.
            if *intent != Intent::default() || kept.is_some() {
                return armed;
            }
            return self.approach(action, intent, target).filter(|walk| !walk.continues).unwrap_or(armed);
        }
        // Some checks use no weapon.
        let bare = self.checked(Act::at(action.id, target, None));
        if bare.refusal.is_none() {
            return bare;
        }
        self.approach(action, intent, target).unwrap_or(armed)
    }

    /// A walk to the nearest other cell from which the attack is possible with the picked weapon, or with any.
    fn approach(&self, attack: &Action, intent: &Intent, target: CombatantId) -> Option<Aimed> {
        let known = self.view.knows(target) && attack.is_weapon_attack();
        let (walk, gait) = self.offered.usual_move().filter(|_| known)?;
        let walk = self.rules.actions.get(walk)?;
        let here = self.view.footprint(self.who);
        let slots = reach::usable_slots(self.view, self.who).into_iter();
        let mut strikes = slots.filter(|slot| intent.weapon.is_none_or(|picked| picked == *slot)).filter_map(|slot| {
            let strike = Act::at(attack.id, target, Some(slot));
            let at = here.at(place_to_strike(self.ahead, self.rules.book(), self.who, gait, &strike)?);
            let may = legal::still(self.view.with(self.who, at), self.rules, self.who, &strike).is_ok();
            (at != here && may).then_some((strike, at))
        });
        let (strike, at) = strikes.next()?;
        let paths = self.paths(walk, gait);
        let (walks, cost) = (paths.to(at.anchor), paths.cost(at.anchor)?);
        let sets_out = walks.choice.is_some() && walks.refusal.is_none();
        let counts = movement::counts_for(self.view, self.rules.book(), self.who, gait, cost);
        sets_out.then_some(Aimed { approach: Some(Approach { strike, at, cost, counts }), ..walks })
    }

    fn paths<'b>(&'b self, action: &'b Action, gait: Gait) -> MovePaths<'b> {
        MovePaths::of(self.view, self.rules, self.who, (action, gait), PATH_SEARCH)
    }

    /// Adds a warning if the path ends in a crowd.
    fn with_crowd(&self, aimed: Aimed) -> Aimed {
        let (Some(end), None) = (aimed.path.last(), &aimed.refusal) else { return aimed };
        let there = self.view.footprint(self.who).at(*end);
        let crowd = crowding_warning(self.ahead.with(self.who, there), self.rules, self.who);
        Aimed { crowd, ..aimed }
    }

    fn checked(&self, act: Act) -> Aimed {
        let refusal = legal::check(self.view, self.rules, self.who, &act).err();
        Aimed { refusal, ..choose(Choice::Act(act)) }
    }
}
